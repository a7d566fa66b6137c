# ===- test_memory_bound.py - How well kernels use memory ---------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
r"""The kernels of memory_bound.py agree with the interpreter, access each byte once, in
whole sectors and without bank conflicts, and take no more instructions than
memory_bound.json says. Improvements have to be written there:

    TESSERA_BIN=$PWD/build/release/bin PYTHONPATH=test/Kernels \
        python test/Kernels/memory/test_memory_bound.py
"""

import json
import pathlib
import tempfile

import conftest
import memory_bound
import numpy as np
import pytest

GPUS = ("sm_80", "sm_90")
PINS = pathlib.Path(__file__).with_name("memory_bound.json")
SECTOR = 32


def make_array(array, number):
    """Numbers of which sums are exact and exponentials are finite."""
    random = np.random.default_rng(number)
    shape, element = array.shape, array.element
    if element == "bf16":
        return (random.integers(0, 64, shape) << 7).astype("u2") + np.uint16(0x3F00)
    return random.integers(-4, 5, shape).astype(memory_bound.FILES[element])


def get_arguments(kernel, folder):
    for number, array in enumerate(kernel.arrays):
        file = folder / f"{array.name}.npy"
        np.save(file, make_array(array, number))
        kind = ":bf16" if array.element == "bf16" else ""
        yield f"--arg=ptr:{file}{kind}"
        yield from (f"--arg=i32:{extent}" for extent in array.shape)
        for dim in range(1, len(array.shape)):
            yield f"--arg=i32:{np.prod(array.shape[dim:])}"


def measure(kernel, gpu, folder):
    """The counters of a run on the emulator that agrees with the interpreter."""
    (folder / "k.mlir").write_text(kernel.text())
    conftest.Tools().run(
        "cuda-tile-run",
        folder / "k.mlir",
        "--engine=emulate",
        "--compare=interpret",
        f"--gpu-name={gpu}",
        f"--counters={folder / 'counters.json'}",
        "--grid=" + ",".join(map(str, kernel.grid)),
        *get_arguments(kernel, folder),
    )
    return json.loads((folder / "counters.json").read_text())["totals"]


def get_pin(counters):
    """The counters that may only decrease."""
    return {
        "instructions": counters["instructions"],
        "accesses": counters["global_load_requests"] + counters["global_store_requests"],
        "barriers": counters["barrier_waits"],
    }


def count_bytes(array):
    return int(np.prod(array.shape)) * memory_bound.BITS[array.element] // 8


@pytest.mark.parametrize("gpu", GPUS)
@pytest.mark.parametrize("name", memory_bound.KERNELS)
def test_memory(tmp_path, name, gpu):
    kernel = memory_bound.KERNELS[name]
    counters = measure(kernel, gpu, tmp_path)
    loaded = sum(count_bytes(array) for array in kernel.inputs)
    stored = count_bytes(kernel.output)
    assert counters["global_load_bytes"] == loaded
    assert counters["global_store_bytes"] == stored
    assert counters["global_load_sectors"] <= 1.02 * loaded / SECTOR
    # Each of 4 warps stores the sums of its own rows, which is next to nothing.
    are_sums = len(kernel.output.tile) < len(kernel.inputs[0].tile)
    sums = 4 * int(np.prod(kernel.grid)) if are_sums else 0
    assert counters["global_store_sectors"] <= 1.02 * stored / SECTOR + sums
    for side in ("load", "store"):
        wavefronts = counters[f"shared_{side}_wavefronts"]
        assert wavefronts == counters[f"shared_{side}_wavefronts_ideal"]
    assert counters["local_load_requests"] == counters["local_store_requests"] == 0
    pin = json.loads(PINS.read_text())[name][gpu]
    assert get_pin(counters) == pin, f"rewrite {PINS.name} if this is better"


def test_a_tile_that_shared_memory_has_no_room_for(tmp_path):
    kernel = memory_bound.transpose("f32", 256, 128)
    counters = measure(kernel, "sm_86", tmp_path)
    assert counters["shared_store_requests"] == 0


@pytest.mark.parametrize(
    "shape,order",
    [((32, 8, 32), (1, 2, 0)), ((64, 2, 64), (1, 2, 0)), ((32, 64, 4), (2, 1, 0))],
)
def test_64_elements_a_thread(tools, tmp_path, shape, order):
    """Without a limit ptxas would save registers for more CTAs here, and spill."""
    (tmp_path / "k.mlir").write_text(memory_bound.permute("f32", shape, order).text())
    for gpu in ("sm_80", "sm_90", "sm_120"):
        assert tools.assemble(tmp_path / "k.mlir", tmp_path / "k.cubin", gpu, 3) == ""


def main():
    pins = {}
    for name, kernel in memory_bound.KERNELS.items():
        pins[name] = {}
        for gpu in GPUS:
            with tempfile.TemporaryDirectory() as folder:
                counters = measure(kernel, gpu, pathlib.Path(folder))
            pins[name][gpu] = get_pin(counters)
    lines = (f"  {json.dumps(name)}: {json.dumps(pin)}" for name, pin in pins.items())
    PINS.write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main()
