// RUN: tileiras %s --emit=ptx --gpu-name=sm_100 -o - | FileCheck %s
// RUN: cuda-tile-run --self-check %s
// RUN: cuda-tile-run --self-check %s --engine=emulate --gpu-name=sm_80
// RUN: cuda-tile-run --self-check %s --engine=emulate --gpu-name=sm_100

// Elements of half a byte share the bytes of a global, the first one in the low half.

// CHECK: .global .align 1 .b8 four[2] = {161, 87};
cuda_tile.module @m {
  global @four <f4E2M1FN: [0.5, -1.0, 6.0, 3.0]> : tile<4xf4E2M1FN>

  entry @half_bytes(%p: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %g = get_global @four : tile<ptr<f4E2M1FN>>
    %t = make_tensor_view %g, shape = [4], strides = [1] : tensor_view<4xf4E2M1FN, strides=[1]>
    %v = make_partition_view %t : partition_view<tile=(4), tensor_view<4xf4E2M1FN, strides=[1]>>
    %x, %k = load_view_tko weak %v[%zero] : partition_view<tile=(4), tensor_view<4xf4E2M1FN, strides=[1]>>, tile<i32> -> tile<4xf4E2M1FN>, token
    %y = ftof %x : tile<4xf4E2M1FN> -> tile<4xf32>
    %to = make_tensor_view %p, shape = [4], strides = [1] : tensor_view<4xf32, strides=[1]>
    %vo = make_partition_view %to : partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>
    %s = store_view_tko weak %y, %vo[%zero] : tile<4xf32>, partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: half_bytes
  //%   args:
  //%     - ptr: f32[4]
  //%       out: 0.5 -1 6 3
}
