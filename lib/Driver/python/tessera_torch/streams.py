# ===- streams.py - Streams, events and graphs of torch.cuda ------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""torch.cuda's streams, events and graphs, which are the driver's. Torch computes in
the order of the current stream: the host waits for that stream, and computes."""

import ctypes
import traceback

import torch

from . import driver, pools
from .driver import call, on_device, succeeds, typed_call

#: The captures under way, by the stream's handle.
_captures = {}


def _handle(stream):
    return ctypes.c_void_p(stream.stream_id)


def _current_handle(device):
    return driver.GUARD["getStream"](None, driver.Device(1, device)).id


class Stream(torch.Stream):
    """A stream of the driver: a new one, or the one with this handle."""

    def __new__(
        cls,
        device=None,
        priority=0,
        *,
        cuda_stream=None,
        stream_id=None,
        device_index=None,
        device_type=None,
    ):
        device = driver.device_index(device if device_index is None else device_index)
        handle = stream_id if cuda_stream is None else cuda_stream
        if handle is None:
            place = torch.device("cuda", device)
            return typed_call(lambda: torch.Stream.__new__(cls, place, priority=priority))
        return torch.Stream.__new__(cls, stream_id=handle, device_index=device, device_type=1)

    @property
    def cuda_stream(self):
        return self.stream_id

    @property
    def priority(self):
        priority = ctypes.c_int()
        self.call("cuStreamGetPriority", ctypes.byref(priority))
        return priority.value

    @property
    def _as_parameter_(self):
        return _handle(self)

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
        typed_call(super().synchronize)

    def query(self):
        return typed_call(super().query)

    def record_event(self, event=None):
        event = event or Event()
        event.record(self)
        return event

    def wait_event(self, event):
        event.wait(self)

    def wait_stream(self, stream):
        self.wait_event(stream.record_event())

    if not hasattr(torch.Stream, "is_capturing"):

        def is_capturing(self):
            return self.stream_id in _captures

    if not hasattr(torch.Stream, "__enter__"):

        def __enter__(self):
            self.contexts = [*getattr(self, "contexts", []), StreamContext(self)]
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

    def __new__(cls, stream_ptr, device=None, **_):
        return super().__new__(cls, device, cuda_stream=stream_ptr)


class Event(torch.Event):
    """An event of the driver, made when it is needed first, on the device of the stream that
    is the first to record it."""

    def __new__(cls, enable_timing=False, blocking=False, interprocess=False, **_):
        if interprocess:
            cls = SharedEvent
        self = torch.Event.__new__(cls, "cuda", enable_timing=enable_timing, blocking=blocking)
        self.enable_timing = enable_timing
        return self

    @classmethod
    def from_ipc_handle(cls, device, handle):
        """Returns the event of another process, which need not record it again."""
        return SharedEvent.opened(driver.device_index(device), handle)

    def ipc_handle(self):
        raise RuntimeError("Only an event with interprocess=True has a handle for processes")

    @property
    def cuda_event(self):
        return self.event_id

    def record(self, stream=None):
        typed_call(super().record, current_stream() if stream is None else stream)

    def wait(self, stream=None):
        typed_call(super().wait, current_stream() if stream is None else stream)

    def query(self):
        return typed_call(super().query)

    def synchronize(self):
        typed_call(super().synchronize)

    def elapsed_time(self, end):
        if not (self.enable_timing and getattr(end, "enable_timing", True)):
            raise ValueError("Both events must be created with argument 'enable_timing=True'.")
        time, events = ctypes.c_float(), map(ctypes.c_void_p, (self.event_id, end.event_id))
        call("cuEventElapsedTime", ctypes.byref(time), *events)
        return time.value


class _IpcHandle(ctypes.Structure):
    """CUipcEventHandle."""

    _fields_ = [("reserved", ctypes.c_char * 64)]


class SharedEvent(Event):
    """An event for several processes. torch makes the others where a stream records them, and
    those of the driver that have a handle are made as such."""

    #: CU_EVENT_INTERPROCESS, and CU_EVENT_DISABLE_TIMING.
    _shared, _untimed = 4, 2

    @classmethod
    def opened(cls, device, handle):
        self = torch.Event.__new__(cls, "cuda")
        self.enable_timing, self.own = False, ctypes.c_void_p()
        with on_device(device):
            given = _IpcHandle.from_buffer_copy(handle)
            call("cuIpcOpenEventHandle", ctypes.byref(self.own), given)
        return self

    @property
    def _as_parameter_(self):
        # A queue sends events in a thread of its own.
        driver.require_context()
        if not hasattr(self, "own"):
            self.own, untimed = ctypes.c_void_p(), 0 if self.enable_timing else self._untimed
            call("cuEventCreate", ctypes.byref(self.own), self._shared | untimed)
        return self.own

    @property
    def cuda_event(self):
        return self._as_parameter_.value

    def ipc_handle(self):
        handle = _IpcHandle()
        call("cuIpcGetEventHandle", ctypes.byref(handle), self._as_parameter_)
        return bytes(handle)

    def record(self, stream=None):
        stream = current_stream() if stream is None else stream
        with on_device(stream.device_index):
            call("cuEventRecord", self._as_parameter_, _handle(stream))

    def wait(self, stream=None):
        stream = current_stream() if stream is None else stream
        stream.call("cuStreamWaitEvent", self._as_parameter_, 0)

    def query(self):
        return succeeds("cuEventQuery", self._as_parameter_)

    def synchronize(self):
        call("cuEventSynchronize", self._as_parameter_)

    def __del__(self):
        if hasattr(self, "own"):
            succeeds("cuEventDestroy_v2", self.own)


class CUDAGraph:
    """A graph captured from a stream. Operators of torch in it are nodes of the host, which
    compute on each launch."""

    #: The modes of cuStreamBeginCapture.
    modes = {"default": 0, "global": 0, "thread_local": 1, "relaxed": 2}

    def __init__(self, keep_graph=False):
        self.keep_graph, self.pool_id = keep_graph, None
        self.graph, self.executable = ctypes.c_void_p(), None
        #: The objects that nodes use.
        self.kept = []

    def capture_begin(self, pool=None, capture_error_mode="global", **_):
        self.reset()
        self.pool_id = pool
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
        self.pool_id = self.pool_id or pools.handle()
        return self.pool_id

    def register_generator_state(self, generator):
        """Operators of the host take new numbers on each launch, of any generator."""

    def raw_cuda_graph(self):
        return self.graph.value

    def enable_debug_mode(self):
        pass

    def debug_dump(self, path):
        call("cuGraphDebugDotPrint", self.graph, str(path).encode(), 0)

    def __del__(self):
        self.reset()


class AcceleratorGraph(CUDAGraph):
    """torch.accelerator.Graph, which captures the current stream in a block."""

    def __init__(self, keep_graph=False, *, pool=None, capture_error_mode="default"):
        super().__init__(keep_graph)
        self.graph_pool, self.capture_error_mode = pool, capture_error_mode

    def capture_begin(self):
        super().capture_begin(self.graph_pool, self.capture_error_mode)

    def __enter__(self):
        torch.accelerator.synchronize()
        self.capture_begin()

    def __exit__(self, *_):
        self.capture_end()


def default_stream(device=None):
    return Stream(device, cuda_stream=0)


def current_stream(device=None):
    device = driver.device_index(device)
    return Stream(device, cuda_stream=_current_handle(device))


def set_stream(stream):
    """Makes a stream the current one of its device, and that device current."""
    if stream is not None:
        device = driver.Device(1, stream.device_index)
        driver.GUARD["exchangeStream"](None, driver.Stream(device, stream.stream_id))
        driver.exchange_device(stream.device_index)


def capture_under_way(device=None):
    """Returns the graph into which the device's current stream is captured, if there is one."""
    return _captures.get(_current_handle(driver.device_index(device))) if _captures else None


def wait_for_current(device):
    """Lets the host see what the device's current stream has done."""
    with on_device(device):
        call("cuStreamSynchronize", ctypes.c_void_p(_current_handle(device)))


def start():
    """Replaces torch.cuda's classes and functions."""
    cuda, core = torch.cuda, torch._C
    for module in (cuda, cuda.streams):
        module.Stream, module.Event = Stream, Event
        module.ExternalStream = ExternalStream
    cuda.CUDAGraph = cuda.graphs.CUDAGraph = CUDAGraph
    if hasattr(torch.accelerator, "Graph"):
        torch.accelerator.Graph = torch.accelerator.graphs.Graph = AcceleratorGraph
    cuda.current_stream, cuda.default_stream = current_stream, default_stream
    cuda.set_stream, cuda.stream = set_stream, StreamContext
    cuda.StreamContext = StreamContext
    cuda.get_stream_from_external = ExternalStream
    # torch.cuda.graphs has its own name of this one.
    core._cuda_isCurrentStreamCapturing = lambda: capture_under_way() is not None
    cuda.is_current_stream_capturing = lambda: capture_under_way() is not None
    cuda.graphs.is_current_stream_capturing = cuda.is_current_stream_capturing
    core._cuda_getCurrentRawStream = lambda device: _current_handle(driver.device_index(device))
