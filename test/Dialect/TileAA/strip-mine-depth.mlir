// A loop that adds up products of what it computes of others makes more iterations of
// less depth where groups have no registers for all sums at once.
//
// RUN: cuda-tile-opt %s '-tileaa-strip-mine=gpu-name=sm_90' -canonicalize -cse | FileCheck %s
// RUN: cuda-tile-opt %s '-tileaa-strip-mine=gpu-name=sm_80' -canonicalize -cse | FileCheck %s --check-prefix=WHOLE
// RUN: cuda-tile-opt %s '-tileaa-strip-mine=gpu-name=sm_100' -canonicalize -cse | FileCheck %s --check-prefix=WHOLE
// RUN: cuda-tile-opt %s '-tileaa-strip-mine=gpu-name=sm_90 warp-groups=false' -canonicalize -cse | FileCheck %s --check-prefix=WHOLE
// RUN: cuda-tile-opt %s '-tileaa-strip-mine=gpu-name=sm_120 max-factor-bytes=50688' -canonicalize -cse | FileCheck %s --check-prefix=COPIED
// RUN: cuda-tile-opt %s '-tileaa-strip-mine=gpu-name=sm_80 max-factor-bytes=83456' -canonicalize -cse | FileCheck %s --check-prefix=ROOM

// Each iteration has become two, which say by their number what they load. Ops keep their
// order, and what comes after a load comes after that of the slice.
// CHECK-LABEL: @gradient(
// CHECK: %[[LOWER:.*]] = arith.muli %{{.*}}, %c2_i32 overflow<nsw> : i32
// CHECK: %[[UPPER:.*]] = arith.muli %{{.*}}, %c2_i32 overflow<nsw> : i32
// CHECK: scf.for %[[I:.*]] = %[[LOWER]] to %[[UPPER]] step %c1_i32 iter_args(%[[K:.*]] = %{{.*}}, %[[V:.*]] = %{{.*}}, %{{.*}} = %{{.*}}) -> (tensor<128x128xf32>, tensor<128x128xf32>, !tileaa.token)
// CHECK-DAG: %[[BEFORE:.*]] = arith.shrsi %[[I]], %c1_i32
// CHECK-DAG: %[[WHICH:.*]] = arith.andi %[[I]], %c1_i32
// CHECK-DAG: %[[STEP:.*]] = arith.extui %[[WHICH]] : i32 to i64
// CHECK-DAG: %[[NUMBER:.*]] = arith.extui %[[BEFORE]] : i32 to i64
// CHECK-DAG: %[[ROW:.*]] = arith.muli %[[NUMBER]], %c128_i64
// CHECK-DAG: %[[DISTANCE:.*]] = arith.muli %[[STEP]], %c64_i64
// CHECK-DAG: %[[AT:.*]] = arith.addi %[[ROW]], %[[DISTANCE]]
// CHECK: %[[Q:.*]], %[[AFTER:.*]] = tileaa.load %arg0[%[[AT]], %c0_i64] {{.*}} -> tensor<64x128xf16>
// CHECK-NOT: tileaa.load
// CHECK: %[[S:.*]] = tileaa.mma %{{.*}} as<f16>, %{{.*}} as<f16>, %{{.*}} : tensor<128x128xf16>, tensor<128x64xf16>, tensor<128x64xf32>
// CHECK: %[[P:.*]] = tileaa.exp2 %[[S]] : tensor<128x64xf32>
// CHECK: %[[H:.*]] = arith.truncf %[[P]]
// CHECK: %[[NEXTV:.*]] = tileaa.mma %[[H]] as<f16>, %[[Q]] as<f16>, %[[V]] : tensor<128x64xf16>, tensor<64x128xf16>, tensor<128x128xf32>
// CHECK: %[[D:.*]] = tileaa.mma {{.*}} tensor<128x64xf32>
// CHECK: tileaa.mulf %[[P]], %[[D]]
// CHECK: %[[NEXTK:.*]] = tileaa.mma %{{.*}} as<f16>, %[[Q]] as<f16>, %[[K]]
// CHECK: scf.yield %[[NEXTK]], %[[NEXTV]],
//
// WHOLE-LABEL: @gradient(
// WHOLE: scf.for
// WHOLE: tileaa.mma {{.*}} tensor<128x128xf32>
// WHOLE-NOT: tensor<128x64xf32>
tileaa.entry @gradient(%p: !tileaa.ptr, %r: !tileaa.ptr, %first: i32, %count: i32, %n: i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %k, %u = tileaa.load %r[%c0, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<128x128xf16>
  %one = arith.constant 1 : i32
  %c128_i32 = arith.constant 128 : i32
  %c128 = arith.constant 128 : i64
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
  %j, %y = tileaa.load %r[%c128, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<128x128xf16>
  %t0 = tileaa.make_token
  // Divided, they have room for twice as many.
  %lower = arith.floordivsi %first, %c128_i32 : i32
  %upper = arith.divsi %count, %c128_i32 : i32
  %sums:3 = scf.for %i = %lower to %upper step %one iter_args(%ofK = %zero, %ofV = %zero, %before = %t0) -> (tensor<128x128xf32>, tensor<128x128xf32>, !tileaa.token) : i32 {
    %number = arith.extui %i : i32 to i64
    %row = arith.muli %number, %c128 : i64
    %q, %t = tileaa.load %p[%row, %c0] extents [%n, %n] strides [%n, %c1] after %before : !tileaa.ptr -> tensor<128x128xf16>
    %turned = tileaa.permute %q [1, 0] : tensor<128x128xf16> -> tensor<128x128xf16>
    %s = tileaa.mma %k as<f16>, %turned as<f16>, %zero : tensor<128x128xf16>, tensor<128x128xf16>, tensor<128x128xf32>
    %e = tileaa.exp2 %s : tensor<128x128xf32>
    %h = arith.truncf %e : tensor<128x128xf32> to tensor<128x128xf16>
    %v = tileaa.mma %h as<f16>, %q as<f16>, %ofV : tensor<128x128xf16>, tensor<128x128xf16>, tensor<128x128xf32>
    %d = tileaa.mma %j as<f16>, %turned as<f16>, %zero : tensor<128x128xf16>, tensor<128x128xf16>, tensor<128x128xf32>
    %m = tileaa.mulf %e, %d : tensor<128x128xf32>
    %g = arith.truncf %m : tensor<128x128xf32> to tensor<128x128xf16>
    %a = tileaa.mma %g as<f16>, %q as<f16>, %ofK : tensor<128x128xf16>, tensor<128x128xf16>, tensor<128x128xf32>
    scf.yield %a, %v, %t : tensor<128x128xf32>, tensor<128x128xf32>, !tileaa.token
  }
  %w = tileaa.store %sums#0 to %r[%c0, %c0] extents [%n, %n] strides [%n, %c1] after %sums#2 : tensor<128x128xf32>, !tileaa.ptr
  %x = tileaa.store %sums#1 to %r[%c128, %c0] extents [%n, %n] strides [%n, %c1] after %sums#2 : tensor<128x128xf32>, !tileaa.ptr
  tileaa.return
}

// Twice as many iterations might not be counted by 32 bits.
// CHECK-LABEL: @of_any_count(
// CHECK: scf.for %{{.*}} = %arg2 to %arg3
// CHECK-NOT: tensor<128x64xf32>
tileaa.entry @of_any_count(%p: !tileaa.ptr, %r: !tileaa.ptr, %lower: i32, %upper: i32, %n: i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %k, %u = tileaa.load %r[%c0, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<128x128xf16>
  %one = arith.constant 1 : i32
  %c128 = arith.constant 128 : i64
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
  %sums:2 = scf.for %i = %lower to %upper step %one iter_args(%ofK = %zero, %ofV = %zero) -> (tensor<128x128xf32>, tensor<128x128xf32>) : i32 {
    %number = arith.extui %i : i32 to i64
    %row = arith.muli %number, %c128 : i64
    %q, %t = tileaa.load %p[%row, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<128x128xf16>
    %turned = tileaa.permute %q [1, 0] : tensor<128x128xf16> -> tensor<128x128xf16>
    %s = tileaa.mma %k as<f16>, %turned as<f16>, %zero : tensor<128x128xf16>, tensor<128x128xf16>, tensor<128x128xf32>
    %h = arith.truncf %s : tensor<128x128xf32> to tensor<128x128xf16>
    %v = tileaa.mma %h as<f16>, %q as<f16>, %ofV : tensor<128x128xf16>, tensor<128x128xf16>, tensor<128x128xf32>
    %d = tileaa.mma %k as<f16>, %turned as<f16>, %zero : tensor<128x128xf16>, tensor<128x128xf16>, tensor<128x128xf32>
    %m = tileaa.mulf %s, %d : tensor<128x128xf32>
    %g = arith.truncf %m : tensor<128x128xf32> to tensor<128x128xf16>
    %a = tileaa.mma %g as<f16>, %q as<f16>, %ofK : tensor<128x128xf16>, tensor<128x128xf16>, tensor<128x128xf32>
    scf.yield %a, %v : tensor<128x128xf32>, tensor<128x128xf32>
  }
  %w = tileaa.store %sums#0 to %r[%c0, %c0] extents [%n, %n] strides [%n, %c1] : tensor<128x128xf32>, !tileaa.ptr
  %x = tileaa.store %sums#1 to %r[%c128, %c0] extents [%n, %n] strides [%n, %c1] : tensor<128x128xf32>, !tileaa.ptr
  tileaa.return
}

// Each part would multiply again what is no wider than the sums.
// CHECK-LABEL: @beside(
// CHECK: scf.for
// CHECK-NOT: tensor<128x64xf32>
tileaa.entry @beside(%p: !tileaa.ptr, %r: !tileaa.ptr, %n: i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %k, %u = tileaa.load %r[%c0, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<128x128xf16>
  %one = arith.constant 1 : i32
  %lower = arith.constant 0 : i32
  %upper = arith.constant 16 : i32
  %c128 = arith.constant 128 : i64
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
  %sums:2 = scf.for %i = %lower to %upper step %one iter_args(%ofK = %zero, %ofV = %zero) -> (tensor<128x128xf32>, tensor<128x128xf32>) : i32 {
    %number = arith.extui %i : i32 to i64
    %row = arith.muli %number, %c128 : i64
    %q, %t = tileaa.load %p[%row, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<128x128xf16>
    %turned = tileaa.permute %q [1, 0] : tensor<128x128xf16> -> tensor<128x128xf16>
    %s = tileaa.mma %k as<f16>, %turned as<f16>, %zero : tensor<128x128xf16>, tensor<128x128xf16>, tensor<128x128xf32>
    %h = arith.truncf %s : tensor<128x128xf32> to tensor<128x128xf16>
    %v = tileaa.mma %h as<f16>, %q as<f16>, %ofV : tensor<128x128xf16>, tensor<128x128xf16>, tensor<128x128xf32>
    %d = tileaa.mma %k as<f16>, %turned as<f16>, %zero : tensor<128x128xf16>, tensor<128x128xf16>, tensor<128x128xf32>
    %w = tileaa.mma %k as<f16>, %k as<f16>, %zero : tensor<128x128xf16>, tensor<128x128xf16>, tensor<128x128xf32>
    %x = tileaa.reduce %w dim 1 identities [-0.0 : f32] : tensor<128x128xf32> -> tensor<128xf32> {
    ^bb0(%a: f32, %b: f32):
      %z = tileaa.addf %a, %b : f32
      tileaa.yield %z : f32
    }
    %y = tileaa.reshape %x : tensor<128xf32> -> tensor<128x1xf32>
    %z = tileaa.broadcast %y : tensor<128x1xf32> -> tensor<128x128xf32>
    %o = tileaa.mulf %z, %d : tensor<128x128xf32>
    %m = tileaa.mulf %s, %o : tensor<128x128xf32>
    %g = arith.truncf %m : tensor<128x128xf32> to tensor<128x128xf16>
    %a = tileaa.mma %g as<f16>, %q as<f16>, %ofK : tensor<128x128xf16>, tensor<128x128xf16>, tensor<128x128xf32>
    scf.yield %a, %v : tensor<128x128xf32>, tensor<128x128xf32>
  }
  %w0 = tileaa.store %sums#0 to %r[%c0, %c0] extents [%n, %n] strides [%n, %c1] : tensor<128x128xf32>, !tileaa.ptr
  %x0 = tileaa.store %sums#1 to %r[%c128, %c0] extents [%n, %n] strides [%n, %c1] : tensor<128x128xf32>, !tileaa.ptr
  tileaa.return
}

// Scores that are reduced, too, would be computed again for that.
// CHECK-LABEL: @reduced(
// CHECK: scf.for
// CHECK-NOT: tensor<128x64xf32>
tileaa.entry @reduced(%p: !tileaa.ptr, %r: !tileaa.ptr, %n: i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %k, %u = tileaa.load %r[%c0, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<128x128xf16>
  %none = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %end = arith.constant 16 : i32
  %c128 = arith.constant 128 : i64
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
  %low = arith.constant dense<0.0> : tensor<128xf32>
  %sums:3 = scf.for %i = %none to %end step %one iter_args(%ofK = %zero, %ofV = %zero, %most = %low) -> (tensor<128x128xf32>, tensor<128x128xf32>, tensor<128xf32>) : i32 {
    %number = arith.extui %i : i32 to i64
    %row = arith.muli %number, %c128 : i64
    %q, %t = tileaa.load %p[%row, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<128x128xf16>
    %turned = tileaa.permute %q [1, 0] : tensor<128x128xf16> -> tensor<128x128xf16>
    %s = tileaa.mma %k as<f16>, %turned as<f16>, %zero : tensor<128x128xf16>, tensor<128x128xf16>, tensor<128x128xf32>
    %h = arith.truncf %s : tensor<128x128xf32> to tensor<128x128xf16>
    %v = tileaa.mma %h as<f16>, %q as<f16>, %ofV : tensor<128x128xf16>, tensor<128x128xf16>, tensor<128x128xf32>
    %d = tileaa.mma %k as<f16>, %turned as<f16>, %zero : tensor<128x128xf16>, tensor<128x128xf16>, tensor<128x128xf32>
    %m = tileaa.mulf %s, %d : tensor<128x128xf32>
    %g = arith.truncf %m : tensor<128x128xf32> to tensor<128x128xf16>
    %a = tileaa.mma %g as<f16>, %q as<f16>, %ofK : tensor<128x128xf16>, tensor<128x128xf16>, tensor<128x128xf32>
    %high = tileaa.reduce %s dim 1 identities [-0.0 : f32] : tensor<128x128xf32> -> tensor<128xf32> {
    ^bb0(%x: f32, %y: f32):
      %z = tileaa.addf %x, %y : f32
      tileaa.yield %z : f32
    }
    %next = tileaa.addf %most, %high : tensor<128xf32>
    scf.yield %a, %v, %next : tensor<128x128xf32>, tensor<128x128xf32>, tensor<128xf32>
  }
  %w = tileaa.store %sums#0 to %r[%c0, %c0] extents [%n, %n] strides [%n, %c1] : tensor<128x128xf32>, !tileaa.ptr
  %x = tileaa.store %sums#1 to %r[%c128, %c0] extents [%n, %n] strides [%n, %c1] : tensor<128x128xf32>, !tileaa.ptr
  %y = tileaa.store %sums#2 to %r[%c0] extents [%n] strides [%c1] : tensor<128xf32>, !tileaa.ptr
  tileaa.return
}

// Factors of two products take 50 of 99 KiB, so that those of the next iteration would
// have no room beside them; those of each product by itself would.
// COPIED-LABEL: @together(
// COPIED: scf.for
// COPIED-COUNT-3: tileaa.load
// COPIED: tileaa.mma {{.*}} : tensor<128x32xf16>, tensor<32x256xf16>, tensor<128x256xf32>
// COPIED: tileaa.mma {{.*}} : tensor<128x32xf16>, tensor<32x16xf16>, tensor<128x16xf32>
// COPIED: scf.yield
//
// 163 KiB have.
// ROOM-LABEL: @together(
// ROOM: tileaa.mma {{.*}} : tensor<128x64xf16>, tensor<64x256xf16>, tensor<128x256xf32>
tileaa.entry @together(%p: !tileaa.ptr, %r: !tileaa.ptr, %count: i32, %n: i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %none = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %c64_i32 = arith.constant 64 : i32
  %c64 = arith.constant 64 : i64
  %zero = arith.constant dense<0.0> : tensor<128x256xf32>
  %zeros = arith.constant dense<0.0> : tensor<128x16xf32>
  %upper = arith.divsi %count, %c64_i32 : i32
  %sums:2 = scf.for %i = %none to %upper step %one iter_args(%a = %zero, %b = %zeros) -> (tensor<128x256xf32>, tensor<128x16xf32>) : i32 {
    %number = arith.extui %i : i32 to i64
    %k = arith.muli %number, %c64 : i64
    %x, %t = tileaa.load %p[%c0, %k] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<128x64xf16>
    %v, %u = tileaa.load %r[%k, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<64x256xf16>
    %w, %s = tileaa.load %r[%k, %c64] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<64x16xf16>
    %c = tileaa.mma %x as<f16>, %v as<f16>, %a : tensor<128x64xf16>, tensor<64x256xf16>, tensor<128x256xf32>
    %d = tileaa.mma %x as<f16>, %w as<f16>, %b : tensor<128x64xf16>, tensor<64x16xf16>, tensor<128x16xf32>
    scf.yield %c, %d : tensor<128x256xf32>, tensor<128x16xf32>
  }
  %y = tileaa.store %sums#0 to %r[%c0, %c0] extents [%n, %n] strides [%n, %c1] : tensor<128x256xf32>, !tileaa.ptr
  %z = tileaa.store %sums#1 to %r[%c0, %c64] extents [%n, %n] strides [%n, %c1] : tensor<128x16xf32>, !tileaa.ptr
  tileaa.return
}
