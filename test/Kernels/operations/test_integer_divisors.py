# ===- test_integer_divisors.py - Integers divided by one number ---------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Integers that a loop divides by a number which it does not change multiply by its
reciprocal on GPUs with tensor memory (`shareReciprocals`): quotients and remainders are
those of numpy for numbers on both sides of each power of two, and of each multiple of the
divisor, signed and unsigned.
"""

import re

import numpy as np
import pytest
from kernels import Run

#: Elements of a tile, four of a thread.
COUNT = 512
OPS = {
    "divi_signed": "divi %x, %d signed rounding<zero>",
    "divi_floor": "divi %x, %d signed rounding<negative_inf>",
    "divi_unsigned": "divi %x, %d unsigned rounding<zero>",
    "remi_signed": "remi %x, %d signed",
    "remi_unsigned": "remi %x, %d unsigned",
}
VIEW = f"tensor_view<?x{COUNT}xi32, strides=[{COUNT},1]>"
PARTS = f"partition_view<tile=(1x{COUNT}), {VIEW}>"
#: Each row of `p` is divided by its number of `r`, in `m` turns with the same quotient.
KERNEL = f"""cuda_tile.module @m {{
  entry @k(%p: tile<ptr<i32>>, %r: tile<ptr<i32>>, %q: tile<ptr<i32>>, %n: tile<i32>, %m: tile<i32>) {{
    %0 = constant <i32: 0> : tile<i32>
    %1 = constant <i32: 1> : tile<i32>
    %pv = make_tensor_view %p, shape = [%n, {COUNT}], strides = [{COUNT}, 1] : tile<i32> -> {VIEW}
    %qv = make_tensor_view %q, shape = [%n, {COUNT}], strides = [{COUNT}, 1] : tile<i32> -> {VIEW}
    %pt = make_partition_view %pv : {PARTS}
    %qt = make_partition_view %qv : {PARTS}
    for %i in (%0 to %n, step %1) : tile<i32> {{
      %a = offset %r, %i : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
      %l, %u = load_ptr_tko weak %a : tile<ptr<i32>> -> tile<i32>, token
      %c = reshape %l : tile<i32> -> tile<1x1xi32>
      %d = broadcast %c : tile<1x1xi32> -> tile<1x{COUNT}xi32>
      for %j in (%0 to %m, step %1) : tile<i32> {{
        %x, %t = load_view_tko weak %pt[%i, %0] : {PARTS}, tile<i32> -> tile<1x{COUNT}xi32>, token
        %z = DIVISION : tile<1x{COUNT}xi32>
        %v = store_view_tko weak %z, %qt[%i, %0] : tile<1x{COUNT}xi32>, {PARTS}, tile<i32> -> token
      }}
    }}
    return
  }}
}}
"""


def divide(name, x, d):
    if name.endswith("unsigned"):
        x, d = x.view(np.uint32), d.view(np.uint32)
    x, d = x.astype(np.int64), d.astype(np.int64)
    floor = x // d
    quotient = floor if name == "divi_floor" else floor + ((x % d != 0) & (floor < 0))
    result = quotient if name.startswith("divi") else x - quotient * d
    return result.astype(np.uint32).view(np.int32)


def make_divisors():
    powers = [2**n + near for n in range(32) for near in (-1, 0, 1)]
    divisors = np.array([3, 7, 10, 641, 0x55555555, 0xAAAAAAAB, *powers], np.uint32)
    return np.concatenate([divisors[divisors != 0], -divisors[divisors != 0]]).view(np.int32)


def make_numbers(random, divisor):
    """Numbers at multiples of a divisor, and at powers of two, and others."""
    size = abs(int(divisor))
    multiples = size * random.integers(0, 2**32 // size + 1, COUNT // 4)
    powers = np.array([2**n for n in range(33)], np.int64)
    starts = np.concatenate([multiples, -multiples, powers, -powers])
    near = np.concatenate([starts - 1, starts, starts + 1])
    near = random.permutation(near)[: COUNT // 2]
    edges = [0, 1, -1, 2**31 - 1, -(2**31), -(2**31) + 1]
    others = random.integers(0, 2**32, COUNT - len(near) - len(edges))
    return np.concatenate([near, edges, others]).astype(np.uint32).view(np.int32)


def check(launch, gpu, op, x, divisors, want, turns=1):
    """Runs the kernel in `turns` turns; returns its file."""
    kernel = launch.folder / "k.mlir"
    kernel.write_text(KERNEL.replace("DIVISION", OPS[op]))
    arguments = [x, divisors, np.zeros_like(x), np.int32(len(x)), np.int32(turns)]
    run = Run(arguments, [None, None, want, None, None], (1,))
    launch(kernel, "k", run, "--engine=emulate", f"--gpu-name={gpu}", kind="ptr")
    return kernel


def leave_out_overflow(x, divisor):
    """A quotient of 2^31 is undefined."""
    if divisor == -1:
        x[x == -(2**31)] = 5
    return x


@pytest.mark.rotated
@pytest.mark.parametrize("gpu", ("sm_90", "sm_100"))
@pytest.mark.parametrize("op", OPS)
def test_divisors_of_loops(gpu, op, launch):
    divisors, random = make_divisors(), np.random.default_rng(1)
    x = np.stack([leave_out_overflow(make_numbers(random, each), each) for each in divisors])
    check(launch, gpu, op, x, divisors, divide(op, x, divisors[:, None]))


@pytest.mark.parametrize("op", OPS)
def test_a_loop_divides_once(op, launch, tools, tmp_path):
    """The only division is that of 2^32 - 1, in front of the inner loop. Where that does not
    run, a divisor of 0 divides nothing."""
    x = np.ones((1, COUNT), np.int32)
    none = np.zeros(1, np.int32)
    kernel = check(launch, "sm_100", op, x, none, np.zeros_like(x), turns=0)
    ptx = tools.compile(kernel, tmp_path / "k.ptx", "sm_100", 3, "ptx").decode()
    divisions = re.findall(r"(?:div|rem)\.([us]32\s+%r\d+, [^,]*)", ptx)
    assert [each.split()[::2] for each in divisions] == [["u32", "-1"]]
