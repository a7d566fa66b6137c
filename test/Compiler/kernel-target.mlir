// A kernel of tileas has become one of a GPU: code for another might lack what it
// uses.

// RUN: tileiras --gpu-name=sm_90 --emit=ptx %s -o - | FileCheck %s --check-prefix=PTX
// RUN: rm -f %t.out
// RUN: sh -c 'tileiras --gpu-name=sm_75 --emit=ptx %s -o %t.out; echo rc=$?' 2>&1 | FileCheck %s
// RUN: test ! -e %t.out

// PTX: .visible .entry k(

// CHECK: {{.*}}kernel-target.mlir:[[# @LINE + 2]]:1: error: 'tileas.kernel' op is for sm_90, but the program is compiled for sm_75: lower it again from tileaa
// CHECK: rc=2
tileas.kernel @k() attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = true>} {
  tileas.return
}
