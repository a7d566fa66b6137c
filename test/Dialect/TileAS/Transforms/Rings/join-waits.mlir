// Phases of two rings are asked for side by side, before the first one is waited for. A
// barrier keeps waits apart, as do a token and the same mbarriers: the phase behind the
// one under way is not to be told from the one before it. So do waits out of turn: the
// phase may only begin by what the wait before waits for.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-join-waits))' | FileCheck %s
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-join-waits,tileas-allocate-shared,tileas-place-barriers,tileas-freeze-kernel-spec))' -o %t.mlir
// RUN: tileiras %t.mlir --gpu-name=sm_90 --emit=ptx -o - | FileCheck %s --check-prefix=PTX
//
// RUN: %python -c "import struct; open(r'%t.hex', 'w').write(struct.pack('<2048i', *range(2048)).hex())"
// RUN: sh -c '%python %source/test/Tools/cuda-tile-run/Inputs/npy.py %t.npy "<i4" 2048 $(cat %t.hex)'
// RUN: sh -c 'set -e; for n in 0 1 3 8; do for when in eager lazy random; do cuda-tile-run %t.mlir --entry=k --arg=ptr:%t.npy --arg=ptr:new:i32[128] --arg=i32:$n --compare=emulate --check=all --async=$when --warps=random; done; done'
// RUN: sh -c 'set -e; for seed in $(seq 9); do cuda-tile-run %t.mlir --entry=k --arg=ptr:%t.npy --arg=ptr:new:i32[128] --arg=i32:5 --compare=emulate --check=all --async=random --seed=$seed; done'
//
// RUN: sed 's/phase %now in_turn$/phase %now, %later in_turn/' %s > %t.late.mlir
// RUN: not cuda-tile-run %t.late.mlir --entry=apart --arg=i32:0 --engine=interpret 2>&1 | FileCheck %s --check-prefix=LATE
//
// RUN: sh -c 'set -e; for when in eager lazy; do for seed in 1 2 3; do cuda-tile-run %t.mlir --entry=implied --arg=ptr:new:i32[32] --compare=emulate --check=all --async=$when --warps=random --seed=$seed; done; done'
// RUN: sed 's/phase %q$/phase %q in_turn/' %s > %t.implied.mlir
// RUN: not cuda-tile-run %t.implied.mlir --entry=implied --arg=ptr:new:i32[32] --engine=interpret 2>&1 | FileCheck %s --check-prefix=TURN
//
// TURN: waits in turn for phase 1 of mbarrier 0, but has not for the phase before it
//
// LATE: waits for phase 1 of mbarrier 0, where phase 0 is under way: parity tells only that and the one before it apart

// PTX-LABEL: .entry k(
// PTX: mbarrier.try_wait.parity.shared.b64 done0
// PTX-NEXT: mbarrier.try_wait.parity.shared.b64 done1
// PTX-NEXT: @done0 bra DONE0;
// PTX: WAIT0:
// PTX-NEXT: mbarrier.try_wait.parity.shared.b64 done0
// PTX-NEXT: @!done0 bra WAIT0;
// PTX: DONE0:
// PTX-NEXT: @done1 bra DONE1;
// PTX: DONE1:

#l = #tileas.layout<register = [[64]], lane = [[1], [2], [4], [8], [16]], warp = [[32]]>
#spec = #tileas.kernel_spec<target = "sm_90", warps = 2, shared = 0, frozen = false>
!ring = !tileas.buffer<128xi32, stages = 2>
!full = !tileas.buffer<!tileas.mbarrier<2>, stages = 2>

// CHECK-LABEL: tileas.kernel @k(
// CHECK: %[[A:.*]] = tileas.mbarrier_phase
// CHECK-NOT: tileas.wait_phase
// CHECK: %[[S:.*]] = tileas.slice
// CHECK: %[[B:.*]] = tileas.mbarrier_phase
// CHECK-NEXT: tileas.wait_phase %[[A]], %[[B]] in_turn for %{{.*}}, %[[S]] : !tileas.buffer<128xi32>, !tileas.buffer<128xi32>
// CHECK-NOT: tileas.wait_phase
// CHECK: tileas.return
tileas.kernel @k(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i32) attributes {spec = #spec} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 128 : i64
  %bytes = arith.constant 512 : i64
  %none = arith.constant dense<0> : tensor<128xi32, #l>
  %ring_a = tileas.alloc_shared : <128xi32, stages = 2>
  %ring_b = tileas.alloc_shared : <128xi32, stages = 2>
  %full_a = tileas.alloc_shared : <!tileas.mbarrier<2>, stages = 2>
  %full_b = tileas.alloc_shared : <!tileas.mbarrier<2>, stages = 2>
  tileas.mbarrier_init %full_a : <!tileas.mbarrier<2>, stages = 2>
  tileas.mbarrier_init %full_b : <!tileas.mbarrier<2>, stages = 2>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none) -> (tensor<128xi32, #l>) : i32 {
    %wide = arith.extsi %i : i32 to i64
    %offset = arith.muli %wide, %bytes : i64
    %from_a = tileaa.ptr_add %p, %offset : !tileaa.ptr, i64
    %from_b = tileaa.ptr_add %from_a, %bytes : !tileaa.ptr, i64
    %a = tileas.slice %ring_a[%i] : <128xi32, stages = 2>
    %to_b = tileas.slice %ring_b[%i] : <128xi32, stages = 2>
    tileas.mbarrier_arrive %full_a[%i] expecting 512 : <!tileas.mbarrier<2>, stages = 2>
    tileas.bulk_copy %from_a to %a on %full_a[%i] : <128xi32>, !full
    tileas.mbarrier_arrive %full_b[%i] expecting 512 : <!tileas.mbarrier<2>, stages = 2>
    tileas.bulk_copy %from_b to %to_b on %full_b[%i] : <128xi32>, !full
    %end_a = tileas.mbarrier_phase %full_a[%i] : <!tileas.mbarrier<2>, stages = 2>
    tileas.wait_phase %end_a in_turn for %a : !tileas.buffer<128xi32>
    %b = tileas.slice %ring_b[%i] : <128xi32, stages = 2>
    %end_b = tileas.mbarrier_phase %full_b[%i] : <!tileas.mbarrier<2>, stages = 2>
    tileas.wait_phase %end_b in_turn for %b : !tileas.buffer<128xi32>
    %x = tileas.shared_load %a : <128xi32> -> tensor<128xi32, #l>
    %y = tileas.shared_load %b : <128xi32> -> tensor<128xi32, #l>
    %both = arith.muli %x, %y : tensor<128xi32, #l>
    %s = arith.addi %acc, %both : tensor<128xi32, #l>
    scf.yield %s : tensor<128xi32, #l>
  }
  %t = tileas.store %sum to %q[%zero] extents [%size] strides [%one] by<owner> : tensor<128xi32, #l>, !tileaa.ptr
  tileas.return
}

// CHECK-LABEL: tileas.kernel @apart(
// CHECK: tileas.wait_phase %{{[0-9a-z]+}} in_turn{{$}}
// CHECK: tileas.wait_phase %{{[0-9a-z]+}} in_turn{{$}}
// CHECK: tileas.wait_phase %{{[0-9a-z]+}} in_turn -> !tileaa.token
// CHECK: tileas.wait_phase %{{[0-9a-z]+}} in_turn{{$}}
// CHECK: tileas.barrier
// CHECK: tileas.wait_phase %{{[0-9a-z]+}} in_turn{{$}}
// CHECK: tileas.return
tileas.kernel @apart(%i: i32) attributes {spec = #spec} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %first = tileas.alloc_shared at 0 : <!tileas.mbarrier<1>>
  %second = tileas.alloc_shared at 8 : <!tileas.mbarrier<1>>
  tileas.mbarrier_init %first : <!tileas.mbarrier<1>>
  tileas.mbarrier_init %second : <!tileas.mbarrier<1>>
  %now = tileas.mbarrier_phase %first[%c0] : <!tileas.mbarrier<1>>
  %later = tileas.mbarrier_phase %first[%c1] : <!tileas.mbarrier<1>>
  tileas.wait_phase %now in_turn
  tileas.wait_phase %later in_turn
  %other = tileas.mbarrier_phase %second[%c0] : <!tileas.mbarrier<1>>
  %t = tileas.wait_phase %other in_turn -> !tileaa.token
  %next = tileas.mbarrier_phase %second[%c1] : <!tileas.mbarrier<1>>
  tileas.wait_phase %next in_turn
  tileas.barrier
  tileas.wait_phase %later in_turn
  tileas.return
}

// The end of %a's phase implies that of %b's first one, for which "main" never waits.
// CHECK-LABEL: tileas.kernel @implied(
// CHECK: tileas.wait_phase %{{[0-9a-z]+}} in_turn{{$}}
// CHECK: tileas.wait_phase %{{[0-9a-z]+}}{{$}}
// CHECK: tileas.shared_load
#lanes = #tileas.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = []>
tileas.kernel @implied(%out: !tileaa.ptr) attributes {spec = #spec} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 32 : i64
  %data = tileas.alloc_shared : <32xi32>
  %a = tileas.alloc_shared : <!tileas.mbarrier<1>>
  %b = tileas.alloc_shared : <!tileas.mbarrier<1>>
  tileas.mbarrier_init %a : <!tileas.mbarrier<1>>
  tileas.mbarrier_init %b : <!tileas.mbarrier<1>>
  tileas.barrier
  tileas.agents
    agent "main" warps 1 {
      %p = tileas.mbarrier_phase %a[%c0] : <!tileas.mbarrier<1>>
      tileas.wait_phase %p in_turn
      %q = tileas.mbarrier_phase %b[%c1] : <!tileas.mbarrier<1>>
      tileas.wait_phase %q
      %v = tileas.shared_load %data : <32xi32> -> tensor<32xi32, #lanes>
      %t = tileas.store %v to %out[%zero] extents [%size] strides [%one] by<owner> : tensor<32xi32, #lanes>, !tileaa.ptr
    }
    agent "load" warps 1 {
      tileas.mbarrier_arrive %b[%c0] : <!tileas.mbarrier<1>>
      %own = tileas.mbarrier_phase %b[%c0] : <!tileas.mbarrier<1>>
      tileas.wait_phase %own in_turn
      tileas.mbarrier_arrive %a[%c0] : <!tileas.mbarrier<1>>
      %x = arith.constant dense<7> : tensor<32xi32, #lanes>
      tileas.shared_store %x to %data : tensor<32xi32, #lanes>, <32xi32>
      tileas.mbarrier_arrive %b[%c1] : <!tileas.mbarrier<1>>
    }
  tileas.return
}
