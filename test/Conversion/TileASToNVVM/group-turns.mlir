// A group of warps waits at its own barrier, and arrives at that of the other group: the
// first has number 3 here, the second, which goes first, number 4.
//
// RUN: cuda-tile-opt %s --convert-tileas-to-nvvm | FileCheck %s

// CHECK-LABEL: @turns
// CHECK: %[[WARP:.*]] = arith.shrui
// CHECK: %[[OTHER:.*]] = llvm.mlir.constant(4 : i32)
// CHECK: %[[OWN:.*]] = llvm.mlir.constant(3 : i32)
// CHECK: %[[OPENED:.*]] = llvm.select %[[FIRST:.*]], %[[OTHER]], %[[OWN]]
// CHECK: llvm.inline_asm {{.*}} "@$1 barrier.arrive.aligned $0, 256;"{{.*}} %[[OPENED]], %[[FIRST]] :
// CHECK: %[[OWN:.*]] = llvm.mlir.constant(3 : i32)
// CHECK: %[[OTHER:.*]] = llvm.mlir.constant(4 : i32)
// CHECK: %[[TAKEN:.*]] = llvm.select %{{.*}}, %[[OWN]], %[[OTHER]]
// CHECK: llvm.inline_asm {{.*}} "barrier.sync.aligned $0, 256;"{{.*}} %[[TAKEN]] :
// CHECK: %[[PASSED:.*]] = llvm.select
// CHECK: llvm.inline_asm {{.*}} "barrier.arrive.aligned $0, 256;"{{.*}} %[[PASSED]] :
// CHECK: %[[SECOND:.*]] = llvm.xor
// CHECK: %[[CLOSED:.*]] = llvm.select
// CHECK: llvm.inline_asm {{.*}} "@$1 barrier.sync.aligned $0, 256;"{{.*}} %[[CLOSED]], %[[SECOND]] :
tileas.kernel @turns()
    attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 8, shared = 0, frozen = true>} {
  tileas.group_turn open from 3
  tileas.group_turn take from 3
  tileas.group_turn pass from 3
  tileas.group_turn close from 3
  tileas.return
}
