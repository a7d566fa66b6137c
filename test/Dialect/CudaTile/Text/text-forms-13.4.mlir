// The text forms that came with 13.4.
// Each form parses with the prefix of the dialect and without, in generic form,
// and survives bytecode of the version that it came with.
//
// RUN: cuda-tile-opt %s | FileCheck %s
// RUN: cuda-tile-opt %s | cuda-tile-opt | FileCheck %s
// RUN: cuda-tile-opt %s -mlir-print-op-generic | cuda-tile-opt | FileCheck %s
// RUN: %python %S/../Inputs/spell_out.py %s | cuda-tile-opt | FileCheck %s
// RUN: cuda-tile-translate --mlir-to-cudatilebc --bytecode-version=13.4 %s -o %t
// RUN: cuda-tile-translate --cudatilebc-to-mlir %t | FileCheck %s

// CHECK: cuda_tile.module @kernels {
cuda_tile.module @kernels {
  // CHECK: entry @k(%{{.*}}: tile<f32>, %{{.*}}: tile<ptr<f32>>, %{{.*}}: tile<ptr<f32, <none>>>, %{{.*}}: tile<i32>, %{{.*}}: tile<i32>, %{{.*}}: tile<i32>, %{{.*}}: tile<fnv8E5M3FNU>, %{{.*}}: tile<i1>) {
  entry @k(%a: tile<f32>, %p: tile<ptr<f32>>, %pa: tile<ptr<f32, #cuda_tile.ptr_attr<none>>>, %n: tile<i32>, %i: tile<i32>, %j: tile<i32>, %e: tile<f8E5M3FNU>, %c: tile<i1>) {
    %sub = constant <f32: 0.0> : tile<4x2xf32>
    %dst = constant <f32: 0.0> : tile<32x8xf32>
    // CHECK: %{{.*}} = insert %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}] : tile<4x2xf32>, tile<32x8xf32>
    %0 = insert %sub, %dst[%i, %j] : tile<4x2xf32>, tile<32x8xf32>
    // CHECK: %{{.*}} = make_token : token
    %t0 = make_token : token
    // CHECK: %{{.*}} = gdc_wait_tko token = %{{.*}} -> token
    %t1 = gdc_wait_tko token = %t0 -> token
    // CHECK: %{{.*}} = gdc_wait_tko -> token
    %t2 = gdc_wait_tko -> token
    // CHECK: %{{.*}} = gdc_launch_dependents_tko token = %{{.*}} -> token
    %t3 = gdc_launch_dependents_tko token = %t0 -> token
    // CHECK: %{{.*}} = gdc_launch_dependents_tko -> token
    %t4 = gdc_launch_dependents_tko -> token
    // CHECK: %{{.*}} = memory_fence_alias_tko %{{.*}}
    %t5 = memory_fence_alias_tko %t0
    // CHECK: %{{.*}} = fpowi %{{.*}}, %{{.*}} : tile<f32>, tile<i32>
    %1 = fpowi %a, %n : tile<f32>, tile<i32>
    // CHECK: %{{.*}} = ftoi %{{.*}} signed saturating : tile<f32> -> tile<i32>
    %2 = ftoi %a signed saturating : tile<f32> -> tile<i32>
    // CHECK: %{{.*}} = ftoi %{{.*}} signed saturating : tile<f32> -> tile<i32>
    %3 = ftoi %a signed rounding<nearest_int_to_zero> saturating : tile<f32> -> tile<i32>
    // CHECK: %{{.*}} = ftof %{{.*}} rounding<nearest_away> : tile<f32> -> tile<tf32>
    %4 = ftof %a rounding<nearest_away> : tile<f32> -> tile<tf32>
    // CHECK: %{{.*}} = ftof %{{.*}} : tile<f32> -> tile<fnv8E5M3FNU>
    %5 = ftof %a : tile<f32> -> tile<f8E5M3FNU>

    // CHECK: %{{.*}} = make_tensor_view %{{.*}}, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf32, strides=[64,1]>
    %tv = make_tensor_view %p, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf32, strides=[64,1]>
    // CHECK: %{{.*}} = make_partition_view %{{.*}} : partition_view<tile=(64x64), tensor_view<128x64xf32, strides=[64,1]>>
    %pv = make_partition_view %tv : partition_view<tile=(64x64), tensor_view<128x64xf32, strides=[64,1]>>
    // CHECK: %{{.*}}, %{{.*}} = load_view_tko weak %{{.*}}[%{{.*}}, %{{.*}}] token = %{{.*}} inbounds = [true, false] : partition_view<tile=(64x64), tensor_view<128x64xf32, strides=[64,1]>>, tile<i32> -> tile<64x64xf32>, token
    %v0, %t6 = load_view_tko weak %pv[%i, %j] token = %t0 inbounds = [true, false] : partition_view<tile=(64x64), tensor_view<128x64xf32, strides=[64,1]>>, tile<i32> -> tile<64x64xf32>, token
    // CHECK: %{{.*}}, %{{.*}} = load_view_tko weak %{{.*}}[%{{.*}}, %{{.*}}] : partition_view<tile=(64x64), tensor_view<128x64xf32, strides=[64,1]>>, tile<i32> -> tile<64x64xf32>, token
    %v1, %t7 = load_view_tko weak %pv[%i, %j] inbounds = [false, false] : partition_view<tile=(64x64), tensor_view<128x64xf32, strides=[64,1]>>, tile<i32> -> tile<64x64xf32>, token
    // CHECK: %{{.*}} = store_view_tko weak %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}] token = %{{.*}} optimization_hints = <sm_100 = {latency = 2}> inbounds = [true, true] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<128x64xf32, strides=[64,1]>>, tile<i32> -> token
    %t8 = store_view_tko weak %v0, %pv[%i, %j] token = %t0 optimization_hints = <sm_100 = {latency = 2}> inbounds = [true, true] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<128x64xf32, strides=[64,1]>>, tile<i32> -> token

    // CHECK: %{{.*}} = make_tensor_view %{{.*}}, shape = [32, 32], strides = [32, 1] : tile<ptr<f32, <none>>> -> tensor_view<32x32xf32, strides=[32,1], #cuda_tile.ptr_attr<none>>
    %ta = make_tensor_view %pa, shape = [32, 32], strides = [32, 1] : tile<ptr<f32, #cuda_tile.ptr_attr<none>>> -> tensor_view<32x32xf32, strides=[32,1], #cuda_tile.ptr_attr<none>>
    // CHECK: %{{.*}} = make_tensor_view %{{.*}}, shape = [%{{.*}}, 32], strides = [32, 1] : tile<ptr<f32, <none>>>, tile<i32> -> tensor_view<?x32xf32, strides=[32,1], #cuda_tile.ptr_attr<none>>
    %tb = make_tensor_view %pa, shape = [%n, 32], strides = [32, 1] : tile<ptr<f32, #cuda_tile.ptr_attr<none>>>, tile<i32> -> tensor_view<?x32xf32, strides=[32,1], #cuda_tile.ptr_attr<none>>
    // CHECK: %{{.*}} = make_tensor_view %{{.*}}, shape = [], strides = [] : tile<ptr<f32, <none>>> -> tensor_view<f32, #cuda_tile.ptr_attr<none>>
    %tc = make_tensor_view %pa, shape = [], strides = [] : tile<ptr<f32, #cuda_tile.ptr_attr<none>>> -> tensor_view<f32, #cuda_tile.ptr_attr<none>>
    // CHECK: %{{.*}} = make_tensor_view %{{.*}}, shape = [32, 32], strides = [32, 1] : tensor_view<32x32xf32, strides=[32,1]>
    %td = make_tensor_view %p, shape = [32, 32], strides = [32, 1] : tile<ptr<f32>> -> tensor_view<32x32xf32, strides=[32,1]>
    // CHECK: %{{.*}} = make_partition_view %{{.*}} : partition_view<tile=(8x8), tensor_view<32x32xf32, strides=[32,1], #cuda_tile.ptr_attr<none>>>
    %pw = make_partition_view %ta : partition_view<tile=(8x8), tensor_view<32x32xf32, strides=[32,1], #cuda_tile.ptr_attr<none>>>

    // CHECK: loop {
    loop {
      // CHECK: if %{{.*}} {
      if %c {
        return
      }
    }
    return
  }
}
