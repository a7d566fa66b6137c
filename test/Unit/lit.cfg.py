# ===- lit.cfg.py - How lit runs the GoogleTest programs --------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#

import os

import lit.formats

config.name = "Tessera-Unit"
config.suffixes = []
config.test_source_root = os.path.join(config.tessera_binary_dir, "unittests")
config.test_exec_root = config.test_source_root
config.test_format = lit.formats.GoogleTest(".", "Tests")

for variable in ("CUDA_HOME", "CUDA_ROOT", "HOME", "TESSERA_MUTANT", "TMPDIR"):
    if variable in os.environ:
        config.environment[variable] = os.environ[variable]
