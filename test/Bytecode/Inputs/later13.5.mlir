// What joined the language in version 13.5.

cuda_tile.module @kernels {
  entry @classes(%u: tile<ptr<f32, <unicast>>>, %m: tile<ptr<f32, <multicast>>> {test.note = 1 : i32}, %p: tile<ptr<f32>>) {
    %0 = ptr_to_ptr %p : tile<ptr<f32>> -> tile<ptr<f32, <unicast>>>
    %1 = ptr_to_int %m : tile<ptr<f32, <multicast>>> -> tile<i64>
    %2 = int_to_ptr %1 : tile<i64> -> tile<ptr<f32, <none>>>
    %v, %t = load_ptr_tko weak %0 : tile<ptr<f32, <unicast>>> -> tile<f32>, token
    %view = make_tensor_view %u, shape = [64], strides = [1] : tile<ptr<f32, <unicast>>> -> tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<unicast>>
    %many = make_tensor_view %m, shape = [64], strides = [1] : tile<ptr<f32, <multicast>>> -> tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>
    return
  }

  entry @fields(%p: tile<ptr<f32>>, %i: tile<i32>) {
    %view = make_tensor_view %p, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf32, strides=[64,1]>
    %grid = make_partition_view %view : partition_view<tile=(64x32), padding_value = zero, tensor_view<128x64xf32, strides=[64,1]>>
    %x = constant <f32: 1.0> : tile<64x32xf32>
    %t0 = atomic_red_view_tko relaxed device %grid[%i, %i], addf, %x inbounds = [true, false] : tile<64x32xf32>, partition_view<tile=(64x32), padding_value = zero, tensor_view<128x64xf32, strides=[64,1]>>, tile<i32> -> token
    %t1 = atomic_red_view_tko relaxed tl_blk %grid[%i, %i], addf, %x token = %t0 : tile<64x32xf32>, partition_view<tile=(64x32), padding_value = zero, tensor_view<128x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }
}
