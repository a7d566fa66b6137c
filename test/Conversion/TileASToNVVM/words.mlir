// Elements go to an instruction in words. One of 32 bits is a word itself, a
// float in a register of its own; four bytes are a vector that becomes a word;
// halves become words together.
//
// RUN: tileiras %s --gpu-name=sm_90 --emit=nvvm -o - | FileCheck %s

// CHECK-LABEL: @ofOne
// CHECK: ld.global.v4.b32 {{.*}}"=&f,=&f,=&f,=&f,l,b,f,f,f,f"
// CHECK-NOT: bitcast
// CHECK: st.global.v4.b32 {{.*}}"l,b,f,f,f,f"
tileaa.entry @ofOne(%p: !tileaa.ptr, %n: i64) {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %q = tileaa.assume %p {div_by = 16 : i64} : !tileaa.ptr
  %m = tileaa.assume %n {div_by = 16 : i64} : i64
  %x, %t = tileaa.load %q[%zero] extents [%m] strides [%one] : !tileaa.ptr -> tensor<1024xf32>
  %y = tileaa.mulf %x, %x : tensor<1024xf32>
  %u = tileaa.store %y to %q[%zero] extents [%m] strides [%one] after %t : tensor<1024xf32>, !tileaa.ptr
  tileaa.return
}

// CHECK-LABEL: @ofTwo
// CHECK: ld.global.v4.b32
// CHECK: llvm.bitcast {{.*}} : i32 to vector<2xf16>
// CHECK: llvm.bitcast {{.*}} : vector<8xf16> to vector<4xi32>
// CHECK: st.global.v4.b32
tileaa.entry @ofTwo(%p: !tileaa.ptr, %n: i64) {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %q = tileaa.assume %p {div_by = 16 : i64} : !tileaa.ptr
  %m = tileaa.assume %n {div_by = 16 : i64} : i64
  %x, %t = tileaa.load %q[%zero] extents [%m] strides [%one] : !tileaa.ptr -> tensor<2048xf16>
  %y = tileaa.mulf %x, %x : tensor<2048xf16>
  %u = tileaa.store %y to %q[%zero] extents [%m] strides [%one] after %t : tensor<2048xf16>, !tileaa.ptr
  tileaa.return
}

// CHECK-LABEL: @ofFour
// CHECK: ld.global.v4.b32
// CHECK: llvm.bitcast {{.*}} : i32 to vector<4xi8>
// CHECK: llvm.bitcast {{.*}} : vector<4xi8> to i32
// CHECK: st.global.v4.b32
tileaa.entry @ofFour(%p: !tileaa.ptr, %n: i64) {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %q = tileaa.assume %p {div_by = 16 : i64} : !tileaa.ptr
  %m = tileaa.assume %n {div_by = 16 : i64} : i64
  %x, %t = tileaa.load %q[%zero] extents [%m] strides [%one] : !tileaa.ptr -> tensor<4096xi8>
  %y = arith.addi %x, %x : tensor<4096xi8>
  %u = tileaa.store %y to %q[%zero] extents [%m] strides [%one] after %t : tensor<4096xi8>, !tileaa.ptr
  tileaa.return
}
