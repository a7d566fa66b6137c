// An agent hands sums on to another one, which adds them up. They take turns in two places,
// and each agent waits for the other by mbarriers.
//
// RUN: %python %S/twins.py %s

#x = #tileas.layout<register = [[0, 1 to 4]], lane = [[1 to 16, 0]], warp = [[32, 0], [64, 0]]>
!x = tensor<128x8xi32, #x>
!sum = !tileas.tmem_tile<!x>
tileas.kernel @add(%q: !tileaa.ptr, %n: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_100", warps = 8, shared = 64, frozen = true>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %rows = arith.constant 128 : i64
  %columns = arith.constant 8 : i64
  %yes = arith.constant true
  %place = tileas.alloc_shared at 0 : <1xi32>
  %done = tileas.alloc_shared at 8 : <!tileas.mbarrier<1>>
  %full = tileas.alloc_shared at 16 : <!tileas.mbarrier<1>, stages = 2>
  %empty = tileas.alloc_shared at 32 : <!tileas.mbarrier<4>, stages = 2>
  tileas.mbarrier_init %done : <!tileas.mbarrier<1>>
  tileas.mbarrier_init %full : <!tileas.mbarrier<1>, stages = 2>
  tileas.mbarrier_init %empty : <!tileas.mbarrier<4>, stages = 2>
  %m = tileas.tmem_alloc 64 by %place, %done : !tileas.buffer<1xi32>, !tileas.buffer<!tileas.mbarrier<1>>
  tileas.agents
    agent "main" warps 4 {
      %none = arith.constant dense<0> : !x
      %all = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none) -> (!x) : i32 {
        %n0 = tileas.tmem_slice %m[%i] of 2 by 32
        %f = tileas.mbarrier_phase %full[%i] : <!tileas.mbarrier<1>, stages = 2>
        //twin previous (has not waited for|where phase): %f = tileas.mbarrier_phase previous %full[%i] : <!tileas.mbarrier<1>, stages = 2>
        tileas.wait_phase %f
        //twin no-wait (which it has not waited for): remove
        %s = tileas.tmem_take %full[%i] at 0 in %n0 if %yes : !tileas.buffer<!tileas.mbarrier<1>, stages = 2> -> !sum
        //twin other-turn (which it has not waited for|where another turn): %s = tileas.tmem_take %full[%c1] at 0 in %n0 if %yes : !tileas.buffer<!tileas.mbarrier<1>, stages = 2> -> !sum
        %x = tileas.tmem_load %s : !sum
        tileas.mbarrier_arrive %empty[%i] : <!tileas.mbarrier<4>, stages = 2>
        //twin no-arrival (deadlock: all agents): remove
        %next = arith.addi %acc, %x : !x
        scf.yield %next : !x
      }
      %t = tileas.store %all to %q[%zero, %zero] extents[%rows, %columns] strides[%columns, %one] by<owner> : !x, !tileaa.ptr
    }
    agent "issue" warps 4 {
      scf.for %i = %c0 to %n step %c1 : i32 {
        %n1 = tileas.tmem_slice %m[%i] of 2 by 32
        %e = tileas.mbarrier_phase previous %empty[%i] : <!tileas.mbarrier<4>, stages = 2>
        tileas.wait_phase %e
        //twin too-early? (where another turn|where phase . is under way): remove
        %value = tileaa.splat %i : i32 -> !x
        %s = tileas.tmem_store %value to %n1 at 0 whole : !x
        tileas.tmem_give %s to %full[%i] : !sum, !tileas.buffer<!tileas.mbarrier<1>, stages = 2>
        //twin no-give (deadlock: all agents): remove
      }
    }
  tileas.tmem_free %m columns 64 by %place : !tileas.buffer<1xi32>
  tileas.return
}
//% - entry: add
//%   args:
//%     - ptr: i32[1024]
//%       out: 21*1024
//%     - i32:7
