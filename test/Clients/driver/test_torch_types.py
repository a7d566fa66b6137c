# ===- test_torch_types.py - The types of elements that CUDA has kernels for ------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Operators that take other types on CUDA than on the host."""

import pytest
import torch

FUNCTIONS = torch.nn.functional

#: Calls that the host computes for integers, and the kernel of CUDA that does not.
PRODUCTS = {
    "addmm": (lambda x: torch.addmm(x, x, x), "addmm_cuda"),
    "baddbmm": (lambda x: torch.baddbmm(x[None], x[None], x[None]), "baddbmm_cuda"),
    "bmm": (lambda x: torch.bmm(x[None], x[None]), "baddbmm_cuda"),
    "conv1d": (lambda x: FUNCTIONS.conv1d(x[None], x[None]), "slow_conv2d_cuda"),
    "dot": (lambda x: x[0] @ x[1], "dot"),
    "linear": (lambda x: FUNCTIONS.linear(x, x), "addmm_cuda"),
    "matmul": (lambda x: x @ x, "addmm_cuda"),
    "max_pool2d": (
        lambda x: FUNCTIONS.max_pool2d(x[None], 2),
        "max_pool2d_with_indices_out_cuda_frame",
    ),
    "mv": (lambda x: x @ x[0], "addmv_impl_cuda"),
}


@pytest.mark.parametrize("dtype", [torch.int32, torch.int64, torch.uint8])
@pytest.mark.parametrize("name", PRODUCTS)
def test_integers_that_cuda_refuses(name, dtype):
    call, kernel = PRODUCTS[name]
    x = torch.ones(4, 4, dtype=dtype)
    call(x)
    kind = {torch.int32: "Int", torch.int64: "Long", torch.uint8: "Byte"}[dtype]
    with pytest.raises(NotImplementedError, match=f"\"{kernel}\" not implemented for '{kind}'"):
        call(x.cuda())
    call(x.float().cuda())


def test_integers_without_elements():
    """Nothing is computed, and nothing refused."""
    x = torch.ones(4, 4, dtype=torch.int32, device="cuda")
    assert (x[:0] @ x).shape == (0, 4)


def test_an_image_of_bytes():
    image = torch.zeros(1, 3, 4, 4, dtype=torch.uint8, device="cuda")
    with pytest.raises(NotImplementedError, match="not implemented for 'Byte'"):
        FUNCTIONS.interpolate(image, scale_factor=2, mode="bilinear")
    assert FUNCTIONS.interpolate(image, scale_factor=2).shape == (1, 3, 8, 8)


def test_operators_of_the_host_alone():
    with pytest.raises(NotImplementedError, match="Could not run 'aten::histogram.bin_ct'"):
        torch.histogram(torch.ones(4, device="cuda"), 2)


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_narrow_formats_that_the_host_refuses(dtype):
    """As on a GPU they are computed in f32, and rounded once."""
    x = torch.arange(16.0).reshape(1, 2, 2, 4).to(dtype)
    with pytest.raises(NotImplementedError):
        FUNCTIONS.avg_pool3d(x, 2)
    y = x.cuda().requires_grad_()
    pooled = FUNCTIONS.avg_pool3d(y, 2)
    assert pooled.dtype == dtype and pooled.flatten().tolist() == [6.5, 8.5]
    pooled.sum().backward()
    assert y.grad.dtype == dtype and y.grad.unique().tolist() == [0.125]
    z = torch.full((2,), 1.375, dtype=dtype, device="cuda")
    assert z.round_(decimals=1) is z and z.eq(torch.tensor(1.4, dtype=dtype)).all()


def test_transforms_of_half_precision():
    x = torch.tensor([1.0, 2, 3, 4], dtype=torch.float16, device="cuda")
    spectrum = torch.fft.fft(x)
    assert spectrum.dtype == torch.complex32
    assert spectrum.to(torch.complex64).tolist() == [10, -2 + 2j, -2, -2 - 2j]
    assert torch.fft.irfft(torch.fft.rfft(x)).equal(x)
    with pytest.raises(RuntimeError, match="powers of two when computing in half precision"):
        torch.fft.fft(x[:3])


@pytest.mark.parametrize("name", ["softmax", "log_softmax"])
@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_softmax_that_widens(name, dtype):
    x = torch.randn(3, 5, device="cuda").to(dtype).requires_grad_()
    y = getattr(torch, name)(x, -1, dtype=torch.float32)
    expected = getattr(torch, name)(x.detach().cpu().float(), -1)
    assert y.dtype == torch.float32
    torch.testing.assert_close(y.cpu(), expected)
    (y * torch.arange(5.0, device="cuda")).sum().backward()
    assert x.grad.dtype == dtype
    with torch.autocast("cuda", torch.float16):
        assert getattr(torch, name)(x, -1).dtype == torch.float32
