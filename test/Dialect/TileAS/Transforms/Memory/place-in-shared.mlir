// What must change threads goes through a buffer of its own; renamings of
// registers do not.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-place-in-shared))' --mlir-print-local-scope | FileCheck %s

#owned = #tileas.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = []>
#lanes = #tileas.layout<register = [[32], [64]], lane = [[1], [2], [4], [8], [16]], warp = []>
#renamed = #tileas.layout<register = [[64], [96]], lane = [[1], [2], [4], [8], [16]], warp = []>
#registers = #tileas.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = []>

// CHECK-LABEL: tileas.kernel @renaming(
// CHECK-NOT: alloc_shared
// CHECK: tileas.convert_layout
// CHECK-NOT: alloc_shared
// CHECK: tileas.return
tileas.kernel @renaming(%v: tensor<128xf32, #lanes>) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %0 = tileas.convert_layout %v : tensor<128xf32, #lanes> -> tensor<128xf32, #renamed>
  %1 = tileaa.addf %0, %0 : tensor<128xf32, #renamed>
  tileas.return
}

// CHECK-LABEL: tileas.kernel @trip(
// CHECK-SAME: %[[V:.*]]: tensor
// CHECK: %[[B:.*]] = tileas.alloc_shared : <128xf32, #tileas.layout<offset = {{.*}}>>
// CHECK: tileas.shared_store %[[V]] to %[[B]]
// CHECK: %[[L:.*]] = tileas.shared_load %[[B]]
// CHECK: tileaa.addf %[[L]], %[[L]]
tileas.kernel @trip(%v: tensor<128xf32, #lanes>) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %0 = tileas.convert_layout %v : tensor<128xf32, #lanes> -> tensor<128xf32, #registers>
  %1 = tileaa.addf %0, %0 : tensor<128xf32, #registers>
  tileas.return
}

// A tile comes back when it is needed, so that one barrier waits for what several
// stores have put there.
// CHECK-LABEL: tileas.kernel @two_trips(
// CHECK: tileas.shared_store
// CHECK-NOT: shared_load
// CHECK: tileas.shared_store
// CHECK: %[[L:.*]] = tileas.shared_load
// CHECK: %[[M:.*]] = tileas.shared_load
// CHECK: tileaa.addf %[[L]], %[[M]]
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-place-in-shared,tileas-allocate-shared,tileas-place-barriers))' --mlir-print-local-scope | FileCheck %s --check-prefix=BARRIERS
// BARRIERS-LABEL: tileas.kernel @two_trips(
// BARRIERS-COUNT-1: tileas.barrier
// BARRIERS-NOT: tileas.barrier
// BARRIERS: tileas.return
tileas.kernel @two_trips(%v: tensor<128xf32, #lanes>) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %0 = tileas.convert_layout %v : tensor<128xf32, #lanes> -> tensor<128xf32, #registers>
  %1 = tileaa.addf %v, %v : tensor<128xf32, #lanes>
  %2 = tileas.convert_layout %1 : tensor<128xf32, #lanes> -> tensor<128xf32, #registers>
  %3 = tileaa.addf %0, %2 : tensor<128xf32, #registers>
  tileas.return
}

// What the owner alone has loaded reaches all threads through the buffer.
// CHECK-LABEL: tileas.kernel @publish(
// CHECK: %[[V:.*]], %{{.*}} = tileas.load {{.*}} by<owner>
// CHECK: %[[B:.*]] = tileas.alloc_shared : <i32>
// CHECK: tileas.shared_store %[[V]] to %[[B]]
// CHECK: %[[L:.*]] = tileas.shared_load %[[B]]
// CHECK: arith.cmpi eq, %[[L]], %[[L]]
// CHECK-NOT: publish
tileas.kernel @publish(%p: !tileaa.ptr) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %v, %t = tileas.load %p ordering<acquire> scope<device> by<owner> : !tileaa.ptr -> i32
  %0 = tileas.publish %v : i32
  %1 = arith.cmpi eq, %0, %0 : i32
  tileas.return
}

// Not where each element has one owner, who needs nobody to wait.
// CHECK-LABEL: tileas.kernel @owned(
// CHECK: %[[V:.*]], %{{.*}} = tileas.load {{.*}} by<owner>
// CHECK-NEXT: arith.cmpi eq, %[[V]], %[[V]]
tileas.kernel @owned(%p: !tileaa.ptr, %i: i64) attributes {
    spec = #tileas.kernel_spec<target = "sm_100", warps = 1, shared = 0, frozen = false>} {
  %v, %t = tileas.load %p[%i] extents[%i] strides[%i] by<owner> {multimem = #tileaa.atomic_mode<add>} : !tileaa.ptr -> tensor<32xi32, #owned>
  %0 = tileas.publish %v : tensor<32xi32, #owned>
  %1 = arith.cmpi eq, %0, %0 : tensor<32xi32, #owned>
  tileas.return
}

// All threads wait for the owners after an acquire, whoever holds the elements.
// CHECK-LABEL: tileas.kernel @acquired(
// CHECK: %[[V:.*]], %{{.*}} = tileas.load {{.*}} ordering<acquire>
// CHECK: tileas.shared_store %[[V]] to %[[B:.*]] :
// CHECK: %[[L:.*]] = tileas.shared_load %[[B]]
// CHECK: arith.cmpi eq, %[[L]], %[[L]]
tileas.kernel @acquired(%p: !tileaa.ptr, %i: i64) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %v, %t = tileas.load %p[%i] extents[%i] strides[%i] ordering<acquire> scope<device> by<owner> : !tileaa.ptr -> tensor<32xi32, #owned>
  %0 = tileas.publish %v : tensor<32xi32, #owned>
  %1 = arith.cmpi eq, %0, %0 : tensor<32xi32, #owned>
  tileas.return
}

// Thread 0 prints all elements of a tile; a scalar it has itself.
// CHECK-LABEL: tileas.kernel @print(
// CHECK-SAME: %[[V:.*]]: tensor<{{.*}}>, %[[N:.*]]: i32
// CHECK: %[[B:.*]] = tileas.alloc_shared : <128xf32>
// CHECK: tileas.shared_store %[[V]] to %[[B]]
// CHECK: tileas.print "%d %f", %[[N]], %[[B]] : i32, !tileas.buffer<128xf32>
tileas.kernel @print(%v: tensor<128xf32, #lanes>, %n: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %t = tileas.print "%d %f", %n, %v : i32, tensor<128xf32, #lanes>
  tileas.return
}

// Within a warp a few shuffles are enough.
// CHECK-LABEL: tileas.kernel @shuffled(
// CHECK-NOT: alloc_shared
// CHECK: tileas.convert_layout
// CHECK-NOT: alloc_shared
// CHECK: tileas.return
tileas.kernel @shuffled(%v: tensor<32xf32, #tileas.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = []>>) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %0 = tileas.convert_layout %v : tensor<32xf32, #tileas.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = []>>
    -> tensor<32xf32, #tileas.layout<register = [], lane = [[16], [8], [4], [2], [1]], warp = []>>
  tileas.return
}
