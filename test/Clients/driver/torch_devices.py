# ===- torch_devices.py - Programs of torch for two devices -------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Tests that test_torch_devices.py runs with two devices."""

import ctypes
import gc
import io
import os
import threading

import cuda.tile as ct
import pytest
import torch
import triton
import triton.language as tl

from torch_functions import Double

ONE = torch.device("cuda", 1)


@triton.jit
def double(x, out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + i, 2 * tl.load(x + i, mask=i < n), mask=i < n)


@ct.kernel
def add_all(values, out, count: ct.Constant[int]):
    total = ct.zeros((16,), dtype=ct.float32)
    for i in range(count):
        total += ct.load(values[i], index=(ct.bid(0),), shape=(16,))
    ct.store(out, index=(ct.bid(0),), tile=total)


def test_tensors_say_which_device_they_are_on():
    assert torch.cuda.device_count() == torch.accelerator.device_count() == 2
    x = torch.arange(6.0, device=ONE)
    assert x.device == ONE and x.get_device() == 1 and "device='cuda:1'" in repr(x)
    made = [x + 1, x.view(2, 3).T, x.sum(), x.half(), x.clone(), torch.ones_like(x), x[x > 2]]
    made += [x.new_zeros(2), x.new_empty(0), torch.empty(3, 0, device=1), x.resize_(9), x.nonzero()]
    made += [torch.randn(2, device="cuda:1"), torch.nn.Linear(2, 2, device=1).weight]
    assert {y.device for y in made} == {ONE}
    with torch.cuda.device(1):
        assert x.__dlpack_device__() == (2, 1) and torch.from_dlpack(x).device == ONE
    assert torch.ones(2).cuda(1).device == torch.ones(2).to("cuda:1").device == ONE
    assert x.cpu().is_cpu and x.new_zeros(2, device="cuda").get_device() == 0


def test_tensors_of_different_devices():
    x, y = torch.arange(3.0, device=ONE), torch.ones(3, device="cuda:0")
    mixes = [lambda: x + y, lambda: x @ y, lambda: x + y.sum(), lambda: torch.cat([y, x])]
    mixes += [lambda: x.index_fill_(0, y.long(), 1), lambda: torch.add(x, 1, out=y)]
    for mix in mixes:
        with pytest.raises(RuntimeError, match="two devices, cuda:[01] and cuda:[01]!"):
            mix()
    assert (x.to("cuda:0") + y).tolist() == [1, 2, 3]
    y.copy_(x)
    assert y.tolist() == [0, 1, 2] and y.get_device() == 0
    z = [x, y]
    more = torch._foreach_add(z, [1, 2])
    torch._foreach_mul_(z, 2)
    assert [t.get_device() for t in more] == [1, 0] and more[1].tolist() == [2, 3, 4]
    assert x.tolist() == y.tolist() == [0, 2, 4]
    x = torch.arange(3.0, device=ONE)
    out = torch.empty(0, device=ONE)
    assert torch.add(x, 1, out=out) is out and out.device == ONE and out.tolist() == [1, 2, 3]


@pytest.mark.parametrize("device", ["cpu", "cuda:0", "cuda:1"])
@pytest.mark.parametrize("there", ["cuda:0", "cuda:1"])
def test_value_of_any_device_for_elements(device, there):
    value, x = torch.tensor(7.0, device=device), torch.zeros(3, device=there)
    at = torch.tensor([0, 2], device=there)
    assert x.fill_(value).tolist() == [7, 7, 7]
    assert x.zero_().masked_fill_(x == 0, value).tolist() == [7, 7, 7]
    assert x.zero_().masked_fill(x == 0, value).tolist() == [7, 7, 7]
    assert x.index_fill_(0, at, 2 * value).tolist() == [14, 0, 14]
    x[at] = value
    x[1] = value + 1
    assert x.tolist() == [7, 8, 7] and x.device == torch.device(there)
    x[x == 7] = 3 * value
    x[1:2] = value
    assert x.tolist() == [21, 7, 21]


def test_values_of_another_device_for_elements():
    """These have a dimension."""
    x, values = torch.zeros(2, device="cuda:0"), torch.ones(2, device=ONE)
    with pytest.raises(RuntimeError, match="same device"):
        x[x == 0] = values
    with pytest.raises(RuntimeError, match="same device"):
        x.fill_(values)


def test_lists_with_tensors_of_different_devices():
    x, y = torch.zeros(3, device="cuda:0"), torch.arange(3.0, device=ONE)
    with pytest.raises(RuntimeError, match="same device, .* two devices, cuda:[01] and cuda:[01]!"):
        torch._foreach_add([x], [y])
    with pytest.raises(RuntimeError, match="same device"):
        torch._foreach_add([y, x], [y, y])
    torch._foreach_copy_([x], [y])
    assert x.get_device() == 0 and x.tolist() == [0, 1, 2]
    both, scalars = [x, y + 1], torch.tensor([1.0, 2.0])
    for factors in (scalars, scalars.tolist()):
        sums = torch._foreach_addcdiv(both, both, [x + 1, y + 1], factors)
        assert [z.get_device() for z in sums] == [0, 1]
        assert torch.equal(sums[0].cpu(), (x + x / (x + 1)).cpu())
        assert sums[1].tolist() == [3, 4, 5]
    powers = torch._foreach_pow(2.0, both)
    assert powers[0].tolist() == [1, 2, 4] and powers[1].tolist() == [2, 4, 8]
    before = x.tolist()
    for lists in ((both, both, [1.0]), (both, both, scalars[:1]), (both[:1], both)):
        with pytest.raises(RuntimeError, match="same (length|number)"):
            torch._foreach_addcdiv_(both, *lists)
    assert x.tolist() == before


def test_current_device():
    x = torch.ones(2, device=ONE)
    with torch.cuda.device(1):
        assert torch.cuda.current_device() == torch.accelerator.current_device_index() == 1
        made = [torch.ones(2, device="cuda"), torch.ones(2).cuda(), x.cpu().to("cuda")]
        made.append(torch.empty_strided((2,), (1,), device="cuda"))
        assert {y.device for y in made} == {ONE}
        with torch.cuda.device_of(torch.ones(1, device="cuda:0")):
            assert torch.cuda.current_device() == 0
        assert torch.Generator("cuda").device == torch.cuda.Stream().device == ONE
    assert torch.cuda.current_device() == 0 and (x + 1).device == ONE
    with pytest.raises(RuntimeError, match="invalid device ordinal"):
        torch.cuda.set_device(2)
    assert torch.cuda.current_device() == 0


def test_each_thread_has_a_current_device():
    seen = []

    def work():
        seen.append(torch.cuda.current_device())
        torch.cuda.set_device(1)
        seen.append(torch.ones(1, device="cuda").get_device())

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [0, 1] and torch.cuda.current_device() == 0


def test_figures_and_properties_of_each_device():
    gc.collect()
    before = [torch.cuda.memory_allocated(device) for device in (0, 1)]
    x = torch.ones(1000, device=ONE)
    after = [torch.cuda.memory_allocated(device) for device in (0, 1)]
    assert after == [before[0], before[1] + 4096]
    del x
    told = [torch.cuda.get_device_properties(device) for device in (0, 1)]
    assert told[0].uuid != told[1].uuid and told[0].name == told[1].name
    assert torch.cuda.can_device_access_peer(0, 1)
    assert not torch.cuda.can_device_access_peer(1, 1)
    assert len(torch.cuda.get_rng_state_all()) == 2
    assert torch.cuda.mem_get_info(1)[1] > 0


def test_streams_and_events_of_each_device():
    stream, event = torch.cuda.Stream(device=1), torch.cuda.Event()
    assert torch.cuda.default_stream(0) != torch.cuda.default_stream(1)
    with torch.cuda.stream(stream):
        assert torch.cuda.current_device() == 1
        assert torch.cuda.current_stream() == torch.cuda.current_stream(1) == stream
        x = torch.ones(3, device="cuda") * 2
    assert torch.cuda.current_device() == 0
    assert torch.cuda.current_stream(1) == torch.cuda.default_stream(1)
    event.record(stream)
    torch.cuda.current_stream(0).wait_event(event)
    assert event.device == ONE and x.to("cuda:0").tolist() == [2, 2, 2]
    torch.cuda.default_stream(1).synchronize()
    torch.cuda.synchronize(1)


def test_generic_streams_of_each_device():
    for device in ("cuda:1", 1, ONE):
        stream = torch.Stream(device=device)
        assert stream.device == ONE
        with stream:
            assert torch.cuda.current_device() == 1 and torch.cuda.current_stream() == stream
            x = torch.ones(3, device="cuda") * 2
        assert torch.cuda.current_device() == 0 and x.device == ONE
        assert torch.cuda.current_stream(1) == torch.cuda.default_stream(1)
    event = stream.record_event()
    event.synchronize()
    assert event.device == ONE and event.query()
    torch.Stream("cuda:0").wait_event(event)
    with torch.cuda.device(1):
        assert torch.Stream().device == torch.Stream("cuda").device == ONE


def test_backward_runs_on_the_device_of_the_tensors():
    x = torch.ones(3, device=ONE, requires_grad=True)
    stream, seen = torch.cuda.Stream(device=1), []

    def during(_):
        seen.append((torch.cuda.current_device(), torch.cuda.current_stream()))

    with torch.cuda.stream(stream):
        y = Double.apply(x, during).to("cuda:0")
        (y * torch.arange(3.0, device="cuda:0")).sum().backward()
    Double.apply(x, during).sum().backward()
    assert x.grad.device == ONE and x.grad.tolist() == [2, 4, 6]
    assert seen == [(1, stream), (1, torch.cuda.default_stream(1))]


def test_graph_of_the_second_device():
    x, graph = torch.ones(3, device=ONE), torch.cuda.CUDAGraph()
    with torch.cuda.device(1):
        with torch.cuda.graph(graph):
            y = x * 2
        x.fill_(4)
        graph.replay()
    torch.cuda.synchronize(1)
    assert y.device == ONE and y.tolist() == [8, 8, 8]


def test_kernel_on_the_second_device():
    x = torch.arange(5.0, device=ONE)
    out = torch.empty_like(x)
    with torch.cuda.device(1):
        double[(1,)](x, out, 5, BLOCK=8)
    assert out.tolist() == [0, 2, 4, 6, 8]


# A copy gives one device access to another for the rest of a process, so that each of the
# programs from here to the next test has a process of its own.


def launch_on_the_wrong_device():
    """Memory that torch computed is told from another device's as that which it allocated."""
    x, out = torch.arange(5.0, device=ONE) + 1, torch.empty(5, device="cuda:0")
    double[(1,)](x, out, 5, BLOCK=8)


def launch_after_a_copy():
    """A copy gives the device that it copies from access to the other one, as torch's does."""
    there = torch.arange(5.0, device="cuda:0").to(ONE)
    out = torch.empty(5, device="cuda:0")
    double[(1,)](there, out, 5, BLOCK=8)
    assert out.tolist() == [0, 2, 4, 6, 8]


def gather_from_all_devices():
    """As one of several ranks does that share their memory."""
    values = [torch.arange(32.0, device=device) for device in ("cuda:0", ONE)]
    with torch.cuda.device(1):
        values[1].to("cuda:0")  # gives device 1 the access
        out = torch.empty(32, device="cuda")
        ct.launch(torch.cuda.current_stream(), (2,), add_all, (values, out, 2))
    assert out.device == ONE and torch.equal(out.cpu(), 2 * torch.arange(32.0))


def gather_without_access():
    """The kernel finds the array of the other device in a list."""
    values = [torch.arange(32.0, device=device) for device in ("cuda:0", ONE)]
    out = torch.empty(32, device="cuda:0")
    ct.launch(torch.cuda.current_stream(), (2,), add_all, (values, out, 2))
    torch.cuda.synchronize()


def write_where_it_may():
    """A peer's memory that is written counts as written there."""
    x = torch.arange(4.0, device="cuda:0")
    x.to(ONE)  # gives device 0 the access
    there = torch.empty(4, device=ONE)
    double[(1,)](x, there, 4, BLOCK=4)
    torch.cuda.synchronize(0)
    with torch.cuda.device(1):
        out = torch.empty_like(there)
        double[(1,)](there, out, 4, BLOCK=4)
    assert out.tolist() == [0, 4, 8, 12]


def change_devices():
    """Prints how often the context of a device is retained that has been current a hundred
    times, and takes it away."""
    for _ in range(100):
        with torch.cuda.device(1):
            torch.ones(1, device="cuda")
    cuda, count = ctypes.CDLL("libcuda.so.1"), 0
    while cuda.cuDevicePrimaryCtxRelease_v2(1) == 0:
        count += 1
    print("retained", count, flush=True)
    # It is retained anew.
    with torch.cuda.device(1):
        print("active", torch.ones(1, device="cuda").item(), flush=True)
    os._exit(0)


def test_saving_and_loading():
    x, file = torch.arange(3.0, device=ONE), io.BytesIO()
    torch.save(x, file)
    for place, device in ((None, 1), ("cuda:0", 0), ({"cuda:1": "cuda:0"}, 0)):
        file.seek(0)
        y = torch.load(file, map_location=place)
        assert y.get_device() == device and y.tolist() == [0, 1, 2]


def test_data_parallel_on_two_devices():
    torch.manual_seed(0)
    model = torch.nn.Linear(3, 2).cuda()
    x = torch.randn(5, 3, device="cuda")
    places = []
    parallel = torch.nn.DataParallel(model)
    model.register_forward_hook(lambda _, inputs, y: places.append(y.device.index))
    y = parallel(x)
    assert sorted(places) == [0, 1] and torch.equal(y, model(x))
    y.sum().backward()
    gradient = model.weight.grad.clone()
    model.zero_grad()
    model(x).sum().backward()
    torch.testing.assert_close(gradient, model.weight.grad)


def test_tensors_cut_up_for_devices():
    comm = torch.nn.parallel.comm
    x = torch.arange(10.0).reshape(5, 2)
    streams = [torch.cuda.Stream(device=device) for device in (0, 1)]
    pieces = comm.scatter(x, [0, 1], chunk_sizes=[2, 3], streams=streams)
    assert [(p.get_device(), len(p)) for p in pieces] == [(0, 2), (1, 3)]
    assert torch.equal(comm.gather(pieces, destination=1).cpu(), x)
    assert comm.gather(pieces, destination="cpu").is_cpu
    copies = comm.broadcast(x.cuda(), [0, 1])
    assert [copy.get_device() for copy in copies] == [0, 1]
    total = comm.reduce_add(copies, destination=1)
    assert total.device == ONE and torch.equal(total.cpu(), 2 * x)
