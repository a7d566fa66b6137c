# ===- test_carried.py - Products in loops that carry their pointers ----------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Products as Triton's kernels have them: a loop carries the tiles of pointers to
both factors, and moves them on by a step. Copies and loads ahead take the
pointers of a later iteration, element by element as they lie.

A few of all shapes, types and masks are compared with the interpreter; all of them
if TESSERA_SWEEP is `all`.
"""

import dataclasses
import itertools
import os

import numpy as np
import pytest

#: The type of the factors, and that of the sums.
TYPES = {"f16": "f32", "bf16": "f32", "f32": "f32", "i8": "i32"}
WORDS = {"f16": "f2", "bf16": "u2", "f32": "f4", "i8": "i1"}
SHAPES = (
    (16, 16, 16), (16, 64, 16), (16, 128, 16), (32, 32, 16), (32, 32, 32),
    (32, 64, 16), (32, 64, 64), (32, 128, 32), (64, 32, 32), (64, 64, 16),
    (64, 64, 32), (64, 64, 64), (64, 128, 32), (128, 32, 64), (128, 64, 32),
    (128, 128, 32),
)  # fmt: skip
#: Masks: none; of elements beyond the end of K; of those beyond the last row, too.
MASKS = ("whole", "k", "rows")
TARGETS = (("sm_80", 3), ("sm_90", 2), ("sm_75", 3), ("sm_120", 3), ("sm_80", 2))


@dataclasses.dataclass(frozen=True)
class Product:
    m: int
    n: int
    k: int
    element: str
    masks: str

    def __str__(self):
        return f"{self.element}-{self.m}x{self.n}x{self.k}-{self.masks}"

    @property
    def depth(self):
        """The K of the arrays: three steps, the last of which may be cut short."""
        return 3 * self.k - (0 if self.masks == "whole" else self.k // 2 - 1)

    @property
    def rows(self):
        return self.m - 3 if self.masks == "rows" else self.m


ALL = [
    Product(*shape, element, masks)
    for shape, element, masks in itertools.product(SHAPES, TYPES, MASKS)
]


class Text:
    """Lines of a kernel, with a name for each value."""

    def __init__(self):
        self.lines = []

    def add(self, operation):
        name = f"%v{len(self.lines)}"
        self.lines.append(f"    {name} = {operation}")
        return name

    def spread(self, value, element, shape):
        """A scalar as a tile."""
        ones = "x".join("1" for _ in shape)
        tile = "x".join(map(str, shape))
        one = self.add(f"reshape {value} : tile<{element}> -> tile<{ones}x{element}>")
        return self.add(
            f"broadcast {one} : tile<{ones}x{element}> -> tile<{tile}x{element}>"
        )

    def number(self, shape, dim):
        """Each element's coordinate along a dimension."""
        extent = shape[dim]
        line = self.add(f"iota : tile<{extent}xi32>")
        thin = "x".join(str(extent) if d == dim else "1" for d in range(2))
        line = self.add(f"reshape {line} : tile<{extent}xi32> -> tile<{thin}xi32>")
        tile = "x".join(map(str, shape))
        return self.add(f"broadcast {line} : tile<{thin}xi32> -> tile<{tile}xi32>")

    def pointers(self, base, stride, element, shape):
        """base + row * stride + column"""
        tile = "x".join(map(str, shape))
        pitch = self.spread(stride, "i32", shape)
        row = self.add(f"muli {self.number(shape, 0)}, {pitch} : tile<{tile}xi32>")
        column = self.number(shape, 1)
        place = self.add(f"addi {row}, {column} : tile<{tile}xi32>")
        spread = self.spread(base, f"ptr<{element}>", shape)
        return self.add(
            f"offset {spread}, {place} : tile<{tile}xptr<{element}>>, "
            f"tile<{tile}xi32> -> tile<{tile}xptr<{element}>>"
        )

    def below(self, shape, dim, end):
        tile = "x".join(map(str, shape))
        most = self.spread(end, "i32", shape)
        return self.add(
            f"cmpi less_than {self.number(shape, dim)}, {most}, signed : "
            f"tile<{tile}xi32> -> tile<{tile}xi1>"
        )


def kernel(product):
    element, total = product.element, TYPES[product.element]
    shapes = {"a": (product.m, product.k), "b": (product.k, product.n)}
    sums = f"tile<{product.m}x{product.n}x{total}>"
    zero = "0" if total == "i32" else "0.0"
    text = Text()
    types, starts, steps = {}, {}, {}
    for name, shape in shapes.items():
        tile = "x".join(map(str, shape))
        types[name] = f"tile<{tile}xptr<{element}>>"
        base = text.add(f"assume div_by<16>, %{name} : tile<ptr<{element}>>")
        pitch = text.add(f"assume div_by<16>, %ld{name} : tile<i32>")
        starts[name] = text.pointers(base, pitch, element, shape)
        step = text.add(f"constant <i32: {product.k}> : tile<i32>")
        if name == "b":
            step = text.add(f"muli {step}, {pitch} : tile<i32>")
        steps[name] = text.spread(step, "i32", shape)
    rows = None
    if product.masks == "rows":
        rows = text.below(shapes["a"], 0, "%rows")
    none, one, block, rest = (
        text.add(f"constant <i32: {number}> : tile<i32>")
        for number in (0, 1, product.k, product.k - 1)
    )
    trips = text.add(f"addi %depth, {rest} : tile<i32>")
    trips = text.add(f"divi {trips}, {block} signed : tile<i32>")
    acc = text.add(f"constant <{total}: {zero}> : {sums}")
    carried = f"{sums}, {types['a']}, {types['b']}"
    text.lines.append(
        f"    %r:3 = for %i in ({none} to {trips}, step {one}) : tile<i32> iter_values("
        f"%acc = {acc}, %pa = {starts['a']}, %pb = {starts['b']}) -> ({carried}) {{"
    )
    loaded, nexts = {}, {}
    for name, shape in shapes.items():
        tile = "x".join(map(str, shape))
        operands, operand_types = f"%p{name}", types[name]
        if product.masks != "whole":
            done = text.add(f"muli %i, {block} : tile<i32>")
            left = text.add(f"subi %depth, {done} : tile<i32>")
            mask = text.below(shape, 1 if name == "a" else 0, left)
            if rows and name == "a":
                mask = text.add(f"andi {mask}, {rows} : tile<{tile}xi1>")
            pad = text.add(f"constant <{element}: {zero}> : tile<{tile}x{element}>")
            operands += f", {mask}, {pad}"
            operand_types += f", tile<{tile}xi1>, tile<{tile}x{element}>"
        loaded[name] = f"%x{name}"
        text.lines.append(
            f"    %x{name}, %t{name} = load_ptr_tko weak {operands} : {operand_types}"
            f" -> tile<{tile}x{element}>, token"
        )
        nexts[name] = text.add(
            f"offset %p{name}, {steps[name]} : {types[name]}, tile<{tile}xi32> -> "
            f"{types[name]}"
        )
    factors = ", ".join(f"tile<{'x'.join(map(str, s))}x{element}>" for s in shapes.values())
    operation = "mmai" if total == "i32" else "mmaf"
    signs = " signed signed" if total == "i32" else ""
    product_of = text.add(f"{operation} %xa, %xb, %acc{signs} : {factors}, {sums}")
    text.lines.append(
        f"    continue {product_of}, {nexts['a']}, {nexts['b']} : {carried}\n    }}"
    )
    width = text.add(f"constant <i32: {product.n}> : tile<i32>")
    places = text.pointers("%c", width, total, (product.m, product.n))
    text.lines.append(
        f"    %t = store_ptr_tko weak {places}, %r#0 : "
        f"tile<{product.m}x{product.n}xptr<{total}>>, {sums} -> token\n    return"
    )
    body = "\n".join(text.lines)
    return (
        f"cuda_tile.module @m {{\n  entry @k(%a: tile<ptr<{element}>>, "
        f"%b: tile<ptr<{element}>>, %c: tile<ptr<{total}>>, %lda: tile<i32>, "
        f"%ldb: tile<i32>, %rows: tile<i32>, %depth: tile<i32>) {{\n{body}\n  }}\n}}\n"
    )


def numbers(random, element, shape):
    if element == "i8":
        return random.integers(-128, 128, shape).astype("i1")
    values = random.standard_normal(shape)
    if element == "bf16":
        return (values.astype("f4").view("u4") >> 16).astype("u2")
    return values.astype(WORDS[element])


def check(tools, folder, product, targets):
    (folder / "k.mlir").write_text(kernel(product))
    random = np.random.default_rng(1)
    pitch = -(-product.depth // 16) * 16
    arguments = [folder / "k.mlir", "--entry=k"]
    for name, shape in (
        ("a", (product.rows, pitch)),
        ("b", (product.depth, product.n)),
    ):
        np.save(folder / f"{name}.npy", numbers(random, product.element, shape))
        arguments.append(f"--arg=ptr:{folder}/{name}.npy:{product.element}")
    total = TYPES[product.element]
    arguments.append(f"--arg=ptr:new:{total}[{product.m * product.n}]")
    for number in (pitch, product.n, product.rows, product.depth):
        arguments.append(f"--arg=i32:{number}")
    for gpu, level in targets:
        tools.run(
            "cuda-tile-run", *arguments, "--engine=emulate", "--compare=interpret",
            f"--gpu-name={gpu}", f"-O{level}",
        )  # fmt: skip


if os.environ.get("TESSERA_SWEEP") == "all":
    CASES = [(product, TARGETS) for product in ALL]
else:
    # A step that has no divisor in common with the number of types or of masks.
    CASES = [
        (product, TARGETS[number % len(TARGETS) :][:1])
        for number, product in enumerate(ALL[::11])
    ]


@pytest.mark.parametrize("product,targets", CASES, ids=str)
def test_carried_pointers(tools, tmp_path, product, targets):
    check(tools, tmp_path, product, targets)
