# ===- fails.py - A program that fails ------------------------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Ends with a status, and says why."""

import sys

print("a sum is off")
sys.exit(3)
