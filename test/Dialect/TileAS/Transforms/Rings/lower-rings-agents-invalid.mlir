// Rings between agents that have no words at mbarriers.
//
// RUN: cuda-tile-opt %s -split-input-file -verify-diagnostics --pass-pipeline='builtin.module(tileas.kernel(tileas-lower-rings))'

#l = #tileas.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = []>
#spec = #tileas.kernel_spec<target = "sm_90", warps = 2, shared = 0, frozen = false>

tileas.kernel @conditional(%p: !tileaa.ptr, %i: i32, %exists: i1) attributes {spec = #spec} {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %tiles = tileas.alloc_shared : <32xi32, stages = 2>
  %ring = tileas.ring %tiles : <!tileas.buffer<32xi32, stages = 2>>
  tileas.agents
    agent "load" warps 1 {
      %to = tileas.acquire %ring[%i] : <!tileas.buffer<32xi32, stages = 2>>
      // expected-error @+1 {{has a condition, and another agent reads what it copies; put it into an 'scf.if' with 'acquire' and 'commit' of its turn}}
      %copy = tileas.async_copy %p[%zero] extents [%one] strides [%one] if %exists to %to {tile = tensor<32xi32, #l>, width = 1 : i64} : !tileaa.ptr, !tileas.buffer<32xi32>
      tileas.commit %ring[%i] after %copy : <!tileas.buffer<32xi32, stages = 2>>
    }
    agent "read" warps 1 {
      %from = tileas.wait %ring[%i] : <!tileas.buffer<32xi32, stages = 2>>
      tileas.release %ring[%i] : <!tileas.buffer<32xi32, stages = 2>>
    }
  tileas.return
}

// -----

#l = #tileas.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = []>
#spec = #tileas.kernel_spec<target = "sm_90", warps = 2, shared = 0, frozen = false>
tileas.kernel @token(%p: !tileaa.ptr, %q: !tileaa.ptr, %i: i32) attributes {spec = #spec} {
  %tiles = tileas.alloc_shared : <32xi32, stages = 2>
  %ring = tileas.ring %tiles : <!tileas.buffer<32xi32, stages = 2>>
  tileas.agents
    agent "load" warps 1 {
      %to = tileas.acquire %ring[%i] : <!tileas.buffer<32xi32, stages = 2>>
      %copy = tileas.bulk_copy %p to %to : <32xi32> -> !tileas.completion
      tileas.commit %ring[%i] after %copy : <!tileas.buffer<32xi32, stages = 2>>
    }
    agent "read" warps 1 {
      // expected-error @+1 {{gives a token of what the machine copies, which is no part of the order of accesses; copy by threads what others write}}
      %from, %token = tileas.wait %ring[%i] : <!tileas.buffer<32xi32, stages = 2>> -> !tileaa.token
      tileas.release %ring[%i] : <!tileas.buffer<32xi32, stages = 2>>
      %t = tileas.store %i to %q after %token by<owner> : i32, !tileaa.ptr
    }
  tileas.return
}

// -----

// A turn exists or not, with all of its copies.
tileas.kernel @conditions(%p: !tileaa.ptr, %i: i32, %b: i1, %c: i1) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %tiles = tileas.alloc_shared : <32xi32, stages = 2>
  %ring = tileas.ring %tiles : <!tileas.buffer<32xi32, stages = 2>>
  %to = tileas.acquire %ring[%i] : <!tileas.buffer<32xi32, stages = 2>>
  %first = tileas.bulk_copy %p to %to if %b : <32xi32> -> !tileas.completion
  // expected-error @+1 {{has another condition than another copy of its turn}}
  %second = tileas.bulk_copy %p to %to if %c : <32xi32> -> !tileas.completion
  tileas.commit %ring[%i] after %first, %second : <!tileas.buffer<32xi32, stages = 2>>
  tileas.return
}

// -----

// A turn that is acquired is counted by the copies which its `commit` names.
tileas.kernel @no_commit(%p: !tileaa.ptr, %n: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %tiles = tileas.alloc_shared : <32xi32, stages = 2>
  %ring = tileas.ring %tiles : <!tileas.buffer<32xi32, stages = 2>>
  scf.for %i = %c0 to %n step %c1 : i32 {
    // expected-error @+1 {{has no 'commit' of its turn behind it in its block (internal error: tileas-lower-rings cannot count its turns)}}
    %to = tileas.acquire %ring[%i] : <!tileas.buffer<32xi32, stages = 2>>
    %copy = tileas.bulk_copy %p to %to : <32xi32> -> !tileas.completion
    %other = arith.muli %i, %i : i32
    tileas.commit %ring[%other] after %copy : <!tileas.buffer<32xi32, stages = 2>>
  }
  tileas.return
}
