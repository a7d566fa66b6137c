cuda_tile.module @kernels {
  entry @rowsum_Kt1_A2f32_3l0_A1f32_1l0_I16_I64(%arg0: tile<ptr<f32>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<i32>, %arg4: tile<i32>, %arg5: tile<ptr<f32>>, %arg6: tile<i32>, %arg7: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %1 = assume bounded<0, ?>, %arg1 : tile<i32>
    %2 = assume bounded<0, ?>, %arg2 : tile<i32>
    %3 = assume bounded<0, ?>, %arg3 : tile<i32>
    %4 = assume bounded<0, ?>, %arg4 : tile<i32>
    %5 = make_tensor_view %arg0, shape = [%1, %2], strides = [%3, %4] : tile<i32> -> tensor_view<?x?xf32, strides=[?,?]>
    %6 = assume bounded<0, ?>, %arg6 : tile<i32>
    %7 = assume bounded<0, ?>, %arg7 : tile<i32>
    %8 = make_tensor_view %arg5, shape = [%6], strides = [%7] : tile<i32> -> tensor_view<?xf32, strides=[?]>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %9 = constant <f32: 0.000000e+00> : tile<16x64xf32>
    %10 = make_partition_view %5 : partition_view<tile=(16x64), tensor_view<?x?xf32, strides=[?,?]>>
    %11:2 = get_index_space_shape %10 : partition_view<tile=(16x64), tensor_view<?x?xf32, strides=[?,?]>> -> tile<i32>
    %12 = constant <i32: 0> : tile<i32>
    %13 = constant <i32: 1> : tile<i32>
    %14 = make_partition_view %5 : partition_view<tile=(16x64), padding_value = zero, tensor_view<?x?xf32, strides=[?,?]>>
    %15 = for %arg8 in (%12 to %11#1, step %13) : tile<i32> iter_values(%arg9 = %9) -> (tile<16x64xf32>) {
      %tile, %result_token = load_view_tko weak %14[%blockId_x, %arg8] token = %0 : partition_view<tile=(16x64), padding_value = zero, tensor_view<?x?xf32, strides=[?,?]>>, tile<i32> -> tile<16x64xf32>, token
      %19 = addf %arg9, %tile : tile<16x64xf32>
      continue %19 : tile<16x64xf32>
    }
    %16 = reduce %15 dim=1 identities=[0.000000e+00 : f32] : tile<16x64xf32> -> tile<16xf32> (%arg8: tile<f32>, %arg9: tile<f32>) {
      %19 = addf %arg8, %arg9 : tile<f32>
      yield %19 : tile<f32>
    }
    %17 = make_partition_view %8 : partition_view<tile=(16), tensor_view<?xf32, strides=[?]>>
    %18 = store_view_tko weak %16, %17[%blockId_x] token = %0 : tile<16xf32>, partition_view<tile=(16), tensor_view<?xf32, strides=[?]>>, tile<i32> -> token
    return
  }
}

