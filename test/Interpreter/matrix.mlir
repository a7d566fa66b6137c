// RUN: cuda-tile-run %s --engine=interpret --grid=1 | FileCheck %s
//
// Matrix products by hand, and the parts of tiles that surround them.

cuda_tile.module @matrix {
  entry @products() {
    // [1 2; 3 4] times [5 6; 7 8] plus one.
    %f = constant <f16: [[1.0, 2.0], [3.0, 4.0]]> : tile<2x2xf16>
    %g = constant <f16: [[5.0, 6.0], [7.0, 8.0]]> : tile<2x2xf16>
    %one = constant <f32: 1.0> : tile<2x2xf32>
    // CHECK: {{\[}}[20, 23], [44, 51]]
    %0 = mmaf %f, %g, %one : tile<2x2xf16>, tile<2x2xf16>, tile<2x2xf32>
    %t0 = print_tko "%g\n", %0 : tile<2x2xf32> -> token

    // 255 is -1 as signed.
    %i = constant <i8: [[255, 1]]> : tile<1x2xi8>
    %j = constant <i8: [[2], [3]]> : tile<2x1xi8>
    %z = constant <i32: 0> : tile<1x1xi32>
    // CHECK: {{\[}}[1]] {{\[}}[513]]
    %1 = mmai %i, %j, %z signed signed : tile<1x2xi8>, tile<2x1xi8>, tile<1x1xi32>
    %2 = mmai %i, %j, %z unsigned signed : tile<1x2xi8>, tile<2x1xi8>, tile<1x1xi32>
    %t1 = print_tko "%d %d\n", %1, %2 : tile<1x1xi32>, tile<1x1xi32> -> token

    // Ones, scaled by 4 and by 1/2: 32 of them give 64.
    %a = constant <f8E4M3FN: 1.0> : tile<1x32xf8E4M3FN>
    %b = constant <f8E4M3FN: 1.0> : tile<32x1xf8E4M3FN>
    %s = constant <f8E8M0FNU: 4.0> : tile<1x1xf8E8M0FNU>
    %t = constant <f8E8M0FNU: 0.5> : tile<1x1xf8E8M0FNU>
    %acc = constant <f32: 0.25> : tile<1x1xf32>
    // CHECK: {{\[}}[64.25]]
    %3 = mmaf_scaled %a, %b, %acc, %s, %t : tile<1x32xf8E4M3FN>, tile<32x1xf8E4M3FN>, tile<1x1xf32>, tile<1x1xf8E8M0FNU>, tile<1x1xf8E8M0FNU>
    %t2 = print_tko "%g\n", %3 : tile<1x1xf32> -> token

    %one_i = constant <i32: 1> : tile<i32>
    %zero_i = constant <i32: 0> : tile<i32>
    // CHECK: {{\[}}[20, 23, 1, 1], [44, 51, 1, 1]]
    %4 = cat %0, %one dim = 1 : tile<2x2xf32>, tile<2x2xf32> -> tile<2x4xf32>
    %t3 = print_tko "%g\n", %4 : tile<2x4xf32> -> token
    // CHECK: {{\[}}[1, 1]]
    %5 = extract %4[%one_i, %one_i] : tile<2x4xf32> -> tile<1x2xf32>
    %t4 = print_tko "%g\n", %5 : tile<1x2xf32> -> token
    // CHECK: {{\[}}[1, 1, 1, 1], [44, 51, 1, 1]]
    %6 = insert %5, %4[%zero_i, %zero_i] : tile<1x2xf32>, tile<2x4xf32>
    %t5 = print_tko "%g\n", %6 : tile<2x4xf32> -> token
    // CHECK: {{\[}}[45, 52, 2, 2], [44, 51, 1, 1]]
    %7 = scan %6 dim=0 reverse=true identities=[0.0 : f32] : tile<2x4xf32> -> tile<2x4xf32> (%x: tile<f32>, %sum: tile<f32>) {
      %next = addf %x, %sum : tile<f32>
      yield %next : tile<f32>
    }
    %t6 = print_tko "%g\n", %7 : tile<2x4xf32> -> token
    return
  }
}
