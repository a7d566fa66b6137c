// RUN: cuda-tile-opt %s --split-input-file -mlir-print-debuginfo \
// RUN:   --pass-pipeline='builtin.module(cuda_tile.module(synthesize-debug-info-scopes))' | FileCheck %s
// RUN: cuda-tile-opt %s --split-input-file -mlir-print-debuginfo --synthesize-debug-info-scopes | FileCheck %s

// The file of the compile unit is that of the module; directories are split off.
// CHECK-LABEL: cuda_tile.module @places
cuda_tile.module @places {
  entry @k(%a: tile<i32> loc(unknown)) {
    // CHECK: for {{.*}} {
    for %i in (%a to %a, step %a) : tile<i32> {
      // CHECK-NEXT: addi {{.*}} loc(#[[ADD:.*]])
      %0 = addi %a, %a : tile<i32> loc("/d/k.py":12:4)
      // CHECK-NEXT: subi {{.*}} loc(#[[SUB:.*]])
      %1 = subi %0, %a : tile<i32> loc(callsite("h.py":3:1 at "/d/k.py":13:4))
      // CHECK-NEXT: muli {{.*}} loc(#[[MUL:.*]])
      %2 = muli %1, %a : tile<i32> loc("x"("/d/k.py":14:4))
      // CHECK-NEXT: negi {{.*}} loc(#[[NEG:.*]])
      %3 = negi %2 : tile<i32> loc(unknown)
      continue loc("/d/k.py":12:4)
    } loc("/d/k.py":11:2)
    // CHECK: return
    return loc("/d/k.py":11:2)
  // CHECK-NEXT: } loc(#[[ENTRY:.*]])
  } loc("/d/k.py":10:4)
} loc("/d/main.py":1:1)

// CHECK-DAG: #[[NEG]] = loc(unknown)
// CHECK-DAG: #[[FILE:.*]] = #cuda_tile.di_file<"k.py" in "/d">
// CHECK-DAG: #[[MAIN:.*]] = #cuda_tile.di_file<"main.py" in "/d">
// CHECK-DAG: #[[CU:.*]] = #cuda_tile.di_compile_unit<file = #[[MAIN]]>
// CHECK-DAG: #[[SP:.*]] = #cuda_tile.di_subprogram<file = #[[FILE]], line = 10, name = "k", linkageName = "k", compileUnit = #[[CU]], scopeLine = 10>
// CHECK-DAG: #[[ENTRY]] = #cuda_tile.di_loc<#[[ENTRY_PLACE:.*]] in #[[SP]]>
// CHECK-DAG: #[[ENTRY_PLACE]] = loc("/d/k.py":10:4)
// CHECK-DAG: #[[ADD]] = #cuda_tile.di_loc<#[[ADD_PLACE:.*]] in #[[SP]]>
// CHECK-DAG: #[[ADD_PLACE]] = loc("/d/k.py":12:4)
// CHECK-DAG: #[[CALLEE_PLACE:.*]] = loc("h.py":3:1)
// CHECK-DAG: #[[CALLEE:.*]] = #cuda_tile.di_loc<#[[CALLEE_PLACE]] in #[[SP]]>
// CHECK-DAG: #[[CALLER_PLACE:.*]] = loc("/d/k.py":13:4)
// CHECK-DAG: #[[CALLER:.*]] = #cuda_tile.di_loc<#[[CALLER_PLACE]] in #[[SP]]>
// CHECK-DAG: #[[SUB]] = loc(callsite(#[[CALLEE]] at #[[CALLER]]))
// CHECK-DAG: #[[MUL]] = loc("x"(#[[NAMED:.*]]))
// CHECK-DAG: #[[NAMED]] = #cuda_tile.di_loc<{{.*}} in #[[SP]]>

// -----

// A module without a place has the compile unit of its function; a function
// without one is in no known file.
// CHECK-LABEL: cuda_tile.module @no_places
cuda_tile.module @no_places {
  // CHECK: entry @here()
  entry @here() {
    return loc(unknown)
  } loc("here.py":3:1)
  // CHECK: entry @nowhere()
  entry @nowhere() {
    // CHECK-NEXT: return loc(#[[NOWHERE:.*]])
    return loc(unknown)
  // CHECK-NEXT: } loc(#[[NOWHERE]])
  } loc(unknown)
} loc(unknown)
// CHECK-DAG: #[[HERE:.*]] = #cuda_tile.di_file<"here.py" in "">
// CHECK-DAG: #[[CU:.*]] = #cuda_tile.di_compile_unit<file = #[[HERE]]>
// CHECK-DAG: #cuda_tile.di_subprogram<file = #[[HERE]], line = 3, name = "here", linkageName = "here", compileUnit = #[[CU]], scopeLine = 3>
// CHECK-DAG: #[[NONE:.*]] = #cuda_tile.di_file<"<unknown>" in "">
// CHECK-DAG: #[[SP:.*]] = #cuda_tile.di_subprogram<file = #[[NONE]], line = 1, name = "nowhere", linkageName = "nowhere", compileUnit = #{{.*}}, scopeLine = 1>
// CHECK-DAG: #[[NOWHERE]] = #cuda_tile.di_loc<{{.*}} in #[[SP]]>

// -----

// A function with a scope stays as it is.
// CHECK-LABEL: cuda_tile.module @scoped
#file = #cuda_tile.di_file<"a.py" in "">
#cu = #cuda_tile.di_compile_unit<file = #file>
#sp = #cuda_tile.di_subprogram<file = #file, line = 15, name = "f", linkageName = "k", compileUnit = #cu>
cuda_tile.module @scoped {
  // CHECK: entry @k()
  entry @k() {
    // CHECK-NEXT: return loc(#[[RETURN:.*]])
    return loc("a.py":16:1)
  } loc(#cuda_tile.di_loc<loc("a.py":15:1) in #sp>)
} loc("b.py":1:1)
// CHECK-DAG: #[[RETURN]] = loc("a.py":16:1)
// CHECK-DAG: line = 15, name = "f", linkageName = "k", compileUnit = #{{[a-z_]*}}>

// -----

// The place of an argument lies in the scope as well.
// CHECK-DAG: #[[SP:.*]] = #cuda_tile.di_subprogram<{{.*}} name = "argument"
// CHECK-DAG: #[[PLACE:.*]] = loc("k.py":1:20)
// CHECK-DAG: #[[LOC:.*]] = #cuda_tile.di_loc<#[[PLACE]] in #[[SP]]>
// CHECK: entry @argument(%{{.*}}: tile<i32> loc(#[[LOC]]))
cuda_tile.module @arguments {
  entry @argument(%a: tile<i32> loc("k.py":1:20)) {
    return loc(unknown)
  } loc("k.py":1:1)
}
