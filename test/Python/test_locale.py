# ===- test_locale.py - Programs whose numbers have a decimal comma ---------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""A host that has set a locale with a decimal comma gets what any other gets."""

import os
import pathlib
import subprocess
import sys

import pytest

NUMBERS = 'LC_NUMERIC\ndecimal_point ","\nthousands_sep "."\ngrouping 3;3\nEND LC_NUMERIC\n'

PROGRAM = """
import json, locale, sys
import numpy as np
import conftest, tessera

def say():
    ptx = tessera.compile(conftest.ROOT / "examples/vector_add.mlir", stage="ptx")
    print(json.dumps(ptx.report))
    source = '''cuda_tile.module @m {
      entry @k(%x: tile<f32>) {
        %t = print_tko "x is %f\\\\n", %x : tile<f32> -> token
        return
      }
    }'''
    kernel = tessera.load(source)["k"]
    for engine in ["interpret", "emulate"]:
        # Blocks on several threads print as well.
        print(kernel(8, np.float32(1.5), engine=engine).printed)

say()
print("---")
locale.setlocale(locale.LC_ALL, "comma")
assert "%.1f" % 1.5 == "1.5" and locale.format_string("%.1f", 1.5) == "1,5"
say()
assert locale.localeconv()["decimal_point"] == ","
"""


@pytest.fixture(scope="module")
def locales(tmp_path_factory):
    """A folder with the locale `comma`, which is C's but for its numbers."""
    folder = tmp_path_factory.mktemp("locales")
    (folder / "numbers").write_text(NUMBERS)
    # It warns of the categories that are not defined, and makes those of C.
    command = ["localedef", "-c", "-i", "numbers", "-f", "ANSI_X3.4-1968", "./comma"]
    subprocess.run(command, cwd=folder, capture_output=True)
    assert (folder / "comma/LC_NUMERIC").exists()
    return folder


def test_numbers_have_a_point_in_any_locale(locales):
    environment = {**os.environ, "LOCPATH": str(locales)}
    folder = pathlib.Path(__file__).parent
    command = [sys.executable, "-c", PROGRAM]
    ran = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    plain, comma = ran.stdout.split("---\n")
    assert "x is 1.500000" in plain and '"cycles": ' in plain
    assert comma == plain
