# ===- ncu.py - Where the time of a kernel goes ----------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Profiles kernels of tile_ir.py by Nsight Compute on the first GPU.

usage: ncu.py FOLDER [options] KERNEL...

Runs the kernels whose names contain one of the words KERNEL, each in a process of its own
under `ncu`, and prints the figures of SUMMARY and the instructions in which most samples
of warps fall, with the reasons why the warps waited there. With --keep=FOLDER the pages
`details` and `source` of ncu stay there as tables (csv). Clocks stay as the driver has them.
"""

import argparse
import collections
import csv
import io
import pathlib
import subprocess
import sys
import tempfile

FOLDER = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(FOLDER), str(FOLDER.parent)]

import rows  # noqa: E402
import tile_ir  # noqa: E402
from driver import Driver, Failure  # noqa: E402

#: Sections of ncu, in the least number of passes that say what limits a kernel.
SECTIONS = [
    "LaunchStats", "Occupancy", "SpeedOfLight", "ComputeWorkloadAnalysis", "MemoryWorkloadAnalysis",
    "SchedulerStats", "WarpStateStats", "SourceCounters",
]  # fmt: skip
#: Figures of the page `details`.
SUMMARY = [
    "Duration", "SM Frequency", "Registers Per Thread", "Achieved Occupancy", "Compute (SM) Throughput",
    "Memory Throughput", "DRAM Throughput", "L2 Cache Throughput", "L1/TEX Cache Throughput",
    "L2 Hit Rate", "Issue Slots Busy", "No Eligible", "Warp Cycles Per Issued Instruction",
]  # fmt: skip
#: Beginnings of the tables of ncu.
HEADS = ('"ID"', '"Address"', '"#"')
#: The least number of samples of an instruction that is printed, in percent.
LEAST_SHARE = 1.5


def launch_twice(folder, row, size, compiler):
    """Launches one kernel; ncu looks at the second launch, for which tensor maps are made."""
    driver = Driver()
    encode = rows.ELEMENTS[row.element].encode
    inputs = [driver.upload(encode(each)) for each in row.inputs(size)]
    arguments = rows.Arguments(size, inputs, driver.upload(row.output(size)))
    launch = tile_ir.Compiler(compiler, driver, folder).prepare(row, arguments)
    for _ in range(2):
        launch(None)
        driver.synchronize()


def page(ncu, report, name):
    """A page of a report as a table: a dictionary of each line."""
    done = subprocess.run(
        [ncu, "--import", report, "--page", name, "--csv"], check=True, capture_output=True, text=True
    )
    # ncu writes messages and the kernel's name in front of the table.
    lines = done.stdout.splitlines()
    first = next((i for i, line in enumerate(lines) if line.startswith(HEADS)), 0)
    return list(csv.DictReader(io.StringIO("\n".join(lines[first:]))))


def number(text):
    try:
        return float((text or "0").replace(",", ""))
    except ValueError:
        return 0.0


def print_summary(details):
    values = {line["Metric Name"]: line for line in details if line.get("Metric Name")}
    for name in SUMMARY:
        if name in values:
            print(f"  {name}: {values[name]['Metric Value']} {values[name]['Metric Unit']}")


def print_instructions(source):
    """Prints the instructions that wait most, in their order, with two reasons each."""
    samples = "# Samples"
    if samples not in source[0]:
        print(f"  no samples; columns: {', '.join(map(str, source[0]))}")
        return
    total = sum(number(line[samples]) for line in source) or 1.0
    for index, line in enumerate(source):
        share = 100 * number(line[samples]) / total
        if share < LEAST_SHARE:
            continue
        stalls = {key: number(value) for key, value in line.items() if key and key.startswith("stall_")}
        stalls = {key: value for key, value in stalls.items() if "(Not Issued)" not in key and value}
        reasons = collections.Counter(stalls).most_common(2)
        said = ", ".join(f"{key.removeprefix('stall_')} {value:.0f}" for key, value in reasons)
        print(f"  {share:5.1f} % {index:5} {line.get('Source', '').strip()}  [{said}]")


def profile(options, row, compiler, folder):
    report = folder / "report.ncu-rep"
    sections = [argument for name in SECTIONS for argument in ("--section", name)]
    subprocess.run(
        [options.ncu, "--clock-control", "none", *sections, "--kernel-name", row.case,
         "--launch-skip", "1", "--launch-count", "1", "--force-overwrite", "--export", report,
         sys.executable, __file__, str(options.folder), f"--size={options.size}",
         f"--launch={compiler}", row.name],
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    pages = {name: page(options.ncu, report, name) for name in ("details", "source")}
    if options.keep:
        options.keep.mkdir(parents=True, exist_ok=True)
        for name, lines in pages.items():
            stem = tile_ir.cubin_of("", row, compiler, name).stem
            with open(options.keep / f"{stem}.csv", "w", newline="") as file:
                writer = csv.DictWriter(file, fieldnames=list(lines[0]))
                writer.writeheader()
                writer.writerows(lines)
    print_summary(pages["details"])
    print_instructions(pages["source"])


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--size", type=int, default=rows.SIZES[-1], help="default: %(default)s")
    parser.add_argument("--by", default=tile_ir.OURS, help="compilers, with | between; default: %(default)s")
    parser.add_argument("--keep", type=pathlib.Path, help="a folder for the pages of ncu")
    parser.add_argument("--ncu", default="ncu", help="Nsight Compute's command; default: %(default)s")
    parser.add_argument("--launch", help=argparse.SUPPRESS)
    parser.add_argument("kernels", nargs="+", metavar="KERNEL")
    options = parser.parse_intermixed_args()
    chosen = rows.chosen(options.kernels)
    if options.launch:
        (row,) = (row for row in chosen if row.name in options.kernels)
        launch_twice(options.folder, row, options.size, options.launch)
        return
    failed = False
    for row in chosen:
        for compiler in options.by.split("|"):
            print(f"{row.name}, {options.size}, {compiler}:", flush=True)
            try:
                with tempfile.TemporaryDirectory() as folder:
                    profile(options, row, compiler, pathlib.Path(folder))
            except (OSError, Failure, subprocess.CalledProcessError) as error:
                failed = True
                said = getattr(error, "stderr", None) or getattr(error, "output", None) or ""
                print(f"error: {error} {said}", file=sys.stderr)
    sys.exit(failed)


if __name__ == "__main__":
    main()
