// Stores behind a copy, and those in front of the fence that all threads make for
// mbarriers, ask for no fence of their own in front of the copy; copies that threads
// have only begun there do.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-allocate-shared,tileas-place-barriers,tileas-freeze-kernel-spec))' -o %t.mlir
// RUN: tileiras %t.mlir --gpu-name=sm_90 --emit=ptx -o - | FileCheck %s
// RUN: %python -c "import struct; open(r'%t.hex', 'w').write(struct.pack('<64i', *range(64)).hex())"
// RUN: sh -c '%python %S/../../Tools/cuda-tile-run/Inputs/npy.py %t.npy "<i4" 64 $(cat %t.hex)'
// RUN: cuda-tile-run %t.mlir --entry=stored --arg=ptr:%t.npy --arg=ptr:new:i32[64] --compare=emulate --check=all
// RUN: cuda-tile-run %t.mlir --entry=begun --arg=ptr:%t.npy --arg=ptr:new:i32[64] --compare=emulate --check=all --async=lazy
//
// CHECK: .entry stored(
// CHECK: st.shared
// CHECK: fence.mbarrier_init
// CHECK: fence.proxy.async
// CHECK-NOT: fence.proxy.async
// CHECK: cp.async.bulk
// CHECK: st.shared
//
// CHECK: .entry begun(
// CHECK: fence.mbarrier_init
// CHECK: cp.async.wait_group
// CHECK: fence.proxy.async
// CHECK: cp.async.bulk

#l = #tileas.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = [[32]]>
#r = #tileas.layout<register = [], lane = [[32], [1], [2], [4], [8]], warp = [[16]]>
tileas.kernel @stored(%p: !tileaa.ptr, %q: !tileaa.ptr) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 2, shared = 0, frozen = false>} {
  %turn = arith.constant 0 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 64 : i64
  %ids = tileaa.iota : tensor<64xi32, #l>
  %tile = tileas.alloc_shared : <64xi32>
  tileas.shared_store %ids to %tile : tensor<64xi32, #l>, <64xi32>
  %x = tileas.shared_load %tile : <64xi32> -> tensor<64xi32, #r>
  %full = tileas.alloc_shared : <!tileas.mbarrier<2>>
  tileas.mbarrier_init %full : <!tileas.mbarrier<2>>
  tileas.mbarrier_arrive %full[%turn] expecting 256 : <!tileas.mbarrier<2>>
  tileas.bulk_copy %p to %tile on %full[%turn] : <64xi32>, !tileas.buffer<!tileas.mbarrier<2>>
  %f = tileas.mbarrier_phase %full[%turn] : <!tileas.mbarrier<2>>
  tileas.wait_phase %f for %tile : !tileas.buffer<64xi32>
  %y = tileas.shared_load %tile : <64xi32> -> tensor<64xi32, #r>
  tileas.shared_store %ids to %tile : tensor<64xi32, #l>, <64xi32>
  %z = tileas.shared_load %tile : <64xi32> -> tensor<64xi32, #r>
  %xy = arith.addi %x, %y : tensor<64xi32, #r>
  %s = arith.addi %xy, %z : tensor<64xi32, #r>
  %t = tileas.store %s to %q[%zero] extents [%size] strides [%one] by<owner> : tensor<64xi32, #r>, !tileaa.ptr
  tileas.return
}

tileas.kernel @begun(%p: !tileaa.ptr, %q: !tileaa.ptr) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 2, shared = 0, frozen = false>} {
  %turn = arith.constant 0 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 64 : i64
  %tile = tileas.alloc_shared : <64xi32>
  %copy = tileas.async_copy %p[%zero] extents [%size] strides [%one] to %tile {tile = tensor<64xi32, #l>, whole, width = 1 : i64} : !tileaa.ptr, !tileas.buffer<64xi32>
  tileas.commit_group
  %full = tileas.alloc_shared : <!tileas.mbarrier<2>>
  tileas.mbarrier_init %full : <!tileas.mbarrier<2>>
  tileas.wait_group 0
  tileas.barrier
  %x = tileas.shared_load %tile : <64xi32> -> tensor<64xi32, #r>
  tileas.mbarrier_arrive %full[%turn] expecting 256 : <!tileas.mbarrier<2>>
  tileas.bulk_copy %p to %tile on %full[%turn] : <64xi32>, !tileas.buffer<!tileas.mbarrier<2>>
  %f = tileas.mbarrier_phase %full[%turn] : <!tileas.mbarrier<2>>
  tileas.wait_phase %f for %tile : !tileas.buffer<64xi32>
  %y = tileas.shared_load %tile : <64xi32> -> tensor<64xi32, #r>
  %s = arith.addi %x, %y : tensor<64xi32, #r>
  %t = tileas.store %s to %q[%zero] extents [%size] strides [%one] by<owner> : tensor<64xi32, #r>, !tileaa.ptr
  tileas.return
}
