// RUN: tileiras %s --emit=ptx --gpu-name=sm_90 -o - | FileCheck %s
// RUN: cuda-tile-run --self-check %s
// RUN: cuda-tile-run --self-check %s --engine=emulate --gpu-name=sm_90

// Lanes and registers share bits of a position: the registers of a thread do not lie at
// fixed distances from its first one, so each has a position, a bound and an address of
// its own.

// CHECK-LABEL: .entry copy(
// CHECK: xor.b32 {{.*}}, 32;
// CHECK: xor.b32 {{.*}}, 64;
// CHECK: xor.b32 {{.*}}, 96;
#layout = #tileas.layout<register = [[32], [64]], lane = [[33], [2], [4], [72], [16]], warp = []>
#spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = true>
!tile = tensor<128xi32, #layout>
module {
  tileas.kernel @copy(%from: !tileaa.ptr, %to: !tileaa.ptr, %n: i32) attributes {spec = #spec} {
    %zero = arith.constant 0 : i64
    %one = arith.constant 1 : i64
    %extent = arith.extui %n : i32 to i64
    %tile, %token = tileas.load %from[%zero] extents[%extent] strides[%one] : !tileaa.ptr -> !tile
    %stored = tileas.store %tile to %to[%zero] extents[%extent] strides[%one] by<owner> : !tile, !tileaa.ptr
    tileas.return
  }
}
//% - entry: copy
//%   args:
//%     - ptr: i32[128]
//%       in: 1..128
//%     - ptr: i32[128]
//%       in: 7*128
//%       out: 1..100 7*28
//%     - i32:100
