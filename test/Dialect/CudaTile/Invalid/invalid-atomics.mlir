// Atomics, and what a block does on the whole, that break one rule each.
//
// RUN: cuda-tile-opt %s -split-input-file -verify-diagnostics

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<i32>>, %f: tile<f32>, %n: tile<i32>) {
    // expected-error@+1 {{memory ordering must be relaxed, acquire, release or acq_rel, found weak}}
    %0, %t = atomic_cas_tko weak device %q, %n, %n : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<i32>>, %f: tile<f32>, %n: tile<i32>) {
    // expected-error@+1 {{expected}}
    %0, %t = atomic_cas_tko relaxed %q, %n, %n : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<i32>>, %f: tile<f32>, %n: tile<i32>) {
    // expected-error@+1 {{pointers points to 'i32', but val has elements of 'f32'}}
    %0, %t = atomic_cas_tko relaxed device %q, %f, %f : tile<ptr<i32>>, tile<f32> -> tile<f32>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f16>>, %f: tile<f16>) {
    // expected-error@+1 {{val must have elements of i32, i64, f32 or f64, found 'f16'}}
    %0, %t = atomic_cas_tko relaxed device %p, %f, %f : tile<ptr<f16>>, tile<f16> -> tile<f16>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<i32>>, %f: tile<f32>, %n: tile<i32>) {
    %x = constant <i32: 1> : tile<4xi32>
    // expected-error@+1 {{pointers and val must have one shape, found '!cuda_tile.tile<ptr<i32>>' and '!cuda_tile.tile<4xi32>'}}
    %0, %t = atomic_cas_tko relaxed device %q, %x, %x : tile<ptr<i32>>, tile<4xi32> -> tile<4xi32>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<i32>>, %f: tile<f32>, %n: tile<i32>) {
    %m = constant <i1: 1> : tile<4xi1>
    // expected-error@+1 {{mask must have the shape of pointers}}
    %0, %t = atomic_cas_tko relaxed device %q, %n, %n, %m : tile<ptr<i32>>, tile<i32>, tile<4xi1> -> tile<i32>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<i32>>, %f: tile<f32>, %n: tile<i32>) {
    // expected-error@+1 {{have same type}}
    %0, %t = "cuda_tile.atomic_cas_tko"(%q, %n, %n) {memory_ordering_semantics = #cuda_tile.memory_ordering_semantics<relaxed>, memory_scope = #cuda_tile.memory_scope<device>, operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>} : (!cuda_tile.tile<ptr<i32>>, !cuda_tile.tile<i32>, !cuda_tile.tile<i32>) -> (!cuda_tile.tile<f32>, !cuda_tile.token)
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<i32>>, %f: tile<f32>, %n: tile<i32>) {
    // expected-error@+1 {{memory ordering must be relaxed, acquire, release or acq_rel, found weak}}
    %0, %t = atomic_rmw_tko weak device %q, add, %n : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<i32>>, %f: tile<f32>, %n: tile<i32>) {
    // expected-error@+1 {{mode add needs elements of i32 or i64, found 'f32'}}
    %0, %t = atomic_rmw_tko relaxed device %p, add, %f : tile<ptr<f32>>, tile<f32> -> tile<f32>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<i32>>, %f: tile<f32>, %n: tile<i32>) {
    // expected-error@+1 {{mode umin needs elements of i32 or i64, found 'f32'}}
    %0, %t = atomic_rmw_tko relaxed device %p, umin, %f : tile<ptr<f32>>, tile<f32> -> tile<f32>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<i32>>, %f: tile<f32>, %n: tile<i32>) {
    // expected-error@+1 {{mode addf needs elements of f16, bf16, f32 or f64, found 'i32'}}
    %0, %t = atomic_rmw_tko relaxed device %q, addf, %n : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i16>>, %f: tile<i16>) {
    // expected-error@+1 {{mode xchg needs elements of i32, i64, f32 or f64, found 'i16'}}
    %0, %t = atomic_rmw_tko relaxed device %p, xchg, %f : tile<ptr<i16>>, tile<i16> -> tile<i16>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<i32>>, %f: tile<f32>, %n: tile<i32>) {
    // expected-error@+1 {{pointers points to 'i32', but arg has elements of 'f32'}}
    %0, %t = atomic_rmw_tko relaxed device %q, addf, %f : tile<ptr<i32>>, tile<f32> -> tile<f32>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<i32>>, %f: tile<f32>, %n: tile<i32>) {
    %x = constant <i32: 1> : tile<4xi32>
    // expected-error@+1 {{pointers and arg must have one shape}}
    %0, %t = atomic_rmw_tko relaxed device %q, add, %x : tile<ptr<i32>>, tile<4xi32> -> tile<4xi32>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<i32>>, %f: tile<f32>, %n: tile<i32>) {
    %m = constant <i1: 1> : tile<4xi1>
    // expected-error@+1 {{mask must have the shape of pointers}}
    %0, %t = atomic_rmw_tko relaxed device %q, add, %n, %m : tile<ptr<i32>>, tile<i32>, tile<4xi1> -> tile<i32>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<i32>>, %f: tile<f32>, %n: tile<i32>) {
    %v = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %g = make_partition_view %v : partition_view<tile=(8), tensor_view<64xf32, strides=[1]>>
    %x = constant <f32: 1.0> : tile<8xf32>
    // expected-error@+1 {{memory ordering must be relaxed, found acquire}}
    %t = atomic_red_view_tko acquire device %g[%n], addf, %x : tile<8xf32>, partition_view<tile=(8), tensor_view<64xf32, strides=[1]>>, tile<i32> -> token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<i32>>, %f: tile<f32>, %n: tile<i32>) {
    %v = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %g = make_partition_view %v : partition_view<tile=(8), tensor_view<64xf32, strides=[1]>>
    %x = constant <f32: 1.0> : tile<8xf32>
    // expected-error@+1 {{memory scope must be tl_blk or device, found sys}}
    %t = atomic_red_view_tko relaxed sys %g[%n], addf, %x : tile<8xf32>, partition_view<tile=(8), tensor_view<64xf32, strides=[1]>>, tile<i32> -> token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<i32>>, %f: tile<f32>, %n: tile<i32>) {
    %v = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %g = make_partition_view %v : partition_view<tile=(8), tensor_view<64xf32, strides=[1]>>
    %x = constant <f32: 1.0> : tile<8xf32>
    // expected-error@+1 {{mode must not be xchg: nothing is given back}}
    %t = atomic_red_view_tko relaxed device %g[%n], xchg, %x : tile<8xf32>, partition_view<tile=(8), tensor_view<64xf32, strides=[1]>>, tile<i32> -> token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<i32>>, %f: tile<f32>, %n: tile<i32>) {
    %v = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %g = make_partition_view %v : partition_view<tile=(8), tensor_view<64xf32, strides=[1]>>
    %x = constant <f32: 1.0> : tile<8xf32>
    // expected-error@+1 {{mode add needs elements of i32 or i64, found 'f32'}}
    %t = atomic_red_view_tko relaxed device %g[%n], add, %x : tile<8xf32>, partition_view<tile=(8), tensor_view<64xf32, strides=[1]>>, tile<i32> -> token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<i32>>, %f: tile<f32>, %n: tile<i32>) {
    %v = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %g = make_partition_view %v : partition_view<tile=(8), tensor_view<64xf32, strides=[1]>>
    %x = constant <f32: 1.0> : tile<8xf32>
    // expected-error@+1 {{inbounds must have one flag for each of the 1 indices, found 2}}
    %t = atomic_red_view_tko relaxed device %g[%n], addf, %x inbounds = [true, false] : tile<8xf32>, partition_view<tile=(8), tensor_view<64xf32, strides=[1]>>, tile<i32> -> token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<i32>>, %f: tile<f32>, %n: tile<i32>) {
    %v = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %g = make_gather_scatter_view %v : gather_scatter_view<tile=(8), tensor_view<64xf32, strides=[1]>, sparse_dim=0>
    %x = constant <f32: 1.0> : tile<8xf32>
    %r = constant <i32: 1> : tile<8xi32>
    // expected-error@+1 {{view must be a partition_view or a strided_view, found '!cuda_tile.gather_scatter_view}}
    %t = atomic_red_view_tko relaxed device %g[%r], addf, %x : tile<8xf32>, gather_scatter_view<tile=(8), tensor_view<64xf32, strides=[1]>, sparse_dim=0>, tile<8xi32> -> token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<i32>>, %f: tile<f32>, %n: tile<i32>) {
    %v = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %g = make_partition_view %v : partition_view<tile=(8), tensor_view<64xf32, strides=[1]>>
    %x = constant <f32: 1.0> : tile<8xf32>
    // expected-error@+1 {{the view needs 1 indices, found 2}}
    %t = atomic_red_view_tko relaxed device %g[%n, %n], addf, %x : tile<8xf32>, partition_view<tile=(8), tensor_view<64xf32, strides=[1]>>, tile<i32> -> token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<i32>>, %f: tile<f32>, %n: tile<i32>) {
    %v = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %g = make_partition_view %v : partition_view<tile=(8), tensor_view<64xf32, strides=[1]>>
    %x = constant <f32: 1.0> : tile<8xf32>
    %r = constant <i32: 1> : tile<8xi32>
    // expected-error@+1 {{the indices must be scalars, found '!cuda_tile.tile<8xi32>'}}
    %t = atomic_red_view_tko relaxed device %g[%r], addf, %x : tile<8xf32>, partition_view<tile=(8), tensor_view<64xf32, strides=[1]>>, tile<8xi32> -> token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<i32>>, %f: tile<f32>, %n: tile<i32>) {
    %v = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %g = make_partition_view %v : partition_view<tile=(8), tensor_view<64xf32, strides=[1]>>
    %x = constant <f32: 1.0> : tile<8xf32>
    // expected-error@+1 {{value must have the type '!cuda_tile.tile<8xf32>' that the view has tiles of, found '!cuda_tile.tile<f32>'}}
    %t = atomic_red_view_tko relaxed device %g[%n], addf, %f : tile<f32>, partition_view<tile=(8), tensor_view<64xf32, strides=[1]>>, tile<i32> -> token
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    // expected-error@+1 {{num_elem must not be negative, found -1}}
    %p = alloca num_elem = -1, alignment = 4 : tile<ptr<f32>>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    // expected-error@+1 {{alignment must be a power of two and at least 4, the size of 'f32', found 2}}
    %p = alloca num_elem = 1, alignment = 2 : tile<ptr<f32>>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    // expected-error@+1 {{alignment must be a power of two and at least 8, the size of 'f64', found 24}}
    %p = alloca num_elem = 1, alignment = 24 : tile<ptr<f64>>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    // expected-error@+1 {{alignment must be a power of two and at least 4, the size of 'tf32', found 2}}
    %p = alloca num_elem = 1, alignment = 2 : tile<ptr<tf32>>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    // expected-error@+1 {{result #0 must be scalar tile of ptr}}
    %p = alloca num_elem = 1, alignment = 4 : tile<f32>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    // expected-error@+1 {{result #0 must be token}}
    %0 = gdc_wait_tko -> tile<f32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%n: tile<i32>) {
    // expected-error@+1 {{operand #0 must be token}}
    %0 = "cuda_tile.gdc_launch_dependents_tko"(%n) : (!cuda_tile.tile<i32>) -> !cuda_tile.token
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %t = make_token : token
    // expected-error@+1 {{operand group starting at #0 requires 0 or 1 element, but found 2}}
    %0 = "cuda_tile.gdc_wait_tko"(%t, %t) : (!cuda_tile.token, !cuda_tile.token) -> !cuda_tile.token
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    // expected-error@+1 {{expected SSA operand}}
    %0 = memory_fence_alias_tko
  }
}

// -----

cuda_tile.module @m {
  entry @k(%n: tile<i32>) {
    // expected-error@+1 {{operand #0 must be token}}
    %0 = "cuda_tile.memory_fence_alias_tko"(%n) : (!cuda_tile.tile<i32>) -> !cuda_tile.token
  }
}
