# ===- kernels.py - The test kernels, in cuTile Python -----------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Kernels that a real front end compiles, with inputs and right answers.

To add one: write it under "Kernels" and give it an entry under "Cases". All tests
of test_kernels.py then hold it to the same rules. Results must be exact: every
operation correctly rounded and in a defined order, or on numbers so small that no
operation rounds.
"""

import dataclasses
import math
from typing import Callable

import cuda.tile as ct
import ml_dtypes
import numpy as np
import reference
from cuda.tile import compilation as cc

ConstInt = ct.Constant[int]

# ===------------------------------------------------------------------------===#
# Kernels
# ===------------------------------------------------------------------------===#


@ct.kernel
def vector_add(a, b, c, T: ConstInt):
    i = ct.bid(0)
    x = ct.load(a, index=(i,), shape=(T,))
    y = ct.load(b, index=(i,), shape=(T,))
    ct.store(c, index=(i,), tile=x + y)


@ct.kernel
def axpy(alpha, x, y, T: ConstInt):
    i = ct.bid(0)
    xs = ct.load(x, index=(i,), shape=(T,))
    ys = ct.load(y, index=(i,), shape=(T,))
    ct.store(y, index=(i,), tile=alpha * xs + ys)


@ct.kernel
def transpose(x, y, M: ConstInt, N: ConstInt):
    i = ct.bid(0)
    j = ct.bid(1)
    t = ct.load(x, index=(i, j), shape=(M, N))
    ct.store(y, index=(j, i), tile=ct.transpose(t))


@ct.kernel
def row_sum(x, y, M: ConstInt, N: ConstInt):
    i = ct.bid(0)
    total = ct.full((M, N), 0, dtype=x.dtype)
    for k in range(ct.num_tiles(x, axis=1, shape=(M, N))):
        total = total + ct.load(
            x, index=(i, k), shape=(M, N), padding_mode=ct.PaddingMode.ZERO
        )
    ct.store(y, index=(i,), tile=ct.sum(total, axis=1))


# ===------------------------------------------------------------------------===#
# Element types
# ===------------------------------------------------------------------------===#


@dataclasses.dataclass(frozen=True)
class Element:
    """One element type, with its names in cuTile, numpy and Tessera."""

    name: str
    tile: object
    numpy: np.dtype


ELEMENTS = {
    element.name: element
    for element in (
        Element("f32", ct.float32, np.dtype(np.float32)),
        Element("f16", ct.float16, np.dtype(np.float16)),
        Element("bf16", ct.bfloat16, np.dtype(ml_dtypes.bfloat16)),
        Element("i32", ct.int32, np.dtype(np.int32)),
    )
}

VERSIONS = ("13.1", "13.2", "13.3")

# ===------------------------------------------------------------------------===#
# Cases
# ===------------------------------------------------------------------------===#


@dataclasses.dataclass
class Run:
    """One launch: its arguments in order (arrays, or scalars of the element type),
    the expected arrays afterwards (None: unchanged), the grid."""

    arguments: list
    expected: list
    grid: tuple


@dataclasses.dataclass(frozen=True)
class Case:
    """A kernel with the tile sizes it is exported with and its runs.

    parameters: for each run-time parameter, the rank of an array or 0 for a scalar.
    constants: the tile sizes, the last parameters of the kernel.
    sizes: the arguments of make_run.
    """

    name: str
    kernel: object
    parameters: tuple
    constants: tuple
    sizes: tuple
    make_run: Callable[[Element, tuple, tuple], Run]


def numbers(element, shape, seed):
    """Numbers of every magnitude, with special values, the same in each call."""
    random = np.random.default_rng(seed)
    if element.name.startswith("i"):
        info = np.iinfo(element.numpy)
        return random.integers(info.min, info.max, shape, element.numpy, endpoint=True)
    values = random.standard_normal(shape) * np.exp2(random.integers(-12, 12, shape))
    flat = values.reshape(-1)
    for place, special in enumerate((0.0, -0.0, math.inf, -math.inf, math.nan)):
        flat[place * 7 :: 101] = special
    with np.errstate(over="ignore"):
        return values.astype(element.numpy)


def small_integers(element, shape, seed):
    """Mostly zeros, a few -1 and 1: any sum of up to 200 of a row is exact."""
    random = np.random.default_rng(seed)
    return random.choice([0, 0, 0, 0, 0, 0, 1, -1], shape).astype(element.numpy)


def ceil_div(a, b):
    return -(-a // b)


def make_vector_add(element, sizes, constants):
    (n,) = sizes
    a, b = numbers(element, n, 1), numbers(element, n, 2)
    c = np.zeros(n, element.numpy)
    with np.errstate(all="ignore"):
        total = a + b
    return Run([a, b, c], [None, None, total], (ceil_div(n, constants[0]),))


def make_axpy(element, sizes, constants):
    (n,) = sizes
    x, y = numbers(element, n, 3), numbers(element, n, 4)
    alpha = element.numpy.type(3)
    if element.name == "i32":
        total = alpha * x + y
    else:  # the front end fuses the product and the sum
        total = reference.fused_multiply_add(alpha, x, y, element.name)
    return Run([alpha, x, y], [None, None, total], (ceil_div(n, constants[0]),))


def make_transpose(element, sizes, constants):
    x = numbers(element, sizes, 5)
    y = np.zeros(sizes[::-1], element.numpy)
    grid = tuple(ceil_div(size, tile) for size, tile in zip(sizes, constants))
    return Run([x, y], [None, np.ascontiguousarray(x.T)], grid)


def make_row_sum(element, sizes, constants):
    x = small_integers(element, sizes, 6)
    y = np.zeros(sizes[0], element.numpy)
    total = x.astype(np.int64).sum(axis=1).astype(element.numpy)
    return Run([x, y], [None, total], (ceil_div(sizes[0], constants[0]),))


CASES = {
    case.name: case
    for case in (
        Case(
            "vector_add",
            vector_add,
            (1, 1, 1),
            (1024,),
            ((1,), (1000,), (4096,), (1 << 20,)),
            make_vector_add,
        ),
        Case(
            "axpy",
            axpy,
            (0, 1, 1),
            (512,),
            ((1,), (1000,), (4096,), (1 << 20,)),
            make_axpy,
        ),
        Case(
            "transpose",
            transpose,
            (2, 2),
            (32, 64),
            ((1, 1), (100, 10), (64, 128), (1024, 1024)),
            make_transpose,
        ),
        Case(
            "row_sum",
            row_sum,
            (2, 1),
            # A row is shared by several warps.
            (2, 128),
            ((1, 1), (10, 100), (32, 256), (1 << 13, 128)),
            make_row_sum,
        ),
    )
}

# ===------------------------------------------------------------------------===#
# Export
# ===------------------------------------------------------------------------===#


#: In place of ALIGNED below: besides, that rows are, and begin at, multiples of 16
#: elements.
ALL_ALIGNED = "all"


def parameter_constraint(rank, element, aligned):
    """Assumptions of the front end about a parameter. `aligned`: an array is contiguous
    and begins at a multiple of 16 bytes, as most do."""
    if rank == 0:
        return cc.ScalarConstraint(element.tile)
    known = {}
    if aligned:
        known = {
            "stride_constant": [None] * (rank - 1) + [1],
            "base_addr_divisible_by": 16,
        }
    if aligned == ALL_ALIGNED:
        known["stride_divisible_by"] = [16] * (rank - 1) + [1]
        known["shape_divisible_by"] = [1] * (rank - 1) + [16]
    return cc.ArrayConstraint(
        element.tile,
        rank,
        index_dtype=ct.int32,
        stride_lower_bound_incl=0,
        alias_groups=(),
        may_alias_internally=False,
        **known,
    )


def write_bytecode(kernel, symbol, constraints, version, file):
    """Writes the kernel's bytecode to FILE. Its entry bears the name SYMBOL."""
    signature = cc.KernelSignature(
        constraints, cc.CallingConvention.cutile_python_v1(), symbol=symbol
    )
    cc.export_kernel(
        kernel,
        [signature],
        str(file),
        gpu_code="sm_100",
        output_format="tileir_bytecode",
        bytecode_version=version,
    )


def export(case, element, version, aligned, file):
    """Writes the kernel's bytecode to FILE. Its entry bears the case's name."""
    constraints = [
        parameter_constraint(rank, element, aligned) for rank in case.parameters
    ]
    constraints += [cc.ConstantConstraint(value) for value in case.constants]
    write_bytecode(case.kernel, case.name, constraints, version, file)
