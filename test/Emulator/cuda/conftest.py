# ===- conftest.py - What the tests of CUDA programs share -----------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""The first of the compilers, with its cache in the build folder, and the emulator."""

import os
import pathlib

import pytest
import suite
from suite import rotation

pytest_collection_modifyitems = rotation.pytest_collection_modifyitems

BUILD_DIR = suite.SOURCE_DIR / "build" / "release"
BIN_DIR = pathlib.Path(os.environ.get("TESSERA_BIN", BUILD_DIR / "bin"))
COMPILERS = suite.compilers(BIN_DIR)


def pytest_configure(config):
    rotation.pytest_configure(config)
    if not (BIN_DIR / "cuda-tile-run").exists():
        pytest.exit(f"{BIN_DIR} holds no tools; build them, or set TESSERA_BIN", 3)
    if not COMPILERS:
        pytest.exit(suite.NO_NVCC, 3)


@pytest.fixture(scope="session")
def compiler():
    return COMPILERS[0]


@pytest.fixture(scope="session")
def emulator():
    return BIN_DIR / "cuda-tile-run"
