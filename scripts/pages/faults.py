# ===- faults.py - Planted faults, and who finds them --------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Writes the table of docs/planted-faults.md, from the faults of test/Mutants/mutants.toml
and what scripts/mutate.py --judges has found (found.toml beside it).

usage: scripts/pages/faults.py [--check]

With --check the page is only compared; the exit status is 1 if it is out of date.
"""

import pathlib
import sys
import tomllib

import made_part

SOURCE_DIR = pathlib.Path(__file__).resolve().parents[2]
FOLDER = SOURCE_DIR / "test/Mutants"
PAGE = SOURCE_DIR / "docs/planted-faults.md"
JUDGES = ("tests", "stages", "terms", "sources", "data", "checks")
PATTERN = r".*<!-- made by scripts/pages/faults.py -->\n(?P<made>.*)<!-- end -->\n.*"


def read(name):
    path = FOLDER / name
    return tomllib.loads(path.read_text()) if path.exists() else {}


def rows():
    found = read("found.toml")
    yield "| pass or part | fault | " + " | ".join(JUDGES) + " |"
    yield "|---|---|" + "---|" * len(JUDGES)
    for name, mutant in read("mutants.toml").items():
        judges = found.get(name)
        marks = ("?" if judges is None else "x" if judge in judges else "" for judge in JUDGES)
        yield f"| `{mutant.get('pass', name)}` | {mutant['fault']} | " + " | ".join(marks) + " |"


def main(arguments):
    made = "\n".join(rows()) + "\n"
    return made_part.update(PAGE, PATTERN, made, arguments == ["--check"])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
