# ===- test_library.py - The declarations of the package ------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""The declarations in Python are those of the library's headers."""

import ctypes
import inspect
import pathlib
import re
import subprocess
import sys
import typing

import pytest
from conftest import BIN, ROOT

import tessera
from tessera import _library

PROTOTYPE = r"MLIR_CAPI_EXPORTED\s+([^;()]*?)\b{}\(([^;]*)\);"
STRUCTURES = {
    "TesseraDiagnostic": _library.TesseraDiagnostic,
    "TesseraDeviceOptions": _library.DeviceOptions,
    "TesseraEntryInfo": _library.EntryInfo,
    "TesseraLaunchShape": _library.LaunchShape,
    "TesseraKernelResources": _library.Resources,
    "TesseraRemark": _library.TesseraRemark,
}
FIELD_TYPES = {
    "MlirStringRef": _library.StringRef,
    "MlirDiagnosticSeverity": ctypes.c_int,
    "uint32_t": ctypes.c_uint32,
    "uint64_t": ctypes.c_uint64,
    "intptr_t": ctypes.c_ssize_t,
    "bool": ctypes.c_bool,
}


def without_comments(text):
    return re.sub(r"/\*.*?\*/|//[^\n]*", "", text, flags=re.DOTALL)


def folders():
    cache = (BIN.parent / "CMakeCache.txt").read_text()
    mlir = pathlib.Path(re.search(r"^MLIR_DIR:PATH=(.*)$", cache, re.MULTILINE)[1])
    return ROOT / "include/tessera-c", mlir.parents[2] / "include/mlir-c"


HEADERS = "\n".join(
    without_comments(file.read_text())
    for folder in folders()
    for file in sorted(folder.glob("*.h"))
)


def spelled(text):
    """A type in the package's spelling: single spaces, and a space before the star."""
    return re.sub(r"\s*(\*)\s*", r" \1", " ".join(text.split())).replace("* const", "*const")


def type_of(parameter):
    """The type in `MlirStringRef name` or `void *`."""
    match = re.fullmatch(r"(.*?[\s*])(\w+)?", parameter.strip() + " ", re.DOTALL)
    words = match[1].rstrip()
    names = {"const", "void", "bool", "int", "size_t", "intptr_t"}
    last = words.split()[-1] if words.split() else ""
    if len(words.split()) > 1 and re.fullmatch(r"\w+", last) and last not in names:
        words = words[: -len(last)]
    elif "*" in words and not words.endswith("*"):
        words = words[: words.rindex("*") + 1]
    return spelled(words).strip()


@pytest.mark.parametrize("name, result, parameters", _library.prototypes())
def test_prototype(name, result, parameters):
    match = re.search(PROTOTYPE.format(name), HEADERS)
    assert match, f"no header declares {name}"
    assert spelled(match[1]).strip() == result.replace("const void *const *", "")
    declared = [each for each in match[2].split(",") if each.strip() != "void"]
    assert [type_of(each) for each in declared] == [
        spelled(each).strip() for each in parameters
    ]


@pytest.mark.parametrize("name", STRUCTURES)
def test_structure(name):
    body = re.search(rf"struct {name} {{(.*?)}}", HEADERS, re.DOTALL)[1]
    declared = []
    for line in filter(None, (each.strip() for each in body.split(";"))):
        kind, fields = line.removeprefix("const ").split(None, 1)
        for field in fields.split(","):
            match = re.fullmatch(r"(\*?)(\w+)(?:\[(\d+)\])?", field.strip())
            count = int(match[3]) if match[3] else 0
            type_ = FIELD_TYPES[kind]
            declared.append((match[2], ctypes.POINTER(type_) if match[1] else type_, count))
    ours = [
        (field, getattr(kind, "_type_", kind), kind._length_)
        if hasattr(kind, "_length_")
        else (field, kind, 0)
        for field, kind in STRUCTURES[name]._fields_
    ]
    assert ours == declared


def test_everything_public_is_documented_and_typed():
    for name in tessera.__all__:
        it = getattr(tessera, name)
        assert it.__doc__ and not it.__doc__.startswith(f"{name}("), name
        functions = [it] if inspect.isfunction(it) else vars(it).values()
        for function in filter(inspect.isfunction, functions):
            if not inspect.getsourcefile(function).startswith(str(ROOT)):  # a dataclass's
                continue
            hints = typing.get_type_hints(function)
            wanted = set(inspect.signature(function).parameters) - {"self"}
            assert wanted | {"return"} <= set(hints), f"{name}: {function.__name__}"


def test_library_that_is_not_there():
    done = subprocess.run(
        [sys.executable, "-c", "import tessera"],
        env={"PYTHONPATH": str(ROOT / "python"), "TESSERA_LIBRARY": "/nowhere.so"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert "/nowhere.so" in done.stderr and "TESSERA_LIBRARY" in done.stderr


def test_version():
    text = (ROOT / "CMakeLists.txt").read_text()
    assert tessera.__version__ == re.search(r"VERSION ([\d.]+) LANG", text)[1]
