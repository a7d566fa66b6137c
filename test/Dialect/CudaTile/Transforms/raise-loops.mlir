// Loops that count become `for`, and only these.
//
// RUN: cuda-tile-opt %s --cuda-tile-raise-loops --canonicalize | FileCheck %s
// RUN: sh -c 'for entry in plain flag down; do for n in 0 1 7; do cuda-tile-run %s --entry=$entry --arg=i32:$n --arg=ptr:new:i32[2] --verify-each-semantically || exit 1; done; done'

cuda_tile.module @loops {
  // CHECK-LABEL: entry @plain
  // CHECK: %[[R:.*]]:2 = for %[[K:.*]] in (%{{.*}} to %arg0, step %{{.*}}) : tile<i32> iter_values(%[[S:.*]] = %{{.*}}, %{{.*}} = %{{.*}}) ->
  // CHECK-NEXT: %[[U:.*]] = addi %[[S]], %[[K]]
  // CHECK-NEXT: continue %[[U]], %[[K]] :
  entry @plain(%n: tile<i32>, %p: tile<ptr<i32>>) {
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %r:2 = loop iter_values(%k = %c0, %s = %c1, %last = %c0) : tile<i32>, tile<i32>, tile<i32> -> tile<i32>, tile<i32> {
      %c = cmpi less_than %k, %n, signed : tile<i32> -> tile<i1>
      if %c {
        %u = addi %s, %k : tile<i32>
        %k1 = addi %k, %c1 : tile<i32>
        continue %k1, %u, %k : tile<i32>, tile<i32>, tile<i32>
      }
      break %s, %last : tile<i32>, tile<i32>
    }
    %t = store_ptr_tko weak %p, %r#0 : tile<ptr<i32>>, tile<i32> -> token
    %q = offset %p, %c1 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %v = store_ptr_tko weak %q, %r#1 : tile<ptr<i32>>, tile<i32> -> token
    return
  }

  // The counter advances where an iteration begins; the bound is computed there;
  // the results come from a branch.
  // CHECK-LABEL: entry @flag
  // CHECK: %[[END:.*]] = mini %arg0
  // CHECK: for %{{.*}} in (%{{.*}} to %[[END]], step
  // CHECK-NOT: loop
  entry @flag(%n: tile<i32>, %p: tile<ptr<i32>>) {
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %most = constant <i32: 100> : tile<i32>
    %r:2 = loop iter_values(%k = %c0, %s = %c1, %f = %c1, %last = %c0) : tile<i32>, tile<i32>, tile<i32>, tile<i32> -> tile<i32>, tile<i32> {
      %first = cmpi not_equal %f, %c0, signed : tile<i32> -> tile<i1>
      %v = if %first -> (tile<i32>) {
        yield %k : tile<i32>
      } else {
        %a = addi %k, %c1 overflow<no_signed_wrap> : tile<i32>
        yield %a : tile<i32>
      }
      %end = mini %n, %most signed : tile<i32>
      %c = cmpi greater_than %end, %v, signed : tile<i32> -> tile<i1>
      %wide = exti %c unsigned : tile<i1> -> tile<i32>
      %again = cmpi not_equal %wide, %c0, signed : tile<i32> -> tile<i1>
      %out = if %again -> (tile<i32>) {
        %u = addi %s, %v : tile<i32>
        continue %v, %u, %c0, %v : tile<i32>, tile<i32>, tile<i32>, tile<i32>
      } else {
        yield %last : tile<i32>
      }
      break %s, %out : tile<i32>, tile<i32>
    }
    %t = store_ptr_tko weak %p, %r#0 : tile<ptr<i32>>, tile<i32> -> token
    %q = offset %p, %c1 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %x = store_ptr_tko weak %q, %r#1 : tile<ptr<i32>>, tile<i32> -> token
    return
  }

  // A step that is promised not to wrap, an unsigned counter, and a loop inside
  // of one that stays.
  // CHECK-LABEL: entry @down
  // CHECK: loop
  // CHECK: for unsigned %{{.*}} in
  entry @down(%n: tile<i32>, %p: tile<ptr<i32>>) {
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %c2 = constant <i32: 2> : tile<i32>
    %c4 = constant <i32: 4> : tile<i32>
    %r:2 = loop iter_values(%m = %n) : tile<i32> -> tile<i32>, tile<i32> {
      %in:2 = loop iter_values(%k = %c0, %s = %c1, %last = %c0) : tile<i32>, tile<i32>, tile<i32> -> tile<i32>, tile<i32> {
        %c = cmpi less_than %k, %m, unsigned : tile<i32> -> tile<i1>
        if %c {
          %u = addi %s, %k : tile<i32>
          %k1 = addi %c2, %k overflow<no_unsigned_wrap> : tile<i32>
          continue %k1, %u, %k : tile<i32>, tile<i32>, tile<i32>
        }
        break %s, %last : tile<i32>, tile<i32>
      }
      %few = cmpi less_than %m, %c4, signed : tile<i32> -> tile<i1>
      if %few {
        break %in#0, %in#1 : tile<i32>, tile<i32>
      }
      %even = cmpi less_than_or_equal %in#1, %c4, signed : tile<i32> -> tile<i1>
      if %even {
        break %in#0, %in#1 : tile<i32>, tile<i32>
      }
      %less = subi %m, %c1 : tile<i32>
      continue %less : tile<i32>
    }
    %t = store_ptr_tko weak %p, %r#0 : tile<ptr<i32>>, tile<i32> -> token
    %q = offset %p, %c1 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %x = store_ptr_tko weak %q, %r#1 : tile<ptr<i32>>, tile<i32> -> token
    return
  }

  // A step that may jump over the bound and wrap; a bound that the loop changes;
  // an effect before the exit, and one on the way out; a second exit; a result
  // that is the counter.
  // CHECK-LABEL: entry @kept
  // CHECK-NOT: for %
  entry @kept(%n: tile<i32>, %p: tile<ptr<i32>>) {
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %c2 = constant <i32: 2> : tile<i32>
    loop iter_values(%k = %c0) : tile<i32> {
      %c = cmpi less_than %k, %n, signed : tile<i32> -> tile<i1>
      if %c {
        %t = store_ptr_tko weak %p, %k : tile<ptr<i32>>, tile<i32> -> token
        %k1 = addi %k, %c2 : tile<i32>
        continue %k1 : tile<i32>
      }
      break
    }
    loop iter_values(%k = %c0, %m = %n) : tile<i32>, tile<i32> {
      %c = cmpi less_than %k, %m, signed : tile<i32> -> tile<i1>
      if %c {
        %t = store_ptr_tko weak %p, %k : tile<ptr<i32>>, tile<i32> -> token
        %k1 = addi %k, %c1 : tile<i32>
        %m1 = subi %m, %c1 : tile<i32>
        continue %k1, %m1 : tile<i32>, tile<i32>
      }
      break
    }
    loop iter_values(%k = %c0) : tile<i32> {
      %t = store_ptr_tko weak %p, %k : tile<ptr<i32>>, tile<i32> -> token
      %c = cmpi less_than %k, %n, signed : tile<i32> -> tile<i1>
      if %c {
        %k1 = addi %k, %c1 : tile<i32>
        continue %k1 : tile<i32>
      }
      break
    }
    loop iter_values(%k = %c0) : tile<i32> {
      %c = cmpi less_than %k, %n, signed : tile<i32> -> tile<i1>
      if %c {
        %k1 = addi %k, %c1 : tile<i32>
        continue %k1 : tile<i32>
      } else {
        %t = store_ptr_tko weak %p, %k : tile<ptr<i32>>, tile<i32> -> token
      }
      break
    }
    loop iter_values(%k = %c0) : tile<i32> {
      %c = cmpi less_than %k, %n, signed : tile<i32> -> tile<i1>
      if %c {
        %t = store_ptr_tko weak %p, %k : tile<ptr<i32>>, tile<i32> -> token
        %odd = cmpi equal %k, %c2, signed : tile<i32> -> tile<i1>
        if %odd {
          break
        }
        %k1 = addi %k, %c1 : tile<i32>
        continue %k1 : tile<i32>
      }
      break
    }
    %r = loop iter_values(%k = %c0) : tile<i32> -> tile<i32> {
      %c = cmpi less_than %k, %n, signed : tile<i32> -> tile<i1>
      if %c {
        %t = store_ptr_tko weak %p, %k : tile<ptr<i32>>, tile<i32> -> token
        %k1 = addi %k, %c1 : tile<i32>
        continue %k1 : tile<i32>
      }
      break %k : tile<i32>
    }
    %t = store_ptr_tko weak %p, %r : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
