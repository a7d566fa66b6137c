# ===- suite.py - CUDA programs, compiled by nvcc and run as PTX -----------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Programs, their compilation by nvcc to PTX, their runs on the emulator, and the
judgement of their results.

A topic is a pair of files in one of the folders beside this file: TOPIC.cu holds kernels,
TOPIC.py one function for each program, of the name of its kernel, that makes inputs and
right answers with numpy.
Nothing here needs pytest: the same programs run on hardware (test/gpu).
"""

import concurrent.futures
import dataclasses
import functools
import hashlib
import importlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import zlib

import numpy as np

FOLDER = pathlib.Path(__file__).resolve().parent
SOURCE_DIR = FOLDER.parents[2]
sys.path.append(str(SOURCE_DIR / "test" / "Shared"))
import rotation  # noqa: E402

#: The kernels of each topic. The name of a topic is unique among all folders.
SOURCES = {file.stem: file for file in sorted(FOLDER.glob("*/*.cu"))}
TOPICS = sorted(SOURCES)
GPUS = [75, 80, 89, 90]
#: nvcc's options for device code. -O0 is an option of cicc alone; -G adds
#: debug sections, and keeps every variable in local memory.
LEVELS = {"O0": ["-Xcicc", "-O0"], "O3": ["-O3"], "G": ["-G"]}


# ===------------------------------------------------------------------------===#
# Programs
# ===------------------------------------------------------------------------===#


@dataclasses.dataclass
class Out:
    """An array that the kernel writes, with the expected contents. Without `init` it is
    uninitialised before."""

    expected: np.ndarray
    init: np.ndarray | None = None
    #: The number of values of the type that may lie between the result and `expected`,
    #: the correctly rounded answer: one for all elements or one for each.
    ulps: object = 0
    #: The largest allowed error, one for all or one for each.
    bound: object = None
    #: True if unsigned words of 16 bits are numbers of bfloat16.
    isBfloat: bool = False
    #: A function of the result that returns its fault, or None, for programs with
    #: several right answers.
    judge: object = None

    def complaint(self, result):
        """The fault of `result`, or None."""
        if self.judge:
            return self.judge(result)
        if self.bound is not None:
            right = np.asarray(self.expected, np.float64)
            off = np.abs(result.astype(np.float64) - right)
            wrong = ~(off <= self.bound)
        elif result.dtype.kind == "f":
            wrong = distance(result, self.expected) > self.ulps
        elif self.isBfloat:
            bothNaN = ((result & 0x7FFF) > 0x7F80) & ((self.expected & 0x7FFF) > 0x7F80)
            wrong = (result != self.expected) & ~bothNaN
        else:
            wrong = result != self.expected
        if not wrong.any():
            return None
        first = tuple(int(i) for i in np.argwhere(wrong)[0])
        return (
            f"{np.count_nonzero(wrong)} of {wrong.size} elements are wrong; the first "
            f"is {first}: {result[first]!r}, expected {self.expected[first]!r}"
        )


@dataclasses.dataclass
class TensorMap:
    """A tensor map, passed to the kernel in place of its array: the text that cuda-tile-run
    reads behind tensormap:@NAME. Only the emulator makes such maps."""

    array: object
    text: str

    def memories(self):
        return [self.array]

    def spelled(self):
        return f"tensormap:@{self.array}:{self.text}"


@dataclasses.dataclass
class Structure:
    """A structure by value: the text that cuda-tile-run reads behind struct:, with the
    names of `arrays`. `links` make words of arrays addresses, as --link reads them."""

    arrays: dict
    text: str
    links: tuple = ()

    def memories(self):
        return list(self.arrays)

    def spelled(self):
        return f"struct:{self.text}"


@dataclasses.dataclass
class Launch:
    """One launch. ARGS are arrays (read only), Out, numpy scalars, tensor maps,
    structures, or the names of BUFFERS of the program."""

    entry: str
    grid: object
    block: object
    args: list
    shared: int = 0


@dataclasses.dataclass
class Steps:
    """Several launches over buffers that live from one to the next."""

    buffers: dict
    launches: list


@dataclasses.dataclass
class Program:
    topic: str
    name: str
    make: object
    grid: object
    block: object
    shared: int
    since: int
    prints: str | None
    fails: str | None
    #: True if blocks wait for one another, so that all of them must be resident.
    cooperative: bool
    #: The checks that the program runs under: all, unless a comment says why not.
    check: str
    #: The same at -O0 and -G, where variables live in memory.
    checkInMemory: str
    #: The only target that has the program's instructions ("90a"), for which it is
    #: compiled at -O3 alone.
    target: str | None = None

    def checks(self, level):
        return self.check if level == "O3" else self.checkInMemory

    def usesTensorMaps(self):
        return any(
            isinstance(arg, TensorMap) for launch in self.steps.launches for arg in launch.args
        )

    @functools.cached_property
    def steps(self):
        """The program as Steps, with inputs that depend on its name only."""
        made = self.make(np.random.default_rng(zlib.crc32(self.name.encode())))
        if isinstance(made, Steps):
            return made
        buffers, args = {}, []
        for number, value in enumerate(made):
            if isinstance(value, TensorMap):
                buffers[f"b{number}"] = value.array
                value = TensorMap(f"b{number}", value.text)
            elif isinstance(value, (np.ndarray, Out)):
                buffers[f"b{number}"] = value
                value = f"b{number}"
            args.append(value)
        launch = Launch(self.name, self.grid, self.block, args, self.shared)
        return Steps(buffers, [launch])

    def judge(self, results):
        """The faults of the arrays `results`, by name of their buffers."""
        wrong = []
        for name, buffer in self.steps.buffers.items():
            if isinstance(buffer, Out):
                complaint = buffer.complaint(results[name])
                if complaint:
                    wrong.append(f"buffer {name}: {complaint}")
        return "\n".join(wrong) or None


PROGRAMS = {}


def program(
    grid=1,
    block=32,
    shared=0,
    since=75,
    prints=None,
    fails=None,
    cooperative=False,
    check="all",
    checkInMemory=None,
    target=None,
):
    """Makes a program of a function from a random generator to its arguments."""

    def register(make):
        topic = make.__module__
        entry = Program(
            topic,
            make.__name__,
            make,
            grid,
            block,
            shared,
            since,
            prints,
            fails,
            cooperative,
            check,
            checkInMemory or check,
            target,
        )
        assert make.__name__ not in PROGRAMS, f"two programs {make.__name__}"
        PROGRAMS[make.__name__] = entry
        return make

    return register


def load():
    """All programs, by name."""
    for folder in (FOLDER, *sorted({source.parent for source in SOURCES.values()})):
        if str(folder) not in sys.path:
            sys.path.insert(0, str(folder))
    for topic in TOPICS:
        importlib.import_module(topic)
    return PROGRAMS


def variants(entry, levels=LEVELS):
    """The pairs of GPU and level, of LEVELS, at which a program exists."""
    if entry.target:
        return [(entry.target, "O3")]
    return [(gpu, level) for gpu in GPUS if gpu >= entry.since for level in levels]


# ===------------------------------------------------------------------------===#
# Comparing
# ===------------------------------------------------------------------------===#


def ordered(values):
    """Integers in the order of floats, neighbours apart by one; both zeros are 0."""
    width = values.dtype.itemsize
    bits = np.ascontiguousarray(values).view(f"u{width}").astype(object)
    sign = 1 << (8 * width - 1)
    return np.where(bits >= sign, sign - bits, bits)


def distance(result, expected):
    """The distance of `result` in numbers of its type; 0 for NaN if NaN is right,
    and zeros of different sign differ by one."""
    expected = np.asarray(expected).astype(result.dtype)
    bothNaN = np.isnan(result) & np.isnan(expected)
    oneNaN = np.isnan(result) ^ np.isnan(expected)
    apart = np.abs(ordered(result) - ordered(expected))
    apart = np.where((apart == 0) & (np.signbit(result) != np.signbit(expected)), 1, apart)
    return np.where(bothNaN, 0, np.where(oneNaN, 1 << 64, apart))


# ===------------------------------------------------------------------------===#
# nvcc
# ===------------------------------------------------------------------------===#


def find_nvcc():
    """The path of the toolkit's nvcc, or None."""
    for variable in ("CUDA_HOME", "CUDA_ROOT"):
        if variable in os.environ:
            candidate = pathlib.Path(os.environ[variable]) / "bin" / "nvcc"
            if candidate.exists():
                return str(candidate)
    default = pathlib.Path("/usr/local/cuda/bin/nvcc")
    return str(default) if default.exists() else shutil.which("nvcc")


NO_NVCC = (
    "nvcc was not found (CUDA_HOME, CUDA_ROOT, /usr/local/cuda, PATH): the CUDA "
    "programs of test/Emulator/cuda were not compiled, and none of them ran"
)


class Compiler:
    """Makes PTX of topics, once for each text, option and nvcc. BIN_DIR has the tools
    of a build, beside which the PTX lies."""

    def __init__(self, nvcc, bin_dir, levels=LEVELS):
        self.nvcc, self.levels = nvcc, levels
        self.cache = pathlib.Path(bin_dir).parent / "test" / "Emulator" / "cuda"
        self.cache.mkdir(parents=True, exist_ok=True)
        self.version = subprocess.run(
            [nvcc, "--version"], capture_output=True, text=True, check=True
        ).stdout
        self.release = re.search(r"release ([\d.]+)", self.version)[1]

    def key(self, topic, gpu, level):
        """The key by which the programs of one compilation are rotated (rotation.py)."""
        return f"{topic} sm_{gpu} {level} nvcc{self.release}"

    def path(self, topic, gpu, level):
        text = SOURCES[topic].read_bytes()
        text += (FOLDER / "common.h").read_bytes()
        key = hashlib.sha256(
            text + repr((self.version, gpu, LEVELS[level])).encode()
        ).hexdigest()[:16]
        return self.cache / f"{topic}.sm_{gpu}.{level}.{key}.ptx"

    def compile(self, topic, gpu, level):
        """The PTX file, or an exception with the messages of nvcc."""
        output = self.path(topic, gpu, level)
        if output.exists():
            return output
        scratch = output.with_suffix(f".{os.getpid()}")
        command = [self.nvcc, "-ptx", "-std=c++17", f"-arch=sm_{gpu}"]
        command += LEVELS[level] + ["-lineinfo"] * (level == "O3")
        # Functions that nothing calls, and shared variables with constructors,
        # which the programs call themselves.
        command += ["--diag-suppress=177,550,20054", "-I", FOLDER, "-o", scratch]
        command.append(SOURCES[topic])
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(f"nvcc fails on {topic}.cu for sm_{gpu} at {level}:\n{done.stderr}")
        os.replace(scratch, output)
        return output

    def compile_all(self, jobs=None):
        """Compiles the topics at all variants that are due; returns the messages of
        failed runs of nvcc."""
        wanted = {
            (entry.topic, gpu, level)
            for entry in load().values()
            for gpu, level in variants(entry, self.levels)
            if rotation.is_due(self.key(entry.topic, gpu, level))
        }
        failures = []
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            for future in [pool.submit(self.compile, *key) for key in sorted(wanted)]:
                try:
                    future.result()
                except RuntimeError as error:
                    failures.append(str(error))
        return failures


def compilers(bin_dir):
    """The toolkit's compiler and the newest of pip, which scripts/bootstrap/cuda.sh puts
    beside the tools; those that exist. That one (13.5) refuses __dp4a of its own headers
    at other levels than -O3."""
    found = [Compiler(find_nvcc(), bin_dir)] if find_nvcc() else []
    newest = pathlib.Path(bin_dir).parent / "newest-cuda" / "bin" / "nvcc"
    if newest.exists():
        found.append(Compiler(str(newest), bin_dir, ["O3"]))
    return found


# ===------------------------------------------------------------------------===#
# The emulator
# ===------------------------------------------------------------------------===#


def scalar_text(value):
    """A numpy scalar as an argument of cuda-tile-run."""
    if value.dtype.kind == "f":
        bits = int(value.view(f"u{value.dtype.itemsize}"))
        return f"f{8 * value.dtype.itemsize}:0x{bits:0{2 * value.dtype.itemsize}x}"
    return f"i{8 * value.dtype.itemsize}:{int(value)}"


def dimensions(value):
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


@dataclasses.dataclass
class Outcome:
    status: int
    said: str  #: on standard error and standard output
    command: str
    results: dict
    printed: str = ""  #: on standard output, by a program that ran to its end


def emulate(tool, entry, ptx, folder, options=()):
    """Runs a program; `results` has its arrays if it succeeded."""
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    files, results, said, printed = {}, {}, "", ""
    for name, buffer in entry.steps.buffers.items():
        start = buffer.init if isinstance(buffer, Out) else buffer
        if start is None:
            shape = ",".join(map(str, buffer.expected.shape))
            files[name] = f"ptr:new:{buffer.expected.dtype.name}[{shape}]"
        else:
            np.save(folder / f"{name}.npy", start)
            files[name] = f"ptr:{folder / name}.npy"
    for launch in entry.steps.launches:
        command = [str(tool), str(ptx), "--engine=emulate", f"--entry={launch.entry}"]
        command += [f"--grid={dimensions(launch.grid)}", f"--block={dimensions(launch.block)}"]
        command += [f"--shared={launch.shared}"] * bool(launch.shared)
        named = [arg for arg in launch.args if isinstance(arg, str)]
        for arg in launch.args:
            if isinstance(arg, (TensorMap, Structure)):
                for name in arg.memories():
                    named.append(name)
                    command.append(f"--memory={name}={files[name].removeprefix('ptr:')}")
                    command.append(f"--out={name}={folder / name}.npy")
                command += [f"--link={link}" for link in getattr(arg, "links", ())]
                command.append(f"--arg={arg.spelled()}")
                continue
            command.append("--arg=" + (files[arg] if isinstance(arg, str) else scalar_text(arg)))
        for number, arg in enumerate(launch.args):
            if isinstance(arg, str):
                command.append(f"--out={number}={folder / arg}.npy")
        command += options
        done = subprocess.run(command, capture_output=True, text=True, timeout=300)
        said += done.stdout + done.stderr
        printed += done.stdout
        if done.returncode:
            return Outcome(done.returncode, said, " ".join(command), {})
        for arg in named:
            files[arg] = f"ptr:{folder / arg}.npy"
    for name, buffer in entry.steps.buffers.items():
        if isinstance(buffer, Out):
            # Types of PTX have no signs, so the array that is written back has bits.
            result = np.load(folder / f"{name}.npy")
            results[name] = result.view(buffer.expected.dtype)
    return Outcome(0, said, " ".join(command), results, printed)


def verdict(entry, outcome):
    """The fault of a run, or None."""
    if entry.fails is not None:
        if outcome.status == 0:
            return "the program ran to its end, and must not"
        return None if entry.fails in outcome.said else f"not the failure '{entry.fails}'"
    if outcome.status:
        return f"exit status {outcome.status}"
    if entry.prints is not None and outcome.printed != entry.prints:
        return f"it did not print {entry.prints!r}"
    return entry.judge(outcome.results)


def main():
    """Compiles everything, so that tests need not wait for one another."""
    bin_dir = os.environ.get("TESSERA_BIN", SOURCE_DIR / "build" / "release" / "bin")
    for compiler in compilers(bin_dir):
        for failure in compiler.compile_all(os.cpu_count()):
            print(failure, file=sys.stderr)


if __name__ == "__main__":
    # Topics register their programs with the module 'suite', not with '__main__'.
    sys.path.insert(0, str(FOLDER))
    importlib.import_module("suite").main()
