"""Work of two streams on the driver, by its API and nothing else.

usage: streams.py CASE

A CASE that fails ends the program with the number of its error; otherwise the
first element of each buffer is printed. See streams.test."""

import ctypes
import sys

PROGRAM = b"""
.version 8.0
.target sm_80
.address_size 64

// Adds one to an element for each thread.
.visible .entry increment(.param .u64 data)
{
  .reg .b32 %r<4>;
  .reg .b64 %rd<4>;
  ld.param.u64 %rd1, [data];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd2, %r1, 4;
  add.u64 %rd3, %rd1, %rd2;
  ld.global.u32 %r2, [%rd3];
  add.u32 %r2, %r2, 1;
  st.global.u32 [%rd3], %r2;
  ret;
}

// Waits until the element is not zero.
.visible .entry await(.param .u64 data)
{
  .reg .pred %p;
  .reg .b32 %r<4>;
  .reg .b64 %rd<4>;
  ld.param.u64 %rd1, [data];
again:
  ld.acquire.gpu.global.u32 %r1, [%rd1];
  setp.eq.u32 %p, %r1, 0;
  @%p bra again;
  ret;
}

.visible .entry signal(.param .u64 data)
{
  .reg .b32 %r<4>;
  .reg .b64 %rd<4>;
  ld.param.u64 %rd1, [data];
  mov.u32 %r1, 1;
  st.release.gpu.global.u32 [%rd1], %r1;
  ret;
}
"""

COUNT = 32
cuda = ctypes.CDLL("libcuda.so.1")


def call(name, *arguments):
    error = getattr(cuda, name)(*arguments)
    if error:
        print(f"{name}: {error}", flush=True)
        sys.exit(1)


class Program:
    def __init__(self):
        call("cuInit", 0)
        context = ctypes.c_void_p()
        call("cuDevicePrimaryCtxRetain", ctypes.byref(context), 0)
        call("cuCtxSetCurrent", context)
        self.module = ctypes.c_void_p()
        call("cuModuleLoadData", ctypes.byref(self.module), PROGRAM)
        self.streams = [self.make("cuStreamCreate", 1) for _ in range(2)]
        self.buffers = [ctypes.c_uint64() for _ in range(2)]
        for buffer in self.buffers:
            call("cuMemAlloc_v2", ctypes.byref(buffer), 4 * COUNT)
            call("cuMemsetD32_v2", buffer, 0, COUNT)

    def make(self, name, *arguments):
        handle = ctypes.c_void_p()
        call(name, ctypes.byref(handle), *arguments)
        return handle

    def launch(self, kernel, stream, buffer, threads=COUNT):
        function = self.make("cuModuleGetFunction", self.module, kernel.encode())
        parameters = (ctypes.c_void_p * 1)(ctypes.addressof(self.buffers[buffer]))
        call(
            "cuLaunchKernel", function, 1, 1, 1, threads, 1, 1, 0,
            self.streams[stream], parameters, None,
        )  # fmt: skip

    def copy(self, stream, to, source):
        call(
            "cuMemcpyDtoDAsync_v2", self.buffers[to], self.buffers[source],
            ctypes.c_size_t(4 * COUNT), self.streams[stream],
        )  # fmt: skip

    def fill(self, stream, buffer, value):
        call(
            "cuMemsetD32Async", self.buffers[buffer], value,
            ctypes.c_size_t(COUNT), self.streams[stream],
        )  # fmt: skip

    def order(self, first, second):
        """What comes later in `second` follows what is in `first` now."""
        event = self.make("cuEventCreate", 0)
        call("cuEventRecord", event, self.streams[first])
        call("cuStreamWaitEvent", self.streams[second], event, 0)

    def finish(self):
        call("cuCtxSynchronize")
        host = (ctypes.c_uint32 * COUNT)()
        values = []
        for buffer in self.buffers:
            call("cuMemcpyDtoH_v2", host, buffer, ctypes.c_size_t(4 * COUNT))
            values.append(host[0])
        print(*values)


def ordered(program):
    program.launch("increment", 0, 0)
    program.launch("increment", 0, 0)
    program.order(0, 1)
    program.launch("increment", 1, 0)
    program.copy(1, 1, 0)
    program.launch("increment", 1, 1)
    program.order(1, 0)
    program.fill(0, 0, 7)


def apart(program):
    for _ in range(3):
        program.launch("increment", 0, 0)
        program.launch("increment", 1, 1)


def launches(program):
    program.launch("increment", 0, 0)
    program.launch("increment", 1, 0)


def copy(program):
    program.launch("increment", 0, 0)
    program.copy(1, 1, 0)


def fill(program):
    program.fill(1, 0, 7)
    program.launch("increment", 0, 0)


def copies(program):
    program.copy(0, 1, 0)
    program.fill(1, 1, 7)


def late(program):
    """The event is recorded before the launch that it should be behind."""
    program.order(0, 1)
    program.launch("increment", 0, 0)
    program.launch("increment", 1, 0)


def flag(program):
    program.launch("await", 0, 0, threads=1)
    program.launch("signal", 1, 0, threads=1)


if __name__ == "__main__":
    program = Program()
    globals()[sys.argv[1]](program)
    program.finish()
