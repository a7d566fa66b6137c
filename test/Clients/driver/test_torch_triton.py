# ===- test_torch_triton.py - Programs of Triton's kind, with torch ------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Tensors in programs with kernels of Triton, as Triton's tutorials have them, and kernels
that torch.compile makes of torch's operators."""

import os
import subprocess
import sys
import threading

import pytest
import torch
import triton
import triton.language as tl
from triton.runtime import driver
from triton.tools.tensor_descriptor import TensorDescriptor


@triton.jit
def _add(x, y, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = at < n
    tl.store(out + at, tl.load(x + at, mask=mask) + tl.load(y + at, mask=mask), mask=mask)


def add(x, y):
    out = torch.empty_like(x)
    assert x.device == y.device == out.device == driver.active.get_active_torch_device()
    n = out.numel()
    _add[lambda meta: (triton.cdiv(n, meta["BLOCK"]),)](x, y, out, n, BLOCK=256)
    return out


def test_add():
    torch.manual_seed(0)
    x, y = torch.rand(1000, device="cuda"), torch.rand(1000, device="cuda")
    triton.testing.assert_close(add(x, y), x + y)
    assert triton.testing.do_bench(lambda: add(x, y), warmup=1, rep=1) > 0


@triton.jit
def _softmax(out, x, step, rows, columns, COLUMNS: tl.constexpr, STAGES: tl.constexpr):
    for row in tl.range(tl.program_id(0), rows, tl.num_programs(0), num_stages=STAGES):
        at = tl.arange(0, COLUMNS)
        values = tl.load(x + row * step + at, mask=at < columns, other=-float("inf"))
        e = tl.exp(values - tl.max(values, 0))
        tl.store(out + row * step + at, e / tl.sum(e, 0), mask=at < columns)


def test_softmax_by_blocks_that_stay():
    x = torch.randn(13, 200, device="cuda")
    out = torch.empty_like(x)
    told = driver.active.utils.get_device_properties(x.device.index)
    assert told["multiprocessor_count"] == 132 and told["max_shared_mem"] >= 227 * 1024
    arguments = out, x, x.stride(0), *x.shape, 256, 2
    kernel = _softmax.warmup(*arguments, num_warps=4, grid=(1,))
    kernel._init_handles()
    kernel[(4, 1, 1)](*arguments)
    torch.testing.assert_close(out, x.softmax(1))


@triton.autotune([triton.Config({"SIZE": size}, num_warps=4) for size in (16, 32)], key=["n"])
@triton.jit
def _product(a, b, c, n, SIZE: tl.constexpr):
    i = tl.program_id(0) * SIZE + tl.arange(0, SIZE)
    j = tl.program_id(1) * SIZE + tl.arange(0, SIZE)
    total = tl.zeros((SIZE, SIZE), tl.float32)
    for first in range(0, n, SIZE):
        k = first + tl.arange(0, SIZE)
        x, y = tl.load(a + i[:, None] * n + k), tl.load(b + k[:, None] * n + j)
        total = tl.dot(x, y, total)
    tl.store(c + i[:, None] * n + j, total.to(tl.float16))


def test_tuned_product():
    a, b = (torch.randint(-3, 4, (64, 64), device="cuda").half() for _ in range(2))
    c = torch.empty_like(a)
    _product[lambda meta: (64 // meta["SIZE"], 64 // meta["SIZE"])](a, b, c, 64)
    assert torch.equal(c, a @ b)


@triton.jit
def _scale(x, weight, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * n + tl.arange(0, BLOCK)
    mask = tl.arange(0, BLOCK) < n
    w = tl.load(weight + tl.arange(0, BLOCK), mask=mask)
    tl.store(out + at, tl.load(x + at, mask=mask) * w, mask=mask)


@triton.jit
def _scale_backward(x, gradient, sums, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * n + tl.arange(0, BLOCK)
    mask = tl.arange(0, BLOCK) < n
    part = tl.load(x + at, mask=mask) * tl.load(gradient + at, mask=mask)
    tl.atomic_add(sums + tl.arange(0, BLOCK), part, mask=mask)


class Scale(torch.autograd.Function):
    """Rows times a weight, with kernels for both directions."""

    @staticmethod
    def forward(context, x, weight):
        out = torch.empty_like(x)
        _scale[(len(x),)](x, weight, out, x.shape[1], BLOCK=64)
        context.save_for_backward(x, weight)
        return out

    @staticmethod
    def backward(context, gradient):
        x, weight = context.saved_tensors
        sums, out = torch.zeros_like(weight), torch.empty_like(x)
        gradient = gradient.contiguous()
        _scale_backward[(len(x),)](x, gradient, sums, x.shape[1], BLOCK=64)
        _scale[(len(x),)](gradient, weight, out, x.shape[1], BLOCK=64)
        return out, sums


def test_kernels_in_backward():
    x, weight = (
        torch.randint(-3, 4, shape, device="cuda").float().requires_grad_()
        for shape in ((5, 50), (50,))
    )
    Scale.apply(x, weight).sum().backward()
    assert torch.equal(x.grad, weight.expand(5, 50)) and torch.equal(weight.grad, x.sum(0))


@triton.jit
def _attention(q, k, v, out, scale, N: tl.constexpr, D: tl.constexpr, SIZE: tl.constexpr):
    first = tl.program_id(0) * SIZE
    query = q.load([first, 0])
    high, total = tl.full((SIZE,), -1e30, tl.float32), tl.zeros((SIZE,), tl.float32)
    sums = tl.zeros((SIZE, D), tl.float32)
    for at in tl.range(0, N, SIZE):
        score = tl.dot(query, k.load([at, 0]).T) * scale
        higher = tl.maximum(high, tl.max(score, 1))
        p, less = tl.exp2(score - higher[:, None]), tl.exp2(high - higher)
        total = total * less + tl.sum(p, 1)
        sums = tl.dot(p.to(tl.float16), v.load([at, 0]), sums * less[:, None])
        high = higher
    out.store([first, 0], (sums / total[:, None]).to(tl.float16))


def test_attention_by_tensor_copies():
    q, k, v = (torch.randn(128, 64, device="cuda", dtype=torch.float16) for _ in range(3))
    out = torch.empty_like(q)
    maps = [TensorDescriptor.from_tensor(x, [64, 64]) for x in (q, k, v, out)]
    _attention[(2,)](*maps, 0.125 * 1.44269504, 128, 64, 64)
    q, k, v = (x.float()[None, None] for x in (q, k, v))
    expected = torch.nn.functional.scaled_dot_product_attention(q, k, v)[0, 0]
    # Two roundings to float16, of p and of the result: 2**-11 each.
    torch.testing.assert_close(out.float(), expected, atol=2e-3, rtol=2e-3)


def test_graph_of_kernels_and_operators():
    x = torch.zeros(100, device="cuda")
    add(x, x)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        y = add(x, x) * 3
        z = add(y, x)
        del y
    for value in (1, 2):
        x.fill_(value)
        graph.replay()
        torch.cuda.synchronize()
        assert z.tolist() == [7 * value] * 100


def test_threads():
    sums = []

    def work():
        x = torch.ones(100, device="cuda")
        with torch.cuda.stream(torch.cuda.Stream()):
            sums.append(add(x, x).sum().item())

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sums == [200] * 3


UNWRITTEN = """
import torch
from test_torch_triton import add

x = torch.empty(100, device="cuda")
x[:50] = 1
print(add(x, x)[0].item())
add(torch.empty(100, device="cuda"), x)
torch.cuda.synchronize()
"""


def test_memory_that_empty_leaves_unwritten():
    """In a process of its own, since a context does not survive an error."""
    folder = __file__.rpartition("/")[0]
    done = subprocess.run(
        [sys.executable, "-c", UNWRITTEN], cwd=folder, capture_output=True, text=True
    )
    assert done.returncode == 1 and done.stdout == "2.0\n", done.stderr
    assert "nobody has written" in done.stderr
    assert "test_torch_triton.py" in done.stderr


@pytest.fixture
def compiler(tmp_path, monkeypatch):
    """torch.compile without processes and caches that outlive a test."""
    monkeypatch.setenv("TORCHINDUCTOR_CACHE_DIR", str(tmp_path))
    with torch._inductor.config.patch(compile_threads=1):
        yield torch.compile


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_compiled_functions(compiler):
    @compiler
    def both(x):
        return add(x, x.sin()).cos() * 2

    x = torch.rand(100, device="cuda")
    torch.testing.assert_close(both(x), (x + x.sin()).cos() * 2)
    layer = torch.nn.Linear(8, 8).cuda()
    y = compiler(layer)(torch.ones(2, 8, device="cuda"))
    y.relu().sum().backward()
    assert layer.weight.grad.is_cuda


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_compiled_functions_that_ask_for_graphs(compiler):
    """Without pools of memory torch.compile makes no graphs, and says so."""
    torch._dynamo.reset()
    scaled = compiler(lambda x: x.sin() * 2, mode="reduce-overhead")
    for _ in range(3):
        x = torch.rand(100, device="cuda")
        torch.testing.assert_close(scaled(x), x.sin() * 2)
    torch._dynamo.reset()


WILD = """
import torch, triton
import triton.language as tl

@triton.jit
def scale(src, dst, n, stride, factor, BLOCK: tl.constexpr):
    at = (tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)) * stride
    tl.store(dst + at, tl.load(src + at, mask=at < n) * factor)

src, dst = torch.ones(4096, device="cuda"), torch.ones(1024, device="cuda")
scale[(16,)](src, dst, 4096, 1, 2.5, BLOCK=256)
torch.cuda.synchronize()
"""


def test_an_error_names_the_tensor_and_the_line(tmp_path):
    """`stride` is 1, and so a constant: the parameters are src, dst, n and factor."""
    program = tmp_path / "program.py"
    program.write_text(WILD)
    environment = {**os.environ, "TRITON_CACHE_DIR": str(tmp_path / "cache")}
    command = [sys.executable, program]
    said = subprocess.run(command, capture_output=True, text=True, env=environment).stderr
    assert f"source: {program}:8" in said
    assert "parameter 2, dst (" in said and ") of 'scale' points to byte 0 of 4096" in said
    assert ", src (" not in said


def test_aot_inductor_says_what_to_do(tmp_path):
    layer = torch.nn.Linear(4, 4, device="cuda").eval()
    exported = torch.export.export(layer, (torch.ones(2, 4, device="cuda"),))
    with pytest.raises(Exception, match="torch.compile makes the same kernels"):
        torch._inductor.aoti_compile_and_package(exported, package_path=tmp_path / "layer.pt2")
    torch.export.save(exported, tmp_path / "layer.pt2")
    loaded = torch.export.load(tmp_path / "layer.pt2").module()
    x = torch.ones(2, 4, device="cuda")
    assert torch.equal(loaded(x), layer(x))


def test_a_compiled_softmax_of_short_rows():
    """One of two warps repeats the other's work. In place it would read what that has written."""
    x = torch.randn(64, 16, device="cuda")

    def attend(x):
        scores = x @ x.T
        return torch.softmax(scores.view(256, 16) * 0.5, -1).view(64, 64) @ x

    torch.testing.assert_close(torch.compile(attend)(x), attend(x))


def test_a_compiled_optimizer(monkeypatch, tmp_path):
    """Its kernels read the number of the step in all warps, and one writes it."""
    # Others may have kept kernels from before they had a barrier.
    monkeypatch.setenv("TORCHINDUCTOR_CACHE_DIR", str(tmp_path))

    def train(compiles):
        layer = torch.nn.Sequential(*(torch.nn.Linear(8, 8) for _ in range(4))).cuda()
        with torch.no_grad():
            for parameter in layer.parameters():
                parameter.copy_(torch.linspace(-1, 1, parameter.numel()).view_as(parameter))
        optimizer = torch.optim.Adam(layer.parameters(), 0.1)
        step = torch.compile(optimizer.step) if compiles else optimizer.step
        for _ in range(2):
            for parameter in layer.parameters():
                parameter.grad = torch.ones_like(parameter)
            step()
        return layer[0].weight.detach()

    torch.testing.assert_close(train(True), train(False))
