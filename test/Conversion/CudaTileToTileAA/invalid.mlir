// What cannot be compiled is reported where it stands, all of it at once.
// RUN: cuda-tile-opt %s "-convert-cuda-tile-to-tileaa=simplify=false" -split-input-file -verify-diagnostics

cuda_tile.module @m {
  entry @elements(%x: tile<f32>) {
    // expected-error @+1 {{'cuda_tile.ftof' op has elements of type 'f8E4M3FN', which cannot be compiled yet}}
    %0 = ftof %x : tile<f32> -> tile<f8E4M3FN>
    // expected-error @+1 {{'cuda_tile.ftof' op has elements of type 'tf32', which cannot be compiled yet}}
    %1 = ftof %x : tile<f32> -> tile<tf32>
    return
  }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{'cuda_tile.global' op has elements of type 'tf32', which cannot be compiled yet}}
  global @table <tf32: [1.0, 2.0]> : tile<2xtf32>
  entry @ops() {
    return
  }
}

// -----

cuda_tile.module @m {
  entry @conversions(%d: tile<f64>, %h: tile<f16>) {
    // Where nothing is rounded, every rounding is the same.
    %0 = ftof %h rounding<zero> : tile<f16> -> tile<f32>
    // expected-error @+1 {{rounds by zero, which cannot be compiled yet: use nearest_even}}
    %1 = ftof %d rounding<zero> : tile<f64> -> tile<f32>
    // expected-error @+1 {{saturates, which cannot be compiled yet}}
    %2 = ftoi %d signed saturating : tile<f64> -> tile<i32>
    return
  }
}

// -----

cuda_tile.module @a {
}
// expected-error @+1 {{is the second in its file: compile one cuda_tile.module at a time}}
cuda_tile.module @b {
}
