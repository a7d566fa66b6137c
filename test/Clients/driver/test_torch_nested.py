# ===- test_torch_nested.py - Tensors of several shapes ---------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Nested tensors of the device give what those of the host give."""

import pytest
import torch

pytestmark = pytest.mark.filterwarnings("ignore:The PyTorch API of nested tensors")


def nested(device, layout=torch.strided):
    parts = [torch.arange(6.0).reshape(2, 3), torch.arange(12.0).reshape(4, 3) - 5]
    return torch.nested.nested_tensor(parts, device=device, layout=layout)


@pytest.mark.parametrize("layout", [torch.strided, torch.jagged])
def test_padding(layout):
    padded = torch.nested.to_padded_tensor(nested("cuda", layout), -1.0)
    assert padded.is_cuda
    assert torch.equal(padded.cpu(), torch.nested.to_padded_tensor(nested("cpu"), -1.0))


def test_parts_share_the_memory():
    x = nested("cuda")
    first, second = x.unbind()
    second.mul_(2)
    assert first.is_cuda and torch.equal(x.unbind()[1].cpu(), 2 * nested("cpu").unbind()[1])
    assert x.cpu().device.type == "cpu" and "device='cuda:0'" in repr(x)


def test_layers_on_them():
    """With gradients."""
    layer = torch.nn.Linear(3, 2)
    torch.nested.to_padded_tensor(layer(nested("cpu")), 0.0).sum().backward()
    expected = layer.weight.grad.clone()
    layer.zero_grad()
    layer.cuda()
    y = layer(nested("cuda"))
    assert y.is_nested and y.is_cuda
    torch.nested.to_padded_tensor(y, 0.0).sum().backward()
    torch.testing.assert_close(layer.weight.grad.cpu(), expected)


@pytest.mark.parametrize("columns", [3, 16])
def test_attention_of_several_lengths(columns):
    """A torch for CUDA has kernels for rows of 16 bytes."""
    torch.manual_seed(1)
    parts = [torch.randn(rows, columns) for rows in (2, 4)]
    x = torch.nested.nested_tensor(parts, device="cuda", layout=torch.jagged)
    x = x.unflatten(-1, (1, columns)).transpose(1, 2)
    y = torch.nn.functional.scaled_dot_product_attention(x, x, x)
    rows = parts[1][None]
    expected = torch.nn.functional.scaled_dot_product_attention(rows, rows, rows)
    torch.testing.assert_close(y.unbind()[1].cpu(), expected)


@pytest.mark.filterwarnings("ignore:enable_nested_tensor is True")
def test_encoder_of_padded_batches():
    """In evaluation torch makes a nested tensor of the batch and its mask."""
    torch.manual_seed(1)
    layer = torch.nn.TransformerEncoderLayer(8, 2, 16, batch_first=True)
    encoder = torch.nn.TransformerEncoder(layer, 2).eval()
    x, mask = torch.randn(2, 4, 8), torch.tensor([[0, 0, 1, 1], [0, 0, 0, 0]]).bool()
    with torch.no_grad():
        expected = encoder(x, src_key_padding_mask=mask)
        y = encoder.cuda()(x.cuda(), src_key_padding_mask=mask.cuda())
    assert y.is_cuda
    torch.testing.assert_close(y.cpu(), expected)
