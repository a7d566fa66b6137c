// Shared memory is static, and as large as the spec says. Elements come back from where
// they were put, of which the interpreter is the judge.
//
// RUN: tileiras %s --gpu-name=sm_90 --emit=nvvm -o - | FileCheck %s --check-prefix=NVVM
// RUN: tileiras %s --gpu-name=sm_90 --emit=ptx | FileCheck %s
// RUN: tileiras %s --gpu-name=sm_80 --emit=ptx | FileCheck %s
// RUN: %python -c "import struct; open(r'%t.hex', 'w').write(struct.pack('<2048f', *range(2048)).hex())"
// RUN: sh -c '%python %S/../../Tools/cuda-tile-run/Inputs/npy.py %t.npy "<f4" 2048 $(cat %t.hex)'
// RUN: cuda-tile-run %s --entry=transpose --gpu-name=sm_90 --arg=ptr:%t.npy --arg=ptr:new:f32[4096] --arg=i64:64 --compare=emulate

// NVVM: llvm.mlir.global internal @__tessera_shared_transpose() {{{.*}}addr_space = 3 : i32, alignment = 16 : i64{{.*}}} : !llvm.array<8192 x i8>
// CHECK-NOT: .extern .shared
// CHECK: .shared .align 16 .b8 __tessera_shared_transpose[8192];
// CHECK-NOT: .extern .shared
// CHECK: st.shared
// CHECK-NOT: ld.shared
// CHECK: bar{{.*}}.sync
// CHECK: ld.shared
tileaa.entry @transpose(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i64) {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %v, %t0 = tileaa.load %p[%zero, %zero] extents [%n, %n] strides [%n, %one] : !tileaa.ptr -> tensor<32x64xf32>
  %w = tileaa.permute %v [1, 0] : tensor<32x64xf32> -> tensor<64x32xf32>
  %t1 = tileaa.store %w to %q[%zero, %zero] extents [%n, %n] strides [%n, %one] after %t0 : tensor<64x32xf32>, !tileaa.ptr
  tileaa.return
}

// CHECK-LABEL: .visible .entry none(
// CHECK-NOT: shared
tileaa.entry @none(%p: !tileaa.ptr, %n: i64) {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %v, %t0 = tileaa.load %p[%zero, %zero] extents [%n, %n] strides [%n, %one] : !tileaa.ptr -> tensor<32x64xf32>
  %w = tileaa.addf %v, %v : tensor<32x64xf32>
  %t1 = tileaa.store %w to %p[%zero, %zero] extents [%n, %n] strides [%n, %one] after %t0 : tensor<32x64xf32>, !tileaa.ptr
  tileaa.return
}
