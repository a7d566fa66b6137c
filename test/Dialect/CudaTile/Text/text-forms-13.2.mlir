// The text forms that came with 13.2.
// Each form parses with the prefix of the dialect and without, in generic form,
// and survives bytecode of the version that it came with.
//
// RUN: cuda-tile-opt %s | FileCheck %s
// RUN: cuda-tile-opt %s | cuda-tile-opt | FileCheck %s
// RUN: cuda-tile-opt %s -mlir-print-op-generic | cuda-tile-opt | FileCheck %s
// RUN: %python %S/../Inputs/spell_out.py %s | cuda-tile-opt | FileCheck %s
// RUN: cuda-tile-translate --mlir-to-cudatilebc --bytecode-version=13.2 %s -o %t
// RUN: cuda-tile-translate --cudatilebc-to-mlir %t | FileCheck %s

// CHECK: cuda_tile.module @kernels {
cuda_tile.module @kernels {
  // CHECK: entry @k(%{{.*}}: tile<i32>, %{{.*}}: tile<i32>, %{{.*}}: tile<i32>, %{{.*}}: tile<f32>, %{{.*}}: tile<f32>, %{{.*}}: tile<i32>, %{{.*}}: tile<f8E8M0FNU>, %{{.*}}: tile<ptr<f8E8M0FNU>>) {
  entry @k(%lb: tile<i32>, %ub: tile<i32>, %st: tile<i32>, %a: tile<f32>, %b: tile<f32>, %i: tile<i32>, %e: tile<f8E8M0FNU>, %q: tile<ptr<f8E8M0FNU>>) {
    %init = constant <f32: 0.0> : tile<4xf32>
    // CHECK: %{{.*}} = for unsigned %{{.*}} in (%{{.*}} to %{{.*}}, step %{{.*}}) : tile<i32> iter_values(%{{.*}} = %{{.*}}) -> (tile<4xf32>) {
    %r = for unsigned %iv in (%lb to %ub, step %st) : tile<i32> iter_values(%acc = %init) -> (tile<4xf32>) {
      // CHECK: continue %{{.*}} : tile<4xf32>
      continue %acc : tile<4xf32>
    }
    // CHECK: %{{.*}} = atan2 %{{.*}}, %{{.*}} : tile<f32>
    %0 = atan2 %a, %b : tile<f32>
    // CHECK: %{{.*}} = tanh %{{.*}} rounding<approx> : tile<f32>
    %1 = tanh %a rounding<approx> : tile<f32>
    // CHECK: %{{.*}} = negi %{{.*}} overflow<no_signed_wrap> : tile<i32>
    %2 = negi %i overflow<no_signed_wrap> : tile<i32>
    // CHECK: %{{.*}} = ftof %{{.*}} rounding<zero> : tile<4xf32> -> tile<4xf8E8M0FNU>
    %3 = ftof %init rounding<zero> : tile<4xf32> -> tile<4xf8E8M0FNU>
    // CHECK: %{{.*}} = ftof %{{.*}} rounding<positive_inf> : tile<4xf32> -> tile<4xf8E8M0FNU>
    %4 = ftof %init rounding<positive_inf> : tile<4xf32> -> tile<4xf8E8M0FNU>
    // CHECK: %{{.*}} = constant <f8E8M0FNU: 2.000000e+00> : tile<4xf8E8M0FNU>
    %5 = constant <f8E8M0FNU: 2.0> : tile<4xf8E8M0FNU>
    // CHECK: %{{.*}} = make_token : token
    %t0 = make_token : token
    // CHECK: %{{.*}} = print_tko "x = %f, n = %d\0A", %{{.*}}, %{{.*}} token=%{{.*}} : tile<f32>, tile<i32> -> token
    %t1 = print_tko "x = %f, n = %d\n", %a, %i token=%t0 : tile<f32>, tile<i32> -> token
    // CHECK: %{{.*}} = print_tko "hello 100%%" -> token
    %t2 = print_tko "hello 100%%" -> token
    return
  }
}
