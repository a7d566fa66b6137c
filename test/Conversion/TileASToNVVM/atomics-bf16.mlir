// Sums of bf16 in memory need sm_90.
//
// RUN: not tileiras %s --gpu-name=sm_80 --emit=ptx 2>&1 | FileCheck %s
// RUN: tileiras %s --gpu-name=sm_90 --emit=ptx | FileCheck %s --check-prefix=SM90

// SM90: atom.relaxed.gpu.global.add.noftz.bf16
// CHECK: atomics-bf16.mlir:[[@LINE+2]]:{{.*}}error: 'tileas.atomic' op adds bf16, which needs sm_90 or later; add f32
tileaa.entry @k(%p: !tileaa.ptr, %v: bf16) {
  %0, %t0 = tileaa.atomic<addf> %v to %p ordering<relaxed> scope<device> : bf16, !tileaa.ptr -> bf16
  tileaa.return
}
