// Kernels that the passes on tileas have not made ready.
//
// RUN: cuda-tile-opt %s -split-input-file -verify-diagnostics --convert-tileas-to-nvvm

// expected-error @+1 {{has an open spec; run tileas-freeze-kernel-spec first}}
tileas.kernel @open() attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  tileas.return
}

// -----

// expected-error @+1 {{is for an unknown GPU 'sm_1'}}
tileas.kernel @unknown() attributes {spec = #tileas.kernel_spec<target = "sm_1", warps = 1, shared = 0, frozen = true>} {
  tileas.return
}

// -----

// expected-error @+1 {{takes scalars and pointers, not 'tensor<4xf32>'}}
tileas.kernel @tile(%t: tensor<4xf32>) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = true>} {
  tileas.return
}

// -----

tileas.kernel @no_layout(%v: f32) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = true>} {
  // expected-error @+1 {{has a tile without a layout; run tileas-assign-layouts first}}
  %0 = tileaa.splat %v : f32 -> tensor<32xf32>
  tileas.return
}

// -----

#l = #tileas.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = []>
tileas.kernel @warps(%v: f32) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = true>} {
  // expected-error @+1 {{has a layout for 1 warps in a kernel of 4}}
  %0 = tileaa.splat %v : f32 -> tensor<32xf32, #l>
  tileas.return
}

// -----

#l = #tileas.layout<register = [[32], [64], [128], [256], [512], [1024], [2048], [4096], [8192], [16384], [32768], [65536], [131072], [262144], [524288]], lane = [[1], [2], [4], [8], [16]], warp = []>
tileas.kernel @registers(%v: f32) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = true>} {
  // expected-error @+1 {{has a tile of 32768 registers of a thread, more than 16384}}
  %0 = tileaa.splat %v : f32 -> tensor<1048576xf32, #l>
  tileas.return
}

// -----

#a = #tileas.layout<register = [[32]], lane = [[1], [2], [4], [8], [16]], warp = []>
#b = #tileas.layout<register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = []>
tileas.kernel @elementwise(%v: !tileaa.ptr) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = true>} {
  %0 = tileaa.splat %v : !tileaa.ptr -> tensor<64x!tileaa.ptr, #a>
  // expected-error @+2 {{has tiles of different layouts}}
  // expected-note @+1 {{one is}}
  %1 = tileaa.ptr_to_int %0 : tensor<64x!tileaa.ptr, #a> -> tensor<64xi64, #b>
  tileas.return
}

// -----

#a = #tileas.layout<register = [[32]], lane = [[1], [2], [4], [8], [16]], warp = []>
#b = #tileas.layout<register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = []>
tileas.kernel @store(%v: i32, %p: !tileaa.ptr) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = true>} {
  %0 = tileaa.splat %v : i32 -> tensor<64xi32, #a>
  %1 = tileaa.splat %p : !tileaa.ptr -> tensor<64x!tileaa.ptr, #b>
  // expected-error @+2 {{has tiles of different layouts}}
  // expected-note @+1 {{one is}}
  %2 = tileas.store %0 to %1 by<owner> : tensor<64xi32, #a>, tensor<64x!tileaa.ptr, #b>
  tileas.return
}

// -----

#a = #tileas.layout<register = [[32]], lane = [[1], [2], [4], [8], [16]], warp = []>
#b = #tileas.layout<register = [[0, 1]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = []>
tileas.kernel @reshape(%v: i32) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = true>} {
  %0 = tileaa.splat %v : i32 -> tensor<64xi32, #a>
  // expected-error @+1 {{has a result that does not lie where its operand lies}}
  %1 = tileaa.reshape %0 : tensor<64xi32, #a> -> tensor<32x2xi32, #b>
  tileas.return
}

// -----

#b = #tileas.layout<register = [[0, 1]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = []>
#c = #tileas.layout<register = [[0, 16]], lane = [[1, 0], [0, 1], [0, 2], [0, 4], [0, 8]], warp = []>
tileas.kernel @permute(%v: i32) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = true>} {
  %0 = tileaa.splat %v : i32 -> tensor<32x2xi32, #b>
  // expected-error @+1 {{has a result that does not lie where its operand lies}}
  %1 = tileaa.permute %0 [1, 0] : tensor<32x2xi32, #b> -> tensor<2x32xi32, #c>
  tileas.return
}

// -----

#b = #tileas.layout<register = [[0, 1]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = []>
#d = #tileas.layout<register = [], lane = [[16, 0], [8, 0], [4, 0], [2, 0], [1, 0]], warp = []>
tileas.kernel @broadcast(%v: i32) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = true>} {
  %0 = tileaa.splat %v : i32 -> tensor<32x1xi32, #d>
  // expected-error @+1 {{has a result that does not lie where its operand lies}}
  %1 = tileaa.broadcast %0 : tensor<32x1xi32, #d> -> tensor<32x2xi32, #b>
  tileas.return
}

// -----

#b = #tileas.layout<register = [[0, 1]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = []>
#d = #tileas.layout<register = [], lane = [[16, 0], [8, 0], [4, 0], [2, 0], [1, 0]], warp = []>
tileas.kernel @reduce(%v: i32) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = true>} {
  %0 = tileaa.splat %v : i32 -> tensor<32x2xi32, #b>
  // expected-error @+1 {{has a result that does not lie where its operand lies}}
  %1 = tileas.warp_reduce %0 dim 1 : tensor<32x2xi32, #b> -> tensor<32x1xi32, #d> {
  ^bb0(%x: i32, %y: i32):
    tileaa.yield %x : i32
  }
  tileas.return
}

// -----

#a = #tileas.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = [[32]]>
#b = #tileas.layout<register = [], lane = [[2], [4], [8], [16], [32]], warp = [[1]]>
tileas.kernel @convert(%v: i32) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 2, shared = 0, frozen = true>} {
  %0 = tileaa.splat %v : i32 -> tensor<64xi32, #a>
  // expected-error @+2 {{moves elements between warps; run tileas-place-in-shared first}}
  // expected-error @+1 {{failed to legalize}}
  %1 = tileas.convert_layout %0 : tensor<64xi32, #a> -> tensor<64xi32, #b>
  tileas.return
}

// -----

#a = #tileas.layout<register = [[32]], lane = [[1], [2], [4], [8], [16]], warp = []>
tileas.kernel @print(%v: i32) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = true>} {
  %0 = tileaa.splat %v : i32 -> tensor<64xi32, #a>
  // expected-error @+1 {{prints a tile that no one thread holds; run tileas-place-in-shared first}}
  %1 = tileas.print "%d", %0 : tensor<64xi32, #a>
  tileas.return
}

// -----

tileas.kernel @offset() attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = true>} {
  // expected-error @+1 {{has no offset; run tileas-allocate-shared first}}
  %0 = tileas.alloc_shared : <4xi32>
  tileas.return
}

// -----

tileas.kernel @outside() attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 16, frozen = true>} {
  %0 = tileas.alloc_shared at 0 : <4xi32>
  // expected-error @+1 {{lies outside of the 16 bytes of shared memory of the kernel}}
  %1 = tileas.alloc_shared at 16 : <4xi32>
  tileas.return
}

// -----

tileas.kernel @aligned() attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 64, frozen = true>} {
  // expected-error @+1 {{lies at 4, which is no multiple of 16}}
  %0 = tileas.alloc_shared at 4 : <4xi32>
  tileas.return
}

// -----

#a = #tileas.layout<register = [[32]], lane = [[1], [2], [4], [8], [16]], warp = []>
tileas.kernel @apart(%p: !tileaa.ptr, %i: i64) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = true>} {
  // expected-error @+1 {{has a width of 2 elements, which are no neighbours in the registers of a thread, or more than 16 bytes}}
  %0, %1 = tileas.load %p[%i] extents[%i] strides[%i] {width = 2 : i64} : !tileaa.ptr -> tensor<64xi32, #a>
  tileas.return
}

// -----

#a = #tileas.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = []>
tileas.kernel @wide(%p: !tileaa.ptr, %i: i64) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = true>} {
  // expected-error @+1 {{has a width of 4 elements, which are no neighbours in the registers of a thread, or more than 16 bytes}}
  %0, %1 = tileas.load %p[%i] extents[%i] strides[%i] {width = 4 : i64} : !tileaa.ptr -> tensor<128xi64, #a>
  tileas.return
}

// -----

#a = #tileas.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = []>
tileas.kernel @odd(%p: !tileaa.ptr, %i: i64) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = true>} {
  // expected-error @+1 {{has a width of 3, which only a weak access of a tile may have, or one with multimem, and only if it is a power of two}}
  %0, %1 = tileas.load %p[%i] extents[%i] strides[%i] {width = 3 : i64} : !tileaa.ptr -> tensor<128xi32, #a>
  tileas.return
}

// -----

tileas.kernel @k(%i: i32) attributes {spec = #tileas.kernel_spec<target = "sm_80", warps = 1, shared = 16, frozen = true>} {
  %b = tileas.alloc_shared at 0 : <!tileas.mbarrier<1>>
  tileas.mbarrier_init %b : <!tileas.mbarrier<1>>
  // expected-error @+1 {{needs mbarrier.try_wait, expect_tx, which sm_80 does not have}}
  tileas.mbarrier_arrive %b[%i] expecting 16 : <!tileas.mbarrier<1>>
  tileas.return
}

// -----

tileas.kernel @k(%i: i32) attributes {spec = #tileas.kernel_spec<target = "sm_75", warps = 1, shared = 16, frozen = true>} {
  %b = tileas.alloc_shared at 0 : <!tileas.mbarrier<1>>
  // expected-error @+1 {{needs mbarrier objects in shared memory, which sm_75 does not have}}
  tileas.mbarrier_init %b : <!tileas.mbarrier<1>>
  tileas.return
}

// -----

tileas.kernel @k() attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 8, shared = 0, frozen = true>} {
  // expected-error @+1 {{gives registers to its agents in a kernel that begins with any number of them; set 'min_ctas_per_sm' or 'max_registers'}}
  tileas.agents
    agent "a" warps 4 registers 24 {
    }
    agent "b" warps 4 registers 24 {
    }
  tileas.return
}

// -----

tileas.kernel @k() attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 2, shared = 0, frozen = true>} {
  tileas.agents
    agent "a" warps 1 {
      // expected-error @+1 {{has a layout for 2 warps in an agent of 1}}
      %x = tileaa.iota : tensor<64xi32, #tileas.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = [[32]]>>
    }
    agent "b" warps 1 {
    }
  tileas.return
}

// -----

#sum = #tileas.layout<register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
tileas.kernel @k() attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 4096, frozen = true>} {
  %c = arith.constant dense<1.0> : tensor<64x64xf32, #sum>
  %a = tileas.alloc_shared at 0 : <64x16xf16>
  %b = tileas.alloc_shared at 2048 : <16x64xf16>
  // expected-error @+1 {{reads a factor from shared memory that no matrix descriptor names, '!tileas.buffer<64x16xf16>'}}
  %d = tileas.wgmma %a as<f16>, %b as<f16>, %c by [64, 64, 16] : !tileas.buffer<64x16xf16>, !tileas.buffer<16x64xf16>, tensor<64x64xf32, #sum>
  tileas.return
}

// -----

#sum = #tileas.layout<register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
tileas.kernel @k() attributes {spec = #tileas.kernel_spec<target = "sm_100", warps = 4, shared = 4096, frozen = true>} {
  %c = arith.constant dense<1.0> : tensor<64x64xf32, #sum>
  %a = tileas.alloc_shared at 0 : <64x16xf16>
  %b = tileas.alloc_shared at 2048 : <16x64xf16>
  // expected-error @+1 {{needs wgmma, which sm_100 does not have}}
  %d = tileas.wgmma %a as<f16>, %b as<f16>, %c by [64, 64, 16] : !tileas.buffer<64x16xf16>, !tileas.buffer<16x64xf16>, tensor<64x64xf32, #sum>
  tileas.return
}

// -----

tileas.kernel @k() attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 4096, frozen = true>} {
  %c = arith.constant dense<1.0> : tensor<64x64xf32, #tileas.layout<register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>>
  // expected-error @+1 {{lies at 512, which is no multiple of 1024}}
  %b = tileas.alloc_shared at 512 : <16x64xf16, #tileas.layout<offset = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0]]>>
  %a = tileas.shared_load %b : <16x64xf16, #tileas.layout<offset = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0]]>> -> tensor<16x64xf16, #tileas.layout<register = [[0, 1], [0, 2], [0, 4]], lane = [[0, 8], [0, 16], [0, 32], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]]>>
  %l = arith.constant dense<1.0> : tensor<64x16xf16, #tileas.layout<register = [[0, 1], [8, 0], [0, 8]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>>
  %d = tileas.wgmma %l as<f16>, %b as<f16>, %c by [64, 64, 16] : tensor<64x16xf16, #tileas.layout<register = [[0, 1], [8, 0], [0, 8]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>>, !tileas.buffer<16x64xf16, #tileas.layout<offset = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0]]>>, tensor<64x64xf32, #tileas.layout<register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>>
  tileas.return
}

// -----

#l = #tileas.layout<register = [[32]], lane = [[1], [2], [4], [8], [16]], warp = []>
tileas.kernel @part() attributes {spec = #tileas.kernel_spec<target = "sm_100", warps = 1, cluster = [2, 1, 1], spread = true, shared = 128, frozen = true>} {
  %p = tileas.alloc_shared at 0 : <64xi32, ctas = 2>
  // expected-error @+1 {{accesses all of a buffer of which this CTA has a part, '!tileas.buffer<64xi32, ctas = 2>'}}
  %x = tileas.shared_load %p : <64xi32, ctas = 2> -> tensor<64xi32, #l>
  tileas.return
}

// -----

// expected-error @+1 {{the name "__nv_sinf" is kept for functions and variables of CUDA and of the compiler; take another one}}
tileas.kernel @__nv_sinf() attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = true>} {
  tileas.return
}
// expected-error @+1 {{the name "vprintf" is kept}}
tileaa.global hidden @vprintf align 16 = dense<[1.0, 2.0]> : tensor<2xf32>
// expected-error @+1 {{the name "__assertfail" is kept}}
tileaa.global @__assertfail align 16 = dense<[1.0, 2.0]> : tensor<2xf32>
// expected-error @+1 {{the name "__tessera_string_0" is kept}}
tileaa.global @__tessera_string_0 align 16 = dense<[1.0, 2.0]> : tensor<2xf32>
