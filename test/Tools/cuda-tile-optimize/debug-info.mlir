// Ops that stay keep their place and scope; those that take the place of others
// have that of the last one.
//
// RUN: cuda-tile-translate --mlir-to-cudatilebc %s -o %t
// RUN: cuda-tile-optimize %t --fuse-fma -o %t.better
// RUN: tileirdisasm --print-debug-info %t.better | FileCheck %s

#file = #cuda_tile.di_file<"a.py" in "/d">
#sp = #cuda_tile.di_subprogram<file = #file, line = 1, name = "scale",
    linkageName = "k", compileUnit = <file = #file>, scopeLine = 2>

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %a: tile<f32>) {
    // CHECK: fma {{.*}} loc(#[[SUM:.*]])
    %0 = mulf %a, %a : tile<f32> loc(#cuda_tile.di_loc<loc("a.py":8:9) in #sp>)
    %1 = addf %0, %a : tile<f32> loc(#cuda_tile.di_loc<loc("a.py":8:12) in #sp>)
    // CHECK: store_ptr_tko {{.*}} loc(#[[STORE:.*]])
    store_ptr_tko weak %p, %1 : tile<ptr<f32>>, tile<f32> -> token loc(#cuda_tile.di_loc<loc("a.py":9:3) in #sp>)
    return
  } loc(#cuda_tile.di_loc<loc("a.py":1:1) in #sp>)
} loc(unknown)

// CHECK-DAG: #[[SP:.*]] = #cuda_tile.di_subprogram<{{.*}}name = "scale"
// CHECK-DAG: #[[SUM]] = #cuda_tile.di_loc<#[[SUM_PLACE:.*]] in #[[SP]]>
// CHECK-DAG: #[[SUM_PLACE]] = loc("a.py":8:12)
// CHECK-DAG: #[[STORE]] = #cuda_tile.di_loc<#[[STORE_PLACE:.*]] in #[[SP]]>
// CHECK-DAG: #[[STORE_PLACE]] = loc("a.py":9:3)
