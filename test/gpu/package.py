# ===- package.py - What is carried to a machine with a GPU ----------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Makes the package of run.sh: the PTX of all CUDA programs, their inputs and right
answers, the emulator's results, and probes of behaviour that the emulator only models.
hardware.py runs it, and needs only numpy and the driver.

usage: package.py plan            lists what would run, and needs nothing
       package.py make FILE       compiles, emulates, and writes FILE (.tar.xz)
"""

import argparse
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import sys
import tarfile
import tempfile

FOLDER = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER.parent / "Emulator" / "cuda"))
sys.path.insert(0, str(FOLDER))

#: The largest size of a package.
LIMIT = 64 << 20

SUITE = """The programs of test/Emulator/cuda, bit for bit or within their bounds"""


def plan():
    """The parts of a run on hardware, one line for each. Needs no nvcc: the names of the
    programs come from the functions that make them."""
    topics = {
        file.stem: file.with_suffix(".py").read_text().count("\n@program(")
        for file in sorted((FOLDER.parent / "Emulator" / "cuda").glob("*/*.cu"))
    }
    print(f"programs: {sum(topics.values())} in {len(topics)} topics, each for 4 GPUs")
    print("  at 3 levels of nvcc: results against the right answers, and")
    print("  against what the emulator made of the same PTX")
    for topic, count in topics.items():
        print(f"  {topic}: {count}")
    text = (FOLDER / "probes.py").read_text()
    kernels = re.findall(r'^    \("(\w+)", .*\(\(', text, re.MULTILINE)
    contract = re.findall(r'^    "(\w)": \(\s*"([^"]*)"', text, re.MULTILINE)
    sanitizers = re.findall(r'"(\w+check)"', text)
    print(f"precision: {len(kernels)} matrix instructions on numbers of wide range,")
    print("  hardware against the emulator's model, bit for bit")
    for name in kernels:
        print(f"  {name}")
    print(f"launch contract: {len(contract)} kernels of 128 threads, each with blocks of")
    print("  (1,1,1) and of (128,1,1), with and without 64 KiB of dynamic shared memory")
    for key, title in contract:
        print(f"  ({key}) {title}")
    print("checkers: compute-sanitizer " + ", ".join(sanitizers))
    print("  over every program, which the emulator's checkers have found right")


class Writer:
    """Files of a folder; arrays with the same bytes are one file."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        (self.folder / "arrays").mkdir(parents=True)
        (self.folder / "ptx").mkdir()

    def array(self, value):
        import numpy as np

        if value is None:
            return None
        value = np.ascontiguousarray(value)
        text = repr((value.dtype.str, value.shape)).encode() + value.tobytes()
        name = f"arrays/{hashlib.sha256(text).hexdigest()[:20]}.npy"
        if not (self.folder / name).exists():
            np.save(self.folder / name, value)
        return name

    def ptx(self, file):
        name = f"ptx/{pathlib.Path(file).name}"
        (self.folder / name).write_bytes(pathlib.Path(file).read_bytes())
        return name


def describe_buffer(writer, buffer):
    import numpy as np
    import suite

    if not isinstance(buffer, suite.Out):
        return {"start": writer.array(buffer)}
    ulps = buffer.ulps
    if not np.isscalar(ulps):
        ulps = np.asarray(ulps, np.int64)
    return {
        "start": writer.array(buffer.init),
        "expected": writer.array(buffer.expected),
        "ulps": writer.array(ulps),
        "bound": writer.array(buffer.bound),
        "isBfloat": buffer.isBfloat,
        "isJudged": buffer.judge is not None,
    }


def describe_argument(arg):
    if isinstance(arg, str):
        return {"buffer": arg}
    return {"type": arg.dtype.name, "bytes": arg.tobytes().hex()}


def describe(writer, entry):
    steps = entry.steps
    return {
        "topic": entry.topic,
        "name": entry.name,
        "fails": entry.fails,
        "prints": entry.prints,
        "cooperative": entry.cooperative,
        "buffers": {name: describe_buffer(writer, b) for name, b in steps.buffers.items()},
        "launches": [
            {
                "entry": launch.entry,
                "grid": launch.grid,
                "block": launch.block,
                "shared": launch.shared,
                "args": [describe_argument(arg) for arg in launch.args],
            }
            for launch in steps.launches
        ],
        "variants": {},
    }


def emulated(tool, entry, ptx, level, folder):
    import suite

    outcome = suite.emulate(tool, entry, ptx, folder, [f"--check={entry.checks(level)}"])
    return outcome, suite.verdict(entry, outcome)


def fill(writer, compiler, tool, scratch):
    """The manifest, with the files that it names."""
    import probes
    import suite

    failures = compiler.compile_all()
    manifest, work = {"programs": [], "precision": [], "findings": failures}, []
    for entry in suite.load().values():
        # Tensor maps are the emulator's own.
        if entry.usesTensorMaps():
            continue
        if (entry.fails or "").startswith("deadlock"):
            continue  # a GPU would hang
        record = describe(writer, entry)
        manifest["programs"].append(record)
        work += [(entry, record, gpu, level) for gpu, level in suite.variants(entry)]
    for name, entry in probes.precision_programs(suite):
        record = describe(writer, entry)
        record["label"] = name
        manifest["precision"].append(record)
        work.append((entry, record, 90, "O3"))

    def run(item):
        entry, record, gpu, level = item
        ptx = compiler.compile(entry.topic, gpu, level)
        folder = scratch / f"{entry.name}-{gpu}-{level}-{id(record)}"
        return item, ptx, *emulated(tool, entry, ptx, level, folder)

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for (entry, record, gpu, level), ptx, outcome, complaint in pool.map(run, work):
            results = {name: writer.array(a) for name, a in outcome.results.items()}
            record["variants"][f"sm_{gpu}-{level}"] = {
                "ptx": writer.ptx(ptx),
                "emulator": results,
                "complaint": complaint,
            }
    return manifest


def make(output):
    import suite

    if not suite.find_nvcc():
        sys.exit(suite.NO_NVCC)
    tools = os.environ.get("TESSERA_BIN", suite.SOURCE_DIR / "build" / "release" / "bin")
    tool = pathlib.Path(tools) / "cuda-tile-run"
    if not tool.exists():
        sys.exit(f"{tool} does not exist; build it, or set TESSERA_BIN")
    compiler = suite.Compiler(suite.find_nvcc(), tools)
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch) / "package"
        writer = Writer(folder)
        manifest = fill(writer, compiler, tool, pathlib.Path(scratch))
        (folder / "manifest.json").write_text(json.dumps(manifest))
        with tarfile.open(output, "w:xz") as archive:
            archive.add(folder, "package")
    size = pathlib.Path(output).stat().st_size
    variants = sum(len(record["variants"]) for record in manifest["programs"])
    print(f"{output}: {len(manifest['programs'])} programs, {variants} variants, {size >> 10} KiB")
    wrong = [
        f"{record['name']} {variant}: {made['complaint']}"
        for record in manifest["programs"]
        for variant, made in record["variants"].items()
        if made["complaint"]
    ]
    for line in wrong:
        print(f"the emulator is wrong: {line}")
    if size > LIMIT:
        sys.exit(f"{output} has more than {LIMIT >> 20} MiB, which does not travel")


def main():
    parser = argparse.ArgumentParser(description=SUITE)
    parser.add_argument("command", choices=["plan", "make"])
    parser.add_argument("file", nargs="?")
    arguments = parser.parse_args()
    if arguments.command == "plan":
        plan()
    elif arguments.file:
        make(arguments.file)
    else:
        parser.error("say which file to make")


if __name__ == "__main__":
    main()
