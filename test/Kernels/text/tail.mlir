// A sum over blocks, the last of which may be incomplete.
cuda_tile.module @tail {
  entry @sum(%x: tile<ptr<i32>>, %out: tile<ptr<i32>>, %n: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %none = constant <i32: 0> : tile<64xi32>
    %size = constant <i32: 64> : tile<i32>
    %lanes = iota : tile<64xi32>
    %n1 = reshape %n : tile<i32> -> tile<1xi32>
    %ns = broadcast %n1 : tile<1xi32> -> tile<64xi32>
    %x1 = reshape %x : tile<ptr<i32>> -> tile<1xptr<i32>>
    %xs = broadcast %x1 : tile<1xptr<i32>> -> tile<64xptr<i32>>
    %total = for %i in (%zero to %n, step %size) : tile<i32> iter_values(%sum = %none) -> (tile<64xi32>) {
      %i1 = reshape %i : tile<i32> -> tile<1xi32>
      %is = broadcast %i1 : tile<1xi32> -> tile<64xi32>
      %index = addi %is, %lanes : tile<64xi32>
      %inside = cmpi less_than %index, %ns, signed : tile<64xi32> -> tile<64xi1>
      %from = offset %xs, %index : tile<64xptr<i32>>, tile<64xi32> -> tile<64xptr<i32>>
      %v, %t = load_ptr_tko weak %from, %inside, %none : tile<64xptr<i32>>, tile<64xi1>, tile<64xi32> -> tile<64xi32>, token
      %next = addi %sum, %v : tile<64xi32>
      continue %next : tile<64xi32>
    }
    %o1 = reshape %out : tile<ptr<i32>> -> tile<1xptr<i32>>
    %os = broadcast %o1 : tile<1xptr<i32>> -> tile<64xptr<i32>>
    %to = offset %os, %lanes : tile<64xptr<i32>>, tile<64xi32> -> tile<64xptr<i32>>
    store_ptr_tko weak %to, %total : tile<64xptr<i32>>, tile<64xi32> -> token
    return
  }
}
