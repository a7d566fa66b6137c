# ===- conftest.py - What all clients have in common --------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Compilations by each release of cuTile are rotated (rotation.py)."""

import os
import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "Shared"))
from rotation import pytest_collection_modifyitems, pytest_configure  # noqa: E402, F401

# A machine with GPUs may hide some of its own.
os.environ.pop("CUDA_VISIBLE_DEVICES", None)
