// What cuda_tile defines and arith calls poison keeps its meaning: LLVM makes
// anything of poison, even where the hardware has the right instruction.
//
// RUN: cuda-tile-run --self-check %s --engine=emulate -O0
// RUN: cuda-tile-run --self-check %s --engine=emulate -O3
// RUN: cuda-tile-run --self-check %s --verify-each-semantically -O0
// RUN: cuda-tile-run --self-check %s --verify-each-semantically -O3

cuda_tile.module @m {
  // By a constant that is as large as the width, or larger.
  entry @shifts(%p: tile<ptr<i32>>, %left: tile<ptr<i32>>, %logical: tile<ptr<i32>>,
                %arithmetic: tile<ptr<i32>>) {
    %x, %t0 = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
    %33 = constant <i32: 33> : tile<i32>
    %32 = constant <i32: 32> : tile<i32>
    %a = shli %x, %33 : tile<i32>
    %b = shri %x, %32 unsigned : tile<i32>
    %c = shri %x, %33 signed : tile<i32>
    %t1 = store_ptr_tko weak %left, %a : tile<ptr<i32>>, tile<i32> -> token
    %t2 = store_ptr_tko weak %logical, %b : tile<ptr<i32>>, tile<i32> -> token
    %t3 = store_ptr_tko weak %arithmetic, %c : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  //% - entry: shifts
  //%   args:
  //%     - ptr: i32[1]
  //%       in: -5
  //%     - ptr: i32[1]
  //%       out: 0
  //%     - ptr: i32[1]
  //%       out: 0
  //%     - ptr: i32[1]
  //%       out: -1

  // True is -1, the only divisor that a signed boolean has.
  entry @remainder(%p: tile<ptr<i1>>, %r: tile<ptr<i1>>) {
    %x, %t0 = load_ptr_tko weak %p : tile<ptr<i1>> -> tile<i1>, token
    %y = remi %x, %x signed : tile<i1>
    %t1 = store_ptr_tko weak %r, %y : tile<ptr<i1>>, tile<i1> -> token
    return
  }
  //% - entry: remainder
  //%   args:
  //%     - ptr: i1[1]
  //%       in: 1
  //%     - ptr: i1[1]
  //%       out: 0
}
