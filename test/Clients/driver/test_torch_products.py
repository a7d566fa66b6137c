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


def ones(*shape, dtype=torch.float16):
    return torch.ones(shape, dtype=dtype)


def outcome(function, arguments, out=None):
    """The result of an operator, or its error."""
    arguments = [argument.clone() for argument in arguments]
    options = {} if out is None else {"out": out.clone()}
    try:
        result = function(*arguments, **options)
    except (RuntimeError, IndexError) as error:
        return str(error)
    assert out is None or result is options["out"]
    return result.dtype, result.cpu()


def assert_is_as_on_the_host(function, arguments, out=None):
    here = outcome(function, arguments, out)
    on_device = None if out is None else out.cuda()
    there = outcome(function, [x.cuda() for x in arguments], on_device)
    if isinstance(here, str):
        assert there == here
    else:
        assert there[0] == here[0] and torch.equal(there[1], here[1])


A, B, WIDE = (4, 8), (8, 6), torch.float32


@pytest.mark.parametrize(
    "function, arguments",
    [
        (torch.mm, [ones(*A), ones(*A)]),
        (torch.mm, [ones(1, *A), ones(1, *B)]),
        (torch.mm, [ones(*A), ones(*B, dtype=torch.bfloat16)]),
        (torch.bmm, [ones(*A), ones(*B)]),
        (torch.bmm, [ones(2, 3, *A), ones(2, 3, *B)]),
        (torch.bmm, [ones(2, *A), ones(3, *B)]),
        (torch.addmm, [ones(6), ones(2, *A), ones(2, *B)]),
        (torch.addmm, [ones(6, dtype=WIDE), ones(*A), ones(*B)]),
        (torch.addmm, [ones(3), ones(*A), ones(*B)]),
        (torch.addmm, [ones(1, 4, 6), ones(*A), ones(*B)]),
        (torch.baddbmm, [ones(6), ones(*A), ones(*B)]),
        (torch.baddbmm, [ones(2, 4, 6, dtype=WIDE), ones(2, *A), ones(2, *B)]),
    ],
)
def test_wrong_arguments(function, arguments):
    """They have the errors of the host's operators."""
    assert isinstance(outcome(function, arguments), str)
    assert_is_as_on_the_host(function, arguments)


@pytest.mark.parametrize("shape", [(6,), (1, 6), (3, 5)])
def test_wrong_shape_in_place(shape):
    value = ones(*shape).cuda()
    with pytest.raises(RuntimeError):
        value.addmm_(ones(*A).cuda(), ones(*B).cuda())
    assert torch.equal(value, ones(*shape).cuda())


def test_wrong_format_of_sums():
    with pytest.raises(RuntimeError):
        torch.mm(ones(*A).cuda(), ones(*B).cuda(), out_dtype=torch.int32)


@pytest.mark.filterwarnings("ignore:An output with one or more elements was resized")
@pytest.mark.parametrize("dtype", [torch.float16, torch.float32, torch.int32])
@pytest.mark.parametrize("shape", [(0,), (4, 6), (3, 5), (2, 4, 6), (24,), (6, 4), (9, 1)])
def test_results_where_the_caller_wants_them(shape, dtype):
    """A tensor of another shape gets that of the product, one of another format an error."""
    out = torch.zeros(shape, dtype=dtype)
    assert_is_as_on_the_host(torch.mm, [ones(*A), ones(*B)], out)
    assert_is_as_on_the_host(torch.addmm, [ones(6), ones(*A), ones(*B)], out)
    assert_is_as_on_the_host(torch.bmm, [ones(2, *A), ones(2, *B)], out)
    assert_is_as_on_the_host(torch.mm, [ones(0, 8), ones(*B)], out)


@pytest.mark.filterwarnings("ignore:An output with one or more elements was resized")
def test_result_in_a_part_of_a_tensor():
    """Memory that has room is kept, and what lies beside the result is not written."""
    a, b = ones(*A).cuda(), ones(*B).cuda()
    whole = torch.zeros(60, device="cuda", dtype=torch.float16)
    part = whole[6:54].view(2, 4, 6)
    assert torch.mm(a, b, out=part) is part and part.shape == (4, 6)
    assert torch.equal(whole.nonzero().flatten().cpu(), torch.arange(6, 30))
    columns = torch.zeros(4, 12, device="cuda", dtype=torch.float16)[:, ::2]
    assert torch.equal(torch.mm(a, b, out=columns), a @ b) and columns.stride() == (12, 2)


@pytest.mark.filterwarnings("ignore:An output with one or more elements was resized")
@pytest.mark.parametrize("shape", [(0,), (4, 6), (3, 5), (2, 4, 6)])
def test_results_of_graphs(shape):
    """A captured product writes on each launch where the caller wants it."""
    a, b = ones(*A).cuda(), ones(*B).cuda()
    out = torch.zeros(shape, device="cuda", dtype=torch.float16)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        torch.mm(a, b, out=out)
    assert out.shape == (4, 6)
    for factor in (2, 3):
        a.fill_(factor)
        graph.replay()
        assert torch.equal(out.cpu(), torch.full((4, 6), 8.0 * factor, dtype=torch.float16))


def test_wrong_shapes_of_fp8():
    """Neither is a part of the longer factor left out."""
    one = torch.ones((), device="cuda")
    for k, other in ((256, 384), (384, 256)):
        a = ones(16, k).cuda().to(torch.float8_e4m3fn)
        b = ones(16, other).cuda().to(torch.float8_e4m3fn).t()
        with pytest.raises((RuntimeError, ValueError), match="multiplied|shape|size"):
            torch._scaled_mm(a, b, one, one, out_dtype=torch.float32)


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
