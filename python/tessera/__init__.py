# ===- __init__.py - Tile IR in Python --------------------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Tessera: an open compiler for CUDA Tile IR, and kernels that run without a GPU.

compile, compile_for_gpus
    Tile IR to machine code for a GPU, or for several.
load
    A program whose kernels are called on numpy arrays, on the interpreter or the emulator.
compare
    A kernel on both, compared within the bounds that the language allows.
disassemble, verify
    Bytecode as text; a check that a program is valid.
"""

from ._arrays import output
from ._compare import Comparison, Difference, compare
from ._compile_many import compile_for_gpus
from ._compiler import (
    Cubin,
    KernelResources,
    Remark,
    compile,
    disassemble,
    verify,
)
from ._errors import (
    CompileError,
    CompileTimeout,
    ConfigurationError,
    Diagnostic,
    Error,
    LaunchError,
    Location,
    VerifyError,
)
from ._launch import Kernel, Program, Result, load
from ._library import gpus, version

__version__ = version()

__all__ = [
    "Comparison",
    "CompileError",
    "CompileTimeout",
    "ConfigurationError",
    "Cubin",
    "Diagnostic",
    "Difference",
    "Error",
    "Kernel",
    "KernelResources",
    "LaunchError",
    "Location",
    "Program",
    "Remark",
    "Result",
    "VerifyError",
    "compare",
    "compile",
    "compile_for_gpus",
    "disassemble",
    "gpus",
    "load",
    "output",
    "verify",
    "version",
]
