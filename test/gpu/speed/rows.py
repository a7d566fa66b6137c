# ===- rows.py - What is timed ---------------------------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Products, attention and kernels that memory limits, with inputs and right answers.

Inputs are small integers for which no order of summation rounds, so that every
competitor must have the same bits. Needs only numpy.
"""

import dataclasses

import numpy as np

SIZES = (1024, 2048, 4096, 8192)
#: Heads of an attention.
HEADS = 16
#: The number of rows that are compared: the first, the last, and some between.
COMPARED = 6


@dataclasses.dataclass(frozen=True)
class Element:
    """A type of elements, with its encoding in numpy's arrays."""

    dtype: type
    #: Encodes integers from -4 to 4.
    encode: object


def bits_of_bf16(values):
    return (values.astype(np.float32).view(np.uint32) >> 16).astype(np.uint16)


def bits_of_e4m3(values):
    codes = np.array([0x00, 0x38, 0x40, 0x44, 0x48], np.uint8)  # 0 to 4
    return codes[np.abs(values)] | (values < 0).astype(np.uint8) << 7


ELEMENTS = {
    "f16": Element(np.float16, lambda values: values.astype(np.float16)),
    "bf16": Element(np.uint16, bits_of_bf16),
    "f32": Element(np.float32, lambda values: values.astype(np.float32)),
    "tf32": Element(np.float32, lambda values: values.astype(np.float32)),
    "i8": Element(np.int8, lambda values: values.astype(np.int8)),
    "e4m3": Element(np.uint8, bits_of_e4m3),
}


def compared_rows(count):
    return np.unique(np.linspace(0, count - 1, COMPARED).astype(int))


class Row:
    """One kernel with one tile size; `case` is its name in test/Kernels/all_cases.py."""

    #: Parameters behind the arrays, of f32.
    scalars = ()

    #: `operations` counts these.
    unit = "operations"

    def grid_on(self, multiprocessors, size):
        """The blocks of a launch on a GPU; those of most kernels depend on the size alone."""
        return self.grid(size)

    @property
    def tiles(self):
        return "x".join(map(str, self.tile))


@dataclasses.dataclass(frozen=True)
class Product(Row):
    """C = A B of square row-major matrices."""

    element: str
    case: str
    #: Rows, columns and depth of the tiles.
    tile: tuple

    @property
    def name(self):
        return f"{self.element} {self.tiles}"

    def operations(self, size):
        return 2 * size**3

    def grid(self, size):
        return -(-size // self.tile[0]), -(-size // self.tile[1])

    def shapes(self, size):
        """Shapes of the inputs, and of the output at the end."""
        return [(size, size)] * 3

    def inputs(self, size):
        """A and B as integers."""
        random = np.random.default_rng(size)
        return [random.integers(-2, 3, (size, size), np.int8) for _ in range(2)]

    def output(self, size):
        return np.zeros((size, size), np.int32 if self.element == "i8" else np.float32)

    def complaint(self, inputs, result):
        """The faults of the compared rows, or None."""
        a, b = inputs
        rows = compared_rows(len(result))
        expected = a[rows].astype(np.float32) @ b.astype(np.float32)
        return difference(rows, result[rows], expected)


@dataclasses.dataclass(frozen=True)
class PersistentProduct(Product):
    """Each block works off its share of the tiles of C."""

    @property
    def name(self):
        return f"persistent {self.element}, {self.tiles}"

    def grid_on(self, multiprocessors, size):
        return (multiprocessors,)


@dataclasses.dataclass(frozen=True)
class Attention(Row):
    """Forward, of f16: as many queries as keys, in HEADS heads."""

    case: str
    is_causal: bool
    #: Queries and keys at a time, and the width of a head.
    tile: tuple
    element: str = "f16"

    #: The scale of the scores.
    scalars = (1.0,)

    @property
    def name(self):
        kind = "attention" if self.is_causal else "full attention"
        rows, columns, width = self.tile
        return f"{kind} {rows}x{columns}, d{width}"

    def operations(self, size):
        return 4 * HEADS * size**2 * self.tile[2] // (2 if self.is_causal else 1)

    def grid(self, size):
        return -(-size // self.tile[0]), HEADS

    def shapes(self, size):
        return [(HEADS, size, self.tile[2])] * 4

    def inputs(self, size):
        """Queries with one element that is not 0, keys and values, as integers: each
        score is -1, 0 or 1, and no sum of their powers of two is rounded."""
        random = np.random.default_rng(size)
        shape = self.shapes(size)[0]
        q = np.zeros(shape, np.int8)
        place = random.integers(0, shape[2], (*shape[:2], 1))
        np.put_along_axis(q, place, random.integers(0, 2, place.shape, np.int8) * 2 - 1, 2)
        return [q, random.integers(-1, 2, shape, np.int8), random.integers(-4, 5, shape, np.int8)]

    def output(self, size):
        return np.zeros(self.shapes(size)[-1], np.float16)

    def complaint(self, inputs, result):
        rows = compared_rows(result.shape[1])
        q, k, v = (each.astype(np.float32) for each in inputs)
        score = q[:, rows] @ k.transpose(0, 2, 1)
        if self.is_causal:
            score = np.where(np.arange(k.shape[1]) <= rows[:, None], score, -np.inf)
        power = np.exp2(score - score.max(axis=2, keepdims=True))
        expected = (power @ v / power.sum(axis=2, keepdims=True)).astype(np.float16)
        return difference(rows, result[:, rows], expected)


@dataclasses.dataclass(frozen=True)
class Rows(Row):
    """A kernel that memory limits: it reads and writes each row of a square matrix."""

    element: str
    #: Rows and columns of the tiles.
    tile: tuple

    unit = "bytes"

    @property
    def name(self):
        return f"{self.kind} {self.element} {self.tiles}"

    def operations(self, size):
        """Bytes in the place of operations."""
        return 2 * size**2 * np.dtype(ELEMENTS[self.element].dtype).itemsize

    def grid(self, size):
        return (-(-size // self.tile[0]),)

    def output(self, size):
        return np.zeros((size, size), ELEMENTS[self.element].dtype)

    def complaint(self, inputs, result):
        rows = compared_rows(len(result))
        wide = [each.astype(np.float32) for each in inputs]
        return difference(rows, result[rows], self.expected(wide[0][rows], *wide[1:]))


class Softmax(Rows):
    """By powers of two."""

    kind, case = "softmax", "two_pass_softmax"

    def shapes(self, size):
        return [(size, size)] * 2

    def inputs(self, size):
        return [np.random.default_rng(size).integers(-4, 5, (size, size), np.int8)]

    def expected(self, x):
        power = np.exp2(x - x.max(axis=1, keepdims=True))
        return (power / power.sum(axis=1, keepdims=True)).astype(ELEMENTS[self.element].dtype)


class RmsNorm(Rows):
    """With weights; all elements are 2 or -2, so that the root is exact."""

    kind, case, scalars = "rms norm", "rms_norm", (0.0,)

    def shapes(self, size):
        return [(size, size), (size,), (size, size)]

    def inputs(self, size):
        random = np.random.default_rng(size)
        signs = random.integers(0, 2, (size, size), np.int8)
        return [4 * signs - 2, random.integers(-4, 5, size, np.int8)]

    def expected(self, x, weight):
        return (x / 2 * weight).astype(ELEMENTS[self.element].dtype)


def difference(rows, result, expected):
    wrong = result != expected
    if not wrong.any():
        return None
    first = tuple(int(i) for i in np.argwhere(wrong)[0])
    return (
        f"{np.count_nonzero(wrong)} of {wrong.size} elements of rows {rows.tolist()} are "
        f"wrong; the first is {result[first]!r}, expected {expected[first]!r}"
    )


ROWS = [
    Product("f16", "matmul_f16_f32", (128, 128, 64)),
    Product("f16", "matmul_f16_f32", (128, 256, 64)),
    Product("f16", "matmul_f16_f32", (256, 128, 64)),
    PersistentProduct("f16", "matmul_persistent", (128, 256, 64)),
    Product("bf16", "matmul_bf16_f32", (128, 128, 64)),
    Product("bf16", "matmul_bf16_f32", (128, 256, 64)),
    Product("tf32", "matmul_tf32", (128, 128, 32)),
    Product("tf32", "matmul_tf32", (128, 256, 32)),
    Product("i8", "matmul_i8_i32", (128, 128, 64)),
    Product("i8", "matmul_i8_i32", (128, 256, 64)),
    Product("e4m3", "matmul_f8E4M3FN_f32", (128, 128, 64)),
    Product("e4m3", "matmul_f8E4M3FN_f32", (128, 256, 64)),
    Attention("flash_attention_f16", True, (128, 64, 64)),
    Attention("flash_attention_f16", True, (128, 64, 128)),
    Attention("flash_attention_f16", True, (128, 128, 128)),
    Attention("full_attention_f16", False, (128, 64, 64)),
    Attention("full_attention_f16", False, (128, 64, 128)),
    Attention("full_attention_f16", False, (128, 128, 64)),
    Attention("full_attention_f16", False, (128, 128, 128)),
    Softmax("f32", (1, 1024)),
    RmsNorm("f16", (1, 1024)),
]


def chosen(words):
    """The rows whose names contain one of `words`, or all rows."""
    return [row for row in ROWS if not words or any(word in row.name for word in words)]


class Missing(Exception):
    """The reason why a competitor does not take part in a row."""


@dataclasses.dataclass
class Arguments:
    """The arrays of a kernel; a competitor adds those that only it needs."""

    size: int
    inputs: list
    output: object
    others: list = dataclasses.field(default_factory=list)
