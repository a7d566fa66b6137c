# ===- lint_built.py - Every source is built -------------------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""usage: lint_built.py FOLDER

Prints the C++ files below the folder that no CMakeLists.txt names, of their own folder or
of one above it up to FOLDER: tests in such a file never run.
"""

import pathlib
import re
import sys

WORD = re.compile(r"[\w./-]+")


def lint(folder):
    words = {}
    for file in folder.rglob("CMakeLists.txt"):
        words[file.parent] = {pathlib.Path(word).stem for word in WORD.findall(file.read_text())}
    for source in sorted(folder.rglob("*.cpp")):
        if not any(source.stem in words.get(parent, ()) for parent in source.parents):
            yield f"{source.relative_to(folder)}: no CMakeLists.txt names it"


problems = list(lint(pathlib.Path(sys.argv[1])))
print(*problems, sep="\n", end="\n" if problems else "")
sys.exit(bool(problems))
