// What the compiler does not take yet is named where it stands, all of it at once.
//
// RUN: cuda-tile-opt %s "-convert-cuda-tile-to-tileaa=simplify=false" -verify-diagnostics

cuda_tile.module @m {
  entry @bodies(%on: tile<i1>) {
    %x = iota : tile<8xi32>
    // expected-error @+1 {{'cuda_tile.scan' op has a body that computes with tiles, where scalars alone can be compiled}}
    %y = scan %x dim=0 reverse=false identities=[0 : i32] : tile<8xi32> -> tile<8xi32> (%acc: tile<i32>, %e: tile<i32>) {
      // expected-note @+1 {{'cuda_tile.reshape' is not one on scalars; compute the tile in front of the 'cuda_tile.scan'}}
      %line = reshape %e : tile<i32> -> tile<1xi32>
      %back = reshape %line : tile<1xi32> -> tile<i32>
      %r = addi %acc, %back : tile<i32>
      yield %r : tile<i32>
    }
    // expected-error @+1 {{'cuda_tile.reduce' op has a body that computes with tiles, where scalars alone can be compiled}}
    %z = reduce %y dim=0 identities=[0 : i32] : tile<8xi32> -> tile<i32> (%e: tile<i32>, %acc: tile<i32>) {
      %r = if %on -> (tile<i32>) {
        // expected-note @+1 {{'cuda_tile.iota' is not one on scalars; compute the tile in front of the 'cuda_tile.reduce'}}
        %places = iota : tile<4xi32>
        yield %e : tile<i32>
      } else {
        yield %acc : tile<i32>
      }
      yield %r : tile<i32>
    }
    return
  }
}
