// What computes the address of a load that runs ahead is there twice, and takes
// its time both times: the schedule is that of the loop with both.
//
// RUN: cuda-tile-opt %s --mlir-print-local-scope --pass-pipeline='builtin.module(tileas.kernel(tileas-schedule-loops))' | FileCheck %s
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileas.kernel(tileas-schedule-loops,tileas-pipeline-loops,tileas-allocate-shared,tileas-place-barriers,tileas-freeze-kernel-spec))' -o %t.mlir
// RUN: FileCheck %s --check-prefix=AHEAD < %t.mlir
// RUN: %python -c "import struct; open(r'%t.hex', 'w').write(struct.pack('<64f', *range(64)).hex())"
// RUN: sh -c '%python %source/test/Tools/cuda-tile-run/Inputs/npy.py %t.npy "<f4" 64 $(cat %t.hex)'
// RUN: sh -c 'set -e; for n in 0 1 2 3 9; do cuda-tile-run %t.mlir --arg=ptr:%t.npy --arg=ptr:new:f32[1] --arg=i32:3 --arg=i32:$n --compare=emulate --check=all; done'
//
// CHECK-LABEL: tileas.kernel @k
// CHECK: scf.for
// CHECK: tileaa.ptr_add {{.*}}slot<stage = {{[01]}},
// CHECK: tileas.load {{.*}}slot<stage = 0,
// CHECK: tileas.mma {{.*}}slot<stage = 1,
// CHECK: tileaa.ptr_add {{.*}}slot<stage = {{[01]}},
// CHECK: stages = 2
//
// AHEAD: tileas.load
// AHEAD: scf.for
// AHEAD: tileas.mma
// AHEAD: tileas.load {{.*}} if %

#l = #tileas.layout<register = [], lane = [[0, 0], [0, 0], [0, 0], [0, 0], [0, 0]], warp = [[0, 0], [0, 0]]>
tileas.kernel @k(%p: !tileaa.ptr, %q: !tileaa.ptr, %step: i32, %n: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 4, max_registers = 32, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %bytes = arith.constant dense<4> : tensor<1x1xi64, #l>
  %none = arith.constant dense<0.0> : tensor<1x1xf32, #l>
  %first = tileaa.splat %p : !tileaa.ptr -> tensor<1x1x!tileaa.ptr, #l>
  %steps = tileaa.splat %step : i32 -> tensor<1x1xi32, #l>
  %sum:2 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none, %at = %first) -> (tensor<1x1xf32, #l>, tensor<1x1x!tileaa.ptr, #l>) : i32 {
    %v, %t = tileas.load %at : tensor<1x1x!tileaa.ptr, #l> -> tensor<1x1xf32, #l>
    %s = tileas.mma %v as<f32>, %v as<f32>, %acc : tensor<1x1xf32, #l>, tensor<1x1xf32, #l>, tensor<1x1xf32, #l>
    %wide = arith.extsi %steps : tensor<1x1xi32, #l> to tensor<1x1xi64, #l>
    %distance = arith.muli %wide, %bytes : tensor<1x1xi64, #l>
    %next = tileaa.ptr_add %at, %distance : tensor<1x1x!tileaa.ptr, #l>, tensor<1x1xi64, #l>
    scf.yield %s, %next : tensor<1x1xf32, #l>, tensor<1x1x!tileaa.ptr, #l>
  }
  %to = tileaa.splat %q : !tileaa.ptr -> tensor<1x1x!tileaa.ptr, #l>
  %t = tileas.store %sum#0 to %to by<owner> : tensor<1x1xf32, #l>, tensor<1x1x!tileaa.ptr, #l>
  tileas.return
}
