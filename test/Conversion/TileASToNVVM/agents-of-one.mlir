// Agents of one warp, of which one thread begins copies by the machine. Where all that an
// agent does is for one thread, that thread runs its program, in a branch around loops,
// conditions and waits, and arrives where the warp would have met for it. Where others copy,
// too, the warp meets behind the wait, in front of the branch of the copy. Lanes of that
// warp that came to a wait later might miss phases otherwise, and never go on: some of
// these orders show it.
//
// RUN: tileiras %s --gpu-name=sm_90 --emit=ptx | FileCheck %s
// RUN: %python -c "import struct; open(r'%t.hex', 'w').write(struct.pack('<2048i', *range(2048)).hex())"
// RUN: sh -c '%python %S/../../Tools/cuda-tile-run/Inputs/npy.py %t.npy "<i4" 2048 $(cat %t.hex)'
// RUN: sh -c 'set -e; for gpu in sm_90 sm_120; do sed s/sm_90/$gpu/ %s > %t.mlir; for kernel in alone within beside passed; do for when in eager random; do cuda-tile-run %t.mlir --gpu-name=$gpu --entry=$kernel --arg=ptr:%t.npy --arg=ptr:new:i32[128] --arg=i32:9 --compare=emulate --check=all --async=$when --warps=random --seeds=0..49; done; done; done'
//
// CHECK: .entry alone(
// CHECK: elect.sync %{{r[0-9]+}}|%[[P:p[0-9]+]], -1;
// CHECK: not.pred %[[NOT:p[0-9]+]], %[[P]];
// CHECK: or.pred %[[OTHERS:p[0-9]+]], %{{p[0-9]+}}, %[[NOT]];
// CHECK-NEXT: @%[[OTHERS]] bra $L__BB0_[[#END:]];
// CHECK: $L__BB0_[[#]]:
// CHECK-NEXT: setp.ge.s32
// CHECK-NEXT: bra $L__BB0_[[#END]];
// CHECK: mbarrier.try_wait.parity
// CHECK-NEXT: bra WAIT;
// CHECK-NOT: {{bra|bar.warp.sync|elect.sync}}
// CHECK: cp.async.bulk.shared::cta
// CHECK-NOT: bra
// CHECK: mbarrier.arrive.expect_tx
// CHECK-NOT: bar.warp.sync
// CHECK: $L__BB0_[[#END]]:
//
// CHECK: .entry within(
// CHECK: bra $L__BB1_[[#END:]];
// CHECK-NOT: bar.warp.sync
// CHECK: mbarrier.try_wait.parity
// CHECK-NOT: bar.warp.sync
// CHECK: cp.async.bulk.shared::cta
// CHECK-NOT: bar.warp.sync
// CHECK: $L__BB1_[[#END]]:
//
// CHECK: .entry beside(
// CHECK: mbarrier.try_wait.parity
// CHECK: bar.warp.sync -1;
// CHECK-NEXT: bra
// CHECK-NOT: bra
// CHECK: cp.async.bulk.shared::cta
// CHECK-NOT: bra
// CHECK: mbarrier.arrive.expect_tx
//
// CHECK: .entry passed(
// CHECK: cp.async.bulk.shared::cta
// CHECK: mbarrier.try_wait.parity
// CHECK-NOT: bar.warp.sync
// CHECK: mbarrier.arrive.shared.b64
// CHECK: mbarrier.try_wait.parity

#l = #tileas.layout<register = [[1], [64]], lane = [[2], [4], [8], [16], [32]], warp = []>
!stage = !tileas.buffer<128xi32>
!full = !tileas.buffer<!tileas.mbarrier<1>>
!empty = !tileas.buffer<!tileas.mbarrier<1>>
!values = tensor<128xi32, #l>
tileas.kernel @alone(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 2, shared = 536, frozen = true>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 128 : i64
  %bytes = arith.constant 512 : i64
  %ring = tileas.alloc_shared at 0 : !stage
  %full = tileas.alloc_shared at 512 : !full
  %empty = tileas.alloc_shared at 528 : !empty
  tileas.mbarrier_init %full : !full
  tileas.mbarrier_init %empty : !empty
  tileas.agents
    agent "load" warps 1 {
      scf.for %i = %c0 to %n step %c1 : i32 {
        %wide = arith.extsi %i : i32 to i64
        %offset = arith.muli %wide, %bytes : i64
        %from = tileaa.ptr_add %p, %offset : !tileaa.ptr, i64
        %e = tileas.mbarrier_phase previous %empty[%i] : !empty
        tileas.wait_phase %e
        tileas.bulk_copy %from to %ring on %full[%i] : <128xi32>, !full
        tileas.mbarrier_arrive %full[%i] expecting 512 by<one> : !full
      }
    }
    agent "add" warps 1 {
      %none = arith.constant dense<0> : !values
      %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none) -> (!values) : i32 {
        %f = tileas.mbarrier_phase %full[%i] : !full
        tileas.wait_phase %f for %ring : !stage
        %x = tileas.shared_load %ring : <128xi32> -> !values
        tileas.mbarrier_arrive %empty[%i] : !empty
        %s = arith.addi %acc, %x : !values
        scf.yield %s : !values
      }
      %t = tileas.store %sum to %q[%zero] extents [%size] strides [%one] by<owner> : !values, !tileaa.ptr
    }
  tileas.return
}

tileas.kernel @within(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 2, shared = 536, frozen = true>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 128 : i64
  %bytes = arith.constant 512 : i64
  %ring = tileas.alloc_shared at 0 : !stage
  %full = tileas.alloc_shared at 512 : !full
  %empty = tileas.alloc_shared at 528 : !empty
  tileas.mbarrier_init %full : !full
  tileas.mbarrier_init %empty : !empty
  tileas.agents
    agent "load" warps 1 {
      scf.for %i = %c0 to %n step %c1 : i32 {
        %wide = arith.extsi %i : i32 to i64
        %offset = arith.muli %wide, %bytes : i64
        %from = tileaa.ptr_add %p, %offset : !tileaa.ptr, i64
        %e = tileas.mbarrier_phase previous %empty[%i] : !empty
        tileas.wait_phase %e
        %always = arith.cmpi sge, %i, %c0 : i32
        scf.if %always {
          tileas.bulk_copy %from to %ring on %full[%i] : <128xi32>, !full
          tileas.mbarrier_arrive %full[%i] expecting 512 by<one> : !full
        }
      }
    }
    agent "add" warps 1 {
      %none = arith.constant dense<0> : !values
      %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none) -> (!values) : i32 {
        %f = tileas.mbarrier_phase %full[%i] : !full
        tileas.wait_phase %f for %ring : !stage
        %x = tileas.shared_load %ring : <128xi32> -> !values
        tileas.mbarrier_arrive %empty[%i] : !empty
        %s = arith.addi %acc, %x : !values
        scf.yield %s : !values
      }
      %t = tileas.store %sum to %q[%zero] extents [%size] strides [%one] by<owner> : !values, !tileaa.ptr
    }
  tileas.return
}

tileas.kernel @beside(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 2, shared = 1064, frozen = true>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 128 : i64
  %all = arith.constant 2048 : i64
  %bytes = arith.constant 512 : i64
  %ring = tileas.alloc_shared at 0 : !stage
  %other = tileas.alloc_shared at 512 : !stage
  %full = tileas.alloc_shared at 1024 : !full
  %also = tileas.alloc_shared at 1040 : !full
  %empty = tileas.alloc_shared at 1056 : !empty
  tileas.mbarrier_init %full : !full
  tileas.mbarrier_init %also : !full
  tileas.mbarrier_init %empty : !empty
  tileas.agents
    agent "load" warps 1 {
      scf.for %i = %c0 to %n step %c1 : i32 {
        %wide = arith.extsi %i : i32 to i64
        %offset = arith.muli %wide, %bytes : i64
        %from = tileaa.ptr_add %p, %offset : !tileaa.ptr, i64
        %at = arith.muli %wide, %size : i64
        %e = tileas.mbarrier_phase previous %empty[%i] : !empty
        tileas.wait_phase %e
        tileas.bulk_copy %from to %ring on %full[%i] : <128xi32>, !full
        tileas.mbarrier_arrive %full[%i] expecting 512 by<one> : !full
        %copy = tileas.async_copy %p[%at] extents [%all] strides [%one] to %other {tile = !values, whole, width = 2 : i64} : !tileaa.ptr, !stage
        tileas.mbarrier_arrive %also[%i] after %copy : !full
      }
    }
    agent "add" warps 1 {
      %none = arith.constant dense<0> : !values
      %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none) -> (!values) : i32 {
        %f = tileas.mbarrier_phase %full[%i] : !full
        tileas.wait_phase %f for %ring : !stage
        %a = tileas.mbarrier_phase %also[%i] : !full
        tileas.wait_phase %a for %other : !stage
        %x = tileas.shared_load %ring : <128xi32> -> !values
        %y = tileas.shared_load %other : <128xi32> -> !values
        tileas.mbarrier_arrive %empty[%i] : !empty
        %xy = arith.addi %x, %y : !values
        %s = arith.addi %acc, %xy : !values
        scf.yield %s : !values
      }
      %t = tileas.store %sum to %q[%zero] extents [%size] strides [%one] by<owner> : !values, !tileaa.ptr
    }
  tileas.return
}

// Between both stands an agent that waits, and passes on that a stage is full.
tileas.kernel @passed(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 3, shared = 552, frozen = true>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 128 : i64
  %bytes = arith.constant 512 : i64
  %ring = tileas.alloc_shared at 0 : !stage
  %full = tileas.alloc_shared at 512 : !full
  %told = tileas.alloc_shared at 528 : !full
  %empty = tileas.alloc_shared at 544 : !empty
  tileas.mbarrier_init %full : !full
  tileas.mbarrier_init %told : !full
  tileas.mbarrier_init %empty : !empty
  tileas.agents
    agent "load" warps 1 {
      scf.for %i = %c0 to %n step %c1 : i32 {
        %wide = arith.extsi %i : i32 to i64
        %offset = arith.muli %wide, %bytes : i64
        %from = tileaa.ptr_add %p, %offset : !tileaa.ptr, i64
        %e = tileas.mbarrier_phase previous %empty[%i] : !empty
        tileas.wait_phase %e
        tileas.bulk_copy %from to %ring on %full[%i] : <128xi32>, !full
        tileas.mbarrier_arrive %full[%i] expecting 512 by<one> : !full
      }
    }
    agent "pass" warps 1 {
      scf.for %i = %c0 to %n step %c1 : i32 {
        %f = tileas.mbarrier_phase %full[%i] : !full
        tileas.wait_phase %f for %ring : !stage
        tileas.mbarrier_arrive %told[%i] : !full
      }
    }
    agent "add" warps 1 {
      %none = arith.constant dense<0> : !values
      %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none) -> (!values) : i32 {
        %t = tileas.mbarrier_phase %told[%i] : !full
        tileas.wait_phase %t
        %f = tileas.mbarrier_phase %full[%i] : !full
        tileas.wait_phase %f for %ring : !stage
        %x = tileas.shared_load %ring : <128xi32> -> !values
        tileas.mbarrier_arrive %empty[%i] : !empty
        %s = arith.addi %acc, %x : !values
        scf.yield %s : !values
      }
      %t = tileas.store %sum to %q[%zero] extents [%size] strides [%one] by<owner> : !values, !tileaa.ptr
    }
  tileas.return
}
