# ===- conftest.py - What all clients have in common --------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#

import os

# A machine with GPUs may hide some of its own.
os.environ.pop("CUDA_VISIBLE_DEVICES", None)
