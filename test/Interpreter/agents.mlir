// An agent fills a ring of three stages by bulk copies, another one adds up what
// comes, and both wait for one another by mbarriers.
//
// RUN: %python %S/twins.py %s

#l = #tileas.layout<register = [[32]], lane = [[1], [2], [4], [8], [16]], warp = [[64]]>
tileas.kernel @sum(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 3, shared = 2048, frozen = true>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 128 : i64
  %bytes = arith.constant 512 : i64
  %ring = tileas.alloc_shared at 0 : <128xi32, stages = 3>
  %full = tileas.alloc_shared at 1536 : <!tileas.mbarrier<1>, stages = 3>
  %empty = tileas.alloc_shared at 1568 : <!tileas.mbarrier<2>, stages = 3>
  tileas.mbarrier_init %full : <!tileas.mbarrier<1>, stages = 3>
  //twin no-init (nobody has begun mbarrier 0 of the ring): remove
  tileas.mbarrier_init %empty : <!tileas.mbarrier<2>, stages = 3>
  //twin begins-twice (have begun already): tileas.mbarrier_init %full : <!tileas.mbarrier<1>, stages = 3>
  tileas.agents
    agent "load" warps 1 {
      scf.for %i = %c0 to %n step %c1 : i32 {
        %e = tileas.mbarrier_phase previous %empty[%i] : <!tileas.mbarrier<2>, stages = 3>
        //twin wrong-phase (deadlock: all agents): %e = tileas.mbarrier_phase %empty[%i] : <!tileas.mbarrier<2>, stages = 3>
        tileas.wait_phase %e
        //twin early-reuse? (holds nothing|to which an earlier copy is under way|where phase . is under way): remove
        %to = tileas.slice %ring[%i] : <128xi32, stages = 3>
        %wide = arith.extsi %i : i32 to i64
        %offset = arith.muli %wide, %bytes : i64
        %from = tileaa.ptr_add %p, %offset : !tileaa.ptr, i64
        tileas.mbarrier_arrive %full[%i] expecting 512 : <!tileas.mbarrier<1>, stages = 3>
        //twin never-full (deadlock: all agents): remove
        //twin expects-more (deadlock: all agents|and not in the one): tileas.mbarrier_arrive %full[%i] expecting 528 : <!tileas.mbarrier<1>, stages = 3>
        //twin expects-nothing (holds nothing|and not in the one that it is for|to which an earlier copy is under way): tileas.mbarrier_arrive %full[%i] : <!tileas.mbarrier<1>, stages = 3>
        tileas.bulk_copy %from to %to on %full[%i] : <128xi32>, !tileas.buffer<!tileas.mbarrier<1>, stages = 3>
        //twin never-copies (deadlock: all agents): remove
        //twin wrong-stage (and not in the one that it is for|deadlock|holds nothing): tileas.bulk_copy %from to %to on %full[%c0] : <128xi32>, !tileas.buffer<!tileas.mbarrier<1>, stages = 3>
      }
    }
    agent "add" warps 2 {
      %none = arith.constant dense<0> : tensor<128xi32, #l>
      %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none) -> (tensor<128xi32, #l>) : i32 {
        %from = tileas.slice %ring[%i] : <128xi32, stages = 3>
        %f = tileas.mbarrier_phase %full[%i] : <!tileas.mbarrier<1>, stages = 3>
        //twin early-phase (holds nothing|where phase . is under way|expected): %f = tileas.mbarrier_phase previous %full[%i] : <!tileas.mbarrier<1>, stages = 3>
        tileas.wait_phase %f for %from : !tileas.buffer<128xi32>
        //twin no-wait (holds nothing|where phase . is under way): remove
        %x = tileas.shared_load %from : <128xi32> -> tensor<128xi32, #l>
        tileas.mbarrier_arrive %empty[%i] : <!tileas.mbarrier<2>, stages = 3>
        //twin never-empty (deadlock: all agents): remove
        //twin arrives-early (arrives for phase . of mbarrier .|waits for phase -1 of mbarrier .): %next = arith.addi %i, %c1 : i32 tileas.mbarrier_arrive %empty[%next] : <!tileas.mbarrier<2>, stages = 3>
        //twin arrives-twice (2 warps arrive for|arrives for phase): tileas.mbarrier_arrive %empty[%i] : <!tileas.mbarrier<2>, stages = 3> tileas.mbarrier_arrive %empty[%i] : <!tileas.mbarrier<2>, stages = 3>
        %s = arith.addi %acc, %x : tensor<128xi32, #l>
        scf.yield %s : tensor<128xi32, #l>
      }
      %t = tileas.store %sum to %q[%zero] extents [%size] strides [%one] by<owner> : tensor<128xi32, #l>, !tileaa.ptr
    }
  tileas.return
}
//% - entry: sum
//%   args:
//%     - ptr: i32[1280]
//%       in: 0..127 1*128 2*128 3*128 4*128 5*128 6*128 7*128 8*128 9*128
//%     - ptr: i32[128]
//%       out: 45..172
//%     - i32:10
