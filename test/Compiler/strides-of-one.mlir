// RUN: tileiras %s --gpu-name=sm_80 --emit=ptx -o - | FileCheck %s

// A stride along a dimension of length 1, by which nobody goes, says nothing of the other
// addresses: each access takes 16 bytes, whatever the stride is.
// CHECK: .entry batch_of_one
// CHECK: ld.global{{.*}}.v4.b32
// CHECK: st.global{{.*}}.v4.b32
cuda_tile.module @m {
  entry @batch_of_one(%p: tile<ptr<f32>>, %batch: tile<i32>, %row: tile<i32>, %rows: tile<i32>) {
    %q = assume div_by<16>, %p : tile<ptr<f32>>
    %s = assume div_by<4>, %row : tile<i32>
    %v = make_tensor_view %q, shape = [1, %rows, 1024], strides = [%batch, %s, 1] : tile<i32> -> tensor_view<1x?x1024xf32, strides=[?,?,1]>
    %w = make_partition_view %v : partition_view<tile=(1x1x1024), tensor_view<1x?x1024xf32, strides=[?,?,1]>>
    %x, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %a, %t = load_view_tko weak %w[%y, %x, %zero] : partition_view<tile=(1x1x1024), tensor_view<1x?x1024xf32, strides=[?,?,1]>>, tile<i32> -> tile<1x1x1024xf32>, token
    %b = addf %a, %a : tile<1x1x1024xf32>
    %u = store_view_tko weak %b, %w[%y, %x, %zero] : tile<1x1x1024xf32>, partition_view<tile=(1x1x1024), tensor_view<1x?x1024xf32, strides=[?,?,1]>>, tile<i32> -> token
    return
  }
}
