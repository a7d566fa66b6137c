// Hints are those for the GPU before those for all, in their range. They never make
// an error.
//
// RUN: cuda-tile-opt %s --convert-cuda-tile-to-tileaa=gpu-name=sm_90 | FileCheck %s --implicit-check-not=hints=
// RUN: cuda-tile-opt %s --convert-cuda-tile-to-tileaa=gpu-name=sm_90a | FileCheck %s

cuda_tile.module @m {
  // CHECK: @for_gpu() attributes {hints = #tileaa.entry_hints<warps = 8>}
  entry @for_gpu() optimization_hints=<sm_90 = {num_worker_warps_per_cta = 8}, default = {num_worker_warps_per_cta = 4}> { return }
  // CHECK: @for_all() attributes {hints = #tileaa.entry_hints<warps = 8, ctas = 2, occupancy = 3>}
  entry @for_all() optimization_hints=<sm_80 = {num_worker_warps_per_cta = 4}, default = {num_worker_warps_per_cta = 8, num_cta_in_cga = 2, occupancy = 3}> { return }
  // CHECK: @other_gpu() {
  entry @other_gpu() optimization_hints=<sm_80 = {num_worker_warps_per_cta = 8}> { return }
  // CHECK: @no_power_of_two() {
  entry @no_power_of_two() optimization_hints=<sm_90 = {num_worker_warps_per_cta = 9}> { return }
  // CHECK: @too_many() attributes {hints = #tileaa.entry_hints<warps = 32>}
  entry @too_many() optimization_hints=<sm_90 = {num_worker_warps_per_cta = 1024}> { return }
  // CHECK: @negative() {
  entry @negative() optimization_hints=<sm_90 = {num_worker_warps_per_cta = -1}> { return }
  // CHECK: @senseless() {
  entry @senseless() optimization_hints=<default = {num_worker_warps_per_cta = "all"}> { return }

  // CHECK: @accesses(
  entry @accesses(%p: tile<ptr<f32>>) {
    // CHECK: tileaa.load %{{.*}} {hints = #tileaa.access_hints<latency = 3>}
    %x, %t = load_ptr_tko weak %p optimization_hints = <sm_90 = {latency = 3}, sm_100 = {latency = 5}> : tile<ptr<f32>> -> tile<f32>, token
    %v = make_tensor_view %p, shape = [8], strides = [1] : tensor_view<8xf32, strides=[1]>
    %w = make_partition_view %v : partition_view<tile=(8), tensor_view<8xf32, strides=[1]>>
    %i = constant <i32: 0> : tile<i32>
    // CHECK: tileaa.load %{{.*}} {hints = #tileaa.access_hints<allow_tma = false>}
    %y, %u = load_view_tko weak %w[%i] optimization_hints = <default = {allow_tma = false}> : partition_view<tile=(8), tensor_view<8xf32, strides=[1]>>, tile<i32> -> tile<8xf32>, token
    return
  }
}
