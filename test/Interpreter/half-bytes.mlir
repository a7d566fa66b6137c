// RUN: cuda-tile-run --self-check %s

// Two elements of 4 bits share a byte. Views tell them apart, pointers do not.

cuda_tile.module @m {
  global @table <f4E2M1FN: [0.5, -1.0, 6.0, 3.0]> : tile<4xf4E2M1FN>

  entry @global(%p: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %g = get_global @table : tile<ptr<f4E2M1FN>>
    %t = make_tensor_view %g, shape = [4], strides = [1] : tensor_view<4xf4E2M1FN, strides=[1]>
    %v = make_partition_view %t : partition_view<tile=(4), tensor_view<4xf4E2M1FN, strides=[1]>>
    %x, %k = load_view_tko weak %v[%zero] : partition_view<tile=(4), tensor_view<4xf4E2M1FN, strides=[1]>>, tile<i32> -> tile<4xf4E2M1FN>, token
    %y = ftof %x : tile<4xf4E2M1FN> -> tile<4xf32>
    %to = make_tensor_view %p, shape = [4], strides = [1] : tensor_view<4xf32, strides=[1]>
    %vo = make_partition_view %to : partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>
    %s = store_view_tko weak %y, %vo[%zero] : tile<4xf32>, partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: global
  //%   args:
  //%     - ptr: f32[4]
  //%       out: 0.5 -1 6 3

  entry @load() {
    %g = get_global @table : tile<ptr<f4E2M1FN>>
    %g1 = reshape %g : tile<ptr<f4E2M1FN>> -> tile<1xptr<f4E2M1FN>>
    %g2 = broadcast %g1 : tile<1xptr<f4E2M1FN>> -> tile<2xptr<f4E2M1FN>>
    %x, %k = load_ptr_tko weak %g2 : tile<2xptr<f4E2M1FN>> -> tile<2xf4E2M1FN>, token
    return
  }
  //% - entry: load
  //%   error: two elements of f4E2M1FN share an address; only views tell them apart

  entry @store() {
    %g = get_global @table : tile<ptr<f4E2M1FN>>
    %g1 = reshape %g : tile<ptr<f4E2M1FN>> -> tile<1xptr<f4E2M1FN>>
    %g2 = broadcast %g1 : tile<1xptr<f4E2M1FN>> -> tile<2xptr<f4E2M1FN>>
    %x = constant <f4E2M1FN: 0.5> : tile<2xf4E2M1FN>
    %k = store_ptr_tko weak %g2, %x : tile<2xptr<f4E2M1FN>>, tile<2xf4E2M1FN> -> token
    return
  }
  //% - entry: store
  //%   error: two elements of f4E2M1FN share an address; only views tell them apart
}
