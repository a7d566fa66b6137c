# ===- kernels.py - Small programs for the tests of the package -----------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Programs in Tile IR and in PTX, as text."""


def entry(parameters, body):
    return f"cuda_tile.module @m {{\n  entry @k({parameters}) {{\n{body}\n    return\n  }}\n}}\n"


def store_constant(tile):
    """A kernel that stores the number: p[0] = x."""
    return entry(
        f"%p: tile<ptr<{tile}>>, %x: tile<{tile}>",
        f"    %t = store_ptr_tko weak %p, %x : tile<ptr<{tile}>>, tile<{tile}> -> token",
    )


#: p[block] += x, as cuTile's kernels take p: pointer, length, stride.
BUMP = entry(
    "%p: tile<ptr<i32>>, %n: tile<i32>, %s: tile<i32>, %x: tile<i32>",
    """    %b, %b1, %b2 = get_tile_block_id : tile<i32>
    %i = muli %b, %s : tile<i32>
    %at = offset %p, %i : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %v, %t = load_ptr_tko weak %at : tile<ptr<i32>> -> tile<i32>, token
    %y = addi %v, %x : tile<i32>
    %u = store_ptr_tko weak %at, %y token=%t : tile<ptr<i32>>, tile<i32> -> token""",
)

#: All tile blocks store to one place.
RACE = entry(
    "%p: tile<ptr<i32>>",
    """    %b, %b1, %b2 = get_tile_block_id : tile<i32>
    %t = store_ptr_tko weak %p, %b : tile<ptr<i32>>, tile<i32> -> token""",
)

#: y = exp(x), for which the language permits several results.
EXP = entry(
    "%p: tile<ptr<f32>>, %q: tile<ptr<f32>>",
    """    %i = iota : tile<128xi32>
    %ps = reshape %p : tile<ptr<f32>> -> tile<1xptr<f32>>
    %pb = broadcast %ps : tile<1xptr<f32>> -> tile<128xptr<f32>>
    %pa = offset %pb, %i : tile<128xptr<f32>>, tile<128xi32> -> tile<128xptr<f32>>
    %x, %t = load_ptr_tko weak %pa : tile<128xptr<f32>> -> tile<128xf32>, token
    %y = exp %x : tile<128xf32>
    %qs = reshape %q : tile<ptr<f32>> -> tile<1xptr<f32>>
    %qb = broadcast %qs : tile<1xptr<f32>> -> tile<128xptr<f32>>
    %qa = offset %qb, %i : tile<128xptr<f32>>, tile<128xi32> -> tile<128xptr<f32>>
    %u = store_ptr_tko weak %qa, %y : tile<128xptr<f32>>, tile<128xf32> -> token""",
)



def exp_bits(more: str) -> str:
    """q[0:128] = the bits of e^p[0:128], after `more`."""
    return entry(
        "%p: tile<ptr<f32>>, %q: tile<ptr<i32>>",
        more
        + """    %i = iota : tile<128xi32>
    %ps = reshape %p : tile<ptr<f32>> -> tile<1xptr<f32>>
    %pb = broadcast %ps : tile<1xptr<f32>> -> tile<128xptr<f32>>
    %pa = offset %pb, %i : tile<128xptr<f32>>, tile<128xi32> -> tile<128xptr<f32>>
    %x, %t = load_ptr_tko weak %pa : tile<128xptr<f32>> -> tile<128xf32>, token
    %y = exp %x : tile<128xf32>
    %z = bitcast %y : tile<128xf32> -> tile<128xi32>
    %qs = reshape %q : tile<ptr<i32>> -> tile<1xptr<i32>>
    %qb = broadcast %qs : tile<1xptr<i32>> -> tile<128xptr<i32>>
    %qa = offset %qb, %i : tile<128xptr<i32>>, tile<128xi32> -> tile<128xptr<i32>>
    %u = store_ptr_tko weak %qa, %z : tile<128xptr<i32>>, tile<128xi32> -> token""",
    )


#: Prints, and stores the number of the last block.
PRINT = entry("%x: tile<i32>", '    %t = print_tko "x is %d\\n", %x : tile<i32> -> token')

#: p[thread] = thread + x.
PTX = """
.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 p, .param .u32 x) {
  .reg .b32 %r<4>;
  .reg .b64 %d<3>;
  ld.param.u64 %d0, [p];
  ld.param.u32 %r0, [x];
  mov.u32 %r1, %tid.x;
  add.u32 %r2, %r1, %r0;
  mul.wide.u32 %d1, %r1, 4;
  add.u64 %d2, %d0, %d1;
  st.global.u32 [%d2], %r2;
  ret;
}
"""

#: p[0:n] = x, for dense elements, since a pointer has no strides.
def fill(count):
    return entry(
        "%p: tile<ptr<f32>>, %x: tile<f32>",
        f"""    %v = make_tensor_view %p, shape = [{count}], strides = [1] : tensor_view<{count}xf32, strides=[1]>
    %w = make_partition_view %v : partition_view<tile=({count}), tensor_view<{count}xf32, strides=[1]>>
    %z = constant <i32: 0> : tile<i32>
    %s = reshape %x : tile<f32> -> tile<1xf32>
    %c = broadcast %s : tile<1xf32> -> tile<{count}xf32>
    %t = store_view_tko weak %c, %w[%z] : tile<{count}xf32>, partition_view<tile=({count}), tensor_view<{count}xf32, strides=[1]>>, tile<i32> -> token""",
    )


#: q[block] = p[block * s], with the stride as a number.
GATHER = entry(
    "%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %s: tile<i32>",
    """    %b, %b1, %b2 = get_tile_block_id : tile<i32>
    %i = muli %b, %s : tile<i32>
    %at = offset %p, %i : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
    %v, %t = load_ptr_tko weak %at : tile<ptr<f32>> -> tile<f32>, token
    %to = offset %q, %b : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
    %u = store_ptr_tko weak %to, %v token=%t : tile<ptr<f32>>, tile<f32> -> token""",
)
