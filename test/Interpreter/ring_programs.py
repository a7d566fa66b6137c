# ===- ring_programs.py - Random programs of agents and rings -----------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Runs random programs of agents and rings, and compares what comes of them with the
plain loads of one program.

    ring_programs.py [FIRST [COUNT [KEEP]]]

Programs FIRST to FIRST + COUNT - 1 are run as rings and as tileas-lower-rings leaves
them, in the interpreter under several seeds; and one of each file in the emulator. KEEP
is a folder for the files.

All agents of a program run the same loops and branches, in the middle of which slices
are handed on: there, the agent that fills a ring takes a turn of it, those who read it
make 3 * sum + slice of their sums, and others do nothing. Loops may end early, hold
stages back, or run ahead of themselves.
"""

import pathlib
import random
import struct
import subprocess
import sys
import tempfile

LANES, SLICES = 32, 8
SIZE = LANES * SLICES
PER_FILE = 20
SEEDS = 3
PASSES = (
    "builtin.module(tileas.kernel(tileas-lower-rings,tileas-allocate-shared,"
    "tileas-place-barriers,tileas-freeze-kernel-spec))"
)


def wrapped(number):
    """A number of 32 bits with its sign."""
    return (number + 2**31) % 2**32 - 2**31


class Ring:
    def __init__(self, rng, agents, number):
        self.name = f"%ring{number}"
        self.stages = rng.randint(1, 4)
        self.filler = rng.randrange(agents)
        self.readers = rng.sample(range(agents), rng.randint(1, min(agents, 2)))
        self.copies = rng.random() < 0.7
        self.type = f"<!tileas.buffer<{LANES}xi32, stages = {self.stages}>>"
        if self.stages == 1:
            self.type = f"<!tileas.buffer<{LANES}xi32>>"
        self.is_own = self.readers == [self.filler]


class Program:
    """A tree of loops, branches and transfers: tuples that begin with their kind."""

    def __init__(self, seed):
        rng = self.rng = random.Random(seed)
        self.name = f"k{seed}"
        self.warps = [rng.choice([1, 1, 2, 4]) for _ in range(rng.randint(1, 4))]
        agents = len(self.warps)
        self.rings = [Ring(rng, agents, n) for n in range(rng.randint(1, 3))]
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
                return ("turn", ring, source, rng.choice([None, rng.randrange(5)]))
            later = rng.randrange(ring.stages)
            first = rng.choice([0, 0, rng.randrange(4)])
            guarded = not ring.copies or rng.random() < 0.5
            return ("turns", ring, source, self.make_end(loops), first, later, guarded)
        if kind == "for":
            return ("for", self.make_end(loops), self.make_body(depth + 1, loops + 1))
        if kind == "until":
            least = rng.randrange(12)
            body = self.make_body(depth + 1, loops + 1)
            return ("until", self.make_end(loops), least, body)
        other = self.make_body(depth + 1, loops) if rng.random() < 0.5 else []
        return ("if", rng.randrange(4), self.make_body(depth + 1, loops), other)

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
                if agent in node[1].readers:
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

    def end(self, end, counters):
        if isinstance(end, int):
            return self.constant(end)
        bits = self.op(f"arith.andi {counters[-1]}, {self.constant(3)} : i32")
        return self.add(bits, end[0])

    def start(self, source, counters):
        total = self.constant(source[0])
        for factor, counter in zip(source[1:], counters):
            part = self.op(f"arith.muli {counter}, {self.constant(factor)} : i32")
            total = self.op(f"arith.addi {total}, {part} : i32")
        number = self.op(f"arith.andi {total}, {self.constant(SLICES - 1)} : i32")
        element = self.op(f"arith.muli {number}, {self.constant(LANES)} : i32")
        return self.op(f"arith.extsi {element} : i32 to i64")

    def fill(self, ring, turn, source, counters, condition=""):
        start = self.start(source, counters)
        to = self.op(f"tileas.acquire {ring.name}[{turn}] : {ring.type}")
        place = f"%p[{start}] extents [%all] strides [%one]"
        buffer = f"!tileas.buffer<{LANES}xi32>"
        after = ""
        if ring.copies:
            if condition:
                condition = "if " + condition
            copy = self.op(
                f"tileas.async_copy {place} {condition} to {to} "
                f"{{tile = {self.tile}, width = 1 : i64}} : !tileaa.ptr, {buffer}"
            )
            after = f" after {copy}"
        else:
            tile, token = self.new(), self.new()
            self.emit(
                f"{tile}, {token} = tileas.load {place} : !tileaa.ptr -> {self.tile}"
            )
            types = f"{self.tile}, <{LANES}xi32>"
            self.emit(f"tileas.shared_store {tile} to {to} : {types}")
        self.emit(f"tileas.commit {ring.name}[{turn}]{after} : {ring.type}")

    def read(self, ring, turn, total, releases=True):
        stage = self.op(f"tileas.wait {ring.name}[{turn}] : {ring.type}")
        tile = self.op(f"tileas.shared_load {stage} : <{LANES}xi32> -> {self.tile}")
        if releases:
            self.release(ring, turn)
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
        _, ring, source, turn = node
        if turn is None and counters:
            turn = counters[-1]
        else:
            turn = self.constant(turn or 0)
        if self.agent == ring.filler:
            self.fill(ring, turn, source, counters)
        return self.read(ring, turn, total) if self.agent in ring.readers else total

    def turns(self, node, counters, total):
        _, ring, source, end, first, later, guarded = node
        fills, reads = self.agent == ring.filler, self.agent in ring.readers
        if not fills and not reads:
            return total
        end = self.end(end, counters)
        if ring.is_own and not guarded:
            return self.pipelined(ring, source, end, later, counters, total)
        # An agent that fills a ring for others, too, reads each turn at once.
        behind = later if ring.is_own or not fills else 0
        all = self.add(end, behind)

        def iteration(counter, carried):
            turn = self.add(counter, first)
            exists = self.compare("slt", counter, end)
            isLater = self.compare("sge", counter, self.constant(behind))
            earlier = self.add(counter, -behind)
            old = self.add(turn, -behind)
            if fills:
                def fill():
                    self.fill(ring, turn, source, [*counters, counter])
                    return carried
                carried = self.branch(exists, carried, fill)
            if not reads:
                return carried
            if fills:
                return self.branch(
                    isLater, carried, lambda: self.read(ring, old, carried)
                )
            carried = self.branch(
                exists, carried, lambda: self.read(ring, turn, carried, False)
            )

            def release():
                self.release(ring, self.add(earlier, first))
                return carried

            return self.branch(isLater, carried, release)

        return self.loop(all, total, iteration)

    def pipelined(self, ring, source, end, ahead, counters, total):
        """Copies run ahead, under conditions, as tileas-pipeline-loops has them."""
        for number in range(ahead):
            turn = self.constant(number)
            exists = self.compare("slt", turn, end)
            self.fill(ring, turn, source, [*counters, turn], exists)

        def iteration(counter, carried):
            turn = self.add(counter, ahead)
            exists = self.compare("slt", turn, end)
            self.fill(ring, turn, source, [*counters, turn], exists)
            return self.read(ring, counter, carried)

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
                value = counters[-1] if counters else self.constant(3)
                bits = self.op(f"arith.andi {value}, {self.constant(3)} : i32")
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
        f'spec = #tileas.kernel_spec<target = "sm_90", warps = {sum(program.warps)}, '
        "shared = 0, frozen = false>} {",
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


def write_inputs(path):
    header = f"{{'descr': '<i4', 'fortran_order': False, 'shape': ({SIZE},), }}"
    header = header.ljust(117) + "\n"
    path.write_bytes(
        b"\x93NUMPY\x01\x00"
        + struct.pack("<H", len(header))
        + header.encode()
        + struct.pack(f"<{SIZE}i", *inputs())
    )


def check(folder, programs):
    rings, lowered = folder / "rings.mlir", folder / "lowered.mlir"
    lines = [
        f"#l{w} = #tileas.layout<register = [], lane = [[1], [2], [4], [8], [16]], "
        f"warp = [{', '.join(['[0]'] * (w.bit_length() - 1))}]>"
        for w in (1, 2, 4)
    ]
    cases = [line for program in programs for line in expect(program)]
    for program in programs:
        lines += write_kernel(program)
    rings.write_text("\n".join(lines + cases) + "\n")
    call("cuda-tile-opt", rings, f"--pass-pipeline={PASSES}", "-o", lowered)
    lowered.write_text(lowered.read_text() + "\n".join(cases) + "\n")
    for file in (rings, lowered):
        for seed in range(SEEDS):
            call("cuda-tile-run", "--self-check", file, f"--seed={seed}")
    write_inputs(folder / "in.npy")
    call(
        "cuda-tile-run",
        lowered,
        f"--entry={programs[0].name}",
        f"--arg=ptr:{folder / 'in.npy'}",
        f"--arg=ptr:new:i32[{len(programs[0].warps) * LANES}]",
        "--compare=emulate",
        "--check=all",
        "--async=random",
        "--warps=random",
    )


def main():
    first = int(sys.argv[1]) if len(sys.argv) > 1 else 0
    count = int(sys.argv[2]) if len(sys.argv) > 2 else PER_FILE
    with tempfile.TemporaryDirectory() as folder:
        keep = pathlib.Path(sys.argv[3] if len(sys.argv) > 3 else folder)
        for begin in range(first, first + count, PER_FILE):
            end = min(begin + PER_FILE, first + count)
            check(keep, [Program(seed) for seed in range(begin, end)])
    print(f"{count} programs")


main()
