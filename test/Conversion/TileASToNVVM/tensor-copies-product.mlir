// A product by wgmma whose factors come by tensor maps, in rings that run
// ahead: no fence between the proxies, no group of copies, and one thread for all of
// them. A product goes on up to the barrier of the next iteration, whose product has begun
// by then; it is not begun before its factors have been waited for. Its factors end within the last tiles, and a loop over tiles of the result
// begins the rings again. The emulator has what the interpreter has; a barrier, a wait
// or an arrival less is found, and a product that is left under way too long.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-place-in-shared,tileas-schedule-loops,tileas-pipeline-loops,tileas-lower-rings,tileas-allocate-shared,tileas-place-barriers,tileas-defer-products,tileas-freeze-kernel-spec))' -o %t.mlir
// RUN: FileCheck %s --check-prefix=LOWER < %t.mlir
// RUN: cuda-tile-opt %t.mlir --pass-pipeline='builtin.module(tileas.kernel(tileas-defer-products))' -o %t.twice.mlir
// RUN: cmp %t.mlir %t.twice.mlir
// RUN: tileiras %t.mlir --gpu-name=sm_90 --emit=ptx -o %t.ptx
// RUN: FileCheck %s < %t.ptx
// RUN: FileCheck %s --check-prefix=UNIFORM < %t.ptx
// RUN: FileCheck %s --check-prefix=ELECTED < %t.ptx
// RUN: %python -c "import struct; v = [i * 7 % 5 - 2 for i in range(20000)]; open(r'%t.hex', 'w').write(struct.pack('<20000e', *v).hex())"
// RUN: sh -c '%python %S/../../Tools/cuda-tile-run/Inputs/npy.py %t.npy "<f2" 20000 $(cat %t.hex)'
// RUN: sh -c 'set -e; for n in 0 1 2 3 6; do for when in eager lazy random; do cuda-tile-run %t.mlir --arg=ptr:%t.npy --arg=ptr:%t.npy --arg=ptr:new:f32[16384] --arg=i32:$n --compare=emulate --check=all --async=$when --warps=random --seed=$n --out=2=%t.out.npy; done; cuda-tile-run %s --engine=interpret --arg=ptr:%t.npy --arg=ptr:%t.npy --arg=ptr:new:f32[16384] --arg=i32:$n --out=2=%t.rings.npy; cmp %t.rings.npy %t.out.npy; done'
//
// RUN: %python %S/Inputs/without.py %t.ptx %t.less.ptx "mbarrier.arrive.expect_tx"
// RUN: not cuda-tile-run %t.less.ptx --arg=ptr:%t.npy --arg=ptr:%t.npy --arg=ptr:new:f32[16384] --arg=i32:2 --engine=emulate --check=all 2>&1 | FileCheck %s --check-prefix=FAULT
// RUN: sh -c 'grep -v tileas.wait_phase %t.mlir > %t.less.mlir'
// RUN: not cuda-tile-run %t.less.mlir --arg=ptr:%t.npy --arg=ptr:%t.npy --arg=ptr:new:f32[16384] --arg=i32:2 --engine=emulate --check=all --async=lazy 2>&1 | FileCheck %s --check-prefix=FAULT
// RUN: %python %S/Inputs/without.py %t.ptx %t.less.ptx "fence.proxy.tensormap::generic.acquire"
// RUN: not cuda-tile-run %t.less.ptx --arg=ptr:%t.npy --arg=ptr:%t.npy --arg=ptr:new:f32[16384] --arg=i32:2 --engine=emulate --check=all 2>&1 | FileCheck %s --check-prefix=FAULT
// RUN: sh -c 'sed "/tileas.retire/s/leaving 1/leaving 2/" %t.mlir > %t.less.mlir'
// RUN: not cuda-tile-run %t.less.mlir --arg=ptr:%t.npy --arg=ptr:%t.npy --arg=ptr:new:f32[16384] --arg=i32:6 --engine=emulate --check=all --async=eager 2>&1 | FileCheck %s --check-prefix=FAULT
// RUN: sh -c 'grep -v tileas.barrier %t.mlir > %t.less.mlir'
// RUN: not cuda-tile-run %t.less.mlir --arg=ptr:%t.npy --arg=ptr:%t.npy --arg=ptr:new:f32[16384] --arg=i32:6 --engine=emulate --check=all 2>&1 | FileCheck %s --check-prefix=FAULT
//
// FAULT: {{race|deadlock|nobody has written|fence|waits? for}}
//
// LOWER: tileas.tensor_copy {{.*}} if %[[FIRST:.*]] on
// LOWER: tileas.mbarrier_arrive {{.*}} by<one> if %[[FIRST]]
// LOWER: scf.for
// LOWER: tileas.wait_phase
// LOWER: tileas.wait_phase
// LOWER-NOT: tileas.proxy_fence
// LOWER: %[[SUM:.*]] = tileas.chain
// LOWER-NEXT: %[[NEXT:.*]] = tileas.wgmma {{.*}}, %[[SUM]] by {{.*}} pending
// LOWER-NEXT: %[[LEFT:.*]] = tileas.retire %[[NEXT]] leaving 1
// LOWER-NEXT: tileas.barrier
// LOWER-NEXT: tileas.tensor_copy {{.*}} if %[[HAS:.*]] on
// LOWER-NOT: tileas.barrier
// LOWER: tileas.mbarrier_arrive {{.*}} by<one> if %[[HAS]]
// LOWER: scf.yield
//
// CHECK-NOT: cp.async.wait_group
// CHECK-NOT: cp.async.commit_group
// CHECK: @%p{{[0-9]+}} cp.async.bulk.tensor.2d
// CHECK: @%p{{[0-9]+}} mbarrier.arrive.expect_tx.shared.b64 _, [{{.*}}], 16384;
// CHECK-NOT: fence.proxy.async.shared::cta;
//
// A stage's descriptors are a word and constants. Those of the left factor count from
// where the group's rows begin, which all threads of a warp have alike.
// CHECK: mbarrier.try_wait.parity
// CHECK: mov.b64 %[[RIGHT:rd[0-9]+]], {%r{{[0-9]+}}, 1073741888};
// CHECK: mov.b64 %[[LEFT:rd[0-9]+]], {%r{{[0-9]+}}, 1073741888};
// CHECK-DAG: add.s64 %{{rd[0-9]+}}, %[[LEFT]], 2;
// CHECK-DAG: add.s64 %{{rd[0-9]+}}, %[[RIGHT]], 128;
// CHECK: wgmma.mma_async
//
// Two threads that are elected at the start begin copies and arrive; others skip it.
// CHECK: @%p{{[0-9]+}} bra $L__BB0_[[NEXT:[0-9]+]];
// CHECK-NOT: bra
// CHECK-COUNT-2: cp.async.bulk.tensor.2d
// CHECK-NOT: bra
// CHECK-COUNT-2: mbarrier.arrive.expect_tx
// CHECK: bra.uni $L__BB0_[[NEXT]];
//
// ELECTED: elect.sync
// ELECTED-NOT: elect.sync
//
// UNIFORM: shfl.sync.idx.b32 %[[GROUP:r[0-9]+]], %r{{[0-9]+}}, 0, 31, -1;
// UNIFORM: add.s32 %[[FIRST:r[0-9]+]], %r{{[0-9]+}}, %[[GROUP]];
// UNIFORM: mov.b64 %{{rd[0-9]+}}, {%[[FIRST]], 1073741888};

#sum = #tileas.layout<register = [[0, 1], [8, 0], [0, 8 to 32]], lane = [[0, 2], [0, 4], [1 to 4, 0]], warp = [[16 to 64, 0]]>
#a = #tileas.layout<offset = [[0, 1 to 32], [1 to 4, 8 to 32], [8 to 64, 0]]>
#b = #tileas.layout<offset = [[0, 1 to 32], [1 to 4, 8 to 32], [8 to 32, 0]]>
!A = !tileas.buffer<128x64xf16, #a>
!B = !tileas.buffer<64x64xf16, #b>
!stagesA = !tileas.buffer<128x64xf16, #a, stages = 4>
!stagesB = !tileas.buffer<64x64xf16, #b, stages = 4>
!sum = tensor<128x64xf32, #sum>
tileas.kernel @product(%x: !tileaa.ptr, %y: !tileaa.ptr, %z: !tileaa.ptr, %n: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 8, shared = 0, frozen = false>} {
  %r = tileaa.assume %z {div_by = 16 : i64} : !tileaa.ptr
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %rows = arith.constant 120 : i64
  %depth = arith.constant 150 : i64
  %pitchA = arith.constant 152 : i64
  %columns = arith.constant 100 : i64
  %pitch = arith.constant 128 : i64
  %spareA = tileas.alloc_shared : <!tileaa.ptr>
  %spareB = tileas.alloc_shared : <!tileaa.ptr>
  %mapA = tileas.tensor_map %x extents [%rows, %depth] strides [%pitchA, %one] spare %spareA : <!A>
  %mapB = tileas.tensor_map %y extents [%depth, %columns] strides [%pitch, %one] spare %spareB : <!B>
  %none = arith.constant dense<0.0> : !sum
  %tilesA = tileas.alloc_shared : !stagesA
  %ringA = tileas.ring %tilesA : <!stagesA>
  %tilesB = tileas.alloc_shared : !stagesB
  %ringB = tileas.ring %tilesB : <!stagesB>
  scf.for %t = %c0 to %c2 step %c1 : i32 {
    %column = arith.muli %t, %c64 : i32
    %d = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none) -> (!sum) : i32 {
      %k = arith.muli %i, %c64 : i32
      %toA = tileas.acquire %ringA[%i] : <!stagesA>
      %copyA = tileas.tensor_copy %mapA[%c0, %k] to %toA : <!A> -> !tileas.completion
      %toB = tileas.acquire %ringB[%i] : <!stagesB>
      %copyB = tileas.tensor_copy %mapB[%k, %column] to %toB : <!B> -> !tileas.completion
      tileas.commit %ringA[%i] after %copyA : <!stagesA>
      tileas.commit %ringB[%i] after %copyB : <!stagesB>
      %fromA = tileas.wait %ringA[%i] : <!stagesA>
      %fromB = tileas.wait %ringB[%i] : <!stagesB>
      %next = tileas.wgmma %fromA as<f16>, %fromB as<f16>, %acc by [64, 64, 16] : !A, !B, !sum
      tileas.release %ringB[%i] : <!stagesB>
      tileas.release %ringA[%i] : <!stagesA>
      scf.yield %next : !sum
    }
    %wide = arith.extui %column : i32 to i64
    %v = tileas.store %d to %r[%zero, %wide] extents [%pitch, %pitch] strides [%pitch, %one] by<owner> : !sum, !tileaa.ptr
  }
  tileas.barrier
  tileas.release_map %spareA
  tileas.release_map %spareB
  tileas.return
}
