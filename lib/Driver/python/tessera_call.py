# ===- tessera_call.py - One call of a function with parameters ----------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Calls FUNCTION with parameters as keyword arguments: `tessera tune FILE.py:FUNCTION
--param NAME=VALUE,...` runs this once for each combination of values.

usage: tessera_call.py FILE FUNCTION CALLS PARAMETERS

The parameters are a JSON object. With CALLS above 0 the function is called once more, and
the median of the times of those calls, between two events of the GPU, is printed.
"""

import ctypes
import json
import pathlib
import statistics
import sys

from tessera_tune import Unusable, load


class Events:
    """Two events on the default stream of the current context."""

    def __init__(self):
        self.cuda = ctypes.CDLL("libcuda.so.1")
        self.begin, self.end = ctypes.c_void_p(), ctypes.c_void_p()
        for event in (self.begin, self.end):
            self.check(self.cuda.cuEventCreate(ctypes.byref(event), 0))

    @staticmethod
    def check(result):
        if result:
            raise Unusable(f"the driver returned {result} for the time of a call")

    def time(self, call):
        """The microseconds of a call."""
        milliseconds = ctypes.c_float()
        self.check(self.cuda.cuEventRecord(self.begin, None))
        call()
        self.check(self.cuda.cuEventRecord(self.end, None))
        self.check(self.cuda.cuEventSynchronize(self.end))
        name = ctypes.byref(milliseconds)
        self.check(self.cuda.cuEventElapsedTime(name, self.begin, self.end))
        return 1e3 * milliseconds.value


def main():
    file, name, calls, parameters = sys.argv[1:]
    sys.path[0] = str(pathlib.Path(file).resolve().parent)
    sys.argv = [file]
    given = json.loads(parameters)
    try:
        function = load(file, name)
        # A front end compiles in the first call.
        function(**given)
        if int(calls):
            events = Events()
            times = [events.time(lambda: function(**given)) for _ in range(int(calls))]
            print(f"microseconds of a launch: {statistics.median(times):.3f} (of a call)")
    except Unusable as why:
        sys.exit(f"error: {file}:{name}: {why}")


if __name__ == "__main__":
    main()
