// The right factor of a product in a loop takes 128 KiB, more than the 99 of
// sm_86 and sm_120; on sm_75 both factors are f32 and take twice as much.
//
// RUN: cuda-tile-run --self-check %s --engine=emulate --gpu-name=sm_86 -O0
// RUN: cuda-tile-run --self-check %s --engine=emulate --gpu-name=sm_86 -O1
// RUN: cuda-tile-run --self-check %s --engine=emulate --gpu-name=sm_120 -O2
// RUN: cuda-tile-run --self-check %s --engine=emulate --gpu-name=sm_86 -O3
// RUN: cuda-tile-run --self-check %s --engine=emulate --gpu-name=sm_75 -O3

cuda_tile.module @m {
  entry @k(%n: tile<i32>, %a: tile<ptr<bf16>>, %w: tile<ptr<bf16>>, %o: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %aa = assume div_by<16>, %a : tile<ptr<bf16>>
    %wa = assume div_by<16>, %w : tile<ptr<bf16>>
    %at = make_tensor_view %aa, shape = [64, 512], strides = [512, 1] : tensor_view<64x512xbf16, strides=[512,1]>
    %wt = make_tensor_view %wa, shape = [512, 256], strides = [256, 1] : tensor_view<512x256xbf16, strides=[256,1]>
    %ot = make_tensor_view %o, shape = [64, 128], strides = [128, 1] : tensor_view<64x128xf32, strides=[128,1]>
    %av = make_partition_view %at : partition_view<tile=(64x512), tensor_view<64x512xbf16, strides=[512,1]>>
    %wv = make_partition_view %wt : partition_view<tile=(512x128), tensor_view<512x256xbf16, strides=[256,1]>>
    %ov = make_partition_view %ot : partition_view<tile=(64x128), tensor_view<64x128xf32, strides=[128,1]>>
    %x, %t0 = load_view_tko weak %av[%zero, %zero] : partition_view<tile=(64x512), tensor_view<64x512xbf16, strides=[512,1]>>, tile<i32> -> tile<64x512xbf16>, token
    %start = constant <f32: 0.0> : tile<64x128xf32>
    %sum = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%acc = %start) -> (tile<64x128xf32>) {
      %y, %t1 = load_view_tko weak %wv[%zero, %i] : partition_view<tile=(512x128), tensor_view<512x256xbf16, strides=[256,1]>>, tile<i32> -> tile<512x128xbf16>, token
      %r = mmaf %x, %y, %acc : tile<64x512xbf16>, tile<512x128xbf16>, tile<64x128xf32>
      continue %r : tile<64x128xf32>
    }
    %t2 = store_view_tko weak %sum, %ov[%zero, %zero] : tile<64x128xf32>, partition_view<tile=(64x128), tensor_view<64x128xf32, strides=[128,1]>>, tile<i32> -> token
    return
  }
}
//% - entry: k
//%   args:
//%   - i32:2
//%   - ptr: bf16[64,512]
//%     in: 1*32768
//%   - ptr: bf16[512,256]
//%     in: 2*131072
//%   - ptr: f32[64,128]
//%     in: 0*8192
//%     out: 2048*8192
