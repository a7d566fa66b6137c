// Branches, loops, reductions and their terminators.
//
// RUN: cuda-tile-opt %s | FileCheck %s
// RUN: cuda-tile-opt %s | cuda-tile-opt | FileCheck %s
// RUN: cuda-tile-opt %s -mlir-print-op-generic | cuda-tile-opt | FileCheck %s

cuda_tile.module @m {
  // CHECK-LABEL: entry @branches
  entry @branches(%c: tile<i1>, %a: tile<f32>, %b: tile<i32>) {
    // CHECK: if %{{.*}} {
    // CHECK-NEXT: assert %{{.*}}, "impossible" : tile<i1>
    // CHECK-NEXT: }
    if %c {
      assert %c, "impossible" : tile<i1>
    }
    // CHECK-NEXT: if %{{.*}} {
    // CHECK-NEXT: } else {
    // CHECK-NEXT: }
    if %c { } else { yield }
    // CHECK-NEXT: %[[R:.*]]:2 = if %{{.*}} -> (tile<f32>, tile<i32>) {
    // CHECK-NEXT: yield %{{.*}}, %{{.*}} : tile<f32>, tile<i32>
    // CHECK-NEXT: } else {
    // CHECK-NEXT: return
    // CHECK-NEXT: }
    %u, %v = if %c -> (tile<f32>, tile<i32>) {
      yield %a, %b : tile<f32>, tile<i32>
    } else {
      return
    }
    return
  }

  // CHECK-LABEL: entry @counted
  entry @counted(%lb: tile<i32>, %ub: tile<i32>, %st: tile<i32>, %c: tile<i1>) {
    // CHECK: for %{{.*}} in (%{{.*}} to %{{.*}}, step %{{.*}}) : tile<i32> {
    // CHECK-NEXT: }
    for %iv in (%lb to %ub, step %st) : tile<i32> { }
    // CHECK: %{{.*}} = for unsigned %[[IV:.*]] in (%{{.*}} to %{{.*}}, step %{{.*}}) : tile<i32> iter_values(%[[ACC:.*]] = %{{.*}}) -> (tile<i32>) {
    // CHECK-NEXT: %[[N:.*]] = addi %[[ACC]], %[[IV]] : tile<i32>
    // CHECK-NEXT: if %{{.*}} {
    // CHECK-NEXT: continue %[[N]] : tile<i32>
    // CHECK-NEXT: }
    // CHECK-NEXT: continue %[[ACC]] : tile<i32>
    // CHECK-NEXT: }
    %r = for unsigned %iv in (%lb to %ub, step %st) : tile<i32> iter_values(%acc = %lb) -> (tile<i32>) {
      %n = addi %acc, %iv : tile<i32>
      if %c {
        continue %n : tile<i32>
      }
      continue %acc : tile<i32>
    } {test.note}
    // Tokens are carried like any other value.
    %t0 = make_token : token
    // CHECK: iter_values(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) -> (token, tile<i32>) {
    %t, %s = for %iv in (%lb to %ub, step %st) : tile<i32> iter_values(%x = %t0, %y = %lb) -> (token, tile<i32>) {
      continue %x, %iv : token, tile<i32>
    }
    return
  }

  // CHECK-LABEL: entry @endless
  entry @endless(%c: tile<i1>, %f: tile<f32>, %i: tile<i32>) {
    // CHECK: loop {
    // CHECK-NEXT: break
    // CHECK-NEXT: }
    loop { break }
    // CHECK: loop {
    // CHECK-NEXT: if %{{.*}} {
    // CHECK-NEXT: break
    // CHECK-NEXT: }
    // CHECK-NEXT: }
    loop {
      if %c { break }
    }
    // CHECK: %{{.*}} = loop iter_values(%{{.*}} = %{{.*}}) : tile<i32> -> tile<f32> {
    // CHECK: break %{{.*}} : tile<f32>
    // CHECK: continue %{{.*}} : tile<i32>
    %r = loop iter_values(%v = %i) : tile<i32> -> tile<f32> {
      if %c {
        if %c {
          break %f : tile<f32>
        }
      }
      continue %v : tile<i32>
    }
    // CHECK: loop iter_values(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) : tile<i32>, tile<f32> {
    loop iter_values(%v = %i, %w = %f) : tile<i32>, tile<f32> {
      return
    }
    // CHECK: %{{.*}} = loop : tile<i32> {
    %s = loop : tile<i32> { break %i : tile<i32> }
    return
  }

  // CHECK-LABEL: entry @reductions
  entry @reductions(%f: tile<f32>) {
    %m = constant <f32: 1.0> : tile<8x16xf32>
    %i = constant <i32: 1> : tile<8x16xi32>
    // CHECK: %{{.*}} = reduce %{{.*}} dim=1 identities=[0.000000e+00 : f32] : tile<8x16xf32> -> tile<8xf32> (%[[E:.*]]: tile<f32>, %[[A:.*]]: tile<f32>) {
    // CHECK-NEXT: %[[S:.*]] = addf %[[E]], %[[A]] : tile<f32>
    // CHECK-NEXT: yield %[[S]] : tile<f32>
    // CHECK-NEXT: }
    %0 = reduce %m dim=1 identities=[0.0 : f32] : tile<8x16xf32> -> tile<8xf32> (%e: tile<f32>, %acc: tile<f32>) {
      %r = addf %e, %acc : tile<f32>
      yield %r : tile<f32>
    }
    // CHECK: %{{.*}}:2 = reduce %{{.*}}, %{{.*}} dim=0 identities=[0xFF800000 : f32, 0 : i32] : tile<8x16xf32>, tile<8x16xi32> -> tile<16xf32>, tile<16xi32>
    %1, %2 = reduce %m, %i dim=0 identities=[0xFF800000 : f32, 0 : i32] : tile<8x16xf32>, tile<8x16xi32> -> tile<16xf32>, tile<16xi32> (%e: tile<f32>, %a: tile<f32>, %ei: tile<i32>, %ai: tile<i32>) {
      %c = cmpf greater_than ordered %e, %a : tile<f32> -> tile<i1>
      %x = select %c, %e, %a : tile<i1>, tile<f32>
      %y = if %c -> (tile<i32>) { yield %ei : tile<i32> } else { yield %ai : tile<i32> }
      yield %x, %y : tile<f32>, tile<i32>
    }
    return
  }
}
