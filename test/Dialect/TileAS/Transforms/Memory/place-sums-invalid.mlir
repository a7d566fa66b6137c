// A loop carries more sums than tensor memory has columns for.
//
// RUN: cuda-tile-opt %s --verify-diagnostics --pass-pipeline='builtin.module(tileas.kernel(tileas-place-sums))'

#sum = #tileas.layout<register = [[0, 1], [8, 0], [0, 8 to 128], [16, 0]], lane = [[0, 2], [0, 4], [1 to 4, 0]], warp = [[32, 0], [64, 0]]>
!sum = tensor<128x256xf32, #sum>
!lhs = !tileas.buffer<128x16xf16, #tileas.layout<offset = [[0, 1 to 4], [1 to 64, 0], [0, 8]]>>
!rhs = !tileas.buffer<16x256xf16, #tileas.layout<offset = [[1 to 4, 0], [0, 1 to 128], [8, 0]]>>

// expected-error @+1 {{needs 768 columns of tensor memory for its sums and scales, and there are 512; use smaller tiles}}
tileas.kernel @carried(%n: i32, %zero: i32, %one: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_100", warps = 4, shared = 0, frozen = false>} {
  %0 = arith.constant dense<0.0> : !sum
  %a = tileas.alloc_shared : !lhs
  %b = tileas.alloc_shared : !rhs
  %r:3 = scf.for %i = %zero to %n step %one iter_args(%x = %0, %y = %0, %z = %0) -> (!sum, !sum, !sum) : i32 {
    %s, %e0 = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %x by [128, 256, 16] : !lhs, !rhs, !sum
    %t, %e1 = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %y by [128, 256, 16] : !lhs, !rhs, !sum
    %u, %e2 = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %z by [128, 256, 16] : !lhs, !rhs, !sum
    scf.yield %s, %t, %u : !sum, !sum, !sum
  }
  tileas.return
}
