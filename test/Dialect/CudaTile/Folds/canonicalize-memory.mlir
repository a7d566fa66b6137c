// Tokens, masks, assertions and extents of views.
//
// RUN: cuda-tile-opt %s --canonicalize --split-input-file | FileCheck %s

cuda_tile.module @m {
  // CHECK-LABEL: testing$func @tokens
  // CHECK-SAME: %[[A:.*]]: token, %[[B:.*]]: token, %[[C:.*]]: token
  testing$func @tokens(%a: token, %b: token, %c: token) -> (token, token, token, token) {
    %t = make_token : token
    %0 = join_tokens %a, %a, %t : token
    // CHECK: %[[NEW:.*]] = make_token
    %1 = join_tokens %t, %t : token
    // CHECK: %[[ALL:.*]] = join_tokens %[[A]], %[[B]], %[[C]]
    %2 = join_tokens %a, %b : token
    %3 = join_tokens %2, %c, %b : token
    // CHECK: %[[SOME:.*]] = join_tokens %[[B]], %[[C]]
    %4 = join_tokens %b, %c : token
    // CHECK: return %[[A]], %[[NEW]], %[[ALL]], %[[SOME]]
    return %0, %1, %3, %4 : token, token, token, token
  }
}

// -----

// A join that others use as well stays one.
cuda_tile.module @m {
  // CHECK-LABEL: testing$func @shared_join
  testing$func @shared_join(%a: token, %b: token, %c: token) -> (token, token) {
    // CHECK: %[[SHARED:.*]] = join_tokens %{{.*}}, %{{.*}} : token
    // CHECK: join_tokens %[[SHARED]], %{{.*}} : token
    %0 = join_tokens %a, %b : token
    %1 = join_tokens %0, %c : token
    return %0, %1 : token, token
  }
}

// -----

// What nobody looks at: a weak load goes, and those after it wait for what it
// waited for. A load with an ordering stays, and so does a store.
cuda_tile.module @m {
  // CHECK-LABEL: testing$func @unused
  // CHECK-SAME: %[[P:.*]]: tile<ptr<f32>>, %[[T:.*]]: token, %[[X:.*]]: tile<f32>
  testing$func @unused(%p: tile<ptr<f32>>, %t: token, %x: tile<f32>) -> (token, token) {
    %v, %t1 = load_ptr_tko weak %p token=%t : tile<ptr<f32>> -> tile<f32>, token
    // CHECK: %[[S:.*]] = store_ptr_tko weak %[[P]], %[[X]] token=%[[T]]
    %t2 = store_ptr_tko weak %p, %x token=%t1 : tile<ptr<f32>>, tile<f32> -> token
    // CHECK-NEXT: load_ptr_tko relaxed device
    // CHECK-NEXT: %[[NEW:.*]] = make_token
    %w, %t3 = load_ptr_tko relaxed device %p : tile<ptr<f32>> -> tile<f32>, token
    %u, %t4 = load_ptr_tko weak %p : tile<ptr<f32>> -> tile<f32>, token
    // CHECK-NEXT: return %[[S]], %[[NEW]]
    return %t2, %t4 : token, token
  }

  // A join looks behind all of them, of which some lead to the same token.
  // CHECK-LABEL: testing$func @unused_joined
  // CHECK-SAME: %[[P:.*]]: tile<ptr<f32>>, %[[T:.*]]: token, %[[U:.*]]: token
  testing$func @unused_joined(%p: tile<ptr<f32>>, %t: token, %u: token) -> (token, token) {
    %a, %t1 = load_ptr_tko weak %p token=%t : tile<ptr<f32>> -> tile<f32>, token
    %b, %t2 = load_ptr_tko weak %p token=%t1 : tile<ptr<f32>> -> tile<f32>, token
    %c, %t3 = load_ptr_tko weak %p token=%t1 : tile<ptr<f32>> -> tile<f32>, token
    %d, %t4 = load_ptr_tko weak %p : tile<ptr<f32>> -> tile<f32>, token
    // CHECK-NEXT: %[[NONE:.*]] = make_token
    // CHECK-NEXT: %[[J:.*]] = join_tokens %[[T]], %[[U]] : token
    %j = join_tokens %t2, %t3, %u, %t4 : token
    %k = join_tokens %t4, %t4 : token
    // CHECK-NEXT: return %[[J]], %[[NONE]]
    return %j, %k : token, token
  }

  // CHECK-LABEL: testing$func @unused_view
  // CHECK-SAME: %[[T:[a-z0-9]*]]: token
  // CHECK-NEXT: return %[[T]]
  testing$func @unused_view(%t: token, %p: tile<ptr<f32>>, %i: tile<i32>) -> token {
    %tv = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %pv = make_partition_view %tv : partition_view<tile=(16), tensor_view<64xf32, strides=[1]>>
    %v, %t1 = load_view_tko weak %pv[%i] token = %t : partition_view<tile=(16), tensor_view<64xf32, strides=[1]>>, tile<i32> -> tile<16xf32>, token
    return %t1 : token
  }
}

// -----

cuda_tile.module @m {
  // CHECK-LABEL: testing$func @masks
  // CHECK-SAME: %[[P:.*]]: tile<2xptr<i32>>, %[[X:.*]]: tile<2xi32>, %[[T:.*]]: token
  testing$func @masks(%p: tile<2xptr<i32>>, %x: tile<2xi32>, %t: token) -> (tile<2xi32>, token, tile<2xi32>, token, tile<2xi32>, token, tile<2xi32>, tile<2xi32>) {
    %true = constant <i1: true> : tile<2xi1>
    %false = constant <i1: false> : tile<2xi1>
    %some = constant <i1: [true, false]> : tile<2xi1>
    // CHECK: %[[V:.*]], %[[T0:.*]] = load_ptr_tko acquire device %[[P]] token=%[[T]] : tile<2xptr<i32>> -> tile<2xi32>, token
    %0, %t0 = load_ptr_tko acquire device %p, %true, %x token=%t : tile<2xptr<i32>>, tile<2xi1>, tile<2xi32> -> tile<2xi32>, token
    %1, %t1 = load_ptr_tko weak %p, %false, %x token=%t : tile<2xptr<i32>>, tile<2xi1>, tile<2xi32> -> tile<2xi32>, token
    %2, %t2 = atomic_cas_tko relaxed device %p, %x, %x, %false token=%t : tile<2xptr<i32>>, tile<2xi32>, tile<2xi1> -> tile<2xi32>, token
    %t3 = store_ptr_tko weak %p, %x, %false token=%t2 : tile<2xptr<i32>>, tile<2xi32>, tile<2xi1> -> token
    // CHECK: %[[OLD:.*]], %{{.*}} = atomic_rmw_tko relaxed device %[[P]], add, %[[X]] :
    %3, %t4 = atomic_rmw_tko relaxed device %p, add, %x, %true : tile<2xptr<i32>>, tile<2xi32>, tile<2xi1> -> tile<2xi32>, token
    // Undefined elements are not chosen, and a mask of both stays.
    // CHECK: %[[W:.*]], %{{.*}} = load_ptr_tko weak %[[P]], %{{.*}} : tile<2xptr<i32>>, tile<2xi1>
    %4, %t5 = load_ptr_tko weak %p, %false : tile<2xptr<i32>>, tile<2xi1> -> tile<2xi32>, token
    // CHECK: store_ptr_tko weak %[[P]], %[[W]], %{{.*}}
    %t6 = store_ptr_tko weak %p, %4, %some : tile<2xptr<i32>>, tile<2xi32>, tile<2xi1> -> token
    // CHECK: return %[[V]], %[[T0]], %[[X]], %[[T]], %[[X]], %[[T]], %[[OLD]], %[[W]]
    return %0, %t0, %1, %t1, %2, %t3, %3, %4 : tile<2xi32>, token, tile<2xi32>, token, tile<2xi32>, token, tile<2xi32>, tile<2xi32>
  }
}

// -----

cuda_tile.module @m {
  // CHECK-LABEL: testing$func @assertions
  testing$func @assertions(%c: tile<i1>) {
    %true = constant <i1: true> : tile<4xi1>
    %false = constant <i1: false> : tile<4xi1>
    // CHECK-NOT: "holds"
    assert %true, "holds" : tile<4xi1>
    // CHECK: "fails"
    assert %false, "fails" : tile<4xi1>
    // CHECK: "unknown"
    assert %c, "unknown" : tile<i1>
    return
  }
}

// -----

cuda_tile.module @m {
  // CHECK-LABEL: testing$func @extents
  // CHECK-SAME: %[[P:.*]]: tile<ptr<f32>>, %[[N:.*]]: tile<i32>
  testing$func @extents(%p: tile<ptr<f32>>, %n: tile<i32>) -> (tile<i64>, tile<i64>, tile<i32>, tile<i16>, tile<i32>, tile<i32>, tile<i32>, tile<i32>, tile<i32>, tile<i32>) {
    // CHECK-DAG: %[[C64:.*]] = constant <i64: 64> : tile<i64>
    // CHECK-DAG: %[[C3:.*]] = constant <i32: 3> : tile<i32>
    // CHECK-DAG: %[[C5:.*]] = constant <i32: 5> : tile<i32>
    // CHECK-DAG: %[[C70:.*]] = constant <i32: 70> : tile<i32>
    %tv = make_tensor_view %p, shape = [%n, 64], strides = [64, 1] : tile<i32> -> tensor_view<?x64xf32, strides=[64,1]>
    // CHECK-DAG: %[[WIDE:.*]] = exti %[[N]] unsigned : tile<i32> -> tile<i64>
    %a0, %a1 = get_tensor_shape %tv : tensor_view<?x64xf32, strides=[64,1]> -> tile<i64>
    %b0, %b1 = get_tensor_shape %tv : tensor_view<?x64xf32, strides=[64,1]> -> tile<i32>
    // CHECK-DAG: %[[NARROW:.*]] = trunci %[[N]] : tile<i32> -> tile<i16>
    %c0, %c1 = get_tensor_shape %tv : tensor_view<?x64xf32, strides=[64,1]> -> tile<i16>
    // Tile dimension 0 lies along tensor dimension 1.
    %sv = make_tensor_view %p, shape = [70, 9], strides = [9, 1] : tensor_view<70x9xf32, strides=[9,1]>
    %pv = make_partition_view %sv : partition_view<tile=(4x16), tensor_view<70x9xf32, strides=[9,1]>, dim_map=[1, 0]>
    %d0, %d1 = get_index_space_shape %pv : partition_view<tile=(4x16), tensor_view<70x9xf32, strides=[9,1]>, dim_map=[1, 0]> -> tile<i32>
    %tr = make_strided_view %sv : strided_view<tile=(4x16), traversal_strides=[14,3], tensor_view<70x9xf32, strides=[9,1]>>
    %e0, %e1 = get_index_space_shape %tr : strided_view<tile=(4x16), traversal_strides=[14,3], tensor_view<70x9xf32, strides=[9,1]>> -> tile<i32>
    %gv = make_gather_scatter_view %sv : gather_scatter_view<tile=(8x4), tensor_view<70x9xf32, strides=[9,1]>, sparse_dim=0>
    %f0, %f1 = get_index_space_shape %gv : gather_scatter_view<tile=(8x4), tensor_view<70x9xf32, strides=[9,1]>, sparse_dim=0> -> tile<i32>
    // The number of tiles of a dynamic extent is not known here.
    %dv = make_partition_view %tv : partition_view<tile=(16x16), tensor_view<?x64xf32, strides=[64,1]>>
    // CHECK: %[[G:.*]]:2 = get_index_space_shape
    %g0, %g1 = get_index_space_shape %dv : partition_view<tile=(16x16), tensor_view<?x64xf32, strides=[64,1]>> -> tile<i32>
    // CHECK: return %[[WIDE]], %[[C64]], %[[N]], %[[NARROW]], %[[C3]], %[[C5]], %[[C5]], %[[C3]], %[[C70]], %[[G]]#0
    return %a0, %a1, %b0, %c0, %d0, %d1, %e0, %e1, %f0, %g0 : tile<i64>, tile<i64>, tile<i32>, tile<i16>, tile<i32>, tile<i32>, tile<i32>, tile<i32>, tile<i32>, tile<i32>
  }
}

// -----

// 300 is no number of i8: undefined, and left so.
cuda_tile.module @m {
  // CHECK-LABEL: testing$func @too_large
  testing$func @too_large(%p: tile<ptr<f32>>) -> tile<i8> {
    %tv = make_tensor_view %p, shape = [300], strides = [1] : tensor_view<300xf32, strides=[1]>
    // CHECK: get_tensor_shape
    %0 = get_tensor_shape %tv : tensor_view<300xf32, strides=[1]> -> tile<i8>
    return %0 : tile<i8>
  }
}
