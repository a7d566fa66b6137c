# ===- test_torch_complex.py - Conjugate and negated views on device "cuda" -----===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""torch conjugates by a bit of the view, which kernels of the host have to see."""

import pytest
import torch

CALLS = {
    "add": lambda x: x.conj() + 1,
    "adjoint": lambda x: x @ x.mH,
    "batches": lambda x: torch.bmm(x[None], x.mH[None]),
    "cat": lambda x: torch.cat([x, x.conj()]),
    "clone": lambda x: x.conj().clone(),
    "copied": lambda x: torch.zeros_like(x).copy_(x.conj()),
    "einsum": lambda x: torch.einsum("ij,kj->ik", x, x.conj()),
    "imaginary": lambda x: x.conj().imag,
    "in place": lambda x: x.clone().conj().mul_(2j),
    "inverse transform": lambda x: torch.fft.ihfft(x.real),
    "negated": lambda x: x.conj().imag + 1,
    "of a transposed view": lambda x: x.conj().T[1:],
    "out": lambda x: torch.add(x.conj(), 1, out=torch.empty_like(x)),
    "resolved": lambda x: x.conj().resolve_conj(),
    "sum": lambda x: x.conj().sum(),
    "twice": lambda x: x.conj().conj() + 0,
}


@pytest.mark.parametrize("name", CALLS)
def test_conjugate_views(name):
    x = torch.randn(3, 4, dtype=torch.complex64)
    y = CALLS[name](x.cuda())
    expected = CALLS[name](x)
    assert y.is_cuda and y.is_conj() == expected.is_conj() and y.is_neg() == expected.is_neg()
    torch.testing.assert_close(y.cpu(), expected)


def test_gradients():
    def gradient(device):
        x = torch.arange(3, dtype=torch.float32, device=device)
        x = torch.complex(x, x + 1).requires_grad_()
        (x * x.conj()).real.sum().backward()
        return x.grad.cpu()

    assert torch.equal(gradient("cuda"), gradient("cpu"))


def test_memory_of_another_library():
    """It has no storage of torch's allocator; DLPack takes no view with such a bit."""
    x = torch.randn(3, dtype=torch.complex64, device="cuda")
    y = torch.utils.dlpack.from_dlpack(torch.utils.dlpack.to_dlpack(x))
    assert torch.equal(y.conj().cpu(), x.cpu().conj())
    assert torch.equal((y.conj() + 1).cpu(), x.cpu().conj() + 1)
