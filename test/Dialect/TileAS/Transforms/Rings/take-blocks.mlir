// The agents of a kernel go on with tile blocks that have not begun: one asks, all read the
// answers, and the number of the tile block is what they say. What is the same for all
// tile blocks stays in front of the loop, but for tiles.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-take-blocks))' --mlir-print-local-scope --remark-format=emitRemark --remarks-filter='.*' -o %t.mlir 2>%t.txt
// RUN: FileCheck %s < %t.mlir
// RUN: FileCheck %s --check-prefix=REMARK --implicit-check-not=remark: < %t.txt
// RUN: cuda-tile-opt %t.mlir --pass-pipeline='builtin.module(tileas.kernel(tileas-lower-rings,tileas-place-sums,tileas-alternate-sums,tileas-allocate-shared,tileas-place-barriers))' --mlir-print-local-scope | FileCheck %s --check-prefix=LATER

#x = #tileas.layout<register = [[0, 1 to 32]], lane = [[1 to 16, 0]], warp = [[32, 0], [64, 0]]>
#a = #tileas.layout<offset = [[0, 1 to 32], [1 to 4, 8 to 32], [8 to 64, 0]]>
#b = #tileas.layout<offset = [[0, 1 to 32], [1 to 4, 8 to 32], [8 to 32, 0]]>
!x = tensor<128x64xf32, #x>
!a = !tileas.buffer<128x64xf16, #a>
!b = !tileas.buffer<64x64xf16, #b>
!as = !tileas.buffer<128x64xf16, #a, stages = 8>
!bs = !tileas.buffer<64x64xf16, #b, stages = 8>
#plan = #tileas.kernel_spec<target = "sm_100", warps = 5, plan = <blocks = 1, registers = 168>, shared = 0, frozen = false>

// CHECK-LABEL: tileas.kernel @tiles(
// CHECK: %[[BUFFER:.*]] = tileas.alloc_shared : <4xi32, stages = 2>
// CHECK-NEXT: %[[ANSWERS:.*]] = tileas.ring %[[BUFFER]]
// CHECK-NEXT: tileas.agents
// CHECK-NEXT: agent "main" warps 4 {
// CHECK-NOT: dense
// CHECK: %[[BX:[a-z0-9_]+]], %[[BY:.*]], %[[BZ:.*]] = tileaa.block_id
// CHECK-NEXT: scf.while (%[[TURN:.*]] = %{{.*}}, %[[X:.*]] = %[[BX]], %[[Y:.*]] = %[[BY]], %[[Z:.*]] = %[[BZ]])
// CHECK: arith.constant dense
// CHECK: tileas.tcgen05_mma
// CHECK-DAG: arith.extui %[[X]]
// CHECK-DAG: arith.extui %[[Y]]
// CHECK: tileas.store
// CHECK-NEXT: %[[ANSWER:.*]] = tileas.wait %[[ANSWERS]][%[[TURN]]]
// CHECK-NEXT: %[[EXISTS:.*]], %[[NX:.*]], %[[NY:.*]], %[[NZ:.*]] = tileas.next_block %[[ANSWER]]
// CHECK-NEXT: tileas.release %[[ANSWERS]][%[[TURN]]]
// CHECK-NEXT: %[[NEXT:.*]] = arith.addi %[[TURN]], %{{.*}} : i32
// CHECK-NEXT: scf.condition(%[[EXISTS]]) %[[NEXT]], %[[NX]], %[[NY]], %[[NZ]]
// CHECK-NOT: tileaa.block_id
// CHECK-NOT: ask_block
// CHECK: agent "load" warps 1 {
// CHECK: tileas.tensor_map
// CHECK: tileas.tensor_map
// CHECK: scf.while (%[[TURN:.*]] = %{{.*}}, %[[X:.*]] = %{{.*}}, %[[Y:.*]] = %{{.*}}, %{{.*}} = %{{.*}})
// CHECK-NEXT: %[[TO:.*]] = tileas.acquire %[[ANSWERS]][%[[TURN]]]
// CHECK-NEXT: %[[ASKED:.*]] = tileas.ask_block to %[[TO]]
// CHECK-NEXT: tileas.commit %[[ANSWERS]][%[[TURN]]] after %[[ASKED]]
// CHECK: tileas.tensor_copy %{{.*}}[%[[X]],
// CHECK: tileas.tensor_copy %{{.*}}[%{{.*}}, %[[Y]]]
// CHECK: tileas.wait %[[ANSWERS]][%[[TURN]]]
// CHECK: scf.condition

// The warp that begins products reads the answers, too; and nobody meets for them.
// LATER-LABEL: tileas.kernel @tiles(
// LATER: %[[ANSWERS:.*]] = tileas.alloc_shared at {{.*}} : <4xi32, stages = 2>
// LATER: %[[FULL:.*]] = tileas.alloc_shared at {{.*}} : <!tileas.mbarrier<1>, stages = 2>
// LATER: %[[EMPTY:.*]] = tileas.alloc_shared at {{.*}} : <!tileas.mbarrier<6>, stages = 2>
// LATER: agent "main"
// LATER: tileas.tmem_take
// LATER: tileas.next_block
// LATER-NEXT: tileas.mbarrier_arrive %[[EMPTY]]
// LATER: agent "load"
// LATER-NOT: tileas.barrier
// LATER: tileas.ask_block to %{{.*}} on %[[FULL]]
// LATER-NOT: tileas.barrier
// LATER: tileas.mbarrier_arrive %[[FULL]][%{{.*}}] expecting 16 by<one>
// LATER: tileas.next_block
// LATER: agent "issue"
// LATER: scf.while
// LATER: tileas.tmem_give
// LATER: tileas.wait_phase
// LATER-NEXT: tileas.next_block
// LATER-NEXT: tileas.mbarrier_arrive %[[EMPTY]]
// REMARK: remark: [Passed] RemarkTakesBlocks {{.*}}a tile block goes on with those that have not begun
tileas.kernel @tiles(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i32) attributes {spec = #plan} {
  %s1 = tileas.alloc_shared : <!tileaa.ptr>
  %s2 = tileas.alloc_shared : <!tileaa.ptr>
  %as = tileas.alloc_shared : <128x64xf16, #a, stages = 8>
  %ra = tileas.ring %as : <!as>
  %bs = tileas.alloc_shared : <64x64xf16, #b, stages = 8>
  %rb = tileas.ring %bs : <!bs>
  tileas.agents agent "main" warps 4 {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %e = arith.constant 128 : i64
    %one = arith.constant 1 : i64
    %zeros = arith.constant dense<0.0> : !x
    %x, %y, %z = tileaa.block_id
    %r = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zeros) -> (!x) : i32 {
      %a = tileas.wait %ra[%k] : <!as>
      %b = tileas.wait %rb[%k] : <!bs>
      %t, %end = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %acc by [128, 64, 16] : !a, !b, !x
      tileas.release %rb[%k] after %end : !tileas.completion<product> : <!bs>
      tileas.release %ra[%k] after %end : !tileas.completion<product> : <!as>
      scf.yield %t : !x
    }
    %row = arith.extui %x : i32 to i64
    %column = arith.extui %y : i32 to i64
    %u = tileas.store %r to %q[%row, %column] extents[%e, %e] strides[%e, %one] by<owner> : !x, !tileaa.ptr
  } agent "load" warps 1 {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %e = arith.constant 128 : i64
    %one = arith.constant 1 : i64
    %ma = tileas.tensor_map %p extents[%e, %e] strides[%e, %one] spare %s1 : <!a>
    %mb = tileas.tensor_map %p extents[%e, %e] strides[%e, %one] spare %s2 : <!b>
    scf.for %k = %c0 to %n step %c1 : i32 {
      %x, %y, %z = tileaa.block_id
      %a = tileas.acquire %ra[%k] : <!as>
      %ca = tileas.tensor_copy %ma[%x, %k] to %a : <!a> -> !tileas.completion
      tileas.commit %ra[%k] after %ca : <!as>
      %b = tileas.acquire %rb[%k] : <!bs>
      %cb = tileas.tensor_copy %mb[%k, %y] to %b : <!b> -> !tileas.completion
      tileas.commit %rb[%k] after %cb : <!bs>
    }
  }
  tileas.release_map %s1
  tileas.release_map %s2
  tileas.return
}

// Programs that may wait for others, or that would gain nothing, stay as they are.
// CHECK-LABEL: tileas.kernel @strong(
// CHECK-NOT: ask_block
// REMARK: remark: [Missed] RemarkTakesBlocks {{.*}}an access is not weak
tileas.kernel @strong(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i32) attributes {spec = #plan} {
  %s1 = tileas.alloc_shared : <!tileaa.ptr>
  %s2 = tileas.alloc_shared : <!tileaa.ptr>
  %as = tileas.alloc_shared : <128x64xf16, #a, stages = 8>
  %ra = tileas.ring %as : <!as>
  %bs = tileas.alloc_shared : <64x64xf16, #b, stages = 8>
  %rb = tileas.ring %bs : <!bs>
  tileas.agents agent "main" warps 4 {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %e = arith.constant 128 : i64
    %one = arith.constant 1 : i64
    %zeros = arith.constant dense<0.0> : !x
    %x, %y, %z = tileaa.block_id
    %r = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zeros) -> (!x) : i32 {
      %a = tileas.wait %ra[%k] : <!as>
      %b = tileas.wait %rb[%k] : <!bs>
      %t, %end = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %acc by [128, 64, 16] : !a, !b, !x
      tileas.release %rb[%k] after %end : !tileas.completion<product> : <!bs>
      tileas.release %ra[%k] after %end : !tileas.completion<product> : <!as>
      scf.yield %t : !x
    }
    %row = arith.extui %x : i32 to i64
    %column = arith.extui %y : i32 to i64
    %u = tileas.store %r to %q[%row, %column] extents[%e, %e] strides[%e, %one] ordering<relaxed> scope<device> by<owner> : !x, !tileaa.ptr
  } agent "load" warps 1 {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %e = arith.constant 128 : i64
    %one = arith.constant 1 : i64
    %ma = tileas.tensor_map %p extents[%e, %e] strides[%e, %one] spare %s1 : <!a>
    %mb = tileas.tensor_map %p extents[%e, %e] strides[%e, %one] spare %s2 : <!b>
    scf.for %k = %c0 to %n step %c1 : i32 {
      %x, %y, %z = tileaa.block_id
      %a = tileas.acquire %ra[%k] : <!as>
      %ca = tileas.tensor_copy %ma[%x, %k] to %a : <!a> -> !tileas.completion
      tileas.commit %ra[%k] after %ca : <!as>
      %b = tileas.acquire %rb[%k] : <!bs>
      %cb = tileas.tensor_copy %mb[%k, %y] to %b : <!b> -> !tileas.completion
      tileas.commit %rb[%k] after %cb : <!bs>
    }
  }
  tileas.release_map %s1
  tileas.release_map %s2
  tileas.return
}

// CHECK-LABEL: tileas.kernel @uncounted(
// CHECK-NOT: ask_block
// REMARK: remark: [Missed] RemarkTakesBlocks {{.*}}a loop that nobody counts may wait
tileas.kernel @uncounted(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i32) attributes {spec = #plan} {
  %s1 = tileas.alloc_shared : <!tileaa.ptr>
  %s2 = tileas.alloc_shared : <!tileaa.ptr>
  %as = tileas.alloc_shared : <128x64xf16, #a, stages = 8>
  %ra = tileas.ring %as : <!as>
  %bs = tileas.alloc_shared : <64x64xf16, #b, stages = 8>
  %rb = tileas.ring %bs : <!bs>
  tileas.agents agent "main" warps 4 {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %e = arith.constant 128 : i64
    %one = arith.constant 1 : i64
    %zeros = arith.constant dense<0.0> : !x
    %x, %y, %z = tileaa.block_id
    %r = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zeros) -> (!x) : i32 {
      %a = tileas.wait %ra[%k] : <!as>
      %b = tileas.wait %rb[%k] : <!bs>
      %t, %end = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %acc by [128, 64, 16] : !a, !b, !x
      tileas.release %rb[%k] after %end : !tileas.completion<product> : <!bs>
      tileas.release %ra[%k] after %end : !tileas.completion<product> : <!as>
      scf.yield %t : !x
    }
    scf.while : () -> () {
      %goes = arith.cmpi slt, %n, %c0 : i32
      scf.condition(%goes)
    } do {
      scf.yield
    }
    %row = arith.extui %x : i32 to i64
    %column = arith.extui %y : i32 to i64
    %u = tileas.store %r to %q[%row, %column] extents[%e, %e] strides[%e, %one] by<owner> : !x, !tileaa.ptr
  } agent "load" warps 1 {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %e = arith.constant 128 : i64
    %one = arith.constant 1 : i64
    %ma = tileas.tensor_map %p extents[%e, %e] strides[%e, %one] spare %s1 : <!a>
    %mb = tileas.tensor_map %p extents[%e, %e] strides[%e, %one] spare %s2 : <!b>
    scf.for %k = %c0 to %n step %c1 : i32 {
      %x, %y, %z = tileaa.block_id
      %a = tileas.acquire %ra[%k] : <!as>
      %ca = tileas.tensor_copy %ma[%x, %k] to %a : <!a> -> !tileas.completion
      tileas.commit %ra[%k] after %ca : <!as>
      %b = tileas.acquire %rb[%k] : <!bs>
      %cb = tileas.tensor_copy %mb[%k, %y] to %b : <!b> -> !tileas.completion
      tileas.commit %rb[%k] after %cb : <!bs>
    }
  }
  tileas.release_map %s1
  tileas.release_map %s2
  tileas.return
}

// CHECK-LABEL: tileas.kernel @persistent(
// CHECK-NOT: ask_block
// REMARK: remark: [Missed] RemarkTakesBlocks {{.*}}the program knows how many tile blocks there are
tileas.kernel @persistent(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i32) attributes {spec = #plan} {
  %s1 = tileas.alloc_shared : <!tileaa.ptr>
  %s2 = tileas.alloc_shared : <!tileaa.ptr>
  %as = tileas.alloc_shared : <128x64xf16, #a, stages = 8>
  %ra = tileas.ring %as : <!as>
  %bs = tileas.alloc_shared : <64x64xf16, #b, stages = 8>
  %rb = tileas.ring %bs : <!bs>
  tileas.agents agent "main" warps 4 {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %e = arith.constant 128 : i64
    %one = arith.constant 1 : i64
    %zeros = arith.constant dense<0.0> : !x
    %x, %y, %z = tileaa.block_id
    %r = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zeros) -> (!x) : i32 {
      %a = tileas.wait %ra[%k] : <!as>
      %b = tileas.wait %rb[%k] : <!bs>
      %t, %end = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %acc by [128, 64, 16] : !a, !b, !x
      tileas.release %rb[%k] after %end : !tileas.completion<product> : <!bs>
      tileas.release %ra[%k] after %end : !tileas.completion<product> : <!as>
      scf.yield %t : !x
    }
    %nx, %ny, %nz = tileaa.num_blocks
    %row = arith.extui %nx : i32 to i64
    %column = arith.extui %y : i32 to i64
    %u = tileas.store %r to %q[%row, %column] extents[%e, %e] strides[%e, %one] by<owner> : !x, !tileaa.ptr
  } agent "load" warps 1 {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %e = arith.constant 128 : i64
    %one = arith.constant 1 : i64
    %ma = tileas.tensor_map %p extents[%e, %e] strides[%e, %one] spare %s1 : <!a>
    %mb = tileas.tensor_map %p extents[%e, %e] strides[%e, %one] spare %s2 : <!b>
    scf.for %k = %c0 to %n step %c1 : i32 {
      %x, %y, %z = tileaa.block_id
      %a = tileas.acquire %ra[%k] : <!as>
      %ca = tileas.tensor_copy %ma[%x, %k] to %a : <!a> -> !tileas.completion
      tileas.commit %ra[%k] after %ca : <!as>
      %b = tileas.acquire %rb[%k] : <!bs>
      %cb = tileas.tensor_copy %mb[%k, %y] to %b : <!b> -> !tileas.completion
      tileas.commit %rb[%k] after %cb : <!bs>
    }
  }
  tileas.release_map %s1
  tileas.release_map %s2
  tileas.return
}

// CHECK-LABEL: tileas.kernel @asserts(
// CHECK-NOT: ask_block
// REMARK: remark: [Missed] RemarkTakesBlocks {{.*}}a tile block does more than to compute
tileas.kernel @asserts(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i32) attributes {spec = #plan} {
  %s1 = tileas.alloc_shared : <!tileaa.ptr>
  %s2 = tileas.alloc_shared : <!tileaa.ptr>
  %as = tileas.alloc_shared : <128x64xf16, #a, stages = 8>
  %ra = tileas.ring %as : <!as>
  %bs = tileas.alloc_shared : <64x64xf16, #b, stages = 8>
  %rb = tileas.ring %bs : <!bs>
  tileas.agents agent "main" warps 4 {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %e = arith.constant 128 : i64
    %one = arith.constant 1 : i64
    %zeros = arith.constant dense<0.0> : !x
    %x, %y, %z = tileaa.block_id
    %r = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zeros) -> (!x) : i32 {
      %a = tileas.wait %ra[%k] : <!as>
      %b = tileas.wait %rb[%k] : <!bs>
      %t, %end = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %acc by [128, 64, 16] : !a, !b, !x
      tileas.release %rb[%k] after %end : !tileas.completion<product> : <!bs>
      tileas.release %ra[%k] after %end : !tileas.completion<product> : <!as>
      scf.yield %t : !x
    }
    %holds = arith.cmpi slt, %n, %c0 : i32
    tileas.assert %holds, "no" : i1
    %row = arith.extui %x : i32 to i64
    %column = arith.extui %y : i32 to i64
    %u = tileas.store %r to %q[%row, %column] extents[%e, %e] strides[%e, %one] by<owner> : !x, !tileaa.ptr
  } agent "load" warps 1 {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %e = arith.constant 128 : i64
    %one = arith.constant 1 : i64
    %ma = tileas.tensor_map %p extents[%e, %e] strides[%e, %one] spare %s1 : <!a>
    %mb = tileas.tensor_map %p extents[%e, %e] strides[%e, %one] spare %s2 : <!b>
    scf.for %k = %c0 to %n step %c1 : i32 {
      %x, %y, %z = tileaa.block_id
      %a = tileas.acquire %ra[%k] : <!as>
      %ca = tileas.tensor_copy %ma[%x, %k] to %a : <!a> -> !tileas.completion
      tileas.commit %ra[%k] after %ca : <!as>
      %b = tileas.acquire %rb[%k] : <!bs>
      %cb = tileas.tensor_copy %mb[%k, %y] to %b : <!b> -> !tileas.completion
      tileas.commit %rb[%k] after %cb : <!bs>
    }
  }
  tileas.release_map %s1
  tileas.release_map %s2
  tileas.return
}

// CHECK-LABEL: tileas.kernel @own_map(
// CHECK-NOT: ask_block
// REMARK: remark: [Missed] RemarkTakesBlocks {{.*}}a tensor map is of one tile block alone
tileas.kernel @own_map(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i32) attributes {spec = #plan} {
  %s1 = tileas.alloc_shared : <!tileaa.ptr>
  %s2 = tileas.alloc_shared : <!tileaa.ptr>
  %as = tileas.alloc_shared : <128x64xf16, #a, stages = 8>
  %ra = tileas.ring %as : <!as>
  %bs = tileas.alloc_shared : <64x64xf16, #b, stages = 8>
  %rb = tileas.ring %bs : <!bs>
  tileas.agents agent "main" warps 4 {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %e = arith.constant 128 : i64
    %one = arith.constant 1 : i64
    %zeros = arith.constant dense<0.0> : !x
    %x, %y, %z = tileaa.block_id
    %r = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zeros) -> (!x) : i32 {
      %a = tileas.wait %ra[%k] : <!as>
      %b = tileas.wait %rb[%k] : <!bs>
      %t, %end = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %acc by [128, 64, 16] : !a, !b, !x
      tileas.release %rb[%k] after %end : !tileas.completion<product> : <!bs>
      tileas.release %ra[%k] after %end : !tileas.completion<product> : <!as>
      scf.yield %t : !x
    }
    %row = arith.extui %x : i32 to i64
    %column = arith.extui %y : i32 to i64
    %u = tileas.store %r to %q[%row, %column] extents[%e, %e] strides[%e, %one] by<owner> : !x, !tileaa.ptr
  } agent "load" warps 1 {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %e = arith.constant 128 : i64
    %one = arith.constant 1 : i64
    %ux, %uy, %uz = tileaa.block_id
    %wide = arith.extui %ux : i32 to i64
    %own = tileaa.ptr_add %p, %wide : !tileaa.ptr, i64
    %ma = tileas.tensor_map %own extents[%e, %e] strides[%e, %one] spare %s1 : <!a>
    %mb = tileas.tensor_map %p extents[%e, %e] strides[%e, %one] spare %s2 : <!b>
    scf.for %k = %c0 to %n step %c1 : i32 {
      %x, %y, %z = tileaa.block_id
      %a = tileas.acquire %ra[%k] : <!as>
      %ca = tileas.tensor_copy %ma[%x, %k] to %a : <!a> -> !tileas.completion
      tileas.commit %ra[%k] after %ca : <!as>
      %b = tileas.acquire %rb[%k] : <!bs>
      %cb = tileas.tensor_copy %mb[%k, %y] to %b : <!b> -> !tileas.completion
      tileas.commit %rb[%k] after %cb : <!bs>
    }
  }
  tileas.release_map %s1
  tileas.release_map %s2
  tileas.return
}

// CHECK-LABEL: tileas.kernel @blocks(
// CHECK-NOT: ask_block
// REMARK: remark: [Missed] RemarkTakesBlocks {{.*}}an SM holds several blocks
tileas.kernel @blocks(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i32) attributes {spec = #tileas.kernel_spec<target = "sm_100", warps = 5, plan = <blocks = 2, registers = 128>, shared = 0, frozen = false>} {
  %s1 = tileas.alloc_shared : <!tileaa.ptr>
  %s2 = tileas.alloc_shared : <!tileaa.ptr>
  %as = tileas.alloc_shared : <128x64xf16, #a, stages = 8>
  %ra = tileas.ring %as : <!as>
  %bs = tileas.alloc_shared : <64x64xf16, #b, stages = 8>
  %rb = tileas.ring %bs : <!bs>
  tileas.agents agent "main" warps 4 {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %e = arith.constant 128 : i64
    %one = arith.constant 1 : i64
    %zeros = arith.constant dense<0.0> : !x
    %x, %y, %z = tileaa.block_id
    %r = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zeros) -> (!x) : i32 {
      %a = tileas.wait %ra[%k] : <!as>
      %b = tileas.wait %rb[%k] : <!bs>
      %t, %end = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %acc by [128, 64, 16] : !a, !b, !x
      tileas.release %rb[%k] after %end : !tileas.completion<product> : <!bs>
      tileas.release %ra[%k] after %end : !tileas.completion<product> : <!as>
      scf.yield %t : !x
    }
    %row = arith.extui %x : i32 to i64
    %column = arith.extui %y : i32 to i64
    %u = tileas.store %r to %q[%row, %column] extents[%e, %e] strides[%e, %one] by<owner> : !x, !tileaa.ptr
  } agent "load" warps 1 {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %e = arith.constant 128 : i64
    %one = arith.constant 1 : i64
    %ma = tileas.tensor_map %p extents[%e, %e] strides[%e, %one] spare %s1 : <!a>
    %mb = tileas.tensor_map %p extents[%e, %e] strides[%e, %one] spare %s2 : <!b>
    scf.for %k = %c0 to %n step %c1 : i32 {
      %x, %y, %z = tileaa.block_id
      %a = tileas.acquire %ra[%k] : <!as>
      %ca = tileas.tensor_copy %ma[%x, %k] to %a : <!a> -> !tileas.completion
      tileas.commit %ra[%k] after %ca : <!as>
      %b = tileas.acquire %rb[%k] : <!bs>
      %cb = tileas.tensor_copy %mb[%k, %y] to %b : <!b> -> !tileas.completion
      tileas.commit %rb[%k] after %cb : <!bs>
    }
  }
  tileas.release_map %s1
  tileas.release_map %s2
  tileas.return
}

// A GPU without launch control has nothing to say.
// CHECK-LABEL: tileas.kernel @hopper(
// CHECK-NOT: ask_block
tileas.kernel @hopper(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i32) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 5, plan = <blocks = 1, registers = 168>, shared = 0, frozen = false>} {
  %s1 = tileas.alloc_shared : <!tileaa.ptr>
  %s2 = tileas.alloc_shared : <!tileaa.ptr>
  %as = tileas.alloc_shared : <128x64xf16, #a, stages = 8>
  %ra = tileas.ring %as : <!as>
  %bs = tileas.alloc_shared : <64x64xf16, #b, stages = 8>
  %rb = tileas.ring %bs : <!bs>
  tileas.agents agent "main" warps 4 {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %e = arith.constant 128 : i64
    %one = arith.constant 1 : i64
    %zeros = arith.constant dense<0.0> : !x
    %x, %y, %z = tileaa.block_id
    %r = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zeros) -> (!x) : i32 {
      %a = tileas.wait %ra[%k] : <!as>
      %b = tileas.wait %rb[%k] : <!bs>
      %t, %end = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %acc by [128, 64, 16] : !a, !b, !x
      tileas.release %rb[%k] after %end : !tileas.completion<product> : <!bs>
      tileas.release %ra[%k] after %end : !tileas.completion<product> : <!as>
      scf.yield %t : !x
    }
    %row = arith.extui %x : i32 to i64
    %column = arith.extui %y : i32 to i64
    %u = tileas.store %r to %q[%row, %column] extents[%e, %e] strides[%e, %one] by<owner> : !x, !tileaa.ptr
  } agent "load" warps 1 {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %e = arith.constant 128 : i64
    %one = arith.constant 1 : i64
    %ma = tileas.tensor_map %p extents[%e, %e] strides[%e, %one] spare %s1 : <!a>
    %mb = tileas.tensor_map %p extents[%e, %e] strides[%e, %one] spare %s2 : <!b>
    scf.for %k = %c0 to %n step %c1 : i32 {
      %x, %y, %z = tileaa.block_id
      %a = tileas.acquire %ra[%k] : <!as>
      %ca = tileas.tensor_copy %ma[%x, %k] to %a : <!a> -> !tileas.completion
      tileas.commit %ra[%k] after %ca : <!as>
      %b = tileas.acquire %rb[%k] : <!bs>
      %cb = tileas.tensor_copy %mb[%k, %y] to %b : <!b> -> !tileas.completion
      tileas.commit %rb[%k] after %cb : <!bs>
    }
  }
  tileas.release_map %s1
  tileas.release_map %s2
  tileas.return
}
