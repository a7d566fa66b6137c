// Every elementary function of floats in its text form.
//
// RUN: cuda-tile-opt %s | FileCheck %s
// RUN: cuda-tile-opt %s | cuda-tile-opt | FileCheck %s
// RUN: cuda-tile-opt %s -mlir-print-op-generic | cuda-tile-opt | FileCheck %s

cuda_tile.module @m {
  // CHECK-LABEL: entry @roots
  entry @roots(%a: tile<f32>, %d: tile<f64>) {
    // CHECK: = sqrt %{{.*}} : tile<f32>
    %0 = sqrt %a rounding<nearest_even> : tile<f32>
    // CHECK: = sqrt %{{.*}} rounding<approx> flush_to_zero : tile<f32>
    %1 = sqrt %a rounding<approx> flush_to_zero : tile<f32>
    // CHECK: = sqrt %{{.*}} rounding<positive_inf> : tile<f64>
    %2 = sqrt %d rounding<positive_inf> : tile<f64>
    // CHECK: = rsqrt %{{.*}} : tile<f64>
    %3 = rsqrt %d : tile<f64>
    // CHECK: = rsqrt %{{.*}} flush_to_zero : tile<f32>
    %4 = rsqrt %a flush_to_zero : tile<f32>
    return
  }

  // CHECK-LABEL: entry @powers
  entry @powers(%n: tile<i32>) {
    %a = constant <f32: 2.0> : tile<4xf32>
    %h = constant <f16: 2.0> : tile<4xf16>
    %m = constant <i8: -2> : tile<4xi8>
    // CHECK: = exp %{{.*}} : tile<4xf16>
    %0 = exp %h rounding<full> : tile<4xf16>
    // CHECK: = exp %{{.*}} rounding<approx> : tile<4xf32>
    %1 = exp %a rounding<approx> : tile<4xf32>
    // CHECK: = exp2 %{{.*}} : tile<4xf16>
    %2 = exp2 %h : tile<4xf16>
    // CHECK: = exp2 %{{.*}} flush_to_zero : tile<4xf32>
    %3 = exp2 %a flush_to_zero : tile<4xf32>
    // CHECK: = log %{{.*}} : tile<4xf32>
    %4 = log %a : tile<4xf32>
    // CHECK: = log2 %{{.*}} : tile<4xf32>
    %5 = log2 %a : tile<4xf32>
    // CHECK: = fpowf %{{.*}}, %{{.*}} : tile<4xf32>
    %6 = fpowf %a, %a : tile<4xf32>
    // The name of 13.4.
    // CHECK: = fpowf %{{.*}}, %{{.*}} {test.note} : tile<4xf32>
    %7 = pow %a, %a {test.note} : tile<4xf32>
    // CHECK: = fpowi %{{.*}}, %{{.*}} : tile<4xf32>, tile<4xi8>
    %8 = fpowi %a, %m : tile<4xf32>, tile<4xi8>
    return
  }

  // CHECK-LABEL: entry @angles
  entry @angles(%a: tile<bf16>, %f: tile<f32>) {
    // CHECK: = sin %{{.*}} : tile<bf16>
    %0 = sin %a : tile<bf16>
    // CHECK: = cos %{{.*}} : tile<bf16>
    %1 = cos %a : tile<bf16>
    // CHECK: = tan %{{.*}} : tile<bf16>
    %2 = tan %a : tile<bf16>
    // CHECK: = atan2 %{{.*}}, %{{.*}} : tile<bf16>
    %3 = atan2 %a, %a : tile<bf16>
    // CHECK: = sinh %{{.*}} : tile<bf16>
    %4 = sinh %a : tile<bf16>
    // CHECK: = cosh %{{.*}} : tile<bf16>
    %5 = cosh %a : tile<bf16>
    // CHECK: = tanh %{{.*}} : tile<bf16>
    %6 = tanh %a : tile<bf16>
    // CHECK: = tanh %{{.*}} rounding<approx> : tile<f32>
    %7 = tanh %f rounding<approx> : tile<f32>
    return
  }
}
