// Operations of tileaa by themselves, with what their records and MLIR say; those
// that the conversion from cuda_tile makes are also compared with it, by the
// generated cases and by random programs.
//
// RUN: cuda-tile-run --self-check %s
// RUN: cuda-tile-run --self-check %s --seed=3

// Both halves of a product, signed: -3 * 5 = -15, -2^31 * 2 = -2^32.
tileaa.entry @mulsi_extended(%a: !tileaa.ptr, %low: !tileaa.ptr, %high: !tileaa.ptr) {
  %i = tileaa.iota : tensor<2xi64>
  %four = arith.constant dense<4> : tensor<2xi64>
  %bytes = arith.muli %i, %four : tensor<2xi64>
  %as = tileaa.splat %a : !tileaa.ptr -> tensor<2x!tileaa.ptr>
  %pa = tileaa.ptr_add %as, %bytes : tensor<2x!tileaa.ptr>, tensor<2xi64>
  %x, %t = tileaa.load %pa : tensor<2x!tileaa.ptr> -> tensor<2xi32>
  %y = arith.constant dense<[5, 2]> : tensor<2xi32>
  %l, %h = arith.mulsi_extended %x, %y : tensor<2xi32>
  %ls = tileaa.splat %low : !tileaa.ptr -> tensor<2x!tileaa.ptr>
  %pl = tileaa.ptr_add %ls, %bytes : tensor<2x!tileaa.ptr>, tensor<2xi64>
  %hs = tileaa.splat %high : !tileaa.ptr -> tensor<2x!tileaa.ptr>
  %ph = tileaa.ptr_add %hs, %bytes : tensor<2x!tileaa.ptr>, tensor<2xi64>
  %u = tileaa.store %l to %pl : tensor<2xi32>, tensor<2x!tileaa.ptr>
  %v = tileaa.store %h to %ph : tensor<2xi32>, tensor<2x!tileaa.ptr>
  tileaa.return
}
//% - entry: mulsi_extended
//%   args:
//%     - ptr: i32[2]
//%       in: -3 -2147483648
//%     - ptr: i32[2]
//%       out: -15 0
//%     - ptr: i32[2]
//%       out: -1 -1

// Orders of numbers and NaN, and the two predicates that ask nothing.
tileaa.entry @orders(%a: !tileaa.ptr, %out: !tileaa.ptr) {
  %0 = arith.constant 0 : i64
  %1 = arith.constant 1 : i64
  %3 = arith.constant 3 : i64
  %x, %t = tileaa.load %a[%0] extents[%3] strides[%1] : !tileaa.ptr -> tensor<4xf32>
  %one = arith.constant dense<1.0> : tensor<4xf32>
  %ord = arith.cmpf ord, %x, %one : tensor<4xf32>
  %uno = arith.cmpf uno, %x, %one : tensor<4xf32>
  %true = arith.cmpf true, %x, %one : tensor<4xf32>
  %false = arith.cmpf false, %x, %one : tensor<4xf32>
  %o = arith.extui %ord : tensor<4xi1> to tensor<4xi32>
  %u = arith.extui %uno : tensor<4xi1> to tensor<4xi32>
  %y = arith.extui %true : tensor<4xi1> to tensor<4xi32>
  %n = arith.extui %false : tensor<4xi1> to tensor<4xi32>
  %two = arith.constant dense<2> : tensor<4xi32>
  %four = arith.constant dense<4> : tensor<4xi32>
  %eight = arith.constant dense<8> : tensor<4xi32>
  %u2 = arith.muli %u, %two : tensor<4xi32>
  %y4 = arith.muli %y, %four : tensor<4xi32>
  %n8 = arith.muli %n, %eight : tensor<4xi32>
  %s0 = arith.addi %o, %u2 : tensor<4xi32>
  %s1 = arith.addi %s0, %y4 : tensor<4xi32>
  %s2 = arith.addi %s1, %n8 : tensor<4xi32>
  // Elements beyond the extent of 3 are not written.
  %v = tileaa.store %s2 to %out[%0] extents[%3] strides[%1] : tensor<4xi32>, !tileaa.ptr
  tileaa.return
}
//% - entry: orders
//%   args:
//%     - ptr: f32[3]
//%       in: 1 nan inf
//%     - ptr: i32[4]
//%       in: 0 0 0 77
//%       out: 5 6 5 77

// A scalar condition chooses between tiles; remainders and the exact sum of what
// a mask lets through, with another value elsewhere.
tileaa.entry @masked(%a: !tileaa.ptr, %out: !tileaa.ptr, %c: i1) {
  %0 = arith.constant 0 : i64
  %1 = arith.constant 1 : i64
  %4 = arith.constant 4 : i64
  %mask = arith.constant dense<[true, false, true, true]> : tensor<4xi1>
  %other = arith.constant dense<10.0> : tensor<4xf32>
  %x, %t = tileaa.load %a[%0] extents[%4] strides[%1] mask %mask : tensor<4xi1> other %other : tensor<4xf32> : !tileaa.ptr -> tensor<4xf32>
  %three = arith.constant dense<3.0> : tensor<4xf32>
  %r = tileaa.remf %x, %three : tensor<4xf32>
  %z = arith.select %c, %r, %x : tensor<4xf32>
  %s = tileaa.reduce %z dim 0 identities [0.0 : f32] : tensor<4xf32> -> f32 {
  ^bb0(%l: f32, %m: f32):
    %n = tileaa.addf %l, %m : f32
    tileaa.yield %n : f32
  }
  %k = tileaa.store %s to %out : f32, !tileaa.ptr
  tileaa.return
}
//% - entry: masked
//%   args:
//%     - ptr: f32[4]
//%       in: 5 100 -7 3
//%     - ptr: f32[1]
//%       out: 2
//%     - i1:1
//% - entry: masked
//%   args:
//%     - ptr: f32[4]
//%       in: 5 100 -7 3
//%     - ptr: f32[1]
//%       out: 11
//%     - i1:0

// A loop over unsigned bounds above the largest signed number, and a while that
// doubles until it has seen enough.
tileaa.entry @loops(%out: !tileaa.ptr, %n: i32) {
  %0 = arith.constant 0 : i32
  %1 = arith.constant 1 : i32
  %lower = arith.constant -4 : i32
  %upper = arith.constant -1 : i32
  %count = scf.for unsigned %i = %lower to %upper step %1 iter_args(%k = %0) -> (i32) : i32 {
    %next = arith.addi %k, %1 : i32
    scf.yield %next : i32
  }
  %last = scf.while (%x = %count) : (i32) -> i32 {
    %more = arith.cmpi slt, %x, %n : i32
    scf.condition(%more) %x : i32
  } do {
  ^bb0(%x: i32):
    %y = arith.addi %x, %x : i32
    scf.yield %y : i32
  }
  %t = tileaa.store %last to %out : i32, !tileaa.ptr
  tileaa.return
}
//% - entry: loops
//%   args:
//%     - ptr: i32[1]
//%       out: 24
//%     - i32:20
//% - entry: loops
//%   args:
//%     - ptr: i32[1]
//%       out: 3
//%     - i32:2

// A promise that does not hold.
tileaa.entry @promise(%n: i32) {
  %m = tileaa.assume %n {div_by = 8 : i64, upper = 100 : i64} : i32
  tileaa.print "%d", %m : i32
  tileaa.return
}
//% - entry: promise
//%   args: [i32:96]
//% - entry: promise
//%   args: [i32:20]
//%   error: assumed 20 to be a multiple of 8
//% - entry: promise
//%   args: [i32:104]
//%   error: assumed 104 to be at most 100

// What arith leaves undefined.
tileaa.entry @undefined(%a: i8, %b: i8) {
  %s = arith.addi %a, %b overflow<nsw> : i8
  %f = arith.sitofp %s : i8 to f32
  %k = arith.constant 4.0 : f32
  %p = tileaa.mulf %f, %k : f32
  %i = arith.fptosi %p : f32 to i8
  %d = arith.divsi %i, %b : i8
  %c = ub.poison : i8
  tileaa.print "%d", %d : i8
  tileaa.return
}
//% - entry: undefined
//%   args: [i8:10, i8:2]
//% - entry: undefined
//%   args: [i8:127, i8:1]
//%   error: the result overflows although overflow<nsw> promises otherwise
//% - entry: undefined
//%   args: [i8:100, i8:1]
//%   error: 404 has no value in signed i8
//% - entry: undefined
//%   args: [i8:1, i8:0]
//%   error: integer division by zero
//% - entry: undefined
//%   args: [i8:-31, i8:-1]
//%   error: the least signed number is divided by -1

// A choice between tokens, and the poison that one of them may have become.
tileaa.entry @tokens(%out: !tileaa.ptr, %c: i1) {
  %1 = arith.constant 1 : i32
  %2 = arith.constant 2 : i32
  %t = tileaa.store %1 to %out : i32, !tileaa.ptr
  %none = ub.poison : !tileaa.token
  %u = arith.select %c, %t, %none : !tileaa.token
  %v = tileaa.store %2 to %out after %u : i32, !tileaa.ptr
  tileaa.return
}
//% - entry: tokens
//%   args:
//%     - ptr: i32[1]
//%       out: 2
//%     - i1:1
//% - entry: tokens
//%   args:
//%     - ptr: i32[1]
//%     - i1:0
//%   error: data race
