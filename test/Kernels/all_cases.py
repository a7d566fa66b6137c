# ===- all_cases.py - Every kernel of real size ---------------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""The cases of real_cases.py, model_cases.py, layer_cases.py and factor_cases.py by their
names."""

import factor_cases
import layer_cases
import model_cases
import real_cases

CASES = real_cases.CASES | model_cases.CASES | layer_cases.CASES | factor_cases.CASES

#: Tiles of attention for which loops are scheduled otherwise: queries, keys and columns.
ATTENTION_TILES = (
    (64, 64, 64),
    (64, 64, 128),
    (128, 64, 64),
    (128, 64, 128),
    (128, 128, 64),
    (128, 128, 128),
    (64, 64, 256),
    (128, 64, 256),
)
