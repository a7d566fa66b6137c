// Scores in tensor memory lead by two iterations: their product stands behind that of the
// powers and the values, and the ring of the keys is filled with zeros for two iterations
// that do not exist.
//
// RUN: cuda-tile-opt %s --remarks-filter=Schedule --remark-format=emitRemark \
// RUN:   --pass-pipeline='builtin.module(tileas.kernel(tileas-lead-scores,tileas-pipeline-loops))' 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-lead-scores,tileas-pipeline-loops,tileas-lower-rings,tileas-place-sums,tileas-allocate-shared,tileas-place-barriers,tileas-defer-products,tileas-verify-barriers))' | FileCheck %s --check-prefix=PLACED
// RUN: sed 's/tileaa.mulf %%acc,/tileaa.mulf %%x,/; s/as<f16>, %%t by/as<f16>, %%acc by/' %s | cuda-tile-opt - --pass-pipeline='builtin.module(tileas.kernel(tileas-lead-scores,tileas-pipeline-loops,tileas-lower-rings,tileas-place-sums))' | FileCheck %s --check-prefix=PLAIN
// RUN: sed -e 's/%%r = \(scf.for .*\)) -> (!sum)/%%r:2 = \1, %%j = %%zero) -> (!sum, i32)/' -e 's/muli %%i,/muli %%j,/' -e 's/negf %%r/negf %%r#0/' \
// RUN:   -e 's/scf.yield %%o : !sum/%%next = arith.addi %%j, %%one {tileas.slot = #waits} : i32\n scf.yield %%o, %%next : !sum, i32/' %s | \
// RUN:   cuda-tile-opt - --pass-pipeline='builtin.module(tileas.kernel(tileas-lead-scores,tileas-pipeline-loops))' | FileCheck %s --check-prefix=COUNTED
// RUN: sed -e 's/%%x = tileaa.exp2 %%s/%%is = arith.cmpi slt, %%i, %%m {tileas.slot = #powers} : i32\n %%h = scf.if %%is -> (!sum) { %%y = arith.negf %%s : !sum\n scf.yield %%y : !sum } else { scf.yield %%s : !sum } {tileas.slot = #powers}\n %%x = tileaa.exp2 %%h/' \
// RUN:   %s | cuda-tile-opt - --pass-pipeline='builtin.module(tileas.kernel(tileas-lead-scores,tileas-pipeline-loops,tileas-lower-rings,tileas-place-sums,tileas-allocate-shared,tileas-place-barriers,tileas-defer-products,tileas-verify-barriers))' | FileCheck %s --check-prefix=BRANCH
//
// REMARK: RemarkScoresLead {{.*}}Function=leads {{.*}}Iterations=2
// REMARK-NOT: RemarkScoresLead

#sum = #tileas.layout<register = [[0, 1], [8, 0], [0, 8 to 32], [16, 0]], lane = [[0, 2], [0, 4], [1 to 4, 0]], warp = [[32, 0], [64, 0]]>
#row = #tileas.layout<register = [[8, 0], [16, 0]], lane = [[0, 0], [0, 0], [1 to 4, 0]], warp = [[32, 0], [64, 0]]>
!sum = tensor<128x64xf32, #sum>
!rows = tensor<128x1xf32, #row>
!powers = tensor<128x64xf16, #sum>
!tile = tensor<64x64xf16, #tileas.layout<register = [[0, 1 to 4], [16, 0], [32, 0]], lane = [[0, 8 to 32], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]]>>
!q = !tileas.buffer<128x64xf16, #tileas.layout<offset = [[0, 1 to 4], [1 to 64, 0], [0, 8 to 32]]>>
!stages = !tileas.buffer<64x64xf16, #tileas.layout<offset = [[1 to 4, 0], [0, 1 to 32], [8 to 32, 0]]>, stages = 2>
!stage = !tileas.buffer<64x64xf16, #tileas.layout<offset = [[1 to 4, 0], [0, 1 to 32], [8 to 32, 0]]>>
!ring = !tileas.ring<!stages>

#copies = #tileas.slot<stage = 0, cycle = 0>
#waits = #tileas.slot<stage = 1, cycle = 0>
#scores = #tileas.slot<stage = 1, cycle = 100>
#powers = #tileas.slot<stage = 1, cycle = 500>
#values = #tileas.slot<stage = 1, cycle = 1400>

// The first two scores, of which the keys are zeros where there is no iteration. Keys of
// both are copied side by side. The number of an iteration less two may wrap, and is not
// compared; nor the end of the loop and two more.
// CHECK-LABEL: tileas.kernel @leads(
// CHECK: %[[EXTENT:.*]] = arith.select
// CHECK: %[[MOST:.*]] = arith.minsi %{{.*}} : i32
// CHECK-NEXT: arith.constant 1 : i32
// CHECK-NEXT: %[[LAST:.*]] = arith.addi %[[MOST]], %{{.*}} : i32
// CHECK-NEXT: arith.cmpi sge, %[[LAST]], %{{.*}} : i32
// CHECK: tileas.async_copy {{.*}} extents[%[[EXTENT]], %{{.*}}]
// CHECK: tileas.async_copy
// CHECK: tileas.wait
// CHECK: %[[FIRST:.*]], %{{.*}} = tileas.tcgen05_mma
// CHECK: tileas.wait
// CHECK: %[[SECOND:.*]], %{{.*}} = tileas.tcgen05_mma
// CHECK: scf.for {{.*}}, %[[READ:[a-z0-9]+]] = %[[FIRST]], %[[NEXT:[a-z0-9]+]] = %[[SECOND]],
// CHECK: tileaa.exp2 %[[READ]]
// CHECK: tileas.wait
// CHECK: tileas.wait
// CHECK: arith.truncf
// CHECK: %[[SUM:.*]], %{{.*}} = tileas.tcgen05_mma
// CHECK-NEXT: %[[LATER:.*]], %{{.*}} = tileas.tcgen05_mma
// CHECK: scf.yield %[[SUM]], %[[NEXT]], %[[LATER]],
//
// So do those of two products in a row, of which nobody scales the sum. What threads make
// of the first lies in tensor memory as well.
// PLAIN-LABEL: tileas.kernel @leads(
// PLAIN: scf.for {{.*}} iter_args(%[[ACC:[a-z0-9]+]] = %{{[0-9]+}}, %[[READ:[a-z0-9]+]] = %{{[a-z_0-9]+}}, %[[NEXT:[a-z0-9]+]] =
// PLAIN: tileas.tmem_load %[[READ]]
// PLAIN: %[[LEFT:.*]] = tileas.tmem_store
// PLAIN: tileas.tcgen05_mma %[[LEFT]] as<f16>, %{{.*}} as<f16>, %[[ACC]]
//
// Tiles that the loop counts itself are counted as far ahead as their keys are copied.
// COUNTED-LABEL: tileas.kernel @leads(
// COUNTED: %[[FIRST:.*]], %{{.*}} = tileas.tcgen05_mma
// COUNTED: %[[SECOND:.*]], %{{.*}} = tileas.tcgen05_mma
// COUNTED: scf.for {{.*}} %[[READ:[a-z0-9]+]] = %[[FIRST]], %[[NEXT:[a-z0-9]+]] = %[[SECOND]]
// COUNTED: tileaa.exp2 %[[READ]]
//
// Scores that a branch alone reads are loaded in front of it, and what it computes of them
// is multiplied where tensor memory has it. Products go on behind it.
// BRANCH-LABEL: tileas.kernel @leads(
// BRANCH: scf.for {{.*}} iter_args(%[[ACC:[a-z0-9]+]] = %{{[0-9]+}}, %[[READ:[a-z0-9]+]] = %{{[a-z_0-9]+}}, %[[NEXT:[a-z0-9]+]] =
// BRANCH: tileas.tmem_load %[[READ]]
// BRANCH-NOT: tileas.await_products
// BRANCH: scf.if
// BRANCH: tileas.await_products
// BRANCH: tileas.tmem_store {{.*}} : !tile{{[0-9]+}}
// BRANCH: tileas.tmem_store {{.*}} at 0 in %[[READ]]
//
// Threads meet once in an iteration, behind a wait for both products of the one before.
// Later scores have the columns of those that the iteration has read.
// PLACED-LABEL: tileas.kernel @leads(
// PLACED: tmem_alloc 256
// PLACED: tileas.await_products
// PLACED: tileas.barrier
// PLACED: scf.for {{.*}} iter_args(%[[ACC:[a-z0-9]+]] = %{{[0-9]+}}, %[[READ:[a-z0-9]+]] = %{{[a-z_0-9]+}}, %[[NEXT:[a-z0-9]+]] =
// PLACED-NOT: tileas.barrier
// PLACED: tileas.tmem_load %[[READ]]
// PLACED-NOT: tileas.barrier
// PLACED: tileas.await_products
// PLACED-NEXT: tileas.wait_group 0
// PLACED-NEXT: tileas.tmem_scale %[[ACC]]
// PLACED-NEXT: tileas.proxy_fence
// PLACED-NEXT: tileas.tmem_store {{.*}} at {{[0-9]+}} : !tile{{[0-9]+}}
// PLACED-NEXT: %[[SUM:.*]], %{{.*}} = tileas.tcgen05_mma {{.*}} pending
// PLACED-NEXT: tileas.tmem_store {{.*}} at 0 in %[[READ]]
// PLACED-NEXT: %[[LATER:.*]], %{{.*}} = tileas.tcgen05_mma {{.*}} pending
// PLACED-NOT: tileas.barrier
// PLACED-NOT: tileas.await_products
// PLACED: scf.yield %[[SUM]], %[[NEXT]], %[[LATER]],
tileas.kernel @leads(%p: !tileaa.ptr, %n: i32, %m: i32, %stride: i64, %rows: !rows) attributes {
    spec = #tileas.kernel_spec<target = "sm_100", warps = 4, plan = <blocks = 2, registers = 200>, shared = 0, frozen = false>} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %unit = arith.constant 1 : i64
  %rows_of_tile = arith.constant 64 : i32
  %none = arith.constant dense<0.0> : !sum
  %q = tileas.alloc_shared : !q
  %k0 = tileas.alloc_shared : !stages
  %keys = tileas.ring %k0 : !ring
  %v0 = tileas.alloc_shared : !stages
  %values = tileas.ring %v0 : !ring
  %r = scf.for %i = %zero to %n step %one iter_args(%acc = %none) -> (!sum) : i32 {
    %at = arith.muli %i, %rows_of_tile {tileas.slot = #copies} : i32
    %to = tileas.acquire %keys[%i] {tileas.slot = #copies} : !ring
    %c = tileas.async_copy %p[%at : i32, %zero : i32] extents[%m, %m] strides[%stride, %unit] to %to {tile = !tile, width = 8 : i64, tileas.slot = #copies} : !tileaa.ptr, !stage
    %also = tileas.acquire %values[%i] {tileas.slot = #copies} : !ring
    %d = tileas.async_copy %p[%at : i32, %zero : i32] extents[%m, %m] strides[%stride, %unit] to %also {tile = !tile, width = 8 : i64, tileas.slot = #copies} : !tileaa.ptr, !stage
    tileas.commit %keys[%i] after %c {tileas.slot = #copies} : !ring
    tileas.commit %values[%i] after %d {tileas.slot = #copies} : !ring
    %k = tileas.wait %keys[%i] {tileas.slot = #waits} : !ring
    %v = tileas.wait %values[%i] {tileas.slot = #waits} : !ring
    %s, %e = tileas.tcgen05_mma %q as<f16>, %k as<f16>, %none by [128, 64, 16] {tileas.slot = #scores} : !q, !stage, !sum
    tileas.release %keys[%i] after %e : !tileas.completion<product> {tileas.slot = #scores} : !ring
    %x = tileaa.exp2 %s {tileas.slot = #powers} : !sum
    %w = arith.truncf %x {tileas.slot = #values} : !sum to !powers
    %f = tileaa.broadcast %rows {tileas.slot = #values} : !rows -> !sum
    %t = tileaa.mulf %acc, %f {tileas.slot = #values} : !sum
    %o, %g = tileas.tcgen05_mma %w as<f16>, %v as<f16>, %t by [128, 64, 16] {tileas.slot = #values} : !powers, !stage, !sum
    tileas.release %values[%i] after %g : !tileas.completion<product> {tileas.slot = #values} : !ring
    scf.yield %o : !sum
  } {tileas.schedule = #tileas.schedule<interval = 4500, stages = 2>}
  %u = arith.negf %r : !sum
  tileas.return
}

// An SM has columns for four blocks, of 64 for the sum and 64 for scores and powers, and
// for two with those of two iterations. An iteration would take hardly longer.
// CHECK-LABEL: tileas.kernel @has_no_columns(
// CHECK-NOT: tileas.tcgen05_mma
// CHECK: scf.for
// PLACED-LABEL: tileas.kernel @has_no_columns(
// PLACED: tmem_alloc 128
tileas.kernel @has_no_columns(%p: !tileaa.ptr, %n: i32, %m: i32, %stride: i64, %rows: !rows) attributes {
    spec = #tileas.kernel_spec<target = "sm_100", warps = 4, plan = <blocks = 4, registers = 128>, shared = 0, frozen = false>} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %unit = arith.constant 1 : i64
  %rows_of_tile = arith.constant 64 : i32
  %none = arith.constant dense<0.0> : !sum
  %q = tileas.alloc_shared : !q
  %k0 = tileas.alloc_shared : !stages
  %keys = tileas.ring %k0 : !ring
  %v0 = tileas.alloc_shared : !stages
  %values = tileas.ring %v0 : !ring
  %r = scf.for %i = %zero to %n step %one iter_args(%acc = %none) -> (!sum) : i32 {
    %at = arith.muli %i, %rows_of_tile {tileas.slot = #copies} : i32
    %to = tileas.acquire %keys[%i] {tileas.slot = #copies} : !ring
    %c = tileas.async_copy %p[%at : i32, %zero : i32] extents[%m, %m] strides[%stride, %unit] to %to {tile = !tile, width = 8 : i64, tileas.slot = #copies} : !tileaa.ptr, !stage
    %also = tileas.acquire %values[%i] {tileas.slot = #copies} : !ring
    %d = tileas.async_copy %p[%at : i32, %zero : i32] extents[%m, %m] strides[%stride, %unit] to %also {tile = !tile, width = 8 : i64, tileas.slot = #copies} : !tileaa.ptr, !stage
    tileas.commit %keys[%i] after %c {tileas.slot = #copies} : !ring
    tileas.commit %values[%i] after %d {tileas.slot = #copies} : !ring
    %k = tileas.wait %keys[%i] {tileas.slot = #waits} : !ring
    %v = tileas.wait %values[%i] {tileas.slot = #waits} : !ring
    %s, %e = tileas.tcgen05_mma %q as<f16>, %k as<f16>, %none by [128, 64, 16] {tileas.slot = #scores} : !q, !stage, !sum
    tileas.release %keys[%i] after %e : !tileas.completion<product> {tileas.slot = #scores} : !ring
    %x = tileaa.exp2 %s {tileas.slot = #powers} : !sum
    %w = arith.truncf %x {tileas.slot = #values} : !sum to !powers
    %f = tileaa.broadcast %rows {tileas.slot = #values} : !rows -> !sum
    %t = tileaa.mulf %acc, %f {tileas.slot = #values} : !sum
    %o, %g = tileas.tcgen05_mma %w as<f16>, %v as<f16>, %t by [128, 64, 16] {tileas.slot = #values} : !powers, !stage, !sum
    tileas.release %values[%i] after %g : !tileas.completion<product> {tileas.slot = #values} : !ring
    scf.yield %o : !sum
  } {tileas.schedule = #tileas.schedule<interval = 9000, stages = 2>}
  %u = arith.negf %r : !sum
  tileas.return
}

// Scores that lead would take three times the cycles that the schedule has.
// CHECK-LABEL: tileas.kernel @has_longer_interval(
// CHECK-NOT: tileas.tcgen05_mma
// CHECK: scf.for
tileas.kernel @has_longer_interval(%p: !tileaa.ptr, %n: i32, %m: i32, %stride: i64, %rows: !rows) attributes {
    spec = #tileas.kernel_spec<target = "sm_100", warps = 4, plan = <blocks = 2, registers = 200>, shared = 0, frozen = false>} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %unit = arith.constant 1 : i64
  %rows_of_tile = arith.constant 64 : i32
  %none = arith.constant dense<0.0> : !sum
  %q = tileas.alloc_shared : !q
  %k0 = tileas.alloc_shared : !stages
  %keys = tileas.ring %k0 : !ring
  %v0 = tileas.alloc_shared : !stages
  %values = tileas.ring %v0 : !ring
  %r = scf.for %i = %zero to %n step %one iter_args(%acc = %none) -> (!sum) : i32 {
    %at = arith.muli %i, %rows_of_tile {tileas.slot = #copies} : i32
    %to = tileas.acquire %keys[%i] {tileas.slot = #copies} : !ring
    %c = tileas.async_copy %p[%at : i32, %zero : i32] extents[%m, %m] strides[%stride, %unit] to %to {tile = !tile, width = 8 : i64, tileas.slot = #copies} : !tileaa.ptr, !stage
    %also = tileas.acquire %values[%i] {tileas.slot = #copies} : !ring
    %d = tileas.async_copy %p[%at : i32, %zero : i32] extents[%m, %m] strides[%stride, %unit] to %also {tile = !tile, width = 8 : i64, tileas.slot = #copies} : !tileaa.ptr, !stage
    tileas.commit %keys[%i] after %c {tileas.slot = #copies} : !ring
    tileas.commit %values[%i] after %d {tileas.slot = #copies} : !ring
    %k = tileas.wait %keys[%i] {tileas.slot = #waits} : !ring
    %v = tileas.wait %values[%i] {tileas.slot = #waits} : !ring
    %s, %e = tileas.tcgen05_mma %q as<f16>, %k as<f16>, %none by [128, 64, 16] {tileas.slot = #scores} : !q, !stage, !sum
    tileas.release %keys[%i] after %e : !tileas.completion<product> {tileas.slot = #scores} : !ring
    %x = tileaa.exp2 %s {tileas.slot = #powers} : !sum
    %w = arith.truncf %x {tileas.slot = #values} : !sum to !powers
    %f = tileaa.broadcast %rows {tileas.slot = #values} : !rows -> !sum
    %t = tileaa.mulf %acc, %f {tileas.slot = #values} : !sum
    %o, %g = tileas.tcgen05_mma %w as<f16>, %v as<f16>, %t by [128, 64, 16] {tileas.slot = #values} : !powers, !stage, !sum
    tileas.release %values[%i] after %g : !tileas.completion<product> {tileas.slot = #values} : !ring
    scf.yield %o : !sum
  } {tileas.schedule = #tileas.schedule<interval = 1500, stages = 2>}
  %u = arith.negf %r : !sum
  tileas.return
}
