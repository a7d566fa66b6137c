"""Checks which files see the classes of operations.

    lint_includes.py SOURCE_DIR [GROUP=MOST]...

MLIR writes the class of an operation from its record, so an edit of the record
compiles every source that sees its group (docs/developing.md, "Operations in
groups"). Hence a file includes a group only if it names a class of it or a
function of its header; and no more sources than MOST see a group, or ALL=MOST
any other one.

No header is included into a namespace: it compiles as long as another file has
included it before. Lists (.def) and what MLIR writes (.inc) are no headers.
"""

import os
import pathlib
import re
import sys

FOLDERS = ("include", "lib", "tools", "unittests", "fuzz")
INCLUDE = re.compile(r'^#include "([^"]+)"', re.M)
FUNCTION = re.compile(r"^(?:inline )?[\w:]+ \*?(\w+)\(", re.M)
BRACE = re.compile(r"^(namespace\b.*{)|^(} // namespace)", re.M)
RECORD = re.compile(r"^def [A-Za-z]+_(\w+Op)\b", re.M)


class Sources:
    """The files of the project, and their includes of one another."""

    def __init__(self, root):
        self.root = root
        self.text = {}
        for folder in FOLDERS:
            for path in sorted((root / folder).rglob("*.*")):
                if path.suffix in (".h", ".cpp"):
                    name = path.relative_to(root).as_posix()
                    self.text[name] = path.read_text()
        self.direct = {name: self.find_includes(name) for name in self.text}
        self.closure = {}

    def find_includes(self, name):
        """The files that `name` includes itself."""
        own = os.path.dirname(name)
        places = [own, "include"] + re.findall(r"^(?:lib|unittests)", own)
        found = set()
        for included in INCLUDE.findall(self.text[name]):
            paths = (os.path.normpath(f"{place}/{included}") for place in places)
            found.update([path for path in paths if path in self.text][:1])
        return found

    def sees(self, name):
        """All files that `name` includes, directly or not."""
        if name not in self.closure:
            self.closure[name] = set()  # Ends the recursion in a cycle.
            self.closure[name] = self.direct[name].union(
                *(self.sees(included) for included in self.direct[name])
            )
        return self.closure[name]

    def groups(self):
        """The header of each group of operations, its name, and a pattern for
        the classes and functions that it declares."""
        for header in self.text:
            match = re.search(r"/Dialect/(\w+)/IR/Ops/(?:\w+/)?(\w+)\.h$", header)
            if not match:
                continue
            records = (self.root / header).with_suffix(".td").read_text()
            declared = RECORD.findall(records) + FUNCTION.findall(self.text[header])
            pattern = rf"\b({'|'.join(declared)})(Adaptor)?\b"
            yield header, "/".join(match.groups()), pattern


def hands_on(name, text):
    """True if a file includes groups for others: all groups, or those that the
    generated code of a group of its own needs."""
    return name.endswith("/CudaTile.h") or "#define GET_OP_CLASSES" in text


def enclosed_includes(text):
    """The headers that are included into a namespace."""
    depth = 0
    for line in text.splitlines():
        brace, include = BRACE.match(line), INCLUDE.match(line)
        if brace:
            depth += 1 if brace[1] else -1
        elif include and depth and not include[1].endswith((".inc", ".def")):
            yield include[1]


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    most = dict(argument.split("=") for argument in sys.argv[2:])
    sources = Sources(root)
    problems = []
    unknown = set(most) - {"ALL"}
    for header, group, declared in sources.groups():
        unknown.discard(group)
        for name, text in sources.text.items():
            if header in sources.direct[name] and not hands_on(name, text):
                if not re.search(declared, text):
                    problems.append(f"{name}: needs nothing of {group}")
        seeing = sum(
            name.endswith(".cpp") and header in sources.sees(name)
            for name in sources.text
        )
        limit = int(most.get(group, most["ALL"]))
        if seeing > limit:
            problems.append(f"{group}: {seeing} sources see it, more than {limit}")
    problems += [
        f"{name}: {included} is included into a namespace"
        for name, text in sources.text.items()
        for included in enclosed_includes(text)
    ]
    problems += [f"{group}: is no group" for group in sorted(unknown)]
    print("\n".join(problems), end="\n" if problems else "")
    sys.exit(bool(problems))


main()
