"""A kernel of N loops, each of which continues with the result of the one before it."""

import sys

count = int(sys.argv[1])
print(
    """cuda_tile.module @m {
entry @k(%p: tile<ptr<i32>>, %n: tile<i32>) {
%o = constant <i32: 1> : tile<i32>
%v0 = addi %n, %n : tile<i32>"""
)
for i in range(count):
    print(
        f"""%v{i + 1} = for %i in (%o to %n, step %o) : tile<i32> iter_values(%x = %v{i}) -> (tile<i32>) {{
%y = muli %x, %i : tile<i32>
%z = xori %y, %n : tile<i32>
continue %z : tile<i32> }}"""
    )
print(f"%t = store_ptr_tko weak %p, %v{count} : tile<ptr<i32>>, tile<i32> -> token\nreturn }}\n}}")
