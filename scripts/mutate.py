# ===- mutate.py - Plant faults, and see which tests find them ----------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""usage: mutate.py [NAME...]
       mutate.py --judges [--most=N] [--gpu-name=GPU] [NAME...]
       mutate.py --check
       mutate.py --passes FILE

Clones the commit that is checked out to build/mutants, plants the faults of
test/Mutants/mutants.toml there, and builds it. Each fault is behind a condition: a program
has the one whose name is in TESSERA_MUTANT, so that one build has all. Then runs the tests
with each fault (or with the named ones) until one fails: the near ones first, then the
suites of every commit. Prints a row of a table for each fault, and fails if a test fails
without any, or if one is not found.

--judges: shows each fault to all judges of test/Kernels/judges.py, in the compilations that
it changes (in N of them, with --most; for one GPU, with --gpu-name), and to its near tests
instead, and writes which of them find it to test/Mutants/found.toml, of which
scripts/pages/faults.py makes docs/planted-faults.md. With --most or --gpu-name, a judge that
found the fault in an earlier run keeps its place there.

--check: only fails if a fault no longer fits its file.

--passes: only fails if a pass of ours that FILE names, a pipeline as
--dump-pass-pipeline prints it, has no fault.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import time
import tomllib
import xml.etree.ElementTree as ElementTree

SOURCE = pathlib.Path(__file__).resolve().parent.parent
LIST = "test/Mutants/mutants.toml"
FOUND = "test/Mutants/found.toml"
HEADER = "lib/Support/Mutant.h"
# The tests that read the sources themselves see what is planted there.
TEXT_TESTS = "Lint|Docs|Mutants"

# The suites of a commit, of which the first that fails is the last.
SUITES = """
. scripts/bootstrap/common.sh
. scripts/bootstrap/cuda.sh
. scripts/bootstrap/check.sh
ensure_cuda
run_suite() {
  echo "$1" >"$SUITE_FILE"
  shift
  "$@" </dev/null || exit 1
}
check "${TESSERA_ROTATION:-$(rotation_of_commit)}"
"""


def read_mutants():
    with open(SOURCE / LIST, "rb") as file:
        return tomllib.load(file)


def is_whole(part):
    """False of a part of an expression or of a statement, which no condition can choose."""
    if re.match(r"(if|for|while|switch|return)\b", part) and not part.endswith(";"):
        return False
    # Parts of a loop's head lie beside a semicolon, and so do two statements.
    if ";" in part[:-1]:
        return False
    depth = 0
    for mark in re.findall(r"[()\[\]{},]", part):
        # A condition chooses one value, and no two arguments.
        if mark == "," and depth == 0 and not part.endswith(";"):
            return False
        depth += 0 if mark == "," else 1 if mark in "([{" else -1
        if depth < 0:
            return False
    return depth == 0 and not re.search(r"[-+*/%&|^=<,?:]\s*$", part)


def plant(text, name, mutant):
    """The text with one fault behind its condition."""
    old, new = mutant["from"], mutant["to"]
    if text.count(old) != 1:
        sys.exit(
            f"error: {LIST}: [{name}] needs its 'from' once in {mutant['file']}, which has it "
            f"{text.count(old)} times"
        )
    before = text[: text.index(old)].rstrip()
    if before.endswith((".", "->", "::")):
        sys.exit(f"error: {LIST}: [{name}] needs what stands in front of it, too: {old}")
    for part in (old, new):
        if not is_whole(part):
            sys.exit(f"error: {LIST}: [{name}] plants no expression and no statement: {part}")
    condition = f'::tessera::isMutant("{name}")'
    if old.endswith(";"):
        planted = f"if ({condition}) {{ {new} }} else {{ {old} }}"
    else:
        planted = f"({condition} ? ({new}) : ({old}))"
    return text.replace(old, planted)


def make_header():
    return """#pragma once
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <set>
#include <string_view>

namespace tessera {
inline const std::string_view mutant = [] {
  const char *name = std::getenv("TESSERA_MUTANT");
  return std::string_view(name ? name : "");
}();
// The file that gets the names of the faults that a program meets.
inline const char *const mutantReach = std::getenv("TESSERA_MUTANT_REACH");
inline void noteMutant(std::string_view name) {
  static std::mutex mutex;
  static std::set<std::string_view> met;
  std::lock_guard<std::mutex> lock(mutex);
  if (!met.insert(name).second)
    return;
  if (FILE *file = std::fopen(mutantReach, "a")) {
    std::fprintf(file, "%.*s\\n", int(name.size()), name.data());
    std::fclose(file);
  }
}
inline bool isMutant(std::string_view name) {
  if (mutantReach)
    noteMutant(name);
  return mutant == name;
}
} // namespace tessera
"""


def plant_all(folder):
    """The planted texts, by path in the folder."""
    texts = {HEADER: make_header()}
    for name, mutant in read_mutants().items():
        path = mutant["file"]
        if path not in texts:
            texts[path] = f'#include "{folder / HEADER}"\n' + (folder / path).read_text()
        texts[path] = plant(texts[path], name, mutant)
    return texts


def read_planted(folder):
    """Text and time of each file with faults that is there."""
    paths = {HEADER, *(mutant["file"] for mutant in read_mutants().values())}
    files = [(path, folder / path) for path in paths if (folder / path).exists()]
    return {path: (file.read_text(), file.stat().st_mtime_ns) for path, file in files}


def make_clone(folder):
    """Makes, or updates, a clone with the faults, and builds it."""
    before = read_planted(folder)
    if not folder.exists():
        subprocess.run(["git", "clone", "--quiet", "--shared", SOURCE, folder], check=True)
    commit = subprocess.run(
        ["git", "rev-parse", "HEAD"], cwd=SOURCE, check=True, capture_output=True, text=True
    ).stdout.strip()
    subprocess.run(["git", "checkout", "--quiet", "--force", commit], cwd=folder, check=True)
    for path, text in plant_all(folder).items():
        (folder / path).write_text(text)
        # The checkout has written it, too; the build is to see files that differ alone.
        if before.get(path, ("", 0))[0] == text:
            os.utime(folder / path, ns=(before[path][1],) * 2)
    subprocess.run(["./bootstrap.sh", "build"], cwd=folder, check=True, stdout=sys.stderr)


def failed_test(folder):
    """The first test that failed in the newest report."""
    reports = (folder / "build/release/test-reports").glob("*.xml")
    newest = max(reports, key=lambda report: report.stat().st_mtime, default=None)
    if newest:
        for case in ElementTree.parse(newest).iter("testcase"):
            if {child.tag for child in case} & {"failure", "error"}:
                return f"{case.get('classname')}/{case.get('name')}"
    return "-"


def check_near(name, command, done):
    """Ends the script if lit has run no test: that finds no fault."""
    if b"did not match any tests" in done.stderr + done.stdout:
        sys.exit(f"error: {LIST}: the filter of [{name}] matches no test: {command}")


def run_tests(folder, name, near):
    """Runs tests with a fault until one fails. Returns its suite and name, or None."""
    build = folder / "build/release"
    suite_file = build / "test-suite"
    environment = os.environ | {
        "TESSERA_MUTANT": name,
        "SUITE_FILE": str(suite_file),
        "LIT_OPTS": f"--filter-out={TEXT_TESTS}" + (" --max-failures=1" if name else ""),
        "PYTEST_ADDOPTS": "-x" if name else "",
    }
    lit = "/usr/lib/llvm-22/bin/lit"
    report = build / "test-reports/near.xml"
    report.parent.mkdir(exist_ok=True)
    commands = [["bash", "-c", SUITES]]
    if name:
        tests = [build / "test", build / "test/Unit"]
        commands.insert(0, [lit, "-sv", f"--filter={near}", "--xunit-xml-output", report, *tests])
    for command in commands:
        suite_file.write_text("near tests")
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True)
        check_near(name, command, done)
        if done.returncode != 0:
            return suite_file.read_text().strip(), failed_test(folder)
    return None


def ask_near_tests(folder, name, near):
    """The test near a fault that finds it; None if none does."""
    build = folder / "build/release"
    report = build / "test-reports/near.xml"
    report.parent.mkdir(exist_ok=True)
    lit = ["/usr/lib/llvm-22/bin/lit", "-sv", "--max-failures=1", f"--filter={near}"]
    tests = [f"--filter-out={TEXT_TESTS}", build / "test", build / "test/Unit"]
    command = [*lit, "--xunit-xml-output", report, *tests]
    environment = os.environ | {"TESSERA_MUTANT": name}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True)
    check_near(name, command, done)
    return failed_test(folder) if done.returncode != 0 else None


def read_lines(lines):
    """Each fault of which judges.py says all, with the judges that find it and by what."""
    found = {}
    for line in lines:
        name, judge, *rest = line.rstrip("\n").split(": ", 2)
        if judge == "end":
            yield name, found
            found = {}
        else:
            found[judge] = rest[0]


def merge_judges(known, found, in_part):
    """Who finds a fault, by an earlier run and by this one. A judge that was asked in part, for
    one GPU or of few kernels, may have found it before. Near tests are always asked in full."""
    kept = {judge for judge in known if in_part and judge != "tests"}
    return {judge: shown for judge, shown in (known | found).items() if judge in kept | set(found)}


def write_found(found, path=SOURCE / FOUND, in_part=False):
    """Writes what judges have found, beside what is known of other faults."""
    known = tomllib.loads(path.read_text()) if path.exists() else {}
    lines = ["# Who finds which fault, and by what. docs/planted-faults.md says how each was asked."]
    for name in read_mutants():
        if name in known | found:
            lines.append(f"\n[{name}]")
            judges = known.get(name, {})
            if name in found:
                judges = merge_judges(judges, found[name], in_part)
            # The strings of TOML are those of JSON.
            lines += [f"{judge} = {json.dumps(shown)}" for judge, shown in judges.items()]
    path.write_text("\n".join(lines) + "\n")


def judge_all(folder, names, options):
    mutants = read_mutants()
    names = names or list(mutants)
    command = [SOURCE / "build/venv/bin/python", folder / "test/Kernels/judges.py", *options]
    environment = os.environ | {"TESSERA_BIN": str(folder / "build/release/bin")}
    with subprocess.Popen(
        [*command, f"--jobs={os.cpu_count()}", *names],
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
    ) as judges:
        for name, found in read_lines(judges.stdout):
            test = ask_near_tests(folder, name, mutants[name]["near"])
            found = ({"tests": test} if test else {}) | found
            print(f"{name}: {', '.join(found) or '-'}", flush=True)
            write_found({name: found}, in_part=bool(options))
    if judges.returncode:
        sys.exit("error: judges.py fails")


def check_passes(file):
    """Fails if a pass of ours in a pipeline has no fault."""
    ours = set()
    for records in (SOURCE / "include/tessera").rglob("*.td"):
        ours |= set(re.findall(r'Pass<\s*"([\w-]+)"', records.read_text()))
    used = set(re.findall(r"[\w-]+", pathlib.Path(file).read_text())) & ours
    if not used:
        sys.exit(f"error: {file} names no pass")
    planted = {mutant.get("pass") for mutant in read_mutants().values()}
    if missing := sorted(used - planted):
        sys.exit(f"error: {LIST} has no fault of the pass {', '.join(missing)}")
    if unknown := sorted(planted - ours - {None}):
        sys.exit(f"error: {LIST} names a pass that does not exist: {', '.join(unknown)}")


def run(folder, names):
    mutants = read_mutants()
    print("| fault | found by | test | s |\n|---|---|---|---|", flush=True)
    missed = []
    for name in names or ["", *mutants]:
        start = time.monotonic()
        found = run_tests(folder, name, mutants[name]["near"] if name else "")
        if not name and found:
            sys.exit(f"error: a test fails without any fault: {found[1]} of {found[0]}")
        if name and not found:
            missed.append(name)
        suite, test = found or ("-", "-")
        seconds = time.monotonic() - start
        print(f"| {name or 'none'} | {suite} | {test} | {seconds:.0f} |", flush=True)
    print(f"{len(names or mutants)} faults, of which {len(missed)} are not found")
    if missed:
        sys.exit(f"error: no test finds {', '.join(missed)}")


def main(arguments):
    if arguments == ["--check"]:
        plant_all(SOURCE)
        return
    if arguments[:1] == ["--passes"]:
        check_passes(arguments[1])
        return
    judges = arguments[:1] == ["--judges"]
    arguments = arguments[judges:]
    options = [each for each in arguments if judges and each.startswith("--")]
    arguments = [each for each in arguments if each not in options]
    if unknown := set(arguments) - set(read_mutants()):
        sys.exit(f"error: {LIST} has no fault {', '.join(sorted(unknown))}")
    folder = SOURCE / "build/mutants"
    make_clone(folder)
    if judges:
        judge_all(folder, arguments, options)
    else:
        run(folder, arguments)


if __name__ == "__main__":
    main(sys.argv[1:])
