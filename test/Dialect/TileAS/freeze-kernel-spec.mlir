// The spec is checked against the GPU and closed.
//
// RUN: cuda-tile-opt %s -split-input-file -verify-diagnostics \
// RUN:   --pass-pipeline='builtin.module(tileas.kernel(tileas-freeze-kernel-spec))' | FileCheck %s

// CHECK-LABEL: tileas.kernel @fits(
// CHECK-SAME: #tileas.kernel_spec<target = "sm_80", warps = 4, ctas = 1, shared = 49152, frozen = true>
tileas.kernel @fits() attributes {
    spec = #tileas.kernel_spec<target = "sm_80", warps = 4, ctas = 1, shared = 49152, frozen = false>} {
  tileas.return
}

// CHECK-LABEL: tileas.kernel @fits_sm_90(
// CHECK-SAME: shared = 232448, frozen = true>
tileas.kernel @fits_sm_90() attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 4, ctas = 1, shared = 232448, frozen = false>} {
  tileas.return
}

// -----

// Clients look for these words and the two numbers, and try smaller tiles.
// expected-error @+1 {{entry 'large' uses too much shared data (0xc001 bytes, 0xc000 max)}}
tileas.kernel @large() attributes {
    spec = #tileas.kernel_spec<target = "sm_80", warps = 4, ctas = 1, shared = 49153, frozen = false>} {
  tileas.return
}

// -----

// expected-error @+1 {{entry 'large' uses too much shared data (0x38c01 bytes, 0x38c00 max)}}
tileas.kernel @large() attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 4, ctas = 1, shared = 232449, frozen = false>} {
  tileas.return
}

// -----

// expected-error @+1 {{is for an unknown GPU 'sm_1'}}
tileas.kernel @unknown() attributes {
    spec = #tileas.kernel_spec<target = "sm_1", warps = 4, ctas = 1, shared = 0, frozen = false>} {
  tileas.return
}
