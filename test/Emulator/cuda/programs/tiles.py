# ===- tiles.py - Inputs and answers of tiles.cu ----------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Tiles of 64 to 512 threads, in blocks of 512."""

import numpy as np
from suite import Out, program


def exchange(random, size):
    values = random.integers(-1000, 1000, 512).astype(np.int32)
    values[17] = 1010
    values[300] = -1010
    tiles = values.reshape(-1, size)
    after = tiles[:, ::-1] + 3  # three times mirrored, with 0, 1 and 2 added
    rows = [
        after,
        np.broadcast_to(after.sum(1, keepdims=True), after.shape),
        np.maximum.accumulate(after, 1),
        np.broadcast_to(after[:, 1:2], after.shape),
        np.broadcast_to(
            (after > 1000).any(1, keepdims=True) + 2 * (after > -1000).all(1, keepdims=True),
            after.shape,
        ),
    ]
    return [values, Out(np.stack(rows, -1).reshape(512, 5).astype(np.int32))]


@program(block=512)
def tile_64(random):
    return exchange(random, 64)


@program(block=512)
def tile_128(random):
    return exchange(random, 128)


@program(block=512)
def tile_256(random):
    return exchange(random, 256)


@program(block=512)
def tile_512(random):
    return exchange(random, 512)
