// Functions of libdevice without branches take two elements at once where an instruction
// adds or multiplies both.
//
// RUN: tileiras --emit=ptx --gpu-name sm_100 %s -o - | FileCheck %s
// RUN: tileiras --emit=ptx --gpu-name sm_103 %s -o - | FileCheck %s
// RUN: tileiras --emit=ptx --gpu-name sm_90 %s -o - | FileCheck %s --check-prefix=ONE
// RUN: tileiras --emit=ptx --gpu-name sm_120 %s -o - | FileCheck %s --check-prefix=ONE
// RUN: tileiras --emit=ptx --gpu-name sm_100 -O0 %s -o - | FileCheck %s --check-prefix=CALLS

// ONE-NOT: f32x2

// Without passes that make selects of branches, a function is called for each.
// CALLS-LABEL: .entry exponentials(
// CALLS: fma.rm.f32 %
// CALLS-NOT: fma.rm.f32x2
// CALLS: .entry hyperbolic_tangents(

cuda_tile.module @kernels {

// What is saturated is added up by an instruction of one number, which saturates it, too.
//
// CHECK-LABEL: .entry exponentials(
// CHECK-NOT: {{(add|sub|mul|fma)[.]r[nm][.]f32 }}
// CHECK: fma.rn.f32 %{{.*}}, 0f3F000000;
// CHECK: fma.rm.f32x2
// CHECK: add.rn.f32x2
// CHECK: fma.rn.f32x2
// CHECK: ex2.approx.ftz.f32
// CHECK: mul.rn.f32x2
entry @exponentials(%in: tile<ptr<f32>>, %out: tile<ptr<f32>>) {
  %i = iota : tile<256xi32>
  %p1 = reshape %in : tile<ptr<f32>> -> tile<1xptr<f32>>
  %p2 = broadcast %p1 : tile<1xptr<f32>> -> tile<256xptr<f32>>
  %p3 = offset %p2, %i : tile<256xptr<f32>>, tile<256xi32> -> tile<256xptr<f32>>
  %q1 = reshape %out : tile<ptr<f32>> -> tile<1xptr<f32>>
  %q2 = broadcast %q1 : tile<1xptr<f32>> -> tile<256xptr<f32>>
  %q3 = offset %q2, %i : tile<256xptr<f32>>, tile<256xi32> -> tile<256xptr<f32>>
  %x, %t = load_ptr_tko weak %p3 : tile<256xptr<f32>> -> tile<256xf32>, token
  %y = exp %x : tile<256xf32>
  %v = store_ptr_tko weak %q3, %y : tile<256xptr<f32>>, tile<256xf32> -> token
}

// CHECK-LABEL: .entry hyperbolic_tangents(
// CHECK-NOT: {{(add|sub|mul|fma)[.]r[nm][.]f32 }}
// CHECK: ret;
entry @hyperbolic_tangents(%in: tile<ptr<f32>>, %out: tile<ptr<f32>>) {
  %i = iota : tile<256xi32>
  %p1 = reshape %in : tile<ptr<f32>> -> tile<1xptr<f32>>
  %p2 = broadcast %p1 : tile<1xptr<f32>> -> tile<256xptr<f32>>
  %p3 = offset %p2, %i : tile<256xptr<f32>>, tile<256xi32> -> tile<256xptr<f32>>
  %q1 = reshape %out : tile<ptr<f32>> -> tile<1xptr<f32>>
  %q2 = broadcast %q1 : tile<1xptr<f32>> -> tile<256xptr<f32>>
  %q3 = offset %q2, %i : tile<256xptr<f32>>, tile<256xi32> -> tile<256xptr<f32>>
  %x, %t = load_ptr_tko weak %p3 : tile<256xptr<f32>> -> tile<256xf32>, token
  %y = tanh %x : tile<256xf32>
  %v = store_ptr_tko weak %q3, %y : tile<256xptr<f32>>, tile<256xf32> -> token
}

// CHECK-LABEL: .entry logarithms(
// CHECK-NOT: {{(add|sub|mul|fma)[.]r[nm][.]f32 }}
// CHECK: ret;
entry @logarithms(%in: tile<ptr<f32>>, %out: tile<ptr<f32>>) {
  %i = iota : tile<256xi32>
  %p1 = reshape %in : tile<ptr<f32>> -> tile<1xptr<f32>>
  %p2 = broadcast %p1 : tile<1xptr<f32>> -> tile<256xptr<f32>>
  %p3 = offset %p2, %i : tile<256xptr<f32>>, tile<256xi32> -> tile<256xptr<f32>>
  %q1 = reshape %out : tile<ptr<f32>> -> tile<1xptr<f32>>
  %q2 = broadcast %q1 : tile<1xptr<f32>> -> tile<256xptr<f32>>
  %q3 = offset %q2, %i : tile<256xptr<f32>>, tile<256xi32> -> tile<256xptr<f32>>
  %x, %t = load_ptr_tko weak %p3 : tile<256xptr<f32>> -> tile<256xf32>, token
  %y = log %x : tile<256xf32>
  %v = store_ptr_tko weak %q3, %y : tile<256xptr<f32>>, tile<256xf32> -> token
}

// CHECK-LABEL: .entry binary_logarithms(
// CHECK-NOT: {{(add|sub|mul|fma)[.]r[nm][.]f32 }}
// CHECK: ret;
entry @binary_logarithms(%in: tile<ptr<f32>>, %out: tile<ptr<f32>>) {
  %i = iota : tile<256xi32>
  %p1 = reshape %in : tile<ptr<f32>> -> tile<1xptr<f32>>
  %p2 = broadcast %p1 : tile<1xptr<f32>> -> tile<256xptr<f32>>
  %p3 = offset %p2, %i : tile<256xptr<f32>>, tile<256xi32> -> tile<256xptr<f32>>
  %q1 = reshape %out : tile<ptr<f32>> -> tile<1xptr<f32>>
  %q2 = broadcast %q1 : tile<1xptr<f32>> -> tile<256xptr<f32>>
  %q3 = offset %q2, %i : tile<256xptr<f32>>, tile<256xi32> -> tile<256xptr<f32>>
  %x, %t = load_ptr_tko weak %p3 : tile<256xptr<f32>> -> tile<256xf32>, token
  %y = log2 %x : tile<256xf32>
  %v = store_ptr_tko weak %q3, %y : tile<256xptr<f32>>, tile<256xf32> -> token
}

// CHECK-LABEL: .entry approximations(
// CHECK-NOT: f32x2
// CHECK: ret;
entry @approximations(%in: tile<ptr<f32>>, %out: tile<ptr<f32>>) {
  %i = iota : tile<256xi32>
  %p1 = reshape %in : tile<ptr<f32>> -> tile<1xptr<f32>>
  %p2 = broadcast %p1 : tile<1xptr<f32>> -> tile<256xptr<f32>>
  %p3 = offset %p2, %i : tile<256xptr<f32>>, tile<256xi32> -> tile<256xptr<f32>>
  %q1 = reshape %out : tile<ptr<f32>> -> tile<1xptr<f32>>
  %q2 = broadcast %q1 : tile<1xptr<f32>> -> tile<256xptr<f32>>
  %q3 = offset %q2, %i : tile<256xptr<f32>>, tile<256xi32> -> tile<256xptr<f32>>
  %x, %t = load_ptr_tko weak %p3 : tile<256xptr<f32>> -> tile<256xf32>, token
  %y = exp %x rounding<approx> : tile<256xf32>
  %v = store_ptr_tko weak %q3, %y : tile<256xptr<f32>>, tile<256xf32> -> token
}

// CHECK-LABEL: .entry doubles(
// CHECK-NOT: f32x2
// CHECK: ret;
entry @doubles(%in: tile<ptr<f64>>, %out: tile<ptr<f64>>) {
  %i = iota : tile<256xi32>
  %p1 = reshape %in : tile<ptr<f64>> -> tile<1xptr<f64>>
  %p2 = broadcast %p1 : tile<1xptr<f64>> -> tile<256xptr<f64>>
  %p3 = offset %p2, %i : tile<256xptr<f64>>, tile<256xi32> -> tile<256xptr<f64>>
  %q1 = reshape %out : tile<ptr<f64>> -> tile<1xptr<f64>>
  %q2 = broadcast %q1 : tile<1xptr<f64>> -> tile<256xptr<f64>>
  %q3 = offset %q2, %i : tile<256xptr<f64>>, tile<256xi32> -> tile<256xptr<f64>>
  %x, %t = load_ptr_tko weak %p3 : tile<256xptr<f64>> -> tile<256xf64>, token
  %y = exp %x : tile<256xf64>
  %v = store_ptr_tko weak %q3, %y : tile<256xptr<f64>>, tile<256xf64> -> token
}

} // module
