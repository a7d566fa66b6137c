// Barriers and waits are verified where products go on behind their ops: what a product
// reads changes neither before its wait, whatever barriers stand between, nor before the
// barrier behind that.
//
// RUN: cuda-tile-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tileas.kernel(tileas-verify-barriers))' -o /dev/null

!lhs = !tileas.buffer<64x32xf16>
!rhs = !tileas.buffer<32x64xf16>
!sum = tensor<64x64xf32>

// All of it is in order: threads wait, meet, and then write.
tileas.kernel @right()
    attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 8192, frozen = false>} {
  %none = arith.constant dense<0.0> : !sum
  %ones = arith.constant dense<1.0> : tensor<64x32xf16>
  %a = tileas.alloc_shared at 0 : !lhs
  %b = tileas.alloc_shared at 4096 : !rhs
  tileas.shared_store %ones to %a : tensor<64x32xf16>, !lhs
  tileas.barrier
  %d = tileas.wgmma %a as<f16>, %b as<f16>, %none by [64, 64, 16] pending : !lhs, !rhs, !sum
  %s = tileas.settle %d : !tileas.pending<!sum>
  tileas.barrier
  tileas.shared_store %ones to %a : tensor<64x32xf16>, !lhs
  tileas.return
}

// -----

!lhs = !tileas.buffer<64x32xf16>
!rhs = !tileas.buffer<32x64xf16>
!sum = tensor<64x64xf32>
tileas.kernel @waits_late()
    attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 8192, frozen = false>} {
  %none = arith.constant dense<0.0> : !sum
  %ones = arith.constant dense<1.0> : tensor<64x32xf16>
  %a = tileas.alloc_shared at 0 : !lhs
  %b = tileas.alloc_shared at 4096 : !rhs
  %d = tileas.wgmma %a as<f16>, %b as<f16>, %none by [64, 64, 16] pending : !lhs, !rhs, !sum
  tileas.barrier
  // expected-error @+1 {{changes what a product under way reads}}
  tileas.shared_store %ones to %a : tensor<64x32xf16>, !lhs
  %s = tileas.settle %d : !tileas.pending<!sum>
  tileas.return
}

// -----

// The others may not have waited.
!lhs = !tileas.buffer<64x32xf16>
!rhs = !tileas.buffer<32x64xf16>
!sum = tensor<64x64xf32>
tileas.kernel @meets_early()
    attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 8192, frozen = false>} {
  %none = arith.constant dense<0.0> : !sum
  %ones = arith.constant dense<1.0> : tensor<64x32xf16>
  %a = tileas.alloc_shared at 0 : !lhs
  %b = tileas.alloc_shared at 4096 : !rhs
  %d = tileas.wgmma %a as<f16>, %b as<f16>, %none by [64, 64, 16] pending : !lhs, !rhs, !sum
  tileas.barrier
  %s = tileas.settle %d : !tileas.pending<!sum>
  // expected-error @+1 {{accesses what other threads may access, with no barrier between}}
  tileas.shared_store %ones to %a : tensor<64x32xf16>, !lhs
  tileas.return
}

// -----

// A product that was moved over the barrier behind which its factor is there.
!lhs = !tileas.buffer<64x32xf16>
!rhs = !tileas.buffer<32x64xf16>
!sum = tensor<64x64xf32>
tileas.kernel @begins_early()
    attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 8192, frozen = false>} {
  %none = arith.constant dense<0.0> : !sum
  %ones = arith.constant dense<1.0> : tensor<64x32xf16>
  %a = tileas.alloc_shared at 0 : !lhs
  %b = tileas.alloc_shared at 4096 : !rhs
  tileas.shared_store %ones to %a : tensor<64x32xf16>, !lhs
  // expected-error @+1 {{accesses what other threads may access, with no barrier between}}
  %d = tileas.wgmma %a as<f16>, %b as<f16>, %none by [64, 64, 16] pending : !lhs, !rhs, !sum
  tileas.barrier
  %s = tileas.settle %d : !tileas.pending<!sum>
  tileas.return
}

// -----

// A wait leaves one product too many, which the iteration before has begun.
!lhs = !tileas.buffer<64x32xf16>
!rhs = !tileas.buffer<32x64xf16>
!sum = tensor<64x64xf32>
!pending = !tileas.pending<!sum>
tileas.kernel @leaves_too_many(%n: i32)
    attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 8192, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %none = arith.constant dense<0.0> : !sum
  %ones = arith.constant dense<1.0> : tensor<64x32xf16>
  %a = tileas.alloc_shared at 0 : !lhs
  %b = tileas.alloc_shared at 4096 : !rhs
  %first = tileas.pend %none : !pending
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %first) -> (!pending) : i32 {
    %acc = tileas.settle %sum leaving 1 : !pending
    tileas.barrier
    // expected-error @+1 {{changes what a product under way reads}}
    tileas.shared_store %ones to %a : tensor<64x32xf16>, !lhs
    tileas.barrier
    %d = tileas.wgmma %a as<f16>, %b as<f16>, %acc by [64, 64, 16] pending : !lhs, !rhs, !sum
    scf.yield %d : !pending
  }
  %s = tileas.settle %last : !pending
  tileas.return
}

// -----

// Nothing moves accesses to global memory, and the promise by which these places are
// apart is gone.
#rows = #tileas.layout<register = [[0, 1 to 4], [16, 0], [32, 0]], lane = [[0, 8 to 32], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]]>
#blocks = #tileas.layout<register = [[0, 1 to 4], [1, 0], [2, 0]], lane = [[0, 8 to 32], [4, 0], [8, 0]], warp = [[16, 0], [32, 0]]>
!lhs = !tileas.buffer<64x32xf16>
!rhs = !tileas.buffer<32x64xf16>
!sum = tensor<64x64xf32>
tileas.kernel @places_in_global_memory(%x: !tileaa.ptr, %i: i64, %j: i64)
    attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 8192, frozen = false>} {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %c64 = arith.constant 64 : i64
  %c512 = arith.constant 512 : i64
  %none = arith.constant dense<0.0> : !sum
  %sevens = arith.constant dense<7.0> : tensor<64x64xf16, #rows>
  %fives = arith.constant dense<5.0> : tensor<64x64xf16, #blocks>
  %a = tileas.alloc_shared at 0 : !lhs
  %b = tileas.alloc_shared at 4096 : !rhs
  %d = tileas.wgmma %a as<f16>, %b as<f16>, %none by [64, 64, 16] pending : !lhs, !rhs, !sum
  %s = tileas.store %sevens to %x[%i, %zero] extents [%c512, %c64] strides [%c64, %one] by<owner> {width = 8 : i64, whole} : tensor<64x64xf16, #rows>, !tileaa.ptr
  %u = tileas.store %fives to %x[%j, %zero] extents [%c512, %c64] strides [%c64, %one] after %s by<owner> {width = 8 : i64, whole} : tensor<64x64xf16, #blocks>, !tileaa.ptr
  %e = tileas.settle %d : !tileas.pending<!sum>
  tileas.return
}
