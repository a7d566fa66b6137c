// Waits for products in tensor memory tell phases of an mbarrier apart by parity, so
// that a barrier stands between two of them.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-defer-products))' | FileCheck %s

// CHECK-LABEL: tileas.kernel @waits(
tileas.kernel @waits(%n: i32, %zero: i32, %one: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_100", warps = 4, shared = 256, frozen = false>} {
  %p = tileas.alloc_shared at 0 : <1xi32>
  %d = tileas.alloc_shared at 128 : <!tileas.mbarrier<1>>
  // CHECK: tmem_alloc
  %m = tileas.tmem_alloc 64 by %p, %d : !tileas.buffer<1xi32>, !tileas.buffer<!tileas.mbarrier<1>>
  // CHECK: await_products
  // CHECK-NEXT: tileas.barrier
  // CHECK-NEXT: await_products
  tileas.await_products %m
  tileas.await_products %m
  // One that is there already is enough.
  // CHECK-NEXT: tileas.barrier
  // CHECK-NEXT: await_products
  tileas.barrier
  tileas.await_products %m
  // The next iteration waits again, and so does what follows.
  // CHECK: scf.for
  // CHECK-NEXT: tileas.barrier
  // CHECK-NEXT: await_products
  // CHECK-NEXT: }
  // CHECK-NEXT: tileas.barrier
  // CHECK-NEXT: await_products
  scf.for %i = %zero to %n step %one : i32 {
    tileas.await_products %m
  }
  tileas.await_products %m
  // A loop with a barrier behind its wait needs one in front of the first alone.
  // CHECK-NEXT: tileas.barrier
  // CHECK-NEXT: scf.for
  // CHECK-NEXT: await_products
  // CHECK-NEXT: tileas.barrier
  // CHECK-NEXT: }
  // CHECK-NEXT: await_products
  tileas.barrier
  scf.for %i = %zero to %n step %one : i32 {
    tileas.await_products %m
    tileas.barrier
  }
  tileas.await_products %m
  tileas.return
}
