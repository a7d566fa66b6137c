// Agents that are together are for threads alone, and the emulator runs them.
//
// RUN: not cuda-tile-run %s --engine=interpret 2>&1 | FileCheck %s
// RUN: cuda-tile-run %s --engine=emulate --check=all
//
// CHECK: :[[#@LINE+3]]:3: error: {{.*}}agents that are together have parts of one program, for threads alone; run it as it was before tileas-split-issue
tileas.kernel @k() attributes {spec = #tileas.kernel_spec<target = "sm_100", warps = 5, shared = 0, frozen = true>} {
  %c0 = arith.constant 0 : i32
  tileas.agents together
    agent "main" warps 4 {
      tileas.barrier
      tileas.copy_barrier %c0 of 1 from 1 passing : i32
    }
    agent "issue" warps 1 {
      tileas.barrier
      tileas.copy_barrier %c0 of 1 from 1 : i32
    }
  tileas.return
}
