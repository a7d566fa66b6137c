# ===- memory_bound.py - Kernels that only memory can limit -------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Copies, casts, sums, transpositions and normalisations as text.

Arrays are in row-major order, with extents and strides as arguments. Pointers, strides
and the last extent are known to be multiples of 16, as cuTile promises of most arrays.
"""

import math
from dataclasses import dataclass, field

BITS = {"i8": 8, "f16": 16, "bf16": 16, "i32": 32, "f32": 32, "f64": 64}
#: The types in files, by numpy's names.
FILES = {"f16": "f2", "f32": "f4", "f64": "f8", "i8": "i1", "i32": "i4", "bf16": "u2"}
INDICES = ("%bx", "%by", "%bz", "%zero", "%zero")


def tile_type(shape, element):
    return f"tile<{'x'.join(map(str, [*shape, element]))}>"


@dataclass
class Array:
    """A parameter: its tile, and the indices of the tile that a block takes."""

    name: str
    element: str
    tile: tuple
    index: tuple = ()
    padding: str = ""
    #: Indices run along 2 tiles in the first dimensions, 1 in those at %zero.
    tiles: tuple = ()

    def __post_init__(self):
        self.index = self.index or INDICES[: len(self.tile)]
        self.tiles = tuple(1 if i == "%zero" else 2 for i in self.index)

    @property
    def shape(self):
        return tuple(n * t for n, t in zip(self.tile, self.tiles))

    @property
    def view(self):
        rank = len(self.tile)
        strides = ", ".join(["?"] * (rank - 1) + ["1"])
        return f"tensor_view<{'?x' * rank}{self.element}, strides=[{strides}]>"

    @property
    def partition(self):
        tile = "x".join(map(str, self.tile))
        return f"partition_view<tile=({tile}){self.padding}, {self.view}>"

    def parameters(self):
        rank = len(self.tile)
        yield f"%{self.name}: tile<ptr<{self.element}>>"
        yield from (f"%{self.name}_n{i}: tile<i32>" for i in range(rank))
        yield from (f"%{self.name}_s{i}: tile<i32>" for i in range(rank - 1))

    def prologue(self):
        rank, name = len(self.tile), self.name
        yield f"%{name}_p = assume div_by<16>, %{name} : tile<ptr<{self.element}>>"
        sizes = [f"{name}_n{i}" for i in range(rank)]
        strides = [f"{name}_s{i}" for i in range(rank - 1)]
        for size in sizes + strides:
            last = math.gcd(16, self.shape[-1])
            divisor = 1 if size in sizes[:-1] else last
            yield f"%{size}_d = assume div_by<{divisor}>, %{size} : tile<i32>"
            yield f"%{size}_b = assume bounded<0, ?>, %{size}_d : tile<i32>"
        extents = ", ".join(f"%{size}_b" for size in sizes)
        steps = ", ".join([f"%{stride}_b" for stride in strides] + ["1"])
        yield (
            f"%{name}_v = make_tensor_view %{name}_p, shape = [{extents}], "
            f"strides = [{steps}] : tile<i32> -> {self.view}"
        )
        yield f"%{name}_w = make_partition_view %{name}_v : {self.partition}"

    def load(self):
        index = ", ".join(self.index)
        return (
            f"%{self.name}_x, %{self.name}_t = load_view_tko weak %{self.name}_w[{index}] "
            f": {self.partition}, tile<i32> -> {tile_type(self.tile, self.element)}, token"
        )

    def store(self, value):
        index = ", ".join(self.index)
        return (
            f"%{self.name}_u = store_view_tko weak {value}, %{self.name}_w[{index}] "
            f": {tile_type(self.tile, self.element)}, {self.partition}, tile<i32> -> token"
        )


@dataclass
class Kernel:
    inputs: list
    output: Array
    body: list = field(default_factory=list)
    result: str = "%a_x"

    @property
    def arrays(self):
        return [*self.inputs, self.output]

    def text(self):
        parameters = ", ".join(p for array in self.arrays for p in array.parameters())
        lines = [line for array in self.arrays for line in array.prologue()]
        lines.append("%bx, %by, %bz = get_tile_block_id : tile<i32>")
        lines.append("%zero = constant <i32: 0> : tile<i32>")
        lines += [array.load() for array in self.inputs]
        lines += [*self.body, self.output.store(self.result)]
        body = "\n".join("    " + line for line in lines)
        return f"cuda_tile.module @m {{\n  entry @k({parameters}) {{\n{body}\n  }}\n}}\n"

    @property
    def grid(self):
        tiles = dict.fromkeys(INDICES[:3], 1)
        for array in self.arrays:
            tiles.update(zip(array.index, array.tiles))
        return tuple(tiles[index] for index in INDICES[:3])


def reduce(result, value, rows, columns, op, identity):
    whole, sums = tile_type((rows, columns), "f32"), tile_type((rows,), "f32")
    return [
        f"%{result} = reduce {value} dim=1 identities=[{identity} : f32] : {whole} -> {sums}",
        "  (%lhs: tile<f32>, %rhs: tile<f32>) {",
        f"    %both = {op} : tile<f32>",
        "    yield %both : tile<f32>",
        "  }",
    ]


def spread(value, rows, columns):
    """The values of the rows, VALUE, in all columns: VALUE_s."""
    column = tile_type((rows, 1), "f32")
    return [
        f"{value}_r = reshape {value} : {tile_type((rows,), 'f32')} -> {column}",
        f"{value}_s = broadcast {value}_r : {column} -> {tile_type((rows, columns), 'f32')}",
    ]


SUM = ("addf %lhs, %rhs rounding<nearest_even>", "0.0")
MAXIMUM = ("maxf %lhs, %rhs", "0xFF800000")


def normalisations(rows, columns):
    tile = tile_type((rows, columns), "f32")
    short = tile_type((rows,), "f32")
    row = ("%bx", "%zero")
    io = [Array("a", "f32", (rows, columns), row)], Array("b", "f32", (rows, columns), row)
    mean = [
        f"%part = constant <f32: {1 / columns}> : {short}",
        f"%mean = mulf %sum, %part rounding<nearest_even> : {short}",
    ]
    square = [f"%square = mulf %d, %d rounding<nearest_even> : {tile}"]
    yield "softmax", Kernel(
        *io,
        [
            *reduce("max", "%a_x", rows, columns, *MAXIMUM),
            *spread("%max", rows, columns),
            f"%d = subf %a_x, %max_s rounding<nearest_even> : {tile}",
            f"%e = exp %d : {tile}",
            *reduce("sum", "%e", rows, columns, *SUM),
            *spread("%sum", rows, columns),
            f"%q = divf %e, %sum_s rounding<nearest_even> : {tile}",
        ],
        "%q",
    )
    yield "rms_norm", Kernel(
        *io,
        [
            f"%d = mulf %a_x, %a_x rounding<nearest_even> : {tile}",
            *reduce("sum", "%d", rows, columns, *SUM),
            *mean,
            f"%root = rsqrt %mean : {short}",
            *spread("%root", rows, columns),
            f"%q = mulf %a_x, %root_s rounding<nearest_even> : {tile}",
        ],
        "%q",
    )
    yield "layer_norm", Kernel(
        *io,
        [
            *reduce("sum", "%a_x", rows, columns, *SUM),
            *mean,
            *spread("%mean", rows, columns),
            f"%d = subf %a_x, %mean_s rounding<nearest_even> : {tile}",
            *square,
            *reduce("squares", "%square", rows, columns, *SUM),
            f"%variance = mulf %squares, %part rounding<nearest_even> : {short}",
            f"%root = rsqrt %variance : {short}",
            *spread("%root", rows, columns),
            f"%q = mulf %d, %root_s rounding<nearest_even> : {tile}",
        ],
        "%q",
    )


def copies():
    tiles = (1024,), (32, 64), (4, 16, 32), (2, 4, 16, 32), (2, 2, 4, 16, 32)
    for rank, tile in enumerate(tiles, 1):
        for kind, padding in (("", ""), ("_padded", ", padding_value = zero")):
            yield f"copy_{rank}d{kind}", Kernel(
                [Array("a", "f32", tile, padding=padding)], Array("b", "f32", tile)
            )
    for element in ("i8", "f16", "bf16", "i32", "f64"):
        yield f"copy_{element}", Kernel(
            [Array("a", element, (2048,))], Array("b", element, (2048,))
        )


CASTS = (
    ("f16", "f32", "ftof %a_x"),
    ("f32", "f16", "ftof %a_x"),
    ("f32", "bf16", "ftof %a_x"),
    ("bf16", "f32", "ftof %a_x"),
    ("f32", "f64", "ftof %a_x"),
    ("i32", "f32", "itof %a_x signed"),
    ("i8", "i32", "exti %a_x signed"),
    ("i32", "i8", "trunci %a_x"),
)


def arithmetic():
    for source, target, op in CASTS:
        types = f"{tile_type((1024,), source)} -> {tile_type((1024,), target)}"
        yield f"cast_{source}_{target}", Kernel(
            [Array("a", source, (1024,))],
            Array("b", target, (1024,)),
            [f"%r = {op} : {types}"],
            "%r",
        )
    for name, element, tile in (
        ("add_f32", "f32", (1024,)),
        ("add_f16", "f16", (1024,)),
        ("add_bf16", "bf16", (1024,)),
        ("add_2d", "f32", (32, 64)),
    ):
        yield name, Kernel(
            [Array("a", element, tile), Array("b", element, tile)],
            Array("c", element, tile),
            [f"%r = addf %a_x, %b_x rounding<nearest_even> : {tile_type(tile, element)}"],
            "%r",
        )
    tile = tile_type((1024,), "f32")
    yield "axpy", Kernel(
        [Array("a", "f32", (1024,)), Array("b", "f32", (1024,))],
        Array("c", "f32", (1024,)),
        [
            f"%k = constant <f32: 3.0> : {tile}",
            f"%r = fma %a_x, %k, %b_x rounding<nearest_even> : {tile}",
        ],
        "%r",
    )


def permute(element, shape, order):
    """A tile whose dimension d is dimension order[d] of the loaded one."""
    result = tuple(shape[dim] for dim in order)
    return Kernel(
        [Array("a", element, shape)],
        Array("b", element, result, tuple(INDICES[dim] for dim in order)),
        [
            f"%r = permute %a_x [{', '.join(map(str, order))}] : "
            f"{tile_type(shape, element)} -> {tile_type(result, element)}"
        ],
        "%r",
    )


def transpose(element, rows, columns):
    return permute(element, (rows, columns), (1, 0))


def transpositions():
    for element in ("i8", "f16", "f32"):
        for rows, columns in ((32, 32), (64, 64), (128, 32), (128, 64)):
            name = f"transpose_{element}_{rows}x{columns}"
            yield name, transpose(element, rows, columns)


def row_sums():
    for rows, columns in ((16, 128), (2, 1024)):
        yield f"row_sum_{rows}x{columns}", Kernel(
            [Array("a", "f32", (rows, columns), ("%bx", "%zero"))],
            Array("b", "f32", (rows,)),
            reduce("sum", "%a_x", rows, columns, *SUM),
            "%sum",
        )


KERNELS = dict(
    [
        *copies(),
        *arithmetic(),
        *transpositions(),
        *row_sums(),
        *normalisations(4, 1024),
        *((f"{name}_of_256", kernel) for name, kernel in normalisations(1, 256)),
    ]
)
