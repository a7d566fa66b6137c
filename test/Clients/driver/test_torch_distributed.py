# ===- test_torch_distributed.py - Collectives of torch, in two processes -------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""torch.distributed on tensors of the device."""

import pytest
import torch
import torch_ranks


@pytest.mark.parametrize("backend", ["gloo", "nccl"])
def test_collectives_of_two_processes(tmp_path, monkeypatch, capfd, backend):
    """An error in one of them ends both. Gloo takes the place of NCCL, and says so."""
    # A machine's own name may have no address.
    monkeypatch.setenv("GLOO_SOCKET_IFNAME", "lo")
    torch.multiprocessing.spawn(torch_ranks.run, (tmp_path / "meeting", backend), 2)
    told = capfd.readouterr().err.count("gloo where the program names NCCL")
    assert told == (2 if backend == "nccl" else 0)
