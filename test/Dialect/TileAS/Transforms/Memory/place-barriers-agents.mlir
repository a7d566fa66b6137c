// Between what one agent does and what another one does there are mbarriers: a
// barrier goes where the threads of one agent would race, and nowhere else.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-allocate-shared,tileas-place-barriers))' | FileCheck %s

#one = #tileas.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = []>
#two = #tileas.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = [[0]]>
#turned = #tileas.layout<register = [], lane = [[16], [8], [4], [2], [1]], warp = [[0]]>

// CHECK-LABEL: tileas.kernel @k
// The mbarriers lie behind the tiles, and nothing shares their bytes, whenever
// they are last used.
// CHECK: tileas.alloc_shared at 384 : <!tileas.mbarrier<1>, stages = 2>
// CHECK-NEXT: tileas.alloc_shared at 400 : <!tileas.mbarrier<2>, stages = 2>
// CHECK-NEXT: tileas.mbarrier_init
// CHECK-NEXT: tileas.mbarrier_init
// CHECK-NEXT: tileas.barrier
// CHECK: tileas.alloc_shared at 0
// CHECK: tileas.alloc_shared at 256
// CHECK: agent "store" warps 1 {
// CHECK-NOT: tileas.barrier
// CHECK: agent "load" warps 2 {
// CHECK: tileas.wait_phase
// CHECK-NEXT: tileas.shared_load
// CHECK-NEXT: tileas.shared_store
// CHECK-NEXT: tileas.barrier
// CHECK-NEXT: tileas.shared_load
// CHECK-NEXT: tileas.mbarrier_arrive
// CHECK-NOT: tileas.barrier
// CHECK: tileas.return
tileas.kernel @k(%p: !tileaa.ptr) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 3, shared = 0, frozen = false>} {
  %i = arith.constant 0 : i32
  %full = tileas.alloc_shared : <!tileas.mbarrier<1>, stages = 2>
  %empty = tileas.alloc_shared : <!tileas.mbarrier<2>, stages = 2>
  tileas.mbarrier_init %full : <!tileas.mbarrier<1>, stages = 2>
  tileas.mbarrier_init %empty : <!tileas.mbarrier<2>, stages = 2>
  %ring = tileas.alloc_shared : <32xi32, stages = 2>
  %own = tileas.alloc_shared : <32xi32>
  tileas.agents
    agent "store" warps 1 {
      %ids = tileaa.iota : tensor<32xi32, #one>
      %to = tileas.slice %ring[%i] : <32xi32, stages = 2>
      %e = tileas.mbarrier_phase previous %empty[%i] : <!tileas.mbarrier<2>, stages = 2>
      tileas.wait_phase %e
      tileas.shared_store %ids to %to : tensor<32xi32, #one>, <32xi32>
      tileas.mbarrier_arrive %full[%i] : <!tileas.mbarrier<1>, stages = 2>
    }
    agent "load" warps 2 {
      %from = tileas.slice %ring[%i] : <32xi32, stages = 2>
      %f = tileas.mbarrier_phase %full[%i] : <!tileas.mbarrier<1>, stages = 2>
      tileas.wait_phase %f for %from : !tileas.buffer<32xi32>
      %x = tileas.shared_load %from : <32xi32> -> tensor<32xi32, #two>
      tileas.shared_store %x to %own : tensor<32xi32, #two>, <32xi32>
      %y = tileas.shared_load %own : <32xi32> -> tensor<32xi32, #turned>
      tileas.mbarrier_arrive %empty[%i] : <!tileas.mbarrier<2>, stages = 2>
    }
  tileas.return
}
