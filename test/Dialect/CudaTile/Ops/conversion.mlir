// Every conversion in its text form.
//
// RUN: cuda-tile-opt %s | FileCheck %s
// RUN: cuda-tile-opt %s | cuda-tile-opt | FileCheck %s
// RUN: cuda-tile-opt %s -mlir-print-op-generic | cuda-tile-opt | FileCheck %s

cuda_tile.module @m {
  // CHECK-LABEL: entry @integers
  entry @integers() {
    %i8 = constant <i8: -1> : tile<4xi8>
    // CHECK: = exti %{{.*}} signed : tile<4xi8> -> tile<4xi32>
    %i32 = exti %i8 signed : tile<4xi8> -> tile<4xi32>
    // CHECK: = trunci %{{.*}} overflow<no_signed_wrap> : tile<4xi32> -> tile<4xi8>
    %0 = trunci %i32 overflow<no_signed_wrap> : tile<4xi32> -> tile<4xi8>
    // CHECK: = trunci %{{.*}} : tile<4xi32> -> tile<4xi1>
    %1 = trunci %i32 : tile<4xi32> -> tile<4xi1>
    // CHECK: = trunci %{{.*}} : tile<4xi8> -> tile<4xi4>
    %2 = trunci %i8 : tile<4xi8> -> tile<4xi4>
    // CHECK: = exti %{{.*}} unsigned : tile<4xi4> -> tile<4xi64>
    %3 = exti %2 unsigned : tile<4xi4> -> tile<4xi64>
    return
  }

  // CHECK-LABEL: entry @floats
  entry @floats() {
    %a = constant <f32: 1.5> : tile<4xf32>
    %d = constant <f64: 1.5> : tile<4xf64>
    %i = constant <i32: 3> : tile<4xi32>
    // CHECK: = ftof %{{.*}} : tile<4xf32> -> tile<4xf16>
    %h = ftof %a : tile<4xf32> -> tile<4xf16>
    // CHECK: = ftof %{{.*}} rounding<zero> : tile<4xf32> -> tile<4xf8E8M0FNU>
    %0 = ftof %a rounding<zero> : tile<4xf32> -> tile<4xf8E8M0FNU>
    // CHECK: = ftof %{{.*}} rounding<zero> : tile<4xf32> -> tile<4xbf16>
    %1 = ftof %a rounding<zero> : tile<4xf32> -> tile<4xbf16>
    // CHECK: = ftof %{{.*}} rounding<negative_inf> : tile<4xf64> -> tile<4xf32>
    %2 = ftof %d rounding<negative_inf> : tile<4xf64> -> tile<4xf32>
    // CHECK: = ftof %{{.*}} rounding<nearest_away> : tile<4xf16> -> tile<4xf32>
    %3 = ftof %h rounding<nearest_away> : tile<4xf16> -> tile<4xf32>
    // CHECK: = ftof %{{.*}} rounding<nearest_away> : tile<4xf32> -> tile<4xtf32>
    %4 = ftof %a rounding<nearest_away> : tile<4xf32> -> tile<4xtf32>
    // CHECK: = ftof %{{.*}} : tile<4xf32> -> tile<4xf8E4M3FN>
    %5 = ftof %a : tile<4xf32> -> tile<4xf8E4M3FN>
    // CHECK: = ftoi %{{.*}} signed : tile<4xf32> -> tile<4xi32>
    %6 = ftoi %a signed rounding<nearest_int_to_zero> : tile<4xf32> -> tile<4xi32>
    // CHECK: = ftoi %{{.*}} unsigned saturating : tile<4xf32> -> tile<4xi8>
    %7 = ftoi %a unsigned saturating : tile<4xf32> -> tile<4xi8>
    // CHECK: = itof %{{.*}} unsigned : tile<4xi32> -> tile<4xf32>
    %8 = itof %i unsigned : tile<4xi32> -> tile<4xf32>
    // CHECK: = bitcast %{{.*}} : tile<4xf32> -> tile<4xi32>
    %9 = bitcast %a : tile<4xf32> -> tile<4xi32>
    return
  }

  // CHECK-LABEL: entry @pointers(%{{.*}}: tile<ptr<f32>>)
  entry @pointers(%p: tile<ptr<f32>>) {
    // CHECK: = ptr_to_int %{{.*}} : tile<ptr<f32>> -> tile<i64>
    %0 = ptr_to_int %p : tile<ptr<f32>> -> tile<i64>
    // CHECK: = int_to_ptr %{{.*}} : tile<i64> -> tile<ptr<f32>>
    %1 = int_to_ptr %0 : tile<i64> -> tile<ptr<f32>>
    // CHECK: = ptr_to_ptr %{{.*}} : tile<ptr<f32>> -> tile<ptr<i32>>
    %2 = ptr_to_ptr %1 : tile<ptr<f32>> -> tile<ptr<i32>>
    return
  }
}
