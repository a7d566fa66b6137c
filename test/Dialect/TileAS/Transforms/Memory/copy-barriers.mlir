// Two warp groups read a ring which bulk copies fill, and only the warp that
// begins the copies waits until a stage has been read. Copies run two turns ahead,
// and so two barriers take turns. Two loops have barriers of their own.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-lower-rings,tileas-allocate-shared,tileas-place-barriers,tileas-freeze-kernel-spec))' -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: tileiras %t.mlir --gpu-name=sm_90 --emit=ptx -o %t.ptx
// RUN: FileCheck %s --check-prefix=PTX < %t.ptx
// RUN: %python -c "import struct; open(r'%t.hex', 'w').write(struct.pack('<2048i', *(i * 7919 %% 4001 for i in range(2048))).hex())"
// RUN: sh -c '%python %source/test/Tools/cuda-tile-run/Inputs/npy.py %t.npy "<i4" 2048 $(cat %t.hex)'
// RUN: sh -c 'set -e; for n in 0 1 2 3 7; do for seed in 1 2 3 4; do cuda-tile-run %t.mlir --entry=sum --arg=ptr:%t.npy --arg=ptr:new:i32[256] --arg=i32:$n --compare=emulate --check=all --async=random --warps=random --seed=$seed; done; done'
//
// Neither without the barrier, nor with one too few, nor where the others wait and
// the first goes on.
// RUN: sh -c 'grep -v tileas.copy_barrier %t.mlir > %t.less.mlir'
// RUN: not cuda-tile-run %t.less.mlir --entry=sum --arg=ptr:%t.npy --arg=ptr:new:i32[256] --arg=i32:7 --engine=emulate --check=all --warps=random 2>&1 | FileCheck %s --check-prefix=FAULT
// RUN: sh -c 'sed "s/of 2 from/of 1 from/" %t.mlir > %t.less.mlir'
// RUN: not sh -c 'set -e; for seed in $(seq 30); do cuda-tile-run %t.less.mlir --entry=sum --arg=ptr:%t.npy --arg=ptr:new:i32[256] --arg=i32:7 --engine=emulate --check=all --warps=random --async=random --seed=$seed; done' 2>&1 | FileCheck %s --check-prefix=FAULT
// RUN: sh -c 'sed "s/@\(%%p[0-9]*\) barrier.sync/@!\1 barrier.sync/; s/@!\(%%p[0-9]*\) barrier.arrive/@\1 barrier.arrive/" %t.ptx > %t.less.ptx'
// RUN: not cuda-tile-run %t.less.ptx --entry=sum --arg=ptr:%t.npy --arg=ptr:new:i32[256] --arg=i32:7 --engine=emulate --check=all --warps=random 2>&1 | FileCheck %s --check-prefix=FAULT
//
// CHECK-LABEL: @sum(
// CHECK: scf.for %[[I:[a-z0-9]*]] =
// CHECK: tileas.wait_phase
// CHECK: tileas.copy_barrier %[[I]] of 2 from 2 : i32
// CHECK: tileas.bulk_copy
// CHECK-NOT: barrier {{{?}}
// CHECK: scf.yield
// CHECK: scf.for %[[J:[a-z0-9]*]] =
// CHECK: tileas.copy_barrier %[[J]] of 2 from 4 : i32
// CHECK: scf.yield
//
// One warp group goes in step anyway, and what threads store has to be waited for.
// CHECK-LABEL: @one_group(
// CHECK: scf.for
// CHECK: tileas.barrier
// CHECK-LABEL: @stores(
// CHECK: scf.for
// CHECK: tileas.barrier
// CHECK-NOT: copy_barrier
//
// PTX-LABEL: .entry sum(
// PTX: and.b32 number, {{.*}}, 1;
// PTX-NEXT: or.b32 number, number, 2;
// PTX-NEXT: @[[P:%p[0-9]+]] barrier.sync.aligned number, 256;
// PTX-NEXT: @![[P]] barrier.arrive.aligned number, 256;
//
// FAULT: {{race|deadlock|barrier}}

#l = #tileas.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = [[32], [64], [128]]>
#turned = #tileas.layout<register = [], lane = [[2], [1], [4], [8], [16]], warp = [[32], [64], [128]]>
#four = #tileas.layout<register = [[128]], lane = [[1], [2], [4], [8], [16]], warp = [[32], [64]]>
!ring = !tileas.buffer<256xi32, stages = 3>
tileas.kernel @sum(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 8, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 256 : i64
  %bytes = arith.constant 1024 : i32
  %step = arith.constant 1024 : i64
  %base = tileaa.assume %p {div_by = 16 : i64} : !tileaa.ptr
  %second = tileaa.ptr_add %base, %step : !tileaa.ptr, i64
  %none = arith.constant dense<0> : tensor<256xi32, #l>
  %has0 = arith.cmpi sgt, %n, %c0 : i32
  %has1 = arith.cmpi sgt, %n, %c1 : i32
  %tilesa = tileas.alloc_shared : <256xi32, stages = 3>
  %ringa = tileas.ring %tilesa : <!ring>
  %tilesb = tileas.alloc_shared : <256xi32, stages = 3>
  %ringb = tileas.ring %tilesb : <!ring>
  %to0a = tileas.acquire %ringa[%c0] : <!ring>
  %copy0a = tileas.bulk_copy %base to %to0a if %has0 : <256xi32> -> !tileas.completion
  tileas.commit %ringa[%c0] after %copy0a if %has0 : <!ring>
  %to1a = tileas.acquire %ringa[%c1] : <!ring>
  %copy1a = tileas.bulk_copy %second to %to1a if %has1 : <256xi32> -> !tileas.completion
  tileas.commit %ringa[%c1] after %copy1a if %has1 : <!ring>
  %suma = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none) -> (tensor<256xi32, #l>) : i32 {
    %from = tileas.wait %ringa[%i] : <!ring>
    %later = arith.addi %i, %c2 : i32
    %has = arith.cmpi slt, %later, %n : i32
    %distance = arith.muli %later, %bytes : i32
    %far = arith.extsi %distance : i32 to i64
    %source = tileaa.ptr_add %base, %far : !tileaa.ptr, i64
    %to = tileas.acquire %ringa[%later] : <!ring>
    %copy = tileas.bulk_copy %source to %to if %has : <256xi32> -> !tileas.completion
    tileas.commit %ringa[%later] after %copy if %has : <!ring>
    %x = tileas.shared_load %from : <256xi32> -> tensor<256xi32, #l>
    tileas.release %ringa[%i] : <!ring>
    %three = arith.muli %acc, %x : tensor<256xi32, #l>
    %s = arith.addi %acc, %x : tensor<256xi32, #l>
    %mixed = arith.xori %three, %s : tensor<256xi32, #l>
    scf.yield %mixed : tensor<256xi32, #l>
  }
  %to0b = tileas.acquire %ringb[%c0] : <!ring>
  %copy0b = tileas.bulk_copy %base to %to0b if %has0 : <256xi32> -> !tileas.completion
  tileas.commit %ringb[%c0] after %copy0b if %has0 : <!ring>
  %to1b = tileas.acquire %ringb[%c1] : <!ring>
  %copy1b = tileas.bulk_copy %second to %to1b if %has1 : <256xi32> -> !tileas.completion
  tileas.commit %ringb[%c1] after %copy1b if %has1 : <!ring>
  %sumb = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %suma) -> (tensor<256xi32, #l>) : i32 {
    %from = tileas.wait %ringb[%i] : <!ring>
    %later = arith.addi %i, %c2 : i32
    %has = arith.cmpi slt, %later, %n : i32
    %distance = arith.muli %later, %bytes : i32
    %far = arith.extsi %distance : i32 to i64
    %source = tileaa.ptr_add %base, %far : !tileaa.ptr, i64
    %to = tileas.acquire %ringb[%later] : <!ring>
    %copy = tileas.bulk_copy %source to %to if %has : <256xi32> -> !tileas.completion
    tileas.commit %ringb[%later] after %copy if %has : <!ring>
    %x = tileas.shared_load %from : <256xi32> -> tensor<256xi32, #l>
    tileas.release %ringb[%i] : <!ring>
    %three = arith.muli %acc, %x : tensor<256xi32, #l>
    %s = arith.addi %acc, %x : tensor<256xi32, #l>
    %mixed = arith.xori %three, %s : tensor<256xi32, #l>
    scf.yield %mixed : tensor<256xi32, #l>
  }
  %v = tileas.store %sumb to %q[%zero] extents [%size] strides [%one] by<owner> : tensor<256xi32, #l>, !tileaa.ptr
  tileas.return
}

tileas.kernel @one_group(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 256 : i64
  %bytes = arith.constant 1024 : i32
  %step = arith.constant 1024 : i64
  %base = tileaa.assume %p {div_by = 16 : i64} : !tileaa.ptr
  %second = tileaa.ptr_add %base, %step : !tileaa.ptr, i64
  %none = arith.constant dense<0> : tensor<256xi32, #four>
  %has0 = arith.cmpi sgt, %n, %c0 : i32
  %has1 = arith.cmpi sgt, %n, %c1 : i32
  %tilesa = tileas.alloc_shared : <256xi32, stages = 3>
  %ringa = tileas.ring %tilesa : <!ring>
  %to0a = tileas.acquire %ringa[%c0] : <!ring>
  %copy0a = tileas.bulk_copy %base to %to0a if %has0 : <256xi32> -> !tileas.completion
  tileas.commit %ringa[%c0] after %copy0a if %has0 : <!ring>
  %to1a = tileas.acquire %ringa[%c1] : <!ring>
  %copy1a = tileas.bulk_copy %second to %to1a if %has1 : <256xi32> -> !tileas.completion
  tileas.commit %ringa[%c1] after %copy1a if %has1 : <!ring>
  %suma = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none) -> (tensor<256xi32, #four>) : i32 {
    %from = tileas.wait %ringa[%i] : <!ring>
    %later = arith.addi %i, %c2 : i32
    %has = arith.cmpi slt, %later, %n : i32
    %distance = arith.muli %later, %bytes : i32
    %far = arith.extsi %distance : i32 to i64
    %source = tileaa.ptr_add %base, %far : !tileaa.ptr, i64
    %to = tileas.acquire %ringa[%later] : <!ring>
    %copy = tileas.bulk_copy %source to %to if %has : <256xi32> -> !tileas.completion
    tileas.commit %ringa[%later] after %copy if %has : <!ring>
    %x = tileas.shared_load %from : <256xi32> -> tensor<256xi32, #four>
    tileas.release %ringa[%i] : <!ring>
    %three = arith.muli %acc, %x : tensor<256xi32, #four>
    %s = arith.addi %acc, %x : tensor<256xi32, #four>
    %mixed = arith.xori %three, %s : tensor<256xi32, #four>
    scf.yield %mixed : tensor<256xi32, #four>
  }
  %v = tileas.store %suma to %q[%zero] extents [%size] strides [%one] by<owner> : tensor<256xi32, #four>, !tileaa.ptr
  tileas.return
}

tileas.kernel @stores(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 8, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 256 : i64
  %bytes = arith.constant 1024 : i32
  %step = arith.constant 1024 : i64
  %base = tileaa.assume %p {div_by = 16 : i64} : !tileaa.ptr
  %second = tileaa.ptr_add %base, %step : !tileaa.ptr, i64
  %none = arith.constant dense<0> : tensor<256xi32, #l>
  %has0 = arith.cmpi sgt, %n, %c0 : i32
  %has1 = arith.cmpi sgt, %n, %c1 : i32
  %tilesa = tileas.alloc_shared : <256xi32, stages = 3>
  %ringa = tileas.ring %tilesa : <!ring>
  %other = tileas.alloc_shared : <256xi32>
  %to0a = tileas.acquire %ringa[%c0] : <!ring>
  %copy0a = tileas.bulk_copy %base to %to0a if %has0 : <256xi32> -> !tileas.completion
  tileas.commit %ringa[%c0] after %copy0a if %has0 : <!ring>
  %to1a = tileas.acquire %ringa[%c1] : <!ring>
  %copy1a = tileas.bulk_copy %second to %to1a if %has1 : <256xi32> -> !tileas.completion
  tileas.commit %ringa[%c1] after %copy1a if %has1 : <!ring>
  %suma = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none) -> (tensor<256xi32, #l>) : i32 {
    %from = tileas.wait %ringa[%i] : <!ring>
    %later = arith.addi %i, %c2 : i32
    %has = arith.cmpi slt, %later, %n : i32
    %distance = arith.muli %later, %bytes : i32
    %far = arith.extsi %distance : i32 to i64
    %source = tileaa.ptr_add %base, %far : !tileaa.ptr, i64
    %to = tileas.acquire %ringa[%later] : <!ring>
    %copy = tileas.bulk_copy %source to %to if %has : <256xi32> -> !tileas.completion
    tileas.commit %ringa[%later] after %copy if %has : <!ring>
    %x = tileas.shared_load %from : <256xi32> -> tensor<256xi32, #l>
    tileas.release %ringa[%i] : <!ring>
    %old = tileas.shared_load %other : <256xi32> -> tensor<256xi32, #turned>
    tileas.shared_store %acc to %other : tensor<256xi32, #l>, <256xi32>
    %three = arith.muli %acc, %x : tensor<256xi32, #l>
    %s = arith.addi %acc, %x : tensor<256xi32, #l>
    %mixed = arith.xori %three, %s : tensor<256xi32, #l>
    scf.yield %mixed : tensor<256xi32, #l>
  }
  %v = tileas.store %suma to %q[%zero] extents [%size] strides [%one] by<owner> : tensor<256xi32, #l>, !tileaa.ptr
  tileas.return
}
