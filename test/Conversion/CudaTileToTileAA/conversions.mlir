// RUN: cuda-tile-opt %s -convert-cuda-tile-to-tileaa | cuda-tile-opt | FileCheck %s

cuda_tile.module @m {
  // CHECK-LABEL: tileaa.entry @integers(
  entry @integers(%a: tile<i8>, %b: tile<i64>, %c: tile<i1>) {
    // CHECK: arith.extsi %{{.*}} : i8 to i32
    %0 = exti %a signed : tile<i8> -> tile<i32>
    // CHECK: arith.extui %{{.*}} : i1 to i32
    %1 = exti %c unsigned : tile<i1> -> tile<i32>
    // CHECK: arith.trunci %{{.*}} overflow<nsw> : i64 to i16
    %2 = trunci %b overflow<no_signed_wrap> : tile<i64> -> tile<i16>
    // CHECK: arith.bitcast %{{.*}} : i64 to f64
    %3 = bitcast %b : tile<i64> -> tile<f64>
    return
  }

  // CHECK-LABEL: tileaa.entry @floats(
  // CHECK-SAME: %[[F16:.*]]: f16, %[[BF16:.*]]: bf16, %[[F32:.*]]: f32, %[[F64:.*]]: f64)
  entry @floats(%h: tile<f16>, %b: tile<bf16>, %s: tile<f32>, %d: tile<f64>) {
    // CHECK: arith.extf %[[F16]] : f16 to f32
    %0 = ftof %h : tile<f16> -> tile<f32>
    // From f64 at once: by way of f32 it would round twice.
    // CHECK: arith.truncf %[[F64]] : f64 to bf16
    %1 = ftof %d : tile<f64> -> tile<bf16>
    // f32 holds both formats of 16 bits, so that only the second step rounds.
    // CHECK: %[[WIDE:.*]] = arith.extf %[[F16]] : f16 to f32
    // CHECK: arith.truncf %[[WIDE]] : f32 to bf16
    %2 = ftof %h : tile<f16> -> tile<bf16>
    // CHECK: %[[WIDE2:.*]] = arith.extf %[[BF16]] : bf16 to f32
    // CHECK: arith.truncf %[[WIDE2]] : f32 to f16
    %3 = ftof %b : tile<bf16> -> tile<f16>
    return
  }

  // Formats without arithmetic are bits, which conversions alone look into.
  // CHECK-LABEL: tileaa.entry @bits(
  // CHECK-SAME: %[[E4M3:.*]]: i8, %[[TF32:.*]]: f32, %[[F32:.*]]: f32, %[[F64:.*]]: f64)
  entry @bits(%e: tile<f8E4M3FN>, %t: tile<tf32>, %s: tile<f32>, %d: tile<f64>) {
    // CHECK: tileaa.convert_float %[[E4M3]] from <f8E4M3FN> to <f32> : i8 -> f32
    %0 = ftof %e : tile<f8E4M3FN> -> tile<f32>
    // CHECK: tileaa.convert_float %{{.*}} from <f32> to <f4E2M1FN> : tensor<2xf32> -> tensor<2xi4>
    %two = constant <f32: [1.0, 2.0]> : tile<2xf32>
    %1 = ftof %two : tile<2xf32> -> tile<2xf4E2M1FN>
    // CHECK: tileaa.convert_float %[[F32]] from <f32> to <tf32> rounding<nearest_away> : f32 -> f32
    %2 = ftof %s rounding<nearest_away> : tile<f32> -> tile<tf32>
    // CHECK: tileaa.convert_float %[[F64]] from <f64> to <f32> rounding<negative_inf> : f64 -> f32
    %3 = ftof %d rounding<negative_inf> : tile<f64> -> tile<f32>
    // CHECK: %[[WIDE:.*]] = tileaa.convert_float %[[TF32]] from <tf32> to <f32>
    // CHECK: arith.fptoui %[[WIDE]] : f32 to i16
    %4 = ftoi %t unsigned : tile<tf32> -> tile<i16>
    // CHECK: tileaa.saturate_to_int %[[F64]] signed : f64 -> i32
    %5 = ftoi %d signed saturating : tile<f64> -> tile<i32>
    // CHECK: %[[NEW:.*]] = arith.addi %[[E4M3]], %[[E4M3]] : i8
    %6 = bitcast %e : tile<f8E4M3FN> -> tile<i8>
    %7 = addi %6, %6 : tile<i8>
    // CHECK: arith.constant 56 : i8
    %8 = constant <f8E4M3FN: 1.0> : tile<f8E4M3FN>
    // CHECK: arith.constant dense<[112, 120]> : tensor<2xi8>
    %9 = constant <f8E5M3FNU: [0.5, 1.0]> : tile<2xf8E5M3FNU>
    // CHECK: arith.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
    %10 = constant <tf32: [1.0, 2.0]> : tile<2xtf32>
    return
  }

  // By way of f64, which has every i32; an i64 is cut to what rounds alike.
  // CHECK-LABEL: tileaa.entry @small_numbers(
  // CHECK-SAME: %[[I:.*]]: i32, %[[L:.*]]: i64)
  entry @small_numbers(%i: tile<i32>, %l: tile<i64>) {
    // CHECK: %[[W:.*]] = arith.sitofp %[[I]] : i32 to f64
    // CHECK: tileaa.convert_float %[[W]] from <f64> to <f8E5M2>
    %0 = itof %i signed : tile<i32> -> tile<f8E5M2>
    // CHECK: %[[CUT:.*]] = arith.select %{{.*}}, %[[L]], %{{.*}} : i64
    // CHECK: %[[W2:.*]] = arith.uitofp %[[CUT]] : i64 to f64
    // CHECK: tileaa.convert_float %[[W2]] from <f64> to <tf32>
    %1 = itof %l unsigned : tile<i64> -> tile<tf32>
    return
  }

  // CHECK-LABEL: tileaa.entry @numbers(
  entry @numbers(%i: tile<i32>, %s: tile<f32>) {
    // CHECK: arith.sitofp %{{.*}} : i32 to f32
    %0 = itof %i signed : tile<i32> -> tile<f32>
    // CHECK: arith.uitofp %{{.*}} : i32 to f16
    %1 = itof %i unsigned : tile<i32> -> tile<f16>
    // CHECK: arith.fptosi %{{.*}} : f32 to i8
    %2 = ftoi %s signed : tile<f32> -> tile<i8>
    // CHECK: arith.fptoui %{{.*}} : f32 to i64
    %3 = ftoi %s unsigned : tile<f32> -> tile<i64>
    return
  }

  // Addresses have one type; a change of pointee is nothing.
  // CHECK-LABEL: tileaa.entry @pointers(
  // CHECK-SAME: %[[P:.*]]: !tileaa.ptr)
  entry @pointers(%p: tile<ptr<f32>>) {
    // CHECK-NEXT: %[[I:.*]] = tileaa.ptr_to_int %[[P]] : !tileaa.ptr -> i64
    %0 = ptr_to_ptr %p : tile<ptr<f32>> -> tile<ptr<i8>>
    %1 = ptr_to_int %0 : tile<ptr<i8>> -> tile<i64>
    // CHECK-NEXT: tileaa.int_to_ptr %[[I]] : i64 -> !tileaa.ptr
    %2 = int_to_ptr %1 : tile<i64> -> tile<ptr<f64>>
    return
  }
}
