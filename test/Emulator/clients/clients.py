# ===- clients.py - Kernels of other compilers on the emulator -------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Programs of Triton, Warp or numba, and the PTX that is made of them.

A topic is a module that registers programs: a kernel, the types of its parameters,
and a function that makes inputs and right answers with numpy. The PTX is made once
for each text of the topic, GPU and version of the compiler, and lies in the build
folder. The run of a program and the way that results are judged is what test/Emulator/cuda
does (suite.py there).
"""

import concurrent.futures
import dataclasses
import functools
import hashlib
import importlib
import importlib.metadata
import json
import os
import pathlib
import re
import subprocess
import sys
import zlib

import numpy as np

FOLDER = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER.parent / "cuda"))

from suite import (  # noqa: E402
    Launch,
    Out,
    Steps,
    Structure,
    TensorMap,
    emulate,
    find_nvcc,
    rotation,
    verdict,
)

SOURCE_DIR = FOLDER.parents[2]
GPUS = [75, 80, 89]
TOPICS = [
    "triton_elements",
    "triton_matrices",
    "triton_tensors",
    "numba_kernels",
    "warp_kernels",
    "cutlass_kernels",
    "cutlass_stores",
]


def integers(random, shape, dtype=np.float32, most=4):
    """Integers between -MOST and MOST as numbers of DTYPE."""
    return random.integers(-most, most + 1, shape).astype(dtype)


@dataclasses.dataclass
class Descriptor:
    """An array or Out that a kernel of Triton takes as a tensor descriptor: a tensor
    map, whose box the compiler chooses, lengths and strides."""

    array: object

    def arguments(self, name, about):
        """The arguments that stand for it. ABOUT is what the compiler says of the map."""
        array = getattr(self.array, "expected", self.array)
        box = ",".join(map(str, about["block_size"]))
        swizzle = [0, 32, 64, 128][about["swizzle"]]
        strides = [np.int64(stride // array.itemsize) for stride in array.strides]
        map_of = TensorMap(name, f"box={box}:swizzle={swizzle}")
        return [map_of, *map(np.int32, array.shape), *strides]


@dataclasses.dataclass
class Program:
    topic: str
    name: str
    #: The package that compiles it: its version is a part of what the PTX is known by.
    package: str
    #: A function of the GPU that gives the text of the PTX and how it is launched,
    #: as in Compiled.
    compile: object
    make: object
    since: int
    #: The only GPUs that it is compiled for.
    gpus: tuple | None = None
    #: By GPU, the checks that it runs under: all, unless it says why not.
    checks: dict = dataclasses.field(default_factory=dict)
    #: The file that is compiled for it and for others at once, if there is one.
    file: str | None = None

    def key(self, gpu):
        """The key by which the programs of one compilation are rotated (rotation.py)."""
        return f"{self.file or self.name} sm_{gpu}"

    @functools.cached_property
    def arguments(self):
        """Arrays, Out and numpy scalars, from a generator of the program's own."""
        return self.make(np.random.default_rng(zlib.crc32(self.name.encode())))


class Compiled:
    """The PTX of a program, as suite.emulate and suite.verdict take a program."""

    fails, prints = None, None

    def __init__(self, program, path, text, grid, block, shared, maps=(), scratch=0, entry=None):
        self.path, self.text = path, text
        self.entry = entry or re.search(r"\.entry\s+([\w$]+)", text)[1]
        buffers, args, maps = {}, [], iter(maps)
        for number, value in enumerate(program.arguments):
            name = f"b{number}"
            if isinstance(value, Descriptor):
                buffers[name] = value.array
                args += value.arguments(name, next(maps))
                continue
            if isinstance(value, Structure):
                buffers |= value.arrays
            if isinstance(value, (np.ndarray, Out)):
                buffers[name] = value
                value = name
            args.append(value)
        # Triton has parameters of its own behind those of the kernel: scratch
        # memory, of which few kernels have any.
        if scratch:
            room = np.zeros(scratch, np.uint8)
            buffers["scratch"] = Out(room, judge=lambda result: None)
            args.append("scratch")
        signature = text[text.index(".entry") :].split(")")[0]
        args += [np.int64(0)] * (signature.count(".param") - len(args))
        self.steps = Steps(buffers, [Launch(self.entry, grid, block, args, shared)])

    def judge(self, results):
        """A complaint about the arrays RESULTS, by name of their buffers, or nothing."""
        for name, buffer in self.steps.buffers.items():
            complaint = isinstance(buffer, Out) and buffer.complaint(results[name])
            if complaint:
                return f"buffer {name}: {complaint}"
        return None


PROGRAMS = {}


def register(entry):
    assert entry.name not in PROGRAMS, f"two programs {entry.name}"
    PROGRAMS[entry.name] = entry


def load():
    """All programs, by name."""
    for topic in TOPICS:
        importlib.import_module(topic)
    return PROGRAMS


def variants(entry):
    if entry.gpus:
        return list(entry.gpus)
    return [gpu for gpu in GPUS if gpu >= entry.since]


# ===------------------------------------------------------------------------===#
# Triton
# ===------------------------------------------------------------------------===#


def program(
    kernel,
    signature,
    constants,
    name=None,
    grid=1,
    warps=4,
    stages=3,
    since=75,
    gpus=None,
    checks=None,
):
    """Makes a program of Triton of a function from a random generator to arguments.

    SIGNATURE has the types of the parameters that are no constants. Pointers, and
    integers that are so here, are promised to be divisible by 16, as Triton's
    launcher finds them to be.
    """

    def compile_for(entry, gpu):
        import triton
        from triton.backends.compiler import GPUTarget
        from triton.compiler import ASTSource

        names = [parameter.name for parameter in kernel.params]
        kinds = dict.fromkeys(constants, "constexpr")
        attributes = {}
        free = [n for n in names if n not in constants]
        for parameter, kind, value in zip(free, signature.split(), entry.arguments, strict=True):
            kinds[parameter] = kind
            if kind.startswith("tensordesc"):
                continue
            if kind[0] == "*" or int(value) % 16 == 0:
                attributes[(names.index(parameter),)] = [["tt.divisibility", 16]]
        source = ASTSource(
            fn=kernel,
            signature={n: kinds[n] for n in names},
            constexprs=constants,
            attrs=attributes,
        )
        options = {"num_warps": warps, "num_stages": stages, "enable_fp_fusion": False}
        made = triton.compile(source, target=GPUTarget("cuda", gpu, 32), options=options)
        about = made.metadata
        shape = {"grid": grid, "block": 32 * about.num_warps, "shared": about.shared}
        shape["maps"] = about.tensordesc_meta
        blocks = int(np.prod(grid))
        return made.asm["ptx"], shape | {"scratch": about.global_scratch_size * blocks}

    def decorate(make):
        topic = pathlib.Path(make.__code__.co_filename).stem
        named = name or kernel.__name__
        register(Program(topic, named, "triton", compile_for, make, since, gpus, checks or {}))
        return make

    return decorate


# ===------------------------------------------------------------------------===#
# numba
# ===------------------------------------------------------------------------===#


def numba_array(value):
    """An array as numba's kernels take it: owner and parent, which they do not use,
    the number of elements, the size of one, the pointer, lengths and strides."""
    array = value.expected if isinstance(value, Out) else value
    numbers = [np.int64(n) for n in (0, 0, array.size, array.itemsize)]
    dimensions = [np.int64(n) for n in (*array.shape, *array.strides)]
    return [*numbers, value, *dimensions]


def numba_program(signature, grid=1, block=32, since=75):
    """Makes a program of numba of a function from a random generator to arguments.
    Its kernel is given to what is returned. SIGNATURE has numpy's letters."""

    def decorate(make):
        kernels = []

        def flat(random):
            values = make(random)
            isArray = [isinstance(value, (np.ndarray, Out)) for value in values]
            parts = [numba_array(v) if a else [v] for v, a in zip(values, isArray)]
            return [part for some in parts for part in some]

        def compile_for(entry, gpu):
            import numba
            from numba import cuda

            types = []
            for word in signature.split():
                scalar = numba.from_dtype(np.dtype(word.split("[")[0]))
                rank = word.count(":")
                types.append(numba.types.Array(scalar, rank, "C") if rank else scalar)
            target = divmod(gpu, 10)
            text, _ = cuda.compile_ptx(kernels[0], tuple(types), cc=target, device=False)
            return text, {"grid": grid, "block": block, "shared": 0}

        topic = pathlib.Path(make.__code__.co_filename).stem
        register(Program(topic, make.__name__, "numba-cuda", compile_for, flat, since))
        make.kernel = kernels.append
        return make

    return decorate


# ===------------------------------------------------------------------------===#
# Warp
# ===------------------------------------------------------------------------===#


def words(*values):
    """Numbers of 32 bits as the words of 64 that hold two of them."""
    pairs = np.array([*values, *[0] * (len(values) % 2)], np.uint32).view(np.int64)
    return [np.int64(pair) for pair in pairs]


def warp_array(value):
    """An array as Warp's kernels take it: pointer, gradient, four lengths, four
    strides, the number of dimensions and flags; 56 bytes."""
    array = value.expected if isinstance(value, Out) else value
    rest = [0] * (4 - array.ndim)
    return [value, np.int64(0), *words(*array.shape, *rest, *array.strides, *rest, array.ndim, 0)]


def split_structures(text):
    """Structures that are passed by value become words of 64 bits, which the command
    line can give; nothing but names of parameters changes."""
    for name, size in re.findall(r"\.param \.align 8 \.b8 (\w+)\[(\d+)\]", text):
        parts = ",\n".join(f"\t.param .b64 {name}_at_{at}" for at in range(0, int(size), 8))
        text = re.sub(rf"\t\.param \.align 8 \.b8 {name}\[\d+\]", parts, text)

        def place(match, name=name):
            at = int(match[1] or 0)
            return f"[{name}_at_{at // 8 * 8}+{at % 8}]"

        text = re.sub(rf"\[{name}(?:\+(\d+))?\]", place, text)
    return text


def warp_program(kernel, dim, block=64, tiled=False, blocks=None, since=75):
    """Makes a program of Warp of a function from a random generator to arguments.
    DIM is the shape of the launch as Warp's launch takes it; TILED that of
    launch_tiled, whose blocks share each index. BLOCKS is its max_blocks, with which
    each block takes several."""

    def bounds():
        shape = dim if isinstance(dim, tuple) else (dim,)
        size = int(np.prod(shape)) * (block if tiled else 1)
        return shape, size

    def decorate(make):
        def flat(random):
            shape, size = bounds()
            arguments = [*words(*shape), np.int64(size), np.int64(block if tiled else 1)]
            for value in make(random):
                isArray = isinstance(value, (np.ndarray, Out))
                arguments += warp_array(value) if isArray else [value]
            return arguments

        def compile_for(entry, gpu):
            import tempfile

            import warp

            kernel.module.options.update({"enable_backward": False, "block_dim": block})
            with tempfile.TemporaryDirectory() as folder:
                files = warp.compile_aot_module(
                    kernel.module, arch=gpu, module_dir=folder, use_ptx=True
                )
                files = files if isinstance(files, list) else [files]
                text = pathlib.Path(files[0]).read_text()
                (about,) = pathlib.Path(folder).rglob("*.meta")
                about = json.loads(about.read_text())
            (shared,) = {value for key, value in about.items() if "forward_smem_bytes" in key}
            grid = min(-(-bounds()[1] // block), blocks or 1 << 30)
            return split_structures(text), {"grid": grid, "block": block, "shared": shared}

        topic = pathlib.Path(make.__code__.co_filename).stem
        register(Program(topic, kernel.key, "warp-lang", compile_for, flat, since))
        return make

    return decorate


# ===------------------------------------------------------------------------===#
# CUTLASS
# ===------------------------------------------------------------------------===#


@functools.cache
def cutlass_ptx(file, gpu, options=()):
    """The PTX of a file here that includes CUTLASS."""
    import cutlass_library

    include = pathlib.Path(cutlass_library.__file__).parent / "source" / "include"
    command = [find_nvcc(), "-ptx", "-std=c++17", "-O3", f"-arch=sm_{gpu}", "-w"]
    # CUTLASS's functions of sm_100 call constexpr functions of the host.
    command += ["--expt-relaxed-constexpr", *options, "-I", include, "-o", "-", FOLDER / file]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(done.stderr)
    return done.stdout


def register_cutlass(name, compile_for, make, since, gpus=None, file=None):
    # A toolkit without nvcc will do for all else: there is none of these then.
    if find_nvcc():
        topic = pathlib.Path(make.__code__.co_filename).stem
        package = "nvidia-cutlass"
        register(Program(topic, name, package, compile_for, make, since, gpus, file=file))


def cutlass_program(name, size, macros, since=75):
    """Makes a program of cutlass_gemm.cu of a function from a random generator to
    arguments. SIZE is M, N and K."""

    def compile_for(entry, gpu):
        options = [f"-D{key}={value}" for key, value in {"NAME": name, **macros}.items()]
        grid = [-(-size[0] // 64), -(-size[1] // 64)]
        shape = {"grid": grid, "block": 128, "shared": 48 << 10}
        return cutlass_ptx("cutlass_gemm.cu", gpu, tuple(options)), shape

    def decorate(make):
        register_cutlass(name, compile_for, make, since)
        return make

    return decorate


def collective_program(file, name, gpu, grid, block, mend=lambda text: text):
    """Makes a program of a FILE whose kernels are for one GPU each, of a function from
    a random generator to arguments. MEND makes other PTX of the PTX."""

    def compile_for(entry, gpu):
        shape = {"grid": grid, "block": block, "shared": 99 << 10, "entry": name}
        return mend(cutlass_ptx(file, f"{gpu}a" if gpu >= 90 else gpu)), shape

    def decorate(make):
        register_cutlass(name, compile_for, make, gpu, (gpu,), file)
        return make

    return decorate


# ===------------------------------------------------------------------------===#
# PTX, made once
# ===------------------------------------------------------------------------===#


class Compiler:
    """Makes PTX of programs, once for each text, GPU and version of the compiler."""

    def __init__(self, cache):
        self.cache = pathlib.Path(cache)
        self.cache.mkdir(parents=True, exist_ok=True)

    @functools.cached_property
    def texts(self):
        """All texts here, for topics import from one another."""
        digest = hashlib.sha256()
        for file in sorted([*FOLDER.glob("*.py"), *FOLDER.glob("*.cu")]):
            if not file.name.startswith(("test_", "conftest")):
                digest.update(file.read_bytes())
        return digest.hexdigest()

    def path(self, entry, gpu):
        version = importlib.metadata.version(entry.package)
        key = hashlib.sha256(repr((self.texts, entry.package, version, gpu)).encode())
        return self.cache / f"{entry.name}.sm_{gpu}.{key.hexdigest()[:16]}.ptx"

    def compile(self, entry, gpu):
        path = self.path(entry, gpu)
        launch = path.with_suffix(".json")
        if not launch.exists():
            text, shape = entry.compile(entry, gpu)
            for file, what in ((path, text), (launch, json.dumps(shape))):
                scratch = file.with_suffix(f".{os.getpid()}")
                scratch.write_text(what)
                os.replace(scratch, file)
        shape = json.loads(launch.read_text())
        # JSON has lists where the launch has tuples.
        shape = {key: tuple(v) if isinstance(v, list) else v for key, v in shape.items()}
        return Compiled(entry, path, path.read_text(), **shape)


def cache_of(bin_dir):
    """Where the PTX lies, beside the tools of a build."""
    return pathlib.Path(bin_dir).parent / "test" / "Emulator" / "clients"


def main():
    """Compiles all that tests of this commit take, so that they need not wait for one
    another."""
    bin_dir = os.environ.get("TESSERA_BIN", SOURCE_DIR / "build" / "release" / "bin")
    compiler = Compiler(cache_of(bin_dir))

    def compile(entry, gpu):
        try:
            compiler.compile(entry, gpu)
        except Exception as error:  # A compiler of others may throw anything.
            print(f"{entry.package} fails on {entry.name} for sm_{gpu}: {error}", file=sys.stderr)

    # nvcc is a process of its own; the others run in this one, one after the other.
    with concurrent.futures.ThreadPoolExecutor(1) as nvcc:
        for entry in load().values():
            for gpu in filter(lambda gpu: rotation.is_due(entry.key(gpu)), variants(entry)):
                if entry.package == "nvidia-cutlass":
                    nvcc.submit(compile, entry, gpu)
                else:
                    compile(entry, gpu)


if __name__ == "__main__":
    # Topics register their programs with the module 'clients', not with '__main__'.
    sys.path.insert(0, str(FOLDER))
    importlib.import_module("clients").main()
