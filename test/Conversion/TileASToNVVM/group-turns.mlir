// A group of warps arrives and waits at its own mbarrier, and lets the other one go on at
// that one's. The second one goes first, which the first lets begin.
//
// RUN: cuda-tile-opt %s --convert-tileas-to-nvvm | FileCheck %s

// CHECK-LABEL: @turns
// CHECK: llvm.select %[[FIRST:.*]], %{{.*}}, %{{.*}} : i1, i32
// CHECK: %[[OWN:.*]] = llvm.getelementptr
// CHECK: %[[OPENS:.*]] = llvm.and %{{.*}}, %[[FIRST]]
// CHECK: xor.b32 other, $0, 8{{.*}}mbarrier.arrive{{.*}} %[[OWN]], %[[OPENS]] :
// CHECK: %[[ONE:.*]] = llvm.mlir.constant(1 : i32)
// CHECK: %[[ZERO:.*]] = llvm.mlir.constant(0 : i32)
// CHECK: llvm.select %{{.*}}, %[[ZERO]], %[[ONE]] : i1, i32
// CHECK: %[[OWN:.*]] = llvm.getelementptr
// CHECK: "@$1 mbarrier.arrive{{.*}} %[[OWN]],
// CHECK: %[[PARITY:.*]] = llvm.and %arg0, %[[ONE]]
// CHECK: mbarrier.try_wait.parity{{.*}} %[[OWN]], %[[PARITY]] :
// CHECK: xor.b32 other, $0, 8{{.*}}mbarrier.arrive
// CHECK-NOT: try_wait
tileas.kernel @turns(%i: i32)
    attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 8, shared = 16, frozen = true>} {
  %turns = tileas.alloc_shared at 0 : <!tileas.mbarrier<8>, stages = 2>
  tileas.group_turn open %turns : <!tileas.mbarrier<8>, stages = 2>
  tileas.group_turn take %turns[%i] : <!tileas.mbarrier<8>, stages = 2>
  tileas.group_turn pass %turns : <!tileas.mbarrier<8>, stages = 2>
  tileas.return
}
