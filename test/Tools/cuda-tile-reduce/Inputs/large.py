#!/usr/bin/env python3
# ===- large.py - A program that is too large to look through ---------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Prints a kernel of some 300 operations in nested loops and branches.

usage: large.py

Deep inside it divides by a number that is zero in the third iteration, and has a matrix
product and a division of f16.
"""

lines = []
depth = 2


def line(text):
    lines.append("  " * depth + text)


def arithmetic(level):
    """A chain of tiles, from those of the level around it."""
    for i in range(20):
        before = f"%x{level}_{i - 1}" if i else f"%x{level - 1}_19"
        name = ("addf", "mulf", "subf")[i % 3]
        line(f"%x{level}_{i} = {name} {before}, %x0 : tile<8x32xf32>")
    for i in range(20):
        before = f"%n{level}_{i - 1}" if i else f"%n{level - 1}_19"
        name = ("addi", "muli", "subi")[i % 3]
        line(f"%n{level}_{i} = {name} {before}, %n : tile<i32>")


line("cuda_tile.module @m {")
line('entry @other(%n: tile<i32>) { %t = print_tko "%d", %n : tile<i32> -> token }')
line("entry @k(%n: tile<i32>) {")
depth += 1
line("%zero = constant <i32: 0> : tile<i32>")
line("%one = constant <i32: 1> : tile<i32>")
line("%two = constant <i32: 2> : tile<i32>")
line("%x0 = constant <f32: 1.5> : tile<8x32xf32>")
line("%x0_19 = negf %x0 : tile<8x32xf32>")
line("%n0_19 = addi %n, %one : tile<i32>")
line("%a = constant <f16: 2.0> : tile<8x16xf16>")
line("%b = constant <f16: 0.5> : tile<16x32xf16>")
for level in range(1, 7):
    arithmetic(level)
    if level % 2:
        line(f"for %i{level} in (%zero to %n, step %one) : tile<i32> {{")
    else:
        line(f"%c{level} = cmpi greater_than %n, %one, signed : tile<i32> -> tile<i1>")
        line(f"if %c{level} {{")
    depth += 1
line("%below = subi %two, %i1 : tile<i32>")
line("%quotient = divi %n6_19, %below signed : tile<i32>")
line("%half = divf %a, %a : tile<8x16xf16>")
line("%product = mmaf %half, %b, %x6_19 : "
     "tile<8x16xf16>, tile<16x32xf16>, tile<8x32xf32>")
line('%t = print_tko "%d", %quotient : tile<i32> -> token')
while depth > 2:
    depth -= 1
    line("}")
line("}")
print("\n".join(lines))
