# ===- _launch.py - Kernels, and what their launches leave ------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Programs whose kernels are called like functions."""

import contextlib
import ctypes
import dataclasses
import json
import operator
import threading
import time
import weakref
from typing import (
    Any,
    Dict,
    Iterable,
    Iterator,
    List,
    Mapping,
    Optional,
    Sequence,
    Tuple,
    Type,
    Union,
)

from ._arrays import Memory, Parameter, Pointer, bind, lay_out
from ._compiler import read_source
from ._errors import (
    CompileError,
    ConfigurationError,
    Diagnostic,
    Error,
    LaunchError,
    Source,
    VerifyError,
    out_of_memory,
)
from ._library import (
    DeviceOptions,
    EntryInfo,
    LaunchShape,
    Listener,
    ProgressCallback,
    StringCallback,
    StringRef,
    fitting,
    library,
    text,
)
from ._progress import Watch

Extent = Union[int, Sequence[int]]


def _dimensions(value: Extent, what: str, usual: int = 1) -> Any:
    if isinstance(value, (str, bytes, Mapping)):
        raise TypeError(f"{what} is {value!r}, not one to three numbers")
    try:
        given = [operator.index(value)]  # type: ignore
    except TypeError:
        if not isinstance(value, Iterable):
            raise TypeError(f"{what} is {value!r}, not one to three numbers") from None
        given = list(value)
    extents = [fitting(each, ctypes.c_uint32, what) for each in given]
    if not 1 <= len(extents) <= 3 or any(each < usual for each in extents):
        raise ValueError(f"{what} is {value}, not one to three numbers from {usual} on")
    return (ctypes.c_uint32 * 3)(*extents, *[usual] * (3 - len(extents)))


class _Device:
    """A device of the library with the one program of a `Program` on it."""

    def __init__(
        self, source: bytes, name: str, engine: str, gpu: str, failure: Type[Error]
    ) -> None:
        listener = Listener()
        options = DeviceOptions(
            StringRef.of(engine), StringRef.of(gpu), StringRef.of("all"), 0
        )
        self.handle = library.tesseraDeviceCreate(options, listener.callback, None)
        if not self.handle and not listener.told:
            raise out_of_memory()
        if not self.handle:
            raise ConfigurationError(listener.told, source)
        self.module = library.tesseraModuleLoad(
            self.handle, StringRef.of(source), StringRef.of(name), listener.callback, None
        )
        weakref.finalize(self, _Device._release, self.handle, self.module)
        if library.tesseraDeviceLacksMemory(self.handle):
            raise out_of_memory()
        if not self.module:
            raise failure(listener.told, source)
        #: A device takes one launch at a time, of this thread.
        self.lock = threading.Lock()
        self.user: Optional[int] = None

    @staticmethod
    def _release(handle: Any, module: Any) -> None:
        library.tesseraModuleUnload(module)
        library.tesseraDeviceDestroy(handle)

    @contextlib.contextmanager
    def used(self) -> Iterator[None]:
        """Wait for the launches of other threads."""
        me = threading.get_ident()
        if self.user == me:  # a signal handler, which would wait for what it interrupts
            raise RuntimeError("a launch of this program is under way in this thread")
        with self.lock:
            self.user = me
            try:
                yield
            finally:
                self.user = None

    def entries(self) -> List[EntryInfo]:
        infos = []
        for number in range(library.tesseraModuleGetNumEntries(self.module)):
            infos.append(EntryInfo())
            library.tesseraModuleGetEntry(self.module, number, infos[-1])
        return infos

    def parameters(self, entry: int, count: int) -> Tuple[Parameter, ...]:
        found = []
        size = ctypes.c_uint64()
        for number in range(count):
            library.tesseraModuleGetParameter(self.module, entry, number, None, size)
            text = library.tesseraModuleGetParameterType(self.module, entry, number)
            found.append(Parameter(str(text), size.value))
        return tuple(found)


def _cuda_error(module: Any) -> Optional[str]:
    """The error that CUDA has for the last launch of the module."""
    name = StringRef()
    fault = library.tesseraModuleGetFault(module)
    return str(name) if library.tesseraFaultGetCudaError(fault, name) else None


@dataclasses.dataclass(frozen=True)
class Result:
    """The result of a launch.

    Attributes
    ----------
    engine : str
        The engine that ran the kernel.
    seconds : float
        The time of the launch, without compiling.
    printed : str
        The text that the kernel printed.
    counters : dict or None
        The emulator's counters, if the launch asked for them: the JSON of
        `cuda-tile-run --counters`.
    findings : tuple of Diagnostic
        The findings of the checks, and all other diagnostics; a launch that raises has
        them in its exception.
    cuda_error : str or None
        The error that a GPU's driver returns for a kernel that does not finish, as in
        `LaunchError`.
    """

    engine: str
    seconds: float
    printed: str = ""
    counters: Optional[Dict[str, Any]] = None
    findings: Tuple[Diagnostic, ...] = ()
    cuda_error: Optional[str] = None

    @property
    def ok(self) -> bool:
        """True if the kernel finished and no check found anything."""
        return not any(each.severity == "error" for each in self.findings)

    def _failure(self, source: bytes) -> LaunchError:
        return LaunchError(self.findings, source, self.printed, self.cuda_error)


@dataclasses.dataclass(frozen=True)
class Setting:
    """The engine of a launch, and its options."""

    engine: str = "emulate"
    gpu: str = "sm_90"
    checks: str = "all"
    seed: int = 0
    counters: bool = False
    progress: Optional[bool] = None

    def __post_init__(self) -> None:
        text(self.engine, "engine")
        text(self.gpu, "gpu")
        text(self.checks, "checks")
        fitting(self.seed, ctypes.c_uint64, "seed")


class Kernel:
    """A kernel of a `Program`, called with a grid and its arguments.

    Attributes
    ----------
    name : str
        Its name in the program.
    parameters : tuple of str
        The types of its parameters, in the program's spelling.
    """

    def __init__(self, program: "Program", number: int, name: str) -> None:
        self.program = program
        self.name = name
        self._number = number
        count = program._infos[number].numParameters
        self._parameters = program._first.parameters(number, count)

    @property
    def parameters(self) -> Tuple[str, ...]:
        return tuple(each.type for each in self._parameters)

    def __repr__(self) -> str:
        return f"<Kernel {self.name}({', '.join(self.parameters)})>"

    def __call__(
        self,
        grid: Extent,
        *arguments: Any,
        engine: str = "emulate",
        checks: str = "all",
        seed: int = 0,
        gpu: str = "sm_90",
        counters: bool = False,
        progress: Optional[bool] = None,
        raises: bool = True,
        block: Optional[Extent] = None,
        cluster: Optional[Extent] = None,
        shared: int = 0,
    ) -> Result:
        """Run the kernel, and wait for its end.

        Parameters
        ----------
        grid : int or sequence of int
            Tile blocks in each direction.
        *arguments : array or number
            One for each parameter. An array is numpy's, or has `__cuda_array_interface__`
            or `__dlpack__`; it lends its memory, and holds what the kernel stored
            afterwards. A kernel that takes arrays as cuTile's do, with lengths and strides,
            gets these as well.
        engine : str
            "interpret" runs the Tile IR itself, "emulate" the PTX that it is compiled to,
            "both" one after the other, to compare their results. A kernel that is PTX is
            emulated.
        checks : str
            "all", "none", or names of checks separated by commas.
        seed : int
            Fixes the choices that the language leaves open, such as the order of tile
            blocks.
        gpu : str
            The GPU that is emulated.
        counters : bool
            Have the emulator count events of the kernel.
        progress : bool, optional
            Show the progress of the launch, or not. The default shows it in terminals and
            notebooks.
        raises : bool
            Raise an exception for a finding; otherwise it is only in the result.
        block, cluster, shared : optional
            For PTX that does not fix them: threads of a block, blocks of a cluster, bytes of
            dynamic shared memory.

        Returns
        -------
        Result

        Raises
        ------
        LaunchError
            If the kernel has undefined behaviour.
        TypeError, ValueError
            If the arguments do not fit the kernel.

        Examples
        --------
        >>> add = tessera.load(pathlib.Path("examples/vector_add.mlir"))["vector_add"]
        >>> a, b, c = np.arange(8, dtype="f4"), np.ones(8, "f4"), np.zeros(8, "f4")
        >>> result = add(1, a, b, c, len(c), counters=True)
        >>> c
        array([1., 2., 3., 4., 5., 6., 7., 8.], dtype=float32)
        >>> result.counters["totals"]["global_store_bytes"]
        32
        """
        setting = Setting(engine, gpu, checks, seed, counters, progress)
        memory = lay_out(arguments)
        bound = bind(arguments, memory, self._parameters)
        shape = LaunchShape(
            _dimensions(grid, "grid"),
            _dimensions(1 if block is None else block, "block"),
            (ctypes.c_uint32 * 3)() if cluster is None else _dimensions(cluster, "cluster"),
            fitting(shared, ctypes.c_uint64, "shared"),
        )
        result = self._run(memory, bound, shape, setting)
        if raises and not result.ok:
            raise result._failure(self.program._source)
        return result

    def _run(
        self, memory: Memory, bound: Sequence[Any], shape: LaunchShape, setting: Setting
    ) -> Result:
        if setting.engine != "emulate" and any(x.startswith(".param") for x in self.parameters):
            raise ValueError(
                f"{self.name} is PTX, which the emulator alone runs: there is nothing to interpret"
            )
        private = [
            region.copied() if region.is_private else region for region in memory.regions
        ]
        device = self.program._device(setting)
        with device.used():
            result = self._run_on(
                device, Memory(private, memory.arrays), bound, shape, setting
            )
        for region, copy in zip(memory.regions, private):
            if region.is_private:
                region.take_back(copy)
        return result

    def _run_on(
        self,
        device: _Device,
        memory: Memory,
        bound: Sequence[Any],
        shape: LaunchShape,
        setting: Setting,
    ) -> Result:
        listener = Listener()
        if not library.tesseraDeviceSetChecks(
            device.handle, StringRef.of(setting.checks), listener.callback, None
        ):
            raise ConfigurationError(listener.told, self.program._source)
        watch = Watch(self.name, setting.progress)
        library.tesseraDeviceSetSeed(device.handle, setting.seed)
        library.tesseraDeviceSetCounters(device.handle, setting.counters)
        library.tesseraDeviceSetProgress(device.handle, watch.callback, None)
        values = [
            memory.address(each).to_bytes(8, "little") if isinstance(each, Pointer) else each
            for each in bound
        ]
        places = [ctypes.create_string_buffer(each, max(len(each), 8)) for each in values]
        pointers = (ctypes.c_void_p * max(len(places), 1))(*map(ctypes.addressof, places))
        printed: List[bytes] = []
        sink = StringCallback(lambda text, _: printed.append(bytes(text)))

        lacks_memory = False

        def launch() -> None:
            nonlocal lacks_memory
            library.tesseraModuleLaunch(
                device.module,
                self._number,
                shape,
                pointers,
                sink,
                None,
                listener.callback,
                None,
            )
            lacks_memory = library.tesseraDeviceLacksMemory(device.handle)

        mapped = []
        start = time.perf_counter()
        try:
            for piece in memory.pieces():
                if not library.tesseraDeviceMap(
                    device.handle,
                    piece.first,
                    piece.last - piece.first,
                    StringRef.of(piece.name),
                    piece.is_written,
                ):
                    raise MemoryError(f"{piece.name} cannot be mapped")
                mapped.append(piece)
            start = time.perf_counter()
            watch.run(launch)
            if lacks_memory:
                raise out_of_memory()
        finally:
            seconds = time.perf_counter() - start
            # The last one first, because regions are kept in the order of addresses.
            for piece in reversed(mapped):
                library.tesseraDeviceUnmap(device.handle, piece.first)
            library.tesseraDeviceSetProgress(device.handle, ProgressCallback(), None)
        counted = bytes(library.tesseraDeviceGetCounters(device.handle))
        return Result(
            setting.engine,
            seconds,
            b"".join(printed).decode(errors="replace"),
            json.loads(counted) if counted else None,
            tuple(listener.told),
            _cuda_error(device.module),
        )


class Program(Mapping[str, Kernel]):
    """A program whose kernels can be called: a mapping from their names; see `load`.

    Variables of the program keep their values from one launch to the next on the same
    engine and GPU.
    """

    # Two programs are one only if they are the same object: each has its variables.
    __eq__ = object.__eq__
    __hash__ = object.__hash__

    def __init__(self, source: bytes, name: str) -> None:
        self.name = name
        self._source = source
        self._devices: Dict[Tuple[str, str], _Device] = {}
        self._lock = threading.Lock()
        self._first = self._device(Setting(engine="interpret"))
        self._infos = self._first.entries()
        self._kernels = {
            str(info.name): Kernel(self, number, str(info.name))
            for number, info in enumerate(self._infos)
        }

    def _device(self, setting: Setting) -> _Device:
        """The device for an engine and a GPU, on which the program is compiled once."""
        key = setting.engine, setting.gpu
        with self._lock:
            if key not in self._devices:
                # Another engine can read the same program, but may fail to compile it.
                failure = CompileError if self._devices else VerifyError
                self._devices[key] = _Device(self._source, self.name, *key, failure)
            return self._devices[key]

    def __getitem__(self, name: str) -> Kernel:
        try:
            return self._kernels[name]
        except KeyError:
            known = ", ".join(self._kernels) or "none"
            raise KeyError(f"{self.name} has no kernel '{name}'; it has {known}") from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._kernels)

    def __len__(self) -> int:
        return len(self._kernels)

    def __repr__(self) -> str:
        return f"<Program {self.name}: {', '.join(self)}>"


def load(source: Source, *, name: Optional[str] = None) -> Program:
    """Load a program, so that its kernels can be called without a GPU.

    Parameters
    ----------
    source : bytes, str or path
        Bytecode, the text of a `cuda_tile.module`, PTX, a cubin of
        `tileiras --carry-program`, or the path of a file with one of them.
    name : str, optional
        The name of the program in messages.

    Returns
    -------
    Program
        Its kernels by name.

    Raises
    ------
    VerifyError
        If the program is not valid.

    Examples
    --------
    >>> program = tessera.load(pathlib.Path("examples/vector_add.mlir"))
    >>> list(program)
    ['vector_add']
    >>> program["vector_add"].parameters
    ('tile<ptr<f32>>', 'tile<ptr<f32>>', 'tile<ptr<f32>>', 'tile<i32>')
    """
    return Program(*read_source(source, name))
