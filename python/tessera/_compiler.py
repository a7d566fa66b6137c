# ===- _compiler.py - From Tile IR to machine code --------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Compiling, disassembling and verifying."""

import contextlib
import ctypes
import dataclasses
import functools
import json
import numbers
import os
import pathlib
from typing import (
    Any,
    Callable,
    Dict,
    Iterable,
    Iterator,
    List,
    Optional,
    Tuple,
    TypeVar,
    Union,
)

from ._errors import (
    OUT_OF_MEMORY,
    CompileError,
    CompileTimeout,
    ConfigurationError,
    Diagnostic,
    Error,
    Location,
    Source,
    VerifyError,
    out_of_memory,
)
from ._library import (
    Listener,
    RemarkCallback,
    StageCallback,
    StringRef,
    collect,
    encoded,
    fitting,
    library,
    text,
    texts,
)

STAGES = tuple(str(library.tesseraStageGetName(stage)) for stage in range(7))

T = TypeVar("T")

#: By TesseraCompileStatus.
FAILURES = {
    1: ConfigurationError,
    2: VerifyError,
    3: CompileError,
    4: Error,
    6: CompileTimeout,
}
OUT_OF_MEMORY_STATUS = 5
#: Seconds that no compilation takes.
FOREVER = 1e9


#: Endings of the files that hold programs.
ENDINGS = ".mlir", ".tileirbc", ".bytecode", ".cubin", ".ptx"


def _is_name_of_file(source: str) -> bool:
    """Return True of a text that is no program, and the name of a file."""
    if "{" in source or "\n" in source:
        return False
    return source.endswith(ENDINGS) or os.path.isfile(source)


def read_source(source: Source, name: Optional[str]) -> Tuple[bytes, str]:
    """The bytes of a program, and its name in messages."""
    if name is not None:
        text(name, "name")
    if isinstance(source, os.PathLike):
        return pathlib.Path(source).read_bytes(), name or os.fspath(source)
    if not isinstance(source, (str, bytes, bytearray, memoryview)):
        raise TypeError(f"source is {source!r}, not bytes, text or the path of a file")
    if isinstance(source, str) and _is_name_of_file(source):
        raise TypeError(
            f"source is the str {source!r}, which is taken for a program; "
            f"for the file of that name give pathlib.Path({source!r})"
        )
    given = encoded(source) if isinstance(source, str) else bytes(source)
    return given, name or "program"


@dataclasses.dataclass(frozen=True)
class KernelResources:
    """The resources of a kernel, from ptxas. Sizes are in bytes.

    Attributes
    ----------
    name : str
        The kernel.
    registers, stack_bytes, spill_store_bytes, spill_load_bytes : int
        Of a thread.
    shared_bytes, barriers, warps : int
        Of a block.
    resident_warps, max_resident_warps : int
        The number of warps that an SM holds at once, and the number that it has room for.
    """

    name: str
    registers: int
    barriers: int
    shared_bytes: int
    stack_bytes: int
    spill_store_bytes: int
    spill_load_bytes: int
    warps: int
    resident_warps: int
    max_resident_warps: int


@dataclasses.dataclass(frozen=True)
class Remark:
    """A remark of the compiler: what it did with an operation, did not do, or found.

    Attributes
    ----------
    kind : str
        "Passed", "Missed", "Failure" or "Analysis".
    category : str
        "Memory", "Schedule" or "Tensor-core".
    name : str
        The decision.
    kernel : str
        The kernel, or empty.
    location : Location or None
        The place in the source, if it is known.
    arguments : dict of str to str
        Details, such as "reason" with a sentence.
    """

    kind: str
    category: str
    name: str
    kernel: str
    location: Optional[Location]
    arguments: Dict[str, str]


def _remark(told: Any) -> Remark:
    names, values = told.argumentNames, told.argumentValues
    arguments = {str(names[i]): str(values[i]) for i in range(told.numArguments)}
    location = Location(str(told.file), told.line, told.column) if told.file.length else None
    texts = (str(each) for each in (told.kind, told.category, told.name, told.kernel))
    return Remark(*texts, location, arguments)


@dataclasses.dataclass(frozen=True)
class _Details:
    """The results of a second compilation."""

    stages: Dict[str, str]
    report: Dict[str, Any]
    remarks: Tuple[Remark, ...]


@dataclasses.dataclass(frozen=True)
class Order:
    """The input and options of a compilation."""

    source: bytes
    name: str
    gpu: str
    opt: int
    stage: str
    kernels: Tuple[str, ...]
    line_info: bool
    carry_program: bool
    timeout: float
    cache: bytes

    @contextlib.contextmanager
    def options(self, visit: Any = None, tell: Any = None) -> Iterator[Any]:
        """The options of the library; `visit` and `tell` as for `run`."""
        options = library.tesseraCompileOptionsCreate()
        library.tesseraCompileOptionsSetGpu(options, StringRef.of(self.gpu))
        library.tesseraCompileOptionsSetOptLevel(
            options, fitting(self.opt, ctypes.c_int, "opt")
        )
        library.tesseraCompileOptionsSetStage(options, STAGES.index(self.stage))
        library.tesseraCompileOptionsSetLineInfo(options, self.line_info)
        library.tesseraCompileOptionsSetCarryProgram(options, self.carry_program)
        library.tesseraCompileOptionsSetTimeLimit(options, self.timeout)
        library.tesseraCompileOptionsSetCacheFolder(options, StringRef.of(self.cache))
        library.tesseraCompileOptionsSetReport(options, tell is not None)
        for kernel in self.kernels:
            library.tesseraCompileOptionsAddEntry(options, StringRef.of(kernel))
        callback = StageCallback(visit or (lambda *_: None))
        if visit:
            library.tesseraCompileOptionsSetStageCallback(options, callback, None)
        remarks = RemarkCallback(tell or (lambda *_: None))
        if tell:
            library.tesseraCompileOptionsSetRemarkCallback(options, remarks, None)
        try:
            yield options
        finally:
            library.tesseraCompileOptionsDestroy(options)

    def run(
        self, take: Callable[[Any], T], visit: Any = None, tell: Any = None
    ) -> Tuple[T, Tuple[Diagnostic, ...]]:
        """Return `take` of the result, and the diagnostics; raise a failure.

        `visit` receives the stages; `tell` receives the remarks, and there is a report.
        """
        listener = Listener()
        source, name = StringRef.of(self.source), StringRef.of(self.name)
        with self.options(visit, tell) as options:
            result = library.tesseraCompile(source, name, options, listener.callback, None)
        try:
            self.check(result, listener.told)
            return take(result), tuple(listener.told)
        finally:
            library.tesseraCompileResultDestroy(result)

    def check(self, result: Any, told: List[Diagnostic]) -> None:
        """Raise the failure of a result, if it is one."""
        status = library.tesseraCompileResultGetStatus(result)
        if status == OUT_OF_MEMORY_STATUS:
            raise out_of_memory()
        if status:
            raise FAILURES[status](told, self.source)


def _resources(result: Any) -> Tuple[KernelResources, ...]:
    kernels = []
    for number in range(library.tesseraCompileResultGetNumKernels(result)):
        it = library.tesseraCompileResultGetKernel(result, number).contents
        values = [getattr(it, field) for field, _ in it._fields_]
        kernels.append(KernelResources(str(values[0]), *values[1:]))
    return tuple(kernels)


class Cubin(bytes):
    """Machine code for a GPU, the result of `compile`: bytes with facts about their origin.

    Attributes
    ----------
    gpu : str
        The GPU that it is for.
    ptx : str
        The PTX that ptxas assembled.
    resources : tuple of KernelResources
        The resources of each kernel.
    warnings : tuple of Diagnostic
        The diagnostics of the compiler.
    """

    gpu: str
    ptx: str
    resources: Tuple[KernelResources, ...]
    warnings: Tuple[Diagnostic, ...]
    _order: Order

    def _complete(self, order: Order, told: Tuple[Diagnostic, ...]) -> "Cubin":
        self.gpu, self.warnings, self._order = order.gpu, told, order
        return self

    @functools.cached_property
    def _details(self) -> _Details:
        """By compiling once more: the same input gives the same bytes."""
        stages: Dict[str, str] = {}
        remarks: List[Remark] = []

        def visit(stage: int, program: StringRef, _: Any) -> None:
            if STAGES[stage] != "cubin":
                stages[STAGES[stage]] = str(program)

        def take(result: Any) -> str:
            return str(library.tesseraCompileResultGetReport(result))

        def tell(remark: Any, _: Any) -> None:
            remarks.append(_remark(remark.contents))

        report, _ = self._order.run(take, visit, tell)
        return _Details(stages, json.loads(report) if report else {}, tuple(remarks))

    @property
    def stages(self) -> Dict[str, str]:
        """The program at each stage before the last, by its name."""
        return dict(self._details.stages)

    @property
    def report(self) -> Dict[str, Any]:
        """The report on each kernel: the JSON of `tileiras --report`."""
        return self._details.report

    @property
    def remarks(self) -> Tuple[Remark, ...]:
        """The compiler's remarks, in order: those of `tileiras --remarks`."""
        return self._details.remarks

    def __repr__(self) -> str:
        names = ", ".join(kernel.name for kernel in self.resources)
        return f"<Cubin for {self.gpu}: {names}; {len(self)} bytes>"


def read_cubin(result: Any) -> Cubin:
    cubin = Cubin(bytes(library.tesseraCompileResultGetOutput(result)))
    cubin.ptx = str(library.tesseraCompileResultGetPtx(result))
    cubin.resources = _resources(result)
    return cubin


def make_order(
    source: Source,
    gpu: str,
    opt: int,
    stage: str,
    kernels: Iterable[str],
    line_info: bool,
    carry_program: bool,
    name: Optional[str],
    timeout: Optional[float],
    cache: "Union[None, str, os.PathLike[str]]",
) -> Order:
    entries = texts(kernels, "kernels")
    given, called = read_source(source, name)
    if stage not in STAGES:
        wrong = Diagnostic("error", f"there is no stage '{stage}'; write {', '.join(STAGES)}")
        raise ConfigurationError([wrong], given)
    if timeout is not None and not isinstance(timeout, numbers.Real):
        raise TypeError(f"timeout is {timeout!r}, not a number of seconds")
    if timeout is not None and not timeout > 0:
        limit = f"the time limit is {timeout:g} seconds"
        wrong = Diagnostic("error", f"{limit}; give more, or None for any time")
        raise ConfigurationError([wrong], given)
    folder = os.fsencode(cache) if cache is not None else b""
    return Order(
        given,
        called,
        text(gpu, "gpu"),
        opt,
        stage,
        entries,
        line_info,
        carry_program,
        float(min(timeout or 0, FOREVER)),
        folder,
    )


def compile(
    source: Source,
    gpu: str = "sm_90",
    opt: int = 3,
    *,
    stage: str = "cubin",
    kernels: Iterable[str] = (),
    line_info: bool = False,
    carry_program: bool = False,
    name: Optional[str] = None,
    timeout: Optional[float] = None,
    cache: "Union[None, str, os.PathLike[str]]" = None,
) -> Cubin:
    """Compile Tile IR for a GPU.

    Parameters
    ----------
    source : bytes, str or path
        Bytecode, the text of a module at any stage, or the path of a file with either.
    gpu : str
        The GPU to compile for, one of `gpus`.
    opt : int
        The optimization level, 0 to 3.
    stage : str
        The form of the result: "cubin", which needs ptxas, or a stage before it, such as
        "ptx" or "tileas".
    kernels : iterable of str
        The kernels to compile; without any, all.
    line_info : bool
        Relate machine code to source lines.
    carry_program : bool
        Put the program and its PTX into the cubin, in sections that a GPU does not load:
        `load` and the driver without a GPU can then run it.
    name : str, optional
        The name of the program in messages.
    timeout : float, optional
        Seconds that the compilation may take; without it, any time.
    cache : str or path, optional
        A folder that keeps results, for later calls and other processes; it is made if it
        is missing, and holds at most 512 MiB. A result with warnings is not kept.

    Returns
    -------
    Cubin

    Raises
    ------
    ConfigurationError
        For an unknown GPU, level or stage, or a time that is not above 0.
    VerifyError
        If the program is not valid.
    CompileError
        If the program is valid, but cannot be compiled.
    CompileTimeout
        If it took longer than `timeout`.

    Examples
    --------
    >>> source = pathlib.Path("examples/vector_add.mlir")
    >>> ptx = tessera.compile(source, gpu="sm_80", stage="ptx")
    >>> ".entry vector_add" in ptx.ptx
    True
    >>> list(ptx.stages)
    ['cuda-tile', 'tileaa', 'tileas', 'nvvm', 'llvm', 'ptx']
    >>> [kernel["name"] for kernel in ptx.report["kernels"]]
    ['vector_add']
    >>> missed = [remark for remark in ptx.remarks if remark.kind == "Missed"]
    >>> missed[0].location.line, missed[0].arguments["Reason"][:30]
    (26, 'no more than 4 bytes are known')
    """
    order = make_order(
        source, gpu, opt, stage, kernels, line_info, carry_program, name, timeout, cache
    )
    cubin, told = order.run(read_cubin)
    return cubin._complete(order, told)


def _read(
    source: Source, name: Optional[str], use: Callable[[Any], T]
) -> Tuple[T, Tuple[Diagnostic, ...]]:
    """Return `use` of the module, and the diagnostics."""
    given, called = read_source(source, name)
    listener = Listener()
    context = library.tesseraContextCreate(listener.callback, None)
    if not context:
        raise out_of_memory()
    try:
        module = library.tesseraModuleRead(
            context, StringRef.of(given), StringRef.of(called)
        )
        if not module and any(each.message.startswith(OUT_OF_MEMORY) for each in listener.told):
            raise out_of_memory()
        if not module:
            raise VerifyError(listener.told, given)
        try:
            return use(module), tuple(listener.told)
        finally:
            library.mlirModuleDestroy(module)
    finally:
        library.mlirContextDestroy(context)


def disassemble(
    source: Source, *, locations: bool = False, name: Optional[str] = None
) -> str:
    """Return a program as text.

    Parameters
    ----------
    source : bytes, str or path
        Bytecode, the text of a module at any stage, or the path of a file with either.
    locations : bool
        Print the location of each operation.
    name : str, optional
        The name of the program in messages.

    Returns
    -------
    str
        The output of `tileirdisasm`.

    Raises
    ------
    VerifyError
        If the program is not valid.

    Examples
    --------
    >>> text = tessera.disassemble(pathlib.Path("examples/vector_add.tileirbc"))
    >>> print(text.splitlines()[0])
    cuda_tile.module @kernels {
    """

    def print_operation(operation: Any) -> str:
        flags = library.mlirOpPrintingFlagsCreate()
        library.mlirOpPrintingFlagsEnableDebugInfo(flags, locations, False)
        printed = collect(
            lambda callback: library.mlirOperationPrintWithFlags(
                operation, flags, callback, None
            )
        )
        library.mlirOpPrintingFlagsDestroy(flags)
        return printed.decode(errors="replace")

    def show(module: Any) -> str:
        tiles = library.tesseraModuleGetTileBlock(module)
        if not tiles:
            return print_operation(library.mlirModuleGetOperation(module))
        # Only an operation outside of any other prints locations by short names.
        operation = library.mlirBlockGetParentOperation(tiles)
        library.mlirOperationRemoveFromParent(operation)
        text = print_operation(operation)
        library.mlirOperationDestroy(operation)
        return text

    text, _ = _read(source, name, show)
    return text


def verify(source: Source, *, name: Optional[str] = None) -> Tuple[Diagnostic, ...]:
    """Check that a program is valid.

    Parameters
    ----------
    source : bytes, str or path
        Bytecode, the text of a module at any stage, or the path of a file with either.
    name : str, optional
        The name of the program in messages.

    Returns
    -------
    tuple of Diagnostic
        Warnings and remarks on a valid program.

    Raises
    ------
    VerifyError
        If it is not valid.

    Examples
    --------
    >>> tessera.verify("cuda_tile.module @m { }")
    ()
    >>> try:
    ...     tessera.verify("cuda_tile.module @m { entry @k() { oops } }", name="k.mlir")
    ... except tessera.VerifyError as error:
    ...     print(error.location.file, error.location.line)
    k.mlir 1
    """
    _, told = _read(source, name, lambda module: None)
    return told
