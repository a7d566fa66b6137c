// RUN: cuda-tile-opt %s -convert-cuda-tile-to-tileaa | cuda-tile-opt | FileCheck %s

cuda_tile.module @m {
  // CHECK-LABEL: tileaa.entry @constants(
  entry @constants() {
    // CHECK: arith.constant -7 : i32
    %0 = constant <i32: -7> : tile<i32>
    // CHECK: arith.constant true
    %1 = constant <i1: true> : tile<i1>
    // CHECK: arith.constant 0x7FC00000 : f32
    %2 = constant <f32: 0x7FC00000> : tile<f32>
    // CHECK: arith.constant dense<1.500000e+00> : tensor<4x8xbf16>
    %3 = constant <bf16: 1.5> : tile<4x8xbf16>
    // CHECK{LITERAL}: arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
    %4 = constant <i64: [[1, 2], [3, 4]]> : tile<2x2xi64>
    // CHECK: arith.constant dense<[true, false]> : tensor<2xi1>
    %5 = constant <i1: [1, 0]> : tile<2xi1>
    // CHECK: tileaa.iota : tensor<16xi8>
    %6 = iota : tile<16xi8>
    return
  }

  // Rank 0 is a scalar: a reshape leads to and from it.
  // CHECK-LABEL: tileaa.entry @reshapes(
  // CHECK-SAME: %[[S:.*]]: f32)
  entry @reshapes(%s: tile<f32>) {
    // CHECK: %[[ONE:.*]] = tileaa.splat %[[S]] : f32 -> tensor<1x1xf32>
    %0 = reshape %s : tile<f32> -> tile<1x1xf32>
    // CHECK: tileaa.unsplat %[[ONE]] : tensor<1x1xf32> -> f32
    %1 = reshape %0 : tile<1x1xf32> -> tile<f32>
    // CHECK: %[[ROW:.*]] = tileaa.broadcast %[[ONE]] : tensor<1x1xf32> -> tensor<1x8xf32>
    %2 = broadcast %0 : tile<1x1xf32> -> tile<1x8xf32>
    // CHECK: %[[COLUMN:.*]] = tileaa.reshape %[[ROW]] : tensor<1x8xf32> -> tensor<8x1xf32>
    %3 = reshape %2 : tile<1x8xf32> -> tile<8x1xf32>
    // CHECK: %[[SQUARE:.*]] = tileaa.broadcast %[[COLUMN]] : tensor<8x1xf32> -> tensor<8x4xf32>
    %4 = broadcast %3 : tile<8x1xf32> -> tile<8x4xf32>
    // CHECK: tileaa.permute %[[SQUARE]] [1, 0] : tensor<8x4xf32> -> tensor<4x8xf32>
    %5 = permute %4 [1, 0] : tile<8x4xf32> -> tile<4x8xf32>
    return
  }

  // CHECK-LABEL: tileaa.entry @reductions(
  entry @reductions(%c: tile<i1>) {
    %x = constant <f32: 1.0> : tile<4x8xf32>
    %i = constant <i32: 1> : tile<4x8xi32>
    // CHECK: %[[R:.*]]:2 = tileaa.reduce %{{.*}}, %{{.*}} dim 1 identities [0xFF800000 : f32, 0 : i32] : tensor<4x8xf32>, tensor<4x8xi32> -> tensor<4xf32>, tensor<4xi32> {
    // CHECK-NEXT: ^bb0(%[[XL:.*]]: f32, %[[XR:.*]]: f32, %[[IL:.*]]: i32, %[[IR:.*]]: i32):
    // CHECK-NEXT: %[[GT:.*]] = arith.cmpf ogt, %[[XL]], %[[XR]] : f32
    // CHECK-NEXT: %[[X:.*]] = arith.select %[[GT]], %[[XL]], %[[XR]] : f32
    // CHECK-NEXT: %[[I:.*]] = arith.select %[[GT]], %[[IL]], %[[IR]] : i32
    // CHECK-NEXT: tileaa.yield %[[X]], %[[I]] : f32, i32
    %0, %1 = reduce %x, %i dim=1 identities=[0xFF800000 : f32, 0 : i32]
        : tile<4x8xf32>, tile<4x8xi32> -> tile<4xf32>, tile<4xi32>
        (%xl: tile<f32>, %xr: tile<f32>, %il: tile<i32>, %ir: tile<i32>) {
      %gt = cmpf greater_than ordered %xl, %xr : tile<f32> -> tile<i1>
      %xm = select %gt, %xl, %xr : tile<i1>, tile<f32>
      %im = select %gt, %il, %ir : tile<i1>, tile<i32>
      yield %xm, %im : tile<f32>, tile<i32>
    }
    // CHECK: tileaa.reduce %[[R]]#0 dim 0 identities [0.000000e+00 : f32] : tensor<4xf32> -> f32
    // The body may branch; only its own yield is that of the reduction.
    // CHECK: scf.if
    // CHECK: scf.yield
    // CHECK: tileaa.yield
    %2 = reduce %0 dim=0 identities=[0.0 : f32] : tile<4xf32> -> tile<f32>
        (%l: tile<f32>, %r: tile<f32>) {
      %s = addf %l, %r : tile<f32>
      %z = if %c -> (tile<f32>) {
        yield %s : tile<f32>
      } else {
        yield %l : tile<f32>
      }
      yield %z : tile<f32>
    }
    return
  }
}
