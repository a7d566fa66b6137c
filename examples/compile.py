#!/usr/bin/env python3
# ===- compile.py - libTessera from Python, by ctypes -----------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Compiles bytecode or the text of a program to PTX, in this process.

usage: compile.py LIBRARY PROGRAM GPU

LIBRARY is the path of libTessera.so; docs/library.md goes through this file.
"""

import ctypes
import sys

PTX = 5  # TesseraStagePTX


class StringRef(ctypes.Structure):
    """MlirStringRef: text with a length and without an end."""

    _fields_ = [("data", ctypes.c_void_p), ("length", ctypes.c_size_t)]

    @classmethod
    def of(cls, value):
        """A view of bytes, which must live as long."""
        return cls(ctypes.cast(ctypes.c_char_p(value), ctypes.c_void_p), len(value))

    def __bytes__(self):
        return ctypes.string_at(self.data, self.length)


class Handle(ctypes.Structure):
    """A TesseraCompileOptions or TesseraCompileResult."""

    _fields_ = [("ptr", ctypes.c_void_p)]


class Diagnostic(ctypes.Structure):
    """A TesseraDiagnostic."""

    _fields_ = [
        ("severity", ctypes.c_int),
        ("message", StringRef),
        ("file", StringRef),
        ("line", ctypes.c_uint32),
        ("column", ctypes.c_uint32),
    ]


Callback = ctypes.CFUNCTYPE(None, ctypes.POINTER(Diagnostic), ctypes.c_void_p)

FUNCTIONS = {
    "tesseraCompileOptionsCreate": (Handle, []),
    "tesseraCompileOptionsSetGpu": (None, [Handle, StringRef]),
    "tesseraCompileOptionsSetStage": (None, [Handle, ctypes.c_int]),
    "tesseraCompileOptionsDestroy": (None, [Handle]),
    "tesseraCompile": (
        Handle,
        [StringRef, StringRef, Handle, Callback, ctypes.c_void_p],
    ),
    "tesseraCompileResultGetStatus": (ctypes.c_int, [Handle]),
    "tesseraCompileResultGetOutput": (StringRef, [Handle]),
    "tesseraCompileResultDestroy": (None, [Handle]),
}


def load(path):
    library = ctypes.CDLL(path)
    for name, (result, arguments) in FUNCTIONS.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library


def compile_to_ptx(library, program, name, gpu):
    """The PTX, or nothing; and what was told."""
    told = []

    @Callback
    def listen(diagnostic, _):
        it = diagnostic.contents
        severity = ["error", "warning", "note", "remark"][it.severity]
        place = f"{bytes(it.file).decode()}:{it.line}:{it.column}"
        told.append(f"{place}: {severity}: {bytes(it.message).decode()}")

    options = library.tesseraCompileOptionsCreate()
    library.tesseraCompileOptionsSetGpu(options, StringRef.of(gpu))
    library.tesseraCompileOptionsSetStage(options, PTX)
    result = library.tesseraCompile(
        StringRef.of(program), StringRef.of(name), options, listen, None
    )
    done = library.tesseraCompileResultGetStatus(result) == 0
    output = bytes(library.tesseraCompileResultGetOutput(result)) if done else None
    library.tesseraCompileResultDestroy(result)
    library.tesseraCompileOptionsDestroy(options)
    return output, told


def main(path, program, gpu):
    with open(program, "rb") as file:
        ptx, told = compile_to_ptx(
            load(path), file.read(), program.encode(), gpu.encode()
        )
    for line in told:
        print(line, file=sys.stderr)
    if ptx is None:
        return 1
    sys.stdout.write(ptx.decode())
    return 0


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
