"""Prints, in microseconds, the time between two events around work of streams.

usage: clock.py CASE[*COUNT]..."""

import ctypes
import sys

cuda = ctypes.CDLL("libcuda.so.1")
BYTES = 33_520_000


def call(name, *arguments):
    result = getattr(cuda, name)(*arguments)
    if result:
        sys.exit(f"{name}: {result}")


def made(name, *arguments, kind=ctypes.c_void_p):
    value = kind()
    call(name, ctypes.byref(value), *arguments)
    return value


call("cuInit", 0)
call("cuCtxSetCurrent", made("cuDevicePrimaryCtxRetain", 0))
first, second = (made("cuStreamCreate", 1) for _ in range(2))
begin, end = (made("cuEventCreate", 0) for _ in range(2))
memory, other = (made("cuMemAlloc_v2", ctypes.c_size_t(BYTES)) for _ in range(2))


def fill(stream):
    where = memory if stream is first else other
    call("cuMemsetD8Async", where, 0, ctypes.c_size_t(BYTES), stream)


def copy(stream):
    call("cuMemcpyDtoDAsync_v2", other, memory, ctypes.c_size_t(BYTES), stream)


def ordered():
    """The second stream fills between, and the first waits for it."""
    event = made("cuEventCreate", 2)
    call("cuEventRecord", event, first)
    call("cuStreamWaitEvent", second, event, 0)
    fill(second)
    call("cuEventRecord", event, second)
    call("cuStreamWaitEvent", first, event, 0)


CASES = {
    "none": lambda: None,
    "fill": lambda: fill(first),
    "fills": lambda: (fill(first), fill(first)),
    "copy": lambda: copy(first),
    "beside": lambda: (fill(first), fill(second), fill(second)),
    "ordered": ordered,
}
for argument in sys.argv[1:]:
    case, _, count = argument.partition("*")
    for _ in range(int(count or 1)):
        call("cuEventRecord", begin, first)
        CASES[case]()
        call("cuEventRecord", end, first)
        call("cuCtxSynchronize")
        time = made("cuEventElapsedTime", begin, end, kind=ctypes.c_float)
    print(case, round(time.value * 1000, 3))
