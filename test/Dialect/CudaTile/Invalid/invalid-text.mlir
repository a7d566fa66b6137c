// Text that does not parse, or that says what only another place may say.
//
// RUN: cuda-tile-opt %s -split-input-file -verify-diagnostics

// The prose of some texts labels the tensor of a view.
cuda_tile.module @m {
  testing$func @f(
      // expected-error@+1 {{the tensor_view has no label: leave out 'view='}}
      %v: partition_view<tile=(8x8), view=tensor_view<64x64xf32, strides=[64,1]>>) {
  }
}

// -----

// The padding comes before the tensor.
cuda_tile.module @m {
  testing$func @f(
      // expected-error@+1 {{expected 'dim_map'}}
      %v: partition_view<tile=(8x8), tensor_view<64x64xf32, strides=[64,1]>, padding_value = zero>) {
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%n: tile<i32>) {
    // expected-error@+1 {{'print' is the name of 13.1; write print_tko, which gives a token}}
    print "n = %d", %n : tile<i32>
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%v: partition_view<tile=(8), tensor_view<64xf32, strides=[1]>>, %i: tile<i32>) {
    // expected-error@+1 {{'memory_scope' must not stand in the dictionary: it is part of the op}}
    %0, %1 = load_view_tko weak %v[%i] attributes {memory_scope = #cuda_tile.memory_scope<sys>} : partition_view<tile=(8), tensor_view<64xf32, strides=[1]>>, tile<i32> -> tile<8xf32>, token
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%v: partition_view<tile=(8), tensor_view<64xf32, strides=[1]>>, %i: tile<i32>) {
    // expected-error@+1 {{'inbounds' must not stand in the dictionary: it is part of the op}}
    %0, %1 = load_view_tko weak %v[%i] attributes {inbounds = array<i1: true>} : partition_view<tile=(8), tensor_view<64xf32, strides=[1]>>, tile<i32> -> tile<8xf32>, token
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%v: partition_view<tile=(8), tensor_view<64xf32, strides=[1]>>, %i: tile<i32>, %x: tile<8xf32>) {
    // expected-error@+1 {{'optimization_hints' must not stand in the dictionary: it is part of the op}}
    %0 = store_view_tko weak %x, %v[%i] attributes {optimization_hints = #cuda_tile.optimization_hints<>} : tile<8xf32>, partition_view<tile=(8), tensor_view<64xf32, strides=[1]>>, tile<i32> -> token
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%v: partition_view<tile=(8), tensor_view<64xf32, strides=[1]>>, %i: tile<i32>, %x: tile<8xf32>) {
    // expected-error@+1 {{'memory_ordering_semantics' must not stand in the dictionary: it is part of the op}}
    %0 = store_view_tko weak %x, %v[%i] attributes {memory_ordering_semantics = 1 : i32} : tile<8xf32>, partition_view<tile=(8), tensor_view<64xf32, strides=[1]>>, tile<i32> -> token
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%v: partition_view<tile=(8), tensor_view<64xf32, strides=[1]>>, %i: tile<i32>, %x: tile<8xf32>) {
    // expected-error@+1 {{'operandSegmentSizes' must not stand in the dictionary: it is part of the op}}
    %0 = store_view_tko weak %x, %v[%i] attributes {operandSegmentSizes = array<i32: 1, 1, 1, 0>} : tile<8xf32>, partition_view<tile=(8), tensor_view<64xf32, strides=[1]>>, tile<i32> -> token
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%v: partition_view<tile=(8), tensor_view<64xf32, strides=[1]>>, %i: tile<i32>, %x: tile<8xf32>) {
    // expected-error@+1 {{'mode' must not stand in the dictionary: it is part of the op}}
    %0 = atomic_red_view_tko relaxed device %v[%i], addf, %x attributes {mode = 1 : i32} : tile<8xf32>, partition_view<tile=(8), tensor_view<64xf32, strides=[1]>>, tile<i32> -> token
  }
}

// -----

// Other names may stand there, and the dictionary needs its keyword.
cuda_tile.module @m {
  testing$func @f(%v: partition_view<tile=(8), tensor_view<64xf32, strides=[1]>>, %i: tile<i32>) {
    %0, %1 = load_view_tko weak %v[%i] inbounds = [true] attributes {test.note} : partition_view<tile=(8), tensor_view<64xf32, strides=[1]>>, tile<i32> -> tile<8xf32>, token
    // expected-error@+1 {{expected ':'}}
    %2, %3 = load_view_tko weak %v[%i] {test.note} : partition_view<tile=(8), tensor_view<64xf32, strides=[1]>>, tile<i32> -> tile<8xf32>, token
  }
}

// -----

// The clauses have one order: token, hints, inbounds.
cuda_tile.module @m {
  testing$func @f(%v: partition_view<tile=(8), tensor_view<64xf32, strides=[1]>>, %i: tile<i32>, %t: token) {
    // expected-error@+1 {{expected ':'}}
    %0, %1 = load_view_tko weak %v[%i] inbounds = [true] token = %t : partition_view<tile=(8), tensor_view<64xf32, strides=[1]>>, tile<i32> -> tile<8xf32>, token
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%v: partition_view<tile=(8), tensor_view<64xf32, strides=[1]>>, %i: tile<i32>, %t: token) {
    // expected-error@+1 {{expected ':'}}
    %0, %1 = load_view_tko weak %v[%i] optimization_hints = <> token = %t : partition_view<tile=(8), tensor_view<64xf32, strides=[1]>>, tile<i32> -> tile<8xf32>, token
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%v: partition_view<tile=(8), tensor_view<64xf32, strides=[1]>>, %i: tile<i32>) {
    // expected-error@+1 {{a weak access has no memory scope}}
    %0, %1 = load_view_tko weak device %v[%i] : partition_view<tile=(8), tensor_view<64xf32, strides=[1]>>, tile<i32> -> tile<8xf32>, token
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%v: partition_view<tile=(8), tensor_view<64xf32, strides=[1]>>) {
    // expected-error@+1 {{there is no index for this type}}
    %0, %1 = load_view_tko weak %v[] : partition_view<tile=(8), tensor_view<64xf32, strides=[1]>>, tile<i32> -> tile<8xf32>, token
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%v: partition_view<tile=(8x8), tensor_view<64x64xf32, strides=[64,1]>>, %i: tile<i32>) {
    // expected-error@+1 {{expected one type for all indices or one for each of the 2 indices, found 3}}
    %0, %1 = load_view_tko weak %v[%i, %i] : partition_view<tile=(8x8), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32>, tile<i32>, tile<i32> -> tile<8x8xf32>, token
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%a: tile<f32>) {
    // expected-error@+1 {{expected a view as source, found '!cuda_tile.tile<f32>'}}
    %0 = get_tensor_shape %a : tile<f32> -> tile<i64>
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%n: tile<i32>) {
    // expected-error@+1 {{#cuda_tile.memory_scope<sys> is not something to assume}}
    %0 = assume #cuda_tile.memory_scope<sys>, %n : tile<i32>
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(
      // expected-error@+1 {{the extents of a tile must be powers of two, found 3; take the next one and mask the elements that are too many}}
      %a: tile<3xf32>) {
  }
}

// -----

// The parts of a constant that no text may leave out or mix up.
cuda_tile.module @m {
  testing$func @f() {
    // expected-error@+1 {{there are no literals of type 'i4'}}
    %0 = constant <i4: 1> : tile<4xi4>
  }
}

// -----

cuda_tile.module @m {
  testing$func @f() {
    // expected-error@+1 {{the lists of the literal have the shape [1], its tile the shape []}}
    %0 = constant <i32: [1]> : tile<i32>
  }
}

// -----

cuda_tile.module @m {
  testing$func @f() {
    // expected-error@+1 {{the literal does not fit 'i8'}}
    %0 = constant <i8: 256> : tile<i8>
  }
}

// -----

cuda_tile.module @m {
  testing$func @f() {
    // expected-error@+1 {{'true' is a literal of type i1, not of 'i8'}}
    %0 = constant <i8: true> : tile<i8>
  }
}

// -----

// The name of a module is mandatory.
// expected-error@+1 {{expected valid '@'-identifier for symbol name}}
cuda_tile.module {
}

// -----

cuda_tile.module @m {
  // expected-error@+1 {{must not have results; store them through pointers}}
  entry @k() -> (tile<f32>, tile<i32>) {
  }
}

// -----

cuda_tile.module @m {
  // expected-error@+1 {{argument 1 must be a scalar tile, such as tile<i32> or tile<ptr<f32>>, found '!cuda_tile.tensor_view<8xf32, strides=[1]>'; pass a pointer and make the view inside}}
  entry @k(%n: tile<i32>, %v: tensor_view<8xf32, strides=[1]>) {
  }
}

// -----

cuda_tile.module @m {
  // expected-error@+1 {{found '!cuda_tile.tile<8xf32>'; pass a pointer and load the tile inside}}
  entry @k(%v: tile<8xf32>) {
  }
}

// -----

cuda_tile.module @m {
  // expected-error@+1 {{alignment must be a power of two, or 0 for the natural one, found 3}}
  global @g alignment = 3 <f32: 1.0> : tile<4xf32>
}

// -----

cuda_tile.module @m {
  // expected-error@+1 {{alignment must be a power of two, or 0 for the natural one, found -8}}
  global @g alignment = -8 <f32: 1.0> : tile<4xf32>
}

// -----

// Views are made where they are used.
cuda_tile.module @m {
  testing$func @f(%v: tensor_view<8xf32, strides=[1]>, %n: tile<i32>) {
    // expected-error@+1 {{iteration value 0 must not be a view, found '!cuda_tile.tensor_view<8xf32, strides=[1]>'; make the view inside}}
    %0 = for %i in (%n to %n, step %n) : tile<i32> iter_values(%w = %v) -> (tensor_view<8xf32, strides=[1]>) {
      continue %w : tensor_view<8xf32, strides=[1]>
    }
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%a: tile<8xf32>) {
    // expected-error@+1 {{the body must end in 'yield'}}
    %0 = reduce %a dim=0 identities=[0.0 : f32] : tile<8xf32> -> tile<f32> (%e: tile<f32>, %acc: tile<f32>) {
      return
    }
  }
}

// -----

// What has a place of its own must not stand in a dictionary at the end either.
cuda_tile.module @m {
  entry @f(%a: tile<f32>) {
  // expected-error@+1 {{'optimization_hints' must not stand in the dictionary: it is part of the op}}
  } {optimization_hints = 3 : i32}
}

// -----

cuda_tile.module @m {
  testing$func @f(%n: tile<i32>) {
    for %i in (%n to %n, step %n) : tile<i32> {
    // expected-error@+1 {{'unsignedCmp' must not stand in the dictionary: it is part of the op}}
    } {unsignedCmp}
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%a: tile<4xf32>) {
    // expected-error@+1 {{'dim' must not stand in the dictionary: it is part of the op}}
    %1 = reduce %a dim=0 identities=[0.0 : f32] {dim = 7 : i64} : tile<4xf32> -> tile<f32> (%x: tile<f32>, %y: tile<f32>) {
      yield %x : tile<f32>
    }
  }
}

// -----

cuda_tile.module @m {
  testing$func @f(%p: tile<ptr<f32>>) {
    // expected-error@+1 {{'operandSegmentSizes' must not stand in the dictionary: it is part of the op}}
    %v = make_tensor_view %p, shape = [8], strides = [1] {operandSegmentSizes = array<i32: 1, 5, 7>} : tensor_view<8xf32, strides=[1]>
  }
}
