// Assumptions that say nothing new.
//
// RUN: cuda-tile-opt %s --canonicalize | FileCheck %s

cuda_tile.module @m {
  // CHECK-LABEL: testing$func @assumptions
  // CHECK-SAME: %[[X:.*]]: tile<4xi32>
  testing$func @assumptions(%x: tile<4xi32>) -> (tile<4xi32>, tile<4xi32>) {
    // CHECK-NEXT: %[[A:.*]] = assume bounded<0, ?>, %[[X]]
    %0 = assume bounded<0, ?>, %x : tile<4xi32>
    // CHECK-NEXT: %[[B:.*]] = assume div_by<16>, %[[A]]
    %1 = assume div_by<16>, %0 : tile<4xi32>
    %2 = assume bounded<0, ?>, %1 : tile<4xi32>
    %3 = assume bounded<?, ?>, %2 : tile<4xi32>
    %4 = assume same_elements<[1]>, %3 : tile<4xi32>
    %5 = assume div_by<1>, %4 : tile<4xi32>
    // Runs of two grow by one, whatever the divisor.
    // CHECK-NEXT: %[[C:.*]] = assume div_by<1, every 2 along 0>, %[[B]]
    %6 = assume div_by<1, every 2 along 0>, %5 : tile<4xi32>
    // CHECK-NEXT: %[[D:.*]] = assume bounded<1, ?>, %[[C]]
    %7 = assume bounded<1, ?>, %6 : tile<4xi32>
    // CHECK-NEXT: return %[[B]], %[[D]]
    return %5, %7 : tile<4xi32>, tile<4xi32>
  }
}
