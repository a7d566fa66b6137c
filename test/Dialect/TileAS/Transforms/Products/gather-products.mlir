// Threads wait for all products in tensor memory that have begun. Those that need no other
// one of their iteration begin side by side, and then those that need these; or in turn,
// where nobody else fills the time of a wait.
//
// RUN: cuda-tile-opt %s --remarks-filter=Schedule --remark-format=emitRemark \
// RUN:   --pass-pipeline='builtin.module(tileas.kernel(tileas-gather-products,tileas-verify-schedules))' 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// RUN: sed 's/blocks = 1/blocks = 2/' %s | cuda-tile-opt --pass-pipeline='builtin.module(tileas.kernel(tileas-gather-products))' | FileCheck %s --check-prefix=TWO
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-gather-products,tileas-pipeline-loops,tileas-lower-rings,tileas-place-sums,tileas-allocate-shared,tileas-place-barriers,tileas-defer-products,tileas-verify-barriers))' | FileCheck %s --check-prefix=PLACED
//
// REMARK: RemarkProductsGathered {{.*}}Function=of_keys {{.*}}Iterations=0
// REMARK: RemarkProductsGathered {{.*}}Function=beside {{.*}}Iterations=0
// REMARK: RemarkProductsGathered {{.*}}Function=in_turn {{.*}}Iterations=0
// REMARK: RemarkProductsGathered {{.*}}Function=side_by_side {{.*}}Iterations=0
// REMARK-NOT: RemarkProductsGathered

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

#copies = #tileas.slot<stage = 0, cycle = 0>
#waits = #tileas.slot<stage = 1, cycle = 0>
#scores = #tileas.slot<stage = 1, cycle = 100>
#powers = #tileas.slot<stage = 1, cycle = 500>
#stores = #tileas.slot<stage = 1, cycle = 1000>
#values = #tileas.slot<stage = 1, cycle = 1400>

// Copies begin behind the first read, for which threads have waited for all products.
// CHECK-LABEL: tileas.kernel @of_keys(
// CHECK: scf.for
// CHECK: tileas.wait
// CHECK: tileas.wait
// CHECK: %[[SCORES:[a-z0-9_]+]], %{{[a-z0-9_]+}} = tileas.tcgen05_mma
// CHECK: tileas.tcgen05_mma
// CHECK: tileaa.fma %[[SCORES]]
// CHECK: tileaa.exp2
// CHECK: tileaa.mulf
// CHECK: tileas.tcgen05_mma
// CHECK: tileas.tcgen05_mma
// CHECK: tileas.release
// CHECK: scf.yield
//
// An iteration waits once, for the products that it reads and for those before.
// PLACED-LABEL: tileas.kernel @of_keys(
// PLACED: scf.for
// PLACED-NOT: tileas.await_products
// PLACED: tileas.tcgen05_mma {{.*}} pending
// PLACED-NOT: tileas.await_products
// PLACED: tileas.tcgen05_mma {{.*}} pending
// PLACED: tileas.await_products
// PLACED: tileas.tmem_load
// PLACED-NOT: tileas.await_products
// PLACED: tileas.tcgen05_mma {{.*}} pending
// PLACED-NOT: tileas.await_products
// PLACED: scf.yield
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
  %x0 = tileas.alloc_shared : !q
  %y0 = tileas.alloc_shared : !q
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
    tileas.shared_store %h to %x0 {tileas.slot = #powers} : !powers, !q
    %o, %j = tileas.tcgen05_mma %x0 as<f16>, %g as<f16>, %acc by [128, 64, 16] {tileas.slot = #powers} : !q, !stage, !sum
    %gt = tileas.permute_buffer %g [1, 0] {tileas.slot = #powers} : !stage -> !turned
    %t, %f = tileas.tcgen05_mma %values as<f16>, %gt as<f16>, %none by [128, 64, 16] {tileas.slot = #powers} : !q, !turned, !sum
    tileas.release %gradients[%i] after %f, %j : !tileas.completion<product>, !tileas.completion<product> {tileas.slot = #powers} : !ring
    %y = tileaa.subf %t, %delta {tileas.slot = #powers} : !sum
    %z = tileaa.mulf %x, %y {tileas.slot = #values} : !sum
    %w = arith.truncf %z {tileas.slot = #values} : !sum to !powers
    tileas.shared_store %w to %y0 {tileas.slot = #values} : !powers, !q
    %also_o, %l = tileas.tcgen05_mma %y0 as<f16>, %q as<f16>, %also_acc by [128, 64, 16] {tileas.slot = #values} : !q, !stage, !sum
    tileas.release %queries[%i] after %l, %e : !tileas.completion<product>, !tileas.completion<product> {tileas.slot = #values} : !ring
    scf.yield %o, %also_o : !sum, !sum
  } {tileas.schedule = #tileas.schedule<interval = 4500, stages = 2>}
  %u = arith.negf %r#0 : !sum
  %also_u = arith.negf %r#1 : !sum
  tileas.release_map %spare
  tileas.return
}

// A product that no other one needs begins behind the first read of those before it: what
// reads their sums waits for it no longer.
// CHECK-LABEL: tileas.kernel @beside(
// CHECK: scf.for
// CHECK: %[[SCORES:[a-z0-9_]+]], %{{[a-z0-9_]+}} = tileas.tcgen05_mma
// CHECK: tileaa.fma %[[SCORES]]
// CHECK-NEXT: tileas.tcgen05_mma
// CHECK: tileaa.exp2
// CHECK: tileas.tcgen05_mma
// CHECK: scf.yield
//
// PLACED-LABEL: tileas.kernel @beside(
// PLACED: scf.for
// PLACED: tileas.tcgen05_mma
// PLACED-NEXT: tileas.tmem_load
// PLACED-NOT: tileas.await_products
// PLACED: tileas.tcgen05_mma {{.*}} pending
// PLACED-NOT: tileas.await_products
// PLACED: tileaa.exp2
// PLACED: tileas.await_products
// PLACED-NEXT: tileas.barrier
// PLACED-NEXT: tileas.tcgen05_mma {{.*}} pending
// PLACED-NOT: tileas.await_products
// PLACED: scf.yield
tileas.kernel @beside(%p: !tileaa.ptr, %n: i32, %m: i64, %stride: i64, %low: !sum) attributes {
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
  %x0 = tileas.alloc_shared : !q
  %q0 = tileas.alloc_shared : !stages
  %queries = tileas.ring %q0 : !ring
  %r:2 = scf.for %i = %zero to %n step %one iter_args(%acc = %none, %also_acc = %none) -> (!sum, !sum) : i32 {
    %at = arith.muli %i, %rows_of_tile {tileas.slot = #copies} : i32
    %to = tileas.acquire %queries[%i] {tileas.slot = #copies} : !ring
    %c = tileas.tensor_copy %map[%at, %zero] to %to {tileas.slot = #copies} : <!stage> -> !tileas.completion
    tileas.commit %queries[%i] after %c {tileas.slot = #copies} : !ring
    %q = tileas.wait %queries[%i] {tileas.slot = #waits} : !ring
    %t, %f = tileas.tcgen05_mma %values as<f16>, %q as<f16>, %none by [128, 64, 16] {tileas.slot = #waits} : !q, !stage, !sum
    %qt = tileas.permute_buffer %q [1, 0] {tileas.slot = #scores} : !stage -> !turned
    %s, %e = tileas.tcgen05_mma %keys as<f16>, %qt as<f16>, %none by [128, 64, 16] {tileas.slot = #scores} : !q, !turned, !sum
    %b = tileaa.fma %s, %low, %low {tileas.slot = #powers} : !sum
    %x = tileaa.exp2 %b {tileas.slot = #powers} : !sum
    %h = arith.truncf %x {tileas.slot = #powers} : !sum to !powers
    tileas.shared_store %h to %x0 {tileas.slot = #powers} : !powers, !q
    %o, %j = tileas.tcgen05_mma %x0 as<f16>, %q as<f16>, %acc by [128, 64, 16] {tileas.slot = #powers} : !q, !stage, !sum
    tileas.release %queries[%i] after %j, %e, %f : !tileas.completion<product>, !tileas.completion<product>, !tileas.completion<product> {tileas.slot = #values} : !ring
    %y = tileaa.addf %t, %also_acc {tileas.slot = #values} : !sum
    scf.yield %o, %y : !sum, !sum
  } {tileas.schedule = #tileas.schedule<interval = 4500, stages = 2>}
  %u = arith.negf %r#0 : !sum
  %also_u = arith.negf %r#1 : !sum
  tileas.release_map %spare
  tileas.return
}

// The second of two products needs the first: each is waited for in any order.
// CHECK-LABEL: tileas.kernel @one_by_one(
// CHECK: {tileas.schedule = #tileas.schedule<interval = 4500, stages = 2>}
tileas.kernel @one_by_one(%p: !tileaa.ptr, %n: i32, %m: i64, %stride: i64, %low: !sum) attributes {
    spec = #tileas.kernel_spec<target = "sm_100", warps = 4, plan = <blocks = 1, registers = 200>, shared = 0, frozen = false>} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %unit = arith.constant 1 : i64
  %none = arith.constant dense<0.0> : !sum
  %spare = tileas.alloc_shared : !tileas.buffer<!tileaa.ptr>
  %map = tileas.tensor_map %p extents[%m, %m] strides[%stride, %unit] spare %spare : <!stage>
  %keys = tileas.alloc_shared : !q
  %x0 = tileas.alloc_shared : !q
  %q0 = tileas.alloc_shared : !stages
  %queries = tileas.ring %q0 : !ring
  %r = scf.for %i = %zero to %n step %one iter_args(%acc = %none) -> (!sum) : i32 {
    %to = tileas.acquire %queries[%i] {tileas.slot = #copies} : !ring
    %c = tileas.tensor_copy %map[%i, %zero] to %to {tileas.slot = #copies} : <!stage> -> !tileas.completion
    tileas.commit %queries[%i] after %c {tileas.slot = #copies} : !ring
    %q = tileas.wait %queries[%i] {tileas.slot = #waits} : !ring
    %qt = tileas.permute_buffer %q [1, 0] {tileas.slot = #scores} : !stage -> !turned
    %s, %e = tileas.tcgen05_mma %keys as<f16>, %qt as<f16>, %none by [128, 64, 16] {tileas.slot = #scores} : !q, !turned, !sum
    %h = arith.truncf %s {tileas.slot = #powers} : !sum to !powers
    tileas.shared_store %h to %x0 {tileas.slot = #stores} : !powers, !q
    %o, %j = tileas.tcgen05_mma %x0 as<f16>, %q as<f16>, %acc by [128, 64, 16] {tileas.slot = #values} : !q, !stage, !sum
    tileas.release %queries[%i] after %j, %e : !tileas.completion<product>, !tileas.completion<product> {tileas.slot = #values} : !ring
    scf.yield %o : !sum
  } {tileas.schedule = #tileas.schedule<interval = 4500, stages = 2>}
  %u = arith.negf %r : !sum
  tileas.release_map %spare
  tileas.return
}

// Where threads compute factors of several products, and no other block fills the time for
// which they wait, these begin in turn: each goes on under what is computed of the one
// before. Of two blocks one goes on while the other waits.
// CHECK-LABEL: tileas.kernel @in_turn(
// CHECK: scf.for
// CHECK: %[[SCORES:[a-z0-9_]+]], %{{[a-z0-9_]+}} = tileas.tcgen05_mma
// CHECK-NOT: tileas.tcgen05_mma
// CHECK: tileaa.fma %[[SCORES]]
// CHECK: %[[OF_POWERS:[a-z0-9_]+]], %{{[a-z0-9_]+}} = tileas.tcgen05_mma
// CHECK: tileaa.exp2
// CHECK: %[[POWERS:.*]] = arith.truncf
// CHECK: tileaa.subf %[[OF_POWERS]]
// CHECK: tileas.tcgen05_mma %[[POWERS]]
// CHECK: tileaa.mulf
// CHECK: %[[LATER:.*]] = arith.truncf
// CHECK: tileas.tcgen05_mma %[[LATER]]
// CHECK: scf.yield
//
// TWO-LABEL: tileas.kernel @in_turn(
// TWO: scf.for
// TWO: %[[SCORES:[a-z0-9_]+]], %{{[a-z0-9_]+}} = tileas.tcgen05_mma
// TWO: tileas.tcgen05_mma
// TWO: tileaa.fma %[[SCORES]]
// TWO: tileaa.mulf
// TWO: tileas.tcgen05_mma
// TWO: tileas.tcgen05_mma
// TWO: scf.yield
//
// What begins behind the first read lies apart from it, so that threads do not meet before.
// PLACED-LABEL: tileas.kernel @in_turn(
// PLACED: scf.for
// PLACED: tmem_store {{.*}} at 0 :
// PLACED: tileas.tcgen05_mma
// PLACED-NEXT: tileas.tmem_load
// PLACED-NOT: tileas.barrier
// PLACED: tmem_store {{.*}} at 64 :
// PLACED-NEXT: tileas.tcgen05_mma {{.*}} pending
// PLACED-NOT: tileas.await_products
// PLACED: tileaa.exp2
// PLACED: tileas.await_products
// PLACED-NEXT: tileas.tmem_load
// PLACED-NOT: tileas.await_products
// PLACED: tileas.tcgen05_mma {{.*}} pending
// PLACED-NOT: tileas.await_products
// PLACED: tileas.tensor_copy
// PLACED-NOT: tileas.await_products
// PLACED: tileas.tcgen05_mma {{.*}} pending
// PLACED: scf.yield
tileas.kernel @in_turn(%p: !tileaa.ptr, %n: i32, %m: i64, %stride: i64, %low: !sum, %delta: !sum) attributes {
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
  %r:2 = scf.for %i = %zero to %n step %one iter_args(%acc = %none, %also_acc = %none) -> (!sum, !sum) : i32 {
    %at = arith.muli %i, %rows_of_tile {tileas.slot = #copies} : i32
    %to = tileas.acquire %queries[%i] {tileas.slot = #copies} : !ring
    %c = tileas.tensor_copy %map[%at, %zero] to %to {tileas.slot = #copies} : <!stage> -> !tileas.completion
    tileas.commit %queries[%i] after %c {tileas.slot = #copies} : !ring
    %q = tileas.wait %queries[%i] {tileas.slot = #waits} : !ring
    %qt = tileas.permute_buffer %q [1, 0] {tileas.slot = #scores} : !stage -> !turned
    %s, %e = tileas.tcgen05_mma %keys as<f16>, %qt as<f16>, %none by [128, 64, 16] {tileas.slot = #scores} : !q, !turned, !sum
    %b = tileaa.fma %s, %low, %low {tileas.slot = #powers} : !sum
    %x = tileaa.exp2 %b {tileas.slot = #powers} : !sum
    %h = arith.truncf %x {tileas.slot = #powers} : !sum to !powers
    %o, %j = tileas.tcgen05_mma %h as<f16>, %q as<f16>, %acc by [128, 64, 16] {tileas.slot = #powers} : !powers, !stage, !sum
    %t, %f = tileas.tcgen05_mma %values as<f16>, %qt as<f16>, %none by [128, 64, 16] {tileas.slot = #powers} : !q, !turned, !sum
    %y = tileaa.subf %t, %delta {tileas.slot = #powers} : !sum
    %z = tileaa.mulf %x, %y {tileas.slot = #values} : !sum
    %w = arith.truncf %z {tileas.slot = #values} : !sum to !powers
    %also_o, %l = tileas.tcgen05_mma %w as<f16>, %q as<f16>, %also_acc by [128, 64, 16] {tileas.slot = #values} : !powers, !stage, !sum
    tileas.release %queries[%i] after %l, %e, %f, %j : !tileas.completion<product>, !tileas.completion<product>, !tileas.completion<product>, !tileas.completion<product> {tileas.slot = #values} : !ring
    scf.yield %o, %also_o : !sum, !sum
  } {tileas.schedule = #tileas.schedule<interval = 4500, stages = 2>}
  %u = arith.negf %r#0 : !sum
  %also_u = arith.negf %r#1 : !sum
  tileas.release_map %spare
  tileas.return
}

// So they do where the second of them stood behind the first.
// CHECK-LABEL: tileas.kernel @side_by_side(
// CHECK: scf.for
// CHECK: %[[SCORES:[a-z0-9_]+]], %{{[a-z0-9_]+}} = tileas.tcgen05_mma
// CHECK-NOT: tileas.tcgen05_mma
// CHECK: tileaa.fma %[[SCORES]]
// CHECK: %[[OF_POWERS:[a-z0-9_]+]], %{{[a-z0-9_]+}} = tileas.tcgen05_mma
// CHECK: tileaa.exp2
// CHECK: tileaa.subf %[[OF_POWERS]]
// CHECK: tileas.tcgen05_mma
// CHECK: scf.yield
tileas.kernel @side_by_side(%p: !tileaa.ptr, %n: i32, %m: i64, %stride: i64, %low: !sum, %delta: !sum) attributes {
    spec = #tileas.kernel_spec<target = "sm_100", warps = 4, plan = <blocks = 1, registers = 200>, shared = 0, frozen = false>} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %unit = arith.constant 1 : i64
  %none = arith.constant dense<0.0> : !sum
  %spare = tileas.alloc_shared : !tileas.buffer<!tileaa.ptr>
  %map = tileas.tensor_map %p extents[%m, %m] strides[%stride, %unit] spare %spare : <!stage>
  %queries = tileas.alloc_shared : !q
  %gradient = tileas.alloc_shared : !q
  %k0 = tileas.alloc_shared : !stages
  %keys = tileas.ring %k0 : !ring
  %r = scf.for %i = %zero to %n step %one iter_args(%acc = %none) -> (!sum) : i32 {
    %to = tileas.acquire %keys[%i] {tileas.slot = #copies} : !ring
    %c = tileas.tensor_copy %map[%i, %zero] to %to {tileas.slot = #copies} : <!stage> -> !tileas.completion
    tileas.commit %keys[%i] after %c {tileas.slot = #copies} : !ring
    %k = tileas.wait %keys[%i] {tileas.slot = #waits} : !ring
    %kt = tileas.permute_buffer %k [1, 0] {tileas.slot = #scores} : !stage -> !turned
    %s, %e = tileas.tcgen05_mma %queries as<f16>, %kt as<f16>, %none by [128, 64, 16] {tileas.slot = #scores} : !q, !turned, !sum
    %t, %f = tileas.tcgen05_mma %gradient as<f16>, %kt as<f16>, %none by [128, 64, 16] {tileas.slot = #scores} : !q, !turned, !sum
    %b = tileaa.fma %s, %low, %low {tileas.slot = #powers} : !sum
    %x = tileaa.exp2 %b {tileas.slot = #powers} : !sum
    %y = tileaa.subf %t, %delta {tileas.slot = #powers} : !sum
    %z = tileaa.mulf %x, %y {tileas.slot = #values} : !sum
    %w = arith.truncf %z {tileas.slot = #values} : !sum to !powers
    %o, %j = tileas.tcgen05_mma %w as<f16>, %k as<f16>, %acc by [128, 64, 16] {tileas.slot = #values} : !powers, !stage, !sum
    tileas.release %keys[%i] after %j, %e, %f : !tileas.completion<product>, !tileas.completion<product>, !tileas.completion<product> {tileas.slot = #values} : !ring
    scf.yield %o : !sum
  } {tileas.schedule = #tileas.schedule<interval = 4500, stages = 2>}
  %u = arith.negf %r : !sum
  tileas.release_map %spare
  tileas.return
}
