#!/usr/bin/env python3
# ===- status.py - What works for each operation, as a page -----------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
#
#   scripts/pages/status.py BIN      prints the page docs/status.md
#
# BIN is the folder of the built tools. No mark is written by hand: each is the result of
# a tool on the program for the operation in test/Status/Inputs/operations.mlir.
#
# ===------------------------------------------------------------------------===#

import collections
import concurrent.futures
import glob
import json
import os
import re
import struct
import subprocess
import sys
import tempfile

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "../.."))
PROGRAMS = os.path.join(ROOT, "test/Status/Inputs/operations.mlir")
FACTS = os.path.join(ROOT, "test/Dialect/CudaTile/facts/ops.json")
REJECTED = os.path.join(ROOT, "test/Dialect/CudaTile/Invalid/invalid*.mlir")
GPUS = ["sm_75", "sm_80", "sm_89", "sm_90", "sm_100", "sm_120"]


def tool(name, *arguments):
    return subprocess.run(
        [os.path.join(sys.argv[1], name), *arguments], capture_output=True, text=True
    )


#: Products by the formats of their factors: operation, format of the sums, scales.
PRODUCTS = {
    "f16": ("mmaf", "f32", None),
    "bf16": ("mmaf", "f32", None),
    "tf32": ("mmaf", "f32", None),
    "f32": ("mmaf", "f32", None),
    "f64": ("mmaf", "f64", None),
    "i8": ("mmai", "i32", None),
    "f8E4M3FN": ("mmaf", "f32", None),
    "f8E5M2": ("mmaf", "f32", None),
    "f8E4M3FN, scaled": ("mmaf_scaled", "f32", ("f8E8M0FNU", 32)),
    "f4E2M1FN, scaled by 32": ("mmaf_scaled", "f32", ("f8E8M0FNU", 32)),
    "f4E2M1FN, scaled by 16": ("mmaf_scaled", "f32", ("f8E4M3FN", 16)),
}


def array_file(folder):
    """An array of 64 zeros of i32, as numpy saves it."""
    path = os.path.join(folder, "zeros.npy")
    header = "{'descr': '<i4', 'fortran_order': False, 'shape': (64,), }"
    header = header.ljust(128 - 10 - 1) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)))
        file.write(header.encode() + bytes(4 * 64))
    return path


def split_programs(folder):
    """The name of each operation and the file with its program."""
    with open(PROGRAMS) as file:
        parts = file.read().split("// -----")
    for part in parts:
        name = re.search(r"cuda_tile\.module @(\w+)", part).group(1)
        path = os.path.join(folder, name + ".mlir")
        with open(path, "w") as file:
            file.write(part)
        yield name, path


def round_trip(path, versions):
    """The versions in which bytecode gives the text back; at least one must."""
    text = tool("cuda-tile-opt", "--no-implicit-module", path).stdout
    # The format does not store the name of the module.
    text = re.sub(r"(cuda_tile\.module @)\w+", r"\1kernels", text)

    def survives(version):
        result = tool(
            "cuda-tile-translate",
            "--test-cudatile-roundtrip",
            f"--bytecode-version={version}",
            path,
        )
        return result.returncode == 0 and result.stdout == text

    good = [version for version in versions if survives(version)]
    if not good:
        sys.exit(f"error: no bytecode gives back {path}")
    return good


def examine(path, array, versions):
    run = tool("cuda-tile-run", path, "--grid=1", f"--arg=ptr:{array}")
    # Simplification would remove an operation with an unused result before its lowering.
    alone = "--convert-cuda-tile-to-tileaa=simplify=false"
    has_lowering = tool("cuda-tile-opt", path, alone).returncode == 0
    options = ["-O0", "--emit=ptx", "-o", os.devnull]
    lowered = [tool("tileiras", path, f"--gpu-name={gpu}", *options) for gpu in GPUS]
    return (
        round_trip(path, versions),
        run.returncode == 0,
        [has_lowering and result.returncode == 0 for result in lowered],
    )


def loaded_factor(name, shape, order):
    """A factor of f4E2M1FN whose pairs lie in memory along K."""
    rows, columns = shape.split("x")
    view = f"tensor_view<{rows}x{columns}xf4E2M1FN, strides=[{columns},1]>"
    part = f"partition_view<tile=({shape}), {view}, dim_map={order}>"
    return [
        f"%{name}p = ptr_to_ptr %p : tile<ptr<f32>> -> tile<ptr<f4E2M1FN>>",
        f"%{name}v = make_tensor_view %{name}p, shape = [{rows}, {columns}], "
        f"strides = [{columns}, 1] : {view}",
        f"%{name}w = make_partition_view %{name}v : {part}",
        f"%{name}, %{name}t = load_view_tko weak %{name}w[%zero, %zero] : {part}, tile<i32> "
        f"-> tile<{shape}xf4E2M1FN>, token",
    ]


def product_program(factors):
    """A product of tiles of 128 x 64 and 64 x 64; of 128 x 128 in scaled blocks."""
    operation, sums, scales = PRODUCTS[factors]
    number = "1" if sums == "i32" else "1.0"
    element = factors.split(",")[0]
    n, k = (128, 128) if scales else (64, 64)
    result = f"128x{n}"
    operands = [("a", element, f"128x{k}"), ("b", element, f"{k}x{n}"), ("acc", sums, result)]
    if scales:
        groups = k // scales[1]
        operands += [("sa", scales[0], f"128x{groups}"), ("sb", scales[0], f"{groups}x{n}")]
    lines = ["%zero = constant <i32: 0> : tile<i32>"]
    for name, format, shape in operands:
        if format == "f4E2M1FN":
            lines += loaded_factor(name, shape, "[0, 1]" if name == "a" else "[1, 0]")
        else:
            lines.append(f"%{name} = constant <{format}: {number}> : tile<{shape}x{format}>")
    names = ", ".join("%" + name for name, _, _ in operands)
    types = ", ".join(f"tile<{shape}x{format}>" for _, format, shape in operands)
    signs = " signed signed" if sums == "i32" else ""
    one, all_of_them = f"tile<1x1xptr<{sums}>>", f"tile<{result}xptr<{sums}>>"
    lines += [
        f"%r = {operation} {names}{signs} : {types}",
        f"%p1 = reshape %p : tile<ptr<{sums}>> -> {one}",
        f"%ps = broadcast %p1 : {one} -> {all_of_them}",
        f"%t = store_ptr_tko weak %ps, %r : {all_of_them}, tile<{result}x{sums}> -> token",
    ]
    body = "\n".join(lines)
    return f"cuda_tile.module @m {{\nentry @k(%p: tile<ptr<{sums}>>) {{\n{body}\nreturn\n}}\n}}\n"


def unit_of(path, gpu):
    """The unit that multiplies, and a faster one, by the compiler's remarks."""
    options = ["--emit=ptx", "-o", os.devnull, "--remarks=tensorcore"]
    result = tool("tileiras", path, f"--gpu-name={gpu}", *options)
    if result.returncode != 0:
        return "–"
    used = re.search(r"RemarkTensorCoreMMA, Remark: (\S+?)\.m\d\S* of (\w+)", result.stdout)
    faster = re.search(r"(\S+) of this GPU is faster", result.stdout)
    text = f"`{used.group(1)}` of {used.group(2)}" if used else "multiply-adds"
    return f"{text} (not `{faster.group(1)}`)" if faster else text


def find_units(folder, pool):
    """By name of the factors, the unit that multiplies them on each GPU."""
    asked = {}
    for number, factors in enumerate(PRODUCTS):
        path = os.path.join(folder, f"product-{number}.mlir")
        with open(path, "w") as file:
            file.write(product_program(factors))
        asked[factors] = [pool.submit(unit_of, path, gpu) for gpu in GPUS]
    return {
        factors: [unit.result() for unit in units] for factors, units in asked.items()
    }


def print_units(units):
    print(
        "\n## Matrix products\n\nWhich unit multiplies factors of a format on which GPU, and of which "
        "format they are then: what\n`tileiras --remarks=tensorcore` says of a product. "
        '"not" names a faster unit of the GPU, and the remark why it does not multiply them.\n'
    )
    columns = ["factors", *GPUS]
    print("| " + " | ".join(columns) + " |")
    print("|" + "---|" * len(columns))
    for factors, cells in units.items():
        print(f"| {factors} | " + " | ".join(cells) + " |")


def name_of(fact):
    """The name in text; the facts know one by the name that it had before 13.4."""
    return "fpowf" if fact["mnemonic"] == "pow" else fact["mnemonic"]


def count_rejections():
    """The number of invalid programs of the tests that the verifier of each op refuses."""
    counts = collections.Counter()
    for path in sorted(glob.glob(REJECTED)):
        messages = tool("cuda-tile-opt", "--split-input-file", path).stderr
        counts.update(re.findall(r"error: 'cuda_tile\.([\w$]+)' op", messages))
    return counts


def print_page(categories, results, rejections):
    print(
        "# Status\n\n"
        "What works today, for each of the operations of Tile IR. The page is made by "
        "`scripts/pages/status.py`\nfrom the programs in `test/Status`, and a test fails "
        "when it is out of date.\n\n"
        "- **bytecode**: the versions that the writer writes it in and the reader "
        "reads back as the same text;\n"
        "- **verifier**: how many wrong programs of the tests are refused for it by "
        "name;\n"
        "- **interpreter**: the program runs;\n"
        "- **sm_NN**: the program compiles to PTX for that GPU."
    )
    mark = {True: "✓", False: "–"}
    for category in sorted(categories):
        print(f"\n## {category}\n")
        columns = ["operation", "bytecode", "verifier", "interpreter", *GPUS]
        print("| " + " | ".join(columns) + " |")
        print("|" + "---|" * len(columns))
        for name in sorted(categories[category]):
            versions, runs, lowered = results[name]
            cells = [
                f"`{name}`",
                " – ".join(dict.fromkeys([versions[0], versions[-1]])),
                str(rejections[name]),
                *(mark[value] for value in [runs, *lowered]),
            ]
            print("| " + " | ".join(cells) + " |")


def main():
    with open(FACTS) as file:
        facts = json.load(file)
    categories = collections.defaultdict(list)
    for fact in facts:
        categories[fact["category"]].append(name_of(fact))
    with tempfile.TemporaryDirectory() as folder:
        array = array_file(folder)
        programs = dict(split_programs(folder))
        missing = {name_of(fact) for fact in facts} ^ set(programs)
        if missing:
            sys.exit(f"error: {PROGRAMS} and the facts differ in {sorted(missing)}")
        versions = tool("cuda-tile-translate", "--list-versions").stdout.split()
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            examined = pool.map(
                lambda path: examine(path, array, versions), programs.values()
            )
            units = find_units(folder, pool)
            results = dict(zip(programs, examined))
        print_page(categories, results, count_rejections())
        print_units(units)


if __name__ == "__main__":
    main()
