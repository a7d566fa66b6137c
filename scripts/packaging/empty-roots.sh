#!/usr/bin/env bash
#===- empty-roots.sh - Use the tools where nothing else is installed -------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
#
# usage: scripts/packaging/empty-roots.sh [bare | debian | ubuntu | oldest | aarch64 | image | stages]...
#
# Compiles a kernel in root folders that hold as little as possible, and compares
# the result byte by byte with that of the build folder:
#
#   bare    the program `tessera` and no other file
#   debian  the smallest Debian 12 and Python, with the .deb and the wheel
#   ubuntu  the same of Ubuntu 24.04
#   oldest  the same of Ubuntu 18.04, whose glibc 2.27 is the oldest that they ask for
#   aarch64 Debian 12 on aarch64 by qemu, with the wheel of scripts/packaging/cross.sh
#   image   what the last stage of the Dockerfile makes of the smallest Debian 12
#   stages  the same with its first stage, which installs and builds all there, and
#           whose wheel has the bytes of that of the build folder; 12 GB
#
# Each without ptxas, as far as PTX, and with ptxas copied in, to a cubin; aarch64 has no
# such ptxas, and the image one of its own. In the systems the kernel is interpreted,
# emulated and launched under `tessera run` as well. Without arguments: all but the
# last three; aarch64 needs Linux 6.7. ./bootstrap.sh build must have run before. The
# systems need root and a network, and are kept in build/roots. UBUNTU_MIRROR names
# the mirror of Ubuntu's packages; that of Debian's is apt's. TESSERA_BIN names the
# folder of the tools if it is not build/release/bin.
#
#===------------------------------------------------------------------------===#

set -euo pipefail

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# shellcheck source=scripts/bootstrap/common.sh
. "$HERE/scripts/bootstrap/common.sh"
# shellcheck source=scripts/bootstrap/packages.sh
. "$HERE/scripts/bootstrap/packages.sh"
# shellcheck source=scripts/packaging/sysroot.sh
. "$HERE/scripts/packaging/sysroot.sh"

[ -z "${TESSERA_BIN:-}" ] || BUILD_DIR=$(dirname "$TESSERA_BIN")
ROOTS=$BUILD_ROOT/roots
WORK=$(mktemp -d)
trap 'rm -rf "$WORK"' EXIT
MADE=$WORK/packages # what is checked
KINDS=(ptx cubin)    # what is compared
PATH=$PATH:/usr/sbin:/sbin # which a user's may lack: chroot
NAMESPACE=(unshare --mount)
[ "$(id -u)" -eq 0 ] || NAMESPACE+=(--map-root-user)
FORMAT='' # of programs that another runs, in the words of binfmt_misc

# in_root ROOT COMMAND...: with /proc, /dev/null and /tmp, which every Linux has.
in_root() {
  mkdir -p "$1/proc" "$1/dev" "$1/tmp"
  touch "$1/dev/null"
  [ -e "$1/dev/fd" ] || ln -s /proc/self/fd "$1/dev/fd"
  # shellcheck disable=SC2016
  FORMAT=$FORMAT "${NAMESPACE[@]}" sh -c '
    if [ -n "$FORMAT" ]; then
      formats=/proc/sys/fs/binfmt_misc
      mount -t binfmt_misc none $formats && printf %s "$FORMAT" >$formats/register || exit
    fi
    mount --rbind /proc "$1/proc" && mount --bind /dev/null "$1/dev/null" || exit
    root=$1
    shift
    # qemu keeps an entry for each page of the 4 TiB that the driver else would reserve.
    exec env -i PATH=/usr/bin:/bin:/usr/sbin:/sbin ${FORMAT:+QEMU_RESERVED_VA=32G} chroot "$root" "$@"' sh "$@"
}

# copy_with_libraries PROGRAM ROOT TO: also copies the libraries of the program.
copy_with_libraries() {
  local library
  install -D "$1" "$2$3"
  for library in $(ldd "$1" | grep -o '/[^ ]*'); do
    # A link there leads to a file by its path in the root.
    [ -e "$2$library" ] || [ -L "$2$library" ] || install -D "$library" "$2$library"
  done
}

# make_expected: compiles in the build folder, to $WORK/k.ptx and, if there is
# ptxas, $WORK/k.cubin.
make_expected() {
  local tileiras=$BUILD_DIR/bin/tileiras
  [ -x "$tileiras" ] || die "there is no $tileiras: run ./bootstrap.sh build first."
  "$tileiras" "$KERNEL" --gpu-name=sm_90 --emit=ptx -o "$WORK/k.ptx"
  PTXAS=$(sed -n 's/^TESSERA_PTXAS:FILEPATH=\(\/.*\)/\1/p' "$BUILD_DIR/CMakeCache.txt")
  if [ -x "$PTXAS" ]; then
    "$tileiras" "$KERNEL" --gpu-name=sm_90 --ptxas-path="$PTXAS" -o "$WORK/k.cubin"
  else
    note "there is no ptxas: PTX is the end"
  fi
}

# compile_in ROOT TILEIRAS...: compiles in ROOT with each of these commands.
compile_in() {
  local root=$1 tileiras kind
  shift
  install -D "$KERNEL" "$root/tmp/k.tileirbc"
  for tileiras in "$@"; do
    for kind in "${KINDS[@]}"; do
      [ -e "$WORK/k.$kind" ] || continue
      rm -f "$root/tmp/k.out"
      [ "$kind" = ptx ] || copy_with_libraries "$PTXAS" "$root" /usr/local/cuda/bin/ptxas
      # shellcheck disable=SC2086
      in_root "$root" $tileiras /tmp/k.tileirbc --gpu-name=sm_90 --emit=$kind -o /tmp/k.out ||
        die "$tileiras does not compile to $kind in $root."
      cmp "$WORK/k.$kind" "$root/tmp/k.out" || die "$tileiras makes another $kind in $root."
      note "$tileiras: the same $kind"
    done
    rm -rf "$root/usr/local/cuda"
  done
}

check_bare() {
  say "A root that holds tessera alone"
  local root=$WORK/bare
  install -D "$BUILD_DIR/bin/tessera" "$root/tessera"
  compile_in "$root" "/tessera tileiras"
}

# bootstrap_system ROOT SUITE MIRROR OPTION...: makes a minimal system, once, by
# debootstrap's SCRIPT for another suite if that is set. A failure is only reported,
# unless the arguments name the system.
bootstrap_system() {
  local root=$1 suite=$2 mirror=$3
  shift 3
  if [ -e "$root.made" ] && [ "$(cat "$root.made")" = "$*" ]; then return 0; fi
  ensure_packages debootstrap
  need_space "$ROOTS" 1000 "for $suite"
  rm -rf "$root"
  if ! logged "debootstrap-$suite" debootstrap --variant=minbase "$@" "$suite" "$root" "$mirror" ${SCRIPT:+"$SCRIPT"}; then
    [ "$ALL" = 1 ] || die "the system cannot be made from $mirror."
    note "not checked: the system cannot be made from $mirror"
    return 1
  fi
  echo "$*" >"$root.made"
}

# run_in ROOT FOLDER: runs the kernel that compile_in left, with the tools in FOLDER.
run_in() {
  local root=$1 folder=$2 name
  local run=("$folder/cuda-tile-run" /tmp/k.tileirbc --entry=vector_add --grid=1)
  python3 "$SOURCE_DIR/examples/vectors.py" make "$root/tmp/vectors" 1000
  for name in a b c; do run+=("--arg=array:/tmp/vectors/$name.npy"); done
  in_root "$root" "${run[@]}" --engine=emulate --gpu-name=sm_90 --compare=interpret --out=2=/tmp/sum.npy \
    >"$WORK/run.log" 2>&1 || die "${run[0]} fails in $root: $(cat "$WORK/run.log")"
  python3 "$SOURCE_DIR/examples/vectors.py" check "$root/tmp/vectors" "$root/tmp/sum.npy" ||
    die "the interpreter and the emulator agree on a wrong sum in $root."
  note "${run[0]}: interprets and emulates"

  cp "$WORK/k.ptx" "$SOURCE_DIR/scripts/packaging/launch.py" "$root/tmp"
  in_root "$root" "$folder/tessera" run --gpu=sm_90 python3 /tmp/launch.py /tmp/k.ptx >"$WORK/run.log" 2>&1 ||
    die "$folder/tessera run fails in $root: $(cat "$WORK/run.log")"
  note "$folder/tessera run: $(tail -n 1 "$WORK/run.log")"

  in_root "$root" "${run[@]}" --engine=cuda >"$WORK/run.log" 2>&1 || true
  grep -q 'no CUDA driver' "$WORK/run.log" || die "cuda-tile-run says of a missing driver: $(cat "$WORK/run.log")"
  note "${run[0]}: looks for the CUDA driver"
}

# make_debs, make_wheel: put those of BUILD_DIR into MADE, once for all systems.
make_debs() {
  [ ! -e "$MADE/debs" ] || return 0
  logged cpack cpack --config "$BUILD_DIR/CPackConfig.cmake" -B "$MADE/debs" || die "cpack fails."
}
make_wheel() {
  [ -e "$MADE/wheel" ] || TESSERA_BIN=$BUILD_DIR/bin "$SOURCE_DIR/scripts/packaging/wheel.sh" "$MADE/wheel"
}

# check_debs ROOT: checks what dpkg installs.
check_debs() {
  local root=$1
  make_debs
  mkdir -p "$root/tmp/debs"
  cp "$MADE"/debs/{tessera,libtessera1}_*.deb "$root/tmp/debs"
  in_root "$root" sh -c 'dpkg --install /tmp/debs/*.deb' >"$WORK/dpkg.log" 2>&1 || die "dpkg fails: $(cat "$WORK/dpkg.log")"
  compile_in "$root" /usr/bin/tileiras
  run_in "$root" /usr/bin
}

# check_wheel ROOT: checks what pip installs, as a user has it do. The Python of the
# oldest system is too old for that, though not for `tessera run`: there the pip of this
# machine unpacks the wheel.
check_wheel() {
  local root=$1
  make_wheel
  rm -rf "$root/opt/wheel"
  if in_root "$root" python3 -c 'import sys; sys.exit(sys.version_info < (3, 9))'; then
    cp "$MADE"/wheel/*.whl "$root/tmp"
    in_root "$root" python3 -m venv /opt/wheel
    in_root "$root" sh -c '/opt/wheel/bin/pip install --quiet --no-index --no-deps /tmp/*.whl && rm /tmp/*.whl'
  else
    python3 -m pip install --quiet --no-index --no-deps --ignore-installed --root-user-action=ignore \
      --prefix "$root/opt/wheel" "$MADE"/wheel/*.whl
  fi
  compile_in "$root" /opt/wheel/bin/tileiras
  run_in "$root" /opt/wheel/bin
}

# check_in ROOT WHAT...: the checks for each of these, in a system.
check_in() {
  local root=$1 what
  shift
  note "$(in_root "$root" python3 -c 'import platform; print(platform.machine(), *platform.libc_ver())')"
  for what in "$@"; do "check_$what" "$root"; done
}

# bootstrap_debian NAME OPTION...: Debian 12 in the folder NAME.
bootstrap_debian() {
  local root=$ROOTS/$1 mirror
  shift
  # shellcheck disable=SC2016
  mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Codename: bookworm' | head -n 1)
  bootstrap_system "$root" bookworm "${mirror:-http://deb.debian.org/debian}" "$@"
}

check_debian() {
  say "Debian 12"
  bootstrap_debian debian-12 --include=python3-venv || return 0
  check_in "$ROOTS/debian-12" debs wheel
}

# bootstrap_ubuntu VERSION SUITE PACKAGE: Debian 12 has neither the keys of Ubuntu nor the
# names of all its releases.
bootstrap_ubuntu() {
  say "Ubuntu $1"
  SCRIPT=/usr/share/debootstrap/scripts/gutsy \
    bootstrap_system "$ROOTS/ubuntu-$1" "$2" "${UBUNTU_MIRROR:-http://archive.ubuntu.com/ubuntu}" \
    --no-check-gpg --components=main,universe --include="$3"
}

check_ubuntu() {
  bootstrap_ubuntu 24.04 noble python3-venv || return 0
  check_in "$ROOTS/ubuntu-24.04" debs wheel
}

check_oldest() {
  bootstrap_ubuntu 18.04 bionic python3 || return 0
  check_in "$ROOTS/ubuntu-18.04" debs wheel
}

# Here in_root runs programs for aarch64. They are known in the namespace of its command
# alone, so that nothing of this machine changes.
check_aarch64() {
  say "Debian 12 on aarch64"
  local root=$ROOTS/debian-12-aarch64 BUILD_DIR=$BUILD_ROOT/aarch64 MADE=$WORK/aarch64 KINDS=(ptx)
  local NAMESPACE=(unshare --mount --user --map-root-user)
  local header='\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00'
  local mask='\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff'
  local FORMAT=":aarch64:M::$header:$mask:/usr/bin/qemu-aarch64-static:F"
  ensure_packages qemu-user-static
  make_sysroot "$root" arm64 python3-venv coreutils dash
  in_root "$root" true || die "programs for aarch64 do not run in a namespace of their own, which takes Linux 6.7."
  check_in "$root" wheel
}

# stage NUMBER: the instructions of a stage of the Dockerfile, each on one line.
stage() {
  sed -e '/^#/d' -e ':join' -e '/\\$/{N;s/\\\n//;b join' -e '}' "$SOURCE_DIR/Dockerfile" |
    awk -v number="$1" '/^FROM/ { at++ } at == number'
}

# copy_into ROOT FOLDER FILE...: what COPY takes: the commit that is checked out, or from
# the first stage, which has it in /src and leaves wheels in /wheel.
copy_into() {
  local root=$1 folder=$2 file
  shift 2
  mkdir -p "$root$folder"
  for file in "$@"; do
    case $file in
    .) git -C "$SOURCE_DIR" archive HEAD | tar -xC "$root$folder" ;;
    /wheel) cp "$MADE"/wheel/*.whl "$root$folder" ;;
    /src/*) cp "$SOURCE_DIR/${file#/src/}" "$root$folder" ;;
    *) die "the Dockerfile copies $file, of which this script knows nothing." ;;
    esac
  done
}

# carry_out ROOT WORD ARGUMENT: an instruction of a stage, as Docker does. The names and
# certificates of the network are this machine's.
carry_out() {
  local root=$1 words
  read -ra words <<<"$3"
  case $2 in
  '' | FROM) ;;
  ENV) SETTINGS+=("${3//\$PATH//usr/bin:/bin:/usr/sbin:/sbin}") ;;
  COPY)
    [[ $3 != --from=* ]] || words=("${words[@]:1}")
    copy_into "$root" "${words[-1]}" "${words[@]:0:${#words[@]}-1}"
    ;;
  WORKDIR) DIRECTORY=$3 && mkdir -p "$root$3" ;;
  RUN)
    in_root "$root" env DEBIAN_FRONTEND=noninteractive ${PIP_CERT:+PIP_CERT=/etc/certificates} \
      "${SETTINGS[@]}" sh -c "cd $DIRECTORY && $3" >"$WORK/run.log" 2>&1 </dev/null ||
      die "RUN $3 fails: $(tail -n 20 "$WORK/run.log")"
    ;;
  CMD)
    mapfile -t words < <(python3 -c 'import json, sys; print(*json.loads(sys.argv[1]), sep="\n")' "$3")
    in_root "$root" env "${SETTINGS[@]}" "${words[@]}" >"$WORK/run.log" 2>&1 || die "CMD $3 fails: $(cat "$WORK/run.log")"
    ;;
  *) die "the Dockerfile has $2, which this script cannot carry out." ;;
  esac
  note "$2 $3"
}

# carry_out_stage NUMBER ROOT: makes ROOT, of the smallest Debian 12 with all its mirrors.
carry_out_stage() {
  local root=$2 DIRECTORY=/ word rest
  rm -rf "$root"
  cp -a "$ROOTS/debian-12-slim" "$root"
  cp -L /etc/resolv.conf "$root/etc/resolv.conf"
  sed 'p; s/bookworm/&-updates/; p; s,[^/ ]* bookworm-updates,debian-security bookworm-security,' \
    "$ROOTS/debian-12-slim/etc/apt/sources.list" >"$root/etc/apt/sources.list"
  [ -z "${PIP_CERT:-}" ] || cp -L "$PIP_CERT" "$root/etc/certificates"
  while read -r word rest; do carry_out "$root" "$word" "$rest"; done < <(stage "$1")
}

check_image() {
  say "The image of the Dockerfile"
  bootstrap_debian debian-12-slim || return 0
  local root=$WORK/image KINDS=(ptx) SETTINGS=()
  make_wheel
  carry_out_stage 2 "$root"
  compile_in "$root" /opt/tessera/bin/tileiras
  in_root "$root" /opt/tessera/bin/tileiras /tmp/k.tileirbc --gpu-name=sm_90 -o /tmp/k.cubin ||
    die "the image's ptxas, which pip installed, is not found."
  run_in "$root" /opt/tessera/bin
}

check_stages() {
  say "The stages of the Dockerfile"
  bootstrap_debian debian-12-slim || return 0
  local root=$ROOTS/dockerfile SETTINGS=()
  need_space "$ROOTS" 12000 "for the first stage"
  carry_out_stage 1 "$root"
  make_wheel
  cmp "$MADE"/wheel/*.whl "$root"/wheel/*.whl || die "the first stage makes another wheel than the build folder."
  note "the same wheel"
  rm -rf "$root"
  check_image
}

KERNEL=$SOURCE_DIR/examples/vector_add.tileirbc
ALL=0
if [ $# -eq 0 ]; then
  ALL=1
  set -- bare debian ubuntu oldest
fi
for name in "$@"; do
  case $name in
  bare | debian | ubuntu | oldest | aarch64 | image | stages) ;;
  *) die "usage: scripts/packaging/empty-roots.sh [bare | debian | ubuntu | oldest | aarch64 | image | stages]..." ;;
  esac
done
[ "$*" = bare ] || [ "$(id -u)" -eq 0 ] || die "making a system needs root."
make_expected
for name in "$@"; do
  "check_$name"
done
