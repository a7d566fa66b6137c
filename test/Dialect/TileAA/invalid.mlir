// RUN: cuda-tile-opt %s -split-input-file -verify-diagnostics

// expected-error @+1 {{takes scalars and pointers, but argument 1 is 'tensor<4xf32>'}}
tileaa.entry @k(%a: f32, %b: tensor<4xf32>) {
  tileaa.return
}

// -----

tileaa.entry @k() {
  // expected-error @+1 {{makes a tile of integers of rank 1, not 'tensor<2x2xi32>'}}
  %0 = tileaa.iota : tensor<2x2xi32>
  tileaa.return
}

// -----

tileaa.entry @k(%s: f32) {
  // expected-error @+1 {{changes the element type from 'f32' to 'f16'}}
  %0 = tileaa.splat %s : f32 -> tensor<2xf16>
  tileaa.return
}

// -----

tileaa.entry @k(%s: f32) {
  %0 = tileaa.splat %s : f32 -> tensor<2xf32>
  // expected-error @+1 {{takes a tile of one element, not 'tensor<2xf32>'}}
  %1 = tileaa.unsplat %0 : tensor<2xf32> -> f32
  tileaa.return
}

// -----

tileaa.entry @k(%s: f32) {
  %0 = tileaa.splat %s : f32 -> tensor<2x4xf32>
  // expected-error @+1 {{repeats dimension 0 of extent 2, which is not 1}}
  %1 = tileaa.broadcast %0 : tensor<2x4xf32> -> tensor<4x4xf32>
  tileaa.return
}

// -----

tileaa.entry @k(%s: f32) {
  %0 = tileaa.splat %s : f32 -> tensor<2x4xf32>
  // expected-error @+1 {{changes the number of elements from 8 to 16}}
  %1 = tileaa.reshape %0 : tensor<2x4xf32> -> tensor<16xf32>
  tileaa.return
}

// -----

tileaa.entry @k(%s: f32) {
  %0 = tileaa.splat %s : f32 -> tensor<2x4xf32>
  // expected-error @+1 {{needs a permutation of 0 to 1}}
  %1 = tileaa.permute %0 [0, 0] : tensor<2x4xf32> -> tensor<2x2xf32>
  tileaa.return
}

// -----

tileaa.entry @k(%s: f32) {
  %0 = tileaa.splat %s : f32 -> tensor<2x4xf32>
  // expected-error @+1 {{gives dimension 0 the extent 2, but dimension 1 of the operand has 4}}
  %1 = tileaa.permute %0 [1, 0] : tensor<2x4xf32> -> tensor<2x4xf32>
  tileaa.return
}

// -----

tileaa.entry @k(%s: f32) {
  %0 = tileaa.splat %s : f32 -> tensor<2x4xf32>
  // expected-error @+1 {{reduces dimension 2 of a tile of rank 2}}
  %1 = tileaa.reduce %0 dim 2 identities [0.0 : f32]
      : tensor<2x4xf32> -> tensor<2xf32> {
  ^bb0(%l: f32, %r: f32):
    tileaa.yield %l : f32
  }
  tileaa.return
}

// -----

tileaa.entry @k(%s: f32) {
  %0 = tileaa.splat %s : f32 -> tensor<2x4xf32>
  // expected-error @+1 {{identity 0 must be 'f32'}}
  %1 = tileaa.reduce %0 dim 1 identities [0 : i32]
      : tensor<2x4xf32> -> tensor<2xf32> {
  ^bb0(%l: f32, %r: f32):
    tileaa.yield %l : f32
  }
  tileaa.return
}

// -----

tileaa.entry @k(%p: !tileaa.ptr, %n: i64) {
  // expected-error @+1 {{needs 2 starts, extents and strides}}
  %v, %t = tileaa.load %p[%n] extents[%n] strides[%n]
      : !tileaa.ptr -> tensor<4x8xf32>
  tileaa.return
}

// -----

tileaa.entry @k(%p: !tileaa.ptr) {
  %ptrs = tileaa.splat %p : !tileaa.ptr -> tensor<8x!tileaa.ptr>
  // expected-error @+1 {{has pointers of another shape}}
  %v, %t = tileaa.load %ptrs : tensor<8x!tileaa.ptr> -> tensor<4xf32>
  tileaa.return
}

// -----

tileaa.entry @k(%p: !tileaa.ptr) {
  // expected-error @+1 {{needs a scope exactly if it is not weak}}
  %v, %t = tileaa.load %p ordering<relaxed> : !tileaa.ptr -> f32
  tileaa.return
}

// -----

tileaa.entry @k(%p: !tileaa.ptr) {
  // expected-error @+1 {{needs a scope exactly if it is not weak}}
  %v, %t = tileaa.load %p scope<block> : !tileaa.ptr -> f32
  tileaa.return
}

// -----

tileaa.entry @k(%p: !tileaa.ptr) {
  // expected-error @+1 {{cannot release}}
  %v, %t = tileaa.load %p ordering<release> scope<device> : !tileaa.ptr -> f32
  tileaa.return
}

// -----

tileaa.entry @k(%p: !tileaa.ptr, %v: f32) {
  // expected-error @+1 {{cannot acquire}}
  %t = tileaa.store %v to %p ordering<acquire> scope<device> : f32, !tileaa.ptr
  tileaa.return
}

// -----

tileaa.entry @k(%p: !tileaa.ptr, %o: f16) {
  %m = arith.constant true
  // expected-error @+1 {{reads 'f32' or 'f16'}}
  %v, %t = tileaa.load %p mask %m : i1 other %o : f16 : !tileaa.ptr -> f32
  tileaa.return
}

// -----

tileaa.entry @k(%n: i32) {
  // expected-error @+1 {{div_by must be a power of two, but is 12}}
  %0 = tileaa.assume %n {div_by = 12 : i64} : i32
  tileaa.return
}

// -----

tileaa.entry @k(%n: i32) {
  // expected-error @+1 {{needs div_by, every and along where it has one of every, along and step}}
  %0 = tileaa.assume %n {div_by = 4 : i64, every = 2 : i64} : i32
  tileaa.return
}

// -----

tileaa.entry @k() {
  %i = tileaa.iota : tensor<8xi32>
  // expected-error @+1 {{every must be 1 to the extent of dimension along of 'tensor<8xi32>'}}
  %0 = tileaa.assume %i {div_by = 4 : i64, every = 16 : i64, along = 0 : i64} : tensor<8xi32>
  tileaa.return
}

// -----

tileaa.entry @k() {
  %i = tileaa.iota : tensor<8xi32>
  // expected-error @+1 {{same_elements needs one number for each dimension of 'tensor<8xi32>'}}
  %0 = tileaa.assume %i {same_elements = array<i64: 4, 2>} : tensor<8xi32>
  tileaa.return
}

// -----

tileaa.entry @k() {
  %i = tileaa.iota : tensor<8xi32>
  // expected-error @+1 {{same_elements must be positive}}
  %0 = tileaa.assume %i {same_elements = array<i64: 0>} : tensor<8xi32>
  tileaa.return
}

// -----

tileaa.entry @k(%p: !tileaa.ptr, %n: i64, %i: i32) {
  // expected-error @+1 {{compares positions of 'i32' with an extent of 'i64'}}
  %v, %t = "tileaa.load"(%p, %i, %n, %n) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 0>}> : (!tileaa.ptr, i32, i64, i64) -> (tensor<8xf32>, !tileaa.token)
  tileaa.return
}

// -----

tileaa.entry @k(%p: !tileaa.ptr, %n: i64) {
  // expected-error @+1 {{needs 1 flags in inbounds, but has 2}}
  %v, %t = tileaa.load %p[%n] extents[%n] strides[%n] {inbounds = array<i1: true, false>} : !tileaa.ptr -> tensor<8xf32>
  tileaa.return
}

// -----

tileaa.entry @k(%p: !tileaa.ptr, %v: i32, %w: i64, %h: f16, %f: f32) {
  // expected-error @+1 {{is never weak}}
  %r, %t = tileaa.atomic<add> %v to %p ordering<weak> : i32, !tileaa.ptr -> i32
  tileaa.return
}

// -----

tileaa.entry @k(%p: !tileaa.ptr, %v: i32, %w: i64, %h: f16, %f: f32) {
  // expected-error @+1 {{compares exactly if it is cas}}
  %r, %t = tileaa.atomic<add> %v if %v : i32 to %p ordering<relaxed> scope<device> : i32, !tileaa.ptr -> i32
  tileaa.return
}

// -----

tileaa.entry @k(%p: !tileaa.ptr, %v: i32, %w: i64, %h: f16, %f: f32) {
  // expected-error @+1 {{compares exactly if it is cas}}
  %r, %t = tileaa.atomic<cas> %v to %p ordering<relaxed> scope<device> : i32, !tileaa.ptr -> i32
  tileaa.return
}

// -----

tileaa.entry @k(%p: !tileaa.ptr, %v: i32, %w: i64, %h: f16, %f: f32) {
  // expected-error @+1 {{compares 'i64' with 'i32'}}
  %r, %t = tileaa.atomic<cas> %v if %w : i64 to %p ordering<relaxed> scope<device> : i32, !tileaa.ptr -> i32
  tileaa.return
}

// -----

tileaa.entry @k(%p: !tileaa.ptr, %v: i32, %w: i64, %h: f16, %f: f32) {
  // expected-error @+1 {{returns 'i64', but changes 'i32'}}
  %r, %t = tileaa.atomic<add> %v to %p ordering<relaxed> scope<device> : i32, !tileaa.ptr -> i64
  tileaa.return
}

// -----

tileaa.entry @k(%p: !tileaa.ptr, %v: i32, %w: i64, %h: f16, %f: f32) {
  // expected-error @+1 {{cannot be addf of elements of 'i32'}}
  %r, %t = tileaa.atomic<addf> %v to %p ordering<relaxed> scope<device> : i32, !tileaa.ptr -> i32
  tileaa.return
}

// -----

tileaa.entry @k(%p: !tileaa.ptr, %v: i32, %w: i64, %h: f16, %f: f32) {
  // expected-error @+1 {{cannot be xchg of elements of 'f16'}}
  %r, %t = tileaa.atomic<xchg> %h to %p ordering<relaxed> scope<device> : f16, !tileaa.ptr -> f16
  tileaa.return
}

// -----

tileaa.entry @k(%p: !tileaa.ptr, %v: i32, %w: i64, %h: f16, %f: f32) {
  // expected-error @+1 {{cannot be max of elements of 'f32'}}
  %r, %t = tileaa.atomic<max> %f to %p ordering<relaxed> scope<device> : f32, !tileaa.ptr -> f32
  tileaa.return
}

// -----

// expected-error @+1 {{needs dense elements of rank 1, not 'tensor<2x2xf32>'}}
tileaa.global @g align 4 = dense<1.0> : tensor<2x2xf32>

// -----

// expected-error @+1 {{needs a power of two as alignment, not 24}}
tileaa.global @g align 24 = dense<1.0> : tensor<2xf32>

// -----

tileaa.entry @k() {
  // expected-error @+1 {{names no global of the module: @g}}
  %p = tileaa.get_global @g
  tileaa.return
}

// -----

tileaa.entry @rounding(%x: f32, %d: f64) {
  // expected-error @+1 {{cannot round by nearest_away here}}
  %0 = tileaa.addf %x, %x rounding<nearest_away> : f32
  tileaa.return
}

// -----

tileaa.entry @full(%x: f32, %d: f64) {
  // expected-error @+1 {{cannot round by full here}}
  %0 = tileaa.divf %d, %d rounding<full> : f64
  tileaa.return
}

// -----

tileaa.entry @flushing(%d: f64) {
  // expected-error @+1 {{flushes subnormal numbers, which only f32 can}}
  %0 = tileaa.sqrt %d ftz : f64
  tileaa.return
}

// -----

tileaa.entry @storage(%x: f32) {
  // expected-error @+1 {{has a result of type 'f16', but elements of f8E5M2 are 'i8'}}
  %0 = "tileaa.convert_float"(%x) {from = #tileaa.float_format<f32>, to = #tileaa.float_format<f8E5M2>} : (f32) -> f16
  tileaa.return
}

// -----

tileaa.entry @unrounded(%x: f32) {
  // expected-error @+1 {{cannot round f32 to f8E5M2 by zero}}
  %0 = tileaa.convert_float %x from <f32> to <f8E5M2> rounding<zero> : f32 -> i8
  tileaa.return
}

// -----

// An add of arith says nothing of its rounding.
tileaa.entry @foreign(%x: f32) {
  // expected-error @+1 {{'arith.addf' op has no place in 'tileaa.entry'}}
  %0 = arith.addf %x, %x : f32
  tileaa.return
}

// -----

tileaa.entry @fast(%x: f32) {
  // expected-error @+1 {{has fast-math flags or a rounding mode, which only ops of tileaa may have}}
  %0 = arith.negf %x fastmath<nnan> : f32
  tileaa.return
}

// -----

tileaa.entry @directed(%x: f32) {
  // expected-error @+1 {{has fast-math flags or a rounding mode, which only ops of tileaa may have}}
  %0 = arith.truncf %x downward : f32 to f16
  tileaa.return
}

// -----

tileaa.entry @depth(%x: f16, %y: f32) {
  %a = tileaa.splat %x : f16 -> tensor<16x16xf16>
  %b = tileaa.splat %x : f16 -> tensor<8x8xf16>
  %c = tileaa.splat %y : f32 -> tensor<16x8xf32>
  // expected-error @+1 {{needs rhs of the shape 16, 8, not 'tensor<8x8xf16>'}}
  %d = tileaa.mma %a as<f16>, %b as<f16>, %c : tensor<16x16xf16>, tensor<8x8xf16>, tensor<16x8xf32>
  tileaa.return
}

// -----

tileaa.entry @sum(%x: bf16, %y: f16) {
  %a = tileaa.splat %x : bf16 -> tensor<8x8xbf16>
  %c = tileaa.splat %y : f16 -> tensor<8x8xf16>
  // expected-error @+1 {{takes lhs of 'tensor<8x8xbf16>' as bf16 and sums in 'f16'}}
  %d = tileaa.mma %a as<bf16>, %a as<bf16>, %c : tensor<8x8xbf16>, tensor<8x8xbf16>, tensor<8x8xf16>
  tileaa.return
}

// -----

tileaa.entry @rank(%x: f16) {
  %a = tileaa.splat %x : f16 -> tensor<8xf16>
  // expected-error @+1 {{multiplies matrices, or batches of them, all of one rank}}
  %d = tileaa.mma %a as<f16>, %a as<f16>, %a : tensor<8xf16>, tensor<8xf16>, tensor<8xf16>
  tileaa.return
}

// -----

tileaa.entry @unscaled() {
  %a = arith.constant dense<0> : tensor<8x8xi8>
  %c = arith.constant dense<0.0> : tensor<8x8xf32>
  // expected-error @below {{multiplies e2m1 without scales}}
  %d = tileaa.mma %a as<e2m1>, %a as<e2m1>, %c : tensor<8x8xi8>, tensor<8x8xi8>, tensor<8x8xf32>
  tileaa.return
}

// -----

tileaa.entry @scale_format() {
  %a = arith.constant dense<0> : tensor<32x32xi8>
  %s = arith.constant dense<0> : tensor<32x1xi8>
  %t = arith.constant dense<0> : tensor<1x32xi8>
  %c = arith.constant dense<0.0> : tensor<32x32xf32>
  // expected-error @below {{has no scales of f8E5M2}}
  %d = tileaa.mma %a as<e4m3>, %a as<e4m3>, %c scaled(%s, %t : tensor<32x1xi8>, tensor<1x32xi8>) as<f8E5M2> : tensor<32x32xi8>, tensor<32x32xi8>, tensor<32x32xf32>
  tileaa.return
}

// -----

tileaa.entry @scale_shape() {
  %a = arith.constant dense<0> : tensor<32x32xi8>
  %s = arith.constant dense<0> : tensor<32x1xi8>
  %c = arith.constant dense<0.0> : tensor<32x32xf32>
  // expected-error @below {{needs scales of i8 and of the shape 1, 32, not 'tensor<32x1xi8>'}}
  %d = tileaa.mma %a as<e4m3>, %a as<e4m3>, %c scaled(%s, %s : tensor<32x1xi8>, tensor<32x1xi8>) as<f8E8M0FNU> : tensor<32x32xi8>, tensor<32x32xi8>, tensor<32x32xf32>
  tileaa.return
}

// -----

tileaa.entry @scale_count() {
  %a = arith.constant dense<0> : tensor<2x2xi8>
  %s = arith.constant dense<0> : tensor<2x8xi8>
  %t = arith.constant dense<0> : tensor<8x2xi8>
  %c = arith.constant dense<0.0> : tensor<2x2xf32>
  // expected-error @below {{has 8 scales for 4 elements along K}}
  %d = tileaa.mma %a as<e2m1>, %a as<e2m1>, %c scaled(%s, %t : tensor<2x8xi8>, tensor<8x2xi8>) as<f8E8M0FNU> : tensor<2x2xi8>, tensor<2x2xi8>, tensor<2x2xf32>
  tileaa.return
}

// -----

tileaa.entry @multimem_mode(%p: !tileaa.ptr) {
  // expected-error @below {{with multimem cannot be min of elements of 'f32'}}
  %x, %t = tileaa.load %p {multimem = #tileaa.atomic_mode<min>} : !tileaa.ptr -> f32
  tileaa.return
}

// -----

tileaa.entry @multimem_element(%p: !tileaa.ptr, %v: i32) {
  // expected-error @below {{with multimem cannot be xchg of elements of 'i32'}}
  %x, %t = tileaa.atomic<xchg> %v to %p ordering<relaxed> scope<system> {multimem} : i32, !tileaa.ptr -> i32
  tileaa.return
}

// -----

tileaa.entry @multimem_result(%p: !tileaa.ptr, %v: i32) {
  // expected-error @below {{with multimem has no result to be used}}
  %x, %t = tileaa.atomic<add> %v to %p ordering<relaxed> scope<system> {multimem} : i32, !tileaa.ptr -> i32
  %u = tileaa.store %x to %p : i32, !tileaa.ptr
  tileaa.return
}

// -----

tileaa.entry @more_operands(%a: i32) {
  // expected-error @below {{format has 1 conversions, but there are 2 operands to print}}
  %t = tileaa.print "%d", %a, %a : i32, i32
  tileaa.return
}
