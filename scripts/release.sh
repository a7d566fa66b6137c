#!/usr/bin/env bash
#===- release.sh - All that a release consists of, in one folder -----------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
#
# usage: scripts/release.sh FOLDER
#
# Builds what is checked out and makes in FOLDER, which must not exist:
#
#   tessera-VERSION.tar.gz      the sources
#   tessera_tile-VERSION-*.whl  the wheels, for the machine that builds it and for aarch64
#   *_VERSION_*.deb             tools, library, development files
#   NOTICES.txt                 whose work the binaries hold, and its licences
#   tessera-VERSION.spdx.json   the same as a list for programs (SPDX 2.3)
#   NOTES.md                    the part of CHANGELOG.md on this version
#   SHA256SUMS                  of all these
#
# The version is that of CMakeLists.txt; the programs must say the same, and a tag of
# the commit, if it has one that begins with v. Then CHANGELOG.md must have a section on
# it; without a tag that on what is unreleased will do. The work tree must be clean. Made
# twice from the same commit with the same packages, all files are the same to the byte.

set -euo pipefail

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=scripts/bootstrap/common.sh
. "$HERE/scripts/bootstrap/common.sh"

[ $# -eq 1 ] || die "usage: scripts/release.sh FOLDER"
[ ! -e "$1" ] || die "there is already a $1: name a folder that does not exist."
cd "$SOURCE_DIR"
[ -z "$(git status --porcelain)" ] || die "the work tree has changes: a release is made of a commit."
VERSION=$(python3 scripts/packaging/third_party.py version)
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH

# check_tag: a tag names the version, and CHANGELOG.md has it.
check_tag() {
  local tag
  tag=$(git tag --points-at HEAD 'v*' | head -n 1)
  [ -n "$tag" ] || return 0
  [ "$tag" = "v$VERSION" ] || die "the commit has the tag $tag, and CMakeLists.txt the version $VERSION."
  grep -qE "^## \[?$VERSION\b" CHANGELOG.md ||
    die "the commit has the tag $tag, and CHANGELOG.md no section $VERSION: give that on what is unreleased this name."
}

# check_version: the programs say the version.
check_version() {
  local said
  said=$("$BUILD_DIR/bin/tileiras" --version)
  case $said in
  *"Tessera $VERSION,"*) ;;
  *) die "tileiras --version does not say $VERSION: build anew." ;;
  esac
}

# notes: the section of CHANGELOG.md on VERSION, or on what is not released yet.
notes() {
  awk -v version="$VERSION" '
    /^## / { inside = ($2 == version || $2 == "[" version "]" || $2 == "Unreleased") }
    inside' CHANGELOG.md
}

check_tag
say "Build"
./bootstrap.sh build
check_version
BUILDS=("$BUILD_DIR")
if [ "$(uname -m)" != aarch64 ]; then
  scripts/packaging/cross.sh
  BUILDS+=("$BUILD_ROOT/aarch64")
fi

# What an earlier commit generated in the same folder would be installed too.
for build in "${BUILDS[@]}"; do ninja -C "$build" -t cleandead >/dev/null; done

FOLDER=$(mkdir -p "$1" && cd "$1" && pwd)
trap 'rm -rf "$FOLDER/.packages"' EXIT

say "Sources"
git -c tar.umask=022 archive --format=tar --prefix="tessera-$VERSION/" HEAD | gzip -9n >"$FOLDER/tessera-$VERSION.tar.gz"

say "Notices, notes"
python3 scripts/packaging/third_party.py notices "$BUILD_DIR" >"$FOLDER/NOTICES.txt"
notes >"$FOLDER/NOTES.md"
[ -s "$FOLDER/NOTES.md" ] || die "CHANGELOG.md says nothing about $VERSION."

say "Wheels"
for build in "${BUILDS[@]}"; do
  TESSERA_BIN=$build/bin scripts/packaging/wheel.sh "$FOLDER"
done

say "Packages of Debian"
logged cpack cpack --config "$BUILD_DIR/CPackConfig.cmake" -B "$FOLDER/.packages" || die "cpack fails."
mv "$FOLDER"/.packages/*.deb "$FOLDER"
rm -rf "$FOLDER/.packages"

say "Parts and sums"
(
  cd "$FOLDER"
  python3 "$SOURCE_DIR/scripts/packaging/third_party.py" spdx "${BUILDS[@]}" -- ./*.tar.gz ./*.whl ./*.deb \
    >"tessera-$VERSION.spdx.json"
  sha256sum -- * >SHA256SUMS
)
note "$(find "$FOLDER" -type f | wc -l) files in $FOLDER"
