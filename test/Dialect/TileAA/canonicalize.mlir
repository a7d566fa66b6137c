// However equal elements are moved, they stay equal.
// RUN: cuda-tile-opt %s -canonicalize | FileCheck %s

// CHECK-LABEL: tileaa.entry @splats(
// CHECK-SAME: %[[S:.*]]: f32, %[[P:.*]]: !tileaa.ptr)
// CHECK-NEXT: %[[R:.*]] = tileaa.splat %[[S]] : f32 -> tensor<2x8x1xf32>
// CHECK-NEXT: tileaa.print "%f %f", %[[S]], %[[R]]
// CHECK-NEXT: tileaa.return
tileaa.entry @splats(%s: f32, %p: !tileaa.ptr) {
  %0 = tileaa.splat %s : f32 -> tensor<1x1xf32>
  %1 = tileaa.unsplat %0 : tensor<1x1xf32> -> f32
  %2 = tileaa.broadcast %0 : tensor<1x1xf32> -> tensor<1x16xf32>
  %3 = tileaa.reshape %2 : tensor<1x16xf32> -> tensor<8x2x1xf32>
  %4 = tileaa.permute %3 [1, 0, 2] : tensor<8x2x1xf32> -> tensor<2x8x1xf32>
  %5 = tileaa.print "%f %f", %1, %4 : f32, tensor<2x8x1xf32>
  tileaa.return
}

// CHECK-LABEL: tileaa.entry @constants(
// CHECK-DAG: %[[OTHER:.*]] = arith.constant dense<{{.*}}> : tensor<1x2xi32>
// CHECK-DAG: %[[EQUAL:.*]] = arith.constant dense<3> : tensor<2x8x1xi32>
// CHECK-NEXT: %[[WIDE:.*]] = tileaa.broadcast %[[OTHER]]
// CHECK-NEXT: tileaa.print "%d %d", %[[EQUAL]], %[[WIDE]]
tileaa.entry @constants() {
  %0 = arith.constant dense<3> : tensor<1x1xi32>
  %1 = tileaa.broadcast %0 : tensor<1x1xi32> -> tensor<1x16xi32>
  %2 = tileaa.reshape %1 : tensor<1x16xi32> -> tensor<8x2x1xi32>
  %3 = tileaa.permute %2 [1, 0, 2] : tensor<8x2x1xi32> -> tensor<2x8x1xi32>
  %4 = arith.constant dense<[[1, 2]]> : tensor<1x2xi32>
  %5 = tileaa.broadcast %4 : tensor<1x2xi32> -> tensor<4x2xi32>
  %6 = tileaa.print "%d %d", %3, %5 : tensor<2x8x1xi32>, tensor<4x2xi32>
  tileaa.return
}

// What has no effects and no users goes, but no loop that may run for ever.
// CHECK-LABEL: tileaa.entry @loops(
tileaa.entry @loops(%c: i1, %p: !tileaa.ptr) {
  // CHECK-NEXT: scf.while
  // CHECK-NEXT: tileaa.keep_loop
  // CHECK-NEXT: scf.condition
  // CHECK-NOT: scf.while
  // CHECK: tileaa.return
  scf.while : () -> () {
    scf.condition(%c)
  } do {
    %x, %t = tileaa.load %p : !tileaa.ptr -> i32
    scf.yield
  }
  scf.while : () -> () {
    tileaa.keep_loop
    scf.condition(%c)
  } do {
    scf.yield
  }
  tileaa.return
}
