// Passes of MLIR that look through regions leave programs with early exits
// right: they know nothing of the values of branches and loops.
//
// RUN: cuda-tile-opt %s --sccp | FileCheck %s
// RUN: cuda-tile-opt %s --remove-dead-values | FileCheck %s --check-prefix=DEAD
// RUN: cuda-tile-opt %s --canonicalize --cse --loop-invariant-code-motion --sccp --symbol-dce | FileCheck %s --check-prefix=ALL

cuda_tile.module @m {
  // CHECK-LABEL: entry @kernel
  // DEAD-LABEL: entry @kernel
  // DEAD-SAME: tile<ptr<i32>>, %{{.*}}: tile<i32>, %{{.*}}: tile<i32>
  // ALL-LABEL: entry @kernel
  entry @kernel(%p: tile<ptr<i32>>, %n: tile<i32>, %unused: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    // CHECK: %[[TWO:.*]] = constant <i32: 2> : tile<i32>
    %two = addi %one, %one : tile<i32>
    // The value is 1 on one way and more on the other.
    // CHECK: iter_values(%[[V:.*]] = %{{.*}})
    // DEAD: iter_values(%[[V:.*]] = %{{.*}})
    %r = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%v = %one) -> (tile<i32>) {
      // CHECK: cmpi greater_than %[[V]], %[[TWO]]
      // DEAD: cmpi greater_than %[[V]]
      %c = cmpi greater_than %v, %two, signed : tile<i32> -> tile<i1>
      // ALL: if
      if %c {
        // ALL: continue
        // DEAD: continue %{{.*}} : tile<i32>
        continue %one : tile<i32>
      }
      // ALL: store_ptr_tko
      %t = store_ptr_tko relaxed device %p, %v : tile<ptr<i32>>, tile<i32> -> token
      // CHECK: addi %[[V]]
      // DEAD: addi %[[V]]
      %s = addi %v, %one : tile<i32>
      continue %s : tile<i32>
    }
    // CHECK: store_ptr_tko weak
    // DEAD: store_ptr_tko weak
    // ALL: store_ptr_tko weak
    %t = store_ptr_tko weak %p, %r : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
