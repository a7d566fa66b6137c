// cuTile writes a padding for loads without a mask, which has no effect; NVIDIA's
// disassembler prints it in the mask's place.
//
// RUN: cuda-tile-translate --mlir-to-cudatilebc %s -o %t.tile
// RUN: cuda-tile-translate --cudatilebc-to-mlir %t.tile | FileCheck %s
// RUN: cuda-tile-translate --cudatilebc-to-mlir %t.tile | cuda-tile-translate --mlir-to-cudatilebc | cmp - %t.tile
// RUN: cuda-tile-opt %s --canonicalize | FileCheck %s --check-prefix=SIMPLE
// RUN: tileiras --gpu-name=sm_80 -O0 --emit=tileaa %t.tile -o - | FileCheck %s --check-prefix=LOWERED

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>) {
    %f = constant <f32: 1.0> : tile<f32>
    // CHECK: load_ptr_tko weak %{{[a-z0-9]+}}, %{{[a-z0-9_]+}} : tile<ptr<f32>>, tile<f32> -> tile<f32>, token
    // SIMPLE: load_ptr_tko weak %{{[a-z0-9]+}} : tile<ptr<f32>> -> tile<f32>, token
    // LOWERED: tileaa.load %arg0 : !tileaa.ptr
    %v, %t = load_ptr_tko weak %p, %f : tile<ptr<f32>>, tile<f32> -> tile<f32>, token
    store_ptr_tko weak %p, %v token=%t : tile<ptr<f32>>, tile<f32> -> token
  }
}
