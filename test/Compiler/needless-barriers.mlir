// A kernel that works in place, tile after tile, needs no barrier between
// iterations that touch different tiles, whatever order the front end asks for;
// one whose tiles overlap does.
//
// RUN: tileiras %s --gpu-name=sm_90 -O1 --emit=tileas | FileCheck %s

cuda_tile.module @m {
  // Nor does the loop carry a token any more.
  // CHECK-LABEL: tileas.kernel @apart(
  // CHECK-NOT: tileas.barrier
  // CHECK: scf.for
  // CHECK-NOT: iter_args
  // CHECK-NOT: tileas.barrier
  // CHECK: tileas.load
  // CHECK-NOT: tileas.barrier
  // CHECK: tileas.store
  // CHECK-NOT: tileas.barrier
  // CHECK: tileas.return
  entry @apart(%p: tile<ptr<f32>>, %n: tile<i32>) {
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %v = make_tensor_view %p, shape = [65536], strides = [1] : tensor_view<65536xf32, strides=[1]>
    %w = make_partition_view %v : partition_view<tile=(256), tensor_view<65536xf32, strides=[1]>>
    %t0 = make_token : token
    %r = for %i in (%c0 to %n, step %c1) : tile<i32> iter_values(%t = %t0) -> (token) {
      %x, %a = load_view_tko weak %w[%i] token = %t : partition_view<tile=(256), tensor_view<65536xf32, strides=[1]>>, tile<i32> -> tile<256xf32>, token
      %y = addf %x, %x rounding<nearest_even> : tile<256xf32>
      %b = store_view_tko weak %y, %w[%i] token = %a : tile<256xf32>, partition_view<tile=(256), tensor_view<65536xf32, strides=[1]>>, tile<i32> -> token
      continue %b : token
    }
    return
  }

  // CHECK-LABEL: tileas.kernel @overlapping(
  // CHECK: scf.for
  // CHECK: tileas.barrier
  // CHECK: tileas.load
  // CHECK: tileas.return
  entry @overlapping(%p: tile<ptr<f32>>, %n: tile<i32>) {
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %v = make_tensor_view %p, shape = [65536], strides = [1] : tensor_view<65536xf32, strides=[1]>
    %w = make_strided_view %v : strided_view<tile=(256), traversal_strides=[128], tensor_view<65536xf32, strides=[1]>>
    %t0 = make_token : token
    %r = for %i in (%c0 to %n, step %c1) : tile<i32> iter_values(%t = %t0) -> (token) {
      %x, %a = load_view_tko weak %w[%i] token = %t : strided_view<tile=(256), traversal_strides=[128], tensor_view<65536xf32, strides=[1]>>, tile<i32> -> tile<256xf32>, token
      %y = addf %x, %x rounding<nearest_even> : tile<256xf32>
      %b = store_view_tko weak %y, %w[%i] token = %a : tile<256xf32>, strided_view<tile=(256), traversal_strides=[128], tensor_view<65536xf32, strides=[1]>>, tile<i32> -> token
      continue %b : token
    }
    return
  }
}
