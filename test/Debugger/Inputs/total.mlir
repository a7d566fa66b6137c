// total.py as cuTile Python has compiled it.
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

module {
  cuda_tile.module @kernels {
    entry @total(%arg0: tile<ptr<f32>> loc(#loc1), %arg1: tile<i32> loc(#loc1), %arg2: tile<i32> loc(#loc1), %arg3: tile<i32> loc(#loc1), %arg4: tile<i32> loc(#loc1), %arg5: tile<ptr<f32>> loc(#loc1), %arg6: tile<i32> loc(#loc1), %arg7: tile<i32> loc(#loc1)) optimization_hints=<default = {}> {
      %0 = make_token : token loc(#loc19)
      %1 = assume bounded<0, ?>, %arg1 : tile<i32> loc(#loc19)
      %2 = assume bounded<0, ?>, %arg2 : tile<i32> loc(#loc19)
      %3 = assume bounded<0, ?>, %arg3 : tile<i32> loc(#loc19)
      %4 = assume bounded<0, ?>, %arg4 : tile<i32> loc(#loc19)
      %5 = make_tensor_view %arg0, shape = [%1, %2], strides = [%3, %4] : tile<i32> -> tensor_view<?x?xf32, strides=[?,?]> loc(#loc19)
      %6 = assume bounded<0, ?>, %arg6 : tile<i32> loc(#loc19)
      %7 = assume bounded<0, ?>, %arg7 : tile<i32> loc(#loc19)
      %8 = make_tensor_view %arg5, shape = [%6], strides = [%7] : tile<i32> -> tensor_view<?xf32, strides=[?]> loc(#loc19)
      %9 = constant <i32: 3> : tile<i32> loc(#loc19)
      %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32> loc(#loc20)
      %10 = constant <f32: 0.000000e+00> : tile<8xf32> loc(#loc21)
      %11 = constant <i32: 0> : tile<i32> loc(#loc22)
      %12 = constant <i32: 1> : tile<i32> loc(#loc22)
      %13 = make_partition_view %5 : partition_view<tile=(1x8), tensor_view<?x?xf32, strides=[?,?]>> loc(#loc23)
      %14 = constant <f32: 2.000000e+00> : tile<f32> loc(#loc36)
      %15 = reshape %14 : tile<f32> -> tile<1xf32> loc(#loc36)
      %16 = broadcast %15 : tile<1xf32> -> tile<8xf32> loc(#loc36)
      %17 = constant <f32: 1.000000e+00> : tile<f32> loc(#loc37)
      %18 = reshape %17 : tile<f32> -> tile<1xf32> loc(#loc37)
      %19 = broadcast %18 : tile<1xf32> -> tile<8xf32> loc(#loc37)
      %20 = for %arg8 in (%11 to %9, step %12) : tile<i32> iter_values(%arg9 = %10) -> (tile<8xf32>) {
        %tile, %result_token = load_view_tko weak %13[%blockId_x, %arg8] token = %0 : partition_view<tile=(1x8), tensor_view<?x?xf32, strides=[?,?]>>, tile<i32> -> tile<1x8xf32>, token loc(#loc23)
        %28 = reshape %tile : tile<1x8xf32> -> tile<8xf32> loc(#loc38)
        %29 = fma %28, %16, %19 : tile<8xf32> loc(#loc37)
        %30 = addf %arg9, %29 : tile<8xf32> loc(#loc29)
        continue %30 : tile<8xf32> loc(#loc27)
      } loc(#loc27)
      %21 = constant <i32: 0> : tile<i32> loc(#loc30)
      %22 = cmpi greater_than %blockId_x, %21, signed : tile<i32> -> tile<i1> loc(#loc31)
      %23 = if %22 -> (tile<8xf32>) {
        %28 = constant <f32: 1.000000e+01> : tile<f32> loc(#loc33)
        %29 = reshape %28 : tile<f32> -> tile<1xf32> loc(#loc33)
        %30 = broadcast %29 : tile<1xf32> -> tile<8xf32> loc(#loc33)
        %31 = mulf %20, %30 : tile<8xf32> loc(#loc33)
        yield %31 : tile<8xf32> loc(#loc32)
      } else {
        yield %20 : tile<8xf32> loc(#loc32)
      } loc(#loc32)
      %24 = reduce %23 dim=0 identities=[0.000000e+00 : f32] : tile<8xf32> -> tile<f32> (%arg8: tile<f32>, %arg9: tile<f32>) {
        %28 = addf %arg8, %arg9 : tile<f32> loc(#loc34)
        yield %28 : tile<f32> loc(#loc34)
      } loc(#loc34)
      %25 = reshape %24 : tile<f32> -> tile<1xf32> loc(#loc35)
      %26 = make_partition_view %8 : partition_view<tile=(1), tensor_view<?xf32, strides=[?]>> loc(#loc35)
      %27 = store_view_tko weak %25, %26[%blockId_x] token = %0 : tile<1xf32>, partition_view<tile=(1), tensor_view<?xf32, strides=[?]>>, tile<i32> -> token loc(#loc35)
      return loc(#loc1)
    } loc(#loc19)
  } loc(#loc1)
}
#di_file = #cuda_tile.di_file<"total.py" in "@INPUTS@">
#di_file1 = #cuda_tile.di_file<"_stub.py" in "cuda/tile">
#loc1 = loc(unknown)
#loc2 = loc("@INPUTS@/total.py":20:0)
#loc3 = loc("@INPUTS@/total.py":21:10)
#loc4 = loc("@INPUTS@/total.py":22:10)
#loc5 = loc("@INPUTS@/total.py":23:13)
#loc6 = loc("@INPUTS@/total.py":24:12)
#loc7 = loc("@INPUTS@/total.py":15:14)
#loc8 = loc("@INPUTS@/total.py":25:12)
#loc9 = loc("@INPUTS@/total.py":16:11)
#loc10 = loc("@INPUTS@/total.py":23:4)
#loc11 = loc("cuda/tile/_stub.py":666:15)
#loc12 = loc("@INPUTS@/total.py":26:14)
#loc13 = loc("@INPUTS@/total.py":27:13)
#loc14 = loc("@INPUTS@/total.py":27:7)
#loc15 = loc("@INPUTS@/total.py":27:4)
#loc16 = loc("@INPUTS@/total.py":28:14)
#loc17 = loc("@INPUTS@/total.py":29:8)
#loc18 = loc("@INPUTS@/total.py":30:4)
#di_compile_unit = #cuda_tile.di_compile_unit<file = #di_file>
#di_compile_unit1 = #cuda_tile.di_compile_unit<file = #di_file1>
#di_subprogram = #cuda_tile.di_subprogram<file = #di_file, line = 19, name = "total", linkageName = "total", compileUnit = #di_compile_unit, scopeLine = 19>
#di_subprogram1 = #cuda_tile.di_subprogram<file = #di_file, line = 14, name = "scaled", linkageName = "scaled@total:14:1_s1", compileUnit = #di_compile_unit, scopeLine = 14>
#di_subprogram2 = #cuda_tile.di_subprogram<file = #di_file1, line = 664, name = "reshape", linkageName = "reshape@_stub:664:5_s0", compileUnit = #di_compile_unit1, scopeLine = 664>
#loc19 = #cuda_tile.di_loc<#loc2 in #di_subprogram>
#loc20 = #cuda_tile.di_loc<#loc3 in #di_subprogram>
#loc21 = #cuda_tile.di_loc<#loc4 in #di_subprogram>
#loc22 = #cuda_tile.di_loc<#loc5 in #di_subprogram>
#loc23 = #cuda_tile.di_loc<#loc6 in #di_subprogram>
#loc24 = #cuda_tile.di_loc<#loc7 in #di_subprogram1>
#loc25 = #cuda_tile.di_loc<#loc8 in #di_subprogram>
#loc26 = #cuda_tile.di_loc<#loc9 in #di_subprogram1>
#loc27 = #cuda_tile.di_loc<#loc10 in #di_subprogram>
#loc28 = #cuda_tile.di_loc<#loc11 in #di_subprogram2>
#loc29 = #cuda_tile.di_loc<#loc12 in #di_subprogram>
#loc30 = #cuda_tile.di_loc<#loc13 in #di_subprogram>
#loc31 = #cuda_tile.di_loc<#loc14 in #di_subprogram>
#loc32 = #cuda_tile.di_loc<#loc15 in #di_subprogram>
#loc33 = #cuda_tile.di_loc<#loc16 in #di_subprogram>
#loc34 = #cuda_tile.di_loc<#loc17 in #di_subprogram>
#loc35 = #cuda_tile.di_loc<#loc18 in #di_subprogram>
#loc36 = loc(callsite(#loc24 at #loc25))
#loc37 = loc(callsite(#loc26 at #loc25))
#loc38 = loc(callsite(#loc28 at #loc23))

