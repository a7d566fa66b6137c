# ===- compare_wavefronts.py - A report beside the emulator's counters -------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Compares wavefronts of shared memory: those that a report derives from layouts, and
those that the emulator counts line by line of the source.

usage: compare_wavefronts.py REPORT.json COUNTERS.json
"""

import collections
import json
import sys

report, counters = (json.load(open(file)) for file in sys.argv[1:])
(kernel,) = report["kernels"]
(loop,) = kernel["loops"]
blocks = counters["grid"][0] * counters["grid"][1]

#: Source lines of ops that run once in each iteration. So do copies, except for those
#: that would be beyond the end.
inside = {op["line"] for op in loop["ops"]}
derived = collections.Counter()
for access in kernel["shared_accesses"]:
    runs = loop["trips"] if access["line"] in inside else 1
    # A copy in front of the loop is one of an iteration; parts of a product are counted.
    parts = 1 if access["kind"] == "async_copy" else access["count"]
    derived[access["line"]] += access["wavefronts"] * kernel["warps"] * blocks * runs * parts

counted = collections.Counter()
for line in counters["lines"]:
    for kind in ("load", "store"):
        wavefronts = line["counters"].get(f"shared_{kind}_wavefronts", 0)
        if wavefronts:
            counted[line["source_line"]] += wavefronts

assert derived == counted, f"the report says {derived}, the emulator {counted}"
assert sum(counted.values()) > 100000, counted
