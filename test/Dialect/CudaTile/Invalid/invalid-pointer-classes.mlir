// Where pointers to memory of other GPUs may not be.
// RUN: cuda-tile-opt %s -split-input-file -verify-diagnostics

cuda_tile.module @m {
  entry @k(%m: tile<ptr<f32, <multicast>>>) {
    // expected-error@+1 {{source must not be multicast: only the multimem operations access such memory}}
    %v, %t = load_ptr_tko weak %m : tile<ptr<f32, <multicast>>> -> tile<f32>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%m: tile<ptr<f32, <multicast>>>, %x: tile<f32>) {
    // expected-error@+1 {{destination must not be multicast: only the multimem operations access such memory}}
    %t = store_ptr_tko weak %m, %x : tile<ptr<f32, <multicast>>>, tile<f32> -> token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%m: tile<ptr<f32, <multicast>>>, %x: tile<f32>) {
    // expected-error@+1 {{pointers must not be multicast: only the multimem operations access such memory}}
    %v, %t = atomic_rmw_tko relaxed sys %m, addf, %x : tile<ptr<f32, <multicast>>>, tile<f32> -> tile<f32>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%m: tile<ptr<f32, <multicast>>>, %x: tile<f32>) {
    // expected-error@+1 {{pointers must not be multicast: only the multimem operations access such memory}}
    %v, %t = atomic_cas_tko relaxed sys %m, %x, %x : tile<ptr<f32, <multicast>>>, tile<f32> -> tile<f32>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%m: tile<ptr<f32, <multicast>>>, %i: tile<i32>) {
    %v = make_tensor_view %m, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %g = make_partition_view %v : partition_view<tile=(8), tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    // expected-error@+1 {{view must not be multicast: only the multimem operations access such memory}}
    %x, %t = load_view_tko weak %g[%i] : partition_view<tile=(8), tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<i32> -> tile<8xf32>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%m: tile<ptr<f32, <multicast>>>, %i: tile<i32>) {
    %v = make_tensor_view %m, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %g = make_partition_view %v : partition_view<tile=(8), tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %x = constant <f32: 1.0> : tile<8xf32>
    // expected-error@+1 {{view must not be multicast: only the multimem operations access such memory}}
    %t = store_view_tko weak %x, %g[%i] : tile<8xf32>, partition_view<tile=(8), tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<i32> -> token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%m: tile<ptr<f32, <multicast>>>, %i: tile<i32>) {
    %v = make_tensor_view %m, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %g = make_partition_view %v : partition_view<tile=(8), tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %x = constant <f32: 1.0> : tile<8xf32>
    // expected-error@+1 {{view must not be multicast: only the multimem operations access such memory}}
    %t = atomic_red_view_tko relaxed device %g[%i], addf, %x : tile<8xf32>, partition_view<tile=(8), tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<i32> -> token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%u: tile<ptr<f32, <unicast>>>) {
    // expected-error@+1 {{base and result must carry the same ptr_attr, or none}}
    %v = make_tensor_view %u, shape = [64], strides = [1] : tile<ptr<f32, <unicast>>> -> tensor_view<64xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>
  }
}
