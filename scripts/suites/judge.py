# ===- judge.py - Choose tests of a suite, and judge its report -----------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Judges the report of a suite.

usage: judge.py SUITE GPU EXPLAINED REPORT STATUS

Prints how many tests of a report in JUnit's form have passed, have failed, have failed for
a reason that the list EXPLAINED has, and were left out by the suite itself; then each
failure that the list does not have, and each reason. Exits 1 if there is one of the former,
if there is no test, or if STATUS, by which pytest ended, is not one of a session that ran to
its end: a suite that was ended has not passed.
"""

import collections
import pathlib
import re
import sys
import tomllib
import xml.etree.ElementTree as ElementTree


#: pytest's statuses when all tests have run, and have passed or not. choose.py sees to "all".
COMPLETE = ("0", "1")


def pattern(text):
    """An expression for names of tests, in which only `*` is special."""
    return re.compile(".*".join(map(re.escape, text.split("*"))))


class Explanations:
    """The entries of the list that are about a suite on a GPU."""

    def __init__(self, path, suite, gpu):
        with open(path, "rb") as file:
            entries = tomllib.load(file).get("explained", [])
        self.rules = [
            (pattern(name), entry["reason"])
            for entry in entries
            if suite == entry["suite"] and gpu in entry.get("gpus", [gpu])
            for name in entry["tests"]
        ]

    def reason(self, name):
        return next((why for rule, why in self.rules if rule.fullmatch(name)), None)


def results(report):
    """Pairs of a test's name and its failure, which is None, or of one that did not run."""
    for case in ElementTree.parse(report).iter("testcase"):
        name = f"{case.get('classname')}::{case.get('name')}".removeprefix("::")
        found = {child.tag: child for child in case}
        failure = found.get("failure", found.get("error"))
        if failure is None and "skipped" in found:
            yield name, False
        else:
            yield name, failure


def first_line(failure):
    text = failure.get("message") or failure.text or ""
    return (text.strip().splitlines() or ["no message"])[0][:200]


def judge(suite, gpu, explained, report, status):
    if not pathlib.Path(report).exists():
        print(
            f"{suite} on {gpu}: no report {report}: the suite was ended, or could not start "
            f"(status {status})"
        )
        return True
    explanations = Explanations(explained, suite, gpu)
    passed = left_out = 0
    failed, reasons = [], collections.Counter()
    for name, failure in results(report):
        if failure is None:
            passed += 1
        elif failure is False:
            left_out += 1
        elif reason := explanations.reason(name):
            reasons[reason] += 1
        else:
            failed.append((name, first_line(failure)))
    print(
        f"{suite} on {gpu}: {passed} passed, {len(failed)} failed, "
        f"{sum(reasons.values())} explained, {left_out} left out by the suite"
    )
    if status not in COMPLETE:
        print(f"    status {status}: the suite was ended before all its tests had run")
    for name, why in failed:
        print(f"    {name}: {why}")
    for reason, number in reasons.items():
        print(f"    {number} explained: {reason}")
    return bool(failed) or status not in COMPLETE or not passed + sum(reasons.values())


if __name__ == "__main__":
    sys.exit(judge(*sys.argv[1:]))
