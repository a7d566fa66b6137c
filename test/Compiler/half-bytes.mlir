// Two tile blocks write neighbouring bytes of f4E2M1FN, by bytes and, where no
// stride is known to be 1, element by element: nothing races.
//
// RUN: cuda-tile-run %s --engine=emulate --compare=interpret --check=all --gpu-name=sm_80 --grid=2 --arg=ptr:new:i8[2] --arg=i64:1
// RUN: cuda-tile-run %s --verify-each-semantically --grid=2 --arg=ptr:new:i8[2] --arg=i64:1

cuda_tile.module @m {
  entry @k(%bytes: tile<ptr<i8>>, %stride: tile<i64>) {
    %p = ptr_to_ptr %bytes : tile<ptr<i8>> -> tile<ptr<f4E2M1FN>>
    %i, %j, %l = get_tile_block_id : tile<i32>
    %x = constant <f4E2M1FN: [1.0, 2.0]> : tile<2xf4E2M1FN>
    %t = make_tensor_view %p, shape = [4], strides = [1] : tensor_view<4xf4E2M1FN, strides=[1]>
    %v = make_partition_view %t : partition_view<tile=(2), tensor_view<4xf4E2M1FN, strides=[1]>>
    %k = store_view_tko weak %x, %v[%i] : tile<2xf4E2M1FN>, partition_view<tile=(2), tensor_view<4xf4E2M1FN, strides=[1]>>, tile<i32> -> token
    %y = constant <f4E2M1FN: [3.0, 4.0]> : tile<2xf4E2M1FN>
    %u = make_tensor_view %p, shape = [4], strides = [%stride] : tile<i64> -> tensor_view<4xf4E2M1FN, strides=[?]>
    %w = make_partition_view %u : partition_view<tile=(2), tensor_view<4xf4E2M1FN, strides=[?]>>
    %m = store_view_tko weak %y, %w[%i] token = %k : tile<2xf4E2M1FN>, partition_view<tile=(2), tensor_view<4xf4E2M1FN, strides=[?]>>, tile<i32> -> token
    return
  }
}
