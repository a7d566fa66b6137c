# ===- ring_words.py - Seeds and mutants of all pipelined kernels -------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Runs each kernel of the tests whose PTX begins copies, with all checks, in as many
orders of warps, blocks and copies as asked; then without each word that orders them, a
wait, arrival, commit, barrier or fence at a time, until an order shows it.

usage: ring_words.py [--seeds N] [--share K/N] [WORD...]

A kernel is one of products/test_*.py for a GPU, named as NAME-TILE-GPU and options; WORD
chooses those with it in their names, --share the K-th of N parts. A mutant that no order
shows is printed, with the rule by which its word is redundant if there is one.

The last of these rules runs it: the check for races is one of happens-before, which a
barrier, or an arrival behind copies, that is missing breaks in every order. The stages of
a ring that are in use behind a number of iterations repeat with twice the stages, by the
parity of phases. So a word without which nothing is found with each number of iterations
up to there is for nothing: a warp stores where it alone has read, or another arrival waits
for the same copies. Takes hours with 200 seeds, so that it is no test of each change.
"""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

import conftest

sys.path += [str(conftest.FOLDER.parents[0] / "Emulator" / name) for name in ("clients", "cuda")]

import numpy as np
import redundant
import real_cases
import test_agents
import test_async
import test_tensor_maps
import test_tensor_memory
import test_warp_groups
from borders import HOSTILE, SIZE, make_case, make_run
from kernels import ALL_ALIGNED

COPY = re.compile(r"cp\.async\.(c[ag]\.shared\.global|bulk)")
WORD = re.compile(
    r"^\s*(?:@!?%p\d+\s+)?(?:bar|barrier|fence|membar|cp\.async\.(?:wait|commit|mbarrier)\w*"
    r"|mbarrier\.(?:arrive|test_wait|try_wait)|wgmma\.(?:fence|commit|wait)\w*"
    r"|tcgen05\.(?:commit|fence|wait))\b[^;]*;"
)
#: Sizes whose last iteration reads another stage of the ring than that of the others: a
#: result that goes through the same memory has to wait for one of them.
MORE = {"matmul_relu": ((16, 16, 16), (16, 16, 80)), "matmul_tf32": ((32, 64, 32),)}
#: Words whose absence the check for races finds in each order.
IN_EVERY_ORDER = re.compile(r"\b(bar\.sync|barrier\.sync|cp\.async\.mbarrier\.arrive)\b")
#: Twice the stages of the longest rings, and one more.
ITERATIONS = range(1, 10)
#: Words that the emulator asks for nowhere (docs/rationale/emulator/races.md).
NOT_ASKED = {
    r"tcgen05\.fence": "behind a barrier or a phase no fence of tensor memory is asked for",
    r"fence\.mbarrier_init": "that an mbarrier was initialised order alone has to show",
}
#: Orders for mutants whose word is redundant by a rule.
FEW = 3
WAIT = re.compile(r"mbarrier\.t\w+wait\S*\s+([^,]+),")


def kernels():
    """Options, the case, its tile, sizes of its arrays and GPU of each kernel."""
    sizes_of = {}
    for *kernel, sizes, gpu in rows():
        sizes_of.setdefault((*kernel, gpu), []).extend(sizes)
    for (*kernel, gpu), sizes in sizes_of.items():
        yield *kernel, tuple(sizes), gpu


def rows():
    """The same, with a kernel once for each test of it."""
    for name, sizes in test_async.SIZES.items():
        for gpu in ("sm_80", "sm_90", "sm_100", "sm_120"):
            yield (), name, None, (*sizes, *MORE.get(name, ())), gpu
    for gpu in test_agents.GPUS:
        for name, tile, size in test_agents.KERNELS:
            yield (test_agents.WITH_AGENTS,), name, tile, (size,), gpu
    for gpu in test_tensor_maps.GPUS:
        for name, tile, size in test_tensor_maps.KERNELS:
            yield (test_tensor_maps.WITH_MAPS,), name, tile, (size,), gpu
    for name, tile, _ in test_warp_groups.PRODUCTS:
        yield (), name, tile, (SIZE,), test_warp_groups.GPU
    for tile in test_warp_groups.ATTENTION:
        yield (), "flash_attention_f16", tile, ((1, 176),), test_warp_groups.GPU
    for name, tile, _ in test_tensor_memory.PRODUCTS:
        yield (), name, tile, (SIZE,), test_tensor_memory.GPU


def show(options, name, tile, gpu):
    extents = "x".join(map(str, tile)) if tile else "its"
    return " ".join([f"{name}-{extents}-{gpu}", *options])


class Kernel:
    """One that has been compiled, and runs of it."""

    def __init__(self, folder, options, name, tile, sizes, gpu):
        self.folder, self.name, self.tile, self.sizes = folder, name, tile, sizes
        self.case = make_case(name, tile)
        self.file = folder / "k.ptx"
        self.tools = conftest.Tools()
        real_cases.export(self.case, "13.3", ALL_ALIGNED, folder / "k.tileirbc")
        self.text = self.tools.compile(
            folder / "k.tileirbc", self.file, gpu, 3, "ptx", *options
        ).decode()
        self.runs = [self.make(f"{number}", size) for number, size in enumerate(sizes)]
        self.each_stage = []

    def make(self, name, size):
        """A run of the kernel. Where error bounds are to judge, as elsewhere, the results
        of the kernel itself in one order are expected, to the bit."""
        folder = self.folder / name
        folder.mkdir()
        launcher = conftest.Launcher(self.tools, folder)
        run = make_run(self.name, self.tile, size)[1]
        command, outputs = launcher.command_line(self.file, self.name, run)
        bounded = {}
        for place, word in enumerate(map(str, command)):
            if word.startswith("--expect="):
                number, file = word.split("=")[1:]
                command[place] = f"--out={number}={file}"
                bounded[pathlib.Path(file)] = run.arguments[int(number)].dtype
        if bounded:
            self.complaint(self.file, 2, (command, {}))
        outputs |= {file: np.load(file).view(dtype) for file, dtype in bounded.items()}
        return command, outputs

    def runs_of_each_stage(self):
        """Runs with each number of iterations after which other stages are in use; none
        of a kernel whose iterations do not follow from the last of its sizes."""
        first = self.sizes[0]
        if not self.name.startswith(("matmul", "flash")) or not isinstance(first[-1], int):
            return
        step = self.case.constants[1 if self.name.startswith("flash") else -1]
        for number in ITERATIONS:
            yield self.make(f"of{number}", (*first[:-1], number * step - step // 2))

    def complaint(self, file, seed, run):
        """The end of a run that is wrong; empty if it is right."""
        command, outputs = run
        when = ("random", "lazy", "eager")[0 if seed > 2 else seed]
        done = subprocess.run(
            [
                str(conftest.BIN_DIR / "cuda-tile-run"), str(file), *map(str, command[1:]),
                *HOSTILE, f"--async={when}", f"--seed={seed}", "--threads=1",
            ],
            capture_output=True, text=True,
        )  # fmt: skip
        if done.returncode:
            return done.stderr or done.stdout or "it failed"
        for output, expected in outputs.items():
            got = np.load(output).view(expected.dtype)
            if (conftest.bits(got) != conftest.bits(expected)).any():
                return "other results"
        return ""

    def mutants(self):
        """The number of each word's line, and the program without it."""
        lines = self.text.splitlines()
        for number, line in enumerate(lines):
            if not WORD.match(line):
                continue
            wait = WAIT.search(line)
            instead = f"setp.eq.u32 {wait[1]}, 0, 0;" if wait else ""
            yield number, "\n".join([*lines[:number], instead, *lines[number + 1 :], ""])


def shows_mbarriers_alone(text, number):
    """True if no shared memory but mbarriers is written before a line."""
    paths = redundant.Paths(text, number)
    earlier = paths.walk(number, paths.before, lambda line: False)
    return not any(
        kind != "r" and not space.startswith("global")
        for line in earlier
        for space, kind in paths.effects(line)
    )


def why_missed(kernel, number, mutant):
    """Why no order shows a mutant without the word of a line; None if nothing says so."""
    word = kernel.text.splitlines()[number]
    for words, why in NOT_ASKED.items():
        if re.search(words, word):
            return why
    if redundant.PROXY_FENCE.search(word) and shows_mbarriers_alone(kernel.text, number):
        return NOT_ASKED[r"fence\.mbarrier_init"]
    if not IN_EVERY_ORDER.search(word):
        return None
    if not kernel.each_stage:
        kernel.each_stage = list(kernel.runs_of_each_stage())
    if not kernel.each_stage or any(
        kernel.complaint(mutant, seed, run) for run in kernel.each_stage for seed in range(FEW)
    ):
        return None
    return f"no access races, which no order decides, with 1 to {ITERATIONS[-1]} iterations"


def judge(kernel, seeds):
    """The complaints about the kernel, the number of mutants, and those not found."""
    original = kernel.folder / "k.ptx"
    wrong = [kernel.complaint(original, seed, kernel.runs[0]) for seed in range(seeds)]
    count, missed = 0, []
    for number, text in kernel.mutants():
        count += 1
        file = kernel.folder / "mutant.ptx"
        file.write_text(text)
        why = redundant.why_redundant(kernel.text, number + 1)
        orders = min(seeds, FEW) if why else seeds
        if not any(
            kernel.complaint(file, seed, run) for run in kernel.runs for seed in range(orders)
        ):
            why = why or why_missed(kernel, number, file)
            missed.append((number + 1, kernel.text.splitlines()[number].strip(), why))
    return [each for each in wrong if each], count, missed


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seeds", type=int, default=200)
    parser.add_argument("--share", default="1/1")
    parser.add_argument("words", nargs="*", metavar="WORD")
    options = parser.parse_args()
    part, parts = map(int, options.share.split("/"))
    chosen = [
        each
        for each in kernels()
        if all(word in show(*each[:3], each[4]) for word in options.words)
    ][part - 1 :: parts]
    findings = 0
    for each in chosen:
        with tempfile.TemporaryDirectory() as folder:
            kernel = Kernel(pathlib.Path(folder), *each)
            if not COPY.search(kernel.text):
                continue
            wrong, count, missed = judge(kernel, options.seeds)
        print(
            f"{show(*each[:3], each[4])}: {options.seeds} orders, {len(wrong)} wrong; "
            f"{count} words, {len(missed)} missed by nobody",
            flush=True,
        )
        for complaint in wrong[:1]:
            print(f"  {complaint}")
        for line, text, why in missed:
            print(f"  line {line}: {text} {why or ''}".rstrip(), flush=True)
        findings += len(wrong) + sum(not why for _, _, why in missed)
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
