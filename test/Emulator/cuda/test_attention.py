# ===- test_attention.py - An attention that lacks one thing -----------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Twins of group_attention in warpgroups.cu, made from its PTX: each has one mistake
that a pipeline of warp groups can have, and is reported in every order, with words
that name it. test_programs.py runs the correct kernel."""

import re

import pytest
import suite

#: If the reader comes first, it reads memory that was never written.
UNORDERED = "data race|nobody has written"

#: For each mistake: the text it changes, the number of its place, the new text, the report.
TWINS = {
    "scores-not-awaited": (r"wgmma\.wait_group\.sync\.aligned 0;", 0, "", "in flight"),
    "sums-not-awaited": (r"wgmma\.wait_group\.sync\.aligned 0;", 1, "", "in flight|data race"),
    "scores-not-committed": (r"wgmma\.commit_group\.sync\.aligned;", 0, "", "in flight"),
    "scores-without-fence": (r"wgmma\.fence\.sync\.aligned;", 0, "", "wgmma.fence"),
    "queries-of-the-wrong-proxy": (r"fence\.proxy\.async\.shared::cta;", 0, "", "fence.proxy.async"),
    "queries-of-other-warps": (r"barrier\.sync\s+%r\d+, 128;", 0, "", UNORDERED),
    "too-few-bytes": (r"(expect_tx\S+ _, \[%r\d+\]), %r\d+", 0, r"\1, 8176", "mbarrier"),
    "too-many-bytes": (r"(expect_tx\S+ _, \[%r\d+\]), %r\d+", 0, r"\1, 8208", "8208|bytes"),
    "tiles-not-awaited": (r"@!p bra L;", 1, "", UNORDERED),
    "reused-too-early": (r"(mbarrier\.init\S+ \[%r\d+\]), %r\d+;", 0, r"\1, 1;", "mbarrier|data race"),
    "never-given-back": (r"mbarrier\.arrive\.shared::cta\.b64 _, \[%r\d+\];", 0, "", "deadlock"),
}

ORDERS = [
    [],
    ["--async=lazy", "--warps=random", "--seed=1"],
    ["--async=random", "--warps=random", "--blocks=random", "--seed=2"],
]


def entry_text(text, name):
    start = text.index(f".entry {name}(")
    end = text.find(".entry ", start + 1)
    return start, end if end >= 0 else len(text)


@pytest.mark.parametrize("name", TWINS)
def test_twin_is_reported(name, compiler, emulator, tmp_path):
    entry = suite.load()["group_attention"]
    text = compiler.compile(entry.topic, *next(iter(suite.variants(entry)))).read_text()
    start, end = entry_text(text, entry.name)
    pattern, which, into, words = TWINS[name]
    place = list(re.finditer(pattern, text[start:end]))[which]
    twin = tmp_path / f"{name}.ptx"
    twin.write_text(text[: start + place.start()] + place.expand(into) + text[start + place.end() :])
    for order in ORDERS:
        outcome = suite.emulate(emulator, entry, twin, tmp_path, ["--check=all", *order])
        assert outcome.status != 0 and re.search(words, outcome.said), f"{outcome.command}\n{outcome.said}"
