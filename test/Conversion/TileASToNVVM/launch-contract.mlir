// The launch contract: parameters are the arguments and nothing more; the number
// of threads is required, and where grids can count clusters, that too.
//
// RUN: tileiras %s --gpu-name=sm_80 --emit=nvvm -o - | FileCheck %s --check-prefixes=NVVM,NVVM-80
// RUN: tileiras %s --gpu-name=sm_90 --emit=nvvm -o - | FileCheck %s --check-prefixes=NVVM,NVVM-90
// RUN: tileiras %s --gpu-name=sm_75 --emit=ptx | FileCheck %s --check-prefixes=PTX,PTX-75
// RUN: tileiras %s --gpu-name=sm_80 --emit=ptx | FileCheck %s --check-prefixes=PTX,PTX-80
// RUN: tileiras %s --gpu-name=sm_90 --emit=ptx | FileCheck %s --check-prefixes=PTX,PTX-90
// RUN: tileiras %s --gpu-name=sm_100 --emit=ptx | FileCheck %s --check-prefixes=PTX,PTX-90
// RUN: tileiras %s --gpu-name=sm_120 --emit=ptx | FileCheck %s --check-prefixes=PTX,PTX-90

// NVVM-LABEL: llvm.func @every_type(
// NVVM-NOT: noalias
// NVVM: attributes {
// NVVM-80-NOT: cluster
// NVVM-80: nvvm.kernel
// NVVM-80-NOT: cluster
// NVVM-80: nvvm.reqntid = array<i32: 32, 1, 1>
// NVVM-90-DAG: nvvm.blocksareclusters
// NVVM-90-DAG: nvvm.cluster_dim = array<i32: 1, 1, 1>
// NVVM-90-DAG: nvvm.reqntid = array<i32: 32, 1, 1>
// NVVM-90-DAG: nvvm.kernel

// PTX: .visible .entry every_type(
// PTX-NEXT: .param .u64 .ptr .global .align 1 every_type_param_0,
// PTX-NEXT: .param .u8 every_type_param_1,
// PTX-NEXT: .param .u8 every_type_param_2,
// PTX-NEXT: .param .u16 every_type_param_3,
// PTX-NEXT: .param .u32 every_type_param_4,
// PTX-NEXT: .param .u64 every_type_param_5,
// PTX-NEXT: .param .align 2 .b8 every_type_param_6[2],
// PTX-NEXT: .param .align 2 .b8 every_type_param_7[2],
// PTX-NEXT: .param .{{f|b}}32 every_type_param_8,
// PTX-NEXT: .param .{{f|b}}64 every_type_param_9
// PTX-NEXT: )
// PTX-NEXT: .reqntid 32, 1, 1
// PTX-75-NOT: cluster
// PTX-80-NOT: cluster
// PTX-90-DAG: .reqnctapercluster 1, 1, 1
// PTX-90-DAG: .blocksareclusters
// PTX: {
tileaa.entry @every_type(%p: !tileaa.ptr, %b: i1, %i8: i8, %i16: i16, %i32: i32,
                         %i64: i64, %f16: f16, %bf16: bf16, %f32: f32, %f64: f64) {
  tileaa.return
}

// PTX: .visible .entry two_warps()
// PTX-NEXT: .reqntid 64, 1, 1
tileaa.entry @two_warps() attributes {launch = #tileaa.launch<warps = 2>} {
  tileaa.return
}
