# ===- test_torch.py - torch without a GPU, with tensors on the device --------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""cuTile Python and Triton with tensors of torch, all unmodified, under `tessera run`."""

import gc
import subprocess
import sys
import weakref

import cuda.tile as ct
import pytest
import torch
import triton
import triton.language as tl


@ct.kernel
def add(a, b, c):
    i = ct.bid(0)
    x = ct.load(a, index=(i,), shape=(64,))
    ct.store(c, index=(i,), tile=x + ct.load(b, index=(i,), shape=(64,)))


@ct.kernel
def product(a, b, c):
    i, j = ct.bid(0), ct.bid(1)
    total = ct.zeros((16, 16), dtype=ct.float32)
    for k in range(ct.num_tiles(a, axis=1, shape=(16, 16))):
        x = ct.load(a, index=(i, k), shape=(16, 16))
        y = ct.load(b, index=(k, j), shape=(16, 16))
        total = ct.mma(x, y, total)
    ct.store(c, index=(i, j), tile=total)


@triton.jit
def double(x, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + at, 2 * tl.load(x + at, mask=at < n), mask=at < n)


def launch_add(a, b, c, stream=None):
    stream = stream or torch.cuda.current_stream()
    ct.launch(stream, (ct.cdiv(a.numel(), 64),), add, (a, b, c))


def test_tensors_of_the_device():
    a = torch.randn(1000, device="cuda")
    b = torch.ones(1000, device=torch.device("cuda", 0))
    c = torch.empty_like(a, device="cuda:0")
    launch_add(a, b, c)
    torch.cuda.synchronize()
    assert torch.equal(c, a + b)


def test_memory_begins_where_cuda_has_it():
    for made in (torch.empty(3, device="cuda"), torch.ones(2, 5, device="cuda").T):
        assert made.untyped_storage().data_ptr() % 512 == 0
        assert made.untyped_storage().nbytes() == 4 * made.numel()
    x = torch.arange(6.0, device="cuda", requires_grad=True)
    (x * x).sum().backward()
    assert x.tolist() == [0, 1, 2, 3, 4, 5] and x.grad.tolist() == [0, 2, 4, 6, 8, 10]


@ct.kernel
def peek(a, c):
    place = ct.arange(64, dtype=ct.int32)
    ct.scatter(c, place, ct.gather(a, place + 64, check_bounds=False))


def test_memory_ends_where_torch_has_it():
    """The allocator rounds sizes up to multiples of 512 bytes, all of which a kernel may
    read."""
    a, c = torch.ones(100, device="cuda"), torch.zeros(64, device="cuda")
    ct.launch(torch.cuda.current_stream(), (1,), peek, (a, c))
    torch.cuda.synchronize()
    assert torch.equal(c[:36], torch.ones(36, device="cuda"))


def test_triton():
    x = torch.randn(1000, device="cuda")
    out = torch.empty_like(x)
    double[(4,)](x, out, 1000, BLOCK=256)
    torch.cuda.synchronize()
    assert torch.equal(out, 2 * x)


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_products(dtype):
    a = torch.randint(-3, 4, (48, 32), device="cuda").to(dtype)
    b = torch.randint(-3, 4, (32, 32), device="cuda").to(dtype)
    c = torch.zeros(48, 32, device="cuda")
    ct.launch(torch.cuda.current_stream(), (3, 2), product, (a, b, c))
    torch.cuda.synchronize()
    assert torch.equal(c, a.float() @ b.float())


def test_views_of_tensors():
    a = torch.arange(256, dtype=torch.float32).cuda()
    c = torch.zeros(256, device="cuda")
    launch_add(a[64:192], a[:128], c[128:])
    launch_add(a[::2], a[1::2], c[:128])
    torch.cuda.synchronize()
    assert torch.equal(c[128:], a[64:192] + a[:128])
    assert torch.equal(c[:128], a[::2] + a[1::2])


def test_memory_is_given_back():
    """A new tensor may get the memory of one that has died."""
    for size in range(64, 6400, 64):
        a = torch.ones(size).to("cuda")
        c = torch.empty(size, device="cuda")
        launch_add(a, a, c)
        torch.cuda.synchronize()
        assert torch.equal(c, 2 * a)
    watch = weakref.ref(a)
    del a
    gc.collect()
    assert watch() is None


def test_streams_and_events():
    first, second = torch.cuda.Stream(), torch.cuda.Stream()
    begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    a = torch.ones(640, device="cuda")
    c, d = torch.zeros_like(a), torch.zeros_like(a)
    with torch.cuda.stream(first):
        begin.record()
        launch_add(a, a, c)
        assert torch.cuda.current_stream() == first
        end.record()
    second.wait_event(end)
    launch_add(c, a, d, second)
    second.synchronize()
    assert end.query() and begin.elapsed_time(end) > 0
    assert torch.equal(d, 3 * a)
    assert torch.cuda.current_stream() == torch.cuda.default_stream()


def test_what_torch_says_of_the_device():
    assert torch.cuda.is_available() and torch.cuda.device_count() == 1
    assert torch.cuda.get_device_capability() == (9, 0)
    assert torch.cuda.get_device_name() == "Tessera sm_90"


def test_properties_of_the_device():
    for device in (None, 0, "cuda", torch.device("cuda", 0)):
        told = torch.cuda.get_device_properties(device)
        assert (told.multi_processor_count, told.major, told.minor) == (132, 9, 0)
        assert told.name == "Tessera sm_90" and told.total_memory > 0
        assert told.shared_memory_per_block_optin >= 227 * 1024
        assert told.warp_size == 32 and told.max_threads_per_multi_processor == 2048
    assert torch.cuda.is_bf16_supported()


@pytest.mark.parametrize(
    "seed", [torch.manual_seed, torch.cuda.manual_seed, torch.cuda.manual_seed_all]
)
def test_seeds(seed):
    seed(7)
    first = torch.rand(4, device="cuda")
    seed(7)
    assert torch.equal(first, torch.rand(4, device="cuda"))
    seed(8)
    assert not torch.equal(first, torch.rand(4, device="cuda"))


WILD = """
import cuda.tile as ct
import torch

@ct.kernel
def wild(a):
    place = ct.arange(64, dtype=ct.int32) + 1000000
    ct.scatter(a, place, ct.ones((64,), dtype=ct.float32), check_bounds=False)

a = torch.zeros(64, device="cuda")
ct.launch(torch.cuda.current_stream(), (1,), wild, (a,))
torch.cuda.synchronize()
"""


def test_bounds_are_those_of_the_storage(tmp_path):
    """In a process of its own, since a context does not survive an error."""
    program = tmp_path / "wild.py"
    program.write_text(WILD)
    done = subprocess.run([sys.executable, program], capture_output=True, text=True)
    assert done.returncode == 1
    assert "out of bounds" in done.stderr and "wild.py:8" in done.stderr
