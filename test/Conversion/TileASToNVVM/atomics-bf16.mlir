// Sums of bf16 in memory have an instruction from sm_90 on; before, the sum is
// exchanged for what it was made of until nobody has changed that.
//
// RUN: tileiras %s --gpu-name=sm_90 --emit=ptx | FileCheck %s --check-prefix=SM90
// RUN: tileiras %s --gpu-name=sm_80 --emit=ptx | FileCheck %s --check-prefix=SM80

// SM90: atom.relaxed.gpu.global.add.noftz.bf16
// SM80: ld.relaxed.gpu.global.b16
// SM80: [[AGAIN:\$L__BB0_[0-9]+]]:
// SM80: atom.relaxed.gpu.global.cas.b16
// SM80: bra [[AGAIN]]
tileaa.entry @k(%p: !tileaa.ptr, %v: bf16) {
  %0, %t0 = tileaa.atomic<addf> %v to %p ordering<relaxed> scope<device> : bf16, !tileaa.ptr -> bf16
  tileaa.return
}
