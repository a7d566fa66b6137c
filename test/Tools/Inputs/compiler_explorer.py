"""Runs each compiler of a properties file of Compiler Explorer as that does.

usage: compiler_explorer.py FILE TOOLS INPUT OUTPUT

The keys are those of its docs/AddingACompiler.md and of its own files for MLIR. TOOLS is
the folder of the programs in place of the file's. Prints what each compiler writes to
OUTPUT, behind its identifier.
"""

import pathlib
import re
import subprocess
import sys

OF_ALL = {"compilers", "defaultCompiler", "compilerType"} | {
    "supportsBinary",
    "supportsExecute",
    "supportsAsmDocs",
}
OF_GROUP = {"compilers", "groupName", "versionFlag", "versionRe", "licenseName", "licenseLink"}
OF_COMPILER = {"exe", "name", "options"}


def fail(why):
    sys.exit(f"{sys.argv[1]}: {why}")


def read(file):
    """Keys and values, between which white space counts."""
    found = {}
    for line in pathlib.Path(file).read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        key, equals, value = line.partition("=")
        if not equals or key in found or key != key.strip() or value != value.strip():
            fail(f"'{line}' is no key and value")
        found[key] = value
    return found


def check_key(key, identifiers):
    match = re.fullmatch(r"(group|compiler)\.(\w+)\.(\w+)", key)
    if not match:
        return key in OF_ALL
    kind, identifier, name = match.groups()
    if kind == "compiler":
        identifiers.add(identifier)
    return name in (OF_GROUP if kind == "group" else OF_COMPILER)


def listed(keys, names):
    """The compilers of a list, in which groups have an & ahead."""
    for name in names.split(":"):
        if name.startswith("&"):
            yield from listed(keys, keys[f"group.{name[1:]}.compilers"])
        else:
            yield name


def main():
    keys, identifiers = read(sys.argv[1]), set()
    for key in keys:
        if not check_key(key, identifiers):
            fail(f"'{key}' is no key of Compiler Explorer")
    compilers = list(listed(keys, keys["compilers"]))
    if set(compilers) != identifiers or keys["defaultCompiler"] not in compilers:
        fail(f"the list {compilers} is not that of the compilers {sorted(identifiers)}")
    if len({keys[f"compiler.{each}.name"] for each in compilers}) != len(compilers):
        fail("two compilers have one name")
    for each in compilers:
        exe = pathlib.Path(sys.argv[2], pathlib.Path(keys[f"compiler.{each}.exe"]).name)
        options = keys.get(f"compiler.{each}.options", "").split()
        subprocess.run([exe, *options, "-o", sys.argv[4], sys.argv[3]], check=True)
        for line in pathlib.Path(sys.argv[4]).read_text().splitlines():
            print(f"{each}: {line}")


main()
