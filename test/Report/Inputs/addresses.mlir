// Integers alone keep an SM busy in the loop.
cuda_tile.module @addresses {
  entry @addresses(%out: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %steps = constant <i32: 32> : tile<i32>
    %five = constant <i32: 5> : tile<1024xi32>
    %three = constant <i32: 3> : tile<1024xi32>
    %lanes = iota : tile<1024xi32>
    %x, %y, %z = get_tile_block_id : tile<i32>
    %mixed = for %k in (%zero to %steps, step %one) : tile<i32> iter_values(%a = %lanes) -> (tile<1024xi32>) {
      %k1 = reshape %k : tile<i32> -> tile<1xi32>
      %ks = broadcast %k1 : tile<1xi32> -> tile<1024xi32>
      %b = muli %a, %five : tile<1024xi32>
      %c = shri %b, %three unsigned : tile<1024xi32>
      %d = xori %c, %ks : tile<1024xi32>
      %e = addi %d, %b : tile<1024xi32>
      continue %e : tile<1024xi32>
    }
    %p1 = reshape %out : tile<ptr<i32>> -> tile<1xptr<i32>>
    %ps = broadcast %p1 : tile<1xptr<i32>> -> tile<1024xptr<i32>>
    %at = offset %ps, %lanes : tile<1024xptr<i32>>, tile<1024xi32> -> tile<1024xptr<i32>>
    %t = store_ptr_tko weak %at, %mixed : tile<1024xptr<i32>>, tile<1024xi32> -> token
    return
  }
}
