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

  entry @multimem(%p: tile<ptr<f16, <multicast>>>, %i: tile<i32>) {
    %view = make_tensor_view %p, shape = [128, 64], strides = [64, 1] : tile<ptr<f16, <multicast>>> -> tensor_view<128x64xf16, strides=[64,1], #cuda_tile.ptr_attr<multicast>>
    %grid = make_partition_view %view : partition_view<tile=(64x32), tensor_view<128x64xf16, strides=[64,1], #cuda_tile.ptr_attr<multicast>>>
    %padded = make_partition_view %view : partition_view<tile=(64x32), padding_value = zero, tensor_view<128x64xf16, strides=[64,1], #cuda_tile.ptr_attr<multicast>>>
    %x, %t0 = multimem_load_reduce_view_tko weak %grid[%i, %i] : partition_view<tile=(64x32), tensor_view<128x64xf16, strides=[64,1], #cuda_tile.ptr_attr<multicast>>>, tile<i32> -> tile<64x32xf16>, token
    %y, %t1 = multimem_load_reduce_view_tko acquire sys %padded[%i, %i] token = %t0 inbounds = [true, false] attributes {reduction = #cuda_tile.multimem_reduction_kind<max>} : partition_view<tile=(64x32), padding_value = zero, tensor_view<128x64xf16, strides=[64,1], #cuda_tile.ptr_attr<multicast>>>, tile<i32>, token -> tile<64x32xf16>, token
    %t2 = multimem_reduce_view_tko relaxed device %grid, %x[%i, %i] : partition_view<tile=(64x32), tensor_view<128x64xf16, strides=[64,1], #cuda_tile.ptr_attr<multicast>>>, tile<64x32xf16>, tile<i32> -> token
    %t3 = multimem_reduce_view_tko release sys %padded, %y[%i, %i] token = %t2 inbounds = [false, true] : partition_view<tile=(64x32), padding_value = zero, tensor_view<128x64xf16, strides=[64,1], #cuda_tile.ptr_attr<multicast>>>, tile<64x32xf16>, tile<i32>, token -> token
    %t4 = multimem_store_view_tko weak %grid, %x[%i, %i] : partition_view<tile=(64x32), tensor_view<128x64xf16, strides=[64,1], #cuda_tile.ptr_attr<multicast>>>, tile<64x32xf16>, tile<i32> -> token
    %t5 = multimem_store_view_tko release tl_blk %grid, %x[%i, %i] token = %t4 inbounds = [true, true] : partition_view<tile=(64x32), tensor_view<128x64xf16, strides=[64,1], #cuda_tile.ptr_attr<multicast>>>, tile<64x32xf16>, tile<i32>, token -> token
    return
  }

  entry @reductions(%p: tile<ptr<i64, <multicast>>>, %i: tile<i8>) {
    %view = make_tensor_view %p, shape = [64], strides = [1] : tile<ptr<i64, <multicast>>> -> tensor_view<64xi64, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %grid = make_partition_view %view : partition_view<tile=(8), tensor_view<64xi64, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %x, %t = multimem_load_reduce_view_tko relaxed tl_blk %grid[%i] attributes {reduction = #cuda_tile.multimem_reduction_kind<min>} : partition_view<tile=(8), tensor_view<64xi64, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<i8> -> tile<8xi64>, token
    %t_and = multimem_reduce_view_tko relaxed sys %grid, %x[%i] attributes {reduction = #cuda_tile.multimem_reduction_kind<and>} : partition_view<tile=(8), tensor_view<64xi64, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<8xi64>, tile<i8> -> token
    %t_or = multimem_reduce_view_tko relaxed sys %grid, %x[%i] attributes {reduction = #cuda_tile.multimem_reduction_kind<or>} : partition_view<tile=(8), tensor_view<64xi64, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<8xi64>, tile<i8> -> token
    %t_xor = multimem_reduce_view_tko relaxed sys %grid, %x[%i] attributes {reduction = #cuda_tile.multimem_reduction_kind<xor>} : partition_view<tile=(8), tensor_view<64xi64, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<8xi64>, tile<i8> -> token
    %t_umin = multimem_reduce_view_tko relaxed sys %grid, %x[%i] attributes {reduction = #cuda_tile.multimem_reduction_kind<umin>} : partition_view<tile=(8), tensor_view<64xi64, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<8xi64>, tile<i8> -> token
    %t_umax = multimem_reduce_view_tko relaxed sys %grid, %x[%i] attributes {reduction = #cuda_tile.multimem_reduction_kind<umax>} : partition_view<tile=(8), tensor_view<64xi64, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<8xi64>, tile<i8> -> token
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
