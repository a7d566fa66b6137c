// Schedules that cannot be meant.
//
// RUN: cuda-tile-opt %s --split-input-file --verify-diagnostics

#spec = #tileas.kernel_spec<target = "sm_80", warps = 1, shared = 0, frozen = false>
tileas.kernel @no_loop(%n: i32) attributes {spec = #spec} {
  // expected-error @below {{'tileas.schedule' is a schedule, and stands at an scf.for}}
  %a = arith.addi %n, %n {tileas.schedule = #tileas.schedule<interval = 8, stages = 1>} : i32
  tileas.return
}

// -----

// expected-error @below {{a schedule has an interval and stages of at least 1}}
#s = #tileas.schedule<interval = 0, stages = 1>

// -----

// expected-error @below {{a slot has no negative stage or cycle}}
#s = #tileas.slot<stage = -1, cycle = 0>

// -----

#spec = #tileas.kernel_spec<target = "sm_80", warps = 1, shared = 0, frozen = false>
tileas.kernel @no_slot(%n: i32, %c: i32) attributes {spec = #spec} {
  scf.for %i = %c to %n step %c : i32 {
    // expected-error @below {{has no 'tileas.slot', which each op of a loop with a schedule has}}
    %a = arith.addi %i, %i : i32
  } {tileas.schedule = #tileas.schedule<interval = 8, stages = 2>}
  tileas.return
}

// -----

#spec = #tileas.kernel_spec<target = "sm_80", warps = 1, shared = 0, frozen = false>
tileas.kernel @no_schedule(%n: i32) attributes {spec = #spec} {
  // expected-error @below {{'tileas.slot' is a slot, and stands in a loop with a schedule}}
  %a = arith.addi %n, %n {tileas.slot = #tileas.slot<stage = 0, cycle = 0>} : i32
  tileas.return
}

// -----

#spec = #tileas.kernel_spec<target = "sm_80", warps = 1, shared = 0, frozen = false>
tileas.kernel @no_stage(%n: i32, %c: i32) attributes {spec = #spec} {
  scf.for %i = %c to %n step %c : i32 {
    // expected-error @below {{is in stage 2, but the loop has stages from 0 to 1}}
    %a = arith.addi %i, %i {tileas.slot = #tileas.slot<stage = 2, cycle = 0>} : i32
  } {tileas.schedule = #tileas.schedule<interval = 8, stages = 2>}
  tileas.return
}

// -----

#spec = #tileas.kernel_spec<target = "sm_80", warps = 1, shared = 0, frozen = false>
tileas.kernel @no_cycle(%n: i32, %c: i32) attributes {spec = #spec} {
  scf.for %i = %c to %n step %c : i32 {
    // expected-error @below {{starts in cycle 8 of an interval of 8}}
    %a = arith.addi %i, %i {tileas.slot = #tileas.slot<stage = 0, cycle = 8>} : i32
  } {tileas.schedule = #tileas.schedule<interval = 8, stages = 2>}
  tileas.return
}

// -----

#spec = #tileas.kernel_spec<target = "sm_80", warps = 1, shared = 0, frozen = false>
tileas.kernel @too_early(%n: i32, %c: i32) attributes {spec = #spec} {
  scf.for %i = %c to %n step %c : i32 {
    // expected-note @below {{this op starts later}}
    %a = arith.addi %i, %i {tileas.slot = #tileas.slot<stage = 1, cycle = 0>} : i32
    // expected-error @below {{starts before what it uses, by the schedule of its loop}}
    %b = arith.addi %a, %a {tileas.slot = #tileas.slot<stage = 0, cycle = 7>} : i32
  } {tileas.schedule = #tileas.schedule<interval = 8, stages = 2>}
  tileas.return
}

// -----

#spec = #tileas.kernel_spec<target = "sm_80", warps = 1, shared = 0, frozen = false>
// What the loop carries was made an interval before.
tileas.kernel @too_early_by_an_iteration(%n: i32, %c: i32) attributes {spec = #spec} {
  %r = scf.for %i = %c to %n step %c iter_args(%x = %c) -> (i32) : i32 {
    // expected-error @below {{starts before what it uses, by the schedule of its loop}}
    %b = arith.addi %x, %x {tileas.slot = #tileas.slot<stage = 0, cycle = 0>} : i32
    // expected-note @below {{this op starts later}}
    %a = arith.addi %b, %i {tileas.slot = #tileas.slot<stage = 1, cycle = 1>} : i32
    scf.yield %a : i32
  } {tileas.schedule = #tileas.schedule<interval = 8, stages = 2>}
  tileas.return
}

// -----

#spec = #tileas.kernel_spec<target = "sm_80", warps = 1, shared = 0, frozen = false>
tileas.kernel @expanded_and_scheduled(%n: i32, %c: i32) attributes {spec = #spec} {
  // expected-error @below {{'tileas.expanded' is a schedule, and stands at an scf.for without 'tileas.schedule'}}
  scf.for %i = %c to %n step %c : i32 {
  } {tileas.schedule = #tileas.schedule<interval = 8, stages = 2>, tileas.expanded = #tileas.schedule<interval = 8, stages = 2>}
  tileas.return
}

// -----

#spec = #tileas.kernel_spec<target = "sm_80", warps = 1, shared = 0, frozen = false>
tileas.kernel @stage_of_no_loop(%n: i32, %c: i32) attributes {spec = #spec} {
  scf.for %i = %c to %n step %c : i32 {
    // expected-error @below {{'tileas.stage' is a number, and stands in a loop with 'tileas.expanded'}}
    %a = arith.addi %i, %i {tileas.stage = 0 : i64} : i32
  }
  tileas.return
}

// -----

#spec = #tileas.kernel_spec<target = "sm_80", warps = 1, shared = 0, frozen = false>
tileas.kernel @stage_too_late(%n: i32, %c: i32) attributes {spec = #spec} {
  scf.for %i = %c to %n step %c : i32 {
    // expected-error @below {{is in stage 2, but the loop has stages from 0 to 1}}
    %a = arith.addi %i, %i {tileas.stage = 2 : i64} : i32
  } {tileas.expanded = #tileas.schedule<interval = 8, stages = 2>}
  tileas.return
}

// -----

tileas.kernel @agent(%n: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_80", warps = 4, agents = [#tileas.agent<"load", warps = 1>], shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    // expected-error @+1 {{is for agent 'store', which the spec of the kernel does not have}}
    %a = arith.addi %i, %c1 {tileas.slot = #tileas.slot<stage = 0, cycle = 0, agent = "store">} : i32
  } {tileas.schedule = #tileas.schedule<interval = 8, stages = 1>}
  tileas.return
}

// -----

// expected-error @+1 {{an agent has a name, and a power of two of warps up to 32}}
#agent = #tileas.agent<"load", warps = 3>

// -----

// expected-error @+1 {{has agents in its spec that are none: [1]}}
tileas.kernel @agents() attributes {
    spec = #tileas.kernel_spec<target = "sm_80", warps = 4, agents = [1], shared = 0, frozen = false>} {
  tileas.return
}
