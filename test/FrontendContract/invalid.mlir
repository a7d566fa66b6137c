// Each attribute of the contract has a type and a range, none may contradict
// another, and none may be misspelt.

// RUN: cuda-tile-opt %s -split-input-file -verify-diagnostics

// expected-error @+1 {{'builtin.module' op attribute 'tt.num_warps' must be an i32 that is a power of two from 1 to 32, found 3 : i32}}
module attributes {tt.num_warps = 3 : i32} { cuda_tile.module @m {} }
// -----
// expected-error @+1 {{attribute 'tt.num_warps' must be an i32 that is a power of two from 1 to 32, found 64 : i32}}
module attributes {tt.num_warps = 64 : i32} { cuda_tile.module @m {} }
// -----
// expected-error @+1 {{attribute 'tt.num_warps' must be an i32 that is a power of two from 1 to 32, found 0 : i32}}
module attributes {tt.num_warps = 0 : i32} { cuda_tile.module @m {} }
// -----
// expected-error @+1 {{attribute 'tt.num_warps' must be an i32 that is a power of two from 1 to 32, found -4 : i32}}
module attributes {tt.num_warps = -4 : i32} { cuda_tile.module @m {} }
// -----
// expected-error @+1 {{attribute 'tt.num_warps' must be an i32 that is a power of two from 1 to 32, found 4 : i64}}
module attributes {tt.num_warps = 4} { cuda_tile.module @m {} }
// -----
// expected-error @+1 {{attribute 'tt.num_warps' must be an i32 that is a power of two from 1 to 32, found "4"}}
module attributes {tt.num_warps = "4"} { cuda_tile.module @m {} }
// -----
// expected-error @+1 {{attribute 'tt.num_warps' must be an i32 that is a power of two from 1 to 32, found 4 : si32}}
module attributes {tt.num_warps = 4 : si32} { cuda_tile.module @m {} }
// -----
// expected-error @+1 {{attribute 'tt.cluster_dim' must be three powers of two}}
module attributes {tt.cluster_dim = array<i32: 1073741824, 1073741824, 1073741824>} { cuda_tile.module @m {} }
// -----
// expected-error @+1 {{attribute 'tt.cluster_size' must be three powers of two}}
module attributes {tt.cluster_size = [2 : si32, 1 : si32, 1 : si32]} { cuda_tile.module @m {} }
// -----
// expected-error @+1 {{attribute 'tt.num_ctas' must be an i32 that is a power of two from 1 to 16, found 32 : i32}}
module attributes {tt.num_ctas = 32 : i32} { cuda_tile.module @m {} }
// -----
// expected-error @+1 {{attribute 'tt.cluster_dim' must be three powers of two whose product is at most 16, such as array<i32: 2, 1, 1>, found array<i32: 2, 1>}}
module attributes {tt.cluster_dim = array<i32: 2, 1>} { cuda_tile.module @m {} }
// -----
// expected-error @+1 {{attribute 'tt.cluster_dim' must be three powers of two whose product is at most 16, such as array<i32: 2, 1, 1>, found array<i32: 3, 1, 1>}}
module attributes {tt.cluster_dim = array<i32: 3, 1, 1>} { cuda_tile.module @m {} }
// -----
// expected-error @+1 {{attribute 'tt.cluster_dim' must be three powers of two whose product is at most 16, such as array<i32: 2, 1, 1>, found array<i32: 4, 4, 2>}}
module attributes {tt.cluster_dim = array<i32: 4, 4, 2>} { cuda_tile.module @m {} }
// -----
// expected-error @+1 {{attribute 'tt.cluster_size' must be three powers of two whose product is at most 16, such as array<i32: 2, 1, 1>, found [2, 0, 1]}}
module attributes {tt.cluster_size = [2, 0, 1]} { cuda_tile.module @m {} }
// -----
// expected-error @+1 {{attribute 'tt.cluster_size' must be three powers of two}}
module attributes {tt.cluster_size = [2, "1", 1]} { cuda_tile.module @m {} }
// -----
// expected-error @+1 {{attribute 'tt.cluster_size' must be three powers of two}}
module attributes {tt.cluster_size = [4294967298, 1, 1]} { cuda_tile.module @m {} }
// -----
// expected-error @+1 {{attribute 'tt.num_stages' must be an i32 from 1 to 64, found 0 : i32}}
module attributes {tt.num_stages = 0 : i32} { cuda_tile.module @m {} }
// -----
// expected-error @+1 {{attribute 'tt.is_persistent' must be without a value, or true or false, found 1 : i32}}
module attributes {tt.is_persistent = 1 : i32} { cuda_tile.module @m {} }

// -----
// The GPU.
// -----
// expected-error @+1 {{attribute 'nv_tileaa.compute_capability' must be an i32 from 10 to 9999, found "sm_90"}}
module attributes {nv_tileaa.compute_capability = "sm_90"} { cuda_tile.module @m {} }
// -----
// expected-error @+1 {{attribute 'nv_tileaa.compute_capability' names an unknown GPU 'sm_70', did you mean 'sm_}}
module attributes {nv_tileaa.compute_capability = 70 : i32} { cuda_tile.module @m {} }
// -----
// expected-error @+1 {{attribute 'nv_tileaa.compute_capability' must be an i32 from 10 to 9999, found 9 : i32}}
module attributes {nv_tileaa.compute_capability = 9 : i32} { cuda_tile.module @m {} }
// -----
// expected-error @+1 {{attribute 'nv_tileaa.target_spec' must be the name of a GPU, such as "sm_90", found 90 : i32}}
module attributes {nv_tileaa.target_spec = 90 : i32} { cuda_tile.module @m {} }
// -----
// expected-error @+1 {{attribute 'nv_tileaa.target_spec' names an unknown GPU 'hopper'}}
module attributes {nv_tileaa.target_spec = "hopper"} { cuda_tile.module @m {} }
// -----
// expected-error @+1 {{attribute 'nv_tileaa.target_spec' names an unknown GPU ''}}
module attributes {nv_tileaa.target_spec = ""} { cuda_tile.module @m {} }
// -----
// expected-error @+1 {{is for two GPUs: attribute 'nv_tileaa.compute_capability' says 90, 'nv_tileaa.target_spec' says "sm_100"; remove one of them}}
module attributes {nv_tileaa.compute_capability = 90 : i32, nv_tileaa.target_spec = "sm_100"} { cuda_tile.module @m {} }

// -----
// The cluster.
// -----
// expected-error @+1 {{has two shapes for its clusters: attribute 'tt.cluster_dim' says 2x1x1, 'tt.cluster_size' says 1x2x1; remove one of them}}
module attributes {tt.cluster_dim = array<i32: 2, 1, 1>, tt.cluster_size = [1, 2, 1]} { cuda_tile.module @m {} }
// -----
// expected-error @+1 {{attribute 'tt.num_ctas' says that a cluster has 4 CTAs, but 'tt.cluster_dim' is 2x1x1, which makes 2; remove one of them}}
module attributes {tt.num_ctas = 4 : i32, tt.cluster_dim = array<i32: 2, 1, 1>} { cuda_tile.module @m {} }
// -----
// expected-error @+1 {{attribute 'tt.num_ctas' says that a cluster has 1 CTAs, but 'tt.cluster_size' is 2x2x1, which makes 4; remove one of them}}
module attributes {tt.num_ctas = 1 : i32, tt.cluster_size = [2, 2, 1]} { cuda_tile.module @m {} }

// -----
// Misspelt, and in the wrong place.
// -----
// expected-error @+1 {{attribute 'tt.num_warp' says nothing; did you mean 'tt.num_warps'?}}
module attributes {tt.num_warp = 4 : i32} { cuda_tile.module @m {} }
// -----
// expected-error @+1 {{attribute 'tt.compute_capability' says nothing; did you mean 'nv_tileaa.compute_capability'?}}
module attributes {tt.compute_capability = 90 : i32} { cuda_tile.module @m {} }
// -----
// expected-error @+1 {{attribute 'nv_tileaa.num_warps' says nothing; did you mean 'tt.num_warps'?}}
module attributes {nv_tileaa.num_warps = 4 : i32} { cuda_tile.module @m {} }
// -----
// expected-error @+1 {{attribute 'nv_tileaa.compute_capabilty' says nothing; did you mean 'nv_tileaa.compute_capability'?}}
module attributes {nv_tileaa.compute_capabilty = 90 : i32} { cuda_tile.module @m {} }
// -----
// expected-error @+1 {{'builtin.module' op attribute 'nvvm.minctasm' belongs on a cuda_tile.entry, after its body}}
module attributes {nvvm.minctasm = 2 : i32} { cuda_tile.module @m {} }
// -----
// expected-error @+1 {{'cuda_tile.module' op attribute 'tt.num_warps' belongs on the builtin module around the cuda_tile.module}}
cuda_tile.module @m attributes {tt.num_warps = 4 : i32} {}
// -----
// expected-error @+1 {{'cuda_tile.module' op attribute 'tt.num_cta' says nothing; did you mean 'tt.num_ctas'?}}
cuda_tile.module @m attributes {tt.num_cta = 4 : i32} {}
// -----
cuda_tile.module @m {
  // expected-error @+1 {{'cuda_tile.entry' op attribute 'tt.num_warps' belongs on the builtin module around the cuda_tile.module}}
  entry @k() {} {tt.num_warps = 4 : i32}
}

// -----
// Directives of entries.
// -----
cuda_tile.module @m {
  // expected-error @+1 {{'cuda_tile.entry' op attribute 'nvvm.maxnreg' must be an i32 from 24 to 255, found 256 : i32}}
  entry @k() {} {nvvm.maxnreg = 256 : i32}
}
// -----
cuda_tile.module @m {
  // expected-error @+1 {{attribute 'nvvm.maxnreg' must be an i32 from 24 to 255, found 64 : i64}}
  entry @k() {} {nvvm.maxnreg = 64}
}
// -----
cuda_tile.module @m {
  // expected-error @+1 {{attribute 'nvvm.minctasm' must be an i32 from 1 to 32, found 0 : i32}}
  entry @k() {} {nvvm.minctasm = 0 : i32}
}
// -----
cuda_tile.module @m {
  // expected-error @+1 {{attribute 'nvvm.maxclusterrank' must be an i32 from 1 to 16, found 17 : i32}}
  entry @k() {} {nvvm.maxclusterrank = 17 : i32}
}
// -----
cuda_tile.module @m {
  // expected-error @+1 {{attribute 'nvvm.blocksareclusters' must be without a value, or true or false, found 1 : i32}}
  entry @k() {} {nvvm.blocksareclusters = 1 : i32}
}
// -----
cuda_tile.module @m {
  // expected-error @+1 {{attribute 'nvvm.maxnregs' says nothing; did you mean 'nvvm.maxnreg'?}}
  entry @k() {} {nvvm.maxnregs = 64 : i32}
}
// -----
cuda_tile.module @m {
  // expected-error @+1 {{attribute 'nvvm.kernel' is not one that a front end gives: it is set on every entry}}
  entry @k() {} {nvvm.kernel}
}
// -----
cuda_tile.module @m {
  // expected-error @+1 {{attribute 'nvvm.reqntid' is not one that a front end gives: ask for warps with 'tt.num_warps' on the builtin module}}
  entry @k() {} {nvvm.reqntid = array<i32: 128, 1, 1>}
}
// -----
cuda_tile.module @m {
  // expected-error @+1 {{attribute 'nvvm.cluster_dim' is not one that a front end gives: ask for clusters with 'tt.cluster_dim' on the builtin module}}
  entry @k() {} {nvvm.cluster_dim = array<i32: 2, 1, 1>}
}
// -----
cuda_tile.module @m {
  // expected-error @+1 {{attribute 'nvvm.cluster_max_blocks' is not one that a front end gives: write 'nvvm.maxclusterrank'}}
  entry @k() {} {nvvm.cluster_max_blocks = 4 : i32}
}
// -----
cuda_tile.module @m {
  // expected-error @+1 {{attribute 'nvvm.maxclusterrank' leaves the shape of clusters to the launch, but 'nvvm.blocksareclusters' fixes it; remove one of them}}
  entry @k() {} {nvvm.maxclusterrank = 4 : i32, nvvm.blocksareclusters}
}
// -----
module attributes {tt.cluster_dim = array<i32: 2, 2, 1>} {
  cuda_tile.module @m {
    // expected-error @+1 {{attribute 'nvvm.blocksareclusters' makes every CTA a cluster of its own, but the module asks for clusters of 2x2x1 CTAs; remove one of them}}
    entry @k() {} {nvvm.blocksareclusters}
  }
}
// -----
module attributes {tt.num_ctas = 8 : i32} {
  cuda_tile.module @m {
    // expected-error @+1 {{attribute 'nvvm.maxclusterrank' allows clusters of 4 CTAs at most, but the module asks for 8x1x1; remove one of them}}
    entry @k() {} {nvvm.maxclusterrank = 4 : i32}
  }
}
