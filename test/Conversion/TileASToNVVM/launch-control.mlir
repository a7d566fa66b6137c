// One thread asks for a tile block, and its answer counts as 16 bytes. Whoever has read an
// answer shows that to the async proxy, which overwrites it. Other GPUs have no such
// instructions.
//
// RUN: cuda-tile-opt %s --convert-tileas-to-nvvm | FileCheck %s
// RUN: sed 's/sm_100/sm_90/' %s | not cuda-tile-opt --convert-tileas-to-nvvm 2>&1 | FileCheck %s --check-prefix=HOPPER

// CHECK-LABEL: @asks
// CHECK: clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.b128 [$0], [$1];
// CHECK: mbarrier.arrive.expect_tx.shared.b64 _, [$0], 16;
// CHECK: mbarrier.try_wait
// CHECK: ld.shared.b128 answer, [$4];
// CHECK-SAME: fence.proxy.async.shared::cta;
// CHECK-SAME: clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 exists, answer;
// CHECK-SAME: @exists clusterlaunchcontrol.query_cancel.get_first_ctaid.v4.b32.b128 {$1, $2, $3, _}, answer;
// HOPPER: 'tileas.ask_block' op needs {{.*}}clusterlaunchcontrol
tileas.kernel @asks(%p: !tileaa.ptr) attributes {spec = #tileas.kernel_spec<target = "sm_100", warps = 1, shared = 32, frozen = true>} {
  %c0 = arith.constant 0 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %answer = tileas.alloc_shared at 0 : <4xi32>
  %full = tileas.alloc_shared at 16 : <!tileas.mbarrier<1>>
  tileas.mbarrier_init %full : <!tileas.mbarrier<1>>
  tileas.barrier
  tileas.ask_block to %answer on %full[%c0] : <4xi32>, !tileas.buffer<!tileas.mbarrier<1>>
  tileas.mbarrier_arrive %full[%c0] expecting 16 by<one> : <!tileas.mbarrier<1>>
  %end = tileas.mbarrier_phase %full[%c0] : <!tileas.mbarrier<1>>
  tileas.wait_phase %end for %answer : !tileas.buffer<4xi32>
  %exists, %x, %y, %z = tileas.next_block %answer : <4xi32>
  scf.if %exists {
    %u = tileas.store %x to %p by<owner> : i32, !tileaa.ptr
  }
  tileas.return
}
