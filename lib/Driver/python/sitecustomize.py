# ===- sitecustomize.py - What Python does first under `tessera run` ----------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Python imports the first module of this name that it finds. This one prepares modules
that programs import later, and then runs the sitecustomize that it hides."""

import contextvars
import functools
import importlib.abc
import importlib.machinery
import importlib.util
import os
import re
import sys


class _AfterImport(importlib.abc.MetaPathFinder):
    """Calls `function` with the module `name` as soon as it has been imported, and `before`
    with the path of its file when that begins."""

    def __init__(self, name, function, before=None):
        self.name, self.function, self.before = name, function, before
        sys.meta_path.insert(0, self)

    def find_spec(self, name, path, target=None):
        # A search for the module does not always import it, so only the loader is wrapped.
        if name != self.name:
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        if spec and spec.loader:
            execute = spec.loader.exec_module

            def exec_module(module):
                sys.meta_path.remove(self)
                if self.before:
                    self.before(spec.origin)
                execute(module)
                self.function(module)

            spec.loader.exec_module = exec_module
        return spec


def _load_runtime(init):
    """A torch for CUDA looks for NVIDIA's runtime beside itself, before it looks where
    LD_LIBRARY_PATH says, but takes one of that name which is there already."""
    folder = os.path.join(os.path.dirname(init), "lib")
    if not os.path.exists(os.path.join(folder, "libtorch_cuda.so")):
        return
    import ctypes

    for release in (12, 13):
        ctypes.CDLL(f"libcudart.so.{release}", ctypes.RTLD_GLOBAL)


def _start_torch(torch):
    import tessera_torch

    tessera_torch.start(torch)


def _hide_the_linker(pathfinder):
    """nvJitLink produces machine code. If it cannot be found, programs use the driver's
    linker, which keeps PTX."""
    load = pathfinder.load_nvidia_dynamic_lib

    def load_others(name):
        if name == "nvJitLink":
            raise pathfinder.DynamicLibNotFoundError(f"tessera run hides {name}")
        return load(name)

    pathfinder.load_nvidia_dynamic_lib = load_others


def _hide_the_compiler(compile_):
    """cuTile takes the tileiras of NVIDIA's package before those on the PATH, and that
    one's machine code carries no program that an engine runs."""
    if hasattr(compile_, "_find_pip_tileiras"):
        compile_._find_pip_tileiras = lambda: None


def _keep_lines(dispatcher):
    """numba's code has the lines of the source if a kernel asks for them, which changes
    nothing else: messages have them then."""
    make = dispatcher._Kernel.__init__

    @functools.wraps(make)
    def make_with_lines(self, *arguments, **options):
        if "lineinfo" in options and not options.get("debug"):
            options["lineinfo"] = True
        make(self, *arguments, **options)

    dispatcher._Kernel.__init__ = make_with_lines


def _name_parameters(compiler):
    """Triton's PTX says in a comment which parameters of the function its own are: those
    that are constants are left out, and only the front end knows which."""
    compile_ = compiler.compile

    @functools.wraps(compile_)
    def compile_with_names(src, target=None, *arguments, **options):
        signature = getattr(src, "signature", None) or {}
        types = {name: t for name, t in signature.items() if t != "constexpr"}
        names = tuple(types) if all(map(_is_one, types.values())) else ()
        before = _names.set(names)
        try:
            return compile_(src, target, *arguments, **options)
        finally:
            _names.reset(before)

    compiler.compile = compile_with_names


#: The names of the parameters of the function that this thread is compiling.
_names = contextvars.ContextVar("names", default=())


def _is_one(type_):
    """True of a type of which an argument is one parameter: numbers and pointers."""
    return isinstance(type_, str) and re.fullmatch(r"\*?k?\*?[a-z]+[0-9]\w*", type_)


def _comment_names(compiler):
    make = compiler.CUDABackend.make_ptx

    @functools.wraps(make)
    def make_with_names(self, src, metadata, *arguments, **options):
        text = make(self, src, metadata, *arguments, **options)
        if names := _names.get():
            text += f"\n// parameters of {metadata['name']}: {', '.join(names)}\n"
        return text

    compiler.CUDABackend.make_ptx = make_with_names


def _refuse_wrappers(cpp_wrapper_gpu):
    """AOTInductor writes C++ that wants CUDA's headers and, in a torch for CUDA, calls the
    libraries of CUDA, which need a GPU."""

    def refuse(self, *arguments, **options):
        raise NotImplementedError(
            "`tessera run` has no AOTInductor and no cpp_wrapper for the device: their C++ calls"
            " CUDA's libraries. torch.compile makes the same kernels and runs them here;"
            " torch.export.save keeps the program, which a machine with a GPU compiles"
        )

    cpp_wrapper_gpu.CppWrapperGpu.__init__ = refuse


def _write_beside(config):
    """A kernel of torch.compile that writes where it has read has warps that repeat what others
    do, and may read what these have written. They store nothing of it, but it is a race, of
    which the emulator tells."""
    config.inplace_buffers = False


def _update_behind_reads(triton):
    """A kernel of torch.compile that updates an input, as a compiled optimizer does, reads it by
    one pointer and writes it by another. Elements that several warps have are stored by one
    of them, and torch puts the barrier before that only where both pointers are one."""
    from torch._inductor.virtualized import V

    store = triton.TritonKernel.store

    @functools.wraps(store)
    def store_behind_reads(self, name, *arguments, **options):
        # Kernels that are made of templates come before there is a scheduler.
        updates = getattr(V.graph.scheduler, "mutation_real_name", {})
        if updates.get(name) in self.args.input_buffers:
            self.stores.writeline("tl.debug_barrier()")
        return store(self, name, *arguments, **options)

    triton.TritonKernel.store = store_behind_reads


def _run_the_next():
    here = os.path.dirname(os.path.abspath(__file__))
    others = [p for p in sys.path if os.path.abspath(p or os.curdir) != here]
    spec = importlib.machinery.PathFinder.find_spec("sitecustomize", others)
    if spec and spec.loader:
        spec.loader.exec_module(importlib.util.module_from_spec(spec))


_AfterImport("torch", _start_torch, _load_runtime)
_AfterImport("cuda.pathfinder", _hide_the_linker)
_AfterImport("cuda.tile._compile", _hide_the_compiler)
_AfterImport("numba.cuda.dispatcher", _keep_lines)
_AfterImport("torch._inductor.codegen.cpp_wrapper_gpu", _refuse_wrappers)
_AfterImport("torch._inductor.codegen.triton", _update_behind_reads)
_AfterImport("torch._inductor.config", _write_beside)
_AfterImport("triton.compiler.compiler", _name_parameters)
_AfterImport("triton.backends.nvidia.compiler", _comment_names)
_run_the_next()
