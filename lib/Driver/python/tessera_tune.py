# ===- tessera_tune.py - The tuner of a front end, and what it has found -------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Calls FUNCTION, which lets the tuner of its front end time its configurations, and ranks
those: `tessera tune FILE.py:FUNCTION` runs this.

usage: tessera_tune.py FILE FUNCTION CLOCK TOP JSON MESSAGES

The clock, `model` or `gpu`, is that of events in this process; JSON may be empty. MESSAGES,
`text` or `json`, is the form of errors.
"""

import json
import os
import pathlib
import runpy
import sys
import tempfile

FORMS = (
    "a result of cuda.tile.tune, a kernel of @triton.autotune that has run, or a mapping of "
    "configurations to microseconds"
)


class Failure(Exception):
    """An error, whole."""


class Unusable(Exception):
    """The reason why there is nothing to rank."""


def least(times):
    """Triton times a configuration once, or by quantiles, in milliseconds."""
    return min(times) if isinstance(times, (list, tuple)) else times


def timings(result):
    """Pairs of configurations and microseconds; and of configurations and failures."""
    if hasattr(result, "successes"):
        failures = [(each[0], str(each[-1])) for each in getattr(result, "failures", ())]
        return [(each.config, each.mean_us) for each in result.successes], failures
    if getattr(result, "configs_timings", None):
        return [(c, 1e3 * least(t)) for c, t in result.configs_timings.items()], []
    if isinstance(result, dict) and result:
        return list(result.items()), []
    raise Unusable(f"it returned {type(result).__name__}, and not {FORMS}")


def data_of(config):
    try:
        return json.loads(json.dumps(config))
    except (TypeError, ValueError):
        return str(config)


def variants(result, clock):
    """The fastest first, then those that failed; Triton gives these no finite time."""
    found, failures = timings(result)
    for config, time in found:
        if not float(time) < float("inf"):
            failures.append((config, "the tuner gave it no time"))
    ranked = sorted((pair for pair in found if float(pair[1]) < float("inf")), key=lambda p: p[1])
    name = f"{clock}_microseconds"
    return [{"config": data_of(c), name: round(float(t), 3)} for c, t in ranked] + [
        {"config": data_of(c), "failure": why} for c, why in failures
    ]


def replace_file(path, text):
    """Readers see the file as it was or the new one whole."""
    handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "w") as file:
            file.write(text)
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(temporary, 0o666 & ~mask)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def write(target, text):
    path = pathlib.Path(target).resolve()
    try:
        # Devices and pipes keep their place.
        if path.exists() and not path.is_file():
            path.write_text(text)
        else:
            replace_file(path, text)
    except OSError as why:
        raise Failure(f"cannot write {target}: {why.strerror}") from why


def load(file, name):
    """The function of the file."""
    try:
        with open(file, "rb"):
            pass
    except OSError as why:
        raise Failure(f"cannot read {file}: {why.strerror}") from why
    function = runpy.run_path(file).get(name)
    if not callable(function):
        raise Unusable("there is no such function")
    return function


def print_table(listed, clock):
    kind = "by the model, lower bounds" if clock == "model" else "of the GPU"
    print(f"times {kind}:\n{clock + ', us':>12}  times  configuration")
    key, first = f"{clock}_microseconds", None  # the fastest, which may take 0
    for each in listed:
        if key not in each:
            print(f"      failed         {each['config']}\n    {each['failure']}")
            continue
        first = each[key] if first is None else first
        ratio = f"{each[key] / first:.2f}" if first else "-"
        print(f"{each[key]:12.3f} {ratio:>6}  {each['config']}")


def rank(file, name, clock, top, target):
    try:
        listed = variants(load(file, name)(), clock)
    except Unusable as why:
        raise Failure(f"{file}:{name}: {why}") from why
    failures = [each for each in listed if "failure" in each]
    timed = listed[: len(listed) - len(failures)]
    kept = timed[: max(1, int(top))] + failures
    text = json.dumps({"schema": 1, "clock": clock, "variants": kept}, indent=1) + "\n"
    if target == "-":
        sys.stdout.write(text)
    else:
        print_table(kept, clock)
        if target:
            write(target, text)
    if not timed:
        raise Failure(f"{file}:{name}: every configuration failed")


def main():
    *arguments, messages = sys.argv[1:]
    file = arguments[0]
    sys.path[0] = str(pathlib.Path(file).resolve().parent)
    sys.argv = [file]
    try:
        rank(*arguments)
    except Failure as why:
        plain = messages == "text"
        sys.exit(f"error: {why}" if plain else json.dumps({"message": str(why), "severity": "error"}))


if __name__ == "__main__":
    main()
