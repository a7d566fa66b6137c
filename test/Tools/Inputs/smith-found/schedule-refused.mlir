// A product whose factors lie at carried offsets and at one place: with steps of
// -O3 it was refused, "operation scheduled before its operands".
cuda_tile.module @kernels attributes {
    smith.arguments = [dense<32> : tensor<i32>, dense<0.000000e+00> : tensor<2304xf32>, dense<0.0> : tensor<256xf16>],
    smith.grid = array<i32: 1, 1, 1>, smith.version = "13.4"} {
  entry @smith(%p0: tile<i32>, %p1: tile<ptr<f32>>, %p2: tile<ptr<f16>>) {
    %0 = constant <i32: 0> : tile<i32>
    %1 = constant <f32: 0.000000e+00> : tile<16x16xf32>
    %2 = assume div_by<32>, %p2 : tile<ptr<f16>>
    %3 = constant <i32: 16> : tile<i32>
    %4 = iota : tile<16xi32>
    %5 = reshape %4 : tile<16xi32> -> tile<16x1xi32>
    %6 = broadcast %5 : tile<16x1xi32> -> tile<16x16xi32>
    %7 = reshape %2 : tile<ptr<f16>> -> tile<1x1xptr<f16>>
    %8 = broadcast %7 : tile<1x1xptr<f16>> -> tile<16x16xptr<f16>>
    %9 = offset %8, %6 : tile<16x16xptr<f16>>, tile<16x16xi32> -> tile<16x16xptr<f16>>
    %10 = offset %8, %6 : tile<16x16xptr<f16>>, tile<16x16xi32> -> tile<16x16xptr<f16>>
    %11 = for %arg28 in (%0 to %p0, step %3) : tile<i32> iter_values(%arg29 = %1) -> (tile<16x16xf32>) {
      %16 = reshape %arg28 : tile<i32> -> tile<1x1xi32>
      %17 = broadcast %16 : tile<1x1xi32> -> tile<256x1xi32>
      %18 = reshape %17 : tile<256x1xi32> -> tile<16x16xi32>
      %19 = offset %9, %18 : tile<16x16xptr<f16>>, tile<16x16xi32> -> tile<16x16xptr<f16>>
      %result, %result_token = load_ptr_tko weak %19 : tile<16x16xptr<f16>> -> tile<16x16xf16>, token
      %result_0, %result_token_1 = load_ptr_tko weak %10 : tile<16x16xptr<f16>> -> tile<16x16xf16>, token
      %20 = permute %result [1, 0] : tile<16x16xf16> -> tile<16x16xf16>
      %21 = mmaf %20, %result_0, %arg29 : tile<16x16xf16>, tile<16x16xf16>, tile<16x16xf32>
      continue %21 : tile<16x16xf32>
    }
    %12 = reshape %11 : tile<16x16xf32> -> tile<256xf32>
    %13 = make_tensor_view %p1, shape = [256], strides = [1] : tensor_view<256xf32, strides=[1]>
    %14 = make_partition_view %13 : partition_view<tile=(256), tensor_view<256xf32, strides=[1]>>
    %15 = store_view_tko weak %12, %14[%0] : tile<256xf32>, partition_view<tile=(256), tensor_view<256xf32, strides=[1]>>, tile<i32> -> token
    return
  }
}
