// Tiles that registers do not hold.
//
// RUN: cuda-tile-opt %s -split-input-file -verify-diagnostics \
// RUN:   --pass-pipeline='builtin.module(tileas.kernel(tileas-assign-layouts))'

tileas.kernel @too_large(%v: f32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  // As much as 32 threads hold.
  %0 = tileaa.splat %v : f32 -> tensor<32768xf32>
  // expected-error @+1 {{more than the 32768 elements that 32 threads can hold in registers; use a smaller tile}}
  %1 = tileaa.splat %v : f32 -> tensor<65536xf32>
  tileas.return
}

// -----

// The number of elements is 0 modulo 2^64.
tileas.kernel @overflow(%v: f32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  // expected-error @+1 {{use a smaller tile}}
  %0 = tileaa.splat %v : f32 -> tensor<4294967296x4294967296xf32>
  tileas.return
}

// -----

tileas.kernel @no_power_of_two(%v: f32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  // expected-error @+1 {{extents that are powers of two}}
  %0 = tileaa.splat %v : f32 -> tensor<3xf32>
  tileas.return
}

// -----

tileas.kernel @no_dimension(%v: f32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  // expected-error @+1 {{at least one dimension}}
  %0 = tileaa.splat %v : f32 -> tensor<f32>
  tileas.return
}

// -----

tileas.kernel @dynamic(%v: f32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  // expected-error @+1 {{extents that are powers of two}}
  %0 = tileaa.splat %v : f32 -> tensor<?xf32>
  tileas.return
}

// -----

tileas.kernel @k(%p: !tileaa.ptr) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 2, shared = 0, frozen = false>} {
  %a = arith.constant dense<1.0> : tensor<64x16xf16>
  %b = arith.constant dense<1.0> : tensor<16x64xf16>
  %c = arith.constant dense<1.0> : tensor<64x64xf32>
  // expected-error @+1 {{cannot be shared out among 2 warps by its instruction; choose another one}}
  %d = tileas.wgmma %a as<f16>, %b as<f16>, %c by [64, 64, 16] : tensor<64x16xf16>, tensor<16x64xf16>, tensor<64x64xf32>
  tileas.return
}
