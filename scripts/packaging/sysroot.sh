# shellcheck shell=bash
#===- sysroot.sh - The files of another machine's system -------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
#
# This file is sourced, after common.sh and packages.sh. make_sysroot unpacks packages
# for another kind of machine into a folder. None is installed, and nothing of this
# machine's apt and dpkg changes but what the folder holds; root is not needed.
#
#===------------------------------------------------------------------------===#

SYSROOTS=$BUILD_ROOT/sysroots

# write_apt_settings FILE FOLDER ARCHITECTURE: settings of an apt that keeps all its
# state in FOLDER, for a system of ARCHITECTURE that has no package. Where packages come
# from, and by which keys they are signed, is as on this machine.
write_apt_settings() {
  mkdir -p "$2/lists/partial" "$2/cache/archives/partial"
  : >"$2/status"
  cat >"$1" <<EOF
APT::Architecture "$3";
APT::Architectures { "$3"; };
APT::Install-Recommends "false";
APT::Sandbox::User "$(id -un)";
Debug::NoLocking "true";
Dir::State "$2";
Dir::State::lists "$2/lists";
Dir::State::status "$2/status";
Dir::Cache "$2/cache";
EOF
}

# unpack_package FILE FOLDER: its files, and what it is into the list of those installed,
# where dpkg-query --admindir=FOLDER/var/lib/dpkg finds it.
unpack_package() {
  dpkg-deb --extract "$1" "$2"
  {
    dpkg-deb --field "$1"
    printf 'Status: install ok installed\n\n'
  } >>"$2/var/lib/dpkg/status"
}

# make_sysroot FOLDER ARCHITECTURE PACKAGE...: makes FOLDER, once, of the packages, in
# Debian's words for a machine (arm64), and of all that they need. Links to absolute paths
# become relative ones, so that FOLDER is seen from outside as from within.
make_sysroot() {
  local folder=$1 architecture=$2 apt=$1.apt start=$SECONDS file
  shift 2
  if [ "$(cat "$folder.made" 2>/dev/null)" = "$*" ]; then
    say "Files for $architecture: done before ($folder)"
    return
  fi
  say "Files for $architecture: apt downloads them, and nothing is installed"
  need_space "$(dirname "$folder")" 3000 "for the files"
  rm -rf "$folder" "$folder.made" "$apt"
  mkdir -p "$folder/var/lib/dpkg/info" "$folder/var/lib/dpkg/updates"
  write_apt_settings "$folder.conf" "$apt" "$architecture"
  (
    export APT_CONFIG=$folder.conf
    apt_get "$architecture-update" update &&
      apt_get "$architecture-download" install -y --download-only "$@"
  ) || die "apt cannot download packages for $architecture. Is there a network?"
  for file in "$apt"/cache/archives/*.deb; do unpack_package "$file" "$folder"; done
  find "$folder" -lname '/*' | while read -r file; do
    ln -sfnr "$folder$(readlink "$file")" "$file"
  done
  rm -rf "$apt" "$folder.conf"
  echo "$*" >"$folder.made"
  note "$(grep -c '^Package:' "$folder/var/lib/dpkg/status") packages unpacked in $(took "$start")"
}
