# ===- exported_symbols.py - What a shared library exports --------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""The exports of a shared library, from `readelf`."""

import subprocess


def exported_symbols(library, readelf):
    """The names, without versions."""
    text = subprocess.run(
        [readelf, "--dyn-syms", "--wide", library],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    for line in text.splitlines():
        words = line.split()
        if len(words) >= 8 and words[4] in ("GLOBAL", "WEAK") and words[6] != "UND":
            yield words[7].split("@")[0]
