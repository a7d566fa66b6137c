// Two elements of 16 bits are one word of an instruction, also where they are not
// stored as such: what is computed here goes to memory as f32 or i32, but for what is narrowed.
//
// RUN: tileiras --emit=ptx --gpu-name sm_90 %s -o - | FileCheck %s
// RUN: tileiras --emit=ptx --gpu-name sm_90 -O1 %s -o - | FileCheck %s

cuda_tile.module @kernels {

// CHECK-LABEL: .entry add_f16(
// CHECK-NOT: {{add([.]rn)?[.](f16|bf16|f32) }}
// CHECK: add.rn.f16x2
// CHECK-NOT: {{add([.]rn)?[.](f16|bf16|f32) }}
// CHECK: ret;
entry @add_f16(%in: tile<ptr<f16>>, %out: tile<ptr<f32>>) {
  %p = assume div_by<16>, %in : tile<ptr<f16>>
  %q = assume div_by<16>, %out : tile<ptr<f32>>
  %i = iota : tile<256xi32>
  %p1 = reshape %p : tile<ptr<f16>> -> tile<1xptr<f16>>
  %p2 = broadcast %p1 : tile<1xptr<f16>> -> tile<256xptr<f16>>
  %p3 = offset %p2, %i : tile<256xptr<f16>>, tile<256xi32> -> tile<256xptr<f16>>
  %q1 = reshape %q : tile<ptr<f32>> -> tile<1xptr<f32>>
  %q2 = broadcast %q1 : tile<1xptr<f32>> -> tile<256xptr<f32>>
  %q3 = offset %q2, %i : tile<256xptr<f32>>, tile<256xi32> -> tile<256xptr<f32>>
  %x, %t = load_ptr_tko weak %p3 : tile<256xptr<f16>> -> tile<256xf16>, token
  %y = addf %x, %x rounding<nearest_even> : tile<256xf16>
  %r = ftof %y : tile<256xf16> -> tile<256xf32>
  %u = store_ptr_tko weak %q3, %r : tile<256xptr<f32>>, tile<256xf32> -> token
}

// CHECK-LABEL: .entry sub_f16(
// CHECK-NOT: {{sub([.]rn)?[.](f16|bf16|f32) }}
// CHECK: sub.rn.f16x2
// CHECK-NOT: {{sub([.]rn)?[.](f16|bf16|f32) }}
// CHECK: ret;
entry @sub_f16(%in: tile<ptr<f16>>, %out: tile<ptr<f32>>) {
  %p = assume div_by<16>, %in : tile<ptr<f16>>
  %q = assume div_by<16>, %out : tile<ptr<f32>>
  %i = iota : tile<256xi32>
  %p1 = reshape %p : tile<ptr<f16>> -> tile<1xptr<f16>>
  %p2 = broadcast %p1 : tile<1xptr<f16>> -> tile<256xptr<f16>>
  %p3 = offset %p2, %i : tile<256xptr<f16>>, tile<256xi32> -> tile<256xptr<f16>>
  %q1 = reshape %q : tile<ptr<f32>> -> tile<1xptr<f32>>
  %q2 = broadcast %q1 : tile<1xptr<f32>> -> tile<256xptr<f32>>
  %q3 = offset %q2, %i : tile<256xptr<f32>>, tile<256xi32> -> tile<256xptr<f32>>
  %x, %t = load_ptr_tko weak %p3 : tile<256xptr<f16>> -> tile<256xf16>, token
  %y = subf %x, %x rounding<nearest_even> : tile<256xf16>
  %r = ftof %y : tile<256xf16> -> tile<256xf32>
  %u = store_ptr_tko weak %q3, %r : tile<256xptr<f32>>, tile<256xf32> -> token
}

// CHECK-LABEL: .entry mul_f16(
// CHECK-NOT: {{mul([.]rn)?[.](f16|bf16|f32) }}
// CHECK: mul.rn.f16x2
// CHECK-NOT: {{mul([.]rn)?[.](f16|bf16|f32) }}
// CHECK: ret;
entry @mul_f16(%in: tile<ptr<f16>>, %out: tile<ptr<f32>>) {
  %p = assume div_by<16>, %in : tile<ptr<f16>>
  %q = assume div_by<16>, %out : tile<ptr<f32>>
  %i = iota : tile<256xi32>
  %p1 = reshape %p : tile<ptr<f16>> -> tile<1xptr<f16>>
  %p2 = broadcast %p1 : tile<1xptr<f16>> -> tile<256xptr<f16>>
  %p3 = offset %p2, %i : tile<256xptr<f16>>, tile<256xi32> -> tile<256xptr<f16>>
  %q1 = reshape %q : tile<ptr<f32>> -> tile<1xptr<f32>>
  %q2 = broadcast %q1 : tile<1xptr<f32>> -> tile<256xptr<f32>>
  %q3 = offset %q2, %i : tile<256xptr<f32>>, tile<256xi32> -> tile<256xptr<f32>>
  %x, %t = load_ptr_tko weak %p3 : tile<256xptr<f16>> -> tile<256xf16>, token
  %y = mulf %x, %x rounding<nearest_even> : tile<256xf16>
  %r = ftof %y : tile<256xf16> -> tile<256xf32>
  %u = store_ptr_tko weak %q3, %r : tile<256xptr<f32>>, tile<256xf32> -> token
}

// CHECK-LABEL: .entry fma_f16(
// CHECK-NOT: {{fma([.]rn)?[.](f16|bf16|f32) }}
// CHECK: fma.rn.f16x2
// CHECK-NOT: {{fma([.]rn)?[.](f16|bf16|f32) }}
// CHECK: ret;
entry @fma_f16(%in: tile<ptr<f16>>, %out: tile<ptr<f32>>) {
  %p = assume div_by<16>, %in : tile<ptr<f16>>
  %q = assume div_by<16>, %out : tile<ptr<f32>>
  %i = iota : tile<256xi32>
  %p1 = reshape %p : tile<ptr<f16>> -> tile<1xptr<f16>>
  %p2 = broadcast %p1 : tile<1xptr<f16>> -> tile<256xptr<f16>>
  %p3 = offset %p2, %i : tile<256xptr<f16>>, tile<256xi32> -> tile<256xptr<f16>>
  %q1 = reshape %q : tile<ptr<f32>> -> tile<1xptr<f32>>
  %q2 = broadcast %q1 : tile<1xptr<f32>> -> tile<256xptr<f32>>
  %q3 = offset %q2, %i : tile<256xptr<f32>>, tile<256xi32> -> tile<256xptr<f32>>
  %x, %t = load_ptr_tko weak %p3 : tile<256xptr<f16>> -> tile<256xf16>, token
  %y = fma %x, %x, %x rounding<nearest_even> : tile<256xf16>
  %r = ftof %y : tile<256xf16> -> tile<256xf32>
  %u = store_ptr_tko weak %q3, %r : tile<256xptr<f32>>, tile<256xf32> -> token
}

// CHECK-LABEL: .entry max_f16(
// CHECK-NOT: {{max[.](f16|bf16|f32) }}
// CHECK: max.f16x2
// CHECK-NOT: {{max[.](f16|bf16|f32) }}
// CHECK: ret;
entry @max_f16(%in: tile<ptr<f16>>, %out: tile<ptr<f32>>) {
  %p = assume div_by<16>, %in : tile<ptr<f16>>
  %q = assume div_by<16>, %out : tile<ptr<f32>>
  %i = iota : tile<256xi32>
  %p1 = reshape %p : tile<ptr<f16>> -> tile<1xptr<f16>>
  %p2 = broadcast %p1 : tile<1xptr<f16>> -> tile<256xptr<f16>>
  %p3 = offset %p2, %i : tile<256xptr<f16>>, tile<256xi32> -> tile<256xptr<f16>>
  %q1 = reshape %q : tile<ptr<f32>> -> tile<1xptr<f32>>
  %q2 = broadcast %q1 : tile<1xptr<f32>> -> tile<256xptr<f32>>
  %q3 = offset %q2, %i : tile<256xptr<f32>>, tile<256xi32> -> tile<256xptr<f32>>
  %x, %t = load_ptr_tko weak %p3 : tile<256xptr<f16>> -> tile<256xf16>, token
  %one = constant <f16: 1.0> : tile<256xf16>
  %y = maxf %x, %one : tile<256xf16>
  %r = ftof %y : tile<256xf16> -> tile<256xf32>
  %u = store_ptr_tko weak %q3, %r : tile<256xptr<f32>>, tile<256xf32> -> token
}

// CHECK-LABEL: .entry min_nan_f16(
// CHECK-NOT: {{min.NaN[.](f16|bf16|f32) }}
// CHECK: min.NaN.f16x2
// CHECK-NOT: {{min.NaN[.](f16|bf16|f32) }}
// CHECK: ret;
entry @min_nan_f16(%in: tile<ptr<f16>>, %out: tile<ptr<f32>>) {
  %p = assume div_by<16>, %in : tile<ptr<f16>>
  %q = assume div_by<16>, %out : tile<ptr<f32>>
  %i = iota : tile<256xi32>
  %p1 = reshape %p : tile<ptr<f16>> -> tile<1xptr<f16>>
  %p2 = broadcast %p1 : tile<1xptr<f16>> -> tile<256xptr<f16>>
  %p3 = offset %p2, %i : tile<256xptr<f16>>, tile<256xi32> -> tile<256xptr<f16>>
  %q1 = reshape %q : tile<ptr<f32>> -> tile<1xptr<f32>>
  %q2 = broadcast %q1 : tile<1xptr<f32>> -> tile<256xptr<f32>>
  %q3 = offset %q2, %i : tile<256xptr<f32>>, tile<256xi32> -> tile<256xptr<f32>>
  %x, %t = load_ptr_tko weak %p3 : tile<256xptr<f16>> -> tile<256xf16>, token
  %one = constant <f16: 1.0> : tile<256xf16>
  %y = minf %x, %one propagate_nan : tile<256xf16>
  %r = ftof %y : tile<256xf16> -> tile<256xf32>
  %u = store_ptr_tko weak %q3, %r : tile<256xptr<f32>>, tile<256xf32> -> token
}

// CHECK-LABEL: .entry abs_f16(
// CHECK-NOT: {{abs[.](f16|bf16|f32) }}
// CHECK: abs.f16x2
// CHECK-NOT: {{abs[.](f16|bf16|f32) }}
// CHECK: ret;
entry @abs_f16(%in: tile<ptr<f16>>, %out: tile<ptr<f32>>) {
  %p = assume div_by<16>, %in : tile<ptr<f16>>
  %q = assume div_by<16>, %out : tile<ptr<f32>>
  %i = iota : tile<256xi32>
  %p1 = reshape %p : tile<ptr<f16>> -> tile<1xptr<f16>>
  %p2 = broadcast %p1 : tile<1xptr<f16>> -> tile<256xptr<f16>>
  %p3 = offset %p2, %i : tile<256xptr<f16>>, tile<256xi32> -> tile<256xptr<f16>>
  %q1 = reshape %q : tile<ptr<f32>> -> tile<1xptr<f32>>
  %q2 = broadcast %q1 : tile<1xptr<f32>> -> tile<256xptr<f32>>
  %q3 = offset %q2, %i : tile<256xptr<f32>>, tile<256xi32> -> tile<256xptr<f32>>
  %x, %t = load_ptr_tko weak %p3 : tile<256xptr<f16>> -> tile<256xf16>, token
  %y = absf %x : tile<256xf16>
  %r = ftof %y : tile<256xf16> -> tile<256xf32>
  %u = store_ptr_tko weak %q3, %r : tile<256xptr<f32>>, tile<256xf32> -> token
}

// CHECK-LABEL: .entry neg_f16(
// CHECK-NOT: {{neg[.](f16|bf16|f32) }}
// CHECK: neg.f16x2
// CHECK-NOT: {{neg[.](f16|bf16|f32) }}
// CHECK: ret;
entry @neg_f16(%in: tile<ptr<f16>>, %out: tile<ptr<f32>>) {
  %p = assume div_by<16>, %in : tile<ptr<f16>>
  %q = assume div_by<16>, %out : tile<ptr<f32>>
  %i = iota : tile<256xi32>
  %p1 = reshape %p : tile<ptr<f16>> -> tile<1xptr<f16>>
  %p2 = broadcast %p1 : tile<1xptr<f16>> -> tile<256xptr<f16>>
  %p3 = offset %p2, %i : tile<256xptr<f16>>, tile<256xi32> -> tile<256xptr<f16>>
  %q1 = reshape %q : tile<ptr<f32>> -> tile<1xptr<f32>>
  %q2 = broadcast %q1 : tile<1xptr<f32>> -> tile<256xptr<f32>>
  %q3 = offset %q2, %i : tile<256xptr<f32>>, tile<256xi32> -> tile<256xptr<f32>>
  %x, %t = load_ptr_tko weak %p3 : tile<256xptr<f16>> -> tile<256xf16>, token
  %y = negf %x : tile<256xf16>
  %r = ftof %y : tile<256xf16> -> tile<256xf32>
  %u = store_ptr_tko weak %q3, %r : tile<256xptr<f32>>, tile<256xf32> -> token
}

// CHECK-LABEL: .entry less_f16(
// CHECK-NOT: {{setp.lt[.](f16|bf16|f32) }}
// CHECK: setp.lt.f16x2
// CHECK-NOT: {{setp.lt[.](f16|bf16|f32) }}
// CHECK: ret;
entry @less_f16(%in: tile<ptr<f16>>, %out: tile<ptr<i32>>) {
  %p = assume div_by<16>, %in : tile<ptr<f16>>
  %q = assume div_by<16>, %out : tile<ptr<i32>>
  %i = iota : tile<256xi32>
  %p1 = reshape %p : tile<ptr<f16>> -> tile<1xptr<f16>>
  %p2 = broadcast %p1 : tile<1xptr<f16>> -> tile<256xptr<f16>>
  %p3 = offset %p2, %i : tile<256xptr<f16>>, tile<256xi32> -> tile<256xptr<f16>>
  %q1 = reshape %q : tile<ptr<i32>> -> tile<1xptr<i32>>
  %q2 = broadcast %q1 : tile<1xptr<i32>> -> tile<256xptr<i32>>
  %q3 = offset %q2, %i : tile<256xptr<i32>>, tile<256xi32> -> tile<256xptr<i32>>
  %x, %t = load_ptr_tko weak %p3 : tile<256xptr<f16>> -> tile<256xf16>, token
  %one = constant <f16: 1.0> : tile<256xf16>
  %c = cmpf less_than ordered %x, %one : tile<256xf16> -> tile<256xi1>
  %r = exti %c unsigned : tile<256xi1> -> tile<256xi32>
  %u = store_ptr_tko weak %q3, %r : tile<256xptr<i32>>, tile<256xi32> -> token
}

// CHECK-LABEL: .entry unordered_f16(
// CHECK-NOT: {{setp.neu[.](f16|bf16|f32) }}
// CHECK: setp.neu.f16x2
// CHECK-NOT: {{setp.neu[.](f16|bf16|f32) }}
// CHECK: ret;
entry @unordered_f16(%in: tile<ptr<f16>>, %out: tile<ptr<i32>>) {
  %p = assume div_by<16>, %in : tile<ptr<f16>>
  %q = assume div_by<16>, %out : tile<ptr<i32>>
  %i = iota : tile<256xi32>
  %p1 = reshape %p : tile<ptr<f16>> -> tile<1xptr<f16>>
  %p2 = broadcast %p1 : tile<1xptr<f16>> -> tile<256xptr<f16>>
  %p3 = offset %p2, %i : tile<256xptr<f16>>, tile<256xi32> -> tile<256xptr<f16>>
  %q1 = reshape %q : tile<ptr<i32>> -> tile<1xptr<i32>>
  %q2 = broadcast %q1 : tile<1xptr<i32>> -> tile<256xptr<i32>>
  %q3 = offset %q2, %i : tile<256xptr<i32>>, tile<256xi32> -> tile<256xptr<i32>>
  %x, %t = load_ptr_tko weak %p3 : tile<256xptr<f16>> -> tile<256xf16>, token
  %one = constant <f16: 1.0> : tile<256xf16>
  %c = cmpf not_equal unordered %x, %one : tile<256xf16> -> tile<256xi1>
  %r = exti %c unsigned : tile<256xi1> -> tile<256xi32>
  %u = store_ptr_tko weak %q3, %r : tile<256xptr<i32>>, tile<256xi32> -> token
}

// CHECK-LABEL: .entry narrow_f16(
// CHECK-NOT: {{cvt.rn.(f16|bf16).f32 }}
// CHECK: cvt.rn.f16x2.f32
// CHECK-NOT: {{cvt.rn.(f16|bf16).f32 }}
// CHECK: ret;
entry @narrow_f16(%in: tile<ptr<f32>>, %out: tile<ptr<f16>>) {
  %p = assume div_by<16>, %in : tile<ptr<f32>>
  %q = assume div_by<16>, %out : tile<ptr<f16>>
  %i = iota : tile<256xi32>
  %p1 = reshape %p : tile<ptr<f32>> -> tile<1xptr<f32>>
  %p2 = broadcast %p1 : tile<1xptr<f32>> -> tile<256xptr<f32>>
  %p3 = offset %p2, %i : tile<256xptr<f32>>, tile<256xi32> -> tile<256xptr<f32>>
  %q1 = reshape %q : tile<ptr<f16>> -> tile<1xptr<f16>>
  %q2 = broadcast %q1 : tile<1xptr<f16>> -> tile<256xptr<f16>>
  %q3 = offset %q2, %i : tile<256xptr<f16>>, tile<256xi32> -> tile<256xptr<f16>>
  %x, %t = load_ptr_tko weak %p3 : tile<256xptr<f32>> -> tile<256xf32>, token
  %r = ftof %x : tile<256xf32> -> tile<256xf16>
  %u = store_ptr_tko weak %q3, %r : tile<256xptr<f16>>, tile<256xf16> -> token
}

// CHECK-LABEL: .entry add_bf16(
// CHECK-NOT: {{add([.]rn)?[.](f16|bf16|f32) }}
// CHECK: add.rn.bf16x2
// CHECK-NOT: {{add([.]rn)?[.](f16|bf16|f32) }}
// CHECK: ret;
entry @add_bf16(%in: tile<ptr<bf16>>, %out: tile<ptr<f32>>) {
  %p = assume div_by<16>, %in : tile<ptr<bf16>>
  %q = assume div_by<16>, %out : tile<ptr<f32>>
  %i = iota : tile<256xi32>
  %p1 = reshape %p : tile<ptr<bf16>> -> tile<1xptr<bf16>>
  %p2 = broadcast %p1 : tile<1xptr<bf16>> -> tile<256xptr<bf16>>
  %p3 = offset %p2, %i : tile<256xptr<bf16>>, tile<256xi32> -> tile<256xptr<bf16>>
  %q1 = reshape %q : tile<ptr<f32>> -> tile<1xptr<f32>>
  %q2 = broadcast %q1 : tile<1xptr<f32>> -> tile<256xptr<f32>>
  %q3 = offset %q2, %i : tile<256xptr<f32>>, tile<256xi32> -> tile<256xptr<f32>>
  %x, %t = load_ptr_tko weak %p3 : tile<256xptr<bf16>> -> tile<256xbf16>, token
  %y = addf %x, %x rounding<nearest_even> : tile<256xbf16>
  %r = ftof %y : tile<256xbf16> -> tile<256xf32>
  %u = store_ptr_tko weak %q3, %r : tile<256xptr<f32>>, tile<256xf32> -> token
}

// CHECK-LABEL: .entry sub_bf16(
// CHECK-NOT: {{sub([.]rn)?[.](f16|bf16|f32) }}
// CHECK: sub.rn.bf16x2
// CHECK-NOT: {{sub([.]rn)?[.](f16|bf16|f32) }}
// CHECK: ret;
entry @sub_bf16(%in: tile<ptr<bf16>>, %out: tile<ptr<f32>>) {
  %p = assume div_by<16>, %in : tile<ptr<bf16>>
  %q = assume div_by<16>, %out : tile<ptr<f32>>
  %i = iota : tile<256xi32>
  %p1 = reshape %p : tile<ptr<bf16>> -> tile<1xptr<bf16>>
  %p2 = broadcast %p1 : tile<1xptr<bf16>> -> tile<256xptr<bf16>>
  %p3 = offset %p2, %i : tile<256xptr<bf16>>, tile<256xi32> -> tile<256xptr<bf16>>
  %q1 = reshape %q : tile<ptr<f32>> -> tile<1xptr<f32>>
  %q2 = broadcast %q1 : tile<1xptr<f32>> -> tile<256xptr<f32>>
  %q3 = offset %q2, %i : tile<256xptr<f32>>, tile<256xi32> -> tile<256xptr<f32>>
  %x, %t = load_ptr_tko weak %p3 : tile<256xptr<bf16>> -> tile<256xbf16>, token
  %y = subf %x, %x rounding<nearest_even> : tile<256xbf16>
  %r = ftof %y : tile<256xbf16> -> tile<256xf32>
  %u = store_ptr_tko weak %q3, %r : tile<256xptr<f32>>, tile<256xf32> -> token
}

// CHECK-LABEL: .entry mul_bf16(
// CHECK-NOT: {{mul([.]rn)?[.](f16|bf16|f32) }}
// CHECK: mul.rn.bf16x2
// CHECK-NOT: {{mul([.]rn)?[.](f16|bf16|f32) }}
// CHECK: ret;
entry @mul_bf16(%in: tile<ptr<bf16>>, %out: tile<ptr<f32>>) {
  %p = assume div_by<16>, %in : tile<ptr<bf16>>
  %q = assume div_by<16>, %out : tile<ptr<f32>>
  %i = iota : tile<256xi32>
  %p1 = reshape %p : tile<ptr<bf16>> -> tile<1xptr<bf16>>
  %p2 = broadcast %p1 : tile<1xptr<bf16>> -> tile<256xptr<bf16>>
  %p3 = offset %p2, %i : tile<256xptr<bf16>>, tile<256xi32> -> tile<256xptr<bf16>>
  %q1 = reshape %q : tile<ptr<f32>> -> tile<1xptr<f32>>
  %q2 = broadcast %q1 : tile<1xptr<f32>> -> tile<256xptr<f32>>
  %q3 = offset %q2, %i : tile<256xptr<f32>>, tile<256xi32> -> tile<256xptr<f32>>
  %x, %t = load_ptr_tko weak %p3 : tile<256xptr<bf16>> -> tile<256xbf16>, token
  %y = mulf %x, %x rounding<nearest_even> : tile<256xbf16>
  %r = ftof %y : tile<256xbf16> -> tile<256xf32>
  %u = store_ptr_tko weak %q3, %r : tile<256xptr<f32>>, tile<256xf32> -> token
}

// CHECK-LABEL: .entry fma_bf16(
// CHECK-NOT: {{fma([.]rn)?[.](f16|bf16|f32) }}
// CHECK: fma.rn.bf16x2
// CHECK-NOT: {{fma([.]rn)?[.](f16|bf16|f32) }}
// CHECK: ret;
entry @fma_bf16(%in: tile<ptr<bf16>>, %out: tile<ptr<f32>>) {
  %p = assume div_by<16>, %in : tile<ptr<bf16>>
  %q = assume div_by<16>, %out : tile<ptr<f32>>
  %i = iota : tile<256xi32>
  %p1 = reshape %p : tile<ptr<bf16>> -> tile<1xptr<bf16>>
  %p2 = broadcast %p1 : tile<1xptr<bf16>> -> tile<256xptr<bf16>>
  %p3 = offset %p2, %i : tile<256xptr<bf16>>, tile<256xi32> -> tile<256xptr<bf16>>
  %q1 = reshape %q : tile<ptr<f32>> -> tile<1xptr<f32>>
  %q2 = broadcast %q1 : tile<1xptr<f32>> -> tile<256xptr<f32>>
  %q3 = offset %q2, %i : tile<256xptr<f32>>, tile<256xi32> -> tile<256xptr<f32>>
  %x, %t = load_ptr_tko weak %p3 : tile<256xptr<bf16>> -> tile<256xbf16>, token
  %y = fma %x, %x, %x rounding<nearest_even> : tile<256xbf16>
  %r = ftof %y : tile<256xbf16> -> tile<256xf32>
  %u = store_ptr_tko weak %q3, %r : tile<256xptr<f32>>, tile<256xf32> -> token
}

// CHECK-LABEL: .entry max_bf16(
// CHECK-NOT: {{max[.](f16|bf16|f32) }}
// CHECK: max.bf16x2
// CHECK-NOT: {{max[.](f16|bf16|f32) }}
// CHECK: ret;
entry @max_bf16(%in: tile<ptr<bf16>>, %out: tile<ptr<f32>>) {
  %p = assume div_by<16>, %in : tile<ptr<bf16>>
  %q = assume div_by<16>, %out : tile<ptr<f32>>
  %i = iota : tile<256xi32>
  %p1 = reshape %p : tile<ptr<bf16>> -> tile<1xptr<bf16>>
  %p2 = broadcast %p1 : tile<1xptr<bf16>> -> tile<256xptr<bf16>>
  %p3 = offset %p2, %i : tile<256xptr<bf16>>, tile<256xi32> -> tile<256xptr<bf16>>
  %q1 = reshape %q : tile<ptr<f32>> -> tile<1xptr<f32>>
  %q2 = broadcast %q1 : tile<1xptr<f32>> -> tile<256xptr<f32>>
  %q3 = offset %q2, %i : tile<256xptr<f32>>, tile<256xi32> -> tile<256xptr<f32>>
  %x, %t = load_ptr_tko weak %p3 : tile<256xptr<bf16>> -> tile<256xbf16>, token
  %one = constant <bf16: 1.0> : tile<256xbf16>
  %y = maxf %x, %one : tile<256xbf16>
  %r = ftof %y : tile<256xbf16> -> tile<256xf32>
  %u = store_ptr_tko weak %q3, %r : tile<256xptr<f32>>, tile<256xf32> -> token
}

// CHECK-LABEL: .entry min_nan_bf16(
// CHECK-NOT: {{min.NaN[.](f16|bf16|f32) }}
// CHECK: min.NaN.bf16x2
// CHECK-NOT: {{min.NaN[.](f16|bf16|f32) }}
// CHECK: ret;
entry @min_nan_bf16(%in: tile<ptr<bf16>>, %out: tile<ptr<f32>>) {
  %p = assume div_by<16>, %in : tile<ptr<bf16>>
  %q = assume div_by<16>, %out : tile<ptr<f32>>
  %i = iota : tile<256xi32>
  %p1 = reshape %p : tile<ptr<bf16>> -> tile<1xptr<bf16>>
  %p2 = broadcast %p1 : tile<1xptr<bf16>> -> tile<256xptr<bf16>>
  %p3 = offset %p2, %i : tile<256xptr<bf16>>, tile<256xi32> -> tile<256xptr<bf16>>
  %q1 = reshape %q : tile<ptr<f32>> -> tile<1xptr<f32>>
  %q2 = broadcast %q1 : tile<1xptr<f32>> -> tile<256xptr<f32>>
  %q3 = offset %q2, %i : tile<256xptr<f32>>, tile<256xi32> -> tile<256xptr<f32>>
  %x, %t = load_ptr_tko weak %p3 : tile<256xptr<bf16>> -> tile<256xbf16>, token
  %one = constant <bf16: 1.0> : tile<256xbf16>
  %y = minf %x, %one propagate_nan : tile<256xbf16>
  %r = ftof %y : tile<256xbf16> -> tile<256xf32>
  %u = store_ptr_tko weak %q3, %r : tile<256xptr<f32>>, tile<256xf32> -> token
}

// CHECK-LABEL: .entry abs_bf16(
// CHECK-NOT: {{abs[.](f16|bf16|f32) }}
// CHECK: abs.bf16x2
// CHECK-NOT: {{abs[.](f16|bf16|f32) }}
// CHECK: ret;
entry @abs_bf16(%in: tile<ptr<bf16>>, %out: tile<ptr<f32>>) {
  %p = assume div_by<16>, %in : tile<ptr<bf16>>
  %q = assume div_by<16>, %out : tile<ptr<f32>>
  %i = iota : tile<256xi32>
  %p1 = reshape %p : tile<ptr<bf16>> -> tile<1xptr<bf16>>
  %p2 = broadcast %p1 : tile<1xptr<bf16>> -> tile<256xptr<bf16>>
  %p3 = offset %p2, %i : tile<256xptr<bf16>>, tile<256xi32> -> tile<256xptr<bf16>>
  %q1 = reshape %q : tile<ptr<f32>> -> tile<1xptr<f32>>
  %q2 = broadcast %q1 : tile<1xptr<f32>> -> tile<256xptr<f32>>
  %q3 = offset %q2, %i : tile<256xptr<f32>>, tile<256xi32> -> tile<256xptr<f32>>
  %x, %t = load_ptr_tko weak %p3 : tile<256xptr<bf16>> -> tile<256xbf16>, token
  %y = absf %x : tile<256xbf16>
  %r = ftof %y : tile<256xbf16> -> tile<256xf32>
  %u = store_ptr_tko weak %q3, %r : tile<256xptr<f32>>, tile<256xf32> -> token
}

// CHECK-LABEL: .entry neg_bf16(
// CHECK-NOT: {{neg[.](f16|bf16|f32) }}
// CHECK: neg.bf16x2
// CHECK-NOT: {{neg[.](f16|bf16|f32) }}
// CHECK: ret;
entry @neg_bf16(%in: tile<ptr<bf16>>, %out: tile<ptr<f32>>) {
  %p = assume div_by<16>, %in : tile<ptr<bf16>>
  %q = assume div_by<16>, %out : tile<ptr<f32>>
  %i = iota : tile<256xi32>
  %p1 = reshape %p : tile<ptr<bf16>> -> tile<1xptr<bf16>>
  %p2 = broadcast %p1 : tile<1xptr<bf16>> -> tile<256xptr<bf16>>
  %p3 = offset %p2, %i : tile<256xptr<bf16>>, tile<256xi32> -> tile<256xptr<bf16>>
  %q1 = reshape %q : tile<ptr<f32>> -> tile<1xptr<f32>>
  %q2 = broadcast %q1 : tile<1xptr<f32>> -> tile<256xptr<f32>>
  %q3 = offset %q2, %i : tile<256xptr<f32>>, tile<256xi32> -> tile<256xptr<f32>>
  %x, %t = load_ptr_tko weak %p3 : tile<256xptr<bf16>> -> tile<256xbf16>, token
  %y = negf %x : tile<256xbf16>
  %r = ftof %y : tile<256xbf16> -> tile<256xf32>
  %u = store_ptr_tko weak %q3, %r : tile<256xptr<f32>>, tile<256xf32> -> token
}

// CHECK-LABEL: .entry less_bf16(
// CHECK-NOT: {{setp.lt[.](f16|bf16|f32) }}
// CHECK: setp.lt.bf16x2
// CHECK-NOT: {{setp.lt[.](f16|bf16|f32) }}
// CHECK: ret;
entry @less_bf16(%in: tile<ptr<bf16>>, %out: tile<ptr<i32>>) {
  %p = assume div_by<16>, %in : tile<ptr<bf16>>
  %q = assume div_by<16>, %out : tile<ptr<i32>>
  %i = iota : tile<256xi32>
  %p1 = reshape %p : tile<ptr<bf16>> -> tile<1xptr<bf16>>
  %p2 = broadcast %p1 : tile<1xptr<bf16>> -> tile<256xptr<bf16>>
  %p3 = offset %p2, %i : tile<256xptr<bf16>>, tile<256xi32> -> tile<256xptr<bf16>>
  %q1 = reshape %q : tile<ptr<i32>> -> tile<1xptr<i32>>
  %q2 = broadcast %q1 : tile<1xptr<i32>> -> tile<256xptr<i32>>
  %q3 = offset %q2, %i : tile<256xptr<i32>>, tile<256xi32> -> tile<256xptr<i32>>
  %x, %t = load_ptr_tko weak %p3 : tile<256xptr<bf16>> -> tile<256xbf16>, token
  %one = constant <bf16: 1.0> : tile<256xbf16>
  %c = cmpf less_than ordered %x, %one : tile<256xbf16> -> tile<256xi1>
  %r = exti %c unsigned : tile<256xi1> -> tile<256xi32>
  %u = store_ptr_tko weak %q3, %r : tile<256xptr<i32>>, tile<256xi32> -> token
}

// CHECK-LABEL: .entry unordered_bf16(
// CHECK-NOT: {{setp.neu[.](f16|bf16|f32) }}
// CHECK: setp.neu.bf16x2
// CHECK-NOT: {{setp.neu[.](f16|bf16|f32) }}
// CHECK: ret;
entry @unordered_bf16(%in: tile<ptr<bf16>>, %out: tile<ptr<i32>>) {
  %p = assume div_by<16>, %in : tile<ptr<bf16>>
  %q = assume div_by<16>, %out : tile<ptr<i32>>
  %i = iota : tile<256xi32>
  %p1 = reshape %p : tile<ptr<bf16>> -> tile<1xptr<bf16>>
  %p2 = broadcast %p1 : tile<1xptr<bf16>> -> tile<256xptr<bf16>>
  %p3 = offset %p2, %i : tile<256xptr<bf16>>, tile<256xi32> -> tile<256xptr<bf16>>
  %q1 = reshape %q : tile<ptr<i32>> -> tile<1xptr<i32>>
  %q2 = broadcast %q1 : tile<1xptr<i32>> -> tile<256xptr<i32>>
  %q3 = offset %q2, %i : tile<256xptr<i32>>, tile<256xi32> -> tile<256xptr<i32>>
  %x, %t = load_ptr_tko weak %p3 : tile<256xptr<bf16>> -> tile<256xbf16>, token
  %one = constant <bf16: 1.0> : tile<256xbf16>
  %c = cmpf not_equal unordered %x, %one : tile<256xbf16> -> tile<256xi1>
  %r = exti %c unsigned : tile<256xi1> -> tile<256xi32>
  %u = store_ptr_tko weak %q3, %r : tile<256xptr<i32>>, tile<256xi32> -> token
}

// CHECK-LABEL: .entry narrow_bf16(
// CHECK-NOT: {{cvt.rn.(f16|bf16).f32 }}
// CHECK: cvt.rn.bf16x2.f32
// CHECK-NOT: {{cvt.rn.(f16|bf16).f32 }}
// CHECK: ret;
entry @narrow_bf16(%in: tile<ptr<f32>>, %out: tile<ptr<bf16>>) {
  %p = assume div_by<16>, %in : tile<ptr<f32>>
  %q = assume div_by<16>, %out : tile<ptr<bf16>>
  %i = iota : tile<256xi32>
  %p1 = reshape %p : tile<ptr<f32>> -> tile<1xptr<f32>>
  %p2 = broadcast %p1 : tile<1xptr<f32>> -> tile<256xptr<f32>>
  %p3 = offset %p2, %i : tile<256xptr<f32>>, tile<256xi32> -> tile<256xptr<f32>>
  %q1 = reshape %q : tile<ptr<bf16>> -> tile<1xptr<bf16>>
  %q2 = broadcast %q1 : tile<1xptr<bf16>> -> tile<256xptr<bf16>>
  %q3 = offset %q2, %i : tile<256xptr<bf16>>, tile<256xi32> -> tile<256xptr<bf16>>
  %x, %t = load_ptr_tko weak %p3 : tile<256xptr<f32>> -> tile<256xf32>, token
  %r = ftof %x : tile<256xf32> -> tile<256xbf16>
  %u = store_ptr_tko weak %q3, %r : tile<256xptr<bf16>>, tile<256xbf16> -> token
}
}
