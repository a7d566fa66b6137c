// How often loops run, and whether their loads overlap with other iterations.

// RUN: tileiras %s --gpu-name=sm_90 --remarks=schedule --emit=ptx -O3 -o %t.ptx | FileCheck %s

// CHECK: Schedule:
// CHECK: :[[#@LINE+11]]:{{[0-9]+}}: Analysis: RemarkLoop, TripCount: 4, Loads: 1
// CHECK-NEXT: {{.*}}: Analysis: RemarkLoop, TripCount: unknown, Loads: 0
// CHECK-NEXT: :[[#@LINE+9]]:{{[0-9]+}}: Missed: RemarkLoopNotPipelined, Reason: not pipelined: a tile is used from registers, Suggestion:
// CHECK-NOT: RemarkLoop
cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %n: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %ten = constant <i32: 10> : tile<i32>
    %three = constant <i32: 3> : tile<i32>
    %none = constant <f32: 0.0> : tile<f32>
    %sum = for %i in (%zero to %ten, step %three) : tile<i32> iter_values(%s = %none) -> (tile<f32>) {
      %q = offset %p, %i : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
      %v, %t = load_ptr_tko weak %q : tile<ptr<f32>> -> tile<f32>, token
      %r = addf %s, %v : tile<f32>
      continue %r : tile<f32>
    }
    %more = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%s = %sum) -> (tile<f32>) {
      %r = addf %s, %s : tile<f32>
      continue %r : tile<f32>
    }
    %t = store_ptr_tko weak %p, %more : tile<ptr<f32>>, tile<f32> -> token
    return
  }
}
