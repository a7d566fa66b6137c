// Divisions in a scan's body that only some elements come to. For others the divisor may
// be 0, and so it may for the pairs that a step computes and drops.
//
// RUN: cuda-tile-run --self-check %s
// RUN: cuda-tile-run --self-check %s --verify-each-semantically --gpu-name=sm_90
// RUN: cuda-tile-run --self-check %s --engine=emulate --gpu-name=sm_75
// RUN: cuda-tile-run --self-check %s --engine=emulate --gpu-name=sm_90 -O0

cuda_tile.module @m {
  // The last element that is not 0: the divisor is an element, or known before the scan.
  entry @last(%p: tile<ptr<i32>>, %q: tile<ptr<i32>>, %n: tile<i32>) {
    %i = iota : tile<8xi32>
    %p1 = reshape %p : tile<ptr<i32>> -> tile<1xptr<i32>>
    %p8 = broadcast %p1 : tile<1xptr<i32>> -> tile<8xptr<i32>>
    %pp = offset %p8, %i : tile<8xptr<i32>>, tile<8xi32> -> tile<8xptr<i32>>
    %q1 = reshape %q : tile<ptr<i32>> -> tile<1xptr<i32>>
    %q8 = broadcast %q1 : tile<1xptr<i32>> -> tile<8xptr<i32>>
    %qp = offset %q8, %i : tile<8xptr<i32>>, tile<8xi32> -> tile<8xptr<i32>>
    %zero = constant <i32: 0> : tile<i32>
    %x, %t = load_ptr_tko weak %pp : tile<8xptr<i32>> -> tile<8xi32>, token
    %y = scan %x dim=0 reverse=false identities=[0 : i32] : tile<8xi32> -> tile<8xi32> (%before: tile<i32>, %now: tile<i32>) {
      %is_none = cmpi equal %now, %zero, signed : tile<i32> -> tile<i1>
      %last = if %is_none -> (tile<i32>) {
        yield %before : tile<i32>
      } else {
        %one = divi %now, %now signed : tile<i32>
        %has_n = cmpi not_equal %n, %zero, signed : tile<i32> -> tile<i1>
        %rest = if %has_n -> (tile<i32>) {
          %r = remi %now, %n signed : tile<i32>
          yield %r : tile<i32>
        } else {
          yield %zero : tile<i32>
        }
        %none = subi %rest, %rest : tile<i32>
        %same = muli %one, %now : tile<i32>
        %sum = addi %same, %none : tile<i32>
        yield %sum : tile<i32>
      }
      yield %last : tile<i32>
    }
    %u = store_ptr_tko weak %qp, %y : tile<8xptr<i32>>, tile<8xi32> -> token
    return
  }
  //% - entry: last
  //%   args:
  //%     - ptr: i32[8]
  //%       in: 0 5 0 0 -3 7 0 0
  //%     - ptr: i32[8]
  //%       in: -1*8
  //%       out: 0 5 5 5 -3 7 7 7
  //%     - i32:0
  //% - entry: last
  //%   args:
  //%     - ptr: i32[8]
  //%       in: 0 5 0 0 -3 7 0 0
  //%     - ptr: i32[8]
  //%       in: -1*8
  //%       out: 0 5 5 5 -3 7 7 7
  //%     - i32:2

  // Divides by how far apart two places are, which is 0 where they are out of order.
  entry @sum(%p: tile<ptr<i32>>, %q: tile<ptr<i32>>) {
    %i = iota : tile<8xi32>
    %p1 = reshape %p : tile<ptr<i32>> -> tile<1xptr<i32>>
    %p8 = broadcast %p1 : tile<1xptr<i32>> -> tile<8xptr<i32>>
    %pp = offset %p8, %i : tile<8xptr<i32>>, tile<8xi32> -> tile<8xptr<i32>>
    %q1 = reshape %q : tile<ptr<i32>> -> tile<1xptr<i32>>
    %q8 = broadcast %q1 : tile<1xptr<i32>> -> tile<8xptr<i32>>
    %qp = offset %q8, %i : tile<8xptr<i32>>, tile<8xi32> -> tile<8xptr<i32>>
    %zero = constant <i32: 0> : tile<i32>
    %x, %t = load_ptr_tko weak %pp : tile<8xptr<i32>> -> tile<8xi32>, token
    %y, %z = scan %x, %i dim=0 reverse=false identities=[0 : i32, -1 : i32] : tile<8xi32>, tile<8xi32> -> tile<8xi32>, tile<8xi32>
        (%before: tile<i32>, %now: tile<i32>, %left: tile<i32>, %right: tile<i32>) {
      %difference = subi %right, %left : tile<i32>
      %distance = maxi %difference, %zero signed : tile<i32>
      %one = divi %distance, %distance signed : tile<i32>
      %same = muli %one, %before : tile<i32>
      %sum = addi %same, %now : tile<i32>
      yield %sum, %right : tile<i32>, tile<i32>
    }
    %u = store_ptr_tko weak %qp, %y : tile<8xptr<i32>>, tile<8xi32> -> token
    return
  }
  //% - entry: sum
  //%   args:
  //%     - ptr: i32[8]
  //%       in: 3 0 1 2 0 4 5 6
  //%     - ptr: i32[8]
  //%       in: -1*8
  //%       out: 3 3 4 6 6 10 15 21
}
