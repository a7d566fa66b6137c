# ===- test_integer_code.py - The code of integer operations, proved -----------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""The code of every integer operation, proved for all operands.

All programs of one operation are compiled to LLVM IR, with and without optimisation, and
z3 proves that the code refines the program: whenever all operations of the program are
defined, the code is, and one thread stores the same bits at the same address. So each
rewrite of the conversions from Tile IR to LLVM IR, of the dialects between and of LLVM is
proved where such a program meets it, without being listed.
"""

import pathlib
import re

import pytest
import z3
from generic import run_passes, run_tool
from integers import meaning_of, refute_claim, rounded_up
from llvm_integers import read_functions
from programs import WIDTHS, Form, converted, names, of_width, one_operation

SOURCE_DIR = pathlib.Path(__file__).parents[2]
WARP = 32
THREAD = z3.BitVec("nvvm.read.ptx.sreg.tid.x", 32)


def compile_to_llvm(text, level):
    """The functions of a module of text, compiled."""
    options = ["--gpu-name=sm_90", f"-O{level}", "--emit=llvm", "-o", "-"]
    return read_functions(run_tool(["tileiras", "-", *options], text))


def refute(entry, function):
    """None if the code refines the entry; else a counterexample, or 'undecided'. One
    thread of the warp stores, to the pointer that is the entry's last argument."""
    results, defined = meaning_of(entry)
    wrong = [function.undefined]
    pointer = z3.BitVec(f"x{len(entry.arguments)}", 64)
    is_first = THREAD & (WARP - 1) == 0
    for result, store in zip(results, function.stores, strict=True):
        # Truth values are stored as bytes.
        width = max(8, result.size())
        if store.width != width:
            return f"a store of {store.width} bits in place of {width}"
        is_other = z3.Or(
            *(store.address.poison, store.address.bits != pointer),
            *(store.value.poison, store.bits != z3.ZeroExt(width - result.size(), result)),
        )
        wrong += [store.condition.poison, store.happens != is_first]
        wrong.append(z3.And(is_first, is_other))
    return refute_claim(defined, z3.Or(wrong))


def assert_proved(trees, width, level):
    text = of_width(width).module(trees)
    entries, functions = run_passes(text), compile_to_llvm(text, level)
    assert len(entries) == len(functions) == len(trees) > 0
    wrong = {
        tree: (found, entries[f"p{place}"])
        for place, tree in enumerate(trees)
        if (found := refute(entries[f"p{place}"], functions[f"p{place}"]))
    }
    assert not wrong, f"{len(wrong)} programs, the first: {next(iter(wrong.items()))}"


def programs(width):
    """The programs of one operation, without the one that only gives its operand."""
    return [*one_operation(), *(tree for tree in converted(width, 1) if tree != "x")]


# Promises that LLVM adds to quotients of 64 bits are too hard for z3.
CASES = [(width, level) for width in WIDTHS for level in (0, 3) if (width, level) != (64, 3)]


@pytest.mark.parametrize(("width", "level"), CASES)
def test_one_operation(width, level):
    assert_proved(programs(width), width, level)


def test_a_quotient_is_rounded_up():
    """The formula of the judge is one more than the quotient where there is a remainder,
    for all integers: proved without widths, as quotients are hard to compare in bits."""
    x, y, zero, rest, other, left = z3.Ints("x y quotient rest other left")
    solver = z3.SolverFor("QF_NIA")
    solver.add(x > 0, y > 0)
    solver.add(x == zero * y + rest, rest >= 0, rest < y)
    solver.add(x - 1 == other * y + left, left >= 0, left < y)
    solver.add(rounded_up(x, y, lambda *_: other) != zero + z3.If(rest > 0, 1, 0))
    assert solver.check() == z3.unsat


def operations_on_integers():
    """The names of all operations on integers alone, from their descriptions."""
    folder = SOURCE_DIR / "include/tessera/Dialect/CudaTile/IR/Ops/Arithmetic"
    text = (folder / "IntegerMath.td").read_text()
    return set(re.findall(r'^def CudaTile_\w+ : CudaTile_\w+<"(\w+)"', text, re.MULTILINE))


def test_every_operation_has_a_proof():
    found = operations_on_integers() | {"exti", "trunci", "select"}
    assert len(found) > 15 and found == set(map(names, programs(32)))


# The code of a sum.
SUM = """\
define ptx_kernel void @p0(i8 %0, i8 %1, i1 %2, ptr addrspace(1) %3) {
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %lane = and i32 %thread, 31
  %first = icmp eq i32 %lane, 0
  %sum = add i8 %0, %1
  %wide = zext i8 %sum to i16
  %to = getelementptr i8, ptr addrspace(1) %3, i64 0
  call void asm sideeffect "@$2 st.global.b8 [$0], $1;", "l,h,b"\
(ptr addrspace(1) %to, i16 %wide, i1 %first)
  ret void
}
"""
ADDI = "addi %x, %y overflow<none> : tile<i8>"

# Operations, and edits that make of the sum code that looks like theirs, with the reason
# why it is not.
WRONG = {
    "the remainder by -1 is defined": (
        "remi %x, %y signed : tile<i8>",
        *("add i8", "srem i8"),
    ),
    "a shift to the right keeps the sign": (
        "shri %x, %y signed : tile<i8>",
        *("add i8", "lshr i8"),
    ),
    "a sum may wrap": (ADDI, "add i8", "add nsw i8"),
    "a thread stores": (ADDI, "i1 %first", "i1 false"),
    "one thread stores": (ADDI, "i1 %first", "i1 true"),
    "the condition is a number": (
        ADDI,
        "%first = icmp eq i32 %lane",
        "%low = trunc nsw i32 %lane to i5\n  %first = icmp eq i5 %low",
    ),
    "the pointer says where": (ADDI, "i64 0", "i64 64"),
    "the pointer is a number": (ADDI, "i64 0", "i64 poison"),
    "a byte is stored": (ADDI, "st.global.b8", "st.global.b16"),
}


def entry_of(operation):
    """The text of the entry of an operation on x and y, and what is read of it."""
    tree = (Form(operation.replace("%x", "{0}").replace("%y", "{1}")), ("x", "y"))
    text = of_width(8).module([tree])
    (entry,) = run_passes(text).values()
    return text, entry


def test_the_judge_knows_a_sum():
    assert refute(entry_of(ADDI)[1], read_functions(SUM)["p0"]) is None


@pytest.mark.parametrize("reason", WRONG)
def test_the_judge_refutes(reason):
    operation, old, new = WRONG[reason]
    text, entry = entry_of(operation)
    assert refute(entry, *compile_to_llvm(text, 0).values()) is None
    assert old in SUM
    (wrong,) = read_functions(SUM.replace(old, new)).values()
    assert refute(entry, wrong) not in (None, "undecided")
