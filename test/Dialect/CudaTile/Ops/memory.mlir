// Tokens, accesses through pointers, views and accesses through views.
//
// RUN: cuda-tile-opt %s | FileCheck %s
// RUN: cuda-tile-opt %s | cuda-tile-opt | FileCheck %s
// RUN: cuda-tile-opt %s -mlir-print-op-generic | cuda-tile-opt | FileCheck %s

cuda_tile.module @m {
  // CHECK-LABEL: entry @pointers
  entry @pointers(%p: tile<ptr<f32>>, %m: tile<i1>) {
    %f = constant <f32: 0.0> : tile<f32>
    // CHECK: %[[T0:.*]] = make_token : token
    %t0 = make_token : token
    // CHECK: = load_ptr_tko weak %{{.*}} : tile<ptr<f32>> -> tile<f32>, token
    %v0, %t1 = load_ptr_tko weak %p : tile<ptr<f32>> -> tile<f32>, token
    // CHECK: = load_ptr_tko weak %{{.*}}, %{{.*}}, %{{.*}} token=%[[T0]] : tile<ptr<f32>>, tile<i1>, tile<f32> -> tile<f32>, token
    %v1, %t2 = load_ptr_tko weak %p, %m, %f token=%t0 : tile<ptr<f32>>, tile<i1>, tile<f32> -> tile<f32>, token
    // A padding without a mask: only a tile of i1 is a mask.
    // CHECK: = load_ptr_tko weak %arg0, %[[F:[a-z0-9_]+]] token=%[[T0]] optimization_hints = <> : tile<ptr<f32>>, tile<f32> -> tile<f32>, token
    %v9, %t9 = load_ptr_tko weak %p, %f token=%t0 optimization_hints = <> : tile<ptr<f32>>, tile<f32> -> tile<f32>, token
    // CHECK: = load_ptr_tko acquire sys %{{.*}}, %{{.*}} : tile<ptr<f32>>, tile<i1> -> tile<f32>, token
    %v2, %t3 = load_ptr_tko acquire sys %p, %m : tile<ptr<f32>>, tile<i1> -> tile<f32>, token
    // CHECK: = load_ptr_tko relaxed device %{{.*}} optimization_hints = <sm_90 = {latency = 3}> : tile<ptr<f32>> -> tile<f32>, token
    %v3, %t4 = load_ptr_tko relaxed device %p optimization_hints = <sm_90 = {latency = 3}> : tile<ptr<f32>> -> tile<f32>, token
    // CHECK: = store_ptr_tko weak %{{.*}}, %{{.*}} : tile<ptr<f32>>, tile<f32> -> token
    %t5 = store_ptr_tko weak %p, %f : tile<ptr<f32>>, tile<f32> -> token
    // CHECK: = store_ptr_tko release tl_blk %{{.*}}, %{{.*}}, %{{.*}} token=%{{.*}} optimization_hints = <> : tile<ptr<f32>>, tile<f32>, tile<i1> -> token
    %t6 = store_ptr_tko release tl_blk %p, %f, %m token=%t5 optimization_hints = <> : tile<ptr<f32>>, tile<f32>, tile<i1> -> token
    // CHECK: = join_tokens %{{.*}}, %{{.*}}, %{{.*}} : token
    %t7 = join_tokens %t4, %t5, %t6 : token
    return
  }

  // CHECK-LABEL: entry @views
  entry @views(%p: tile<ptr<f32>>, %n: tile<i32>, %ld: tile<i32>, %i: tile<i32>, %j: tile<i32>) {
    // CHECK: = make_tensor_view %{{.*}}, shape = [%{{.*}}, 64], strides = [%{{.*}}, 1] : tile<i32> -> tensor_view<?x64xf32, strides=[?,1]>
    %d = make_tensor_view %p, shape = [%n, 64], strides = [%ld, 1] : tile<i32> -> tensor_view<?x64xf32, strides=[?,1]>
    // CHECK: = make_tensor_view %{{.*}}, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf32, strides=[64,1]>
    %s = make_tensor_view %p, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf32, strides=[64,1]>
    // CHECK: = make_tensor_view %{{.*}}, shape = [], strides = [] : tensor_view<f32>
    %0 = make_tensor_view %p, shape = [], strides = [] : tensor_view<f32>
    // The type of the base is legal, and not printed unless it says something new.
    // CHECK: = make_tensor_view %{{.*}}, shape = [%{{.*}}], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %1 = make_tensor_view %p, shape = [%n], strides = [1] : tile<ptr<f32>>, tile<i32> -> tensor_view<?xf32, strides=[1]>

    // CHECK: = make_partition_view %{{.*}} : partition_view<tile=(64x32), tensor_view<?x64xf32, strides=[?,1]>>
    %pv = make_partition_view %d : partition_view<tile=(64x32), tensor_view<?x64xf32, strides=[?,1]>>
    // CHECK: = make_partition_view %{{.*}} : partition_view<tile=(64x32), padding_value = neg_inf, tensor_view<?x64xf32, strides=[?,1]>, dim_map=[1, 0]>
    %pm = make_partition_view %d : partition_view<tile=(64x32), padding_value = neg_inf, tensor_view<?x64xf32, strides=[?,1]>, dim_map=[1, 0]>
    // The identity is not printed.
    // CHECK: = make_partition_view %{{.*}} : partition_view<tile=(64x32), padding_value = zero, tensor_view<128x64xf32, strides=[64,1]>>
    %ps = make_partition_view %s : !cuda_tile.partition_view<tile=(64x32), padding_value = zero, !cuda_tile.tensor_view<128x64xf32, strides=[64,1]>, dim_map=[0, 1]>

    // CHECK: %{{.*}}:2 = get_tensor_shape %{{.*}} : tensor_view<?x64xf32, strides=[?,1]> -> tile<i64>
    %d0, %d1 = get_tensor_shape %d : tensor_view<?x64xf32, strides=[?,1]> -> tile<i64>
    // CHECK: %{{.*}}:2 = get_index_space_shape %{{.*}} : partition_view<tile=(64x32), tensor_view<?x64xf32, strides=[?,1]>> -> tile<i32>
    %n0, %n1 = get_index_space_shape %pv : partition_view<tile=(64x32), tensor_view<?x64xf32, strides=[?,1]>> -> tile<i32>

    // CHECK: %[[V:.*]], %[[T:.*]] = load_view_tko weak %{{.*}}[%{{.*}}, %{{.*}}] : partition_view<tile=(64x32), tensor_view<?x64xf32, strides=[?,1]>>, tile<i32> -> tile<64x32xf32>, token
    %v, %t0 = load_view_tko weak %pv[%i, %j] : partition_view<tile=(64x32), tensor_view<?x64xf32, strides=[?,1]>>, tile<i32>, tile<i32> -> tile<64x32xf32>, token
    // CHECK: = load_view_tko relaxed device %{{.*}}[%{{.*}}, %{{.*}}] token = %[[T]] optimization_hints = <sm_90 = {allow_tma = false}> inbounds = [true, false] attributes {test.note} : partition_view
    %w, %t1 = load_view_tko relaxed device %pv[%i, %j] token = %t0 optimization_hints = <sm_90 = {allow_tma = false}> inbounds = [true, false] attributes {test.note} : partition_view<tile=(64x32), tensor_view<?x64xf32, strides=[?,1]>>, tile<i32> -> tile<64x32xf32>, token
    // All false is not printed.
    // CHECK: = store_view_tko weak %[[V]], %{{.*}}[%{{.*}}, %{{.*}}] token = %[[T]] : tile<64x32xf32>, partition_view<tile=(64x32), padding_value = zero, tensor_view<128x64xf32, strides=[64,1]>>, tile<i32> -> token
    %t2 = store_view_tko weak %v, %ps[%i, %j] token = %t0 inbounds = [false, false] : tile<64x32xf32>, partition_view<tile=(64x32), padding_value = zero, tensor_view<128x64xf32, strides=[64,1]>>, tile<i32> -> token
    // CHECK: = store_view_tko release sys
    %t3 = store_view_tko release sys %v, %pv[%i, %j] : tile<64x32xf32>, partition_view<tile=(64x32), tensor_view<?x64xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  // Pointers with a ptr_attr are a type of their own.
  // CHECK-LABEL: entry @ptr_attr(%{{.*}}: tile<ptr<f32, <none>>>, %{{.*}}: tile<i32>)
  entry @ptr_attr(%p: tile<ptr<f32, #cuda_tile.ptr_attr<none>>>, %n: tile<i32>) {
    // CHECK: = make_tensor_view %{{.*}}, shape = [8], strides = [1] : tile<ptr<f32, <none>>> -> tensor_view<8xf32, strides=[1], #cuda_tile.ptr_attr<none>>
    %0 = make_tensor_view %p, shape = [8], strides = [1] : tile<ptr<f32, <none>>> -> tensor_view<8xf32, strides=[1], #cuda_tile.ptr_attr<none>>
    // CHECK: = make_tensor_view %{{.*}}, shape = [%{{.*}}], strides = [1] : tile<ptr<f32, <none>>>, tile<i32> -> tensor_view<?xf32, strides=[1], #cuda_tile.ptr_attr<none>>
    %1 = make_tensor_view %p, shape = [%n], strides = [1] : tile<ptr<f32, #cuda_tile.ptr_attr<none>>>, tile<i32> -> tensor_view<?xf32, strides=[1], #cuda_tile.ptr_attr<none>>
    // CHECK: = make_tensor_view %{{.*}}, shape = [], strides = [] : tile<ptr<f32, <none>>> -> tensor_view<f32, #cuda_tile.ptr_attr<none>>
    %2 = make_tensor_view %p, shape = [], strides = [] : tile<ptr<f32, #cuda_tile.ptr_attr<none>>> -> tensor_view<f32, #cuda_tile.ptr_attr<none>>
    return
  }
}
