// Each hint that does not count, or not as it is written, has a remark with the
// reason and what to do. Hints that count have none.

// RUN: tileiras %s --gpu-name=sm_80 --remarks=all --emit=ptx -o %t.ptx | grep Hint | FileCheck %s --implicit-check-not=RemarkHintIgnored
// RUN: tileiras %s --gpu-name=sm_75 --remarks-missed=all --emit=ptx -o %t.ptx | FileCheck %s --check-prefix=OTHER

// CHECK: :[[#ENTRY:]]:3: Missed: RemarkHintIgnored, Reason: num_cta_in_cga for 'default' should be 1; 4 counts as 1, Suggestion: give 1
// CHECK: :[[#ENTRY]]:3: Missed: RemarkHintIgnored, Reason: no hint of this op is called 'stages'; there are num_cta_in_cga, num_worker_warps_per_cta, occupancy, Suggestion: use one of these
// CHECK: RemarkHintIgnored, Reason: occupancy for 'sm_80' should be a number from 1 to 32; 99 counts as 32, Suggestion: give a number from 1 to 32
// CHECK: RemarkHintIgnored, Reason: 'num_worker_warps_per_cta' is given for 'sm_90', and this is code for 'sm_80', Suggestion: give it for 'sm_80' or 'default'
// CHECK: RemarkHintIgnored, Reason: unknown target 'sm_99'; there are default, sm_80, {{.*}}, Suggestion: name one of these targets
// CHECK: RemarkHintIgnored, Reason: unknown target 'sm_75'; there are default, sm_80, {{.*}}, Suggestion: name one of these targets
// CHECK: RemarkHintIgnored, Reason: latency for 'sm_80' must be a number from 1 to 10, found 3.0{{.*}}, Suggestion: give a number from 1 to 10
// CHECK: RemarkHintIgnored, Reason: 'occupancy' has no effect: ptxas chooses how many registers a thread gets, Suggestion: use smaller tiles or,
// CHECK: RemarkHintIgnored, Reason: 'latency' has no effect: {{.*}}, Suggestion: let more tile blocks
// CHECK: RemarkHintIgnored, Reason: 'allow_tma' has no effect: loads go through tensor maps where the machine model says that it is better, Suggestion: promise by assume

// The language names no hints for sm_75, and yet they count.
// OTHER: 'num_worker_warps_per_cta' is given for 'sm_90', and this is code for 'sm_75'
// OTHER-NOT: unknown target 'sm_75'

!view = !cuda_tile.partition_view<tile=(512), tensor_view<1024xf32, strides=[1]>>
cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>) optimization_hints=<default = {num_cta_in_cga = 4, stages = 2}, sm_80 = {occupancy = 99}, sm_90 = {num_worker_warps_per_cta = 4, occupancy = 1}, sm_99 = {}> {
    %v = make_tensor_view %p, shape = [1024], strides = [1] : tensor_view<1024xf32, strides=[1]>
    %w = make_partition_view %v : partition_view<tile=(512), tensor_view<1024xf32, strides=[1]>>
    %x, %y, %z = get_tile_block_id : tile<i32>
    %a, %t0 = load_view_tko weak %w[%x] optimization_hints = <sm_80 = {latency = 3.0}, sm_75 = {allow_tma = false}, default = {allow_tma = false}> : !view, tile<i32> -> tile<512xf32>, token
    %b, %t1 = load_view_tko weak %w[%x] optimization_hints = <sm_80 = {latency = 3, allow_tma = true}> : !view, tile<i32> -> tile<512xf32>, token
    %c = addf %a, %b : tile<512xf32>
    %t2 = store_view_tko weak %c, %w[%x] : tile<512xf32>, !view, tile<i32> -> token
  }
}
