# ===- histograms.py - Inputs and answers of histograms.cu -----------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Counting, and tables of hashes."""

import numpy as np
from suite import Launch, Out, Steps, program


def counts(values, bins, dtype):
    return np.bincount(values, minlength=bins).astype(dtype)


@program(grid=3, block=128)
def histogram_shared(random):
    values = np.minimum(random.geometric(0.03, 4000), 255).astype(np.uint8)
    right = counts(values, 256, np.uint32)
    return [values, Out(right, np.zeros(256, np.uint32)), np.int32(4000)]


@program(grid=2, block=128)
def histogram_packed(random):
    values = random.integers(0, 256, 3000).astype(np.uint8)
    right = counts(values & 63, 64, np.uint32)
    return [values, Out(right, np.zeros(64, np.uint32)), np.int32(3000)]


@program(grid=2, block=96)
def histogram_matched(random):
    values = random.integers(0, 10, 1000).astype(np.int32)
    return [values, Out(counts(values, 10, np.int32), np.zeros(10, np.int32)), np.int32(1000)]


@program(grid=2, block=96)
def histogram_matched_wide(random):
    values = random.integers(0, 12, 1000)
    keys = values << 40 | 7
    return [keys, Out(counts(values, 12, np.int32), np.zeros(12, np.int32)), np.int32(1000)]


@program()
def hash_table(random):
    pool = random.integers(0, 1 << 31, 300).astype(np.uint32)
    keys = random.choice(pool[:200], 1500)
    queries = pool[:256]
    right = np.array([np.count_nonzero(keys == query) for query in queries], np.uint32)

    def holds_all(slots):
        inside = np.sort(slots[slots != 0xFFFFFFFF])
        return None if np.array_equal(inside, np.unique(keys)) else "the keys of the table"

    def adds_up(sums):
        return None if sums.sum() == 1500 else "the counts of the table"

    size = 397
    empty = np.full(size, 0xFFFFFFFF, np.uint32)
    buffers = {
        "keys": keys,
        "queries": queries,
        "slots": Out(empty, empty, judge=holds_all),
        "sums": Out(empty, np.zeros(size, np.uint32), judge=adds_up),
        "answers": Out(right),
    }
    sizes = [np.int32(1500), np.int32(size)]
    insert = Launch("hash_insert", 4, 64, ["keys", "slots", "sums", *sizes])
    sizes = [np.int32(256), np.int32(size)]
    args = ["queries", "slots", "sums", "answers", *sizes]
    return Steps(buffers, [insert, Launch("hash_lookup", 4, 64, args)])


@program(grid=2, block=64)
def histogram_cas16(random):
    values = random.integers(0, 20, 300).astype(np.uint8)
    places = np.array([np.flatnonzero(values == bin)[0] for bin in range(20)])
    return [
        values,
        Out(3 * counts(values, 20, np.uint16), np.zeros(20, np.uint16)),
        Out(places.astype(np.int32), np.full(20, 1 << 30, np.int32)),
        np.int32(300),
    ]
