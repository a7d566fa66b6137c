// Layouts, slots, the launch contract and the types that name layouts stand once, at the
// head, and are named where they are used; the text means the same without names.
//
// RUN: cuda-tile-opt %s | FileCheck %s
// RUN: cuda-tile-opt %s --mlir-print-local-scope -o %t.long
// RUN: FileCheck %s --check-prefix=LONG < %t.long
// RUN: cuda-tile-opt %s | cuda-tile-opt --mlir-print-local-scope | diff %t.long -
// RUN: cuda-tile-opt %t.long | cuda-tile-opt --mlir-print-op-generic | cuda-tile-opt --mlir-print-local-scope | diff %t.long -
//
// The layout of a tile and that of a buffer have names of their own, and so have
// tiles with a layout, buffers and rings; whatever is short keeps its text.
//
// CHECK-DAG: #[[TILE:layout[0-9]*]] = #tileas.layout<register = {{\[\[}}1]], lane
// CHECK-DAG: #[[OTHER:layout[0-9]*]] = #tileas.layout<register = {{\[\[}}32]], lane
// CHECK-DAG: #[[BUFFER:shared[0-9]*]] = #tileas.layout<offset
// CHECK-DAG: #[[SPEC:spec[0-9]*]] = #tileas.kernel_spec<target = "sm_80"
// CHECK-DAG: ![[STORED:tile[0-9]*]] = tensor<64xf32, #[[TILE]]>
// CHECK-DAG: ![[LOADED:tile[0-9]*]] = tensor<64xf32, #[[OTHER]]>
// CHECK-DAG: !buffer = !tileas.buffer<64xf32, #[[BUFFER]]>
// CHECK-DAG: !stages = !tileas.buffer<64xf32, #[[BUFFER]], stages = 2>
// CHECK-DAG: !ring = !tileas.ring<!stages>
// CHECK-DAG: #slot = #tileas.slot<stage = 0, cycle = 20>
// CHECK-NOT: tileas.{{layout|slot}}<
// CHECK: attributes {spec = #[[SPEC]]}
// CHECK: tileas.alloc_shared : !stages{{$}}
// CHECK: tileas.ring {{.*}} : !ring{{$}}
// CHECK: tileas.slice {{.*}} : !stages{{$}}
// CHECK: tileas.shared_store {{.*}} : ![[STORED]], !buffer{{$}}
// CHECK: tileas.shared_load {{.*}} : !buffer -> ![[LOADED]]{{$}}
// CHECK: tileas.alloc_shared : <64xf32>
// CHECK: arith.addi {{.*}} {tileas.slot = #slot} : i32
// CHECK: tileas.commit_group {tileas.slot = #slot}
//
// LONG-NOT: {{^#}}
// LONG: attributes {spec = #tileas.kernel_spec<
// LONG: tileas.shared_store {{.*}} tensor<64xf32, #tileas.layout<register = {{\[\[}}1]],
tileas.kernel @k() attributes {spec = #tileas.kernel_spec<target = "sm_80", warps = 1, shared = 0, frozen = false>} {
  %x = arith.constant dense<1.0> : tensor<64xf32, #tileas.layout<register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = []>>
  %zero = arith.constant 0 : i32
  %stages = tileas.alloc_shared : <64xf32, #tileas.layout<offset = [[2], [1], [4], [8], [16], [32]]>, stages = 2>
  %ring_tiles = tileas.alloc_shared : <64xf32, #tileas.layout<offset = [[2], [1], [4], [8], [16], [32]]>, stages = 2>
  %ring = tileas.ring %ring_tiles : <!tileas.buffer<64xf32, #tileas.layout<offset = [[2], [1], [4], [8], [16], [32]]>, stages = 2>>
  %b = tileas.slice %stages[%zero] : <64xf32, #tileas.layout<offset = [[2], [1], [4], [8], [16], [32]]>, stages = 2>
  tileas.shared_store %x to %b : tensor<64xf32, #tileas.layout<register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = []>>, <64xf32, #tileas.layout<offset = [[2], [1], [4], [8], [16], [32]]>>
  %y = tileas.shared_load %b : <64xf32, #tileas.layout<offset = [[2], [1], [4], [8], [16], [32]]>> -> tensor<64xf32, #tileas.layout<register = [[32]], lane = [[1], [2], [4], [8], [16]], warp = []>>
  %plain = tileas.alloc_shared : <64xf32>
  %n = arith.constant 8 : i32
  %one = arith.constant 1 : i32
  scf.for %i = %zero to %n step %one : i32 {
    %j = arith.addi %i, %one {tileas.slot = #tileas.slot<stage = 0, cycle = 20>} : i32
    tileas.commit_group {tileas.slot = #tileas.slot<stage = 0, cycle = 20>}
  } {tileas.schedule = #tileas.schedule<interval = 64, stages = 1>}
  tileas.return
}
