# ===- cutlass_kernels.py - Products of CUTLASS ----------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Products of small integers, exact in every order, at sizes that no tile divides."""

import numpy as np
from clients import Out, cutlass_program, integers


def gemm(name, type=np.float32, into=np.float32, size=(75, 72, 40), since=75, **macros):
    def make(random):
        m, n, k = size
        a, b = integers(random, (m, k), np.int64, 3), integers(random, (k, n), np.int64, 3)
        c = integers(random, (m, n), np.int64, 3)
        right = (a @ b + c).astype(into)
        numbers = map(np.int32, size)
        return [a.astype(type), b.astype(type), c.astype(into), Out(right), *numbers]

    cutlass_program(name, size, macros, since)(make)


SIMT = {"CLASS": "OpClassSimt", "MMA_M": 1, "MMA_N": 1, "MMA_K": 1, "ALIGNMENT": 1, "DEPTH": 8}
HALF = {"ELEMENT": "cutlass::half_t", "CLASS": "OpClassTensorOp", "DEPTH": 32, "MMA_M": 16, "MMA_N": 8}

gemm("cutlass_f32", ELEMENT="float", INTO="float", ARCH="Sm50", STAGES=2, EPILOGUE=1, **SIMT)
gemm(
    "cutlass_f16_2_stages", np.float16, INTO="float", ARCH="Sm75", MMA_K=8,
    STAGES=2, ALIGNMENT=8, EPILOGUE=4, **HALF,
)  # fmt: skip
gemm(
    "cutlass_f16_3_stages", np.float16, INTO="float", ARCH="Sm80", MMA_K=16,
    STAGES=3, ALIGNMENT=8, EPILOGUE=4, since=80, **HALF,
)  # fmt: skip
gemm(
    "cutlass_f16_narrow", np.float16, np.float16, INTO="cutlass::half_t", ARCH="Sm75",
    MMA_K=8, STAGES=2, ALIGNMENT=1, EPILOGUE=1, size=(45, 39, 33), **HALF,
)  # fmt: skip
