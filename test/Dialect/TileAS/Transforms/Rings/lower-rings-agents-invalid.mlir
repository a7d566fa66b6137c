// Rings between agents that have no words at mbarriers.
//
// RUN: cuda-tile-opt %s -split-input-file -verify-diagnostics --pass-pipeline='builtin.module(tileas.kernel(tileas-lower-rings))'

// The bytes of a turn come or not, all of them.
tileas.kernel @conditions(%p: !tileaa.ptr, %i: i32, %b: i1, %c: i1) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %tiles = tileas.alloc_shared : <32xi32, stages = 2>
  %ring = tileas.ring %tiles : <!tileas.buffer<32xi32, stages = 2>>
  %to = tileas.acquire %ring[%i] : <!tileas.buffer<32xi32, stages = 2>>
  %first = tileas.bulk_copy %p to %to if %b : <32xi32> -> !tileas.completion
  // expected-error @+1 {{has another condition than another copy of its turn; make a ring for each, or commit the turn in a branch for each}}
  %second = tileas.bulk_copy %p to %to if %c : <32xi32> -> !tileas.completion
  tileas.commit %ring[%i] after %first, %second : <!tileas.buffer<32xi32, stages = 2>>
  tileas.return
}

// -----

// A turn that is committed in branches is one, whichever is taken.
tileas.kernel @branches(%p: !tileaa.ptr, %n: i32, %b: i1) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %tiles = tileas.alloc_shared : <32xi32, stages = 2>
  %ring = tileas.ring %tiles : <!tileas.buffer<32xi32, stages = 2>>
  scf.for %i = %c0 to %n step %c1 : i32 {
    %to = tileas.acquire %ring[%i] : <!tileas.buffer<32xi32, stages = 2>>
    %exists = arith.cmpi sgt, %i, %c1 : i32
    scf.if %b {
      %copy = tileas.bulk_copy %p to %to : <32xi32> -> !tileas.completion
      tileas.commit %ring[%i] after %copy : <!tileas.buffer<32xi32, stages = 2>>
    } else {
      %copy = tileas.bulk_copy %p to %to if %exists : <32xi32> -> !tileas.completion
      // expected-error @+1 {{has a condition, and its turn is acquired in another block; acquire and commit it in one}}
      tileas.commit %ring[%i] after %copy if %exists : <!tileas.buffer<32xi32, stages = 2>>
    }
  }
  tileas.return
}

// -----

// A turn that a path leaves out would be waited for by all that come after it.
tileas.kernel @half(%p: !tileaa.ptr, %n: i32, %b: i1) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %tiles = tileas.alloc_shared : <32xi32, stages = 2>
  %ring = tileas.ring %tiles : <!tileas.buffer<32xi32, stages = 2>>
  scf.for %i = %c0 to %n step %c1 : i32 {
    // expected-error @+1 {{has not one 'commit' of its turn on each path behind it; commit the turn once in its block, or in both branches of an 'if'}}
    %to = tileas.acquire %ring[%i] : <!tileas.buffer<32xi32, stages = 2>>
    scf.if %b {
      %copy = tileas.bulk_copy %p to %to : <32xi32> -> !tileas.completion
      tileas.commit %ring[%i] after %copy : <!tileas.buffer<32xi32, stages = 2>>
    }
  }
  tileas.return
}

// -----

// So may one in a loop that has no iterations, and one in a loop of two is two.
tileas.kernel @inner(%p: !tileaa.ptr, %n: i32, %m: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %tiles = tileas.alloc_shared : <32xi32, stages = 2>
  %ring = tileas.ring %tiles : <!tileas.buffer<32xi32, stages = 2>>
  scf.for %i = %c0 to %n step %c1 : i32 {
    // expected-error @+1 {{has not one 'commit' of its turn on each path behind it; commit the turn once in its block, or in both branches of an 'if'}}
    %to = tileas.acquire %ring[%i] : <!tileas.buffer<32xi32, stages = 2>>
    scf.for %j = %c0 to %m step %c1 : i32 {
      %copy = tileas.bulk_copy %p to %to : <32xi32> -> !tileas.completion
      tileas.commit %ring[%i] after %copy : <!tileas.buffer<32xi32, stages = 2>>
    }
  }
  tileas.return
}

// -----

// A branch inside of a branch has both arms, too.
tileas.kernel @nested(%p: !tileaa.ptr, %n: i32, %b: i1, %c: i1) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %tiles = tileas.alloc_shared : <32xi32, stages = 2>
  %ring = tileas.ring %tiles : <!tileas.buffer<32xi32, stages = 2>>
  scf.for %i = %c0 to %n step %c1 : i32 {
    // expected-error @+1 {{has not one 'commit' of its turn on each path behind it; commit the turn once in its block, or in both branches of an 'if'}}
    %to = tileas.acquire %ring[%i] : <!tileas.buffer<32xi32, stages = 2>>
    scf.if %b {
      scf.if %c {
        %copy = tileas.bulk_copy %p to %to : <32xi32> -> !tileas.completion
        tileas.commit %ring[%i] after %copy : <!tileas.buffer<32xi32, stages = 2>>
      }
    } else {
      %copy = tileas.bulk_copy %p to %to : <32xi32> -> !tileas.completion
      tileas.commit %ring[%i] after %copy : <!tileas.buffer<32xi32, stages = 2>>
    }
  }
  tileas.return
}

// -----

// A path commits it in a branch, and again behind this.
tileas.kernel @twice(%p: !tileaa.ptr, %n: i32, %b: i1) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %tiles = tileas.alloc_shared : <32xi32, stages = 2>
  %ring = tileas.ring %tiles : <!tileas.buffer<32xi32, stages = 2>>
  scf.for %i = %c0 to %n step %c1 : i32 {
    // expected-error @+1 {{has not one 'commit' of its turn on each path behind it; commit the turn once in its block, or in both branches of an 'if'}}
    %to = tileas.acquire %ring[%i] : <!tileas.buffer<32xi32, stages = 2>>
    scf.if %b {
      %copy = tileas.bulk_copy %p to %to : <32xi32> -> !tileas.completion
      tileas.commit %ring[%i] after %copy : <!tileas.buffer<32xi32, stages = 2>>
    }
    %copy = tileas.bulk_copy %p to %to : <32xi32> -> !tileas.completion
    tileas.commit %ring[%i] after %copy : <!tileas.buffer<32xi32, stages = 2>>
  }
  tileas.return
}

// -----

// A branch that chooses a copy by the machine hides how many bytes are to be expected.
tileas.kernel @chosen(%p: !tileaa.ptr, %q: !tileaa.ptr, %i: i32, %b: i1) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %tiles = tileas.alloc_shared : <32xi32, stages = 2>
  %ring = tileas.ring %tiles : <!tileas.buffer<32xi32, stages = 2>>
  %to = tileas.acquire %ring[%i] : <!tileas.buffer<32xi32, stages = 2>>
  %copy = scf.if %b -> (!tileas.completion) {
    // expected-note @+1 {{the copy is here}}
    %first = tileas.bulk_copy %p to %to : <32xi32> -> !tileas.completion
    scf.yield %first : !tileas.completion
  } else {
    %second = tileas.bulk_copy %q to %to : <32xi32> -> !tileas.completion
    scf.yield %second : !tileas.completion
  }
  // expected-error @+1 {{names a copy that a branch chooses, and that the machine makes; commit the turn in each branch}}
  tileas.commit %ring[%i] after %copy : <!tileas.buffer<32xi32, stages = 2>>
  tileas.return
}

// -----

// Canonicalization makes that of a branch which yields one of two copies before it. Both are made.
#l = #tileas.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = []>
tileas.kernel @selected(%p: !tileaa.ptr, %q: !tileaa.ptr, %i: i32, %b: i1) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 2, shared = 0, frozen = false>} {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %tiles = tileas.alloc_shared : <32xi32, stages = 2>
  %ring = tileas.ring %tiles : <!tileas.buffer<32xi32, stages = 2>>
  tileas.agents
    agent "load" warps 1 {
      %to = tileas.acquire %ring[%i] : <!tileas.buffer<32xi32, stages = 2>>
      %first = tileas.async_copy %p[%zero] extents [%one] strides [%one] to %to {tile = tensor<32xi32, #l>, width = 1 : i64} : !tileaa.ptr, !tileas.buffer<32xi32>
      %second = tileas.async_copy %q[%zero] extents [%one] strides [%one] to %to {tile = tensor<32xi32, #l>, width = 1 : i64} : !tileaa.ptr, !tileas.buffer<32xi32>
      %copy = arith.select %b, %first, %second : !tileas.completion
      // expected-error @+1 {{names what 'arith.select' gives, and not the copies of its turn; name each of them, or commit the turn in a branch for each}}
      tileas.commit %ring[%i] after %copy : <!tileas.buffer<32xi32, stages = 2>>
    }
    agent "read" warps 1 {
      %from = tileas.wait %ring[%i] : <!tileas.buffer<32xi32, stages = 2>>
      tileas.release %ring[%i] : <!tileas.buffer<32xi32, stages = 2>>
    }
  tileas.return
}

// -----

// So it is with conditions, of which both would make a turn.
#l = #tileas.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = []>
tileas.kernel @selected_conditions(%p: !tileaa.ptr, %q: !tileaa.ptr, %i: i32, %b: i1, %c: i1) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 2, shared = 0, frozen = false>} {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %tiles = tileas.alloc_shared : <32xi32, stages = 2>
  %ring = tileas.ring %tiles : <!tileas.buffer<32xi32, stages = 2>>
  tileas.agents
    agent "load" warps 1 {
      %to = tileas.acquire %ring[%i] : <!tileas.buffer<32xi32, stages = 2>>
      %first = tileas.async_copy %p[%zero] extents [%one] strides [%one] if %b to %to {tile = tensor<32xi32, #l>, width = 1 : i64} : !tileaa.ptr, !tileas.buffer<32xi32>
      %second = tileas.async_copy %q[%zero] extents [%one] strides [%one] if %c to %to {tile = tensor<32xi32, #l>, width = 1 : i64} : !tileaa.ptr, !tileas.buffer<32xi32>
      %copy = arith.select %b, %first, %second : !tileas.completion
      // expected-error @+1 {{names what 'arith.select' gives, and not the copies of its turn; name each of them, or commit the turn in a branch for each}}
      tileas.commit %ring[%i] after %copy : <!tileas.buffer<32xi32, stages = 2>>
    }
    agent "read" warps 1 {
      %from = tileas.wait %ring[%i] : <!tileas.buffer<32xi32, stages = 2>>
      tileas.release %ring[%i] : <!tileas.buffer<32xi32, stages = 2>>
    }
  tileas.return
}

// -----

// The bytes of both come.
#l = #tileas.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = []>
tileas.kernel @selected_bytes(%p: !tileaa.ptr, %q: !tileaa.ptr, %i: i32, %b: i1) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 2, shared = 0, frozen = false>} {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %tiles = tileas.alloc_shared : <32xi32, stages = 2>
  %ring = tileas.ring %tiles : <!tileas.buffer<32xi32, stages = 2>>
  tileas.agents
    agent "load" warps 1 {
      %to = tileas.acquire %ring[%i] : <!tileas.buffer<32xi32, stages = 2>>
      %first = tileas.bulk_copy %p to %to : <32xi32> -> !tileas.completion
      %second = tileas.bulk_copy %q to %to : <32xi32> -> !tileas.completion
      %copy = arith.select %b, %first, %second : !tileas.completion
      // expected-error @+1 {{names what 'arith.select' gives, and not the copies of its turn; name each of them, or commit the turn in a branch for each}}
      tileas.commit %ring[%i] after %copy : <!tileas.buffer<32xi32, stages = 2>>
    }
    agent "read" warps 1 {
      %from = tileas.wait %ring[%i] : <!tileas.buffer<32xi32, stages = 2>>
      tileas.release %ring[%i] : <!tileas.buffer<32xi32, stages = 2>>
    }
  tileas.return
}

// -----

// Nothing but products reads a stage by itself.
#l = #tileas.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = []>
tileas.kernel @reader(%p: !tileaa.ptr, %i: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 2, shared = 0, frozen = false>} {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %tiles = tileas.alloc_shared : <32xi32, stages = 2>
  %ring = tileas.ring %tiles : <!tileas.buffer<32xi32, stages = 2>>
  tileas.agents
    agent "load" warps 1 {
      %to = tileas.acquire %ring[%i] : <!tileas.buffer<32xi32, stages = 2>>
      %copy = tileas.async_copy %p[%zero] extents [%one] strides [%one] to %to {tile = tensor<32xi32, #l>, width = 1 : i64} : !tileaa.ptr, !tileas.buffer<32xi32>
      tileas.commit %ring[%i] after %copy : <!tileas.buffer<32xi32, stages = 2>>
    }
    agent "read" warps 1 {
      %own = tileas.alloc_shared : <32xi32>
      %next = tileas.ring %own : <!tileas.buffer<32xi32>>
      %from = tileas.wait %ring[%i] : <!tileas.buffer<32xi32, stages = 2>>
      %to = tileas.acquire %next[%i] : <!tileas.buffer<32xi32>>
      %copy = tileas.async_copy %p[%zero] extents [%one] strides [%one] to %to {tile = tensor<32xi32, #l>, width = 1 : i64} : !tileaa.ptr, !tileas.buffer<32xi32>
      tileas.commit %next[%i] after %copy : <!tileas.buffer<32xi32>>
      // expected-error @+1 {{names what is no product, and nothing else reads a stage by itself}}
      tileas.release %ring[%i] after %copy : !tileas.completion : <!tileas.buffer<32xi32, stages = 2>>
    }
  tileas.return
}
