# ===- cublaslt.py - Products of cuBLASLt ----------------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""cuBLASLt through ctypes, with the algorithm that it names first.

Its matrices are column-major: our C = A B is C' = B' A' there. Products of bytes need
both factors contiguous along the depth, so B is transposed first, which is not timed.
"""

import ctypes
import importlib.util
import pathlib

import numpy as np
from rows import ELEMENTS, Missing, Product

#: cudaDataType of elements and sums; cublasComputeType_t; cudaDataType of the factors.
R_32F, R_16F, R_8I, R_32I, R_16BF, R_8F_E4M3 = 0, 2, 3, 10, 14, 28
TYPES = {
    "f16": (R_16F, R_32F, 68, R_32F),
    "bf16": (R_16BF, R_32F, 68, R_32F),
    "tf32": (R_32F, R_32F, 77, R_32F),
    "i8": (R_8I, R_32I, 72, R_32I),
    "e4m3": (R_8F_E4M3, R_32F, 68, R_32F),
}
#: CUBLASLT_MATMUL_DESC_TRANSA, CUBLAS_OP_T; CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES.
TRANSPOSE_A, TRANSPOSED, WORKSPACE = 3, 1, 1
WORKSPACE_BYTES = 32 << 20
NAMES = ("libcublasLt.so.13", "libcublasLt.so.12")


class Heuristic(ctypes.Structure):
    """cublasLtMatmulHeuristicResult_t"""

    _fields_ = [
        ("algorithm", ctypes.c_uint64 * 8),
        ("workspace", ctypes.c_size_t),
        ("state", ctypes.c_int),
        ("waves", ctypes.c_float),
        ("reserved", ctypes.c_int * 4),
    ]


def load_library():
    """Loads it from the loader's folders, or from pip's packages (nvidia-cublas)."""
    spec = importlib.util.find_spec("nvidia")
    folders = [pathlib.Path(place) for place in spec.submodule_search_locations] if spec else []
    for name in NAMES:
        packaged = [file for folder in folders for file in folder.glob(f"*/lib/{name}")]
        for candidate in [name, *map(str, packaged)]:
            try:
                return ctypes.CDLL(candidate)
            except OSError:
                continue
    raise Missing(f"{' and '.join(NAMES)} were not found")


class Compiler:
    name = "cuBLASLt"

    def __init__(self, driver):
        self.driver = driver
        self.library = load_library()
        self.handle = self.make("cublasLtCreate")
        self.workspace = driver.allocate(WORKSPACE_BYTES)

    def call(self, name, *arguments):
        status = getattr(self.library, name)(*arguments)
        if status:
            raise Missing(f"{name}: status {status}")

    def make(self, name, *arguments):
        handle = ctypes.c_void_p()
        self.call(name, ctypes.byref(handle), *arguments)
        return handle

    def layout(self, kind, size):
        extent = ctypes.c_uint64(size)
        return self.make("cublasLtMatrixLayoutCreate", kind, extent, extent, ctypes.c_int64(size))

    def transposed(self, row, arguments):
        """B with its rows as columns, in memory of its own."""
        host = np.empty((arguments.size,) * 2, ELEMENTS[row.element].dtype)
        b = self.driver.upload(self.driver.download(arguments.inputs[1], host).T)
        arguments.others.append(b)
        return b

    def prepare(self, row, arguments):
        if not isinstance(row, Product):
            raise Missing("it has only products")
        kind, into, compute, scale = TYPES[row.element]
        description = self.make("cublasLtMatmulDescCreate", compute, scale)
        a, b = arguments.inputs
        if row.element in ("i8", "e4m3"):
            b = self.transposed(row, arguments)
            flag = ctypes.c_int32(TRANSPOSED)
            self.call(
                "cublasLtMatmulDescSetAttribute", description, TRANSPOSE_A, ctypes.byref(flag),
                ctypes.c_size_t(4),
            )  # fmt: skip
        factor, sums = self.layout(kind, arguments.size), self.layout(into, arguments.size)
        algorithm = self.choose(description, factor, sums)
        number = ctypes.c_int32 if row.element == "i8" else ctypes.c_float
        one, zero, c = number(1), number(0), arguments.output

        def launch(stream):
            self.call(
                "cublasLtMatmul", self.handle, description, ctypes.byref(one), b, factor, a, factor,
                ctypes.byref(zero), c, sums, c, sums, ctypes.byref(algorithm), self.workspace,
                ctypes.c_size_t(WORKSPACE_BYTES), stream,
            )  # fmt: skip

        return launch

    def choose(self, description, factor, sums):
        preference = self.make("cublasLtMatmulPreferenceCreate")
        most = ctypes.c_size_t(WORKSPACE_BYTES)
        self.call(
            "cublasLtMatmulPreferenceSetAttribute", preference, WORKSPACE, ctypes.byref(most),
            ctypes.c_size_t(8),
        )  # fmt: skip
        found, count = Heuristic(), ctypes.c_int()
        self.call(
            "cublasLtMatmulAlgoGetHeuristic", self.handle, description, factor, factor, sums, sums,
            preference, 1, ctypes.byref(found), ctypes.byref(count),
        )  # fmt: skip
        if not count.value:
            raise Missing("it has no algorithm for these types")
        return found
