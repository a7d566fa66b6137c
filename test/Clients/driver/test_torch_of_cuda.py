# ===- test_torch_of_cuda.py - A torch that has kernels for CUDA ----------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""A torch for CUDA has kernels where one for the host has none, which would call NVIDIA's
libraries. Here the torch of the tests gets such kernels, which fail, before `tessera run`
starts it: each program below has to do without them."""

import os
import subprocess
import sys

import pytest

NATIVE = (
    *("mm", "mm.dtype", "silu_backward", "_fused_rms_norm", "_fused_rms_norm_backward"),
    *("record_stream", "_thnn_fused_lstm_cell", "batch_norm_stats", "set_"),
    "_scaled_dot_product_flash_attention",
)

#: Python runs this one behind that of `tessera run`, which is imported under the same name.
STARTUP = f"""
import sitecustomize

def fail(*arguments, **options):
    raise RuntimeError("CUDA error: operation not supported")

def register(kernels):
    import torch
    native = torch.library.Library("aten", "IMPL")
    for name in {NATIVE}:
        native.impl(name, fail, "CUDA")
    kernels.native = native

sitecustomize._AfterImport("tessera_torch.kernels", register)
"""

PROGRAMS = {
    "gradient": """
        x = torch.arange(4.0, device="cuda", requires_grad=True)
        torch.nn.functional.silu(x).sum().backward()
        y = torch.arange(4.0, requires_grad=True)
        torch.nn.functional.silu(y).sum().backward()
        assert torch.equal(x.grad.cpu(), y.grad)
    """,
    "norm": """
        grads = []
        for device in ("cuda", "cpu"):
            x = torch.arange(8.0, device=device).reshape(2, 4).requires_grad_()
            torch.nn.functional.rms_norm(x, (4,)).square().sum().backward()
            grads.append(x.grad.cpu())
        assert torch.allclose(*grads) and grads[0].abs().max() > 0
    """,
    "product": """
        x = torch.full((2, 32), 0.5, dtype=torch.float16, device="cuda")
        y = torch.mm(x, x.T, out_dtype=torch.float32)
        assert y.dtype is torch.float32 and y.tolist() == [[8, 8], [8, 8]]
        assert (x @ x.T).tolist() == [[8, 8], [8, 8]]
    """,
    "stream": """
        x = torch.ones(3, device="cuda")
        x.record_stream(torch.cuda.Stream())
        torch.ops.aten.record_stream(x, torch.Stream("cuda"))
        assert x.tolist() == [1, 1, 1]
    """,
    "cell": """
        cell = torch.nn.LSTMCell(3, 2).cuda()
        hidden, state = cell(torch.ones(1, 3, device="cuda"))
        (hidden + state).sum().backward()
        assert hidden.is_cuda and cell.weight_ih.grad.abs().max() > 0
    """,
    "lack": """
        try:
            torch.ops.aten.batch_norm_stats(torch.ones(2, 3, device="cuda"), 1e-5)
        except NotImplementedError as error:
            assert "write it with other operators" in str(error)
        else:
            raise AssertionError("there is no error")
    """,
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_program(name, tmp_path):
    (tmp_path / "sitecustomize.py").write_text(STARTUP)
    path = os.pathsep.join([os.environ["PYTHONPATH"], str(tmp_path)])
    lines = [line.strip(" ") and line[8:] for line in PROGRAMS[name].splitlines()]
    code = "\n".join(["import torch", *lines])
    subprocess.run([sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": path}, check=True)
