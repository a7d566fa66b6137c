# ===- lint_corpora.py - The kept corpora are those of the fuzz targets ---------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""usage: lint_corpora.py FUZZ PAGE NIGHT

Prints the targets of the folder FUZZ, NAMEFuzzer.cpp each, without an archive of inputs,
the archives of no target, those that are empty, the inputs whose name is not the hash of
their bytes, by which libFuzzer names what it keeps, or that have a time or an owner, so that
the same inputs would not be the same bytes, what the table of the page says otherwise,
targets that the script NIGHT leaves out, and archives that are too large together. An input
may be broken on purpose, so its form says nothing of its target; the table does, where an
archive has the name of another.
"""

import hashlib
import pathlib
import re
import sys
import tarfile

# The most bytes that the repository keeps.
MOST = 20 << 20
ROW = re.compile(r"^\| `(\w+)` \| ([\d,]+) \| ([\d,]+) \|$", re.MULTILINE)
COMMAND = re.compile(r"scripts/fuzz\.sh \d+ ([a-z ]+)")


def inputs_of(archive):
    """The entry and the bytes of each input, by name."""
    with tarfile.open(archive) as file:
        members = [member for member in file if member.isfile()]
        return {pathlib.Path(m.name).name: (m, file.extractfile(m).read()) for m in members}


def lint(folder, page, night):
    targets = {file.stem.removesuffix("Fuzzer").lower() for file in folder.glob("*Fuzzer.cpp")}
    archives = {file.name.split(".")[0]: file for file in folder.glob("corpora/*.tar.xz")}
    rows = {row[1]: (row[2], row[3]) for row in ROW.finditer(page.read_text())}
    fuzzed = set(COMMAND.search(night.read_text())[1].split())
    for name in sorted(targets - fuzzed):
        yield f"{name}: a target that {night.name} leaves out"
    for name in sorted(targets - set(archives)):
        yield f"{name}: a target without a corpus"
    for name in sorted(set(archives) - targets):
        yield f"{name}: a corpus of no target"
    for name in sorted(set(rows) - set(archives)):
        yield f"{name}: in {page.name}, without a corpus"
    if sum(archive.stat().st_size for archive in archives.values()) > MOST:
        yield f"the corpora have more than {MOST} bytes"
    for name, archive in sorted(archives.items()):
        inputs = inputs_of(archive)
        if not inputs:
            yield f"{name}: an empty corpus"
        for input_name, (entry, content) in sorted(inputs.items()):
            if hashlib.sha1(content).hexdigest() != input_name:
                yield f"{name}: {input_name} is not the hash of its bytes"
            if (entry.mtime, entry.uid, entry.gid, entry.uname, entry.gname) != (0, 0, 0, "", ""):
                yield f"{name}: {input_name} has a time or an owner"
        figures = f"{len(inputs):,}", f"{archive.stat().st_size:,}"
        if rows.get(name) != figures:
            yield f"{name}: {figures[0]} inputs in {figures[1]} bytes, other than {page.name}"


def main():
    found = list(lint(*map(pathlib.Path, sys.argv[1:])))
    for finding in found:
        print(finding)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
