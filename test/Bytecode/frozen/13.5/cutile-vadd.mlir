cuda_tile.module @kernels {
  entry @vadd_Kt1_A1f32_1l0_A1f32_1l0_A1f32_1l0_I1024(%arg0: tile<ptr<f32>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<ptr<f32>>, %arg4: tile<i32>, %arg5: tile<i32>, %arg6: tile<ptr<f32>>, %arg7: tile<i32>, %arg8: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %1 = assume bounded<0, ?>, %arg1 : tile<i32>
    %2 = assume bounded<0, ?>, %arg2 : tile<i32>
    %3 = make_tensor_view %arg0, shape = [%1], strides = [%2] : tile<i32> -> tensor_view<?xf32, strides=[?]>
    %4 = assume bounded<0, ?>, %arg4 : tile<i32>
    %5 = assume bounded<0, ?>, %arg5 : tile<i32>
    %6 = make_tensor_view %arg3, shape = [%4], strides = [%5] : tile<i32> -> tensor_view<?xf32, strides=[?]>
    %7 = assume bounded<0, ?>, %arg7 : tile<i32>
    %8 = assume bounded<0, ?>, %arg8 : tile<i32>
    %9 = make_tensor_view %arg6, shape = [%7], strides = [%8] : tile<i32> -> tensor_view<?xf32, strides=[?]>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %10 = make_partition_view %3 : partition_view<tile=(1024), tensor_view<?xf32, strides=[?]>>
    %tile, %result_token = load_view_tko weak %10[%blockId_x] token = %0 : partition_view<tile=(1024), tensor_view<?xf32, strides=[?]>>, tile<i32> -> tile<1024xf32>, token
    %11 = make_partition_view %6 : partition_view<tile=(1024), tensor_view<?xf32, strides=[?]>>
    %tile_0, %result_token_1 = load_view_tko weak %11[%blockId_x] token = %0 : partition_view<tile=(1024), tensor_view<?xf32, strides=[?]>>, tile<i32> -> tile<1024xf32>, token
    %12 = addf %tile, %tile_0 : tile<1024xf32>
    %13 = make_partition_view %9 : partition_view<tile=(1024), tensor_view<?xf32, strides=[?]>>
    %14 = store_view_tko weak %12, %13[%blockId_x] token = %0 : tile<1024xf32>, partition_view<tile=(1024), tensor_view<?xf32, strides=[?]>>, tile<i32> -> token
    return
  }
}

