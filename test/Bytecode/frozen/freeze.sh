#!/bin/bash
#===- freeze.sh - How the frozen files were made ---------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
#
# Usage: freeze.sh VERSION, with build/release/bin and the project's Python
# environment first in PATH, makes the folder of a version that has none yet:
#
# - tessera-*.tileirbc: all ops of the version and debug information, by
#   cuda-tile-translate;
# - cutile-*.tileirbc: the kernels of ../Inputs/export.py, by cuTile Python 1.7,
#   which stores the path of the script, and so is given a neutral one;
# - the text of each beside it; only that of tessera-debug-info has locations.
#
# Existing files are never made again: files in the field do not change either.
# FrozenTest.cpp reads them all.
#
#===------------------------------------------------------------------------===#

set -euo pipefail

version=${1:?usage: freeze.sh VERSION}
here=$(cd "$(dirname "$0")" && pwd)
folder=$here/$version
if [ -e "$folder" ]; then
  echo "freeze.sh: $folder is there, and frozen" >&2
  exit 1
fi
mkdir "$folder"
cd "$folder"

for text in "$here"/../Inputs/{every-op,later1*}.mlir "$here"/../debug-info.mlir; do
  name=tessera-$(basename "$text" .mlir).tileirbc
  # Texts that are newer than the version are refused, and left out.
  cuda-tile-translate --mlir-to-cudatilebc --bytecode-version="$version" "$text" -o "$name" || true
done

mkdir -p /kernels
cp "$here"/../Inputs/export.py /kernels
python /kernels/export.py "$version"
rm -r /kernels
for file in *"$version".tile; do
  mv "$file" "cutile-${file%"$version".tile}.tileirbc"
done

for file in *.tileirbc; do
  cuda-tile-translate --cudatilebc-to-mlir "$file" | grep -v '^#loc' >"${file%.tileirbc}.mlir"
done
for file in *debug-info.tileirbc; do
  cuda-tile-translate --cudatilebc-to-mlir -mlir-print-debuginfo "$file" -o "${file%.tileirbc}.mlir"
done
