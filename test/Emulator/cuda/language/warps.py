# ===- warps.py - Inputs and answers of warps.cu ---------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Lanes of a warp, together and apart: the answers come from a plain
model of one warp, lane by lane."""

import numpy as np
from suite import Out, program

FULL = 0xFFFFFFFF


def mask(lanes):
    return sum(1 << lane for lane in lanes)


def ballot(lanes, condition):
    return mask(lane for lane in lanes if condition(lane))


def warps_of(values):
    return [[int(value) for value in warp] for warp in values.reshape(-1, 32)]


@program(grid=2, block=64)
def votes_diverged(random):
    values = random.integers(-100, 100, 128).astype(np.int32)
    right = []
    for v in warps_of(values):
        odd = [lane for lane in range(32) if v[lane] & 1]
        even = [lane for lane in range(32) if not v[lane] & 1]
        for lane in range(32):
            row = [mask(odd)]
            if v[lane] & 1:
                row.append(ballot(odd, lambda i: v[i] > 0))
                positive = {v[i] > 0 for i in odd}
                row.append(
                    all(v[i] > -90 for i in odd)
                    | any(v[i] > 90 for i in odd) << 1
                    | (len(positive) == 1) << 2
                )
            else:
                row.append(ballot(even, lambda i: v[i] < 0))
                row.append(all(v[i] for i in even) | any(v[i] == 0 for i in even) << 1)
            seen, left = 0, FULL
            for trip in range(lane % 5):
                here = [i for i in range(32) if i % 5 > trip]
                seen = (seen * 31 + ballot(here, lambda i: v[i] >> trip & 1)) & FULL
                left = mask(here)
            right += [*row, seen, left, ballot(range(32), lambda i: i % 3 == 0)]
    return [values, Out(np.array(right, np.uint32))]


@program()
def shuffles(random):
    values = random.integers(-1000, 1000, 32).astype(np.int32)
    v = [int(value) for value in values]
    right = []
    for lane in range(32):

        def within(source, width, bound):
            """The value of SOURCE where it is within the part of the lane."""
            return v[source] if bound(source) else v[lane]

        part8, part16, part4 = lane & ~7, lane & ~15, lane & ~3
        row = [
            v[(lane * 7 + 3) % 32],
            v[(lane + 40) % 32],
            v[lane - 3] if lane >= 3 else v[lane],
            v[lane + 5] if lane % 8 + 5 < 8 else v[lane],
            v[lane ^ 9],
            # Below the part of the lane is allowed, above is not.
            v[lane ^ 12] if (lane ^ 12) <= (lane | 7) else v[lane],
            v[part16 + lane // 3 % 16],
        ]
        if lane < 16:
            row.append(v[lane ^ 15])
        else:
            row.append(v[lane - 2] if lane - 2 >= part16 else v[lane])
        row.append(3 * v[lane + 1 if lane < 31 else lane])
        row.append(4 * v[lane ^ 1])
        row.append(2 * v[lane - 1 if lane - 1 >= part4 else lane])
        sum = 0
        for giver in range(32):
            sum = sum * 3 + v[giver] * (giver <= lane)
        row.append(np.array([sum & FULL], np.uint32).view(np.int32)[0])
        right.append(row)
    return [values, Out(np.array(right, np.int32))]


def peers(lanes, keys, lane):
    return ballot(lanes, lambda i: keys[i] == keys[lane])


@program(grid=2, block=32)
def matches(random):
    values = random.integers(0, 12, 64).astype(np.int32)
    values[40] = 300
    right = []
    for v in warps_of(values):
        everyone = range(32)
        same = len({x // 64 for x in v}) == 1
        for lane in everyone:
            row = [peers(everyone, v, lane), FULL if same else 0, same]
            row.append(peers(everyone, [(x, i % 2) for i, x in enumerate(v)], lane))
            lanes = range(lane % 2, 32, 2)
            if lane % 2:
                row.append(peers(lanes, [x & 3 for x in v], lane))
                oddSame = len({v[i] & 256 for i in lanes}) == 1
                row.append((0xAAAAAAAA + 1) if oddSame else 0)
            else:
                row.append(peers(lanes, [x & 5 for x in v], lane))
                row.append(0)
            right += row
    return [values, Out(np.array(right, np.uint32))]


@program(grid=2, block=64, since=80)
def warp_reductions(random):
    values = random.integers(-(1 << 30), 1 << 30, 128).astype(np.int32)
    right = []
    for warp in values.reshape(-1, 32):
        unsigned = warp.view(np.uint32)
        add = np.add.reduce
        for lane in range(32):
            row = [add(warp, dtype=np.int32), warp.min(), warp.max()]
            row += [unsigned.min().view(np.int32), unsigned.max().view(np.int32)]
            if lane < 11:
                part = warp[:11]
                row += [np.bitwise_and.reduce(part), add(part, dtype=np.int32)]
                row += [np.bitwise_xor.reduce(part)]
            else:
                part = warp[11:]
                row += [np.bitwise_or.reduce(part), part.max(), part.min()]
            right.append(row)
    return [values, Out(np.array(right, np.int32))]


@program(block=64)
def exchange_in_parts(random):
    values = random.integers(-1000, 1000, 64).astype(np.int32)
    right = []
    for v in warps_of(values):
        first = [v[7 - lane] for lane in range(8)]
        results = [first[lane] + 2 * first[(lane + 1) % 8] for lane in range(8)]
        results += [v[39 - lane] for lane in range(8, 32)]
        right += [results[lane] - results[lane ^ 16] for lane in range(32)]
    return [values, Out(np.array(right, np.int32))]


@program(block=64)
def groups_tiled(random):
    values = random.integers(-100, 100, 64).astype(np.int32)
    right = []
    for thread in range(64):
        tile, rank = thread // 8, thread % 8
        v = [int(value) for value in values[8 * tile : 8 * tile + 8]]
        right.append(
            [
                rank | 8 << 8 | tile << 16 | 8 << 24,
                v[3],
                v[rank ^ 5],
                ballot(range(8), lambda i: v[i] > 0),
                any(x > 95 for x in v) | all(x > -95 for x in v) << 1,
                v[rank | 1] + rank % 2,
                sum(v[: rank + 1]),
                sum(v[:rank]) + peers(range(8), [x & 1 for x in v], rank),
            ]
        )
    return [values, Out(np.array(right, np.int32))]


@program(grid=2, block=64)
def groups_coalesced(random):
    values = random.integers(-100, 100, 128).astype(np.int32)
    right = []
    for v in warps_of(values):
        above = [lane for lane in range(32) if v[lane] > 0]
        below = [lane for lane in range(32) if v[lane] <= 0]
        for lane in range(32):
            if v[lane] > 0:
                rank = above.index(lane)
                odd = len(above) // 2 * 100 + rank // 2 if rank % 2 else -1
                total = sum(v[i] for i in above)
                right.append([len(above), rank, v[above[0]], total, odd])
            else:
                rank = below.index(lane)
                votes = mask(i for i, other in enumerate(below) if v[other] < -50)
                before = v[below[max(rank - 1, 0)]]
                anyZero = any(v[i] == 0 for i in below)
                least = min(v[i] for i in below)
                right.append([-len(below), anyZero, votes & 0xFFFF, before, least])
    return [values, Out(np.array(right, np.int32))]


@program(grid=2, block=64)
def groups_labeled(random):
    values = random.integers(0, 1000, 128).astype(np.int32)
    right = []
    for v in warps_of(values):
        for lane in range(32):
            same = [i for i in range(32) if v[i] % 5 == v[lane] % 5]
            half = [i for i in range(32) if v[i] % 2 == v[lane] % 2]
            largest = max(v[i] for i in same)
            place = len(half) * 64 + half.index(lane)
            right.append([len(same), same.index(lane), largest, place])
    return [values, Out(np.array(right, np.int32))]


@program(grid=2, block=32)
def leaders(random):
    values = random.integers(0, 7, 64).astype(np.int32)
    right, turns = [], 0
    for v in warps_of(values):
        seen = list(dict.fromkeys(v))
        turns += sum(range(len(seen)))
        right += [seen.index(v[lane]) * 100 + v[:lane].count(v[lane]) for lane in range(32)]
    order = Out(np.array([turns], np.int32), np.zeros(1, np.int32))
    return [values, Out(np.array(right, np.int32)), order]


@program()
def active_lanes(random):
    values = random.integers(-100, 100, 32).astype(np.int32)
    v = values

    def judge(result):
        """Any set of lanes of the branch that holds the lane itself is right."""
        for lane in range(32):
            inside, predicate = int(result[lane, 0]), int(result[lane, 1])
            branch = ballot(range(32), lambda i: v[i] & 3 == v[lane] & 3)
            if not v[lane] & 1:
                fits = inside == 0
            else:
                active = inside if v[lane] & 2 else inside ^ FULL
                fits = active >> lane & 1 and active & ~branch == 0
            if not fits or predicate != 7:
                return f"lane {lane}: {inside:#x} {predicate}"
        return None

    return [values, Out(np.zeros((32, 2), np.uint32), judge=judge)]
