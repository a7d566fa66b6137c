// Where the GPU has an instruction for them, products of scaled blocks stay what
// they are; elsewhere they become products without scales.
//
// RUN: cuda-tile-opt %s -convert-cuda-tile-to-tileaa=gpu-name=sm_120 | cuda-tile-opt | FileCheck %s
// RUN: cuda-tile-opt %s -convert-cuda-tile-to-tileaa=gpu-name=sm_100 | FileCheck %s --check-prefix=NONE
// RUN: cuda-tile-opt %s -convert-cuda-tile-to-tileaa | FileCheck %s --check-prefix=NONE

// NONE-NOT: scaled(

cuda_tile.module @m {
  // CHECK-LABEL: tileaa.entry @bytes(
  entry @bytes(%a: tile<f8E5M2>, %s: tile<f8E8M0FNU>, %c: tile<f32>) {
    %0 = reshape %a : tile<f8E5M2> -> tile<1x1xf8E5M2>
    %1 = reshape %s : tile<f8E8M0FNU> -> tile<1x1xf8E8M0FNU>
    %2 = reshape %c : tile<f32> -> tile<1x1xf32>
    %l = broadcast %0 : tile<1x1xf8E5M2> -> tile<16x64xf8E5M2>
    %r = broadcast %0 : tile<1x1xf8E5M2> -> tile<64x8xf8E5M2>
    %ls = broadcast %1 : tile<1x1xf8E8M0FNU> -> tile<16x2xf8E8M0FNU>
    %rs = broadcast %1 : tile<1x1xf8E8M0FNU> -> tile<2x8xf8E8M0FNU>
    %acc = broadcast %2 : tile<1x1xf32> -> tile<16x8xf32>
    // CHECK: tileaa.mma %{{.*}} as<e5m2>, %{{.*}} as<e5m2>, %{{.*}} scaled(%{{.*}}, %{{.*}} : tensor<16x2xi8>, tensor<2x8xi8>) as<f8E8M0FNU> : tensor<16x64xi8>, tensor<64x8xi8>, tensor<16x8xf32>
    %sum = mmaf_scaled %l, %r, %acc, %ls, %rs : tile<16x64xf8E5M2>, tile<64x8xf8E5M2>, tile<16x8xf32>, tile<16x2xf8E8M0FNU>, tile<2x8xf8E8M0FNU>
    return
  }

  // Two floats of 4 bits share a byte along K.
  // CHECK-LABEL: tileaa.entry @half_bytes(
  entry @half_bytes(%s: tile<f8E4M3FN>, %c: tile<f32>) {
    %1 = reshape %s : tile<f8E4M3FN> -> tile<1x1xf8E4M3FN>
    %2 = reshape %c : tile<f32> -> tile<1x1xf32>
    %l = constant <f4E2M1FN: 1.0> : tile<16x64xf4E2M1FN>
    %r = constant <f4E2M1FN: 1.0> : tile<64x8xf4E2M1FN>
    %ls = broadcast %1 : tile<1x1xf8E4M3FN> -> tile<16x4xf8E4M3FN>
    %rs = broadcast %1 : tile<1x1xf8E4M3FN> -> tile<4x8xf8E4M3FN>
    %acc = broadcast %2 : tile<1x1xf32> -> tile<16x8xf32>
    // CHECK: tileaa.reshape %{{.*}} : tensor<16x64xi4> -> tensor<16x32x2xi4>
    // CHECK: %[[LEFT:.*]] = tileaa.reduce {{.*}} : tensor<16x32x2xi8> -> tensor<16x32xi8>
    // CHECK: tileaa.reshape %{{.*}} : tensor<64x8xi4> -> tensor<32x2x8xi4>
    // CHECK: %[[RIGHT:.*]] = tileaa.reduce {{.*}} : tensor<32x2x8xi8> -> tensor<32x8xi8>
    // CHECK: tileaa.mma %[[LEFT]] as<e2m1>, %[[RIGHT]] as<e2m1>, %{{.*}} scaled(%{{.*}}, %{{.*}} : tensor<16x4xi8>, tensor<4x8xi8>) as<f8E4M3FN> : tensor<16x32xi8>, tensor<32x8xi8>, tensor<16x8xf32>
    %sum = mmaf_scaled %l, %r, %acc, %ls, %rs : tile<16x64xf4E2M1FN>, tile<64x8xf4E2M1FN>, tile<16x8xf32>, tile<16x4xf8E4M3FN>, tile<4x8xf8E4M3FN>
    return
  }

  // Bytes that lie in memory along K go to the product as they are. Promises say that
  // rows begin with whole bytes, and that none ends within one, where padding would
  // begin.
  // CHECK-LABEL: tileaa.entry @rows(
  // CHECK: %[[LEFT:[^ ,]*]], %{{.*}} = tileaa.load {{.*}} -> tensor<16x32xi8>
  // CHECK: %[[RIGHT:[^ ,]*]], %{{.*}} = tileaa.load {{.*}} -> tensor<32x8xi8>
  // CHECK: tileaa.mma %[[LEFT]] as<e2m1>, %[[RIGHT]] as<e2m1>,
  entry @rows(%p: tile<ptr<f4E2M1FN>>, %n: tile<i32>, %depth: tile<i32>, %i: tile<i32>) {
    %k = assume div_by<32>, %depth : tile<i32>
    %s = constant <f8E4M3FN: 1.0> : tile<16x4xf8E4M3FN>
    %t = constant <f8E4M3FN: 1.0> : tile<4x8xf8E4M3FN>
    %acc = constant <f32: 0.0> : tile<16x8xf32>
    %v = make_tensor_view %p, shape = [%n, %k], strides = [%k, 1] : tile<i32> -> tensor_view<?x?xf4E2M1FN, strides=[?,1]>
    %a = make_partition_view %v : partition_view<tile=(16x64), padding_value = zero, tensor_view<?x?xf4E2M1FN, strides=[?,1]>>
    %b = make_partition_view %v : partition_view<tile=(64x8), padding_value = zero, tensor_view<?x?xf4E2M1FN, strides=[?,1]>, dim_map=[1, 0]>
    %l, %t0 = load_view_tko weak %a[%i, %i] : partition_view<tile=(16x64), padding_value = zero, tensor_view<?x?xf4E2M1FN, strides=[?,1]>>, tile<i32> -> tile<16x64xf4E2M1FN>, token
    %r, %t1 = load_view_tko weak %b[%i, %i] : partition_view<tile=(64x8), padding_value = zero, tensor_view<?x?xf4E2M1FN, strides=[?,1]>, dim_map=[1, 0]>, tile<i32> -> tile<64x8xf4E2M1FN>, token
    %sum = mmaf_scaled %l, %r, %acc, %s, %t : tile<16x64xf4E2M1FN>, tile<64x8xf4E2M1FN>, tile<16x8xf32>, tile<16x4xf8E4M3FN>, tile<4x8xf8E4M3FN>
    return
  }

  // So do those that the program unpacks, which it may turn before.
  // CHECK-LABEL: tileaa.entry @unpacked(
  // CHECK: %[[BYTES:[^ ,]*]], %{{.*}} = tileaa.load {{.*}} -> tensor<16x32xi8>
  // CHECK: %[[TURNED:.*]] = tileaa.permute %[[BYTES]] [1, 0] : tensor<16x32xi8> -> tensor<32x16xi8>
  // CHECK: tileaa.mma %[[BYTES]] as<e2m1>, %[[TURNED]] as<e2m1>,
  entry @unpacked(%p: tile<ptr<i8>>, %i: tile<i32>) {
    %s = constant <f8E8M0FNU: 1.0> : tile<16x2xf8E8M0FNU>
    %t = constant <f8E8M0FNU: 1.0> : tile<2x16xf8E8M0FNU>
    %acc = constant <f32: 0.0> : tile<16x16xf32>
    %v = make_tensor_view %p, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xi8, strides=[64,1]>
    %a = make_partition_view %v : partition_view<tile=(16x32), tensor_view<64x64xi8, strides=[64,1]>>
    %bytes, %t0 = load_view_tko weak %a[%i, %i] : partition_view<tile=(16x32), tensor_view<64x64xi8, strides=[64,1]>>, tile<i32> -> tile<16x32xi8>, token
    %line = reshape %bytes : tile<16x32xi8> -> tile<512xi8>
    %halves = unpack %line : tile<512xi8> -> tile<1024xf4E2M1FN>
    %l = reshape %halves : tile<1024xf4E2M1FN> -> tile<16x64xf4E2M1FN>
    %r = permute %l [1, 0] : tile<16x64xf4E2M1FN> -> tile<64x16xf4E2M1FN>
    %sum = mmaf_scaled %l, %r, %acc, %s, %t : tile<16x64xf4E2M1FN>, tile<64x16xf4E2M1FN>, tile<16x16xf32>, tile<16x2xf8E8M0FNU>, tile<2x16xf8E8M0FNU>
    return
  }

  // Neighbours along N share bytes of this factor, and none along K.
  // CHECK-LABEL: tileaa.entry @columns(
  // CHECK: tileaa.reduce {{.*}} : tensor<32x2x16xi8> -> tensor<32x16xi8>
  // CHECK: tileaa.mma
  entry @columns(%p: tile<ptr<f4E2M1FN>>, %i: tile<i32>) {
    %s = constant <f8E8M0FNU: 1.0> : tile<16x2xf8E8M0FNU>
    %t = constant <f8E8M0FNU: 1.0> : tile<2x16xf8E8M0FNU>
    %acc = constant <f32: 0.0> : tile<16x16xf32>
    %l = constant <f4E2M1FN: 1.0> : tile<16x64xf4E2M1FN>
    %v = make_tensor_view %p, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf4E2M1FN, strides=[64,1]>
    %b = make_partition_view %v : partition_view<tile=(64x16), tensor_view<64x64xf4E2M1FN, strides=[64,1]>>
    %r, %t1 = load_view_tko weak %b[%i, %i] : partition_view<tile=(64x16), tensor_view<64x64xf4E2M1FN, strides=[64,1]>>, tile<i32> -> tile<64x16xf4E2M1FN>, token
    %sum = mmaf_scaled %l, %r, %acc, %s, %t : tile<16x64xf4E2M1FN>, tile<64x16xf4E2M1FN>, tile<16x16xf32>, tile<16x2xf8E8M0FNU>, tile<2x16xf8E8M0FNU>
    return
  }

  // No instruction of PTX 9.0 has blocks of 16 with these scales.
  // CHECK-LABEL: tileaa.entry @other_blocks(
  // CHECK-NOT: scaled(
  entry @other_blocks(%s: tile<f8E8M0FNU>, %c: tile<f32>) {
    %1 = reshape %s : tile<f8E8M0FNU> -> tile<1x1xf8E8M0FNU>
    %2 = reshape %c : tile<f32> -> tile<1x1xf32>
    %l = constant <f4E2M1FN: 1.0> : tile<16x16xf4E2M1FN>
    %ls = broadcast %1 : tile<1x1xf8E8M0FNU> -> tile<16x1xf8E8M0FNU>
    %rs = broadcast %1 : tile<1x1xf8E8M0FNU> -> tile<1x16xf8E8M0FNU>
    %acc = broadcast %2 : tile<1x1xf32> -> tile<16x16xf32>
    // CHECK: tileaa.mma %{{.*}} as<f16>
    %sum = mmaf_scaled %l, %l, %acc, %ls, %rs : tile<16x16xf4E2M1FN>, tile<16x16xf4E2M1FN>, tile<16x16xf32>, tile<16x1xf8E8M0FNU>, tile<1x16xf8E8M0FNU>
    return
  }
}
