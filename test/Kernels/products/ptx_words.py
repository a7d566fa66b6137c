# ===- ptx_words.py - PTX without one of its words --------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Words of PTX that hand tiles over, taken out one at a time."""

import re

WAIT = re.compile(r"mbarrier\.t(?:ry|est)_wait\S*\s+([^,]+),")


def is_spared(lines, number):
    """True for the wait of a line that its question may have spared, where several phases
    are asked for side by side: without the question there is no wait either."""
    return re.match(r"WAIT\d+:", lines[number - 1]) is not None


def end_question(line):
    """A line that does nothing in the place of one that asks, or goes on asking, whether a
    wait is `done`: it is at once."""
    answer = re.search(r"\bdone\d*\b", line)
    return f"setp.eq.u32 {answer[0]}, 0, 0;\n" if answer else ""


def each_mutant(folder, lines, places, change=lambda line: ""):
    """The lines of one place after another, or of several places together, changed: the
    place, and the file, which is the same for all."""
    mutant = folder / "mutant.ptx"
    for place in places:
        changed = {place} if isinstance(place, int) else set(place)
        mutant.write_text(
            "".join(change(line) if n in changed else line for n, line in enumerate(lines))
        )
        yield place, mutant


def take_out(line):
    """A line that does nothing: a wait for a phase ends at once, and what CTAs of a cluster
    get goes to one alone."""
    if wait := WAIT.search(line):
        return f"setp.eq.u32 {wait[1]}, 0, 0;\n"
    alone = re.sub(r"\.multicast::cluster(.*), %\w+;", r"\1;", line)
    return "" if alone == line else alone


def miss_each(launch, file, word, name, run):
    """Takes each line of a program with a word out, by itself: the emulator complains.
    Returns how many there are."""
    lines = file.read_text().splitlines(keepends=True)
    places = [
        n for n, line in enumerate(lines) if word in line and not is_spared(lines, n)
    ]  # fmt: skip
    for _, mutant in each_mutant(file.parent, lines, places, take_out):
        launch.complaint(
            mutant, name, run, "--engine=emulate", "--check=all", "--async=lazy"
        )  # fmt: skip
    return len(places)
