# ===- cutlass_stores.py - Products of CUTLASS that tensor maps store ------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Products of small numbers, exact in every order, at sizes that no tile divides."""

import numpy as np
from clients import Out, Structure, collective_program, integers
from cutlass_parameters import (
    HARDWARE,
    divisor,
    factors,
    hardware,
    power_divisor,
    short_divisor,
    tensor,
    tensor_map,
    work_taker,
)


def program(name, gpu, grid, block):
    return collective_program("cutlass_stores.cu", name, gpu, grid, block)


def stored(rows, array="d"):
    """The maps of C, which is not read, and of D, ROWS of 32 elements at once."""
    return 2 * [tensor_map(array, f"box=1,{rows},32:swizzle=128")]


def numbers(*values):
    return ",".join(f"i32:{value}" for value in values)


# ===------------------------------------------------------------------------===#
# sm_90a
# ===------------------------------------------------------------------------===#


def random_product(random, size, prefix=()):
    """A, B and what is right, with small integers in f16 and f32."""
    m, n, k = size
    a = integers(random, (*prefix, m, k), np.int64, 3)
    b = integers(random, (*prefix, n, k), np.int64, 3)
    return a.astype(np.float16), b.astype(np.float16), (a @ b.swapaxes(-1, -2)).astype(np.float32)


STREAM_K = (300, 60, 1016)


@program("cutlass_stream_k", 90, (1, 2), 384)
def stream_k(random):
    """Three tiles of 16 steps for two blocks: each has half of the tile in the middle,
    and less than eight steps are no share."""
    m, n, k = STREAM_K
    tiles, steps, units = 3, 16, 2
    share = tiles * steps // units
    a, b, right = random_product(random, STREAM_K, (1,))
    loads = [tensor("a", 128), tensor("b", 64)]
    mainloop = f"{{{','.join(loads)},{numbers(24576, 16384, 8192)}}}"
    epilogue = f"{{{factors()},{','.join(stored(128))},i32:16384}}"
    order = [
        *[power_divisor(1)] * 2,
        # Divisors by tiles, those along N, units, their groups, units of a group.
        *[divisor(number) for number in (tiles, 1, units, 1, units)],
        f"i64:{units}",
        short_divisor(steps),
        # Tiles are numbered along N first, and K is not split evenly.
        numbers(0, 1),
        short_divisor(1),
        # Units and groups with one step more than the others.
        numbers(0, 0),
        "ptr:@workspace",
        numbers(tiles, units),
        short_divisor(share),
        short_divisor(share + 1),
        # Sums are made in the order of K.
        "i32:0",
        divisor(1),
        numbers(0, 1),
    ]
    parts = ["i32:0", f"{{{numbers(m, n, k, 1)}}}", mainloop, epilogue, HARDWARE]
    parts += [f"{{{','.join(order)}}}", "ptr:@workspace"]
    # Sums of tiles, and behind them a word for each tile by which blocks wait.
    workspace = np.zeros(tiles * 128 * 64 + 32, np.float32)
    arrays = {"a": a, "b": b, "d": Out(right), "workspace": workspace}
    return [Structure(arrays, ",".join(parts))]


GROUPS = [(100, 72, 136), (64, 40, 64), (130, 120, 200)]


@program("cutlass_grouped", 90, (2, 1), 384)
def grouped(random):
    """Two blocks make the tensor maps of a group when they come to it."""
    arrays, links, lists = {}, [], {"a": [], "b": [], "d": []}
    for group, size in enumerate(GROUPS):
        a, b, right = random_product(random, size)
        for letter, array in (("a", a), ("b", b), ("d", Out(right))):
            arrays[f"{letter}{group}"] = array
            links.append(f"{letter}s+{8 * group}={letter}{group}+0")
            lists[letter].append(size[1] if letter == "d" else size[2])
    arrays["sizes"] = np.array(GROUPS, np.int32)
    for letter, strides in lists.items():
        arrays[f"{letter}s"] = np.zeros(len(GROUPS), np.int64)
        arrays[f"{letter}_strides"] = np.array(strides, np.int64)
    # For each block the maps of D, for two warp groups, and behind those the ones of A and B.
    arrays["workspace"] = Out(np.zeros((2, 4, 128), np.uint8), judge=lambda maps: None)

    def lying(letter):
        return f"ptr:@{letter}s,ptr:@{letter}_strides"

    # The maps to begin with have everything but the place, the lengths and the strides.
    loads = [tensor_map(f"{letter}0", "box=64,64:swizzle=128") for letter in "ab"]
    mainloop = f"{{{','.join(loads)},i32:16384,ptr:@workspace+512,{lying('a')},{lying('b')}}}"
    stores = 2 * [tensor_map("d0", "box=64,32:swizzle=128")]
    epilogue = f"{{{factors(3)},{','.join(stores)},ptr:@workspace,i64:0,i64:0,{lying('d')},i32:8192}}"
    problem = f"{{i32:{len(GROUPS)},ptr:@sizes,i64:0}}"
    order = [power_divisor(1), power_divisor(1), divisor(64), divisor(64), "i64:2,i8:0"]
    order += [numbers(0, 0), problem, numbers(64, 64, 64, 1, 1, 1)]
    # Blocks have their maps apart by the number of multiprocessors.
    parts = ["i32:4", problem, mainloop, epilogue, hardware(2), f"{{{','.join(order)}}}"]
    return [Structure(arrays, ",".join([*parts, "ptr:@workspace"]), links)]


# ===------------------------------------------------------------------------===#
# Block-scaled
# ===------------------------------------------------------------------------===#

#: Numbers of e2m1 by their bits but the sign.
E2M1 = np.array([0, 0.5, 1, 1.5, 2, 3, 4, 6])


def random_e2m1(random, rows, k):
    """Numbers, and two of them in each byte."""
    bits = random.integers(0, 16, (rows, k), np.uint8)
    return np.where(bits & 8, -1, 1) * E2M1[bits & 7], bits[:, ::2] | bits[:, 1::2] << 4


def random_e4m3(random, rows, k):
    bits = np.array([0x00, 0x30, 0x38, 0x3C, 0x40, 0x44, 0xB0, 0xB8, 0xC0], np.uint8)
    values = np.array([0, 0.5, 1, 1.5, 2, 3, -0.5, -1, -2])
    chosen = random.integers(0, len(bits), (rows, k))
    return values[chosen], bits[chosen]


def random_factors(random, rows, k, block):
    """A factor for each BLOCK elements along K, and how they lie: 128 rows of four factors
    together, and there 32 rows of each quarter."""
    # The numbers 1/2, 1 and 2 of ue4m3, for blocks of 16, and ue8m0.
    bits = [0x30, 0x38, 0x40] if block == 16 else [126, 127, 128]
    tall, wide = -(-rows // 128), -(-k // block // 4)
    chosen = random.integers(0, 3, (tall, wide, 32, 4, 4))
    values = chosen.transpose(0, 3, 2, 1, 4).reshape(128 * tall, 4 * wide)
    values = np.repeat(0.5 * 2.0**values, block, 1)[:rows, :k]
    lying = np.array(bits, np.uint8)[chosen].reshape(tall, wide, 512)
    return values, lying.view(np.uint16)


def factor_map(name, rows, wide, block):
    """A map of factors for tiles WIDE along K, two of them as one number. CuTe orders its
    dimensions by their steps in the tile: along K first where the tile has several."""
    boxes = wide // block // 4
    tall, long = rows
    if boxes > 1:
        return tensor_map(f"{name}[1,{tall},{long},256]", f"box=1,1,{boxes},256")
    strides = f"{256 * tall * long},256,{256 * long},1"
    return tensor_map(f"{name}[1,{long},{tall},256;{strides}]", "box=1,1,1,256")


def scaled(name, gpu, tile, size, block, a, b, parameters, swizzle=128):
    """A product whose factors are for BLOCK elements. A and B are a function that makes
    numbers, and the options of the map."""
    m, n, k = size
    tiles = -(-m // tile[0]), -(-n // tile[1])

    @program(name, gpu, tiles, 256 if gpu == 100 else 384)
    def make(random):
        arrays, loads, products, layouts = {}, [], [], []
        for letter, rows, height, (numbers_of, kind) in (("a", m, tile[0], a), ("b", n, tile[1], b)):
            values, arrays[letter] = numbers_of(random, rows, k)
            scales, arrays[f"{letter}s"] = random_factors(random, rows, k, block)
            products.append(values * scales)
            arrays[letter] = arrays[letter][np.newaxis]
            box = f"box=1,{height},{tile[2]}:swizzle={swizzle}:type={kind}"
            tall, wide = arrays[f"{letter}s"].shape[:2]
            loads.append((tensor_map(letter, box), factor_map(f"{letter}s", (tall, wide), tile[2], block)))
            layouts += [tall, wide, 1, 512 * wide, 512 * wide * tall]
        arrays["d"] = Out((products[0] @ products[1].T).astype(np.float32)[np.newaxis])
        maps = [load[0] for load in loads] + [load[1] for load in loads]
        problem = f"i32:0,{{{numbers(m, n, k, 1)}}}"
        text = parameters(maps, numbers(*layouts), work_taker(tile, 1, size))
        return [Structure(arrays, f"{problem},{text}")]


def blackwell(maps, layouts, scheduler):
    # Twice, as clusters may have another shape where the one wanted does not fit.
    mainloop = f"{{{','.join(2 * maps)},{layouts},{{{numbers(1, 1, 1)}}},i8:0,i8:0}}"
    return f"{mainloop},{{{factors()},{','.join(stored(128))}}},{scheduler},{HARDWARE}"


def geforce(maps, layouts, scheduler):
    mainloop = f"{{{','.join(maps)},{layouts},{numbers(18432, 9216, 9216)}}}"
    epilogue = f"{{{factors()},{','.join(stored(64))},i32:8192}}"
    return f"{mainloop},{epilogue},{HARDWARE},{scheduler},i64:0"


NVF4 = random_e2m1, "b4x16"
SPARED = random_e2m1, "b4x16_p64"
FP8 = random_e4m3, "u8"
scaled("cutlass_nvf4", 100, (128, 64, 256), (300, 120, 640), 16, NVF4, NVF4, blackwell)
scaled("cutlass_mxf8f6f4", 100, (128, 64, 128), (300, 120, 384), 32, FP8, SPARED, blackwell)
scaled("cutlass_geforce", 120, (128, 128, 128), (200, 248, 384), 16, NVF4, NVF4, geforce, 64)
