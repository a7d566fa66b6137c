# ===- test_bounds.py - Operations on numbers that are not exact ---------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""The error bounds of operations on operands that have bounds already.

The operands are exp of loaded numbers. The bounds contain numpy's result in f64, but not
one and a half times that.
"""

import kernels
import numpy as np
import pytest

COUNT = 64
KINDS = ("f16", "bf16", "f32")

# Texts that compute %r of %a and %b: tiles of the type {t}, of elements {k}. {h} is a
# tile half as long, {m} a square one, {n} one of integers.
OPERATIONS = {
    "addf": ("addf %a, %b : {t}", np.add),
    "subf": ("subf %a, %b rounding<zero> : {t}", np.subtract),
    "mulf": ("mulf %a, %b rounding<positive_inf> : {t}", np.multiply),
    "divf": ("divf %a, %b : {t}", np.divide),
    "fma": ("fma %a, %b, %a : {t}", lambda a, b: a * b + a),
    "negf": ("negf %a : {t}", lambda a, b: -a),
    "absf": ("absf %a : {t}", lambda a, b: a),
    "maxf": ("maxf %a, %b : {t}", np.maximum),
    "minf": ("minf %a, %b propagate_nan : {t}", np.minimum),
    "sqrt": ("sqrt %a : {t}", lambda a, b: np.sqrt(a)),
    "rsqrt": ("rsqrt %a : {t}", lambda a, b: 1 / np.sqrt(a)),
    "exp": ("exp %a : {t}", lambda a, b: np.exp(a)),
    "exp2": ("exp2 %a : {t}", lambda a, b: np.exp2(a)),
    "sinh": ("sinh %a : {t}", lambda a, b: np.sinh(a)),
    "cosh": ("cosh %a : {t}", lambda a, b: np.cosh(a)),
    "tanh": ("tanh %a : {t}", lambda a, b: np.tanh(a)),
    "log": ("log %a : {t}", lambda a, b: np.log(a)),
    "log2": ("log2 %a : {t}", lambda a, b: np.log2(a)),
    "sin": ("sin %a : {t}", lambda a, b: np.sin(a)),
    "cos": ("cos %a : {t}", lambda a, b: np.cos(a)),
    "tan": ("tan %a : {t}", lambda a, b: np.tan(a)),
    "atan2": ("atan2 %a, %b : {t}", np.arctan2),
    "pow": ("pow %a, %b : {t}", np.power),
    "cube": ("fpowi %a, %three : {t}, {n}", lambda a, b: a**3),
    "reciprocal": ("fpowi %a, %minus : {t}, {n}", lambda a, b: 1 / a),
}
# The same as whole statements.
PROGRAMS = {
    "matrix": (
        """%x2 = reshape %a : {t} -> {m}
        %y2 = reshape %b : {t} -> {m}
        %none = constant <{k}: 0.0> : {m}
        %sum = mmaf %x2, %y2, %none : {m}, {m}, {m}
        %r = reshape %sum : {m} -> {t}""",
        lambda a, b: (a.reshape(8, 8) @ b.reshape(8, 8)).ravel(),
    ),
    "permute": (
        """%x2 = reshape %a : {t} -> {m}
        %turned = permute %x2 [1, 0] : {m} -> {m}
        %r = reshape %turned : {m} -> {t}""",
        lambda a, b: a.reshape(8, 8).T.ravel(),
    ),
    "cat": (
        """%low = extract %a[%step] : {t} -> {h}
        %high = extract %b[%zero] : {t} -> {h}
        %r = cat %low, %high dim = 0 : {h}, {h} -> {t}""",
        lambda a, b: np.append(a[32:], b[:32]),
    ),
    "insert": (
        """%low = extract %a[%zero] : {t} -> {h}
        %r = insert %low, %b[%step] : {h}, {t}""",
        lambda a, b: np.append(b[:32], a[:32]),
    ),
    "reduce": (
        """%sum = reduce %a dim=0 identities=[0.0 : {k}] : {t} -> tile<{k}>
          (%u: tile<{k}>, %v: tile<{k}>) {{
          %w = addf %u, %v : tile<{k}>
          yield %w : tile<{k}>
        }}
        %one = reshape %sum : tile<{k}> -> tile<1x{k}>
        %r = broadcast %one : tile<1x{k}> -> {t}""",
        lambda a, b: np.full_like(a, a.sum()),
    ),
    "scan": (
        """%r = scan %a dim=0 reverse=true identities=[1.0 : {k}] : {t} -> {t}
          (%u: tile<{k}>, %v: tile<{k}>) {{
          %w = maxf %u, %v : tile<{k}>
          yield %w : tile<{k}>
        }}""",
        lambda a, b: np.maximum.accumulate(a[::-1])[::-1],
    ),
    "loop": (
        """%r = for %i in (%zero to %step, step %step) : tile<i32>
            iter_values(%u = %a) -> ({t}) {{
          %number = iota : {n}
          %w = mulf %u, %b : {t}
          %flag = cmpi equal %number, %three, signed : {n} -> tile<64xi1>
          %picked = select %flag, %u, %w : tile<64xi1>, {t}
          continue %picked : {t}
        }}""",
        lambda a, b: np.where(np.arange(64) == 3, a, a * b),
    ),
}
F32_OPERATIONS = {
    "scaled": (
        """%a8 = ftof %a : {t} -> tile<64xf8E4M3FN>
        %b8 = ftof %b : {t} -> tile<64xf8E4M3FN>
        %x2 = reshape %a8 : tile<64xf8E4M3FN> -> tile<2x32xf8E4M3FN>
        %y2 = reshape %b8 : tile<64xf8E4M3FN> -> tile<32x2xf8E4M3FN>
        %u = constant <f8E8M0FNU: 2.0> : tile<2x1xf8E8M0FNU>
        %v = constant <f8E8M0FNU: 4.0> : tile<1x2xf8E8M0FNU>
        %none = constant <f32: 0.0> : tile<2x2xf32>
        %sum = mmaf_scaled %x2, %y2, %none, %u, %v : tile<2x32xf8E4M3FN>,
          tile<32x2xf8E4M3FN>, tile<2x2xf32>, tile<2x1xf8E8M0FNU>, tile<1x2xf8E8M0FNU>
        %four = reshape %sum : tile<2x2xf32> -> tile<4x1xf32>
        %rows = broadcast %four : tile<4x1xf32> -> tile<4x16xf32>
        %r = reshape %rows : tile<4x16xf32> -> {t}""",
        lambda a, b: np.repeat(8 * (a.reshape(2, 32) @ b.reshape(32, 2)), 16),
    ),
    "divf-approx": ("divf %a, %b rounding<approx> flush_to_zero : {t}", np.divide),
    "divf-full": ("divf %a, %b rounding<full> : {t}", np.divide),
    "sqrt-approx": ("sqrt %a rounding<approx> : {t}", lambda a, b: np.sqrt(a)),
    "addf-flush": ("addf %a, %b flush_to_zero : {t}", np.add),
    "exp2-flush": ("exp2 %a flush_to_zero : {t}", lambda a, b: np.exp2(a)),
    "rsqrt-flush": ("rsqrt %a flush_to_zero : {t}", lambda a, b: 1 / np.sqrt(a)),
}
ALL = {
    name: (text if "%r" in text else f"%r = {text}", function)
    for name, (text, function) in (OPERATIONS | F32_OPERATIONS | PROGRAMS).items()
}
# Products of bf16 are summed in f32.
CASES = [
    (name, kind)
    for name in ALL
    for kind in (("f32",) if name in F32_OPERATIONS else KINDS)
    if (name, kind) != ("matrix", "bf16")
]


def make_kernel(text, kind):
    tile = f"tile<{COUNT}x{kind}>"
    tensor = f"tensor_view<{COUNT}x{kind}, strides=[1]>"
    view = f"partition_view<tile=({COUNT}), {tensor}>"
    lines = [
        "%zero = constant <i32: 0> : tile<i32>",
        "%step = constant <i32: 1> : tile<i32>",
        f"%three = constant <i32: 3> : tile<{COUNT}xi32>",
        f"%minus = constant <i32: -1> : tile<{COUNT}xi32>",
    ]
    for name in "xyr":
        lines += [
            f"%t{name} = make_tensor_view %p{name}, shape = [{COUNT}], strides = [1]"
            f" : {tensor}",
            f"%v{name} = make_partition_view %t{name} : {view}",
        ]
    for name in "xy":
        lines.append(
            f"%{name}, %o{name} = load_view_tko weak %v{name}[%zero] : {view},"
            f" tile<i32> -> {tile}, token"
        )
    lines += [
        f"%a = exp %x : {tile}",
        f"%b = exp %y : {tile}",
        text.format(
            k=kind,
            t=tile,
            h=f"tile<32x{kind}>",
            m=f"tile<8x8x{kind}>",
            n=f"tile<{COUNT}xi32>",
            v=view,
        ),
        f"%or = store_view_tko weak %r, %vr[%zero] : {tile}, {view}, tile<i32>"
        " -> token",
        "return",
    ]
    parameters = ", ".join(f"%p{name}: tile<ptr<{kind}>>" for name in "xyr")
    body = "\n    ".join(lines)
    entry = f"entry @apply({parameters}) {{\n    {body}\n  }}"
    return f"cuda_tile.module @m {{\n  {entry}\n}}\n"


@pytest.mark.parametrize("case", CASES, ids="-".join)
def test_operation(launch, tmp_path, case):
    name, kind = case
    text, function = ALL[name]
    dtype = kernels.ELEMENTS[kind].numpy
    random = np.random.default_rng(1)
    # exp of these lies between 1/2 and 1, or 1 and 2: no difference vanishes, and
    # no tangent is near a pole.
    x = random.uniform(0.25, 0.375, COUNT).astype(dtype)
    y = random.uniform(-0.625, -0.125, COUNT).astype(dtype)
    exact = function(*(np.exp(v.astype(np.float64)) for v in (x, y)))
    kernel = tmp_path / "kernel.mlir"
    kernel.write_text(make_kernel(text, kind))
    run = kernels.Run([x, y, np.zeros(COUNT, dtype)], [None, None, exact], (1,))
    launch(kernel, "apply", run, kind="ptr")
    run.expected[2] = exact * 1.5
    assert "elements differ" in launch.complaint(kernel, "apply", run, kind="ptr")
