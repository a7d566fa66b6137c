#!/bin/sh
# usage: release-source.sh SOURCES FOLDER
#
# Makes FOLDER/source, a repository with the scripts of SOURCES that make releases and
# programs that build nothing in the places of those that build, and the commands
# FOLDER/release, FOLDER/compare and FOLDER/repository, its git.
set -e
sources=$1 folder=$2
mkdir -p "$folder/bin" "$folder/source/scripts/packaging" "$folder/source/scripts/checks"

# command FILE: a program of what stands at the input.
command() {
  { echo '#!/bin/sh' && cat; } >"$folder/$1"
  chmod +x "$folder/$1"
}

command release <<END
PATH=$folder/bin:\$PATH exec $folder/source/scripts/release.sh "\$@"
END
command compare <<END
PATH=$folder/bin:\$PATH exec $folder/source/scripts/checks/same-release.sh
END
command repository <<END
exec git -c user.name=a -c user.email=b -C $folder/source "\$@"
END
command bin/cpack <<'END'
mkdir -p "$4" && touch "$4/some.deb"
END
command bin/ninja <<END
echo "\$@" >>$folder/ninja
END
command source/bootstrap.sh <<'END'
mkdir -p build/release/bin
printf '#!/bin/sh\necho Tessera 1.5.0, of sorts\n' >build/release/bin/tileiras
chmod +x build/release/bin/tileiras
END
command source/scripts/packaging/cross.sh <<'END'
mkdir -p build/aarch64
END
command source/scripts/packaging/wheel.sh <<'END'
build=$(dirname "$TESSERA_BIN")
basename "$build" >"$1/$(basename "$build").whl"
END
cat >"$folder/source/scripts/packaging/third_party.py" <<'END'
import sys
print("1.5.0" if sys.argv[1] == "version" else sys.argv[1:2])
END
cp -r "$sources/scripts/bootstrap" "$sources/scripts/release.sh" "$folder/source/scripts"
# What builds nothing needs no space.
sed '/^need_space/d' "$sources/scripts/checks/same-release.sh" >"$folder/source/scripts/checks/same-release.sh"
chmod +x "$folder/source/scripts/checks/same-release.sh"
printf '# Changelog\n\n## Unreleased\n\nnew\n\n## 1.4.0\n\nold\n' >"$folder/source/CHANGELOG.md"
echo build >"$folder/source/.gitignore"
"$folder/repository" init -q
"$folder/repository" add .
"$folder/repository" commit -q -m One
