// Tiles of f4E2M1FN are accessed by bytes where their rows begin at bytes, which may
// be known only when the kernel runs; element by element elsewhere.
//
// RUN: cuda-tile-opt %s -convert-cuda-tile-to-tileaa | FileCheck %s

cuda_tile.module @m {
  // CHECK-LABEL: tileaa.entry @even(
  // CHECK-NOT: scf.if
  // CHECK: tileaa.load {{.*}} -> tensor<4x8xi8>
  // CHECK-NOT: tileaa.atomic
  // CHECK: tileaa.store {{.*}} tensor<4x8xi8>
  // CHECK-NOT: tileaa.atomic
  entry @even(%p: tile<ptr<f4E2M1FN>>, %i: tile<i32>) {
    %t = make_tensor_view %p, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf4E2M1FN, strides=[64,1]>
    %v = make_partition_view %t : partition_view<tile=(4x16), tensor_view<64x64xf4E2M1FN, strides=[64,1]>>
    %x, %u = load_view_tko weak %v[%i, %i] : partition_view<tile=(4x16), tensor_view<64x64xf4E2M1FN, strides=[64,1]>>, tile<i32> -> tile<4x16xf4E2M1FN>, token
    %w = store_view_tko weak %x, %v[%i, %i] token = %u : tile<4x16xf4E2M1FN>, partition_view<tile=(4x16), tensor_view<64x64xf4E2M1FN, strides=[64,1]>>, tile<i32> -> token
    return
  }

  // The low halves first, then the high ones, which may share bytes with them. No
  // other byte is touched, which may be another tile block's.
  // CHECK-LABEL: tileaa.entry @odd(
  // CHECK-NOT: scf.if
  // CHECK-NOT: tileaa.atomic
  // CHECK: %[[READ:[^ ,]*]] = tileaa.load %[[BYTES:[^ ]*]] mask %[[LOWS:[^ ]*]] :
  // CHECK: %[[LOW:.*]] = tileaa.store {{.*}} to %[[BYTES]] mask %[[LOWS]] {{.*}} after %[[READ]] :
  // CHECK: %[[AGAIN:[^ ,]*]] = tileaa.load %[[BYTES]] mask %[[HIGHS:[^ ]*]] {{.*}} after %[[LOW]] :
  // CHECK: tileaa.store {{.*}} to %[[BYTES]] mask %[[HIGHS]] {{.*}} after %[[AGAIN]] :
  // CHECK-NOT: tileaa.atomic
  entry @odd(%p: tile<ptr<f4E2M1FN>>, %i: tile<i32>) {
    %x = constant <f4E2M1FN: 1.0> : tile<4x16xf4E2M1FN>
    %t = make_tensor_view %p, shape = [64, 63], strides = [63, 1] : tensor_view<64x63xf4E2M1FN, strides=[63,1]>
    %v = make_partition_view %t : partition_view<tile=(4x16), tensor_view<64x63xf4E2M1FN, strides=[63,1]>>
    %w = store_view_tko weak %x, %v[%i, %i] : tile<4x16xf4E2M1FN>, partition_view<tile=(4x16), tensor_view<64x63xf4E2M1FN, strides=[63,1]>>, tile<i32> -> token
    return
  }

  // Whoever else writes the bytes races, so they need not be read in order.
  // CHECK-LABEL: tileaa.entry @ordered(
  // CHECK-NOT: scf.if
  // CHECK-NOT: tileaa.load {{.*}} ordering
  // CHECK: tileaa.store {{.*}} ordering<relaxed> scope<block>
  // CHECK-NOT: tileaa.load {{.*}} ordering
  // CHECK: tileaa.store {{.*}} ordering<relaxed> scope<block>
  entry @ordered(%p: tile<ptr<f4E2M1FN>>, %i: tile<i32>) {
    %x = constant <f4E2M1FN: 1.0> : tile<4x16xf4E2M1FN>
    %t = make_tensor_view %p, shape = [64, 63], strides = [63, 1] : tensor_view<64x63xf4E2M1FN, strides=[63,1]>
    %v = make_partition_view %t : partition_view<tile=(4x16), tensor_view<64x63xf4E2M1FN, strides=[63,1]>>
    %w = store_view_tko relaxed tl_blk %x, %v[%i, %i] : tile<4x16xf4E2M1FN>, partition_view<tile=(4x16), tensor_view<64x63xf4E2M1FN, strides=[63,1]>>, tile<i32> -> token
    return
  }

  // A promise that the other stride is even decides when the kernel is compiled.
  // CHECK-LABEL: tileaa.entry @promised(
  // CHECK-NOT: scf.if
  // CHECK: tileaa.load {{.*}} -> tensor<4x8xi8>
  // CHECK: tileaa.store {{.*}} tensor<4x8xi8>
  entry @promised(%p: tile<ptr<f4E2M1FN>>, %i: tile<i32>, %s: tile<i32>) {
    %even = assume div_by<2>, %s : tile<i32>
    %t = make_tensor_view %p, shape = [64, 64], strides = [%even, 1] : tile<i32> -> tensor_view<64x64xf4E2M1FN, strides=[?,1]>
    %v = make_partition_view %t : partition_view<tile=(4x16), tensor_view<64x64xf4E2M1FN, strides=[?,1]>>
    %x, %u = load_view_tko weak %v[%i, %i] : partition_view<tile=(4x16), tensor_view<64x64xf4E2M1FN, strides=[?,1]>>, tile<i32> -> tile<4x16xf4E2M1FN>, token
    %w = store_view_tko weak %x, %v[%i, %i] token = %u : tile<4x16xf4E2M1FN>, partition_view<tile=(4x16), tensor_view<64x64xf4E2M1FN, strides=[?,1]>>, tile<i32> -> token
    return
  }

  // A promise about a constant that does not hold is none.
  // CHECK-LABEL: tileaa.entry @broken(
  // CHECK: tileaa.load {{.*}} -> tensor<4x16xi8>
  entry @broken(%p: tile<ptr<f4E2M1FN>>, %i: tile<i32>) {
    %odd = constant <i32: 63> : tile<i32>
    %false = assume div_by<2>, %odd : tile<i32>
    %t = make_tensor_view %p, shape = [64, 64], strides = [%false, 1] : tile<i32> -> tensor_view<64x64xf4E2M1FN, strides=[?,1]>
    %v = make_partition_view %t : partition_view<tile=(4x16), tensor_view<64x64xf4E2M1FN, strides=[?,1]>>
    %x, %u = load_view_tko weak %v[%i, %i] : partition_view<tile=(4x16), tensor_view<64x64xf4E2M1FN, strides=[?,1]>>, tile<i32> -> tile<4x16xf4E2M1FN>, token
    return
  }

  // CHECK-LABEL: tileaa.entry @unknown(
  // CHECK: scf.if
  // CHECK: tileaa.load {{.*}} -> tensor<4x8xi8>
  // CHECK: } else {
  // CHECK: tileaa.load {{.*}} -> tensor<4x16xi8>
  entry @unknown(%p: tile<ptr<f4E2M1FN>>, %q: tile<ptr<f32>>, %i: tile<i32>, %s: tile<i32>) {
    %t = make_tensor_view %p, shape = [64, 64], strides = [%s, 1] : tile<i32> -> tensor_view<64x64xf4E2M1FN, strides=[?,1]>
    %v = make_partition_view %t : partition_view<tile=(4x16), tensor_view<64x64xf4E2M1FN, strides=[?,1]>>
    %x, %u = load_view_tko weak %v[%i, %i] : partition_view<tile=(4x16), tensor_view<64x64xf4E2M1FN, strides=[?,1]>>, tile<i32> -> tile<4x16xf4E2M1FN>, token
    %y = ftof %x : tile<4x16xf4E2M1FN> -> tile<4x16xf32>
    %r = make_tensor_view %q, shape = [4, 16], strides = [16, 1] : tensor_view<4x16xf32, strides=[16,1]>
    %z = make_partition_view %r : partition_view<tile=(4x16), tensor_view<4x16xf32, strides=[16,1]>>
    %w = store_view_tko weak %y, %z[%i, %i] : tile<4x16xf32>, partition_view<tile=(4x16), tensor_view<4x16xf32, strides=[16,1]>>, tile<i32> -> token
    return
  }
}
