// What leaves a loop: also out of branches, and views with what they tell.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(cuda_tile.module(cuda_tile.testing$func(cuda-tile-licm)))' --split-input-file | FileCheck %s
// RUN: cuda-tile-opt %s --cuda-tile-licm --split-input-file | FileCheck %s

cuda_tile.module @m {
  // CHECK-LABEL: testing$func @branches
  testing$func @branches(%n: tile<i32>, %x: tile<i32>, %c: tile<i1>, %d: tile<i1>) -> tile<i32> {
    // CHECK: %[[A:.*]] = muli
    // CHECK: %[[B:.*]] = subi %[[A]]
    // CHECK: for %[[I:.*]] in
    %0 = for %i in (%x to %n, step %x) : tile<i32> iter_values(%v = %n) -> (tile<i32>) {
      %a = muli %x, %n : tile<i32>
      // CHECK-NEXT: if
      %r = if %c -> (tile<i32>) {
        // CHECK-NEXT: if
        %s = if %d -> (tile<i32>) {
          // CHECK-NEXT: yield %[[B]]
          %b = subi %a, %x : tile<i32>
          yield %b : tile<i32>
        } else {
          yield %v : tile<i32>
        }
        yield %s : tile<i32>
      } else {
        // What depends on the iteration stays.
        // CHECK: addi %[[I]]
        %b = addi %i, %x : tile<i32>
        // CHECK-NEXT: divi
        %q = divi %x, %n signed : tile<i32>
        // CHECK-NEXT: addi
        %s = addi %b, %q : tile<i32>
        yield %s : tile<i32>
      }
      continue %r : tile<i32>
    }
    return %0 : tile<i32>
  }

  // As many loops as it does not depend on.
  // CHECK-LABEL: testing$func @levels
  testing$func @levels(%n: tile<i32>, %x: tile<i32>, %c: tile<i1>) -> tile<i32> {
    // CHECK: constant <i32: 7>
    // CHECK-NEXT: for %[[I:.*]] in
    %0 = for %i in (%x to %n, step %x) : tile<i32> iter_values(%v = %n) -> (tile<i32>) {
      // CHECK-NEXT: addi %[[I]]
      // CHECK-NEXT: loop
      %1 = loop iter_values(%w = %v) : tile<i32> -> tile<i32> {
        %a = addi %i, %x : tile<i32>
        %k = constant <i32: 7> : tile<i32>
        // CHECK-NEXT: muli
        %m = muli %w, %k : tile<i32>
        // CHECK-NEXT: if
        if %c {
          continue %a : tile<i32>
        }
        break %m : tile<i32>
      }
      continue %1 : tile<i32>
    }
    return %0 : tile<i32>
  }
}

// -----

cuda_tile.module @m {
  // CHECK-LABEL: testing$func @views
  testing$func @views(%n: tile<i32>, %p: tile<ptr<f32>>, %x: tile<i32>) {
    // CHECK: make_tensor_view
    // CHECK: make_partition_view
    // CHECK: get_tensor_shape
    // CHECK: get_index_space_shape
    // CHECK: for
    for %i in (%x to %n, step %x) : tile<i32> {
      %t = make_tensor_view %p, shape = [%n], strides = [%x] : tile<i32> -> tensor_view<?xf32, strides=[?]>
      %v = make_partition_view %t : partition_view<tile=(8), tensor_view<?xf32, strides=[?]>>
      %e = get_tensor_shape %t : tensor_view<?xf32, strides=[?]> -> tile<i32>
      %k = get_index_space_shape %v : partition_view<tile=(8), tensor_view<?xf32, strides=[?]>> -> tile<i32>
      // What a load finds may change. What an assumption says may hold here
      // alone.
      // CHECK-NEXT: load_view_tko
      %a, %t0 = load_view_tko weak %v[%k] : partition_view<tile=(8), tensor_view<?xf32, strides=[?]>>, tile<i32> -> tile<8xf32>, token
      // CHECK-NEXT: assume
      %b = assume bounded<0, 9>, %e : tile<i32>
      // CHECK-NEXT: print_tko
      %t1 = print_tko "%f %d", %a, %b : tile<8xf32>, tile<i32> -> token
    }
    return
  }
}
