# ===- mcp_server.py - Tessera's tools for assistants that write kernels -------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""`tessera-mcp`: a server of the Model Context Protocol on standard input and output, for
assistants without a GPU. It compiles, runs, compares and explains kernels by calling the
tools, whose messages it hands on as data. It needs `pip install tessera-tile[mcp]`.

A kernel is the path of a file: Tile IR as bytecode or text, or PTX.
"""

import importlib.resources
import json
import pathlib
import shutil
import subprocess
import tempfile

from mcp.server.mcpserver import MCPServer

#: Characters of generated code in one answer.
LONGEST_CODE = 20_000

server = MCPServer(
    "tessera",
    instructions=importlib.resources.files(__package__).joinpath("SKILL.md").read_text(),
)


class Tool:
    """One call of a tool, and what it said."""

    def __init__(self, name, *arguments, seconds=120):
        program = shutil.which(name)
        if not program:
            raise FileNotFoundError(f"there is no program '{name}' on PATH")
        try:
            done = subprocess.run(
                [program, *arguments], capture_output=True, text=True, timeout=seconds
            )
        except subprocess.TimeoutExpired:
            raise TimeoutError(f"{name} did not end within {seconds} seconds") from None
        self.output, self.status = done.stdout, done.returncode
        self.messages, self.notes = [], []
        for line in done.stderr.splitlines():
            try:
                self.messages.append(json.loads(line))
            except ValueError:
                self.notes.append(line)

    def answer(self, **more):
        said = {"succeeded": self.status == 0, "messages": self.messages}
        if self.notes:
            said["notes"] = self.notes
        return {**said, **more}


def run_kernel(kernel, arguments, grid, entry, *options):
    done = Tool(
        "cuda-tile-run",
        kernel,
        "--error-format=json",
        "--check=all",
        f"--grid={grid}",
        *([f"--entry={entry}"] if entry else []),
        *(f"--arg={argument}" for argument in arguments),
        *options,
    )
    return done.answer(report=done.output)


def compile_kernel(kernel, gpu, *options):
    """Code goes to standard output."""
    return Tool(
        "tileiras", kernel, f"--gpu-name={gpu}", "--diagnostics-format=json", *options, "-o", "-"
    )


@server.tool()
def compile(kernel: str, gpu: str = "any", stage: str = "ptx", level: int = 3) -> dict:
    """Compiles a kernel for a GPU such as 'sm_90', or for the one that the kernel names,
    down to a stage: cuda-tile, tileaa, tileas, nvvm, llvm or ptx. Gives errors and warnings
    with their places, and the code."""
    done = compile_kernel(kernel, gpu, f"-O{level}", f"--emit={stage}")
    code = done.output[:LONGEST_CODE]
    return done.answer(code=code, characters_left_out=len(done.output) - len(code))


@server.tool()
def run(
    kernel: str, arguments: list[str], grid: str = "1", gpu: str = "", entry: str = ""
) -> dict:
    """Runs a kernel without a GPU, with all checks: bounds, races, memory that nobody wrote.
    Arguments in order: 'ptr:FILE.npy', 'ptr:new:f32[128,64]', 'i32:7', 'f32:0.5'. The grid
    is 'X,Y,Z' in tile blocks. With a GPU such as 'sm_90' the code compiled for it runs on
    the emulator, otherwise the interpreter defines what is right."""
    engine = ["--engine=emulate", f"--gpu-name={gpu}"] if gpu else []
    return run_kernel(kernel, arguments, grid, entry, "--report", *engine)


@server.tool()
def compare(kernel: str, arguments: list[str], gpu: str, grid: str = "1", entry: str = "") -> dict:
    """Runs a kernel on the interpreter and, compiled for a GPU, on the emulator, and says
    where the results differ. Arguments and grid as those of `run`."""
    return run_kernel(kernel, arguments, grid, entry, "--compare=emulate", f"--gpu-name={gpu}")


@server.tool()
def explain(kernel: str, gpu: str = "any") -> dict:
    """Says what limits each kernel on a GPU such as 'sm_90', or the one that the kernel
    names, and the changes that would gain most (`verdicts`). `kernels` has what became of
    it: registers and shared memory, for each loop its modelled cycles and what limits them,
    for each access its width, and what the compiler could not do, with the reason and the
    line of the source."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "report.json")
        done = compile_kernel(kernel, gpu, "--emit=ptx", f"--report={file}")
        kernels = json.loads(file.read_text())["kernels"] if file.exists() else []
    for each in kernels:
        each.pop("layouts", None)
        for loop in each.get("loops", []):
            loop.pop("ops", None)
        each["remarks"] = [r for r in each.get("remarks", []) if r["kind"] != "Analysis"]
    verdicts = {each["name"]: each.get("verdict", {}).get("text", []) for each in kernels}
    return done.answer(verdicts=verdicts, kernels=kernels)


def main():
    server.run("stdio")


if __name__ == "__main__":
    main()
