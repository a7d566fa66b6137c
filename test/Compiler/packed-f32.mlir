// Two elements of f32 are two words of one instruction where ptxas keeps it whole,
// as it does for sm_100 and sm_103.
//
// RUN: tileiras --emit=ptx --gpu-name sm_100 %s -o - | FileCheck %s
// RUN: tileiras --emit=ptx --gpu-name sm_103 %s -o - | FileCheck %s
// RUN: tileiras --emit=ptx --gpu-name sm_90 %s -o - | FileCheck %s --check-prefix=ONE
// RUN: tileiras --emit=ptx --gpu-name sm_110 %s -o - | FileCheck %s --check-prefix=ONE
// RUN: tileiras --emit=ptx --gpu-name sm_120 %s -o - | FileCheck %s --check-prefix=ONE

// ONE-NOT: f32x2

cuda_tile.module @kernels {

// CHECK-LABEL: .entry pairs(
// CHECK-NOT: {{(add|sub|mul|fma)([.]rn)?[.]f32 }}
// CHECK-DAG: add.rn.f32x2
// CHECK-DAG: sub.rn.f32x2
// CHECK-DAG: mul.rn.f32x2
// CHECK-DAG: fma.rn.f32x2
// CHECK-NOT: {{(add|sub|mul|fma)([.]rn)?[.]f32 }}
// CHECK: ret;
entry @pairs(%in: tile<ptr<f32>>, %other: tile<ptr<f32>>, %out: tile<ptr<f32>>) {
  %i = iota : tile<256xi32>
  %p1 = reshape %in : tile<ptr<f32>> -> tile<1xptr<f32>>
  %p2 = broadcast %p1 : tile<1xptr<f32>> -> tile<256xptr<f32>>
  %p3 = offset %p2, %i : tile<256xptr<f32>>, tile<256xi32> -> tile<256xptr<f32>>
  %o1 = reshape %other : tile<ptr<f32>> -> tile<1xptr<f32>>
  %o2 = broadcast %o1 : tile<1xptr<f32>> -> tile<256xptr<f32>>
  %o3 = offset %o2, %i : tile<256xptr<f32>>, tile<256xi32> -> tile<256xptr<f32>>
  %q1 = reshape %out : tile<ptr<f32>> -> tile<1xptr<f32>>
  %q2 = broadcast %q1 : tile<1xptr<f32>> -> tile<256xptr<f32>>
  %q3 = offset %q2, %i : tile<256xptr<f32>>, tile<256xi32> -> tile<256xptr<f32>>
  %x, %t = load_ptr_tko weak %p3 : tile<256xptr<f32>> -> tile<256xf32>, token
  %y, %u = load_ptr_tko weak %o3 : tile<256xptr<f32>> -> tile<256xf32>, token
  %a = addf %x, %y rounding<nearest_even> : tile<256xf32>
  %b = mulf %a, %y rounding<nearest_even> : tile<256xf32>
  %c = fma %b, %x, %a rounding<nearest_even> : tile<256xf32>
  %d = subf %c, %y rounding<nearest_even> : tile<256xf32>
  %v = store_ptr_tko weak %q3, %d : tile<256xptr<f32>>, tile<256xf32> -> token
}

// Pairs round to nearest and keep subnormal numbers.
//
// CHECK-LABEL: .entry others(
// CHECK-NOT: f32x2
// CHECK: add.rn.ftz.f32
// CHECK: mul.rz.f32
// CHECK-NOT: f32x2
// CHECK: ret;
entry @others(%in: tile<ptr<f32>>, %out: tile<ptr<f32>>) {
  %i = iota : tile<256xi32>
  %p1 = reshape %in : tile<ptr<f32>> -> tile<1xptr<f32>>
  %p2 = broadcast %p1 : tile<1xptr<f32>> -> tile<256xptr<f32>>
  %p3 = offset %p2, %i : tile<256xptr<f32>>, tile<256xi32> -> tile<256xptr<f32>>
  %q1 = reshape %out : tile<ptr<f32>> -> tile<1xptr<f32>>
  %q2 = broadcast %q1 : tile<1xptr<f32>> -> tile<256xptr<f32>>
  %q3 = offset %q2, %i : tile<256xptr<f32>>, tile<256xi32> -> tile<256xptr<f32>>
  %x, %t = load_ptr_tko weak %p3 : tile<256xptr<f32>> -> tile<256xf32>, token
  %a = addf %x, %x rounding<nearest_even> flush_to_zero : tile<256xf32>
  %b = mulf %a, %a rounding<zero> : tile<256xf32>
  %v = store_ptr_tko weak %q3, %b : tile<256xptr<f32>>, tile<256xf32> -> token
}

// Neighbours in a row of a product are a pair, times the same element of the other factor.
//
// CHECK-LABEL: .entry product(
// CHECK-NOT: fma.rn.f32{{[[:space:]]}}
// CHECK: fma.rn.f32x2
// CHECK-NOT: fma.rn.f32{{[[:space:]]}}
// CHECK: ret;
entry @product(%a: tile<ptr<f32>>, %b: tile<ptr<f32>>, %out: tile<ptr<f32>>) {
  %va = make_tensor_view %a, shape = [64, 8], strides = [8, 1] : tensor_view<64x8xf32, strides=[8,1]>
  %vb = make_tensor_view %b, shape = [8, 64], strides = [64, 1] : tensor_view<8x64xf32, strides=[64,1]>
  %vo = make_tensor_view %out, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
  %ta = make_partition_view %va : partition_view<tile=(64x8), tensor_view<64x8xf32, strides=[8,1]>>
  %tb = make_partition_view %vb : partition_view<tile=(8x64), tensor_view<8x64xf32, strides=[64,1]>>
  %to = make_partition_view %vo : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
  %0 = constant <i32: 0> : tile<i32>
  %zero = constant <f32: 0.0> : tile<64x64xf32>
  %x, %t = load_view_tko weak %ta[%0, %0] : partition_view<tile=(64x8), tensor_view<64x8xf32, strides=[8,1]>>, tile<i32> -> tile<64x8xf32>, token
  %y, %u = load_view_tko weak %tb[%0, %0] : partition_view<tile=(8x64), tensor_view<8x64xf32, strides=[64,1]>>, tile<i32> -> tile<8x64xf32>, token
  %r = mmaf %x, %y, %zero : tile<64x8xf32>, tile<8x64xf32>, tile<64x64xf32>
  %v = store_view_tko weak %r, %to[%0, %0] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
}

} // module
