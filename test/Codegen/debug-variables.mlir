// With -g a debugger finds the arguments of a kernel: in machine code for each
// kind of GPU their names, types and where they are, from the first instruction to
// the last, whether they are used or not. The emulator runs what ptxas reads.

// DEFINE: %{gpu} =
// DEFINE: %{check} = tileiras %s -O0 -g --gpu-name=%{gpu} -o %t.cubin && llvm-dwarfdump --debug-info %t.cubin | FileCheck %s
// REDEFINE: %{gpu} = sm_75
// RUN: %{check}
// REDEFINE: %{gpu} = sm_80
// RUN: %{check}
// REDEFINE: %{gpu} = sm_89
// RUN: %{check}
// REDEFINE: %{gpu} = sm_90
// RUN: %{check}
// REDEFINE: %{gpu} = sm_100
// RUN: %{check}
// REDEFINE: %{gpu} = sm_120
// RUN: %{check}

// RUN: tileiras %s -O0 -g --gpu-name=sm_90 --emit=ptx -o %t.ptx
// RUN: cuda-tile-run %t.ptx --engine=emulate --grid=1 --block=32 --arg=ptr:new:f32[4] --arg=i64:2 --arg=f16:1 --arg=bool:1 --arg=i8:1
// RUN: not cuda-tile-run %t.ptx --engine=emulate --grid=1 --block=32 --arg=ptr:new:f32[4] --arg=i64:9 --arg=f16:1 --arg=bool:1 --arg=i8:1 2>&1 | FileCheck %s --check-prefix=FAULT

// Without -g there are no variables.
// RUN: tileiras %s -O0 --lineinfo --gpu-name=sm_90 -o %t.cubin
// RUN: llvm-dwarfdump --debug-info %t.cubin | FileCheck %s --check-prefix=LINES

// CHECK: DW_TAG_subprogram
// CHECK: DW_AT_MIPS_linkage_name ("scale_f32")
// CHECK-NEXT: DW_AT_name ("scale")
// CHECK: DW_TAG_formal_parameter
// CHECK: DW_AT_location
// CHECK-NEXT: DW_AT_name ("arg0")
// CHECK: DW_AT_decl_line (1)
// CHECK-NEXT: DW_AT_type ({{.*}} "void *")
// CHECK: DW_AT_location
// CHECK-NEXT: DW_AT_name ("arg1")
// CHECK: DW_AT_type ({{.*}} "i64")
// CHECK: DW_AT_location
// CHECK-NEXT: DW_AT_name ("arg2")
// CHECK: DW_AT_type ({{.*}} "f16")
// CHECK: DW_AT_location
// CHECK-NEXT: DW_AT_name ("arg3")
// CHECK: DW_AT_type ({{.*}} "i1")
// CHECK: DW_AT_location
// CHECK-NEXT: DW_AT_name ("byte")
// CHECK: DW_AT_type ({{.*}} "i8")
// CHECK-NOT: DW_TAG_formal_parameter

// LINES-NOT: DW_TAG_formal_parameter

// FAULT: store of 4 bytes at global address {{.*}} is out of bounds
// FAULT: source: /d/k.py:8

#file = #cuda_tile.di_file<"k.py" in "/d">
#cu = #cuda_tile.di_compile_unit<file = #file>
#sp = #cuda_tile.di_subprogram<file = #file, line = 1, name = "scale", linkageName = "scale_f32", compileUnit = #cu, scopeLine = 2>
#here = #cuda_tile.di_loc<loc("/d/k.py":8:4) in #sp>
cuda_tile.module @kernels {
  entry @scale_f32(%p: tile<ptr<f32>>, %n: tile<i64>, %half: tile<f16>, %flag: tile<i1>, %byte: tile<i8> loc("byte")) {
    %q = offset %p, %n : tile<ptr<f32>>, tile<i64> -> tile<ptr<f32>> loc(#here)
    %0 = constant <f32: 1.0> : tile<f32> loc(#here)
    %t0 = store_ptr_tko weak %q, %0 : tile<ptr<f32>>, tile<f32> -> token loc(#here)
    return loc(#here)
  } loc(#cuda_tile.di_loc<loc("/d/k.py":1:1) in #sp>)
}
