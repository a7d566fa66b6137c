#!/usr/bin/env python3
# ===- pages.py - Whether the pages of docs/ say what is true ---------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Checks pages of Markdown against the tree and the tools.

usage: pages.py names ROOT             all targets of links and names exist, and
                                       each page is linked to
       pages.py code PAGE FILE...      each line of C or C++ in PAGE is in a FILE
       pages.py options ROOT BUILD     pages of tools name their options, and no others
       pages.py mlir PAGE BUILD        whole programs in PAGE are valid
       pages.py examples PAGE BUILD    each op in PAGE, a dialect's reference, has an
                                       example, and all examples parse
       pages.py run PAGE ROOT BUILD    the commands in PAGE have the results in PAGE

run types all blocks of `sh` into one shell, in an empty folder that looks like a
built tree. A block without a language right behind one is what it must print,
among other lines; it must succeed unless an error is shown. Calls of
bootstrap.sh are left out, and blocks that begin with one where BUILD is an
installed prefix. In other blocks, the lines behind a $ are typed, and those behind
the debugger's prompt are its input; what follows is what they must print.
"""

import glob
import os
import re
import shlex
import subprocess
import sys
import tempfile

BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)#\s]+)")
# A file or folder of the tree, in backquotes.
NAMED = re.compile(
    r"`((?:benchmarks|cmake|docs|examples|fuzz|include|lib|scripts|test|tools"
    r"|unittests|\.ci)/[\w./*-]*)`"
)


def read(path):
    with open(path) as file:
        return file.read()


def check_names(root):
    pages = [os.path.join(root, "README.md")]
    pages += sorted(glob.glob(os.path.join(root, "docs/**/*.md"), recursive=True))
    problems, linked = [], {os.path.realpath(pages[0])}
    for page in pages:
        text = read(page)
        for link in LINK.findall(BLOCK.sub("", text)):
            if "://" not in link:
                path = os.path.join(os.path.dirname(page), link)
                linked.add(os.path.realpath(path))
                if not os.path.exists(path):
                    problems.append(f"{page}: links to {link}")
        for name in NAMED.findall(text):
            # X and N stand for any name and number, and the ending is optional.
            pattern = re.sub(r"\b[XN]\b", "*", name) + "*"
            if not glob.glob(os.path.join(root, pattern)):
                problems.append(f"{page}: names {name}")
    problems = [problem + ", which is not there" for problem in problems]
    lost = [page for page in pages if os.path.realpath(page) not in linked]
    return problems + [f"{page}: no page links to it" for page in lost]


def check_code(page, *files):
    known = {line.strip() for file in files for line in read(file).splitlines()}
    return [
        f"{page}: '{line.strip()}' does not stand in {' or '.join(files)}"
        for language, block in BLOCK.findall(read(page))
        for line in block.splitlines()
        if language in ("c", "cpp") and line.strip() not in known
    ]


# Commands of tessera itself whose options its page tells.
COMMANDS = {"tessera": ["diff", "explain", "launcher", "tune"]}


def options_of(build, tool):
    """The options that a tool shows as its own, and all of its options."""
    program = os.path.join(build, "bin", tool)
    shown, every = (
        "".join(
            subprocess.run(
                [program, *command, option], capture_output=True, text=True
            ).stdout
            for command in [[], *([name] for name in COMMANDS.get(tool, []))]
        )
        for option in ("--help", "--help-hidden")
    )
    listed = re.compile(r"^ +(--?[\w-]+)", re.MULTILINE)
    own = shown.split(f"{tool} options:")[1:]
    return listed.findall("".join(own)), listed.findall(every)


def check_options(root, build):
    pages = {
        os.path.basename(path)[: -len(".md")]: read(path)
        for path in glob.glob(os.path.join(root, "docs/tools/*.md"))
    }
    options = {tool: options_of(build, tool) for tool in pages}
    known = {name for _, every in options.values() for name in every}
    problems = []
    for tool, text in sorted(pages.items()):
        for name in options[tool][0]:
            if name not in text:
                problems.append(f"docs/tools/{tool}.md: says nothing of {name}")
        for name in re.findall(r"(?<![\w-])--[a-z][\w-]*\w", text):
            if name not in known:
                problems.append(f"docs/tools/{tool}.md: {name} is no option")
    return problems


def check_mlir(page, build):
    problems = []
    for language, block in BLOCK.findall(read(page)):
        if language != "mlir" or not re.match(r"(cuda_tile\.)?module\b", block):
            continue
        program = os.path.join(build, "bin/cuda-tile-opt")
        result = subprocess.run(
            [program], input=block, capture_output=True, text=True
        )
        if result.returncode:
            problems.append(f"{page}: {result.stderr}in\n{block}")
    return problems


#: The text around an example of a dialect's op.
AROUND = {
    "tileaa": "tileaa.entry @k() {\n%s\ntileaa.return\n}",
    "tileas": "tileas.kernel @k() attributes {spec = #tileas.kernel_spec<"
    'target = "sm_90", warps = 1, shared = 0, frozen = false>} {\n%s\ntileas.return\n}',
}


def whole(block, dialect):
    """The block as a program."""
    if block.startswith(("#", "!")):
        listed = block if block[0] == "#" else ", ".join(block.splitlines())
        return f"tileaa.entry @k() attributes {{tileaa.x = [{listed}]}} {{ tileaa.return }}"
    if re.match(r"(tileaa\.entry|tileaa\.global|tileas\.kernel)\b", block):
        return block
    return AROUND[dialect] % block


def check_examples(page, build):
    """Operands of examples are not defined: no other fault is allowed."""
    text = read(page)
    dialect = os.path.basename(page).removesuffix(".md").lower()
    blocks = [block for language, block in BLOCK.findall(text) if language == "mlir"]
    problems = []
    for name in re.findall(rf"^### `({dialect}\.\w+)`", text, re.MULTILINE):
        if name.endswith((".return", ".yield")):
            continue
        if not any(re.search(rf"{re.escape(name)}\b", block) for block in blocks):
            problems.append(f"{page}: {name} has no example")
    for block in blocks:
        program = os.path.join(build, "bin/cuda-tile-opt")
        said = subprocess.run(
            [program], input=whole(block, dialect), capture_output=True, text=True
        ).stderr
        for line in said.splitlines():
            if " error: " in line and "use of undeclared SSA value name" not in line:
                problems.append(f"{page}: {line}\nin\n{block}")
    return problems


def typed_lines(block):
    """The commands behind a $ in a block, each with what it must print."""
    for command, printed in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE):
        keys = re.findall(r"^\(tessera\) (.*)", printed, re.MULTILINE)
        if keys:
            command = "printf '%s\\n' " + shlex.join(keys) + " | " + command
        if not command.startswith("pip install"):
            yield command, printed


def shell_blocks(text, is_built):
    """The blocks of sh and the commands of others, each with what it must print."""
    found = list(BLOCK.finditer(text))
    for i, block in enumerate(found):
        language, contents = block.groups()
        if language in ("", "console"):
            yield from typed_lines(contents)
        if language != "sh" or (contents.startswith("./bootstrap.sh") and not is_built):
            continue
        lines = contents.splitlines()
        commands = [line for line in lines if not line.startswith("./bootstrap.sh")]
        expected = ""
        if i + 1 < len(found) and not found[i + 1].group(1):
            if not text[block.end() : found[i + 1].start()].strip():
                expected = found[i + 1].group(2)
        yield "\n".join(commands), "" if expected.startswith("$ ") else expected


def is_build(folder):
    return os.path.exists(os.path.join(folder, "CMakeCache.txt"))


def make_tree(folder, root, build):
    root, build = os.path.realpath(root), os.path.realpath(build)
    os.mkdir(os.path.join(folder, "build"))
    os.symlink(build, os.path.join(folder, "build/release"))
    venv = os.path.join(os.path.dirname(build), "venv")
    if is_build(build):
        os.symlink(venv, os.path.join(folder, "build/venv"))
    for name in ("examples", "scripts", "test"):
        os.symlink(os.path.join(root, name), os.path.join(folder, name))


def run(page, root, build):
    blocks = list(shell_blocks(read(page), is_build(build)))
    end = "--- end of a block: "
    script = "\n".join(f'{commands}\necho "{end}$?"' for commands, _ in blocks)
    with tempfile.TemporaryDirectory() as folder:
        make_tree(folder, root, build)
        # The tools as a wheel puts them there, and Python's packages.
        added = [os.path.join(folder, name) for name in ("build/release/bin", "build/venv/bin")]
        path = os.pathsep.join([*added, os.environ["PATH"]])
        output = subprocess.run(
            ["bash", "-c", "exec 2>&1\n" + script],
            cwd=folder,
            env={**os.environ, "PATH": path},
            capture_output=True,
            text=True,
        ).stdout
    problems = []
    pieces = re.split(f"{end}(\\d+)\n", output)
    if len(pieces) != 2 * len(blocks) + 1:
        return [f"{page}: the shell ended early:\n{output}"]
    for (commands, expected), printed, status in zip(blocks, pieces[::2], pieces[1::2]):
        missing = set(expected.splitlines()) - set(printed.splitlines())
        if missing or (status != "0" and ": error: " not in expected):
            missing = "".join(f"\nmissing: {line}" for line in missing)
            problems.append(
                f"{page}: status {status} of\n{commands}\nwhich printed\n"
                f"{printed}{missing}"
            )
    return problems


def main():
    check = {
        "names": check_names,
        "code": check_code,
        "examples": check_examples,
        "mlir": check_mlir,
        "options": check_options,
        "run": run,
    }[sys.argv[1]]
    problems = check(*sys.argv[2:])
    for problem in problems:
        print(problem)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
