// A loop has one place for what it allocates, and so cannot carry it on.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-allocate-shared))' -verify-diagnostics

tileas.kernel @k(%n: index) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %a = tileas.alloc_shared : <32xf32>
  %r = scf.for %k = %n to %n step %n iter_args(%x = %a) -> !tileas.buffer<32xf32> {
    // expected-error @+1 {{outlives the iteration of the loop that allocates it; allocate it before the loop, with a stage for each iteration it lives}}
    %b = tileas.alloc_shared : <32xf32>
    scf.yield %b : !tileas.buffer<32xf32>
  }
  tileas.return
}
