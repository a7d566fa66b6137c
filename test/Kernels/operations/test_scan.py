# ===- test_scan.py - Scans, compiled ----------------------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Running totals along each dimension and in both directions, of one operand and of
two, on the emulator beside numpy.
"""

import numpy as np
import pytest

SUM = """    %s = scan %x dim={dim} reverse={reverse} identities=[{zero} : {type}] : {tile} -> {tile} (%acc: tile<{type}>, %e: tile<{type}>) {{
      %r = {add} %e, %acc : tile<{type}>
      yield %r : tile<{type}>
    }}
"""
#: The greatest number so far and where it is.
ARGMAX = """    %m, %s = scan %x, %at dim={dim} reverse={reverse} identities=[-1.0e30 : f32, 0 : i32] : {tile}, {places} -> {tile}, {places} (%acc: tile<f32>, %e: tile<f32>, %j: tile<i32>, %i: tile<i32>) {{
      %c = cmpf greater_than ordered %e, %acc : tile<f32> -> tile<i1>
      %r = select %c, %e, %acc : tile<i1>, tile<f32>
      %k = select %c, %i, %j : tile<i1>, tile<i32>
      yield %r, %k : tile<f32>, tile<i32>
    }}
"""
#: The same by a branch, with a loop that all elements run as often.
BRANCHES = """    %n = constant <i32: 3> : tile<i32>
    %m, %s = scan %x, %at dim={dim} reverse={reverse} identities=[-1.0e30 : f32, 0 : i32] : {tile}, {places} -> {tile}, {places} (%acc: tile<f32>, %e: tile<f32>, %j: tile<i32>, %i: tile<i32>) {{
      %one = constant <i32: 1> : tile<i32>
      %r, %k = for %step in (%z to %n, step %one) : tile<i32> iter_values(%a = %acc, %b = %j) -> (tile<f32>, tile<i32>) {{
        %c = cmpf greater_than ordered %e, %a : tile<f32> -> tile<i1>
        %d, %l = if %c -> (tile<f32>, tile<i32>) {{
          %same = addi %i, %z : tile<i32>
          yield %e, %same : tile<f32>, tile<i32>
        }} else {{
          yield %a, %b : tile<f32>, tile<i32>
        }}
        continue %d, %l : tile<f32>, tile<i32>
      }}
      yield %r, %k : tile<f32>, tile<i32>
    }}
"""
#: The greatest common divisor, by a loop that each pair leaves at another time.
GCD = """    %s = scan %x dim={dim} reverse={reverse} identities=[0 : i32] : {tile} -> {tile} (%acc: tile<i32>, %e: tile<i32>) {{
      %r, %u = loop iter_values(%a = %acc, %b = %e) : tile<i32>, tile<i32> -> tile<i32>, tile<i32> {{
        %done = cmpi equal %b, %z, signed : tile<i32> -> tile<i1>
        if %done {{
          break %a, %b : tile<i32>, tile<i32>
        }}
        %m = remi %a, %b signed : tile<i32>
        continue %b, %m : tile<i32>, tile<i32>
      }}
      yield %r : tile<i32>
    }}
"""
#: The number whose decimal digits are those of all so far, of which each has `len`: one
#: loop for each digit of what comes second.
DIGITS = """    %one = constant <i32: 1> : tile<i32>
    %ten = constant <i32: 10> : tile<i32>
    %ones = constant <i32: 1> : {places}
    %s, %len = scan %x, %ones dim={dim} reverse={reverse} identities=[0 : i32, 0 : i32] : {tile}, {places} -> {tile}, {places} (%acc: tile<i32>, %e: tile<i32>, %before: tile<i32>, %after: tile<i32>) {{
      %shifted = for %digit in (%z to %after, step %one) : tile<i32> iter_values(%a = %acc) -> (tile<i32>) {{
        %b = muli %a, %ten : tile<i32>
        continue %b : tile<i32>
      }}
      %r = addi %shifted, %e : tile<i32>
      %n = addi %before, %after : tile<i32>
      yield %r, %n : tile<i32>, tile<i32>
    }}
"""
#: Sums by a tile of four equal summands, which all threads add.
TILES = """    %s = scan %x dim={dim} reverse={reverse} identities=[0 : i32] : {tile} -> {tile} (%acc: tile<i32>, %e: tile<i32>) {{
      %both = addi %acc, %e : tile<i32>
      %one = reshape %both : tile<i32> -> tile<1xi32>
      %four = broadcast %one : tile<1xi32> -> tile<4xi32>
      %i = iota : tile<4xi32>
      %parts = muli %four, %i : tile<4xi32>
      %r = reduce %parts dim=0 identities=[-2147483648 : i32] : tile<4xi32> -> tile<i32> (%f: tile<i32>, %g: tile<i32>) {{
        %h = maxi %f, %g signed : tile<i32>
        yield %h : tile<i32>
      }}
      %twice = addi %both, %both : tile<i32>
      %once = subi %r, %twice : tile<i32>
      yield %once : tile<i32>
    }}
"""
#: A reduction of columns by such a body, of which each column gets the total.
TILES_OF_COLUMNS = """    %sums = reduce %x dim=0 identities=[0 : i32] : {tile} -> tile<{columns}xi32> (%e: tile<i32>, %acc: tile<i32>) {{
      %a = reshape %acc : tile<i32> -> tile<1xi32>
      %b = reshape %e : tile<i32> -> tile<1xi32>
      %pair = cat %a, %b dim=0 : tile<1xi32>, tile<1xi32> -> tile<2xi32>
      %r = reduce %pair dim=0 identities=[0 : i32] : tile<2xi32> -> tile<i32> (%f: tile<i32>, %g: tile<i32>) {{
        %h = addi %f, %g : tile<i32>
        yield %h : tile<i32>
      }}
      yield %r : tile<i32>
    }}
    %line_of_sums = reshape %sums : tile<{columns}xi32> -> tile<1x{columns}xi32>
    %s = broadcast %line_of_sums : tile<1x{columns}xi32> -> {tile}
"""
KERNEL = """cuda_tile.module @m {{
  entry @k(%p: tile<ptr<{type}>>, %q: tile<ptr<{out}>>) {{
    %z = constant <i32: 0> : tile<i32>
    %v_ = make_tensor_view %p, shape = {shape}, strides = {strides} : {view}
    %v = make_partition_view %v_ : {part}
    %w_ = make_tensor_view %q, shape = {shape}, strides = {strides} : {out_view}
    %w = make_partition_view %w_ : {out_part}
    %x, %t0 = load_view_tko weak %v[%z, %z] : {part}, tile<i32> -> {tile}, token
    %line = iota : tile<{columns}xi32>
    %row = reshape %line : tile<{columns}xi32> -> tile<1x{columns}xi32>
    %at = broadcast %row : tile<1x{columns}xi32> -> {places}
{scan}    %t1 = store_view_tko weak %s, %w[%z, %z] : {out_tile}, {out_part}, tile<i32> -> token
  }}
}}
"""


def run(tools, folder, scan, type, out, shape, data, level):
    dims = "x".join(map(str, shape))
    words = {"type": type, "out": out, "shape": list(shape), "columns": shape[1]}
    words["strides"] = [shape[1], 1]
    for prefix, element in (("", type), ("out_", out)):
        view = f"tensor_view<{dims}x{element}, strides=[{shape[1]},1]>"
        words[f"{prefix}view"] = view
        words[f"{prefix}part"] = f"partition_view<tile=({dims}), {view}>"
        words[f"{prefix}tile"] = f"tile<{dims}x{element}>"
    words["places"] = f"tile<{dims}xi32>"
    (folder / "k.mlir").write_text(KERNEL.format(scan=scan.format(**words), **words))
    np.save(folder / "p.npy", data)
    tools.run(
        "cuda-tile-run", folder / "k.mlir", "--engine=emulate", f"-O{level}",
        f"--arg=ptr:{folder}/p.npy", f"--arg=ptr:new:{out}[{shape[0]},{shape[1]}]",
        f"--out=1={folder}/out.npy",
    )  # fmt: skip
    return np.load(folder / "out.npy")


def accumulate(function, data, dim, reverse):
    data = np.flip(data, dim) if reverse else data
    result = function.accumulate(data, dim, dtype=data.dtype)
    return np.flip(result, dim) if reverse else result


@pytest.mark.parametrize("reverse", (False, True))
@pytest.mark.parametrize("dim", (0, 1))
@pytest.mark.parametrize("shape", ((1, 1), (2, 64), (32, 32), (4, 1024)))
@pytest.mark.parametrize("type", ("i8", "f32", "f64"))
def test_sum(type, shape, dim, reverse, tools, tmp_path):
    isFloat = type.startswith("f")
    scan = SUM.replace("{zero}", "0.0" if isFloat else "0").replace("{dim}", str(dim))
    scan = scan.replace("{add}", "addf" if isFloat else "addi")
    scan = scan.replace("{reverse}", str(reverse).lower())
    dtype = {"i8": np.int8, "f32": np.float32, "f64": np.float64}[type]
    # Sums of few small integers, which are exact in each type, in any order.
    data = np.random.default_rng(1).integers(-3, 4, shape).astype(dtype)
    got = run(tools, tmp_path, scan, type, type, shape, data, 3 * (shape[0] != 32))
    assert (got == accumulate(np.add, data, dim, reverse)).all()


@pytest.mark.parametrize("reverse", (False, True))
@pytest.mark.parametrize("body", (ARGMAX, BRANCHES), ids=("select", "branch"))
def test_argmax(body, reverse, tools, tmp_path):
    scan = body.replace("{dim}", "1").replace("{reverse}", str(reverse).lower())
    data = np.random.default_rng(2).permutation(8 * 128).reshape(8, 128)
    data = data.astype(np.float32)
    got = run(tools, tmp_path, scan, "f32", "i32", data.shape, data, 3)
    most = accumulate(np.maximum, data, 1, reverse)
    assert (np.take_along_axis(data, got, 1) == most).all()


@pytest.mark.parametrize("reverse", (False, True))
@pytest.mark.parametrize("dim", (0, 1))
@pytest.mark.parametrize(
    "body, step", ((GCD, np.gcd), (DIGITS, lambda a, b: a * 10 + b)), ids=("gcd", "digits")
)
def test_elements_that_go_their_own_ways(body, step, dim, reverse, tools, tmp_path):
    scan = body.replace("{dim}", str(dim)).replace("{reverse}", str(reverse).lower())
    data = np.random.default_rng(3).integers(1, 10, (32, 64))
    data *= 1 if body == DIGITS else 5040
    got = run(tools, tmp_path, scan, "i32", "i32", data.shape, data.astype(np.int32), 3)
    want = np.moveaxis(np.flip(data, dim) if reverse else data, dim, 0).copy()
    for each in range(1, len(want)):
        want[each] = step(want[each - 1], want[each]) & 0xFFFFFFFF
    want = np.moveaxis(want, 0, dim).astype(np.uint32).view(np.int32)
    assert (got == (np.flip(want, dim) if reverse else want)).all()


@pytest.mark.parametrize("reverse", (False, True))
@pytest.mark.parametrize("dim", (0, 1))
def test_bodies_that_compute_with_tiles(dim, reverse, tools, tmp_path):
    scan = TILES.replace("{dim}", str(dim)).replace("{reverse}", str(reverse).lower())
    data = np.random.default_rng(4).integers(1, 10, (4, 16)).astype(np.int32)
    got = run(tools, tmp_path, scan, "i32", "i32", data.shape, data, 3)
    assert (got == accumulate(np.add, data, dim, reverse)).all()


def test_reductions_that_compute_with_tiles(tools, tmp_path):
    data = np.random.default_rng(5).integers(-9, 10, (8, 4)).astype(np.int32)
    got = run(tools, tmp_path, TILES_OF_COLUMNS, "i32", "i32", data.shape, data, 3)
    assert (got == data.sum(0)).all()
