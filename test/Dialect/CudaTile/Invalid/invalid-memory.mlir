// Tokens, accesses and views that break one rule each.
//
// RUN: cuda-tile-opt %s -split-input-file -verify-diagnostics

cuda_tile.module @m {
  entry @k() {
    %t = make_token : token
    // expected-error@+1 {{needs at least two tokens, found 1}}
    %0 = join_tokens %t : token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>) {
    // expected-error@+1 {{memory ordering must be weak, relaxed or acquire, found release}}
    %0, %t = load_ptr_tko release device %p : tile<ptr<f32>> -> tile<f32>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>) {
    // expected-error@+1 {{must not have a memory scope, as it is weak}}
    %0, %t = load_ptr_tko weak device %p : tile<ptr<f32>> -> tile<f32>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>) {
    // expected-error@+1 {{needs a memory scope (tl_blk, device or sys), as it is relaxed}}
    %0, %t = load_ptr_tko relaxed %p : tile<ptr<f32>> -> tile<f32>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>) {
    // expected-error@+1 {{expected a memory scope (tl_blk, device or sys), found 'gpu'}}
    %0, %t = load_ptr_tko relaxed gpu %p : tile<ptr<f32>> -> tile<f32>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>) {
    // expected-error@+1 {{the result is a tile of what source points to}}
    %0, %t = load_ptr_tko weak %p : tile<ptr<f32>> -> tile<i32>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>) {
    %m = constant <i1: true> : tile<4xi1>
    // expected-error@+1 {{mask must have the shape of source}}
    %0, %t = load_ptr_tko weak %p, %m : tile<ptr<f32>>, tile<4xi1> -> tile<f32>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %m: tile<i1>, %i: tile<i32>) {
    // expected-error@+1 {{paddingValue must have the type '!cuda_tile.tile<f32>' of the result}}
    %0, %t = load_ptr_tko weak %p, %m, %i : tile<ptr<f32>>, tile<i1>, tile<i32> -> tile<f32>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>) {
    // expected-error@+1 {{paddingValue must have the type '!cuda_tile.tile<f32>' of the result}}
    %0, %t = load_ptr_tko weak %p, %i : tile<ptr<f32>>, tile<i32> -> tile<f32>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %f: tile<f32>) {
    // expected-error@+1 {{memory ordering must be weak, relaxed or release, found acquire}}
    %t = store_ptr_tko acquire device %p, %f : tile<ptr<f32>>, tile<f32> -> token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %f: tile<f32>) {
    // expected-error@+1 {{must not have a memory scope, as it is weak}}
    %t = store_ptr_tko weak sys %p, %f : tile<ptr<f32>>, tile<f32> -> token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %f: tile<f32>) {
    // expected-error@+1 {{needs a memory scope (tl_blk, device or sys), as it is release}}
    %t = store_ptr_tko release %p, %f : tile<ptr<f32>>, tile<f32> -> token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %f: tile<i32>) {
    // expected-error@+1 {{destination points to 'f32', but value has elements of 'i32'}}
    %t = store_ptr_tko weak %p, %f : tile<ptr<f32>>, tile<i32> -> token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>) {
    %v = iota : tile<4xi32>
    // expected-error@+1 {{all of {destination, value} have same shape}}
    %t = store_ptr_tko weak %p, %v : tile<ptr<i32>>, tile<4xi32> -> token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %v: tile<i32>) {
    %m = constant <i1: true> : tile<4xi1>
    // expected-error@+1 {{mask must have the shape of destination}}
    %t = store_ptr_tko weak %p, %v, %m : tile<ptr<i32>>, tile<i32>, tile<4xi1> -> token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>) {
    // expected-error@+1 {{a static extent of a tensor_view must be positive, found 0}}
    %0 = make_tensor_view %p, shape = [0], strides = [1] : tensor_view<0xf32, strides=[1]>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>) {
    // expected-error@+1 {{a static stride of a tensor_view must be positive, found -1}}
    %0 = make_tensor_view %p, shape = [8], strides = [-1] : tensor_view<8xf32, strides=[-1]>
  }
}

// -----

// The number that stands for `?` within the compiler is no other way to say it.
cuda_tile.module @m {
  // expected-error@+1 {{an extent or stride must be positive, found -9223372036854775808; write '?' for a dynamic one}}
  testing$func @k(%v: tensor_view<8xf32, strides=[-9223372036854775808]>) {
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>) {
    // expected-error@+1 {{a tensor_view needs one stride for each dimension: it has 1 dimensions and 2 strides}}
    %0 = make_tensor_view %p, shape = [8], strides = [1] : tensor_view<8xf32, strides=[1,1]>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>) {
    // expected-error@+1 {{the elements of a tensor_view must be numbers, found 'i4'}}
    %0 = make_tensor_view %p, shape = [8], strides = [1] : tensor_view<8xi4, strides=[1]>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>) {
    // expected-error@+1 {{base points to 'f32', but the view has elements of 'i32'}}
    %0 = make_tensor_view %p, shape = [8], strides = [1] : tile<ptr<f32>> -> tensor_view<8xi32, strides=[1]>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>) {
    // expected-error@+1 {{base and result must carry the same ptr_attr, or none}}
    %0 = make_tensor_view %p, shape = [8], strides = [1] : tile<ptr<f32>> -> tensor_view<8xf32, strides=[1], #cuda_tile.ptr_attr<none>>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %n: tile<i32>) {
    // expected-error@+1 {{the shape here and in the type of the view must agree}}
    %0 = make_tensor_view %p, shape = [%n], strides = [1] : tile<i32> -> tensor_view<8xf32, strides=[1]>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>) {
    // expected-error@+1 {{the strides here and in the type of the view must agree}}
    %0 = make_tensor_view %p, shape = [8], strides = [2] : tensor_view<8xf32, strides=[1]>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>) {
    // expected-error@+1 {{there is no dynamic extent or stride for this type}}
    %0 = make_tensor_view %p, shape = [8], strides = [1] : tile<i32> -> tensor_view<8xf32, strides=[1]>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %n: tile<i32>) {
    // expected-error@+1 {{expected the type of the dynamic extents and strides before '->'}}
    %0 = make_tensor_view %p, shape = [%n], strides = [1] : tensor_view<?xf32, strides=[1]>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>) {
    // expected-error@+1 {{needs one operand for each of the 1 dynamic extents of the result, found 0}}
    %0 = "cuda_tile.make_tensor_view"(%p) {operandSegmentSizes = array<i32: 1, 0, 0>} : (!cuda_tile.tile<!cuda_tile.ptr<f32>>) -> !cuda_tile.tensor_view<?xf32, strides=[1]>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %n: tile<i32>) {
    // expected-error@+1 {{needs one operand for each of the 0 dynamic strides of the result, found 1}}
    %0 = "cuda_tile.make_tensor_view"(%p, %n) {operandSegmentSizes = array<i32: 1, 0, 1>} : (!cuda_tile.tile<!cuda_tile.ptr<f32>>, !cuda_tile.tile<i32>) -> !cuda_tile.tensor_view<8xf32, strides=[1]>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %n: tile<i32>, %s: tile<i64>) {
    // expected-error@+1 {{all dynamic extents and strides must have one type}}
    %0 = "cuda_tile.make_tensor_view"(%p, %n, %s) {operandSegmentSizes = array<i32: 1, 1, 1>} : (!cuda_tile.tile<!cuda_tile.ptr<f32>>, !cuda_tile.tile<i32>, !cuda_tile.tile<i64>) -> !cuda_tile.tensor_view<?xf32, strides=[?]>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>) {
    %v = make_tensor_view %p, shape = [8], strides = [1] : tensor_view<8xf32, strides=[1]>
    // expected-error@+1 {{the tile and the tensor of a view must have the same rank, found 2 and 1}}
    %0 = make_partition_view %v : partition_view<tile=(4x4), tensor_view<8xf32, strides=[1]>>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>) {
    %v = make_tensor_view %p, shape = [8], strides = [1] : tensor_view<8xf32, strides=[1]>
    // expected-error@+1 {{the tile of a view must have at least one dimension}}
    %0 = make_partition_view %v : partition_view<tile=(), tensor_view<8xf32, strides=[1]>>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>) {
    %v = make_tensor_view %p, shape = [8], strides = [1] : tensor_view<8xf32, strides=[1]>
    // expected-error@+1 {{the extents of a tile must be powers of two, found 6}}
    %0 = make_partition_view %v : partition_view<tile=(6), tensor_view<8xf32, strides=[1]>>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>) {
    %v = make_tensor_view %p, shape = [8], strides = [1] : tensor_view<8xf32, strides=[1]>
    // expected-error@+1 {{a tile has at most 16777216 elements}}
    %0 = make_partition_view %v : partition_view<tile=(4294967296), tensor_view<8xf32, strides=[1]>>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>) {
    %v = make_tensor_view %p, shape = [8, 8], strides = [8, 1] : tensor_view<8x8xf32, strides=[8,1]>
    // expected-error@+1 {{dim_map must be a permutation of 0 to 1, found [0, 0]}}
    %0 = make_partition_view %v : partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>, dim_map=[0, 0]>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>) {
    %v = make_tensor_view %p, shape = [8, 8], strides = [8, 1] : tensor_view<8x8xf32, strides=[8,1]>
    // expected-error@+1 {{dim_map must name each of the 2 dimensions once, found 1 entries}}
    %0 = make_partition_view %v : partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>, dim_map=[0]>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>) {
    %v = make_tensor_view %p, shape = [8], strides = [1] : tensor_view<8xi32, strides=[1]>
    // expected-error@+1 {{padding value nan needs elements of a float type, found 'i32'}}
    %0 = make_partition_view %v : partition_view<tile=(4), padding_value = nan, tensor_view<8xi32, strides=[1]>>
  }
}

// -----

cuda_tile.module @m {
  // expected-note@+1 {{prior use here}}
  entry @k(%p: tile<ptr<f32>>) {
    // expected-error@+1 {{expects different type than prior uses}}
    %0 = make_partition_view %p : partition_view<tile=(4), tensor_view<8xf32, strides=[1]>>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>) {
    %v = make_tensor_view %p, shape = [8], strides = [1] : tensor_view<8xf32, strides=[1]>
    // expected-error@+1 {{the tensor_view of the result is the operand's}}
    %0 = "cuda_tile.make_partition_view"(%v) : (!cuda_tile.tensor_view<8xf32, strides=[1]>) -> !cuda_tile.partition_view<tile=(4), tensor_view<16xf32, strides=[1]>>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>) {
    // expected-error@+1 {{expected a tensor_view, found '!cuda_tile.tile<f32>'}}
    %0 = make_partition_view %p : partition_view<tile=(4), tile<f32>>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>) {
    %v = make_tensor_view %p, shape = [8], strides = [1] : tensor_view<8xf32, strides=[1]>
    // expected-error@+1 {{needs one result for each of the 1 dimensions of src, found 2}}
    %0:2 = "cuda_tile.get_tensor_shape"(%v) : (!cuda_tile.tensor_view<8xf32, strides=[1]>) -> (!cuda_tile.tile<i32>, !cuda_tile.tile<i32>)
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>) {
    %v = make_tensor_view %p, shape = [8, 8], strides = [8, 1] : tensor_view<8x8xf32, strides=[8,1]>
    // expected-error@+1 {{results must have one type}}
    %0:2 = "cuda_tile.get_tensor_shape"(%v) : (!cuda_tile.tensor_view<8x8xf32, strides=[8,1]>) -> (!cuda_tile.tile<i32>, !cuda_tile.tile<i64>)
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>) {
    %v = make_tensor_view %p, shape = [8], strides = [1] : tensor_view<8xf32, strides=[1]>
    %pv = make_partition_view %v : partition_view<tile=(4), tensor_view<8xf32, strides=[1]>>
    // expected-error@+1 {{result #0 must be variadic of scalar tile of i1 or i8 or i16 or i32 or i64}}
    %0 = get_index_space_shape %pv : partition_view<tile=(4), tensor_view<8xf32, strides=[1]>> -> tile<f32>
  }
}

// -----

!view = !cuda_tile.partition_view<tile=(4), tensor_view<8xf32, strides=[1]>>
cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>) {
    %v = make_tensor_view %p, shape = [8], strides = [1] : tensor_view<8xf32, strides=[1]>
    %pv = make_partition_view %v : !view
    // expected-error@+1 {{memory ordering must be weak, relaxed or acquire, found acq_rel}}
    %0, %t = load_view_tko acq_rel sys %pv[%i] : !view, tile<i32> -> tile<4xf32>, token
  }
}

// -----

!view = !cuda_tile.partition_view<tile=(4), tensor_view<8xf32, strides=[1]>>
cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>) {
    %v = make_tensor_view %p, shape = [8], strides = [1] : tensor_view<8xf32, strides=[1]>
    %pv = make_partition_view %v : !view
    // expected-error@+1 {{a weak access has no memory scope}}
    %0, %t = load_view_tko weak sys %pv[%i] : !view, tile<i32> -> tile<4xf32>, token
  }
}

// -----

!view = !cuda_tile.partition_view<tile=(4), tensor_view<8xf32, strides=[1]>>
cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>) {
    %v = make_tensor_view %p, shape = [8], strides = [1] : tensor_view<8xf32, strides=[1]>
    %pv = make_partition_view %v : !view
    // expected-error@+1 {{needs a memory scope (tl_blk, device or sys), as it is acquire}}
    %0, %t = load_view_tko acquire %pv[%i] : !view, tile<i32> -> tile<4xf32>, token
  }
}

// -----

!view = !cuda_tile.partition_view<tile=(4), tensor_view<8xf32, strides=[1]>>
cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>) {
    %v = make_tensor_view %p, shape = [8], strides = [1] : tensor_view<8xf32, strides=[1]>
    %pv = make_partition_view %v : !view
    // expected-error@+1 {{the view needs 1 indices, found 2}}
    %0, %t = load_view_tko weak %pv[%i, %i] : !view, tile<i32> -> tile<4xf32>, token
  }
}

// -----

!view = !cuda_tile.partition_view<tile=(4), tensor_view<8xf32, strides=[1]>>
cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>) {
    %v = make_tensor_view %p, shape = [8], strides = [1] : tensor_view<8xf32, strides=[1]>
    %pv = make_partition_view %v : !view
    %i = iota : tile<4xi32>
    // expected-error@+1 {{the indices of a partition_view must be scalars, found '!cuda_tile.tile<4xi32>'}}
    %0, %t = load_view_tko weak %pv[%i] : !view, tile<4xi32> -> tile<4xf32>, token
  }
}

// -----

!view = !cuda_tile.partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>>
cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %j: tile<i64>) {
    %v = make_tensor_view %p, shape = [8, 8], strides = [8, 1] : tensor_view<8x8xf32, strides=[8,1]>
    %pv = make_partition_view %v : !view
    // expected-error@+1 {{the indices of a partition_view must have one type}}
    %0, %t = load_view_tko weak %pv[%i, %j] : !view, tile<i32>, tile<i64> -> tile<4x4xf32>, token
  }
}

// -----

!view = !cuda_tile.partition_view<tile=(4), tensor_view<8xf32, strides=[1]>>
cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>) {
    %v = make_tensor_view %p, shape = [8], strides = [1] : tensor_view<8xf32, strides=[1]>
    %pv = make_partition_view %v : !view
    // expected-error@+1 {{tile must have the type '!cuda_tile.tile<4xf32>' that the view has tiles of, found '!cuda_tile.tile<8xf32>'}}
    %0, %t = load_view_tko weak %pv[%i] : !view, tile<i32> -> tile<8xf32>, token
  }
}

// -----

!view = !cuda_tile.partition_view<tile=(4), tensor_view<8xf32, strides=[1]>>
cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>) {
    %v = make_tensor_view %p, shape = [8], strides = [1] : tensor_view<8xf32, strides=[1]>
    %pv = make_partition_view %v : !view
    // expected-error@+1 {{inbounds must have one flag for each of the 1 indices, found 2}}
    %0, %t = load_view_tko weak %pv[%i] inbounds = [true, true] : !view, tile<i32> -> tile<4xf32>, token
  }
}

// -----

!view = !cuda_tile.partition_view<tile=(4), tensor_view<8xf32, strides=[1]>>
cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>) {
    %v = make_tensor_view %p, shape = [8], strides = [1] : tensor_view<8xf32, strides=[1]>
    %pv = make_partition_view %v : !view
    // expected-error@+1 {{expected one type for all indices or one for each of the 1 indices, found 2}}
    %0, %t = load_view_tko weak %pv[%i] : !view, tile<i32>, tile<i32> -> tile<4xf32>, token
  }
}

// -----

!view = !cuda_tile.partition_view<tile=(4), tensor_view<8xf32, strides=[1]>>
cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>) {
    %v = make_tensor_view %p, shape = [8], strides = [1] : tensor_view<8xf32, strides=[1]>
    %pv = make_partition_view %v : !view
    %x = constant <f32: 1.0> : tile<4xf32>
    // expected-error@+1 {{memory ordering must be weak, relaxed or release, found acquire}}
    %t = store_view_tko acquire sys %x, %pv[%i] : tile<4xf32>, !view, tile<i32> -> token
  }
}

// -----

!view = !cuda_tile.partition_view<tile=(4), tensor_view<8xf32, strides=[1]>>
cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>) {
    %v = make_tensor_view %p, shape = [8], strides = [1] : tensor_view<8xf32, strides=[1]>
    %pv = make_partition_view %v : !view
    %x = constant <f32: 1.0> : tile<2xf32>
    // expected-error@+1 {{tile must have the type '!cuda_tile.tile<4xf32>' that the view has tiles of}}
    %t = store_view_tko weak %x, %pv[%i] : tile<2xf32>, !view, tile<i32> -> token
  }
}

// -----

cuda_tile.module @m {
  // expected-error@+1 {{expected <none>, <unicast> or <multicast>, found 5 : i64}}
  entry @k(%p: tile<ptr<f32, 5>>) {
  }
}
