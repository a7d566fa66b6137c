// Where threads have written, a bulk copy writes after a barrier and a fence for
// the async proxy; without either it is a race.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-allocate-shared,tileas-place-barriers,tileas-freeze-kernel-spec))' -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: tileiras %t.mlir --gpu-name=sm_90 --emit=ptx -o %t.ptx
// RUN: FileCheck %s --check-prefix=PTX < %t.ptx
// RUN: %python -c "import struct; open(r'%t.hex', 'w').write(struct.pack('<64i', *range(64)).hex())"
// RUN: sh -c '%python %S/../../Tools/cuda-tile-run/Inputs/npy.py %t.npy "<i4" 64 $(cat %t.hex)'
// RUN: cuda-tile-run %t.mlir --arg=ptr:%t.npy --arg=ptr:new:i32[64] --compare=emulate --check=all
// RUN: %python -c "import sys; a, b, c, d = open(r'%t.mlir').read().split('tileas.barrier'); print(a, 'tileas.barrier', b, 'tileas.barrier', c, d)" > %t.race.mlir
// RUN: not cuda-tile-run %t.race.mlir --arg=ptr:%t.npy --arg=ptr:new:i32[64] --engine=emulate --check=all 2>&1 | FileCheck %s --check-prefix=RACE
// RUN: grep -v '@.*fence.proxy.async' %t.ptx > %t.fence.ptx
// RUN: not cuda-tile-run %t.fence.ptx --arg=ptr:%t.npy --arg=ptr:new:i32[64] --engine=emulate --check=all 2>&1 | FileCheck %s --check-prefix=FENCE
//
// CHECK: tileas.mbarrier_init
// CHECK-NEXT: tileas.barrier
// CHECK: tileas.shared_load
// CHECK: tileas.barrier
// CHECK-NEXT: tileas.bulk_copy
// CHECK-NOT: tileas.barrier
//
// PTX: bar.sync
// PTX: @%p{{[0-9]+}} fence.proxy.async.shared::cta;
// PTX: cp.async.bulk
//
// RACE: race
// FENCE: a fence.proxy.async after the earlier access is missing

#l = #tileas.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = [[32]]>
#r = #tileas.layout<register = [], lane = [[32], [1], [2], [4], [8]], warp = [[16]]>
tileas.kernel @k(%p: !tileaa.ptr, %q: !tileaa.ptr) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 2, shared = 0, frozen = false>} {
  %turn = arith.constant 0 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 64 : i64
  %full = tileas.alloc_shared : <!tileas.mbarrier<2>>
  tileas.mbarrier_init %full : <!tileas.mbarrier<2>>
  tileas.mbarrier_arrive %full[%turn] expecting 256 : <!tileas.mbarrier<2>>
  %ids = tileaa.iota : tensor<64xi32, #l>
  %first = tileas.alloc_shared : <64xi32>
  tileas.shared_store %ids to %first : tensor<64xi32, #l>, <64xi32>
  %x = tileas.shared_load %first : <64xi32> -> tensor<64xi32, #r>
  %second = tileas.alloc_shared : <64xi32>
  tileas.bulk_copy %p to %second on %full[%turn] : <64xi32>, !tileas.buffer<!tileas.mbarrier<2>>
  %f = tileas.mbarrier_phase %full[%turn] : <!tileas.mbarrier<2>>
  tileas.wait_phase %f for %second : !tileas.buffer<64xi32>
  %y = tileas.shared_load %second : <64xi32> -> tensor<64xi32, #r>
  %s = arith.addi %x, %y : tensor<64xi32, #r>
  %t = tileas.store %s to %q[%zero] extents [%size] strides [%one] by<owner> : tensor<64xi32, #r>, !tileaa.ptr
  tileas.return
}
