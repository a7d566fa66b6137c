// Strided views and views of single rows that break one rule each.
//
// RUN: cuda-tile-opt %s -split-input-file -verify-diagnostics

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %j: tile<i64>) {
    %v = make_tensor_view %p, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf32, strides=[64,1]>
    // expected-error@+1 {{a strided_view needs one traversal stride for each of the 2 dimensions, found 1}}
    %0 = make_strided_view %v : strided_view<tile=(8x16), traversal_strides=[4], tensor_view<128x64xf32, strides=[64,1]>>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %j: tile<i64>) {
    %v = make_tensor_view %p, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf32, strides=[64,1]>
    // expected-error@+1 {{a traversal stride must be positive, found 0}}
    %0 = make_strided_view %v : strided_view<tile=(8x16), traversal_strides=[4,0], tensor_view<128x64xf32, strides=[64,1]>>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %j: tile<i64>) {
    %v = make_tensor_view %p, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf32, strides=[64,1]>
    // expected-error@+1 {{a traversal stride must be positive, found -4}}
    %0 = make_strided_view %v : strided_view<tile=(8x16), traversal_strides=[-4,1], tensor_view<128x64xf32, strides=[64,1]>>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %j: tile<i64>) {
    %v = make_tensor_view %p, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf32, strides=[64,1]>
    // expected-error@+1 {{the tile and the tensor of a view must have the same rank, found 1 and 2}}
    %0 = make_strided_view %v : strided_view<tile=(8), traversal_strides=[4], tensor_view<128x64xf32, strides=[64,1]>>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %j: tile<i64>) {
    %v = make_tensor_view %p, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf32, strides=[64,1]>
    // expected-error@+1 {{the extents of a tile must be powers of two, found 6}}
    %0 = make_strided_view %v : strided_view<tile=(8x6), traversal_strides=[4,4], tensor_view<128x64xf32, strides=[64,1]>>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %j: tile<i64>) {
    %v = make_tensor_view %p, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf32, strides=[64,1]>
    // expected-error@+1 {{dim_map must be a permutation of 0 to 1, found [0, 0]}}
    %0 = make_strided_view %v : strided_view<tile=(8x16), traversal_strides=[4,4], tensor_view<128x64xf32, strides=[64,1]>, dim_map=[0, 0]>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %j: tile<i64>) {
    %v = make_tensor_view %p, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf32, strides=[64,1]>
    // expected-error@+1 {{expected 'traversal_strides'}}
    %0 = make_strided_view %v : strided_view<tile=(8x16), tensor_view<128x64xf32, strides=[64,1]>>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>) {
    %v = make_tensor_view %p, shape = [8], strides = [1] : tensor_view<8xi32, strides=[1]>
    // expected-error@+1 {{padding value nan needs elements of a float type, found 'i32'}}
    %0 = make_strided_view %v : strided_view<tile=(4), traversal_strides=[4], padding_value = nan, tensor_view<8xi32, strides=[1]>>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %j: tile<i64>) {
    %v = make_tensor_view %p, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf32, strides=[64,1]>
    // expected-error@+1 {{the tensor_view of the result is the operand's}}
    %0 = "cuda_tile.make_strided_view"(%v) : (!cuda_tile.tensor_view<128x64xf32, strides=[64,1]>) -> !cuda_tile.strided_view<tile=(4), traversal_strides=[4], tensor_view<16xf32, strides=[1]>>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %j: tile<i64>) {
    %v = make_tensor_view %p, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf32, strides=[64,1]>
    // expected-error@+1 {{sparse_dim must name one of the 2 dimensions, found 2}}
    %0 = make_gather_scatter_view %v : gather_scatter_view<tile=(8x16), tensor_view<128x64xf32, strides=[64,1]>, sparse_dim=2>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %j: tile<i64>) {
    %v = make_tensor_view %p, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf32, strides=[64,1]>
    // expected-error@+1 {{expected ','}}
    %0 = make_gather_scatter_view %v : gather_scatter_view<tile=(8x16), tensor_view<128x64xf32, strides=[64,1]>>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %j: tile<i64>) {
    %v = make_tensor_view %p, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf32, strides=[64,1]>
    // expected-error@+1 {{the tile and the tensor of a view must have the same rank, found 3 and 2}}
    %0 = make_gather_scatter_view %v : gather_scatter_view<tile=(8x16x4), tensor_view<128x64xf32, strides=[64,1]>, sparse_dim=0>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>) {
    %v = make_tensor_view %p, shape = [8], strides = [1] : tensor_view<8xi32, strides=[1]>
    // expected-error@+1 {{padding value neg_inf needs elements of a float type, found 'i32'}}
    %0 = make_gather_scatter_view %v : gather_scatter_view<tile=(4), padding_value = neg_inf, tensor_view<8xi32, strides=[1]>, sparse_dim=0>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %j: tile<i64>) {
    %v = make_tensor_view %p, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf32, strides=[64,1]>
    // expected-error@+1 {{the tensor_view of the result is the operand's}}
    %0 = "cuda_tile.make_gather_scatter_view"(%v) : (!cuda_tile.tensor_view<128x64xf32, strides=[64,1]>) -> !cuda_tile.gather_scatter_view<tile=(4), tensor_view<16xf32, strides=[1]>, sparse_dim=0>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %j: tile<i64>) {
    %v = make_tensor_view %p, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf32, strides=[64,1]>
    %g = make_strided_view %v : strided_view<tile=(8x16), traversal_strides=[4,8], tensor_view<128x64xf32, strides=[64,1]>>
    // expected-error@+1 {{the view needs 2 indices, found 1}}
    %0, %t = load_view_tko weak %g[%i] : strided_view<tile=(8x16), traversal_strides=[4,8], tensor_view<128x64xf32, strides=[64,1]>>, tile<i32> -> tile<8x16xf32>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %j: tile<i64>) {
    %v = make_tensor_view %p, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf32, strides=[64,1]>
    %g = make_strided_view %v : strided_view<tile=(8x16), traversal_strides=[4,8], tensor_view<128x64xf32, strides=[64,1]>>
    // expected-error@+1 {{the indices of a strided_view must have one type, found '!cuda_tile.tile<i32>' and '!cuda_tile.tile<i64>'}}
    %0, %t = load_view_tko weak %g[%i, %j] : strided_view<tile=(8x16), traversal_strides=[4,8], tensor_view<128x64xf32, strides=[64,1]>>, tile<i32>, tile<i64> -> tile<8x16xf32>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %j: tile<i64>) {
    %v = make_tensor_view %p, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf32, strides=[64,1]>
    %g = make_strided_view %v : strided_view<tile=(8x16), traversal_strides=[4,8], tensor_view<128x64xf32, strides=[64,1]>>
    // expected-error@+1 {{tile must have the type '!cuda_tile.tile<8x16xf32>' that the view has tiles of}}
    %0, %t = load_view_tko weak %g[%i, %i] : strided_view<tile=(8x16), traversal_strides=[4,8], tensor_view<128x64xf32, strides=[64,1]>>, tile<i32> -> tile<16x8xf32>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %j: tile<i64>) {
    %v = make_tensor_view %p, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf32, strides=[64,1]>
    %g = make_gather_scatter_view %v : gather_scatter_view<tile=(8x16), tensor_view<128x64xf32, strides=[64,1]>, sparse_dim=0>
    // expected-error@+1 {{index 0 of a gather_scatter_view, the sparse one, must be a tile of 8 rows, found '!cuda_tile.tile<i32>'}}
    %0, %t = load_view_tko weak %g[%i, %i] : gather_scatter_view<tile=(8x16), tensor_view<128x64xf32, strides=[64,1]>, sparse_dim=0>, tile<i32> -> tile<8x16xf32>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %j: tile<i64>) {
    %v = make_tensor_view %p, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf32, strides=[64,1]>
    %g = make_gather_scatter_view %v : gather_scatter_view<tile=(8x16), tensor_view<128x64xf32, strides=[64,1]>, sparse_dim=0>
    %r = constant <i32: 1> : tile<4xi32>
    // expected-error@+1 {{index 0 of a gather_scatter_view, the sparse one, must be a tile of 8 rows, found '!cuda_tile.tile<4xi32>'}}
    %0, %t = load_view_tko weak %g[%r, %i] : gather_scatter_view<tile=(8x16), tensor_view<128x64xf32, strides=[64,1]>, sparse_dim=0>, tile<4xi32>, tile<i32> -> tile<8x16xf32>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %j: tile<i64>) {
    %v = make_tensor_view %p, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf32, strides=[64,1]>
    %g = make_gather_scatter_view %v : gather_scatter_view<tile=(8x16), tensor_view<128x64xf32, strides=[64,1]>, sparse_dim=0>
    %r = constant <i32: 1> : tile<8xi32>
    // expected-error@+1 {{the indices of a gather_scatter_view must be scalars, found '!cuda_tile.tile<8xi32>'}}
    %0, %t = load_view_tko weak %g[%r, %r] : gather_scatter_view<tile=(8x16), tensor_view<128x64xf32, strides=[64,1]>, sparse_dim=0>, tile<8xi32> -> tile<8x16xf32>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %j: tile<i64>) {
    %v = make_tensor_view %p, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf32, strides=[64,1]>
    %g = make_gather_scatter_view %v : gather_scatter_view<tile=(8x16), tensor_view<128x64xf32, strides=[64,1]>, sparse_dim=0>
    %r = constant <i32: 1> : tile<8xi32>
    // expected-error@+1 {{the view needs 2 indices, found 1}}
    %0, %t = load_view_tko weak %g[%r] : gather_scatter_view<tile=(8x16), tensor_view<128x64xf32, strides=[64,1]>, sparse_dim=0>, tile<8xi32> -> tile<8x16xf32>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%c: tile<i1>, %p: tile<ptr<f32>>, %i: tile<i32>, %j: tile<i64>) {
    %v = make_tensor_view %p, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf32, strides=[64,1]>
    // expected-error@+1 {{result 0 must not be a view}}
    %0 = if %c -> (strided_view<tile=(8x16), traversal_strides=[4,8], tensor_view<128x64xf32, strides=[64,1]>>) {
    %a = make_strided_view %v : strided_view<tile=(8x16), traversal_strides=[4,8], tensor_view<128x64xf32, strides=[64,1]>>
    yield %a : strided_view<tile=(8x16), traversal_strides=[4,8], tensor_view<128x64xf32, strides=[64,1]>>
    } else {
    %b = make_strided_view %v : strided_view<tile=(8x16), traversal_strides=[4,8], tensor_view<128x64xf32, strides=[64,1]>>
    yield %b : strided_view<tile=(8x16), traversal_strides=[4,8], tensor_view<128x64xf32, strides=[64,1]>>
    }
  }
}
