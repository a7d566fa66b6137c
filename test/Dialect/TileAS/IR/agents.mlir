// Agents: text, and what is none.
//
// RUN: cuda-tile-opt %s --split-input-file --verify-diagnostics | FileCheck %s
// RUN: cuda-tile-opt %s --split-input-file --verify-diagnostics | cuda-tile-opt --split-input-file | FileCheck %s

// A constant stays with the threads that have it.
// RUN: not cuda-tile-opt %s --split-input-file --canonicalize 2>/dev/null | FileCheck %s --check-prefix=FOLDED

#one = #tileas.layout<register = [[32], [64]], lane = [[1], [2], [4], [8], [16]], warp = []>
#four = #tileas.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = [[32], [64]]>

// CHECK-LABEL: tileas.kernel @text
// CHECK: tileas.agents
// CHECK-NEXT: agent "load" warps 4 registers 40 {
// CHECK-NEXT: tileas.barrier
// CHECK-NEXT: }
// CHECK-NEXT: agent "multiply" warps 8 registers 232 {
// CHECK-NEXT: }
tileas.kernel @text() attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 12, shared = 0, frozen = false>} {
  tileas.agents
    agent "load" warps 4 registers 40 {
      tileas.barrier
    }
    agent "multiply" warps 8 registers 232 {
    }
  tileas.return
}

// An agent names the copies that its arrivals wait for.
// CHECK-LABEL: tileas.kernel @copies
// CHECK: %[[COPY:.*]] = tileas.async_copy
// CHECK: tileas.mbarrier_arrive %{{.*}}[%{{.*}}] after %[[COPY]] : <!tileas.mbarrier<1>, stages = 2>
tileas.kernel @copies(%p: !tileaa.ptr, %n: i64) attributes {spec = #tileas.kernel_spec<target = "sm_80", warps = 2, shared = 0, frozen = false>} {
  %i = arith.constant 0 : i32
  %tiles = tileas.alloc_shared : <128xi32, stages = 2>
  %full = tileas.alloc_shared : <!tileas.mbarrier<1>, stages = 2>
  tileas.agents
    agent "load" warps 1 {
      %to = tileas.slice %tiles[%i] : <128xi32, stages = 2>
      %c = tileas.async_copy %p[%n] extents [%n] strides [%n] to %to {tile = tensor<128xi32, #one>} : !tileaa.ptr, !tileas.buffer<128xi32>
      tileas.mbarrier_arrive %full[%i] after %c : <!tileas.mbarrier<1>, stages = 2>
    }
    agent "add" warps 1 {
    }
  tileas.return
}

// CHECK-LABEL: tileas.kernel @plain
// CHECK: tileas.agents attributes {test.mark}
// CHECK-NEXT: agent "a" warps 1 {
// CHECK: agent "b" warps 1 {
// CHECK: agent "c" warps 2 {
tileas.kernel @plain() attributes {spec = #tileas.kernel_spec<target = "sm_80", warps = 4, shared = 0, frozen = false>} {
  tileas.agents attributes {test.mark}
    agent "a" warps 1 {
    }
    agent "b" warps 1 {
    }
    agent "c" warps 2 {
    }
  tileas.return
}

// Inside, layouts are for the agent's warps.
// CHECK-LABEL: tileas.kernel @layouts
// FOLDED-LABEL: tileas.kernel @layouts
// FOLDED: agent "one"
// FOLDED-NEXT: arith.constant dense<7>
tileas.kernel @layouts(%b: !tileas.buffer<128xi32>) attributes {spec = #tileas.kernel_spec<target = "sm_80", warps = 5, shared = 0, frozen = false>} {
  tileas.agents
    agent "one" warps 1 {
      %x = tileas.shared_load %b : <128xi32> -> tensor<128xi32, #one>
      %c = arith.constant dense<7> : tensor<128xi32, #one>
      %y = arith.addi %x, %c : tensor<128xi32, #one>
      tileas.shared_store %y to %b : tensor<128xi32, #one>, <128xi32>
    }
    agent "four" warps 4 {
      %x = tileas.shared_load %b : <128xi32> -> tensor<128xi32, #four>
    }
  tileas.return
}

// -----

tileas.kernel @k() attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>} {
  // expected-error @+1 {{has agents, each with a name, warps and a program}}
  tileas.agents
  tileas.return
}

// -----

tileas.kernel @k() attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 16, shared = 0, frozen = false>} {
  // expected-error @+1 {{has 16 agents; there are barriers for 15}}
  tileas.agents
    agent "0" warps 1 {
    }
    agent "1" warps 1 {
    }
    agent "2" warps 1 {
    }
    agent "3" warps 1 {
    }
    agent "4" warps 1 {
    }
    agent "5" warps 1 {
    }
    agent "6" warps 1 {
    }
    agent "7" warps 1 {
    }
    agent "8" warps 1 {
    }
    agent "9" warps 1 {
    }
    agent "10" warps 1 {
    }
    agent "11" warps 1 {
    }
    agent "12" warps 1 {
    }
    agent "13" warps 1 {
    }
    agent "14" warps 1 {
    }
    agent "15" warps 1 {
    }
  tileas.return
}

// -----

tileas.kernel @k() attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>} {
  // expected-error @+1 {{has agents of 3 warps in a kernel of 4}}
  tileas.agents
    agent "a" warps 1 {
    }
    agent "b" warps 2 {
    }
  tileas.return
}

// -----

tileas.kernel @k() attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>} {
  // expected-error @+1 {{gives agent 'a' 0 warps; they must be a power of two of the 4}}
  tileas.agents
    agent "a" warps 0 {
    }
    agent "b" warps 4 {
    }
  tileas.return
}

// -----

tileas.kernel @k() attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>} {
  // expected-error @+1 {{has two agents called 'a'}}
  tileas.agents
    agent "a" warps 2 {
    }
    agent "a" warps 2 {
    }
  tileas.return
}

// -----

tileas.kernel @k() attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 8, shared = 0, frozen = false>} {
  tileas.agents
    agent "a" warps 4 registers 40 {
    }
    // expected-error @+1 {{registers are said of all agents or of none}}
    agent "b" warps 4 {
    }
  tileas.return
}

// -----

tileas.kernel @k() attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 8, shared = 0, frozen = false>} {
  // expected-error @+1 {{gives agent 'b' 100 registers; they must be a multiple of 8 from 24 to 256}}
  tileas.agents
    agent "a" warps 4 registers 24 {
    }
    agent "b" warps 4 registers 100 {
    }
  tileas.return
}

// -----

tileas.kernel @k() attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 8, shared = 0, frozen = false>} {
  // expected-error @+1 {{gives agent 'a' 16 registers}}
  tileas.agents
    agent "a" warps 4 registers 16 {
    }
    agent "b" warps 4 registers 64 {
    }
  tileas.return
}

// -----

tileas.kernel @k() attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 5, shared = 0, frozen = false>} {
  // expected-error @+1 {{gives registers to agent 'a' of 1 warps, which must be a multiple of 4}}
  tileas.agents
    agent "a" warps 1 registers 24 {
    }
    agent "b" warps 4 registers 64 {
    }
  tileas.return
}

// -----

// 12 warps begin with 168 registers each.
tileas.kernel @k() attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 12, shared = 0, frozen = false>} {
  // expected-error @+1 {{gives its agents 65536 registers, but the kernel is launched with 64512}}
  tileas.agents
    agent "load" warps 4 registers 32 {
    }
    agent "multiply" warps 8 registers 240 {
    }
  tileas.return
}

// -----

tileas.kernel @k() attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 8, max_registers = 64, shared = 0, frozen = false>} {
  // expected-error @+1 {{gives its agents 17408 registers, but the kernel is launched with 16384}}
  tileas.agents
    agent "a" warps 4 registers 24 {
    }
    agent "b" warps 4 registers 112 {
    }
  tileas.return
}

// -----

tileas.kernel @k() attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 8, shared = 0, frozen = false>} {
  tileas.agents
    agent "a" warps 4 registers 24 {
    }
    agent "b" warps 4 registers 240 {
    }
  // expected-error @+1 {{follows agents that keep their registers; only 'return' may}}
  tileas.barrier
  tileas.return
}

// -----

tileas.kernel @k() attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 8, shared = 0, min_ctas_per_sm = 1, frozen = false>} {
  // expected-error @+1 {{block with no terminator}}
  tileas.agents
    agent "a" warps 4 registers 24 {
    }
    agent "b" warps 4 registers 240 {
    }
}

// -----

tileas.kernel @k() attributes {spec = #tileas.kernel_spec<target = "sm_80", warps = 8, shared = 0, frozen = false>} {
  // expected-error @+1 {{by setmaxnreg, which sm_80 does not have}}
  tileas.agents
    agent "a" warps 4 registers 24 {
    }
    agent "b" warps 4 registers 64 {
    }
  tileas.return
}

// -----

tileas.kernel @k() attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  tileas.agents
    agent "a" warps 1 {
      // expected-error @+1 {{has no place in an agent}}
      %b = tileas.claim_scratch 16 align 16
    }
  tileas.return
}

// -----

tileas.kernel @k() attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  tileas.agents
    agent "a" warps 1 {
      // expected-error @+1 {{stands in the kernel's own block, where all threads come by}}
      tileas.agents
        agent "b" warps 1 {
        }
    }
  tileas.return
}

// -----

#one = #tileas.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = []>
tileas.kernel @k(%b: !tileas.buffer<32xi32>) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %x = tileas.shared_load %b : <32xi32> -> tensor<32xi32, #one>
  tileas.agents
    agent "a" warps 1 {
      // expected-error @+1 {{in agent 'a' takes from outside a 'tensor<32xi32, #tileas.layout}}
      tileas.shared_store %x to %b : tensor<32xi32, #one>, <32xi32>
    }
  tileas.return
}

// -----

tileas.kernel @k() attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %x = arith.constant 0 : i32
  %g = builtin.unrealized_conversion_cast %x : i32 to !tileas.completion
  tileas.agents
    agent "a" warps 1 {
      // expected-error @+1 {{takes from outside a '!tileas.completion', which lies with other threads}}
      %y = builtin.unrealized_conversion_cast %g : !tileas.completion to i32
    }
  tileas.return
}

// -----

// Agents that are together come to the barriers of all.
// CHECK-LABEL: tileas.kernel @together
// CHECK: tileas.agents together
// CHECK-NEXT: agent "main" warps 4 {
// CHECK: tileas.copy_barrier %{{.*}} of 1 from 1 passing : i32
tileas.kernel @together(%c: i32) attributes {spec = #tileas.kernel_spec<target = "sm_100", warps = 5, shared = 0, frozen = false>} {
  tileas.agents together
    agent "main" warps 4 {
      tileas.barrier
      tileas.copy_barrier %c of 1 from 1 passing : i32
    }
    agent "issue" warps 1 {
      tileas.barrier
      tileas.copy_barrier %c of 1 from 1 : i32
    }
  tileas.return
}

// -----

tileas.kernel @k() attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 8, min_ctas_per_sm = 1, shared = 0, frozen = false>} {
  // expected-error @+1 {{gives registers to agents that are together}}
  tileas.agents together
    agent "a" warps 4 registers 128 {
    }
    agent "b" warps 4 registers 128 {
    }
  tileas.return
}

// -----

tileas.kernel @k(%c: i32) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  tileas.agents
    agent "a" warps 1 {
      // expected-error @+1 {{is passed by warps of an agent that is together with others, and only there}}
      tileas.copy_barrier %c of 1 from 1 passing : i32
    }
  tileas.return
}

// -----

tileas.kernel @k(%m: !tileas.tmem) attributes {spec = #tileas.kernel_spec<target = "sm_100", warps = 4, shared = 0, frozen = false>} {
  // expected-error @+1 {{waits for products of another agent, and stands in none that is together with others}}
  tileas.await_products %m of_others
  tileas.return
}
