// Every float instruction says how it rounds, and each operation rounds once.
//
// RUN: tileiras %s --gpu-name=sm_75 --emit=ptx | FileCheck %s --check-prefixes=CHECK,SM75
// RUN: tileiras %s --gpu-name=sm_80 --emit=ptx | FileCheck %s --check-prefixes=CHECK,SM80
// RUN: tileiras %s --gpu-name=sm_90 --emit=ptx | FileCheck %s --check-prefixes=CHECK,SM80,SM90
// RUN: tileiras %s --gpu-name=sm_90 --emit=ptx -O0 | FileCheck %s

// CHECK-LABEL: .visible .entry f32(
// CHECK: add.rn.f32
// CHECK: add.rz.f32
// CHECK: add.rm.ftz.f32
// CHECK: mul.rp.f32
// CHECK: div.rn.f32
// CHECK: div.approx.f32
// CHECK: div.full.ftz.f32
// CHECK: fma.rn.f32
// CHECK: fma.rz.ftz.f32
// CHECK: ret;
tileaa.entry @f32(%p: !tileaa.ptr, %x: f32, %y: f32) {
  %0 = tileaa.addf %x, %y : f32
  %1 = tileaa.addf %0, %y rounding<zero> : f32
  %2 = tileaa.addf %1, %y rounding<negative_inf> ftz : f32
  %3 = tileaa.mulf %2, %y rounding<positive_inf> : f32
  %4 = tileaa.divf %3, %y : f32
  %5 = tileaa.divf %4, %y rounding<approx> : f32
  %6 = tileaa.divf %5, %y rounding<full> ftz : f32
  %7 = tileaa.fma %6, %y, %x : f32
  %8 = tileaa.fma %7, %y, %x rounding<zero> ftz : f32
  %t = tileaa.store %8 to %p : f32, !tileaa.ptr
  tileaa.return
}

// A product and a sum that the program rounds apart stay apart.
// CHECK-LABEL: .visible .entry apart(
// CHECK-NOT: fma
// CHECK: mul.rn.f32
// CHECK-NOT: fma
// CHECK: add.rn.f32
// CHECK-NOT: fma
// CHECK: ret;
tileaa.entry @apart(%p: !tileaa.ptr, %x: f32, %y: f32) {
  %0 = tileaa.mulf %x, %y : f32
  %1 = tileaa.addf %0, %x : f32
  %t = tileaa.store %1 to %p : f32, !tileaa.ptr
  tileaa.return
}

// Adding -0 and multiplying by 1 flush with ftz, and so do something.
// CHECK-LABEL: .visible .entry flush(
// CHECK: add.rn.ftz.f32
// CHECK: mul.rn.ftz.f32
tileaa.entry @flush(%p: !tileaa.ptr, %x: f32) {
  %zero = arith.constant -0.0 : f32
  %one = arith.constant 1.0 : f32
  %0 = tileaa.addf %x, %zero ftz : f32
  %t0 = tileaa.store %0 to %p : f32, !tileaa.ptr
  %1 = tileaa.mulf %x, %one ftz : f32
  %t1 = tileaa.store %1 to %p after %t0 : f32, !tileaa.ptr
  tileaa.return
}

// sm_75 has no fma of bf16. One of f32 that is then narrowed would round twice:
// it is rounded to odd first, from its value in all directions.
// CHECK-LABEL: .visible .entry fma_bf16(
// SM75-DAG: fma.rn.f32
// SM75-DAG: fma.rz.f32
// SM75-DAG: fma.rm.f32
// SM75-DAG: fma.rp.f32
// SM80: fma.rn.bf16
// SM80-NOT: fma.{{.*}}f32
// CHECK: ret;
tileaa.entry @fma_bf16(%p: !tileaa.ptr, %x: bf16, %y: bf16, %z: bf16) {
  %0 = tileaa.fma %x, %y, %z : bf16
  %t = tileaa.store %0 to %p : bf16, !tileaa.ptr
  tileaa.return
}

// No GPU converts i64 or f64 to bf16, and by way of f32 it would round twice.
// CHECK-LABEL: .visible .entry to_bf16(
// CHECK-DAG: cvt.rn.f32.s64
// CHECK-DAG: cvt.rz.f32.s64
// CHECK-DAG: cvt.rm.f32.s64
// CHECK-DAG: cvt.rp.f32.s64
// CHECK-DAG: cvt.rn.f32.u64
// CHECK-DAG: cvt.rz.f32.u64
// CHECK-DAG: cvt.rm.f32.u64
// CHECK-DAG: cvt.rp.f32.u64
// CHECK-DAG: cvt.rn.f32.f64
// CHECK-DAG: cvt.rz.f32.f64
// CHECK-DAG: cvt.rm.f32.f64
// CHECK-DAG: cvt.rp.f32.f64
// CHECK: ret;
tileaa.entry @to_bf16(%p: !tileaa.ptr, %q: !tileaa.ptr, %r: !tileaa.ptr, %i: i64, %d: f64) {
  %0 = arith.sitofp %i : i64 to bf16
  %1 = arith.uitofp %i : i64 to bf16
  %2 = arith.truncf %d : f64 to bf16
  %t0 = tileaa.store %0 to %p : bf16, !tileaa.ptr
  %t1 = tileaa.store %1 to %q : bf16, !tileaa.ptr
  %t2 = tileaa.store %2 to %r : bf16, !tileaa.ptr
  tileaa.return
}

// Short integers go to f16 and bf16 through f32 where that is faster, which rounds once.
// CHECK-LABEL: .visible .entry short_integers(
// SM90: cvt.rz.f32.s32
// SM90: cvt.rn.bf16.f32
// SM90: cvt.rz.f32.u32
// SM90: cvt.rn.f16.f32
// CHECK: ret;
tileaa.entry @short_integers(%p: !tileaa.ptr, %q: !tileaa.ptr, %i: i8, %j: i16) {
  %0 = arith.sitofp %i : i8 to bf16
  %t0 = tileaa.store %0 to %p : bf16, !tileaa.ptr
  %1 = arith.uitofp %j : i16 to f16
  %t1 = tileaa.store %1 to %q : f16, !tileaa.ptr
  tileaa.return
}

// A float is truncated to i1 as to any integer, and a signed i1 is 0 or -1; LLVM
// compares with one instead, and gives 1 for bf16.
// CHECK-LABEL: .visible .entry booleans(
// CHECK-DAG: cvt.rzi.s32.f32
// CHECK-DAG: selp.b16 %{{rs[0-9]+}}, {{-16512, 0|0xBF80, 0x0000}},
// CHECK: ret;
tileaa.entry @booleans(%p: !tileaa.ptr, %q: !tileaa.ptr, %x: f32) {
  %bit = arith.fptoui %x : f32 to i1
  %byte = arith.extui %bit : i1 to i8
  %t0 = tileaa.store %byte to %p : i8, !tileaa.ptr
  %minus = arith.sitofp %bit : i1 to bf16
  %t1 = tileaa.store %minus to %q : bf16, !tileaa.ptr
  tileaa.return
}
