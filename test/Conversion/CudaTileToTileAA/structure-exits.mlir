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
}
