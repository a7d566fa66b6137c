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


FOLDER = pathlib.Path(__file__).parent


def run_on_two_devices(*arguments):
    return subprocess.run(
        [sys.executable, *arguments],
        env=os.environ | {"TESSERA_GPUS": "2"},
        cwd=FOLDER,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def test_two_devices(tmp_path):
    options = ["-q", "-p", "no:cacheprovider", "--rootdir", FOLDER, "--basetemp", tmp_path / "two"]
    done = run_on_two_devices("-m", "pytest", *options, FOLDER / "torch_devices.py")
    assert done.returncode == 0, done.stdout


def test_kernel_on_the_wrong_device():
    program = "import torch_devices; torch_devices.launch_on_the_wrong_device()"
    done = run_on_two_devices("-c", program)
    told = "points to memory of device 1, and the launch is on device 0: cuCtxEnablePeerAccess"
    assert done.returncode != 0 and told in done.stdout, done.stdout
