# ===- test_judges.py - Words by which judges find a fault ---------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Judges count their own words only: no refusal of the compiler, and no run without an end."""

import re

import judges
import pytest

SIGNS = {name: sign for name, _, sign in judges.JUDGES}


@pytest.mark.parametrize("name", SIGNS)
@pytest.mark.parametrize("said", ["", "no end in 60 s", "a.mlir:1:1: error: the tile is too large"])
def test_others_words(name, said):
    assert not re.search(SIGNS[name], said)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("data", "c: 3 of 8 elements differ; largest difference 1 at [0]"),
        ("checks", "a.ptx:1:1: error: race\n  instruction: st.global.b32 [%rd1], %r1;"),
        ("checks", "a.ptx: error: deadlock in block (0, 0, 0) of entry 'k'"),
        ("sources", "error: the PTX takes other elements than the program: 1 differ"),
        ("numbers", "error: the PTX computes other numbers than the program: on numbers"),
    ],
)
def test_own_words(name, said):
    assert re.search(SIGNS[name], said)
