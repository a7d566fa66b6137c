# shellcheck shell=bash
#===- check.sh - Run all tests and count them ------------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
#
# This file is sourced. check runs the lit suites (with the GoogleTest programs)
# and the Python suites, each writing a report in JUnit's XML form, and closes
# with one total over the reports.
#
#===------------------------------------------------------------------------===#

# The rotation of the tests that rotate (test/Shared/rotation.py): the number of commits, so that
# three commits in a row run them all. Outside of a clone, or in one without its history,
# all of them run.
rotation_of_commit() {
  if [ "$(git -C "$SOURCE_DIR" rev-parse --is-shallow-repository 2>/dev/null)" = false ]; then
    git -C "$SOURCE_DIR" rev-list --count HEAD
  else
    echo all
  fi
}

# Makes the Python environment of the tests, with a folder for each release of cuTile that
# is tested.
ensure_venv() {
  ensure_venv_of "$VENV_DIR" "$SOURCE_DIR/test/Kernels/requirements.txt" ||
    die "pip could not install the packages of test/Kernels/requirements.txt. Is there a network?"
  ensure_cutile "$SOURCE_DIR/test/Clients/cutile.txt" "$VENV_DIR/cutile"
}

# The releases of cuTile that are tested, the newest last.
cutile_releases() {
  sed -n 's/^cuda-tile==//p' "$SOURCE_DIR/test/Clients/cutile.in"
}

# ensure_cutile PINS FOLDER: unpacks these releases, anew if their pins have changed.
# FOLDER holds nothing but them; what was installed stands beside it.
ensure_cutile() {
  local pins=$1 folder=$2 installed=$2-pins release
  cmp -s "$pins" "$installed/all.txt" && return
  rm -rf "$folder" "$installed"
  mkdir -p "$folder" "$installed"
  for release in $(cutile_releases); do
    # From the line that names it to the last of its hashes.
    sed -n "/^cuda-tile==$release /,/[^\\]\$/p" "$pins" >"$installed/$release.txt"
    logged cutile-pip pip_install "$VENV_DIR/bin/python" "$installed/$release.txt" --no-deps --target "$folder/$release" ||
      die "pip could not install cuda-tile $release. Is there a network?"
  done
  cp "$pins" "$installed/all.txt"
}

# run_suite NAME COMMAND...: a suite that fails does not stop the ones after it.
run_suite() {
  local name=$1 start=$SECONDS
  shift
  say "Tests: $name"
  "$@" </dev/null || true
  note "ran in $(took "$start")"
}

# Compiles all CUDA programs first, so that no test waits for another's.
check_cuda_programs() {
  local folder=$SOURCE_DIR/test/Emulator/cuda
  run_suite "CUDA programs, compiled by nvcc" \
    env TESSERA_BIN="$BUILD_DIR/bin" "$VENV_DIR/bin/python" "$folder/suite.py"
  run_suite "CUDA programs on the emulator" \
    env TESSERA_BIN="$BUILD_DIR/bin" "$VENV_DIR/bin/python" -m pytest -q -n "$JOBS" \
    --rootdir "$folder" -p no:cacheprovider --basetemp "$BUILD_DIR/test-cuda" \
    --junitxml "$1" "$folder"
}

# Tests kernels that Triton, Warp and numba make at test time. On a machine where they
# cannot be installed, as pip has no packages of theirs, says so and writes no report.
check_clients() {
  local folder=$SOURCE_DIR/test/Emulator/clients venv=$BUILD_DIR/clients-venv
  local settings=(env "TESSERA_BIN=$BUILD_DIR/bin"
    "TRITON_CACHE_DIR=$BUILD_DIR/clients-cache")
  CLIENTS_REPORT=()
  if ! ensure_venv_of "$venv" "$folder/requirements.txt"; then
    say "Tests: kernels of other compilers on the emulator"
    note "not run: pip could not install $folder/requirements.txt on this machine"
    return
  fi
  CLIENTS_REPORT=("$1")
  run_suite "kernels of other compilers, compiled" \
    "${settings[@]}" "$venv/bin/python" "$folder/clients.py"
  run_suite "kernels of other compilers on the emulator" \
    "${settings[@]}" "$venv/bin/python" -m pytest -q -n "$JOBS" \
    --rootdir "$folder" -p no:cacheprovider --basetemp "$BUILD_DIR/test-clients" \
    --junitxml "$1" "$folder"
}

# run_driver_tests NAME VENV REPORT ARGUMENT...: pytest in test/Clients/driver under
# `tessera run`.
run_driver_tests() {
  local name=$1 venv=$2 report=$3 folder=$SOURCE_DIR/test/Clients/driver
  shift 3
  run_suite "$name" \
    env "PYTHONPATH=$(newest_cutile)" "TRITON_CACHE_DIR=$BUILD_DIR/clients-cache" \
    "$BUILD_DIR/bin/tessera" run \
    "$venv/bin/python" -m pytest -q -n "$JOBS" --rootdir "$folder" \
    -p no:cacheprovider --basetemp "$BUILD_DIR/test-driver-clients" \
    --junitxml "$report" "$@"
}

# Tests unmodified clients of the driver without a GPU, in the environment of
# check_clients.
check_driver_clients() {
  local folder=$SOURCE_DIR/test/Clients/driver venv=$BUILD_DIR/clients-venv
  DRIVER_REPORT=()
  [[ -x $venv/bin/python ]] || return 0
  DRIVER_REPORT=("$1")
  run_driver_tests "clients of the driver without a GPU" "$venv" "$1" \
    --ignore-glob "$folder/test_torch*.py" "$folder"
}

# Tests torch, in an environment of its own: the other one has a package `cuda` that hides
# cuTile's. Where pip finds no torch for the host, says so and writes no report.
check_torch() {
  local folder=$SOURCE_DIR/test/Clients/driver venv=$BUILD_DIR/torch-venv
  TORCH_REPORT=()
  if ! ensure_venv_of "$venv" "$folder/torch.txt"; then
    say "Tests: torch without a GPU"
    note "not run: pip could not install $folder/torch.txt on this machine"
    return
  fi
  TORCH_REPORT=("$1")
  run_driver_tests "torch without a GPU" "$venv" "$1" "$folder"/test_torch*.py
}

# The folder of the newest release of cuTile that is tested.
newest_cutile() {
  echo "$VENV_DIR/cutile/$(cutile_releases | tail -1)"
}

# check ROTATION: a number of rotation.py, or 'all'.
check() {
  local reports=$BUILD_DIR/test-reports
  export TESSERA_ROTATION=$1
  # A machine with GPUs may hide some of its own.
  unset CUDA_VISIBLE_DEVICES
  ensure_venv
  ensure_newest_cuda
  rm -rf "$reports"
  mkdir -p "$reports"
  run_suite "unit tests and lit" \
    "$LLVM_PREFIX/bin/lit" -s -v -j "$JOBS" --xunit-xml-output "$reports/lit.xml" \
    "$BUILD_DIR/test" "$BUILD_DIR/test/Unit"
  run_suite "kernels from cuTile Python, end to end" \
    env TESSERA_BIN="$BUILD_DIR/bin" "$VENV_DIR/bin/python" -m pytest -q -n "$JOBS" \
    --rootdir "$SOURCE_DIR/test/Kernels" -p no:cacheprovider \
    --basetemp "$BUILD_DIR/test-kernels" --junitxml "$reports/kernels.xml" \
    "$SOURCE_DIR/test/Kernels"
  run_suite "conversions of numbers, beside numpy" \
    env TESSERA_BIN="$BUILD_DIR/bin" "$VENV_DIR/bin/python" -m pytest -q -n "$JOBS" \
    --rootdir "$SOURCE_DIR/test/Numerics" -p no:cacheprovider \
    --junitxml "$reports/numerics.xml" "$SOURCE_DIR/test/Numerics"
  run_suite "operations, type by type, from exact arithmetic" \
    env TESSERA_BIN="$BUILD_DIR/bin" "$VENV_DIR/bin/python" -m pytest -q -n "$JOBS" \
    --rootdir "$SOURCE_DIR/test/Interpreter/cases" -p no:cacheprovider \
    --junitxml "$reports/cases.xml" "$SOURCE_DIR/test/Interpreter/cases"
  run_suite "rewrites of the compiler, proved for all operands" \
    env TESSERA_BIN="$BUILD_DIR/bin" "$VENV_DIR/bin/python" -m pytest -q -n "$JOBS" \
    --rootdir "$SOURCE_DIR/test/Proofs" -p no:cacheprovider \
    --basetemp "$BUILD_DIR/test-proofs" \
    --junitxml "$reports/proofs.xml" "$SOURCE_DIR/test/Proofs"
  run_suite "the package for Python" \
    env TESSERA_BIN="$BUILD_DIR/bin" TESSERA_CUTILE="$VENV_DIR/cutile" \
    "$VENV_DIR/bin/python" -m pytest -q -n "$JOBS" \
    --rootdir "$SOURCE_DIR/test/Python" -p no:cacheprovider \
    --basetemp "$BUILD_DIR/test-python" --junitxml "$reports/python.xml" \
    "$SOURCE_DIR/test/Python"
  run_suite "front ends, as their users run them" \
    env TESSERA_BIN="$BUILD_DIR/bin" TESSERA_CUTILE="$VENV_DIR/cutile" \
    "$VENV_DIR/bin/python" -m pytest -q -n "$JOBS" \
    --rootdir "$SOURCE_DIR/test/Clients" -p no:cacheprovider \
    --junitxml "$reports/frontends.xml" --ignore "$SOURCE_DIR/test/Clients/driver" \
    "$SOURCE_DIR/test/Clients"
  check_cuda_programs "$reports/cuda.xml"
  check_clients "$reports/clients.xml"
  check_driver_clients "$reports/driver.xml"
  check_torch "$reports/torch.xml"
  say "All tests"
  python3 "$SOURCE_DIR/scripts/bootstrap/total.py" "$reports/lit.xml" \
    "$reports/kernels.xml" "$reports/numerics.xml" "$reports/cases.xml" "$reports/proofs.xml" \
    "$reports/frontends.xml" "$reports/python.xml" "$reports/cuda.xml" \
    "${CLIENTS_REPORT[@]}" "${DRIVER_REPORT[@]}" "${TORCH_REPORT[@]}"
}
