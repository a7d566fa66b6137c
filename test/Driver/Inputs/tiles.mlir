// One loads a word that lies behind the end of the list, the other its first.
cuda_tile.module @tiles {
  entry @far(%list: tile<ptr<i64>>, %by: tile<i32>) {
    %seven = constant <i64: 7> : tile<i64>
    %place = offset %list, %seven : tile<ptr<i64>>, tile<i64> -> tile<ptr<i64>>
    %word, %t = load_ptr_tko weak %place : tile<ptr<i64>> -> tile<i64>, token
    %u = store_ptr_tko weak %list, %word token=%t : tile<ptr<i64>>, tile<i64> -> token
    return
  }
  // Looks at the word whose number is a variable, which the launch before has
  // made one that there is not.
  global @place <i64: [0]> : tile<1xi64>
  entry @further(%list: tile<ptr<i64>>, %by: tile<i32>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %isFirst = cmpi equal %x, %zero, signed : tile<i32> -> tile<i1>
    if %isFirst {
      %global = get_global @place : tile<ptr<i64>>
      %place, %t = load_ptr_tko weak %global : tile<ptr<i64>> -> tile<i64>, token
      %at = offset %list, %place : tile<ptr<i64>>, tile<i64> -> tile<ptr<i64>>
      %word, %u = load_ptr_tko weak %at token=%t : tile<ptr<i64>> -> tile<i64>, token
      %seven = constant <i64: 7> : tile<i64>
      %v = store_ptr_tko weak %list, %word token=%u : tile<ptr<i64>>, tile<i64> -> token
      %w = store_ptr_tko weak %global, %seven token=%v : tile<ptr<i64>>, tile<i64> -> token
    }
    return
  }
  entry @near(%list: tile<ptr<i64>>, %by: tile<i32>) {
    %word, %t = load_ptr_tko weak %list : tile<ptr<i64>> -> tile<i64>, token
    return
  }
}
