"""Prints the messages in C++ sources that no test looks for.

    untested_messages.py SOURCE_FOLDER TEST_FOLDER...

A message is the text streamed into one emitError() or emitOpError(). Its longest
literal, or as much of it as a test is likely to quote, must be in some test.
"""

import pathlib
import re
import sys

CALL = re.compile(r"emit(?:Op)?Error\s*\(")
LITERAL = re.compile(r'"((?:[^"\\]|\\.)*)"')
QUOTED = 24


def join_literals(text):
    """Joins literals that follow one another, with or without << between."""
    return re.sub(r'"\s*(?:<<\s*)?"', "", text)


def statement_at(text, start):
    """From `start` to the semicolon that ends the statement."""
    end = text.find(";", start)
    while text.count('"', start, end) % 2:
        end = text.find(";", end + 1)
    return text[start:end]


def messages_of(source):
    text = source.read_text()
    for call in CALL.finditer(text):
        literals = LITERAL.findall(join_literals(statement_at(text, call.start())))
        if literals:
            yield text.count("\n", 0, call.start()) + 1, max(literals, key=len)


def read_tests(folders):
    files = [path for folder in folders for path in pathlib.Path(folder).rglob("*")]
    suffixes = {".mlir", ".test", ".cpp", ".py"}
    return "\n".join(
        join_literals(path.read_text(errors="replace"))
        for path in sorted(files)
        if path.is_file() and path.suffix in suffixes
    )


tests = read_tests(sys.argv[2:])
for source in sorted(pathlib.Path(sys.argv[1]).glob("*.[ch]*")):
    for line, message in messages_of(source):
        if message[:QUOTED].strip() not in tests:
            print(f"{source.name}:{line}: {message}")
