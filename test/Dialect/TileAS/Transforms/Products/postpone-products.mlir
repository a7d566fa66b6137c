// A factor that threads pack keeps its registers until its product has ended. Where a thread
// has none for that beside the sum of another product, the other one begins first.
//
// RUN: cuda-tile-opt %s --remarks-filter=Schedule --remark-format=emitRemark \
// RUN:   --pass-pipeline='builtin.module(tileas.kernel(tileas-postpone-products,tileas-verify-schedules))' 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
//
// REMARK: RemarkProductPostponed {{.*}}Function=of_keys {{.*}}Iterations=0
// REMARK-NOT: RemarkProductPostponed

#sum = #tileas.layout<register = [[0, 1], [8, 0], [0, 8 to 64]], lane = [[0, 2], [0, 4], [1 to 4, 0]], warp = [[16, 0], [32, 0]]>
#carried = #tileas.layout<register = [[0, 1], [8, 0], [0, 8 to 32]], lane = [[0, 2], [0, 4], [1 to 4, 0]], warp = [[16, 0], [32, 0]]>
#row = #tileas.layout<register = [[0, 1], [0, 8 to 64]], lane = [[0, 2], [0, 4], [0, 0], [0, 0], [0, 0]], warp = [[0, 0], [0, 0]]>
#key = #tileas.layout<offset = [[0, 1 to 32], [1 to 4, 8 to 32], [8 to 32, 0]]>
#tile = #tileas.layout<offset = [[0, 1 to 32], [1 to 4, 8 to 32], [8 to 64, 0]]>
#turned = #tileas.layout<offset = [[1 to 32, 0], [8 to 32, 1 to 4], [0, 8 to 64]]>
!sum = tensor<64x128xf32, #sum>
!powers = tensor<64x128xf16, #sum>
!carried = tensor<64x64xf32, #carried>
!row = tensor<1x128xf32, #row>
!keys = !tileas.buffer<64x64xf16, #key>
!stages = !tileas.buffer<128x64xf16, #tile, stages = 2>
!stage = !tileas.buffer<128x64xf16, #tile>
!turned = !tileas.buffer<64x128xf16, #turned>
!ring = !tileas.ring<!stages>

#copies = #tileas.slot<stage = 0, cycle = 0>
#waits = #tileas.slot<stage = 1, cycle = 0>
#scores = #tileas.slot<stage = 1, cycle = 100>
#powers = #tileas.slot<stage = 1, cycle = 800>
#packed = #tileas.slot<stage = 1, cycle = 1600>
#values = #tileas.slot<stage = 1, cycle = 2000>
#gradients = #tileas.slot<stage = 1, cycle = 2500>
#differences = #tileas.slot<stage = 1, cycle = 3400>
#products = #tileas.slot<stage = 1, cycle = 3800>
#pack = #tileas.slot<stage = 1, cycle = 4200>
#keys = #tileas.slot<stage = 1, cycle = 4600>

// What is read stays in the ring until then.
// CHECK-LABEL: tileas.kernel @of_keys(
// CHECK: scf.for
// CHECK: %[[SCORES:.*]] = tileas.wgmma
// CHECK: %[[POWERS:.*]] = tileaa.exp2
// CHECK-NOT: arith.truncf
// CHECK: %[[D:.*]] = tileas.wgmma
// CHECK: tileaa.subf %[[D]]
// CHECK: tileaa.mulf
// CHECK: arith.truncf
// CHECK: %[[PACKED:.*]] = arith.truncf %[[POWERS]]
// CHECK-NEXT: tileas.wgmma %[[PACKED]]
// CHECK-NEXT: tileas.wgmma
// CHECK: tileas.release
// CHECK: tileas.release
// CHECK: scf.yield
tileas.kernel @of_keys(%p: !tileaa.ptr, %n: i32, %m: i64, %stride: i64, %delta: !row) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 4, plan = <blocks = 2, registers = 255>, shared = 0, frozen = false>} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %unit = arith.constant 1 : i64
  %rows_of_tile = arith.constant 128 : i32
  %none = arith.constant dense<0.0> : !sum
  %first = arith.constant dense<0.0> : !carried
  %spare = tileas.alloc_shared : !tileas.buffer<!tileaa.ptr>
  %map = tileas.tensor_map %p extents[%m, %m] strides[%stride, %unit] spare %spare : <!stage>
  %keys = tileas.alloc_shared : !keys
  %values = tileas.alloc_shared : !keys
  %q0 = tileas.alloc_shared : !stages
  %queries = tileas.ring %q0 : !ring
  %g0 = tileas.alloc_shared : !stages
  %gradients = tileas.ring %g0 : !ring
  %r:2 = scf.for %i = %zero to %n step %one iter_args(%acc = %first, %also_acc = %first) -> (!carried, !carried) : i32 {
    %at = arith.muli %i, %rows_of_tile {tileas.slot = #copies} : i32
    %to = tileas.acquire %queries[%i] {tileas.slot = #copies} : !ring
    %c = tileas.tensor_copy %map[%at, %zero] to %to {tileas.slot = #copies} : <!stage> -> !tileas.completion
    %also = tileas.acquire %gradients[%i] {tileas.slot = #copies} : !ring
    %d = tileas.tensor_copy %map[%at, %zero] to %also {tileas.slot = #copies} : <!stage> -> !tileas.completion
    tileas.commit %queries[%i] after %c {tileas.slot = #copies} : !ring
    tileas.commit %gradients[%i] after %d {tileas.slot = #copies} : !ring
    %q = tileas.wait %queries[%i] {tileas.slot = #waits} : !ring
    %g = tileas.wait %gradients[%i] {tileas.slot = #waits} : !ring
    %qt = tileas.permute_buffer %q [1, 0] {tileas.slot = #scores} : !stage -> !turned
    %s = tileas.wgmma %keys as<f16>, %qt as<f16>, %none by [64, 128, 16] {tileas.slot = #scores} : !keys, !turned, !sum
    %x = tileaa.exp2 %s {tileas.slot = #powers} : !sum
    %h = arith.truncf %x {tileas.slot = #packed} : !sum to !powers
    %o = tileas.wgmma %h as<f16>, %g as<f16>, %acc by [64, 64, 16] {tileas.slot = #values} : !powers, !stage, !carried
    %gt = tileas.permute_buffer %g [1, 0] {tileas.slot = #gradients} : !stage -> !turned
    %t = tileas.wgmma %values as<f16>, %gt as<f16>, %none by [64, 128, 16] {tileas.slot = #gradients} : !keys, !turned, !sum
    tileas.release %gradients[%i] {tileas.slot = #gradients} : !ring
    %b = tileaa.broadcast %delta {tileas.slot = #differences} : !row -> !sum
    %y = tileaa.subf %t, %b {tileas.slot = #differences} : !sum
    %z = tileaa.mulf %x, %y {tileas.slot = #products} : !sum
    %w = arith.truncf %z {tileas.slot = #pack} : !sum to !powers
    %also_o = tileas.wgmma %w as<f16>, %q as<f16>, %also_acc by [64, 64, 16] {tileas.slot = #keys} : !powers, !stage, !carried
    tileas.release %queries[%i] {tileas.slot = #keys} : !ring
    scf.yield %o, %also_o : !carried, !carried
  } {tileas.schedule = #tileas.schedule<interval = 6000, stages = 2>}
  %u = arith.negf %r#0 : !carried
  %also_u = arith.negf %r#1 : !carried
  tileas.release_map %spare
  tileas.return
}

// Without the row of what is subtracted there is room: the product goes on under the
// arithmetic for the next one.
// CHECK-LABEL: tileas.kernel @with_room(
// CHECK: tileaa.exp2
// CHECK-NEXT: arith.truncf
// CHECK-NEXT: tileas.wgmma
// CHECK: tileaa.subf
tileas.kernel @with_room(%p: !tileaa.ptr, %n: i32, %m: i64, %stride: i64) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 4, plan = <blocks = 2, registers = 255>, shared = 0, frozen = false>} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %unit = arith.constant 1 : i64
  %rows_of_tile = arith.constant 128 : i32
  %none = arith.constant dense<0.0> : !sum
  %first = arith.constant dense<0.0> : !carried
  %spare = tileas.alloc_shared : !tileas.buffer<!tileaa.ptr>
  %map = tileas.tensor_map %p extents[%m, %m] strides[%stride, %unit] spare %spare : <!stage>
  %keys = tileas.alloc_shared : !keys
  %values = tileas.alloc_shared : !keys
  %q0 = tileas.alloc_shared : !stages
  %queries = tileas.ring %q0 : !ring
  %g0 = tileas.alloc_shared : !stages
  %gradients = tileas.ring %g0 : !ring
  %r:2 = scf.for %i = %zero to %n step %one iter_args(%acc = %first, %also_acc = %first) -> (!carried, !carried) : i32 {
    %at = arith.muli %i, %rows_of_tile {tileas.slot = #copies} : i32
    %to = tileas.acquire %queries[%i] {tileas.slot = #copies} : !ring
    %c = tileas.tensor_copy %map[%at, %zero] to %to {tileas.slot = #copies} : <!stage> -> !tileas.completion
    %also = tileas.acquire %gradients[%i] {tileas.slot = #copies} : !ring
    %d = tileas.tensor_copy %map[%at, %zero] to %also {tileas.slot = #copies} : <!stage> -> !tileas.completion
    tileas.commit %queries[%i] after %c {tileas.slot = #copies} : !ring
    tileas.commit %gradients[%i] after %d {tileas.slot = #copies} : !ring
    %q = tileas.wait %queries[%i] {tileas.slot = #waits} : !ring
    %g = tileas.wait %gradients[%i] {tileas.slot = #waits} : !ring
    %qt = tileas.permute_buffer %q [1, 0] {tileas.slot = #scores} : !stage -> !turned
    %s = tileas.wgmma %keys as<f16>, %qt as<f16>, %none by [64, 128, 16] {tileas.slot = #scores} : !keys, !turned, !sum
    %x = tileaa.exp2 %s {tileas.slot = #powers} : !sum
    %h = arith.truncf %x {tileas.slot = #packed} : !sum to !powers
    %o = tileas.wgmma %h as<f16>, %g as<f16>, %acc by [64, 64, 16] {tileas.slot = #values} : !powers, !stage, !carried
    %gt = tileas.permute_buffer %g [1, 0] {tileas.slot = #gradients} : !stage -> !turned
    %t = tileas.wgmma %values as<f16>, %gt as<f16>, %none by [64, 128, 16] {tileas.slot = #gradients} : !keys, !turned, !sum
    tileas.release %gradients[%i] {tileas.slot = #gradients} : !ring
    %y = tileaa.subf %t, %none {tileas.slot = #differences} : !sum
    %z = tileaa.mulf %x, %y {tileas.slot = #products} : !sum
    %w = arith.truncf %z {tileas.slot = #pack} : !sum to !powers
    %also_o = tileas.wgmma %w as<f16>, %q as<f16>, %also_acc by [64, 64, 16] {tileas.slot = #keys} : !powers, !stage, !carried
    tileas.release %queries[%i] {tileas.slot = #keys} : !ring
    scf.yield %o, %also_o : !carried, !carried
  } {tileas.schedule = #tileas.schedule<interval = 6000, stages = 2>}
  %u = arith.negf %r#0 : !carried
  %also_u = arith.negf %r#1 : !carried
  tileas.release_map %spare
  tileas.return
}
