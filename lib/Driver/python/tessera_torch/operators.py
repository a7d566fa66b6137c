# ===- operators.py - torch's operators on tensors of the device --------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""The kernel that nearly all operators of the dispatch key CUDA have: it takes the host's view
of each tensor, calls the operator of the host, and makes tensors of the device of what is
new. torch's dispatcher does the rest, such as autograd, in each thread."""

import torch

from . import driver, memory, nested, one_device, products, sparse, streams, type_rules
from .driver import device_index
from .values import flat, is_list, is_tensor, map_each, overload_of, tensors_at, tensors_of

#: The places of the factors of products, which a GPU multiplies in tf32 if torch lets it.
_FACTORS = {"mm": (0, 1), "bmm": (0, 1)} | dict.fromkeys(
    ("addmm", "addbmm", "baddbmm", "_addmm_activation"), (1, 2)
)


def _multiplies_in_tf32():
    """True if products of f32 may be less exact: `torch.set_float32_matmul_precision`,
    `torch.backends.cuda.matmul`."""
    if driver.capability() < (8, 0):
        return False
    if hasattr(torch._C, "_get_fp32_precision_getter"):
        return torch._C._get_fp32_precision_getter("cuda", "matmul") == "tf32"
    return torch.get_float32_matmul_precision() != "highest"


def _round_to_tf32(value):
    """The nearest numbers of ten bits behind the point, the even one of two."""
    if value.dtype != torch.float32:
        return value
    bits = value.view(torch.int32)
    dropped = (1 << 13) - 1
    rounded = (bits + dropped // 2 + (bits >> 13 & 1)) & ~dropped
    return torch.where(value.isfinite(), rounded.view(torch.float32), value)


class _Operator:
    """The kernel of the device for the operator `overload`."""

    def __init__(self, overload):
        self.overload = overload
        schema = overload._schema
        arguments = list(enumerate(schema.arguments))
        self.written = [
            (place, argument)
            for place, argument in arguments
            if argument.alias_info is not None and argument.alias_info.is_write
        ]
        #: A view: nothing is computed.
        self.is_view = any(
            value.alias_info is not None and not value.alias_info.is_write
            for value in schema.returns
        )
        name = schema.name.removeprefix("aten::").rstrip("_")
        self.rule = one_device.Rule(overload, self.written)
        self.types = type_rules.Rule(name)
        #: The names of arguments that get the results, such as `out`.
        self.results = [argument.name for _, argument in self.rule.outs]
        self.factors = _FACTORS.get(name, ())
        self.product = products.KERNELS.get(name)
        self.copies = name in ("copy", "_foreach_copy")
        #: An operator that does the same to each tensor of a list.
        self.is_for_each = name.startswith("_foreach")
        self.reads_value = name in ("_local_scalar_dense", "nonzero", "is_nonzero", "equal")

    def devices(self, arguments, options):
        """Returns the numbers of the devices whose streams the operator waits for: the first
        is that of its results, unless it is told another one. Raises torch's error if there
        are too many, or tensors of the host beside them."""
        values = tensors_of(arguments, options)
        devices = list(dict.fromkeys(x.device for x in values if x.is_cuda))
        self.rule.check(values, arguments, options)
        if len(devices) > 1 and self.copies:
            # As torch's own copies do.
            driver.enable_peer_access(devices[1].index, devices[0].index)
        numbers = [device.index for device in devices]
        return numbers or [device_index(options.get("device"))]

    def host_waits(self, arguments, options):
        """Returns True if the host has a value when the call returns: one that the operator
        reads, or copies to the host without `non_blocking`."""
        if not self.copies:
            return self.reads_value
        goes_on = arguments[2] if len(arguments) > 2 else options.get("non_blocking")
        return not goes_on and any(
            x.is_cpu for x in tensors_at(self.written, arguments, options)
        )

    def __call__(self, *arguments, **options):
        with torch._C._AutoDispatchBelowAutograd(), torch._C.DisableTorchFunction():
            run = self.run_for_each if self.is_for_each else self.run
            return run(arguments, options)

    def run_for_each(self, arguments, options):
        """Runs the operator for one place of its lists after another, as torch does where
        their tensors are on several devices."""
        if len({x.device for x in tensors_of(arguments, options) if x.is_cuda}) < 2:
            return self.run(arguments, options)
        lists = [x for x in (*arguments, *options.values()) if is_list(x)]
        count = len(lists[0])
        if any(len(x) != count for x in lists):
            raise RuntimeError(
                f"{self.overload} expects lists of the same length, but got"
                f" {', '.join(str(len(x)) for x in lists)}"
            )
        results = []
        for i in range(count):
            at = [x[i : i + 1] if is_list(x) else x for x in arguments]
            own = {name: x[i : i + 1] if is_list(x) else x for name, x in options.items()}
            results += self.run(at, own) or []
        return results or None

    def run(self, arguments, options):
        written = tensors_at(self.written, arguments, options)
        self.types.check(arguments, options)
        devices = self.devices(arguments, options)
        capture = None
        if not self.is_view:
            capture = streams.capture_under_way(devices[0])
            if capture is None:
                for device in devices:
                    streams.wait_for_current(device)
            elif self.host_waits(arguments, options):
                raise RuntimeError(
                    f"{self.overload} reads a value on the host, which a captured stream"
                    " cannot: call it before or after the capture"
                )
        call = _Call(self.overload, arguments, options, written, devices[0])
        call.types = self.types
        call.outs = [name for name in self.results if is_tensor(options.get(name))]
        call.product = self.product
        if self.factors and _multiplies_in_tf32():
            call.inexact = self.factors
        if capture is not None and not self.is_view:
            return call.in_graph(capture)
        for value in written:
            if value.is_cuda and not sparse.is_sparse(value):
                memory.mark_written(value)
        return call.results(call.compute())


class _Call:
    """One call of an operator, on the host's views of its arguments."""

    def __init__(self, overload, arguments, options, written, device):
        self.overload = overload
        self.written = written
        #: The number of the device that results are on, or None if that is the host.
        self.device = device
        #: The places of arguments that are rounded to tf32.
        self.inexact = ()
        #: The types that the operator takes.
        self.types = None
        #: The function that has the sums of tensor cores.
        self.product = None
        #: The options that are tensors for the results.
        self.outs = []
        #: Pairs of an argument and the host's view of it.
        self.views = []
        #: Written arguments without elements: operators give them the shape of the result.
        self.to_shape = [
            x for x in written if x.is_cuda and not x.numel() and not sparse.is_sparse(x)
        ]
        self.arguments = map_each(self.on_host, arguments)
        self.options = {name: map_each(self.on_host, x) for name, x in options.items()}
        if self.options.get("pin_memory"):
            self.options["pin_memory"] = False

    def on_host(self, value):
        if isinstance(value, torch.device):
            self.device = device_index(value) if value.type == "cuda" else None
            return torch.device("cpu")
        if not is_tensor(value):
            return value
        view = value
        if any(value is other for other in self.to_shape):
            view = torch.empty(value.shape, dtype=value.dtype, device="cpu")
        elif value.is_cuda:
            view = _side(value).to_host(value)
            if sparse.is_sparse(value) and self.is_written(value):
                # Its parts may need other memory, which that of the device cannot become.
                view = view.clone()
        self.views.append((value, view))
        return view

    def compute(self):
        arguments = self.arguments
        if self.product is not None:
            value = self.product(*arguments, **self.options)
            if value is not None:
                return self.keep(value)
        if self.inexact:
            arguments = [
                _round_to_tf32(x) if place in self.inexact else x
                for place, x in enumerate(arguments)
            ]
        try:
            return self.types.call(self.overload, arguments, self.options)
        except RuntimeError as error:
            if not self.outs:
                raise
            return self.grow(arguments, error)

    def grow(self, arguments, error):
        """Calls the operator with new tensors for the results, after it has failed with
        those of the caller: the host cannot resize memory of the device. If no tensor
        needed another shape, that was not the reason."""
        made = {x: torch.empty(0, dtype=self.options[x].dtype) for x in self.outs}
        self.overload(*arguments, **{**self.options, **made})
        places = {
            name: next(i for i, (_, view) in enumerate(self.views) if view is self.options[name])
            for name in self.outs
        }
        # A failed resize may have changed the shape of the view.
        shapes = {name: self.views[place][0].shape for name, place in places.items()}
        if all(made[name].shape == shapes[name] for name in self.outs):
            raise error
        for name, place in places.items():
            argument, view = self.views[place]
            if made[name].shape == argument.shape:
                view.copy_(made[name])
            else:
                self.options[name] = made[name]
                self.views[place] = (argument, made[name])
        values = tuple(self.options[name] for name in self.outs)
        return values if len(values) > 1 else values[0]

    def keep(self, value):
        """Stores a value where the operator writes its result, if it does."""
        for place, (argument, view) in enumerate(self.views):
            if self.is_written(argument):
                if "out" not in self.options:
                    return view.copy_(value)
                out = view
                if argument.is_cuda and not _has_room(view, value):
                    out = torch.empty_like(view)
                self.views[place] = (argument, out)
                # Torch's own checks of an `out`, which it gives the shape of the value.
                return torch.ops.aten.clone.out(value, out=out)
        return value

    def results(self, values):
        return map_each(self.result, values)

    def result(self, value):
        """Returns what the caller gets for a value that the host's operator returns."""
        if not is_tensor(value):
            return value
        if value.is_quantized:
            raise NotImplementedError(
                f"{self.overload}: `tessera run` has no quantized tensors of the device;"
                " integers with a scale beside them are there, and fake_quantize is"
            )
        side = _side(value)
        for argument, view in self.views:
            if value is view:
                if argument.is_cuda and side is sparse:
                    sparse.write_back(argument, view)
                elif argument.is_cuda and side is memory and argument.shape != value.shape:
                    _take_shape(argument, value)
                return argument
        if side is not sparse and (shared := self.view_of_argument(value)) is not None:
            return shared
        return value if self.device is None else side.from_host(value, self.device)

    def view_of_argument(self, value):
        """Returns the tensor of the device for one that lies in an argument's memory, if it
        does."""
        address = value.untyped_storage().data_ptr()
        for argument, view in self.views:
            if not address or not argument.is_cuda or sparse.is_sparse(view):
                continue
            if view.untyped_storage().data_ptr() == address:
                if nested in (_side(value), _side(argument)):
                    return nested.view_of(argument, value)
                return _view_of(argument, view, value)
        return None

    def in_graph(self, capture):
        """Computes the results for their shapes, takes back what that has written, and puts
        the computation into the graph."""
        written = [view for argument, view in self.views if self.is_written(argument)]
        saved = [view.clone() for view in written]
        results = self.results(self.compute())
        if any(is_tensor(x) and sparse.is_sparse(x) for x in flat([results, written])):
            raise NotImplementedError(
                f"{self.overload}: `tessera run` captures no operator that makes a sparse"
                " tensor, whose size depends on values: call it before the capture"
            )
        for view, before in zip(written, saved):
            view.resize_(before.shape).copy_(before)
        made = [x for x in flat([results]) if is_tensor(x)]
        places = [memory.to_host(x) if x.is_cuda else x for x in made]

        def again():
            with torch._C._AutoDispatchBelowAutograd(), torch._C.DisableTorchFunction():
                values = [x for x in flat([self.compute()]) if is_tensor(x)]
                for place, value in zip(places, values):
                    if place.data_ptr() != value.data_ptr():
                        place.copy_(value)

        capture.add_host_function(again, made)
        return results

    def is_written(self, argument):
        return any(argument is other for other in self.written)


def _side(value):
    """Returns the module that has the views of a tensor's kind."""
    if sparse.is_sparse(value):
        return sparse
    return nested if nested.is_nested(value) else memory


def _has_room(view, value):
    """Returns True if the view has the shape of a value, or its storage, of memory that the
    device has, need not grow for that."""
    needed = (view.storage_offset() + value.numel()) * view.element_size()
    return view.shape == value.shape or needed <= view.untyped_storage().nbytes()


def _take_shape(argument, value):
    """Gives a written argument the shape of the host's view of it, and its elements if
    these are in new memory."""
    if value.untyped_storage().data_ptr() == argument.untyped_storage().data_ptr():
        argument.as_strided_(value.shape, value.stride(), value.storage_offset())
    else:
        argument.data = memory.from_host(value, argument.device.index)


def _view_of(argument, view, value):
    """Returns the tensor of the device that is to `argument` as `value` is to `view`."""
    result = argument.detach()
    if value.dtype != argument.dtype:
        # As view_as_real and view_as_complex do.
        made = memory.on_storage(
            argument.untyped_storage(),
            value.dtype,
            value.shape,
            value.stride(),
            value.storage_offset(),
        )
        return memory.with_bits_of(value, made)
    offset = argument.storage_offset() - view.storage_offset() + value.storage_offset()
    return result.as_strided_(value.shape, value.stride(), offset)


class Kernel:
    """The kernel for an operator that is looked up when it is called first."""

    def __init__(self, name):
        self.name = name
        self.operator = None

    def __call__(self, *arguments, **options):
        if self.operator is None:
            self.operator = _Operator(overload_of(self.name))
        return self.operator(*arguments, **options)


_of_others = {}


def fallback(overload, *arguments, **options):
    """The kernel for operators of extensions, and for those that have none of the host."""
    if overload.name().removeprefix("aten::") in type_rules.OF_HOST:
        raise NotImplementedError(
            f"Could not run '{overload.name()}' with arguments from the 'CUDA' backend"
        )
    if overload not in _of_others:
        _of_others[overload] = _Operator(overload)
    try:
        return _of_others[overload](*arguments, **options)
    except NotImplementedError as error:
        if "arguments from the 'CPU' backend" not in str(error):
            raise
        raise NotImplementedError(
            f"{overload}: `tessera run` computes by torch's kernels for the host, of which this"
            " operator has none; write it with other operators, or as a kernel of cuTile or"
            " Triton"
        ) from error
