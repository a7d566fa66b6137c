# ===- ring_words.py - Seeds and mutants of all pipelined kernels -------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Runs each kernel of the tests whose PTX begins copies, with all checks, in as many
orders of warps, blocks and copies as asked; then without each word that orders them, a
wait, arrival, commit, barrier or fence at a time, until an order shows it.

usage: ring_words.py [--seeds N] [--share K/N] [--jobs J] [WORD...]

A kernel is one of products/test_*.py for a GPU, named as NAME-TILE-GPU and options; WORD
chooses those with it in their names, --share the K-th of N parts. J of them are judged
at once. A mutant that no order
shows is printed, with the rule by which its word is redundant if there is one.

The last two of these rules run it. The stages of a ring that are in use behind a number of
iterations repeat with twice the stages, by the parity of phases, so that each number of
iterations up to there shows all that a word can do. Where a trap in its place stops none of
these runs, no thread executes it: the copies of a next iteration, in a loop that has one.
And the check for races is one of happens-before, which a word that is missing breaks in
every order; so does it leave a phase that somebody waits for incomplete. A word without
which nothing is found is for nothing: a warp stores where it alone has read, another wait
is for the same copies, or nobody waits for the last arrival. Not so the meetings of a warp,
without which lanes part: of these all orders are asked, and what none finds is a finding.
Takes an hour of one core or more with 200 seeds, so that it is no test of each change.
"""

import argparse
import functools
import multiprocessing
import pathlib
import re
import subprocess
import sys
import tempfile

import conftest

sys.path += [str(conftest.FOLDER.parents[0] / "Emulator" / name) for name in ("clients", "cuda")]

import numpy as np
import ptx_words
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
#: Who executes a word.
GUARD = re.compile(r"\s*(?:@!?%p\d+\s+)?")
#: Sizes whose last iteration reads another stage of the ring than that of the others: a
#: result that goes through the same memory has to wait for one of them.
MORE = {"matmul_relu": ((16, 16, 16), (16, 16, 80)), "matmul_tf32": ((32, 64, 32),)}
#: Words whose absence may show in some orders alone: lanes of a warp part.
IN_SOME_ORDERS = re.compile(r"\bbar\.warp\.sync\b")
#: Twice the stages of the longest rings, and one more.
ITERATIONS = range(1, 10)
#: Words that the emulator asks for nowhere (docs/rationale/emulator/races.md).
NOT_ASKED = {
    r"tcgen05\.fence": "behind a barrier or a phase no fence of tensor memory is asked for",
    r"fence\.mbarrier_init": "that an mbarrier was initialised order alone has to show",
}
#: Rows or columns of a tile beyond a border, whose first bytes tensor maps can name.
BORDER = 16
WITH_EACH = f"with 1 to {ITERATIONS[-1]} iterations"
NO_RACE = f"no access races and no phase stays open, which no order decides, {WITH_EACH}"
NOT_EXECUTED = f"no thread executes it {WITH_EACH}"
#: Orders that find nearly every mutant, one for each time at which copies take place, and
#: their seeds.
FIRST = [("random", "0..0"), ("lazy", "1..1"), ("eager", "2..2")]


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
            size = on_few_tiles(name, tile) if size == SIZE else size
            yield (test_tensor_maps.WITH_MAPS,), name, tile, (size,), gpu
    for name, tile, _ in test_warp_groups.PRODUCTS:
        yield (), name, tile, (on_few_tiles(name, tile),), test_warp_groups.GPU
    for tile in test_warp_groups.ATTENTION:
        yield (), "flash_attention_f16", tile, ((1, 176),), test_warp_groups.GPU
    for name, tile, _ in test_tensor_memory.PRODUCTS:
        yield (), name, tile, (on_few_tiles(name, tile),), test_tensor_memory.GPU


def on_few_tiles(name, tile):
    """Arrays on whose borders tiles lie, with a tile and some of the next in each
    direction. Blocks that share nothing show no other order; where they go on with the
    rings that they have, and in the direction of the loop, the extents stay."""
    if name == "matmul_persistent":
        return SIZE
    return (*(min(all, one + BORDER) for all, one in zip(SIZE[:2], tile[-3:-1])), SIZE[2])


def show(options, name, tile, gpu):
    extents = "x".join(map(str, tile)) if tile else "its"
    return " ".join([f"{name}-{extents}-{gpu}", *options])


class Kernel:
    """One that has been compiled, and runs of it."""

    def __init__(self, folder, options, name, tile, sizes, gpu):
        self.folder, self.name, self.tile, self.sizes = folder, name, tile, sizes
        self.case = make_case(name, tile)
        self.program, self.file = folder / "k.tileirbc", folder / "k.ptx"
        self.options = [f"--gpu-name={gpu}", *options]
        self.tools = conftest.Tools()
        real_cases.export(self.case, "13.3", ALL_ALIGNED, self.program)
        self.text = self.tools.compile(
            self.program, self.file, gpu, 3, "ptx", *options
        ).decode()
        self.wrong = []
        self.runs = self.make_all("", enumerate(sizes))

    def make_all(self, name, sizes):
        """The runs of some sizes, each with its number, that are right."""
        made = [self.make(f"{name}{number}", size) for number, size in sizes]
        return [run for run in made if run]

    def make(self, name, size):
        """The command line of a run. One order has to be right, by bounds where answers
        have them, which Tile IR alone has; others have to leave what that leaves, to the
        bit. None, and a complaint, if that one is wrong."""
        folder = self.folder / name
        folder.mkdir()
        run = make_run(self.name, self.tile, size)[1]
        launcher = conftest.Launcher(self.tools, folder)
        command, outputs = launcher.command_line(self.file, self.name, run)
        judged = [str(word) for word in command[1:] if not str(word).startswith("--out=")]
        files = {
            number: folder / f"out{number}.npy"
            for number, value in enumerate(run.arguments)
            if isinstance(value, np.ndarray)
        }
        first = [f"--out={number}={file}" for number, file in files.items()]
        if wrong := self.run(self.program, *self.options, *judged, *first):
            self.wrong.append(wrong)
            return None
        for file, expected in outputs.items():
            got = np.load(file).view(expected.dtype)
            if (conftest.bits(got) != conftest.bits(expected)).any():
                self.wrong.append("other results")
                return None
        judges = [f"--expect={number}={file}" for number, file in files.items()]
        launch = [word for word in judged if not word.startswith("--expect=")]
        return [*launch, *judges, *HOSTILE]

    def step(self):
        """By how much the last of the sizes grows with an iteration, or None."""
        constants = self.case.constants
        if self.name.startswith(("matmul", "experts")):
            return constants[-1]
        if self.name.startswith("flash"):
            return constants[1]
        if self.name.startswith("split_k"):  # each of the last constant's blocks has one
            return constants[-2] * constants[-1]
        return None

    @functools.cache
    def runs_of_each_stage(self):
        """Runs with each number of iterations after which other stages are in use, those
        that are right in a few orders; none of a kernel whose iterations do not follow
        from the last of its sizes."""
        first, step = self.sizes[0], self.step()
        if not step or not isinstance(first[-1], int):
            return []
        sizes = ((number, (*first[:-1], number * step - step // 2)) for number in ITERATIONS)
        return self.right(FIRST, self.make_all("of", sizes))

    @staticmethod
    def run(file, *options):
        """The end of a run that is wrong; empty if it is right."""
        done = subprocess.run(
            [str(conftest.BIN_DIR / "cuda-tile-run"), str(file), *options,
             "--engine=emulate", "--threads=1"],
            capture_output=True, text=True,
        )  # fmt: skip
        if not done.returncode:
            return ""
        return done.stderr + done.stdout or "it failed"

    def complaint(self, file, orders, runs):
        """The first complaint about a program in some orders of some runs, or none."""
        for run in runs:
            for when, seeds in orders:
                if wrong := self.run(file, *run, f"--async={when}", f"--seeds={seeds}"):
                    return wrong
        return ""

    def right(self, orders, runs):
        """The runs, among some, in which no order shows anything; of the others, by which
        each mutant would be found, the complaint is kept."""
        right = []
        for run in runs:
            if wrong := self.complaint(self.file, orders, [run]):
                self.wrong.append(wrong)
            else:
                right.append(run)
        return right

    @functools.cached_property
    def lines(self):
        return self.text.splitlines(keepends=True)

    def mutants(self):
        """The number of each word's line, and the program without it."""
        for number, line in enumerate(self.lines):
            if WORD.match(line) and not ptx_words.is_spared(self.lines, number):
                yield number, self.with_line(number, ptx_words.take_out(line))

    def with_line(self, number, instead):
        """The program with another line in place of one."""
        return "".join([*self.lines[:number], instead, *self.lines[number + 1 :]])

    def with_trap(self, number):
        """The program that stops where a thread executes the word of a line."""
        return self.with_line(number, GUARD.match(self.lines[number])[0] + "trap;\n")


def shows_mbarriers_alone(text, number):
    """True if no shared memory but mbarriers is written before a line, or since another
    fence of its kind."""
    paths = redundant.Paths(text, number)
    here = paths.lines[number].strip()
    earlier = paths.walk(number, paths.before, lambda line: line.strip() == here)
    return not any(
        kind != "r" and not space.startswith("global")
        for line in earlier
        for space, kind in paths.effects(line)
    )


def why_redundant(kernel, number):
    """The rule by which the word of a line is redundant, or nobody asks for it, or None."""
    if why := redundant.why_redundant(kernel.text, number + 1):
        return why
    word = kernel.lines[number]
    for words, why in NOT_ASKED.items():
        if re.search(words, word):
            return why
    if redundant.PROXY_FENCE.search(word) and shows_mbarriers_alone(kernel.text, number):
        return NOT_ASKED[r"fence\.mbarrier_init"]
    return None


def judge(kernel, seeds):
    """The complaints about the kernel, the number of mutants, and those not found.

    A word that is redundant by a rule is so in every order, so that the rules are asked
    of mutants that a few orders do not find, and all orders of those without a rule. The
    rules know of no lanes that part, so that meetings of a warp are for all orders first."""
    mutant = kernel.folder / "mutant.ptx"
    few, more = FIRST, [("random", f"1..{seeds - len(FIRST)}")]
    runs = kernel.right([*few, *more], kernel.runs[:1]) + kernel.right(few, kernel.runs[1:])
    count, missed = 0, []
    for number, text in kernel.mutants():
        count += 1
        mutant.write_text(text)
        if kernel.complaint(mutant, few, runs):
            continue
        word = kernel.lines[number].strip()
        if IN_SOME_ORDERS.search(word) and kernel.complaint(mutant, more, runs):
            continue
        why = why_redundant(kernel, number)
        if not why:
            if kernel.complaint(mutant, few, kernel.runs_of_each_stage()):
                continue
            if kernel.complaint(mutant, more, runs):
                continue
            why = why_for_nothing(kernel, number)
        missed.append((number + 1, word, why))
    return kernel.wrong, count, missed


def why_for_nothing(kernel, number):
    """The rule by which the word of a line is for nothing, as runs with each number of
    iterations show without it, or None."""
    stages = kernel.runs_of_each_stage()
    if len(stages) != len(ITERATIONS):
        return None
    stopping = kernel.folder / "stopping.ptx"
    stopping.write_text(kernel.with_trap(number))
    if not kernel.complaint(stopping, FIRST[:1], stages):
        return NOT_EXECUTED
    return None if IN_SOME_ORDERS.search(kernel.lines[number]) else NO_RACE


def report(seeds, each):
    """The lines about a kernel, none if it begins no copies, and the number of findings."""
    with tempfile.TemporaryDirectory() as folder:
        kernel = Kernel(pathlib.Path(folder), *each)
        if not COPY.search(kernel.text):
            return [], 0
        wrong, count, missed = judge(kernel, seeds)
    lines = [
        f"{show(*each[:3], each[4])}: {seeds} orders, {len(wrong)} wrong; "
        f"{count} words, {len(missed)} missed by nobody"
    ]
    lines += [f"  {complaint}" for complaint in wrong[:1]]
    lines += [f"  line {line}: {text} {why or ''}".rstrip() for line, text, why in missed]
    return lines, len(wrong) + sum(not why for _, _, why in missed)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seeds", type=int, default=200)
    parser.add_argument("--share", default="1/1")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("words", nargs="*", metavar="WORD")
    options = parser.parse_args()
    if options.seeds <= len(FIRST):
        parser.error(f"--seeds: {options.seeds} is below {len(FIRST) + 1}")
    part, parts = map(int, options.share.split("/"))
    chosen = [
        each
        for each in kernels()
        if all(word in show(*each[:3], each[4]) for word in options.words)
    ][part - 1 :: parts]
    findings = 0
    with multiprocessing.Pool(options.jobs) as pool:
        for lines, number in pool.imap(functools.partial(report, options.seeds), chosen):
            for line in lines:
                print(line, flush=True)
            findings += number
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
