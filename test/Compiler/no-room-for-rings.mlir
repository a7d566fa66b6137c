// The factors of the second product are sums of the first, which shared memory cannot
// hold, whatever becomes of the ring for what is loaded: that is said, and soon.
//
// RUN: not tileiras %s --gpu-name=sm_90 --emit=ptx -o %t.ptx 2>&1 | FileCheck %s
// CHECK: error: entry 'k' uses too much shared data ({{.*}} max); use smaller tiles

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
