#!/usr/bin/env python3
# ===- third_party.py - Whose work a binary of Tessera holds ------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Parts that others wrote and a program or library of Tessera is linked with.

usage: scripts/packaging/third_party.py version                     that of the project
       scripts/packaging/third_party.py notices BUILD               their licences, as a text
       scripts/packaging/third_party.py spdx BUILD... -- FILE...    a list of parts of these files (SPDX 2.3)

BUILD is the folder of a build. It links the packages of Debian of this machine, or
those in the folder that its CMakeCache.txt names as CMAKE_SYSROOT (scripts/packaging/cross.sh).

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
from urllib.parse import quote

SOURCE_DIR = pathlib.Path(__file__).resolve().parents[2]
OWN_LICENSE = "Apache-2.0 WITH LLVM-exception"


@dataclasses.dataclass(frozen=True)
class Part:
    """A library that is linked statically, and the package of Debian that it comes from."""

    name: str
    package: str
    license: str  # an expression of SPDX
    home: str
    texts: tuple = ()  # licences that the package only names, as Debian has them beside it


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
        ("GPL-3",),
    ),
    Part(
        "glibc",
        "libc6-dev",
        "LGPL-2.1-or-later",
        "https://www.gnu.org/software/libc",
        ("LGPL-2.1",),
    ),
)


def root_of(build):
    """The folder of the system whose packages a build links."""
    cache = pathlib.Path(build, "CMakeCache.txt")
    if not cache.exists():
        raise SystemExit(f"{build} is no folder of a build: ./bootstrap.sh build makes build/release")
    found = re.search(r"^CMAKE_SYSROOT:PATH=(.+)$", cache.read_text(), re.MULTILINE)
    return pathlib.Path(found.group(1) if found else "/")


def query(part, root):
    """The version and the architecture of the package in a system."""
    command = ["dpkg-query", f"--admindir={root}/var/lib/dpkg", "-W"]
    command += ["-f", "${Version} ${Architecture}\n", part.package]
    answer = subprocess.run(command, capture_output=True, text=True)
    if answer.returncode != 0 or not answer.stdout.strip():
        raise SystemExit(
            f"the package {part.package} is not installed, so the version of {part.name} that is "
            "linked is not known: run this where ./bootstrap.sh has built, on Debian 12"
        )
    return answer.stdout.split()[:2]


def section(title, file):
    return ["", "=" * 80, title, "=" * 80, "", file.read_text().rstrip()]


def notices(build):
    root = root_of(build)
    text = [
        "Tessera is under the Apache License v2.0 with LLVM Exceptions (LICENSE). Its programs",
        "and libraries hold parts of what follows, each under its own licence. The sources of",
        "Tessera, which build them by one command, are all that is needed to link them with",
        "other versions of these parts.",
    ]
    share = root / "usr/share"
    for part in PARTS:
        version, _ = query(part, root)
        title = f"{part.name} {version}, {part.home}"
        text += section(title, share / "doc" / part.package / "copyright")
    for name in dict.fromkeys(name for part in PARTS for name in part.texts):
        text += section(name, share / "common-licenses" / name)
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


def package_entry(identifier, name, version, license, home, **more):
    return {
        "SPDXID": identifier,
        "name": name,
        "versionInfo": version,
        "downloadLocation": home,
        "filesAnalyzed": False,
        "licenseConcluded": license,
        "licenseDeclared": license,
        "copyrightText": "NOASSERTION",
        **more,
    }


def part_entry(part, root):
    """A part as the packages of a system have it, which the address of the package says."""
    version, architecture = query(part, root)
    address = f"pkg:deb/debian/{part.package}@{quote(version)}?arch={architecture}&distro=bookworm"
    identifier = "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", f"{part.package}-{architecture}")
    reference = {
        "referenceCategory": "PACKAGE-MANAGER",
        "referenceType": "purl",
        "referenceLocator": address,
    }
    return package_entry(
        identifier, part.name, version, part.license, part.home, externalRefs=[reference]
    )


def spdx(builds, paths):
    files = [file_entry(path) for path in sorted(paths)]
    whole, version = "SPDXRef-Tessera", project_version()
    packages = [package_entry(whole, "tessera", version, OWN_LICENSE, "NOASSERTION")]
    relations = [("SPDXRef-DOCUMENT", "DESCRIBES", whole)]
    for root in map(root_of, builds):
        packages += [part_entry(part, root) for part in PARTS]
    relations += [(whole, "STATIC_LINK", part["SPDXID"]) for part in packages[1:]]
    for file in files:
        relations.append(("SPDXRef-DOCUMENT", "DESCRIBES", file["SPDXID"]))
        relations.append((file["SPDXID"], "GENERATED_FROM", whole))
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
    elif arguments[:1] == ["notices"] and len(arguments) == 2:
        sys.stdout.write(notices(arguments[1]))
    elif arguments[:1] == ["spdx"] and "--" in arguments:
        end = arguments.index("--")
        files = map(pathlib.Path, arguments[end + 1 :])
        json.dump(spdx(arguments[1:end], files), sys.stdout, indent=1)
        print()
    else:
        sys.exit("usage: scripts/packaging/third_party.py version | notices BUILD | spdx BUILD... -- FILE...")


if __name__ == "__main__":
    main(sys.argv[1:])
