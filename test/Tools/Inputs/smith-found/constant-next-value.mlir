// The pointers that the loop carries become constant ones after the first
// iteration, and a tile is loaded one iteration ahead of its product: the
// pipelined loop read through the first pointers once more.
cuda_tile.module @kernels attributes {
    smith.arguments = [dense<[
        0.0, 1.5, -3.75, 4.0, 3.75, -1.5, 2.75, -3.0, -1.0, -0.25, -1.5, -0.75,
        0.5, 3.75, 2.5, 0.5, -2.75, 1.5, 3.75, 2.5, 2.25, 3.75, 2.5, 3.75,
        3.75, 4.0, 4.0, 2.75, 0.25, 0.25, 0.25, 1.0, -2.75, -1.25, -3.75, -3.25,
        -3.75, -2.75, 2.25, 0.75, -0.5, -3.5, 1.0, -0.25, 1.5, -3.5, 0.5, 0.75,
        -3.5, -1.0, -1.75, 0.0, 0.0, 1.0, -1.25, -0.25, 4.0, 1.75, -0.25, 1.25,
        -2.25, 0.0, -2.75, -2.0]> : tensor<64xf16>,
      dense<17> : tensor<i32>,
      dense<0.000000e+00> : tensor<704xbf16>],
    smith.grid = array<i32: 1, 1, 1>, smith.version = "13.4"} {
  entry @smith(%p0: tile<ptr<f16>>, %p1: tile<i32>, %p2: tile<ptr<bf16>>) {
    %0 = constant <f32: 0.000000e+00> : tile<16x16xf32>
    %1 = constant <i32: 0> : tile<i32>
    %2 = assume div_by<128>, %p0 : tile<ptr<f16>>
    %3 = constant <i32: 24> : tile<i32>
    %4 = reshape %3 : tile<i32> -> tile<1x1xi32>
    %5 = iota : tile<16xi32>
    %6 = reshape %5 : tile<16xi32> -> tile<1x16xi32>
    %7 = broadcast %6 : tile<1x16xi32> -> tile<16x16xi32>
    %8 = reshape %2 : tile<ptr<f16>> -> tile<1x1xptr<f16>>
    %9 = broadcast %8 : tile<1x1xptr<f16>> -> tile<16x16xptr<f16>>
    %10 = offset %9, %7 : tile<16x16xptr<f16>>, tile<16x16xi32> -> tile<16x16xptr<f16>>
    %11 = constant <f16: 0.000000e+00> : tile<16x16xf16>
    %12 = broadcast %4 : tile<1x1xi32> -> tile<256x1xi32>
    %13 = reshape %12 : tile<256x1xi32> -> tile<16x16xi32>
    %14 = offset %10, %13 : tile<16x16xptr<f16>>, tile<16x16xi32> -> tile<16x16xptr<f16>>
    %15 = constant <i32: 1> : tile<i32>
    %16:3 = for %arg29 in (%1 to %p1, step %15) : tile<i32> iter_values(%arg30 = %0, %arg31 = %11, %arg32 = %10) -> (tile<16x16xf32>, tile<16x16xf16>, tile<16x16xptr<f16>>) {
      %result, %result_token = load_ptr_tko weak %arg32 : tile<16x16xptr<f16>> -> tile<16x16xf16>, token
      %27 = constant <f16: 1.000000e+00> : tile<16x16xf16>
      %28 = mmaf %27, %arg31, %arg30 : tile<16x16xf16>, tile<16x16xf16>, tile<16x16xf32>
      continue %28, %result, %14 : tile<16x16xf32>, tile<16x16xf16>, tile<16x16xptr<f16>>
    }
    %17 = ftof %16#0 : tile<16x16xf32> -> tile<16x16xbf16>
    %18 = reshape %5 : tile<16xi32> -> tile<16x1xi32>
    %19 = broadcast %4 : tile<1x1xi32> -> tile<16x1xi32>
    %20 = muli %18, %19 : tile<16x1xi32>
    %21 = broadcast %20 : tile<16x1xi32> -> tile<16x16xi32>
    %22 = addi %21, %7 : tile<16x16xi32>
    %23 = reshape %p2 : tile<ptr<bf16>> -> tile<1x1xptr<bf16>>
    %24 = broadcast %23 : tile<1x1xptr<bf16>> -> tile<16x16xptr<bf16>>
    %25 = offset %24, %22 : tile<16x16xptr<bf16>>, tile<16x16xi32> -> tile<16x16xptr<bf16>>
    %26 = store_ptr_tko weak %25, %17 : tile<16x16xptr<bf16>>, tile<16x16xbf16> -> token
    return
  }
}
