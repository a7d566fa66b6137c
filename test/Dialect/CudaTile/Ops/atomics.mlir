// Every atomic, other accesses of whole blocks, and dependent launches.
//
// RUN: cuda-tile-opt %s | FileCheck %s
// RUN: cuda-tile-opt %s | cuda-tile-opt | FileCheck %s
// RUN: cuda-tile-opt %s -mlir-print-op-generic | cuda-tile-opt | FileCheck %s

cuda_tile.module @m {
  // CHECK-LABEL: entry @pointers
  entry @pointers(%p: tile<ptr<f32>>, %q: tile<ptr<i64>>, %f: tile<f32>, %n: tile<i64>, %m: tile<i1>) {
    %t0 = make_token : token
    // CHECK: = atomic_cas_tko acq_rel device %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} token=%{{.*}} : tile<ptr<f32>>, tile<f32>, tile<i1> -> tile<f32>, token
    %0, %t1 = atomic_cas_tko acq_rel device %p, %f, %f, %m token=%t0 : tile<ptr<f32>>, tile<f32>, tile<i1> -> tile<f32>, token
    // CHECK: = atomic_cas_tko relaxed tl_blk %{{.*}}, %{{.*}}, %{{.*}} : tile<ptr<i64>>, tile<i64> -> tile<i64>, token
    %1, %t2 = atomic_cas_tko relaxed tl_blk %q, %n, %n : tile<ptr<i64>>, tile<i64> -> tile<i64>, token
    // CHECK: = atomic_rmw_tko relaxed device %{{.*}}, addf, %{{.*}}, %{{.*}} token=%{{.*}} : tile<ptr<f32>>, tile<f32>, tile<i1> -> tile<f32>, token
    %2, %t3 = atomic_rmw_tko relaxed device %p, addf, %f, %m token=%t0 : tile<ptr<f32>>, tile<f32>, tile<i1> -> tile<f32>, token
    // CHECK: = atomic_rmw_tko release sys %{{.*}}, and, %{{.*}} : tile<ptr<i64>>, tile<i64> -> tile<i64>, token
    %3, %u0 = atomic_rmw_tko release sys %q, and, %n : tile<ptr<i64>>, tile<i64> -> tile<i64>, token
    // CHECK: = atomic_rmw_tko release sys %{{.*}}, or, %{{.*}} : tile<ptr<i64>>, tile<i64> -> tile<i64>, token
    %4, %u1 = atomic_rmw_tko release sys %q, or, %n : tile<ptr<i64>>, tile<i64> -> tile<i64>, token
    // CHECK: = atomic_rmw_tko release sys %{{.*}}, xor, %{{.*}} : tile<ptr<i64>>, tile<i64> -> tile<i64>, token
    %5, %u2 = atomic_rmw_tko release sys %q, xor, %n : tile<ptr<i64>>, tile<i64> -> tile<i64>, token
    // CHECK: = atomic_rmw_tko release sys %{{.*}}, add, %{{.*}} : tile<ptr<i64>>, tile<i64> -> tile<i64>, token
    %6, %u3 = atomic_rmw_tko release sys %q, add, %n : tile<ptr<i64>>, tile<i64> -> tile<i64>, token
    // CHECK: = atomic_rmw_tko release sys %{{.*}}, max, %{{.*}} : tile<ptr<i64>>, tile<i64> -> tile<i64>, token
    %7, %u4 = atomic_rmw_tko release sys %q, max, %n : tile<ptr<i64>>, tile<i64> -> tile<i64>, token
    // CHECK: = atomic_rmw_tko release sys %{{.*}}, min, %{{.*}} : tile<ptr<i64>>, tile<i64> -> tile<i64>, token
    %8, %u5 = atomic_rmw_tko release sys %q, min, %n : tile<ptr<i64>>, tile<i64> -> tile<i64>, token
    // CHECK: = atomic_rmw_tko release sys %{{.*}}, umax, %{{.*}} : tile<ptr<i64>>, tile<i64> -> tile<i64>, token
    %9, %u6 = atomic_rmw_tko release sys %q, umax, %n : tile<ptr<i64>>, tile<i64> -> tile<i64>, token
    // CHECK: = atomic_rmw_tko release sys %{{.*}}, umin, %{{.*}} : tile<ptr<i64>>, tile<i64> -> tile<i64>, token
    %10, %u7 = atomic_rmw_tko release sys %q, umin, %n : tile<ptr<i64>>, tile<i64> -> tile<i64>, token
    // CHECK: = atomic_rmw_tko release sys %{{.*}}, xchg, %{{.*}} : tile<ptr<i64>>, tile<i64> -> tile<i64>, token
    %11, %u8 = atomic_rmw_tko release sys %q, xchg, %n : tile<ptr<i64>>, tile<i64> -> tile<i64>, token
    return
  }

  // CHECK-LABEL: entry @views
  entry @views(%p: tile<ptr<f32>>, %i: tile<i32>, %j: tile<i64>) {
    %t0 = make_token : token
    %v = constant <f32: 1.0> : tile<64x64xf32>
    %tv = make_tensor_view %p, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf32, strides=[64,1]>
    %pv = make_partition_view %tv : partition_view<tile=(64x64), tensor_view<128x64xf32, strides=[64,1]>>
    %sv = make_strided_view %tv : strided_view<tile=(64x64), traversal_strides=[32,64], tensor_view<128x64xf32, strides=[64,1]>>
    // CHECK: = atomic_red_view_tko relaxed device %{{.*}}[%{{.*}}, %{{.*}}], addf, %{{.*}} token = %{{.*}} : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<128x64xf32, strides=[64,1]>>, tile<i32> -> token
    %t1 = atomic_red_view_tko relaxed device %pv[%i, %i], addf, %v token = %t0 : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<128x64xf32, strides=[64,1]>>, tile<i32> -> token
    // CHECK: = atomic_red_view_tko relaxed tl_blk %{{.*}}[%{{.*}}, %{{.*}}], addf, %{{.*}} attributes {test.note} : tile<64x64xf32>, strided_view<tile=(64x64), traversal_strides=[32,64], tensor_view<128x64xf32, strides=[64,1]>>, tile<i32>, tile<i64> -> token
    %t2 = atomic_red_view_tko relaxed tl_blk %sv[%i, %j], addf, %v attributes {test.note} : tile<64x64xf32>, strided_view<tile=(64x64), traversal_strides=[32,64], tensor_view<128x64xf32, strides=[64,1]>>, tile<i32>, tile<i64> -> token
    return
  }

  // CHECK-LABEL: entry @blocks
  entry @blocks() {
    %t0 = make_token : token
    // CHECK: = alloca num_elem = 64, alignment = 128 global : tile<ptr<f32>>
    %p = alloca num_elem = 64, alignment = 128 global : tile<ptr<f32>>
    // CHECK: = alloca num_elem = 0, alignment = 1 : tile<ptr<i1>>
    %q = alloca num_elem = 0, alignment = 1 : tile<ptr<i1>>
    // CHECK: = gdc_wait_tko token = %{{.*}} -> token
    %t1 = gdc_wait_tko token = %t0 -> token
    // CHECK: = gdc_wait_tko -> token
    %t2 = gdc_wait_tko -> token
    // CHECK: = gdc_launch_dependents_tko token = %{{.*}} -> token
    %t3 = gdc_launch_dependents_tko token = %t0 -> token
    // CHECK: = gdc_launch_dependents_tko -> token
    %t4 = gdc_launch_dependents_tko -> token
    // CHECK: = memory_fence_alias_tko %{{.*}}
    %t5 = memory_fence_alias_tko %t0
    return
  }
}
