// A loop that multiplies the rows of a sum before a product adds to it does so in tensor
// memory, where the zeros lie with which it begins. Where others have the sum, too, or a
// product is to flush what it multiplies, tiles are multiplied.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-place-sums))' | FileCheck %s
// RUN: cuda-tile-opt %s --remarks-filter=Tensor-core --remark-format=emitRemark \
// RUN:   --pass-pipeline='builtin.module(tileas.kernel(tileas-place-sums))' 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK
//
// REMARK-COUNT-2: RemarkSumScaled | Category:Tensor-core | Function=scaled {{.*}}Columns=64, {{.*}}Rows=128
// REMARK: RemarkSumScaled {{.*}}Function=unchanged
// REMARK-NOT: RemarkSumScaled

#sum = #tileas.layout<register = [[0, 1], [8, 0], [0, 8 to 32], [16, 0]], lane = [[0, 2], [0, 4], [1 to 4, 0]], warp = [[32, 0], [64, 0]]>
#row = #tileas.layout<register = [[8, 0], [16, 0]], lane = [[0, 0], [0, 0], [1 to 4, 0]], warp = [[32, 0], [64, 0]]>
!sum = tensor<128x64xf32, #sum>
!rows = tensor<128x1xf32, #row>
!lhs = !tileas.buffer<128x16xf16, #tileas.layout<offset = [[0, 1 to 4], [1 to 64, 0], [0, 8]]>>
!rhs = !tileas.buffer<16x64xf16, #tileas.layout<offset = [[1 to 4, 0], [0, 1 to 32], [8, 0]]>>

// The loop behind the first one goes on with its sum.
// CHECK-LABEL: tileas.kernel @scaled(
// CHECK: tmem_alloc 64
// CHECK: %[[ZEROS:.*]] = tileas.tmem_store {{.*}} at 0 whole
// CHECK: %[[FIRST:.*]] = scf.for {{.*}} iter_args(%[[ACC:.*]] = %[[ZEROS]])
// CHECK-NEXT: %[[FACTORS:.*]] = tileaa.broadcast
// CHECK-NEXT: %[[SCALED:.*]] = tileas.tmem_scale %[[ACC]] by %[[FACTORS]]
// CHECK-NEXT: %[[SUM:.*]], %{{.*}} = tileas.tcgen05_mma {{.*}}, %[[SCALED]]
// CHECK-NEXT: scf.yield %[[SUM]]
// CHECK: scf.for {{.*}} iter_args(%[[ACC:.*]] = %[[FIRST]])
// CHECK-NEXT: tileaa.broadcast
// CHECK-NEXT: tileas.tmem_scale %[[ACC]]
// CHECK-NOT: tmem_load
// CHECK: scf.yield
// CHECK: tmem_load
tileas.kernel @scaled(%n: i32, %zero: i32, %one: i32, %rows: !rows) attributes {
    spec = #tileas.kernel_spec<target = "sm_100", warps = 4, shared = 0, frozen = false>} {
  %0 = arith.constant dense<0.0> : !sum
  %a = tileas.alloc_shared : !lhs
  %b = tileas.alloc_shared : !rhs
  %r = scf.for %i = %zero to %n step %one iter_args(%acc = %0) -> (!sum) : i32 {
    %f = tileaa.broadcast %rows : !rows -> !sum
    %s = tileaa.mulf %acc, %f : !sum
    %p, %e = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %s by [128, 64, 16] : !lhs, !rhs, !sum
    scf.yield %p : !sum
  }
  %q = scf.for %i = %zero to %n step %one iter_args(%acc = %r) -> (!sum) : i32 {
    %f = tileaa.broadcast %rows : !rows -> !sum
    %s = tileaa.mulf %f, %acc : !sum
    %p, %e = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %s by [128, 64, 16] : !lhs, !rhs, !sum
    scf.yield %p : !sum
  }
  %t = arith.negf %q : !sum
  tileas.return
}

// Factors that the loop does not change stand in front of it.
// CHECK-LABEL: tileas.kernel @unchanged(
// CHECK: %[[FACTORS:.*]] = tileaa.broadcast
// CHECK: scf.for {{.*}} iter_args(%[[ACC:.*]] = %{{.*}})
// CHECK-NEXT: tileas.tmem_scale %[[ACC]] by %[[FACTORS]]
tileas.kernel @unchanged(%n: i32, %zero: i32, %one: i32, %rows: !rows) attributes {
    spec = #tileas.kernel_spec<target = "sm_100", warps = 4, shared = 0, frozen = false>} {
  %0 = arith.constant dense<0.0> : !sum
  %a = tileas.alloc_shared : !lhs
  %b = tileas.alloc_shared : !rhs
  %f = tileaa.broadcast %rows : !rows -> !sum
  %r = scf.for %i = %zero to %n step %one iter_args(%acc = %0) -> (!sum) : i32 {
    %s = tileaa.mulf %acc, %f : !sum
    %p, %e = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %s by [128, 64, 16] : !lhs, !rhs, !sum
    scf.yield %p : !sum
  }
  %t = arith.negf %r : !sum
  tileas.return
}

// CHECK-LABEL: tileas.kernel @read(
// CHECK-NOT: tmem_scale
tileas.kernel @read(%n: i32, %zero: i32, %one: i32, %rows: !rows) attributes {
    spec = #tileas.kernel_spec<target = "sm_100", warps = 4, shared = 0, frozen = false>} {
  %0 = arith.constant dense<0.0> : !sum
  %a = tileas.alloc_shared : !lhs
  %b = tileas.alloc_shared : !rhs
  %f = tileaa.broadcast %rows : !rows -> !sum
  %r = scf.for %i = %zero to %n step %one iter_args(%acc = %0) -> (!sum) : i32 {
    %s = tileaa.mulf %acc, %f ftz : !sum
    %p, %e = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %s by [128, 64, 16] : !lhs, !rhs, !sum
    scf.yield %p : !sum
  }
  %q = scf.for %i = %zero to %n step %one iter_args(%acc = %0) -> (!sum) : i32 {
    %s = tileaa.mulf %acc, %f : !sum
    %t = arith.negf %acc : !sum
    %p, %e = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %s by [128, 64, 16] : !lhs, !rhs, !sum
    scf.yield %p : !sum
  }
  // All elements have factors of their own.
  %u = scf.for %i = %zero to %n step %one iter_args(%acc = %0) -> (!sum) : i32 {
    %s = tileaa.mulf %acc, %r : !sum
    %p, %e = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %s by [128, 64, 16] : !lhs, !rhs, !sum
    scf.yield %p : !sum
  }
  tileas.return
}
