// What the verifiers of the operations refuse.
//
// RUN: cuda-tile-opt %s -split-input-file -verify-diagnostics

// expected-error @+1 {{returns nothing}}
tileas.kernel @k() -> i32 attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  tileas.return
}

// -----

// expected-error @+1 {{needs a power of two of at most 32 warps, not 3}}
tileas.kernel @k() attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 3, shared = 0, frozen = false>} {
  tileas.return
}

// -----

// expected-error @+1 {{needs a power of two of at most 32 warps, not 64}}
tileas.kernel @k() attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 64, shared = 0, frozen = false>} {
  tileas.return
}

// -----

// expected-error @+1 {{requires attribute 'spec'}}
tileas.kernel @k() {
  tileas.return
}

// -----

tileas.kernel @k(%p: !tileaa.ptr) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  // expected-error @+1 {{is executed by all threads that hold an element or by its owner}}
  %v, %t = tileas.load %p by<machine> : !tileaa.ptr -> i32
  tileas.return
}

// -----

tileas.kernel @k(%p: !tileaa.ptr) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  // expected-error @+1 {{that is not weak must be executed by the owner of each element alone}}
  %v, %t = tileas.load %p ordering<relaxed> scope<device> : !tileaa.ptr -> i32
  tileas.return
}

// -----

tileas.kernel @k(%p: !tileaa.ptr) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  // expected-error @+1 {{cannot release: a load is weak, relaxed or acquire}}
  %v, %t = tileas.load %p ordering<release> scope<device> by<owner> : !tileaa.ptr -> i32
  tileas.return
}

// -----

tileas.kernel @k(%p: !tileaa.ptr, %v: i32) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  // expected-error @+1 {{must be executed by the owner of each element alone}}
  %t = tileas.store %v to %p : i32, !tileaa.ptr
  tileas.return
}

// -----

tileas.kernel @k(%p: !tileaa.ptr, %v: i32) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  // expected-error @+1 {{cannot acquire: a store is weak, relaxed or release}}
  %t = tileas.store %v to %p ordering<acquire> scope<device> by<owner> : i32, !tileaa.ptr
  tileas.return
}

// -----

#l = #tileas.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = []>
tileas.kernel @k(%v: tensor<32xf32, #l>) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  // expected-error @+1 {{changes only the layout}}
  %0 = tileas.convert_layout %v : tensor<32xf32, #l> -> tensor<32xf16, #l>
  tileas.return
}

// -----

#l = #tileas.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = []>
tileas.kernel @k(%v: tensor<32xf32>) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  // expected-error @+1 {{needs tiles that have layouts}}
  %0 = tileas.convert_layout %v : tensor<32xf32> -> tensor<32xf32, #l>
  tileas.return
}

// -----

tileas.kernel @k(%v: i32) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  // expected-error @+1 {{failed to verify that all of {value, result} have same type}}
  %0 = "tileas.publish"(%v) : (i32) -> i64
  tileas.return
}

// -----

#l = #tileas.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = []>
tileas.kernel @k(%v: tensor<32xf32, #l>) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  // expected-error @+1 {{reduces dimension 1 of a tile of rank 1}}
  %0 = tileas.warp_reduce %v dim 1 : tensor<32xf32, #l> -> tensor<32xf32, #l> {
  ^bb0(%x: f32, %y: f32):
    tileaa.yield %x : f32
  }
  tileas.return
}

// -----

#l = #tileas.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = []>
tileas.kernel @k(%v: tensor<32xf32, #l>) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  // expected-error @+1 {{needs as many results as operands, and at least one}}
  %0:2 = tileas.warp_reduce %v dim 0 : tensor<32xf32, #l> -> tensor<32xf32, #l>, tensor<32xf32, #l> {
  ^bb0(%x: f32, %y: f32):
    tileaa.yield %x : f32
  }
  tileas.return
}

// -----

#l = #tileas.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = []>
tileas.kernel @k(%v: tensor<32xf32, #l>) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  // expected-error @+1 {{needs a body of two arguments and one result for each operand}}
  %0 = tileas.warp_reduce %v dim 0 : tensor<32xf32, #l> -> tensor<32xf32, #l> {
  ^bb0(%x: f32):
    tileaa.yield %x : f32
  }
  tileas.return
}

// -----

#l = #tileas.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = []>
tileas.kernel @k(%v: tensor<32xf32, #l>) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %b = tileas.alloc_shared : <16xf32>
  // expected-error @+1 {{through '!tileas.buffer<16xf32>'}}
  tileas.shared_store %v to %b : tensor<32xf32, #l>, <16xf32>
  tileas.return
}

// -----

tileas.kernel @k() attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %b = tileas.alloc_shared : <i32>
  // expected-error @+1 {{moves 'f32' through '!tileas.buffer<i32>'}}
  %v = tileas.shared_load %b : <i32> -> f32
  tileas.return
}

// -----

tileas.kernel @k() attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %a = tileas.alloc_shared : <i32, stages = 2>
  // expected-error @+1 {{takes one stage of a ring, which tileas.slice gives, not '!tileas.buffer<i32, stages = 2>'}}
  %v = tileas.shared_load %a : <i32, stages = 2> -> i32
  tileas.return
}

// -----

tileas.kernel @k() attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %a = tileas.alloc_shared : <4xi32, stages = 2>
  // expected-error @+1 {{takes one stage of a ring, which tileas.slice gives, not '!tileas.buffer<4xi32, stages = 2>'}}
  %t = tileas.print "%d", %a : !tileas.buffer<4xi32, stages = 2>
  tileas.return
}

// -----

tileas.kernel @k() attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  // expected-error @+1 {{a buffer of 4 elements has from 1 to 4194304 stages, not 0}}
  %a = tileas.alloc_shared : <4xi32, stages = 0>
  tileas.return
}

// -----

tileas.kernel @k() attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  // expected-error @+1 {{allocates shared memory, not '!tileas.buffer<4xi32, tensor>'}}
  %a = tileas.alloc_shared : <4xi32, tensor>
  tileas.return
}

// -----

// Dynamic extents have no place in a buffer.
tileas.kernel @k() attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  // expected-error @+1 {{expected static shape}}
  %a = tileas.alloc_shared : <?xi32>
  tileas.return
}

// -----

tileas.kernel @k(%t: tensor<4xi32>) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  // expected-error @+1 {{failed to satisfy constraint: which threads execute an access}}
  %v, %u = "tileas.load"(%t) {executor = 1 : i32} : (tensor<4xi32>) -> (tensor<4xi32>, !tileaa.token)
  tileas.return
}

// -----

tileas.kernel @k() attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  // expected-error @+1 {{a buffer holds integers, floats or pointers, not 'index'}}
  %a = tileas.alloc_shared : <4xindex>
  tileas.return
}

// -----

tileas.kernel @k() attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  // expected-error @+1 {{a buffer has from 1 to 16777216 elements}}
  %a = tileas.alloc_shared : <4294967296x4294967296xi32>
  tileas.return
}

// -----

tileas.kernel @k() attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  // expected-error @+1 {{a buffer has from 1 to 16777216 elements}}
  %a = tileas.alloc_shared : <0xi32>
  tileas.return
}

// -----

tileas.kernel @k() attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  // expected-error @+1 {{the extents of a buffer are powers of two, not 255}}
  %a = tileas.alloc_shared : <2x255xf16>
  tileas.return
}

// -----

// expected-error @+1 {{layout of a buffer has bases for 'offset' alone}}
tileas.kernel @k(%b: !tileas.buffer<32xi32, #tileas.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = []>>) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  tileas.return
}

// -----

// expected-error @+1 {{layout does not fit the shape of the buffer}}
tileas.kernel @k(%b: !tileas.buffer<8xi32, #tileas.layout<offset = [[1], [2]]>>) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  tileas.return
}

// -----

// expected-error @+1 {{layout of a buffer has one offset for each element}}
tileas.kernel @k(%b: !tileas.buffer<4xi32, #tileas.layout<offset = [[1], [2], [3]]>>) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  tileas.return
}

// -----

#swizzled = #tileas.layout<offset = [[0, 1], [0, 2], [1, 1], [2, 2], [4, 0]]>
tileas.kernel @k(%v: tensor<32xi32>) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %b = tileas.alloc_shared : <8x4xi32, #swizzled>
  // expected-error @+1 {{whose layout is for another shape}}
  tileas.shared_store %v to %b : tensor<32xi32>, !tileas.buffer<8x4xi32, #swizzled>
  tileas.return
}

// -----

tileas.kernel @k(%v: i32) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %b = tileas.alloc_shared : <8x4xi32>
  // expected-error @+1 {{leaves out the brackets of 3 dimensions, which '!tileas.buffer<8x4xi32>' does not have}}
  %t = tileas.print "%d", %b : !tileas.buffer<8x4xi32> inner 3
  tileas.return
}

// -----

#swizzled = #tileas.layout<offset = [[0, 1], [0, 2], [1, 1], [2, 2], [4, 0]]>
tileas.kernel @k(%v: tensor<8x4xi32>) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %b = tileas.alloc_shared : <8x4xi32, #swizzled>
  tileas.shared_store %v to %b : tensor<8x4xi32>, !tileas.buffer<8x4xi32, #swizzled>
  // expected-error @+1 {{prints buffers in row-major order}}
  %t = tileas.print "%d", %b : !tileas.buffer<8x4xi32, #swizzled>
  tileas.return
}

// -----

tileas.kernel @k(%a: tensor<16x16xf16>, %c: tensor<16x16xf32>) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  // expected-error @+1 {{has no such instruction}}
  %d = tileas.mma %a as<f16>, %a as<f16>, %c by [16, 8, 32] : tensor<16x16xf16>, tensor<16x16xf16>, tensor<16x16xf32>
  tileas.return
}

// -----

tileas.kernel @k(%a: tensor<16x16xf16>, %c: tensor<16x16xf32>) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  // expected-error @+1 {{rounds a factor that is not read as tf32}}
  %d = tileas.mma %a as<f16>, %a as<f16>, %c by [16, 8, 16] {rounds_lhs} : tensor<16x16xf16>, tensor<16x16xf16>, tensor<16x16xf32>
  tileas.return
}

// -----

tileas.kernel @k(%a: !tileas.buffer<16x64xf16>, %b: !tileas.buffer<64x16xf16>, %c: tensor<16x16xf32>) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  // expected-error @+1 {{multiplies no such part of K: 32, 32}}
  %d = tileas.mma %a as<f16>, %b as<f16>, %c by [16, 8, 16] along [32, 32] : !tileas.buffer<16x64xf16>, !tileas.buffer<64x16xf16>, tensor<16x16xf32>
  tileas.return
}

// -----

tileas.kernel @k(%a: !tileas.buffer<16x64xf16>, %b: !tileas.buffer<64x16xf16>, %c: tensor<16x16xf32>) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  // expected-error @+1 {{multiplies no such part of K: 16}}
  %d = tileas.mma %a as<f16>, %b as<f16>, %c by [16, 8, 16] along [16] : !tileas.buffer<16x64xf16>, !tileas.buffer<64x16xf16>, tensor<16x16xf32>
  tileas.return
}

// -----

tileas.kernel @k(%a: !tileas.buffer<16x64xf16>, %b: !tileas.buffer<64x16xf16>, %c: tensor<16x16xf32>) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  // expected-error @+1 {{multiplies a part of K that ends at 40, within a step of its instruction}}
  %d = tileas.mma %a as<f16>, %b as<f16>, %c by [16, 8, 16] along [0, 40] : !tileas.buffer<16x64xf16>, !tileas.buffer<64x16xf16>, tensor<16x16xf32>
  tileas.return
}

// -----

tileas.kernel @k(%a: !tileas.buffer<16x64xf16>, %b: !tileas.buffer<64x16xf16>, %c: tensor<16x16xf32>) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  // expected-error @+1 {{needs lhs of the shape 16, 80, not}}
  %d = tileas.mma %a as<f16>, %b as<f16>, %c by [16, 8, 16] along [0, 80] : !tileas.buffer<16x64xf16>, !tileas.buffer<64x16xf16>, tensor<16x16xf32>
  tileas.return
}

// -----

// A tile in registers has what is multiplied, and nothing else.
tileas.kernel @k(%a: tensor<16x64xf16>, %b: !tileas.buffer<64x16xf16>, %c: tensor<16x16xf32>) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  // expected-error @+1 {{needs lhs of the shape 16, 32, not}}
  %d = tileas.mma %a as<f16>, %b as<f16>, %c by [16, 8, 16] along [0, 32] : tensor<16x64xf16>, !tileas.buffer<64x16xf16>, tensor<16x16xf32>
  tileas.return
}

// -----

tileas.kernel @k(%a: tensor<16x32xi8>, %b: tensor<32x8xi8>, %s: tensor<16x1xi8>, %t: tensor<1x8xi8>, %c: tensor<16x8xf32>) attributes {spec = #tileas.kernel_spec<target = "sm_120a", warps = 1, shared = 0, frozen = false>} {
  // expected-error @+1 {{multiplies a part of K of scaled blocks}}
  %d = tileas.mma %a as<e4m3>, %b as<e4m3>, %c scaled(%s, %t : tensor<16x1xi8>, tensor<1x8xi8>) as<f8E8M0FNU> by [16, 8, 32] along [0, 32] : tensor<16x32xi8>, tensor<32x8xi8>, tensor<16x8xf32>
  tileas.return
}

// -----

tileas.kernel @k(%b: !tileas.buffer<2x2xf32>) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  // The beginning of a buffer has its rank.
  // expected-error @+1 {{through '!tileas.buffer<2x2xf32>'}}
  %v = tileas.shared_load %b : !tileas.buffer<2x2xf32> -> tensor<2xf32, #tileas.layout<register = [], lane = [[0], [0], [0], [0], [1]], warp = []>>
  tileas.return
}

// -----

#l = #tileas.layout<register = [[32]], lane = [[1], [2], [4], [8], [16]], warp = []>
tileas.kernel @k(%v: tensor<64xf32, #l>) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %b = tileas.alloc_shared : <16xf32>
  // expected-error @+1 {{moves a box of 'tensor<64xf32, #tileas.layout<register = [[32]], lane = [[1 to 16]], warp = []>>' that begins at [8] through '!tileas.buffer<16xf32>'}}
  tileas.store_box %v [8] to %b : tensor<64xf32, #l>, <16xf32>
  tileas.return
}

// -----

#l = #tileas.layout<register = [[32]], lane = [[1], [2], [4], [8], [16]], warp = []>
tileas.kernel @k() attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %b = tileas.alloc_shared : <16xi32>
  // expected-error @+1 {{moves a box of}}
  %v = tileas.load_box %b [0] : <16xi32> -> tensor<64xf32, #l>
  tileas.return
}

// -----

tileas.kernel @k(%a: tensor<64x16xf16>, %b: tensor<16x64xf16>, %c: tensor<64x64xf32>) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>} {
  // expected-error @+1 {{has no such instruction}}
  %d = tileas.wgmma %a as<f16>, %b as<f16>, %c by [16, 64, 16] : tensor<64x16xf16>, tensor<16x64xf16>, tensor<64x64xf32>
  tileas.return
}

// -----

tileas.kernel @k(%a: tensor<32x16xf16>, %b: tensor<16x64xf16>, %c: tensor<32x64xf32>) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>} {
  // expected-error @+1 {{multiplies matrices of whole instructions, not 32 x 64 x 16 by [64, 64, 16]; use 'mma' for others}}
  %d = tileas.wgmma %a as<f16>, %b as<f16>, %c by [64, 64, 16] : tensor<32x16xf16>, tensor<16x64xf16>, tensor<32x64xf32>
  tileas.return
}

// -----

tileas.kernel @k(%a: tensor<64x32xi8>, %b: tensor<32x64xi8>, %c: tensor<64x64xf32>) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>} {
  // expected-error @+1 {{adds to its sum when an instruction has ended, and so cannot be pending}}
  %d = tileas.wgmma %a as<e4m3>, %b as<e4m3>, %c by [64, 64, 32] promoted pending : tensor<64x32xi8>, tensor<32x64xi8>, tensor<64x64xf32>
  tileas.return
}

// -----

tileas.kernel @sum_under_way(%c: tensor<64x64xf32>)
    attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>} {
  %p = tileas.pend %c : <tensor<64x64xf32>>
  // expected-error@+1 {{gives a tile to another op than a product under way that adds to it}}
  %s = tileas.chain %p : <tensor<64x64xf32>>
  %n = arith.negf %s : tensor<64x64xf32>
  tileas.return
}

// -----

tileas.kernel @k(%a: tensor<128x16xf16>, %b: tensor<16x64xf16>, %c: tensor<128x64xf32>) attributes {spec = #tileas.kernel_spec<target = "sm_100", warps = 4, shared = 0, frozen = false>} {
  // expected-error @+1 {{has no such instruction}}
  %d, %dend = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %c by [32, 64, 16] : tensor<128x16xf16>, tensor<16x64xf16>, tensor<128x64xf32>
  tileas.return
}

// -----

tileas.kernel @k(%a: tensor<64x16xf16>, %b: tensor<16x64xf16>, %c: tensor<64x64xf32>) attributes {spec = #tileas.kernel_spec<target = "sm_100", warps = 4, shared = 0, frozen = false>} {
  // expected-error @+1 {{multiplies matrices of whole instructions, not 64 x 64 x 16 by [128, 64, 16]; use 'mma' for others}}
  %d, %dend = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %c by [128, 64, 16] : tensor<64x16xf16>, tensor<16x64xf16>, tensor<64x64xf32>
  tileas.return
}

// -----

tileas.kernel @k(%a: tensor<128x16xf16>, %b: tensor<16x64xf16>, %c: !tileas.tmem_tile<tensor<128x64xf32>>) attributes {spec = #tileas.kernel_spec<target = "sm_100", warps = 4, shared = 0, frozen = false>} {
  // expected-error @+1 {{adds to a sum in tensor memory, but does not say which}}
  %d, %dend = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %c by [128, 64, 16] : tensor<128x16xf16>, tensor<16x64xf16>, !tileas.tmem_tile<tensor<128x64xf32>>
  tileas.return
}

// -----

tileas.kernel @k(%a: tensor<128x16xf16>, %b: tensor<16x64xf16>, %c: tensor<128x64xf32>, %e: !tileas.buffer<2xi32>, %i: i32) attributes {spec = #tileas.kernel_spec<target = "sm_100", warps = 4, shared = 0, frozen = false>} {
  // expected-error @+1 {{tells mbarriers of its end, not '!tileas.buffer<2xi32>'}}
  %d, %end = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %c by [128, 64, 16] on %e[%i] : tensor<128x16xf16>, tensor<16x64xf16>, tensor<128x64xf32>, !tileas.buffer<2xi32>
  tileas.return
}

// -----

tileas.kernel @k(%a: tensor<128x128xi8>, %s: tensor<128x4xi8>, %t: tensor<4x128xi8>, %c: tensor<128x128xf32>) attributes {spec = #tileas.kernel_spec<target = "sm_100", warps = 4, shared = 0, frozen = false>} {
  // expected-error @+1 {{has no such instruction}}
  %d, %end = tileas.tcgen05_mma %a as<e4m3>, %a as<e4m3>, %c scaled(%s, %t : tensor<128x4xi8>, tensor<4x128xi8>) as<f8E8M0FNU> by [64, 128, 32] : tensor<128x128xi8>, tensor<128x128xi8>, tensor<128x128xf32>
  tileas.return
}

// -----

tileas.kernel @k(%a: tensor<128x128xi8>, %s: tensor<128x4xi8>, %t: tensor<4x128xi8>, %c: tensor<128x128xf32>) attributes {spec = #tileas.kernel_spec<target = "sm_100", warps = 4, shared = 0, frozen = false>} {
  // expected-error @+1 {{needs a column for scales where there are scales and a sum in tensor memory, and nowhere else}}
  %d, %end = tileas.tcgen05_mma %a as<e4m3>, %a as<e4m3>, %c scaled(%s, %t : tensor<128x4xi8>, tensor<4x128xi8>) as<f8E8M0FNU> by [128, 128, 32] {scale_column = 128 : i64} : tensor<128x128xi8>, tensor<128x128xi8>, tensor<128x128xf32>
  tileas.return
}

// -----

tileas.kernel @k(%p: !tileas.buffer<1xi32>, %d: !tileas.buffer<!tileas.mbarrier<1>>) attributes {spec = #tileas.kernel_spec<target = "sm_100", warps = 4, shared = 0, frozen = false>} {
  // expected-error @+1 {{allocates a power of two from 32 to 512 columns, not 48}}
  %m = tileas.tmem_alloc 48 by %p, %d : !tileas.buffer<1xi32>, !tileas.buffer<!tileas.mbarrier<1>>
  tileas.return
}

// -----

#sum = #tileas.layout<register = [[0, 1], [8, 0], [0, 8 to 32], [16, 0]], lane = [[0, 2], [0, 4], [1 to 4, 0]], warp = [[32, 0], [64, 0]]>
#half = #tileas.layout<register = [[0, 1], [8, 0], [0, 8 to 16], [16, 0]], lane = [[0, 2], [0, 4], [1 to 4, 0]], warp = [[32, 0], [64, 0]]>
tileas.kernel @place_of_another_tile(%x: tensor<128x64xf32, #sum>, %y: tensor<128x32xf32, #half>) attributes {
    spec = #tileas.kernel_spec<target = "sm_100", warps = 4, shared = 0, frozen = false>} {
  %p = tileas.alloc_shared : <1xi32>
  %d = tileas.alloc_shared : <!tileas.mbarrier<1>>
  %m = tileas.tmem_alloc 64 by %p, %d : !tileas.buffer<1xi32>, !tileas.buffer<!tileas.mbarrier<1>>
  %s = tileas.tmem_store %y to %m at 0 : tensor<128x32xf32, #half>
  // expected-error @+1 {{lies in the place of another tile, of type}}
  %t = tileas.tmem_store %x to %m at 0 in %s : !tileas.tmem_tile<tensor<128x32xf32, #half>> : tensor<128x64xf32, #sum>
  tileas.return
}

// -----

#sum = #tileas.layout<register = [[0, 1], [8, 0], [0, 8 to 32], [16, 0]], lane = [[0, 2], [0, 4], [1 to 4, 0]], warp = [[32, 0], [64, 0]]>
tileas.kernel @upper_in_place(%x: tensor<128x64xf32, #sum>) attributes {
    spec = #tileas.kernel_spec<target = "sm_100", warps = 4, shared = 0, frozen = false>} {
  %p = tileas.alloc_shared : <1xi32>
  %d = tileas.alloc_shared : <!tileas.mbarrier<1>>
  %m = tileas.tmem_alloc 64 by %p, %d : !tileas.buffer<1xi32>, !tileas.buffer<!tileas.mbarrier<1>>
  %s = tileas.tmem_store %x to %m at 0 : tensor<128x64xf32, #sum>
  // expected-error @+1 {{lies in the upper lanes, and in the place of another tile; it has the lanes of that}}
  %t = tileas.tmem_store %x to %m at 0 upper in %s : !tileas.tmem_tile<tensor<128x64xf32, #sum>> : tensor<128x64xf32, #sum>
  tileas.return
}

// -----

#sum = #tileas.layout<register = [[0, 1], [8, 0], [0, 8 to 32], [16, 0]], lane = [[0, 2], [0, 4], [1 to 4, 0]], warp = [[32, 0], [64, 0]]>
tileas.kernel @scaled_integers(%x: tensor<128x64xi32, #sum>) attributes {
    spec = #tileas.kernel_spec<target = "sm_100", warps = 4, shared = 0, frozen = false>} {
  %p = tileas.alloc_shared : <1xi32>
  %d = tileas.alloc_shared : <!tileas.mbarrier<1>>
  %m = tileas.tmem_alloc 64 by %p, %d : !tileas.buffer<1xi32>, !tileas.buffer<!tileas.mbarrier<1>>
  %s = tileas.tmem_store %x to %m at 0 : tensor<128x64xi32, #sum>
  // expected-error @+1 {{multiplies sums of f32, not}}
  %t = tileas.tmem_scale %s by %x : !tileas.tmem_tile<tensor<128x64xi32, #sum>>
  tileas.return
}

// -----

// Places that tensor memory does not have.
tileas.kernel @k(%i: i32) attributes {spec = #tileas.kernel_spec<target = "sm_100", warps = 4, shared = 0, frozen = false>} {
  %p = tileas.alloc_shared : <1xi32>
  %d = tileas.alloc_shared : <!tileas.mbarrier<1>>
  %m = tileas.tmem_alloc 512 by %p, %d : !tileas.buffer<1xi32>, !tileas.buffer<!tileas.mbarrier<1>>
  // expected-error@+1 {{takes one of a power of two of places in 512 columns, not of 4 with 256 columns each}}
  %n = tileas.tmem_slice %m[%i] of 4 by 256
  tileas.return
}

// -----

tileas.kernel @k(%i: i32) attributes {spec = #tileas.kernel_spec<target = "sm_100", warps = 4, shared = 0, frozen = false>} {
  %p = tileas.alloc_shared : <1xi32>
  %d = tileas.alloc_shared : <!tileas.mbarrier<1>>
  %m = tileas.tmem_alloc 512 by %p, %d : !tileas.buffer<1xi32>, !tileas.buffer<!tileas.mbarrier<1>>
  // expected-error@+1 {{takes one of a power of two of places in 512 columns, not of 3 with 128 columns each}}
  %n = tileas.tmem_slice %m[%i] of 3 by 128
  tileas.return
}

// -----

// Products make the only arrival.
tileas.kernel @k(%i: i32, %s: !tileas.tmem_tile<tensor<128x64xf32>>) attributes {spec = #tileas.kernel_spec<target = "sm_100", warps = 4, shared = 0, frozen = false>} {
  %d = tileas.alloc_shared : <!tileas.mbarrier<2>, stages = 2>
  // expected-error@+1 {{hands a sum on by mbarriers of one arrival, not by '!tileas.buffer<!tileas.mbarrier<2>, stages = 2>'}}
  tileas.tmem_give %s to %d[%i] : !tileas.tmem_tile<tensor<128x64xf32>>, !tileas.buffer<!tileas.mbarrier<2>, stages = 2>
  tileas.return
}

// -----

tileas.kernel @k(%i: i32, %c: i1) attributes {spec = #tileas.kernel_spec<target = "sm_100", warps = 4, shared = 0, frozen = false>} {
  %p = tileas.alloc_shared : <1xi32>
  %d = tileas.alloc_shared : <!tileas.mbarrier<1>>
  %m = tileas.tmem_alloc 512 by %p, %d : !tileas.buffer<1xi32>, !tileas.buffer<!tileas.mbarrier<1>>
  // expected-error@+1 {{hands a sum on by mbarriers of one arrival, not by '!tileas.buffer<1xi32>'}}
  %s = tileas.tmem_take %p[%i] at 0 in %m if %c : !tileas.buffer<1xi32> -> !tileas.tmem_tile<tensor<128x64xf32>>
  tileas.return
}

// -----

tileas.kernel @k(%p: !tileas.buffer<2xi32>, %d: !tileas.buffer<!tileas.mbarrier<1>>) attributes {spec = #tileas.kernel_spec<target = "sm_100", warps = 4, shared = 0, frozen = false>} {
  // expected-error @+1 {{writes an address to 4 bytes, not to '!tileas.buffer<2xi32>'}}
  %m = tileas.tmem_alloc 64 by %p, %d : !tileas.buffer<2xi32>, !tileas.buffer<!tileas.mbarrier<1>>
  tileas.return
}

// -----

tileas.kernel @k(%p: !tileas.buffer<1xi32>, %d: !tileas.buffer<!tileas.mbarrier<2>>) attributes {spec = #tileas.kernel_spec<target = "sm_100", warps = 4, shared = 0, frozen = false>} {
  // expected-error @+1 {{needs an mbarrier of one arrival, not '!tileas.buffer<!tileas.mbarrier<2>>'}}
  %m = tileas.tmem_alloc 64 by %p, %d : !tileas.buffer<1xi32>, !tileas.buffer<!tileas.mbarrier<2>>
  tileas.return
}

// -----

tileas.kernel @k(%i: i32) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 8, shared = 0, frozen = false>} {
  // expected-error @+1 {{takes 4 barriers from 14 on; a CTA has 1 to 15 for it, and takes a power of two of them from a multiple of it on}}
  tileas.copy_barrier %i of 4 from 14 : i32
  tileas.return
}

// -----

!turns = !tileas.buffer<!tileas.mbarrier<4>, stages = 2>
tileas.kernel @k(%turns: !turns, %i: i32) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 8, shared = 0, frozen = false>} {
  // expected-error @+1 {{needs an mbarrier for each of two groups, at which eight warps arrive}}
  tileas.group_turn take %turns[%i] : <!tileas.mbarrier<4>, stages = 2>
  tileas.return
}

// -----

!turns = !tileas.buffer<!tileas.mbarrier<8>, stages = 2>
tileas.kernel @k(%turns: !turns) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 8, shared = 0, frozen = false>} {
  // expected-error @+1 {{names its turn where it takes it, and only there}}
  tileas.group_turn take %turns : <!tileas.mbarrier<8>, stages = 2>
  tileas.return
}

// -----

!turns = !tileas.buffer<!tileas.mbarrier<8>, stages = 2>
tileas.kernel @k(%turns: !turns) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 16, shared = 0, frozen = false>} {
  // expected-error @+1 {{is executed by two groups of four warps, not by 16 warps}}
  tileas.group_turn pass %turns : <!tileas.mbarrier<8>, stages = 2>
  tileas.return
}

// -----

// expected-error @+1 {{one CTA or two hold a buffer, not 4 of 64 elements}}
tileas.kernel @k(%p: !tileas.buffer<64xi32, ctas = 4>) attributes {spec = #tileas.kernel_spec<target = "sm_100", warps = 4, shared = 0, frozen = false>} {
  tileas.return
}

// -----

// expected-error @+1 {{one CTA or two hold a buffer, not 2 of 1 elements}}
tileas.kernel @k(%p: !tileas.buffer<!tileas.mbarrier<1>, ctas = 2>) attributes {spec = #tileas.kernel_spec<target = "sm_100", warps = 4, shared = 0, frozen = false>} {
  tileas.return
}

// -----

tileas.kernel @k(%p: !tileas.buffer<1xi32>, %d: !tileas.buffer<!tileas.mbarrier<1>>, %e: !tileas.buffer<!tileas.mbarrier<2>>) attributes {spec = #tileas.kernel_spec<target = "sm_100", warps = 4, cluster = [2, 1, 1], spread = true, shared = 0, frozen = false>} {
  // expected-error @+1 {{has two CTAs meet at two mbarriers of two arrivals, in turn, not at '!tileas.buffer<!tileas.mbarrier<2>>'}}
  %m = tileas.tmem_alloc 64 by %p, %d meeting at %e : !tileas.buffer<1xi32>, !tileas.buffer<!tileas.mbarrier<1>>, !tileas.buffer<!tileas.mbarrier<2>>
  tileas.return
}

// -----

tileas.kernel @k(%p: !tileas.buffer<1xi32>, %d: !tileas.buffer<!tileas.mbarrier<1>>, %e: !tileas.buffer<!tileas.mbarrier<2>, stages = 2>) attributes {spec = #tileas.kernel_spec<target = "sm_100", warps = 4, cluster = [4, 1, 1], spread = true, shared = 0, frozen = false>} {
  // expected-error @+1 {{is of two CTAs, and 4 work off a tile block}}
  %m = tileas.tmem_alloc 64 by %p, %d meeting at %e : !tileas.buffer<1xi32>, !tileas.buffer<!tileas.mbarrier<1>>, !tileas.buffer<!tileas.mbarrier<2>, stages = 2>
  tileas.return
}

// -----

tileas.kernel @k(%a: tensor<128x16xf16>, %b: tensor<16x64xf16>, %c: tensor<128x64xf32>) attributes {spec = #tileas.kernel_spec<target = "sm_100", warps = 4, shared = 0, frozen = false>} {
  // expected-error @+1 {{is signalled, and no product of a pair}}
  %d, %end = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %c by [128, 64, 16] signalled : tensor<128x16xf16>, tensor<16x64xf16>, tensor<128x64xf32>
  tileas.return
}

// -----

tileas.kernel @k() attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %0 = tileas.alloc_shared : <4x8xf32>
  // expected-error @+1 {{needs each dimension of the buffer once, not [1, 1]}}
  %1 = tileas.permute_buffer %0 [1, 1] : <4x8xf32> -> <8x8xf32>
  tileas.return
}

// -----

tileas.kernel @k() attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %0 = tileas.alloc_shared : <4x8xf32>
  // expected-error @+1 {{gives '!tileas.buffer<8x4xf32, #tileas.layout<offset = [[1 to 4, 0], [0, 1], [0, 2]]>>', not '!tileas.buffer<8x4xf32>'}}
  %1 = tileas.permute_buffer %0 [1, 0] : <4x8xf32> -> <8x4xf32>
  tileas.return
}

// -----

tileas.kernel @k(%a: i32) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  // expected-error @+1 {{format has 2 conversions, but there are 1 operands to print}}
  %t = tileas.print "%d %d", %a : i32
  tileas.return
}
