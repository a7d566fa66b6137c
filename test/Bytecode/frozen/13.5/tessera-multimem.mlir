cuda_tile.module @kernels {
  entry @multimem(%arg0: tile<ptr<f16, <multicast>>>, %arg1: tile<i32>) {
    %0 = make_tensor_view %arg0, shape = [128, 64], strides = [64, 1] : tile<ptr<f16, <multicast>>> -> tensor_view<128x64xf16, strides=[64,1], #cuda_tile.ptr_attr<multicast>>
    %1 = make_partition_view %0 : partition_view<tile=(64x32), tensor_view<128x64xf16, strides=[64,1], #cuda_tile.ptr_attr<multicast>>>
    %2 = make_partition_view %0 : partition_view<tile=(64x32), padding_value = zero, tensor_view<128x64xf16, strides=[64,1], #cuda_tile.ptr_attr<multicast>>>
    %reduced_values, %result_token = multimem_load_reduce_view_tko weak %1[%arg1, %arg1] : partition_view<tile=(64x32), tensor_view<128x64xf16, strides=[64,1], #cuda_tile.ptr_attr<multicast>>>, tile<i32> -> tile<64x32xf16>, token
    %reduced_values_0, %result_token_1 = multimem_load_reduce_view_tko acquire sys %2[%arg1, %arg1] token = %result_token inbounds = [true, false] attributes {reduction = #cuda_tile.multimem_reduction_kind<max>} : partition_view<tile=(64x32), padding_value = zero, tensor_view<128x64xf16, strides=[64,1], #cuda_tile.ptr_attr<multicast>>>, tile<i32>, token -> tile<64x32xf16>, token
    %3 = multimem_reduce_view_tko relaxed device %1, %reduced_values[%arg1, %arg1] : partition_view<tile=(64x32), tensor_view<128x64xf16, strides=[64,1], #cuda_tile.ptr_attr<multicast>>>, tile<64x32xf16>, tile<i32> -> token
    %4 = multimem_reduce_view_tko release sys %2, %reduced_values_0[%arg1, %arg1] token = %3 inbounds = [false, true] : partition_view<tile=(64x32), padding_value = zero, tensor_view<128x64xf16, strides=[64,1], #cuda_tile.ptr_attr<multicast>>>, tile<64x32xf16>, tile<i32>, token -> token
    %5 = multimem_store_view_tko weak %1, %reduced_values[%arg1, %arg1] : partition_view<tile=(64x32), tensor_view<128x64xf16, strides=[64,1], #cuda_tile.ptr_attr<multicast>>>, tile<64x32xf16>, tile<i32> -> token
    %6 = multimem_store_view_tko release tl_blk %1, %reduced_values[%arg1, %arg1] token = %5 inbounds = [true, true] : partition_view<tile=(64x32), tensor_view<128x64xf16, strides=[64,1], #cuda_tile.ptr_attr<multicast>>>, tile<64x32xf16>, tile<i32>, token -> token
    return
  }
  entry @reductions(%arg0: tile<ptr<i64, <multicast>>>, %arg1: tile<i8>) {
    %0 = make_tensor_view %arg0, shape = [64], strides = [1] : tile<ptr<i64, <multicast>>> -> tensor_view<64xi64, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %1 = make_partition_view %0 : partition_view<tile=(8), tensor_view<64xi64, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %reduced_values, %result_token = multimem_load_reduce_view_tko relaxed tl_blk %1[%arg1] attributes {reduction = #cuda_tile.multimem_reduction_kind<min>} : partition_view<tile=(8), tensor_view<64xi64, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<i8> -> tile<8xi64>, token
    %2 = multimem_reduce_view_tko relaxed sys %1, %reduced_values[%arg1] attributes {reduction = #cuda_tile.multimem_reduction_kind<and>} : partition_view<tile=(8), tensor_view<64xi64, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<8xi64>, tile<i8> -> token
    %3 = multimem_reduce_view_tko relaxed sys %1, %reduced_values[%arg1] attributes {reduction = #cuda_tile.multimem_reduction_kind<or>} : partition_view<tile=(8), tensor_view<64xi64, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<8xi64>, tile<i8> -> token
    %4 = multimem_reduce_view_tko relaxed sys %1, %reduced_values[%arg1] attributes {reduction = #cuda_tile.multimem_reduction_kind<xor>} : partition_view<tile=(8), tensor_view<64xi64, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<8xi64>, tile<i8> -> token
    %5 = multimem_reduce_view_tko relaxed sys %1, %reduced_values[%arg1] attributes {reduction = #cuda_tile.multimem_reduction_kind<umin>} : partition_view<tile=(8), tensor_view<64xi64, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<8xi64>, tile<i8> -> token
    %6 = multimem_reduce_view_tko relaxed sys %1, %reduced_values[%arg1] attributes {reduction = #cuda_tile.multimem_reduction_kind<umax>} : partition_view<tile=(8), tensor_view<64xi64, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<8xi64>, tile<i8> -> token
    return
  }
}

