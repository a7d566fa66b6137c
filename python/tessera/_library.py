# ===- _library.py - libTessera, by ctypes ----------------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Finds libTessera and declares its functions as its headers do.

The prototypes below are those of include/tessera-c and of MLIR's C API, except for the
names of parameters; a test compares them with the headers.
"""

import ctypes
import operator
import os
import pathlib
import re
from typing import Any, Callable, Dict, List, Optional, Tuple, Union

from ._errors import Diagnostic, Location

NAME = "libTessera.so.1"

# ===------------------------------------------------------------------------===#
# Types
# ===------------------------------------------------------------------------===#


def encoded(value: str) -> bytes:
    """The bytes of a text as UTF-8; of the name of a file as they were, whatever they are.

    >>> from tessera._library import encoded
    >>> encoded("\\udcff"), encoded("\\ud800")
    (b'\\xff', b'\\xed\\xa0\\x80')
    """
    try:
        return value.encode(errors="surrogateescape")
    except UnicodeEncodeError:
        return value.encode(errors="surrogatepass")


class StringRef(ctypes.Structure):
    """MlirStringRef: text with a length and without an end."""

    _fields_ = [("data", ctypes.c_void_p), ("length", ctypes.c_size_t)]

    @classmethod
    def of(cls, value: Union[str, bytes]) -> "StringRef":
        """Refer to bytes, which live as long as the result."""
        given = encoded(value) if isinstance(value, str) else bytes(value)
        self = cls(ctypes.cast(ctypes.c_char_p(given), ctypes.c_void_p), len(given))
        self._given = given
        return self

    def __bytes__(self) -> bytes:
        return ctypes.string_at(self.data, self.length) if self.length else b""

    def __str__(self) -> str:
        return bytes(self).decode(errors="replace")


class Handle(ctypes.Structure):
    """Any handle of the C API; false if it is null."""

    _fields_ = [("ptr", ctypes.c_void_p)]

    def __bool__(self) -> bool:
        return bool(self.ptr)


class LogicalResult(ctypes.Structure):
    """MlirLogicalResult."""

    _fields_ = [("value", ctypes.c_int8)]

    def __bool__(self) -> bool:
        return bool(self.value)


class TesseraDiagnostic(ctypes.Structure):
    _fields_ = [
        ("severity", ctypes.c_int),
        ("message", StringRef),
        ("file", StringRef),
        ("line", ctypes.c_uint32),
        ("column", ctypes.c_uint32),
    ]


class DeviceOptions(ctypes.Structure):
    _fields_ = [
        ("engine", StringRef),
        ("gpu", StringRef),
        ("checks", StringRef),
        ("seed", ctypes.c_uint64),
    ]


class EntryInfo(ctypes.Structure):
    _fields_ = [
        ("name", StringRef),
        ("numParameters", ctypes.c_ssize_t),
        ("parameterBytes", ctypes.c_uint64),
        ("isTile", ctypes.c_bool),
        ("requiredBlock", ctypes.c_uint32 * 3),
        ("maximumBlock", ctypes.c_uint32 * 3),
        ("staticSharedBytes", ctypes.c_uint64),
        ("constantBytes", ctypes.c_uint64),
        ("localBytes", ctypes.c_uint64),
        ("registers", ctypes.c_uint32),
        ("ptxTarget", ctypes.c_uint32),
        ("requiredCluster", ctypes.c_uint32 * 3),
        ("needsCluster", ctypes.c_bool),
    ]


class LaunchShape(ctypes.Structure):
    _fields_ = [
        ("grid", ctypes.c_uint32 * 3),
        ("block", ctypes.c_uint32 * 3),
        ("cluster", ctypes.c_uint32 * 3),
        ("dynamicSharedBytes", ctypes.c_uint64),
        ("preferredCluster", ctypes.c_uint32 * 3),
    ]


class Resources(ctypes.Structure):
    _fields_ = [
        ("name", StringRef),
        ("registers", ctypes.c_uint32),
        ("barriers", ctypes.c_uint32),
        ("sharedBytes", ctypes.c_uint64),
        ("stackBytes", ctypes.c_uint64),
        ("spillStoreBytes", ctypes.c_uint64),
        ("spillLoadBytes", ctypes.c_uint64),
        ("warps", ctypes.c_uint32),
        ("residentWarps", ctypes.c_uint32),
        ("maxResidentWarps", ctypes.c_uint32),
    ]


class TesseraRemark(ctypes.Structure):
    _fields_ = [
        ("kind", StringRef),
        ("category", StringRef),
        ("name", StringRef),
        ("kernel", StringRef),
        ("file", StringRef),
        ("line", ctypes.c_uint32),
        ("column", ctypes.c_uint32),
        ("numArguments", ctypes.c_ssize_t),
        ("argumentNames", ctypes.POINTER(StringRef)),
        ("argumentValues", ctypes.POINTER(StringRef)),
    ]


DiagnosticCallback = ctypes.CFUNCTYPE(
    None, ctypes.POINTER(TesseraDiagnostic), ctypes.c_void_p
)
StageCallback = ctypes.CFUNCTYPE(None, ctypes.c_int, StringRef, ctypes.c_void_p)
RemarkCallback = ctypes.CFUNCTYPE(None, ctypes.POINTER(TesseraRemark), ctypes.c_void_p)
StringCallback = ctypes.CFUNCTYPE(None, StringRef, ctypes.c_void_p)
ProgressCallback = ctypes.CFUNCTYPE(
    ctypes.c_bool, ctypes.c_uint64, ctypes.c_uint64, ctypes.c_void_p
)


def fitting(value: Any, kind: Any, what: str) -> int:
    """Return the number, if `kind` can hold it: ctypes would cut a larger one off.

    >>> import ctypes
    >>> from tessera._library import fitting
    >>> fitting(2**32 + 3, ctypes.c_uint32, "the grid")
    Traceback (most recent call last):
    ValueError: the grid is 4294967299, not a number from 0 to 4294967295
    """
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{what} is {value!r}, not a whole number") from None
    bits = 8 * ctypes.sizeof(kind)
    least = -(1 << bits - 1) if kind(-1).value < 0 else 0
    most = least + (1 << bits) - 1
    if not least <= number <= most:
        raise ValueError(f"{what} is {number}, not a number from {least} to {most}")
    return number


def text(value: Any, what: str) -> Any:
    """Return the value if it is a str: `bytes` would make zeros of a number.

    >>> from tessera._library import text
    >>> text(90, "gpu")
    Traceback (most recent call last):
    TypeError: gpu is 90, not a str
    """
    if not isinstance(value, str):
        raise TypeError(f"{what} is {value!r}, not a str")
    return value


def texts(values: Any, what: str) -> Tuple[str, ...]:
    """Return the values if each is a str. A str is no list of its letters.

    >>> from tessera._library import texts
    >>> texts("sm_90", "gpus")
    Traceback (most recent call last):
    TypeError: gpus is the str 'sm_90'; give a list, such as ['sm_90']
    """
    if isinstance(values, str):
        raise TypeError(f"{what} is the str {values!r}; give a list, such as [{values!r}]")
    return tuple(text(value, f"one of {what}") for value in values)


def _whole(kind: Any) -> Any:
    """The type of a parameter that refuses numbers which do not fit."""

    class Whole:
        @staticmethod
        def from_param(value: Any) -> Any:
            return kind(fitting(value, kind, "it"))

    return Whole


#: By the name of the type in the headers.
TYPES: Dict[str, Any] = {
    "void": None,
    "bool": ctypes.c_bool,
    "double": ctypes.c_double,
    "int": ctypes.c_int,
    "intptr_t": ctypes.c_ssize_t,
    "size_t": ctypes.c_size_t,
    "uint64_t": ctypes.c_uint64,
    "void *": ctypes.c_void_p,
    "const void *": ctypes.c_void_p,
    "const void *const *": ctypes.POINTER(ctypes.c_void_p),
    "uint64_t *": ctypes.POINTER(ctypes.c_uint64),
    "MlirStringRef": StringRef,
    "MlirLogicalResult": LogicalResult,
    "MlirStringCallback": StringCallback,
    "TesseraDiagnosticCallback": DiagnosticCallback,
    "TesseraRemarkCallback": RemarkCallback,
    "TesseraStageCallback": StageCallback,
    "TesseraProgressCallback": ProgressCallback,
    "TesseraStage": ctypes.c_int,
    "TesseraCompileStatus": ctypes.c_int,
    "TesseraFault": ctypes.c_int,
    "MlirStringRef *": ctypes.POINTER(StringRef),
    "const MlirStringRef *": ctypes.POINTER(StringRef),
    "TesseraCompileResult *": ctypes.POINTER(Handle),
    "const TesseraDeviceOptions *": ctypes.POINTER(DeviceOptions),
    "TesseraEntryInfo *": ctypes.POINTER(EntryInfo),
    "const TesseraLaunchShape *": ctypes.POINTER(LaunchShape),
    "const TesseraKernelResources *": ctypes.POINTER(Resources),
    **dict.fromkeys(
        (
            "TesseraCompileOptions",
            "TesseraCompileResult",
            "TesseraDevice",
            "TesseraModule",
            "MlirContext",
            "MlirModule",
            "MlirBlock",
            "MlirOperation",
            "MlirOpPrintingFlags",
        ),
        Handle,
    ),
}

# ===------------------------------------------------------------------------===#
# Functions
# ===------------------------------------------------------------------------===#

PROTOTYPES = """
MlirStringRef tesseraGetVersion(void);
intptr_t tesseraGetNumGpus(void);
MlirStringRef tesseraGetGpuName(intptr_t);

MlirContext tesseraContextCreate(TesseraDiagnosticCallback, void *);
void mlirContextDestroy(MlirContext);
MlirModule tesseraModuleRead(MlirContext, MlirStringRef, MlirStringRef);
void mlirModuleDestroy(MlirModule);
MlirOperation mlirModuleGetOperation(MlirModule);
MlirBlock tesseraModuleGetTileBlock(MlirModule);
MlirOperation mlirBlockGetParentOperation(MlirBlock);
void mlirOperationRemoveFromParent(MlirOperation);
void mlirOperationDestroy(MlirOperation);
MlirOpPrintingFlags mlirOpPrintingFlagsCreate(void);
void mlirOpPrintingFlagsDestroy(MlirOpPrintingFlags);
void mlirOpPrintingFlagsEnableDebugInfo(MlirOpPrintingFlags, bool, bool);
void mlirOperationPrintWithFlags(MlirOperation, MlirOpPrintingFlags, MlirStringCallback, void *);

MlirStringRef tesseraStageGetName(TesseraStage);
TesseraCompileOptions tesseraCompileOptionsCreate(void);
void tesseraCompileOptionsDestroy(TesseraCompileOptions);
void tesseraCompileOptionsSetGpu(TesseraCompileOptions, MlirStringRef);
void tesseraCompileOptionsSetOptLevel(TesseraCompileOptions, int);
void tesseraCompileOptionsSetStage(TesseraCompileOptions, TesseraStage);
void tesseraCompileOptionsAddEntry(TesseraCompileOptions, MlirStringRef);
void tesseraCompileOptionsSetLineInfo(TesseraCompileOptions, bool);
void tesseraCompileOptionsSetCarryProgram(TesseraCompileOptions, bool);
void tesseraCompileOptionsSetReport(TesseraCompileOptions, bool);
void tesseraCompileOptionsSetStageCallback(TesseraCompileOptions, TesseraStageCallback, void *);
void tesseraCompileOptionsSetRemarkCallback(TesseraCompileOptions, TesseraRemarkCallback, void *);
void tesseraCompileOptionsSetTimeLimit(TesseraCompileOptions, double);
void tesseraCompileOptionsSetCacheFolder(TesseraCompileOptions, MlirStringRef);
TesseraCompileResult tesseraCompile(
    MlirStringRef, MlirStringRef, TesseraCompileOptions, TesseraDiagnosticCallback, void *);
MlirLogicalResult tesseraCompileForGpus(
    MlirStringRef, MlirStringRef, TesseraCompileOptions, intptr_t, const MlirStringRef *,
    TesseraCompileResult *, TesseraDiagnosticCallback, void *);
void tesseraCompileResultDestroy(TesseraCompileResult);
TesseraCompileStatus tesseraCompileResultGetStatus(TesseraCompileResult);
MlirStringRef tesseraCompileResultGetOutput(TesseraCompileResult);
MlirStringRef tesseraCompileResultGetPtx(TesseraCompileResult);
MlirStringRef tesseraCompileResultGetReport(TesseraCompileResult);
intptr_t tesseraCompileResultGetNumKernels(TesseraCompileResult);
const TesseraKernelResources * tesseraCompileResultGetKernel(TesseraCompileResult, intptr_t);

TesseraDevice tesseraDeviceCreate(const TesseraDeviceOptions *, TesseraDiagnosticCallback, void *);
void tesseraDeviceDestroy(TesseraDevice);
MlirLogicalResult tesseraDeviceSetChecks(
    TesseraDevice, MlirStringRef, TesseraDiagnosticCallback, void *);
bool tesseraDeviceLacksMemory(TesseraDevice);
void tesseraDeviceSetSeed(TesseraDevice, uint64_t);
void tesseraDeviceSetCounters(TesseraDevice, bool);
MlirStringRef tesseraDeviceGetCounters(TesseraDevice);
void tesseraDeviceSetProgress(TesseraDevice, TesseraProgressCallback, void *);
MlirLogicalResult tesseraDeviceMap(TesseraDevice, void *, size_t, MlirStringRef, bool);
MlirLogicalResult tesseraDeviceUnmap(TesseraDevice, void *);
TesseraModule tesseraModuleLoad(
    TesseraDevice, MlirStringRef, MlirStringRef, TesseraDiagnosticCallback, void *);
void tesseraModuleUnload(TesseraModule);
intptr_t tesseraModuleGetNumEntries(TesseraModule);
MlirLogicalResult tesseraModuleGetEntry(TesseraModule, intptr_t, TesseraEntryInfo *);
MlirLogicalResult tesseraModuleGetParameter(
    TesseraModule, intptr_t, intptr_t, uint64_t *, uint64_t *);
MlirStringRef tesseraModuleGetParameterType(TesseraModule, intptr_t, intptr_t);
MlirStringRef tesseraModuleGetParameterName(TesseraModule, intptr_t, intptr_t);
MlirLogicalResult tesseraModuleLaunch(
    TesseraModule, intptr_t, const TesseraLaunchShape *, const void *const *,
    MlirStringCallback, void *, TesseraDiagnosticCallback, void *);
TesseraFault tesseraModuleGetFault(TesseraModule);
int tesseraFaultGetCudaError(TesseraFault, MlirStringRef *);
"""

#: The checking types that replace types of numbers in parameters.
NUMBERS = {
    name: _whole(TYPES[name]) for name in ("int", "intptr_t", "size_t", "uint64_t")
}

PROTOTYPE = re.compile(r"^(\w.*?)\s?(\w+)\(([^)]*)\);$", re.MULTILINE)


def prototypes() -> List[Tuple[str, str, List[str]]]:
    """The name, result type and parameter types of each function."""
    found = []
    for result, name, parameters in PROTOTYPE.findall(PROTOTYPES):
        types = " ".join(parameters.split())
        found.append((name, result, [] if types == "void" else types.split(", ")))
    return found


def _path() -> str:
    """TESSERA_LIBRARY; else the library in the folder `lib` of the environment, where a
    wheel installs it, or of another folder around this file; else the name of the library,
    for which the system searches.
    """
    named = os.environ.get("TESSERA_LIBRARY")
    if named:
        return named
    for folder in pathlib.Path(__file__).resolve().parents:
        if (folder / "lib" / NAME).exists():
            return str(folder / "lib" / NAME)
    return NAME


def _load() -> ctypes.CDLL:
    try:
        library = ctypes.CDLL(_path())
    except OSError as error:
        raise ImportError(
            f"{error}; the package needs {NAME}, which `./bootstrap.sh build` makes: "
            "TESSERA_LIBRARY names another place"
        ) from None
    for name, result, parameters in prototypes():
        function = getattr(library, name)
        function.restype = TYPES[result]
        function.argtypes = [NUMBERS.get(each) or TYPES[each] for each in parameters]
    return library


library = _load()

# ===------------------------------------------------------------------------===#
# Diagnostics and queries
# ===------------------------------------------------------------------------===#

SOURCE_LINE = re.compile(r"^ *source: (.+):(\d+)$", re.MULTILINE)
SEVERITIES = ("error", "warning", "note", "remark")


class Listener:
    """Collects the diagnostics of a call of the library, or passes each to `keep`."""

    def __init__(self, keep: Optional[Callable[[Diagnostic], None]] = None) -> None:
        self.told: List[Diagnostic] = []
        self.keep = keep or self.told.append
        self.callback = DiagnosticCallback(self._listen)

    def _listen(self, diagnostic: Any, _: Any) -> None:
        it = diagnostic.contents
        message = str(it.message)
        location = Location(str(it.file), it.line, it.column) if it.file.length else None
        # The emulator prints the line of the PTX first, then that of the source.
        source = SOURCE_LINE.search(message)
        if source:
            location = Location(source[1], int(source[2]))
        self.keep(Diagnostic(SEVERITIES[it.severity], message, location))


def collect(call: Callable[[Any], None]) -> bytes:
    """All bytes that `call` passes to the callback that it gets, in one piece."""
    parts: List[bytes] = []
    callback = StringCallback(lambda part, _: parts.append(bytes(part)))
    call(callback)
    return b"".join(parts)


def version() -> str:
    """Return the version of the compiler.

    The same version, options and input give the same output.

    Returns
    -------
    str

    Examples
    --------
    >>> tessera.version() == tessera.__version__
    True
    """
    return str(library.tesseraGetVersion())


def gpus() -> Tuple[str, ...]:
    """Return the names of all GPUs that can be compiled for.

    Returns
    -------
    tuple of str

    Examples
    --------
    >>> "sm_90" in tessera.gpus()
    True
    """
    count = library.tesseraGetNumGpus()
    return tuple(str(library.tesseraGetGpuName(number)) for number in range(count))
