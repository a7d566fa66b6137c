// Two transpositions that undo each other need shared memory, more than there is,
// only where nothing folds them. Whether a program compiles is the same at all
// levels.

// RUN: tileiras --gpu-name=sm_80 -O3 --emit=ptx %s -o %t3.ptx
// RUN: tileiras --gpu-name=sm_80 -O1 --emit=ptx %s -o %t1.ptx
// RUN: tileiras --gpu-name=sm_80 -O0 --emit=ptx %s -o %t0.ptx 2>&1 | count 0
// RUN: tileiras --gpu-name=sm_80 -O0 --device-debug --emit=ptx %s -o %tg.ptx

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>) {
    %i = iota : tile<16384xi32>
    %m = reshape %i : tile<16384xi32> -> tile<64x256xi32>
    %p1 = reshape %p : tile<ptr<f32>> -> tile<1x1xptr<f32>>
    %ps = broadcast %p1 : tile<1x1xptr<f32>> -> tile<64x256xptr<f32>>
    %q = offset %ps, %m : tile<64x256xptr<f32>>, tile<64x256xi32> -> tile<64x256xptr<f32>>
    %v, %t0 = load_ptr_tko weak %q : tile<64x256xptr<f32>> -> tile<64x256xf32>, token
    %w = permute %v [1, 0] : tile<64x256xf32> -> tile<256x64xf32>
    %x = permute %w [1, 0] : tile<256x64xf32> -> tile<64x256xf32>
    %t1 = store_ptr_tko weak %q, %x token=%t0 : tile<64x256xptr<f32>>, tile<64x256xf32> -> token
    return
  }
}
