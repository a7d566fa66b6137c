# ===- test_shared_memory.py - Tiles that shared memory cannot hold ----------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""No tile and no hint makes the compiler run out of shared memory: what changes places
goes there in parts. Results are compared by shared-in-boxes.mlir and print-in-boxes.mlir.
"""

import subprocess

import pytest
from conftest import BIN_DIR
from test_large_tiles import body_of, entry, load, store, view

GPUS = ("sm_75", "sm_86", "sm_89", "sm_90", "sm_120")


def product(factor, sum, depth, is_in_loop):
    """The right factor is loaded in the loop, the other one before it or there."""
    m, n = 64, 128
    lhs, rhs, acc = (f"tile<{x}>" for x in (f"{m}x{depth}x{factor}", f"{depth}x{n}x{factor}", f"{m}x{n}x{sum}"))
    a, at = view("a", "p", factor, [m, depth])
    b, bt = view("b", "q", factor, [depth, n])
    c, ct = view("c", "r", sum, [m, n])
    load_lhs = load("x", "a", at, lhs)
    zero, op = ("0", "mmai") if sum == "i32" else ("0.0", "mmaf")
    signs = " signed signed" if sum == "i32" else ""
    body = a + b + c + ("" if is_in_loop else load_lhs)
    body += f"    %one = constant <i32: 1> : tile<i32>\n    %none = constant <{sum}: {zero}> : {acc}\n"
    body += f"    %s = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%sum = %none) -> ({acc}) {{\n"
    body += (load_lhs if is_in_loop else "") + load("y", "b", bt, rhs)
    body += f"      %d = {op} %x, %y, %sum{signs} : {lhs}, {rhs}, {acc}\n      continue %d : {acc}\n    }}\n"
    pointers = f"%p: tile<ptr<{factor}>>, %q: tile<ptr<{factor}>>, %r: tile<ptr<{sum}>>"
    return entry(pointers + ", %n: tile<i32>", body + store("s", "c", ct, acc) + "    return\n")


def scan_of_pairs(element, rows):
    """Down the columns, from the last row on, of two operands."""
    tile = f"tile<{rows}x256x{element}>"
    v, vt = view("v", "p", element, [rows, 256])
    w, wt = view("w", "q", element, [rows, 256])
    body = v + w + load("x", "v", vt, tile) + load("y", "w", wt, tile)
    body += f"    %s, %u = scan %x, %y dim=0 reverse=true identities=[0.0 : {element}, 1.0 : {element}] : "
    body += f"{tile}, {tile} -> {tile}, {tile} (%a: tile<{element}>, %b: tile<{element}>, "
    body += f"%c: tile<{element}>, %d: tile<{element}>) {{\n      %e = addf %a, %b : tile<{element}>\n"
    body += f"      %f = mulf %c, %d : tile<{element}>\n      yield %e, %f : tile<{element}>, tile<{element}>\n    }}\n"
    body += store("s", "v", vt, tile) + store("u", "w", wt, tile) + "    return\n"
    return entry(f"%p: tile<ptr<{element}>>, %q: tile<ptr<{element}>>", body)


def transposed_scan():
    """A transpose whose result meets a layout of its own."""
    tile, turned = "tile<256x256xf32>", "tile<256x256xf32>"
    v, vt = view("v", "p", "f32", [256, 256])
    body = v + load("x", "v", vt, tile) + f"    %t = permute %x [1, 0] : {tile} -> {turned}\n"
    body += f"    %y = addf %t, %x : {tile}\n"
    body += f"    %s = scan %y dim=0 reverse=false identities=[0.0 : f32] : {tile} -> {tile} "
    body += body_of("addf") + store("s", "v", vt, tile) + "    return\n"
    return entry("%p: tile<ptr<f32>>", body)


def extract():
    """At a place that is known at run time."""
    v, vt = view("v", "p", "f64", [128, 256])
    w, wt = view("w", "p", "f64", [32, 32])
    body = v + w + load("x", "v", vt, "tile<128x256xf64>")
    body += "    %y = extract %x[%i, %j] : tile<128x256xf64> -> tile<32x32xf64>\n"
    body += store("y", "w", wt, "tile<32x32xf64>") + "    return\n"
    return entry("%p: tile<ptr<f64>>, %i: tile<i32>, %j: tile<i32>", body)


KERNELS = {
    **{
        f"{factor}-{depth}-{place}": product(factor, sum, depth, place == "in")
        for factor, sum in (("bf16", "f32"), ("f32", "f32"), ("i8", "i32"), ("f8E4M3FN", "f32"))
        for depth, place in ((512, "before"), (1024, "in"))
    },
    "scan-f64": scan_of_pairs("f64", 128),
    "scan-f32": scan_of_pairs("f32", 256),
    "transpose": transposed_scan(),
    "extract": extract(),
}


@pytest.mark.rotated
@pytest.mark.parametrize("gpu", GPUS)
@pytest.mark.parametrize("name", KERNELS)
def test_fits(tmp_path, name, gpu):
    """At the lowest level and at a high one, there with as many stages as can be asked
    for."""
    text = KERNELS[name]
    asked = f"module attributes {{tt.num_stages = 64 : i32}} {{\n{text}}}\n"
    file = tmp_path / "k.mlir"
    for level, program in ((0, text), (2, asked)):
        file.write_text(program)
        command = [BIN_DIR / "tileiras", file, f"--gpu-name={gpu}", f"-O{level}", "--emit=ptx"]
        subprocess.run([*command, "-o", tmp_path / "k.ptx"], check=True)
