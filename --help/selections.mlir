// RUN: cuda-tile-run --self-check %s
cuda_tile.module @selections {
  entry @select_0(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<i1>>, %memory.c: tile<ptr<i1>>, %memory.r: tile<ptr<i1>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xi1, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xi1, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xi1, strides=[1]>>, tile<i32> -> tile<64xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [64], strides = [1] : tensor_view<64xi1, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(64), tensor_view<64xi1, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(64), tensor_view<64xi1, strides=[1]>>, tile<i32> -> tile<64xi1>, token
    %memory.c.tensor = make_tensor_view %memory.c, shape = [64], strides = [1] : tensor_view<64xi1, strides=[1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(64), tensor_view<64xi1, strides=[1]>>
    %c, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero] : partition_view<tile=(64), tensor_view<64xi1, strides=[1]>>, tile<i32> -> tile<64xi1>, token
    %r = select %a, %b, %c : tile<64xi1>, tile<64xi1>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xi1, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xi1, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xi1>, partition_view<tile=(64), tensor_view<64xi1, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_0
  //%   args:
  //%     - ptr: i1[64]
  //%       in: 1*2 0*3 1 0*3 1 0*2 1 0*4 1 0 1 0*3 1 0*6 1 0*3 1 0 1*2 0*7 1 0*2 1*2 0 1 0 1 0*2 1 0 1*3 0*2 1
  //%     - ptr: i1[64]
  //%       in: 1*4 0 1 0*5 1*3 0*10 1*2 0*3 1*3 0 1 0*6 1 0*3 1*4 0*2 1 0 1*2 0*2 1 0*2 1 0 1*2 0
  //%     - ptr: i1[64]
  //%       in: 0*2 1*4 0 1 0*10 1*2 0*11 1 0*9 1 0*4 1 0 1*2 0 1*2 0*2 1 0*2 1*2 0*2 1 0
  //%     - ptr: i1[64]
  //%       out: 1*6 0 1 0*4 1 0*5 1 0*11 1*2 0*9 1 0*3 1*2 0*5 1*2 0 1*2 0*2 1 0*2 1 0
  entry @select_1(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<i1>>, %memory.c: tile<ptr<i1>>, %memory.r: tile<ptr<i1>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<i1>> -> tile<i1>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<i1>> -> tile<i1>, token
    %c, %memory.c.loaded = load_ptr_tko weak %memory.c : tile<ptr<i1>> -> tile<i1>, token
    %r = select %a, %b, %c : tile<i1>, tile<i1>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<i1>>, tile<i1> -> token
    return
  }
  //% - entry: select_1
  //%   args:
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: i1[]
  //%       out: 0
  //% - entry: select_1
  //%   args:
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: i1[]
  //%       out: 0
  //% - entry: select_1
  //%   args:
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: i1[]
  //%       out: 0
  entry @select_2(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<i1>>, %memory.c: tile<ptr<i1>>, %memory.r: tile<ptr<i1>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xi1, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xi1, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xi1, strides=[1]>>, tile<i32> -> tile<1xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [1], strides = [1] : tensor_view<1xi1, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(1), tensor_view<1xi1, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(1), tensor_view<1xi1, strides=[1]>>, tile<i32> -> tile<1xi1>, token
    %memory.c.tensor = make_tensor_view %memory.c, shape = [1], strides = [1] : tensor_view<1xi1, strides=[1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(1), tensor_view<1xi1, strides=[1]>>
    %c, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero] : partition_view<tile=(1), tensor_view<1xi1, strides=[1]>>, tile<i32> -> tile<1xi1>, token
    %r = select %a, %b, %c : tile<1xi1>, tile<1xi1>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xi1, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xi1, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xi1>, partition_view<tile=(1), tensor_view<1xi1, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_2
  //%   args:
  //%     - ptr: i1[1]
  //%       in: 0
  //%     - ptr: i1[1]
  //%       in: 0
  //%     - ptr: i1[1]
  //%       in: 1
  //%     - ptr: i1[1]
  //%       out: 1
  entry @select_3(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<i1>>, %memory.c: tile<ptr<i1>>, %memory.r: tile<ptr<i1>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xi1, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xi1, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xi1, strides=[8,1]>>, tile<i32> -> tile<2x8xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xi1, strides=[8,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x8), tensor_view<2x8xi1, strides=[8,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xi1, strides=[8,1]>>, tile<i32> -> tile<2x8xi1>, token
    %memory.c.tensor = make_tensor_view %memory.c, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xi1, strides=[8,1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(2x8), tensor_view<2x8xi1, strides=[8,1]>>
    %c, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xi1, strides=[8,1]>>, tile<i32> -> tile<2x8xi1>, token
    %r = select %a, %b, %c : tile<2x8xi1>, tile<2x8xi1>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xi1, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xi1, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xi1>, partition_view<tile=(2x8), tensor_view<2x8xi1, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_3
  //%   args:
  //%     - ptr: i1[2,8]
  //%       in: 0 1 0*2 1 0 1 0*5 1 0*3
  //%     - ptr: i1[2,8]
  //%       in: 0 1*4 0*5 1*2 0*3 1
  //%     - ptr: i1[2,8]
  //%       in: 1 0*2 1 0 1*2 0 1 0*6 1
  //%     - ptr: i1[2,8]
  //%       out: 1*2 0 1*3 0*2 1 0*6 1
  entry @select_4(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<i1>>, %memory.c: tile<ptr<i1>>, %memory.r: tile<ptr<i1>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xi1, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xi1, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xi1, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xi1, strides=[2,2,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xi1, strides=[2,2,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xi1, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xi1>, token
    %memory.c.tensor = make_tensor_view %memory.c, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xi1, strides=[2,2,1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xi1, strides=[2,2,1]>>
    %c, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xi1, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xi1>, token
    %r = select %a, %b, %c : tile<4x1x2xi1>, tile<4x1x2xi1>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xi1, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xi1, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xi1>, partition_view<tile=(4x1x2), tensor_view<4x1x2xi1, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_4
  //%   args:
  //%     - ptr: i1[4,1,2]
  //%       in: 0*2 1*2 0*2 1 0
  //%     - ptr: i1[4,1,2]
  //%       in: 0 1 0 1 0*2 1 0
  //%     - ptr: i1[4,1,2]
  //%       in: 0 1 0 1 0 1 0 1
  //%     - ptr: i1[4,1,2]
  //%       out: 0 1 0 1 0 1*3
  entry @select_5(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<i1>>, %memory.c: tile<ptr<i1>>, %memory.r: tile<ptr<i1>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xi1, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi1, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi1, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xi1, strides=[8,8,4,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi1, strides=[8,8,4,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi1, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xi1>, token
    %memory.c.tensor = make_tensor_view %memory.c, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xi1, strides=[8,8,4,1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi1, strides=[8,8,4,1]>>
    %c, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi1, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xi1>, token
    %r = select %a, %b, %c : tile<2x1x2x4xi1>, tile<2x1x2x4xi1>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xi1, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi1, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xi1>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi1, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_5
  //%   args:
  //%     - ptr: i1[2,1,2,4]
  //%       in: 0 1 0 1 0 1 0*2 1 0 1*2 0*4
  //%     - ptr: i1[2,1,2,4]
  //%       in: 1 0*2 1 0 1 0*2 1 0*2 1*2 0 1*2
  //%     - ptr: i1[2,1,2,4]
  //%       in: 1 0*8 1 0*2 1*2 0*2
  //%     - ptr: i1[2,1,2,4]
  //%       out: 1 0*2 1 0 1 0*2 1*2 0 1*3 0*2
  entry @select_6(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<i8>>, %memory.c: tile<ptr<i8>>, %memory.r: tile<ptr<i8>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xi1, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xi1, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xi1, strides=[1]>>, tile<i32> -> tile<64xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [64], strides = [1] : tensor_view<64xi8, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(64), tensor_view<64xi8, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(64), tensor_view<64xi8, strides=[1]>>, tile<i32> -> tile<64xi8>, token
    %memory.c.tensor = make_tensor_view %memory.c, shape = [64], strides = [1] : tensor_view<64xi8, strides=[1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(64), tensor_view<64xi8, strides=[1]>>
    %c, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero] : partition_view<tile=(64), tensor_view<64xi8, strides=[1]>>, tile<i32> -> tile<64xi8>, token
    %r = select %a, %b, %c : tile<64xi1>, tile<64xi8>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xi8, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xi8, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xi8>, partition_view<tile=(64), tensor_view<64xi8, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_6
  //%   args:
  //%     - ptr: i1[64]
  //%       in: 0*15 1 0*3 1 0 1 0 1*3 0*2 1*2 0 1*2 0 1 0*4 1 0*3 1*8 0*2 1*2 0*5 1*4
  //%     - ptr: i8[64]
  //%       in: 0xb1 0x80 0x41 0xb1 0x15 0xfe 0x07 0x78 0x02 0x05 0x78 0x40 0x05 0x15 0x02 0x7f 0x01 0x07 0x15 0xb1 0x7f 0x00 0x03 0x81 0x80 0x00 0xfe 0x05 0xfe 0x07 0x80 0x41 0x40 0x01 0x80 0x07 0x64 0xff 0x07*2 0x81 0x7f 0x78 0x64 0x41 0x15 0x80 0x15 0x7f 0x07 0x64 0x00 0x03 0x40 0x80 0x05 0x41 0x40 0x41 0xff 0x7f 0x15 0x01*2
  //%     - ptr: i8[64]
  //%       in: 0x80 0x7f 0x15 0x81 0xff 0x00 0x80 0xfe 0xff 0x78 0x81 0x03 0x05*2 0xb1 0x03 0x00 0x41 0x01 0x7f 0x00*2 0x07 0x64 0x05*2 0x07*2 0xfe 0x15 0x05 0x41 0x01 0xff 0x00 0x03 0x41 0x64 0xfe 0xb1 0xfe 0x02 0xb1 0x78 0x41 0x07 0x40 0x15 0x64 0xff 0x80 0x78 0x05 0x7f*2 0x02 0x7f 0xfe 0xff 0x07 0x15 0xff 0x02 0x05
  //%     - ptr: i8[64]
  //%       out: 0x80 0x7f 0x15 0x81 0xff 0x00 0x80 0xfe 0xff 0x78 0x81 0x03 0x05*2 0xb1 0x7f 0x00 0x41 0x01 0xb1 0x00*2 0x07 0x81 0x80 0x00 0x07*2 0xfe 0x07 0x05 0x41 0x40 0xff 0x80 0x03 0x41 0x64 0xfe 0x07 0xfe 0x02 0xb1 0x64 0x41 0x15 0x80 0x15 0x7f 0x07 0x64 0x78 0x05 0x40 0x80 0x02 0x7f 0xfe 0xff 0x07 0x7f 0x15 0x01*2
  entry @select_7(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<i8>>, %memory.c: tile<ptr<i8>>, %memory.r: tile<ptr<i8>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<i1>> -> tile<i1>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<i8>> -> tile<i8>, token
    %c, %memory.c.loaded = load_ptr_tko weak %memory.c : tile<ptr<i8>> -> tile<i8>, token
    %r = select %a, %b, %c : tile<i1>, tile<i8>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<i8>>, tile<i8> -> token
    return
  }
  //% - entry: select_7
  //%   args:
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: i8[]
  //%       in: 0x03
  //%     - ptr: i8[]
  //%       in: 0xff
  //%     - ptr: i8[]
  //%       out: 0x03
  //% - entry: select_7
  //%   args:
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: i8[]
  //%       in: 0x15
  //%     - ptr: i8[]
  //%       in: 0xb1
  //%     - ptr: i8[]
  //%       out: 0x15
  //% - entry: select_7
  //%   args:
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: i8[]
  //%       in: 0x78
  //%     - ptr: i8[]
  //%       in: 0x03
  //%     - ptr: i8[]
  //%       out: 0x03
  entry @select_8(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<i8>>, %memory.c: tile<ptr<i8>>, %memory.r: tile<ptr<i8>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xi1, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xi1, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xi1, strides=[1]>>, tile<i32> -> tile<1xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [1], strides = [1] : tensor_view<1xi8, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(1), tensor_view<1xi8, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(1), tensor_view<1xi8, strides=[1]>>, tile<i32> -> tile<1xi8>, token
    %memory.c.tensor = make_tensor_view %memory.c, shape = [1], strides = [1] : tensor_view<1xi8, strides=[1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(1), tensor_view<1xi8, strides=[1]>>
    %c, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero] : partition_view<tile=(1), tensor_view<1xi8, strides=[1]>>, tile<i32> -> tile<1xi8>, token
    %r = select %a, %b, %c : tile<1xi1>, tile<1xi8>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xi8, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xi8, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xi8>, partition_view<tile=(1), tensor_view<1xi8, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_8
  //%   args:
  //%     - ptr: i1[1]
  //%       in: 1
  //%     - ptr: i8[1]
  //%       in: 0x64
  //%     - ptr: i8[1]
  //%       in: 0x02
  //%     - ptr: i8[1]
  //%       out: 0x64
  entry @select_9(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<i8>>, %memory.c: tile<ptr<i8>>, %memory.r: tile<ptr<i8>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xi1, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xi1, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xi1, strides=[8,1]>>, tile<i32> -> tile<2x8xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xi8, strides=[8,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x8), tensor_view<2x8xi8, strides=[8,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xi8, strides=[8,1]>>, tile<i32> -> tile<2x8xi8>, token
    %memory.c.tensor = make_tensor_view %memory.c, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xi8, strides=[8,1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(2x8), tensor_view<2x8xi8, strides=[8,1]>>
    %c, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xi8, strides=[8,1]>>, tile<i32> -> tile<2x8xi8>, token
    %r = select %a, %b, %c : tile<2x8xi1>, tile<2x8xi8>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xi8, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xi8, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xi8>, partition_view<tile=(2x8), tensor_view<2x8xi8, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_9
  //%   args:
  //%     - ptr: i1[2,8]
  //%       in: 0*3 1*2 0*6 1 0*4
  //%     - ptr: i8[2,8]
  //%       in: 0x7f 0x80 0x03 0x40 0x03 0x02 0x81 0x40*3 0xff 0x07 0xb1 0x05 0x01 0x64
  //%     - ptr: i8[2,8]
  //%       in: 0x07*2 0x80 0x00 0xff 0x64 0x41 0x03 0x40 0x7f 0x41 0x64 0x03 0x80 0x03 0xfe
  //%     - ptr: i8[2,8]
  //%       out: 0x07*2 0x80 0x40 0x03 0x64 0x41 0x03 0x40 0x7f 0x41 0x07 0x03 0x80 0x03 0xfe
  entry @select_10(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<i8>>, %memory.c: tile<ptr<i8>>, %memory.r: tile<ptr<i8>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xi1, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xi1, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xi1, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xi8, strides=[2,2,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xi8, strides=[2,2,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xi8, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xi8>, token
    %memory.c.tensor = make_tensor_view %memory.c, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xi8, strides=[2,2,1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xi8, strides=[2,2,1]>>
    %c, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xi8, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xi8>, token
    %r = select %a, %b, %c : tile<4x1x2xi1>, tile<4x1x2xi8>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xi8, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xi8, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xi8>, partition_view<tile=(4x1x2), tensor_view<4x1x2xi8, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_10
  //%   args:
  //%     - ptr: i1[4,1,2]
  //%       in: 1 0 1*4 0*2
  //%     - ptr: i8[4,1,2]
  //%       in: 0x41 0x64 0x80 0xb1 0x01 0xff 0x7f 0x41
  //%     - ptr: i8[4,1,2]
  //%       in: 0x81 0x03 0x07 0x81 0x03 0xfe*2 0x02
  //%     - ptr: i8[4,1,2]
  //%       out: 0x41 0x03 0x80 0xb1 0x01 0xff 0xfe 0x02
  entry @select_11(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<i8>>, %memory.c: tile<ptr<i8>>, %memory.r: tile<ptr<i8>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xi1, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi1, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi1, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xi8, strides=[8,8,4,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi8, strides=[8,8,4,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi8, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xi8>, token
    %memory.c.tensor = make_tensor_view %memory.c, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xi8, strides=[8,8,4,1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi8, strides=[8,8,4,1]>>
    %c, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi8, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xi8>, token
    %r = select %a, %b, %c : tile<2x1x2x4xi1>, tile<2x1x2x4xi8>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xi8, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi8, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xi8>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi8, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_11
  //%   args:
  //%     - ptr: i1[2,1,2,4]
  //%       in: 0*2 1 0 1 0 1*2 0*4 1 0 1 0
  //%     - ptr: i8[2,1,2,4]
  //%       in: 0x00 0xff 0x15*2 0xb1 0x15 0xfe 0x02 0x01 0x78 0x15 0xff 0x07 0x03*2 0xb1
  //%     - ptr: i8[2,1,2,4]
  //%       in: 0xfe 0xff 0x40 0x01 0xfe 0x7f 0xb1 0x00 0x80 0x01 0x07 0x81 0x03 0xff 0x01 0x05
  //%     - ptr: i8[2,1,2,4]
  //%       out: 0xfe 0xff 0x15 0x01 0xb1 0x7f 0xfe 0x02 0x80 0x01 0x07 0x81 0x07 0xff 0x03 0x05
  entry @select_12(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<i16>>, %memory.c: tile<ptr<i16>>, %memory.r: tile<ptr<i16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xi1, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xi1, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xi1, strides=[1]>>, tile<i32> -> tile<64xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [64], strides = [1] : tensor_view<64xi16, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(64), tensor_view<64xi16, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(64), tensor_view<64xi16, strides=[1]>>, tile<i32> -> tile<64xi16>, token
    %memory.c.tensor = make_tensor_view %memory.c, shape = [64], strides = [1] : tensor_view<64xi16, strides=[1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(64), tensor_view<64xi16, strides=[1]>>
    %c, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero] : partition_view<tile=(64), tensor_view<64xi16, strides=[1]>>, tile<i32> -> tile<64xi16>, token
    %r = select %a, %b, %c : tile<64xi1>, tile<64xi16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xi16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xi16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xi16>, partition_view<tile=(64), tensor_view<64xi16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_12
  //%   args:
  //%     - ptr: i1[64]
  //%       in: 0 1 0*2 1*3 0*6 1*3 0*2 1*2 0 1*3 0*2 1 0*5 1 0*2 1*4 0*3 1 0 1*2 0*5 1 0 1 0*3 1 0*2 1*3 0
  //%     - ptr: i16[64]
  //%       in: 0x0002 0x0000 0x0007 0x0003*2 0x8000 0x0003 0x0064*2 0x0007 0x0000 0xb68e 0x726c 0xbc8d 0xb68e 0x10fe 0x0003 0x0007 0x0003 0xfffe 0xbc8d 0x0001 0xb68e 0x0000*2 0x7fff 0xffff 0xf982 0x726c 0x7fff 0x10fe 0x8001 0x0002 0x0001 0xf982 0x8001 0x10fe 0x0064 0x0007 0xf982 0xfffe 0x0003 0x0002 0x7fff 0x0007 0xfffe 0x0064 0x7fff 0x6efd*2 0x0007 0x0002 0x0007 0x8000 0x0002 0x0003 0x8001 0x0064 0x10fe 0xf982 0x0000 0xffff 0x8000 0x7fff
  //%     - ptr: i16[64]
  //%       in: 0x7fff 0x0003 0x10fe 0x8001 0x0002 0xb68e 0x0000 0x0007 0xffff 0x6efd 0xbc8d 0xffff 0x0003*2 0xf982 0x0003 0xbc8d 0xffff 0x8000 0x0007 0x0000 0x10fe 0x8001 0x0001 0xbc8d 0x0000 0x6efd 0x7fff 0x10fe 0x0007 0xbc8d 0x0000 0xfffe 0x8001 0xffff 0x7fff 0xffff 0x0064 0xb68e 0x0007 0x0001 0x0003 0xb68e 0x10fe 0x726c 0xbc8d 0x0001 0xfffe 0x0000 0x7fff 0x8001*2 0xbc8d 0xf982 0x0064 0x8001 0x0001 0xbc8d 0x10fe 0x0007 0x0000*2 0x0002 0xfffe
  //%     - ptr: i16[64]
  //%       out: 0x7fff 0x0000 0x10fe 0x8001 0x0003 0x8000 0x0003 0x0007 0xffff 0x6efd 0xbc8d 0xffff 0x0003 0xbc8d 0xb68e 0x10fe 0xbc8d 0xffff 0x0003 0xfffe 0x0000 0x0001 0xb68e 0x0000 0xbc8d 0x0000 0xffff 0x7fff 0x10fe 0x0007 0xbc8d 0x0000 0x0002 0x8001 0xffff 0x8001 0x10fe 0x0064 0x0007*2 0x0001 0x0003 0x0002 0x10fe 0x0007 0xfffe 0x0001 0xfffe 0x0000 0x7fff 0x8001 0x0002 0xbc8d 0x8000 0x0064 0x8001 0x0001 0x0064 0x10fe 0x0007 0x0000 0xffff 0x8000 0xfffe
  entry @select_13(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<i16>>, %memory.c: tile<ptr<i16>>, %memory.r: tile<ptr<i16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<i1>> -> tile<i1>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<i16>> -> tile<i16>, token
    %c, %memory.c.loaded = load_ptr_tko weak %memory.c : tile<ptr<i16>> -> tile<i16>, token
    %r = select %a, %b, %c : tile<i1>, tile<i16>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<i16>>, tile<i16> -> token
    return
  }
  //% - entry: select_13
  //%   args:
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: i16[]
  //%       in: 0x0003
  //%     - ptr: i16[]
  //%       in: 0xffff
  //%     - ptr: i16[]
  //%       out: 0x0003
  //% - entry: select_13
  //%   args:
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: i16[]
  //%       in: 0x10fe
  //%     - ptr: i16[]
  //%       in: 0x726c
  //%     - ptr: i16[]
  //%       out: 0x726c
  //% - entry: select_13
  //%   args:
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: i16[]
  //%       in: 0x0064
  //%     - ptr: i16[]
  //%       in: 0x0001
  //%     - ptr: i16[]
  //%       out: 0x0001
  entry @select_14(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<i16>>, %memory.c: tile<ptr<i16>>, %memory.r: tile<ptr<i16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xi1, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xi1, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xi1, strides=[1]>>, tile<i32> -> tile<1xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [1], strides = [1] : tensor_view<1xi16, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(1), tensor_view<1xi16, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(1), tensor_view<1xi16, strides=[1]>>, tile<i32> -> tile<1xi16>, token
    %memory.c.tensor = make_tensor_view %memory.c, shape = [1], strides = [1] : tensor_view<1xi16, strides=[1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(1), tensor_view<1xi16, strides=[1]>>
    %c, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero] : partition_view<tile=(1), tensor_view<1xi16, strides=[1]>>, tile<i32> -> tile<1xi16>, token
    %r = select %a, %b, %c : tile<1xi1>, tile<1xi16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xi16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xi16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xi16>, partition_view<tile=(1), tensor_view<1xi16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_14
  //%   args:
  //%     - ptr: i1[1]
  //%       in: 0
  //%     - ptr: i16[1]
  //%       in: 0xf982
  //%     - ptr: i16[1]
  //%       in: 0x0002
  //%     - ptr: i16[1]
  //%       out: 0x0002
  entry @select_15(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<i16>>, %memory.c: tile<ptr<i16>>, %memory.r: tile<ptr<i16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xi1, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xi1, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xi1, strides=[8,1]>>, tile<i32> -> tile<2x8xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xi16, strides=[8,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x8), tensor_view<2x8xi16, strides=[8,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xi16, strides=[8,1]>>, tile<i32> -> tile<2x8xi16>, token
    %memory.c.tensor = make_tensor_view %memory.c, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xi16, strides=[8,1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(2x8), tensor_view<2x8xi16, strides=[8,1]>>
    %c, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xi16, strides=[8,1]>>, tile<i32> -> tile<2x8xi16>, token
    %r = select %a, %b, %c : tile<2x8xi1>, tile<2x8xi16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xi16, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xi16, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xi16>, partition_view<tile=(2x8), tensor_view<2x8xi16, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_15
  //%   args:
  //%     - ptr: i1[2,8]
  //%       in: 0*7 1 0*4 1 0*3
  //%     - ptr: i16[2,8]
  //%       in: 0xfffe*2 0x0002 0x7fff 0x0003 0xf982 0xffff 0x0003 0x7fff 0x0007 0x0003 0x726c 0x8000 0x0002 0x10fe 0x7fff
  //%     - ptr: i16[2,8]
  //%       in: 0x726c 0x0002 0x7fff 0x0007 0xfffe 0x0001 0x0003 0xf982 0xbc8d 0xb68e 0x8001 0xf982 0x0000 0x8001 0x0002 0x0003
  //%     - ptr: i16[2,8]
  //%       out: 0x726c 0x0002 0x7fff 0x0007 0xfffe 0x0001 0x0003*2 0xbc8d 0xb68e 0x8001 0xf982 0x8000 0x8001 0x0002 0x0003
  entry @select_16(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<i16>>, %memory.c: tile<ptr<i16>>, %memory.r: tile<ptr<i16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xi1, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xi1, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xi1, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xi16, strides=[2,2,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xi16, strides=[2,2,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xi16, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xi16>, token
    %memory.c.tensor = make_tensor_view %memory.c, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xi16, strides=[2,2,1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xi16, strides=[2,2,1]>>
    %c, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xi16, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xi16>, token
    %r = select %a, %b, %c : tile<4x1x2xi1>, tile<4x1x2xi16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xi16, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xi16, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xi16>, partition_view<tile=(4x1x2), tensor_view<4x1x2xi16, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_16
  //%   args:
  //%     - ptr: i1[4,1,2]
  //%       in: 0 1*2 0 1 0*3
  //%     - ptr: i16[4,1,2]
  //%       in: 0xf982 0x8000 0x7fff 0x6efd 0x8001 0x0002 0x7fff 0x6efd
  //%     - ptr: i16[4,1,2]
  //%       in: 0xfffe 0x0001 0x0064 0x8000 0xbc8d 0x6efd 0x0064 0x8001
  //%     - ptr: i16[4,1,2]
  //%       out: 0xfffe 0x8000 0x7fff 0x8000 0x8001 0x6efd 0x0064 0x8001
  entry @select_17(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<i16>>, %memory.c: tile<ptr<i16>>, %memory.r: tile<ptr<i16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xi1, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi1, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi1, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xi16, strides=[8,8,4,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi16, strides=[8,8,4,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi16, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xi16>, token
    %memory.c.tensor = make_tensor_view %memory.c, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xi16, strides=[8,8,4,1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi16, strides=[8,8,4,1]>>
    %c, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi16, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xi16>, token
    %r = select %a, %b, %c : tile<2x1x2x4xi1>, tile<2x1x2x4xi16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xi16, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi16, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xi16>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi16, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_17
  //%   args:
  //%     - ptr: i1[2,1,2,4]
  //%       in: 0 1*4 0 1*2 0*3 1 0*2 1 0
  //%     - ptr: i16[2,1,2,4]
  //%       in: 0x0002 0x0001 0xf982 0x726c 0xfffe 0x0007 0xf982 0xb68e 0x0064 0x6efd 0x0000 0x0007 0xb68e 0x8000 0x6efd 0x0001
  //%     - ptr: i16[2,1,2,4]
  //%       in: 0x7fff 0x0002 0x0007 0x6efd 0x0000 0x7fff 0x8000 0xfffe 0x0002 0x0003 0x7fff 0x6efd 0x726c 0x0002 0xbc8d 0x6efd
  //%     - ptr: i16[2,1,2,4]
  //%       out: 0x7fff 0x0001 0xf982 0x726c 0xfffe 0x7fff 0xf982 0xb68e 0x0002 0x0003 0x7fff 0x0007 0x726c 0x0002 0x6efd*2
  entry @select_18(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<i32>>, %memory.c: tile<ptr<i32>>, %memory.r: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xi1, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xi1, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xi1, strides=[1]>>, tile<i32> -> tile<64xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [64], strides = [1] : tensor_view<64xi32, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(64), tensor_view<64xi32, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(64), tensor_view<64xi32, strides=[1]>>, tile<i32> -> tile<64xi32>, token
    %memory.c.tensor = make_tensor_view %memory.c, shape = [64], strides = [1] : tensor_view<64xi32, strides=[1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(64), tensor_view<64xi32, strides=[1]>>
    %c, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero] : partition_view<tile=(64), tensor_view<64xi32, strides=[1]>>, tile<i32> -> tile<64xi32>, token
    %r = select %a, %b, %c : tile<64xi1>, tile<64xi32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xi32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xi32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xi32>, partition_view<tile=(64), tensor_view<64xi32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_18
  //%   args:
  //%     - ptr: i1[64]
  //%       in: 1*4 0*2 1*2 0 1*2 0*8 1*2 0*6 1*2 0 1 0*2 1*3 0 1 0 1 0*3 1*2 0*3 1 0*4 1 0*5 1 0*2 1 0
  //%     - ptr: i32[64]
  //%       in: 0x80000001 0x00000064 0x2d216413 0x00000003 0x00000064 0xfffffffe 0x7fffffff 0x00000064 0x00000001 0x80000001 0x00000002 0x0a2ed947 0xfa351fa5 0x80000000 0x80000001 0x00000001 0x00000003 0x00000064 0xecca7db0 0xffffffff 0x7fffffff 0x00000002 0xfa351fa5 0xfffffffe 0x80000001 0xecca7db0 0x00000007 0x3f63b885*3 0xd0fb74ef 0x00000000*2 0x80000000 0xfa351fa5 0x00000003 0x80000000 0xffffffff*2 0xd0fb74ef 0x7fffffff 0x00000003 0x7fffffff 0x00000007 0x00000002 0x00000003 0x00000000 0x0a2ed947 0xfffffffe 0x00000007 0xecca7db0 0xd0fb74ef 0x00000007 0x0a2ed947 0xffffffff 0x00000002 0x00000001 0x80000000 0xecca7db0 0x00000000 0x7fffffff 0x0a2ed947 0x7fffffff 0x3f63b885
  //%     - ptr: i32[64]
  //%       in: 0x00000003 0xffffffff 0xfa351fa5 0x80000000 0x00000000 0x00000003 0x00000001 0x7fffffff 0x00000002 0x80000001 0x3f63b885 0x00000000 0xd0fb74ef 0x00000064 0x00000001 0xecca7db0*2 0x2d216413 0x7fffffff 0x00000000 0x00000001 0x00000064 0x00000001 0x7fffffff 0x80000000 0xfffffffe 0x80000001 0x80000000 0xecca7db0 0x2d216413 0x00000007 0x80000001 0x00000002 0x2d216413 0x00000003 0xfffffffe 0x00000002 0x00000003 0xd0fb74ef 0x80000000 0x00000003 0xd0fb74ef 0xfa351fa5 0xd0fb74ef 0x00000007 0xecca7db0 0x00000003 0x00000001 0x00000007 0xfa351fa5 0x00000007 0x80000001 0x00000003*2 0xffffffff 0x80000001 0xfa351fa5 0x00000001 0xecca7db0 0x00000000 0x00000003*2 0x0a2ed947 0x00000000
  //%     - ptr: i32[64]
  //%       out: 0x80000001 0x00000064 0x2d216413 0x00000003 0x00000000 0x00000003 0x7fffffff 0x00000064 0x00000002 0x80000001 0x00000002 0x00000000 0xd0fb74ef 0x00000064 0x00000001 0xecca7db0*2 0x2d216413 0x7fffffff 0xffffffff 0x7fffffff 0x00000064 0x00000001 0x7fffffff 0x80000000 0xfffffffe 0x80000001 0x3f63b885*2 0x2d216413 0xd0fb74ef 0x80000001 0x00000002 0x80000000 0xfa351fa5 0x00000003 0x00000002 0xffffffff 0xd0fb74ef*2 0x00000003 0xd0fb74ef 0xfa351fa5 0x00000007 0x00000002 0xecca7db0 0x00000003 0x00000001 0xfffffffe 0xfa351fa5 0x00000007 0x80000001 0x00000003 0x0a2ed947 0xffffffff 0x80000001 0xfa351fa5 0x00000001 0xecca7db0 0x00000000 0x00000003*2 0x7fffffff 0x00000000
  entry @select_19(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<i32>>, %memory.c: tile<ptr<i32>>, %memory.r: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<i1>> -> tile<i1>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<i32>> -> tile<i32>, token
    %c, %memory.c.loaded = load_ptr_tko weak %memory.c : tile<ptr<i32>> -> tile<i32>, token
    %r = select %a, %b, %c : tile<i1>, tile<i32>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  //% - entry: select_19
  //%   args:
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: i32[]
  //%       in: 0xfffffffe
  //%     - ptr: i32[]
  //%       in: 0xfffffffe
  //%     - ptr: i32[]
  //%       out: 0xfffffffe
  //% - entry: select_19
  //%   args:
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: i32[]
  //%       in: 0xfa351fa5
  //%     - ptr: i32[]
  //%       in: 0xfffffffe
  //%     - ptr: i32[]
  //%       out: 0xfa351fa5
  //% - entry: select_19
  //%   args:
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: i32[]
  //%       in: 0x80000001
  //%     - ptr: i32[]
  //%       in: 0x80000000
  //%     - ptr: i32[]
  //%       out: 0x80000000
  entry @select_20(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<i32>>, %memory.c: tile<ptr<i32>>, %memory.r: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xi1, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xi1, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xi1, strides=[1]>>, tile<i32> -> tile<1xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [1], strides = [1] : tensor_view<1xi32, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(1), tensor_view<1xi32, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(1), tensor_view<1xi32, strides=[1]>>, tile<i32> -> tile<1xi32>, token
    %memory.c.tensor = make_tensor_view %memory.c, shape = [1], strides = [1] : tensor_view<1xi32, strides=[1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(1), tensor_view<1xi32, strides=[1]>>
    %c, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero] : partition_view<tile=(1), tensor_view<1xi32, strides=[1]>>, tile<i32> -> tile<1xi32>, token
    %r = select %a, %b, %c : tile<1xi1>, tile<1xi32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xi32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xi32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xi32>, partition_view<tile=(1), tensor_view<1xi32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_20
  //%   args:
  //%     - ptr: i1[1]
  //%       in: 0
  //%     - ptr: i32[1]
  //%       in: 0x00000007
  //%     - ptr: i32[1]
  //%       in: 0x0a2ed947
  //%     - ptr: i32[1]
  //%       out: 0x0a2ed947
  entry @select_21(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<i32>>, %memory.c: tile<ptr<i32>>, %memory.r: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xi1, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xi1, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xi1, strides=[8,1]>>, tile<i32> -> tile<2x8xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xi32, strides=[8,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x8), tensor_view<2x8xi32, strides=[8,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xi32, strides=[8,1]>>, tile<i32> -> tile<2x8xi32>, token
    %memory.c.tensor = make_tensor_view %memory.c, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xi32, strides=[8,1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(2x8), tensor_view<2x8xi32, strides=[8,1]>>
    %c, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xi32, strides=[8,1]>>, tile<i32> -> tile<2x8xi32>, token
    %r = select %a, %b, %c : tile<2x8xi1>, tile<2x8xi32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xi32, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xi32, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xi32>, partition_view<tile=(2x8), tensor_view<2x8xi32, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_21
  //%   args:
  //%     - ptr: i1[2,8]
  //%       in: 0*6 1 0 1 0*2 1 0*2 1*2
  //%     - ptr: i32[2,8]
  //%       in: 0x00000007 0xfa351fa5 0x00000064 0x00000007 0x80000000 0xd0fb74ef 0x00000000 0x7fffffff 0x00000003 0x80000001 0x2d216413 0x7fffffff 0x80000000 0xecca7db0 0xffffffff 0x2d216413
  //%     - ptr: i32[2,8]
  //%       in: 0x00000002 0x2d216413 0xffffffff 0x00000002 0x2d216413 0xfffffffe 0xecca7db0 0x00000000*2 0x00000007 0x00000002 0x7fffffff 0xecca7db0*2 0xfffffffe 0x00000000
  //%     - ptr: i32[2,8]
  //%       out: 0x00000002 0x2d216413 0xffffffff 0x00000002 0x2d216413 0xfffffffe 0x00000000*2 0x00000003 0x00000007 0x00000002 0x7fffffff 0xecca7db0*2 0xffffffff 0x2d216413
  entry @select_22(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<i32>>, %memory.c: tile<ptr<i32>>, %memory.r: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xi1, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xi1, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xi1, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xi32, strides=[2,2,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xi32, strides=[2,2,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xi32, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xi32>, token
    %memory.c.tensor = make_tensor_view %memory.c, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xi32, strides=[2,2,1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xi32, strides=[2,2,1]>>
    %c, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xi32, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xi32>, token
    %r = select %a, %b, %c : tile<4x1x2xi1>, tile<4x1x2xi32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xi32, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xi32, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xi32>, partition_view<tile=(4x1x2), tensor_view<4x1x2xi32, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_22
  //%   args:
  //%     - ptr: i1[4,1,2]
  //%       in: 0 1 0 1 0*2 1 0
  //%     - ptr: i32[4,1,2]
  //%       in: 0x80000000 0x80000001 0x00000000 0x00000007 0xd0fb74ef 0xfa351fa5 0xecca7db0 0x00000002
  //%     - ptr: i32[4,1,2]
  //%       in: 0x00000000 0xfffffffe*2 0xd0fb74ef 0x00000001 0x00000002 0x0a2ed947 0x00000003
  //%     - ptr: i32[4,1,2]
  //%       out: 0x00000000 0x80000001 0xfffffffe 0x00000007 0x00000001 0x00000002 0xecca7db0 0x00000003
  entry @select_23(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<i32>>, %memory.c: tile<ptr<i32>>, %memory.r: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xi1, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi1, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi1, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xi32, strides=[8,8,4,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi32, strides=[8,8,4,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi32, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xi32>, token
    %memory.c.tensor = make_tensor_view %memory.c, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xi32, strides=[8,8,4,1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi32, strides=[8,8,4,1]>>
    %c, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi32, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xi32>, token
    %r = select %a, %b, %c : tile<2x1x2x4xi1>, tile<2x1x2x4xi32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xi32, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi32, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xi32>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi32, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_23
  //%   args:
  //%     - ptr: i1[2,1,2,4]
  //%       in: 0*2 1 0*3 1 0*2 1 0 1 0 1 0*2
  //%     - ptr: i32[2,1,2,4]
  //%       in: 0x80000001 0x00000003 0x80000000 0x00000003 0xffffffff 0x0a2ed947 0x80000000 0x00000007 0x3f63b885 0x2d216413 0xecca7db0 0x3f63b885 0xffffffff 0x7fffffff 0x00000064 0x2d216413
  //%     - ptr: i32[2,1,2,4]
  //%       in: 0x80000000 0x00000000 0x00000002 0xffffffff 0x0a2ed947 0x00000003 0x00000001 0x00000007 0x00000002 0x00000007 0x3f63b885 0xecca7db0*2 0x80000000 0x00000001 0x00000064
  //%     - ptr: i32[2,1,2,4]
  //%       out: 0x80000000 0x00000000 0x80000000 0xffffffff 0x0a2ed947 0x00000003 0x80000000 0x00000007 0x00000002 0x2d216413 0x3f63b885*2 0xecca7db0 0x7fffffff 0x00000001 0x00000064
  entry @select_24(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<i64>>, %memory.c: tile<ptr<i64>>, %memory.r: tile<ptr<i64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xi1, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xi1, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xi1, strides=[1]>>, tile<i32> -> tile<64xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [64], strides = [1] : tensor_view<64xi64, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(64), tensor_view<64xi64, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(64), tensor_view<64xi64, strides=[1]>>, tile<i32> -> tile<64xi64>, token
    %memory.c.tensor = make_tensor_view %memory.c, shape = [64], strides = [1] : tensor_view<64xi64, strides=[1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(64), tensor_view<64xi64, strides=[1]>>
    %c, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero] : partition_view<tile=(64), tensor_view<64xi64, strides=[1]>>, tile<i32> -> tile<64xi64>, token
    %r = select %a, %b, %c : tile<64xi1>, tile<64xi64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xi64, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xi64, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xi64>, partition_view<tile=(64), tensor_view<64xi64, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_24
  //%   args:
  //%     - ptr: i1[64]
  //%       in: 0*2 1 0*6 1 0 1*3 0 1*3 0*4 1 0*2 1 0 1 0*2 1*4 0 1 0*2 1 0 1 0 1 0*7 1*5 0*6 1 0 1
  //%     - ptr: i64[64]
  //%       in: 0x8000000000000001 0x36da9c0c99c3ed0c 0x0000000000000003 0x0000000000000007 0x0000000000000001 0x0000000000000003 0xfffffffffffffffe 0x8000000000000001 0x0000000000000001 0x8000000000000001 0xffffffffffffffff 0x8000000000000001 0x36da9c0c99c3ed0c 0x0000000000000064 0x7fffffffffffffff 0x0000000000000000 0x063ebdc0967f87e8 0xfa9630c6d164bae2 0x0000000000000000 0x0000000000000007 0x0000000000000001 0x8000000000000001 0xffffffffffffffff 0x02e87ad6280b4c2b 0x94592f7a118a56e5 0x7fffffffffffffff 0x0000000000000002 0x0000000000000007 0x0000000000000003 0xfa9630c6d164bae2 0x02e87ad6280b4c2b 0xffffffffffffffff 0x8000000000000000*2 0x0000000000000003 0x0000000000000064 0x8000000000000001 0xfa9630c6d164bae2 0x063ebdc0967f87e8 0x02e87ad6280b4c2b 0x36da9c0c99c3ed0c 0x0000000000000007 0x1a1ca3c90fce0674 0xffffffffffffffff 0x063ebdc0967f87e8 0x1a1ca3c90fce0674 0x0000000000000001 0x94592f7a118a56e5 0x02e87ad6280b4c2b 0x1a1ca3c90fce0674 0x0000000000000064 0x94592f7a118a56e5 0x36da9c0c99c3ed0c 0x1a1ca3c90fce0674 0x0000000000000001 0x8000000000000000 0x0000000000000002 0x0000000000000003 0x0000000000000001 0x0000000000000064 0x0000000000000000 0x1a1ca3c90fce0674 0x0000000000000007 0x7fffffffffffffff
  //%     - ptr: i64[64]
  //%       in: 0x0000000000000000 0xffffffffffffffff 0x0000000000000007 0x0000000000000000 0x0000000000000007 0xfffffffffffffffe 0x0000000000000002 0x0000000000000003 0x8000000000000001 0x0000000000000002 0xffffffffffffffff*2 0x36da9c0c99c3ed0c 0x1a1ca3c90fce0674 0x0000000000000001 0xfa9630c6d164bae2 0x36da9c0c99c3ed0c 0x8000000000000000 0x7fffffffffffffff 0x0000000000000002 0xfffffffffffffffe 0x02e87ad6280b4c2b 0x8000000000000000 0x1a1ca3c90fce0674 0x0000000000000003 0xffffffffffffffff 0x0000000000000007 0x1a1ca3c90fce0674 0x063ebdc0967f87e8 0x7fffffffffffffff 0x063ebdc0967f87e8 0x8000000000000000 0x8000000000000001 0x7fffffffffffffff 0x0000000000000003 0xfffffffffffffffe 0x0000000000000001 0x0000000000000003 0xfa9630c6d164bae2 0x8000000000000001 0x0000000000000064 0x063ebdc0967f87e8 0x36da9c0c99c3ed0c 0x8000000000000000 0x0000000000000001 0x0000000000000002 0x0000000000000001 0x0000000000000007*3 0xfa9630c6d164bae2 0x36da9c0c99c3ed0c 0x0000000000000064 0x8000000000000001 0x36da9c0c99c3ed0c 0x02e87ad6280b4c2b 0x0000000000000007 0x94592f7a118a56e5 0x1a1ca3c90fce0674 0x94592f7a118a56e5 0x36da9c0c99c3ed0c 0x063ebdc0967f87e8 0x0000000000000002 0xfffffffffffffffe
  //%     - ptr: i64[64]
  //%       out: 0x0000000000000000 0xffffffffffffffff 0x0000000000000003 0x0000000000000000 0x0000000000000007 0xfffffffffffffffe 0x0000000000000002 0x0000000000000003 0x8000000000000001*2 0xffffffffffffffff 0x8000000000000001 0x36da9c0c99c3ed0c 0x0000000000000064 0x0000000000000001 0x0000000000000000 0x063ebdc0967f87e8 0xfa9630c6d164bae2 0x7fffffffffffffff 0x0000000000000002 0xfffffffffffffffe 0x02e87ad6280b4c2b 0xffffffffffffffff 0x1a1ca3c90fce0674 0x0000000000000003 0x7fffffffffffffff 0x0000000000000007*2 0x063ebdc0967f87e8 0x7fffffffffffffff 0x02e87ad6280b4c2b 0xffffffffffffffff 0x8000000000000000*2 0x0000000000000003 0x0000000000000064 0x0000000000000001 0x0000000000000003 0x063ebdc0967f87e8 0x8000000000000001 0x36da9c0c99c3ed0c 0x063ebdc0967f87e8 0x1a1ca3c90fce0674 0x8000000000000000 0x0000000000000001 0x0000000000000002 0x0000000000000001 0x0000000000000007*3 0x0000000000000064 0x94592f7a118a56e5 0x36da9c0c99c3ed0c 0x1a1ca3c90fce0674 0x0000000000000001 0x02e87ad6280b4c2b 0x0000000000000007 0x94592f7a118a56e5 0x1a1ca3c90fce0674 0x94592f7a118a56e5 0x36da9c0c99c3ed0c 0x1a1ca3c90fce0674 0x0000000000000002 0x7fffffffffffffff
  entry @select_25(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<i64>>, %memory.c: tile<ptr<i64>>, %memory.r: tile<ptr<i64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<i1>> -> tile<i1>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<i64>> -> tile<i64>, token
    %c, %memory.c.loaded = load_ptr_tko weak %memory.c : tile<ptr<i64>> -> tile<i64>, token
    %r = select %a, %b, %c : tile<i1>, tile<i64>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<i64>>, tile<i64> -> token
    return
  }
  //% - entry: select_25
  //%   args:
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: i64[]
  //%       in: 0x0000000000000001
  //%     - ptr: i64[]
  //%       in: 0x0000000000000002
  //%     - ptr: i64[]
  //%       out: 0x0000000000000001
  //% - entry: select_25
  //%   args:
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: i64[]
  //%       in: 0x8000000000000000
  //%     - ptr: i64[]
  //%       in: 0x7fffffffffffffff
  //%     - ptr: i64[]
  //%       out: 0x8000000000000000
  //% - entry: select_25
  //%   args:
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: i64[]
  //%       in: 0x7fffffffffffffff
  //%     - ptr: i64[]
  //%       in: 0x0000000000000003
  //%     - ptr: i64[]
  //%       out: 0x0000000000000003
  entry @select_26(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<i64>>, %memory.c: tile<ptr<i64>>, %memory.r: tile<ptr<i64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xi1, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xi1, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xi1, strides=[1]>>, tile<i32> -> tile<1xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [1], strides = [1] : tensor_view<1xi64, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(1), tensor_view<1xi64, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(1), tensor_view<1xi64, strides=[1]>>, tile<i32> -> tile<1xi64>, token
    %memory.c.tensor = make_tensor_view %memory.c, shape = [1], strides = [1] : tensor_view<1xi64, strides=[1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(1), tensor_view<1xi64, strides=[1]>>
    %c, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero] : partition_view<tile=(1), tensor_view<1xi64, strides=[1]>>, tile<i32> -> tile<1xi64>, token
    %r = select %a, %b, %c : tile<1xi1>, tile<1xi64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xi64, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xi64, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xi64>, partition_view<tile=(1), tensor_view<1xi64, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_26
  //%   args:
  //%     - ptr: i1[1]
  //%       in: 1
  //%     - ptr: i64[1]
  //%       in: 0x0000000000000000
  //%     - ptr: i64[1]
  //%       in: 0x7fffffffffffffff
  //%     - ptr: i64[1]
  //%       out: 0x0000000000000000
  entry @select_27(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<i64>>, %memory.c: tile<ptr<i64>>, %memory.r: tile<ptr<i64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xi1, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xi1, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xi1, strides=[8,1]>>, tile<i32> -> tile<2x8xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xi64, strides=[8,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x8), tensor_view<2x8xi64, strides=[8,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xi64, strides=[8,1]>>, tile<i32> -> tile<2x8xi64>, token
    %memory.c.tensor = make_tensor_view %memory.c, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xi64, strides=[8,1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(2x8), tensor_view<2x8xi64, strides=[8,1]>>
    %c, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xi64, strides=[8,1]>>, tile<i32> -> tile<2x8xi64>, token
    %r = select %a, %b, %c : tile<2x8xi1>, tile<2x8xi64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xi64, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xi64, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xi64>, partition_view<tile=(2x8), tensor_view<2x8xi64, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_27
  //%   args:
  //%     - ptr: i1[2,8]
  //%       in: 0*2 1*2 0*3 1 0 1*2 0 1 0*2 1
  //%     - ptr: i64[2,8]
  //%       in: 0x94592f7a118a56e5 0x1a1ca3c90fce0674 0x94592f7a118a56e5 0x8000000000000001 0x94592f7a118a56e5 0x36da9c0c99c3ed0c 0xffffffffffffffff 0x0000000000000000 0xfa9630c6d164bae2 0x0000000000000002 0xffffffffffffffff 0x0000000000000002 0x0000000000000003 0x8000000000000000 0x02e87ad6280b4c2b 0x7fffffffffffffff
  //%     - ptr: i64[2,8]
  //%       in: 0x063ebdc0967f87e8 0x8000000000000001 0x94592f7a118a56e5 0x7fffffffffffffff 0xffffffffffffffff 0x94592f7a118a56e5*3 0x1a1ca3c90fce0674*2 0x0000000000000007*2 0xfffffffffffffffe 0x0000000000000064 0x0000000000000000 0x8000000000000001
  //%     - ptr: i64[2,8]
  //%       out: 0x063ebdc0967f87e8 0x8000000000000001 0x94592f7a118a56e5 0x8000000000000001 0xffffffffffffffff 0x94592f7a118a56e5*2 0x0000000000000000 0x1a1ca3c90fce0674 0x0000000000000002 0xffffffffffffffff 0x0000000000000007 0x0000000000000003 0x0000000000000064 0x0000000000000000 0x7fffffffffffffff
  entry @select_28(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<i64>>, %memory.c: tile<ptr<i64>>, %memory.r: tile<ptr<i64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xi1, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xi1, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xi1, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xi64, strides=[2,2,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xi64, strides=[2,2,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xi64, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xi64>, token
    %memory.c.tensor = make_tensor_view %memory.c, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xi64, strides=[2,2,1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xi64, strides=[2,2,1]>>
    %c, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xi64, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xi64>, token
    %r = select %a, %b, %c : tile<4x1x2xi1>, tile<4x1x2xi64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xi64, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xi64, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xi64>, partition_view<tile=(4x1x2), tensor_view<4x1x2xi64, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_28
  //%   args:
  //%     - ptr: i1[4,1,2]
  //%       in: 0*4 1 0 1 0
  //%     - ptr: i64[4,1,2]
  //%       in: 0x0000000000000000 0x02e87ad6280b4c2b 0x1a1ca3c90fce0674 0x063ebdc0967f87e8 0x0000000000000001 0x8000000000000001 0x1a1ca3c90fce0674 0x8000000000000001
  //%     - ptr: i64[4,1,2]
  //%       in: 0x7fffffffffffffff 0x0000000000000001 0x8000000000000001 0x0000000000000001 0x94592f7a118a56e5 0x0000000000000064*2 0xffffffffffffffff
  //%     - ptr: i64[4,1,2]
  //%       out: 0x7fffffffffffffff 0x0000000000000001 0x8000000000000001 0x0000000000000001*2 0x0000000000000064 0x1a1ca3c90fce0674 0xffffffffffffffff
  entry @select_29(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<i64>>, %memory.c: tile<ptr<i64>>, %memory.r: tile<ptr<i64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xi1, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi1, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi1, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xi64, strides=[8,8,4,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi64, strides=[8,8,4,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi64, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xi64>, token
    %memory.c.tensor = make_tensor_view %memory.c, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xi64, strides=[8,8,4,1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi64, strides=[8,8,4,1]>>
    %c, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi64, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xi64>, token
    %r = select %a, %b, %c : tile<2x1x2x4xi1>, tile<2x1x2x4xi64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xi64, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi64, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xi64>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi64, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_29
  //%   args:
  //%     - ptr: i1[2,1,2,4]
  //%       in: 0*5 1*2 0 1 0*4 1 0 1
  //%     - ptr: i64[2,1,2,4]
  //%       in: 0x94592f7a118a56e5 0x1a1ca3c90fce0674 0x063ebdc0967f87e8 0xfa9630c6d164bae2 0x02e87ad6280b4c2b 0x0000000000000001 0xfffffffffffffffe 0x0000000000000064 0x7fffffffffffffff 0xffffffffffffffff 0xfa9630c6d164bae2 0x94592f7a118a56e5 0x7fffffffffffffff 0xfa9630c6d164bae2 0xffffffffffffffff 0xfffffffffffffffe
  //%     - ptr: i64[2,1,2,4]
  //%       in: 0x8000000000000000 0x7fffffffffffffff 0x0000000000000064 0x7fffffffffffffff 0x0000000000000002*2 0x1a1ca3c90fce0674 0xfa9630c6d164bae2*2 0xfffffffffffffffe 0x0000000000000001 0xfa9630c6d164bae2 0x063ebdc0967f87e8 0x36da9c0c99c3ed0c 0x063ebdc0967f87e8 0x02e87ad6280b4c2b
  //%     - ptr: i64[2,1,2,4]
  //%       out: 0x8000000000000000 0x7fffffffffffffff 0x0000000000000064 0x7fffffffffffffff 0x0000000000000002 0x0000000000000001 0xfffffffffffffffe 0xfa9630c6d164bae2 0x7fffffffffffffff 0xfffffffffffffffe 0x0000000000000001 0xfa9630c6d164bae2 0x063ebdc0967f87e8 0xfa9630c6d164bae2 0x063ebdc0967f87e8 0xfffffffffffffffe
  entry @select_30(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<i8>>, %memory.c: tile<ptr<i8>>, %memory.r: tile<ptr<i8>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xi1, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xi1, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xi1, strides=[1]>>, tile<i32> -> tile<64xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [64], strides = [1] : tensor_view<64xi8, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(64), tensor_view<64xi8, strides=[1]>>
    %b.raw, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(64), tensor_view<64xi8, strides=[1]>>, tile<i32> -> tile<64xi8>, token
    %b = trunci %b.raw : tile<64xi8> -> tile<64xi4>
    %memory.c.tensor = make_tensor_view %memory.c, shape = [64], strides = [1] : tensor_view<64xi8, strides=[1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(64), tensor_view<64xi8, strides=[1]>>
    %c.raw, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero] : partition_view<tile=(64), tensor_view<64xi8, strides=[1]>>, tile<i32> -> tile<64xi8>, token
    %c = trunci %c.raw : tile<64xi8> -> tile<64xi4>
    %r = select %a, %b, %c : tile<64xi1>, tile<64xi4>
    %r.raw = exti %r unsigned : tile<64xi4> -> tile<64xi8>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xi8, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xi8, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r.raw, %memory.r.view[%zero] : tile<64xi8>, partition_view<tile=(64), tensor_view<64xi8, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_30
  //%   args:
  //%     - ptr: i1[64]
  //%       in: 1 0*3 1 0*2 1 0 1*3 0*7 1*2 0 1*3 0*3 1 0 1*2 0*2 1*2 0*3 1 0 1 0*3 1*4 0*5 1*2 0 1 0*3 1 0*2
  //%     - ptr: i8[64]
  //%       in: 0x09*2 0x01 0x0f*2 0x0e 0x08 0x0b 0x03 0x0f 0x03 0x00 0x02 0x08 0x0b 0x09 0x02 0x03 0x0f 0x0e 0x07 0x08*2 0x00*2 0x09 0x07 0x02 0x03 0x0a 0x00 0x0e 0x08 0x09 0x0a 0x07 0x09 0x02 0x03 0x02 0x09 0x08*2 0x0b 0x03 0x09 0x0c 0x0e 0x0b 0x09*2 0x07 0x0c 0x03 0x09 0x0e 0x01 0x03 0x00 0x07 0x0a 0x02 0x00*2
  //%     - ptr: i8[64]
  //%       in: 0x00 0x0f 0x03 0x07 0x0f 0x0e 0x09*2 0x01 0x00 0x02 0x0a 0x0b 0x03 0x0e 0x08*2 0x0c 0x02 0x03 0x0f 0x0e 0x03 0x0c 0x08 0x07 0x00 0x02 0x07 0x0c 0x0a 0x09*2 0x03 0x02 0x08*2 0x02 0x08 0x01 0x00 0x03 0x0b 0x0a 0x09*3 0x08 0x0c 0x03 0x00 0x0a 0x09 0x01 0x0c 0x0f 0x0c 0x01 0x08 0x09 0x01 0x08 0x0b 0x0f
  //%     - ptr: i8[64]
  //%       out: 0x09 0x0f 0x03 0x07 0x0f 0x0e 0x09 0x0b 0x01 0x0f 0x03 0x00 0x0b 0x03 0x0e 0x08*2 0x0c 0x02 0x0e 0x07 0x0e 0x08 0x00*2 0x07 0x00 0x02 0x03 0x0c 0x00 0x0e 0x09 0x03 0x0a 0x07 0x08 0x02 0x08 0x02 0x00 0x08 0x0b 0x0a 0x09*2 0x0c 0x0e 0x0b 0x03 0x00 0x0a 0x09 0x01 0x09 0x0e 0x0c 0x03 0x08 0x09 0x01 0x02 0x0b 0x0f
  entry @select_31(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<i8>>, %memory.c: tile<ptr<i8>>, %memory.r: tile<ptr<i8>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<i1>> -> tile<i1>, token
    %b.raw, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<i8>> -> tile<i8>, token
    %b = trunci %b.raw : tile<i8> -> tile<i4>
    %c.raw, %memory.c.loaded = load_ptr_tko weak %memory.c : tile<ptr<i8>> -> tile<i8>, token
    %c = trunci %c.raw : tile<i8> -> tile<i4>
    %r = select %a, %b, %c : tile<i1>, tile<i4>
    %r.raw = exti %r unsigned : tile<i4> -> tile<i8>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r.raw : tile<ptr<i8>>, tile<i8> -> token
    return
  }
  //% - entry: select_31
  //%   args:
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: i8[]
  //%       in: 0x08
  //%     - ptr: i8[]
  //%       in: 0x01
  //%     - ptr: i8[]
  //%       out: 0x01
  //% - entry: select_31
  //%   args:
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: i8[]
  //%       in: 0x0c
  //%     - ptr: i8[]
  //%       in: 0x07
  //%     - ptr: i8[]
  //%       out: 0x07
  //% - entry: select_31
  //%   args:
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: i8[]
  //%       in: 0x09
  //%     - ptr: i8[]
  //%       in: 0x01
  //%     - ptr: i8[]
  //%       out: 0x01
  entry @select_32(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<i8>>, %memory.c: tile<ptr<i8>>, %memory.r: tile<ptr<i8>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xi1, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xi1, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xi1, strides=[1]>>, tile<i32> -> tile<1xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [1], strides = [1] : tensor_view<1xi8, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(1), tensor_view<1xi8, strides=[1]>>
    %b.raw, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(1), tensor_view<1xi8, strides=[1]>>, tile<i32> -> tile<1xi8>, token
    %b = trunci %b.raw : tile<1xi8> -> tile<1xi4>
    %memory.c.tensor = make_tensor_view %memory.c, shape = [1], strides = [1] : tensor_view<1xi8, strides=[1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(1), tensor_view<1xi8, strides=[1]>>
    %c.raw, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero] : partition_view<tile=(1), tensor_view<1xi8, strides=[1]>>, tile<i32> -> tile<1xi8>, token
    %c = trunci %c.raw : tile<1xi8> -> tile<1xi4>
    %r = select %a, %b, %c : tile<1xi1>, tile<1xi4>
    %r.raw = exti %r unsigned : tile<1xi4> -> tile<1xi8>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xi8, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xi8, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r.raw, %memory.r.view[%zero] : tile<1xi8>, partition_view<tile=(1), tensor_view<1xi8, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_32
  //%   args:
  //%     - ptr: i1[1]
  //%       in: 0
  //%     - ptr: i8[1]
  //%       in: 0x0c
  //%     - ptr: i8[1]
  //%       in: 0x02
  //%     - ptr: i8[1]
  //%       out: 0x02
  entry @select_33(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<i8>>, %memory.c: tile<ptr<i8>>, %memory.r: tile<ptr<i8>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xi1, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xi1, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xi1, strides=[8,1]>>, tile<i32> -> tile<2x8xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xi8, strides=[8,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x8), tensor_view<2x8xi8, strides=[8,1]>>
    %b.raw, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xi8, strides=[8,1]>>, tile<i32> -> tile<2x8xi8>, token
    %b = trunci %b.raw : tile<2x8xi8> -> tile<2x8xi4>
    %memory.c.tensor = make_tensor_view %memory.c, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xi8, strides=[8,1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(2x8), tensor_view<2x8xi8, strides=[8,1]>>
    %c.raw, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xi8, strides=[8,1]>>, tile<i32> -> tile<2x8xi8>, token
    %c = trunci %c.raw : tile<2x8xi8> -> tile<2x8xi4>
    %r = select %a, %b, %c : tile<2x8xi1>, tile<2x8xi4>
    %r.raw = exti %r unsigned : tile<2x8xi4> -> tile<2x8xi8>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xi8, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xi8, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r.raw, %memory.r.view[%zero, %zero] : tile<2x8xi8>, partition_view<tile=(2x8), tensor_view<2x8xi8, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_33
  //%   args:
  //%     - ptr: i1[2,8]
  //%       in: 0*2 1*2 0 1*2 0*5 1*2 0*2
  //%     - ptr: i8[2,8]
  //%       in: 0x0b 0x00 0x0e 0x00 0x08 0x09 0x0f 0x0e 0x03 0x08 0x0a 0x09 0x00*2 0x02 0x0c
  //%     - ptr: i8[2,8]
  //%       in: 0x01 0x09 0x03 0x01 0x03 0x0e 0x08 0x00 0x0a 0x0c*3 0x03 0x0e 0x00 0x0a
  //%     - ptr: i8[2,8]
  //%       out: 0x01 0x09 0x0e 0x00 0x03 0x09 0x0f 0x00 0x0a 0x0c*3 0x00*3 0x0a
  entry @select_34(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<i8>>, %memory.c: tile<ptr<i8>>, %memory.r: tile<ptr<i8>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xi1, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xi1, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xi1, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xi8, strides=[2,2,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xi8, strides=[2,2,1]>>
    %b.raw, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xi8, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xi8>, token
    %b = trunci %b.raw : tile<4x1x2xi8> -> tile<4x1x2xi4>
    %memory.c.tensor = make_tensor_view %memory.c, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xi8, strides=[2,2,1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xi8, strides=[2,2,1]>>
    %c.raw, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xi8, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xi8>, token
    %c = trunci %c.raw : tile<4x1x2xi8> -> tile<4x1x2xi4>
    %r = select %a, %b, %c : tile<4x1x2xi1>, tile<4x1x2xi4>
    %r.raw = exti %r unsigned : tile<4x1x2xi4> -> tile<4x1x2xi8>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xi8, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xi8, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r.raw, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xi8>, partition_view<tile=(4x1x2), tensor_view<4x1x2xi8, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_34
  //%   args:
  //%     - ptr: i1[4,1,2]
  //%       in: 1*2 0 1 0*4
  //%     - ptr: i8[4,1,2]
  //%       in: 0x08 0x00 0x08 0x01 0x0a 0x0c 0x0a 0x02
  //%     - ptr: i8[4,1,2]
  //%       in: 0x02 0x08 0x07 0x09 0x00 0x08 0x0b 0x0f
  //%     - ptr: i8[4,1,2]
  //%       out: 0x08 0x00 0x07 0x01 0x00 0x08 0x0b 0x0f
  entry @select_35(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<i8>>, %memory.c: tile<ptr<i8>>, %memory.r: tile<ptr<i8>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xi1, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi1, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi1, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xi8, strides=[8,8,4,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi8, strides=[8,8,4,1]>>
    %b.raw, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi8, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xi8>, token
    %b = trunci %b.raw : tile<2x1x2x4xi8> -> tile<2x1x2x4xi4>
    %memory.c.tensor = make_tensor_view %memory.c, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xi8, strides=[8,8,4,1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi8, strides=[8,8,4,1]>>
    %c.raw, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi8, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xi8>, token
    %c = trunci %c.raw : tile<2x1x2x4xi8> -> tile<2x1x2x4xi4>
    %r = select %a, %b, %c : tile<2x1x2x4xi1>, tile<2x1x2x4xi4>
    %r.raw = exti %r unsigned : tile<2x1x2x4xi4> -> tile<2x1x2x4xi8>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xi8, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi8, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r.raw, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xi8>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi8, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_35
  //%   args:
  //%     - ptr: i1[2,1,2,4]
  //%       in: 0 1*2 0*2 1 0*2 1 0*2 1*5
  //%     - ptr: i8[2,1,2,4]
  //%       in: 0x07 0x09 0x03 0x07 0x01 0x08 0x00 0x0e 0x08 0x0b 0x07 0x03 0x0a 0x07 0x0f 0x03
  //%     - ptr: i8[2,1,2,4]
  //%       in: 0x09 0x08 0x0b*2 0x03 0x0f 0x02*2 0x0b 0x0a 0x0b 0x0a 0x0f 0x09 0x0c 0x03
  //%     - ptr: i8[2,1,2,4]
  //%       out: 0x09*2 0x03 0x0b 0x03 0x08 0x02*2 0x08 0x0a 0x0b 0x03 0x0a 0x07 0x0f 0x03
  entry @select_36(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<f16>>, %memory.c: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xi1, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xi1, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xi1, strides=[1]>>, tile<i32> -> tile<64xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [64], strides = [1] : tensor_view<64xf16, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>, tile<i32> -> tile<64xf16>, token
    %memory.c.tensor = make_tensor_view %memory.c, shape = [64], strides = [1] : tensor_view<64xf16, strides=[1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>
    %c, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero] : partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>, tile<i32> -> tile<64xf16>, token
    %r = select %a, %b, %c : tile<64xi1>, tile<64xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf16>, partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_36
  //%   args:
  //%     - ptr: i1[64]
  //%       in: 1*2 0*2 1 0 1 0*2 1 0 1 0*2 1 0 1*2 0 1 0 1*3 0*5 1 0*3 1*2 0*3 1 0 1 0*2 1 0 1*2 0 1 0 1 0*3 1*2 0*2 1 0*3 1 0
  //%     - ptr: f16[64]
  //%       in: 0xbe00 0x3c00 0x43ff 0x88b2 0x8001 0xbbff 0x83ff 0xf404 0xf7ff 0xbbff 0x8401 0x7c00 0x7bff 0xfbff 0x0401 0xfbfe 0x3dff 0xc000 0xfe00 0x470c 0xdc60 0xbc01 0x0401 0xc3ff 0x0400 0x7a09 0xbc00 0x8400 0x8000 0x7e00 0xc000 0x3bff 0x03ff 0x77ff 0xe400 0xb303 0x7e00 0xe400 0x7c00 0xbdff 0x83ff 0xfe00 0x8400 0x1c93 0x0002 0x0000 0x6400 0xd2b6 0x6400 0xb303 0x0001 0x8002 0x03ff 0x4000 0xfc00 0xbc01 0x0000 0x0401 0xfbfe 0x3c01 0x7e00 0x7bfe 0xf7ff 0x3e00
  //%     - ptr: f16[64]
  //%       in: 0x8000 0x6400 0xbe00 0x0000 0x3dff 0x3c00 0xbc00 0x470c 0x7bfe 0x7bff 0x03ff 0x3bff 0xf404 0xfbff 0x8400 0x0002 0xfc00 0xc3ff 0xdc60 0xd2b6 0xb303 0x43ff 0xfbfe 0x3e00 0x8001 0x7e00 0x3c01 0xbbff 0x83ff 0x3bff 0x3c01 0x4000 0x0401 0xf404 0x8002 0xdc60 0x88b2 0x7a09 0xf7ff 0x3c00 0x7bff 0x7c00 0x0401 0x77ff 0x03ff 0x8001 0xbbff 0x6400 0xe400 0x0001 0xc000 0x3bff 0xfe00 0x8401*2 0x3e00 0x1c93 0xbdff 0x7e00 0x4000 0x8002 0x7a09 0x0400 0xbc01
  //%     - ptr: f16[64]
  //%       out: 0xbe00 0x3c00 0xbe00 0x0000 0x8001 0x3c00 0x83ff 0x470c 0x7bfe 0xbbff 0x03ff 0x7c00 0xf404 0xfbff 0x0401 0x0002 0x3dff 0xc000 0xdc60 0x470c 0xb303 0xbc01 0x0401 0xc3ff 0x8001 0x7e00 0x3c01 0xbbff 0x83ff 0x7e00 0x3c01 0x4000 0x0401 0x77ff 0xe400 0xdc60 0x88b2 0x7a09 0x7c00 0x3c00 0x83ff 0x7c00 0x0401 0x1c93 0x03ff 0x0000 0x6400*3 0x0001*2 0x3bff 0xfe00 0x8401 0xfc00 0xbc01 0x1c93 0xbdff 0xfbfe 0x4000 0x8002 0x7a09 0xf7ff 0xbc01
  entry @select_37(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<f16>>, %memory.c: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<i1>> -> tile<i1>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<f16>> -> tile<f16>, token
    %c, %memory.c.loaded = load_ptr_tko weak %memory.c : tile<ptr<f16>> -> tile<f16>, token
    %r = select %a, %b, %c : tile<i1>, tile<f16>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f16>>, tile<f16> -> token
    return
  }
  //% - entry: select_37
  //%   args:
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: f16[]
  //%       in: 0x8001
  //%     - ptr: f16[]
  //%       in: 0x470c
  //%     - ptr: f16[]
  //%       out: 0x8001
  //% - entry: select_37
  //%   args:
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: f16[]
  //%       in: 0x3bff
  //%     - ptr: f16[]
  //%       in: 0xbc00
  //%     - ptr: f16[]
  //%       out: 0x3bff
  //% - entry: select_37
  //%   args:
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: f16[]
  //%       in: 0xdc60
  //%     - ptr: f16[]
  //%       in: 0xb303
  //%     - ptr: f16[]
  //%       out: 0xb303
  entry @select_38(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<f16>>, %memory.c: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xi1, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xi1, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xi1, strides=[1]>>, tile<i32> -> tile<1xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [1], strides = [1] : tensor_view<1xf16, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>, tile<i32> -> tile<1xf16>, token
    %memory.c.tensor = make_tensor_view %memory.c, shape = [1], strides = [1] : tensor_view<1xf16, strides=[1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>
    %c, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero] : partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>, tile<i32> -> tile<1xf16>, token
    %r = select %a, %b, %c : tile<1xi1>, tile<1xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf16>, partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_38
  //%   args:
  //%     - ptr: i1[1]
  //%       in: 0
  //%     - ptr: f16[1]
  //%       in: 0xf7ff
  //%     - ptr: f16[1]
  //%       in: 0x7e00
  //%     - ptr: f16[1]
  //%       out: 0x7e00
  entry @select_39(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<f16>>, %memory.c: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xi1, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xi1, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xi1, strides=[8,1]>>, tile<i32> -> tile<2x8xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf16, strides=[8,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>, tile<i32> -> tile<2x8xf16>, token
    %memory.c.tensor = make_tensor_view %memory.c, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf16, strides=[8,1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>
    %c, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>, tile<i32> -> tile<2x8xf16>, token
    %r = select %a, %b, %c : tile<2x8xi1>, tile<2x8xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf16, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf16>, partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_39
  //%   args:
  //%     - ptr: i1[2,8]
  //%       in: 0 1 0 1 0 1*2 0 1*2 0*2 1 0*2 1
  //%     - ptr: f16[2,8]
  //%       in: 0x0001 0xbbff 0xbdff 0xf7ff 0x3c01 0x3dff 0xd2b6 0x03ff 0x8002 0x3bff 0xfc00 0x470c 0xfbff 0xf404 0x7e00 0x88b2
  //%     - ptr: f16[2,8]
  //%       in: 0x77ff 0x7c00 0x77ff 0xbe00 0xbc00 0x470c 0x3c00 0xe400 0x8001 0x3e00 0x7bff*2 0xbe00 0x6400 0x0400 0xbc00
  //%     - ptr: f16[2,8]
  //%       out: 0x77ff 0xbbff 0x77ff 0xf7ff 0xbc00 0x3dff 0xd2b6 0xe400 0x8002 0x3bff 0x7bff*2 0xfbff 0x6400 0x0400 0x88b2
  entry @select_40(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<f16>>, %memory.c: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xi1, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xi1, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xi1, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf16, strides=[2,2,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf16>, token
    %memory.c.tensor = make_tensor_view %memory.c, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf16, strides=[2,2,1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>
    %c, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf16>, token
    %r = select %a, %b, %c : tile<4x1x2xi1>, tile<4x1x2xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf16, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf16>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_40
  //%   args:
  //%     - ptr: i1[4,1,2]
  //%       in: 0 1 0*2 1*2 0 1
  //%     - ptr: f16[4,1,2]
  //%       in: 0xfc00 0xfbfe 0xbe00 0x77ff 0x7bfe 0x0001 0x8000 0x83ff
  //%     - ptr: f16[4,1,2]
  //%       in: 0x0000 0x7c00 0xbdff 0x0400 0xfc00 0xfbff 0xd2b6 0xbbff
  //%     - ptr: f16[4,1,2]
  //%       out: 0x0000 0xfbfe 0xbdff 0x0400 0x7bfe 0x0001 0xd2b6 0x83ff
  entry @select_41(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<f16>>, %memory.c: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xi1, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi1, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi1, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf16>, token
    %memory.c.tensor = make_tensor_view %memory.c, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>
    %c, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf16>, token
    %r = select %a, %b, %c : tile<2x1x2x4xi1>, tile<2x1x2x4xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf16>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_41
  //%   args:
  //%     - ptr: i1[2,1,2,4]
  //%       in: 0*8 1 0 1 0 1 0*2 1
  //%     - ptr: f16[2,1,2,4]
  //%       in: 0x03ff 0x7a09 0x8401 0x1c93 0x03ff 0xfbfe 0xbbff 0x3c01 0x7c00 0x470c 0x83ff 0x8001 0x3c00 0x3dff 0xb303 0xfc00
  //%     - ptr: f16[2,1,2,4]
  //%       in: 0x1c93 0x83ff 0x3dff 0x0000 0x7e00 0x03ff 0x3c00 0x0400 0x8002 0x3e00 0xfbfe 0x8400 0x0001 0x0401 0xfc00 0x7bfe
  //%     - ptr: f16[2,1,2,4]
  //%       out: 0x1c93 0x83ff 0x3dff 0x0000 0x7e00 0x03ff 0x3c00 0x0400 0x7c00 0x3e00 0x83ff 0x8400 0x3c00 0x0401 0xfc00*2
  entry @select_42(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<bf16>>, %memory.c: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xi1, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xi1, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xi1, strides=[1]>>, tile<i32> -> tile<64xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [64], strides = [1] : tensor_view<64xbf16, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>, tile<i32> -> tile<64xbf16>, token
    %memory.c.tensor = make_tensor_view %memory.c, shape = [64], strides = [1] : tensor_view<64xbf16, strides=[1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>
    %c, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero] : partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>, tile<i32> -> tile<64xbf16>, token
    %r = select %a, %b, %c : tile<64xi1>, tile<64xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xbf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xbf16>, partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_42
  //%   args:
  //%     - ptr: i1[64]
  //%       in: 1 0*2 1 0 1*2 0*2 1 0 1*2 0 1 0 1 0 1*2 0*2 1 0 1 0*3 1 0*2 1*3 0*2 1*3 0*3 1 0*6 1*4 0*2 1 0 1 0 1 0 1 0 1
  //%     - ptr: bf16[64]
  //%       in: 0xff80 0x007f 0x0001 0x007f 0xd6f5 0xbfc0 0x7f72 0x407f 0x5055 0xc07f 0xc300 0x0001 0x8081 0xd6f5 0xbfbf 0x7eff 0x3f80 0x3fc0 0xbf80 0x3fbf 0xfeff 0x3f7f 0x7f72 0x7fc0 0xc07f 0x3f7f 0x692c 0x3f80 0xff7f 0x0000 0x4300 0x0081 0x0001 0x7f80 0x7f7e 0x9993 0xbf81 0x0002 0x8001 0x3f81 0xff7e 0x8002 0xffc0 0xcd8b 0x2b5e 0x3f81 0xc300 0xff80 0x7f7f 0x8080 0x3fbf*2 0xbf7f 0xfb8a 0x2b5e 0xc000 0x007f 0x807f 0x7f7f 0x4000 0x0080 0x0002 0xbfc0 0x8000
  //%     - ptr: bf16[64]
  //%       in: 0x407f 0xd6f5 0xbf80 0x7eff 0x7f72 0xc300 0xd6f5 0xcd8b 0x7f80 0xff80 0x0000 0xfb8a 0xbfc0 0x3f80 0xbf80 0x8002 0x7f7e 0x0081 0x7f72 0xbf81 0x807f 0x3f81 0x9993 0x8001 0xfeff 0xcd8b 0x8000 0xff80 0x0080 0x4000 0x3fbf 0x8080 0xbfbf 0x0001 0x5055 0x0002 0xc000 0x8081 0x3f7f 0x2b5e 0xc07f 0x007f 0x0080 0xbfbf 0x692c 0xffc0 0x8000*2 0x7fc0 0xbfc0 0x8000 0xbfc0 0xbfbf 0xbf7f 0xd6f5 0xff7f 0x7f7f 0x8080 0xff7e 0x3fc0 0x4300 0x9993 0x7f7f 0x7eff
  //%     - ptr: bf16[64]
  //%       out: 0xff80 0xd6f5 0xbf80 0x007f 0x7f72 0xbfc0 0x7f72 0xcd8b 0x7f80 0xc07f 0x0000 0x0001 0x8081 0x3f80 0xbfbf 0x8002 0x3f80 0x0081 0xbf80 0x3fbf 0x807f 0x3f81 0x7f72 0x8001 0xc07f 0xcd8b 0x8000 0xff80 0xff7f 0x4000 0x3fbf 0x0081 0x0001 0x7f80 0x5055 0x0002 0xbf81 0x0002 0x8001 0x2b5e 0xc07f 0x007f 0xffc0 0xbfbf 0x692c 0xffc0 0x8000*2 0x7fc0 0x8080 0x3fbf*2 0xbf7f*2 0xd6f5 0xc000 0x7f7f 0x807f 0xff7e 0x4000 0x4300 0x0002 0x7f7f 0x8000
  entry @select_43(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<bf16>>, %memory.c: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<i1>> -> tile<i1>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<bf16>> -> tile<bf16>, token
    %c, %memory.c.loaded = load_ptr_tko weak %memory.c : tile<ptr<bf16>> -> tile<bf16>, token
    %r = select %a, %b, %c : tile<i1>, tile<bf16>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<bf16>>, tile<bf16> -> token
    return
  }
  //% - entry: select_43
  //%   args:
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: bf16[]
  //%       in: 0x007f
  //%     - ptr: bf16[]
  //%       in: 0xbf7f
  //%     - ptr: bf16[]
  //%       out: 0xbf7f
  //% - entry: select_43
  //%   args:
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: bf16[]
  //%       in: 0x2b5e
  //%     - ptr: bf16[]
  //%       in: 0x8001
  //%     - ptr: bf16[]
  //%       out: 0x8001
  //% - entry: select_43
  //%   args:
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: bf16[]
  //%       in: 0xff80
  //%     - ptr: bf16[]
  //%       in: 0x2b5e
  //%     - ptr: bf16[]
  //%       out: 0x2b5e
  entry @select_44(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<bf16>>, %memory.c: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xi1, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xi1, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xi1, strides=[1]>>, tile<i32> -> tile<1xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [1], strides = [1] : tensor_view<1xbf16, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>, tile<i32> -> tile<1xbf16>, token
    %memory.c.tensor = make_tensor_view %memory.c, shape = [1], strides = [1] : tensor_view<1xbf16, strides=[1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>
    %c, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero] : partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>, tile<i32> -> tile<1xbf16>, token
    %r = select %a, %b, %c : tile<1xi1>, tile<1xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xbf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xbf16>, partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_44
  //%   args:
  //%     - ptr: i1[1]
  //%       in: 1
  //%     - ptr: bf16[1]
  //%       in: 0xff80
  //%     - ptr: bf16[1]
  //%       in: 0x0080
  //%     - ptr: bf16[1]
  //%       out: 0xff80
  entry @select_45(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<bf16>>, %memory.c: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xi1, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xi1, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xi1, strides=[8,1]>>, tile<i32> -> tile<2x8xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xbf16, strides=[8,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>, tile<i32> -> tile<2x8xbf16>, token
    %memory.c.tensor = make_tensor_view %memory.c, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xbf16, strides=[8,1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>
    %c, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>, tile<i32> -> tile<2x8xbf16>, token
    %r = select %a, %b, %c : tile<2x8xi1>, tile<2x8xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xbf16, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xbf16>, partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_45
  //%   args:
  //%     - ptr: i1[2,8]
  //%       in: 0*7 1*3 0*2 1*2 0 1
  //%     - ptr: bf16[2,8]
  //%       in: 0x8002 0xbf7f 0x7f7e 0x0080 0x0002 0xc07f 0xbfc0 0xcd8b 0x4000 0xcd8b 0x3fc0 0xbf80 0x7fc0 0x7f80 0xd6f5 0x807f
  //%     - ptr: bf16[2,8]
  //%       in: 0x8001 0x4300 0xbf7f 0xff80 0x3f80 0x8081 0x3f80 0x9993 0x0002 0x4000 0xc000 0x0081 0xcd8b 0xffc0 0x3f81 0x8080
  //%     - ptr: bf16[2,8]
  //%       out: 0x8001 0x4300 0xbf7f 0xff80 0x3f80 0x8081 0x3f80 0xcd8b 0x4000 0xcd8b 0xc000 0x0081 0x7fc0 0x7f80 0x3f81 0x807f
  entry @select_46(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<bf16>>, %memory.c: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xi1, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xi1, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xi1, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xbf16, strides=[2,2,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xbf16>, token
    %memory.c.tensor = make_tensor_view %memory.c, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xbf16, strides=[2,2,1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>
    %c, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xbf16>, token
    %r = select %a, %b, %c : tile<4x1x2xi1>, tile<4x1x2xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xbf16, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xbf16>, partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_46
  //%   args:
  //%     - ptr: i1[4,1,2]
  //%       in: 0*2 1 0 1*3 0
  //%     - ptr: bf16[4,1,2]
  //%       in: 0x407f 0xbf80 0x3f7f 0x3fbf 0xfb8a 0xc07f 0x7f7e 0x4000
  //%     - ptr: bf16[4,1,2]
  //%       in: 0x0000 0xcd8b 0x8081 0x2b5e 0xbf81 0xff7f 0x3fbf 0xffc0
  //%     - ptr: bf16[4,1,2]
  //%       out: 0x0000 0xcd8b 0x3f7f 0x2b5e 0xfb8a 0xc07f 0x7f7e 0xffc0
  entry @select_47(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<bf16>>, %memory.c: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xi1, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi1, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi1, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xbf16>, token
    %memory.c.tensor = make_tensor_view %memory.c, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>
    %c, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xbf16>, token
    %r = select %a, %b, %c : tile<2x1x2x4xi1>, tile<2x1x2x4xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xbf16>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_47
  //%   args:
  //%     - ptr: i1[2,1,2,4]
  //%       in: 1 0 1*4 0*3 1 0 1*2 0*2 1
  //%     - ptr: bf16[2,1,2,4]
  //%       in: 0xff80 0xfb8a 0xcd8b 0x0080 0xc000 0x407f 0x7f80 0xbf7f 0x4300 0x2b5e 0x3fbf 0x7f7f 0x407f 0xd6f5 0x4000 0x0081
  //%     - ptr: bf16[2,1,2,4]
  //%       in: 0x8002 0xfeff 0x9993 0x807f 0x3fbf 0xd6f5 0x7eff 0x4000 0x4300 0xff80 0xfeff 0xff7f 0x7f80 0xbf7f 0x0000 0x692c
  //%     - ptr: bf16[2,1,2,4]
  //%       out: 0xff80 0xfeff 0xcd8b 0x0080 0xc000 0x407f 0x7eff 0x4000 0x4300 0x2b5e 0xfeff 0x7f7f 0x407f 0xbf7f 0x0000 0x0081
  entry @select_48(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<f32>>, %memory.c: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xi1, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xi1, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xi1, strides=[1]>>, tile<i32> -> tile<64xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> tile<64xf32>, token
    %memory.c.tensor = make_tensor_view %memory.c, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %c, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero] : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> tile<64xf32>, token
    %r = select %a, %b, %c : tile<64xi1>, tile<64xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf32>, partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_48
  //%   args:
  //%     - ptr: i1[64]
  //%       in: 1*3 0*14 1 0*2 1*2 0*3 1 0*2 1*3 0*3 1*4 0*5 1*4 0*9 1*3 0*5
  //%     - ptr: f32[64]
  //%       in: 0xd0fc5ee2 0xffc00000 0x80000000 0x7f7ffffe 0x80800000 0xff7ffffe 0x3fbfffff 0xe8f2b785 0x7f800000 0x407fffff 0x00000002 0x4b000000 0xc6c26e30 0xbf800001 0x00800001 0x80800001 0xfeffffff 0x00000000 0xbf7fffff 0x807fffff 0x84602cd0 0xbf800000 0x3f800000 0x7f7fffff 0xcb000000 0xf267a37d 0xc07fffff 0x00000001 0x00000000 0x3fc00000 0xfeffffff*2 0xc0000000 0x007fffff 0x96d235fe 0xff7ffffe 0x9f573617 0x00800000 0x007fffff 0x3f7fffff 0xd0fc5ee2 0xcb000000 0x7effffff 0x3f800001 0xbfbfffff 0xff800000 0x407fffff 0x7fc00000*2 0x00800001 0xbfc00000 0x80000001 0xff7ffffe 0xc6c26e30 0xe8f2b785 0x807fffff 0x7fc00000*2 0xebc2d42a 0x00000001 0xff7fffff 0x40000000 0x007fffff 0x80000002
  //%     - ptr: f32[64]
  //%       in: 0xbf800001 0x807fffff 0xfeffffff*2 0x80800000 0xff800000 0x84602cd0 0xc6c26e30 0x00800001 0x00000001 0x3fc00000 0xc0000000 0x7fc00000 0x00000000 0x80000002 0xffc00000 0x9f573617 0xc07fffff 0x80000001 0xe8f2b785 0xbfbfffff 0xd0fc5ee2 0xf267a37d 0x96d235fe 0xc07fffff 0x3fbfffff 0xf267a37d 0x00800000 0x3f7fffff 0xff800000 0x7effffff 0x7f800000 0x807fffff 0x00800001 0x007fffff 0xbfc00000 0x00000001 0x00000002*2 0x7f7fffff 0x3f800000 0x00000000 0xc6c26e30 0xebc2d42a 0xbf800000 0x9f573617 0x7f7ffffe 0x80800001 0x4b000000 0xcb000000 0x4b000000 0x7f800000 0xff7fffff 0xff7ffffe 0x80000000 0x80000002 0x7f7fffff 0xebc2d42a 0x40000000 0x407fffff 0xbf7fffff 0x00800000 0x3fc00000 0x3f800001
  //%     - ptr: f32[64]
  //%       out: 0xd0fc5ee2 0xffc00000 0x80000000 0xfeffffff 0x80800000 0xff800000 0x84602cd0 0xc6c26e30 0x00800001 0x00000001 0x3fc00000 0xc0000000 0x7fc00000 0x00000000 0x80000002 0xffc00000 0x9f573617 0x00000000 0x80000001 0xe8f2b785 0x84602cd0 0xbf800000 0xf267a37d 0x96d235fe 0xc07fffff 0xf267a37d*2 0x00800000 0x00000000 0x3fc00000 0xfeffffff 0x7f800000 0x807fffff 0x00800001 0x96d235fe 0xff7ffffe 0x9f573617 0x00800000 0x00000002 0x7f7fffff 0x3f800000 0x00000000 0xc6c26e30 0x3f800001 0xbfbfffff 0xff800000 0x407fffff 0x80800001 0x4b000000 0xcb000000 0x4b000000 0x7f800000 0xff7fffff 0xff7ffffe 0x80000000 0x80000002 0x7fc00000*2 0xebc2d42a 0x407fffff 0xbf7fffff 0x00800000 0x3fc00000 0x3f800001
  entry @select_49(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<f32>>, %memory.c: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<i1>> -> tile<i1>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<f32>> -> tile<f32>, token
    %c, %memory.c.loaded = load_ptr_tko weak %memory.c : tile<ptr<f32>> -> tile<f32>, token
    %r = select %a, %b, %c : tile<i1>, tile<f32>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f32>>, tile<f32> -> token
    return
  }
  //% - entry: select_49
  //%   args:
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: f32[]
  //%       in: 0xff7fffff
  //%     - ptr: f32[]
  //%       in: 0xbfc00000
  //%     - ptr: f32[]
  //%       out: 0xbfc00000
  //% - entry: select_49
  //%   args:
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: f32[]
  //%       in: 0xbf800001
  //%     - ptr: f32[]
  //%       in: 0xcb000000
  //%     - ptr: f32[]
  //%       out: 0xbf800001
  //% - entry: select_49
  //%   args:
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: f32[]
  //%       in: 0xe8f2b785
  //%     - ptr: f32[]
  //%       in: 0xc0000000
  //%     - ptr: f32[]
  //%       out: 0xc0000000
  entry @select_50(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<f32>>, %memory.c: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xi1, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xi1, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xi1, strides=[1]>>, tile<i32> -> tile<1xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [1], strides = [1] : tensor_view<1xf32, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>, tile<i32> -> tile<1xf32>, token
    %memory.c.tensor = make_tensor_view %memory.c, shape = [1], strides = [1] : tensor_view<1xf32, strides=[1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>
    %c, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero] : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>, tile<i32> -> tile<1xf32>, token
    %r = select %a, %b, %c : tile<1xi1>, tile<1xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf32>, partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_50
  //%   args:
  //%     - ptr: i1[1]
  //%       in: 1
  //%     - ptr: f32[1]
  //%       in: 0x807fffff
  //%     - ptr: f32[1]
  //%       in: 0x807fffff
  //%     - ptr: f32[1]
  //%       out: 0x807fffff
  entry @select_51(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<f32>>, %memory.c: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xi1, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xi1, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xi1, strides=[8,1]>>, tile<i32> -> tile<2x8xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf32, strides=[8,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>, tile<i32> -> tile<2x8xf32>, token
    %memory.c.tensor = make_tensor_view %memory.c, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf32, strides=[8,1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>
    %c, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>, tile<i32> -> tile<2x8xf32>, token
    %r = select %a, %b, %c : tile<2x8xi1>, tile<2x8xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf32, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf32>, partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_51
  //%   args:
  //%     - ptr: i1[2,8]
  //%       in: 0*3 1 0*3 1 0*2 1*4 0 1
  //%     - ptr: f32[2,8]
  //%       in: 0x3f800000 0x80000000 0xc0000000 0x80800000 0x7fc00000 0x80000001 0xbf7fffff 0x7effffff 0xd0fc5ee2 0xe8f2b785 0x80800001 0x80800000 0x007fffff 0xd0fc5ee2 0x4b000000 0x7f7fffff
  //%     - ptr: f32[2,8]
  //%       in: 0x00800000 0x80800000 0x80000001 0x3fc00000 0x00800000 0x7f800000 0xbfbfffff 0x7f7fffff 0x96d235fe 0x40000000 0x9f573617 0xe8f2b785 0x80000001 0xbfc00000 0xbf7fffff 0xcb000000
  //%     - ptr: f32[2,8]
  //%       out: 0x00800000 0x80800000 0x80000001 0x80800000 0x00800000 0x7f800000 0xbfbfffff 0x7effffff 0x96d235fe 0x40000000 0x80800001 0x80800000 0x007fffff 0xd0fc5ee2 0xbf7fffff 0x7f7fffff
  entry @select_52(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<f32>>, %memory.c: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xi1, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xi1, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xi1, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf32, strides=[2,2,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf32>, token
    %memory.c.tensor = make_tensor_view %memory.c, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf32, strides=[2,2,1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>
    %c, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf32>, token
    %r = select %a, %b, %c : tile<4x1x2xi1>, tile<4x1x2xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf32, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf32>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_52
  //%   args:
  //%     - ptr: i1[4,1,2]
  //%       in: 1 0*2 1*3 0*2
  //%     - ptr: f32[4,1,2]
  //%       in: 0x00800001 0xffc00000 0xbf800001 0x007fffff 0x7fc00000 0x80000002 0x3f800001 0x007fffff
  //%     - ptr: f32[4,1,2]
  //%       in: 0x7effffff 0xd0fc5ee2 0x00800001 0x00000000 0x80000002 0x7f7fffff 0xf267a37d 0x00000002
  //%     - ptr: f32[4,1,2]
  //%       out: 0x00800001 0xd0fc5ee2 0x00800001 0x007fffff 0x7fc00000 0x80000002 0xf267a37d 0x00000002
  entry @select_53(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<f32>>, %memory.c: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xi1, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi1, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi1, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf32>, token
    %memory.c.tensor = make_tensor_view %memory.c, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>
    %c, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf32>, token
    %r = select %a, %b, %c : tile<2x1x2x4xi1>, tile<2x1x2x4xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf32>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_53
  //%   args:
  //%     - ptr: i1[2,1,2,4]
  //%       in: 0*3 1 0*6 1*2 0*3 1
  //%     - ptr: f32[2,1,2,4]
  //%       in: 0x80000002 0xe8f2b785 0x9f573617 0x80800000 0xebc2d42a 0x80800001 0xbfbfffff 0xffc00000 0x3f800000 0xebc2d42a 0xff7ffffe 0x3fbfffff 0x00000002 0xbfbfffff 0xbf7fffff 0x3f800001
  //%     - ptr: f32[2,1,2,4]
  //%       in: 0x00000001 0xbfc00000 0xe8f2b785 0x4b000000 0x00800000 0xc0000000 0x80800001 0x807fffff 0x7fc00000 0x3fc00000 0x00000000 0x80000000 0x00800001 0x7f7fffff 0xbf800000 0x00000000
  //%     - ptr: f32[2,1,2,4]
  //%       out: 0x00000001 0xbfc00000 0xe8f2b785 0x80800000 0x00800000 0xc0000000 0x80800001 0x807fffff 0x7fc00000 0x3fc00000 0xff7ffffe 0x3fbfffff 0x00800001 0x7f7fffff 0xbf800000 0x3f800001
  entry @select_54(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<f64>>, %memory.c: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xi1, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xi1, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xi1, strides=[1]>>, tile<i32> -> tile<64xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [64], strides = [1] : tensor_view<64xf64, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>, tile<i32> -> tile<64xf64>, token
    %memory.c.tensor = make_tensor_view %memory.c, shape = [64], strides = [1] : tensor_view<64xf64, strides=[1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>
    %c, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero] : partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>, tile<i32> -> tile<64xf64>, token
    %r = select %a, %b, %c : tile<64xi1>, tile<64xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf64, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf64>, partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_54
  //%   args:
  //%     - ptr: i1[64]
  //%       in: 1 0*3 1 0*2 1 0*2 1 0 1 0*4 1 0*2 1*8 0*4 1 0 1 0*4 1*2 0*7 1 0*3 1*2 0*3 1 0 1*2 0 1*2
  //%     - ptr: f64[64]
  //%       in: 0x8000000000000001 0x8000000000000002 0xbff0000000000001 0xfff0000000000000 0xffeffffffffffffe 0xfff8000000000000 0x7ff8000000000000 0xd5961b7651219f89 0x7feffffffffffffe 0x8010000000000001 0xbfefffffffffffff 0xe5829c36bbc0e154 0x0000000000000001 0xffdfffffffffffff 0xbff8000000000000 0x0000000000000002 0xd5961b7651219f89 0xffeffffffffffffe 0x800fffffffffffff 0x7ff0000000000000 0x8010000000000000 0x4000000000000000 0x3ff8000000000000 0x2b29b2b0f1f91f40 0x000fffffffffffff 0x0000000000000002 0xbff0000000000000 0xc00fffffffffffff 0x3ff0000000000000 0x3ff7ffffffffffff 0x4330000000000000 0xa5d0ce8664f11b89 0x0000000000000001 0xbff7ffffffffffff 0x3ff0000000000000 0xbff7ffffffffffff 0x3fefffffffffffff 0x8000000000000001 0xc000000000000000 0x7fdfffffffffffff 0x0010000000000001 0xbff0000000000001 0xd5961b7651219f89 0x7fefffffffffffff 0xbfefffffffffffff 0x0010000000000000 0x8000000000000002 0xffefffffffffffff 0x3ff0000000000001 0xfff0000000000000 0xc330000000000000 0x400fffffffffffff 0x7fefffffffffffff 0x79fcfa1a0a160e04 0x7feffffffffffffe 0x8000000000000000 0x0000000000000000 0xc00fffffffffffff 0x727008111000def1 0x1d2e18b6c7541e4c 0xa283951946f2fa9d 0x8010000000000001 0xfff8000000000000 0xc330000000000000
  //%     - ptr: f64[64]
  //%       in: 0xd5961b7651219f89 0xfff8000000000000 0xc330000000000000 0x8000000000000001 0x8000000000000000 0xffeffffffffffffe 0x7fefffffffffffff 0x8000000000000000 0x79fcfa1a0a160e04 0xbfefffffffffffff 0xa5d0ce8664f11b89 0x7feffffffffffffe 0xa283951946f2fa9d 0xe5829c36bbc0e154 0xbff7ffffffffffff 0x3ff8000000000000 0x3ff0000000000000 0x8010000000000001 0x0010000000000001 0x800fffffffffffff 0x0000000000000001 0xbff0000000000000 0x400fffffffffffff 0x0000000000000000 0x3ff7ffffffffffff 0x000fffffffffffff 0x7ff8000000000000 0x79fcfa1a0a160e04 0x3ff0000000000001 0xffefffffffffffff 0x727008111000def1 0xbff8000000000000 0x7ff0000000000000 0x2b29b2b0f1f91f40 0x400fffffffffffff 0xbfefffffffffffff 0x1d2e18b6c7541e4c 0xbff8000000000000 0x0000000000000002 0x7feffffffffffffe 0xc330000000000000 0x3fefffffffffffff 0x4330000000000000 0xffdfffffffffffff 0x4000000000000000 0xbfefffffffffffff 0xfff0000000000000 0xa283951946f2fa9d 0x8010000000000001 0xd5961b7651219f89 0xc000000000000000 0x4000000000000000 0xbfefffffffffffff 0x7fdfffffffffffff 0xa283951946f2fa9d 0xffeffffffffffffe 0x8000000000000002 0x8000000000000001 0xc00fffffffffffff 0xbff0000000000001 0x8010000000000000 0x0010000000000000 0x7ff8000000000000 0x7ff0000000000000
  //%     - ptr: f64[64]
  //%       out: 0x8000000000000001 0xfff8000000000000 0xc330000000000000 0x8000000000000001 0xffeffffffffffffe*2 0x7fefffffffffffff 0xd5961b7651219f89 0x79fcfa1a0a160e04 0xbfefffffffffffff*2 0x7feffffffffffffe 0x0000000000000001 0xe5829c36bbc0e154 0xbff7ffffffffffff 0x3ff8000000000000 0x3ff0000000000000 0xffeffffffffffffe 0x0010000000000001 0x800fffffffffffff 0x8010000000000000 0x4000000000000000 0x3ff8000000000000 0x2b29b2b0f1f91f40 0x000fffffffffffff 0x0000000000000002 0xbff0000000000000 0xc00fffffffffffff 0x3ff0000000000001 0xffefffffffffffff 0x727008111000def1 0xbff8000000000000 0x0000000000000001 0x2b29b2b0f1f91f40 0x3ff0000000000000 0xbfefffffffffffff 0x1d2e18b6c7541e4c 0xbff8000000000000 0x0000000000000002 0x7fdfffffffffffff 0x0010000000000001 0x3fefffffffffffff 0x4330000000000000 0xffdfffffffffffff 0x4000000000000000 0xbfefffffffffffff 0xfff0000000000000 0xa283951946f2fa9d 0x3ff0000000000001 0xd5961b7651219f89 0xc000000000000000 0x4000000000000000 0x7fefffffffffffff 0x79fcfa1a0a160e04 0xa283951946f2fa9d 0xffeffffffffffffe 0x8000000000000002 0xc00fffffffffffff*2 0x1d2e18b6c7541e4c 0xa283951946f2fa9d 0x0010000000000000 0xfff8000000000000 0xc330000000000000
  entry @select_55(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<f64>>, %memory.c: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<i1>> -> tile<i1>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<f64>> -> tile<f64>, token
    %c, %memory.c.loaded = load_ptr_tko weak %memory.c : tile<ptr<f64>> -> tile<f64>, token
    %r = select %a, %b, %c : tile<i1>, tile<f64>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f64>>, tile<f64> -> token
    return
  }
  //% - entry: select_55
  //%   args:
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: f64[]
  //%       in: 0x3ff0000000000001
  //%     - ptr: f64[]
  //%       in: 0x3ff0000000000000
  //%     - ptr: f64[]
  //%       out: 0x3ff0000000000000
  //% - entry: select_55
  //%   args:
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: f64[]
  //%       in: 0x0010000000000000
  //%     - ptr: f64[]
  //%       in: 0x0000000000000001
  //%     - ptr: f64[]
  //%       out: 0x0010000000000000
  //% - entry: select_55
  //%   args:
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: f64[]
  //%       in: 0x8010000000000001
  //%     - ptr: f64[]
  //%       in: 0x4000000000000000
  //%     - ptr: f64[]
  //%       out: 0x4000000000000000
  entry @select_56(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<f64>>, %memory.c: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xi1, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xi1, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xi1, strides=[1]>>, tile<i32> -> tile<1xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [1], strides = [1] : tensor_view<1xf64, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>, tile<i32> -> tile<1xf64>, token
    %memory.c.tensor = make_tensor_view %memory.c, shape = [1], strides = [1] : tensor_view<1xf64, strides=[1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>
    %c, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero] : partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>, tile<i32> -> tile<1xf64>, token
    %r = select %a, %b, %c : tile<1xi1>, tile<1xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf64, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf64>, partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_56
  //%   args:
  //%     - ptr: i1[1]
  //%       in: 1
  //%     - ptr: f64[1]
  //%       in: 0x0000000000000000
  //%     - ptr: f64[1]
  //%       in: 0x0000000000000000
  //%     - ptr: f64[1]
  //%       out: 0x0000000000000000
  entry @select_57(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<f64>>, %memory.c: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xi1, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xi1, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xi1, strides=[8,1]>>, tile<i32> -> tile<2x8xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf64, strides=[8,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>, tile<i32> -> tile<2x8xf64>, token
    %memory.c.tensor = make_tensor_view %memory.c, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf64, strides=[8,1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>
    %c, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>, tile<i32> -> tile<2x8xf64>, token
    %r = select %a, %b, %c : tile<2x8xi1>, tile<2x8xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf64, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf64>, partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_57
  //%   args:
  //%     - ptr: i1[2,8]
  //%       in: 1*2 0 1 0*2 1 0 1 0 1 0 1 0 1 0
  //%     - ptr: f64[2,8]
  //%       in: 0xbff0000000000001 0x8000000000000001 0x7feffffffffffffe 0xffdfffffffffffff 0x400fffffffffffff 0x0000000000000001 0x0000000000000002 0x8000000000000002 0x0000000000000000 0xffeffffffffffffe 0xffefffffffffffff 0x4000000000000000 0xfff0000000000000 0xbfefffffffffffff 0x1d2e18b6c7541e4c 0x2b29b2b0f1f91f40
  //%     - ptr: f64[2,8]
  //%       in: 0xe5829c36bbc0e154 0x7ff0000000000000 0xffdfffffffffffff 0x1d2e18b6c7541e4c 0x727008111000def1 0x400fffffffffffff 0xbff0000000000001 0x8010000000000001 0xbff0000000000001 0xbff8000000000000 0xd5961b7651219f89 0xffeffffffffffffe 0x7fefffffffffffff 0x7feffffffffffffe 0x4000000000000000 0x0000000000000000
  //%     - ptr: f64[2,8]
  //%       out: 0xbff0000000000001 0x8000000000000001 0xffdfffffffffffff*2 0x727008111000def1 0x400fffffffffffff 0x0000000000000002 0x8010000000000001 0x0000000000000000 0xbff8000000000000 0xffefffffffffffff 0xffeffffffffffffe 0xfff0000000000000 0x7feffffffffffffe 0x1d2e18b6c7541e4c 0x0000000000000000
  entry @select_58(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<f64>>, %memory.c: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xi1, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xi1, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xi1, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf64, strides=[2,2,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf64>, token
    %memory.c.tensor = make_tensor_view %memory.c, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf64, strides=[2,2,1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>
    %c, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf64>, token
    %r = select %a, %b, %c : tile<4x1x2xi1>, tile<4x1x2xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf64, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf64>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_58
  //%   args:
  //%     - ptr: i1[4,1,2]
  //%       in: 0 1*2 0*5
  //%     - ptr: f64[4,1,2]
  //%       in: 0x8010000000000001 0x8000000000000001 0x7fefffffffffffff 0xbff7ffffffffffff 0x727008111000def1 0x8000000000000002 0x400fffffffffffff 0x3fefffffffffffff
  //%     - ptr: f64[4,1,2]
  //%       in: 0x0000000000000000 0xa283951946f2fa9d*2 0x7ff8000000000000 0xfff8000000000000 0x8010000000000001 0x8000000000000000 0xbff7ffffffffffff
  //%     - ptr: f64[4,1,2]
  //%       out: 0x0000000000000000 0x8000000000000001 0x7fefffffffffffff 0x7ff8000000000000 0xfff8000000000000 0x8010000000000001 0x8000000000000000 0xbff7ffffffffffff
  entry @select_59(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<f64>>, %memory.c: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xi1, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi1, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi1, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf64>, token
    %memory.c.tensor = make_tensor_view %memory.c, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>
    %c, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf64>, token
    %r = select %a, %b, %c : tile<2x1x2x4xi1>, tile<2x1x2x4xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf64>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_59
  //%   args:
  //%     - ptr: i1[2,1,2,4]
  //%       in: 0*6 1*2 0*2 1 0 1*2 0*2
  //%     - ptr: f64[2,1,2,4]
  //%       in: 0x7feffffffffffffe 0xbff7ffffffffffff 0xc00fffffffffffff*2 0x79fcfa1a0a160e04 0x0000000000000000 0xd5961b7651219f89 0x7ff0000000000000 0x3ff0000000000001 0xc330000000000000 0x2b29b2b0f1f91f40 0x800fffffffffffff 0x8000000000000001 0x7feffffffffffffe 0xbff0000000000000 0x7fefffffffffffff
  //%     - ptr: f64[2,1,2,4]
  //%       in: 0x0000000000000000 0x8000000000000001 0x800fffffffffffff 0x400fffffffffffff 0xfff0000000000000 0x000fffffffffffff 0x8000000000000000 0xa283951946f2fa9d 0xc000000000000000 0x1d2e18b6c7541e4c 0x3fefffffffffffff 0x2b29b2b0f1f91f40 0xbff7ffffffffffff 0x7ff0000000000000 0x0010000000000000 0x7fefffffffffffff
  //%     - ptr: f64[2,1,2,4]
  //%       out: 0x0000000000000000 0x8000000000000001 0x800fffffffffffff 0x400fffffffffffff 0xfff0000000000000 0x000fffffffffffff 0xd5961b7651219f89 0x7ff0000000000000 0xc000000000000000 0x1d2e18b6c7541e4c 0x2b29b2b0f1f91f40*2 0x8000000000000001 0x7feffffffffffffe 0x0010000000000000 0x7fefffffffffffff
  entry @select_60(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<tf32>>, %memory.c: tile<ptr<tf32>>, %memory.r: tile<ptr<tf32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xi1, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xi1, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xi1, strides=[1]>>, tile<i32> -> tile<64xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [64], strides = [1] : tensor_view<64xtf32, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(64), tensor_view<64xtf32, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(64), tensor_view<64xtf32, strides=[1]>>, tile<i32> -> tile<64xtf32>, token
    %memory.c.tensor = make_tensor_view %memory.c, shape = [64], strides = [1] : tensor_view<64xtf32, strides=[1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(64), tensor_view<64xtf32, strides=[1]>>
    %c, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero] : partition_view<tile=(64), tensor_view<64xtf32, strides=[1]>>, tile<i32> -> tile<64xtf32>, token
    %r = select %a, %b, %c : tile<64xi1>, tile<64xtf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xtf32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xtf32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xtf32>, partition_view<tile=(64), tensor_view<64xtf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_60
  //%   args:
  //%     - ptr: i1[64]
  //%       in: 0*2 1 0*3 1 0*4 1 0 1 0*2 1 0*2 1 0*3 1*2 0*4 1*3 0*4 1*2 0 1*2 0 1 0 1 0*4 1 0*2 1 0*5 1 0*4 1
  //%     - ptr: tf32[64]
  //%       in: 0x3fbfe000 0x807fe000 0xff800000 0x7f7fe000 0xffc00000 0xbfbfe000 0xbf7fe000 0x5f984000 0x80002000 0xff7fc000 0x7effe000 0x3f802000 0x40e44000 0x7effe000 0x1235e000 0x00004000 0xc4800000 0x3fc00000 0x1bbf2000 0x00802000 0xbf802000 0xbbfd6000 0x80000000 0x807fe000 0x44800000 0xbfc00000 0xf284a000 0xbf7fe000 0x407fe000 0x007fe000 0x7f7fc000 0xbf7fe000 0xfeffe000 0x40000000 0x7fc00000 0xff7fe000 0x40000000 0xbfbfe000 0x80800000 0x407fe000 0x40e44000 0x00004000 0xff7fc000 0xff7fe000*2 0x3f7fe000 0x803ca000 0x00002000 0xbf800000 0x1bbf2000 0x3f800000 0x00002000 0x7f7fe000 0xc07fe000 0x00000000 0x00800000 0x7fc00000 0x80802000 0x7f800000 0xbf800000 0x4ddb4000 0x80004000 0xc0000000*2
  //%     - ptr: tf32[64]
  //%       in: 0x3fc00000 0x00002000 0x80802000 0x407fe000 0x80000000 0xc4800000 0xc0000000 0x40e44000 0xbfbfe000 0x7fc00000 0x80802000 0x3f802000 0xbf800000 0x3fc00000 0x3fbfe000 0x3fc00000 0xbbfd6000 0x80800000 0x80004000 0xffc00000 0xbf802000 0x3f802000 0x007fe000 0x00002000*2 0x3f800000 0x80000000 0x803ca000 0x7effe000 0x3f7fe000 0x807fe000 0xbfbfe000 0x80802000 0x7f7fe000 0xbfc00000 0x1235e000 0x00800000 0xc07fe000 0xbf7fe000 0x40000000 0xbf802000 0x803ca000 0xff7fe000 0x00000000 0x00802000 0x807fe000 0x5f984000 0x00800000 0xc4800000 0xff800000 0x80002000 0xbf7fe000 0xf284a000 0x7f7fc000 0x00802000 0x4ddb4000 0xfeffe000 0x40e44000 0xff7fc000 0x00004000 0x7f800000 0x44800000 0xc4800000 0x1bbf2000
  //%     - ptr: tf32[64]
  //%       out: 0x3fc00000 0x00002000 0xff800000 0x407fe000 0x80000000 0xc4800000 0xbf7fe000 0x40e44000 0xbfbfe000 0x7fc00000 0x80802000 0x3f802000 0xbf800000 0x7effe000 0x3fbfe000 0x3fc00000 0xc4800000 0x80800000 0x80004000 0x00802000 0xbf802000 0x3f802000 0x007fe000 0x807fe000 0x44800000 0x3f800000 0x80000000 0x803ca000 0x7effe000 0x007fe000 0x7f7fc000 0xbf7fe000 0x80802000 0x7f7fe000 0xbfc00000 0x1235e000 0x40000000 0xbfbfe000 0xbf7fe000 0x407fe000 0x40e44000 0x803ca000 0xff7fc000 0x00000000 0xff7fe000 0x807fe000 0x5f984000 0x00800000 0xc4800000 0x1bbf2000 0x80002000 0xbf7fe000 0x7f7fe000 0x7f7fc000 0x00802000 0x4ddb4000 0xfeffe000 0x40e44000 0x7f800000 0x00004000 0x7f800000 0x44800000 0xc4800000 0xc0000000
  entry @select_61(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<tf32>>, %memory.c: tile<ptr<tf32>>, %memory.r: tile<ptr<tf32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<i1>> -> tile<i1>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<tf32>> -> tile<tf32>, token
    %c, %memory.c.loaded = load_ptr_tko weak %memory.c : tile<ptr<tf32>> -> tile<tf32>, token
    %r = select %a, %b, %c : tile<i1>, tile<tf32>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<tf32>>, tile<tf32> -> token
    return
  }
  //% - entry: select_61
  //%   args:
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: tf32[]
  //%       in: 0x44800000
  //%     - ptr: tf32[]
  //%       in: 0xc0000000
  //%     - ptr: tf32[]
  //%       out: 0xc0000000
  //% - entry: select_61
  //%   args:
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: tf32[]
  //%       in: 0x1bbf2000
  //%     - ptr: tf32[]
  //%       in: 0x5f984000
  //%     - ptr: tf32[]
  //%       out: 0x1bbf2000
  //% - entry: select_61
  //%   args:
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: tf32[]
  //%       in: 0x00800000
  //%     - ptr: tf32[]
  //%       in: 0x407fe000
  //%     - ptr: tf32[]
  //%       out: 0x407fe000
  entry @select_62(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<tf32>>, %memory.c: tile<ptr<tf32>>, %memory.r: tile<ptr<tf32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xi1, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xi1, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xi1, strides=[1]>>, tile<i32> -> tile<1xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [1], strides = [1] : tensor_view<1xtf32, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(1), tensor_view<1xtf32, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(1), tensor_view<1xtf32, strides=[1]>>, tile<i32> -> tile<1xtf32>, token
    %memory.c.tensor = make_tensor_view %memory.c, shape = [1], strides = [1] : tensor_view<1xtf32, strides=[1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(1), tensor_view<1xtf32, strides=[1]>>
    %c, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero] : partition_view<tile=(1), tensor_view<1xtf32, strides=[1]>>, tile<i32> -> tile<1xtf32>, token
    %r = select %a, %b, %c : tile<1xi1>, tile<1xtf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xtf32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xtf32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xtf32>, partition_view<tile=(1), tensor_view<1xtf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_62
  //%   args:
  //%     - ptr: i1[1]
  //%       in: 1
  //%     - ptr: tf32[1]
  //%       in: 0x40e44000
  //%     - ptr: tf32[1]
  //%       in: 0x3fc00000
  //%     - ptr: tf32[1]
  //%       out: 0x40e44000
  entry @select_63(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<tf32>>, %memory.c: tile<ptr<tf32>>, %memory.r: tile<ptr<tf32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xi1, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xi1, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xi1, strides=[8,1]>>, tile<i32> -> tile<2x8xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xtf32, strides=[8,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x8), tensor_view<2x8xtf32, strides=[8,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xtf32, strides=[8,1]>>, tile<i32> -> tile<2x8xtf32>, token
    %memory.c.tensor = make_tensor_view %memory.c, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xtf32, strides=[8,1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(2x8), tensor_view<2x8xtf32, strides=[8,1]>>
    %c, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xtf32, strides=[8,1]>>, tile<i32> -> tile<2x8xtf32>, token
    %r = select %a, %b, %c : tile<2x8xi1>, tile<2x8xtf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xtf32, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xtf32, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xtf32>, partition_view<tile=(2x8), tensor_view<2x8xtf32, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_63
  //%   args:
  //%     - ptr: i1[2,8]
  //%       in: 0*6 1*2 0*3 1*4 0
  //%     - ptr: tf32[2,8]
  //%       in: 0x80004000 0x7f7fc000 0x3f802000 0xbfbfe000 0x40000000 0xc4800000 0x80802000 0x3fc00000 0x7fc00000 0x00802000 0x807fe000 0x007fe000 0xff7fe000 0x00800000 0x00000000 0xbf802000
  //%     - ptr: tf32[2,8]
  //%       in: 0x4ddb4000 0x7effe000 0x7f800000 0x7f7fc000 0x00802000 0xff7fc000 0x40000000 0x80802000 0x007fe000 0x803ca000 0x7fc00000 0x807fe000 0xc0000000 0x00000000 0x7effe000 0x80002000
  //%     - ptr: tf32[2,8]
  //%       out: 0x4ddb4000 0x7effe000 0x7f800000 0x7f7fc000 0x00802000 0xff7fc000 0x80802000 0x3fc00000 0x007fe000 0x803ca000 0x7fc00000 0x007fe000 0xff7fe000 0x00800000 0x00000000 0x80002000
  entry @select_64(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<tf32>>, %memory.c: tile<ptr<tf32>>, %memory.r: tile<ptr<tf32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xi1, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xi1, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xi1, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xtf32, strides=[2,2,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xtf32, strides=[2,2,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xtf32, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xtf32>, token
    %memory.c.tensor = make_tensor_view %memory.c, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xtf32, strides=[2,2,1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xtf32, strides=[2,2,1]>>
    %c, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xtf32, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xtf32>, token
    %r = select %a, %b, %c : tile<4x1x2xi1>, tile<4x1x2xtf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xtf32, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xtf32, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xtf32>, partition_view<tile=(4x1x2), tensor_view<4x1x2xtf32, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_64
  //%   args:
  //%     - ptr: i1[4,1,2]
  //%       in: 1 0*2 1 0 1 0*2
  //%     - ptr: tf32[4,1,2]
  //%       in: 0xbf802000 0x80004000 0xc4800000 0x1bbf2000 0x7f800000 0x80802000 0x3fc00000 0x44800000
  //%     - ptr: tf32[4,1,2]
  //%       in: 0x803ca000 0x80004000 0x00000000 0xff7fc000 0x7f7fe000 0x80800000 0x80002000 0xff7fe000
  //%     - ptr: tf32[4,1,2]
  //%       out: 0xbf802000 0x80004000 0x00000000 0x1bbf2000 0x7f7fe000 0x80802000 0x80002000 0xff7fe000
  entry @select_65(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<tf32>>, %memory.c: tile<ptr<tf32>>, %memory.r: tile<ptr<tf32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xi1, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi1, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi1, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xtf32, strides=[8,8,4,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xtf32, strides=[8,8,4,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xtf32, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xtf32>, token
    %memory.c.tensor = make_tensor_view %memory.c, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xtf32, strides=[8,8,4,1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xtf32, strides=[8,8,4,1]>>
    %c, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xtf32, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xtf32>, token
    %r = select %a, %b, %c : tile<2x1x2x4xi1>, tile<2x1x2x4xtf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xtf32, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xtf32, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xtf32>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xtf32, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_65
  //%   args:
  //%     - ptr: i1[2,1,2,4]
  //%       in: 0*2 1 0 1 0*9 1 0
  //%     - ptr: tf32[2,1,2,4]
  //%       in: 0xbbfd6000 0xbf7fe000 0xfeffe000 0x00800000 0x3f800000 0x00004000 0x7f7fe000 0x007fe000 0x3fc00000 0xf284a000 0x407fe000 0x40000000 0xff7fc000 0x7effe000 0x807fe000 0xbf800000
  //%     - ptr: tf32[2,1,2,4]
  //%       in: 0x3f7fe000 0xbfbfe000 0xffc00000 0xff7fe000 0xff7fc000 0x00004000 0x7effe000 0xbf802000 0x7f7fc000 0x00002000 0xbbfd6000 0x3fc00000 0x4ddb4000 0x7fc00000 0xbf7fe000 0xff7fe000
  //%     - ptr: tf32[2,1,2,4]
  //%       out: 0x3f7fe000 0xbfbfe000 0xfeffe000 0xff7fe000 0x3f800000 0x00004000 0x7effe000 0xbf802000 0x7f7fc000 0x00002000 0xbbfd6000 0x3fc00000 0x4ddb4000 0x7fc00000 0x807fe000 0xff7fe000
  entry @select_66(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<f8E4M3FN>>, %memory.c: tile<ptr<f8E4M3FN>>, %memory.r: tile<ptr<f8E4M3FN>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xi1, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xi1, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xi1, strides=[1]>>, tile<i32> -> tile<64xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [64], strides = [1] : tensor_view<64xf8E4M3FN, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(64), tensor_view<64xf8E4M3FN, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(64), tensor_view<64xf8E4M3FN, strides=[1]>>, tile<i32> -> tile<64xf8E4M3FN>, token
    %memory.c.tensor = make_tensor_view %memory.c, shape = [64], strides = [1] : tensor_view<64xf8E4M3FN, strides=[1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(64), tensor_view<64xf8E4M3FN, strides=[1]>>
    %c, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero] : partition_view<tile=(64), tensor_view<64xf8E4M3FN, strides=[1]>>, tile<i32> -> tile<64xf8E4M3FN>, token
    %r = select %a, %b, %c : tile<64xi1>, tile<64xf8E4M3FN>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf8E4M3FN, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf8E4M3FN, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf8E4M3FN>, partition_view<tile=(64), tensor_view<64xf8E4M3FN, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_66
  //%   args:
  //%     - ptr: i1[64]
  //%       in: 1 0*2 1 0*3 1 0*3 1 0*2 1 0 1*2 0*2 1 0*3 1*2 0 1 0*2 1 0 1 0 1 0*10 1 0*3 1 0*3 1 0*2 1 0 1 0*2 1 0*2
  //%     - ptr: f8E4M3FN[64]
  //%       in: 0x40 0xbf 0x89 0x02 0xc0 0xf6 0x87 0x7e 0xbc 0x01 0xbf 0x82 0x07 0x50 0x7d 0x08 0x80 0xff 0x50 0xfd 0xee 0x7e 0xb9 0xb8 0x37 0x88 0x7c 0x39 0x02 0x81 0xd0 0xf4 0x76 0x3c 0xfd 0xc0 0x3f 0x00 0xc0 0xb7 0x89 0xff 0x7e 0xfd 0xb8 0xc7 0xb7 0x7c 0x02 0x18 0xb8 0x38 0x7d 0x47 0xf5 0x7e 0x47 0xfe 0x9d 0xb8 0xbc 0x7f 0x80 0x09
  //%     - ptr: f8E4M3FN[64]
  //%       in: 0x89 0xd0 0xbc 0x40 0x01 0x7e 0xb7 0xfd 0x38*2 0xbf 0xff 0xfe 0x7e 0x81 0x3f 0x80 0x7e 0x82 0x47 0x02 0x3c 0xf6 0x08 0x81 0x37 0x38 0xc0 0xfd 0x18 0x00 0x76 0xc0 0xb9 0x18*2 0x7f 0xb8 0x7c 0x9d 0xb8 0xd0 0x88 0x89 0x50 0x07 0xfd 0x76 0x7c 0xc7 0x39 0x89 0x09 0xf5 0xf4 0xbf 0xff 0xee 0x87*2 0x37 0x7d 0xd0 0x80
  //%     - ptr: f8E4M3FN[64]
  //%       out: 0x40 0xd0 0xbc 0x02 0x01 0x7e 0xb7 0x7e 0x38*2 0xbf 0x82 0xfe 0x7e 0x7d 0x3f 0x80 0xff 0x82 0x47 0xee 0x3c 0xf6 0x08 0x37 0x88 0x38 0x39 0xfd 0x18 0xd0 0x76*2 0xb9 0xfd 0x18 0x7f 0xb8 0x7c 0x9d 0xb8 0xd0 0x88 0x89 0x50 0xc7 0xfd 0x76 0x7c 0x18 0x39 0x89 0x09 0x47 0xf4 0xbf 0x47 0xee 0x9d 0x87 0x37 0x7f 0xd0 0x80
  entry @select_67(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<f8E4M3FN>>, %memory.c: tile<ptr<f8E4M3FN>>, %memory.r: tile<ptr<f8E4M3FN>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<i1>> -> tile<i1>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<f8E4M3FN>> -> tile<f8E4M3FN>, token
    %c, %memory.c.loaded = load_ptr_tko weak %memory.c : tile<ptr<f8E4M3FN>> -> tile<f8E4M3FN>, token
    %r = select %a, %b, %c : tile<i1>, tile<f8E4M3FN>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f8E4M3FN>>, tile<f8E4M3FN> -> token
    return
  }
  //% - entry: select_67
  //%   args:
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: f8E4M3FN[]
  //%       in: 0xc7
  //%     - ptr: f8E4M3FN[]
  //%       in: 0x7c
  //%     - ptr: f8E4M3FN[]
  //%       out: 0xc7
  //% - entry: select_67
  //%   args:
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: f8E4M3FN[]
  //%       in: 0xb8
  //%     - ptr: f8E4M3FN[]
  //%       in: 0x89
  //%     - ptr: f8E4M3FN[]
  //%       out: 0xb8
  //% - entry: select_67
  //%   args:
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: f8E4M3FN[]
  //%       in: 0x81
  //%     - ptr: f8E4M3FN[]
  //%       in: 0x38
  //%     - ptr: f8E4M3FN[]
  //%       out: 0x38
  entry @select_68(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<f8E4M3FN>>, %memory.c: tile<ptr<f8E4M3FN>>, %memory.r: tile<ptr<f8E4M3FN>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xi1, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xi1, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xi1, strides=[1]>>, tile<i32> -> tile<1xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [1], strides = [1] : tensor_view<1xf8E4M3FN, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(1), tensor_view<1xf8E4M3FN, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(1), tensor_view<1xf8E4M3FN, strides=[1]>>, tile<i32> -> tile<1xf8E4M3FN>, token
    %memory.c.tensor = make_tensor_view %memory.c, shape = [1], strides = [1] : tensor_view<1xf8E4M3FN, strides=[1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(1), tensor_view<1xf8E4M3FN, strides=[1]>>
    %c, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero] : partition_view<tile=(1), tensor_view<1xf8E4M3FN, strides=[1]>>, tile<i32> -> tile<1xf8E4M3FN>, token
    %r = select %a, %b, %c : tile<1xi1>, tile<1xf8E4M3FN>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf8E4M3FN, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf8E4M3FN, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf8E4M3FN>, partition_view<tile=(1), tensor_view<1xf8E4M3FN, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_68
  //%   args:
  //%     - ptr: i1[1]
  //%       in: 1
  //%     - ptr: f8E4M3FN[1]
  //%       in: 0x7d
  //%     - ptr: f8E4M3FN[1]
  //%       in: 0x38
  //%     - ptr: f8E4M3FN[1]
  //%       out: 0x7d
  entry @select_69(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<f8E4M3FN>>, %memory.c: tile<ptr<f8E4M3FN>>, %memory.r: tile<ptr<f8E4M3FN>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xi1, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xi1, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xi1, strides=[8,1]>>, tile<i32> -> tile<2x8xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf8E4M3FN, strides=[8,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x8), tensor_view<2x8xf8E4M3FN, strides=[8,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf8E4M3FN, strides=[8,1]>>, tile<i32> -> tile<2x8xf8E4M3FN>, token
    %memory.c.tensor = make_tensor_view %memory.c, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf8E4M3FN, strides=[8,1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(2x8), tensor_view<2x8xf8E4M3FN, strides=[8,1]>>
    %c, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf8E4M3FN, strides=[8,1]>>, tile<i32> -> tile<2x8xf8E4M3FN>, token
    %r = select %a, %b, %c : tile<2x8xi1>, tile<2x8xf8E4M3FN>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf8E4M3FN, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf8E4M3FN, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf8E4M3FN>, partition_view<tile=(2x8), tensor_view<2x8xf8E4M3FN, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_69
  //%   args:
  //%     - ptr: i1[2,8]
  //%       in: 1 0 1 0 1 0*3 1*2 0*4 1 0
  //%     - ptr: f8E4M3FN[2,8]
  //%       in: 0x08 0x7c 0x07 0x88 0xd0 0x47 0x76 0x02 0x7c 0xff 0x7e 0x47 0xbf 0x87 0x7f 0x88
  //%     - ptr: f8E4M3FN[2,8]
  //%       in: 0x87 0x47 0x09 0xfd 0x01 0x40 0x7e 0xfe 0x7e 0xf4 0x18 0x3c 0xb8 0xff 0x01 0xb9
  //%     - ptr: f8E4M3FN[2,8]
  //%       out: 0x08 0x47 0x07 0xfd 0xd0 0x40 0x7e 0xfe 0x7c 0xff 0x18 0x3c 0xb8 0xff 0x7f 0xb9
  entry @select_70(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<f8E4M3FN>>, %memory.c: tile<ptr<f8E4M3FN>>, %memory.r: tile<ptr<f8E4M3FN>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xi1, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xi1, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xi1, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf8E4M3FN, strides=[2,2,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf8E4M3FN, strides=[2,2,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf8E4M3FN, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf8E4M3FN>, token
    %memory.c.tensor = make_tensor_view %memory.c, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf8E4M3FN, strides=[2,2,1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf8E4M3FN, strides=[2,2,1]>>
    %c, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf8E4M3FN, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf8E4M3FN>, token
    %r = select %a, %b, %c : tile<4x1x2xi1>, tile<4x1x2xf8E4M3FN>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf8E4M3FN, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf8E4M3FN, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf8E4M3FN>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf8E4M3FN, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_70
  //%   args:
  //%     - ptr: i1[4,1,2]
  //%       in: 0*4 1 0*3
  //%     - ptr: f8E4M3FN[4,1,2]
  //%       in: 0x09 0x87 0xb7 0x02 0x3f 0x37 0x7c 0x39
  //%     - ptr: f8E4M3FN[4,1,2]
  //%       in: 0x7d 0x81 0xd0 0x09 0xb8 0xb9 0x18 0x7f
  //%     - ptr: f8E4M3FN[4,1,2]
  //%       out: 0x7d 0x81 0xd0 0x09 0x3f 0xb9 0x18 0x7f
  entry @select_71(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<f8E4M3FN>>, %memory.c: tile<ptr<f8E4M3FN>>, %memory.r: tile<ptr<f8E4M3FN>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xi1, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi1, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi1, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf8E4M3FN, strides=[8,8,4,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf8E4M3FN, strides=[8,8,4,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf8E4M3FN, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf8E4M3FN>, token
    %memory.c.tensor = make_tensor_view %memory.c, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf8E4M3FN, strides=[8,8,4,1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf8E4M3FN, strides=[8,8,4,1]>>
    %c, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf8E4M3FN, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf8E4M3FN>, token
    %r = select %a, %b, %c : tile<2x1x2x4xi1>, tile<2x1x2x4xf8E4M3FN>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf8E4M3FN, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf8E4M3FN, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf8E4M3FN>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf8E4M3FN, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_71
  //%   args:
  //%     - ptr: i1[2,1,2,4]
  //%       in: 0*4 1*2 0*3 1 0*3 1 0*2
  //%     - ptr: f8E4M3FN[2,1,2,4]
  //%       in: 0x89 0xf5 0x9d 0x7e 0xc7 0x7e 0x47 0xf5 0xb7 0xee 0x7f 0x08 0xfe 0x7d 0xff 0xf4
  //%     - ptr: f8E4M3FN[2,1,2,4]
  //%       in: 0x7e 0x88 0x7d 0xb8 0x80 0x7e 0x18 0x40 0x08 0x09 0x47 0x40 0x7f 0x81 0x3c 0x37
  //%     - ptr: f8E4M3FN[2,1,2,4]
  //%       out: 0x7e 0x88 0x7d 0xb8 0xc7 0x7e 0x18 0x40 0x08 0xee 0x47 0x40 0x7f 0x7d 0x3c 0x37
  entry @select_72(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<f8E5M2>>, %memory.c: tile<ptr<f8E5M2>>, %memory.r: tile<ptr<f8E5M2>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xi1, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xi1, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xi1, strides=[1]>>, tile<i32> -> tile<64xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [64], strides = [1] : tensor_view<64xf8E5M2, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(64), tensor_view<64xf8E5M2, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(64), tensor_view<64xf8E5M2, strides=[1]>>, tile<i32> -> tile<64xf8E5M2>, token
    %memory.c.tensor = make_tensor_view %memory.c, shape = [64], strides = [1] : tensor_view<64xf8E5M2, strides=[1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(64), tensor_view<64xf8E5M2, strides=[1]>>
    %c, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero] : partition_view<tile=(64), tensor_view<64xf8E5M2, strides=[1]>>, tile<i32> -> tile<64xf8E5M2>, token
    %r = select %a, %b, %c : tile<64xi1>, tile<64xf8E5M2>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf8E5M2, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf8E5M2, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf8E5M2>, partition_view<tile=(64), tensor_view<64xf8E5M2, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_72
  //%   args:
  //%     - ptr: i1[64]
  //%       in: 0 1 0*3 1 0*5 1*2 0*2 1 0*5 1 0*3 1 0 1 0 1 0 1*2 0*3 1*3 0 1 0 1 0 1 0*5 1 0 1 0 1 0 1 0*2 1 0*4
  //%     - ptr: f8E5M2[64]
  //%       in: 0x03 0x05 0x3c 0x0b*2 0x83 0x7b 0x04 0xbb 0x01 0x80 0xbe 0x3d 0x7c 0x02 0xbe 0x7a 0xfe 0x77 0xc0*2 0xfa 0x9d 0x00 0x82 0xbd 0xfc 0x23 0x84*2 0xbb 0xfe 0x8f 0xa7 0x43 0x3e 0xc3 0xbe 0x44 0x3b 0xc0 0x85 0x7e 0xfb 0xbb 0xc4 0x43 0xfe 0x3e 0x81 0x02 0x85 0xfc 0xc7 0x51 0xbc 0xfb 0x7b 0xf7 0x04 0x8f 0x40 0x23 0x7e
  //%     - ptr: f8E5M2[64]
  //%       in: 0x3e 0x8f 0x7b 0x81 0xbb 0x82 0xc7 0xfa 0x9d 0x51 0x80 0x04 0x9d 0x0b 0x40 0xc0 0xf7 0x05 0x43 0xfa 0x0b 0x83 0x82 0x01 0xfc 0x84 0x3e 0x00 0xbd 0xfe 0xfb 0xc4 0x05 0x01 0x04 0xfb 0xbc 0x23 0x85 0x43 0xc0 0xc3 0x02 0x82 0xbb 0x03 0xfa 0x77 0x7e 0xbb*2 0x02 0x3b 0xc3 0x8f 0xbe 0x05 0x3c 0x3d 0x7c 0x84 0x7a 0xa7 0x44
  //%     - ptr: f8E5M2[64]
  //%       out: 0x3e 0x05 0x7b 0x81 0xbb 0x83 0xc7 0xfa 0x9d 0x51 0x80 0xbe 0x3d 0x0b 0x40 0xbe 0xf7 0x05 0x43 0xfa 0x0b 0xfa 0x82 0x01 0xfc 0xbd 0x3e 0x23 0xbd 0x84 0xfb 0xfe 0x8f 0x01 0x04 0xfb 0xc3 0xbe 0x44 0x43 0xc0 0xc3 0x7e 0x82 0xbb 0x03 0xfa 0x77 0x7e 0xbb 0x02*2 0xfc 0xc3 0x51 0xbe 0xfb 0x3c 0x3d 0x04 0x84 0x7a 0xa7 0x44
  entry @select_73(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<f8E5M2>>, %memory.c: tile<ptr<f8E5M2>>, %memory.r: tile<ptr<f8E5M2>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<i1>> -> tile<i1>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<f8E5M2>> -> tile<f8E5M2>, token
    %c, %memory.c.loaded = load_ptr_tko weak %memory.c : tile<ptr<f8E5M2>> -> tile<f8E5M2>, token
    %r = select %a, %b, %c : tile<i1>, tile<f8E5M2>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f8E5M2>>, tile<f8E5M2> -> token
    return
  }
  //% - entry: select_73
  //%   args:
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: f8E5M2[]
  //%       in: 0x05
  //%     - ptr: f8E5M2[]
  //%       in: 0x04
  //%     - ptr: f8E5M2[]
  //%       out: 0x05
  //% - entry: select_73
  //%   args:
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: f8E5M2[]
  //%       in: 0x3d
  //%     - ptr: f8E5M2[]
  //%       in: 0x51
  //%     - ptr: f8E5M2[]
  //%       out: 0x3d
  //% - entry: select_73
  //%   args:
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: f8E5M2[]
  //%       in: 0x8f
  //%     - ptr: f8E5M2[]
  //%       in: 0x8f
  //%     - ptr: f8E5M2[]
  //%       out: 0x8f
  entry @select_74(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<f8E5M2>>, %memory.c: tile<ptr<f8E5M2>>, %memory.r: tile<ptr<f8E5M2>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xi1, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xi1, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xi1, strides=[1]>>, tile<i32> -> tile<1xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [1], strides = [1] : tensor_view<1xf8E5M2, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(1), tensor_view<1xf8E5M2, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(1), tensor_view<1xf8E5M2, strides=[1]>>, tile<i32> -> tile<1xf8E5M2>, token
    %memory.c.tensor = make_tensor_view %memory.c, shape = [1], strides = [1] : tensor_view<1xf8E5M2, strides=[1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(1), tensor_view<1xf8E5M2, strides=[1]>>
    %c, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero] : partition_view<tile=(1), tensor_view<1xf8E5M2, strides=[1]>>, tile<i32> -> tile<1xf8E5M2>, token
    %r = select %a, %b, %c : tile<1xi1>, tile<1xf8E5M2>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf8E5M2, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf8E5M2, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf8E5M2>, partition_view<tile=(1), tensor_view<1xf8E5M2, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_74
  //%   args:
  //%     - ptr: i1[1]
  //%       in: 0
  //%     - ptr: f8E5M2[1]
  //%       in: 0x04
  //%     - ptr: f8E5M2[1]
  //%       in: 0x85
  //%     - ptr: f8E5M2[1]
  //%       out: 0x85
  entry @select_75(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<f8E5M2>>, %memory.c: tile<ptr<f8E5M2>>, %memory.r: tile<ptr<f8E5M2>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xi1, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xi1, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xi1, strides=[8,1]>>, tile<i32> -> tile<2x8xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf8E5M2, strides=[8,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x8), tensor_view<2x8xf8E5M2, strides=[8,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf8E5M2, strides=[8,1]>>, tile<i32> -> tile<2x8xf8E5M2>, token
    %memory.c.tensor = make_tensor_view %memory.c, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf8E5M2, strides=[8,1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(2x8), tensor_view<2x8xf8E5M2, strides=[8,1]>>
    %c, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf8E5M2, strides=[8,1]>>, tile<i32> -> tile<2x8xf8E5M2>, token
    %r = select %a, %b, %c : tile<2x8xi1>, tile<2x8xf8E5M2>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf8E5M2, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf8E5M2, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf8E5M2>, partition_view<tile=(2x8), tensor_view<2x8xf8E5M2, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_75
  //%   args:
  //%     - ptr: i1[2,8]
  //%       in: 0*5 1*2 0*3 1*2 0 1 0*2
  //%     - ptr: f8E5M2[2,8]
  //%       in: 0x44 0x85 0x02 0x9d 0xbc 0x7c 0x3b 0x7a 0x3e 0x7b 0xc3 0xbb 0xbd 0x7e 0xbe 0xa7
  //%     - ptr: f8E5M2[2,8]
  //%       in: 0x3c 0x8f 0x00 0x77 0x7e 0xc3 0x03 0x9d 0x7b 0xc4 0x3b 0xbc 0xfc 0x23 0x05 0x9d
  //%     - ptr: f8E5M2[2,8]
  //%       out: 0x3c 0x8f 0x00 0x77 0x7e 0x7c 0x3b 0x9d 0x7b 0xc4 0xc3 0xbb 0xfc 0x7e 0x05 0x9d
  entry @select_76(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<f8E5M2>>, %memory.c: tile<ptr<f8E5M2>>, %memory.r: tile<ptr<f8E5M2>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xi1, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xi1, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xi1, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf8E5M2, strides=[2,2,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf8E5M2, strides=[2,2,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf8E5M2, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf8E5M2>, token
    %memory.c.tensor = make_tensor_view %memory.c, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf8E5M2, strides=[2,2,1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf8E5M2, strides=[2,2,1]>>
    %c, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf8E5M2, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf8E5M2>, token
    %r = select %a, %b, %c : tile<4x1x2xi1>, tile<4x1x2xf8E5M2>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf8E5M2, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf8E5M2, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf8E5M2>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf8E5M2, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_76
  //%   args:
  //%     - ptr: i1[4,1,2]
  //%       in: 1*2 0*5 1
  //%     - ptr: f8E5M2[4,1,2]
  //%       in: 0x3d 0x03 0x84 0xbe 0xc0 0xc7 0x23 0x00
  //%     - ptr: f8E5M2[4,1,2]
  //%       in: 0x7e 0x83 0x44 0x05 0xc0 0x84 0x8f 0xfe
  //%     - ptr: f8E5M2[4,1,2]
  //%       out: 0x3d 0x03 0x44 0x05 0xc0 0x84 0x8f 0x00
  entry @select_77(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<f8E5M2>>, %memory.c: tile<ptr<f8E5M2>>, %memory.r: tile<ptr<f8E5M2>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xi1, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi1, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi1, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf8E5M2, strides=[8,8,4,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf8E5M2, strides=[8,8,4,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf8E5M2, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf8E5M2>, token
    %memory.c.tensor = make_tensor_view %memory.c, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf8E5M2, strides=[8,8,4,1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf8E5M2, strides=[8,8,4,1]>>
    %c, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf8E5M2, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf8E5M2>, token
    %r = select %a, %b, %c : tile<2x1x2x4xi1>, tile<2x1x2x4xf8E5M2>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf8E5M2, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf8E5M2, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf8E5M2>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf8E5M2, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_77
  //%   args:
  //%     - ptr: i1[2,1,2,4]
  //%       in: 1 0*4 1 0*2 1 0 1 0*2 1 0*2
  //%     - ptr: f8E5M2[2,1,2,4]
  //%       in: 0xbb 0x00 0xbb 0xbe*2 0x01 0xbb 0x3b 0xbc 0x81 0x7a 0x8f 0xbb 0x9d 0x3e 0x43
  //%     - ptr: f8E5M2[2,1,2,4]
  //%       in: 0xfb 0xfe 0xc4 0xf7 0x81 0x44 0xbc 0xfa 0x43 0xc3 0x7b 0x7e 0x80 0x7e 0xc0 0x77
  //%     - ptr: f8E5M2[2,1,2,4]
  //%       out: 0xbb 0xfe 0xc4 0xf7 0x81 0x01 0xbc 0xfa 0xbc 0xc3 0x7a 0x7e 0x80 0x9d 0xc0 0x77
  entry @select_78(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<f8E8M0FNU>>, %memory.c: tile<ptr<f8E8M0FNU>>, %memory.r: tile<ptr<f8E8M0FNU>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xi1, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xi1, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xi1, strides=[1]>>, tile<i32> -> tile<64xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [64], strides = [1] : tensor_view<64xf8E8M0FNU, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(64), tensor_view<64xf8E8M0FNU, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(64), tensor_view<64xf8E8M0FNU, strides=[1]>>, tile<i32> -> tile<64xf8E8M0FNU>, token
    %memory.c.tensor = make_tensor_view %memory.c, shape = [64], strides = [1] : tensor_view<64xf8E8M0FNU, strides=[1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(64), tensor_view<64xf8E8M0FNU, strides=[1]>>
    %c, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero] : partition_view<tile=(64), tensor_view<64xf8E8M0FNU, strides=[1]>>, tile<i32> -> tile<64xf8E8M0FNU>, token
    %r = select %a, %b, %c : tile<64xi1>, tile<64xf8E8M0FNU>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf8E8M0FNU, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf8E8M0FNU, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf8E8M0FNU>, partition_view<tile=(64), tensor_view<64xf8E8M0FNU, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_78
  //%   args:
  //%     - ptr: i1[64]
  //%       in: 1 0 1 0 1 0 1 0*2 1*2 0*2 1*2 0*6 1 0 1 0*2 1 0*2 1 0*2 1*2 0*5 1 0*4 1 0*8 1 0 1*2 0 1*2 0 1 0*2
  //%     - ptr: f8E8M0FNU[64]
  //%       in: 0x57 0x01 0xff 0xf6 0x0d 0xe9 0xf6 0x01 0xff 0x57*2 0xe9 0x7b 0xe9 0x79 0x02 0x7f 0xf6 0x80 0x00 0xe9 0x57*2 0x02 0xfd 0xf6 0x7f 0x50 0xfe 0xf6 0x7b 0x80 0xff 0x00 0x0d 0xfe 0xfd 0x79 0xf6 0x7b 0x02*2 0xf6 0xfd 0x79 0x70 0x02 0x0d 0xe9 0xfd 0xf6 0x02*2 0x79 0x0d 0x7f 0x7e 0x57 0x70 0x02 0x70 0x0d 0x57 0xe9
  //%     - ptr: f8E8M0FNU[64]
  //%       in: 0xff 0x57 0xfd 0x7b 0xe9 0xfd 0xfe 0x7e 0xfd 0x02 0xe9 0xfe 0xf6 0xe9 0xfe 0x01 0x00 0x7f 0x0d 0xff 0x7f 0x70 0x79 0x7f 0x50 0x80 0x79 0x02 0x00*2 0x79 0xfd 0xff 0x79 0x50 0x80 0xff 0x0d 0x7f 0xe9 0x50 0x00 0xe9 0x80 0x79 0xfd 0x7b 0x57 0x70 0xe9 0x02 0x57 0x00 0x7e 0x79 0x02 0x00 0x0d 0xe9 0x0d 0x80*2 0x7e 0x70
  //%     - ptr: f8E8M0FNU[64]
  //%       out: 0x57*2 0xff 0x7b 0x0d 0xfd 0xf6 0x7e 0xfd 0x57*2 0xfe 0xf6 0xe9 0x79 0x01 0x00 0x7f 0x0d 0xff 0x7f 0x57 0x79 0x02 0x50 0x80 0x7f 0x02 0x00 0xf6 0x79 0xfd 0xff 0x00 0x50 0x80 0xff 0x0d 0x7f 0x7b 0x50 0x00 0xe9 0x80 0x79 0xfd 0x7b 0x57 0x70 0xe9 0x02 0x57 0x00 0x79*2 0x7f 0x7e 0x0d 0x70 0x02 0x80 0x0d 0x7e 0x70
  entry @select_79(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<f8E8M0FNU>>, %memory.c: tile<ptr<f8E8M0FNU>>, %memory.r: tile<ptr<f8E8M0FNU>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<i1>> -> tile<i1>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<f8E8M0FNU>> -> tile<f8E8M0FNU>, token
    %c, %memory.c.loaded = load_ptr_tko weak %memory.c : tile<ptr<f8E8M0FNU>> -> tile<f8E8M0FNU>, token
    %r = select %a, %b, %c : tile<i1>, tile<f8E8M0FNU>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f8E8M0FNU>>, tile<f8E8M0FNU> -> token
    return
  }
  //% - entry: select_79
  //%   args:
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: f8E8M0FNU[]
  //%       in: 0x7e
  //%     - ptr: f8E8M0FNU[]
  //%       in: 0x70
  //%     - ptr: f8E8M0FNU[]
  //%       out: 0x7e
  //% - entry: select_79
  //%   args:
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: f8E8M0FNU[]
  //%       in: 0xe9
  //%     - ptr: f8E8M0FNU[]
  //%       in: 0x57
  //%     - ptr: f8E8M0FNU[]
  //%       out: 0x57
  //% - entry: select_79
  //%   args:
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: f8E8M0FNU[]
  //%       in: 0x7f
  //%     - ptr: f8E8M0FNU[]
  //%       in: 0x00
  //%     - ptr: f8E8M0FNU[]
  //%       out: 0x7f
  entry @select_80(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<f8E8M0FNU>>, %memory.c: tile<ptr<f8E8M0FNU>>, %memory.r: tile<ptr<f8E8M0FNU>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xi1, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xi1, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xi1, strides=[1]>>, tile<i32> -> tile<1xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [1], strides = [1] : tensor_view<1xf8E8M0FNU, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(1), tensor_view<1xf8E8M0FNU, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(1), tensor_view<1xf8E8M0FNU, strides=[1]>>, tile<i32> -> tile<1xf8E8M0FNU>, token
    %memory.c.tensor = make_tensor_view %memory.c, shape = [1], strides = [1] : tensor_view<1xf8E8M0FNU, strides=[1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(1), tensor_view<1xf8E8M0FNU, strides=[1]>>
    %c, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero] : partition_view<tile=(1), tensor_view<1xf8E8M0FNU, strides=[1]>>, tile<i32> -> tile<1xf8E8M0FNU>, token
    %r = select %a, %b, %c : tile<1xi1>, tile<1xf8E8M0FNU>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf8E8M0FNU, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf8E8M0FNU, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf8E8M0FNU>, partition_view<tile=(1), tensor_view<1xf8E8M0FNU, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_80
  //%   args:
  //%     - ptr: i1[1]
  //%       in: 1
  //%     - ptr: f8E8M0FNU[1]
  //%       in: 0x7b
  //%     - ptr: f8E8M0FNU[1]
  //%       in: 0xff
  //%     - ptr: f8E8M0FNU[1]
  //%       out: 0x7b
  entry @select_81(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<f8E8M0FNU>>, %memory.c: tile<ptr<f8E8M0FNU>>, %memory.r: tile<ptr<f8E8M0FNU>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xi1, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xi1, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xi1, strides=[8,1]>>, tile<i32> -> tile<2x8xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf8E8M0FNU, strides=[8,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x8), tensor_view<2x8xf8E8M0FNU, strides=[8,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf8E8M0FNU, strides=[8,1]>>, tile<i32> -> tile<2x8xf8E8M0FNU>, token
    %memory.c.tensor = make_tensor_view %memory.c, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf8E8M0FNU, strides=[8,1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(2x8), tensor_view<2x8xf8E8M0FNU, strides=[8,1]>>
    %c, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf8E8M0FNU, strides=[8,1]>>, tile<i32> -> tile<2x8xf8E8M0FNU>, token
    %r = select %a, %b, %c : tile<2x8xi1>, tile<2x8xf8E8M0FNU>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf8E8M0FNU, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf8E8M0FNU, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf8E8M0FNU>, partition_view<tile=(2x8), tensor_view<2x8xf8E8M0FNU, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_81
  //%   args:
  //%     - ptr: i1[2,8]
  //%       in: 1*2 0*4 1 0*3 1 0*3 1*2
  //%     - ptr: f8E8M0FNU[2,8]
  //%       in: 0x00*2 0x57 0xe9 0xff 0x79 0xff 0xe9 0x7e 0xfe 0x0d 0x50 0x02 0x01 0xe9 0x7f
  //%     - ptr: f8E8M0FNU[2,8]
  //%       in: 0x57 0x01 0xe9 0xfd 0x79 0xfd 0x01 0x57 0x50 0x7e 0x7b 0x57 0xf6 0x00 0xfe 0x57
  //%     - ptr: f8E8M0FNU[2,8]
  //%       out: 0x00*2 0xe9 0xfd 0x79 0xfd 0xff 0x57 0x50 0x7e 0x0d 0x57 0xf6 0x00 0xe9 0x7f
  entry @select_82(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<f8E8M0FNU>>, %memory.c: tile<ptr<f8E8M0FNU>>, %memory.r: tile<ptr<f8E8M0FNU>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xi1, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xi1, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xi1, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf8E8M0FNU, strides=[2,2,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf8E8M0FNU, strides=[2,2,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf8E8M0FNU, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf8E8M0FNU>, token
    %memory.c.tensor = make_tensor_view %memory.c, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf8E8M0FNU, strides=[2,2,1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf8E8M0FNU, strides=[2,2,1]>>
    %c, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf8E8M0FNU, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf8E8M0FNU>, token
    %r = select %a, %b, %c : tile<4x1x2xi1>, tile<4x1x2xf8E8M0FNU>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf8E8M0FNU, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf8E8M0FNU, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf8E8M0FNU>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf8E8M0FNU, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_82
  //%   args:
  //%     - ptr: i1[4,1,2]
  //%       in: 0*2 1 0 1 0 1*2
  //%     - ptr: f8E8M0FNU[4,1,2]
  //%       in: 0x02 0x7b 0x57 0x0d 0xfd 0xfe 0x7b 0x79
  //%     - ptr: f8E8M0FNU[4,1,2]
  //%       in: 0x7b*2 0xf6 0x01 0x02 0xff 0x79 0x7e
  //%     - ptr: f8E8M0FNU[4,1,2]
  //%       out: 0x7b*2 0x57 0x01 0xfd 0xff 0x7b 0x79
  entry @select_83(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<f8E8M0FNU>>, %memory.c: tile<ptr<f8E8M0FNU>>, %memory.r: tile<ptr<f8E8M0FNU>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xi1, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi1, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi1, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf8E8M0FNU, strides=[8,8,4,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf8E8M0FNU, strides=[8,8,4,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf8E8M0FNU, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf8E8M0FNU>, token
    %memory.c.tensor = make_tensor_view %memory.c, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf8E8M0FNU, strides=[8,8,4,1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf8E8M0FNU, strides=[8,8,4,1]>>
    %c, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf8E8M0FNU, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf8E8M0FNU>, token
    %r = select %a, %b, %c : tile<2x1x2x4xi1>, tile<2x1x2x4xf8E8M0FNU>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf8E8M0FNU, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf8E8M0FNU, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf8E8M0FNU>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf8E8M0FNU, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_83
  //%   args:
  //%     - ptr: i1[2,1,2,4]
  //%       in: 0*4 1 0*3 1*3 0*4 1
  //%     - ptr: f8E8M0FNU[2,1,2,4]
  //%       in: 0x7b 0x0d 0x7f 0xfd 0x00 0x79 0x0d 0xfd 0xfe 0x00 0x01 0x7e 0xe9 0x79 0x01 0x70
  //%     - ptr: f8E8M0FNU[2,1,2,4]
  //%       in: 0xfe 0xf6 0xfd 0x00 0x01 0x80 0xe9 0xff 0x70 0x57 0x7b 0x80 0x01 0x80 0xfe 0x7b
  //%     - ptr: f8E8M0FNU[2,1,2,4]
  //%       out: 0xfe 0xf6 0xfd 0x00*2 0x80 0xe9 0xff 0xfe 0x00 0x01 0x80 0x01 0x80 0xfe 0x70
  entry @select_84(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<f8E5M3FNU>>, %memory.c: tile<ptr<f8E5M3FNU>>, %memory.r: tile<ptr<f8E5M3FNU>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xi1, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xi1, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xi1, strides=[1]>>, tile<i32> -> tile<64xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [64], strides = [1] : tensor_view<64xf8E5M3FNU, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(64), tensor_view<64xf8E5M3FNU, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(64), tensor_view<64xf8E5M3FNU, strides=[1]>>, tile<i32> -> tile<64xf8E5M3FNU>, token
    %memory.c.tensor = make_tensor_view %memory.c, shape = [64], strides = [1] : tensor_view<64xf8E5M3FNU, strides=[1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(64), tensor_view<64xf8E5M3FNU, strides=[1]>>
    %c, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero] : partition_view<tile=(64), tensor_view<64xf8E5M3FNU, strides=[1]>>, tile<i32> -> tile<64xf8E5M3FNU>, token
    %r = select %a, %b, %c : tile<64xi1>, tile<64xf8E5M3FNU>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf8E5M3FNU, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf8E5M3FNU, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf8E5M3FNU>, partition_view<tile=(64), tensor_view<64xf8E5M3FNU, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_84
  //%   args:
  //%     - ptr: i1[64]
  //%       in: 1*4 0 1 0 1 0*2 1*2 0*2 1 0 1 0*5 1 0*3 1 0*6 1 0 1*4 0*6 1 0*3 1 0*2 1*3 0 1*2 0 1 0 1*2 0
  //%     - ptr: f8E5M3FNU[64]
  //%       in: 0x00 0xfd 0x76 0x87 0x7f 0x74 0xff 0x7f 0x80 0x79 0xff 0x7c 0x4e 0x79*2 0x02 0x01 0x98 0x87 0xf6 0x98 0xfe 0x07 0xfd 0x00*2 0x08 0x9d 0x78 0x76 0x09 0x1b 0x90 0x76 0x05 0x98 0x09 0x08 0x9d 0x7f 0x87 0x4e 0x1e 0x09 0xf6 0x1e 0x90 0x78 0x02 0x79 0x80 0x98 0x9d 0x87 0x77 0x05 0x90 0x01 0x1e 0x02 0x79 0x4e 0x77 0x74
  //%     - ptr: f8E5M3FNU[64]
  //%       in: 0x80 0x98 0x08 0x98 0x80 0x74 0x02 0x7c 0x1b 0x07 0x78 0x02*2 0xfe 0x09 0x74 0x07 0x7f 0x1b 0x79 0x1e 0x80 0x07 0x00 0x05 0xf6 0x78 0x01 0x74 0x76 0x00 0x05 0x78 0x05 0x4e 0x9d 0x7c 0x78 0x1e*2 0x02 0x76 0x74 0x98 0x87 0x07 0x90 0x77 0xfd*2 0xf6*2 0x77 0xff 0xfe 0x78 0xff 0xfd 0x02 0x9d 0x1e 0x08 0xfe 0xff
  //%     - ptr: f8E5M3FNU[64]
  //%       out: 0x00 0xfd 0x76 0x87 0x80 0x74 0x02 0x7f 0x1b 0x07 0xff 0x7c 0x02 0xfe 0x79 0x74 0x01 0x7f 0x1b 0x79 0x1e 0x80 0x07 0x00 0x05 0xf6 0x08 0x01 0x74 0x76 0x00 0x05 0x78 0x76 0x4e 0x98 0x09 0x08 0x9d 0x1e 0x02 0x76 0x74 0x98 0x87 0x1e 0x90 0x77 0xfd 0x79 0xf6*2 0x9d 0x87 0x77 0x78 0x90 0x01 0x02*2 0x1e 0x4e 0x77 0xff
  entry @select_85(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<f8E5M3FNU>>, %memory.c: tile<ptr<f8E5M3FNU>>, %memory.r: tile<ptr<f8E5M3FNU>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<i1>> -> tile<i1>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<f8E5M3FNU>> -> tile<f8E5M3FNU>, token
    %c, %memory.c.loaded = load_ptr_tko weak %memory.c : tile<ptr<f8E5M3FNU>> -> tile<f8E5M3FNU>, token
    %r = select %a, %b, %c : tile<i1>, tile<f8E5M3FNU>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f8E5M3FNU>>, tile<f8E5M3FNU> -> token
    return
  }
  //% - entry: select_85
  //%   args:
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: f8E5M3FNU[]
  //%       in: 0x7f
  //%     - ptr: f8E5M3FNU[]
  //%       in: 0x00
  //%     - ptr: f8E5M3FNU[]
  //%       out: 0x7f
  //% - entry: select_85
  //%   args:
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: f8E5M3FNU[]
  //%       in: 0x00
  //%     - ptr: f8E5M3FNU[]
  //%       in: 0x98
  //%     - ptr: f8E5M3FNU[]
  //%       out: 0x98
  //% - entry: select_85
  //%   args:
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: f8E5M3FNU[]
  //%       in: 0x05
  //%     - ptr: f8E5M3FNU[]
  //%       in: 0x76
  //%     - ptr: f8E5M3FNU[]
  //%       out: 0x76
  entry @select_86(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<f8E5M3FNU>>, %memory.c: tile<ptr<f8E5M3FNU>>, %memory.r: tile<ptr<f8E5M3FNU>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xi1, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xi1, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xi1, strides=[1]>>, tile<i32> -> tile<1xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [1], strides = [1] : tensor_view<1xf8E5M3FNU, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(1), tensor_view<1xf8E5M3FNU, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(1), tensor_view<1xf8E5M3FNU, strides=[1]>>, tile<i32> -> tile<1xf8E5M3FNU>, token
    %memory.c.tensor = make_tensor_view %memory.c, shape = [1], strides = [1] : tensor_view<1xf8E5M3FNU, strides=[1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(1), tensor_view<1xf8E5M3FNU, strides=[1]>>
    %c, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero] : partition_view<tile=(1), tensor_view<1xf8E5M3FNU, strides=[1]>>, tile<i32> -> tile<1xf8E5M3FNU>, token
    %r = select %a, %b, %c : tile<1xi1>, tile<1xf8E5M3FNU>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf8E5M3FNU, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf8E5M3FNU, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf8E5M3FNU>, partition_view<tile=(1), tensor_view<1xf8E5M3FNU, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_86
  //%   args:
  //%     - ptr: i1[1]
  //%       in: 1
  //%     - ptr: f8E5M3FNU[1]
  //%       in: 0x05
  //%     - ptr: f8E5M3FNU[1]
  //%       in: 0x1b
  //%     - ptr: f8E5M3FNU[1]
  //%       out: 0x05
  entry @select_87(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<f8E5M3FNU>>, %memory.c: tile<ptr<f8E5M3FNU>>, %memory.r: tile<ptr<f8E5M3FNU>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xi1, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xi1, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xi1, strides=[8,1]>>, tile<i32> -> tile<2x8xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf8E5M3FNU, strides=[8,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x8), tensor_view<2x8xf8E5M3FNU, strides=[8,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf8E5M3FNU, strides=[8,1]>>, tile<i32> -> tile<2x8xf8E5M3FNU>, token
    %memory.c.tensor = make_tensor_view %memory.c, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf8E5M3FNU, strides=[8,1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(2x8), tensor_view<2x8xf8E5M3FNU, strides=[8,1]>>
    %c, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf8E5M3FNU, strides=[8,1]>>, tile<i32> -> tile<2x8xf8E5M3FNU>, token
    %r = select %a, %b, %c : tile<2x8xi1>, tile<2x8xf8E5M3FNU>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf8E5M3FNU, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf8E5M3FNU, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf8E5M3FNU>, partition_view<tile=(2x8), tensor_view<2x8xf8E5M3FNU, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_87
  //%   args:
  //%     - ptr: i1[2,8]
  //%       in: 1 0 1 0 1*3 0 1 0 1*2 0*2 1*2
  //%     - ptr: f8E5M3FNU[2,8]
  //%       in: 0x78 0x1e 0x80 0x1b 0x90 0xf6 0xff 0xf6*2 0x74 0x80 0x77 0x1e 0x08 0xfe 0x79
  //%     - ptr: f8E5M3FNU[2,8]
  //%       in: 0x4e 0x02 0x80 0x08 0x07 0x09 0x7f*2 0x98 0xff 0xf6 0x02 0x79 0x01 0x87 0x7c
  //%     - ptr: f8E5M3FNU[2,8]
  //%       out: 0x78 0x02 0x80 0x08 0x90 0xf6 0xff 0x7f 0xf6 0xff 0x80 0x77 0x79 0x01 0xfe 0x79
  entry @select_88(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<f8E5M3FNU>>, %memory.c: tile<ptr<f8E5M3FNU>>, %memory.r: tile<ptr<f8E5M3FNU>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xi1, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xi1, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xi1, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf8E5M3FNU, strides=[2,2,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf8E5M3FNU, strides=[2,2,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf8E5M3FNU, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf8E5M3FNU>, token
    %memory.c.tensor = make_tensor_view %memory.c, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf8E5M3FNU, strides=[2,2,1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf8E5M3FNU, strides=[2,2,1]>>
    %c, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf8E5M3FNU, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf8E5M3FNU>, token
    %r = select %a, %b, %c : tile<4x1x2xi1>, tile<4x1x2xf8E5M3FNU>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf8E5M3FNU, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf8E5M3FNU, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf8E5M3FNU>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf8E5M3FNU, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_88
  //%   args:
  //%     - ptr: i1[4,1,2]
  //%       in: 0*3 1*2 0*2 1
  //%     - ptr: f8E5M3FNU[4,1,2]
  //%       in: 0x9d 0x1e 0x9d 0x87 0xf6 0x74 0x76 0x1b
  //%     - ptr: f8E5M3FNU[4,1,2]
  //%       in: 0xfe 0x05 0x7c 0x79 0xfd 0x00 0x08 0x02
  //%     - ptr: f8E5M3FNU[4,1,2]
  //%       out: 0xfe 0x05 0x7c 0x87 0xf6 0x00 0x08 0x1b
  entry @select_89(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<f8E5M3FNU>>, %memory.c: tile<ptr<f8E5M3FNU>>, %memory.r: tile<ptr<f8E5M3FNU>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xi1, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi1, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi1, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf8E5M3FNU, strides=[8,8,4,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf8E5M3FNU, strides=[8,8,4,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf8E5M3FNU, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf8E5M3FNU>, token
    %memory.c.tensor = make_tensor_view %memory.c, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf8E5M3FNU, strides=[8,8,4,1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf8E5M3FNU, strides=[8,8,4,1]>>
    %c, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf8E5M3FNU, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf8E5M3FNU>, token
    %r = select %a, %b, %c : tile<2x1x2x4xi1>, tile<2x1x2x4xf8E5M3FNU>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf8E5M3FNU, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf8E5M3FNU, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf8E5M3FNU>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf8E5M3FNU, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_89
  //%   args:
  //%     - ptr: i1[2,1,2,4]
  //%       in: 1*2 0 1*4 0 1*2 0*4 1 0
  //%     - ptr: f8E5M3FNU[2,1,2,4]
  //%       in: 0x07 0x80 0x01 0x76 0x00 0x9d 0x08 0x87*2 0x1b 0x09 0x4e 0x74 0x05 0x77 0x1b
  //%     - ptr: f8E5M3FNU[2,1,2,4]
  //%       in: 0xf6 0x7f 0x98 0x9d 0x01 0x74 0x90 0x87 0x1e 0x02*2 0x4e 0x01 0x08 0x98 0x90
  //%     - ptr: f8E5M3FNU[2,1,2,4]
  //%       out: 0x07 0x80 0x98 0x76 0x00 0x9d 0x08 0x87*2 0x1b 0x02 0x4e 0x01 0x08 0x77 0x90
  entry @select_90(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<i64>>, %memory.c: tile<ptr<i64>>, %memory.r: tile<ptr<i64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xi1, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xi1, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xi1, strides=[1]>>, tile<i32> -> tile<64xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [64], strides = [1] : tensor_view<64xi64, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(64), tensor_view<64xi64, strides=[1]>>
    %b.raw, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(64), tensor_view<64xi64, strides=[1]>>, tile<i32> -> tile<64xi64>, token
    %b = int_to_ptr %b.raw : tile<64xi64> -> tile<64xptr<i32>>
    %memory.c.tensor = make_tensor_view %memory.c, shape = [64], strides = [1] : tensor_view<64xi64, strides=[1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(64), tensor_view<64xi64, strides=[1]>>
    %c.raw, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero] : partition_view<tile=(64), tensor_view<64xi64, strides=[1]>>, tile<i32> -> tile<64xi64>, token
    %c = int_to_ptr %c.raw : tile<64xi64> -> tile<64xptr<i32>>
    %r = select %a, %b, %c : tile<64xi1>, tile<64xptr<i32>>
    %r.raw = ptr_to_int %r : tile<64xptr<i32>> -> tile<64xi64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xi64, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xi64, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r.raw, %memory.r.view[%zero] : tile<64xi64>, partition_view<tile=(64), tensor_view<64xi64, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_90
  //%   args:
  //%     - ptr: i1[64]
  //%       in: 0*3 1 0*6 1 0*6 1 0 1 0*4 1 0*2 1*2 0*8 1 0*4 1 0*4 1 0*2 1 0*2 1 0 1*3 0*2 1 0 1*2
  //%     - ptr: i64[64]
  //%       in: 0xfffffffffffffffe 0x0000000000000000 0x7fffffffffffffff 0x0000000000000007 0x0000000000000000 0x0000000000000001 0x36da9c0c99c3ed0c 0x0000000000000007 0x1a1ca3c90fce0674 0x36da9c0c99c3ed0c 0xfa9630c6d164bae2 0x0000000000000000 0x0000000000000001 0x1a1ca3c90fce0674 0x0000000000000001 0x0000000000000003 0xfa9630c6d164bae2 0x8000000000000000 0x02e87ad6280b4c2b 0x36da9c0c99c3ed0c 0xffffffffffffffff 0x1a1ca3c90fce0674 0x94592f7a118a56e5 0x0000000000000000 0xffffffffffffffff 0x0000000000000000 0x063ebdc0967f87e8 0x8000000000000001 0x94592f7a118a56e5*2 0x02e87ad6280b4c2b 0x36da9c0c99c3ed0c 0x0000000000000003 0x0000000000000001 0x0000000000000002 0x94592f7a118a56e5 0x0000000000000002 0x7fffffffffffffff 0x0000000000000064 0x063ebdc0967f87e8 0x0000000000000064 0x7fffffffffffffff*2 0x0000000000000002 0x0000000000000064 0x94592f7a118a56e5 0xfffffffffffffffe 0x063ebdc0967f87e8 0xfffffffffffffffe 0x8000000000000001 0xfffffffffffffffe 0x0000000000000003 0x1a1ca3c90fce0674 0xffffffffffffffff 0x02e87ad6280b4c2b 0x0000000000000003 0x063ebdc0967f87e8*2 0x8000000000000000 0x0000000000000064 0x0000000000000003 0x063ebdc0967f87e8 0x36da9c0c99c3ed0c 0x1a1ca3c90fce0674
  //%     - ptr: i64[64]
  //%       in: 0x8000000000000001 0x0000000000000007 0x0000000000000064*2 0x1a1ca3c90fce0674 0xfa9630c6d164bae2*2 0x063ebdc0967f87e8 0x02e87ad6280b4c2b 0x063ebdc0967f87e8 0x0000000000000007 0xfa9630c6d164bae2 0x0000000000000002 0x0000000000000001*2 0xfa9630c6d164bae2 0x8000000000000000 0x0000000000000001 0xfa9630c6d164bae2 0x36da9c0c99c3ed0c 0x0000000000000001 0xfffffffffffffffe 0x0000000000000003 0x7fffffffffffffff 0xffffffffffffffff 0x0000000000000002 0x8000000000000000 0x1a1ca3c90fce0674 0x8000000000000001 0x0000000000000064 0x02e87ad6280b4c2b 0x8000000000000001 0x0000000000000003 0x94592f7a118a56e5 0x8000000000000001 0x0000000000000007 0x0000000000000064 0xffffffffffffffff 0x94592f7a118a56e5 0x0000000000000002 0x94592f7a118a56e5 0x0000000000000002 0x0000000000000001 0x8000000000000000 0x063ebdc0967f87e8 0x1a1ca3c90fce0674 0xfffffffffffffffe 0x0000000000000007 0x0000000000000000 0x36da9c0c99c3ed0c 0x8000000000000000 0x0000000000000001 0x0000000000000000 0x02e87ad6280b4c2b 0x0000000000000007 0x0000000000000000 0xfffffffffffffffe 0xffffffffffffffff 0x0000000000000007 0x8000000000000001*2 0x1a1ca3c90fce0674 0x8000000000000001 0x02e87ad6280b4c2b
  //%     - ptr: i64[64]
  //%       out: 0x8000000000000001 0x0000000000000007 0x0000000000000064 0x0000000000000007 0x1a1ca3c90fce0674 0xfa9630c6d164bae2*2 0x063ebdc0967f87e8 0x02e87ad6280b4c2b 0x063ebdc0967f87e8 0xfa9630c6d164bae2*2 0x0000000000000002 0x0000000000000001*2 0xfa9630c6d164bae2 0x8000000000000000*2 0xfa9630c6d164bae2 0x36da9c0c99c3ed0c 0x0000000000000001 0xfffffffffffffffe 0x0000000000000003 0x7fffffffffffffff 0xffffffffffffffff 0x0000000000000002 0x8000000000000000 0x8000000000000001 0x94592f7a118a56e5 0x0000000000000064 0x02e87ad6280b4c2b 0x8000000000000001 0x0000000000000003 0x94592f7a118a56e5 0x8000000000000001 0x0000000000000007 0x0000000000000064 0x7fffffffffffffff 0x94592f7a118a56e5 0x0000000000000002 0x94592f7a118a56e5 0x0000000000000002 0x7fffffffffffffff 0x8000000000000000 0x063ebdc0967f87e8 0x1a1ca3c90fce0674 0xfffffffffffffffe 0x063ebdc0967f87e8 0x0000000000000000 0x36da9c0c99c3ed0c 0xfffffffffffffffe 0x0000000000000001 0x0000000000000000 0xffffffffffffffff 0x0000000000000007 0x0000000000000003 0x063ebdc0967f87e8*2 0x0000000000000007 0x8000000000000001 0x0000000000000003 0x1a1ca3c90fce0674 0x36da9c0c99c3ed0c 0x1a1ca3c90fce0674
  entry @select_91(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<i64>>, %memory.c: tile<ptr<i64>>, %memory.r: tile<ptr<i64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<i1>> -> tile<i1>, token
    %b.raw, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<i64>> -> tile<i64>, token
    %b = int_to_ptr %b.raw : tile<i64> -> tile<ptr<i32>>
    %c.raw, %memory.c.loaded = load_ptr_tko weak %memory.c : tile<ptr<i64>> -> tile<i64>, token
    %c = int_to_ptr %c.raw : tile<i64> -> tile<ptr<i32>>
    %r = select %a, %b, %c : tile<i1>, tile<ptr<i32>>
    %r.raw = ptr_to_int %r : tile<ptr<i32>> -> tile<i64>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r.raw : tile<ptr<i64>>, tile<i64> -> token
    return
  }
  //% - entry: select_91
  //%   args:
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: i64[]
  //%       in: 0x1a1ca3c90fce0674
  //%     - ptr: i64[]
  //%       in: 0x0000000000000002
  //%     - ptr: i64[]
  //%       out: 0x0000000000000002
  //% - entry: select_91
  //%   args:
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: i64[]
  //%       in: 0x0000000000000001
  //%     - ptr: i64[]
  //%       in: 0x0000000000000003
  //%     - ptr: i64[]
  //%       out: 0x0000000000000001
  //% - entry: select_91
  //%   args:
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: i64[]
  //%       in: 0x8000000000000000
  //%     - ptr: i64[]
  //%       in: 0x063ebdc0967f87e8
  //%     - ptr: i64[]
  //%       out: 0x063ebdc0967f87e8
  entry @select_92(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<i64>>, %memory.c: tile<ptr<i64>>, %memory.r: tile<ptr<i64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xi1, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xi1, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xi1, strides=[1]>>, tile<i32> -> tile<1xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [1], strides = [1] : tensor_view<1xi64, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(1), tensor_view<1xi64, strides=[1]>>
    %b.raw, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(1), tensor_view<1xi64, strides=[1]>>, tile<i32> -> tile<1xi64>, token
    %b = int_to_ptr %b.raw : tile<1xi64> -> tile<1xptr<i32>>
    %memory.c.tensor = make_tensor_view %memory.c, shape = [1], strides = [1] : tensor_view<1xi64, strides=[1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(1), tensor_view<1xi64, strides=[1]>>
    %c.raw, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero] : partition_view<tile=(1), tensor_view<1xi64, strides=[1]>>, tile<i32> -> tile<1xi64>, token
    %c = int_to_ptr %c.raw : tile<1xi64> -> tile<1xptr<i32>>
    %r = select %a, %b, %c : tile<1xi1>, tile<1xptr<i32>>
    %r.raw = ptr_to_int %r : tile<1xptr<i32>> -> tile<1xi64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xi64, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xi64, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r.raw, %memory.r.view[%zero] : tile<1xi64>, partition_view<tile=(1), tensor_view<1xi64, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_92
  //%   args:
  //%     - ptr: i1[1]
  //%       in: 0
  //%     - ptr: i64[1]
  //%       in: 0x1a1ca3c90fce0674
  //%     - ptr: i64[1]
  //%       in: 0x0000000000000064
  //%     - ptr: i64[1]
  //%       out: 0x0000000000000064
  entry @select_93(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<i64>>, %memory.c: tile<ptr<i64>>, %memory.r: tile<ptr<i64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xi1, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xi1, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xi1, strides=[8,1]>>, tile<i32> -> tile<2x8xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xi64, strides=[8,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x8), tensor_view<2x8xi64, strides=[8,1]>>
    %b.raw, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xi64, strides=[8,1]>>, tile<i32> -> tile<2x8xi64>, token
    %b = int_to_ptr %b.raw : tile<2x8xi64> -> tile<2x8xptr<i32>>
    %memory.c.tensor = make_tensor_view %memory.c, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xi64, strides=[8,1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(2x8), tensor_view<2x8xi64, strides=[8,1]>>
    %c.raw, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xi64, strides=[8,1]>>, tile<i32> -> tile<2x8xi64>, token
    %c = int_to_ptr %c.raw : tile<2x8xi64> -> tile<2x8xptr<i32>>
    %r = select %a, %b, %c : tile<2x8xi1>, tile<2x8xptr<i32>>
    %r.raw = ptr_to_int %r : tile<2x8xptr<i32>> -> tile<2x8xi64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xi64, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xi64, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r.raw, %memory.r.view[%zero, %zero] : tile<2x8xi64>, partition_view<tile=(2x8), tensor_view<2x8xi64, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_93
  //%   args:
  //%     - ptr: i1[2,8]
  //%       in: 0*3 1*2 0*2 1*2 0*4 1*2 0
  //%     - ptr: i64[2,8]
  //%       in: 0x02e87ad6280b4c2b*2 0x1a1ca3c90fce0674 0x8000000000000000 0xffffffffffffffff 0x94592f7a118a56e5 0x0000000000000001 0x0000000000000002 0x02e87ad6280b4c2b 0x0000000000000002 0x36da9c0c99c3ed0c 0x8000000000000000 0x1a1ca3c90fce0674 0xfa9630c6d164bae2 0x02e87ad6280b4c2b 0x7fffffffffffffff
  //%     - ptr: i64[2,8]
  //%       in: 0x36da9c0c99c3ed0c 0x0000000000000064 0x0000000000000000 0x94592f7a118a56e5 0x0000000000000007 0x0000000000000002 0x7fffffffffffffff 0x8000000000000000 0x0000000000000002 0x8000000000000000 0x063ebdc0967f87e8 0xfa9630c6d164bae2 0xfffffffffffffffe 0xffffffffffffffff 0x0000000000000007 0x1a1ca3c90fce0674
  //%     - ptr: i64[2,8]
  //%       out: 0x36da9c0c99c3ed0c 0x0000000000000064 0x0000000000000000 0x8000000000000000 0xffffffffffffffff 0x0000000000000002 0x7fffffffffffffff 0x0000000000000002 0x02e87ad6280b4c2b 0x8000000000000000 0x063ebdc0967f87e8 0xfa9630c6d164bae2 0xfffffffffffffffe 0xfa9630c6d164bae2 0x02e87ad6280b4c2b 0x1a1ca3c90fce0674
  entry @select_94(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<i64>>, %memory.c: tile<ptr<i64>>, %memory.r: tile<ptr<i64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xi1, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xi1, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xi1, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xi64, strides=[2,2,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xi64, strides=[2,2,1]>>
    %b.raw, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xi64, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xi64>, token
    %b = int_to_ptr %b.raw : tile<4x1x2xi64> -> tile<4x1x2xptr<i32>>
    %memory.c.tensor = make_tensor_view %memory.c, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xi64, strides=[2,2,1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xi64, strides=[2,2,1]>>
    %c.raw, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xi64, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xi64>, token
    %c = int_to_ptr %c.raw : tile<4x1x2xi64> -> tile<4x1x2xptr<i32>>
    %r = select %a, %b, %c : tile<4x1x2xi1>, tile<4x1x2xptr<i32>>
    %r.raw = ptr_to_int %r : tile<4x1x2xptr<i32>> -> tile<4x1x2xi64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xi64, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xi64, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r.raw, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xi64>, partition_view<tile=(4x1x2), tensor_view<4x1x2xi64, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_94
  //%   args:
  //%     - ptr: i1[4,1,2]
  //%       in: 1 0*2 1 0*4
  //%     - ptr: i64[4,1,2]
  //%       in: 0x0000000000000064 0x0000000000000002 0x063ebdc0967f87e8 0x8000000000000000 0x94592f7a118a56e5 0x7fffffffffffffff 0x0000000000000007 0x0000000000000002
  //%     - ptr: i64[4,1,2]
  //%       in: 0x0000000000000001 0xffffffffffffffff 0x063ebdc0967f87e8 0x7fffffffffffffff*2 0x0000000000000064 0xffffffffffffffff 0x8000000000000001
  //%     - ptr: i64[4,1,2]
  //%       out: 0x0000000000000064 0xffffffffffffffff 0x063ebdc0967f87e8 0x8000000000000000 0x7fffffffffffffff 0x0000000000000064 0xffffffffffffffff 0x8000000000000001
  entry @select_95(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<i64>>, %memory.c: tile<ptr<i64>>, %memory.r: tile<ptr<i64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xi1, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi1, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi1, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xi64, strides=[8,8,4,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi64, strides=[8,8,4,1]>>
    %b.raw, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi64, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xi64>, token
    %b = int_to_ptr %b.raw : tile<2x1x2x4xi64> -> tile<2x1x2x4xptr<i32>>
    %memory.c.tensor = make_tensor_view %memory.c, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xi64, strides=[8,8,4,1]>
    %memory.c.view = make_partition_view %memory.c.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi64, strides=[8,8,4,1]>>
    %c.raw, %memory.c.loaded = load_view_tko weak %memory.c.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi64, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xi64>, token
    %c = int_to_ptr %c.raw : tile<2x1x2x4xi64> -> tile<2x1x2x4xptr<i32>>
    %r = select %a, %b, %c : tile<2x1x2x4xi1>, tile<2x1x2x4xptr<i32>>
    %r.raw = ptr_to_int %r : tile<2x1x2x4xptr<i32>> -> tile<2x1x2x4xi64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xi64, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi64, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r.raw, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xi64>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi64, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: select_95
  //%   args:
  //%     - ptr: i1[2,1,2,4]
  //%       in: 0*2 1 0*2 1 0*2 1 0 1 0*3 1 0
  //%     - ptr: i64[2,1,2,4]
  //%       in: 0x0000000000000007 0x36da9c0c99c3ed0c 0x063ebdc0967f87e8 0x0000000000000003 0x8000000000000001 0xfffffffffffffffe 0x0000000000000002 0x0000000000000001*2 0x8000000000000000 0x0000000000000002 0x0000000000000001 0x94592f7a118a56e5 0xffffffffffffffff 0x94592f7a118a56e5 0x0000000000000001
  //%     - ptr: i64[2,1,2,4]
  //%       in: 0x063ebdc0967f87e8 0xfffffffffffffffe 0x0000000000000064 0x0000000000000003 0x94592f7a118a56e5 0xffffffffffffffff 0x7fffffffffffffff 0x063ebdc0967f87e8 0x0000000000000000 0x0000000000000007 0x36da9c0c99c3ed0c*2 0x7fffffffffffffff 0x8000000000000000 0x0000000000000002 0x36da9c0c99c3ed0c
  //%     - ptr: i64[2,1,2,4]
  //%       out: 0x063ebdc0967f87e8 0xfffffffffffffffe 0x063ebdc0967f87e8 0x0000000000000003 0x94592f7a118a56e5 0xfffffffffffffffe 0x7fffffffffffffff 0x063ebdc0967f87e8 0x0000000000000001 0x0000000000000007 0x0000000000000002 0x36da9c0c99c3ed0c 0x7fffffffffffffff 0x8000000000000000 0x94592f7a118a56e5 0x36da9c0c99c3ed0c
}
