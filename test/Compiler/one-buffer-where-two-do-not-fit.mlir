// A batch of two products, cut into a loop of one matrix each, whose sums leave a thread more
// registers than it has in a block of so many warps. With two buffers for each factor the block
// would take more than shared memory has, also where an SM is said to hold no block either way.
//
// RUN: tileiras %s --gpu-name=sm_90 -O3 --emit=tileas -o - | FileCheck %s
// RUN: cuda-tile-run --self-check %s --engine=emulate --gpu-name=sm_90

// CHECK: scf.for
// CHECK-NOT: stages = 2
// CHECK: tileas.wgmma

cuda_tile.module @m {
  entry @k(%p0: tile<ptr<f16>>, %p1: tile<ptr<f16>>, %p2: tile<ptr<f32>>, %p3: tile<ptr<f32>>) {
    %v1 = iota : tile<65536xi32>
    %v2 = reshape %p0 : tile<ptr<f16>> -> tile<1xptr<f16>>
    %v3 = broadcast %v2 : tile<1xptr<f16>> -> tile<65536xptr<f16>>
    %v4 = offset %v3, %v1 : tile<65536xptr<f16>>, tile<65536xi32> -> tile<65536xptr<f16>>
    %v5 = reshape %v4 : tile<65536xptr<f16>> -> tile<2x128x256xptr<f16>>
    %v6, %v7 = load_ptr_tko weak %v5 : tile<2x128x256xptr<f16>> -> tile<2x128x256xf16>, token
    %v8 = iota : tile<65536xi32>
    %v9 = reshape %p1 : tile<ptr<f16>> -> tile<1xptr<f16>>
    %v10 = broadcast %v9 : tile<1xptr<f16>> -> tile<65536xptr<f16>>
    %v11 = offset %v10, %v8 : tile<65536xptr<f16>>, tile<65536xi32> -> tile<65536xptr<f16>>
    %v12 = reshape %v11 : tile<65536xptr<f16>> -> tile<2x256x128xptr<f16>>
    %v13, %v14 = load_ptr_tko weak %v12 : tile<2x256x128xptr<f16>> -> tile<2x256x128xf16>, token
    %v15 = iota : tile<32768xi32>
    %v16 = reshape %p2 : tile<ptr<f32>> -> tile<1xptr<f32>>
    %v17 = broadcast %v16 : tile<1xptr<f32>> -> tile<32768xptr<f32>>
    %v18 = offset %v17, %v15 : tile<32768xptr<f32>>, tile<32768xi32> -> tile<32768xptr<f32>>
    %v19 = reshape %v18 : tile<32768xptr<f32>> -> tile<2x128x128xptr<f32>>
    %v20, %v21 = load_ptr_tko weak %v19 : tile<2x128x128xptr<f32>> -> tile<2x128x128xf32>, token
    %v22 = mmaf %v6, %v13, %v20  : tile<2x128x256xf16>, tile<2x256x128xf16>, tile<2x128x128xf32>
    %v23 = iota : tile<32768xi32>
    %v24 = reshape %p3 : tile<ptr<f32>> -> tile<1xptr<f32>>
    %v25 = broadcast %v24 : tile<1xptr<f32>> -> tile<32768xptr<f32>>
    %v26 = offset %v25, %v23 : tile<32768xptr<f32>>, tile<32768xi32> -> tile<32768xptr<f32>>
    %v27 = reshape %v26 : tile<32768xptr<f32>> -> tile<2x128x128xptr<f32>>
    %v28 = store_ptr_tko weak %v27, %v22 : tile<2x128x128xptr<f32>>, tile<2x128x128xf32> -> token
    return
  }
}
//% - entry: k
//%   args:
//%   - ptr: f16[2,128,256]
//%     in: 1*65536
//%   - ptr: f16[2,256,128]
//%     in: 2*65536
//%   - ptr: f32[2,128,128]
//%     in: 3*32768
//%   - ptr: f32[2,128,128]
//%     in: 0*32768
//%     out: 515*32768
