// Operations on parts and bytes of tiles that break one rule each.
//
// RUN: cuda-tile-opt %s -split-input-file -verify-diagnostics

cuda_tile.module @m {
  entry @k() {
    %a = constant <f32: 1.0> : tile<4xf32>
    %b = constant <i32: 1> : tile<4xi32>
    // expected-error@+1 {{lhs and rhs must have one element type, found 'f32' and 'i32'}}
    %0 = cat %a, %b dim = 0 : tile<4xf32>, tile<4xi32> -> tile<8xf32>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <f32: 1.0> : tile<4xf32>
    %b = constant <f32: 1.0> : tile<4x1xf32>
    // expected-error@+1 {{lhs and rhs must have one rank, found 1 and 2}}
    %0 = cat %a, %b dim = 0 : tile<4xf32>, tile<4x1xf32> -> tile<8xf32>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <f32: 1.0> : tile<4xf32>
    // expected-error@+1 {{lhs and result must have one element type, found 'f32' and 'i32'}}
    %0 = cat %a, %a dim = 0 : tile<4xf32>, tile<4xf32> -> tile<8xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <f32: 1.0> : tile<4xf32>
    // expected-error@+1 {{lhs and result must have one rank, found 1 and 2}}
    %0 = cat %a, %a dim = 0 : tile<4xf32>, tile<4xf32> -> tile<8x1xf32>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <f32: 1.0> : tile<4xf32>
    // expected-error@+1 {{dim must name one of the 1 dimensions of the operands, found 1}}
    %0 = cat %a, %a dim = 1 : tile<4xf32>, tile<4xf32> -> tile<8xf32>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <f32: 1.0> : tile<4xf32>
    // expected-error@+1 {{dim must name one of the 1 dimensions of the operands, found -1}}
    %0 = cat %a, %a dim = -1 : tile<4xf32>, tile<4xf32> -> tile<8xf32>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <f32: 1.0> : tile<4x2xf32>
    %b = constant <f32: 1.0> : tile<4x4xf32>
    // expected-error@+1 {{lhs and rhs must differ in dimension 0 at most, found the extents 2 and 4 of dimension 1}}
    %0 = cat %a, %b dim = 0 : tile<4x2xf32>, tile<4x4xf32> -> tile<8x2xf32>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <f32: 1.0> : tile<4xf32>
    // expected-error@+1 {{dimension 0 of the result must have the extent 8, found 16}}
    %0 = cat %a, %a dim = 0 : tile<4xf32>, tile<4xf32> -> tile<16xf32>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <f32: 1.0> : tile<4xf32>
    %b = constant <f32: 1.0> : tile<8xf32>
    // expected-error@+1 {{the extents of a tile must be powers of two, found 12}}
    %0 = cat %a, %b dim = 0 : tile<4xf32>, tile<8xf32> -> tile<12xf32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%i: tile<i32>) {
    %a = constant <f32: 1.0> : tile<4xf32>
    // expected-error@+1 {{the result and the source must have one element type, found 'i32' and 'f32'}}
    %0 = extract %a[%i] : tile<4xf32> -> tile<2xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%i: tile<i32>) {
    %a = constant <f32: 1.0> : tile<4xf32>
    // expected-error@+1 {{the result and the source must have one rank, found 2 and 1}}
    %0 = extract %a[%i] : tile<4xf32> -> tile<2x1xf32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%i: tile<i32>) {
    %a = constant <f32: 1.0> : tile<4xf32>
    // expected-error@+1 {{dimension 0 of the source must be a multiple of that of the result, found 4 and 8}}
    %0 = extract %a[%i] : tile<4xf32> -> tile<8xf32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%i: tile<i32>) {
    %a = constant <f32: 1.0> : tile<4xf32>
    // expected-error@+1 {{needs one index for each of the 1 dimensions, found 2}}
    %0 = extract %a[%i, %i] : tile<4xf32> -> tile<2xf32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%i: tile<i64>) {
    %a = constant <f32: 1.0> : tile<4xf32>
    // expected-error@+1 {{operand #1 must be variadic of scalar tile of i32}}
    %r = "cuda_tile.extract"(%a, %i) : (!cuda_tile.tile<4xf32>, !cuda_tile.tile<i64>) -> !cuda_tile.tile<2xf32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%i: tile<i32>) {
    %a = constant <f32: 1.0> : tile<4xf32>
    %b = constant <i32: 1> : tile<8xi32>
    // expected-error@+1 {{the source and the destination must have one element type, found 'f32' and 'i32'}}
    %0 = insert %a, %b[%i] : tile<4xf32>, tile<8xi32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%i: tile<i32>) {
    %a = constant <f32: 1.0> : tile<4xf32>
    %b = constant <f32: 1.0> : tile<8x1xf32>
    // expected-error@+1 {{the source and the destination must have one rank, found 1 and 2}}
    %0 = insert %a, %b[%i] : tile<4xf32>, tile<8x1xf32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%i: tile<i32>) {
    %a = constant <f32: 1.0> : tile<4xf32>
    %b = constant <f32: 1.0> : tile<2xf32>
    // expected-error@+1 {{dimension 0 of the destination must be a multiple of that of the source, found 2 and 4}}
    %0 = insert %a, %b[%i] : tile<4xf32>, tile<2xf32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%i: tile<i32>) {
    %a = constant <f32: 1.0> : tile<4xf32>
    %b = constant <f32: 1.0> : tile<8xf32>
    // expected-error@+1 {{needs one index for each of the 1 dimensions, found 0}}
    %0 = insert %a, %b[] : tile<4xf32>, tile<8xf32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%i: tile<i32>) {
    %a = constant <f32: 1.0> : tile<4xf32>
    %b = constant <f32: 1.0> : tile<8xf32>
    // expected-error@+1 {{have same type}}
    %r = "cuda_tile.insert"(%a, %b, %i) : (!cuda_tile.tile<4xf32>, !cuda_tile.tile<8xf32>, !cuda_tile.tile<i32>) -> !cuda_tile.tile<4xf32>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <f16: 1.0> : tile<4x2xf16>
    // expected-error@+1 {{source and result must have rank 1, found '!cuda_tile.tile<4x2xf16>' and '!cuda_tile.tile<16xi8>'}}
    %0 = pack %a : tile<4x2xf16> -> tile<16xi8>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <i8: 1> : tile<4xi8>
    // expected-error@+1 {{the elements of the source must not have 8 bits, found 'i8'; use bitcast}}
    %0 = pack %a : tile<4xi8> -> tile<4xi8>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <f16: 1.0> : tile<4xf16>
    // expected-error@+1 {{the source has 64 bits in total, which must fill the bytes, found 4 bytes}}
    %0 = pack %a : tile<4xf16> -> tile<4xi8>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <i1: 1> : tile<4xi1>
    // expected-error@+1 {{the source has 4 bits in total, which must fill the bytes, found 1 bytes}}
    %0 = pack %a : tile<4xi1> -> tile<1xi8>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>) {
    %a = reshape %p : tile<ptr<f32>> -> tile<1xptr<f32>>
    // expected-error@+1 {{operand #0 must be tile of i1}}
    %0 = pack %a : tile<1xptr<f32>> -> tile<8xi8>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <i8: 1> : tile<4x2xi8>
    // expected-error@+1 {{source and result must have rank 1}}
    %0 = unpack %a : tile<4x2xi8> -> tile<4xf16>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <i8: 1> : tile<4xi8>
    // expected-error@+1 {{the elements of the result must not have 8 bits, found 'f8E5M2'; use bitcast}}
    %0 = unpack %a : tile<4xi8> -> tile<4xf8E5M2>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <i8: 1> : tile<4xi8>
    // expected-error@+1 {{the result has 64 bits in total, which must fill the bytes, found 4 bytes}}
    %0 = unpack %a : tile<4xi8> -> tile<4xf16>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %a = constant <i16: 1> : tile<4xi16>
    // expected-error@+1 {{operand #0 must be tile of i8}}
    %0 = unpack %a : tile<4xi16> -> tile<4xf16>
  }
}
