// What the effects of the ops let CSE merge.
//
// RUN: cuda-tile-opt %s --cse --split-input-file | FileCheck %s

// Tokens after nothing are all alike.
cuda_tile.module @m {
  // CHECK-LABEL: testing$func @pure
  testing$func @pure(%x: tile<i32>, %y: tile<i32>) -> (token, token, tile<i32>, tile<i32>, tile<i32>, tile<i32>) {
    // CHECK-NEXT: %[[T:.*]] = make_token
    // CHECK-NEXT: %[[SUM:.*]] = addi
    // CHECK-NEXT: %[[DIV:.*]] = divi
    // CHECK-NEXT: return %[[T]], %[[T]], %[[SUM]], %[[SUM]], %[[DIV]], %[[DIV]]
    %0 = make_token : token
    %1 = make_token : token
    %2 = addi %x, %y : tile<i32>
    %3 = addi %y, %x : tile<i32>
    %4 = divi %x, %y signed : tile<i32>
    %5 = divi %x, %y signed : tile<i32>
    return %0, %1, %2, %3, %4, %5 : token, token, tile<i32>, tile<i32>, tile<i32>, tile<i32>
  }
}

// -----

// Attributes that change the result keep ops apart, and so does the order of
// the operands of an op that is not commutative.
cuda_tile.module @m {
  // CHECK-LABEL: testing$func @different
  testing$func @different(%x: tile<f32>, %y: tile<f32>) -> (tile<f32>, tile<f32>, tile<f32>, tile<f32>) {
    // CHECK-COUNT-2: addf
    // CHECK-COUNT-2: subf
    %0 = addf %x, %y : tile<f32>
    %1 = addf %x, %y rounding<zero> : tile<f32>
    %2 = subf %x, %y : tile<f32>
    %3 = subf %y, %x : tile<f32>
    return %0, %1, %2, %3 : tile<f32>, tile<f32>, tile<f32>, tile<f32>
  }
}

// -----

// Two weak loads of one place after the same token read the same: a write in
// between would be a race. Anything stronger is seen by others.
cuda_tile.module @m {
  // CHECK-LABEL: testing$func @loads
  testing$func @loads(%p: tile<ptr<f32>>, %t: token) -> (tile<f32>, tile<f32>, token, tile<f32>, tile<f32>) {
    // CHECK-NEXT: %[[V:.*]], %[[U:.*]] = load_ptr_tko weak
    %0, %t0 = load_ptr_tko weak %p token=%t : tile<ptr<f32>> -> tile<f32>, token
    %1, %t1 = load_ptr_tko weak %p token=%t : tile<ptr<f32>> -> tile<f32>, token
    // CHECK-NEXT: load_ptr_tko relaxed
    %2, %t2 = load_ptr_tko relaxed device %p token=%t : tile<ptr<f32>> -> tile<f32>, token
    // CHECK-NEXT: load_ptr_tko relaxed
    %3, %t3 = load_ptr_tko relaxed device %p token=%t : tile<ptr<f32>> -> tile<f32>, token
    // CHECK-NEXT: return %[[V]], %[[V]], %[[U]]
    return %0, %1, %t1, %2, %3 : tile<f32>, tile<f32>, token, tile<f32>, tile<f32>
  }

  // A load after a store waits for another token.
  // CHECK-LABEL: testing$func @store_between
  testing$func @store_between(%p: tile<ptr<f32>>, %x: tile<f32>) -> (tile<f32>, tile<f32>) {
    // CHECK: load_ptr_tko
    %0, %t0 = load_ptr_tko weak %p : tile<ptr<f32>> -> tile<f32>, token
    // CHECK-NEXT: store_ptr_tko
    %t1 = store_ptr_tko weak %p, %x token=%t0 : tile<ptr<f32>>, tile<f32> -> token
    // CHECK-NEXT: load_ptr_tko
    %1, %t2 = load_ptr_tko weak %p token=%t1 : tile<ptr<f32>> -> tile<f32>, token
    return %0, %1 : tile<f32>, tile<f32>
  }
}

// -----

// Each does something of its own.
cuda_tile.module @m {
  // CHECK-LABEL: testing$func @effects
  testing$func @effects(%c: tile<i1>, %p: tile<ptr<i32>>, %x: tile<i32>, %t: token) -> (tile<ptr<i32>>, tile<ptr<i32>>, tile<i32>, tile<i32>) {
    // CHECK-COUNT-2: alloca
    %0 = alloca num_elem = 4, alignment = 4 : tile<ptr<i32>>
    %1 = alloca num_elem = 4, alignment = 4 : tile<ptr<i32>>
    // CHECK-COUNT-2: atomic_rmw_tko
    %2, %t2 = atomic_rmw_tko relaxed device %p, add, %x token=%t : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %3, %t3 = atomic_rmw_tko relaxed device %p, add, %x token=%t : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    // CHECK-COUNT-2: assert
    assert %c, "m" : tile<i1>
    assert %c, "m" : tile<i1>
    // CHECK-COUNT-2: print_tko
    %t4 = print_tko "%d", %x token=%t : tile<i32> -> token
    %t5 = print_tko "%d", %x token=%t : tile<i32> -> token
    // CHECK-COUNT-2: gdc_wait_tko
    %t6 = gdc_wait_tko token = %t -> token
    %t7 = gdc_wait_tko token = %t -> token
    return %0, %1, %2, %3 : tile<ptr<i32>>, tile<ptr<i32>>, tile<i32>, tile<i32>
  }
}

// -----

// Equal reductions are one; an unused weak load and an unused alloca go.
cuda_tile.module @m {
  // CHECK-LABEL: testing$func @regions
  testing$func @regions(%x: tile<8xf32>, %p: tile<ptr<f32>>) -> (tile<f32>, tile<f32>) {
    // CHECK: %[[R:.*]] = reduce
    // CHECK-NOT: reduce
    %0 = reduce %x dim=0 identities=[0.0 : f32] : tile<8xf32> -> tile<f32> (%e: tile<f32>, %a: tile<f32>) {
      %s = addf %e, %a : tile<f32>
      yield %s : tile<f32>
    }
    %1 = reduce %x dim=0 identities=[0.0 : f32] : tile<8xf32> -> tile<f32> (%e: tile<f32>, %a: tile<f32>) {
      %s = addf %e, %a : tile<f32>
      yield %s : tile<f32>
    }
    // CHECK-NOT: load_ptr_tko
    %2, %t = load_ptr_tko weak %p : tile<ptr<f32>> -> tile<f32>, token
    // CHECK-NOT: alloca
    %3 = alloca num_elem = 4, alignment = 4 : tile<ptr<f32>>
    // CHECK: return %[[R]], %[[R]]
    return %0, %1 : tile<f32>, tile<f32>
  }
}
