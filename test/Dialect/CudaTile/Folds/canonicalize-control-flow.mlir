// Branches and loops that run a known number of times, and values that they
// carry for nothing.
//
// RUN: cuda-tile-opt %s --canonicalize --split-input-file | FileCheck %s

cuda_tile.module @m {
  // CHECK-LABEL: testing$func @taken
  // CHECK-SAME: %[[X:.*]]: tile<i32>, %[[Y:.*]]: tile<i32>
  testing$func @taken(%x: tile<i32>, %y: tile<i32>) -> (tile<i32>, tile<i32>) {
    %true = constant <i1: true> : tile<i1>
    %false = constant <i1: false> : tile<i1>
    // CHECK-NEXT: %[[SUM:.*]] = addi
    %0 = if %true -> (tile<i32>) {
      %s = addi %x, %y : tile<i32>
      yield %s : tile<i32>
    } else {
      yield %y : tile<i32>
    }
    %1 = if %false -> (tile<i32>) {
      yield %x : tile<i32>
    } else {
      yield %y : tile<i32>
    }
    if %false {
      assert %false, "never" : tile<i1>
    }
    // CHECK-NEXT: return %[[SUM]], %[[Y]]
    return %0, %1 : tile<i32>, tile<i32>
  }
}

// -----

// A branch that leaves takes what comes after it along.
cuda_tile.module @m {
  // CHECK-LABEL: entry @leaves
  entry @leaves(%p: tile<ptr<i32>>, %c: tile<i1>, %d: tile<i1>) {
    %true = constant <i1: true> : tile<i1>
    %x = constant <i32: 1> : tile<i32>
    // CHECK: store_ptr_tko
    %t = store_ptr_tko weak %p, %x : tile<ptr<i32>>, tile<i32> -> token
    // CHECK-NEXT: if
    if %c {
      // CHECK-NEXT: assert %{{.*}}, "stays"
      assert %d, "stays" : tile<i1>
      %0 = if %true -> (tile<i32>) {
        // CHECK-NEXT: return
        return
      } else {
        yield %x : tile<i32>
      }
      // CHECK-NOT: store
      %t1 = store_ptr_tko weak %p, %0 : tile<ptr<i32>>, tile<i32> -> token
      yield
    }
    // CHECK: assert %{{.*}}, "after"
    assert %c, "after" : tile<i1>
    return
  }
}

// -----

cuda_tile.module @m {
  // CHECK-LABEL: testing$func @branch_values
  // CHECK-SAME: %[[C:.*]]: tile<i1>, %[[X:.*]]: tile<i32>, %[[Y:.*]]: tile<i32>, %[[A:.*]]: tile<4xf4E2M1FN>, %[[B:.*]]: tile<4xf4E2M1FN>
  testing$func @branch_values(%c: tile<i1>, %x: tile<i32>, %y: tile<i32>, %a: tile<4xf4E2M1FN>, %b: tile<4xf4E2M1FN>) -> (tile<i32>, tile<i32>, tile<4xf4E2M1FN>) {
    // CHECK: %[[CHOSEN:.*]] = select %[[C]], %[[X]], %[[Y]]
    // CHECK: %[[REST:.*]] = if %[[C]] -> (tile<4xf4E2M1FN>) {
    // CHECK-NEXT: yield %[[A]]
    // CHECK-NEXT: } else {
    // CHECK-NEXT: yield %[[B]]
    %0:4 = if %c -> (tile<i32>, tile<i32>, tile<i32>, tile<4xf4E2M1FN>) {
      yield %x, %x, %x, %a : tile<i32>, tile<i32>, tile<i32>, tile<4xf4E2M1FN>
    } else {
      yield %x, %y, %y, %b : tile<i32>, tile<i32>, tile<i32>, tile<4xf4E2M1FN>
    }
    // CHECK: return %[[X]], %[[CHOSEN]], %[[REST]]
    return %0#0, %0#1, %0#3 : tile<i32>, tile<i32>, tile<4xf4E2M1FN>
  }

  // Inside, the condition is known; behind, it is not.
  // CHECK-LABEL: testing$func @known_inside
  // CHECK-SAME: %[[C:.*]]: tile<i1>, %[[X:.*]]: tile<i32>, %[[Y:.*]]: tile<i32>
  testing$func @known_inside(%c: tile<i1>, %x: tile<i32>, %y: tile<i32>) {
    // CHECK: if %[[C]] {
    // CHECK-NEXT: print_tko {{.*}}, %[[X]]
    // CHECK-NEXT: } else {
    // CHECK-NEXT: print_tko {{.*}}, %[[Y]]
    // CHECK-NEXT: }
    if %c {
      if %c {
        %t = print_tko "%d", %x : tile<i32> -> token
      }
    } else {
      %z = select %c, %x, %y : tile<i1>, tile<i32>
      %t = print_tko "%d", %z : tile<i32> -> token
    }
    // CHECK-NEXT: assert %[[C]]
    assert %c, "behind" : tile<i1>
    return
  }

  // CHECK-LABEL: testing$func @empty_branches
  testing$func @empty_branches(%c: tile<i1>, %d: tile<i1>) {
    // CHECK: if %{{.*}} {
    // CHECK-NEXT: assert
    // CHECK-NEXT: }
    // CHECK-NEXT: return
    if %c {
      assert %d, "kept" : tile<i1>
    } else {
      yield
    }
    if %c {
    }
    return
  }
}

// -----

cuda_tile.module @m {
  // CHECK-LABEL: testing$func @trips
  // CHECK-SAME: %[[X:.*]]: tile<i32>, %[[N:.*]]: tile<i32>
  testing$func @trips(%x: tile<i32>, %n: tile<i32>) -> (tile<i32>, tile<i32>, tile<i32>, tile<i32>, tile<i32>) {
    // CHECK-DAG: %[[M:.*]] = constant <i32: -1> : tile<i32>
    %m = constant <i32: -1> : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %eight = constant <i32: 8> : tile<i32>
    %nine = constant <i32: 9> : tile<i32>
    // None: 0 is not below 0, nor 8 below -1.
    %0 = for %i in (%n to %n, step %x) : tile<i32> iter_values(%v = %x) -> (tile<i32>) {
      %s = addi %v, %i : tile<i32>
      continue %s : tile<i32>
    }
    %1 = for %i in (%eight to %m, step %x) : tile<i32> iter_values(%v = %x) -> (tile<i32>) {
      %s = addi %v, %i : tile<i32>
      continue %s : tile<i32>
    }
    // Read as unsigned, -1 is far above.
    // CHECK: %[[MANY:.*]] = for unsigned
    // CHECK: }
    %2 = for unsigned %i in (%eight to %m, step %eight) : tile<i32> iter_values(%v = %x) -> (tile<i32>) {
      %s = addi %v, %i : tile<i32>
      continue %s : tile<i32>
    }
    // One: -1 + 9 is not below 8.
    // CHECK-NEXT: %[[ONCE:.*]] = muli %[[X]], %[[M]]
    %3 = for %i in (%m to %eight, step %nine) : tile<i32> iter_values(%v = %x) -> (tile<i32>) {
      %s = muli %v, %i : tile<i32>
      continue %s : tile<i32>
    }
    // Two: -1 + 8 is.
    // CHECK-NEXT: %[[TWICE:.*]] = for
    %4 = for %i in (%m to %eight, step %eight) : tile<i32> iter_values(%v = %x) -> (tile<i32>) {
      %s = muli %v, %i : tile<i32>
      continue %s : tile<i32>
    }
    // CHECK: return %[[X]], %[[X]], %[[MANY]], %[[ONCE]], %[[TWICE]]
    return %0, %1, %2, %3, %4 : tile<i32>, tile<i32>, tile<i32>, tile<i32>, tile<i32>
  }
}

// -----

// An iteration that may end early does not become straight code, and a step
// that is not positive is undefined.
cuda_tile.module @m {
  // CHECK-LABEL: testing$func @not_inlined
  testing$func @not_inlined(%c: tile<i1>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %m = constant <i32: -1> : tile<i32>
    // CHECK: for
    for %i in (%zero to %one, step %one) : tile<i32> {
      if %c {
        continue
      }
      assert %c, "early" : tile<i1>
    }
    // CHECK: for
    for %i in (%zero to %one, step %m) : tile<i32> {
      assert %c, "wrong" : tile<i1>
    }
    return
  }
}

// -----

cuda_tile.module @m {
  // CHECK-LABEL: testing$func @loop_values
  // CHECK-SAME: %[[X:.*]]: tile<i32>, %[[N:.*]]: tile<i32>, %[[C:.*]]: tile<i1>
  testing$func @loop_values(%x: tile<i32>, %n: tile<i32>, %c: tile<i1>) -> (tile<i32>, tile<i32>) {
    %one = constant <i32: 1> : tile<i32>
    // The second value never changes, on neither way round; the third one is
    // not used.
    // CHECK: %[[R:.*]] = for %[[I:.*]] in (%[[X]] to %[[N]], step %{{.*}}) : tile<i32> iter_values(%[[V:.*]] = %[[X]]) -> (tile<i32>) {
    %0:3 = for %i in (%x to %n, step %one) : tile<i32> iter_values(%v = %x, %w = %n, %u = %x) -> (tile<i32>, tile<i32>, tile<i32>) {
      if %c {
        // CHECK: continue %[[I]]
        continue %i, %n, %i : tile<i32>, tile<i32>, tile<i32>
      }
      // CHECK: %[[S:.*]] = addi %[[V]], %[[N]]
      %s = addi %v, %w : tile<i32>
      // CHECK-NEXT: continue %[[S]]
      continue %s, %w, %s : tile<i32>, tile<i32>, tile<i32>
    }
    // CHECK: return %[[R]], %[[N]]
    return %0#0, %0#1 : tile<i32>, tile<i32>
  }

  // CHECK-LABEL: testing$func @changed_in_a_branch
  testing$func @changed_in_a_branch(%x: tile<i32>, %n: tile<i32>, %c: tile<i1>) -> tile<i32> {
    %one = constant <i32: 1> : tile<i32>
    // CHECK: for {{.*}} iter_values(%[[V:.*]] =
    %0 = for %i in (%x to %n, step %one) : tile<i32> iter_values(%v = %x) -> (tile<i32>) {
      if %c {
        continue %i : tile<i32>
      }
      continue %v : tile<i32>
    }
    return %0 : tile<i32>
  }
}

// -----

cuda_tile.module @m {
  // CHECK-LABEL: testing$func @breaks_at_once
  // CHECK-SAME: %[[X:.*]]: tile<i32>
  testing$func @breaks_at_once(%x: tile<i32>) -> tile<f32> {
    // CHECK-NEXT: %[[F:.*]] = itof %[[X]]
    // CHECK-NEXT: return %[[F]]
    %0 = loop iter_values(%v = %x) : tile<i32> -> tile<f32> {
      %f = itof %v signed : tile<i32> -> tile<f32>
      break %f : tile<f32>
    }
    return %0 : tile<f32>
  }

  // CHECK-LABEL: testing$func @may_go_on
  testing$func @may_go_on(%x: tile<i32>, %c: tile<i1>) {
    // CHECK: loop {
    loop {
      if %c {
        continue
      }
      break
    }
    return
  }

  // CHECK-LABEL: entry @ends_the_kernel
  entry @ends_the_kernel(%c: tile<i1>) {
    // CHECK-NEXT: assert %{{.*}}, "before"
    // CHECK-NEXT: return
    loop {
      assert %c, "before" : tile<i1>
      return
    }
    assert %c, "never" : tile<i1>
    return
  }

  // CHECK-LABEL: testing$func @loop_values
  // CHECK-SAME: %[[X:.*]]: tile<i32>, %[[C:.*]]: tile<i1>
  testing$func @loop_values(%x: tile<i32>, %c: tile<i1>) -> tile<i32> {
    // CHECK: loop iter_values(%[[V:.*]] = %[[X]]) : tile<i32> -> tile<i32> {
    %0:2 = loop iter_values(%v = %x, %w = %x, %u = %x) : tile<i32>, tile<i32>, tile<i32> -> tile<i32>, tile<i32> {
      if %c {
        // CHECK: break %[[V]] : tile<i32>
        break %x, %v : tile<i32>, tile<i32>
      }
      // CHECK: addi %[[V]], %[[X]]
      %s = addi %v, %w : tile<i32>
      // CHECK-NEXT: continue %{{.*}} : tile<i32>
      continue %s, %w, %s : tile<i32>, tile<i32>, tile<i32>
    }
    return %0#1 : tile<i32>
  }
}

// -----

// What has no effect and is not used: a `for` ends, so it goes. A `loop` may
// not, so it stays, and so does an iteration's early end.
cuda_tile.module @m {
  // CHECK-LABEL: testing$func @unused
  testing$func @unused(%n: tile<i32>, %c: tile<i1>) {
    %zero = constant <i32: 0> : tile<i32>
    // CHECK-NOT: for
    %0 = for %i in (%zero to %n, step %n) : tile<i32> iter_values(%v = %n) -> (tile<i32>) {
      %s = addi %v, %i : tile<i32>
      continue %s : tile<i32>
    }
    // CHECK: loop
    loop {
    }
    return
  }

  // CHECK-LABEL: testing$func @early
  testing$func @early(%n: tile<i32>, %c: tile<i1>) {
    // CHECK: for
    %one = constant <i32: 1> : tile<i32>
    for %i in (%one to %n, step %one) : tile<i32> {
      // CHECK: if
      // CHECK-NEXT: continue
      if %c {
        continue
      }
      // CHECK: assert
      assert %c, "not always" : tile<i1>
    }
    return
  }
}
