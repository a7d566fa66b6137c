# ===- cutlass_parameters.py - What CUTLASS's kernels are given ------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Parts of GemmUniversal::Params of CUTLASS 4.2, as cuda-tile-run reads structures."""


def log2(number):
    return number.bit_length() - 1


def tensor_map(array, options):
    """A tensor map, and the byte that CuTe's type of the copy has behind it."""
    return f"{{align=128,tensormap:@{array}:{options},i8:0}}"


def tensor(name, rows):
    """A map of matrices of f16, ROWS of 64 elements along K at once."""
    return tensor_map(name, f"box=1,{rows},64:swizzle=128")


def divisor(number):
    """FastDivmodU64: a division by a power of two shifts, and another one multiplies by
    a reciprocal of which 64 bits are kept."""
    shift = log2(number)
    inexact = number & (number - 1)
    power = 1 << shift
    low, high = (power << 64) // number, ((power << 64) + power) // number
    factor, up = (high % (1 << 64), low == high) if inexact else (0, False)
    return f"{{i64:{number},i64:0x{factor:016x},i32:{shift},i32:{int(up)}}}"


def power_divisor(number):
    """FastDivmodU64Pow2."""
    return f"{{i64:{number},i32:{log2(number)}}}"


def short_divisor(number):
    """FastDivmod, of 32 bits."""
    if number == 1:
        return "{i32:1,i32:0,i32:0}"
    shift = (number - 1).bit_length() - 1
    factor = -(-(1 << 32 + shift) // number)
    return f"{{i32:{number},i32:0x{factor:08x},i32:{shift}}}"


def hardware(multiprocessors):
    """The GPU, as the kernel is told."""
    return f"{{i32:0,i32:{multiprocessors},i32:0,{{i32:0,i32:0,i32:0}},{{i32:0,i32:0,i32:0}}}}"


#: For kernels that read none of it.
HARDWARE = hardware(0)


def factors(words=2):
    """The factors of C, zero, and of A B, one, each with WORDS that say where it lies in
    memory otherwise. A tree: the leaves C and its factor, and the product of A B and its
    factor; who has no parameters has a byte."""
    elsewhere = ",i64:0" * words
    return f"{{{{f32:0{elsewhere}}},i8:0,{{{{f32:1{elsewhere}}},i8:0,i8:0}},i8:0}}"


def work_taker(tile, cluster, size):
    """The scheduler of sm_100 and sm_120, whose clusters take over the work of others."""
    m, n, _ = size
    shapes = f"{short_divisor(cluster)},{short_divisor(1)},{{i32:0,i32:0,i32:0}}"
    return f"{{i32:{-(-m // tile[0])},i32:{-(-n // tile[1])},i32:1,{shapes},i32:0,i32:0}}"
