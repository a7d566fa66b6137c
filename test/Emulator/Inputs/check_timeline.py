# ===- check_timeline.py - Hold a timeline to Chrome's trace format ---------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Checks a file of `cuda-tile-run --timeline` against the format that Perfetto reads,
"Trace Event Format", and prints what is in it.

usage: check_timeline.py FILE.json [--slices]

With --slices it prints each slice, in cycles.
"""

import collections
import json
import sys


def check(data):
    assert set(data) == {"displayTimeUnit", "otherData", "traceEvents"}
    assert data["displayTimeUnit"] in ("ms", "ns")
    cycle = 1000  # in the unit of the format, microseconds
    names, slices = {}, collections.defaultdict(list)
    for event in data["traceEvents"]:
        assert isinstance(event["pid"], int) and isinstance(event["tid"], int), event
        assert isinstance(event["name"], str) and event["name"], event
        if event["ph"] == "M":
            assert event["name"] in ("process_name", "thread_name"), event
            names[event["name"], event["pid"], event["tid"]] = event["args"]["name"]
            continue
        assert event["ph"] == "X", event
        assert event["cat"] in ("run", "wait", "product", "copy"), event
        # Viewers cut fractions, and drop slices that then overlap.
        assert all(isinstance(event[key], int) and event[key] >= 0 for key in ("ts", "dur"))
        slices[event["pid"], event["tid"]].append(event)
    for track, events in slices.items():
        # The name comes first, and slices of a track do not overlap.
        assert ("thread_name", *track) in names
        for before, after in zip(events, events[1:]):
            assert before["ts"] + before["dur"] <= after["ts"], (before, after)
    for event in sum(slices.values(), []):
        assert abs(event["ts"] - event["args"]["cycle"] * cycle) <= 1, event
        assert abs(event["dur"] - event["args"]["cycles"] * cycle) <= 2, event
    return names, slices


def print_slices(names, slices):
    for (pid, tid), events in sorted(slices.items()):
        for event in events:
            begin, cycles = event["args"]["cycle"], event["args"]["cycles"]
            track = names["thread_name", pid, tid]
            print(f"{track}: {begin:g} to {begin + cycles:g}: {event['name']}")


def main(file, *options):
    with open(file, "rb") as stream:
        data = json.load(stream)
    names, slices = check(data)
    unit = ", 1 ms is a cycle"
    blocks = sorted(name for (kind, *_), name in names.items() if kind == "process_name")
    assert all(name.endswith(unit) for name in blocks)
    blocks = [name[: -len(unit)] for name in blocks]
    if options:
        return print_slices(names, slices)
    print("blocks:", ", ".join(blocks))
    found = collections.Counter()
    for (pid, tid), events in sorted(slices.items()):
        for event in events:
            found[names["thread_name", pid, tid].rstrip(" 0123456789"), event["cat"]] += 1
            if event["cat"] == "wait":
                found[event["name"], ""] += 1
    for (track, kind), count in sorted(found.items()):
        print(f"{track}: {kind}" if kind else track)
    print("complete:", data["otherData"]["complete"])
    cycles = max(e["args"]["cycle"] + e["args"]["cycles"] for e in sum(slices.values(), []))
    assert abs(cycles - data["otherData"]["cycles"]) < 1e-3


if __name__ == "__main__":
    main(*sys.argv[1:])
