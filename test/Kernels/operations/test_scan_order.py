# ===- test_scan_order.py - Scans whose bodies do not commute ------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Each step of a scan gets the earlier value, in the direction of the scan, as its first
operand: on the interpreter, also with random orders, and on the emulator, beside loops
of numpy. All numbers are exact.
"""

import numpy as np
import pytest

DTYPES = {
    "f16": np.float16, "f32": np.float32, "f64": np.float64,
    "i8": np.int8, "i32": np.int32, "i64": np.int64,
}  # fmt: skip


def affine(before, now):
    return before[0] * now[0], now[0] * before[1] + now[1]


def keyed(before, now):
    return now[0], np.where(before[0] == now[0], before[1] + now[1], now[1])


def last(before, now):
    return (np.where(now[0] == 0, before[0], now[0]),)


def product(before, now):
    a, b, c, d = before
    e, f, g, h = now
    # The earlier matrix is the right factor.
    return e * a + f * c, e * b + f * d, g * a + h * c, g * b + h * d


def some(random, shape, dtype, values):
    return random.choice(values, shape).astype(dtype)


def affineData(random, shape, dim, dtype):
    return [some(random, shape, dtype, v) for v in ((0, 1, -1, -1), (-1, 0, 1))]


def keyedData(random, shape, dim, dtype):
    keys = np.sort(random.integers(0, 1 + shape[dim] // 3, shape), dim)
    return [keys.astype(np.int32), some(random, shape, dtype, (-1, 0, 1, 2))]


def lastData(random, shape, dim, dtype):
    return [some(random, shape, dtype, (0, 0, 0, 0, 1, 2, 3, -4))]


def matrixData(random, shape, dim, dtype):
    """Signed permutations, whose products are such again; integers wrap around."""
    if np.issubdtype(dtype, np.integer):
        return [random.integers(-9, 9, shape).astype(dtype) for _ in range(4)]
    turned = random.integers(0, 2, shape)
    signs = [some(random, shape, dtype, (-1, 1)) for _ in range(2)]
    entries = [signs[0] * (1 - turned), signs[0] * turned]
    entries += [signs[1] * turned, signs[1] * (1 - turned)]
    return [entry.astype(dtype) for entry in entries]


def add(kind):
    return "addf" if kind[0] == "f" else "addi"


def mul(kind):
    return "mulf" if kind[0] == "f" else "muli"


def affineText(kind):
    t = f"tile<{kind}>"
    return f"""%g = {mul(kind)} %b0, %n0 : {t}
      %h = {mul(kind)} %n0, %b1 : {t}
      %s = {add(kind)} %h, %n1 : {t}
      yield %g, %s : {t}, {t}"""


def keyedText(kind):
    t = f"tile<{kind}>"
    return f"""%same = cmpi equal %b0, %n0, signed : tile<i32> -> tile<i1>
      %sum = {add(kind)} %b1, %n1 : {t}
      %s = select %same, %sum, %n1 : tile<i1>, {t}
      yield %n0, %s : tile<i32>, {t}"""


def lastText(kind):
    t = f"tile<{kind}>"
    zero = "0.0" if kind[0] == "f" else "0"
    compare = "cmpf equal ordered" if kind[0] == "f" else "cmpi equal"
    signed = "" if kind[0] == "f" else ", signed"
    return f"""%zero = constant <{kind}: {zero}> : {t}
      %none = {compare} %n0, %zero{signed} : {t} -> tile<i1>
      %s = if %none -> ({t}) {{
        yield %b0 : {t}
      }} else {{
        yield %n0 : {t}
      }}
      yield %s : {t}"""


def matrixText(kind):
    t = f"tile<{kind}>"
    lines = []
    for i, (row, column) in enumerate(((0, 0), (0, 1), (2, 0), (2, 1))):
        lines += [
            f"%u{i} = {mul(kind)} %n{row}, %b{column} : {t}",
            f"%w{i} = {mul(kind)} %n{row + 1}, %b{column + 2} : {t}",
            f"%s{i} = {add(kind)} %u{i}, %w{i} : {t}",
        ]
    lines.append(f"yield %s0, %s1, %s2, %s3 : {t}, {t}, {t}, {t}")
    return "\n      ".join(lines)


#: Text, function, data, identities, and whether the first operand is a key.
BODIES = {
    "affine": (affineText, affine, affineData, (1, 0), False),
    "keyed": (keyedText, keyed, keyedData, (-1, 0), True),
    "last": (lastText, last, lastData, (0,), False),
    "matrix": (matrixText, product, matrixData, (1, 0, 0, 1), False),
}


def makeKernel(text, kinds, identities, shape, dim, reverse, divisor=1):
    dims = "x".join(map(str, shape))
    strides = [int(np.prod(shape[i + 1 :])) for i in range(len(shape))]
    zeros = ", ".join(["%z"] * len(shape))
    lines, names = [], range(len(kinds))
    for side in "pq":
        for i, kind in enumerate(kinds):
            view = f"tensor_view<{dims}x{kind}, strides={strides}>"
            part = f"partition_view<tile=({dims}), {view}>"
            lines += [
                f"%{side}a{i} = assume div_by<{divisor}>, %{side}{i} : tile<ptr<{kind}>>",
                f"%{side}t{i} = make_tensor_view %{side}a{i}, shape = {list(shape)}, "
                f"strides = {strides} : {view}",
                f"%{side}v{i} = make_partition_view %{side}t{i} : {part}",
            ]
            if side == "p":
                lines.append(
                    f"%x{i}, %l{i} = load_view_tko weak %pv{i}[{zeros}] : {part}, "
                    f"tile<i32> -> tile<{dims}x{kind}>, token"
                )
    tiles = ", ".join(f"tile<{dims}x{kind}>" for kind in kinds)
    neutral = ", ".join(
        f"{value}{'.0' if kind[0] == 'f' else ''} : {kind}"
        for value, kind in zip(identities, kinds)
    )
    arguments = ", ".join(
        f"%{side}{i}: tile<{kind}>" for i, kind in enumerate(kinds) for side in "bn"
    )
    lines.append(
        f"{', '.join(f'%r{i}' for i in names)} = scan "
        f"{', '.join(f'%x{i}' for i in names)} dim={dim} "
        f"reverse={str(reverse).lower()} identities=[{neutral}] : {tiles} -> {tiles} "
        f"({arguments}) {{\n      {text}\n    }}"
    )
    for i, kind in enumerate(kinds):
        view = f"tensor_view<{dims}x{kind}, strides={strides}>"
        lines.append(
            f"%s{i} = store_view_tko weak %r{i}, %qv{i}[{zeros}] : tile<{dims}x{kind}>, "
            f"partition_view<tile=({dims}), {view}>, tile<i32> -> token"
        )
    parameters = ", ".join(
        f"%{side}{i}: tile<ptr<{kind}>>" for side in "pq" for i, kind in enumerate(kinds)
    )
    body = "\n    ".join(lines)
    return f"""cuda_tile.module @m {{
  entry @k({parameters}) {{
    %z = constant <i32: 0> : tile<i32>
    {body}
    return
  }}
}}
"""


def accumulate(function, data, dim, reverse):
    """Element by element, in the direction of the scan."""
    data = [np.moveaxis(array, dim, 0) for array in data]
    if reverse:
        data = [array[::-1] for array in data]
    results = [np.empty_like(array) for array in data]
    sums = [array[0] for array in data]
    for i in range(len(data[0])):
        if i:
            sums = function(sums, [array[i] for array in data])
        for result, value in zip(results, sums):
            result[i] = value
    if reverse:
        results = [result[::-1] for result in results]
    return [np.moveaxis(result, 0, dim) for result in results]


def check(tools, folder, body, kind, shape, dim, reverse, engines, divisor=1):
    text, function, makeData, identities, isKeyed = BODIES[body]
    kinds = ["i32" if isKeyed and i == 0 else kind for i in range(len(identities))]
    random = np.random.default_rng(len(shape) + shape[dim])
    with np.errstate(over="ignore"):
        data = makeData(random, shape, dim, DTYPES[kind])
        want = accumulate(function, data, dim, reverse)
    kernel = makeKernel(text(kind), kinds, identities, shape, dim, reverse, divisor)
    (folder / "k.mlir").write_text(kernel)
    args, outs, extents = [], [], ",".join(map(str, shape))
    for i, array in enumerate(data):
        np.save(folder / f"p{i}.npy", array)
        args.append(f"--arg=ptr:{folder}/p{i}.npy")
    for i, name in enumerate(kinds):
        args.append(f"--arg=ptr:new:{name}[{extents}]")
        outs.append(f"--out={len(kinds) + i}={folder}/q{i}.npy")
    for engine in engines:
        tools.run("cuda-tile-run", folder / "k.mlir", *engine.split(), *args, *outs)
        for i, result in enumerate(want):
            got = np.load(folder / f"q{i}.npy")
            assert (got == result).all(), (engine, i)


ENGINES = (
    "--engine=interpret",
    "--engine=interpret --seed=3",
    "--engine=emulate -O0",
    "--engine=emulate -O3",
)


@pytest.mark.rotated
@pytest.mark.parametrize("reverse", (False, True))
@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize(
    "shape, dim, kind",
    (
        ((1,), 0, "f32"),
        ((2,), 0, "i64"),
        ((32,), 0, "f16"),
        ((128,), 0, "f64"),
        ((4096,), 0, "i32"),
        ((64, 8), 0, "f32"),
        ((8, 64), 1, "i8"),
        ((2, 1024), 1, "f32"),
        ((1024, 2), 0, "i64"),
        ((4, 16, 8), 0, "i32"),
        ((4, 16, 8), 1, "f64"),
        ((2, 4, 64), 2, "f16"),
    ),
)
def test_order(shape, dim, kind, body, reverse, tools, tmp_path):
    check(tools, tmp_path, body, kind, shape, dim, reverse, ENGINES)


@pytest.mark.rotated
@pytest.mark.parametrize("reverse", (False, True))
@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize(
    "shape, dim, kind",
    (
        ((256,), 0, "f64"),
        ((1024,), 0, "f32"),
        ((4096,), 0, "i32"),
        ((32, 8), 1, "f32"),
        ((2, 256), 1, "i8"),
        ((4, 512), 1, "f16"),
        ((2, 4, 64), 2, "i64"),
        ((2, 128), 0, "f32"),
        ((16, 128), 0, "i32"),
        ((2, 8, 256), 1, "f16"),
    ),
)
def test_blocks(shape, dim, kind, body, reverse, tools, tmp_path):
    """Blocks of neighbours that threads hold, or of lines that fill warps."""
    check(tools, tmp_path, body, kind, shape, dim, reverse, ENGINES, divisor=16)


@pytest.mark.parametrize("body", ("affine", "matrix"))
@pytest.mark.parametrize("gpu", ("sm_75", "sm_80", "sm_90", "sm_120"))
def test_gpus(gpu, body, tools, tmp_path):
    engines = (f"--engine=emulate --gpu-name={gpu}",)
    check(tools, tmp_path, body, "f32", (16, 64), 1, True, engines)


@pytest.mark.parametrize("reverse", (False, True))
def test_beyond_registers(reverse, tools, tmp_path):
    """A tile that goes through the registers in slices."""
    engines = ("--engine=emulate",)
    check(tools, tmp_path, "affine", "i32", (256, 128), 0, reverse, engines)
