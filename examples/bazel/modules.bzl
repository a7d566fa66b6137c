# ===- modules.bzl - The compiler as a repository of a module ---------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""What MODULE.bazel uses; Bazel before 6 does not know module_extension."""

load("//:tile.bzl", "tessera_repository")

def _tessera_impl(_ctx):
    tessera_repository(name = "tessera")

tessera = module_extension(implementation = _tessera_impl)
