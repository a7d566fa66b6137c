// A copy takes what its mask has, of tiles inside of their tensor and of others; the
// rest of the buffer is zero. The interpreter is the judge.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-allocate-shared,tileas-place-barriers,tileas-freeze-kernel-spec))' -o %t.mlir
// RUN: %python -c "import struct; open(r'%t.hex', 'w').write(struct.pack('<128i', *range(1, 129)).hex())"
// RUN: sh -c '%python %S/../../Tools/cuda-tile-run/Inputs/npy.py %t.npy "<i4" 128 $(cat %t.hex)'
// RUN: sh -c 'set -e; for extent in 128 102 0; do for limit in 0 64 128; do cuda-tile-run %t.mlir --arg=ptr:%t.npy --arg=ptr:new:i32[128] --arg=i64:$extent --arg=i32:$limit --compare=emulate --check=all --async=random; done; done'

#copied = #tileas.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[0]]>
#read = #tileas.layout<register = [[32], [64]], lane = [[16], [8], [4], [2], [1]], warp = [[0]]>
tileas.kernel @k(%p: !tileaa.ptr, %q: !tileaa.ptr, %extent: i64, %limit: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 2, shared = 0, frozen = false>} {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %all = arith.constant 128 : i64
  %n = tileaa.iota : tensor<128xi32, #copied>
  %limits = tileaa.splat %limit : i32 -> tensor<128xi32, #copied>
  %mask = arith.cmpi slt, %n, %limits : tensor<128xi32, #copied>
  %b = tileas.alloc_shared : <128xi32>
  %c = tileas.async_copy %p[%zero] extents [%extent] strides [%one] mask %mask : tensor<128xi1, #copied> to %b {tile = tensor<128xi32, #copied>, width = 4 : i64} : !tileaa.ptr, !tileas.buffer<128xi32>
  tileas.commit_group
  tileas.wait_group 0 for %b : !tileas.buffer<128xi32>
  %x = tileas.shared_load %b : <128xi32> -> tensor<128xi32, #read>
  %t = tileas.store %x to %q[%zero] extents [%all] strides [%one] by<owner> : tensor<128xi32, #read>, !tileaa.ptr
  tileas.return
}
