// The formats of 8 bits that Ada knows compile for it, with its conversions.
//
// RUN: tileiras --gpu-name=sm_89 --emit=ptx %s -o - | FileCheck %s

// CHECK: .target sm_89
// CHECK-DAG: cvt.rn.f16x2.e4m3x2
// CHECK-DAG: cvt.rn.satfinite.e5m2x2.f32
cuda_tile.module @m {
  entry @k(%p: tile<ptr<f8E4M3FN>>, %q: tile<ptr<f8E5M2>>) {
    %a, %t = load_ptr_tko weak %p : tile<ptr<f8E4M3FN>> -> tile<f8E4M3FN>, token
    %b = ftof %a : tile<f8E4M3FN> -> tile<f32>
    %c = ftof %b : tile<f32> -> tile<f8E5M2>
    %t1 = store_ptr_tko weak %q, %c : tile<ptr<f8E5M2>>, tile<f8E5M2> -> token
    return
  }
}
