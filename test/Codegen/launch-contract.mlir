// The launch contract in NVVM attributes becomes directives; GPUs before sm_90
// know only the first.

// RUN: tileiras --gpu-name=sm_90 --emit=ptx %s | FileCheck %s
// RUN: tileiras --gpu-name=sm_120 --emit=ptx %s | FileCheck %s
// RUN: tileiras --gpu-name=sm_80 --emit=ptx %s | FileCheck %s --check-prefix=OLD
// RUN: tileiras --gpu-name=sm_75 --emit=ptx %s | FileCheck %s --check-prefix=OLD

// CHECK: .version 9.0
// CHECK: .entry k(
// CHECK: .reqntid 128, 1, 1
// CHECK: .reqnctapercluster 1, 1, 1
// CHECK: .blocksareclusters

// OLD: .version 7.8
// OLD: .entry k(
// OLD: .reqntid 128, 1, 1
// OLD-NOT: cluster
// OLD: ret;

llvm.func @k(%p: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>, nvvm.cluster_dim = array<i32: 1, 1, 1>, nvvm.blocksareclusters} {
  llvm.return
}
