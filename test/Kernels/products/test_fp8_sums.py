# ===- test_fp8_sums.py - Sums of products of 8-bit floats --------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Without `fast_acc`, products of 8-bit floats add up with all the bits of the type of
the sum, also where the GPU's instruction for them keeps fewer, but for those of warp
groups: these keep few bits of sums of 128 products, which they add up with all bits.
All numbers here are such that f32 or f16 holds every sum of some of the terms.
"""

import re

import numpy as np
import pytest

#: One, and two numbers whose product is 2^-18, by their bits.
NUMBERS = {"f8E4M3FN": (0x38, 0x01, 0x01), "f8E5M2": (0x3C, 0x01, 0x34)}
SMALL = 2.0**-18
GPUS = ("sm_80", "sm_89", "sm_90", "sm_100", "sm_120")

KERNEL = """cuda_tile.module @m {{
  entry @k(%l: tile<ptr<i8>>, %r: tile<ptr<i8>>, %c: tile<ptr<{sum}>>, %d: tile<ptr<{sum}>>) {{
    %z = constant <i32: 0> : tile<i32>
    %lt = make_tensor_view %l, shape = [{m}, {k}], strides = [{k}, 1] : tensor_view<{m}x{k}xi8, strides=[{k},1]>
    %lv = make_partition_view %lt : partition_view<tile=({m}x{k}), tensor_view<{m}x{k}xi8, strides=[{k},1]>>
    %rt = make_tensor_view %r, shape = [{k}, {n}], strides = [{n}, 1] : tensor_view<{k}x{n}xi8, strides=[{n},1]>
    %rv = make_partition_view %rt : partition_view<tile=({k}x{n}), tensor_view<{k}x{n}xi8, strides=[{n},1]>>
    %ct = make_tensor_view %c, shape = [{m}, {n}], strides = [{n}, 1] : tensor_view<{m}x{n}x{sum}, strides=[{n},1]>
    %cv = make_partition_view %ct : partition_view<tile=({m}x{n}), tensor_view<{m}x{n}x{sum}, strides=[{n},1]>>
    %dt = make_tensor_view %d, shape = [{m}, {n}], strides = [{n}, 1] : tensor_view<{m}x{n}x{sum}, strides=[{n},1]>
    %dv = make_partition_view %dt : partition_view<tile=({m}x{n}), tensor_view<{m}x{n}x{sum}, strides=[{n},1]>>
    %lb, %t0 = load_view_tko weak %lv[%z, %z] : partition_view<tile=({m}x{k}), tensor_view<{m}x{k}xi8, strides=[{k},1]>>, tile<i32> -> tile<{m}x{k}xi8>, token
    %rb, %t1 = load_view_tko weak %rv[%z, %z] : partition_view<tile=({k}x{n}), tensor_view<{k}x{n}xi8, strides=[{n},1]>>, tile<i32> -> tile<{k}x{n}xi8>, token
    %acc, %t2 = load_view_tko weak %cv[%z, %z] : partition_view<tile=({m}x{n}), tensor_view<{m}x{n}x{sum}, strides=[{n},1]>>, tile<i32> -> tile<{m}x{n}x{sum}>, token
    %x = bitcast %lb : tile<{m}x{k}xi8> -> tile<{m}x{k}x{factor}>
    %y = bitcast %rb : tile<{k}x{n}xi8> -> tile<{k}x{n}x{factor}>
{scales}    %p = {product}
    %t3 = store_view_tko weak %p, %dv[%z, %z] : tile<{m}x{n}x{sum}>, partition_view<tile=({m}x{n}), tensor_view<{m}x{n}x{sum}, strides=[{n},1]>>, tile<i32> -> token
    return
  }}
}}
"""
PRODUCT = "mmaf %x, %y, %acc {fast} : tile<{m}x{k}x{factor}>, tile<{k}x{n}x{factor}>, tile<{m}x{n}x{sum}>"
SCALES = """    %u = constant <f8E8M0FNU: 1.0> : tile<{m}x{blocks}xf8E8M0FNU>
    %v = constant <f8E8M0FNU: 1.0> : tile<{blocks}x{n}xf8E8M0FNU>
"""
SCALED = "mmaf_scaled %x, %y, %acc, %u, %v : tile<{m}x{k}x{factor}>, tile<{k}x{n}x{factor}>, tile<{m}x{n}x{sum}>, tile<{m}x{blocks}xf8E8M0FNU>, tile<{blocks}x{n}xf8E8M0FNU>"


def write(folder, shape, factor, sum, isScaled=False, fast=""):
    m, n, k = shape
    words = dict(m=m, n=n, k=k, factor=factor, sum=sum, fast=fast, blocks=k // 32)
    product = (SCALED if isScaled else PRODUCT).format(**words)
    scales = SCALES.format(**words) if isScaled else ""
    file = folder / "k.mlir"
    file.write_text(KERNEL.format(product=product, scales=scales, **words))
    return file


def run(tools, folder, file, gpu, level, lhs, rhs, acc):
    names = ("l", "r", "c")
    for name, array in zip(names, (lhs, rhs, acc)):
        np.save(folder / f"{name}.npy", array)
    kind = "f16" if acc.dtype == np.float16 else "f32"
    tools.run(
        "cuda-tile-run", file, "--engine=emulate", f"--gpu-name={gpu}", f"-O{level}",
        *(f"--arg=ptr:{folder}/{name}.npy" for name in names),
        f"--arg=ptr:new:{kind}[{acc.shape[0]},{acc.shape[1]}]",
        f"--out=3={folder}/d.npy",
    )  # fmt: skip
    return np.load(folder / "d.npy")


@pytest.mark.rotated
@pytest.mark.parametrize("level", (0, 3))
@pytest.mark.parametrize("gpu", GPUS)
@pytest.mark.parametrize("sum", ("f16", "f32"))
@pytest.mark.parametrize("factor", NUMBERS)
def test_sums_keep_all_bits(factor, sum, gpu, level, tools, tmp_path):
    dtype = np.float16 if sum == "f16" else np.float32
    one, *small = NUMBERS[factor]
    random = np.random.default_rng(1)
    m, n, k = 32, 16, 64
    file = write(tmp_path, (m, n, k), factor, sum)
    # Nothing is added: no bit may change.
    third = (random.standard_normal((m, n)) / 3).astype(dtype)
    lhs = np.zeros((m, k), np.int8)
    rhs = random.integers(0, 0x70, (k, n)).astype(np.int8)
    assert (run(tools, tmp_path, file, gpu, level, lhs, rhs, third) == third).all()
    # One, which f16 has no bits beside, and a small product, at places of their own.
    if sum == "f32":
        lhs[np.arange(m), random.integers(0, k // 2, m)] = one
    lhs[np.arange(m), random.integers(k // 2, k, m)] = small[0]
    rhs[: k // 2], rhs[k // 2 :] = one, small[1]
    want = dtype(sum == "f32") + dtype(SMALL)
    acc = np.zeros((m, n), dtype)
    got = run(tools, tmp_path, file, gpu, level, lhs, rhs, acc)
    assert (got == want).all()


def whole_numbers(factor):
    """The bits of some whole numbers, and the numbers."""
    isE4M3 = factor == "f8E4M3FN"
    bits = (0, 0x38, 0x40, 0x44, 0xB8, 0xC0) if isE4M3 else (0, 0x3C, 0x40, 0x42, 0xBC, 0xC0)
    return (
        np.array(bits, np.uint8).view(np.int8),
        np.array([0.0, 1, 2, 3, -1, -2], np.float32),
    )


def check_whole_numbers(tools, folder, shape, factor, gpu, seed, most, part=0.0, fast=""):
    """Adds up products of whole numbers and numbers up to `most` that end in `part`,
    of which the sums have all bits."""
    m, n, k = shape
    random = np.random.default_rng(seed)
    codes, numbers = whole_numbers(factor)
    lhs, rhs = random.integers(0, 6, (m, k)), random.integers(0, 6, (k, n))
    acc = (random.integers(-most, most, (m, n)) + part).astype(np.float32)
    file = write(folder, shape, factor, "f32", fast=fast)
    got = run(tools, folder, file, gpu, 3, codes[lhs], codes[rhs], acc)
    assert (got == numbers[lhs] @ numbers[rhs] + acc).all()


@pytest.mark.parametrize("shape", ((1, 1, 1), (16, 8, 16), (8, 64, 2), (128, 32, 128)))
@pytest.mark.parametrize("factor", NUMBERS)
def test_shapes(factor, shape, tools, tmp_path):
    """f32 holds all sums."""
    check_whole_numbers(tools, tmp_path, shape, factor, "sm_89", 2, 2**22, 0.5)


@pytest.mark.parametrize("shape", ((64, 128, 32), (128, 128, 128)))
@pytest.mark.parametrize("factor", NUMBERS)
def test_warp_groups(factor, shape, tools, tmp_path):
    """14 bits hold all sums."""
    check_whole_numbers(tools, tmp_path, shape, factor, "sm_90", 3, 1000, fast="fast_acc")


@pytest.mark.rotated
@pytest.mark.parametrize(
    "shape", ((64, 128, 32), (128, 128, 128), (64, 64, 256), (128, 256, 64), (256, 128, 256))
)
@pytest.mark.parametrize("factor", NUMBERS)
def test_promoted_sums(factor, shape, tools, tmp_path):
    """14 bits hold the sums of 128 products, but no less than f32 those with `acc`."""
    check_whole_numbers(tools, tmp_path, shape, factor, "sm_90", 4, 2**22, 0.5)


def test_promoted_depth(tools, tmp_path):
    """14 bits hold no sum of 2^11 and 2^-4, in whatever order: it is right where both
    are in different parts of 128 products, and wrong where they are in the same."""
    m, n, k = 64, 128, 256
    file = write(tmp_path, (m, n, k), "f8E4M3FN", "f32")
    large, small, one = 0x68, 0x18, 0x38  # 2^6, 2^-4 and 1
    lhs, rhs = np.zeros((m, k), np.int8), np.full((k, n), one, np.int8)
    lhs[:, 5], rhs[5], lhs[:, 140] = large, large - 8, small
    lhs[32:, 140], lhs[32:, 120] = 0, small
    acc = np.zeros((m, n), np.float32)
    got = run(tools, tmp_path, file, "sm_90", 3, lhs, rhs, acc)
    assert (got[:32] == 2.0**11 + 2.0**-4).all() and (got[32:] == 2.0**11).all()


@pytest.mark.parametrize("gpu", ("sm_89", "sm_90", "sm_120"))
def test_scaled_blocks(gpu, tools, tmp_path):
    """`mmaf_scaled` has no `fast_acc`."""
    one, *small = NUMBERS["f8E4M3FN"]
    m, n, k = 16, 8, 64
    file = write(tmp_path, (m, n, k), "f8E4M3FN", "f32", isScaled=True)
    lhs, rhs = np.zeros((m, k), np.int8), np.full((k, n), one, np.int8)
    lhs[:, 3], lhs[:, 9], rhs[9] = one, *small
    acc = np.zeros((m, n), np.float32)
    got = run(tools, tmp_path, file, gpu, 3, lhs, rhs, acc)
    assert (got == np.float32(1 + SMALL)).all()


@pytest.mark.parametrize(
    "gpu, sum, fast, pattern",
    (
        ("sm_89", "f32", "", r"m16n8k16\.row\.col\.f32\.f16\.f16\.f32"),
        ("sm_89", "f32", "fast_acc", r"m16n8k32\.row\.col\.f32\.e4m3\.e4m3\.f32"),
        ("sm_89", "f16", "", r"m16n8k32\.row\.col\.f16\.e4m3\.e4m3\.f16"),
        ("sm_90", "f32", "", r"wgmma\S+m64n64k32\.f32\.e4m3\.e4m3"),
        ("sm_90", "f32", "fast_acc", r"wgmma\S+m64n64k32\.f32\.e4m3\.e4m3"),
        ("sm_120", "f32", "", r"m16n8k32\.row\.col\.f32\.e4m3\.e4m3\.f32"),
    ),
)
def test_instruction(gpu, sum, fast, pattern, tools, tmp_path):
    file = write(tmp_path, (64, 128, 64), "f8E4M3FN", sum, fast=fast)
    ptx = tools.compile(file, tmp_path / "k.ptx", gpu, 3, "ptx").decode()
    products = re.findall(r"(?:wgmma\.mma_async|mma\.sync)\.\S+", ptx)
    assert products and all(re.search(pattern, product) for product in products)
