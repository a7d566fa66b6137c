// ptxas demands 18 registers beside those that one tcgen05.ld fills, and refuses one that
// fills 64 where three blocks of eight warps leave a thread 80: the plan counts on two.
//
// REQUIRES: ptxas
// RUN: tileiras %s --gpu-name=sm_100 --least-warps=8 -o %t.cubin
// RUN: tileiras %s --gpu-name=sm_100 --least-warps=8 --emit=ptx | FileCheck %s
// CHECK: .minnctapersm 2
// CHECK: tcgen05.ld.sync.aligned.32x32b.x64

cuda_tile.module @kernels {
  entry @k(%arg0: tile<ptr<bf16>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<i32>, %arg4: tile<i32>, %arg5: tile<ptr<i8>>, %arg6: tile<i32>, %arg7: tile<i32>, %arg8: tile<i32>, %arg9: tile<i32>, %arg10: tile<ptr<bf16>>, %arg11: tile<i32>, %arg12: tile<i32>, %arg13: tile<ptr<bf16>>, %arg14: tile<i32>, %arg15: tile<i32>, %arg16: tile<i32>, %arg17: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %1 = assume div_by<16>, %arg0 : tile<ptr<bf16>>
    %2 = assume div_by<16>, %arg2 : tile<i32>
    %3 = assume div_by<16>, %arg3 : tile<i32>
    %4 = assume div_by<16>, %arg5 : tile<ptr<i8>>
    %5 = assume div_by<16>, %arg7 : tile<i32>
    %6 = assume div_by<16>, %arg8 : tile<i32>
    %7 = assume div_by<16>, %arg10 : tile<ptr<bf16>>
    %8 = assume div_by<16>, %arg11 : tile<i32>
    %9 = assume div_by<16>, %arg13 : tile<ptr<bf16>>
    %10 = assume div_by<16>, %arg15 : tile<i32>
    %11 = assume div_by<16>, %arg16 : tile<i32>
    %12 = constant <i32: 1> : tile<i32>
    %13 = constant <i32: 1> : tile<i32>
    %14 = constant <i32: 1> : tile<i32>
    %15 = constant <i32: 1> : tile<i32>
    %16 = assume bounded<0, ?>, %arg1 : tile<i32>
    %17 = assume bounded<0, ?>, %2 : tile<i32>
    %18 = assume div_by<16>, %17 : tile<i32>
    %19 = assume bounded<0, ?>, %3 : tile<i32>
    %20 = assume div_by<16>, %19 : tile<i32>
    %21 = make_tensor_view %1, shape = [%16, %18], strides = [%20, 1] : tile<i32> -> tensor_view<?x?xbf16, strides=[?,1]>
    %22 = assume bounded<0, ?>, %arg6 : tile<i32>
    %23 = assume bounded<0, ?>, %5 : tile<i32>
    %24 = assume div_by<16>, %23 : tile<i32>
    %25 = assume bounded<0, ?>, %6 : tile<i32>
    %26 = assume div_by<16>, %25 : tile<i32>
    %27 = make_tensor_view %4, shape = [%22, %24], strides = [%26, 1] : tile<i32> -> tensor_view<?x?xi8, strides=[?,1]>
    %28 = assume bounded<0, ?>, %8 : tile<i32>
    %29 = assume div_by<16>, %28 : tile<i32>
    %30 = make_tensor_view %7, shape = [%29], strides = [1] : tile<i32> -> tensor_view<?xbf16, strides=[1]>
    %31 = assume bounded<0, ?>, %arg14 : tile<i32>
    %32 = assume bounded<0, ?>, %10 : tile<i32>
    %33 = assume div_by<16>, %32 : tile<i32>
    %34 = assume bounded<0, ?>, %11 : tile<i32>
    %35 = assume div_by<16>, %34 : tile<i32>
    %36 = make_tensor_view %9, shape = [%31, %33], strides = [%35, 1] : tile<i32> -> tensor_view<?x?xbf16, strides=[?,1]>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %blockId_x_0, %blockId_y_1, %blockId_z_2 = get_tile_block_id : tile<i32>
    %37 = constant <f32: 0.000000e+00> : tile<128x128xf32>
    %38 = make_partition_view %21 : partition_view<tile=(128x64), tensor_view<?x?xbf16, strides=[?,1]>>
    %39:2 = get_index_space_shape %38 : partition_view<tile=(128x64), tensor_view<?x?xbf16, strides=[?,1]>> -> tile<i32>
    %40 = constant <i32: 0> : tile<i32>
    %41 = constant <i32: 1> : tile<i32>
    %42 = make_partition_view %21 : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xbf16, strides=[?,1]>>
    %43 = make_partition_view %27 : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xi8, strides=[?,1]>>
    %44 = for %arg18 in (%40 to %39#1, step %41) : tile<i32> iter_values(%arg19 = %37) -> (tile<128x128xf32>) {
      %tile_3, %result_token_4 = load_view_tko weak %42[%blockId_x, %arg18] token = %0 : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xbf16, strides=[?,1]>>, tile<i32> -> tile<128x64xbf16>, token
      %tile_5, %result_token_6 = load_view_tko weak %43[%arg18, %blockId_y_1] token = %0 : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xi8, strides=[?,1]>>, tile<i32> -> tile<64x128xi8>, token
      %53 = itof %tile_5 signed : tile<64x128xi8> -> tile<64x128xbf16>
      %54 = mmaf %tile_3, %53, %arg19 : tile<128x64xbf16>, tile<64x128xbf16>, tile<128x128xf32>
      continue %54 : tile<128x128xf32>
    }
    %45 = make_partition_view %30 : partition_view<tile=(128), padding_value = zero, tensor_view<?xbf16, strides=[1]>>
    %tile, %result_token = load_view_tko weak %45[%blockId_y_1] token = %0 : partition_view<tile=(128), padding_value = zero, tensor_view<?xbf16, strides=[1]>>, tile<i32> -> tile<128xbf16>, token
    %46 = ftof %tile : tile<128xbf16> -> tile<128xf32>
    %47 = reshape %46 : tile<128xf32> -> tile<1x128xf32>
    %48 = broadcast %47 : tile<1x128xf32> -> tile<128x128xf32>
    %49 = mulf %44, %48 : tile<128x128xf32>
    %50 = ftof %49 : tile<128x128xf32> -> tile<128x128xbf16>
    %51 = make_partition_view %36 : partition_view<tile=(128x128), tensor_view<?x?xbf16, strides=[?,1]>>
    %52 = store_view_tko weak %50, %51[%blockId_x, %blockId_y_1] token = %0 : tile<128x128xbf16>, partition_view<tile=(128x128), tensor_view<?x?xbf16, strides=[?,1]>>, tile<i32> -> token
    return
  }
}
