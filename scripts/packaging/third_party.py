#!/usr/bin/env python3
# ===- third_party.py - Whose work a binary of Tessera holds ------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""What others wrote and a program or library of Tessera is linked with.

usage: scripts/packaging/third_party.py version            that of the project
       scripts/packaging/third_party.py notices            their licences, as a text
       scripts/packaging/third_party.py spdx FILE...       a list of parts of these files (SPDX 2.3)

The last two are the same for the same packages and files. SOURCE_DATE_EPOCH is the date of the
list, in seconds; without it the time of the last commit.
"""

import dataclasses
import datetime
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys

SOURCE_DIR = pathlib.Path(__file__).resolve().parents[2]
OWN_LICENSE = "Apache-2.0 WITH LLVM-exception"


@dataclasses.dataclass(frozen=True)
class Part:
    """A library that is linked statically, and the package of Debian that it comes from."""

    name: str
    package: str
    license: str  # an expression of SPDX
    home: str


PARTS = (
    Part("LLVM", "llvm-22-dev", OWN_LICENSE, "https://llvm.org"),
    Part("MLIR", "libmlir-22-dev", OWN_LICENSE, "https://mlir.llvm.org"),
    Part("zlib", "zlib1g-dev", "Zlib", "https://zlib.net"),
    Part("Zstandard", "libzstd-dev", "BSD-3-Clause", "https://facebook.github.io/zstd"),
    Part(
        "libstdc++ and libgcc",
        "libstdc++-12-dev",
        "GPL-3.0-or-later WITH GCC-exception-3.1",
        "https://gcc.gnu.org",
    ),
    Part("glibc", "libc6-dev", "LGPL-2.1-or-later", "https://www.gnu.org/software/libc"),
)


def version_of(part):
    """That of the installed package."""
    answer = subprocess.run(
        ["dpkg-query", "-W", "-f", "${Version}", part.package], capture_output=True, text=True
    )
    if answer.returncode != 0 or not answer.stdout:
        raise SystemExit(
            f"the package {part.package} is not installed, so the version of {part.name} that is "
            "linked is not known: run this where ./bootstrap.sh has built, on Debian 12"
        )
    return answer.stdout


def notices():
    text = [
        "Tessera is under the Apache License v2.0 with LLVM Exceptions (LICENSE). Its programs",
        "and libraries hold parts of what follows, each under its own licence.",
    ]
    for part in PARTS:
        copyright = pathlib.Path("/usr/share/doc", part.package, "copyright").read_text()
        text += ["", "=" * 80, f"{part.name} {version_of(part)}, {part.home}", "=" * 80, ""]
        text += [copyright.rstrip()]
    return "\n".join(text) + "\n"


def project_version():
    text = (SOURCE_DIR / "CMakeLists.txt").read_text()
    return re.search(r"project\(tessera VERSION ([\d.]+)", text).group(1)


def date():
    seconds = os.environ.get("SOURCE_DATE_EPOCH") or subprocess.check_output(
        ["git", "-C", SOURCE_DIR, "log", "-1", "--format=%ct"], text=True
    )
    return datetime.datetime.fromtimestamp(int(seconds), datetime.timezone.utc)


def file_entry(path):
    contents = path.read_bytes()
    return {
        "SPDXID": "SPDXRef-File-" + re.sub(r"[^A-Za-z0-9.-]", "-", path.name),
        "fileName": "./" + path.name,
        "checksums": [
            {"algorithm": name.upper(), "checksumValue": hashlib.new(name, contents).hexdigest()}
            for name in ("sha1", "sha256")
        ],
        "licenseConcluded": OWN_LICENSE,
        "copyrightText": "NOASSERTION",
    }


def package_entry(identifier, name, version, license, home):
    return {
        "SPDXID": identifier,
        "name": name,
        "versionInfo": version,
        "downloadLocation": home,
        "filesAnalyzed": False,
        "licenseConcluded": license,
        "licenseDeclared": license,
        "copyrightText": "NOASSERTION",
    }


def spdx(paths):
    files = [file_entry(path) for path in sorted(paths)]
    whole, version = "SPDXRef-Tessera", project_version()
    packages = [package_entry(whole, "tessera", version, OWN_LICENSE, "NOASSERTION")]
    relations = [("SPDXRef-DOCUMENT", "DESCRIBES", whole)]
    for part in PARTS:
        identifier = "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", part.package)
        packages.append(
            package_entry(identifier, part.name, version_of(part), part.license, part.home)
        )
        relations.append((identifier, "STATIC_LINK", whole))
    relations += [(whole, "CONTAINS", file["SPDXID"]) for file in files]
    names = ["spdxElementId", "relationshipType", "relatedSpdxElement"]
    sums = "".join(file["checksums"][1]["checksumValue"] for file in files)
    digest = hashlib.sha256(sums.encode()).hexdigest()
    return {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"tessera-{version}",
        "documentNamespace": f"urn:sha256:{digest}",
        "creationInfo": {
            "created": date().strftime("%Y-%m-%dT%H:%M:%SZ"),
            "creators": ["Tool: third_party.py"],
        },
        "packages": packages,
        "files": files,
        "relationships": [dict(zip(names, relation)) for relation in relations],
    }


def main(arguments):
    if arguments == ["version"]:
        print(project_version())
    elif arguments == ["notices"]:
        sys.stdout.write(notices())
    elif arguments[:1] == ["spdx"]:
        json.dump(spdx(map(pathlib.Path, arguments[1:])), sys.stdout, indent=1)
        print()
    else:
        sys.exit("usage: scripts/packaging/third_party.py version | notices | spdx FILE...")


if __name__ == "__main__":
    main(sys.argv[1:])
