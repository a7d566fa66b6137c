// Gradients of attention have two products that give scores, of factors that are there
// when an iteration begins, and multiply one of these factors again. Both lead, and begin
// behind one barrier; the ring of that factor has as many stages more.
//
// RUN: cuda-tile-opt %s --remarks-filter=Schedule --remark-format=emitRemark \
// RUN:   --pass-pipeline='builtin.module(tileas.kernel(tileas-lead-scores,tileas-pipeline-loops))' 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-lead-scores,tileas-pipeline-loops,tileas-lower-rings,tileas-place-sums,tileas-allocate-shared,tileas-place-barriers,tileas-defer-products,tileas-verify-barriers))' | FileCheck %s --check-prefix=PLACED
//
// REMARK: RemarkScoresLead {{.*}}Function=of_queries {{.*}}Iterations=1
// REMARK: RemarkScoresLead {{.*}}Function=of_keys {{.*}}Iterations=2
// REMARK-NOT: RemarkScoresLead

#sum = #tileas.layout<register = [[0, 1 to 32]], lane = [[1 to 16, 0]], warp = [[32, 0], [64, 0]]>
#tile = #tileas.layout<offset = [[0, 1 to 32], [1 to 4, 8 to 32], [8 to 32, 0]]>
#turned = #tileas.layout<offset = [[1 to 32, 0], [8 to 32, 1 to 4], [0, 8 to 32]]>
!sum = tensor<128x64xf32, #sum>
!powers = tensor<128x64xf16, #sum>
!q = !tileas.buffer<128x64xf16, #tileas.layout<offset = [[0, 1 to 32], [1 to 4, 8 to 32], [8 to 64, 0]]>>
!stages = !tileas.buffer<64x64xf16, #tile, stages = 2>
!stage = !tileas.buffer<64x64xf16, #tile>
!turned = !tileas.buffer<64x64xf16, #turned>
!ring = !tileas.ring<!stages>
!kept = !tileas.buffer<128x64xf32, #tileas.layout<offset = [[0, 1 to 32], [1 to 64, 0]]>>
!also_kept = !tileas.buffer<128x64xf16, #tileas.layout<offset = [[0, 1 to 32], [1 to 64, 0]]>>

#copies = #tileas.slot<stage = 0, cycle = 0>
#waits = #tileas.slot<stage = 1, cycle = 0>
#scores = #tileas.slot<stage = 1, cycle = 100>
#powers = #tileas.slot<stage = 1, cycle = 500>
#values = #tileas.slot<stage = 1, cycle = 1400>

// CHECK-DAG: ![[TWO:[a-z0-9]+]] = !tileas.buffer<64x64xf16, {{.*}}, stages = 2>
// CHECK-DAG: ![[THREE:[a-z0-9]+]] = !tileas.buffer<64x64xf16, {{.*}}, stages = 3>
// CHECK-DAG: ![[FOUR:[a-z0-9]+]] = !tileas.buffer<64x64xf16, {{.*}}, stages = 4>
// CHECK-LABEL: tileas.kernel @of_queries(
// CHECK: tileas.alloc_shared : ![[THREE]]
// CHECK: tileas.alloc_shared : ![[TWO]]
// CHECK: tileas.tcgen05_mma
// CHECK: tileas.tcgen05_mma
// CHECK: scf.for {{.*}} iter_args(%[[SUM:[a-z0-9]+]] = %{{[a-z_0-9]+}}, %[[SCORES:[a-z0-9]+]] = %{{[a-z_0-9]+}}, %[[OTHERS:[a-z0-9]+]] = %{{[a-z_0-9]+}}, %[[KEYS:[a-z0-9]+]] = %{{[a-z_0-9]+}}
// CHECK: tileas.wait
// CHECK: tileas.wait
// CHECK: tileaa.fma %[[SCORES]]
// CHECK: tileaa.subf %[[OTHERS]]
// CHECK-NOT: tileaa.exp2
// CHECK: tileas.tcgen05_mma
// CHECK-NOT: tileaa.exp2
// CHECK: tileas.tcgen05_mma
// CHECK: tileaa.exp2
// CHECK: tileas.tensor_copy
// CHECK: tileas.tensor_copy
// CHECK: tileas.tcgen05_mma %{{.*}}, %[[KEYS]] as<f16>, %[[SUM]]
//
// Threads meet where the scores have been read, and where the powers are stored, of which
// the product before has been waited for with these scores.
// PLACED-LABEL: tileas.kernel @of_queries(
// PLACED: tmem_alloc 256
// PLACED: scf.for
// PLACED: tileas.tmem_load
// PLACED: tileas.tmem_load
// PLACED: tileas.barrier
// PLACED-NOT: tileas.await_products
// PLACED: tileas.tmem_store {{.*}} in
// PLACED: tileas.tcgen05_mma
// PLACED-NOT: tileas.await_products
// PLACED-NOT: tileas.barrier
// PLACED: tileas.tmem_store {{.*}} in
// PLACED: tileas.tcgen05_mma
// PLACED: tileaa.exp2
// PLACED-NOT: tileas.barrier
// PLACED: tileas.await_products
// PLACED: tileas.tmem_store
// PLACED: tileas.tcgen05_mma
// PLACED-NOT: tileas.await_products
// PLACED: scf.yield
tileas.kernel @of_queries(%p: !tileaa.ptr, %n: i32, %m: i64, %stride: i64, %low: !sum, %delta: !sum) attributes {
    spec = #tileas.kernel_spec<target = "sm_100", warps = 4, plan = <blocks = 2, registers = 200>, shared = 0, frozen = false>} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %unit = arith.constant 1 : i64
  %rows_of_tile = arith.constant 64 : i32
  %none = arith.constant dense<0.0> : !sum
  %spare = tileas.alloc_shared : !tileas.buffer<!tileaa.ptr>
  %map = tileas.tensor_map %p extents[%m, %m] strides[%stride, %unit] spare %spare : <!stage>
  %queries = tileas.alloc_shared : !q
  %gradient = tileas.alloc_shared : !q
  %k0 = tileas.alloc_shared : !stages
  %keys = tileas.ring %k0 : !ring
  %v0 = tileas.alloc_shared : !stages
  %values = tileas.ring %v0 : !ring
  %r = scf.for %i = %zero to %n step %one iter_args(%acc = %none) -> (!sum) : i32 {
    %at = arith.muli %i, %rows_of_tile {tileas.slot = #copies} : i32
    %to = tileas.acquire %keys[%i] {tileas.slot = #copies} : !ring
    %c = tileas.tensor_copy %map[%at, %zero] to %to {tileas.slot = #copies} : <!stage> -> !tileas.completion
    %also = tileas.acquire %values[%i] {tileas.slot = #copies} : !ring
    %d = tileas.tensor_copy %map[%at, %zero] to %also {tileas.slot = #copies} : <!stage> -> !tileas.completion
    tileas.commit %keys[%i] after %c {tileas.slot = #copies} : !ring
    tileas.commit %values[%i] after %d {tileas.slot = #copies} : !ring
    %k = tileas.wait %keys[%i] {tileas.slot = #waits} : !ring
    %v = tileas.wait %values[%i] {tileas.slot = #waits} : !ring
    %kt = tileas.permute_buffer %k [1, 0] {tileas.slot = #scores} : !stage -> !turned
    %s, %e = tileas.tcgen05_mma %queries as<f16>, %kt as<f16>, %none by [128, 64, 16] {tileas.slot = #scores} : !q, !turned, !sum
    %b = tileaa.fma %s, %low, %low {tileas.slot = #powers} : !sum
    %x = tileaa.exp2 %b {tileas.slot = #powers} : !sum
    %vt = tileas.permute_buffer %v [1, 0] {tileas.slot = #powers} : !stage -> !turned
    %t, %f = tileas.tcgen05_mma %gradient as<f16>, %vt as<f16>, %none by [128, 64, 16] {tileas.slot = #powers} : !q, !turned, !sum
    tileas.release %values[%i] after %f : !tileas.completion<product> {tileas.slot = #powers} : !ring
    %y = tileaa.subf %t, %delta {tileas.slot = #powers} : !sum
    %z = tileaa.mulf %x, %y {tileas.slot = #values} : !sum
    %w = arith.truncf %z {tileas.slot = #values} : !sum to !powers
    %o, %g = tileas.tcgen05_mma %w as<f16>, %k as<f16>, %acc by [128, 64, 16] {tileas.slot = #values} : !powers, !stage, !sum
    tileas.release %keys[%i] after %g, %e : !tileas.completion<product>, !tileas.completion<product> {tileas.slot = #values} : !ring
    scf.yield %o : !sum
  } {tileas.schedule = #tileas.schedule<interval = 4500, stages = 2>}
  %u = arith.negf %r : !sum
  tileas.release_map %spare
  tileas.return
}

// The gradients of keys and values are two sums, of powers and of what is made of these:
// one chain, and both rings are read twice.
// CHECK-LABEL: tileas.kernel @of_keys(
// CHECK: tileas.alloc_shared : ![[FOUR]]
// CHECK: tileas.alloc_shared : ![[FOUR]]
// CHECK: scf.for
// CHECK: tileaa.subf
// CHECK: tileaa.exp2
// CHECK: tileas.wait
// CHECK: tileas.wait
// CHECK: tileas.tcgen05_mma
// CHECK: tileaa.mulf
// CHECK: tileas.tcgen05_mma
// CHECK-NOT: arith.truncf
// CHECK: tileas.permute_buffer
// CHECK: tileas.tcgen05_mma
// CHECK: tileas.permute_buffer
// CHECK: tileas.tcgen05_mma
// CHECK: scf.yield

tileas.kernel @of_keys(%p: !tileaa.ptr, %n: i32, %m: i64, %stride: i64, %low: !sum, %delta: !sum) attributes {
    spec = #tileas.kernel_spec<target = "sm_100", warps = 4, plan = <blocks = 1, registers = 200>, shared = 0, frozen = false>} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %unit = arith.constant 1 : i64
  %rows_of_tile = arith.constant 64 : i32
  %none = arith.constant dense<0.0> : !sum
  %spare = tileas.alloc_shared : !tileas.buffer<!tileaa.ptr>
  %map = tileas.tensor_map %p extents[%m, %m] strides[%stride, %unit] spare %spare : <!stage>
  %keys = tileas.alloc_shared : !q
  %values = tileas.alloc_shared : !q
  %q0 = tileas.alloc_shared : !stages
  %queries = tileas.ring %q0 : !ring
  %g0 = tileas.alloc_shared : !stages
  %gradients = tileas.ring %g0 : !ring
  %r:2 = scf.for %i = %zero to %n step %one iter_args(%acc = %none, %also_acc = %none) -> (!sum, !sum) : i32 {
    %at = arith.muli %i, %rows_of_tile {tileas.slot = #copies} : i32
    %to = tileas.acquire %queries[%i] {tileas.slot = #copies} : !ring
    %c = tileas.tensor_copy %map[%at, %zero] to %to {tileas.slot = #copies} : <!stage> -> !tileas.completion
    %also = tileas.acquire %gradients[%i] {tileas.slot = #copies} : !ring
    %d = tileas.tensor_copy %map[%at, %zero] to %also {tileas.slot = #copies} : <!stage> -> !tileas.completion
    tileas.commit %queries[%i] after %c {tileas.slot = #copies} : !ring
    tileas.commit %gradients[%i] after %d {tileas.slot = #copies} : !ring
    %q = tileas.wait %queries[%i] {tileas.slot = #waits} : !ring
    %g = tileas.wait %gradients[%i] {tileas.slot = #waits} : !ring
    %qt = tileas.permute_buffer %q [1, 0] {tileas.slot = #scores} : !stage -> !turned
    %s, %e = tileas.tcgen05_mma %keys as<f16>, %qt as<f16>, %none by [128, 64, 16] {tileas.slot = #scores} : !q, !turned, !sum
    %b = tileaa.fma %s, %low, %low {tileas.slot = #powers} : !sum
    %x = tileaa.exp2 %b {tileas.slot = #powers} : !sum
    %h = arith.truncf %x {tileas.slot = #powers} : !sum to !powers
    %o, %j = tileas.tcgen05_mma %h as<f16>, %g as<f16>, %acc by [128, 64, 16] {tileas.slot = #powers} : !powers, !stage, !sum
    %gt = tileas.permute_buffer %g [1, 0] {tileas.slot = #powers} : !stage -> !turned
    %t, %f = tileas.tcgen05_mma %values as<f16>, %gt as<f16>, %none by [128, 64, 16] {tileas.slot = #powers} : !q, !turned, !sum
    tileas.release %gradients[%i] after %f, %j : !tileas.completion<product>, !tileas.completion<product> {tileas.slot = #powers} : !ring
    %y = tileaa.subf %t, %delta {tileas.slot = #powers} : !sum
    %z = tileaa.mulf %x, %y {tileas.slot = #values} : !sum
    %w = arith.truncf %z {tileas.slot = #values} : !sum to !powers
    %also_o, %l = tileas.tcgen05_mma %w as<f16>, %q as<f16>, %also_acc by [128, 64, 16] {tileas.slot = #values} : !powers, !stage, !sum
    tileas.release %queries[%i] after %l, %e : !tileas.completion<product>, !tileas.completion<product> {tileas.slot = #values} : !ring
    scf.yield %o, %also_o : !sum, !sum
  } {tileas.schedule = #tileas.schedule<interval = 4500, stages = 2>}
  %u = arith.negf %r#0 : !sum
  %also_u = arith.negf %r#1 : !sum
  tileas.release_map %spare
  tileas.return
}

// Shared memory has no room for another stage in two blocks.
// CHECK-LABEL: tileas.kernel @has_no_room(
// CHECK: tileas.alloc_shared : ![[TWO]]
// CHECK: tileas.alloc_shared : ![[TWO]]
// CHECK-NOT: tileas.tcgen05_mma
// CHECK: scf.for
tileas.kernel @has_no_room(%p: !tileaa.ptr, %n: i32, %m: i64, %stride: i64, %low: !sum, %delta: !sum, %half: !powers) attributes {
    spec = #tileas.kernel_spec<target = "sm_100", warps = 4, plan = <blocks = 2, registers = 200>, shared = 0, frozen = false>} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %unit = arith.constant 1 : i64
  %rows_of_tile = arith.constant 64 : i32
  %none = arith.constant dense<0.0> : !sum
  %spare = tileas.alloc_shared : !tileas.buffer<!tileaa.ptr>
  %map = tileas.tensor_map %p extents[%m, %m] strides[%stride, %unit] spare %spare : <!stage>
  %kept = tileas.alloc_shared : !kept
  tileas.shared_store %low to %kept : !sum, !kept
  %also_kept = tileas.alloc_shared : !also_kept
  tileas.shared_store %half to %also_kept : !powers, !also_kept
  %queries = tileas.alloc_shared : !q
  %gradient = tileas.alloc_shared : !q
  %k0 = tileas.alloc_shared : !stages
  %keys = tileas.ring %k0 : !ring
  %v0 = tileas.alloc_shared : !stages
  %values = tileas.ring %v0 : !ring
  %r = scf.for %i = %zero to %n step %one iter_args(%acc = %none) -> (!sum) : i32 {
    %at = arith.muli %i, %rows_of_tile {tileas.slot = #copies} : i32
    %to = tileas.acquire %keys[%i] {tileas.slot = #copies} : !ring
    %c = tileas.tensor_copy %map[%at, %zero] to %to {tileas.slot = #copies} : <!stage> -> !tileas.completion
    %also = tileas.acquire %values[%i] {tileas.slot = #copies} : !ring
    %d = tileas.tensor_copy %map[%at, %zero] to %also {tileas.slot = #copies} : <!stage> -> !tileas.completion
    tileas.commit %keys[%i] after %c {tileas.slot = #copies} : !ring
    tileas.commit %values[%i] after %d {tileas.slot = #copies} : !ring
    %k = tileas.wait %keys[%i] {tileas.slot = #waits} : !ring
    %v = tileas.wait %values[%i] {tileas.slot = #waits} : !ring
    %kt = tileas.permute_buffer %k [1, 0] {tileas.slot = #scores} : !stage -> !turned
    %s, %e = tileas.tcgen05_mma %queries as<f16>, %kt as<f16>, %none by [128, 64, 16] {tileas.slot = #scores} : !q, !turned, !sum
    %b = tileaa.fma %s, %low, %low {tileas.slot = #powers} : !sum
    %x = tileaa.exp2 %b {tileas.slot = #powers} : !sum
    %vt = tileas.permute_buffer %v [1, 0] {tileas.slot = #powers} : !stage -> !turned
    %t, %f = tileas.tcgen05_mma %gradient as<f16>, %vt as<f16>, %none by [128, 64, 16] {tileas.slot = #powers} : !q, !turned, !sum
    tileas.release %values[%i] after %f : !tileas.completion<product> {tileas.slot = #powers} : !ring
    %y = tileaa.subf %t, %delta {tileas.slot = #powers} : !sum
    %z = tileaa.mulf %x, %y {tileas.slot = #values} : !sum
    %w = arith.truncf %z {tileas.slot = #values} : !sum to !powers
    %o, %g = tileas.tcgen05_mma %w as<f16>, %k as<f16>, %acc by [128, 64, 16] {tileas.slot = #values} : !powers, !stage, !sum
    tileas.release %keys[%i] after %g, %e : !tileas.completion<product>, !tileas.completion<product> {tileas.slot = #values} : !ring
    scf.yield %o : !sum
  } {tileas.schedule = #tileas.schedule<interval = 4500, stages = 2>}
  %u = arith.negf %r : !sum
  %seen = tileas.shared_load %kept : !kept -> !sum
  %also_seen = tileas.shared_load %also_kept : !also_kept -> !powers
  tileas.release_map %spare
  tileas.return
}
