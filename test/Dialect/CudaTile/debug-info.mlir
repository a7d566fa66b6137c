// Files, functions and blocks of the source, and places in them.
//
// RUN: cuda-tile-opt %s -mlir-print-debuginfo | FileCheck %s
// RUN: cuda-tile-opt %s -mlir-print-debuginfo | cuda-tile-opt -mlir-print-debuginfo | FileCheck %s
// RUN: cuda-tile-opt %s -mlir-print-debuginfo -mlir-print-op-generic | cuda-tile-opt -mlir-print-debuginfo | FileCheck %s
// RUN: cuda-tile-opt %s -mlir-print-debuginfo -mlir-print-local-scope | cuda-tile-opt -mlir-print-debuginfo | FileCheck %s
// RUN: cuda-tile-opt %s | FileCheck %s --check-prefix=WITHOUT

// WITHOUT-NOT: loc

#file = #cuda_tile.di_file<"a.py" in "/d">
#cu = #cuda_tile.di_compile_unit<file = #file>
#sp = #cuda_tile.di_subprogram<file = #file, line = 1, name = "scale",
    linkageName = "k", compileUnit = #cu, scopeLine = 2>
#block = #cuda_tile.di_lexical_block<scope = #sp, file = #file, line = 3, column = 4>
#inner = #cuda_tile.di_lexical_block<scope = #block, file = #file, line = 5>
#helper = #cuda_tile.di_subprogram<
    file = <"b.py" in "">, line = 9, name = "helper", linkageName = "helper@b",
    compileUnit = <file = <"b.py" in "">>>
#place = #cuda_tile.di_loc<loc("a.py":7:8) in #sp>
#in_helper = #cuda_tile.di_loc<loc("b.py":10:11) in #helper>

cuda_tile.module @m {
  // CHECK: entry @k(%[[A:.*]]: tile<f32>
  entry @k(%a: tile<f32>) {
    // CHECK: addf {{.*}} loc(#[[ADD:.*]])
    %0 = addf %a, %a : tile<f32> loc(#place)
    // CHECK: subf {{.*}} loc(#[[SUB:.*]])
    %1 = subf %0, %a : tile<f32> loc(#cuda_tile.di_loc<loc("a.py":8:9) in #block>)
    // CHECK: mulf {{.*}} loc(#[[MUL:.*]])
    %2 = mulf %1, %a : tile<f32> loc(#cuda_tile.di_loc<loc("a.py":8:10) in #inner>)
    // CHECK: negf {{.*}} loc(#[[NEG:.*]])
    %3 = negf %2 : tile<f32> loc(callsite(#in_helper at #place))
    // A place without a scope, and none at all.
    // CHECK: absf {{.*}} loc(#[[ABS:.*]])
    %4 = absf %3 : tile<f32> loc("a.py":9:1)
    // CHECK: return loc(#[[UNKNOWN:.*]])
    return loc(unknown)
  // CHECK: } loc(#[[ENTRY:.*]])
  } loc(#cuda_tile.di_loc<loc("a.py":1:1) in #sp>)
} loc(unknown)

// CHECK-DAG: #[[UNKNOWN]] = loc(unknown)
// CHECK-DAG: #[[ABS]] = loc("a.py":9:1)
// CHECK-DAG: #[[FILE:di_file.*]] = #cuda_tile.di_file<"a.py" in "/d">
// CHECK-DAG: #[[CU:di_compile_unit.*]] = #cuda_tile.di_compile_unit<file = #[[FILE]]>
// CHECK-DAG: #[[SP:di_subprogram.*]] = #cuda_tile.di_subprogram<file = #[[FILE]], line = 1, name = "scale", linkageName = "k", compileUnit = #[[CU]], scopeLine = 2>
// CHECK-DAG: #[[BLOCK:di_lexical_block.*]] = #cuda_tile.di_lexical_block<scope = #[[SP]], file = #[[FILE]], line = 3, column = 4>
// CHECK-DAG: #[[INNER:di_lexical_block.*]] = #cuda_tile.di_lexical_block<scope = #[[BLOCK]], file = #[[FILE]], line = 5>
// CHECK-DAG: #[[HELPER_FILE:di_file.*]] = #cuda_tile.di_file<"b.py" in "">
// CHECK-DAG: #[[HELPER:di_subprogram.*]] = #cuda_tile.di_subprogram<file = #[[HELPER_FILE]], line = 9, name = "helper", linkageName = "helper@b", compileUnit = #{{.*}}>
// CHECK-DAG: #[[ADD]] = #cuda_tile.di_loc<#[[ADD_PLACE:.*]] in #[[SP]]>
// CHECK-DAG: #[[ADD_PLACE]] = loc("a.py":7:8)
// CHECK-DAG: #[[SUB]] = #cuda_tile.di_loc<{{.*}} in #[[BLOCK]]>
// CHECK-DAG: #[[MUL]] = #cuda_tile.di_loc<{{.*}} in #[[INNER]]>
// CHECK-DAG: #[[CALLEE:.*]] = #cuda_tile.di_loc<{{.*}} in #[[HELPER]]>
// CHECK-DAG: #[[NEG]] = loc(callsite(#[[CALLEE]] at #[[ADD]]))
// CHECK-DAG: #[[ENTRY]] = #cuda_tile.di_loc<#[[ENTRY_PLACE:.*]] in #[[SP]]>
// CHECK-DAG: #[[ENTRY_PLACE]] = loc("a.py":1:1)
