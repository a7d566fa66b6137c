# ===- test_multimem.py - The memory of several GPUs, compiled ---------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Operations on multicast objects on the emulator, beside numpy: every type and
reduction, of one to four participants, with tiles that end within the tensor; and what
is told of accesses that go wrong.
"""

import numpy as np
import pytest

#: The type, and the reductions of a load and of a write.
CASES = [
    *(("i32", k, k) for k in ("add", "min", "max", "and", "or", "xor", "umin", "umax")),
    ("i64", "add", "max"), ("i64", "umin", "xor"), ("f32", "add", "add"), ("f64", "add", "add"),
    ("f16", "add", "add"), ("f16", "min", "add"), ("f16", "max", "add"),
    ("bf16", "add", "add"), ("bf16", "max", "add"),
]  # fmt: skip
WORDS = {"i32": np.int32, "i64": np.int64, "f32": np.float32, "f64": np.float64, "f16": np.float16}

#: The orders of the three operations, by the level of optimisation.
ORDERS = {0: ("acquire sys", "release sys", "release sys"), 3: ("weak", "weak", "relaxed sys")}

#: Reads both parts of an object and writes what it finds to another one, then combines
#: the object with its operand.
KERNEL = """!tensor = !cuda_tile.tensor_view<{extent}x{type}, strides=[1], #cuda_tile.ptr_attr<multicast>>
!tiles = !cuda_tile.partition_view<tile=(64), padding_value = zero, !tensor>
!plain = !cuda_tile.tensor_view<{extent}x{type}, strides=[1]>
!parts = !cuda_tile.partition_view<tile=(64), padding_value = zero, !plain>
cuda_tile.module @m {{
  entry @k(%x_p: tile<ptr<{word}>>, %y_p: tile<ptr<{word}>>, %z_p: tile<ptr<{word}>>) {{
    %i, %j, %l = get_tile_block_id : tile<i32>
    %x_a = assume div_by<16>, %x_p : tile<ptr<{word}>>
    %y_a = assume div_by<16>, %y_p : tile<ptr<{word}>>
    %x_m = ptr_to_ptr %x_a : tile<ptr<{word}>> -> tile<ptr<{type}, <multicast>>>
    %y_m = ptr_to_ptr %y_a : tile<ptr<{word}>> -> tile<ptr<{type}, <multicast>>>
    %z_m = ptr_to_ptr %z_p : tile<ptr<{word}>> -> tile<ptr<{type}>>
    %x_v = make_tensor_view %x_m, shape = [{extent}], strides = [1] : !tensor
    %y_v = make_tensor_view %y_m, shape = [{extent}], strides = [1] : !tensor
    %z_v = make_tensor_view %z_m, shape = [{extent}], strides = [1] : !plain
    %x = make_partition_view %x_v : !tiles
    %y = make_partition_view %y_v : !tiles
    %z = make_partition_view %z_v : !parts
    %all, %t0 = multimem_load_reduce_view_tko {load_order} %x[%i] attributes {{reduction = #cuda_tile.multimem_reduction_kind<{load}>}} : !tiles, tile<i32> -> tile<64x{type}>, token
    %own, %t1 = load_view_tko weak %z[%i] : !parts, tile<i32> -> tile<64x{type}>, token
    %t2 = multimem_store_view_tko {store_order} %y, %all[%i] : !tiles, tile<64x{type}>, tile<i32> -> token
    %t3 = multimem_reduce_view_tko {write_order} %x, %own[%i] token = %t0 attributes {{reduction = #cuda_tile.multimem_reduction_kind<{write}>}} : !tiles, tile<64x{type}>, tile<i32>, token -> token
    return
  }}
}}
"""


def store(file, array):
    """bf16 is i16 for the tools, and for the entry."""
    np.save(file, array.view(np.int16) if array.dtype == np.uint16 else array)


def widen(words):
    """bf16 as f32."""
    return (words.astype(np.uint32) << 16).view(np.float32)


def narrow(numbers):
    """f32 as bf16, to nearest even."""
    bits = numbers.astype(np.float32).view(np.uint32).astype(np.uint64)
    return ((bits + 0x7FFF + (bits >> 16 & 1)) >> 16).astype(np.uint16)


def combine(kind, parts, type):
    """Combines arrays by `kind`, in their order; sums of halves are rounded once."""
    if type == "bf16":
        return narrow(combine(kind, [widen(part) for part in parts], "f32"))
    functions = {
        "add": np.add, "min": np.minimum, "max": np.maximum, "and": np.bitwise_and,
        "or": np.bitwise_or, "xor": np.bitwise_xor, "umin": np.minimum, "umax": np.maximum,
    }  # fmt: skip
    word = WORDS[type]
    inner = np.dtype(word).str.replace("i", "u") if kind.startswith("u") else word
    inner = np.float32 if type == "f16" else inner
    with np.errstate(over="ignore"):
        values = [
            part.view(inner) if np.dtype(inner).itemsize == part.itemsize else part.astype(inner)
            for part in parts
        ]
        result = values[0]
        for value in values[1:]:
            result = functions[kind](result, value)
    return result.astype(word) if type == "f16" else result.view(word)


def draw(random, type, count):
    if type == "bf16":
        return narrow(random.normal(size=count).astype(np.float32))
    if type.startswith("f"):
        return random.normal(size=count).astype(WORDS[type])
    limits = np.iinfo(WORDS[type])
    return random.integers(limits.min, limits.max, count, WORDS[type], endpoint=True)


def write(folder, type, load, write_kind, extent, orders):
    load_order, store_order, write_order = orders
    (folder / "k.mlir").write_text(
        KERNEL.format(
            type=type, word="i16" if type == "bf16" else type, load=load, write=write_kind, extent=extent, load_order=load_order,
            store_order=store_order, write_order=write_order,
        )
    )  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=str)
@pytest.mark.parametrize("participants", (1, 3))
@pytest.mark.parametrize("level", (0, 3))
def test_participants(tools, tmp_path, case, participants, level):
    """Every participant has what is stored, and its own combined with what is written."""
    type, load, write_kind = case
    extent, word = 126, "i16" if type == "bf16" else type
    write(tmp_path, type, load, write_kind, extent, ORDERS[level])
    random = np.random.default_rng(7)
    parts = [draw(random, type, extent) for _ in range(participants)]
    own = draw(random, type, extent)
    arguments = [tmp_path / "k.mlir", "--engine=emulate", "--check=all", "--grid=2"]
    arguments += ["--gpu-name=sm_100", f"-O{level}"]
    for number, part in enumerate(parts):
        store(tmp_path / f"x{number}.npy", part)
        arguments += [
            f"--memory=X{number}={tmp_path}/x{number}.npy",
            f"--memory=Y{number}=new:{word}[{extent}]",
            f"--out=X{number}={tmp_path}/x{number}.npy", f"--out=Y{number}={tmp_path}/y{number}.npy",
        ]  # fmt: skip
    store(tmp_path / "z.npy", own)
    for name in "XY":
        members = ",".join(f"{name}{number}" for number in range(participants))
        arguments.append(f"--multicast={name}={members}")
    arguments += ["--arg=ptr:@X", "--arg=ptr:@Y", f"--arg=ptr:{tmp_path}/z.npy:{word}"]
    tools.run("cuda-tile-run", *arguments)
    stored = combine(load, parts, type)
    for number, part in enumerate(parts):
        np.testing.assert_array_equal(np.load(tmp_path / f"y{number}.npy").view(stored.dtype), stored)
        expected = combine(write_kind, [part, own], type)
        got = np.load(tmp_path / f"x{number}.npy").view(expected.dtype)
        np.testing.assert_array_equal(got, expected)
