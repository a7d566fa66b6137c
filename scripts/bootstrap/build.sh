# shellcheck shell=bash
#===- build.sh - Configure and build ---------------------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
#
# This file is sourced.
#
#===------------------------------------------------------------------------===#

# find_compilers: sets COMPILERS to what CMake is told of them beside the preset: those of
# the prefix of LLVM, where it is named or nothing on PATH has the number that Debian adds.
find_compilers() {
  local folder=$LLVM_PREFIX/bin
  COMPILERS=()
  if [ "$PRESET" != gcc ] && [ -x "$folder/clang++" ] &&
    { [ -n "${LLVM_ROOT:-}" ] || ! command -v "clang++-$LLVM_MAJOR" >/dev/null; }; then
    COMPILERS=("-DCMAKE_C_COMPILER=$folder/clang" "-DCMAKE_CXX_COMPILER=$folder/clang++")
  fi
}

# Configures the build tree, once; Ninja reconfigures by itself later.
configure() {
  local start=$SECONDS
  if [ -f "$BUILD_DIR/build.ninja" ]; then
    say "Configure: done before ($BUILD_DIR)"
    return
  fi
  say "Configure: cmake --preset $PRESET"
  need_space "$BUILD_ROOT" 3000 "to build"
  find_compilers
  logged configure cmake -S "$SOURCE_DIR" --preset "$PRESET" "${COMPILERS[@]}" ||
    die "CMake could not configure the build; its message stands above."
  note "$(sed -n 's/^-- \(Tools are linked .*\)/\1/p' "$LOG_DIR/configure.log")"
  note "configured in $(took "$start")"
}

# build TARGET...
build() {
  local start=$SECONDS
  say "Build: $* ($JOBS jobs)"
  need_space "$BUILD_DIR" 500 "to build"
  ninja -C "$BUILD_DIR" -j "$JOBS" "$@" || die "the build failed; the compiler's message stands above."
  note "built in $(took "$start")"
}

# build_preset PRESET TARGET WHAT: builds TARGET of a preset other than that of the
# main build, in a folder of its own; WHAT is its name in messages.
build_preset() {
  local start=$SECONDS folder=$BUILD_ROOT/$1
  say "${3^}: building ($JOBS jobs)"
  if ! is_configured "$folder"; then
    (cd "$SOURCE_DIR" && logged "$1-cmake" cmake --preset "$1") ||
      die "cmake cannot configure the build of the $3."
  fi
  logged "$1-build" ninja -C "$folder" -j "$JOBS" "$2" ||
    die "the build of the $3 failed; the compiler's message stands above."
  note "built in $(took "$start")"
}
