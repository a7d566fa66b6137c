// A bit of everything: constants from tables, conversions between layouts,
// reductions over each dimension, control flow, assertions, narrow floats.

tileaa.entry @reductions(%a: !tileaa.ptr, %c: !tileaa.ptr, %n: i64) {
  %z = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %e = arith.constant 64 : i64
  %va, %t0 = tileaa.load %a[%z, %z] extents [%n, %n] strides [%e, %one] : !tileaa.ptr -> tensor<16x64xf32>
  %s = tileaa.reduce %va dim 1 identities [0.0 : f32] : tensor<16x64xf32> -> tensor<16xf32> {
  ^bb0(%x: f32, %y: f32):
    %r = tileaa.addf %x, %y ftz : f32
    tileaa.yield %r : f32
  }
  %s0 = tileaa.reduce %va dim 0 identities [0.0 : f32] : tensor<16x64xf32> -> tensor<64xf32> {
  ^bb0(%x: f32, %y: f32):
    %r = tileaa.maxf %x, %y propagate_nan : f32
    tileaa.yield %r : f32
  }
  %t2 = tileaa.store %s to %c[%z] extents [%n] strides [%one] : tensor<16xf32>, !tileaa.ptr
  %t3 = tileaa.store %s0 to %c[%z] extents [%n] strides [%one] after %t2 : tensor<64xf32>, !tileaa.ptr
  tileaa.return
}

tileaa.entry @tables(%c: !tileaa.ptr, %n: i32) {
  %z = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %m = arith.extui %n : i32 to i64
  %io = tileaa.iota : tensor<64xi32>
  %k = arith.constant dense<[1, 2, 3, 4, 5, 6, 7, 8]> : tensor<8xi32>
  %k2 = tileaa.reshape %k : tensor<8xi32> -> tensor<8x1xi32>
  %k3 = tileaa.broadcast %k2 : tensor<8x1xi32> -> tensor<8x8xi32>
  %k4 = tileaa.reshape %k3 : tensor<8x8xi32> -> tensor<64xi32>
  %sum = arith.addi %io, %k4 : tensor<64xi32>
  %spl = tileaa.splat %n : i32 -> tensor<64xi32>
  %ok = arith.cmpi slt, %sum, %spl : tensor<64xi32>
  %t = tileaa.store %sum to %c[%z] extents [%m] strides [%one] mask %ok : tensor<64xi1> : tensor<64xi32>, !tileaa.ptr
  tileaa.return
}

tileaa.entry @narrow(%a: !tileaa.ptr, %c: !tileaa.ptr, %n: i64) {
  %one = arith.constant 1 : i64
  %h, %t0 = tileaa.load %a[%n] extents [%n] strides [%one] : !tileaa.ptr -> tensor<64xf16>
  %b, %t1 = tileaa.load %a[%n] extents [%n] strides [%one] : !tileaa.ptr -> tensor<64xbf16>
  %h1 = tileaa.fma %h, %h, %h rounding<zero> : tensor<64xf16>
  %h2 = tileaa.divf %h1, %h : tensor<64xf16>
  %h3 = tileaa.remf %h2, %h1 : tensor<64xf16>
  %h4 = tileaa.ceil %h3 : tensor<64xf16>
  %b1 = tileaa.fma %b, %b, %b rounding<positive_inf> : tensor<64xbf16>
  %b2 = tileaa.subf %b1, %b : tensor<64xbf16>
  %b3 = tileaa.mulf %b2, %b1 rounding<negative_inf> : tensor<64xbf16>
  %b4 = tileaa.addf %b3, %b1 : tensor<64xbf16>
  %b5 = tileaa.floor %b4 : tensor<64xbf16>
  %b6 = tileaa.minf %b5, %b1 propagate_nan : tensor<64xbf16>
  %w = arith.extf %b6 : tensor<64xbf16> to tensor<64xf32>
  %d = arith.extf %w : tensor<64xf32> to tensor<64xf64>
  %d1 = tileaa.fma %d, %d, %d : tensor<64xf64>
  %d2 = tileaa.divf %d1, %d : tensor<64xf64>
  %b7 = arith.truncf %d2 : tensor<64xf64> to tensor<64xbf16>
  %t2 = tileaa.store %h4 to %c[%n] extents [%n] strides [%one] after %t0 : tensor<64xf16>, !tileaa.ptr
  %t3 = tileaa.store %b7 to %c[%n] extents [%n] strides [%one] after %t2 : tensor<64xbf16>, !tileaa.ptr
  tileaa.return
}

tileaa.entry @flow(%flag: !tileaa.ptr, %c: !tileaa.ptr, %n: i32) {
  %token = tileaa.make_token
  %t = scf.while (%t0 = %token) : (!tileaa.token) -> !tileaa.token {
    %v, %t1 = tileaa.load %flag after %t0 ordering<acquire> scope<device> : !tileaa.ptr -> i32
    %go = arith.cmpi ne, %v, %n : i32
    scf.condition(%go) %t1 : !tileaa.token
  } do {
  ^bb0(%t0: !tileaa.token):
    scf.yield %t0 : !tileaa.token
  }
  %t2 = tileaa.store %n to %c after %t : i32, !tileaa.ptr
  %t3 = tileaa.store %n to %flag after %t2 ordering<release> scope<system> : i32, !tileaa.ptr
  tileaa.return
}
