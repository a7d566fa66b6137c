# ===- test_remarks.py - What is said is complete and documented ----------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""All remarks on the kernels of real size, as clients read them: what was missed has a
reason and a suggestion, and each kind is in the table of docs/tools/tileiras.md, as
each of the table occurs.
"""

import concurrent.futures
import re

import pytest
from all_cases import CASES
from conftest import SOURCE_DIR
from kernels import ALL_ALIGNED

GPUS = ("sm_75", "sm_90", "sm_120")
TABLE = (SOURCE_DIR / "docs/tools/tileiras.md").read_text()
#: The category of each kind, as its row of the table gives it.
DOCUMENTED = {
    name: category
    for row in re.findall(r"^\| (`Remark.*?\)) \|", TABLE, re.MULTILINE)
    for name in re.findall(r"`(\w+)`", row)
    for category in re.findall(r"\((\w+)\)", row)
}


def documents(yaml):
    """The kind, name, category, function and arguments of each remark."""
    for document in yaml.split("--- !")[1:]:
        kind, _, rest = document.partition("\n")
        head, _, arguments = rest.partition("Args:\n")
        fields = dict(re.findall(r"^(\w+): +(.*)$", head, re.MULTILINE))
        category = fields["Pass"].lower().replace("-", "")
        arguments = re.findall(r"^  - (\w+): +(\S.*)$", arguments, re.MULTILINE)
        yield kind, fields["Name"], category, fields["Function"], arguments


@pytest.fixture(scope="module")
def remarks(tools, real_bytecode, tmp_path_factory):
    """Those of every kernel for several GPUs, and of programs that ask for what is not
    done."""
    folder = tmp_path_factory.mktemp("remarks")
    jobs = [
        (number, real_bytecode(case, "13.3", aligned), gpu)
        for number, (case, gpu, aligned) in enumerate(
            (case, gpu, gpu == GPUS[0]) for case in CASES.values() for gpu in GPUS
        )
    ]
    # Tiles overlap where arrays are known to be aligned in every dimension.
    tiles = CASES["matmul_persistent"]
    jobs.append(("tiles", real_bytecode(tiles, "13.3", ALL_ALIGNED), "sm_90"))
    programs = sorted((SOURCE_DIR / "test/Compiler").glob("remarks*.mlir"))
    jobs += [(program.stem, program, "sm_90") for program in programs]

    def explain(job):
        name, source, gpu = job
        file = folder / f"{name}.yaml"
        tools.run(
            "tileiras", source, "-o", folder / f"{name}.cubin", f"--gpu-name={gpu}",
            "--remark-format=yaml", "--remarks=all", f"--remarks-output-file={file}",
        )  # fmt: skip
        return list(documents(file.read_text()))

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        return [remark for each in pool.map(explain, jobs) for remark in each]


def test_missed_say_why_and_what_to_do(remarks):
    missed = [remark for remark in remarks if remark[0] == "Missed"]
    assert len(missed) > len(CASES)
    for remark in missed:
        assert [key for key, _ in remark[-1]] == ["Reason", "Suggestion"], remark


def test_all_are_documented(remarks):
    assert {(name, category) for _, name, category, _, _ in remarks} == set(DOCUMENTED.items())


def test_every_kernel_is_explained(remarks):
    """What it needs, and each of its loads and stores; all in its name."""
    explained = {}
    for _, name, _, function, _ in remarks:
        explained.setdefault(function, set()).add(name)
    for case in CASES.values():
        assert "RemarkKernelResources" in explained[case.name]
        assert any(name.startswith("RemarkMemory") for name in explained[case.name])


def test_schedules_are_minimal(remarks):
    """The search ends with a proof: of the loops of real kernels that have a schedule,
    nearly all have the shortest interval that there is."""
    proofs = [
        dict(arguments)["Minimal"].strip("'\"")
        for _, name, _, _, arguments in remarks
        if name == "RemarkSchedule"
    ]
    assert len(proofs) >= 10
    assert proofs.count("true") >= 0.95 * len(proofs), (proofs.count("true"), len(proofs))
