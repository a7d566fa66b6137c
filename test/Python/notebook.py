# ===- notebook.py - Runs a notebook ----------------------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Runs the cells of a notebook, and compares their outputs with the saved ones.

usage: notebook.py NOTEBOOK [--save]

The output of a cell is its printed text and, if it ends with an expression, the value, as
in Jupyter's own kernel. With --save the notebook gets the new outputs.
"""

import ast
import contextlib
import io
import json
import sys


def run_cell(source, names):
    """The outputs of a cell in Jupyter's form."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    value, printed = None, io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, "<cell>", "exec"), names)
        if last:
            value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)
    outputs = []
    if printed.getvalue():
        lines = printed.getvalue().splitlines(keepends=True)
        outputs.append({"name": "stdout", "output_type": "stream", "text": lines})
    if value is not None:
        shown = {"text/plain": repr(value).splitlines(keepends=True)}
        outputs.append({"data": shown, "metadata": {}, "output_type": "execute_result"})
    return outputs


def run(notebook):
    """Each cell of code with its new outputs."""
    names = {"__name__": "__main__"}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            yield cell, run_cell("".join(cell["source"]), names)


def without_counts(outputs):
    return [
        {key: value for key, value in output.items() if key != "execution_count"}
        for output in outputs
    ]


def main(path, save=False):
    with open(path) as file:
        notebook = json.load(file)
    wrong = 0
    for number, (cell, outputs) in enumerate(run(notebook), 1):
        if save:
            cell["execution_count"] = number
            for output in outputs:
                if output["output_type"] == "execute_result":
                    output["execution_count"] = number
            cell["outputs"] = outputs
        elif without_counts(cell["outputs"]) != outputs:
            print(f"cell {number} shows {outputs}, and not {cell['outputs']}")
            wrong += 1
    if save:
        with open(path, "w") as file:
            json.dump(notebook, file, indent=1, ensure_ascii=False)
            file.write("\n")
    return wrong


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], save="--save" in sys.argv[2:]))
