#!/usr/bin/env bash
#===- wheel.sh - The built tools as a wheel --------------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
#
# usage: scripts/packaging/wheel.sh FOLDER
#
# Makes the wheel of what ./bootstrap.sh build has built in FOLDER, with the back end
# that python/requirements.txt pins: the same bytes from the same build. TESSERA_BIN
# names the folder of the tools if it is not build/release/bin.
#
#===------------------------------------------------------------------------===#

set -euo pipefail

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# shellcheck source=scripts/bootstrap/common.sh
. "$HERE/scripts/bootstrap/common.sh"

[ $# -eq 1 ] || die "usage: scripts/packaging/wheel.sh FOLDER"
VENV=$BUILD_ROOT/wheel-venv
export TESSERA_BIN=${TESSERA_BIN:-$BUILD_DIR/bin}
ensure_venv_of "$VENV" "$SOURCE_DIR/python/requirements.txt" ||
  die "pip could not install the packages of python/requirements.txt. Is there a network?"
logged wheel "$VENV/bin/python" -m pip wheel --no-index --no-deps --no-build-isolation \
  --wheel-dir "$1" "$SOURCE_DIR/python" || die "the wheel cannot be made."
