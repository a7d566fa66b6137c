# ===- conftest.py - Which of the cases run at this commit --------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Compiled cases are rotated (rotation.py)."""

import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "Shared"))
from rotation import pytest_collection_modifyitems, pytest_configure  # noqa: E402, F401
