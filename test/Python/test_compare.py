# ===- test_compare.py - The engines against each other ---------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Results of `compare` for kernels that agree, that may differ, and that do differ."""

import kernels
import ml_dtypes
import numpy as np
import pytest

import tessera


def test_same_bits(add):
    a, b, c = np.random.default_rng(1).random((3, 100), np.float32)
    before = c.copy()
    found = tessera.compare(add, 1, a, b, c, 100)
    assert found and found.agrees
    assert (found.differing, found.first, found.report) == (0, None, "")
    np.testing.assert_array_equal(c, before)


def test_ptx_has_no_second_engine():
    with pytest.raises(ValueError, match="k is PTX, .* nothing to interpret"):
        tessera.compare(tessera.load(kernels.PTX)["k"], 1, np.zeros(1, np.int32), 7)


def test_within_bounds():
    """The functions of the two engines need not round alike."""
    exp = tessera.load(kernels.EXP)["k"]
    x = np.linspace(-5, 5, 128, dtype=np.float32)
    y = np.zeros(128, np.float32)
    found = tessera.compare(exp, 1, x, y)
    assert found.agrees and found.report == ""
    if found.differing:
        assert found.first.argument == 1
        np.testing.assert_allclose(found.first.interpreted, found.first.emulated, 1e-5)


#: Branches on the exact value of exp.
BRANCH = """
    %e, %te = load_ptr_tko weak %p : tile<ptr<f32>> -> tile<f32>, token
    %f = exp %e : tile<f32>
    %about = constant <f32: 2.71828182> : tile<f32>
    %more = cmpf greater_than ordered %f, %about : tile<f32> -> tile<i1>
    if %more { %said = print_tko "more" -> token }
"""


@pytest.mark.parametrize("more", ["", BRANCH])
def test_not_decidable(more):
    """A difference that cannot be decided is reported, and is no failure."""
    bits = tessera.load(kernels.exp_bits(more))["k"]
    x = np.linspace(-5, 5, 128, dtype=np.float32)
    x[0] = 1
    y = np.zeros(128, np.int32)
    found = tessera.compare(bits, 1, x, y)
    assert found.differing and found.agrees
    assert "note: " in found.report and "is not decidable" in found.report
    assert bits(1, x, y, engine="both").ok
    np.testing.assert_allclose(y.view(np.float32), np.exp(x), 1e-5)


def test_difference():
    """The block that stores last is open, and no check is on that reports it."""
    race = tessera.load(kernels.RACE)["k"]
    for seed in range(1, 20):
        place = np.zeros((1, 1), np.int32)
        found = tessera.compare(race, 8, place, checks="none", seed=seed)
        if not found:
            break
    assert not found.agrees and found.differing == 1
    assert found.first.argument == 0 and found.first.index == (0, 0)
    assert found.first.interpreted != found.first.emulated
    assert "the engines disagree about 'k'" in found.report
    assert place[0, 0] == 0


def test_failure():
    race = tessera.load(kernels.RACE)["k"]
    with pytest.raises(tessera.LaunchError, match="race"):
        tessera.compare(race, 2, np.zeros(1, np.int32))


@pytest.mark.parametrize("tile, dtype", [("f32", np.float32), ("bf16", ml_dtypes.bfloat16)])
def test_any_nan_is_any_nan(tile, dtype):
    store = tessera.load(kernels.store_constant(tile))["k"]
    assert tessera.compare(store, 1, np.zeros(1, dtype), float("nan"))
