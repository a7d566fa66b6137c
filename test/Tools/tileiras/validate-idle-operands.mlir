// Operands that change nothing leave no question: what cancels where the compiler does
// not see it, one of the results of a combination, and half of a packed comparison.
//
// RUN: split-file %s %t
// RUN: tileiras %t/cancels.mlir --gpu-name=sm_90 --validate -o %t/out 2>&1 | FileCheck %s --implicit-check-not=undecided
// RUN: tileiras %t/combined.mlir --gpu-name=sm_90 --validate -o %t/out 2>&1 | FileCheck %s --implicit-check-not=undecided
// RUN: tileiras %t/packed.mlir --gpu-name=sm_90 --validate -o %t/out 2>&1 | FileCheck %s --implicit-check-not=undecided
// CHECK: [[ALL:[0-9]+]] of [[ALL]] changes by passes proved
// CHECK: PTX: 1 of 1 launches store each element from the sources that the program gives it
// CHECK-SAME: and 1 leave numbers as the language allows

//--- cancels.mlir
cuda_tile.module @kernels {
  entry @all(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %c: tile<ptr<i32>>) {
    %io = iota : tile<128xi32>
    %a1 = reshape %a : tile<ptr<i32>> -> tile<1xptr<i32>>
    %a2 = broadcast %a1 : tile<1xptr<i32>> -> tile<128xptr<i32>>
    %a3 = offset %a2, %io : tile<128xptr<i32>>, tile<128xi32> -> tile<128xptr<i32>>
    %b1 = reshape %b : tile<ptr<i32>> -> tile<1xptr<i32>>
    %b2 = broadcast %b1 : tile<1xptr<i32>> -> tile<128xptr<i32>>
    %b3 = offset %b2, %io : tile<128xptr<i32>>, tile<128xi32> -> tile<128xptr<i32>>
    %c1 = reshape %c : tile<ptr<i32>> -> tile<1xptr<i32>>
    %c2 = broadcast %c1 : tile<1xptr<i32>> -> tile<128xptr<i32>>
    %c3 = offset %c2, %io : tile<128xptr<i32>>, tile<128xi32> -> tile<128xptr<i32>>
    %x, %t0 = load_ptr_tko weak %a3 : tile<128xptr<i32>> -> tile<128xi32>, token
    %y, %t1 = load_ptr_tko weak %b3 : tile<128xptr<i32>> -> tile<128xi32>, token
    %even = constant <i32: 126> : tile<128xi32>
    %at = andi %io, %even : tile<128xi32>
    %a4 = offset %a2, %at : tile<128xptr<i32>>, tile<128xi32> -> tile<128xptr<i32>>
    %x2, %t3 = load_ptr_tko weak %a4 : tile<128xptr<i32>> -> tile<128xi32>, token
    %d = subi %x, %x2 : tile<128xi32>
    %r = addi %d, %y : tile<128xi32>
    %t2 = store_ptr_tko weak %c3, %r : tile<128xptr<i32>>, tile<128xi32> -> token
    return
  }
}
//--- combined.mlir
cuda_tile.module @kernels {
  entry @all(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %c: tile<ptr<i32>>) {
    %io = iota : tile<128xi32>
    %a1 = reshape %a : tile<ptr<i32>> -> tile<1xptr<i32>>
    %a2 = broadcast %a1 : tile<1xptr<i32>> -> tile<128xptr<i32>>
    %a3 = offset %a2, %io : tile<128xptr<i32>>, tile<128xi32> -> tile<128xptr<i32>>
    %b1 = reshape %b : tile<ptr<i32>> -> tile<1xptr<i32>>
    %b2 = broadcast %b1 : tile<1xptr<i32>> -> tile<128xptr<i32>>
    %b3 = offset %b2, %io : tile<128xptr<i32>>, tile<128xi32> -> tile<128xptr<i32>>
    %c1 = reshape %c : tile<ptr<i32>> -> tile<1xptr<i32>>
    %c2 = broadcast %c1 : tile<1xptr<i32>> -> tile<128xptr<i32>>
    %c3 = offset %c2, %io : tile<128xptr<i32>>, tile<128xi32> -> tile<128xptr<i32>>
    %x, %t0 = load_ptr_tko weak %a3 : tile<128xptr<i32>> -> tile<128xi32>, token
    %y, %t1 = load_ptr_tko weak %b3 : tile<128xptr<i32>> -> tile<128xi32>, token
    %v,
    %w = reduce %x, %y dim=0 identities=[0 : i32, 0 : i32] : tile<128xi32>, tile<128xi32> -> tile<i32>, tile<i32> (%e: tile<i32>, %f: tile<i32>, %g: tile<i32>, %h: tile<i32>) {
    %k = xori %e, %f : tile<i32>
    %l = addi %g, %h : tile<i32> yield %k, %l : tile<i32>, tile<i32> }
    %v1 = reshape %v : tile<i32> -> tile<1xi32>
    %v2 = broadcast %v1 : tile<1xi32> -> tile<128xi32>
    %r = addi %v2, %x : tile<128xi32>
    %t2 = store_ptr_tko weak %c3, %r : tile<128xptr<i32>>, tile<128xi32> -> token
    return
  }
}
//--- packed.mlir
cuda_tile.module @kernels {
  entry @all(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %c: tile<ptr<i32>>) {
    %io = iota : tile<128xi32>
    %a1 = reshape %a : tile<ptr<i32>> -> tile<1xptr<i32>>
    %a2 = broadcast %a1 : tile<1xptr<i32>> -> tile<128xptr<i32>>
    %a3 = offset %a2, %io : tile<128xptr<i32>>, tile<128xi32> -> tile<128xptr<i32>>
    %b1 = reshape %b : tile<ptr<i32>> -> tile<1xptr<i32>>
    %b2 = broadcast %b1 : tile<1xptr<i32>> -> tile<128xptr<i32>>
    %b3 = offset %b2, %io : tile<128xptr<i32>>, tile<128xi32> -> tile<128xptr<i32>>
    %c1 = reshape %c : tile<ptr<i32>> -> tile<1xptr<i32>>
    %c2 = broadcast %c1 : tile<1xptr<i32>> -> tile<128xptr<i32>>
    %c3 = offset %c2, %io : tile<128xptr<i32>>, tile<128xi32> -> tile<128xptr<i32>>
    %x, %t0 = load_ptr_tko weak %a3 : tile<128xptr<i32>> -> tile<128xi32>, token
    %y, %t1 = load_ptr_tko weak %b3 : tile<128xptr<i32>> -> tile<128xi32>, token
    %n = trunci %x : tile<128xi32> -> tile<128xi16>
    %h = bitcast %n : tile<128xi16> -> tile<128xf16>
    %z = constant <f16: 2.0> : tile<128xf16>
    %less = cmpf less_than ordered %h, %z : tile<128xf16> -> tile<128xi1>
    %r = select %less, %x, %y : tile<128xi1>, tile<128xi32>
    %t2 = store_ptr_tko weak %c3, %r : tile<128xptr<i32>>, tile<128xi32> -> token
    return
  }
}
