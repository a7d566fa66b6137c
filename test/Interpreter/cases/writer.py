# ===- writer.py - Self-checking tests from Python ----------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Writes kernels around single operations, with the cases that they are run on
(docs/tools/cuda-tile-run.md): each operand is loaded from memory as one tile, and
each result stored.

A value is a list of bits, in C order; in a result "nan" stands for any NaN and "_"
for anything."""

import dataclasses
import math
import random

from exact import FLOATS, INTS, width

# The types in memory for types that no pointer of an entry can point to.
CARRIERS = {"i4": "i8", "f4E2M1FN": "i8", "ptr<i32>": "i64"}
KINDS = [*INTS, "i4", *FLOATS, "ptr<i32>"]
NUMBERS = [*INTS, *FLOATS]


def tile(kind, shape=()):
    return "tile<" + "".join(f"{n}x" for n in shape) + kind + ">"


def strides_of(shape):
    return [math.prod(shape[k + 1 :]) for k in range(len(shape))]


def tensor_type(kind, shape):
    strides = ",".join(map(str, strides_of(shape)))
    extents = "x".join(map(str, shape))
    return f"tensor_view<{extents}x{kind}, strides=[{strides}]>"


def partition_type(kind, shape):
    extents = "x".join(map(str, shape))
    return f"partition_view<tile=({extents}), {tensor_type(kind, shape)}>"


@dataclasses.dataclass
class Value:
    """A tile of an operation: its type and its bits."""

    kind: str
    shape: tuple
    bits: list

    def __post_init__(self):
        self.shape = tuple(self.shape)
        assert len(self.bits) == math.prod(self.shape), (self.kind, self.shape)
        assert self.kind != "f4E2M1FN" or len(self.bits) > 1, "two share a byte"

    @property
    def type(self):
        return tile(self.kind, self.shape)


def words(kind, bits):
    """The elements in the notation of a case, with long runs abbreviated."""
    digits = -(-width(kind) // 4)

    def word(b):
        if isinstance(b, str):
            return b
        return str(b) if kind == "i1" else f"0x{b:0{digits}x}"

    texts = [word(b) for b in bits]
    result = []
    for text in texts:
        if result and result[-1][0] == text:
            result[-1][1] += 1
        else:
            result.append([text, 1])
    return " ".join(t if n == 1 else f"{t}*{n}" for t, n in result)


def packed(bits):
    """Elements of four bits as bytes, the lower half first."""
    return [
        "_" if "_" in (low, high) else low | high << 4
        for low, high in zip(bits[::2], bits[1::2])
    ]


def in_memory(value):
    """Kind, shape and bits of the array in memory for a value."""
    kind = CARRIERS.get(value.kind, value.kind)
    if value.kind == "f4E2M1FN":
        data = packed(value.bits)
        return kind, (len(data),), data
    return kind, value.shape, value.bits


def array_text(pointer_kind, shape, before=None, after=None):
    lines = [f"ptr: {pointer_kind}[{','.join(map(str, shape))}]"]
    if before is not None:
        lines.append(f"in: {words(pointer_kind, before)}")
    if after is not None:
        lines.append(f"out: {words(pointer_kind, after)}")
    return lines


def memory_text(kind, before, after):
    """The argument for an array in memory."""
    states = [bits for bits in (before, after) if bits is not None]
    if kind == "f4E2M1FN":
        before, after = (
            None if bits is None else packed(bits + [0] * (len(bits) % 2))
            for bits in (before, after)
        )
        # Compiled code may write halves of bytes by atomic accesses to whole words.
        rest = -len(after or []) % 4
        before = before and before + [0] * rest
        after = after and after + [0 if before else "_"] * rest
        kind, states = CARRIERS[kind], [s for s in (before, after) if s is not None]
    return array_text(kind, (len(states[0]),), before, after)


class Kernel:
    """The text of one entry while it grows."""

    def __init__(self, name):
        self.name, self.parameters, self.lines = name, [], []

    def line(self, text):
        self.lines.extend(text.strip().split("\n"))

    def parameter(self, name, kind):
        self.parameters.append(f"%{name}: {tile(f'ptr<{kind}>')}")

    def point(self, name, kind):
        """A pointer to this type; no entry takes a pointer to elements of four bits."""
        carrier = CARRIERS.get(kind, kind)
        if carrier == kind:
            self.parameter(name, kind)
            return
        self.parameter(f"{name}.bytes", carrier)
        self.line(
            f"%{name} = ptr_to_ptr %{name}.bytes :"
            f" {tile(f'ptr<{carrier}>')} -> {tile(f'ptr<{kind}>')}"
        )

    def view(self, name, kind, shape):
        strides = strides_of(shape)
        tensor, view = tensor_type(kind, shape), partition_type(kind, shape)
        self.line(
            f"%{name}.tensor = make_tensor_view %{name}, shape = {list(shape)},"
            f" strides = {strides} : {tensor}"
        )
        self.line(f"%{name}.view = make_partition_view %{name}.tensor : {view}")
        return view, "[" + ", ".join(["%zero"] * len(shape)) + "]"

    def load(self, name, kind, shape, pointer):
        token = f"%{pointer}.loaded"
        if not shape:
            self.line(
                f"%{name}, {token} = load_ptr_tko weak %{pointer} :"
                f" {tile(f'ptr<{kind}>')} -> {tile(kind)}, token"
            )
            return
        view, index = self.view(pointer, kind, shape)
        self.line(
            f"%{name}, {token} = load_view_tko weak %{pointer}.view{index} :"
            f" {view}, tile<i32> -> {tile(kind, shape)}, token"
        )

    def store(self, name, kind, shape, pointer):
        token = f"%{pointer}.stored"
        if not shape:
            self.line(
                f"{token} = store_ptr_tko weak %{pointer}, %{name} :"
                f" {tile(f'ptr<{kind}>')}, {tile(kind)} -> token"
            )
            return
        view, index = self.view(pointer, kind, shape)
        self.line(
            f"{token} = store_view_tko weak %{name}, %{pointer}.view{index} :"
            f" {tile(kind, shape)}, {view}, tile<i32> -> token"
        )

    def load_value(self, name, value):
        kind, shape, _ = in_memory(value)
        pointer = f"memory.{name}"
        self.parameter(pointer, kind)
        if value.kind == kind:
            self.load(name, kind, shape, pointer)
            return
        self.load(f"{name}.raw", kind, shape, pointer)
        raw = f"%{name}.raw"
        if value.kind == "i4":
            self.line(f"%{name} = trunci {raw} : {tile(kind, shape)} -> {value.type}")
        elif value.kind == "ptr<i32>":
            self.line(
                f"%{name} = int_to_ptr {raw} : {tile(kind, shape)} -> {value.type}"
            )
        else:
            count = 2 * shape[0]
            flat = tile(value.kind, (count,))
            self.line(f"%{name}.flat = unpack {raw} : {tile(kind, shape)} -> {flat}")
            self.line(f"%{name} = reshape %{name}.flat : {flat} -> {value.type}")

    def store_value(self, name, value):
        kind, shape, _ = in_memory(value)
        pointer = f"memory.{name}"
        self.parameter(pointer, kind)
        if value.kind == kind:
            self.store(name, kind, shape, pointer)
            return
        raw, to = f"%{name}.raw", tile(kind, shape)
        if value.kind == "i4":
            self.line(f"{raw} = exti %{name} unsigned : {value.type} -> {to}")
        elif value.kind == "ptr<i32>":
            self.line(f"{raw} = ptr_to_int %{name} : {value.type} -> {to}")
        else:
            flat = tile(value.kind, (len(value.bits),))
            self.line(f"%{name}.flat = reshape %{name} : {value.type} -> {flat}")
            self.line(f"{raw} = pack %{name}.flat : {flat} -> {to}")
        self.store(f"{name}.raw", kind, shape, pointer)

    def text(self):
        body = "\n".join(f"    {line}" for line in self.lines)
        return (
            f"  entry @{self.name}({', '.join(self.parameters)}) {{\n"
            f"    %zero = constant <i32: 0> : tile<i32>\n{body}\n    return\n  }}\n"
        )


class Theme:
    """The file of one theme."""

    def __init__(self, name):
        self.name, self.texts, self.cases, self.kernels = name, [], 0, {}
        self.random = random.Random(name)

    def declare(self, text):
        """Adds a global."""
        self.texts.append(f"  {text}\n")

    def entry(self, subject):
        return f"{subject}_{len(self.kernels)}"

    def run(self, entry, arguments, grid=None, error=None):
        """Adds a case with these arguments, lists of lines."""
        lines = [f"- entry: {entry}"]
        if grid:
            lines.append(f"  grid: {list(grid)}")
        if arguments:
            lines.append("  args:")
        for argument in arguments:
            lines += [f"    - {argument[0]}", *(f"      {a}" for a in argument[1:])]
        if error:
            lines.append(f"  error: '{error}'")
        self.texts += [f"  //% {line}\n" for line in lines]
        self.cases += 1

    def case(self, subject, body, inputs, outputs, memory=None, grid=None, error=None):
        """Runs `body`, which makes the tiles `outputs` from the tiles `inputs` (values by
        their names), as the test of the operation `subject`. `memory` is one more array,
        %memory: its kind, and its bits before and after the run. A kernel with several
        cases is written once."""
        types = [(n, v.kind, v.shape) for n, v in [*inputs.items(), *outputs.items()]]
        key = (subject, body, repr(types))
        if key not in self.kernels:
            kernel = Kernel(self.entry(subject))
            if memory:
                kernel.point("memory", memory[0])
            for name, value in inputs.items():
                kernel.load_value(name, value)
            kernel.line(body)
            for name, value in outputs.items():
                kernel.store_value(name, value)
            self.kernels[key] = kernel.name
            self.texts.append(kernel.text())
        arguments = []
        if memory:
            arguments.append(memory_text(*memory))
        for value in inputs.values():
            kind, shape, bits = in_memory(value)
            arguments.append(array_text(kind, shape, before=bits))
        for value in outputs.values():
            kind, shape, bits = in_memory(value)
            after = None if error else bits
            arguments.append(array_text(kind, shape, after=after))
        self.run(self.kernels[key], arguments, grid, error)

    def kernel(self, subject, text, arguments, grid=None, error=None):
        """Runs an entry whose text is `text`: parameters in parentheses, and a body."""
        key = (subject, text)
        if key not in self.kernels:
            self.kernels[key] = self.entry(subject)
            self.texts.append(f"  entry @{self.kernels[key]}{text.strip()}\n")
        self.run(self.kernels[key], arguments, grid, error)

    def text(self):
        return (
            "// RUN: cuda-tile-run --self-check %s\n"
            f"cuda_tile.module @{self.name} {{\n{''.join(self.texts)}}}\n"
        )

    # ---- Data -------------------------------------------------------------

    def pick(self, pool, count):
        """`count` elements of a pool, among them each of the pool if there is room."""
        chosen = list(pool) if count >= len(pool) else []
        chosen += [self.random.choice(pool) for _ in range(count - len(chosen))]
        self.random.shuffle(chosen)
        return chosen

    def anything(self, kind, shape):
        """A value with random bits; unused bits of tf32 are 0."""
        pad = FLOATS[kind].pad if kind in FLOATS else 0
        bits = width_of(kind) - pad
        count = math.prod(shape)
        return Value(
            kind, shape, [self.random.getrandbits(bits) << pad for _ in range(count)]
        )


def width_of(kind):
    return 64 if kind.startswith("ptr") else width(kind)


# ===------------------------------------------------------------------------===#
# Edge values
# ===------------------------------------------------------------------------===#


def float_edges(kind):
    """Zeros, subnormals, the neighbours of 1 and 2, halves, the largest numbers,
    infinities and NaNs, with both signs."""
    f = FLOATS[kind]
    one = f.bias << f.fraction
    step = 1 << f.fraction
    codes = {0, 1, 2, step - 1, step, step + 1, one - 1, one, one + 1, one + step // 2}
    codes |= {one + step, one + 2 * step - 1, f.largest, f.largest - 1, f.largest // 2}
    codes |= {f.largest - step, one + f.fraction * step}
    if f.beyond == "ieee":
        codes |= {f.infinity, f.infinity + max(step // 2, 1)}
    if f.beyond == "nan":
        codes |= {f.nan}
    codes = [c << f.pad for c in sorted(codes) if 0 <= c < 1 << (f.width - f.pad)]
    fixed = codes + [c | f.sign for c in codes if f.sign]
    rng = random.Random(kind)
    return fixed + [rng.getrandbits(f.width - f.pad) << f.pad for _ in range(8)]


def int_edges(kind):
    n = width(kind)
    top = 1 << (n - 1)
    edges = {0, 1, 2, 3, 7, 100, top - 1, top, top + 1, 2 * top - 1, 2 * top - 2}
    rng = random.Random(kind)
    fixed = sorted(e for e in edges if 0 <= e < 2 * top)
    return fixed + [rng.getrandbits(n) for _ in range(6)]


def edges(kind):
    if kind.startswith("ptr"):
        return int_edges("i64")
    return float_edges(kind) if kind in FLOATS else int_edges(kind)


# ===------------------------------------------------------------------------===#
# Elementwise operations
# ===------------------------------------------------------------------------===#

VECTOR = (64,)
# Beside VECTOR, which has most elements: every rank, and extents of 1.
OTHER_SHAPES = ((), (1,), (2, 8), (4, 1, 2), (2, 1, 2, 4))


def admitted_shapes(shapes, kinds):
    """A tile of f4E2M1FN has more than one element, for two of them share a byte."""
    least = 2 if "f4E2M1FN" in kinds else 1
    return [shape for shape in shapes if math.prod(shape) >= least]


def lanes_of(theme, pools, function, count):
    """Operands from the pools, with their results, until there are `count`."""
    lanes = []
    while True:
        for lane in zip(*(theme.pick(pool, 64) for pool in pools)):
            result = function(*lane)
            if result is not None:
                lanes.append((lane, result))
            if len(lanes) == count:
                return lanes


def elementwise(
    theme, subject, text, sources, target, function, pools=None, shapes=OTHER_SHAPES
):
    """Cases for an operation: `text` has {0}, {1} for the types of the operands %a,
    %b and %c, and {r} for that of the result; `function` maps bits to bits, or to
    None for operands without a result."""
    pools = pools or [edges(kind) for kind in sources]
    for shape in admitted_shapes((VECTOR, *shapes), [*sources, target]):
        # A scalar has only one pair of values, so it needs several cases.
        for _ in range(1 if shape else 3):
            lanes = lanes_of(theme, pools, function, math.prod(shape))
            inputs = {
                name: Value(kind, shape, [lane[k] for lane, _ in lanes])
                for k, (name, kind) in enumerate(zip("abc", sources))
            }
            results = Value(target, shape, [result for _, result in lanes])
            types = [tile(kind, shape) for kind in sources]
            body = "%r = " + text.format(*types, r=tile(target, shape))
            theme.case(subject, body, inputs, {"r": results})
