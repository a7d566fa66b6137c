#!/usr/bin/env bash
#===- update-docs.sh - Make the generated pages of docs/ anew --------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
#
#   scripts/update-docs.sh [BUILD_DIR]
#
# The references of dialects and passes come from the definitions, and the
# status of each operation from the results of the built tools.
#
#===------------------------------------------------------------------------===#

set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
BUILD_DIR=${1:-build/release}

ninja -C "$BUILD_DIR" docs tessera
cp -r "$BUILD_DIR/docs/." docs/
python3 scripts/pages/status.py "$BUILD_DIR/bin" >"$BUILD_DIR/status.md"
mv "$BUILD_DIR/status.md" docs/status.md
scripts/pages/driver-page.py docs/driver-functions.md lib/Driver/Api.def
