// RUN: cuda-tile-opt %s --split-input-file \
// RUN:   --pass-pipeline='builtin.module(cuda_tile.module(cuda_tile.entry(loop-split)))' | FileCheck %s
// RUN: cuda-tile-opt %s --split-input-file --loop-split | FileCheck %s

// CHECK-LABEL: cuda_tile.module @orders
cuda_tile.module @orders {
  // CHECK-LABEL: entry @less
  // CHECK-SAME: (%[[P:.*]]: tile<ptr<i32>>, %[[LB:.*]]: tile<i32>, %[[UB:.*]]: tile<i32>, %[[N:.*]]: tile<i32>)
  entry @less(%p: tile<ptr<i32>>, %lb: tile<i32>, %ub: tile<i32>, %n: tile<i32>) {
    %one = constant <i32: 1> : tile<i32>
    // CHECK:      %[[END:.*]] = mini %[[N]], %[[UB]] signed
    // CHECK-NEXT: %[[BEGIN:.*]] = maxi %[[N]], %[[LB]] signed
    // CHECK-NEXT: %[[FIRST:.*]] = for %{{.*}} in (%[[LB]] to %[[END]], step %[[ONE:.*]]) : tile<i32> iter_values(%[[A:.*]] = %[[LB]])
    // CHECK-NOT:    if
    // CHECK:        %[[X:.*]] = addi %[[A]], %[[N]]
    // CHECK-NEXT:   continue %[[X]]
    // CHECK:      for %{{.*}} in (%[[BEGIN]] to %[[UB]], step %[[ONE]]) : tile<i32> iter_values(%[[B:.*]] = %[[FIRST]])
    // CHECK-NOT:    if
    // CHECK:        %[[Y:.*]] = subi %[[B]], %[[N]]
    // CHECK-NEXT:   continue %[[Y]]
    // CHECK-NOT:  cmpi
    %r = for %i in (%lb to %ub, step %one) : tile<i32> iter_values(%a = %lb) -> (tile<i32>) {
      %c = cmpi less_than %i, %n, signed : tile<i32> -> tile<i1>
      %v = if %c -> (tile<i32>) {
        %x = addi %a, %n : tile<i32>
        yield %x : tile<i32>
      } else {
        %x = subi %a, %n : tile<i32>
        yield %x : tile<i32>
      }
      continue %v : tile<i32>
    }
    store_ptr_tko weak %p, %r : tile<ptr<i32>>, tile<i32> -> token
    return
  }

  // The bound is one more, which must not wrap; the counter stands on the right.
  // CHECK-LABEL: entry @not_below
  // CHECK-SAME: (%{{.*}}: tile<ptr<i32>>, %[[LB:.*]]: tile<i32>, %[[UB:.*]]: tile<i32>, %[[N:.*]]: tile<i32>)
  entry @not_below(%p: tile<ptr<i32>>, %lb: tile<i32>, %ub: tile<i32>, %n: tile<i32>) {
    %one = constant <i32: 1> : tile<i32>
    // CHECK:      %[[LAST:.*]] = subi %[[UB]], %[[ONE:.*]] :
    // CHECK-NEXT: %[[LEAST:.*]] = mini %[[N]], %[[LAST]] unsigned
    // CHECK-NEXT: %[[SPLIT:.*]] = addi %[[LEAST]], %[[ONE]]
    // CHECK-NEXT: mini %[[SPLIT]], %[[UB]] unsigned
    // CHECK-NEXT: maxi %[[SPLIT]], %[[LB]] unsigned
    // CHECK-NEXT: for unsigned
    // CHECK-NEXT:   store_ptr_tko
    // CHECK:      for unsigned
    // CHECK-NEXT: }
    for unsigned %i in (%lb to %ub, step %one) : tile<i32> {
      %c = cmpi greater_than_or_equal %n, %i, unsigned : tile<i32> -> tile<i1>
      if %c {
        store_ptr_tko weak %p, %n : tile<ptr<i32>>, tile<i32> -> token
      }
    }
    return
  }

  // With another step the second loop begins on a step of the first one.
  // CHECK-LABEL: entry @step
  entry @step(%p: tile<ptr<i32>>) {
    %c0 = constant <i32: 0> : tile<i32>
    %c4 = constant <i32: 4> : tile<i32>
    %c30 = constant <i32: 30> : tile<i32>
    %c99 = constant <i32: 99> : tile<i32>
    // CHECK:      %[[SPLIT:.*]] = addi
    // CHECK-NEXT: %[[DISTANCE:.*]] = subi %[[SPLIT]], %[[LB:.*]] :
    // CHECK-NEXT: %[[STEPS:.*]] = divi %[[DISTANCE]], %[[STEP:.*]] signed rounding<positive_inf>
    // CHECK-NEXT: %[[OFFSET:.*]] = muli %[[STEPS]], %[[STEP]]
    // CHECK-NEXT: %[[ALIGNED:.*]] = addi %[[LB]], %[[OFFSET]]
    // CHECK-NEXT: %[[END:.*]] = mini %[[ALIGNED]], %[[UB:.*]] signed
    // CHECK-NEXT: %[[BEGIN:.*]] = maxi %[[ALIGNED]], %[[LB]] signed
    // CHECK-NEXT: for %{{.*}} in (%[[LB]] to %[[END]], step %[[STEP]])
    // CHECK:      for %{{.*}} in (%[[BEGIN]] to %[[UB]], step %[[STEP]])
    // CHECK:        store_ptr_tko
    for %i in (%c0 to %c99, step %c4) : tile<i32> {
      %c = cmpi greater_than %i, %c30, signed : tile<i32> -> tile<i1>
      if %c {
        store_ptr_tko weak %p, %i : tile<ptr<i32>>, tile<i32> -> token
      }
    }
    return
  }
}

// -----

// CHECK-LABEL: cuda_tile.module @places
cuda_tile.module @places {
  // A branch that ends the iteration takes what follows with it.
  // CHECK-LABEL: entry @continues
  entry @continues(%p: tile<ptr<i32>>, %n: tile<i32>) {
    %one = constant <i32: 1> : tile<i32>
    // CHECK:      for
    // CHECK-NEXT:   muli
    // CHECK-NEXT:   continue
    // CHECK-NEXT: }
    // CHECK:      for
    // CHECK-NOT:    if
    // CHECK:        store_ptr_tko
    // CHECK-NEXT:   continue
    %r = for %i in (%one to %n, step %one) : tile<i32> iter_values(%a = %one) -> (tile<i32>) {
      %c = cmpi less_than %i, %n, signed : tile<i32> -> tile<i1>
      %v = if %c -> (tile<i32>) {
        %x = muli %i, %a : tile<i32>
        continue %x : tile<i32>
      } else {
        yield %i : tile<i32>
      }
      %d = cmpi greater_than_or_equal %i, %n, signed : tile<i32> -> tile<i1>
      if %d {
        store_ptr_tko weak %p, %v : tile<ptr<i32>>, tile<i32> -> token
      }
      continue %v : tile<i32>
    }
    return
  }

  // Deeper inside and in other uses the condition becomes a literal.
  // CHECK-LABEL: entry @nested
  entry @nested(%p: tile<ptr<i32>>, %n: tile<i32>) {
    %one = constant <i32: 1> : tile<i32>
    // CHECK:      for
    // CHECK:        %[[TRUE:.*]] = constant <i1: true>
    // CHECK:        loop
    // CHECK:          if %[[TRUE]]
    // CHECK:        select %[[TRUE]]
    // CHECK:      for
    // CHECK:        %[[FALSE:.*]] = constant <i1: false>
    // CHECK:        loop
    // CHECK:          if %[[FALSE]]
    // CHECK:        select %[[FALSE]]
    for %i in (%one to %n, step %one) : tile<i32> {
      %c = cmpi less_than %i, %n, signed : tile<i32> -> tile<i1>
      loop {
        if %c {
          store_ptr_tko weak %p, %n : tile<ptr<i32>>, tile<i32> -> token
        }
        break
      }
      %v = select %c, %n, %i : tile<i1>, tile<i32>
      store_ptr_tko weak %p, %v : tile<ptr<i32>>, tile<i32> -> token
    }
    return
  }

  // A condition may stand in a branch that goes away.
  // CHECK-LABEL: entry @in_a_dead_branch
  entry @in_a_dead_branch(%p: tile<ptr<i32>>, %n: tile<i32>) {
    %one = constant <i32: 1> : tile<i32>
    // CHECK:      for
    // CHECK:        %[[TRUE:.*]] = constant <i1: true>
    // CHECK:        if %[[TRUE]]
    // CHECK:      for
    // CHECK-NEXT: }
    for %i in (%one to %n, step %one) : tile<i32> {
      %c = cmpi less_than %i, %n, signed : tile<i32> -> tile<i1>
      if %c {
        %d = cmpi greater_than %n, %i, signed : tile<i32> -> tile<i1>
        if %d {
          store_ptr_tko weak %p, %n : tile<ptr<i32>>, tile<i32> -> token
        }
      }
    }
    return
  }

  // Inner loops are split in each copy of the outer one.
  // CHECK-LABEL: entry @two_loops
  entry @two_loops(%p: tile<ptr<i32>>, %n: tile<i32>) {
    %one = constant <i32: 1> : tile<i32>
    // CHECK-COUNT-6: for
    // CHECK-NOT: if
    for %i in (%one to %n, step %one) : tile<i32> {
      %c = cmpi less_than %i, %n, signed : tile<i32> -> tile<i1>
      if %c {
        store_ptr_tko weak %p, %n : tile<ptr<i32>>, tile<i32> -> token
      }
      for %j in (%one to %n, step %one) : tile<i32> {
        %d = cmpi less_than %j, %i, signed : tile<i32> -> tile<i1>
        if %d {
          store_ptr_tko weak %p, %i : tile<ptr<i32>>, tile<i32> -> token
        }
      }
    }
    return
  }

  // The literal stands inside the loop; the bounds are computed outside.
  // CHECK-LABEL: entry @literal_inside
  entry @literal_inside(%p: tile<ptr<i32>>, %n: tile<i32>) {
    %one = constant <i32: 1> : tile<i32>
    // CHECK:      %[[BOUND:.*]] = constant <i32: 9>
    // CHECK-NEXT: mini %[[BOUND]]
    // CHECK-COUNT-2: for
    for %i in (%one to %n, step %one) : tile<i32> {
      %nine = constant <i32: 9> : tile<i32>
      %c = cmpi less_than %i, %nine, signed : tile<i32> -> tile<i1>
      if %c {
        store_ptr_tko weak %p, %n : tile<ptr<i32>>, tile<i32> -> token
      }
    }
    return
  }
}

// -----

// What must stay as it is: each is a near twin of what is split above.
// CHECK-LABEL: cuda_tile.module @kept
cuda_tile.module @kept {
  // CHECK-LABEL: entry @other_signedness
  // CHECK-COUNT-1: for
  // CHECK-NOT: for
  entry @other_signedness(%p: tile<ptr<i32>>, %n: tile<i32>) {
    %one = constant <i32: 1> : tile<i32>
    for %i in (%one to %n, step %one) : tile<i32> {
      %c = cmpi less_than %i, %n, unsigned : tile<i32> -> tile<i1>
      if %c {
        store_ptr_tko weak %p, %n : tile<ptr<i32>>, tile<i32> -> token
      }
    }
    return
  }
  // CHECK-LABEL: entry @bound_changes
  // CHECK-COUNT-1: for
  // CHECK-NOT: for
  entry @bound_changes(%p: tile<ptr<i32>>, %n: tile<i32>) {
    %one = constant <i32: 1> : tile<i32>
    for %i in (%one to %n, step %one) : tile<i32> iter_values(%a = %n) -> (tile<i32>) {
      %c = cmpi less_than %i, %a, signed : tile<i32> -> tile<i1>
      if %c {
        store_ptr_tko weak %p, %n : tile<ptr<i32>>, tile<i32> -> token
      }
      continue %i : tile<i32>
    }
    return
  }
  // The square may wrap and come back.
  // CHECK-LABEL: entry @not_the_counter
  // CHECK-COUNT-1: for
  // CHECK-NOT: for
  entry @not_the_counter(%p: tile<ptr<i32>>, %n: tile<i32>) {
    %one = constant <i32: 1> : tile<i32>
    for %i in (%one to %n, step %one) : tile<i32> {
      %square = muli %i, %i : tile<i32>
      %c = cmpi less_than %square, %n, signed : tile<i32> -> tile<i1>
      if %c {
        store_ptr_tko weak %p, %n : tile<ptr<i32>>, tile<i32> -> token
      }
    }
    return
  }
  // CHECK-LABEL: entry @equality
  // CHECK-COUNT-1: for
  // CHECK-NOT: for
  entry @equality(%p: tile<ptr<i32>>, %n: tile<i32>) {
    %one = constant <i32: 1> : tile<i32>
    for %i in (%one to %n, step %one) : tile<i32> {
      %c = cmpi equal %i, %n, signed : tile<i32> -> tile<i1>
      if %c {
        store_ptr_tko weak %p, %n : tile<ptr<i32>>, tile<i32> -> token
      }
    }
    return
  }
  // CHECK-LABEL: entry @no_branch
  // CHECK-COUNT-1: for
  // CHECK-NOT: for
  entry @no_branch(%p: tile<ptr<i32>>, %n: tile<i32>) {
    %one = constant <i32: 1> : tile<i32>
    for %i in (%one to %n, step %one) : tile<i32> {
      %c = cmpi less_than %i, %n, signed : tile<i32> -> tile<i1>
      %v = select %c, %n, %i : tile<i1>, tile<i32>
      store_ptr_tko weak %p, %v : tile<ptr<i32>>, tile<i32> -> token
    }
    return
  }

  // The branch that ends an iteration is known once the one before it has been
  // resolved, which yields the condition.
  // CHECK-LABEL: entry @yielded_condition(
  entry @yielded_condition(%n: tile<i32>, %m: tile<i32>) {
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    // CHECK: for
    // CHECK-NOT: print_tko "late
    // CHECK: for
    // CHECK: print_tko "late
    // CHECK-NOT: for
    for %iv in (%c0 to %n, step %c1) : tile<i32> {
      %c = cmpi less_than %iv, %m, signed : tile<i32> -> tile<i1>
      %d = if %c -> (tile<i1>) {
        %t0 = print_tko "early %d", %iv : tile<i32> -> token
        yield %c : tile<i1>
      } else {
        yield %c : tile<i1>
      }
      if %d {
        continue
      }
      %t1 = print_tko "late %d", %iv : tile<i32> -> token
      continue
    }
    return
  }
}
