// Names in debug info may be any bytes: paths lose what strings of PTX cannot
// hold, texts end at a zero, and a file without a name is called as in messages.

// RUN: tileiras --gpu-name=sm_90 --emit=llvm --lineinfo %s | FileCheck %s
// RUN: tileiras --gpu-name=sm_90 --emit=llvm -O0 -g %s | FileCheck %s --check-prefixes=CHECK,DEBUG
// RUN: %if ptxas %{ tileiras --gpu-name=sm_90 --lineinfo %s -o %t.cubin %}
// RUN: %if ptxas %{ tileiras --gpu-name=sm_90 -O0 -g %s -o %t.cubin %}

// CHECK-DAG: !DIFile(filename: "-", directory: "/d")
// CHECK-DAG: !DISubprogram(name: "before", linkageName: "k"
// CHECK-DAG: !DISubprogram(name: "inlined", linkageName: "first"
// CHECK-DAG: !DIFile(filename: "other 'file'.py", directory: "/e")
// CHECK-DAG: !DIFile(filename: "cut", directory: "")
// DEBUG-DAG: !DILocalVariable(name: "x", arg: 1

#file = #cuda_tile.di_file<"" in "/d">
#unit = #cuda_tile.di_compile_unit<file = #file>
#scope = #cuda_tile.di_subprogram<file = #file, line = 1, name = "before\00behind", linkageName = "k", compileUnit = #unit, scopeLine = 2>
#helper = #cuda_tile.di_subprogram<file = #file, line = 3, name = "inlined", linkageName = "first\00second", compileUnit = #unit>
#kernel = loc(#cuda_tile.di_loc<loc("":1:1) in #scope>)
#quoted = loc(#cuda_tile.di_loc<loc("/e/other \22file\22.py":7:8) in #scope>)
#cut = loc(#cuda_tile.di_loc<loc("cut\00here":9:8) in #scope>)
#inlined = loc(callsite(#cuda_tile.di_loc<loc("":4:8) in #helper> at #kernel))
cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>> loc("x\00y")) {
    %x, %t0 = load_ptr_tko weak %p : tile<ptr<f32>> -> tile<f32>, token loc(#quoted)
    %y = addf %x, %x : tile<f32> loc(#inlined)
    %t1 = store_ptr_tko weak %p, %y token=%t0 : tile<ptr<f32>>, tile<f32> -> token loc(#cut)
    return loc(#kernel)
  } loc(#kernel)
}
