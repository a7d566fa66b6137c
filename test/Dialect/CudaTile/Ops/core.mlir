// Modules, kernels, globals, literals, shapes and assumptions.
//
// RUN: cuda-tile-opt %s | FileCheck %s
// RUN: cuda-tile-opt %s | cuda-tile-opt | FileCheck %s
// RUN: cuda-tile-opt %s -mlir-print-op-generic | cuda-tile-opt | FileCheck %s

// CHECK: cuda_tile.module @m attributes {producer = "my-tool 1.0"} {
cuda_tile.module @m attributes {producer = "my-tool 1.0"} {
  // CHECK: global private constant @tab alignment = 128 <f32: [1.000000e+00, 2.000000e+00]> : tile<2xf32>
  global private constant @tab alignment = 128 <f32: [1.0, 2.0]> : tile<2xf32>
  // CHECK: global @one <i32: 7> : tile<1xi32>
  global public @one <i32: 7> : tile<1xi32>

  // CHECK: entry @hints(%{{.*}}: tile<ptr<f32>>, %{{.*}}: tile<i32> {test.note = 1 : i32})
  // CHECK-SAME: optimization_hints=<default = {num_cta_in_cga = 1}, sm_100 = {num_cta_in_cga = 2, occupancy = 4}> {
  // CHECK-NEXT: return
  entry @hints(%p: tile<ptr<f32>>, %n: tile<i32> {test.note = 1 : i32})
      optimization_hints=<sm_100 = {num_cta_in_cga = 2, occupancy = 4}, default = {num_cta_in_cga = 1}> {
  }
  // An empty list of hints is none.
  // CHECK: entry @no_hints() {
  entry @no_hints() optimization_hints=<> {
    return
  }

  // CHECK-LABEL: entry @values
  entry @values() {
    // CHECK: = get_global @tab : tile<ptr<f32>>
    %p = get_global @tab : tile<ptr<f32>>
    // CHECK: %{{.*}}, %{{.*}}, %{{.*}} = get_num_tile_blocks : tile<i32>
    %nx, %ny, %nz = get_num_tile_blocks : tile<i32>
    // CHECK: %{{.*}}, %{{.*}}, %{{.*}} = get_tile_block_id : tile<i32>
    %x, %y, %z = get_tile_block_id : tile<i32>
    // CHECK: = iota : tile<128xi32>
    %0 = iota : tile<128xi32>
    // CHECK: = iota : tile<256xi8>
    %1 = iota : tile<256xi8>
    return
  }

  // CHECK-LABEL: entry @literals
  entry @literals() {
    // CHECK: = constant <i32: [1, 2, 3, 4]> : tile<4xi32>
    %0 = constant <i32: [1, 2, 3, 4]> : tile<4xi32>
    // CHECK: = constant <i32: 5> : tile<i32>
    %1 = constant <i32: 5> : tile<i32>
    // CHECK: = constant <i16: {{\[\[}}1, 2], [-1, -32768]]> : tile<2x2xi16>
    %2 = constant <i16: [[1, 2], [0xFFFF, -32768]]> : tile<2x2xi16>
    // CHECK: = constant <i8: -1> : tile<8xi8>
    %3 = constant <i8: 255> : tile<8xi8>
    // CHECK: = constant <i1: [true, false, true, true]> : tile<4xi1>
    %4 = constant <i1: [true, false, 1, -1]> : tile<4xi1>
    // CHECK: = constant <f32: 0x7F800000> : tile<8x8xf32>
    %5 = constant <f32: 0x7F800000> : tile<8x8xf32>
    // CHECK: = constant <f16: -1.500000e+00> : tile<f16>
    %6 = constant <f16: -1.5> : tile<f16>
    // CHECK: = constant <f64: [1.000000e-01, 2.000000e-01]> : tile<2xf64>
    %7 = constant <f64: [0.1, 0.2]> : tile<2xf64>
    // CHECK: = constant <f8E4M3FN: 4.480000e+02> : tile<4xf8E4M3FN>
    %8 = constant <f8E4M3FN: 448.0> : tile<4xf8E4M3FN>
    // CHECK: = constant <bf16: 0x7FC0> : tile<bf16>
    %9 = constant <bf16: 0x7FC0> : tile<bf16>
    // CHECK: = constant <i64: 9223372036854775807> : tile<i64>
    %10 = constant <i64: 9223372036854775807> : tile<i64>
    // CHECK: = constant <i32: {{\[\[\[}}1], [2]]]> : tile<1x2x1xi32>
    %11 = constant <i32: [[[1], [2]]]> : tile<1x2x1xi32>
    return
  }

  // CHECK-LABEL: entry @shapes
  entry @shapes(%p: tile<ptr<f32>>) {
    %i = iota : tile<4xi32>
    // CHECK: = reshape %{{.*}} : tile<4xi32> -> tile<1x4xi32>
    %r = reshape %i : tile<4xi32> -> tile<1x4xi32>
    // CHECK: = broadcast %{{.*}} : tile<1x4xi32> -> tile<8x4xi32>
    %b = broadcast %r : tile<1x4xi32> -> tile<8x4xi32>
    // CHECK: = permute %{{.*}} [1, 0] : tile<8x4xi32> -> tile<4x8xi32>
    %t = permute %b [1, 0] : tile<8x4xi32> -> tile<4x8xi32>
    %q = reshape %p : tile<ptr<f32>> -> tile<1x1xptr<f32>>
    %ptrs = broadcast %q : tile<1x1xptr<f32>> -> tile<4x8xptr<f32>>
    // CHECK: = offset %{{.*}}, %{{.*}} : tile<4x8xptr<f32>>, tile<4x8xi32> -> tile<4x8xptr<f32>>
    %o = offset %ptrs, %t : tile<4x8xptr<f32>>, tile<4x8xi32> -> tile<4x8xptr<f32>>
    %c = cmpi equal %t, %t, signed : tile<4x8xi32> -> tile<4x8xi1>
    // CHECK: = select %{{.*}}, %{{.*}}, %{{.*}} : tile<4x8xi1>, tile<4x8xptr<f32>>
    %s = select %c, %o, %ptrs : tile<4x8xi1>, tile<4x8xptr<f32>>
    return
  }

  // CHECK-LABEL: entry @assumptions
  entry @assumptions(%p: tile<ptr<f32>>, %n: tile<i32>) {
    // CHECK: = assume div_by<16>, %{{.*}} : tile<ptr<f32>>
    %0 = assume div_by<16>, %p : tile<ptr<f32>>
    // CHECK: = assume bounded<0, ?>, %{{.*}} : tile<i32>
    %1 = assume bounded<0, ?>, %n : tile<i32>
    // CHECK: = assume bounded<?, ?>, %{{.*}} : tile<i32>
    %2 = assume #cuda_tile.bounded<?, ?>, %n : tile<i32>
    %3 = iota : tile<8xi32>
    // CHECK: = assume div_by<4, every 2 along 0>, %{{.*}} : tile<8xi32>
    %4 = assume div_by<4, every 2 along 0>, %3 : tile<8xi32>
    // CHECK: = assume same_elements<[4]>, %{{.*}} : tile<8xi32>
    %5 = assume same_elements<[4]>, %3 : tile<8xi32>
    // CHECK: = assume same_elements<[]>, %{{.*}} : tile<i32>
    %6 = assume same_elements<[]>, %n : tile<i32>
    %v = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    // CHECK: = assume div_by<128>, %{{.*}} : tensor_view<64xf32, strides=[1]>
    %7 = assume div_by<128>, %v : tensor_view<64xf32, strides=[1]>
    return
  }

  // CHECK-LABEL: entry @output
  entry @output(%f: tile<f32>, %i: tile<i32>) {
    %t0 = make_token : token
    // CHECK: = print_tko "x = %f, n = %d, 100%%\0A", %{{.*}}, %{{.*}} token=%{{.*}} : tile<f32>, tile<i32> -> token
    %t1 = print_tko "x = %f, n = %d, 100%%\n", %f, %i token=%t0 : tile<f32>, tile<i32> -> token
    // CHECK: = print_tko "hello\0A" -> token
    %t2 = print_tko "hello\n" -> token
    // CHECK: = print_tko "%-8.3llx", %{{.*}} : tile<i32> -> token
    %t3 = print_tko "%-8.3llx", %i : tile<i32> -> token
    return
  }
}
