# ===- test_torch_devices.py - torch on two devices ----------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""The number of devices is a setting of a whole process, so that tests of two run in one of
their own."""

import os
import pathlib
import subprocess
import sys

import pytest

FOLDER = pathlib.Path(__file__).parent


def run_on_two_devices(*arguments, **variables):
    return subprocess.run(
        [sys.executable, *arguments],
        env=os.environ | {"TESSERA_GPUS": "2"} | variables,
        cwd=FOLDER,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def test_two_devices(tmp_path):
    options = ["-q", "-p", "no:cacheprovider", "--rootdir", FOLDER, "--basetemp", tmp_path / "two"]
    done = run_on_two_devices("-m", "pytest", *options, FOLDER / "torch_devices.py")
    assert done.returncode == 0, done.stdout


#: Says which device has a new tensor, before and after the program hides one.
VISIBLE = """
import os, torch
print(torch.cuda.is_available(), torch.cuda.device_count())
os.environ["CUDA_VISIBLE_DEVICES"] = "1"
print(torch.cuda.device_count(), torch.ones(1, device="cuda").device)
os.environ["CUDA_VISIBLE_DEVICES"] = ""
print(torch.cuda.device_count(), torch.cuda.get_device_properties(0).pci_bus_id)
"""


@pytest.mark.parametrize("visible, count", [("1,0", 2), ("0", 1), ("", 0)])
def test_devices_that_a_program_hides(visible, count):
    """The list of the first use holds."""
    done = run_on_two_devices("-c", VISIBLE, CUDA_VISIBLE_DEVICES=visible)
    assert done.stdout == f"{count > 0} {count}\n1 cuda:0\n1 1\n"


def run_program(name):
    return run_on_two_devices("-c", f"import torch_devices; torch_devices.{name}()")


@pytest.mark.parametrize(
    "name", ["launch_after_a_copy", "gather_from_all_devices", "write_where_it_may"]
)
def test_kernel_with_access(name):
    done = run_program(name)
    assert done.returncode == 0, done.stdout


def test_contexts_are_retained_once():
    assert run_program("change_devices").stdout == "retained 1\nactive 1.0\n"


def test_kernel_on_the_wrong_device():
    done = run_program("launch_on_the_wrong_device")
    told = "points to memory of device 1, and the launch is on device 0: cuCtxEnablePeerAccess"
    assert done.returncode != 0 and told in done.stdout, done.stdout


def test_kernel_with_a_list_of_the_wrong_device():
    done = run_program("gather_without_access")
    told = "this is memory of device 1, and the launch is on device 0: cuCtxEnablePeerAccess"
    assert done.returncode != 0 and told in done.stdout, done.stdout
