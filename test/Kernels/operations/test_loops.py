# ===- test_loops.py - Loops at the edges of their counters -------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""A `for` runs for lb, lb + step, ... below ub, over the integers: the increment
after its last iteration may leave the counter's type.

Python's integers are the judge. Each kernel counts its iterations, and adds its counters
below a bound and subtracts the others, so that --loop-split has a loop to split.
"""

import random

import pytest

LOOP = """
  entry @{name}(%p: tile<ptr<i64>>{parameters}) {{
    %zero = constant <i64: 0> : tile<i64>
    %one = constant <i64: 1> : tile<i64>{constants}
    %n, %s = for{unsigned} %i in (%lb to %ub, step %st) : tile<i{width}>
        iter_values(%a = %zero, %b = %zero) -> (tile<i64>, tile<i64>) {{
      %a1 = addi %a, %one : tile<i64>{extend}
      %below = cmpi less_than %i, %mid, {signedness} : tile<i{width}> -> tile<i1>
      %b1 = if %below -> (tile<i64>) {{
        %sum = addi %b, %{counter} : tile<i64>
        yield %sum : tile<i64>
      }} else {{
        %difference = subi %b, %{counter} : tile<i64>
        yield %difference : tile<i64>
      }}
      continue %a1, %b1 : tile<i64>, tile<i64>
    }}
    %q = offset %p, %one : tile<ptr<i64>>, tile<i64> -> tile<ptr<i64>>
    %t = store_ptr_tko weak %p, %n : tile<ptr<i64>>, tile<i64> -> token
    %u = store_ptr_tko weak %q, %s : tile<ptr<i64>>, tile<i64> -> token
    return
  }}"""


def signed(number, width):
    return (number + (1 << (width - 1))) % (1 << width) - (1 << (width - 1))


def bounds(width, is_unsigned):
    """Tuples of lb, ub, step near the ends of the type, of at most 300 iterations, and of
    the bound of their counters."""
    rng = random.Random(f"{width} {is_unsigned}")
    low = 0 if is_unsigned else -(1 << (width - 1))
    high = low + (1 << width) - 1
    largest = (1 << (width - 1)) - 1
    found = set()
    while len(found) < 40:
        step = rng.choice([1, 2, 3, 7, largest, largest // 2, largest // 3 + 1])
        if rng.random() < 0.5:
            step = rng.randint(max(1, largest // 40), largest)
        end = rng.choice([high, high - 1, high - step % 7, high // 2, low, 0])
        start = max(low, end - step * rng.choice([0, 1, 2, 50, 300]))
        start = rng.choice([start, max(low, end - 1), min(end + 1, high)])
        middle = min(start + step * rng.choice([0, 1, 2, 40]) + rng.randint(0, 1), high)
        middle = rng.choice([middle, middle, low, high, end])
        if (end - start) // step <= 300:
            found.add((start, end, step, middle))
    return sorted(found)


def kernel(name, width, is_unsigned, literals=None):
    value = {"lb": 0, "ub": 1, "st": 2, "mid": 3}
    if literals:
        parameters = ""
        constants = "".join(
            f"\n    %{key} = constant <i{width}: {signed(literals[i], width)}>"
            f" : tile<i{width}>"
            for key, i in value.items()
        )
    else:
        parameters = "".join(f", %{key}: tile<i{width}>" for key in value)
        constants = ""
    signedness = "unsigned" if is_unsigned else "signed"
    extend = f"\n      %x = exti %i {signedness} : tile<i{width}> -> tile<i64>"
    return LOOP.format(
        name=name,
        parameters=parameters,
        constants=constants,
        width=width,
        unsigned=" unsigned" if is_unsigned else "",
        signedness=signedness,
        extend="" if width == 64 else extend,
        counter="i" if width == 64 else "x",
    )


def case(name, numbers, arguments=""):
    counters, middle = range(*numbers[:3]), numbers[3]
    total = signed(sum(i if i < middle else -i for i in counters), 64)
    return (
        f"  //% - entry: {name}\n  //%   args:\n  //%     - ptr: i64[2]\n"
        f"  //%       out: {len(counters)} {total}\n{arguments}"
    )


def module(width, is_unsigned):
    """One kernel whose bounds are arguments, and one for each tuple of literals."""
    tuples = bounds(width, is_unsigned)
    lines = ["cuda_tile.module @loops {", kernel("dynamic", width, is_unsigned)]
    for numbers in tuples:
        arguments = "".join(
            f"  //%     - i{width}:{signed(number, width)}\n" for number in numbers
        )
        lines.append(case("dynamic", numbers, arguments))
    for number, numbers in enumerate(tuples[::2]):
        lines.append(kernel(f"k{number}", width, is_unsigned, numbers))
        lines.append(case(f"k{number}", numbers))
    return "\n".join([*lines, "}\n"])


@pytest.mark.parametrize("split", (False, True), ids=("", "split"))
@pytest.mark.parametrize("is_unsigned", (False, True), ids=("signed", "unsigned"))
@pytest.mark.parametrize("width", (8, 16, 32, 64))
def test_counters_leave_their_type(tools, tmp_path, width, is_unsigned, split):
    file = tmp_path / "loops.mlir"
    file.write_text(module(width, is_unsigned))
    if split:
        tools.run("cuda-tile-opt", "--loop-split", file, "-o", tmp_path / "split.mlir")
        plain = file.read_text()
        file = tmp_path / "split.mlir"
        assert file.read_text().count(" = for ") == 2 * plain.count(" = for ")
        cases = [line for line in plain.splitlines() if "//%" in line]
        file.write_text(file.read_text() + "\n".join(cases))
    for engine in (
        ["--engine=interpret"],
        ["--engine=emulate", "-O0"],
        ["--engine=emulate", "-O3"],
    ):
        tools.run("cuda-tile-run", "--self-check", file, *engine)
