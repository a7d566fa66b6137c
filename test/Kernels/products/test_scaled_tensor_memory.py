# ===- test_scaled_tensor_memory.py - Scaled blocks by tcgen05.mma ------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""On sm_100 tensor memory holds the scales of products in scaled blocks: floats of 8 bits,
and of 4 bits as they lie in memory, with scales of f8E8M0FNU or f8E4M3FN, of which half
are negative. ptxas has nothing to say, and nothing spills. On the emulator, with all checks, results lie within the interpreter's
bounds on ragged arrays, for any time of copies and products, with warps that copy and
without; each copy to tensor memory, fence, commit and wait has to be there.
"""

import re

import numpy as np
import pytest
from ptx_words import each_mutant
from test_products import Shape, compare_engines, rows_arguments

GPU = "sm_100"
E4M3, E5M2, E2M1 = (
    (name, "f8E8M0FNU", 32) for name in ("f8E4M3FN", "f8E5M2", "f4E2M1FN")
)  # fmt: skip
SIGNED = ("f4E2M1FN", "f8E4M3FN", 16)
KINDS = {
    E4M3: "mxf8f6f4.block_scale.block32", E5M2: "mxf8f6f4.block_scale.block32",
    E2M1: "mxf4.block_scale.block32", SIGNED: "mxf4nvf4.block_scale.block16",
}  # fmt: skip
#: Types, the tile, and whether the program unpacks floats of 4 bits.
PRODUCTS = (
    (E4M3, (128, 128, 128), False),
    (E5M2, (128, 128, 256), False),
    (E4M3, (128, 256, 128), False),
    (E4M3, (256, 128, 128), False),
    (E4M3, (128, 64, 256), False),
    (E2M1, (128, 128, 128), False),
    (E2M1, (128, 128, 256), True),
    (E2M1, (128, 256, 256), False),
    (E2M1, (128, 64, 512), False),
    (SIGNED, (128, 128, 64), False),
    (SIGNED, (128, 128, 256), True),
    (SIGNED, (128, 256, 256), False),
    (SIGNED, (256, 128, 128), False),
    (SIGNED, (128, 64, 128), False),
    # In two halves of 128 rows: sums of all would leave no room for scales.
    (E4M3, (256, 256, 128), False),
    (E2M1, (256, 256, 256), False),
    (SIGNED, (256, 256, 256), False),
)
#: Rows, columns and K, of more turns than a ring has stages.
SIZE = (144, 300, 544)


def make_arguments(folder, types, tile, unpacks=False):
    return rows_arguments(folder, types, Shape(None, *tile), SIZE, unpacks)


def promise_alignment(file):
    """Has a kernel of rows_arguments promise that rows of scales and of the result begin
    at multiples of 16."""
    text, promises = file.read_text(), ""
    for name in ("%ks", "%n", "%s_p", "%t_p", "%c_p"):
        type = re.search(rf"{name}: (tile<\S+>)[,)]", text)[1]
        text = re.sub(rf"{name}(?=[],])", f"{name}_m", text)
        promises += f"    {name}_m = assume div_by<16>, {name} : {type}\n"
    file.write_text(text.replace("    %zero =", promises + "    %zero =", 1))


def compile_ptx(tools, folder, *options):
    source, file = folder / "k.mlir", folder / "k.ptx"
    tools.run(
        "tileiras", source, "-o", file, f"--gpu-name={GPU}", "--emit=ptx", *options
    )  # fmt: skip
    return file.read_text()


@pytest.mark.parametrize("types,tile,unpacks", PRODUCTS, ids=str)
def test_products(tools, tmp_path, types, tile, unpacks):
    make_arguments(tmp_path, types, tile, unpacks)
    assert tools.assemble(tmp_path / "k.mlir", tmp_path / "k.cubin", GPU, 3) == ""
    ptx = compile_ptx(tools, tmp_path)
    assert "mma.sync" not in ptx
    kinds = re.findall(r"tcgen05\.mma\.cta_group::1\.kind::(\S+) ", ptx)
    assert set(kinds) == {KINDS[types]}
    assert ptx.count("cp.async.cg.shared.global") + ptx.count("cp.async.bulk.tensor") >= 2


@pytest.mark.parametrize("types,tile,unpacks", PRODUCTS, ids=str)
def test_results(tools, tmp_path, types, tile, unpacks):
    arguments = make_arguments(tmp_path, types, tile, unpacks)
    compare_engines(
        tools, arguments, ((GPU, 3),), "--check=all", "--async=random", "--warps=random"
    )  # fmt: skip


#: The codes of scales: 0, -0, the least and the greatest numbers, and NaNs.
CODES = (0x00, 0x80, 0x01, 0x81, 0x7E, 0xFE, 0x7F, 0xFF)


@pytest.mark.parametrize("tile", ((128, 64, 128), (128, 256, 256)), ids=str)
@pytest.mark.parametrize("side", (2, 3))
@pytest.mark.parametrize("negative", (0, 1))
def test_signs(tools, tmp_path, tile, side, negative):
    """Threads change floats in shared memory where a scale is negative, and nowhere else,
    and the next iteration has what the program has stored."""
    arguments = make_arguments(tmp_path, SIGNED, tile)
    for number in (2, 3):
        file = tmp_path / f"{number}.npy"
        scales = np.load(file) & 0x7F
        if number == side:
            scales[7 * scales.size // 11] |= negative << 7
        np.save(file, scales)
    for options in ((), ("--copy-warps=4",)):
        compare_engines(
            tools, arguments, ((GPU, 3),), *options, "--check=all", "--async=random",
            "--warps=random",
        )  # fmt: skip


def add_product(file):
    """Has a kernel of rows_arguments multiply the same rows by those of the first column
    of blocks, too, and store the sum of both products."""
    text = file.read_text()
    product = re.search(r"      %sum = mmaf_scaled.*\n", text)[0]
    sums = re.search(r"-> \((\S+)\) \{", text)[1]
    again = "".join(re.findall(r"      %[bt]_[fx].* = .*\n", text)) + product
    for name in ("%b_f", "%b_t", "%b_x", "%t_f", "%t_t", "%t_x", "%acc", "%sum"):
        again = re.sub(rf"{name}\b", f"{name}2", again)
    again = again.replace("[%y, %i]", "[%zero, %i]")
    text = text.replace(product, product + again)
    text = text.replace("%sums = for", "%sums:2 = for")
    text = text.replace(f"%none) -> ({sums})", f"%none, %acc2 = %none) -> ({sums}, {sums})")
    text = text.replace(f"continue %sum : {sums}", f"continue %sum, %sum2 : {sums}, {sums}")
    text = text.replace(
        "    %done = store_view_tko weak %sums,",
        f"    %both = addf %sums#0, %sums#1 : {sums}\n    %done = store_view_tko weak %both,",
    )
    file.write_text(text)


def test_shared_factor(tools, tmp_path):
    """Threads change a factor for one product after another."""
    arguments = make_arguments(tmp_path, SIGNED, (128, 128, 128))
    add_product(tmp_path / "k.mlir")
    assert compile_ptx(tools, tmp_path).count("barrier.red") == 2
    compare_engines(
        tools, arguments, ((GPU, 3),), "--check=all", "--async=random", "--warps=random"
    )  # fmt: skip


def test_codes(tools, tmp_path):
    arguments = make_arguments(tmp_path, SIGNED, (128, 128, 128))
    for number in (2, 3):
        file = tmp_path / f"{number}.npy"
        scales = np.load(file)
        scales[:: scales.size // 97][: 12 * len(CODES)] = CODES * 12
        np.save(file, scales)
    compare_engines(tools, arguments, ((GPU, 3), ("sm_103", 3)), "--check=all")


@pytest.mark.parametrize(
    "types,tile,unpacks", (PRODUCTS[2], PRODUCTS[5], PRODUCTS[11]), ids=str
)
def test_agents(tools, tmp_path, types, tile, unpacks):
    """Warps beside those that multiply copy scales and factors."""
    arguments = make_arguments(tmp_path, types, tile, unpacks)
    for warps in (1, 4):
        compare_engines(
            tools, arguments, ((GPU, 3),), f"--copy-warps={warps}", "--check=all",
            "--async=random", "--warps=random",
        )  # fmt: skip


@pytest.mark.parametrize(
    "types,tile",
    ((E4M3, (128, 256, 128)), (E2M1, (128, 256, 256)), (SIGNED, (128, 256, 256))),
    ids=str,
)
def test_aligned_scales(tools, tmp_path, types, tile):
    """Warps that only copy, which the plan has for one block of an SM, copy four scales at
    a time, even where there are fewer for each thread."""
    sizes = (144, 304, 1024)
    arguments = rows_arguments(tmp_path, types, Shape(None, *tile), sizes, False)
    promise_alignment(tmp_path / "k.mlir")
    printed = tools.run(
        "tileiras", tmp_path / "k.mlir", "-o", tmp_path / "k.ptx", f"--gpu-name={GPU}",
        "--emit=ptx", "--remarks=all",
    )  # fmt: skip
    assert "RemarkCopyWarps, CopyWarps: 4," in printed
    assert "RemarkAgentsNotSplit" not in printed
    ptx = (tmp_path / "k.ptx").read_text()
    assert "st.shared.b8" not in ptx and "cp.async.ca.shared.global" in ptx
    compare_engines(
        tools, arguments, ((GPU, 3),), "--check=all", "--async=random", "--warps=random"
    )  # fmt: skip


#: Lines of a loop: the words that they hold, between the first lines with two others.
LINES = (
    (E4M3, "tcgen05.cp", "tcgen05.alloc", "tcgen05.ld"),
    (E4M3, "tcgen05.commit", "tcgen05.alloc", "tcgen05.ld"),
    (SIGNED, "tcgen05.commit", "barrier.red", "tcgen05.ld"),
    (SIGNED, "bar.sync", "barrier.red", "tcgen05.ld"),
    (SIGNED, "fence.proxy.async", "barrier.red", "tcgen05.mma"),
)


@pytest.mark.parametrize("types,word,begin,end", LINES, ids=str)
def test_mutants(tools, tmp_path, types, word, begin, end):
    """One line at a time."""
    arguments = make_arguments(tmp_path, types, (128, 128, 128))[1:]
    lines = compile_ptx(tools, tmp_path).splitlines(keepends=True)
    first, last = (
        next(n for n, line in enumerate(lines) if mark in line) for mark in (begin, end)
    )
    places = [n for n in range(first, last) if word in lines[n]]
    assert places
    for _, mutant in each_mutant(tmp_path, lines, places):
        with pytest.raises(pytest.fail.Exception, match="error: "):
            tools.run(
                "cuda-tile-run", mutant, "--entry=k", *arguments, "--engine=emulate",
                "--check=all",
            )  # fmt: skip
