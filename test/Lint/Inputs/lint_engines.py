"""Counts the files that name the class of an op of tileas.

usage: lint_engines.py ROOT NAME=LIMIT ...

A file counts if it can see the class by its bare name or as `tileas::NAME`; those
that define, convert or emit the op do not.
"""

import pathlib
import re
import sys

FOLDERS = (
    "include/tessera/Dialect/TileAS/Analysis",
    "include/tessera/Dialect/TileAS/Transforms",
    "lib/Dialect/TileAS/Analysis",
    "lib/Dialect/TileAS/Transforms",
    "lib/Interpreter",
    "lib/Report",
)
# Several dialects are at home here, and each op has its dialect's name.
QUALIFIED = "lib/Interpreter"
NOT_CODE = re.compile(r'//[^\n]*|"(?:\\.|[^"\\\n])*"')


def names(path, root, name):
    text = NOT_CODE.sub("", path.read_text())
    bare = "" if QUALIFIED in str(path.relative_to(root)) else r"|(?<![\w:])"
    return re.search(rf"(?:\btileas::{bare}){name}\b", text)


def main():
    root = pathlib.Path(sys.argv[1])
    files = sorted(
        path
        for folder in FOLDERS
        for path in (root / folder).rglob("*")
        if path.suffix in (".cpp", ".h")
    )
    good = True
    for limit in sys.argv[2:]:
        name, most = limit.split("=")
        found = [str(p.relative_to(root)) for p in files if names(p, root, name)]
        if not found:
            print(f"{name}: no file names it")
        elif len(found) > int(most):
            print(
                f"{name}: {len(found)} files name it, more than {most}:",
                *found,
            )
        else:
            continue
        good = False
    return 0 if good else 1


sys.exit(main())
