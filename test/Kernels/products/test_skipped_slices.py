# ===- test_skipped_slices.py - Products of slices that a condition skips -----===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Products that leave out slices, as those of matrices with blocks of zeros do: the
loads in a branch become copies that run ahead where the condition holds. Results are
those of the interpreter for all patterns of slices, whenever the copies take place.
So do conditions and numbers of slices that are loaded, as from a table of pages.
"""

import dataclasses
import re
import subprocess

import numpy as np
import pytest
from conftest import BIN_DIR
from borders import HOSTILE, compile_with_remarks

GPUS = ("sm_75", "sm_80", "sm_90", "sm_100", "sm_120")
COPY = re.compile(r"cp\.async\.(c[ag]\.shared\.global|bulk\.tensor)")


@dataclasses.dataclass(frozen=True)
class Product:
    """A product of one tile; in `kind` the branches of an iteration. With `loads` an
    iteration loads what decides: its `bit` from a table, which is shifted on here, or
    the number of its slice, of a `page`."""

    kind: str
    m: int = 64
    n: int = 64
    k: int = 32
    slices: int = 6
    #: Rounds over all slices, each with a pattern of its own.
    tiles: int = 1
    loads: str = ""

    def __str__(self):
        return f"{self.kind}-{self.m}x{self.n}x{self.k}{self.loads}"

    @property
    def depth(self):
        """The last slice is cut short, by elements that are copied together."""
        return self.slices * self.k - 8

    def load(self, name, index, shape, result):
        tile = f"{shape[0]}x{shape[1]}"
        view = f"partition_view<tile=({tile}), padding_value = zero, {VIEW}>"
        return (
            f"%{result}, %t_{result} = load_view_tko weak %{name}_w[{index}] : {view}, "
            f"tile<i32> -> tile<{tile}xf16>, token"
        )

    def multiply(self, number, acc, right="b", loads_left=True):
        """The lines of a product, and its sum."""
        factors = f"tile<{self.m}x{self.k}xf16>, tile<{self.k}x{self.n}xf16>"
        left = f"x{number}" if loads_left else "x"
        lines = [self.load("a", "%c0, %page", (self.m, self.k), left)] * loads_left
        return [
            *lines,
            self.load(right, "%page, %c0", (self.k, self.n), f"y{number}"),
            f"%d{number} = mmaf %{left}, %y{number}, {acc} : {factors}, {self.sum}",
        ], f"%d{number}"

    @property
    def sum(self):
        return f"tile<{self.m}x{self.n}xf32>"

    def branch(self, result, condition, first, second):
        """An `if` of two sides, each of them lines and their sum."""
        sides = [
            [*lines, f"yield {value} : {self.sum}"] for lines, value in (first, second)
        ]
        return [
            f"%{result} = if {condition} -> ({self.sum}) {{",
            *sides[0],
            "} else {",
            *sides[1],
            "}",
        ]

    def iteration(self):
        """The lines of an iteration, of which `%acc` comes and `%next` goes."""
        skip = ([], "%acc")
        if self.kind == "then":
            return self.branch("next", "%odd", self.multiply(0, "%acc"), skip)
        if self.kind == "else":
            return self.branch("next", "%odd", skip, self.multiply(0, "%acc"))
        if self.kind == "either":
            other = self.multiply(1, "%acc", "w")
            return self.branch("next", "%odd", self.multiply(0, "%acc"), other)
        if self.kind == "nested":
            inner = self.branch("inner", "%low", skip, self.multiply(0, "%acc"))
            return self.branch("next", "%odd", (inner, "%inner"), skip)
        if self.kind == "within":
            again = [*self.load_word("again"), "%set = cmpi not_equal %again, %c0, signed : I -> B"]
            inner = self.branch("inner", "%set", self.multiply(0, "%acc"), skip)
            return self.branch("next", "%low", ([*again, *inner], "%inner"), skip)
        if self.kind == "all":
            lines, value = self.multiply(0, "%acc")
            return [*lines, f"%next = addf {value}, %zeros rounding<nearest_even> : {self.sum}"]
        if self.kind == "right":
            lines, value = self.multiply(0, "%acc", loads_left=False)
            left = self.load("a", "%c0, %page", (self.m, self.k), "x")
            return [left, *self.branch("next", "%odd", (lines, value), skip)]
        assert self.kind == "twice"
        first = self.branch("once", "%odd", self.multiply(0, "%acc"), skip)
        second = self.multiply(1, "%once", "w")
        return [*first, *self.branch("next", "%low", second, ([], "%once"))]

    def load_word(self, result):
        """The word of the table for this iteration."""
        return [
            f"%at_{result} = offset %table, %place : tile<ptr<i32>>, I -> tile<ptr<i32>>",
            f"%{result}, %t_{result} = load_ptr_tko weak %at_{result} "
            ": tile<ptr<i32>> -> I, token",
        ]

    def decide(self):
        """The condition and the number of the slice of an iteration."""
        if self.loads:
            word = self.load_word("word")
        else:
            word = [
                "%ofTile = xori %pattern, %tile : I",
                "%rest = shri %ofTile, %j unsigned : I",
                "%word = andi %rest, %c1 : I",
            ]
        return [
            "%first = muli %tile, %slices : I",
            "%place = addi %first, %j : I",
            *word,
            "%bit = andi %word, %c1 : I",
            "%odd = cmpi equal %bit, %c1, signed : I -> B",
            f"%page = ori {'%word' if self.loads == 'page' else '%j'}, %c0 : I",
        ]

    def text(self):
        lines = []
        for name, extents, tile in (
            ("a", ("%rows", "%depth"), (self.m, self.k)),
            ("b", ("%depth", "%columns"), (self.k, self.n)),
            ("w", ("%depth", "%columns"), (self.k, self.n)),
        ):
            view = f"partition_view<tile=({tile[0]}x{tile[1]}), padding_value = zero, {VIEW}>"
            lines += [
                f"%{name}_p = assume div_by<16>, %{name} : tile<ptr<f16>>",
                f"%{name}_v = make_tensor_view %{name}_p, shape = [{', '.join(extents)}], "
                f"strides = [{extents[1]}, 1] : tile<i32> -> {VIEW}",
                f"%{name}_w = make_partition_view %{name}_v : {view}",
            ]
        store = f"partition_view<tile=({self.m}x{self.n}), {VIEW_OF_SUM}>"
        body = [
            *(
                f"%{name} = assume bounded<0, ?>, %{name}_m : tile<i32>\n"
                for name in ("rows", "columns", "depth")
            ),
            *lines,
            "%c0 = constant <i32: 0> : tile<i32>",
            f"%tiles = constant <i32: {self.tiles}> : tile<i32>",
            "%c1 = constant <i32: 1> : tile<i32>",
            "%c3 = constant <i32: 3> : tile<i32>",
            f"%zeros = constant <f32: 0.0> : {self.sum}",
            f"%all = for %tile in (%c0 to %tiles, step %c1) : tile<i32> "
            f"iter_values(%before = %zeros) -> ({self.sum}) {{",
            f"%sum = for %j in (%c0 to %slices, step %c1) : tile<i32> "
            f"iter_values(%acc = %before) -> ({self.sum}) {{",
            *self.decide(),
            "%two = andi %j, %c3 : tile<i32>",
            "%low = cmpi equal %two, %c1, signed : tile<i32> -> tile<i1>",
            *self.iteration(),
            f"continue %next : {self.sum}",
            "}",
            f"continue %sum : {self.sum}",
            "}",
            "%c_v = make_tensor_view %c, shape = [%rows, %columns], strides = [%columns, 1] "
            f": tile<i32> -> {VIEW_OF_SUM}",
            f"%c_w = make_partition_view %c_v : {store}",
            f"%t = store_view_tko weak %all, %c_w[%c0, %c0] : {self.sum}, {store}, "
            "tile<i32> -> token",
            "return",
        ]
        assumed = [
            f"%{name}_m = assume div_by<8>, %n_{name} : tile<i32>"
            for name in ("rows", "columns", "depth")
        ]
        numbers = ("n_rows", "n_columns", "n_depth", "slices")
        last = "%table: tile<ptr<i32>>" if self.loads else "%pattern: tile<i32>"
        lines = "\n".join([
            "cuda_tile.module @m {",
            "entry @k(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %w: tile<ptr<f16>>, "
            "%c: tile<ptr<f32>>, " + "".join(f"%{n}: tile<i32>, " for n in numbers) + last + ") {",
            *assumed, *body, "}", "}",
        ]) + "\n"  # fmt: skip
        return re.sub(r"\bB$", "tile<i1>", re.sub(r"\bI\b", "tile<i32>", lines), flags=re.M)

    def pattern(self, folder, pattern):
        """The last argument: which slices are taken, or which one in which iteration."""
        if not self.loads:
            return f"--arg=i32:{pattern}"
        bits = [(pattern ^ tile) >> j & 1 for tile in range(self.tiles) for j in range(self.slices)]
        places = np.arange(len(bits))
        words = (places * (pattern + 5) + pattern) % self.slices
        table = words if self.loads == "page" else np.array(bits) + 2 * places
        np.save(folder / f"table{pattern}.npy", table.astype("i4"))
        return f"--arg=ptr:{folder}/table{pattern}.npy:i32"

    def write(self, folder):
        """The kernel, and the options of a run but for the pattern."""
        file = folder / "k.mlir"
        file.write_text(self.text())
        random = np.random.default_rng(1)
        rows, columns = self.m - 8, self.n - 8
        options = ["--entry=k"]
        for name, shape in (
            ("a", (rows, self.depth)),
            ("b", (self.depth, columns)),
            ("w", (self.depth, columns)),
        ):
            np.save(folder / f"{name}.npy", random.integers(-8, 8, shape).astype("f2"))
            options.append(f"--arg=ptr:{folder}/{name}.npy:f16")
        options.append(f"--arg=ptr:new:f32[{rows * columns}]")
        for number in (rows, columns, self.depth, self.slices):
            options.append(f"--arg=i32:{number}")
        return file, options


VIEW = "tensor_view<?x?xf16, strides=[?,1]>"
VIEW_OF_SUM = "tensor_view<?x?xf32, strides=[?,1]>"
KINDS = ("then", "else", "either", "nested", "right", "twice")
#: Conditions that are loaded, and numbers of slices; in branches, too.
LOADED = (*((kind, "bit") for kind in (*KINDS, "within")), ("all", "page"), ("then", "page"))
ALL = (*((kind, "") for kind in KINDS), *LOADED)
#: Slices that are taken: none, all, every second one, and others.
PATTERNS = (0, 63, 21, 42, 1, 32, 22)

#: Tiles of branches that exclude one another share bytes, and rings would not: with them
#: three blocks of two warps fit in place of five.
SHARE_BYTES = ("either", "sm_120")

every_kind = pytest.mark.parametrize("kind,loads", ALL)


@pytest.mark.rotated
@pytest.mark.parametrize("gpu", GPUS)
@pytest.mark.parametrize("kind,loads", (*ALL, ("all", "")))
def test_nothing_spills(tools, tmp_path, kind, loads, gpu):
    """Registers have room for sums of 64 and 128 words, what is loaded for copies, and sums
    of tensor memory that are read in each iteration; ptxas has nothing to say."""
    for n in (64, 128):
        source, _ = Product(kind, 128, n, 64, loads=loads).write(tmp_path)
        assert tools.assemble(source, tmp_path / "k.cubin", gpu, 3) == ""


@pytest.mark.rotated
@pytest.mark.parametrize("gpu", GPUS)
@every_kind
def test_whenever_copies_take_place(tools, tmp_path, kind, loads, gpu):
    product = Product(kind, loads=loads)
    source, options = product.write(tmp_path)
    ptx, _ = compile_with_remarks(tools, source, tmp_path / "k.ptx", gpu)
    assert bool(COPY.search(ptx)) == (gpu != "sm_75" and (kind, gpu) != SHARE_BYTES)
    for number, pattern in enumerate(PATTERNS):
        when = ("eager", "lazy", "random")[number % 3]
        tools.run(
            "cuda-tile-run", source, *options, product.pattern(tmp_path, pattern), *HOSTILE,
            f"--async={when}", f"--gpu-name={gpu}", "--compare=interpret",
        )  # fmt: skip


@pytest.mark.parametrize("gpu", ("sm_90", "sm_100", "sm_120"))
@every_kind
def test_by_maps(tools, tmp_path, kind, loads, gpu):
    """The phase of a slice that is skipped expects no bytes."""
    product = Product(kind, loads=loads)
    source, options = product.write(tmp_path)
    maps = "--tensor-maps=true"
    ptx, remarks = compile_with_remarks(tools, source, tmp_path / "k.ptx", gpu, maps)
    takes_turns = re.search("RemarkLoopPipelined.*Stages: 1$", remarks, re.MULTILINE)
    assert ("cp.async.bulk.tensor" in ptx) == (not takes_turns)
    for number, pattern in enumerate(PATTERNS):
        when = ("eager", "lazy", "random")[number % 3]
        tools.run(
            "cuda-tile-run", source, *options, product.pattern(tmp_path, pattern), *HOSTILE, maps,
            f"--async={when}", f"--gpu-name={gpu}", "--compare=interpret",
        )  # fmt: skip


@pytest.mark.parametrize("loads", ("", "bit"))
def test_rings_leave_two_warps_for_a_partition(tools, tmp_path, loads):
    """Tiles of branches stay loads where rings of two stages leave fewer, and loads more."""
    kind, gpu = SHARE_BYTES
    source, _ = Product(kind, loads=loads).write(tmp_path)
    ptx, remarks = compile_with_remarks(tools, source, tmp_path / "k.ptx", gpu)
    assert not COPY.search(ptx) and "loads leave an SM more warps" in remarks
    source, _ = Product("then", loads=loads).write(tmp_path)
    assert COPY.search(compile_with_remarks(tools, source, tmp_path / "k.ptx", gpu)[0])


def results_of(product, program, options, folder):
    """The sums of runs with all checks; None for one in which these find something."""
    for pattern in (63, 42):
        result = folder / "result.npy"
        done = subprocess.run(
            [
                BIN_DIR / "cuda-tile-run", program, *options, product.pattern(folder, pattern),
                *HOSTILE, "--async=random", f"--out=3={result}",
            ],
            capture_output=True,
        )  # fmt: skip
        yield np.load(result) if done.returncode == 0 else None


@pytest.mark.parametrize("loads", ("", "bit"))
@pytest.mark.parametrize(
    "gpu,maps,words",
    (
        ("sm_80", (), r"bar\.sync|cp\.async\.wait"),
        ("sm_90", ("--tensor-maps=true",), r"mbarrier\.arrive"),
    ),
)
def test_each_word_is_needed(tools, tmp_path, loads, gpu, maps, words):
    """Also where slices are skipped no barrier, wait or arrival can be left out."""
    product = Product("then", 64, 64, 64, loads=loads)
    source, options = product.write(tmp_path)
    ptx, _ = compile_with_remarks(tools, source, tmp_path / "k.ptx", gpu, *maps)
    expected = list(results_of(product, tmp_path / "k.ptx", options, tmp_path))
    lines = ptx.splitlines(keepends=True)
    places = [number for number, line in enumerate(lines) if re.search(words, line)]
    assert len(places) > 3
    for place in places:
        twin = tmp_path / "twin.ptx"
        twin.write_text("".join(lines[:place] + lines[place + 1 :]))
        found = results_of(product, twin, options, tmp_path)
        assert any(
            result is None or (result != right).any()
            for result, right in zip(found, expected)
        ), lines[place]


@pytest.mark.parametrize("gpu", ("sm_80", "sm_90", "sm_120"))
@pytest.mark.parametrize("kind", KINDS)
def test_by_agents(tools, tmp_path, kind, gpu):
    """A warp that copies passes the turns of slices that are skipped, too."""
    product = Product(kind)
    source, options = product.write(tmp_path)
    agents = "--copy-warps=1"
    text = tools.compile(source, tmp_path / "tileas.mlir", gpu, 3, "tileas", agents)
    assert b"tileas.agents" in text
    for number, pattern in enumerate(PATTERNS):
        when = ("eager", "lazy", "random")[number % 3]
        tools.run(
            "cuda-tile-run", source, *options, product.pattern(tmp_path, pattern), *HOSTILE, agents,
            f"--async={when}", f"--gpu-name={gpu}", "--compare=interpret",
        )  # fmt: skip


OVER_TILES = [
    (*kind, gpu, option)
    for gpu, option in (
        ("sm_80", "-O3"),
        ("sm_80", "--copy-warps=1"),
        ("sm_90", "--tensor-maps=true"),
        ("sm_100", "-O3"),
        ("sm_120", "--tensor-maps=true"),
    )
    for kind in ALL
    # No warp copies by what another one loads.
    if not (kind[1] and option == "--copy-warps=1")
]


@pytest.mark.parametrize("kind,loads,gpu,option", OVER_TILES)
def test_over_tiles(tools, tmp_path, kind, loads, gpu, option):
    """A ring goes on from tile to tile, whatever slices these skip."""
    product = Product(kind, tiles=3, loads=loads)
    source, options = product.write(tmp_path)
    for number, pattern in enumerate((21, 32, 0)):
        when = ("eager", "lazy", "random")[number % 3]
        tools.run(
            "cuda-tile-run", source, *options, product.pattern(tmp_path, pattern), *HOSTILE, option,
            f"--async={when}", f"--gpu-name={gpu}", "--compare=interpret",
        )  # fmt: skip
