// RUN: cuda-tile-opt %s -convert-cuda-tile-to-tileaa | cuda-tile-opt | FileCheck %s

cuda_tile.module @m {
  // CHECK-LABEL: tileaa.entry @scalars(
  // CHECK-SAME: %[[P:.*]]: !tileaa.ptr, %[[I:.*]]: i16)
  entry @scalars(%p: tile<ptr<f32>>, %i: tile<i16>) {
    // An offset is signed and counts elements.
    // CHECK: %[[WIDE:.*]] = arith.extsi %[[I]] : i16 to i64
    // CHECK: %[[FOUR:.*]] = arith.constant 4 : i64
    // CHECK: %[[BYTES:.*]] = arith.muli %[[WIDE]], %[[FOUR]] overflow<nsw> : i64
    // CHECK: %[[Q:.*]] = tileaa.ptr_add %[[P]], %[[BYTES]] : !tileaa.ptr, i64
    %q = offset %p, %i : tile<ptr<f32>>, tile<i16> -> tile<ptr<f32>>
    // Without a token operand the access is ordered after nothing.
    // CHECK: %[[V:.*]], %[[T1:.*]] = tileaa.load %[[Q]] : !tileaa.ptr -> f32
    %v, %t1 = load_ptr_tko weak %q : tile<ptr<f32>> -> tile<f32>, token
    // CHECK: %[[T2:.*]] = tileaa.store %[[V]] to %[[P]] after %[[T1]] ordering<release> scope<system>
    %t2 = store_ptr_tko release sys %p, %v token=%t1 : tile<ptr<f32>>, tile<f32> -> token
    // CHECK: tileaa.join_tokens %[[T1]], %[[T2]]
    %t3 = join_tokens %t1, %t2 : token
    return
  }

  // CHECK-LABEL: tileaa.entry @tiles(
  entry @tiles(%p: tile<ptr<i8>>) {
    %0 = reshape %p : tile<ptr<i8>> -> tile<1xptr<i8>>
    %1 = broadcast %0 : tile<1xptr<i8>> -> tile<8xptr<i8>>
    %i = iota : tile<8xi64>
    // Bytes need no multiplication and 64 bits no extension.
    // CHECK: %[[I:.*]] = tileaa.iota
    // CHECK-NEXT: %[[Q:.*]] = tileaa.ptr_add %{{.*}}, %[[I]]
    %q = offset %1, %i : tile<8xptr<i8>>, tile<8xi64> -> tile<8xptr<i8>>
    %m = constant <i1: [1, 1, 0, 0, 1, 1, 0, 0]> : tile<8xi1>
    %pad = constant <i8: 5> : tile<8xi8>
    // CHECK: tileaa.load %[[Q]] mask %{{.*}} : tensor<8xi1> other %{{.*}} : tensor<8xi8> ordering<acquire> scope<device>
    %v, %t1 = load_ptr_tko acquire device %q, %m, %pad : tile<8xptr<i8>>, tile<8xi1>, tile<8xi8> -> tile<8xi8>, token
    // CHECK: tileaa.store %{{.*}} to %[[Q]] mask %{{.*}} : tensor<8xi1> ordering<relaxed> scope<block>
    %t2 = store_ptr_tko relaxed tl_blk %q, %v, %m : tile<8xptr<i8>>, tile<8xi8>, tile<8xi1> -> token
    return
  }

  // A boolean is a byte: any but 0 reads as true, 0 or 1 is written.
  // CHECK-LABEL: tileaa.entry @booleans(
  // CHECK-SAME: %[[P:.*]]: !tileaa.ptr, %[[M:.*]]: i1, %[[PAD:.*]]: i1)
  entry @booleans(%p: tile<ptr<i1>>, %m: tile<i1>, %pad: tile<i1>) {
    // CHECK: %[[OTHER:.*]] = arith.extui %[[PAD]] : i1 to i8
    // CHECK: %[[BYTE:.*]], %{{.*}} = tileaa.load %[[P]] mask %[[M]] : i1 other %[[OTHER]] : i8 {{.*}} -> i8
    // CHECK: %[[ZERO:.*]] = arith.constant 0 : i8
    // CHECK: %[[V:.*]] = arith.cmpi ne, %[[BYTE]], %[[ZERO]] : i8
    %v, %t1 = load_ptr_tko weak %p, %m, %pad : tile<ptr<i1>>, tile<i1>, tile<i1> -> tile<i1>, token
    // CHECK: %[[OUT:.*]] = arith.extui %[[V]] : i1 to i8
    // CHECK: tileaa.store %[[OUT]] to %[[P]]
    %t2 = store_ptr_tko weak %p, %v : tile<ptr<i1>>, tile<i1> -> token
    return
  }
}
