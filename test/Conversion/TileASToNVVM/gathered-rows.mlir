// Rows that indices name, by a map that gathers: with a swizzle of 128 bytes in one box and
// in two, with one of 32, and in a tile whose first dimension is the columns. Rows are named
// twice, or do not exist; columns end with the matrix. The emulator gives what the
// interpreter gives, and finds the meeting of the warp that hands the numbers on, if it is
// taken away.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-place-in-shared,tileas-lower-rings,tileas-allocate-shared,tileas-place-barriers,tileas-freeze-kernel-spec))' -o %t.mlir
// RUN: tileiras %t.mlir --gpu-name=sm_100 --emit=ptx -o %t.ptx
// RUN: FileCheck %s < %t.ptx
// RUN: %python -c "import struct; open(r'%t.hex', 'w').write(struct.pack('<8000h', *(i * 7919 %% 30011 for i in range(8000))).hex())"
// RUN: sh -c '%python %S/../../Tools/cuda-tile-run/Inputs/npy.py %t.npy "<i2" 8000 $(cat %t.hex)'
// RUN: %python -c "import struct; open(r'%t.hex', 'w').write(struct.pack('<64i', *([7, 7, -1, 99, 100, 0, -2**31, 2**31 - 1] + [i * 37 %% 100 for i in range(56)])).hex())"
// RUN: sh -c '%python %S/../../Tools/cuda-tile-run/Inputs/npy.py %t.rows.npy "<i4" 64 $(cat %t.hex)'
// RUN: sh -c 'set -e; for kernel in wide panels lines turned twice; do for at in 0 32 -8 64 200; do cuda-tile-run %t.mlir --gpu-name=sm_100 --entry=$kernel --arg=ptr:%t.npy --arg=ptr:%t.rows.npy --arg=ptr:new:i16[8192] --arg=i32:$at --compare=emulate --check=all --async=random; done; done'
//
// RUN: %python %S/Inputs/without.py %t.ptx %t.less.ptx "st.shared.b32"
// RUN: not cuda-tile-run %t.less.ptx --entry=wide --arg=ptr:%t.npy --arg=ptr:%t.rows.npy --arg=ptr:new:i16[8192] --arg=i32:0 --engine=emulate --check=all 2>&1 | FileCheck %s --check-prefix=FAULT
//
// Two copies with the same words: the warp stores for the second one when the thread has
// read those of the first.
// RUN: cuda-tile-run %t.ptx --entry=twice --arg=ptr:%t.npy --arg=ptr:%t.rows.npy --arg=ptr:new:i16[8192] --arg=i32:0 --engine=emulate --check=all --warps=random
// RUN: %python -c "import re; text = open(r'%t.ptx').read(); open(r'%t.less.ptx', 'w').write(re.sub(r'\tbar\.warp\.sync.*\n((?:.*\n){0,2}\tst\.shared\.b32)', r'\1', text))"
// RUN: not cuda-tile-run %t.less.ptx --entry=twice --arg=ptr:%t.npy --arg=ptr:%t.rows.npy --arg=ptr:new:i16[8192] --arg=i32:0 --engine=emulate --check=all --warps=random 2>&1 | FileCheck %s --check-prefix=FAULT
// FAULT: {{race|deadlock|nobody has written|fence}}
//
// CHECK: .entry wide(
// CHECK: bar.warp.sync
// CHECK: st.shared.b32
// CHECK: bar.warp.sync
// CHECK: ld.shared.v4.b32
// CHECK-COUNT-16: cp.async.bulk.tensor.2d.shared::cta.global.tile::gather4.mbarrier::complete_tx::bytes
// CHECK-NOT: cp.async.bulk.tensor
// CHECK: .entry panels(
// CHECK-COUNT-16: tile::gather4
// CHECK-NOT: cp.async.bulk.tensor
// CHECK: .entry lines(

#wide = #tileas.layout<offset = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0], [16, 0], [32, 0]]>
#panels = #tileas.layout<offset = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0], [16, 0], [0, 64]]>
#lines = #tileas.layout<offset = [[0, 1], [0, 2], [0, 4], [0, 8], [1, 0], [2, 0], [4, 8], [8, 0], [16, 0], [32, 0]]>
#turned = #tileas.layout<offset = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0], [32, 0], [8, 1], [16, 2], [32, 4], [0, 8], [0, 16], [0, 32]]>
#r64x64 = #tileas.layout<register = [[0, 1], [2, 0], [4, 0], [8, 0], [16, 0]], lane = [[0, 2], [0, 4], [0, 8], [0, 16], [0, 32]], warp = [[1, 0], [32, 0]]>
#r32x128 = #tileas.layout<register = [[0, 1], [2, 0], [4, 0], [8, 0], [0, 64]], lane = [[0, 2], [0, 4], [0, 8], [0, 16], [0, 32]], warp = [[1, 0], [16, 0]]>
#r64x16 = #tileas.layout<register = [[0, 1], [2, 0], [4, 0]], lane = [[0, 2], [0, 4], [0, 8], [32, 0], [8, 0]], warp = [[1, 0], [16, 0]]>
#l64 = #tileas.layout<register = [[32]], lane = [[1 to 16]], warp = [[0], [0]]>
#l32 = #tileas.layout<register = [], lane = [[1 to 16]], warp = [[0], [0]]>
tileas.kernel @wide(%p: !tileaa.ptr, %i: !tileaa.ptr, %q: !tileaa.ptr, %column: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_100", warps = 4, shared = 0, frozen = false>} {
  %turn = arith.constant 0 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %existing = arith.constant 100 : i64
  %columns = arith.constant 72 : i64
  %pitch = arith.constant 80 : i64
  %r = arith.constant 64 : i64
  %c = arith.constant 64 : i64
  %number = arith.constant 64 : i64
  %spare = tileas.alloc_shared : <!tileaa.ptr>
  %words = tileas.alloc_shared : <64xi32>
  %map = tileas.tensor_map %p extents [%existing, %columns] strides [%pitch, %one] spare %spare : <!tileas.buffer<64x64xi16, #wide>, gathers = true>
  %rows, %t = tileas.load %i[%zero] extents [%number] strides [%one] : !tileaa.ptr -> tensor<64xi32, #l64>
  %tile = tileas.alloc_shared : <64x64xi16, #wide>
  %ring = tileas.ring %tile : <!tileas.buffer<64x64xi16, #wide>>
  %to = tileas.acquire %ring[%turn] : <!tileas.buffer<64x64xi16, #wide>>
  %copy = tileas.tensor_copy %map[%column] rows %rows via %words to %to : <!tileas.buffer<64x64xi16, #wide>, gathers = true> rows tensor<64xi32, #l64> via !tileas.buffer<64xi32> -> !tileas.completion
  tileas.commit %ring[%turn] after %copy : <!tileas.buffer<64x64xi16, #wide>>
  %from = tileas.wait %ring[%turn] : <!tileas.buffer<64x64xi16, #wide>>
  %x = tileas.shared_load %from : <64x64xi16, #wide> -> tensor<64x64xi16, #r64x64>
  tileas.release %ring[%turn] : <!tileas.buffer<64x64xi16, #wide>>
  %v = tileas.store %x to %q[%zero, %zero] extents [%r, %c] strides [%c, %one] by<owner> : tensor<64x64xi16, #r64x64>, !tileaa.ptr
  tileas.barrier
  tileas.release_map %spare
  tileas.return
}
tileas.kernel @panels(%p: !tileaa.ptr, %i: !tileaa.ptr, %q: !tileaa.ptr, %column: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_100", warps = 4, shared = 0, frozen = false>} {
  %turn = arith.constant 0 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %existing = arith.constant 100 : i64
  %columns = arith.constant 72 : i64
  %pitch = arith.constant 80 : i64
  %r = arith.constant 32 : i64
  %c = arith.constant 128 : i64
  %number = arith.constant 32 : i64
  %spare = tileas.alloc_shared : <!tileaa.ptr>
  %words = tileas.alloc_shared : <32xi32>
  %map = tileas.tensor_map %p extents [%existing, %columns] strides [%pitch, %one] spare %spare : <!tileas.buffer<32x128xi16, #panels>, gathers = true>
  %rows, %t = tileas.load %i[%zero] extents [%number] strides [%one] : !tileaa.ptr -> tensor<32xi32, #l32>
  %tile = tileas.alloc_shared : <32x128xi16, #panels>
  %ring = tileas.ring %tile : <!tileas.buffer<32x128xi16, #panels>>
  %to = tileas.acquire %ring[%turn] : <!tileas.buffer<32x128xi16, #panels>>
  %copy = tileas.tensor_copy %map[%column] rows %rows via %words to %to : <!tileas.buffer<32x128xi16, #panels>, gathers = true> rows tensor<32xi32, #l32> via !tileas.buffer<32xi32> -> !tileas.completion
  tileas.commit %ring[%turn] after %copy : <!tileas.buffer<32x128xi16, #panels>>
  %from = tileas.wait %ring[%turn] : <!tileas.buffer<32x128xi16, #panels>>
  %x = tileas.shared_load %from : <32x128xi16, #panels> -> tensor<32x128xi16, #r32x128>
  tileas.release %ring[%turn] : <!tileas.buffer<32x128xi16, #panels>>
  %v = tileas.store %x to %q[%zero, %zero] extents [%r, %c] strides [%c, %one] by<owner> : tensor<32x128xi16, #r32x128>, !tileaa.ptr
  tileas.barrier
  tileas.release_map %spare
  tileas.return
}
tileas.kernel @lines(%p: !tileaa.ptr, %i: !tileaa.ptr, %q: !tileaa.ptr, %column: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_100", warps = 4, shared = 0, frozen = false>} {
  %turn = arith.constant 0 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %existing = arith.constant 100 : i64
  %columns = arith.constant 72 : i64
  %pitch = arith.constant 80 : i64
  %r = arith.constant 64 : i64
  %c = arith.constant 16 : i64
  %number = arith.constant 64 : i64
  %spare = tileas.alloc_shared : <!tileaa.ptr>
  %words = tileas.alloc_shared : <64xi32>
  %map = tileas.tensor_map %p extents [%existing, %columns] strides [%pitch, %one] spare %spare : <!tileas.buffer<64x16xi16, #lines>, gathers = true>
  %rows, %t = tileas.load %i[%zero] extents [%number] strides [%one] : !tileaa.ptr -> tensor<64xi32, #l64>
  %tile = tileas.alloc_shared : <64x16xi16, #lines>
  %ring = tileas.ring %tile : <!tileas.buffer<64x16xi16, #lines>>
  %to = tileas.acquire %ring[%turn] : <!tileas.buffer<64x16xi16, #lines>>
  %copy = tileas.tensor_copy %map[%column] rows %rows via %words to %to : <!tileas.buffer<64x16xi16, #lines>, gathers = true> rows tensor<64xi32, #l64> via !tileas.buffer<64xi32> -> !tileas.completion
  tileas.commit %ring[%turn] after %copy : <!tileas.buffer<64x16xi16, #lines>>
  %from = tileas.wait %ring[%turn] : <!tileas.buffer<64x16xi16, #lines>>
  %x = tileas.shared_load %from : <64x16xi16, #lines> -> tensor<64x16xi16, #r64x16>
  tileas.release %ring[%turn] : <!tileas.buffer<64x16xi16, #lines>>
  %v = tileas.store %x to %q[%zero, %zero] extents [%r, %c] strides [%c, %one] by<owner> : tensor<64x16xi16, #r64x16>, !tileaa.ptr
  tileas.barrier
  tileas.release_map %spare
  tileas.return
}
tileas.kernel @turned(%p: !tileaa.ptr, %i: !tileaa.ptr, %q: !tileaa.ptr, %column: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_100", warps = 4, shared = 0, frozen = false>} {
  %turn = arith.constant 0 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %existing = arith.constant 100 : i64
  %columns = arith.constant 72 : i64
  %pitch = arith.constant 80 : i64
  %r = arith.constant 64 : i64
  %c = arith.constant 64 : i64
  %number = arith.constant 64 : i64
  %spare = tileas.alloc_shared : <!tileaa.ptr>
  %words = tileas.alloc_shared : <64xi32>
  %map = tileas.tensor_map %p extents [%columns, %existing] strides [%one, %pitch] spare %spare : <!tileas.buffer<64x64xi16, #turned>, gathers = true>
  %rows, %t = tileas.load %i[%zero] extents [%number] strides [%one] : !tileaa.ptr -> tensor<64xi32, #l64>
  %tile = tileas.alloc_shared : <64x64xi16, #turned>
  %ring = tileas.ring %tile : <!tileas.buffer<64x64xi16, #turned>>
  %to = tileas.acquire %ring[%turn] : <!tileas.buffer<64x64xi16, #turned>>
  %copy = tileas.tensor_copy %map[%column] rows %rows via %words to %to : <!tileas.buffer<64x64xi16, #turned>, gathers = true> rows tensor<64xi32, #l64> via !tileas.buffer<64xi32> -> !tileas.completion
  tileas.commit %ring[%turn] after %copy : <!tileas.buffer<64x64xi16, #turned>>
  %from = tileas.wait %ring[%turn] : <!tileas.buffer<64x64xi16, #turned>>
  %x = tileas.shared_load %from : <64x64xi16, #turned> -> tensor<64x64xi16, #r64x64>
  tileas.release %ring[%turn] : <!tileas.buffer<64x64xi16, #turned>>
  %v = tileas.store %x to %q[%zero, %zero] extents [%r, %c] strides [%c, %one] by<owner> : tensor<64x64xi16, #r64x64>, !tileaa.ptr
  tileas.barrier
  tileas.release_map %spare
  tileas.return
}
tileas.kernel @twice(%p: !tileaa.ptr, %i: !tileaa.ptr, %q: !tileaa.ptr, %column: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_100", warps = 4, shared = 0, frozen = false>} {
  %turn = arith.constant 0 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %existing = arith.constant 100 : i64
  %columns = arith.constant 72 : i64
  %pitch = arith.constant 80 : i64
  %r = arith.constant 64 : i64
  %c = arith.constant 64 : i64
  %number = arith.constant 64 : i64
  %spare = tileas.alloc_shared : <!tileaa.ptr>
  %words = tileas.alloc_shared : <64xi32>
  %map = tileas.tensor_map %p extents [%existing, %columns] strides [%pitch, %one] spare %spare : <!tileas.buffer<64x64xi16, #wide>, gathers = true>
  %rows, %t = tileas.load %i[%zero] extents [%number] strides [%one] : !tileaa.ptr -> tensor<64xi32, #l64>
  %first = tileas.alloc_shared : <64x64xi16, #wide>
  %ofFirst = tileas.ring %first : <!tileas.buffer<64x64xi16, #wide>>
  %tile = tileas.alloc_shared : <64x64xi16, #wide>
  %ring = tileas.ring %tile : <!tileas.buffer<64x64xi16, #wide>>
  %toFirst = tileas.acquire %ofFirst[%turn] : <!tileas.buffer<64x64xi16, #wide>>
  %more = arith.addi %rows, %rows : tensor<64xi32, #l64>
  %before = tileas.tensor_copy %map[%column] rows %more via %words to %toFirst : <!tileas.buffer<64x64xi16, #wide>, gathers = true> rows tensor<64xi32, #l64> via !tileas.buffer<64xi32> -> !tileas.completion
  tileas.commit %ofFirst[%turn] after %before : <!tileas.buffer<64x64xi16, #wide>>
  %to = tileas.acquire %ring[%turn] : <!tileas.buffer<64x64xi16, #wide>>
  %copy = tileas.tensor_copy %map[%column] rows %rows via %words to %to : <!tileas.buffer<64x64xi16, #wide>, gathers = true> rows tensor<64xi32, #l64> via !tileas.buffer<64xi32> -> !tileas.completion
  tileas.commit %ring[%turn] after %copy : <!tileas.buffer<64x64xi16, #wide>>
  %fromFirst = tileas.wait %ofFirst[%turn] : <!tileas.buffer<64x64xi16, #wide>>
  tileas.release %ofFirst[%turn] : <!tileas.buffer<64x64xi16, #wide>>
  %from = tileas.wait %ring[%turn] : <!tileas.buffer<64x64xi16, #wide>>
  %x = tileas.shared_load %from : <64x64xi16, #wide> -> tensor<64x64xi16, #r64x64>
  tileas.release %ring[%turn] : <!tileas.buffer<64x64xi16, #wide>>
  %v = tileas.store %x to %q[%zero, %zero] extents [%r, %c] strides [%c, %one] by<owner> : tensor<64x64xi16, #r64x64>, !tileaa.ptr
  tileas.barrier
  tileas.release_map %spare
  tileas.return
}
