#!/usr/bin/env bash
#===- pin.sh - Pin packages of pip by their hashes -------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
#
# usage: scripts/pin.sh [--upgrade]
#
# Makes a NAME.txt of each NAME.in below: the packages that it names with all that
# they need, and the hashes of their files for every machine. Scripts and tests
# install nothing else from pip. Versions that a NAME.txt has stay, unless NAME.in
# or --upgrade asks for others.
#
#===------------------------------------------------------------------------===#

set -euo pipefail

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=scripts/bootstrap/common.sh
. "$HERE/scripts/bootstrap/common.sh"

# Environments, for the Python of Debian 12.
ENVIRONMENTS=(scripts/pins/uv scripts/pins/lint python/requirements python/image test/Kernels/requirements test/Emulator/clients/requirements)
# Packages that are unpacked without what they need.
UNPACKED=(scripts/pins/toolkit scripts/pins/assembler scripts/pins/newest)
# Releases of one package, each unpacked into a folder of its own.
RELEASES=test/Clients/cutile

# compile ARGUMENT...: uv, which finds packages and their hashes.
compile() {
  "$UV_DIR/bin/uv" pip compile --quiet --generate-hashes --custom-compile-command scripts/pin.sh \
    --python-version 3.11 --python-platform linux "$@"
}

# pin NAME ARGUMENT...: uv keeps the versions of a NAME.txt that is there.
pin() {
  local name=$1
  shift
  compile "$@" --output-file "$name.txt" "$name.in" >/dev/null || die "uv finds no packages for $name.in."
  note "$name.txt: $(grep -c '==' "$name.txt") packages"
}

# pin_releases NAME: uv takes one version of a package at a time.
pin_releases() {
  local name=$1 release
  grep '^[^#]' "$name.in" | while read -r release; do
    compile --no-deps --no-annotate --no-header - <<<"$release"
  done >"$name.txt"
  note "$name.txt: $(grep -c '==' "$name.txt") releases"
}

case $* in '' | --upgrade) ;; *) die "usage: scripts/pin.sh [--upgrade]" ;; esac
cd "$SOURCE_DIR"
UV_DIR=$BUILD_ROOT/pin-venv
ensure_venv_of "$UV_DIR" scripts/pins/uv.txt || die "pip could not install uv. Is there a network?"
say "Pins"
for name in "${ENVIRONMENTS[@]}"; do pin "$name" "$@"; done
# The index of pip has torch for CUDA, with gigabytes of libraries.
if [ -n "${PIP_FIND_LINKS:-}" ]; then
  pin test/Clients/driver/torch --find-links "$PIP_FIND_LINKS" "$@"
else
  note "test/Clients/driver/torch.txt stays: PIP_FIND_LINKS does not say where torch for the host is"
fi
for name in "${UNPACKED[@]}"; do pin "$name" --no-deps; done
pin_releases "$RELEASES"
