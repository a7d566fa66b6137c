// Errors show the place in the source, whatever scope it lies in, and where an
// inlined function was called from.
//
// RUN: not tileiras --gpu-name=sm_90 %s -o %t.cubin 2>&1 | FileCheck %s

// CHECK: {{^}}/d/f.py:10:1: error: 'cuda_tile.addf' op rounding mode must be
// CHECK-NEXT: {{^}}/d/f.py:2:1: note: called from

#file = #cuda_tile.di_file<"f.py" in "/d">
#cu = #cuda_tile.di_compile_unit<file = #file>
#sp = #cuda_tile.di_subprogram<file = #file, line = 1, name = "k", linkageName = "k", compileUnit = #cu>
#helper = #cuda_tile.di_subprogram<file = #file, line = 9, name = "h", linkageName = "h", compileUnit = #cu>
#here = #cuda_tile.di_loc<loc("/d/f.py":2:1) in #sp>
#there = #cuda_tile.di_loc<loc("/d/f.py":10:1) in #helper>
cuda_tile.module @m {
  entry @k(%a: tile<f32>) {
    %0 = addf %a, %a rounding<full> : tile<f32> loc(callsite(#there at #here))
    return
  } loc(#here)
}
