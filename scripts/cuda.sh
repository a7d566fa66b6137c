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

# nvcc with all that it needs to make PTX.
CUDA_PIP_PACKAGES=(nvidia-cuda-nvcc==13.0.88 nvidia-nvvm==13.0.88 nvidia-cuda-crt==13.0.88
  nvidia-cuda-runtime==13.0.96 nvidia-cuda-cccl==13.0.85)
# The first release that assembles all that we emit (PTX 9.0).
CUDA_NEEDED=13.0
# The first release that knows the mark, and the package with the library.
CUDA_WITH_MARK=13.2
ASSEMBLER_PIP_PACKAGE=nvidia-nvptxcompiler==13.5.37
# The toolkit of the same version: the tests compare tessera-ptxas with its ptxas, and
# run code from its nvcc. In the CCCL after this one calls of tcgen05_mma are ambiguous.
NEWEST_CUDA_PIP_PACKAGES=(nvidia-cuda-nvcc==13.5.37 nvidia-nvvm==13.5.37
  nvidia-cuda-crt==13.5.37 nvidia-cuda-runtime==13.5.37 nvidia-cuda-cccl==13.3.4.3.1)

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

# Unpacks pip packages below folder $1, which becomes a toolkit, at once or not at all.
unpack_from_pip() {
  local folder=$1 staging=$1.partial
  shift
  need_space "$BUILD_ROOT" 1000 "to unpack $*"
  rm -rf "$staging"
  logged cuda-pip python3 -m venv "$staging/venv" ||
    die "Python could not make a virtual environment in $staging."
  logged cuda-pip "$staging/venv/bin/pip" install --no-deps --target "$staging/packages" "$@" ||
    return 1
  rm -rf "$folder"
  mv "$staging/packages/nvidia/cu13" "$folder"
  rm -rf "$staging"
}

install_cuda_from_pip() {
  unpack_from_pip "$CUDA_FALLBACK_DIR" "${CUDA_PIP_PACKAGES[@]}" ||
    die "pip could not install ${CUDA_PIP_PACKAGES[*]}. Is there a network?" \
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
  note "no toolkit: installing them with pip (${CUDA_PIP_PACKAGES[*]})"
  install_cuda_from_pip
  usable_toolkit "$CUDA_FALLBACK_DIR" ||
    die "the pip packages ${CUDA_PIP_PACKAGES[*]} do not hold a ptxas and libdevice that this machine can use."
  export CUDA_HOME=$CUDA_FALLBACK_DIR
  note "installed into $CUDA_HOME in $(took "$start")"
}

# To be called after ensure_cuda. Without a network the older ptxas must do.
ensure_assembler() {
  local folder=$BUILD_ROOT/nvptxcompiler release start=$SECONDS
  release=$(release_of "$CUDA_HOME")
  is_at_least "$release" "$CUDA_WITH_MARK" && return
  say "Assembler: ptxas $release is older than $CUDA_WITH_MARK"
  if [ -f "$folder/lib/libnvptxcompiler_static.a" ]; then
    note "tessera-ptxas is made of what lies in $folder"
    return
  fi
  if ! unpack_from_pip "$folder" "$ASSEMBLER_PIP_PACKAGE"; then
    note "pip could not install $ASSEMBLER_PIP_PACKAGE: going on without it. What is compiled for"
    note "GPUs before sm_90 will not be launchable as tile kernels (docs/installing.md)"
    return
  fi
  note "installed $ASSEMBLER_PIP_PACKAGE, for tessera-ptxas, in $(took "$start")"
}

# Unpacks the newest toolkit of pip, anew if its pins have changed.
ensure_newest_cuda() {
  local folder=$BUILD_DIR/newest-cuda start=$SECONDS
  local pins=${NEWEST_CUDA_PIP_PACKAGES[*]}
  [ "$(cat "$folder/pins" 2>/dev/null)" = "$pins" ] && return
  say "CUDA: the newest toolkit of pip, for the tests"
  unpack_from_pip "$folder" "${NEWEST_CUDA_PIP_PACKAGES[@]}" ||
    die "pip could not install $pins. Is there a network?"
  printf '%s\n' "$pins" >"$folder/pins"
  note "installed in $(took "$start")"
}
