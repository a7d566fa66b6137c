// Fields of bytes become floats of 16 bits in pairs, without conversions: two operations
// invert the signs of a word's fields and take the bits around them, a permutation puts two
// fields beside exponents, and a subtraction takes away what these add.
//
// RUN: tileiras --emit=ptx --gpu-name sm_100 %s -o - | FileCheck %s
// RUN: tileiras --emit=ptx --gpu-name sm_90 %s -o - | FileCheck %s
// RUN: tileiras --emit=ptx --gpu-name sm_80 %s -o - | FileCheck %s --check-prefix=OLD
// RUN: tileiras --emit=ptx --gpu-name sm_90 -O0 %s -o - | FileCheck %s --check-prefix=OLD

cuda_tile.module @kernels {

// 136 is 2^7 and the offset of the sign.
// CHECK-LABEL: .entry nibbles(
// CHECK-NOT: cvt.r
// CHECK: xor.b32 %[[SIGNS:[^,]*]], {{.*}}, 134744072
// CHECK: and.b32 %[[FIELDS:[^,]*]], %[[SIGNS]], 252645135
// CHECK-DAG: prmt.b32 {{.*}}, %[[FIELDS]], 1128481603, 0x4140
// CHECK-DAG: prmt.b32 {{.*}}, %[[FIELDS]], 1128481603, 0x4342
// CHECK-NOT: cvt.r
// CHECK: sub.rn.bf16x2
// CHECK-NOT: cvt.r
// CHECK: ret;
// OLD-LABEL: .entry nibbles(
// OLD: cvt.r
entry @nibbles(%in: tile<ptr<i8>>, %out: tile<ptr<bf16>>) {
  %p = assume div_by<16>, %in : tile<ptr<i8>>
  %q = assume div_by<16>, %out : tile<ptr<bf16>>
  %i = iota : tile<256xi32>
  %p1 = reshape %p : tile<ptr<i8>> -> tile<1xptr<i8>>
  %p2 = broadcast %p1 : tile<1xptr<i8>> -> tile<256xptr<i8>>
  %p3 = offset %p2, %i : tile<256xptr<i8>>, tile<256xi32> -> tile<256xptr<i8>>
  %q1 = reshape %q : tile<ptr<bf16>> -> tile<1xptr<bf16>>
  %q2 = broadcast %q1 : tile<1xptr<bf16>> -> tile<256xptr<bf16>>
  %q3 = offset %q2, %i : tile<256xptr<bf16>>, tile<256xi32> -> tile<256xptr<bf16>>
  %x, %t = load_ptr_tko weak %p3 : tile<256xptr<i8>> -> tile<256xi8>, token
  %four = constant <i8: 4> : tile<256xi8>
  %y = shli %x, %four : tile<256xi8>
  %z = shri %y, %four signed : tile<256xi8>
  %r = itof %z signed : tile<256xi8> -> tile<256xbf16>
  %u = store_ptr_tko weak %q3, %r : tile<256xptr<bf16>>, tile<256xbf16> -> token
}

// A significand of bf16 has no room for a byte, which goes through f32.
// CHECK-LABEL: .entry bytes(
// CHECK: cvt.rn.bf16x2.f32
// CHECK: ret;
entry @bytes(%in: tile<ptr<i8>>, %out: tile<ptr<bf16>>) {
  %p = assume div_by<16>, %in : tile<ptr<i8>>
  %q = assume div_by<16>, %out : tile<ptr<bf16>>
  %i = iota : tile<256xi32>
  %p1 = reshape %p : tile<ptr<i8>> -> tile<1xptr<i8>>
  %p2 = broadcast %p1 : tile<1xptr<i8>> -> tile<256xptr<i8>>
  %p3 = offset %p2, %i : tile<256xptr<i8>>, tile<256xi32> -> tile<256xptr<i8>>
  %q1 = reshape %q : tile<ptr<bf16>> -> tile<1xptr<bf16>>
  %q2 = broadcast %q1 : tile<1xptr<bf16>> -> tile<256xptr<bf16>>
  %q3 = offset %q2, %i : tile<256xptr<bf16>>, tile<256xi32> -> tile<256xptr<bf16>>
  %x, %t = load_ptr_tko weak %p3 : tile<256xptr<i8>> -> tile<256xi8>, token
  %r = itof %x signed : tile<256xi8> -> tile<256xbf16>
  %u = store_ptr_tko weak %q3, %r : tile<256xptr<bf16>>, tile<256xbf16> -> token
}

}
