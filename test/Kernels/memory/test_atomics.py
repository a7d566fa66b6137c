# ===- test_atomics.py - Atomic accesses, compiled ----------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Atomic accesses of every mode, type, ordering and scope: many elements and blocks
meet in few places, and the final memory does not depend on their order. The sum of the
returned values does not depend on it either.
"""

import numpy as np
import pytest

BINS = 16
INTEGERS = ("and", "or", "xor", "add", "max", "min", "umax", "umin")
CASES = (
    [(mode, element) for mode in INTEGERS for element in ("i32", "i64")]
    + [("addf", element) for element in ("f16", "bf16", "f32", "f64")]
)
FILES = {"i32": "i4", "i64": "i8", "f16": "f2", "bf16": "u2", "f32": "f4", "f64": "f8"}
#: Bits of 0, 1 and so on as bf16.
BF16 = np.arange(8, dtype="f4").view("u4") >> 16

KERNEL = """cuda_tile.module @m {{
  entry @k(%p: tile<ptr<{type}>>, %q: tile<ptr<{type}>>, %where: tile<ptr<i32>>) {{
    %x, %y, %z = get_tile_block_id : tile<i32>
    %size = constant <i32: {size}> : tile<i32>
    %start = muli %x, %size : tile<i32>
    %i = iota : tile<{size}xi32>
    %s = reshape %start : tile<i32> -> tile<1xi32>
    %t = broadcast %s : tile<1xi32> -> tile<{size}xi32>
    %at = addi %t, %i : tile<{size}xi32>
    %w1 = reshape %where : tile<ptr<i32>> -> tile<1xptr<i32>>
    %w2 = broadcast %w1 : tile<1xptr<i32>> -> tile<{size}xptr<i32>>
    %w3 = offset %w2, %at : tile<{size}xptr<i32>>, tile<{size}xi32> -> tile<{size}xptr<i32>>
    %bin, %t1 = load_ptr_tko weak %w3 : tile<{size}xptr<i32>> -> tile<{size}xi32>, token
    %zero = constant <i32: 0> : tile<{size}xi32>
    %mask = cmpi greater_than_or_equal %bin, %zero, signed : tile<{size}xi32> -> tile<{size}xi1>
    %q1 = reshape %q : tile<ptr<{type}>> -> tile<1xptr<{type}>>
    %q2 = broadcast %q1 : tile<1xptr<{type}>> -> tile<{size}xptr<{type}>>
    %q3 = offset %q2, %at : tile<{size}xptr<{type}>>, tile<{size}xi32> -> tile<{size}xptr<{type}>>
    %v, %t2 = load_ptr_tko weak %q3 : tile<{size}xptr<{type}>> -> tile<{size}x{type}>, token
    %p1 = reshape %p : tile<ptr<{type}>> -> tile<1xptr<{type}>>
    %p2 = broadcast %p1 : tile<1xptr<{type}>> -> tile<{size}xptr<{type}>>
    %p3 = offset %p2, %bin : tile<{size}xptr<{type}>>, tile<{size}xi32> -> tile<{size}xptr<{type}>>
    %old, %t3 = atomic_rmw_tko {ordering} {scope} %p3, {mode}, %v, %mask : tile<{size}xptr<{type}>>, tile<{size}x{type}>, tile<{size}xi1> -> tile<{size}x{type}>, token
    %pad = constant <{type}: {pad}> : tile<{size}x{type}>
    %shown = select %mask, %old, %pad : tile<{size}xi1>, tile<{size}x{type}>
    %u = store_ptr_tko weak %q3, %shown token=%t2 : tile<{size}xptr<{type}>>, tile<{size}x{type}> -> token
  }}
}}
"""


def numbers(element, count, seed):
    random = np.random.default_rng(seed)
    if element == "bf16":
        return BF16[random.integers(0, 2, count)].astype("u2")
    if element[0] == "f":
        return random.integers(0, 2, count).astype(FILES[element])
    info = np.iinfo(FILES[element])
    return random.integers(info.min, info.max, count, FILES[element], endpoint=True)


def combine(mode, element, old, value):
    if element == "bf16":
        total = np.array([old, value], "u4") << 16
        return np.float32(total.view("f4").sum()).view("u4") >> 16
    unsigned = FILES[element].replace("i", "u")
    if mode in ("umax", "umin"):
        pick = max if mode == "umax" else min
        return pick(old, value, key=lambda number: number.astype(unsigned))
    with np.errstate(over="ignore"):
        return {
            "and": lambda: old & value,
            "or": lambda: old | value,
            "xor": lambda: old ^ value,
            "add": lambda: old + value,
            "addf": lambda: old + value,
            "max": lambda: max(old, value),
            "min": lambda: min(old, value),
        }[mode]()


def launch(tools, folder, text, arrays, options, grid=4):
    (folder / "k.mlir").write_text(text)
    arguments = []
    for number, (array, kind) in enumerate(arrays):
        np.save(folder / f"{number}.npy", array)
        arguments += [
            f"--arg=ptr:{folder / f'{number}.npy'}{kind}",
            f"--out={number}={folder / f'out{number}.npy'}",
        ]
    tools.run("cuda-tile-run", folder / "k.mlir", f"--grid={grid}", *arguments, *options)
    return [np.load(folder / f"out{number}.npy") for number in range(len(arrays))]


@pytest.mark.parametrize("size", (8, 256))
@pytest.mark.parametrize("mode, element", CASES)
def test_modes(tools, tmp_path, mode, element, size):
    count = 4 * size
    bins = np.random.default_rng(3).integers(-1, BINS, count).astype("i4")
    start, values = numbers(element, BINS, 1), numbers(element, count, 2)
    expected = start.copy()
    for place, value in zip(bins, values):
        if place >= 0:
            expected[place] = combine(mode, element, expected[place], value)
    kind = ":bf16" if element == "bf16" else ""
    text = KERNEL.format(
        type=element, size=size, mode=mode, ordering="relaxed", scope="device",
        pad="0.0" if "f" in element else "0",
    )
    for options in (
        ["--engine=interpret"],
        ["--engine=emulate", "--gpu-name=sm_90"],
        ["--engine=emulate", "--gpu-name=sm_75", "--warps=random", "--seed=2"],
        ["--engine=emulate", "--gpu-name=sm_90", "-O", "0", "--warps=random", "--seed=3"],
    ):
        arrays = [(start, kind), (values, kind), (bins, "")]
        memory, returned, _ = launch(tools, tmp_path, text, arrays, options)
        assert (memory == expected).all()
        assert (returned[bins < 0] == 0).all()
        # Each value that an addition of ones returns is the sum of earlier ones.
        if mode == "addf" and element == "f64":
            for place in range(BINS):
                seen = np.sort(returned[(bins == place) & (values == 1)])
                assert (seen == start[place] + np.arange(len(seen))).all()


TICKETS = """cuda_tile.module @m {{
  entry @k(%p: tile<ptr<i32>>, %q: tile<ptr<i32>>, %r: tile<ptr<i32>>) {{
    %x, %y, %z = get_tile_block_id : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %last = constant <i32: 7> : tile<i32>
    %a = offset %q, %x : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %seven = addi %x, %last : tile<i32>
    %t1 = store_ptr_tko weak %a, %seven : tile<ptr<i32>>, tile<i32> -> token
    %ticket, %t2 = atomic_rmw_tko {ordering} {scope} %p, add, %one token=%t1 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %is_last = cmpi equal %ticket, %last, signed : tile<i32> -> tile<i1>
    if %is_last {{
      %i = iota : tile<8xi32>
      %q1 = reshape %q : tile<ptr<i32>> -> tile<1xptr<i32>>
      %q2 = broadcast %q1 : tile<1xptr<i32>> -> tile<8xptr<i32>>
      %q3 = offset %q2, %i : tile<8xptr<i32>>, tile<8xi32> -> tile<8xptr<i32>>
      %v, %t3 = load_ptr_tko weak %q3 token=%t2 : tile<8xptr<i32>> -> tile<8xi32>, token
      %sum = reduce %v dim=0 identities=[0 : i32] : tile<8xi32> -> tile<i32> (%lhs: tile<i32>, %rhs: tile<i32>) {{
        %both = addi %lhs, %rhs : tile<i32>
        yield %both : tile<i32>
      }}
      %t4 = store_ptr_tko weak %r, %sum token=%t3 : tile<ptr<i32>>, tile<i32> -> token
    }}
  }}
}}
"""


@pytest.mark.parametrize("scope", ("device", "sys"))
def test_the_last_block_sees_all(tools, tmp_path, scope):
    zeros = [(np.zeros(n, "i4"), "") for n in (1, 8, 1)]
    text = TICKETS.format(ordering="acq_rel", scope=scope)
    for seed in range(4):
        options = ["--engine=emulate", "--gpu-name=sm_80", f"--seed={seed}"]
        options += ["--blocks=random", "--warps=random", "--loads=random"]
        result = launch(tools, tmp_path, text, zeros, options, grid=8)[2]
        assert result == sum(range(7, 15))


def test_a_relaxed_ticket_is_a_race(tools, tmp_path):
    zeros = [(np.zeros(n, "i4"), "") for n in (1, 8, 1)]
    text = TICKETS.format(ordering="relaxed", scope="device")
    with pytest.raises(pytest.fail.Exception, match="race"):
        launch(tools, tmp_path, text, zeros, ["--engine=emulate"], grid=8)


CAS = """cuda_tile.module @m {{
  entry @k(%p: tile<ptr<{type}>>, %q: tile<ptr<{type}>>) {{
    %i = iota : tile<8xi32>
    %p1 = reshape %p : tile<ptr<{type}>> -> tile<1xptr<{type}>>
    %p2 = broadcast %p1 : tile<1xptr<{type}>> -> tile<8xptr<{type}>>
    %p3 = offset %p2, %i : tile<8xptr<{type}>>, tile<8xi32> -> tile<8xptr<{type}>>
    %q1 = reshape %q : tile<ptr<{type}>> -> tile<1xptr<{type}>>
    %q2 = broadcast %q1 : tile<1xptr<{type}>> -> tile<8xptr<{type}>>
    %q3 = offset %q2, %i : tile<8xptr<{type}>>, tile<8xi32> -> tile<8xptr<{type}>>
    %cmp = constant <{type}: {cmp}> : tile<8x{type}>
    %val = constant <{type}: {val}> : tile<8x{type}>
    %mask = constant <i1: [true, true, true, true, true, true, false, false]> : tile<8xi1>
    %old, %t = atomic_cas_tko acquire device %p3, %cmp, %val, %mask : tile<8xptr<{type}>>, tile<8x{type}>, tile<8xi1> -> tile<8x{type}>, token
    %u = store_ptr_tko weak %q3, %old : tile<8xptr<{type}>>, tile<8x{type}> -> token
    %new, %t2 = atomic_rmw_tko release sys %p3, xchg, %val, %mask token=%t : tile<8xptr<{type}>>, tile<8x{type}>, tile<8xi1> -> tile<8x{type}>, token
  }}
}}
"""


@pytest.mark.parametrize("element", ("i32", "i64", "f32", "f64"))
def test_cas_compares_bits(tools, tmp_path, element):
    is_float = element[0] == "f"
    start = np.array([0, -0.0, 1, 2, 0, 5, 0, 3], FILES[element])
    text = CAS.format(type=element, cmp="0.0" if is_float else "0",
                      val="9.0" if is_float else "9")
    old = start.copy()
    old[6:] = 0
    after = np.array([9, 9, 9, 9, 9, 9, 0, 3], FILES[element])
    arrays = [(start, ""), (np.zeros(8, FILES[element]), "")]
    for options in (["--engine=interpret"], ["--engine=emulate", "--gpu-name=sm_75"]):
        memory, returned = launch(tools, tmp_path, text, arrays, options, grid=1)
        assert (memory == after).all()
        assert (returned.view("u1") == old.view("u1")).all()


RED_VIEW = """cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>) {
    %v = make_tensor_view %p, shape = [12], strides = [1] : tensor_view<12xi32, strides=[1]>
    %w = make_partition_view %v : partition_view<tile=(8), tensor_view<12xi32, strides=[1]>>
    %one = constant <i32: 1> : tile<8xi32>
    %at = constant <i32: 1> : tile<i32>
    %t = atomic_red_view_tko relaxed device %w[%at], add, %one : tile<8xi32>, partition_view<tile=(8), tensor_view<12xi32, strides=[1]>>, tile<i32> -> token
  }
}
"""


def test_a_view_drops_what_lies_outside(tools, tmp_path):
    for engine in ("interpret", "emulate"):
        start = [(np.arange(12, dtype="i4"), "")]
        (memory,) = launch(tools, tmp_path, RED_VIEW, start, [f"--engine={engine}"])
        expected = np.arange(12)
        expected[8:] += 4
        assert (memory == expected).all()
