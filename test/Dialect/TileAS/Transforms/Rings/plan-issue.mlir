// A warp begins copies and products for those that compute: barriers of a loop become
// some at which it alone waits, and it gets a program of its own.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-plan-issue))' --mlir-print-local-scope --remark-format=emitRemark --remarks-filter='.*' -o %t.mlir 2>%t.txt
// RUN: FileCheck %s --check-prefix=PLAN < %t.mlir
// RUN: FileCheck %s --check-prefix=REMARK < %t.txt
// RUN: sed 's/registers = 168/registers = 183, of_guards = 60/' %s | cuda-tile-opt - --pass-pipeline='builtin.module(tileas.kernel(tileas-plan-issue))' --mlir-print-local-scope | FileCheck %s --check-prefix=GUARDS
// RUN: sed 's/registers = 168/registers = 183, of_guards = 20/' %s | cuda-tile-opt - --pass-pipeline='builtin.module(tileas.kernel(tileas-plan-issue))' --mlir-print-local-scope | FileCheck %s --check-prefix=WITHOUT
// RUN: sed 's/registers = 168/registers = 183, of_guards = 20/; s/tileaa.mulf %%x, %%x :/tileaa.exp2 %%x :/' %s | cuda-tile-opt - --pass-pipeline='builtin.module(tileas.kernel(tileas-plan-issue))' --mlir-print-local-scope | FileCheck %s --check-prefix=FEW
// RUN: cuda-tile-opt %t.mlir --pass-pipeline='builtin.module(tileas.kernel(tileas-split-issue))' --mlir-print-local-scope -o %t.split.mlir
// RUN: FileCheck %s --check-prefix=SPLIT < %t.split.mlir
// RUN: cuda-tile-opt %t.split.mlir | FileCheck %s --check-prefix=AGAIN
// RUN: not cuda-tile-opt %t.mlir --pass-pipeline='builtin.module(convert-tileas-to-nvvm)' 2>&1 | FileCheck %s --check-prefix=WHOLE

// WHOLE: 'tileas.kernel' op has agents by plan that have no program; run tileas-split-issue first
// AGAIN: tileas.agents together

#x = #tileas.layout<register = [[0, 1 to 32]], lane = [[1 to 16, 0]], warp = [[32, 0], [64, 0]]>
#q = #tileas.layout<offset = [[0, 1 to 32], [1 to 4, 8 to 32], [8 to 64, 0]]>
#k = #tileas.layout<offset = [[0, 1 to 32], [1 to 4, 8 to 32], [8 to 32, 0]]>
!x = tensor<128x64xf32, #x>
!q = !tileas.buffer<128x64xf16, #q>
!k = !tileas.buffer<64x64xf16, #k>
!full = !tileas.buffer<!tileas.mbarrier<1>>
#free = #tileas.kernel_spec<target = "sm_100", warps = 4, plan = <blocks = 2, registers = 168>, shared = 40000, frozen = true>

// A product that threads wait for at once has a wait behind it, and a store behind which
// they meet a barrier. Barriers outside of the loop stay, and each place has its own. Warps
// arrive as soon as they can, and wait in the loop no sooner than the program does: ptxas
// keeps both.
// Guards of powers give up what five warps of two blocks leave a thread too few.
// GUARDS: tileas.kernel @attention({{.*}}plan = <blocks = 2, registers = 168, of_guards = 45>{{.*}}"issue"
// Where no powers are, nobody needs theirs, and else a quarter of them is too little.
// WITHOUT: tileas.kernel @attention({{.*}}plan = <blocks = 2, registers = 168, of_guards = 5>{{.*}}"issue"
// FEW: tileas.kernel @attention({{.*}}plan = <blocks = 2, registers = 183, of_guards = 20>
// FEW-NOT: "issue"
// PLAN-LABEL: tileas.kernel @attention(
// PLAN-SAME: agents = [#tileas.agent<"issue", warps = 1>]
// PLAN: tileas.barrier
// PLAN: tmem_store {{.*}} at 64 whole
// PLAN: scf.for
// PLAN: tileas.wait_phase
// PLAN: tmem_load
// PLAN-NEXT: tileas.copy_barrier %{{.*}} of 1 from 1 :
// PLAN-NEXT: tileas.sched_barrier
// PLAN-NEXT: tileaa.mulf
// PLAN: tcgen05_mma {{.*}} pending
// PLAN-NEXT: tileas.sched_barrier
// PLAN-NEXT: tileas.await_products
// PLAN: tmem_store {{.*}} at 192 whole
// PLAN-NEXT: tileas.copy_barrier %{{.*}} of 1 from 2 :
// PLAN-NEXT: tileas.sched_barrier
// PLAN-NEXT: tcgen05_mma
// PLAN: tileas.await_products
// PLAN-NEXT: tileas.barrier

// Memory lies in front of both programs, and what is given back behind them. Those that
// compute wait for no factor and begin nothing; who begins has no tile.
// SPLIT-LABEL: tileas.kernel @attention(
// SPLIT-SAME: warps = 5,
// SPLIT-NOT: agents =
// SPLIT: tileas.mbarrier_init
// SPLIT: %[[MEMORY:.*]] = tileas.tmem_alloc
// SPLIT: tileas.agents together
// SPLIT-NEXT: agent "main" warps 4 {
// SPLIT-NOT: tileas.wait_phase
// SPLIT-NOT: tcgen05_mma
// SPLIT: tileas.barrier
// SPLIT: %[[FIRST:.*]] = tileas.tmem_place at 0 in
// SPLIT-NEXT: tileas.await_products %[[MEMORY]] of_others
// SPLIT-NEXT: tileas.barrier
// SPLIT: %[[SUM:.*]] = tileas.tmem_store {{.*}} at 64 whole
// SPLIT: scf.for {{.*}} iter_args(%[[CARRIED:.*]] = %[[SUM]], %[[LAST:.*]] = %[[FIRST]])
// SPLIT-NEXT: tileas.tmem_load %[[LAST]]
// SPLIT-NEXT: tileas.copy_barrier {{.*}} from 1 passing
// SPLIT: %[[NONE:.*]] = tileas.tmem_store {{.*}} at 0 in %[[LAST]]
// SPLIT-NEXT: %[[SCORES:.*]] = tileas.tmem_place at 0 in %[[NONE]] :
// SPLIT-NEXT: tileas.sched_barrier
// SPLIT-NEXT: tileas.await_products %[[MEMORY]] of_others
// SPLIT: tileas.tmem_store {{.*}} at 192 whole
// SPLIT-NEXT: tileas.copy_barrier {{.*}} from 2 passing
// SPLIT-NEXT: tileas.sched_barrier
// SPLIT-NEXT: %[[NEXT:.*]] = tileas.tmem_place at 0 in %[[CARRIED]] :
// SPLIT-NEXT: scf.yield %[[NEXT]], %[[SCORES]]
// SPLIT: tileas.await_products %[[MEMORY]] of_others
// SPLIT-NEXT: tileas.barrier
// SPLIT-NEXT: tileas.tmem_load
// SPLIT: agent "issue" warps 1 {
// SPLIT-NOT: tmem_store
// SPLIT-NOT: tmem_load
// SPLIT: tileas.barrier
// SPLIT: %[[SUM:.*]] = tileas.tmem_place at 64 in %[[MEMORY]] :
// SPLIT: scf.for {{.*}} iter_args(%[[CARRIED:.*]] = %[[SUM]], %[[LAST:.*]] = %{{.*}})
// SPLIT: tileas.wait_phase
// SPLIT: tileas.copy_barrier {{.*}} from 1 :
// SPLIT-NEXT: %[[NONE:.*]] = tileas.tmem_place at 0 in %[[LAST]] empty :
// SPLIT-NEXT: %[[SCORES:.*]], %{{.*}} = tileas.tcgen05_mma {{.*}}, %[[NONE]] by
// SPLIT-NEXT: tileas.await_products %[[MEMORY]]{{$}}
// SPLIT-NEXT: %[[POWERS:.*]] = tileas.tmem_place at 192 in %[[MEMORY]] :
// SPLIT-NEXT: tileas.copy_barrier {{.*}} from 2 :
// SPLIT-NEXT: %[[NEXT:.*]], %{{.*}} = tileas.tcgen05_mma %[[POWERS]] {{.*}}, %[[CARRIED]] by
// SPLIT: scf.yield %[[NEXT]], %[[SCORES]]
// SPLIT: tileas.await_products %[[MEMORY]]{{$}}
// SPLIT-NEXT: tileas.barrier
// SPLIT: tileas.tmem_free

// REMARK: [[#@LINE+1]]:1: remark: [Passed] RemarkIssuingWarp {{.*}}a warp of its own begins copies and products
tileas.kernel @attention(%n: i32, %zero: i32, %one: i32) attributes {spec = #free} {
  %0 = arith.constant dense<0.0> : !x
  %p = tileas.alloc_shared at 32768 : <1xi32>
  %d = tileas.alloc_shared at 32896 : !full
  tileas.mbarrier_init %d : !full
  %m = tileas.tmem_alloc 256 by %p, %d : !tileas.buffer<1xi32>, !full
  %q = tileas.alloc_shared at 0 : !q
  %k = tileas.alloc_shared at 16384 : !k
  %f = tileas.alloc_shared at 33024 : !full
  tileas.mbarrier_init %f : !full
  tileas.barrier
  tileas.mbarrier_arrive %f[%zero] by<one> : !full
  %zeros = tileas.tmem_store %0 to %m at 0 : !x
  %first, %h = tileas.tcgen05_mma %q as<f16>, %k as<f16>, %zeros by [128, 64, 16] in %m pending : !q, !k, !tileas.tmem_tile<!x>
  tileas.await_products %m
  tileas.barrier
  %none = tileas.tmem_store %0 to %m at 64 whole : !x
  %sum, %scores = scf.for %i = %zero to %n step %one iter_args(%carried = %none, %last = %first) -> (!tileas.tmem_tile<!x>, !tileas.tmem_tile<!x>) : i32 {
    %full = tileas.mbarrier_phase %f[%zero] : !full
    tileas.wait_phase %full for %k : !k
    %x = tileas.tmem_load %last : !tileas.tmem_tile<!x>
    %late = tileaa.mulf %x, %x : !x
    tileas.barrier
    %z = tileas.tmem_store %0 to %m at 0 in %last : !tileas.tmem_tile<!x> : !x
    %s, %e = tileas.tcgen05_mma %q as<f16>, %k as<f16>, %z by [128, 64, 16] in %m : !q, !k, !tileas.tmem_tile<!x>
    %y = arith.truncf %late : !x to tensor<128x64xf16, #x>
    %powers = tileas.tmem_store %y to %m at 192 : tensor<128x64xf16, #x>
    %t, %g = tileas.tcgen05_mma %powers as<f16>, %k as<f16>, %carried by [128, 64, 16] in %m pending : !tileas.tmem_tile<tensor<128x64xf16, #x>>, !k, !tileas.tmem_tile<!x>
    scf.yield %t, %s : !tileas.tmem_tile<!x>, !tileas.tmem_tile<!x>
  }
  tileas.await_products %m
  tileas.barrier
  %r = tileas.tmem_load %sum : !tileas.tmem_tile<!x>
  tileas.tmem_free %m columns 256 by %p : !tileas.buffer<1xi32>
  tileas.return
}

// A loop that waits for its products before it reads them gains nothing by a warp more.
// REMARK-NOT: RemarkIssuingWarp
// PLAN-LABEL: tileas.kernel @at_once(
// PLAN-NOT: copy_barrier
// SPLIT-LABEL: tileas.kernel @at_once(
// SPLIT-NOT: tileas.agents
tileas.kernel @at_once(%n: i32, %zero: i32, %one: i32) attributes {spec = #free} {
  %0 = arith.constant dense<0.0> : !x
  %p = tileas.alloc_shared at 32768 : <1xi32>
  %d = tileas.alloc_shared at 32896 : !full
  tileas.mbarrier_init %d : !full
  %m = tileas.tmem_alloc 64 by %p, %d : !tileas.buffer<1xi32>, !full
  %q = tileas.alloc_shared at 0 : !q
  %k = tileas.alloc_shared at 16384 : !k
  scf.for %i = %zero to %n step %one : i32 {
    tileas.barrier
    %z = tileas.tmem_store %0 to %m at 0 : !x
    %s, %e = tileas.tcgen05_mma %q as<f16>, %k as<f16>, %z by [128, 64, 16] in %m : !q, !k, !tileas.tmem_tile<!x>
    %x = tileas.tmem_load %s : !tileas.tmem_tile<!x>
  }
  tileas.return
}

// A bound that is loaded is loaded for both.
// FEW: tileas.kernel @bounds(
// REMARK: remark: [Passed] RemarkIssuingWarp {{.*}}Function=bounds
// PLAN-LABEL: tileas.kernel @bounds(
// PLAN-SAME: "issue"
// SPLIT-LABEL: tileas.kernel @bounds(
// SPLIT: tileas.agents
// SPLIT: tileas.load %arg3 : !tileaa.ptr -> i32
// SPLIT: agent "issue"
// SPLIT: %[[BOUND:.*]], %{{.*}} = tileas.load %arg3 : !tileaa.ptr -> i32
// SPLIT: scf.for {{.*}} to %[[BOUND]] step
tileas.kernel @bounds(%n: i32, %zero: i32, %one: i32, %p: !tileaa.ptr, %b: i1) attributes {spec = #tileas.kernel_spec<target = "sm_100", warps = 4, plan = <blocks = 2, registers = 168>, shared = 40000, frozen = true>} {
  %0 = arith.constant dense<0.0> : !x
  %place = tileas.alloc_shared at 32768 : <1xi32>
  %d = tileas.alloc_shared at 32896 : !full
  tileas.mbarrier_init %d : !full
  %m = tileas.tmem_alloc 64 by %place, %d : !tileas.buffer<1xi32>, !full
  %q = tileas.alloc_shared at 0 : !q
  %k = tileas.alloc_shared at 16384 : !k
  %bound, %token = tileas.load %p : !tileaa.ptr -> i32
  %first = tileas.tmem_store %0 to %m at 0 whole : !x
  %scores = scf.for %i = %zero to %bound step %one iter_args(%last = %first) -> (!tileas.tmem_tile<!x>) : i32 {
    %x = tileas.tmem_load %last : !tileas.tmem_tile<!x>
    %z = tileas.tmem_store %0 to %m at 0 in %last : !tileas.tmem_tile<!x> : !x
    %s, %e = tileas.tcgen05_mma %q as<f16>, %k as<f16>, %z by [128, 64, 16] in %m : !q, !k, !tileas.tmem_tile<!x>
    scf.yield %s : !tileas.tmem_tile<!x>
  }
  tileas.return
}
