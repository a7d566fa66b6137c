// An agent of two warps fills a ring by bulk copies, which one of its threads begins.
// Both warps wait until a stage is free, and so both arrive when it is filled: one that
// came two turns late would take the end of a later phase for the one it waits for.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-lower-rings,tileas-allocate-shared,tileas-place-barriers,tileas-freeze-kernel-spec))' -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: %python -c "import struct; open(r'%t.hex', 'w').write(struct.pack('<256i', *(i * 7919 %% 4001 for i in range(256))).hex())"
// RUN: sh -c '%python %source/test/Tools/cuda-tile-run/Inputs/npy.py %t.npy "<i4" 256 $(cat %t.hex)'
// RUN: sh -c 'set -e; for n in 0 1 7 40; do cuda-tile-run %s --engine=interpret --arg=ptr:%t.npy --arg=ptr:new:i32[32] --arg=i32:$n --out=1=%t.rings.npy; for seed in 1 2 3 4; do cuda-tile-run %t.mlir --arg=ptr:%t.npy --arg=ptr:new:i32[32] --arg=i32:$n --compare=emulate --check=all --async=random --warps=random --seed=$seed --out=1=%t.out.npy; cmp %t.rings.npy %t.out.npy; done; done'
//
// CHECK: %[[FULL:.*]] = tileas.alloc_shared at {{.*}} : <!tileas.mbarrier<2>>
// CHECK: %[[EMPTY:.*]] = tileas.alloc_shared at {{.*}} : <!tileas.mbarrier<1>>
// CHECK: agent "load" warps 2
// CHECK: tileas.mbarrier_phase previous %[[EMPTY]]
// CHECK: tileas.bulk_copy {{.*}} on %[[FULL]]
// CHECK-NEXT: tileas.mbarrier_arrive %[[FULL]][{{.*}}] expecting 128 :
// CHECK: agent "add" warps 1

#l = #tileas.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = []>
!ring = !tileas.buffer<32xi32>
tileas.kernel @sum(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 3, shared = 0, frozen = false>} {
  %base = tileaa.assume %p {div_by = 16 : i64} : !tileaa.ptr
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c7 = arith.constant 7 : i32
  %bytes = arith.constant 128 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 32 : i64
  %tile = tileas.alloc_shared : <32xi32>
  %ring = tileas.ring %tile : <!ring>
  tileas.agents
  agent "load" warps 2 {
    scf.for %i = %c0 to %n step %c1 : i32 {
      %slice = arith.andi %i, %c7 : i32
      %at = arith.muli %slice, %bytes : i32
      %wide = arith.extsi %at : i32 to i64
      %from = tileaa.ptr_add %base, %wide : !tileaa.ptr, i64
      %to = tileas.acquire %ring[%i] : <!ring>
      %copy = tileas.bulk_copy %from to %to : <32xi32> -> !tileas.completion
      tileas.commit %ring[%i] after %copy : <!ring>
    }
  }
  agent "add" warps 1 {
    %none = arith.constant dense<0> : tensor<32xi32, #l>
    %all = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none) -> (tensor<32xi32, #l>) : i32 {
      %from = tileas.wait %ring[%i] : <!ring>
      %x = tileas.shared_load %from : <32xi32> -> tensor<32xi32, #l>
      tileas.release %ring[%i] : <!ring>
      %next = arith.addi %acc, %x : tensor<32xi32, #l>
      scf.yield %next : tensor<32xi32, #l>
    }
    %token = tileas.store %all to %q[%zero] extents [%size] strides [%one] by<owner> : tensor<32xi32, #l>, !tileaa.ptr
  }
  tileas.return
}
