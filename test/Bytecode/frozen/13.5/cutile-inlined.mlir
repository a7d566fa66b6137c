cuda_tile.module @kernels {
  entry @inlined_Kt1_A1f32_1l0_A1f32_1l0_I128(%arg0: tile<ptr<f32>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<ptr<f32>>, %arg4: tile<i32>, %arg5: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %1 = assume bounded<0, ?>, %arg1 : tile<i32>
    %2 = assume bounded<0, ?>, %arg2 : tile<i32>
    %3 = make_tensor_view %arg0, shape = [%1], strides = [%2] : tile<i32> -> tensor_view<?xf32, strides=[?]>
    %4 = assume bounded<0, ?>, %arg4 : tile<i32>
    %5 = assume bounded<0, ?>, %arg5 : tile<i32>
    %6 = make_tensor_view %arg3, shape = [%4], strides = [%5] : tile<i32> -> tensor_view<?xf32, strides=[?]>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %7 = make_partition_view %3 : partition_view<tile=(128), tensor_view<?xf32, strides=[?]>>
    %tile, %result_token = load_view_tko weak %7[%blockId_x] token = %0 : partition_view<tile=(128), tensor_view<?xf32, strides=[?]>>, tile<i32> -> tile<128xf32>, token
    %8 = constant <f32: 2.000000e+00> : tile<f32>
    %9 = reshape %8 : tile<f32> -> tile<1xf32>
    %10 = broadcast %9 : tile<1xf32> -> tile<128xf32>
    %11 = constant <f32: 1.000000e+00> : tile<f32>
    %12 = reshape %11 : tile<f32> -> tile<1xf32>
    %13 = broadcast %12 : tile<1xf32> -> tile<128xf32>
    %14 = fma %tile, %10, %13 : tile<128xf32>
    %15 = make_partition_view %6 : partition_view<tile=(128), tensor_view<?xf32, strides=[?]>>
    %16 = store_view_tko weak %14, %15[%blockId_x] token = %0 : tile<128xf32>, partition_view<tile=(128), tensor_view<?xf32, strides=[?]>>, tile<i32> -> token
    return
  }
}

