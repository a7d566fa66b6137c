// Tiles of a tensor by tensor maps: boxes with each swizzle and without one, several
// boxes for a tile, and edges of the tensor, outside of which there are zeros. The
// emulator, which reads the maps' bytes, gives what the interpreter gives; a fence, a
// wait, an arrival or its bytes less is found.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-place-in-shared,tileas-lower-rings,tileas-allocate-shared,tileas-place-barriers,tileas-freeze-kernel-spec))' -o %t.mlir
// RUN: FileCheck %s --check-prefix=LOWER < %t.mlir
// RUN: tileiras %t.mlir --gpu-name=sm_90 --emit=ptx -o %t.ptx
// RUN: FileCheck %s < %t.ptx
// RUN: %python -c "import struct; open(r'%t.hex', 'w').write(struct.pack('<8000h', *(i * 7919 %% 30011 for i in range(8000))).hex())"
// RUN: sh -c '%python %S/../../Tools/cuda-tile-run/Inputs/npy.py %t.npy "<i2" 8000 $(cat %t.hex)'
// RUN: sh -c 'set -e; for gpu in sm_90 sm_100 sm_120; do sed s/sm_90/$gpu/ %t.mlir > %t.$gpu.mlir; for kernel in wide panels narrow lines plain; do for at in "0 0" "-8 32" "70 -24" "99 71" "200 5"; do set -- $at; cuda-tile-run %t.$gpu.mlir --gpu-name=$gpu --entry=$kernel --arg=ptr:%t.npy --arg=ptr:new:i16[8192] --arg=i32:$1 --arg=i32:$2 --compare=emulate --check=all --async=random; done; done; done'
//
// The interpreter's words for what a map cannot say:
// RUN: sed "s/constant 80 :/constant 81 :/" %t.mlir > %t.less.mlir
// RUN: not cuda-tile-run %t.less.mlir --entry=wide --arg=ptr:%t.npy --arg=ptr:new:i16[8192] --arg=i32:0 --arg=i32:0 --engine=interpret 2>&1 | FileCheck %s --check-prefix=STRIDE
//
// RUN: %python %S/Inputs/without.py %t.ptx %t.less.ptx "fence.proxy.tensormap::generic.acquire"
// RUN: not cuda-tile-run %t.less.ptx --entry=wide --arg=ptr:%t.npy --arg=ptr:new:i16[8192] --arg=i32:0 --arg=i32:0 --engine=emulate --check=all 2>&1 | FileCheck %s --check-prefix=FAULT
// RUN: %python %S/Inputs/without.py %t.ptx %t.less.ptx "mbarrier.arrive.expect_tx"
// RUN: not cuda-tile-run %t.less.ptx --entry=wide --arg=ptr:%t.npy --arg=ptr:new:i16[8192] --arg=i32:0 --arg=i32:0 --engine=emulate --check=all 2>&1 | FileCheck %s --check-prefix=FAULT
// RUN: sh -c 'sed "s/\(expect_tx.*\), 8192;/\1, 4096;/" %t.ptx > %t.less.ptx'
// RUN: not cuda-tile-run %t.less.ptx --entry=wide --arg=ptr:%t.npy --arg=ptr:new:i16[8192] --arg=i32:0 --arg=i32:0 --engine=emulate --check=all 2>&1 | FileCheck %s --check-prefix=FAULT
// RUN: sh -c 'grep -v wait_phase %t.mlir > %t.less.mlir'
// RUN: not cuda-tile-run %t.less.mlir --entry=wide --arg=ptr:%t.npy --arg=ptr:new:i16[8192] --arg=i32:0 --arg=i32:0 --engine=emulate --check=all --async=lazy 2>&1 | FileCheck %s --check-prefix=FAULT
//
// STRIDE: has a stride of 81 elements along dimension 0; it must be a multiple of 16 bytes
// FAULT: {{race|deadlock|nobody has written|fence}}

// LOWER-LABEL: tileas.kernel @wide(
// LOWER: tileas.tensor_copy %{{.*}}[%{{.*}}, %{{.*}}] to %{{.*}} on %[[FULL:.*]][%[[N:.*]]] :
// LOWER-NEXT: tileas.mbarrier_arrive %[[FULL]][%[[N]]] expecting 8192 by<one> :
//
// CHECK: .entry wide(
// CHECK: tensormap.replace.tile.global_address.global.b1024.b64
// CHECK: tensormap.replace.tile.swizzle_mode.global.b1024.b32 [%rd{{[0-9]+}}], 3;
// CHECK: fence.proxy.tensormap::generic.release.gpu;
// CHECK: st.release.gpu
// CHECK: fence.proxy.tensormap::generic.acquire.gpu
// CHECK: cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes
// CHECK-NOT: cp.async.bulk.tensor
// CHECK: .entry panels(
// CHECK-COUNT-2: cp.async.bulk.tensor.2d
// CHECK-NOT: cp.async.bulk.tensor
// CHECK: .entry narrow(

#wide = #tileas.layout<offset = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0], [16, 0], [32, 0]]>
#panels = #tileas.layout<offset = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0], [16, 0], [0, 64]]>
#narrow = #tileas.layout<offset = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [1, 0], [2, 8], [4, 16], [8, 0], [16, 0]]>
#lines = #tileas.layout<offset = [[0, 1], [0, 2], [0, 4], [0, 8], [1, 0], [2, 0], [4, 8], [8, 0], [16, 0], [32, 0]]>
#r64x64 = #tileas.layout<register = [[0, 1], [2, 0], [4, 0], [8, 0], [16, 0]], lane = [[0, 2], [0, 4], [0, 8], [0, 16], [0, 32]], warp = [[1, 0], [32, 0]]>
#r32x128 = #tileas.layout<register = [[0, 1], [2, 0], [4, 0], [8, 0], [0, 64]], lane = [[0, 2], [0, 4], [0, 8], [0, 16], [0, 32]], warp = [[1, 0], [16, 0]]>
#r32x32 = #tileas.layout<register = [[0, 1], [2, 0], [4, 0]], lane = [[0, 2], [0, 4], [0, 8], [0, 16], [8, 0]], warp = [[1, 0], [16, 0]]>
#r64x16 = #tileas.layout<register = [[0, 1], [2, 0], [4, 0]], lane = [[0, 2], [0, 4], [0, 8], [32, 0], [8, 0]], warp = [[1, 0], [16, 0]]>
tileas.kernel @wide(%p: !tileaa.ptr, %q: !tileaa.ptr, %row: i32, %column: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>} {
  %turn = arith.constant 0 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %rows = arith.constant 100 : i64
  %columns = arith.constant 72 : i64
  %pitch = arith.constant 80 : i64
  %r = arith.constant 64 : i64
  %c = arith.constant 64 : i64
  %spare = tileas.alloc_shared : <!tileaa.ptr>
  %map = tileas.tensor_map %p extents [%rows, %columns] strides [%pitch, %one] spare %spare : <!tileas.buffer<64x64xi16, #wide>>
  %tile = tileas.alloc_shared : <64x64xi16, #wide>
  %ring = tileas.ring %tile : <!tileas.buffer<64x64xi16, #wide>>
  %to = tileas.acquire %ring[%turn] : <!tileas.buffer<64x64xi16, #wide>>
  %copy = tileas.tensor_copy %map[%row, %column] to %to : <!tileas.buffer<64x64xi16, #wide>> -> !tileas.completion
  tileas.commit %ring[%turn] after %copy : <!tileas.buffer<64x64xi16, #wide>>
  %from = tileas.wait %ring[%turn] : <!tileas.buffer<64x64xi16, #wide>>
  %x = tileas.shared_load %from : <64x64xi16, #wide> -> tensor<64x64xi16, #r64x64>
  tileas.release %ring[%turn] : <!tileas.buffer<64x64xi16, #wide>>
  %v = tileas.store %x to %q[%zero, %zero] extents [%r, %c] strides [%c, %one] by<owner> : tensor<64x64xi16, #r64x64>, !tileaa.ptr
  tileas.barrier
  tileas.release_map %spare
  tileas.return
}
tileas.kernel @panels(%p: !tileaa.ptr, %q: !tileaa.ptr, %row: i32, %column: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>} {
  %turn = arith.constant 0 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %rows = arith.constant 100 : i64
  %columns = arith.constant 72 : i64
  %pitch = arith.constant 80 : i64
  %r = arith.constant 32 : i64
  %c = arith.constant 128 : i64
  %spare = tileas.alloc_shared : <!tileaa.ptr>
  %map = tileas.tensor_map %p extents [%rows, %columns] strides [%pitch, %one] spare %spare : <!tileas.buffer<32x128xi16, #panels>>
  %tile = tileas.alloc_shared : <32x128xi16, #panels>
  %ring = tileas.ring %tile : <!tileas.buffer<32x128xi16, #panels>>
  %to = tileas.acquire %ring[%turn] : <!tileas.buffer<32x128xi16, #panels>>
  %copy = tileas.tensor_copy %map[%row, %column] to %to : <!tileas.buffer<32x128xi16, #panels>> -> !tileas.completion
  tileas.commit %ring[%turn] after %copy : <!tileas.buffer<32x128xi16, #panels>>
  %from = tileas.wait %ring[%turn] : <!tileas.buffer<32x128xi16, #panels>>
  %x = tileas.shared_load %from : <32x128xi16, #panels> -> tensor<32x128xi16, #r32x128>
  tileas.release %ring[%turn] : <!tileas.buffer<32x128xi16, #panels>>
  %v = tileas.store %x to %q[%zero, %zero] extents [%r, %c] strides [%c, %one] by<owner> : tensor<32x128xi16, #r32x128>, !tileaa.ptr
  tileas.barrier
  tileas.release_map %spare
  tileas.return
}
tileas.kernel @narrow(%p: !tileaa.ptr, %q: !tileaa.ptr, %row: i32, %column: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>} {
  %turn = arith.constant 0 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %rows = arith.constant 100 : i64
  %columns = arith.constant 72 : i64
  %pitch = arith.constant 80 : i64
  %r = arith.constant 32 : i64
  %c = arith.constant 32 : i64
  %spare = tileas.alloc_shared : <!tileaa.ptr>
  %map = tileas.tensor_map %p extents [%rows, %columns] strides [%pitch, %one] spare %spare : <!tileas.buffer<32x32xi16, #narrow>>
  %tile = tileas.alloc_shared : <32x32xi16, #narrow>
  %ring = tileas.ring %tile : <!tileas.buffer<32x32xi16, #narrow>>
  %to = tileas.acquire %ring[%turn] : <!tileas.buffer<32x32xi16, #narrow>>
  %copy = tileas.tensor_copy %map[%row, %column] to %to : <!tileas.buffer<32x32xi16, #narrow>> -> !tileas.completion
  tileas.commit %ring[%turn] after %copy : <!tileas.buffer<32x32xi16, #narrow>>
  %from = tileas.wait %ring[%turn] : <!tileas.buffer<32x32xi16, #narrow>>
  %x = tileas.shared_load %from : <32x32xi16, #narrow> -> tensor<32x32xi16, #r32x32>
  tileas.release %ring[%turn] : <!tileas.buffer<32x32xi16, #narrow>>
  %v = tileas.store %x to %q[%zero, %zero] extents [%r, %c] strides [%c, %one] by<owner> : tensor<32x32xi16, #r32x32>, !tileaa.ptr
  tileas.barrier
  tileas.release_map %spare
  tileas.return
}
tileas.kernel @lines(%p: !tileaa.ptr, %q: !tileaa.ptr, %row: i32, %column: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>} {
  %turn = arith.constant 0 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %rows = arith.constant 100 : i64
  %columns = arith.constant 72 : i64
  %pitch = arith.constant 80 : i64
  %r = arith.constant 64 : i64
  %c = arith.constant 16 : i64
  %spare = tileas.alloc_shared : <!tileaa.ptr>
  %map = tileas.tensor_map %p extents [%rows, %columns] strides [%pitch, %one] spare %spare : <!tileas.buffer<64x16xi16, #lines>>
  %tile = tileas.alloc_shared : <64x16xi16, #lines>
  %ring = tileas.ring %tile : <!tileas.buffer<64x16xi16, #lines>>
  %to = tileas.acquire %ring[%turn] : <!tileas.buffer<64x16xi16, #lines>>
  %copy = tileas.tensor_copy %map[%row, %column] to %to : <!tileas.buffer<64x16xi16, #lines>> -> !tileas.completion
  tileas.commit %ring[%turn] after %copy : <!tileas.buffer<64x16xi16, #lines>>
  %from = tileas.wait %ring[%turn] : <!tileas.buffer<64x16xi16, #lines>>
  %x = tileas.shared_load %from : <64x16xi16, #lines> -> tensor<64x16xi16, #r64x16>
  tileas.release %ring[%turn] : <!tileas.buffer<64x16xi16, #lines>>
  %v = tileas.store %x to %q[%zero, %zero] extents [%r, %c] strides [%c, %one] by<owner> : tensor<64x16xi16, #r64x16>, !tileaa.ptr
  tileas.barrier
  tileas.release_map %spare
  tileas.return
}
tileas.kernel @plain(%p: !tileaa.ptr, %q: !tileaa.ptr, %row: i32, %column: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>} {
  %turn = arith.constant 0 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %rows = arith.constant 100 : i64
  %columns = arith.constant 72 : i64
  %pitch = arith.constant 80 : i64
  %r = arith.constant 32 : i64
  %c = arith.constant 32 : i64
  %spare = tileas.alloc_shared : <!tileaa.ptr>
  %map = tileas.tensor_map %p extents [%rows, %columns] strides [%pitch, %one] spare %spare : <!tileas.buffer<32x32xi16>>
  %tile = tileas.alloc_shared : <32x32xi16>
  %ring = tileas.ring %tile : <!tileas.buffer<32x32xi16>>
  %to = tileas.acquire %ring[%turn] : <!tileas.buffer<32x32xi16>>
  %copy = tileas.tensor_copy %map[%row, %column] to %to : <!tileas.buffer<32x32xi16>> -> !tileas.completion
  tileas.commit %ring[%turn] after %copy : <!tileas.buffer<32x32xi16>>
  %from = tileas.wait %ring[%turn] : <!tileas.buffer<32x32xi16>>
  %x = tileas.shared_load %from : <32x32xi16> -> tensor<32x32xi16, #r32x32>
  tileas.release %ring[%turn] : <!tileas.buffer<32x32xi16>>
  %v = tileas.store %x to %q[%zero, %zero] extents [%r, %c] strides [%c, %one] by<owner> : tensor<32x32xi16, #r32x32>, !tileaa.ptr
  tileas.barrier
  tileas.release_map %spare
  tileas.return
}
