// Two rings of one stage take turns: the second tile is copied while the first one is
// read, and the first one of the next iteration while the second one is. An iteration
// has a barrier for each wait.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-schedule-loops,tileas-pipeline-loops,tileas-time-loops,tileas-verify-schedules,tileas-lower-rings,tileas-allocate-shared,tileas-place-barriers,tileas-freeze-kernel-spec))' -o %t.mlir
// RUN: FileCheck %s < %t.mlir
//
// The results are those of the plain loop, whatever the copies do and however often it
// runs, and both waits and barriers are needed.
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-lower-rings,tileas-allocate-shared,tileas-place-barriers,tileas-freeze-kernel-spec))' -o %t.plain.mlir
// RUN: %python -c "import struct; open(r'%t.hex', 'w').write(struct.pack('<2048i', *range(2048)).hex())"
// RUN: sh -c '%python %source/test/Tools/cuda-tile-run/Inputs/npy.py %t.npy "<i4" 2048 $(cat %t.hex)'
// RUN: sh -c 'set -e; for n in 0 1 2 5; do cuda-tile-run %t.plain.mlir --entry=turns --engine=interpret --arg=ptr:%t.npy --arg=ptr:new:i32[128] --arg=i32:$n --out=1=%t.plain.npy; for when in eager lazy random; do cuda-tile-run %t.mlir --entry=turns --gpu-name=sm_80 --arg=ptr:%t.npy --arg=ptr:new:i32[128] --arg=i32:$n --compare=emulate --check=all --async=$when --out=1=%t.out.npy; cmp %t.plain.npy %t.out.npy; done; done'
// RUN: %python %S/../../Inputs/drop.py %t.mlir @turns tileas.barrier 0 > %t.b0.mlir
// RUN: not cuda-tile-run %t.b0.mlir --entry=turns --gpu-name=sm_80 --arg=ptr:%t.npy --arg=ptr:new:i32[128] --arg=i32:5 --engine=emulate --check=all 2>&1 | FileCheck %s --check-prefix=RACE
// RUN: %python %S/../../Inputs/drop.py %t.mlir @turns tileas.barrier 1 > %t.b1.mlir
// RUN: not cuda-tile-run %t.b1.mlir --entry=turns --gpu-name=sm_80 --arg=ptr:%t.npy --arg=ptr:new:i32[128] --arg=i32:5 --engine=emulate --check=all 2>&1 | FileCheck %s --check-prefix=RACE
// RUN: %python %S/../../Inputs/drop.py %t.mlir @turns tileas.wait 0 > %t.w0.mlir
// RUN: not cuda-tile-run %t.w0.mlir --entry=turns --gpu-name=sm_80 --arg=ptr:%t.npy --arg=ptr:new:i32[128] --arg=i32:5 --engine=emulate --check=all --async=lazy 2>&1 | FileCheck %s --check-prefix=RACE
// RUN: %python %S/../../Inputs/drop.py %t.mlir @turns tileas.wait 1 > %t.w1.mlir
// RUN: not cuda-tile-run %t.w1.mlir --entry=turns --gpu-name=sm_80 --arg=ptr:%t.npy --arg=ptr:new:i32[128] --arg=i32:5 --engine=emulate --check=all --async=lazy 2>&1 | FileCheck %s --check-prefix=RACE
//
// RACE: data race on shared address

#l = #tileas.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[0]]>
#r = #tileas.layout<register = [[32], [64]], lane = [[16], [8], [4], [2], [1]], warp = [[0]]>
#spec = #tileas.kernel_spec<target = "sm_80", warps = 2, shared = 0, frozen = false>

// CHECK-LABEL: @turns(
// CHECK: tileas.async_copy
// CHECK: scf.for
// CHECK: tileas.wait_group 0 for
// CHECK-NOT: tileas.shared_load
// CHECK: tileas.barrier
// CHECK: tileas.async_copy
// CHECK-NOT: tileas.wait_group
// CHECK: tileas.shared_load
// CHECK-NOT: tileas.barrier
// CHECK: tileas.wait_group 0 for
// CHECK-NOT: tileas.shared_load
// CHECK: tileas.barrier
// CHECK: tileas.async_copy {{.*}} if
// CHECK-NOT: tileas.wait_group
// CHECK: tileas.shared_load
// CHECK-NOT: tileas.barrier
// CHECK: tileas.schedule = #tileas.schedule<interval = {{[0-9]+}}, stages = 2, {{.*}}expanded = true>
tileas.kernel @turns(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i32) attributes {spec = #spec} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  %zero = arith.constant 0 : i64
  %size = arith.constant 128 : i64
  %far = arith.constant 1024 : i64
  %all = arith.constant 2048 : i64
  %none = arith.constant dense<0> : tensor<128xi32, #r>
  %a_tiles = tileas.alloc_shared : <128xi32>
  %a = tileas.ring %a_tiles : <!tileas.buffer<128xi32>>
  %b_tiles = tileas.alloc_shared : <128xi32>
  %b = tileas.ring %b_tiles : <!tileas.buffer<128xi32>>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none) -> (tensor<128xi32, #r>) : i32 {
    %wide = arith.extsi %i : i32 to i64
    %start = arith.muli %wide, %size : i64
    %to_a = tileas.acquire %a[%i] : <!tileas.buffer<128xi32>>
    %copy_a = tileas.async_copy %p[%start] extents [%all] strides [%one] to %to_a {tile = tensor<128xi32, #l>, width = 4 : i64} : !tileaa.ptr, !tileas.buffer<128xi32>
    tileas.commit %a[%i] after %copy_a : <!tileas.buffer<128xi32>>
    %from_a = tileas.wait %a[%i] : <!tileas.buffer<128xi32>>
    %wide2 = arith.extsi %i : i32 to i64
    %row = arith.muli %wide2, %size : i64
    %start2 = arith.addi %row, %far : i64
    %to_b = tileas.acquire %b[%i] : <!tileas.buffer<128xi32>>
    %copy_b = tileas.async_copy %p[%start2] extents [%all] strides [%one] to %to_b {tile = tensor<128xi32, #l>, width = 4 : i64} : !tileaa.ptr, !tileas.buffer<128xi32>
    tileas.commit %b[%i] after %copy_b : <!tileas.buffer<128xi32>>
    %x = tileas.shared_load %from_a : <128xi32> -> tensor<128xi32, #r>
    tileas.release %a[%i] : <!tileas.buffer<128xi32>>
    %s = arith.addi %acc, %x : tensor<128xi32, #r>
    %from_b = tileas.wait %b[%i] : <!tileas.buffer<128xi32>>
    %y = tileas.shared_load %from_b : <128xi32> -> tensor<128xi32, #r>
    tileas.release %b[%i] : <!tileas.buffer<128xi32>>
    %d = arith.subi %y, %s : tensor<128xi32, #r>
    scf.yield %d : tensor<128xi32, #r>
  }
  %t = tileas.store %sum to %q[%zero] extents [%size] strides [%one] by<owner> : tensor<128xi32, #r>, !tileaa.ptr
  tileas.return
}

// The first tile is read again behind the wait for the second one.
// CHECK-LABEL: @read_again(
// CHECK-NOT: tileas.schedule
tileas.kernel @read_again(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i32) attributes {spec = #spec} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  %zero = arith.constant 0 : i64
  %size = arith.constant 128 : i64
  %far = arith.constant 1024 : i64
  %all = arith.constant 2048 : i64
  %none = arith.constant dense<0> : tensor<128xi32, #r>
  %a_tiles = tileas.alloc_shared : <128xi32>
  %a = tileas.ring %a_tiles : <!tileas.buffer<128xi32>>
  %b_tiles = tileas.alloc_shared : <128xi32>
  %b = tileas.ring %b_tiles : <!tileas.buffer<128xi32>>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none) -> (tensor<128xi32, #r>) : i32 {
    %wide = arith.extsi %i : i32 to i64
    %start = arith.muli %wide, %size : i64
    %to_a = tileas.acquire %a[%i] : <!tileas.buffer<128xi32>>
    %copy_a = tileas.async_copy %p[%start] extents [%all] strides [%one] to %to_a {tile = tensor<128xi32, #l>, width = 4 : i64} : !tileaa.ptr, !tileas.buffer<128xi32>
    tileas.commit %a[%i] after %copy_a : <!tileas.buffer<128xi32>>
    %from_a = tileas.wait %a[%i] : <!tileas.buffer<128xi32>>
    %wide2 = arith.extsi %i : i32 to i64
    %row = arith.muli %wide2, %size : i64
    %start2 = arith.addi %row, %far : i64
    %to_b = tileas.acquire %b[%i] : <!tileas.buffer<128xi32>>
    %copy_b = tileas.async_copy %p[%start2] extents [%all] strides [%one] to %to_b {tile = tensor<128xi32, #l>, width = 4 : i64} : !tileaa.ptr, !tileas.buffer<128xi32>
    tileas.commit %b[%i] after %copy_b : <!tileas.buffer<128xi32>>
    %x = tileas.shared_load %from_a : <128xi32> -> tensor<128xi32, #r>
    %s = arith.addi %acc, %x : tensor<128xi32, #r>
    %from_b = tileas.wait %b[%i] : <!tileas.buffer<128xi32>>
    %y = tileas.shared_load %from_b : <128xi32> -> tensor<128xi32, #r>
    tileas.release %b[%i] : <!tileas.buffer<128xi32>>
    %again = tileas.shared_load %from_a : <128xi32> -> tensor<128xi32, #r>
    tileas.release %a[%i] : <!tileas.buffer<128xi32>>
    %z = arith.addi %y, %again : tensor<128xi32, #r>
    %d = arith.subi %z, %s : tensor<128xi32, #r>
    scf.yield %d : tensor<128xi32, #r>
  }
  %t = tileas.store %sum to %q[%zero] extents [%size] strides [%one] by<owner> : tensor<128xi32, #r>, !tileaa.ptr
  tileas.return
}

// The second tile is copied before the first one has come, and so may still be read.
// CHECK-LABEL: @both_at_once(
// CHECK-NOT: tileas.schedule
tileas.kernel @both_at_once(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i32) attributes {spec = #spec} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  %zero = arith.constant 0 : i64
  %size = arith.constant 128 : i64
  %far = arith.constant 1024 : i64
  %all = arith.constant 2048 : i64
  %none = arith.constant dense<0> : tensor<128xi32, #r>
  %a_tiles = tileas.alloc_shared : <128xi32>
  %a = tileas.ring %a_tiles : <!tileas.buffer<128xi32>>
  %b_tiles = tileas.alloc_shared : <128xi32>
  %b = tileas.ring %b_tiles : <!tileas.buffer<128xi32>>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none) -> (tensor<128xi32, #r>) : i32 {
    %wide = arith.extsi %i : i32 to i64
    %start = arith.muli %wide, %size : i64
    %to_a = tileas.acquire %a[%i] : <!tileas.buffer<128xi32>>
    %copy_a = tileas.async_copy %p[%start] extents [%all] strides [%one] to %to_a {tile = tensor<128xi32, #l>, width = 4 : i64} : !tileaa.ptr, !tileas.buffer<128xi32>
    tileas.commit %a[%i] after %copy_a : <!tileas.buffer<128xi32>>
    %wide2 = arith.extsi %i : i32 to i64
    %row = arith.muli %wide2, %size : i64
    %start2 = arith.addi %row, %far : i64
    %to_b = tileas.acquire %b[%i] : <!tileas.buffer<128xi32>>
    %copy_b = tileas.async_copy %p[%start2] extents [%all] strides [%one] to %to_b {tile = tensor<128xi32, #l>, width = 4 : i64} : !tileaa.ptr, !tileas.buffer<128xi32>
    tileas.commit %b[%i] after %copy_b : <!tileas.buffer<128xi32>>
    %from_a = tileas.wait %a[%i] : <!tileas.buffer<128xi32>>
    %x = tileas.shared_load %from_a : <128xi32> -> tensor<128xi32, #r>
    tileas.release %a[%i] : <!tileas.buffer<128xi32>>
    %s = arith.addi %acc, %x : tensor<128xi32, #r>
    %from_b = tileas.wait %b[%i] : <!tileas.buffer<128xi32>>
    %y = tileas.shared_load %from_b : <128xi32> -> tensor<128xi32, #r>
    tileas.release %b[%i] : <!tileas.buffer<128xi32>>
    %d = arith.subi %y, %s : tensor<128xi32, #r>
    scf.yield %d : tensor<128xi32, #r>
  }
  %t = tileas.store %sum to %q[%zero] extents [%size] strides [%one] by<owner> : tensor<128xi32, #r>, !tileaa.ptr
  tileas.return
}
