// The arguments that an address derives from, through whatever leads to it.
// RUN: cuda-tile-opt %s -convert-cuda-tile-to-tileaa | cuda-tile-opt | FileCheck %s

cuda_tile.module @m {
  // CHECK-LABEL: tileaa.entry @selected(
  entry @selected(%n: tile<i32>, %p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %c: tile<i1>) {
    %r = select %c, %p, %q : tile<i1>, tile<ptr<f32>>
    %a = assume div_by<16>, %r : tile<ptr<f32>>
    %o = offset %a, %n : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
    // CHECK: tileaa.load {{.*}}args = [1, 2]
    %v, %t = load_ptr_tko weak %o : tile<ptr<f32>> -> tile<f32>, token
    // CHECK: tileaa.load {{.*}}args = [2]
    %w, %t1 = load_ptr_tko weak %q : tile<ptr<f32>> -> tile<f32>, token
    return
  }

  // A pointer that goes round a loop, and one that leaves it.
  // CHECK-LABEL: tileaa.entry @carried(
  entry @carried(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %c: tile<i1>, %n: tile<i32>) {
    // CHECK: scf.while
    %r = loop iter_values(%i = %p) : tile<ptr<f32>> -> tile<ptr<f32>> {
      // CHECK: tileaa.load {{.*}}args = [0]
      %v, %t = load_ptr_tko weak %i : tile<ptr<f32>> -> tile<f32>, token
      if %c {
        print_tko "leave" -> token
        break %q : tile<ptr<f32>>
      }
      %j = offset %i, %n : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
      continue %j : tile<ptr<f32>>
    }
    // CHECK: tileaa.load {{.*}}args = [1]
    %v, %t = load_ptr_tko weak %r : tile<ptr<f32>> -> tile<f32>, token
    // CHECK: scf.for
    %s = for %iv in (%n to %n, step %n) : tile<i32> iter_values(%i = %p) -> (tile<ptr<f32>>) {
      // CHECK: tileaa.load {{.*}}args = [0, 1]
      %u, %tu = load_ptr_tko weak %i : tile<ptr<f32>> -> tile<f32>, token
      continue %q : tile<ptr<f32>>
    }
    return
  }

  // An address made of a number may be anything.
  // CHECK-LABEL: tileaa.entry @unknown(
  entry @unknown(%p: tile<ptr<f32>>, %i: tile<i64>, %c: tile<i1>) {
    %q = int_to_ptr %i : tile<i64> -> tile<ptr<f32>>
    // CHECK: tileaa.load
    // CHECK-NOT: provenance
    // CHECK-SAME: -> f32
    %v, %t = load_ptr_tko weak %q : tile<ptr<f32>> -> tile<f32>, token
    // CHECK: scf.if
    %r = if %c -> (tile<ptr<f32>>) {
      yield %p : tile<ptr<f32>>
    } else {
      yield %q : tile<ptr<f32>>
    }
    // CHECK: tileaa.load
    // CHECK-NOT: provenance
    // CHECK-SAME: -> f32
    %w, %t1 = load_ptr_tko weak %r : tile<ptr<f32>> -> tile<f32>, token
    return
  }
}
