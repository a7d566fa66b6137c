// Branches that are turned around, joined or left out; choices of choices.
//
// RUN: cuda-tile-opt %s --canonicalize --split-input-file | FileCheck %s

cuda_tile.module @m {
  // CHECK-LABEL: testing$func @opposite
  // CHECK-SAME: (%[[C:.*]]: tile<i1>, %[[X:.*]]: tile<i32>)
  testing$func @opposite(%c: tile<i1>, %x: tile<i32>) -> tile<i32> {
    %true = constant <i1: true> : tile<i1>
    %not = xori %c, %true : tile<i1>
    // CHECK-NOT: xori
    // CHECK: if %[[C]]
    // CHECK-NEXT: muli
    // CHECK: else
    // CHECK-NEXT: addi
    %0 = if %not -> (tile<i32>) {
      %1 = addi %x, %x : tile<i32>
      yield %1 : tile<i32>
    } else {
      %1 = muli %x, %x : tile<i32>
      yield %1 : tile<i32>
    }
    return %0 : tile<i32>
  }

  // A branch without the other one keeps its side.
  // CHECK-LABEL: testing$func @opposite_alone
  testing$func @opposite_alone(%c: tile<i1>, %p: tile<ptr<i32>>, %x: tile<i32>) {
    %true = constant <i1: true> : tile<i1>
    // CHECK: %[[NOT:.*]] = xori
    // CHECK-NEXT: if %[[NOT]] {
    %not = xori %c, %true : tile<i1>
    if %not {
      %t = store_ptr_tko weak %p, %x : tile<ptr<i32>>, tile<i32> -> token
    }
    return
  }
}

// -----

cuda_tile.module @m {
  // CHECK-LABEL: testing$func @adjacent
  // CHECK-SAME: (%[[C:.*]]: tile<i1>, %[[X:.*]]: tile<i32>, %[[Y:.*]]: tile<i32>)
  testing$func @adjacent(%c: tile<i1>, %x: tile<i32>, %y: tile<i32>) -> (tile<i32>, tile<i32>) {
    // CHECK: %[[R:.*]]:2 = if %[[C]] -> (tile<i32>, tile<i32>)
    // CHECK-NEXT: %[[A:.*]] = addi %[[X]], %[[Y]]
    // CHECK-NEXT: %[[B:.*]] = muli %[[A]], %[[X]]
    // CHECK-NEXT: yield %[[A]], %[[B]]
    // CHECK-NEXT: else
    // CHECK-NEXT: %[[A:.*]] = subi %[[X]], %[[Y]]
    // CHECK-NEXT: %[[B:.*]] = muli %[[Y]], %[[A]]
    // CHECK-NEXT: yield %[[A]], %[[B]]
    %0 = if %c -> (tile<i32>) {
      %1 = addi %x, %y : tile<i32>
      yield %1 : tile<i32>
    } else {
      %1 = subi %x, %y : tile<i32>
      yield %1 : tile<i32>
    }
    %2 = if %c -> (tile<i32>) {
      %1 = muli %0, %x : tile<i32>
      yield %1 : tile<i32>
    } else {
      %1 = muli %y, %0 : tile<i32>
      yield %1 : tile<i32>
    }
    // CHECK: return %[[R]]#0, %[[R]]#1
    return %0, %2 : tile<i32>, tile<i32>
  }

  // All of a row, of which each may use the results of each before, and what
  // comes after the row those of all.
  // CHECK-LABEL: testing$func @adjacent_three
  // CHECK-SAME: (%[[C:.*]]: tile<i1>, %[[X:.*]]: tile<i32>, %[[Y:.*]]: tile<i32>)
  testing$func @adjacent_three(%c: tile<i1>, %x: tile<i32>, %y: tile<i32>) -> (tile<i32>, tile<i32>) {
    // CHECK: %[[R:.*]]:2 = if %[[C]] -> (tile<i32>, tile<i32>)
    // CHECK-NEXT: %[[A:.*]] = addi %[[X]], %[[Y]]
    // CHECK-NEXT: %[[B:.*]] = muli %[[A]], %[[X]]
    // CHECK-NEXT: %[[D:.*]] = subi %[[A]], %[[B]]
    // CHECK-NEXT: yield %[[A]], %[[D]]
    // CHECK-NEXT: else
    // CHECK-NEXT: %[[A:.*]] = muli %[[Y]], %[[X]]
    // CHECK-NEXT: %[[B:.*]] = subi %[[A]], %[[Y]]
    // CHECK-NEXT: yield %[[X]], %[[B]]
    // CHECK-NEXT: }
    // CHECK-NEXT: return %[[R]]#0, %[[R]]#1
    %0 = if %c -> (tile<i32>) {
      %1 = addi %x, %y : tile<i32>
      yield %1 : tile<i32>
    } else {
      yield %x : tile<i32>
    }
    %2 = if %c -> (tile<i32>) {
      %1 = muli %0, %x : tile<i32>
      yield %1 : tile<i32>
    } else {
      %1 = muli %y, %0 : tile<i32>
      yield %1 : tile<i32>
    }
    %3 = if %c -> (tile<i32>) {
      %1 = subi %0, %2 : tile<i32>
      yield %1 : tile<i32>
    } else {
      %1 = subi %2, %y : tile<i32>
      yield %1 : tile<i32>
    }
    return %0, %3 : tile<i32>, tile<i32>
  }

  // A side that one of them does not have.
  // CHECK-LABEL: testing$func @adjacent_alone
  testing$func @adjacent_alone(%c: tile<i1>, %p: tile<ptr<i32>>, %x: tile<i32>, %y: tile<i32>) -> tile<i32> {
    // CHECK: if
    // CHECK-NEXT: store_ptr_tko weak %{{.*}}, %[[X:.*]] :
    // CHECK-NEXT: addi %[[X]]
    // CHECK-NEXT: yield
    // CHECK-NEXT: else
    // CHECK-NEXT: muli
    // CHECK-NEXT: yield
    // CHECK-NEXT: }
    // CHECK-NEXT: return
    if %c {
      %t = store_ptr_tko weak %p, %x : tile<ptr<i32>>, tile<i32> -> token
    }
    %0 = if %c -> (tile<i32>) {
      %1 = addi %x, %y : tile<i32>
      yield %1 : tile<i32>
    } else {
      %1 = muli %x, %y : tile<i32>
      yield %1 : tile<i32>
    }
    return %0 : tile<i32>
  }

  // What comes after a return is not reached.
  // CHECK-LABEL: testing$func @adjacent_returns
  testing$func @adjacent_returns(%c: tile<i1>, %x: tile<i32>, %y: tile<i32>) -> tile<i32> {
    // CHECK: %[[R:.*]]:2 = if
    // CHECK-NEXT: %[[A:.*]] = addi
    // CHECK-NEXT: return %[[A]]
    // CHECK-NEXT: else
    // CHECK-NEXT: %[[A:.*]] = subi
    // CHECK-NEXT: %[[B:.*]] = muli %[[A]]
    // CHECK-NEXT: yield %[[A]], %[[B]]
    %0 = if %c -> (tile<i32>) {
      %1 = addi %x, %y : tile<i32>
      return %1 : tile<i32>
    } else {
      %1 = subi %x, %y : tile<i32>
      yield %1 : tile<i32>
    }
    %2 = if %c -> (tile<i32>) {
      %1 = xori %0, %x : tile<i32>
      yield %1 : tile<i32>
    } else {
      %1 = muli %0, %y : tile<i32>
      yield %1 : tile<i32>
    }
    // CHECK: ori %[[R]]#0, %[[R]]#1
    %3 = ori %0, %2 : tile<i32>
    return %3 : tile<i32>
  }

  // The second one returns where the first one does not.
  // CHECK-LABEL: testing$func @adjacent_second_returns
  testing$func @adjacent_second_returns(%c: tile<i1>, %p: tile<ptr<i32>>, %x: tile<i32>) {
    // CHECK: if
    // CHECK-NEXT: store_ptr_tko
    // CHECK-NEXT: return
    // CHECK-NEXT: }
    // CHECK-NEXT: print_tko
    if %c {
      %t = store_ptr_tko weak %p, %x : tile<ptr<i32>>, tile<i32> -> token
    }
    if %c {
      return
    }
    %t = print_tko "%d", %x : tile<i32> -> token
    return
  }

  // Something between them, or hints that differ.
  // CHECK-LABEL: testing$func @apart
  testing$func @apart(%c: tile<i1>, %p: tile<ptr<i32>>, %x: tile<i32>) {
    // CHECK: if
    if %c {
      %t = store_ptr_tko weak %p, %x : tile<ptr<i32>>, tile<i32> -> token
    }
    // CHECK: print_tko
    %t0 = print_tko "%d", %x : tile<i32> -> token
    // CHECK-NEXT: if
    if %c {
      %t = store_ptr_tko weak %p, %x : tile<ptr<i32>>, tile<i32> -> token
    }
    // CHECK: if
    if %c {
      %t = store_ptr_tko weak %p, %x : tile<ptr<i32>>, tile<i32> -> token
    } {cuda_tile.loop_split = 0}
    return
  }
}

// -----

cuda_tile.module @m {
  // CHECK-LABEL: testing$func @nested
  // CHECK-SAME: (%[[C:.*]]: tile<i1>, %[[D:.*]]: tile<i1>,
  testing$func @nested(%c: tile<i1>, %d: tile<i1>, %p: tile<ptr<i32>>, %x: tile<i32>) {
    // CHECK: %[[BOTH:.*]] = andi %[[C]], %[[D]]
    // CHECK-NEXT: if %[[BOTH]] {
    // CHECK-NEXT: store_ptr_tko
    // CHECK-NEXT: return
    // CHECK-NEXT: }
    // CHECK-NEXT: print_tko
    if %c {
      if %d {
        %t = store_ptr_tko weak %p, %x : tile<ptr<i32>>, tile<i32> -> token
        return
      }
    }
    %t = print_tko "%d", %x : tile<i32> -> token
    return
  }

  // The outer branch does more, or the inner one has another side.
  // CHECK-LABEL: testing$func @not_only_nested
  // CHECK-NOT: andi
  testing$func @not_only_nested(%c: tile<i1>, %d: tile<i1>, %x: tile<i32>) {
    if %c {
      if %d {
        %t = print_tko "%d", %x : tile<i32> -> token
      }
      %t = print_tko "%d", %x : tile<i32> -> token
    }
    %t = print_tko "%d", %x : tile<i32> -> token
    if %c {
      if %d {
        %t1 = print_tko "%d", %x : tile<i32> -> token
      } else {
        return
      }
    }
    return
  }
}

// -----

cuda_tile.module @m {
  // Nothing comes after two sides that both leave.
  // CHECK-LABEL: testing$func @both_leave
  // CHECK-SAME: (%[[C:.*]]: tile<i1>, %[[X:.*]]: tile<i32>, %[[Y:.*]]: tile<i32>)
  testing$func @both_leave(%c: tile<i1>, %x: tile<i32>, %y: tile<i32>) -> tile<i32> {
    // CHECK-NEXT: if %[[C]] {
    // CHECK-NEXT: print_tko "x"
    // CHECK-NEXT: return %[[X]]
    // CHECK-NEXT: }
    // CHECK-NEXT: print_tko "y"
    // CHECK-NEXT: return %[[Y]]
    // CHECK-NEXT: }
    %0 = if %c -> (tile<i32>) {
      %t = print_tko "x" -> token
      return %x : tile<i32>
    } else {
      %t = print_tko "y" -> token
      return %y : tile<i32>
    }
    %t = print_tko "never" -> token
    return %0 : tile<i32>
  }

  // CHECK-LABEL: testing$func @both_leave_the_loop
  testing$func @both_leave_the_loop(%c: tile<i1>, %x: tile<i32>) -> tile<i32> {
    // CHECK: loop
    // CHECK: if
    // CHECK-NEXT: break
    // CHECK-NEXT: }
    // CHECK-NEXT: %[[NEXT:.*]] = addi
    // CHECK-NEXT: continue %[[NEXT]]
    %0 = loop iter_values(%v = %x) : tile<i32> -> tile<i32> {
      %d = cmpi equal %v, %x, signed : tile<i32> -> tile<i1>
      if %d {
        break %v : tile<i32>
      } else {
        %n = addi %v, %x : tile<i32>
        continue %n : tile<i32>
      }
      break %x : tile<i32>
    }
    return %0 : tile<i32>
  }
}

// -----

cuda_tile.module @m {
  // One of two tiles, by one condition.
  // CHECK-LABEL: testing$func @tiles
  // CHECK-SAME: (%[[C:.*]]: tile<i1>, %[[X:.*]]: tile<2x4xf32>, %[[Y:.*]]: tile<2x4xf32>,
  testing$func @tiles(%c: tile<i1>, %x: tile<2x4xf32>, %y: tile<2x4xf32>, %a: tile<2xf4E2M1FN>, %b: tile<2xf4E2M1FN>) -> (tile<2x4xf32>, tile<2xf4E2M1FN>) {
    // CHECK: %[[ONE:.*]] = reshape %[[C]] : tile<i1> -> tile<1x1xi1>
    // CHECK: %[[ALL:.*]] = broadcast %[[ONE]] : tile<1x1xi1> -> tile<2x4xi1>
    // CHECK: select %[[ALL]], %[[X]], %[[Y]]
    // There is no choice of elements of 4 bits.
    // CHECK: if %[[C]] -> (tile<2xf4E2M1FN>)
    %0:2 = if %c -> (tile<2x4xf32>, tile<2xf4E2M1FN>) {
      yield %x, %a : tile<2x4xf32>, tile<2xf4E2M1FN>
    } else {
      yield %y, %b : tile<2x4xf32>, tile<2xf4E2M1FN>
    }
    return %0#0, %0#1 : tile<2x4xf32>, tile<2xf4E2M1FN>
  }

  // CHECK-LABEL: testing$func @choices
  // CHECK-SAME: (%[[C:.*]]: tile<4xi1>, %[[X:[^:]*]]: tile<4xi32>, %[[Y:[^:]*]]: tile<4xi32>, %[[Z:[^:]*]]: tile<4xi32>)
  testing$func @choices(%c: tile<4xi1>, %x: tile<4xi32>, %y: tile<4xi32>, %z: tile<4xi32>) -> (tile<4xi32>, tile<4xi32>) {
    %0 = select %c, %x, %y : tile<4xi1>, tile<4xi32>
    // CHECK: %[[A:.*]] = select %[[C]], %[[X]], %[[Z]]
    %1 = select %c, %0, %z : tile<4xi1>, tile<4xi32>
    // CHECK: %[[B:.*]] = select %[[C]], %[[Z]], %[[Y]]
    %2 = select %c, %z, %0 : tile<4xi1>, tile<4xi32>
    // CHECK: return %[[A]], %[[B]]
    return %1, %2 : tile<4xi32>, tile<4xi32>
  }

  // CHECK-LABEL: testing$func @equal
  // CHECK-SAME: (%[[X:.*]]: tile<i32>, %[[Y:.*]]: tile<i32>)
  testing$func @equal(%x: tile<i32>, %y: tile<i32>) -> (tile<i32>, tile<i32>, tile<i32>, tile<i32>) {
    %same = cmpi equal %x, %y, signed : tile<i32> -> tile<i1>
    %other = cmpi not_equal %x, %y, unsigned : tile<i32> -> tile<i1>
    %less = cmpi less_than %x, %y, signed : tile<i32> -> tile<i1>
    %0 = select %same, %x, %y : tile<i1>, tile<i32>
    %1 = select %same, %y, %x : tile<i1>, tile<i32>
    %2 = select %other, %x, %y : tile<i1>, tile<i32>
    // CHECK: %[[LESS:.*]] = select
    %3 = select %less, %x, %y : tile<i1>, tile<i32>
    // CHECK: return %[[Y]], %[[X]], %[[X]], %[[LESS]]
    return %0, %1, %2, %3 : tile<i32>, tile<i32>, tile<i32>, tile<i32>
  }

  // CHECK-LABEL: testing$func @numbers
  // CHECK-SAME: (%[[C:.*]]: tile<2xi1>)
  testing$func @numbers(%c: tile<2xi1>) -> (tile<2xi8>, tile<2xi64>, tile<2xi8>, tile<2xf32>) {
    %zero = constant <i8: 0> : tile<2xi8>
    %one = constant <i8: 1> : tile<2xi8>
    %minus = constant <i8: -1> : tile<2xi8>
    %zero64 = constant <i64: 0> : tile<2xi64>
    %one64 = constant <i64: 1> : tile<2xi64>
    %zerof = constant <f32: 0.0> : tile<2xf32>
    %onef = constant <f32: 1.0> : tile<2xf32>
    // CHECK: %[[A:.*]] = exti %[[C]] unsigned : tile<2xi1> -> tile<2xi8>
    %0 = select %c, %one, %zero : tile<2xi1>, tile<2xi8>
    // CHECK: %[[NOT:.*]] = xori %[[C]]
    // CHECK: %[[B:.*]] = exti %[[NOT]] unsigned : tile<2xi1> -> tile<2xi64>
    %1 = select %c, %zero64, %one64 : tile<2xi1>, tile<2xi64>
    // CHECK-COUNT-2: select
    %2 = select %c, %minus, %zero : tile<2xi1>, tile<2xi8>
    %3 = select %c, %onef, %zerof : tile<2xi1>, tile<2xf32>
    return %0, %1, %2, %3 : tile<2xi8>, tile<2xi64>, tile<2xi8>, tile<2xf32>
  }
}
