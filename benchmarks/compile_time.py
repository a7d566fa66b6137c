#!/usr/bin/env python3
# ===- compile_time.py - How compile time grows with the program -------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Compiles programs of N and of 10 N steps of each kind to PTX, and says how
processor time and memory grow.

usage: compile_time.py TILEIRAS [--steps N] [--opt-level LEVEL] [KIND...]

The time is that of the compiler alone, without ptxas: the least of several runs,
less that of an empty program. A ratio of 10 is linear. Absolute times depend on
the machine; the ratio, and the microseconds a line of PTX, hardly do.
"""

import argparse
import os
import subprocess
import sys
import tempfile

RUNS = 3

def entry(body, arguments="%p: tile<ptr<f32>>, %c: tile<i1>, %n: tile<i32>"):
    return f"entry @k({arguments}) {{\n{body}return\n}}\n"


def chain(steps):
    """A chain of scalar operations, the last of which is printed."""
    lines = [f"%v{i + 1} = {'muli' if i % 2 else 'xori'} %v{i}, %n : tile<i32>\n" for i in range(steps)]
    return entry(
        "%v0 = addi %n, %n : tile<i32>\n" + "".join(lines) + f'print_tko "%d", %v{steps} : tile<i32> -> token\n'
    )


POINTERS = """%r{i} = reshape %p : tile<ptr<f32>> -> tile<1xptr<f32>>
%b{i} = broadcast %r{i} : tile<1xptr<f32>> -> tile<128xptr<f32>>
%o{i} = iota : tile<128xi32>
%a{i} = offset %b{i}, %o{i} : tile<128xptr<f32>>, tile<128xi32> -> tile<128xptr<f32>>
"""


def accesses(steps):
    """Loads and stores alternately, each after the one before."""
    lines = ["%t0 = make_token : token\n", POINTERS.format(i=0)]
    for i in range(steps):
        lines.append(
            f"%v{i}, %l{i} = load_ptr_tko weak %a0 token=%t{i} : tile<128xptr<f32>> -> tile<128xf32>, token\n"
            f"%t{i + 1} = store_ptr_tko weak %a0, %v{i} token=%l{i} : tile<128xptr<f32>>, tile<128xf32> -> token\n"
        )
    return entry("".join(lines))


def distinct(steps):
    """Loads and stores alternately, two each of a tile of its own."""
    lines = ["%t0 = make_token : token\n", POINTERS.format(i=0)]
    for i in range(steps):
        lines.append(
            f"%k{i} = constant <i32: {128 * i}> : tile<128xi32>\n"
            f"%x{i} = offset %a0, %k{i} : tile<128xptr<f32>>, tile<128xi32> -> tile<128xptr<f32>>\n"
            f"%v{i}, %l{i} = load_ptr_tko weak %x{i} token=%t{i} : tile<128xptr<f32>> -> tile<128xf32>, token\n"
            f"%w{i} = negf %v{i} : tile<128xf32>\n"
            f"%t{i + 1} = store_ptr_tko weak %x{i}, %w{i} token=%l{i} : tile<128xptr<f32>>, tile<128xf32> -> token\n"
        )
    return entry("".join(lines))


def reductions(steps):
    """Sums of a tile, one after the other."""
    lines = ["%z = iota : tile<128xi32>\n%s0 = addi %n, %n : tile<i32>\n"]
    for i in range(steps):
        lines.append(
            f"%q{i} = reshape %s{i} : tile<i32> -> tile<1xi32>\n"
            f"%w{i} = broadcast %q{i} : tile<1xi32> -> tile<128xi32>\n"
            f"%y{i} = muli %z, %w{i} : tile<128xi32>\n"
            f"%s{i + 1} = reduce %y{i} dim=0 identities=[0 : i32] : tile<128xi32> -> tile<i32>\n"
            f"(%x: tile<i32>, %u: tile<i32>) {{ %h = addi %x, %u : tile<i32>\nyield %h : tile<i32> }}\n"
        )
    return entry("".join(lines) + f'print_tko "%d", %s{steps} : tile<i32> -> token\n')


def exits(steps):
    """Early returns, each with an effect before it."""
    return entry("".join(f'if %c {{ return }}\nprint_tko "{i}" -> token\n' for i in range(steps)))


def breaks(steps):
    """Ways out of one loop."""
    ways = "".join(
        f"%k{i} = constant <i32: {i}> : tile<i32>\n"
        f"%e{i} = cmpi equal %j, %k{i}, signed : tile<i32> -> tile<i1>\n"
        f"if %e{i} {{ break %k{i} : tile<i32> }}\n"
        for i in range(steps)
    )
    return entry(
        "%r = loop iter_values(%j = %n) : tile<i32> -> tile<i32> {\n"
        + ways
        + "%g = addi %j, %j : tile<i32>\ncontinue %g : tile<i32>\n}\n"
        + 'print_tko "%d", %r : tile<i32> -> token\n'
    )


def crossings(steps):
    """Early returns, past each of which the values before it live on."""
    lines = ["%v0 = addi %n, %n : tile<i32>\n"]
    for i in range(steps):
        lines.append(
            f"%k{i} = constant <i32: {i}> : tile<i32>\n"
            f"%e{i} = cmpi equal %v{i}, %k{i}, signed : tile<i32> -> tile<i1>\n"
            f"if %e{i} {{ return }}\n"
            f"%v{i + 1} = muli %v{i}, %n : tile<i32>\n"
        )
    return entry("".join(lines) + f'print_tko "%d", %v{steps} : tile<i32> -> token\n')


def branches(steps):
    """Ifs with a result, one after the other."""
    lines = ["%v0 = addi %n, %n : tile<i32>\n"]
    for i in range(steps):
        lines.append(
            f"%v{i + 1} = if %c -> (tile<i32>) {{ %x = muli %v{i}, %n : tile<i32>\nyield %x : tile<i32> }}"
            f" else {{ yield %v{i} : tile<i32> }}\n"
        )
    return entry("".join(lines) + f'print_tko "%d", %v{steps} : tile<i32> -> token\n')


def loops(steps):
    """Counted loops, one after the other."""
    lines = ["%o = constant <i32: 1> : tile<i32>\n%v0 = addi %n, %n : tile<i32>\n"]
    for i in range(steps):
        lines.append(
            f"%v{i + 1} = for %i in (%o to %n, step %o) : tile<i32> iter_values(%x = %v{i}) -> (tile<i32>) {{\n"
            f"%y = muli %x, %i : tile<i32>\n%z = xori %y, %n : tile<i32>\ncontinue %z : tile<i32> }}\n"
        )
    return entry("".join(lines) + f'print_tko "%d", %v{steps} : tile<i32> -> token\n')


def scheduled(steps):
    """A loop with a product, whose tiles are copied ahead, and steps that compute with
    the sum: all of them have a place in the schedule."""
    tile, sums = "tile<64x64xf16>", "tile<64x64xf32>"
    view = "tensor_view<128x4096xf16, strides=[4096,1]>"
    part = f"partition_view<tile=(64x64), {view}>"
    load = f"load_view_tko weak %w[%c{{}}, %j] : {part}, tile<i32> -> {tile}, token\n"
    lines = [f"%s0 = mmaf %x, %y, %a : {tile}, {tile}, {sums}\n"]
    for i in range(steps):
        lines.append(f"%s{i + 1} = mulf %s{i}, %s{i} rounding<nearest_even> : {sums}\n")
    return entry(
        "%f = assume div_by<16>, %h : tile<ptr<f16>>\n"
        f"%v = make_tensor_view %f, shape = [128, 4096], strides = [4096, 1] : {view}\n"
        f"%w = make_partition_view %v : {part}\n"
        "%c0 = constant <i32: 0> : tile<i32>\n%c1 = constant <i32: 1> : tile<i32>\n"
        f"%z = constant <f32: 0.0> : {sums}\n"
        "%r = for %j in (%c0 to %n, step %c1) : tile<i32> "
        f"iter_values(%a = %z) -> ({sums}) {{\n%x, %t = "
        + f"{load.format(0)}%y, %u = {load.format(1)}"
        + "".join(lines)
        + f"continue %s{steps} : {sums}\n}}\n"
        f'print_tko "%f", %r : {sums} -> token\n',
        "%h: tile<ptr<f16>>, %n: tile<i32>",
    )


def entries(steps):
    """Kernels that are alike."""
    return "".join(
        f'entry @k{i}(%n: tile<i32>) {{ print_tko "%d", %n : tile<i32> -> token\nreturn }}\n' for i in range(steps)
    )


KINDS = {
    kind.__name__: kind
    for kind in (chain, accesses, distinct, reductions, exits, breaks, crossings, branches, loops, scheduled, entries)
}


def compile_once(arguments, path):
    """Seconds of processor time, kilobytes and lines of PTX."""
    with tempfile.TemporaryFile() as output:
        child = subprocess.Popen([*arguments, path], stdout=output, stderr=subprocess.PIPE)
        message = child.stderr.read()
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode != 0:
            sys.exit(f"{path}: {message.decode()[:2000]}")
        output.seek(0)
        lines = sum(1 for _ in output)
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss, lines


def measure(arguments, text):
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(f"cuda_tile.module @m {{\n{text}}}\n")
        file.flush()
        runs = [compile_once(arguments, file.name)]
        while len(runs) < RUNS and runs[0][0] < 5:
            runs.append(compile_once(arguments, file.name))
    return min(runs)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tileiras")
    parser.add_argument("--steps", type=int, default=1000, help="steps of the larger program")
    parser.add_argument("--opt-level", default="3")
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=f"of {', '.join(KINDS)} (default: all)")
    options = parser.parse_intermixed_args()
    arguments = [options.tileiras, "--gpu-name=sm_90", f"-O{options.opt_level}", "--emit=ptx", "-o", "-"]

    base, base_memory, _ = measure(arguments, entry(""))
    print(f"empty program: {1000 * base:.1f} ms, {base_memory / 1024:.0f} MiB")
    print(f"{'kind':<12}{'steps':>7}{'ms':>10}{'ratio':>8}{'us/line':>9}{'kB/step':>9}")
    steps = options.steps
    for kind in options.kinds or KINDS:
        small, _, _ = measure(arguments, KINDS[kind](steps // 10))
        large, memory, lines = measure(arguments, KINDS[kind](steps))
        ratio = (large - base) / max(small - base, 1e-3)
        print(
            f"{kind:<12}{steps:>7}{1000 * large:>10.1f}{ratio:>8.1f}"
            f"{1e6 * (large - base) / lines:>9.1f}{(memory - base_memory) / steps:>9.1f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
