// Floats of 16 bits are written to several GPUs in pairs. Where nothing proves that
// there are any, an error at the access says what to promise.
//
// RUN: not tileiras %s --gpu-name=sm_100 --emit=ptx -o %t 2>&1 | FileCheck %s

// CHECK: multimem-pairs.mlir:[[@LINE+7]]:{{.*}}error: {{.*}}writes 'f16' to several GPUs, which takes pairs: promise by assume that the base is a multiple of 4 bytes and that strides and extents are even, and use tiles of two elements or more along the stride of 1
!view = !cuda_tile.partition_view<tile=(64), tensor_view<?xf16, strides=[1], #cuda_tile.ptr_attr<multicast>>>
cuda_tile.module @m {
  entry @k(%p: tile<ptr<f16, <multicast>>>, %n: tile<i32>, %i: tile<i32>) {
    %x = constant <f16: 1.0> : tile<64xf16>
    %v = make_tensor_view %p, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xf16, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %g = make_partition_view %v : !view
    %t = multimem_store_view_tko weak %g, %x[%i] : !view, tile<64xf16>, tile<i32> -> token
    return
  }
}
