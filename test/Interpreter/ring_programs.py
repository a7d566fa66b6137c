# ===- ring_programs.py - Random programs of agents and rings -----------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Runs random programs of agents and rings, and compares what comes of them with the
plain loads of one program.

    ring_programs.py [FIRST [COUNT]] [--conditions] [--seconds=N] [--keep=FOLDER]

Programs FIRST to FIRST + COUNT - 1, or as many as N seconds allow, are run as rings and
as tileas-lower-rings leaves them, in the interpreter under several seeds, and lowered in
the emulator, with all checks. Each file of them is for one GPU. The files of a finding
are in FOLDER.

All agents of a program run the same loops and branches, in the middle of which slices
are handed on: there, the agent that fills a ring takes a turn of it, those who read it
make 3 * sum + slice of their sums, and others do nothing. Loops may end early, hold
stages back, or run ahead of themselves. Rings are filled by stores, by copies of threads,
or by the machine where the GPU has such copies.

With --conditions the same programs leave out the copies of some iterations, by a
condition of each copy, of which the readers have one of their own: either there is no
turn for these, or one that holds nothing. And a turn that is acquired may be filled and
committed in either of two branches.
"""

import argparse
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time

LANES, SLICES = 32, 8
SIZE = LANES * SLICES
PER_FILE = 20
SEEDS = 3
#: The GPUs, and how threads of each fill a ring that they do not store to.
GPUS = {"sm_80": ["async"], "sm_90": ["async", "bulk"], "sm_120": ["async", "bulk"]}
PASSES = (
    "builtin.module(tileas.kernel(tileas-lower-rings,tileas-allocate-shared,"
    "tileas-place-barriers,tileas-freeze-kernel-spec))"
)


def wrapped(number):
    """A number of 32 bits with its sign."""
    return (number + 2**31) % 2**32 - 2**31


class Ring:
    #: The tile in a stage.
    tile = f"{LANES}xi32"

    def __init__(self, rng, agents, number, copies):
        self.name = f"%ring{number}"
        self.choose(rng, agents, copies)
        stages = f", stages = {self.stages}" if self.stages > 1 else ""
        self.type = f"<!tileas.buffer<{self.tile}{stages}>>"
        self.is_own = self.readers == [self.filler]

    def choose(self, rng, agents, copies):
        self.stages = rng.randint(1, 4)
        self.filler = rng.randrange(agents)
        self.readers = rng.sample(range(agents), rng.randint(1, min(agents, 2)))
        #: Stores of threads fill it, or one of the GPU's copies.
        self.filling = rng.choice(copies) if rng.random() < 0.7 else "stores"


class Program:
    """A tree of loops, branches and transfers: tuples that begin with their kind."""

    def __init__(self, seed, gpu, conditions=False):
        rng = self.rng = random.Random(seed)
        #: Decides on conditions, so that the programs are otherwise the same.
        self.choices = random.Random(f"conditions of {seed}") if conditions else None
        self.empties = random.Random(f"empty turns of {seed}") if conditions else None
        self.name, self.gpu = f"k{seed}", gpu
        self.warps = [rng.choice([1, 1, 2, 4]) for _ in range(rng.randint(1, 4))]
        agents = len(self.warps)
        numbers = range(rng.randint(1, 3))
        self.rings = [Ring(rng, agents, n, GPUS[gpu]) for n in numbers]
        self.body = self.make_body(0, 0)

    def make_body(self, depth, loops):
        return [self.make_node(depth, loops) for _ in range(self.rng.randint(1, 3))]

    def make_node(self, depth, loops):
        rng = self.rng
        kind = rng.choice(["turn", "turns", "turns", "for", "if", "until"])
        if depth == 3 or kind in ("turn", "turns"):
            ring = rng.choice(self.rings)
            source = [rng.randrange(SLICES) for _ in range(5)]
            if kind != "turns":
                turn = rng.choice([None, rng.randrange(5)])
                return ("turn", ring, source, turn, self.make_fork())
            later = rng.randrange(ring.stages)
            first = rng.choice([0, 0, rng.randrange(4)])
            guarded = ring.filling == "stores" or rng.random() < 0.5
            end = self.make_end(loops)
            skipped, fork = self.make_skipped(ring), self.make_fork()
            empty = bool(self.empties) and self.empties.random() < 0.5
            if skipped is not None and not empty:
                fork = None
            return (
                "turns", ring, source, end, first, later, guarded, skipped, empty, fork,
            )  # fmt: skip
        if kind == "for":
            return ("for", self.make_end(loops), self.make_body(depth + 1, loops + 1))
        if kind == "until":
            least = rng.randrange(12)
            body = self.make_body(depth + 1, loops + 1)
            return ("until", self.make_end(loops), least, body)
        other = self.make_body(depth + 1, loops) if rng.random() < 0.5 else []
        return ("if", rng.randrange(4), self.make_body(depth + 1, loops), other)

    def make_skipped(self, ring):
        """The last two bits of the iterations whose copies are left out, or None. Where
        turns may be empty, these have one nevertheless."""
        if not self.choices or ring.filling == "stores":
            return None
        return self.choices.choice([None, *range(4)])

    def make_fork(self):
        """The least last two bits of a turn that is filled in the first of two
        branches, or None."""
        return self.choices.choice([None, None, 1, 2]) if self.choices else None

    def make_end(self, loops):
        """A number of iterations: a constant, or a tuple of what is to be added to the
        last two bits of the counter around."""
        rng = self.rng
        return (rng.randrange(2),) if loops and rng.random() < 0.5 else rng.randrange(5)


# ===------------------------------------------------------------------------===#
# The sums, by plain loads
# ===------------------------------------------------------------------------===#


def end_of(end, counters):
    return end if isinstance(end, int) else (counters[-1] & 3) + end[0]


def slice_of(source, counters):
    return sum(a * b for a, b in zip(source, [1, *counters])) % SLICES


def run(body, agent, counters, reads):
    """Adds to `reads` the slices that an agent reads."""
    for node in body:
        kind = node[0]
        if kind == "turn":
            if agent in node[1].readers:
                reads.append(slice_of(node[2], counters))
        elif kind == "turns":
            for i in range(end_of(node[3], counters)):
                if agent in node[1].readers and i & 3 != node[7]:
                    reads.append(slice_of(node[2], [*counters, i]))
        elif kind == "for":
            for i in range(end_of(node[1], counters)):
                run(node[2], agent, [*counters, i], reads)
        elif kind == "until":
            for i in range(end_of(node[1], counters)):
                if i * i > node[2]:
                    break
                run(node[3], agent, [*counters, i], reads)
        else:
            taken = (counters[-1] if counters else 3) & 3 >= node[1]
            run(node[2] if taken else node[3], agent, counters, reads)


# ===------------------------------------------------------------------------===#
# The program of an agent in tileas
# ===------------------------------------------------------------------------===#


class Writer:
    #: Elements, or rows, of a slice.
    slice_size = LANES

    def __init__(self, program, agent, lines):
        self.program, self.agent, self.lines = program, agent, lines
        self.layout = f"#l{program.warps[agent]}"
        self.tile = f"tensor<{LANES}xi32, {self.layout}>"
        self.number = 0

    def new(self):
        self.number += 1
        return f"%a{self.agent}_{self.number}"

    def emit(self, text):
        self.lines.append(text)

    def op(self, text):
        result = self.new()
        self.emit(f"{result} = {text}")
        return result

    def constant(self, number):
        return self.op(f"arith.constant {number} : i32")

    def add(self, value, number):
        return self.op(f"arith.addi {value}, {self.constant(number)} : i32")

    def compare(self, how, lhs, rhs):
        return self.op(f"arith.cmpi {how}, {lhs}, {rhs} : i32")

    def bits(self, number):
        return self.op(f"arith.andi {number}, {self.constant(3)} : i32")

    def both(self, *conditions):
        """The conjunction of those that are not None; None if all are."""
        given = [each for each in conditions if each is not None]
        while len(given) > 1:
            given[:2] = [self.op(f"arith.andi {given[0]}, {given[1]} : i1")]
        return given[0] if given else None

    def is_filled(self, skipped, counter):
        """True for an iteration that is not left out; None for all."""
        if skipped is None:
            return None
        return self.compare("ne", self.bits(counter), self.constant(skipped))

    def end(self, end, counters):
        if isinstance(end, int):
            return self.constant(end)
        return self.add(self.bits(counters[-1]), end[0])

    def start(self, source, counters):
        total = self.constant(source[0])
        for factor, counter in zip(source[1:], counters):
            part = self.op(f"arith.muli {counter}, {self.constant(factor)} : i32")
            total = self.op(f"arith.addi {total}, {part} : i32")
        number = self.op(f"arith.andi {total}, {self.constant(SLICES - 1)} : i32")
        element = self.op(f"arith.muli {number}, {self.constant(self.slice_size)} : i32")
        return self.op(f"arith.extsi {element} : i32 to i64")

    def fill(self, ring, turn, source, counters, copied=None, exists=None, fork=None):
        """Fills a turn that exists, if it is to be copied."""
        start = self.start(source, counters)
        to = self.op(f"tileas.acquire {ring.name}[{turn}] : {ring.type}")
        copied = f"if {copied}" if copied else ""
        exists = f" if {exists}" if exists else ""

        def commit():
            completion = getattr(self, "fill_by_" + ring.filling)(start, to, copied)
            after = f" after {completion}" if completion else ""
            self.emit(f"tileas.commit {ring.name}[{turn}]{after}{exists} : {ring.type}")

        if fork is None:
            return commit()
        self.emit(f"scf.if {self.compare('sge', self.bits(turn), self.constant(fork))} {{")
        commit()
        self.emit("} else {")
        commit()
        self.emit("}")

    def fill_by_stores(self, start, to, condition):
        tile, token = self.new(), self.new()
        place = f"%p[{start}] extents [%all] strides [%one]"
        self.emit(f"{tile}, {token} = tileas.load {place} : !tileaa.ptr -> {self.tile}")
        types = f"{self.tile}, <{LANES}xi32>"
        self.emit(f"tileas.shared_store {tile} to {to} : {types}")

    def fill_by_async(self, start, to, condition):
        return self.op(
            f"tileas.async_copy %p[{start}] extents [%all] strides [%one] {condition} "
            f"to {to} {{tile = {self.tile}, width = 1 : i64}} : !tileaa.ptr, "
            f"!tileas.buffer<{LANES}xi32>"
        )

    def fill_by_bulk(self, start, to, condition):
        four = self.op("arith.constant 4 : i64")
        bytes = self.op(f"arith.muli {start}, {four} : i64")
        place = self.op(f"tileaa.ptr_add %base, {bytes} : !tileaa.ptr, i64")
        types = f"<{LANES}xi32> -> !tileas.completion"
        return self.op(f"tileas.bulk_copy {place} to {to} {condition} : {types}")

    def read(self, ring, turn, total, releases=True, filled=None):
        """Reads a turn, which holds nothing where `filled` is false."""
        stage = self.op(f"tileas.wait {ring.name}[{turn}] : {ring.type}")
        if filled:
            total = self.branch(filled, total, lambda: self.add_to(total, self.load(stage)))
        else:
            tile = self.load(stage)
        if releases:
            self.release(ring, turn)
        return total if filled else self.add_to(total, tile)

    def load(self, stage):
        return self.op(f"tileas.shared_load {stage} : <{LANES}xi32> -> {self.tile}")

    def add_to(self, total, tile):
        three = self.op(f"arith.constant dense<3> : {self.tile}")
        product = self.op(f"arith.muli {total}, {three} : {self.tile}")
        return self.op(f"arith.addi {product}, {tile} : {self.tile}")

    def release(self, ring, turn):
        self.emit(f"tileas.release {ring.name}[{turn}] : {ring.type}")

    def loop(self, end, total, write):
        """A loop from 0; `write` returns the sum that an iteration leaves."""
        result, counter, carried = self.new(), self.new(), self.new()
        zero, one = self.constant(0), self.constant(1)
        self.emit(
            f"{result} = scf.for {counter} = {zero} to {end} step {one} "
            f"iter_args({carried} = {total}) -> ({self.tile}) : i32 {{"
        )
        self.emit(f"scf.yield {write(counter, carried)} : {self.tile}")
        self.emit("}")
        return result

    def branch(self, condition, total, write, other=None):
        result = self.new()
        self.emit(f"{result} = scf.if {condition} -> ({self.tile}) {{")
        self.emit(f"scf.yield {write()} : {self.tile}")
        self.emit("} else {")
        self.emit(f"scf.yield {other() if other else total} : {self.tile}")
        self.emit("}")
        return result

    def until(self, end, least, total, write):
        result, counter, carried = self.new(), self.new(), self.new()
        types = f"i32, {self.tile}"
        zero, one = self.constant(0), self.constant(1)
        limit = self.constant(least)
        self.emit(
            f"{result}:2 = scf.while ({counter} = {zero}, {carried} = {total}) : "
            f"({types}) -> ({types}) {{"
        )
        exists = self.compare("slt", counter, end)
        square = self.op(f"arith.muli {counter}, {counter} : i32")
        isLow = self.compare("sle", square, limit)
        goesOn = self.op(f"arith.andi {exists}, {isLow} : i1")
        self.emit(f"scf.condition({goesOn}) {counter}, {carried} : {types}")
        inner, sum = self.new(), self.new()
        self.emit("} do {")
        self.emit(f"^bb0({inner}: i32, {sum}: {self.tile}):")
        after = write(inner, sum)
        following = self.op(f"arith.addi {inner}, {one} : i32")
        self.emit(f"scf.yield {following}, {after} : {types}")
        self.emit("}")
        return result + "#1"

    def turn(self, node, counters, total):
        _, ring, source, turn, fork = node
        if turn is None and counters:
            turn = counters[-1]
        else:
            turn = self.constant(turn or 0)
        if self.agent == ring.filler:
            self.fill(ring, turn, source, counters, fork=fork)
        return self.read(ring, turn, total) if self.agent in ring.readers else total

    def turns(self, node, counters, total):
        _, ring, source, end, first, later, guarded, skipped, empty, fork = node
        fills, reads = self.agent == ring.filler, self.agent in ring.readers
        if not fills and not reads:
            return total
        end = self.end(end, counters)
        if ring.is_own and not guarded:
            return self.pipelined(node, end, counters, total)
        # An agent that fills a ring for others, too, reads each turn at once.
        behind = later if ring.is_own or not fills else 0
        all = self.add(end, behind)

        def iteration(counter, carried):
            turn = self.add(counter, first)
            exists = self.compare("slt", counter, end)
            isLater = self.compare("sge", counter, self.constant(behind))
            earlier = self.add(counter, -behind)
            old = self.add(turn, -behind)
            hasTurn = None if empty else self.is_filled(skipped, earlier)
            isRead = self.both(isLater, hasTurn)
            if fills:
                def fill():
                    inner = [*counters, counter]
                    isFilled = self.is_filled(skipped, counter)
                    hasTurn = None if empty else isFilled
                    self.fill(ring, turn, source, inner, isFilled, hasTurn, fork)
                    return carried
                carried = self.branch(exists, carried, fill)
            if not reads:
                return carried

            def read(number, old_or_new, releases):
                filled = self.is_filled(skipped, number) if empty else None
                return self.read(
                    ring, old_or_new, carried, releases, **({"filled": filled} if filled else {})
                )

            if fills:
                return self.branch(isRead, carried, lambda: read(earlier, old, True))
            hasTurn = None if empty else self.is_filled(skipped, counter)
            carried = self.branch(
                self.both(exists, hasTurn), carried, lambda: read(counter, turn, False)
            )

            def release():
                self.release(ring, self.add(earlier, first))
                return carried

            return self.branch(isRead, carried, release)

        return self.loop(all, total, iteration)

    def pipelined(self, node, end, counters, total):
        """Copies run ahead, under conditions, as tileas-pipeline-loops has them."""
        _, ring, source, _, _, ahead, _, skipped, empty, _ = node

        def fill(turn):
            exists = self.compare("slt", turn, end)
            copied = self.both(exists, self.is_filled(skipped, turn))
            inner = [*counters, turn]
            self.fill(ring, turn, source, inner, copied, exists if empty else copied)

        for number in range(ahead):
            fill(self.constant(number))

        def iteration(counter, carried):
            fill(self.add(counter, ahead))
            isFilled = self.is_filled(skipped, counter)
            if isFilled is None:
                return self.read(ring, counter, carried)
            if empty:
                return self.read(ring, counter, carried, filled=isFilled)
            return self.branch(
                isFilled, carried, lambda: self.read(ring, counter, carried)
            )

        return self.loop(end, total, iteration)

    def write(self, body, counters, total):
        for node in body:
            kind = node[0]
            if kind in ("turn", "turns"):
                total = getattr(self, kind)(node, counters, total)
            elif kind == "for":
                total = self.loop(
                    self.end(node[1], counters),
                    total,
                    lambda i, t: self.write(node[2], [*counters, i], t),
                )
            elif kind == "until":
                total = self.until(
                    self.end(node[1], counters),
                    node[2],
                    total,
                    lambda i, t: self.write(node[3], [*counters, i], t),
                )
            else:
                bits = self.bits(counters[-1] if counters else self.constant(3))
                condition = self.compare("sge", bits, self.constant(node[1]))
                total = self.branch(
                    condition,
                    total,
                    lambda: self.write(node[2], counters, total),
                    lambda: self.write(node[3], counters, total),
                )
        return total

    def agent_program(self):
        none = self.op(f"arith.constant dense<0> : {self.tile}")
        total = self.write(self.program.body, [], none)
        place = self.op(f"arith.constant {self.agent * LANES} : i64")
        token = self.new()
        self.emit(
            f"{token} = tileas.store {total} to %q[{place}] extents [%outs] strides "
            f"[%one] by<owner> : {self.tile}, !tileaa.ptr"
        )


def write_kernel(program):
    agents = len(program.warps)
    lines = [
        f"tileas.kernel @{program.name}(%p: !tileaa.ptr, %q: !tileaa.ptr) attributes {{"
        f'spec = #tileas.kernel_spec<target = "{program.gpu}", warps = {sum(program.warps)}, '
        "shared = 0, frozen = false>} {",
        "%base = tileaa.assume %p {div_by = 16 : i64} : !tileaa.ptr",
        "%one = arith.constant 1 : i64",
        f"%all = arith.constant {SIZE} : i64",
        f"%outs = arith.constant {agents * LANES} : i64",
    ]
    for ring in program.rings:
        inner = ring.type[len("<!tileas.buffer") : -1]
        lines.append(f"{ring.name}b = tileas.alloc_shared : {inner}")
        lines.append(f"{ring.name} = tileas.ring {ring.name}b : {ring.type}")
    if agents == 1:
        Writer(program, 0, lines).agent_program()
    else:
        lines.append("tileas.agents")
        for agent, warps in enumerate(program.warps):
            lines.append(f'agent "a{agent}" warps {warps} {{')
            Writer(program, agent, lines).agent_program()
            lines.append("}")
    return lines + ["tileas.return", "}"]


def inputs():
    return [wrapped((i * 2654435761) ^ (i << 13)) for i in range(SIZE)]


def expect(program):
    """The case of a program that checks itself."""
    given, found = inputs(), []
    for agent in range(len(program.warps)):
        reads = []
        run(program.body, agent, [], reads)
        for lane in range(LANES):
            total = 0
            for number in reads:
                total = wrapped(3 * total + given[number * LANES + lane])
            found.append(total)
    return [
        f"//% - entry: {program.name}",
        "//%   args:",
        f"//%     - ptr: i32[{SIZE}]",
        "//%       in: " + " ".join(map(str, given)),
        f"//%     - ptr: i32[{len(found)}]",
        "//%       out: " + " ".join(map(str, found)),
    ]


def call(*command):
    command = list(map(str, command))
    done = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    if done.returncode:
        sys.exit(" ".join(command) + "\n" + done.stdout)


def check(folder, first, count, arguments):
    """Runs the programs of one file."""
    gpu = list(GPUS)[first // PER_FILE % len(GPUS)]
    numbers = range(first, first + count)
    programs = [Program(seed, gpu, arguments.conditions) for seed in numbers]
    lines = [
        f"#l{w} = #tileas.layout<register = [], lane = [[1], [2], [4], [8], [16]], "
        f"warp = [{', '.join(['[0]'] * (w.bit_length() - 1))}]>"
        for w in (1, 2, 4)
    ]
    cases = [line for program in programs for line in expect(program)]
    for program in programs:
        lines += write_kernel(program)
    run_all(folder, first, gpu, lines, cases, PASSES)


def run_all(folder, seed, gpu, lines, cases, passes):
    """Runs the kernels of one file as rings and lowered, in all orders."""
    rings, lowered = folder / "rings.mlir", folder / "lowered.mlir"
    rings.write_text("\n".join(lines + cases) + "\n")
    call("cuda-tile-opt", rings, f"--pass-pipeline={passes}", "-o", lowered)
    lowered.write_text(lowered.read_text() + "\n".join(cases) + "\n")
    for file in (rings, lowered):
        for order in range(SEEDS):
            call("cuda-tile-run", "--self-check", file, f"--seed={order}")
    orders = ["--async=random", "--warps=random", f"--seed={seed}"]
    emulator = ["--engine=emulate", "--check=all", f"--gpu-name={gpu}", *orders]
    call("cuda-tile-run", "--self-check", lowered, *emulator)


def run_programs(check, parser):
    """Runs programs by `check`, which takes a folder, a first number, how many, and the
    arguments. A folder that is kept is of programs of which one fails; its name says the
    generator and the number."""
    parser.add_argument("first", type=int, nargs="?", default=0)
    parser.add_argument("count", type=int, nargs="?", default=PER_FILE)
    parser.add_argument("--seconds", type=int, help="stop after so many")
    parser.add_argument("--keep", type=pathlib.Path, help="a folder for what fails")
    arguments = parser.parse_args()
    first, last, made = arguments.first, arguments.first + arguments.count, 0
    kind = pathlib.Path(sys.argv[0]).stem
    if getattr(arguments, "conditions", False):
        kind += "_conditions"
    end = time.monotonic() + (arguments.seconds or float("inf"))
    with tempfile.TemporaryDirectory() as folder:
        keep = arguments.keep or pathlib.Path(folder)
        while first + made < last and time.monotonic() < end:
            begin = first + made
            number = min(PER_FILE - begin % PER_FILE, last - begin)
            place = keep / f"{kind}-{begin}"
            place.mkdir(parents=True, exist_ok=True)
            check(place, begin, number, arguments)
            shutil.rmtree(place)
            made += number
    print(f"{made} programs of rings from {first} on")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--conditions", action="store_true", help="of copies")
    run_programs(check, parser)
