// What the compiler says of its decisions: how wide accesses are and why no wider,
// and which hints change nothing.
//
// A place is named as the command line names it; LLVM's YAML writer breaks a line
// after 70 columns, so the path is a short one wherever the project lies.
// RUN: cd %S && tileiras remarks.mlir --gpu-name=sm_90 --remarks=all --remark-format=yaml --remarks-output-file=%t.yaml -o %t.cubin --emit=ptx
// RUN: FileCheck %s --input-file=%t.yaml
// RUN: tileiras %s --gpu-name=sm_90 --remarks-missed=all -o %t.ptx --emit=ptx | FileCheck %s --check-prefix=LIST

// CHECK: --- !Missed
// CHECK: Pass: {{ *}}Hints
// CHECK: Name: {{ *}}RemarkHintIgnored
// CHECK: Function: {{ *}}k
// CHECK: Reason: {{ *}}'''num_cta_in_cga'' has no effect: the tile block is not spread over CTAs'
// CHECK: Suggestion: {{ *}}ask for one CTA, and for smaller tiles in more tile blocks
// CHECK: Reason: {{ *}}'''latency'' has no effect: loads run ahead
// CHECK: --- !Passed
// CHECK: Pass: {{ *}}Memory
// CHECK: Name: {{ *}}RemarkMemoryLoadInstructionSelected
// CHECK: DebugLoc: {{ *}}{ File: remarks.mlir, Line: [[@LINE+18]]
// As the store cannot be wider, loads are not either.
// CHECK: each access of a thread takes 4 bytes
// CHECK: Name: {{ *}}RemarkMemoryStoreInstructionSelected
// CHECK: each access of a thread takes 4 bytes
// CHECK: --- !Missed
// CHECK: Name: {{ *}}RemarkMemoryAccessNarrow
// CHECK: Reason: {{ *}}no more than 4 bytes
// LIST: k:
// LIST-NOT: Passed
// LIST: RemarkHintIgnored
// LIST: RemarkMemoryAccessNarrow
cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>) optimization_hints=<sm_90 = {num_cta_in_cga = 2, num_worker_warps_per_cta = 4}> {
    %a = assume div_by<16>, %p : tile<ptr<f32>>
    %v = make_tensor_view %a, shape = [1024], strides = [1] : tensor_view<1024xf32, strides=[1]>
    %w = make_partition_view %v : partition_view<tile=(512), tensor_view<1024xf32, strides=[1]>>
    %x, %y, %z = get_tile_block_id : tile<i32>
    %t, %k = load_view_tko weak %w[%x] optimization_hints = <sm_90 = {latency = 3}> : partition_view<tile=(512), tensor_view<1024xf32, strides=[1]>>, tile<i32> -> tile<512xf32>, token
    %s = make_tensor_view %q, shape = [1024], strides = [1] : tensor_view<1024xf32, strides=[1]>
    %d = make_partition_view %s : partition_view<tile=(512), tensor_view<1024xf32, strides=[1]>>
    %u = store_view_tko weak %t, %d[%x] : tile<512xf32>, partition_view<tile=(512), tensor_view<1024xf32, strides=[1]>>, tile<i32> -> token
  }
}
