// A lexical block may have a column where its line is not known, and one beyond 16 bits: LLVM has neither, and the block stays.

// RUN: tileiras --gpu-name=sm_90 --emit=llvm --lineinfo %s | FileCheck %s
// RUN: %if ptxas %{ tileiras --gpu-name=sm_90 -O0 -g %s -o %t.cubin %}

// CHECK-DAG: ![[K:[0-9]+]] = distinct !DISubprogram(name: "k",
// CHECK-DAG: = distinct !DILexicalBlock(scope: ![[K]], file: !{{[0-9]+}}){{$}}
// CHECK-DAG: = distinct !DILexicalBlock(scope: ![[K]], file: !{{[0-9]+}}, line: 3){{$}}
// CHECK-DAG: = distinct !DILexicalBlock(scope: ![[K]], file: !{{[0-9]+}}, line: 5, column: 65535)

#file = #cuda_tile.di_file<"k.py" in "/d">
#cu = #cuda_tile.di_compile_unit<file = #file>
#sp = #cuda_tile.di_subprogram<file = #file, line = 1, name = "k", linkageName = "k", compileUnit = #cu>
#nowhere = #cuda_tile.di_lexical_block<scope = #sp, file = #file, line = 0, column = 4>
#wide = #cuda_tile.di_lexical_block<scope = #sp, file = #file, line = 3, column = 65536>
#widest = #cuda_tile.di_lexical_block<scope = #sp, file = #file, line = 5, column = 65535>
cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>) {
    %x, %t0 = load_ptr_tko weak %p : tile<ptr<f32>> -> tile<f32>, token loc(#cuda_tile.di_loc<loc("k.py":7:8) in #nowhere>)
    %y = addf %x, %x : tile<f32> loc(#cuda_tile.di_loc<loc("k.py":8:8) in #wide>)
    %t1 = store_ptr_tko weak %p, %y token=%t0 : tile<ptr<f32>>, tile<f32> -> token loc(#cuda_tile.di_loc<loc("k.py":9:8) in #widest>)
    return
  } loc(#cuda_tile.di_loc<loc("k.py":1:1) in #sp>)
}
