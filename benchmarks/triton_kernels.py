# ===- triton_kernels.py - Kernels of Triton in sizes of everyday use ------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""The kernels of the tests (test/Emulator/clients) that triton_speed.py and
triton_interpreter.py measure, with inputs of their own. The tests check their results."""

import dataclasses
import pathlib
import sys

import numpy as np

SOURCE_DIR = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(SOURCE_DIR / "test" / "Emulator" / "clients"))

import clients  # noqa: E402
import triton_elements as elements  # noqa: E402
import triton_matrices as matrices  # noqa: E402


@dataclasses.dataclass(frozen=True)
class Kernel:
    """A function of Triton, and how it is launched."""

    name: str
    function: object
    #: Types of the parameters that are no constants, in Triton's words.
    signature: str
    constants: dict
    #: A function from a random generator to arguments, as clients.program takes it.
    make: object
    grid: tuple
    warps: int = 4
    stages: int = 3
    #: The oldest GPU that it is compiled for.
    since: int = 75


def vectors(random):
    x, y = (clients.integers(random, 1 << 22) for _ in range(2))
    return [x, y, clients.Out(x), np.int32(1 << 22)]


def rows(random):
    x = clients.integers(random, (1024, 4096))
    return [x, clients.Out(x), np.int32(4096)]


def normalised(random):
    x, *others = (clients.integers(random, shape) for shape in ((1024, 4096), 4096, 4096))
    each = np.zeros(1024, np.float32)
    return [x, *others, clients.Out(each), clients.Out(each), clients.Out(x), np.int32(4096)]


def heads(random):
    q, k, v = (clients.integers(random, (1024, 64), np.float16) for _ in range(3))
    return [q, k, v, clients.Out(q.astype(np.float32)), np.int32(1024)]


def product(name, types, read, into, tile, size, precision="ieee", since=75):
    """SIZE x SIZE x SIZE, in tiles of M x N x K."""
    return Kernel(
        name, matrices.matmul, matrices.SIGNATURE.format(*types),
        dict(zip("MNK", tile), PRECISION=precision),
        lambda random: matrices.product(random, *[size] * 3, read, into),
        (size // tile[0], size // tile[1]), warps=8, since=since,
    )  # fmt: skip


KERNELS = [
    Kernel("vector add", elements.vector_add, "*fp32 *fp32 *fp32 i32", {"B": 1024}, vectors, (4096,)),
    Kernel("softmax", elements.softmax, "*fp32 *fp32 i32", {"B": 4096}, rows, (1024,), warps=8),
    Kernel(
        "layer norm", elements.layer_norm, "*fp32 *fp32 *fp32 *fp32 *fp32 *fp32 i32",
        {"B": 4096}, normalised, (1024,), warps=8,
    ),
    product("f16 product", ("fp16", "fp32"), matrices.halves, np.float32, (128, 128, 32), 512),
    product("i8 product", ("i8", "i32"), matrices.bytes_of, np.int32, (128, 128, 64), 512),
    product("tf32 product", ("fp32", "fp32"), matrices.floats, np.float32, (128, 128, 32), 512, "tf32"),
    product("f32 product", ("fp32", "fp32"), matrices.floats, np.float32, (64, 64, 32), 256),
    Kernel(
        "attention", matrices.attention, "*fp16 *fp16 *fp16 *fp32 i32",
        {"D": 64, "M": 128, "N": 64}, heads, (8,),
    ),
]  # fmt: skip


#: Kernels whose arrays hold the bits of numbers that numpy does not have, for the
#: emulator alone.
KERNELS_OF_BITS = [
    product("bf16 product", ("bf16", "fp32"), matrices.bfloat, np.float32, (128, 128, 32), 512),
    product("fp8 product", ("fp8e4nv", "fp32"), matrices.e4m3, np.float32, (128, 128, 64), 512, since=89),
]


def chosen(words, kernels=KERNELS):
    """The KERNELS whose names hold one of WORDS; all without any."""
    return [kernel for kernel in kernels if not words or any(word in kernel.name for word in words)]
