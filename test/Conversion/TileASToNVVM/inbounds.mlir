// A dimension along which all elements are promised to exist is not compared.
//
// RUN: tileiras %s --gpu-name=sm_90 --emit=ptx -O3 | FileCheck %s

// CHECK-LABEL: .visible .entry checked(
// CHECK: setp
// CHECK: @%{{p[0-9]+}} ld.global
tileaa.entry @checked(%p: !tileaa.ptr, %n: i64) {
  %one = arith.constant 1 : i64
  %v, %t = tileaa.load %p[%n] extents[%n] strides[%one] : !tileaa.ptr -> tensor<128xf32>
  %u = tileaa.store %v to %p[%n] extents[%n] strides[%one] : tensor<128xf32>, !tileaa.ptr
  tileaa.return
}

// CHECK-LABEL: .visible .entry promised(
// CHECK-NOT: setp
// CHECK: ret;
tileaa.entry @promised(%p: !tileaa.ptr, %n: i64) {
  %one = arith.constant 1 : i64
  %v, %t = tileaa.load %p[%n] extents[%n] strides[%one] {inbounds = array<i1: true>} : !tileaa.ptr -> tensor<128xf32>
  %u = tileaa.store %v to %p[%n] extents[%n] strides[%one] {inbounds = array<i1: true>} : tensor<128xf32>, !tileaa.ptr
  tileaa.return
}
