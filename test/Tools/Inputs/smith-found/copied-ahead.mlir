// A factor that no iteration changes is loaded in each: its copy ran ahead with
// the addresses of other threads, on GPUs that copy asynchronously.
cuda_tile.module @kernels attributes {
    smith.arguments = [dense<[
        -108.0, 77.0, 76.0, -49.0, 61.0, -77.0, 18.0, -79.0, -79.0, 53.0, 117.0, -1.0,
        99.0, 28.0, 60.0, 51.0, 127.0, 100.0, 32.0, -14.0, -121.0, 37.0, 89.0, -108.0,
        96.0, -53.0, 17.0, -15.0, -38.0, -106.0, -4.0, -126.0, 13.0, -38.0, 117.0, 98.0,
        -58.0, 113.0, 69.0, -123.0, -76.0, 69.0, 76.0, 84.0, 122.0, 85.0, 68.0, -6.0,
        63.0, -103.0, 86.0, -52.0, -7.0, 5.0, -73.0, 23.0, 99.0, -128.0, 54.0, 40.0,
        -102.0, 73.0, -121.0, 54.0, 95.0, 127.0, -92.0, 94.0, -47.0, 68.0, 74.0, -102.0,
        -75.0, 93.0, 71.0, -81.0, -46.0, -81.0, -109.0, 121.0, 80.0, 78.0, -43.0, 64.0,
        7.0, -40.0, 52.0, -48.0, 66.0, -11.0, 125.0, -1.0, 73.0, 16.0, 71.0, 100.0,
        -3.0, -117.0, -15.0, 90.0, -8.0, -79.0, 111.0, 101.0, 62.0, -88.0, 27.0, 89.0,
        73.0, -89.0, -121.0, -86.0, -128.0, -54.0, 52.0, -5.0, -2.0, -21.0, -110.0, 101.0,
        107.0, -51.0, -51.0, 89.0, 19.0, -30.0, 25.0, -44.0]> : tensor<128xf16>,
      dense<4> : tensor<i32>,
      dense<0.000000e+00> : tensor<768xf32>],
    smith.grid = array<i32: 1, 1, 1>, smith.version = "13.4"} {
  entry @smith(%p0: tile<ptr<f16>>, %p1: tile<i32>, %p2: tile<ptr<f32>>) {
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %0 = constant <f32: 0.000000e+00> : tile<16x16xf32>
    %1 = assume div_by<64>, %p0 : tile<ptr<f16>>
    %2 = iota : tile<128xi32>
    %3 = reshape %2 : tile<128xi32> -> tile<1x128xi32>
    %4 = broadcast %3 : tile<1x128xi32> -> tile<16x128xi32>
    %5 = reshape %1 : tile<ptr<f16>> -> tile<1x1xptr<f16>>
    %6 = broadcast %5 : tile<1x1xptr<f16>> -> tile<16x128xptr<f16>>
    %7 = offset %6, %4 : tile<16x128xptr<f16>>, tile<16x128xi32> -> tile<16x128xptr<f16>>
    %8 = constant <i32: 1> : tile<i32>
    %9 = constant <i32: 0> : tile<i32>
    %10 = for %arg46 in (%9 to %p1, step %8) : tile<i32> iter_values(%arg47 = %0) -> (tile<16x16xf32>) {
      %result, %result_token = load_ptr_tko weak %7 : tile<16x128xptr<f16>> -> tile<16x128xf16>, token
      %15 = constant <f16: 1.000000e+00> : tile<128x16xf16>
      %16 = mmaf %result, %15, %0 : tile<16x128xf16>, tile<128x16xf16>, tile<16x16xf32>
      continue %16 : tile<16x16xf32>
    }
    %11 = reshape %10 : tile<16x16xf32> -> tile<256xf32>
    %12 = make_tensor_view %p2, shape = [768], strides = [1] : tensor_view<768xf32, strides=[1]>
    %13 = make_partition_view %12 : partition_view<tile=(256), tensor_view<768xf32, strides=[1]>>
    %14 = store_view_tko weak %11, %13[%blockId_x] : tile<256xf32>, partition_view<tile=(256), tensor_view<768xf32, strides=[1]>>, tile<i32> -> token
    return
  }
}
