// Ops that take the same register of several tiles at once, and tiles that do
// not lie alike.
//
// RUN: cuda-tile-opt %s -split-input-file -verify-diagnostics

#a = #tileas.layout<register = [[32]], lane = [[1], [2], [4], [8], [16]], warp = []>
#b = #tileas.layout<register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = []>
tileas.kernel @pointers_of_copy(%p: !tileaa.ptr, %to: !tileas.buffer<64xi32>) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %0 = tileaa.splat %p : !tileaa.ptr -> tensor<64x!tileaa.ptr, #a>
  // expected-error @+2 {{has tiles of different layouts, but takes the same register of each}}
  // expected-note @+1 {{one is 'tensor<64xi32, #tileas.layout<register = [[1]],}}
  %c = tileas.async_copy %0 to %to {tile = tensor<64xi32, #b>} : tensor<64x!tileaa.ptr, #a>, !tileas.buffer<64xi32>
  tileas.return
}

// -----

#a = #tileas.layout<register = [[32]], lane = [[1], [2], [4], [8], [16]], warp = []>
#b = #tileas.layout<register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = []>
tileas.kernel @mask_of_copy(%p: !tileaa.ptr, %m: i1, %to: !tileas.buffer<64xi32>) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %0 = tileaa.splat %p : !tileaa.ptr -> tensor<64x!tileaa.ptr, #a>
  %1 = tileaa.splat %m : i1 -> tensor<64xi1, #b>
  // expected-error @+2 {{has tiles of different layouts}}
  // expected-note @+1 {{one is}}
  %c = tileas.async_copy %0 mask %1 : tensor<64xi1, #b> to %to {tile = tensor<64xi32, #a>} : tensor<64x!tileaa.ptr, #a>, !tileas.buffer<64xi32>
  tileas.return
}

// -----

#a = #tileas.layout<register = [[32]], lane = [[1], [2], [4], [8], [16]], warp = []>
#b = #tileas.layout<register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = []>
tileas.kernel @mask_of_load(%p: !tileaa.ptr, %m: i1) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %0 = tileaa.splat %p : !tileaa.ptr -> tensor<64x!tileaa.ptr, #a>
  %1 = tileaa.splat %m : i1 -> tensor<64xi1, #b>
  // expected-error @+2 {{has tiles of different layouts}}
  // expected-note @+1 {{one is}}
  %v, %t = tileas.load %0 mask %1 : tensor<64xi1, #b> : tensor<64x!tileaa.ptr, #a> -> tensor<64xi32, #a>
  tileas.return
}

// -----

#a = #tileas.layout<register = [[32]], lane = [[1], [2], [4], [8], [16]], warp = []>
#b = #tileas.layout<register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = []>
tileas.kernel @result_of_load(%p: !tileaa.ptr) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %0 = tileaa.splat %p : !tileaa.ptr -> tensor<64x!tileaa.ptr, #a>
  // expected-error @+2 {{has tiles of different layouts}}
  // expected-note @+1 {{one is}}
  %v, %t = tileas.load %0 : tensor<64x!tileaa.ptr, #a> -> tensor<64xi32, #b>
  tileas.return
}

// -----

#a = #tileas.layout<register = [[32]], lane = [[1], [2], [4], [8], [16]], warp = []>
#b = #tileas.layout<register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = []>
tileas.kernel @value_of_store(%p: !tileaa.ptr, %x: i32) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %0 = tileaa.splat %p : !tileaa.ptr -> tensor<64x!tileaa.ptr, #a>
  %1 = tileaa.splat %x : i32 -> tensor<64xi32, #b>
  // expected-error @+2 {{has tiles of different layouts}}
  // expected-note @+1 {{one is}}
  %t = tileas.store %1 to %0 by<owner> : tensor<64xi32, #b>, tensor<64x!tileaa.ptr, #a>
  tileas.return
}

// -----

// Of an op of another dialect the kernel sees to it.
#a = #tileas.layout<register = [[32]], lane = [[1], [2], [4], [8], [16]], warp = []>
#b = #tileas.layout<register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = []>
tileas.kernel @sum(%p: !tileaa.ptr, %x: i64) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %0 = tileaa.splat %p : !tileaa.ptr -> tensor<64x!tileaa.ptr, #a>
  %1 = tileaa.splat %x : i64 -> tensor<64xi64, #b>
  // expected-error @+2 {{has tiles of different layouts}}
  // expected-note @+1 {{one is}}
  %2 = tileaa.ptr_add %0, %1 : tensor<64x!tileaa.ptr, #a>, tensor<64xi64, #b>
  tileas.return
}

// -----

#a = #tileas.layout<register = [[32]], lane = [[1], [2], [4], [8], [16]], warp = []>
#b = #tileas.layout<register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = []>
#r = #tileas.layout<register = [], lane = [[0], [0], [0], [0], [0]], warp = []>
tileas.kernel @reduction(%x: i32) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %0 = tileaa.splat %x : i32 -> tensor<64xi32, #a>
  %1 = tileaa.splat %x : i32 -> tensor<64xi32, #b>
  // expected-error @+2 {{has tiles of different layouts}}
  // expected-note @+1 {{one is}}
  %2:2 = tileas.warp_reduce %0, %1 dim 0 : tensor<64xi32, #a>, tensor<64xi32, #b> -> tensor<1xi32, #r>, tensor<1xi32, #r> {
  ^bb0(%l: i32, %m: i32, %n: i32, %o: i32):
    tileaa.yield %l, %n : i32, i32
  }
  tileas.return
}

// -----

// A loop's body is looked into, too.
#a = #tileas.layout<register = [[32]], lane = [[1], [2], [4], [8], [16]], warp = []>
#b = #tileas.layout<register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = []>
tileas.kernel @in_loop(%p: !tileaa.ptr, %n: i32, %to: !tileas.buffer<64xi32>) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %0 = tileaa.splat %p : !tileaa.ptr -> tensor<64x!tileaa.ptr, #a>
  scf.for %i = %n to %n step %n : i32 {
    // expected-error @+2 {{has tiles of different layouts}}
    // expected-note @+1 {{one is}}
    %c = tileas.async_copy %0 to %to {tile = tensor<64xi32, #b>} : tensor<64x!tileaa.ptr, #a>, !tileas.buffer<64xi32>
  }
  tileas.return
}
