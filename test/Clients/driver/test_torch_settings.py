# ===- test_torch_settings.py - What torch for CUDA has beside operators --------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Functions of torch.cuda, torch.backends.cuda and torch.accelerator, by torch's own lists of
them."""

import importlib
import inspect
import os
import pathlib
import pkgutil
import re
import subprocess
import sys

import pytest
import torch

PARTS = {module.name for module in pkgutil.iter_modules(torch.cuda.__path__)}

MODULES = [
    *(f"torch.cuda.{part}" for part in sorted(PARTS) if not part.startswith("_")),
    *("torch.cuda", "torch.accelerator", "torch.backends.cuda", "torch.backends.cudnn"),
]

#: Functions that need a library of Python, an argument of the command line, or more than this
#: process has.
OTHERS = {"main", "set_device", "list_gpu_processes"}


def functions_without_arguments(name):
    module = importlib.import_module(name)
    for key in sorted(vars(module)):
        value = getattr(module, key)
        is_public = not key.startswith("_") and key not in OTHERS
        if not is_public or not callable(value) or isinstance(value, type):
            continue
        if not (getattr(value, "__module__", None) or "").startswith(("torch", "tessera")):
            continue
        parameters = inspect.signature(value).parameters.values()
        if all(p.default is not p.empty or p.kind in (2, 4) for p in parameters):
            yield key, value


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", MODULES)
def test_functions_that_are_asked_nothing(name):
    enabled = torch.backends.cudnn.enabled
    for key, function in functions_without_arguments(name):
        try:
            function()
        except ModuleNotFoundError as error:
            assert "nvidia-ml-py" in str(error), key
        except AttributeError as error:
            assert name == "torch.cuda.nccl" and "`tessera run` has no NCCL" in str(error), key
    torch.cuda.tunable.enable(False)
    assert torch.backends.cudnn.enabled == enabled


def names_of_torch():
    """The names that torch's C++ gives to what is CUDA's."""
    text = (pathlib.Path(torch._C.__file__).parent / "_C" / "__init__.pyi").read_text()
    return sorted(set(re.findall(r"^def (_cuda_\w+|_nccl_\w+)", text, flags=re.MULTILINE)))


def test_names_of_torch():
    """Each is there, or is an attribute that is not, with a way to do without."""
    names = names_of_torch()
    assert len(names) > 50
    for name in names:
        if not hasattr(torch._C, name):
            with pytest.raises(AttributeError, match="`tessera run` has no"):
                getattr(torch._C, name)
    with pytest.raises(AttributeError, match="has no attribute 'nothing'$"):
        torch._C.nothing
    for name in ("tunableop_is_enabled", "getMemoryMetadata", "hasPrimaryContext"):
        assert hasattr(torch._C, f"_cuda_{name}")


def test_settings_keep_what_is_set():
    tunable = torch.cuda.tunable
    assert not tunable.is_enabled() and tunable.tuning_is_enabled()
    tunable.set_max_tuning_iterations(7)
    assert tunable.get_max_tuning_iterations() == 7
    tunable.set_filename("results.of.csv", True)
    assert tunable.get_filename() == "results.of0.csv"
    assert torch.backends.cuda.cublas_workspace_size(1 << 20) == 1 << 20
    torch.backends.cuda.preferred_blas_library("cublaslt")
    assert torch.backends.cuda.preferred_blas_library() == torch._C._BlasBackend.Cublaslt
    torch.backends.cuda.preferred_blas_library("default")
    torch.backends.cuda.cufft_plan_cache[0].max_size = 10
    assert torch.backends.cuda.cufft_plan_cache[0].max_size == 10
    torch.cuda.set_sync_debug_mode("warn")
    assert torch.cuda.get_sync_debug_mode() == 1
    torch.cuda.set_sync_debug_mode(0)


def test_what_torch_was_built_with():
    assert "CUDA: Tessera's, without a GPU" in torch.__config__.show()
    types = torch.accelerator.get_device_capability()["supported_dtypes"]
    assert {torch.float32, torch.bfloat16, torch.bool} <= types and torch.qint8 not in types
    assert torch._C._cuda_getCurrentStream(0) == (torch.cuda.current_stream().cuda_stream, 0, 1)


NOTHING = """
import torch
assert not torch.cuda.is_available()
for call in (
    lambda: torch.ones(1).cuda(),
    lambda: torch.ones(1, device="cuda"),
    lambda: torch.nn.Linear(1, 1).to("cuda"),
    torch.cuda.init,
):
    try:
        call()
    except RuntimeError as error:
        assert str(error) == "No CUDA GPUs are available", error
    else:
        raise SystemExit("no error")
"""


def test_no_device():
    """As on a machine where a GPU has been hidden, and no word of what lies below."""
    environment = {**os.environ, "CUDA_VISIBLE_DEVICES": ""}
    command = [sys.executable, "-c", NOTHING]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0 and "callback" not in done.stderr, done.stderr


def test_a_part_of_the_memory():
    torch.cuda.set_per_process_memory_fraction(1e-6)
    try:
        assert torch.cuda.get_per_process_memory_fraction() == 1e-6
        with pytest.raises(torch.cuda.OutOfMemoryError, match="Tried to allocate"):
            torch.empty(1 << 24, device="cuda")
    finally:
        torch.cuda.set_per_process_memory_fraction(1.0)
    torch.empty(1 << 24, device="cuda")


def test_the_runtime():
    runtime, x = torch.cuda.cudart(), torch.arange(4.0)
    torch.cuda.check_error(runtime.cudaHostRegister(x.data_ptr(), 16, 0))
    again = runtime.cudaHostRegister(x.data_ptr(), 16, 0)
    assert again == 712 and "already mapped" in runtime.cudaGetErrorString(again)
    with pytest.raises(torch.cuda.CudaError, match="712"):
        torch.cuda.check_error(again)
    assert runtime.cudaHostUnregister(x.data_ptr()) == runtime.cudaError.success


def test_pools():
    pool = torch.cuda.MemPool()
    assert pool.use_count() == 1 and pool.id != torch.cuda.MemPool().id
    with torch.cuda.use_mem_pool(pool):
        assert pool.use_count() == 2
        x = torch.ones(3, device="cuda")
    assert pool.use_count() == 1 and pool.snapshot() == [] and x.sum() == 3
    handle, graph = torch.cuda.graph_pool_handle(), torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph, pool=handle):
        y = x + 1
    graph.replay()
    assert graph.pool() == handle and y.tolist() == [2, 2, 2]
    with pytest.raises(NotImplementedError, match="no allocators of programs"):
        torch.cuda.MemPool(object())


@pytest.mark.skipif(not hasattr(torch.accelerator, "Graph"), reason="a torch without it")
def test_graphs_of_the_accelerator():
    x, graph = torch.ones(3, device="cuda"), torch.accelerator.Graph()
    with torch.Stream(), graph:
        x += 1
    graph.replay()
    torch.accelerator.synchronize()
    assert x.tolist() == [2, 2, 2] and graph.pool() == graph.pool()


def test_storages():
    assert torch.cuda.FloatStorage(3).device.type == "cuda"
    assert torch.UntypedStorage(device="cuda").nbytes() == 0
    assert torch.UntypedStorage([1, 2], device="cuda").tolist() == [1, 2]


def test_generators_in_graphs():
    g = torch.Generator("cuda").manual_seed(3)
    other = g.clone_state()
    assert other.device == g.device
    assert torch.equal(*(torch.rand(3, device="cuda", generator=x) for x in (g, other)))
    torch.cuda.CUDAGraph().register_generator_state(g)
    other.graphsafe_set_state(g.graphsafe_get_state())
    assert torch.equal(g.get_state(), other.get_state())


@pytest.mark.skipif(torch._C._has_cuda, reason="a torch that has it, for CUDA")
def test_what_is_not_there():
    x = torch.ones(3, device="cuda")
    with pytest.raises(NotImplementedError, match="by torch's kernels for the host.*as a kernel"):
        torch.ops.aten._scaled_dot_product_efficient_attention(*[x[None, None, None]] * 3, None, 0)
    torch.cuda.memory._record_memory_history(True)
    square = torch.cuda.jiterator._create_jit_fn("template <class T> T f(T x) { return x; }")
    with pytest.raises(AttributeError, match="no jiterator.*operators of torch"):
        square(x)
    with pytest.raises(AttributeError, match="no NCCL.*gloo"):
        torch.cuda.nccl.version()
    with pytest.raises(NotImplementedError, match="no quantized tensors of the device"):
        torch.quantize_per_tensor(x, 0.1, 0, torch.qint8)
