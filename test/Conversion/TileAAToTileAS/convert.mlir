// Entries become kernels; each access gets those who execute it.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileaa.entry(tileaa-plan-kernel{gpu-name=sm_80 num-warps=8}),convert-tileaa-to-tileas)' --mlir-print-local-scope | FileCheck %s
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileaa.entry(tileaa-plan-kernel{gpu-name=sm_90}),convert-tileaa-to-tileas)' --mlir-print-local-scope | FileCheck %s --check-prefix=DEFAULT

// CHECK-LABEL: tileas.kernel @accesses(
// CHECK-SAME: #tileas.kernel_spec<target = "sm_80", warps = 8, shared = 0, frozen = false>
// DEFAULT-LABEL: tileas.kernel @accesses(
// DEFAULT-SAME: #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>
tileaa.entry @accesses(%p: !tileaa.ptr, %n: i64, %m: i1) {
  // A weak load may be made by every thread that wants the value.
  // CHECK: %[[V:.*]], %{{.*}} = tileas.load %{{.*}}[%{{.*}}] extents[%{{.*}}] strides[%{{.*}}] : !tileaa.ptr -> tensor<8xf32>
  // CHECK-NOT: publish
  %v, %t0 = tileaa.load %p[%n] extents[%n] strides[%n] : !tileaa.ptr -> tensor<8xf32>
  // Any other one by the owner alone, and all else sees what it saw.
  // CHECK: %[[A:.*]], %[[T:.*]] = tileas.load %{{.*}} mask %{{.*}} : i1 after %{{.*}} ordering<acquire> scope<device> by<owner> : !tileaa.ptr -> i32
  // CHECK-NEXT: %[[PUBLISHED:.*]] = tileas.publish %[[A]] : i32
  %a, %t1 = tileaa.load %p mask %m : i1 after %t0 ordering<acquire> scope<device> : !tileaa.ptr -> i32
  // CHECK: %[[R:.*]], %{{.*}} = tileas.load %{{.*}} ordering<relaxed> scope<block> by<owner>
  // CHECK-NEXT: tileas.publish %[[R]] : f32
  %r, %t2 = tileaa.load %p ordering<relaxed> scope<block> : !tileaa.ptr -> f32
  // Stores are made by the owner, weak or not.
  // CHECK: tileas.store %[[V]] to %{{.*}} after %[[T]] by<owner>
  %t3 = tileaa.store %v to %p[%n] extents[%n] strides[%n] after %t1 : tensor<8xf32>, !tileaa.ptr
  // CHECK: tileas.store %[[PUBLISHED]] to %{{.*}} after %{{.*}} ordering<release> scope<system> by<owner>
  %t4 = tileaa.store %a to %p after %t3 ordering<release> scope<system> : i32, !tileaa.ptr
  // CHECK: tileas.assert %{{.*}}, "m" : i1
  tileaa.assert %m, "m" : i1
  // CHECK: tileas.print "%f", %[[V]] : tensor<8xf32> after
  %t5 = tileaa.print "%f", %v : tensor<8xf32> after %t4
  // CHECK: tileas.return
  tileaa.return
}

// Accesses in nested regions too.
// CHECK-LABEL: tileas.kernel @nested(
// CHECK-NOT: tileaa.load
// CHECK-NOT: tileaa.store
// CHECK: tileas.return
tileaa.entry @nested(%p: !tileaa.ptr, %n: index, %c: i1) {
  scf.for %i = %n to %n step %n {
    scf.if %c {
      %v, %t0 = tileaa.load %p ordering<relaxed> scope<device> : !tileaa.ptr -> i32
      %t1 = tileaa.store %v to %p after %t0 : i32, !tileaa.ptr
    }
  }
  tileaa.return
}
