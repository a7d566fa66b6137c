"""Work of two streams on the driver, by its API and nothing else.

usage: streams.py CASE [captured]

A CASE that fails ends the program with the number of its error; otherwise the
first element of each buffer is printed. Captured work runs as a graph. See
streams.test."""

import ctypes
import sys

PROGRAM = b"""
.version 8.0
.target sm_90
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

// The same, for a launch that others depend on, and one that does.
.visible .entry lead(.param .u64 data)
{
  .reg .b32 %r<4>;
  .reg .b64 %rd<4>;
  griddepcontrol.launch_dependents;
  ld.param.u64 %rd1, [data];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd2, %r1, 4;
  add.u64 %rd3, %rd1, %rd2;
  ld.global.u32 %r2, [%rd3];
  add.u32 %r2, %r2, 1;
  st.global.u32 [%rd3], %r2;
  ret;
}

.visible .entry follow(.param .u64 data)
{
  .reg .b32 %r<4>;
  .reg .b64 %rd<4>;
  ld.param.u64 %rd1, [data];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd2, %r1, 4;
  add.u64 %rd3, %rd1, %rd2;
  griddepcontrol.wait;
  ld.global.u32 %r2, [%rd3];
  add.u32 %r2, %r2, 1;
  st.global.u32 [%rd3], %r2;
  ret;
}

// Writes as many bytes further as the element says.
.visible .entry astray(.param .u64 data)
{
  .reg .b32 %r<4>;
  .reg .b64 %rd<4>;
  ld.param.u64 %rd1, [data];
  ld.global.u32 %r1, [%rd1];
  cvt.u64.u32 %rd2, %r1;
  add.u64 %rd3, %rd1, %rd2;
  st.global.u32 [%rd3], %r1;
  ret;
}

// Waits until the element is not zero, while others may start.
.visible .entry await(.param .u64 data)
{
  .reg .pred %p;
  .reg .b32 %r<4>;
  .reg .b64 %rd<4>;
  griddepcontrol.launch_dependents;
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


class Attribute(ctypes.Structure):
    _fields_ = [("id", ctypes.c_uint32), ("value", ctypes.c_uint32 * 17)]


class Config(ctypes.Structure):
    _fields_ = [
        ("grid", ctypes.c_uint32 * 3),
        ("block", ctypes.c_uint32 * 3),
        ("shared", ctypes.c_uint32),
        ("stream", ctypes.c_void_p),
        ("attributes", ctypes.POINTER(Attribute)),
        ("count", ctypes.c_uint32),
    ]


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

    def depend(self, kernel, stream, buffer, threads=COUNT):
        """A launch that may overlap with the one before it in the stream."""
        function = self.make("cuModuleGetFunction", self.module, kernel.encode())
        parameters = (ctypes.c_void_p * 1)(ctypes.addressof(self.buffers[buffer]))
        # Programmatic stream serialization.
        attribute = Attribute(6, (0, 1))
        config = Config(
            (1, 1, 1), (threads, 1, 1), 0, self.streams[stream],
            ctypes.pointer(attribute), 1,
        )  # fmt: skip
        call("cuLaunchKernelEx", ctypes.byref(config), function, parameters, None)

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
        """Later work in `second` follows the work that is in `first` now."""
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
    """The event is recorded before the launch that it should follow."""
    program.order(0, 1)
    program.launch("increment", 0, 0)
    program.launch("increment", 1, 0)


def flag(program):
    program.launch("await", 0, 0, threads=1)
    program.launch("signal", 1, 0, threads=1)


def dependent(program):
    """The copy, too, comes after both launches."""
    program.launch("lead", 0, 0)
    program.depend("follow", 0, 0)
    program.copy(0, 1, 0)


def hasty(program):
    """The second launch does not wait for the first one."""
    program.launch("lead", 0, 0)
    program.depend("increment", 0, 0)


def hasty_apart(program):
    """Nor does it here, but the work after it in the stream does."""
    program.launch("lead", 0, 0)
    program.depend("increment", 0, 1)
    program.launch("increment", 0, 0)


def hasty_middle(program):
    """The last launch waits for the second one, which did not wait itself."""
    program.launch("lead", 0, 0)
    program.depend("lead", 0, 1)
    program.depend("follow", 0, 0)


def filled(program):
    """The fill before the launch makes it access wrong memory."""
    program.fill(0, 0, 1024)
    program.launch("astray", 0, 0, threads=1)


def not_directly(program):
    """A fill stands between the launches."""
    program.launch("lead", 0, 0)
    program.fill(0, 1, 7)
    program.depend("increment", 0, 0)


def overlap(program):
    program.launch("await", 0, 0, threads=1)
    program.depend("signal", 0, 0, threads=1)


def captured(program, case):
    stream = program.streams[0]
    graph, executable = ctypes.c_void_p(), ctypes.c_void_p()
    call("cuStreamBeginCapture_v2", stream, 0)
    case(program)
    call("cuStreamEndCapture", stream, ctypes.byref(graph))
    call("cuGraphInstantiateWithFlags", ctypes.byref(executable), graph, 0)
    call("cuGraphLaunch", executable, stream)


if __name__ == "__main__":
    program = Program()
    case = globals()[sys.argv[1]]
    if sys.argv[2:]:
        captured(program, case)
    else:
        case(program)
    program.finish()
