# ===- test_tiles.py - Operations on whole tiles, on every type ---------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Matrix products, scans, reductions, parts of tiles, gathers and atomics of the
interpreter against numpy.

Each kernel loads whole arrays as tiles, applies one operation and stores the result.
Floats are small integers where sums are taken, so that every order of the sum is
exact and numpy's answer the only one.
"""

import dataclasses
import itertools

import kernels
import ml_dtypes
import numpy as np
import pytest
from reference import DTYPES

KINDS = {
    **DTYPES,
    "i1": np.dtype(np.bool_),
    "tf32": np.dtype(np.float32),
    "f8E4M3FN": np.dtype(ml_dtypes.float8_e4m3fn),
    "f8E5M2": np.dtype(ml_dtypes.float8_e5m2),
    "f8E8M0FNU": np.dtype(ml_dtypes.float8_e8m0fnu),
}
SHAPES = ((8,), (1,), (4, 8), (8, 1), (2, 4, 2), (1, 2, 4, 2))


@dataclasses.dataclass(frozen=True)
class Case:
    """BODY computes %r of RESULT from the tiles and pointers of INPUTS: a name, a
    type and an array each; or, if IN_PLACE, in the array that %pr points to."""

    name: str
    inputs: tuple
    result: tuple
    body: str
    in_place: bool = False


def tile(kind, shape):
    return "tile<" + "".join(f"{extent}x" for extent in shape) + kind + ">"


def view(kind, shape):
    """The types of a packed tensor and of its partition into one tile."""
    strides = [int(np.prod(shape[k + 1 :])) for k in range(len(shape))]
    extents = "x".join(map(str, shape))
    tensor = f"tensor_view<{extents}x{kind}, strides=[{','.join(map(str, strides))}]>"
    return tensor, f"partition_view<tile=({extents}), {tensor}>", strides


def make_views(name, kind, shape):
    tensor, partition, strides = view(kind, shape)
    return [
        f"%{name}t = make_tensor_view %p{name}, shape = {list(shape)},"
        f" strides = {strides} : {tensor}",
        f"%{name}v = make_partition_view %{name}t : {partition}",
    ]


def make_kernel(case):
    arrays = [*case.inputs, ("r", *case.result)]
    # What .npy files have no name for comes as the bytes or words that it is.
    stored = {k: "i8" if t.itemsize == 1 else k for k, t in KINDS.items()}
    stored["tf32"] = "f32"
    parameters = ", ".join(
        f"%memory.{n}: tile<ptr<{stored[kind]}>>" for n, kind, _ in arrays
    )
    lines = ["%zero = constant <i32: 0> : tile<i32>"]
    for name, kind, array in arrays:
        pointers = f"tile<ptr<{stored[kind]}>> -> tile<ptr<{kind}>>"
        lines.append(f"%p{name} = ptr_to_ptr %memory.{name} : {pointers}")
        lines += make_views(name, kind, array.shape)
        if name != "r":
            zeros = ", ".join(["%zero"] * array.ndim)
            lines.append(
                f"%{name}, %{name}k = load_view_tko weak %{name}v[{zeros}] :"
                f" {view(kind, array.shape)[1]}, tile<i32>"
                f" -> {tile(kind, array.shape)}, token"
            )
    lines.append(case.body)
    kind, array = case.result
    zeros = ", ".join(["%zero"] * array.ndim)
    if not case.in_place:
        lines.append(
            f"%stored = store_view_tko weak %r, %rv[{zeros}] :"
            f" {tile(kind, array.shape)}, {view(kind, array.shape)[1]}, tile<i32>"
            " -> token"
        )
    body = "\n    ".join(lines + ["return"])
    entry = f"entry @apply({parameters}) {{\n    {body}\n  }}"
    return f"cuda_tile.module @m {{\n  {entry}\n}}\n"


def integers(kind, shape, seed, low=-3, high=4):
    return np.random.default_rng(seed).integers(low, high, shape).astype(KINDS[kind])


def anything(kind, shape, seed):
    """Bits of every kind; a type of numpy's own takes them as they are."""
    dtype = KINDS[kind]
    random = np.random.default_rng(seed)
    if kind == "i1":
        return random.integers(0, 2, shape).astype(dtype)
    raw = random.integers(0, 256, (*shape, dtype.itemsize), np.uint8)
    return raw.view(dtype).reshape(shape)


# ===------------------------------------------------------------------------===#
# Matrix products
# ===------------------------------------------------------------------------===#

PRODUCTS = (
    ("f8E4M3FN", "f16"),
    ("f8E4M3FN", "f32"),
    ("f8E5M2", "f16"),
    ("f8E5M2", "f32"),
    ("f16", "f16"),
    ("f16", "f32"),
    ("bf16", "f32"),
    ("tf32", "f32"),
    ("f32", "f32"),
    ("f64", "f64"),
)
EXTENTS = ((1, 1, 1), (4, 8, 2), (16, 1, 4), (2, 16, 32), (32, 32, 64))


def shapes_of(extents, batch):
    m, n, k = extents
    lead = (batch,) if batch else ()
    return (*lead, m, k), (*lead, k, n), (*lead, m, n)


def matrix_cases():
    for (kind, result), extents, batch in itertools.product(
        PRODUCTS, EXTENTS, (0, 1, 4)
    ):
        left, right, out = shapes_of(extents, batch)
        a, b = integers(kind, left, 1), integers(kind, right, 2)
        c = integers(result, out, 3)
        exact = a.astype(np.float64) @ b.astype(np.float64) + c.astype(np.float64)
        yield Case(
            f"mmaf-{kind}-{result}-{batch}-{extents}",
            (("a", kind, a), ("b", kind, b), ("c", result, c)),
            (result, exact.astype(KINDS[result])),
            f"%r = mmaf %a, %b, %c : {tile(kind, left)}, {tile(kind, right)},"
            f" {tile(result, out)}",
        )
    for signs, extents, batch in itertools.product(
        itertools.product(("signed", "unsigned"), repeat=2), EXTENTS, (0, 2)
    ):
        left, right, out = shapes_of(extents, batch)
        a, b = anything("i8", left, 4), anything("i8", right, 5)
        c = anything("i32", out, 6)
        wide = [
            (x if sign == "signed" else x.view(np.uint8)).astype(np.int64)
            for x, sign in zip((a, b), signs)
        ]
        exact = wide[0] @ wide[1] + c
        yield Case(
            f"mmai-{'-'.join(signs)}-{batch}-{extents}",
            (("a", "i8", a), ("b", "i8", b), ("c", "i32", c)),
            ("i32", exact.astype(np.int32)),
            f"%r = mmai %a, %b, %c {' '.join(signs)} : {tile('i8', left)},"
            f" {tile('i8', right)}, {tile('i32', out)}",
        )


def scaled_cases():
    for kind, extents, batch in itertools.product(
        ("f8E4M3FN", "f8E5M2"), ((4, 2, 32), (2, 8, 128)), (0, 2)
    ):
        left, right, out = shapes_of(extents, batch)
        blocks = left[-1] // 32
        a, b = integers(kind, left, 7), integers(kind, right, 8)
        c = integers("f32", out, 9)
        random = np.random.default_rng(10)
        s, t = (
            np.exp2(random.integers(-2, 3, shape)).astype(KINDS["f8E8M0FNU"])
            for shape in ((*left[:-1], blocks), (*right[:-2], blocks, right[-1]))
        )
        wide = a.astype(np.float64) * np.repeat(s.astype(np.float64), 32, axis=-1)
        tall = b.astype(np.float64) * np.repeat(t.astype(np.float64), 32, axis=-2)
        yield Case(
            f"mmaf_scaled-{kind}-{batch}-{extents}",
            (
                ("a", kind, a),
                ("b", kind, b),
                ("c", "f32", c),
                ("s", "f8E8M0FNU", s),
                ("t", "f8E8M0FNU", t),
            ),
            ("f32", (wide @ tall + c).astype(np.float32)),
            f"%r = mmaf_scaled %a, %b, %c, %s, %t : {tile(kind, left)},"
            f" {tile(kind, right)}, {tile('f32', out)},"
            f" {tile('f8E8M0FNU', s.shape)}, {tile('f8E8M0FNU', t.shape)}",
        )


# ===------------------------------------------------------------------------===#
# Reductions and scans
# ===------------------------------------------------------------------------===#


def combiners(kind):
    """An operation, its identity and numpy's function of the same meaning."""
    if kind in ("f16", "bf16", "f32", "f64"):
        yield "addf %x, %y", f"0.0 : {kind}", np.add
        yield "maxf %x, %y", f"-100.0 : {kind}", np.maximum
        yield "minf %x, %y", f"100.0 : {kind}", np.minimum
    else:
        yield "addi %x, %y", f"0 : {kind}", np.add
        yield "maxi %x, %y signed", f"-100 : {kind}", np.maximum
        yield "xori %x, %y", f"0 : {kind}", np.bitwise_xor


def reduction_cases():
    for kind, shape in itertools.product(
        ("i8", "i16", "i32", "i64", "f16", "bf16", "f32", "f64"), SHAPES
    ):
        a = integers(kind, shape, 11)
        for (text, identity, function), dim in itertools.product(
            combiners(kind), range(len(shape))
        ):
            body = (
                f" (%x: tile<{kind}>, %y: tile<{kind}>) {{\n"
                f"%s = {text} : tile<{kind}>\nyield %s : tile<{kind}> }}"
            )
            word = text.split()[0]
            whole = tile(kind, shape)
            for reverse in (False, True):
                x = np.flip(a, dim) if reverse else a
                scanned = function.accumulate(x, axis=dim, dtype=a.dtype)
                scanned = np.flip(scanned, dim) if reverse else scanned
                yield Case(
                    f"scan-{word}-{kind}-{shape}-{dim}-{reverse}",
                    (("a", kind, a),),
                    (kind, np.ascontiguousarray(scanned)),
                    f"%r = scan %a dim={dim} reverse={str(reverse).lower()}"
                    f" identities=[{identity}] : {whole} -> {whole}" + body,
                )
            if len(shape) == 1:
                continue
            reduced = function.reduce(a, axis=dim, dtype=a.dtype)
            yield Case(
                f"reduce-{word}-{kind}-{shape}-{dim}",
                (("a", kind, a),),
                (kind, reduced),
                f"%r = reduce %a dim={dim} identities=[{identity}] :"
                f" {whole} -> {tile(kind, reduced.shape)}" + body,
            )


# ===------------------------------------------------------------------------===#
# Parts of tiles
# ===------------------------------------------------------------------------===#


def part_cases():
    for kind, shape in itertools.product(KINDS, SHAPES):
        if kind == "tf32":
            continue
        a, b = anything(kind, shape, 12), anything(kind, shape, 13)
        for dim in range(len(shape)):
            both = np.concatenate([a, b], axis=dim)
            yield Case(
                f"cat-{kind}-{shape}-{dim}",
                (("a", kind, a), ("b", kind, b)),
                (kind, both),
                f"%r = cat %a, %b dim = {dim} : {tile(kind, shape)},"
                f" {tile(kind, shape)} -> {tile(kind, both.shape)}",
            )
        part = tuple(max(extent // 2, 1) for extent in shape)
        index = [extent // p - 1 for extent, p in zip(shape, part)]
        place = tuple(slice(i * p, (i + 1) * p) for i, p in zip(index, part))
        names = ", ".join(f"%i{k}" for k in range(len(shape)))
        constants = "".join(
            f"%i{k} = constant <i32: {i}> : tile<i32>\n" for k, i in enumerate(index)
        )
        yield Case(
            f"extract-{kind}-{shape}",
            (("a", kind, a),),
            (kind, np.ascontiguousarray(a[place])),
            f"{constants}%r = extract %a[{names}] : {tile(kind, shape)}"
            f" -> {tile(kind, part)}",
        )
        c = anything(kind, part, 14)
        replaced = a.copy()
        replaced[place] = c
        yield Case(
            f"insert-{kind}-{shape}",
            (("a", kind, a), ("c", kind, c)),
            (kind, replaced),
            f"{constants}%r = insert %c, %a[{names}] : {tile(kind, part)},"
            f" {tile(kind, shape)}",
        )


# ===------------------------------------------------------------------------===#
# Gathers and atomics
# ===------------------------------------------------------------------------===#


def gather_cases():
    for kind, count in itertools.product(("i8", "i32", "f16", "f64"), (1, 4, 16)):
        a = anything(kind, (8, 4), 15)
        rows = np.random.default_rng(count).integers(-2, 11, count).astype(np.int32)
        inside = (rows >= 0) & (rows < 8)
        expected = np.where(inside[:, None], a[np.clip(rows, 0, 7)], a.dtype.type(0))
        tensor, _, _ = view(kind, a.shape)
        gather = (
            f"gather_scatter_view<tile=({count}x4), padding_value = zero,"
            f" {tensor}, sparse_dim=0>"
        )
        yield Case(
            f"gather-{kind}-{count}",
            (("a", kind, a), ("i", "i32", rows)),
            (kind, expected.astype(a.dtype)),
            f"%g = make_gather_scatter_view %at : {gather}\n"
            f"%r, %rk = load_view_tko weak %g[%i, %zero] : {gather},"
            f" {tile('i32', rows.shape)}, tile<i32> -> {tile(kind, (count, 4))}, token",
        )


def atomic_cases():
    """Many elements of one tile add to few places."""
    for kind, count in itertools.product(
        ("i32", "i64", "f16", "bf16", "f32", "f64"), (1, 8, 64)
    ):
        a = integers(kind, (4,), 16)
        b = integers(kind, (count,), 17, 0, 2)
        bins = np.random.default_rng(count).integers(0, 4, count).astype(np.int32)
        expected = a.astype(np.float64)
        np.add.at(expected, bins, b.astype(np.float64))
        one, many = (f"tile<{n}xptr<{kind}>>" for n in (1, count))
        mode = "add" if kind.startswith("i") else "addf"
        tensor, partition, _ = view(kind, (4,))
        yield Case(
            f"histogram-{kind}-{count}",
            (("a", kind, a), ("b", kind, b), ("i", "i32", bins)),
            (kind, expected.astype(a.dtype)),
            f"%k0 = store_view_tko weak %a, %rv[%zero] : {tile(kind, (4,))},"
            f" {partition}, tile<i32> -> token\n"
            f"%q1 = reshape %pr : tile<ptr<{kind}>> -> {one}\n"
            f"%qs = broadcast %q1 : {one} -> {many}\n"
            f"%q = offset %qs, %i : {many}, {tile('i32', bins.shape)} -> {many}\n"
            f"%old, %k1 = atomic_rmw_tko relaxed device %q, {mode}, %b token=%k0 :"
            f" {many}, {tile(kind, b.shape)} -> {tile(kind, b.shape)}, token",
            in_place=True,
        )


CASES = [
    case
    for cases in (
        matrix_cases,
        scaled_cases,
        reduction_cases,
        part_cases,
        gather_cases,
        atomic_cases,
    )
    for case in cases()
]


def storable(array):
    """Floats of 8 bits as their bytes: .npy files have no name for all of them."""
    return array.view(np.uint8) if array.dtype.itemsize == 1 else array


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name.replace(" ", ""))
def test_tiles(launch, tmp_path, case):
    kernel = tmp_path / "kernel.mlir"
    kernel.write_text(make_kernel(case))
    arrays = [storable(array) for _, _, array in case.inputs]
    expected = storable(case.result[1])
    run = kernels.Run(
        [*arrays, np.zeros_like(expected)], [None] * len(arrays) + [expected], (1,)
    )
    launch(kernel, "apply", run, "--engine=interpret", kind="ptr")
