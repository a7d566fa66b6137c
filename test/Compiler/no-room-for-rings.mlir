// The factors of the second product are sums of the first, which shared memory cannot
// hold, whatever becomes of the ring for what is loaded: they go there in boxes.
//
// RUN: tileiras %s --gpu-name=sm_90 --emit=tileas -o - | FileCheck %s
// CHECK: tileas.store_box
// CHECK: tileas.mma {{.*}} along

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>) {
    %p1 = reshape %p : tile<ptr<f32>> -> tile<1x1xptr<f32>>
    %pp = broadcast %p1 : tile<1x1xptr<f32>> -> tile<512x512xptr<f32>>
    %x, %t = load_ptr_tko weak %pp : tile<512x512xptr<f32>> -> tile<512x512xf32>, token
    %z = constant <f32: 0.0> : tile<512x512xf32>
    %s = mmaf %x, %x, %z : tile<512x512xf32>, tile<512x512xf32>, tile<512x512xf32>
    %r = mmaf %s, %s, %z : tile<512x512xf32>, tile<512x512xf32>, tile<512x512xf32>
    %u = store_ptr_tko weak %pp, %r token=%t : tile<512x512xptr<f32>>, tile<512x512xf32> -> token
    return
  }
}
