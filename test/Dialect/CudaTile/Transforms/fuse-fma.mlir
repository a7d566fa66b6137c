// RUN: cuda-tile-opt %s --fuse-fma --split-input-file | FileCheck %s
// RUN: cuda-tile-opt %s --split-input-file \
// RUN:   --pass-pipeline='builtin.module(cuda_tile.module(cuda_tile.entry(fuse-fma)))' | FileCheck %s

cuda_tile.module @fused {
  // CHECK-LABEL: entry @sum
  entry @sum(%a: tile<f32>, %b: tile<f32>, %c: tile<f32>) {
    // CHECK-NOT: mulf
    // CHECK: %[[R:.*]] = fma %arg0, %arg1, %arg2 : tile<f32>
    // CHECK-NOT: addf
    // CHECK: print_tko "%f", %[[R]]
    %p = mulf %a, %b : tile<f32>
    %s = addf %p, %c : tile<f32>
    print_tko "%f", %s : tile<f32> -> token
    return
  }
  // CHECK-LABEL: entry @product_last
  entry @product_last(%a: tile<f64>, %b: tile<f64>, %c: tile<f64>) {
    // CHECK-NOT: mulf
    // CHECK: fma %arg0, %arg1, %arg2 rounding<negative_inf> : tile<f64>
    // CHECK-NOT: addf
    %p = mulf %a, %b rounding<negative_inf> : tile<f64>
    %s = addf %c, %p rounding<negative_inf> : tile<f64>
    print_tko "%f", %s : tile<f64> -> token
    return
  }
  // CHECK-LABEL: entry @difference
  entry @difference(%a: tile<f32>, %b: tile<f32>, %c: tile<f32>) {
    // CHECK: %[[N:.*]] = negf %arg2 : tile<f32>
    // CHECK-NEXT: fma %arg0, %arg1, %[[N]] rounding<zero> flush_to_zero : tile<f32>
    // CHECK-NOT: subf
    %p = mulf %a, %b rounding<zero> flush_to_zero : tile<f32>
    %s = subf %p, %c rounding<zero> flush_to_zero : tile<f32>
    print_tko "%f", %s : tile<f32> -> token
    return
  }
  // CHECK-LABEL: entry @difference_of_product
  entry @difference_of_product(%a: tile<f16>, %b: tile<f16>, %c: tile<f16>) {
    // CHECK: %[[N:.*]] = negf %arg0 : tile<f16>
    // CHECK-NEXT: fma %[[N]], %arg1, %arg2 : tile<f16>
    // CHECK-NOT: subf
    %p = mulf %a, %b : tile<f16>
    %s = subf %c, %p : tile<f16>
    print_tko "%f", %s : tile<f16> -> token
    return
  }
}

// -----

cuda_tile.module @chains {
  // The sum of one fusion is the addend of the next.
  // CHECK-LABEL: entry @chain
  entry @chain(%a: tile<f32>, %b: tile<f32>, %c: tile<f32>) {
    // CHECK: %[[FIRST:.*]] = fma %arg0, %arg1, %arg2
    // CHECK-NEXT: fma %arg1, %arg2, %[[FIRST]]
    %p = mulf %a, %b : tile<f32>
    %q = mulf %b, %c : tile<f32>
    %s = addf %c, %p : tile<f32>
    %t = addf %s, %q : tile<f32>
    print_tko "%f", %t : tile<f32> -> token
    return
  }
  // Of two products the first one is fused.
  // CHECK-LABEL: entry @two_products
  entry @two_products(%a: tile<bf16>, %b: tile<bf16>, %c: tile<bf16>) {
    // CHECK: %[[Q:.*]] = mulf %arg1, %arg2
    // CHECK-NEXT: fma %arg0, %arg1, %[[Q]]
    %p = mulf %a, %b : tile<bf16>
    %q = mulf %b, %c : tile<bf16>
    %s = addf %p, %q : tile<bf16>
    print_tko "%f", %s : tile<bf16> -> token
    return
  }
}

// -----

// What must stay as it is: each is a near twin of what is fused above.
cuda_tile.module @kept {
  // CHECK-LABEL: entry @used_twice
  // CHECK-NOT: fma
  entry @used_twice(%a: tile<f32>, %b: tile<f32>, %c: tile<f32>) {
    %p = mulf %a, %b : tile<f32>
    %s = addf %p, %c : tile<f32>
    print_tko "%f %f", %s, %p : tile<f32>, tile<f32> -> token
    return
  }
  // CHECK-LABEL: entry @doubled
  // CHECK-NOT: fma
  entry @doubled(%a: tile<f32>, %b: tile<f32>) {
    %p = mulf %a, %b : tile<f32>
    %s = addf %p, %p : tile<f32>
    print_tko "%f", %s : tile<f32> -> token
    return
  }
  // CHECK-LABEL: entry @other_rounding
  // CHECK-NOT: fma
  entry @other_rounding(%a: tile<f32>, %b: tile<f32>, %c: tile<f32>) {
    %p = mulf %a, %b : tile<f32>
    %s = addf %p, %c rounding<zero> : tile<f32>
    print_tko "%f", %s : tile<f32> -> token
    return
  }
  // CHECK-LABEL: entry @flushed_product
  // CHECK-NOT: fma
  entry @flushed_product(%a: tile<f32>, %b: tile<f32>, %c: tile<f32>) {
    %p = mulf %a, %b flush_to_zero : tile<f32>
    %s = subf %p, %c : tile<f32>
    print_tko "%f", %s : tile<f32> -> token
    return
  }
  // CHECK-LABEL: entry @flushed_sum
  // CHECK-NOT: fma
  entry @flushed_sum(%a: tile<f32>, %b: tile<f32>, %c: tile<f32>) {
    %p = mulf %a, %b : tile<f32>
    %s = addf %c, %p flush_to_zero : tile<f32>
    print_tko "%f", %s : tile<f32> -> token
    return
  }
  // CHECK-LABEL: entry @quotient
  // CHECK-NOT: fma
  entry @quotient(%a: tile<f32>, %b: tile<f32>, %c: tile<f32>) {
    %p = divf %a, %b : tile<f32>
    %s = addf %p, %c : tile<f32>
    print_tko "%f", %s : tile<f32> -> token
    return
  }
  // CHECK-LABEL: entry @outside_of_the_loop
  // CHECK-NOT: fma
  entry @outside_of_the_loop(%a: tile<f32>, %b: tile<f32>, %n: tile<i32>) {
    %p = mulf %a, %b : tile<f32>
    for %i in (%n to %n, step %n) : tile<i32> iter_values(%x = %a) -> (tile<f32>) {
      %s = addf %p, %x : tile<f32>
      continue %s : tile<f32>
    }
    return
  }
}
