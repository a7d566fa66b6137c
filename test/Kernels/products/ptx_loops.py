# ===- ptx_loops.py - The loops of PTX that multiply ------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Loops of PTX as what an iteration executes, however its blocks lie in the text."""

import re

LABEL = re.compile(r"(\$L\w+):")
BRANCH = re.compile(r"\s+(@!?%p\d+\s+)?bra(?:\.uni)?\s+(\$L\w+);")
PRODUCT = re.compile(r"\bmma\.sync\b|\btcgen05\.mma\b")


class Block:
    """Lines without a label or a branch between, and the blocks that may come next."""

    def __init__(self, label):
        self.label, self.lines, self.next = label, [], []


def basic_blocks(lines):
    blocks = [Block("")]
    for number, line in enumerate(lines):
        label, branch = LABEL.match(line), BRANCH.match(line)
        if label:
            blocks.append(Block(label[1]))
        blocks[-1].lines.append(number)
        if branch:
            blocks[-1].next.append(branch[2])
            following = Block(f"behind line {number}")
            if branch[1]:
                blocks[-1].next.append(following.label)
            blocks.append(following)
    for block, following in zip(blocks, blocks[1:]):
        last = lines[block.lines[-1]] if block.lines else ""
        if not BRANCH.match(last) and not re.match(r"\s+(ret|exit);", last):
            block.next.append(following.label)
    return {block.label: block for block in blocks}


def drop_detours(blocks, lines, word):
    """Leaves out blocks that a branch mostly skips, such as that of subnormal powers, or
    that which multiplies by factors other than 1; but not those with a word, such as one in
    which one thread begins products."""
    for block in blocks.values():
        for target in block.next:
            behind = [other for other in block.next if other != target]
            if behind and blocks[behind[0]].next == [target] and "behind" in behind[0]:
                has_word = any(word.search(lines[n]) for n in blocks[behind[0]].lines)
                block.next = behind if has_word else [target]


def find_reached(blocks):
    """The blocks that may be executed: not those behind a branch that is always taken."""
    reached, labels = set(), [""]
    while labels:
        label = labels.pop()
        if label not in reached:
            reached.add(label)
            labels += blocks[label].next
    return {label: block for label, block in blocks.items() if label in reached}


def cycle(blocks, start):
    """The shortest way from a block to itself, or None."""
    ways, seen = [[start]], set()
    for way in ways:
        for label in blocks[way[-1]].next:
            if label == start:
                return way
            if label not in seen:
                seen.add(label)
                ways.append([*way, label])
    return None


def product_loops(ptx, word=PRODUCT):
    """For each loop that multiplies, or has another word, and has no other loop in it, the
    numbers of the lines of an iteration in their order; for products outside of loops, those
    of their block."""
    lines = ptx.splitlines()
    blocks = basic_blocks(lines)
    drop_detours(blocks, lines, word)
    blocks = find_reached(blocks)
    loops = {}
    for label, block in blocks.items():
        if not any(word.search(lines[number]) for number in block.lines):
            continue
        way = cycle(blocks, label) or [label]
        # An iteration begins where the loop is entered.
        entered = {to for other in blocks.values() if other.label not in way for to in other.next}
        first = next((i for i, each in enumerate(way) if each in entered), 0)
        order = way[first:] + way[:first]
        loops.setdefault(frozenset(way), [n for each in order for n in blocks[each].lines])
    return list(loops.values())


def product_blocks(ptx, word=PRODUCT):
    """The texts of these iterations."""
    lines = ptx.splitlines(keepends=True)
    return ["".join(lines[number] for number in loop) for loop in product_loops(ptx, word)]
