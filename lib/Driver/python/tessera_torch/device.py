# ===- device.py - What torch.cuda says of the device ------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""torch.cuda is Python above functions of torch._C, which a torch for the host lacks, and a
torch for CUDA takes from its runtime. Here they are by the driver. Random numbers of all
devices are those of the host's generator."""

import ctypes
import functools
import types
import uuid

from . import driver, memory, one_device
from .driver import attribute, call, device_index, require_context

#: The properties of torch.cuda.get_device_properties, as numbers of CUdevice_attribute.
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


def _capability(device=None):
    return driver.capability(device_index(device))


def _name(device=None):
    name = ctypes.create_string_buffer(100)
    call("cuDeviceGetName", name, 100, device_index(device))
    return name.value.decode()


def _properties(device=None):
    device = device_index(device)
    told = {name: attribute(number, device) for name, number in _PROPERTIES.items()}
    total, identity = ctypes.c_size_t(), ctypes.create_string_buffer(16)
    call("cuDeviceTotalMem_v2", ctypes.byref(total), device)
    call("cuDeviceGetUuid_v2", identity, device)
    told["uuid"] = uuid.UUID(bytes=identity.raw)
    name = _name(device)
    return _CudaDeviceProperties(
        name=name, total_memory=total.value, gcnArchName=name, **told
    )


class _CudaDeviceProperties(types.SimpleNamespace):
    """Named as torch's own class, since programs print it."""


def _memory_info(device=None):
    free, total = ctypes.c_size_t(), ctypes.c_size_t()
    with driver.on_device(device_index(device)):
        call("cuMemGetInfo_v2", ctypes.byref(free), ctypes.byref(total))
    return free.value, total.value


def _exchange_device(device):
    """As torch's: a negative number changes nothing."""
    return -1 if device < 0 else driver.exchange_device(device_index(device))


def _set_device(device):
    driver.exchange_device(device_index(device))


def _can_access_peer(device, peer):
    can = ctypes.c_int()
    call("cuInit", 0)
    call("cuDeviceCanAccessPeer", ctypes.byref(can), device, peer)
    return bool(can.value)


def _synchronize(device=None):
    with driver.on_device(device_index(device)):
        call("cuCtxSynchronize")


def _statistics(device=None):
    """The figures in the form that torch.cuda.memory_stats flattens."""
    none, told = memory.Figures(), memory.usage[device_index(device)]
    allocations, allocated_bytes = told.allocations, told.allocated_bytes
    figures = {"allocation": allocations, "active": allocations, "segment": allocations}
    for name in ("allocated_bytes", "reserved_bytes", "active_bytes", "requested_bytes"):
        figures[name] = allocated_bytes
    figures["inactive_split"] = figures["inactive_split_bytes"] = none
    told = {
        name: {
            "all": dict(vars(figure)),
            "small_pool": dict(vars(none)),
            "large_pool": dict(vars(figure)),
        }
        for name, figure in figures.items()
    }
    for name in ("oversize_allocations", "oversize_segments"):
        told[name] = dict(vars(none))
    for name in ("num_alloc_retries", "num_ooms", "num_sync_all_streams", "max_split_size"):
        told[name] = 0
    told["num_device_alloc"] = allocations.allocated
    told["num_device_free"] = allocations.freed
    return told


def _figures(figure):
    return {name: getattr(figure, name) for name, _ in driver.Figure._fields_}


def _host_statistics():
    """The figures of pinned memory, which is given back as soon as its tensor dies."""
    usage = driver.pinned_usage
    told = {
        "allocations": _figures(usage.allocations),
        "active_requests": _figures(usage.allocations),
        "allocated_bytes": _figures(usage.bytes),
        "active_bytes": _figures(usage.bytes),
        "num_host_alloc": usage.allocations.allocated,
        "num_host_free": usage.allocations.freed,
    }
    for name in ("host_alloc_time", "host_free_time"):
        told[name] = dict.fromkeys(("total", "max", "min", "count", "avg"), 0)
    return told


def _reset_host_peak():
    for figure in (driver.pinned_usage.allocations, driver.pinned_usage.bytes):
        figure.peak = figure.current


def _reset_host_accumulated():
    for figure in (driver.pinned_usage.allocations, driver.pinned_usage.bytes):
        figure.allocated = figure.freed = 0


def _reset_peak(device=None):
    for figures in memory.usage[device_index(device)].figures():
        figures.peak = figures.current


def _reset_accumulated(device=None):
    for figures in memory.usage[device_index(device)].figures():
        figures.allocated = figures.freed = 0


def _set_fraction(fraction, device):
    memory.usage[device].fraction = fraction


def _allocate(size, stream=None):
    require_context()
    address = ctypes.c_uint64()
    call("cuMemAlloc_v2", ctypes.byref(address), ctypes.c_size_t(size))
    return address.value


def _free(address):
    call("cuMemFree_v2", ctypes.c_uint64(address))


class _Runtime:
    """The part of the CUDA runtime that torch.cuda.cudart() gives. Errors have the runtime's
    numbers, which those of the driver are for these functions."""

    class cudaError(int):
        success = 0

    def cudaMemGetInfo(self, device=0):
        return _memory_info(device)

    def cudaProfilerStart(self):
        return 0

    cudaProfilerStop = cudaProfilerStart

    def cudaHostRegister(self, address, size, flags):
        return driver.result(
            "cuMemHostRegister_v2", ctypes.c_void_p(address), ctypes.c_size_t(size), flags
        )

    def cudaHostUnregister(self, address):
        return driver.result("cuMemHostUnregister", ctypes.c_void_p(address))

    def cudaStreamCreate(self, place):
        return driver.result("cuStreamCreate", ctypes.c_void_p(place), 0)

    def cudaStreamDestroy(self, stream):
        return driver.result("cuStreamDestroy_v2", ctypes.c_void_p(stream))

    def cudaGetErrorString(self, error):
        return driver.error_text(error)


#: Functions of torch._C by their names without `_cuda_`.
_CORE = {
    "init": require_context,
    "isInBadFork": lambda: False,
    "getDeviceCount": driver.device_count,
    "getDevice": driver.current_device,
    "setDevice": _set_device,
    "exchangeDevice": _exchange_device,
    "maybeExchangeDevice": _exchange_device,
    "synchronize": _synchronize,
    "emptyCache": lambda: None,
    "canDeviceAccessPeer": _can_access_peer,
    "memoryStats": _statistics,
    "resetPeakMemoryStats": _reset_peak,
    "resetAccumulatedMemoryStats": _reset_accumulated,
    "hostMemoryStats": _host_statistics,
    "resetPeakHostMemoryStats": _reset_host_peak,
    "resetAccumulatedHostMemoryStats": _reset_host_accumulated,
    "record_memory_history": lambda *_, **__: None,
    "record_memory_history_legacy": lambda *_, **__: None,
    "memorySnapshot": lambda *_: {"segments": [], "device_traces": []},
    "getAllocatorBackend": lambda: "native",
    "getMemoryFraction": lambda device: memory.usage[device].fraction,
    "setMemoryFraction": _set_fraction,
    # Without pools of memory; torch.compile makes no graphs then.
    "cudaCachingAllocator_is_enabled": lambda: False,
    "cudaCachingAllocator_raw_alloc": _allocate,
    "cudaCachingAllocator_raw_delete": _free,
    "getCurrentBlasHandle": lambda: 0,
    "sleep": lambda cycles: None,
}


#: Functions of torch.cuda.
_MODULE = {
    "_exchange_device": _exchange_device,
    "_get_device_properties": _properties,
    "_is_compiled": lambda: True,
    "_lazy_init": driver.require_device,
    "_maybe_exchange_device": _exchange_device,
    "current_device": _CORE["getDevice"],
    "device_count": driver.device_count,
    "empty_cache": lambda: None,
    "get_arch_list": lambda: ["sm_%d%d" % _capability()],
    "get_device_capability": _capability,
    "get_device_name": _name,
    "get_device_properties": _properties,
    "init": driver.require_device,
    "is_available": lambda: driver.device_count() > 0,
    "is_bf16_supported": lambda *_, **__: _capability() >= (8, 0),
    "is_initialized": lambda: True,
    "is_tf32_supported": lambda: _capability() >= (8, 0),
    "mem_get_info": _memory_info,
    "set_device": _CORE["setDevice"],
    "synchronize": _synchronize,
}


def replace(module, functions, prefix=""):
    """Sets functions of a module. torch.compile has a rule for each by its identity, so that
    no two names have the same one."""
    for name, function in functions.items():
        setattr(module, prefix + name, _distinct(function))


def _distinct(function):
    return lambda *arguments, **options: function(*arguments, **options)


def _ranges(torch):
    """torch.cuda.nvtx, whose ranges nobody sees."""
    depth = [0]

    def push(message):
        depth[0] += 1
        return depth[0] - 1

    def pop():
        depth[0] -= 1
        return depth[0]

    nvtx = torch.cuda.nvtx
    nvtx.range_push, nvtx.range_pop = push, pop
    nvtx.range_start = lambda message: 0
    nvtx.range_end, nvtx.mark = lambda range_id: None, lambda message: None
    emit = torch.autograd.profiler.emit_nvtx
    emit.__enter__, emit.__exit__ = lambda self: self, lambda self, *_: False


def _generator_class(torch):
    class Meta(type(torch._C.Generator)):
        def __instancecheck__(cls, value):
            return isinstance(value, torch._C.Generator)

    class Generator(torch._C.Generator, metaclass=Meta):
        """A generator of the host that says it is of the device it was made for."""

        def __new__(cls, device="cpu"):
            made = torch.device(device)
            if made.type == "cuda":
                made = torch.device("cuda", device_index(made))
            self = super().__new__(cls, "cpu" if made.type == "cuda" else made)
            self._place = made
            if made.type == "cpu":
                one_device.generators_of_host[self._cdata] = self
            return self

        @property
        def device(self):
            return self._place

        def clone_state(self):
            made = Generator(self._place)
            made.set_state(self.get_state())
            return made

        # Numbers of a graph are new on each launch whatever it knows of their state.
        graphsafe_get_state = clone_state

        def graphsafe_set_state(self, other):
            return self.set_state(other.get_state())

    return Generator


def _storage(torch, device, size=0):
    """Returns a storage of so many bytes, or of the bytes of a list."""
    if isinstance(size, int):
        return torch.empty(size, dtype=torch.uint8, device=device).untyped_storage()
    return torch.tensor([*size], dtype=torch.uint8, device=device).untyped_storage()


def _add_storages(torch):
    """torch.UntypedStorage(size, device="cuda"), by which tensors are copied and loaded."""
    make = torch.UntypedStorage.__new__

    def new(cls, *arguments, device=None, **options):
        if device is not None and torch.device(device).type == "cuda":
            return _storage(torch, device, *arguments)
        if device is not None:
            options["device"] = device
        return make(cls, *arguments, **options)

    torch.UntypedStorage.__new__ = new
    resize = torch.UntypedStorage.resize_

    def resize_(storage, size):
        if storage.device.type != "cuda":
            return resize(storage, size)
        memory.move(storage, size)
        return storage

    torch.UntypedStorage.resize_ = resize_


def _profile_the_host(torch):
    """Lets the profiler time the host alone, where all operators of torch run: one that has
    to time the device would ask a torch for the host for an event at each operator, which
    answers with an error on stderr."""
    profile = torch.autograd.profiler.profile
    initialize = profile.__init__

    @functools.wraps(initialize)
    def for_the_host(self, *arguments, use_cuda=False, use_device=None, **options):
        device = None if use_device == "cuda" else use_device
        initialize(self, *arguments, use_device=device, **options)

    profile.__init__ = for_the_host


def _serve_graph_trees(torch):
    """`torch._dynamo.reset` imports the trees of graphs of torch.compile, which there are none
    of, if CUDA is built; these are the names that the import takes from torch._C."""
    torch._C._cuda_CUDAAllocator_AllocatorState = type("AllocatorState", (), {})
    torch._C._set_cached_tensors_enabled = lambda enabled: None


def start(torch):
    replace(torch.cuda, _MODULE)
    replace(torch._C, _CORE, "_cuda_")
    torch._C._host_emptyCache = lambda: None
    _serve_graph_trees(torch)
    torch.cuda.memory.mem_get_info = torch.cuda.mem_get_info
    # torch.accelerator asks C++ for an allocator of the device.
    core = torch._C
    core._accelerator_isAllocatorInitialized = lambda: True
    core._accelerator_emptyCache = core._accelerator_emptyHostCache = lambda: None
    core._accelerator_getDeviceStats = _distinct(_statistics)
    core._accelerator_resetPeakStats = _distinct(_reset_peak)
    core._accelerator_resetAccumulatedStats = _distinct(_reset_accumulated)
    core._accelerator_getMemoryInfo = _distinct(_memory_info)
    torch.cuda._initialized, torch.cuda._cudart = True, _Runtime()
    torch.cuda.cudart = torch.cuda.profiler.cudart = lambda: torch.cuda._cudart
    torch.accelerator.synchronize = _distinct(_synchronize)
    torch.cuda.default_generators = (torch.default_generator,) * driver.device_count()
    torch.Generator = _generator_class(torch)
    torch.version.cuda = torch.version.cuda or "13.0"
    torch.backends.cuda.is_built = lambda: True
    # Operators take what is made of others, and not CUDA's libraries.
    torch.backends.cudnn.enabled = False
    _ranges(torch)
    _add_storages(torch)
    _profile_the_host(torch)
