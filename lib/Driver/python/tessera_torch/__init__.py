# ===- __init__.py - torch without a GPU has the device "cuda" ----------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""A back end of torch, written in Python, for the dispatch key that CUDA has. Tensors of
the device are torch's own, with an address and the type of device "cuda"; the address is
one of the host, and torch's kernels for the host compute with it. The rationale is in
docs/rationale/integration/torch.md."""


def start(torch):
    """Gives `torch`, which has just been imported, the device "cuda"."""
    from . import device, distributed, internals, kernels, parallel, pools, settings
    from . import sharing, streams, tensor_types

    internals.start(torch)
    streams.start()
    pools.start(torch)
    device.start(torch)
    settings.start(torch)
    kernels.start(torch)
    parallel.start(torch)
    tensor_types.start(torch)
    distributed.start(torch)
    sharing.start(torch)
