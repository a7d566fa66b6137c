// Each entry takes its part of the contract with it; nothing of it stays behind
// on the module, and what is not of the contract does.

// RUN: cuda-tile-opt %s -split-input-file --convert-cuda-tile-to-tileaa | FileCheck %s

// CHECK: module attributes {mine.name = "x"} {
// CHECK: tileaa.entry @all() attributes {launch = #tileaa.launch<target = "sm_90", warps = 8, cluster = [2, 1, 1], stages = 3, persistent = true, max_registers = 128, min_ctas_per_sm = 2, max_cluster_rank = 4>}
// CHECK: tileaa.entry @plain() attributes {launch = #tileaa.launch<target = "sm_90", warps = 8, cluster = [2, 1, 1], stages = 3, persistent = true>}
module attributes {
  mine.name = "x", nv_tileaa.compute_capability = 90 : i32,
  tt.num_warps = 8 : i32, tt.num_ctas = 2 : i32, tt.num_stages = 3 : i32,
  tt.is_persistent
} {
  cuda_tile.module @m {
    entry @all() {
      return
    } {nvvm.maxnreg = 128 : i32, nvvm.minctasm = 2 : i32, nvvm.maxclusterrank = 4 : i32}
    entry @plain() {
      return
    }
  }
}

// -----

// A cluster's shape may be given whole.
// CHECK: tileaa.entry @k() attributes {launch = #tileaa.launch<target = "sm_120f", cluster = [1, 4, 2]>}
module attributes {tt.cluster_size = [1, 4, 2], nv_tileaa.target_spec = "sm_120f"} {
  cuda_tile.module @m {
    entry @k() {
      return
    }
  }
}

// -----

// Every CTA a cluster of its own: that fixes the shape.
// CHECK: tileaa.entry @k() attributes {launch = #tileaa.launch<cluster = [1, 1, 1]>}
cuda_tile.module @m {
  entry @k() {
    return
  } {nvvm.blocksareclusters}
}

// -----

// Nothing asked for, nothing said.
// CHECK: tileaa.entry @k() {
module attributes {tt.is_persistent = false} {
  cuda_tile.module @m {
    entry @k() {
      return
    }
  }
}
