// A product whose right factor is computed from a sum is transposed, and with it the
// product of that sum and what is computed between and behind them.
//
// RUN: cuda-tile-opt %s -tileaa-transpose-products -verify-each -o %t.mlir
// RUN: FileCheck %s < %t.mlir

// Attention with a column for each query: rows are reduced, a loop carries the sum, and
// the tile that is stored is transposed at last.
// CHECK-LABEL: @attention(
// CHECK: %[[Q:.*]], %{{.*}} = tileaa.load %arg0
// CHECK: scf.for {{.*}} -> (tensor<64x1xf32>, tensor<64x32xf32>)
// CHECK: %[[K:.*]], %{{.*}} = tileaa.load %arg1
// CHECK: %[[KT:.*]] = tileaa.permute %[[K]] [1, 0] : tensor<128x32xf16>
// CHECK: tileaa.mma %[[Q]] as<f16>, %[[KT]] as<f16>, {{.*}} : tensor<64x32xf16>, tensor<32x128xf16>, tensor<64x128xf32>
// CHECK: tileaa.reduce {{.*}} dim 1 {{.*}} : tensor<64x128xf32> -> tensor<64xf32>
// CHECK: tileaa.reshape {{.*}} : tensor<64xf32> -> tensor<64x1xf32>
// CHECK: %[[P:.*]] = arith.truncf {{.*}} : tensor<64x128xf32> to tensor<64x128xf16>
// CHECK: %[[V:.*]], %{{.*}} = tileaa.load %arg2
// CHECK-NOT: permute
// CHECK: tileaa.mma %[[P]] as<f16>, %[[V]] as<f16>, {{.*}} : tensor<64x128xf16>, tensor<128x32xf16>, tensor<64x32xf32>
// CHECK: }
// CHECK: %[[O:.*]] = tileaa.permute {{.*}} : tensor<64x32xf32> -> tensor<32x64xf32>
// CHECK: tileaa.store %[[O]]
tileaa.entry @attention(%q: !tileaa.ptr, %k: !tileaa.ptr, %v: !tileaa.ptr, %o: !tileaa.ptr, %n: i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c128 = arith.constant 128 : i64
  %zero = arith.constant dense<0.0> : tensor<128x64xf32>
  %least = arith.constant dense<-1.0e30> : tensor<1x64xf32>
  %none = arith.constant dense<0.0> : tensor<32x64xf32>
  %a, %t = tileaa.load %q[%c0, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<64x32xf16>
  %aT = tileaa.permute %a [1, 0] : tensor<64x32xf16> -> tensor<32x64xf16>
  %r:2 = scf.for %i = %c0 to %n step %c128 iter_args(%high = %least, %sum = %none) -> (tensor<1x64xf32>, tensor<32x64xf32>) : i64 {
    %b, %u = tileaa.load %k[%i, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<128x32xf16>
    %s = tileaa.mma %b as<f16>, %aT as<f16>, %zero : tensor<128x32xf16>, tensor<32x64xf16>, tensor<128x64xf32>
    %m = tileaa.reduce %s dim 0 identities [0xFF800000 : f32] : tensor<128x64xf32> -> tensor<64xf32> {
    ^bb0(%x: f32, %y: f32):
      %z = tileaa.maxf %x, %y : f32
      tileaa.yield %z : f32
    }
    %row = tileaa.reshape %m : tensor<64xf32> -> tensor<1x64xf32>
    %higher = tileaa.maxf %high, %row : tensor<1x64xf32>
    %all = tileaa.broadcast %higher : tensor<1x64xf32> -> tensor<128x64xf32>
    %d = tileaa.subf %s, %all : tensor<128x64xf32>
    %e = tileaa.exp2 %d : tensor<128x64xf32>
    %p = arith.truncf %e : tensor<128x64xf32> to tensor<128x64xf16>
    %c, %w = tileaa.load %v[%i, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<128x32xf16>
    %cT = tileaa.permute %c [1, 0] : tensor<128x32xf16> -> tensor<32x128xf16>
    %f = tileaa.mma %cT as<f16>, %p as<f16>, %sum : tensor<32x128xf16>, tensor<128x64xf16>, tensor<32x64xf32>
    scf.yield %higher, %f : tensor<1x64xf32>, tensor<32x64xf32>
  }
  %g = tileaa.store %r#1 to %o[%c0, %c0] extents [%n, %n] strides [%n, %c1] : tensor<32x64xf32>, !tileaa.ptr
  tileaa.return
}

// A sum that is transposed already is left as it is. Formats go with the factors, and a
// batch stays in front.
// CHECK-LABEL: @once(
// CHECK: tileaa.mma {{.*}} : tensor<2x64x32xf16>, tensor<2x32x128xf16>, tensor<2x64x128xf32>
// CHECK: %[[P:.*]] = arith.fptosi {{.*}} to tensor<2x64x128xi8>
// CHECK: %[[F:.*]] = tileaa.mma %[[P]] as<e5m2>, {{.*}} as<e4m3>, {{.*}} : tensor<2x64x128xi8>, tensor<2x128x32xi8>, tensor<2x64x32xf32>
// CHECK: tileaa.permute %[[F]] [0, 2, 1] : tensor<2x64x32xf32> -> tensor<2x32x64xf32>
tileaa.entry @once(%x: !tileaa.ptr, %n: i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %zero = arith.constant dense<0.0> : tensor<2x64x128xf32>
  %none = arith.constant dense<0.0> : tensor<2x32x64xf32>
  %a, %ta = tileaa.load %x[%c0, %c0, %c0] extents [%n, %n, %n] strides [%n, %n, %c1] : !tileaa.ptr -> tensor<2x64x32xf16>
  %b, %tb = tileaa.load %x[%c0, %c0, %c0] extents [%n, %n, %n] strides [%n, %n, %c1] : !tileaa.ptr -> tensor<2x32x128xf16>
  %c, %tc = tileaa.load %x[%c0, %c0, %c0] extents [%n, %n, %n] strides [%n, %n, %c1] : !tileaa.ptr -> tensor<2x32x128xi8>
  %s = tileaa.mma %a as<f16>, %b as<f16>, %zero : tensor<2x64x32xf16>, tensor<2x32x128xf16>, tensor<2x64x128xf32>
  %p = arith.fptosi %s : tensor<2x64x128xf32> to tensor<2x64x128xi8>
  %pT = tileaa.permute %p [0, 2, 1] : tensor<2x64x128xi8> -> tensor<2x128x64xi8>
  %f = tileaa.mma %c as<e4m3>, %pT as<e5m2>, %none : tensor<2x32x128xi8>, tensor<2x128x64xi8>, tensor<2x32x64xf32>
  %end = tileaa.print "%f", %f : tensor<2x32x64xf32>
  tileaa.return
}

// Both factors are computed from sums: one would be the right one in any case.
// CHECK-LABEL: @both(
// CHECK: %[[P:.*]] = arith.truncf {{.*}} to tensor<128x64xf16>
// CHECK: tileaa.mma {{.*}}, %[[P]] as<f16>
tileaa.entry @both(%x: !tileaa.ptr, %n: i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %zero = arith.constant dense<0.0> : tensor<128x64xf32>
  %none = arith.constant dense<0.0> : tensor<32x64xf32>
  %a, %ta = tileaa.load %x[%c0, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<128x32xf16>
  %b, %tb = tileaa.load %x[%c0, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<32x64xf16>
  %c, %tc = tileaa.load %x[%c0, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<32x128xf16>
  %s = tileaa.mma %a as<f16>, %b as<f16>, %zero : tensor<128x32xf16>, tensor<32x64xf16>, tensor<128x64xf32>
  %p = arith.truncf %s : tensor<128x64xf32> to tensor<128x64xf16>
  %d, %td = tileaa.load %x[%c0, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<32x32xf16>
  %wide = arith.constant dense<0.0> : tensor<32x128xf32>
  %v = tileaa.mma %d as<f16>, %c as<f16>, %wide : tensor<32x32xf16>, tensor<32x128xf16>, tensor<32x128xf32>
  %left = arith.truncf %v : tensor<32x128xf32> to tensor<32x128xf16>
  %f = tileaa.mma %left as<f16>, %p as<f16>, %none : tensor<32x128xf16>, tensor<128x64xf16>, tensor<32x64xf32>
  %end = tileaa.print "%f", %f : tensor<32x64xf32>
  tileaa.return
}

// The sum is in the left factor of another product, which would have it on the right.
// CHECK-LABEL: @elsewhere(
// CHECK: %[[P:.*]] = arith.truncf {{.*}} to tensor<128x64xf16>
// CHECK: tileaa.mma {{.*}}, %[[P]] as<f16>
// CHECK: tileaa.mma %[[P]] as<f16>
tileaa.entry @elsewhere(%x: !tileaa.ptr, %n: i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %zero = arith.constant dense<0.0> : tensor<128x64xf32>
  %none = arith.constant dense<0.0> : tensor<32x64xf32>
  %a, %ta = tileaa.load %x[%c0, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<128x32xf16>
  %b, %tb = tileaa.load %x[%c0, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<32x64xf16>
  %c, %tc = tileaa.load %x[%c0, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<32x128xf16>
  %s = tileaa.mma %a as<f16>, %b as<f16>, %zero : tensor<128x32xf16>, tensor<32x64xf16>, tensor<128x64xf32>
  %p = arith.truncf %s : tensor<128x64xf32> to tensor<128x64xf16>
  %f = tileaa.mma %c as<f16>, %p as<f16>, %none : tensor<32x128xf16>, tensor<128x64xf16>, tensor<32x64xf32>
  %bT = tileaa.permute %b [1, 0] : tensor<32x64xf16> -> tensor<64x32xf16>
  %narrow = arith.constant dense<0.0> : tensor<128x32xf32>
  %g = tileaa.mma %p as<f16>, %bT as<f16>, %narrow : tensor<128x64xf16>, tensor<64x32xf16>, tensor<128x32xf32>
  %shown = tileaa.print "%f", %g : tensor<128x32xf32>
  %end = tileaa.print "%f", %f : tensor<32x64xf32>
  tileaa.return
}

// 16 columns are no rows of an instruction: decoding has few queries.
// CHECK-LABEL: @narrow(
// CHECK: %[[P:.*]] = arith.truncf {{.*}} to tensor<128x16xf16>
// CHECK: tileaa.mma {{.*}}, %[[P]] as<f16>
tileaa.entry @narrow(%x: !tileaa.ptr, %n: i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %zero = arith.constant dense<0.0> : tensor<128x16xf32>
  %none = arith.constant dense<0.0> : tensor<32x16xf32>
  %a, %ta = tileaa.load %x[%c0, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<128x32xf16>
  %b, %tb = tileaa.load %x[%c0, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<32x16xf16>
  %c, %tc = tileaa.load %x[%c0, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<32x128xf16>
  %s = tileaa.mma %a as<f16>, %b as<f16>, %zero : tensor<128x32xf16>, tensor<32x16xf16>, tensor<128x16xf32>
  %p = arith.truncf %s : tensor<128x16xf32> to tensor<128x16xf16>
  %f = tileaa.mma %c as<f16>, %p as<f16>, %none : tensor<32x128xf16>, tensor<128x16xf16>, tensor<32x16xf32>
  %end = tileaa.print "%f", %f : tensor<32x16xf32>
  tileaa.return
}

// A right factor that is converted, and no sum, is left where it is.
// CHECK-LABEL: @loaded(
// CHECK: %[[P:.*]] = arith.truncf {{.*}} to tensor<128x64xf16>
// CHECK: tileaa.mma {{.*}}, %[[P]] as<f16>
tileaa.entry @loaded(%x: !tileaa.ptr, %n: i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %zero = arith.constant dense<0.0> : tensor<128x64xf32>
  %none = arith.constant dense<0.0> : tensor<32x64xf32>
  %a, %ta = tileaa.load %x[%c0, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<128x32xf16>
  %b, %tb = tileaa.load %x[%c0, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<32x64xf16>
  %c, %tc = tileaa.load %x[%c0, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<32x128xf16>
  %s = tileaa.mma %a as<f16>, %b as<f16>, %zero : tensor<128x32xf16>, tensor<32x64xf16>, tensor<128x64xf32>
  %d, %td = tileaa.load %x[%c0, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<128x64xf32>
  %p = arith.truncf %d : tensor<128x64xf32> to tensor<128x64xf16>
  %f = tileaa.mma %c as<f16>, %p as<f16>, %none : tensor<32x128xf16>, tensor<128x64xf16>, tensor<32x64xf32>
  %end = tileaa.print "%f", %f : tensor<32x64xf32>
  tileaa.return
}

// One element of the factor needs two of the sum, on both sides of its diagonal.
// CHECK-LABEL: @diagonal(
// CHECK: %[[P:.*]] = arith.truncf {{.*}} to tensor<64x64xf16>
// CHECK: tileaa.mma {{.*}}, %[[P]] as<f16>
tileaa.entry @diagonal(%x: !tileaa.ptr, %n: i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a, %ta = tileaa.load %x[%c0, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<64x64xf16>
  %s = tileaa.mma %a as<f16>, %a as<f16>, %zero : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
  %sT = tileaa.permute %s [1, 0] : tensor<64x64xf32> -> tensor<64x64xf32>
  %d = tileaa.addf %s, %sT : tensor<64x64xf32>
  %p = arith.truncf %d : tensor<64x64xf32> to tensor<64x64xf16>
  %f = tileaa.mma %a as<f16>, %p as<f16>, %zero : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
  %end = tileaa.print "%f", %f : tensor<64x64xf32>
  tileaa.return
}

// A row of maxima that something else takes is transposed back behind its column.
// CHECK-LABEL: @row(
// CHECK: %[[MOST:.*]] = tileaa.reduce {{.*}} dim 1
// CHECK: %[[COLUMN:.*]] = tileaa.reshape %[[MOST]] : tensor<64xf32> -> tensor<64x1xf32>
// CHECK: %[[ROW:.*]] = tileaa.permute %[[COLUMN]] [1, 0] : tensor<64x1xf32> -> tensor<1x64xf32>
// CHECK: tileaa.print "%f", %[[ROW]]
tileaa.entry @row(%x: !tileaa.ptr, %n: i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a, %ta = tileaa.load %x[%c0, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<64x64xf16>
  %s = tileaa.mma %a as<f16>, %a as<f16>, %zero : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
  %m = tileaa.reduce %s dim 0 identities [0xFF800000 : f32] : tensor<64x64xf32> -> tensor<64xf32> {
  ^bb0(%l: f32, %r: f32):
    %most = tileaa.maxf %l, %r : f32
    tileaa.yield %most : f32
  }
  %row = tileaa.reshape %m : tensor<64xf32> -> tensor<1x64xf32>
  %shown = tileaa.print "%f", %row : tensor<1x64xf32>
  %p = arith.truncf %s : tensor<64x64xf32> to tensor<64x64xf16>
  %f = tileaa.mma %a as<f16>, %p as<f16>, %zero : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
  %end = tileaa.print "%f", %f : tensor<64x64xf32>
  tileaa.return
}

// A tile that a loop transposes in each iteration does not go back and forth.
// CHECK-LABEL: @back_and_forth(
// CHECK: scf.for
// CHECK: scf.yield
tileaa.entry @back_and_forth(%x: !tileaa.ptr, %n: i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a, %ta = tileaa.load %x[%c0, %c0] extents [%n, %n] strides [%n, %c1] : !tileaa.ptr -> tensor<64x64xf16>
  %f = scf.for %i = %c0 to %n step %c1 iter_args(%y = %zero) -> (tensor<64x64xf32>) : i64 {
    %s = tileaa.mma %a as<f16>, %a as<f16>, %y : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
    %p = arith.truncf %s : tensor<64x64xf32> to tensor<64x64xf16>
    %g = tileaa.mma %a as<f16>, %p as<f16>, %zero : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
    %gT = tileaa.permute %g [1, 0] : tensor<64x64xf32> -> tensor<64x64xf32>
    %z = tileaa.addf %y, %gT : tensor<64x64xf32>
    %zT = tileaa.permute %z [1, 0] : tensor<64x64xf32> -> tensor<64x64xf32>
    scf.yield %zT : tensor<64x64xf32>
  }
  %end = tileaa.print "%f", %f : tensor<64x64xf32>
  tileaa.return
}
