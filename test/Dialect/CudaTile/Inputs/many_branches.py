# ===- many_branches.py - A long row of branches by one condition -----------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#

print("cuda_tile.module @m { entry @k(%p: tile<ptr<i32>>, %n: tile<i32>, %c: tile<i1>) {")
for i in range(50000):
    print(
        f"if %c {{ %t{i} = store_ptr_tko weak %p, %n : tile<ptr<i32>>, tile<i32> -> token }}"
    )
print("} }")
