// A pass that comes too early says what to run first.
//
// RUN: cuda-tile-opt %s -split-input-file -verify-diagnostics \
// RUN:   --pass-pipeline='builtin.module(tileas.kernel(tileas-place-barriers))'

tileas.kernel @no_offset(%n: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  // expected-error @+1 {{has no offset; run tileas-allocate-shared first}}
  %a = tileas.alloc_shared : <i32>
  tileas.shared_store %n to %a : i32, <i32>
  tileas.return
}
