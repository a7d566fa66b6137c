// Powers of two of a tile are computed with results that are flushed, and again
// without where an exponent lies between -151 and -126. The emulator has the bits
// of the interpreter for each exponent close to a bound: a block has one of them
// among zeros.
//
// RUN: tileiras %s --gpu-name=sm_90 --emit=ptx -o %t.ptx
// RUN: FileCheck %s < %t.ptx
// RUN: %python %S/Inputs/exponents.py %t.hex
// RUN: sh -c '%python %S/../../Tools/cuda-tile-run/Inputs/npy.py %t.npy "<f4" 4096 $(cat %t.hex)'
// RUN: cuda-tile-run %s --entry=powers --grid=16 --arg=ptr:%t.npy --arg=ptr:new:f32[4096] --compare=emulate --check=all
// RUN: cuda-tile-run %s --entry=masked --grid=16 --arg=ptr:%t.npy --arg=ptr:new:f32[4096] --compare=emulate --check=all
// RUN: cuda-tile-run %s --entry=few --grid=64 --arg=ptr:%t.npy --arg=ptr:new:f32[4096] --compare=emulate --check=all
//
// Other GPUs make no one instruction of two integer maxima: there floats are compared.
//
// RUN: tileiras %s --gpu-name=sm_80 --emit=ptx -o - | FileCheck %s --check-prefix=FLOATS
//
// Where a plan leaves no registers, powers are computed behind the guard.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileaa-to-tileas{gpu-name=sm_90},tileas{gpu-name=sm_90})' -o %t.tileas.mlir
// RUN: sed 's/shared = 0/plan = <blocks = 1, registers = 255>, shared = 0/' %t.tileas.mlir > %t.full.mlir
// RUN: tileiras %t.full.mlir --gpu-name=sm_90 --emit=ptx -o %t.full.ptx
// RUN: FileCheck %s --check-prefix=BEHIND < %t.full.ptx
// RUN: cuda-tile-run %t.full.mlir --entry=powers --grid=16 --arg=ptr:%t.npy --arg=ptr:new:f32[4096] --compare=emulate --check=all
// RUN: cuda-tile-run %t.full.mlir --entry=masked --grid=16 --arg=ptr:%t.npy --arg=ptr:new:f32[4096] --compare=emulate --check=all
//
// Without the second computation the results differ.
//
// RUN: sed 's/ex2.approx.f32/ex2.approx.ftz.f32/' %t.ptx > %t.less.ptx
// RUN: cuda-tile-run %s --entry=powers --grid=16 --arg=ptr:%t.npy --arg=ptr:new:f32[4096] --engine=interpret --out=1=%t.right.npy
// RUN: not cuda-tile-run %t.less.ptx --entry=powers --grid=16 --arg=ptr:%t.npy --arg=ptr:new:f32[4096] --engine=emulate --expect=1=%t.right.npy
// RUN: cuda-tile-run %t.ptx --entry=powers --grid=16 --arg=ptr:%t.npy --arg=ptr:new:f32[4096] --engine=emulate --expect=1=%t.right.npy
// RUN: sed 's/ex2.approx.f32/ex2.approx.ftz.f32/' %t.full.ptx > %t.less.ptx
// RUN: not cuda-tile-run %t.less.ptx --entry=powers --grid=16 --arg=ptr:%t.npy --arg=ptr:new:f32[4096] --engine=emulate --expect=1=%t.right.npy
//
// The guard is a branch where the program has none: both ways take the sources of the program.
//
// RUN: cuda-tile-run %s --entry=powers --grid=16 --gpu-name=sm_90 --arg=ptr:%t.npy --arg=ptr:new:f32[4096] --validate 2>&1 | FileCheck %s --check-prefix=VALIDATED
// RUN: cuda-tile-run %s --entry=masked --grid=16 --gpu-name=sm_80 --arg=ptr:%t.npy --arg=ptr:new:f32[4096] --validate 2>&1 | FileCheck %s --check-prefix=VALIDATED

// VALIDATED: PTX: 1 of 1 launches

// CHECK-LABEL: .entry powers(
// CHECK-COUNT-8: ex2.approx.ftz.f32
// CHECK-NOT: add
// CHECK-COUNT-7: max.u32
// CHECK: setp.gt.u32 {{.*}}, -1023672320;
// CHECK: vote.sync.any.pred
// CHECK: bra
// CHECK-COUNT-8: ex2.approx.f32
// CHECK: ret;
//
// FLOATS-LABEL: .entry powers(
// FLOATS-COUNT-8: ex2.approx.ftz.f32
// FLOATS-NOT: add
// FLOATS-COUNT-7: min.f32
// FLOATS: setp.{{.*}}.f32 {{.*}}, 0fC2FC0000;
// FLOATS: vote.sync.any.pred
// FLOATS: bra
// FLOATS-COUNT-8: ex2.approx.f32
// FLOATS: ret;
//
// BEHIND-LABEL: .entry powers(
// BEHIND-NOT: ex2
// BEHIND-COUNT-7: max.u32
// BEHIND: vote.sync.any.pred
// BEHIND-NOT: ex2
// BEHIND: bra
// BEHIND-DAG: ex2.approx.ftz.f32
// BEHIND-DAG: ex2.approx.f32
// BEHIND: ret;
tileaa.entry @powers(%p: !tileaa.ptr, %q: !tileaa.ptr) attributes {launch = #tileaa.launch<warps = 1>} {
  %one = arith.constant 1 : i64
  %size = arith.constant 256 : i64
  %all = arith.constant 4096 : i64
  %x, %y, %z = tileaa.block_id
  %b = arith.extui %x : i32 to i64
  %at = arith.muli %b, %size : i64
  %v, %t = tileaa.load %p[%at] extents [%all] strides [%one] : !tileaa.ptr -> tensor<256xf32>
  %e = tileaa.exp2 %v : tensor<256xf32>
  %u = tileaa.store %e to %q[%at] extents [%all] strides [%one] : tensor<256xf32>, !tileaa.ptr
  tileaa.return
}

// Exponents that a mask makes minus infinity are no reason to compute again.
// CHECK-LABEL: .entry masked(
// CHECK-COUNT-15: {{add.s32 .*, 1023672319;|min.u32}}
// CHECK: setp.lt.u32 {{.*}}, 1769471;
// CHECK: vote.sync.any.pred
// CHECK-COUNT-8: ex2.approx.f32
// CHECK: ret;
//
// FLOATS-LABEL: .entry masked(
// FLOATS-COUNT-8: add{{.*}}.f32 {{.*}}, 0f430A8000;
// FLOATS: setp.{{.*}}.f32 {{.*}}, 0f41480000;
// FLOATS: vote.sync.any.pred
// FLOATS-COUNT-8: ex2.approx.f32
// FLOATS: ret;
tileaa.entry @masked(%p: !tileaa.ptr, %q: !tileaa.ptr) attributes {launch = #tileaa.launch<warps = 1>} {
  %one = arith.constant 1 : i64
  %size = arith.constant 256 : i64
  %all = arith.constant 4096 : i64
  %zeros = arith.constant dense<0.0> : tensor<256xf32>
  %none = arith.constant dense<0xFF800000> : tensor<256xf32>
  %x, %y, %z = tileaa.block_id
  %b = arith.extui %x : i32 to i64
  %at = arith.muli %b, %size : i64
  %v, %t = tileaa.load %p[%at] extents [%all] strides [%one] : !tileaa.ptr -> tensor<256xf32>
  %is = arith.cmpf une, %v, %zeros : tensor<256xf32>
  %w = arith.select %is, %v, %none : tensor<256xi1>, tensor<256xf32>
  %e = tileaa.exp2 %w : tensor<256xf32>
  %u = tileaa.store %e to %q[%at] extents [%all] strides [%one] : tensor<256xf32>, !tileaa.ptr
  tileaa.return
}

// A few powers are not worth a branch.
// CHECK-LABEL: .entry few(
// CHECK-NOT: vote
// CHECK-NOT: ftz
// CHECK: ret;
tileaa.entry @few(%p: !tileaa.ptr, %q: !tileaa.ptr) attributes {launch = #tileaa.launch<warps = 1>} {
  %one = arith.constant 1 : i64
  %size = arith.constant 64 : i64
  %all = arith.constant 4096 : i64
  %x, %y, %z = tileaa.block_id
  %b = arith.extui %x : i32 to i64
  %at = arith.muli %b, %size : i64
  %v, %t = tileaa.load %p[%at] extents [%all] strides [%one] : !tileaa.ptr -> tensor<64xf32>
  %e = tileaa.exp2 %v : tensor<64xf32>
  %u = tileaa.store %e to %q[%at] extents [%all] strides [%one] : tensor<64xf32>, !tileaa.ptr
  tileaa.return
}

// In f16 all powers that f32 would flush are zero.
// CHECK-LABEL: .entry halves(
// CHECK-NOT: ex2.approx.f32
// CHECK: ex2.approx.ftz.f32
// CHECK-NOT: vote
// CHECK: ret;
tileaa.entry @halves(%p: !tileaa.ptr, %q: !tileaa.ptr) attributes {launch = #tileaa.launch<warps = 1>} {
  %one = arith.constant 1 : i64
  %zero = arith.constant 0 : i64
  %all = arith.constant 256 : i64
  %v, %t = tileaa.load %p[%zero] extents [%all] strides [%one] : !tileaa.ptr -> tensor<256xf16>
  %e = tileaa.exp2 %v : tensor<256xf16>
  %u = tileaa.store %e to %q[%zero] extents [%all] strides [%one] : tensor<256xf16>, !tileaa.ptr
  tileaa.return
}

// A maximum that begins with minus infinity masks nothing.
// CHECK-LABEL: .entry maximum(
// CHECK-COUNT-8: ex2.approx.ftz.f32
// CHECK: setp.gt.u32 {{.*}}, -1023672320;
// CHECK: ret;
tileaa.entry @maximum(%p: !tileaa.ptr, %q: !tileaa.ptr) attributes {launch = #tileaa.launch<warps = 1>} {
  %one = arith.constant 1 : i64
  %size = arith.constant 256 : i64
  %zero = arith.constant 0 : i64
  %two = arith.constant 2 : i64
  %all = arith.constant 4096 : i64
  %none = arith.constant dense<0xFF800000> : tensor<256xf32>
  %x, %y, %z = tileaa.block_id
  %b = arith.extui %x : i32 to i64
  %at = arith.muli %b, %size : i64
  %v, %t = tileaa.load %p[%at] extents [%all] strides [%one] : !tileaa.ptr -> tensor<256xf32>
  %m:2 = scf.for %i = %zero to %two step %one iter_args(%l = %none, %w = %v) -> (tensor<256xf32>, tensor<256xf32>) : i64 {
    %n = tileaa.maxf %l, %w : tensor<256xf32>
    scf.yield %n, %w : tensor<256xf32>, tensor<256xf32>
  }
  %d = tileaa.subf %v, %m#0 : tensor<256xf32>
  %e = tileaa.exp2 %d : tensor<256xf32>
  %s = tileaa.store %e to %q[%at] extents [%all] strides [%one] : tensor<256xf32>, !tileaa.ptr
  tileaa.return
}
