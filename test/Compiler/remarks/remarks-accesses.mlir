// Why an access is not wider, a reason for each thing that can keep it narrow.

// RUN: tileiras %s --gpu-name=sm_90 --remarks=memory --emit=ptx -o %t.ptx | FileCheck %s

// CHECK-LABEL: alignment:
// CHECK: Missed: RemarkMemoryAccessNarrow, Reason: no more than 4 bytes are known to lie side by side and to be aligned together, Suggestion: promise by assume
// CHECK-LABEL: extent:
// CHECK: RemarkMemoryAccessNarrow, Reason: the tile has no more than 8 bytes side by side in memory, Suggestion: use a tile that is longer
// CHECK-LABEL: mask:
// CHECK: RemarkMemoryAccessNarrow, Reason: the mask is not known to be the same for more than 4 bytes side by side, Suggestion: promise by assume
// CHECK-LABEL: neighbours:
// CHECK: RemarkMemoryAccessNarrow, Reason: no more than 4 bytes are known to lie side by side in memory, Suggestion: make the stride
// CHECK-LABEL: ordering:
// CHECK: RemarkMemoryAccessNarrow, Reason: an access with a memory ordering other than weak takes each element by itself, Suggestion: make it weak
// CHECK-LABEL: wide:
// CHECK-NOT: Missed

!row = !cuda_tile.partition_view<tile=(512), tensor_view<1024xf32, strides=[1]>>
!strided = !cuda_tile.partition_view<tile=(512), tensor_view<1024xf32, strides=[2]>>
!pairs = !cuda_tile.partition_view<tile=(256x2), tensor_view<1024x2xf32, strides=[4, 1]>>
cuda_tile.module @m {
  entry @wide(%p: tile<ptr<f32>>) {
    %a = assume div_by<16>, %p : tile<ptr<f32>>
    %v = make_tensor_view %a, shape = [1024], strides = [1] : tensor_view<1024xf32, strides=[1]>
    %w = make_partition_view %v : partition_view<tile=(512), tensor_view<1024xf32, strides=[1]>>
    %x, %y, %z = get_tile_block_id : tile<i32>
    %t, %k = load_view_tko weak %w[%x] : !row, tile<i32> -> tile<512xf32>, token
    %u = store_view_tko weak %t, %w[%x] : tile<512xf32>, !row, tile<i32> -> token
  }
  entry @alignment(%p: tile<ptr<f32>>) {
    %v = make_tensor_view %p, shape = [1024], strides = [1] : tensor_view<1024xf32, strides=[1]>
    %w = make_partition_view %v : partition_view<tile=(512), tensor_view<1024xf32, strides=[1]>>
    %x, %y, %z = get_tile_block_id : tile<i32>
    %t, %k = load_view_tko weak %w[%x] : !row, tile<i32> -> tile<512xf32>, token
    %u = store_view_tko weak %t, %w[%x] : tile<512xf32>, !row, tile<i32> -> token
  }
  entry @neighbours(%p: tile<ptr<f32>>) {
    %a = assume div_by<16>, %p : tile<ptr<f32>>
    %v = make_tensor_view %a, shape = [1024], strides = [2] : tensor_view<1024xf32, strides=[2]>
    %w = make_partition_view %v : partition_view<tile=(512), tensor_view<1024xf32, strides=[2]>>
    %x, %y, %z = get_tile_block_id : tile<i32>
    %t, %k = load_view_tko weak %w[%x] : !strided, tile<i32> -> tile<512xf32>, token
    %u = store_view_tko weak %t, %w[%x] : tile<512xf32>, !strided, tile<i32> -> token
  }
  entry @extent(%p: tile<ptr<f32>>) {
    %a = assume div_by<16>, %p : tile<ptr<f32>>
    %v = make_tensor_view %a, shape = [1024, 2], strides = [4, 1] : tensor_view<1024x2xf32, strides=[4, 1]>
    %w = make_partition_view %v : partition_view<tile=(256x2), tensor_view<1024x2xf32, strides=[4, 1]>>
    %first = constant <i32: 0> : tile<i32>
    %x, %y, %z = get_tile_block_id : tile<i32>
    %t, %k = load_view_tko weak %w[%x, %first] : !pairs, tile<i32> -> tile<256x2xf32>, token
    %u = store_view_tko weak %t, %w[%x, %first] : tile<256x2xf32>, !pairs, tile<i32> -> token
  }
  entry @ordering(%p: tile<ptr<f32>>) {
    %a = assume div_by<16>, %p : tile<ptr<f32>>
    %i = iota : tile<512xi32>
    %r = reshape %a : tile<ptr<f32>> -> tile<1xptr<f32>>
    %b = broadcast %r : tile<1xptr<f32>> -> tile<512xptr<f32>>
    %q = offset %b, %i : tile<512xptr<f32>>, tile<512xi32> -> tile<512xptr<f32>>
    %t, %k = load_ptr_tko relaxed device %q : tile<512xptr<f32>> -> tile<512xf32>, token
    %u = store_ptr_tko relaxed device %q, %t : tile<512xptr<f32>>, tile<512xf32> -> token
  }
  entry @mask(%p: tile<ptr<f32>>, %n: tile<i32>) {
    %a = assume div_by<16>, %p : tile<ptr<f32>>
    %i = iota : tile<512xi32>
    %r = reshape %a : tile<ptr<f32>> -> tile<1xptr<f32>>
    %b = broadcast %r : tile<1xptr<f32>> -> tile<512xptr<f32>>
    %q = offset %b, %i : tile<512xptr<f32>>, tile<512xi32> -> tile<512xptr<f32>>
    %n1 = reshape %n : tile<i32> -> tile<1xi32>
    %n2 = broadcast %n1 : tile<1xi32> -> tile<512xi32>
    %m = cmpi less_than %i, %n2, signed : tile<512xi32> -> tile<512xi1>
    %none = constant <f32: 0.0> : tile<512xf32>
    %t, %k = load_ptr_tko weak %q, %m, %none : tile<512xptr<f32>>, tile<512xi1>, tile<512xf32> -> tile<512xf32>, token
    %u = store_ptr_tko weak %q, %t, %m : tile<512xptr<f32>>, tile<512xf32>, tile<512xi1> -> token
  }
}
