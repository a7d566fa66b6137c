// Agents: each has a branch, warps and lanes of its own, a barrier for its
// threads alone, and a first thread that begins copies. One fills a ring, the
// other one adds up and turns the sum around through shared memory.
//
// RUN: tileiras %s --gpu-name=sm_90 --emit=ptx -o %t.ptx
// RUN: FileCheck %s --check-prefix=PTX < %t.ptx
// RUN: %python -c "import struct; open(r'%t.hex', 'w').write(struct.pack('<1280i', *range(1280)).hex())"
// RUN: sh -c '%python %S/../../Tools/cuda-tile-run/Inputs/npy.py %t.npy "<i4" 1280 $(cat %t.hex)'
// RUN: sh -c 'set -e; for n in 0 1 3 10; do for when in eager lazy random; do cuda-tile-run %s --arg=ptr:%t.npy --arg=ptr:new:i32[128] --arg=i32:$n --compare=emulate --check=all --async=$when --warps=random; done; done'
//
// The barrier of the second agent is one: without it there is a race.
// RUN: grep -v 'tileas.barrier' %s > %t.race.mlir
// RUN: not cuda-tile-run %t.race.mlir --arg=ptr:%t.npy --arg=ptr:new:i32[128] --arg=i32:3 --engine=emulate --check=all 2>&1 | FileCheck %s --check-prefix=RACE
//
// Threads write other bytes than those that bulk copies fill: no fence orders
// the two.
// RUN: not grep '@.*fence.proxy.async' %t.ptx
//
// PTX: bar.sync {{[^0-9]*}}0;
// PTX-DAG: bar.sync {{[^0-9]*}}2, 64;
// PTX-DAG: bar.sync {{[^0-9]*}}0;
// PTX-DAG: cp.async.bulk
//
// RACE: race

#l = #tileas.layout<register = [[32]], lane = [[1], [2], [4], [8], [16]], warp = [[64]]>
#r = #tileas.layout<register = [[32]], lane = [[64], [1], [2], [4], [8]], warp = [[16]]>
tileas.kernel @sum(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 3, shared = 2176, frozen = true>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 128 : i64
  %bytes = arith.constant 512 : i64
  %ring = tileas.alloc_shared at 0 : <128xi32, stages = 3>
  %full = tileas.alloc_shared at 1536 : <!tileas.mbarrier<1>, stages = 3>
  %empty = tileas.alloc_shared at 1568 : <!tileas.mbarrier<2>, stages = 3>
  %own = tileas.alloc_shared at 1600 : <128xi32>
  tileas.mbarrier_init %full : <!tileas.mbarrier<1>, stages = 3>
  tileas.mbarrier_init %empty : <!tileas.mbarrier<2>, stages = 3>
  tileas.agents
    agent "load" warps 1 {
      scf.for %i = %c0 to %n step %c1 : i32 {
        %e = tileas.mbarrier_phase previous %empty[%i] : <!tileas.mbarrier<2>, stages = 3>
        tileas.wait_phase %e
        %to = tileas.slice %ring[%i] : <128xi32, stages = 3>
        %wide = arith.extsi %i : i32 to i64
        %offset = arith.muli %wide, %bytes : i64
        %from = tileaa.ptr_add %p, %offset : !tileaa.ptr, i64
        tileas.mbarrier_arrive %full[%i] expecting 512 : <!tileas.mbarrier<1>, stages = 3>
        tileas.bulk_copy %from to %to on %full[%i] : <128xi32>, !tileas.buffer<!tileas.mbarrier<1>, stages = 3>
      }
    }
    agent "add" warps 2 {
      %none = arith.constant dense<0> : tensor<128xi32, #l>
      %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none) -> (tensor<128xi32, #l>) : i32 {
        %from = tileas.slice %ring[%i] : <128xi32, stages = 3>
        %f = tileas.mbarrier_phase %full[%i] : <!tileas.mbarrier<1>, stages = 3>
        tileas.wait_phase %f for %from : !tileas.buffer<128xi32>
        %x = tileas.shared_load %from : <128xi32> -> tensor<128xi32, #l>
        tileas.mbarrier_arrive %empty[%i] : <!tileas.mbarrier<2>, stages = 3>
        %s = arith.addi %acc, %x : tensor<128xi32, #l>
        scf.yield %s : tensor<128xi32, #l>
      }
      tileas.shared_store %sum to %own : tensor<128xi32, #l>, <128xi32>
      tileas.barrier
      %turned = tileas.shared_load %own : <128xi32> -> tensor<128xi32, #r>
      %t = tileas.store %turned to %q[%zero] extents [%size] strides [%one] by<owner> : tensor<128xi32, #r>, !tileaa.ptr
    }
  tileas.return
}
