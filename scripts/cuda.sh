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
# without one, of two pip packages unpacked in the build tree.
#
#===------------------------------------------------------------------------===#

CUDA_PIP_PACKAGES=(nvidia-cuda-nvcc==13.0.88 nvidia-nvvm==13.0.88)
# The first release that assembles all that we emit (PTX 9.0).
CUDA_NEEDED=13.0

# Whether folder $1 is a toolkit we can use; says why not where there is one.
usable_toolkit() {
  local ptxas=$1/bin/ptxas release
  [ -n "$1" ] && [ -x "$ptxas" ] || return 1
  release=$("$ptxas" --version 2>/dev/null | sed -n 's/.*release \([0-9][0-9.]*\),.*/\1/p')
  if [ -z "$release" ]; then
    note "passing over $1: its ptxas does not run"
    return 1
  fi
  if [ "$(printf '%s\n' "$CUDA_NEEDED" "$release" | sort -V | head -n 1)" != "$CUDA_NEEDED" ]; then
    note "passing over $1: its CUDA $release is older than $CUDA_NEEDED"
    return 1
  fi
  if [ ! -f "$1/nvvm/libdevice/libdevice.10.bc" ]; then
    note "passing over $1: it has no nvvm/libdevice/libdevice.10.bc"
    return 1
  fi
}

# Where a ptxas on PATH lies: beside it is its toolkit.
toolkit_on_path() {
  local ptxas
  ptxas=$(command -v ptxas) || return 0
  dirname "$(dirname "$(readlink -f "$ptxas")")"
}

# Unpacks the pip packages into the build tree, at once or not at all.
install_cuda_from_pip() {
  local staging=$CUDA_FALLBACK_DIR.partial
  need_space "$BUILD_ROOT" 1000 "to unpack ptxas and libdevice"
  rm -rf "$staging"
  logged cuda-pip python3 -m venv "$staging/venv" ||
    die "Python could not make a virtual environment in $staging."
  logged cuda-pip "$staging/venv/bin/pip" install --no-deps --target "$staging/packages" \
    "${CUDA_PIP_PACKAGES[@]}" ||
    die "pip could not install ${CUDA_PIP_PACKAGES[*]}. Is there a network?" \
      "A CUDA toolkit ($CUDA_NEEDED or later) named by CUDA_HOME does as well."
  chmod +x "$staging"/packages/nvidia/cu13/bin/*
  rm -rf "$CUDA_FALLBACK_DIR"
  mv "$staging/packages/nvidia/cu13" "$CUDA_FALLBACK_DIR"
  rm -rf "$staging"
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
  note "no toolkit: installing them with pip (${CUDA_PIP_PACKAGES[*]})"
  install_cuda_from_pip
  usable_toolkit "$CUDA_FALLBACK_DIR" ||
    die "the pip packages ${CUDA_PIP_PACKAGES[*]} do not hold a ptxas and libdevice that this machine can use."
  export CUDA_HOME=$CUDA_FALLBACK_DIR
  note "installed into $CUDA_HOME in $(took "$start")"
}
