// One loads a word that lies behind the end of the list, the other its first.
cuda_tile.module @tiles {
  entry @far(%list: tile<ptr<i64>>, %by: tile<i32>) {
    %seven = constant <i64: 7> : tile<i64>
    %place = offset %list, %seven : tile<ptr<i64>>, tile<i64> -> tile<ptr<i64>>
    %word, %t = load_ptr_tko weak %place : tile<ptr<i64>> -> tile<i64>, token
    %u = store_ptr_tko weak %list, %word token=%t : tile<ptr<i64>>, tile<i64> -> token
    return
  }
  entry @near(%list: tile<ptr<i64>>, %by: tile<i32>) {
    %word, %t = load_ptr_tko weak %list : tile<ptr<i64>> -> tile<i64>, token
    return
  }
}
