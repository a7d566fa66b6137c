# ===- test_products.py - Matrix products, compiled --------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Products of every format on the emulator beside the interpreter: with and without
an instruction for it, of tiles smaller than an instruction and larger, in batches,
of factors that lie in memory by rows and by columns; and in scaled blocks, with and
without an instruction for those.
"""

import collections
import json
import math

import numpy as np
import pytest

#: The type of the factors, that of the sums, and how integers read.
TYPES = (
    ("f16", "f16"), ("f16", "f32"), ("bf16", "f32"), ("tf32", "f32"), ("f32", "f32"),
    ("f64", "f64"), ("f8E4M3FN", "f16"), ("f8E4M3FN", "f32"), ("f8E5M2", "f16"),
    ("f8E5M2", "f32"), ("i8", "i32", "signed signed"), ("i8", "i32", "signed unsigned"),
    ("i8", "i32", "unsigned signed"), ("i8", "i32", "unsigned unsigned"),
)  # fmt: skip
Shape = collections.namedtuple("Shape", "batch m n k")
SHAPES = (
    Shape(None, 1, 1, 1), Shape(None, 16, 8, 8), Shape(None, 64, 32, 64),
    Shape(None, 2, 64, 4), Shape(None, 128, 4, 16), Shape(None, 8, 16, 2),
    Shape(2, 32, 16, 32), Shape(8, 1, 2, 64),
)  # fmt: skip
WORDS = {
    "f16": "f2", "bf16": "u2", "tf32": "f4", "f32": "f4", "f64": "f8",
    "f8E4M3FN": "u1", "f8E5M2": "u1", "i8": "i1", "i32": "i4",
}  # fmt: skip
GPUS = (("sm_75", 3), ("sm_80", 0), ("sm_89", 3), ("sm_90", 3), ("sm_120", 3))


def extents(shape, *dims):
    return [*([shape.batch] if shape.batch else []), *dims]


def strides(extents, is_transposed):
    """Strides of rows, or of columns."""
    order = list(range(len(extents)))
    if is_transposed:
        order[-1], order[-2] = order[-2], order[-1]
    result, step = [0] * len(extents), 1
    for dim in reversed(order):
        result[dim] = step
        step *= extents[dim]
    return result


def access(name, extents, strides, element):
    """Lines that make %{name} a view of all of the array, and its type."""
    dims = "x".join(map(str, extents))
    view = f"tensor_view<{dims}x{element}, strides={strides}>"
    part = f"partition_view<tile=({dims}), {view}>"
    lines = (
        f"    %{name}_a = assume div_by<16>, %{name}_p : tile<ptr<{element}>>\n"
        f"    %{name}_v = make_tensor_view %{name}_a, shape = {extents}, "
        f"strides = {strides} : {view}\n"
        f"    %{name} = make_partition_view %{name}_v : {part}\n"
    )
    return lines, part


def kernel(types, shape, transposed):
    """lhs * rhs + acc of one tile each, `transposed` saying how factors lie."""
    element, total, *reading = types
    arrays = {
        "lhs": (extents(shape, shape.m, shape.k), transposed[0], element),
        "rhs": (extents(shape, shape.k, shape.n), transposed[1], element),
        "acc": (extents(shape, shape.m, shape.n), False, total),
    }
    zeros = ", ".join(["%z"] * len(arrays["acc"][0]))
    body = "    %z = constant <i32: 0> : tile<i32>\n"
    tiles = {}
    for name, (dims, is_transposed, type) in arrays.items():
        lines, part = access(name, dims, strides(dims, is_transposed), type)
        tiles[name] = f"tile<{'x'.join(map(str, dims))}x{type}>"
        body += lines + (
            f"    %{name}_x, %{name}_t = load_view_tko weak %{name}[{zeros}] : "
            f"{part}, tile<i32> -> {tiles[name]}, token\n"
        )
    operands = ", ".join(tiles.values())
    body += (
        f"    %sum = {'mmai' if reading else 'mmaf'} %lhs_x, %rhs_x, %acc_x "
        f"{' '.join(reading)} : {operands}\n"
        f"    %t = store_view_tko weak %sum, %acc[{zeros}] token = %acc_t : {tiles['acc']}, {part}, "
        "tile<i32> -> token\n"
    )
    arguments = ", ".join(
        f"%{name}_p: tile<ptr<{type}>>" for name, (_, _, type) in arrays.items()
    )
    return f"cuda_tile.module @m {{\n  entry @k({arguments}) {{\n{body}  }}\n}}\n"


def numbers(random, element, count):
    """Numbers that fill each format, none of them too large to be summed."""
    word = np.dtype(WORDS[element])
    if element == "i8":
        return random.integers(-128, 128, count).astype(word)
    if element == "i32":
        return random.integers(-(2**31), 2**31, count).astype(word)
    if word == np.uint8:
        # The numbers below 2 of f8E4M3FN, and of f8E5M2 those below 1.
        sign = random.integers(0, 2, count).astype(np.uint8) << 7
        return sign | random.integers(0, 0x3C, count).astype(np.uint8)
    values = random.standard_normal(count)
    if element == "bf16":
        return (values.astype(np.float32).view(np.uint32) >> 16).astype(word)
    return values.astype(word)


def compare_engines(tools, arguments, gpus, *more):
    for gpu, level in gpus:
        tools.run(
            "cuda-tile-run", *arguments, "--engine=emulate", "--compare=interpret",
            f"--gpu-name={gpu}", f"-O{level}", *more,
        )  # fmt: skip


def check(tools, folder, types, shape, transposed=(False, False), gpus=GPUS):
    (folder / "k.mlir").write_text(kernel(types, shape, transposed))
    random = np.random.default_rng(1)
    batch = shape.batch or 1
    arguments = [folder / "k.mlir"]
    for number, (element, count) in enumerate(
        (
            (types[0], batch * shape.m * shape.k),
            (types[0], batch * shape.k * shape.n),
            (types[1], batch * shape.m * shape.n),
        )
    ):
        np.save(folder / f"{number}.npy", numbers(random, element, count))
        arguments.append(f"--arg=ptr:{folder}/{number}.npy:{element}")
    compare_engines(tools, arguments, gpus)


@pytest.mark.parametrize("types", TYPES, ids="-".join)
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_shapes(tools, tmp_path, types, shape):
    check(tools, tmp_path, types, shape)


@pytest.mark.parametrize("types", TYPES, ids="-".join)
@pytest.mark.parametrize("transposed", ((False, True), (True, False), (True, True)))
def test_transposed(tools, tmp_path, types, transposed):
    shape = Shape(None, 32, 64, 32)
    check(tools, tmp_path, types, shape, transposed, (("sm_75", 3), ("sm_90", 3)))


#: f32 for which rounding to tf32 is hard: zeros, subnormals, ties, numbers whose rounding
#: carries or overflows to infinity, infinity and NaN.
HARD = tuple(
    sign | bits
    for bits in (
        0, 1, 0xFFF, 0x1000, 0x1001, 0x2000, 0x3000, 0x7FEFFF, 0x7FF000, 0x7FFFFF,
        0x800000, 0x801000, 0x803000, 0xFFF000, 0x3F800FFF, 0x3F801000, 0x3F801001,
        0x3F803000, 0x3FFFEFFF, 0x3FFFF000, 0x7F7FE000, 0x7F7FEFFF, 0x7F7FF000,
        0x7F7FFFFF, 0x7F800000, 0x7F800001, 0x7F801FFF, 0x7FC00000, 0x7FFFE000,
        0x7FFFFFFF,
    )
    for sign in (0, 1 << 31)
)  # fmt: skip


@pytest.mark.parametrize("side", ("lhs", "rhs"))
def test_rounded_factors(tools, tmp_path, side):
    """Factors that a kernel rounds to tf32: each row of the sum is a number of HARD."""
    shape = Shape(None, 64, 64, 8)
    text = kernel(("f32", "f32"), shape, (False, False))
    for name, dims in (("lhs", "64x8"), ("rhs", "8x64")):
        tile = f"tile<{dims}x"
        text = text.replace(
            "    %sum =", f"    %{name}_r = ftof %{name}_x : {tile}f32> -> {tile}tf32>\n    %sum ="
        )
    text = text.replace(
        "%lhs_x, %rhs_x, %acc_x  : tile<64x8xf32>, tile<8x64xf32>",
        "%lhs_r, %rhs_r, %acc_x : tile<64x8xtf32>, tile<8x64xtf32>",
    )
    assert "mmaf %lhs_r" in text
    (tmp_path / "k.mlir").write_text(text)
    hard = np.resize(np.array(HARD, np.uint32), 64).view(np.float32)
    lhs, rhs = np.zeros((64, 8), np.float32), np.zeros((8, 64), np.float32)
    lhs[:, 3], rhs[3, :] = (hard, 1) if side == "lhs" else (1, hard)
    arguments = [tmp_path / "k.mlir"]
    for number, values in enumerate((lhs, rhs, np.zeros((64, 64), np.float32))):
        np.save(tmp_path / f"{number}.npy", values)
        arguments.append(f"--arg=ptr:{tmp_path}/{number}.npy:f32")
    compare_engines(tools, arguments, GPUS)


#: The type of the factors, that of the scales, and the number of elements for each scale.
SCALED_TYPES = (
    ("f8E4M3FN", "f8E8M0FNU", 32), ("f8E5M2", "f8E8M0FNU", 32),
    ("f4E2M1FN", "f8E8M0FNU", 32), ("f4E2M1FN", "f8E8M0FNU", 16),
    ("f4E2M1FN", "f8E4M3FN", 16), ("f4E2M1FN", "f8E5M3FNU", 32),
    ("f4E2M1FN", "f8E5M3FNU", 16),
)  # fmt: skip
SCALED_SHAPES = (
    Shape(None, 1, 1, 32), Shape(None, 32, 16, 128), Shape(2, 16, 32, 64),
)  # fmt: skip
#: Types that sm_120 has instructions for, and their extent along K.
NATIVE_TYPES = {
    ("f8E4M3FN", "f8E8M0FNU", 32): ("kind::mxf8f6f4", 32),
    ("f8E5M2", "f8E8M0FNU", 32): ("kind::mxf8f6f4", 32),
    ("f4E2M1FN", "f8E8M0FNU", 32): ("kind::mxf4", 64),
    ("f4E2M1FN", "f8E4M3FN", 16): ("kind::mxf4nvf4", 64),
}


def scaled_kernel(types, shape):
    """(lhs * scale) * (rhs * scale) + acc. Factors of f4E2M1FN come as f32."""
    element, scale, block = types
    stored = "f32" if element == "f4E2M1FN" else element
    arrays = {
        "lhs": (extents(shape, shape.m, shape.k), stored),
        "rhs": (extents(shape, shape.k, shape.n), stored),
        "acc": (extents(shape, shape.m, shape.n), "f32"),
        "lscale": (extents(shape, shape.m, shape.k // block), scale),
        "rscale": (extents(shape, shape.k // block, shape.n), scale),
    }
    zeros = ", ".join(["%z"] * len(arrays["acc"][0]))
    body = "    %z = constant <i32: 0> : tile<i32>\n"
    tiles = {}
    for name, (dims, type) in arrays.items():
        lines, part = access(name, dims, strides(dims, False), type)
        size = "x".join(map(str, dims))
        loaded = f"tile<{size}x{type}>"
        tiles[name] = loaded
        body += lines + (
            f"    %{name}_l, %{name}_t = load_view_tko weak %{name}[{zeros}] : "
            f"{part}, tile<i32> -> {loaded}, token\n"
        )
        value = f"%{name}_l"
        if element != stored and name in ("lhs", "rhs"):
            tiles[name] = f"tile<{size}x{element}>"
            value = f"%{name}_x"
            body += f"    {value} = ftof {name.join(['%', '_l'])} : {loaded} -> {tiles[name]}\n"
        arrays[name] = (dims, type, part, value)
    body += (
        f"    %sum = mmaf_scaled {', '.join(a[3] for a in arrays.values())} : "
        f"{', '.join(tiles.values())}\n"
        f"    %t = store_view_tko weak %sum, %acc[{zeros}] token = %acc_t : "
        f"{tiles['acc']}, {arrays['acc'][2]}, tile<i32> -> token\n"
    )
    arguments = ", ".join(f"%{name}_p: tile<ptr<{a[1]}>>" for name, a in arrays.items())
    text = f"cuda_tile.module @m {{\n  entry @k({arguments}) {{\n{body}  }}\n}}\n"
    return text, arrays


def scaled_arguments(folder, types, shape, extreme):
    """A kernel and its arrays. With `extreme`, scales have every code, so that factors
    exceed the formats of their products; otherwise scales are near one, so that all
    factors count."""
    text, arrays = scaled_kernel(types, shape)
    (folder / "k.mlir").write_text(text)
    random = np.random.default_rng(2)
    arguments = [folder / "k.mlir"]
    for name, (dims, type, *_) in arrays.items():
        count = int(np.prod(dims))
        if "scale" not in name:
            data = numbers(random, type, count)
        elif type == "f8E8M0FNU" and extreme:
            # As much as one factor is too large, the other one is too small.
            codes = np.random.default_rng(3).integers(0, 255, dims[-1 - (name[0] == "r")])
            codes = codes if name == "lscale" else (254 - codes)[:, None]
            data = np.broadcast_to(codes, dims).flatten().astype(np.uint8)
            if name == "lscale" and count > 1:
                data[0] = 255  # NaN
        else:
            low, high = (0x7C, 0x82) if type == "f8E8M0FNU" else (0x30, 0x40)
            data = random.integers(0 if extreme else low, high, count).astype(np.uint8)
            if type == "f8E4M3FN":
                data |= random.choice(np.array([0, 0x80], np.uint8), count)
        np.save(folder / f"{name}.npy", data)
        arguments.append(f"--arg=ptr:{folder}/{name}.npy:{type}")
    return arguments


@pytest.mark.parametrize("types", SCALED_TYPES, ids=str)
@pytest.mark.parametrize("shape", SCALED_SHAPES, ids=str)
@pytest.mark.parametrize("extreme", (False, True))
def test_scaled(tools, tmp_path, types, shape, extreme):
    arguments = scaled_arguments(tmp_path, types, shape, extreme)
    compare_engines(tools, arguments, (*GPUS, ("sm_121f", 0)))


@pytest.mark.parametrize("types", NATIVE_TYPES, ids=str)
@pytest.mark.parametrize(
    "shape", (Shape(None, 64, 32, 256), Shape(2, 8, 64, 32), Shape(None, 16, 32, 32)), ids=str
)
def test_scaled_instructions(tools, tmp_path, types, shape):
    """Scaling instructions make the whole product, no part of it twice: the counter has
    the operations of whole instructions. ptxas accepts them."""
    arguments = scaled_arguments(tmp_path, types, shape, False)
    file = tmp_path / "counters.json"
    compare_engines(tools, arguments, (("sm_120", 3),), f"--counters={file}")
    kind, depth = NATIVE_TYPES[types]
    whole = [-(-size // unit) * unit for size, unit in zip(shape[1:], (16, 8, depth))]
    totals = json.loads(file.read_text())["totals"]
    assert totals["matrix_flops"] == 2 * (shape.batch or 1) * math.prod(whole)
    ptx = tools.compile(tmp_path / "k.mlir", tmp_path / "k.ptx", "sm_120", 3, "ptx").decode()
    products = [line for line in ptx.split("\n") if "mma.sync" in line]
    assert products and all(f".{kind}.block_scale." in line for line in products)
    tools.compile(tmp_path / "k.mlir", tmp_path / "k.cubin", "sm_120", 3, "cubin")


@pytest.mark.parametrize("types", [t for t in SCALED_TYPES if t not in NATIVE_TYPES], ids=str)
def test_scaled_without_instruction(tools, tmp_path, types):
    """Tensor cores also make products that no instruction scales."""
    shape = Shape(None, 32, 16, 64)
    scaled_arguments(tmp_path, types, shape, False)
    ptx = tools.compile(tmp_path / "k.mlir", tmp_path / "k.ptx", "sm_120", 3, "ptx").decode()
    assert "mma.sync" in ptx and "block_scale" not in ptx


#: A loop along K over rows that begin anywhere. Their distances and K are only
#: promised to be multiples; the last tiles are ragged.
ROWS_KERNEL = """cuda_tile.module @m {{
  entry @k(%a_p: tile<ptr<i8>>, %b_p: tile<ptr<i8>>, %s_p: tile<ptr<{scale}>>,
           %t_p: tile<ptr<{scale}>>, %c_p: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>,
           %k_p: tile<i32>, %kb_p: tile<i32>, %ks: tile<i32>) {{
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %step = constant <i32: {k}> : tile<i32>
    %k = assume div_by<32>, %k_p : tile<i32>
    %kb = assume div_by<16>, %kb_p : tile<i32>
    %x, %y, %z = get_tile_block_id : tile<i32>
{views}
    %cv = make_tensor_view %c_p, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?, 1]>
    %c = make_partition_view %cv : partition_view<tile=({m}x{n}), tensor_view<?x?xf32, strides=[?, 1]>>
    %none = constant <f32: 0.0> : tile<{m}x{n}xf32>
    %end = divi %k, %step signed rounding<positive_inf> : tile<i32>
    %sums = for %i in (%zero to %end, step %one) : tile<i32> iter_values(%acc = %none) -> (tile<{m}x{n}xf32>) {{
{loads}
      %b_x = permute %b_f [1, 0] : tile<{n}x{k}x{factor}> -> tile<{k}x{n}x{factor}>
      %t_x = permute %t_f [1, 0] : tile<{n}x{blocks}x{scale}> -> tile<{blocks}x{n}x{scale}>
      %sum = mmaf_scaled %a_f, %b_x, %acc, %s_f, %t_x : tile<{m}x{k}x{factor}>, tile<{k}x{n}x{factor}>, tile<{m}x{n}xf32>, tile<{m}x{blocks}x{scale}>, tile<{blocks}x{n}x{scale}>
      continue %sum : tile<{m}x{n}xf32>
    }}
    %done = store_view_tko weak %sums, %c[%x, %y] : tile<{m}x{n}xf32>, partition_view<tile=({m}x{n}), tensor_view<?x?xf32, strides=[?, 1]>>, tile<i32> -> token
    return
  }}
}}
"""


def rows_access(name, tile, type, lines, pitch, along, source="%{0}_a"):
    """Lines that make a view of rows, and those that load a tile of it as %{name}_f."""
    rows, depth = tile
    tensor = f"tensor_view<?x?x{type}, strides=[?, 1]>"
    part = f"partition_view<tile=({rows}x{depth}), padding_value = zero, {tensor}>"
    view = (
        f"    %{name}_v = make_tensor_view {source.format(name)}, shape = [{lines}, {pitch}], "
        f"strides = [{pitch}, 1] : tile<i32> -> {tensor}\n"
        f"    %{name} = make_partition_view %{name}_v : {part}\n"
    )
    load = (
        f"      %{name}_f, %{name}_t = load_view_tko weak %{name}[{along}, %i] : {part}, "
        f"tile<i32> -> tile<{rows}x{depth}x{type}>, token\n"
    )
    return view, load


def rows_kernel(types, shape, unpacks):
    """`unpacks` says that factors are read as bytes, of which the program makes f4E2M1FN."""
    factor, scale, block = types
    m, n, k = shape.m, shape.n, shape.k
    views, loads = "", ""
    for name, rows, lines, along in (("a", m, "%m", "%x"), ("b", n, "%n", "%y")):
        views += f"    %{name}_a = assume div_by<16>, %{name}_p : tile<ptr<i8>>\n"
        if unpacks:
            view, load = rows_access(name, (rows, k // 2), "i8", lines, "%kb", along)
            flat = f"tile<{rows * k}x{factor}>"
            load = load.replace("_f,", "_b,") + (
                f"      %{name}_l = reshape %{name}_b : tile<{rows}x{k // 2}xi8> -> tile<{rows * k // 2}xi8>\n"
                f"      %{name}_u = unpack %{name}_l : tile<{rows * k // 2}xi8> -> {flat}\n"
                f"      %{name}_f = reshape %{name}_u : {flat} -> tile<{rows}x{k}x{factor}>\n"
            )
        else:
            views += (
                f"    %{name}_q = ptr_to_ptr %{name}_a : tile<ptr<i8>> -> tile<ptr<{factor}>>\n"
            )
            view, load = rows_access(name, (rows, k), factor, lines, "%k", along, "%{0}_q")
        views, loads = views + view, loads + load
    for name, rows, lines, along in (("s", m, "%m", "%x"), ("t", n, "%n", "%y")):
        view, load = rows_access(name, (rows, k // block), scale, lines, "%ks", along, "%{0}_p")
        views, loads = views + view, loads + load
    return ROWS_KERNEL.format(
        factor=factor, scale=scale, m=m, n=n, k=k, blocks=k // block,
        views=views.rstrip(), loads=loads.rstrip(),
    )  # fmt: skip


def rows_arguments(folder, types, shape, extents, unpacks):
    factor, scale, block = types
    (folder / "k.mlir").write_text(rows_kernel(types, shape, unpacks))
    random = np.random.default_rng(5)
    m, n, k = extents
    bytes = k // (2 if factor == "f4E2M1FN" else 1)
    arguments = [folder / "k.mlir"]
    for number, (size, type) in enumerate(
        ((m * bytes, "i8"), (n * bytes, "i8"), (m * k // block, scale), (n * k // block, scale))
    ):
        if type == "f8E8M0FNU":
            data = random.integers(0x7A, 0x84, size).astype(np.uint8)
        elif type == scale:
            data = random.integers(0x30, 0x40, size).astype(np.uint8)
            data |= random.choice(np.array([0, 0x80], np.uint8), size)
        elif factor == "f4E2M1FN":
            data = random.integers(0, 256, size).astype(np.uint8)
        else:
            data = numbers(random, factor, size)
        np.save(folder / f"{number}.npy", data.view(np.int8) if type == "i8" else data)
        arguments.append(f"--arg=ptr:{folder}/{number}.npy:{type}")
    arguments.append(f"--arg=ptr:new:f32[{m},{n}]")
    arguments += [f"--arg=i32:{number}" for number in (m, n, k, bytes, k // block)]
    return [*arguments, f"--grid={-(-m // shape.m)},{-(-n // shape.n)}"]


#: Each type in memory, and floats of 4 bits also where the program unpacks them.
SCALED_ROWS = [(types, False) for types in NATIVE_TYPES] + [
    (types, True) for types in NATIVE_TYPES if types[0] == "f4E2M1FN"
]


@pytest.mark.parametrize("types,unpacks", SCALED_ROWS, ids=str)
def test_scaled_rows(tools, tmp_path, types, unpacks):
    """Factors go from memory to scaling instructions by asynchronous copies, floats of 4
    bits, which no thread takes apart or puts together, as well as those of 8."""
    shape = Shape(None, 64, 64, 128)
    arguments = rows_arguments(tmp_path, types, shape, (80, 72, 288), unpacks)
    compare_engines(tools, arguments, (("sm_120", 3), ("sm_120", 0), ("sm_100", 3)))
    ptx = tools.compile(tmp_path / "k.mlir", tmp_path / "k.ptx", "sm_120", 3, "ptx").decode()
    kind, _ = NATIVE_TYPES[types]
    assert f".{kind}.block_scale." in ptx
    copies = ptx.count("cp.async.cg.shared.global") + ptx.count("cp.async.bulk.tensor")
    assert copies >= 2
