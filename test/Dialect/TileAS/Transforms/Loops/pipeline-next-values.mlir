// What a loop carries to say where tiles lie may have any next value: one that
// is made, and one that is handed on as it is. Copies that run ahead take that
// of their own iteration.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-make-asynchronous,tileas-schedule-loops,tileas-pipeline-loops,tileas-lower-rings,tileas-allocate-shared,tileas-place-barriers,tileas-freeze-kernel-spec))' -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-lower-rings,tileas-allocate-shared,tileas-place-barriers,tileas-freeze-kernel-spec))' -o %t.plain.mlir
// RUN: %python -c "import struct; open(r'%t.hex', 'w').write(struct.pack('<2048i', *(n * n for n in range(2048))).hex())"
// RUN: sh -c '%python %source/test/Tools/cuda-tile-run/Inputs/npy.py %t.npy "<i4" 2048 $(cat %t.hex)'
// RUN: sh -c 'set -e; for k in made outside counter swap rotation branch; do for n in 0 1 2 3 6; do args="--entry=$k --arg=ptr:%t.npy --arg=i32:$n --arg=i64:7"; cuda-tile-run %t.plain.mlir $args --arg=ptr:new:i32[128] --arg=ptr:new:i64[3] --out=3=%t.1.npy --out=4=%t.2.npy --engine=interpret > %t.log; for e in interpret emulate; do cuda-tile-run %t.mlir $args --arg=ptr:new:i32[128] --arg=ptr:new:i64[3] --out=3=%t.3.npy --out=4=%t.4.npy --engine=$e > %t.log; cmp %t.1.npy %t.3.npy; cmp %t.2.npy %t.4.npy; done; done; done'
//
// Each loop is pipelined, and nothing is left of the names of what it hands on.
// CHECK-COUNT-6: tileas.wait_group {{[1-9]}}
// CHECK-NOT: unrealized_conversion_cast

#l = #tileas.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[0]]>
#spec = #tileas.kernel_spec<target = "sm_90", warps = 2, shared = 0, frozen = false>

tileas.kernel @made(%p: !tileaa.ptr, %n: i32, %par: i64, %q: !tileaa.ptr, %r: !tileaa.ptr) attributes {spec = #spec} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %two = arith.constant 2 : i64
  %three = arith.constant 3 : i64
  %five = arith.constant 5 : i64
  %tile = arith.constant 128 : i64
  %all = arith.constant 2048 : i64
  %none = arith.constant dense<0> : tensor<128xi32, #l>
  %s:4 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none, %a = %one, %b = %two, %c = %three) -> (tensor<128xi32, #l>, i64, i64, i64) : i32 {
    %to = tileas.alloc_shared : <128xi32>
    %at = arith.muli %a, %tile : i64
    %v, %t = tileas.load %p[%at] extents [%all] strides [%one] {width = 4 : i64} : !tileaa.ptr -> tensor<128xi32, #l>
    tileas.shared_store %v to %to : tensor<128xi32, #l>, <128xi32>
    %y = tileas.shared_load %to : <128xi32> -> tensor<128xi32, #l>
    %twice = arith.addi %acc, %acc : tensor<128xi32, #l>
    %sum = arith.addi %twice, %y : tensor<128xi32, #l>
    %u = arith.addi %a, %two : i64
    %w = arith.cmpi slt, %i, %c2 : i32
    %x = arith.select %w, %a, %c : i64
    scf.yield %sum, %u, %x, %b : tensor<128xi32, #l>, i64, i64, i64
  }
  %t0 = tileas.store %s#0 to %q[%zero] extents [%tile] strides [%one] by<owner> : tensor<128xi32, #l>, !tileaa.ptr
  %eight = arith.constant 8 : i64
  %sixteen = arith.constant 16 : i64
  %r1 = tileaa.ptr_add %r, %eight : !tileaa.ptr, i64
  %r2 = tileaa.ptr_add %r, %sixteen : !tileaa.ptr, i64
  %t1 = tileas.store %s#1 to %r by<owner> : i64, !tileaa.ptr
  %t2 = tileas.store %s#2 to %r1 by<owner> : i64, !tileaa.ptr
  %t3 = tileas.store %s#3 to %r2 by<owner> : i64, !tileaa.ptr
  tileas.return
}

tileas.kernel @outside(%p: !tileaa.ptr, %n: i32, %par: i64, %q: !tileaa.ptr, %r: !tileaa.ptr) attributes {spec = #spec} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %two = arith.constant 2 : i64
  %three = arith.constant 3 : i64
  %five = arith.constant 5 : i64
  %tile = arith.constant 128 : i64
  %all = arith.constant 2048 : i64
  %none = arith.constant dense<0> : tensor<128xi32, #l>
  %s:4 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none, %a = %one, %b = %two, %c = %three) -> (tensor<128xi32, #l>, i64, i64, i64) : i32 {
    %to = tileas.alloc_shared : <128xi32>
    %at = arith.muli %a, %tile : i64
    %v, %t = tileas.load %p[%at] extents [%all] strides [%one] {width = 4 : i64} : !tileaa.ptr -> tensor<128xi32, #l>
    tileas.shared_store %v to %to : tensor<128xi32, #l>, <128xi32>
    %y = tileas.shared_load %to : <128xi32> -> tensor<128xi32, #l>
    %twice = arith.addi %acc, %acc : tensor<128xi32, #l>
    %sum = arith.addi %twice, %y : tensor<128xi32, #l>
    scf.yield %sum, %par, %five, %b : tensor<128xi32, #l>, i64, i64, i64
  }
  %t0 = tileas.store %s#0 to %q[%zero] extents [%tile] strides [%one] by<owner> : tensor<128xi32, #l>, !tileaa.ptr
  %eight = arith.constant 8 : i64
  %sixteen = arith.constant 16 : i64
  %r1 = tileaa.ptr_add %r, %eight : !tileaa.ptr, i64
  %r2 = tileaa.ptr_add %r, %sixteen : !tileaa.ptr, i64
  %t1 = tileas.store %s#1 to %r by<owner> : i64, !tileaa.ptr
  %t2 = tileas.store %s#2 to %r1 by<owner> : i64, !tileaa.ptr
  %t3 = tileas.store %s#3 to %r2 by<owner> : i64, !tileaa.ptr
  tileas.return
}

tileas.kernel @counter(%p: !tileaa.ptr, %n: i32, %par: i64, %q: !tileaa.ptr, %r: !tileaa.ptr) attributes {spec = #spec} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %two = arith.constant 2 : i64
  %three = arith.constant 3 : i64
  %five = arith.constant 5 : i64
  %tile = arith.constant 128 : i64
  %all = arith.constant 2048 : i64
  %none = arith.constant dense<0> : tensor<128xi32, #l>
  %s:4 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none, %a = %one, %b = %two, %c = %three) -> (tensor<128xi32, #l>, i64, i64, i64) : i32 {
    %to = tileas.alloc_shared : <128xi32>
    %at = arith.muli %a, %tile : i64
    %v, %t = tileas.load %p[%at] extents [%all] strides [%one] {width = 4 : i64} : !tileaa.ptr -> tensor<128xi32, #l>
    tileas.shared_store %v to %to : tensor<128xi32, #l>, <128xi32>
    %y = tileas.shared_load %to : <128xi32> -> tensor<128xi32, #l>
    %twice = arith.addi %acc, %acc : tensor<128xi32, #l>
    %sum = arith.addi %twice, %y : tensor<128xi32, #l>
    %u = arith.extsi %i : i32 to i64
    scf.yield %sum, %b, %c, %u : tensor<128xi32, #l>, i64, i64, i64
  }
  %t0 = tileas.store %s#0 to %q[%zero] extents [%tile] strides [%one] by<owner> : tensor<128xi32, #l>, !tileaa.ptr
  %eight = arith.constant 8 : i64
  %sixteen = arith.constant 16 : i64
  %r1 = tileaa.ptr_add %r, %eight : !tileaa.ptr, i64
  %r2 = tileaa.ptr_add %r, %sixteen : !tileaa.ptr, i64
  %t1 = tileas.store %s#1 to %r by<owner> : i64, !tileaa.ptr
  %t2 = tileas.store %s#2 to %r1 by<owner> : i64, !tileaa.ptr
  %t3 = tileas.store %s#3 to %r2 by<owner> : i64, !tileaa.ptr
  tileas.return
}

tileas.kernel @swap(%p: !tileaa.ptr, %n: i32, %par: i64, %q: !tileaa.ptr, %r: !tileaa.ptr) attributes {spec = #spec} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %two = arith.constant 2 : i64
  %three = arith.constant 3 : i64
  %five = arith.constant 5 : i64
  %tile = arith.constant 128 : i64
  %all = arith.constant 2048 : i64
  %none = arith.constant dense<0> : tensor<128xi32, #l>
  %s:4 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none, %a = %one, %b = %two, %c = %three) -> (tensor<128xi32, #l>, i64, i64, i64) : i32 {
    %to = tileas.alloc_shared : <128xi32>
    %at = arith.muli %a, %tile : i64
    %v, %t = tileas.load %p[%at] extents [%all] strides [%one] {width = 4 : i64} : !tileaa.ptr -> tensor<128xi32, #l>
    tileas.shared_store %v to %to : tensor<128xi32, #l>, <128xi32>
    %y = tileas.shared_load %to : <128xi32> -> tensor<128xi32, #l>
    %twice = arith.addi %acc, %acc : tensor<128xi32, #l>
    %sum = arith.addi %twice, %y : tensor<128xi32, #l>
    scf.yield %sum, %b, %a, %c : tensor<128xi32, #l>, i64, i64, i64
  }
  %t0 = tileas.store %s#0 to %q[%zero] extents [%tile] strides [%one] by<owner> : tensor<128xi32, #l>, !tileaa.ptr
  %eight = arith.constant 8 : i64
  %sixteen = arith.constant 16 : i64
  %r1 = tileaa.ptr_add %r, %eight : !tileaa.ptr, i64
  %r2 = tileaa.ptr_add %r, %sixteen : !tileaa.ptr, i64
  %t1 = tileas.store %s#1 to %r by<owner> : i64, !tileaa.ptr
  %t2 = tileas.store %s#2 to %r1 by<owner> : i64, !tileaa.ptr
  %t3 = tileas.store %s#3 to %r2 by<owner> : i64, !tileaa.ptr
  tileas.return
}

tileas.kernel @rotation(%p: !tileaa.ptr, %n: i32, %par: i64, %q: !tileaa.ptr, %r: !tileaa.ptr) attributes {spec = #spec} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %two = arith.constant 2 : i64
  %three = arith.constant 3 : i64
  %five = arith.constant 5 : i64
  %tile = arith.constant 128 : i64
  %all = arith.constant 2048 : i64
  %none = arith.constant dense<0> : tensor<128xi32, #l>
  %s:4 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none, %a = %one, %b = %two, %c = %three) -> (tensor<128xi32, #l>, i64, i64, i64) : i32 {
    %to = tileas.alloc_shared : <128xi32>
    %at = arith.muli %a, %tile : i64
    %v, %t = tileas.load %p[%at] extents [%all] strides [%one] {width = 4 : i64} : !tileaa.ptr -> tensor<128xi32, #l>
    tileas.shared_store %v to %to : tensor<128xi32, #l>, <128xi32>
    %y = tileas.shared_load %to : <128xi32> -> tensor<128xi32, #l>
    %twice = arith.addi %acc, %acc : tensor<128xi32, #l>
    %sum = arith.addi %twice, %y : tensor<128xi32, #l>
    scf.yield %sum, %b, %c, %a : tensor<128xi32, #l>, i64, i64, i64
  }
  %t0 = tileas.store %s#0 to %q[%zero] extents [%tile] strides [%one] by<owner> : tensor<128xi32, #l>, !tileaa.ptr
  %eight = arith.constant 8 : i64
  %sixteen = arith.constant 16 : i64
  %r1 = tileaa.ptr_add %r, %eight : !tileaa.ptr, i64
  %r2 = tileaa.ptr_add %r, %sixteen : !tileaa.ptr, i64
  %t1 = tileas.store %s#1 to %r by<owner> : i64, !tileaa.ptr
  %t2 = tileas.store %s#2 to %r1 by<owner> : i64, !tileaa.ptr
  %t3 = tileas.store %s#3 to %r2 by<owner> : i64, !tileaa.ptr
  tileas.return
}

tileas.kernel @branch(%p: !tileaa.ptr, %n: i32, %par: i64, %q: !tileaa.ptr, %r: !tileaa.ptr) attributes {spec = #spec} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %two = arith.constant 2 : i64
  %three = arith.constant 3 : i64
  %five = arith.constant 5 : i64
  %tile = arith.constant 128 : i64
  %all = arith.constant 2048 : i64
  %none = arith.constant dense<0> : tensor<128xi32, #l>
  %s:4 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none, %a = %one, %b = %two, %c = %three) -> (tensor<128xi32, #l>, i64, i64, i64) : i32 {
    %to = tileas.alloc_shared : <128xi32>
    %at = arith.muli %a, %tile : i64
    %v, %t = tileas.load %p[%at] extents [%all] strides [%one] {width = 4 : i64} : !tileaa.ptr -> tensor<128xi32, #l>
    tileas.shared_store %v to %to : tensor<128xi32, #l>, <128xi32>
    %y = tileas.shared_load %to : <128xi32> -> tensor<128xi32, #l>
    %twice = arith.addi %acc, %acc : tensor<128xi32, #l>
    %sum = arith.addi %twice, %y : tensor<128xi32, #l>
    %w = arith.cmpi slt, %i, %c2 : i32
    %u = scf.if %w -> i64 {
      scf.yield %five : i64
    } else {
      scf.yield %b : i64
    }
    scf.yield %sum, %b, %five, %u : tensor<128xi32, #l>, i64, i64, i64
  }
  %t0 = tileas.store %s#0 to %q[%zero] extents [%tile] strides [%one] by<owner> : tensor<128xi32, #l>, !tileaa.ptr
  %eight = arith.constant 8 : i64
  %sixteen = arith.constant 16 : i64
  %r1 = tileaa.ptr_add %r, %eight : !tileaa.ptr, i64
  %r2 = tileaa.ptr_add %r, %sixteen : !tileaa.ptr, i64
  %t1 = tileas.store %s#1 to %r by<owner> : i64, !tileaa.ptr
  %t2 = tileas.store %s#2 to %r1 by<owner> : i64, !tileaa.ptr
  %t3 = tileas.store %s#3 to %r2 by<owner> : i64, !tileaa.ptr
  tileas.return
}
