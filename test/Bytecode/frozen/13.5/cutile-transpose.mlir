cuda_tile.module @kernels {
  entry @transpose_Kt1_A2f32_3l0_A2f32_3l0_I32_I64(%arg0: tile<ptr<f32>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<i32>, %arg4: tile<i32>, %arg5: tile<ptr<f32>>, %arg6: tile<i32>, %arg7: tile<i32>, %arg8: tile<i32>, %arg9: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %1 = assume bounded<0, ?>, %arg1 : tile<i32>
    %2 = assume bounded<0, ?>, %arg2 : tile<i32>
    %3 = assume bounded<0, ?>, %arg3 : tile<i32>
    %4 = assume bounded<0, ?>, %arg4 : tile<i32>
    %5 = make_tensor_view %arg0, shape = [%1, %2], strides = [%3, %4] : tile<i32> -> tensor_view<?x?xf32, strides=[?,?]>
    %6 = assume bounded<0, ?>, %arg6 : tile<i32>
    %7 = assume bounded<0, ?>, %arg7 : tile<i32>
    %8 = assume bounded<0, ?>, %arg8 : tile<i32>
    %9 = assume bounded<0, ?>, %arg9 : tile<i32>
    %10 = make_tensor_view %arg5, shape = [%6, %7], strides = [%8, %9] : tile<i32> -> tensor_view<?x?xf32, strides=[?,?]>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %blockId_x_0, %blockId_y_1, %blockId_z_2 = get_tile_block_id : tile<i32>
    %11 = make_partition_view %5 : partition_view<tile=(32x64), tensor_view<?x?xf32, strides=[?,?]>>
    %tile, %result_token = load_view_tko weak %11[%blockId_x, %blockId_y_1] token = %0 : partition_view<tile=(32x64), tensor_view<?x?xf32, strides=[?,?]>>, tile<i32> -> tile<32x64xf32>, token
    %12 = permute %tile [1, 0] : tile<32x64xf32> -> tile<64x32xf32>
    %13 = make_partition_view %10 : partition_view<tile=(64x32), tensor_view<?x?xf32, strides=[?,?]>>
    %14 = store_view_tko weak %12, %13[%blockId_y_1, %blockId_x] token = %0 : tile<64x32xf32>, partition_view<tile=(64x32), tensor_view<?x?xf32, strides=[?,?]>>, tile<i32> -> token
    return
  }
}

