// Warps that only copy compute by themselves what their copies take, of the
// arguments of the kernel; a kernel for which they cannot is planned without them,
// whatever an option asks for.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileaa.entry(tileaa-plan-kernel{gpu-name=sm_80 copy-warps=1}))' --remark-format=emitRemark --remarks-filter='.*' -o %t.mlir 2> %t.remarks
// RUN: FileCheck %s < %t.mlir
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks

// Loops may carry where to copy from, branches choose it, and others may be ordered
// after the copies.
// CHECK: @copied({{.*}}copy_warps = 1
// REMARK-DAG: RemarkCopyWarps{{.*}}copied{{.*}}CopyWarps=1, {{.*}}an option of the compiler asks for as many
tileaa.entry @copied(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i32, %b: i1) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 256 : i64
  %none = arith.constant dense<0.0> : tensor<128x128xf32>
  %begin = scf.if %b -> (i64) {
    scf.yield %zero : i64
  } else {
    scf.yield %size : i64
  }
  %sum, %end = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none, %at = %begin) -> (tensor<128x128xf32>, i64) : i32 {
    %x, %t = tileaa.load %p[%zero, %at] extents [%size, %size] strides [%size, %one] : !tileaa.ptr -> tensor<128x64xf16>
    %y, %u = tileaa.load %q[%at, %zero] extents [%size, %size] strides [%size, %one] : !tileaa.ptr -> tensor<64x128xf16>
    %w = tileaa.store %c0 to %q after %u : i32, !tileaa.ptr
    %d = tileaa.mma %x as<f16>, %y as<f16>, %acc : tensor<128x64xf16>, tensor<64x128xf16>, tensor<128x128xf32>
    %next = arith.addi %at, %one : i64
    scf.yield %d, %next : tensor<128x128xf32>, i64
  }
  tileaa.return
}

// A mask is a tile.
// CHECK: @mask(
// CHECK-NOT: copy_warps
// REMARK-DAG: RemarkCopyWarps{{.*}}mask{{.*}}CopyWarps=0, {{.*}}copies take tiles, such as masks, which lie with the warps that multiply
tileaa.entry @mask(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 256 : i64
  %none = arith.constant dense<0.0> : tensor<128x128xf32>
  %mask = arith.constant dense<true> : tensor<128x64xi1>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none) -> (tensor<128x128xf32>) : i32 {
    %x, %t = tileaa.load %p[%zero, %zero] extents [%size, %size] strides [%size, %one] mask %mask : tensor<128x64xi1> : !tileaa.ptr -> tensor<128x64xf16>
    %y, %u = tileaa.load %q[%zero, %zero] extents [%size, %size] strides [%size, %one] : !tileaa.ptr -> tensor<64x128xf16>
    %d = tileaa.mma %x as<f16>, %y as<f16>, %acc : tensor<128x64xf16>, tensor<64x128xf16>, tensor<128x128xf32>
    scf.yield %d : tensor<128x128xf32>
  }
  tileaa.return
}

// Where to copy from is loaded in the loop.
// CHECK: @loaded(
// CHECK-NOT: copy_warps
// REMARK-DAG: RemarkCopyWarps{{.*}}loaded{{.*}}CopyWarps=0, {{.*}}what copies take is loaded, or ordered after other accesses, and only buffers go from agent to agent
tileaa.entry @loaded(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 256 : i64
  %none = arith.constant dense<0.0> : tensor<128x128xf32>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none) -> (tensor<128x128xf32>) : i32 {
    %at, %v = tileaa.load %q : !tileaa.ptr -> i64
    %x, %t = tileaa.load %p[%zero, %at] extents [%size, %size] strides [%size, %one] : !tileaa.ptr -> tensor<128x64xf16>
    %y, %u = tileaa.load %q[%zero, %zero] extents [%size, %size] strides [%size, %one] : !tileaa.ptr -> tensor<64x128xf16>
    %d = tileaa.mma %x as<f16>, %y as<f16>, %acc : tensor<128x64xf16>, tensor<64x128xf16>, tensor<128x128xf32>
    scf.yield %d : tensor<128x128xf32>
  }
  tileaa.return
}

// The number of copies is loaded in front of them, by whoever needs it.
// CHECK: @bound({{.*}}copy_warps = 1
tileaa.entry @bound(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 256 : i64
  %none = arith.constant dense<0.0> : tensor<128x128xf32>
  %k, %v = tileaa.load %q : !tileaa.ptr -> i32
  %sum = scf.for %i = %c0 to %k step %c1 iter_args(%acc = %none) -> (tensor<128x128xf32>) : i32 {
    %x, %t = tileaa.load %p[%zero, %zero] extents [%size, %size] strides [%size, %one] : !tileaa.ptr -> tensor<128x64xf16>
    %y, %u = tileaa.load %q[%zero, %zero] extents [%size, %size] strides [%size, %one] : !tileaa.ptr -> tensor<64x128xf16>
    %d = tileaa.mma %x as<f16>, %y as<f16>, %acc : tensor<128x64xf16>, tensor<64x128xf16>, tensor<128x128xf32>
    scf.yield %d : tensor<128x128xf32>
  }
  tileaa.return
}

// The number of copies is loaded, and overwritten behind that.
// CHECK: @overwritten(
// CHECK-NOT: copy_warps
// REMARK-DAG: RemarkCopyWarps{{.*}}overwritten{{.*}}CopyWarps=0, {{.*}}what copies take is loaded, or ordered after other accesses, and only buffers go from agent to agent
tileaa.entry @overwritten(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 256 : i64
  %none = arith.constant dense<0.0> : tensor<128x128xf32>
  %k, %v = tileaa.load %q : !tileaa.ptr -> i32
  %w = tileaa.store %c0 to %q after %v : i32, !tileaa.ptr
  %sum = scf.for %i = %c0 to %k step %c1 iter_args(%acc = %none) -> (tensor<128x128xf32>) : i32 {
    %x, %t = tileaa.load %p[%zero, %zero] extents [%size, %size] strides [%size, %one] : !tileaa.ptr -> tensor<128x64xf16>
    %y, %u = tileaa.load %q[%zero, %zero] extents [%size, %size] strides [%size, %one] : !tileaa.ptr -> tensor<64x128xf16>
    %d = tileaa.mma %x as<f16>, %y as<f16>, %acc : tensor<128x64xf16>, tensor<64x128xf16>, tensor<128x128xf32>
    scf.yield %d : tensor<128x128xf32>
  }
  tileaa.return
}

// The next place to copy from is loaded.
// CHECK: @next(
// CHECK-NOT: copy_warps
// REMARK-DAG: RemarkCopyWarps{{.*}}next{{.*}}CopyWarps=0, {{.*}}what copies take is loaded, or ordered after other accesses, and only buffers go from agent to agent
tileaa.entry @next(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 256 : i64
  %none = arith.constant dense<0.0> : tensor<128x128xf32>
  %sum, %end = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none, %at = %zero) -> (tensor<128x128xf32>, i64) : i32 {
    %x, %t = tileaa.load %p[%zero, %at] extents [%size, %size] strides [%size, %one] : !tileaa.ptr -> tensor<128x64xf16>
    %y, %u = tileaa.load %q[%zero, %zero] extents [%size, %size] strides [%size, %one] : !tileaa.ptr -> tensor<64x128xf16>
    %d = tileaa.mma %x as<f16>, %y as<f16>, %acc : tensor<128x64xf16>, tensor<64x128xf16>, tensor<128x128xf32>
    %next, %v = tileaa.load %q : !tileaa.ptr -> i64
    scf.yield %d, %next : tensor<128x128xf32>, i64
  }
  tileaa.return
}

// Copies come after a store.
// CHECK: @stored(
// CHECK-NOT: copy_warps
// REMARK-DAG: RemarkCopyWarps{{.*}}stored{{.*}}CopyWarps=0, {{.*}}what copies take is loaded, or ordered after other accesses, and only buffers go from agent to agent
tileaa.entry @stored(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 256 : i64
  %none = arith.constant dense<0.0> : tensor<128x128xf32>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none) -> (tensor<128x128xf32>) : i32 {
    %w = tileaa.store %c0 to %p : i32, !tileaa.ptr
    %x, %t = tileaa.load %p[%zero, %zero] extents [%size, %size] strides [%size, %one] after %w : !tileaa.ptr -> tensor<128x64xf16>
    %y, %u = tileaa.load %q[%zero, %zero] extents [%size, %size] strides [%size, %one] : !tileaa.ptr -> tensor<64x128xf16>
    %d = tileaa.mma %x as<f16>, %y as<f16>, %acc : tensor<128x64xf16>, tensor<64x128xf16>, tensor<128x128xf32>
    scf.yield %d : tensor<128x128xf32>
  }
  tileaa.return
}

// Memory of the CTA is for all warps.
// CHECK: @memory(
// CHECK-NOT: copy_warps
// REMARK-DAG: RemarkCopyWarps{{.*}}memory{{.*}}CopyWarps=0, {{.*}}the CTA has memory that is of all its warps
tileaa.entry @memory(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 256 : i64
  %none = arith.constant dense<0.0> : tensor<128x128xf32>
  %own = tileaa.alloca 256 align 16
  %w = tileaa.store %c0 to %own : i32, !tileaa.ptr
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none) -> (tensor<128x128xf32>) : i32 {
    %x, %t = tileaa.load %p[%zero, %zero] extents [%size, %size] strides [%size, %one] : !tileaa.ptr -> tensor<128x64xf16>
    %y, %u = tileaa.load %q[%zero, %zero] extents [%size, %size] strides [%size, %one] : !tileaa.ptr -> tensor<64x128xf16>
    %d = tileaa.mma %x as<f16>, %y as<f16>, %acc : tensor<128x64xf16>, tensor<64x128xf16>, tensor<128x128xf32>
    scf.yield %d : tensor<128x128xf32>
  }
  tileaa.return
}
