# ===- lint_comments.py - Comments that begin with their verb or noun ----------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Finds sentences of comments, of docstrings and of descriptions in TableGen that begin with a word behind which the reader has to wait
for the noun or verb: "Whether a thread is ..." is "True if a thread is ...", "What a
product reads" is "The factors that a product reads", "Of several the first" is "The first
of several".

usage: lint_comments.py FOLDER...
"""

import ast
import pathlib
import re
import sys

#: At the begin of a comment, and of a sentence in it.
WORDS = re.compile(r"(?:^|[.!?] )((?:What|Of|Whether|Those|How)\b[^.]{0,40})")
COMMENTS = {
    **dict.fromkeys([".h", ".cpp", ".c", ".def", ".td"], "//"),
    **dict.fromkeys([".py", ".txt"], "#"),
}
#: In TableGen: a text between [{ and }], or strings that follow one another.
TEXTS = re.compile(r'\[\{(.*?)\}\]|((?:"(?:[^"\\\n]|\\.)*"\s*)+)', re.DOTALL)


def comments(path):
    """Pairs of the line at which a comment begins, and its lines: neighbouring lines that
    have nothing else are one comment."""
    mark = COMMENTS[path.suffix]
    whole = re.compile(rf"\s*{mark}+[<:]?!? ?(.*)")
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


def descriptions(path):
    """Such pairs for the texts of a TableGen file."""
    text = path.read_text()
    for found in TEXTS.finditer(text):
        words = found[1] or re.sub(r'"\s*"', "", found[2]).strip().strip('"')
        yield text.count("\n", 0, found.start()) + 1, [
            line.strip() for line in words.splitlines()
        ]


def docstrings(path):
    """Such pairs for the docstrings of a Python file."""
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    for node in ast.walk(ast.parse(path.read_text())):
        text = isinstance(node, documented) and ast.get_docstring(node)
        if text:
            yield node.body[0].lineno, text.splitlines()


def sentences(path):
    """Pairs of a line and the begin of a sentence that is to be another one."""
    texts = [*comments(path)]
    texts += descriptions(path) if path.suffix == ".td" else []
    texts += docstrings(path) if path.suffix == ".py" else []
    for first, lines in texts:
        for paragraph in " ".join(each or "\n" for each in lines).split("\n"):
            for found in WORDS.finditer(paragraph.strip()):
                yield first, found[1]


def main():
    for folder in sys.argv[1:]:
        for path in sorted(pathlib.Path(folder).rglob("*")):
            if path.suffix in COMMENTS and path.is_file():
                for first, begin in sorted(sentences(path)):
                    print(f"{path}:{first}: '{begin}'")


if __name__ == "__main__":
    main()
