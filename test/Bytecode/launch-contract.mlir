// Bytecode has no place for what a front end says of the launch: nothing of it
// is lost in silence.

// RUN: cuda-tile-translate %s --mlir-to-cudatilebc -split-input-file -verify-diagnostics -o %t

// expected-error @+1 {{'builtin.module' op has the attribute 'nv_tileaa.compute_capability', which bytecode cannot store: compile the text, or remove it and say --gpu-name to the compiler and optimization_hints on the entries instead}}
module attributes {nv_tileaa.compute_capability = 90 : i32} {
  cuda_tile.module @m {}
}
// -----
// expected-error @+1 {{'builtin.module' op has the attribute 'tt.num_warps', which bytecode cannot store}}
module attributes {tt.num_warps = 4 : i32} {
  cuda_tile.module @m {}
}
// -----
cuda_tile.module @m {
  // expected-error @+1 {{has an attribute 'nvvm.maxnreg', which bytecode cannot store}}
  entry @k() {} {nvvm.maxnreg = 64 : i32}
}
// -----
cuda_tile.module @m {
  // expected-error @+1 {{has an attribute 'nvvm.blocksareclusters', which bytecode cannot store}}
  entry @k() {} {nvvm.blocksareclusters}
}
// -----
// What only the front end itself reads may go.
module attributes {mine.note = 1 : i32} {
  cuda_tile.module @m {}
}
