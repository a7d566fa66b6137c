// Questions for tile blocks that have not begun: text, and what is no such op.
//
// RUN: cuda-tile-opt %s --split-input-file --verify-diagnostics | FileCheck %s
// RUN: cuda-tile-opt %s --split-input-file --verify-diagnostics | cuda-tile-opt --split-input-file | FileCheck %s

// CHECK-LABEL: tileas.kernel @text
tileas.kernel @text(%i: i32, %b: i1) attributes {spec = #tileas.kernel_spec<target = "sm_100", warps = 4, shared = 0, frozen = false>} {
  %buffer = tileas.alloc_shared : <4xi32, stages = 2>
  %answers = tileas.ring %buffer : <!tileas.buffer<4xi32, stages = 2>>
  %full = tileas.alloc_shared : <!tileas.mbarrier<1>>
  %to = tileas.acquire %answers[%i] : <!tileas.buffer<4xi32, stages = 2>>
  // CHECK: tileas.ask_block to %{{.*}} if %{{.*}} : <4xi32> -> !tileas.completion
  %c = tileas.ask_block to %to if %b : <4xi32> -> !tileas.completion
  tileas.commit %answers[%i] after %c if %b : <!tileas.buffer<4xi32, stages = 2>>
  %from = tileas.wait %answers[%i] : <!tileas.buffer<4xi32, stages = 2>>
  // CHECK: %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} = tileas.next_block %{{.*}} : <4xi32>
  %exists, %x, %y, %z = tileas.next_block %from : <4xi32>
  tileas.release %answers[%i] : <!tileas.buffer<4xi32, stages = 2>>
  %one = tileas.alloc_shared : <4xi32>
  // CHECK: tileas.ask_block to %{{.*}} on %{{.*}}[%{{.*}}] : <4xi32>, !tileas.buffer<!tileas.mbarrier<1>>
  tileas.ask_block to %one on %full[%i] : <4xi32>, !tileas.buffer<!tileas.mbarrier<1>>
  tileas.return
}

// -----

tileas.kernel @k(%i: i32) attributes {spec = #tileas.kernel_spec<target = "sm_100", warps = 4, shared = 0, frozen = false>} {
  %full = tileas.alloc_shared : <!tileas.mbarrier<1>>
  %long = tileas.alloc_shared : <8xi32>
  // expected-error @+1 {{'tileas.ask_block' op has an answer of 4 words of 32 bits in shared memory, not '!tileas.buffer<8xi32>'}}
  tileas.ask_block to %long on %full[%i] : <8xi32>, !tileas.buffer<!tileas.mbarrier<1>>
  tileas.return
}

// -----

tileas.kernel @k() attributes {spec = #tileas.kernel_spec<target = "sm_100", warps = 4, shared = 0, frozen = false>} {
  %floats = tileas.alloc_shared : <4xf32>
  // expected-error @+1 {{'tileas.next_block' op has an answer of 4 words of 32 bits in shared memory, not '!tileas.buffer<4xf32>'}}
  %exists, %x, %y, %z = tileas.next_block %floats : <4xf32>
  tileas.return
}

// -----

tileas.kernel @k() attributes {spec = #tileas.kernel_spec<target = "sm_100", warps = 4, shared = 0, frozen = false>} {
  %answer = tileas.alloc_shared : <4xi32>
  // expected-error @+1 {{needs mbarriers that are told of its end, or a completion}}
  tileas.ask_block to %answer : <4xi32>
  tileas.return
}

// -----

tileas.kernel @k(%i: i32) attributes {spec = #tileas.kernel_spec<target = "sm_100", warps = 4, cluster = [2, 1, 1], spread = true, shared = 0, frozen = false>} {
  %answer = tileas.alloc_shared : <4xi32>
  %full = tileas.alloc_shared : <!tileas.mbarrier<1>>
  // expected-error @+1 {{'tileas.ask_block' op asks for the work of one CTA, and 2 CTAs work off a tile block}}
  tileas.ask_block to %answer on %full[%i] : <4xi32>, !tileas.buffer<!tileas.mbarrier<1>>
  tileas.return
}
