// Two masks are true for all elements below bounds of their own. The loop is split at the
// smaller one; behind it the other bound still counts, as nothing says that its mask is true
// wherever it is below.
//
// RUN: sh -c 'set -e; for bounds in "9 3 6" "9 6 3" "2 6 3" "9 4 4" "0 1 2"; do set -- $bounds; for gpu in sm_80 sm_90; do cuda-tile-run %s --engine=emulate --compare=interpret --gpu-name=$gpu --arg=ptr:new:i32[128] --arg=i32:$1 --arg=i32:$2 --arg=i32:$3; done; done'

cuda_tile.module @m {
  entry @k(%c: tile<ptr<i32>>, %n: tile<i32>, %n1: tile<i32>, %n2: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %z = constant <i32: 0> : tile<128xi32>
    %i0 = iota : tile<128xi32>
    %tc = make_tensor_view %c, shape = [128], strides = [1] : tensor_view<128xi32, strides=[1]>
    %vc = make_partition_view %tc : partition_view<tile=(128), tensor_view<128xi32, strides=[1]>>
    %s = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%acc = %z) -> (tile<128xi32>) {
      %il = reshape %i : tile<i32> -> tile<1xi32>
      %ib = broadcast %il : tile<1xi32> -> tile<128xi32>
      %m = cmpi equal %i0, %ib, signed : tile<128xi32> -> tile<128xi1>
      %b1 = cmpi less_than %i, %n1, signed : tile<i32> -> tile<i1>
      %b2 = cmpi less_than %i, %n2, signed : tile<i32> -> tile<i1>
      %r1 = reshape %b1 : tile<i1> -> tile<1xi1>
      %r2 = reshape %b2 : tile<i1> -> tile<1xi1>
      %u1 = broadcast %r1 : tile<1xi1> -> tile<128xi1>
      %u2 = broadcast %r2 : tile<1xi1> -> tile<128xi1>
      %o1 = ori %m, %u1 : tile<128xi1>
      %o2 = ori %m, %u2 : tile<128xi1>
      %x1 = select %o1, %ib, %z : tile<128xi1>, tile<128xi32>
      %x2 = select %o2, %i0, %z : tile<128xi1>, tile<128xi32>
      %a1 = addi %acc, %x1 : tile<128xi32>
      %a2 = addi %a1, %x2 : tile<128xi32>
      continue %a2 : tile<128xi32>
    }
    %t = store_view_tko weak %s, %vc[%zero] : tile<128xi32>, partition_view<tile=(128), tensor_view<128xi32, strides=[1]>>, tile<i32> -> token
    return
  }
}
