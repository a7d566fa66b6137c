// Every float sum, difference, product and fma names its rounding, and nothing is
// fused that the program did not fuse. PTX may fuse what names none.

// RUN: tileiras --gpu-name=sm_90 -O0 --emit=ptx %s | FileCheck %s
// RUN: tileiras --gpu-name=sm_90 -O3 --emit=ptx %s | FileCheck %s
// RUN: tileiras --gpu-name=sm_75 -O3 --emit=ptx %s | FileCheck %s --check-prefix=OLD
// RUN: tileiras --gpu-name=sm_120 -O3 --emit=ptx %s | FileCheck %s

// CHECK-LABEL: .entry f32(
// CHECK-DAG: mul.rn.f32
// CHECK-DAG: add.rn.f32
// CHECK-DAG: sub.rn.f32
// CHECK-NOT: fma
// CHECK: ret;
// OLD-LABEL: .entry f32(
// OLD-DAG: mul.rn.f32
// OLD-DAG: add.rn.f32
// OLD-DAG: sub.rn.f32
// OLD-NOT: fma
// OLD: ret;
llvm.func @f32(%p: !llvm.ptr<1>, %a: f32, %b: f32) attributes {nvvm.kernel} {
  %product = llvm.fmul %a, %b : f32
  %sum = llvm.fadd %product, %a : f32
  %difference = llvm.fsub %sum, %b : f32
  llvm.store %difference, %p : f32, !llvm.ptr<1>
  llvm.return
}

// CHECK-LABEL: .entry f64(
// CHECK-DAG: mul.rn.f64
// CHECK-DAG: add.rn.f64
// CHECK-NOT: fma
// CHECK: ret;
llvm.func @f64(%p: !llvm.ptr<1>, %a: f64, %b: f64) attributes {nvvm.kernel} {
  %product = llvm.fmul %a, %b : f64
  %sum = llvm.fadd %product, %a : f64
  llvm.store %sum, %p : f64, !llvm.ptr<1>
  llvm.return
}

// CHECK-LABEL: .entry f16(
// CHECK-DAG: mul.rn.f16
// CHECK-DAG: add.rn.f16
// CHECK-NOT: fma
// CHECK: ret;
llvm.func @f16(%p: !llvm.ptr<1>, %a: f16, %b: f16) attributes {nvvm.kernel} {
  %product = llvm.fmul %a, %b : f16
  %sum = llvm.fadd %product, %a : f16
  llvm.store %sum, %p : f16, !llvm.ptr<1>
  llvm.return
}

// CHECK-LABEL: .entry bf16(
// CHECK-DAG: mul.rn.bf16
// CHECK-DAG: add.rn.bf16
// CHECK-NOT: fma
// CHECK: ret;
llvm.func @bf16(%p: !llvm.ptr<1>, %a: bf16, %b: bf16) attributes {nvvm.kernel} {
  %product = llvm.fmul %a, %b : bf16
  %sum = llvm.fadd %product, %a : bf16
  llvm.store %sum, %p : bf16, !llvm.ptr<1>
  llvm.return
}

// CHECK-LABEL: .entry fused(
// CHECK: fma.rn.f32
llvm.func @fused(%p: !llvm.ptr<1>, %a: f32, %b: f32) attributes {nvvm.kernel} {
  %fused = llvm.intr.fma(%a, %b, %a) : (f32, f32, f32) -> f32
  llvm.store %fused, %p : f32, !llvm.ptr<1>
  llvm.return
}
