# ===- lint_comments.py - Comments that begin with their verb or noun ----------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Finds sentences of comments that begin with a word behind which the reader has to wait
for the noun or verb: "Whether a thread is ..." is "True if a thread is ...", "What a
product reads" is "The factors that a product reads", "Of several the first" is "The first
of several".

usage: lint_comments.py FOLDER...
"""

import pathlib
import re
import sys

#: At the begin of a comment, and of a sentence in it.
WORDS = re.compile(r"(?:^|[.!?] )((?:What|Of|Whether|Those|How)\b[^.]{0,40})")
COMMENTS = {".h": "//", ".cpp": "//", ".c": "//", ".def": "//", ".py": "#", ".txt": "#"}


def comments(path):
    """Pairs of the line at which a comment begins, and its text: neighbouring lines that
    have nothing else are one comment."""
    mark = COMMENTS[path.suffix]
    whole = re.compile(rf"\s*{mark}+<?!? ?(.*)")
    behind = re.compile(rf"[^\"']*?[;{{}},()] +{mark}+<? (.*)")
    first, text = 0, []
    for number, line in enumerate([*path.read_text().splitlines(), ""], 1):
        alone = whole.match(line)
        if alone:
            first = first or number
            text.append(alone[1].strip())
            continue
        # An empty line of a comment ends a paragraph.
        if text:
            yield first, text
        first, text = 0, []
        other = behind.match(line)
        if other:
            yield number, [other[1].strip()]


def main():
    for folder in sys.argv[1:]:
        for path in sorted(pathlib.Path(folder).rglob("*")):
            if path.suffix not in COMMENTS or not path.is_file():
                continue
            for first, lines in comments(path):
                for paragraph in " ".join(each or "\n" for each in lines).split("\n"):
                    for found in WORDS.finditer(paragraph.strip()):
                        print(f"{path}:{first}: '{found[1]}'")


if __name__ == "__main__":
    main()
