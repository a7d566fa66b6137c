// Every arithmetic op in its text form.
//
// RUN: cuda-tile-opt %s | FileCheck %s
// RUN: cuda-tile-opt %s | cuda-tile-opt | FileCheck %s
// RUN: cuda-tile-opt %s -mlir-print-op-generic | cuda-tile-opt | FileCheck %s

cuda_tile.module @m {
  // CHECK-LABEL: entry @float
  entry @float() {
    %a = constant <f32: [1.0, 2.0, 3.0, 4.0]> : tile<4xf32>
    %b = constant <f32: 2.0> : tile<4xf32>
    %c = constant <f32: 0.5> : tile<4xf32>
    %h = constant <f16: 0.5> : tile<4xf16>
    // CHECK: %{{.*}} = absf %[[A:.*]] : tile<4xf32>
    %0 = absf %a : tile<4xf32>
    // CHECK: = negf %{{.*}} : tile<4xf32>
    %1 = negf %a : tile<4xf32>
    // CHECK: = ceil %{{.*}} : tile<4xf32>
    %2 = ceil %a : tile<4xf32>
    // CHECK: = floor %{{.*}} : tile<4xf16>
    %3 = floor %h : tile<4xf16>
    // CHECK: = addf %{{.*}}, %{{.*}} : tile<4xf32>
    %4 = addf %a, %b : tile<4xf32>
    // CHECK: = addf %{{.*}}, %{{.*}} : tile<4xf32>
    %5 = addf %a, %b rounding<nearest_even> : tile<4xf32>
    // CHECK: = addf %{{.*}}, %{{.*}} rounding<zero> flush_to_zero : tile<4xf32>
    %6 = addf %a, %b rounding<zero> flush_to_zero : tile<4xf32>
    // CHECK: = subf %{{.*}}, %{{.*}} rounding<positive_inf> : tile<4xf32>
    %7 = subf %a, %b rounding<positive_inf> : tile<4xf32>
    // CHECK: = mulf %{{.*}}, %{{.*}} flush_to_zero : tile<4xf32>
    %8 = mulf %a, %b flush_to_zero : tile<4xf32>
    // CHECK: = divf %{{.*}}, %{{.*}} rounding<approx> flush_to_zero : tile<4xf32>
    %9 = divf %a, %b rounding<approx> flush_to_zero : tile<4xf32>
    // CHECK: = divf %{{.*}}, %{{.*}} rounding<full> : tile<4xf32>
    %10 = divf %a, %b rounding<full> : tile<4xf32>
    // CHECK: = fma %{{.*}}, %{{.*}}, %{{.*}} rounding<negative_inf> : tile<4xf32>
    %11 = fma %a, %b, %c rounding<negative_inf> : tile<4xf32>
    // CHECK: = remf %{{.*}}, %{{.*}} : tile<4xf32>
    %12 = remf %a, %b : tile<4xf32>
    // CHECK: = maxf %{{.*}}, %{{.*}} flush_to_zero propagate_nan : tile<4xf32>
    %13 = maxf %a, %b flush_to_zero propagate_nan : tile<4xf32>
    // CHECK: = maxf %{{.*}}, %{{.*}} flush_to_zero propagate_nan : tile<4xf32>
    %14 = maxf %a, %b propagate_nan flush_to_zero : tile<4xf32>
    // CHECK: = minf %{{.*}}, %{{.*}} : tile<4xf16>
    %15 = minf %h, %h : tile<4xf16>
    // CHECK: = cmpf less_than ordered %{{.*}}, %{{.*}} : tile<4xf32> -> tile<4xi1>
    %16 = cmpf less_than ordered %a, %b : tile<4xf32> -> tile<4xi1>
    // CHECK: = cmpf not_equal unordered %{{.*}}, %{{.*}} : tile<4xf32> -> tile<4xi1>
    %17 = cmpf not_equal unordered %a, %b : tile<4xf32> -> tile<4xi1>
    return
  }

  // CHECK-LABEL: entry @integer
  entry @integer() {
    %i = constant <i32: [1, 2, 3, 4]> : tile<4xi32>
    %j = constant <i32: 7> : tile<4xi32>
    // CHECK: = absi %{{.*}} : tile<4xi32>
    %0 = absi %i : tile<4xi32>
    // CHECK: = negi %{{.*}} : tile<4xi32>
    %1 = negi %i : tile<4xi32>
    // CHECK: = negi %{{.*}} overflow<no_signed_wrap> : tile<4xi32>
    %2 = negi %i overflow<no_signed_wrap> : tile<4xi32>
    // CHECK: = addi %{{.*}}, %{{.*}} overflow<no_wrap> : tile<4xi32>
    %3 = addi %i, %j overflow<no_wrap> : tile<4xi32>
    // CHECK: = addi %{{.*}}, %{{.*}} : tile<4xi32>
    %4 = addi %i, %j overflow<none> : tile<4xi32>
    // CHECK: = subi %{{.*}}, %{{.*}} : tile<4xi32>
    %5 = subi %i, %j : tile<4xi32>
    // CHECK: = muli %{{.*}}, %{{.*}} overflow<no_unsigned_wrap> : tile<4xi32>
    %6 = muli %i, %j overflow<no_unsigned_wrap> : tile<4xi32>
    // CHECK: = mulhii %{{.*}}, %{{.*}} : tile<4xi32>
    %7 = mulhii %i, %j : tile<4xi32>
    // CHECK: = divi %{{.*}}, %{{.*}} signed rounding<negative_inf> : tile<4xi32>
    %8 = divi %i, %j signed rounding<negative_inf> : tile<4xi32>
    // CHECK: = divi %{{.*}}, %{{.*}} unsigned : tile<4xi32>
    %9 = divi %i, %j unsigned rounding<zero> : tile<4xi32>
    // CHECK: = remi %{{.*}}, %{{.*}} unsigned : tile<4xi32>
    %10 = remi %i, %j unsigned : tile<4xi32>
    // CHECK: = maxi %{{.*}}, %{{.*}} signed : tile<4xi32>
    %11 = maxi %i, %j signed : tile<4xi32>
    // CHECK: = mini %{{.*}}, %{{.*}} unsigned : tile<4xi32>
    %12 = mini %i, %j unsigned : tile<4xi32>
    // CHECK: = andi %{{.*}}, %{{.*}} : tile<4xi32>
    %13 = andi %i, %j : tile<4xi32>
    // CHECK: = ori %{{.*}}, %{{.*}} : tile<4xi32>
    %14 = ori %i, %j : tile<4xi32>
    // CHECK: = xori %{{.*}}, %{{.*}} : tile<4xi32>
    %15 = xori %i, %j : tile<4xi32>
    // CHECK: = shli %{{.*}}, %{{.*}} overflow<no_signed_wrap> : tile<4xi32>
    %16 = shli %i, %j overflow<no_signed_wrap> : tile<4xi32>
    // CHECK: = shri %{{.*}}, %{{.*}} signed : tile<4xi32>
    %17 = shri %i, %j signed : tile<4xi32>
    // CHECK: = cmpi greater_than_or_equal %{{.*}}, %{{.*}}, unsigned : tile<4xi32> -> tile<4xi1>
    %18 = cmpi greater_than_or_equal %i, %j, unsigned : tile<4xi32> -> tile<4xi1>
    return
  }

  // The prefix of the dialect and the long form of a type are legal everywhere.
  // CHECK-LABEL: entry @long_forms
  cuda_tile.entry @long_forms(%p: !cuda_tile.tile<!cuda_tile.ptr<f32>>) {
    %i = cuda_tile.constant <i32: 1> : !cuda_tile.tile<4xi32>
    // CHECK: = addi %{{.*}}, %{{.*}} : tile<4xi32>
    %0 = cuda_tile.addi %i, %i : !cuda_tile.tile<4xi32>
    // CHECK: = cmpi equal %{{.*}}, %{{.*}}, signed : tile<4xi32> -> tile<4xi1>
    %1 = cuda_tile.cmpi equal %0, %i, signed : tile<4xi32> -> !cuda_tile.tile<4xi1>
    // CHECK: = exti %{{.*}} signed : tile<4xi32> -> tile<4xi64>
    %2 = "cuda_tile.exti"(%0) {signedness = #cuda_tile.signedness<signed>} : (!cuda_tile.tile<4xi32>) -> !cuda_tile.tile<4xi64>
    cuda_tile.return
  }
}
