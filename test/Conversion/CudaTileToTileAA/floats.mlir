// RUN: cuda-tile-opt %s -convert-cuda-tile-to-tileaa | cuda-tile-opt | FileCheck %s

cuda_tile.module @m {
  // Rounding and flushing are written on the op.
  // CHECK-LABEL: tileaa.entry @rounded(
  entry @rounded(%a: tile<f32>, %b: tile<f32>, %h: tile<bf16>) {
    // CHECK: tileaa.addf %{{.*}}, %{{.*}} : f32
    %0 = addf %a, %b : tile<f32>
    // CHECK: tileaa.subf %{{.*}}, %{{.*}} rounding<zero> ftz : f32
    %1 = subf %a, %b rounding<zero> flush_to_zero : tile<f32>
    // CHECK: tileaa.mulf %{{.*}}, %{{.*}} rounding<negative_inf> : bf16
    %2 = mulf %h, %h rounding<negative_inf> : tile<bf16>
    // CHECK: tileaa.divf %{{.*}}, %{{.*}} rounding<positive_inf> : f32
    %3 = divf %a, %b rounding<positive_inf> : tile<f32>
    // CHECK: tileaa.divf %{{.*}}, %{{.*}} rounding<approx> : f32
    %4 = divf %a, %b rounding<approx> : tile<f32>
    // CHECK: tileaa.divf %{{.*}}, %{{.*}} rounding<full> ftz : f32
    %5 = divf %a, %b rounding<full> flush_to_zero : tile<f32>
    // CHECK: tileaa.fma %{{.*}}, %{{.*}}, %{{.*}} rounding<zero> ftz : f32
    %6 = fma %a, %b, %a rounding<zero> flush_to_zero : tile<f32>
    return
  }

  // CHECK-LABEL: tileaa.entry @exact(
  entry @exact(%a: tile<f32>, %b: tile<f32>) {
    // CHECK: tileaa.maxf %{{.*}}, %{{.*}} : f32
    %0 = maxf %a, %b : tile<f32>
    // CHECK: tileaa.maxf %{{.*}}, %{{.*}} propagate_nan ftz : f32
    %1 = maxf %a, %b flush_to_zero propagate_nan : tile<f32>
    // CHECK: tileaa.minf %{{.*}}, %{{.*}} propagate_nan : f32
    %2 = minf %a, %b propagate_nan : tile<f32>
    // CHECK: tileaa.remf
    %3 = remf %a, %b : tile<f32>
    // CHECK: tileaa.absf
    %4 = absf %a : tile<f32>
    // CHECK: arith.negf
    %5 = negf %a : tile<f32>
    // CHECK: tileaa.ceil
    %6 = ceil %a : tile<f32>
    // CHECK: tileaa.floor
    %7 = floor %a : tile<f32>
    return
  }

  // An ordered comparison is false on NaN, not_equal included.
  // CHECK-LABEL: tileaa.entry @comparisons(
  entry @comparisons(%a: tile<f64>, %b: tile<f64>) {
    // CHECK: arith.cmpf oeq
    %0 = cmpf equal ordered %a, %b : tile<f64> -> tile<i1>
    // CHECK: arith.cmpf one
    %1 = cmpf not_equal ordered %a, %b : tile<f64> -> tile<i1>
    // CHECK: arith.cmpf une
    %2 = cmpf not_equal unordered %a, %b : tile<f64> -> tile<i1>
    // CHECK: arith.cmpf olt
    %3 = cmpf less_than ordered %a, %b : tile<f64> -> tile<i1>
    // CHECK: arith.cmpf ule
    %4 = cmpf less_than_or_equal unordered %a, %b : tile<f64> -> tile<i1>
    // CHECK: arith.cmpf ogt
    %5 = cmpf greater_than ordered %a, %b : tile<f64> -> tile<i1>
    // CHECK: arith.cmpf uge
    %6 = cmpf greater_than_or_equal unordered %a, %b : tile<f64> -> tile<i1>
    // CHECK: arith.cmpf ueq
    %7 = cmpf equal unordered %a, %b : tile<f64> -> tile<i1>
    return
  }
}
