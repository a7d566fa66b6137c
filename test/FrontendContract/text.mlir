// What a front end says of the launch, around and on entries, survives text.

// RUN: cuda-tile-opt %s -split-input-file | FileCheck %s
// RUN: cuda-tile-opt %s -split-input-file | cuda-tile-opt -split-input-file | FileCheck %s
// RUN: cuda-tile-opt %s -split-input-file --mlir-print-op-generic | cuda-tile-opt -split-input-file | FileCheck %s

// CHECK: module attributes {nv_tileaa.compute_capability = 90 : i32, tt.cluster_dim = array<i32: 2, 1, 1>, tt.cluster_size = [2, 1, 1], tt.is_persistent, tt.num_ctas = 2 : i32, tt.num_stages = 3 : i32, tt.num_warps = 8 : i32}
module attributes {
  nv_tileaa.compute_capability = 90 : i32, tt.num_warps = 8 : i32,
  tt.num_ctas = 2 : i32, tt.cluster_dim = array<i32: 2, 1, 1>,
  tt.cluster_size = [2, 1, 1], tt.num_stages = 3 : i32, tt.is_persistent
} {
  cuda_tile.module @m {
    // CHECK: entry @k() {
    // CHECK: } {nvvm.maxclusterrank = 8 : i32, nvvm.maxnreg = 128 : i32, nvvm.minctasm = 2 : i32}
    entry @k() {
      return
    } {nvvm.maxnreg = 128 : i32, nvvm.minctasm = 2 : i32, nvvm.maxclusterrank = 8 : i32}
  }
}

// -----

// Both names of the GPU, and the one that the NVVM dialect would not let stand.
// CHECK: module attributes {nv_tileaa.compute_capability = 100 : i32, nv_tileaa.target_spec = "sm_100f"}
module attributes {nv_tileaa.compute_capability = 100 : i32, nv_tileaa.target_spec = "sm_100f"} {
  cuda_tile.module @m {
    // CHECK: entry @k() {
    // CHECK: } {nvvm.blocksareclusters}
    entry @k() {
      return
    } {nvvm.blocksareclusters}
  }
}

// -----

// What is no part of the contract is the front end's own.
// CHECK: module attributes {mine.num_warps = "many", tt.dump_intermediate, tt.note_to_self = 1 : i64, ttg.target = "cuda:90"}
module attributes {mine.num_warps = "many", tt.dump_intermediate, tt.note_to_self = 1, ttg.target = "cuda:90"} {
  cuda_tile.module @m {
    // CHECK: } {mine.note = "hot", nvvm.note}
    entry @k() {
      return
    } {mine.note = "hot", nvvm.note}
  }
}

// -----

// A flag may say that it is not set.
// CHECK: module attributes {tt.is_persistent = false, tt.num_ctas = 2 : i32}
module attributes {tt.is_persistent = false, tt.num_ctas = 2 : i32} {
  cuda_tile.module @m {
    // CHECK: } {nvvm.blocksareclusters = false}
    entry @k() {
      return
    } {nvvm.blocksareclusters = false}
  }
}
