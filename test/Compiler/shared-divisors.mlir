// Rows that are divided by a number each multiply by its reciprocal from sm_90 on, and
// divide where a number is too small or too large.
//
// RUN: tileiras --emit=ptx --gpu-name sm_90 %s -o - | FileCheck %s
// RUN: tileiras --emit=ptx --gpu-name sm_100 %s -o - | FileCheck %s --check-prefix=PAIRS
// RUN: tileiras --emit=ptx --gpu-name sm_80 %s -o - | FileCheck %s --check-prefix=DIVIDES

cuda_tile.module @kernels {

// CHECK-LABEL: .entry shared(
// CHECK-NOT: div.rn
// CHECK: rcp.rn.f32 %[[R:r[0-9]+]], %[[D:r[0-9]+]]
// CHECK: fma.rn.f32
// CHECK: min.u32
// CHECK: bra
// CHECK: div.rn.f32 %{{.*}}, %[[D]];
// Where an instruction multiplies two numbers, it takes two quotients.
//
// PAIRS-LABEL: .entry shared(
// PAIRS: rcp.rn.f32
// PAIRS-NOT: {{(mul|fma)[.]rn[.]f32 }}
// PAIRS: mul.rn.f32x2
// PAIRS: fma.rn.f32x2
// PAIRS: fma.rn.f32x2
// PAIRS-NOT: {{(mul|fma)[.]rn[.]f32 }}
// PAIRS: min.u32
// PAIRS: bra
// PAIRS: div.rn.f32
// DIVIDES-LABEL: .entry shared(
// DIVIDES-NOT: rcp.rn
// DIVIDES: div.rn.f32
entry @shared(%in: tile<ptr<f32>>, %out: tile<ptr<f32>>) {
  %0 = constant <i32: 0> : tile<i32>
  %pv = make_tensor_view %in, shape = [4, 256], strides = [256, 1] : tensor_view<4x256xf32, strides=[256,1]>
  %qv = make_tensor_view %out, shape = [4, 256], strides = [256, 1] : tensor_view<4x256xf32, strides=[256,1]>
  %pt = make_partition_view %pv : partition_view<tile=(4x256), tensor_view<4x256xf32, strides=[256,1]>>
  %qt = make_partition_view %qv : partition_view<tile=(4x256), tensor_view<4x256xf32, strides=[256,1]>>
  %x, %t = load_view_tko weak %pt[%0, %0] : partition_view<tile=(4x256), tensor_view<4x256xf32, strides=[256,1]>>, tile<i32> -> tile<4x256xf32>, token
  %s = reduce %x dim=1 identities=[0.0 : f32] : tile<4x256xf32> -> tile<4xf32>
    (%a : tile<f32>, %b : tile<f32>) {
    %c = addf %a, %b : tile<f32>
    yield %c : tile<f32>
  }
  %r = reshape %s : tile<4xf32> -> tile<4x1xf32>
  %y = broadcast %r : tile<4x1xf32> -> tile<4x256xf32>
  %z = divf %x, %y rounding<nearest_even> : tile<4x256xf32>
  %v = store_view_tko weak %z, %qt[%0, %0] : tile<4x256xf32>, partition_view<tile=(4x256), tensor_view<4x256xf32, strides=[256,1]>>, tile<i32> -> token
  return
}

} // module
