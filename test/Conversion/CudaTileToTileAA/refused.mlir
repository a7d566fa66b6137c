// What the compiler does not take yet is named where it stands, all of it at once.
//
// RUN: cuda-tile-opt %s "-convert-cuda-tile-to-tileaa=simplify=false" -verify-diagnostics

cuda_tile.module @m {
  entry @scans(%zero: tile<i32>, %one: tile<i32>) {
    %x = iota : tile<8xi32>
    // expected-error @+1 {{'cuda_tile.scan' op has a body that cannot be run for all elements at once}}
    %y = scan %x dim=0 reverse=false identities=[0 : i32] : tile<8xi32> -> tile<8xi32> (%e: tile<i32>, %acc: tile<i32>) {
      // expected-note @+1 {{'cuda_tile.for' is a loop that runs another number of times for each element}}
      %r = for %i in (%zero to %e, step %one) : tile<i32> iter_values(%a = %e) -> (tile<i32>) {
        %b = addi %a, %acc : tile<i32>
        continue %b : tile<i32>
      }
      yield %r : tile<i32>
    }
    // expected-error @+1 {{'cuda_tile.scan' op has a body that cannot be run for all elements at once}}
    %z = scan %y dim=0 reverse=false identities=[0 : i32] : tile<8xi32> -> tile<8xi32> (%e: tile<i32>, %acc: tile<i32>) {
      // expected-note @+1 {{'cuda_tile.loop' is a loop that each element may leave at another time}}
      %r = loop : tile<i32> {
        break %e : tile<i32>
      }
      yield %r : tile<i32>
    }
    // expected-error @+1 {{'cuda_tile.scan' op has a body that cannot be run for all elements at once}}
    %w = scan %z dim=0 reverse=false identities=[0 : i32] : tile<8xi32> -> tile<8xi32> (%e: tile<i32>, %acc: tile<i32>) {
      %c = cmpi equal %e, %zero, signed : tile<i32> -> tile<i1>
      %r = if %c -> (tile<i32>) {
        yield %acc : tile<i32>
      } else {
        // expected-note @+1 {{'cuda_tile.for' may not be run for an element that takes the other branch}}
        %q = for %i in (%zero to %one, step %one) : tile<i32> iter_values(%a = %e) -> (tile<i32>) {
          continue %a : tile<i32>
        }
        yield %q : tile<i32>
      }
      yield %r : tile<i32>
    }
    return
  }
}
