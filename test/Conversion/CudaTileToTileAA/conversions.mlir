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
