# ===- check_limit.py - One limit in the report and in the counters ----------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Fails unless a report and the counters of a launch name the same unit.

usage: check_limit.py REPORT.json COUNTERS.json UNIT
"""

import json
import sys

report, counters = (json.load(open(name)) for name in sys.argv[1:3])
verdict = report["kernels"][0]["verdict"]
limits = verdict["limit"], counters["bound"]["limit"]
assert limits == (sys.argv[3], sys.argv[3]), limits
