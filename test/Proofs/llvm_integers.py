# ===- llvm_integers.py - The meaning of LLVM's integers as terms of z3 --------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Straight-line functions of LLVM IR as bit vectors (LLVM's Language Reference).

A value is a term and the condition under which it is poison. A promise that does not
hold (`nsw`, `nuw`, `exact`, `disjoint`, `nneg`, `samesign`) makes the result poison, and
so does a shift by too much. Any other promise (`inbounds`, `range`, attributes of
arguments) is not read, which is an error, as are instructions that no case is for.
Nothing here is shared with the compiler: this is the judge.
"""

import functools
import re
from typing import NamedTuple

import z3
from integers import DIVISIONS, divide

NEVER = z3.BoolVal(False)

FUNCTION = re.compile(r"^define .*@(\w+)\((.*)\)")
PARAMETER = re.compile(r"(i\d+|ptr addrspace\(1\)) %(\w+)")
LINE = re.compile(r"^\s+(?:%(?P<result>[\w.]+) = )?(?P<code>.*)$")
COMPUTED = re.compile(
    r"(?P<name>\w+)(?P<flags>(?: (?:nsw|nuw|exact|disjoint|nneg|samesign))*)"
    r"(?: (?P<predicate>eq|ne|[su][lg][te]))? i(?P<width>\d+) (?P<x>[%\w.-]+)"
    r"(?:, (?P<y>[%\w.-]+))?(?: to i(?P<to>\d+))?$"
)
SELECT = re.compile(r"select i1 (\S+), i(\d+) (\S+), i\d+ (\S+)$")
CALL = re.compile(r"(?:tail )?call i(\d+) @llvm\.([\w.]+)\(([^()]*)\)$")
ARGUMENT = re.compile(r"i(\d+) (\S+)")
FREEZE = re.compile(r"freeze i(\d+) (\S+)$")
STORE = re.compile(
    r'(?:tail )?call void asm sideeffect "@\$2 st\.global\.b(?P<width>\d+) \[\$0\], \$1;", '
    r'"l,[hrl],b(?:,~\{memory\})?"\(ptr addrspace\(1\) (?P<address>\S+), '
    r"i(?P<register>\d+) (?P<value>\S+), i1 (?P<condition>\S+)\)(?: #\d+)?$"
)
ADDRESS = re.compile(r"getelementptr i8, ptr addrspace\(1\) (\S+), i64 (\S+)$")


class Number(NamedTuple):
    """A term, and when it is poison. `bits` is a bit vector."""

    bits: z3.BitVecRef
    poison: z3.BoolRef


class Store(NamedTuple):
    """The low `width` bits of `value` go to `address` where `condition` is 1."""

    width: int
    address: Number
    value: Number
    condition: Number

    @property
    def happens(self):
        return self.condition.bits == 1

    @property
    def bits(self):
        return z3.Extract(self.width - 1, 0, self.value.bits)


class Function(NamedTuple):
    """The stores of a function, in order, and the condition under which it has undefined
    behaviour."""

    stores: list
    undefined: z3.BoolRef


def truth(condition):
    return z3.If(condition, z3.BitVecVal(1, 1), z3.BitVecVal(0, 1))


def overflows(name, flag, x, y):
    """The condition under which the exact result is not that of `name`'s width."""
    extend = z3.SignExt if flag == "nsw" else z3.ZeroExt
    more = x.size() if name in ("mul", "shl") else 1
    a, b = extend(more, x), extend(more, y)
    if name == "shl":
        b = z3.ZeroExt(more, y)
    compute = {
        "add": lambda: (a + b, x + y),
        "sub": lambda: (a - b, x - y),
        "mul": lambda: (a * b, x * y),
        "shl": lambda: (a << b, x << y),
    }
    exact, kept = compute[name]()
    return exact != extend(more, kept)


COMPUTE = {
    "add": lambda x, y: x + y,
    "sub": lambda x, y: x - y,
    "mul": lambda x, y: x * y,
    "and": lambda x, y: x & y,
    "or": lambda x, y: x | y,
    "xor": lambda x, y: x ^ y,
    "shl": lambda x, y: x << y,
    "lshr": z3.LShR,
    "ashr": lambda x, y: x >> y,
    **{name: functools.partial(divide, name) for name in DIVISIONS},
}
PREDICATES = {
    "eq": lambda x, y: x == y,
    "ne": lambda x, y: x != y,
    "slt": lambda x, y: x < y,
    "sle": lambda x, y: x <= y,
    "sgt": lambda x, y: x > y,
    "sge": lambda x, y: x >= y,
    "ult": z3.ULT,
    "ule": z3.ULE,
    "ugt": z3.UGT,
    "uge": z3.UGE,
}


def saturated(difference, x, y):
    """A difference of one more bit, within the bounds of the width of x."""
    width = x.size()
    least, largest = -(1 << (width - 1)), (1 << (width - 1)) - 1
    exact = difference(z3.SignExt(1, x), z3.SignExt(1, y))
    kept = z3.Extract(width - 1, 0, exact)
    return z3.If(exact < least, least, z3.If(exact > largest, largest, kept))


INTRINSICS = {
    "smax": lambda x, y: z3.If(x > y, x, y),
    "smin": lambda x, y: z3.If(x < y, x, y),
    "umax": lambda x, y: z3.If(z3.UGT(x, y), x, y),
    "umin": lambda x, y: z3.If(z3.ULT(x, y), x, y),
    "ssub.sat": lambda x, y: saturated(lambda a, b: a - b, x, y),
}


class Reader:
    """Runs the lines of one function on terms. Arguments are x0, x1, ... by place, as
    those of an entry are; pointers are numbers of 64 bits."""

    def __init__(self, parameters):
        self.values, self.undefined, self.stores = {}, [], []
        for place, parameter in enumerate(parameters):
            found = PARAMETER.fullmatch(parameter.strip())
            assert found, f"not read: {parameter}"
            kind, name = found.groups()
            width = 64 if kind.startswith("ptr") else int(kind[1:])
            self.values[name] = Number(z3.BitVec(f"x{place}", width), NEVER)

    def value(self, text, width):
        if text.startswith("%"):
            return self.values[text[1:]]
        if text == "poison":
            return Number(z3.BitVecVal(0, width), z3.BoolVal(True))
        number = {"true": 1, "false": 0}.get(text)
        return Number(z3.BitVecVal(int(text) if number is None else number, width), NEVER)

    def binary(self, found, flags, x, y):
        name, poison = found["name"], [x.poison, y.poison]
        if name in ("shl", "lshr", "ashr"):
            poison.append(z3.UGE(y.bits, x.bits.size()))
        if name in DIVISIONS:
            # A division by what may be zero is undefined at once.
            self.undefined += [y.poison, y.bits == 0]
            if name in ("sdiv", "srem"):
                least = z3.BitVecVal(1 << (x.bits.size() - 1), x.bits.size())
                self.undefined.append(z3.And(x.bits == least, y.bits == -1))
        result = COMPUTE[name](x.bits, y.bits)
        for flag in flags:
            if flag in ("nsw", "nuw"):
                poison.append(overflows(name, flag, x.bits, y.bits))
            elif flag == "disjoint":
                poison.append(x.bits & y.bits != 0)
            elif name in ("lshr", "ashr"):
                poison.append(result << y.bits != x.bits)
            else:
                poison.append(result * y.bits != x.bits)
        return Number(result, z3.Or(poison))

    def converted(self, found, flags, x):
        width, to, name = x.bits.size(), int(found["to"]), found["name"]
        poison = [x.poison]
        if name == "trunc":
            result = z3.Extract(to - 1, 0, x.bits)
            if "nsw" in flags:
                poison.append(z3.SignExt(width - to, result) != x.bits)
            if "nuw" in flags:
                poison.append(z3.ZeroExt(width - to, result) != x.bits)
        else:
            extend = z3.SignExt if name == "sext" else z3.ZeroExt
            result = extend(to - width, x.bits)
            if "nneg" in flags:
                poison.append(x.bits < 0)
        return Number(result, z3.Or(poison))

    def compared(self, found, flags, x, y):
        poison = [x.poison, y.poison]
        if "samesign" in flags:
            poison.append((x.bits < 0) != (y.bits < 0))
        holds = PREDICATES[found["predicate"]](x.bits, y.bits)
        return Number(truth(holds), z3.Or(poison))

    def called(self, width, name, arguments):
        if name.startswith("nvvm.read.ptx.sreg"):
            return Number(z3.BitVec(name, width), NEVER)
        found = [ARGUMENT.fullmatch(text) for text in arguments.split(", ")]
        assert all(found), f"not read: {arguments}"
        x, y = (self.value(each[2], int(each[1])) for each in found)
        name = name.rsplit(".", 1)[0]
        if name == "abs":
            # The second operand says that the least number gives poison.
            least = z3.BitVecVal(1 << (width - 1), width)
            isPoison = z3.And(y.bits == 1, x.bits == least)
            return Number(z3.If(x.bits < 0, -x.bits, x.bits), z3.Or(x.poison, isPoison))
        return Number(INTRINSICS[name](x.bits, y.bits), z3.Or(x.poison, y.poison))

    def compute(self, code):
        """The value of an instruction."""
        if found := SELECT.match(code):
            condition, width, x, y = found.groups()
            chosen = self.value(condition, 1)
            x, y = self.value(x, int(width)), self.value(y, int(width))
            first = chosen.bits == 1
            poison = z3.Or(chosen.poison, z3.If(first, x.poison, y.poison))
            return Number(z3.If(first, x.bits, y.bits), poison)
        if found := CALL.match(code):
            return self.called(int(found[1]), found[2], found[3])
        if found := FREEZE.match(code):
            x = self.value(found[2], int(found[1]))
            other = z3.FreshConst(x.bits.sort())
            return Number(z3.If(x.poison, other, x.bits), NEVER)
        if found := ADDRESS.match(code):
            x, y = self.value(found[1], 64), self.value(found[2], 64)
            return Number(x.bits + y.bits, z3.Or(x.poison, y.poison))
        found = COMPUTED.match(code)
        assert found, f"not read: {code}"
        flags, width = found["flags"].split(), int(found["width"])
        x = self.value(found["x"], width)
        if found["to"]:
            return self.converted(found, flags, x)
        y = self.value(found["y"], width)
        if found["name"] == "icmp":
            return self.compared(found, flags, x, y)
        return self.binary(found, flags, x, y)

    def store(self, found):
        width, register = int(found["width"]), int(found["register"])
        assert width <= register, f"not read: {register} bits stored as {width}"
        address = self.value(found["address"], 64)
        value = self.value(found["value"], register)
        self.stores.append(Store(width, address, value, self.value(found["condition"], 1)))

    def run(self, line):
        found = LINE.match(line)
        if stored := STORE.match(found["code"]):
            self.store(stored)
        elif found["result"]:
            self.values[found["result"]] = self.compute(found["code"])
        else:
            assert found["code"] == "ret void", f"not read: {line}"


def read_functions(text):
    """The functions of a module by their names."""
    functions, reader = {}, None
    for line in text.splitlines():
        if found := FUNCTION.match(line):
            name, reader = found[1], Reader(found[2].split(", "))
        elif line == "}":
            undefined = z3.Or([NEVER, *reader.undefined])
            functions[name] = Function(reader.stores, undefined)
            reader = None
        elif reader and line.strip():
            reader.run(line)
    return functions
