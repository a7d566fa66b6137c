# ===- test_remarks.py - What is said is complete and documented ----------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""All remarks on the kernels of real size, as clients read them: missed optimisations have
a reason and a suggestion, and the kinds are those of the table in docs/tools/tileiras.md.
"""

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

#: Remarks of kernels that are to have agents, of loops with very many ops, and of programs
#: that a test of a pass has.
MADE_BY_LIT = {
    "RemarkAgentsNotSplit": "Dialect/TileAS/Transforms/Rings/split-agents.mlir",
    "RemarkBuffersAlternate": "Dialect/TileAS/Transforms/Memory/alternate-buffers.mlir",
    "RemarkIssuingWarp": "Dialect/TileAS/Transforms/Rings/plan-issue.mlir",
    "RemarkPlannedAgain": "Compiler/spill-feedback.test",
    "RemarkProductPostponed": "Dialect/TileAS/Transforms/Products/postpone-products.mlir",
    "RemarkProductsGathered": "Dialect/TileAS/Transforms/Products/gather-products.mlir",
    "RemarkProductsOverlap": "Compiler/products-overlap.mlir",
    "RemarkProductsPaired": "Dialect/TileAS/Transforms/Memory/pair-products.mlir",
    "RemarkScoresLead": "Dialect/TileAS/Transforms/Products/lead-scores.mlir",
    "RemarkScheduleUnproven": "Dialect/TileAS/Transforms/Loops/schedule-large-loops.test",
    "RemarkSumsTakeTurns": "Dialect/TileAS/Transforms/Rings/alternate-sums.mlir",
    "RemarkSumScaled": "Dialect/TileAS/Transforms/Memory/place-sums-scaled.mlir",
    "RemarkTakesBlocks": "Dialect/TileAS/Transforms/Rings/take-blocks.mlir",
    "RemarkTilesKept": "Dialect/TileAS/Transforms/Memory/keep-tiles.mlir",
    "RemarkTilesNotKept": "Dialect/TileAS/Transforms/Memory/keep-tiles.mlir",
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


@pytest.fixture
def explain(tools, tmp_path):
    """A function that compiles for a GPU, and gives all remarks."""

    def run(source, gpu):
        file = tmp_path / "remarks.yaml"
        tools.run(
            "tileiras", source, "-o", tmp_path / "cubin", f"--gpu-name={gpu}",
            "--remark-format=yaml", "--remarks=all", f"--remarks-output-file={file}",
        )  # fmt: skip
        return list(documents(file.read_text()))

    return run


@pytest.fixture
def explain_case(explain, real_bytecode):
    """The same for a kernel and several GPUs; arrays are known to be aligned for one."""

    def run(case):
        for gpu in GPUS:
            yield explain(real_bytecode(case, "13.3", gpu == GPUS[0]), gpu)

    return run


@pytest.mark.rotated
@pytest.mark.parametrize("case", CASES.values(), ids=lambda case: case.name)
def test_kernel_is_explained(explain_case, case):
    """Remarks on a kernel's resources and on each load and store have the kernel's name and
    a documented kind; missed ones have a reason and a suggestion."""
    for remarks in explain_case(case):
        names = {name for _, name, _, _, _ in remarks}
        assert {function for _, _, _, function, _ in remarks} == {case.name}
        assert "RemarkKernelResources" in names
        assert any(name.startswith("RemarkMemory") for name in names)
        assert {(name, category) for _, name, category, _, _ in remarks} <= set(DOCUMENTED.items())
        for kind, name, _, _, arguments in remarks:
            if kind == "Missed":
                assert [key for key, _ in arguments] == ["Reason", "Suggestion"], name


def test_each_kind_occurs(explain, real_bytecode):
    """The table has no row of a remark that is never made."""
    # Tiles overlap where arrays are known to be aligned in every dimension.
    remarks = explain(real_bytecode(CASES["matmul_persistent"], "13.3", ALL_ALIGNED), "sm_90")
    for program in sorted((SOURCE_DIR / "test/Compiler/remarks").glob("*.mlir")):
        remarks += explain(program, "sm_90")
    made = {(name, category) for _, name, category, _, _ in remarks}
    assert made == {row for row in DOCUMENTED.items() if row[0] not in MADE_BY_LIT}
    for name, test in MADE_BY_LIT.items():
        assert name in (SOURCE_DIR / "test" / test).read_text()
    missed = [[key for key, _ in remark[-1]] for remark in remarks if remark[0] == "Missed"]
    assert len(missed) > 5 and all(keys == ["Reason", "Suggestion"] for keys in missed)


def test_schedules_are_minimal(explain_case):
    """The search ends with a proof: of the loops of real kernels that have a schedule,
    nearly all have the shortest interval that there is."""
    proofs = [
        dict(arguments)["Minimal"].strip("'\"")
        for name in ("matmul_f32_f32", "matmul_tf32", "matmul_transposed_f32", "paged_attention")
        for remarks in explain_case(CASES[name])
        for _, name, _, _, arguments in remarks
        if name == "RemarkSchedule"
    ]
    assert len(proofs) >= 10
    assert proofs.count("true") >= 0.95 * len(proofs), (proofs.count("true"), len(proofs))
