// Rings in text, and what their verifier finds: turns that pass the verbs out of
// order, before a loop is expanded and afterwards, and stages used too late.
//
// RUN: cuda-tile-opt %s -split-input-file -verify-diagnostics

#l = #tileas.layout<register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = []>
#spec = #tileas.kernel_spec<target = "sm_80", warps = 1, shared = 0, frozen = false>

// Copies run ahead by as many iterations as the ring lets them.
tileas.kernel @ahead(%x: tensor<64xi32, #l>, %n: i32) attributes {spec = #spec} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %tiles = tileas.alloc_shared : <64xi32, stages = 3>
  %ring = tileas.ring %tiles : <!tileas.buffer<64xi32, stages = 3>>
  scf.for %i = %c0 to %n step %c1 : i32 {
    %later = arith.addi %i, %c2 : i32
    %from = tileas.wait %ring[%i] : <!tileas.buffer<64xi32, stages = 3>>
    %to = tileas.acquire %ring[%later] : <!tileas.buffer<64xi32, stages = 3>>
    tileas.shared_store %x to %to : tensor<64xi32, #l>, <64xi32>
    tileas.commit %ring[%later] : <!tileas.buffer<64xi32, stages = 3>>
    %y = tileas.shared_load %from : <64xi32> -> tensor<64xi32, #l>
    tileas.release %ring[%i] : <!tileas.buffer<64xi32, stages = 3>>
  }
  tileas.return
}

// -----

// By one more they meet the reader.
#spec = #tileas.kernel_spec<target = "sm_80", warps = 1, shared = 0, frozen = false>
tileas.kernel @too_far(%n: i32) attributes {spec = #spec} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %tiles = tileas.alloc_shared : <64xi32, stages = 3>
  %ring = tileas.ring %tiles : <!tileas.buffer<64xi32, stages = 3>>
  scf.for %i = %c0 to %n step %c1 : i32 {
    %later = arith.addi %i, %c3 : i32
    // expected-error @+1 {{comes before the release of the turn whose stage it takes}}
    %to = tileas.acquire %ring[%later] : <!tileas.buffer<64xi32, stages = 3>>
    tileas.commit %ring[%later] : <!tileas.buffer<64xi32, stages = 3>>
    %from = tileas.wait %ring[%i] : <!tileas.buffer<64xi32, stages = 3>>
    // expected-note @+1 {{which stands here}}
    tileas.release %ring[%i] : <!tileas.buffer<64xi32, stages = 3>>
  }
  tileas.return
}

// -----

// A turn that the loop carries is that of the iteration before.
#spec = #tileas.kernel_spec<target = "sm_80", warps = 1, shared = 0, frozen = false>
tileas.kernel @carried(%n: i32) attributes {spec = #spec} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %tiles = tileas.alloc_shared : <64xi32, stages = 2>
  %ring = tileas.ring %tiles : <!tileas.buffer<64xi32, stages = 2>>
  scf.for %i = %c0 to %n step %c1 iter_args(%turn = %c0) -> (i32) : i32 {
    %next = arith.addi %i, %c1 : i32
    // expected-error @+1 {{comes before the commit of its turn}}
    %from = tileas.wait %ring[%next] : <!tileas.buffer<64xi32, stages = 2>>
    // expected-note @+1 {{which stands here}}
    tileas.commit %ring[%turn] : <!tileas.buffer<64xi32, stages = 2>>
    scf.yield %next : i32
  }
  tileas.return
}

// -----

#spec = #tileas.kernel_spec<target = "sm_80", warps = 1, shared = 0, frozen = false>
tileas.kernel @before_commit(%i: i32) attributes {spec = #spec} {
  %tiles = tileas.alloc_shared : <64xi32, stages = 2>
  %ring = tileas.ring %tiles : <!tileas.buffer<64xi32, stages = 2>>
  %to = tileas.acquire %ring[%i] : <!tileas.buffer<64xi32, stages = 2>>
  // expected-error @+1 {{comes before the commit of its turn}}
  %from = tileas.wait %ring[%i] : <!tileas.buffer<64xi32, stages = 2>>
  // expected-note @+1 {{which stands here}}
  tileas.commit %ring[%i] : <!tileas.buffer<64xi32, stages = 2>>
  tileas.return
}

// -----

#l = #tileas.layout<register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = []>
#spec = #tileas.kernel_spec<target = "sm_80", warps = 1, shared = 0, frozen = false>
tileas.kernel @filled_late(%i: i32, %x: tensor<64xi32, #l>) attributes {spec = #spec} {
  %tiles = tileas.alloc_shared : <64xi32>
  %ring = tileas.ring %tiles : <!tileas.buffer<64xi32>>
  %to = tileas.acquire %ring[%i] : <!tileas.buffer<64xi32>>
  // expected-note @+1 {{which stands here}}
  tileas.commit %ring[%i] : <!tileas.buffer<64xi32>>
  // expected-error @+1 {{uses a stage behind its commit}}
  tileas.shared_store %x to %to : tensor<64xi32, #l>, <64xi32>
  tileas.return
}

// -----

// The buffer is that of the ring alone.
#l = #tileas.layout<register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = []>
#spec = #tileas.kernel_spec<target = "sm_80", warps = 1, shared = 0, frozen = false>
tileas.kernel @past_the_ring(%x: tensor<64xi32, #l>) attributes {spec = #spec} {
  %tiles = tileas.alloc_shared : <64xi32>
  // expected-error @+1 {{needs an allocated buffer that nothing else uses}}
  %ring = tileas.ring %tiles : <!tileas.buffer<64xi32>>
  tileas.shared_store %x to %tiles : tensor<64xi32, #l>, <64xi32>
  tileas.return
}

// -----

#spec = #tileas.kernel_spec<target = "sm_80", warps = 1, shared = 0, frozen = false>
tileas.kernel @of_mbarriers() attributes {spec = #spec} {
  %tiles = tileas.alloc_shared : <!tileas.mbarrier<1>>
  // expected-error @+1 {{a ring holds tiles, not mbarriers}}
  %ring = tileas.ring %tiles : <!tileas.buffer<!tileas.mbarrier<1>>>
  tileas.return
}

// -----

// One side fills a ring.
#spec = #tileas.kernel_spec<target = "sm_90", warps = 2, shared = 0, frozen = false>
tileas.kernel @two_fillers(%i: i32) attributes {spec = #spec} {
  %tiles = tileas.alloc_shared : <64xi32, stages = 2>
  %ring = tileas.ring %tiles : <!tileas.buffer<64xi32, stages = 2>>
  tileas.agents
    agent "one" warps 1 {
      %to = tileas.acquire %ring[%i] : <!tileas.buffer<64xi32, stages = 2>>
      // expected-error @+1 {{fills a ring that others fill, too; it takes one ring for each agent that fills}}
      tileas.commit %ring[%i] : <!tileas.buffer<64xi32, stages = 2>>
    }
    agent "other" warps 1 {
      // expected-note @+1 {{the other one stands here}}
      %to = tileas.acquire %ring[%i] : <!tileas.buffer<64xi32, stages = 2>>
      tileas.commit %ring[%i] : <!tileas.buffer<64xi32, stages = 2>>
    }
  tileas.return
}

// -----

// Agents that use a ring run at the same time.
#spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>
tileas.kernel @one_after_another(%i: i32) attributes {spec = #spec} {
  %tiles = tileas.alloc_shared : <64xi32, stages = 2>
  %ring = tileas.ring %tiles : <!tileas.buffer<64xi32, stages = 2>>
  tileas.agents
    agent "first" warps 1 {
      %to = tileas.acquire %ring[%i] : <!tileas.buffer<64xi32, stages = 2>>
      // expected-error @+1 {{is on a ring of other agents, which do not run at the same time}}
      tileas.commit %ring[%i] : <!tileas.buffer<64xi32, stages = 2>>
    }
  tileas.agents
    agent "second" warps 1 {
      // expected-note @+1 {{the other one stands here}}
      %from = tileas.wait %ring[%i] : <!tileas.buffer<64xi32, stages = 2>>
      tileas.release %ring[%i] : <!tileas.buffer<64xi32, stages = 2>>
    }
  tileas.return
}

// -----

// A ring may begin again in one block: with the same turn, or an earlier one.
#spec = #tileas.kernel_spec<target = "sm_80", warps = 1, shared = 0, frozen = false>
tileas.kernel @again() attributes {spec = #spec} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %tiles = tileas.alloc_shared : <64xi32>
  %ring = tileas.ring %tiles : <!tileas.buffer<64xi32>>
  %to = tileas.acquire %ring[%c1] : <!tileas.buffer<64xi32>>
  tileas.commit %ring[%c1] : <!tileas.buffer<64xi32>>
  %from = tileas.wait %ring[%c1] : <!tileas.buffer<64xi32>>
  tileas.release %ring[%c1] : <!tileas.buffer<64xi32>>
  %to0 = tileas.acquire %ring[%c0] : <!tileas.buffer<64xi32>>
  tileas.commit %ring[%c0] : <!tileas.buffer<64xi32>>
  %from0 = tileas.wait %ring[%c0] : <!tileas.buffer<64xi32>>
  tileas.release %ring[%c0] : <!tileas.buffer<64xi32>>
  %to2 = tileas.acquire %ring[%c0] : <!tileas.buffer<64xi32>>
  tileas.commit %ring[%c0] : <!tileas.buffer<64xi32>>
  %from2 = tileas.wait %ring[%c0] : <!tileas.buffer<64xi32>>
  tileas.release %ring[%c0] : <!tileas.buffer<64xi32>>
  tileas.return
}
