// Types, modules, kernels, literals, shapes, assumptions and output that break
// one rule each.
//
// RUN: cuda-tile-opt %s -split-input-file -verify-diagnostics

cuda_tile.module @m {
  // expected-error@+1 {{the extents of a tile must be powers of two, found 3}}
  entry @k(%a: tile<3xf32>) { }
}

// -----

cuda_tile.module @m {
  // expected-error@+1 {{the extents of a tile must be powers of two, found 0}}
  entry @k(%a: tile<0xf32>) { }
}

// -----

cuda_tile.module @m {
  // expected-error@+1 {{a tile has at most 16777216 elements; split the computation into smaller tiles}}
  entry @k(%a: tile<4096x8192xf32>) { }
}

// -----

cuda_tile.module @m {
  // expected-error@+1 {{the elements of a tile must be numbers or pointers, found 'i7'}}
  entry @k(%a: tile<i7>) { }
}

// -----

cuda_tile.module @m {
  // expected-error@+1 {{the elements of a tile must be numbers or pointers, found '!cuda_tile.token'}}
  entry @k(%a: tile<token>) { }
}

// -----

cuda_tile.module @m {
  // expected-error@+1 {{a tile of f4E2M1FN needs an even extent}}
  entry @k(%a: tile<f4E2M1FN>) { }
}

// -----

cuda_tile.module @m {
  // expected-error@+1 {{a pointer must point to a number type, found 'i4'}}
  entry @k(%a: tile<ptr<i4>>) { }
}

// -----

cuda_tile.module @m {
  // expected-error@+1 {{unknown type 'tyle', expected one such as tile<4xf32>, ptr<f32> or token}}
  entry @k(%a: tyle<4xf32>) { }
}

// -----

// expected-error@+1 {{must not have results; store them through pointers}}
cuda_tile.module @m { entry @k() -> tile<i32> { } }

// -----

// expected-error@+1 {{argument 1 must be a scalar tile, such as tile<i32> or tile<ptr<f32>>, found '!cuda_tile.tile<4xi32>'}}
cuda_tile.module @m { entry @k(%a: tile<i32>, %b: tile<4xi32>) { } }

// -----

// expected-error@+1 {{argument 0 must be a scalar tile}}
cuda_tile.module @m { entry @k(%a: tensor_view<4xi32, strides=[1]>) { } }

// -----

cuda_tile.module @m {
  // expected-note@+1 {{see existing symbol definition here}}
  entry @k() { }
  // expected-error@+1 {{redefinition of symbol named 'k'}}
  entry @k() { }
}

// -----

cuda_tile.module @m {
  // expected-error@+1 {{has an empty name}}
  entry @""() { }
}

// -----

cuda_tile.module @m {
  // expected-error@+1 {{has an empty name}}
  global @"" <i32: 1> : tile<1xi32>
}

// -----

cuda_tile.module @m {
  // expected-error@+1 {{must stand in an entry; a module holds 'entry' and 'global' only}}
  %0 = iota : tile<8xi32>
}

// -----

// expected-error@+1 {{must stand directly in a 'cuda_tile.module'}}
cuda_tile.entry @k() { }

// -----

// expected-error@+1 {{must stand directly in a 'cuda_tile.module'}}
cuda_tile.global @g <i32: [1, 2]> : tile<2xi32>

// -----

cuda_tile.module @m {
  // expected-error@+1 {{must be initialised by a tile of rank 1}}
  global @g <i32: 1> : tile<i32>
}

// -----

cuda_tile.module @m {
  entry @k() {
    // expected-error@+1 {{names no global of the module: @nothing}}
    %0 = get_global @nothing : tile<ptr<f32>>
  }
}

// -----

cuda_tile.module @m {
  global @g <i32: [1, 2]> : tile<2xi32>
  entry @k() {
    // expected-error@+1 {{result points to 'f32', but the global @g holds 'i32'}}
    %0 = get_global @g : tile<ptr<f32>>
  }
}

// -----

cuda_tile.module @m {
  // expected-error@+1 {{expected '{'}}
  entry @k() optimization_hints=<sm_90 = 3> { }
}

// -----

cuda_tile.module @m {
  // expected-error@+1 {{'sm_90' is given twice}}
  entry @k() optimization_hints=<sm_90 = {}, sm_90 = {}> { }
}

// -----

cuda_tile.module @m {
  entry @k() {
    // expected-error@+1 {{the literal has elements of type 'i32', its tile of type 'f32'}}
    %0 = constant <i32: 1> : tile<4xf32>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    // expected-error@+1 {{the lists of the literal have the shape [3], its tile the shape [4]}}
    %0 = constant <i32: [1, 2, 3]> : tile<4xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    // expected-error@+1 {{the lists of the literal have the shape [1], its tile the shape []}}
    %0 = constant <i32: [1]> : tile<i32>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    // expected-error@+1 {{the lists of the literal must have one length in each dimension, found 2 and 1}}
    %0 = constant <i32: [[1, 2], [3]]> : tile<2x2xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    // expected-error@+1 {{the lists of the literal must nest equally deep}}
    %0 = constant <i32: [[1, 2], 3]> : tile<2x2xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    // expected-error@+1 {{the lists of the literal must nest equally deep}}
    %0 = constant <i32: [1, [2, 3]]> : tile<2x2xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    // expected-error@+1 {{the literal does not fit 'i8'}}
    %0 = constant <i8: 256> : tile<i8>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    // expected-error@+1 {{the literal does not fit 'i8'}}
    %0 = constant <i8: -129> : tile<i8>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    // expected-error@+1 {{expected a literal of type 'i32'}}
    %0 = constant <i32: x> : tile<i32>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    // expected-error@+1 {{there are no literals of type 'i4'}}
    %0 = constant <i4: 1> : tile<i4>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    // expected-error@+1 {{result #0 must be tile of i1 or i8 or i16 or i32 or i64 or f16 or bf16 or f32 or f64 or tf32 or f8E4M3FN or f8E5M2 or f8E8M0FNU or f4E2M1FN or f8E5M3FNU, but got 'tensor<i32>'}}
    %0 = "cuda_tile.constant"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    // expected-error@+1 {{all of {value, result} have same type}}
    %0 = "cuda_tile.constant"() {value = dense<1> : !cuda_tile.tile<4xi32>} : () -> !cuda_tile.tile<2xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    // expected-error@+1 {{result must have rank 1}}
    %0 = iota : tile<2x4xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    // expected-error@+1 {{result has more elements than 'i8' can count}}
    %0 = iota : tile<512xi8>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %i = iota : tile<8xi32>
    // expected-note @+2 {{reshape the source to tile<1x1x...> first}}
    // expected-error@+1 {{all of {source, result} have same rank}}
    %0 = broadcast %i : tile<8xi32> -> tile<8x8xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %i = iota : tile<8xi32>
    // expected-error@+1 {{only extents of 1 can be repeated: source has 8 where the result has 16}}
    %0 = broadcast %i : tile<8xi32> -> tile<16xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %i = iota : tile<8xi32>
    // expected-error@+1 {{all of {source, result} have same element type}}
    %0 = broadcast %i : tile<8xi32> -> tile<8xi64>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %i = iota : tile<8xi32>
    // expected-error@+1 {{source and result must have equally many elements, found 8 and 16}}
    %0 = reshape %i : tile<8xi32> -> tile<4x4xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %i = iota : tile<8xi32>
    // expected-error@+1 {{all of {source, result} have same element type}}
    %0 = reshape %i : tile<8xi32> -> tile<8xi64>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %i = iota : tile<8xi32>
    // expected-error@+1 {{source must have at least two dimensions}}
    %0 = permute %i [0] : tile<8xi32> -> tile<8xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %i = constant <i32: 0> : tile<8x4xi32>
    // expected-error@+1 {{permutation must name each dimension from 0 to 1 once, found [1, 1]}}
    %0 = permute %i [1, 1] : tile<8x4xi32> -> tile<4x8xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %i = constant <i32: 0> : tile<8x4xi32>
    // expected-error@+1 {{permutation must name each dimension from 0 to 1 once, found [-1, 2]}}
    %0 = permute %i [-1, 2] : tile<8x4xi32> -> tile<4x8xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %i = constant <i32: 0> : tile<8x4xi32>
    // expected-error@+1 {{dimension 0 of the result must have the extent 4 of dimension 1 of the source, found 8}}
    %0 = permute %i [1, 0] : tile<8x4xi32> -> tile<8x4xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>) {
    %i = iota : tile<8xi32>
    // expected-error@+1 {{all of {ptr, offset} have same shape}}
    %0 = offset %p, %i : tile<ptr<f32>>, tile<8xi32> -> tile<ptr<f32>>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>) {
    // expected-error@+1 {{all of {ptr, result} have same type}}
    %0 = offset %p, %i : tile<ptr<f32>>, tile<i32> -> tile<ptr<i32>>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%c: tile<i1>) {
    %i = iota : tile<8xi32>
    // expected-error@+1 {{all of {cond, result} have same shape}}
    %0 = select %c, %i, %i : tile<i1>, tile<8xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %c = constant <i1: true> : tile<2xi1>
    %i = constant <f4E2M1FN: 1.0> : tile<2xf4E2M1FN>
    // expected-error@+1 {{cannot select elements of f4E2M1FN; convert them to a wider type first}}
    %0 = select %c, %i, %i : tile<2xi1>, tile<2xf4E2M1FN>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%i: tile<i32>) {
    // expected-error@+1 {{the divisor of div_by must be a power of two of at most 2^62, found 12}}
    %0 = assume div_by<12>, %i : tile<i32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%i: tile<i32>) {
    // expected-error@+1 {{the divisor of div_by must be a power of two of at most 2^62, found 9223372036854775808}}
    %0 = assume div_by<9223372036854775808>, %i : tile<i32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%i: tile<i32>) {
    // expected-error@+1 {{div_by of a scalar has no 'every' and 'along'}}
    %0 = assume div_by<4, every 1 along 0>, %i : tile<i32>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %i = iota : tile<8xi32>
    // expected-error@+1 {{'along' of div_by must name a dimension of '!cuda_tile.tile<8xi32>', found 1}}
    %0 = assume div_by<4, every 1 along 1>, %i : tile<8xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %i = iota : tile<8xi32>
    // expected-error@+1 {{'every' of div_by must be at most the extent 8 of dimension 0 and not negative, found 16}}
    %0 = assume div_by<4, every 16 along 0>, %i : tile<8xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%f: tile<f32>) {
    // expected-error@+1 {{div_by needs a tile of integers or pointers}}
    %0 = assume div_by<4>, %f : tile<f32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>) {
    %v = make_tensor_view %p, shape = [8], strides = [1] : tensor_view<8xf32, strides=[1]>
    // expected-error@+1 {{div_by of a tensor_view speaks of its base address}}
    %0 = assume div_by<4, every 1 along 0>, %v : tensor_view<8xf32, strides=[1]>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%f: tile<f32>) {
    // expected-error@+1 {{same_elements needs a tile of integers or pointers}}
    %0 = assume same_elements<[]>, %f : tile<f32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%i: tile<i32>) {
    // expected-error@+1 {{same_elements needs one number for each of the 0 dimensions of '!cuda_tile.tile<i32>', found 1}}
    %0 = assume same_elements<[1]>, %i : tile<i32>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %i = iota : tile<8xi32>
    // expected-error@+1 {{same_elements of 16 does not fit a dimension of extent 8}}
    %0 = assume same_elements<[16]>, %i : tile<8xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%f: tile<f32>) {
    // expected-error@+1 {{bounded needs a tile of integers}}
    %0 = assume bounded<0, ?>, %f : tile<f32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%i: tile<i32>) {
    // expected-error@+1 {{the lower bound 3 of bounded is above the upper bound 2}}
    %0 = assume bounded<3, 2>, %i : tile<i32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%i: tile<i8>) {
    // expected-error@+1 {{the bound 128 is outside the signed range of 'i8'}}
    %0 = assume bounded<0, 128>, %i : tile<i8>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%i: tile<i8>) {
    // expected-error@+1 {{expected div_by, same_elements or bounded, found 'even'}}
    %0 = assume even, %i : tile<i8>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%i: tile<i32>) {
    // expected-error@+1 {{str has 2 conversions, but there are 1 operands to print}}
    %0 = print_tko "%d %% %d", %i : tile<i32> -> token
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    // expected-error@+1 {{str has a conversion without an end; write %% for a percent sign}}
    %0 = print_tko "100 %" -> token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%i: tile<i32>) {
    // expected-error@+1 {{str has a conversion, '%-*', whose width or precision would be an operand; write the number in its place}}
    %0 = print_tko "n = %-*d", %i : tile<i32> -> token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%i: tile<i32>, %x: tile<f32>) {
    // expected-error@+1 {{str has a conversion, '%.*', whose width or precision would be an operand}}
    %0 = print_tko "%.*f", %i, %x : tile<i32>, tile<f32> -> token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%i: tile<i32>) {
    // expected-error@+1 {{str has '%!', which is no conversion of C's printf; write %% for a percent sign}}
    %0 = print_tko "100%! %d", %i : tile<i32> -> token
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %f = constant <f32: 1.0> : tile<4xf32>
    // expected-error@+1 {{operand #0 must be tile of i1}}
    assert %f, "no" : tile<4xf32>
  }
}

// -----

cuda_tile.module @outer {
  // expected-error@+1 {{must not stand in another module}}
  cuda_tile.module @inner {
  }
}
