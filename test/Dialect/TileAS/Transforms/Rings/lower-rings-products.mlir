// Products in tensor memory that tell a ring of their ends. One thread begins them, and
// the warps around it do not meet, so each of them arrives too, when it has seen that a
// stage is full and begun the product: a warp that comes two turns late would otherwise wait for ever. Where
// a product cannot tell, or others read the stage, warps arrive behind it.
//
// RUN: cuda-tile-opt %s --mlir-print-local-scope --pass-pipeline='builtin.module(tileas.kernel(tileas-lower-rings,tileas-place-sums,tileas-allocate-shared,tileas-place-barriers,cse,tileas-defer-products,tileas-freeze-kernel-spec))' -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: %python -c "import struct; v = [i * 7 %% 5 - 2 for i in range(16384)]; open(r'%t.hex', 'w').write(struct.pack('<16384e', *v).hex())"
// RUN: sh -c '%python %source/test/Tools/cuda-tile-run/Inputs/npy.py %t.npy "<f2" 16384 $(cat %t.hex)'
// RUN: sh -c 'set -e; for kernel in told branches both_ways read twice; do for n in 0 1 2 7; do args="--entry=$kernel --gpu-name=sm_100 --arg=ptr:%t.npy --arg=ptr:%t.npy --arg=ptr:new:f32[16384] --arg=i32:$n"; cuda-tile-run %s --engine=interpret $args --out=2=%t.rings.npy --seed=$n; for when in lazy eager random; do cuda-tile-run %t.mlir --compare=emulate $args --check=all --async=$when --warps=random --seed=$n --out=2=%t.out.npy; cmp %t.rings.npy %t.out.npy; done; done; done'
//
// Each arrival is needed: of the warps, which come late under some seed, and of what has
// read a stage.
// RUN: sh -c 'sed "/tileas.mbarrier_arrive .*mbarrier<5>/d; s/mbarrier<5>/mbarrier<1>/g" %t.mlir > %t.less.mlir'
// RUN: sh -c 'for seed in $(seq 8); do cuda-tile-run %t.less.mlir --entry=told --gpu-name=sm_100 --arg=ptr:%t.npy --arg=ptr:%t.npy --arg=ptr:new:f32[16384] --arg=i32:7 --engine=emulate --check=all --async=lazy --warps=random --seed=$seed || true; done' 2>&1 | FileCheck %s --check-prefix=LATE
// RUN: sh -c 'sed "/tcgen05_mma/s/ in \(%[0-9]*\) :/ in \1 pending :/" %t.mlir > %t.less.mlir'
// RUN: not cuda-tile-run %t.less.mlir --entry=branches --gpu-name=sm_100 --arg=ptr:%t.npy --arg=ptr:%t.npy --arg=ptr:new:f32[16384] --arg=i32:7 --engine=emulate --check=all --async=lazy 2>&1 | FileCheck %s --check-prefix=EARLY
//
// LATE: deadlock
// EARLY: {{in flight|race}}

#layout = #tileas.layout<register = [[0, 1], [8, 0], [0, 8 to 32], [16, 0]], lane = [[0, 2], [0, 4], [1 to 4, 0]], warp = [[32, 0], [64, 0]]>
#layout1 = #tileas.layout<register = [[0, 1 to 4], [4 to 16, 0], [64, 0], [32, 0]], lane = [[0, 8 to 32], [1, 0], [2, 0]], warp = []>
#layout2 = #tileas.layout<register = [[0, 1 to 4], [4, 0], [8, 0], [32, 0], [16, 0]], lane = [[0, 8 to 32], [1, 0], [2, 0]], warp = []>
#shared = #tileas.layout<offset = [[0, 1 to 32], [1 to 4, 8 to 32], [8 to 64, 0]]>
#shared1 = #tileas.layout<offset = [[0, 1 to 32], [1 to 4, 8 to 32], [8 to 32, 0]]>
!buffer = !tileas.buffer<128x64xf16, #shared>
!buffer1 = !tileas.buffer<64x64xf16, #shared1>
!stages = !tileas.buffer<128x64xf16, #shared, stages = 2>
!stages1 = !tileas.buffer<64x64xf16, #shared1, stages = 2>
!tile = tensor<128x64xf32, #layout>
!half = tensor<128x64xf16, #layout>
!tile1 = tensor<128x64xf16, #layout1>
!tile2 = tensor<64x64xf16, #layout2>
!ring = !tileas.ring<!stages>
!ring1 = !tileas.ring<!stages1>

// The arrivals of four warps and of one product.
// CHECK-LABEL: tileas.kernel @told(
// CHECK: mbarrier_init {{.*}} : <!tileas.mbarrier<1>, stages = 2>
// CHECK: mbarrier_init {{.*}} : <!tileas.mbarrier<5>, stages = 2>
// CHECK: scf.for %[[I:[^ ]*]] =
// CHECK: tileas.wait_phase
// CHECK: tileas.wait_phase
// CHECK-NOT: tileas.mbarrier_arrive
// CHECK: tileas.tcgen05_mma {{.*}} on %[[EMPTY:[0-9]*]], {{.*}} pending
// CHECK-NOT: tileas.await_products
// CHECK: tileas.mbarrier_arrive %[[EMPTY]][%[[I]]] : <!tileas.mbarrier<5>, stages = 2>
// CHECK-NOT: tileas.await_products
// CHECK: scf.yield
// CHECK: tileas.await_products
tileas.kernel @told(%p: !tileaa.ptr, %q: !tileaa.ptr, %r: !tileaa.ptr, %n: i32) attributes {spec = #tileas.kernel_spec<target = "sm_100", warps = 5, shared = 0, frozen = false>} {
  %0 = tileas.alloc_shared : !stages
  %1 = tileas.ring %0 : !ring
  %2 = tileas.alloc_shared : !stages1
  %3 = tileas.ring %2 : !ring1
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c0w = arith.constant 0 : i64
  %c1w = arith.constant 1 : i64
  %c64 = arith.constant 64 : i64
  %c128 = arith.constant 128 : i64
  tileas.agents
  agent "main" warps 4 {
    %cst = arith.constant dense<0.0> : !tile
    %all = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %cst) -> (!tile) : i32 {
      %a = tileas.wait %1[%i] : !ring
      %b = tileas.wait %3[%i] : !ring1
      %next, %e = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %acc by [128, 64, 16] : !buffer, !buffer1, !tile
      tileas.release %1[%i] after %e : !tileas.completion<product> : !ring
      tileas.release %3[%i] after %e : !tileas.completion<product> : !ring1
      scf.yield %next : !tile
    }
    %6 = tileas.store %all to %r[%c0w, %c0w] extents[%c128, %c128] strides[%c128, %c1w] by<owner> {whole, width = 2 : i64} : !tile, !tileaa.ptr
  }
  agent "load" warps 1 {
    %4 = tileaa.assume %p {div_by = 16 : i64} : !tileaa.ptr
    %5 = tileaa.assume %q {div_by = 16 : i64} : !tileaa.ptr
    scf.for %i = %c0 to %n step %c1  : i32 {
      %bit = arith.andi %i, %c1 : i32
      %w = arith.extui %bit : i32 to i64
      %at = arith.muli %w, %c64 : i64
      %8 = tileas.acquire %1[%i] : !ring
      %9 = tileas.async_copy %4[%c0w, %at] extents[%c128, %c128] strides[%c128, %c1w] to %8 {tile = !tile1, whole, width = 8 : i64} : !tileaa.ptr, !buffer
      %10 = tileas.acquire %3[%i] : !ring1
      %11 = tileas.async_copy %5[%at, %c0w] extents[%c128, %c128] strides[%c128, %c1w] to %10 {tile = !tile2, whole, width = 8 : i64} : !tileaa.ptr, !buffer1
      tileas.commit %1[%i] after %9 : !ring
      tileas.commit %3[%i] after %11 : !ring1
    }
  }
  tileas.return
}

// The product stands in a branch, and the wait for its stages does not: warps arrive
// when they have waited for it.
// CHECK-LABEL: tileas.kernel @branches(
// CHECK-NOT: mbarrier<5>
// CHECK: mbarrier_init {{.*}} : <!tileas.mbarrier<4>, stages = 2>
// CHECK: scf.if
// CHECK: tileas.tcgen05_mma
// CHECK-NOT: pending
// CHECK: tileas.mbarrier_arrive
// CHECK: else
// CHECK-NEXT: tileas.mbarrier_arrive
tileas.kernel @branches(%p: !tileaa.ptr, %q: !tileaa.ptr, %r: !tileaa.ptr, %n: i32) attributes {spec = #tileas.kernel_spec<target = "sm_100", warps = 5, shared = 0, frozen = false>} {
  %0 = tileas.alloc_shared : !stages
  %1 = tileas.ring %0 : !ring
  %2 = tileas.alloc_shared : !stages1
  %3 = tileas.ring %2 : !ring1
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c0w = arith.constant 0 : i64
  %c1w = arith.constant 1 : i64
  %c64 = arith.constant 64 : i64
  %c128 = arith.constant 128 : i64
  tileas.agents
  agent "main" warps 4 {
    %cst = arith.constant dense<0.0> : !tile
    %all = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %cst) -> (!tile) : i32 {
      %a = tileas.wait %1[%i] : !ring
      %b = tileas.wait %3[%i] : !ring1
      %bit = arith.andi %i, %c1 : i32
      %odd = arith.cmpi eq, %bit, %c1 : i32
      %next = scf.if %odd -> (!tile) {
        %d, %e = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %acc by [128, 64, 16] : !buffer, !buffer1, !tile
        tileas.release %1[%i] after %e : !tileas.completion<product> : !ring
        tileas.release %3[%i] after %e : !tileas.completion<product> : !ring1
        scf.yield %d : !tile
      } else {
        tileas.release %1[%i] : !ring
        tileas.release %3[%i] : !ring1
        scf.yield %acc : !tile
      }
      scf.yield %next : !tile
    }
    %6 = tileas.store %all to %r[%c0w, %c0w] extents[%c128, %c128] strides[%c128, %c1w] by<owner> {whole, width = 2 : i64} : !tile, !tileaa.ptr
  }
  agent "load" warps 1 {
    %4 = tileaa.assume %p {div_by = 16 : i64} : !tileaa.ptr
    %5 = tileaa.assume %q {div_by = 16 : i64} : !tileaa.ptr
    scf.for %i = %c0 to %n step %c1  : i32 {
      %bit = arith.andi %i, %c1 : i32
      %w = arith.extui %bit : i32 to i64
      %at = arith.muli %w, %c64 : i64
      %8 = tileas.acquire %1[%i] : !ring
      %9 = tileas.async_copy %4[%c0w, %at] extents[%c128, %c128] strides[%c128, %c1w] to %8 {tile = !tile1, whole, width = 8 : i64} : !tileaa.ptr, !buffer
      %10 = tileas.acquire %3[%i] : !ring1
      %11 = tileas.async_copy %5[%at, %c0w] extents[%c128, %c128] strides[%c128, %c1w] to %10 {tile = !tile2, whole, width = 8 : i64} : !tileaa.ptr, !buffer1
      tileas.commit %1[%i] after %9 : !ring
      tileas.commit %3[%i] after %11 : !ring1
    }
  }
  tileas.return
}

// A phase has one number of arrivals, though some turns are read by products and others
// by nobody.
// CHECK-LABEL: tileas.kernel @both_ways(
// CHECK-NOT: mbarrier<5>
// CHECK: mbarrier_init {{.*}} : <!tileas.mbarrier<4>, stages = 2>
tileas.kernel @both_ways(%p: !tileaa.ptr, %q: !tileaa.ptr, %r: !tileaa.ptr, %n: i32) attributes {spec = #tileas.kernel_spec<target = "sm_100", warps = 5, shared = 0, frozen = false>} {
  %0 = tileas.alloc_shared : !stages
  %1 = tileas.ring %0 : !ring
  %2 = tileas.alloc_shared : !stages1
  %3 = tileas.ring %2 : !ring1
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c0w = arith.constant 0 : i64
  %c1w = arith.constant 1 : i64
  %c64 = arith.constant 64 : i64
  %c128 = arith.constant 128 : i64
  tileas.agents
  agent "main" warps 4 {
    %cst = arith.constant dense<0.0> : !tile
    %all = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %cst) -> (!tile) : i32 {
      %bit = arith.andi %i, %c1 : i32
      %odd = arith.cmpi eq, %bit, %c1 : i32
      %next = scf.if %odd -> (!tile) {
        %a = tileas.wait %1[%i] : !ring
        %b = tileas.wait %3[%i] : !ring1
        %d, %e = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %acc by [128, 64, 16] : !buffer, !buffer1, !tile
        tileas.release %1[%i] after %e : !tileas.completion<product> : !ring
        tileas.release %3[%i] after %e : !tileas.completion<product> : !ring1
        scf.yield %d : !tile
      } else {
        %a = tileas.wait %1[%i] : !ring
        %b = tileas.wait %3[%i] : !ring1
        tileas.release %1[%i] : !ring
        tileas.release %3[%i] : !ring1
        scf.yield %acc : !tile
      }
      scf.yield %next : !tile
    }
    %6 = tileas.store %all to %r[%c0w, %c0w] extents[%c128, %c128] strides[%c128, %c1w] by<owner> {whole, width = 2 : i64} : !tile, !tileaa.ptr
  }
  agent "load" warps 1 {
    %4 = tileaa.assume %p {div_by = 16 : i64} : !tileaa.ptr
    %5 = tileaa.assume %q {div_by = 16 : i64} : !tileaa.ptr
    scf.for %i = %c0 to %n step %c1  : i32 {
      %bit = arith.andi %i, %c1 : i32
      %w = arith.extui %bit : i32 to i64
      %at = arith.muli %w, %c64 : i64
      %8 = tileas.acquire %1[%i] : !ring
      %9 = tileas.async_copy %4[%c0w, %at] extents[%c128, %c128] strides[%c128, %c1w] to %8 {tile = !tile1, whole, width = 8 : i64} : !tileaa.ptr, !buffer
      %10 = tileas.acquire %3[%i] : !ring1
      %11 = tileas.async_copy %5[%at, %c0w] extents[%c128, %c128] strides[%c128, %c1w] to %10 {tile = !tile2, whole, width = 8 : i64} : !tileaa.ptr, !buffer1
      tileas.commit %1[%i] after %9 : !ring
      tileas.commit %3[%i] after %11 : !ring1
    }
  }
  tileas.return
}

// Threads read the stage, too, of whose end the product knows nothing.
// CHECK-LABEL: tileas.kernel @read(
// CHECK: mbarrier_init {{.*}} : <!tileas.mbarrier<4>, stages = 2>
// CHECK: mbarrier_init {{.*}} : <!tileas.mbarrier<5>, stages = 2>
tileas.kernel @read(%p: !tileaa.ptr, %q: !tileaa.ptr, %r: !tileaa.ptr, %n: i32) attributes {spec = #tileas.kernel_spec<target = "sm_100", warps = 5, shared = 0, frozen = false>} {
  %0 = tileas.alloc_shared : !stages
  %1 = tileas.ring %0 : !ring
  %2 = tileas.alloc_shared : !stages1
  %3 = tileas.ring %2 : !ring1
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c0w = arith.constant 0 : i64
  %c1w = arith.constant 1 : i64
  %c64 = arith.constant 64 : i64
  %c128 = arith.constant 128 : i64
  tileas.agents
  agent "main" warps 4 {
    %cst = arith.constant dense<0.0> : !tile
    %all = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %cst) -> (!tile) : i32 {
      %a = tileas.wait %1[%i] : !ring
      %b = tileas.wait %3[%i] : !ring1
      %s, %e = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %acc by [128, 64, 16] : !buffer, !buffer1, !tile
      %x = tileas.shared_load %a : !buffer -> !half
      %x2 = tileaa.convert_float %x from <f16> to <f32> : !half -> !tile
      tileas.release %1[%i] after %e : !tileas.completion<product> : !ring
      tileas.release %3[%i] after %e : !tileas.completion<product> : !ring1
      %next = tileaa.addf %s, %x2 : !tile
      scf.yield %next : !tile
    }
    %6 = tileas.store %all to %r[%c0w, %c0w] extents[%c128, %c128] strides[%c128, %c1w] by<owner> {whole, width = 2 : i64} : !tile, !tileaa.ptr
  }
  agent "load" warps 1 {
    %4 = tileaa.assume %p {div_by = 16 : i64} : !tileaa.ptr
    %5 = tileaa.assume %q {div_by = 16 : i64} : !tileaa.ptr
    scf.for %i = %c0 to %n step %c1  : i32 {
      %bit = arith.andi %i, %c1 : i32
      %w = arith.extui %bit : i32 to i64
      %at = arith.muli %w, %c64 : i64
      %8 = tileas.acquire %1[%i] : !ring
      %9 = tileas.async_copy %4[%c0w, %at] extents[%c128, %c128] strides[%c128, %c1w] to %8 {tile = !tile1, whole, width = 8 : i64} : !tileaa.ptr, !buffer
      %10 = tileas.acquire %3[%i] : !ring1
      %11 = tileas.async_copy %5[%at, %c0w] extents[%c128, %c128] strides[%c128, %c1w] to %10 {tile = !tile2, whole, width = 8 : i64} : !tileaa.ptr, !buffer1
      tileas.commit %1[%i] after %9 : !ring
      tileas.commit %3[%i] after %11 : !ring1
    }
  }
  tileas.return
}

// Of two products, both tell.
// CHECK-LABEL: tileas.kernel @twice(
// CHECK: mbarrier_init {{.*}} : <!tileas.mbarrier<6>, stages = 2>
tileas.kernel @twice(%p: !tileaa.ptr, %q: !tileaa.ptr, %r: !tileaa.ptr, %n: i32) attributes {spec = #tileas.kernel_spec<target = "sm_100", warps = 5, shared = 0, frozen = false>} {
  %0 = tileas.alloc_shared : !stages
  %1 = tileas.ring %0 : !ring
  %2 = tileas.alloc_shared : !stages1
  %3 = tileas.ring %2 : !ring1
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c0w = arith.constant 0 : i64
  %c1w = arith.constant 1 : i64
  %c64 = arith.constant 64 : i64
  %c128 = arith.constant 128 : i64
  tileas.agents
  agent "main" warps 4 {
    %cst = arith.constant dense<0.0> : !tile
    %all = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %cst) -> (!tile) : i32 {
      %a = tileas.wait %1[%i] : !ring
      %b = tileas.wait %3[%i] : !ring1
      %m, %e = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %acc by [128, 64, 16] : !buffer, !buffer1, !tile
      %next, %f = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %m by [128, 64, 16] : !buffer, !buffer1, !tile
      tileas.release %1[%i] after %e, %f : !tileas.completion<product>, !tileas.completion<product> : !ring
      tileas.release %3[%i] after %e, %f : !tileas.completion<product>, !tileas.completion<product> : !ring1
      scf.yield %next : !tile
    }
    %6 = tileas.store %all to %r[%c0w, %c0w] extents[%c128, %c128] strides[%c128, %c1w] by<owner> {whole, width = 2 : i64} : !tile, !tileaa.ptr
  }
  agent "load" warps 1 {
    %4 = tileaa.assume %p {div_by = 16 : i64} : !tileaa.ptr
    %5 = tileaa.assume %q {div_by = 16 : i64} : !tileaa.ptr
    scf.for %i = %c0 to %n step %c1  : i32 {
      %bit = arith.andi %i, %c1 : i32
      %w = arith.extui %bit : i32 to i64
      %at = arith.muli %w, %c64 : i64
      %8 = tileas.acquire %1[%i] : !ring
      %9 = tileas.async_copy %4[%c0w, %at] extents[%c128, %c128] strides[%c128, %c1w] to %8 {tile = !tile1, whole, width = 8 : i64} : !tileaa.ptr, !buffer
      %10 = tileas.acquire %3[%i] : !ring1
      %11 = tileas.async_copy %5[%at, %c0w] extents[%c128, %c128] strides[%c128, %c1w] to %10 {tile = !tile2, whole, width = 8 : i64} : !tileaa.ptr, !buffer1
      tileas.commit %1[%i] after %9 : !ring
      tileas.commit %3[%i] after %11 : !ring1
    }
  }
  tileas.return
}
