// --lineinfo relates PTX to the locations of the program, -g adds debug
// information; without either there is none, so that moving the source does not
// change the code.

// RUN: tileiras --gpu-name=sm_90 --emit=ptx %s | FileCheck %s --check-prefix=NONE
// RUN: tileiras --gpu-name=sm_90 --emit=ptx --lineinfo %s | FileCheck %s --check-prefix=LINES
// RUN: tileiras --gpu-name=sm_90 --emit=ptx -O0 -g %s | FileCheck %s --check-prefix=DEBUG

// NONE-NOT: .loc
// NONE-NOT: .file
// NONE-NOT: debug

// LINES: .target sm_90a{{$}}
// LINES: .loc 1 7 3
// LINES: .file 1 {{.*}}kernel.py"

// DEBUG: .target sm_90a, debug
// DEBUG: .loc 1 7 3
// DEBUG: .section .debug_info

#place = loc("kernel.py":7:3)
llvm.func @k(%p: !llvm.ptr<1>, %a: f32) attributes {nvvm.kernel} {
  %s = llvm.fadd %a, %a : f32 loc(#place)
  llvm.store %s, %p : f32, !llvm.ptr<1> loc(#place)
  llvm.return loc(#place)
} loc("kernel.py":6:1)
