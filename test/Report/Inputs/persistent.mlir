// C = A * B of 512x512 in tiles of 128x128, 64 of K at once, 16 tiles for as many
// blocks as there are.
cuda_tile.module @products {
  entry @persistent(%a_p: tile<ptr<f16>>, %b_p: tile<ptr<f16>>, %c_p: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %steps = constant <i32: 8> : tile<i32>
    %none = constant <f32: 0.0> : tile<128x128xf32>
    %four = constant <i32: 4> : tile<i32>
    %tiles = constant <i32: 16> : tile<i32>
    %first, %id1, %id2 = get_tile_block_id : tile<i32>
    %blocks, %n1, %n2 = get_num_tile_blocks : tile<i32>
    %a_a = assume div_by<16>, %a_p : tile<ptr<f16>>
    %b_a = assume div_by<16>, %b_p : tile<ptr<f16>>
    %c_a = assume div_by<16>, %c_p : tile<ptr<f16>>
    %a_v = make_tensor_view %a_a, shape = [512, 512], strides = [512, 1] : tensor_view<512x512xf16, strides=[512,1]>
    %b_v = make_tensor_view %b_a, shape = [512, 512], strides = [512, 1] : tensor_view<512x512xf16, strides=[512,1]>
    %c_v = make_tensor_view %c_a, shape = [512, 512], strides = [512, 1] : tensor_view<512x512xf16, strides=[512,1]>
    %a = make_partition_view %a_v : partition_view<tile=(128x64), tensor_view<512x512xf16, strides=[512,1]>>
    %b = make_partition_view %b_v : partition_view<tile=(64x128), tensor_view<512x512xf16, strides=[512,1]>>
    %c = make_partition_view %c_v : partition_view<tile=(128x128), tensor_view<512x512xf16, strides=[512,1]>>
    for %tile in (%first to %tiles, step %blocks) : tile<i32> {
      %x = divi %tile, %four signed : tile<i32>
      %y = remi %tile, %four signed : tile<i32>
      %sum = for %k in (%zero to %steps, step %one) : tile<i32> iter_values(%acc = %none) -> (tile<128x128xf32>) {
        %at, %t0 = load_view_tko weak %a[%x, %k] : partition_view<tile=(128x64), tensor_view<512x512xf16, strides=[512,1]>>, tile<i32> -> tile<128x64xf16>, token
        %bt, %t1 = load_view_tko weak %b[%k, %y] : partition_view<tile=(64x128), tensor_view<512x512xf16, strides=[512,1]>>, tile<i32> -> tile<64x128xf16>, token
        %next = mmaf %at, %bt, %acc : tile<128x64xf16>, tile<64x128xf16>, tile<128x128xf32>
        continue %next : tile<128x128xf32>
      }
      %half = ftof %sum : tile<128x128xf32> -> tile<128x128xf16>
      %t = store_view_tko weak %half, %c[%x, %y] : tile<128x128xf16>, partition_view<tile=(128x128), tensor_view<512x512xf16, strides=[512,1]>>, tile<i32> -> token
    }
    return
  }
}
