// RUN: cuda-tile-opt %s -convert-cuda-tile-to-tileaa | cuda-tile-opt | FileCheck %s

// The entries of the cuda_tile.module become those of the builtin one. Hints stay
// with what they are about.
// CHECK-NOT: cuda_tile
// CHECK: module {
cuda_tile.module @m {
  // CHECK-NEXT: tileaa.entry @first(%{{.*}}: !tileaa.ptr, %{{.*}}: i1, %{{.*}}: bf16) attributes {hints = #tileaa.entry_hints<warps = 4>} {
  // CHECK-NEXT: tileaa.return
  entry @first(%p: tile<ptr<f32>>, %b: tile<i1>, %h: tile<bf16>)
      optimization_hints=<default = {num_worker_warps_per_cta = 4}, sm_100 = {num_cta_in_cga = 2, occupancy = 4}> {
    return
  }
  // CHECK: tileaa.entry @grid()
  entry @grid() {
    // CHECK: %{{.*}}, %[[Y:.*]], %{{.*}} = tileaa.block_id
    %x, %y, %z = get_tile_block_id : tile<i32>
    // CHECK: %{{.*}}, %{{.*}}, %[[GZ:.*]] = tileaa.num_blocks
    %gx, %gy, %gz = get_num_tile_blocks : tile<i32>
    // CHECK: %[[T:.*]] = tileaa.make_token
    %t = make_token : token
    // CHECK: tileaa.print "%d of %d", %[[Y]], %[[GZ]] : i32, i32 after %[[T]]
    %t1 = print_tko "%d of %d", %y, %gz token=%t : tile<i32>, tile<i32> -> token
    %c = constant <i1: [1, 0]> : tile<2xi1>
    // CHECK: tileaa.assert %{{.*}}, "does not hold" : tensor<2xi1>
    assert %c, "does not hold" : tile<2xi1>
    return
  }
  // Within a group addresses grow by the size of what they point to.
  // CHECK: tileaa.entry @groups_of_pointers
  entry @groups_of_pointers(%p: tile<ptr<f16>>) {
    %b = reshape %p : tile<ptr<f16>> -> tile<1xptr<f16>>
    %c = broadcast %b : tile<1xptr<f16>> -> tile<8xptr<f16>>
    // CHECK: tileaa.assume %{{.*}} {along = 0 : i64, div_by = 16 : i64, every = 8 : i64, step = 2 : i64} : tensor<8x!tileaa.ptr>
    %d = assume div_by<16, every 8 along 0>, %c : tile<8xptr<f16>>
    %v, %t = load_ptr_tko weak %d : tile<8xptr<f16>> -> tile<8xf16>, token
    return
  }
  // Of a stride along a dimension of length 1, by which nobody goes, nothing is.
  // CHECK: tileaa.entry @unused_stride
  // CHECK-NOT: tileaa.assume
  // CHECK: %[[ZERO:.*]] = arith.constant 0 : i64
  // CHECK: tileaa.load {{.*}} strides[%[[ZERO]], %{{.*}}]
  // CHECK-NOT: tileaa.assume
  // CHECK: tileaa.return
  entry @unused_stride(%p: tile<ptr<i8>>, %n: tile<i32>, %s: tile<i32>) {
    %positive = assume bounded<0, ?>, %s : tile<i32>
    %t = assume div_by<16>, %positive : tile<i32>
    %a = make_tensor_view %p, shape = [1, %n], strides = [%t, 1] : tile<i32> -> tensor_view<1x?xi8, strides=[?,1]>
    %b = make_partition_view %a : partition_view<tile=(1x16), tensor_view<1x?xi8, strides=[?,1]>>
    %zero = constant <i32: 0> : tile<i32>
    %x, %u = load_view_tko weak %b[%zero, %zero] : partition_view<tile=(1x16), tensor_view<1x?xi8, strides=[?,1]>>, tile<i32> -> tile<1x16xi8>, token
    return
  }
  // All that is promised is kept; groups of no elements promise nothing.
  // CHECK: tileaa.entry @facts(%[[N:.*]]: i32)
  entry @facts(%n: tile<i32>) {
    // CHECK-NEXT: %[[A:.*]] = tileaa.assume %[[N]] {lower = 0 : i64} : i32
    %a = assume bounded<0, ?>, %n : tile<i32>
    // CHECK-NEXT: %[[B:.*]] = tileaa.assume %[[A]] {lower = -4 : i64, upper = 8 : i64} : i32
    %b = assume bounded<-4, 8>, %a : tile<i32>
    // CHECK-NEXT: %[[I:.*]] = tileaa.iota
    %i = iota : tile<8xi32>
    // CHECK-NEXT: %[[J:.*]] = tileaa.assume %[[I]] {div_by = 4 : i64} : tensor<8xi32>
    %j = assume div_by<4>, %i : tile<8xi32>
    // CHECK-NEXT: %[[K:.*]] = tileaa.assume %[[J]] {along = 0 : i64, div_by = 4 : i64, every = 2 : i64} : tensor<8xi32>
    %k = assume div_by<4, every 2 along 0>, %j : tile<8xi32>
    // CHECK-NEXT: %[[L:.*]] = tileaa.assume %[[K]] {same_elements = array<i64: 2>} : tensor<8xi32>
    %l = assume same_elements<[2]>, %k : tile<8xi32>
    // CHECK-NEXT: tileaa.print "%d", %[[L]]
    print_tko "%d", %l : tile<8xi32> -> token
    // CHECK: tileaa.print "%d"
    %m = assume div_by<4, every 0 along 0>, %l : tile<8xi32>
    print_tko "%d", %m : tile<8xi32> -> token
    return
  }
}
