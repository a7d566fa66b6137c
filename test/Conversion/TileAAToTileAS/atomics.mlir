// What an atomic access returns is published; what nobody asks for is not. Where the access
// acquires, other threads wait at a barrier in front of what comes after it.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileaa.entry(tileaa-plan-kernel{gpu-name=sm_90}),convert-tileaa-to-tileas)' | FileCheck %s
// RUN: tileiras %s --gpu-name=sm_90 --emit=ptx | FileCheck %s --check-prefix=PTX

// CHECK-LABEL: tileas.kernel @k(
tileaa.entry @k(%p: !tileaa.ptr, %v: i32, %f: f32, %h: f16, %w: i64) {
  // CHECK: %[[OLD:.*]], %[[T0:.*]] = tileas.atomic<add> %{{.*}} to %{{.*}} ordering<relaxed> scope<device>
  // CHECK: %[[ALL:.*]] = tileas.publish %[[OLD]]
  // PTX: atom.relaxed.gpu.global.add.u32
  // PTX: bar.sync
  %0, %t0 = tileaa.atomic<add> %v to %p ordering<relaxed> scope<device> : i32, !tileaa.ptr -> i32
  // CHECK: tileas.atomic<umax> %[[ALL]] to %{{.*}} after %[[T0]]
  // CHECK-NOT: publish
  // PTX: atom.release.sys.global.max.u32
  %1, %t1 = tileaa.atomic<umax> %0 to %p after %t0 ordering<release> scope<system> : i32, !tileaa.ptr -> i32
  // CHECK: tileas.atomic<addf>
  // CHECK-NOT: tileas.publish
  // PTX: atom.acquire.cta.global.add.f32
  %2, %t2 = tileaa.atomic<addf> %f to %p after %t1 ordering<acquire> scope<block> : f32, !tileaa.ptr -> f32
  // PTX: atom.relaxed.gpu.global.add.noftz.f16
  %3, %t3 = tileaa.atomic<addf> %h to %p after %t2 ordering<relaxed> scope<device> : f16, !tileaa.ptr -> f16
  // CHECK: tileas.atomic<cas> %{{.*}} if %{{.*}} : i64 to
  // CHECK-NOT: tileas.publish
  // PTX: atom.acq_rel.gpu.global.cas.b64
  %4, %t4 = tileaa.atomic<cas> %w if %w : i64 to %p after %t3 ordering<acq_rel> scope<device> : i64, !tileaa.ptr -> i64
  tileaa.return
}

// CHECK-LABEL: tileas.kernel @others(
// PTX-LABEL: .entry others(
tileaa.entry @others(%p: !tileaa.ptr, %q: !tileaa.ptr, %f: f32) {
  // CHECK: tileas.atomic<addf>
  // CHECK-NOT: tileas.publish
  // PTX: atom.acquire.gpu.global.add.f32
  // PTX-NOT: st.shared
  // PTX: bar.sync
  // PTX: ld.global
  %0, %t0 = tileaa.atomic<addf> %f to %p ordering<acquire> scope<device> : f32, !tileaa.ptr -> f32
  %zero = arith.constant 0 : i64
  %size = arith.constant 128 : i64
  %one = arith.constant 1 : i64
  %x, %t1 = tileaa.load %q[%zero] extents[%size] strides[%one] after %t0 : !tileaa.ptr -> tensor<128xf32>
  %t2 = tileaa.store %x to %q[%size] extents[%size] strides[%one] after %t1 : tensor<128xf32>, !tileaa.ptr
  tileaa.return
}
