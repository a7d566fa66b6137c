# ===- streams.py - Streams, events and graphs of torch.cuda ------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""torch.cuda's streams, events and graphs, which are the driver's. Torch computes in
the order of the current stream: the host waits for that stream, and computes."""

import ctypes
import threading
import traceback

from .driver import call, require_context, succeeds

#: The current stream of each thread.
_thread = threading.local()

#: The stream that was current where `backward` was called; for the engine's threads.
_of_backward = []

#: The captures under way, by the stream's handle.
_captures = {}


def _handle(stream):
    return ctypes.c_void_p(stream.cuda_stream)


class Stream:
    """A stream of the driver: a new one, or the one with this handle."""

    def __init__(self, device=None, priority=0, cuda_stream=None, stream_id=None, **_):
        import torch

        require_context()
        self.priority = priority
        self.device = torch.device("cuda", 0)
        self.device_index, self.device_type = 0, 1
        self.cuda_stream = stream_id if cuda_stream is None else cuda_stream
        if self.cuda_stream is None:
            handle = ctypes.c_void_p()
            call("cuStreamCreateWithPriority", ctypes.byref(handle), 1, priority)
            self.cuda_stream = handle.value
        self.before = []

    @property
    def stream_id(self):
        return self.cuda_stream

    @property
    def _as_parameter_(self):
        return _handle(self)

    def __eq__(self, other):
        return isinstance(other, Stream) and other.cuda_stream == self.cuda_stream

    def __hash__(self):
        return hash(self.cuda_stream)

    def __repr__(self):
        return f"<torch.cuda.Stream device={self.device} cuda_stream={self.cuda_stream:#x}>"

    def __cuda_stream__(self):
        return 0, self.cuda_stream

    @staticmethod
    def priority_range():
        return 0, -5

    def synchronize(self):
        require_context()
        call("cuStreamSynchronize", _handle(self))

    def query(self):
        return succeeds("cuStreamQuery", _handle(self))

    def is_capturing(self):
        return self.cuda_stream in _captures

    def record_event(self, event=None):
        event = event or Event()
        event.record(self)
        return event

    def wait_event(self, event):
        call("cuStreamWaitEvent", _handle(self), event.handle(), 0)

    def wait_stream(self, stream):
        self.wait_event(stream.record_event())

    def __enter__(self):
        self.before.append(current_stream())
        set_stream(self)
        return self

    def __exit__(self, *_):
        set_stream(self.before.pop())


class StreamContext:
    """Makes a stream, or none, the current one in a block."""

    def __init__(self, stream):
        self.stream = stream

    def __enter__(self):
        if self.stream is not None:
            self.stream.__enter__()

    def __exit__(self, *_):
        if self.stream is not None:
            self.stream.__exit__()


class ExternalStream(Stream):
    """The stream with this handle, which another library has made."""

    def __init__(self, stream_ptr, device=None, **_):
        super().__init__(cuda_stream=stream_ptr)


class Event:
    """An event of the driver, made when it is needed first."""

    def __init__(self, enable_timing=False, blocking=False, interprocess=False, **_):
        import torch

        self.device = torch.device("cuda", 0)
        self.flags = (0 if enable_timing else 2) | (1 if blocking else 0)
        self._made = None

    def handle(self):
        if self._made is None:
            require_context()
            self._made = ctypes.c_void_p()
            call("cuEventCreate", ctypes.byref(self._made), self.flags)
        return self._made

    @property
    def cuda_event(self):
        return self.handle().value

    def record(self, stream=None):
        call("cuEventRecord", self.handle(), _handle(stream or current_stream()))

    def wait(self, stream=None):
        (stream or current_stream()).wait_event(self)

    def query(self):
        return self._made is None or succeeds("cuEventQuery", self._made)

    def synchronize(self):
        if self._made is not None:
            call("cuEventSynchronize", self._made)

    def elapsed_time(self, end):
        if (self.flags | end.flags) & 2:
            raise ValueError("Both events must be created with argument 'enable_timing=True'.")
        time = ctypes.c_float()
        call("cuEventElapsedTime", ctypes.byref(time), self.handle(), end.handle())
        return time.value

    def __del__(self):
        if self._made is not None:
            succeeds("cuEventDestroy_v2", self._made)


class CUDAGraph:
    """A graph captured from a stream. Operators of torch in it are nodes of the host, which
    compute on each launch."""

    #: The modes of cuStreamBeginCapture.
    modes = {"global": 0, "thread_local": 1, "relaxed": 2}

    def __init__(self, keep_graph=False):
        self.keep_graph = keep_graph
        self.graph, self.executable = ctypes.c_void_p(), None
        #: The objects that nodes use.
        self.kept = []

    def capture_begin(self, pool=None, capture_error_mode="global", **_):
        self.reset()
        self.stream = current_stream()
        mode = self.modes[capture_error_mode]
        call("cuStreamBeginCapture_v2", _handle(self.stream), mode)
        _captures[self.stream.cuda_stream] = self

    def add_host_function(self, function, values):
        """Adds a call of `function`; `values` live as long as the graph."""

        def run(_):
            try:
                function()
            except Exception:
                traceback.print_exc()

        node = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(run)
        self.kept.append((node, values))
        call("cuLaunchHostFunc", _handle(current_stream()), node, None)

    def capture_end(self):
        del _captures[self.stream.cuda_stream]
        call("cuStreamEndCapture", _handle(self.stream), ctypes.byref(self.graph))
        if not self.keep_graph:
            self.instantiate()

    def instantiate(self):
        self.executable = ctypes.c_void_p()
        call(
            "cuGraphInstantiateWithFlags",
            ctypes.byref(self.executable),
            self.graph,
            ctypes.c_uint64(0),
        )

    def replay(self):
        if self.executable is None:
            self.instantiate()
        call("cuGraphLaunch", self.executable, _handle(current_stream()))

    def reset(self):
        if self.executable is not None:
            succeeds("cuGraphExecDestroy", self.executable)
        if self.graph:
            succeeds("cuGraphDestroy", self.graph)
        self.graph, self.executable, self.kept = ctypes.c_void_p(), None, []

    def pool(self):
        return 0, 0

    def raw_cuda_graph(self):
        return self.graph.value

    def enable_debug_mode(self):
        pass

    def debug_dump(self, path):
        call("cuGraphDebugDotPrint", self.graph, str(path).encode(), 0)

    def __del__(self):
        self.reset()


_default = []


def default_stream(device=None):
    require_context()
    if not _default:
        _default.append(Stream(cuda_stream=0))
    return _default[0]


def current_stream(device=None):
    require_context()
    stream = getattr(_thread, "stream", None)
    if stream is None and _of_backward and _is_of_engine():
        stream = _of_backward[-1]
    return stream or default_stream()


def _is_of_engine():
    """Returns True in a thread that Python has not started."""
    return isinstance(threading.current_thread(), threading._DummyThread)


def _on_stream_of_caller(run_backward):
    def run(*arguments, **options):
        _of_backward.append(current_stream())
        try:
            return run_backward(*arguments, **options)
        finally:
            _of_backward.pop()

    return run


def set_stream(stream):
    if stream is not None:
        _thread.stream = stream


def capture_under_way():
    """Returns the graph into which the current stream is captured, if there is one."""
    return _captures.get(current_stream().cuda_stream) if _captures else None


def wait_for_current():
    """Lets the host see what the current stream has done."""
    call("cuStreamSynchronize", _handle(current_stream()))


def start(torch):
    """Replaces torch.cuda's classes and functions."""
    cuda, core = torch.cuda, torch._C
    for module in (cuda, cuda.streams):
        module.Stream, module.Event = Stream, Event
        module.ExternalStream = ExternalStream
    cuda.CUDAGraph = cuda.graphs.CUDAGraph = CUDAGraph
    cuda.current_stream, cuda.default_stream = current_stream, default_stream
    cuda.set_stream, cuda.stream = set_stream, StreamContext
    cuda.StreamContext = StreamContext
    cuda.get_stream_from_external = ExternalStream
    cuda.graph_pool_handle = cuda.graphs.graph_pool_handle = lambda: (0, 0)
    # torch.cuda.graphs has its own name of this one.
    core._cuda_isCurrentStreamCapturing = lambda: capture_under_way() is not None
    cuda.is_current_stream_capturing = lambda: capture_under_way() is not None
    cuda.graphs.is_current_stream_capturing = cuda.is_current_stream_capturing
    graph = torch.autograd.graph
    graph._engine_run_backward = _on_stream_of_caller(graph._engine_run_backward)
    torch.autograd._engine_run_backward = graph._engine_run_backward
    # Memory is given back to the driver, which waits for launches that use it.
    torch.Tensor.record_stream = lambda tensor, stream: None
    core._cuda_getCurrentRawStream = lambda device: current_stream().cuda_stream
