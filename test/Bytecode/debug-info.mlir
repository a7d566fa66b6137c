// Locations with a scope survive bytecode, in each version.
//
// RUN: rm -rf %t && mkdir %t
// RUN: cuda-tile-translate --mlir-to-cudatilebc --bytecode-version=13.1 %s -o %t/1.tile
// RUN: cuda-tile-translate --cudatilebc-to-mlir %t/1.tile -mlir-print-debuginfo -o %t/1.mlir
// RUN: FileCheck %s --input-file %t/1.mlir
// RUN: cuda-tile-translate --mlir-to-cudatilebc --bytecode-version=13.1 %t/1.mlir | cmp - %t/1.tile
// RUN: cuda-tile-translate --mlir-to-cudatilebc --bytecode-version=13.2 %s | cuda-tile-translate --cudatilebc-to-mlir -mlir-print-debuginfo | cmp - %t/1.mlir
// RUN: cuda-tile-translate --mlir-to-cudatilebc --bytecode-version=13.3 %s | cuda-tile-translate --cudatilebc-to-mlir -mlir-print-debuginfo | cmp - %t/1.mlir
// RUN: cuda-tile-translate --mlir-to-cudatilebc --bytecode-version=13.4 %s | cuda-tile-translate --cudatilebc-to-mlir -mlir-print-debuginfo | cmp - %t/1.mlir
// RUN: cuda-tile-translate --mlir-to-cudatilebc --bytecode-version=13.5 %s | cuda-tile-translate --cudatilebc-to-mlir -mlir-print-debuginfo | cmp - %t/1.mlir

#file = #cuda_tile.di_file<"a.py" in "/d">
#cu = #cuda_tile.di_compile_unit<file = #file>
#sp = #cuda_tile.di_subprogram<file = #file, line = 1, name = "scale", linkageName = "k", compileUnit = #cu, scopeLine = 2>
#block = #cuda_tile.di_lexical_block<scope = #sp, file = #file, line = 3, column = 4>
#helper = #cuda_tile.di_subprogram<file = #file, line = 20, name = "helper", linkageName = "helper@a", compileUnit = #cu>
#place = #cuda_tile.di_loc<loc("a.py":7:8) in #sp>
#in_block = #cuda_tile.di_loc<loc("a.py":8:9) in #block>
#in_helper = #cuda_tile.di_loc<loc("a.py":21:1) in #helper>

cuda_tile.module @kernels {
  // A function without locations has no list of them.
  // CHECK: entry @none
  // CHECK-NEXT: return loc(#[[UNKNOWN:.*]])
  // CHECK-NEXT: } loc(#[[UNKNOWN]])
  entry @none() {
    return loc("lost.py":1:1)
  } loc("lost.py":1:1)

  // CHECK: entry @k
  entry @k(%a: tile<i32>) {
    // CHECK: for
    for %i in (%a to %a, step %a) : tile<i32> {
      // CHECK-NEXT: addi {{.*}} loc(#[[ADD:.*]])
      %0 = addi %a, %a : tile<i32> loc(#in_block)
      // Of several locations the first with a scope is kept; a name is lost,
      // and a place without a scope.
      // CHECK-NEXT: subi {{.*}} loc(#[[ADD]])
      %1 = subi %0, %a : tile<i32> loc(fused["a.py":9:9, #in_block, #place])
      // CHECK-NEXT: muli {{.*}} loc(#[[MUL:.*]])
      %2 = muli %1, %a : tile<i32> loc("x"(#place))
      // CHECK-NEXT: absi {{.*}} loc(#[[UNKNOWN]])
      %3 = absi %2 : tile<i32> loc("a.py":9:9)
      // CHECK-NEXT: negi {{.*}} loc(#[[NEG:.*]])
      %4 = negi %3 : tile<i32> loc(callsite(#in_helper at callsite("a.py":8:8 at #place)))
      // CHECK-NEXT: muli {{.*}} loc(#[[UNKNOWN]])
      %5 = muli %4, %a : tile<i32> loc(callsite("a.py":8:8 at unknown))
      continue loc(unknown)
    // CHECK-NEXT: } loc(#[[MUL]])
    } loc(#place)
    // CHECK-NEXT: return loc(#[[UNKNOWN]])
    return loc(unknown)
  // CHECK-NEXT: } loc(#[[ENTRY:.*]])
  } loc(#cuda_tile.di_loc<loc("a.py":1:1) in #sp>)
} loc(unknown)

// CHECK-DAG: #[[UNKNOWN]] = loc(unknown)
// CHECK-DAG: #[[FILE:.*]] = #cuda_tile.di_file<"a.py" in "/d">
// CHECK-DAG: #[[CU:.*]] = #cuda_tile.di_compile_unit<file = #[[FILE]]>
// CHECK-DAG: #[[SP:.*]] = #cuda_tile.di_subprogram<file = #[[FILE]], line = 1, name = "scale", linkageName = "k", compileUnit = #[[CU]], scopeLine = 2>
// CHECK-DAG: #[[BLOCK:.*]] = #cuda_tile.di_lexical_block<scope = #[[SP]], file = #[[FILE]], line = 3, column = 4>
// CHECK-DAG: #[[HELPER:.*]] = #cuda_tile.di_subprogram<file = #[[FILE]], line = 20, name = "helper", linkageName = "helper@a", compileUnit = #[[CU]]>
// CHECK-DAG: #[[ADD]] = #cuda_tile.di_loc<#[[ADD_PLACE:.*]] in #[[BLOCK]]>
// CHECK-DAG: #[[ADD_PLACE]] = loc("a.py":8:9)
// CHECK-DAG: #[[MUL]] = #cuda_tile.di_loc<#[[MUL_PLACE:.*]] in #[[SP]]>
// CHECK-DAG: #[[MUL_PLACE]] = loc("a.py":7:8)
// CHECK-DAG: #[[CALLEE:.*]] = #cuda_tile.di_loc<{{.*}} in #[[HELPER]]>
// CHECK-DAG: #[[CALLER:.*]] = loc(callsite(#[[UNKNOWN]] at #[[MUL]]))
// CHECK-DAG: #[[NEG]] = loc(callsite(#[[CALLEE]] at #[[CALLER]]))
// CHECK-DAG: #[[ENTRY]] = #cuda_tile.di_loc<{{.*}} in #[[SP]]>
