// Structuring stays inside cuda_tile: the result is legal there, and a second
// time changes nothing.
// RUN: cuda-tile-opt %s -cuda-tile-structure-exits -o %t
// RUN: cuda-tile-opt %t -cuda-tile-structure-exits | diff %t -
// RUN: FileCheck %s < %t

cuda_tile.module @m {
  // An exit behind an exit; break, continue and return in one loop.
  // CHECK-LABEL: entry @all_exits(
  // CHECK: %[[R:.*]]:2 = loop iter_values(%[[I:.*]] = %{{.*}}) : tile<i32> -> tile<i32>, tile<i1> {
  // CHECK-COUNT-1: break
  // CHECK-NEXT: }
  // CHECK-NEXT: continue
  // CHECK-NEXT: }
  // CHECK-NEXT: if %[[R]]#1 {
  // CHECK-NEXT: } else {
  // CHECK-NEXT: print_tko "end"
  // CHECK-NEXT: }
  // CHECK-NEXT: return
  entry @all_exits(%a: tile<i1>, %b: tile<i1>, %c: tile<i1>, %n: tile<i32>) {
    %r = loop iter_values(%i = %n) : tile<i32> -> tile<i32> {
      if %a { continue %n : tile<i32> }
      if %b {
        if %c { return }
        print_tko "b" -> token
      } else {
        if %c { break %i : tile<i32> }
      }
      print_tko "rest" -> token
      continue %i : tile<i32>
    }
    print_tko "end" -> token
    return
  }

  // What already is in structured form stays as it is.
  // CHECK-LABEL: entry @structured(
  // CHECK: loop
  // CHECK-NEXT: if %{{.*}} {
  // CHECK-NEXT: break
  // CHECK-NEXT: }
  // CHECK-NEXT: print_tko
  entry @structured(%a: tile<i1>) {
    loop {
      if %a { break }
      print_tko "on" -> token
      continue
    }
    return
  }

  // What the ops behind the exit use of those before it, the exit yields; what
  // does not depend on the loop leaves it. The second time the exit yields all
  // there is. A user may write it so, too.
  // CHECK-LABEL: entry @handed_on(
  // CHECK: %[[ONE:.*]] = constant <i32: 1>
  // CHECK: loop iter_values(%[[I:.*]] = %{{.*}}) : tile<i32> {
  // CHECK-NEXT: %[[S:.*]] = addi %[[I]], %[[I]]
  // CHECK-NEXT: %[[Y:.*]]:3 = if %{{.*}} -> (tile<i32>, tile<i32>, tile<i32>) {
  // CHECK-NEXT: yield %{{.*}}, %[[S]], %[[I]]
  // CHECK-NEXT: } else {
  // CHECK-NEXT: break
  // CHECK-NEXT: }
  // CHECK-NEXT: print_tko "%d %d %d", %[[Y]]#0, %[[Y]]#1, %[[ONE]]
  // CHECK: addi %[[Y]]#2, %[[ONE]]
  entry @handed_on(%c: tile<i1>, %n: tile<i32>) {
    loop iter_values(%i = %n) : tile<i32> {
      %one = constant <i32: 1> : tile<i32>
      %s = addi %i, %i : tile<i32>
      %w = if %c -> (tile<i32>) { yield %n : tile<i32> } else { break }
      print_tko "%d %d %d", %w, %s, %one : tile<i32>, tile<i32>, tile<i32> -> token
      %j = addi %i, %one : tile<i32>
      continue %j : tile<i32>
    }
    return
  }

  // A view is no result of an exit: it is made again behind it.
  // CHECK-LABEL: entry @view(
  // CHECK: loop iter_values(%[[I:.*]] = %{{.*}}) : tile<i32> {
  // CHECK-NEXT: %[[Y:.*]] = if %{{.*}} -> (tile<i32>) {
  // CHECK-NEXT: yield %[[I]]
  // CHECK: %[[V:.*]] = make_tensor_view %{{.*}}, shape = [%[[Y]]]
  // CHECK-NEXT: make_partition_view %[[V]]
  // CHECK-NEXT: load_view_tko
  entry @view(%c: tile<i1>, %p: tile<ptr<f32>>, %n: tile<i32>) {
    loop iter_values(%i = %n) : tile<i32> {
      %tv = make_tensor_view %p, shape = [%i], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
      %pv = make_partition_view %tv : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>
      if %c { } else { break }
      %v, %t = load_view_tko weak %pv[%n] : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<8xf32>, token
      continue %n : tile<i32>
    }
    return
  }
}
