// Accumulators lie as the instruction leaves them, also around loops. A factor
// goes to shared memory, from where the product reads it, unless it lies right
// already. One that a loop does not change is read before it.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-assign-layouts,tileas-place-in-shared))' --mlir-print-local-scope | FileCheck %s

#spec = #tileas.kernel_spec<target = "sm_80", warps = 4, shared = 0, frozen = false>

// CHECK-LABEL: @loop(
// CHECK: %[[A:.*]], %{{.*}} = tileas.load
// CHECK: %[[BUFFER:.*]] = tileas.alloc_shared : <64x32xf16
// CHECK: tileas.shared_store %[[A]] to %[[BUFFER]]
// CHECK: %[[HELD:.*]] = tileas.shared_load %[[BUFFER]]
// CHECK: scf.for {{.*}} iter_args(%[[SUM:.*]] = %{{.*}}) -> (tensor<64x64xf32, #tileas.layout<register = {{\[\[}}0, 1], [8, 0],{{.*}} lane = {{\[\[}}0, 2], [0, 4], [1 to 4, 0]],
// CHECK-NOT: convert_layout
// CHECK: tileas.mma %[[HELD]] as<f16>, %{{.*}} as<f16>, %[[SUM]] by [16, 8, 16] : tensor<64x32xf16, {{.*}}>, !tileas.buffer<32x64xf16, {{.*}}>, tensor<64x64xf32
// CHECK-NOT: convert_layout
// CHECK: scf.yield
tileas.kernel @loop(%p: !tileaa.ptr, %n: i64, %i: i32) attributes {spec = #spec} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a, %t0 = tileas.load %p[%n, %n] extents[%n, %n] strides[%n, %one] : !tileaa.ptr -> tensor<64x32xf16>
  %sum = scf.for %k = %c0 to %i step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) : i32 {
    %b, %t1 = tileas.load %p[%n, %n] extents[%n, %n] strides[%n, %one] : !tileaa.ptr -> tensor<32x64xf16>
    %d = tileas.mma %a as<f16>, %b as<f16>, %acc by [16, 8, 16] : tensor<64x32xf16>, tensor<32x64xf16>, tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  %t2 = tileas.store %sum to %p[%n, %n] extents[%n, %n] strides[%n, %one] by<owner> : tensor<64x64xf32>, !tileaa.ptr
  tileas.return
}

// A factor of products in two loops is converted behind what moves it, so that they read
// it from one buffer, too large as it is for registers.
// CHECK-LABEL: @two_loops(
// CHECK: tileaa.reshape
// CHECK: %[[BUFFER:.*]] = tileas.alloc_shared : <64x512xf16
// CHECK: scf.for
// CHECK: tileas.mma %[[BUFFER]] as<f16>
// CHECK: scf.for
// CHECK: tileas.mma %[[BUFFER]] as<f16>
tileas.kernel @two_loops(%p: !tileaa.ptr, %n: i64, %i: i32, %j: i32) attributes {spec = #spec} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %q, %t0 = tileas.load %p[%n, %n, %n] extents[%n, %n, %n] strides[%n, %n, %one] : !tileaa.ptr -> tensor<1x64x512xf16>
  %a = tileaa.reshape %q : tensor<1x64x512xf16> -> tensor<64x512xf16>
  %first = scf.for %k = %c0 to %i step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) : i32 {
    %b, %t1 = tileas.load %p[%n, %n] extents[%n, %n] strides[%n, %one] : !tileaa.ptr -> tensor<512x64xf16>
    %d = tileas.mma %a as<f16>, %b as<f16>, %acc by [16, 8, 16] : tensor<64x512xf16>, tensor<512x64xf16>, tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  %sum = scf.for %k = %i to %j step %c1 iter_args(%acc = %first) -> (tensor<64x64xf32>) : i32 {
    %b, %t1 = tileas.load %p[%n, %n] extents[%n, %n] strides[%n, %one] : !tileaa.ptr -> tensor<512x64xf16>
    %d = tileas.mma %a as<f16>, %b as<f16>, %acc by [16, 8, 16] : tensor<64x512xf16>, tensor<512x64xf16>, tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  %t2 = tileas.store %sum to %p[%n, %n] extents[%n, %n] strides[%n, %one] by<owner> : tensor<64x64xf32>, !tileaa.ptr
  tileas.return
}

// The result of one product is a factor of the next, as in attention: it stays
// in registers where each warp has whole rows of it.
// CHECK-LABEL: @chain(
// CHECK: %[[S:.*]] = tileas.mma
// CHECK-NOT: shared_store
// CHECK: %[[P:.*]] = arith.truncf
// CHECK-NOT: shared_store
// CHECK: tileas.mma %[[P]] as<f16>, %{{.*}} as<f16>
tileas.kernel @chain(%p: !tileaa.ptr, %n: i64) attributes {spec = #spec} {
  %one = arith.constant 1 : i64
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %q, %t0 = tileas.load %p[%n, %n] extents[%n, %n] strides[%n, %one] : !tileaa.ptr -> tensor<64x64xf16>
  %k, %t1 = tileas.load %p[%n, %n] extents[%n, %n] strides[%n, %one] : !tileaa.ptr -> tensor<64x64xf16>
  %v, %t2 = tileas.load %p[%n, %n] extents[%n, %n] strides[%n, %one] : !tileaa.ptr -> tensor<64x64xf16>
  %s = tileas.mma %q as<f16>, %k as<f16>, %zero by [16, 8, 16] : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
  %m = tileaa.reduce %s dim 1 identities [0xFF800000 : f32] : tensor<64x64xf32> -> tensor<64xf32> {
  ^bb0(%x: f32, %y: f32):
    %z = tileaa.maxf %x, %y : f32
    tileaa.yield %z : f32
  }
  %column = tileaa.reshape %m : tensor<64xf32> -> tensor<64x1xf32>
  %all = tileaa.broadcast %column : tensor<64x1xf32> -> tensor<64x64xf32>
  %d = tileaa.subf %s, %all : tensor<64x64xf32>
  %h = arith.truncf %d : tensor<64x64xf32> to tensor<64x64xf16>
  %o = tileas.mma %h as<f16>, %v as<f16>, %zero by [16, 8, 16] : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
  %t3 = tileas.store %o to %p[%n, %n] extents[%n, %n] strides[%n, %one] by<owner> : tensor<64x64xf32>, !tileaa.ptr
  tileas.return
}

// Without an instruction a thread multiplies blocks of 4 x 4, or smaller ones
// where there would be none for some of the warps.
// CHECK-LABEL: @scalars(
// CHECK: tileas.mma {{.*}} tensor<64x64xf32, #tileas.layout<register = {{\[}}[0, 1], [0, 2], [1, 0], [2, 0]
// CHECK: tileas.mma {{.*}} tensor<16x32xf32, #tileas.layout<register = {{\[}}[0, 1], [1, 0]], lane = {{.*}}, warp = {{\[}}[0, 16], [8, 0]]>>
tileas.kernel @scalars(%p: !tileaa.ptr, %n: i64) attributes {spec = #spec} {
  %one = arith.constant 1 : i64
  %large = arith.constant dense<0.0> : tensor<64x64xf32>
  %small = arith.constant dense<0.0> : tensor<16x32xf32>
  %a, %t0 = tileas.load %p[%n, %n] extents[%n, %n] strides[%n, %one] : !tileaa.ptr -> tensor<64x64xf32>
  %b, %t1 = tileas.load %p[%n, %n] extents[%n, %n] strides[%n, %one] : !tileaa.ptr -> tensor<16x32xf32>
  %c, %t2 = tileas.load %p[%n, %n] extents[%n, %n] strides[%n, %one] : !tileaa.ptr -> tensor<32x32xf32>
  %d = tileas.mma %a as<f32>, %a as<f32>, %large : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>
  %e = tileas.mma %b as<f32>, %c as<f32>, %small : tensor<16x32xf32>, tensor<32x32xf32>, tensor<16x32xf32>
  %t3 = tileas.store %d to %p[%n, %n] extents[%n, %n] strides[%n, %one] by<owner> : tensor<64x64xf32>, !tileaa.ptr
  %t4 = tileas.store %e to %p[%n, %n] extents[%n, %n] strides[%n, %one] by<owner> : tensor<16x32xf32>, !tileaa.ptr
  tileas.return
}

// Not where the sum leaves no registers for it.
// CHECK-LABEL: @large_sum(
// CHECK: %[[BUFFER:.*]] = tileas.alloc_shared : <128x64xf16
// CHECK: scf.for
// CHECK: tileas.mma %[[BUFFER]] as<f16>
tileas.kernel @large_sum(%p: !tileaa.ptr, %n: i64, %i: i32) attributes {spec = #spec} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
  %a, %t0 = tileas.load %p[%n, %n] extents[%n, %n] strides[%n, %one] : !tileaa.ptr -> tensor<128x64xf16>
  %sum = scf.for %k = %c0 to %i step %c1 iter_args(%acc = %zero) -> (tensor<128x128xf32>) : i32 {
    %b, %t1 = tileas.load %p[%n, %n] extents[%n, %n] strides[%n, %one] : !tileaa.ptr -> tensor<64x128xf16>
    %d = tileas.mma %a as<f16>, %b as<f16>, %acc by [16, 8, 16] : tensor<128x64xf16>, tensor<64x128xf16>, tensor<128x128xf32>
    scf.yield %d : tensor<128x128xf32>
  }
  %t2 = tileas.store %sum to %p[%n, %n] extents[%n, %n] strides[%n, %one] by<owner> : tensor<128x128xf32>, !tileaa.ptr
  tileas.return
}

// Nothing else fits into shared memory beside the other factor: it is read
// before the loop all the same.
// CHECK-LABEL: @no_room(
// CHECK: %[[BUFFER:.*]] = tileas.alloc_shared : <128x256xf16
// CHECK: %[[HELD:.*]] = tileas.shared_load %[[BUFFER]]
// CHECK: scf.for
// CHECK: tileas.mma %[[HELD]] as<f16>
tileas.kernel @no_room(%p: !tileaa.ptr, %n: i64, %i: i32) attributes {spec = #tileas.kernel_spec<target = "sm_86", warps = 4, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
  %a, %t0 = tileas.load %p[%n, %n] extents[%n, %n] strides[%n, %one] : !tileaa.ptr -> tensor<128x256xf16>
  %sum = scf.for %k = %c0 to %i step %c1 iter_args(%acc = %zero) -> (tensor<128x128xf32>) : i32 {
    %b, %t1 = tileas.load %p[%n, %n] extents[%n, %n] strides[%n, %one] : !tileaa.ptr -> tensor<256x128xf16>
    %d = tileas.mma %a as<f16>, %b as<f16>, %acc by [16, 8, 16] : tensor<128x256xf16>, tensor<256x128xf16>, tensor<128x128xf32>
    scf.yield %d : tensor<128x128xf32>
  }
  %t2 = tileas.store %sum to %p[%n, %n] extents[%n, %n] strides[%n, %one] by<owner> : tensor<128x128xf32>, !tileaa.ptr
  tileas.return
}

// A factor that is computed goes through shared memory where it costs least, so
// that warps share out columns, too.
// CHECK-LABEL: @roomy(
// CHECK: %[[SHARED:.*]] = tileas.alloc_shared : <128x64xf16
// CHECK: tileas.mma %[[SHARED]] as<f16>
tileas.kernel @roomy(%p: !tileaa.ptr, %n: i64, %i: i32) attributes {spec = #tileas.kernel_spec<target = "sm_80", warps = 8, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  %zero = arith.constant dense<0.0> : tensor<128x256xf32>
  %none = arith.constant dense<0.0> : tensor<128x64xf32>
  %q, %t0 = tileas.load %p[%n, %n] extents[%n, %n] strides[%n, %one] : !tileaa.ptr -> tensor<128x256xf16>
  %sum = scf.for %j = %c0 to %i step %c1 iter_args(%acc = %zero) -> (tensor<128x256xf32>) : i32 {
    %k, %t1 = tileas.load %p[%n, %n] extents[%n, %n] strides[%n, %one] : !tileaa.ptr -> tensor<256x64xf16>
    %s = tileas.mma %q as<f16>, %k as<f16>, %none by [16, 8, 16] : tensor<128x256xf16>, tensor<256x64xf16>, tensor<128x64xf32>
    %m = tileaa.reduce %s dim 1 identities [0xFF800000 : f32] : tensor<128x64xf32> -> tensor<128xf32> {
    ^bb0(%x: f32, %y: f32):
      %z = tileaa.maxf %x, %y : f32
      tileaa.yield %z : f32
    }
    %column = tileaa.reshape %m : tensor<128xf32> -> tensor<128x1xf32>
    %high = tileaa.broadcast %column : tensor<128x1xf32> -> tensor<128x64xf32>
    %below = tileaa.subf %s, %high : tensor<128x64xf32>
    %h = arith.truncf %below : tensor<128x64xf32> to tensor<128x64xf16>
    %v, %t2 = tileas.load %p[%n, %n] extents[%n, %n] strides[%n, %one] : !tileaa.ptr -> tensor<64x256xf16>
    %d = tileas.mma %h as<f16>, %v as<f16>, %acc by [16, 8, 16] : tensor<128x64xf16>, tensor<64x256xf16>, tensor<128x256xf32>
    scf.yield %d : tensor<128x256xf32>
  }
  %t3 = tileas.store %sum to %p[%n, %n] extents[%n, %n] strides[%n, %one] by<owner> : tensor<128x256xf32>, !tileaa.ptr
  tileas.return
}

// Not where there is no room for it beside the other one, and beside the one that
// the loop does not change: each warp has whole rows, and nothing is read before
// the loop.
// CHECK-LABEL: @full(
// CHECK: scf.for
// CHECK: tileas.mma %{{.*}} as<f16>, %{{.*}} : !tileas.buffer
// CHECK: %[[P:.*]] = arith.truncf
// CHECK: tileas.mma %[[P]] as<f16>
tileas.kernel @full(%p: !tileaa.ptr, %n: i64, %i: i32) attributes {spec = #tileas.kernel_spec<target = "sm_86", warps = 8, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  %zero = arith.constant dense<0.0> : tensor<128x256xf32>
  %none = arith.constant dense<0.0> : tensor<128x64xf32>
  %q, %t0 = tileas.load %p[%n, %n] extents[%n, %n] strides[%n, %one] : !tileaa.ptr -> tensor<128x256xf16>
  %sum = scf.for %j = %c0 to %i step %c1 iter_args(%acc = %zero) -> (tensor<128x256xf32>) : i32 {
    %k, %t1 = tileas.load %p[%n, %n] extents[%n, %n] strides[%n, %one] : !tileaa.ptr -> tensor<256x64xf16>
    %s = tileas.mma %q as<f16>, %k as<f16>, %none by [16, 8, 16] : tensor<128x256xf16>, tensor<256x64xf16>, tensor<128x64xf32>
    %m = tileaa.reduce %s dim 1 identities [0xFF800000 : f32] : tensor<128x64xf32> -> tensor<128xf32> {
    ^bb0(%x: f32, %y: f32):
      %z = tileaa.maxf %x, %y : f32
      tileaa.yield %z : f32
    }
    %column = tileaa.reshape %m : tensor<128xf32> -> tensor<128x1xf32>
    %high = tileaa.broadcast %column : tensor<128x1xf32> -> tensor<128x64xf32>
    %below = tileaa.subf %s, %high : tensor<128x64xf32>
    %h = arith.truncf %below : tensor<128x64xf32> to tensor<128x64xf16>
    %v, %t2 = tileas.load %p[%n, %n] extents[%n, %n] strides[%n, %one] : !tileaa.ptr -> tensor<64x256xf16>
    %d = tileas.mma %h as<f16>, %v as<f16>, %acc by [16, 8, 16] : tensor<128x64xf16>, tensor<64x256xf16>, tensor<128x256xf32>
    scf.yield %d : tensor<128x256xf32>
  }
  %t3 = tileas.store %sum to %p[%n, %n] extents[%n, %n] strides[%n, %one] by<owner> : tensor<128x256xf32>, !tileaa.ptr
  tileas.return
}

// Nor where there is none beside the copies of an iteration: 32 KiB for each of three
// tiles, which leave 3 KiB. Both products' tiles are copied under the other one then.
// CHECK-LABEL: @copies_ahead(
// CHECK: scf.for
// CHECK: %[[P:.*]] = arith.truncf
// CHECK-NOT: shared_store %[[P]]
// CHECK: tileas.mma %[[P]] as<f16>
tileas.kernel @copies_ahead(%p: !tileaa.ptr, %n: i64, %i: i32) attributes {spec = #tileas.kernel_spec<target = "sm_89", warps = 4, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  %zero = arith.constant dense<0.0> : tensor<64x256xf32>
  %none = arith.constant dense<0.0> : tensor<64x64xf32>
  %q, %t0 = tileas.load %p[%n, %n] extents[%n, %n] strides[%n, %one] : !tileaa.ptr -> tensor<64x256xf16>
  %sum = scf.for %j = %c0 to %i step %c1 iter_args(%acc = %zero) -> (tensor<64x256xf32>) : i32 {
    %k, %t1 = tileas.load %p[%n, %n] extents[%n, %n] strides[%n, %one] : !tileaa.ptr -> tensor<256x64xf16>
    %s = tileas.mma %q as<f16>, %k as<f16>, %none by [16, 8, 16] : tensor<64x256xf16>, tensor<256x64xf16>, tensor<64x64xf32>
    %m = tileaa.reduce %s dim 1 identities [0xFF800000 : f32] : tensor<64x64xf32> -> tensor<64xf32> {
    ^bb0(%x: f32, %y: f32):
      %z = tileaa.maxf %x, %y : f32
      tileaa.yield %z : f32
    }
    %column = tileaa.reshape %m : tensor<64xf32> -> tensor<64x1xf32>
    %high = tileaa.broadcast %column : tensor<64x1xf32> -> tensor<64x64xf32>
    %below = tileaa.subf %s, %high : tensor<64x64xf32>
    %h = arith.truncf %below : tensor<64x64xf32> to tensor<64x64xf16>
    %v, %t2 = tileas.load %p[%n, %n] extents[%n, %n] strides[%n, %one] : !tileaa.ptr -> tensor<64x256xf16>
    %d = tileas.mma %h as<f16>, %v as<f16>, %acc by [16, 8, 16] : tensor<64x64xf16>, tensor<64x256xf16>, tensor<64x256xf32>
    scf.yield %d : tensor<64x256xf32>
  }
  %t3 = tileas.store %sum to %p[%n, %n] extents[%n, %n] strides[%n, %one] by<owner> : tensor<64x256xf32>, !tileaa.ptr
  tileas.return
}

// Nor where there is none beside the copies of two iterations, which take 160 of 163 KiB.
// CHECK-LABEL: @copies_of_two(
// CHECK: scf.for
// CHECK: %[[P:.*]] = arith.truncf
// CHECK-NOT: shared_store %[[P]]
// CHECK: tileas.mma %[[P]] as<f16>
tileas.kernel @copies_of_two(%p: !tileaa.ptr, %n: i64, %i: i32) attributes {spec = #tileas.kernel_spec<target = "sm_80", warps = 4, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  %zero = arith.constant dense<0.0> : tensor<64x256xf32>
  %none = arith.constant dense<0.0> : tensor<64x64xf32>
  %q, %t0 = tileas.load %p[%n, %n] extents[%n, %n] strides[%n, %one] : !tileaa.ptr -> tensor<64x256xf16>
  %sum = scf.for %j = %c0 to %i step %c1 iter_args(%acc = %zero) -> (tensor<64x256xf32>) : i32 {
    %k, %t1 = tileas.load %p[%n, %n] extents[%n, %n] strides[%n, %one] : !tileaa.ptr -> tensor<256x64xf16>
    %s = tileas.mma %q as<f16>, %k as<f16>, %none by [16, 8, 16] : tensor<64x256xf16>, tensor<256x64xf16>, tensor<64x64xf32>
    %m = tileaa.reduce %s dim 1 identities [0xFF800000 : f32] : tensor<64x64xf32> -> tensor<64xf32> {
    ^bb0(%x: f32, %y: f32):
      %z = tileaa.maxf %x, %y : f32
      tileaa.yield %z : f32
    }
    %column = tileaa.reshape %m : tensor<64xf32> -> tensor<64x1xf32>
    %high = tileaa.broadcast %column : tensor<64x1xf32> -> tensor<64x64xf32>
    %below = tileaa.subf %s, %high : tensor<64x64xf32>
    %h = arith.truncf %below : tensor<64x64xf32> to tensor<64x64xf16>
    %v, %t2 = tileas.load %p[%n, %n] extents[%n, %n] strides[%n, %one] : !tileaa.ptr -> tensor<64x256xf16>
    %d = tileas.mma %h as<f16>, %v as<f16>, %acc by [16, 8, 16] : tensor<64x64xf16>, tensor<64x256xf16>, tensor<64x256xf32>
    scf.yield %d : tensor<64x256xf32>
  }
  %t3 = tileas.store %sum to %p[%n, %n] extents[%n, %n] strides[%n, %one] by<owner> : tensor<64x256xf32>, !tileaa.ptr
  tileas.return
}

// With more shared memory the same factor goes there.
// CHECK-LABEL: @copies_beside(
// CHECK: scf.for
// CHECK: %[[P:.*]] = arith.truncf
// CHECK: tileas.shared_store %[[P]] to %[[BUFFER:.*]] :
// CHECK: tileas.mma %[[BUFFER]] as<f16>
tileas.kernel @copies_beside(%p: !tileaa.ptr, %n: i64, %i: i32) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  %zero = arith.constant dense<0.0> : tensor<64x256xf32>
  %none = arith.constant dense<0.0> : tensor<64x64xf32>
  %q, %t0 = tileas.load %p[%n, %n] extents[%n, %n] strides[%n, %one] : !tileaa.ptr -> tensor<64x256xf16>
  %sum = scf.for %j = %c0 to %i step %c1 iter_args(%acc = %zero) -> (tensor<64x256xf32>) : i32 {
    %k, %t1 = tileas.load %p[%n, %n] extents[%n, %n] strides[%n, %one] : !tileaa.ptr -> tensor<256x64xf16>
    %s = tileas.mma %q as<f16>, %k as<f16>, %none by [16, 8, 16] : tensor<64x256xf16>, tensor<256x64xf16>, tensor<64x64xf32>
    %m = tileaa.reduce %s dim 1 identities [0xFF800000 : f32] : tensor<64x64xf32> -> tensor<64xf32> {
    ^bb0(%x: f32, %y: f32):
      %z = tileaa.maxf %x, %y : f32
      tileaa.yield %z : f32
    }
    %column = tileaa.reshape %m : tensor<64xf32> -> tensor<64x1xf32>
    %high = tileaa.broadcast %column : tensor<64x1xf32> -> tensor<64x64xf32>
    %below = tileaa.subf %s, %high : tensor<64x64xf32>
    %h = arith.truncf %below : tensor<64x64xf32> to tensor<64x64xf16>
    %v, %t2 = tileas.load %p[%n, %n] extents[%n, %n] strides[%n, %one] : !tileaa.ptr -> tensor<64x256xf16>
    %d = tileas.mma %h as<f16>, %v as<f16>, %acc by [16, 8, 16] : tensor<64x64xf16>, tensor<64x256xf16>, tensor<64x256xf32>
    scf.yield %d : tensor<64x256xf32>
  }
  %t3 = tileas.store %sum to %p[%n, %n] extents[%n, %n] strides[%n, %one] by<owner> : tensor<64x256xf32>, !tileaa.ptr
  tileas.return
}

// Layers: both products change their layouts together, so that nothing goes through
// shared memory between them. Either alone would cost more.
// CHECK-LABEL: @layers(
// CHECK: scf.for
// CHECK: %[[H:.*]] = arith.truncf
// CHECK-NOT: shared_store %[[H]]
// CHECK: tileas.mma %[[H]] as<f16>
tileas.kernel @layers(%p: !tileaa.ptr, %n: i64, %i: i32) attributes {spec = #spec} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %x, %t0 = tileas.load %p[%n, %n] extents[%n, %n] strides[%n, %one] : !tileaa.ptr -> tensor<64x64xf16>
  %sum = scf.for %j = %c0 to %i step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) : i32 {
    %v, %t1 = tileas.load %p[%n, %n] extents[%n, %n] strides[%n, %one] : !tileaa.ptr -> tensor<64x64xf16>
    %s = tileas.mma %x as<f16>, %v as<f16>, %zero by [16, 8, 16] : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
    %above = tileaa.maxf %s, %zero : tensor<64x64xf32>
    %h = arith.truncf %above : tensor<64x64xf32> to tensor<64x64xf16>
    %w, %t2 = tileas.load %p[%n, %n] extents[%n, %n] strides[%n, %one] : !tileaa.ptr -> tensor<64x64xf16>
    %d = tileas.mma %h as<f16>, %w as<f16>, %acc by [16, 8, 16] : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  %t3 = tileas.store %sum to %p[%n, %n] extents[%n, %n] strides[%n, %one] by<owner> : tensor<64x64xf32>, !tileaa.ptr
  tileas.return
}

// Where reads from shared memory set the pace and registers are left, the first
// steps along K are read before the loop, and only the others in each iteration: of
// 16 registers each two, as the sums of both products have 160 of 255. A scalar
// that is spread over a tile is one register. Another factor leaves no room for the
// copies of two iterations anyway.
// CHECK-LABEL: @steps(
// CHECK: %[[BUFFER:.*]] = tileas.alloc_shared : <64x256xf16
// CHECK: %[[HELD:.*]] = tileas.shared_load %[[BUFFER]] : {{.*}} -> tensor<64x32xf16
// CHECK: scf.for
// CHECK: %[[KEYS:.*]] = tileas.alloc_shared : <256x64xf16
// CHECK: %[[FIRST:.*]] = tileas.mma %[[HELD]] as<f16>, %[[KEYS]] as<f16>, %{{.*}} by [16, 8, 16] along [0, 32]
// CHECK: tileas.mma %[[BUFFER]] as<f16>, %[[KEYS]] as<f16>, %[[FIRST]] by [16, 8, 16] along [32, 256]
tileas.kernel @steps(%base: !tileaa.ptr, %size: i64, %i: i32, %factor: f32) attributes {spec = #spec} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %first = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %zero = arith.constant dense<0.0> : tensor<64x256xf32>
  %none = arith.constant dense<0.0> : tensor<64x64xf32>
  %p = tileaa.assume %base {div_by = 16 : i64} : !tileaa.ptr
  %n = tileaa.assume %size {div_by = 8 : i64} : i64
  %scale = tileaa.splat %factor : f32 -> tensor<64x64xf32>
  %q, %t0 = tileas.load %p[%first, %first] extents[%n, %n] strides[%n, %one] : !tileaa.ptr -> tensor<64x256xf16>
  %r, %t4 = tileas.load %p[%first, %first] extents[%n, %n] strides[%n, %one] : !tileaa.ptr -> tensor<64x64xf16>
  %sum = scf.for %j = %c0 to %i step %c1 iter_args(%acc = %zero) -> (tensor<64x256xf32>) : i32 {
    %k, %t1 = tileas.load %p[%first, %first] extents[%n, %n] strides[%n, %one] : !tileaa.ptr -> tensor<256x64xf16>
    %more = tileas.mma %r as<f16>, %r as<f16>, %none by [16, 8, 16] : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>
    %s = tileas.mma %q as<f16>, %k as<f16>, %more by [16, 8, 16] : tensor<64x256xf16>, tensor<256x64xf16>, tensor<64x64xf32>
    %scaled = tileaa.mulf %s, %scale : tensor<64x64xf32>
    %h = arith.truncf %scaled : tensor<64x64xf32> to tensor<64x64xf16>
    %v, %t2 = tileas.load %p[%first, %first] extents[%n, %n] strides[%n, %one] : !tileaa.ptr -> tensor<64x256xf16>
    %d = tileas.mma %h as<f16>, %v as<f16>, %acc by [16, 8, 16] : tensor<64x64xf16>, tensor<64x256xf16>, tensor<64x256xf32>
    scf.yield %d : tensor<64x256xf32>
  }
  %t3 = tileas.store %sum to %p[%first, %first] extents[%n, %n] strides[%n, %one] by<owner> : tensor<64x256xf32>, !tileaa.ptr
  tileas.return
}

// Not where the tensor cores set it.
// CHECK-LABEL: @slow_products(
// CHECK-NOT: along
// CHECK: tileas.return
tileas.kernel @slow_products(%base: !tileaa.ptr, %size: i64, %i: i32, %factor: f32) attributes {spec = #tileas.kernel_spec<target = "sm_86", warps = 4, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %first = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %zero = arith.constant dense<0.0> : tensor<64x256xf32>
  %none = arith.constant dense<0.0> : tensor<64x64xf32>
  %p = tileaa.assume %base {div_by = 16 : i64} : !tileaa.ptr
  %n = tileaa.assume %size {div_by = 8 : i64} : i64
  %scale = tileaa.splat %factor : f32 -> tensor<64x64xf32>
  %q, %t0 = tileas.load %p[%first, %first] extents[%n, %n] strides[%n, %one] : !tileaa.ptr -> tensor<64x256xf16>
  %sum = scf.for %j = %c0 to %i step %c1 iter_args(%acc = %zero) -> (tensor<64x256xf32>) : i32 {
    %k, %t1 = tileas.load %p[%first, %first] extents[%n, %n] strides[%n, %one] : !tileaa.ptr -> tensor<256x64xf16>
    %s = tileas.mma %q as<f16>, %k as<f16>, %none by [16, 8, 16] : tensor<64x256xf16>, tensor<256x64xf16>, tensor<64x64xf32>
    %scaled = tileaa.mulf %s, %scale : tensor<64x64xf32>
    %h = arith.truncf %scaled : tensor<64x64xf32> to tensor<64x64xf16>
    %v, %t2 = tileas.load %p[%first, %first] extents[%n, %n] strides[%n, %one] : !tileaa.ptr -> tensor<64x256xf16>
    %d = tileas.mma %h as<f16>, %v as<f16>, %acc by [16, 8, 16] : tensor<64x64xf16>, tensor<64x256xf16>, tensor<64x256xf32>
    scf.yield %d : tensor<64x256xf32>
  }
  %t3 = tileas.store %sum to %p[%first, %first] extents[%n, %n] strides[%n, %one] by<owner> : tensor<64x256xf32>, !tileaa.ptr
  tileas.return
}
