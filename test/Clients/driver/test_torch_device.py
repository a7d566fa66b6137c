# ===- test_torch_device.py - What programs of torch ask of device "cuda" ------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Small programs for torch with a GPU, which run unmodified under `tessera run`."""

import copy
import gc
import io
import subprocess
import sys

import numpy as np
import pytest
import torch

from torch_functions import backward_through


def test_tensors_say_where_they_are():
    x = torch.ones(2, 3, device="cuda")
    assert type(x) is torch.Tensor and x.is_cuda and not x.is_cpu
    assert x.device == torch.device("cuda", 0) and x.get_device() == 0
    assert "device='cuda:0'" in repr(x)
    for y in (x + 1, x.T, x[0], x.sum(), x.to(torch.float16), x.clone(), x.view(3, 2)):
        assert y.is_cuda
    assert x.cpu().device.type == "cpu" and x.cpu().cuda().is_cuda
    assert torch.ones(2, device=0).is_cuda and torch.ones(2).to("cuda:0").is_cuda
    with pytest.raises(TypeError, match="can't convert cuda:0 device type tensor to numpy"):
        x.numpy()


def test_tensors_of_two_devices():
    x, y = torch.ones(3, device="cuda"), torch.ones(3)
    with pytest.raises(RuntimeError, match="Expected all tensors to be on the same device"):
        x + y
    with pytest.raises(RuntimeError, match="same device"):
        torch.equal(x, y) or x.reshape(1, 3) @ y.reshape(3, 1)
    assert (x + torch.tensor(2.0)).tolist() == [3, 3, 3]
    y.copy_(2 * x)
    assert y.tolist() == [2, 2, 2]


def test_views_share_memory():
    x = torch.arange(12.0, device="cuda")
    m = x.view(3, 4)
    m[1] = 0
    m.t()[0, 2] = -1
    x[::2].mul_(2)
    first, second = x.chunk(2)
    second.zero_()
    assert x.tolist() == [0, 1, 4, 3, 0, 0, 0, 0, 0, 0, 0, 0]
    assert m._base is x and m.untyped_storage().data_ptr() == x.data_ptr()
    assert m[:, 1:].storage_offset() == 1 and m.expand(2, 3, 4).stride() == (0, 4, 1)
    c = torch.zeros(2, 2, dtype=torch.complex64, device="cuda")
    torch.view_as_real(c)[..., 1] = 3
    assert c.imag.tolist() == [[3, 3], [3, 3]] and x.view(torch.int32).dtype == torch.int32


def test_results_in_given_tensors():
    x, out = torch.arange(4.0, device="cuda"), torch.empty(0, device="cuda")
    assert torch.add(x, 1, out=out) is out and out.tolist() == [1, 2, 3, 4]
    torch.mul(x, 2, out=out)
    assert out.tolist() == [0, 2, 4, 6]
    values, places = torch.topk(x, 2)
    assert values.tolist() == [3, 2] and places.is_cuda
    x.resize_(6)
    assert x.shape == (6,) and x[:4].tolist() == [0, 1, 2, 3]


@pytest.mark.parametrize("size", [1, 3, 9])
def test_results_in_tensors_of_another_size(size):
    """They get the shape of the result, with the warning of torch, and grow if they must."""
    x, out = torch.arange(6.0, device="cuda").reshape(2, 3), torch.zeros(size, device="cuda")
    with pytest.warns(UserWarning, match="An output with one or more elements was resized"):
        assert torch.add(x, 1, out=out) is out
    assert out.tolist() == [[1, 2, 3], [4, 5, 6]] and out.is_cuda
    torch.mul(x, 2, out=out)
    assert out.tolist() == [[0, 2, 4], [6, 8, 10]]


@pytest.mark.filterwarnings("ignore:An output with one or more elements was resized")
def test_one_of_two_results_grows():
    x = torch.tensor([[3.0, 5, 1], [2, 0, 7]], device="cuda")
    values = torch.zeros(1, device="cuda")
    places = torch.zeros(2, device="cuda", dtype=torch.int64)
    address = places.data_ptr()
    torch.max(x, 1, out=(values, places))
    assert values.tolist() == [5, 7] and places.tolist() == [1, 2]
    assert places.data_ptr() == address


@pytest.mark.filterwarnings("ignore:An output with one or more elements was resized")
def test_result_of_a_graph_grows():
    x, out = torch.ones(5, device="cuda"), torch.zeros(2, device="cuda")
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        torch.add(x, 1, out=out)
    for value in (3, 4):
        x.fill_(value)
        graph.replay()
        assert out.tolist() == [value + 1] * 5


@pytest.mark.parametrize(
    "out", [torch.zeros(1).expand(6), torch.zeros(2, dtype=torch.int32)]
)
def test_results_that_the_host_refuses(out):
    x, there = torch.arange(6.0), torch.empty_like(out, device="cuda")
    with pytest.raises(RuntimeError) as on_host:
        torch.add(x, 1, out=out)
    with pytest.raises(RuntimeError) as on_device:
        torch.add(x.cuda(), 1, out=there.as_strided(out.shape, out.stride()))
    assert str(on_device.value) == str(on_host.value)


def test_device_that_is_not_there():
    for make in (
        lambda: torch.ones(2, device="cuda:1"),
        lambda: torch.empty_strided((2,), (1,), device="cuda:1"),
        lambda: torch.ones(2).to("cuda:1"),
        lambda: torch.ones(2).cuda(1),
    ):
        with pytest.raises(RuntimeError, match="invalid device ordinal"):
            make()


def test_guard_of_a_torch_that_lacks_a_function():
    """It is told where the guard is made, and not by a wrong device later."""
    from tessera_torch import internals

    with pytest.raises(AssertionError, match="getStream"):
        internals._replace_functions(None, ["type"], internals._guard_functions())


@pytest.mark.filterwarnings("ignore:torch.set_default_tensor_type")
def test_types_of_tensors():
    x = torch.cuda.FloatTensor([[1, 2]])
    assert x.device == torch.device("cuda", 0) and x.tolist() == [[1, 2]]
    assert isinstance(x, torch.cuda.FloatTensor) and not isinstance(x, torch.cuda.HalfTensor)
    assert not isinstance(torch.ones(1), torch.cuda.FloatTensor)
    assert torch.cuda.ByteTensor(2, 3).shape == (2, 3)
    for kind in (torch.cuda.LongTensor, "torch.cuda.LongTensor"):
        assert torch.ones(2).type(kind).type() == "torch.cuda.LongTensor"
    try:
        torch.set_default_tensor_type("torch.cuda.DoubleTensor")
        assert torch.ones(2).type() == "torch.cuda.DoubleTensor"
    finally:
        torch.set_default_tensor_type("torch.FloatTensor")
    assert torch.ones(2).type() == "torch.FloatTensor"
    try:
        torch.set_default_device("cuda")
        torch.set_default_tensor_type("torch.FloatTensor")
        assert torch.ones(2).is_cuda
    finally:
        torch.set_default_device(None)


def test_data_parallel_on_one_device():
    model = torch.nn.Linear(3, 2).cuda()
    x = torch.randn(4, 3, device="cuda")
    torch.nn.DataParallel(model)(x).sum().backward()
    assert model.weight.grad.is_cuda
    assert torch.equal(torch.nn.DataParallel(model)(x), model(x))
    comm = torch.nn.parallel.comm
    pieces = comm.scatter(x, [0, 0])
    assert [piece.shape for piece in pieces] == [(2, 3)] * 2
    assert torch.equal(comm.gather(pieces), x)
    assert all(torch.equal(copy, x) for copy in comm.broadcast(x, [0]))


def test_cut_up_tensors_in_fewer_streams_than_devices():
    comm, x = torch.nn.parallel.comm, torch.arange(4.0, device="cuda")
    stream = torch.cuda.Stream()
    for streams in ([], [None], [stream], [None, stream], [stream] * 3):
        assert [p.tolist() for p in comm.scatter(x, [0, 0], streams=streams)] == [[0, 1], [2, 3]]
        out = [torch.zeros(1, device="cuda"), torch.zeros(3, device="cuda")]
        pieces = comm.scatter(x, out=out, streams=streams)
        assert [p.tolist() for p in pieces] == [[0], [1, 2, 3]]


def test_cut_up_tensors_for_more_devices_than_elements():
    pieces = torch.nn.parallel.comm.scatter(torch.arange(2.0), [0, 0, 0])
    assert [p.tolist() for p in pieces] == [[0], [1]]


@pytest.mark.parametrize("sizes", [[], [4], [1, 1, 2]])
def test_cut_up_tensors_in_another_number_of_pieces(sizes):
    x = torch.arange(4.0, device="cuda")
    with pytest.raises(RuntimeError, match="devices and chunk_sizes to be of same length"):
        torch.nn.parallel.comm.scatter(x, [0, 0], chunk_sizes=sizes)


def test_cut_up_tensors_in_given_ones():
    comm = torch.nn.parallel.comm
    x = torch.arange(6.0, device="cuda").reshape(3, 2)
    out = [torch.zeros(1, 2, device="cuda"), torch.zeros(2, 2, device="cuda")]
    assert comm.scatter(x, out=out)[1] is out[1]
    assert torch.equal(out[0], x[:1]) and torch.equal(out[1], x[1:])
    whole = torch.zeros(2, 3, device="cuda")
    assert comm.gather([x.T[:, :1], x.T[:, 1:]], dim=1, out=whole) is whole
    assert torch.equal(whole, x.T)
    copies = comm.broadcast(x, out=[torch.zeros(3, 2, device="cuda")])
    assert torch.equal(copies[0], x)


@pytest.mark.parametrize("shapes", [[(1, 2)], [(2, 2), (2, 2)], [(3, 1)], [(3, 2, 1)]])
def test_cut_up_tensors_of_other_shapes(shapes):
    comm, x = torch.nn.parallel.comm, torch.zeros(3, 2, device="cuda")
    parts = [torch.zeros(shape, device="cuda") for shape in shapes]
    for call in (
        lambda: comm.scatter(x, out=parts),
        lambda: comm.gather(parts, out=x),
        lambda: comm.broadcast(x, out=parts),
    ):
        with pytest.raises(RuntimeError, match="Expected"):
            call()


def test_cut_up_tensors_of_the_host():
    comm, x = torch.nn.parallel.comm, torch.zeros(3, 2)
    with pytest.raises(RuntimeError, match="output tensor at index 0 has device 'cpu'"):
        comm.scatter(x, out=[x])
    with pytest.raises(RuntimeError, match="input tensor at index 0 has device 'cpu'"):
        comm.gather([x], out=x.cuda())


def test_what_programs_print_of_the_device():
    told = torch.cuda.get_device_properties()
    assert repr(told).startswith("_CudaDeviceProperties(name=") and len(str(told.uuid)) == 36
    torch.cuda.memory._record_memory_history()
    torch.cuda.memory._record_memory_history(enabled=None)
    torch.backends.cuda.preferred_linalg_library("cusolver")


def test_index_and_masks():
    x = torch.arange(6, device="cuda").reshape(2, 3)
    assert x[x > 2].tolist() == [3, 4, 5] and x[:, [0, 2]].tolist() == [[0, 2], [3, 5]]
    x[x == 4] = -4
    assert x.nonzero().is_cuda and x.max().item() == 5 and bool((x == -4).any())
    assert torch.where(x > 0, x, 0).sum().item() == 11
    assert torch.tensor([[1, 2]], device="cuda").new_zeros(2).is_cuda


@pytest.mark.parametrize("dtype", [torch.bool, torch.int8, torch.bfloat16, torch.float64])
def test_types(dtype):
    x = torch.tensor([0, 1, 1, 0]).to("cuda", dtype)
    assert x.dtype == dtype and x.float().tolist() == [0, 1, 1, 0]
    assert torch.zeros_like(x).any().item() is False


def test_copies_to_and_from_numpy():
    a = np.arange(6, dtype=np.float32).reshape(2, 3)
    x = torch.from_numpy(a).cuda(non_blocking=True)
    x *= 2
    assert (x.cpu().numpy() == 2 * a).all() and a[1, 2] == 5


def test_pinned_memory():
    x = torch.arange(4.0).pin_memory()
    assert x.is_pinned() and not torch.ones(1).is_pinned()
    assert x.to("cuda", non_blocking=True).tolist() == [0, 1, 2, 3]
    assert torch.empty(3, pin_memory=True).shape == (3,)
    data = torch.utils.data.TensorDataset(torch.arange(6.0))
    loader = torch.utils.data.DataLoader(data, batch_size=3, pin_memory=True)
    assert sum(batch.cuda().sum().item() for (batch,) in loader) == 15


def test_set_default_device():
    torch.set_default_device("cuda")
    try:
        x = torch.zeros(3)
        assert x.is_cuda and torch.tensor([1]).is_cuda and torch.rand(2).is_cuda
        assert torch.nn.Linear(2, 2).weight.is_cuda and torch.arange(3).is_cuda
        assert torch.ones(2, device="cpu").is_cpu and (x + 1).tolist() == [1, 1, 1]
    finally:
        torch.set_default_device(None)
    with torch.device("cuda"):
        assert torch.ones(2).is_cuda
    assert torch.ones(2).is_cpu


def test_generators():
    g = torch.Generator("cuda")
    assert g.device.type == "cuda" and isinstance(g, torch.Generator)
    assert isinstance(torch.default_generator, torch.Generator)
    g.manual_seed(3)
    first = torch.randn(4, device="cuda", generator=g)
    g.manual_seed(3)
    assert torch.equal(first, torch.randn(4, device="cuda", generator=g))
    state = g.get_state()
    first = torch.randint(0, 100, (4,), device="cuda", generator=g)
    g.set_state(state)
    assert torch.equal(first, torch.randint(0, 100, (4,), device="cuda", generator=g))
    assert torch.empty(2, device="cuda").uniform_(0, 1, generator=g).is_cuda


def test_state_of_random_numbers():
    state = torch.cuda.get_rng_state()
    first = torch.rand(3, device="cuda")
    torch.cuda.set_rng_state(state)
    assert torch.equal(first, torch.rand(3, device="cuda"))
    torch.cuda.set_rng_state_all(torch.cuda.get_rng_state_all())
    with torch.random.fork_rng():
        torch.rand(3, device="cuda")
    torch.cuda.manual_seed(5)
    assert torch.cuda.initial_seed() == 5
    torch.cuda.seed_all()
    x = torch.nn.functional.dropout(torch.ones(100, device="cuda"), 0.5)
    assert 0 < (x > 0).sum() < 100


def test_memory_figures():
    gc.collect()
    torch.cuda.reset_peak_memory_stats()
    before = torch.cuda.memory_allocated()
    x = torch.empty(1000, device="cuda")
    assert torch.cuda.memory_allocated() - before == 4096
    del x
    gc.collect()
    assert torch.cuda.memory_allocated() == before
    assert torch.cuda.max_memory_allocated() >= before + 4096
    assert torch.cuda.memory_reserved() >= before
    free, total = torch.cuda.mem_get_info()
    assert 0 < free <= total
    assert torch.cuda.memory_stats()["allocated_bytes.all.current"] == before
    assert "CUDA" in torch.cuda.memory_summary()
    torch.cuda.empty_cache()


def test_choosing_the_device():
    with torch.cuda.device(0):
        assert torch.cuda.current_device() == 0
    with torch.cuda.device(torch.device("cuda:0")):
        assert torch.ones(1, device="cuda").get_device() == 0
    torch.cuda.set_device("cuda:0")
    with pytest.raises(RuntimeError, match="invalid device ordinal"):
        torch.cuda.set_device(1)
    assert torch.accelerator.current_accelerator().type == "cuda"
    assert torch.cuda.is_initialized() and not torch.cuda.can_device_access_peer(0, 0)
    assert torch.cuda.get_arch_list() == ["sm_90"] and torch.version.cuda


def test_ranges_for_the_profiler():
    with torch.cuda.profiler.profile():
        torch.accelerator.synchronize()
    with torch.cuda.nvtx.range("all"):
        assert torch.cuda.nvtx.range_push("one") == 1
        torch.cuda.nvtx.mark("here")
        torch.cuda.nvtx.range_pop()
    with torch.autograd.profiler.emit_nvtx():
        assert (torch.ones(1, device="cuda") + 1).item() == 2


def test_profiler_of_the_device(capfd):
    """The operators are in its table, as those of the host."""
    activity = torch.profiler.ProfilerActivity
    x = torch.ones(3, device="cuda")
    with torch.profiler.profile(activities=[activity.CPU, activity.CUDA]) as profile:
        x + 1
    table = profile.key_averages().table(sort_by="cuda_time_total")
    assert "aten::add" in table and "Failed to record" not in capfd.readouterr().err


def test_backward():
    x = torch.tensor([1.0, 2.0], device="cuda", requires_grad=True)
    ((x * x).sum() + torch.tensor(1.0, requires_grad=True)).backward()
    assert x.grad.is_cuda and x.grad.tolist() == [2, 4]
    (gradient,) = torch.autograd.grad((x**3).sum(), x, create_graph=True)
    gradient.sum().backward()
    assert x.grad.tolist() == [8, 16]


def test_second_derivatives():
    """Some of them are zeros without memory in torch's C++."""
    x = torch.tensor([1.0, 2.0], device="cuda")
    hessian = torch.func.hessian(lambda x: (x**3).sum())(x)
    assert hessian.is_cuda and hessian.tolist() == [[6, 0], [0, 12]]


def test_backward_in_a_function_of_its_own():
    seen = []

    def during(gradient):
        seen.append((gradient.device.type, torch.ones(1, device="cuda").is_cuda))

    assert backward_through(during).tolist() == [2, 2, 2] and seen == [("cuda", True)]


def test_training():
    torch.manual_seed(0)
    layers = torch.nn
    model = layers.Sequential(
        layers.Conv2d(1, 4, 3), layers.BatchNorm2d(4), layers.ReLU(), layers.MaxPool2d(2),
        layers.Flatten(), layers.Dropout(0.1), layers.Linear(36, 2),
    ).cuda()  # fmt: skip
    assert all(p.is_cuda for p in model.parameters())
    step = torch.optim.AdamW(model.parameters(), lr=0.05)
    x = torch.randn(8, 1, 8, 8, device="cuda")
    target = (x.mean((1, 2, 3)) > 0).long()
    losses = []
    for _ in range(10):
        loss = layers.functional.cross_entropy(model(x), target)
        step.zero_grad()
        loss.backward()
        layers.utils.clip_grad_norm_(model.parameters(), 1.0)
        step.step()
        losses.append(loss.item())
    assert losses[-1] < losses[0] / 2


def test_mixed_precision():
    model = torch.nn.Linear(4, 4, device="cuda")
    step, scaler = torch.optim.SGD(model.parameters(), lr=0.1), torch.amp.GradScaler("cuda")
    with torch.autocast("cuda", dtype=torch.float16):
        y = model(torch.ones(2, 4, device="cuda"))
    assert y.dtype == torch.float16
    scaler.scale(y.float().sum()).backward()
    scaler.step(step)
    scaler.update()


def test_attention():
    q, k, v = (torch.randn(1, 2, 8, 4, device="cuda", requires_grad=True) for _ in range(3))
    y = torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True)
    y.sum().backward()
    assert y.is_cuda and q.grad.is_cuda
    layer = torch.nn.TransformerEncoderLayer(8, 2, 16, batch_first=True, device="cuda")
    assert layer(torch.randn(2, 3, 8, device="cuda")).shape == (2, 3, 8)


def test_recurrent_layers():
    for kind in (torch.nn.LSTM, torch.nn.GRU):
        layer = kind(4, 6, batch_first=True).cuda()
        y, _ = layer(torch.randn(2, 5, 4, device="cuda"))
        y.sum().backward()
        assert y.shape == (2, 5, 6) and layer.weight_ih_l0.grad.is_cuda
    pack = torch.nn.utils.rnn.pack_padded_sequence
    packed, _ = layer(pack(torch.ones(2, 5, 4, device="cuda"), torch.tensor([5, 3]), True))
    assert packed.data.shape == (8, 6) and packed.data.is_cuda


def test_copies_of_models():
    model = torch.nn.Linear(3, 2).cuda()
    twin = copy.deepcopy(model)
    twin.weight.data.zero_()
    assert twin.weight.is_cuda and model.weight.abs().sum() > 0
    assert model.cpu().weight.is_cpu and model.to("cuda").weight.is_cuda


def test_saving_and_loading():
    x, file = torch.arange(5.0, device="cuda"), io.BytesIO()
    torch.save({"x": x}, file)
    for place in (None, "cuda", "cpu"):
        file.seek(0)
        y = torch.load(file, map_location=place)["x"]
        assert y.device.type == (place or "cuda") and y.tolist() == [0, 1, 2, 3, 4]


def test_interfaces_to_others():
    x = torch.arange(6.0, device="cuda").reshape(2, 3)
    told = x.__cuda_array_interface__
    assert told["shape"] == (2, 3) and told["data"][0] == x.data_ptr()
    assert x.__dlpack_device__() == (2, 0)
    assert torch.from_dlpack(x).data_ptr() == x.data_ptr()


def test_no_copy_and_no_leak():
    x = torch.randn(1000).cuda()
    assert torch.ones_like(x).data_ptr() != x.data_ptr() == x.view(10, 100).data_ptr()
    gc.collect()
    before = torch.cuda.memory_stats()["allocation.all.current"]
    for _ in range(200):
        y = (x * 2).relu_().view(10, 100)[2:].contiguous()
    del y
    gc.collect()
    assert torch.cuda.memory_stats()["allocation.all.current"] <= before


#: Functions of torch.cuda that answer without a parameter.
ASKED = """
    current_blas_handle current_device current_stream default_stream device_count empty_cache
    get_allocator_backend get_arch_list get_device_capability get_device_name
    get_device_properties get_per_process_memory_fraction get_rng_state get_rng_state_all
    get_sync_debug_mode graph_pool_handle init initial_seed ipc_collect is_available
    is_bf16_supported is_current_stream_capturing is_initialized is_tf32_supported
    max_memory_allocated max_memory_reserved mem_get_info memory_allocated memory_reserved
    memory_snapshot memory_stats memory_stats_as_nested_dict memory_summary
    reset_accumulated_memory_stats reset_max_memory_allocated reset_peak_memory_stats seed
    seed_all synchronize""".split()


@pytest.mark.filterwarnings("ignore::FutureWarning")
@pytest.mark.parametrize("name", ASKED)
def test_functions_of_the_module(name):
    getattr(torch.cuda, name)()


@pytest.mark.parametrize(
    "first",
    [
        "torch.cuda.current_stream().synchronize()",
        "torch.nn.Linear(2, 2).to('cuda')(torch.ones(1, 2, device='cuda')).sum().backward()",
    ],
)
def test_a_context_from_whoever_asks_first(first):
    code = f"import torch\n{first}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


#: Functions of atexit run in reverse order: this one after all that torch registers.
NAMES_AT_THE_END = """
import atexit, glob
def print_names():
    print(*(open(path).read() for path in glob.glob("/proc/self/task/*/comm")))
atexit.register(print_names)
import torch
torch.ones(4, device="cuda", requires_grad=True).sum().backward()
print_names()
"""


def test_no_thread_of_autograd_is_left_when_python_ends():
    command = [sys.executable, "-c", NAMES_AT_THE_END]
    names = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert names.count("pt_autograd") == 1, names


@pytest.mark.parametrize("dtype", (torch.float16, torch.bfloat16))
def test_gradients_of_a_norm_are_sums_of_f32(dtype):
    """As on a GPU: one rounding to the narrow format, of at most half a unit, behind sums
    whose errors are those of f32."""
    rows, columns = 512, 64
    torch.manual_seed(3)
    values = torch.randn(rows, columns, device="cuda").to(dtype)
    weight = torch.randn(columns, device="cuda").to(dtype).requires_grad_()
    bias = torch.zeros(columns, device="cuda", dtype=dtype, requires_grad=True)
    gradient = torch.rand(rows, columns, device="cuda").to(dtype)
    torch.nn.functional.layer_norm(values, (columns,), weight, bias).backward(gradient)
    exact = gradient.double().sum(0)
    rounding = torch.finfo(dtype).eps / 2 + rows * torch.finfo(torch.float32).eps
    assert ((bias.grad.double() - exact).abs() <= rounding * exact.abs()).all()
    assert weight.grad.dtype == dtype
    norm, mean, rstd = torch.native_layer_norm(values, (columns,), weight, bias, 1e-5)
    assert (norm.dtype, mean.dtype, rstd.dtype) == (dtype, torch.float32, torch.float32)


@pytest.fixture
def tf32():
    before = torch.get_float32_matmul_precision()
    torch.set_float32_matmul_precision("high")
    yield
    torch.set_float32_matmul_precision(before)


def test_products_are_exact_unless_tf32_is_allowed():
    x = torch.full((2, 2), 1 + 2**-13, device="cuda")
    assert (x @ torch.eye(2, device="cuda")).equal(x)


def test_factors_are_rounded_where_tf32_is_allowed(tf32):
    """Ten bits behind the point, as tensor cores of sm_80 and later take them."""
    # A little more than halfway; two that are halfway; what has no nearest.
    steps = [1 + 2**-11 + 2**-13, 1 + 2**-11, -1 - 3 * 2**-11, float("inf"), float("nan")]
    rounded = [1 + 2**-10, 1, -1 - 2**-9, float("inf"), float("nan")]
    x, expected = (torch.tensor([s], device="cuda").T for s in (steps, rounded))
    one = torch.ones(1, 1, device="cuda")
    zero = torch.zeros(5, 1, device="cuda")
    products = [
        x @ one,
        (one @ x.T).T,
        torch.addmm(zero, x, one),
        torch.bmm(x[None], one[None])[0],
        torch.baddbmm(zero[None], x[None], one[None])[0],
        torch.addbmm(zero, x[None], one[None]),
        torch.nn.functional.linear(x, one),
        torch.mm(x, one, out=torch.empty_like(zero)),
    ]
    for product in products:
        torch.testing.assert_close(product, expected, rtol=0, atol=0, equal_nan=True)
    positive = torch._addmm_activation(zero[:1], x[:1], one)
    assert positive.item() == rounded[0]
    # The addend keeps its bits, and so do other formats.
    third = torch.full((1, 1), 1 + 2**-13, device="cuda")
    assert torch.addmm(third, one * 0, one).equal(third)
    assert (third.double() @ one.double()).item() == third.item()
    # In `backward`, which multiplies by the other factor.
    weight = torch.ones(1, 1, device="cuda", requires_grad=True)
    (x[:1] @ weight).backward()
    assert weight.grad.item() == rounded[0]
