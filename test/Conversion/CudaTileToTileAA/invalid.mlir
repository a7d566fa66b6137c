// What cannot be compiled is reported where it stands, all of it at once.
// RUN: cuda-tile-opt %s "-convert-cuda-tile-to-tileaa=simplify=false" -split-input-file -verify-diagnostics

cuda_tile.module @m {
  // expected-error @+1 {{'cuda_tile.global' op has elements of type f4E2M1FN in memory, which cannot be compiled yet}}
  global @table <f4E2M1FN: [1.0, 2.0]> : tile<2xf4E2M1FN>
  // expected-error @+1 {{'cuda_tile.entry' op has elements of type f4E2M1FN in memory, which cannot be compiled yet}}
  entry @views(%p: tile<ptr<f4E2M1FN>>) {
    return
  }
}

// -----

cuda_tile.module @m {
  entry @scans(%c: tile<i1>) {
    %x = constant <f32: 1.0> : tile<8xf32>
    // expected-error @+1 {{has a body with more than ops on scalars, which cannot be compiled yet}}
    %y = scan %x dim=0 reverse=false identities=[0.0 : f32] : tile<8xf32> -> tile<8xf32> (%e: tile<f32>, %acc: tile<f32>) {
      %r = if %c -> (tile<f32>) {
        yield %e : tile<f32>
      } else {
        yield %acc : tile<f32>
      }
      yield %r : tile<f32>
    }
    return
  }
}

// -----

cuda_tile.module @a {
}
// expected-error @+1 {{is the second in its file: compile one cuda_tile.module at a time}}
cuda_tile.module @b {
}
