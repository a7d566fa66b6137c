# ===- test_numba_math.py - Numbers in kernels of numba -----------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Unmodified numba-cuda under `tessera run`: arithmetic and the mathematical functions of
libdevice, against numpy and mathematics of the host."""

import cmath
import math
import operator

import numba
import numpy as np
import pytest
from numba import cuda
from numba.cuda import libdevice

from on_device import kernel_of, run, sample

#: A function, and the range of its arguments.
REAL = {
    **dict.fromkeys(
        "sin cos tan exp expm1 sinh cosh tanh atan asinh erf erfc floor ceil trunc "
        "fabs degrees radians isfinite isnan isinf".split(),
        (-3, 3),
    ),
    **dict.fromkeys("sqrt log log2 log10 log1p gamma exp2".split(), (0.1, 9)),
    **dict.fromkeys("asin acos atanh".split(), (-0.9, 0.9)),
    "acosh": (1, 9),
    "lgamma": (3, 9),
}
#: Units in the last place, which are those of CUDA's documentation or better.
ULPS = {"gamma": 11, "lgamma": 8, "erfc": 6, "erf": 4, "tan": 5, "sinh": 4, "cosh": 3}


def ulps(got, expected):
    """The largest distance, in units in the last place of `expected`."""
    expected = np.asarray(expected)
    rounded = expected.astype(got.dtype)
    same = (got == rounded) | (np.isnan(got) & np.isnan(rounded))
    distance = np.abs(got.astype(np.longdouble) - expected) / np.spacing(np.abs(rounded))
    return float(np.max(np.where(same, 0, distance)))


@pytest.mark.parametrize("dtype", ["f4", "f8"])
@pytest.mark.parametrize("name", REAL)
def test_real_function(name, dtype):
    function = getattr(math, name)

    def kernel(a, out):
        i = cuda.grid(1)
        if i < a.size:
            out[i] = function(a[i])

    a = np.random.default_rng(1).uniform(*REAL[name], 64).astype(dtype)
    if name.startswith("is"):
        a[:4] = np.nan, np.inf, -np.inf, 0
    expected = np.array([function(float(x)) for x in a])
    _, out = run(kernel, a, np.zeros_like(a), grid=2)
    assert ulps(out, expected) <= ULPS.get(name, 3 if dtype == "f4" else 2)


PAIRS = {
    "pow": math.pow,
    "atan2": math.atan2,
    "fmod": math.fmod,
    "hypot": math.hypot,
    "copysign": math.copysign,
}


@pytest.mark.parametrize("dtype", ["f4", "f8"])
@pytest.mark.parametrize("name", PAIRS)
def test_function_of_two(name, dtype):
    function = PAIRS[name]

    def kernel(a, b, out):
        i = cuda.grid(1)
        out[i] = function(a[i], b[i])

    random = np.random.default_rng(2)
    a, b = (random.uniform(0.1, 5, 64).astype(dtype) for _ in range(2))
    expected = np.array([function(float(x), float(y)) for x, y in zip(a, b)])
    *_, out = run(kernel, a, b, np.zeros_like(a), grid=2)
    assert ulps(out, expected) <= 4


@pytest.mark.parametrize("name", ["frexp", "modf", "ldexp"])
def test_function_of_parts(name):
    def frexp(a, out):
        i = cuda.grid(1)
        mantissa, exponent = math.frexp(a[i])
        out[i] = mantissa + 100 * exponent

    def modf(a, out):
        i = cuda.grid(1)
        fraction, whole = math.modf(a[i])
        out[i] = fraction + 100 * whole

    def ldexp(a, out):
        i = cuda.grid(1)
        out[i] = math.ldexp(a[i], 3 - i)

    a = np.random.default_rng(3).uniform(-40, 40, 32)
    _, out = run({"frexp": frexp, "modf": modf, "ldexp": ldexp}[name], a, np.zeros(32))
    expected = {
        "frexp": [m + 100 * e for m, e in map(math.frexp, a)],
        "modf": [f + 100 * w for f, w in map(math.modf, a)],
        "ldexp": [math.ldexp(x, 3 - i) for i, x in enumerate(a)],
    }
    np.testing.assert_array_equal(out, expected[name])


# ===------------------------------------------------------------------------===#
# Complex numbers
# ===------------------------------------------------------------------------===#

COMPLEX = "exp log sqrt sin cos tan sinh cosh tanh asinh atan acos".split()


@pytest.mark.parametrize("name", COMPLEX)
def test_complex_function(name):
    function = getattr(cmath, name)

    def kernel(a, out):
        i = cuda.grid(1)
        out[i] = function(a[i])

    random = np.random.default_rng(4)
    a = random.uniform(-2, 2, 32) + 1j * random.uniform(-2, 2, 32)
    _, out = run(kernel, a, np.zeros_like(a))
    expected = np.array([function(complex(x)) for x in a])
    np.testing.assert_allclose(out, expected, rtol=1e-13, atol=1e-13)


@pytest.mark.parametrize("name", ["add", "sub", "mul", "truediv"])
def test_complex_operator(name):
    function = getattr(operator, name)

    def kernel(a, b, out):
        i = cuda.grid(1)
        out[i] = function(a[i], b[i])

    random = np.random.default_rng(5)
    a, b = (random.random(32) + 1j * random.random(32) for _ in range(2))
    *_, out = run(kernel, a, b, np.zeros_like(a))
    np.testing.assert_allclose(out, function(a, b), rtol=1e-14)


def test_parts_of_complex_numbers():
    def kernel(a, out):
        i = cuda.grid(1)
        out[i, 0] = a[i].real
        out[i, 1] = a[i].imag
        out[i, 2] = abs(a[i])
        out[i, 3] = (a[i] * a[i].conjugate()).real

    a = np.array([3 + 4j, -5 + 12j, 1j, 8])
    _, out = run(kernel, a, np.zeros((4, 4)), block=4)
    expected = np.stack([a.real, a.imag, abs(a), abs(a) ** 2], axis=1)
    np.testing.assert_array_equal(out, expected)


# ===------------------------------------------------------------------------===#
# Operators
# ===------------------------------------------------------------------------===#

ARITHMETIC = "add sub mul truediv floordiv mod pow lt le gt ge eq ne".split()


@pytest.mark.parametrize("name", ARITHMETIC)
def test_operator_on_floats(name):
    function = getattr(operator, name)

    def kernel(a, b, out):
        i = cuda.grid(1)
        out[i] = function(a[i], b[i])

    a, b = sample(64, "f8") / 2, np.abs(sample((64,), "f8")) + 0.5
    a = np.abs(a) + 0.25 if name == "pow" else a
    *_, out = run(kernel, a, b, np.zeros(64), grid=2)
    np.testing.assert_allclose(out, function(a, b).astype(float), rtol=1e-15, atol=0)


INTEGER = "add sub mul floordiv mod and_ or_ xor lshift rshift".split()


@pytest.mark.parametrize("dtype", ["i4", "u8"])
@pytest.mark.parametrize("name", INTEGER)
def test_operator_on_integers(name, dtype):
    function = getattr(operator, name)

    def kernel(a, b, out):
        i = cuda.grid(1)
        out[i] = function(a[i], b[i])

    a, b = sample(64, dtype), np.abs(sample((64,), dtype)) + np.dtype(dtype).type(1)
    *_, out = run(kernel, a, b, np.zeros(64, dtype), grid=2)
    np.testing.assert_array_equal(out, function(a, b))


@pytest.mark.parametrize("name", ["neg", "invert", "pos"])
def test_operator_on_one_integer(name):
    function = getattr(operator, name)

    def kernel(a, out):
        i = cuda.grid(1)
        out[i] = function(a[i])

    a = sample(32, "i8")
    _, out = run(kernel, a, np.zeros(32, np.int64))
    np.testing.assert_array_equal(out, function(a))


@pytest.mark.parametrize("name", ["min", "max", "round", "int", "float", "bool"])
def test_function_of_python(name):
    def kernel(a, out):
        i = cuda.grid(1)
        if name == "min":
            out[i] = min(a[i], 1.5, i)
        elif name == "max":
            out[i] = max(a[i], 1.5, i)
        elif name == "round":
            out[i] = round(a[i])
        elif name == "int":
            out[i] = int(a[i])
        elif name == "float":
            out[i] = float(i)
        else:
            out[i] = bool(a[i])

    a = sample(32, "f8") * 0.5
    i = np.arange(32)
    _, out = run(kernel, a, np.zeros(32))
    expected = {
        "min": np.minimum(np.minimum(a, 1.5), i),
        "max": np.maximum(np.maximum(a, 1.5), i),
        "round": np.round(a),
        "int": np.trunc(a),
        "float": i,
        "bool": a != 0,
    }
    np.testing.assert_array_equal(out, expected[name])


@pytest.mark.parametrize("to", ["i1", "u2", "i4", "i8", "f4", "f2"])
def test_conversion(to):
    target = numba.from_dtype(np.dtype(to))

    def kernel(a, out):
        i = cuda.grid(1)
        out[i] = target(a[i])

    a = np.abs(sample(32, "f8")) * 1.25
    _, out = run(kernel, a, np.zeros(32, to))
    np.testing.assert_array_equal(out, a.astype(to))


def test_shifts_wrap_and_overflow():
    def kernel(a, out):
        i = cuda.grid(1)
        x = numba.uint32(a[i])
        out[i] = numba.uint32(x * numba.uint32(2654435761)) >> numba.uint32(16)

    a = np.arange(32, dtype=np.uint32)
    _, out = run(kernel, a, np.zeros(32, np.uint32))
    np.testing.assert_array_equal(out, (a * np.uint32(2654435761)) >> np.uint32(16))


# ===------------------------------------------------------------------------===#
# Intrinsics
# ===------------------------------------------------------------------------===#


@pytest.mark.parametrize("name", ["popc", "brev", "clz", "ffs"])
def test_bits(name):
    kernel = kernel_of(f"out[cuda.grid(1)] = cuda.{name}(a[cuda.grid(1)])")
    a = np.random.default_rng(6).integers(0, 2**32, 32, dtype=np.uint32)
    a[0] = 0
    expected = {
        "popc": [x.bit_count() for x in a.tolist()],
        "brev": [int(f"{x:032b}"[::-1], 2) for x in a.tolist()],
        "clz": [32 - x.bit_length() for x in a.tolist()],
        "ffs": [(x & -x).bit_length() for x in a.tolist()],
    }
    _, out = run(kernel, a, np.zeros(32, np.uint32))
    np.testing.assert_array_equal(out, expected[name])


@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_fma(dtype):
    def kernel(a, b, c, out):
        i = cuda.grid(1)
        out[i] = cuda.fma(a[i], b[i], c[i])

    random = np.random.default_rng(7)
    a, b, c = (random.standard_normal(32).astype(dtype) for _ in range(3))
    *_, out = run(kernel, a, b, c, np.zeros_like(a))
    exact = a.astype(np.longdouble) * b.astype(np.longdouble) + c.astype(np.longdouble)
    assert ulps(out, exact) <= 0.51


def test_cbrt():
    def kernel(a, out):
        i = cuda.grid(1)
        out[i] = cuda.cbrt(a[i])

    a = np.random.default_rng(8).uniform(-30, 30, 32)
    _, out = run(kernel, a, np.zeros(32))
    assert ulps(out, np.cbrt(a)) <= 2


def test_selp():
    def kernel(a, out):
        i = cuda.grid(1)
        out[i] = cuda.selp(a[i] > 0, a[i], numba.int32(-a[i]))

    a = sample(32, "i4")
    _, out = run(kernel, a, np.zeros(32, np.int32))
    np.testing.assert_array_equal(out, np.abs(a))


#: name: the host's function, and the allowed units in the last place.
LIBDEVICE = {
    "rsqrt": (lambda x: 1 / math.sqrt(x), 2),
    "rcbrt": (lambda x: x ** (-1 / 3), 3),
    "exp10": (lambda x: 10.0**x, 3),
    "normcdf": (lambda x: 0.5 * math.erfc(-x / math.sqrt(2)), 8),
}


@pytest.mark.parametrize("name", LIBDEVICE)
def test_libdevice(name):
    function = getattr(libdevice, name)
    host, allowed = LIBDEVICE[name]

    def kernel(a, out):
        i = cuda.grid(1)
        out[i] = function(a[i])

    a = np.random.default_rng(9).uniform(0.1, 3, 32)
    _, out = run(kernel, a, np.zeros(32))
    assert ulps(out, np.array([host(x) for x in a.tolist()])) <= allowed


@pytest.mark.parametrize("name", ["sin", "cos", "exp", "log", "sqrt", "truediv"])
def test_fast_math(name):
    @cuda.jit(fastmath=True)
    def divide(a, out):
        i = cuda.grid(1)
        out[i] = np.float32(3) / a[i]

    function = getattr(math, name, None)

    @cuda.jit(fastmath=True)
    def apply(a, out):
        i = cuda.grid(1)
        out[i] = function(a[i])

    a = np.random.default_rng(10).uniform(0.5, 3, 32).astype(np.float32)
    _, out = run(divide if name == "truediv" else apply, a, np.zeros_like(a))
    expected = 3 / a if name == "truediv" else getattr(np, name)(a)
    np.testing.assert_allclose(out, expected, atol=2e-6, rtol=2e-6)


# ===------------------------------------------------------------------------===#
# Half precision
# ===------------------------------------------------------------------------===#

HALF = {
    "hadd": (2, lambda a, b: a + b),
    "hsub": (2, lambda a, b: a - b),
    "hmul": (2, lambda a, b: a * b),
    "hfma": (3, None),
    "hneg": (1, lambda a: -a),
    "habs": (1, abs),
    "hmax": (2, np.maximum),
    "hmin": (2, np.minimum),
    "heq": (2, lambda a, b: a == b),
    "hlt": (2, lambda a, b: a < b),
    "hfloor": (1, np.floor),
    "hsqrt": (1, np.sqrt),
    "hrint": (1, np.rint),
}


@pytest.mark.parametrize("name", HALF)
def test_half_precision(name):
    function = getattr(cuda.fp16, name)
    count, host = HALF[name]

    def one(a, b, c, out):
        i = cuda.grid(1)
        out[i] = function(a[i])

    def two(a, b, c, out):
        i = cuda.grid(1)
        out[i] = function(a[i], b[i])

    def three(a, b, c, out):
        i = cuda.grid(1)
        out[i] = function(a[i], b[i], c[i])

    random = np.random.default_rng(11)
    a, b, c = (random.uniform(0.1, 9, 32).astype(np.float16) for _ in range(3))
    b[::4] = a[::4]
    *_, out = run([one, two, three][count - 1], a, b, c, np.zeros(32, np.float16))
    if name == "hfma":
        wide = a.astype(np.float64) * b + c.astype(np.float64)
        np.testing.assert_array_equal(out, wide.astype(np.float16))
    else:
        np.testing.assert_array_equal(out, host(*(a, b, c)[:count]).astype(np.float16))


def test_half_precision_operators():
    def kernel(a, b, out):
        i = cuda.grid(1)
        out[i] = -a[i] * b[i] + abs(b[i]) / a[i] if a[i] > b[i] else a[i]

    a, b = np.float16(sample(32, "i4") + 20), np.float16(sample((32,), "i4") + 20)
    *_, out = run(kernel, a, b, np.zeros(32, np.float16))
    expected = np.where(a > b, -a * b + abs(b) / a, a)
    np.testing.assert_allclose(out, expected, rtol=2e-3)
