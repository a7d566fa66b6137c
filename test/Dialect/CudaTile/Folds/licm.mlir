// What may run where the program might not have run it.
//
// RUN: cuda-tile-opt %s --loop-invariant-code-motion --split-input-file | FileCheck %s

cuda_tile.module @m {
  // CHECK-LABEL: testing$func @arithmetic
  testing$func @arithmetic(%x: tile<i32>, %y: tile<i32>, %n: tile<i32>) {
    %one = constant <i32: 1> : tile<i32>
    // CHECK-DAG: %[[TWO:.*]] = constant <i32: 2> : tile<i32>
    // CHECK-DAG: %[[MINUS:.*]] = constant <i32: -1> : tile<i32>
    // CHECK: addi
    // CHECK: divi %{{.*}}, %[[TWO]] signed
    // CHECK: divi %{{.*}}, %[[MINUS]] unsigned
    // CHECK: remi %{{.*}}, %[[MINUS]] signed
    // CHECK: for
    for %i in (%x to %n, step %one) : tile<i32> {
      %two = constant <i32: 2> : tile<i32>
      %minus = constant <i32: -1> : tile<i32>
      %0 = addi %x, %y : tile<i32>
      %1 = divi %x, %two signed : tile<i32>
      %2 = divi %x, %minus unsigned : tile<i32>
      %3 = remi %x, %minus signed : tile<i32>
      // The divisor may be 0; the least number by -1 is undefined.
      // CHECK-NEXT: divi %{{.*}}, %{{.*}} signed
      %4 = divi %x, %y signed : tile<i32>
      // CHECK-NEXT: divi %{{.*}}, %[[MINUS]] signed
      %5 = divi %x, %minus signed : tile<i32>
      // CHECK-NEXT: remi
      %6 = remi %x, %y unsigned : tile<i32>
      // CHECK-NEXT: assume
      %7 = assume bounded<0, 9>, %x : tile<i32>
      // CHECK-NEXT: print_tko
      %t = print_tko "%d %d %d %d %d %d %d %d", %0, %1, %2, %3, %4, %5, %6, %7 : tile<i32>, tile<i32>, tile<i32>, tile<i32>, tile<i32>, tile<i32>, tile<i32>, tile<i32> -> token
    }
    return
  }
}

// -----

// Memory stays where it is, also under a `loop`.
cuda_tile.module @m {
  // CHECK-LABEL: testing$func @memory
  testing$func @memory(%p: tile<ptr<i32>>, %c: tile<i1>, %t: token) {
    // CHECK: get_tile_block_id
    // CHECK: loop
    // CHECK: load_ptr_tko weak
    // CHECK: load_ptr_tko acquire
    // CHECK: alloca
    // CHECK: store_ptr_tko
    loop {
      %x, %y, %z = get_tile_block_id : tile<i32>
      %v, %t1 = load_ptr_tko weak %p token=%t : tile<ptr<i32>> -> tile<i32>, token
      %w, %t2 = load_ptr_tko acquire device %p token=%t1 : tile<ptr<i32>> -> tile<i32>, token
      %q = alloca num_elem = 4, alignment = 4 : tile<ptr<i32>>
      %s = addi %v, %w : tile<i32>
      %u = addi %s, %x : tile<i32>
      %t3 = store_ptr_tko weak %q, %u token=%t2 : tile<ptr<i32>>, tile<i32> -> token
      if %c {
        break
      }
    }
    return
  }
}

// -----

// A reduction or branch goes as a whole, if all in it may; so does a `for` that
// is sure to end.
cuda_tile.module @m {
  // CHECK-LABEL: testing$func @regions
  testing$func @regions(%a: tile<8xi32>, %n: tile<i32>, %c: tile<i1>, %d: tile<i32>) {
    %one = constant <i32: 1> : tile<i32>
    // CHECK: reduce
    // CHECK: if
    // CHECK: for
    // CHECK: for
    for %i in (%one to %n, step %one) : tile<i32> {
      %0 = reduce %a dim=0 identities=[0 : i32] : tile<8xi32> -> tile<i32> (%e: tile<i32>, %acc: tile<i32>) {
        %s = addi %e, %acc : tile<i32>
        yield %s : tile<i32>
      }
      %1 = if %c -> (tile<i32>) {
        %s = addi %0, %n : tile<i32>
        yield %s : tile<i32>
      } else {
        yield %0 : tile<i32>
      }
      %2 = for %j in (%one to %n, step %one) : tile<i32> iter_values(%v = %n) -> (tile<i32>) {
        %s = addi %v, %j : tile<i32>
        continue %s : tile<i32>
      }
      // The step may be 0, and the divisor too.
      // CHECK-NEXT: for
      %3 = for %j in (%one to %n, step %d) : tile<i32> iter_values(%v = %n) -> (tile<i32>) {
        %s = addi %v, %j : tile<i32>
        continue %s : tile<i32>
      }
      // CHECK: if
      %4 = if %c -> (tile<i32>) {
        %s = divi %n, %d signed : tile<i32>
        yield %s : tile<i32>
      } else {
        yield %n : tile<i32>
      }
      // CHECK: print_tko
      %t = print_tko "%d %d %d %d %d", %0, %1, %2, %3, %4 : tile<i32>, tile<i32>, tile<i32>, tile<i32>, tile<i32> -> token
    }
    return
  }

  // An early end of the iteration around it is no value of the branch.
  // CHECK-LABEL: testing$func @jumps
  testing$func @jumps(%n: tile<i32>, %c: tile<i1>) {
    %one = constant <i32: 1> : tile<i32>
    // CHECK: for
    // CHECK-NEXT: if
    for %i in (%one to %n, step %one) : tile<i32> {
      if %c {
        continue
      }
      assert %c, "m" : tile<i1>
    }
    return
  }
}

// -----

// The extents of a view of 300 elements: a number of i16 and none of i8.
cuda_tile.module @m {
  // CHECK-LABEL: testing$func @extents
  testing$func @extents(%v: tensor_view<300xf32, strides=[1]>, %w: tensor_view<?xf32, strides=[1]>, %n: tile<i32>) {
    // CHECK: get_tensor_shape {{.*}} -> tile<i16>
    // CHECK: get_tensor_shape {{.*}} -> tile<i64>
    // CHECK: for
    for %i in (%n to %n, step %n) : tile<i32> {
      %0 = get_tensor_shape %v : tensor_view<300xf32, strides=[1]> -> tile<i16>
      %1 = get_tensor_shape %w : tensor_view<?xf32, strides=[1]> -> tile<i64>
      // CHECK-NEXT: get_tensor_shape {{.*}} -> tile<i8>
      %2 = get_tensor_shape %v : tensor_view<300xf32, strides=[1]> -> tile<i8>
      // CHECK-NEXT: get_tensor_shape {{.*}} -> tile<i32>
      %3 = get_tensor_shape %w : tensor_view<?xf32, strides=[1]> -> tile<i32>
      %t = print_tko "%d %d %d %d", %0, %1, %2, %3 : tile<i16>, tile<i64>, tile<i8>, tile<i32> -> token
    }
    return
  }
}
