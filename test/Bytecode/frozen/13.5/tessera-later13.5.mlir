cuda_tile.module @kernels {
  entry @classes(%arg0: tile<ptr<f32, <unicast>>>, %arg1: tile<ptr<f32, <multicast>>> {test.note = 1 : i32}, %arg2: tile<ptr<f32>>) {
    %0 = ptr_to_ptr %arg2 : tile<ptr<f32>> -> tile<ptr<f32, <unicast>>>
    %1 = ptr_to_int %arg1 : tile<ptr<f32, <multicast>>> -> tile<i64>
    %2 = int_to_ptr %1 : tile<i64> -> tile<ptr<f32, <none>>>
    %result, %result_token = load_ptr_tko weak %0 : tile<ptr<f32, <unicast>>> -> tile<f32>, token
    %3 = make_tensor_view %arg0, shape = [64], strides = [1] : tile<ptr<f32, <unicast>>> -> tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<unicast>>
    %4 = make_tensor_view %arg1, shape = [64], strides = [1] : tile<ptr<f32, <multicast>>> -> tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>
    return
  }
  entry @fields(%arg0: tile<ptr<f32>>, %arg1: tile<i32>) {
    %0 = make_tensor_view %arg0, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf32, strides=[64,1]>
    %1 = make_partition_view %0 : partition_view<tile=(64x32), padding_value = zero, tensor_view<128x64xf32, strides=[64,1]>>
    %2 = constant <f32: 1.000000e+00> : tile<64x32xf32>
    %3 = atomic_red_view_tko relaxed device %1[%arg1, %arg1], addf, %2 inbounds = [true, false] : tile<64x32xf32>, partition_view<tile=(64x32), padding_value = zero, tensor_view<128x64xf32, strides=[64,1]>>, tile<i32> -> token
    %4 = atomic_red_view_tko relaxed tl_blk %1[%arg1, %arg1], addf, %2 token = %3 : tile<64x32xf32>, partition_view<tile=(64x32), padding_value = zero, tensor_view<128x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }
}

