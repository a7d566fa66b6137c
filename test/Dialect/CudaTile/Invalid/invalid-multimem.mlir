// Rules of the multimem operations.
// RUN: cuda-tile-opt %s -split-input-file -verify-diagnostics

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32, <unicast>>>, %i: tile<i32>, %j: tile<i64>) {
    %tv = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<unicast>>
    %pv = make_partition_view %tv : partition_view<tile=(8), tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<unicast>>>
    %x = constant <f32: 1.0> : tile<8xf32>
    // expected-error@+1 {{view must be one of a multicast tensor_view, found }}
    %v, %t = multimem_load_reduce_view_tko weak %pv[%i] : partition_view<tile=(8), tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<unicast>>>, tile<i32> -> tile<8xf32>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %j: tile<i64>) {
    %tv = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %pv = make_partition_view %tv : partition_view<tile=(8), tensor_view<64xf32, strides=[1]>>
    %x = constant <f32: 1.0> : tile<8xf32>
    // expected-error@+1 {{view must be one of a multicast tensor_view, found }}
    %t = multimem_store_view_tko weak %pv, %x[%i] : partition_view<tile=(8), tensor_view<64xf32, strides=[1]>>, tile<8xf32>, tile<i32> -> token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32, <multicast>>>, %i: tile<i32>, %j: tile<i64>) {
    %tv = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %pv = make_partition_view %tv : partition_view<tile=(8), tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %x = constant <f32: 1.0> : tile<8xf32>
    // expected-error@+1 {{memory ordering must be weak, relaxed or acquire, found release}}
    %v, %t = multimem_load_reduce_view_tko release sys %pv[%i] : partition_view<tile=(8), tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<i32> -> tile<8xf32>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32, <multicast>>>, %i: tile<i32>, %j: tile<i64>) {
    %tv = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %pv = make_partition_view %tv : partition_view<tile=(8), tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %x = constant <f32: 1.0> : tile<8xf32>
    // expected-error@+1 {{needs a memory scope (tl_blk, device or sys), as it is relaxed}}
    %v, %t = multimem_load_reduce_view_tko relaxed %pv[%i] : partition_view<tile=(8), tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<i32> -> tile<8xf32>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32, <multicast>>>, %i: tile<i32>, %j: tile<i64>) {
    %tv = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %pv = make_partition_view %tv : partition_view<tile=(8), tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %x = constant <f32: 1.0> : tile<8xf32>
    // expected-error@+1 {{a weak access has no memory scope}}
    %v, %t = multimem_load_reduce_view_tko weak sys %pv[%i] : partition_view<tile=(8), tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<i32> -> tile<8xf32>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32, <multicast>>>, %i: tile<i32>, %j: tile<i64>) {
    %tv = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %pv = make_partition_view %tv : partition_view<tile=(8), tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %x = constant <f32: 1.0> : tile<8xf32>
    // expected-error@+1 {{memory ordering must be relaxed or release, found acquire}}
    %t = multimem_reduce_view_tko acquire sys %pv, %x[%i] : partition_view<tile=(8), tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<8xf32>, tile<i32> -> token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32, <multicast>>>, %i: tile<i32>, %j: tile<i64>) {
    %tv = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %pv = make_partition_view %tv : partition_view<tile=(8), tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %x = constant <f32: 1.0> : tile<8xf32>
    // expected-error@+1 {{memory ordering must be relaxed or release, found weak}}
    %t = multimem_reduce_view_tko weak sys %pv, %x[%i] : partition_view<tile=(8), tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<8xf32>, tile<i32> -> token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32, <multicast>>>, %i: tile<i32>, %j: tile<i64>) {
    %tv = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %pv = make_partition_view %tv : partition_view<tile=(8), tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %x = constant <f32: 1.0> : tile<8xf32>
    // expected-error@+1 {{memory ordering must be weak, relaxed or release, found acquire}}
    %t = multimem_store_view_tko acquire sys %pv, %x[%i] : partition_view<tile=(8), tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<8xf32>, tile<i32> -> token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32, <multicast>>>, %i: tile<i32>, %j: tile<i64>) {
    %tv = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %pv = make_partition_view %tv : partition_view<tile=(8), tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %x = constant <f32: 1.0> : tile<8xf32>
    // expected-error@+1 {{the view needs 1 indices, found 2}}
    %v, %t = multimem_load_reduce_view_tko weak %pv[%i, %i] : partition_view<tile=(8), tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<i32> -> tile<8xf32>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32, <multicast>>>, %i: tile<i32>, %j: tile<i64>) {
    %tv = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %pv = make_partition_view %tv : partition_view<tile=(8), tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %x = constant <f32: 1.0> : tile<8xf32>
    // expected-error@+1 {{inbounds must have one flag for each of the 1 indices, found 2}}
    %v, %t = multimem_load_reduce_view_tko weak %pv[%i] inbounds = [true, true] : partition_view<tile=(8), tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<i32> -> tile<8xf32>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32, <multicast>>>, %i: tile<i32>, %j: tile<i64>) {
    %tv = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %pv = make_partition_view %tv : partition_view<tile=(8), tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %x = constant <f32: 1.0> : tile<8xf32>
    // expected-error@+1 {{tile must have the type '!cuda_tile.tile<8xf32>' that the view has tiles of, found '!cuda_tile.tile<4xf32>'}}
    %v, %t = multimem_load_reduce_view_tko weak %pv[%i] : partition_view<tile=(8), tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<i32> -> tile<4xf32>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i16, <multicast>>>, %i: tile<i32>, %j: tile<i64>) {
    %tv = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xi16, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %pv = make_partition_view %tv : partition_view<tile=(8), tensor_view<64xi16, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %x = constant <i16: 1> : tile<8xi16>
    // expected-error@+1 {{tile must have elements of i32, i64, f16, bf16, f32 or f64, found 'i16'}}
    %t = multimem_store_view_tko weak %pv, %x[%i] : partition_view<tile=(8), tensor_view<64xi16, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<8xi16>, tile<i32> -> token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f8E5M2, <multicast>>>, %i: tile<i32>, %j: tile<i64>) {
    %tv = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf8E5M2, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %pv = make_partition_view %tv : partition_view<tile=(8), tensor_view<64xf8E5M2, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %x = constant <f8E5M2: 1.0> : tile<8xf8E5M2>
    // expected-error@+1 {{tile must have elements of i32, i64, f16, bf16, f32 or f64, found 'f8E5M2'}}
    %t = multimem_store_view_tko weak %pv, %x[%i] : partition_view<tile=(8), tensor_view<64xf8E5M2, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<8xf8E5M2>, tile<i32> -> token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32, <multicast>>>, %i: tile<i32>, %j: tile<i64>) {
    %tv = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %pv = make_partition_view %tv : partition_view<tile=(8), tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %x = constant <f32: 1.0> : tile<8xf32>
    // expected-error@+1 {{reduction max does not exist for elements of 'f32'}}
    %v, %t = multimem_load_reduce_view_tko weak %pv[%i] attributes {reduction = #cuda_tile.multimem_reduction_kind<max>} : partition_view<tile=(8), tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<i32> -> tile<8xf32>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<bf16, <multicast>>>, %i: tile<i32>, %j: tile<i64>) {
    %tv = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xbf16, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %pv = make_partition_view %tv : partition_view<tile=(8), tensor_view<64xbf16, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %x = constant <bf16: 1.0> : tile<8xbf16>
    // expected-error@+1 {{reduction umin does not exist for elements of 'bf16'}}
    %v, %t = multimem_load_reduce_view_tko weak %pv[%i] attributes {reduction = #cuda_tile.multimem_reduction_kind<umin>} : partition_view<tile=(8), tensor_view<64xbf16, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<i32> -> tile<8xbf16>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f16, <multicast>>>, %i: tile<i32>, %j: tile<i64>) {
    %tv = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf16, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %pv = make_partition_view %tv : partition_view<tile=(8), tensor_view<64xf16, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %x = constant <f16: 1.0> : tile<8xf16>
    // expected-error@+1 {{reduction min does not exist for elements of 'f16'}}
    %t = multimem_reduce_view_tko relaxed sys %pv, %x[%i] attributes {reduction = #cuda_tile.multimem_reduction_kind<min>} : partition_view<tile=(8), tensor_view<64xf16, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<8xf16>, tile<i32> -> token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32, <multicast>>>, %i: tile<i32>, %j: tile<i64>) {
    %tv = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %pv = make_partition_view %tv : partition_view<tile=(8), tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %x = constant <f32: 1.0> : tile<8xf32>
    // expected-error@+1 {{expected a reduction such as #cuda_tile.multimem_reduction_kind<max>, found 1 : i32}}
    %t = multimem_reduce_view_tko relaxed sys %pv, %x[%i] attributes {reduction = 1 : i32} : partition_view<tile=(8), tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<8xf32>, tile<i32> -> token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32, <multicast>>>, %i: tile<i32>, %j: tile<i64>) {
    %tv = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %pv = make_partition_view %tv : partition_view<tile=(8), tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %x = constant <f32: 1.0> : tile<8xf32>
    // expected-error@+1 {{'inbounds' must not stand in the dictionary: it is part of the op}}
    %t = multimem_reduce_view_tko relaxed sys %pv, %x[%i] attributes {inbounds = array<i1: true>} : partition_view<tile=(8), tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<8xf32>, tile<i32> -> token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32, <multicast>>>, %i: tile<i32>, %j: tile<i64>) {
    %tv = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %pv = make_partition_view %tv : partition_view<tile=(8), tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %x = constant <f32: 1.0> : tile<8xf32>
    // expected-error@+1 {{there is no token for this type}}
    %t = multimem_store_view_tko weak %pv, %x[%i] : partition_view<tile=(8), tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<8xf32>, tile<i32>, token -> token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32, <multicast>>>, %i: tile<i32>, %j: tile<i64>) {
    %tv = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %pv = make_partition_view %tv : partition_view<tile=(8), tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %x = constant <f32: 1.0> : tile<8xf32>
    // expected-error@+1 {{expected one type for all indices or one for each of the 1 indices, found 2}}
    %t = multimem_store_view_tko weak %pv, %x[%i] : partition_view<tile=(8), tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<8xf32>, tile<i32>, tile<i32> -> token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32, <multicast>>>, %i: tile<i32>) {
    %tv = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %sv = make_strided_view %tv : strided_view<tile=(8), traversal_strides=[8], tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    // expected-error@+1 {{operand #0 must be partition_view}}
    %v, %t = multimem_load_reduce_view_tko weak %sv[%i] : strided_view<tile=(8), traversal_strides=[8], tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<i32> -> tile<8xf32>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f16, <multicast>>>, %n: tile<i32>) {
    %v = make_tensor_view %p, shape = [64], strides = [%n] : tile<i32> -> tensor_view<64xf16, strides=[?], #cuda_tile.ptr_attr<multicast>>
    %g = make_partition_view %v : partition_view<tile=(8), tensor_view<64xf16, strides=[?], #cuda_tile.ptr_attr<multicast>>>
    // expected-error@+1 {{view must have exactly one static stride of 1, as its elements are 'f16', found }}
    %x, %t = multimem_load_reduce_view_tko weak %g[%n] : partition_view<tile=(8), tensor_view<64xf16, strides=[?], #cuda_tile.ptr_attr<multicast>>>, tile<i32> -> tile<8xf16>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f16, <multicast>>>, %n: tile<i32>) {
    %v = make_tensor_view %p, shape = [64], strides = [2] : tensor_view<64xf16, strides=[2], #cuda_tile.ptr_attr<multicast>>
    %g = make_partition_view %v : partition_view<tile=(8), tensor_view<64xf16, strides=[2], #cuda_tile.ptr_attr<multicast>>>
    %x = constant <f16: 1.0> : tile<8xf16>
    // expected-error@+1 {{view must have exactly one static stride of 1, as its elements are 'f16', found }}
    %t = multimem_reduce_view_tko relaxed sys %g, %x[%n] : partition_view<tile=(8), tensor_view<64xf16, strides=[2], #cuda_tile.ptr_attr<multicast>>>, tile<8xf16>, tile<i32> -> token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f16, <multicast>>>, %n: tile<i32>) {
    %v = make_tensor_view %p, shape = [64, 64], strides = [1, 1] : tensor_view<64x64xf16, strides=[1,1], #cuda_tile.ptr_attr<multicast>>
    %g = make_partition_view %v : partition_view<tile=(8x8), tensor_view<64x64xf16, strides=[1,1], #cuda_tile.ptr_attr<multicast>>>
    %x = constant <f16: 1.0> : tile<8x8xf16>
    // expected-error@+1 {{view must have exactly one static stride of 1, as its elements are 'f16', found }}
    %t = multimem_store_view_tko weak %g, %x[%n, %n] : partition_view<tile=(8x8), tensor_view<64x64xf16, strides=[1,1], #cuda_tile.ptr_attr<multicast>>>, tile<8x8xf16>, tile<i32> -> token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f16, <multicast>>>, %n: tile<i32>) {
    %v = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf16, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %g = make_partition_view %v : partition_view<tile=(1), tensor_view<64xf16, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    // expected-error@+1 {{tile must have two elements of 'f16' at least, found '!cuda_tile.tile<1xf16>'}}
    %x, %t = multimem_load_reduce_view_tko weak %g[%n] : partition_view<tile=(1), tensor_view<64xf16, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<i32> -> tile<1xf16>, token
  }
}
