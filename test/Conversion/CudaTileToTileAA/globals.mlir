// A private global is contained, unless a kernel of the module lets its address
// out, here as an integer, also through control flow.
// RUN: cuda-tile-opt %s -convert-cuda-tile-to-tileaa | FileCheck %s

cuda_tile.module @m {
  // CHECK-DAG: tileaa.global hidden contained @kept
  // CHECK-DAG: tileaa.global hidden @chosen
  // CHECK-DAG: tileaa.global hidden @counted
  // CHECK-DAG: tileaa.global @shown
  global private @kept <f32: 1.0> : tile<1xf32>
  global private @chosen <f32: 1.0> : tile<1xf32>
  global private @counted <f32: 1.0> : tile<1xf32>
  global @shown <f32: 1.0> : tile<1xf32>

  entry @use(%x: tile<f32>) {
    %k = get_global @kept : tile<ptr<f32>>
    %t = store_ptr_tko weak %k, %x : tile<ptr<f32>>, tile<f32> -> token
    return
  }
  entry @let_out(%q: tile<ptr<i64>>, %c: tile<i1>) {
    %s = get_global @chosen : tile<ptr<f32>>
    %k = get_global @counted : tile<ptr<f32>>
    %either = if %c -> (tile<ptr<f32>>) {
      yield %k : tile<ptr<f32>>
    } else {
      yield %s : tile<ptr<f32>>
    }
    %i = ptr_to_int %either : tile<ptr<f32>> -> tile<i64>
    %u = store_ptr_tko weak %q, %i : tile<ptr<i64>>, tile<i64> -> token
    return
  }
}
