// Registers that lie apart by a number of bytes share a pointer, and the number
// is part of the instruction; those that lie apart by a stride have pointers of
// their own, one a row.
//
// RUN: tileiras %s --gpu-name=sm_90 --emit=nvvm -o - | FileCheck %s

// Each thread has two pieces of each of two rows.
// CHECK-LABEL: @rows
// CHECK: %[[FIRST:.+]] = llvm.getelementptr %arg0[%{{.+}}]
// CHECK: llvm.inline_asm {{.*}}ld.global.v4.b32 {{.*}}, [$4];{{.*}} %[[FIRST]],
// CHECK: llvm.inline_asm {{.*}}ld.global.v4.b32 {{.*}}, [$4+512];{{.*}} %[[FIRST]],
// CHECK: %[[STRIDE:.+]] = llvm.mul %arg2, %{{.+}} : i64
// CHECK: %[[SECOND:.+]] = llvm.getelementptr %[[FIRST]][%[[STRIDE]]]
// CHECK: llvm.inline_asm {{.*}}ld.global.v4.b32 {{.*}}, [$4];{{.*}} %[[SECOND]],
// CHECK: llvm.inline_asm {{.*}}ld.global.v4.b32 {{.*}}, [$4+512];{{.*}} %[[SECOND]],
tileaa.entry @rows(%p: !tileaa.ptr, %n: i64, %s: i64) {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %q = tileaa.assume %p {div_by = 16 : i64} : !tileaa.ptr
  %m = tileaa.assume %n {div_by = 16 : i64} : i64
  %r = tileaa.assume %s {div_by = 16 : i64} : i64
  %x, %t = tileaa.load %q[%zero, %zero] extents [%m, %m] strides [%r, %one] : !tileaa.ptr -> tensor<8x256xf32>
  %y = tileaa.mulf %x, %x : tensor<8x256xf32>
  %u = tileaa.store %y to %q[%zero, %zero] extents [%m, %m] strides [%r, %one] after %t : tensor<8x256xf32>, !tileaa.ptr
  tileaa.return
}
