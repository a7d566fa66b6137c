# ===- test_large_tiles.py - Tiles that registers cannot hold, compiled ------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Kernels on tiles of up to 2^20 elements, on the emulator with all its checks beside
the interpreter: as loops over slices, they stay short, fit in registers and compile
as fast as others.
"""

import re
import subprocess

import numpy as np
import pytest
from conftest import BIN_DIR

ROWS, COLUMNS = 64, 4096
COUNT = ROWS * COLUMNS


def view(name, pointer, element, shape, tile=None, order=None):
    """The lines that make %name, a view of a whole array in row-major order, and the
    type of it."""
    strides = [int(np.prod(shape[k + 1 :])) for k in range(len(shape))]
    if order:
        strides = [strides[k] for k in order]
        shape = [shape[k] for k in order]
    dims = "x".join(map(str, shape))
    tensor = f"tensor_view<{dims}x{element}, strides={strides}>"
    tiles = "x".join(map(str, tile or shape))
    type = f"partition_view<tile=({tiles}), {tensor}>"
    return (
        f"    %{name}_ = make_tensor_view %{pointer}, shape = {list(shape)}, "
        f"strides = {strides} : {tensor}\n"
        f"    %{name} = make_partition_view %{name}_ : {type}\n",
        type,
    )


def load(value, name, type, tile, more=""):
    zeros = ", ".join(["%zero"] * (tile.count("x") or 1))
    return (
        f"    %{value}, %t_{value} = load_view_tko weak %{name}[{zeros}]{more} : "
        f"{type}, tile<i32> -> {tile}, token\n"
    )


def store(value, name, type, tile, more=""):
    zeros = ", ".join(["%zero"] * (tile.count("x") or 1))
    return (
        f"    %s_{value} = store_view_tko weak %{value}, %{name}[{zeros}]{more} : "
        f"{tile}, {type}, tile<i32> -> token\n"
    )


def entry(arguments, body):
    return (
        f"cuda_tile.module @m {{\n  entry @k({arguments}) {{\n"
        f"    %zero = constant <i32: 0> : tile<i32>\n{body}  }}\n}}\n"
    )


def body_of(function, element="f32"):
    return (
        f"(%a: tile<{element}>, %b: tile<{element}>) {{\n"
        f"      %r = {function} %a, %b : tile<{element}>\n      yield %r : tile<{element}>\n    }}\n"
    )


TILE = f"tile<{ROWS}x{COLUMNS}xf32>"
POINTERS = "%p: tile<ptr<f32>>, %q: tile<ptr<f32>>"
F32 = np.float32


def elementwise():
    v, vt = view("v", "p", "f32", [ROWS, COLUMNS])
    w, wt = view("w", "q", "f32", [ROWS, COLUMNS])
    body = v + w + load("x", "v", vt, TILE)
    body += f"    %y = mulf %x, %x rounding<nearest_even> : {TILE}\n"
    body += f"    %z = addf %y, %x rounding<nearest_even> : {TILE}\n"
    return entry(POINTERS, body + store("z", "w", wt, TILE)), [F32, F32]


def in_place():
    """Each element is read before it is written, by the token."""
    v, vt = view("v", "p", "f32", [ROWS, COLUMNS])
    body = v + load("x", "v", vt, TILE)
    body += f"    %y = addf %x, %x rounding<nearest_even> : {TILE}\n"
    return entry(POINTERS, body + store("y", "v", vt, TILE, " token = %t_x")), [F32, F32]


def in_place_twice():
    """Sums of rows, before and after all rows have changed."""
    v, vt = view("v", "p", "f32", [ROWS, COLUMNS])
    w, wt = view("w", "q", "f32", [2, ROWS], [1, ROWS])
    sums = f"tile<{ROWS}xf32>"
    line = f"tile<1x{ROWS}xf32>"
    body = v + w + load("x", "v", vt, TILE)
    body += "    %one = constant <i32: 1> : tile<i32>\n"
    body += f"    %n = reduce %x dim=1 identities=[0.0 : f32] : {TILE} -> {sums} "
    body += body_of("addf")
    body += f"    %n1 = reshape %n : {sums} -> {line}\n"
    body += f"    %y = addf %x, %x rounding<nearest_even> : {TILE}\n"
    body += store("y", "v", vt, TILE, " token = %t_x")
    body += load("x2", "v", vt, TILE, " token = %s_y")
    body += f"    %m = reduce %x2 dim=1 identities=[0.0 : f32] : {TILE} -> {sums} "
    body += body_of("addf")
    body += f"    %m1 = reshape %m : {sums} -> {line}\n"
    body += store("n1", "w", wt, line)
    body += (
        f"    %last = store_view_tko weak %m1, %w[%one, %zero] : {line}, {wt}, "
        f"tile<i32> -> token\n"
    )
    return entry(POINTERS, body), [F32, F32]


def transposed():
    shape = [COLUMNS, ROWS]
    tile = f"tile<{COLUMNS}x{ROWS}xf32>"
    v, vt = view("v", "p", "f32", [ROWS, COLUMNS])
    w, wt = view("w", "q", "f32", shape)
    body = v + w + load("x", "v", vt, TILE)
    body += f"    %y = permute %x [1, 0] : {TILE} -> {tile}\n"
    return entry(POINTERS, body + store("y", "w", wt, tile)), [F32, F32]


def reshaped():
    flat = f"tile<{COUNT}xf32>"
    v, vt = view("v", "p", "f32", [ROWS, COLUMNS])
    w, wt = view("w", "q", "f32", [COUNT])
    body = v + w + load("x", "v", vt, TILE)
    body += f"    %y = reshape %x : {TILE} -> {flat}\n"
    body += f"    %i = iota : tile<{COUNT}xi32>\n"
    body += f"    %j = itof %i signed : tile<{COUNT}xi32> -> {flat}\n"
    body += f"    %c = cmpf greater_than ordered %j, %y : {flat} -> tile<{COUNT}xi1>\n"
    body += f"    %most = constant <f32: 1.0e30> : {flat}\n"
    body += f"    %d = cmpf less_than ordered %y, %most : {flat} -> tile<{COUNT}xi1>\n"
    body += f'    assert %d, "no number" : tile<{COUNT}xi1>\n'
    body += f"    %z = select %c, %y, %j : tile<{COUNT}xi1>, {flat}\n"
    return entry(POINTERS, body + store("z", "w", wt, flat)), [F32, F32]


def softmax(rows, columns, dim=1, in_place=False):
    tile = f"tile<{rows}x{columns}xf32>"
    kept = rows if dim else columns
    small = f"tile<{kept}xf32>"
    line = f"tile<{rows}x1xf32>" if dim else f"tile<1x{columns}xf32>"
    v, vt = view("v", "p", "f32", [rows, columns])
    w, wt = view("w", "q", "f32", [rows, columns])
    body = v + w + load("x", "v", vt, tile)
    body += f"    %m = reduce %x dim={dim} identities=[-1.0e30 : f32] : {tile} -> {small} "
    body += body_of("maxf")
    body += f"    %m1 = reshape %m : {small} -> {line}\n"
    body += f"    %m2 = broadcast %m1 : {line} -> {tile}\n"
    body += f"    %d = subf %x, %m2 rounding<nearest_even> : {tile}\n"
    body += f"    %e = exp2 %d : {tile}\n"
    body += f"    %n = reduce %e dim={dim} identities=[0.0 : f32] : {tile} -> {small} "
    body += body_of("addf")
    body += f"    %n1 = reshape %n : {small} -> {line}\n"
    body += f"    %n2 = broadcast %n1 : {line} -> {tile}\n"
    body += f"    %y = divf %e, %n2 rounding<nearest_even> : {tile}\n"
    end = store("y", "v", vt, tile, " token = %t_x") if in_place else store("y", "w", wt, tile)
    return entry(POINTERS, body + end), [F32, F32]


def argmax():
    """Two operands, one of them computed."""
    numbers = f"tile<{ROWS}x{COLUMNS}xi32>"
    v, vt = view("v", "p", "f32", [ROWS, COLUMNS])
    w, wt = view("w", "q", "i32", [ROWS])
    body = v + w + load("x", "v", vt, TILE)
    body += f"    %i = iota : tile<{COLUMNS}xi32>\n"
    body += f"    %i1 = reshape %i : tile<{COLUMNS}xi32> -> tile<1x{COLUMNS}xi32>\n"
    body += f"    %i2 = broadcast %i1 : tile<1x{COLUMNS}xi32> -> {numbers}\n"
    body += f"    %m, %at = reduce %x, %i2 dim=1 identities=[-1.0e30 : f32, 0 : i32] : "
    body += f"{TILE}, {numbers} -> tile<{ROWS}xf32>, tile<{ROWS}xi32> "
    body += (
        "(%a: tile<f32>, %b: tile<f32>, %i_a: tile<i32>, %i_b: tile<i32>) {\n"
        "      %c = cmpf greater_than ordered %a, %b : tile<f32> -> tile<i1>\n"
        "      %r = select %c, %a, %b : tile<i1>, tile<f32>\n"
        "      %s = select %c, %i_a, %i_b : tile<i1>, tile<i32>\n"
        "      yield %r, %s : tile<f32>, tile<i32>\n    }\n"
    )
    at = f"tile<{ROWS}xi32>"
    arguments = "%p: tile<ptr<f32>>, %q: tile<ptr<i32>>"
    return entry(arguments, body + store("at", "w", wt, at)), [F32, np.int32]


def gathered():
    """Pointers, a mask and a padding."""
    ptrs = f"tile<{COUNT}xptr<f32>>"
    flat = f"tile<{COUNT}xf32>"
    numbers = f"tile<{COUNT}xi32>"

    def spread(name):
        return (
            f"    %{name}1 = reshape %{name} : tile<ptr<f32>> -> tile<1xptr<f32>>\n"
            f"    %{name}2 = broadcast %{name}1 : tile<1xptr<f32>> -> {ptrs}\n"
        )

    body = f"    %i = iota : {numbers}\n    %c = constant <i32: {COUNT - 1}> : {numbers}\n"
    body += f"    %j = subi %c, %i : {numbers}\n" + spread("p") + spread("q")
    body += f"    %limit = constant <i32: {COUNT - 1000}> : {numbers}\n"
    body += f"    %mask = cmpi less_than %j, %limit, signed : {numbers} -> tile<{COUNT}xi1>\n"
    body += f"    %other = constant <f32: 5.0> : {flat}\n"
    body += f"    %p3 = offset %p2, %j : {ptrs}, {numbers} -> {ptrs}\n"
    body += f"    %q3 = offset %q2, %i : {ptrs}, {numbers} -> {ptrs}\n"
    body += f"    %x, %t = load_ptr_tko weak %p3, %mask, %other : {ptrs}, tile<{COUNT}xi1>, {flat} -> {flat}, token\n"
    body += f"    %u = store_ptr_tko weak %q3, %x : {ptrs}, {flat} -> token\n"
    return entry(POINTERS, body), [F32, F32]


def histogram():
    """An atomic sum into few places, with unused results."""
    ptrs = f"tile<{COUNT}xptr<i32>>"
    numbers = f"tile<{COUNT}xi32>"
    body = f"    %i = iota : {numbers}\n    %c = constant <i32: 1023> : {numbers}\n"
    body += f"    %j = andi %i, %c : {numbers}\n    %one = constant <i32: 1> : {numbers}\n"
    body += "    %q1 = reshape %q : tile<ptr<i32>> -> tile<1xptr<i32>>\n"
    body += f"    %q2 = broadcast %q1 : tile<1xptr<i32>> -> {ptrs}\n"
    body += f"    %q3 = offset %q2, %j : {ptrs}, {numbers} -> {ptrs}\n"
    body += f"    %x, %t = atomic_rmw_tko relaxed device %q3, add, %one : {ptrs}, {numbers} -> {numbers}, token\n"
    arguments = "%p: tile<ptr<f32>>, %q: tile<ptr<i32>>"
    return entry(arguments, body), [F32, np.int32]


def carried():
    """A loop adds up what it loads, and reads the tile before it."""
    v, vt = view("v", "p", "f32", [ROWS, COLUMNS])
    w, wt = view("w", "q", "f32", [ROWS, COLUMNS])
    body = v + w + load("first", "v", vt, TILE)
    body += "    %one = constant <i32: 1> : tile<i32>\n    %end = constant <i32: 3> : tile<i32>\n"
    body += f"    %factor = constant <f32: 0.5> : {TILE}\n"
    body += (
        f"    %sum = for %k in (%zero to %end, step %one) : tile<i32> "
        f"iter_values(%acc = %first) -> ({TILE}) {{\n"
    )
    body += load("x", "v", vt, TILE)
    body += f"    %y = fma %acc, %factor, %x rounding<nearest_even> : {TILE}\n"
    body += f"      continue %y : {TILE}\n    }}\n"
    return entry(POINTERS, body + store("sum", "w", wt, TILE)), [F32, F32]


KERNELS = {
    "elementwise": elementwise,
    "carried": carried,
    "in_place": in_place,
    "in_place_twice": in_place_twice,
    "transposed": transposed,
    "reshaped": reshaped,
    "softmax_rows": lambda: softmax(ROWS, COLUMNS),
    "softmax_columns": lambda: softmax(COLUMNS, ROWS, dim=0),
    "softmax_long_rows": lambda: softmax(4, COUNT // 4),
    "softmax_in_place": lambda: softmax(4, COUNT // 4, in_place=True),
    "argmax": argmax,
    "gathered": gathered,
    "histogram": histogram,
}


@pytest.mark.rotated
@pytest.mark.parametrize("level", (0, 3))
@pytest.mark.parametrize("name", KERNELS)
def test_large_tile(name, level, tools, tmp_path):
    text, types = KERNELS[name]()
    (tmp_path / "k.mlir").write_text(text)
    random = np.random.default_rng(5)
    arguments = []
    for k, type in enumerate(types):
        data = random.normal(0, 4, COUNT) if type == F32 else np.zeros(COUNT)
        np.save(tmp_path / f"{k}.npy", data.astype(type))
        arguments.append(f"--arg=ptr:{tmp_path}/{k}.npy")
    tools.run(
        "cuda-tile-run", tmp_path / "k.mlir", *arguments, "--engine=emulate",
        "--compare=interpret", "--gpu-name=sm_90", f"-O{level}",
    )  # fmt: skip
    tools.run("cuda-tile-run", tmp_path / "k.mlir", *arguments, "--verify-each-semantically")
    ptx = tools.compile(tmp_path / "k.mlir", tmp_path / "k.ptx", "sm_90", 3, "ptx").decode()
    assert ptx.count("\n") < 5000
    # No op is left that should have been strip-mined.
    text = tools.compile(tmp_path / "k.mlir", tmp_path / "k.tileas", "sm_90", 3, "tileas")
    shapes = re.findall(r"tensor<((?:\d+x)+)", text.decode())
    sizes = [np.prod([int(extent) for extent in shape.split("x")[:-1]]) for shape in shapes]
    assert max(sizes) <= 32768


def test_assertion_names_the_element(tmp_path):
    """The message has the element's place in the whole tile."""
    numbers = f"tile<{COUNT}xi32>"
    body = f"    %i = iota : {numbers}\n    %c = constant <i32: {COUNT - 7}> : {numbers}\n"
    body += f"    %d = cmpi not_equal %i, %c, signed : {numbers} -> tile<{COUNT}xi1>\n"
    body += f'    assert %d, "no" : tile<{COUNT}xi1>\n'
    (tmp_path / "k.mlir").write_text(entry("", body))
    command = [BIN_DIR / "cuda-tile-run", tmp_path / "k.mlir", "--engine=emulate"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode and f"no at [{COUNT - 7}]" in done.stdout + done.stderr
