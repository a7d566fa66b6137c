// Accesses to the memory of several GPUs are multimem instructions, of as many
// elements as they take and as the facts prove to lie side by side.
//
// RUN: tileiras %s --gpu-name=sm_100 --emit=ptx -o - | FileCheck %s
// RUN: tileiras %s --gpu-name=sm_103f --emit=ptx -o - | FileCheck %s
// RUN: tileiras %s --gpu-name=sm_100 --emit=ptx -O0 -o - | FileCheck %s
// RUN: %if ptxas %{ tileiras %s --gpu-name=sm_100 -o %t.cubin %}
// RUN: %if ptxas %{ tileiras %s --gpu-name=sm_100f -o %t.cubin %}
// RUN: %if ptxas %{ tileiras %s --gpu-name=sm_103 -O0 -o %t.cubin %}
//
// Of one GPU, each stage leaves in memory what the program leaves there:
// RUN: %python -c "import struct; print(struct.pack('<2048f', *range(2048)).hex())" > %t.f32
// RUN: %python -c "import struct; print(struct.pack('<2048e', *(i / 64 for i in range(2048))).hex())" > %t.f16
// RUN: sh -c '%python %S/../Tools/cuda-tile-run/Inputs/npy.py %t.f32.npy "<f4" 2048 $(cat %t.f32)'
// RUN: sh -c '%python %S/../Tools/cuda-tile-run/Inputs/npy.py %t.f16.npy "<f2" 2048 $(cat %t.f16)'
// RUN: cuda-tile-run %s --entry=floats --verify-each-semantically --gpu-name=sm_100 --arg=ptr:%t.f32.npy --arg=i32:0
// RUN: cuda-tile-run %s --entry=floats --verify-each-semantically --gpu-name=sm_100 --arg=ptr:%t.f32.npy --arg=i32:1
// RUN: cuda-tile-run %s --entry=tail --verify-each-semantically --gpu-name=sm_100 --arg=ptr:%t.f16.npy --arg=i32:1
// RUN: cuda-tile-run %s --entry=pairs --verify-each-semantically --gpu-name=sm_100 --arg=ptr:%t.f16.npy

cuda_tile.module @m {
  // A whole tile in vectors; on the border one element after the other.
  // CHECK-LABEL: .visible .entry floats(
  // CHECK-DAG: multimem.ld_reduce.weak.global.add.v4.f32 {%r{{[0-9]+}}, %r{{[0-9]+}}, %r{{[0-9]+}}, %r{{[0-9]+}}}, [%rd{{[0-9]+}}];
  // CHECK-DAG: multimem.ld_reduce.weak.global.add.f32
  // CHECK-DAG: multimem.red.release.sys.global.add.v4.f32 [%rd{{[0-9]+}}], {%r{{[0-9]+}}, %r{{[0-9]+}}, %r{{[0-9]+}}, %r{{[0-9]+}}};
  // CHECK-DAG: multimem.red.release.sys.global.add.f32
  // CHECK-DAG: multimem.st.relaxed.gpu.global.v4.f32
  // CHECK-DAG: multimem.st.relaxed.gpu.global.f32
  // CHECK: ret;
  entry @floats(%base: tile<ptr<f32>>, %i: tile<i32>) {
    %aligned = assume div_by<16>, %base : tile<ptr<f32>>
    %p = ptr_to_ptr %aligned : tile<ptr<f32>> -> tile<ptr<f32, <multicast>>>
    %v = make_tensor_view %p, shape = [2047], strides = [1] : tensor_view<2047xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %g = make_partition_view %v : partition_view<tile=(1024), tensor_view<2047xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %x, %t0 = multimem_load_reduce_view_tko weak %g[%i] : partition_view<tile=(1024), tensor_view<2047xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<i32> -> tile<1024xf32>, token
    %t1 = multimem_reduce_view_tko release sys %g, %x[%i] token = %t0 : partition_view<tile=(1024), tensor_view<2047xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<1024xf32>, tile<i32>, token -> token
    %t2 = multimem_store_view_tko relaxed device %g, %x[%i] token = %t1 : partition_view<tile=(1024), tensor_view<2047xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<1024xf32>, tile<i32>, token -> token
    return
  }

  // Of two neighbours of 16 bits one may be missing: each is read from the word
  // that it is in. Sums are of f32.
  // CHECK-LABEL: .visible .entry tail(
  // CHECK-DAG: multimem.ld_reduce.weak.global.max.v4.bf16x2
  // CHECK-DAG: multimem.ld_reduce.weak.global.max.bf16x2
  // CHECK: ret;
  entry @tail(%base: tile<ptr<f16>>, %i: tile<i32>) {
    %aligned = assume div_by<16>, %base : tile<ptr<f16>>
    %p = ptr_to_ptr %aligned : tile<ptr<f16>> -> tile<ptr<bf16, <multicast>>>
    %q = ptr_to_ptr %aligned : tile<ptr<f16>> -> tile<ptr<bf16>>
    %v = make_tensor_view %p, shape = [2047], strides = [1] : tensor_view<2047xbf16, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %g = make_partition_view %v : partition_view<tile=(1024), padding_value = zero, tensor_view<2047xbf16, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %x, %t0 = multimem_load_reduce_view_tko weak %g[%i] attributes {reduction = #cuda_tile.multimem_reduction_kind<max>} : partition_view<tile=(1024), padding_value = zero, tensor_view<2047xbf16, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<i32> -> tile<1024xbf16>, token
    %w = make_tensor_view %q, shape = [2048], strides = [1] : tensor_view<2048xbf16, strides=[1]>
    %h = make_partition_view %w : partition_view<tile=(1024), tensor_view<2048xbf16, strides=[1]>>
    %t1 = store_view_tko weak %x, %h[%i] token = %t0 : tile<1024xbf16>, partition_view<tile=(1024), tensor_view<2048xbf16, strides=[1]>>, tile<i32> -> token
    return
  }

  // A tile of fewer pairs than threads keeps its pairs, also where other accesses
  // to it go by single elements.
  // CHECK-LABEL: .visible .entry pairs(
  // CHECK: multimem.ld_reduce.acquire.sys.global.add.acc::f32{{(.v2)?}}.f16x2
  // CHECK: @%p{{[0-9]+}} multimem.red.relaxed.cta.global.add{{(.v2)?}}.f16x2
  // CHECK: @%p{{[0-9]+}} multimem.st.weak.global{{(.v2)?}}.f16x2
  // CHECK: ret;
  entry @pairs(%base: tile<ptr<f16>>) {
    %aligned = assume div_by<8>, %base : tile<ptr<f16>>
    %zero = constant <i32: 0> : tile<i32>
    %p = ptr_to_ptr %aligned : tile<ptr<f16>> -> tile<ptr<f16, <multicast>>>
    %v = make_tensor_view %p, shape = [32], strides = [1] : tensor_view<32xf16, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %g = make_partition_view %v : partition_view<tile=(32), tensor_view<32xf16, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %x, %t0 = multimem_load_reduce_view_tko acquire sys %g[%zero] : partition_view<tile=(32), tensor_view<32xf16, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<i32> -> tile<32xf16>, token
    %t1 = multimem_reduce_view_tko relaxed tl_blk %g, %x[%zero] token = %t0 : partition_view<tile=(32), tensor_view<32xf16, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<32xf16>, tile<i32>, token -> token
    %t2 = multimem_store_view_tko weak %g, %x[%zero] token = %t1 inbounds = [true] : partition_view<tile=(32), tensor_view<32xf16, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<32xf16>, tile<i32>, token -> token
    return
  }

  // A border that leaves pairs whole, but not longer vectors.
  // CHECK-LABEL: .visible .entry border(
  // CHECK: multimem.st.weak.global.bf16x2
  // CHECK: ret;
  entry @border(%base: tile<ptr<bf16, <multicast>>>, %i: tile<i32>) {
    %p = assume div_by<16>, %base : tile<ptr<bf16, <multicast>>>
    %x = constant <bf16: 1.0> : tile<1024xbf16>
    %v = make_tensor_view %p, shape = [1022], strides = [1] : tensor_view<1022xbf16, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %g = make_partition_view %v : partition_view<tile=(1024), tensor_view<1022xbf16, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %t = multimem_store_view_tko weak %g, %x[%i] : partition_view<tile=(1024), tensor_view<1022xbf16, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<1024xbf16>, tile<i32> -> token
    return
  }

  // There are no vectors of integers, nor of f64.
  // CHECK-LABEL: .visible .entry integers(
  // CHECK: multimem.ld_reduce.weak.global.min.s32 %r
  // CHECK: multimem.red.relaxed.sys.global.xor.b32 [
  // CHECK: multimem.red.relaxed.sys.global.max.u32 [
  // CHECK: multimem.red.relaxed.sys.global.add.u64 [
  // CHECK: multimem.st.weak.global.b64 [
  // CHECK: multimem.ld_reduce.weak.global.add.f64 %rd
  // CHECK: multimem.st.weak.global.f64 [
  // CHECK: ret;
  entry @integers(%a: tile<ptr<i32>>, %b: tile<ptr<i64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %p = ptr_to_ptr %a : tile<ptr<i32>> -> tile<ptr<i32, <multicast>>>
    %v = make_tensor_view %p, shape = [256], strides = [1] : tensor_view<256xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %g = make_partition_view %v : partition_view<tile=(256), tensor_view<256xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %x, %t0 = multimem_load_reduce_view_tko weak %g[%zero] attributes {reduction = #cuda_tile.multimem_reduction_kind<min>} : partition_view<tile=(256), tensor_view<256xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<i32> -> tile<256xi32>, token
    %t1 = multimem_reduce_view_tko relaxed sys %g, %x[%zero] token = %t0 attributes {reduction = #cuda_tile.multimem_reduction_kind<xor>} : partition_view<tile=(256), tensor_view<256xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<256xi32>, tile<i32>, token -> token
    %t2 = multimem_reduce_view_tko relaxed sys %g, %x[%zero] token = %t1 attributes {reduction = #cuda_tile.multimem_reduction_kind<umax>} : partition_view<tile=(256), tensor_view<256xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<256xi32>, tile<i32>, token -> token
    %q = ptr_to_ptr %b : tile<ptr<i64>> -> tile<ptr<i64, <multicast>>>
    %w = make_tensor_view %q, shape = [64], strides = [1] : tensor_view<64xi64, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %h = make_partition_view %w : partition_view<tile=(64), tensor_view<64xi64, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %one = constant <i64: 1> : tile<64xi64>
    %t3 = multimem_reduce_view_tko relaxed sys %h, %one[%zero] token = %t2 : partition_view<tile=(64), tensor_view<64xi64, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<64xi64>, tile<i32>, token -> token
    %t4 = multimem_store_view_tko weak %h, %one[%zero] token = %t3 : partition_view<tile=(64), tensor_view<64xi64, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<64xi64>, tile<i32>, token -> token
    %r = ptr_to_ptr %b : tile<ptr<i64>> -> tile<ptr<f64, <multicast>>>
    %u = make_tensor_view %r, shape = [64], strides = [1] : tensor_view<64xf64, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %f = make_partition_view %u : partition_view<tile=(64), tensor_view<64xf64, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %y, %t5 = multimem_load_reduce_view_tko weak %f[%zero] token = %t4 : partition_view<tile=(64), tensor_view<64xf64, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<i32>, token -> tile<64xf64>, token
    %t6 = multimem_store_view_tko weak %f, %y[%zero] token = %t5 : partition_view<tile=(64), tensor_view<64xf64, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<64xf64>, tile<i32>, token -> token
    return
  }
}
