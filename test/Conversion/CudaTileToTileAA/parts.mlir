// Parts of a tile are rows of a dimension more.
//
// RUN: cuda-tile-opt %s -convert-cuda-tile-to-tileaa | FileCheck %s

cuda_tile.module @m {
  // CHECK-LABEL: @cat(
  // CHECK-DAG: %[[TA:.*]] = arith.constant dense<1.0
  // CHECK-DAG: %[[TB:.*]] = arith.constant dense<2.0
  entry @cat() {
    %a = constant <f32: 1.0> : tile<4x8xf32>
    %b = constant <f32: 2.0> : tile<4x8xf32>
    // CHECK-DAG: %[[ROW:.*]] = arith.cmpi eq, %{{.*}}, %{{.*}} : tensor<4x2x8xi32>
    // CHECK-DAG: %[[A1:.*]] = tileaa.reshape %[[TA]] :
    // CHECK-DAG: %[[A:.*]] = tileaa.broadcast %[[A1]] : tensor<4x1x8xf32> -> tensor<4x2x8xf32>
    // CHECK-DAG: %[[B1:.*]] = tileaa.reshape %[[TB]] :
    // CHECK-DAG: %[[B:.*]] = tileaa.broadcast %[[B1]] : tensor<4x1x8xf32> -> tensor<4x2x8xf32>
    // CHECK: %[[BOTH:.*]] = arith.select %[[ROW]], %[[B]], %[[A]]
    // CHECK: tileaa.reshape %[[BOTH]] : tensor<4x2x8xf32> -> tensor<4x16xf32>
    %c = cat %a, %b dim = 1 : tile<4x8xf32>, tile<4x8xf32> -> tile<4x16xf32>
    return
  }

  // A dimension that is not cut has no rows.
  // CHECK-LABEL: @extract(
  // CHECK-SAME: %[[I:.*]]: i32)
  entry @extract(%i: tile<i32>) {
    %a = constant <f16: 1.0> : tile<4x8xf16>
    %z = constant <i32: 0> : tile<i32>
    // CHECK: %[[BITS:.*]] = tileaa.reshape %{{.*}} : tensor<4x8xi16> -> tensor<1x4x4x2xi16>
    // CHECK: tileaa.splat %[[I]]
    // CHECK: %[[ROW:.*]] = arith.cmpi eq
    // CHECK: %[[ONE:.*]] = arith.select %[[ROW]], %[[BITS]], %{{.*}}
    // CHECK: tileaa.reduce %[[ONE]] dim 2 identities [0 : i16]
    // CHECK-NOT: tileaa.reduce
    // CHECK: arith.bitcast %{{.*}} : tensor<4x2xi16> to tensor<4x2xf16>
    %b = extract %a[%z, %i] : tile<4x8xf16> -> tile<4x2xf16>
    return
  }

  // CHECK-LABEL: @whole(
  entry @whole() {
    // CHECK: %[[A:.*]] = arith.constant dense<3>
    %a = constant <i8: 3> : tile<4xi8>
    %z = constant <i32: 0> : tile<i32>
    // CHECK: arith.addi %[[A]], %[[A]]
    %b = extract %a[%z] : tile<4xi8> -> tile<4xi8>
    %c = insert %b, %a[%z] : tile<4xi8>, tile<4xi8>
    %d = addi %b, %c : tile<4xi8>
    return
  }

  // CHECK-LABEL: @bytes(
  entry @bytes() {
    %a = constant <f32: 1.0> : tile<4xf32>
    // CHECK: arith.shrui %{{.*}}, %{{.*}} : tensor<4x4xi32>
    // CHECK: arith.trunci %{{.*}} : tensor<4x4xi32> to tensor<4x4xi8>
    // CHECK: %[[BYTES:.*]] = tileaa.reshape %{{.*}} : tensor<4x4xi8> -> tensor<16xi8>
    %b = pack %a : tile<4xf32> -> tile<16xi8>
    // CHECK: tileaa.broadcast %{{.*}} : tensor<16x1xi8> -> tensor<16x2xi8>
    // CHECK: arith.trunci %{{.*}} : tensor<16x2xi8> to tensor<16x2xi4>
    // CHECK: tileaa.convert_float %{{.*}} from <f4E2M1FN> to <f32> : tensor<32xi4> -> tensor<32xf32>
    %c = unpack %b : tile<16xi8> -> tile<32xf4E2M1FN>
    %d = ftof %c : tile<32xf4E2M1FN> -> tile<32xf32>
    return
  }
}
