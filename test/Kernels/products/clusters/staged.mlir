// Two products in turn, as of attention, in a loop over rows of tiles: threads bring the
// rows to the product through a buffer whose bytes are those of rings of the loop.
cuda_tile.module @m {
  entry @k(%n: tile<i32>, %a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>) optimization_hints=<default = {num_cta_in_cga = 2}> {
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %c2 = constant <i32: 2> : tile<i32>
    %aa = assume div_by<16>, %a : tile<ptr<f16>>
    %ba = assume div_by<16>, %b : tile<ptr<f16>>
    %ca = assume div_by<16>, %c : tile<ptr<f32>>
    %at = make_tensor_view %aa, shape = [256, 512], strides = [512, 1] : tensor_view<256x512xf16, strides=[512,1]>
    %bt = make_tensor_view %ba, shape = [512, 256], strides = [256, 1] : tensor_view<512x256xf16, strides=[256,1]>
    %ct = make_tensor_view %ca, shape = [256, 256], strides = [256, 1] : tensor_view<256x256xf32, strides=[256,1]>
    %av = make_partition_view %at : partition_view<tile=(128x64), tensor_view<256x512xf16, strides=[512,1]>>
    %kv = make_partition_view %bt : partition_view<tile=(64x32), tensor_view<512x256xf16, strides=[256,1]>>
    %vv = make_partition_view %bt : partition_view<tile=(32x64), tensor_view<512x256xf16, strides=[256,1]>>
    %cv = make_partition_view %ct : partition_view<tile=(128x64), tensor_view<256x256xf32, strides=[256,1]>>
    %z = constant <f32: 0.0> : tile<128x32xf32>
    %zo = constant <f32: 0.0> : tile<128x64xf32>
    %zl = constant <f32: 0.0> : tile<128xf32>
    for %o in (%c0 to %c2, step %c1) : tile<i32> {
      %q, %tq = load_view_tko weak %av[%o, %c0] : partition_view<tile=(128x64), tensor_view<256x512xf16, strides=[512,1]>>, tile<i32> -> tile<128x64xf16>, token
      %r, %l = for %k in (%c0 to %n, step %c1) : tile<i32> iter_values(%acc = %zo, %lm = %zl) -> (tile<128x64xf32>, tile<128xf32>) {
        %y, %ty = load_view_tko weak %kv[%c0, %k] : partition_view<tile=(64x32), tensor_view<512x256xf16, strides=[256,1]>>, tile<i32> -> tile<64x32xf16>, token
        %s = mmaf %q, %y, %z : tile<128x64xf16>, tile<64x32xf16>, tile<128x32xf32>
        %p0 = maxf %s, %z : tile<128x32xf32>
        %rs = reduce %p0 dim=1 identities=[0.0 : f32] : tile<128x32xf32> -> tile<128xf32> (%ra: tile<f32>, %rb: tile<f32>) {
          %rc = maxf %ra, %rb : tile<f32>
          yield %rc : tile<f32>
        }
        %l2 = maxf %lm, %rs : tile<128xf32>
        %p = ftof %p0 : tile<128x32xf32> -> tile<128x32xf16>
        %v, %tv = load_view_tko weak %vv[%k, %c1] : partition_view<tile=(32x64), tensor_view<512x256xf16, strides=[256,1]>>, tile<i32> -> tile<32x64xf16>, token
        %m = mmaf %p, %v, %acc : tile<128x32xf16>, tile<32x64xf16>, tile<128x64xf32>
        continue %m, %l2 : tile<128x64xf32>, tile<128xf32>
      }
      %lr = reshape %l : tile<128xf32> -> tile<128x1xf32>
      %lb = broadcast %lr : tile<128x1xf32> -> tile<128x64xf32>
      %out = addf %r, %lb rounding<nearest_even> : tile<128x64xf32>
      %ts = store_view_tko weak %out, %cv[%o, %c0] : tile<128x64xf32>, partition_view<tile=(128x64), tensor_view<256x256xf32, strides=[256,1]>>, tile<i32> -> token
      continue
    }
    return
  }
}
