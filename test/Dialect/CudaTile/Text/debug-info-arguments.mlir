// The place of an argument is written where the argument is, before the aliases
// that close a file; those that it needs stand in front, so that the text reads.
//
// RUN: cuda-tile-opt %s -mlir-print-debuginfo | FileCheck %s
// RUN: cuda-tile-opt %s -mlir-print-debuginfo | cuda-tile-opt -mlir-print-debuginfo | FileCheck %s
// RUN: cuda-tile-opt %s | FileCheck %s --check-prefix=WITHOUT

// WITHOUT-NOT: loc

// CHECK-DAG: #[[SP:.*]] = #cuda_tile.di_subprogram<
// CHECK-DAG: #[[PLACE:.*]] = loc("a.py":1:13)
// CHECK-DAG: #[[LOC:.*]] = #cuda_tile.di_loc<#[[PLACE]] in #[[SP]]>
// CHECK: entry @k(%{{.*}}: tile<f32> loc(#[[LOC]])) {

#file = #cuda_tile.di_file<"a.py" in "/d">
#cu = #cuda_tile.di_compile_unit<file = #file>
#sp = #cuda_tile.di_subprogram<file = #file, line = 1, name = "k", linkageName = "k", compileUnit = #cu>

cuda_tile.module @m {
  entry @k(%a: tile<f32> loc(#cuda_tile.di_loc<loc("a.py":1:13) in #sp>)) {
    return loc(#cuda_tile.di_loc<loc("a.py":2:1) in #sp>)
  } loc(#cuda_tile.di_loc<loc("a.py":1:1) in #sp>)
}
