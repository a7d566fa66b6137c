# ===- test_torch_distributed.py - Collectives of torch, in two processes -------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""torch.distributed with gloo, on tensors of the device."""

import torch
import torch_ranks


def test_collectives_of_two_processes(tmp_path, monkeypatch):
    """An error in one of them ends both."""
    # A machine's own name may have no address.
    monkeypatch.setenv("GLOO_SOCKET_IFNAME", "lo")
    torch.multiprocessing.spawn(torch_ranks.run, (tmp_path / "meeting",), 2)
