# ===- adds.py - A program that passes ------------------------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Asks the driver for its GPU: a machine with none has one by `tessera run`."""

import ctypes

driver = ctypes.CDLL("libcuda.so.1")
major = ctypes.c_int()
assert driver.cuInit(0) == 0
assert driver.cuDeviceGetAttribute(ctypes.byref(major), 75, 0) == 0
assert major.value == 9, major
