# ===- test_ring_words.py - Judges of kernels and their mutants ---------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""A kernel that is wrong itself is told of, and finds no mutants."""

import dataclasses
import sys
import types

import numpy as np
import pytest
import ring_words

WRONG = "error: race"
PTX = """.entry k(
)
{
  st.shared.b32 [%r1], %r2;
  bar.sync 0;
  ld.shared.b32 %r3, [%r4];
  ret;
}
"""


class Played(ring_words.Kernel):
    """A kernel of which it is given where its runs are wrong, and which misses no word.
    A run is its name."""

    def __init__(self, folder, is_wrong):
        self.folder, self.name, self.text, self.wrong = folder, "matmul", PTX, []
        self.file, self.sizes = folder / "k.ptx", [(16, 16, 16)]
        self.case = types.SimpleNamespace(constants=(16,))
        self.run = lambda file, name, *order: is_wrong(name, order) and WRONG
        self.runs = [["0"]]

    def make(self, name, size):
        if wrong := self.run(self.file, name):
            self.wrong.append(wrong)
            return None
        return [name]


@pytest.mark.parametrize(
    "is_wrong",
    [
        lambda name, order: name == "0" and "--async=lazy" in order,
        lambda name, order: name == "0" and "--seeds=1..7" in order,
        lambda name, order: name == "of2",
        lambda name, order: name == "of2" and "--async=eager" in order,
    ],
    ids=["lazy", "others", "iterations", "eager-iterations"],
)
def test_wrong_kernels(tmp_path, is_wrong):
    kernel = Played(tmp_path, is_wrong)
    wrong, count, missed = ring_words.judge(kernel, 10)
    assert wrong == [WRONG]
    assert count == len(missed) == 1


def test_right_kernels(tmp_path):
    assert ring_words.judge(Played(tmp_path, lambda *_: False), 10)[0] == []


@pytest.mark.parametrize("off", [0, 1], ids=["right", "wrong"])
@pytest.mark.parametrize(
    "name, size, hasBounds",
    [("flash_attention_f16", (1, 48), True), ("matmul_f16_f32", (16, 48, 16), False)],
)
def test_answers(monkeypatch, tmp_path, name, size, hasBounds, off):
    """The first order has to leave what numpy computes, by bounds or to the bit."""
    make_run = ring_words.make_run

    def make_other(*given):
        case, run = make_run(*given)
        kinds = [value.dtype for value in run.expected if value is not None]
        assert (np.float64 in kinds) == hasBounds
        others = [value if value is None else value + off for value in run.expected]
        return case, dataclasses.replace(run, expected=others)

    monkeypatch.setattr(ring_words, "make_run", make_other)
    kernel = ring_words.Kernel(tmp_path, (), name, None, [size], "sm_80")
    assert len(kernel.wrong) == off and len(kernel.runs) == 1 - off


def test_too_few_orders(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["ring_words.py", "--seeds", "3", "no kernel"])
    with pytest.raises(SystemExit):
        ring_words.main()
    assert "--seeds: 3 is below 4" in capsys.readouterr().err
