// Copies by the machine: text, and what is no such op.
//
// RUN: cuda-tile-opt %s --split-input-file --verify-diagnostics | FileCheck %s
// RUN: cuda-tile-opt %s --split-input-file --verify-diagnostics | cuda-tile-opt --split-input-file | FileCheck %s

// CHECK-LABEL: tileas.kernel @text
tileas.kernel @text(%p: !tileaa.ptr, %i: i32, %b: i1) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>} {
  %one = arith.constant 1 : i64
  %size = arith.constant 64 : i64
  %spare = tileas.alloc_shared : <!tileaa.ptr>
  %tiles = tileas.alloc_shared : <64x64xf16, stages = 3>
  %ring = tileas.ring %tiles : <!tileas.buffer<64x64xf16, stages = 3>>
  %full = tileas.alloc_shared : <!tileas.mbarrier<1>, stages = 3>
  // CHECK: %[[MAP:.*]] = tileas.tensor_map %{{.*}} extents[%{{.*}}, %{{.*}}] strides[%{{.*}}, %{{.*}}] spare %{{.*}} : <!tileas.buffer<64x64xf16>>
  %map = tileas.tensor_map %p extents [%size, %size] strides [%size, %one] spare %spare : <!tileas.buffer<64x64xf16>>
  %to = tileas.acquire %ring[%i] : <!tileas.buffer<64x64xf16, stages = 3>>
  // CHECK: tileas.tensor_copy %[[MAP]][%{{.*}}, %{{.*}}] to %[[TO:.*]] if %{{.*}} : <!tileas.buffer<64x64xf16>> -> !tileas.completion
  %c = tileas.tensor_copy %map[%i, %i] to %to if %b : <!tileas.buffer<64x64xf16>> -> !tileas.completion
  // CHECK: tileas.bulk_copy %{{.*}} to %[[TO]] : <64x64xf16> -> !tileas.completion
  %d = tileas.bulk_copy %p to %to : <64x64xf16> -> !tileas.completion
  tileas.commit %ring[%i] after %c, %d : <!tileas.buffer<64x64xf16, stages = 3>>
  %tile = tileas.alloc_shared : <64x64xf16>
  // CHECK: tileas.tensor_copy %[[MAP]][%{{.*}}, %{{.*}}] to %{{.*}} on %{{.*}}[%{{.*}}] : <!tileas.buffer<64x64xf16>>, !tileas.buffer<!tileas.mbarrier<1>, stages = 3>
  tileas.tensor_copy %map[%i, %i] to %tile on %full[%i] : <!tileas.buffer<64x64xf16>>, !tileas.buffer<!tileas.mbarrier<1>, stages = 3>
  // CHECK: tileas.mbarrier_arrive %{{.*}}[%{{.*}}] expecting 8192 by<one> if %{{.*}} : <!tileas.mbarrier<1>, stages = 3>
  tileas.mbarrier_arrive %full[%i] expecting 8192 by<one> if %b : <!tileas.mbarrier<1>, stages = 3>
  // CHECK: tileas.release_map
  tileas.release_map %spare
  tileas.return
}

// -----

// expected-error @+1 {{no tensor map writes a tile that lies as in '!tileas.buffer<4x2xi32>'}}
tileas.kernel @k(%m: !tileas.tensor_map<!tileas.buffer<4x2xi32>>) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  tileas.return
}

// -----

// expected-error @+1 {{no tensor map writes a tile that lies as in '!tileas.buffer<16xi32, ctas = 2>' in 2 parts}}
tileas.kernel @k(%m: !tileas.tensor_map<!tileas.buffer<16xi32, ctas = 2>>) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  tileas.return
}

// -----

// expected-error @+1 {{a tile that 2 CTAs hold together is not copied to all of them}}
tileas.kernel @k(%m: !tileas.tensor_map<!tileas.buffer<64x64xf16, ctas = 2>, ctas = 2>) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  tileas.return
}

// -----

// expected-error @+1 {{a tensor map is for one tile of numbers in shared memory, not '!tileas.buffer<64xi32, stages = 2>'}}
tileas.kernel @k(%m: !tileas.tensor_map<!tileas.buffer<64xi32, stages = 2>>) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  tileas.return
}

// -----

tileas.kernel @k(%p: !tileaa.ptr, %s: i64) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %spare = tileas.alloc_shared : <!tileaa.ptr>
  // expected-error @+1 {{has no stride of 1 along dimension 1, whose elements are neighbours in a tile}}
  %map = tileas.tensor_map %p extents [%s, %s] strides [%s, %s] spare %spare : <!tileas.buffer<64x64xf16>>
  tileas.return
}

// -----

tileas.kernel @k(%p: !tileaa.ptr, %s: i64) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %spare = tileas.alloc_shared : <!tileaa.ptr>
  // expected-error @+1 {{needs 2 extents and strides, as many as dimensions of the view}}
  %map = tileas.tensor_map %p extents [%s] strides [%s] spare %spare : <!tileas.buffer<64x64xf16>>
  tileas.return
}

// -----

tileas.kernel @k(%p: !tileaa.ptr, %s: i64) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %one = arith.constant 1 : i64
  %spare = tileas.alloc_shared : <!tileaa.ptr>
  // expected-error @+1 {{rounds elements that are no f32}}
  %map = tileas.tensor_map %p extents [%s, %s] strides [%s, %one] spare %spare rounded : <!tileas.buffer<64x64xf16>>
  tileas.return
}

// -----

#atoms = #tileas.layout<offset = [[0, 1 to 16], [1, 8], [2, 16], [4 to 16, 0], [0, 32]]>
tileas.kernel @k(%p: !tileaa.ptr, %s: i64) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %one = arith.constant 1 : i64
  %spare = tileas.alloc_shared : <!tileaa.ptr>
  // expected-error @+1 {{is of a tile in atoms of 32 bytes, which maps of sm_90 do not know}}
  %map = tileas.tensor_map %p extents [%s, %s] strides [%s, %one] spare %spare : <!tileas.buffer<32x64xf32, #atoms>>
  tileas.return
}

// -----

#atoms = #tileas.layout<offset = [[0, 1 to 16], [1, 8], [2, 16], [4 to 16, 0], [0, 32]]>
tileas.kernel @k(%p: !tileaa.ptr, %s: i64) attributes {spec = #tileas.kernel_spec<target = "sm_120", warps = 1, shared = 0, frozen = false>} {
  %one = arith.constant 1 : i64
  %spare = tileas.alloc_shared : <!tileaa.ptr>
  // expected-error @+1 {{is of a tile in atoms of 32 bytes, which maps of sm_120 do not know}}
  %map = tileas.tensor_map %p extents [%s, %s] strides [%s, %one] spare %spare : <!tileas.buffer<32x64xf32, #atoms>>
  tileas.return
}

// -----

#atoms = #tileas.layout<offset = [[0, 1 to 16], [1, 8], [2, 16], [4 to 16, 0], [0, 32]]>
tileas.kernel @k(%p: !tileaa.ptr, %s: i64) attributes {spec = #tileas.kernel_spec<target = "sm_100", warps = 1, shared = 0, frozen = false>} {
  %one = arith.constant 1 : i64
  %spare = tileas.alloc_shared : <!tileaa.ptr>
  // CHECK: tileas.tensor_map %{{.*}} spare
  %map = tileas.tensor_map %p extents [%s, %s] strides [%s, %one] spare %spare : <!tileas.buffer<32x64xf32, #atoms>>
  tileas.return
}

// -----

tileas.kernel @k(%p: !tileaa.ptr, %s: i64, %b: i1) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %one = arith.constant 1 : i64
  %spare = tileas.alloc_shared : <!tileaa.ptr>
  scf.if %b {
    // expected-error @+1 {{stands in the own block of the kernel or of an agent, where it is executed once}}
    %map = tileas.tensor_map %p extents [%s] strides [%one] spare %spare : <!tileas.buffer<64xf16>>
  }
  tileas.return
}

// -----

tileas.kernel @k(%m: !tileas.tensor_map<!tileas.buffer<64x64xf16>>, %i: i32) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %tile = tileas.alloc_shared : <64x64xf16>
  // expected-error @+1 {{needs 2 positions, not 1}}
  %c = tileas.tensor_copy %m[%i] to %tile : <!tileas.buffer<64x64xf16>> -> !tileas.completion
  tileas.return
}

// -----

tileas.kernel @k(%p: !tileaa.ptr, %i: i32) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %tile = tileas.alloc_shared : <64xf16>
  // expected-error @+1 {{needs mbarriers that are told of its end, or a completion}}
  tileas.bulk_copy %p to %tile : <64xf16>
  tileas.return
}

// -----

tileas.kernel @k(%p: !tileaa.ptr, %i: i32) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %tile = tileas.alloc_shared : <64xf16>
  %full = tileas.alloc_shared : <!tileas.mbarrier<1>>
  // expected-error @+1 {{gives a completion, and tells mbarriers; it does one of both}}
  %c = tileas.bulk_copy %p to %tile on %full[%i] : <64xf16>, !tileas.buffer<!tileas.mbarrier<1>> -> !tileas.completion
  tileas.return
}

// -----

tileas.kernel @k(%p: !tileaa.ptr, %i: i32) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %tile = tileas.alloc_shared : <64xf16>
  // expected-error @+1 {{gives the completion of a copy, not '!tileas.completion<phase>'}}
  %c = tileas.bulk_copy %p to %tile : <64xf16> -> !tileas.completion<phase>
  tileas.return
}

// -----

tileas.kernel @k(%p: !tileaa.ptr, %i: i32) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %tile = tileas.alloc_shared : <64xf16>
  %full = tileas.alloc_shared : <!tileas.mbarrier<1>>
  %c = tileas.bulk_copy %p to %tile : <64xf16> -> !tileas.completion
  // expected-error @+1 {{names 'tileas.bulk_copy', of whose bytes an mbarrier is told; expect them}}
  tileas.mbarrier_arrive %full[%i] after %c : <!tileas.mbarrier<1>>
  tileas.return
}

// -----

tileas.kernel @k(%b: i1, %i: i32) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %full = tileas.alloc_shared : <!tileas.mbarrier<1>>
  // expected-error @+1 {{has a condition, which only an arrival by<one> may have}}
  tileas.mbarrier_arrive %full[%i] if %b : <!tileas.mbarrier<1>>
  tileas.return
}

// -----

tileas.kernel @k(%i: i32) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %full = tileas.alloc_shared : <!tileas.mbarrier<1>>
  // expected-error @+1 {{is executed by all threads or by one}}
  tileas.mbarrier_arrive %full[%i] by<owner> : <!tileas.mbarrier<1>>
  tileas.return
}

// -----

// CHECK-LABEL: tileas.kernel @gathers
tileas.kernel @gathers(%p: !tileaa.ptr, %i: i32, %rows: tensor<64xi32>) attributes {spec = #tileas.kernel_spec<target = "sm_100", warps = 4, shared = 0, frozen = false>} {
  %one = arith.constant 1 : i64
  %size = arith.constant 64 : i64
  %spare = tileas.alloc_shared : <!tileaa.ptr>
  %words = tileas.alloc_shared : <64xi32>
  %tile = tileas.alloc_shared : <64x64xf16>
  %full = tileas.alloc_shared : <!tileas.mbarrier<1>>
  // CHECK: %[[MAP:.*]] = tileas.tensor_map {{.*}} : <!tileas.buffer<64x64xf16>, gathers = true>
  %map = tileas.tensor_map %p extents [%size, %size] strides [%size, %one] spare %spare : <!tileas.buffer<64x64xf16>, gathers = true>
  // CHECK: tileas.tensor_copy %[[MAP]][%{{.*}}] rows %{{.*}} via %{{.*}} to %{{.*}} on %{{.*}}[%{{.*}}] : <!tileas.buffer<64x64xf16>, gathers = true> rows tensor<64xi32> via !tileas.buffer<64xi32>, !tileas.buffer<!tileas.mbarrier<1>>
  tileas.tensor_copy %map[%i] rows %rows via %words to %tile on %full[%i] : <!tileas.buffer<64x64xf16>, gathers = true> rows tensor<64xi32> via !tileas.buffer<64xi32>, !tileas.buffer<!tileas.mbarrier<1>>
  tileas.return
}

// -----

// expected-error @+1 {{a map that gathers is one of a matrix for tiles of 4 to 256 rows and one CTA, not for '!tileas.buffer<64xi32>'}}
tileas.kernel @k(%m: !tileas.tensor_map<!tileas.buffer<64xi32>, gathers = true>) attributes {spec = #tileas.kernel_spec<target = "sm_100", warps = 1, shared = 0, frozen = false>} {
  tileas.return
}

// -----

// expected-error @+1 {{a map that gathers is one of a matrix for tiles of 4 to 256 rows and one CTA, not for '!tileas.buffer<512x8xi32>'}}
tileas.kernel @k(%m: !tileas.tensor_map<!tileas.buffer<512x8xi32>, gathers = true>) attributes {spec = #tileas.kernel_spec<target = "sm_100", warps = 1, shared = 0, frozen = false>} {
  tileas.return
}

// -----

tileas.kernel @k(%p: !tileaa.ptr, %n: i64) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %one = arith.constant 1 : i64
  %spare = tileas.alloc_shared : <!tileaa.ptr>
  // expected-error @+1 {{gathers rows, which sm_90 cannot}}
  %map = tileas.tensor_map %p extents [%n, %n] strides [%n, %one] spare %spare : <!tileas.buffer<64x64xf16>, gathers = true>
  tileas.return
}

// -----

tileas.kernel @k(%map: !tileas.tensor_map<!tileas.buffer<64x64xf16>, gathers = true>, %i: i32) attributes {spec = #tileas.kernel_spec<target = "sm_100", warps = 1, shared = 0, frozen = false>} {
  %tile = tileas.alloc_shared : <64x64xf16>
  %full = tileas.alloc_shared : <!tileas.mbarrier<1>>
  // expected-error @+1 {{takes rows if its map gathers, and only then}}
  tileas.tensor_copy %map[%i] to %tile on %full[%i] : <!tileas.buffer<64x64xf16>, gathers = true>, !tileas.buffer<!tileas.mbarrier<1>>
  tileas.return
}

// -----

tileas.kernel @k(%map: !tileas.tensor_map<!tileas.buffer<64x64xf16>, gathers = true>, %rows: tensor<32xi32>, %i: i32) attributes {spec = #tileas.kernel_spec<target = "sm_100", warps = 1, shared = 0, frozen = false>} {
  %tile = tileas.alloc_shared : <64x64xf16>
  %words = tileas.alloc_shared : <32xi32>
  %full = tileas.alloc_shared : <!tileas.mbarrier<1>>
  // expected-error @+1 {{needs the numbers of 64 rows, each an i32}}
  tileas.tensor_copy %map[%i] rows %rows via %words to %tile on %full[%i] : <!tileas.buffer<64x64xf16>, gathers = true> rows tensor<32xi32> via !tileas.buffer<32xi32>, !tileas.buffer<!tileas.mbarrier<1>>
  tileas.return
}

// -----

#parts = #tileas.layout<register = [], lane = [[1 to 16]], warp = [[32]]>
tileas.kernel @k(%map: !tileas.tensor_map<!tileas.buffer<64x64xf16>, gathers = true>, %rows: tensor<64xi32, #parts>, %i: i32) attributes {spec = #tileas.kernel_spec<target = "sm_100", warps = 2, shared = 0, frozen = false>} {
  %tile = tileas.alloc_shared : <64x64xf16>
  %words = tileas.alloc_shared : <64xi32>
  %full = tileas.alloc_shared : <!tileas.mbarrier<1>>
  // expected-error @+1 {{takes rows of which a warp has a part alone}}
  tileas.tensor_copy %map[%i] rows %rows via %words to %tile on %full[%i] : <!tileas.buffer<64x64xf16>, gathers = true> rows tensor<64xi32, #parts> via !tileas.buffer<64xi32>, !tileas.buffer<!tileas.mbarrier<1>>
  tileas.return
}

// -----

tileas.kernel @k(%map: !tileas.tensor_map<!tileas.buffer<64x64xf16>, gathers = true>, %rows: tensor<64xi32>, %i: i32) attributes {spec = #tileas.kernel_spec<target = "sm_100", warps = 1, shared = 0, frozen = false>} {
  %tile = tileas.alloc_shared : <64x64xf16>
  %words = tileas.alloc_shared : <64xi32, stages = 2>
  %full = tileas.alloc_shared : <!tileas.mbarrier<1>>
  // expected-error @+1 {{needs a buffer with one i32 for each row to hand them on}}
  tileas.tensor_copy %map[%i] rows %rows via %words to %tile on %full[%i] : <!tileas.buffer<64x64xf16>, gathers = true> rows tensor<64xi32> via !tileas.buffer<64xi32, stages = 2>, !tileas.buffer<!tileas.mbarrier<1>>
  tileas.return
}
