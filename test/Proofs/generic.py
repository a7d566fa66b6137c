# ===- generic.py - Straight-line programs in MLIR's generic form --------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Reads the entries of a module in MLIR's generic form: straight-line code on tiles of
one number, with what it stores as its results."""

import os
import pathlib
import re
import subprocess
from typing import NamedTuple

BIN_DIR = pathlib.Path(os.environ["TESSERA_BIN"])

OPERATION = re.compile(
    r'^\s*(?:(?P<results>%[\w, %:]+) = )?"cuda_tile\.(?P<name>\w+)"\((?P<operands>[^)]*)\)'
    r"(?: <\{(?P<properties>.*)\}>)? : \([^)]*\) -> (?P<result>.*)$"
)
ENTRY = re.compile(r'"cuda_tile\.entry"\(\).*sym_name = "(\w+)"')
ARGUMENTS = re.compile(r"^\s*\^bb0\((.*)\):$")
NUMBER = re.compile(r"!cuda_tile\.tile<(\w+)>")


class Operation(NamedTuple):
    """`result` and `operands` are names, `kind` is the element type of the result."""

    name: str
    result: str
    operands: tuple
    kind: str
    properties: dict

    @property
    def width(self):
        """The width of the result, an integer, in bits."""
        return int(self.kind.removeprefix("i"))


class Entry(NamedTuple):
    """`arguments` maps the names of arguments that are numbers to their types, in order;
    `stored` names the values that the entry stores, in order."""

    arguments: dict
    operations: list
    stored: list


def shape_of(entry):
    """The stored values of an entry as trees of operations, which are equal if the same
    is computed by the same operations."""
    trees = {name: index for index, name in enumerate(entry.arguments)}
    for op in entry.operations:
        properties = tuple(sorted(op.properties.items()))
        operands = tuple(trees[name] for name in op.operands)
        trees[op.result] = (op.name, op.kind, properties, operands)
    return [trees[name] for name in entry.stored]


def kind_of(text):
    """The element type of a tile of one number, else None."""
    found = NUMBER.fullmatch(text.strip())
    return found[1] if found else None


def read_properties(text):
    """{overflow = #cuda_tile.overflow<none>} as {"overflow": "none"}."""
    found = {}
    for name, value in re.findall(r"(\w+) = (#?[\w.]+(?:<[^>]*>)?|-?\d+)", text or ""):
        inner = re.fullmatch(r"#cuda_tile\.\w+<(\w+)>|dense<(-?\w+)>", value)
        found[name] = next(filter(None, inner.groups())) if inner else value
    return found


def read_entry(lines):
    """The entry whose lines come next, up to its return."""
    arguments, operations, stored = {}, [], []
    for line in lines:
        if found := ARGUMENTS.match(line):
            for argument in found[1].split(", "):
                name, kind = argument.split(": ")
                if number := kind_of(kind):
                    arguments[name] = number
            continue
        found = OPERATION.match(line)
        assert found, f"not read: {line}"
        operands = tuple(re.findall(r"%\w+", found["operands"]))
        if found["name"] == "return":
            return Entry(arguments, operations, stored)
        if found["name"] == "store_ptr_tko":
            stored.append(operands[1])
            continue
        operations.append(
            Operation(
                found["name"],
                found["results"],
                operands,
                kind_of(found["result"]),
                read_properties(found["properties"]),
            )
        )
    raise AssertionError("the entry has no end")


def read_module(text):
    """The entries of a module by their names."""
    lines = iter(text.splitlines())
    return {found[1]: read_entry(lines) for line in lines if (found := ENTRY.search(line))}


def run_tool(arguments, text=""):
    """The output of a tool, which the first argument names, for a text as its input."""
    name, *others = arguments
    done = subprocess.run(
        [BIN_DIR / name, *others], input=text, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def run_passes(text, *passes):
    """The entries of a module of text behind these passes of cuda-tile-opt."""
    return read_module(run_tool(["cuda-tile-opt", *passes, "--mlir-print-op-generic", "-"], text))


def rewritten_by(writer, trees):
    """The trees that canonicalize changes, with their entries before and behind it."""
    trees = list(trees)
    text = writer.module(trees)
    before, behind = run_passes(text), run_passes(text, "--canonicalize")
    assert len(before) == len(trees) > 0
    pairs = ((before[f"p{place}"], behind[f"p{place}"]) for place in range(len(trees)))
    return {
        tree: (old, new)
        for tree, (old, new) in zip(trees, pairs, strict=True)
        if shape_of(old) != shape_of(new)
    }
