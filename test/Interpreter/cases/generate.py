#!/usr/bin/env python3
# ===- generate.py - Writes the cases of the interpreter ----------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Writes the self-checking tests of every operation, with every element type, in
every rank and with the edge values of its types:

    build/venv/bin/python test/Interpreter/cases/generate.py FOLDER

The files are always the same: test_cases.py makes and runs them, and nothing is kept
in the tree. They run on any engine (cuda-tile-run --self-check)."""

import argparse
import pathlib

import atomics
import control
import elementary
import elements
import folds
import memory
import tiles

THEMES = {
    "floats": elements.floats,
    "integers": elements.integers,
    "conversions": elements.conversions,
    "selections": elements.selections,
    "elementary": elementary.elementary,
    "shapes": tiles.shapes,
    "folds": folds.folds,
    "products": folds.products,
    "memory": memory.memory,
    "views": memory.views,
    "atomics": atomics.atomics,
    "control": control.control,
    "multimem": atomics.multimem,
}
# Themes that compile for every GPU; multimem operations are not compiled yet.
COMPILED_THEMES = [name for name in THEMES if name != "multimem"]

if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=pathlib.Path)
    folder = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    for name, make in THEMES.items():
        theme = make()
        (folder / f"{name}.mlir").write_text(theme.text())
        print(f"{name}: {theme.cases} cases")
