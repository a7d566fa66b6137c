# ===- one_device.py - The tensors that have to be on one device ----------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""torch's errors for operators with tensors of several devices, or of the host and a device.
A GPU cannot read the host's tensors; the host's kernels compute with both, and would leave a
program that has forgotten to move one to fail on its first GPU."""

import functools
import pathlib
import re
import weakref

import torch

from .values import flat, is_tensor, tensors_at

#: Operators that copy from one device to another.
_COPIES = {"copy", "_foreach_copy", "_to_copy"}

#: Operators that are not marked pointwise, but are as these: all tensors are of one device,
#: but for those without a dimension, which may be of the host. They are made of others, have
#: checks of their own, or are the most frequent ones of a torch without the file below.
_ONE_DEVICE = {
    *("mm", "addmm", "bmm", "baddbmm", "mv", "dot", "cat", "stack", "convolution", "linear"),
    *("embedding", "embedding_bag", "binary_cross_entropy"),
    *("mse_loss", "smooth_l1_loss", "huber_loss"),
}

#: Operators with a list of indices behind the tensor that they index: of its device or the
#: host.
_INDEXED = {"index", "index_put", "_index_put_impl", "_unsafe_index", "_unsafe_index_put"}

#: The names of what elements are filled with: by `fill_`, `masked_fill_`, `index_put_` and such.
_FILLING = {"value", "values"}

#: Targets of the host are those that cuDNN takes, which torch would call in its place.
_UNCHECKED = {"aten::_ctc_loss"}

#: The generators that programs have made for the host, by the address of torch's C++. The
#: default one, which all devices have, is not among them.
generators_of_host = weakref.WeakValueDictionary()


@functools.cache
def _checked_by_torch():
    """The operators with kernels for CUDA in which torch's generator of code puts a check that
    all tensors are on one device: by its own table, which is read when a program first mixes
    tensors, and is not there in each torch."""
    packages = pathlib.Path(torch.__path__[0]).parent
    table = packages / "torchgen/packaged/ATen/native/native_functions.yaml"
    try:
        text = table.read_text(encoding="utf-8")
    except OSError:
        return frozenset()
    entries = {x.partition("(")[0]: x for x in re.split(r"^- func: ", text, flags=re.M)[1:]}

    def has_kernel(entry):
        if delegate := re.search(r"^  structured_delegate: (\S+)", entry, flags=re.M):
            entry = entries.get(delegate[1], "")
        return re.search(r"^    [\w, ]*\bCUDA\b[\w, ]*:", entry, flags=re.M)

    checked = {
        f"aten::{name}"
        for name, entry in entries.items()
        if "device_check: NoCheck" not in entry and has_kernel(entry)
    }
    return frozenset(checked - _UNCHECKED)


def _differ(one, other):
    return RuntimeError(
        "Expected all tensors to be on the same device, but found at least two devices,"
        f" {one} and {other}!"
    )


class Rule:
    """The rule for the tensors of the operator `overload`, which writes to the arguments of
    `written`, pairs of a place and an argument of its schema."""

    def __init__(self, overload, written):
        schema = overload._schema
        arguments = list(enumerate(schema.arguments))
        self.operator = f"{schema.name}.{schema.overload_name}".rstrip(".")
        name = schema.name.removeprefix("aten::").rstrip("_")
        self.copies = name in _COPIES
        self.wants_one = torch.Tag.pointwise in overload.tags or name in _ONE_DEVICE
        self.is_indexed = name in _INDEXED
        #: Elements are filled with it: where it has no dimension, it may be of any device.
        self.filling = [pair for pair in arguments if pair[1].name in _FILLING]
        #: The arguments that get the results, such as `out`.
        self.outs = [pair for pair in written if pair[1].kwarg_only]
        self.has_generator = any(argument.name == "generator" for _, argument in arguments)

    def check(self, tensors, arguments, options):
        """Raises torch's error if the tensors, all that are among the arguments, are not where
        they have to be."""
        if self.has_generator:
            _check_generator(arguments, options)
        if self.copies or len({x.device for x in tensors}) < 2:
            return
        free = [x for x in tensors_at(self.filling, arguments, options) if not x.dim()]
        bound = [x for x in tensors if not any(x is other for other in free)]
        used = list(dict.fromkeys(x.device for x in bound if x.is_cuda))
        used += {x.device for x in self.bound_of_host(bound, arguments)}
        if len(used) > 1:
            raise _differ(*used[:2])
        self.check_outs(bound, tensors_at(self.outs, arguments, options))

    def bound_of_host(self, bound, arguments):
        """Returns the tensors of the host that may not be beside one of the device."""
        of_host = [x for x in bound if x.is_cpu]
        if self.is_indexed:
            indices = [x for x in flat([arguments[1]]) if is_tensor(x)]
            if arguments[0].is_cpu and any(x.is_cuda for x in indices):
                raise RuntimeError(
                    "indices should be either on cpu or on the same device as the indexed"
                    " tensor (cpu)"
                )
            return [x for x in of_host if not any(x is index for index in indices)]
        if self.wants_one:
            return [x for x in of_host if x.dim()]
        return of_host if of_host and self.operator in _checked_by_torch() else []

    def check_outs(self, bound, outs):
        """Raises an error for a result in memory of another side than that of the arguments,
        among which numbers of the host do not count."""
        given = [x for x in bound if not any(x is out for out in outs)]
        places = [x.device for x in given if x.is_cuda] or [x.device for x in given if x.dim()]
        for out in outs:
            if places and out.device != places[0]:
                raise RuntimeError(
                    f"Expected out tensor to have device {places[0]}, but got {out.device}"
                    " instead"
                )


def _check_generator(arguments, options):
    """Raises an error for a generator of the host: an operator gets another object of Python
    for it, without its class."""
    for value in (*arguments, *options.values()):
        if isinstance(value, torch._C.Generator) and value._cdata in generators_of_host:
            raise RuntimeError("Expected a 'cuda' device type for generator but found 'cpu'")
