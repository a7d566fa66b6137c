// However the elements of a splat are moved, it stays one.
// RUN: cuda-tile-opt %s -canonicalize | FileCheck %s

// CHECK-LABEL: tileaa.entry @splats(
// CHECK-SAME: %[[S:.*]]: f32, %[[P:.*]]: !tileaa.ptr)
// CHECK-NEXT: %[[R:.*]] = tileaa.splat %[[S]] : f32 -> tensor<2x8x1xf32>
// CHECK-NEXT: tileaa.print "%f", %[[S]], %[[R]]
// CHECK-NEXT: tileaa.return
tileaa.entry @splats(%s: f32, %p: !tileaa.ptr) {
  %0 = tileaa.splat %s : f32 -> tensor<1x1xf32>
  %1 = tileaa.unsplat %0 : tensor<1x1xf32> -> f32
  %2 = tileaa.broadcast %0 : tensor<1x1xf32> -> tensor<1x16xf32>
  %3 = tileaa.reshape %2 : tensor<1x16xf32> -> tensor<8x2x1xf32>
  %4 = tileaa.permute %3 [1, 0, 2] : tensor<8x2x1xf32> -> tensor<2x8x1xf32>
  %5 = tileaa.print "%f", %1, %4 : f32, tensor<2x8x1xf32>
  tileaa.return
}
