// Debug info scopes reach LLVM IR, and line tables from there: the functions of
// the source by name, and where they were inlined.

// RUN: tileiras --gpu-name=sm_90 --emit=llvm --lineinfo %s | FileCheck %s --check-prefixes=LLVM,LINES
// RUN: tileiras --gpu-name=sm_90 --emit=llvm -O0 -g %s | FileCheck %s --check-prefixes=LLVM,DEBUG
// RUN: tileiras --gpu-name=sm_90 --emit=ptx --lineinfo %s | FileCheck %s --check-prefix=PTX
// RUN: tileiras --gpu-name=sm_90 --emit=ptx %s | FileCheck %s --check-prefix=NONE
// RUN: tileiras --gpu-name=sm_90 --emit=cubin --lineinfo %s -o %t.cubin
// RUN: tileiras --gpu-name=sm_90 --emit=cubin -O0 -g %s -o %t.cubin

// Loops and strings have locations as well, in arguments of blocks and globals.
// RUN: tileiras --gpu-name=sm_90 --lineinfo %S/../Bytecode/Inputs/mixed13.4.tile -o %t.cubin
// RUN: tileiras --gpu-name=sm_90 -O0 -g %S/../Bytecode/Inputs/mixed13.4.tile -o %t.cubin

// The form in which front ends hand it over gives the same.
// RUN: cuda-tile-translate --mlir-to-cudatilebc --bytecode-version=13.1 %s -o %t.tile
// RUN: tileiras --gpu-name=sm_90 --emit=ptx --lineinfo %s -o %t.text.ptx
// RUN: tileiras --gpu-name=sm_90 --emit=ptx --lineinfo %t.tile -o %t.ptx
// RUN: cmp %t.text.ptx %t.ptx

// One compile unit, whatever the number of source files.
// LLVM: define {{.*}}@scale_f32({{.*}} !dbg ![[SCALE:[0-9]+]]
// LLVM: load {{.*}} !dbg ![[LOAD:[0-9]+]]
// LLVM: fadd {{.*}} !dbg ![[ADD:[0-9]+]]
// LLVM: st.global{{.*}} !dbg ![[STORE:[0-9]+]]
// LLVM-COUNT-1: !DICompileUnit(
// LINES-SAME: isOptimized: true, {{.*}}emissionKind: DebugDirectivesOnly
// DEBUG-SAME: isOptimized: false, {{.*}}emissionKind: FullDebug
// LLVM-NOT: !DICompileUnit(
// LLVM-DAG: ![[SCALE]] = distinct !DISubprogram(name: "scale", linkageName: "scale_f32", scope: ![[K:[0-9]+]], file: ![[K]], line: 1, {{.*}}scopeLine: 2,
// LLVM-DAG: ![[K]] = !DIFile(filename: "k.py", directory: "/d")
// LLVM-DAG: ![[LOAD]] = !DILocation(line: 7, column: 8, scope: ![[SCALE]])
// An inlined function of another file.
// LLVM-DAG: ![[ADD]] = !DILocation(line: 21, column: 1, scope: ![[HELPER:[0-9]+]], inlinedAt: ![[CALL:[0-9]+]])
// LLVM-DAG: ![[HELPER]] = distinct !DISubprogram(name: "helper", linkageName: "helper@h", scope: ![[H:[0-9]+]], file: ![[H]], line: 20,
// LLVM-DAG: ![[H]] = !DIFile(filename: "h.py", directory: "/d")
// LLVM-DAG: ![[CALL]] = !DILocation(line: 8, column: 4, scope: ![[BLOCK:[0-9]+]])
// LLVM-DAG: ![[BLOCK]] = distinct !DILexicalBlock(scope: ![[SCALE]], file: ![[K]], line: 3)
// A place of the block that stands in a third file.
// LLVM-DAG: ![[STORE]] = !DILocation(line: 33, column: 3, scope: ![[MACRO:[0-9]+]])
// LLVM-DAG: ![[MACRO]] = distinct !DILexicalBlockFile(scope: ![[BLOCK]], file: ![[M:[0-9]+]], discriminator: 0)
// LLVM-DAG: ![[M]] = !DIFile(filename: "m.py", directory: "")

// PTX: .entry scale_f32
// PTX: .loc [[K:[0-9]+]] 7 8
// PTX: .loc [[H:[0-9]+]] 21 1
// PTX: .loc [[M:[0-9]+]] 33 3
// PTX-DAG: .file [[K]] "/d/k.py"
// PTX-DAG: .file [[H]] "/d/h.py"
// PTX-DAG: .file [[M]] "m.py"

// NONE-NOT: .loc
// NONE-NOT: .file

#file = #cuda_tile.di_file<"k.py" in "/d">
#cu = #cuda_tile.di_compile_unit<file = #file>
#sp = #cuda_tile.di_subprogram<file = #file, line = 1, name = "scale",
    linkageName = "scale_f32", compileUnit = #cu, scopeLine = 2>
#block = #cuda_tile.di_lexical_block<scope = #sp, file = #file, line = 3>
#other = #cuda_tile.di_file<"h.py" in "/d">
#other_cu = #cuda_tile.di_compile_unit<file = #other>
#helper = #cuda_tile.di_subprogram<file = #other, line = 20, name = "helper",
    linkageName = "helper@h", compileUnit = #other_cu>
#load = #cuda_tile.di_loc<loc("/d/k.py":7:8) in #sp>
#call = #cuda_tile.di_loc<loc("/d/k.py":8:4) in #block>
#callee = #cuda_tile.di_loc<loc("/d/h.py":21:1) in #helper>
#macro = #cuda_tile.di_loc<loc("m.py":33:3) in #block>

cuda_tile.module @kernels {
  entry @scale_f32(%p: tile<ptr<f32>>) {
    %0, %t0 = load_ptr_tko weak %p : tile<ptr<f32>> -> tile<f32>, token loc(#load)
    %1 = addf %0, %0 : tile<f32> loc(callsite(#callee at #call))
    %t1 = store_ptr_tko weak %p, %1 : tile<ptr<f32>>, tile<f32> -> token loc(#macro)
    return loc(#macro)
  } loc(#cuda_tile.di_loc<loc("/d/k.py":1:1) in #sp>)
}
