# ===- speed.py - Kernels of several compilers, timed side by side ---------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Times products, attention and kernels that memory limits on the first GPU: our
compiler, NVIDIA's, Triton, cuBLASLt, cuDNN, and a copy of as many bytes.

usage: speed.py FOLDER [options] [KERNEL...]

Runs the kernels whose names contain one of the words KERNEL, or all, and prints a table:
for each competitor the least and the median time, operations (of kernels that memory
limits: bytes) per second by the least, and its least time relative to ours. FOLDER has the output of tile_ir.py. Competitors
alternate; each launch is a graph that is replayed after its inputs have left the L2
cache. First the results are compared with those of numpy: wrong ones are not timed, and
make the exit status 1.
"""

import argparse
import pathlib
import statistics
import sys

FOLDER = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(FOLDER), str(FOLDER.parent)]

import rows  # noqa: E402
import tile_ir  # noqa: E402
from driver import Driver, Failure  # noqa: E402


class Wrong(Exception):
    """A wrong result."""


class Copy:
    """The driver's copy, which moves as many bytes and computes nothing."""

    name = "copy"
    is_judged = False

    def __init__(self, driver):
        self.driver = driver

    def prepare(self, row, arguments):
        if row.unit != "bytes":
            raise rows.Missing("memory does not limit it")
        count = row.operations(arguments.size) // 2
        source = arguments.inputs[0]
        return lambda stream: self.driver.copy(arguments.output, source, count, stream)


def make_triton(driver):
    try:
        import triton_kernels
    except ImportError as error:
        raise rows.Missing(str(error)) from None
    return triton_kernels.Compiler()


def make_cublaslt(driver):
    import cublaslt

    return cublaslt.Compiler(driver)


def make_torch(driver):
    try:
        import torch_attention
    except ImportError as error:
        raise rows.Missing(str(error)) from None
    return torch_attention.Compiler()


def make_competitors(driver, folder, variants):
    """Makes the competitors, ours first, and prints those that are missing."""
    of_folder = [tile_ir.OURS, *map(tile_ir.variant_name, variants), tile_ir.OURS_80, tile_ir.NVIDIAS]
    competitors = [tile_ir.Compiler(name, driver, folder) for name in of_folder]
    for name, make in {"Triton": make_triton, "cuBLASLt": make_cublaslt, "cuDNN": make_torch}.items():
        try:
            competitors.append(make(driver))
        except rows.Missing as missing:
            print(f"without {name}: {missing}")
    return [*competitors, Copy(driver)]


class Clock:
    """Times graphs alternately."""

    def __init__(self, driver, repetitions):
        self.driver, self.repetitions = driver, repetitions
        self.stream = driver.stream()
        self.begin, self.end = driver.event(), driver.event()
        # Filling the buffer takes longer than enqueueing the timed graph behind it.
        self.bytes = 4 * driver.device_attribute(driver.L2_BYTES)
        self.flushed = driver.allocate(self.bytes)

    def once(self, graph):
        self.driver.fill(self.flushed, 0, self.bytes, self.stream)
        self.driver.record(self.begin, self.stream)
        self.driver.replay(graph, self.stream)
        self.driver.record(self.end, self.stream)
        return self.driver.elapsed(self.begin, self.end)

    def time(self, graphs):
        """The times in seconds, by the name of the graph."""
        times = {name: [] for name in graphs}
        for _ in range(self.repetitions):
            for name, graph in graphs.items():
                times[name].append(self.once(graph))
        return times


def check(driver, row, integers, arguments, graph, stream):
    """Runs a kernel after clearing its output of other kernels' results."""
    host = row.output(arguments.size)
    driver.fill(arguments.output, 0xFF, host.nbytes, stream)
    driver.replay(graph, stream)
    driver.synchronize()
    complaint = row.complaint(integers, driver.download(arguments.output, host))
    if complaint:
        raise Wrong(f"wrong: {complaint}")


def run_row(driver, clock, competitors, row, size):
    """The times of each competitor by name, or the reason why there are none."""
    integers = row.inputs(size)
    encode = rows.ELEMENTS[row.element].encode
    inputs = [driver.upload(encode(each)) for each in integers]
    arguments = rows.Arguments(size, inputs, driver.upload(row.output(size)))
    graphs, results = {}, {}
    for competitor in competitors:
        try:
            launch = competitor.prepare(row, arguments)
            launch(clock.stream)  # the first launch may set things up outside of the graph
            driver.synchronize()
            graph = driver.captured(clock.stream, lambda: launch(clock.stream))
            if getattr(competitor, "is_judged", True):
                check(driver, row, integers, arguments, graph, clock.stream)
            graphs[competitor.name] = graph
        except (rows.Missing, Failure, Wrong) as error:
            results[competitor.name] = error
    results |= clock.time(graphs)
    for pointer in [*arguments.inputs, arguments.output, *arguments.others]:
        driver.free(pointer)
    return results


def cells(times, operations, ours):
    least = min(times)
    rate = f"{operations / least / 1e12:.1f}" if least else "—"
    beside = f"{least / ours:.2f}" if ours else "—"
    return f"{least * 1e6:.1f} | {statistics.median(times) * 1e6:.1f} | {rate} | {beside}"


def print_row(competitors, row, size, results):
    ours = results[tile_ir.OURS]
    ours = min(ours) if isinstance(ours, list) else None
    for competitor in competitors:
        result = results[competitor.name]
        if isinstance(result, list):
            result = cells(result, row.operations(size), ours)
        else:
            result = f"— | — | — | {str(result).splitlines()[0]}"
        print(f"| {row.name} | {size} | {competitor.name} | {result} |", flush=True)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--sizes", default=",".join(map(str, rows.SIZES)), help="default: %(default)s")
    parser.add_argument("--repetitions", type=int, default=30, help="default: %(default)s")
    tile_ir.add_variants(parser)
    parser.add_argument("kernels", nargs="*", metavar="KERNEL")
    options = parser.parse_intermixed_args()
    try:
        driver = Driver()
        print(" ".join(f"{key}: {value}" for key, value in driver.describe().items()))
        competitors = make_competitors(driver, options.folder, options.variant)
        clock = Clock(driver, options.repetitions)
    except Failure as failure:
        sys.exit(f"error: {failure}")
    print("| kernel | size | by | least, µs | median, µs | 10^12 operations or bytes/s | time by ours |")
    print("|---" * 7 + "|")
    isRight = True
    for row in rows.chosen(options.kernels):
        for size in map(int, options.sizes.split(",")):
            results = run_row(driver, clock, competitors, row, size)
            print_row(competitors, row, size, results)
            isRight &= not any(isinstance(each, Wrong) for each in results.values())
    sys.exit(not isRight)


if __name__ == "__main__":
    main()
