// Hints that mean nothing: passed over, warned of, or refused.
//
// RUN: cuda-tile-opt %s | FileCheck %s
// RUN: cuda-tile-opt %s -Wunsupported-hints -verify-diagnostics | FileCheck %s
// RUN: not cuda-tile-opt %s -Werr-hints 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: not cuda-tile-translate --mlir-to-cudatilebc -Werr-hints %s -o %t 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: cuda-tile-translate --test-cudatile-roundtrip %s | FileCheck %s

// ERROR: hints.mlir{{"?}}:[[#@LINE+9]]:3{{\)?}}: error: 'cuda_tile.entry' op optimization_hints: no hint of this op is called 'latency'
// ERROR: error: 'cuda_tile.entry' op optimization_hints: unknown target 'sm_91'
// ERROR: error: 'cuda_tile.load_ptr_tko' op optimization_hints: latency for 'sm_90' must be a number from 1 to 10, found true

// CHECK: cuda_tile.module
cuda_tile.module @kernels {
  // CHECK: entry @unknown({{.*}}) optimization_hints=<sm_90 = {latency = 3}, sm_91 = {occupancy = 1}> {
  // expected-warning@+2 {{no hint of this op is called 'latency'; there are num_cta_in_cga, num_worker_warps_per_cta, occupancy}}
  // expected-warning@+1 {{unknown target 'sm_91'; there are default, sm_80,}}
  entry @unknown(%p: tile<ptr<f32>>) optimization_hints=<sm_91 = {occupancy = 1}, sm_90 = {latency = 3}> {
    // CHECK: load_ptr_tko {{.*}} optimization_hints = <sm_90 = {latency = true}>
    // expected-warning@+1 {{latency for 'sm_90' must be a number from 1 to 10, found true}}
    %0, %1 = load_ptr_tko weak %p optimization_hints = <sm_90 = {latency = true}> : tile<ptr<f32>> -> tile<f32>, token
    return
  }

  // Numbers out of range still mean something.
  // CHECK: entry @clamped() optimization_hints=<default = {num_worker_warps_per_cta = 64}, sm_89 = {num_cta_in_cga = 2}> {
  // expected-warning@+2 {{num_worker_warps_per_cta for 'default' should be a power of two from 1 to 32; 64 counts as 32}}
  // expected-warning@+1 {{num_cta_in_cga for 'sm_89' should be 1; 2 counts as 1}}
  entry @clamped() optimization_hints=<default = {num_worker_warps_per_cta = 64}, sm_89 = {num_cta_in_cga = 2}> {
    return
  }
}
