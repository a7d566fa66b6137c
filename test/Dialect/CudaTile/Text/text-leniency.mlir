// What text may say in more than one way.
//
// RUN: cuda-tile-opt %s | FileCheck %s
// RUN: cuda-tile-opt %s | cuda-tile-opt | FileCheck %s

!t = !cuda_tile.tile<4xf32>
!p = !cuda_tile.ptr<f32>
!v = !cuda_tile.tensor_view<64xf32, strides=[1]>

#h = #cuda_tile.optimization_hints<sm_90 = {occupancy = 2}>

// CHECK: cuda_tile.module @m {
cuda_tile.module @m {
  // Aliases, long types and short ones, also mixed.
  // CHECK: testing$func @types(%{{.*}}: tile<4xf32>, %{{.*}}: tile<4xptr<f32>>, %{{.*}}: tile<4xptr<f32>>, %{{.*}}: partition_view<tile=(8), tensor_view<64xf32, strides=[1]>>, %{{.*}}: token)
  testing$func @types(%a: !t, %b: tile<4x!p>, %c: !cuda_tile.tile<4xptr<f32>>, %d: partition_view<tile=(8), !v>, %e: !cuda_tile.token) {
  }

  // Hints of an entry under a name.
  // CHECK: entry @hints(%{{.*}}: tile<ptr<f32>>) optimization_hints=<sm_90 = {occupancy = 2}> {
  entry @hints(%p: tile<ptr<f32>>) optimization_hints=#h {
  }

  // Ops with and without the prefix of the dialect.
  // CHECK: testing$func @prefixes
  testing$func @prefixes(%a: tile<4xf32>, %c: tile<i1>) {
    // CHECK: %{{.*}} = addf
    %0 = cuda_tile.addf %a, %a : tile<4xf32>
    // CHECK: if %
    cuda_tile.if %c {
      // CHECK: %{{.*}} = subf
      %1 = subf %0, %a : !cuda_tile.tile<4xf32>
      // CHECK: %{{.*}} = mulf
      %2 = cuda_tile.mulf %0, %a : tile<4xf32>
    }
    // CHECK: return
  }

  // The name of a type in the release notes of 13.4.
  // CHECK: testing$func @courtesy(%{{.*}}: tile<4xfnv8E5M3FNU>)
  testing$func @courtesy(%a: tile<4xfnv8E5M3FNU>) {
  }

  // An index that no part of the tile has is undefined, not wrong.
  // CHECK: testing$func @outside
  testing$func @outside(%t: tile<8xf32>, %s: tile<2xf32>) {
    %i = constant <i32: 7> : tile<i32>
    // CHECK: extract
    %0 = extract %t[%i] : tile<8xf32> -> tile<2xf32>
    // CHECK: insert
    %1 = insert %s, %t[%i] : tile<2xf32>, tile<8xf32>
  }

  // The dictionaries at the ends.
  // CHECK: testing$func @dictionaries
  testing$func @dictionaries(%c: tile<i1>, %n: tile<i32>, %a: tile<4xf32>, %v: partition_view<tile=(8), !v>) {
    // CHECK: } {test.a}
    if %c {
    } {test.a}
    // CHECK: } {test.b}
    for %i in (%n to %n, step %n) : tile<i32> {
    } {test.b}
    // CHECK: } {test.c}
    loop {
      break
    } {test.c}
    // CHECK: addf %{{.*}}, %{{.*}} {test.d} : tile<4xf32>
    %0 = addf %a, %a {test.d} : tile<4xf32>
    // CHECK: reduce %{{.*}} dim=0 identities=[0.000000e+00 : f32] {test.e} : tile<4xf32> -> tile<f32>
    %1 = reduce %a dim=0 identities=[0.0 : f32] {test.e} : tile<4xf32> -> tile<f32> (%x: tile<f32>, %y: tile<f32>) {
      %s = addf %x, %y : tile<f32>
      yield %s : tile<f32>
    }
    // CHECK: load_view_tko weak %{{.*}}[%{{.*}}] attributes {test.f} : partition_view
    %2, %3 = load_view_tko weak %v[%n] attributes {test.f} : partition_view<tile=(8), !v>, tile<i32> -> tile<8xf32>, token
    // CHECK: atomic_red_view_tko relaxed device %{{.*}}[%{{.*}}], addf, %{{.*}} attributes {test.g} : tile<8xf32>, partition_view
    %4 = atomic_red_view_tko relaxed device %v[%n], addf, %2 attributes {test.g} : tile<8xf32>, partition_view<tile=(8), !v>, tile<i32> -> token
  }
}

// The file may wrap the module, and locations go round.
// RUN: cuda-tile-opt %s -mlir-print-debuginfo | cuda-tile-opt -mlir-print-debuginfo -mlir-print-local-scope | FileCheck %s --check-prefix=LOC
module {
  cuda_tile.module @places {
    // LOC: entry @k(%{{.*}}: tile<i32> loc("n.py":1:2), %{{.*}}: tile<f32> {test.note} loc("x.py":3:4))
    entry @k(%n: tile<i32> loc("n.py":1:2), %x: tile<f32> {test.note} loc("x.py":3:4)) {
      // LOC: addi %{{.*}}, %{{.*}} : tile<i32> loc("k.py":5:6)
      %0 = addi %n, %n : tile<i32> loc("k.py":5:6)
      // LOC: return loc("k.py":7:8)
      return loc("k.py":7:8)
    // LOC: } loc("k.py":9:10)
    } loc("k.py":9:10)
  }
}
