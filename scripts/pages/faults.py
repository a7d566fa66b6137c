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
JUDGES = ("tests", "stages", "terms", "sources", "numbers", "data", "checks", "errors")
PATTERN = r".*<!-- made by scripts/pages/faults.py -->\n(?P<made>.*)<!-- end -->\n.*"


def read(name):
    path = FOLDER / name
    return tomllib.loads(path.read_text()) if path.exists() else {}


def rows():
    """A row for each fault; who finds it is a column once judges have been asked."""
    found = read("found.toml")
    columns = ["pass or part", "fault", *(["found by"] if found else [])]
    yield "| " + " | ".join(columns) + " |"
    yield "|---" * len(columns) + "|"
    for name, mutant in read("mutants.toml").items():
        cells = [f"`{mutant.get('pass', name)}`", mutant["fault"]]
        if found:
            judges = found.get(name)
            words = [judge for judge in JUDGES if judge in (judges or {})]
            cells.append("not asked" if judges is None else ", ".join(words) or "–")
        yield "| " + " | ".join(cells) + " |"


def main(arguments):
    made = "\n".join(rows()) + "\n"
    return made_part.update(PAGE, PATTERN, made, arguments == ["--check"])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
