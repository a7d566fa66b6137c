// What the compiler does not take yet is named where it stands, all of it at once.
//
// RUN: cuda-tile-opt %s "-convert-cuda-tile-to-tileaa=simplify=false" -verify-diagnostics

cuda_tile.module @m {
  entry @scans(%c: tile<i1>) {
    %x = constant <f32: 1.0> : tile<8xf32>
    // expected-error @+1 {{'cuda_tile.scan' op has a body with more than ops on scalars, which cannot be compiled yet}}
    %y = scan %x dim=0 reverse=false identities=[0.0 : f32] : tile<8xf32> -> tile<8xf32> (%e: tile<f32>, %acc: tile<f32>) {
      %r = if %c -> (tile<f32>) {
        yield %e : tile<f32>
      } else {
        yield %acc : tile<f32>
      }
      yield %r : tile<f32>
    }
    // expected-error @+1 {{'cuda_tile.scan' op has a body with more than ops on scalars, which cannot be compiled yet}}
    %z = scan %y dim=0 reverse=false identities=[0.0 : f32] : tile<8xf32> -> tile<8xf32> (%e: tile<f32>, %acc: tile<f32>) {
      %r = if %c -> (tile<f32>) {
        yield %acc : tile<f32>
      } else {
        yield %e : tile<f32>
      }
      yield %r : tile<f32>
    }
    return
  }
}
