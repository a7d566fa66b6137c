# ===- integers.py - The meaning of integer operations as terms of z3 ----------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Integer operations of Tile IR as bit vectors (sections "Integer", "Bitwise" and
"Conversion" of the specification).

Each function returns the result of an operation and the condition under which it is
defined. Nothing here is shared with the compiler: this is the judge.
"""

import functools

import z3

ALWAYS = z3.BoolVal(True)

# z3's count of elementary steps, so that a proof ends alike on every machine.
LIMIT = 50_000_000

# Quotients and remainders by name.
DIVISIONS = {
    "udiv": z3.UDiv,
    "urem": z3.URem,
    "sdiv": lambda x, y: x / y,
    "srem": z3.SRem,
}


def opaque(name, width):
    """A division as a function that nothing is known of."""
    return z3.Function(f"{name}{width}", *[z3.BitVecSort(width)] * 3)


def divide(name, x, y):
    return opaque(name, x.size())(x, y)


def refute_claim(*conditions):
    """None if the conditions hold for no operands; else those for which they do, as text,
    or 'undecided'. Divisions are whatever they may be at first, as circuits of two are hard
    to compare, and computed only if it takes that to decide."""

    def find(logic, claim):
        solver = z3.SolverFor(logic)
        solver.set("rlimit", LIMIT)
        solver.add(claim)
        return solver, solver.check()

    claim = exact = z3.And(conditions)
    for width in (1, 8, 16, 32, 64):
        x, y = (z3.Var(place, z3.BitVecSort(width)) for place in (0, 1))
        meanings = [(opaque(name, width), by(x, y)) for name, by in DIVISIONS.items()]
        exact = z3.substitute_funs(exact, *meanings)
    if not exact.eq(claim) and find("QF_UFBV", claim)[1] == z3.unsat:
        return None
    solver, answer = find("QF_BV", exact)
    if answer == z3.unsat:
        return None
    return str(solver.model()) if answer == z3.sat else "undecided"


def wider(x, bits):
    """x as a number of `bits` more bits, without sign."""
    return z3.ZeroExt(bits, x)


def truth(condition):
    """A condition as an i1."""
    return z3.If(condition, z3.BitVecVal(1, 1), z3.BitVecVal(0, 1))


def least(width):
    return z3.BitVecVal(1 << (width - 1), width)


def fits(exact_signed, exact_unsigned, promise, width):
    """The condition that a promise about overflow states of the exact results, which
    have more bits than the `width` that is kept."""

    def representable(exact, extend):
        kept = z3.Extract(width - 1, 0, exact)
        return exact == extend(exact.size() - width, kept)

    conditions = []
    if promise in ("no_signed_wrap", "no_wrap"):
        conditions.append(representable(exact_signed, z3.SignExt))
    if promise in ("no_unsigned_wrap", "no_wrap"):
        conditions.append(representable(exact_unsigned, z3.ZeroExt))
    return z3.And(conditions) if conditions else ALWAYS


def wrapping(compute, extra):
    """An operation modulo 2^w; `extra(w)` further bits hold every exact result."""

    def meaning(op, x, y):
        more = extra(op.width)
        promise = op.properties["overflow"]
        defined = ALWAYS
        if promise != "none":
            signed = compute(z3.SignExt(more, x), z3.SignExt(more, y))
            unsigned = compute(z3.ZeroExt(more, x), z3.ZeroExt(more, y))
            defined = fits(signed, unsigned, promise, op.width)
        return compute(x, y), defined

    return meaning


def mulhii(op, x, y):
    product = wider(x, op.width) * wider(y, op.width)
    return z3.Extract(2 * op.width - 1, op.width, product), ALWAYS


def negi(op, x):
    kept = op.properties.get("overflow", "none") == "none"
    return -x, ALWAYS if kept else x != least(op.width)


def absi(op, x):
    return z3.If(x < 0, -x, x), ALWAYS


def rounded_up(x, y, quotient):
    """A quotient without sign, rounded to the upper integer; `quotient` rounds to zero."""
    return z3.If(x == 0, x, quotient(x - 1, y) + 1)


def divi(op, x, y):
    """A quotient rounded to the lower or upper integer differs by one from that rounded
    to zero where there is a remainder and the exact quotient has the other sign."""
    rounding = op.properties["rounding"]
    if op.properties["signedness"] == "unsigned":
        up = rounding == "positive_inf"
        quotient = functools.partial(divide, "udiv")
        return rounded_up(x, y, quotient) if up else quotient(x, y), y != 0
    quotient, zero = divide("sdiv", x, y), z3.BitVecVal(0, op.width)
    has_rest = x != quotient * y
    is_negative = (x < 0) != (y < 0)
    defined = z3.And(y != 0, z3.Not(z3.And(x == least(op.width), y == -1)))
    up = z3.And(has_rest, z3.Not(is_negative), rounding == "positive_inf")
    down = z3.And(has_rest, is_negative, rounding == "negative_inf")
    return quotient + z3.If(up, 1, zero) - z3.If(down, 1, zero), defined


def remi(op, x, y):
    """Nothing remains by 1, and by -1, where the quotient may have no representation."""
    if op.properties["signedness"] == "unsigned":
        return divide("urem", x, y), y != 0
    return divide("srem", x, z3.If(y == -1, 1, y)), y != 0


def shli(op, x, y):
    promise = op.properties["overflow"]
    in_range = z3.ULT(y, op.width)
    if promise == "none":
        return x << y, in_range
    more = op.width
    signed = z3.SignExt(more, x) << wider(y, more)
    unsigned = z3.ZeroExt(more, x) << wider(y, more)
    return x << y, z3.And(in_range, fits(signed, unsigned, promise, op.width))


def shri(op, x, y):
    in_range = z3.ULT(y, op.width)
    if op.properties["signedness"] == "signed":
        return x >> y, in_range
    return z3.LShR(x, y), in_range


def is_less(op, x, y):
    return x < y if op.properties["signedness"] == "signed" else z3.ULT(x, y)


def cmpi(op, x, y):
    less, greater = is_less(op, x, y), is_less(op, y, x)
    return truth(
        {
            "equal": x == y,
            "not_equal": x != y,
            "less_than": less,
            "less_than_or_equal": z3.Not(greater),
            "greater_than": greater,
            "greater_than_or_equal": z3.Not(less),
        }[op.properties["comparison_predicate"]]
    ), ALWAYS


def exti(op, x):
    more = op.width - x.size()
    signed = op.properties["signedness"] == "signed"
    return z3.SignExt(more, x) if signed else z3.ZeroExt(more, x), ALWAYS


def trunci(op, x):
    promise = op.properties.get("overflow", "none")
    kept = z3.Extract(op.width - 1, 0, x)
    return kept, fits(x, x, promise, op.width)


def always(compute):
    return lambda op, *operands: (compute(*operands), ALWAYS)


MEANINGS = {
    "addi": wrapping(lambda x, y: x + y, lambda width: 1),
    "subi": wrapping(lambda x, y: x - y, lambda width: 1),
    "muli": wrapping(lambda x, y: x * y, lambda width: width),
    "mulhii": mulhii,
    "negi": negi,
    "absi": absi,
    "divi": divi,
    "remi": remi,
    "andi": always(lambda x, y: x & y),
    "ori": always(lambda x, y: x | y),
    "xori": always(lambda x, y: x ^ y),
    "shli": shli,
    "shri": shri,
    "maxi": lambda op, x, y: (z3.If(is_less(op, x, y), y, x), ALWAYS),
    "mini": lambda op, x, y: (z3.If(is_less(op, y, x), y, x), ALWAYS),
    "cmpi": cmpi,
    "select": always(lambda c, x, y: z3.If(c == 1, x, y)),
    "exti": exti,
    "trunci": trunci,
}


def constant(op):
    text = op.properties["value"]
    number = {"true": 1, "false": 0}.get(text)
    return z3.BitVecVal(int(text) if number is None else number, op.width)


def meaning_of(entry):
    """The stored values of an entry as terms of its arguments x0, x1, ..., and the
    condition under which all of its operations are defined."""
    values = {
        name: z3.BitVec(f"x{index}", int(kind.removeprefix("i")))
        for index, (name, kind) in enumerate(entry.arguments.items())
    }
    conditions = []
    for op in entry.operations:
        if op.name == "constant":
            values[op.result] = constant(op)
            continue
        operands = [values[name] for name in op.operands]
        values[op.result], defined = MEANINGS[op.name](op, *operands)
        conditions.append(defined)
    return [values[name] for name in entry.stored], z3.And(conditions)
