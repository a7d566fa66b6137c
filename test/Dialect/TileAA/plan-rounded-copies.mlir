// Warps that only copy have nothing to copy where threads round what is loaded. On sm_100
// tensor maps round f32 to tf32, of views that they can describe and loads that they can
// stand for.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileaa.entry(tileaa-plan-kernel{gpu-name=sm_100 copy-warps=4}))' --remark-format=emitRemark --remarks-filter='.*' -o %t.mlir 2> %t.remarks
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileaa.entry(tileaa-plan-kernel{gpu-name=sm_100 copy-warps=4 tensor-maps=false}))' --remark-format=emitRemark --remarks-filter='.*' -o %t.mlir 2> %t.threads
// RUN: FileCheck %s --check-prefix=THREADS --implicit-check-not='RemarkCopyWarps{{.*}}CopyWarps=4' < %t.threads
//
// THREADS: RemarkCopyWarps{{.*}}aligned{{.*}}CopyWarps=0, {{.*}}others compute with what is loaded

// REMARK-DAG: RemarkCopyWarps{{.*}}aligned{{.*}}CopyWarps=4, {{.*}}an option of the compiler asks for as many
tileaa.entry @aligned(%x: !tileaa.ptr, %y: !tileaa.ptr, %n: i32) {
  %p = tileaa.assume %x {div_by = 16 : i64} : !tileaa.ptr
  %q = tileaa.assume %y {div_by = 16 : i64} : !tileaa.ptr
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 256 : i64
  %none = arith.constant dense<0.0> : tensor<128x256xf32>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none) -> (tensor<128x256xf32>) : i32 {
    %a, %t = tileaa.load %p[%zero, %zero] extents [%size, %size] strides [%size, %one] : !tileaa.ptr -> tensor<128x32xf32>
    %b, %u = tileaa.load %q[%zero, %zero] extents [%size, %size] strides [%size, %one] : !tileaa.ptr -> tensor<32x256xf32>
    %l = tileaa.convert_float %a from <f32> to <tf32> : tensor<128x32xf32> -> tensor<128x32xf32>
    %r = tileaa.convert_float %b from <f32> to <tf32> : tensor<32x256xf32> -> tensor<32x256xf32>
    %d = tileaa.mma %l as<tf32>, %r as<tf32>, %acc : tensor<128x32xf32>, tensor<32x256xf32>, tensor<128x256xf32>
    scf.yield %d : tensor<128x256xf32>
  }
  tileaa.return
}

// Nothing is known of where the views begin.
// REMARK-DAG: RemarkCopyWarps{{.*}}anywhere{{.*}}CopyWarps=0, {{.*}}others compute with what is loaded
tileaa.entry @anywhere(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 256 : i64
  %none = arith.constant dense<0.0> : tensor<128x256xf32>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none) -> (tensor<128x256xf32>) : i32 {
    %a, %t = tileaa.load %p[%zero, %zero] extents [%size, %size] strides [%size, %one] : !tileaa.ptr -> tensor<128x32xf32>
    %b, %u = tileaa.load %q[%zero, %zero] extents [%size, %size] strides [%size, %one] : !tileaa.ptr -> tensor<32x256xf32>
    %l = tileaa.convert_float %a from <f32> to <tf32> : tensor<128x32xf32> -> tensor<128x32xf32>
    %r = tileaa.convert_float %b from <f32> to <tf32> : tensor<32x256xf32> -> tensor<32x256xf32>
    %d = tileaa.mma %l as<tf32>, %r as<tf32>, %acc : tensor<128x32xf32>, tensor<32x256xf32>, tensor<128x256xf32>
    scf.yield %d : tensor<128x256xf32>
  }
  tileaa.return
}

// REMARK-DAG: RemarkCopyWarps{{.*}}to_zero{{.*}}CopyWarps=0, {{.*}}others compute with what is loaded
tileaa.entry @to_zero(%x: !tileaa.ptr, %y: !tileaa.ptr, %n: i32) {
  %p = tileaa.assume %x {div_by = 16 : i64} : !tileaa.ptr
  %q = tileaa.assume %y {div_by = 16 : i64} : !tileaa.ptr
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 256 : i64
  %none = arith.constant dense<0.0> : tensor<128x256xf32>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none) -> (tensor<128x256xf32>) : i32 {
    %a, %t = tileaa.load %p[%zero, %zero] extents [%size, %size] strides [%size, %one] : !tileaa.ptr -> tensor<128x32xf32>
    %b, %u = tileaa.load %q[%zero, %zero] extents [%size, %size] strides [%size, %one] : !tileaa.ptr -> tensor<32x256xf32>
    %l = tileaa.convert_float %a from <f32> to <tf32> rounding<zero> : tensor<128x32xf32> -> tensor<128x32xf32>
    %r = tileaa.convert_float %b from <f32> to <tf32> : tensor<32x256xf32> -> tensor<32x256xf32>
    %d = tileaa.mma %l as<tf32>, %r as<tf32>, %acc : tensor<128x32xf32>, tensor<32x256xf32>, tensor<128x256xf32>
    scf.yield %d : tensor<128x256xf32>
  }
  tileaa.return
}

// Copies make zeros of what does not exist, and negative zero has other bits.
// REMARK-DAG: RemarkCopyWarps{{.*}}padded{{.*}}CopyWarps=0, {{.*}}others compute with what is loaded
tileaa.entry @padded(%x: !tileaa.ptr, %y: !tileaa.ptr, %n: i32) {
  %p = tileaa.assume %x {div_by = 16 : i64} : !tileaa.ptr
  %q = tileaa.assume %y {div_by = 16 : i64} : !tileaa.ptr
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 256 : i64
  %pad = arith.constant -0.0 : f32
  %none = arith.constant dense<0.0> : tensor<128x256xf32>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none) -> (tensor<128x256xf32>) : i32 {
    %a, %t = tileaa.load %p[%zero, %zero] extents [%size, %size] strides [%size, %one] other %pad : f32 : !tileaa.ptr -> tensor<128x32xf32>
    %b, %u = tileaa.load %q[%zero, %zero] extents [%size, %size] strides [%size, %one] : !tileaa.ptr -> tensor<32x256xf32>
    %l = tileaa.convert_float %a from <f32> to <tf32> : tensor<128x32xf32> -> tensor<128x32xf32>
    %r = tileaa.convert_float %b from <f32> to <tf32> : tensor<32x256xf32> -> tensor<32x256xf32>
    %d = tileaa.mma %l as<tf32>, %r as<tf32>, %acc : tensor<128x32xf32>, tensor<32x256xf32>, tensor<128x256xf32>
    scf.yield %d : tensor<128x256xf32>
  }
  tileaa.return
}

// A hint forbids maps.
// REMARK-DAG: RemarkCopyWarps{{.*}}hinted{{.*}}CopyWarps=0, {{.*}}others compute with what is loaded
tileaa.entry @hinted(%x: !tileaa.ptr, %y: !tileaa.ptr, %n: i32) {
  %p = tileaa.assume %x {div_by = 16 : i64} : !tileaa.ptr
  %q = tileaa.assume %y {div_by = 16 : i64} : !tileaa.ptr
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 256 : i64
  %none = arith.constant dense<0.0> : tensor<128x256xf32>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none) -> (tensor<128x256xf32>) : i32 {
    %a, %t = tileaa.load %p[%zero, %zero] extents [%size, %size] strides [%size, %one] {hints = #tileaa.access_hints<allow_tma = false>} : !tileaa.ptr -> tensor<128x32xf32>
    %b, %u = tileaa.load %q[%zero, %zero] extents [%size, %size] strides [%size, %one] : !tileaa.ptr -> tensor<32x256xf32>
    %l = tileaa.convert_float %a from <f32> to <tf32> : tensor<128x32xf32> -> tensor<128x32xf32>
    %r = tileaa.convert_float %b from <f32> to <tf32> : tensor<32x256xf32> -> tensor<32x256xf32>
    %d = tileaa.mma %l as<tf32>, %r as<tf32>, %acc : tensor<128x32xf32>, tensor<32x256xf32>, tensor<128x256xf32>
    scf.yield %d : tensor<128x256xf32>
  }
  tileaa.return
}

// No map waits for what comes before.
// REMARK-DAG: RemarkCopyWarps{{.*}}ordered{{.*}}CopyWarps=0, {{.*}}others compute with what is loaded
tileaa.entry @ordered(%x: !tileaa.ptr, %y: !tileaa.ptr, %n: i32) {
  %p = tileaa.assume %x {div_by = 16 : i64} : !tileaa.ptr
  %q = tileaa.assume %y {div_by = 16 : i64} : !tileaa.ptr
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 256 : i64
  %before = tileaa.make_token
  %none = arith.constant dense<0.0> : tensor<128x256xf32>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none) -> (tensor<128x256xf32>) : i32 {
    %a, %t = tileaa.load %p[%zero, %zero] extents [%size, %size] strides [%size, %one] after %before : !tileaa.ptr -> tensor<128x32xf32>
    %b, %u = tileaa.load %q[%zero, %zero] extents [%size, %size] strides [%size, %one] : !tileaa.ptr -> tensor<32x256xf32>
    %l = tileaa.convert_float %a from <f32> to <tf32> : tensor<128x32xf32> -> tensor<128x32xf32>
    %r = tileaa.convert_float %b from <f32> to <tf32> : tensor<32x256xf32> -> tensor<32x256xf32>
    %d = tileaa.mma %l as<tf32>, %r as<tf32>, %acc : tensor<128x32xf32>, tensor<32x256xf32>, tensor<128x256xf32>
    scf.yield %d : tensor<128x256xf32>
  }
  tileaa.return
}

// Maps make zeros of what does not exist, as the program asks.
// REMARK-DAG: RemarkCopyWarps{{.*}}zeros{{.*}}CopyWarps=4, {{.*}}an option of the compiler asks for as many
tileaa.entry @zeros(%x: !tileaa.ptr, %y: !tileaa.ptr, %n: i32) {
  %p = tileaa.assume %x {div_by = 16 : i64} : !tileaa.ptr
  %q = tileaa.assume %y {div_by = 16 : i64} : !tileaa.ptr
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 256 : i64
  %pad = arith.constant 0.0 : f32
  %none = arith.constant dense<0.0> : tensor<128x256xf32>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none) -> (tensor<128x256xf32>) : i32 {
    %a, %t = tileaa.load %p[%zero, %zero] extents [%size, %size] strides [%size, %one] other %pad : f32 : !tileaa.ptr -> tensor<128x32xf32>
    %b, %u = tileaa.load %q[%zero, %zero] extents [%size, %size] strides [%size, %one] : !tileaa.ptr -> tensor<32x256xf32>
    %l = tileaa.convert_float %a from <f32> to <tf32> : tensor<128x32xf32> -> tensor<128x32xf32>
    %r = tileaa.convert_float %b from <f32> to <tf32> : tensor<32x256xf32> -> tensor<32x256xf32>
    %d = tileaa.mma %l as<tf32>, %r as<tf32>, %acc : tensor<128x32xf32>, tensor<32x256xf32>, tensor<128x256xf32>
    scf.yield %d : tensor<128x256xf32>
  }
  tileaa.return
}
