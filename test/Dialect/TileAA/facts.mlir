// RUN: cuda-tile-opt %s -split-input-file -pass-pipeline='builtin.module(tileaa.entry(tileaa-print-facts))' 2>&1 -o /dev/null | FileCheck %s

// What a front end promises of a pointer, an offset or an address made of both
// gives the same in the end.

tileaa.entry @promise_of_base(%p: !tileaa.ptr) {
  %a = tileaa.assume %p {div_by = 16 : i64} : !tileaa.ptr
  %b = tileaa.splat %a : !tileaa.ptr -> tensor<64x!tileaa.ptr>
  %i = tileaa.iota : tensor<64xi64>
  %four = arith.constant dense<4> : tensor<64xi64>
  %o = arith.muli %i, %four : tensor<64xi64>
  // CHECK: [[@LINE+1]]:{{.*}} multiple of 4; dim 0: 64 by 4 from multiples of 16
  %q = tileaa.ptr_add %b, %o : tensor<64x!tileaa.ptr>, tensor<64xi64>
  tileaa.return
}

// -----

tileaa.entry @promise_of_address(%p: !tileaa.ptr) {
  %b = tileaa.splat %p : !tileaa.ptr -> tensor<64x!tileaa.ptr>
  %i = tileaa.iota : tensor<64xi64>
  %four = arith.constant dense<4> : tensor<64xi64>
  %o = arith.muli %i, %four : tensor<64xi64>
  %q = tileaa.ptr_add %b, %o : tensor<64x!tileaa.ptr>, tensor<64xi64>
  // CHECK: [[@LINE+1]]:{{.*}} multiple of 4; dim 0: 64 by 4 from multiples of 16
  %r = tileaa.assume %q {div_by = 16 : i64, every = 4 : i64, along = 0 : i64, step = 4 : i64} : tensor<64x!tileaa.ptr>
  tileaa.return
}

// -----

// An or is a sum where no bit may be set in both operands: in 7 low bits of these 128
// numbers and the 25 high ones of a multiple of 128, and not in 8 bits of 256 numbers.

tileaa.entry @or() {
  %x, %y, %z = tileaa.block_id
  %size = arith.constant 128 : i32
  %start = arith.muli %x, %size : i32
  %s = tileaa.splat %start : i32 -> tensor<128xi32>
  %i = tileaa.iota : tensor<128xi32>
  // CHECK: [[@LINE+1]]:{{.*}} dim 0: 128 by 1
  %sum = arith.ori %s, %i : tensor<128xi32>
  %s2 = tileaa.splat %start : i32 -> tensor<256xi32>
  %i2 = tileaa.iota : tensor<256xi32>
  // CHECK-NOT: [[@LINE+1]]:{{.*}} dim 0: {{[0-9]+}} by 1
  %both = arith.ori %s2, %i2 : tensor<256xi32>
  tileaa.return
}

// -----

// A promise that says less than what is known, and one that no progression of
// two bytes can keep, leave what is known.

tileaa.entry @vacuous(%p: !tileaa.ptr) {
  %a = tileaa.assume %p {div_by = 16 : i64} : !tileaa.ptr
  %b = tileaa.splat %a : !tileaa.ptr -> tensor<64x!tileaa.ptr>
  %i = tileaa.iota : tensor<64xi64>
  %two = arith.constant dense<2> : tensor<64xi64>
  %o = arith.muli %i, %two : tensor<64xi64>
  // CHECK: [[@LINE+1]]:{{.*}} multiple of 2; dim 0: 64 by 2 from multiples of 16
  %q = tileaa.ptr_add %b, %o : tensor<64x!tileaa.ptr>, tensor<64xi64>
  // CHECK: [[@LINE+1]]:{{.*}} multiple of 2; dim 0: 64 by 2 from multiples of 16
  %r = tileaa.assume %q {div_by = 2 : i64} : tensor<64x!tileaa.ptr>
  // CHECK: [[@LINE+1]]:{{.*}} multiple of 2; dim 0: 64 by 2 from multiples of 16
  %s = tileaa.assume %r {div_by = 8 : i64} : tensor<64x!tileaa.ptr>
  tileaa.return
}

// -----

// Offsets of 32 bits are extended without a promise that nothing wraps: a tile
// that starts at a multiple of its extent crosses no end of the integers.

tileaa.entry @block_offset(%n: i32) {
  %x, %y, %z = tileaa.block_id
  %size = arith.constant 128 : i32
  %start = arith.muli %x, %size : i32
  %s = tileaa.splat %start : i32 -> tensor<128xi32>
  %i = tileaa.iota : tensor<128xi32>
  // CHECK: [[@LINE+1]]:{{.*}} dim 0: 128 by 1 from multiples of 128
  %o = arith.addi %s, %i : tensor<128xi32>
  // CHECK: [[@LINE+1]]:{{.*}} dim 0: 128 by 1 from multiples of 128; signed [-2147483648, 2147483647]
  %w = arith.extsi %o : tensor<128xi32> to tensor<128xi64>
  // A mask that cuts at a multiple of 16 is one bit for 16 elements.
  // CHECK: [[@LINE+1]]:{{.*}} multiple of 16
  %m = tileaa.assume %n {div_by = 16 : i64} : i32
  // CHECK: [[@LINE+1]]:{{.*}} uniform; multiple of 16
  %l = tileaa.splat %m : i32 -> tensor<128xi32>
  // CHECK: [[@LINE+1]]:{{.*}} dim 0: 16 equal
  %mask = arith.cmpi slt, %o, %l : tensor<128xi32>
  tileaa.return
}

// -----

tileaa.entry @control_flow(%c: i1, %p: !tileaa.ptr) {
  %zero = arith.constant 0 : i32
  %step = arith.constant 32 : i32
  %end = arith.constant 1000 : i32
  %wide = arith.constant 64 : i64
  %a = tileaa.assume %p {div_by = 128 : i64} : !tileaa.ptr
  // CHECK: [[@LINE+3]]:{{.*}} remark: multiple of 64
  // CHECK: [[@LINE+2]]:{{.*}} remark: multiple of 32; signed [0, 999]
  // CHECK: [[@LINE+1]]:{{.*}} remark: multiple of 64
  %r = scf.for %i = %zero to %end step %step iter_args(%q = %a) -> (!tileaa.ptr) : i32 {
    // CHECK: [[@LINE+1]]:{{.*}} multiple of 64
    %next = tileaa.ptr_add %q, %wide : !tileaa.ptr, i64
    scf.yield %next : !tileaa.ptr
  }
  // CHECK: [[@LINE+1]]:{{.*}} signed [0, 32]
  %k = scf.if %c -> i32 {
    scf.yield %zero : i32
  } else {
    scf.yield %step : i32
  }
  tileaa.return
}

// -----

// A literal is what it is, whatever is promised of it, and no code goes away.

tileaa.entry @false_promise(%p: !tileaa.ptr) {
  // CHECK: [[@LINE+1]]:{{.*}} constant 1
  %one = arith.constant 1 : i64
  // CHECK: [[@LINE+1]]:{{.*}} constant 1
  %s = tileaa.assume %one {div_by = 4 : i64} : i64
  // CHECK: [[@LINE+1]]:{{.*}} constant 1
  %t = tileaa.assume %s {lower = 8 : i64} : i64
  tileaa.return
}

// -----

tileaa.entry @equal_boxes(%p: !tileaa.ptr) {
  %b = tileaa.splat %p : !tileaa.ptr -> tensor<8x2x!tileaa.ptr>
  %v, %t = tileaa.load %b : tensor<8x2x!tileaa.ptr> -> tensor<8x2xi32>
  // CHECK: [[@LINE+1]]:{{.*}} dim 0: 4 equal
  %e = tileaa.assume %v {same_elements = array<i64: 4, 1>} : tensor<8x2xi32>
  // CHECK: [[@LINE+1]]:{{.*}} signed [0, 9]
  %f = tileaa.assume %e {lower = 0 : i64, upper = 9 : i64} : tensor<8x2xi32>
  tileaa.return
}

// -----

// A counter is bounded whether its loop carries something or not.

tileaa.entry @counter(%n: i32) {
  %zero = arith.constant 0 : i32
  %four = arith.constant 4 : i32
  scf.for %i = %zero to %n step %four : i32 {
    // CHECK: [[@LINE+1]]:{{.*}} multiple of 4; signed [0, 2147483646]
    %w = arith.extui %i : i32 to i64
  }
  tileaa.return
}

// -----

// What never runs says nothing of what comes after, until it is found to run.

tileaa.entry @dead_branch(%n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %four = arith.constant 4 : i32
  %eight = arith.constant 8 : i32
  %no = arith.cmpi sgt, %four, %eight : i32
  // CHECK: [[@LINE+1]]:{{.*}} constant 8
  %r = scf.if %no -> i32 {
    scf.yield %four : i32
  } else {
    scf.yield %eight : i32
  }
  // CHECK: [[@LINE+3]]:{{.*}} multiple of 4; signed [4, 8]
  // CHECK: [[@LINE+2]]:{{.*}} signed [0, 2147483646]
  // CHECK: [[@LINE+1]]:{{.*}} multiple of 4; signed [4, 8]
  %s = scf.for %i = %zero to %n step %one iter_args(%x = %eight) -> (i32) : i32 {
    %changed = arith.cmpi ne, %x, %eight : i32
    // CHECK: [[@LINE+1]]:{{.*}} multiple of 4; signed [4, 8]
    %y = scf.if %changed -> i32 {
      scf.yield %four : i32
    } else {
      %first = arith.cmpi eq, %i, %zero : i32
      // CHECK: [[@LINE+1]]:{{.*}} multiple of 4; signed [4, 8]
      %z = arith.select %first, %four, %eight : i32
      scf.yield %z : i32
    }
    scf.yield %y : i32
  }
  tileaa.return
}

// -----

// A fact may take as many rounds as a loop carries values. It is given up before
// that, and so are all that the loop carries: a loop is not gone through often.

tileaa.entry @rotation(%n: i32, %unknown: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  // CHECK: [[@LINE+1]]:{{.*}} constant 4
  %four = arith.constant 4 : i32
  // CHECK: [[@LINE+3]]:{{.*}} constant 4
  // CHECK: [[@LINE+2]]:{{.*}} signed [0, 2147483646]
  // CHECK: [[@LINE+1]]:{{.*}} constant 4
  %short:3 = scf.for %i = %zero to %n step %one iter_args(%a = %four, %last = %unknown, %same = %four) -> (i32, i32, i32) : i32 {
    scf.yield %last, %last, %same : i32, i32, i32
  }
  // CHECK-NOT: remark
  // CHECK: [[@LINE+1]]:{{.*}} signed [0, 2147483646]
  %long:22 = scf.for %i = %zero to %n step %one iter_args(%a0 = %four, %a1 = %four, %a2 = %four, %a3 = %four, %a4 = %four, %a5 = %four, %a6 = %four, %a7 = %four, %a8 = %four, %a9 = %four, %a10 = %four, %a11 = %four, %a12 = %four, %a13 = %four, %a14 = %four, %a15 = %four, %a16 = %four, %a17 = %four, %a18 = %four, %a19 = %four, %last = %unknown, %same = %four) -> (i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32) : i32 {
    scf.yield %a1, %a2, %a3, %a4, %a5, %a6, %a7, %a8, %a9, %a10, %a11, %a12, %a13, %a14, %a15, %a16, %a17, %a18, %a19, %last, %last, %same : i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32
  }
  // CHECK-NOT: remark
  tileaa.return
}
