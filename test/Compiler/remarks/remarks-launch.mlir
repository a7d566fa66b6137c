// What a front end asks for beside hints, and what it takes the place of.

// RUN: tileiras %s --gpu-name=sm_90 --remarks=all --emit=ptx -o %t.ptx | FileCheck %s

// CHECK: RemarkHintIgnored, Reason: 'tt.is_persistent' has no effect: {{.*}}, Suggestion: loop over the tiles in the kernel
// CHECK: RemarkClusterIdle, Reason: the first CTA of each cluster does all the work: the tile block is not spread over CTAs, Suggestion: ask for one CTA
// CHECK: RemarkHintIgnored, Reason: 'num_worker_warps_per_cta' has no effect: 'tt.num_warps' comes first, Suggestion: change 'tt.num_warps'
// CHECK: RemarkHintIgnored, Reason: 'tt.num_stages' has no effect: no loop of the kernel is pipelined, Suggestion: let more tile blocks run at once

module attributes {tt.num_warps = 8 : i32, tt.num_stages = 3 : i32, tt.is_persistent, tt.num_ctas = 2 : i32} {
  cuda_tile.module @m {
    entry @k() optimization_hints=<default = {num_worker_warps_per_cta = 4}> {
      return
    }
  }
}
