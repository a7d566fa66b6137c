// A warp of its own begins products of a loop over tiles, whose sums take turns in two
// places: the other warps wait for no factor, and it for no sum but the one before the last.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-alternate-sums))' --mlir-print-local-scope --remark-format=emitRemark --remarks-filter='.*' -o %t.mlir 2>%t.txt
// RUN: FileCheck %s < %t.mlir
// RUN: FileCheck %s --check-prefix=REMARK --implicit-check-not=remark: < %t.txt
// RUN: cuda-tile-opt %t.mlir --pass-pipeline='builtin.module(tileas.kernel(tileas-allocate-shared,tileas-place-barriers,tileas-defer-products,tileas-verify-barriers))' --mlir-print-local-scope | FileCheck %s --check-prefix=LATER

#x = #tileas.layout<register = [[0, 1 to 32]], lane = [[1 to 16, 0]], warp = [[32, 0], [64, 0]]>
#a = #tileas.layout<offset = [[0, 1 to 32], [1 to 4, 8 to 32], [8 to 64, 0]]>
#b = #tileas.layout<offset = [[0, 1 to 32], [1 to 4, 8 to 32], [8 to 32, 0]]>
!x = tensor<128x64xf32, #x>
!sum = !tileas.tmem_tile<!x>
!a = !tileas.buffer<128x64xf16, #a>
!b = !tileas.buffer<64x64xf16, #b>
!full = !tileas.buffer<!tileas.mbarrier<1>, stages = 2>
!free = !tileas.buffer<!tileas.mbarrier<5>, stages = 2>
#plan = #tileas.kernel_spec<target = "sm_100", warps = 5, plan = <blocks = 1, registers = 168>, shared = 0, frozen = false>

// Memory is twice as large, and what frees factors counts a product and the warp that
// begins it in place of a product and all warps. Shared memory has four mbarriers more.
// CHECK-LABEL: tileas.kernel @tiles(
// CHECK-SAME: warps = 6,
// CHECK: tileas.alloc_shared : <!tileas.mbarrier<2>, stages = 2>
// CHECK: %[[MEMORY:.*]] = tileas.tmem_alloc 128 by
// CHECK: %[[FULL:.*]] = tileas.alloc_shared : <!tileas.mbarrier<1>, stages = 2>
// CHECK-NEXT: tileas.mbarrier_init %[[FULL]]
// CHECK: %[[EMPTY:.*]] = tileas.alloc_shared : <!tileas.mbarrier<4>, stages = 2>
// CHECK-NEXT: tileas.mbarrier_init %[[EMPTY]]
// CHECK: tileas.agents
// CHECK-NEXT: agent "main" warps 4 {
// CHECK-NOT: tcgen05_mma
// CHECK: scf.for unsigned %[[TILE:.*]] = {{.*}} {
// CHECK-NEXT: %[[PLACE:.*]] = tileas.tmem_slice %[[MEMORY]][%[[TILE]]] of 2 by 64
// CHECK-NEXT: %[[PHASE:.*]] = tileas.mbarrier_phase %[[FULL]][%[[TILE]]]
// CHECK-NEXT: tileas.wait_phase %[[PHASE]] in_turn
// CHECK-NEXT: %[[RUNS:.*]] = arith.cmpi slt, %{{.*}}, %{{.*}} : i32
// CHECK-NEXT: %[[SUM:.*]] = tileas.tmem_take %[[FULL]][%[[TILE]]] at 0 in %[[PLACE]] if %[[RUNS]]
// CHECK-NEXT: tileas.tmem_load %[[SUM]]
// CHECK-NEXT: tileas.mbarrier_arrive %[[EMPTY]][%[[TILE]]]
// CHECK: tileas.store
// CHECK: agent "load" warps 1 {
// CHECK: tileas.mbarrier_arrive
// CHECK: agent "issue" warps 1 {
// CHECK-NOT: tmem_load
// CHECK: scf.for unsigned %[[TILE:.*]] = {{.*}} {
// CHECK-NEXT: %[[PLACE:.*]] = tileas.tmem_slice %[[MEMORY]][%[[TILE]]] of 2 by 64
// CHECK: %[[PHASE:.*]] = tileas.mbarrier_phase previous %[[EMPTY]][%[[TILE]]]
// CHECK-NEXT: tileas.wait_phase %[[PHASE]] in_turn
// CHECK-NEXT: %[[ZEROS:.*]] = tileas.tmem_place at 0 in %[[PLACE]] empty
// CHECK-NEXT: %[[SUM:.*]] = scf.for {{.*}} iter_args(%[[ACC:.*]] = %[[ZEROS]])
// CHECK: tileas.tcgen05_mma {{.*}}, %[[ACC]] by [128, 64, 16] in %[[PLACE]] {{.*}} pending
// CHECK-NEXT: tileas.mbarrier_arrive
// CHECK: tileas.tmem_give %[[SUM]] to %[[FULL]][%[[TILE]]]
// CHECK-NOT: tileas.store
// CHECK: tileas.tmem_free %[[MEMORY]] columns 128

// Nobody waits for all products, nor for all threads before the next one begins.
// LATER-LABEL: tileas.kernel @tiles(
// LATER: tileas.agents
// LATER: agent "main"
// LATER: tileas.tmem_take
// LATER-NEXT: tileas.tmem_load
// LATER-NEXT: tileas.mbarrier_arrive
// LATER: agent "issue"
// LATER-NOT: await_products
// LATER-NOT: tileas.barrier
// LATER: tileas.tmem_free
// REMARK: [[#@LINE+13]]:5: remark: [Passed] RemarkSumsTakeTurns {{.*}}a warp of its own begins the products of the next tile
tileas.kernel @tiles(%p: !tileaa.ptr, %tiles: i32, %n: i32) attributes {spec = #plan} {
  %as = tileas.alloc_shared : <128x64xf16, #a, stages = 2>
  %bs = tileas.alloc_shared : <64x64xf16, #b, stages = 2>
  %full = tileas.alloc_shared : <!tileas.mbarrier<1>, stages = 2>
  %free = tileas.alloc_shared : <!tileas.mbarrier<5>, stages = 2>
  %place = tileas.alloc_shared : <1xi32>
  %done = tileas.alloc_shared : <!tileas.mbarrier<1>>
  %m = tileas.tmem_alloc 64 by %place, %done : !tileas.buffer<1xi32>, !tileas.buffer<!tileas.mbarrier<1>>
  tileas.agents agent "main" warps 4 {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %e = arith.constant 128 : i64
    scf.for unsigned %tile = %c0 to %tiles step %c1 : i32 {
      %zeros = arith.constant dense<0.0> : !x
      %first = arith.muli %tile, %n : i32
      %s = tileas.tmem_store %zeros to %m at 0 : !x
      %r = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %s) -> (!sum) : i32 {
        %turn = arith.addi %first, %k : i32
        %a = tileas.slice %as[%turn] : <128x64xf16, #a, stages = 2>
        %b = tileas.slice %bs[%turn] : <64x64xf16, #b, stages = 2>
        %there = tileas.mbarrier_phase %full[%turn] : <!tileas.mbarrier<1>, stages = 2>
        tileas.wait_phase %there in_turn for %a, %b : !a, !b
        %t, %end = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %acc by [128, 64, 16] in %m on %free[%turn] : !a, !b, !sum, !free
        tileas.mbarrier_arrive %free[%turn] : <!tileas.mbarrier<5>, stages = 2>
        scf.yield %t : !sum
      }
      %x = tileas.tmem_load %r : !sum
      %u = tileas.store %x to %p[%e, %e] extents[%e, %e] strides[%e, %e] by<owner> : !x, !tileaa.ptr
    }
  } agent "load" warps 1 {
    %c0 = arith.constant 0 : i32
    tileas.mbarrier_arrive %full[%c0] : <!tileas.mbarrier<1>, stages = 2>
  }
  tileas.tmem_free %m columns 64 by %place : !tileas.buffer<1xi32>
  tileas.return
}

// Where there is no room for another sum or warp, kernels stay as they are. So do those whose
// blocks share an SM that would hold fewer.
// CHECK-LABEL: tileas.kernel @columns(
// CHECK-NOT: tmem_give
// REMARK: [[#@LINE+13]]:5: remark: [Missed] RemarkSumsTakeTurns {{.*}}tensor memory has no room for another sum
tileas.kernel @columns(%p: !tileaa.ptr, %tiles: i32, %n: i32) attributes {spec = #plan} {
  %as = tileas.alloc_shared : <128x64xf16, #a, stages = 2>
  %bs = tileas.alloc_shared : <64x64xf16, #b, stages = 2>
  %full = tileas.alloc_shared : <!tileas.mbarrier<1>, stages = 2>
  %free = tileas.alloc_shared : <!tileas.mbarrier<5>, stages = 2>
  %place = tileas.alloc_shared : <1xi32>
  %done = tileas.alloc_shared : <!tileas.mbarrier<1>>
  %m = tileas.tmem_alloc 512 by %place, %done : !tileas.buffer<1xi32>, !tileas.buffer<!tileas.mbarrier<1>>
  tileas.agents agent "main" warps 4 {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %e = arith.constant 128 : i64
    scf.for unsigned %tile = %c0 to %tiles step %c1 : i32 {
      %zeros = arith.constant dense<0.0> : !x
      %first = arith.muli %tile, %n : i32
      %s = tileas.tmem_store %zeros to %m at 0 : !x
      %r = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %s) -> (!sum) : i32 {
        %turn = arith.addi %first, %k : i32
        %a = tileas.slice %as[%turn] : <128x64xf16, #a, stages = 2>
        %b = tileas.slice %bs[%turn] : <64x64xf16, #b, stages = 2>
        %there = tileas.mbarrier_phase %full[%turn] : <!tileas.mbarrier<1>, stages = 2>
        tileas.wait_phase %there in_turn for %a, %b : !a, !b
        %t, %end = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %acc by [128, 64, 16] in %m on %free[%turn] : !a, !b, !sum, !free
        tileas.mbarrier_arrive %free[%turn] : <!tileas.mbarrier<5>, stages = 2>
        scf.yield %t : !sum
      }
      %x = tileas.tmem_load %r : !sum
      %u = tileas.store %x to %p[%e, %e] extents[%e, %e] strides[%e, %e] by<owner> : !x, !tileaa.ptr
    }
  } agent "load" warps 1 {
    %c0 = arith.constant 0 : i32
    tileas.mbarrier_arrive %full[%c0] : <!tileas.mbarrier<1>, stages = 2>
  }
  tileas.tmem_free %m columns 512 by %place : !tileas.buffer<1xi32>
  tileas.return
}

// CHECK-LABEL: tileas.kernel @registers(
// CHECK-NOT: tmem_give
// REMARK: [[#@LINE+13]]:5: remark: [Missed] RemarkSumsTakeTurns {{.*}}an SM would hold fewer blocks with another sum and another warp
tileas.kernel @registers(%p: !tileaa.ptr, %tiles: i32, %n: i32) attributes {spec = #tileas.kernel_spec<target = "sm_100", warps = 5, plan = <blocks = 3, registers = 128>, shared = 0, frozen = false>} {
  %as = tileas.alloc_shared : <128x64xf16, #a, stages = 2>
  %bs = tileas.alloc_shared : <64x64xf16, #b, stages = 2>
  %full = tileas.alloc_shared : <!tileas.mbarrier<1>, stages = 2>
  %free = tileas.alloc_shared : <!tileas.mbarrier<5>, stages = 2>
  %place = tileas.alloc_shared : <1xi32>
  %done = tileas.alloc_shared : <!tileas.mbarrier<1>>
  %m = tileas.tmem_alloc 64 by %place, %done : !tileas.buffer<1xi32>, !tileas.buffer<!tileas.mbarrier<1>>
  tileas.agents agent "main" warps 4 {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %e = arith.constant 128 : i64
    scf.for unsigned %tile = %c0 to %tiles step %c1 : i32 {
      %zeros = arith.constant dense<0.0> : !x
      %first = arith.muli %tile, %n : i32
      %s = tileas.tmem_store %zeros to %m at 0 : !x
      %r = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %s) -> (!sum) : i32 {
        %turn = arith.addi %first, %k : i32
        %a = tileas.slice %as[%turn] : <128x64xf16, #a, stages = 2>
        %b = tileas.slice %bs[%turn] : <64x64xf16, #b, stages = 2>
        %there = tileas.mbarrier_phase %full[%turn] : <!tileas.mbarrier<1>, stages = 2>
        tileas.wait_phase %there in_turn for %a, %b : !a, !b
        %t, %end = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %acc by [128, 64, 16] in %m on %free[%turn] : !a, !b, !sum, !free
        tileas.mbarrier_arrive %free[%turn] : <!tileas.mbarrier<5>, stages = 2>
        scf.yield %t : !sum
      }
      %x = tileas.tmem_load %r : !sum
      %u = tileas.store %x to %p[%e, %e] extents[%e, %e] strides[%e, %e] by<owner> : !x, !tileaa.ptr
    }
  } agent "load" warps 1 {
    %c0 = arith.constant 0 : i32
    tileas.mbarrier_arrive %full[%c0] : <!tileas.mbarrier<1>, stages = 2>
  }
  tileas.tmem_free %m columns 64 by %place : !tileas.buffer<1xi32>
  tileas.return
}

// CHECK-LABEL: tileas.kernel @blocks(
// CHECK-NOT: tmem_give
// REMARK: [[#@LINE+13]]:5: remark: [Missed] RemarkSumsTakeTurns {{.*}}an SM would hold fewer blocks with another sum and another warp
tileas.kernel @blocks(%p: !tileaa.ptr, %tiles: i32, %n: i32) attributes {spec = #tileas.kernel_spec<target = "sm_100", warps = 5, plan = <blocks = 2, registers = 168>, shared = 0, frozen = false>} {
  %as = tileas.alloc_shared : <128x64xf16, #a, stages = 2>
  %bs = tileas.alloc_shared : <64x64xf16, #b, stages = 2>
  %full = tileas.alloc_shared : <!tileas.mbarrier<1>, stages = 2>
  %free = tileas.alloc_shared : <!tileas.mbarrier<5>, stages = 2>
  %place = tileas.alloc_shared : <1xi32>
  %done = tileas.alloc_shared : <!tileas.mbarrier<1>>
  %m = tileas.tmem_alloc 256 by %place, %done : !tileas.buffer<1xi32>, !tileas.buffer<!tileas.mbarrier<1>>
  tileas.agents agent "main" warps 4 {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %e = arith.constant 128 : i64
    scf.for unsigned %tile = %c0 to %tiles step %c1 : i32 {
      %zeros = arith.constant dense<0.0> : !x
      %first = arith.muli %tile, %n : i32
      %s = tileas.tmem_store %zeros to %m at 0 : !x
      %r = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %s) -> (!sum) : i32 {
        %turn = arith.addi %first, %k : i32
        %a = tileas.slice %as[%turn] : <128x64xf16, #a, stages = 2>
        %b = tileas.slice %bs[%turn] : <64x64xf16, #b, stages = 2>
        %there = tileas.mbarrier_phase %full[%turn] : <!tileas.mbarrier<1>, stages = 2>
        tileas.wait_phase %there in_turn for %a, %b : !a, !b
        %t, %end = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %acc by [128, 64, 16] in %m on %free[%turn] : !a, !b, !sum, !free
        tileas.mbarrier_arrive %free[%turn] : <!tileas.mbarrier<5>, stages = 2>
        scf.yield %t : !sum
      }
      %x = tileas.tmem_load %r : !sum
      %u = tileas.store %x to %p[%e, %e] extents[%e, %e] strides[%e, %e] by<owner> : !x, !tileaa.ptr
    }
  } agent "load" warps 1 {
    %c0 = arith.constant 0 : i32
    tileas.mbarrier_arrive %full[%c0] : <!tileas.mbarrier<1>, stages = 2>
  }
  tileas.tmem_free %m columns 256 by %place : !tileas.buffer<1xi32>
  tileas.return
}

// A loop whose counter is no number of a turn, and one that reads its sum in another loop or
// changes it.
// CHECK-LABEL: tileas.kernel @steps(
// CHECK-NOT: tmem_give
tileas.kernel @steps(%p: !tileaa.ptr, %tiles: i32, %n: i32) attributes {spec = #plan} {
  %as = tileas.alloc_shared : <128x64xf16, #a, stages = 2>
  %bs = tileas.alloc_shared : <64x64xf16, #b, stages = 2>
  %full = tileas.alloc_shared : <!tileas.mbarrier<1>, stages = 2>
  %free = tileas.alloc_shared : <!tileas.mbarrier<5>, stages = 2>
  %place = tileas.alloc_shared : <1xi32>
  %done = tileas.alloc_shared : <!tileas.mbarrier<1>>
  %m = tileas.tmem_alloc 64 by %place, %done : !tileas.buffer<1xi32>, !tileas.buffer<!tileas.mbarrier<1>>
  tileas.agents agent "main" warps 4 {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %e = arith.constant 128 : i64
    scf.for unsigned %tile = %c0 to %tiles step %n : i32 {
      %zeros = arith.constant dense<0.0> : !x
      %first = arith.muli %tile, %n : i32
      %s = tileas.tmem_store %zeros to %m at 0 : !x
      %r = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %s) -> (!sum) : i32 {
        %turn = arith.addi %first, %k : i32
        %a = tileas.slice %as[%turn] : <128x64xf16, #a, stages = 2>
        %b = tileas.slice %bs[%turn] : <64x64xf16, #b, stages = 2>
        %there = tileas.mbarrier_phase %full[%turn] : <!tileas.mbarrier<1>, stages = 2>
        tileas.wait_phase %there in_turn for %a, %b : !a, !b
        %t, %end = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %acc by [128, 64, 16] in %m on %free[%turn] : !a, !b, !sum, !free
        tileas.mbarrier_arrive %free[%turn] : <!tileas.mbarrier<5>, stages = 2>
        scf.yield %t : !sum
      }
      %x = tileas.tmem_load %r : !sum
      %u = tileas.store %x to %p[%e, %e] extents[%e, %e] strides[%e, %e] by<owner> : !x, !tileaa.ptr
    }
  } agent "load" warps 1 {
    %c0 = arith.constant 0 : i32
    tileas.mbarrier_arrive %full[%c0] : <!tileas.mbarrier<1>, stages = 2>
  }
  tileas.tmem_free %m columns 64 by %place : !tileas.buffer<1xi32>
  tileas.return
}

// CHECK-LABEL: tileas.kernel @nested(
// CHECK-NOT: tmem_give
tileas.kernel @nested(%p: !tileaa.ptr, %tiles: i32, %n: i32) attributes {spec = #plan} {
  %as = tileas.alloc_shared : <128x64xf16, #a, stages = 2>
  %bs = tileas.alloc_shared : <64x64xf16, #b, stages = 2>
  %full = tileas.alloc_shared : <!tileas.mbarrier<1>, stages = 2>
  %free = tileas.alloc_shared : <!tileas.mbarrier<5>, stages = 2>
  %place = tileas.alloc_shared : <1xi32>
  %done = tileas.alloc_shared : <!tileas.mbarrier<1>>
  %m = tileas.tmem_alloc 64 by %place, %done : !tileas.buffer<1xi32>, !tileas.buffer<!tileas.mbarrier<1>>
  tileas.agents agent "main" warps 4 {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %e = arith.constant 128 : i64
    scf.for unsigned %tile = %c0 to %tiles step %c1 : i32 {
      %zeros = arith.constant dense<0.0> : !x
      %first = arith.muli %tile, %n : i32
      %s = tileas.tmem_store %zeros to %m at 0 : !x
      %r = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %s) -> (!sum) : i32 {
        %turn = arith.addi %first, %k : i32
        %a = tileas.slice %as[%turn] : <128x64xf16, #a, stages = 2>
        %b = tileas.slice %bs[%turn] : <64x64xf16, #b, stages = 2>
        %there = tileas.mbarrier_phase %full[%turn] : <!tileas.mbarrier<1>, stages = 2>
        tileas.wait_phase %there in_turn for %a, %b : !a, !b
        %t, %end = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %acc by [128, 64, 16] in %m on %free[%turn] : !a, !b, !sum, !free
        tileas.mbarrier_arrive %free[%turn] : <!tileas.mbarrier<5>, stages = 2>
        scf.yield %t : !sum
      }
      scf.for %again = %c0 to %n step %c1 : i32 {
        %x = tileas.tmem_load %r : !sum
        %u = tileas.store %x to %p[%e, %e] extents[%e, %e] strides[%e, %e] by<owner> : !x, !tileaa.ptr
      }
    }
  } agent "load" warps 1 {
    %c0 = arith.constant 0 : i32
    tileas.mbarrier_arrive %full[%c0] : <!tileas.mbarrier<1>, stages = 2>
  }
  tileas.tmem_free %m columns 64 by %place : !tileas.buffer<1xi32>
  tileas.return
}

// CHECK-LABEL: tileas.kernel @scaled(
// CHECK-NOT: tmem_give
tileas.kernel @scaled(%p: !tileaa.ptr, %tiles: i32, %n: i32) attributes {spec = #plan} {
  %as = tileas.alloc_shared : <128x64xf16, #a, stages = 2>
  %bs = tileas.alloc_shared : <64x64xf16, #b, stages = 2>
  %full = tileas.alloc_shared : <!tileas.mbarrier<1>, stages = 2>
  %free = tileas.alloc_shared : <!tileas.mbarrier<5>, stages = 2>
  %place = tileas.alloc_shared : <1xi32>
  %done = tileas.alloc_shared : <!tileas.mbarrier<1>>
  %m = tileas.tmem_alloc 64 by %place, %done : !tileas.buffer<1xi32>, !tileas.buffer<!tileas.mbarrier<1>>
  tileas.agents agent "main" warps 4 {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %e = arith.constant 128 : i64
    scf.for unsigned %tile = %c0 to %tiles step %c1 : i32 {
      %zeros = arith.constant dense<0.0> : !x
      %first = arith.muli %tile, %n : i32
      %s = tileas.tmem_store %zeros to %m at 0 : !x
      %r = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %s) -> (!sum) : i32 {
        %turn = arith.addi %first, %k : i32
        %a = tileas.slice %as[%turn] : <128x64xf16, #a, stages = 2>
        %b = tileas.slice %bs[%turn] : <64x64xf16, #b, stages = 2>
        %there = tileas.mbarrier_phase %full[%turn] : <!tileas.mbarrier<1>, stages = 2>
        tileas.wait_phase %there in_turn for %a, %b : !a, !b
        %t, %end = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %acc by [128, 64, 16] in %m on %free[%turn] : !a, !b, !sum, !free
        tileas.mbarrier_arrive %free[%turn] : <!tileas.mbarrier<5>, stages = 2>
        scf.yield %t : !sum
      }
      %half = arith.constant dense<0.5> : !x
      %scaled = tileas.tmem_scale %r by %half : !sum
      %x = tileas.tmem_load %scaled : !sum
      %u = tileas.store %x to %p[%e, %e] extents[%e, %e] strides[%e, %e] by<owner> : !x, !tileaa.ptr
    }
  } agent "load" warps 1 {
    %c0 = arith.constant 0 : i32
    tileas.mbarrier_arrive %full[%c0] : <!tileas.mbarrier<1>, stages = 2>
  }
  tileas.tmem_free %m columns 64 by %place : !tileas.buffer<1xi32>
  tileas.return
}

// Others read a factor, too: all warps say when it is free.
// CHECK-LABEL: tileas.kernel @read(
// CHECK-NOT: tmem_give
tileas.kernel @read(%p: !tileaa.ptr, %tiles: i32, %n: i32) attributes {spec = #plan} {
  %as = tileas.alloc_shared : <128x64xf16, #a, stages = 2>
  %bs = tileas.alloc_shared : <64x64xf16, #b, stages = 2>
  %full = tileas.alloc_shared : <!tileas.mbarrier<1>, stages = 2>
  %free = tileas.alloc_shared : <!tileas.mbarrier<5>, stages = 2>
  %place = tileas.alloc_shared : <1xi32>
  %done = tileas.alloc_shared : <!tileas.mbarrier<1>>
  %m = tileas.tmem_alloc 64 by %place, %done : !tileas.buffer<1xi32>, !tileas.buffer<!tileas.mbarrier<1>>
  tileas.agents agent "main" warps 4 {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %e = arith.constant 128 : i64
    scf.for unsigned %tile = %c0 to %tiles step %c1 : i32 {
      %zeros = arith.constant dense<0.0> : !x
      %first = arith.muli %tile, %n : i32
      %s = tileas.tmem_store %zeros to %m at 0 : !x
      %r = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %s) -> (!sum) : i32 {
        %turn = arith.addi %first, %k : i32
        %a = tileas.slice %as[%turn] : <128x64xf16, #a, stages = 2>
        %b = tileas.slice %bs[%turn] : <64x64xf16, #b, stages = 2>
        %there = tileas.mbarrier_phase %full[%turn] : <!tileas.mbarrier<1>, stages = 2>
        tileas.wait_phase %there in_turn for %a, %b : !a, !b
        %t, %end = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %acc by [128, 64, 16] in %m on %free[%turn] : !a, !b, !sum, !free
        %left = tileas.shared_load %a : !a -> tensor<128x64xf16, #x>
        tileas.mbarrier_arrive %free[%turn] : <!tileas.mbarrier<5>, stages = 2>
        scf.yield %t : !sum
      }
      %x = tileas.tmem_load %r : !sum
      %u = tileas.store %x to %p[%e, %e] extents[%e, %e] strides[%e, %e] by<owner> : !x, !tileaa.ptr
    }
  } agent "load" warps 1 {
    %c0 = arith.constant 0 : i32
    tileas.mbarrier_arrive %full[%c0] : <!tileas.mbarrier<1>, stages = 2>
  }
  tileas.tmem_free %m columns 64 by %place : !tileas.buffer<1xi32>
  tileas.return
}
