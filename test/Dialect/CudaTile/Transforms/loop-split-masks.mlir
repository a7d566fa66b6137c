// RUN: cuda-tile-opt %s --loop-split | FileCheck %s
// RUN: cuda-tile-opt %s --loop-split --canonicalize --cse | FileCheck --check-prefix=CLEAN %s
// RUN: cuda-tile-opt %s --loop-split='split-masks=false' | FileCheck --check-prefix=OFF %s
// RUN: cuda-tile-opt %s --loop-split='drop-hints' | FileCheck --check-prefix=DROPPED %s
// Splitting again finds nothing new.
// RUN: cuda-tile-opt %s --loop-split > %t.once
// RUN: cuda-tile-opt %s --loop-split --loop-split | diff %t.once -

// DROPPED-NOT: loop_split
// OFF-NOT: mini
// OFF-NOT: constant <i1

// CHECK-LABEL: cuda_tile.module @masks
cuda_tile.module @masks {
  // An index against an extent: 7 is the last lane.
  // CHECK-LABEL: entry @index
  // CLEAN-LABEL: entry @index
  entry @index(%p: tile<ptr<i32>>, %n: tile<i32>, %ub: tile<i32>) {
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %c8 = constant <i32: 8> : tile<i32>
    %iota = iota : tile<8xi32>
    %n1 = reshape %n : tile<i32> -> tile<1xi32>
    %n8 = broadcast %n1 : tile<1xi32> -> tile<8xi32>
    %p1 = reshape %p : tile<ptr<i32>> -> tile<1xptr<i32>>
    %p8 = broadcast %p1 : tile<1xptr<i32>> -> tile<8xptr<i32>>
    // CHECK:      %[[LEAST:.*]] = constant <i32: -2147483641>
    // CHECK-NEXT: %[[N:.*]] = maxi %{{.*}}, %[[LEAST]] signed
    // CHECK-NEXT: %[[LAST:.*]] = constant <i32: 7>
    // CHECK-NEXT: %[[REST:.*]] = subi %[[N]], %[[LAST]]
    // CHECK-NEXT: %[[C:.*]] = constant <i32: 8>
    // CHECK-NEXT: %[[SPLIT:.*]] = divi %[[REST]], %[[C]] signed rounding<positive_inf>
    // CHECK-NEXT: mini %[[SPLIT]]
    // CHECK-NEXT: maxi %[[SPLIT]]
    // CHECK-NEXT: for
    // CHECK:        constant <i1: true> : tile<8xi1>
    // CHECK:        store_ptr_tko
    // CHECK:      for
    // CHECK:        %[[MASK:.*]] = cmpi less_than
    // CHECK:        store_ptr_tko weak %{{.*}}, %{{.*}}, %[[MASK]]
    // CHECK:      } {cuda_tile.loop_split = 0 : i64}

    // CLEAN:      for
    // CLEAN-NOT:    cmpi
    // CLEAN:      for
    // CLEAN:        cmpi
    for %i in (%c0 to %ub, step %c1) : tile<i32> {
      %start = muli %i, %c8 : tile<i32>
      %s1 = reshape %start : tile<i32> -> tile<1xi32>
      %s8 = broadcast %s1 : tile<1xi32> -> tile<8xi32>
      %index = addi %s8, %iota : tile<8xi32>
      %mask = cmpi less_than %index, %n8, signed : tile<8xi32> -> tile<8xi1>
      %q = offset %p8, %index : tile<8xptr<i32>>, tile<8xi32> -> tile<8xptr<i32>>
      store_ptr_tko weak %q, %index, %mask : tile<8xptr<i32>>, tile<8xi32>, tile<8xi1> -> token
    }
    return
  }

  // Masks that change together are resolved together; a lower bound that is not
  // known may be negative.
  // CHECK-LABEL: entry @together
  entry @together(%lb: tile<i32>, %ub: tile<i32>, %n: tile<i32>) {
    %c8 = constant <i32: 8> : tile<i32>
    %iota = iota : tile<8xi32>
    %n1 = reshape %n : tile<i32> -> tile<1xi32>
    %n8 = broadcast %n1 : tile<1xi32> -> tile<8xi32>
    // CHECK:      %[[ZERO:.*]] = constant <i32: 0>
    // CHECK-NEXT: %[[KNOWN:.*]] = cmpi greater_than_or_equal %arg0, %[[ZERO]], signed
    // CHECK-NEXT: select %[[KNOWN]], %{{.*}}, %arg0
    // CHECK:      for
    // CHECK-COUNT-2: constant <i1: true> : tile<8xi1>
    // CHECK:      for
    // CHECK-COUNT-2: cmpi
    for %i in (%lb to %ub, step %c8) : tile<i32> {
      %s1 = reshape %i : tile<i32> -> tile<1xi32>
      %s8 = broadcast %s1 : tile<1xi32> -> tile<8xi32>
      %index = addi %s8, %iota : tile<8xi32>
      %mask = cmpi less_than %index, %n8, signed : tile<8xi32> -> tile<8xi1>
      %same = cmpi greater_than %n8, %index, signed : tile<8xi32> -> tile<8xi1>
      print_tko "%d %d", %mask, %same : tile<8xi1>, tile<8xi1> -> token
    }
    return
  }

  // What must stay: the index also moves by something that no one knows.
  // CHECK-LABEL: entry @moved
  // CHECK-COUNT-1: for
  // CHECK-NOT: for
  entry @moved(%lb: tile<i32>, %ub: tile<i32>, %n: tile<i32>) {
    %c8 = constant <i32: 8> : tile<i32>
    %iota = iota : tile<8xi32>
    %n1 = reshape %n : tile<i32> -> tile<1xi32>
    %n8 = broadcast %n1 : tile<1xi32> -> tile<8xi32>
    for %i in (%lb to %ub, step %c8) : tile<i32> {
      %moved = addi %i, %lb : tile<i32>
      %s1 = reshape %moved : tile<i32> -> tile<1xi32>
      %s8 = broadcast %s1 : tile<1xi32> -> tile<8xi32>
      %index = addi %s8, %iota : tile<8xi32>
      %mask = cmpi less_than %index, %n8, signed : tile<8xi32> -> tile<8xi1>
      print_tko "%d", %mask : tile<8xi1> -> token
    }
    return
  }
}
