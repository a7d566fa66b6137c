# ===- export_kernels.py - Write the test kernels as bytecode ----------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Writes kernels of kernels.py as Tile IR bytecode.

usage: export_kernels.py FOLDER [NAME...]

Writes FOLDER/NAME-ELEMENT-VERSION[-aligned].tileirbc for the kernels named, or for
all. Needs the packages of requirements.txt; neither a GPU nor the CUDA toolkit.
"""

import pathlib
import sys

import kernels


def file_name(name, element, version, aligned):
    return f"{name}-{element}-{version}{'-aligned' if aligned else ''}.tileirbc"


def variants(names=None):
    """All (name, element, version, aligned) that are exported."""
    for name in names or kernels.CASES:
        for element in kernels.ELEMENTS:
            for version in kernels.VERSIONS:
                for aligned in (False, True):
                    yield name, element, version, aligned


def export(folder, name, element, version, aligned):
    file = pathlib.Path(folder) / file_name(name, element, version, aligned)
    kernels.export(
        kernels.CASES[name], kernels.ELEMENTS[element], version, aligned, file
    )
    return file


def main(folder, *names):
    unknown = [name for name in names if name not in kernels.CASES]
    if unknown:
        return f"there is no kernel {unknown[0]}; there are {', '.join(kernels.CASES)}"
    pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
    for variant in variants(names):
        print(export(folder, *variant))
    return 0


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
