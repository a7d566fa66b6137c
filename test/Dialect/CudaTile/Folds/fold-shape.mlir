// Folds of shapes, selections, parts and bytes, and their near twins that stay.
//
// RUN: cuda-tile-opt %s --canonicalize --split-input-file | FileCheck %s

cuda_tile.module @m {
  // CHECK-LABEL: testing$func @constants
  testing$func @constants() -> (tile<2x2xi8>, tile<2x2x2xi8>, tile<4xi8>, tile<8x8xf32>, tile<1xi16>) {
    %a = constant <i8: [[1, 2], [3, 4]]> : tile<2x2xi8>
    // CHECK-DAG: constant <i8: {{\[\[}}1, 3], [2, 4]]> : tile<2x2xi8>
    %0 = permute %a [1, 0] : tile<2x2xi8> -> tile<2x2xi8>
    %b = reshape %a : tile<2x2xi8> -> tile<2x1x2xi8>
    // CHECK-DAG: constant <i8: {{\[\[\[}}1, 2], [1, 2]], {{\[\[}}3, 4], [3, 4]]]> : tile<2x2x2xi8>
    %1 = broadcast %b : tile<2x1x2xi8> -> tile<2x2x2xi8>
    // CHECK-DAG: constant <i8: [1, 2, 3, 4]> : tile<4xi8>
    %2 = reshape %a : tile<2x2xi8> -> tile<4xi8>
    %f = constant <f32: 1.5> : tile<f32>
    %g = reshape %f : tile<f32> -> tile<1x1xf32>
    // CHECK-DAG: constant <f32: 1.500000e+00> : tile<8x8xf32>
    %3 = broadcast %g : tile<1x1xf32> -> tile<8x8xf32>
    // CHECK-DAG: constant <i16: 0> : tile<1xi16>
    %4 = iota : tile<1xi16>
    return %0, %1, %2, %3, %4 : tile<2x2xi8>, tile<2x2x2xi8>, tile<4xi8>, tile<8x8xf32>, tile<1xi16>
  }
}

// -----

// Dimension i of the result of [1, 2, 0] and then [0, 2, 1] is dimension 1, 0,
// 2 of the source.
cuda_tile.module @m {
  // CHECK-LABEL: testing$func @chains
  // CHECK-SAME: %[[X:.*]]: tile<2x4x8xf32>, %[[P:.*]]: tile<4xptr<f32>>, %[[O:.*]]: tile<4xi32>
  testing$func @chains(%x: tile<2x4x8xf32>, %p: tile<4xptr<f32>>, %o: tile<4xi32>) -> (tile<4x2x8xf32>, tile<2x4x8xf32>, tile<8x8xf32>, tile<2x4x8xf32>, tile<4xptr<f32>>, tile<4xptr<f32>>, tile<4xi32>) {
    // CHECK: %[[P0:.*]] = permute %[[X]] [1, 0, 2]
    %a = permute %x [1, 2, 0] : tile<2x4x8xf32> -> tile<4x8x2xf32>
    %0 = permute %a [0, 2, 1] : tile<4x8x2xf32> -> tile<4x2x8xf32>
    %1 = permute %a [2, 0, 1] : tile<4x8x2xf32> -> tile<2x4x8xf32>
    // CHECK: %[[R:.*]] = reshape %[[X]] : tile<2x4x8xf32> -> tile<8x8xf32>
    %b = reshape %x : tile<2x4x8xf32> -> tile<64xf32>
    %2 = reshape %b : tile<64xf32> -> tile<8x8xf32>
    %3 = reshape %b : tile<64xf32> -> tile<2x4x8xf32>
    %zero = constant <i32: 0> : tile<4xi32>
    %4 = offset %p, %zero : tile<4xptr<f32>>, tile<4xi32> -> tile<4xptr<f32>>
    // CHECK: %[[Q:.*]] = offset %[[P]], %[[O]]
    %5 = offset %p, %o : tile<4xptr<f32>>, tile<4xi32> -> tile<4xptr<f32>>
    // CHECK: %[[IOTA:.*]] = iota : tile<4xi32>
    %6 = iota : tile<4xi32>
    // CHECK: return %[[P0]], %[[X]], %[[R]], %[[X]], %[[P]], %[[Q]], %[[IOTA]]
    return %0, %1, %2, %3, %4, %5, %6 : tile<4x2x8xf32>, tile<2x4x8xf32>, tile<8x8xf32>, tile<2x4x8xf32>, tile<4xptr<f32>>, tile<4xptr<f32>>, tile<4xi32>
  }
}

// -----

cuda_tile.module @m {
  // CHECK-LABEL: testing$func @selection
  // CHECK-SAME: %[[C:.*]]: tile<i1>, %[[X:.*]]: tile<f32>, %[[Y:.*]]: tile<f32>
  testing$func @selection(%c: tile<i1>, %x: tile<f32>, %y: tile<f32>) -> (tile<f32>, tile<f32>, tile<f32>, tile<i1>, tile<i1>, tile<f32>, tile<2xi8>) {
    %t = constant <i1: true> : tile<i1>
    %f = constant <i1: false> : tile<i1>
    // CHECK-DAG: %[[T:.*]] = constant <i1: true> : tile<i1>
    // CHECK-DAG: %[[D:.*]] = constant <i8: [1, 4]> : tile<2xi8>
    %0 = select %t, %x, %y : tile<i1>, tile<f32>
    %1 = select %f, %x, %y : tile<i1>, tile<f32>
    %2 = select %c, %x, %x : tile<i1>, tile<f32>
    %3 = select %c, %t, %f : tile<i1>, tile<i1>
    // CHECK: %[[NOT:.*]] = xori %[[C]], %[[T]]
    %4 = select %c, %f, %t : tile<i1>, tile<i1>
    // CHECK: %[[FLIPPED:.*]] = select %[[C]], %[[Y]], %[[X]]
    %5 = select %4, %x, %y : tile<i1>, tile<f32>
    %mask = constant <i1: [true, false]> : tile<2xi1>
    %a = constant <i8: [1, 2]> : tile<2xi8>
    %b = constant <i8: [3, 4]> : tile<2xi8>
    %6 = select %mask, %a, %b : tile<2xi1>, tile<2xi8>
    // CHECK: return %[[X]], %[[Y]], %[[X]], %[[C]], %[[NOT]], %[[FLIPPED]], %[[D]]
    return %0, %1, %2, %3, %4, %5, %6 : tile<f32>, tile<f32>, tile<f32>, tile<i1>, tile<i1>, tile<f32>, tile<2xi8>
  }
}

// -----

cuda_tile.module @m {
  // CHECK-LABEL: testing$func @parts
  testing$func @parts() -> (tile<2x4xi8>, tile<4x2xi8>, tile<1x2xi8>, tile<2x2xi8>, tile<4xf32>) {
    %a = constant <i8: [[1, 2], [3, 4]]> : tile<2x2xi8>
    %b = constant <i8: [[5, 6], [7, 8]]> : tile<2x2xi8>
    // CHECK-DAG: constant <i8: {{\[\[}}1, 2, 5, 6], [3, 4, 7, 8]]> : tile<2x4xi8>
    %0 = cat %a, %b dim = 1 : tile<2x2xi8>, tile<2x2xi8> -> tile<2x4xi8>
    // CHECK-DAG: constant <i8: {{\[\[}}1, 2], [3, 4], [5, 6], [7, 8]]> : tile<4x2xi8>
    %1 = cat %a, %b dim = 0 : tile<2x2xi8>, tile<2x2xi8> -> tile<4x2xi8>
    %one = constant <i32: 1> : tile<i32>
    // CHECK-DAG: constant <i8: {{\[\[}}7, 8]]> : tile<1x2xi8>
    %2 = extract %0[%one, %one] : tile<2x4xi8> -> tile<1x2xi8>
    %z = constant <i32: 0> : tile<i32>
    // CHECK-DAG: constant <i8: {{\[\[}}1, 2], [7, 8]]> : tile<2x2xi8>
    %3 = insert %2, %a[%one, %z] : tile<1x2xi8>, tile<2x2xi8>
    %f = constant <f32: 2.0> : tile<2xf32>
    // CHECK-DAG: constant <f32: 2.000000e+00> : tile<4xf32>
    %4 = cat %f, %f dim = 0 : tile<2xf32>, tile<2xf32> -> tile<4xf32>
    return %0, %1, %2, %3, %4 : tile<2x4xi8>, tile<4x2xi8>, tile<1x2xi8>, tile<2x2xi8>, tile<4xf32>
  }
}

// -----

cuda_tile.module @m {
  // CHECK-LABEL: testing$func @part_of_part
  // CHECK-SAME: %[[X:.*]]: tile<8xf32>, %[[Y:.*]]: tile<4xf32>, %[[I:.*]]: tile<i32>, %[[J:.*]]: tile<i32>
  testing$func @part_of_part(%x: tile<8xf32>, %y: tile<4xf32>, %i: tile<i32>, %j: tile<i32>) -> (tile<8xf32>, tile<4xf32>, tile<4xf32>, tile<8xf32>, tile<2xi8>) {
    // One part: the index can only be 0.
    %0 = extract %x[%i] : tile<8xf32> -> tile<8xf32>
    // CHECK: %[[INSERTED:.*]] = insert %[[Y]], %[[X]][%[[I]]]
    %a = insert %y, %x[%i] : tile<4xf32>, tile<8xf32>
    %1 = extract %a[%i] : tile<8xf32> -> tile<4xf32>
    // CHECK: %[[OTHER:.*]] = extract %[[INSERTED]][%[[J]]]
    %2 = extract %a[%j] : tile<8xf32> -> tile<4xf32>
    %b = extract %x[%j] : tile<8xf32> -> tile<4xf32>
    %3 = insert %b, %x[%j] : tile<4xf32>, tile<8xf32>
    // No such part.
    %nine = constant <i32: 9> : tile<i32>
    %c = constant <i8: [1, 2, 3, 4]> : tile<4xi8>
    // CHECK: %[[NONE:.*]] = extract
    %4 = extract %c[%nine] : tile<4xi8> -> tile<2xi8>
    // CHECK: return %[[X]], %[[Y]], %[[OTHER]], %[[X]], %[[NONE]]
    return %0, %1, %2, %3, %4 : tile<8xf32>, tile<4xf32>, tile<4xf32>, tile<8xf32>, tile<2xi8>
  }
}

// -----

cuda_tile.module @m {
  // CHECK-LABEL: testing$func @bytes
  // CHECK-SAME: %[[X:.*]]: tile<4xf16>, %[[Y:.*]]: tile<8xi8>
  testing$func @bytes(%x: tile<4xf16>, %y: tile<8xi8>) -> (tile<4xi8>, tile<2xi16>, tile<1xi8>, tile<4xf16>, tile<4xi16>, tile<8xi8>, tile<2xi32>, tile<2xf4E2M1FN>) {
    %a = constant <i16: [0x0102, 0x0304]> : tile<2xi16>
    // CHECK-DAG: constant <i8: [2, 1, 4, 3]> : tile<4xi8>
    %0 = pack %a : tile<2xi16> -> tile<4xi8>
    // CHECK-DAG: constant <i16: [258, 772]> : tile<2xi16>
    %1 = unpack %0 : tile<4xi8> -> tile<2xi16>
    %b = constant <i1: [true, false, true, true, false, false, false, false]> : tile<8xi1>
    // CHECK-DAG: constant <i8: 13> : tile<1xi8>
    %2 = pack %b : tile<8xi1> -> tile<1xi8>
    // CHECK: %[[C:.*]] = pack %[[X]]
    %c = pack %x : tile<4xf16> -> tile<8xi8>
    %3 = unpack %c : tile<8xi8> -> tile<4xf16>
    // CHECK: bitcast %[[X]] : tile<4xf16> -> tile<4xi16>
    %4 = unpack %c : tile<8xi8> -> tile<4xi16>
    %d = unpack %y : tile<8xi8> -> tile<2xi32>
    %5 = pack %d : tile<2xi32> -> tile<8xi8>
    // CHECK: unpack %[[C]] : tile<8xi8> -> tile<2xi32>
    %6 = unpack %c : tile<8xi8> -> tile<2xi32>
    %e = constant <i8: 0x72> : tile<1xi8>
    %7 = unpack %e : tile<1xi8> -> tile<2xf4E2M1FN>
    return %0, %1, %2, %3, %4, %5, %6, %7 : tile<4xi8>, tile<2xi16>, tile<1xi8>, tile<4xf16>, tile<4xi16>, tile<8xi8>, tile<2xi32>, tile<2xf4E2M1FN>
  }
}
