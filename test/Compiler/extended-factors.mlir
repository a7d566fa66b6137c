// An index of 32 bits times a stride of 32 bits is one instruction, also in a loop that finds
// the stride extended in front of it.
//
// RUN: tileiras --emit=ptx --gpu-name sm_90 %s -o - | FileCheck %s
// CHECK-LABEL: .entry rows(
// CHECK: mul.lo.s64
// CHECK: $L__BB
// CHECK-NOT: lo.s64
// CHECK: mul.wide.s32
// CHECK-NOT: lo.s64
// CHECK: bra.uni

cuda_tile.module @kernels {
entry @rows(%rows: tile<ptr<i32>>, %in: tile<ptr<i32>>, %out: tile<ptr<i32>>,
            %stride: tile<i32>, %n: tile<i32>) {
  %0 = constant <i32: 0> : tile<i32>
  %1 = constant <i32: 1> : tile<i32>
  %wide = exti %stride signed : tile<i32> -> tile<i64>
  // In front of the loop it is a number of 64 bits as well.
  %cube = muli %wide, %wide : tile<i64>
  %start = muli %cube, %wide : tile<i64>
  %q = offset %in, %start : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
  %sum = for %i in (%0 to %n, step %1) : tile<i32> iter_values(%before = %0) -> (tile<i32>) {
    %at = offset %rows, %i : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %row, %t = load_ptr_tko weak %at : tile<ptr<i32>> -> tile<i32>, token
    %index = exti %row signed : tile<i32> -> tile<i64>
    %o = muli %index, %wide : tile<i64>
    %p = offset %q, %o : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
    %x, %u = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
    %s = addi %before, %x : tile<i32>
    continue %s : tile<i32>
  }
  %k = store_ptr_tko weak %out, %sum : tile<ptr<i32>>, tile<i32> -> token
  return
}
}
