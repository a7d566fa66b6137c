# ===- conftest.py - What the tests of other compilers' kernels share ------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""The compilers, with their cache in the build folder, and the emulator."""

import os
import pathlib

import clients
import pytest
from clients import rotation

pytest_collection_modifyitems = rotation.pytest_collection_modifyitems

BUILD_DIR = clients.SOURCE_DIR / "build" / "release"
BIN_DIR = pathlib.Path(os.environ.get("TESSERA_BIN", BUILD_DIR / "bin"))


def pytest_configure(config):
    rotation.pytest_configure(config)
    if not (BIN_DIR / "cuda-tile-run").exists():
        pytest.exit(f"{BIN_DIR} holds no tools; build them, or set TESSERA_BIN", 3)


@pytest.fixture(scope="session")
def compiler():
    return clients.Compiler(clients.cache_of(BIN_DIR))


@pytest.fixture(scope="session")
def emulator():
    return BIN_DIR / "cuda-tile-run"
