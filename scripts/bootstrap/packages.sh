# shellcheck shell=bash
#===- packages.sh - What Tessera needs from the distribution ---------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
#
# This file is sourced. ensure_packages installs missing packages with apt on Debian 12.
# Elsewhere, and for a user who is not root, it goes on if everything is installed, and
# otherwise says what to install.
#
#===------------------------------------------------------------------------===#

# The compiler, LLVM and MLIR, and the packages that their CMake files look for; for the
# tests, Python, and the headers with which Triton compiles its launcher.
PACKAGES=(
  clang-22 lld-22 clang-format-22 libclang-rt-22-dev
  llvm-22-dev llvm-22-tools libmlir-22-dev mlir-22-tools
  libzstd-dev zlib1g-dev libxml2-dev libcurl4-openssl-dev libedit-dev libffi-dev
  g++ cmake ninja-build
  libgtest-dev libgmock-dev libbenchmark-dev
  python3 python3-dev python3-venv
)

# The key that signs LLVM's packages: apt takes them from apt.llvm.org by no other.
LLVM_KEY=6084F3CF814B57C1CF12EFD515CF4D18AF4F7421

# Sets MISSING to those of the packages given that dpkg does not know as installed.
find_missing_packages() {
  local package
  MISSING=()
  for package in "$@"; do
    if [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" != installed ]; then
      MISSING+=("$package")
    fi
  done
}

# Succeeds if the programs and libraries exist, however they were installed.
have_toolchain() {
  command -v cmake >/dev/null && command -v ninja >/dev/null && command -v python3 >/dev/null &&
    { command -v "clang++-$LLVM_MAJOR" >/dev/null || [ -x "$LLVM_PREFIX/bin/clang++" ]; } &&
    [ -f "$LLVM_PREFIX/lib/cmake/mlir/MLIRConfig.cmake" ]
}

# Fails if LLVM_ROOT names another version of LLVM than Tessera needs.
check_llvm_version() {
  local config=$LLVM_PREFIX/bin/llvm-config version
  [ -n "${LLVM_ROOT:-}" ] || return 0
  [ -x "$config" ] || die "LLVM_ROOT is $LLVM_ROOT, but there is no bin/llvm-config in it." \
    "Unset it to use Debian's LLVM $LLVM_MAJOR, or point it at an LLVM $LLVM_MAJOR with MLIR."
  version=$("$config" --version)
  case $version in
  "$LLVM_MAJOR".*) ;;
  *) die "LLVM_ROOT holds LLVM $version, but Tessera needs LLVM $LLVM_MAJOR." \
    "Unset it to use Debian's LLVM $LLVM_MAJOR, or point it at an LLVM $LLVM_MAJOR with MLIR." ;;
  esac
}

# accept_other_distribution ID VERSION NAME PACKAGE...: goes on if a system that is
# not Debian 12 has everything; otherwise says where to get it.
accept_other_distribution() {
  local id=$1 version=$2 name=$3 suite
  shift 3
  if have_toolchain; then
    say "Packages: $name is not Debian 12, so nothing is installed; the tools needed are there"
    return
  fi
  case "$id $version" in
  "ubuntu 22.04") suite=jammy ;;
  "ubuntu 24.04") suite=noble ;;
  "debian 13") suite=trixie ;;
  *) die "this script knows how to install packages on Debian 12 only, and this is $name." \
    "Build LLVM $LLVM_MAJOR with -DLLVM_ENABLE_PROJECTS='clang;lld;mlir', -DLLVM_TARGETS_TO_BUILD='Native;NVPTX' and" \
    "-DLLVM_ENABLE_RTTI=OFF, name its prefix by LLVM_ROOT, and install what else these Debian packages hold:" "$*" ;;
  esac
  die "$name has no LLVM $LLVM_MAJOR of its own, but LLVM's packages for it. As root, run, and then this again:" \
    "curl -fsSL https://apt.llvm.org/llvm-snapshot.gpg.key -o /etc/apt/trusted.gpg.d/apt.llvm.org.asc" \
    "echo 'deb [signed-by=$LLVM_KEY] https://apt.llvm.org/$suite/ llvm-toolchain-$suite-$LLVM_MAJOR main' >/etc/apt/sources.list.d/llvm.list" \
    "apt-get update && apt-get install -y --no-install-recommends $*"
}

# Runs apt-get, retrying the network; $1 names the log.
apt_get() {
  local name=$1
  shift
  logged "$name" env DEBIAN_FRONTEND=noninteractive \
    apt-get -o Acquire::Retries=3 -o DPkg::Lock::Timeout=300 "$@" </dev/null
}

# install_packages PACKAGE...: with apt, as root.
install_packages() {
  if [ "$(id -u)" -ne 0 ]; then
    if have_toolchain; then
      note "not root, so they are not installed; what building needs is there"
      return
    fi
    die "packages are missing and only root can install them. As root, run:" \
      "apt-get update && apt-get install $*"
  fi
  need_space /usr 5000 "for the packages"
  need_space /var/cache/apt 1500 "to download the packages"
  apt_get apt-update update || die "apt cannot read its package lists. Is there a network?"
  if ! apt-cache show "libmlir-$LLVM_MAJOR-dev" >/dev/null 2>&1 &&
    [ "$(dpkg-query -W -f '${db:Status-Status}' "libmlir-$LLVM_MAJOR-dev" 2>/dev/null)" != installed ]; then
    die "apt knows no package libmlir-$LLVM_MAJOR-dev." \
      "Debian 12 has LLVM $LLVM_MAJOR in bookworm-security: add this line to /etc/apt/sources.list and run again:" \
      "deb http://deb.debian.org/debian-security bookworm-security main"
  fi
  apt_get apt-install install -y --no-install-recommends "$@" ||
    die "apt could not install the packages. Is there a network, and space on the disk?"
}

# note_versions PACKAGE...: keeps the versions that apt installed, in the words of apt-get
# install, and says that of LLVM. There is none to ask for: Debian's mirrors have one
# version of a package at a time.
note_versions() {
  local list=$BUILD_ROOT/packages.txt llvm
  mkdir -p "$BUILD_ROOT"
  dpkg-query -W -f '${Package}=${Version}\n' "$@" >"$list" 2>/dev/null || true
  llvm=$(sed -n "s/^llvm-$LLVM_MAJOR-dev=//p" "$list")
  [ -z "$llvm" ] || note "LLVM $llvm; the versions of all are in $list"
}

# ensure_packages PACKAGE...: makes sure that they are installed.
ensure_packages() {
  local start=$SECONDS id='' version='' name='an unknown system'
  check_llvm_version
  if [ -r /etc/os-release ]; then
    # shellcheck source=/dev/null
    read -r id version name < <(. /etc/os-release && echo "${ID:-?} ${VERSION_ID:-?} ${PRETTY_NAME:-unknown}")
  fi
  if [ "$id $version" != "debian 12" ]; then
    accept_other_distribution "$id" "$version" "$name" "$@"
    return
  fi
  find_missing_packages "$@"
  if [ "${#MISSING[@]}" -eq 0 ]; then
    say "Packages: all there"
  else
    say "Packages: installing ${#MISSING[@]} with apt (${MISSING[*]})"
    install_packages "${MISSING[@]}"
    note "installed in $(took "$start")"
  fi
}
