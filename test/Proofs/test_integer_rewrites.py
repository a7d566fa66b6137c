# ===- test_integer_rewrites.py - Rewrites of integers, proved ------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Every fold and canonicalization of integers, proved for all operands.

All programs of one operation, and of two that the first kind does not already explain,
go through `canonicalize`. Wherever it changes one, z3 proves that the new program
refines the old one: whenever all operations of the old one are defined, those of the
new one are, and the results are the same. So a rewrite is found without being listed,
and proved for each width that has one.
"""

import re

import pytest
import z3
from generic import read_module, rewritten_by, run_passes
from integers import meaning_of, refute_claim
from programs import (
    CONVERTED_WIDTHS,
    WIDTHS,
    converted,
    names,
    not_explained,
    of_width,
    one_operation,
    two_operations,
    two_selections,
)

def rewritten(trees, width):
    return rewritten_by(of_width(width), trees)


def refute(old, new):
    """None if `new` refines `old`; else a counterexample as text, or 'undecided'."""
    (results, defined), (new_results, new_defined) = meaning_of(old), meaning_of(new)
    same = [x == y for x, y in zip(results, new_results, strict=True)]
    return refute_claim(defined, z3.Not(z3.And(new_defined, *same)))


def assert_proved(changed):
    wrong = {
        tree: (found, old, new)
        for tree, (old, new) in changed.items()
        if (found := refute(old, new))
    }
    assert not wrong, f"{len(wrong)} rewrites, the first: {next(iter(wrong.items()))}"


def of_two_operations(trees, width):
    return not_explained(trees, rewritten(one_operation(), width))


@pytest.mark.parametrize("width", WIDTHS)
def test_one_operation(width):
    changed = rewritten(one_operation(), width)
    assert {names(tree) for tree in changed} >= {"addi", "muli", "cmpi", "select", "xori"}
    assert_proved(changed)


def test_two_operations():
    """Rewrites are looked for at 32 bits, and proved for all widths."""
    found = list(rewritten(of_two_operations(two_operations(), 32), 32))
    joined = {f"{name}({name})" for name in ("addi", "muli", "andi", "ori", "xori")}
    assert {names(tree) for tree in found} >= joined | {"absi(negi)"}
    for width in WIDTHS:
        assert_proved(rewritten(found, width))


@pytest.mark.parametrize("width", WIDTHS)
def test_selections(width):
    changed = rewritten(of_two_operations(two_selections(), width), width)
    assert {names(tree) for tree in changed} >= {"select(cmpi)", "select(select)"}
    assert_proved(changed)


@pytest.mark.parametrize("width", CONVERTED_WIDTHS)
def test_conversions(width):
    changed = rewritten(converted(width, 3), width)
    assert any(names(tree).count("exti") for tree in changed)
    assert_proved(changed)


# Rewrites that look right, with the reason why they are none.
WRONG = {
    "a promise about overflow is not free": (
        "%c = constant <i8: 1> : tile<i8>\n%r = subi %x, %c overflow<none> : tile<i8>",
        "%c = constant <i8: 1> : tile<i8>\n"
        "%r = subi %x, %c overflow<no_signed_wrap> : tile<i8>",
    ),
    "a quotient rounded to zero is no shift": (
        "%c = constant <i8: 2> : tile<i8>\n"
        "%r = divi %x, %c signed rounding<zero> : tile<i8>",
        "%c = constant <i8: 1> : tile<i8>\n%r = shri %x, %c signed : tile<i8>",
    ),
    "a number by itself may be zero by zero": (
        "%r = constant <i8: 1> : tile<i8>",
        "%r = divi %x, %x signed rounding<zero> : tile<i8>",
    ),
    "the absolute value of a doubled number wraps": (
        "%s = addi %x, %x overflow<none> : tile<i8>\n%r = absi %s : tile<i8>",
        "%s = absi %x : tile<i8>\n%r = addi %s, %s overflow<none> : tile<i8>",
    ),
}


def both(old, new):
    entries = "".join(
        f"entry @{name}(%x: tile<i8>, %to: tile<ptr<i8>>) {{\n{body}\n"
        "%t = store_ptr_tko weak %to, %r : tile<ptr<i8>>, tile<i8> -> token\nreturn\n}\n"
        for name, body in (("old", old), ("new", new))
    )
    found = run_passes(f"cuda_tile.module @m {{\n{entries}}}\n")
    return found["old"], found["new"]


@pytest.mark.parametrize("reason", WRONG)
def test_the_judge_refutes(reason):
    assert re.search(r"x0 = \d+", refute(*both(*WRONG[reason])))


def test_the_judge_accepts_a_promise_that_is_dropped():
    old = "%r = addi %x, %x overflow<no_wrap> : tile<i8>"
    assert refute(*both(old, old.replace("no_wrap", "none"))) is None


def test_a_program_that_is_not_read_is_an_error():
    with pytest.raises(AssertionError, match="not read"):
        read_module('"cuda_tile.entry"() <{sym_name = "f"}> ({\n  something else')
