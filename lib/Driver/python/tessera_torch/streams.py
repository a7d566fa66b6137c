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

from . import driver
from .driver import call, on_device, succeeds

#: The `streams` that each thread has made current, by the number of their device, and the
#: `task` in which it did so: a thread of the engine computes those of all threads.
_thread = threading.local()

#: The streams that were current where each `backward` under way was called, by the identity of
#: their dictionary; for the engine's threads.
_of_backward = {}

#: The captures under way, by the stream's handle.
_captures = {}


def _handle(stream):
    return ctypes.c_void_p(stream.cuda_stream)


class Stream:
    """A stream of the driver: a new one, or the one with this handle."""

    def __init__(
        self,
        device=None,
        priority=0,
        cuda_stream=None,
        stream_id=None,
        device_index=None,
        device_type=None,
    ):
        import torch

        self.priority, self.device_type = priority, 1
        self.device_index = driver.device_index(device if device_index is None else device_index)
        self.device = torch.device("cuda", self.device_index)
        self.cuda_stream = stream_id if cuda_stream is None else cuda_stream
        if self.cuda_stream is None:
            handle = ctypes.c_void_p()
            with on_device(self.device_index):
                call("cuStreamCreateWithPriority", ctypes.byref(handle), 1, priority)
            self.cuda_stream = handle.value
        self.contexts = []

    @property
    def stream_id(self):
        return self.cuda_stream

    @property
    def _as_parameter_(self):
        return _handle(self)

    def __eq__(self, other):
        return isinstance(other, Stream) and other._identity() == self._identity()

    def __hash__(self):
        return hash(self._identity())

    def _identity(self):
        return self.device_index, self.cuda_stream

    def __repr__(self):
        return f"<torch.cuda.Stream device={self.device} cuda_stream={self.cuda_stream:#x}>"

    def __cuda_stream__(self):
        return 0, self.cuda_stream

    @staticmethod
    def priority_range():
        return 0, -5

    def call(self, name, *arguments):
        """Calls the driver's function `name` for this stream: each device has a default
        stream, and all of these have one handle."""
        with on_device(self.device_index):
            call(name, _handle(self), *arguments)

    def synchronize(self):
        self.call("cuStreamSynchronize")

    def query(self):
        with on_device(self.device_index):
            return succeeds("cuStreamQuery", _handle(self))

    def is_capturing(self):
        return self.cuda_stream in _captures

    def record_event(self, event=None):
        event = event or Event()
        event.record(self)
        return event

    def wait_event(self, event):
        if event.is_made():
            self.call("cuStreamWaitEvent", event.handle(), 0)

    def wait_stream(self, stream):
        self.wait_event(stream.record_event())

    def __enter__(self):
        self.contexts.append(StreamContext(self))
        self.contexts[-1].__enter__()
        return self

    def __exit__(self, *_):
        self.contexts.pop().__exit__()


class StreamContext:
    """Makes a stream, or none, and its device current in a block."""

    def __init__(self, stream):
        self.stream = stream

    def __enter__(self):
        if self.stream is not None:
            self.before = current_stream(), current_stream(self.stream.device)
            set_stream(self.stream)

    def __exit__(self, *_):
        if self.stream is not None:
            for stream in reversed(self.before):
                set_stream(stream)


class ExternalStream(Stream):
    """The stream with this handle, which another library has made."""

    def __init__(self, stream_ptr, device=None, **_):
        super().__init__(device, cuda_stream=stream_ptr)


class Event:
    """An event of the driver, made when it is needed first, on the device of the stream that
    is the first to record it."""

    def __init__(self, enable_timing=False, blocking=False, interprocess=False, **_):
        self.device = None
        self.flags = (0 if enable_timing else 2) | (1 if blocking else 0)
        self._made = None

    def is_made(self):
        return self._made is not None

    def handle(self, device=None):
        import torch

        if self._made is None:
            made, index = ctypes.c_void_p(), driver.device_index(device)
            with on_device(index):
                call("cuEventCreate", ctypes.byref(made), self.flags)
            self._made, self.device = made, torch.device("cuda", index)
        return self._made

    @property
    def cuda_event(self):
        return self.handle().value

    def record(self, stream=None):
        stream = stream or current_stream()
        with on_device(stream.device_index):
            call("cuEventRecord", self.handle(stream.device_index), _handle(stream))

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
        self.stream.call("cuStreamBeginCapture_v2", self.modes[capture_error_mode])
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
        self.stream.call("cuLaunchHostFunc", node, None)

    def capture_end(self):
        del _captures[self.stream.cuda_stream]
        self.stream.call("cuStreamEndCapture", ctypes.byref(self.graph))
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


_default = {}


def default_stream(device=None):
    device = driver.device_index(device)
    if device not in _default:
        _default[device] = Stream(device, cuda_stream=0)
    return _default[device]


def _current_streams():
    """Returns this thread's streams other than the default ones, by the number of their
    device. A thread of the engine begins each task with those of the latest `backward`."""
    task = _task_of_engine()
    if not hasattr(_thread, "streams") or _thread.task != task:
        callers = [*_of_backward.values()] if task is not None else []
        _thread.task, _thread.streams = task, dict(callers[-1] if callers else {})
    return _thread.streams


def current_stream(device=None):
    device = driver.device_index(device)
    return _current_streams().get(device) or default_stream(device)


def _task_of_engine():
    """Returns the number of the task that a thread of the engine computes, or None: such is
    no thread that Python has started."""
    import torch

    task = torch._C._current_graph_task_id()
    if task == -1 or not isinstance(threading.current_thread(), threading._DummyThread):
        return None
    return task


def _on_stream_of_caller(run_backward):
    def run(*arguments, **options):
        streams = _current_streams()
        own, task = dict(streams), _thread.task
        _of_backward[id(own)] = own
        try:
            return run_backward(*arguments, **options)
        finally:
            del _of_backward[id(own)]
            # This thread may have computed a task inside of its own.
            _thread.task, _thread.streams = task, streams

    return run


def set_stream(stream):
    """Makes a stream the current one of its device, and that device current."""
    if stream is not None:
        _current_streams()[stream.device_index] = stream
        driver.exchange_device(stream.device_index)


def capture_under_way(device=None):
    """Returns the graph into which the device's current stream is captured, if there is one."""
    return _captures.get(current_stream(device).cuda_stream) if _captures else None


def wait_for_current(device):
    """Lets the host see what the device's current stream has done."""
    current_stream(device).synchronize()


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
    core._cuda_getCurrentRawStream = lambda device: current_stream(device).cuda_stream
