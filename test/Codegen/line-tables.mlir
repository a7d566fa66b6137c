// At every level machine code has the lines of the kernel and of what was inlined
// into it, each in its file, with --lineinfo and with -g.

// DEFINE: %{options} =
// DEFINE: %{check} = tileiras %s --gpu-name=sm_90 %{options} -o %t.cubin && llvm-dwarfdump --debug-line %t.cubin | FileCheck %s
// REDEFINE: %{options} = -O0 -g
// RUN: %{check}
// REDEFINE: %{options} = -O0 --lineinfo
// RUN: %{check}
// REDEFINE: %{options} = -O1 --lineinfo
// RUN: %{check}
// REDEFINE: %{options} = -O2 --lineinfo
// RUN: %{check}
// REDEFINE: %{options} = -O3 --lineinfo
// RUN: %{check}

// RUN: tileiras %s --gpu-name=sm_90 -O3 -o %t.cubin
// RUN: llvm-dwarfdump --debug-line %t.cubin | FileCheck %s --check-prefix=NONE

// CHECK: include_directories[ [[#]]] = "/d"
// CHECK-DAG: file_names[ [[#K:]]]:{{[[:space:]]+}}name: "k.py"
// CHECK-DAG: file_names[ [[#H:]]]:{{[[:space:]]+}}name: "h.py"
// CHECK: Address
// The load, the helper's sum, and the store.
// CHECK: {{^0x[0-9a-f]+}} 7 {{[0-9]+}} [[#K]]
// CHECK: {{^0x[0-9a-f]+}} 21 {{[0-9]+}} [[#H]]
// CHECK: {{^0x[0-9a-f]+}} 9 {{[0-9]+}} [[#K]]
// CHECK: end_sequence

// NONE-NOT: Address

#file = #cuda_tile.di_file<"k.py" in "/d">
#other = #cuda_tile.di_file<"h.py" in "/d">
#cu = #cuda_tile.di_compile_unit<file = #file>
#sp = #cuda_tile.di_subprogram<file = #file, line = 1, name = "scale", linkageName = "scale_f32", compileUnit = #cu, scopeLine = 2>
#helper = #cuda_tile.di_subprogram<file = #other, line = 20, name = "helper", linkageName = "helper@h", compileUnit = #cu>
#load = #cuda_tile.di_loc<loc("/d/k.py":7:8) in #sp>
#call = #cuda_tile.di_loc<loc("/d/k.py":8:4) in #sp>
#store = #cuda_tile.di_loc<loc("/d/k.py":9:4) in #sp>
#sum = #cuda_tile.di_loc<loc("/d/h.py":21:1) in #helper>
cuda_tile.module @kernels {
  entry @scale_f32(%p: tile<ptr<f32>>) {
    %0, %t0 = load_ptr_tko weak %p : tile<ptr<f32>> -> tile<f32>, token loc(#load)
    %1 = addf %0, %0 : tile<f32> loc(callsite(#sum at #call))
    %t1 = store_ptr_tko weak %p, %1 : tile<ptr<f32>>, tile<f32> -> token loc(#store)
    return loc(#store)
  } loc(#cuda_tile.di_loc<loc("/d/k.py":1:1) in #sp>)
}
