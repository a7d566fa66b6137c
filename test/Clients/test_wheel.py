# ===- test_wheel.py - What pip installs ----------------------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""The wheel is built and installed as by users, and cuTile finds its tools."""

import hashlib
import importlib.util
import os
import pathlib
import subprocess
import sys
import zipfile

import pytest
from packaging.metadata import Metadata
from packaging.utils import parse_wheel_filename
from test_cutile import BIN_DIR, RELEASES, SOURCE_DIR

TOOLS = sorted(tool.name for tool in BIN_DIR.iterdir() if tool.is_symlink())
MIB = 1 << 20
FIND = "from cuda.tile import _compile; print(_compile._find_compiler_bin().path)"


def run(*command, **environment):
    done = subprocess.run(
        list(map(str, command)),
        capture_output=True,
        text=True,
        timeout=300,
        env={**os.environ, "TESSERA_BIN": str(BIN_DIR), **environment},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def pip(*arguments):
    run(sys.executable, "-m", "pip", *arguments, "--no-index", "--no-deps", "-q")


def make_wheel(folder):
    """With the back end of this environment, as there need be no index."""
    pip("wheel", "--no-build-isolation", "-w", folder, SOURCE_DIR / "python")
    (file,) = folder.iterdir()
    return file


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    return make_wheel(folder)


@pytest.fixture(scope="module")
def prefix(wheel, tmp_path_factory):
    folder = tmp_path_factory.mktemp("prefix")
    pip("install", "--ignore-installed", "--prefix", folder, wheel)
    return folder


def site_packages(prefix):
    (folder,) = prefix.glob("lib*/python*/site-packages")
    return folder


def test_is_small(wheel, prefix):
    assert wheel.stat().st_size <= 45 * MIB
    installed = sum(file.stat().st_size for file in prefix.rglob("*") if file.is_file())
    assert installed <= 120 * MIB


def test_is_the_same_each_time(wheel, tmp_path):
    again = make_wheel(tmp_path)
    digests = {hashlib.sha256(file.read_bytes()).digest() for file in (wheel, again)}
    assert again.name == wheel.name and len(digests) == 1


def test_metadata_is_valid(wheel):
    """By the rules by which an index takes it."""
    with zipfile.ZipFile(wheel) as archive:
        (info,) = {name.split("/")[0] for name in archive.namelist() if ".dist-info/" in name}
        said = Metadata.from_email(archive.read(f"{info}/METADATA"), validate=True)
        licenses = [archive.read(f"{info}/licenses/{name}") for name in said.license_files]
    assert said.version == parse_wheel_filename(wheel.name)[1]
    assert said.license_expression == "Apache-2.0 WITH LLVM-exception"
    assert said.provides_extra == ["cutile", "mcp", "ptxas", "python"]
    assert "TESSERA_FIRST=1" in said.description
    assert licenses[0] == (SOURCE_DIR / "LICENSE").read_bytes()
    for part in () if len(licenses) == 1 else (b"zlib", b"Zstandard", b"glibc"):
        assert part in licenses[1]


@pytest.mark.skipif(
    not (BIN_DIR / "tessera-cuda").exists(), reason="the tools are linked dynamically"
)
def test_runs_where_its_tag_says(wheel):
    """auditwheel finds the same oldest glibc, and no other library that is needed."""
    said = " ".join(run(sys.executable, "-m", "auditwheel", "show", wheel).split())
    ((tag,),) = [parse_wheel_filename(wheel.name)[3]]
    assert tag.platform.startswith("manylinux_2_2")
    assert f'consistent with the following platform tag: "{tag.platform}"' in said


@pytest.mark.parametrize("number, machine", ((62, "x86_64"), (183, "aarch64")))
def test_tag_names_the_machine_of_the_programs(tmp_path, number, machine):
    """That which makes the wheel may be another."""
    path = SOURCE_DIR / "python/hatch_build.py"
    specification = importlib.util.spec_from_file_location("hook", path)
    hook = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(hook)
    header = b"\x7fELF".ljust(18, b"\0") + bytes((number, 0))
    (tmp_path / "static").write_bytes(header)
    assert hook.platform([tmp_path / "static"]) == f"linux_{machine}"
    (tmp_path / "shared").write_bytes(header + b"\0libc.so.6\0GLIBC_2.17\0GLIBC_2.27\0")
    files = [tmp_path / "static", tmp_path / "shared"]
    assert hook.platform(files) == f"manylinux_2_27_{machine}"


def test_says_what_is_not_built(tmp_path):
    command = [sys.executable, "-m", "pip", "wheel", "--no-index", "--no-deps"]
    command += ["--no-build-isolation", "-w", tmp_path, SOURCE_DIR / "python"]
    environment = {**os.environ, "TESSERA_BIN": str(tmp_path / "bin")}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=300)
    assert done.returncode != 0 and f"nothing is built in {tmp_path}" in done.stdout + done.stderr


def test_every_tool_starts(prefix):
    assert TOOLS
    for tool in TOOLS:
        assert "USAGE" in run(prefix / "bin" / tool, "--help")


def test_has_what_calls_the_cuda_driver(prefix):
    """The tools cannot call the driver themselves, because they are linked statically."""
    name = "bin/tessera-cuda"
    assert (prefix / name).exists() == (BIN_DIR.parent / name).exists()


def test_has_the_package(prefix):
    """The package finds the library in the environment."""
    code = "import tessera; print(tessera.compile(%r, stage='ptx').ptx)"
    source = (SOURCE_DIR / "examples/vector_add.mlir").read_text()
    said = run(sys.executable, "-c", code % source, PYTHONPATH=str(site_packages(prefix)))
    assert ".entry vector_add" in said


def test_runs_programs_without_a_gpu(prefix):
    """The driver finds the library as well."""
    code = """
import ctypes
cuda, name = ctypes.CDLL("libcuda.so.1"), ctypes.create_string_buffer(99)
assert cuda.cuInit(0) == 0 and cuda.cuDeviceGetName(name, 99, 0) == 0
print(name.value.decode(), *[line for line in open("/proc/self/maps") if "libcuda" in line])
"""
    said = run(prefix / "bin/tessera", "run", "--gpu=sm_80", sys.executable, "-c", code)
    assert "sm_80" in said and str(prefix / "lib/tessera/libcuda.so.1") in said
    assert "release" in run(prefix / "lib/tessera/ptxas", "--version")


def test_compiles(prefix, tmp_path):
    """Compiles, also through a link to the tool."""
    link = tmp_path / "tileiras"
    link.symlink_to(prefix / "bin" / "tileiras")
    source = SOURCE_DIR / "examples/vector_add.tileirbc"
    for number, tool in enumerate((prefix / "bin/tileiras", link)):
        run(tool, source, "--gpu-name=sm_90", "--emit=ptx", "-o", tmp_path / f"{number}.ptx")
    assert ".entry" in (tmp_path / "0.ptx").read_text()
    assert (tmp_path / "0.ptx").read_bytes() == (tmp_path / "1.ptx").read_bytes()


@pytest.fixture
def rivals(tmp_path):
    """A folder with NVIDIA's packages, as far as cuTile looks at them."""
    for name in ("nvidia_cuda_tileiras", "nvidia_cuda_nvcc", "nvidia_nvvm"):
        info = tmp_path / f"{name}-13.5.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 13.5.0\n")
    tool = tmp_path / "nvidia/cu13/bin/tileiras"
    tool.parent.mkdir(parents=True)
    (tmp_path / "nvidia/cu13/__init__.py").touch()
    tool.write_text("#!/bin/sh\nexit 1\n")
    tool.chmod(0o755)
    return tmp_path


@pytest.mark.parametrize("release", RELEASES)
def test_is_found_first_where_asked_for(prefix, rivals, release):
    site = site_packages(prefix)
    paths = (pathlib.Path(os.environ["TESSERA_CUTILE"], release), rivals, site)
    environment = {
        "PYTHONPATH": os.pathsep.join(map(str, paths)),
        "PATH": f"{prefix / 'bin'}{os.pathsep}{os.environ['PATH']}",
    }
    # Python reads start-up files (.pth) only in its own folders.
    start = f"import site; site.addsitedir({str(site)!r}); "

    def found(code, **more):
        return run(sys.executable, "-c", start + code, **environment, **more).strip()

    ours, theirs = prefix / "bin/tileiras", rivals / "nvidia/cu13/bin/tileiras"
    assert found(FIND) == str(theirs)
    assert found(FIND, TESSERA_FIRST="0") == str(theirs)
    assert found(FIND, TESSERA_FIRST="1") == str(ours)
    assert found("import tessera_tile; tessera_tile.use_first(); " + FIND) == str(ours)


def test_server_for_assistants_starts(prefix):
    """It ends with its input. test/Python/test_mcp.py asks it."""
    run("sh", "-c", f"{prefix}/bin/tessera-mcp < /dev/null", PYTHONPATH=str(site_packages(prefix)))


def test_pytest_finds_the_plugin(prefix):
    """test/Clients/driver/test_pytest_plugin.py runs a suite with it."""
    said = run(sys.executable, "-m", "pytest", "--help", PYTHONPATH=str(site_packages(prefix)))
    assert "--tessera-cases" in said


@pytest.mark.parametrize("page", ("README.md", "docs/tutorial.md", "docs/debugging.md"))
def test_pages_are_true_of_the_wheel(prefix, page):
    """Commands that they tell the reader to type do what they say, with a clone beside it."""
    python = os.path.dirname(sys.executable)
    run(
        sys.executable,
        SOURCE_DIR / "test/Docs/Inputs/pages.py",
        "run",
        SOURCE_DIR / page,
        SOURCE_DIR,
        prefix,
        PATH=f"{prefix}/bin{os.pathsep}{python}{os.pathsep}{os.environ['PATH']}",
    )
