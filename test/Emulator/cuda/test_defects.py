# ===- test_defects.py - No missing synchronisation goes unnoticed -----------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Every synchronisation of the programs of CUB and of cooperative groups is taken
away, one at a time: each mutant is found, or a rule of ../clients/redundant.py proves
that the synchronisation is not needed. A mutant that is called redundant and found all
the same shows a false finding or a wrong rule."""

import dataclasses
import pathlib
import sys

import pytest
import suite

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "clients"))
import redundant  # noqa: E402
import seeded  # noqa: E402

TOPICS = ["histograms", "library", "sorts", "tiles"]

CASES = [
    pytest.param(entry, id=name)
    for name, entry in suite.load().items()
    if entry.topic in TOPICS
]

LAST_SYNC = "nobody accesses 'before' behind the last sync of the last round"
AGAIN = "a sync or collective around it does as much: of the warp, or of the tile"
TILES = {
    2: "it ends the reset of bits that are zero already",
    18: LAST_SYNC,
    19: LAST_SYNC,
    20: LAST_SYNC,
    27: AGAIN,
    28: AGAIN,
}

#: Mutants that no rule over the text proves redundant: by program, the number of the
#: synchronisation, and the reason.
EXPLAINED = {
    "cub_histogram": {
        2: "before it the first 32 words of 'counts' are added to, behind it the other "
        "32 are set",
        12: "before it bytes 128 to 383 of 'storage' are set, behind it 64 to 127",
        15: "a thread loads what it has stored, and what nobody has stored to since "
        "the barriers before",
    },
    "tile_64": TILES | {35: AGAIN},
    **dict.fromkeys(["tile_128", "tile_256", "tile_512"], TILES | {32: AGAIN, 33: AGAIN}),
}


@dataclasses.dataclass
class Made:
    """A program with its PTX, in the form of seeded.py."""

    path: pathlib.Path
    entry: suite.Program

    def __post_init__(self):
        self.text = self.path.read_text()
        self.steps, self.judge = self.entry.steps, self.entry.judge
        self.fails, self.prints = self.entry.fails, self.entry.prints


@pytest.mark.parametrize("entry", CASES)
def test_missing_synchronisation_is_found(entry, compiler, emulator, tmp_path):
    made = Made(pathlib.Path(compiler.compile(entry.topic, 80, "O3")), entry)
    lines = seeded.executed(emulator, made, tmp_path)
    checks = f"--check={entry.check}"
    if entry.check == "all":
        checks = seeded.checks_of(emulator, made, tmp_path)
    wrong = []
    for number, mutant in enumerate(seeded.synchronisation_mutants(made, lines), 1):
        found = seeded.search(emulator, made, mutant, tmp_path, checks)
        why = redundant.why_redundant(made.text, mutant.line)
        why = why or EXPLAINED.get(entry.name, {}).get(number)
        where = f"{made.path}:{mutant.line}: synchronisation {number}"
        if not found and not why:
            wrong.append(f"{where}: nobody misses it")
        if found and why:
            wrong.append(f"{where}: {why}, but without it\n{found}")
        if found and seeded.SYNTAX.search(found):
            wrong.append(f"{where}: the mutant is no PTX\n{found}")
    if wrong:
        pytest.fail("\n".join(wrong), pytrace=False)
