// What tileas adds to tileaa, by forgetting placement.
//
// RUN: cuda-tile-run --self-check %s
// RUN: cuda-tile-run --self-check %s --seed=5

#spread = #tileas.layout<register = [[32]], lane = [[1], [2], [4], [8], [16]], warp = [[64]]>
#other = #tileas.layout<register = [[64]], lane = [[16], [8], [4], [2], [1]], warp = [[32]]>
#partial = #tileas.layout<register = [], lane = [[0], [0], [0], [0], [0]], warp = [[1]]>
#gathered = #tileas.layout<register = [[1]], lane = [[0], [0], [0], [0], [0]], warp = [[0]]>
#sum = #tileas.layout<register = [], lane = [[0], [0], [0], [0], [0]], warp = [[0]]>
#spec = #tileas.kernel_spec<target = "sm_90", warps = 2, shared = 1024, frozen = true>

// The parts are the warps: elements 0 to 63, and 64 to 127.
tileas.kernel @reduce(%in: !tileaa.ptr, %parts: !tileaa.ptr, %out: !tileaa.ptr) attributes {spec = #spec} {
  %0 = arith.constant 0 : i64
  %1 = arith.constant 1 : i64
  %2 = arith.constant 2 : i64
  %n = arith.constant 128 : i64
  %x, %t = tileas.load %in[%0] extents[%n] strides[%1] : !tileaa.ptr -> tensor<128xi32, #spread>
  %p = tileas.warp_reduce %x dim 0 : tensor<128xi32, #spread> -> tensor<2xi32, #partial> {
  ^bb0(%a: i32, %b: i32):
    %c = arith.addi %a, %b : i32
    tileaa.yield %c : i32
  }
  %u = tileas.store %p to %parts[%0] extents[%2] strides[%1] by<owner> : tensor<2xi32, #partial>, !tileaa.ptr
  %g = tileas.convert_layout %p : tensor<2xi32, #partial> -> tensor<2xi32, #gathered>
  %s = tileas.warp_reduce %g dim 0 : tensor<2xi32, #gathered> -> tensor<1xi32, #sum> {
  ^bb0(%a: i32, %b: i32):
    %c = arith.addi %a, %b : i32
    tileaa.yield %c : i32
  }
  %e = tileaa.unsplat %s : tensor<1xi32, #sum> -> i32
  %v = tileas.store %e to %out by<owner> : i32, !tileaa.ptr
  tileas.return
}
//% - entry: reduce
//%   args:
//%     - ptr: i32[128]
//%       in: 1*64 3*64
//%     - ptr: i32[2]
//%       out: 64 192
//%     - ptr: i32[1]
//%       out: 256

// A trip through shared memory, in which a buffer of another shape is a view of
// the same elements.
tileas.kernel @shared(%in: !tileaa.ptr, %out: !tileaa.ptr) attributes {spec = #spec} {
  %0 = arith.constant 0 : i64
  %1 = arith.constant 1 : i64
  %n = arith.constant 128 : i64
  %x, %t = tileas.load %in[%0] extents[%n] strides[%1] ordering<relaxed> scope<device> by<owner> : !tileaa.ptr -> tensor<128xi32, #spread>
  %p = tileas.publish %x : tensor<128xi32, #spread>
  %b = tileas.alloc_shared at 0 : !tileas.buffer<128xi32>
  %free = tileas.alloc_shared at 512 : !tileas.buffer<128xi32>
  tileas.shared_store %p to %b : tensor<128xi32, #spread>, !tileas.buffer<128xi32>
  tileas.shared_store %p to %free : tensor<128xi32, #spread>, !tileas.buffer<128xi32>
  tileas.barrier
  %y = tileas.shared_load %b : !tileas.buffer<128xi32> -> tensor<128xi32, #other>
  %u = tileas.store %y to %out[%0] extents[%n] strides[%1] by<owner> : tensor<128xi32, #other>, !tileaa.ptr
  tileas.return
}
//% - entry: shared
//%   args:
//%     - ptr: i32[128]
//%       in: 1*64 2*63 9
//%     - ptr: i32[128]
//%       out: 1*64 2*63 9

// A product in two parts along K, the first one with a factor of which the
// beginning was read before.
#small = #tileas.layout<register = [], lane = [[0, 1], [1, 0], [0, 0], [0, 0], [0, 0]], warp = [[0, 0]]>
#rows = #tileas.layout<register = [], lane = [[0, 1], [0, 2], [1, 0], [0, 0], [0, 0]], warp = [[0, 0]]>
#columns = #tileas.layout<register = [], lane = [[0, 1], [1, 0], [2, 0], [0, 0], [0, 0]], warp = [[0, 0]]>
tileas.kernel @parts(%left: !tileaa.ptr, %right: !tileaa.ptr, %first: !tileaa.ptr, %all: !tileaa.ptr) attributes {spec = #spec} {
  %0 = arith.constant 0 : i64
  %1 = arith.constant 1 : i64
  %2 = arith.constant 2 : i64
  %4 = arith.constant 4 : i64
  %zero = arith.constant dense<0.0> : tensor<2x2xf32, #small>
  %x, %t = tileas.load %left[%0, %0] extents[%2, %4] strides[%4, %1] : !tileaa.ptr -> tensor<2x4xf32, #rows>
  %y, %u = tileas.load %right[%0, %0] extents[%4, %2] strides[%2, %1] : !tileaa.ptr -> tensor<4x2xf32, #columns>
  %a = tileas.alloc_shared at 0 : !tileas.buffer<2x4xf32>
  %b = tileas.alloc_shared at 64 : !tileas.buffer<4x2xf32>
  tileas.shared_store %x to %a : tensor<2x4xf32, #rows>, !tileas.buffer<2x4xf32>
  tileas.shared_store %y to %b : tensor<4x2xf32, #columns>, !tileas.buffer<4x2xf32>
  tileas.barrier
  %some = tileas.shared_load %a : !tileas.buffer<2x4xf32> -> tensor<2x2xf32, #small>
  %s = tileas.mma %some as<f32>, %b as<f32>, %zero along [0, 2] : tensor<2x2xf32, #small>, !tileas.buffer<4x2xf32>, tensor<2x2xf32, #small>
  %d = tileas.mma %a as<f32>, %b as<f32>, %s along [2, 4] : !tileas.buffer<2x4xf32>, !tileas.buffer<4x2xf32>, tensor<2x2xf32, #small>
  %v = tileas.store %s to %first[%0, %0] extents[%2, %2] strides[%2, %1] by<owner> : tensor<2x2xf32, #small>, !tileaa.ptr
  %w = tileas.store %d to %all[%0, %0] extents[%2, %2] strides[%2, %1] by<owner> : tensor<2x2xf32, #small>, !tileaa.ptr
  tileas.return
}
//% - entry: parts
//%   args:
//%     - ptr: f32[8]
//%       in: 1 2 3 4 5 6 7 8
//%     - ptr: f32[8]
//%       in: 1 2 3 4 5 6 7 8
//%     - ptr: f32[4]
//%       out: 7 10 23 34
//%     - ptr: f32[4]
//%       out: 50 60 114 140

// Two buffers in use at once have bytes in common.
tileas.kernel @overlap() attributes {spec = #spec} {
  %x = arith.constant dense<1> : tensor<128xi32, #spread>
  %a = tileas.alloc_shared at 0 : !tileas.buffer<128xi32>
  %b = tileas.alloc_shared at 508 : !tileas.buffer<128xi32>
  tileas.shared_store %x to %a : tensor<128xi32, #spread>, !tileas.buffer<128xi32>
  tileas.shared_store %x to %b : tensor<128xi32, #spread>, !tileas.buffer<128xi32>
  tileas.print "%d", %a : !tileas.buffer<128xi32>
  tileas.return
}
//% - entry: overlap
//%   error: a store to another buffer at the same place has taken it

// An element is held by both warps, which combine it into two parts.
tileas.kernel @twice() attributes {spec = #spec} {
  %x = arith.constant dense<1> : tensor<32xi32, #tileas.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = [[0]]>>
  %p = tileas.warp_reduce %x dim 0 : tensor<32xi32, #tileas.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = [[0]]>> -> tensor<2xi32, #partial> {
  ^bb0(%a: i32, %b: i32):
    %c = arith.addi %a, %b : i32
    tileaa.yield %c : i32
  }
  tileas.return
}
//% - entry: twice
//%   error: an element is combined into two parts

// A buffer that is read with its dimensions in another order: 2 x 64 as 64 x 2.
#as_stored = #tileas.layout<register = [[1, 0]], lane = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], warp = [[0, 32]]>
#as_read = #tileas.layout<register = [[0, 1]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0]]>
tileas.kernel @permuted(%in: !tileaa.ptr, %out: !tileaa.ptr) attributes {spec = #spec} {
  %0 = arith.constant 0 : i64
  %1 = arith.constant 1 : i64
  %2 = arith.constant 2 : i64
  %n = arith.constant 64 : i64
  %x, %t = tileas.load %in[%0, %0] extents[%2, %n] strides[%n, %1] : !tileaa.ptr -> tensor<2x64xi32, #as_stored>
  %b = tileas.alloc_shared at 0 : !tileas.buffer<2x64xi32>
  %v = tileas.permute_buffer %b [1, 0] : <2x64xi32> -> <64x2xi32, #tileas.layout<offset = [[1 to 32, 0], [0, 1]]>>
  tileas.shared_store %x to %b : tensor<2x64xi32, #as_stored>, !tileas.buffer<2x64xi32>
  tileas.barrier
  %y = tileas.shared_load %v : !tileas.buffer<64x2xi32, #tileas.layout<offset = [[1 to 32, 0], [0, 1]]>> -> tensor<64x2xi32, #as_read>
  %u = tileas.store %y to %out[%0, %0] extents[%n, %2] strides[%2, %1] by<owner> : tensor<64x2xi32, #as_read>, !tileaa.ptr
  tileas.return
}
//% - entry: permuted
//%   args:
//%     - ptr: i32[128]
//%       in: 1*64 3*64
//%     - ptr: i32[128]
//%       out: 1 3 1 3 1 3 1 3 1 3 1 3 1 3 1 3 1 3 1 3 1 3 1 3 1 3 1 3 1 3 1 3 1 3 1 3 1 3 1 3 1 3 1 3 1 3 1 3 1 3 1 3 1 3 1 3 1 3 1 3 1 3 1 3 1 3 1 3 1 3 1 3 1 3 1 3 1 3 1 3 1 3 1 3 1 3 1 3 1 3 1 3 1 3 1 3 1 3 1 3 1 3 1 3 1 3 1 3 1 3 1 3 1 3 1 3 1 3 1 3 1 3 1 3 1 3 1 3
