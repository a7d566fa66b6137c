// Every operation, type and attribute survives text.
//
// RUN: cuda-tile-opt %s | cuda-tile-opt --mlir-print-local-scope | FileCheck %s
// RUN: cuda-tile-opt %s --mlir-print-op-generic | cuda-tile-opt --mlir-print-local-scope | FileCheck %s

#one = #tileas.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = [[32]]>
#two = #tileas.layout<register = [[32]], lane = [[1], [2], [4], [8], [16]], warp = [[0]]>

// CHECK-LABEL: tileas.kernel @global(
// CHECK-SAME: attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 2, shared = 0, frozen = false>}
tileas.kernel @global(%p: !tileaa.ptr, %n: i64, %ptrs: tensor<64x!tileaa.ptr, #one>,
                      %mask: tensor<64xi1, #one>, %pad: f32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 2, shared = 0, frozen = false>} {
  %t = tileaa.make_token
  // CHECK: tileas.load %{{.*}} : !tileaa.ptr -> i32
  %a, %t0 = tileas.load %p : !tileaa.ptr -> i32
  // CHECK: tileas.load %{{.*}}[%{{.*}}] extents[%{{.*}}] strides[%{{.*}}] mask %{{.*}} : tensor<64xi1, #{{.*}}> other %{{.*}} : f32 after %{{.*}} : !tileaa.ptr -> tensor<64xf32, #[[ONE:.*]]>
  %b, %t1 = tileas.load %p[%n] extents[%n] strides[%n] mask %mask : tensor<64xi1, #one>
      other %pad : f32 after %t : !tileaa.ptr -> tensor<64xf32, #one>
  // CHECK: tileas.load %{{.*}} after %{{.*}} ordering<acquire> scope<device> by<owner> : tensor<64x!tileaa.ptr, #{{.*}}> -> tensor<64xf32, #{{.*}}>
  %c, %t2 = tileas.load %ptrs after %t1 ordering<acquire> scope<device> by<owner> : tensor<64x!tileaa.ptr, #one> -> tensor<64xf32, #one>
  // CHECK: tileas.store %{{.*}} to %{{.*}} mask %{{.*}} : tensor<64xi1, #{{.*}}> after %{{.*}} ordering<release> scope<system> by<owner> : tensor<64xf32, #{{.*}}>, tensor<64x!tileaa.ptr, #{{.*}}>
  %t3 = tileas.store %c to %ptrs mask %mask : tensor<64xi1, #one> after %t2
      ordering<release> scope<system> by<owner> : tensor<64xf32, #one>, tensor<64x!tileaa.ptr, #one>
  // CHECK: tileas.store %{{.*}} to %{{.*}} by<owner> : i32, !tileaa.ptr
  %t4 = tileas.store %a to %p by<owner> : i32, !tileaa.ptr
  tileas.return
}

// CHECK-LABEL: tileas.kernel @moves(
// CHECK-SAME: !tileas.buffer<64xf32, tensor>
// CHECK-SAME: #tileas.kernel_spec<target = "sm_80", warps = 2, cluster = [2, 1, 1], shared = 512, frozen = true>
tileas.kernel @moves(%v: tensor<64xf32, #one>, %c: tensor<64xi1, #one>, %n: i32,
                     %far: !tileas.buffer<64xf32, tensor>) attributes {
    spec = #tileas.kernel_spec<target = "sm_80", warps = 2, cluster = [2, 1, 1], shared = 512, frozen = true>} {
  // CHECK: tileas.convert_layout %{{.*}} : tensor<64xf32, #[[ONE]]> -> tensor<64xf32, #[[TWO:.*]]>
  %0 = tileas.convert_layout %v : tensor<64xf32, #one> -> tensor<64xf32, #two>
  // CHECK: tileas.publish %{{.*}} : tensor<64xf32, #[[ONE]]>
  %1 = tileas.publish %v : tensor<64xf32, #one>
  // CHECK: tileas.publish %{{.*}} : i32
  %2 = tileas.publish %n : i32
  // CHECK: tileas.warp_reduce %{{.*}} dim 0 : tensor<64xf32, #[[ONE]]> -> tensor<2xf32, #{{.*}}> {
  // CHECK: tileaa.yield
  %3 = tileas.warp_reduce %v dim 0 : tensor<64xf32, #one>
      -> tensor<2xf32, #tileas.layout<register = [], lane = [[0], [0], [0], [0], [0]], warp = [[1]]>> {
  ^bb0(%x: f32, %y: f32):
    %s = tileaa.addf %x, %y : f32
    tileaa.yield %s : f32
  }
  // CHECK: tileas.alloc_shared at 256 : <8x8xf32>
  %4 = tileas.alloc_shared at 256 : <8x8xf32>
  // CHECK: tileas.alloc_shared : <i32>
  %5 = tileas.alloc_shared : <i32>
  // CHECK: tileas.alloc_shared : <64xi1>
  %6 = tileas.alloc_shared : <64xi1>
  // CHECK: tileas.alloc_shared : <4x!tileaa.ptr>
  %7 = tileas.alloc_shared : <4x!tileaa.ptr>
  // CHECK: tileas.alloc_shared : <64xf32, #{{.*}}, stages = 3>
  %ring = tileas.alloc_shared : <64xf32, #tileas.layout<offset = [[1], [2], [4], [8], [16], [32]]>, shared, stages = 3>
  // CHECK: tileas.slice %{{.*}}[%{{.*}}] : <64xf32, #{{.*}}, stages = 3>
  %stage = tileas.slice %ring[%n] : <64xf32, #tileas.layout<offset = [[1], [2], [4], [8], [16], [32]]>, stages = 3>
  // CHECK: tileas.shared_store %{{.*}} to %{{.*}} : tensor<64xf32, #[[ONE]]>, <8x8xf32>
  tileas.shared_store %v to %4 : tensor<64xf32, #one>, <8x8xf32>
  // CHECK: tileas.shared_store %{{.*}} to %{{.*}} : i32, <i32>
  tileas.shared_store %n to %5 : i32, <i32>
  // CHECK: tileas.barrier
  tileas.barrier
  // CHECK: tileas.copy_barrier %{{.*}} of 4 from 8 : i32
  tileas.copy_barrier %n of 4 from 8 : i32
  // CHECK: tileas.sched_barrier
  tileas.sched_barrier
  // CHECK: tileas.proxy_fence
  tileas.proxy_fence
  // CHECK: tileas.shared_load %{{.*}} : <8x8xf32> -> tensor<64xf32, #[[TWO]]>
  %8 = tileas.shared_load %4 : <8x8xf32> -> tensor<64xf32, #two>
  // CHECK: tileas.shared_load %{{.*}} : <i32> -> i32
  %9 = tileas.shared_load %5 : <i32> -> i32
  %box = tileas.alloc_shared : <16xf32>
  // CHECK: tileas.store_box %{{.*}} [32] to %{{.*}} : tensor<64xf32, #[[ONE]]>, <16xf32>
  tileas.store_box %v [32] to %box : tensor<64xf32, #one>, <16xf32>
  // CHECK: %[[PART:.*]] = tileas.load_box %{{.*}} [32] : <16xf32> -> tensor<64xf32, #[[TWO]]>
  %part = tileas.load_box %box [32] : <16xf32> -> tensor<64xf32, #two>
  // CHECK: tileas.load_box %{{.*}} [48] into %[[PART]] : <16xf32> -> tensor<64xf32, #[[TWO]]>
  %more = tileas.load_box %box [48] into %part : <16xf32> -> tensor<64xf32, #two>
  // CHECK: tileas.assert %{{.*}}, "all positive" : tensor<64xi1, #[[ONE]]>
  tileas.assert %c, "all positive" : tensor<64xi1, #one>
  // CHECK: %[[T:.*]] = tileas.print "%d of %f", %{{.*}}, %{{.*}} : i32, !tileas.buffer<8x8xf32>
  %t0 = tileas.print "%d of %f", %n, %4 : i32, !tileas.buffer<8x8xf32>
  // CHECK: tileas.print "done" after %[[T]]
  %t1 = tileas.print "done" after %t0
  // CHECK: tileas.print "[%f", %{{.*}} : !tileas.buffer<8x8xf32> inner 1 after
  %t9 = tileas.print "[%f", %4 : !tileas.buffer<8x8xf32> inner 1 after %t1
  // CHECK: tileas.return
  tileas.return
}
