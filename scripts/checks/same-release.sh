#!/usr/bin/env bash
#===- same-release.sh - Make a release twice and compare -------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
#
# usage: scripts/checks/same-release.sh
#
# Makes a release of the commit that is checked out from each of two clones of it, and
# compares all files byte by byte. The second clone lies deeper, and is made by a user
# whose umask and time zone are others. Each is built from the start: nothing may be set
# that has compilers take their output from a cache.
#
#===------------------------------------------------------------------------===#

set -euo pipefail

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# shellcheck source=scripts/bootstrap/common.sh
. "$HERE/scripts/bootstrap/common.sh"

[ $# -eq 0 ] || die "usage: scripts/checks/same-release.sh"
CLONES=$BUILD_ROOT/same-release

# make_release FOLDER: in FOLDER/files, from the clone FOLDER/source.
make_release() {
  local start=$SECONDS
  mkdir -p "$1"
  git clone -q "$SOURCE_DIR" "$1/source"
  logged same-release "$1/source/scripts/release.sh" "$1/files" || die "there is no release of $1/source."
  note "made in $(took "$start")"
}

say "Two releases of $(git -C "$SOURCE_DIR" log -1 --format=%h)"
rm -rf "$CLONES"
need_space "$CLONES" 8000 "for two builds"
make_release "$CLONES/first"
(umask 027 && TZ=Asia/Tokyo make_release "$CLONES/second/one/deeper")
diff -r "$CLONES/first/files" "$CLONES/second/one/deeper/files" ||
  die "these files are not the same; $CLONES has both clones."
note "$(find "$CLONES/first/files" -type f | wc -l) files are the same"
rm -rf "$CLONES"
