// A large tile that a loop carries is worked off as well, if all that wants it takes
// slices: the loop runs once for each.
//
// RUN: cuda-tile-opt %s '-tileaa-strip-mine=max-registers=4096' -canonicalize -cse | FileCheck %s

// Half of the rows, as many as registers hold. The right factor is the same for both.
// It is a loop like one of the program to what follows.
// CHECK-LABEL: @product(
// CHECK: scf.for %[[HALF:.*]] = %c0_i64 to %c2_i64 step %c1_i64
// CHECK: %[[SUM:.*]]:2 = scf.for %[[K:.*]] = %c0_i64 to %arg3 step %c16_i64 iter_args(%[[ACC:.*]] = %{{.*}}, %[[TOKEN:.*]] = %{{.*}}) -> (tensor<64x64xf32>,
// CHECK: %[[ROW:.*]] = arith.muli %[[HALF]], %c64_i64
// CHECK: %[[A:.*]], %[[T:.*]] = tileaa.load %arg0[%[[ROW]], %[[K]]] {{.*}} -> tensor<64x16xf16>
// CHECK: %[[B:.*]], %[[U:.*]] = tileaa.load %arg1[%[[K]], %c0_i64] {{.*}} -> tensor<16x64xf16>
// CHECK: %[[NEXT:.*]] = tileaa.mma %[[A]] as<f16>, %[[B]] as<f16>, %[[ACC]]
// CHECK: %[[AFTER:.*]] = tileaa.join_tokens %[[TOKEN]], %[[T]], %[[U]]
// CHECK: scf.yield %[[NEXT]], %[[AFTER]]
// CHECK: %[[PART:.*]] = arith.truncf %[[SUM]]#0
// CHECK: tileaa.store %[[PART]] to %arg2[%{{.*}}, %c0_i64]
// CHECK: join_tokens {{.*}}%[[SUM]]#1
// CHECK-NOT: scf.for
// CHECK-NOT: tileaa.slices
// CHECK: tileaa.return
tileaa.entry @product(%p: !tileaa.ptr, %q: !tileaa.ptr, %r: !tileaa.ptr, %n: i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c16 = arith.constant 16 : i64
  %zero = arith.constant dense<0.0> : tensor<128x64xf32>
  %sum = scf.for %k = %c0 to %n step %c16 iter_args(%acc = %zero) -> (tensor<128x64xf32>) : i64 {
    %a, %t = tileaa.load %p[%c0, %k] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<128x16xf16>
    %b, %u = tileaa.load %q[%k, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<16x64xf16>
    %d = tileaa.mma %a as<f16>, %b as<f16>, %acc : tensor<128x16xf16>, tensor<16x64xf16>, tensor<128x64xf32>
    scf.yield %d : tensor<128x64xf32>
  }
  %half = arith.truncf %sum : tensor<128x64xf32> to tensor<128x64xf16>
  %w = tileaa.store %half to %r[%c0, %c0] extents [%n, %n] strides [%n, %c1] : tensor<128x64xf16>, !tileaa.ptr
  tileaa.return
}

// Each slice reads the other factor: of the longer dimension there is less to read.
// CHECK-LABEL: @wide(
// CHECK: scf.for {{.*}} to %c2_i64
// CHECK: scf.for {{.*}} -> (tensor<64x64xf32>,
// CHECK-DAG: tileaa.load %arg0{{.*}} -> tensor<64x16xf16>
// CHECK-DAG: tileaa.load %arg1{{.*}} -> tensor<16x64xf16>
tileaa.entry @wide(%p: !tileaa.ptr, %q: !tileaa.ptr, %r: !tileaa.ptr, %n: i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c16 = arith.constant 16 : i64
  %zero = arith.constant dense<0.0> : tensor<64x128xf32>
  %sum = scf.for %k = %c0 to %n step %c16 iter_args(%acc = %zero) -> (tensor<64x128xf32>) : i64 {
    %a, %t = tileaa.load %p[%c0, %k] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<64x16xf16>
    %b, %u = tileaa.load %q[%k, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<16x128xf16>
    %d = tileaa.mma %a as<f16>, %b as<f16>, %acc : tensor<64x16xf16>, tensor<16x128xf16>, tensor<64x128xf32>
    scf.yield %d : tensor<64x128xf32>
  }
  %w = tileaa.store %sum to %r[%c0, %c0] extents [%n, %n] strides [%n, %c1] : tensor<64x128xf32>, !tileaa.ptr
  tileaa.return
}

// Pointers that a loop advances are carried in slices, too, and what is small as it is.
// Of loads alone a slice is small, and the loop is none to be pipelined.
// CHECK-LABEL: @advanced(
// CHECK: scf.for {{.*}} to %c32_i64
// CHECK: scf.for {{.*}} iter_args(%[[ACC:.*]] = %{{.*}}, %[[AT:.*]] = %{{.*}}, %[[BY:.*]] = %{{.*}}, %{{.*}} = %{{.*}}) -> (tensor<256xf32>, tensor<256x!tileaa.ptr>, i64, !tileaa.token)
// CHECK: %[[X:.*]], %{{.*}} = tileaa.load %[[AT]]
// CHECK-DAG: %[[SUM:.*]] = tileaa.addf %[[ACC]], %[[X]]
// CHECK-DAG: %[[DISTANCE:.*]] = tileaa.splat %[[BY]]
// CHECK-DAG: %[[NEXT:.*]] = tileaa.ptr_add %[[AT]], %[[DISTANCE]]
// CHECK-DAG: %[[MORE:.*]] = arith.addi %[[BY]], %c4_i64
// CHECK: scf.yield %[[SUM]], %[[NEXT]], %[[MORE]]
// CHECK: tileaa.slices = 32
tileaa.entry @advanced(%p: !tileaa.ptr, %r: !tileaa.ptr, %n: i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c4 = arith.constant 4 : i64
  %c8192 = arith.constant 8192 : i64
  %zero = arith.constant dense<0.0> : tensor<8192xf32>
  %iota = tileaa.iota : tensor<8192xi64>
  %four = arith.constant dense<4> : tensor<8192xi64>
  %bytes = arith.muli %iota, %four : tensor<8192xi64>
  %base = tileaa.splat %p : !tileaa.ptr -> tensor<8192x!tileaa.ptr>
  %first = tileaa.ptr_add %base, %bytes : tensor<8192x!tileaa.ptr>, tensor<8192xi64>
  %sum:3 = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero, %at = %first, %by = %c4) -> (tensor<8192xf32>, tensor<8192x!tileaa.ptr>, i64) : i64 {
    %x, %t = tileaa.load %at : tensor<8192x!tileaa.ptr> -> tensor<8192xf32>
    %s = tileaa.addf %acc, %x : tensor<8192xf32>
    %distance = tileaa.splat %by : i64 -> tensor<8192xi64>
    %next = tileaa.ptr_add %at, %distance : tensor<8192x!tileaa.ptr>, tensor<8192xi64>
    %more = arith.addi %by, %c4 : i64
    scf.yield %s, %next, %more : tensor<8192xf32>, tensor<8192x!tileaa.ptr>, i64
  }
  %w = tileaa.store %sum#0 to %r[%c0] extents [%c8192] strides [%c1] : tensor<8192xf32>, !tileaa.ptr
  tileaa.return
}

// Loops within loops.
// CHECK-LABEL: @nested(
// CHECK: scf.for {{.*}} to %c2_i64
// CHECK: %[[OUTER:.*]]:2 = scf.for %[[I:.*]] = %c0_i64 to %arg3 step %c16_i64 iter_args(%[[ACC:.*]] = %{{.*}}, %{{.*}}) -> (tensor<64x64xf32>,
// CHECK: %[[INNER:.*]]:2 = scf.for {{.*}} iter_args(%{{.*}} = %[[ACC]], %{{.*}}) -> (tensor<64x64xf32>,
// CHECK: tileaa.load %arg0[%{{.*}}, %{{.*}}] {{.*}} -> tensor<64x16xf16>
// CHECK: %[[AFTER:.*]] = tileaa.join_tokens %{{.*}}, %[[INNER]]#1
// CHECK: scf.yield %[[INNER]]#0, %[[AFTER]]
// CHECK: tileaa.store %[[OUTER]]#0
tileaa.entry @nested(%p: !tileaa.ptr, %q: !tileaa.ptr, %r: !tileaa.ptr, %n: i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c16 = arith.constant 16 : i64
  %zero = arith.constant dense<0.0> : tensor<128x64xf32>
  %sum = scf.for %i = %c0 to %n step %c16 iter_args(%outer = %zero) -> (tensor<128x64xf32>) : i64 {
    %part = scf.for %k = %c0 to %i step %c16 iter_args(%acc = %outer) -> (tensor<128x64xf32>) : i64 {
      %at = arith.addi %i, %k : i64
      %a, %t = tileaa.load %p[%c0, %at] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<128x16xf16>
      %b, %u = tileaa.load %q[%k, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<16x64xf16>
      %d = tileaa.mma %a as<f16>, %b as<f16>, %acc : tensor<128x16xf16>, tensor<16x64xf16>, tensor<128x64xf32>
      scf.yield %d : tensor<128x64xf32>
    }
    scf.yield %part : tensor<128x64xf32>
  }
  %w = tileaa.store %sum to %r[%c0, %c0] extents [%n, %n] strides [%n, %c1] : tensor<128x64xf32>, !tileaa.ptr
  tileaa.return
}

// The loop within has begun to be cut when another product turns out to be needed as a
// whole.
// CHECK-LABEL: @nested_given_up(
// CHECK-COUNT-2: scf.for
// CHECK-NOT: scf.for
// CHECK: tileaa.return
tileaa.entry @nested_given_up(%p: !tileaa.ptr, %q: !tileaa.ptr, %r: !tileaa.ptr, %n: i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c16 = arith.constant 16 : i64
  %zero = arith.constant dense<0.0> : tensor<128x64xf32>
  %none = arith.constant dense<0.0> : tensor<16x64xf32>
  %no = arith.constant dense<0.0> : tensor<128x16xf32>
  %sum = scf.for %i = %c0 to %n step %c16 iter_args(%outer = %zero) -> (tensor<128x64xf32>) : i64 {
    %a, %t = tileaa.load %p[%c0, %i] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<128x16xf16>
    %e, %v = tileaa.load %p[%i, %i] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<16x16xf16>
    %part = scf.for %k = %c0 to %i step %c16 iter_args(%acc = %outer) -> (tensor<128x64xf32>) : i64 {
      %b, %u = tileaa.load %q[%k, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<16x64xf16>
      %d = tileaa.mma %a as<f16>, %b as<f16>, %acc : tensor<128x16xf16>, tensor<16x64xf16>, tensor<128x64xf32>
      scf.yield %d : tensor<128x64xf32>
    }
    %b, %u = tileaa.load %q[%i, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<16x64xf16>
    %s = tileaa.mma %e as<f16>, %b as<f16>, %none : tensor<16x16xf16>, tensor<16x64xf16>, tensor<16x64xf32>
    %f = arith.truncf %s : tensor<16x64xf32> to tensor<16x64xf16>
    %z = tileaa.mma %a as<f16>, %e as<f16>, %no : tensor<128x16xf16>, tensor<16x16xf16>, tensor<128x16xf32>
    %g = arith.truncf %z : tensor<128x16xf32> to tensor<128x16xf16>
    %d = tileaa.mma %g as<f16>, %f as<f16>, %part : tensor<128x16xf16>, tensor<16x64xf16>, tensor<128x64xf32>
    scf.yield %d : tensor<128x64xf32>
  }
  %w = tileaa.store %sum to %r[%c0, %c0] extents [%n, %n] strides [%n, %c1] : tensor<128x64xf32>, !tileaa.ptr
  tileaa.return
}

// What comes after the loads comes after the loop over slices. Their slices come after
// what they came after themselves, whatever tokens the loop handed on in between.
// CHECK-LABEL: @tokens(
// CHECK: %[[BEFORE:.*]] = tileaa.store %arg4 to %arg0
// CHECK: %[[HALVES:.*]]:2 = scf.for {{.*}} to %c2_i64
// CHECK: scf.for
// CHECK: tileaa.load %arg0{{.*}} after %[[BEFORE]]
// CHECK: tileaa.load %arg1{{.*}} after %[[BEFORE]]
// CHECK: tileaa.store {{.*}} to %arg2
// CHECK: %[[LAST:.*]] = tileaa.join_tokens %[[BEFORE]], %[[HALVES]]#1
// CHECK-NEXT: tileaa.store %arg4 to %arg0 after %[[LAST]]
tileaa.entry @tokens(%p: !tileaa.ptr, %q: !tileaa.ptr, %r: !tileaa.ptr, %n: i64, %x: f16) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c16 = arith.constant 16 : i64
  %zero = arith.constant dense<0.0> : tensor<128x64xf32>
  %before = tileaa.store %x to %p : f16, !tileaa.ptr
  %sum:2 = scf.for %k = %c0 to %n step %c16 iter_args(%acc = %zero, %token = %before) -> (tensor<128x64xf32>, !tileaa.token) : i64 {
    %a, %t = tileaa.load %p[%c0, %k] extents [%n, %n] strides [%n, %c1] after %token : !tileaa.ptr -> tensor<128x16xf16>
    %b, %u = tileaa.load %q[%k, %c0] extents [%n, %n] strides [%n, %c1] after %t : !tileaa.ptr -> tensor<16x64xf16>
    %both = tileaa.join_tokens %t, %u
    %d = tileaa.mma %a as<f16>, %b as<f16>, %acc : tensor<128x16xf16>, tensor<16x64xf16>, tensor<128x64xf32>
    scf.yield %d, %both : tensor<128x64xf32>, !tileaa.token
  }
  %w = tileaa.store %sum#0 to %r[%c0, %c0] extents [%n, %n] strides [%n, %c1] : tensor<128x64xf32>, !tileaa.ptr
  %y = tileaa.store %x to %p after %sum#1 : f16, !tileaa.ptr
  tileaa.return
}

// Two stores want the sum, and would add it up twice.
// CHECK-LABEL: @two_stores(
// CHECK-COUNT-1: scf.for
// CHECK-NOT: scf.for
// CHECK: tileaa.return
tileaa.entry @two_stores(%p: !tileaa.ptr, %q: !tileaa.ptr, %r: !tileaa.ptr, %n: i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c16 = arith.constant 16 : i64
  %zero = arith.constant dense<0.0> : tensor<128x64xf32>
  %sum = scf.for %k = %c0 to %n step %c16 iter_args(%acc = %zero) -> (tensor<128x64xf32>) : i64 {
    %a, %t = tileaa.load %p[%c0, %k] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<128x16xf16>
    %b, %u = tileaa.load %q[%k, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<16x64xf16>
    %d = tileaa.mma %a as<f16>, %b as<f16>, %acc : tensor<128x16xf16>, tensor<16x64xf16>, tensor<128x64xf32>
    scf.yield %d : tensor<128x64xf32>
  }
  %v = tileaa.store %sum to %r[%c0, %c0] extents [%n, %n] strides [%n, %c1] : tensor<128x64xf32>, !tileaa.ptr
  %y = tileaa.addf %sum, %sum : tensor<128x64xf32>
  %w = tileaa.store %y to %p[%c0, %c0] extents [%n, %n] strides [%n, %c1] : tensor<128x64xf32>, !tileaa.ptr
  tileaa.return
}

// Of columns, of which there are more, each slice would make the first product again.
// CHECK-LABEL: @product_of_product(
// CHECK: scf.for {{.*}} to %c2_i64
// CHECK: scf.for {{.*}} -> (tensor<32x128xf32>,
// CHECK: %[[FIRST:.*]] = tileaa.mma {{.*}}, tensor<32x16xf32>
// CHECK: %[[ROUNDED:.*]] = arith.truncf %[[FIRST]]
// CHECK: tileaa.mma %[[ROUNDED]] as<f16>
tileaa.entry @product_of_product(%p: !tileaa.ptr, %q: !tileaa.ptr, %r: !tileaa.ptr, %n: i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c16 = arith.constant 16 : i64
  %zero = arith.constant dense<0.0> : tensor<64x128xf32>
  %none = arith.constant dense<0.0> : tensor<64x16xf32>
  %x, %v = tileaa.load %p[%c0, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<64x16xf16>
  %sum = scf.for %k = %c0 to %n step %c16 iter_args(%acc = %zero) -> (tensor<64x128xf32>) : i64 {
    %a, %t = tileaa.load %p[%c0, %k] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<16x16xf16>
    %s = tileaa.mma %x as<f16>, %a as<f16>, %none : tensor<64x16xf16>, tensor<16x16xf16>, tensor<64x16xf32>
    %f = arith.truncf %s : tensor<64x16xf32> to tensor<64x16xf16>
    %b, %u = tileaa.load %q[%k, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<16x128xf16>
    %d = tileaa.mma %f as<f16>, %b as<f16>, %acc : tensor<64x16xf16>, tensor<16x128xf16>, tensor<64x128xf32>
    scf.yield %d : tensor<64x128xf32>
  }
  %w = tileaa.store %sum to %r[%c0, %c0] extents [%n, %n] strides [%n, %c1] : tensor<64x128xf32>, !tileaa.ptr
  tileaa.return
}

// Here it is the right factor for slices of rows.
// CHECK-LABEL: @product_of_products(
// CHECK-COUNT-1: scf.for
// CHECK-NOT: scf.for
// CHECK: tileaa.return
tileaa.entry @product_of_products(%p: !tileaa.ptr, %q: !tileaa.ptr, %r: !tileaa.ptr, %n: i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c16 = arith.constant 16 : i64
  %zero = arith.constant dense<0.0> : tensor<64x128xf32>
  %none = arith.constant dense<0.0> : tensor<64x16xf32>
  %no = arith.constant dense<0.0> : tensor<16x128xf32>
  %x, %v = tileaa.load %p[%c0, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<64x16xf16>
  %sum = scf.for %k = %c0 to %n step %c16 iter_args(%acc = %zero) -> (tensor<64x128xf32>) : i64 {
    %a, %t = tileaa.load %p[%c0, %k] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<16x16xf16>
    %s = tileaa.mma %x as<f16>, %a as<f16>, %none : tensor<64x16xf16>, tensor<16x16xf16>, tensor<64x16xf32>
    %f = arith.truncf %s : tensor<64x16xf32> to tensor<64x16xf16>
    %b, %u = tileaa.load %q[%k, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<16x128xf16>
    %y = tileaa.mma %a as<f16>, %b as<f16>, %no : tensor<16x16xf16>, tensor<16x128xf16>, tensor<16x128xf32>
    %g = arith.truncf %y : tensor<16x128xf32> to tensor<16x128xf16>
    %d = tileaa.mma %f as<f16>, %g as<f16>, %acc : tensor<64x16xf16>, tensor<16x128xf16>, tensor<64x128xf32>
    scf.yield %d : tensor<64x128xf32>
  }
  %w = tileaa.store %sum to %r[%c0, %c0] extents [%n, %n] strides [%n, %c1] : tensor<64x128xf32>, !tileaa.ptr
  tileaa.return
}

// The second slice would read what the first one has stored.
// CHECK-LABEL: @in_place(
// CHECK-COUNT-1: scf.for
// CHECK-NOT: scf.for
// CHECK: tileaa.return
tileaa.entry @in_place(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c16 = arith.constant 16 : i64
  %zero = arith.constant dense<0.0> : tensor<128x64xf32>
  %first = tileaa.make_token
  %sum:2 = scf.for %k = %c0 to %n step %c16 iter_args(%acc = %zero, %token = %first) -> (tensor<128x64xf32>, !tileaa.token) : i64 {
    %a, %t = tileaa.load %p[%c0, %k] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<128x16xf16>
    %b, %u = tileaa.load %q[%k, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<16x64xf16>
    %both = tileaa.join_tokens %token, %t, %u
    %d = tileaa.mma %a as<f16>, %b as<f16>, %acc : tensor<128x16xf16>, tensor<16x64xf16>, tensor<128x64xf32>
    scf.yield %d, %both : tensor<128x64xf32>, !tileaa.token
  }
  %w = tileaa.store %sum#0 to %p[%c0, %c0] extents [%n, %n] strides [%n, %c1] after %sum#1 : tensor<128x64xf32>, !tileaa.ptr
  tileaa.return
}

// What an iteration stores is stored once.
// CHECK-LABEL: @storing(
// CHECK-COUNT-1: scf.for
// CHECK-NOT: scf.for
// CHECK: tileaa.return
tileaa.entry @storing(%p: !tileaa.ptr, %q: !tileaa.ptr, %r: !tileaa.ptr, %n: i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %zero = arith.constant dense<0.0> : tensor<128x64xf32>
  %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<128x64xf32>) : i64 {
    %a, %t = tileaa.load %p[%c0, %k] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<128x64xf32>
    %s = tileaa.store %k to %q : i64, !tileaa.ptr
    %d = tileaa.addf %acc, %a : tensor<128x64xf32>
    scf.yield %d : tensor<128x64xf32>
  }
  %w = tileaa.store %sum to %r[%c0, %c0] extents [%n, %n] strides [%n, %c1] : tensor<128x64xf32>, !tileaa.ptr
  tileaa.return
}

// In the loop around, the sum would be added up once for each store.
// CHECK-LABEL: @stored_again(
// CHECK-COUNT-2: scf.for
// CHECK-NOT: scf.for
// CHECK: tileaa.return
tileaa.entry @stored_again(%p: !tileaa.ptr, %r: !tileaa.ptr, %n: i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %zero = arith.constant dense<0.0> : tensor<128x64xf32>
  %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<128x64xf32>) : i64 {
    %a, %t = tileaa.load %p[%c0, %k] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<128x64xf32>
    %d = tileaa.addf %acc, %a : tensor<128x64xf32>
    scf.yield %d : tensor<128x64xf32>
  }
  scf.for %i = %c0 to %n step %c1 : i64 {
    %w = tileaa.store %sum to %r[%i, %c0] extents [%n, %n] strides [%n, %c1] : tensor<128x64xf32>, !tileaa.ptr
  }
  tileaa.return
}

// Two tiles of one loop: it carries slices of both.
// CHECK-LABEL: @attention(
// CHECK: scf.for {{.*}} to %c2_i64
// CHECK: %[[LOOP:.*]]:3 = scf.for {{.*}} iter_args(%[[ACC:.*]] = %{{.*}}, %[[SUM:.*]] = %{{.*}}, %{{.*}} = %{{.*}}) -> (tensor<64x64xf32>, tensor<64xf32>, !tileaa.token)
// CHECK: %[[SCORES:.*]] = tileaa.mma {{.*}}, tensor<64x16xf32>
// CHECK-DAG: %[[PART:.*]] = tileaa.reduce %[[SCORES]]
// CHECK-DAG: %[[MORE:.*]] = tileaa.addf %[[SUM]], %[[PART]]
// CHECK-DAG: %[[NEXT:.*]] = tileaa.mma {{.*}}, %[[ACC]]
// CHECK: scf.yield %[[NEXT]], %[[MORE]],
// CHECK: %[[LINE:.*]] = tileaa.reshape %[[LOOP]]#1
// CHECK: %[[ALL:.*]] = tileaa.broadcast %[[LINE]]
// CHECK: tileaa.mulf %[[LOOP]]#0, %[[ALL]]
// CHECK-NOT: scf.for
// CHECK: tileaa.return
tileaa.entry @attention(%p: !tileaa.ptr, %q: !tileaa.ptr, %r: !tileaa.ptr, %n: i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c16 = arith.constant 16 : i64
  %zero = arith.constant dense<0.0> : tensor<128x64xf32>
  %none = arith.constant dense<0.0> : tensor<128x16xf32>
  %nothing = arith.constant dense<0.0> : tensor<128xf32>
  %x, %v = tileaa.load %p[%c0, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<128x16xf16>
  %acc:2 = scf.for %k = %c0 to %n step %c16 iter_args(%sum = %nothing, %acc = %zero) -> (tensor<128xf32>, tensor<128x64xf32>) : i64 {
    %a, %t = tileaa.load %q[%c0, %k] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<16x16xf16>
    %s = tileaa.mma %x as<f16>, %a as<f16>, %none : tensor<128x16xf16>, tensor<16x16xf16>, tensor<128x16xf32>
    %m = tileaa.reduce %s dim 1 identities [0.0 : f32] : tensor<128x16xf32> -> tensor<128xf32> {
    ^bb0(%l: f32, %o: f32):
      %y = tileaa.addf %l, %o : f32
      tileaa.yield %y : f32
    }
    %next = tileaa.addf %sum, %m : tensor<128xf32>
    %f = arith.truncf %s : tensor<128x16xf32> to tensor<128x16xf16>
    %b, %u = tileaa.load %q[%k, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<16x64xf16>
    %d = tileaa.mma %f as<f16>, %b as<f16>, %acc : tensor<128x16xf16>, tensor<16x64xf16>, tensor<128x64xf32>
    scf.yield %next, %d : tensor<128xf32>, tensor<128x64xf32>
  }
  %line = tileaa.reshape %acc#0 : tensor<128xf32> -> tensor<128x1xf32>
  %all = tileaa.broadcast %line : tensor<128x1xf32> -> tensor<128x64xf32>
  %z = tileaa.mulf %acc#1, %all : tensor<128x64xf32>
  %w = tileaa.store %z to %r[%c0, %c0] extents [%n, %n] strides [%n, %c1] : tensor<128x64xf32>, !tileaa.ptr
  tileaa.return
}
