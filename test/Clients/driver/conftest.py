# ===- conftest.py - Tests that run on the driver without a GPU ---------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""The clients of the driver are imported by the tests themselves: all of pytest runs
under `tessera run`."""

import os

import pytest

# Small grids are no mistake here.
os.environ["NUMBA_CUDA_LOW_OCCUPANCY_WARNINGS"] = "0"
os.environ["NUMBA_CUDA_WARN_ON_IMPLICIT_COPY"] = "0"
# A machine with GPUs may hide some of its own.
os.environ.pop("CUDA_VISIBLE_DEVICES", None)


def pytest_configure():
    if "TESSERA_CARRY_PROGRAM" not in os.environ:
        pytest.exit("run me by `tessera run python -m pytest`", 1)
