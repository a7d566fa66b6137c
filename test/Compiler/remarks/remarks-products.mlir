// Which instruction multiplies matrices, or why none does.
//
// RUN: cd %S && tileiras remarks-products.mlir --gpu-name=sm_80 --remarks=tensorcore -o %t.ptx --emit=ptx | FileCheck %s --implicit-check-not=RemarkMatrixUnit
// RUN: cd %S && tileiras remarks-products.mlir --gpu-name=sm_90 --remarks=tensorcore -o %t.ptx --emit=ptx | FileCheck %s --check-prefixes=CHECK,FASTER
// RUN: cd %S && tileiras remarks-products.mlir --gpu-name=sm_100 --remarks=tensorcore -o %t.ptx --emit=ptx | FileCheck %s --check-prefix=TENSOR

// CHECK: k:
// CHECK: remarks-products.mlir:[[@LINE+9]]:{{.*}}Passed: RemarkTensorCoreMMA{{.*}}mma.sync.m16n8k16 of f16
// FASTER: remarks-products.mlir:[[@LINE+8]]:{{.*}}Missed: RemarkMatrixUnit{{.*}}wgmma of this GPU is faster than mma.sync
// TENSOR: Missed: RemarkMatrixUnit{{.*}}tcgen05.mma of this GPU is faster than mma.sync
// CHECK: remarks-products.mlir:[[@LINE+8]]:{{.*}}Missed: RemarkTensorCoreMMA{{.*}}no products of f32
cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>) {
    %a = constant <f16: 1.0> : tile<16x16xf16>
    %b = constant <f32: 1.0> : tile<16x16xf32>
    %zero = constant <f32: 0.0> : tile<16x16xf32>
    %c = mmaf %a, %a, %zero : tile<16x16xf16>, tile<16x16xf16>, tile<16x16xf32>
    // Sums of f32 products.
    %d = mmaf %b, %c, %zero : tile<16x16xf32>, tile<16x16xf32>, tile<16x16xf32>
    %t = print_tko "%f", %d : tile<16x16xf32> -> token
    return
  }
}
