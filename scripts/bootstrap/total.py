# ===- total.py - One closing line over several test reports ----------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Adds up test reports in JUnit's XML form.

usage: total.py REPORT...

Prints for each report the number of tests, the sum of their seconds, and the longest;
the names of the tests that failed; and 'N passed, N failed' (', N skipped' if some
were). Exits 1 if a test failed, or if a report is missing, cannot be read or has no
test: a suite that did not run has not passed.
"""

import pathlib
import sys
import xml.etree.ElementTree as ElementTree


def outcome(case):
    tags = {child.tag for child in case}
    if tags & {"failure", "error"}:
        return "failed"
    return "skipped" if "skipped" in tags else "passed"


def seconds(case):
    return float(case.get("time") or 0)


def cost(report, cases):
    """One line with the cost of a suite. Times are those of its tests. Several run at
    once, on a machine that may have other work."""
    longest = max(cases, key=seconds)
    return (
        f"{pathlib.Path(report).stem}: {len(cases)} tests, {sum(map(seconds, cases)):.0f} s, "
        f"the longest {seconds(longest):.0f} s: {longest.get('name')}"
    )


def main(reports):
    count = {"passed": 0, "failed": 0, "skipped": 0}
    broken = False
    for report in reports:
        try:
            cases = list(ElementTree.parse(report).iter("testcase"))
        except (OSError, ElementTree.ParseError) as error:
            print(f"error: the report {report} cannot be read: {error}")
            broken = True
            continue
        if not cases:
            print(f"error: no test ran for the report {report}")
            broken = True
            continue
        print(cost(report, cases))
        for case in cases:
            result = outcome(case)
            count[result] += 1
            if result == "failed":
                print(f"failed: {case.get('classname')} {case.get('name')}")
    line = f"{count['passed']} passed, {count['failed']} failed"
    if count["skipped"]:
        line += f", {count['skipped']} skipped"
    print(line)
    return 1 if broken or count["failed"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
