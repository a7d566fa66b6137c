# ===- reached.py - Which types of which operations have cases ----------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Compares the operations of the test files with the records of the dialect: each
operand and result of each operation must occur with every element type that it
takes. Only the operation that gives its entry the name counts: the others only pass
values to it."""

import re

from writer import KINDS

# Types that the records allow, but verifiers refuse or no program can have.
BYTES = {"i8", "f8E4M3FN", "f8E5M2", "f8E8M0FNU", "f8E5M3FNU"}
NARROW = {"i1", "i4", "i8", "i16", "f16", "bf16", *BYTES, "f4E2M1FN", "tf32"}
# Two elements of four bits share a byte, so no pointer can point to one.
POINTED = {"i4", "ptr", "f4E2M1FN"}
REFUSED = {
    # A bitcast serves for these.
    ("pack", "source"): BYTES,
    ("unpack", "result"): BYTES,
    ("itof", "to"): {"f8E8M0FNU"},
    ("exti", "from"): {"i64"},
    ("exti", "to"): {"i1"},
    ("trunci", "from"): {"i1"},
    ("trunci", "to"): {"i64"},
    ("select", "val_if_true"): {"f4E2M1FN"},
    ("select", "val_if_false"): {"f4E2M1FN"},
    ("select", "result"): {"f4E2M1FN"},
    # An identity is a literal of MLIR, a body takes scalars.
    **{
        (op, part): {"ptr", "i4", "f8E5M3FNU", "f4E2M1FN"}
        for op in ("reduce", "scan")
        for part in ("operands", "results")
    },
    **{("load_ptr_tko", part): POINTED for part in ("result", "paddingValue")},
    ("store_ptr_tko", "value"): POINTED,
    ("load_view_tko", "tile"): {"i4", "ptr"},
    ("store_view_tko", "tile"): {"i4", "ptr"},
    **{
        ("atomic_rmw_tko", p): NARROW - {"f16", "bf16"} | {"ptr"}
        for p in ("arg", "result")
    },
    **{("atomic_cas_tko", p): NARROW | {"ptr"} for p in ("cmp", "val", "result")},
    ("atomic_red_view_tko", "value"): NARROW - {"f16", "bf16"} | {"ptr"},
    **{
        (f"multimem_{word}_view_tko", part): NARROW - {"f16", "bf16"} | {"ptr"}
        for word, part in (
            ("load_reduce", "reduced_values"),
            ("reduce", "tile"),
            ("store", "tile"),
        )
    },
}

SIGNATURE = re.compile(r"^\((.*)\) -> (.*)$")
OPERATION = re.compile(r'^(?:%\S+ = )?"cuda_tile\.(\w+)"\(')


def split_types(text):
    """The types between commas that are in no brackets."""
    text, depth, parts, start = text.strip(), 0, [], 0
    if text.startswith("(") and text.endswith(")"):
        text = text[1:-1]
    for i, c in enumerate(text):
        if c == "," and depth == 0:
            parts.append(text[start:i].strip())
            start = i + 1
        # The arrow of a function type is no bracket.
        depth += (c in "<([") - (c in ">)]" and text[i - 1] != "-")
    return parts + [text[start:].strip()] if text else []


def element(text):
    """The element type of a tile, "" for anything else."""
    match = re.fullmatch(r"!cuda_tile\.tile<(?:\d+x)*(.*)>", text)
    if not match:
        return ""
    name = "ptr" if match[1].startswith("ptr<") else match[1]
    # The text of types has this name; the records have one in the style of MLIR's.
    return "f8E5M3FNU" if name == "fnv8E5M3FNU" else name.removeprefix("!cuda_tile.")


def operations(generic):
    """Name, segments, types of operands and of results, and the subject of the
    entry, for each operation in the generic text."""
    stack, subject = [], None
    for line in map(str.strip, generic.splitlines()):
        head = OPERATION.match(line)
        if head:
            if head[1] == "entry":
                subject = re.search(r'sym_name = "(\w+)_\d+"', line)[1]
            segments = re.search(r"operandSegmentSizes = array<i32: ([\d, ]+)>", line)
            sizes = [int(n) for n in segments[1].split(",")] if segments else None
            stack.append((head[1], sizes))
            if line.endswith("({"):
                continue
        elif not line.startswith("})"):
            continue
        if line.startswith("}, {") or not stack:
            continue
        name, sizes = stack.pop()
        signature = SIGNATURE.match(line[line.rindex(" : (") + 3 :])
        yield name, sizes, split_types(signature[1]), split_types(signature[2]), subject


def assign(parts, sizes, types):
    """Pairs of the name of a part and a type."""
    if sizes is None:
        spare = len(types) - len(parts)
        loose = [
            k for k, p in enumerate(parts) if p.get("optional") or p.get("variadic")
        ]
        sizes = [1] * len(parts)
        if loose:
            sizes[loose[0]] += spare
    types = iter(types)
    for part, size in zip(parts, sizes):
        for _ in range(size):
            yield part["name"], next(types)


def seen_in(generic, facts):
    """All (operation, part, element type) of an operation's own entries."""
    seen = set()
    for name, sizes, operands, results, subject in operations(generic):
        if name != subject or name not in facts:
            continue
        fact = facts[name]
        for parts, s, types in (
            (fact["operands"], sizes, operands),
            (fact["results"], None, results),
        ):
            seen |= {(name, part, element(t)) for part, t in assign(parts, s, types)}
    return seen


def wanted(facts):
    """All combinations that the records allow and no verifier refuses, for operations
    that have a result or access memory."""
    everything = [k.split("<")[0] for k in KINDS]
    for name, fact in facts.items():
        # print_tko has no tile as result: unittests/Interpreter/PrintTest.cpp tests it.
        if not fact["results"] or name == "print_tko":
            continue
        for part in fact["operands"] + fact["results"]:
            match = re.fullmatch(r"(?:scalar_)?tile<(.*)>", part["type"])
            if not match:
                continue
            types = re.findall(r"[a-z]\w+", match[1])
            if types == ["any"]:
                types = everything
            refused = REFUSED.get((name, part["name"]), ())
            yield from ((name, part["name"], t) for t in types if t not in refused)
