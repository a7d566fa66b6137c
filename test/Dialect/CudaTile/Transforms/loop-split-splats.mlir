// A literal whose elements are all equal is looked at once, however large the
// tile is: one by one, its elements would take minutes here.
// RUN: timeout 20 cuda-tile-opt %s --loop-split | FileCheck %s

cuda_tile.module @splats {
  // CHECK-LABEL: entry @large
  entry @large(%p: tile<ptr<i32>>, %n: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %five = constant <i32: 5> : tile<4096x4096xi32>
    %extent = constant <i32: 100> : tile<4096x4096xi32>
    // CHECK: for
    for %i in (%zero to %n, step %one) : tile<i32> {
      %i1 = reshape %i : tile<i32> -> tile<1x1xi32>
      %s0 = broadcast %i1 : tile<1x1xi32> -> tile<4096x4096xi32>
      %s1 = addi %s0, %five : tile<4096x4096xi32>
      %m1 = cmpi less_than %s1, %extent, signed : tile<4096x4096xi32> -> tile<4096x4096xi1>
      %s2 = addi %s1, %five : tile<4096x4096xi32>
      %m2 = cmpi less_than %s2, %extent, signed : tile<4096x4096xi32> -> tile<4096x4096xi1>
      %s3 = addi %s2, %five : tile<4096x4096xi32>
      %m3 = cmpi less_than %s3, %extent, signed : tile<4096x4096xi32> -> tile<4096x4096xi1>
      %s4 = addi %s3, %five : tile<4096x4096xi32>
      %m4 = cmpi less_than %s4, %extent, signed : tile<4096x4096xi32> -> tile<4096x4096xi1>
      %s5 = addi %s4, %five : tile<4096x4096xi32>
      %m5 = cmpi less_than %s5, %extent, signed : tile<4096x4096xi32> -> tile<4096x4096xi1>
      %s6 = addi %s5, %five : tile<4096x4096xi32>
      %m6 = cmpi less_than %s6, %extent, signed : tile<4096x4096xi32> -> tile<4096x4096xi1>
      %s7 = addi %s6, %five : tile<4096x4096xi32>
      %m7 = cmpi less_than %s7, %extent, signed : tile<4096x4096xi32> -> tile<4096x4096xi1>
      %s8 = addi %s7, %five : tile<4096x4096xi32>
      %m8 = cmpi less_than %s8, %extent, signed : tile<4096x4096xi32> -> tile<4096x4096xi1>
      %s9 = addi %s8, %five : tile<4096x4096xi32>
      %m9 = cmpi less_than %s9, %extent, signed : tile<4096x4096xi32> -> tile<4096x4096xi1>
      %s10 = addi %s9, %five : tile<4096x4096xi32>
      %m10 = cmpi less_than %s10, %extent, signed : tile<4096x4096xi32> -> tile<4096x4096xi1>
      %s11 = addi %s10, %five : tile<4096x4096xi32>
      %m11 = cmpi less_than %s11, %extent, signed : tile<4096x4096xi32> -> tile<4096x4096xi1>
      %s12 = addi %s11, %five : tile<4096x4096xi32>
      %m12 = cmpi less_than %s12, %extent, signed : tile<4096x4096xi32> -> tile<4096x4096xi1>
      %s13 = addi %s12, %five : tile<4096x4096xi32>
      %m13 = cmpi less_than %s13, %extent, signed : tile<4096x4096xi32> -> tile<4096x4096xi1>
      %s14 = addi %s13, %five : tile<4096x4096xi32>
      %m14 = cmpi less_than %s14, %extent, signed : tile<4096x4096xi32> -> tile<4096x4096xi1>
      %s15 = addi %s14, %five : tile<4096x4096xi32>
      %m15 = cmpi less_than %s15, %extent, signed : tile<4096x4096xi32> -> tile<4096x4096xi1>
      %s16 = addi %s15, %five : tile<4096x4096xi32>
      %m16 = cmpi less_than %s16, %extent, signed : tile<4096x4096xi32> -> tile<4096x4096xi1>
      %s17 = addi %s16, %five : tile<4096x4096xi32>
      %m17 = cmpi less_than %s17, %extent, signed : tile<4096x4096xi32> -> tile<4096x4096xi1>
      %s18 = addi %s17, %five : tile<4096x4096xi32>
      %m18 = cmpi less_than %s18, %extent, signed : tile<4096x4096xi32> -> tile<4096x4096xi1>
      %s19 = addi %s18, %five : tile<4096x4096xi32>
      %m19 = cmpi less_than %s19, %extent, signed : tile<4096x4096xi32> -> tile<4096x4096xi1>
      %s20 = addi %s19, %five : tile<4096x4096xi32>
      %m20 = cmpi less_than %s20, %extent, signed : tile<4096x4096xi32> -> tile<4096x4096xi1>
      // CHECK-COUNT-20: cmpi
    }
  }
}
