// RUN: cuda-tile-opt %s --loop-split | FileCheck --check-prefixes=CHECK,DEFAULT %s
// RUN: cuda-tile-opt %s --loop-split='split-threshold=3' | FileCheck --check-prefixes=CHECK,THREE %s
// RUN: cuda-tile-opt %s --loop-split='split-threshold=0' | FileCheck --check-prefixes=CHECK,ZERO %s
// RUN: cuda-tile-opt %s --loop-split='max-size=3' | FileCheck --check-prefix=SIZE %s
// RUN: cuda-tile-opt %s --loop-split='peel-equalities' | FileCheck --check-prefixes=CHECK,PEEL %s

// SIZE-NOT: mini

// CHECK-LABEL: cuda_tile.module @options
cuda_tile.module @options {
  // CHECK-LABEL: entry @two_ops
  // DEFAULT-COUNT-2: for
  // PEEL-COUNT-2: for
  // THREE-COUNT-1: for
  // ZERO-COUNT-1: for
  // CHECK-NOT: for
  entry @two_ops(%n: tile<i32>) {
    %one = constant <i32: 1> : tile<i32>
    %r = for %i in (%one to %n, step %one) : tile<i32> iter_values(%a = %n) -> (tile<i32>) {
      %c = cmpi less_than %i, %n, signed : tile<i32> -> tile<i1>
      %v = if %c -> (tile<i32>) {
        %x = addi %a, %i : tile<i32>
        %y = addi %x, %x : tile<i32>
        yield %y : tile<i32>
      } else {
        yield %a : tile<i32>
      }
      continue %v : tile<i32>
    }
    return
  }
  // One op that accesses memory pays under any threshold but 0.
  // CHECK-LABEL: entry @heavy
  // DEFAULT-COUNT-2: for
  // PEEL-COUNT-2: for
  // THREE-COUNT-2: for
  // ZERO-COUNT-1: for
  // CHECK-NOT: for
  entry @heavy(%p: tile<ptr<i32>>, %n: tile<i32>) {
    %one = constant <i32: 1> : tile<i32>
    for %i in (%one to %n, step %one) : tile<i32> {
      %c = cmpi less_than %i, %n, signed : tile<i32> -> tile<i1>
      if %c {
        store_ptr_tko weak %p, %n : tile<ptr<i32>>, tile<i32> -> token
      }
    }
    return
  }
  // CHECK-LABEL: entry @equality
  // DEFAULT-COUNT-1: for
  // THREE-COUNT-1: for
  // ZERO-COUNT-1: for
  // PEEL-COUNT-3: for
  // CHECK-NOT: for
  entry @equality(%p: tile<ptr<i32>>, %n: tile<i32>) {
    %one = constant <i32: 1> : tile<i32>
    for %i in (%one to %n, step %one) : tile<i32> {
      %c = cmpi not_equal %n, %i, signed : tile<i32> -> tile<i1>
      if %c {
        store_ptr_tko weak %p, %n : tile<ptr<i32>>, tile<i32> -> token
      }
    }
    return
  }
  // The literal that a counter is compared with may stand in the loop.
  // CHECK-LABEL: entry @literal
  // PEEL: constant <i32: 9>
  // PEEL-COUNT-3: for
  // CHECK: return
  entry @literal(%p: tile<ptr<i32>>, %n: tile<i32>) {
    %one = constant <i32: 1> : tile<i32>
    for %i in (%one to %n, step %one) : tile<i32> {
      %nine = constant <i32: 9> : tile<i32>
      %c = cmpi equal %nine, %i, signed : tile<i32> -> tile<i1>
      if %c {
        store_ptr_tko weak %p, %n : tile<ptr<i32>>, tile<i32> -> token
      }
    }
    return
  }
  // Hints override the option: that of the branch first,
  // CHECK-LABEL: entry @hint_of_branch
  // CHECK-COUNT-2: for
  // CHECK-NOT: for
  entry @hint_of_branch(%p: tile<ptr<i32>>, %n: tile<i32>) {
    %one = constant <i32: 1> : tile<i32>
    for %i in (%one to %n, step %one) : tile<i32> {
      %c = cmpi less_than %i, %n, signed : tile<i32> -> tile<i1>
      if %c {
        store_ptr_tko weak %p, %n : tile<ptr<i32>>, tile<i32> -> token
      } {cuda_tile.loop_split = 1}
    } {cuda_tile.loop_split = 0}
    return
  }
  // then that of the loop,
  // CHECK-LABEL: entry @hint_of_loop
  // CHECK-COUNT-1: for
  // CHECK-NOT: for
  entry @hint_of_loop(%p: tile<ptr<i32>>, %n: tile<i32>) {
    %one = constant <i32: 1> : tile<i32>
    for %i in (%one to %n, step %one) : tile<i32> {
      %c = cmpi less_than %i, %n, signed : tile<i32> -> tile<i1>
      if %c {
        store_ptr_tko weak %p, %n : tile<ptr<i32>>, tile<i32> -> token
      }
    } {cuda_tile.loop_split = 0}
    return
  }
  // then that of the function.
  // CHECK-LABEL: entry @hint_of_entry
  // CHECK-COUNT-1: for
  // CHECK-NOT: for
  entry @hint_of_entry(%p: tile<ptr<i32>>, %n: tile<i32>) {
    %one = constant <i32: 1> : tile<i32>
    for %i in (%one to %n, step %one) : tile<i32> {
      %c = cmpi less_than %i, %n, signed : tile<i32> -> tile<i1>
      if %c {
        store_ptr_tko weak %p, %n : tile<ptr<i32>>, tile<i32> -> token
      }
    }
    return
  } {cuda_tile.loop_split = 0}
}
