# shellcheck shell=bash
#===- cuda.sh - ptxas and libdevice ----------------------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
#
# This file is sourced. ensure_cuda exports CUDA_HOME: a folder with bin/ptxas
# and nvvm/libdevice/libdevice.10.bc, of a CUDA toolkit that is new enough or,
# without one, of pip packages unpacked in the build tree. If that ptxas lacks the
# mark of tile kernels, ensure_assembler fetches NVIDIA's library of a newer one,
# from which CMake makes tessera-ptxas. ensure_newest_cuda unpacks the newest
# toolkit of pip for the tests.
#
#===------------------------------------------------------------------------===#

# Packages of pip (scripts/pin.sh): a toolkit for machines without one, the library of a
# newer ptxas, and the newest toolkit.
TOOLKIT_PINS=$SOURCE_DIR/scripts/pins/toolkit.txt
ASSEMBLER_PINS=$SOURCE_DIR/scripts/pins/assembler.txt
NEWEST_PINS=$SOURCE_DIR/scripts/pins/newest.txt
# The first release that assembles all that we emit (PTX 9.0).
CUDA_NEEDED=13.0
# The first release that knows the mark.
CUDA_WITH_MARK=13.2

release_of() {
  "$1/bin/ptxas" --version 2>/dev/null | sed -n 's/.*release \([0-9][0-9.]*\),.*/\1/p'
}

# Succeeds if release $1 is $2 or later.
is_at_least() {
  [ "$(printf '%s\n' "$2" "$1" | sort -V | head -n 1)" = "$2" ]
}

# Succeeds if folder $1 is a toolkit that we can use; if it is another one, says why not.
usable_toolkit() {
  local release
  [ -n "$1" ] && [ -x "$1/bin/ptxas" ] || return 1
  release=$(release_of "$1")
  if [ -z "$release" ]; then
    note "passing over $1: its ptxas does not run"
    return 1
  fi
  if ! is_at_least "$release" "$CUDA_NEEDED"; then
    note "passing over $1: its CUDA $release is older than $CUDA_NEEDED"
    return 1
  fi
  if [ ! -f "$1/nvvm/libdevice/libdevice.10.bc" ]; then
    note "passing over $1: it has no nvvm/libdevice/libdevice.10.bc"
    return 1
  fi
}

# The toolkit around the ptxas on PATH.
toolkit_on_path() {
  local ptxas
  ptxas=$(command -v ptxas) || return 0
  dirname "$(dirname "$(readlink -f "$ptxas")")"
}

# names_in PINS: the packages of a file, on one line.
names_in() {
  grep -o '^[^ #]*==[^ ]*' "$1" | paste -sd ' '
}

# Unpacks the pip packages of the file PINS below folder $1, which becomes a toolkit, at
# once or not at all.
unpack_from_pip() {
  local folder=$1 pins=$2 staging=$1.partial
  need_space "$BUILD_ROOT" 1000 "to unpack $(names_in "$pins")"
  rm -rf "$staging"
  logged cuda-pip python3 -m venv "$staging/venv" ||
    die "Python could not make a virtual environment in $staging."
  logged cuda-pip pip_install "$staging/venv/bin/python" "$pins" --no-deps --target "$staging/packages" ||
    return 1
  rm -rf "$folder"
  mv "$staging/packages/nvidia/cu13" "$folder"
  rm -rf "$staging"
}

install_cuda_from_pip() {
  unpack_from_pip "$CUDA_FALLBACK_DIR" "$TOOLKIT_PINS" ||
    die "pip could not install $(names_in "$TOOLKIT_PINS"). Is there a network?" \
      "A CUDA toolkit ($CUDA_NEEDED or later) named by CUDA_HOME does as well."
}

ensure_cuda() {
  local folder start=$SECONDS
  say "CUDA: looking for ptxas and libdevice"
  for folder in "${CUDA_HOME:-}" "${CUDA_ROOT:-}" "$(toolkit_on_path)" /usr/local/cuda \
    "$CUDA_FALLBACK_DIR"; do
    if usable_toolkit "$folder"; then
      export CUDA_HOME=$folder
      note "using those of $CUDA_HOME"
      return
    fi
  done
  note "no toolkit: installing them with pip ($(names_in "$TOOLKIT_PINS"))"
  install_cuda_from_pip
  usable_toolkit "$CUDA_FALLBACK_DIR" ||
    die "the pip packages $(names_in "$TOOLKIT_PINS") do not hold a ptxas and libdevice that this machine can use."
  export CUDA_HOME=$CUDA_FALLBACK_DIR
  note "installed into $CUDA_HOME in $(took "$start")"
}

# To be called after ensure_cuda. Without a network the older ptxas must do.
ensure_assembler() {
  local folder=$BUILD_ROOT/nvptxcompiler package release start=$SECONDS
  release=$(release_of "$CUDA_HOME")
  is_at_least "$release" "$CUDA_WITH_MARK" && return
  say "Assembler: ptxas $release is older than $CUDA_WITH_MARK"
  if [ -f "$folder/lib/libnvptxcompiler_static.a" ]; then
    note "tessera-ptxas is made of what lies in $folder"
    return
  fi
  package=$(names_in "$ASSEMBLER_PINS")
  if ! unpack_from_pip "$folder" "$ASSEMBLER_PINS"; then
    note "pip could not install $package: going on without it. What is compiled for"
    note "GPUs before sm_90 will not be launchable as tile kernels (docs/installing.md)"
    return
  fi
  note "installed $package, for tessera-ptxas, in $(took "$start")"
}

# Unpacks the newest toolkit of pip, anew if its pins have changed.
ensure_newest_cuda() {
  local folder=$BUILD_DIR/newest-cuda start=$SECONDS
  cmp -s "$NEWEST_PINS" "$folder/requirements.txt" && return
  say "CUDA: the newest toolkit of pip, for the tests"
  unpack_from_pip "$folder" "$NEWEST_PINS" ||
    die "pip could not install $(names_in "$NEWEST_PINS"). Is there a network?"
  cp "$NEWEST_PINS" "$folder/requirements.txt"
  note "installed in $(took "$start")"
}
