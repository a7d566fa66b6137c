// A ring of bulk copies that complete on mbarriers, run ahead by two iterations:
// the instructions, the same sums on the interpreter and the emulator for each
// GPU that has them, and what comes of a missing wait, barrier or arrival.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-allocate-shared,tileas-place-barriers,tileas-freeze-kernel-spec))' -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: tileiras %t.mlir --gpu-name=sm_90 --emit=ptx -o - | FileCheck %s --check-prefix=PTX
// RUN: cp %t.mlir %t.sm_90.mlir
// RUN: sed s/sm_90/sm_120/ %t.mlir > %t.sm_120.mlir
//
// RUN: %python -c "import struct; open(r'%t.hex', 'w').write(struct.pack('<2048i', *range(2048)).hex())"
// RUN: sh -c '%python %S/../../Tools/cuda-tile-run/Inputs/npy.py %t.npy "<i4" 2048 $(cat %t.hex)'
// RUN: sh -c 'set -e; for gpu in sm_90 sm_120; do for n in 0 1 2 3 11; do for when in eager lazy random; do cuda-tile-run %t.$gpu.mlir --gpu-name=$gpu --arg=ptr:%t.npy --arg=ptr:new:i32[128] --arg=i32:$n --compare=emulate --check=all --async=$when; done; done; done'
// RUN: sh -c 'set -e; for seed in $(seq 20); do cuda-tile-run %t.mlir --arg=ptr:%t.npy --arg=ptr:new:i32[128] --arg=i32:11 --compare=emulate --check=all --async=random --seed=$seed; done'
// RUN: grep -v tileas.barrier %t.mlir > %t.race.mlir
// RUN: not cuda-tile-run %t.race.mlir --arg=ptr:%t.npy --arg=ptr:new:i32[128] --arg=i32:9 --engine=emulate --check=all 2>&1 | FileCheck %s --check-prefix=RACE
// RUN: grep -v 'tileas.wait' %t.mlir > %t.early.mlir
// RUN: not cuda-tile-run %t.early.mlir --arg=ptr:%t.npy --arg=ptr:new:i32[128] --arg=i32:9 --engine=emulate --check=all 2>&1 | FileCheck %s --check-prefix=EARLY
// RUN: not cuda-tile-run %t.early.mlir --arg=ptr:%t.npy --arg=ptr:new:i32[128] --arg=i32:9 --engine=interpret --check=all 2>&1 | FileCheck %s --check-prefix=NOTHING
// RUN: grep -v 'tileas.mbarrier_arrive' %t.mlir > %t.never.mlir
// RUN: not cuda-tile-run %t.never.mlir --arg=ptr:%t.npy --arg=ptr:new:i32[128] --arg=i32:9 --engine=interpret --check=all 2>&1 | FileCheck %s --check-prefix=NEVER
//
// The mbarriers have bytes of their own. One barrier makes them known, another
// one an iteration keeps the next copy behind the loads.
// CHECK: tileas.alloc_shared at 0 : <128xi32, stages = 3>
// CHECK: tileas.alloc_shared at 1536 : <!tileas.mbarrier<2>, stages = 3>
// CHECK: tileas.mbarrier_init
// CHECK-NEXT: tileas.barrier
// CHECK-NOT: tileas.barrier
// CHECK: scf.for
// CHECK-NOT: tileas.barrier
// CHECK: scf.for
// CHECK-NOT: tileas.barrier
// CHECK: tileas.wait_phase
// CHECK-NOT: tileas.barrier
// CHECK: tileas.shared_load
// CHECK: scf.if
// CHECK: tileas.barrier
// CHECK-NOT: tileas.barrier
//
// PTX-COUNT-3: mbarrier.init.shared.b64 [%r{{[0-9]+}}{{.*}}], 2;
// PTX: fence.mbarrier_init.release.cluster;
// PTX: fence.proxy.async.shared::cta;
// PTX: mbarrier.expect_tx.relaxed.cta.shared.b64 [%r{{[0-9]+}}], 512;
// PTX: bar.warp.sync
// PTX: mbarrier.arrive.shared.b64 _, [%r{{[0-9]+}}];
// PTX-NOT: fence.proxy
// PTX: cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%r{{[0-9]+}}], [%rd{{[0-9]+}}], 512, [%r{{[0-9]+}}];
// PTX: mbarrier.try_wait.parity.shared.b64
//
// RACE: race
// EARLY: race
// NOTHING: the buffer that is read here holds nothing
// NEVER: waits for ever for phase 0 of mbarrier 0, which lacks 2 of 2 arrivals and -512 bytes

#l = #tileas.layout<register = [[64]], lane = [[1], [2], [4], [8], [16]], warp = [[32]]>
tileas.kernel @k(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 2, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 128 : i64
  %bytes = arith.constant 512 : i64
  %none = arith.constant dense<0> : tensor<128xi32, #l>
  %ring = tileas.alloc_shared : <128xi32, stages = 3>
  %full = tileas.alloc_shared : <!tileas.mbarrier<2>, stages = 3>
  tileas.mbarrier_init %full : <!tileas.mbarrier<2>, stages = 3>
  %few = arith.minsi %n, %c2 : i32
  scf.for %i = %c0 to %few step %c1 : i32 {
    %wide = arith.extsi %i : i32 to i64
    %offset = arith.muli %wide, %bytes : i64
    %from = tileaa.ptr_add %p, %offset : !tileaa.ptr, i64
    %to = tileas.slice %ring[%i] : <128xi32, stages = 3>
    tileas.mbarrier_arrive %full[%i] expecting 512 : <!tileas.mbarrier<2>, stages = 3>
    tileas.bulk_copy %from to %to on %full[%i] : <128xi32>, !tileas.buffer<!tileas.mbarrier<2>, stages = 3>
  }
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none) -> (tensor<128xi32, #l>) : i32 {
    %stage = tileas.slice %ring[%i] : <128xi32, stages = 3>
    %f = tileas.mbarrier_phase %full[%i] : <!tileas.mbarrier<2>, stages = 3>
    tileas.wait_phase %f for %stage : !tileas.buffer<128xi32>
    %x = tileas.shared_load %stage : <128xi32> -> tensor<128xi32, #l>
    %next = arith.addi %i, %c2 : i32
    %more = arith.cmpi slt, %next, %n : i32
    scf.if %more {
      %wide = arith.extsi %next : i32 to i64
      %offset = arith.muli %wide, %bytes : i64
      %from = tileaa.ptr_add %p, %offset : !tileaa.ptr, i64
      %to = tileas.slice %ring[%next] : <128xi32, stages = 3>
      tileas.mbarrier_arrive %full[%next] expecting 512 : <!tileas.mbarrier<2>, stages = 3>
      tileas.bulk_copy %from to %to on %full[%next] : <128xi32>, !tileas.buffer<!tileas.mbarrier<2>, stages = 3>
    }
    %s = arith.addi %acc, %x : tensor<128xi32, #l>
    scf.yield %s : tensor<128xi32, #l>
  }
  %t = tileas.store %sum to %q[%zero] extents [%size] strides [%one] by<owner> : tensor<128xi32, #l>, !tileaa.ptr
  tileas.return
}
