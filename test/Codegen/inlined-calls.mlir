// PTX says of code that was inlined where each function around it was called,
// also where LLVM's own PTX names only the innermost place.

// RUN: tileiras %s --gpu-name=sm_90 --lineinfo --emit=ptx -o - | FileCheck %s
// RUN: tileiras %s --gpu-name=sm_90 -O0 -g --emit=ptx -o - | FileCheck %s

// A name of a file cannot have quotation marks in PTX.

// What ptxas makes of it: a row for each call, and then that of the code.
// RUN: tileiras %s --gpu-name=sm_90 --lineinfo -o %t.cubin
// RUN: llvm-dwarfdump --debug-line %t.cubin | FileCheck %s --check-prefix=ROWS
// RUN: tileiras %s --gpu-name=sm_90 -O0 -g -o %t.cubin
// RUN: llvm-dwarfdump --debug-line %t.cubin | FileCheck %s --check-prefix=ROWS

// A kernel into which nothing was inlined has no table of names.
// CHECK-LABEL: .entry plain
// CHECK: .loc [[K:[0-9]+]] 40 4{{$}}
// CHECK-LABEL: .entry chains
// CHECK: .loc [[K]] 8 4{{$}}
// CHECK-NEXT: .loc [[M:[0-9]+]] 30 2, function_name [[MIDDLE:[$].*]], inlined_at [[K]] 8 4{{$}}
// CHECK-NEXT: .loc [[H:[0-9]+]] 21 1, function_name [[HELPER:[$].*]], inlined_at [[M]] 30 2{{$}}
// CHECK-NEXT: add.rn.f32
// The same helper at the same place of the same function, called by another.
// CHECK: .loc [[C:[0-9]+]] 9 4{{$}}
// CHECK-NEXT: .loc [[M]] 30 2, function_name [[MIDDLE]], inlined_at [[C]] 9 4{{$}}
// CHECK-NEXT: .loc [[H]] 21 1, function_name [[HELPER]], inlined_at [[M]] 30 2{{$}}
// CHECK-NEXT: mul.rn.f32
// CHECK: .loc [[K]] 2 9{{$}}
// CHECK-DAG: .file [[K]] "/d/k.py"
// CHECK-DAG: .file [[H]] "/d/h.py"
// CHECK-DAG: .file [[M]] "/d/a 'middle'.py"
// CHECK-DAG: .file [[C]] "/abs/calls.py"
// CHECK: .section .debug_str
// CHECK-DAG: [[HELPER]]:{{[[:space:]]}}.b8 104,101,108,112,101,114,0
// CHECK-DAG: [[MIDDLE]]:{{[[:space:]]}}.b8 109,195,188,0

// ROWS-DAG: file_names[ [[#K:]]]:{{[[:space:]]+}}name: "k.py"
// ROWS-DAG: file_names[ [[#C:]]]:{{[[:space:]]+}}name: "calls.py"
// ROWS-DAG: file_names[ [[#M:]]]:{{[[:space:]]+}}name: "a 'middle'.py"
// ROWS-DAG: file_names[ [[#H:]]]:{{[[:space:]]+}}name: "h.py"
// ROWS: {{^0x[0-9a-f]+}} 8 {{[0-9]+}} [[#K]]
// ROWS-NEXT: {{^0x[0-9a-f]+}} 30 {{[0-9]+}} [[#M]]
// ROWS-NEXT: {{^0x[0-9a-f]+}} 21 {{[0-9]+}} [[#H]]
// ROWS-NEXT: {{^0x[0-9a-f]+}} 9 {{[0-9]+}} [[#C]]
// ROWS-NEXT: {{^0x[0-9a-f]+}} 30 {{[0-9]+}} [[#M]]
// ROWS-NEXT: {{^0x[0-9a-f]+}} 21 {{[0-9]+}} [[#H]]

#file = #cuda_tile.di_file<"k.py" in "/d">
#middle = #cuda_tile.di_file<"a \22middle\22.py" in "/d">
#helper = #cuda_tile.di_file<"h.py" in "/d">
#calls = #cuda_tile.di_file<"/abs/calls.py" in "/d">
#cu = #cuda_tile.di_compile_unit<file = #file>
#in_plain = #cuda_tile.di_subprogram<file = #file, line = 1, name = "plain", linkageName = "plain", compileUnit = #cu, scopeLine = 1>
#in_chains = #cuda_tile.di_subprogram<file = #file, line = 1, name = "chains", linkageName = "chains", compileUnit = #cu, scopeLine = 3>
#in_middle = #cuda_tile.di_subprogram<file = #middle, line = 28, name = "mü", linkageName = "middle", compileUnit = #cu>
#in_helper = #cuda_tile.di_subprogram<file = #helper, line = 20, name = "helper", linkageName = "helper@h", compileUnit = #cu>
#in_calls = #cuda_tile.di_lexical_block<scope = #in_chains, file = #calls, line = 7>
#entry = #cuda_tile.di_loc<loc("/d/k.py":1:1) in #in_chains>
#first = #cuda_tile.di_loc<loc("/d/k.py":8:4) in #in_chains>
#second = #cuda_tile.di_loc<loc("/abs/calls.py":9:4) in #in_calls>
#inner = #cuda_tile.di_loc<loc("/d/a \22middle\22.py":30:2) in #in_middle>
#sum = #cuda_tile.di_loc<loc("/d/h.py":21:1) in #in_helper>
#last = #cuda_tile.di_loc<loc("/d/k.py":2:9) in #in_chains>
#whole = #cuda_tile.di_loc<loc("/d/k.py":40:4) in #in_plain>
cuda_tile.module @kernels {
  entry @plain(%p: tile<ptr<f32>>) {
    %0 = constant <f32: 1.0> : tile<f32> loc(#whole)
    %t1 = store_ptr_tko weak %p, %0 : tile<ptr<f32>>, tile<f32> -> token loc(#whole)
    return loc(#whole)
  } loc(#whole)
  entry @chains(%p: tile<ptr<f32>>) {
    %0, %t0 = load_ptr_tko weak %p : tile<ptr<f32>> -> tile<f32>, token loc(#entry)
    %1 = addf %0, %0 : tile<f32> loc(callsite(#sum at callsite(#inner at #first)))
    %2 = mulf %1, %0 : tile<f32> loc(callsite(#sum at callsite(#inner at #second)))
    %t1 = store_ptr_tko weak %p, %2 : tile<ptr<f32>>, tile<f32> -> token loc(#last)
    return loc(#last)
  } loc(#entry)
}
