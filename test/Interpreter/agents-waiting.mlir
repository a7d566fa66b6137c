// Agents that wait for one another, in each way that there is.
//
// RUN: cuda-tile-run --self-check %s
// RUN: sh -c 'set -e; for seed in 1 2 3 4 5 6 7 8 9; do cuda-tile-run --self-check %s --seed=$seed; done'
// RUN: not cuda-tile-run %s --entry=deadlock --arg=ptr:new:i32[1] 2>&1 | FileCheck %s

#spec = #tileas.kernel_spec<target = "sm_90", warps = 2, shared = 1024, frozen = true>
#l = #tileas.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = []>

// One spins until the other one has changed memory.
tileas.kernel @spin(%flag: !tileaa.ptr, %out: !tileaa.ptr) attributes {spec = #spec} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  tileas.agents
    agent "wait" warps 1 {
      %seen = scf.while : () -> i32 {
        %x, %t = tileas.load %flag ordering<acquire> scope<device> by<owner> : !tileaa.ptr -> i32
        %again = arith.cmpi eq, %x, %zero : i32
        scf.condition(%again) %x : i32
      } do {
      ^bb0(%x: i32):
        scf.yield
      }
      %u = tileas.store %seen to %out by<owner> : i32, !tileaa.ptr
    }
    agent "tell" warps 1 {
      %t = tileas.store %one to %flag ordering<release> scope<device> by<owner> : i32, !tileaa.ptr
    }
  tileas.return
}
//% - entry: spin
//%   args:
//%     - ptr: i32[1]
//%       in: 0
//%       out: 1
//%     - ptr: i32[1]
//%       out: 1

// Nobody is left to change it.
tileas.kernel @spin_for_ever(%flag: !tileaa.ptr) attributes {spec = #spec} {
  %zero = arith.constant 0 : i32
  tileas.agents
    agent "wait" warps 1 {
      scf.while : () -> () {
        %x, %t = tileas.load %flag ordering<acquire> scope<device> by<owner> : !tileaa.ptr -> i32
        %again = arith.cmpi eq, %x, %zero : i32
        scf.condition(%again)
      } do {
        scf.yield
      }
    }
    agent "other" warps 1 {
      tileas.barrier
    }
  tileas.return
}
//% - entry: spin_for_ever
//%   args:
//%     - ptr: i32[1]
//%       in: 0
//%   error: the loop never ends

// Groups of copies are each agent's own: the numbers that may be under way count
// no others.
tileas.kernel @groups(%in: !tileaa.ptr, %out: !tileaa.ptr) attributes {spec = #spec} {
  %0 = arith.constant 0 : i64
  %1 = arith.constant 1 : i64
  %n = arith.constant 128 : i64
  %two = arith.constant 2 : i32
  %a = tileas.alloc_shared at 0 : <128xi32>
  %b = tileas.alloc_shared at 512 : <128xi32>
  tileas.agents
    agent "first" warps 1 {
      %c = tileas.async_copy %in[%0] extents [%n] strides [%1] to %a {tile = tensor<128xi32, #l>, width = 4 : i64} : !tileaa.ptr, !tileas.buffer<128xi32>
      tileas.commit_group
      tileas.commit_group
      tileas.wait_group 1 for %a : !tileas.buffer<128xi32>
      %x = tileas.shared_load %a : <128xi32> -> tensor<128xi32, #l>
      %t = tileas.store %x to %out[%0] extents [%n] strides [%1] by<owner> : tensor<128xi32, #l>, !tileaa.ptr
    }
    agent "second" warps 1 {
      %c = tileas.async_copy %in[%0] extents [%n] strides [%1] to %b {tile = tensor<128xi32, #l>, width = 4 : i64} : !tileaa.ptr, !tileas.buffer<128xi32>
      tileas.commit_group
      tileas.wait_group 0 for %b : !tileas.buffer<128xi32>
      %x = tileas.shared_load %b : <128xi32> -> tensor<128xi32, #l>
    }
  tileas.return
}
//% - entry: groups
//%   args:
//%     - ptr: i32[128]
//%       in: 0..127
//%     - ptr: i32[128]
//%       out: 0..127

// Each waits for an arrival that comes after the wait of the other one.
//
// CHECK: agents-waiting.mlir:[[#@LINE+14]]:3: error: deadlock: all agents that have not ended wait for one another (tile block (0, 0, 0))
// CHECK: agents-waiting.mlir:[[#@LINE+16]]:7: note: agent 'left' waits here for phase 0 of mbarrier 0, which lacks 1 of 1 arrivals and 0 bytes
// CHECK: agents-waiting.mlir:[[#@LINE+20]]:7: note: agent 'right' waits here for phase 0 of mbarrier 1, which lacks 1 of 1 arrivals and 0 bytes
tileas.kernel @deadlock(%p: !tileaa.ptr) attributes {spec = #spec} {
  %0 = arith.constant 0 : i32
  %1 = arith.constant 1 : i32
  %ring = tileas.alloc_shared at 0 : <!tileas.mbarrier<1>, stages = 2>
  tileas.mbarrier_init %ring : <!tileas.mbarrier<1>, stages = 2>
  %first = tileas.alloc_shared at 16 : <!tileas.mbarrier<2>>
  tileas.mbarrier_init %first : <!tileas.mbarrier<2>>
  tileas.mbarrier_arrive %first[%0] : <!tileas.mbarrier<2>>
  %done = tileas.mbarrier_phase %first[%0] : <!tileas.mbarrier<2>>
  tileas.wait_phase %done

  tileas.agents
    agent "left" warps 1 {
      %e = tileas.mbarrier_phase %ring[%0] : <!tileas.mbarrier<1>, stages = 2>
      tileas.wait_phase %e
      tileas.mbarrier_arrive %ring[%1] : <!tileas.mbarrier<1>, stages = 2>
    }
    agent "right" warps 1 {
      %e = tileas.mbarrier_phase %ring[%1] : <!tileas.mbarrier<1>, stages = 2>
      tileas.wait_phase %e
      tileas.mbarrier_arrive %ring[%0] : <!tileas.mbarrier<1>, stages = 2>
    }
  tileas.return
}
//% - entry: deadlock
//%   args:
//%     - ptr: i32[1]
//%   error: "deadlock: all agents"
