"""Imports torch, and prints when the module of `tessera run` is called."""

import importlib.util
import sys
import types

started = types.ModuleType("tessera_torch")
started.start = lambda torch: print("started", torch.__name__)
sys.modules["tessera_torch"] = started

assert importlib.util.find_spec("torch")
print("asked")
import torch  # noqa: E402

print("imported")
import torch  # noqa: E402, F811
