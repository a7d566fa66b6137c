// Of an access whose positions and extents are less than 2^31 no comparison is one of
// 64 bits, and none wraps around: all rows of this array but the last, of which there
// are 2^31 - 1, lie in one place, and the tile begins with the 64th before that.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-assign-layouts,tileas-narrow-positions,tileas-freeze-kernel-spec))' -o %t.mlir
// RUN: tileiras %t.mlir -o - --gpu-name=sm_80 --emit=ptx | FileCheck %s
// RUN: %python -c "import struct; open(r'%t.hex', 'w').write(struct.pack('<32i', *range(32)).hex())"
// RUN: sh -c '%python %S/../../Tools/cuda-tile-run/Inputs/npy.py %t.npy "<i4" 32 $(cat %t.hex)'
// RUN: cuda-tile-run %t.mlir --gpu-name=sm_80 --arg=ptr:%t.npy --arg=ptr:new:i32[64,32] --arg=i64:33554431 --arg=i64:2147483647 --arg=i64:0 --compare=emulate --check=all --out=1=%t.out.npy
// RUN: %python -c "import struct; d = struct.unpack('<2048i', open(r'%t.out.npy', 'rb').read()[-8192:]); assert d == (*range(32),) * 63 + (-1,) * 32, d[-64:]"
//
// CHECK: setp.gt.s32
// CHECK-NOT: setp.{{[a-z]+}}.{{[us]}}64
// CHECK: ret
tileas.kernel @last_rows(%p: !tileaa.ptr, %q: !tileaa.ptr, %tile: i64, %rows: i64, %pitch: i64) attributes {spec = #tileas.kernel_spec<target = "sm_80", warps = 1, shared = 0, frozen = false>} {
  %one = arith.constant 1 : i64
  %zero = arith.constant 0 : i64
  %columns = arith.constant 32 : i64
  %size = arith.constant 64 : i64
  %none = arith.constant -1 : i32
  %t = tileaa.assume %tile {lower = 0 : i64, upper = 33554431 : i64} : i64
  %e = tileaa.assume %rows {lower = 0 : i64, upper = 2147483647 : i64} : i64
  %s = arith.muli %t, %size : i64
  %x, %t0 = tileas.load %p[%s, %zero] extents[%e, %columns] strides[%pitch, %one] other %none : i32 : !tileaa.ptr -> tensor<64x32xi32>
  %t1 = tileas.store %x to %q[%zero, %zero] extents[%size, %columns] strides[%columns, %one] by<owner> : tensor<64x32xi32>, !tileaa.ptr
  tileas.return
}
