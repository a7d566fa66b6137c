// A map that rounds f32 to tf32 as it copies, to a tile in the swizzle of words across K:
// ties go to the even number, carries reach the exponent, subnormals stay, and nothing is
// rounded outside of the tensor. The emulator, which reads the maps' bytes, gives what
// the interpreter gives.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-place-in-shared,tileas-lower-rings,tileas-allocate-shared,tileas-place-barriers,tileas-freeze-kernel-spec))' -o %t.mlir
// RUN: tileiras %t.mlir --gpu-name=sm_100 --emit=ptx -o %t.ptx
// RUN: FileCheck %s < %t.ptx
// RUN: %python -c "import struct; ties = (0x3F801000, 0x3F803000, 0x3F801001, 0x3F7FF000, 0xBFFFF800, 0x7F7FF000, 0xFF7FEFFF, 0x00000800, 0x00001800, 0x80001000, 0x7F800000, 0xFF800000, 0x7FFFFFFF); words = [(i * 2654435761 + 12345) %% 0x7F000000 for i in range(8000)]; words[::9] = [ties[i %% len(ties)] for i in range(len(words[::9]))]; open(r'%t.hex', 'w').write(struct.pack('<8000I', *words).hex())"
// RUN: sh -c '%python %S/../../Tools/cuda-tile-run/Inputs/npy.py %t.npy "<f4" 8000 $(cat %t.hex)'
// RUN: sh -c 'set -e; for at in "0 0" "-8 32" "70 -24" "99 71" "200 5"; do set -- $at; cuda-tile-run %t.mlir --gpu-name=sm_100 --entry=words --arg=ptr:%t.npy --arg=ptr:new:f32[2048] --arg=i32:$1 --arg=i32:$2 --compare=emulate --check=all --async=random; done'
//
// CHECK: .entry words(
// CHECK: tensormap.replace.tile.elemtype.global.b1024.b32 [%rd{{[0-9]+}}], 11;
// CHECK: tensormap.replace.tile.swizzle_mode.global.b1024.b32 [%rd{{[0-9]+}}], 3;
// CHECK: tensormap.replace.tile.swizzle_atomicity.global.b1024.b32 [%rd{{[0-9]+}}], 1;
// CHECK-COUNT-2: cp.async.bulk.tensor.2d

#words = #tileas.layout<offset = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [1, 8], [2, 16], [4, 0], [8, 0], [16, 0], [0, 32]]>
#r32x64 = #tileas.layout<register = [[0, 1], [2, 0], [4, 0], [8, 0]], lane = [[0, 2], [0, 4], [0, 8], [0, 16], [0, 32]], warp = [[1, 0], [16, 0]]>
tileas.kernel @words(%p: !tileaa.ptr, %q: !tileaa.ptr, %row: i32, %column: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_100", warps = 4, shared = 0, frozen = false>} {
  %turn = arith.constant 0 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %rows = arith.constant 100 : i64
  %columns = arith.constant 72 : i64
  %pitch = arith.constant 80 : i64
  %r = arith.constant 32 : i64
  %c = arith.constant 64 : i64
  %spare = tileas.alloc_shared : <!tileaa.ptr>
  %map = tileas.tensor_map %p extents [%rows, %columns] strides [%pitch, %one] spare %spare rounded : <!tileas.buffer<32x64xf32, #words>>
  %tile = tileas.alloc_shared : <32x64xf32, #words>
  %ring = tileas.ring %tile : <!tileas.buffer<32x64xf32, #words>>
  %to = tileas.acquire %ring[%turn] : <!tileas.buffer<32x64xf32, #words>>
  %copy = tileas.tensor_copy %map[%row, %column] to %to : <!tileas.buffer<32x64xf32, #words>> -> !tileas.completion
  tileas.commit %ring[%turn] after %copy : <!tileas.buffer<32x64xf32, #words>>
  %from = tileas.wait %ring[%turn] : <!tileas.buffer<32x64xf32, #words>>
  %x = tileas.shared_load %from : <32x64xf32, #words> -> tensor<32x64xf32, #r32x64>
  tileas.release %ring[%turn] : <!tileas.buffer<32x64xf32, #words>>
  %v = tileas.store %x to %q[%zero, %zero] extents [%r, %c] strides [%c, %one] by<owner> : tensor<32x64xf32, #r32x64>, !tileaa.ptr
  tileas.barrier
  tileas.release_map %spare
  tileas.return
}
