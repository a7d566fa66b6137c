# ===- type_rules.py - The types of elements that operators take ----------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Operators that torch has for other types of elements on CUDA than on the host: by torch's own
lists of its tests (torch.testing, `dtypes` and `dtypesIfCUDA`). A program that would fail on a
GPU gets its error, and one that would not does not get the host's."""

import torch

from .values import is_tensor, map_each, tensors_of

#: The names of types in torch's errors.
_NAMES = {
    torch.uint8: "Byte",
    torch.int8: "Char",
    torch.int16: "Short",
    torch.int32: "Int",
    torch.int64: "Long",
    torch.float16: "Half",
    torch.bfloat16: "BFloat16",
}

_INTEGERS = (torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64)
_NARROW = (torch.float16, torch.bfloat16)

#: The types that operators refuse on CUDA alone, and the name of the kernel in the error.
_REFUSED = {
    "mm": (_INTEGERS, "addmm_cuda"),
    "addmm": (_INTEGERS, "addmm_cuda"),
    "_addmm_activation": (_INTEGERS, "addmm_cuda"),
    "bmm": (_INTEGERS, "baddbmm_cuda"),
    "baddbmm": (_INTEGERS, "baddbmm_cuda"),
    "addbmm": (_INTEGERS, "baddbmm_cuda"),
    "mv": (_INTEGERS, "addmv_impl_cuda"),
    "addmv": (_INTEGERS, "addmv_impl_cuda"),
    "dot": (_INTEGERS, "dot"),
    "vdot": (_INTEGERS, "dot"),
    "max_pool2d_with_indices": (_INTEGERS, "max_pool2d_with_indices_out_cuda_frame"),
    "max_pool3d_with_indices": (_INTEGERS, "max_pool3d_with_indices_out_frame"),
    "avg_pool2d": ((torch.int64,), "avg_pool2d_out_cuda_frame"),
    "avg_pool3d": ((torch.int64,), "avg_pool3d_out_cuda"),
    "convolution": (_INTEGERS, "slow_conv2d_cuda"),
    "upsample_bilinear2d": ((torch.uint8,), "upsample_bilinear2d_out_frame"),
    "upsample_bicubic2d": ((torch.uint8,), "upsample_bicubic2d_out_frame"),
    "_upsample_bilinear2d_aa": ((torch.uint8,), "upsample_bilinear2d_aa_out_frame"),
    "_upsample_bicubic2d_aa": ((torch.uint8,), "upsample_bicubic2d_aa_out_frame"),
    "igamma": (_NARROW, "igamma_cuda"),
    "igammac": (_NARROW, "igammac_cuda"),
    "angle": (_NARROW, "angle_cuda"),
    "histc": (_NARROW, "histc"),
}

#: Operators that CUDA has for f16 or bf16, which the host computes in f32.
_WIDENED = {
    *("avg_pool3d", "avg_pool3d_backward", "polygamma", "round"),
    *("_upsample_bilinear2d_aa", "_upsample_bilinear2d_aa_backward"),
    *("multi_margin_loss", "multi_margin_loss_backward"),
    *("multilabel_margin_loss_forward", "multilabel_margin_loss_backward"),
    *("rrelu_with_noise", "rrelu_with_noise_backward"),
    *("_fft_c2c", "_fft_r2c", "_fft_c2r"),
}

_WIDE = {
    torch.float16: torch.float32,
    torch.bfloat16: torch.float32,
    torch.complex32: torch.complex64,
}

#: Operators that torch has for the host alone.
OF_HOST = {
    *("histogram.bins_tensor", "histogram.bins_tensor_out", "histogram.bin_ct"),
    *("histogram.bin_ct_out", "_histogramdd_bin_edges", "_histogramdd_from_bin_cts"),
    "_histogramdd_from_bin_tensors",
    *("_sparse_mm_reduce_impl", "_sparse_mm_reduce_impl_backward"),
}


class Rule:
    """The rule of one operator, by its name without what follows a dot."""

    def __init__(self, name):
        self.refused, self.kernel = _REFUSED.get(name, ((), ""))
        self.widens = name in _WIDENED
        self.name = name

    def check(self, arguments, options):
        """Raises torch's error for a type that CUDA lacks. Nothing is computed, and so nothing
        refused, where there are no elements."""
        tensors = tensors_of(arguments, options) if self.refused else []
        if tensors and tensors[0].dtype in self.refused and all(x.numel() for x in tensors):
            raise NotImplementedError(
                f"\"{self.kernel}\" not implemented for '{_NAMES[tensors[0].dtype]}'"
            )

    def call(self, overload, arguments, options):
        """Calls the host's operator, in f32 where it has no narrower one."""
        narrow = [x.dtype for x in tensors_of(arguments, options) if x.dtype in _WIDE]
        if not self.widens or not narrow:
            return overload(*arguments, **options)
        if self.name.startswith("_fft"):
            _check_transform(self.name, *arguments)
        changed = []

        def widen(value):
            if not is_tensor(value) or value.dtype not in _WIDE:
                return value
            changed.append((value, value.to(_WIDE[value.dtype])))
            return changed[-1][1]

        def back(value):
            for given, wide in changed:
                if value is wide:
                    return given.copy_(wide)
            if not is_tensor(value) or not (value.is_complex() or value.is_floating_point()):
                return value
            half = narrow[0] if narrow[0] in _NARROW else torch.float16
            return value.to(torch.complex32 if value.is_complex() else half)

        wide_options = {key: map_each(widen, value) for key, value in options.items()}
        return map_each(back, overload(*map_each(widen, arguments), **wide_options))


def _check_transform(name, tensor, dimensions, _, last, *__):
    sizes = [tensor.shape[i] for i in dimensions]
    if name == "_fft_c2r":
        sizes[-1] = last
    if any(size & (size - 1) for size in sizes):
        raise RuntimeError(
            "cuFFT only supports dimensions whose sizes are powers of two when computing in"
            f" half precision, but got a signal size of{sizes}"
        )
