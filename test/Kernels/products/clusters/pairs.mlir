// Two loops over products of pairs in a loop over rows of tiles: sums of both lie in tensor memory, which
// threads read in each turn of the outer loop, also where nothing was added to them.
cuda_tile.module @m {
  entry @k(%n: tile<i32>, %a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>) optimization_hints=<default = {num_cta_in_cga = 2}> {
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %c2 = constant <i32: 2> : tile<i32>
    %aa = assume div_by<16>, %a : tile<ptr<f16>>
    %ba = assume div_by<16>, %b : tile<ptr<f16>>
    %ca = assume div_by<16>, %c : tile<ptr<f32>>
    %at = make_tensor_view %aa, shape = [512, 640], strides = [640, 1] : tensor_view<512x640xf16, strides=[640,1]>
    %bt = make_tensor_view %ba, shape = [640, 256], strides = [256, 1] : tensor_view<640x256xf16, strides=[256,1]>
    %ct = make_tensor_view %ca, shape = [512, 256], strides = [256, 1] : tensor_view<512x256xf32, strides=[256,1]>
    %av = make_partition_view %at : partition_view<tile=(256x64), tensor_view<512x640xf16, strides=[640,1]>>
    %bv = make_partition_view %bt : partition_view<tile=(64x128), tensor_view<640x256xf16, strides=[256,1]>>
    %cv = make_partition_view %ct : partition_view<tile=(256x128), tensor_view<512x256xf32, strides=[256,1]>>
    %zero = constant <f32: 0.0> : tile<256x128xf32>
    for %row in (%c0 to %c2, step %c1) : tile<i32> {
      %sum1 = for %k1 in (%c0 to %n, step %c1) : tile<i32> iter_values(%acc1 = %zero) -> (tile<256x128xf32>) {
        %x1, %tx1 = load_view_tko weak %av[%row, %k1] : partition_view<tile=(256x64), tensor_view<512x640xf16, strides=[640,1]>>, tile<i32> -> tile<256x64xf16>, token
        %y1, %ty1 = load_view_tko weak %bv[%k1, %c0] : partition_view<tile=(64x128), tensor_view<640x256xf16, strides=[256,1]>>, tile<i32> -> tile<64x128xf16>, token
        %next1 = mmaf %x1, %y1, %acc1 : tile<256x64xf16>, tile<64x128xf16>, tile<256x128xf32>
        continue %next1 : tile<256x128xf32>
      }
      %t1 = store_view_tko weak %sum1, %cv[%row, %c0] : tile<256x128xf32>, partition_view<tile=(256x128), tensor_view<512x256xf32, strides=[256,1]>>, tile<i32> -> token
      %sum2 = for %k2 in (%c0 to %n, step %c1) : tile<i32> iter_values(%acc2 = %zero) -> (tile<256x128xf32>) {
        %x2, %tx2 = load_view_tko weak %av[%row, %k2] : partition_view<tile=(256x64), tensor_view<512x640xf16, strides=[640,1]>>, tile<i32> -> tile<256x64xf16>, token
        %y2, %ty2 = load_view_tko weak %bv[%k2, %c1] : partition_view<tile=(64x128), tensor_view<640x256xf16, strides=[256,1]>>, tile<i32> -> tile<64x128xf16>, token
        %next2 = mmaf %x2, %y2, %acc2 : tile<256x64xf16>, tile<64x128xf16>, tile<256x128xf32>
        continue %next2 : tile<256x128xf32>
      }
      %t2 = store_view_tko weak %sum2, %cv[%row, %c1] : tile<256x128xf32>, partition_view<tile=(256x128), tensor_view<512x256xf32, strides=[256,1]>>, tile<i32> -> token
      continue
    }
    return
  }
}
