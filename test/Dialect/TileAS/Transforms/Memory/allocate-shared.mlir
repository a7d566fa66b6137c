// Buffers that are never live at once share bytes; others never do.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-allocate-shared))' --mlir-print-local-scope | FileCheck %s

#l = #tileas.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = []>
#two = #tileas.layout<register = [[32]], lane = [[1], [2], [4], [8], [16]], warp = []>

// CHECK-LABEL: tileas.kernel @in_turn(
// CHECK-SAME: shared = 128,
// CHECK: alloc_shared at 0
// CHECK: alloc_shared at 0
tileas.kernel @in_turn(%v: tensor<32xf32, #l>) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %a = tileas.alloc_shared : <32xf32>
  tileas.shared_store %v to %a : tensor<32xf32, #l>, <32xf32>
  %0 = tileas.shared_load %a : <32xf32> -> tensor<32xf32, #l>
  %b = tileas.alloc_shared : <32xf32>
  tileas.shared_store %0 to %b : tensor<32xf32, #l>, <32xf32>
  tileas.return
}

// Agents run at once, so that the buffers of one never lie where those of another
// do. Within an agent, and outside of the op, bytes are used again.
// CHECK-LABEL: tileas.kernel @agents(
// CHECK-SAME: shared = 400,
// CHECK: alloc_shared at 0
// CHECK: agent "a"
// CHECK: alloc_shared at 0
// CHECK: alloc_shared at 0
// CHECK: agent "b"
// CHECK: alloc_shared at 128
// CHECK: alloc_shared at 256
// CHECK: agent "c"
// CHECK: alloc_shared at 384
// CHECK: tileas.return
tileas.kernel @agents(%v: tensor<32xf32, #l>) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 3, shared = 0, frozen = false>} {
  %dead = tileas.alloc_shared : <32xf32>
  tileas.agents
    agent "a" warps 1 {
      %a = tileas.alloc_shared : <32xf32>
      %0 = tileas.shared_load %a : <32xf32> -> tensor<32xf32, #l>
      %b = tileas.alloc_shared : <32xf32>
      tileas.shared_store %0 to %b : tensor<32xf32, #l>, <32xf32>
    }
    agent "b" warps 1 {
      %a = tileas.alloc_shared : <32xf32>
      %b = tileas.alloc_shared : <32xf32>
      %0 = tileas.shared_load %a : <32xf32> -> tensor<32xf32, #l>
      tileas.shared_store %0 to %b : tensor<32xf32, #l>, <32xf32>
    }
    agent "c" warps 1 {
      %a = tileas.alloc_shared : <4xf32>
    }
  tileas.return
}

// What one agent reads of others is dead for it behind its last read, and for nobody
// else: neither while a loop around that read goes on, nor for those who fill it.
// CHECK-LABEL: tileas.kernel @read_by_one(
// CHECK-SAME: shared = 512,
// CHECK: alloc_shared at 0
// CHECK: agent "main"
// CHECK: alloc_shared at 256
// CHECK: alloc_shared at 0
// CHECK: agent "load"
// CHECK: alloc_shared at 384
// CHECK: tileas.return
tileas.kernel @read_by_one(%n: index, %i: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 2, shared = 0, frozen = false>} {
  %ring = tileas.alloc_shared : <32xi32, stages = 2>
  tileas.agents
    agent "main" warps 1 {
      scf.for %k = %n to %n step %n {
        %full = tileas.slice %ring[%i] : <32xi32, stages = 2>
        %0 = tileas.shared_load %full : <32xi32> -> tensor<32xi32, #l>
        %a = tileas.alloc_shared : <32xi32>
        tileas.shared_store %0 to %a : tensor<32xi32, #l>, <32xi32>
      }
      %b = tileas.alloc_shared : <64xi32>
      %1 = tileas.shared_load %b : <64xi32> -> tensor<64xi32, #two>
    }
    agent "load" warps 1 {
      %v = tileaa.iota : tensor<32xi32, #l>
      scf.for %k = %n to %n step %n {
        %empty = tileas.slice %ring[%i] : <32xi32, stages = 2>
        tileas.shared_store %v to %empty : tensor<32xi32, #l>, <32xi32>
      }
      %c = tileas.alloc_shared : <32xi32>
      tileas.shared_store %v to %c : tensor<32xi32, #l>, <32xi32>
    }
  tileas.return
}

// Where several read it, none of them knows when the others have.
// CHECK-LABEL: tileas.kernel @read_by_two(
// CHECK-SAME: shared = 256,
tileas.kernel @read_by_two() attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 3, shared = 0, frozen = false>} {
  %given = tileas.alloc_shared : <32xi32>
  tileas.agents
    agent "main" warps 1 {
      %0 = tileas.shared_load %given : <32xi32> -> tensor<32xi32, #l>
      %b = tileas.alloc_shared : <32xi32>
      tileas.shared_store %0 to %b : tensor<32xi32, #l>, <32xi32>
    }
    agent "more" warps 1 {
      %0 = tileas.shared_load %given : <32xi32> -> tensor<32xi32, #l>
    }
    agent "load" warps 1 {
      %v = tileaa.iota : tensor<32xi32, #l>
      tileas.shared_store %v to %given : tensor<32xi32, #l>, <32xi32>
    }
  tileas.return
}

// Nor where the reader fills a part itself.
// CHECK-LABEL: tileas.kernel @filled_by_reader(
// CHECK-SAME: shared = 256,
tileas.kernel @filled_by_reader() attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 2, shared = 0, frozen = false>} {
  %given = tileas.alloc_shared : <32xi32>
  tileas.agents
    agent "main" warps 1 {
      %0 = tileas.shared_load %given : <32xi32> -> tensor<32xi32, #l>
      tileas.shared_store %0 to %given : tensor<32xi32, #l>, <32xi32>
      %b = tileas.alloc_shared : <32xi32>
      tileas.shared_store %0 to %b : tensor<32xi32, #l>, <32xi32>
    }
    agent "load" warps 1 {
      %v = tileaa.iota : tensor<32xi32, #l>
      tileas.shared_store %v to %given : tensor<32xi32, #l>, <32xi32>
    }
  tileas.return
}

// Each buffer starts at a multiple of 16 bytes; an i1 takes a byte.
// CHECK-LABEL: tileas.kernel @at_once(
// CHECK-SAME: shared = 52,
// CHECK: alloc_shared at 0
// CHECK: alloc_shared at 48
tileas.kernel @at_once(%v: tensor<32xi1, #l>, %n: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %a = tileas.alloc_shared : <32xi1>
  %c = tileas.alloc_shared : <f16>
  %b = tileas.alloc_shared : <i32>
  tileas.shared_store %v to %a : tensor<32xi1, #l>, <32xi1>
  tileas.shared_store %n to %b : i32, <i32>
  %0 = tileas.shared_load %a : <32xi1> -> tensor<32xi1, #l>
  %1 = tileas.shared_load %c : <f16> -> f16
  tileas.return
}

// A tile of pointers takes the bytes of tiles that are dead, before those that no tile
// uses again are given away.
// CHECK-LABEL: tileas.kernel @pointers(
// CHECK-SAME: shared = 280,
// CHECK: alloc_shared at 256 : <!tileas.mbarrier<1>>
// CHECK: alloc_shared at 0 : <32xf32>
// CHECK: alloc_shared at 0 : <32x!tileaa.ptr>
// CHECK: alloc_shared at 272 : <!tileaa.ptr>
tileas.kernel @pointers(%v: tensor<32xf32, #l>, %p: tensor<32x!tileaa.ptr, #l>, %q: !tileaa.ptr) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %full = tileas.alloc_shared : <!tileas.mbarrier<1>>
  %a = tileas.alloc_shared : <32xf32>
  tileas.shared_store %v to %a : tensor<32xf32, #l>, <32xf32>
  %b = tileas.alloc_shared : <32x!tileaa.ptr>
  %c = tileas.alloc_shared : <!tileaa.ptr>
  tileas.shared_store %q to %c : !tileaa.ptr, <!tileaa.ptr>
  tileas.shared_store %p to %b : tensor<32x!tileaa.ptr, #l>, <32x!tileaa.ptr>
  tileas.return
}

// A buffer that a loop uses is live through all of it, even where the text uses
// it only before another one is made: the next iteration comes back.
// CHECK-LABEL: tileas.kernel @loop(
// CHECK-SAME: shared = 256,
// CHECK: alloc_shared at 0
// CHECK: scf.for
// CHECK: alloc_shared at 128
tileas.kernel @loop(%v: tensor<32xf32, #l>, %n: index) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %a = tileas.alloc_shared : <32xf32>
  tileas.shared_store %v to %a : tensor<32xf32, #l>, <32xf32>
  scf.for %i = %n to %n step %n {
    %0 = tileas.shared_load %a : <32xf32> -> tensor<32xf32, #l>
    %b = tileas.alloc_shared : <32xf32>
    tileas.shared_store %v to %b : tensor<32xf32, #l>, <32xf32>
  }
  tileas.return
}

// The two sides of a branch are never live at once.
// CHECK-LABEL: tileas.kernel @branch(
// CHECK-SAME: shared = 128,
tileas.kernel @branch(%v: tensor<32xf32, #l>, %c: i1) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  scf.if %c {
    %a = tileas.alloc_shared : <32xf32>
    tileas.shared_store %v to %a : tensor<32xf32, #l>, <32xf32>
  } else {
    %b = tileas.alloc_shared : <32xf32>
    tileas.shared_store %v to %b : tensor<32xf32, #l>, <32xf32>
  }
  tileas.return
}

// Buffers that a loop carries are live until it ends, whichever of them it has
// in its hands; a ring takes the bytes of all its stages.
// CHECK-LABEL: tileas.kernel @carried(
// CHECK-SAME: shared = 640,
// CHECK: alloc_shared at 0 : <32xf32>
// CHECK: alloc_shared at 128 : <32xf32>
// CHECK: alloc_shared at 256 : <32xf32, stages = 2>
// CHECK: alloc_shared at 512 : <32xf32>
tileas.kernel @carried(%v: tensor<32xf32, #l>, %n: index, %i: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %a = tileas.alloc_shared : <32xf32>
  %b = tileas.alloc_shared : <32xf32>
  %ring = tileas.alloc_shared : <32xf32, stages = 2>
  %r:2 = scf.for %k = %n to %n step %n iter_args(%x = %a, %y = %b) -> (!tileas.buffer<32xf32>, !tileas.buffer<32xf32>) {
    %c = tileas.alloc_shared : <32xf32>
    tileas.shared_store %v to %c : tensor<32xf32, #l>, <32xf32>
    %stage = tileas.slice %ring[%i] : <32xf32, stages = 2>
    scf.yield %y, %stage : !tileas.buffer<32xf32>, !tileas.buffer<32xf32>
  }
  %0 = tileas.shared_load %r#0 : <32xf32> -> tensor<32xf32, #l>
  tileas.return
}

// A buffer that a branch hands on is live after it.
// CHECK-LABEL: tileas.kernel @chosen(
// CHECK: alloc_shared at 0
// CHECK: alloc_shared at 128
// CHECK: alloc_shared at 256
tileas.kernel @chosen(%v: tensor<32xf32, #l>, %c: i1) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %a = scf.if %c -> !tileas.buffer<32xf32> {
    %0 = tileas.alloc_shared : <32xf32>
    tileas.shared_store %v to %0 : tensor<32xf32, #l>, <32xf32>
    scf.yield %0 : !tileas.buffer<32xf32>
  } else {
    %1 = tileas.alloc_shared : <32xf32>
    scf.yield %1 : !tileas.buffer<32xf32>
  }
  %b = tileas.alloc_shared : <32xf32>
  tileas.shared_store %v to %b : tensor<32xf32, #l>, <32xf32>
  %2 = tileas.shared_load %a : <32xf32> -> tensor<32xf32, #l>
  tileas.return
}
