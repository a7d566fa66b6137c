// REQUIRES: ptxas
//
// A call of libdevice is linked and inlined at every level; what it asks about
// the compilation is answered (denormals are kept), and nothing else of the
// library comes along.

// RUN: tileiras --gpu-name=sm_90 -O0 --emit=ptx %s | FileCheck %s
// RUN: tileiras --gpu-name=sm_90 -O3 --emit=ptx %s | FileCheck %s --check-prefixes=CHECK,FTZ
// RUN: tileiras --gpu-name=sm_90 --emit=llvm %s | FileCheck %s --check-prefix=LLVM
// RUN: tileiras --gpu-name=sm_90 -O0 %s -o %t.cubin

// CHECK-NOT: .func
// CHECK-NOT: reflect
// CHECK: .entry remainder(
// CHECK-NOT: call
// FTZ-NOT: {{(add|sub|mul|fma)\.rn\.ftz}}
// CHECK: ret;

// LLVM-NOT: reflect
// LLVM: define {{.*}}@remainder
// LLVM-NOT: define
llvm.func @__nv_fmodf(f32, f32) -> f32
llvm.func @remainder(%p: !llvm.ptr<1>, %a: f32, %b: f32) attributes {nvvm.kernel} {
  %r = llvm.call @__nv_fmodf(%a, %b) : (f32, f32) -> f32
  llvm.store %r, %p : f32, !llvm.ptr<1>
  llvm.return
}
