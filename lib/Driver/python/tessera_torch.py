# ===- tessera_torch.py - torch without a GPU says device="cuda" --------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Tensors stay in the memory of the host, where torch has them. The memory is lent to the
device when a kernel takes a tensor: an address of the device is one of the host. Requests
for the device "cuda" get a tensor of the host, and torch.cuda calls the driver."""

import ctypes
import types
import weakref

_cuda = ctypes.CDLL("libcuda.so.1")
_pythonapi = ctypes.pythonapi
_pythonapi.PyCapsule_GetPointer.restype = ctypes.c_void_p
_pythonapi.PyCapsule_GetPointer.argtypes = [ctypes.py_object, ctypes.c_char_p]

#: The tensors that use each lent piece of memory, by its address; each tensor once,
#: however often it is passed to a launch.
_holders = {}

#: The alignment of tensors that CUDA allocates. torch's allocator also rounds sizes up to
#: it, so that a kernel may read to the end of the last multiple.
_ALIGNMENT = 512

#: The rounded sizes of storages that have been moved to aligned memory, by address.
_rooms = {}


def _check(result):
    if result:
        name = ctypes.c_char_p()
        _cuda.cuGetErrorName(result, ctypes.byref(name))
        raise RuntimeError(f"CUDA error: {(name.value or b'unknown').decode()}")


def _require_context():
    current = ctypes.c_void_p()
    _check(_cuda.cuInit(0))
    _check(_cuda.cuCtxGetCurrent(ctypes.byref(current)))
    if not current:
        _check(_cuda.cuDevicePrimaryCtxRetain(ctypes.byref(current), 0))
        _check(_cuda.cuCtxSetCurrent(current))


def _take_back(holder, address):
    """Called when a tensor has died. After the last one the memory is unregistered, which
    waits for launches that use it."""
    _holders[address].discard(holder)
    if not _holders[address]:
        del _holders[address]
        _cuda.cuMemHostUnregister(ctypes.c_void_p(address))


def _lend(tensor):
    storage = tensor.untyped_storage()
    address, size = storage.data_ptr(), storage.nbytes()
    if not size:
        return
    _require_context()
    if address not in _holders:
        _check(
            _cuda.cuMemHostRegister_v2(
                ctypes.c_void_p(address), ctypes.c_size_t(max(size, _rooms.get(address, 0))), 0
            )
        )
        _holders[address] = set()
    # The id is unique while this tensor lives.
    holder = id(tensor)
    if holder not in _holders[address]:
        _holders[address].add(holder)
        weakref.finalize(tensor, _take_back, holder, address).atexit = False


def _align(torch, tensor):
    """Moves a new tensor to memory with the alignment and size that the device gives."""
    storage = tensor.untyped_storage()
    size = storage.nbytes()
    if not size or (storage.data_ptr() % _ALIGNMENT == 0 and size % _ALIGNMENT == 0):
        return
    room = -(-size // _ALIGNMENT) * _ALIGNMENT
    memory = (ctypes.c_char * (room + _ALIGNMENT))()
    start = -ctypes.addressof(memory) % _ALIGNMENT
    _rooms[ctypes.addressof(memory) + start] = room
    weakref.finalize(memory, _rooms.pop, ctypes.addressof(memory) + start).atexit = False
    ctypes.memmove(ctypes.addressof(memory) + start, storage.data_ptr(), size)
    place = torch.frombuffer(memory, dtype=torch.uint8, count=size, offset=start)
    moved = torch.empty(0, dtype=tensor.dtype)
    moved.set_(
        place.untyped_storage(), tensor.storage_offset(), tensor.shape, tensor.stride()
    )
    tensor.data = moved


def _on_device(to_dlpack):
    """Wraps `to_dlpack`: its capsules name the device as the owner of the memory, which is
    true because the memory is lent first."""

    def lent_to_dlpack(tensor, *arguments, **options):
        capsule = to_dlpack(tensor, *arguments, **options)
        _lend(tensor)
        managed = _pythonapi.PyCapsule_GetPointer(capsule, b"dltensor")
        # kDLCUDA; the type of the device follows the address of the data.
        ctypes.c_int32.from_address(managed + 8).value = 2
        return capsule

    return lent_to_dlpack


def _modes(torch):
    from torch.overrides import TorchFunctionMode

    def host(value):
        """Returns `value`, or the host if it names the device."""
        if isinstance(value, str) and value.split(":")[0] == "cuda":
            return "cpu"
        if isinstance(value, torch.device) and value.type == "cuda":
            return torch.device("cpu")
        return value

    class OnHost(TorchFunctionMode):
        """Makes tensors for the device on the host."""

        def __torch_function__(self, function, types, arguments=(), options=None):
            options = dict(options or {})
            if function is torch.Tensor.cuda:
                return arguments[0]
            # A caller that gets an address passes it to a kernel, as Triton's launcher does.
            if function is torch.Tensor.data_ptr:
                _lend(arguments[0])
            is_made = False
            if "device" in options:
                device = options["device"]
                options["device"] = "cpu" if type(device) is int else host(device)
                is_made = options["device"] is not device
            if function is torch.Tensor.to:
                arguments = tuple(map(host, arguments))
            options.pop("pin_memory", None)
            result = function(*arguments, **options)
            given = any(result is argument for argument in arguments)
            if is_made and type(result) is torch.Tensor and not given:
                _align(torch, result)
            return result

    return OnHost()


def _stream_classes(torch):
    class Stream:
        """A stream of the driver: a new one, or the one with this handle."""

        def __init__(self, device=None, priority=0, cuda_stream=None, **_):
            self.cuda_stream = cuda_stream
            if cuda_stream is None:
                handle = ctypes.c_void_p()
                _require_context()
                _check(_cuda.cuStreamCreate(ctypes.byref(handle), 1))
                self.cuda_stream = handle.value
            self.device = torch.device("cuda", 0)
            self.before = []

        def __cuda_stream__(self):
            return 0, self.cuda_stream

        def synchronize(self):
            _require_context()
            _check(_cuda.cuStreamSynchronize(ctypes.c_void_p(self.cuda_stream)))

        def query(self):
            return _cuda.cuStreamQuery(ctypes.c_void_p(self.cuda_stream)) == 0

        def record_event(self, event=None):
            event = event or Event()
            event.record(self)
            return event

        def wait_event(self, event):
            _check(
                _cuda.cuStreamWaitEvent(
                    ctypes.c_void_p(self.cuda_stream), event.cuda_event, 0
                )
            )

        def wait_stream(self, stream):
            self.wait_event(stream.record_event())

        def __enter__(self):
            self.before.append(_current[0])
            _current[0] = self

        def __exit__(self, *_):
            _current[0] = self.before.pop()

    class Event:
        def __init__(self, enable_timing=False, **_):
            self.cuda_event = ctypes.c_void_p()
            _require_context()
            flags = 0 if enable_timing else 2
            _check(_cuda.cuEventCreate(ctypes.byref(self.cuda_event), flags))

        def record(self, stream=None):
            stream = ctypes.c_void_p((stream or _current[0]).cuda_stream)
            _check(_cuda.cuEventRecord(self.cuda_event, stream))

        def wait(self, stream=None):
            (stream or _current[0]).wait_event(self)

        def query(self):
            return _cuda.cuEventQuery(self.cuda_event) == 0

        def synchronize(self):
            _check(_cuda.cuEventSynchronize(self.cuda_event))

        def elapsed_time(self, end):
            time = ctypes.c_float()
            _check(
                _cuda.cuEventElapsedTime(
                    ctypes.byref(time), self.cuda_event, end.cuda_event
                )
            )
            return time.value

    _current = [Stream(cuda_stream=0)]
    return Stream, Event, _current


def _attribute(number):
    value = ctypes.c_int()
    _require_context()
    _check(_cuda.cuDeviceGetAttribute(ctypes.byref(value), number, 0))
    return value.value


def _capability(device=None):
    return _attribute(75), _attribute(76)


#: What torch.cuda.get_device_properties tells, by the numbers of CUdevice_attribute.
_PROPERTIES = {
    "multi_processor_count": 16,
    "major": 75,
    "minor": 76,
    "warp_size": 10,
    "max_threads_per_block": 1,
    "max_threads_per_multi_processor": 39,
    "regs_per_multiprocessor": 82,
    "shared_memory_per_block": 8,
    "shared_memory_per_block_optin": 97,
    "shared_memory_per_multiprocessor": 81,
    "L2_cache_size": 38,
    "clock_rate": 13,
    "memory_clock_rate": 36,
    "memory_bus_width": 37,
    "is_integrated": 18,
    "is_multi_gpu_board": 84,
    "pci_bus_id": 33,
    "pci_device_id": 34,
    "pci_domain_id": 50,
}


def _properties(device=None):
    told = {name: _attribute(number) for name, number in _PROPERTIES.items()}
    memory = ctypes.c_size_t()
    _check(_cuda.cuDeviceTotalMem_v2(ctypes.byref(memory), 0))
    return types.SimpleNamespace(name=_name(), total_memory=memory.value, **told)


def _name(device=None):
    name = ctypes.create_string_buffer(100)
    _require_context()
    _check(_cuda.cuDeviceGetName(name, 100, 0))
    return name.value.decode()


def _synchronize(device=None):
    _require_context()
    _check(_cuda.cuCtxSynchronize())


def start(torch):
    """Gives `torch`, which has just been imported, the device "cuda"."""
    stream, event, current = _stream_classes(torch)
    cuda = torch.cuda
    cuda.Stream, cuda.Event = stream, event
    default = current[0]
    cuda.current_stream = lambda device=None: current[0]
    cuda.default_stream = lambda device=None: default
    cuda.stream = lambda stream: stream
    cuda.synchronize = _synchronize
    cuda.get_device_capability, cuda.get_device_name = _capability, _name
    cuda.is_available = cuda.is_initialized = lambda: True
    cuda.device_count = lambda: 1
    cuda.current_device = lambda: 0
    cuda.init = cuda.empty_cache = lambda: None
    cuda.set_device = lambda device: None
    # torch.manual_seed calls these; tensors are made by the host's generator.
    seed = torch.default_generator.manual_seed
    cuda.manual_seed = cuda.manual_seed_all = lambda value: seed(int(value)) and None
    cuda.get_device_properties = _properties
    cuda.is_bf16_supported = lambda *_, **__: _capability() >= (8, 0)
    torch._C._cuda_getCurrentRawStream = lambda device: current[0].cuda_stream or 0
    torch._C._to_dlpack = _on_device(torch._C._to_dlpack)
    _modes(torch).__enter__()
