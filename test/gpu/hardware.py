# ===- hardware.py - The package of package.py, on a GPU -------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Runs the package on the first GPU, by the driver, and compares.

usage: hardware.py PACKAGE RESULTS      everything; a table, and RESULTS as JSON
       hardware.py PACKAGE --part NAME  one part, in a process of its own
"""

import argparse
import concurrent.futures
import ctypes
import importlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import numpy as np

FOLDER = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER))
sys.path.insert(0, str(FOLDER.parent / "Emulator" / "cuda"))

import probes  # noqa: E402
import suite  # noqa: E402
from driver import Driver, Failure  # noqa: E402

class Package:
    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.manifest = json.loads((self.folder / "manifest.json").read_text())

    def array(self, name):
        return None if name is None else np.load(self.folder / name)

    def text(self, name):
        return (self.folder / name).read_text()


def judged(record, name, result):
    """Judges by the function of the program, if there are several right answers."""
    importlib.import_module(record["topic"])
    entry = suite.PROGRAMS[record["name"]]
    return entry.steps.buffers[name].complaint(result)


def out_of(package, record, buffer):
    """The judge of a buffer, in the form of suite.py."""
    ulps, bound = package.array(buffer["ulps"]), package.array(buffer["bound"])
    expected = package.array(buffer["expected"])
    return suite.Out(expected, None, ulps, bound, buffer["isBfloat"])


def run_program(driver, package, record, variant):
    """The arrays after the run of a variant."""
    module = driver.load(package.text(record["variants"][variant]["ptx"]))
    starts, pointers = {}, {}
    for name, buffer in record["buffers"].items():
        start = package.array(buffer["start"])
        starts[name] = np.zeros_like(package.array(buffer["expected"])) if start is None else start
        pointers[name] = driver.upload(starts[name])
    for launch in record["launches"]:
        arguments = []
        for arg in launch["args"]:
            if "buffer" in arg:
                arguments.append(ctypes.c_uint64(pointers[arg["buffer"]].value))
            else:
                raw = bytes.fromhex(arg["bytes"])
                arguments.append((ctypes.c_ubyte * len(raw)).from_buffer_copy(raw))
        function = driver.function(module, launch["entry"])
        driver.launch(function, launch["grid"], launch["block"], launch["shared"], arguments)
        driver.synchronize()
    results = {name: driver.download(pointers[name], starts[name]) for name in starts}
    for pointer in pointers.values():
        driver.free(pointer)
    driver.call("cuModuleUnload", module)
    return results


def judge(package, record, variant, results):
    """The faults of the results, and the number of elements in which the emulator
    differs."""
    wrong, differing = [], 0
    for name, buffer in record["buffers"].items():
        if "expected" not in buffer:
            continue
        result = results[name].view(package.array(buffer["expected"]).dtype)
        emulator = record["variants"][variant]["emulator"].get(name)
        if emulator is not None:
            other = package.array(emulator)
            bothNaN = np.isnan(result) & np.isnan(other) if result.dtype.kind == "f" else False
            differing += int(np.count_nonzero((bits(result) != bits(other)) & ~np.asarray(bothNaN)))
        if "label" in record:
            continue
        if buffer["isJudged"]:
            complaint = judged(record, name, result)
        else:
            complaint = out_of(package, record, buffer).complaint(result)
        if complaint:
            wrong.append(f"{name}: {complaint}")
    return "; ".join(wrong) or None, differing


def answers(package, record, results):
    """The bits of the results, of which a model of the hardware can be made."""
    return {
        name: bits(results[name].view(package.array(buffer["expected"]).dtype)).tolist()
        for name, buffer in record["buffers"].items()
        if "expected" in buffer
    }


def bits(array):
    return np.ascontiguousarray(array).view(f"u{array.dtype.itemsize}")


def part_programs(driver, package, topic, only=None):
    """One line of JSON for each program and variant of a topic."""
    for record in package.manifest["programs"] + package.manifest["precision"]:
        group = "precision" if "label" in record else record["topic"]
        if group != topic or (record["fails"] is not None) != (only is not None):
            continue
        if only is not None and record["name"] != only:
            continue
        for variant in record["variants"]:
            line = {"name": record.get("label", record["name"]), "variant": variant}
            try:
                results = run_program(driver, package, record, variant)
                line["wrong"], line["differing"] = judge(package, record, variant, results)
                if group == "precision" and line["differing"]:
                    line["results"] = answers(package, record, results)
            except Failure as failure:
                line["wrong"] = str(failure)
            print(json.dumps(line), flush=True)
            if only is not None:
                return  # the context is lost


def part_contract(driver):
    """The launches of each kernel that succeed, and the values that they read."""
    for key, title, text in probes.contract_kernels():
        try:
            function = driver.function(driver.load(text), "contract")
        except Failure as failure:
            print(json.dumps({"key": key, "title": title, "loads": str(failure)}), flush=True)
            continue
        # Threads at most, static shared bytes, registers, required clusters.
        attributes = {number: None for number in (0, 1, 4, 10, 11, 12, 13, 14, 15)}
        for number in attributes:
            try:
                attributes[number] = driver.attribute(function, number)
            except Failure:
                pass
        line = {"key": key, "title": title, "attributes": attributes, "launches": {}}
        for block in (1, 128):
            for shared in (0, 64 << 10):
                output = np.zeros(4, np.uint32)
                pointer = driver.upload(output)
                try:
                    driver.launch(function, 4, block, shared, [ctypes.c_uint64(pointer.value)])
                    driver.synchronize()
                    read = driver.download(pointer, output).tolist()
                    said = dict(zip(("ntid", "nctaid", "threads", "shared"), read))
                except Failure as failure:
                    said = str(failure)
                line["launches"][f"block {block}, shared {shared}"] = said
        print(json.dumps(line), flush=True)


def child(package, part, *prefix, timeout=400):
    command = [*prefix, sys.executable, __file__, str(package.folder), "--part", part]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=timeout)
    except subprocess.TimeoutExpired:
        return [], f"part {part}: no answer within {timeout} seconds"
    lines = [json.loads(line) for line in done.stdout.splitlines() if line.startswith('{"')]
    return lines, done.stdout + done.stderr


def sanitize(package, topics):
    """Findings of compute-sanitizer for each tool and topic, on sm_90 at -O3."""
    program = shutil.which("compute-sanitizer")
    if not program:
        return {"compute-sanitizer": "not found"}
    os.environ["TESSERA_GPU_VARIANT"] = "sm_90-O3"
    found = {}
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        jobs = {
            (tool, topic): pool.submit(
                child, package, topic, program, "--tool", tool, "--print-limit", "5"
            )
            for tool in probes.SANITIZERS
            for topic in topics
        }
        for (tool, topic), job in jobs.items():
            said = job.result()[1]
            total = re.search(r"ERROR SUMMARY: (\d+)|RACECHECK SUMMARY: (\d+)", said)
            count = int(next(g for g in total.groups() if g)) if total else None
            found[f"{tool} {topic}"] = count if count is not None else said[-500:]
    return found


def everything(package, results_file):
    driver = Driver()
    about = driver.describe()
    print(" ".join(f"{key}: {value}" for key, value in about.items()))
    drop_others(package, driver)
    programs = [r for r in package.manifest["programs"] if r["variants"]]
    topics = sorted({record["topic"] for record in programs})
    parts = [*topics, "precision", "contract"]
    parts += [f"{r['topic']}!{r['name']}" for r in programs if r["fails"] is not None]
    report = {"about": about, "parts": {}}
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        for part, (lines, said) in zip(parts, pool.map(lambda p: child(package, p), parts)):
            report["parts"][part] = lines or said[-2000:]
    # The checkers take as long as all the rest; a machine may be taken away before.
    report["sanitizer"] = {"compute-sanitizer": "did not end"}
    write(report, results_file)
    report["sanitizer"] = sanitize(package, topics)
    write(report, results_file)
    return table(package, report)


def write(report, file):
    pathlib.Path(file).write_text(json.dumps(report, indent=1))


def table(package, report):
    """Prints the results; returns True if all are right."""
    isGood = True
    expected = {r["name"]: len(r["variants"]) for r in package.manifest["programs"]}
    fails = {r["name"] for r in package.manifest["programs"] if r["fails"] is not None}
    print(f"{'part':24} {'ran':>5} {'wrong':>6} {'unlike the emulator':>20}")
    for part, lines in report["parts"].items():
        if part == "contract" or isinstance(lines, str):
            continue
        wrong = [x for x in lines if bool(x["wrong"]) != (x["name"] in fails)]
        unlike = [x for x in lines if x.get("differing")]
        print(f"{part:24} {len(lines):5} {len(wrong):6} {len(unlike):20}")
        for x in wrong[:10]:
            print(f"  {x['name']} {x['variant']}: {x['wrong']}")
        isGood &= not wrong
    for part, lines in report["parts"].items():
        if isinstance(lines, str):
            print(f"{part}: no result: {lines[-300:]}")
            isGood = False
    for line in report["parts"].get("contract", []):
        print(f"({line['key']}) {line['title']}: {line.get('loads', '')}")
        for launch, said in line.get("launches", {}).items():
            print(f"    {launch}: {said}")
    for key, count in report["sanitizer"].items():
        if count:
            print(f"compute-sanitizer {key}: {count}")
    print(f"programs known: {len(expected)}")
    return isGood


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("package")
    parser.add_argument("results", nargs="?", default="gpu-results.json")
    parser.add_argument("--part")
    arguments = parser.parse_args()
    try:
        if arguments.part:
            package, driver = Package(arguments.package), Driver()
            driver.set_stack(32 << 10)  # recursion and -G need more than the default
            variant = os.environ.get("TESSERA_GPU_VARIANT")
            if variant:
                keep_only(package, variant)
            drop_others(package, driver)
            if arguments.part == "contract":
                part_contract(driver)
            else:
                topic, _, only = arguments.part.partition("!")
                part_programs(driver, package, topic, only or None)
            return
        Driver()
        if pathlib.Path(arguments.package).is_dir():
            sys.exit(not everything(Package(arguments.package), arguments.results))
        with tempfile.TemporaryDirectory() as scratch:
            shutil.unpack_archive(arguments.package, scratch)
            package = Package(pathlib.Path(scratch) / "package")
            sys.exit(not everything(package, arguments.results))
    except Failure as failure:
        sys.exit(f"error: {failure}")


def drop_others(package, driver):
    """Leaves out variants for one architecture ("sm_90a-O3") that is not the GPU's."""
    own = f"sm_{driver.describe()['capability']}a"
    for record in package.manifest["programs"] + package.manifest["precision"]:
        record["variants"] = {
            k: v
            for k, v in record["variants"].items()
            if not k.split("-")[0].endswith("a") or k.split("-")[0] == own
        }


def keep_only(package, variant):
    for record in package.manifest["programs"] + package.manifest["precision"]:
        record["variants"] = {k: v for k, v in record["variants"].items() if k == variant}


if __name__ == "__main__":
    main()
