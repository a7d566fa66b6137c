// The table of tensor maps that blocks share. Block x copies from `step` * x elements on,
// of a view with 7 or 8 rows: with a step of 0 blocks look for two maps, with one of 8
// elements each looks for a map of its own, so that the table has no room for all of
// them. Results are right whatever the order of the blocks, the end of the copies and
// the values that relaxed loads find, also of two launches at once. The
// fence that acquires, the orders and the claims have to be there.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-lower-rings,tileas-allocate-shared,tileas-place-barriers,tileas-freeze-kernel-spec))' -o %t.mlir
// RUN: tileiras %t.mlir --gpu-name=sm_90 --emit=ptx -o %t.ptx
// RUN: FileCheck %s < %t.ptx
// RUN: %python -c "import struct; open(r'%t.hex', 'w').write(struct.pack('<3000h', *range(3000)).hex())"
// RUN: sh -c '%python %S/../../Tools/cuda-tile-run/Inputs/npy.py %t.npy "<i2" 3000 $(cat %t.hex)'
// RUN: sh -c 'set -e; for step in 0 8; do run() { cuda-tile-run "$@" --arg=ptr:%t.npy --arg=ptr:new:i16[19200] --arg=i32:$step --arg=i32:16 --grid=300; }; run %t.mlir --engine=interpret --out=1=%t.$step.npy; for seed in 1 2 3; do run %t.ptx --engine=emulate --check=all --blocks=random --warps=random --async=random --loads=random --seed=$seed --expect=1=%t.$step.npy; run %t.ptx --engine=emulate --check=all --blocks=random --concurrent --seed=$seed --expect=1=%t.$step.npy; done; done'
//
// CHECK: .global .align 128 .b8 __tessera_maps_k[{{[0-9]+}}];
// CHECK: .global .align 4 .b8 __tessera_maps_claims_k[{{[0-9]+}}];
// CHECK: .global .align 128 .b8 __tessera_table_0[65536];
// CHECK-LABEL: .entry k(
//
// No branch stands before the first key is read, and the address of the table is
// needed before the parameters are, so that the latencies of both overlap.
// CHECK-NOT: bra
// CHECK: mov.b64 %[[TABLE:rd[0-9]+]], __tessera_table_0;
// CHECK-NOT: bra
// CHECK: shr.u64 %[[HASH:rd[0-9]+]], %[[TABLE]], 7;
// CHECK-NOT: bra
// CHECK: xor.b64 %rd{{[0-9]+}}, %{{(rd[0-9]+, %)?}}[[HASH]]
// CHECK-NOT: bra
// CHECK: @%[[SEEKS:p[0-9]+]] ld.relaxed.gpu.global.b64
// CHECK-NOT: bra
// CHECK: @%[[SEEKS]] ld.acquire.gpu.global.b64
// CHECK: bra
//
// CHECK: atom.relaxed.gpu.global.cas
// CHECK: ld.relaxed.gpu.global.b64
// CHECK: ld.acquire.gpu.global.b64
// CHECK: atom.acquire.gpu.global.cas
// CHECK: fence.proxy.tensormap::generic.release.gpu
// CHECK: st.release.gpu.global.b64
// CHECK: fence.proxy.tensormap::generic.acquire.gpu
//
// DEFINE: %{launch} = --loads=random --arg=i32:0
// DEFINE: %{twin} = not cuda-tile-run %t.less.ptx --engine=emulate --check=all --blocks=random --warps=random --arg=ptr:%t.npy --arg=ptr:new:i16[19200] %{launch} --arg=i32:16 --grid=300 2>&1 | FileCheck %s --check-prefix=FAULT
// RUN: %python %S/Inputs/without.py %t.ptx %t.less.ptx "fence.proxy.tensormap::generic.acquire"
// RUN: %{twin}
// Only this fence releases the map to the proxy of maps, whatever else is released.
// RUN: %python %S/Inputs/without.py %t.ptx %t.less.ptx "fence.proxy.tensormap::generic.release"
// RUN: %{twin}
// Neither a release of the claim nor one of the map.
// RUN: sh -c 'sed "s/st.release.gpu.global.b64/st.relaxed.gpu.global.b64/; /tensormap::generic.release/d" %t.ptx > %t.less.ptx'
// RUN: %{twin}
// An entry that several blocks claim, and a slot.
// RUN: sh -c 'sed "s/atom.relaxed.gpu.global.cas.b32 \(.*\), .*, .*, .*;/mov.b32 \1, 0;/" %t.ptx > %t.less.ptx'
// RUN: %{twin}
// REDEFINE: %{launch} = --concurrent --arg=i32:8
// RUN: sh -c 'sed "s/atom.acquire.gpu.global.cas.b32 \(.*\), .*, .*, .*;/mov.b32 \1, 0;/" %t.ptx > %t.less.ptx'
// RUN: %{twin}
//
// FAULT: {{race|deadlock|nobody has written|fence}}

#r = #tileas.layout<register = [[0, 1]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = []>
!tile = !tileas.buffer<8x8xi16>
tileas.kernel @k(%p: !tileaa.ptr, %q: !tileaa.ptr, %step: i32, %pitch: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %x, %y, %z = tileaa.block_id
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c7 = arith.constant 7 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %bytes = arith.constant 2 : i64
  %eight = arith.constant 8 : i64
  %first = arith.muli %x, %step : i32
  %wide = arith.extui %first : i32 to i64
  %distance = arith.muli %wide, %bytes : i64
  %from = tileaa.ptr_add %p, %distance : !tileaa.ptr, i64
  %odd = arith.andi %x, %c1 : i32
  %few = arith.addi %odd, %c7 : i32
  %rows = arith.extui %few : i32 to i64
  %stride = arith.extui %pitch : i32 to i64
  %spare = tileas.alloc_shared : <!tileaa.ptr>
  %map = tileas.tensor_map %from extents [%rows, %eight] strides [%stride, %one] spare %spare : <!tile>
  %tile = tileas.alloc_shared : !tile
  %ring = tileas.ring %tile : <!tile>
  %to = tileas.acquire %ring[%c0] : <!tile>
  %copy = tileas.tensor_copy %map[%c0, %c0] to %to : <!tile> -> !tileas.completion
  tileas.commit %ring[%c0] after %copy : <!tile>
  %full = tileas.wait %ring[%c0] : <!tile>
  %v = tileas.shared_load %full : <8x8xi16> -> tensor<8x8xi16, #r>
  tileas.release %ring[%c0] : <!tile>
  %number = arith.extui %x : i32 to i64
  %row = arith.muli %number, %eight : i64
  %all = arith.constant 2400 : i64
  %t = tileas.store %v to %q[%row, %zero] extents [%all, %eight] strides [%eight, %one] by<owner> : tensor<8x8xi16, #r>, !tileaa.ptr
  tileas.barrier
  tileas.release_map %spare
  tileas.return
}
