# ===- seeded.py - Defects seeded into kernels of other compilers ----------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Mutants of PTX that lack one synchronisation or leave a buffer, and the search
for them.

A mutant is found where a run of it, in any order, ends with a finding, gives a wrong
answer or does not end. Which instructions are mutated, the counters of a run of the
correct kernel say: what never runs cannot be missed.
"""

import dataclasses
import itertools
import json
import re

from clients import emulate, verdict

#: Instructions that order memory, and what becomes of them: nothing, or the same without an order.
SYNCHRONISATION = [
    (re.compile(r"\b(bar|barrier)(\.cta)?\.sync(\.aligned)?\s[^;]*;"), ""),
    (re.compile(r"\bbar\.warp\.sync\s[^;]*;"), ""),
    (re.compile(r"\bcp\.async\.wait_(group\s[^;]*|all\s*);"), ""),
    (re.compile(r"\b(fence|membar)\.(?!proxy)[^;]*;"), ""),
    (re.compile(r"\b(atom|red)(\.global|\.shared)?(\.cta|\.gpu|\.sys)?\.(acq_rel|acquire|release)\b"), r"\1\2\3.relaxed"),
    (re.compile(r"\b(atom|red)\.(acq_rel|acquire|release)\b"), r"\1.relaxed"),
    (re.compile(r"\bld\.acquire\b"), "ld.relaxed"),
    (re.compile(r"\bst\.release\b"), "st.relaxed"),
]  # fmt: skip

ACCESS = re.compile(
    r"\b(?P<what>(?:ld|st|atom|red|ldmatrix|cp\.async)\.(?!param|wait|commit|bulk|mbarrier)[\w.:]*)"
    r"(?P<rest>[^\[;]*)\[(?P<base>[^\]+]+?)\s*(?:\+\s*(?P<offset>-?\w+))?\s*\]"
)

#: A mutant that the parser refuses tests nothing.
SYNTAX = re.compile(r"error: (expected|unknown|no instruction)")

ORDERS = [
    [],
    ["--async=lazy", "--warps=random", "--blocks=random", "--seed=1"],
    *(
        ["--async=random", "--warps=random", "--blocks=random", f"--seed={seed}"]
        for seed in range(2, 8)
    ),
    # A missing fence between strong accesses is no race, and shows by a stale value.
    *(["--loads=random", "--blocks=random", f"--seed={seed}"] for seed in range(8, 14)),
]


@dataclasses.dataclass
class Mutant:
    line: int  #: counted from 1
    kind: str
    text: str  #: the line as it becomes


def executed(tool, made, folder):
    """The lines of which a lane runs the instruction, in the usual order."""
    counters = folder / "counters.json"
    outcome = emulate(tool, made, made.path, folder, [f"--counters={counters}"])
    assert outcome.status == 0, outcome.said
    lines = json.loads(counters.read_text())["lines"]
    return {row["line"] for row in lines if row["counters"].get("threads_on")}


def synchronisation_mutants(made, lines):
    for number, line in enumerate(made.text.split("\n"), 1):
        if number in lines:
            for pattern, instead in SYNCHRONISATION:
                if pattern.search(line):
                    yield Mutant(number, "synchronisation", pattern.sub(instead, line))
                    break


def address_mutants(made, lines):
    """Each access moved behind its memory: no buffer has so many bytes."""
    buffers = made.steps.buffers.values()
    arrays = [getattr(buffer, "expected", buffer) for buffer in buffers]
    largest = -(-max(array.nbytes for array in arrays) // 256) * 256
    for number, line in enumerate(made.text.split("\n"), 1):
        found = ACCESS.search(line) if number in lines else None
        if not found:
            continue
        shift = 1 << 18 if ".shared" in found["what"] or "ldmatrix" in found["what"] else largest
        offset = int(found["offset"] or "0", 0) + shift
        at = f"[{found['base']}+{offset}]"
        whole = line[: found.start("base") - 1] + at + line[found.end() :]
        yield Mutant(number, "address", whole)


def mutants(made, lines):
    yield from synchronisation_mutants(made, lines)
    yield from address_mutants(made, lines)


def checks_of(tool, made, folder):
    """All checks that the correct kernel passes in every order. Without `same-value` a mutant goes
    unnoticed where the inputs happen to store what is there already, without
    `shuffle` where lanes exchange something in its place, without `benign` where lanes of one
    instruction store to one place."""

    def passes(checks):
        return all(
            emulate(tool, made, made.path, folder, [checks, *order]).status == 0
            for order in ORDERS
        )

    names = ("same-value", "shuffle", "benign")
    strict = [
        "--check=" + ",".join(("all", *some))
        for count in range(len(names), 0, -1)
        for some in itertools.combinations(names, count)
    ]
    return next(filter(passes, strict), "--check=all")


def search(tool, made, mutant, folder, checks):
    """The way in which the mutant was found, or None."""
    lines = made.text.split("\n")
    lines[mutant.line - 1] = mutant.text
    file = folder / "mutant.ptx"
    file.write_text("\n".join(lines))
    for order in ORDERS:
        options = [checks, "--step-limit=20000000", *order]
        outcome = emulate(tool, made, file, folder, options)
        complaint = verdict(made, outcome)
        if complaint:
            return outcome.said or complaint
    return None
