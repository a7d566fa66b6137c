// The spec is checked against the GPU and closed.
//
// RUN: cuda-tile-opt %s -split-input-file -verify-diagnostics \
// RUN:   --pass-pipeline='builtin.module(tileas.kernel(tileas-freeze-kernel-spec))' --mlir-print-local-scope | FileCheck %s

// CHECK-LABEL: tileas.kernel @fits(
// CHECK-SAME: #tileas.kernel_spec<target = "sm_80", warps = 4, shared = 49152, frozen = true>
tileas.kernel @fits() attributes {
    spec = #tileas.kernel_spec<target = "sm_80", warps = 4, shared = 49152, frozen = false>} {
  tileas.return
}

// CHECK-LABEL: tileas.kernel @fits_sm_90(
// CHECK-SAME: shared = 232448, frozen = true>
tileas.kernel @fits_sm_90() attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 232448, frozen = false>} {
  tileas.return
}

// -----

// Clients look for these words and the two numbers, and try smaller tiles.
// expected-error @+1 {{entry 'large' uses too much shared data (0x28c01 bytes, 0x28c00 max)}}
tileas.kernel @large() attributes {
    spec = #tileas.kernel_spec<target = "sm_80", warps = 4, shared = 166913, frozen = false>} {
  tileas.return
}

// -----

// expected-error @+1 {{entry 'large' uses too much shared data (0x38c01 bytes, 0x38c00 max)}}
tileas.kernel @large() attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 232449, frozen = false>} {
  tileas.return
}

// -----

// expected-error @+1 {{entry 'large' uses too much shared data (0x40000 bytes, 0x38c00 max)}}
tileas.kernel @large() attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 262144, frozen = false>} {
  %b = tileas.alloc_shared at 0 : <256x256xi32>
  // expected-note @+1 {{0x40000 bytes of it are a tile<256x256xi32>, which is needed here}}
  %t = tileas.print "%d", %b : !tileas.buffer<256x256xi32>
  tileas.return
}

// -----

// expected-error @+1 {{is for an unknown GPU 'sm_1'}}
tileas.kernel @unknown() attributes {
    spec = #tileas.kernel_spec<target = "sm_1", warps = 4, shared = 0, frozen = false>} {
  tileas.return
}

// -----

// CHECK-LABEL: tileas.kernel @wishes(
// CHECK-SAME: <target = "sm_90", warps = 8, cluster = [4, 2, 1], stages = 3, persistent = true, max_registers = 32, min_ctas_per_sm = 8, max_cluster_rank = 8, shared = 27648, frozen = true>
tileas.kernel @wishes() attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 8, cluster = [4, 2, 1], stages = 3, persistent = true, max_registers = 32, min_ctas_per_sm = 8, max_cluster_rank = 8, shared = 27648, frozen = false>} {
  tileas.return
}

// -----

// expected-error @+1 {{entry 'old' is to run in clusters of 2 CTAs, and sm_80 has none; ask for no cluster, or compile for sm_90 or later}}
tileas.kernel @old() attributes {
    spec = #tileas.kernel_spec<target = "sm_80", warps = 4, cluster = [2, 1, 1], shared = 0, frozen = false>} {
  tileas.return
}

// -----

// expected-error @+1 {{entry 'big' is to run in clusters of 16 CTAs, and sm_100 runs larger ones than 8 only if the launch opts in; ask for 8 at most}}
tileas.kernel @big() attributes {
    spec = #tileas.kernel_spec<target = "sm_100", warps = 4, cluster = [4, 4, 1], shared = 0, frozen = false>} {
  tileas.return
}

// -----

// Threads, blocks and shared memory all set a limit.
// expected-error @+1 {{entry 'threads' asks for 9 CTAs on each multiprocessor, and no more than 8 of 256 threads with 0 bytes of shared memory fit on one of sm_90; lower 'nvvm.minctasm', or use fewer warps or smaller tiles}}
tileas.kernel @threads() attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 8, min_ctas_per_sm = 9, shared = 0, frozen = false>} {
  tileas.return
}

// -----

// expected-error @+1 {{and no more than 16 of 32 threads}}
tileas.kernel @blocks() attributes {
    spec = #tileas.kernel_spec<target = "sm_86", warps = 1, min_ctas_per_sm = 17, shared = 0, frozen = false>} {
  tileas.return
}

// -----

// 228 KiB, of which a CTA takes its own and one KiB more.
// expected-error @+1 {{and no more than 7 of 256 threads with 30720 bytes}}
tileas.kernel @shared() attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 8, min_ctas_per_sm = 8, shared = 30720, frozen = false>} {
  tileas.return
}

// -----

// Of a thread that holds 64 registers of a tile ptxas shall spare none to fit more
// CTAs.
// CHECK-LABEL: tileas.kernel @sixty_four(
// CHECK-SAME: <target = "sm_90", warps = 1, min_ctas_per_sm = 1, shared = 0, frozen = true>
#words = #tileas.layout<register = [[1], [2], [4], [8], [16], [32]], lane = [[64], [128], [256], [512], [1024]], warp = []>
tileas.kernel @sixty_four() attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %0 = arith.constant dense<1.0> : tensor<2048xf32, #words>
  tileas.return
}
