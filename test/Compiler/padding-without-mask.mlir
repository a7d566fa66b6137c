// cuTile writes a padding for gathers without a mask; it has no effect.
// RUN: cuda-tile-translate --mlir-to-cudatilebc %s -o %t.tile
// RUN: tileirdisasm %t.tile | FileCheck %s --check-prefix=TEXT
// RUN: tileiras %t.tile --gpu-name=sm_90 --emit=ptx -O0 | FileCheck %s
// RUN: tileiras %t.tile --gpu-name=sm_90 --emit=ptx -O3 | FileCheck %s
// RUN: cuda-tile-run --self-check %s

// TEXT: load_ptr_tko weak %{{.*}}, %{{.*}} : tile<ptr<f32>>, tile<f32> ->
// CHECK: ld.global

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %pad: tile<f32>, %out: tile<ptr<f32>>) {
    %x, %t = "cuda_tile.load_ptr_tko"(%p, %pad) {
      memory_ordering_semantics = #cuda_tile.memory_ordering_semantics<weak>,
      operandSegmentSizes = array<i32: 1, 0, 1, 0>
    } : (!cuda_tile.tile<!cuda_tile.ptr<f32>>, !cuda_tile.tile<f32>)
      -> (!cuda_tile.tile<f32>, !cuda_tile.token)
    %u = store_ptr_tko weak %out, %x : tile<ptr<f32>>, tile<f32> -> token
    return
  }
  //% - entry: k
  //%   args:
  //%     - ptr: f32[1]
  //%       in: 5
  //%     - f32:7
  //%     - ptr: f32[1]
  //%       out: 5
}
