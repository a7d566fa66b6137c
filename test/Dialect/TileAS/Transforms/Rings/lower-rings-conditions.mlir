// Turns with a condition, for another agent: without it a turn is none.
// Nobody arrives for it, and all sides give the next one its number. Its readers have
// the condition themselves.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-lower-rings,tileas-allocate-shared,tileas-place-barriers,tileas-freeze-kernel-spec))' -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: %python -c "import struct; open(r'%t.hex', 'w').write(struct.pack('<256i', *(i * 7919 %% 4001 for i in range(256))).hex())"
// RUN: sh -c '%python %source/test/Tools/cuda-tile-run/Inputs/npy.py %t.npy "<i4" 256 $(cat %t.hex)'
// RUN: sh -c 'set -e; for kernel in threads either machine empty forked again before; do for n in 0 1 2 3 11; do args="--entry=$kernel --gpu-name=sm_90 --arg=ptr:%t.npy --arg=ptr:new:i32[32] --arg=i32:$n"; cuda-tile-run %s --engine=interpret $args --out=1=%t.rings.npy --seed=$n; for when in eager lazy random; do cuda-tile-run %t.mlir --compare=emulate $args --check=all --async=$when --warps=random --seed=$n --out=1=%t.out.npy; cmp %t.rings.npy %t.out.npy; done; done; done'
//
// An arrival for each turn counts those that are left out, too, for which nobody waits.
// RUN: sh -c 'sed -z "s/scf.if %%[0-9]* {\n *\(tileas.mbarrier_arrive[^\n]*\)\n *}/\1/g" %t.mlir > %t.twin.mlir'
// RUN: not cuda-tile-run %t.twin.mlir --entry=threads --gpu-name=sm_90 --arg=ptr:%t.npy --arg=ptr:new:i32[32] --arg=i32:11 --engine=interpret 2>&1 | FileCheck %s --check-prefix=TWIN
// RUN: not cuda-tile-run %t.twin.mlir --entry=machine --gpu-name=sm_90 --arg=ptr:%t.npy --arg=ptr:new:i32[32] --arg=i32:11 --engine=emulate --check=all --async=lazy 2>&1 | FileCheck %s --check-prefix=TWIN
//
// TWIN: {{arrives for phase|more arrivals}}
//
// So it would if bytes were expected that do not come, or nobody arrived.
// RUN: sh -c 'sed "/xori/,/}/s/\(mbarrier_arrive[^:]*\) :/\1 expecting 128 :/" %t.mlir > %t.bytes.mlir'
// RUN: not cuda-tile-run %t.bytes.mlir --entry=empty --gpu-name=sm_90 --arg=ptr:%t.npy --arg=ptr:new:i32[32] --arg=i32:11 --engine=emulate --check=all 2>&1 | FileCheck %s --check-prefix=BYTES
// RUN: sh -c 'sed "/xori/,/}/{/mbarrier_arrive/d}" %t.mlir > %t.nobody.mlir'
// RUN: not cuda-tile-run %t.nobody.mlir --entry=empty --gpu-name=sm_90 --arg=ptr:%t.npy --arg=ptr:new:i32[32] --arg=i32:11 --engine=emulate --check=all 2>&1 | FileCheck %s --check-prefix=BYTES
//
// BYTES: deadlock

#l = #tileas.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = []>
#two = #tileas.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = [[0]]>
!ring = !tileas.buffer<32xi32, stages = 2>
!tile = tensor<32xi32, #l>

// Two warps copy, and each of them arrives under the condition.
// CHECK-LABEL: tileas.kernel @threads(
// CHECK: agent "load" warps 2
// CHECK: scf.for {{.*}} iter_args(%[[N:.*]] = %
// CHECK: %[[HAS:.*]] = arith.cmpi ne
// CHECK: tileas.mbarrier_phase previous %{{[0-9]+}}[%[[N]]]
// CHECK: %[[MORE:.*]] = arith.extui %[[HAS]] : i1 to i32
// CHECK-NEXT: %[[NEXT:.*]] = arith.addi %[[N]], %[[MORE]]
// CHECK-NEXT: %[[COPY:.*]] = tileas.async_copy {{.*}} if %[[HAS]]
// CHECK-NEXT: scf.if %[[HAS]] {
// CHECK-NEXT: tileas.mbarrier_arrive %{{[0-9]+}}[%[[N]]] after %[[COPY]] : <!tileas.mbarrier<2>, stages = 2>
// CHECK-NEXT: }
// CHECK-NEXT: scf.yield %[[NEXT]]
tileas.kernel @threads(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i32) attributes {
  spec = #tileas.kernel_spec<target = "sm_90", warps = 3, shared = 0, frozen = false>} {
  %base = tileaa.assume %p {div_by = 16 : i64} : !tileaa.ptr
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %c7 = arith.constant 7 : i32
  %bytes = arith.constant 128 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 32 : i64
  %all = arith.constant 256 : i64
  %tile = tileas.alloc_shared : <32xi32, stages = 2>
  %ring = tileas.ring %tile : <!ring>
  %c32 = arith.constant 32 : i32
  %true = arith.constant true
  tileas.agents
  agent "load" warps 2 {
    scf.for %i = %c0 to %n step %c1 : i32 {
      %slice = arith.andi %i, %c7 : i32
      %at = arith.muli %slice, %bytes : i32
      %wide = arith.extsi %at : i32 to i64
      %from = tileaa.ptr_add %base, %wide : !tileaa.ptr, i64
      %el0 = arith.muli %slice, %c32 : i32
      %el = arith.extsi %el0 : i32 to i64
      %bits = arith.andi %i, %c3 : i32
      %has = arith.cmpi ne, %bits, %c1 : i32
      %to = tileas.acquire %ring[%i] : <!ring>
      %c = tileas.async_copy %p[%el] extents [%all] strides [%one] if %has to %to {tile = tensor<32xi32, #two>, width = 1 : i64} : !tileaa.ptr, !tileas.buffer<32xi32>
      tileas.commit %ring[%i] after %c if %has : <!ring>
    }
  }
  agent "add" warps 1 {
    %none = arith.constant dense<0> : !tile
    %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none) -> (!tile) : i32 {
      %bits = arith.andi %i, %c3 : i32
      %has = arith.cmpi ne, %bits, %c1 : i32
      %next = scf.if %has -> (!tile) {
        %w = tileas.wait %ring[%i] : <!ring>
        %x = tileas.shared_load %w : <32xi32> -> !tile
        tileas.release %ring[%i] : <!ring>
        %s = arith.addi %acc, %x : !tile
        scf.yield %s : !tile
      } else {
        scf.yield %acc : !tile
      }
      scf.yield %next : !tile
    }
    %token = tileas.store %sum to %q[%zero] extents [%size] strides [%one] by<owner> : !tile, !tileaa.ptr
  }
  tileas.return
}

// Bytes are expected where they come.
// CHECK-LABEL: tileas.kernel @machine(
// CHECK: tileas.bulk_copy {{.*}} if %[[HAS:.*]] on %[[FULL:[0-9]+]][
// CHECK-NEXT: scf.if %[[HAS]] {
// CHECK-NEXT: tileas.mbarrier_arrive %[[FULL]][{{.*}}] expecting 128 :
tileas.kernel @machine(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i32) attributes {
  spec = #tileas.kernel_spec<target = "sm_90", warps = 3, shared = 0, frozen = false>} {
  %base = tileaa.assume %p {div_by = 16 : i64} : !tileaa.ptr
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %c7 = arith.constant 7 : i32
  %bytes = arith.constant 128 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 32 : i64
  %all = arith.constant 256 : i64
  %tile = tileas.alloc_shared : <32xi32, stages = 2>
  %ring = tileas.ring %tile : <!ring>
  %c32 = arith.constant 32 : i32
  %true = arith.constant true
  tileas.agents
  agent "load" warps 2 {
    scf.for %i = %c0 to %n step %c1 : i32 {
      %slice = arith.andi %i, %c7 : i32
      %at = arith.muli %slice, %bytes : i32
      %wide = arith.extsi %at : i32 to i64
      %from = tileaa.ptr_add %base, %wide : !tileaa.ptr, i64
      %el0 = arith.muli %slice, %c32 : i32
      %el = arith.extsi %el0 : i32 to i64
      %bits = arith.andi %i, %c3 : i32
      %has = arith.cmpi ne, %bits, %c1 : i32
      %to = tileas.acquire %ring[%i] : <!ring>
      %c = tileas.bulk_copy %from to %to if %has : <32xi32> -> !tileas.completion
      tileas.commit %ring[%i] after %c if %has : <!ring>
    }
  }
  agent "add" warps 1 {
    %none = arith.constant dense<0> : !tile
    %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none) -> (!tile) : i32 {
      %bits = arith.andi %i, %c3 : i32
      %has = arith.cmpi ne, %bits, %c1 : i32
      %next = scf.if %has -> (!tile) {
        %w = tileas.wait %ring[%i] : <!ring>
        %x = tileas.shared_load %w : <32xi32> -> !tile
        tileas.release %ring[%i] : <!ring>
        %s = arith.addi %acc, %x : !tile
        scf.yield %s : !tile
      } else {
        scf.yield %acc : !tile
      }
      scf.yield %next : !tile
    }
    %token = tileas.store %sum to %q[%zero] extents [%size] strides [%one] by<owner> : !tile, !tileaa.ptr
  }
  tileas.return
}

// A turn of which nothing is copied, but which exists, has an arrival that expects no bytes.
// CHECK-LABEL: tileas.kernel @empty(
// CHECK: tileas.bulk_copy {{.*}} if %[[HAS:.*]] on %[[FULL:[0-9]+]][
// CHECK-NEXT: scf.if %[[HAS]] {
// CHECK-NEXT: tileas.mbarrier_arrive %[[FULL]][{{.*}}] expecting 128 :
// CHECK-NEXT: }
// CHECK: %[[NOT:.*]] = arith.xori %[[HAS]], %true{{.*}}
// CHECK-NEXT: scf.if %[[NOT]] {
// CHECK-NEXT: tileas.mbarrier_arrive %[[FULL]][{{[^]]*}}] :
tileas.kernel @empty(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i32) attributes {
  spec = #tileas.kernel_spec<target = "sm_90", warps = 3, shared = 0, frozen = false>} {
  %base = tileaa.assume %p {div_by = 16 : i64} : !tileaa.ptr
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %c7 = arith.constant 7 : i32
  %bytes = arith.constant 128 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 32 : i64
  %all = arith.constant 256 : i64
  %tile = tileas.alloc_shared : <32xi32, stages = 2>
  %ring = tileas.ring %tile : <!ring>
  %c32 = arith.constant 32 : i32
  %true = arith.constant true
  tileas.agents
  agent "load" warps 2 {
    scf.for %i = %c0 to %n step %c1 : i32 {
      %slice = arith.andi %i, %c7 : i32
      %at = arith.muli %slice, %bytes : i32
      %wide = arith.extsi %at : i32 to i64
      %from = tileaa.ptr_add %base, %wide : !tileaa.ptr, i64
      %el0 = arith.muli %slice, %c32 : i32
      %el = arith.extsi %el0 : i32 to i64
      %bits = arith.andi %i, %c3 : i32
      %has = arith.cmpi ne, %bits, %c1 : i32
      %to = tileas.acquire %ring[%i] : <!ring>
      %c = tileas.bulk_copy %from to %to if %has : <32xi32> -> !tileas.completion
      tileas.commit %ring[%i] after %c : <!ring>
    }
  }
  agent "add" warps 1 {
    %none = arith.constant dense<0> : !tile
    %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none) -> (!tile) : i32 {
      %bits = arith.andi %i, %c3 : i32
      %has = arith.cmpi ne, %bits, %c1 : i32
      %w = tileas.wait %ring[%i] : <!ring>
      %next = scf.if %has -> (!tile) {
        %x = tileas.shared_load %w : <32xi32> -> !tile
        %s = arith.addi %acc, %x : !tile
        scf.yield %s : !tile
      } else {
        scf.yield %acc : !tile
      }
      tileas.release %ring[%i] : <!ring>
      scf.yield %next : !tile
    }
    %token = tileas.store %sum to %q[%zero] extents [%size] strides [%one] by<owner> : !tile, !tileaa.ptr
  }
  tileas.return
}

// Of two copies with conditions, one is enough for a turn.
// CHECK-LABEL: tileas.kernel @either(
// CHECK: tileas.async_copy {{.*}} if %[[FIRST:.*]] to
// CHECK: tileas.async_copy {{.*}} if %[[SECOND:.*]] to
// CHECK: %[[ANY:.*]] = arith.ori %[[FIRST]], %[[SECOND]]
// CHECK: scf.if %[[ANY]] {
// CHECK-NEXT: tileas.mbarrier_arrive
tileas.kernel @either(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i32) attributes {
  spec = #tileas.kernel_spec<target = "sm_90", warps = 2, shared = 0, frozen = false>} {
  %base = tileaa.assume %p {div_by = 16 : i64} : !tileaa.ptr
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %c7 = arith.constant 7 : i32
  %bytes = arith.constant 128 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 32 : i64
  %all = arith.constant 256 : i64
  %tile = tileas.alloc_shared : <32xi32, stages = 2>
  %ring = tileas.ring %tile : <!ring>
  %c32 = arith.constant 32 : i32
  %true = arith.constant true
  tileas.agents
  agent "load" warps 1 {
    scf.for %i = %c0 to %n step %c1 : i32 {
      %slice = arith.andi %i, %c7 : i32
      %at = arith.muli %slice, %bytes : i32
      %wide = arith.extsi %at : i32 to i64
      %from = tileaa.ptr_add %base, %wide : !tileaa.ptr, i64
      %el0 = arith.muli %slice, %c32 : i32
      %el = arith.extsi %el0 : i32 to i64
      %bits = arith.andi %i, %c3 : i32
      %has = arith.cmpi ne, %bits, %c1 : i32
      %to = tileas.acquire %ring[%i] : <!ring>
      %ca = tileas.async_copy %p[%el] extents [%all] strides [%one] if %has to %to {tile = tensor<32xi32, #l>, width = 1 : i64} : !tileaa.ptr, !tileas.buffer<32xi32>
      %not = arith.cmpi eq, %slice, %c1 : i32
      %cb = tileas.async_copy %p[%el] extents [%all] strides [%one] if %not to %to {tile = tensor<32xi32, #l>, width = 1 : i64} : !tileaa.ptr, !tileas.buffer<32xi32>
      %either = arith.ori %has, %not : i1
      tileas.commit %ring[%i] after %ca, %cb if %either : <!ring>
    }
  }
  agent "add" warps 1 {
    %none = arith.constant dense<0> : !tile
    %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none) -> (!tile) : i32 {
      %bits = arith.andi %i, %c3 : i32
      %has = arith.cmpi ne, %bits, %c1 : i32
      %first = arith.andi %i, %c7 : i32
      %is1 = arith.cmpi eq, %first, %c1 : i32
      %any = arith.ori %has, %is1 : i1
      %next = scf.if %any -> (!tile) {
        %w = tileas.wait %ring[%i] : <!ring>
        %x = tileas.shared_load %w : <32xi32> -> !tile
        tileas.release %ring[%i] : <!ring>
        %s = arith.addi %acc, %x : !tile
        scf.yield %s : !tile
      } else {
        scf.yield %acc : !tile
      }
      scf.yield %next : !tile
    }
    %token = tileas.store %sum to %q[%zero] extents [%size] strides [%one] by<owner> : !tile, !tileaa.ptr
  }
  tileas.return
}

// A turn is acquired once, and committed in one of two branches.
// CHECK-LABEL: tileas.kernel @forked(
// CHECK: tileas.wait_phase
// CHECK: scf.if
// CHECK: tileas.bulk_copy {{.*}} on %[[FULL:[0-9]+]][
// CHECK-NEXT: tileas.mbarrier_arrive %[[FULL]]
// CHECK: else
// CHECK-NEXT: tileas.bulk_copy {{.*}} on %[[FULL]][
// CHECK-NEXT: tileas.mbarrier_arrive %[[FULL]]
tileas.kernel @forked(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i32) attributes {
  spec = #tileas.kernel_spec<target = "sm_90", warps = 3, shared = 0, frozen = false>} {
  %base = tileaa.assume %p {div_by = 16 : i64} : !tileaa.ptr
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %c7 = arith.constant 7 : i32
  %bytes = arith.constant 128 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 32 : i64
  %all = arith.constant 256 : i64
  %tile = tileas.alloc_shared : <32xi32, stages = 2>
  %ring = tileas.ring %tile : <!ring>
  %c32 = arith.constant 32 : i32
  %true = arith.constant true
  tileas.agents
  agent "load" warps 2 {
    scf.for %i = %c0 to %n step %c1 : i32 {
      %slice = arith.andi %i, %c7 : i32
      %at = arith.muli %slice, %bytes : i32
      %wide = arith.extsi %at : i32 to i64
      %from = tileaa.ptr_add %base, %wide : !tileaa.ptr, i64
      %el0 = arith.muli %slice, %c32 : i32
      %el = arith.extsi %el0 : i32 to i64
      %bits = arith.andi %i, %c3 : i32
      %has = arith.cmpi ne, %bits, %c1 : i32
      %to = tileas.acquire %ring[%i] : <!ring>
      scf.if %has {
        %ca = tileas.bulk_copy %from to %to : <32xi32> -> !tileas.completion
        tileas.commit %ring[%i] after %ca : <!ring>
      } else {
        %cb = tileas.bulk_copy %from to %to : <32xi32> -> !tileas.completion
        tileas.commit %ring[%i] after %cb : <!ring>
      }
    }
  }
  agent "add" warps 1 {
    %none = arith.constant dense<0> : !tile
    %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none) -> (!tile) : i32 {
      %bits = arith.andi %i, %c3 : i32
      %has = arith.cmpi ne, %bits, %c1 : i32
      %next = scf.if %true -> (!tile) {
        %w = tileas.wait %ring[%i] : <!ring>
        %x = tileas.shared_load %w : <32xi32> -> !tile
        tileas.release %ring[%i] : <!ring>
        %s = arith.addi %acc, %x : !tile
        scf.yield %s : !tile
      } else {
        scf.yield %acc : !tile
      }
      scf.yield %next : !tile
    }
    %token = tileas.store %sum to %q[%zero] extents [%size] strides [%one] by<owner> : !tile, !tileaa.ptr
  }
  tileas.return
}

// A ring of the kernel's own warps begins again in each iteration: its first turn has been
// committed in a branch, and so all groups are waited for.
// CHECK-LABEL: tileas.kernel @again(
// CHECK: tileas.wait_group 0 for
// CHECK: tileas.wait_group 0 for
tileas.kernel @again(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i32) attributes {
  spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %base = tileaa.assume %p {div_by = 16 : i64} : !tileaa.ptr
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %c7 = arith.constant 7 : i32
  %bytes = arith.constant 128 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 32 : i64
  %all = arith.constant 256 : i64
  %tile = tileas.alloc_shared : <32xi32, stages = 2>
  %ring = tileas.ring %tile : <!ring>
  %c32 = arith.constant 32 : i32
  %true = arith.constant true
  %none = arith.constant dense<0> : !tile
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none) -> (!tile) : i32 {
    %slice = arith.andi %i, %c7 : i32
    %at = arith.muli %slice, %bytes : i32
    %wide = arith.extsi %at : i32 to i64
    %from = tileaa.ptr_add %base, %wide : !tileaa.ptr, i64
    %el0 = arith.muli %slice, %c32 : i32
    %el = arith.extsi %el0 : i32 to i64
    %bits = arith.andi %i, %c3 : i32
    %has = arith.cmpi ne, %bits, %c1 : i32
    %to = tileas.acquire %ring[%i] : <!ring>
    scf.if %has {
      %ca = tileas.async_copy %p[%el] extents [%all] strides [%one] to %to {tile = tensor<32xi32, #l>, width = 1 : i64} : !tileaa.ptr, !tileas.buffer<32xi32>
      tileas.commit %ring[%i] after %ca : <!ring>
    } else {
      %cb = tileas.async_copy %p[%el] extents [%all] strides [%one] to %to {tile = tensor<32xi32, #l>, width = 1 : i64} : !tileaa.ptr, !tileas.buffer<32xi32>
      tileas.commit %ring[%i] after %cb : <!ring>
    }
    %w = tileas.wait %ring[%i] : <!ring>
    %x = tileas.shared_load %w : <32xi32> -> !tile
    tileas.release %ring[%i] : <!ring>
    %next = arith.addi %acc, %x : !tile
    %to2 = tileas.acquire %ring[%i] : <!ring>
    %c = tileas.async_copy %p[%el] extents [%all] strides [%one] to %to2 {tile = tensor<32xi32, #l>, width = 1 : i64} : !tileaa.ptr, !tileas.buffer<32xi32>
    tileas.commit %ring[%i] after %c : <!ring>
    %w2 = tileas.wait %ring[%i] : <!ring>
    %x2 = tileas.shared_load %w2 : <32xi32> -> !tile
    tileas.release %ring[%i] : <!ring>
    %more = arith.addi %next, %x2 : !tile
    scf.yield %more : !tile
  }
  %token = tileas.store %sum to %q[%zero] extents [%size] strides [%one] by<owner> : !tile, !tileaa.ptr
  tileas.return
}

// Its turns of the same numbers were committed in the block itself before.
// CHECK-LABEL: tileas.kernel @before(
// CHECK: tileas.wait_group 1 for
// CHECK: tileas.wait_group 0 for
// CHECK: scf.if
// CHECK: tileas.wait_group 0 for
tileas.kernel @before(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i32) attributes {
  spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>} {
  %base = tileaa.assume %p {div_by = 16 : i64} : !tileaa.ptr
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %c7 = arith.constant 7 : i32
  %bytes = arith.constant 128 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 32 : i64
  %all = arith.constant 256 : i64
  %tile = tileas.alloc_shared : <32xi32, stages = 2>
  %ring = tileas.ring %tile : <!ring>
  %c32 = arith.constant 32 : i32
  %true = arith.constant true
  %none = arith.constant dense<0> : !tile
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none) -> (!tile) : i32 {
    %slice = arith.andi %i, %c7 : i32
    %at = arith.muli %slice, %bytes : i32
    %wide = arith.extsi %at : i32 to i64
    %from = tileaa.ptr_add %base, %wide : !tileaa.ptr, i64
    %el0 = arith.muli %slice, %c32 : i32
    %el = arith.extsi %el0 : i32 to i64
    %bits = arith.andi %i, %c3 : i32
    %has = arith.cmpi ne, %bits, %c1 : i32
    %to1 = tileas.acquire %ring[%c0] : <!ring>
    %copy1 = tileas.async_copy %p[%el] extents [%all] strides [%one] to %to1 {tile = tensor<32xi32, #l>, width = 1 : i64} : !tileaa.ptr, !tileas.buffer<32xi32>
    tileas.commit %ring[%c0] after %copy1 : <!ring>
    %to2 = tileas.acquire %ring[%c1] : <!ring>
    %copy2 = tileas.async_copy %p[%el] extents [%all] strides [%one] to %to2 {tile = tensor<32xi32, #l>, width = 1 : i64} : !tileaa.ptr, !tileas.buffer<32xi32>
    tileas.commit %ring[%c1] after %copy2 : <!ring>
    %w1 = tileas.wait %ring[%c0] : <!ring>
    %x1 = tileas.shared_load %w1 : <32xi32> -> !tile
    tileas.release %ring[%c0] : <!ring>
    %w2 = tileas.wait %ring[%c1] : <!ring>
    %x2 = tileas.shared_load %w2 : <32xi32> -> !tile
    tileas.release %ring[%c1] : <!ring>
    %to = tileas.acquire %ring[%c0] : <!ring>
    scf.if %has {
      %ca = tileas.async_copy %p[%el] extents [%all] strides [%one] to %to {tile = tensor<32xi32, #l>, width = 1 : i64} : !tileaa.ptr, !tileas.buffer<32xi32>
      tileas.commit %ring[%c0] after %ca : <!ring>
    } else {
      %cb = tileas.async_copy %p[%el] extents [%all] strides [%one] to %to {tile = tensor<32xi32, #l>, width = 1 : i64} : !tileaa.ptr, !tileas.buffer<32xi32>
      tileas.commit %ring[%c0] after %cb : <!ring>
    }
    %w = tileas.wait %ring[%c0] : <!ring>
    %x = tileas.shared_load %w : <32xi32> -> !tile
    tileas.release %ring[%c0] : <!ring>
    %next = arith.addi %acc, %x : !tile
    %both = arith.addi %x1, %x2 : !tile
    %more = arith.addi %next, %both : !tile
    scf.yield %more : !tile
  }
  %token = tileas.store %sum to %q[%zero] extents [%size] strides [%one] by<owner> : !tile, !tileaa.ptr
  tileas.return
}
