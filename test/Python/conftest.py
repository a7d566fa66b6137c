# ===- conftest.py - The package of the working copy ----------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Finds the package in the sources and the library in the build, named by TESSERA_BIN."""

import os
import pathlib
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BIN = pathlib.Path(os.environ["TESSERA_BIN"]).resolve()

# Tests start programs in other folders, which read this file, too.
os.environ["TESSERA_BIN"] = str(BIN)
os.environ["TESSERA_LIBRARY"] = str(BIN.parent / "lib" / "libTessera.so.1")
sys.path.insert(0, str(ROOT / "python"))

import tessera  # noqa: E402


@pytest.fixture
def examples():
    return ROOT / "examples"


@pytest.fixture
def add(examples):
    """c = a + b, of f32."""
    return tessera.load(examples / "vector_add.mlir")["vector_add"]
