# ===- test_numbers.py - A suite in which everything can happen -----------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Tests that pass, fail and are left out."""

import pytest


@pytest.mark.parametrize("number", range(20))
def test_is_small(number):
    assert number < 20


@pytest.mark.parametrize("name", ["a-b", "c[d]"])
def test_fails(name):
    assert name == "none"


@pytest.mark.skip(reason="for a GPU")
def test_speed():
    pass
