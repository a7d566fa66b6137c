"""Gives every tool names with control characters, in each place that a message may
quote, and fails if a message has a control character that is not escaped."""

import os
import re
import subprocess

# A command for a terminal, by ESC and by U+009B, a byte that is no UTF-8, and the end
# of a line behind which another message seems to begin.
EVIL = b"k\x1b[31m\xc2\x9b31m\x9b\x07\nerror: false"
#: The same in the text of a program, which cannot have all of it.
QUOTED = '"k\\1B[31m\\C2\\9B31m\\07"'
SHOWN = re.compile(rb"\\x1b\[31m\\x9b31m")
HOSTILE = re.compile(rb"[\0-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]")

ENTRY = "entry @%s(%%p: tile<ptr<f32>>) { return }"
PROGRAMS = {
    # The name of a kernel that exists twice.
    "twice": f"cuda_tile.module @m {{ {ENTRY % QUOTED} {ENTRY % QUOTED} }}",
    # A name that PTX does not permit.
    "once": f"cuda_tile.module @m {{ {ENTRY % QUOTED} }}",
    # The message of an assertion.
    "assert": "cuda_tile.module @m { entry @k() { %c = constant <i1: false> : tile<i1> "
    f"assert %c, {QUOTED} : tile<i1> return }} }}",
    # A line of the source.
    "line": "cuda_tile.module @m { entry @k() { oops } } // \x1b[31m\u009b31m",
    "token": "cuda_tile.module @m { \x1b[31m\u009b31m }",
}

READERS = {
    "cuda-tile-opt": [[]],
    "cuda-tile-optimize": [[]],
    "cuda-tile-reduce": [["--test=/bin/false"]],
    "cuda-tile-run": [[], ["--engine=emulate", "--gpu-name=sm_90"], ["--error-format=json"]],
    "cuda-tile-smith": [["--oracles"]],
    "cuda-tile-translate": [["--mlir-to-cudatilebc"], ["--mlir-to-cudatilebc", "--json"]],
    "tileiras": [["--gpu-name=sm_90"], ["--gpu-name=sm_90", "--diagnostics-format=json"]],
    "tileirdisasm": [[], ["--json"]],
}
OPTIONS = {
    "cuda-tile-opt": [b"--pass-pipeline=", b"--verify-each="],
    "cuda-tile-optimize": [b"-O", b"--bytecode-version=", b"--before="],
    "cuda-tile-reduce": [b"--test=", b"--timeout="],
    "cuda-tile-run": [b"--arg=", b"--grid=", b"--engine=", b"--check=", b"--entry=", b"--out=0="],
    "cuda-tile-smith": [b"--oracle=", b"--data=", b"--seed="],
    "cuda-tile-translate": [b"--bytecode-version="],
    "tileiras": [b"--gpu-name=", b"-O", b"--emit=", b"--report=", b"--preview=", b"--ptxas-path="],
    "tileirdisasm": [b"--preview="],
}


def said(*command):
    result = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=100)
    text = result.stderr
    # Bytecode is no message, and neither is the output of a kernel.
    if not result.stdout.startswith((b"\x7fTileIR", b"assertion failed")):
        text += result.stdout
    assert not HOSTILE.search(text), (command, text)
    return text


def said_of_file(*command):
    """The name of a file does not look like another message, either."""
    text = said(*command)
    assert b"\nerror: false" not in text, (command, text)
    return text


def messages(tool, base):
    yield said_of_file(tool, *base, b"none" + EVIL)
    yield said_of_file(tool, *base, b"--" + EVIL)
    for name in PROGRAMS:
        yield said(tool, *base, name)
    yield said_of_file(tool, *base, b"line" + EVIL)
    yield said_of_file(tool, *base, "once", b"-o", b"none/" + EVIL)
    for option in OPTIONS[tool]:
        yield said(tool, *base, option + EVIL, "once")


for name, text in PROGRAMS.items():
    with open(name, "w") as file:
        file.write(text)
os.link("line", b"line" + EVIL)
counts = {
    tool: sum(len(SHOWN.findall(text)) for base in bases for text in messages(tool, base))
    for tool, bases in READERS.items()
}
counts["tessera"] = len(SHOWN.findall(said("tessera", EVIL) + said("tessera", "run", b"--" + EVIL)))
for tool in sorted(counts):
    print(f"{tool}: {counts[tool]} messages")
