# ===- random_exits.py - Early exits keep their meaning ---------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
#
# usage: random_exits.py TOOLS FOLDER COUNT
#
# Writes COUNT random programs of nested if, for and loop with continue, break
# and return at random places, and runs each on the interpreter, as it is and
# after cuda-tile-structure-exits, with exits in groups of any size. Their output
# is the path that they took, so it must be the same.
#
# ===------------------------------------------------------------------------===#

import os
import random
import subprocess
import sys

MAX_DEPTH = 5
GROUP_SIZES = [2, 16]
ARGUMENTS = [(3, 5), (-7, 2), (12, -1)]


class Program:
    """A random entry of two i32 arguments; `frames` are the loops around."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines = []
        self.values = 0
        self.messages = 0
        self.budget = self.random.randint(5, 28)

    def line(self, indent, text):
        self.lines.append("  " * indent + text)

    def define(self, indent, text):
        self.values += 1
        self.line(indent, f"%v{self.values} = {text}")
        return f"%v{self.values}"

    def fresh(self):
        self.values += 1
        return f"%v{self.values}"

    def constant(self, indent, number):
        return self.define(indent, f"constant <i32: {number}> : tile<i32>")

    def binary(self, indent, op, left, right):
        return self.define(indent, f"{op} {left}, {right} : tile<i32>")

    def mix(self, indent, live):
        op = self.random.choice(["addi", "muli", "xori", "subi"])
        left, right = self.random.choice(live), self.random.choice(live)
        mixed = self.binary(indent, op, left, right)
        return self.binary(
            indent, "addi", mixed, self.constant(indent, self.random.randint(1, 9))
        )

    def narrow(self, indent, value):
        return self.define(indent, f"trunci {value} : tile<i32> -> tile<i16>")

    def condition(self, indent, live):
        bit = self.constant(indent, 1 << self.random.randint(0, 3))
        masked = self.binary(indent, "andi", self.mix(indent, live), bit)
        zero = self.constant(indent, 0)
        return self.define(
            indent, f"cmpi equal {masked}, {zero}, signed : tile<i32> -> tile<i1>"
        )

    def message(self, indent, live):
        self.messages += 1
        value = self.random.choice(live)
        self.line(
            indent, f'print_tko "p{self.messages} %d\\n", {value} : tile<i32> -> token'
        )

    def exit(self, indent, frames, live):
        """Leaves or repeats the innermost frame; False if there is no way."""
        ways = {"entry": [], "for": ["continue"], "loop": ["continue", "break"]}
        choices = ways[frames[-1][0]] * 2
        if all(kind != "for" for kind, _ in frames):
            choices = choices + ["return"]
        if not choices:
            return False
        choice = self.random.choice(choices)
        if choice == "return":
            self.line(indent, "return")
        elif choice == "break":
            result = self.narrow(indent, self.mix(indent, live))
            self.line(indent, f"break {result} : tile<i16>")
        else:
            self.go_on(indent, frames, live)
        return True

    def go_on(self, indent, frames, live):
        kind, counter = frames[-1]
        value = self.mix(indent, live)
        if kind == "for":
            self.line(indent, f"continue {value} : tile<i32>")
            return
        following = self.binary(indent, "addi", counter, self.constant(indent, 1))
        self.line(indent, f"continue {following}, {value} : tile<i32>, tile<i32>")

    def block(self, indent, frames, live, depth):
        live = list(live)
        for _ in range(self.random.randint(1, 4)):
            if self.budget <= 0:
                break
            self.budget -= 1
            choice = self.random.random()
            if choice < 0.3 or depth == MAX_DEPTH:
                self.message(indent, live)
            elif choice < 0.75:
                live += self.branch(indent, frames, live, depth)
            elif choice < 0.88:
                live.append(self.loop(indent, frames, live, depth))
            else:
                live.append(self.for_loop(indent, frames, live, depth))
        return live

    def branch(self, indent, frames, live, depth):
        has_result = self.random.random() < 0.4
        condition = self.condition(indent, live)
        result = self.fresh()
        if has_result:
            self.line(indent, f"{result} = if {condition} -> (tile<i32>) {{")
        else:
            self.line(indent, f"if {condition} {{")
        self.arm(indent + 1, frames, live, depth, has_result)
        if has_result or self.random.random() < 0.5:
            self.line(indent, "} else {")
            self.arm(indent + 1, frames, live, depth, has_result)
        self.line(indent, "}")
        return [result] if has_result else []

    def arm(self, indent, frames, live, depth, has_result):
        live = self.block(indent, frames, live, depth + 1)
        if self.random.random() < 0.45 and self.exit(indent, frames, live):
            return
        if has_result:
            self.line(indent, f"yield {self.mix(indent, live)} : tile<i32>")

    def loop(self, indent, frames, live, depth):
        bound = self.constant(indent, self.random.randint(1, 4))
        zero, start = self.constant(indent, 0), self.mix(indent, live)
        result, counter, value = self.fresh(), self.fresh(), self.fresh()
        self.line(
            indent,
            f"{result} = loop iter_values({counter} = {zero}, {value} = {start})"
            " : tile<i32>, tile<i32> -> tile<i16> {",
        )
        over = self.define(
            indent + 1,
            f"cmpi greater_than_or_equal {counter}, {bound}, signed"
            " : tile<i32> -> tile<i1>",
        )
        last = self.narrow(indent + 1, value)
        self.line(indent + 1, f"if {over} {{ break {last} : tile<i16> }}")
        frames = frames + [("loop", counter)]
        live = self.block(indent + 1, frames, live + [counter, value], depth + 1)
        if self.random.random() < 0.15:
            result_now = self.narrow(indent + 1, self.mix(indent + 1, live))
            self.line(indent + 1, f"break {result_now} : tile<i16>")
        else:
            self.go_on(indent + 1, frames, live)
        self.line(indent, "}")
        return self.define(indent, f"exti {result} signed : tile<i16> -> tile<i32>")

    def for_loop(self, indent, frames, live, depth):
        first = self.constant(indent, self.random.randint(-2, 1))
        end = self.constant(indent, self.random.randint(0, 3))
        one, start = self.constant(indent, 1), self.mix(indent, live)
        result, counter, value = self.fresh(), self.fresh(), self.fresh()
        self.line(
            indent,
            f"{result} = for {counter} in ({first} to {end}, step {one}) : tile<i32>"
            f" iter_values({value} = {start}) -> (tile<i32>) {{",
        )
        frames = frames + [("for", counter)]
        live = self.block(indent + 1, frames, live + [counter, value], depth + 1)
        self.go_on(indent + 1, frames, live)
        self.line(indent, "}")
        return result

    def text(self):
        self.line(0, "cuda_tile.module @m {")
        self.line(1, "entry @k(%a: tile<i32>, %b: tile<i32>) {")
        live = ["%a", "%b"]
        while self.budget > 0:
            live = self.block(2, [("entry", None)], live, 0)
        self.message(2, live)
        self.line(2, "return")
        self.line(1, "}")
        self.line(0, "}")
        return "\n".join(self.lines) + "\n"


def run(*command):
    return subprocess.run(
        command, check=True, capture_output=True, text=True, timeout=60
    ).stdout


def main():
    tools, folder, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
    os.makedirs(folder, exist_ok=True)
    optimize = os.path.join(tools, "cuda-tile-opt")
    execute = os.path.join(tools, "cuda-tile-run")
    for seed in range(count):
        written = os.path.join(folder, f"{seed}.mlir")
        with open(written, "w") as file:
            file.write(Program(seed).text())
        run(optimize, "-convert-cuda-tile-to-tileaa", written)
        structured = [os.path.join(folder, f"{seed}.{size}.mlir") for size in GROUP_SIZES]
        for size, path in zip(GROUP_SIZES, structured):
            run(optimize, f"-cuda-tile-structure-exits=group-size={size}", written, "-o", path)
        for a, b in ARGUMENTS:
            options = ["--engine=interpret", "--grid=1"]
            options += [f"--arg=i32:{a}", f"--arg=i32:{b}"]
            expected = run(execute, written, *options)
            for path in structured:
                if run(execute, path, *options) != expected:
                    sys.exit(f"{path} prints something else than {written}")
    print(f"{count} programs took the same path")


if __name__ == "__main__":
    main()
