# ===- test_seeded.py - No defect goes unnoticed ----------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Every synchronisation of every program for GPUs before sm_90 is taken away, and every access moved out
of its buffer, one at a time: each mutant is found, or a rule of redundant.py proves
from the text that what was taken away is not needed. One that is called redundant
and found all the same is a false finding or a wrong rule."""

import re

import clients
import pytest
import redundant
import seeded

#: One GPU for each program: the generations rotate.
CASES = [
    pytest.param(
        entry, gpu, id=f"{entry.name}-sm_{gpu}", marks=pytest.mark.rotated(entry.key(gpu))
    )
    for number, entry in enumerate(clients.load().values())
    if not entry.gpus
    for gpu in [clients.variants(entry)[number % len(clients.variants(entry))]]
]

#: Mutants that no rule over the text proves: the program, the instruction, and the reason.
EXPLAINED = {
    ("cutlass_f16_3_stages", "cp.async.wait_all;"): "behind the loop; the predicates of "
    "all copies past the end of K are off, so that none is in flight there",
}


@pytest.mark.parametrize("entry, gpu", CASES)
def test_defects_are_found(entry, gpu, compiler, emulator, tmp_path):
    made = compiler.compile(entry, gpu)
    lines = seeded.executed(emulator, made, tmp_path)
    checks = seeded.checks_of(emulator, made, tmp_path)
    wrong = []
    for mutant in seeded.mutants(made, lines):
        found = seeded.search(emulator, made, mutant, tmp_path, checks)
        why = mutant.kind == "synchronisation" and redundant.why_redundant(
            made.text, mutant.line
        )
        instruction = made.text.splitlines()[mutant.line - 1].strip()
        why = why or EXPLAINED.get((entry.name, instruction))
        where = f"{made.path}:{mutant.line}: {instruction}"
        if not found and not why:
            wrong.append(f"{where}: nobody misses it")
        if found and why:
            wrong.append(f"{where}: {why}, but without it\n{found}")
        if found and seeded.SYNTAX.search(found):
            wrong.append(f"{where}: the mutant is no PTX\n{found}")
    if wrong:
        pytest.fail("\n".join(wrong), pytrace=False)


LOOP = """.visible .entry k(
)
{
  st.shared.b32 [%r1], %r2;
  bar.sync 0;
  ld.shared.b32 %r3, [%r4];
  bar.sync 0;
L:
  cp.async.wait_group 1;
  cp.async.wait_group 0;
  bar.sync 0;
  ld.shared.b32 %r3, [%r4];
  @%p bra L;
  bar.sync 0;
  ret;
}
"""


def test_rules_of_redundancy():
    """The rules themselves: barriers between a store and a load are needed."""
    why = {
        n: redundant.why_redundant(LOOP, n)
        for n, text in enumerate(LOOP.split("\n"), 1)
        if "bar.sync" in text or "wait" in text
    }
    assert not why[5], "a store before it, a load behind it"
    assert not why[11], "a wait for copies before it, a load behind it"
    assert why[14], "nothing behind it"
    assert not why[10], "the wait before it leaves one group in flight"
    commit = LOOP.replace("wait_group 0", "commit_group")
    assert not redundant.why_redundant(commit, 9)
    twice = LOOP.replace("wait_group 1", "wait_group 0")
    assert redundant.why_redundant(twice, 10), "the wait before it does as much"


def test_fences_in_front_of_a_barrier():
    """A thread need not fence for others who have done so in front of a barrier."""
    fence = "fence.proxy.async.shared::cta;"
    text = f""".entry k(
)
{{
  ld.shared.b32 %r3, [%r4];
  {fence}
  bar.sync 0;
  @%p {fence}
  @%p cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%r1], [%rd2], 16, [%r5];
  ret;
}}
"""
    assert redundant.why_redundant(text, 7)
    assert not redundant.why_redundant(text, 5), "another thread's fence is behind its branch"
    for place in ("  bar.sync 0;\n", f"  @%p {fence}\n"):
        access = text.replace(place, "  st.shared.b32 [%r4], %r2;\n" + place)
        assert not redundant.why_redundant(access, 8), "an access behind the first fence"
    some = text.replace(f"  {fence}\n  bar", f"  @%q {fence}\n  bar")
    assert not redundant.why_redundant(some, 7), "not all threads fence"
    apart = text.replace("  bar.sync 0;", "  @%q bra L;\n  bar.sync 0;\n  ret;\nL:\n  bar.sync 0;")
    assert not redundant.why_redundant(apart, 11), "others may meet at the other line"


def test_shared_variables_are_kept_apart():
    """A barrier between a store to one variable and a load of another is not needed."""
    text = LOOP.replace("{\n", "{\n.shared .align 4 .b8 a[4]; .shared .align 4 .b8 b[4];\n", 1)
    apart = text.replace("[%r1]", "[a]", 1).replace("[%r4]", "[b]", 1)
    lines = apart.split("\n")
    assert redundant.why_redundant(apart, lines.index("  bar.sync 0;") + 1)
    same = apart.replace("[b]", "[a]", 1)
    assert not redundant.why_redundant(same, lines.index("  bar.sync 0;") + 1)
    unknown = apart.replace("[b]", "[%r9]", 1)
    assert not redundant.why_redundant(unknown, lines.index("  bar.sync 0;") + 1)


def test_stores_of_what_is_there():
    """A thread that stores what it has just loaded from there changes nothing."""
    back = """.entry k(
)
{
  st.shared.b32 [%r1], %r2;
  bar.sync 0;
  ld.shared.b32 %r3, [%r4];
  bar.sync 0;
  st.shared.b32 [%r4], %r3;
  bar.sync 0;
  ld.shared.b32 %r5, [%r6];
  ret;
}
"""

    def redundant_lines(text):
        return [n for n in (5, 7, 9) if redundant.why_redundant(text, n)]

    assert redundant_lines(back) == [7, 9]
    # Who loads a place and then stores to it keeps it for itself.
    assert redundant_lines(back.replace("[%r4], %r3", "[%r4], %r2")) == [7]
    assert redundant_lines(back.replace("[%r4], %r3", "[%r7], %r3")) == []
    between = "  mov.b32 %r3, 1;\n  st.shared.b32 [%r4], %r3;"
    changed = back.replace("  st.shared.b32 [%r4], %r3;", between)
    assert not redundant.why_redundant(changed, 10)
    moved = back.replace("  bar.sync 0;\n  st", "  bar.sync 0;\n  add.u32 %r4, %r4, 4;\n  st")
    assert not redundant.why_redundant(moved, 7), "another place"
    for sync in ("bar.sync 0;", "bar.warp.sync -1;"):
        again = f"  {sync}\n  ld.shared.b32 %r3, [%r4];\n  {sync}\n  st.shared.b32 [%r1], %r2;"
        rounds = back.replace("  bar.sync 0;", again, 1)
        assert not redundant.why_redundant(rounds, 7), "the store before is behind another"
    some = back.replace("  st.shared.b32 [%r4], %r3", "  @%p1 st.shared.b32 [%r4], %r2")
    assert not redundant.why_redundant(some, 7), "not all threads store"


def test_fences_of_the_async_proxy():
    """One is for nothing where all threads have met and nobody copies by the machine
    behind that."""
    text = """.entry k(
)
{
  wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%r5}, %rd1, %rd2, 0, 1, 1, 0, 0;
  bar.sync 0;
  st.shared.b32 [%r1], %r2;
  fence.proxy.async.shared::cta;
  bar.sync 0;
  ld.shared.b32 %r3, [%r4];
  ret;
}
"""

    def is_redundant(changed):
        return bool(redundant.why_redundant(changed, 7))

    fence = "  fence.proxy.async.shared::cta;\n"
    between = "  mbarrier.init.shared.b64 [%r4], 1;\n"
    needed = text.replace("ld.shared.b32", "tcgen05.cp.cta_group::1")
    twice = needed.replace(fence, fence + between + fence)
    assert is_redundant(twice), "another one follows it"
    assert not redundant.why_redundant(twice, 9), "the last one"
    access = between.replace(between.strip(), "st.shared.b32 [%r4], %r2;")
    assert is_redundant(twice.replace(between, access)), "which the other one orders, too"
    meets = twice.replace(between, "  bar.sync 0;\n")
    assert is_redundant(meets), "all come to the other one"
    early = meets.replace(fence + "  bar.sync 0;\n  tcg", fence + "  tcgen05.cp.x;\n  bar.sync 0;\n  tcg")
    assert early != meets and not is_redundant(early), "another thread may be ahead"
    for other in ("mbarrier.arrive.shared.b64 _, [%r4]", "bar.sync 1, 64", "tcgen05.cp.cta_group::1 %r5"):
        assert not is_redundant(twice.replace(between, f"  {other};\n")), other
    skips = twice.replace(between, "  @%p bra L;\n").replace("  bar.sync 0;\n  tcg", "L:\n  bar.sync 0;\n  tcg")
    assert skips != twice and not is_redundant(skips), "some do not come to it"
    parts = twice.replace(between, "  bar.sync 0;\n").replace("  ret", "  ret;\nA:\n  bar.sync 0;\n  tcgen05.cp.x;\n  ret")
    parts = parts.replace("  bar.sync 0;", "  @%p bra A;\n  bar.sync 0;", 1)
    assert not redundant.why_redundant(parts, 8), "others meet it elsewhere"

    some = twice.replace(between, "  @%p1 bar.sync 0;\n")
    assert not is_redundant(some), "some meet others, who go on"
    elsewhere = meets.replace("  wgmma", "  @%p1 bar.sync 0;\n  wgmma")
    assert not redundant.why_redundant(elsewhere, 8), "others meet it from elsewhere"
    off = twice.replace(between, "  @%p bra L;\n").replace("  ret;\n", "  ret;\nL:\n")
    assert not is_redundant(off), "some run off the end"
    choice = twice.replace(between, "  brx.idx %r1, T;\n").replace("  bar.sync 0;\n  tcg", "L:\n  bar.sync 0;\n  tcg")
    assert not is_redundant(choice), "the list has the label behind the other one"

    assert is_redundant(text)
    assert not is_redundant(text.replace("  ret", "  @%p1 bar.sync 0;\n  tcgen05.cp.x;\n  ret")), "some may be there"
    assert not is_redundant(text.replace("bar.sync 0", "mov.b32 %r9, 0", 1)), "others may be late"
    assert not is_redundant(text.replace("bar.sync 0", "bar.sync 1, 64", 1)), "some meet"
    assert not is_redundant(text.replace("ld.shared.b32", "tcgen05.cp.cta_group::1"))
    assert not is_redundant(text.replace("  ret", "  mapa.u32 %r6, %r1, 1;\n  ret"))
    looped = text.replace("  wgmma", "L:\n  wgmma").replace("  ret", "  @%p bra L;\n  ret")
    assert not redundant.why_redundant(looped, 8), "the next round multiplies"
    assert not is_redundant(text.replace("async.shared::cta", "async.global"))
    cancel = "clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.b128"
    assert not is_redundant(text.replace("ld.shared.b32 %r3,", f"{cancel} [%r3],"))
    agents = text.replace("  ret", "  ret;\nA:\n  bar.sync 0;\n  COPY;\n  ret")
    agents = agents.replace("  bar.sync 0;", "  @%p bra A;\n  bar.sync 0;", 1)
    agents = re.sub("  wgmma.*\n", "", agents)
    assert "async" in agents.splitlines()[6]
    copy = "cp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r1], 16"
    assert not is_redundant(agents.replace("COPY", copy)), "another agent copies"
    assert is_redundant(agents.replace("COPY", "mov.b32 %r8, 0"))


def test_matrices_that_are_stored():
    """A barrier stands between them and what reads them."""
    text = """.entry k(
)
{
  bar.sync 0;
  stmatrix.sync.aligned.m8n8.x1.shared.b16 [%r1], {%r2};
  bar.sync 0;
  ld.shared.b32 %r6, [%r7];
  ret;
}
"""
    assert not redundant.why_redundant(text, 6)
    assert redundant.why_redundant(text.replace("stmatrix", "ldmatrix"), 6)


def test_rules_hold_inside_their_function():
    """A barrier of the second kernel is judged by the second kernel."""
    empty = ".entry j(\n)\n{\n  ret;\n}\n"
    lines = empty.count("\n")
    assert not redundant.why_redundant(empty + LOOP, lines + 5)
    assert redundant.why_redundant(empty + LOOP, lines + 14)


def test_barriers_of_a_warp():
    """They end at one as strong: the same lanes, or the whole block."""
    text = LOOP.replace("bar.sync 0;", "bar.warp.sync -1;")
    assert not redundant.why_redundant(text, 5)
    assert redundant.why_redundant(text, 14)
    first = "  st.shared.b32 [%r1], %r2;\n  bar.warp.sync -1;"
    twice = text.replace(first, first + "\n  bar.warp.sync -1;")
    assert redundant.why_redundant(twice, 5)
    assert not redundant.why_redundant(twice.replace("-1", "15", 1), 6), "all lanes after four"
