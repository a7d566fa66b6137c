// Sums that are read where they are made share columns with those of other loops, and,
// where no allocated columns are left, with those that begin when they have been read.
// Those that a loop carries have columns
// of their own until they are read behind it. A left factor in registers is stored beside
// the sum that a product with it adds to, in half as many columns as it has, and before
// copies in front of that.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-place-sums))' | FileCheck %s

#sum = #tileas.layout<register = [[0, 1], [8, 0], [0, 8 to 32], [16, 0]], lane = [[0, 2], [0, 4], [1 to 4, 0]], warp = [[32, 0], [64, 0]]>
!sum = tensor<128x64xf32, #sum>
!lhs = !tileas.buffer<128x16xf16, #tileas.layout<offset = [[0, 1 to 4], [1 to 64, 0], [0, 8]]>>
!rhs = !tileas.buffer<16x64xf16, #tileas.layout<offset = [[1 to 4, 0], [0, 1 to 32], [8, 0]]>>

// CHECK-LABEL: tileas.kernel @columns(
tileas.kernel @columns(%n: i32, %zero: i32, %one: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_100", warps = 4, shared = 0, frozen = false>} {
  %0 = arith.constant dense<0.0> : !sum
  %a = tileas.alloc_shared : !lhs
  %b = tileas.alloc_shared : !rhs
  // CHECK: tmem_alloc 256
  // CHECK: tmem_store {{.*}} at 0 :
  // CHECK: scf.for
  // CHECK: tmem_store {{.*}} at 64 :
  // CHECK: tmem_store {{.*}} at 128 :
  // CHECK: tmem_load
  // CHECK: tmem_load
  // CHECK: tmem_store {{.*}} at 192 :
  // CHECK: tmem_load
  // CHECK: tmem_store {{.*}} at {{64|128}} :
  // CHECK: tmem_load
  // CHECK: scf.yield
  %r = scf.for %i = %zero to %n step %one iter_args(%acc = %0) -> (!sum) : i32 {
    %carried, %e0 = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %acc by [128, 64, 16] : !lhs, !rhs, !sum
    %s, %e1 = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %0 by [128, 64, 16] : !lhs, !rhs, !sum
    %t, %e2 = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %0 by [128, 64, 16] : !lhs, !rhs, !sum
    %u = tileaa.addf %s, %t : !sum
    %v, %e3 = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %0 by [128, 64, 16] : !lhs, !rhs, !sum
    %w = tileaa.addf %u, %v : !sum
    %x, %e4 = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %0 by [128, 64, 16] : !lhs, !rhs, !sum
    %y = tileaa.addf %w, %x : !sum
    scf.yield %carried : !sum
  }
  // CHECK: scf.for
  // CHECK: tmem_store {{.*}} at 0 :
  // CHECK: tmem_load
  scf.for %i = %zero to %n step %one : i32 {
    %s, %e1 = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %0 by [128, 64, 16] : !lhs, !rhs, !sum
    %t = tileaa.addf %s, %s : !sum
  }
  tileas.return
}

// CHECK-LABEL: tileas.kernel @factor(
// CHECK: tmem_alloc 128
// CHECK: %[[ZEROS:.*]] = tileas.tmem_store {{.*}} at 0 :
// CHECK: %[[SCORES:.*]], %{{.*}} = tileas.tcgen05_mma {{.*}}, %[[ZEROS]]
// CHECK: %[[READ:.*]] = tileas.tmem_load %[[SCORES]]
// CHECK: %[[POWERS:.*]] = arith.truncf %[[READ]]
// CHECK: %[[SUM:.*]] = tileas.tmem_store {{.*}} at 0 :
// CHECK: %[[FACTOR:.*]] = tileas.tmem_store %[[POWERS]] to %{{.*}} at 64 :
// CHECK: tileas.tcgen05_mma %[[FACTOR]] as<f16>, %{{.*}}, %[[SUM]] by [128, 64, 16]
!powers = tensor<128x64xf16, #sum>
!values = !tileas.buffer<64x64xf16, #tileas.layout<offset = [[1 to 4, 0], [0, 1 to 32], [8 to 32, 0]]>>
tileas.kernel @factor() attributes {
    spec = #tileas.kernel_spec<target = "sm_100", warps = 4, shared = 0, frozen = false>} {
  %0 = arith.constant dense<0.0> : !sum
  %a = tileas.alloc_shared : !lhs
  %b = tileas.alloc_shared : !rhs
  %c = tileas.alloc_shared : !values
  %s, %e1 = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %0 by [128, 64, 16] : !lhs, !rhs, !sum
  %p = arith.truncf %s : !sum to !powers
  %t, %e2 = tileas.tcgen05_mma %p as<f16>, %c as<f16>, %0 by [128, 64, 16] : !powers, !values, !sum
  %u = tileaa.addf %t, %t : !sum
  tileas.return
}

// A left factor is stored before copies that begin between its maker and its product, so
// that it takes no registers beside their addresses.
//
// CHECK-LABEL: tileas.kernel @copies_behind_factor(
// CHECK: %[[POWERS:.*]] = arith.truncf
// CHECK: %[[FACTOR:.*]] = tileas.tmem_store %[[POWERS]]
// CHECK: tileas.shared_store
// CHECK: tileas.tcgen05_mma %[[FACTOR]] as<f16>

// It stays behind another product, whose columns it may have.
// CHECK: tileas.tcgen05_mma
// CHECK: %[[OTHERS:.*]] = arith.truncf
// CHECK-NOT: tileas.tmem_store %[[OTHERS]]
// CHECK: tileas.shared_store
// CHECK-NOT: tileas.tmem_store %[[OTHERS]]
// CHECK: tileas.tcgen05_mma
// CHECK: tileas.tmem_store %[[OTHERS]]
tileas.kernel @copies_behind_factor(%next: !sum) attributes {
    spec = #tileas.kernel_spec<target = "sm_100", warps = 4, shared = 0, frozen = false>} {
  %0 = arith.constant dense<0.0> : !sum
  %a = tileas.alloc_shared : !lhs
  %b = tileas.alloc_shared : !rhs
  %c = tileas.alloc_shared : !values
  %d = tileas.alloc_shared : !tileas.buffer<128x64xf32>
  %s, %e1 = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %0 by [128, 64, 16] : !lhs, !rhs, !sum
  %p = arith.truncf %s : !sum to !powers
  tileas.shared_store %next to %d : !sum, !tileas.buffer<128x64xf32>
  %t, %e2 = tileas.tcgen05_mma %p as<f16>, %c as<f16>, %0 by [128, 64, 16] : !powers, !values, !sum
  %u = tileaa.addf %t, %t : !sum
  %v, %e3 = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %0 by [128, 64, 16] : !lhs, !rhs, !sum
  %q = arith.truncf %v : !sum to !powers
  tileas.shared_store %next to %d : !sum, !tileas.buffer<128x64xf32>
  %w, %e4 = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %0 by [128, 64, 16] : !lhs, !rhs, !sum
  %x, %e5 = tileas.tcgen05_mma %q as<f16>, %c as<f16>, %0 by [128, 64, 16] : !powers, !values, !sum
  %y = tileaa.addf %w, %x : !sum
  tileas.return
}

// The sum of a loop is live up to its last use behind it, so that the next loop's takes
// its columns. One that is read behind both is live with the other.
//
// CHECK-LABEL: tileas.kernel @loops_in_turn(
// CHECK: tmem_alloc 128
// CHECK: tmem_store {{.*}} at 0 :
// CHECK: scf.for
// CHECK: tmem_load
// CHECK: tmem_store {{.*}} at 0 :
// CHECK: scf.for
// CHECK: tmem_store {{.*}} at 64 :
// CHECK: scf.for
tileas.kernel @loops_in_turn(%n: i32, %zero: i32, %one: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_100", warps = 4, shared = 0, frozen = false>} {
  %0 = arith.constant dense<0.0> : !sum
  %a = tileas.alloc_shared : !lhs
  %b = tileas.alloc_shared : !rhs
  %first = scf.for %i = %zero to %n step %one iter_args(%acc = %0) -> (!sum) : i32 {
    %s, %e = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %acc by [128, 64, 16] : !lhs, !rhs, !sum
    scf.yield %s : !sum
  }
  %u = tileaa.addf %first, %first : !sum
  %second = scf.for %i = %zero to %n step %one iter_args(%acc = %0) -> (!sum) : i32 {
    %s, %e = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %acc by [128, 64, 16] : !lhs, !rhs, !sum
    scf.yield %s : !sum
  }
  %third = scf.for %i = %zero to %n step %one iter_args(%acc = %0) -> (!sum) : i32 {
    %s, %e = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %acc by [128, 64, 16] : !lhs, !rhs, !sum
    scf.yield %s : !sum
  }
  %v = tileaa.addf %second, %third : !sum
  tileas.return
}
