# ===- __init__.py - Where Tessera's tools are ----------------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Tessera's compiler for CUDA Tile IR, installed by pip.

The tools are on PATH. cuTile Python looks for NVIDIA's pip package `nvidia-cuda-tileiras`
first. If that is installed, TESSERA_FIRST=1 in the environment makes cuTile find Tessera's
compiler, or a call of `use_first` before the first kernel is compiled.
"""

import importlib.metadata

#: The package whose compiler cuTile takes before any on PATH.
RIVAL = "nvidia-cuda-tileiras"


def use_first():
    """Hide NVIDIA's package of the compiler in this process from now on."""
    find = importlib.metadata.version
    if getattr(find, "hides_rival", False):
        return

    def version(name):
        if name.lower().replace("_", "-") == RIVAL:
            raise importlib.metadata.PackageNotFoundError(name)
        return find(name)

    version.hides_rival = True
    importlib.metadata.version = version
