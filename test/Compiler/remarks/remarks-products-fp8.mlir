// 8-bit floats are widened to f16 where the tensor cores that take them keep fewer
// bits of the sum, unless `fast_acc` allows that.
//
// RUN: cd %S && tileiras remarks-products-fp8.mlir --gpu-name=sm_89 --remarks=tensorcore -o %t.ptx --emit=ptx | FileCheck %s --check-prefixes=CHECK,FEW
// RUN: cd %S && tileiras remarks-products-fp8.mlir --gpu-name=sm_90 --remarks=tensorcore -o %t.ptx --emit=ptx | FileCheck %s --check-prefixes=CHECK,FULL
// RUN: cd %S && tileiras remarks-products-fp8.mlir --gpu-name=sm_120 --remarks=tensorcore -o %t.ptx --emit=ptx | FileCheck %s --check-prefixes=CHECK,FULL

// CHECK: k:
// FEW: :[[@LINE+12]]:{{.*}}Passed: RemarkTensorCoreMMA{{.*}}mma.sync.m16n8k16 of f16, to which e4m3 is widened
// FEW: :[[@LINE+11]]:{{.*}}Missed: RemarkMatrixUnit, Reason: mma.sync of e4m3 is twice as fast as of f16, but loses bits of sums in f32, Suggestion: set fast_acc, if that is precise enough
// FULL: :[[@LINE+10]]:{{.*}}Passed: RemarkTensorCoreMMA{{.*}}mma.sync.m16n8k32 of e4m3{{$}}
// CHECK: :[[@LINE+10]]:{{.*}}Passed: RemarkTensorCoreMMA{{.*}}mma.sync.m16n8k32 of e4m3{{$}}
// CHECK: :[[@LINE+10]]:{{.*}}Passed: RemarkTensorCoreMMA{{.*}}mma.sync.m16n8k32 of e4m3{{$}}
cuda_tile.module @m {
  entry @k(%p: tile<ptr<f8E4M3FN>>) {
    %ps = reshape %p : tile<ptr<f8E4M3FN>> -> tile<1x1xptr<f8E4M3FN>>
    %pt = broadcast %ps : tile<1x1xptr<f8E4M3FN>> -> tile<32x32xptr<f8E4M3FN>>
    %a, %t0 = load_ptr_tko weak %pt : tile<32x32xptr<f8E4M3FN>> -> tile<32x32xf8E4M3FN>, token
    %zero = constant <f32: 0.0> : tile<32x32xf32>
    %half = constant <f16: 0.0> : tile<32x32xf16>
    %b = mmaf %a, %a, %zero : tile<32x32xf8E4M3FN>, tile<32x32xf8E4M3FN>, tile<32x32xf32>
    %c = mmaf %a, %a, %zero fast_acc : tile<32x32xf8E4M3FN>, tile<32x32xf8E4M3FN>, tile<32x32xf32>
    %d = mmaf %a, %a, %half : tile<32x32xf8E4M3FN>, tile<32x32xf8E4M3FN>, tile<32x32xf16>
    %t = print_tko "%f %f %f", %b, %c, %d : tile<32x32xf32>, tile<32x32xf32>, tile<32x32xf16> -> token
    return
  }
}
// FEW-NOT: Missed
