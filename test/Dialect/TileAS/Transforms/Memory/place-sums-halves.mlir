// A sum of 64 rows has half of the lanes of its columns. One that is live beside it has the
// other half, before any has columns of its own; where the lower half is free as well, it
// comes first. A later one of the loop has the half that no sum has had yet. One of 128
// rows shares its columns with none.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-place-sums))' | FileCheck %s

#half = #tileas.layout<register = [[0, 1], [8, 0], [0, 8 to 32]], lane = [[0, 2], [0, 4], [1 to 4, 0]], warp = [[16, 0], [32, 0]]>
#whole = #tileas.layout<register = [[0, 1], [8, 0], [0, 8 to 32], [16, 0]], lane = [[0, 2], [0, 4], [1 to 4, 0]], warp = [[32, 0], [64, 0]]>
!half = tensor<64x64xf32, #half>
!whole = tensor<128x64xf32, #whole>
!lhs_of_half = !tileas.buffer<64x16xf16, #tileas.layout<offset = [[0, 1 to 4], [1 to 32, 0], [0, 8]]>>
!lhs = !tileas.buffer<128x16xf16, #tileas.layout<offset = [[0, 1 to 4], [1 to 64, 0], [0, 8]]>>
!rhs = !tileas.buffer<16x64xf16, #tileas.layout<offset = [[1 to 4, 0], [0, 1 to 32], [8, 0]]>>

// CHECK-LABEL: tileas.kernel @halves(
// CHECK: tmem_alloc 128
// CHECK: tmem_store {{.*}} at 0 :
// CHECK: scf.for
// CHECK: tmem_store {{.*}} at 0 upper :
// CHECK: tmem_store {{.*}} at 64 :
// CHECK: tmem_load
// CHECK: tmem_load
// CHECK: tmem_store {{.*}} at 64 upper :
// CHECK: tmem_load
// CHECK: scf.yield
tileas.kernel @halves(%n: i32, %zero: i32, %one: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_100", warps = 4, shared = 0, frozen = false>} {
  %0 = arith.constant dense<0.0> : !half
  %a = tileas.alloc_shared : !lhs_of_half
  %b = tileas.alloc_shared : !rhs
  %r = scf.for %i = %zero to %n step %one iter_args(%acc = %0) -> (!half) : i32 {
    %carried, %e0 = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %acc by [64, 64, 16] : !lhs_of_half, !rhs, !half
    %s, %e1 = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %0 by [64, 64, 16] : !lhs_of_half, !rhs, !half
    %t, %e2 = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %0 by [64, 64, 16] : !lhs_of_half, !rhs, !half
    %u = tileaa.addf %s, %t : !half
    %v, %e3 = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %0 by [64, 64, 16] : !lhs_of_half, !rhs, !half
    %w = tileaa.addf %u, %v : !half
    scf.yield %carried : !half
  }
  tileas.return
}

// CHECK-LABEL: tileas.kernel @beside_a_whole_one(
// CHECK: tmem_alloc 128
// CHECK: tmem_store {{.*}} at 0 :
// CHECK: scf.for
// CHECK: tmem_store {{.*}} at 64 :
// CHECK: tmem_store {{.*}} at 64 upper :
// CHECK: scf.yield
tileas.kernel @beside_a_whole_one(%n: i32, %zero: i32, %one: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_100", warps = 4, shared = 0, frozen = false>} {
  %0 = arith.constant dense<0.0> : !half
  %1 = arith.constant dense<0.0> : !whole
  %a = tileas.alloc_shared : !lhs_of_half
  %b = tileas.alloc_shared : !rhs
  %c = tileas.alloc_shared : !lhs
  %r = scf.for %i = %zero to %n step %one iter_args(%acc = %1) -> (!whole) : i32 {
    %carried, %e0 = tileas.tcgen05_mma %c as<f16>, %b as<f16>, %acc by [128, 64, 16] : !lhs, !rhs, !whole
    %s, %e1 = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %0 by [64, 64, 16] : !lhs_of_half, !rhs, !half
    %t, %e2 = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %0 by [64, 64, 16] : !lhs_of_half, !rhs, !half
    %u = tileaa.addf %s, %t : !half
    scf.yield %carried : !whole
  }
  tileas.return
}
