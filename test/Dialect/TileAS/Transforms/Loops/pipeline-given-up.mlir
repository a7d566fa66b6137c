// A schedule that cannot be carried out is given up with a remark, and the loop
// runs as it would without. No verifier would let the first one through; it is
// there for a scheduler that errs.
//
// RUN: cuda-tile-opt %s --mlir-very-unsafe-disable-verifier-on-parsing --verify-each=0 --pass-pipeline='builtin.module(tileas.kernel(tileas-pipeline-loops))' --remark-format=emitRemark --remarks-filter='.*' -o %t.mlir 2> %t.err
// RUN: FileCheck %s --check-prefix=REMARK < %t.err
// RUN: FileCheck %s --implicit-check-not='tileas.slot' --implicit-check-not='#tileas.schedule' < %t.mlir
// RUN: sed 's/frozen = false/frozen = true/' %t.mlir > %t.frozen.mlir
// RUN: sh -c 'set -e; for n in 0 1 2 5; do for e in interpret emulate; do cuda-tile-run %t.frozen.mlir --entry=effect_too_early --arg=ptr:new:i32[8] --arg=i32:$n --engine=$e --check=all --out=0=%t.npy > %t.log; %python -c "import struct, sys; d = open(r\"%t.npy\", \"rb\").read()[-32:]; sys.exit(struct.unpack(\"<8i\", d) != tuple(i if i < $n else 0 for i in range(8)))"; done; done'
//
// REMARK: :[[#@LINE+12]]:3: remark: [Missed] RemarkLoopNotPipelined {{.*}}not pipelined: by its schedule, an op starts before what it uses
// REMARK: :[[#@LINE+22]]:3: remark: [Missed] RemarkLoopNotPipelined {{.*}}not pipelined: by its schedule, an op with an effect starts before it is known that its iteration runs
//
// CHECK-COUNT-2: scf.for

#spec = #tileas.kernel_spec<target = "sm_90", warps = 1, shared = 0, frozen = false>
#early = #tileas.slot<stage = 0, cycle = 0>
#late = #tileas.slot<stage = 1, cycle = 0>

tileas.kernel @value_too_early(%n: i32) attributes {spec = #spec} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    %a = arith.addi %i, %i {tileas.slot = #late} : i32
    %b = arith.addi %a, %a {tileas.slot = #early} : i32
  } {tileas.schedule = #tileas.schedule<interval = 8, stages = 2>}
  tileas.return
}

tileas.kernel @effect_too_early(%p: !tileaa.ptr, %n: i32) attributes {spec = #spec} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i64
  scf.for %i = %c0 to %n step %c1 : i32 {
    %wide = arith.extsi %i {tileas.slot = #early} : i32 to i64
    %offset = arith.muli %wide, %c4 {tileas.slot = #early} : i64
    %at = tileaa.ptr_add %p, %offset {tileas.slot = #early} : !tileaa.ptr, i64
    %t = tileas.store %i to %at by<owner> {tileas.slot = #early} : i32, !tileaa.ptr
    %b = arith.addi %i, %i {tileas.slot = #late} : i32
  } {tileas.schedule = #tileas.schedule<interval = 8, stages = 2>}
  tileas.return
}
