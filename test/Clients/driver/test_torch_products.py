# ===- test_torch_products.py - Products have the sums of tensor cores ----------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Products of torch on the device are, to the bit, those of a kernel that multiplies with
tensor cores. The host's own are other sums."""

import cuda.tile as ct
import pytest
import torch

#: Their sum, 2^24 + 3, is cut off in f32; rounded it would be 2^24 + 4.
TERMS, CUT_OFF = [4096.0, 1.0, 1.0, 1.0], 2.0**24 + 2


def row_and_column(values, dtype=torch.float16):
    row = torch.tensor([values], device="cuda").to(dtype)
    return row, row.t()


@ct.kernel
def multiply(a, b, c, depth: ct.Constant[int]):
    row, column = ct.bid(0), ct.bid(1)
    total = ct.full((64, 64), 0.0, dtype=ct.float32)
    for i in range(depth):
        left = ct.load(a, (row, i), (64, 32))
        total = ct.mma(left, ct.load(b, (i, column), (32, 64)), total)
    ct.store(c, (row, column), total.astype(c.dtype))


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_equals_that_of_a_kernel(dtype):
    generator = torch.Generator().manual_seed(7)
    a = torch.randn(192, 320, generator=generator).to("cuda", dtype)
    b = torch.randn(320, 128, generator=generator).to("cuda", dtype)
    c = torch.empty(192, 128, device="cuda", dtype=dtype)
    ct.launch(torch.cuda.current_stream(), (3, 2), multiply, (a, b, c, 10))
    assert torch.equal(c, a @ b)
    assert torch.equal(c, torch.nn.functional.linear(a, b.t()))


def test_sums_are_cut_off():
    row, column = row_and_column(TERMS)
    assert torch.mm(row, column, out_dtype=torch.float32).item() == CUT_OFF
    batches = torch.bmm(row[None], column[None], out_dtype=torch.float32)
    assert batches.item() == CUT_OFF


def test_sum_is_rounded_once():
    """2050 and 2 are 2052 in f16, which has neither 2049 nor 2051."""
    row, column = row_and_column([32.0, 1.0])
    other = torch.ones(1, 1, device="cuda", dtype=torch.float16)
    assert row.mm(column).item() == 1024 + 1
    assert torch.addmm(other, row, column, alpha=2, beta=2).item() == 2052
    assert torch.addmm(other * torch.nan, row, column, beta=0).item() == 1025
    assert torch.baddbmm(other[None], row[None], column[None]).item() == 1026
    assert other.clone().addmm_(row, column).item() == 1026
    out = torch.empty(0, device="cuda", dtype=torch.float16)
    assert torch.mm(row, column, out=out) is out and out.shape == (1, 1) and out.item() == 1025


def test_empty_products():
    a = torch.ones(3, 0, device="cuda", dtype=torch.float16)
    assert torch.equal(a @ a.t(), torch.zeros(3, 3, device="cuda", dtype=torch.float16))
    assert (a.t() @ a).shape == (0, 0)


def test_shapes_that_do_not_fit():
    a = torch.ones(3, 5, device="cuda", dtype=torch.float16)
    with pytest.raises(RuntimeError, match="cannot be multiplied"):
        a @ a


@ct.kernel
def multiply_bytes(a, b, c, depth: ct.Constant[int]):
    total = ct.full((64, 64), 0.0, dtype=ct.float32)
    for i in range(depth):
        total = ct.mma(ct.load(a, (0, i), (64, 128)), ct.load(b, (i, 0), (128, 64)), total)
    ct.store(c, (0, 0), total)


def test_sums_of_fp8_that_are_not_fast():
    """On sm_90, where these tests run, 128 products are added up with few bits."""
    generator = torch.Generator().manual_seed(7)
    a, b = (torch.randn(64, 384, generator=generator).cuda() for _ in range(2))
    a, b = a.to(torch.float8_e4m3fn), b.to(torch.float8_e4m3fn).t()
    c = torch.empty(64, 64, device="cuda")
    ct.launch(torch.cuda.current_stream(), (1,), multiply_bytes, (a, b, c, 3))
    one = torch.ones((), device="cuda")
    assert torch.equal(c, torch._scaled_mm(a, b, one, one, out_dtype=torch.float32))


def test_fast_sums_of_fp8():
    """wgmma keeps 13 bits of a term; the sums of 128 are added with those of f32."""
    assert torch.cuda.get_device_capability() == (9, 0)
    a = torch.zeros(16, 256, device="cuda")
    a[0, 0], a[0, 128] = 64.0, 0.125
    b = torch.zeros(16, 256, device="cuda")
    b[0, 0], b[0, 128] = 64.0, 1.0
    a, b = a.to(torch.float8_e4m3fn), b.to(torch.float8_e4m3fn).t()
    one = torch.ones((), device="cuda")
    for is_fast, total in ((True, 4096.0), (False, 4096.125)):
        c = torch._scaled_mm(
            a, b, one, one * 2, out_dtype=torch.float32, use_fast_accum=is_fast
        )
        assert c[0, 0].item() == 2 * total


def test_gradients():
    a = torch.randn(8, 16, device="cuda", dtype=torch.bfloat16, requires_grad=True)
    b = torch.randn(16, 4, device="cuda", dtype=torch.bfloat16)
    (a @ b).sum().backward()
    assert torch.equal(a.grad, torch.ones_like(a @ b) @ b.t())
