// A fence stands before the first barrier behind what threads have written to
// shared memory that the machine reads, and nowhere else.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-allocate-shared,tileas-place-barriers))' | FileCheck %s

#sum = #tileas.layout<register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#lhs = #tileas.layout<register = [[0, 1], [8, 0], [0, 8]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#rhs = #tileas.layout<register = [[0, 1], [0, 2], [0, 4]], lane = [[0, 8], [0, 16], [0, 32], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]]>
#swapped = #tileas.layout<register = [[0, 1], [0, 2], [0, 4]], lane = [[1, 0], [2, 0], [0, 8], [0, 16], [0, 32]], warp = [[4, 0], [8, 0]]>
#named = #tileas.layout<offset = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0]]>
#other = #tileas.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = [[32], [64]]>
#turned = #tileas.layout<register = [], lane = [[2], [1], [4], [8], [16]], warp = [[32], [64]]>
#spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>

// The buffer that the machine reads is aligned to a pattern of the swizzle.
// CHECK-LABEL: @straight(
// CHECK: tileas.alloc_shared at 0 : <128xf32>
// CHECK: tileas.alloc_shared at 1024 :
// CHECK: shared_store
// CHECK-NEXT: shared_store
// CHECK-NEXT: tileas.proxy_fence
// CHECK-NEXT: tileas.barrier
// CHECK-NEXT: shared_load
// CHECK-NEXT: tileas.wgmma
// CHECK-NEXT: tileas.barrier
// CHECK-NEXT: shared_store
// CHECK-NOT: fence
// CHECK: tileas.return
tileas.kernel @straight(%a: tensor<64x16xf16, #lhs>, %b: tensor<16x64xf16, #rhs>, %c: tensor<64x64xf32, #sum>, %v: tensor<128xf32, #other>) attributes {spec = #spec} {
  %x = tileas.alloc_shared : <128xf32>
  %y = tileas.alloc_shared : <16x64xf16, #named>
  tileas.shared_store %v to %x : tensor<128xf32, #other>, <128xf32>
  tileas.shared_store %b to %y : tensor<16x64xf16, #rhs>, <16x64xf16, #named>
  %w = tileas.shared_load %x : <128xf32> -> tensor<128xf32, #turned>
  %d = tileas.wgmma %a as<f16>, %y as<f16>, %c by [64, 64, 16] : tensor<64x16xf16, #lhs>, !tileas.buffer<16x64xf16, #named>, tensor<64x64xf32, #sum>
  tileas.shared_store %v to %x : tensor<128xf32, #other>, <128xf32>
  tileas.shared_store %b to %y : tensor<16x64xf16, #rhs>, <16x64xf16, #named>
  tileas.return
}

// A fence is for all that was written before: of two with a barrier of another buffer
// between, and nothing that the machine reads, one is left.
// CHECK-LABEL: @twice(
// CHECK: shared_store
// CHECK-NOT: fence
// CHECK: tileas.barrier
// CHECK-NEXT: shared_load
// CHECK-NEXT: shared_store
// CHECK-NEXT: tileas.proxy_fence
// CHECK-NEXT: tileas.barrier
// CHECK-NEXT: tileas.wgmma
tileas.kernel @twice(%a: tensor<64x16xf16, #lhs>, %b: tensor<16x64xf16, #rhs>, %c: tensor<64x64xf32, #sum>, %v: tensor<128xf32, #other>) attributes {spec = #spec} {
  %x = tileas.alloc_shared : <128xf32>
  %y = tileas.alloc_shared : <16x64xf16, #named>
  %z = tileas.alloc_shared : <16x64xf16, #named>
  tileas.shared_store %b to %y : tensor<16x64xf16, #rhs>, <16x64xf16, #named>
  tileas.shared_store %v to %x : tensor<128xf32, #other>, <128xf32>
  %w = tileas.shared_load %x : <128xf32> -> tensor<128xf32, #turned>
  tileas.shared_store %b to %z : tensor<16x64xf16, #rhs>, <16x64xf16, #named>
  %d = tileas.wgmma %a as<f16>, %z as<f16>, %c by [64, 64, 16] : tensor<64x16xf16, #lhs>, !tileas.buffer<16x64xf16, #named>, tensor<64x64xf32, #sum>
  %e = tileas.wgmma %a as<f16>, %y as<f16>, %d by [64, 64, 16] : tensor<64x16xf16, #lhs>, !tileas.buffer<16x64xf16, #named>, tensor<64x64xf32, #sum>
  tileas.return
}

// Results that go through memory which the machine has read need no fence where
// no other product can follow; in a loop over tiles it does.
// CHECK-LABEL: @results(
// CHECK: tileas.proxy_fence
// CHECK-NEXT: tileas.barrier
// CHECK-NEXT: tileas.wgmma
// CHECK-NEXT: tileas.barrier
// CHECK-NEXT: shared_store
// CHECK-NEXT: tileas.barrier
// CHECK-NEXT: shared_load
// CHECK-NOT: fence
// CHECK: tileas.return
tileas.kernel @results(%a: tensor<64x16xf16, #lhs>, %b: tensor<16x64xf16, #rhs>, %c: tensor<64x64xf32, #sum>) attributes {spec = #spec} {
  %y = tileas.alloc_shared : <16x64xf16, #named>
  tileas.shared_store %b to %y : tensor<16x64xf16, #rhs>, <16x64xf16, #named>
  %d = tileas.wgmma %a as<f16>, %y as<f16>, %c by [64, 64, 16] : tensor<64x16xf16, #lhs>, !tileas.buffer<16x64xf16, #named>, tensor<64x64xf32, #sum>
  tileas.shared_store %b to %y : tensor<16x64xf16, #rhs>, <16x64xf16, #named>
  %e = tileas.shared_load %y : <16x64xf16, #named> -> tensor<16x64xf16, #swapped>
  tileas.return
}

// CHECK-LABEL: @tiles(
// CHECK: scf.for
// CHECK: tileas.proxy_fence
// CHECK-NEXT: tileas.barrier
// CHECK-NEXT: tileas.wgmma
// CHECK-NEXT: tileas.barrier
// CHECK-NEXT: shared_store
// CHECK-NEXT: tileas.proxy_fence
// CHECK-NEXT: tileas.barrier
// CHECK-NEXT: shared_load
tileas.kernel @tiles(%a: tensor<64x16xf16, #lhs>, %b: tensor<16x64xf16, #rhs>, %c: tensor<64x64xf32, #sum>, %n: i32) attributes {spec = #spec} {
  %c1 = arith.constant 1 : i32
  %y = tileas.alloc_shared : <16x64xf16, #named>
  scf.for %i = %c1 to %n step %c1 : i32 {
    tileas.shared_store %b to %y : tensor<16x64xf16, #rhs>, <16x64xf16, #named>
    %d = tileas.wgmma %a as<f16>, %y as<f16>, %c by [64, 64, 16] : tensor<64x16xf16, #lhs>, !tileas.buffer<16x64xf16, #named>, tensor<64x64xf32, #sum>
    tileas.shared_store %b to %y : tensor<16x64xf16, #rhs>, <16x64xf16, #named>
    %e = tileas.shared_load %y : <16x64xf16, #named> -> tensor<16x64xf16, #swapped>
  }
  tileas.return
}

// What the machine reads in the next iteration is written behind the barrier of
// this one.
// CHECK-LABEL: @around(
// CHECK: scf.for
// CHECK-NEXT: tileas.proxy_fence
// CHECK-NEXT: tileas.barrier
// CHECK-NEXT: tileas.wgmma
// CHECK-NEXT: tileas.barrier
// CHECK-NEXT: shared_store
// CHECK-NOT: barrier
// CHECK: tileas.return
tileas.kernel @around(%a: tensor<64x16xf16, #lhs>, %b: tensor<16x64xf16, #rhs>, %c: tensor<64x64xf32, #sum>, %n: i32) attributes {spec = #spec} {
  %c1 = arith.constant 1 : i32
  %y = tileas.alloc_shared : <16x64xf16, #named>
  tileas.shared_store %b to %y : tensor<16x64xf16, #rhs>, <16x64xf16, #named>
  %s = scf.for %i = %c1 to %n step %c1 iter_args(%acc = %c) -> (tensor<64x64xf32, #sum>) : i32 {
    %d = tileas.wgmma %a as<f16>, %y as<f16>, %acc by [64, 64, 16] : tensor<64x16xf16, #lhs>, !tileas.buffer<16x64xf16, #named>, tensor<64x64xf32, #sum>
    tileas.shared_store %b to %y : tensor<16x64xf16, #rhs>, <16x64xf16, #named>
    scf.yield %d : tensor<64x64xf32, #sum>
  }
  tileas.return
}
