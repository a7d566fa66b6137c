"""Prints a file with every op under its full name and every type in its long form.

Optional parts of the text are put back: `addf %a, %b : tile<f32>` becomes
`cuda_tile.addf %a, %b : !cuda_tile.tile<f32>`. Comments are removed, so that the
patterns of FileCheck are not mistaken for output.
"""

import re
import sys

# The first word of a line, after its results, unless it closes a region or has
# a prefix already.
OP = re.compile(r"^(\s*(?:%[\w#]+(?:, %[\w#]+)* = )?)([a-z]\w*)(?!\w*\.)\b(?!\.)")
TYPE = re.compile(
    r"(?<![\w!.])(tile|ptr|tensor_view|partition_view|strided_view|gather_scatter_view)<"
    r"|(?<=-> )(token)\b|(?<=, )(token)\b(?! =)|(?<=: )(token)\b(?!=)|(?<=x)(ptr)<"
)


def spell_out(line):
    def lengthen(match):
        word = next(group for group in match.groups() if group)
        return "!cuda_tile." + word + ("<" if match.group(0).endswith("<") else "")

    text = OP.sub(r"\1cuda_tile.\2", line)
    return TYPE.sub(lengthen, text)


with open(sys.argv[1]) as source:
    for line in source:
        if not line.lstrip().startswith("//"):
            print(spell_out(line), end="")
