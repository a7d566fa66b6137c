// What people write who know another IR, or an older version of this one: each
// is refused at the place where it goes wrong.

// RUN: cuda-tile-opt %s -split-input-file -verify-diagnostics

cuda_tile.module @m {
  entry @k() {
    // expected-note @+2 {{'%b' is defined nowhere}}
    // expected-error @+1 {{use of undeclared SSA value name}}
    %a = negf %b : tile<f32>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<f32>) {
    // expected-error @+1 {{expected ','}}
    %b = addf %a %a : tile<f32>
    return
  }
}

// -----

cuda_tile.module @m {
  // expected-note @+1 {{prior use here}}
  entry @k(%a: tile<f32>) {
    // expected-error @+1 {{use of value '%a' expects different type than prior uses: 'f32' vs '!cuda_tile.tile<f32>'}}
    %b = addf %a, %a : f32
    return
  }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{'cuda_tile.entry' op argument 0 must be a scalar tile, such as tile<i32> or tile<ptr<f32>>, found 'f32'}}
  entry @k(%a: f32) {
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<f32>) {
    // expected-error @+1 {{custom op 'cuda_tile.adf' is unknown; did you mean 'addf'?}}
    %b = adf %a, %a : tile<f32>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<f32>) {
    // expected-error @+1 {{custom op 'cuda_tile.adf' is unknown; did you mean 'addf'?}}
    %b = cuda_tile.adf %a, %a : tile<f32>
    return
  }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.func' is unknown; a kernel is an 'entry'}}
  func @k() {
    return
  }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.entry' expected valid '@'-identifier for symbol name}}
  entry k() {
    return
  }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{'cuda_tile.entry' op must not have results; store them through pointers}}
  entry @k() -> tile<f32> {
    return
  }
}

// -----

cuda_tile.module @m {
  // expected-note @+1 {{previously defined here}}
  entry @k(%a: tile<f32>) {
    // expected-error @+1 {{redefinition of SSA value '%a'}}
    %a = addf %a, %a : tile<f32>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<f32>) {
    // expected-error @+1 {{expected operation name in quotes}}
    %b = addf %a, %a : tile<f32>, tile<f32>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<f32>) {
    // expected-error @+1 {{expected ':'}}
    %b = addf %a, %a
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<f32>) {
    // expected-error @+1 {{custom op 'cuda_tile.addf' unknown type 'f33', expected one such as tile<4xf32>, ptr<f32> or token}}
    %b = addf %a, %a : tile<f33>
    return
  }
}

// -----

cuda_tile.module @m {
  // expected-note @+1 {{prior use here}}
  entry @k(%a: tile<f32>) {
    // expected-error @+1 {{use of value '%a' expects different type than prior uses: 'tensor<f32>' vs '!cuda_tile.tile<f32>'}}
    %b = addf %a, %a : tensor<f32>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<f32>) {
    // expected-error @+1 {{custom op 'cuda_tile.addf' expected one of [nearest_even, zero, negative_inf, positive_inf, approx, full, nearest_int_to_zero, nearest_away] for rounding mode, got: nearest}}
    %b = addf %a, %a rounding<nearest> : tile<f32>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>) {
    // expected-note @+2 {{loads are weak, relaxed or acquire}}
    // expected-error @+1 {{custom op 'cuda_tile.load_ptr_tko' expected keyword for memory ordering}}
    %a, %t = load_ptr_tko %p : tile<ptr<f32>> -> tile<f32>, token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>) {
    // expected-error @+1 {{custom op 'cuda_tile.load_ptr_tko' expected a memory scope (tl_blk, device or sys), found 'gpu'}}
    %a, %t = load_ptr_tko relaxed gpu %p : tile<ptr<f32>> -> tile<f32>, token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>) {
    // expected-note @+2 {{write '-> TYPE, token'}}
    // expected-error @+1 {{expected ','}}
    %a = load_ptr_tko weak %p : tile<ptr<f32>> -> tile<f32>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>) {
    // expected-error @+1 {{custom op 'cuda_tile.load_ptr' is unknown; did you mean 'load_ptr_tko'?}}
    %a, %t = load_ptr weak %p : tile<ptr<f32>> -> tile<f32>, token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<8xf32>) {
    // expected-error @+1 {{custom op 'cuda_tile.reduce' expected 'dim'}}
    %s = reduce %a, %a {axis = 0 : i32} : tile<8xf32> -> tile<f32> {
      ^bb0(%x: tile<f32>, %y: tile<f32>):
        yield %x : tile<f32>
    }
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>) {
    // expected-error @+1 {{custom op 'cuda_tile.constant' the lists of the literal have the shape [3], its tile the shape [4]}}
    %c = constant <f32: [1.0, 2.0, 3.0]> : tile<4xf32>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>) {
    // expected-error @+2 {{unexpected decimal integer literal for a floating point value}}
    // expected-note @+1 {{add a trailing dot to make the literal a float}}
    %c = constant <f32: 1> : tile<i32>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>) {
    // expected-error @+1 {{expected '<'}}
    %c = constant 1.0 : tile<f32>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    // expected-error @+1 {{custom op 'cuda_tile.constant' the literal does not fit 'i8'}}
    %c = constant <i8: 300> : tile<i8>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    // expected-note @+1 {{prior use here}}
    %c = constant <i32: 0> : tile<i32>
    // expected-error @+1 {{use of value '%c' expects different type than prior uses: '!cuda_tile.tile<i1>' vs '!cuda_tile.tile<i32>'}}
    if %c {
      yield
    }
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %c = constant <i32: 0> : tile<i32>
    // expected-error @+1 {{expected ','}}
    for %i in (%c to %c) : tile<i32> {
      continue
    }
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %c = constant <i32: 0> : tile<i32>
    for %i in (%c to %c, step %c) : tile<i32> {
      // expected-error @+1 {{'cuda_tile.break' op must stand in a 'loop', with nothing but 'if' in between}}
      break
    }
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    return
  }
// expected-error @+1 {{expected operation name in quotes}}
}}

// -----

cuda_tile.module @m {
  // expected-note @+1 {{see existing symbol definition here}}
  entry @k() {
    return
  }
  // expected-error @+1 {{redefinition of symbol named 'k'}}
  entry @k() {
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    // expected-error @+1 {{'cuda_tile.get_global' op names no global of the module: @none}}
    %p = get_global @none : tile<ptr<f32>>
    return
  }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{expected '{' in optimization hints}}
  entry @k() optimization_hints=<sm_90 = 4> {
    return
  }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{expected '='}}
  entry @k() optimization_hints=<sm_90 = {occupancy}> {
    return
  }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.entry' 'sm_90' is given twice}}
  entry @k() optimization_hints=<sm_90 = {occupancy = 4}, sm_90 = {occupancy = 4}> {
    return
  }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{expected '<'}}
  global @g : tile<4xf32> = dense<0.0>
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{'cuda_tile.global' op must be initialised by a tile of rank 1, found '!cuda_tile.tile<f32>'}}
  global @g <f32: 1.0> : tile<f32>
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>) {
    // expected-error @+1 {{custom op 'cuda_tile.make_tensor_view' the strides here and in the type of the view must agree: a number for a number, a value for each '?'}}
    %v = make_tensor_view %p, shape = [8, 8], strides = [8] : tensor_view<8x8xf32, strides=[8,1]>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>) {
    // expected-error @+1 {{custom op 'cuda_tile.make_tensor_view' unknown type 'view', expected one such as tile<4xf32>, ptr<f32> or token}}
    %v = make_tensor_view %p, shape = [8], strides = [1] : view<8xf32>
    return
  }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{'cuda_tile.entry' op argument 0 must be a scalar tile, such as tile<i32> or tile<ptr<f32>>, found '!cuda_tile.tensor_view<8xf32, strides=[1]>'; pass a pointer and make the view inside}}
  entry @k(%v: tensor_view<8xf32, strides=[1]>) {
    return
  }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{'cuda_tile.entry' op argument 0 must be a scalar tile, such as tile<i32> or tile<ptr<f32>>, found '!cuda_tile.ptr<f32>'}}
  entry @k(%p: ptr<f32>) {
    return
  }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{a pointer must point to a number type, found '!cuda_tile.ptr<f32>'}}
  entry @k(%p: !cuda_tile.tile<ptr<ptr<f32>>>) {
    return
  }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.entry' the elements of a tile must be numbers or pointers, found 'index'}}
  entry @k(%p: tile<index>) {
    return
  }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.entry' the elements of a tile must be numbers or pointers, found 'i128'}}
  entry @k(%p: tile<i128>) {
    return
  }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{expected static shape}}
  entry @k(%p: tile<?xf32>) {
    return
  }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.entry' expected valid keyword}}
  entry @k(%p: tile<-4xf32>) {
    return
  }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.entry' the extents of a tile must be powers of two, found 0}}
  entry @k(%p: tile<0xf32>) {
    return
  }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{invalid dimension}}
  entry @k(%p: tile<99999999999999999999xf32>) {
    return
  }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{expected 'x' in dimension list}}
  entry @k(%p: tile<4x4>) {
    return
  }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{expected 'x' in dimension list}}
  entry @k(%p: tile<4, 4, f32>) {
    return
  }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{custom op 'cuda_tile.entry' expected valid keyword}}
  entry @k(%p: tile<[4x4] x f32>) {
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<f32>) {
    // expected-error @+1 {{expected '->'}}
    print_tko "%d %f\n", %p : tile<f32>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<i32>) {
    // expected-error @+1 {{'cuda_tile.assert' op operand #0 must be tile of i1, but got '!cuda_tile.tile<i32>'}}
    assert %p, "x" : tile<i32>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<i32>) {
    // expected-error @+1 {{expected attribute value}}
    assume %p : tile<i32>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<i32>) {
    // expected-error @+1 {{custom op 'cuda_tile.assume' the divisor of div_by must be a power of two of at most 2^62, found 3}}
    %q = assume div_by<3>, %p : tile<i32>
    return
  }
}

// -----

cuda_tile.module @m {
  // expected-note @+1 {{prior use here}}
  entry @k(%a: tile<i32>, %b: tile<f32>) {
    // expected-error @+1 {{use of value '%b' expects different type than prior uses: '!cuda_tile.tile<i32>' vs '!cuda_tile.tile<f32>'}}
    %q = cmpi equal %a, %b, signed : tile<i32> -> tile<i1>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<i32>, %b: tile<i32>) {
    // expected-error @+1 {{custom op 'cuda_tile.cmpi' expected one of [equal, not_equal, less_than, less_than_or_equal, greater_than, greater_than_or_equal] for comparison predicate, got: eq}}
    %q = cmpi eq %a, %b, signed : tile<i32> -> tile<i1>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<i32>, %b: tile<i32>) {
    // expected-error @+1 {{custom op 'cuda_tile.divi' expected keyword for signedness}}
    %q = divi %a, %b : tile<i32>
    return
  }
}

// -----

// expected-error @+1 {{custom op 'cuda_tile.module' expected valid '@'-identifier for symbol name}}
cuda_tile.module {
  entry @k() {
    return
  }
}

// -----

module @m {
  // expected-error @+1 {{custom op 'entry' is unknown (tried 'builtin.entry' as well)}}
  entry @k() {
    return
  }
}

// -----

// expected-error @+1 {{'cuda_tile.entry' op must stand directly in a 'cuda_tile.module'}}
cuda_tile.entry @k() {
  return
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{'cuda_tile.module' op must not stand in another module}}
  cuda_tile.module @n {
  }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{'cuda_tile.constant' op must stand in an entry; a module holds 'entry' and 'global' only}}
  %c = constant <i32: 0> : tile<i32>
}

// -----

cuda_tile.module @m {
  entry @k() {
    // expected-error @+1 {{'cuda_tile.entry' op symbol's parent must have the SymbolTable trait}}
    entry @inner() { return }
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    // expected-error @+1 {{unregistered operation 'cuda_tile.nothing' found in dialect ('cuda_tile') that does not allow unknown operations}}
    %x = "cuda_tile.nothing"() : () -> (!cuda_tile.tile<f32>)
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    // expected-error @+1 {{'cuda_tile.addf' op expected 2 operands, but found 0}}
    %x = "cuda_tile.addf"() : () -> (!cuda_tile.tile<f32>)
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<f32>) {
    // expected-error @+1 {{invalid properties {rounding_mode = 3 : i32} for op cuda_tile.addf: Invalid attribute `rounding_mode` in property conversion: 3 : i32}}
    %x = "cuda_tile.addf"(%a, %a) <{rounding_mode = 3 : i32}> : (!cuda_tile.tile<f32>, !cuda_tile.tile<f32>) -> (!cuda_tile.tile<f32>)
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<f32>) {
    // expected-error @+1 {{'cuda_tile.negf' op failed to verify that all of {source, result} have same type}}
    %x = "cuda_tile.negf"(%a) : (!cuda_tile.tile<f32>) -> (!cuda_tile.tile<f64>)
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<f32>) {
    // expected-error @+1 {{'cuda_tile.negf' op requires zero regions}}
    %x = "cuda_tile.negf"(%a) ({}) : (!cuda_tile.tile<f32>) -> (!cuda_tile.tile<f32>)
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<f32>) {
    // expected-error @+1 {{'cuda_tile.if' op expected 2 regions}}
    "cuda_tile.if"(%a) ({}) : (!cuda_tile.tile<f32>) -> ()
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<f32>) {
    // expected-error @+1 {{custom op 'br' is unknown (tried 'cuda_tile.br' as well)}}
    br ^x
  ^x:
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<f32>) {
    return
    // expected-error @+1 {{custom op 'cuda_tile.return' number of operands and types do not match: got 1 operands and 0 types}}
    %b = negf %a : tile<f32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<f32>) {
    // expected-error @+1 {{'cuda_tile.return' op must not have operands: an entry has no results}}
    return %a : tile<f32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<f32>) {
    // expected-error @+1 {{'cuda_tile.yield' op must stand directly in an 'if', 'reduce' or 'scan'}}
    yield
  }
}

// -----

cuda_tile.module @m {
  // expected-error @+1 {{'cuda_tile.entry' op argument 0 must be a scalar tile, such as tile<i32> or tile<ptr<f32>>, found '!cuda_tile.tile<16x16xf16>'; pass a pointer and load the tile inside}}
  entry @k(%a: tile<16x16xf16>, %b: tile<16x16xf16>, %c: tile<16x16xf32>) {
    %d = mmaf %a, %b, %c : tile<16x16xf16>, tile<16x16xf16>, tile<16x16xf32>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<i32>) {
    // expected-error @+1 {{custom op 'cuda_tile.exti' expected keyword for signedness}}
    %d = exti %a : tile<i32> -> tile<i64>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<i32>) {
    // expected-error @+1 {{'cuda_tile.exti' op result must have wider elements than the operand, found 'i32' to 'i16'}}
    %d = exti %a unsigned : tile<i32> -> tile<i16>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<i32>) {
    // expected-error @+1 {{expected '->'}}
    %d = itof %a signed : tile<i32>, tile<f32>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<f32>) {
    // expected-note @+2 {{reshape the source to tile<1x1x...> first}}
    // expected-error @+1 {{'cuda_tile.broadcast' op failed to verify that all of {source, result} have same rank}}
    %d = broadcast %a : tile<f32> -> tile<8xf32>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%a: tile<f32>) {
    // expected-error @+1 {{'cuda_tile.reshape' op source and result must have equally many elements, found 1 and 8}}
    %d = reshape %a : tile<f32> -> tile<8xf32>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    // expected-error @+1 {{'cuda_tile.iota' op result #0 must be tile of i1 or i8 or i16 or i32 or i64, but got '!cuda_tile.tile<8xf32>'}}
    %d = iota : tile<8xf32>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    // expected-note @+2 {{name all results before the '='}}
    // expected-error @+1 {{operation defines 3 results but was provided 2 to bind}}
    %x, %y = get_tile_block_id : tile<i32>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    // expected-note @+2 {{name all results before the '='}}
    // expected-error @+1 {{operation defines 3 results but was provided 1 to bind}}
    %x = get_tile_block_id : tile<i32>
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    // expected-error @+1 {{expected ':'}}
    %t = make_token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %t = make_token : token
    // expected-error @+1 {{'cuda_tile.join_tokens' op needs at least two tokens, found 1}}
    %u = join_tokens %t : token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %v: tile<f32>) {
    // expected-error @+1 {{custom op 'cuda_tile.atomic_rmw_tko' expected one of [and, or, xor, add, addf, max, min, umax, umin, xchg] for atomic operation, got: addi}}
    %old, %t = atomic_rmw_tko relaxed device %p, addi, %v : tile<ptr<f32>>, tile<f32> -> tile<f32>, token
    return
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %v: tile<f32>) {
    // expected-error @+1 {{'cuda_tile.atomic_rmw_tko' op memory ordering must be relaxed, acquire, release or acq_rel, found weak}}
    %old, %t = atomic_rmw_tko weak device %p, addf, %v : tile<ptr<f32>>, tile<f32> -> tile<f32>, token
    return
  }
}
