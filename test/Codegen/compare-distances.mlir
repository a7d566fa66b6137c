// A causal mask is compared by one difference of row and column, which saturates:
// numbers at both ends of the range, and columns that wrap around, give the same as
// comparisons one by one (-O0).
//
// RUN: cuda-tile-run --self-check %s
// RUN: cuda-tile-run --self-check %s --engine=emulate --gpu-name=sm_80 -O0
// RUN: cuda-tile-run --self-check %s --engine=emulate --gpu-name=sm_80
// RUN: tileiras %s --gpu-name=sm_80 --emit=llvm -o - | FileCheck %s

// CHECK-LABEL: define {{.*}}@masked
// CHECK: call i32 @llvm.ssub.sat.i32
// CHECK-COUNT-32: icmp sle i32 %{{[0-9]+}}, {{-?[0-9]+$}}

cuda_tile.module @m {
  // Of each row, how many columns of 64 are not beyond it.
  entry @masked(%i: tile<i32>, %j: tile<i32>, %out: tile<ptr<i32>>) {
    %extent = constant <i32: 64> : tile<i32>
    %row0 = muli %i, %extent : tile<i32>
    %column0 = muli %j, %extent : tile<i32>
    %iota = iota : tile<64xi32>
    %row1 = reshape %row0 : tile<i32> -> tile<1xi32>
    %row2 = broadcast %row1 : tile<1xi32> -> tile<64xi32>
    %row3 = addi %row2, %iota : tile<64xi32>
    %row4 = reshape %row3 : tile<64xi32> -> tile<64x1xi32>
    %row = broadcast %row4 : tile<64x1xi32> -> tile<64x64xi32>
    %column1 = reshape %column0 : tile<i32> -> tile<1xi32>
    %column2 = broadcast %column1 : tile<1xi32> -> tile<64xi32>
    %column3 = addi %column2, %iota : tile<64xi32>
    %column4 = reshape %column3 : tile<64xi32> -> tile<1x64xi32>
    %column = broadcast %column4 : tile<1x64xi32> -> tile<64x64xi32>
    %mask = cmpi less_than_or_equal %column, %row, signed : tile<64x64xi32> -> tile<64x64xi1>
    %counted = exti %mask unsigned : tile<64x64xi1> -> tile<64x64xi32>
    %sum = reduce %counted dim=1 identities=[0 : i32] : tile<64x64xi32> -> tile<64xi32>
      (%a: tile<i32>, %b: tile<i32>) {
        %c = addi %a, %b : tile<i32>
        yield %c : tile<i32>
      }
    %ptr1 = reshape %out : tile<ptr<i32>> -> tile<1xptr<i32>>
    %ptr2 = broadcast %ptr1 : tile<1xptr<i32>> -> tile<64xptr<i32>>
    %ptr = offset %ptr2, %iota : tile<64xptr<i32>>, tile<64xi32> -> tile<64xptr<i32>>
    %t = store_ptr_tko weak %ptr, %sum : tile<64xptr<i32>>, tile<64xi32> -> token
    return
  }
  //% - entry: masked
  //%   args:
  //%     - i32:3
  //%     - i32:3
  //%     - ptr: i32[64]
  //%       out: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64
  //% - entry: masked
  //%   args:
  //%     - i32:-5
  //%     - i32:-5
  //%     - ptr: i32[64]
  //%       out: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64
  //% - entry: masked
  //%   args:
  //%     - i32:33554431
  //%     - i32:33554431
  //%     - ptr: i32[64]
  //%       out: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64
  //% - entry: masked
  //%   args:
  //%     - i32:33554431
  //%     - i32:-33554432
  //%     - ptr: i32[64]
  //%       out: 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64
  //% - entry: masked
  //%   args:
  //%     - i32:-33554432
  //%     - i32:33554431
  //%     - ptr: i32[64]
  //%       out: 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
  //% - entry: masked
  //%   args:
  //%     - i32:0
  //%     - i32:33554432
  //%     - ptr: i32[64]
  //%       out: 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64
  //% - entry: masked
  //%   args:
  //%     - i32:33554432
  //%     - i32:0
  //%     - ptr: i32[64]
  //%       out: 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
  //% - entry: masked
  //%   args:
  //%     - i32:33554432
  //%     - i32:-33554432
  //%     - ptr: i32[64]
  //%       out: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64
  //% - entry: masked
  //%   args:
  //%     - i32:-1
  //%     - i32:0
  //%     - ptr: i32[64]
  //%       out: 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
  //% - entry: masked
  //%   args:
  //%     - i32:0
  //%     - i32:-1
  //%     - ptr: i32[64]
  //%       out: 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64
}
