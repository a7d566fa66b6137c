# ===- random_loops.py - Passes leave the meaning of loops alone ------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
#
# usage: random_loops.py TOOLS FOLDER COUNT
#
# Writes COUNT random programs, nests of if, for and loop with early exits, whose
# conditions compare the counters of the loops around them with literals and with
# values that change in some of those loops. Each runs on the interpreter, as it
# is and after passes that stay in cuda_tile. Their output is the path that they
# took, so it must be the same. At least one in four must have been split.
#
# ===------------------------------------------------------------------------===#

import os
import pathlib
import sys

sys.path.append(
    str(pathlib.Path(__file__).parents[4] / "Conversion/CudaTileToTileAA/Inputs")
)
import random_exits  # noqa: E402

PASSES = [
    ("loop-split", ["cuda-tile-opt", "--loop-split"]),
    ("peeled", ["cuda-tile-opt", "--loop-split=peel-equalities"]),
    ("optimized", ["cuda-tile-optimize", "-O3"]),
]
ORDERS = ["less_than", "less_than_or_equal", "greater_than", "greater_than_or_equal"]
EQUALITIES = ["equal", "not_equal"]


class Program(random_exits.Program):
    def __init__(self, seed):
        super().__init__(seed)
        # For each `for` around: its counter, its signedness, the values known before it.
        self.counters = []

    def small(self, indent, live, most):
        """A literal from -2, or a value that is known only at run time."""
        if self.random.random() < 0.5:
            return self.constant(indent, self.random.randint(-2, most))
        three = self.constant(indent, 3)
        return self.binary(indent, "andi", self.random.choice(live), three)

    def condition(self, indent, live):
        if not self.counters or self.random.random() < 0.3:
            return super().condition(indent, live)
        counter, signedness, before = self.random.choice(self.counters)
        bound = self.small(indent, self.random.choice([before, live]), 5)
        operands = [counter, self.random.choice([bound, self.random.choice(before)])]
        self.random.shuffle(operands)
        predicate = self.random.choice(ORDERS + ORDERS + EQUALITIES)
        return self.define(
            indent,
            f"cmpi {predicate} {operands[0]}, {operands[1]}, {signedness}"
            " : tile<i32> -> tile<i1>",
        )

    def for_loop(self, indent, frames, live, depth):
        signedness = self.random.choice(["signed", "signed", "unsigned"])
        if signedness == "signed":
            first, end = self.small(indent, live, 1), self.small(indent, live, 5)
        else:
            first = self.constant(indent, self.random.choice([0, 1, -5]))
            end = self.binary(indent, "addi", first, self.constant(indent, 4))
        step = self.constant(indent, self.random.randint(1, 3))
        if self.random.random() < 0.3:
            one = self.constant(indent, 1)
            odd = self.binary(indent, "andi", self.random.choice(live), one)
            step = self.binary(indent, "addi", odd, one)
        start = self.mix(indent, live)
        result, counter, value = self.fresh(), self.fresh(), self.fresh()
        keyword = "unsigned " if signedness == "unsigned" else ""
        self.line(
            indent,
            f"{result} = for {keyword}{counter} in ({first} to {end}, step {step})"
            f" : tile<i32> iter_values({value} = {start}) -> (tile<i32>) {{",
        )
        self.counters.append((counter, signedness, list(live)))
        frames = frames + [("for", counter)]
        live = self.block(indent + 1, frames, live + [counter, value], depth + 1)
        self.go_on(indent + 1, frames, live)
        self.counters.pop()
        self.line(indent, "}")
        return result


def main():
    tools, folder, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
    os.makedirs(folder, exist_ok=True)
    num_split = 0
    execute = os.path.join(tools, "cuda-tile-run")
    for seed in range(count):
        written = os.path.join(folder, f"{seed}.mlir")
        with open(written, "w") as file:
            file.write(Program(seed).text())
        plain = open(written).read().count("= for ")
        for name, command in PASSES:
            changed = os.path.join(folder, f"{seed}.{name}.mlir")
            tool = os.path.join(tools, command[0])
            random_exits.run(tool, *command[1:], written, "-o", changed)
            num_split += (
                name == "loop-split" and open(changed).read().count("= for ") > plain
            )
            for a, b in random_exits.ARGUMENTS:
                options = ["--engine=interpret", "--grid=1"]
                options += [f"--arg=i32:{a}", f"--arg=i32:{b}"]
                if random_exits.run(execute, written, *options) != random_exits.run(
                    execute, changed, *options
                ):
                    sys.exit(f"{changed} prints something else than {written}")
    if num_split * 4 < count:
        sys.exit(f"only {num_split} of {count} programs have a loop to split")
    print(f"{count} programs took the same path")


if __name__ == "__main__":
    main()
