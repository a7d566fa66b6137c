# ===- test_speed.py - The timing of test/gpu, without a GPU ----------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""test/gpu/run.sh --speed times kernels on a GPU. On the driver without a GPU its times
mean nothing, but all else can be tested: the kernels are compiled, loaded, launched,
captured, replayed and compared with numpy."""

import ctypes
import os
import pathlib
import re
import shutil
import subprocess
import sys

import numpy as np
import pytest
from test_triton import modules

SOURCE_DIR = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(SOURCE_DIR / "test" / "gpu" / "speed"))

import cublaslt  # noqa: E402
import rows  # noqa: E402
import speed  # noqa: E402
import tile_ir  # noqa: E402

#: One of each kind of elements, both kinds of attention, and all that memory limits.
KERNELS = ["16 128x128", "tf32 128x128", "i8 128x256", "e4m3 128x128", "128x64, d64", "softmax", "norm"]


@pytest.fixture(autouse=True)
def torch(monkeypatch):
    for name, module in modules().items():
        monkeypatch.setitem(sys.modules, name, module)


@pytest.fixture
def driver():
    return speed.Driver()


def compile_kernels(folder, words=tuple(KERNELS)):
    """Compiles like run.sh --make-kernels, with a second compiler that fails."""
    python = SOURCE_DIR / "build" / "venv" / "bin" / "python"
    tools = pathlib.Path(shutil.which("tileiras")).parent
    command = [python, tile_ir.__file__, folder, "--gpus=sm_90", "--beside=false", *words]
    subprocess.run(command, check=True, env=os.environ | {"TESSERA_BIN": str(tools)})


def test_table(tmp_path, monkeypatch, capsys):
    compile_kernels(tmp_path)
    options = ["--sizes=256", "--repetitions=2"]
    monkeypatch.setattr(sys, "argv", ["speed.py", str(tmp_path), *options, *KERNELS])
    monkeypatch.setattr(rows, "HEADS", 2)
    with pytest.raises(SystemExit) as end:
        speed.main()
    said = capsys.readouterr().out
    assert not end.value.code, said
    assert "capability: 90" in said and "without cuBLASLt: " in said
    number = r" \| [\d.]+"
    for row in rows.chosen(KERNELS):
        peer = "copy" if row.unit == "bytes" else r"Triton [\d.]+"
        for name in ("ours", "ours, for sm_80", peer):
            line = rf"\| {re.escape(row.name)} \| 256 \| {name}{number * 4} \|"
            assert len(re.findall(line, said)) == 1, f"{line}\n{said}"
        assert f"| {row.name} | 256 | NVIDIA's | — | — | — | exit status 1 |" in said
    assert len(rows.chosen(KERNELS)) == 9


class Idle:
    """A competitor whose products are 0."""

    name = tile_ir.OURS

    def __init__(self, driver):
        self.driver = driver

    def prepare(self, row, arguments):
        count = row.output(arguments.size).nbytes
        return lambda stream: self.driver.fill(arguments.output, 0, count, stream)


def test_wrong_results_are_told(driver, capsys):
    idle, row = Idle(driver), rows.ROWS[0]
    results = speed.run_row(driver, speed.Clock(driver, 1), [idle], row, 128)
    assert isinstance(results[idle.name], speed.Wrong)
    speed.print_row([idle], row, 128, results)
    assert "wrong: " in capsys.readouterr().out


class Products:
    """cuBLASLt by its manual: C = op(A) B, with column-major matrices."""

    def __init__(self, driver, row, size):
        self.driver, self.row, self.size = driver, row, size
        self.isTransposed = False

    def make(self, handle, *arguments):
        handle._obj.value = 1
        return 0

    cublasLtCreate = cublasLtMatmulDescCreate = make
    cublasLtMatrixLayoutCreate = cublasLtMatmulPreferenceCreate = make

    def cublasLtMatmulPreferenceSetAttribute(self, *arguments):
        return 0

    def cublasLtMatmulDescSetAttribute(self, description, attribute, value, count):
        assert attribute == 3 and count.value == 4  # CUBLASLT_MATMUL_DESC_TRANSA
        self.isTransposed = value._obj.value == 1
        return 0

    def cublasLtMatmulAlgoGetHeuristic(self, *arguments):
        arguments[-1]._obj.value = 1
        return 0

    def columns(self, pointer):
        host = np.empty((self.size,) * 2, rows.ELEMENTS[self.row.element].dtype)
        return self.driver.download(pointer, host).T.astype(np.float32)

    def cublasLtMatmul(self, handle, description, one, a, _, b, *others):
        left = self.columns(a).T if self.isTransposed else self.columns(a)
        product = (left @ self.columns(b)).T.astype(self.row.output(self.size).dtype)
        c = np.ascontiguousarray(product).ctypes.data_as(ctypes.c_void_p)
        self.driver.call("cuMemcpyHtoD_v2", others[2], c, ctypes.c_size_t(product.nbytes))
        return 0


@pytest.mark.parametrize("element", ["f16", "i8"])
def test_layouts_of_cublaslt(element, driver, monkeypatch):
    """The order of the factors, and the transposition of bytes, give the right product."""
    row, size = next(row for row in rows.ROWS if row.element == element), 32
    products = Products(driver, row, size)
    monkeypatch.setattr(cublaslt, "load_library", lambda: products)
    integers = row.inputs(size)
    inputs = [driver.upload(rows.ELEMENTS[element].encode(each)) for each in integers]
    arguments = rows.Arguments(size, inputs, driver.upload(row.output(size)))
    cublaslt.Compiler(driver).prepare(row, arguments)(driver.stream())
    result = driver.download(arguments.output, row.output(size))
    assert row.complaint(integers, result) is None
    assert products.isTransposed == (element == "i8")


def test_bits_of_elements():
    values = np.arange(-4, 5)
    bf16 = (rows.bits_of_bf16(values).astype(np.uint32) << 16).view(np.float32)
    assert (bf16 == values).all()
    codes = rows.bits_of_e4m3(values)
    exponent, fraction = codes >> 3 & 15, codes & 7
    e4m3 = np.where(codes & 127, (1 + fraction / 8) * 2.0 ** (exponent - 7.0), 0)
    assert (np.where(codes & 128, -e4m3, e4m3) == values).all()


#: Stands for Nsight Compute: runs the program behind its options, and has pages as ncu
#: prints them.
NCU = """#!{python}
import subprocess
import sys

if "--import" not in sys.argv:
    program = sys.argv[sys.argv.index({python!r}) :]
    sys.exit(subprocess.run(program).returncode)
print('"Kernel Name","rms_norm"')
if "details" in sys.argv:
    print('"ID","Metric Name","Metric Unit","Metric Value"')
    print('"0","L2 Hit Rate","%","54.40"')
else:
    print('"Address","Source","# Samples","stall_wait","stall_long_sb","stall_wait (Not Issued)"')
    print('"0x10","      LDG.E.128 R8","1","1","0","0"')
    print('"0x20","      FMNMX R15, R9","1,000","90","910","90"')
"""


def test_profile(tmp_path):
    """The kernel runs under ncu, and what waits most is said with its reasons."""
    compile_kernels(tmp_path, ["norm"])
    ncu = tmp_path / "ncu"
    ncu.write_text(NCU.format(python=sys.executable))
    ncu.chmod(0o755)
    script = SOURCE_DIR / "test" / "gpu" / "speed" / "ncu.py"
    command = [
        sys.executable, script, tmp_path, "--size=256", f"--ncu={ncu}", f"--keep={tmp_path}/kept",
        "norm",
    ]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True)
    assert not done.returncode, done.stderr
    assert done.stdout.splitlines() == [
        "rms norm f16 1x1024, 256, ours:",
        "  L2 Hit Rate: 54.40 %",
        "   99.9 %     1 FMNMX R15, R9  [long_sb 910, wait 90]",
    ]
    kept = tmp_path / "kept" / "rms-norm-f16-1x1024-ours-source.csv"
    assert kept.read_text().startswith("Address,Source,")
    missing = subprocess.run([*command[:-1], "--by=NVIDIA's", "norm"], capture_output=True)
    assert missing.returncode and b"does not exist" in missing.stderr
