// RUN: cuda-tile-opt %s -convert-cuda-tile-to-tileaa | cuda-tile-opt | FileCheck %s

cuda_tile.module @m {
  // Indices, extents and strides are unsigned. Dimension k of the tile lies along
  // dimension dim_map[k] of the tensor.
  // CHECK-LABEL: tileaa.entry @load(
  // CHECK-SAME: %[[P:.*]]: !tileaa.ptr, %[[N:.*]]: i32, %[[LD:.*]]: i32, %[[I:.*]]: i16, %[[J:.*]]: i64)
  entry @load(%p: tile<ptr<f16>>, %n: tile<i32>, %ld: tile<i32>, %i: tile<i16>, %j: tile<i64>) {
    // CHECK-DAG: %[[N64:.*]] = arith.extui %[[N]] : i32 to i64
    // CHECK-DAG: %[[LD64:.*]] = arith.extui %[[LD]] : i32 to i64
    %tv = make_tensor_view %p, shape = [%n, 96], strides = [%ld, 1] : tile<i32> -> tensor_view<?x96xf16, strides=[?,1]>
    %pv = make_partition_view %tv : partition_view<tile=(8x16), padding_value = neg_inf, tensor_view<?x96xf16, strides=[?,1]>>
    // CHECK-DAG: %[[C96:.*]] = arith.constant 96 : i64
    // CHECK-DAG: %[[C1:.*]] = arith.constant 1 : i64
    // CHECK-DAG: %[[I64:.*]] = arith.extui %[[I]] : i16 to i64
    // CHECK-DAG: %[[C8:.*]] = arith.constant 8 : i64
    // CHECK-DAG: %[[ROW:.*]] = arith.muli %[[I64]], %[[C8]] overflow<nsw, nuw> : i64
    %i1 = exti %i unsigned : tile<i16> -> tile<i32>
    // CHECK-DAG: %[[INF:.*]] = arith.constant 0xFC00 : f16
    // CHECK: tileaa.load %[[P]][%{{.*}}, %{{.*}}] extents[%[[N64]], %{{.*}}] strides[%[[LD64]], %{{.*}}] other %{{.*}} : f16 : !tileaa.ptr -> tensor<8x16xf16>
    %v, %t = load_view_tko weak %pv[%i, %i] : partition_view<tile=(8x16), padding_value = neg_inf, tensor_view<?x96xf16, strides=[?,1]>>, tile<i16> -> tile<8x16xf16>, token
    // CHECK: %[[C2:.*]] = arith.constant 2 : i64
    // CHECK: %[[S0:.*]] = arith.muli %[[J]], %[[C2]] overflow<nsw, nuw> : i64
    // CHECK: %[[C4:.*]] = arith.constant 4 : i64
    // CHECK: %[[S1:.*]] = arith.muli %[[J]], %[[C4]] overflow<nsw, nuw> : i64
    // CHECK: tileaa.load %[[P]][%[[S0]], %[[S1]]] extents[%{{.*}}, %[[N64]]] strides[%{{.*}}, %[[LD64]]] {{.*}} -> tensor<2x4xf16>
    %qv = make_partition_view %tv : partition_view<tile=(2x4), tensor_view<?x96xf16, strides=[?,1]>, dim_map=[1, 0]>
    %w, %t1 = load_view_tko weak %qv[%j, %j] : partition_view<tile=(2x4), tensor_view<?x96xf16, strides=[?,1]>, dim_map=[1, 0]>, tile<i64> -> tile<2x4xf16>, token
    return
  }

  // CHECK-LABEL: tileaa.entry @store(
  // CHECK-SAME: %[[P:.*]]: !tileaa.ptr, %[[I:.*]]: i64)
  entry @store(%p: tile<ptr<i1>>, %i: tile<i64>) {
    %tv = make_tensor_view %p, shape = [100], strides = [3] : tensor_view<100xi1, strides=[3]>
    %pv = make_partition_view %tv : partition_view<tile=(8), padding_value = zero, tensor_view<100xi1, strides=[3]>>
    // CHECK: %[[PAD:.*]] = arith.constant false
    // CHECK: %[[OTHER:.*]] = arith.extui %[[PAD]] : i1 to i8
    // CHECK: %[[BYTES:.*]], %[[T:.*]] = tileaa.load {{.*}} other %[[OTHER]] : i8 ordering<relaxed> scope<device> {{.*}} -> tensor<8xi8>
    // CHECK: arith.cmpi ne, %[[BYTES]]
    %v, %t = load_view_tko relaxed device %pv[%i] : partition_view<tile=(8), padding_value = zero, tensor_view<100xi1, strides=[3]>>, tile<i64> -> tile<8xi1>, token
    // CHECK: %[[C100:.*]] = arith.constant 100 : i64
    // CHECK: %[[C3:.*]] = arith.constant 3 : i64
    // CHECK: tileaa.store %{{.*}} to %[[P]][%{{.*}}] extents[%[[C100]]] strides[%[[C3]]] after %[[T]] : tensor<8xi8>, !tileaa.ptr
    %t1 = store_view_tko weak %v, %pv[%i] token = %t : tile<8xi1>, partition_view<tile=(8), padding_value = zero, tensor_view<100xi1, strides=[3]>>, tile<i64> -> token
    return
  }

  // The index space is the tensor over the tile, rounded up.
  // CHECK-LABEL: tileaa.entry @shapes(
  // CHECK-SAME: %[[P:.*]]: !tileaa.ptr, %[[N:.*]]: i32)
  entry @shapes(%p: tile<ptr<f32>>, %n: tile<i32>) {
    // CHECK: %[[N64:.*]] = arith.extui %[[N]]
    %tv = make_tensor_view %p, shape = [%n, 96], strides = [96, 1] : tile<i32> -> tensor_view<?x96xf32, strides=[96,1]>
    // CHECK: %[[C96:.*]] = arith.constant 96 : i64
    // CHECK: tileaa.print "%d %d", %[[N64]], %[[C96]]
    %d0, %d1 = get_tensor_shape %tv : tensor_view<?x96xf32, strides=[96,1]> -> tile<i64>
    print_tko "%d %d", %d0, %d1 : tile<i64>, tile<i64> -> token
    %pv = make_partition_view %tv : partition_view<tile=(8x4), tensor_view<?x96xf32, strides=[96,1]>, dim_map=[1, 0]>
    // CHECK: %[[C8:.*]] = arith.constant 8 : i64
    // CHECK: %[[K0:.*]] = arith.ceildivui %{{.*}}, %[[C8]] : i64
    // CHECK: %[[C4:.*]] = arith.constant 4 : i64
    // CHECK: %[[K1:.*]] = arith.ceildivui %[[N64]], %[[C4]] : i64
    // CHECK: arith.trunci %[[K0]] overflow<nuw> : i64 to i32
    // CHECK: arith.trunci %[[K1]] overflow<nuw> : i64 to i32
    %k0, %k1 = get_index_space_shape %pv : partition_view<tile=(8x4), tensor_view<?x96xf32, strides=[96,1]>, dim_map=[1, 0]> -> tile<i32>
    print_tko "%d %d", %k0, %k1 : tile<i32>, tile<i32> -> token
    return
  }

  // What is promised of a view is promised of its base. A view that is used
  // behind the exit of a loop is made there, from the values it was made of.
  // CHECK-LABEL: tileaa.entry @in_loop(
  // CHECK-SAME: %[[P:.*]]: !tileaa.ptr, %[[N:.*]]: i32)
  entry @in_loop(%p: tile<ptr<f32>>, %n: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    // CHECK: scf.while (%[[I:.*]] = %{{.*}}) : (i32) -> i32 {
    loop iter_values(%i = %zero) : tile<i32> {
      // CHECK-NOT: tileaa.assume
      %tv = make_tensor_view %p, shape = [%i], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
      %av = assume div_by<128>, %tv : tensor_view<?xf32, strides=[1]>
      %pv = make_partition_view %av : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>
      %c = cmpi equal %i, %n, signed : tile<i32> -> tile<i1>
      if %c { break }
      // CHECK: scf.condition(%{{.*}}) %[[I]] : i32
      // CHECK: ^bb0(%[[I2:.*]]: i32):
      // CHECK-DAG: %[[B2:.*]] = tileaa.assume %[[P]] {div_by = 128 : i64} : !tileaa.ptr
      // CHECK-DAG: %[[M2:.*]] = arith.extui %[[I2]]
      // CHECK: tileaa.load %[[B2]][%{{.*}}] extents[%[[M2]]]
      %v, %t = load_view_tko weak %pv[%n] : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<8xf32>, token
      continue %n : tile<i32>
    }
    return
  }

  // Flags that promise something are kept.
  // CHECK-LABEL: tileaa.entry @inbounds(
  entry @inbounds(%p: tile<ptr<f32>>, %n: tile<i64>, %i: tile<i32>) {
    %tv = make_tensor_view %p, shape = [%n, %n], strides = [%n, 1] : tile<i64> -> tensor_view<?x?xf32, strides=[?,1]>
    %pv = make_partition_view %tv : partition_view<tile=(4x8), tensor_view<?x?xf32, strides=[?,1]>>
    // CHECK: tileaa.load %{{.*}} {inbounds = array<i1: true, false>} : !tileaa.ptr -> tensor<4x8xf32>
    %v, %t = load_view_tko weak %pv[%i, %i] inbounds = [true, false] : partition_view<tile=(4x8), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<4x8xf32>, token
    // CHECK: tileaa.store %{{.*}} {inbounds = array<i1: true, true>} : tensor<4x8xf32>, !tileaa.ptr
    %t1 = store_view_tko weak %v, %pv[%i, %i] inbounds = [true, true] : tile<4x8xf32>, partition_view<tile=(4x8), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    // CHECK: tileaa.load
    // CHECK-NOT: inbounds
    %w, %t2 = load_view_tko weak %pv[%i, %i] inbounds = [false, false] : partition_view<tile=(4x8), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<4x8xf32>, token
    return
  }

  // Tiles at distances of their own.
  // CHECK-LABEL: tileaa.entry @strided(
  // CHECK-SAME: %[[P:.*]]: !tileaa.ptr, %[[I:.*]]: i64)
  entry @strided(%p: tile<ptr<f32>>, %i: tile<i64>) {
    %v = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %s = make_strided_view %v : strided_view<tile=(8), traversal_strides=[5], tensor_view<64xf32, strides=[1]>>
    // CHECK: %[[FIVE:.*]] = arith.constant 5 : i64
    // CHECK: %[[START:.*]] = arith.muli %[[I]], %[[FIVE]] overflow<nsw, nuw>
    // CHECK: tileaa.load %[[P]][%[[START]]]
    %0, %t = load_view_tko weak %s[%i] : strided_view<tile=(8), traversal_strides=[5], tensor_view<64xf32, strides=[1]>>, tile<i64> -> tile<8xf32>, token
    // CHECK: arith.ceildivui
    %n = get_index_space_shape %s : strided_view<tile=(8), traversal_strides=[5], tensor_view<64xf32, strides=[1]>> -> tile<i64>
    return
  }

  // Rows by their numbers: a pointer for each element, masked where there is none.
  // CHECK-LABEL: tileaa.entry @rows(
  // CHECK-SAME: %[[P:.*]]: !tileaa.ptr, %[[I:.*]]: i64)
  entry @rows(%p: tile<ptr<f32>>, %i: tile<i64>) {
    %rows = iota : tile<8xi32>
    %v = make_tensor_view %p, shape = [32, 64], strides = [64, 1] : tensor_view<32x64xf32, strides=[64,1]>
    %s = make_gather_scatter_view %v : gather_scatter_view<tile=(8x16), tensor_view<32x64xf32, strides=[64,1]>, sparse_dim=0>
    // CHECK: %[[LINE:.*]] = arith.extui %{{.*}} : tensor<8xi32> to tensor<8xi64>
    // CHECK: %[[BYTES:.*]] = arith.muli %[[LINE]], %{{.*}} : tensor<8xi64>
    // CHECK: arith.cmpi ult, %[[LINE]], %{{.*}} : tensor<8xi64>
    // CHECK: tileaa.splat %[[I]] : i64 -> tensor<16xi64>
    // CHECK: arith.cmpi ult, %{{.*}} : tensor<16xi64>
    // CHECK: %[[MASK:.*]] = arith.andi %{{.*}} : tensor<8x16xi1>
    // CHECK: %[[PTRS:.*]] = tileaa.ptr_add %{{.*}} : tensor<8x16x!tileaa.ptr>, tensor<8x16xi64>
    // CHECK: tileaa.load %[[PTRS]] mask %[[MASK]]
    %0, %t = load_view_tko weak %s[%rows, %i] : gather_scatter_view<tile=(8x16), tensor_view<32x64xf32, strides=[64,1]>, sparse_dim=0>, tile<8xi32>, tile<i64> -> tile<8x16xf32>, token
    // What is promised to lie inside needs no mask.
    // CHECK: tileaa.load %{{[0-9]+}} :
    %1, %t1 = load_view_tko weak %s[%rows, %i] inbounds = [true, true] : gather_scatter_view<tile=(8x16), tensor_view<32x64xf32, strides=[64,1]>, sparse_dim=0>, tile<8xi32>, tile<i64> -> tile<8x16xf32>, token
    return
  }

  // A padding value means nothing to an atomic operation, and what is promised to
  // lie inside stays promised.
  // CHECK-LABEL: tileaa.entry @reduction(
  entry @reduction(%p: tile<ptr<f32>>, %i: tile<i32>) {
    %x = constant <f32: 1.0> : tile<8xf32>
    %v = make_tensor_view %p, shape = [60], strides = [1] : tensor_view<60xf32, strides=[1]>
    %g = make_partition_view %v : partition_view<tile=(8), padding_value = zero, tensor_view<60xf32, strides=[1]>>
    // CHECK: tileaa.atomic<addf> %{{.*}} ordering<relaxed> scope<device> : tensor<8xf32>
    %t0 = atomic_red_view_tko relaxed device %g[%i], addf, %x : tile<8xf32>, partition_view<tile=(8), padding_value = zero, tensor_view<60xf32, strides=[1]>>, tile<i32> -> token
    // CHECK: tileaa.atomic<addf> %{{.*}} ordering<relaxed> scope<device> {inbounds = array<i1: true>} : tensor<8xf32>
    %t1 = atomic_red_view_tko relaxed device %g[%i], addf, %x token = %t0 inbounds = [true] : tile<8xf32>, partition_view<tile=(8), padding_value = zero, tensor_view<60xf32, strides=[1]>>, tile<i32> -> token
    return
  }
}
