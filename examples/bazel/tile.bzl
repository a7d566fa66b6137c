# ===- tile.bzl - Cubins from Tile IR, for Bazel ----------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Compiles Tile IR to machine code.

The compiler, ptxas and libdevice are inputs of the action: what they hold is part of
the key that Bazel caches by, and nothing else of the machine is.
"""

def _find(ctx, variable, candidates, what):
    """The file that an environment variable names, else the first that is there."""
    named = ctx.os.environ.get(variable)
    for path in [named] if named else candidates:
        if path and ctx.path(path).exists:
            return path
    fail("%s was not found; name it with --repo_env=%s=FILE" % (what, variable))

def _tessera_repository_impl(ctx):
    environment = ctx.os.environ
    toolkits = [
        environment[variable]
        for variable in ["CUDA_HOME", "CUDA_ROOT", "CUDA_PATH"]
        if variable in environment
    ] + ["/usr/local/cuda"]
    files = {
        "tileiras": _find(ctx, "TESSERA_TILEIRAS", [ctx.which("tileiras")], "tileiras"),
        "ptxas": _find(
            ctx,
            "TESSERA_PTXAS_PATH",
            [toolkit + "/bin/ptxas" for toolkit in toolkits],
            "ptxas",
        ),
        "libdevice.10.bc": _find(
            ctx,
            "TESSERA_LIBDEVICE_PATH",
            [toolkit + "/nvvm/libdevice/libdevice.10.bc" for toolkit in toolkits],
            "libdevice.10.bc",
        ),
    }
    for name, path in files.items():
        ctx.symlink(path, name)
    ctx.file("BUILD.bazel", "exports_files(%r)\n" % files.keys())

tessera_repository = repository_rule(
    implementation = _tessera_repository_impl,
    doc = "The compiler on PATH and the files of a CUDA toolkit.",
    environ = [
        "CUDA_HOME",
        "CUDA_PATH",
        "CUDA_ROOT",
        "PATH",
        "TESSERA_LIBDEVICE_PATH",
        "TESSERA_PTXAS_PATH",
        "TESSERA_TILEIRAS",
    ],
    local = True,
)

def _tile_cubin_impl(ctx):
    cubin = ctx.actions.declare_file(ctx.label.name + ".cubin")
    arguments = ctx.actions.args()
    arguments.add(ctx.file.src)
    arguments.add("-o", cubin)
    arguments.add("--gpu-name", ctx.attr.gpu)
    arguments.add("-O%d" % ctx.attr.opt_level)
    arguments.add("--ptxas-path", ctx.executable._ptxas)
    arguments.add("--libdevice-path", ctx.file._libdevice)
    arguments.add_all(ctx.attr.options)
    ctx.actions.run(
        executable = ctx.executable._tileiras,
        arguments = [arguments],
        inputs = [ctx.file.src, ctx.file._libdevice],
        tools = [ctx.executable._ptxas],
        outputs = [cubin],
        mnemonic = "TileCubin",
        progress_message = "Compiling %s for %s" % (ctx.file.src.short_path, ctx.attr.gpu),
    )
    return [DefaultInfo(files = depset([cubin]))]

def _tool(name):
    return attr.label(
        default = Label("@tessera//:" + name),
        allow_single_file = True,
        executable = True,
        cfg = "exec",
    )

tile_cubin = rule(
    implementation = _tile_cubin_impl,
    doc = "NAME.cubin, of the kernels in a file of Tile IR.",
    attrs = {
        "src": attr.label(
            mandatory = True,
            allow_single_file = True,
            doc = "Bytecode or text.",
        ),
        "gpu": attr.string(mandatory = True, doc = "Its name, such as sm_90."),
        "opt_level": attr.int(default = 3, values = [0, 1, 2, 3]),
        "options": attr.string_list(doc = "More options of tileiras, such as --lineinfo."),
        "_tileiras": _tool("tileiras"),
        "_ptxas": _tool("ptxas"),
        "_libdevice": attr.label(
            default = Label("@tessera//:libdevice.10.bc"),
            allow_single_file = True,
        ),
    },
)
