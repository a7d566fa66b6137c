# ===- test_hints.py - No hint changes a result --------------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Every kernel of real size with every value of every hint: it compiles, with the same
results as without. In particular no hint makes a kernel need more than a GPU has.
"""

import re

import pytest
from all_cases import CASES

ENTRY_HINTS = {
    "num_cta_in_cga": (1, 2, 4, 8, 16),
    "num_worker_warps_per_cta": (4, 8, 1, 2, 16, 32),
    "occupancy": (1, 2, 8, 32),
}
ACCESS_HINTS = {
    "latency": (1, 5, 10),
    "allow_tma": ("true", "false"),
}
#: In so many rounds each value of each hint is tried.
ROUNDS = max(map(len, [*ENTRY_HINTS.values(), *ACCESS_HINTS.values()]))


def with_hints(text, gpu, entry_hints, access_hints):
    """The program with hints at its entries and at all accesses that take them."""

    def hints(values, spaced):
        inner = ", ".join(f"{key} = {value}" for key, value in values.items())
        equals = " = " if spaced else "="
        return f" optimization_hints{equals}<{gpu} = {{{inner}}}>"

    text = re.sub(r" optimization_hints ?= ?<[^>]*>", "", text)
    # Ops that access memory through pointers have no hint about TMA.
    for op, keys in (("view", ACCESS_HINTS), ("ptr", ("latency",))):
        values = {key: access_hints[key] for key in keys}
        text = re.sub(
            rf"(\b(?:load|store)_{op}_tko .*?)(?= : )", rf"\1{hints(values, True)}", text
        )
    return re.sub(
        r"^( *entry @.*?)(?= \{$)", rf"\1{hints(entry_hints, False)}", text, flags=re.M
    )


@pytest.mark.rotated
@pytest.mark.parametrize("gpu", ("sm_80", "sm_90"))
@pytest.mark.parametrize("number", range(ROUNDS))
@pytest.mark.parametrize("case", CASES.values(), ids=lambda case: case.name)
def test_hints(launch, tools, real_bytecode, tmp_path, case, number, gpu):
    text = tools.run(
        "cuda-tile-translate", "--cudatilebc-to-mlir", real_bytecode(case, "13.3", True)
    )
    chosen = [
        {key: values[number % len(values)] for key, values in hints.items()}
        for hints in (ENTRY_HINTS, ACCESS_HINTS)
    ]
    if gpu == "sm_80":  # has no clusters, and the verifier accepts only 1
        chosen[0]["num_cta_in_cga"] = 1
    hinted = with_hints(text, gpu, *chosen)
    assert hinted.count("optimization_hints") > 1
    kernel = tmp_path / "hinted.mlir"
    kernel.write_text(hinted)
    run = case.make_run(case, case.sizes[0], True)
    launch(kernel, case.name, run, "--engine=emulate", f"--gpu-name={gpu}")
    tools.compile(kernel, tmp_path / "kernel.cubin", gpu, 3)
