# ===- compositions.py - Kernels put together of two -----------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""usage: compositions.py [--seed=N] [--count=N] [--keep=FOLDER]

Draws kernels that consist of two of all_cases.py in one entry, and judges them: their passes
leave what verifiers take, for each GPU of GPUS, and on the emulator, with exact data, they do
what the two do apart. Prints a line for each draw that fails, and keeps its text.

The parts are text of cuda_tile, of whose lines a composition is made: one behind the other,
one in each branch of an `if` on an argument, the same twice, one or both over a loop of tiles in
place of blocks, tiles of both in turn, or one more store beside each. Kernels of the tables alone
seldom have two products in loops of their own, or one in a branch. A part may be a composition.
"""

import dataclasses
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import conftest
import numpy as np
import pytest
import real_cases
from all_cases import ATTENTION_TILES, CASES
from kernels import ALL_ALIGNED, Run, ceil_div

GPUS = ("sm_80", "sm_90", "sm_100", "sm_120")
PIPELINES = ("cuda-tile-to-tileaa", "tileaa-to-tileas", "tileas", "tileas-to-nvvm")
AXES = "xyz"

#: Kernels whose blocks wait for one another, or count them: they run in a grid of their own.
WAITING = {"scan_chained", "split_k_lock", "split_k_counter", "message_passing", "stream_k"}
COUNTING = {"histogram", "layer_norm_backward", "align_experts"}


#: Tiles beside those of the cases, for which products have other instructions, warps with
#: programs of their own, and copies that run ahead.
PRODUCT_TILES = ((64, 64, 64), (128, 64, 64), (128, 128, 64), (128, 256, 64), (256, 128, 32))


def tiles_of(name):
    """The constants that a draw chooses from."""
    own = CASES[name].constants
    if name.endswith("attention_f16") and len(own) == 3 and name != "paged_attention":
        return (own, *ATTENTION_TILES)
    if name.startswith("split"):
        return (own, *((*tile, own[3]) for tile in PRODUCT_TILES))
    if name.startswith(("matmul", "stream", "experts", "grouped")):
        return (own, *((*own[:-3], *tile) for tile in PRODUCT_TILES))
    if name.startswith("convolution"):
        return (own, (64, 64, 32), (128, 128, 64))
    return (own, own[:-1] + (own[-1] * 4,)) if "norm" in name or "online" in name else (own,)


@dataclasses.dataclass(frozen=True)
class Part:
    """A kernel: the names and types of its parameters, its lines, and a launch of it. `arrays`
    has the indices of the names for each argument of the launch."""

    name: str
    parameters: tuple
    lines: tuple
    arrays: tuple
    run: Run

    def renamed(self, names):
        """The same with other names: those given, and a prefix for all others."""

        def new(match):
            return names.get(match[0]) or names[""] + match[0][1:]

        def rename(text):
            return re.sub(r"%[\w$]+", new, text)

        parameters = tuple((rename(name), kind) for name, kind in self.parameters)
        return dataclasses.replace(
            self, parameters=parameters, lines=tuple(map(rename, self.lines))
        )

    def without_ids(self, prefix, ids):
        """The same in a block whose numbers have the names `ids`, of a grid as large as that
        of the launch."""
        lines, names = [], {"": prefix}
        for line in self.lines:
            found = re.match(r"\s*(%\S+), (%\S+), (%\S+) = (get_\w+) : tile<i32>", line)
            if found and found[4] == "get_tile_block_id":
                names |= dict(zip(found.groups()[:3], ids))
            elif found and found[4] == "get_num_tile_blocks":
                sizes = (*self.run.grid, 1, 1)
                for name, size in zip(found.groups()[:3], sizes):
                    lines.append(f"{name} = constant <i32: {size}> : tile<i32>")
            else:
                lines.append(line)
        return dataclasses.replace(self, lines=tuple(lines)).renamed(names)


def parse(text):
    """The parameters and the lines of the entry of a module."""
    head = re.search(r"entry @\w+\((.*?)\)(?: optimization_hints=<.*>)? \{\n", text)
    parameters = [each.split(": ") for each in head[1].split(", %")]
    parameters = tuple((f"%{name.lstrip('%')}", kind) for name, kind in parameters)
    body = re.split(r"\n *return\n", text[head.end() :])[0]
    return parameters, tuple(body.splitlines())


def read(case, size, text):
    """The part for the text of a case's kernel and a launch with exact data."""
    parameters, lines = parse(text)
    arrays, first = [], 0
    for _, rank in case.parameters:
        count = 1 + 2 * rank
        arrays.append(tuple(range(first, first + count)))
        first += count
    assert first == len(parameters), (case.name, first, parameters)
    run = case.make_run(case, case.sizes[size], True)
    return Part(case.name, parameters, lines, tuple(arrays), run)


@dataclasses.dataclass
class Composition:
    """Text of cuda_tile with one entry `both`, and its launches."""

    name: str
    text: str
    runs: list

    def as_part(self):
        """A part of a larger one, which knows nothing of its arrays."""
        return Part(self.name, *parse(self.text), (), self.runs[0])


def constant(name, value):
    return f"{name} = constant <i32: {value}> : tile<i32>"


def guarded(part, ids, grid):
    """The lines of a part in a block that may lie outside of the part's grid."""
    part = dataclasses.replace(part, name=re.sub(r"\W", "_", part.name))
    axes = [n for n, size in enumerate(grid) if size != (*part.run.grid, 1, 1)[n]]
    lines, condition = [], ""
    for n in axes:
        most, inside = f"%most_{part.name}_{n}", f"%inside_{part.name}_{n}"
        lines.append(constant(most, (*part.run.grid, 1, 1)[n]))
        lines.append(f"{inside} = cmpi less_than {ids[n]}, {most}, signed : tile<i32> -> tile<i1>")
        if condition:
            lines.append(f"%all_{part.name}_{n} = andi {condition}, {inside} : tile<i1>")
            inside = f"%all_{part.name}_{n}"
        condition = inside
    if not axes:
        return list(part.lines)
    return [*lines, f"if {condition} {{", *part.lines, "}"]


def over_tiles(part, ids, count):
    """The lines of a part of which each block does `count` tiles along x, one after another,
    and calls the number of each %turn_tile."""
    return [
        constant("%turn_first", 0),
        constant("%turn_step", 1),
        f"for %turn in (%turn_first to {count}, step %turn_step) : tile<i32> {{",
        f"%turn_base = muli {ids[0]}, {count} : tile<i32>",
        "%turn_tile = addi %turn_base, %turn : tile<i32>",
        *part.lines,
        "continue",
        "}",
    ]


def ids_of(prefix):
    return tuple(f"%{prefix}{axis}" for axis in AXES)


def entry(parameters, lines):
    listed = ", ".join(f"{name}: {kind}" for name, kind in parameters)
    ids = ", ".join(ids_of("id_"))
    body = "\n".join(lines)
    return (
        f"cuda_tile.module @kernels {{\nentry @both({listed}) {{\n"
        f"{ids} = get_tile_block_id : tile<i32>\n{body}\nreturn\n}}\n}}\n"
    )


def joined(name, parameters, lines, arguments, expected, grid):
    return Composition(name, entry(parameters, lines), [Run(arguments, expected, grid)])


def of_both(first, second):
    return (
        [*first.parameters, *second.parameters],
        [*first.run.arguments, *second.run.arguments],
        [*first.run.expected, *second.run.expected],
        tuple(np.maximum((*first.run.grid, 1, 1)[:3], (*second.run.grid, 1, 1)[:3]).tolist()),
    )


def behind(first, second):
    """One kernel, and then the other."""
    ids = ids_of("id_")
    first, second = first.without_ids("%a_", ids), second.without_ids("%b_", ids)
    parameters, arguments, expected, grid = of_both(first, second)
    second = dataclasses.replace(second, name=f"{second.name}_b")
    lines = [*guarded(first, ids, grid), *guarded(second, ids, grid)]
    return joined("behind", parameters, lines, arguments, expected, grid)


def branches(first, second):
    """One kernel if an argument is not zero, and the other if it is."""
    ids = ids_of("id_")
    first, second = first.without_ids("%a_", ids), second.without_ids("%b_", ids)
    parameters, arguments, _, grid = of_both(first, second)
    second = dataclasses.replace(second, name=f"{second.name}_b")
    lines = [
        constant("%zero", 0),
        "%is_first = cmpi not_equal %way, %zero, signed : tile<i32> -> tile<i1>",
        "if %is_first {",
        *guarded(first, ids, grid),
        "} else {",
        *guarded(second, ids, grid),
        "}",
    ]
    none = [None] * len(first.run.expected), [None] * len(second.run.expected)
    text = entry([*parameters, ("%way", "tile<i32>")], lines)
    runs = [
        Run([*arguments, np.int32(1)], [*first.run.expected, *none[1], None], grid),
        Run([*arguments, np.int32(0)], [*none[0], *second.run.expected, None], grid),
    ]
    return Composition("branches", text, runs)


def twice(part, _):
    """The same again, of the same inputs, into other results."""
    ids = ids_of("id_")
    kept, shared = [], {}
    for n, places in enumerate(part.arrays):
        if part.run.expected[n] is None:
            shared |= {part.parameters[p][0]: f"%a_{part.parameters[p][0][1:]}" for p in places}
        else:
            kept.append(n)
    first, second = part.without_ids("%a_", ids), part.without_ids("%b_", ids)
    names = {f"%b_{name[1:]}": new for name, new in shared.items()}
    lines = [re.sub(r"%[\w$]+", lambda m: names.get(m[0], m[0]), line) for line in second.lines]
    others = [second.parameters[p] for n in kept for p in part.arrays[n]]
    run = part.run
    arguments = [*run.arguments, *(np.copy(run.arguments[n]) for n in kept)]
    expected = [*run.expected, *(run.expected[n] for n in kept)]
    parameters = [*first.parameters, *others]
    grid = (*run.grid, 1, 1)[:3]
    return joined("twice", parameters, [*first.lines, *lines], arguments, expected, grid)


def loop(part, other):
    """Each block does several tiles of the first along x, and then its one of the other."""
    tiles = part.run.grid[0]
    count = next(n for n in (3, 2, tiles) if tiles % n == 0)
    ids, inner = ids_of("id_"), ("%turn_tile", "%id_y", "%id_z")
    outer = (tiles // count, *part.run.grid[1:])
    first = part.without_ids("%a_", inner)
    lines = over_tiles(first, ids, "%count")
    parameters = [*first.parameters, ("%count", "tile<i32>")]
    arguments = [*part.run.arguments, np.int32(count)]
    expected = [*part.run.expected, None]
    if other is None:
        return joined("loop", parameters, lines, arguments, expected, outer)
    second = other.without_ids("%b_", ids)
    grid = tuple(np.maximum((*outer, 1, 1)[:3], (*other.run.grid, 1, 1)[:3]).tolist())
    # In other blocks than the first has, all of its tiles lie outside.
    shell = dataclasses.replace(first, lines=tuple(lines), run=Run([], [], outer))
    return joined(
        "loop",
        [*parameters, *second.parameters],
        [*guarded(shell, ids, grid), *guarded(second, ids, grid)],
        [*arguments, *other.run.arguments],
        [*expected, *other.run.expected],
        grid,
    )


def loop_of_both(first, second):
    """Each block does two tiles of one kernel and of the other, in turn."""
    ids, inner = ids_of("id_"), ("%turn_tile", "%id_y", "%id_z")
    a, b = first.without_ids("%a_", inner), second.without_ids("%b_", inner)
    parameters, arguments, expected, grid = of_both(a, b)
    b = dataclasses.replace(b, name=f"{b.name}_b")
    grid = (ceil_div(grid[0], 2), *grid[1:])
    tiles = (2 * grid[0], *grid[1:])
    turn = (*guarded(a, inner, tiles), *guarded(b, inner, tiles))
    lines = [constant("%two", 2)]
    lines += over_tiles(dataclasses.replace(a, lines=turn), ids, "%two")
    return joined("loop_of_both", parameters, lines, arguments, expected, grid)


def in_turns(first, second):
    """Blocks that do two tiles one after another, of one kernel or of the other."""
    ids, tiles = ids_of("id_"), [part.run.grid[0] for part in (first, second)]
    a = first.without_ids("%a_", ("%turn_tile", *ids[1:]))
    b = second.without_ids("%b_", ("%turn_other", *ids[1:]))
    parameters, arguments, expected, grid = of_both(a, b)
    b = dataclasses.replace(b, name=f"{b.name}_b")
    grid = (ceil_div(sum(tiles), 2), *grid[1:])
    # Along x the branches are what keeps a kernel to its tiles.
    inner = [(part.run.grid[0], *grid[1:]) for part in (a, b)]
    body = [
        "%is_first = cmpi less_than %turn_tile, %turn_own, signed : tile<i32> -> tile<i1>",
        "if %is_first {",
        *guarded(a, ids, inner[0]),
        "} else {",
        "%turn_other = subi %turn_tile, %turn_own : tile<i32>",
        "%is_second = cmpi less_than %turn_other, %turn_most, signed : tile<i32> -> tile<i1>",
        "if %is_second {",
        *guarded(b, ids, inner[1]),
        "}",
        "}",
    ]
    lines = [constant("%turn_own", tiles[0]), constant("%turn_most", tiles[1])]
    turn = dataclasses.replace(a, lines=tuple(body))
    lines += [constant("%two", 2), *over_tiles(turn, ids, "%two")]
    return joined("in_turns", parameters, lines, arguments, expected, grid)


def beside(part, _):
    """Each tile that goes to a result goes to another, too, its sign turned if it has one."""
    results = [n for n, value in enumerate(part.run.expected) if value is not None]
    part = part.without_ids("%a_", ids_of("id_"))
    doubled = {part.parameters[p][0] for n in results for p in part.arrays[n]}
    parameters = [*part.parameters]
    parameters += [(f"%w_{part.parameters[p][0][1:]}", part.parameters[p][1])
                   for n in results for p in part.arrays[n]]  # fmt: skip
    lines, stored = [], set()
    for number, line in enumerate(part.lines):
        lines.append(line)
        names = re.findall(r"%[\w$]+", line)
        store = re.search(r"(%\S+) = store_view_tko (.*?) (%\S+), (%\S+)\[(.*)", line)
        if store and store[4] in doubled:
            turned, value = store[3], store[3]
            kind = re.search(r" : (tile<[^>]*(?:f16|bf16|f32)>),", line)
            if kind:
                turned = f"%turned{number}"
                lines.append(f"{turned} = negf {value} : {kind[1]}")
            stored.add(bool(kind))
            place = f"%w_{store[4][1:]}[{store[5]}"
            lines.append(f"%w{number} = store_view_tko {store[2]} {turned}, {place}")
        elif re.search(r"= (assume|make_tensor_view|make_partition_view) ", line) and (
            doubled & set(names[1:])
        ):
            doubled.add(names[0])
            lines.append(re.sub(
                r"%[\w$]+", lambda m: f"%w_{m[0][1:]}" if m[0] in doubled else m[0], line
            ))  # fmt: skip
    if stored not in ({True}, {False}):
        return None
    run, sign = part.run, -1 if stored == {True} else 1
    arguments = [*run.arguments, *(np.copy(run.arguments[n]) for n in results)]
    twins = [run.expected[n] if sign == 1 else -run.expected[n] for n in results]
    return joined("beside", parameters, lines, arguments, [*run.expected, *twins], run.grid)


#: The ways that take any parts, and all.
WHOLE_KINDS = (behind, branches, loop, loop_of_both, in_turns)
KINDS = (*WHOLE_KINDS, twice, beside)


class Library:
    """The parts by case and size, exported when they are first asked for: the largest size is
    one of which front ends know that rows are multiples of 16 elements."""

    def __init__(self, folder):
        self.folder, self.parts = pathlib.Path(folder), {}

    def part(self, name, size, tile):
        place = name, size, tile
        if place not in self.parts:
            case = dataclasses.replace(CASES[name], constants=tile)
            file = self.folder / f"{len(self.parts)}.tileirbc"
            real_cases.export(case, "13.3", ALL_ALIGNED if size == 2 else True, file)
            command = [conftest.BIN_DIR / "cuda-tile-translate", "--cudatilebc-to-mlir", file]
            done = subprocess.run(command, capture_output=True, text=True, check=True)
            try:
                self.parts[place] = read(case, size, done.stdout)
            except AssertionError:
                # There are no exact data for these tiles.
                self.parts[place] = self.part(name, size, CASES[name].constants)
        return self.parts[place]


def compose(library, kind, size, *kernels):
    """The composition of kernels: of each its name and constants, or the arguments of one that
    it is itself, without the size. None if they cannot be so."""
    parts, names = [], []
    for kernel in kernels:
        if isinstance(kernel[0], str):
            parts.append(library.part(kernel[0], size, kernel[1]))
            names.append(f"{kernel[0]}{list(kernel[1])}")
            continue
        inner = compose(library, kernel[0], size, *kernel[1:])
        if inner is None or not inner.runs:
            return None
        parts.append(inner.as_part())
        names.append(inner.name)
    if (made := kind(*parts)) is None:
        return None
    made.name += f"({', '.join(names)})"
    # In another grid they would wait for blocks that are not there, or count some twice.
    if kind not in (behind, branches) and any(n in made.name for n in WAITING | COUNTING):
        made.runs = []
    return made


def draw(library, seed):
    """The composition that a number stands for: a third of them of three kernels."""
    dice = random.Random(seed)

    def kernel():
        name = dice.choice(list(CASES))
        return name, dice.choice(tiles_of(name))

    while True:
        kind, size, first = dice.choice(KINDS), dice.choice((1, 2)), kernel()
        if kind in WHOLE_KINDS and dice.random() < 0.5:
            first = dice.choice(KINDS), first, kernel()
        if (made := compose(library, kind, size, first, kernel())) is not None:
            return made


def judge(launch, made, gpu):
    """Fails if a pass leaves what its verifiers refuse, or a run does anything else than the
    kernels do apart."""
    file = launch.folder / "both.mlir"
    file.write_text(made.text)
    passes = ",".join(f"{each}{{gpu-name={gpu}}}" for each in PIPELINES)
    pipeline = f"--pass-pipeline=builtin.module({passes})"
    launch.tools.run("cuda-tile-opt", file, pipeline, "-o", "/dev/null")
    for run in made.runs:
        launch(file, "both", run, "--engine=emulate", f"--gpu-name={gpu}")


def main(*arguments):
    options = dict(each.removeprefix("--").split("=") for each in arguments)
    first, count = int(options.get("seed", 0)), int(options.get("count", 100))
    kept = pathlib.Path(options.get("keep", "."))
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        library = Library(folder)
        launch = conftest.Launcher(conftest.Tools(), pathlib.Path(folder))
        for seed in range(first, first + count):
            made = draw(library, seed)
            for gpu in GPUS:
                try:
                    judge(launch, made, gpu)
                except (pytest.fail.Exception, subprocess.TimeoutExpired) as error:
                    failed += 1
                    (kept / f"{seed}.mlir").write_text(made.text)
                    print(f"{seed}: {made.name}, {gpu}: {error}", flush=True)
    print(f"{count} draws, {failed} failures")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
