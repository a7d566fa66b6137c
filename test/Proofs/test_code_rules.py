# ===- test_code_rules.py - Our own rules on LLVM IR, proved -------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""The transforms of lib/Codegen that change numbers, proved for all operands.

Programs that a rule is for, and others beside them that it must leave, are compiled to
LLVM IR without optimisation and with it. z3 proves that the second refines the first:
the bits, address and condition of each store. A list says by which proof each transform
is known to be right, and fails where a new one has none.
"""

import functools
import itertools
import pathlib
import re

import pytest
import test_float_code
import z3
from generic import run_tool
from integers import refute_claim
from llvm_integers import read_functions

SOURCE_DIR = pathlib.Path(__file__).parents[2]
KERNEL = "cuda_tile.module @m { entry @f() { return } }"


def compile_code(folder, functions, level):
    """The text of LLVM IR for functions in the LLVM dialect, which take the place of
    what a kernel was lowered to."""
    (folder / "4-nvvm.mlir").write_text("module {\n" + "".join(functions) + "}\n")
    options = ["--gpu-name=sm_90", f"-O{level}", "--emit=llvm", "-o", "-"]
    return run_tool(["tileiras", "-", *options, f"--override-dir={folder}"], KERNEL)


def refute(before, after):
    """None if one function refines another; else a counterexample, or 'undecided'. A
    store to poison is undefined, and so is one on a condition that is poison: where a
    store happens its address has to be a number in both."""
    wrong, undefined = [after.undefined], [before.undefined]
    for old, new in zip(before.stores, after.stores, strict=True):
        if old.width != new.width:
            return f"stores of {old.width} and of {new.width} bits"
        undefined += [old.condition.poison, z3.And(old.happens, old.address.poison)]
        is_other = z3.Or(
            *(new.address.poison, old.address.bits != new.address.bits),
            z3.And(z3.Not(old.value.poison), z3.Or(new.value.poison, old.bits != new.bits)),
        )
        wrong += [new.condition.poison, old.happens != new.happens]
        wrong.append(z3.And(old.happens, is_other))
    return refute_claim(z3.Not(z3.Or(undefined)), z3.Or(wrong))


def assert_proved(folder, functions, level, is_changed):
    """`is_changed` tells from its text whether a rule has changed a function. Returns the
    numbers of those that one has."""
    before, after = (compile_code(folder, functions, each) for each in (0, level))
    old, new = read_functions(before), read_functions(after)
    assert len(old) == len(new) == len(functions) > 0
    wrong = {name: found for name in old if (found := refute(old[name], new[name]))}
    assert not wrong, f"{len(wrong)} functions, the first: {next(iter(wrong.items()))}"
    texts = re.findall(r"^define .*?^}", after, re.MULTILINE | re.DOTALL)
    return {number for number, text in enumerate(texts) if is_changed(text)}


class Code:
    """The lines of a function in the LLVM dialect."""

    def __init__(self):
        self.lines = []

    def make(self, text):
        name = f"%v{len(self.lines)}"
        self.lines.append(f"{name} = {text}\n")
        return name

    def constant(self, number, width):
        return self.make(f"llvm.mlir.constant({number} : i{width}) : i{width}")

    def address(self, index):
        types = "(!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8"
        return self.make(f"llvm.getelementptr %to[{index}] : {types}")

    def store(self, value, address):
        self.lines.append(
            'llvm.inline_asm has_side_effects "@$2 st.global.b32 [$0], $1;", '
            f'"l,r,b,~{{memory}}" {address}, {value}, %b : (!llvm.ptr<1>, i32, i1) '
            "-> !llvm.void\n"
        )

    def function(self, number, parameters):
        return (
            f"llvm.func @f{number}({parameters}, %b: i1, %to: !llvm.ptr<1>) attributes "
            "{nvvm.kernel} {\n" + "".join(self.lines) + "llvm.return\n}\n"
        )


# The bounds of the constants that compare-distances takes, and others.
DISTANCES = [0, 8, 1 << 20, (1 << 29) - 1, 1 << 29, -1, -(1 << 29) + 1, -(1 << 31)]


def comparisons(number, predicate, width, distances, extension=None):
    """Comparisons of x and y plus each pair of two distances, of which one register may
    serve all; of 64 bits, of extended numbers."""
    code = Code()
    x, y = "%x", "%y"
    if extension:
        x, y = (code.make(f"llvm.{extension} {each} : i32 to i64") for each in (x, y))

    def plus(value, distance):
        by = code.constant(distance, width)
        return code.make(f"llvm.or disjoint {value}, {by} : i{width}") if distance else value

    for left, right in itertools.product(distances, repeat=2):
        compared = f"{plus(x, left)}, {plus(y, right)} : i{width}"
        found = code.make(f'llvm.icmp "{predicate}" {compared}')
        code.store(code.make(f"llvm.zext {found} : i1 to i32"), "%to")
    return code.function(number, "%x: i32, %y: i32")


PREDICATES = [*(f"{sign}{order}" for sign in "su" for order in ("lt", "le", "gt", "ge")), "eq"]


@pytest.mark.parametrize("level", [1, 3])
def test_compared_distances(tmp_path, level):
    """Constants beside the bounds belong to no group, and have a function of their own."""
    groups = [DISTANCES[:4], [0, *DISTANCES[4:6]], [*DISTANCES[5:], 8], DISTANCES]
    cases = [*itertools.product(PREDICATES, groups)]
    functions = [
        comparisons(number, predicate, 32, group)
        for number, (predicate, group) in enumerate(cases)
    ]
    changed = assert_proved(tmp_path, functions, level, lambda text: "ssub.sat" in text)
    signed = {n for n, (predicate, _) in enumerate(cases) if predicate[0] == "s"}
    assert changed <= signed and len(changed) >= 8


@pytest.mark.parametrize("extension", ["zext", "sext"])
def test_compared_distances_of_64_bits(tmp_path, extension):
    functions = [
        comparisons(number, predicate, 64, DISTANCES[:4], extension)
        for number, predicate in enumerate(PREDICATES)
    ]
    changed = assert_proved(tmp_path, functions, 3, lambda text: "llvm.smin.i64" in text)
    assert bool(changed) == (extension == "zext")


# Steps from a number to the index of an element at a distance from it.
WIDENED = {"sext": "llvm.sext {0} : i32 to i64", "zext": "llvm.zext {0} : i32 to i64"}
MOVED = {
    "or disjoint": "llvm.or disjoint {0}, {1} : i{2}",
    "or": "llvm.or {0}, {1} : i{2}",
    "add": "llvm.add {0}, {1} : i{2}",
    "add nsw": "llvm.add {0}, {1} overflow<nsw> : i{2}",
    "add nuw": "llvm.add {0}, {1} overflow<nuw> : i{2}",
}
SHIFTED = {
    "shl": "llvm.shl {0}, {1} : i{2}",
    "shl nsw": "llvm.shl {0}, {1} overflow<nsw> : i{2}",
    "shl nuw": "llvm.shl {0}, {1} overflow<nuw> : i{2}",
}
ORDERS = [*itertools.permutations(["widen", "move", "shift"])]


def addresses(number, order, widened, moved, shifted, distance):
    """The addresses at the index of x and at one beside it. Steps in front of the
    extension have 32 bits."""
    code = Code()

    def index(is_moved):
        value, width = "%x", 32
        for step in order:
            if step == "widen":
                value, width = code.make(WIDENED[widened].format(value)), 64
            elif step == "move" and is_moved:
                by = code.constant(distance, width)
                value = code.make(MOVED[moved].format(value, by, width))
            elif step == "shift":
                by = code.constant(2, width)
                value = code.make(SHIFTED[shifted].format(value, by, width))
        return value

    for is_moved in (False, True):
        code.store("%x", code.address(index(is_moved)))
    return code.function(number, "%x: i32")


def is_shared(text):
    """True if an address is a constant beside another one."""
    return bool(re.search(r"getelementptr i8, ptr addrspace\(1\) %\w+, i64 -?\d+", text))


@pytest.mark.parametrize("distance", [256, -256, (1 << 31) - 1])
def test_shared_addresses(tmp_path, distance):
    cases = [*itertools.product(ORDERS, WIDENED, MOVED, SHIFTED)]
    functions = [addresses(n, *case, distance) for n, case in enumerate(cases)]
    changed = assert_proved(tmp_path, functions, 1, is_shared)
    found = {cases[number] for number in changed}
    # A sum that may wrap in 32 bits is shared in front of no extension, and behind each.
    inner, outer = ("move", "shift", "widen"), ("widen", "move", "shift")
    assert (inner, "sext", "add nsw", "shl nsw") in found
    assert (inner, "sext", "add", "shl nsw") not in found
    assert (inner, "sext", "add nuw", "shl nuw") not in found
    assert (inner, "zext", "add nuw", "shl nuw") in found
    assert (inner, "sext", "or disjoint", "shl nsw") in found
    assert not any(moved == "or" for _, _, moved, _ in found)
    assert (outer, "sext", "add", "shl") in found


def twice_extended(number, inner, outer, moved):
    """The addresses at the index of 16 bits of x and at one beside it, extended twice."""
    code = Code()
    short = code.make("llvm.trunc %x : i32 to i16")
    for value in (short, code.make(MOVED[moved].format(short, code.constant(8, 16), 16))):
        wide = code.make(WIDENED[inner].format(value).replace("i32", "i16").replace("64", "32"))
        element = code.make(WIDENED[outer].format(wide))
        code.store("%x", code.address(element))
    return code.function(number, "%x: i32")


def test_shared_addresses_by_two_extensions(tmp_path):
    cases = [*itertools.product(WIDENED, WIDENED, MOVED)]
    functions = [twice_extended(n, *case) for n, case in enumerate(cases)]
    changed = assert_proved(tmp_path, functions, 1, is_shared)
    found = {cases[number] for number in changed}
    assert ("sext", "sext", "add nsw") in found and ("zext", "zext", "add nuw") in found
    assert ("sext", "zext", "add nsw") not in found


# A function, and one that looks the same, with the reason why it is another.
WRONG = {
    "a difference of 32 bits wraps": (
        "%c = icmp slt i32 %0, %1",
        "%d = sub i32 %0, %1\n  %c = icmp slt i32 %d, 0",
    ),
    "a promise is not free": (
        "%d = sub i32 %0, %1\n  %c = icmp slt i32 %d, 0",
        "%d = sub nsw i32 %0, %1\n  %c = icmp slt i32 %d, 0",
    ),
    "bits in common carry": (
        "%d = add i32 %0, 8\n  %c = icmp slt i32 %d, %1",
        "%d = or i32 %0, 8\n  %c = icmp slt i32 %d, %1",
    ),
    "an extension keeps no sum that wraps": (
        "%d = add i32 %0, 8\n  %e = sext i32 %d to i64\n  %c = icmp slt i64 %e, 0",
        "%d = sext i32 %0 to i64\n  %e = add i64 %d, 8\n  %c = icmp slt i64 %e, 0",
    ),
    "a quotient may be undefined": (
        "%c = icmp slt i32 %0, %1",
        "%d = sdiv i32 %0, %1\n  %c = icmp slt i32 %0, %1",
    ),
}


SMALLER = "%c = icmp slt i32 %0, %1"


def stored_by(code, old="", new=""):
    """A function that stores the truth value %c, with other text in a place of it."""
    text = (
        "define ptx_kernel void @f(i32 %0, i32 %1, ptr addrspace(1) %2) {\n"
        f"  {code}\n  %z = zext i1 %c to i32\n"
        "  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n  %r = add i32 %t, %z\n"
        "  %on = icmp eq i32 %t, %0\n"
        "  %a = getelementptr i8, ptr addrspace(1) %2, i64 0\n"
        '  call void asm sideeffect "@$2 st.global.b32 [$0], $1;", "l,r,b"'
        "(ptr addrspace(1) %a, i32 %r, i1 %on)\n  ret void\n}\n"
    )
    assert old in text
    return read_functions(text.replace(old, new) if old else text)["f"]


@pytest.mark.parametrize("reason", WRONG)
def test_the_judge_refutes(reason):
    old, new = WRONG[reason]
    assert re.search(r"x0 = \d+", refute(stored_by(old), stored_by(new)))
    assert refute(stored_by(old), stored_by(old)) is None


# Edits that make of a store another one, by the difference.
WRONG_STORES = {
    "never": ("i1 %on", "i1 false"),
    "otherwise": ("i1 %on", "i1 %c"),
    "perhaps": ("icmp eq", "icmp samesign eq"),
    "elsewhere": ("i64 0", "i64 64"),
    "anywhere": ("i64 0", "i64 poison"),
    "half of it": ("st.global.b32", "st.global.b16"),
}


@pytest.mark.parametrize("difference", WRONG_STORES)
def test_the_judge_refutes_stores(difference):
    wrong = stored_by(SMALLER, *WRONG_STORES[difference])
    assert refute(stored_by(SMALLER), wrong) not in (None, "undecided")


# Instructions and promises that the judge has no meaning of.
UNREAD = {
    "floats": ("icmp slt i32 %0, %1", "fcmp olt float 0.0, 1.0"),
    "an address within an object": ("getelementptr i8", "getelementptr inbounds nuw i8"),
    "an address that is no less": ("getelementptr i8", "getelementptr nusw i8"),
    "a call's range": ("call i32 @", "call range(i32 0, 1) i32 @"),
    "a call's range by metadata": ("tid.x()", "tid.x(), !range !0"),
    "an argument's range": ("i32 %0, i32 %1, p", "i32 range(i32 0, 1) %0, i32 %1, p"),
    "an argument's alignment": ("addrspace(1) %2) {", "addrspace(1) align 16 %2) {"),
    "more bits than there are": ("st.global.b32", "st.global.b64"),
    "the opposite condition": ("@$2", "@!$2"),
    "a constant beside the address": ("[$0]", "[$0+64]"),
    "more stores in one": ("$1;", "$1; st.global.b32 [$0], $1;"),
}


@pytest.mark.parametrize("name", UNREAD)
def test_code_that_is_not_read_is_an_error(name):
    with pytest.raises(AssertionError, match="not read"):
        stored_by(SMALLER, *UNREAD[name])


# By what each transform on functions is known to leave all numbers as they are.
PROOFS = {
    "compareDistances": test_compared_distances,
    "shareAddresses": test_shared_addresses,
    "keepNegativeZeros": test_float_code.test_clamps,
    # Their results are proved, function by function.
    "recomputeAfterLoops": "unittests/Codegen/RefinementTest.cpp",
    "postponeChains": "unittests/Codegen/RefinementTest.cpp",
    "combineInArms": "unittests/Codegen/RefinementTest.cpp",
    "narrowCarried": "unittests/Codegen/RefinementTest.cpp",
    "extendFactors": "unittests/Codegen/RefinementTest.cpp",
    "sumInBranches": "unittests/Codegen/RefinementTest.cpp",
    "hideTripCounts": "unittests/Codegen/RefinementTest.cpp",
    "separateLoops": "unittests/Codegen/RefinementTest.cpp",
    # Numbers of all magnitudes are tried.
    "promoteArrays": "test/Kernels/operations/test_functions.py",
    # All fields of all bytes are tried.
    "convertFields": "test/Kernels/operations/test_fields.py",
    # Numbers about all multiples of a divisor, and all powers of two, are tried.
    "shareReciprocals": "test/Kernels/operations/test_integer_divisors.py",
}


@functools.cache
def transforms():
    text = (SOURCE_DIR / "include/tessera/Codegen/Transforms.h").read_text()
    return re.findall(r"^void (\w+)\(llvm::Function &\w*\);", text, re.MULTILINE)


def test_every_transform_has_a_proof():
    for name, proof in PROOFS.items():
        assert callable(proof) or name in (SOURCE_DIR / proof).read_text()
    assert sorted(transforms()) == sorted(PROOFS)
