// A multicast object stands for the memory of several GPUs, of which the interpreter
// has one. Only multimem instructions reach it, and they reach nothing else.
//
// DEFINE: %{run} = cuda-tile-run %s --gpu-name=sm_100 --memory=A=new:i32[64] --memory=B=new:i32[64] --memory=C=new:i32[32]
// RUN: %{run} --engine=emulate --compare=interpret --check=race --multicast=M=A --arg=ptr:@M --arg=ptr:@B
// RUN: not %{run} --engine=interpret --multicast=M=A,B --arg=ptr:@M --arg=ptr:@B 2>&1 | FileCheck %s --check-prefix=SEVERAL
// RUN: not %{run} --validate --multicast=M=A,B --arg=ptr:@M --arg=ptr:@B 2>&1 | FileCheck %s --check-prefix=SEVERAL
// SEVERAL: error: 'memory M (M=A,B)' has 2 participants, and the interpreter runs one GPU; --engine=emulate takes several
//
// RUN: not %{run} --engine=emulate --check=none --arg=ptr:@A --arg=ptr:@B 2>&1 | FileCheck %s --check-prefix=PLAIN
// PLAIN: error: {{.*}}multimem access of 4 bytes at address 0x{{[0-9a-f]+}} lies in no multicast object; the nearest allocation is 'memory A
// PLAIN-NEXT: instruction: {{.*}}multimem.ld_reduce
//
// RUN: not %{run} --engine=emulate --check=none --multicast=M=A,B --arg=ptr:@M --arg=ptr:@M 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: error: {{.*}}at global address 0x{{[0-9a-f]+}} reaches the multicast object 'memory M (M=A,B)', as multimem instructions alone do
//
// RUN: not %{run} --engine=emulate --multicast=M=A,C --arg=ptr:@M --arg=ptr:@B 2>&1 | FileCheck %s --check-prefix=SIZES
// SIZES: error: --multicast=M=A,C: 'C' has 128 bytes, and 'A' has 256
// RUN: not %{run} --engine=emulate --multicast=M=D --arg=ptr:@M --arg=ptr:@B 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: --multicast=M=D: there is no memory 'D'
// RUN: not %{run} --engine=emulate --multicast=M=A --out=M=%t.npy --arg=ptr:@M --arg=ptr:@B 2>&1 | FileCheck %s --check-prefix=OUT
// OUT: error: --out=M={{.*}}: 'M' is a multicast object; name one of its memories
//
// Each participant's memory is looked at: the race of two tile blocks is found.
// RUN: not %{run} --engine=emulate --check=race --grid=2 --multicast=M=A,B --arg=ptr:@M --arg=ptr:@C 2>&1 | FileCheck %s --check-prefix=RACE
// RACE: race

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32, <multicast>>>, %q: tile<ptr<i32>>) {
    %i = constant <i32: 0> : tile<i32>
    %v = make_tensor_view %p, shape = [32], strides = [1] : tensor_view<32xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %g = make_partition_view %v : partition_view<tile=(32), tensor_view<32xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %w = make_tensor_view %q, shape = [32], strides = [1] : tensor_view<32xi32, strides=[1]>
    %o = make_partition_view %w : partition_view<tile=(32), tensor_view<32xi32, strides=[1]>>
    %x, %t = multimem_load_reduce_view_tko weak %g[%i] : partition_view<tile=(32), tensor_view<32xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<i32> -> tile<32xi32>, token
    %y, %t1 = load_view_tko weak %o[%i] : partition_view<tile=(32), tensor_view<32xi32, strides=[1]>>, tile<i32> -> tile<32xi32>, token
    %z = addi %x, %y : tile<32xi32>
    %t2 = multimem_store_view_tko weak %g, %z[%i] token = %t : partition_view<tile=(32), tensor_view<32xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<32xi32>, tile<i32>, token -> token
    return
  }
}
