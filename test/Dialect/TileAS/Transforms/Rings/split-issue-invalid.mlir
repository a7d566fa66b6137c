// Products and stores that have threads wait are none that two agents can have.
//
// RUN: cuda-tile-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tileas.kernel(tileas-split-issue))'

#x = #tileas.layout<register = [[0, 1 to 32]], lane = [[1 to 16, 0]], warp = [[32, 0], [64, 0]]>
!x = tensor<128x64xf32, #x>

tileas.kernel @meets(%m: !tileas.tmem, %x: !x) attributes {spec = #tileas.kernel_spec<target = "sm_100", warps = 4, agents = [#tileas.agent<"issue", warps = 1>], shared = 0, frozen = true>} {
  // expected-error @+1 {{has threads wait, where agents are to be divided that wait by ops of their own; run tileas-plan-issue first}}
  %s = tileas.tmem_store %x to %m at 0 : !x
  tileas.return
}

// -----

tileas.kernel @foreign(%q: !tileaa.ptr, %f: !tileas.buffer<!tileas.mbarrier<1>>) attributes {spec = #tileas.kernel_spec<target = "sm_100", warps = 4, agents = [#tileas.agent<"issue", warps = 1>], shared = 0, frozen = true>} {
  // expected-error @+1 {{gives agent 'issue' what only another one has; plan no agent 'issue' for the kernel}}
  %n, %t = tileas.load %q by<owner> : !tileaa.ptr -> i32
  tileas.mbarrier_arrive %f[%n] by<one> : !tileas.buffer<!tileas.mbarrier<1>>
  tileas.return
}
