// The work of a tile block is spread over CTAs: each stores a slice of its tiles, and
// reads whole the factor that all need. What cannot be spread stays, with the reason.
//
// RUN: cuda-tile-opt %s -tileaa-spread-block=gpu-name=sm_90 --remarks-filter=Schedule --remark-format=emitRemark -o %t.mlir 2> %t.err
// RUN: FileCheck %s < %t.mlir
// RUN: FileCheck %s --check-prefix=REMARK < %t.err
// RUN: cuda-tile-opt %s -tileaa-spread-block=gpu-name=sm_80 | FileCheck %s --check-prefix=NONE --implicit-check-not=cta_rank

#two = #tileaa.entry_hints<ctas = 2>
#four = #tileaa.entry_hints<ctas = 4>

// The longer side is cut.
// CHECK-LABEL: @rows(
// CHECK-SAME: launch = #tileaa.launch<cluster = [2, 1, 1], spread = true>
// CHECK: tileaa.cta_rank
// CHECK: scf.for {{.*}} -> (tensor<128x128xf32>, !tileaa.token)
// CHECK: tileaa.load %arg0{{.*}} -> tensor<128x64xf16>
// CHECK: tileaa.load %arg1{{.*}} -> tensor<64x128xf16>
// CHECK: tileaa.store {{.*}} : tensor<128x128xf32>
// REMARK-NOT: rows
// NONE-LABEL: @rows(
tileaa.entry @rows(%p: !tileaa.ptr, %q: !tileaa.ptr, %r: !tileaa.ptr, %n: i64) attributes {hints = #two} {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c64 = arith.constant 64 : i64
  %zero = arith.constant dense<0.0> : tensor<256x128xf32>
  %sum = scf.for %k = %c0 to %n step %c64 iter_args(%acc = %zero) -> (tensor<256x128xf32>) : i64 {
    %a, %t = tileaa.load %p[%c0, %k] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<256x64xf16>
    %b, %u = tileaa.load %q[%k, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<64x128xf16>
    %d = tileaa.mma %a as<f16>, %b as<f16>, %acc : tensor<256x64xf16>, tensor<64x128xf16>, tensor<256x128xf32>
    scf.yield %d : tensor<256x128xf32>
  }
  %w = tileaa.store %sum to %r[%c0, %c0] extents [%n, %n] strides [%n, %c1] : tensor<256x128xf32>, !tileaa.ptr
  tileaa.return
}

// A loop that several stores have values of is made once, for the parts of all, whatever dimension
// the parts are of in what is stored. The largest tile is asked for first.
// CHECK-LABEL: @several(
// CHECK-SAME: cluster = [2, 1, 1], spread = true
// CHECK: scf.for {{.*}} -> (tensor<128x128xf32>, tensor<128x64xf32>, !tileaa.token)
// CHECK-NOT: scf.for
// CHECK: tileaa.store {{.*}} : tensor<128x128xf32>
// CHECK: tileaa.store {{.*}} : tensor<128x128xf16>
// CHECK: tileaa.store {{.*}} : tensor<64x128xf32>
// CHECK-NOT: tileaa.store
// REMARK-NOT: several
tileaa.entry @several(%p: !tileaa.ptr, %q: !tileaa.ptr, %r: !tileaa.ptr, %s: !tileaa.ptr, %t: !tileaa.ptr, %n: i64) attributes {hints = #two} {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c64 = arith.constant 64 : i64
  %zero = arith.constant dense<0.0> : tensor<256x128xf32>
  %small = arith.constant dense<0.0> : tensor<256x64xf32>
  %sum, %other = scf.for %k = %c0 to %n step %c64 iter_args(%acc = %zero, %beside = %small) -> (tensor<256x128xf32>, tensor<256x64xf32>) : i64 {
    %a, %t0 = tileaa.load %p[%c0, %k] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<256x64xf16>
    %b, %t1 = tileaa.load %q[%k, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<64x128xf16>
    %e, %t2 = tileaa.load %q[%k, %k] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<64x64xf16>
    %d = tileaa.mma %a as<f16>, %b as<f16>, %acc : tensor<256x64xf16>, tensor<64x128xf16>, tensor<256x128xf32>
    %f = tileaa.mma %a as<f16>, %e as<f16>, %beside : tensor<256x64xf16>, tensor<64x64xf16>, tensor<256x64xf32>
    scf.yield %d, %f : tensor<256x128xf32>, tensor<256x64xf32>
  }
  %turned = tileaa.permute %other [1, 0] : tensor<256x64xf32> -> tensor<64x256xf32>
  %w0 = tileaa.store %turned to %r[%c0, %c0] extents [%n, %n] strides [%n, %c1] : tensor<64x256xf32>, !tileaa.ptr
  %w1 = tileaa.store %sum to %s[%c0, %c0] extents [%n, %n] strides [%n, %c1] : tensor<256x128xf32>, !tileaa.ptr
  %half = arith.truncf %sum : tensor<256x128xf32> to tensor<256x128xf16>
  %w2 = tileaa.store %half to %t[%c0, %c0] extents [%n, %n] strides [%n, %c1] : tensor<256x128xf16>, !tileaa.ptr
  tileaa.return
}

// Four would have 32 columns each: a hint is followed as far as 64.
// CHECK-LABEL: @fewer(
// CHECK-SAME: cluster = [2, 1, 1], spread = true
// CHECK: tileaa.store {{.*}} : tensor<64x64xf32>
// REMARK-NOT: fewer
tileaa.entry @fewer(%p: !tileaa.ptr, %q: !tileaa.ptr, %r: !tileaa.ptr, %n: i64) attributes {hints = #four} {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %zero = arith.constant dense<0.0> : tensor<64x128xf32>
  %a, %t = tileaa.load %p[%c0, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<64x64xf16>
  %b, %u = tileaa.load %q[%c0, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<64x128xf16>
  %d = tileaa.mma %a as<f16>, %b as<f16>, %zero : tensor<64x64xf16>, tensor<64x128xf16>, tensor<64x128xf32>
  %w = tileaa.store %d to %r[%c0, %c0] extents [%n, %n] strides [%n, %c1] : tensor<64x128xf32>, !tileaa.ptr
  tileaa.return
}

// A shape that the front end fixes is not changed.
// CHECK-LABEL: @fixed(
// CHECK-SAME: launch = #tileaa.launch<cluster = [4, 1, 1]>
// CHECK-NOT: cta_rank
// REMARK: fixed{{.*}}not spread over CTAs: its tiles cannot be cut for so many where they are stored
tileaa.entry @fixed(%p: !tileaa.ptr, %q: !tileaa.ptr, %r: !tileaa.ptr, %n: i64) attributes {launch = #tileaa.launch<cluster = [4, 1, 1]>} {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %zero = arith.constant dense<0.0> : tensor<64x128xf32>
  %a, %t = tileaa.load %p[%c0, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<64x64xf16>
  %b, %u = tileaa.load %q[%c0, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<64x128xf16>
  %d = tileaa.mma %a as<f16>, %b as<f16>, %zero : tensor<64x64xf16>, tensor<64x128xf16>, tensor<64x128xf32>
  %w = tileaa.store %d to %r[%c0, %c0] extents [%n, %n] strides [%n, %c1] : tensor<64x128xf32>, !tileaa.ptr
  tileaa.return
}

// CHECK-LABEL: @elementwise(
// REMARK: elementwise{{.*}}: it multiplies no matrices, so that its CTAs would share no tile
tileaa.entry @elementwise(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i64) attributes {hints = #two} {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %a, %t = tileaa.load %p[%c0, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<128x64xf16>
  %w = tileaa.store %a to %q[%c0, %c0] extents [%n, %n] strides [%n, %c1] : tensor<128x64xf16>, !tileaa.ptr
  tileaa.return
}

// CHECK-LABEL: @ordered(
// REMARK: ordered{{.*}}: tokens order its accesses, and CTAs do not wait for one another
tileaa.entry @ordered(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i64) attributes {hints = #two} {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %a, %t = tileaa.load %p[%c0, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<128x64xf16>
  %w = tileaa.store %a to %q[%c0, %c0] extents [%n, %n] strides [%n, %c1] after %t : tensor<128x64xf16>, !tileaa.ptr
  tileaa.return
}

// CHECK-LABEL: @scaled(
// REMARK: scaled{{.*}}: it multiplies by scales
tileaa.entry @scaled() attributes {hints = #two} {
  %a = arith.constant dense<0> : tensor<128x64xi8>
  %b = arith.constant dense<0> : tensor<64x128xi8>
  %sa = arith.constant dense<0> : tensor<128x2xi8>
  %sb = arith.constant dense<0> : tensor<2x128xi8>
  %acc = arith.constant dense<0.0> : tensor<128x128xf32>
  %d = tileaa.mma %a as<e4m3>, %b as<e4m3>, %acc scaled(%sa, %sb : tensor<128x2xi8>, tensor<2x128xi8>) as<f8E8M0FNU> : tensor<128x64xi8>, tensor<64x128xi8>, tensor<128x128xf32>
  tileaa.return
}

// CHECK-LABEL: @early(
// REMARK: early{{.*}}: loops that end early cannot be cut into slices
tileaa.entry @early(%i: i1) attributes {hints = #two} {
  scf.while : () -> () {
    tileaa.keep_loop
    scf.condition(%i)
  } do {
    scf.yield
  }
  tileaa.return
}

// CHECK-LABEL: @speaks(
// REMARK: speaks{{.*}}: it has effects other than loads and stores
tileaa.entry @speaks(%i: i1) attributes {hints = #two} {
  tileaa.assert %i, "no" : i1
  tileaa.return
}
