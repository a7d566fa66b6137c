cuda_tile.module @kernels {
  entry @axpy_Kt1_Sbf16_A1bf16_1l0_A1bf16_1l0_I1024(%arg0: tile<bf16>, %arg1: tile<ptr<bf16>>, %arg2: tile<i32>, %arg3: tile<i32>, %arg4: tile<ptr<bf16>>, %arg5: tile<i32>, %arg6: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %1 = assume bounded<0, ?>, %arg2 : tile<i32>
    %2 = assume bounded<0, ?>, %arg3 : tile<i32>
    %3 = make_tensor_view %arg1, shape = [%1], strides = [%2] : tile<i32> -> tensor_view<?xbf16, strides=[?]>
    %4 = assume bounded<0, ?>, %arg5 : tile<i32>
    %5 = assume bounded<0, ?>, %arg6 : tile<i32>
    %6 = make_tensor_view %arg4, shape = [%4], strides = [%5] : tile<i32> -> tensor_view<?xbf16, strides=[?]>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %7 = make_partition_view %3 : partition_view<tile=(1024), tensor_view<?xbf16, strides=[?]>>
    %tile, %result_token = load_view_tko weak %7[%blockId_x] token = %0 : partition_view<tile=(1024), tensor_view<?xbf16, strides=[?]>>, tile<i32> -> tile<1024xbf16>, token
    %8 = make_partition_view %6 : partition_view<tile=(1024), tensor_view<?xbf16, strides=[?]>>
    %tile_0, %result_token_1 = load_view_tko weak %8[%blockId_x] token = %0 : partition_view<tile=(1024), tensor_view<?xbf16, strides=[?]>>, tile<i32> -> tile<1024xbf16>, token
    %9 = join_tokens %0, %result_token_1 : token
    %10 = reshape %arg0 : tile<bf16> -> tile<1xbf16>
    %11 = broadcast %10 : tile<1xbf16> -> tile<1024xbf16>
    %12 = fma %11, %tile, %tile_0 : tile<1024xbf16>
    %13 = make_partition_view %6 : partition_view<tile=(1024), tensor_view<?xbf16, strides=[?]>>
    %14 = store_view_tko weak %12, %13[%blockId_x] token = %9 : tile<1024xbf16>, partition_view<tile=(1024), tensor_view<?xbf16, strides=[?]>>, tile<i32> -> token
    return
  }
}

