# ===- lint_pins.py - Packages of pip are pinned by hashes ----------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""usage: lint_pins.py FOLDER

Prints the packages that a NAME.in below the folder asks for and NAME.txt does not pin, or
not by hashes (scripts/pin.sh), and the lines of scripts that install others from pip.
"""

import pathlib
import re
import sys

PIN = re.compile(r"^([\w.-]+)==(\S+)", re.MULTILINE)
HASHES = re.compile(r"^([\w.-]+)==(\S+) \\\n +--hash=sha256:[0-9a-f]{64}", re.MULTILINE)
INSTALLS = re.compile(r"\bpip\S? (install|download)\b")
SAFE = re.compile(r"--require-hashes|--no-index")


def packages(pattern, file):
    found = pattern.findall(file.read_text())
    return {(name.lower().replace("_", "-"), version) for name, version in found}


def lint(folder):
    for wanted in sorted(folder.rglob("*.in")):
        asked, pins = packages(PIN, wanted), wanted.with_suffix(".txt")
        if asked and not pins.exists():
            yield f"{wanted}: there is no {pins.name}"
        elif asked:
            pinned = packages(HASHES, pins)
            for name, version in sorted(asked - pinned | packages(PIN, pins) - pinned):
                yield f"{pins}: {name}=={version} is not pinned by a hash"
    for script in sorted(folder.rglob("*.sh")):
        for number, line in enumerate(script.read_text().splitlines(), 1):
            if INSTALLS.search(line) and not SAFE.search(line) and not line.startswith("#"):
                yield f"{script}:{number}: packages without hashes: {line.strip()}"


def main():
    complaints = list(lint(pathlib.Path(sys.argv[1])))
    print(*complaints, sep="\n", end="\n" if complaints else "")
    return bool(complaints)


if __name__ == "__main__":
    sys.exit(main())
