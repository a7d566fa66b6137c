// Structured control flow becomes scf; early exits become values.
// RUN: cuda-tile-opt %s -convert-cuda-tile-to-tileaa -split-input-file | cuda-tile-opt -split-input-file | FileCheck %s

cuda_tile.module @m {
  // CHECK-LABEL: tileaa.entry @if_results(
  // CHECK-SAME: %[[C:.*]]: i1, %[[A:.*]]: i32)
  entry @if_results(%c: tile<i1>, %a: tile<i32>) {
    // CHECK: %[[R:.*]] = scf.if %[[C]] -> (i32) {
    // CHECK-NEXT: %[[S:.*]] = arith.addi
    // CHECK-NEXT: scf.yield %[[S]] : i32
    // CHECK-NEXT: } else {
    // CHECK-NEXT: scf.yield %[[A]] : i32
    %r = if %c -> (tile<i32>) {
      %s = addi %a, %a : tile<i32>
      yield %s : tile<i32>
    } else {
      yield %a : tile<i32>
    }
    // CHECK: tileaa.print "%d", %[[R]]
    print_tko "%d", %r : tile<i32> -> token
    return
  }
}

// -----

// Tokens and tiles are carried like numbers; the comparison keeps its sign.
cuda_tile.module @m {
  // CHECK-LABEL: tileaa.entry @for(
  // CHECK-SAME: %[[N:.*]]: i64, %[[X:.*]]: f32)
  entry @for(%n: tile<i64>, %x: tile<f32>) {
    %zero = constant <i64: 0> : tile<i64>
    %one = constant <i64: 1> : tile<i64>
    %t0 = make_token : token
    %acc0 = constant <f32: 0.0> : tile<8xf32>
    // CHECK: %[[R:.*]]:2 = scf.for %{{.*}} = %{{.*}} to %[[N]] step %{{.*}} iter_args(%[[ACC:.*]] = %{{.*}}, %[[T:.*]] = %{{.*}}) -> (tensor<8xf32>, !tileaa.token) : i64 {
    %r, %t = for %iv in (%zero to %n, step %one) : tile<i64>
        iter_values(%acc = %acc0, %tok = %t0) -> (tile<8xf32>, token) {
      // CHECK: %[[P:.*]] = tileaa.print "%d", %{{.*}} : i64 after %[[T]]
      %t1 = print_tko "%d", %iv token=%tok : tile<i64> -> token
      %sum = addf %acc, %acc : tile<8xf32>
      // CHECK: scf.yield %{{.*}}, %[[P]] : tensor<8xf32>, !tileaa.token
      continue %sum, %t1 : tile<8xf32>, token
    }
    // CHECK: scf.for unsigned
    for unsigned %iv in (%zero to %n, step %one) : tile<i64> { }
    // CHECK: tileaa.print "%f", %[[R]]#0 : tensor<8xf32> after %[[R]]#1
    print_tko "%f", %r token=%t : tile<8xf32> -> token
    return
  }
}

// -----

// A continue in an if: the rest of the body is the other branch.
cuda_tile.module @m {
  // CHECK-LABEL: tileaa.entry @continue_in_for(
  entry @continue_in_for(%n: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    // CHECK: scf.for %[[IV:.*]] = {{.*}} iter_args(%[[ACC:.*]] =
    %r = for %iv in (%zero to %n, step %one) : tile<i32>
        iter_values(%acc = %zero) -> (tile<i32>) {
      %c = cmpi equal %iv, %one, signed : tile<i32> -> tile<i1>
      // CHECK: %[[NEXT:.*]] = scf.if
      // CHECK-NEXT: scf.yield %[[ACC]] : i32
      // CHECK-NEXT: } else {
      // CHECK-NEXT: tileaa.print "rest"
      // CHECK-NEXT: %[[SUM:.*]] = arith.addi %[[ACC]], %[[IV]]
      // CHECK-NEXT: scf.yield %[[SUM]] : i32
      // CHECK-NEXT: }
      // CHECK-NEXT: scf.yield %[[NEXT]] : i32
      if %c { continue %acc : tile<i32> }
      print_tko "rest" -> token
      %a = addi %acc, %iv : tile<i32>
      continue %a : tile<i32>
    }
    return
  }
}

// -----

// A return in an if directly under the entry, here in its else branch; both
// branches of the outer if may also return, which leaves what follows dead.
cuda_tile.module @m {
  // CHECK-LABEL: tileaa.entry @return_in_if(
  // CHECK-SAME: %[[C:.*]]: i1, %[[D:.*]]: i1)
  entry @return_in_if(%c: tile<i1>, %d: tile<i1>) {
    // CHECK: scf.if %[[C]] {
    // CHECK-NEXT: tileaa.print "yes"
    // CHECK-NEXT: scf.if %[[D]] {
    // CHECK-NEXT: tileaa.print "early"
    // CHECK-NEXT: } else {
    // CHECK-NEXT: tileaa.print "late"
    // CHECK-NEXT: }
    // CHECK-NEXT: } else {
    // CHECK-NEXT: tileaa.print "no"
    // CHECK-NEXT: }
    // CHECK-NEXT: tileaa.return
    // CHECK-NOT: dead
    if %c {
      print_tko "yes" -> token
    } else {
      print_tko "no" -> token
      return
    }
    if %d {
      print_tko "early" -> token
      return
    } else {
      print_tko "late" -> token
      return
    }
    print_tko "dead" -> token
    return
  }
}

// -----

// A loop left at one place of its body: what comes before the exit and the
// condition are the first half of the while, what comes after it the second.
// Values travel from one to the other; constants do not have to.
cuda_tile.module @m {
  // CHECK-LABEL: tileaa.entry @while(
  // CHECK-SAME: %[[N:.*]]: i32)
  entry @while(%n: tile<i32>) {
    // CHECK: %[[ONE:.*]] = arith.constant 1 : i32
    // CHECK: %[[R:.*]]:2 = scf.while (%[[I:.*]] = %[[N]]) : (i32) -> (i16, i32) {
    // CHECK-NEXT: tileaa.keep_loop
    // CHECK-NEXT: %[[K:.*]] = arith.addi %[[I]], %[[ONE]]
    // CHECK-NEXT: %[[H:.*]] = arith.trunci %[[I]] : i32 to i16
    // CHECK-NEXT: %[[C:.*]] = arith.cmpi slt, %[[I]], %[[N]]
    // CHECK-NEXT: scf.condition(%[[C]]) %[[H]], %[[K]] : i16, i32
    // CHECK-NEXT: } do {
    // CHECK-NEXT: ^bb0(%{{.*}}: i16, %[[K2:.*]]: i32):
    // CHECK-NEXT: %[[J:.*]] = arith.addi %[[K2]], %[[ONE]]
    // CHECK-NEXT: scf.yield %[[J]] : i32
    %r = loop iter_values(%i = %n) : tile<i32> -> tile<i16> {
      %one = constant <i32: 1> : tile<i32>
      %k = addi %i, %one : tile<i32>
      %h = trunci %i : tile<i32> -> tile<i16>
      %c = cmpi less_than %i, %n, signed : tile<i32> -> tile<i1>
      if %c { } else { break %h : tile<i16> }
      %j = addi %k, %one : tile<i32>
      continue %j : tile<i32>
    }
    // CHECK: tileaa.print "%d", %[[R]]#0 : i16
    print_tko "%d", %r : tile<i16> -> token
    return
  }
}

// -----

// An exit taken on a true condition ends the while on its negation.
cuda_tile.module @m {
  // CHECK-LABEL: tileaa.entry @until(
  // CHECK-SAME: %[[C:.*]]: i1)
  entry @until(%c: tile<i1>) {
    // CHECK: %[[TRUE:.*]] = arith.constant true
    // CHECK: %[[GO:.*]] = arith.xori %[[C]], %[[TRUE]] : i1
    // CHECK: scf.condition(%[[GO]])
    // CHECK: do
    // CHECK-NEXT: tileaa.print "again"
    // CHECK-NEXT: scf.yield
    loop {
      if %c { break }
      print_tko "again" -> token
      continue
    }
    return
  }
}

// -----

// A loop without values that runs once.
cuda_tile.module @m {
  // CHECK-LABEL: tileaa.entry @once(
  entry @once() {
    // CHECK: %[[FALSE:.*]] = arith.constant false
    // CHECK-NEXT: scf.while : () -> () {
    // CHECK-NEXT: tileaa.keep_loop
    // CHECK-NEXT: tileaa.print "once"
    // CHECK-NEXT: scf.condition(%[[FALSE]])
    loop {
      print_tko "once" -> token
      break
    }
    return
  }
}

// -----

// Breaks in nested ifs. The body yields whether to go on, the next iteration
// value and the result; a break leaves the iteration value as it is.
cuda_tile.module @m {
  // CHECK-LABEL: tileaa.entry @break_in_nested_ifs(
  // CHECK-SAME: %[[C:.*]]: i1, %[[D:.*]]: i1, %[[N:.*]]: i32)
  entry @break_in_nested_ifs(%c: tile<i1>, %d: tile<i1>, %n: tile<i32>) {
    %f = constant <f32: 1.0> : tile<4xf32>
    // CHECK: scf.while (%[[I:.*]] = %[[N]]) : (i32) -> (tensor<4xf32>, i32)
    // CHECK: %[[INNER:.*]]:4 = scf.if %[[C]] -> (i1, i1, i32, tensor<4xf32>)
    // CHECK: scf.if %[[D]]
    // CHECK: %[[EXITS:.*]] = arith.constant true
    // CHECK: scf.yield %[[EXITS]], %{{.*}}, %[[I]], %{{.*}} : i1, i1, i32, tensor<4xf32>
    // CHECK: else
    // CHECK-NEXT: tileaa.print "inner"
    // CHECK-NEXT: %[[STAYS:.*]] = arith.constant false
    // CHECK: scf.yield %[[STAYS]]
    // CHECK: %[[OUTER:.*]]:3 = scf.if %[[INNER]]#0 -> (i1, i32, tensor<4xf32>)
    // CHECK-NEXT: scf.yield %[[INNER]]#1, %[[INNER]]#2, %[[INNER]]#3
    // CHECK-NEXT: else
    // CHECK-NEXT: tileaa.print "after"
    // CHECK-NEXT: %[[J:.*]] = arith.addi %[[I]], %[[I]]
    // CHECK-NEXT: %[[GO:.*]] = arith.constant true
    // CHECK: scf.yield %[[GO]], %[[J]]
    // CHECK: scf.condition(%[[OUTER]]#0) %[[OUTER]]#2, %[[OUTER]]#1
    %r = loop iter_values(%i = %n) : tile<i32> -> tile<4xf32> {
      if %c {
        if %d { break %f : tile<4xf32> }
        print_tko "inner" -> token
      }
      print_tko "after" -> token
      %j = addi %i, %i : tile<i32>
      continue %j : tile<i32>
    }
    return
  }
}

// -----

// Exits bind to the innermost loop.
cuda_tile.module @m {
  // CHECK-LABEL: tileaa.entry @nested_loops(
  entry @nested_loops(%c: tile<i1>, %n: tile<i32>) {
    // CHECK: scf.while
    // CHECK: scf.for
    // CHECK: scf.while
    // CHECK: scf.condition
    // CHECK: scf.if
    // CHECK-NEXT: else
    // CHECK-NEXT: tileaa.print "rest of for"
    // CHECK: scf.condition
    loop {
      for %iv in (%n to %n, step %n) : tile<i32> {
        loop {
          if %c { break }
          continue
        }
        if %c { continue }
        print_tko "rest of for" -> token
        continue
      }
      if %c { break }
      continue
    }
    return
  }
}

// -----

// Pointers and tokens as results of an exit that is not taken.
cuda_tile.module @m {
  // CHECK-LABEL: tileaa.entry @placeholders(
  entry @placeholders(%c: tile<i1>, %p: tile<ptr<f32>>) {
    %t0 = make_token : token
    // CHECK: scf.while
    // CHECK: scf.if
    // CHECK: tileaa.print "on"
    // CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : i64
    // CHECK-DAG: %[[NULL:.*]] = tileaa.int_to_ptr %[[ZERO]] : i64 -> !tileaa.ptr
    // CHECK-DAG: %[[TOKEN:.*]] = tileaa.make_token
    // CHECK: scf.yield %{{.*}}, %[[NULL]], %[[TOKEN]] : i1, !tileaa.ptr, !tileaa.token
    %q, %t = loop : tile<ptr<f32>>, token {
      if %c {
        print_tko "off" -> token
        break %p, %t0 : tile<ptr<f32>>, token
      }
      print_tko "on" -> token
      continue
    }
    return
  }
}

// -----

// A return within loops leaves them one after the other.
cuda_tile.module @m {
  // CHECK-LABEL: tileaa.entry @return_in_loop(
  // CHECK-SAME: %[[C:.*]]: i1, %[[D:.*]]: i1)
  entry @return_in_loop(%c: tile<i1>, %d: tile<i1>) {
    // CHECK: %[[OUTER:.*]] = scf.while : () -> i1
    // CHECK: %[[INNER:.*]] = scf.while : () -> i1
    // CHECK: scf.if %[[C]]
    // CHECK: scf.if %[[INNER]]
    // CHECK: tileaa.print "behind the inner loop"
    // CHECK: scf.if %[[OUTER]] {
    // CHECK-NEXT: } else {
    // CHECK-NEXT: tileaa.print "behind the outer loop"
    // CHECK-NEXT: }
    // CHECK-NEXT: tileaa.return
    loop {
      loop {
        if %c { return }
        if %d { break }
        continue
      }
      print_tko "behind the inner loop" -> token
      if %d { break }
      continue
    }
    print_tko "behind the outer loop" -> token
    return
  }
}

// -----

// The increment after the last iteration may leave the type: the loop counts its
// iterations. Where it cannot, the loop stays as it is.
// CHECK-LABEL: tileaa.entry @edges
cuda_tile.module @m {
  entry @edges(%n: tile<i32>, %s: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %end = constant <i32: 100> : tile<i32>
    %four = constant <i32: 4> : tile<i32>
    // CHECK: %[[LAST:.*]] = arith.divui
    // CHECK: %[[ROUNDS:.*]] = arith.addi %[[LAST]]
    // CHECK: %[[COUNT:.*]] = arith.select %{{.*}}, %[[ROUNDS]]
    // CHECK: scf.for unsigned %{{.*}} = %{{.*}} to %[[COUNT]]
    for %i in (%zero to %n, step %s) : tile<i32> {
      print_tko "%d", %i : tile<i32> -> token
      continue
    }
    // CHECK-NOT: arith.div
    // CHECK: scf.for %{{.*}} = %{{.*}} to %arg0
    for %i in (%zero to %n, step %one) : tile<i32> {
      print_tko "%d", %i : tile<i32> -> token
      continue
    }
    // CHECK-NOT: arith.div
    // CHECK: scf.for %
    for %i in (%zero to %end, step %four) : tile<i32> {
      print_tko "%d", %i : tile<i32> -> token
      continue
    }
    return
  }
}
