# ===- fuzz_corpora.py - The kept corpora of the fuzz targets -----------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""usage: fuzz_corpora.py SOURCE_DIR"""

import hashlib
import pathlib
import re
import sys
import tarfile

source = pathlib.Path(sys.argv[1])
command = (source / "scripts" / "nightly.sh").read_text()
targets = re.search(r"scripts/fuzz\.sh 600 ([a-z ]+)\)", command)[1].split()
files = sorted((source / "fuzz" / "corpora").iterdir())
assert files and sum(file.stat().st_size for file in files) <= 20 << 20
assert [file.name.removesuffix(".tar.xz") for file in files] == sorted(targets)
for file in files:
    with tarfile.open(file) as archive:
        inputs = [member for member in archive if member.isfile()]
        assert inputs, file
        for member in inputs:
            # libFuzzer names inputs by their contents.
            bytes = archive.extractfile(member).read()
            assert pathlib.Path(member.name).name == hashlib.sha1(bytes).hexdigest(), member.name
            assert (member.mtime, member.uid, member.gid, member.uname) == (0, 0, 0, ""), member.name
