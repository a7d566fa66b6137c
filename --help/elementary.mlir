// RUN: cuda-tile-run --self-check %s
cuda_tile.module @elementary {
  entry @exp_0(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>, tile<i32> -> tile<64xf16>, token
    %r = exp %a : tile<64xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf16>, partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: exp_0
  //%   args:
  //%     - ptr: f16[64]
  //%       in: 0x0001 0xcb80 0xc200 0x8000 0x3c01 0xc3ff 0xdc60 0x03ff 0xf7ff 0xfbff 0x7a09 0x83ff 0xe400 0xbc01 0x8001 0xfc00 0xfe00 0xb303 0xbbff 0xdc60 0xd2b6 0x1c93 0x0002 0x6400 0x2e66 0x0400 0xbc00 0x3c00 0x5588 0x77ff 0xbdff 0x0000 0x7c00 0x3dff 0xf404 0x470c 0x8401 0x4000 0x88b2 0x8400 0x4d00 0xbe00 0xb800 0x7e00 0x3c01 0x3e00 0xc000 0x1419 0x3bff 0x4200 0x43ff 0xc740 0x0401 0x0001 0x8002 0xfbfe 0x7e00 0xc000 0x7bff 0x6400 0x7bfe 0xbdff 0x3800 0xf404
  //%     - ptr: f16[64]
  //%       out: 0x3c00 0x0005 0x2a5f 0x3c00 0x4171 0x24b3 0x0000 0x3c00 0x0000*2 0x7c00 0x3c00 0x0000 0x35e1 0x3c00 0x0000 nan 0x3a6d 0x35e4 0x0000*2 0x3c05 0x3c00 0x7c00 0x3c6c 0x3c00 0x35e3 0x4170 0x7c00*2 0x3326 0x3c00 0x7c00 0x447a 0x0000 0x647d 0x3c00 0x4764 0x3c00*2 0x7c00 0x3324 0x38da nan 0x4171 0x447b 0x3055 0x3c01 0x416f 0x4d05 0x52d0 0x11d1 0x3c00*3 0x0000 nan 0x3055 0x7c00*3 0x3326 0x3e98 0x0000
  entry @exp_1(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f16>> -> tile<f16>, token
    %r = exp %a : tile<f16>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f16>>, tile<f16> -> token
    return
  }
  //% - entry: exp_1
  //%   args:
  //%     - ptr: f16[]
  //%       in: 0x8401
  //%     - ptr: f16[]
  //%       out: 0x3c00
  //% - entry: exp_1
  //%   args:
  //%     - ptr: f16[]
  //%       in: 0x3bff
  //%     - ptr: f16[]
  //%       out: 0x416f
  //% - entry: exp_1
  //%   args:
  //%     - ptr: f16[]
  //%       in: 0x3e00
  //%     - ptr: f16[]
  //%       out: 0x447b
  entry @exp_2(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>, tile<i32> -> tile<1xf16>, token
    %r = exp %a : tile<1xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf16>, partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: exp_2
  //%   args:
  //%     - ptr: f16[1]
  //%       in: 0xc000
  //%     - ptr: f16[1]
  //%       out: 0x3055
  entry @exp_3(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf16, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>, tile<i32> -> tile<2x8xf16>, token
    %r = exp %a : tile<2x8xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf16, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf16>, partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: exp_3
  //%   args:
  //%     - ptr: f16[2,8]
  //%       in: 0x0002 0x3bff 0x8001 0x0000 0x77ff 0xdc60 0x0401 0xc200 0x7e00 0x0002 0xcb80 0x43ff 0x4200 0x8001 0x83ff 0x8000
  //%     - ptr: f16[2,8]
  //%       out: 0x3c00 0x416f 0x3c00*2 0x7c00 0x0000 0x3c00 0x2a5f nan 0x3c00 0x0005 0x52d0 0x4d05 0x3c00*3
  entry @exp_4(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf16, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf16>, token
    %r = exp %a : tile<4x1x2xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf16, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf16>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: exp_4
  //%   args:
  //%     - ptr: f16[4,1,2]
  //%       in: 0x2e66 0x8001 0xc200*2 0xe400 0xb800 0xcb80 0x8401
  //%     - ptr: f16[4,1,2]
  //%       out: 0x3c6c 0x3c00 0x2a5f*2 0x0000 0x38da 0x0005 0x3c00
  entry @exp_5(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf16>, token
    %r = exp %a : tile<2x1x2x4xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf16>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: exp_5
  //%   args:
  //%     - ptr: f16[2,1,2,4]
  //%       in: 0x2e66 0x7c00 0x8002 0xc200 0xf404 0xdc60 0x1c93 0x4000 0x4200 0xc740 0xbe00 0x3800 0x03ff 0x3c01 0x3bff 0x8001
  //%     - ptr: f16[2,1,2,4]
  //%       out: 0x3c6c 0x7c00 0x3c00 0x2a5f 0x0000*2 0x3c05 0x4764 0x4d05 0x11d1 0x3324 0x3e98 0x3c00 0x4171 0x416f 0x3c00
  entry @exp2_6(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>, tile<i32> -> tile<64xf16>, token
    %r = exp2 %a : tile<64xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf16>, partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: exp2_6
  //%   args:
  //%     - ptr: f16[64]
  //%       in: 0x7e00 0x2e66 0xfc00 0xfe00 0x470c 0x0000 0xcb80 0x1419 0x3c00 0xf7ff 0x5588 0xbc00 0x7c00 0x8400 0x0002 0xb800 0x43ff 0x8000 0xbdff 0x3dff 0xfbff 0x8002 0x3e00 0x1c93 0x7bff 0xbe00 0xdc60 0xe400 0xbc01 0x0001 0x8001 0x4200 0xc3ff 0x77ff 0x3800 0x0400 0x7a09 0x88b2 0x0401 0x83ff 0xc740 0xf404 0xfbfe 0xbbff*2 0x7e00 0xc200 0x2e66 0x88b2 0x6400 0x4000 0x8401 0x470c 0x03ff 0x3c01 0x7bfe 0x3bff 0xd2b6 0x4d00 0x7bfe 0xdc60 0xb303 0x0000 0xc000
  //%     - ptr: f16[64]
  //%       out: nan 0x3c49 0x0000 nan 0x5822 0x3c00 0x0200 0x3c01 0x4000 0x0000 0x7c00 0x3800 0x7c00 0x3c00*2 0x39a8 0x4bfd 0x3c00 0x35a9 0x41a7 0x0000 0x3c00 0x41a8 0x3c03 0x7c00 0x35a8 0x0000*2 0x37ff 0x3c00*2 0x4800 0x2c01 0x7c00 0x3da8 0x3c00 0x7c00 0x3c00*3 0x1eba 0x0000*2 0x3800*2 nan 0x3000 0x3c49 0x3c00 0x7c00 0x4400 0x3c00 0x5822 0x3c00 0x4001 0x7c00 0x3fff 0x0000 0x7c00*2 0x0000 0x3adf 0x3c00 0x3400
  entry @exp2_7(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f16>> -> tile<f16>, token
    %r = exp2 %a : tile<f16>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f16>>, tile<f16> -> token
    return
  }
  //% - entry: exp2_7
  //%   args:
  //%     - ptr: f16[]
  //%       in: 0x43ff
  //%     - ptr: f16[]
  //%       out: 0x4bfd
  //% - entry: exp2_7
  //%   args:
  //%     - ptr: f16[]
  //%       in: 0xd2b6
  //%     - ptr: f16[]
  //%       out: 0x0000
  //% - entry: exp2_7
  //%   args:
  //%     - ptr: f16[]
  //%       in: 0x3800
  //%     - ptr: f16[]
  //%       out: 0x3da8
  entry @exp2_8(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>, tile<i32> -> tile<1xf16>, token
    %r = exp2 %a : tile<1xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf16>, partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: exp2_8
  //%   args:
  //%     - ptr: f16[1]
  //%       in: 0x2e66
  //%     - ptr: f16[1]
  //%       out: 0x3c49
  entry @exp2_9(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf16, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>, tile<i32> -> tile<2x8xf16>, token
    %r = exp2 %a : tile<2x8xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf16, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf16>, partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: exp2_9
  //%   args:
  //%     - ptr: f16[2,8]
  //%       in: 0x3bff 0xbdff 0x8401 0x8001 0xbbff 0x83ff 0x43ff 0x8002 0xc000 0x0400 0x3dff 0x0000 0xfe00 0x88b2 0x8001 0x7bff
  //%     - ptr: f16[2,8]
  //%       out: 0x3fff 0x35a9 0x3c00*2 0x3800 0x3c00 0x4bfd 0x3c00 0x3400 0x3c00 0x41a7 0x3c00 nan 0x3c00*2 0x7c00
  entry @exp2_10(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf16, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf16>, token
    %r = exp2 %a : tile<4x1x2xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf16, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf16>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: exp2_10
  //%   args:
  //%     - ptr: f16[4,1,2]
  //%       in: 0x1419 0x0401 0xdc60 0xc740 0x4000 0x8401 0xdc60 0x77ff
  //%     - ptr: f16[4,1,2]
  //%       out: 0x3c01 0x3c00 0x0000 0x1eba 0x4400 0x3c00 0x0000 0x7c00
  entry @exp2_11(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf16>, token
    %r = exp2 %a : tile<2x1x2x4xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf16>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: exp2_11
  //%   args:
  //%     - ptr: f16[2,1,2,4]
  //%       in: 0xf7ff 0xc200 0x7bfe 0x2e66 0x7bff 0x3e00 0x8002 0x43ff 0x1c93 0xcb80 0xfe00 0x77ff 0x4200 0xe400 0x3bff 0x3c00
  //%     - ptr: f16[2,1,2,4]
  //%       out: 0x0000 0x3000 0x7c00 0x3c49 0x7c00 0x41a8 0x3c00 0x4bfd 0x3c03 0x0200 nan 0x7c00 0x4800 0x0000 0x3fff 0x4000
  entry @sinh_12(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>, tile<i32> -> tile<64xf16>, token
    %r = sinh %a : tile<64xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf16>, partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: sinh_12
  //%   args:
  //%     - ptr: f16[64]
  //%       in: 0x3800 0x470c 0x43ff 0xbdff 0x7a09 0x3e00 0x1419 0x1c93 0xbe00 0x6400 0xdc60 0xe400 0x5588 0xe400 0x77ff 0xbbff 0xfbff 0x4d00 0x88b2 0xbc00 0xfc00 0x7c00 0x8400 0x7bff 0xfbfe 0xf7ff 0x4200 0xc740 0x8401 0x0401 0x7e00 0x0401 0xbe00 0xc200 0x83ff 0x0400 0x3c00 0x3bff 0x0000 0xb303 0xd2b6 0xcb80 0xfbff 0x4000 0xbc01 0xb800 0x7bfe 0x2e66 0x7bff 0xcb80 0x8000 0xc3ff 0xfe00 0x3dff 0x8002 0x0002 0x3c01 0x03ff 0x8000 0x8001 0xc000 0x88b2 0x0001 0xf404
  //%     - ptr: f16[64]
  //%       out: 0x382b 0x607d 0x4ecf 0xc041 0x7c00 0x4042 0x1419 0x1c93 0xc042 0x7c00 0xfc00*2 0x7c00 0xfc00 0x7c00 0xbcb3 0xfc00 0x7c00 0x88b2 0xbcb3 0xfc00 0x7c00 0x8400 0x7c00 0xfc00*2 0x4902 0xe180 0x8401 0x0401 nan 0x0401 0xc042 0xc902 0x83ff 0x0400 0x3cb3*2 0x0000 0xb311 0xfc00*3 0x4341 0xbcb5 0xb82b 0x7c00 0x2e69 0x7c00 0xfc00 0x8000 0xcecf nan 0x4041 0x8002 0x0002 0x3cb5 0x03ff 0x8000 0x8001 0xc341 0x88b2 0x0001 0xfc00
  entry @sinh_13(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f16>> -> tile<f16>, token
    %r = sinh %a : tile<f16>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f16>>, tile<f16> -> token
    return
  }
  //% - entry: sinh_13
  //%   args:
  //%     - ptr: f16[]
  //%       in: 0x83ff
  //%     - ptr: f16[]
  //%       out: 0x83ff
  //% - entry: sinh_13
  //%   args:
  //%     - ptr: f16[]
  //%       in: 0xb800
  //%     - ptr: f16[]
  //%       out: 0xb82b
  //% - entry: sinh_13
  //%   args:
  //%     - ptr: f16[]
  //%       in: 0x3bff
  //%     - ptr: f16[]
  //%       out: 0x3cb3
  entry @sinh_14(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>, tile<i32> -> tile<1xf16>, token
    %r = sinh %a : tile<1xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf16>, partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: sinh_14
  //%   args:
  //%     - ptr: f16[1]
  //%       in: 0x1419
  //%     - ptr: f16[1]
  //%       out: 0x1419
  entry @sinh_15(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf16, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>, tile<i32> -> tile<2x8xf16>, token
    %r = sinh %a : tile<2x8xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf16, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf16>, partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sinh_15
  //%   args:
  //%     - ptr: f16[2,8]
  //%       in: 0x0401 0x7a09 0x77ff 0x3bff 0x7bfe 0xf7ff 0x4d00 0x0001 0xc000 0x8002 0x7c00 0xb800 0xbdff 0x5588 0x8000 0x03ff
  //%     - ptr: f16[2,8]
  //%       out: 0x0401 0x7c00*2 0x3cb3 0x7c00 0xfc00 0x7c00 0x0001 0xc341 0x8002 0x7c00 0xb82b 0xc041 0x7c00 0x8000 0x03ff
  entry @sinh_16(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf16, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf16>, token
    %r = sinh %a : tile<4x1x2xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf16, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf16>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sinh_16
  //%   args:
  //%     - ptr: f16[4,1,2]
  //%       in: 0xc740 0x7e00 0xbc01 0x3c00 0x0001 0xb800 0x4000 0x8002
  //%     - ptr: f16[4,1,2]
  //%       out: 0xe180 nan 0xbcb5 0x3cb3 0x0001 0xb82b 0x4341 0x8002
  entry @sinh_17(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf16>, token
    %r = sinh %a : tile<2x1x2x4xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf16>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sinh_17
  //%   args:
  //%     - ptr: f16[2,1,2,4]
  //%       in: 0x2e66 0xfbfe 0x0001 0x8401 0x6400 0xcb80 0x3dff 0xb303 0x1419 0xfc00 0xdc60 0x4200 0x7e00 0x3bff 0x5588 0xdc60
  //%     - ptr: f16[2,1,2,4]
  //%       out: 0x2e69 0xfc00 0x0001 0x8401 0x7c00 0xfc00 0x4041 0xb311 0x1419 0xfc00*2 0x4902 nan 0x3cb3 0x7c00 0xfc00
  entry @cosh_18(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>, tile<i32> -> tile<64xf16>, token
    %r = cosh %a : tile<64xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf16>, partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: cosh_18
  //%   args:
  //%     - ptr: f16[64]
  //%       in: 0xfbff 0x8002 0xbbff 0xdc60 0x1c93 0x8400 0x3c00 0xb303 0x0400 0xbdff 0xf7ff 0x3c01 0xfc00 0x77ff 0x4d00 0x3800 0x4000 0x0000 0x470c 0xfbfe 0x0002 0x0401 0xb800 0x3bff 0xcb80 0x8001 0x88b2 0xbc01 0x7a09 0x1c93 0xc3ff 0x5588 0x03ff 0xfe00 0x4d00 0xf404 0x8401 0xbdff 0x7bfe 0x6400 0x43ff 0x88b2 0xc740 0x3e00 0x4200 0x83ff 0x1419 0x7c00 0x0001 0x3dff 0xc740 0xbe00 0x7e00 0xbc00 0xc000 0x0000 0x4000 0xe400 0xc200 0x2e66 0xd2b6 0x8000 0x7bff 0x7bfe
  //%     - ptr: f16[64]
  //%       out: 0x7c00 0x3c00 0x3e2c 0x7c00 0x3c00*2 0x3e2c 0x3c19 0x3c00 0x40b3 0x7c00 0x3e2d 0x7c00*3 0x3c83 0x4386 0x3c00 0x607d 0x7c00 0x3c00*2 0x3c83 0x3e2c 0x7c00 0x3c00*2 0x3e2d 0x7c00 0x3c00 0x4ed0 0x7c00 0x3c00 nan 0x7c00*2 0x3c00 0x40b3 0x7c00*2 0x4ed0 0x3c00 0x6180 0x40b4 0x4909 0x3c00*2 0x7c00 0x3c00 0x40b3 0x6180 0x40b4 nan 0x3e2c 0x4386 0x3c00 0x4386 0x7c00 0x4909 0x3c05 0x7c00 0x3c00 0x7c00*2
  entry @cosh_19(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f16>> -> tile<f16>, token
    %r = cosh %a : tile<f16>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f16>>, tile<f16> -> token
    return
  }
  //% - entry: cosh_19
  //%   args:
  //%     - ptr: f16[]
  //%       in: 0x1419
  //%     - ptr: f16[]
  //%       out: 0x3c00
  //% - entry: cosh_19
  //%   args:
  //%     - ptr: f16[]
  //%       in: 0xfbff
  //%     - ptr: f16[]
  //%       out: 0x7c00
  //% - entry: cosh_19
  //%   args:
  //%     - ptr: f16[]
  //%       in: 0xb303
  //%     - ptr: f16[]
  //%       out: 0x3c19
  entry @cosh_20(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>, tile<i32> -> tile<1xf16>, token
    %r = cosh %a : tile<1xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf16>, partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: cosh_20
  //%   args:
  //%     - ptr: f16[1]
  //%       in: 0xc740
  //%     - ptr: f16[1]
  //%       out: 0x6180
  entry @cosh_21(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf16, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>, tile<i32> -> tile<2x8xf16>, token
    %r = cosh %a : tile<2x8xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf16, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf16>, partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: cosh_21
  //%   args:
  //%     - ptr: f16[2,8]
  //%       in: 0x0001 0x8000 0xdc60 0x0002 0x1c93 0x43ff 0xc200 0x8000 0x3c00 0x77ff 0xfbfe 0xbc01 0xbbff*2 0xb800 0x6400
  //%     - ptr: f16[2,8]
  //%       out: 0x3c00*2 0x7c00 0x3c00*2 0x4ed0 0x4909 0x3c00 0x3e2c 0x7c00*2 0x3e2d 0x3e2c*2 0x3c83 0x7c00
  entry @cosh_22(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf16, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf16>, token
    %r = cosh %a : tile<4x1x2xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf16, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf16>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: cosh_22
  //%   args:
  //%     - ptr: f16[4,1,2]
  //%       in: 0x03ff 0x8001 0xc200 0x43ff 0xd2b6 0xb800 0xb303 0x3bff
  //%     - ptr: f16[4,1,2]
  //%       out: 0x3c00*2 0x4909 0x4ed0 0x7c00 0x3c83 0x3c19 0x3e2c
  entry @cosh_23(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf16>, token
    %r = cosh %a : tile<2x1x2x4xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf16>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: cosh_23
  //%   args:
  //%     - ptr: f16[2,1,2,4]
  //%       in: 0x0001 0x1c93 0x3c01 0xc000 0xf404 0x4000 0x3c00 0x0401 0xb800 0x43ff 0xbc00 0xbc01 0xbe00 0x8401 0xfbff 0xc3ff
  //%     - ptr: f16[2,1,2,4]
  //%       out: 0x3c00*2 0x3e2d 0x4386 0x7c00 0x4386 0x3e2c 0x3c00 0x3c83 0x4ed0 0x3e2c 0x3e2d 0x40b4 0x3c00 0x7c00 0x4ed0
  entry @tanh_24(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>, tile<i32> -> tile<64xf16>, token
    %r = tanh %a : tile<64xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf16>, partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: tanh_24
  //%   args:
  //%     - ptr: f16[64]
  //%       in: 0xb303 0xfbff 0xc200 0x7e00 0xcb80 0xfc00 0x0000 0xc3ff 0xdc60 0x3c00 0x7bfe 0x7bff 0xe400 0x8000 0x4000 0x77ff 0x2e66 0xf404 0xc000 0x0400 0xb800 0x83ff 0x3dff 0x7a09 0x1c93 0x5588 0xb303 0x88b2 0x3e00 0x0401 0x8401 0xc000 0x4d00 0x0002 0x470c 0x1419 0x7c00 0xfe00 0xbdff 0x3c00 0xbbff 0x0001 0x3c01 0xc740 0xf7ff 0x1c93 0x43ff 0x6400 0xbc01 0xbbff 0xd2b6 0xbe00 0xcb80 0x3bff 0x8001 0x03ff 0x8002 0xbc00 0x3800 0x3e00 0xfbfe 0xdc60 0x8400 0x4200
  //%     - ptr: f16[64]
  //%       out: 0xb2e7 0xbc00 0xbbf6 nan 0xbc00*2 0x0000 0xbbff 0xbc00 0x3a18 0x3c00*2 0xbc00 0x8000 0x3bb6 0x3c00 0x2e61 0xbc00 0xbbb6 0x0400 0xb765 0x83ff 0x3b3d 0x3c00 0x1c93 0x3c00 0xb2e7 0x88b2 0x3b3e 0x0401 0x8401 0xbbb6 0x3c00 0x0002 0x3c00 0x1419 0x3c00 nan 0xbb3d 0x3a18 0xba17 0x0001 0x3a19 0xbc00*2 0x1c93 0x3bff 0x3c00 0xba19 0xba17 0xbc00 0xbb3e 0xbc00 0x3a17 0x8001 0x03ff 0x8002 0xba18 0x3765 0x3b3e 0xbc00*2 0x8400 0x3bf6
  entry @tanh_25(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f16>> -> tile<f16>, token
    %r = tanh %a : tile<f16>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f16>>, tile<f16> -> token
    return
  }
  //% - entry: tanh_25
  //%   args:
  //%     - ptr: f16[]
  //%       in: 0x7a09
  //%     - ptr: f16[]
  //%       out: 0x3c00
  //% - entry: tanh_25
  //%   args:
  //%     - ptr: f16[]
  //%       in: 0x6400
  //%     - ptr: f16[]
  //%       out: 0x3c00
  //% - entry: tanh_25
  //%   args:
  //%     - ptr: f16[]
  //%       in: 0x43ff
  //%     - ptr: f16[]
  //%       out: 0x3bff
  entry @tanh_26(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>, tile<i32> -> tile<1xf16>, token
    %r = tanh %a : tile<1xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf16>, partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: tanh_26
  //%   args:
  //%     - ptr: f16[1]
  //%       in: 0x5588
  //%     - ptr: f16[1]
  //%       out: 0x3c00
  entry @tanh_27(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf16, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>, tile<i32> -> tile<2x8xf16>, token
    %r = tanh %a : tile<2x8xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf16, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf16>, partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: tanh_27
  //%   args:
  //%     - ptr: f16[2,8]
  //%       in: 0x3c00 0xfc00 0xb800 0xc740 0x43ff 0xfbff 0xf404 0xbc00 0x77ff 0x3c01 0x4d00 0xe400 0x8001 0x4d00 0x470c 0x7a09
  //%     - ptr: f16[2,8]
  //%       out: 0x3a18 0xbc00 0xb765 0xbc00 0x3bff 0xbc00*2 0xba18 0x3c00 0x3a19 0x3c00 0xbc00 0x8001 0x3c00*3
  entry @tanh_28(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf16, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf16>, token
    %r = tanh %a : tile<4x1x2xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf16, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf16>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: tanh_28
  //%   args:
  //%     - ptr: f16[4,1,2]
  //%       in: 0xe400 0x43ff 0x3bff 0xbbff 0xbc00 0x83ff 0x3dff 0xfc00
  //%     - ptr: f16[4,1,2]
  //%       out: 0xbc00 0x3bff 0x3a17 0xba17 0xba18 0x83ff 0x3b3d 0xbc00
  entry @tanh_29(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf16>, token
    %r = tanh %a : tile<2x1x2x4xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf16>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: tanh_29
  //%   args:
  //%     - ptr: f16[2,1,2,4]
  //%       in: 0xc000 0xbbff 0x8002 0xfbfe 0xbc01 0x5588 0xc200 0xc3ff 0x7a09 0x1c93 0x1419 0x3800 0x8401*2 0x4000 0x7bfe
  //%     - ptr: f16[2,1,2,4]
  //%       out: 0xbbb6 0xba17 0x8002 0xbc00 0xba19 0x3c00 0xbbf6 0xbbff 0x3c00 0x1c93 0x1419 0x3765 0x8401*2 0x3bb6 0x3c00
  entry @log_30(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>, tile<i32> -> tile<64xf16>, token
    %r = log %a : tile<64xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf16>, partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: log_30
  //%   args:
  //%     - ptr: f16[64]
  //%       in: 0x43ff 0xfbff 0x7e00 0xf7ff 0xfc00 0x0002 0x8002 0xfbff 0xd2b6 0x0401 0x03ff 0xc200 0x3dff 0x4000 0x0400 0x6400 0x470c 0x8001 0xbc01 0x0001 0xfc00 0xfbfe 0x4200 0x2e66 0x3800 0xcb80 0x3c00 0xbe00 0x0000 0x1c93 0x3c01 0xc000 0xbbff 0x8000 0xfe00 0xb303 0x7bfe 0xb800 0xc3ff 0x4d00 0x5588 0xf404 0xc740 0x1419 0x8401 0x88b2 0x3bff 0xe400 0x77ff 0xfbff 0x8400 0x7c00 0x7a09 0x43ff 0x3e00 0x83ff 0xbc00 0xbdff 0xfbfe 0xbdff 0x7bff 0xdc60 0x7c00 0xbe00
  //%     - ptr: f16[64]
  //%       out: 0x3d8b nan*4 0xcbf9 nan*3 0xc8da*2 nan 0x367a 0x398c 0xc8da 0x46ee 0x3fcf nan*2 0xcc29 nan*2 0x3c65 0xc09b 0xb98c nan 0x0000 nan 0xfc00 0xc569 0x13ff nan*2 0xfc00 nan*2 0x498b nan*2 0x41fe 0x447c nan*2 0xc6e8 nan*2 0x9000 nan 0x4933 nan*2 0x7c00 0x4967 0x3d8b 0x367d nan*5 0x498c nan 0x7c00 nan
  entry @log_31(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f16>> -> tile<f16>, token
    %r = log %a : tile<f16>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f16>>, tile<f16> -> token
    return
  }
  //% - entry: log_31
  //%   args:
  //%     - ptr: f16[]
  //%       in: 0xbdff
  //%     - ptr: f16[]
  //%       out: nan
  //% - entry: log_31
  //%   args:
  //%     - ptr: f16[]
  //%       in: 0x0002
  //%     - ptr: f16[]
  //%       out: 0xcbf9
  //% - entry: log_31
  //%   args:
  //%     - ptr: f16[]
  //%       in: 0x8002
  //%     - ptr: f16[]
  //%       out: nan
  entry @log_32(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>, tile<i32> -> tile<1xf16>, token
    %r = log %a : tile<1xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf16>, partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: log_32
  //%   args:
  //%     - ptr: f16[1]
  //%       in: 0x3800
  //%     - ptr: f16[1]
  //%       out: 0xb98c
  entry @log_33(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf16, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>, tile<i32> -> tile<2x8xf16>, token
    %r = log %a : tile<2x8xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf16, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf16>, partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: log_33
  //%   args:
  //%     - ptr: f16[2,8]
  //%       in: 0xfe00 0x7e00 0xc200 0x1419 0xb303 0x4d00 0x0000 0xcb80 0x4000 0x77ff 0x3800 0xfc00 0x8002 0x0400 0xdc60 0x5588
  //%     - ptr: f16[2,8]
  //%       out: nan*3 0xc6e8 nan 0x41fe 0xfc00 nan 0x398c 0x4933 0xb98c nan*2 0xc8da nan 0x447c
  entry @log_34(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf16, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf16>, token
    %r = log %a : tile<4x1x2xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf16, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf16>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: log_34
  //%   args:
  //%     - ptr: f16[4,1,2]
  //%       in: 0x0001 0x7bff 0xbbff 0x0001 0x0000 0xd2b6 0xc740 0x4000
  //%     - ptr: f16[4,1,2]
  //%       out: 0xcc29 0x498c nan 0xcc29 0xfc00 nan*2 0x398c
  entry @log_35(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf16>, token
    %r = log %a : tile<2x1x2x4xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf16>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: log_35
  //%   args:
  //%     - ptr: f16[2,1,2,4]
  //%       in: 0x7bfe 0x0401 0x0002 0x8400 0xf404 0x4d00 0x7e00 0x3dff 0xb303 0xbc01 0x77ff 0x3e00 0xbc01 0xfbfe 0x1419 0xfc00
  //%     - ptr: f16[2,1,2,4]
  //%       out: 0x498b 0xc8da 0xcbf9 nan*2 0x41fe nan 0x367a nan*2 0x4933 0x367d nan*2 0xc6e8 nan
  entry @log2_36(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>, tile<i32> -> tile<64xf16>, token
    %r = log2 %a : tile<64xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf16>, partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: log2_36
  //%   args:
  //%     - ptr: f16[64]
  //%       in: 0x8000 0x7bff 0x7e00 0x0401 0x8401 0xf404 0x4200 0x0400 0xb800 0xc000 0x8002 0x8001 0x3c00 0x3800 0xdc60 0xfc00 0xbbff 0xbc01 0xd2b6 0xbdff 0x7c00 0x2e66 0xfe00 0xcb80 0xfbff 0xf7ff 0x83ff 0x8400 0xfbfe 0x8000 0x1c93 0x3bff 0x0000 0xbc00 0x0002 0xc200 0x3e00 0x7a09 0x1419 0xf7ff 0x77ff 0x0401 0x7a09 0x3c01 0x0001 0x470c 0x77ff 0xcb80 0xbe00 0xe400 0x0400 0xf7ff 0x3dff 0x4d00 0xb303 0x03ff 0x88b2 0x7bfe 0x4000 0xc740 0x43ff 0xc3ff 0x6400 0x5588
  //%     - ptr: f16[64]
  //%       out: 0xfc00 0x4c00 nan 0xcb00 nan*2 0x3e57 0xcb00 nan*4 0x0000 0xbc00 nan*6 0x7c00 0xc2a5 nan*7 0xfc00 0xc7ce 0x91c6 0xfc00 nan 0xcdc0 nan 0x38ae 0x4bcc 0xc8fc nan 0x4b80 0xcb00 0x4bcc 0x15c5 0xce00 0x41a2 0x4b80 nan*3 0xcb00 nan 0x38ac 0x4452 nan 0xcb00 nan 0x4c00 0x3c00 nan 0x3fff nan 0x4900 0x4678
  entry @log2_37(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f16>> -> tile<f16>, token
    %r = log2 %a : tile<f16>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f16>>, tile<f16> -> token
    return
  }
  //% - entry: log2_37
  //%   args:
  //%     - ptr: f16[]
  //%       in: 0x0000
  //%     - ptr: f16[]
  //%       out: 0xfc00
  //% - entry: log2_37
  //%   args:
  //%     - ptr: f16[]
  //%       in: 0x7a09
  //%     - ptr: f16[]
  //%       out: 0x4bcc
  //% - entry: log2_37
  //%   args:
  //%     - ptr: f16[]
  //%       in: 0x4200
  //%     - ptr: f16[]
  //%       out: 0x3e57
  entry @log2_38(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>, tile<i32> -> tile<1xf16>, token
    %r = log2 %a : tile<1xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf16>, partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: log2_38
  //%   args:
  //%     - ptr: f16[1]
  //%       in: 0xc200
  //%     - ptr: f16[1]
  //%       out: nan
  entry @log2_39(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf16, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>, tile<i32> -> tile<2x8xf16>, token
    %r = log2 %a : tile<2x8xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf16, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf16>, partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: log2_39
  //%   args:
  //%     - ptr: f16[2,8]
  //%       in: 0xfe00 0x4d00 0xfbfe 0x8400 0x7bfe 0xd2b6 0xbe00 0xe400 0x7bff 0x6400 0x77ff 0xfc00 0xc200 0xb800 0x2e66 0x5588
  //%     - ptr: f16[2,8]
  //%       out: nan 0x4452 nan*2 0x4c00 nan*3 0x4c00 0x4900 0x4b80 nan*3 0xc2a5 0x4678
  entry @log2_40(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf16, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf16>, token
    %r = log2 %a : tile<4x1x2xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf16, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf16>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: log2_40
  //%   args:
  //%     - ptr: f16[4,1,2]
  //%       in: 0x43ff 0xc200 0x0001 0xe400 0xb800 0xbbff 0x3c00 0x4000
  //%     - ptr: f16[4,1,2]
  //%       out: 0x3fff nan 0xce00 nan*3 0x0000 0x3c00
  entry @log2_41(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf16>, token
    %r = log2 %a : tile<2x1x2x4xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf16>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: log2_41
  //%   args:
  //%     - ptr: f16[2,1,2,4]
  //%       in: 0xc000 0xfbff 0xbc00 0xf7ff 0xfc00 0x2e66 0x3e00 0x7bff 0x77ff 0x43ff 0xd2b6 0x8001 0x88b2 0x7c00 0x0001 0x83ff
  //%     - ptr: f16[2,1,2,4]
  //%       out: nan*5 0xc2a5 0x38ae 0x4c00 0x4b80 0x3fff nan*3 0x7c00 0xce00 nan
  entry @sin_42(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>, tile<i32> -> tile<64xf16>, token
    %r = sin %a : tile<64xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf16>, partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: sin_42
  //%   args:
  //%     - ptr: f16[64]
  //%       in: 0x7bff 0xc740 0x3c01 0x7bfe 0x03ff 0x8002 0x8000 0xc3ff 0x2e66 0xbe00 0xfbff 0xc000 0x1419 0x43ff 0x8002 0x6400 0x4000 0xbdff 0x8001 0x83ff 0xfc00 0xb800 0xdc60 0x77ff 0xbbff 0x0401 0x03ff 0x8400 0xbc01 0xbc00 0x7a09 0x470c*2 0x8401 0xc200 0x03ff 0x7e00 0x5588 0x0000 0xcb80 0x3e00 0x88b2 0xe400 0x4d00 0x3c00 0x0400 0xfe00 0x1c93 0x0002 0xfbfe 0x7c00 0x8400 0xf404 0x77ff 0xf7ff 0xd2b6 0x0001 0x4200 0x3800 0x3bff 0xb303 0x03ff 0x3dff 0xbe00
  //%     - ptr: f16[64]
  //%       out: 0x3bce 0xba96 0x3abc 0x3b7b 0x03ff 0x8002 0x8000 0x3a0b 0x2e63 0xbbfb 0xbbce 0xbb46 0x1419 0xba0b 0x8002 0xb113 0x3b46 0xbbfb 0x8001 0x83ff nan 0xb7ac 0x3634 0xba40 0xbabb 0x0401 0x03ff 0x8400 0xbabc 0xbabb 0xb97e 0x3988*2 0x8401 0xb084 0x03ff nan 0x3815 0x0000 0xb934 0x3bfb 0x88b2 0x3113 0x3b4e 0x3abb 0x0400 nan 0x1c93 0x0002 0xbb7b nan 0x8400 0x3bda 0xba40 0x3a40 0x346e 0x0001 0x3084 0x37ac 0x3abb 0xb2f5 0x03ff 0x3bfb 0xbbfb
  entry @sin_43(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f16>> -> tile<f16>, token
    %r = sin %a : tile<f16>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f16>>, tile<f16> -> token
    return
  }
  //% - entry: sin_43
  //%   args:
  //%     - ptr: f16[]
  //%       in: 0x0401
  //%     - ptr: f16[]
  //%       out: 0x0401
  //% - entry: sin_43
  //%   args:
  //%     - ptr: f16[]
  //%       in: 0xd2b6
  //%     - ptr: f16[]
  //%       out: 0x346e
  //% - entry: sin_43
  //%   args:
  //%     - ptr: f16[]
  //%       in: 0xbc01
  //%     - ptr: f16[]
  //%       out: 0xbabc
  entry @sin_44(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>, tile<i32> -> tile<1xf16>, token
    %r = sin %a : tile<1xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf16>, partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: sin_44
  //%   args:
  //%     - ptr: f16[1]
  //%       in: 0xb303
  //%     - ptr: f16[1]
  //%       out: 0xb2f5
  entry @sin_45(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf16, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>, tile<i32> -> tile<2x8xf16>, token
    %r = sin %a : tile<2x8xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf16, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf16>, partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sin_45
  //%   args:
  //%     - ptr: f16[2,8]
  //%       in: 0x8001 0xc3ff 0x88b2 0x8002 0xb800 0x0000 0xf404 0x1c93 0xc740 0x3e00 0x8002 0x77ff 0x3bff 0x7bfe 0xfe00 0x7bfe
  //%     - ptr: f16[2,8]
  //%       out: 0x8001 0x3a0b 0x88b2 0x8002 0xb7ac 0x0000 0x3bda 0x1c93 0xba96 0x3bfb 0x8002 0xba40 0x3abb 0x3b7b nan 0x3b7b
  entry @sin_46(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf16, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf16>, token
    %r = sin %a : tile<4x1x2xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf16, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf16>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sin_46
  //%   args:
  //%     - ptr: f16[4,1,2]
  //%       in: 0x7bff 0xb800 0x8000 0xb303 0x4000 0x7c00 0x3dff 0x8000
  //%     - ptr: f16[4,1,2]
  //%       out: 0x3bce 0xb7ac 0x8000 0xb2f5 0x3b46 nan 0x3bfb 0x8000
  entry @sin_47(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf16>, token
    %r = sin %a : tile<2x1x2x4xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf16>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sin_47
  //%   args:
  //%     - ptr: f16[2,1,2,4]
  //%       in: 0x3bff 0x0000 0xbe00 0x3e00 0x7a09 0xcb80 0x4200 0xfbfe 0x0401 0x77ff 0x2e66 0x0001 0xc000 0x4d00 0x3c01 0xb800
  //%     - ptr: f16[2,1,2,4]
  //%       out: 0x3abb 0x0000 0xbbfb 0x3bfb 0xb97e 0xb934 0x3084 0xbb7b 0x0401 0xba40 0x2e63 0x0001 0xbb46 0x3b4e 0x3abc 0xb7ac
  entry @cos_48(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>, tile<i32> -> tile<64xf16>, token
    %r = cos %a : tile<64xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf16>, partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: cos_48
  //%   args:
  //%     - ptr: f16[64]
  //%       in: 0x470c 0xfc00 0xdc60 0x03ff 0x4200 0x8002 0x1419 0xc000 0xbbff 0x3e00 0x7c00 0x0000 0x5588 0x3dff 0x7a09 0x1c93 0xf7ff 0x83ff 0x0002 0xcb80 0xfbff 0x4d00 0x3800 0x0001 0xc200 0xc3ff 0x4000 0x2e66 0x3c01 0xf404 0x7e00 0xdc60 0x88b2 0x77ff 0xb303 0x7bff 0x88b2 0x7bfe 0xbdff 0xc740 0x4200 0x43ff 0x3dff 0x8001 0x8400 0x8000 0xd2b6 0xb800 0xe400 0x0401 0x6400 0x8000 0xbe00 0x2e66 0x0400 0xbc00 0x3c00 0xfe00 0x8401 0xbc01 0x2e66 0x0400 0x3bff 0xfbfe
  //%     - ptr: f16[64]
  //%       out: 0x39c7 nan 0xbb60 0x3c00 0xbbec 0x3c00*2 0xb6a9 0x3853 0x2c87 nan 0x3c00 0x3ae1 0x2c97 0xb9d2 0x3c00 0xb8ff 0x3c00*2 0xba14 0xb30f 0x3688 0x3b05 0x3c00 0xbbec 0xb93e 0xb6a9 0x3bf6 0x3851 0x3219 nan 0xbb60 0x3c00 0xb8ff 0x3bcf 0xb30f 0x3c00 0x35a9 0x2c97 0x388b 0xbbec 0xb93e 0x2c97 0x3c00*3 0xbbb0 0x3b05 0x3be6 0x3c00 0x3be6 0x3c00 0x2c87 0x3bf6 0x3c00 0x3853*2 nan 0x3c00 0x3851 0x3bf6 0x3c00 0x3853 0x35a9
  entry @cos_49(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f16>> -> tile<f16>, token
    %r = cos %a : tile<f16>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f16>>, tile<f16> -> token
    return
  }
  //% - entry: cos_49
  //%   args:
  //%     - ptr: f16[]
  //%       in: 0x7a09
  //%     - ptr: f16[]
  //%       out: 0xb9d2
  //% - entry: cos_49
  //%   args:
  //%     - ptr: f16[]
  //%       in: 0x3dff
  //%     - ptr: f16[]
  //%       out: 0x2c97
  //% - entry: cos_49
  //%   args:
  //%     - ptr: f16[]
  //%       in: 0x0000
  //%     - ptr: f16[]
  //%       out: 0x3c00
  entry @cos_50(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>, tile<i32> -> tile<1xf16>, token
    %r = cos %a : tile<1xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf16>, partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: cos_50
  //%   args:
  //%     - ptr: f16[1]
  //%       in: 0x470c
  //%     - ptr: f16[1]
  //%       out: 0x39c7
  entry @cos_51(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf16, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>, tile<i32> -> tile<2x8xf16>, token
    %r = cos %a : tile<2x8xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf16, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf16>, partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: cos_51
  //%   args:
  //%     - ptr: f16[2,8]
  //%       in: 0x3c01 0xbe00 0xf404 0x6400 0xc200 0x3e00 0x0401 0xbbff 0xc740 0x3c00 0x7e00 0x4d00 0x4200 0x8002 0xd2b6 0x3800
  //%     - ptr: f16[2,8]
  //%       out: 0x3851 0x2c87 0x3219 0x3be6 0xbbec 0x2c87 0x3c00 0x3853 0x388b 0x3853 nan 0x3688 0xbbec 0x3c00 0xbbb0 0x3b05
  entry @cos_52(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf16, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf16>, token
    %r = cos %a : tile<4x1x2xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf16, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf16>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: cos_52
  //%   args:
  //%     - ptr: f16[4,1,2]
  //%       in: 0x2e66 0x03ff 0x4d00 0xc740 0x0001 0x0401 0xbe00 0x470c
  //%     - ptr: f16[4,1,2]
  //%       out: 0x3bf6 0x3c00 0x3688 0x388b 0x3c00*2 0x2c87 0x39c7
  entry @cos_53(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf16>, token
    %r = cos %a : tile<2x1x2x4xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf16>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: cos_53
  //%   args:
  //%     - ptr: f16[2,1,2,4]
  //%       in: 0x8401 0x03ff 0xb303 0xbbff 0xbdff 0x7bff 0x0400 0xfbff 0x4d00 0x1419 0x470c 0x3c01 0xf7ff 0xbdff 0x8001 0xfc00
  //%     - ptr: f16[2,1,2,4]
  //%       out: 0x3c00*2 0x3bcf 0x3853 0x2c97 0xb30f 0x3c00 0xb30f 0x3688 0x3c00 0x39c7 0x3851 0xb8ff 0x2c97 0x3c00 nan
  entry @tan_54(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>, tile<i32> -> tile<64xf16>, token
    %r = tan %a : tile<64xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf16>, partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: tan_54
  //%   args:
  //%     - ptr: f16[64]
  //%       in: 0xbc00 0x03ff 0xbdff 0xc200 0x0401 0x3bff 0x3800 0x1419 0x4200 0xc3ff 0xbc01 0x4d00 0xcb80 0xfc00 0xb303 0x3800 0xb800 0x83ff 0x0000 0x7c00 0x0400 0xe400 0xf404 0xc000 0x8400 0xbc01 0x43ff 0xf7ff 0x4d00 0x8001 0xd2b6 0x8401 0x0001 0x8400 0x470c 0x77ff 0x7bff 0x3c00 0xbbff 0x8000 0xfbff 0x7bfe 0x0002 0x3e00 0x88b2 0x3c01 0x8401 0xdc60 0x1c93 0x6400 0xd2b6 0x8002 0x3dff 0x7a09 0x83ff 0xfe00 0x5588 0x8001 0x4000 0xfbfe 0x2e66 0x7e00 0xbe00 0xc740
  //%     - ptr: f16[64]
  //%       out: 0xbe3b 0x03ff 0xcaf4 0x3090 0x0401 0x3e39 0x385f 0x1419 0xb090 0xbc9d 0xbe3e 0x4079 0x3ad9 nan 0xb320 0x385f 0xb85f 0x83ff 0x0000 nan 0x0400 0x3123 0x4527 0x405f 0x8400 0xbe3e 0x3c9d 0xbd01 0x4079 0x8001 0xb49c 0x8401 0x0001 0x8400 0x3ba9 0x3d01 0xc46c 0x3e3b 0xbe39 0x8000 0x446c 0x4149 0x0002 0x4b0d 0x88b2 0x3e3e 0x8401 0xb6bb 0x1c93 0xb123 0xb49c 0x8002 0x4af4 0x3b8d 0x83ff nan 0x38bf 0x8001 0xc05f 0xc149 0x2e6b nan 0xcb0d 0xbdcc
  entry @tan_55(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f16>> -> tile<f16>, token
    %r = tan %a : tile<f16>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f16>>, tile<f16> -> token
    return
  }
  //% - entry: tan_55
  //%   args:
  //%     - ptr: f16[]
  //%       in: 0xfe00
  //%     - ptr: f16[]
  //%       out: nan
  //% - entry: tan_55
  //%   args:
  //%     - ptr: f16[]
  //%       in: 0x4200
  //%     - ptr: f16[]
  //%       out: 0xb090
  //% - entry: tan_55
  //%   args:
  //%     - ptr: f16[]
  //%       in: 0x4200
  //%     - ptr: f16[]
  //%       out: 0xb090
  entry @tan_56(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>, tile<i32> -> tile<1xf16>, token
    %r = tan %a : tile<1xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf16>, partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: tan_56
  //%   args:
  //%     - ptr: f16[1]
  //%       in: 0x43ff
  //%     - ptr: f16[1]
  //%       out: 0x3c9d
  entry @tan_57(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf16, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>, tile<i32> -> tile<2x8xf16>, token
    %r = tan %a : tile<2x8xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf16, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf16>, partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: tan_57
  //%   args:
  //%     - ptr: f16[2,8]
  //%       in: 0xcb80 0x8001 0x8002 0x0400 0x4000 0x7a09 0x8401 0x5588 0x3e00 0xb303 0x7bfe 0x470c 0x8400 0x6400 0xbdff 0x3800
  //%     - ptr: f16[2,8]
  //%       out: 0x3ad9 0x8001 0x8002 0x0400 0xc05f 0x3b8d 0x8401 0x38bf 0x4b0d 0xb320 0x4149 0x3ba9 0x8400 0xb123 0xcaf4 0x385f
  entry @tan_58(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf16, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf16>, token
    %r = tan %a : tile<4x1x2xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf16, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf16>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: tan_58
  //%   args:
  //%     - ptr: f16[4,1,2]
  //%       in: 0x1419 0x3c01 0x3e00 0xfc00 0x8401 0x7e00 0x3800 0x4200
  //%     - ptr: f16[4,1,2]
  //%       out: 0x1419 0x3e3e 0x4b0d nan 0x8401 nan 0x385f 0xb090
  entry @tan_59(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf16>, token
    %r = tan %a : tile<2x1x2x4xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf16>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: tan_59
  //%   args:
  //%     - ptr: f16[2,1,2,4]
  //%       in: 0xfbfe 0x3c01 0x7bfe 0x7e00 0x8002 0x7bfe 0x8401 0x3e00 0xbc00 0xbdff 0x83ff 0x7c00 0xc3ff 0x8400 0xfc00 0x470c
  //%     - ptr: f16[2,1,2,4]
  //%       out: 0xc149 0x3e3e 0x4149 nan 0x8002 0x4149 0x8401 0x4b0d 0xbe3b 0xcaf4 0x83ff nan 0xbc9d 0x8400 nan 0x3ba9
  entry @rsqrt_60(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>, tile<i32> -> tile<64xf16>, token
    %r = rsqrt %a : tile<64xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf16>, partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: rsqrt_60
  //%   args:
  //%     - ptr: f16[64]
  //%       in: 0x3e00 0x5588 0x8002 0x8400 0x3800 0x7e00 0x77ff 0xd2b6 0x7a09 0xe400 0xc3ff 0x1419 0x3bff 0xb800 0x0401 0x6400 0xfbfe 0x3c00 0xfbff 0xd2b6 0x0001 0xbc00*2 0x8001 0x470c 0x1c93 0x4000 0x3dff 0xc3ff 0x43ff 0x03ff 0x7bff 0xc000 0xf404 0x83ff 0xbe00 0xfc00 0x0002 0xbc00 0x88b2 0xfe00 0xc740 0x88b2 0xdc60 0x4200 0x7c00 0xbbff 0xc200 0x8000 0x3c01 0xf7ff 0x1c93 0xbc00 0xcb80 0xb303 0x0000 0x8401 0xbc01 0xd2b6 0x0400 0x7bfe 0x4d00 0x2e66 0xbdff
  //%     - ptr: f16[64]
  //%       out: 0x3a88 0x2ece nan*2 0x3da8 nan 0x1da9 nan 0x1c9b nan*2 0x4fe7 0x3c00 nan 0x57ff 0x2800 nan 0x3c00 nan*2 0x6c00 nan*3 0x3607 0x4b7b 0x39a8 0x3a89 nan 0x3800 0x5801 0x1c00 nan*5 0x69a8 nan*6 0x389e 0x0000 nan*2 0xfc00 0x3bff nan 0x4b7b nan*3 0x7c00 nan*3 0x5800 0x1c01 0x3328 0x4253 nan
  entry @rsqrt_61(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f16>> -> tile<f16>, token
    %r = rsqrt %a : tile<f16>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f16>>, tile<f16> -> token
    return
  }
  //% - entry: rsqrt_61
  //%   args:
  //%     - ptr: f16[]
  //%       in: 0x0000
  //%     - ptr: f16[]
  //%       out: 0x7c00
  //% - entry: rsqrt_61
  //%   args:
  //%     - ptr: f16[]
  //%       in: 0x4200
  //%     - ptr: f16[]
  //%       out: 0x389e
  //% - entry: rsqrt_61
  //%   args:
  //%     - ptr: f16[]
  //%       in: 0xe400
  //%     - ptr: f16[]
  //%       out: nan
  entry @rsqrt_62(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>, tile<i32> -> tile<1xf16>, token
    %r = rsqrt %a : tile<1xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf16>, partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: rsqrt_62
  //%   args:
  //%     - ptr: f16[1]
  //%       in: 0x0400
  //%     - ptr: f16[1]
  //%       out: 0x5800
  entry @rsqrt_63(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf16, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>, tile<i32> -> tile<2x8xf16>, token
    %r = rsqrt %a : tile<2x8xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf16, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf16>, partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: rsqrt_63
  //%   args:
  //%     - ptr: f16[2,8]
  //%       in: 0x83ff 0x1c93 0x7a09 0xfbfe 0x0000 0x470c 0x1c93 0x3c01 0x3e00*2 0x8000 0xb303 0x5588 0xfbfe 0xdc60 0x8002
  //%     - ptr: f16[2,8]
  //%       out: nan 0x4b7b 0x1c9b nan 0x7c00 0x3607 0x4b7b 0x3bff 0x3a88*2 0xfc00 nan 0x2ece nan*3
  entry @rsqrt_64(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf16, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf16>, token
    %r = rsqrt %a : tile<4x1x2xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf16, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf16>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: rsqrt_64
  //%   args:
  //%     - ptr: f16[4,1,2]
  //%       in: 0xf404 0xbe00 0x4000 0x7bff 0xbbff 0xb303 0x3c00 0x6400
  //%     - ptr: f16[4,1,2]
  //%       out: nan*2 0x39a8 0x1c00 nan*2 0x3c00 0x2800
  entry @rsqrt_65(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf16>, token
    %r = rsqrt %a : tile<2x1x2x4xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf16>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: rsqrt_65
  //%   args:
  //%     - ptr: f16[2,1,2,4]
  //%       in: 0x8400 0x3e00 0x88b2 0x8002 0xf7ff 0x0002 0xbdff 0x3dff 0xfbfe 0x7a09 0xf404 0xc3ff 0x77ff 0xbe00 0x8000 0x7a09
  //%     - ptr: f16[2,1,2,4]
  //%       out: nan 0x3a88 nan*3 0x69a8 nan 0x3a89 nan 0x1c9b nan*2 0x1da9 nan 0xfc00 0x1c9b
  entry @sqrt_66(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>, tile<i32> -> tile<64xf16>, token
    %r = sqrt %a : tile<64xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf16>, partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_66
  //%   args:
  //%     - ptr: f16[64]
  //%       in: 0x7bfe 0x7c00 0x5588 0xbc00 0x8000 0x0401 0x77ff 0x7e00 0xcb80 0xbe00 0x3c00 0x88b2 0xb303 0x8002 0xbc00 0xbbff 0xc740 0xfe00 0x8401 0xfbff 0x8002 0xd2b6 0xc3ff 0x4d00 0xfc00 0x6400 0x8001 0x7a09 0xc740 0x0000 0xc000 0x3800 0x0001 0x3e00 0xc200 0x1c93 0x83ff 0x3c01*2 0x4000 0x0400 0xbdff 0xfbfe 0xe400 0x0002 0xdc60 0x1419 0x43ff 0x8400 0x4d00 0x2e66 0xf404 0xf7ff 0xbc01 0xb800 0x3bff 0x4200 0x3800 0x3dff 0x6400 0xfc00 0x470c 0x7bff 0x03ff
  //%     - ptr: f16[64]
  //%       out: 0x5bff 0x7c00 0x48b4 nan 0x8000 0x2000 0x59a8 nan*3 0x3c00 nan*12 0x4479 nan 0x5000 nan 0x5af3 nan 0x0000 nan 0x39a8 0x0c00 0x3ce6 nan 0x2c47 nan 0x3c00*2 0x3da8 0x2000 nan*3 0x0da8 nan 0x280c 0x3fff nan 0x4479 0x350f nan*4 0x3bff 0x3eee 0x39a8 0x3ce6 0x5000 nan 0x414f 0x5bff 0x1fff
  entry @sqrt_67(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f16>> -> tile<f16>, token
    %r = sqrt %a : tile<f16>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f16>>, tile<f16> -> token
    return
  }
  //% - entry: sqrt_67
  //%   args:
  //%     - ptr: f16[]
  //%       in: 0x6400
  //%     - ptr: f16[]
  //%       out: 0x5000
  //% - entry: sqrt_67
  //%   args:
  //%     - ptr: f16[]
  //%       in: 0x0400
  //%     - ptr: f16[]
  //%       out: 0x2000
  //% - entry: sqrt_67
  //%   args:
  //%     - ptr: f16[]
  //%       in: 0x3c00
  //%     - ptr: f16[]
  //%       out: 0x3c00
  entry @sqrt_68(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>, tile<i32> -> tile<1xf16>, token
    %r = sqrt %a : tile<1xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf16>, partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_68
  //%   args:
  //%     - ptr: f16[1]
  //%       in: 0x4d00
  //%     - ptr: f16[1]
  //%       out: 0x4479
  entry @sqrt_69(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf16, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>, tile<i32> -> tile<2x8xf16>, token
    %r = sqrt %a : tile<2x8xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf16, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf16>, partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_69
  //%   args:
  //%     - ptr: f16[2,8]
  //%       in: 0xc200 0x3e00 0x8001 0x8002 0x3800 0x43ff 0xbc00 0xc740 0xf7ff 0x470c 0x7bfe 0x3dff 0x0401 0xdc60 0x3bff 0x0001
  //%     - ptr: f16[2,8]
  //%       out: nan 0x3ce6 nan*2 0x39a8 0x3fff nan*3 0x414f 0x5bff 0x3ce6 0x2000 nan 0x3bff 0x0c00
  entry @sqrt_70(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf16, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf16>, token
    %r = sqrt %a : tile<4x1x2xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf16, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf16>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_70
  //%   args:
  //%     - ptr: f16[4,1,2]
  //%       in: 0x88b2 0xb800 0x4000 0x8000 0x3bff 0xfbff 0xb800 0xfbff
  //%     - ptr: f16[4,1,2]
  //%       out: nan*2 0x3da8 0x8000 0x3bff nan*3
  entry @sqrt_71(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf16>, token
    %r = sqrt %a : tile<2x1x2x4xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf16>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_71
  //%   args:
  //%     - ptr: f16[2,1,2,4]
  //%       in: 0xf404 0x470c 0xd2b6 0x83ff 0x3e00 0x4200 0xb800 0x8000 0xdc60 0xbc00 0x7bfe 0x4d00 0xb303 0xbc01 0x0401 0x8000
  //%     - ptr: f16[2,1,2,4]
  //%       out: nan 0x414f nan*2 0x3ce6 0x3eee nan 0x8000 nan*2 0x5bff 0x4479 nan*2 0x2000 0x8000
  entry @sqrt_72(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>, tile<i32> -> tile<64xf16>, token
    %r = sqrt %a rounding<zero> : tile<64xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf16>, partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_72
  //%   args:
  //%     - ptr: f16[64]
  //%       in: 0x1419 0x8002 0x3e00 0xbbff 0x4d00 0x3dff 0xbc00 0x7bff 0x83ff 0x7c00 0x4000 0x0400 0x8400 0x7bfe 0xfbff 0xbbff 0xfc00 0xe400 0x5588 0x3bff 0xc3ff 0x8000 0x3c00 0x0000 0x8001 0x7a09 0x6400 0x3dff 0x03ff 0xb800 0x0002 0xc200 0xbe00 0x0401 0xbdff 0xd2b6 0xbc01 0xe400 0x3c01 0x2e66 0xfbfe 0xfe00 0xc740 0xcb80 0x77ff 0x0001 0x8401 0x1c93 0x4200 0xc000 0xb303 0x0401 0x7e00 0xbc01 0x470c 0x0000 0x3800 0x43ff 0x88b2 0x43ff 0xf7ff 0x7c00 0xf404 0xdc60
  //%     - ptr: f16[64]
  //%       out: 0x280c nan 0x3ce6 nan 0x4478 0x3ce5 nan 0x5bff nan 0x7c00 0x3da8 0x2000 nan 0x5bfe nan*4 0x48b4 0x3bff nan 0x8000 0x3c00 0x0000 nan 0x5af2 0x5000 0x3ce5 0x1ffe nan 0x0da8 nan*2 0x2000 nan*4 0x3c00 0x350f nan*4 0x59a7 0x0c00 nan 0x2c47 0x3eed nan*2 0x2000 nan*2 0x414f 0x0000 0x39a8 0x3fff nan 0x3fff nan 0x7c00 nan*2
  entry @sqrt_73(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f16>> -> tile<f16>, token
    %r = sqrt %a rounding<zero> : tile<f16>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f16>>, tile<f16> -> token
    return
  }
  //% - entry: sqrt_73
  //%   args:
  //%     - ptr: f16[]
  //%       in: 0x3800
  //%     - ptr: f16[]
  //%       out: 0x39a8
  //% - entry: sqrt_73
  //%   args:
  //%     - ptr: f16[]
  //%       in: 0x3c00
  //%     - ptr: f16[]
  //%       out: 0x3c00
  //% - entry: sqrt_73
  //%   args:
  //%     - ptr: f16[]
  //%       in: 0xd2b6
  //%     - ptr: f16[]
  //%       out: nan
  entry @sqrt_74(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>, tile<i32> -> tile<1xf16>, token
    %r = sqrt %a rounding<zero> : tile<1xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf16>, partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_74
  //%   args:
  //%     - ptr: f16[1]
  //%       in: 0x8401
  //%     - ptr: f16[1]
  //%       out: nan
  entry @sqrt_75(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf16, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>, tile<i32> -> tile<2x8xf16>, token
    %r = sqrt %a rounding<zero> : tile<2x8xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf16, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf16>, partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_75
  //%   args:
  //%     - ptr: f16[2,8]
  //%       in: 0x0001 0x0000 0x470c 0x77ff 0x0401 0x0400 0x4d00 0x4000 0xfe00 0xfc00 0x1419 0x8400 0x03ff 0x4000 0x3800 0x7bfe
  //%     - ptr: f16[2,8]
  //%       out: 0x0c00 0x0000 0x414f 0x59a7 0x2000*2 0x4478 0x3da8 nan*2 0x280c nan 0x1ffe 0x3da8 0x39a8 0x5bfe
  entry @sqrt_76(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf16, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf16>, token
    %r = sqrt %a rounding<zero> : tile<4x1x2xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf16, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf16>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_76
  //%   args:
  //%     - ptr: f16[4,1,2]
  //%       in: 0x4000 0xf404 0x77ff 0x3c00 0x1c93 0xfc00 0x88b2 0xe400
  //%     - ptr: f16[4,1,2]
  //%       out: 0x3da8 nan 0x59a7 0x3c00 0x2c47 nan*3
  entry @sqrt_77(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf16>, token
    %r = sqrt %a rounding<zero> : tile<2x1x2x4xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf16>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_77
  //%   args:
  //%     - ptr: f16[2,1,2,4]
  //%       in: 0xd2b6 0xf7ff 0xbbff 0x3c00 0x8401 0x3bff 0x4200 0x5588 0x4d00 0xcb80 0xfbff 0x7bfe 0x2e66 0x7e00 0x3800 0x3c00
  //%     - ptr: f16[2,1,2,4]
  //%       out: nan*3 0x3c00 nan 0x3bff 0x3eed 0x48b4 0x4478 nan*2 0x5bfe 0x350f nan 0x39a8 0x3c00
  entry @sqrt_78(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>, tile<i32> -> tile<64xf16>, token
    %r = sqrt %a rounding<negative_inf> : tile<64xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf16>, partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_78
  //%   args:
  //%     - ptr: f16[64]
  //%       in: 0x8000 0x7e00 0x8001 0x3bff 0x6400 0x3e00 0x8002 0x3bff 0xc740 0x03ff 0x88b2 0x3dff 0x4d00 0x3800 0x1419 0xbe00 0x8401 0xfbff 0xcb80 0x77ff 0xc3ff 0x83ff 0xc000 0xc200 0x7bfe 0x8400 0x470c 0xfe00 0xd2b6 0xdc60 0x0001 0x3c00 0x470c 0x0401 0xbbff 0x2e66 0x0000 0xbdff 0x4000 0x1419 0xb800 0x1c93 0x8000 0xbc01 0x8401 0xf404 0x03ff 0xbc00 0xbbff 0x7c00 0x3c01 0xfbfe 0xfc00 0xb303 0xf7ff 0x0400 0x4200 0x5588 0x0002 0x43ff 0x7bff 0x77ff 0xe400 0x7a09
  //%     - ptr: f16[64]
  //%       out: 0x8000 nan*2 0x3bff 0x5000 0x3ce6 nan 0x3bff nan 0x1ffe nan 0x3ce5 0x4478 0x39a8 0x280c nan*4 0x59a7 nan*4 0x5bfe nan 0x414f nan*3 0x0c00 0x3c00 0x414f 0x2000 nan 0x350f 0x0000 nan 0x3da8 0x280c nan 0x2c47 0x8000 nan*3 0x1ffe nan*2 0x7c00 0x3c00 nan*4 0x2000 0x3eed 0x48b4 0x0da8 0x3fff 0x5bff 0x59a7 nan 0x5af2
  entry @sqrt_79(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f16>> -> tile<f16>, token
    %r = sqrt %a rounding<negative_inf> : tile<f16>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f16>>, tile<f16> -> token
    return
  }
  //% - entry: sqrt_79
  //%   args:
  //%     - ptr: f16[]
  //%       in: 0x3c01
  //%     - ptr: f16[]
  //%       out: 0x3c00
  //% - entry: sqrt_79
  //%   args:
  //%     - ptr: f16[]
  //%       in: 0x0401
  //%     - ptr: f16[]
  //%       out: 0x2000
  //% - entry: sqrt_79
  //%   args:
  //%     - ptr: f16[]
  //%       in: 0xb800
  //%     - ptr: f16[]
  //%       out: nan
  entry @sqrt_80(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>, tile<i32> -> tile<1xf16>, token
    %r = sqrt %a rounding<negative_inf> : tile<1xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf16>, partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_80
  //%   args:
  //%     - ptr: f16[1]
  //%       in: 0xe400
  //%     - ptr: f16[1]
  //%       out: nan
  entry @sqrt_81(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf16, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>, tile<i32> -> tile<2x8xf16>, token
    %r = sqrt %a rounding<negative_inf> : tile<2x8xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf16, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf16>, partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_81
  //%   args:
  //%     - ptr: f16[2,8]
  //%       in: 0x3dff 0x88b2 0xf7ff 0x4200 0xfbff 0x03ff 0x5588 0x1419 0x0400 0x3bff 0x88b2 0x0001 0x4d00 0x83ff 0x43ff 0x4d00
  //%     - ptr: f16[2,8]
  //%       out: 0x3ce5 nan*2 0x3eed nan 0x1ffe 0x48b4 0x280c 0x2000 0x3bff nan 0x0c00 0x4478 nan 0x3fff 0x4478
  entry @sqrt_82(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf16, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf16>, token
    %r = sqrt %a rounding<negative_inf> : tile<4x1x2xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf16, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf16>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_82
  //%   args:
  //%     - ptr: f16[4,1,2]
  //%       in: 0x83ff 0xd2b6 0x0400 0xb800 0x6400 0x7e00 0x4200 0xbdff
  //%     - ptr: f16[4,1,2]
  //%       out: nan*2 0x2000 nan 0x5000 nan 0x3eed nan
  entry @sqrt_83(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf16>, token
    %r = sqrt %a rounding<negative_inf> : tile<2x1x2x4xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf16>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_83
  //%   args:
  //%     - ptr: f16[2,1,2,4]
  //%       in: 0x3e00 0x0002 0x3c01 0x77ff 0xf7ff 0xbdff 0x4d00 0x83ff 0x0002 0xbe00 0xbc00 0x470c 0xc3ff 0x2e66 0x0401 0x8001
  //%     - ptr: f16[2,1,2,4]
  //%       out: 0x3ce6 0x0da8 0x3c00 0x59a7 nan*2 0x4478 nan 0x0da8 nan*2 0x414f nan 0x350f 0x2000 nan
  entry @sqrt_84(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>, tile<i32> -> tile<64xf16>, token
    %r = sqrt %a rounding<positive_inf> : tile<64xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf16>, partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_84
  //%   args:
  //%     - ptr: f16[64]
  //%       in: 0x3c01 0x0400 0xcb80 0xbdff 0x3c00 0x1c93 0x6400 0x470c 0xc740 0x83ff 0xfbff 0x03ff 0x7c00 0xf404 0xb303 0xbe00 0x8002 0x3800 0x88b2 0x4200 0xbbff 0x5588 0x8002 0xf404 0xe400 0x5588 0x2e66 0xfc00 0x1419 0x8001 0xd2b6 0x0000 0xbc01 0x470c 0xc200 0x4d00 0x3dff 0x3e00 0x8400 0x7bff 0x0001 0xbe00 0x3e00 0xfe00 0xbc01 0x0401 0xc000 0x8000 0x7bfe 0x0002 0x8401 0xb800 0x77ff*2 0x7e00 0x3bff 0x7a09 0xc3ff 0xfbfe 0x4000 0xf7ff 0x43ff 0xdc60 0xbc00
  //%     - ptr: f16[64]
  //%       out: 0x3c01 0x2000 nan*2 0x3c00 0x2c48 0x5000 0x4150 nan*3 0x1fff 0x7c00 nan*4 0x39a9 nan 0x3eee nan 0x48b5 nan*3 0x48b5 0x3510 nan 0x280d nan*2 0x0000 nan 0x4150 nan 0x4479 0x3ce6 0x3ce7 nan 0x5c00 0x0c00 nan 0x3ce7 nan*2 0x2001 nan 0x8000 0x5bff 0x0da9 nan*2 0x59a8*2 nan 0x3c00 0x5af3 nan*2 0x3da9 nan 0x4000 nan*2
  entry @sqrt_85(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f16>> -> tile<f16>, token
    %r = sqrt %a rounding<positive_inf> : tile<f16>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f16>>, tile<f16> -> token
    return
  }
  //% - entry: sqrt_85
  //%   args:
  //%     - ptr: f16[]
  //%       in: 0x7a09
  //%     - ptr: f16[]
  //%       out: 0x5af3
  //% - entry: sqrt_85
  //%   args:
  //%     - ptr: f16[]
  //%       in: 0x3c00
  //%     - ptr: f16[]
  //%       out: 0x3c00
  //% - entry: sqrt_85
  //%   args:
  //%     - ptr: f16[]
  //%       in: 0x0401
  //%     - ptr: f16[]
  //%       out: 0x2001
  entry @sqrt_86(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>, tile<i32> -> tile<1xf16>, token
    %r = sqrt %a rounding<positive_inf> : tile<1xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf16>, partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_86
  //%   args:
  //%     - ptr: f16[1]
  //%       in: 0x8401
  //%     - ptr: f16[1]
  //%       out: nan
  entry @sqrt_87(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf16, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>, tile<i32> -> tile<2x8xf16>, token
    %r = sqrt %a rounding<positive_inf> : tile<2x8xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf16, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf16>, partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_87
  //%   args:
  //%     - ptr: f16[2,8]
  //%       in: 0x83ff 0xfbff 0x1419 0xc000 0x3c00 0x470c 0x8400 0x3800 0xbc00 0x470c 0x7a09 0x4000 0x7a09 0xcb80 0xbbff 0xbe00
  //%     - ptr: f16[2,8]
  //%       out: nan*2 0x280d nan 0x3c00 0x4150 nan 0x39a9 nan 0x4150 0x5af3 0x3da9 0x5af3 nan*3
  entry @sqrt_88(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf16, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf16>, token
    %r = sqrt %a rounding<positive_inf> : tile<4x1x2xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf16, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf16>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_88
  //%   args:
  //%     - ptr: f16[4,1,2]
  //%       in: 0xfbfe 0x8000 0x4200 0x5588 0x83ff 0xc200 0xb303 0x7e00
  //%     - ptr: f16[4,1,2]
  //%       out: nan 0x8000 0x3eee 0x48b5 nan*4
  entry @sqrt_89(%memory.a: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf16>, token
    %r = sqrt %a rounding<positive_inf> : tile<2x1x2x4xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf16>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_89
  //%   args:
  //%     - ptr: f16[2,1,2,4]
  //%       in: 0xbc01 0xdc60 0x7e00 0x5588 0xc200 0xc000 0x4d00 0xdc60 0xb800 0x3bff 0x1c93 0x470c 0xbe00 0x77ff 0x3800 0x8000
  //%     - ptr: f16[2,1,2,4]
  //%       out: nan*3 0x48b5 nan*2 0x4479 nan*2 0x3c00 0x2c48 0x4150 nan 0x59a8 0x39a9 0x8000
  entry @fpowf_90(%memory.a: tile<ptr<f16>>, %memory.b: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>, tile<i32> -> tile<64xf16>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [64], strides = [1] : tensor_view<64xf16, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>, tile<i32> -> tile<64xf16>, token
    %r = fpowf %a, %b : tile<64xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf16>, partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowf_90
  //%   args:
  //%     - ptr: f16[64]
  //%       in: 0x03ff 0xfe00 0x3dff 0x8002 0xfbfe 0x0000 0xc200 0x7bff 0x7e00 0xe400 0x470c 0xf7ff 0x3dff 0x0400 0x7bfe 0x3800 0x2e66 0x0002 0xbc01 0x0000 0x4000 0x3bff 0x8400 0xfbff 0xbe00 0x7e00 0xc740 0xb800 0x3c00 0x8000 0xf404 0x3c01 0x88b2 0x3e00 0x77ff 0x5588 0x0401 0x6400 0x1419 0xd2b6 0xbdff 0xbbff 0xdc60 0xfc00 0xbc00 0xbdff 0x43ff 0xcb80 0x8001 0x7c00 0xc3ff 0x1c93 0x83ff 0xf7ff 0x0001 0x6400 0xbbff 0x4d00 0x8401 0xc000 0x4200 0xb303 0x7a09 0x43ff
  //%     - ptr: f16[64]
  //%       in: 0xc3ff 0x83ff 0xc740*2 0xfbfe 0x43ff 0x1c93 0xfe00 0xc000 0x7bff 0x3c00 0x8400 0x5588 0xbdff 0x03ff 0x3c01 0xdc60 0x4200 0xcb80 0x03ff 0xb303 0xfc00 0xbc01 0xf7ff 0x8401 0x3c01 0xd2b6 0x7a09 0xc740 0x5588 0x7e00 0x0000 0x7c00 0x0001 0x8000 0xfbff 0x6400 0x1419 0xdc60 0xe400 0x3e00 0x88b2 0xf404 0x7bfe 0xcb80 0x470c 0x3800 0x8002 0xc200 0x2e66 0x4d00 0xbbff 0x8000 0x3bff 0x4000 0x77ff 0xbe00 0xb800 0xbc00 0x3dff 0x0401 0x0400 0x8001 0x0002
  //%     - ptr: f16[64]
  //%       out: 0x7c00 nan 0x2acd nan 0x0000*2 nan*3 0x7c00 0x470c nan 0x7c00*2 0x3c01 0x37ff 0x7c00 0x0000 0xbbe2 0x0000 0x3adf 0x7c00 nan 0x0000 nan*3 0x0000 0x3c00 0x0000 nan 0x3c00 0x0000 0x3c00*2 0x0000*2 0x3c07 0x7c00 0x0000 nan*2 0x0000 0x7c00 0xbc00 nan 0x3fff nan 0xfc00 0x7c00*2 0x5afa 0x3c00 nan 0x0000 0x7c00 nan 0x3328 0xf3fe nan 0x3c00 nan 0x3c00*2
  entry @fpowf_91(%memory.a: tile<ptr<f16>>, %memory.b: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f16>> -> tile<f16>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<f16>> -> tile<f16>, token
    %r = fpowf %a, %b : tile<f16>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f16>>, tile<f16> -> token
    return
  }
  //% - entry: fpowf_91
  //%   args:
  //%     - ptr: f16[]
  //%       in: 0x3e00
  //%     - ptr: f16[]
  //%       in: 0x7c00
  //%     - ptr: f16[]
  //%       out: 0x7c00
  //% - entry: fpowf_91
  //%   args:
  //%     - ptr: f16[]
  //%       in: 0x8000
  //%     - ptr: f16[]
  //%       in: 0x4000
  //%     - ptr: f16[]
  //%       out: 0x0000
  //% - entry: fpowf_91
  //%   args:
  //%     - ptr: f16[]
  //%       in: 0x1419
  //%     - ptr: f16[]
  //%       in: 0xf7ff
  //%     - ptr: f16[]
  //%       out: 0x7c00
  entry @fpowf_92(%memory.a: tile<ptr<f16>>, %memory.b: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>, tile<i32> -> tile<1xf16>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [1], strides = [1] : tensor_view<1xf16, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>, tile<i32> -> tile<1xf16>, token
    %r = fpowf %a, %b : tile<1xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf16>, partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowf_92
  //%   args:
  //%     - ptr: f16[1]
  //%       in: 0x0000
  //%     - ptr: f16[1]
  //%       in: 0xbc00
  //%     - ptr: f16[1]
  //%       out: 0x7c00
  entry @fpowf_93(%memory.a: tile<ptr<f16>>, %memory.b: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf16, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>, tile<i32> -> tile<2x8xf16>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf16, strides=[8,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>, tile<i32> -> tile<2x8xf16>, token
    %r = fpowf %a, %b : tile<2x8xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf16, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf16>, partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowf_93
  //%   args:
  //%     - ptr: f16[2,8]
  //%       in: 0x8000 0x1c93 0x3dff 0x8001 0x8002 0xcb80 0xfc00 0x4d00 0x1419 0xc000 0x8000 0xbe00 0x8001 0x88b2 0x5588 0xb800
  //%     - ptr: f16[2,8]
  //%       in: 0x0000 0x7c00 0xc3ff 0x03ff 0xbc00 0x0401 0xb800 0xbe00 0xfbfe 0xc740 0x3800 0xdc60 0x3bff 0x7bff 0x88b2 0x4200
  //%     - ptr: f16[2,8]
  //%       out: 0x3c00 0x0000 0x3258 nan 0xfc00 nan 0x0000 0x21b9 0x7c00 nan 0x0000*2 nan 0x0000 0x3bff 0xb000
  entry @fpowf_94(%memory.a: tile<ptr<f16>>, %memory.b: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf16, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf16>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf16, strides=[2,2,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf16>, token
    %r = fpowf %a, %b : tile<4x1x2xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf16, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf16>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowf_94
  //%   args:
  //%     - ptr: f16[4,1,2]
  //%       in: 0x5588 0xc3ff 0xfe00 0x8002 0xf7ff 0x1419 0xdc60 0x43ff
  //%     - ptr: f16[4,1,2]
  //%       in: 0xbc01 0xbe00 0x7c00 0x6400 0x8002 0x8401 0xc740 0xc000
  //%     - ptr: f16[4,1,2]
  //%       out: 0x21c3 nan*2 0x0000 nan 0x3c00 nan 0x2c01
  entry @fpowf_95(%memory.a: tile<ptr<f16>>, %memory.b: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf16>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf16>, token
    %r = fpowf %a, %b : tile<2x1x2x4xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf16>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowf_95
  //%   args:
  //%     - ptr: f16[2,1,2,4]
  //%       in: 0x470c 0x88b2 0xfbfe 0x2e66 0x43ff 0xc3ff 0xbbff 0x0401 0x0000 0xf7ff 0x7e00 0x03ff 0xdc60 0x8001 0x8002 0x8001
  //%     - ptr: f16[2,1,2,4]
  //%       in: 0xfbff 0x7bfe 0xb800 0x6400 0x43ff 0x4d00 0xfc00 0x88b2 0x7bff 0x7c00 0x8401 0x8002 0xcb80 0x4200 0xd2b6 0xc200
  //%     - ptr: f16[2,1,2,4]
  //%       out: 0x0000*2 nan 0x0000 0x5bf6 0x7c00*2 0x3c01 0x0000 0x7c00 nan 0x3c00 0x8000*2 nan 0xfc00
  entry @atan2_96(%memory.a: tile<ptr<f16>>, %memory.b: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>, tile<i32> -> tile<64xf16>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [64], strides = [1] : tensor_view<64xf16, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>, tile<i32> -> tile<64xf16>, token
    %r = atan2 %a, %b : tile<64xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf16>, partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: atan2_96
  //%   args:
  //%     - ptr: f16[64]
  //%       in: 0x88b2 0x7bff 0xc740 0xd2b6 0xcb80 0xbe00 0xc000 0x0401 0x4200 0xfe00 0xbe00 0xbbff 0x3c00 0x7c00 0x4d00 0x8002 0x7bfe 0xf404 0x1c93 0x3e00 0x3bff 0xbc00 0xfbfe 0x4000 0x8001 0x8400 0x8000 0xdc60 0x0001 0xf7ff 0x03ff 0x3c01 0xb800 0xc3ff 0x470c 0x2e66 0x77ff 0x0000 0x0400 0x8400 0x7e00 0xb303 0xb800 0x43ff 0x3dff 0xe400 0x03ff 0xbbff 0xbdff 0x8001 0xfbff 0x5588 0xfc00 0xf7ff 0x1419 0x83ff 0x0002 0x3800 0x0400 0x7a09 0xc200 0xbc01 0x6400 0x8401
  //%     - ptr: f16[64]
  //%       in: 0x5588 0x8000 0xd2b6 0x8001 0x7a09 0x0002 0x03ff 0x1c93 0x0400 0xb800 0xc000 0x7c00 0x0401 0x43ff 0xe400 0x7bfe 0xc200 0xfbff 0xc3ff 0xf7ff 0x0001 0x4d00 0xfc00 0xb303 0x3bff 0xfbfe 0x88b2 0x4000 0x83ff 0xc740 0x88b2 0x3dff 0x0000 0xfc00 0xbc00 0xcb80 0xb800 0x6400 0x1c93 0x8400 0x7bff 0x8401 0x3800 0x3bff 0xbdff 0x7e00 0x3c00 0x0001 0x1419 0x4200 0x77ff 0x2e66 0xdc60 0xe400 0x470c 0xbbff 0xf404 0xbe00 0xb800 0xfe00 0x3e00 0xbc01 0x3c01 0x8002
  //%     - ptr: f16[64]
  //%       out: 0x801b 0x3e48 0xc204 0xbe48 0x8cf9 0xbe48*2 0x2301 0x3e48 nan 0xc0ff 0x8000 0x3e48*2 0x423e 0x8000 0x3e49 0xc1cb 0x4248*2 0x3e48 0xaa65 0xc248 0x3eb8 0x8001 0xc248*2 0xbe41 0x4248 0xbe49 0x417b 0x38b6 0xbe48 0xc248 0x3ed9 0x4245 0x3e49 0x0000 0x22ff 0xc0b6 nan 0xbe49 0xba48 0x3d4e 0x40b6 nan 0x03ff 0xbe48*2 0x8000 0xbc6e 0x3e47 0xbe48 0xbe69 0x08a7 0xc248 0x4248 0x41a4 0x4248 nan 0xbc6e 0xc0b6 0x3e47 0xbe4a
  entry @atan2_97(%memory.a: tile<ptr<f16>>, %memory.b: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f16>> -> tile<f16>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<f16>> -> tile<f16>, token
    %r = atan2 %a, %b : tile<f16>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f16>>, tile<f16> -> token
    return
  }
  //% - entry: atan2_97
  //%   args:
  //%     - ptr: f16[]
  //%       in: 0x8401
  //%     - ptr: f16[]
  //%       in: 0x83ff
  //%     - ptr: f16[]
  //%       out: 0xc0b6
  //% - entry: atan2_97
  //%   args:
  //%     - ptr: f16[]
  //%       in: 0xd2b6
  //%     - ptr: f16[]
  //%       in: 0x3e00
  //%     - ptr: f16[]
  //%       out: 0xbe2c
  //% - entry: atan2_97
  //%   args:
  //%     - ptr: f16[]
  //%       in: 0xfc00
  //%     - ptr: f16[]
  //%       in: 0x7bff
  //%     - ptr: f16[]
  //%       out: 0xbe48
  entry @atan2_98(%memory.a: tile<ptr<f16>>, %memory.b: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>, tile<i32> -> tile<1xf16>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [1], strides = [1] : tensor_view<1xf16, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>, tile<i32> -> tile<1xf16>, token
    %r = atan2 %a, %b : tile<1xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf16>, partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: atan2_98
  //%   args:
  //%     - ptr: f16[1]
  //%       in: 0x0401
  //%     - ptr: f16[1]
  //%       in: 0xf404
  //%     - ptr: f16[1]
  //%       out: 0x4248
  entry @atan2_99(%memory.a: tile<ptr<f16>>, %memory.b: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf16, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>, tile<i32> -> tile<2x8xf16>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf16, strides=[8,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>, tile<i32> -> tile<2x8xf16>, token
    %r = atan2 %a, %b : tile<2x8xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf16, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf16>, partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: atan2_99
  //%   args:
  //%     - ptr: f16[2,8]
  //%       in: 0xf7ff 0x0401 0xbe00 0x43ff 0x470c 0xe400 0x6400 0xc200 0xd2b6 0xfbfe 0x8002 0x7bfe 0x0400 0x4d00 0x77ff 0x7e00
  //%     - ptr: f16[2,8]
  //%       in: 0x3bff 0xf7ff 0xbbff 0x83ff 0xbe00 0xd2b6 0x83ff 0xbc01 0x4200 0x8400 0xbe00 0x7a09 0x77ff 0x7a09 0xb800 0x0400
  //%     - ptr: f16[2,8]
  //%       out: 0xbe48 0x4248 0xc051 0x3e49 0x3f1f 0xbe7e 0x3e48 0xbf92 0xbe0f 0xbe48 0xc248 0x3b64 0x0000 0x0ea1 0x3e49 nan
  entry @atan2_100(%memory.a: tile<ptr<f16>>, %memory.b: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf16, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf16>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf16, strides=[2,2,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf16>, token
    %r = atan2 %a, %b : tile<4x1x2xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf16, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf16>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: atan2_100
  //%   args:
  //%     - ptr: f16[4,1,2]
  //%       in: 0x88b2 0x0401 0xd2b6 0xc200 0x0002 0x0400 0x8400 0xe400
  //%     - ptr: f16[4,1,2]
  //%       in: 0xf404 0x7e00 0xb303 0x0000 0xe400 0x4d00 0x3c00 0x7bff
  //%     - ptr: f16[4,1,2]
  //%       out: 0xc248 nan 0xbe4d 0xbe48 0x4248 0x0033 0x8400 0xa400
  entry @atan2_101(%memory.a: tile<ptr<f16>>, %memory.b: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf16>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf16>, token
    %r = atan2 %a, %b : tile<2x1x2x4xf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf16>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: atan2_101
  //%   args:
  //%     - ptr: f16[2,1,2,4]
  //%       in: 0x4200 0xf404 0x7c00 0x7bff 0xbdff 0x7a09 0xd2b6 0x4000 0x0002 0x470c 0x8000 0x3e00 0x83ff 0x88b2 0x7bff 0x1419
  //%     - ptr: f16[2,1,2,4]
  //%       in: 0x8002 0xbbff 0xf404 0x0001 0xbc01 0x5588 0x7c00 0xe400 0xc200 0x470c 0x2e66 0xc740 0x83ff 0x0000 0xbdff 0x3e00
  //%     - ptr: f16[2,1,2,4]
  //%       out: 0x3e48 0xbe49 0x3e48*2 0xc052 0x3e47 0x8000 0x4247 0x4248 0x3a48 0x8000 0x41e0 0xc0b6 0xbe48 0x3e49 0x1177
  entry @fpowi_102(%memory.a: tile<ptr<f16>>, %memory.b: tile<ptr<i1>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>, tile<i32> -> tile<64xf16>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [64], strides = [1] : tensor_view<64xi1, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(64), tensor_view<64xi1, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(64), tensor_view<64xi1, strides=[1]>>, tile<i32> -> tile<64xi1>, token
    %r = fpowi %a, %b : tile<64xf16>, tile<64xi1>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf16>, partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_102
  //%   args:
  //%     - ptr: f16[64]
  //%       in: 0x6400 0x3e00 0x8401 0x3bff 0x83ff 0x5588 0xfc00 0x4000 0xbdff 0x7bfe 0xfbfe 0xfe00 0xbc01 0xc200 0x43ff 0xf404 0x7c00 0x3dff 0x2e66 0x3e00 0xbc00 0xdc60 0x8002 0xe400 0x43ff 0x88b2 0xbe00 0x4d00 0xc740 0xfbff 0x3c00 0xbbff 0x03ff 0xc000 0x3bff 0xf404 0xbbff 0x1c93 0x7a09 0xc3ff 0xbbff 0x7e00 0x470c 0x4200 0x3800 0xb800 0x77ff 0x0400 0x7bff 0x8000 0x3bff 0x1419 0xf7ff 0x0002 0x8001 0x0000 0xcb80 0xd2b6 0xb303 0x0401 0x0001 0xc740 0x3c01 0x8400
  //%     - ptr: i1[64]
  //%       in: 1*5 0*2 1*2 0*2 1 0*4 1 0*2 1 0*3 1 0 1 0*4 1*2 0*4 1*2 0*2 1*2 0 1 0 1 0 1 0*5 1*2 0 1 0 1 0*2 1*2 0
  //%     - ptr: f16[64]
  //%       out: 0x1400 0x3955 0xf3fe 0x3c01 0xf401 0x3c00*2 0x3800 0xb956 0x3c00*2 nan 0x3c00*4 0x0000 0x3c00*2 0x3955 0x3c00*3 0x9400 0x3c00 0xeed1 0x3c00*5 0xbc01 0x3c00*4 0xbc01 0x5aff 0x3c00*2 0xbc01 nan 0x3c00 0x3555 0x3c00 0xc000 0x3c00 0x7400 0x3c00*5 0x7c00 0xfc00 0x3c00 0xac44 0x3c00 0xc490 0x3c00*2 0xb06a 0x3bfe 0x3c00
  entry @fpowi_103(%memory.a: tile<ptr<f16>>, %memory.b: tile<ptr<i1>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f16>> -> tile<f16>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<i1>> -> tile<i1>, token
    %r = fpowi %a, %b : tile<f16>, tile<i1>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f16>>, tile<f16> -> token
    return
  }
  //% - entry: fpowi_103
  //%   args:
  //%     - ptr: f16[]
  //%       in: 0x470c
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: f16[]
  //%       out: 0x308b
  //% - entry: fpowi_103
  //%   args:
  //%     - ptr: f16[]
  //%       in: 0x6400
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: f16[]
  //%       out: 0x3c00
  //% - entry: fpowi_103
  //%   args:
  //%     - ptr: f16[]
  //%       in: 0x7bff
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: f16[]
  //%       out: 0x0100
  entry @fpowi_104(%memory.a: tile<ptr<f16>>, %memory.b: tile<ptr<i1>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>, tile<i32> -> tile<1xf16>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [1], strides = [1] : tensor_view<1xi1, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(1), tensor_view<1xi1, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(1), tensor_view<1xi1, strides=[1]>>, tile<i32> -> tile<1xi1>, token
    %r = fpowi %a, %b : tile<1xf16>, tile<1xi1>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf16>, partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_104
  //%   args:
  //%     - ptr: f16[1]
  //%       in: 0x2e66
  //%     - ptr: i1[1]
  //%       in: 0
  //%     - ptr: f16[1]
  //%       out: 0x3c00
  entry @fpowi_105(%memory.a: tile<ptr<f16>>, %memory.b: tile<ptr<i1>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf16, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>, tile<i32> -> tile<2x8xf16>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xi1, strides=[8,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x8), tensor_view<2x8xi1, strides=[8,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xi1, strides=[8,1]>>, tile<i32> -> tile<2x8xi1>, token
    %r = fpowi %a, %b : tile<2x8xf16>, tile<2x8xi1>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf16, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf16>, partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_105
  //%   args:
  //%     - ptr: f16[2,8]
  //%       in: 0x43ff 0x88b2 0xe400 0x3c00 0x7c00 0x0000 0x3dff 0xf7ff 0x8400 0x5588 0xbc01 0x83ff 0xf404 0x3e00 0xc200 0x0400
  //%     - ptr: i1[2,8]
  //%       in: 0 1 0 1 0*2 1*4 0*3 1*3
  //%     - ptr: f16[2,8]
  //%       out: 0x3c00 0xeed1 0x3c00*4 0x3956 0x8200 0xf400 0x21c9 0x3c00*3 0x3955 0xb555 0x7400
  entry @fpowi_106(%memory.a: tile<ptr<f16>>, %memory.b: tile<ptr<i1>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf16, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf16>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xi1, strides=[2,2,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xi1, strides=[2,2,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xi1, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xi1>, token
    %r = fpowi %a, %b : tile<4x1x2xf16>, tile<4x1x2xi1>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf16, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf16>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_106
  //%   args:
  //%     - ptr: f16[4,1,2]
  //%       in: 0xfbfe 0x3dff 0x1419 0x0002 0x7c00 0x77ff 0x7e00 0x83ff
  //%     - ptr: i1[4,1,2]
  //%       in: 1 0*4 1 0 1
  //%     - ptr: f16[4,1,2]
  //%       out: 0x8100 0x3c00*4 0x0200 0x3c00 0xf401
  entry @fpowi_107(%memory.a: tile<ptr<f16>>, %memory.b: tile<ptr<i1>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf16>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xi1, strides=[8,8,4,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi1, strides=[8,8,4,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi1, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xi1>, token
    %r = fpowi %a, %b : tile<2x1x2x4xf16>, tile<2x1x2x4xi1>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf16>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_107
  //%   args:
  //%     - ptr: f16[2,1,2,4]
  //%       in: 0x7bfe 0x3bff 0x8000 0xfbfe 0x0000 0xe400 0x470c 0xbbff 0xdc60 0x0001 0x4d00 0x8002 0x7c00 0x0400 0xfbff 0x6400
  //%     - ptr: i1[2,1,2,4]
  //%       in: 1 0*2 1 0 1*2 0 1*3 0 1 0 1*2
  //%     - ptr: f16[2,1,2,4]
  //%       out: 0x0100 0x3c00*2 0x8100 0x3c00 0x9400 0x308b 0x3c00 0x9b50 0x7c00 0x2a66 0x3c00 0x0000 0x3c00 0x8100 0x1400
  entry @fpowi_108(%memory.a: tile<ptr<f16>>, %memory.b: tile<ptr<i8>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>, tile<i32> -> tile<64xf16>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [64], strides = [1] : tensor_view<64xi8, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(64), tensor_view<64xi8, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(64), tensor_view<64xi8, strides=[1]>>, tile<i32> -> tile<64xi8>, token
    %r = fpowi %a, %b : tile<64xf16>, tile<64xi8>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf16>, partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_108
  //%   args:
  //%     - ptr: f16[64]
  //%       in: 0xc200 0x0001 0xfbfe 0xd2b6 0x4000 0x88b2 0x43ff 0x470c 0x8401 0x77ff 0x6400 0x4200 0xfe00 0x03ff 0x7a09 0x2e66 0xf7ff 0xbdff 0xf404 0x5588 0xcb80 0x3e00 0xb303 0x3c01 0x7c00 0x7e00 0x1419 0x0000 0xbe00 0x3c00 0xbbff 0x0400 0x83ff 0x8000 0xc3ff 0x8001 0x4d00 0x3800 0x7bff 0xbc00 0xbc01 0x3c01 0xc000 0xfbff 0x8001 0x7bfe 0x8400 0x3bff 0xdc60 0x0400 0xbbff 0xe400 0x3dff 0x1c93 0x8002 0xb800 0xc740 0x8000 0x0002 0xf7ff 0xfc00 0x0401 0x7bfe 0x7e00
  //%     - ptr: i8[64]
  //%       in: 0xb1 0x07 0x05 0x02 0x64 0x80 0xb1 0x81 0x03 0xfd 0x05 0x15 0xff*3 0x81 0x15*2 0x03 0xfe 0x64 0xff 0x64 0x05 0x01 0xfd 0x00 0xfd 0x00 0x81 0x40 0x02 0xb1 0x7f 0xb1 0x78 0x07 0x03 0x41 0x00 0xfd 0x40 0x81 0x05 0xfe 0x78 0x40 0x01*2 0xfd 0x64 0x03 0xfe 0x81 0x05 0x81 0x01 0xff 0x03 0x02 0x05 0x00 0x05 0x00
  //%     - ptr: f16[64]
  //%       out: 0x8000 0x0000 0xfc00 0x69a1 0x7c00*2 0x0000*2 0x8000 0x0000 0x7c00*2 nan 0x7401 0x0153 0x7c00 0xfc00 0xecce 0xfc00 0x082f 0x7c00 0x3955 0x0000 0x3c05 0x7c00 nan 0x3c00 0x7c00 0x3c00*2 0x3bc1 0x0000 0xfc00 0x8000*2 0x0000 0x7c00 0x3000 0x7c00 0x3c00 0xbbfa 0x3c42 0x8000 0xfc00 0x7c00*2 0x0000 0x3bff 0xdc60 0x7c00 0x3b9e 0xfc00 0x371f 0x7c00 0x8000 0xfc00 0xc740 0xfc00 0x0000 0x7c00 0xfc00 0x3c00 0x7c00 0x3c00
  entry @fpowi_109(%memory.a: tile<ptr<f16>>, %memory.b: tile<ptr<i8>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f16>> -> tile<f16>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<i8>> -> tile<i8>, token
    %r = fpowi %a, %b : tile<f16>, tile<i8>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f16>>, tile<f16> -> token
    return
  }
  //% - entry: fpowi_109
  //%   args:
  //%     - ptr: f16[]
  //%       in: 0x7e00
  //%     - ptr: i8[]
  //%       in: 0xb1
  //%     - ptr: f16[]
  //%       out: nan
  //% - entry: fpowi_109
  //%   args:
  //%     - ptr: f16[]
  //%       in: 0xb303
  //%     - ptr: i8[]
  //%       in: 0xfe
  //%     - ptr: f16[]
  //%       out: 0x4d35
  //% - entry: fpowi_109
  //%   args:
  //%     - ptr: f16[]
  //%       in: 0x8401
  //%     - ptr: i8[]
  //%       in: 0xfe
  //%     - ptr: f16[]
  //%       out: 0x7c00
  entry @fpowi_110(%memory.a: tile<ptr<f16>>, %memory.b: tile<ptr<i8>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>, tile<i32> -> tile<1xf16>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [1], strides = [1] : tensor_view<1xi8, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(1), tensor_view<1xi8, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(1), tensor_view<1xi8, strides=[1]>>, tile<i32> -> tile<1xi8>, token
    %r = fpowi %a, %b : tile<1xf16>, tile<1xi8>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf16>, partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_110
  //%   args:
  //%     - ptr: f16[1]
  //%       in: 0x4200
  //%     - ptr: i8[1]
  //%       in: 0x7f
  //%     - ptr: f16[1]
  //%       out: 0x7c00
  entry @fpowi_111(%memory.a: tile<ptr<f16>>, %memory.b: tile<ptr<i8>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf16, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>, tile<i32> -> tile<2x8xf16>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xi8, strides=[8,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x8), tensor_view<2x8xi8, strides=[8,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xi8, strides=[8,1]>>, tile<i32> -> tile<2x8xi8>, token
    %r = fpowi %a, %b : tile<2x8xf16>, tile<2x8xi8>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf16, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf16>, partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_111
  //%   args:
  //%     - ptr: f16[2,8]
  //%       in: 0x4000 0x8001 0x3800 0x88b2 0x3e00 0x0002 0xb303 0x7e00 0x4d00 0xc3ff 0xdc60 0x0401 0x470c 0x03ff 0x0401 0x7a09
  //%     - ptr: i8[2,8]
  //%       in: 0x02 0x00 0x03 0x02 0xb1 0x05 0x64 0x02 0x41 0xb1 0xfd 0x40 0x15 0xff 0x80 0x02
  //%     - ptr: f16[2,8]
  //%       out: 0x4400 0x3c00 0x3000 0x0000*4 nan 0x7c00 0x8000 0x8001 0x0000 0x7c00 0x7401 0x7c00*2
  entry @fpowi_112(%memory.a: tile<ptr<f16>>, %memory.b: tile<ptr<i8>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf16, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf16>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xi8, strides=[2,2,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xi8, strides=[2,2,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xi8, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xi8>, token
    %r = fpowi %a, %b : tile<4x1x2xf16>, tile<4x1x2xi8>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf16, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf16>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_112
  //%   args:
  //%     - ptr: f16[4,1,2]
  //%       in: 0xdc60 0x4000 0x4200 0x1419 0xc200 0x7bfe 0x7a09 0xfe00
  //%     - ptr: i8[4,1,2]
  //%       in: 0x64 0x7f 0xfe 0x02 0x05 0x15 0x64 0x03
  //%     - ptr: f16[4,1,2]
  //%       out: 0x7c00*2 0x2f1c 0x0011 0xdb98 0x7c00*2 nan
  entry @fpowi_113(%memory.a: tile<ptr<f16>>, %memory.b: tile<ptr<i8>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf16>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xi8, strides=[8,8,4,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi8, strides=[8,8,4,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi8, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xi8>, token
    %r = fpowi %a, %b : tile<2x1x2x4xf16>, tile<2x1x2x4xi8>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf16>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_113
  //%   args:
  //%     - ptr: f16[2,1,2,4]
  //%       in: 0xf404 0x7a09 0x7c00 0x3800 0x7e00 0x1c93 0xc200 0x8001 0x7bff 0x4d00 0x3e00 0x83ff 0x4000 0xbdff 0xfbfe 0x6400
  //%     - ptr: i8[2,1,2,4]
  //%       in: 0x7f 0x64 0xff*2 0xfe 0x05 0xb1 0x15 0xfe 0x01 0x41 0x01 0xfe 0x01 0xfd 0x07
  //%     - ptr: f16[2,1,2,4]
  //%       out: 0xfc00 0x7c00 0x0000 0x4000 nan 0x0000 0x8000*2 0x0000 0x4d00 0x7c00 0x83ff 0x3400 0xbdff 0x8000 0x7c00
  entry @fpowi_114(%memory.a: tile<ptr<f16>>, %memory.b: tile<ptr<i16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>, tile<i32> -> tile<64xf16>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [64], strides = [1] : tensor_view<64xi16, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(64), tensor_view<64xi16, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(64), tensor_view<64xi16, strides=[1]>>, tile<i32> -> tile<64xi16>, token
    %r = fpowi %a, %b : tile<64xf16>, tile<64xi16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf16>, partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_114
  //%   args:
  //%     - ptr: f16[64]
  //%       in: 0x8002 0x8401 0x83ff 0xc740 0xe400 0xb800 0xfbff 0x3e00 0x5588 0x88b2 0x6400 0x8000 0x43ff 0x0401 0x8400 0x77ff 0x83ff 0xb303 0x77ff 0xfbfe 0x1c93 0xc200 0x1c93 0x470c 0x7bfe 0xc3ff 0xcb80 0xbbff 0x2e66 0xdc60 0xc000 0x4d00 0x88b2 0x0002 0xd2b6 0x1419 0xfe00 0x3bff 0xbdff 0x7bff 0x0000 0xfc00 0xf404 0xbe00 0x7e00 0x4200 0x3c00 0x3e00 0x0001 0x03ff 0x3800 0xbc01 0xbc00 0x3c01 0x4000 0xb800 0x7c00 0x7a09 0x83ff 0xf7ff 0x3dff 0xbc00 0x8001 0x0400
  //%     - ptr: i16[64]
  //%       in: 0x0002 0xb68e 0x0003 0x0000 0x0005 0xffff 0x8001 0xf982 0x7fff 0x0003 0xfffe 0xfffd 0x6efd 0x0005 0xf982 0x8001 0xfffe 0x6efd 0x0003 0xf982 0x0003 0x0000 0xfffe 0x0002 0x0003 0x726c*2 0x0002 0xf982 0xbc8d 0x8000 0xffff 0x0003 0x0007 0x0064 0x0001 0x10fe 0x0001 0x0002 0xb68e 0xffff 0x6efd 0x10fe*2 0x0001*2 0x726c 0x0002 0xb68e 0xf982 0xfffe 0x8000 0x0064 0xfffd 0x8001 0xffff 0x0000 0x8001 0x0001 0x0000 0xfffd 0xffff 0x7fff 0x0002
  //%     - ptr: f16[64]
  //%       out: 0x0000 0x7c00 0x8000 0x3c00 0xfc00 0xc000 0x8000 0x0000 0x7c00 0x8000 0x0010 0xfc00 0x7c00 0x0000 0x7c00 0x0000 0x7c00 0x8000 0x7c00 0x0000 0x0001 0x3c00 0x7a1e 0x5235 0x7c00*3 0x3bfe 0x7c00 0x8000 0x0000 0x2a66 0x8000 0x0000 0x7c00 0x1419 nan 0x3bff 0x407f 0x0000 0x7c00 0xfc00 0x7c00*2 nan 0x4200 0x3c00 0x4080 0x7c00*2 0x4400 0x0000 0x3c00 0x3bfa 0x0000 0xc000 0x3c00 0x0000 0x83ff 0x3c00 0x34c0 0xbc00 0x8000 0x0000
  entry @fpowi_115(%memory.a: tile<ptr<f16>>, %memory.b: tile<ptr<i16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f16>> -> tile<f16>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<i16>> -> tile<i16>, token
    %r = fpowi %a, %b : tile<f16>, tile<i16>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f16>>, tile<f16> -> token
    return
  }
  //% - entry: fpowi_115
  //%   args:
  //%     - ptr: f16[]
  //%       in: 0x8000
  //%     - ptr: i16[]
  //%       in: 0xbc8d
  //%     - ptr: f16[]
  //%       out: 0xfc00
  //% - entry: fpowi_115
  //%   args:
  //%     - ptr: f16[]
  //%       in: 0x4d00
  //%     - ptr: i16[]
  //%       in: 0x0002
  //%     - ptr: f16[]
  //%       out: 0x5e40
  //% - entry: fpowi_115
  //%   args:
  //%     - ptr: f16[]
  //%       in: 0x0401
  //%     - ptr: i16[]
  //%       in: 0x0001
  //%     - ptr: f16[]
  //%       out: 0x0401
  entry @fpowi_116(%memory.a: tile<ptr<f16>>, %memory.b: tile<ptr<i16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>, tile<i32> -> tile<1xf16>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [1], strides = [1] : tensor_view<1xi16, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(1), tensor_view<1xi16, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(1), tensor_view<1xi16, strides=[1]>>, tile<i32> -> tile<1xi16>, token
    %r = fpowi %a, %b : tile<1xf16>, tile<1xi16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf16>, partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_116
  //%   args:
  //%     - ptr: f16[1]
  //%       in: 0x3c01
  //%     - ptr: i16[1]
  //%       in: 0xfffe
  //%     - ptr: f16[1]
  //%       out: 0x3bfc
  entry @fpowi_117(%memory.a: tile<ptr<f16>>, %memory.b: tile<ptr<i16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf16, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>, tile<i32> -> tile<2x8xf16>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xi16, strides=[8,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x8), tensor_view<2x8xi16, strides=[8,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xi16, strides=[8,1]>>, tile<i32> -> tile<2x8xi16>, token
    %r = fpowi %a, %b : tile<2x8xf16>, tile<2x8xi16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf16, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf16>, partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_117
  //%   args:
  //%     - ptr: f16[2,8]
  //%       in: 0x7c00 0x8400 0xdc60 0x4000 0x8000 0xcb80 0x0001 0x3800 0x3dff 0x83ff 0xe400 0x3e00 0xc200 0x8002 0x1c93 0xc3ff
  //%     - ptr: i16[2,8]
  //%       in: 0x0000 0x0064 0x0003 0xfffd 0x0000 0xfffe 0x0000 0x0001 0x0003 0xffff 0x0002 0x0003 0x8000 0x0005 0x6efd 0xb68e
  //%     - ptr: f16[2,8]
  //%       out: 0x3c00 0x0000 0xfc00 0x3000 0x3c00 0x1c8d 0x3c00 0x3800 0x42bd 0xf401 0x7c00 0x42c0 0x0000 0x8000 0x0000*2
  entry @fpowi_118(%memory.a: tile<ptr<f16>>, %memory.b: tile<ptr<i16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf16, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf16>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xi16, strides=[2,2,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xi16, strides=[2,2,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xi16, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xi16>, token
    %r = fpowi %a, %b : tile<4x1x2xf16>, tile<4x1x2xi16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf16, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf16>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_118
  //%   args:
  //%     - ptr: f16[4,1,2]
  //%       in: 0x43ff 0x7bff 0xc000 0x0000 0xc3ff 0xdc60 0x4200 0x7e00
  //%     - ptr: i16[4,1,2]
  //%       in: 0x0002 0x10fe 0x0005 0x0000 0x0003*2 0x0002 0x7fff
  //%     - ptr: f16[4,1,2]
  //%       out: 0x4bfe 0x7c00 0xd000 0x3c00 0xd3fd 0xfc00 0x4880 nan
  entry @fpowi_119(%memory.a: tile<ptr<f16>>, %memory.b: tile<ptr<i16>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf16>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xi16, strides=[8,8,4,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi16, strides=[8,8,4,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi16, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xi16>, token
    %r = fpowi %a, %b : tile<2x1x2x4xf16>, tile<2x1x2x4xi16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf16>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_119
  //%   args:
  //%     - ptr: f16[2,1,2,4]
  //%       in: 0xbdff 0x0002 0x3c01 0x0401 0xc000 0x7a09 0xbc01 0x8002 0x8001*2 0x5588 0x3bff 0xfe00 0x3800 0x4200 0x1c93
  //%     - ptr: i16[2,1,2,4]
  //%       in: 0x0007 0x0000 0x0002 0x726c 0x0002 0xffff 0x0002*2 0x0003 0xbc8d 0x0005*2 0x0000 0xfffe 0xb68e 0xffff
  //%     - ptr: f16[2,1,2,4]
  //%       out: 0xcc41 0x3c00 0x3c02 0x0000 0x4400 0x0153 0x3c02 0x0000 0x8000 0xfc00 0x7c00 0x3bfb 0x3c00 0x4400 0x0000 0x5aff
  entry @fpowi_120(%memory.a: tile<ptr<f16>>, %memory.b: tile<ptr<i32>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>, tile<i32> -> tile<64xf16>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [64], strides = [1] : tensor_view<64xi32, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(64), tensor_view<64xi32, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(64), tensor_view<64xi32, strides=[1]>>, tile<i32> -> tile<64xi32>, token
    %r = fpowi %a, %b : tile<64xf16>, tile<64xi32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf16>, partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_120
  //%   args:
  //%     - ptr: f16[64]
  //%       in: 0x8002 0xe400 0x3800 0xc3ff 0xb800 0xb303 0x77ff 0x7a09 0x3bff 0x470c 0x1419 0xbc01 0x43ff 0xfbff 0x7e00 0xf404 0xbc01 0xb800 0x470c 0x0400 0xbc00 0xbe00 0x0000 0xfbfe 0x7bff 0x8401 0x8000 0x83ff 0x4d00 0x7c00 0xd2b6 0x2e66 0xfc00 0xc740 0x0401 0x1c93 0x0002 0x4000 0x0001 0x8001 0x8401 0x6400 0xc000 0x6400 0x3c01 0x5588 0xdc60 0x7bfe 0x3e00 0xbbff 0x4200 0x3dff 0x1419 0x03ff 0xcb80 0x8400 0xbdff 0x6400 0x88b2 0x43ff 0xc200 0xfe00 0x3c00 0xf7ff
  //%     - ptr: i32[64]
  //%       in: 0xfffffffe 0xd0fb74ef 0xecca7db0 0x00000001*2 0x00000000 0x7fffffff 0x00000064 0x00000003 0x80000001 0xd0fb74ef 0x00000007 0xfffffffe 0x00000003 0xfa351fa5 0x00000002 0xfffffffe 0x00000000 0x00000001 0x00000003 0x00000002 0x0a2ed947 0xffffffff 0x00000001 0x00000000 0xffffffff*2 0xfffffffd 0x00000003 0xfffffffe 0x0a2ed947 0xecca7db0 0x00000000 0xfffffffe 0xffffffff 0x00000001 0x2d216413 0x80000000 0x00000007 0x00000002 0x80000001 0x3f63b885 0x00000001 0x00000005 0x0a2ed947 0x00000003 0xfffffffe 0x3f63b885 0x00000002 0xffffffff 0x0a2ed947 0x00000000 0x2d216413*2 0xfffffffd 0x7fffffff 0xfffffffd 0x00000000 0x80000000 0x00000064 0x00000002*2 0x2d216413 0x00000002
  //%     - ptr: f16[64]
  //%       out: 0x7c00 0x8000 0x7c00 0xc3ff 0xb800 0x3c00 0x7c00*2 0x3bfd 0x0000 0x7c00 0xbc07 0x2c01 0xfc00 nan 0x7c00 0x3bfc 0x3c00 0x470c 0x0000 0x3c00 0xfc00 0x7c00 0xfbfe 0x3c00 0xf3fe 0xfc00*2 0x6fd0 0x0000 0xfc00 0x7c00 0x3c00 0x24df 0x73fe 0x1c93 0x0000*4 0xfc00 0x7c00 0xc000 0x7c00*3 0x00d6 0x7c00 0x4080 0xbc01 0x7c00 0x3c00 0x0000*2 0x8cdb 0x8000 0xb4c0 0x3c00 0x7c00*2 0x4880 nan 0x3c00 0x7c00
  entry @fpowi_121(%memory.a: tile<ptr<f16>>, %memory.b: tile<ptr<i32>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f16>> -> tile<f16>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<i32>> -> tile<i32>, token
    %r = fpowi %a, %b : tile<f16>, tile<i32>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f16>>, tile<f16> -> token
    return
  }
  //% - entry: fpowi_121
  //%   args:
  //%     - ptr: f16[]
  //%       in: 0xbc00
  //%     - ptr: i32[]
  //%       in: 0xffffffff
  //%     - ptr: f16[]
  //%       out: 0xbc00
  //% - entry: fpowi_121
  //%   args:
  //%     - ptr: f16[]
  //%       in: 0x77ff
  //%     - ptr: i32[]
  //%       in: 0x2d216413
  //%     - ptr: f16[]
  //%       out: 0x7c00
  //% - entry: fpowi_121
  //%   args:
  //%     - ptr: f16[]
  //%       in: 0x0000
  //%     - ptr: i32[]
  //%       in: 0x2d216413
  //%     - ptr: f16[]
  //%       out: 0x0000
  entry @fpowi_122(%memory.a: tile<ptr<f16>>, %memory.b: tile<ptr<i32>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>, tile<i32> -> tile<1xf16>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [1], strides = [1] : tensor_view<1xi32, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(1), tensor_view<1xi32, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(1), tensor_view<1xi32, strides=[1]>>, tile<i32> -> tile<1xi32>, token
    %r = fpowi %a, %b : tile<1xf16>, tile<1xi32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf16>, partition_view<tile=(1), tensor_view<1xf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_122
  //%   args:
  //%     - ptr: f16[1]
  //%       in: 0xbdff
  //%     - ptr: i32[1]
  //%       in: 0x00000000
  //%     - ptr: f16[1]
  //%       out: 0x3c00
  entry @fpowi_123(%memory.a: tile<ptr<f16>>, %memory.b: tile<ptr<i32>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf16, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>, tile<i32> -> tile<2x8xf16>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xi32, strides=[8,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x8), tensor_view<2x8xi32, strides=[8,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xi32, strides=[8,1]>>, tile<i32> -> tile<2x8xi32>, token
    %r = fpowi %a, %b : tile<2x8xf16>, tile<2x8xi32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf16, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf16>, partition_view<tile=(2x8), tensor_view<2x8xf16, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_123
  //%   args:
  //%     - ptr: f16[2,8]
  //%       in: 0xf404 0x8000 0xbc00 0xfbfe 0xc200 0x3e00 0x0000 0x8400 0x7a09 0x0401 0x0400 0x3dff 0x43ff 0xc740 0xfbff 0x3dff
  //%     - ptr: i32[2,8]
  //%       in: 0x00000007 0xffffffff 0x3f63b885*2 0xfffffffe*2 0x00000003 0x00000007 0xfa351fa5 0x00000005 0x80000001 0x00000003 0x0a2ed947 0x00000007 0x00000001 0x00000002
  //%     - ptr: f16[2,8]
  //%       out: 0xfc00*2 0xbc00 0xfc00 0x2f1c 0x371c 0x0000 0x8000 0x0000*2 0x7c00 0x42bd 0x7c00 0xfc00 0xfbff 0x407f
  entry @fpowi_124(%memory.a: tile<ptr<f16>>, %memory.b: tile<ptr<i32>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf16, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf16>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xi32, strides=[2,2,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xi32, strides=[2,2,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xi32, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xi32>, token
    %r = fpowi %a, %b : tile<4x1x2xf16>, tile<4x1x2xi32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf16, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf16>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf16, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_124
  //%   args:
  //%     - ptr: f16[4,1,2]
  //%       in: 0xfc00 0xe400 0x0002 0xd2b6 0xbc01 0x0400 0x8001 0xcb80
  //%     - ptr: i32[4,1,2]
  //%       in: 0x80000000 0x00000001 0x00000003 0xfa351fa5 0x0a2ed947 0x3f63b885 0x00000003 0x00000001
  //%     - ptr: f16[4,1,2]
  //%       out: 0x0000 0xe400 0x0000 0x8000 0xfc00 0x0000 0x8000 0xcb80
  entry @fpowi_125(%memory.a: tile<ptr<f16>>, %memory.b: tile<ptr<i32>>, %memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf16>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xi32, strides=[8,8,4,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi32, strides=[8,8,4,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi32, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xi32>, token
    %r = fpowi %a, %b : tile<2x1x2x4xf16>, tile<2x1x2x4xi32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf16>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf16, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_125
  //%   args:
  //%     - ptr: f16[2,1,2,4]
  //%       in: 0xf7ff 0x8400 0xcb80 0xfbfe 0x83ff 0x0400 0x0000 0x7e00 0xf404 0xc740 0x3c01 0xfbff 0xbbff 0xbdff 0x4000 0x8002
  //%     - ptr: i32[2,1,2,4]
  //%       in: 0x0a2ed947 0x00000007 0xd0fb74ef 0xfffffffd 0x00000000 0x00000003 0xffffffff 0x3f63b885 0x0a2ed947 0xffffffff 0xfffffffe*2 0x00000001 0x7fffffff 0x00000001*2
  //%     - ptr: f16[2,1,2,4]
  //%       out: 0xfc00 0x8000*3 0x3c00 0x0000 0x7c00 nan 0xfc00 0xb06a 0x3bfc 0x0000 0xbbff 0xfc00 0x4000 0x8002
  entry @exp_126(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xbf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>, tile<i32> -> tile<64xbf16>, token
    %r = exp %a : tile<64xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xbf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xbf16>, partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: exp_126
  //%   args:
  //%     - ptr: bf16[64]
  //%       in: 0xbf80 0x4040 0x8081 0x7f7f 0xc0e8 0x8000 0x7eff 0x0081 0xcd8b 0x3dcd 0xbfbf 0x8080 0x8002 0xc000 0xc0e8 0x3a83 0xffc0 0x0080 0x3f80 0x7f72 0xd6f5 0xc07f 0x4300 0x7f7e 0x41a0 0x3fc0 0xbf00 0x42b1 0xfb8a 0x3f7f 0xbfc0 0x3f00 0x7f80 0x692c 0x7eff 0xc040 0x407f 0x807f 0x7fc0 0x2b5e 0xff7f 0xc300 0x8081 0xff80 0x0000 0x9993 0xff7e 0xfeff 0x0002 0x3f81 0xbf80 0x007f 0x3fbf 0xc170 0x4000*2 0x0001 0x8001 0xbf7f 0x3f81 0x7eff 0x5055 0xbf81 0xbf80
  //%     - ptr: bf16[64]
  //%       out: 0x3ebc 0x41a1 0x3f80 0x7f80 0x3a3a 0x3f80 0x7f80 0x3f80 0x0000 0x3f8d 0x3e66 0x3f80*2 0x3e0b 0x3a3a 0x3f80 nan 0x3f80 0x402e 0x7f80 0x0000 0x3c98 0x7f80*2 0x4de7 0x408f 0x3f1b 0x7f4d 0x0000 0x402d 0x3e64 0x3fd3 0x7f80*3 0x3d4c 0x4257 0x3f80 nan 0x3f80 0x0000*2 0x3f80 0x0000 0x3f80*2 0x0000*2 0x3f80 0x402f 0x3ebc 0x3f80 0x408e 0x34a4 0x40ec*2 0x3f80*2 0x3ebd 0x402f 0x7f80*2 0x3ebb 0x3ebc
  entry @exp_127(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<bf16>> -> tile<bf16>, token
    %r = exp %a : tile<bf16>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<bf16>>, tile<bf16> -> token
    return
  }
  //% - entry: exp_127
  //%   args:
  //%     - ptr: bf16[]
  //%       in: 0x3fbf
  //%     - ptr: bf16[]
  //%       out: 0x408e
  //% - entry: exp_127
  //%   args:
  //%     - ptr: bf16[]
  //%       in: 0x8002
  //%     - ptr: bf16[]
  //%       out: 0x3f80
  //% - entry: exp_127
  //%   args:
  //%     - ptr: bf16[]
  //%       in: 0x3f81
  //%     - ptr: bf16[]
  //%       out: 0x402f
  entry @exp_128(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xbf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>, tile<i32> -> tile<1xbf16>, token
    %r = exp %a : tile<1xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xbf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xbf16>, partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: exp_128
  //%   args:
  //%     - ptr: bf16[1]
  //%       in: 0xff7e
  //%     - ptr: bf16[1]
  //%       out: 0x0000
  entry @exp_129(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xbf16, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>, tile<i32> -> tile<2x8xbf16>, token
    %r = exp %a : tile<2x8xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xbf16, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xbf16>, partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: exp_129
  //%   args:
  //%     - ptr: bf16[2,8]
  //%       in: 0xcd8b 0x0081 0x007f 0x7f7e 0x42b1 0xd6f5 0x4000 0xc07f 0x0080 0xbfbf 0xff7f 0x807f 0xfeff 0xc040 0xcd8b 0x8001
  //%     - ptr: bf16[2,8]
  //%       out: 0x0000 0x3f80*2 0x7f80 0x7f4d 0x0000 0x40ec 0x3c98 0x3f80 0x3e66 0x0000 0x3f80 0x0000 0x3d4c 0x0000 0x3f80
  entry @exp_130(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xbf16, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xbf16>, token
    %r = exp %a : tile<4x1x2xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xbf16, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xbf16>, partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: exp_130
  //%   args:
  //%     - ptr: bf16[4,1,2]
  //%       in: 0xc040 0x007f 0x7f80 0x2b5e 0xd6f5 0x0002 0x8002 0xfb8a
  //%     - ptr: bf16[4,1,2]
  //%       out: 0x3d4c 0x3f80 0x7f80 0x3f80 0x0000 0x3f80*2 0x0000
  entry @exp_131(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xbf16>, token
    %r = exp %a : tile<2x1x2x4xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xbf16>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: exp_131
  //%   args:
  //%     - ptr: bf16[2,1,2,4]
  //%       in: 0x41a0 0xbf81 0x7f80 0x0002 0xbfbf 0xc300 0xbfc0 0x4000 0x7f72 0xc0e8 0x0080 0xc07f 0x007f 0x807f 0x0001 0x3fbf
  //%     - ptr: bf16[2,1,2,4]
  //%       out: 0x4de7 0x3ebb 0x7f80 0x3f80 0x3e66 0x0000 0x3e64 0x40ec 0x7f80 0x3a3a 0x3f80 0x3c98 0x3f80*3 0x408e
  entry @exp2_132(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xbf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>, tile<i32> -> tile<64xbf16>, token
    %r = exp2 %a : tile<64xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xbf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xbf16>, partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: exp2_132
  //%   args:
  //%     - ptr: bf16[64]
  //%       in: 0x807f 0x8080 0xff7e 0xbf81 0xbfc0 0x42b1 0x4040 0x3fbf 0xbf80 0x7f7e 0xc040 0x7eff 0x3fc0 0x0080 0x007f 0x2b5e 0xc300 0xfb8a 0x3f7f 0xcd8b 0x8000 0x8081 0x692c 0xff80 0x4000 0x3a83 0x8000 0x407f 0x8002 0xbf7f 0x0081 0x4300 0x3f00 0x7fc0 0x3dcd 0xbfbf 0x41a0 0x7f7f 0x8000 0xc0e8 0xc000 0xbf81 0xff7f 0x9993 0x8001 0x3f81 0xd6f5 0x7f80 0x0001 0xffc0 0x3fc0 0x0002 0xfeff 0xff7f 0x3f00 0x0000 0x3f80 0xbf00 0x5055 0x7f80 0xc170 0xc07f 0xc170 0x7f72
  //%     - ptr: bf16[64]
  //%       out: 0x3f80*2 0x0000 0x3eff 0x3eb5 0x6bb5 0x4100 0x4034 0x3f00 0x7f80 0x3e00 0x7f80 0x4035 0x3f80*3 0x0020 0x0000 0x3fff 0x0000 0x3f80*2 0x7f80 0x0000 0x4080 0x3f80*2 0x417d 0x3f80 0x3f00 0x3f80 0x7f80 0x3fb5 nan 0x3f89 0x3eb6 0x4980 0x7f80 0x3f80 0x3bd7 0x3e80 0x3eff 0x0000 0x3f80*2 0x4001 0x0000 0x7f80 0x3f80 nan 0x4035 0x3f80 0x0000*2 0x3fb5 0x3f80 0x4000 0x3f35 0x7f80*2 0x3800 0x3d81 0x3800 0x7f80
  entry @exp2_133(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<bf16>> -> tile<bf16>, token
    %r = exp2 %a : tile<bf16>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<bf16>>, tile<bf16> -> token
    return
  }
  //% - entry: exp2_133
  //%   args:
  //%     - ptr: bf16[]
  //%       in: 0x9993
  //%     - ptr: bf16[]
  //%       out: 0x3f80
  //% - entry: exp2_133
  //%   args:
  //%     - ptr: bf16[]
  //%       in: 0x4040
  //%     - ptr: bf16[]
  //%       out: 0x4100
  //% - entry: exp2_133
  //%   args:
  //%     - ptr: bf16[]
  //%       in: 0xfb8a
  //%     - ptr: bf16[]
  //%       out: 0x0000
  entry @exp2_134(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xbf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>, tile<i32> -> tile<1xbf16>, token
    %r = exp2 %a : tile<1xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xbf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xbf16>, partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: exp2_134
  //%   args:
  //%     - ptr: bf16[1]
  //%       in: 0xc000
  //%     - ptr: bf16[1]
  //%       out: 0x3e80
  entry @exp2_135(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xbf16, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>, tile<i32> -> tile<2x8xbf16>, token
    %r = exp2 %a : tile<2x8xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xbf16, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xbf16>, partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: exp2_135
  //%   args:
  //%     - ptr: bf16[2,8]
  //%       in: 0xc0e8 0x3f81 0x7f7e 0x7f80 0x807f 0xc07f 0x0081 0xbf7f 0xbfbf 0xc000 0xbfc0 0x7eff 0x8002 0xfeff 0xc300 0xff80
  //%     - ptr: bf16[2,8]
  //%       out: 0x3bd7 0x4001 0x7f80*2 0x3f80 0x3d81 0x3f80 0x3f00 0x3eb6 0x3e80 0x3eb5 0x7f80 0x3f80 0x0000 0x0020 0x0000
  entry @exp2_136(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xbf16, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xbf16>, token
    %r = exp2 %a : tile<4x1x2xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xbf16, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xbf16>, partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: exp2_136
  //%   args:
  //%     - ptr: bf16[4,1,2]
  //%       in: 0xbf00 0x3f00 0x807f 0x7fc0 0xfb8a 0x7f7f 0xd6f5 0xfb8a
  //%     - ptr: bf16[4,1,2]
  //%       out: 0x3f35 0x3fb5 0x3f80 nan 0x0000 0x7f80 0x0000*2
  entry @exp2_137(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xbf16>, token
    %r = exp2 %a : tile<2x1x2x4xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xbf16>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: exp2_137
  //%   args:
  //%     - ptr: bf16[2,1,2,4]
  //%       in: 0x8001 0x3fbf 0x7f80 0x2b5e 0x8081 0x007f 0x8000 0xc0e8 0xfeff 0x41a0 0x692c 0x3f80 0x0081 0xbfc0 0xc07f 0xc0e8
  //%     - ptr: bf16[2,1,2,4]
  //%       out: 0x3f80 0x4034 0x7f80 0x3f80*4 0x3bd7 0x0000 0x4980 0x7f80 0x4000 0x3f80 0x3eb5 0x3d81 0x3bd7
  entry @sinh_138(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xbf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>, tile<i32> -> tile<64xbf16>, token
    %r = sinh %a : tile<64xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xbf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xbf16>, partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: sinh_138
  //%   args:
  //%     - ptr: bf16[64]
  //%       in: 0x8081 0xbf00 0x007f 0x4000 0x3f80 0x7f7f 0x807f 0x4000 0xffc0 0x8000 0x3fbf 0xc000 0x42b1 0x8001 0x3f81 0xfeff 0xff7f 0xbf81 0xbfbf 0x9993 0x8080 0xc040 0x7f80 0x0080 0x3f7f 0xc0e8 0x0081 0x4040 0x7fc0 0xc300 0x3fc0*2 0x0001 0xc170 0x41a0 0x4300 0x3dcd 0x3f00 0xbf7f 0xff80 0xd6f5 0x2b5e 0x5055 0xbf80 0xc0e8 0xd6f5 0x7eff 0xff7e 0x7f72 0x7f7e 0x8002 0x692c 0x0000 0xbfc0 0x3a83 0xfb8a 0xff7e 0x7f7e 0xcd8b 0xbf7f 0x407f 0xc07f 0xbf00 0x0002
  //%     - ptr: bf16[64]
  //%       out: 0x8081 0xbf05 0x007f 0x4068 0x3f96 0x7f80 0x807f 0x4068 nan 0x8000 0x4007 0xc068 0x7ecd 0x8001 0x3f98 0xff80*2 0xbf98 0xc007 0x9993 0x8080 0xc120 0x7f80 0x0080 0x3f96 0xc430 0x0081 0x4120 nan 0xff80 0x4008*2 0x0001 0xc9c8 0x4d67 0x7f80 0x3dcd 0x3f05 0xbf96 0xff80*2 0x2b5e 0x7f80 0xbf96 0xc430 0xff80 0x7f80 0xff80 0x7f80*2 0x8002 0x7f80 0x0000 0xc008 0x3a83 0xff80*2 0x7f80 0xff80 0xbf96 0x41d7 0xc1d7 0xbf05 0x0002
  entry @sinh_139(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<bf16>> -> tile<bf16>, token
    %r = sinh %a : tile<bf16>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<bf16>>, tile<bf16> -> token
    return
  }
  //% - entry: sinh_139
  //%   args:
  //%     - ptr: bf16[]
  //%       in: 0x8001
  //%     - ptr: bf16[]
  //%       out: 0x8001
  //% - entry: sinh_139
  //%   args:
  //%     - ptr: bf16[]
  //%       in: 0x0081
  //%     - ptr: bf16[]
  //%       out: 0x0081
  //% - entry: sinh_139
  //%   args:
  //%     - ptr: bf16[]
  //%       in: 0x3f80
  //%     - ptr: bf16[]
  //%       out: 0x3f96
  entry @sinh_140(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xbf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>, tile<i32> -> tile<1xbf16>, token
    %r = sinh %a : tile<1xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xbf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xbf16>, partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: sinh_140
  //%   args:
  //%     - ptr: bf16[1]
  //%       in: 0x7f80
  //%     - ptr: bf16[1]
  //%       out: 0x7f80
  entry @sinh_141(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xbf16, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>, tile<i32> -> tile<2x8xbf16>, token
    %r = sinh %a : tile<2x8xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xbf16, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xbf16>, partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sinh_141
  //%   args:
  //%     - ptr: bf16[2,8]
  //%       in: 0x3fc0 0x7f7e 0x4300 0xc170 0xfeff 0x7f7f 0x2b5e 0x3f00 0x3f81 0x0001 0xbf7f 0x0000 0xbfbf 0x8001 0xff7f 0xbf81
  //%     - ptr: bf16[2,8]
  //%       out: 0x4008 0x7f80*2 0xc9c8 0xff80 0x7f80 0x2b5e 0x3f05 0x3f98 0x0001 0xbf96 0x0000 0xc007 0x8001 0xff80 0xbf98
  entry @sinh_142(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xbf16, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xbf16>, token
    %r = sinh %a : tile<4x1x2xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xbf16, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xbf16>, partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sinh_142
  //%   args:
  //%     - ptr: bf16[4,1,2]
  //%       in: 0xd6f5 0x2b5e 0x407f 0x7eff 0x5055 0x4040 0x7f7e 0x42b1
  //%     - ptr: bf16[4,1,2]
  //%       out: 0xff80 0x2b5e 0x41d7 0x7f80*2 0x4120 0x7f80 0x7ecd
  entry @sinh_143(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xbf16>, token
    %r = sinh %a : tile<2x1x2x4xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xbf16>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sinh_143
  //%   args:
  //%     - ptr: bf16[2,1,2,4]
  //%       in: 0x42b1 0xc000 0x41a0 0x3fbf 0x8081 0x8000 0xbfc0 0x4000 0x7fc0 0xc07f 0x8080 0x0002 0x3f7f 0xff7f 0x7f7f 0x7eff
  //%     - ptr: bf16[2,1,2,4]
  //%       out: 0x7ecd 0xc068 0x4d67 0x4007 0x8081 0x8000 0xc008 0x4068 nan 0xc1d7 0x8080 0x0002 0x3f96 0xff80 0x7f80*2
  entry @cosh_144(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xbf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>, tile<i32> -> tile<64xbf16>, token
    %r = cosh %a : tile<64xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xbf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xbf16>, partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: cosh_144
  //%   args:
  //%     - ptr: bf16[64]
  //%       in: 0x0001 0x8080 0xc170 0x3dcd 0x3a83 0x2b5e 0x3fc0 0x407f 0xbf81 0xfeff 0x0002 0x4040 0x42b1 0x692c 0xbf7f 0xff7e 0x3fbf 0x807f 0x7eff 0x4300 0xc07f 0x7f80 0xc040 0x8000 0xbfbf 0x3f80 0x5055 0xc0e8 0x9993 0xff7f 0xffc0 0x3fc0 0xbf80 0xd6f5 0x007f 0xc000 0xc170 0xcd8b 0x7f7e 0x3f7f 0x0080 0x0002 0x2b5e 0x41a0 0x0000 0xff80 0xc300 0x7fc0 0x8002 0x7f7e 0x4000 0x8001 0x7f7f 0x0001 0x8081 0x3f81 0x3f00 0xbf81 0xbf00 0x7f80 0x0081 0xbfc0 0xfb8a 0x7f72
  //%     - ptr: bf16[64]
  //%       out: 0x3f80*2 0x49c8 0x3f81 0x3f80*2 0x4017 0x41d7 0x3fc7 0x7f80 0x3f80 0x4121 0x7ecd 0x7f80 0x3fc5 0x7f80 0x4015 0x3f80 0x7f80*2 0x41d7 0x7f80 0x4121 0x3f80 0x4015 0x3fc6 0x7f80 0x4430 0x3f80 0x7f80 nan 0x4017 0x3fc6 0x7f80 0x3f80 0x4071 0x49c8 0x7f80*2 0x3fc5 0x3f80*3 0x4d67 0x3f80 0x7f80*2 nan 0x3f80 0x7f80 0x4071 0x3f80 0x7f80 0x3f80*2 0x3fc7 0x3f90 0x3fc7 0x3f90 0x7f80 0x3f80 0x4017 0x7f80*2
  entry @cosh_145(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<bf16>> -> tile<bf16>, token
    %r = cosh %a : tile<bf16>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<bf16>>, tile<bf16> -> token
    return
  }
  //% - entry: cosh_145
  //%   args:
  //%     - ptr: bf16[]
  //%       in: 0xbf7f
  //%     - ptr: bf16[]
  //%       out: 0x3fc5
  //% - entry: cosh_145
  //%   args:
  //%     - ptr: bf16[]
  //%       in: 0x4000
  //%     - ptr: bf16[]
  //%       out: 0x4071
  //% - entry: cosh_145
  //%   args:
  //%     - ptr: bf16[]
  //%       in: 0x3fc0
  //%     - ptr: bf16[]
  //%       out: 0x4017
  entry @cosh_146(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xbf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>, tile<i32> -> tile<1xbf16>, token
    %r = cosh %a : tile<1xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xbf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xbf16>, partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: cosh_146
  //%   args:
  //%     - ptr: bf16[1]
  //%       in: 0xc300
  //%     - ptr: bf16[1]
  //%       out: 0x7f80
  entry @cosh_147(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xbf16, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>, tile<i32> -> tile<2x8xbf16>, token
    %r = cosh %a : tile<2x8xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xbf16, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xbf16>, partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: cosh_147
  //%   args:
  //%     - ptr: bf16[2,8]
  //%       in: 0x7f72 0xcd8b 0xc0e8 0xff7f 0xff7e 0xfeff 0x7fc0 0x4300 0x42b1 0x8000 0xffc0 0x4000 0xbf7f 0x3f7f 0x807f 0x8001
  //%     - ptr: bf16[2,8]
  //%       out: 0x7f80*2 0x4430 0x7f80*3 nan 0x7f80 0x7ecd 0x3f80 nan 0x4071 0x3fc5*2 0x3f80*2
  entry @cosh_148(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xbf16, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xbf16>, token
    %r = cosh %a : tile<4x1x2xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xbf16, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xbf16>, partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: cosh_148
  //%   args:
  //%     - ptr: bf16[4,1,2]
  //%       in: 0x3f00 0xc07f 0xc040 0xbfc0 0x3f7f 0x3f81 0x3a83 0xff7e
  //%     - ptr: bf16[4,1,2]
  //%       out: 0x3f90 0x41d7 0x4121 0x4017 0x3fc5 0x3fc7 0x3f80 0x7f80
  entry @cosh_149(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xbf16>, token
    %r = cosh %a : tile<2x1x2x4xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xbf16>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: cosh_149
  //%   args:
  //%     - ptr: bf16[2,1,2,4]
  //%       in: 0x407f 0x0080 0x8081 0xbfbf 0xc0e8 0x3a83 0xbf81 0x3fbf 0xbf7f 0x807f 0x7f7f 0x0002 0x8080 0x4300 0xd6f5 0x3f00
  //%     - ptr: bf16[2,1,2,4]
  //%       out: 0x41d7 0x3f80*2 0x4015 0x4430 0x3f80 0x3fc7 0x4015 0x3fc5 0x3f80 0x7f80 0x3f80*2 0x7f80*2 0x3f90
  entry @tanh_150(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xbf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>, tile<i32> -> tile<64xbf16>, token
    %r = tanh %a : tile<64xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xbf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xbf16>, partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: tanh_150
  //%   args:
  //%     - ptr: bf16[64]
  //%       in: 0xbfbf 0x4000 0x4300 0x8001 0x7fc0 0x692c 0xffc0 0x42b1 0x7eff 0xff80 0x0000 0xd6f5 0x9993 0x0001 0x0002 0x8002 0x4000 0xfb8a 0x7f7e 0x692c 0x3fbf 0x5055 0xc0e8 0xff7f 0xbf7f 0x3f00 0x7f72 0x2b5e 0x807f 0x4040 0xc170 0x0000 0x8000 0xcd8b 0xbf81 0x3f81 0x3f80 0x007f 0x0080 0xc000 0x41a0 0x7f7f 0x3dcd 0xff7e 0x8081 0xfeff 0xbf7f 0x3f7f 0x7f80 0xff7e 0xbf80 0xbf00 0x8080 0x3f7f 0xc07f 0xc040 0xff80 0x7f7e 0x3a83 0x0081 0x407f 0xbfc0 0x3fc0 0xc300
  //%     - ptr: bf16[64]
  //%       out: 0xbf67 0x3f77 0x3f80 0x8001 nan 0x3f80 nan 0x3f80*2 0xbf80 0x0000 0xbf80 0x9993 0x0001 0x0002 0x8002 0x3f77 0xbf80 0x3f80*2 0x3f67 0x3f80 0xbf80*2 0xbf43 0x3eed 0x3f80 0x2b5e 0x807f 0x3f7f 0xbf80 0x0000 0x8000 0xbf80 0xbf44 0x3f44 0x3f43 0x007f 0x0080 0xbf77 0x3f80*2 0x3dcc 0xbf80 0x8081 0xbf80 0xbf43 0x3f43 0x3f80 0xbf80 0xbf43 0xbeed 0x8080 0x3f43 0xbf80 0xbf7f 0xbf80 0x3f80 0x3a83 0x0081 0x3f80 0xbf68 0x3f68 0xbf80
  entry @tanh_151(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<bf16>> -> tile<bf16>, token
    %r = tanh %a : tile<bf16>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<bf16>>, tile<bf16> -> token
    return
  }
  //% - entry: tanh_151
  //%   args:
  //%     - ptr: bf16[]
  //%       in: 0x692c
  //%     - ptr: bf16[]
  //%       out: 0x3f80
  //% - entry: tanh_151
  //%   args:
  //%     - ptr: bf16[]
  //%       in: 0x4000
  //%     - ptr: bf16[]
  //%       out: 0x3f77
  //% - entry: tanh_151
  //%   args:
  //%     - ptr: bf16[]
  //%       in: 0x8080
  //%     - ptr: bf16[]
  //%       out: 0x8080
  entry @tanh_152(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xbf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>, tile<i32> -> tile<1xbf16>, token
    %r = tanh %a : tile<1xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xbf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xbf16>, partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: tanh_152
  //%   args:
  //%     - ptr: bf16[1]
  //%       in: 0xc170
  //%     - ptr: bf16[1]
  //%       out: 0xbf80
  entry @tanh_153(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xbf16, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>, tile<i32> -> tile<2x8xbf16>, token
    %r = tanh %a : tile<2x8xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xbf16, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xbf16>, partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: tanh_153
  //%   args:
  //%     - ptr: bf16[2,8]
  //%       in: 0x3f80 0xbf00 0x4040 0x3f81 0xcd8b 0xbfbf 0xc0e8 0x42b1 0x3fc0 0xfeff 0x5055 0x0000 0xc170 0xc0e8 0xfb8a 0x0080
  //%     - ptr: bf16[2,8]
  //%       out: 0x3f43 0xbeed 0x3f7f 0x3f44 0xbf80 0xbf67 0xbf80 0x3f80 0x3f68 0xbf80 0x3f80 0x0000 0xbf80*3 0x0080
  entry @tanh_154(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xbf16, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xbf16>, token
    %r = tanh %a : tile<4x1x2xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xbf16, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xbf16>, partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: tanh_154
  //%   args:
  //%     - ptr: bf16[4,1,2]
  //%       in: 0xc0e8 0x3dcd 0xbf00 0xffc0 0x8080 0xff7e 0x8001 0x0081
  //%     - ptr: bf16[4,1,2]
  //%       out: 0xbf80 0x3dcc 0xbeed nan 0x8080 0xbf80 0x8001 0x0081
  entry @tanh_155(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xbf16>, token
    %r = tanh %a : tile<2x1x2x4xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xbf16>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: tanh_155
  //%   args:
  //%     - ptr: bf16[2,1,2,4]
  //%       in: 0xd6f5 0x8081 0x9993 0x3a83 0x3f00 0x8080 0xff7e 0x3fbf 0xbfc0 0x3f80 0xff7f 0x7f72 0xff7f 0x3fc0 0x0080 0x3dcd
  //%     - ptr: bf16[2,1,2,4]
  //%       out: 0xbf80 0x8081 0x9993 0x3a83 0x3eed 0x8080 0xbf80 0x3f67 0xbf68 0x3f43 0xbf80 0x3f80 0xbf80 0x3f68 0x0080 0x3dcc
  entry @log_156(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xbf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>, tile<i32> -> tile<64xbf16>, token
    %r = log %a : tile<64xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xbf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xbf16>, partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: log_156
  //%   args:
  //%     - ptr: bf16[64]
  //%       in: 0x3f7f 0x2b5e 0x4300 0x8001 0x8081 0x4000 0xbfc0 0x3fbf 0x8000 0x3fc0 0x3f00 0x007f 0xbf7f 0x3f00 0x0080 0x5055 0x3f81 0xbf80 0x4040 0x0002 0xff7e 0xc0e8 0xc300 0x8002 0xc07f 0x7f7f 0xbf00 0x0080 0xd6f5 0x3f80 0xff80 0x407f 0x0081 0x8001 0xff80 0x41a0 0x3a83 0xbfbf 0x42b1 0x7fc0 0xfeff 0x7eff 0x7f7e 0xc000 0x807f 0x0001 0xbf81 0xff7f 0x3dcd 0xffc0 0x0000 0xcd8b 0x7f7e 0x407f 0xffc0 0xc170 0x7f80 0x9993 0xfb8a 0xc040 0x7f72 0x8080 0xbf7f 0x692c
  //%     - ptr: bf16[64]
  //%       out: 0xbb80 0xc1df 0x409b nan*2 0x3f31 nan 0x3ecd 0xff80 0x3ed0 0xbf31 0xc2af nan 0xbf31 0xc2af 0x41bb 0x3bff nan 0x3f8d 0xc2b7 nan*5 0x42b1 nan 0xc2af nan 0x0000 nan 0x3fb1 0xc2af nan*2 0x4040 0xc0dd nan 0x408f nan*2 0x42b0 0x42b1 nan*2 0xc2b8 nan*2 0xc013 nan 0xff80 nan 0x42b1 0x3fb1 nan*2 0x7f80 nan*3 0x42b1 nan*2 0x4267
  entry @log_157(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<bf16>> -> tile<bf16>, token
    %r = log %a : tile<bf16>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<bf16>>, tile<bf16> -> token
    return
  }
  //% - entry: log_157
  //%   args:
  //%     - ptr: bf16[]
  //%       in: 0x4000
  //%     - ptr: bf16[]
  //%       out: 0x3f31
  //% - entry: log_157
  //%   args:
  //%     - ptr: bf16[]
  //%       in: 0x007f
  //%     - ptr: bf16[]
  //%       out: 0xc2af
  //% - entry: log_157
  //%   args:
  //%     - ptr: bf16[]
  //%       in: 0xbfbf
  //%     - ptr: bf16[]
  //%       out: nan
  entry @log_158(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xbf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>, tile<i32> -> tile<1xbf16>, token
    %r = log %a : tile<1xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xbf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xbf16>, partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: log_158
  //%   args:
  //%     - ptr: bf16[1]
  //%       in: 0xbf7f
  //%     - ptr: bf16[1]
  //%       out: nan
  entry @log_159(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xbf16, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>, tile<i32> -> tile<2x8xbf16>, token
    %r = log %a : tile<2x8xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xbf16, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xbf16>, partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: log_159
  //%   args:
  //%     - ptr: bf16[2,8]
  //%       in: 0x42b1 0x8000 0xff7f 0x0002 0x0001 0x3dcd 0xd6f5 0x807f 0x2b5e 0x4300 0x7fc0 0xc170 0xfeff 0x3a83 0x3f81 0x0080
  //%     - ptr: bf16[2,8]
  //%       out: 0x408f 0xff80 nan 0xc2b7 0xc2b8 0xc013 nan*2 0xc1df 0x409b nan*3 0xc0dd 0x3bff 0xc2af
  entry @log_160(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xbf16, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xbf16>, token
    %r = log %a : tile<4x1x2xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xbf16, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xbf16>, partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: log_160
  //%   args:
  //%     - ptr: bf16[4,1,2]
  //%       in: 0xffc0 0x7fc0 0xc300 0x407f 0x0002 0xc000 0xff7f 0x3fbf
  //%     - ptr: bf16[4,1,2]
  //%       out: nan*3 0x3fb1 0xc2b7 nan*2 0x3ecd
  entry @log_161(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xbf16>, token
    %r = log %a : tile<2x1x2x4xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xbf16>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: log_161
  //%   args:
  //%     - ptr: bf16[2,1,2,4]
  //%       in: 0x8081 0x7eff 0xff7e 0xfb8a 0x5055 0x0001 0x0081 0x5055 0x0000 0xbf00 0x2b5e 0x0002 0x7f7e 0x7f7f 0x4040 0x692c
  //%     - ptr: bf16[2,1,2,4]
  //%       out: nan 0x42b0 nan*2 0x41bb 0xc2b8 0xc2af 0x41bb 0xff80 nan 0xc1df 0xc2b7 0x42b1*2 0x3f8d 0x4267
  entry @log2_162(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xbf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>, tile<i32> -> tile<64xbf16>, token
    %r = log2 %a : tile<64xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xbf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xbf16>, partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: log2_162
  //%   args:
  //%     - ptr: bf16[64]
  //%       in: 0x8000 0x3f00 0x0000 0xff80 0xbf00 0x0080 0xfb8a 0x8000 0xc170 0x4000 0x7f7e 0x4300 0x3a83 0x8002 0x7eff 0x8081 0xc07f 0x0002 0xd6f5 0xff7e 0xbf7f 0xff7f 0x007f 0x7f7f 0x2b5e 0x3dcd 0xc300 0x7fc0 0x41a0 0x807f 0x42b1 0x5055 0x7f7e 0x0001 0x7fc0 0xcd8b 0x8080 0x8002 0x4300 0x8001 0x2b5e 0xbf80 0xbfc0 0xfb8a 0x3f80 0xbf81 0x7f80 0xc000 0x3fc0 0x3f81 0x8001 0x407f 0x3f7f 0xbfbf 0xc040 0x692c 0xc0e8 0x9993 0x3fbf 0x0081 0x4040 0xfeff 0x7f72 0xffc0
  //%     - ptr: bf16[64]
  //%       out: 0xff80 0xbf80 0xff80 nan*2 0xc2fc nan 0xff80 nan 0x3f80 0x4300 0x40e0 0xc11f nan 0x42fe nan*2 0xc304 nan*4 0xc2fc 0x4300 0xc221 0xc055 nan*2 0x408a nan 0x40cf 0x4207 0x4300 0xc305 nan*4 0x40e0 nan 0xc221 nan*3 0x0000 nan 0x7f80 nan 0x3f16 0x3c38 nan 0x3fff 0xbbb9 nan*2 0x42a7 nan*2 0x3f14 0xc2fc 0x3fcb nan 0x4300 nan
  entry @log2_163(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<bf16>> -> tile<bf16>, token
    %r = log2 %a : tile<bf16>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<bf16>>, tile<bf16> -> token
    return
  }
  //% - entry: log2_163
  //%   args:
  //%     - ptr: bf16[]
  //%       in: 0x3fbf
  //%     - ptr: bf16[]
  //%       out: 0x3f14
  //% - entry: log2_163
  //%   args:
  //%     - ptr: bf16[]
  //%       in: 0xc000
  //%     - ptr: bf16[]
  //%       out: nan
  //% - entry: log2_163
  //%   args:
  //%     - ptr: bf16[]
  //%       in: 0x8002
  //%     - ptr: bf16[]
  //%       out: nan
  entry @log2_164(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xbf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>, tile<i32> -> tile<1xbf16>, token
    %r = log2 %a : tile<1xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xbf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xbf16>, partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: log2_164
  //%   args:
  //%     - ptr: bf16[1]
  //%       in: 0xc170
  //%     - ptr: bf16[1]
  //%       out: nan
  entry @log2_165(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xbf16, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>, tile<i32> -> tile<2x8xbf16>, token
    %r = log2 %a : tile<2x8xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xbf16, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xbf16>, partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: log2_165
  //%   args:
  //%     - ptr: bf16[2,8]
  //%       in: 0x3dcd 0xbf80 0xc07f 0x4040 0x3fbf 0x3f7f 0x007f 0xc040 0xfeff 0x42b1 0x2b5e 0xfb8a 0x7f7e 0x7eff 0x8002 0x8000
  //%     - ptr: bf16[2,8]
  //%       out: 0xc055 nan*2 0x3fcb 0x3f14 0xbbb9 0xc2fc nan*2 0x40cf 0xc221 nan 0x4300 0x42fe nan 0xff80
  entry @log2_166(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xbf16, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xbf16>, token
    %r = log2 %a : tile<4x1x2xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xbf16, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xbf16>, partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: log2_166
  //%   args:
  //%     - ptr: bf16[4,1,2]
  //%       in: 0x7f72 0x692c 0xbf7f 0x7fc0 0x0001 0xc0e8 0xc040 0x9993
  //%     - ptr: bf16[4,1,2]
  //%       out: 0x4300 0x42a7 nan*2 0xc305 nan*3
  entry @log2_167(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xbf16>, token
    %r = log2 %a : tile<2x1x2x4xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xbf16>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: log2_167
  //%   args:
  //%     - ptr: bf16[2,1,2,4]
  //%       in: 0x3f81 0xc040 0x4000 0xc300 0x0001 0x7fc0 0xff80 0xcd8b 0x0081 0xc000 0x8001 0x8080 0x4040 0x3a83 0x0000 0xd6f5
  //%     - ptr: bf16[2,1,2,4]
  //%       out: 0x3c38 nan 0x3f80 nan 0xc305 nan*3 0xc2fc nan*3 0x3fcb 0xc11f 0xff80 nan
  entry @sin_168(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xbf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>, tile<i32> -> tile<64xbf16>, token
    %r = sin %a : tile<64xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xbf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xbf16>, partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: sin_168
  //%   args:
  //%     - ptr: bf16[64]
  //%       in: 0x4300 0x8001 0xff80 0x0081 0x7eff 0x807f 0x5055 0x8000 0x9993 0xbf00 0xff7e 0xbf81 0xc300 0x3dcd 0xbfbf 0x7fc0 0x407f 0xc040 0x3f80 0x42b1 0xc000 0xd6f5 0x2b5e 0x0000 0xbf81 0xffc0 0xc0e8 0x3dcd 0x3f7f 0x3a83 0x0080 0xbf80 0xff7f 0x0002 0xbfc0 0xbf7f 0x7f72 0x41a0 0x4040 0x8002 0x007f 0x8080 0x3fc0 0x7f80 0x4000 0xbf00 0x3f81 0xcd8b 0x0000 0x692c 0xfb8a 0x0001 0xc170 0x7f7f 0xc07f 0x3f00 0x8081 0xfeff 0x7f7e 0xc040 0x0081 0x41a0 0x9993 0x3fbf
  //%     - ptr: bf16[64]
  //%       out: 0x3f39 0x8001 nan 0x0081 0x3f26 0x807f 0xbf7c 0x8000 0x9993 0xbef5 0xbf5a 0xbf58 0xbf39 0x3dcd 0xbf7f nan 0xbf3f 0xbe11 0x3f57 0x3f03 0xbf69 0x3f1d 0x2b5e 0x0000 0xbf58 nan 0xbf53 0x3dcd 0x3f57 0x3a83 0x0080 0xbf57 0x3f7d 0x0002 0xbf7f 0xbf57 0x3ef0 0x3f6a 0x3e11 0x8002 0x007f 0x8080 0x3f7f nan 0x3f69 0xbef5 0x3f58 0x3f13 0x0000 0xbf7f 0x3f7e 0x0001 0xbf26 0xbf7d 0x3f3f 0x3ef5 0x8081 0xbf26 0x3f5a 0xbe11 0x0081 0x3f6a 0x9993 0x3f7f
  entry @sin_169(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<bf16>> -> tile<bf16>, token
    %r = sin %a : tile<bf16>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<bf16>>, tile<bf16> -> token
    return
  }
  //% - entry: sin_169
  //%   args:
  //%     - ptr: bf16[]
  //%       in: 0x007f
  //%     - ptr: bf16[]
  //%       out: 0x007f
  //% - entry: sin_169
  //%   args:
  //%     - ptr: bf16[]
  //%       in: 0xbf80
  //%     - ptr: bf16[]
  //%       out: 0xbf57
  //% - entry: sin_169
  //%   args:
  //%     - ptr: bf16[]
  //%       in: 0xc0e8
  //%     - ptr: bf16[]
  //%       out: 0xbf53
  entry @sin_170(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xbf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>, tile<i32> -> tile<1xbf16>, token
    %r = sin %a : tile<1xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xbf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xbf16>, partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: sin_170
  //%   args:
  //%     - ptr: bf16[1]
  //%       in: 0x8081
  //%     - ptr: bf16[1]
  //%       out: 0x8081
  entry @sin_171(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xbf16, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>, tile<i32> -> tile<2x8xbf16>, token
    %r = sin %a : tile<2x8xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xbf16, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xbf16>, partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sin_171
  //%   args:
  //%     - ptr: bf16[2,8]
  //%       in: 0x8001 0xbfc0 0xd6f5 0xcd8b 0x7f7f 0xbfbf 0x41a0 0x3f00 0xc170 0xbf81 0x7f72 0x3f80 0x3dcd 0xfb8a 0xcd8b 0x3f7f
  //%     - ptr: bf16[2,8]
  //%       out: 0x8001 0xbf7f 0x3f1d 0x3f13 0xbf7d 0xbf7f 0x3f6a 0x3ef5 0xbf26 0xbf58 0x3ef0 0x3f57 0x3dcd 0x3f7e 0x3f13 0x3f57
  entry @sin_172(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xbf16, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xbf16>, token
    %r = sin %a : tile<4x1x2xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xbf16, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xbf16>, partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sin_172
  //%   args:
  //%     - ptr: bf16[4,1,2]
  //%       in: 0x3f81 0x007f 0x0002 0xfb8a 0x3fc0 0x3f7f 0x3a83 0x42b1
  //%     - ptr: bf16[4,1,2]
  //%       out: 0x3f58 0x007f 0x0002 0x3f7e 0x3f7f 0x3f57 0x3a83 0x3f03
  entry @sin_173(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xbf16>, token
    %r = sin %a : tile<2x1x2x4xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xbf16>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sin_173
  //%   args:
  //%     - ptr: bf16[2,1,2,4]
  //%       in: 0xd6f5 0x3f00 0x7f7e 0x407f 0xbfc0 0x3f81 0x7f7f 0x3dcd 0x8081 0xff7f 0xff80 0xbfbf 0xc0e8 0x3a83 0x7f80 0x3f80
  //%     - ptr: bf16[2,1,2,4]
  //%       out: 0x3f1d 0x3ef5 0x3f5a 0xbf3f 0xbf7f 0x3f58 0xbf7d 0x3dcd 0x8081 0x3f7d nan 0xbf7f 0xbf53 0x3a83 nan 0x3f57
  entry @cos_174(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xbf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>, tile<i32> -> tile<64xbf16>, token
    %r = cos %a : tile<64xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xbf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xbf16>, partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: cos_174
  //%   args:
  //%     - ptr: bf16[64]
  //%       in: 0xbf81 0xc040 0x7f80 0xff7e 0x4040 0xfb8a 0x0081 0x0000 0x3f7f 0x7eff 0xbf00 0xc0e8 0x3f81 0xbf81 0x0002 0xc07f 0xbf80 0x7f80 0x3fbf 0x7fc0 0x9993 0x692c 0x5055 0xbfbf 0x0080 0x3f00 0x5055 0xc300 0xc170 0x3f80 0x7f80 0x7f7e 0xc000 0x3fbf 0x7f72 0x41a0 0xd6f5 0xff7f 0xbfc0 0x0001 0xffc0 0xcd8b 0x3a83 0xfeff 0x807f 0x7f7f 0x4000 0x4300 0x8000 0x42b1 0x2b5e 0x407f 0xd6f5 0x3fc0 0x7f7e 0xc040 0xff80 0x8002 0x007f 0x3dcd 0xbf7f 0x8080 0x8001 0x8081
  //%     - ptr: bf16[64]
  //%       out: 0x3f09 0xbf7d nan 0xbf06 0xbf7d 0x3dfa 0x3f80*2 0x3f0b 0xbf43 0x3f61 0x3f11 0x3f09*2 0x3f80 0xbf2a 0x3f0a nan 0x3da1 nan 0x3f80 0xbdc8 0x3e32 0x3da1 0x3f80 0x3f61 0x3e32 0xbf31 0xbf42 0x3f0a nan 0xbf06 0xbed5 0x3da1 0x3f62 0x3ed1 0x3f4a 0x3e26 0x3d91 0x3f80 nan 0x3f52 0x3f80 0xbf43 0x3f80 0x3e26 0xbed5 0xbf31 0x3f80 0x3f5c 0x3f80 0xbf2a 0x3f4a 0x3d91 0xbf06 0xbf7d nan 0x3f80*2 0x3f7f 0x3f0b 0x3f80*3
  entry @cos_175(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<bf16>> -> tile<bf16>, token
    %r = cos %a : tile<bf16>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<bf16>>, tile<bf16> -> token
    return
  }
  //% - entry: cos_175
  //%   args:
  //%     - ptr: bf16[]
  //%       in: 0x3fbf
  //%     - ptr: bf16[]
  //%       out: 0x3da1
  //% - entry: cos_175
  //%   args:
  //%     - ptr: bf16[]
  //%       in: 0xc000
  //%     - ptr: bf16[]
  //%       out: 0xbed5
  //% - entry: cos_175
  //%   args:
  //%     - ptr: bf16[]
  //%       in: 0x3f81
  //%     - ptr: bf16[]
  //%       out: 0x3f09
  entry @cos_176(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xbf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>, tile<i32> -> tile<1xbf16>, token
    %r = cos %a : tile<1xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xbf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xbf16>, partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: cos_176
  //%   args:
  //%     - ptr: bf16[1]
  //%       in: 0xff80
  //%     - ptr: bf16[1]
  //%       out: nan
  entry @cos_177(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xbf16, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>, tile<i32> -> tile<2x8xbf16>, token
    %r = cos %a : tile<2x8xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xbf16, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xbf16>, partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: cos_177
  //%   args:
  //%     - ptr: bf16[2,8]
  //%       in: 0xff7f 0xc000 0x7f7e 0x3dcd 0x42b1 0x3f00 0x5055 0xc040 0x7eff 0x692c 0x7f7f 0x42b1 0xc170 0x8000 0xff80 0xbf81
  //%     - ptr: bf16[2,8]
  //%       out: 0x3e26 0xbed5 0xbf06 0x3f7f 0x3f5c 0x3f61 0x3e32 0xbf7d 0xbf43 0xbdc8 0x3e26 0x3f5c 0xbf42 0x3f80 nan 0x3f09
  entry @cos_178(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xbf16, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xbf16>, token
    %r = cos %a : tile<4x1x2xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xbf16, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xbf16>, partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: cos_178
  //%   args:
  //%     - ptr: bf16[4,1,2]
  //%       in: 0x0002 0x3f7f 0x42b1 0x0001 0x7f7e 0x0081 0x8081 0x8000
  //%     - ptr: bf16[4,1,2]
  //%       out: 0x3f80 0x3f0b 0x3f5c 0x3f80 0xbf06 0x3f80*3
  entry @cos_179(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xbf16>, token
    %r = cos %a : tile<2x1x2x4xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xbf16>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: cos_179
  //%   args:
  //%     - ptr: bf16[2,1,2,4]
  //%       in: 0x0000 0xff80 0x3a83 0x0081 0x7f80 0x0001 0x5055 0x3fbf 0x3f7f 0x3f80 0xc07f 0xc0e8 0x3dcd 0x2b5e 0x0002 0xff80
  //%     - ptr: bf16[2,1,2,4]
  //%       out: 0x3f80 nan 0x3f80*2 nan 0x3f80 0x3e32 0x3da1 0x3f0b 0x3f0a 0xbf2a 0x3f11 0x3f7f 0x3f80*2 nan
  entry @tan_180(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xbf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>, tile<i32> -> tile<64xbf16>, token
    %r = tan %a : tile<64xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xbf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xbf16>, partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: tan_180
  //%   args:
  //%     - ptr: bf16[64]
  //%       in: 0x8080 0x3f81 0xff7f 0x7f80 0x3a83 0xff80 0x3fbf 0xc07f 0x5055 0x7f7e 0x7f7f 0x42b1 0xcd8b 0x0000 0x3dcd 0xfb8a 0x42b1 0xc040 0x692c 0x3a83 0x007f 0x7eff 0x41a0 0x4300 0x7f72 0xff7f 0xffc0 0x8081 0x3fc0 0xbf81 0x8000 0x3f80 0xff7e 0x0080 0xbf80 0x0002 0xc0e8 0xffc0 0x0081 0xc000 0x8001 0x4040 0x8002 0x807f 0x3f00 0x3f7f 0xbfc0 0xc300 0x0000 0xbf7f 0xbfbf 0x407f 0xfb8a 0x4000 0x2b5e 0xc170 0x0080 0x4300 0xfeff 0xbf00 0xd6f5 0x0001 0x7fc0 0x9993
  //%     - ptr: bf16[64]
  //%       out: 0x8080 0x3fcb 0x40c3 nan 0x3a83 nan 0x414b 0xbf90 0xc0b5 0xbfd1 0xc0c3 0x3f18 0x3f33 0x0000 0x3dce 0x4102 0x3f18 0x3e12 0x4123 0x3a83 0x007f 0xbf59 0x400f 0xbf85 0x3f08 0x40c3 nan 0x8081 0x4162 0xbfcb 0x8000 0x3fc7 0x3fd1 0x0080 0xbfc7 0x0002 0xbfba nan 0x0081 0x400c 0x8001 0xbe12 0x8002 0x807f 0x3f0c 0x3fc6 0xc162 0x3f85 0x0000 0xbfc6 0xc14b 0x3f90 0x4102 0xc00c 0x2b5e 0x3f5b 0x0080 0xbf85 0x3f59 0xbf0c 0x3f47 0x0001 nan 0x9993
  entry @tan_181(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<bf16>> -> tile<bf16>, token
    %r = tan %a : tile<bf16>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<bf16>>, tile<bf16> -> token
    return
  }
  //% - entry: tan_181
  //%   args:
  //%     - ptr: bf16[]
  //%       in: 0x407f
  //%     - ptr: bf16[]
  //%       out: 0x3f90
  //% - entry: tan_181
  //%   args:
  //%     - ptr: bf16[]
  //%       in: 0x9993
  //%     - ptr: bf16[]
  //%       out: 0x9993
  //% - entry: tan_181
  //%   args:
  //%     - ptr: bf16[]
  //%       in: 0x7eff
  //%     - ptr: bf16[]
  //%       out: 0xbf59
  entry @tan_182(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xbf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>, tile<i32> -> tile<1xbf16>, token
    %r = tan %a : tile<1xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xbf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xbf16>, partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: tan_182
  //%   args:
  //%     - ptr: bf16[1]
  //%       in: 0x3fc0
  //%     - ptr: bf16[1]
  //%       out: 0x4162
  entry @tan_183(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xbf16, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>, tile<i32> -> tile<2x8xbf16>, token
    %r = tan %a : tile<2x8xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xbf16, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xbf16>, partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: tan_183
  //%   args:
  //%     - ptr: bf16[2,8]
  //%       in: 0x7fc0 0x0080 0x807f 0x7f80 0x7f72 0x3f80 0x692c 0x4040 0x5055 0x7f7e 0xc170 0x3f00 0x9993 0x7eff 0xbfbf 0xc170
  //%     - ptr: bf16[2,8]
  //%       out: nan 0x0080 0x807f nan 0x3f08 0x3fc7 0x4123 0xbe12 0xc0b5 0xbfd1 0x3f5b 0x3f0c 0x9993 0xbf59 0xc14b 0x3f5b
  entry @tan_184(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xbf16, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xbf16>, token
    %r = tan %a : tile<4x1x2xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xbf16, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xbf16>, partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: tan_184
  //%   args:
  //%     - ptr: bf16[4,1,2]
  //%       in: 0xbf00 0x0001 0x5055 0x8081 0x3f00 0x4040 0xff80 0xff7f
  //%     - ptr: bf16[4,1,2]
  //%       out: 0xbf0c 0x0001 0xc0b5 0x8081 0x3f0c 0xbe12 nan 0x40c3
  entry @tan_185(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xbf16>, token
    %r = tan %a : tile<2x1x2x4xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xbf16>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: tan_185
  //%   args:
  //%     - ptr: bf16[2,1,2,4]
  //%       in: 0xff7e 0x407f 0xff80 0x2b5e 0x41a0 0xfb8a 0x4000 0x0081 0xbf00 0x3dcd 0x3a83 0xc07f 0x8002 0x0001 0x0080 0xc000
  //%     - ptr: bf16[2,1,2,4]
  //%       out: 0x3fd1 0x3f90 nan 0x2b5e 0x400f 0x4102 0xc00c 0x0081 0xbf0c 0x3dce 0x3a83 0xbf90 0x8002 0x0001 0x0080 0x400c
  entry @rsqrt_186(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xbf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>, tile<i32> -> tile<64xbf16>, token
    %r = rsqrt %a : tile<64xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xbf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xbf16>, partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: rsqrt_186
  //%   args:
  //%     - ptr: bf16[64]
  //%       in: 0x7f80 0xbf7f 0x0000 0x9993 0x0080 0xbfc0 0xc040 0x0001 0x8001 0x7fc0 0x692c 0x3f7f 0x41a0 0xc000 0x407f 0xbf81 0xc0e8*2 0x3fbf 0x3f80 0x7f72 0xc300 0xff7f 0x5055 0xbf00 0xfeff 0x8000 0xc07f 0xc170 0x4300 0xff80 0x4040 0x42b1 0x7eff 0x2b5e 0xbf80 0x0002 0x8002 0xfb8a 0xbfbf 0x3fc0 0xff80 0x8002 0x3f00 0x7f7e 0x007f 0xbf81 0xffc0 0xbf00 0x8080 0x4000 0x3f81 0x3f7f 0x3a83 0x4000 0x8081 0x7f7f 0xcd8b 0x0081 0xbfbf 0xd6f5 0xff7e 0x3dcd 0x807f
  //%     - ptr: bf16[64]
  //%       out: 0x0000 nan 0x7f80 nan 0x5f00 nan*2 0x60b5 nan*2 0x2a9c 0x3f80 0x3e65 nan 0x3f00 nan*3 0x3f52 0x3f80 0x1f84 nan*2 0x370c nan*2 0xff80 nan*2 0x3db5 nan 0x3f14 0x3dda 0x1fb5 0x4989 nan 0x6080 nan*3 0x3f51 nan*2 0x3fb5 0x1f81 0x5f01 nan*4 0x3f35 0x3f7f 0x3f80 0x41fd 0x3f35 nan 0x1f80 nan 0x5eff nan*3 0x404a nan
  entry @rsqrt_187(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<bf16>> -> tile<bf16>, token
    %r = rsqrt %a : tile<bf16>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<bf16>>, tile<bf16> -> token
    return
  }
  //% - entry: rsqrt_187
  //%   args:
  //%     - ptr: bf16[]
  //%       in: 0x7f7e
  //%     - ptr: bf16[]
  //%       out: 0x1f81
  //% - entry: rsqrt_187
  //%   args:
  //%     - ptr: bf16[]
  //%       in: 0x3f80
  //%     - ptr: bf16[]
  //%       out: 0x3f80
  //% - entry: rsqrt_187
  //%   args:
  //%     - ptr: bf16[]
  //%       in: 0x692c
  //%     - ptr: bf16[]
  //%       out: 0x2a9c
  entry @rsqrt_188(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xbf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>, tile<i32> -> tile<1xbf16>, token
    %r = rsqrt %a : tile<1xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xbf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xbf16>, partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: rsqrt_188
  //%   args:
  //%     - ptr: bf16[1]
  //%       in: 0x007f
  //%     - ptr: bf16[1]
  //%       out: 0x5f01
  entry @rsqrt_189(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xbf16, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>, tile<i32> -> tile<2x8xbf16>, token
    %r = rsqrt %a : tile<2x8xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xbf16, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xbf16>, partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: rsqrt_189
  //%   args:
  //%     - ptr: bf16[2,8]
  //%       in: 0x0002 0xfeff 0x4040 0xff80 0xbfbf 0x42b1 0x3f00 0x41a0 0x3fbf 0x7f7f 0x3f80 0x692c 0xc0e8 0x7f7f 0xc300 0x407f
  //%     - ptr: bf16[2,8]
  //%       out: 0x6080 nan 0x3f14 nan*2 0x3dda 0x3fb5 0x3e65 0x3f52 0x1f80 0x3f80 0x2a9c nan 0x1f80 nan 0x3f00
  entry @rsqrt_190(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xbf16, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xbf16>, token
    %r = rsqrt %a : tile<4x1x2xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xbf16, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xbf16>, partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: rsqrt_190
  //%   args:
  //%     - ptr: bf16[4,1,2]
  //%       in: 0xbf7f 0xfeff 0x407f 0xbf81 0xbfbf 0x4000 0xc300 0x8002
  //%     - ptr: bf16[4,1,2]
  //%       out: nan*2 0x3f00 nan*2 0x3f35 nan*2
  entry @rsqrt_191(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xbf16>, token
    %r = rsqrt %a : tile<2x1x2x4xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xbf16>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: rsqrt_191
  //%   args:
  //%     - ptr: bf16[2,1,2,4]
  //%       in: 0xbf81 0xc07f 0x3f80 0x4040 0x007f 0xc040 0x7f7f 0x9993 0x007f 0x8081 0xff80 0x5055 0x7f80 0x8002 0x0080 0xfb8a
  //%     - ptr: bf16[2,1,2,4]
  //%       out: nan*2 0x3f80 0x3f14 0x5f01 nan 0x1f80 nan 0x5f01 nan*2 0x370c 0x0000 nan 0x5f00 nan
  entry @sqrt_192(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xbf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>, tile<i32> -> tile<64xbf16>, token
    %r = sqrt %a : tile<64xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xbf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xbf16>, partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_192
  //%   args:
  //%     - ptr: bf16[64]
  //%       in: 0x7f7e 0x3fbf 0xff7e 0xbf80 0xffc0 0xc170 0x7eff 0x7f7f 0x9993 0xbf00 0xc300 0xc040 0xbfbf 0x3fc0 0xff7f 0xc000 0x3f80 0x0081 0xbf7f 0x4040 0x5055 0x3f7f 0x2b5e 0xbf81 0x3f81 0xd6f5 0x007f 0x41a0 0xc07f 0x41a0 0x807f 0x3a83 0x7fc0 0xcd8b 0x4300 0x5055 0xbfc0 0x407f 0xc000 0x0001 0x8001 0x3fc0 0x4000 0x3f00 0xff80 0x3f00 0x0080 0x8081*2 0x692c 0x42b1 0xc0e8 0xfb8a 0x0002 0x8002 0xfeff 0xbf00 0x3dcd 0x4040 0x8080 0x7f80 0x0000 0x8000 0x7f72
  //%     - ptr: bf16[64]
  //%       out: 0x5f7f 0x3f9c nan*4 0x5f35 0x5f7f nan*5 0x3f9d nan*2 0x3f80 0x2000 nan 0x3fde 0x47ea 0x3f7f 0x356e nan 0x3f80 nan 0x1fff 0x408f nan 0x408f nan 0x3d01 nan*2 0x4135 0x47ea nan 0x3fff nan 0x1e35 nan 0x3f9d 0x3fb5 0x3f35 nan 0x3f35 0x2000 nan*2 0x5452 0x4117 nan*2 0x1e80 nan*3 0x3ea2 0x3fde nan 0x7f80 0x0000 0x8000 0x5f79
  entry @sqrt_193(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<bf16>> -> tile<bf16>, token
    %r = sqrt %a : tile<bf16>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<bf16>>, tile<bf16> -> token
    return
  }
  //% - entry: sqrt_193
  //%   args:
  //%     - ptr: bf16[]
  //%       in: 0x3f81
  //%     - ptr: bf16[]
  //%       out: 0x3f80
  //% - entry: sqrt_193
  //%   args:
  //%     - ptr: bf16[]
  //%       in: 0xc040
  //%     - ptr: bf16[]
  //%       out: nan
  //% - entry: sqrt_193
  //%   args:
  //%     - ptr: bf16[]
  //%       in: 0x7eff
  //%     - ptr: bf16[]
  //%       out: 0x5f35
  entry @sqrt_194(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xbf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>, tile<i32> -> tile<1xbf16>, token
    %r = sqrt %a : tile<1xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xbf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xbf16>, partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_194
  //%   args:
  //%     - ptr: bf16[1]
  //%       in: 0x3fc0
  //%     - ptr: bf16[1]
  //%       out: 0x3f9d
  entry @sqrt_195(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xbf16, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>, tile<i32> -> tile<2x8xbf16>, token
    %r = sqrt %a : tile<2x8xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xbf16, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xbf16>, partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_195
  //%   args:
  //%     - ptr: bf16[2,8]
  //%       in: 0xfb8a 0x41a0 0xc07f 0x7fc0 0x7f72 0x8081 0x807f 0x7f7e 0x407f 0xff80 0xbfc0 0x007f 0x3f00 0x7f7f 0xfeff 0x0001
  //%     - ptr: bf16[2,8]
  //%       out: nan 0x408f nan*2 0x5f79 nan*2 0x5f7f 0x3fff nan*2 0x1fff 0x3f35 0x5f7f nan 0x1e35
  entry @sqrt_196(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xbf16, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xbf16>, token
    %r = sqrt %a : tile<4x1x2xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xbf16, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xbf16>, partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_196
  //%   args:
  //%     - ptr: bf16[4,1,2]
  //%       in: 0x0001 0x42b1 0xbf00 0x0081 0x3f00 0x0080 0x41a0 0xbf81
  //%     - ptr: bf16[4,1,2]
  //%       out: 0x1e35 0x4117 nan 0x2000 0x3f35 0x2000 0x408f nan
  entry @sqrt_197(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xbf16>, token
    %r = sqrt %a : tile<2x1x2x4xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xbf16>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_197
  //%   args:
  //%     - ptr: bf16[2,1,2,4]
  //%       in: 0xbf00 0x4000 0x3fc0 0xff80 0xbf7f 0x0080 0xbf80 0xc300 0xfeff 0xbf81 0x0000 0x3f7f 0x4040 0xff7e 0xd6f5 0x692c
  //%     - ptr: bf16[2,1,2,4]
  //%       out: nan 0x3fb5 0x3f9d nan*2 0x2000 nan*4 0x0000 0x3f7f 0x3fde nan*2 0x5452
  entry @sqrt_198(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xbf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>, tile<i32> -> tile<64xbf16>, token
    %r = sqrt %a rounding<zero> : tile<64xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xbf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xbf16>, partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_198
  //%   args:
  //%     - ptr: bf16[64]
  //%       in: 0xd6f5 0xcd8b 0x2b5e 0xff7f 0xbf00 0x4300 0xbfbf 0xfeff 0xbf81 0x807f 0xbf80 0x7f80 0x692c 0x407f 0x8081 0x8001 0xbfc0 0x3f7f 0xffc0 0x7eff 0x0002 0xc0e8 0x7f72 0x0080 0x007f 0x4300 0xc07f 0x5055 0x0001 0x9993 0x5055 0x7fc0 0xc000 0xc170 0x8080 0xbf7f 0xff80 0x5055 0x0000 0x41a0 0x3f81 0x4040 0x3a83 0xc040 0x4000 0x0081 0x3fc0 0xc300 0x7f80 0xff7e 0x7f7f 0x3f81 0x4300 0x8002 0x8000 0x3dcd 0x3f7f 0x42b1 0x7f7e 0x3fbf 0x3f80 0xfb8a 0x8081 0x3f00
  //%     - ptr: bf16[64]
  //%       out: nan*2 0x356e nan*2 0x4135 nan*5 0x7f80 0x5451 0x3fff nan*3 0x3f7f nan 0x5f34 0x1e80 nan 0x5f78 0x2000 0x1ffe 0x4135 nan 0x47e9 0x1e35 nan 0x47e9 nan*6 0x47e9 0x0000 0x408f 0x3f80 0x3fdd 0x3d01 nan 0x3fb5 0x2000 0x3f9c nan 0x7f80 nan 0x5f7f 0x3f80 0x4135 nan 0x8000 0x3ea1 0x3f7f 0x4116 0x5f7e 0x3f9c 0x3f80 nan*2 0x3f35
  entry @sqrt_199(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<bf16>> -> tile<bf16>, token
    %r = sqrt %a rounding<zero> : tile<bf16>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<bf16>>, tile<bf16> -> token
    return
  }
  //% - entry: sqrt_199
  //%   args:
  //%     - ptr: bf16[]
  //%       in: 0x8000
  //%     - ptr: bf16[]
  //%       out: 0x8000
  //% - entry: sqrt_199
  //%   args:
  //%     - ptr: bf16[]
  //%       in: 0x407f
  //%     - ptr: bf16[]
  //%       out: 0x3fff
  //% - entry: sqrt_199
  //%   args:
  //%     - ptr: bf16[]
  //%       in: 0x407f
  //%     - ptr: bf16[]
  //%       out: 0x3fff
  entry @sqrt_200(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xbf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>, tile<i32> -> tile<1xbf16>, token
    %r = sqrt %a rounding<zero> : tile<1xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xbf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xbf16>, partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_200
  //%   args:
  //%     - ptr: bf16[1]
  //%       in: 0x692c
  //%     - ptr: bf16[1]
  //%       out: 0x5451
  entry @sqrt_201(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xbf16, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>, tile<i32> -> tile<2x8xbf16>, token
    %r = sqrt %a rounding<zero> : tile<2x8xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xbf16, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xbf16>, partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_201
  //%   args:
  //%     - ptr: bf16[2,8]
  //%       in: 0x7f7e 0xff7f 0xff7e 0xfb8a 0xcd8b 0x41a0 0x0080 0x7eff 0xd6f5 0x4040 0x3dcd 0xc000 0x0002 0x9993 0xbfc0 0x692c
  //%     - ptr: bf16[2,8]
  //%       out: 0x5f7e nan*4 0x408f 0x2000 0x5f34 nan 0x3fdd 0x3ea1 nan 0x1e80 nan*2 0x5451
  entry @sqrt_202(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xbf16, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xbf16>, token
    %r = sqrt %a rounding<zero> : tile<4x1x2xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xbf16, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xbf16>, partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_202
  //%   args:
  //%     - ptr: bf16[4,1,2]
  //%       in: 0x42b1 0x8001 0xc000 0xc0e8 0x7eff 0x3fc0 0x3dcd 0x9993
  //%     - ptr: bf16[4,1,2]
  //%       out: 0x4116 nan*3 0x5f34 0x3f9c 0x3ea1 nan
  entry @sqrt_203(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xbf16>, token
    %r = sqrt %a rounding<zero> : tile<2x1x2x4xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xbf16>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_203
  //%   args:
  //%     - ptr: bf16[2,1,2,4]
  //%       in: 0x3f7f 0x8081 0xffc0 0x7f7e 0xc040 0x3f81 0x41a0 0x4000 0x7f80 0xc07f 0x3f80 0xd6f5 0xbf80 0x7eff 0x0001 0x3f7f
  //%     - ptr: bf16[2,1,2,4]
  //%       out: 0x3f7f nan*2 0x5f7e nan 0x3f80 0x408f 0x3fb5 0x7f80 nan 0x3f80 nan*2 0x5f34 0x1e35 0x3f7f
  entry @sqrt_204(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xbf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>, tile<i32> -> tile<64xbf16>, token
    %r = sqrt %a rounding<negative_inf> : tile<64xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xbf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xbf16>, partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_204
  //%   args:
  //%     - ptr: bf16[64]
  //%       in: 0x4000 0xbf00 0xff7e 0x7f72 0xc0e8 0xbfc0*2 0x0002 0x8080 0xc170 0x8002 0x7f80 0x3f00 0x8081 0x8000 0x5055 0xbf7f 0xd6f5 0x7f7e 0xfeff 0xff7e 0x3f7f 0xd6f5 0x8001 0x41a0 0xbf81 0x807f 0xcd8b 0x3fc0 0x692c 0xfb8a 0x3fbf 0x0080 0xbf7f 0x7f7f 0xffc0 0x3a83 0x0081 0xc300 0xff7f 0x0001 0x2b5e 0x007f 0x4300 0xc07f 0xbf80 0x4040 0x3dcd 0xbfbf 0x3f81 0x8080 0x0000 0x42b1 0xc040 0xbf7f 0xc000 0xff80 0x3f80 0x7fc0 0x9993 0xbf00 0x7f72 0x407f 0x7eff
  //%     - ptr: bf16[64]
  //%       out: 0x3fb5 nan*2 0x5f78 nan*3 0x1e80 nan*3 0x7f80 0x3f35 nan 0x8000 0x47e9 nan*2 0x5f7e nan*2 0x3f7f nan*2 0x408f nan*3 0x3f9c 0x5451 nan 0x3f9c 0x2000 nan 0x5f7f nan 0x3d01 0x2000 nan*2 0x1e35 0x356e 0x1ffe 0x4135 nan*2 0x3fdd 0x3ea1 nan 0x3f80 nan 0x0000 0x4116 nan*4 0x3f80 nan*3 0x5f78 0x3fff 0x5f34
  entry @sqrt_205(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<bf16>> -> tile<bf16>, token
    %r = sqrt %a rounding<negative_inf> : tile<bf16>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<bf16>>, tile<bf16> -> token
    return
  }
  //% - entry: sqrt_205
  //%   args:
  //%     - ptr: bf16[]
  //%       in: 0x8002
  //%     - ptr: bf16[]
  //%       out: nan
  //% - entry: sqrt_205
  //%   args:
  //%     - ptr: bf16[]
  //%       in: 0x2b5e
  //%     - ptr: bf16[]
  //%       out: 0x356e
  //% - entry: sqrt_205
  //%   args:
  //%     - ptr: bf16[]
  //%       in: 0x0080
  //%     - ptr: bf16[]
  //%       out: 0x2000
  entry @sqrt_206(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xbf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>, tile<i32> -> tile<1xbf16>, token
    %r = sqrt %a rounding<negative_inf> : tile<1xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xbf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xbf16>, partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_206
  //%   args:
  //%     - ptr: bf16[1]
  //%       in: 0x4040
  //%     - ptr: bf16[1]
  //%       out: 0x3fdd
  entry @sqrt_207(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xbf16, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>, tile<i32> -> tile<2x8xbf16>, token
    %r = sqrt %a rounding<negative_inf> : tile<2x8xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xbf16, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xbf16>, partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_207
  //%   args:
  //%     - ptr: bf16[2,8]
  //%       in: 0x7f7e 0xc07f 0x3f00 0x7fc0 0x4300 0x8000 0xbf80 0xc170 0xc040 0x807f 0xbf80 0x41a0 0x4000 0xbf7f 0x0000 0x5055
  //%     - ptr: bf16[2,8]
  //%       out: 0x5f7e nan 0x3f35 nan 0x4135 0x8000 nan*5 0x408f 0x3fb5 nan 0x0000 0x47e9
  entry @sqrt_208(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xbf16, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xbf16>, token
    %r = sqrt %a rounding<negative_inf> : tile<4x1x2xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xbf16, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xbf16>, partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_208
  //%   args:
  //%     - ptr: bf16[4,1,2]
  //%       in: 0x3f00 0x0000 0x3dcd 0x4300 0x7f7e 0x007f 0x8080 0x0081
  //%     - ptr: bf16[4,1,2]
  //%       out: 0x3f35 0x0000 0x3ea1 0x4135 0x5f7e 0x1ffe nan 0x2000
  entry @sqrt_209(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xbf16>, token
    %r = sqrt %a rounding<negative_inf> : tile<2x1x2x4xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xbf16>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_209
  //%   args:
  //%     - ptr: bf16[2,1,2,4]
  //%       in: 0x3f81 0xfb8a 0x3a83 0x0081 0x7f7f 0x3fc0 0x8002 0xc300 0x0001 0x3f00 0xcd8b 0xc040 0x4040 0x9993 0xffc0 0xff7f
  //%     - ptr: bf16[2,1,2,4]
  //%       out: 0x3f80 nan 0x3d01 0x2000 0x5f7f 0x3f9c nan*2 0x1e35 0x3f35 nan*2 0x3fdd nan*3
  entry @sqrt_210(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xbf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>, tile<i32> -> tile<64xbf16>, token
    %r = sqrt %a rounding<positive_inf> : tile<64xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xbf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xbf16>, partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_210
  //%   args:
  //%     - ptr: bf16[64]
  //%       in: 0x807f 0x7f72 0x3fbf 0x7eff 0xcd8b 0xfeff 0x9993 0x8002 0x3f80 0xff7e 0x0080 0xfb8a 0x3f00 0x7eff 0x5055 0x007f 0xcd8b 0xc07f 0x3a83 0x7f7f 0xffc0 0x3f81 0x4300 0xbf80 0x7fc0 0xc300 0x7f80 0x4040 0x8080 0x692c 0xd6f5 0x4000 0x3fc0 0xc000 0x8081 0x3f7f 0xc170 0xbfc0 0x8001 0xc0e8 0xbf00 0x0081 0x8001 0xff80 0x0002 0xbfbf 0xbf81 0x2b5e 0x0001 0x3dcd 0x407f 0x7f7f 0xff7f 0x8000 0xbf00 0x41a0 0xcd8b 0x7f7e 0xc300 0xbf7f 0xc000 0xc040 0x42b1 0x0000
  //%     - ptr: bf16[64]
  //%       out: nan 0x5f79 0x3f9d 0x5f35 nan*4 0x3f80 nan 0x2000 nan 0x3f36 0x5f35 0x47ea 0x1fff nan*2 0x3d02 0x5f80 nan 0x3f81 0x4136 nan*3 0x7f80 0x3fde nan 0x5452 nan 0x3fb6 0x3f9d nan*2 0x3f80 nan*5 0x2001 nan*2 0x1e80 nan*2 0x356f 0x1e36 0x3ea2 0x4000 0x5f80 nan 0x8000 nan 0x4090 nan 0x5f7f nan*4 0x4117 0x0000
  entry @sqrt_211(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<bf16>> -> tile<bf16>, token
    %r = sqrt %a rounding<positive_inf> : tile<bf16>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<bf16>>, tile<bf16> -> token
    return
  }
  //% - entry: sqrt_211
  //%   args:
  //%     - ptr: bf16[]
  //%       in: 0x7eff
  //%     - ptr: bf16[]
  //%       out: 0x5f35
  //% - entry: sqrt_211
  //%   args:
  //%     - ptr: bf16[]
  //%       in: 0x807f
  //%     - ptr: bf16[]
  //%       out: nan
  //% - entry: sqrt_211
  //%   args:
  //%     - ptr: bf16[]
  //%       in: 0x3f81
  //%     - ptr: bf16[]
  //%       out: 0x3f81
  entry @sqrt_212(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xbf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>, tile<i32> -> tile<1xbf16>, token
    %r = sqrt %a rounding<positive_inf> : tile<1xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xbf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xbf16>, partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_212
  //%   args:
  //%     - ptr: bf16[1]
  //%       in: 0x807f
  //%     - ptr: bf16[1]
  //%       out: nan
  entry @sqrt_213(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xbf16, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>, tile<i32> -> tile<2x8xbf16>, token
    %r = sqrt %a rounding<positive_inf> : tile<2x8xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xbf16, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xbf16>, partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_213
  //%   args:
  //%     - ptr: bf16[2,8]
  //%       in: 0x0081 0x0000 0x8000 0xfb8a 0x0080 0x8001 0x7fc0 0x3f81 0x4000 0x407f 0xc0e8 0xff7f 0xfeff 0xc000 0xff80 0x3f7f
  //%     - ptr: bf16[2,8]
  //%       out: 0x2001 0x0000 0x8000 nan 0x2000 nan*2 0x3f81 0x3fb6 0x4000 nan*5 0x3f80
  entry @sqrt_214(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xbf16, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xbf16>, token
    %r = sqrt %a rounding<positive_inf> : tile<4x1x2xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xbf16, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xbf16>, partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_214
  //%   args:
  //%     - ptr: bf16[4,1,2]
  //%       in: 0xc000 0x807f 0x9993 0x42b1 0xff7f 0x8000 0x7eff 0x8001
  //%     - ptr: bf16[4,1,2]
  //%       out: nan*3 0x4117 nan 0x8000 0x5f35 nan
  entry @sqrt_215(%memory.a: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xbf16>, token
    %r = sqrt %a rounding<positive_inf> : tile<2x1x2x4xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xbf16>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_215
  //%   args:
  //%     - ptr: bf16[2,1,2,4]
  //%       in: 0x3f7f 0x3f81 0xc07f 0x9993 0x3f80 0x7f7e 0xc300 0x3dcd 0x0002 0xbf7f 0x7f72 0x7fc0 0xbfc0 0x0080 0xcd8b 0x2b5e
  //%     - ptr: bf16[2,1,2,4]
  //%       out: 0x3f80 0x3f81 nan*2 0x3f80 0x5f7f nan 0x3ea2 0x1e80 nan 0x5f79 nan*2 0x2000 nan 0x356f
  entry @fpowf_216(%memory.a: tile<ptr<bf16>>, %memory.b: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xbf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>, tile<i32> -> tile<64xbf16>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [64], strides = [1] : tensor_view<64xbf16, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>, tile<i32> -> tile<64xbf16>, token
    %r = fpowf %a, %b : tile<64xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xbf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xbf16>, partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowf_216
  //%   args:
  //%     - ptr: bf16[64]
  //%       in: 0xff80 0x7f80 0x0000 0xfb8a 0xbf81 0x7f7f 0x42b1 0xc000 0x8080 0xd6f5 0x7f72 0x9993 0x2b5e 0x007f 0x807f 0x0002 0x3f80 0x3f7f 0xc300 0xbfc0 0x0080 0xbf81 0xbfbf 0x3fc0 0x0001 0x41a0 0x692c 0x4000 0x2b5e 0x7fc0 0xffc0 0x0081 0x7f7e 0x3f00 0x3fbf 0xff7e 0xcd8b 0xbf81 0x3fc0 0xc0e8 0x5055 0xbf7f 0xfeff 0x4300 0x407f 0x0001 0xc0e8 0x3dcd 0x4040 0xc170 0xbf80 0xc07f 0x7eff 0xff7f 0x8001 0xfb8a 0x8002 0xc040 0x3f81 0xc0e8 0x8000 0x3a83 0x8081 0xbf00
  //%     - ptr: bf16[64]
  //%       in: 0xbf80 0xc300 0x3dcd 0x807f 0x4300 0xfeff 0x3fc0 0x8081 0xff7f 0xbf80 0xff80 0x7f80 0x0081 0xbf7f 0x7eff 0xc040 0x9993 0x0001 0x0080 0x7f7f 0xc170 0xfb8a 0xcd8b 0xc000 0x3f81 0x007f 0xc07f 0x4040 0xd6f5 0x5055 0x7f7e 0x8002 0x42b1 0x2b5e 0x3f00 0x407f 0x4000 0x8080 0x7fc0 0xbf00 0x41a0 0x3f7f 0x0000 0x8001 0x3a83 0x3fbf 0x3f00 0x3f80 0x8000 0x0001 0xc000 0xbfbf 0x0002 0xffc0 0xbfc0 0xd6f5 0x692c 0x8000 0x8001 0xc0e8 0x4040 0x7f72 0xff7e 0xbf81
  //%     - ptr: bf16[64]
  //%       out: 0x8000 0x0000*2 nan 0x402d 0x0000 0x4450 nan 0x7f80 0xa806 0x0000*2 0x3f80 0x7e37 0x0000 0x7f80 0x3f80*2 nan 0x7f80*2 0x0000*2 0x3ee4 0x0000 0x3f80 0x0000 0x4100 0x7f80 nan*2 0x3f80 0x7f80 0x3f80 0x3f9c nan 0x5b97 nan*3 0x7f80 nan 0x3f80*3 0x0000 nan 0x3dcd 0x3f80 nan 0x3f80 nan 0x3f80 nan*2 0x0000*2 0x3f80*2 nan 0x8000 0x0000 0x7f80 nan
  entry @fpowf_217(%memory.a: tile<ptr<bf16>>, %memory.b: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<bf16>> -> tile<bf16>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<bf16>> -> tile<bf16>, token
    %r = fpowf %a, %b : tile<bf16>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<bf16>>, tile<bf16> -> token
    return
  }
  //% - entry: fpowf_217
  //%   args:
  //%     - ptr: bf16[]
  //%       in: 0x407f
  //%     - ptr: bf16[]
  //%       in: 0x0081
  //%     - ptr: bf16[]
  //%       out: 0x3f80
  //% - entry: fpowf_217
  //%   args:
  //%     - ptr: bf16[]
  //%       in: 0xbfc0
  //%     - ptr: bf16[]
  //%       in: 0xcd8b
  //%     - ptr: bf16[]
  //%       out: 0x0000
  //% - entry: fpowf_217
  //%   args:
  //%     - ptr: bf16[]
  //%       in: 0x9993
  //%     - ptr: bf16[]
  //%       in: 0x407f
  //%     - ptr: bf16[]
  //%       out: nan
  entry @fpowf_218(%memory.a: tile<ptr<bf16>>, %memory.b: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xbf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>, tile<i32> -> tile<1xbf16>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [1], strides = [1] : tensor_view<1xbf16, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>, tile<i32> -> tile<1xbf16>, token
    %r = fpowf %a, %b : tile<1xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xbf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xbf16>, partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowf_218
  //%   args:
  //%     - ptr: bf16[1]
  //%       in: 0x7f7f
  //%     - ptr: bf16[1]
  //%       in: 0x42b1
  //%     - ptr: bf16[1]
  //%       out: 0x7f80
  entry @fpowf_219(%memory.a: tile<ptr<bf16>>, %memory.b: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xbf16, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>, tile<i32> -> tile<2x8xbf16>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xbf16, strides=[8,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>, tile<i32> -> tile<2x8xbf16>, token
    %r = fpowf %a, %b : tile<2x8xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xbf16, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xbf16>, partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowf_219
  //%   args:
  //%     - ptr: bf16[2,8]
  //%       in: 0x8002 0xc0e8 0x4000 0x7f72 0x4040 0xfeff 0x0001 0x7fc0 0x692c 0x3dcd 0x4300 0x3f7f 0xc000 0x007f 0x8000 0x8001
  //%     - ptr: bf16[2,8]
  //%       in: 0x8081 0xff7e 0x3dcd 0xc040 0xbf7f 0x807f 0x4300 0x3fbf 0x7fc0 0x4040 0x0002 0x4000 0xbf00 0x3fc0 0xff80 0x3f00
  //%     - ptr: bf16[2,8]
  //%       out: nan 0x0000 0x3f89 0x0000 0x3eab nan 0x0000 nan*2 0x3a83 0x3f80 0x3f7e nan 0x0000 0x7f80 nan
  entry @fpowf_220(%memory.a: tile<ptr<bf16>>, %memory.b: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xbf16, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xbf16>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xbf16, strides=[2,2,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xbf16>, token
    %r = fpowf %a, %b : tile<4x1x2xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xbf16, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xbf16>, partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowf_220
  //%   args:
  //%     - ptr: bf16[4,1,2]
  //%       in: 0xfb8a 0x8001 0x3fbf 0x0000 0x2b5e 0x807f 0xffc0 0x0081
  //%     - ptr: bf16[4,1,2]
  //%       in: 0x0081 0x7f7e 0x3f00 0x7f7f 0xbf7f 0x3a83 0x3fc0 0x007f
  //%     - ptr: bf16[4,1,2]
  //%       out: nan 0x0000 0x3f9c 0x0000 0x5384 nan*2 0x3f80
  entry @fpowf_221(%memory.a: tile<ptr<bf16>>, %memory.b: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xbf16>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xbf16>, token
    %r = fpowf %a, %b : tile<2x1x2x4xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xbf16>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowf_221
  //%   args:
  //%     - ptr: bf16[2,1,2,4]
  //%       in: 0xbfc0 0xd6f5 0x407f 0xff80 0x8000 0x41a0 0xbf00 0x8081 0x4300 0xff80 0xc0e8 0xffc0 0xbf81 0xff7e 0x7f80 0xbf80
  //%     - ptr: bf16[2,1,2,4]
  //%       in: 0x807f 0xfeff 0x8080 0xff80 0x7fc0 0xc000 0x3a83 0x7f7e 0xfb8a 0xbf7f 0x4000 0x3f81 0x7f72 0x3f00 0x4300 0x8000
  //%     - ptr: bf16[2,1,2,4]
  //%       out: nan 0x0000 0x3f80 0x0000 nan 0x3b24 nan 0x0000*3 0x4252 nan 0x7f80 nan 0x7f80 0x3f80
  entry @atan2_222(%memory.a: tile<ptr<bf16>>, %memory.b: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xbf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>, tile<i32> -> tile<64xbf16>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [64], strides = [1] : tensor_view<64xbf16, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>, tile<i32> -> tile<64xbf16>, token
    %r = atan2 %a, %b : tile<64xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xbf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xbf16>, partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: atan2_222
  //%   args:
  //%     - ptr: bf16[64]
  //%       in: 0xff7e 0xc000 0x0001 0xbf7f 0x8080 0xfeff 0x5055 0x0080 0x4040 0x692c 0x3f7f 0x3fbf 0xffc0 0x3f00 0x3a83 0xc040 0x8002 0x3f80 0x42b1 0xc300 0x807f 0xc07f 0xbfc0 0x0002 0x7f80 0xbf80 0xc170 0x2b5e 0xcd8b 0xfb8a 0x0081 0x7f72 0x4000 0x8001 0x7f80 0x3fc0 0x8000 0x2b5e 0x0002 0x42b1 0xbfbf 0x0001 0x8002 0x0000 0x4300 0x3dcd 0x8081 0x7eff 0xbf00 0x9993 0x407f 0x007f 0x7f7f 0xd6f5 0x3f81 0x41a0 0x7fc0 0xff80 0x7f7e 0xbf81 0xc0e8 0xff7f 0x0080 0x0001
  //%     - ptr: bf16[64]
  //%       in: 0x5055 0xc07f 0xbfc0 0x3fc0 0xffc0 0x3a83 0x42b1 0x8000 0x7fc0 0x3dcd 0xfeff 0xff7e 0x007f 0xd6f5 0xff7f 0x0001 0x3f00 0x2b5e 0x7f7f 0x0081 0x3f80 0x3fbf 0x8002 0x807f 0xc000 0xbf80 0x0080 0x3f7f 0x7f7e 0x7eff 0xfb8a 0x4040 0x7f80 0x8000 0xc040 0x9993 0xffc0 0x0000 0x7f72 0xc0e8 0x8000 0xbf00 0x42b1 0x8001 0xbf81 0x407f 0xff80 0xbf7f 0xc170 0x8080 0x692c 0x4000 0xc300 0x4300 0xbfbf 0x8081 0x41a0 0x407f 0xcd8b 0x7f80 0xc170 0x3f81 0xc000 0x0002
  //%     - ptr: bf16[64]
  //%       out: 0xbfc9 0xc02b 0x4049 0xbf16 nan 0xbfc9 0x3fc9*2 nan 0x3fc9 0x4049*2 nan 0x4049*2 0xbfc9 0x8004 0x3fc9 0x02b2 0xbfc9 0x807f 0xbf9b 0xbfc9 0x4048 0x3fc9 0xc017 0xbfc9 0x2b5f 0x8d8c 0xbc0b 0x4049 0x3fc9 0x0000 0xbfc9 0x3fc9*2 nan 0x3fc9 0x0000 0x3fd4 0xbfc9 0x4049 0x8000 0x4049 0x3fca 0x3cce 0xc049 0x3fc9 0xc047 0xbfc9 0x16be 0x003f 0x3fc9 0xbfc9 0x4023 0x3fc9 nan 0xbfc9 0x3fc9 0x8000 0xc02c 0xbfc9 0x4049 0x3eed
  entry @atan2_223(%memory.a: tile<ptr<bf16>>, %memory.b: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<bf16>> -> tile<bf16>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<bf16>> -> tile<bf16>, token
    %r = atan2 %a, %b : tile<bf16>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<bf16>>, tile<bf16> -> token
    return
  }
  //% - entry: atan2_223
  //%   args:
  //%     - ptr: bf16[]
  //%       in: 0x3f7f
  //%     - ptr: bf16[]
  //%       in: 0x3f7f
  //%     - ptr: bf16[]
  //%       out: 0x3f49
  //% - entry: atan2_223
  //%   args:
  //%     - ptr: bf16[]
  //%       in: 0x0000
  //%     - ptr: bf16[]
  //%       in: 0x8001
  //%     - ptr: bf16[]
  //%       out: 0x4049
  //% - entry: atan2_223
  //%   args:
  //%     - ptr: bf16[]
  //%       in: 0x007f
  //%     - ptr: bf16[]
  //%       in: 0x8000
  //%     - ptr: bf16[]
  //%       out: 0x3fc9
  entry @atan2_224(%memory.a: tile<ptr<bf16>>, %memory.b: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xbf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>, tile<i32> -> tile<1xbf16>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [1], strides = [1] : tensor_view<1xbf16, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>, tile<i32> -> tile<1xbf16>, token
    %r = atan2 %a, %b : tile<1xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xbf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xbf16>, partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: atan2_224
  //%   args:
  //%     - ptr: bf16[1]
  //%       in: 0x4300
  //%     - ptr: bf16[1]
  //%       in: 0xbf81
  //%     - ptr: bf16[1]
  //%       out: 0x3fca
  entry @atan2_225(%memory.a: tile<ptr<bf16>>, %memory.b: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xbf16, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>, tile<i32> -> tile<2x8xbf16>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xbf16, strides=[8,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>, tile<i32> -> tile<2x8xbf16>, token
    %r = atan2 %a, %b : tile<2x8xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xbf16, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xbf16>, partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: atan2_225
  //%   args:
  //%     - ptr: bf16[2,8]
  //%       in: 0x407f 0xc300 0x5055 0x3dcd 0xff7f 0xbf7f 0xbf00 0x0000 0x7f72 0x4000 0x4040 0x007f 0xfb8a 0x8080 0xffc0 0x8081
  //%     - ptr: bf16[2,8]
  //%       in: 0xcd8b 0xff7f 0x4000 0xc170 0x8081 0xc000 0x4300 0x3fc0 0x41a0 0x7f72 0x3f00 0xbfc0 0x3a83 0x407f 0x7f80 0x3fbf
  //%     - ptr: bf16[2,8]
  //%       out: 0x4049 0xc049 0x3fc9 0x4049 0xbfc9 0xc02b 0xbb80 0x0000 0x3fc9 0x0044 0x3fb4 0x4049 0xbfc9 0x8020 nan 0x8056
  entry @atan2_226(%memory.a: tile<ptr<bf16>>, %memory.b: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xbf16, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xbf16>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xbf16, strides=[2,2,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xbf16>, token
    %r = atan2 %a, %b : tile<4x1x2xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xbf16, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xbf16>, partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: atan2_226
  //%   args:
  //%     - ptr: bf16[4,1,2]
  //%       in: 0xfb8a 0x3fbf 0x4300 0xc0e8 0x807f 0x42b1 0x3fc0 0xbfc0
  //%     - ptr: bf16[4,1,2]
  //%       in: 0x4040 0xfeff 0x4040 0x9993 0xc000 0xbf00 0x3dcd 0xc000
  //%     - ptr: bf16[4,1,2]
  //%       out: 0xbfc9 0x4049 0x3fc6 0xbfc9 0xc049 0x3fca 0x3fc1 0xc020
  entry @atan2_227(%memory.a: tile<ptr<bf16>>, %memory.b: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xbf16>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xbf16>, token
    %r = atan2 %a, %b : tile<2x1x2x4xbf16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xbf16>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: atan2_227
  //%   args:
  //%     - ptr: bf16[2,1,2,4]
  //%       in: 0x8002 0x0000 0xbf80 0x0081*2 0xc000 0xcd8b 0xbfbf 0x9993 0x41a0 0x3a83 0xbf81 0x3f80 0x41a0 0x0001 0xffc0
  //%     - ptr: bf16[2,1,2,4]
  //%       in: 0x3f80 0x0080 0x7f7e 0x5055 0xff7f 0x8002 0xbf80 0x807f 0xbfbf 0x3f7f 0xc07f 0x8080 0xcd8b 0x692c 0x3a83 0xc0e8
  //%     - ptr: bf16[2,1,2,4]
  //%       out: 0x8002 0x0000 0x8020 0x0000 0x4049 0xbfc9*3 0xc049 0x3fc3 0x4049 0xbfc9 0x4049 0x17ee 0x01fa nan
  entry @fpowi_228(%memory.a: tile<ptr<bf16>>, %memory.b: tile<ptr<i1>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xbf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>, tile<i32> -> tile<64xbf16>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [64], strides = [1] : tensor_view<64xi1, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(64), tensor_view<64xi1, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(64), tensor_view<64xi1, strides=[1]>>, tile<i32> -> tile<64xi1>, token
    %r = fpowi %a, %b : tile<64xbf16>, tile<64xi1>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xbf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xbf16>, partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_228
  //%   args:
  //%     - ptr: bf16[64]
  //%       in: 0x4000 0xfb8a 0x692c 0xc170 0x8000 0x3f81 0x407f 0xff7e 0xffc0 0x3f80 0x8080 0x4040 0x0081 0xff7e 0x42b1 0xd6f5 0x7eff 0x8002 0xbf80 0x807f 0xc0e8 0xc300 0x4300 0x42b1 0x3f81 0xc07f 0x7f80 0x3fc0 0x0002 0xbf81 0x8001 0x7fc0 0x9993 0x7f7f 0xc040 0x42b1 0x0001 0xcd8b 0xbf00 0x7f7e 0x3fbf 0xd6f5 0xbfbf 0x3dcd 0xbfc0 0xff80 0x3f7f 0x3fc0 0x3f00 0x0000 0x8081 0x3f7f 0x0080 0x3a83 0xc000 0x7f72 0x3f7f 0x2b5e 0x41a0 0x5055 0xbf7f 0x007f 0xfeff 0xff7f
  //%     - ptr: i1[64]
  //%       in: 0 1 0*3 1*2 0*2 1 0*4 1*3 0 1 0*2 1*5 0 1 0 1 0*2 1 0 1*5 0*2 1*2 0*3 1*2 0*4 1*2 0 1 0*6 1*2
  //%     - ptr: bf16[64]
  //%       out: 0x3f80 0x836d 0x3f80*3 0x3f7e 0x3e81 0x3f80*7 0x3c39 0xa806 0x0040 0x3f80 0xbf80 0x3f80*2 0xbc00 0x3c00 0x3c39 0x3f7e 0xbe81 0x3f80 0x3f2b 0x3f80 0xbf7e 0x3f80*2 0xe55f 0x3f80 0xbeab 0x3c39 0x7f80 0xb16c 0xc000 0x3f80*2 0xa806 0xbf2c 0x3f80*3 0x3f81 0x3f2b 0x3f80*4 0x7e80 0x447a 0x3f80 0x0022 0x3f80*6 0x8040 0x8020
  entry @fpowi_229(%memory.a: tile<ptr<bf16>>, %memory.b: tile<ptr<i1>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<bf16>> -> tile<bf16>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<i1>> -> tile<i1>, token
    %r = fpowi %a, %b : tile<bf16>, tile<i1>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<bf16>>, tile<bf16> -> token
    return
  }
  //% - entry: fpowi_229
  //%   args:
  //%     - ptr: bf16[]
  //%       in: 0xc300
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: bf16[]
  //%       out: 0x3f80
  //% - entry: fpowi_229
  //%   args:
  //%     - ptr: bf16[]
  //%       in: 0x5055
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: bf16[]
  //%       out: 0x3f80
  //% - entry: fpowi_229
  //%   args:
  //%     - ptr: bf16[]
  //%       in: 0xd6f5
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: bf16[]
  //%       out: 0xa806
  entry @fpowi_230(%memory.a: tile<ptr<bf16>>, %memory.b: tile<ptr<i1>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xbf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>, tile<i32> -> tile<1xbf16>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [1], strides = [1] : tensor_view<1xi1, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(1), tensor_view<1xi1, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(1), tensor_view<1xi1, strides=[1]>>, tile<i32> -> tile<1xi1>, token
    %r = fpowi %a, %b : tile<1xbf16>, tile<1xi1>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xbf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xbf16>, partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_230
  //%   args:
  //%     - ptr: bf16[1]
  //%       in: 0x8080
  //%     - ptr: i1[1]
  //%       in: 0
  //%     - ptr: bf16[1]
  //%       out: 0x3f80
  entry @fpowi_231(%memory.a: tile<ptr<bf16>>, %memory.b: tile<ptr<i1>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xbf16, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>, tile<i32> -> tile<2x8xbf16>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xi1, strides=[8,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x8), tensor_view<2x8xi1, strides=[8,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xi1, strides=[8,1]>>, tile<i32> -> tile<2x8xi1>, token
    %r = fpowi %a, %b : tile<2x8xbf16>, tile<2x8xi1>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xbf16, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xbf16>, partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_231
  //%   args:
  //%     - ptr: bf16[2,8]
  //%       in: 0x9993 0x0000 0x3fc0 0xbf80 0x2b5e 0x8001 0xcd8b 0xbf81 0x7f72 0x4040 0xbf7f 0xd6f5 0x7f7e 0xc07f 0x0001 0xbfc0
  //%     - ptr: i1[2,8]
  //%       in: 0 1 0*2 1 0 1 0*2 1 0*2 1*3 0
  //%     - ptr: bf16[2,8]
  //%       out: 0x3f80 0x7f80 0x3f80*2 0x5394 0x3f80 0xb16c 0x3f80*2 0x3eab 0x3f80*2 0x0020 0xbe81 0x7f80 0x3f80
  entry @fpowi_232(%memory.a: tile<ptr<bf16>>, %memory.b: tile<ptr<i1>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xbf16, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xbf16>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xi1, strides=[2,2,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xi1, strides=[2,2,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xi1, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xi1>, token
    %r = fpowi %a, %b : tile<4x1x2xbf16>, tile<4x1x2xi1>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xbf16, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xbf16>, partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_232
  //%   args:
  //%     - ptr: bf16[4,1,2]
  //%       in: 0x407f 0x3a83 0xd6f5 0xbf7f 0x7f80 0xff80 0x7f7f 0x4040
  //%     - ptr: i1[4,1,2]
  //%       in: 1 0 1 0 1*3 0
  //%     - ptr: bf16[4,1,2]
  //%       out: 0x3e81 0x3f80 0xa806 0x3f80 0x0000 0x8000 0x0020 0x3f80
  entry @fpowi_233(%memory.a: tile<ptr<bf16>>, %memory.b: tile<ptr<i1>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xbf16>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xi1, strides=[8,8,4,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi1, strides=[8,8,4,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi1, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xi1>, token
    %r = fpowi %a, %b : tile<2x1x2x4xbf16>, tile<2x1x2x4xi1>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xbf16>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_233
  //%   args:
  //%     - ptr: bf16[2,1,2,4]
  //%       in: 0x3f7f 0xd6f5 0x3dcd 0x8081 0x8001 0x3f00 0x7f7f 0x3fc0 0x0002 0x0081 0x407f 0x2b5e 0x007f 0x0080 0x7f72 0x007f
  //%     - ptr: i1[2,1,2,4]
  //%       in: 1*2 0*2 1 0 1 0 1*4 0 1*3
  //%     - ptr: bf16[2,1,2,4]
  //%       out: 0x3f81 0xa806 0x3f80*2 0xff80 0x3f80 0x0020 0x3f80 0x7f80 0x7e7e 0x3e81 0x5394 0x3f80 0x7e80 0x0022 0x7e81
  entry @fpowi_234(%memory.a: tile<ptr<bf16>>, %memory.b: tile<ptr<i8>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xbf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>, tile<i32> -> tile<64xbf16>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [64], strides = [1] : tensor_view<64xi8, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(64), tensor_view<64xi8, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(64), tensor_view<64xi8, strides=[1]>>, tile<i32> -> tile<64xi8>, token
    %r = fpowi %a, %b : tile<64xbf16>, tile<64xi8>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xbf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xbf16>, partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_234
  //%   args:
  //%     - ptr: bf16[64]
  //%       in: 0xbf00 0x0081 0x692c 0x8001 0x3f7f 0x7f7f 0x7fc0 0x407f 0x0001 0xc07f 0x0002 0xd6f5 0x3dcd 0xc300 0xc000 0xffc0 0x3a83 0xff7f 0x2b5e 0x3fc0 0x4040 0xd6f5 0x42b1 0x4040 0x7f7e 0xc040 0x7f7f 0x9993 0x8081 0x3fbf 0xfb8a 0xff80 0x3f80 0xfeff 0x0080 0xc0e8 0xbfbf 0x807f 0x7f72 0x7eff 0x8000 0x8002 0x4000 0x4300 0x0002 0xbfc0 0x41a0 0x0000 0x3f00 0x5055 0xc07f 0x2b5e 0xbf81 0xbf80 0x8080 0xc170 0x7f80 0x007f 0xbf7f 0xff7e 0x3f81 0xcd8b 0x007f 0xbf80
  //%     - ptr: i8[64]
  //%       in: 0x03 0x05 0x78 0x80 0xfd 0x00 0x07 0x00 0x01 0x78*2 0x40 0x03 0xb1 0x05 0x00 0xfe 0x05 0xfe 0x41 0x7f 0xb1 0x07 0x78 0x05 0x02 0x81 0xfd 0x02 0x64 0x15 0xfe 0xff 0x03 0x40 0x03 0x15 0x05 0x03 0xff 0x03 0x81 0xff 0x00 0xff 0x02 0x64 0x03 0x00 0xb1 0x80 0xfe 0x01 0x64 0xfd 0x05 0xff 0x05 0x15 0x05 0x00 0x05*2 0x02
  //%     - ptr: bf16[64]
  //%       out: 0xbe00 0x0000 0x7f80*2 0x3f82 0x3f80 nan 0x3f80 0x0001 0x7f80 0x0000 0x7f80 0x3a83 0x8000 0xc200 0x3f80 0x4974 0xff80 0x67aa 0x5282 0x7f80 0x8000 0x561b 0x7f80*2 0x4110 0x0000 0xff80 0x0000 0x5c56 0xff80 0x0000 0x3f80 0xff80 0x0000 0xc3bf 0xc58c 0x8000 0x7f80 0x0040 0x8000 0xff80 0x3f00 0x3f80 0x7f80 0x4010 0x7f80 0x0000 0x3f80 0x0000*2 0x67aa 0xbf81 0x3f80 0xff80 0xc939 0x0000*2 0xbf6c 0xff80 0x3f80 0xff80 0x0000 0x3f80
  entry @fpowi_235(%memory.a: tile<ptr<bf16>>, %memory.b: tile<ptr<i8>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<bf16>> -> tile<bf16>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<i8>> -> tile<i8>, token
    %r = fpowi %a, %b : tile<bf16>, tile<i8>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<bf16>>, tile<bf16> -> token
    return
  }
  //% - entry: fpowi_235
  //%   args:
  //%     - ptr: bf16[]
  //%       in: 0xbf7f
  //%     - ptr: i8[]
  //%       in: 0xfd
  //%     - ptr: bf16[]
  //%       out: 0xbf82
  //% - entry: fpowi_235
  //%   args:
  //%     - ptr: bf16[]
  //%       in: 0x4040
  //%     - ptr: i8[]
  //%       in: 0x81
  //%     - ptr: bf16[]
  //%       out: 0x0000
  //% - entry: fpowi_235
  //%   args:
  //%     - ptr: bf16[]
  //%       in: 0xc040
  //%     - ptr: i8[]
  //%       in: 0x00
  //%     - ptr: bf16[]
  //%       out: 0x3f80
  entry @fpowi_236(%memory.a: tile<ptr<bf16>>, %memory.b: tile<ptr<i8>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xbf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>, tile<i32> -> tile<1xbf16>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [1], strides = [1] : tensor_view<1xi8, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(1), tensor_view<1xi8, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(1), tensor_view<1xi8, strides=[1]>>, tile<i32> -> tile<1xi8>, token
    %r = fpowi %a, %b : tile<1xbf16>, tile<1xi8>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xbf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xbf16>, partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_236
  //%   args:
  //%     - ptr: bf16[1]
  //%       in: 0x3f7f
  //%     - ptr: i8[1]
  //%       in: 0x40
  //%     - ptr: bf16[1]
  //%       out: 0x3f47
  entry @fpowi_237(%memory.a: tile<ptr<bf16>>, %memory.b: tile<ptr<i8>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xbf16, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>, tile<i32> -> tile<2x8xbf16>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xi8, strides=[8,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x8), tensor_view<2x8xi8, strides=[8,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xi8, strides=[8,1]>>, tile<i32> -> tile<2x8xi8>, token
    %r = fpowi %a, %b : tile<2x8xbf16>, tile<2x8xi8>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xbf16, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xbf16>, partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_237
  //%   args:
  //%     - ptr: bf16[2,8]
  //%       in: 0x3a83 0x7eff 0x4300 0xc170 0x0001 0x3f80 0xffc0 0xcd8b 0x3f81 0x407f 0xbf81 0x42b1 0x0000 0x8001 0x3f7f 0x7f7f
  //%     - ptr: i8[2,8]
  //%       in: 0x05 0x15*2 0x02 0xff*2 0x00 0x02 0x05 0x03 0x7f 0xfe 0x07 0x02 0x15 0x03
  //%     - ptr: bf16[2,8]
  //%       out: 0x2690 0x7f80*2 0x4361 0x7f80 0x3f80*2 0x5b97 0x3f85 0x427d 0xc02c 0x3906 0x0000*2 0x3f6c 0x7f80
  entry @fpowi_238(%memory.a: tile<ptr<bf16>>, %memory.b: tile<ptr<i8>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xbf16, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xbf16>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xi8, strides=[2,2,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xi8, strides=[2,2,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xi8, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xi8>, token
    %r = fpowi %a, %b : tile<4x1x2xbf16>, tile<4x1x2xi8>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xbf16, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xbf16>, partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_238
  //%   args:
  //%     - ptr: bf16[4,1,2]
  //%       in: 0x9993 0xffc0 0x007f 0xcd8b 0x7f80 0x3fc0 0x7eff 0x407f
  //%     - ptr: i8[4,1,2]
  //%       in: 0x05 0xfe 0x07 0x03 0x00 0x15 0x02 0xff
  //%     - ptr: bf16[4,1,2]
  //%       out: 0x8000 nan 0x0000 0xe9a4 0x3f80 0x459c 0x7f80 0x3e81
  entry @fpowi_239(%memory.a: tile<ptr<bf16>>, %memory.b: tile<ptr<i8>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xbf16>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xi8, strides=[8,8,4,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi8, strides=[8,8,4,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi8, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xi8>, token
    %r = fpowi %a, %b : tile<2x1x2x4xbf16>, tile<2x1x2x4xi8>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xbf16>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_239
  //%   args:
  //%     - ptr: bf16[2,1,2,4]
  //%       in: 0xffc0 0x407f 0xc000 0xff7e 0x4300 0x7eff 0xfb8a 0x41a0 0x3f81 0xd6f5 0x8081 0xfb8a 0x3dcd 0x3f7f 0x0080 0x0001
  //%     - ptr: i8[2,1,2,4]
  //%       in: 0x01 0x00 0xfe 0x00 0x64 0x07 0x78 0x07 0x00*2 0x7f 0xfe 0xff*2 0x05 0x02
  //%     - ptr: bf16[2,1,2,4]
  //%       out: nan 0x3f80 0x3e80 0x3f80 0x7f80*3 0x4e99 0x3f80*2 0x8000 0x0000 0x4120 0x3f81 0x0000*2
  entry @fpowi_240(%memory.a: tile<ptr<bf16>>, %memory.b: tile<ptr<i16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xbf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>, tile<i32> -> tile<64xbf16>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [64], strides = [1] : tensor_view<64xi16, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(64), tensor_view<64xi16, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(64), tensor_view<64xi16, strides=[1]>>, tile<i32> -> tile<64xi16>, token
    %r = fpowi %a, %b : tile<64xbf16>, tile<64xi16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xbf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xbf16>, partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_240
  //%   args:
  //%     - ptr: bf16[64]
  //%       in: 0xbf7f 0xbfbf 0x8000 0x7f72 0xc040 0xffc0 0x0081 0x0001 0x692c 0xfb8a 0x3fc0 0xcd8b 0xbf80 0x3f7f 0x7f80 0xff80 0xfeff 0xbfc0 0x9993 0x7fc0 0xc300 0xbf81 0x3a83 0x3f00 0xff7e 0x7f7f 0xbf00 0x41a0 0x3dcd 0x0081 0xff7f 0x0080 0x3f81 0x0000 0x7f7e 0x4300 0xc170 0xc040 0x692c 0xc0e8 0x0002 0x3f80 0x007f 0x8081 0xc07f 0x8080 0x807f 0x8001 0x8081 0x4000 0x3fbf 0x2b5e 0xd6f5 0x407f 0x42b1 0x3fbf 0xc000 0x4040 0x7eff 0x5055 0xff7f 0x8002 0x8080 0xc040
  //%     - ptr: i16[64]
  //%       in: 0x0003*2 0x10fe 0x0003 0x0005 0x7fff 0xf982 0x0003 0x7fff 0x8000 0xb68e 0x0000 0xbc8d 0xfffd 0x8000 0x7fff 0x6efd 0x0003 0xfffe 0x8001 0xbc8d 0xfffe 0x726c 0xfffe 0xf982 0x0064 0xffff 0xfffe 0x0007 0x10fe 0x0005 0x0001 0x8000 0x7fff 0xfffd 0xb68e 0xbc8d 0x0001 0x8001 0x0002 0xffff 0x0001 0xf982*2 0x0000*2 0x0064 0x0001 0xffff 0x0007 0xb68e 0x0002 0x726c 0x0002 0x0001 0xffff 0x0001 0x0007 0x0003 0x0001 0xb68e*2 0x6efd 0x7fff
  //%     - ptr: bf16[64]
  //%       out: 0xbf7d 0xc055 0x0000 0x7f80 0xc373 nan 0x7f80 0x0000 0x7f80 0x0000*2 0x3f80 0xbf80 0x3f82 0x0000 0xff80*2 0xc058 0x7f80 nan 0x8000 0x3f7c 0x0000 0x4080 0x0000 0x7f80 0xc000 0x3b24 0x33d8 0x0000 0xff80 0x0080 0x0000*4 0x8000 0xc040 0x0000 0x4252 0x7f80 0x3f80 0x7f80*2 0x3f80*2 0x0000 0x8001 0xfe7e 0x4300 0x0000 0x1741 0x7f80 0x417e 0x42b1 0x3f2c 0xc000 0x4509 0x7f80 0x5055 0x0000 0x7f80 0x8000 0xff80
  entry @fpowi_241(%memory.a: tile<ptr<bf16>>, %memory.b: tile<ptr<i16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<bf16>> -> tile<bf16>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<i16>> -> tile<i16>, token
    %r = fpowi %a, %b : tile<bf16>, tile<i16>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<bf16>>, tile<bf16> -> token
    return
  }
  //% - entry: fpowi_241
  //%   args:
  //%     - ptr: bf16[]
  //%       in: 0xbf81
  //%     - ptr: i16[]
  //%       in: 0x0002
  //%     - ptr: bf16[]
  //%       out: 0x3f82
  //% - entry: fpowi_241
  //%   args:
  //%     - ptr: bf16[]
  //%       in: 0xc300
  //%     - ptr: i16[]
  //%       in: 0x0000
  //%     - ptr: bf16[]
  //%       out: 0x3f80
  //% - entry: fpowi_241
  //%   args:
  //%     - ptr: bf16[]
  //%       in: 0x5055
  //%     - ptr: i16[]
  //%       in: 0x0002
  //%     - ptr: bf16[]
  //%       out: 0x6131
  entry @fpowi_242(%memory.a: tile<ptr<bf16>>, %memory.b: tile<ptr<i16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xbf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>, tile<i32> -> tile<1xbf16>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [1], strides = [1] : tensor_view<1xi16, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(1), tensor_view<1xi16, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(1), tensor_view<1xi16, strides=[1]>>, tile<i32> -> tile<1xi16>, token
    %r = fpowi %a, %b : tile<1xbf16>, tile<1xi16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xbf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xbf16>, partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_242
  //%   args:
  //%     - ptr: bf16[1]
  //%       in: 0x8002
  //%     - ptr: i16[1]
  //%       in: 0x6efd
  //%     - ptr: bf16[1]
  //%       out: 0x8000
  entry @fpowi_243(%memory.a: tile<ptr<bf16>>, %memory.b: tile<ptr<i16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xbf16, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>, tile<i32> -> tile<2x8xbf16>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xi16, strides=[8,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x8), tensor_view<2x8xi16, strides=[8,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xi16, strides=[8,1]>>, tile<i32> -> tile<2x8xi16>, token
    %r = fpowi %a, %b : tile<2x8xbf16>, tile<2x8xi16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xbf16, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xbf16>, partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_243
  //%   args:
  //%     - ptr: bf16[2,8]
  //%       in: 0xc040 0xc170 0xc07f 0x8080 0x3fc0 0x9993 0x7f80 0x3fbf 0x7eff 0x2b5e 0x3dcd 0xfeff 0x407f 0x692c 0x8000 0x807f
  //%     - ptr: i16[2,8]
  //%       in: 0x0005 0x6efd 0x0005 0x8001 0x0002 0x0001 0xfffd 0x0003 0x0000 0x6efd 0x0064 0xfffe 0x0064 0xfffe 0x8000*2
  //%     - ptr: bf16[2,8]
  //%       out: 0xc373 0xff80 0xc47b 0xff80 0x4010 0x9993 0x0000 0x4055 0x3f80 0x0000*3 0x7f80 0x0000 0x7f80*2
  entry @fpowi_244(%memory.a: tile<ptr<bf16>>, %memory.b: tile<ptr<i16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xbf16, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xbf16>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xi16, strides=[2,2,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xi16, strides=[2,2,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xi16, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xi16>, token
    %r = fpowi %a, %b : tile<4x1x2xbf16>, tile<4x1x2xi16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xbf16, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xbf16>, partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_244
  //%   args:
  //%     - ptr: bf16[4,1,2]
  //%       in: 0x9993 0x7f7f 0x7f7e 0x407f 0x0000 0x41a0 0xc170 0x8000
  //%     - ptr: i16[4,1,2]
  //%       in: 0xfffe 0xbc8d 0x7fff 0x8000 0x0005 0x6efd 0xffff 0x0001
  //%     - ptr: bf16[4,1,2]
  //%       out: 0x7f80 0x0000 0x7f80 0x0000*2 0x7f80 0xbd89 0x8000
  entry @fpowi_245(%memory.a: tile<ptr<bf16>>, %memory.b: tile<ptr<i16>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xbf16>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xi16, strides=[8,8,4,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi16, strides=[8,8,4,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi16, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xi16>, token
    %r = fpowi %a, %b : tile<2x1x2x4xbf16>, tile<2x1x2x4xi16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xbf16>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_245
  //%   args:
  //%     - ptr: bf16[2,1,2,4]
  //%       in: 0xbf00 0x0080 0x692c 0x3fbf 0x3fc0 0x5055 0xc07f 0x7f7e 0x8081 0x7f7f 0x8000 0x41a0 0xfeff 0x0000 0xc000 0xc300
  //%     - ptr: i16[2,1,2,4]
  //%       in: 0x10fe 0x0002*3 0x8000 0x0001 0xf982 0x0005 0x0007 0x0003 0x6efd 0x0000 0x0003 0x0001 0x0000 0x0064
  //%     - ptr: bf16[2,1,2,4]
  //%       out: 0x0000*2 0x7f80 0x400f 0x0000 0x5055 0x0000 0x7f80 0x8000 0x7f80 0x8000 0x3f80 0xff80 0x0000 0x3f80 0x7f80
  entry @fpowi_246(%memory.a: tile<ptr<bf16>>, %memory.b: tile<ptr<i32>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xbf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>, tile<i32> -> tile<64xbf16>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [64], strides = [1] : tensor_view<64xi32, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(64), tensor_view<64xi32, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(64), tensor_view<64xi32, strides=[1]>>, tile<i32> -> tile<64xi32>, token
    %r = fpowi %a, %b : tile<64xbf16>, tile<64xi32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xbf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xbf16>, partition_view<tile=(64), tensor_view<64xbf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_246
  //%   args:
  //%     - ptr: bf16[64]
  //%       in: 0xc0e8 0x41a0 0x7f72 0x3fc0 0x7f7f 0x3f81 0x3a83 0xfb8a 0xd6f5 0x8001 0xff7f 0xff7e 0x9993 0xcd8b 0xbf7f 0x0081 0x007f 0x0001 0x3fc0 0x8080 0x807f 0x8002 0x2b5e 0x7f80 0x3fbf 0x3f7f 0xfeff 0x407f 0xbf00 0xbf81 0xc300 0x0080 0x3f80 0x8000 0x7fc0 0xcd8b 0x4040 0x807f 0xc040 0x42b1 0x4040 0x5055 0x4300 0x7f7e 0x7fc0 0xc000 0xc170 0xffc0 0xc07f 0x7f72 0x7eff 0x0002 0xbfbf 0xff7e 0xbfc0 0x0000 0xbf80 0x8081 0x3dcd 0x3f00 0x807f 0x692c 0x4000 0xff80
  //%     - ptr: i32[64]
  //%       in: 0x00000001 0xfffffffe 0xd0fb74ef 0x00000001 0x2d216413 0x00000002 0xecca7db0 0x80000001*2 0x00000003 0x00000000 0x00000002 0xecca7db0 0x00000003 0x00000064 0x00000002 0xfffffffd 0x3f63b885 0x00000002 0xd0fb74ef 0x00000001 0x2d216413 0xfffffffe 0x2d216413 0xffffffff 0xd0fb74ef 0x00000007 0x00000002 0x00000064 0xfffffffd 0x00000005 0x00000007 0x3f63b885 0x00000001 0xd0fb74ef 0x7fffffff 0x00000003*2 0xffffffff 0x00000003 0x00000005 0x80000000 0x0a2ed947 0x2d216413 0x00000003 0xfa351fa5*2 0x7fffffff 0x00000003 0xfffffffd 0x2d216413 0xfffffffe 0x80000000 0x80000001 0xfffffffe 0x00000000 0xffffffff 0x00000000 0x00000007 0x80000001 0x00000002 0x00000003 0xfa351fa5*2
  //%     - ptr: bf16[64]
  //%       out: 0xc0e8 0x3b24 0x0000 0x3fc0 0x7f80 0x3f82 0x7f80 0x8000*3 0x3f80 0x7f80*2 0xe9a4 0x3f2d 0x0000 0x7f80 0x0000 0x4010 0xff80 0x807f 0x8000 0x67aa 0x7f80 0x3f2c 0x7f80 0xff80 0x417e 0x0d80 0xbf7a 0xd100 0x0000 0x3f80 0x8000 nan 0xff80 0x41d8 0x8000 0xbeab 0x4929 0x4373 0x0000 0x7f80*2 nan 0x8000*2 nan 0xc27d 0x0000 0x7f80*2 0x0000 0x8000 0x3ee4 0x3f80 0xbf80 0x3f80 0x33d8 0x7f80 0x0000 0x7f80 0x0000 0x8000
  entry @fpowi_247(%memory.a: tile<ptr<bf16>>, %memory.b: tile<ptr<i32>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<bf16>> -> tile<bf16>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<i32>> -> tile<i32>, token
    %r = fpowi %a, %b : tile<bf16>, tile<i32>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<bf16>>, tile<bf16> -> token
    return
  }
  //% - entry: fpowi_247
  //%   args:
  //%     - ptr: bf16[]
  //%       in: 0xbf7f
  //%     - ptr: i32[]
  //%       in: 0xecca7db0
  //%     - ptr: bf16[]
  //%       out: 0x7f80
  //% - entry: fpowi_247
  //%   args:
  //%     - ptr: bf16[]
  //%       in: 0x807f
  //%     - ptr: i32[]
  //%       in: 0xfffffffd
  //%     - ptr: bf16[]
  //%       out: 0xff80
  //% - entry: fpowi_247
  //%   args:
  //%     - ptr: bf16[]
  //%       in: 0xbf00
  //%     - ptr: i32[]
  //%       in: 0x80000001
  //%     - ptr: bf16[]
  //%       out: 0xff80
  entry @fpowi_248(%memory.a: tile<ptr<bf16>>, %memory.b: tile<ptr<i32>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xbf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>, tile<i32> -> tile<1xbf16>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [1], strides = [1] : tensor_view<1xi32, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(1), tensor_view<1xi32, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(1), tensor_view<1xi32, strides=[1]>>, tile<i32> -> tile<1xi32>, token
    %r = fpowi %a, %b : tile<1xbf16>, tile<1xi32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xbf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xbf16>, partition_view<tile=(1), tensor_view<1xbf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_248
  //%   args:
  //%     - ptr: bf16[1]
  //%       in: 0x4300
  //%     - ptr: i32[1]
  //%       in: 0x0a2ed947
  //%     - ptr: bf16[1]
  //%       out: 0x7f80
  entry @fpowi_249(%memory.a: tile<ptr<bf16>>, %memory.b: tile<ptr<i32>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xbf16, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>, tile<i32> -> tile<2x8xbf16>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xi32, strides=[8,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x8), tensor_view<2x8xi32, strides=[8,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xi32, strides=[8,1]>>, tile<i32> -> tile<2x8xi32>, token
    %r = fpowi %a, %b : tile<2x8xbf16>, tile<2x8xi32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xbf16, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xbf16>, partition_view<tile=(2x8), tensor_view<2x8xbf16, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_249
  //%   args:
  //%     - ptr: bf16[2,8]
  //%       in: 0xd6f5 0x0081 0x8080 0x8000 0x4000 0x407f 0x7f72 0x0001 0x8001 0xff7f 0x7f7e 0x807f 0xc300 0xbf7f 0x2b5e 0xbfc0
  //%     - ptr: i32[2,8]
  //%       in: 0x00000001 0xfffffffe 0x00000064 0xfffffffe 0xecca7db0 0x80000000 0x0a2ed947 0xfa351fa5 0x00000002 0xfffffffe 0x00000005 0xfa351fa5 0xfffffffd 0xffffffff 0x00000005 0xfa351fa5
  //%     - ptr: bf16[2,8]
  //%       out: 0xd6f5 0x7f80 0x0000 0x7f80 0x0000*2 0x7f80*2 0x0000*2 0x7f80 0xff80 0xb500 0xbf81 0x0000 0x8000
  entry @fpowi_250(%memory.a: tile<ptr<bf16>>, %memory.b: tile<ptr<i32>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xbf16, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xbf16>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xi32, strides=[2,2,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xi32, strides=[2,2,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xi32, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xi32>, token
    %r = fpowi %a, %b : tile<4x1x2xbf16>, tile<4x1x2xi32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xbf16, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xbf16>, partition_view<tile=(4x1x2), tensor_view<4x1x2xbf16, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_250
  //%   args:
  //%     - ptr: bf16[4,1,2]
  //%       in: 0x7fc0 0x42b1 0xbfbf 0xc040 0x7f7e 0x8002 0xff7f 0x8000
  //%     - ptr: i32[4,1,2]
  //%       in: 0xffffffff 0x00000003 0x00000002 0xfa351fa5 0x7fffffff 0x00000000 0xffffffff*2
  //%     - ptr: bf16[4,1,2]
  //%       out: nan 0x4929 0x400f 0x8000 0x7f80 0x3f80 0x8020 0xff80
  entry @fpowi_251(%memory.a: tile<ptr<bf16>>, %memory.b: tile<ptr<i32>>, %memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xbf16>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xi32, strides=[8,8,4,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi32, strides=[8,8,4,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi32, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xi32>, token
    %r = fpowi %a, %b : tile<2x1x2x4xbf16>, tile<2x1x2x4xi32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xbf16>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xbf16, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_251
  //%   args:
  //%     - ptr: bf16[2,1,2,4]
  //%       in: 0x7f80 0xff7e 0xbfc0 0x7fc0 0x807f 0x0080 0x7f7f 0x0002 0xfb8a 0xbf7f 0xd6f5 0xc07f 0x7f72 0x3fbf 0x2b5e 0xcd8b
  //%     - ptr: i32[2,1,2,4]
  //%       in: 0x00000003 0x00000002 0x00000007 0x80000000 0x2d216413 0x00000000 0xffffffff 0x00000002 0x00000007 0x80000001 0x00000007 0x7fffffff 0xd0fb74ef 0xecca7db0*2 0xffffffff
  //%     - ptr: bf16[2,1,2,4]
  //%       out: 0x7f80*2 0xc189 nan 0x8000 0x3f80 0x0020 0x0000 0xff80*4 0x0000*2 0x7f80 0xb16c
  entry @exp_252(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> tile<64xf32>, token
    %r = exp %a : tile<64xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf32>, partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: exp_252
  //%   args:
  //%     - ptr: f32[64]
  //%       in: 0x80800001 0xff7fffff 0x00000002 0x3fc00000 0x80000002 0xf267a37d 0x407fffff 0x7f800000 0x41a00000 0xc0000000 0x00000000 0x007fffff 0xd0fc5ee2 0x80000001 0xff7ffffe 0x3f800000 0xc0e80000 0x3a83126f 0x40400000 0xffc00000 0xbf7fffff 0x7effffff 0xc0400000 0xbf000000 0xc0000000 0x80000000 0xbf800001 0x00000001 0xcb000000 0x3dcccccd 0x4b000000 0xebc2d42a 0xc6c26e30 0xbf800000 0xbfc00000 0x00800000 0x40000000 0xbf800000 0xbfbfffff 0x407fffff 0xc1700000 0x00800001 0x00000002 0xc0400000 0x7f7ffffe 0xe8f2b785 0x84602cd0 0x3f000000 0x807fffff 0x42b10000 0x3f7fffff 0xebc2d42a 0x3a83126f 0x80800000 0x3fbfffff 0x7f7fffff 0xff800000 0x7fc00000 0xc07fffff 0x3f800001 0x96d235fe 0x41a00000 0x9f573617 0xfeffffff
  //%     - ptr: f32[64]
  //%       out: 0x3f800000 0x00000000 0x3f800000 0x408f69ff 0x3f800000 0x00000000 0x425a647e 0x7f800000 0x4de75844 0x3e0a9555 0x3f800000*2 0x00000000 0x3f800000 0x00000000 0x402df854 0x3a3a2aff 0x3f8020c9 0x41a0af2e nan 0x3ebc5ab2 0x7f800000 0x3d4bed86 0x3f1b4598 0x3e0a9555 0x3f800000 0x3ebc5ab0 0x3f800000 0x00000000 0x3f8d763e 0x7f800000 0x00000000*2 0x3ebc5ab2 0x3e647c3c 0x3f800000 0x40ec7326 0x3ebc5ab2 0x3e647c3d 0x425a647e 0x34a43ae5 0x3f800000*2 0x3d4bed86 0x7f800000 0x00000000 0x3f800000 0x3fd3094c 0x3f800000 0x7f4cdcc4 0x402df854 0x00000000 0x3f8020c9 0x3f800000 0x408f69fe 0x7f800000 0x00000000 nan 0x3c960ab0 0x402df856 0x3f800000 0x4de75844 0x3f800000 0x00000000
  entry @exp_253(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f32>> -> tile<f32>, token
    %r = exp %a : tile<f32>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f32>>, tile<f32> -> token
    return
  }
  //% - entry: exp_253
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0x80000002
  //%     - ptr: f32[]
  //%       out: 0x3f800000
  //% - entry: exp_253
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0xc07fffff
  //%     - ptr: f32[]
  //%       out: 0x3c960ab0
  //% - entry: exp_253
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0x40000000
  //%     - ptr: f32[]
  //%       out: 0x40ec7326
  entry @exp_254(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xf32, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>, tile<i32> -> tile<1xf32>, token
    %r = exp %a : tile<1xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf32>, partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: exp_254
  //%   args:
  //%     - ptr: f32[1]
  //%       in: 0xff800000
  //%     - ptr: f32[1]
  //%       out: 0x00000000
  entry @exp_255(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf32, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>, tile<i32> -> tile<2x8xf32>, token
    %r = exp %a : tile<2x8xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf32, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf32>, partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: exp_255
  //%   args:
  //%     - ptr: f32[2,8]
  //%       in: 0x80000002 0xd0fc5ee2 0x4b000000 0xfeffffff 0xff7fffff 0x80800000 0xcb000000 0x3dcccccd 0x80000001 0xe8f2b785 0xbf800001 0x7f7fffff 0x40000000 0xc1700000 0xbf000000 0x407fffff
  //%     - ptr: f32[2,8]
  //%       out: 0x3f800000 0x00000000 0x7f800000 0x00000000*2 0x3f800000 0x00000000 0x3f8d763e 0x3f800000 0x00000000 0x3ebc5ab0 0x7f800000 0x40ec7326 0x34a43ae5 0x3f1b4598 0x425a647e
  entry @exp_256(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf32, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf32>, token
    %r = exp %a : tile<4x1x2xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf32, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf32>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: exp_256
  //%   args:
  //%     - ptr: f32[4,1,2]
  //%       in: 0xbfbfffff 0x7fc00000 0xfeffffff 0x80000000 0x80000002 0x80800000 0x4b000000 0xcb000000
  //%     - ptr: f32[4,1,2]
  //%       out: 0x3e647c3d nan 0x00000000 0x3f800000*3 0x7f800000 0x00000000
  entry @exp_257(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf32>, token
    %r = exp %a : tile<2x1x2x4xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf32>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: exp_257
  //%   args:
  //%     - ptr: f32[2,1,2,4]
  //%       in: 0x7f800000 0xbfbfffff 0x42b10000 0x807fffff 0x3a83126f 0xebc2d42a 0x00000002 0xc0000000 0xbf7fffff 0xbfc00000 0xc0400000 0x3fbfffff 0xbfc00000 0xfeffffff 0x4b000000 0xbf000000
  //%     - ptr: f32[2,1,2,4]
  //%       out: 0x7f800000 0x3e647c3d 0x7f4cdcc4 0x3f800000 0x3f8020c9 0x00000000 0x3f800000 0x3e0a9555 0x3ebc5ab2 0x3e647c3c 0x3d4bed86 0x408f69fe 0x3e647c3c 0x00000000 0x7f800000 0x3f1b4598
  entry @exp_258(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> tile<64xf32>, token
    %r = exp %a rounding<approx> : tile<64xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf32>, partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: exp_258
  //%   args:
  //%     - ptr: f32[64]
  //%       in: 0xff7fffff 0x00000001 0x80800001 0xbf800000 0x40000000*2 0x4b000000 0x7effffff 0x80000000 0xc0400000 0x407fffff 0xc07fffff 0x007fffff 0x7f7fffff 0x80000002 0x00800000 0x00800001 0xc1700000 0xebc2d42a 0xbf000000 0xe8f2b785 0x80000001 0xbfbfffff 0xff7ffffe 0x3dcccccd 0xbf800001 0xf267a37d 0x007fffff 0xc0e80000 0x96d235fe 0x00000002 0xc0000000 0x3f800000 0x3fc00000 0x807fffff 0xcb000000 0x00000000 0xc07fffff 0x42b10000 0xbf7fffff 0xc0e80000 0x3fbfffff 0xc6c26e30 0xfeffffff 0x3f000000 0x40400000 0xd0fc5ee2 0xff800000 0x80800001 0x3f800001 0x80800000 0xffc00000 0x00800000 0x41a00000 0x7fc00000 0xc6c26e30 0xbfc00000 0x9f573617 0x7f7ffffe 0x3a83126f 0x3f7fffff 0x84602cd0 0x7f800000 0x3f000000
  //%     - ptr: f32[64]
  //%       out: 0x00000000 0x3f800000*2 0x3ebc5ab2 0x40ec7326*2 0x7f800000*2 0x3f800000 0x3d4bed86 0x425a647e 0x3c960ab0 0x3f800000 0x7f800000 0x3f800000*3 0x34a43ae5 0x00000000 0x3f1b4598 0x00000000 0x3f800000 0x3e647c3d 0x00000000 0x3f8d763e 0x3ebc5ab0 0x00000000 0x3f800000 0x3a3a2aff 0x3f800000*2 0x3e0a9555 0x402df854 0x408f69ff 0x3f800000 0x00000000 0x3f800000 0x3c960ab0 0x7f4cdcc4 0x3ebc5ab2 0x3a3a2aff 0x408f69fe 0x00000000*2 0x3fd3094c 0x41a0af2e 0x00000000*2 0x3f800000 0x402df856 0x3f800000 nan 0x3f800000 0x4de75844 nan 0x00000000 0x3e647c3c 0x3f800000 0x7f800000 0x3f8020c9 0x402df854 0x3f800000 0x7f800000 0x3fd3094c
  entry @exp_259(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f32>> -> tile<f32>, token
    %r = exp %a rounding<approx> : tile<f32>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f32>>, tile<f32> -> token
    return
  }
  //% - entry: exp_259
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0x3f800000
  //%     - ptr: f32[]
  //%       out: 0x402df854
  //% - entry: exp_259
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0x7f800000
  //%     - ptr: f32[]
  //%       out: 0x7f800000
  //% - entry: exp_259
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0xff7ffffe
  //%     - ptr: f32[]
  //%       out: 0x00000000
  entry @exp_260(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xf32, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>, tile<i32> -> tile<1xf32>, token
    %r = exp %a rounding<approx> : tile<1xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf32>, partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: exp_260
  //%   args:
  //%     - ptr: f32[1]
  //%       in: 0x3dcccccd
  //%     - ptr: f32[1]
  //%       out: 0x3f8d763e
  entry @exp_261(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf32, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>, tile<i32> -> tile<2x8xf32>, token
    %r = exp %a rounding<approx> : tile<2x8xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf32, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf32>, partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: exp_261
  //%   args:
  //%     - ptr: f32[2,8]
  //%       in: 0x7f7ffffe 0x3f000000 0xc07fffff 0x3f800001 0xfeffffff 0xbf800001 0x40000000 0x9f573617 0x80800001 0x80000002 0x42b10000 0xc1700000 0xc0400000 0x00000000 0x80000001 0x00800001
  //%     - ptr: f32[2,8]
  //%       out: 0x7f800000 0x3fd3094c 0x3c960ab0 0x402df856 0x00000000 0x3ebc5ab0 0x40ec7326 0x3f800000*3 0x7f4cdcc4 0x34a43ae5 0x3d4bed86 0x3f800000*3
  entry @exp_262(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf32, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf32>, token
    %r = exp %a rounding<approx> : tile<4x1x2xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf32, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf32>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: exp_262
  //%   args:
  //%     - ptr: f32[4,1,2]
  //%       in: 0x007fffff 0x407fffff 0x7f800000 0x84602cd0 0x80000001 0xfeffffff 0x40400000 0x00000002
  //%     - ptr: f32[4,1,2]
  //%       out: 0x3f800000 0x425a647e 0x7f800000 0x3f800000*2 0x00000000 0x41a0af2e 0x3f800000
  entry @exp_263(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf32>, token
    %r = exp %a rounding<approx> : tile<2x1x2x4xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf32>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: exp_263
  //%   args:
  //%     - ptr: f32[2,1,2,4]
  //%       in: 0xc07fffff 0x3f7fffff 0xbf800001 0x3f800000 0x40400000 0xbfc00000 0xcb000000 0x7f7fffff 0x00800001 0x3f800001 0xc6c26e30 0xc0e80000 0x807fffff 0x00800000 0x00000002 0x80000002
  //%     - ptr: f32[2,1,2,4]
  //%       out: 0x3c960ab0 0x402df854 0x3ebc5ab0 0x402df854 0x41a0af2e 0x3e647c3c 0x00000000 0x7f800000 0x3f800000 0x402df856 0x00000000 0x3a3a2aff 0x3f800000*4
  entry @exp2_264(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> tile<64xf32>, token
    %r = exp2 %a : tile<64xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf32>, partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: exp2_264
  //%   args:
  //%     - ptr: f32[64]
  //%       in: 0x00800001 0x80800001 0xcb000000 0x3f800001 0x3fbfffff 0xe8f2b785 0x41a00000 0x9f573617 0xff7ffffe 0x40400000 0xbf800001 0x3f7fffff 0x7f7ffffe 0xbf7fffff 0xbfbfffff 0x4b000000 0xff7ffffe 0x7f800000 0x80000002 0x00800000 0x80800000 0x3f800000 0x3fc00000 0x3f000000 0x007fffff 0x80000001 0xf267a37d 0xc0e80000 0x42b10000 0xe8f2b785 0xc1700000 0xd0fc5ee2 0xbf800001 0x80000000 0xc0000000 0xc1700000 0xff800000 0x84602cd0 0x80800001 0x7f7fffff 0x3dcccccd 0x80800001 0x00000002 0xff7fffff 0xc07fffff*2 0xbf000000 0x40000000 0x7f7fffff 0x96d235fe 0x407fffff 0x7effffff 0xc6c26e30 0x807fffff 0xebc2d42a 0x00000001 0x00000000 0xbf800000 0xffc00000 0x3a83126f 0x7fc00000 0xbfc00000 0xc0400000 0xfeffffff
  //%     - ptr: f32[64]
  //%       out: 0x3f800000*2 0x00000000 0x40000001 0x403504f2 0x00000000 0x49800000 0x3f800000 0x00000000 0x41000000 0x3effffff 0x3fffffff 0x7f800000 0x3f000000 0x3eb504f4 0x7f800000 0x00000000 0x7f800000 0x3f800000*3 0x40000000 0x403504f3 0x3fb504f3 0x3f800000*2 0x00000000 0x3bd744fd 0x6bb504f3 0x00000000 0x38000000 0x00000000 0x3effffff 0x3f800000 0x3e800000 0x38000000 0x00000000 0x3f800000*2 0x7f800000 0x3f892fdf 0x3f800000*2 0x00000000 0x3d800001*2 0x3f3504f3 0x40800000 0x7f800000 0x3f800000 0x417ffffd 0x7f800000 0x00000000 0x3f800000 0x00000000 0x3f800000*2 0x3f000000 nan 0x3f8016b9 nan 0x3eb504f3 0x3e000000 0x00000000
  entry @exp2_265(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f32>> -> tile<f32>, token
    %r = exp2 %a : tile<f32>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f32>>, tile<f32> -> token
    return
  }
  //% - entry: exp2_265
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0x3a83126f
  //%     - ptr: f32[]
  //%       out: 0x3f8016b9
  //% - entry: exp2_265
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0xc07fffff
  //%     - ptr: f32[]
  //%       out: 0x3d800001
  //% - entry: exp2_265
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0x7f7fffff
  //%     - ptr: f32[]
  //%       out: 0x7f800000
  entry @exp2_266(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xf32, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>, tile<i32> -> tile<1xf32>, token
    %r = exp2 %a : tile<1xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf32>, partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: exp2_266
  //%   args:
  //%     - ptr: f32[1]
  //%       in: 0x407fffff
  //%     - ptr: f32[1]
  //%       out: 0x417ffffd
  entry @exp2_267(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf32, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>, tile<i32> -> tile<2x8xf32>, token
    %r = exp2 %a : tile<2x8xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf32, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf32>, partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: exp2_267
  //%   args:
  //%     - ptr: f32[2,8]
  //%       in: 0x00000002 0x4b000000 0xc1700000 0x7fc00000 0x41a00000 0xbf800001 0x41a00000 0xf267a37d 0x80000001 0x80800001 0xffc00000 0xc07fffff 0xbfc00000 0x84602cd0 0xff7fffff 0x3f7fffff
  //%     - ptr: f32[2,8]
  //%       out: 0x3f800000 0x7f800000 0x38000000 nan 0x49800000 0x3effffff 0x49800000 0x00000000 0x3f800000*2 nan 0x3d800001 0x3eb504f3 0x3f800000 0x00000000 0x3fffffff
  entry @exp2_268(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf32, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf32>, token
    %r = exp2 %a : tile<4x1x2xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf32, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf32>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: exp2_268
  //%   args:
  //%     - ptr: f32[4,1,2]
  //%       in: 0x80800001 0xc6c26e30 0xe8f2b785 0x007fffff 0xbf800000 0x9f573617 0xff7fffff 0xffc00000
  //%     - ptr: f32[4,1,2]
  //%       out: 0x3f800000 0x00000000*2 0x3f800000 0x3f000000 0x3f800000 0x00000000 nan
  entry @exp2_269(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf32>, token
    %r = exp2 %a : tile<2x1x2x4xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf32>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: exp2_269
  //%   args:
  //%     - ptr: f32[2,1,2,4]
  //%       in: 0x007fffff 0xc1700000 0x00000002 0x80800001 0x00800001 0x40000000 0x7f7ffffe 0xbf800001 0x00000001 0x3f7fffff 0x42b10000 0x7f800000 0x7effffff 0xc0000000 0x3f800001 0xbf800000
  //%     - ptr: f32[2,1,2,4]
  //%       out: 0x3f800000 0x38000000 0x3f800000*3 0x40800000 0x7f800000 0x3effffff 0x3f800000 0x3fffffff 0x6bb504f3 0x7f800000*2 0x3e800000 0x40000001 0x3f000000
  entry @exp2_270(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> tile<64xf32>, token
    %r = exp2 %a flush_to_zero : tile<64xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf32>, partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: exp2_270
  //%   args:
  //%     - ptr: f32[64]
  //%       in: 0xd0fc5ee2 0x00000000 0xbf800000 0x9f573617 0x80800000 0xc07fffff 0xc0000000 0x40400000 0xff7ffffe 0xbfc00000 0xffc00000 0xbf000000 0xe8f2b785 0x00000002 0xfeffffff 0x00800001 0xc0e80000 0x7effffff 0xff7fffff 0x00000001 0xbf7fffff 0xbf800001 0x40000000 0x3fc00000 0xff800000 0x7f800000 0x007fffff 0x3fbfffff 0xff7ffffe 0x42b10000 0xc1700000 0x7f7ffffe 0x41a00000 0x4b000000 0x3f800000 0x3f7fffff 0x80800001 0x3dcccccd 0xc6c26e30 0x7fc00000 0x407fffff 0x84602cd0 0xcb000000 0x96d235fe 0x3f800001 0x80000000 0x7f7fffff 0x807fffff 0x407fffff 0x00800000 0x3f000000 0xc0400000 0x80000001 0xf267a37d 0x9f573617 0xebc2d42a 0x3a83126f 0xff7fffff 0x3fc00000 0x3f7fffff 0xc6c26e30 0x007fffff 0x80000002 0xbfbfffff
  //%     - ptr: f32[64]
  //%       out: 0x00000000 0x3f800000 0x3f000000 0x3f800000*2 0x3d800001 0x3e800000 0x41000000 0x00000000 0x3eb504f3 nan 0x3f3504f3 0x00000000 0x3f800000 0x00000000 0x3f800000 0x3bd744fd 0x7f800000 0x00000000 0x3f800000 0x3f000000 0x3effffff 0x40800000 0x403504f3 0x00000000 0x7f800000 0x3f800000 0x403504f2 0x00000000 0x6bb504f3 0x38000000 0x7f800000 0x49800000 0x7f800000 0x40000000 0x3fffffff 0x3f800000 0x3f892fdf 0x00000000 nan 0x417ffffd 0x3f800000 0x00000000 0x3f800000 0x40000001 0x3f800000 0x7f800000 0x3f800000 0x417ffffd 0x3f800000 0x3fb504f3 0x3e000000 0x3f800000 0x00000000 0x3f800000 0x00000000 0x3f8016b9 0x00000000 0x403504f3 0x3fffffff 0x00000000 0x3f800000*2 0x3eb504f4
  entry @exp2_271(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f32>> -> tile<f32>, token
    %r = exp2 %a flush_to_zero : tile<f32>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f32>>, tile<f32> -> token
    return
  }
  //% - entry: exp2_271
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0xbfc00000
  //%     - ptr: f32[]
  //%       out: 0x3eb504f3
  //% - entry: exp2_271
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0x80000002
  //%     - ptr: f32[]
  //%       out: 0x3f800000
  //% - entry: exp2_271
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0x3f800001
  //%     - ptr: f32[]
  //%       out: 0x40000001
  entry @exp2_272(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xf32, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>, tile<i32> -> tile<1xf32>, token
    %r = exp2 %a flush_to_zero : tile<1xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf32>, partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: exp2_272
  //%   args:
  //%     - ptr: f32[1]
  //%       in: 0xc07fffff
  //%     - ptr: f32[1]
  //%       out: 0x3d800001
  entry @exp2_273(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf32, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>, tile<i32> -> tile<2x8xf32>, token
    %r = exp2 %a flush_to_zero : tile<2x8xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf32, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf32>, partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: exp2_273
  //%   args:
  //%     - ptr: f32[2,8]
  //%       in: 0x84602cd0 0x007fffff 0xe8f2b785 0x3fc00000 0x80000000 0x3dcccccd 0xbf800001 0xd0fc5ee2 0x80800001 0x00000001 0x7effffff 0xc07fffff 0x00000002 0xbfbfffff 0x4b000000 0x41a00000
  //%     - ptr: f32[2,8]
  //%       out: 0x3f800000*2 0x00000000 0x403504f3 0x3f800000 0x3f892fdf 0x3effffff 0x00000000 0x3f800000*2 0x7f800000 0x3d800001 0x3f800000 0x3eb504f4 0x7f800000 0x49800000
  entry @exp2_274(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf32, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf32>, token
    %r = exp2 %a flush_to_zero : tile<4x1x2xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf32, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf32>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: exp2_274
  //%   args:
  //%     - ptr: f32[4,1,2]
  //%       in: 0xbf000000 0x42b10000 0x3f800000 0x4b000000 0x80000000 0x3f000000 0x3f800001 0x40400000
  //%     - ptr: f32[4,1,2]
  //%       out: 0x3f3504f3 0x6bb504f3 0x40000000 0x7f800000 0x3f800000 0x3fb504f3 0x40000001 0x41000000
  entry @exp2_275(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf32>, token
    %r = exp2 %a flush_to_zero : tile<2x1x2x4xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf32>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: exp2_275
  //%   args:
  //%     - ptr: f32[2,1,2,4]
  //%       in: 0x7f7ffffe 0xbfbfffff 0x3fc00000 0xbf800000 0x9f573617 0xc0400000 0xbfbfffff 0xc0e80000 0x3f000000 0x3f7fffff 0xd0fc5ee2 0xbf7fffff 0x96d235fe 0x41a00000 0xc07fffff 0x80000002
  //%     - ptr: f32[2,1,2,4]
  //%       out: 0x7f800000 0x3eb504f4 0x403504f3 0x3f000000 0x3f800000 0x3e000000 0x3eb504f4 0x3bd744fd 0x3fb504f3 0x3fffffff 0x00000000 0x3f000000 0x3f800000 0x49800000 0x3d800001 0x3f800000
  entry @sinh_276(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> tile<64xf32>, token
    %r = sinh %a : tile<64xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf32>, partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: sinh_276
  //%   args:
  //%     - ptr: f32[64]
  //%       in: 0x3f7fffff 0xfeffffff 0xff800000 0x7f7fffff 0xffc00000 0xf267a37d 0x96d235fe 0x3f800000 0x40000000 0x3f800001 0xbf800000 0x42b10000 0x41a00000 0x00000000 0xbf7fffff 0x80800000 0x7f7ffffe 0x40400000 0x00800000 0x807fffff 0x9f573617 0x007fffff 0x7f800000 0x3fbfffff 0x80000002 0xc1700000 0x7fc00000 0xd0fc5ee2 0x00000002 0xc6c26e30 0xff7ffffe 0xcb000000 0xc0000000 0x3fbfffff 0xbf000000 0xc0e80000 0xc07fffff 0xbfbfffff 0x00000001 0x80800001 0x96d235fe 0x3a83126f 0x84602cd0 0x40000000 0x7effffff 0xe8f2b785 0xc0400000 0xff7ffffe 0xbfc00000 0xbf800001 0xff7fffff 0x407fffff 0x3a83126f 0x80000000 0x3dcccccd 0x4b000000 0x3f800001 0xbf7fffff 0x80000001 0xbf000000 0x3fc00000 0x3f000000 0x00800001 0xebc2d42a
  //%     - ptr: f32[64]
  //%       out: 0x3f966cfd 0xff800000*2 0x7f800000 nan 0xff800000 0x96d235fe 0x3f966cfe 0x40681e7b 0x3f966d00 0xbf966cfe 0x7eccdcc4 0x4d675844 0x00000000 0xbf966cfd 0x80800000 0x7f800000 0x41204937 0x00800000 0x807fffff 0x9f573617 0x007fffff 0x7f800000 0x4008461c 0x80000002 0xc9c78665 nan 0xff800000 0x00000002 0xff800000*3 0xc0681e7b 0x4008461c 0xbf056680 0xc4300355 0xc1da51bd 0xc008461c 0x00000001 0x80800001 0x96d235fe 0x3a831270 0x84602cd0 0x40681e7b 0x7f800000 0xff800000 0xc1204937 0xff800000 0xc008461d 0xbf966d00 0xff800000 0x41da51bd 0x3a831270 0x80000000 0x3dcd243a 0x7f800000 0x3f966d00 0xbf966cfd 0x80000001 0xbf056680 0x4008461d 0x3f056680 0x00800001 0xff800000
  entry @sinh_277(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f32>> -> tile<f32>, token
    %r = sinh %a : tile<f32>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f32>>, tile<f32> -> token
    return
  }
  //% - entry: sinh_277
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0x80800000
  //%     - ptr: f32[]
  //%       out: 0x80800000
  //% - entry: sinh_277
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0x00800001
  //%     - ptr: f32[]
  //%       out: 0x00800001
  //% - entry: sinh_277
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0xbf800001
  //%     - ptr: f32[]
  //%       out: 0xbf966d00
  entry @sinh_278(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xf32, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>, tile<i32> -> tile<1xf32>, token
    %r = sinh %a : tile<1xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf32>, partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: sinh_278
  //%   args:
  //%     - ptr: f32[1]
  //%       in: 0x00000000
  //%     - ptr: f32[1]
  //%       out: 0x00000000
  entry @sinh_279(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf32, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>, tile<i32> -> tile<2x8xf32>, token
    %r = sinh %a : tile<2x8xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf32, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf32>, partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sinh_279
  //%   args:
  //%     - ptr: f32[2,8]
  //%       in: 0x3dcccccd 0xe8f2b785 0x7fc00000 0xbfc00000 0x80000000 0x00800001 0x3f800001 0xbf800000 0xff800000 0xc1700000 0x00000000 0x9f573617 0xebc2d42a 0xf267a37d 0x3fc00000 0x7f800000
  //%     - ptr: f32[2,8]
  //%       out: 0x3dcd243a 0xff800000 nan 0xc008461d 0x80000000 0x00800001 0x3f966d00 0xbf966cfe 0xff800000 0xc9c78665 0x00000000 0x9f573617 0xff800000*2 0x4008461d 0x7f800000
  entry @sinh_280(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf32, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf32>, token
    %r = sinh %a : tile<4x1x2xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf32, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf32>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sinh_280
  //%   args:
  //%     - ptr: f32[4,1,2]
  //%       in: 0x3f800000 0x007fffff 0x7f7fffff 0x3f800001 0x42b10000 0x00000000 0x40400000 0xff800000
  //%     - ptr: f32[4,1,2]
  //%       out: 0x3f966cfe 0x007fffff 0x7f800000 0x3f966d00 0x7eccdcc4 0x00000000 0x41204937 0xff800000
  entry @sinh_281(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf32>, token
    %r = sinh %a : tile<2x1x2x4xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf32>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sinh_281
  //%   args:
  //%     - ptr: f32[2,1,2,4]
  //%       in: 0x00000002 0xbfc00000 0x3fc00000 0x3f7fffff 0x80800001 0x007fffff 0xc07fffff 0x80000001 0xd0fc5ee2 0x9f573617 0xc1700000 0x3dcccccd 0x3fbfffff 0x00800000 0x80000001 0x7fc00000
  //%     - ptr: f32[2,1,2,4]
  //%       out: 0x00000002 0xc008461d 0x4008461d 0x3f966cfd 0x80800001 0x007fffff 0xc1da51bd 0x80000001 0xff800000 0x9f573617 0xc9c78665 0x3dcd243a 0x4008461c 0x00800000 0x80000001 nan
  entry @cosh_282(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> tile<64xf32>, token
    %r = cosh %a : tile<64xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf32>, partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: cosh_282
  //%   args:
  //%     - ptr: f32[64]
  //%       in: 0x7f7ffffe 0xc1700000 0xf267a37d 0x96d235fe 0x807fffff 0x7f800000 0x42b10000 0x40400000 0x3fc00000 0x3dcccccd 0x3f7fffff 0xff800000 0x007fffff 0xd0fc5ee2 0xc07fffff 0xbf000000 0xe8f2b785 0x80800000 0x3f800000 0x80800001 0x84602cd0 0xbfc00000 0x00000000 0x4b000000 0xbf800001 0xc07fffff 0xc0e80000 0xfeffffff 0x00800001 0x3a83126f 0x3f800001 0xbf800000 0x00000001 0xff7ffffe 0x7f7fffff 0xffc00000 0xc0400000 0x80000000 0x40000000 0x00800000 0x84602cd0 0x41a00000 0xcb000000 0xebc2d42a 0x80000001 0x9f573617 0x80000002 0x3f7fffff 0xbfbfffff 0xbf000000 0x00000002 0xbf7fffff 0xc0000000 0xc6c26e30 0x3dcccccd 0xff7fffff 0x7effffff 0x3f000000 0x407fffff 0x41a00000 0x807fffff 0x9f573617 0x3fbfffff 0x7fc00000
  //%     - ptr: f32[64]
  //%       out: 0x7f800000 0x49c78665 0x7f800000 0x3f800000*2 0x7f800000 0x7eccdcc4 0x41211525 0x40168de1 0x3f80a3fa 0x3fc583aa 0x7f800000 0x3f800000 0x7f800000 0x41da773f 0x3f90560c 0x7f800000 0x3f800000 0x3fc583ab 0x3f800000*2 0x40168de1 0x3f800000 0x7f800000 0x3fc583ac 0x41da773f 0x44300361 0x7f800000 0x3f800000 0x3f800004 0x3fc583ac 0x3fc583ab 0x3f800000 0x7f800000*2 nan 0x41211525 0x3f800000 0x4070c7d0 0x3f800000*2 0x4d675844 0x7f800000*2 0x3f800000*3 0x3fc583aa 0x40168de0 0x3f90560c 0x3f800000 0x3fc583aa 0x4070c7d0 0x7f800000 0x3f80a3fa 0x7f800000*2 0x3f90560c 0x41da773f 0x4d675844 0x3f800000*2 0x40168de0 nan
  entry @cosh_283(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f32>> -> tile<f32>, token
    %r = cosh %a : tile<f32>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f32>>, tile<f32> -> token
    return
  }
  //% - entry: cosh_283
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0xe8f2b785
  //%     - ptr: f32[]
  //%       out: 0x7f800000
  //% - entry: cosh_283
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0x7f7fffff
  //%     - ptr: f32[]
  //%       out: 0x7f800000
  //% - entry: cosh_283
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0xbf800000
  //%     - ptr: f32[]
  //%       out: 0x3fc583ab
  entry @cosh_284(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xf32, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>, tile<i32> -> tile<1xf32>, token
    %r = cosh %a : tile<1xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf32>, partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: cosh_284
  //%   args:
  //%     - ptr: f32[1]
  //%       in: 0xc0400000
  //%     - ptr: f32[1]
  //%       out: 0x41211525
  entry @cosh_285(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf32, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>, tile<i32> -> tile<2x8xf32>, token
    %r = cosh %a : tile<2x8xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf32, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf32>, partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: cosh_285
  //%   args:
  //%     - ptr: f32[2,8]
  //%       in: 0x80000001 0x9f573617 0xe8f2b785 0xcb000000 0x3dcccccd 0x00800001 0x7f800000 0x4b000000 0xff7fffff 0xc07fffff 0xc1700000 0xf267a37d 0x00000002 0xebc2d42a 0x3f7fffff 0xff800000
  //%     - ptr: f32[2,8]
  //%       out: 0x3f800000*2 0x7f800000*2 0x3f80a3fa 0x3f800000 0x7f800000*3 0x41da773f 0x49c78665 0x7f800000 0x3f800000 0x7f800000 0x3fc583aa 0x7f800000
  entry @cosh_286(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf32, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf32>, token
    %r = cosh %a : tile<4x1x2xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf32, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf32>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: cosh_286
  //%   args:
  //%     - ptr: f32[4,1,2]
  //%       in: 0x00000002 0xd0fc5ee2 0xf267a37d 0x3f7fffff 0x80800000 0x00800000 0x407fffff 0xbf800000
  //%     - ptr: f32[4,1,2]
  //%       out: 0x3f800000 0x7f800000*2 0x3fc583aa 0x3f800000*2 0x41da773f 0x3fc583ab
  entry @cosh_287(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf32>, token
    %r = cosh %a : tile<2x1x2x4xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf32>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: cosh_287
  //%   args:
  //%     - ptr: f32[2,1,2,4]
  //%       in: 0xc1700000 0x7f7ffffe 0x80000000 0xc0e80000 0x80800001 0x40400000 0x00800001 0x3f7fffff 0x00000001 0xfeffffff 0x3dcccccd 0x84602cd0 0xbfc00000 0x3fbfffff 0x3a83126f 0xc07fffff
  //%     - ptr: f32[2,1,2,4]
  //%       out: 0x49c78665 0x7f800000 0x3f800000 0x44300361 0x3f800000 0x41211525 0x3f800000 0x3fc583aa 0x3f800000 0x7f800000 0x3f80a3fa 0x3f800000 0x40168de1 0x40168de0 0x3f800004 0x41da773f
  entry @tanh_288(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> tile<64xf32>, token
    %r = tanh %a : tile<64xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf32>, partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: tanh_288
  //%   args:
  //%     - ptr: f32[64]
  //%       in: 0x00000002 0x7effffff 0x4b000000 0x7f7fffff 0x9f573617 0x42b10000 0xffc00000 0x3f000000 0xbf800001 0xe8f2b785 0xc1700000 0x42b10000 0x80000001 0x00800000 0xc0000000 0xebc2d42a 0xff7ffffe 0xcb000000 0x7f7ffffe 0x80000002 0x007fffff 0x96d235fe 0xc0e80000 0x7f800000 0x3f800000 0x00000000 0xf267a37d 0x3fbfffff 0x00800001 0x80800001 0x40400000 0x3a83126f 0x3fc00000 0xbf000000 0xc6c26e30 0xc07fffff 0xd0fc5ee2 0x807fffff 0x3f800001 0x3f7fffff 0x41a00000 0xc0e80000 0x80000000 0xff7fffff 0x407fffff 0xbf800000 0xc0400000 0xbf7fffff 0x00000000 0x84602cd0 0x42b10000 0xfeffffff 0xc0000000 0x41a00000 0x7fc00000 0xbfbfffff 0x00000001 0x80800000 0x40000000 0x7effffff 0xbf800001 0xff800000 0xbfc00000 0x3dcccccd
  //%     - ptr: f32[64]
  //%       out: 0x00000002 0x3f800000*3 0x9f573617 0x3f800000 nan 0x3eec9a9f 0xbf42f7d6 0xbf800000*2 0x3f800000 0x80000001 0x00800000 0xbf76ca83 0xbf800000*3 0x3f800000 0x80000002 0x007fffff 0x96d235fe 0xbf7fffef 0x3f800000 0x3f42f7d6 0x00000000 0xbf800000 0x3f67b7cb 0x00800001 0x80800001 0x3f7ebbe9 0x3a83126c 0x3f67b7cc 0xbeec9a9f 0xbf800000 0xbf7fd40c 0xbf800000 0x807fffff 0x3f42f7d6 0x3f42f7d5 0x3f800000 0xbf7fffef 0x80000000 0xbf800000 0x3f7fd40c 0xbf42f7d6 0xbf7ebbe9 0xbf42f7d5 0x00000000 0x84602cd0 0x3f800000 0xbf800000 0xbf76ca83 0x3f800000 nan 0xbf67b7cb 0x00000001 0x80800000 0x3f76ca83 0x3f800000 0xbf42f7d6 0xbf800000 0xbf67b7cc 0x3dcc1ebc
  entry @tanh_289(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f32>> -> tile<f32>, token
    %r = tanh %a : tile<f32>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f32>>, tile<f32> -> token
    return
  }
  //% - entry: tanh_289
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0xc0400000
  //%     - ptr: f32[]
  //%       out: 0xbf7ebbe9
  //% - entry: tanh_289
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0xbf800000
  //%     - ptr: f32[]
  //%       out: 0xbf42f7d6
  //% - entry: tanh_289
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0x3f800000
  //%     - ptr: f32[]
  //%       out: 0x3f42f7d6
  entry @tanh_290(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xf32, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>, tile<i32> -> tile<1xf32>, token
    %r = tanh %a : tile<1xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf32>, partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: tanh_290
  //%   args:
  //%     - ptr: f32[1]
  //%       in: 0x80800000
  //%     - ptr: f32[1]
  //%       out: 0x80800000
  entry @tanh_291(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf32, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>, tile<i32> -> tile<2x8xf32>, token
    %r = tanh %a : tile<2x8xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf32, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf32>, partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: tanh_291
  //%   args:
  //%     - ptr: f32[2,8]
  //%       in: 0x7f800000 0x807fffff 0x96d235fe 0xf267a37d 0x80000001 0x40000000 0xf267a37d 0x00000002 0xbf800000 0x3fbfffff 0xebc2d42a 0xbfc00000 0xfeffffff 0x7f7ffffe 0x007fffff 0xc0000000
  //%     - ptr: f32[2,8]
  //%       out: 0x3f800000 0x807fffff 0x96d235fe 0xbf800000 0x80000001 0x3f76ca83 0xbf800000 0x00000002 0xbf42f7d6 0x3f67b7cb 0xbf800000 0xbf67b7cc 0xbf800000 0x3f800000 0x007fffff 0xbf76ca83
  entry @tanh_292(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf32, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf32>, token
    %r = tanh %a : tile<4x1x2xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf32, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf32>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: tanh_292
  //%   args:
  //%     - ptr: f32[4,1,2]
  //%       in: 0x00000001 0x3dcccccd 0xff7fffff 0xff7ffffe 0xbf7fffff 0x7f800000 0xbfc00000 0xc6c26e30
  //%     - ptr: f32[4,1,2]
  //%       out: 0x00000001 0x3dcc1ebc 0xbf800000*2 0xbf42f7d5 0x3f800000 0xbf67b7cc 0xbf800000
  entry @tanh_293(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf32>, token
    %r = tanh %a : tile<2x1x2x4xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf32>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: tanh_293
  //%   args:
  //%     - ptr: f32[2,1,2,4]
  //%       in: 0xc0400000 0x40000000 0x96d235fe 0x7f7fffff 0x7f800000 0xbf000000 0x7effffff 0x3f800000 0x84602cd0 0x80800001 0x41a00000 0x3a83126f 0xff7fffff 0xbf7fffff 0xbf800001 0xd0fc5ee2
  //%     - ptr: f32[2,1,2,4]
  //%       out: 0xbf7ebbe9 0x3f76ca83 0x96d235fe 0x3f800000*2 0xbeec9a9f 0x3f800000 0x3f42f7d6 0x84602cd0 0x80800001 0x3f800000 0x3a83126c 0xbf800000 0xbf42f7d5 0xbf42f7d6 0xbf800000
  entry @tanh_294(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> tile<64xf32>, token
    %r = tanh %a rounding<approx> : tile<64xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf32>, partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: tanh_294
  //%   args:
  //%     - ptr: f32[64]
  //%       in: 0x7f800000 0x40400000 0x80000001 0xebc2d42a 0x7effffff 0x3a83126f 0xf267a37d 0x3f800001 0x7f7fffff 0x84602cd0 0x40000000 0x41a00000*2 0xff800000 0xfeffffff 0xc0e80000 0x7fc00000 0x3f800000 0x00000002 0xbfbfffff 0x7f7ffffe 0x3dcccccd 0xbfc00000 0xffc00000 0x96d235fe 0xff7ffffe 0x80000002 0x7f7fffff 0x4b000000 0x42b10000 0x00000000 0x80800001 0x40400000 0xd0fc5ee2 0x40400000 0xc0000000 0x3f000000 0xc0e80000 0x80000000 0xbf000000 0x007fffff 0x00800001 0x3fc00000 0xe8f2b785 0x4b000000 0xc6c26e30 0x807fffff 0x00000001 0xc1700000 0x3fbfffff 0x80800001 0xc07fffff 0xbf7fffff 0x96d235fe 0xc0400000 0x80800000 0xcb000000 0xbf800001 0x00800000 0xbf800000 0x9f573617 0x407fffff 0xff7fffff 0x3f7fffff
  //%     - ptr: f32[64]
  //%       out: 0x3f800000 0x3f7ebbe9 0x80000001 0xbf800000 0x3f800000 0x3a83126c 0xbf800000 0x3f42f7d6 0x3f800000 0x84602cd0 0x3f76ca83 0x3f800000*2 0xbf800000*2 0xbf7fffef nan 0x3f42f7d6 0x00000002 0xbf67b7cb 0x3f800000 0x3dcc1ebc 0xbf67b7cc nan 0x96d235fe 0xbf800000 0x80000002 0x3f800000*3 0x00000000 0x80800001 0x3f7ebbe9 0xbf800000 0x3f7ebbe9 0xbf76ca83 0x3eec9a9f 0xbf7fffef 0x80000000 0xbeec9a9f 0x007fffff 0x00800001 0x3f67b7cc 0xbf800000 0x3f800000 0xbf800000 0x807fffff 0x00000001 0xbf800000 0x3f67b7cb 0x80800001 0xbf7fd40c 0xbf42f7d5 0x96d235fe 0xbf7ebbe9 0x80800000 0xbf800000 0xbf42f7d6 0x00800000 0xbf42f7d6 0x9f573617 0x3f7fd40c 0xbf800000 0x3f42f7d5
  entry @tanh_295(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f32>> -> tile<f32>, token
    %r = tanh %a rounding<approx> : tile<f32>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f32>>, tile<f32> -> token
    return
  }
  //% - entry: tanh_295
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0x00000001
  //%     - ptr: f32[]
  //%       out: 0x00000001
  //% - entry: tanh_295
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0x40000000
  //%     - ptr: f32[]
  //%       out: 0x3f76ca83
  //% - entry: tanh_295
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0x80000002
  //%     - ptr: f32[]
  //%       out: 0x80000002
  entry @tanh_296(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xf32, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>, tile<i32> -> tile<1xf32>, token
    %r = tanh %a rounding<approx> : tile<1xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf32>, partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: tanh_296
  //%   args:
  //%     - ptr: f32[1]
  //%       in: 0x4b000000
  //%     - ptr: f32[1]
  //%       out: 0x3f800000
  entry @tanh_297(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf32, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>, tile<i32> -> tile<2x8xf32>, token
    %r = tanh %a rounding<approx> : tile<2x8xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf32, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf32>, partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: tanh_297
  //%   args:
  //%     - ptr: f32[2,8]
  //%       in: 0x9f573617 0x00000001 0xcb000000 0xc1700000 0x00000000 0x41a00000 0x7fc00000 0xbf000000 0xbf800001 0xf267a37d 0xff800000 0xc6c26e30 0xfeffffff 0x3f800000 0x3f000000 0x3fbfffff
  //%     - ptr: f32[2,8]
  //%       out: 0x9f573617 0x00000001 0xbf800000*2 0x00000000 0x3f800000 nan 0xbeec9a9f 0xbf42f7d6 0xbf800000*4 0x3f42f7d6 0x3eec9a9f 0x3f67b7cb
  entry @tanh_298(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf32, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf32>, token
    %r = tanh %a rounding<approx> : tile<4x1x2xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf32, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf32>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: tanh_298
  //%   args:
  //%     - ptr: f32[4,1,2]
  //%       in: 0x42b10000 0x80000000 0x42b10000 0x9f573617 0xbf800000 0xc0e80000 0xf267a37d 0xbf000000
  //%     - ptr: f32[4,1,2]
  //%       out: 0x3f800000 0x80000000 0x3f800000 0x9f573617 0xbf42f7d6 0xbf7fffef 0xbf800000 0xbeec9a9f
  entry @tanh_299(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf32>, token
    %r = tanh %a rounding<approx> : tile<2x1x2x4xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf32>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: tanh_299
  //%   args:
  //%     - ptr: f32[2,1,2,4]
  //%       in: 0x3fbfffff 0x807fffff 0x3f7fffff 0x7effffff 0x80000002 0xc0e80000 0x00000002 0x80000002 0xe8f2b785 0xbf800001 0x80000000 0xbf7fffff 0x42b10000 0xbfbfffff 0xd0fc5ee2 0x4b000000
  //%     - ptr: f32[2,1,2,4]
  //%       out: 0x3f67b7cb 0x807fffff 0x3f42f7d5 0x3f800000 0x80000002 0xbf7fffef 0x00000002 0x80000002 0xbf800000 0xbf42f7d6 0x80000000 0xbf42f7d5 0x3f800000 0xbf67b7cb 0xbf800000 0x3f800000
  entry @log_300(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> tile<64xf32>, token
    %r = log %a : tile<64xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf32>, partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: log_300
  //%   args:
  //%     - ptr: f32[64]
  //%       in: 0x00000001 0xe8f2b785 0xf267a37d 0x00000002 0xbf800001 0xff7ffffe 0x40000000 0xbf7fffff 0xc1700000 0xfeffffff 0x3fbfffff 0x00800001 0x42b10000 0x807fffff 0x7f800000 0x007fffff 0x80000000 0x41a00000 0x3dcccccd 0xffc00000 0x3f800001 0xbfc00000 0xbfbfffff 0xff800000 0x80800000 0xc6c26e30 0x3a83126f 0x84602cd0 0xbf7fffff 0xbf000000 0xc07fffff 0x7f7fffff 0x3f7fffff 0x3f000000 0x7effffff 0xc6c26e30 0x7fc00000 0xff7fffff 0x80000002 0x80000001 0xbf7fffff 0x80000001 0x9f573617 0x00800000 0xebc2d42a 0x80800001*2 0xbf800000 0x407fffff 0x3f800000 0xc0e80000 0x96d235fe 0xc0400000 0xc0000000 0x7f7ffffe 0x4b000000 0x3fc00000 0x00000000 0x40400000 0xff800000 0xd0fc5ee2 0xc1700000 0xcb000000 0x00000001
  //%     - ptr: f32[64]
  //%       out: 0xc2ce8ed0 nan*2 0xc2cd2bec nan*2 0x3f317218 nan*3 0x3ecf991d 0xc2aeac50 0x408f74c2 nan 0x7f800000 0xc2aeac50 0xff800000 0x403fba14 0xc0135d8e nan 0x33ffffff nan*5 0xc0dd0c55 nan*4 0x42b17218 0xb3800000 0xbf317218 0x42b00f34 nan*8 0xc2aeac50 nan*4 0x3fb17217 0x00000000 nan*4 0x42b17218 0x417f1402 0x3ecf991f 0xff800000 0x3f8c9f54 nan*4 0xc2ce8ed0
  entry @log_301(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f32>> -> tile<f32>, token
    %r = log %a : tile<f32>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f32>>, tile<f32> -> token
    return
  }
  //% - entry: log_301
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0xc0e80000
  //%     - ptr: f32[]
  //%       out: nan
  //% - entry: log_301
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0x80000000
  //%     - ptr: f32[]
  //%       out: 0xff800000
  //% - entry: log_301
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0xbf7fffff
  //%     - ptr: f32[]
  //%       out: nan
  entry @log_302(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xf32, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>, tile<i32> -> tile<1xf32>, token
    %r = log %a : tile<1xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf32>, partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: log_302
  //%   args:
  //%     - ptr: f32[1]
  //%       in: 0x7f800000
  //%     - ptr: f32[1]
  //%       out: 0x7f800000
  entry @log_303(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf32, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>, tile<i32> -> tile<2x8xf32>, token
    %r = log %a : tile<2x8xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf32, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf32>, partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: log_303
  //%   args:
  //%     - ptr: f32[2,8]
  //%       in: 0x00000002 0x84602cd0 0x96d235fe 0xc0e80000 0xbf7fffff 0x42b10000 0xf267a37d 0xcb000000 0x00000000 0xbfc00000 0xff7ffffe 0x3dcccccd 0x80000002 0xff800000 0xe8f2b785 0x7effffff
  //%     - ptr: f32[2,8]
  //%       out: 0xc2cd2bec nan*4 0x408f74c2 nan*2 0xff800000 nan*2 0xc0135d8e nan*3 0x42b00f34
  entry @log_304(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf32, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf32>, token
    %r = log %a : tile<4x1x2xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf32, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf32>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: log_304
  //%   args:
  //%     - ptr: f32[4,1,2]
  //%       in: 0x3fc00000 0x7f800000 0xfeffffff 0x3f000000 0x00000000 0xc0e80000 0x7f7ffffe 0x80800001
  //%     - ptr: f32[4,1,2]
  //%       out: 0x3ecf991f 0x7f800000 nan 0xbf317218 0xff800000 nan 0x42b17218 nan
  entry @log_305(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf32>, token
    %r = log %a : tile<2x1x2x4xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf32>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: log_305
  //%   args:
  //%     - ptr: f32[2,1,2,4]
  //%       in: 0x9f573617 0x7fc00000 0xe8f2b785 0x7effffff 0x00800000 0x3f000000 0x3f800001 0x007fffff 0x3fbfffff 0x7f7ffffe 0xcb000000 0x80800001 0xc1700000 0xbfc00000 0xebc2d42a 0x42b10000
  //%     - ptr: f32[2,1,2,4]
  //%       out: nan*3 0x42b00f34 0xc2aeac50 0xbf317218 0x33ffffff 0xc2aeac50 0x3ecf991d 0x42b17218 nan*5 0x408f74c2
  entry @log2_306(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> tile<64xf32>, token
    %r = log2 %a : tile<64xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf32>, partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: log2_306
  //%   args:
  //%     - ptr: f32[64]
  //%       in: 0x3a83126f 0x3f7fffff 0x80000002 0xffc00000 0x3dcccccd 0xc0400000 0xebc2d42a 0xbf7fffff 0xbf800001 0xff7ffffe 0x7fc00000 0x00000001 0xfeffffff 0xbf800000 0x41a00000 0x3f800001 0xc0000000 0x7f7fffff 0xc07fffff 0x007fffff 0xf267a37d 0x3f800000 0x3fbfffff 0x9f573617 0x407fffff 0x4b000000 0xc0000000 0x00000001 0x96d235fe 0x3f000000 0xff7fffff 0xff800000 0x3f800001 0x3dcccccd 0x40000000 0x00800001 0x7f7ffffe 0x7effffff 0xc6c26e30 0x7f800000 0x00000000 0xe8f2b785 0x00800001 0xc0400000 0xff800000 0xbfbfffff 0x3fc00000 0xc1700000 0x80000001 0xf267a37d 0x84602cd0 0x80000000 0xbfc00000 0x80800001 0x807fffff 0xbf000000 0xcb000000 0xd0fc5ee2 0x80800000 0xc0e80000 0x00800000 0x00000002 0x40400000 0x42b10000
  //%     - ptr: f32[64]
  //%       out: 0xc11f73da 0xb3b8aa3c nan*2 0xc0549a78 nan*6 0xc3150000 nan*2 0x408a4d3c 0x3438aa3a nan 0x43000000 nan 0xc2fc0000 nan 0x00000000 0x3f15c018 nan 0x3fffffff 0x41b80000 nan 0xc3150000 nan 0xbf800000 nan*2 0x3438aa3a 0xc0549a78 0x3f800000 0xc2fc0000 0x43000000 0x42fe0000 nan 0x7f800000 0xff800000 nan 0xc2fc0000 nan*3 0x3f15c01a nan*4 0xff800000 nan*8 0xc2fc0000 0xc3140000 0x3fcae00d 0x40cef6a0
  entry @log2_307(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f32>> -> tile<f32>, token
    %r = log2 %a : tile<f32>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f32>>, tile<f32> -> token
    return
  }
  //% - entry: log2_307
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0x3f800000
  //%     - ptr: f32[]
  //%       out: 0x00000000
  //% - entry: log2_307
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0xff7fffff
  //%     - ptr: f32[]
  //%       out: nan
  //% - entry: log2_307
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0xc0000000
  //%     - ptr: f32[]
  //%       out: nan
  entry @log2_308(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xf32, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>, tile<i32> -> tile<1xf32>, token
    %r = log2 %a : tile<1xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf32>, partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: log2_308
  //%   args:
  //%     - ptr: f32[1]
  //%       in: 0x80800001
  //%     - ptr: f32[1]
  //%       out: nan
  entry @log2_309(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf32, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>, tile<i32> -> tile<2x8xf32>, token
    %r = log2 %a : tile<2x8xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf32, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf32>, partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: log2_309
  //%   args:
  //%     - ptr: f32[2,8]
  //%       in: 0x7f7fffff 0xff800000 0xe8f2b785 0x00800000 0xc0400000 0x84602cd0 0x00000000 0xbfc00000 0x80000000 0x7f800000 0x3dcccccd 0xff7fffff 0x42b10000 0x7effffff 0x4b000000 0x007fffff
  //%     - ptr: f32[2,8]
  //%       out: 0x43000000 nan*2 0xc2fc0000 nan*2 0xff800000 nan 0xff800000 0x7f800000 0xc0549a78 nan 0x40cef6a0 0x42fe0000 0x41b80000 0xc2fc0000
  entry @log2_310(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf32, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf32>, token
    %r = log2 %a : tile<4x1x2xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf32, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf32>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: log2_310
  //%   args:
  //%     - ptr: f32[4,1,2]
  //%       in: 0xbf800001 0x3fbfffff 0xd0fc5ee2 0x00800000 0x80000000 0x3fbfffff 0x3f7fffff 0x00000001
  //%     - ptr: f32[4,1,2]
  //%       out: nan 0x3f15c018 nan 0xc2fc0000 0xff800000 0x3f15c018 0xb3b8aa3c 0xc3150000
  entry @log2_311(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf32>, token
    %r = log2 %a : tile<2x1x2x4xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf32>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: log2_311
  //%   args:
  //%     - ptr: f32[2,1,2,4]
  //%       in: 0x3f7fffff 0xff7ffffe 0x3dcccccd 0xbf800000 0x84602cd0 0xebc2d42a 0x00800001 0x00800000 0x80800001 0x96d235fe 0x7f800000 0xbfc00000 0x80800000 0x7fc00000 0x00000001 0xc07fffff
  //%     - ptr: f32[2,1,2,4]
  //%       out: 0xb3b8aa3c nan 0xc0549a78 nan*3 0xc2fc0000*2 nan*2 0x7f800000 nan*3 0xc3150000 nan
  entry @sin_312(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> tile<64xf32>, token
    %r = sin %a : tile<64xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf32>, partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: sin_312
  //%   args:
  //%     - ptr: f32[64]
  //%       in: 0xebc2d42a 0x4b000000 0x3f7fffff 0x80800000 0x3f000000 0xbf800000 0x41a00000 0x84602cd0 0x00000002 0xd0fc5ee2 0x3fbfffff 0x00000000 0xc0400000 0xbf000000 0x7f800000 0xfeffffff 0x7f7fffff 0x40000000 0x807fffff 0x00800001 0xff7fffff 0x3a83126f 0x7fc00000 0xc0000000 0xff800000 0xc1700000 0x80000000 0xff7ffffe 0xc07fffff 0xbfc00000 0x80000001 0x80000002 0x3f800000 0x3f800001 0xbfbfffff 0xffc00000 0x40400000 0x7f800000 0xbf800001 0x42b10000 0x96d235fe 0x80000002 0xebc2d42a 0x00800000 0x7f7ffffe 0xc6c26e30 0xff7ffffe 0xe8f2b785 0x00000001 0xbf800001 0xf267a37d 0x007fffff 0xbf800000 0x9f573617 0x3dcccccd 0x407fffff 0xc0e80000 0xf267a37d 0x3fc00000 0xcb000000 0x7effffff 0x80800001 0xbf7fffff 0x00800000
  //%     - ptr: f32[64]
  //%       out: 0xbf7fff96 0x3edd4fa3 0x3f576aa4 0x80800000 0x3ef57744 0xbf576aa4 0x3f69b6c8 0x84602cd0 0x00000002 0xbf7e3023 0x3f7f5bd5 0x00000000 0xbe1081c3 0xbef57744 nan 0xbe8acc3c 0xbf0599b3 0x3f68c7b7 0x807fffff 0x00800001 0x3f0599b3 0x3a83126e nan 0xbf68c7b7 nan 0xbf267944 0x80000000 0x3f24672c 0x3f41bdcc 0xbf7f5bd5 0x80000001 0x80000002 0x3f576aa4 0x3f576aa6 0xbf7f5bd5 nan 0x3e1081c3 nan 0xbf576aa6 0x3f029bd0 0x96d235fe 0x80000002 0xbf7fff96 0x00800000 0xbf24672c 0x3f113c19 0x3f24672c 0x3d65c29c 0x00000001 0xbf576aa6 0xbf72a9d5 0x007fffff 0xbf576aa4 0x9f573617 0x3dcc7577 0xbf41bdcc 0xbf52b56e 0xbf72a9d5 0x3f7f5bd5 0xbedd4fa3 0x3e8acc3c 0x80800001 0xbf576aa4 0x00800000
  entry @sin_313(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f32>> -> tile<f32>, token
    %r = sin %a : tile<f32>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f32>>, tile<f32> -> token
    return
  }
  //% - entry: sin_313
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0x3f000000
  //%     - ptr: f32[]
  //%       out: 0x3ef57744
  //% - entry: sin_313
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0x7fc00000
  //%     - ptr: f32[]
  //%       out: nan
  //% - entry: sin_313
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0x80000001
  //%     - ptr: f32[]
  //%       out: 0x80000001
  entry @sin_314(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xf32, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>, tile<i32> -> tile<1xf32>, token
    %r = sin %a : tile<1xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf32>, partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: sin_314
  //%   args:
  //%     - ptr: f32[1]
  //%       in: 0xebc2d42a
  //%     - ptr: f32[1]
  //%       out: 0xbf7fff96
  entry @sin_315(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf32, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>, tile<i32> -> tile<2x8xf32>, token
    %r = sin %a : tile<2x8xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf32, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf32>, partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sin_315
  //%   args:
  //%     - ptr: f32[2,8]
  //%       in: 0x42b10000 0x3dcccccd 0x7f7ffffe 0xd0fc5ee2 0xbf000000 0x84602cd0 0xcb000000 0xc0400000 0xc1700000 0x80800000 0x407fffff 0xe8f2b785 0xbf800001 0x9f573617 0x96d235fe 0x80000002
  //%     - ptr: f32[2,8]
  //%       out: 0x3f029bd0 0x3dcc7577 0xbf24672c 0xbf7e3023 0xbef57744 0x84602cd0 0xbedd4fa3 0xbe1081c3 0xbf267944 0x80800000 0xbf41bdcc 0x3d65c29c 0xbf576aa6 0x9f573617 0x96d235fe 0x80000002
  entry @sin_316(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf32, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf32>, token
    %r = sin %a : tile<4x1x2xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf32, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf32>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sin_316
  //%   args:
  //%     - ptr: f32[4,1,2]
  //%       in: 0xbf800001 0x4b000000 0x40400000 0xc0000000 0xf267a37d 0x9f573617 0x807fffff 0xcb000000
  //%     - ptr: f32[4,1,2]
  //%       out: 0xbf576aa6 0x3edd4fa3 0x3e1081c3 0xbf68c7b7 0xbf72a9d5 0x9f573617 0x807fffff 0xbedd4fa3
  entry @sin_317(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf32>, token
    %r = sin %a : tile<2x1x2x4xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf32>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sin_317
  //%   args:
  //%     - ptr: f32[2,1,2,4]
  //%       in: 0x40400000 0x4b000000 0x007fffff 0xbfc00000 0xebc2d42a 0x7effffff 0x3dcccccd 0xffc00000 0xc07fffff 0xbfbfffff 0x00800000 0x80000001 0xebc2d42a 0x00800001 0xfeffffff 0x3a83126f
  //%     - ptr: f32[2,1,2,4]
  //%       out: 0x3e1081c3 0x3edd4fa3 0x007fffff 0xbf7f5bd5 0xbf7fff96 0x3e8acc3c 0x3dcc7577 nan 0x3f41bdcc 0xbf7f5bd5 0x00800000 0x80000001 0xbf7fff96 0x00800001 0xbe8acc3c 0x3a83126e
  entry @cos_318(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> tile<64xf32>, token
    %r = cos %a : tile<64xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf32>, partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: cos_318
  //%   args:
  //%     - ptr: f32[64]
  //%       in: 0x9f573617 0xc1700000 0xbf800000 0xbf7fffff 0x00000000 0x3f800000 0x3f7fffff 0x40000000 0xfeffffff 0x80000002 0xbfbfffff 0x00000002 0xc0e80000 0x7f7ffffe 0x3a83126f 0x00000001 0x7f800000 0xbfc00000 0xcb000000 0xebc2d42a 0x96d235fe 0x3f000000 0x3fbfffff 0xbf800001 0xc0e80000 0xc0000000 0x7f7fffff 0xff7fffff 0xff800000 0x40400000 0x84602cd0 0xff7ffffe 0x80000002 0x007fffff 0x3fc00000 0x80800000 0x7f7fffff 0x41a00000 0xd0fc5ee2 0x42b10000 0x807fffff 0x80000001 0xf267a37d 0x96d235fe 0xc6c26e30 0x3f800001 0xc07fffff 0x80000000 0xcb000000 0x3dcccccd 0x3f800001 0x407fffff 0x4b000000 0x7fc00000 0x7effffff 0xffc00000 0x80000000 0x80800001 0x00800001 0x4b000000 0xbf000000 0xe8f2b785 0xc0400000 0x00800000
  //%     - ptr: f32[64]
  //%       out: 0x3f800000 0xbf427ae8 0x3f0a5140 0x3f0a5141 0x3f800000 0x3f0a5140 0x3f0a5141 0xbed51133 0xbf7669f3 0x3f800000 0x3d90deba 0x3f800000 0x3f11637b 0xbf443bd1 0x3f7ffff8 0x3f800000 nan 0x3d90deaa 0xbf66d965 0xbb68ca8a 0x3f800000 0x3f60a940 0x3d90deba 0x3f0a513f 0x3f11637b 0xbed51133 0x3f5a5f96*2 nan 0xbf7d7026 0x3f800000 0xbf443bd1 0x3f800000*2 0x3d90deaa 0x3f800000 0x3f5a5f96 0x3ed0f022 0x3df33caf 0x3f5c2d01 0x3f800000*2 0xbea319d3 0x3f800000 0x3f52d095 0x3f0a513f 0xbf275533 0x3f800000 0xbf66d965 0x3f7eb898 0x3f0a513f 0xbf275533 0xbf66d965 nan 0xbf7669f3 nan 0x3f800000*3 0xbf66d965 0x3f60a940 0xbf7f98d0 0xbf7d7026 0x3f800000
  entry @cos_319(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f32>> -> tile<f32>, token
    %r = cos %a : tile<f32>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f32>>, tile<f32> -> token
    return
  }
  //% - entry: cos_319
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0xff800000
  //%     - ptr: f32[]
  //%       out: nan
  //% - entry: cos_319
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0x80800000
  //%     - ptr: f32[]
  //%       out: 0x3f800000
  //% - entry: cos_319
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0x3a83126f
  //%     - ptr: f32[]
  //%       out: 0x3f7ffff8
  entry @cos_320(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xf32, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>, tile<i32> -> tile<1xf32>, token
    %r = cos %a : tile<1xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf32>, partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: cos_320
  //%   args:
  //%     - ptr: f32[1]
  //%       in: 0xc1700000
  //%     - ptr: f32[1]
  //%       out: 0xbf427ae8
  entry @cos_321(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf32, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>, tile<i32> -> tile<2x8xf32>, token
    %r = cos %a : tile<2x8xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf32, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf32>, partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: cos_321
  //%   args:
  //%     - ptr: f32[2,8]
  //%       in: 0x80800001 0xcb000000 0xbfbfffff 0x80000000 0x80800001 0xbf800001 0x00000001 0x3f800000 0x00000000 0x3a83126f 0xbf7fffff*2 0xc0000000 0x96d235fe 0xffc00000 0x80800000
  //%     - ptr: f32[2,8]
  //%       out: 0x3f800000 0xbf66d965 0x3d90deba 0x3f800000*2 0x3f0a513f 0x3f800000 0x3f0a5140 0x3f800000 0x3f7ffff8 0x3f0a5141*2 0xbed51133 0x3f800000 nan 0x3f800000
  entry @cos_322(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf32, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf32>, token
    %r = cos %a : tile<4x1x2xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf32, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf32>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: cos_322
  //%   args:
  //%     - ptr: f32[4,1,2]
  //%       in: 0x3f800001 0xd0fc5ee2 0x407fffff 0xebc2d42a 0x84602cd0 0x80000001 0x80000002 0xc07fffff
  //%     - ptr: f32[4,1,2]
  //%       out: 0x3f0a513f 0x3df33caf 0xbf275533 0xbb68ca8a 0x3f800000*3 0xbf275533
  entry @cos_323(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf32>, token
    %r = cos %a : tile<2x1x2x4xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf32>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: cos_323
  //%   args:
  //%     - ptr: f32[2,1,2,4]
  //%       in: 0xfeffffff 0x7effffff 0x3a83126f 0x00800000 0x3f800001 0x84602cd0 0xc1700000 0x3f800001 0x9f573617 0xc0400000 0xff7ffffe 0xbfc00000 0x3fbfffff 0xc07fffff 0xbf7fffff 0x4b000000
  //%     - ptr: f32[2,1,2,4]
  //%       out: 0xbf7669f3*2 0x3f7ffff8 0x3f800000 0x3f0a513f 0x3f800000 0xbf427ae8 0x3f0a513f 0x3f800000 0xbf7d7026 0xbf443bd1 0x3d90deaa 0x3d90deba 0xbf275533 0x3f0a5141 0xbf66d965
  entry @tan_324(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> tile<64xf32>, token
    %r = tan %a : tile<64xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf32>, partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: tan_324
  //%   args:
  //%     - ptr: f32[64]
  //%       in: 0x007fffff 0x00000001 0xbfbfffff 0x807fffff 0xc0000000 0xbfc00000 0x00800001 0x407fffff 0xebc2d42a 0xe8f2b785 0x80000001 0xd0fc5ee2 0x7f7ffffe 0xff7fffff 0x40000000 0x7fc00000 0xff7ffffe 0x41a00000 0xc0000000 0xc6c26e30 0xbf7fffff 0x9f573617 0x3f7fffff 0x42b10000 0x4b000000 0x7f7fffff 0xc0e80000 0x00000000 0x7effffff 0x3fbfffff 0x3fc00000 0xff800000 0xbf800001 0xcb000000 0xc1700000 0xe8f2b785 0xffc00000 0xc0400000 0x84602cd0 0x3fbfffff 0x3f7fffff 0xff7fffff 0x80000000 0x80800001 0x00000002 0x42b10000 0x3dcccccd 0x80800000 0x7f800000 0xd0fc5ee2 0x3f800001 0xbf000000 0x3f000000 0xffc00000 0xf267a37d 0xc07fffff 0x3a83126f 0xbf800000 0x00800000 0x40400000 0xfeffffff 0x80000002 0x96d235fe 0x3f800000
  //%     - ptr: f32[64]
  //%       out: 0x007fffff 0x00000001 0xc1619f52 0x807fffff 0x400bd7b1 0xc1619f6b 0x00800001 0x3f943378 0x438cc2ae 0xbd661f5e 0x80000001 0xc105c347 0x3f56798b 0x3f1c9eca 0xc00bd7b1 nan 0xbf56798b 0x400f2da5 0x400bd7b1 0x3f305d23 0xbfc75921 0x9f573617 0x3fc75921 0x3f17dc10 0xbef56c37 0xbf1c9eca 0xbfb981fe 0x00000000 0xbe903288 0x41619f52 0x41619f6b nan 0xbfc75926 0x3ef56c37 0x3f5b2262 0xbd661f5e nan 0x3e11f7b9 0x84602cd0 0x41619f52 0x3fc75921 0x3f1c9eca 0x80000000 0x80800001 0x00000002 0x3f17dc10 0x3dcd7c44 0x80800000 nan 0xc105c347 0x3fc75926 0xbf0bda7b 0x3f0bda7b nan 0x403e709d 0xbf943378 0x3a831272 0xbfc75923 0x00800000 0xbe11f7b9 0x3e903288 0x80000002 0x96d235fe 0x3fc75923
  entry @tan_325(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f32>> -> tile<f32>, token
    %r = tan %a : tile<f32>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f32>>, tile<f32> -> token
    return
  }
  //% - entry: tan_325
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0x80800001
  //%     - ptr: f32[]
  //%       out: 0x80800001
  //% - entry: tan_325
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0xcb000000
  //%     - ptr: f32[]
  //%       out: 0x3ef56c37
  //% - entry: tan_325
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0xbf000000
  //%     - ptr: f32[]
  //%       out: 0xbf0bda7b
  entry @tan_326(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xf32, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>, tile<i32> -> tile<1xf32>, token
    %r = tan %a : tile<1xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf32>, partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: tan_326
  //%   args:
  //%     - ptr: f32[1]
  //%       in: 0x3dcccccd
  //%     - ptr: f32[1]
  //%       out: 0x3dcd7c44
  entry @tan_327(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf32, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>, tile<i32> -> tile<2x8xf32>, token
    %r = tan %a : tile<2x8xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf32, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf32>, partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: tan_327
  //%   args:
  //%     - ptr: f32[2,8]
  //%       in: 0x80000002 0x40000000 0x7fc00000 0xe8f2b785 0x7effffff 0x42b10000 0x80800001 0xc1700000 0x3dcccccd 0xc0400000 0xff800000 0xc0e80000 0xbf000000 0xebc2d42a 0xbfbfffff 0x007fffff
  //%     - ptr: f32[2,8]
  //%       out: 0x80000002 0xc00bd7b1 nan 0xbd661f5e 0xbe903288 0x3f17dc10 0x80800001 0x3f5b2262 0x3dcd7c44 0x3e11f7b9 nan 0xbfb981fe 0xbf0bda7b 0x438cc2ae 0xc1619f52 0x007fffff
  entry @tan_328(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf32, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf32>, token
    %r = tan %a : tile<4x1x2xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf32, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf32>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: tan_328
  //%   args:
  //%     - ptr: f32[4,1,2]
  //%       in: 0x3f800001 0xff7ffffe 0x80800001 0xc07fffff 0x807fffff 0xe8f2b785 0xffc00000 0xbfc00000
  //%     - ptr: f32[4,1,2]
  //%       out: 0x3fc75926 0xbf56798b 0x80800001 0xbf943378 0x807fffff 0xbd661f5e nan 0xc1619f6b
  entry @tan_329(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf32>, token
    %r = tan %a : tile<2x1x2x4xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf32>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: tan_329
  //%   args:
  //%     - ptr: f32[2,1,2,4]
  //%       in: 0xfeffffff 0x00000001 0x7f7ffffe 0xbfc00000 0xc0000000 0xcb000000 0xc0e80000 0x3a83126f 0x4b000000 0xc07fffff 0x84602cd0 0x007fffff 0xff7ffffe 0xd0fc5ee2 0x42b10000 0xff7fffff
  //%     - ptr: f32[2,1,2,4]
  //%       out: 0x3e903288 0x00000001 0x3f56798b 0xc1619f6b 0x400bd7b1 0x3ef56c37 0xbfb981fe 0x3a831272 0xbef56c37 0xbf943378 0x84602cd0 0x007fffff 0xbf56798b 0xc105c347 0x3f17dc10 0x3f1c9eca
  entry @rsqrt_330(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> tile<64xf32>, token
    %r = rsqrt %a : tile<64xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf32>, partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: rsqrt_330
  //%   args:
  //%     - ptr: f32[64]
  //%       in: 0xc0e80000 0x00000001 0x80000002 0xff800000 0x3f800000 0xbfbfffff 0xc0400000 0xbf7fffff 0x41a00000 0x40400000 0x3f7fffff 0xc07fffff 0xcb000000 0x80000000 0x96d235fe 0x7f7ffffe 0x7effffff 0x40000000 0x3dcccccd 0xbf000000 0x3a83126f 0x4b000000 0xff7ffffe 0xbfc00000 0x9f573617 0x007fffff 0x42b10000 0x7f7ffffe 0x80000001 0xffc00000 0x00800000 0xc0000000 0x84602cd0 0x3fbfffff 0x407fffff 0x7f7fffff 0x00000000 0xbf800000 0x00800000 0x80000001 0x7f800000 0xc1700000 0xc6c26e30 0xfeffffff 0x3f000000 0x80800000 0x807fffff 0x80800001 0x3fc00000 0xbfc00000 0xbf800001 0xbf000000 0xffc00000 0x00800001 0xe8f2b785 0xff7fffff 0x00000002 0xfeffffff 0xebc2d42a 0x3f800001 0x00000001 0x7fc00000 0xd0fc5ee2 0xf267a37d
  //%     - ptr: f32[64]
  //%       out: nan 0x64b504f3 nan*2 0x3f800000 nan*3 0x3e64f92e 0x3f13cd3a 0x3f800000 nan*2 0xff800000 nan 0x1f800001 0x1fb504f4 0x3f3504f3 0x404a62c2 nan 0x41fcfb72 0x39b504f3 nan*3 0x5f000001 0x3dd9b330 0x1f800001 nan*2 0x5f000000 nan*2 0x3f5105ec 0x3f000000 0x1f800000 0x7f800000 nan 0x5f000000 nan 0x00000000 nan*3 0x3fb504f3 nan*3 0x3f5105ec nan*4 0x5effffff nan*2 0x64800000 nan*2 0x3f7fffff 0x64b504f3 nan*3
  entry @rsqrt_331(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f32>> -> tile<f32>, token
    %r = rsqrt %a : tile<f32>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f32>>, tile<f32> -> token
    return
  }
  //% - entry: rsqrt_331
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0x3fc00000
  //%     - ptr: f32[]
  //%       out: 0x3f5105ec
  //% - entry: rsqrt_331
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0xfeffffff
  //%     - ptr: f32[]
  //%       out: nan
  //% - entry: rsqrt_331
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0x3fc00000
  //%     - ptr: f32[]
  //%       out: 0x3f5105ec
  entry @rsqrt_332(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xf32, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>, tile<i32> -> tile<1xf32>, token
    %r = rsqrt %a : tile<1xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf32>, partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: rsqrt_332
  //%   args:
  //%     - ptr: f32[1]
  //%       in: 0xff7fffff
  //%     - ptr: f32[1]
  //%       out: nan
  entry @rsqrt_333(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf32, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>, tile<i32> -> tile<2x8xf32>, token
    %r = rsqrt %a : tile<2x8xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf32, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf32>, partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: rsqrt_333
  //%   args:
  //%     - ptr: f32[2,8]
  //%       in: 0xc6c26e30 0x96d235fe 0xcb000000 0xbf800001 0x40000000 0x00800000 0x3f800001 0xc1700000 0xbf800000 0x7f800000 0x3fc00000 0x00000002 0xbf000000 0x7fc00000 0xc07fffff 0x80000000
  //%     - ptr: f32[2,8]
  //%       out: nan*4 0x3f3504f3 0x5f000000 0x3f7fffff nan*2 0x00000000 0x3f5105ec 0x64800000 nan*3 0xff800000
  entry @rsqrt_334(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf32, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf32>, token
    %r = rsqrt %a : tile<4x1x2xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf32, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf32>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: rsqrt_334
  //%   args:
  //%     - ptr: f32[4,1,2]
  //%       in: 0xbfc00000 0x7fc00000 0xc0e80000 0x00000000 0x3fbfffff 0xff7ffffe 0xff7fffff 0x80000002
  //%     - ptr: f32[4,1,2]
  //%       out: nan*3 0x7f800000 0x3f5105ec nan*3
  entry @rsqrt_335(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf32>, token
    %r = rsqrt %a : tile<2x1x2x4xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf32>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: rsqrt_335
  //%   args:
  //%     - ptr: f32[2,1,2,4]
  //%       in: 0x3fc00000 0xc1700000 0x80800001 0xbfbfffff 0xc0400000 0x3fbfffff 0xff800000 0xbf800001 0xfeffffff 0x00800001 0xbf800000 0x42b10000 0x407fffff 0x84602cd0 0x00000000 0xc6c26e30
  //%     - ptr: f32[2,1,2,4]
  //%       out: 0x3f5105ec nan*4 0x3f5105ec nan*3 0x5effffff nan 0x3dd9b330 0x3f000000 nan 0x7f800000 nan
  entry @rsqrt_336(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> tile<64xf32>, token
    %r = rsqrt %a flush_to_zero : tile<64xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf32>, partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: rsqrt_336
  //%   args:
  //%     - ptr: f32[64]
  //%       in: 0xc0e80000 0x3dcccccd 0x41a00000 0xff7fffff 0x807fffff 0xbfbfffff 0xebc2d42a 0x42b10000 0x007fffff 0x3f800001 0xff7ffffe 0x3fbfffff 0xbf000000 0x3f7fffff 0x84602cd0 0xffc00000 0x00000002 0xc6c26e30 0x7f7ffffe 0x007fffff 0x40400000 0x4b000000 0xc0400000 0xc0000000 0xbf800000*2 0x3fbfffff 0xfeffffff 0x3f800001 0x00800000 0x3dcccccd 0xc07fffff 0xf267a37d 0xd0fc5ee2 0xe8f2b785 0xcb000000 0x3fbfffff 0x7f800000 0xc6c26e30 0x7f7fffff 0x7fc00000 0x9f573617 0x40000000 0x96d235fe 0x3f800000 0x3fc00000 0x407fffff 0x80000002 0xbf800001 0x80800000 0xbf7fffff 0xc6c26e30 0x00000000 0x80800001 0x3f000000 0x7effffff 0xbfc00000 0x3a83126f 0x80000001 0x00800001 0xff800000 0x00000001 0xc1700000 0x80000000
  //%     - ptr: f32[64]
  //%       out: nan 0x404a62c2 0x3e64f92e nan 0xff800000 nan*2 0x3dd9b330 0x7f800000 0x3f7fffff nan 0x3f5105ec nan 0x3f800000 nan*2 0x7f800000 nan 0x1f800001 0x7f800000 0x3f13cd3a 0x39b504f3 nan*4 0x3f5105ec nan 0x3f7fffff 0x5f000000 0x404a62c2 nan*5 0x3f5105ec 0x00000000 nan 0x1f800000 nan*2 0x3f3504f3 nan 0x3f800000 0x3f5105ec 0x3f000000 0xff800000 nan*4 0x7f800000 nan 0x3fb504f3 0x1fb504f4 nan 0x41fcfb72 0xff800000 0x5effffff nan 0x7f800000 nan 0xff800000
  entry @rsqrt_337(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f32>> -> tile<f32>, token
    %r = rsqrt %a flush_to_zero : tile<f32>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f32>>, tile<f32> -> token
    return
  }
  //% - entry: rsqrt_337
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0x40000000
  //%     - ptr: f32[]
  //%       out: 0x3f3504f3
  //% - entry: rsqrt_337
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0x00000002
  //%     - ptr: f32[]
  //%       out: 0x7f800000
  //% - entry: rsqrt_337
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0x9f573617
  //%     - ptr: f32[]
  //%       out: nan
  entry @rsqrt_338(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xf32, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>, tile<i32> -> tile<1xf32>, token
    %r = rsqrt %a flush_to_zero : tile<1xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf32>, partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: rsqrt_338
  //%   args:
  //%     - ptr: f32[1]
  //%       in: 0x80800001
  //%     - ptr: f32[1]
  //%       out: nan
  entry @rsqrt_339(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf32, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>, tile<i32> -> tile<2x8xf32>, token
    %r = rsqrt %a flush_to_zero : tile<2x8xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf32, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf32>, partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: rsqrt_339
  //%   args:
  //%     - ptr: f32[2,8]
  //%       in: 0x7f7fffff 0xbfc00000 0x3fbfffff 0x3f000000 0xc0000000 0x00800000 0x7effffff 0xfeffffff 0x00000000 0x3f800000 0x3f800001 0x007fffff 0xbf000000 0x3a83126f 0x9f573617 0xc1700000
  //%     - ptr: f32[2,8]
  //%       out: 0x1f800000 nan 0x3f5105ec 0x3fb504f3 nan 0x5f000000 0x1fb504f4 nan 0x7f800000 0x3f800000 0x3f7fffff 0x7f800000 nan 0x41fcfb72 nan*2
  entry @rsqrt_340(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf32, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf32>, token
    %r = rsqrt %a flush_to_zero : tile<4x1x2xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf32, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf32>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: rsqrt_340
  //%   args:
  //%     - ptr: f32[4,1,2]
  //%       in: 0x80000002 0xffc00000 0x7f7fffff 0xd0fc5ee2 0x407fffff 0x3fbfffff 0x40400000 0xbf800001
  //%     - ptr: f32[4,1,2]
  //%       out: 0xff800000 nan 0x1f800000 nan 0x3f000000 0x3f5105ec 0x3f13cd3a nan
  entry @rsqrt_341(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf32>, token
    %r = rsqrt %a flush_to_zero : tile<2x1x2x4xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf32>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: rsqrt_341
  //%   args:
  //%     - ptr: f32[2,1,2,4]
  //%       in: 0xbf800001 0x407fffff 0xff7ffffe 0x007fffff 0xc07fffff 0x00800001 0xbf800000 0x3fc00000 0xc0e80000 0x96d235fe 0x9f573617 0x7f7fffff 0x80800001 0x00000002 0x80000001 0xc6c26e30
  //%     - ptr: f32[2,1,2,4]
  //%       out: nan 0x3f000000 nan 0x7f800000 nan 0x5effffff nan 0x3f5105ec nan*3 0x1f800000 nan 0x7f800000 0xff800000 nan
  entry @sqrt_342(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> tile<64xf32>, token
    %r = sqrt %a : tile<64xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf32>, partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_342
  //%   args:
  //%     - ptr: f32[64]
  //%       in: 0x00800000 0x00800001 0x3dcccccd 0x3a83126f 0x3f800000 0x00000002 0xe8f2b785 0xff7fffff 0xbf7fffff 0x80000002 0x41a00000 0xff7ffffe 0xc6c26e30 0x4b000000 0xd0fc5ee2 0xffc00000 0x3fc00000 0x807fffff 0x80800001 0x96d235fe 0x7f800000 0x3f7fffff 0x84602cd0 0x7f800000 0xff800000 0x40000000 0x9f573617 0xfeffffff 0x407fffff 0xc1700000 0xbfc00000 0xc0400000 0x7fc00000 0x80000001 0xf267a37d 0x3fbfffff 0x42b10000 0x80000000 0xcb000000 0x3f000000 0xc07fffff 0xbfbfffff 0x00000000 0xbf800000 0x00000000 0xc0000000 0xbf800001 0x42b10000 0x00000002 0x3f800001 0x007fffff 0x80800000 0xebc2d42a 0x40400000 0xff7ffffe 0x7effffff 0x7f7ffffe 0xc0e80000 0xbfbfffff 0x80800001 0x3fc00000 0x00000001 0x7f7fffff 0xbf000000
  //%     - ptr: f32[64]
  //%       out: 0x20000000*2 0x3ea1e89b 0x3d0186e3 0x3f800000 0x1a800000 nan*4 0x408f1bbd nan*2 0x453504f3 nan*2 0x3f9cc471 nan*3 0x7f800000 0x3f7fffff nan 0x7f800000 nan 0x3fb504f3 nan*2 0x3fffffff nan*6 0x3f9cc470 0x411684e4 0x80000000 nan 0x3f3504f3 nan*2 0x00000000 nan 0x00000000 nan*2 0x411684e4 0x1a800000 0x3f800000 0x1fffffff nan*2 0x3fddb3d7 nan 0x5f3504f3 0x5f7fffff nan*3 0x3f9cc471 0x1a3504f3 0x5f7fffff nan
  entry @sqrt_343(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f32>> -> tile<f32>, token
    %r = sqrt %a : tile<f32>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f32>>, tile<f32> -> token
    return
  }
  //% - entry: sqrt_343
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0x3dcccccd
  //%     - ptr: f32[]
  //%       out: 0x3ea1e89b
  //% - entry: sqrt_343
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0xffc00000
  //%     - ptr: f32[]
  //%       out: nan
  //% - entry: sqrt_343
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0x00800001
  //%     - ptr: f32[]
  //%       out: 0x20000000
  entry @sqrt_344(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xf32, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>, tile<i32> -> tile<1xf32>, token
    %r = sqrt %a : tile<1xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf32>, partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_344
  //%   args:
  //%     - ptr: f32[1]
  //%       in: 0xc0e80000
  //%     - ptr: f32[1]
  //%       out: nan
  entry @sqrt_345(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf32, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>, tile<i32> -> tile<2x8xf32>, token
    %r = sqrt %a : tile<2x8xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf32, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf32>, partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_345
  //%   args:
  //%     - ptr: f32[2,8]
  //%       in: 0x7f800000 0x80800001 0x00000001 0x3fbfffff 0xe8f2b785 0x7effffff 0x00000000 0xc07fffff 0x00800001 0xff7fffff 0x3f7fffff 0xebc2d42a 0x7effffff 0x40000000 0xc0e80000 0x80800000
  //%     - ptr: f32[2,8]
  //%       out: 0x7f800000 nan 0x1a3504f3 0x3f9cc470 nan 0x5f3504f3 0x00000000 nan 0x20000000 nan 0x3f7fffff nan 0x5f3504f3 0x3fb504f3 nan*2
  entry @sqrt_346(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf32, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf32>, token
    %r = sqrt %a : tile<4x1x2xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf32, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf32>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_346
  //%   args:
  //%     - ptr: f32[4,1,2]
  //%       in: 0x84602cd0 0x80000001 0xc1700000 0xbfc00000 0x3f800001 0xfeffffff 0xbf800001 0x7f7ffffe
  //%     - ptr: f32[4,1,2]
  //%       out: nan*4 0x3f800000 nan*2 0x5f7fffff
  entry @sqrt_347(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf32>, token
    %r = sqrt %a : tile<2x1x2x4xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf32>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_347
  //%   args:
  //%     - ptr: f32[2,1,2,4]
  //%       in: 0x96d235fe 0xbfbfffff 0x3f7fffff 0xbf800001 0x407fffff 0xc07fffff 0x3fc00000 0x3f7fffff 0x80000002 0x00800001 0x807fffff 0x7f7fffff 0xbf800001 0xff800000 0x7fc00000 0x84602cd0
  //%     - ptr: f32[2,1,2,4]
  //%       out: nan*2 0x3f7fffff nan 0x3fffffff nan 0x3f9cc471 0x3f7fffff nan 0x20000000 nan 0x5f7fffff nan*4
  entry @sqrt_348(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> tile<64xf32>, token
    %r = sqrt %a rounding<zero> : tile<64xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf32>, partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_348
  //%   args:
  //%     - ptr: f32[64]
  //%       in: 0x407fffff 0x7effffff 0xc07fffff 0xc0400000 0xcb000000 0x3dcccccd 0x80000002 0xebc2d42a 0xbfc00000 0x80800000 0xd0fc5ee2 0x00800001 0xf267a37d 0x80800001 0xbf000000 0x80800001 0x3f800000 0x3f000000 0x4b000000 0x00000002 0xc0000000 0x42b10000 0xc0e80000 0xc6c26e30 0x80000001 0x3a83126f 0x7f7fffff 0xff800000 0xff7ffffe 0xbfbfffff 0x7f7ffffe 0xbf800001 0x41a00000 0x807fffff 0x9f573617 0xbf800000 0x80000000 0x3fbfffff 0xc1700000 0x3fbfffff 0x00000001 0x84602cd0 0x80800000 0x40400000 0x84602cd0 0xbf800000 0x00000000 0x007fffff 0x3fc00000 0x96d235fe 0xff7fffff 0x7f800000 0x7fc00000 0x3f800001 0x3f7fffff 0xffc00000 0x40000000 0x00800000 0x3dcccccd 0x4b000000 0xbf7fffff 0xfeffffff 0xcb000000 0xe8f2b785
  //%     - ptr: f32[64]
  //%       out: 0x3fffffff 0x5f3504f2 nan*3 0x3ea1e89b nan*5 0x20000000 nan*4 0x3f800000 0x3f3504f3 0x453504f3 0x1a800000 nan 0x411684e3 nan*3 0x3d0186e2 0x5f7fffff nan*3 0x5f7ffffe nan 0x408f1bbc nan*3 0x80000000 0x3f9cc470 nan 0x3f9cc470 0x1a3504f3 nan*2 0x3fddb3d7 nan*2 0x00000000 0x1ffffffe 0x3f9cc470 nan*2 0x7f800000 nan 0x3f800000 0x3f7fffff nan 0x3fb504f3 0x20000000 0x3ea1e89b 0x453504f3 nan*4
  entry @sqrt_349(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f32>> -> tile<f32>, token
    %r = sqrt %a rounding<zero> : tile<f32>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f32>>, tile<f32> -> token
    return
  }
  //% - entry: sqrt_349
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0x4b000000
  //%     - ptr: f32[]
  //%       out: 0x453504f3
  //% - entry: sqrt_349
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0xff7ffffe
  //%     - ptr: f32[]
  //%       out: nan
  //% - entry: sqrt_349
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0x3f7fffff
  //%     - ptr: f32[]
  //%       out: 0x3f7fffff
  entry @sqrt_350(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xf32, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>, tile<i32> -> tile<1xf32>, token
    %r = sqrt %a rounding<zero> : tile<1xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf32>, partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_350
  //%   args:
  //%     - ptr: f32[1]
  //%       in: 0xe8f2b785
  //%     - ptr: f32[1]
  //%       out: nan
  entry @sqrt_351(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf32, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>, tile<i32> -> tile<2x8xf32>, token
    %r = sqrt %a rounding<zero> : tile<2x8xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf32, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf32>, partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_351
  //%   args:
  //%     - ptr: f32[2,8]
  //%       in: 0x4b000000 0x3fc00000 0x40000000 0xc07fffff 0xbfbfffff 0x3f800001 0xd0fc5ee2 0x7f800000 0xc6c26e30 0xbf7fffff 0x7effffff 0x00800001 0xc0e80000 0xffc00000 0x7f800000 0x41a00000
  //%     - ptr: f32[2,8]
  //%       out: 0x453504f3 0x3f9cc470 0x3fb504f3 nan*2 0x3f800000 nan 0x7f800000 nan*2 0x5f3504f2 0x20000000 nan*2 0x7f800000 0x408f1bbc
  entry @sqrt_352(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf32, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf32>, token
    %r = sqrt %a rounding<zero> : tile<4x1x2xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf32, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf32>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_352
  //%   args:
  //%     - ptr: f32[4,1,2]
  //%       in: 0x7f7fffff 0x00000002 0xfeffffff 0xc0e80000 0x00000001 0xd0fc5ee2 0xbf7fffff 0x00800000
  //%     - ptr: f32[4,1,2]
  //%       out: 0x5f7fffff 0x1a800000 nan*2 0x1a3504f3 nan*2 0x20000000
  entry @sqrt_353(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf32>, token
    %r = sqrt %a rounding<zero> : tile<2x1x2x4xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf32>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_353
  //%   args:
  //%     - ptr: f32[2,1,2,4]
  //%       in: 0x407fffff 0xbf800001 0xc0400000 0x3fc00000 0x407fffff 0xc0000000 0x3a83126f 0xebc2d42a 0xbf000000 0x7f7ffffe 0x40000000 0x84602cd0 0x7f7fffff 0x4b000000 0x96d235fe 0x00000002
  //%     - ptr: f32[2,1,2,4]
  //%       out: 0x3fffffff nan*2 0x3f9cc470 0x3fffffff nan 0x3d0186e2 nan*2 0x5f7ffffe 0x3fb504f3 nan 0x5f7fffff 0x453504f3 nan 0x1a800000
  entry @sqrt_354(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> tile<64xf32>, token
    %r = sqrt %a rounding<negative_inf> : tile<64xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf32>, partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_354
  //%   args:
  //%     - ptr: f32[64]
  //%       in: 0xfeffffff 0x3f800000 0x807fffff 0x40400000 0xff7ffffe 0xf267a37d 0xff7fffff 0xfeffffff 0xff800000 0x7fc00000 0xbfbfffff 0x4b000000 0xc0400000 0x41a00000 0xbf800001 0xc6c26e30 0x96d235fe 0x7f800000 0x42b10000 0x00800000 0x3a83126f 0xbfc00000 0xcb000000 0xbf7fffff 0x00000000 0x7f7fffff 0x3f000000 0x7effffff 0xff800000 0x84602cd0 0xbf000000 0xbf800000 0xc07fffff 0x3fbfffff 0xc0000000 0x00000000 0x3f800001 0x407fffff 0x80800001 0x3dcccccd 0x80800000 0xd0fc5ee2 0x7f7fffff 0x40000000 0xe8f2b785 0x80000001 0x807fffff 0x007fffff 0xffc00000 0x9f573617 0xc0e80000 0x00000002 0x7f7ffffe 0x3fc00000 0x00800001 0x00000001 0xc1700000 0x80000000 0x7f800000 0x3f7fffff 0xebc2d42a 0x80000002 0x7fc00000 0x9f573617
  //%     - ptr: f32[64]
  //%       out: nan 0x3f800000 nan 0x3fddb3d7 nan*7 0x453504f3 nan 0x408f1bbc nan*3 0x7f800000 0x411684e3 0x20000000 0x3d0186e2 nan*3 0x00000000 0x5f7fffff 0x3f3504f3 0x5f3504f2 nan*5 0x3f9cc470 nan 0x00000000 0x3f800000 0x3fffffff nan 0x3ea1e89b nan*2 0x5f7fffff 0x3fb504f3 nan*3 0x1ffffffe nan*3 0x1a800000 0x5f7ffffe 0x3f9cc470 0x20000000 0x1a3504f3 nan 0x80000000 0x7f800000 0x3f7fffff nan*4
  entry @sqrt_355(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f32>> -> tile<f32>, token
    %r = sqrt %a rounding<negative_inf> : tile<f32>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f32>>, tile<f32> -> token
    return
  }
  //% - entry: sqrt_355
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0xbf000000
  //%     - ptr: f32[]
  //%       out: nan
  //% - entry: sqrt_355
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0x00800000
  //%     - ptr: f32[]
  //%       out: 0x20000000
  //% - entry: sqrt_355
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0xcb000000
  //%     - ptr: f32[]
  //%       out: nan
  entry @sqrt_356(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xf32, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>, tile<i32> -> tile<1xf32>, token
    %r = sqrt %a rounding<negative_inf> : tile<1xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf32>, partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_356
  //%   args:
  //%     - ptr: f32[1]
  //%       in: 0xbfbfffff
  //%     - ptr: f32[1]
  //%       out: nan
  entry @sqrt_357(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf32, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>, tile<i32> -> tile<2x8xf32>, token
    %r = sqrt %a rounding<negative_inf> : tile<2x8xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf32, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf32>, partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_357
  //%   args:
  //%     - ptr: f32[2,8]
  //%       in: 0x40400000 0x3f7fffff 0x80000002 0xc0000000 0x7f7fffff 0x84602cd0 0xff800000 0xebc2d42a 0xbf7fffff 0x41a00000 0xffc00000 0x3a83126f 0xc0400000 0x7f7ffffe 0x407fffff 0x7f800000
  //%     - ptr: f32[2,8]
  //%       out: 0x3fddb3d7 0x3f7fffff nan*2 0x5f7fffff nan*4 0x408f1bbc nan 0x3d0186e2 nan 0x5f7ffffe 0x3fffffff 0x7f800000
  entry @sqrt_358(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf32, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf32>, token
    %r = sqrt %a rounding<negative_inf> : tile<4x1x2xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf32, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf32>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_358
  //%   args:
  //%     - ptr: f32[4,1,2]
  //%       in: 0x9f573617 0xff7ffffe 0x40000000 0x3f800001 0x40400000 0xff800000 0x007fffff 0xbf800001
  //%     - ptr: f32[4,1,2]
  //%       out: nan*2 0x3fb504f3 0x3f800000 0x3fddb3d7 nan 0x1ffffffe nan
  entry @sqrt_359(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf32>, token
    %r = sqrt %a rounding<negative_inf> : tile<2x1x2x4xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf32>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_359
  //%   args:
  //%     - ptr: f32[2,1,2,4]
  //%       in: 0x84602cd0 0xebc2d42a 0xbf800000 0xc0e80000 0x3f800000 0xc0400000 0xff7ffffe 0xbfbfffff 0xbf000000 0xcb000000 0x7f7ffffe 0xc1700000 0x7f7fffff 0xbfc00000 0xff800000 0x40400000
  //%     - ptr: f32[2,1,2,4]
  //%       out: nan*4 0x3f800000 nan*5 0x5f7ffffe nan 0x5f7fffff nan*2 0x3fddb3d7
  entry @sqrt_360(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> tile<64xf32>, token
    %r = sqrt %a rounding<positive_inf> : tile<64xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf32>, partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_360
  //%   args:
  //%     - ptr: f32[64]
  //%       in: 0xff800000 0x80800000 0xbfbfffff 0xc0400000 0xbf7fffff 0x96d235fe 0x4b000000 0x00000002 0xe8f2b785 0xbfbfffff 0x3a83126f 0x80000001 0x80000002 0x00800001 0xbfc00000 0x7f7fffff 0x3dcccccd 0xff7fffff 0xf267a37d 0xc0000000 0x7effffff 0xffc00000 0x40000000 0xc07fffff 0x7f800000 0x42b10000 0x7fc00000 0xd0fc5ee2 0xbf800000 0x41a00000 0x3fc00000 0x9f573617 0x00800000 0x3f800001 0xebc2d42a 0x80000000 0xffc00000 0x7f7ffffe 0x41a00000 0xe8f2b785 0x40400000 0x00000001 0xfeffffff 0xc6c26e30 0x407fffff 0xbf000000 0xffc00000 0x40400000 0x3f7fffff 0xc0e80000 0x007fffff 0xc1700000 0xff7ffffe 0xcb000000 0xbf800001 0x41a00000 0x00000000 0x3fbfffff 0x80800001 0x84602cd0 0x7f7fffff 0x807fffff 0x3f800000 0x3f000000
  //%     - ptr: f32[64]
  //%       out: nan*6 0x453504f4 0x1a800000 nan*2 0x3d0186e3 nan*2 0x20000001 nan 0x5f800000 0x3ea1e89c nan*3 0x5f3504f3 nan 0x3fb504f4 nan 0x7f800000 0x411684e4 nan*3 0x408f1bbd 0x3f9cc471 nan 0x20000000 0x3f800001 nan 0x80000000 nan 0x5f7fffff 0x408f1bbd nan 0x3fddb3d8 0x1a3504f4 nan*2 0x40000000 nan*2 0x3fddb3d8 0x3f800000 nan 0x1fffffff nan*4 0x408f1bbd 0x00000000 0x3f9cc471 nan*2 0x5f800000 nan 0x3f800000 0x3f3504f4
  entry @sqrt_361(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f32>> -> tile<f32>, token
    %r = sqrt %a rounding<positive_inf> : tile<f32>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f32>>, tile<f32> -> token
    return
  }
  //% - entry: sqrt_361
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0x3f000000
  //%     - ptr: f32[]
  //%       out: 0x3f3504f4
  //% - entry: sqrt_361
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0x40000000
  //%     - ptr: f32[]
  //%       out: 0x3fb504f4
  //% - entry: sqrt_361
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0xc0400000
  //%     - ptr: f32[]
  //%       out: nan
  entry @sqrt_362(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xf32, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>, tile<i32> -> tile<1xf32>, token
    %r = sqrt %a rounding<positive_inf> : tile<1xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf32>, partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_362
  //%   args:
  //%     - ptr: f32[1]
  //%       in: 0xbf800001
  //%     - ptr: f32[1]
  //%       out: nan
  entry @sqrt_363(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf32, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>, tile<i32> -> tile<2x8xf32>, token
    %r = sqrt %a rounding<positive_inf> : tile<2x8xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf32, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf32>, partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_363
  //%   args:
  //%     - ptr: f32[2,8]
  //%       in: 0x3fc00000 0x407fffff 0x00800001 0x40000000 0x96d235fe 0xebc2d42a 0xbf000000 0x00000002 0xff7fffff 0x3f000000 0x3a83126f 0xc6c26e30 0x00800001 0x7f800000 0x41a00000 0xe8f2b785
  //%     - ptr: f32[2,8]
  //%       out: 0x3f9cc471 0x40000000 0x20000001 0x3fb504f4 nan*3 0x1a800000 nan 0x3f3504f4 0x3d0186e3 nan 0x20000001 0x7f800000 0x408f1bbd nan
  entry @sqrt_364(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf32, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf32>, token
    %r = sqrt %a rounding<positive_inf> : tile<4x1x2xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf32, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf32>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_364
  //%   args:
  //%     - ptr: f32[4,1,2]
  //%       in: 0xc0e80000 0x00800001 0xcb000000 0x7f800000 0x9f573617 0x807fffff 0x3f800001 0xffc00000
  //%     - ptr: f32[4,1,2]
  //%       out: nan 0x20000001 nan 0x7f800000 nan*2 0x3f800001 nan
  entry @sqrt_365(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf32>, token
    %r = sqrt %a rounding<positive_inf> : tile<2x1x2x4xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf32>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_365
  //%   args:
  //%     - ptr: f32[2,1,2,4]
  //%       in: 0x00800001 0xd0fc5ee2 0xc0e80000 0x7f800000 0xbfc00000 0xff800000 0x40400000 0x7f7ffffe 0x9f573617 0xf267a37d 0x807fffff 0xbfbfffff 0x3fbfffff 0x80800001 0x80000000 0x00000002
  //%     - ptr: f32[2,1,2,4]
  //%       out: 0x20000001 nan*2 0x7f800000 nan*2 0x3fddb3d8 0x5f7fffff nan*4 0x3f9cc471 nan 0x80000000 0x1a800000
  entry @sqrt_366(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> tile<64xf32>, token
    %r = sqrt %a rounding<approx> : tile<64xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf32>, partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_366
  //%   args:
  //%     - ptr: f32[64]
  //%       in: 0xe8f2b785 0x3dcccccd 0x7fc00000 0x84602cd0 0x3fc00000 0xc1700000 0x00800000 0x4b000000 0x3f000000 0x3fbfffff 0xcb000000 0x3a83126f 0x42b10000 0xbf7fffff 0xc0e80000 0xbf7fffff 0x40000000 0x7f7ffffe 0x80800001 0x3fc00000 0x7f7fffff 0x00800001 0xbfc00000 0x3f800000 0xff7fffff 0x96d235fe 0x7effffff 0x80000001 0x007fffff 0xc0400000 0x407fffff 0x7f800000 0xf267a37d 0x807fffff 0x3f7fffff 0xbfbfffff 0x9f573617 0xe8f2b785 0x80800000 0xff800000 0xebc2d42a 0xc07fffff 0xd0fc5ee2 0xc1700000 0x3f000000 0xbf800001 0xd0fc5ee2 0xc6c26e30 0x00000002 0x41a00000 0xff7ffffe 0x3f800001 0x3fbfffff 0x80000000 0xbf000000 0x00000001 0xfeffffff 0x00000000 0x80000002 0xbf800000 0xc0000000 0x40400000 0xffc00000 0xbfc00000
  //%     - ptr: f32[64]
  //%       out: nan 0x3ea1e89b nan*2 0x3f9cc471 nan 0x20000000 0x453504f3 0x3f3504f3 0x3f9cc470 nan 0x3d0186e3 0x411684e4 nan*3 0x3fb504f3 0x5f7fffff nan 0x3f9cc471 0x5f7fffff 0x20000000 nan 0x3f800000 nan*2 0x5f3504f3 nan 0x1fffffff nan 0x3fffffff 0x7f800000 nan*2 0x3f7fffff nan*9 0x3f3504f3 nan*3 0x1a800000 0x408f1bbd nan 0x3f800000 0x3f9cc470 0x80000000 nan 0x1a3504f3 nan 0x00000000 nan*3 0x3fddb3d7 nan*2
  entry @sqrt_367(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f32>> -> tile<f32>, token
    %r = sqrt %a rounding<approx> : tile<f32>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f32>>, tile<f32> -> token
    return
  }
  //% - entry: sqrt_367
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0xff800000
  //%     - ptr: f32[]
  //%       out: nan
  //% - entry: sqrt_367
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0x80800001
  //%     - ptr: f32[]
  //%       out: nan
  //% - entry: sqrt_367
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0xbf7fffff
  //%     - ptr: f32[]
  //%       out: nan
  entry @sqrt_368(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xf32, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>, tile<i32> -> tile<1xf32>, token
    %r = sqrt %a rounding<approx> : tile<1xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf32>, partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_368
  //%   args:
  //%     - ptr: f32[1]
  //%       in: 0x3a83126f
  //%     - ptr: f32[1]
  //%       out: 0x3d0186e3
  entry @sqrt_369(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf32, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>, tile<i32> -> tile<2x8xf32>, token
    %r = sqrt %a rounding<approx> : tile<2x8xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf32, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf32>, partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_369
  //%   args:
  //%     - ptr: f32[2,8]
  //%       in: 0x00800001 0xff7ffffe 0x41a00000 0xebc2d42a 0x3fc00000 0x80000000 0x7f800000 0xf267a37d 0x96d235fe 0x00000001 0xfeffffff 0xffc00000 0x7effffff 0x007fffff 0x84602cd0 0x3f800001
  //%     - ptr: f32[2,8]
  //%       out: 0x20000000 nan 0x408f1bbd nan 0x3f9cc471 0x80000000 0x7f800000 nan*2 0x1a3504f3 nan*2 0x5f3504f3 0x1fffffff nan 0x3f800000
  entry @sqrt_370(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf32, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf32>, token
    %r = sqrt %a rounding<approx> : tile<4x1x2xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf32, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf32>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_370
  //%   args:
  //%     - ptr: f32[4,1,2]
  //%       in: 0xffc00000 0x4b000000 0xc6c26e30 0x40400000 0xd0fc5ee2 0x80000000 0xe8f2b785 0x9f573617
  //%     - ptr: f32[4,1,2]
  //%       out: nan 0x453504f3 nan 0x3fddb3d7 nan 0x80000000 nan*2
  entry @sqrt_371(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf32>, token
    %r = sqrt %a rounding<approx> : tile<2x1x2x4xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf32>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_371
  //%   args:
  //%     - ptr: f32[2,1,2,4]
  //%       in: 0xff7ffffe 0x3f000000 0x80000001 0xfeffffff 0x3f800000 0xff800000 0x007fffff 0x96d235fe 0x7effffff 0x80000000 0xc0400000 0x00800000 0x00000002 0xe8f2b785 0xc1700000 0xc0000000
  //%     - ptr: f32[2,1,2,4]
  //%       out: nan 0x3f3504f3 nan*2 0x3f800000 nan 0x1fffffff nan 0x5f3504f3 0x80000000 nan 0x20000000 0x1a800000 nan*3
  entry @sqrt_372(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> tile<64xf32>, token
    %r = sqrt %a rounding<approx> flush_to_zero : tile<64xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf32>, partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_372
  //%   args:
  //%     - ptr: f32[64]
  //%       in: 0x7f7fffff 0x3a83126f 0x80800000 0xbfbfffff 0x7f800000 0x7effffff 0xe8f2b785 0x3dcccccd 0xbf7fffff 0x3f7fffff 0x3fbfffff 0xbf000000 0xfeffffff 0x40400000 0x9f573617 0xf267a37d 0xc1700000 0xcb000000 0x4b000000 0x80800001 0x3fc00000 0xc0000000 0xbfc00000 0x40000000 0x7fc00000 0xc6c26e30 0x807fffff 0xffc00000 0x00000000 0xebc2d42a 0xff800000 0x42b10000 0xc07fffff 0x00000001 0x3f000000 0xff7fffff 0x00800000 0x80000001 0x00800001 0x3f800000 0x00000002 0x3f800001 0x41a00000 0xd0fc5ee2 0x007fffff 0xff7ffffe 0x3dcccccd 0xc0400000 0x80000001 0x00000000 0x80000002 0x00800000 0x84602cd0 0xbf800001 0xc6c26e30 0xbf800000 0xbf000000 0x407fffff 0x7f7ffffe 0x96d235fe 0xc0e80000 0xc07fffff 0x80000000 0x9f573617
  //%     - ptr: f32[64]
  //%       out: 0x5f7fffff 0x3d0186e3 nan*2 0x7f800000 0x5f3504f3 nan 0x3ea1e89b nan 0x3f7fffff 0x3f9cc470 nan*2 0x3fddb3d7 nan*4 0x453504f3 nan 0x3f9cc471 nan*2 0x3fb504f3 nan*2 0x80000000 nan 0x00000000 nan*2 0x411684e4 nan 0x00000000 0x3f3504f3 nan 0x20000000 0x80000000 0x20000000 0x3f800000 0x00000000 0x3f800000 0x408f1bbd nan 0x00000000 nan 0x3ea1e89b nan 0x80000000 0x00000000 0x80000000 0x20000000 nan*5 0x3fffffff 0x5f7fffff nan*3 0x80000000 nan
  entry @sqrt_373(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f32>> -> tile<f32>, token
    %r = sqrt %a rounding<approx> flush_to_zero : tile<f32>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f32>>, tile<f32> -> token
    return
  }
  //% - entry: sqrt_373
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0xff7ffffe
  //%     - ptr: f32[]
  //%       out: nan
  //% - entry: sqrt_373
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0x9f573617
  //%     - ptr: f32[]
  //%       out: nan
  //% - entry: sqrt_373
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0x00000000
  //%     - ptr: f32[]
  //%       out: 0x00000000
  entry @sqrt_374(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xf32, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>, tile<i32> -> tile<1xf32>, token
    %r = sqrt %a rounding<approx> flush_to_zero : tile<1xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf32>, partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_374
  //%   args:
  //%     - ptr: f32[1]
  //%       in: 0xc07fffff
  //%     - ptr: f32[1]
  //%       out: nan
  entry @sqrt_375(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf32, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>, tile<i32> -> tile<2x8xf32>, token
    %r = sqrt %a rounding<approx> flush_to_zero : tile<2x8xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf32, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf32>, partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_375
  //%   args:
  //%     - ptr: f32[2,8]
  //%       in: 0xcb000000 0xbfbfffff 0xe8f2b785 0x7fc00000 0xff7fffff 0xd0fc5ee2 0x41a00000 0x3f800000 0xbfc00000 0xc0400000 0x80000000 0x3fbfffff 0x00000002 0xc0e80000 0x7effffff 0x007fffff
  //%     - ptr: f32[2,8]
  //%       out: nan*6 0x408f1bbd 0x3f800000 nan*2 0x80000000 0x3f9cc470 0x00000000 nan 0x5f3504f3 0x00000000
  entry @sqrt_376(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf32, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf32>, token
    %r = sqrt %a rounding<approx> flush_to_zero : tile<4x1x2xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf32, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf32>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_376
  //%   args:
  //%     - ptr: f32[4,1,2]
  //%       in: 0x3f000000 0x7f7fffff 0x7f7ffffe 0x3f800001 0x00000001 0x3f800000 0x80000001 0x7effffff
  //%     - ptr: f32[4,1,2]
  //%       out: 0x3f3504f3 0x5f7fffff*2 0x3f800000 0x00000000 0x3f800000 0x80000000 0x5f3504f3
  entry @sqrt_377(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf32>, token
    %r = sqrt %a rounding<approx> flush_to_zero : tile<2x1x2x4xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf32>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_377
  //%   args:
  //%     - ptr: f32[2,1,2,4]
  //%       in: 0xc0e80000 0x80800000 0xff800000 0x3fbfffff 0x80000000 0xd0fc5ee2 0x3f800000 0x42b10000 0xfeffffff 0x7f7fffff 0xc07fffff 0xffc00000 0x7effffff 0xbf800001 0x00800000 0x3a83126f
  //%     - ptr: f32[2,1,2,4]
  //%       out: nan*3 0x3f9cc470 0x80000000 nan 0x3f800000 0x411684e4 nan 0x5f7fffff nan*2 0x5f3504f3 nan 0x20000000 0x3d0186e3
  entry @sqrt_378(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> tile<64xf32>, token
    %r = sqrt %a flush_to_zero : tile<64xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf32>, partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_378
  //%   args:
  //%     - ptr: f32[64]
  //%       in: 0x3f800000 0x00000002 0x80800001 0x00000000 0x3f800001 0xc07fffff 0x80800000 0xff800000 0x40000000 0x3fc00000 0xbf7fffff 0x3a83126f 0x40000000 0x3dcccccd 0x96d235fe 0xff7ffffe 0xc0e80000 0x7fc00000 0x40400000 0xfeffffff 0x00800001 0xc0000000 0x00000001 0x80000002 0x7f7fffff 0x42b10000 0xebc2d42a 0x80000001 0xbfbfffff 0x9f573617 0xbf800001 0xc6c26e30 0x80000000 0xd0fc5ee2 0xf267a37d 0xbfc00000 0x00000000 0x00800000 0xffc00000 0x3f000000 0x7f7ffffe 0x4b000000 0x3fbfffff 0x407fffff 0xbf000000 0xc07fffff 0xbf7fffff 0xe8f2b785 0xbf800000 0x7effffff 0xcb000000 0x3f7fffff 0x007fffff 0xc0400000 0x807fffff 0x80800000 0x7effffff 0xc1700000 0x84602cd0 0xff7fffff 0x7f800000 0x41a00000*2 0x007fffff
  //%     - ptr: f32[64]
  //%       out: 0x3f800000 0x00000000 nan 0x00000000 0x3f800000 nan*3 0x3fb504f3 0x3f9cc471 nan 0x3d0186e3 0x3fb504f3 0x3ea1e89b nan*4 0x3fddb3d7 nan 0x20000000 nan 0x00000000 0x80000000 0x5f7fffff 0x411684e4 nan 0x80000000 nan*4 0x80000000 nan*3 0x00000000 0x20000000 nan 0x3f3504f3 0x5f7fffff 0x453504f3 0x3f9cc470 0x3fffffff nan*5 0x5f3504f3 nan 0x3f7fffff 0x00000000 nan 0x80000000 nan 0x5f3504f3 nan*3 0x7f800000 0x408f1bbd*2 0x00000000
  entry @sqrt_379(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f32>> -> tile<f32>, token
    %r = sqrt %a flush_to_zero : tile<f32>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f32>>, tile<f32> -> token
    return
  }
  //% - entry: sqrt_379
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0x80000002
  //%     - ptr: f32[]
  //%       out: 0x80000000
  //% - entry: sqrt_379
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0x80000002
  //%     - ptr: f32[]
  //%       out: 0x80000000
  //% - entry: sqrt_379
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0xfeffffff
  //%     - ptr: f32[]
  //%       out: nan
  entry @sqrt_380(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xf32, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>, tile<i32> -> tile<1xf32>, token
    %r = sqrt %a flush_to_zero : tile<1xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf32>, partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_380
  //%   args:
  //%     - ptr: f32[1]
  //%       in: 0x3f800000
  //%     - ptr: f32[1]
  //%       out: 0x3f800000
  entry @sqrt_381(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf32, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>, tile<i32> -> tile<2x8xf32>, token
    %r = sqrt %a flush_to_zero : tile<2x8xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf32, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf32>, partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_381
  //%   args:
  //%     - ptr: f32[2,8]
  //%       in: 0xe8f2b785 0x7f800000 0xff7ffffe 0x7f7ffffe 0x3f800000 0xffc00000 0x80800000 0xc0400000 0x00800000 0x3fbfffff 0x007fffff 0xff7fffff 0x00000001 0xbf7fffff 0x3dcccccd 0x007fffff
  //%     - ptr: f32[2,8]
  //%       out: nan 0x7f800000 nan 0x5f7fffff 0x3f800000 nan*3 0x20000000 0x3f9cc470 0x00000000 nan 0x00000000 nan 0x3ea1e89b 0x00000000
  entry @sqrt_382(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf32, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf32>, token
    %r = sqrt %a flush_to_zero : tile<4x1x2xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf32, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf32>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_382
  //%   args:
  //%     - ptr: f32[4,1,2]
  //%       in: 0x9f573617 0x00000002 0x3fbfffff 0x00800000 0x80000002 0x3a83126f 0x7f7fffff 0xf267a37d
  //%     - ptr: f32[4,1,2]
  //%       out: nan 0x00000000 0x3f9cc470 0x20000000 0x80000000 0x3d0186e3 0x5f7fffff nan
  entry @sqrt_383(%memory.a: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf32>, token
    %r = sqrt %a flush_to_zero : tile<2x1x2x4xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf32>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_383
  //%   args:
  //%     - ptr: f32[2,1,2,4]
  //%       in: 0x7effffff 0xff800000 0xbf800000 0xc0e80000 0xff7ffffe 0xbfbfffff 0x3fbfffff 0x00000002 0xffc00000 0x3f7fffff 0x80800001 0xcb000000 0xc0000000 0x3fc00000 0x80000001 0x407fffff
  //%     - ptr: f32[2,1,2,4]
  //%       out: 0x5f3504f3 nan*5 0x3f9cc470 0x00000000 nan 0x3f7fffff nan*3 0x3f9cc471 0x80000000 0x3fffffff
  entry @fpowf_384(%memory.a: tile<ptr<f32>>, %memory.b: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> tile<64xf32>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> tile<64xf32>, token
    %r = fpowf %a, %b : tile<64xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf32>, partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowf_384
  //%   args:
  //%     - ptr: f32[64]
  //%       in: 0x84602cd0 0x40400000 0x807fffff 0x80800001 0xbf800001 0x80000001 0xbf800000 0xbfbfffff 0xbf000000 0x80000000 0xc07fffff 0x42b10000 0xff7fffff 0x00000000 0xff7ffffe 0xbf800001 0x00000001*2 0x3a83126f 0xc6c26e30 0x96d235fe 0x7f7fffff 0xcb000000 0xebc2d42a 0xc0000000 0xc0400000 0x41a00000 0x80800000 0x007fffff 0x9f573617 0xf267a37d 0x4b000000 0xffc00000 0x3fc00000 0x7effffff 0x00000002 0x7f7ffffe 0x80800000 0x3f800000 0xbf7fffff 0xc0e80000 0x7f7ffffe 0x40000000 0x7f800000 0x3fbfffff 0x3dcccccd 0x00800001 0xc0e80000 0x3f7fffff 0x3f800001 0x7fc00000 0x3a83126f 0xfeffffff 0xe8f2b785 0xcb000000 0xff800000 0x7effffff 0xbfc00000 0xd0fc5ee2 0xc1700000 0x00800000 0x407fffff 0x3f000000 0x80000002
  //%     - ptr: f32[64]
  //%       in: 0x3f800001 0x807fffff 0xbf7fffff 0x7f7ffffe 0xbf000000 0xc0400000 0xebc2d42a 0x00800000 0x84602cd0 0x3f800000 0x41a00000 0x7f7ffffe 0x9f573617 0x7fc00000 0xd0fc5ee2 0x00000000 0x3f7fffff 0x807fffff 0xff7fffff 0x3fbfffff 0xe8f2b785 0x407fffff 0xf267a37d 0x3dcccccd 0xc6c26e30 0xff800000 0x40400000 0x3f800000 0x007fffff 0x40000000 0xbf800001 0xff7ffffe 0x00000001 0xc07fffff 0x96d235fe 0x80000001 0x4b000000 0xbfbfffff 0x807fffff 0xffc00000*2 0xc1700000 0x7effffff 0x807fffff 0x3f7fffff 0x7f800000 0x80800000 0x42b10000 0xc0000000 0x80800001 0x00000002 0x80000002 0x7f7fffff 0xbfc00000 0x3fc00000 0xbf800000 0x00800001 0x40400000 0x3f000000 0xcb000000 0x3a83126f 0x80000000 0xc0e80000 0xfeffffff
  //%     - ptr: f32[64]
  //%       out: nan 0x3f800000 nan 0x00000000 nan 0xff800000 0x3f800000 nan*2 0x80000000 0x537fffec 0x7f800000 nan*2 0x00000000 0x3f800000 0x00000001 0x3f800000 0x7f800000 nan 0x7f800000*2 0x00000000 nan*2 0x00000000 0x45fa0000 0x80800000 0x3f800000 0x00169d7d nan 0x00000000 nan 0x3e4a4589 0x3f800000*2 0x7f800000 nan 0x3f800000 nan*2 0x00000000 0x7f800000 0x00000000 0x3fbfffff 0x00000000 0x3f800000 nan 0x3f800001 0x3f800000 nan 0x3f800000 0x7f800000 nan*2 0x80000000 0x3f800000 0xc0580000 nan 0x00000000 0x3f6a9723 0x3f800000 0x431837f0 0x7f800000
  entry @fpowf_385(%memory.a: tile<ptr<f32>>, %memory.b: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f32>> -> tile<f32>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<f32>> -> tile<f32>, token
    %r = fpowf %a, %b : tile<f32>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f32>>, tile<f32> -> token
    return
  }
  //% - entry: fpowf_385
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0xcb000000
  //%     - ptr: f32[]
  //%       in: 0xbfc00000
  //%     - ptr: f32[]
  //%       out: nan
  //% - entry: fpowf_385
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0xbf800001
  //%     - ptr: f32[]
  //%       in: 0x41a00000
  //%     - ptr: f32[]
  //%       out: 0x3f800014
  //% - entry: fpowf_385
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0xbfc00000
  //%     - ptr: f32[]
  //%       in: 0x3f800001
  //%     - ptr: f32[]
  //%       out: nan
  entry @fpowf_386(%memory.a: tile<ptr<f32>>, %memory.b: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xf32, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>, tile<i32> -> tile<1xf32>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [1], strides = [1] : tensor_view<1xf32, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>, tile<i32> -> tile<1xf32>, token
    %r = fpowf %a, %b : tile<1xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf32>, partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowf_386
  //%   args:
  //%     - ptr: f32[1]
  //%       in: 0x41a00000
  //%     - ptr: f32[1]
  //%       in: 0x3f800001
  //%     - ptr: f32[1]
  //%       out: 0x41a00004
  entry @fpowf_387(%memory.a: tile<ptr<f32>>, %memory.b: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf32, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>, tile<i32> -> tile<2x8xf32>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf32, strides=[8,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>, tile<i32> -> tile<2x8xf32>, token
    %r = fpowf %a, %b : tile<2x8xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf32, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf32>, partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowf_387
  //%   args:
  //%     - ptr: f32[2,8]
  //%       in: 0x40400000 0xbf800001 0x7f7ffffe 0x3fc00000 0x4b000000 0xc0e80000 0xbf800000 0x3f000000 0x40400000 0x80000000 0x3f7fffff 0x96d235fe 0xbfc00000 0x3f800001 0x80800001 0xbf7fffff
  //%     - ptr: f32[2,8]
  //%       in: 0x3a83126f 0x00000002 0x407fffff 0x3f800001 0x4b000000 0xbf7fffff 0x3a83126f 0x3dcccccd 0xcb000000 0x7f7fffff 0x00800000 0x80800001 0x80800000 0xe8f2b785 0x3f7fffff 0x3f000000
  //%     - ptr: f32[2,8]
  //%       out: 0x3f802405 nan 0x7f800000 0x3fc00001 0x7f800000 nan*2 0x3f6edb40 0x00000000*2 0x3f800000 nan*2 0x00000000 nan*2
  entry @fpowf_388(%memory.a: tile<ptr<f32>>, %memory.b: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf32, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf32>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf32, strides=[2,2,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf32>, token
    %r = fpowf %a, %b : tile<4x1x2xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf32, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf32>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowf_388
  //%   args:
  //%     - ptr: f32[4,1,2]
  //%       in: 0xd0fc5ee2 0x80800001 0xbf000000 0x3a83126f 0x00000000 0x7effffff 0xbf800000 0xbf800001
  //%     - ptr: f32[4,1,2]
  //%       in: 0x3a83126f 0xf267a37d 0x3dcccccd 0x41a00000 0x00800001 0xc1700000 0xd0fc5ee2 0xff7fffff
  //%     - ptr: f32[4,1,2]
  //%       out: nan 0x7f800000 nan 0x00000000*3 0x3f800000 0x00000000
  entry @fpowf_389(%memory.a: tile<ptr<f32>>, %memory.b: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf32>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf32>, token
    %r = fpowf %a, %b : tile<2x1x2x4xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf32>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowf_389
  //%   args:
  //%     - ptr: f32[2,1,2,4]
  //%       in: 0xbf800001 0xbf000000 0xbfc00000 0xebc2d42a 0x40400000 0x41a00000 0x3f000000 0x84602cd0 0x7f7ffffe 0x7effffff 0xc0400000 0x9f573617 0x3f800001 0xff7ffffe 0x4b000000 0x3dcccccd
  //%     - ptr: f32[2,1,2,4]
  //%       in: 0x80800001 0xffc00000 0xf267a37d 0x7f7fffff 0x007fffff 0xbf800000 0xffc00000 0x80800000 0x80000002 0x00800001 0x00000001 0x3dcccccd 0x3f800001 0xc0000000 0x3f800001 0x00000002
  //%     - ptr: f32[2,1,2,4]
  //%       out: nan*2 0x00000000 0x7f800000 0x3f800000 0x3d4ccccd nan*2 0x3f800000*2 nan*2 0x3f800001 0x00000000 0x4b000010 0x3f800000
  entry @atan2_390(%memory.a: tile<ptr<f32>>, %memory.b: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> tile<64xf32>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> tile<64xf32>, token
    %r = atan2 %a, %b : tile<64xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf32>, partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: atan2_390
  //%   args:
  //%     - ptr: f32[64]
  //%       in: 0x80800001 0xbf800001 0xc1700000 0x00800001 0x3fbfffff 0x7f7fffff 0x00000000 0x41a00000 0xff7fffff 0x40400000 0xfeffffff 0x80800000 0x00000002 0xc07fffff 0xc6c26e30 0x3f800001 0x807fffff 0xbf800000 0x3f000000 0xc0e80000 0xff7ffffe 0x80000001 0x80000002 0xf267a37d 0x00000001 0xebc2d42a 0xbfc00000 0x84602cd0 0xbfbfffff 0x80000001 0xff800000 0x9f573617 0x7f7ffffe 0x407fffff 0x80000002 0xe8f2b785 0x80000000 0x4b000000 0x00000002 0xbf000000 0xd0fc5ee2 0x3f7fffff 0xffc00000 0x7fc00000 0x80000002 0xc0000000 0x3a83126f 0x7f800000 0x40000000 0x3dcccccd 0xcb000000 0x00800000 0x007fffff 0x3f000000 0x00800001 0x3f800000 0xbf7fffff 0x3f800001 0xc6c26e30 0x7effffff 0x96d235fe 0x3fc00000 0xc0400000 0x42b10000
  //%     - ptr: f32[64]
  //%       in: 0xbfbfffff 0x80800000 0x807fffff 0x3dcccccd 0x41a00000 0xcb000000 0x96d235fe 0xc6c26e30 0x00800001 0xff800000 0x40000000 0xff7ffffe 0xf267a37d 0x3a83126f 0x3f800001 0xc1700000 0x9f573617 0x00000001 0x007fffff 0x40400000 0x3fc00000 0x00000000 0xfeffffff 0xbf000000 0x80000001 0x3f800001 0xc0e80000 0xd0fc5ee2 0xbf800000 0xc07fffff 0x3f800000 0x3f7fffff 0x42b10000 0xc0000000 0x4b000000 0x80800001 0x7effffff 0x7fc00000 0xbfc00000 0x407fffff 0xff7fffff 0x00000002 0xbf7fffff 0x7f7ffffe 0x00800000 0xff7ffffe 0xc0400000 0xe8f2b785 0x80000000 0xffc00000 0xebc2d42a 0x80000002 0x7f7fffff 0x7f800000 0xbf800001 0xc1700000 0x3f000000 0x42b10000 0x3fbfffff 0x84602cd0 0x80000002 0x7fc00000 0xc0e80000 0xbfbfffff
  //%     - ptr: f32[64]
  //%       out: 0xc0490fdb 0xbfc90fdb*2 0x02200001 0x3d99501e 0x3fc90fdb 0x40490fdb 0x404902b0 0xbfc90fdb 0x40490fdb 0xbfc90fdb 0xc0490fdb 0x40490fdb 0xbfc907a9 0xbfc90e8a 0x4044cd33 0xc0490fdb 0xbfc90fdb 0x3fc90fdb 0xbf96d7a7 0xbfc90fdb*2 0xc0490fdb 0xbfc90fdb 0x4016cbe4 0xbfc90fdb 0xc03c0139 0xc0490fdb 0xc00a29c3 0xc0490fdb 0xbfc90fdb 0x9f573618 0x3fc90fdb 0x40023454 0x80000000 0xbfc90fdb 0x80000000 nan 0x40490fdb 0xbdfeadd6 0xc0490fdb 0x3fc90fdb nan*2 0xb4800000 0xc0490fdb 0x40490a65 0x3fc90fdb*2 nan 0xc0490fdb 0x3fc90fdd 0x00000000*2 0x40490fdb 0x4044cd34 0xbf8db70c 0x3c391f41 0xbfc90de1 0x3fc90fdb 0xbfc90fdb nan 0xc02ff3c1 0x3fcb3b31
  entry @atan2_391(%memory.a: tile<ptr<f32>>, %memory.b: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f32>> -> tile<f32>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<f32>> -> tile<f32>, token
    %r = atan2 %a, %b : tile<f32>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f32>>, tile<f32> -> token
    return
  }
  //% - entry: atan2_391
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0x80800000
  //%     - ptr: f32[]
  //%       in: 0xbf800001
  //%     - ptr: f32[]
  //%       out: 0xc0490fdb
  //% - entry: atan2_391
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0x7fc00000
  //%     - ptr: f32[]
  //%       in: 0x807fffff
  //%     - ptr: f32[]
  //%       out: nan
  //% - entry: atan2_391
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0x42b10000
  //%     - ptr: f32[]
  //%       in: 0xff7fffff
  //%     - ptr: f32[]
  //%       out: 0x40490fdb
  entry @atan2_392(%memory.a: tile<ptr<f32>>, %memory.b: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xf32, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>, tile<i32> -> tile<1xf32>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [1], strides = [1] : tensor_view<1xf32, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>, tile<i32> -> tile<1xf32>, token
    %r = atan2 %a, %b : tile<1xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf32>, partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: atan2_392
  //%   args:
  //%     - ptr: f32[1]
  //%       in: 0xbf800000
  //%     - ptr: f32[1]
  //%       in: 0x40400000
  //%     - ptr: f32[1]
  //%       out: 0xbea4bc7d
  entry @atan2_393(%memory.a: tile<ptr<f32>>, %memory.b: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf32, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>, tile<i32> -> tile<2x8xf32>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf32, strides=[8,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>, tile<i32> -> tile<2x8xf32>, token
    %r = atan2 %a, %b : tile<2x8xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf32, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf32>, partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: atan2_393
  //%   args:
  //%     - ptr: f32[2,8]
  //%       in: 0x42b10000 0x3dcccccd 0x00000002 0x7effffff 0x00000000 0xffc00000 0xcb000000 0x7effffff 0xebc2d42a 0x3fc00000 0xc07fffff 0x3f7fffff 0x80800001 0xfeffffff 0xbfc00000 0xc0e80000
  //%     - ptr: f32[2,8]
  //%       in: 0xff7ffffe 0xffc00000 0xbf800001 0x3f800001 0x00000000 0x00800001 0xbfc00000 0x407fffff 0xff800000 0xc0e80000 0x3fbfffff 0x40000000 0xc0400000 0xbf800000 0xc1700000 0x00000001
  //%     - ptr: f32[2,8]
  //%       out: 0x40490fdb nan 0x40490fdb 0x3fc90fdb 0x00000000 nan 0xbfc90fdc 0x3fc90fdb 0xc0490fdb 0x403c0139 0xbf9b23a8 0x3eed6337 0xc0490fdb 0xbfc90fdb 0xc042aee2 0xbfc90fdb
  entry @atan2_394(%memory.a: tile<ptr<f32>>, %memory.b: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf32, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf32>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf32, strides=[2,2,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf32>, token
    %r = atan2 %a, %b : tile<4x1x2xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf32, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf32>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: atan2_394
  //%   args:
  //%     - ptr: f32[4,1,2]
  //%       in: 0x42b10000 0xfeffffff 0x42b10000 0x3f800000 0xebc2d42a 0xc0e80000 0xbfbfffff 0xf267a37d
  //%     - ptr: f32[4,1,2]
  //%       in: 0x3dcccccd 0xbf800001 0x7f7fffff 0x3f800000 0xc1700000 0x41a00000 0x3f000000 0x3f800001
  //%     - ptr: f32[4,1,2]
  //%       out: 0x3fc8ead4 0xbfc90fdb 0x02b10001 0x3f490fdb 0xbfc90fdb 0xbeb20e84 0xbf9fe0bb 0xbfc90fdb
  entry @atan2_395(%memory.a: tile<ptr<f32>>, %memory.b: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf32>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf32>, token
    %r = atan2 %a, %b : tile<2x1x2x4xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf32>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: atan2_395
  //%   args:
  //%     - ptr: f32[2,1,2,4]
  //%       in: 0xffc00000 0x00000002 0x00800000 0x80000002 0xbf000000 0xc0000000 0x80800000 0xe8f2b785 0xd0fc5ee2 0xbfbfffff 0x80000000 0x42b10000 0xc1700000 0x7f800000 0x84602cd0 0x3f800000
  //%     - ptr: f32[2,1,2,4]
  //%       in: 0x7effffff 0xbf800001 0xfeffffff 0x40000000 0xc6c26e30 0xc1700000 0xbf7fffff 0x84602cd0 0x407fffff 0xc0400000 0x40400000 0xc0000000 0x3f800000 0x40400000 0x00800001 0x407fffff
  //%     - ptr: f32[2,1,2,4]
  //%       out: nan 0x40490fdb*2 0x80000001 0xc0490f86 0xc0409421 0xc0490fdb 0xbfc90fdb*2 0xc02b6374 0x80000000 0x3fcbf43f 0xbfc08a8c 0x3fc90fdb 0xbfc87daf 0x3e7adbb1
  entry @fpowi_396(%memory.a: tile<ptr<f32>>, %memory.b: tile<ptr<i1>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> tile<64xf32>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [64], strides = [1] : tensor_view<64xi1, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(64), tensor_view<64xi1, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(64), tensor_view<64xi1, strides=[1]>>, tile<i32> -> tile<64xi1>, token
    %r = fpowi %a, %b : tile<64xf32>, tile<64xi1>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf32>, partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_396
  //%   args:
  //%     - ptr: f32[64]
  //%       in: 0x3fbfffff*2 0xcb000000 0xbf7fffff 0xbf800001 0xc6c26e30 0x96d235fe 0x7effffff 0x00000000 0xfeffffff 0xc1700000 0x40400000 0x3f800001 0x007fffff 0xbfc00000 0x9f573617 0xebc2d42a 0x3f000000 0x80000000 0xff7fffff 0xbf800000 0x80800000 0x00000001 0x00000002 0x80000000 0x3f7fffff 0x84602cd0 0xbf7fffff 0xd0fc5ee2 0x42b10000 0x3fc00000 0xc0e80000 0xbfbfffff 0xf267a37d 0x7f7ffffe 0x4b000000 0x3dcccccd 0xffc00000 0x00800000 0x40000000 0xbf800001 0xff800000 0x41a00000 0xe8f2b785 0xfeffffff 0x407fffff 0xbf000000 0x00800001 0x7f7fffff 0xbf000000 0x7fc00000 0x80000002 0x807fffff 0x3f800000 0xc0000000 0xff7ffffe 0x80000001 0x96d235fe 0x00800000 0xc07fffff 0x3a83126f 0x7f800000 0xc0400000 0x80800001
  //%     - ptr: i1[64]
  //%       in: 0*5 1 0 1 0 1*5 0 1*6 0*2 1 0*2 1 0*4 1*3 0*2 1 0 1 0 1 0*4 1*3 0*4 1*2 0 1 0 1*2 0*2 1 0 1
  //%     - ptr: f32[64]
  //%       out: 0x3f800000*5 0xb8288886 0x3f800000 0x00400000 0x3f800000 0x80400000 0xbd888889 0x3eaaaaab 0x3f7ffffe 0x7e800001 0x3f800000 0xdf98427a 0x93283050 0x40000000 0xff800000 0x80200000 0xbf800000 0x3f800000*2 0x7f800000 0x3f800000*2 0xfa922be7 0x3f800000*4 0xbe0d3dcb 0xbf2aaaac 0x8c8d7634 0x3f800000*2 0x41200000 0x3f800000 0x7e800000 0x3f800000 0xbf7ffffe 0x3f800000*4 0x3e800001 0xc0000000 0x7e7ffffe 0x3f800000*4 0xfe800001 0x3f800000*2 0x80200000 0x3f800000 0xe81be1ad 0x7e800000 0x3f800000*2 0x00000000 0x3f800000 0xfe7ffffe
  entry @fpowi_397(%memory.a: tile<ptr<f32>>, %memory.b: tile<ptr<i1>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f32>> -> tile<f32>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<i1>> -> tile<i1>, token
    %r = fpowi %a, %b : tile<f32>, tile<i1>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f32>>, tile<f32> -> token
    return
  }
  //% - entry: fpowi_397
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0x007fffff
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: f32[]
  //%       out: 0x7e800001
  //% - entry: fpowi_397
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0xff7fffff
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: f32[]
  //%       out: 0x80200000
  //% - entry: fpowi_397
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0xff800000
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: f32[]
  //%       out: 0x80000000
  entry @fpowi_398(%memory.a: tile<ptr<f32>>, %memory.b: tile<ptr<i1>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xf32, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>, tile<i32> -> tile<1xf32>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [1], strides = [1] : tensor_view<1xi1, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(1), tensor_view<1xi1, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(1), tensor_view<1xi1, strides=[1]>>, tile<i32> -> tile<1xi1>, token
    %r = fpowi %a, %b : tile<1xf32>, tile<1xi1>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf32>, partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_398
  //%   args:
  //%     - ptr: f32[1]
  //%       in: 0x80000000
  //%     - ptr: i1[1]
  //%       in: 0
  //%     - ptr: f32[1]
  //%       out: 0x3f800000
  entry @fpowi_399(%memory.a: tile<ptr<f32>>, %memory.b: tile<ptr<i1>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf32, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>, tile<i32> -> tile<2x8xf32>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xi1, strides=[8,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x8), tensor_view<2x8xi1, strides=[8,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xi1, strides=[8,1]>>, tile<i32> -> tile<2x8xi1>, token
    %r = fpowi %a, %b : tile<2x8xf32>, tile<2x8xi1>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf32, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf32>, partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_399
  //%   args:
  //%     - ptr: f32[2,8]
  //%       in: 0xffc00000 0x80000000 0xd0fc5ee2 0x4b000000 0xc1700000 0x7fc00000 0x00000000 0xc0000000 0x3fc00000 0x3f800000 0xbf800001 0x80800001 0x407fffff 0x40400000 0x3f000000 0x41a00000
  //%     - ptr: i1[2,8]
  //%       in: 0 1 0*2 1 0*2 1*3 0 1*2 0*2 1
  //%     - ptr: f32[2,8]
  //%       out: 0x3f800000 0xff800000 0x3f800000*2 0xbd888889 0x3f800000*2 0xbf000000 0x3f2aaaab 0x3f800000*2 0xfe7ffffe 0x3e800001 0x3f800000*2 0x3d4ccccd
  entry @fpowi_400(%memory.a: tile<ptr<f32>>, %memory.b: tile<ptr<i1>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf32, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf32>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xi1, strides=[2,2,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xi1, strides=[2,2,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xi1, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xi1>, token
    %r = fpowi %a, %b : tile<4x1x2xf32>, tile<4x1x2xi1>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf32, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf32>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_400
  //%   args:
  //%     - ptr: f32[4,1,2]
  //%       in: 0x407fffff 0x3a83126f 0x00800000 0x80800000 0xbfbfffff 0x807fffff 0x3f800000 0x00000000
  //%     - ptr: i1[4,1,2]
  //%       in: 0 1 0*3 1*3
  //%     - ptr: f32[4,1,2]
  //%       out: 0x3f800000 0x4479ffff 0x3f800000*3 0xfe800001 0x3f800000 0x7f800000
  entry @fpowi_401(%memory.a: tile<ptr<f32>>, %memory.b: tile<ptr<i1>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf32>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xi1, strides=[8,8,4,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi1, strides=[8,8,4,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi1, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xi1>, token
    %r = fpowi %a, %b : tile<2x1x2x4xf32>, tile<2x1x2x4xi1>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf32>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_401
  //%   args:
  //%     - ptr: f32[2,1,2,4]
  //%       in: 0x3f800000 0x7effffff 0x80000002 0x9f573617 0xbf800000 0xc07fffff 0xff7fffff 0xc0000000 0x3a83126f 0x84602cd0 0x007fffff 0x3fbfffff 0x00000001 0x42b10000 0xbf000000 0x40000000
  //%     - ptr: i1[2,1,2,4]
  //%       in: 1*2 0*4 1 0*6 1 0*2
  //%     - ptr: f32[2,1,2,4]
  //%       out: 0x3f800000 0x00400000 0x3f800000*4 0x80200000 0x3f800000*6 0x3c392144 0x3f800000*2
  entry @fpowi_402(%memory.a: tile<ptr<f32>>, %memory.b: tile<ptr<i8>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> tile<64xf32>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [64], strides = [1] : tensor_view<64xi8, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(64), tensor_view<64xi8, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(64), tensor_view<64xi8, strides=[1]>>, tile<i32> -> tile<64xi8>, token
    %r = fpowi %a, %b : tile<64xf32>, tile<64xi8>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf32>, partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_402
  //%   args:
  //%     - ptr: f32[64]
  //%       in: 0x7fc00000 0xff7ffffe 0x80800000 0x3fc00000 0x00000000 0x7effffff 0xcb000000 0x3f800001 0x00000000 0x7f7ffffe 0x80000002 0x41a00000 0x00000001 0xffc00000 0x7f800000 0xbf7fffff 0xff800000*2 0x00800000 0xc6c26e30 0x3f800000 0x00000002 0x00800001 0x007fffff 0x80000000 0x40400000 0x80800001 0x42b10000 0xbf800001 0xc0000000 0xbfc00000 0x00000002 0x9f573617 0x84602cd0 0x3a83126f 0xbf800000 0xbfc00000 0xebc2d42a 0x3fbfffff 0x407fffff 0x3dcccccd 0xc1700000 0xbfbfffff 0xc0e80000 0x7f7fffff 0x00000000 0xd0fc5ee2 0x80000001 0xc07fffff 0x807fffff 0x3f7fffff 0x40000000 0xf267a37d 0x4b000000 0xfeffffff 0x00800001 0xc0400000 0x80800001 0x3f000000 0xff7fffff 0xe8f2b785 0xbf7fffff 0xbf000000 0x96d235fe
  //%     - ptr: i8[64]
  //%       in: 0x01 0x00 0x01 0x00 0x01 0x02 0x78 0xfe 0x00 0x15 0x40 0x64 0x02 0xff 0x40 0xff 0x81 0x41 0x15 0xb1 0xfd 0x07 0x78 0x01 0x03 0x05 0x03 0xfe 0x02 0x07 0xfe 0x41 0x81*2 0x40 0x05 0x41 0x05 0x01 0x15 0x78 0x41 0xfe 0x15 0x05 0xff 0x80 0x02*2 0x00 0x7f 0x02 0x78 0x81 0x15 0xb1 0x7f 0x05 0xfe 0x05 0x02*2 0xfe 0xff
  //%     - ptr: f32[64]
  //%       out: nan 0x3f800000 0x80800000 0x3f800000 0x00000000 0x7f800000*2 0x3f7ffffc 0x3f800000 0x7f800000 0x00000000 0x7f800000 0x00000000 nan 0x7f800000 0xbf800001 0x80000000 0xff800000 0x00000000 0x80000000 0x3f800000 0x00000000*2 0x007fffff 0x80000000 0x43730000 0x80000000 0x3905e119 0x3f800002 0xc3000000 0x3ee38e39 0x00000000 0xff800000*2 0x00000000 0xbf800000 0xd282047e 0xff800000 0x3fbfffff 0x547fffeb 0x00000000 0xff800000 0x3ee38e3b 0xdd819238 0x7f800000*2 0x00000000*2 0x417ffffe 0x3f800000 0x3f7fff81 0x40800000 0x7f800000 0x00000000 0xff800000 0x7f800000 0xff800000 0x80000000 0x40800000 0xff800000 0x7f800000 0x3f7ffffe 0x40800000 0xe81be1ad
  entry @fpowi_403(%memory.a: tile<ptr<f32>>, %memory.b: tile<ptr<i8>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f32>> -> tile<f32>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<i8>> -> tile<i8>, token
    %r = fpowi %a, %b : tile<f32>, tile<i8>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f32>>, tile<f32> -> token
    return
  }
  //% - entry: fpowi_403
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0xbf7fffff
  //%     - ptr: i8[]
  //%       in: 0xfe
  //%     - ptr: f32[]
  //%       out: 0x3f800001
  //% - entry: fpowi_403
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0x3a83126f
  //%     - ptr: i8[]
  //%       in: 0x40
  //%     - ptr: f32[]
  //%       out: 0x00000000
  //% - entry: fpowi_403
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0xc0400000
  //%     - ptr: i8[]
  //%       in: 0x02
  //%     - ptr: f32[]
  //%       out: 0x41100000
  entry @fpowi_404(%memory.a: tile<ptr<f32>>, %memory.b: tile<ptr<i8>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xf32, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>, tile<i32> -> tile<1xf32>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [1], strides = [1] : tensor_view<1xi8, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(1), tensor_view<1xi8, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(1), tensor_view<1xi8, strides=[1]>>, tile<i32> -> tile<1xi8>, token
    %r = fpowi %a, %b : tile<1xf32>, tile<1xi8>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf32>, partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_404
  //%   args:
  //%     - ptr: f32[1]
  //%       in: 0x40400000
  //%     - ptr: i8[1]
  //%       in: 0x80
  //%     - ptr: f32[1]
  //%       out: 0x00000000
  entry @fpowi_405(%memory.a: tile<ptr<f32>>, %memory.b: tile<ptr<i8>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf32, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>, tile<i32> -> tile<2x8xf32>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xi8, strides=[8,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x8), tensor_view<2x8xi8, strides=[8,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xi8, strides=[8,1]>>, tile<i32> -> tile<2x8xi8>, token
    %r = fpowi %a, %b : tile<2x8xf32>, tile<2x8xi8>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf32, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf32>, partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_405
  //%   args:
  //%     - ptr: f32[2,8]
  //%       in: 0xe8f2b785 0x40000000 0xbf800000 0x9f573617 0x80800000 0x3f7fffff 0x41a00000 0x3f7fffff 0x3dcccccd 0x7f7fffff 0xc0000000 0x807fffff 0xffc00000 0xbf800001 0x3fc00000 0xc0400000
  //%     - ptr: i8[2,8]
  //%       in: 0xff 0x41 0x40 0xff 0x64 0x78 0xfe 0xff 0x01 0x15 0x07 0x03 0xff 0x02 0x80 0x05
  //%     - ptr: f32[2,8]
  //%       out: 0x9607014a 0x60000000 0x3f800000 0xdf98427a 0x00000000 0x3f7fff88 0x3b23d70a 0x3f800001 0x3dcccccd 0x7f800000 0xc3000000 0x80000000 nan 0x3f800002 0x1a0b90cd 0xc3730000
  entry @fpowi_406(%memory.a: tile<ptr<f32>>, %memory.b: tile<ptr<i8>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf32, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf32>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xi8, strides=[2,2,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xi8, strides=[2,2,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xi8, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xi8>, token
    %r = fpowi %a, %b : tile<4x1x2xf32>, tile<4x1x2xi8>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf32, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf32>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_406
  //%   args:
  //%     - ptr: f32[4,1,2]
  //%       in: 0x96d235fe 0x3a83126f 0xc1700000 0x00800000 0x7fc00000*2 0xfeffffff 0x41a00000
  //%     - ptr: i8[4,1,2]
  //%       in: 0x7f 0x64 0x80 0x05 0x40 0x01 0x81 0x03
  //%     - ptr: f32[4,1,2]
  //%       out: 0x80000000 0x00000000*3 nan*2 0x80000000 0x45fa0000
  entry @fpowi_407(%memory.a: tile<ptr<f32>>, %memory.b: tile<ptr<i8>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf32>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xi8, strides=[8,8,4,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi8, strides=[8,8,4,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi8, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xi8>, token
    %r = fpowi %a, %b : tile<2x1x2x4xf32>, tile<2x1x2x4xi8>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf32>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_407
  //%   args:
  //%     - ptr: f32[2,1,2,4]
  //%       in: 0x80000002 0x7f7ffffe 0x3fc00000 0xff7fffff 0x80000000 0xffc00000 0xc0e80000 0xbf7fffff 0xbf800000 0x00800001 0xbf000000 0x007fffff 0x00000000*2 0x407fffff 0x3fbfffff
  //%     - ptr: i8[2,1,2,4]
  //%       in: 0x01 0xb1 0x80 0xfe 0x05 0x03 0x15 0xb1 0x05 0x41 0x40 0x00 0xb1 0x40 0x7f 0x81
  //%     - ptr: f32[2,1,2,4]
  //%       out: 0x80000002 0x00000000 0x1a0b90cd 0x00000000 0x80000000 nan 0xdd819238 0xbf800028 0xbf800000 0x00000000 0x1f800000 0x3f800000 0x7f800000 0x00000000 0x7f800000 0x1a5159be
  entry @fpowi_408(%memory.a: tile<ptr<f32>>, %memory.b: tile<ptr<i16>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> tile<64xf32>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [64], strides = [1] : tensor_view<64xi16, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(64), tensor_view<64xi16, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(64), tensor_view<64xi16, strides=[1]>>, tile<i32> -> tile<64xi16>, token
    %r = fpowi %a, %b : tile<64xf32>, tile<64xi16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf32>, partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_408
  //%   args:
  //%     - ptr: f32[64]
  //%       in: 0x84602cd0 0xcb000000 0xc07fffff 0xcb000000 0xc0000000 0x41a00000 0x3f7fffff 0x807fffff 0x007fffff 0x40000000 0x7fc00000 0x42b10000 0x7f800000 0xffc00000 0x00800000 0xc0400000 0x9f573617 0x80000000 0x3a83126f 0xd0fc5ee2 0x3fbfffff 0xc6c26e30 0x00000002 0x7f7ffffe 0x4b000000 0xebc2d42a 0x96d235fe 0x7effffff 0xbf800000 0x40000000 0xbf800001 0xc0e80000 0x3fc00000 0x3f800001 0xff800000 0x3f800000 0xe8f2b785 0x407fffff 0x3dcccccd 0x007fffff 0xfeffffff 0xff7ffffe 0xbfc00000 0x80800000 0xf267a37d 0xbfbfffff 0x00000001 0x80000001 0x00000000 0x80000002 0x7f7fffff 0x7f7ffffe 0xc1700000 0x00800001 0x3dcccccd 0x3f000000 0x40400000 0xff7fffff 0x3fc00000 0xbfbfffff 0xbf000000 0x3a83126f 0xbf7fffff 0x80800001
  //%     - ptr: i16[64]
  //%       in: 0x0002 0x8000 0xbc8d 0x0000 0xfffd 0xf982*2 0xbc8d 0xfffe 0x7fff 0xbc8d 0x0007 0xfffe 0x10fe 0xfffe 0x0002 0x0007 0x8001 0x726c 0x0000 0xb68e 0xffff 0x10fe 0x7fff 0xfffd 0x0000 0xbc8d 0x0001 0x0000 0x0002 0x6efd 0xfffd 0x0064 0xffff 0x8000 0x0007 0x8000 0xfffe 0x0007 0xfffd 0x8000 0xffff 0x0003 0xb68e 0x0000 0x10fe 0x0002 0xfffe 0x0000*2 0x6efd 0xbc8d 0x0007 0x0000 0x0003*2 0x0005*2 0x0064 0x726c 0x0001 0xfffe 0x8000 0x0003
  //%     - ptr: f32[64]
  //%       out: 0x00000000*2 0x80000000 0x3f800000 0xbe000000 0x00000000 0x3f80033f 0xff800000 0x7f800000*2 nan 0x561ab0b7 0x00000000 nan 0x7f800000 0x41100000 0x80000000 0xff800000 0x00000000 0x3f800000 0x00000000 0xb8288886 0x00000000 0x7f800000 0x1d000000 0x3f800000 0xff800000 0x7effffff 0x3f800000 0x40800000 0xbf806f2d 0xbb2bf9a9 0x5cb48ca8 0x3f7ffffe 0x00000000 0x3f800000 0x00000000 0x3d800001 0x33d6bf96 0x7f800000 0x00000000 0x80200000 0xc0580000 0x7f800000 0x3f800000 0x7f800000 0x00000000 0x7f800000 0x3f800000*2 0x7f800000 0x00000000 0xcd22f1b7 0x3f800000 0x3a83126f 0x3e000000 0x43730000 0xff800000 0x5cb48ca8 0x7f800000 0xbf000000 0x497423fe 0x3f804010 0x80000000
  entry @fpowi_409(%memory.a: tile<ptr<f32>>, %memory.b: tile<ptr<i16>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f32>> -> tile<f32>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<i16>> -> tile<i16>, token
    %r = fpowi %a, %b : tile<f32>, tile<i16>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f32>>, tile<f32> -> token
    return
  }
  //% - entry: fpowi_409
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0xe8f2b785
  //%     - ptr: i16[]
  //%       in: 0x10fe
  //%     - ptr: f32[]
  //%       out: 0x7f800000
  //% - entry: fpowi_409
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0xc6c26e30
  //%     - ptr: i16[]
  //%       in: 0x8001
  //%     - ptr: f32[]
  //%       out: 0x80000000
  //% - entry: fpowi_409
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0xc1700000
  //%     - ptr: i16[]
  //%       in: 0x10fe
  //%     - ptr: f32[]
  //%       out: 0x7f800000
  entry @fpowi_410(%memory.a: tile<ptr<f32>>, %memory.b: tile<ptr<i16>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xf32, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>, tile<i32> -> tile<1xf32>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [1], strides = [1] : tensor_view<1xi16, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(1), tensor_view<1xi16, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(1), tensor_view<1xi16, strides=[1]>>, tile<i32> -> tile<1xi16>, token
    %r = fpowi %a, %b : tile<1xf32>, tile<1xi16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf32>, partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_410
  //%   args:
  //%     - ptr: f32[1]
  //%       in: 0x3fc00000
  //%     - ptr: i16[1]
  //%       in: 0x0000
  //%     - ptr: f32[1]
  //%       out: 0x3f800000
  entry @fpowi_411(%memory.a: tile<ptr<f32>>, %memory.b: tile<ptr<i16>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf32, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>, tile<i32> -> tile<2x8xf32>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xi16, strides=[8,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x8), tensor_view<2x8xi16, strides=[8,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xi16, strides=[8,1]>>, tile<i32> -> tile<2x8xi16>, token
    %r = fpowi %a, %b : tile<2x8xf32>, tile<2x8xi16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf32, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf32>, partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_411
  //%   args:
  //%     - ptr: f32[2,8]
  //%       in: 0x7f7fffff 0x96d235fe 0xc0e80000 0xc1700000 0xbf800000 0x7effffff 0x7f7ffffe 0xff800000 0x7f7ffffe 0x9f573617 0xe8f2b785 0x40000000 0xff7fffff 0xebc2d42a 0xfeffffff 0xffc00000
  //%     - ptr: i16[2,8]
  //%       in: 0x0003 0x0005 0x0064 0xb68e 0x6efd 0xffff 0xfffd 0x8001 0xfffe*2 0x0002 0x0003 0x10fe 0x8001 0x0003 0x0000
  //%     - ptr: f32[2,8]
  //%       out: 0x7f800000 0x80000000 0x7f800000 0x00000000 0xbf800000 0x00400000 0x00000000 0x80000000 0x00000000 0x7f800000*2 0x41000000 0x7f800000 0x80000000 0xff800000 0x3f800000
  entry @fpowi_412(%memory.a: tile<ptr<f32>>, %memory.b: tile<ptr<i16>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf32, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf32>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xi16, strides=[2,2,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xi16, strides=[2,2,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xi16, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xi16>, token
    %r = fpowi %a, %b : tile<4x1x2xf32>, tile<4x1x2xi16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf32, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf32>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_412
  //%   args:
  //%     - ptr: f32[4,1,2]
  //%       in: 0x80800000 0xc0000000 0x407fffff 0x7fc00000 0x00000001 0xc0400000 0xc1700000 0xbf7fffff
  //%     - ptr: i16[4,1,2]
  //%       in: 0x0007 0x0000 0xffff*2 0x6efd 0x0064 0x726c 0x0002
  //%     - ptr: f32[4,1,2]
  //%       out: 0x80000000 0x3f800000 0x3e800001 nan 0x00000000 0x7f800000*2 0x3f7ffffe
  entry @fpowi_413(%memory.a: tile<ptr<f32>>, %memory.b: tile<ptr<i16>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf32>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xi16, strides=[8,8,4,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi16, strides=[8,8,4,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi16, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xi16>, token
    %r = fpowi %a, %b : tile<2x1x2x4xf32>, tile<2x1x2x4xi16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf32>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_413
  //%   args:
  //%     - ptr: f32[2,1,2,4]
  //%       in: 0xbf800000 0x80800000 0x40400000 0x3f800001 0xbfbfffff 0xcb000000 0x80800001 0xff7ffffe 0xc0e80000 0x00800000 0xff7ffffe 0x7f7fffff 0x3f000000 0x3f800000 0xbf800001 0x00800000
  //%     - ptr: i16[2,1,2,4]
  //%       in: 0x10fe 0xfffe 0x10fe 0xf982 0xb68e 0x726c 0x0001 0xfffd 0x0001 0x0003 0xf982 0xfffd 0x726c 0x8000 0xfffe 0xfffd
  //%     - ptr: f32[2,1,2,4]
  //%       out: 0x3f800000 0x7f800000*2 0x3f7ff304 0x00000000 0x7f800000 0x80800001 0x80000000 0xc0e80000 0x00000000*4 0x3f800000 0x3f7ffffc 0x7f800000
  entry @fpowi_414(%memory.a: tile<ptr<f32>>, %memory.b: tile<ptr<i32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> tile<64xf32>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [64], strides = [1] : tensor_view<64xi32, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(64), tensor_view<64xi32, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(64), tensor_view<64xi32, strides=[1]>>, tile<i32> -> tile<64xi32>, token
    %r = fpowi %a, %b : tile<64xf32>, tile<64xi32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf32>, partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_414
  //%   args:
  //%     - ptr: f32[64]
  //%       in: 0xcb000000 0x3fc00000 0x3fbfffff 0xbf800000 0x96d235fe 0x42b10000 0xff7ffffe 0x3f800000 0xf267a37d 0xbfbfffff 0xc6c26e30 0xebc2d42a 0x3a83126f 0xbf7fffff 0x41a00000 0x7f800000 0x00000002 0xd0fc5ee2 0xe8f2b785 0x40400000 0xbfc00000 0x00800001 0x3f000000 0x7f7ffffe 0x80800001 0xbfbfffff 0x00000000 0x80800001 0xff7fffff 0x4b000000 0x80000000 0x807fffff 0x80000001 0x80000000 0x7effffff 0x7f7fffff 0x40400000 0xffc00000 0x40000000 0xc0400000 0x9f573617 0xc0e80000 0x84602cd0 0xc07fffff 0x007fffff 0x7fc00000 0xbfbfffff 0xc1700000 0x80800000 0x3f800001 0xc0000000 0x00000000 0xbf800001 0x407fffff 0x3f7fffff 0x00000001 0xbf000000 0xff800000 0xfeffffff 0x00800000 0xff7fffff 0x3f000000 0x3dcccccd 0x80000002
  //%     - ptr: i32[64]
  //%       in: 0x3f63b885 0xfffffffe 0xfffffffd 0x00000001 0x00000002 0xffffffff 0xfa351fa5 0x2d216413*2 0xffffffff 0x00000064 0xfffffffe 0x00000001 0x00000007 0xfffffffe 0xecca7db0 0x00000000 0x00000001 0x7fffffff 0x80000001 0xfffffffe 0x00000003 0xd0fb74ef 0xfffffffe 0xffffffff 0xecca7db0*2 0x2d216413 0x00000003 0xfffffffe 0x00000064 0xfffffffe 0x80000001 0x00000003 0xfffffffe 0x0a2ed947 0x00000007 0x3f63b885 0x0a2ed947 0x00000003*2 0xd0fb74ef 0x00000007 0xfffffffd 0x3f63b885 0x00000002 0x00000003 0x80000000 0x00000064 0x80000001 0x00000001 0xfa351fa5 0xfffffffd 0x7fffffff 0x00000000 0x00000007 0xfffffffe 0x7fffffff 0x00000001 0x80000000 0x00000000 0x0a2ed947 0x00000005 0xfffffffd
  //%     - ptr: f32[64]
  //%       out: 0xff800000 0x3ee38e39 0x3e97b428 0xbf800000 0x00000000 0x3c392144 0x80000000 0x3f800000 0xff800000 0xbf2aaaac 0x7f800000 0x00000000 0x3a83126f 0xbf7ffff9 0x3b23d70a 0x00000000 0x3f800000 0xd0fc5ee2 0xff800000 0x00000000 0x3ee38e39 0x00000000 0x7f800000 0x00000000 0xfe7ffffe 0x00000000 0x7f800000 0x80000000 0xff800000 0x28800000 0x00000000 0x7f800000 0xff800000 0x80000000 0x00000000 0x7f800000 0x4508b000 nan 0x7f800000 0xc1d80000 0x80000000*3 0xbc800002 0x00000000 nan 0xc057fffd 0x00000000*3 0xc0000000 0x7f800000 0xbf7ffffa 0x7f800000 0x3f800000 0x00000000 0x40800000 0xff800000 0xfeffffff 0x7f800000 0x3f800000 0x00000000 0x3727c5ad 0xff800000
  entry @fpowi_415(%memory.a: tile<ptr<f32>>, %memory.b: tile<ptr<i32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f32>> -> tile<f32>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<i32>> -> tile<i32>, token
    %r = fpowi %a, %b : tile<f32>, tile<i32>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f32>>, tile<f32> -> token
    return
  }
  //% - entry: fpowi_415
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0x41a00000
  //%     - ptr: i32[]
  //%       in: 0x7fffffff
  //%     - ptr: f32[]
  //%       out: 0x7f800000
  //% - entry: fpowi_415
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0x96d235fe
  //%     - ptr: i32[]
  //%       in: 0xfffffffd
  //%     - ptr: f32[]
  //%       out: 0xff800000
  //% - entry: fpowi_415
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0xffc00000
  //%     - ptr: i32[]
  //%       in: 0x00000001
  //%     - ptr: f32[]
  //%       out: nan
  entry @fpowi_416(%memory.a: tile<ptr<f32>>, %memory.b: tile<ptr<i32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xf32, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>, tile<i32> -> tile<1xf32>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [1], strides = [1] : tensor_view<1xi32, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(1), tensor_view<1xi32, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(1), tensor_view<1xi32, strides=[1]>>, tile<i32> -> tile<1xi32>, token
    %r = fpowi %a, %b : tile<1xf32>, tile<1xi32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf32>, partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_416
  //%   args:
  //%     - ptr: f32[1]
  //%       in: 0x40400000
  //%     - ptr: i32[1]
  //%       in: 0xecca7db0
  //%     - ptr: f32[1]
  //%       out: 0x00000000
  entry @fpowi_417(%memory.a: tile<ptr<f32>>, %memory.b: tile<ptr<i32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf32, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>, tile<i32> -> tile<2x8xf32>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xi32, strides=[8,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x8), tensor_view<2x8xi32, strides=[8,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xi32, strides=[8,1]>>, tile<i32> -> tile<2x8xi32>, token
    %r = fpowi %a, %b : tile<2x8xf32>, tile<2x8xi32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf32, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf32>, partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_417
  //%   args:
  //%     - ptr: f32[2,8]
  //%       in: 0xbf800000 0x84602cd0 0xe8f2b785 0x4b000000 0xfeffffff 0xbf7fffff 0x00800000 0xbfc00000 0x3f000000 0x3fbfffff 0x00800001 0x7effffff 0x7f7ffffe 0xc0000000 0x00000000 0x80000000
  //%     - ptr: i32[2,8]
  //%       in: 0x00000002 0x00000005 0x00000064 0x3f63b885 0x00000007 0x00000001 0x00000003 0x80000001*2 0x3f63b885 0x2d216413 0x80000001 0xfa351fa5 0x7fffffff 0x80000000 0xffffffff
  //%     - ptr: f32[2,8]
  //%       out: 0x3f800000 0x80000000 0x7f800000*2 0xff800000 0xbf7fffff 0x00000000 0x80000000 0x7f800000*2 0x00000000*3 0xff800000 0x7f800000 0xff800000
  entry @fpowi_418(%memory.a: tile<ptr<f32>>, %memory.b: tile<ptr<i32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf32, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf32>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xi32, strides=[2,2,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xi32, strides=[2,2,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xi32, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xi32>, token
    %r = fpowi %a, %b : tile<4x1x2xf32>, tile<4x1x2xi32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf32, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf32>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_418
  //%   args:
  //%     - ptr: f32[4,1,2]
  //%       in: 0x80000000 0x3fc00000 0x3f7fffff 0x00000000 0x80000001 0xebc2d42a 0xc1700000 0xc0400000
  //%     - ptr: i32[4,1,2]
  //%       in: 0xfa351fa5 0x00000003 0x2d216413 0x00000003 0xffffffff 0x0a2ed947 0xd0fb74ef 0x80000000
  //%     - ptr: f32[4,1,2]
  //%       out: 0xff800000 0x40580000 0x1eed4bda 0x00000000 0xff800000*2 0x80000000 0x00000000
  entry @fpowi_419(%memory.a: tile<ptr<f32>>, %memory.b: tile<ptr<i32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf32>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xi32, strides=[8,8,4,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi32, strides=[8,8,4,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi32, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xi32>, token
    %r = fpowi %a, %b : tile<2x1x2x4xf32>, tile<2x1x2x4xi32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf32>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_419
  //%   args:
  //%     - ptr: f32[2,1,2,4]
  //%       in: 0x3f800001 0x41a00000 0xf267a37d 0x3dcccccd 0x407fffff 0xc0000000 0x96d235fe 0x40400000 0xcb000000 0xc0e80000 0x3f7fffff 0xf267a37d 0x00800001 0xffc00000 0x80800000 0x00000001
  //%     - ptr: i32[2,1,2,4]
  //%       in: 0x7fffffff 0xffffffff 0x80000000 0xfffffffe 0x3f63b885 0x00000002 0x2d216413 0xd0fb74ef 0x00000005 0x00000001 0xfa351fa5 0x00000000 0xfa351fa5 0x00000001 0xffffffff 0x00000003
  //%     - ptr: f32[2,1,2,4]
  //%       out: 0x7f800000 0x3d4ccccd 0x00000000 0x42c80000 0x7f800000 0x40800000 0x80000000 0x00000000 0xf9000000 0xc0e80000 0x43a3e9dc 0x3f800000 0x7f800000 nan 0xfe800000 0x00000000
  entry @exp_420(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xf64, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>, tile<i32> -> tile<64xf64>, token
    %r = exp %a : tile<64xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf64, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf64>, partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: exp_420
  //%   args:
  //%     - ptr: f64[64]
  //%       in: 0xfff8000000000000 0xe5829c36bbc0e154 0x0000000000000002 0x8000000000000002 0xc01d000000000000 0x0000000000000002 0xffdfffffffffffff 0xbfe0000000000000 0x800fffffffffffff 0x4330000000000000 0xa5d0ce8664f11b89 0xbff8000000000000 0xc330000000000000 0xc00fffffffffffff 0x0010000000000001 0xfff0000000000000 0x3fe0000000000000 0x0000000000000000 0xffefffffffffffff 0x7ff0000000000000 0x8000000000000001 0x4008000000000000 0x3f50624dd2f1a9fc 0x4056200000000000 0x727008111000def1 0xc02e000000000000 0x3ff0000000000001 0xffdfffffffffffff 0x8010000000000001 0xbff7ffffffffffff 0x3f50624dd2f1a9fc 0x7ff8000000000000 0x3fefffffffffffff 0xc008000000000000 0xa283951946f2fa9d 0x1d2e18b6c7541e4c 0xffeffffffffffffe 0x000fffffffffffff 0x3ff0000000000000 0x7fdfffffffffffff 0x400fffffffffffff 0x0010000000000000 0xc000000000000000 0x3ff7ffffffffffff 0x3fb999999999999a 0xbfefffffffffffff 0x4034000000000000 0x8010000000000000 0x79fcfa1a0a160e04 0x7ff0000000000000 0x7fefffffffffffff 0x3ff8000000000000 0x7ff0000000000000 0xbff0000000000001 0x79fcfa1a0a160e04 0x2b29b2b0f1f91f40 0x4034000000000000 0xbff0000000000000 0xd5961b7651219f89 0x0000000000000001 0x7feffffffffffffe 0x8000000000000000 0x4000000000000000 0x0000000000000001
  //%     - ptr: f64[64]
  //%       out: nan 0x0000000000000000 0x3ff0000000000000*2 0x3f47455fe323fafd 0x3ff0000000000000 0x0000000000000000 0x3fe368b2fc6f960a 0x3ff0000000000000 0x7ff0000000000000 0x3ff0000000000000 0x3fcc8f87724b5c1d 0x0000000000000000 0x3f92c155b8213cf7 0x3ff0000000000000 0x0000000000000000 0x3ffa61298e1e069c 0x3ff0000000000000 0x0000000000000000 0x7ff0000000000000 0x3ff0000000000000 0x403415e5bf6fb106 0x3ff0041919b7ee34 0x47e99b987155fe28 0x7ff0000000000000 0x3e94875ca227ec38 0x4005bf0a8b14576b 0x0000000000000000 0x3ff0000000000000 0x3fcc8f87724b5c1f 0x3ff0041919b7ee34 nan 0x4005bf0a8b145769 0x3fa97db0ccceb0af 0x3ff0000000000000*2 0x0000000000000000 0x3ff0000000000000 0x4005bf0a8b145769 0x7ff0000000000000 0x404b4c902e273a55 0x3ff0000000000000 0x3fc152aaa3bf81cc 0x4011ed3fe64fc540 0x3ff1aec7b35a00d4 0x3fd78b56362cef39 0x41bceb088b68e804 0x3ff0000000000000 0x7ff0000000000000*3 0x4011ed3fe64fc541 0x7ff0000000000000 0x3fd78b56362cef36 0x7ff0000000000000 0x3ff0000000000000 0x41bceb088b68e804 0x3fd78b56362cef38 0x0000000000000000 0x3ff0000000000000 0x7ff0000000000000 0x3ff0000000000000 0x401d8e64b8d4ddae 0x3ff0000000000000
  entry @exp_421(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f64>> -> tile<f64>, token
    %r = exp %a : tile<f64>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f64>>, tile<f64> -> token
    return
  }
  //% - entry: exp_421
  //%   args:
  //%     - ptr: f64[]
  //%       in: 0x7fefffffffffffff
  //%     - ptr: f64[]
  //%       out: 0x7ff0000000000000
  //% - entry: exp_421
  //%   args:
  //%     - ptr: f64[]
  //%       in: 0xd5961b7651219f89
  //%     - ptr: f64[]
  //%       out: 0x0000000000000000
  //% - entry: exp_421
  //%   args:
  //%     - ptr: f64[]
  //%       in: 0xfff8000000000000
  //%     - ptr: f64[]
  //%       out: nan
  entry @exp_422(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xf64, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>, tile<i32> -> tile<1xf64>, token
    %r = exp %a : tile<1xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf64, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf64>, partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: exp_422
  //%   args:
  //%     - ptr: f64[1]
  //%       in: 0xffeffffffffffffe
  //%     - ptr: f64[1]
  //%       out: 0x0000000000000000
  entry @exp_423(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf64, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>, tile<i32> -> tile<2x8xf64>, token
    %r = exp %a : tile<2x8xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf64, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf64>, partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: exp_423
  //%   args:
  //%     - ptr: f64[2,8]
  //%       in: 0xd5961b7651219f89 0x000fffffffffffff 0x3ff0000000000001 0x3f50624dd2f1a9fc 0xbff0000000000000 0xfff0000000000000 0x4000000000000000 0x79fcfa1a0a160e04 0xc000000000000000 0xa5d0ce8664f11b89 0x4034000000000000 0x800fffffffffffff 0xffdfffffffffffff 0x7feffffffffffffe 0xbff8000000000000 0x8000000000000000
  //%     - ptr: f64[2,8]
  //%       out: 0x0000000000000000 0x3ff0000000000000 0x4005bf0a8b14576b 0x3ff0041919b7ee34 0x3fd78b56362cef38 0x0000000000000000 0x401d8e64b8d4ddae 0x7ff0000000000000 0x3fc152aaa3bf81cc 0x3ff0000000000000 0x41bceb088b68e804 0x3ff0000000000000 0x0000000000000000 0x7ff0000000000000 0x3fcc8f87724b5c1d 0x3ff0000000000000
  entry @exp_424(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf64, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf64>, token
    %r = exp %a : tile<4x1x2xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf64, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf64>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: exp_424
  //%   args:
  //%     - ptr: f64[4,1,2]
  //%       in: 0xffefffffffffffff 0xc01d000000000000 0x7ff0000000000000 0x4034000000000000 0xbff7ffffffffffff 0xc330000000000000 0xfff0000000000000 0xc02e000000000000
  //%     - ptr: f64[4,1,2]
  //%       out: 0x0000000000000000 0x3f47455fe323fafd 0x7ff0000000000000 0x41bceb088b68e804 0x3fcc8f87724b5c1f 0x0000000000000000*2 0x3e94875ca227ec38
  entry @exp_425(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf64>, token
    %r = exp %a : tile<2x1x2x4xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf64>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: exp_425
  //%   args:
  //%     - ptr: f64[2,1,2,4]
  //%       in: 0xc00fffffffffffff 0xffeffffffffffffe 0x000fffffffffffff 0x0010000000000000 0xc01d000000000000 0xc008000000000000 0x4056200000000000 0x727008111000def1 0x4008000000000000 0xbff8000000000000 0x7feffffffffffffe 0x8010000000000001 0x8010000000000000 0x0000000000000001 0x2b29b2b0f1f91f40 0xc02e000000000000
  //%     - ptr: f64[2,1,2,4]
  //%       out: 0x3f92c155b8213cf7 0x0000000000000000 0x3ff0000000000000*2 0x3f47455fe323fafd 0x3fa97db0ccceb0af 0x47e99b987155fe28 0x7ff0000000000000 0x403415e5bf6fb106 0x3fcc8f87724b5c1d 0x7ff0000000000000 0x3ff0000000000000*4 0x3e94875ca227ec38
  entry @exp2_426(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xf64, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>, tile<i32> -> tile<64xf64>, token
    %r = exp2 %a : tile<64xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf64, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf64>, partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: exp2_426
  //%   args:
  //%     - ptr: f64[64]
  //%       in: 0xa5d0ce8664f11b89 0x3ff8000000000000 0x79fcfa1a0a160e04 0x0000000000000001 0x7fefffffffffffff 0xe5829c36bbc0e154 0xbff7ffffffffffff 0xbfefffffffffffff 0x3f50624dd2f1a9fc 0x3ff7ffffffffffff 0xbff0000000000001 0x3fb999999999999a 0xfff0000000000000 0x0000000000000002 0xffdfffffffffffff 0x3ff0000000000000 0x8000000000000000 0xfff0000000000000 0x8000000000000002 0xffefffffffffffff 0x4330000000000000 0x7ff0000000000000 0xbff0000000000000 0x4000000000000000 0xc00fffffffffffff 0xbff0000000000000 0x4330000000000000 0x4008000000000000 0xc01d000000000000 0x7fefffffffffffff 0x7feffffffffffffe 0x0000000000000000 0x3fe0000000000000 0x3ff8000000000000 0xc000000000000000 0xbfefffffffffffff 0x400fffffffffffff 0x2b29b2b0f1f91f40 0x000fffffffffffff 0xc330000000000000 0xfff8000000000000 0x0010000000000001 0xc008000000000000 0x4056200000000000 0xffeffffffffffffe 0x4034000000000000 0x800fffffffffffff 0x3ff0000000000001 0xa283951946f2fa9d 0x800fffffffffffff 0xc02e000000000000 0x7fdfffffffffffff 0xa283951946f2fa9d 0x727008111000def1 0x0010000000000000 0x7ff8000000000000 0xd5961b7651219f89 0xbfe0000000000000 0x8010000000000000 0x8000000000000001 0x1d2e18b6c7541e4c 0x8010000000000001 0x3fefffffffffffff 0xbff8000000000000
  //%     - ptr: f64[64]
  //%       out: 0x3ff0000000000000 0x4006a09e667f3bcd 0x7ff0000000000000 0x3ff0000000000000 0x7ff0000000000000 0x0000000000000000 0x3fd6a09e667f3bce 0x3fe0000000000000 0x3ff002d711c79a96 0x4006a09e667f3bcc 0x3fdfffffffffffff 0x3ff125fbee250664 0x0000000000000000 0x3ff0000000000000 0x0000000000000000 0x4000000000000000 0x3ff0000000000000 0x0000000000000000 0x3ff0000000000000 0x0000000000000000 0x7ff0000000000000*2 0x3fe0000000000000 0x4010000000000000 0x3fb0000000000001 0x3fe0000000000000 0x7ff0000000000000 0x4020000000000000 0x3f7ae89f995ad3ad 0x7ff0000000000000*2 0x3ff0000000000000 0x3ff6a09e667f3bcd 0x4006a09e667f3bcd 0x3fd0000000000000 0x3fe0000000000000 0x402ffffffffffffd 0x3ff0000000000000*2 0x0000000000000000 nan 0x3ff0000000000000 0x3fc0000000000000 0x4576a09e667f3bcd 0x0000000000000000 0x4130000000000000 0x3ff0000000000000 0x4000000000000001 0x3ff0000000000000*2 0x3f00000000000000 0x7ff0000000000000 0x3ff0000000000000 0x7ff0000000000000 0x3ff0000000000000 nan 0x0000000000000000 0x3fe6a09e667f3bcd 0x3ff0000000000000*4 0x3fffffffffffffff 0x3fd6a09e667f3bcd
  entry @exp2_427(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f64>> -> tile<f64>, token
    %r = exp2 %a : tile<f64>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f64>>, tile<f64> -> token
    return
  }
  //% - entry: exp2_427
  //%   args:
  //%     - ptr: f64[]
  //%       in: 0x7ff0000000000000
  //%     - ptr: f64[]
  //%       out: 0x7ff0000000000000
  //% - entry: exp2_427
  //%   args:
  //%     - ptr: f64[]
  //%       in: 0xc02e000000000000
  //%     - ptr: f64[]
  //%       out: 0x3f00000000000000
  //% - entry: exp2_427
  //%   args:
  //%     - ptr: f64[]
  //%       in: 0xc330000000000000
  //%     - ptr: f64[]
  //%       out: 0x0000000000000000
  entry @exp2_428(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xf64, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>, tile<i32> -> tile<1xf64>, token
    %r = exp2 %a : tile<1xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf64, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf64>, partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: exp2_428
  //%   args:
  //%     - ptr: f64[1]
  //%       in: 0x727008111000def1
  //%     - ptr: f64[1]
  //%       out: 0x7ff0000000000000
  entry @exp2_429(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf64, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>, tile<i32> -> tile<2x8xf64>, token
    %r = exp2 %a : tile<2x8xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf64, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf64>, partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: exp2_429
  //%   args:
  //%     - ptr: f64[2,8]
  //%       in: 0xffdfffffffffffff 0x79fcfa1a0a160e04 0xc330000000000000 0xbff0000000000001 0x8010000000000001 0x000fffffffffffff 0x3fb999999999999a 0xc008000000000000 0x3fe0000000000000 0x4330000000000000 0x4034000000000000 0xbff8000000000000 0x0010000000000001 0xfff0000000000000 0x4000000000000000 0x8010000000000000
  //%     - ptr: f64[2,8]
  //%       out: 0x0000000000000000 0x7ff0000000000000 0x0000000000000000 0x3fdfffffffffffff 0x3ff0000000000000*2 0x3ff125fbee250664 0x3fc0000000000000 0x3ff6a09e667f3bcd 0x7ff0000000000000 0x4130000000000000 0x3fd6a09e667f3bcd 0x3ff0000000000000 0x0000000000000000 0x4010000000000000 0x3ff0000000000000
  entry @exp2_430(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf64, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf64>, token
    %r = exp2 %a : tile<4x1x2xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf64, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf64>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: exp2_430
  //%   args:
  //%     - ptr: f64[4,1,2]
  //%       in: 0xffefffffffffffff 0x4330000000000000 0xc330000000000000 0x3ff8000000000000 0x7fdfffffffffffff 0x7ff8000000000000 0xa5d0ce8664f11b89 0x8000000000000001
  //%     - ptr: f64[4,1,2]
  //%       out: 0x0000000000000000 0x7ff0000000000000 0x0000000000000000 0x4006a09e667f3bcd 0x7ff0000000000000 nan 0x3ff0000000000000*2
  entry @exp2_431(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf64>, token
    %r = exp2 %a : tile<2x1x2x4xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf64>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: exp2_431
  //%   args:
  //%     - ptr: f64[2,1,2,4]
  //%       in: 0x4008000000000000 0x4000000000000000 0xc330000000000000 0xbfefffffffffffff 0xffefffffffffffff 0x3ff7ffffffffffff 0x3ff8000000000000 0xa283951946f2fa9d 0x2b29b2b0f1f91f40 0x8000000000000002 0xbff0000000000001 0x7ff0000000000000 0x7fefffffffffffff 0xffeffffffffffffe 0xc00fffffffffffff 0xbff0000000000000
  //%     - ptr: f64[2,1,2,4]
  //%       out: 0x4020000000000000 0x4010000000000000 0x0000000000000000 0x3fe0000000000000 0x0000000000000000 0x4006a09e667f3bcc 0x4006a09e667f3bcd 0x3ff0000000000000*3 0x3fdfffffffffffff 0x7ff0000000000000*2 0x0000000000000000 0x3fb0000000000001 0x3fe0000000000000
  entry @sinh_432(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xf64, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>, tile<i32> -> tile<64xf64>, token
    %r = sinh %a : tile<64xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf64, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf64>, partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: sinh_432
  //%   args:
  //%     - ptr: f64[64]
  //%       in: 0x7fdfffffffffffff 0x3fefffffffffffff 0x3f50624dd2f1a9fc 0xc00fffffffffffff 0x0010000000000000 0xbff8000000000000 0x3ff7ffffffffffff 0x0010000000000001 0xffeffffffffffffe 0x0000000000000001 0x727008111000def1 0x7fefffffffffffff 0x1d2e18b6c7541e4c 0x2b29b2b0f1f91f40*2 0x8010000000000000 0xffefffffffffffff 0xd5961b7651219f89 0x0000000000000001 0x3ff0000000000000 0x7ff8000000000000 0xc02e000000000000 0x4000000000000000 0x4330000000000000 0xe5829c36bbc0e154 0x8010000000000001 0x3fe0000000000000 0x400fffffffffffff 0x4330000000000000 0x3ff7ffffffffffff 0x8000000000000000 0xbfefffffffffffff 0x3ff7ffffffffffff 0xa5d0ce8664f11b89 0x3ff0000000000001 0x4056200000000000 0x2b29b2b0f1f91f40 0x800fffffffffffff 0x4034000000000000 0x8000000000000001 0x79fcfa1a0a160e04 0xfff0000000000000 0x0000000000000002 0x7feffffffffffffe 0xa283951946f2fa9d 0xffdfffffffffffff 0x7ff0000000000000 0x8000000000000002 0xc008000000000000 0x4008000000000000 0xbfe0000000000000 0x0000000000000000 0xfff8000000000000 0x000fffffffffffff 0x3fb999999999999a 0xc01d000000000000 0x7fdfffffffffffff 0xbff0000000000000 0xc330000000000000 0x3ff8000000000000 0xc000000000000000 0x4330000000000000 0xbff0000000000001 0xbff7ffffffffffff
  //%     - ptr: f64[64]
  //%       out: 0x7ff0000000000000 0x3ff2cd9fc44eb982 0x3f50624e00c1c9e3 0xc03b4a380370362d 0x0010000000000000 0xc00108c3aabd6a60 0x400108c3aabd6a5f 0x0010000000000001 0xfff0000000000000 0x0000000000000001 0x7ff0000000000000*2 0x1d2e18b6c7541e4c 0x2b29b2b0f1f91f40*2 0x8010000000000000 0xfff0000000000000*2 0x0000000000000001 0x3ff2cd9fc44eb982 nan 0xc138f0ccafad27f6 0x400d03cf63b6e19f 0x7ff0000000000000 0xfff0000000000000 0x8010000000000001 0x3fe0acd00fe63b97 0x403b4a380370362d 0x7ff0000000000000 0x400108c3aabd6a5f 0x8000000000000000 0xbff2cd9fc44eb982 0x400108c3aabd6a5f 0xa5d0ce8664f11b89 0x3ff2cd9fc44eb984 0x47d99b987155fe28 0x2b29b2b0f1f91f40 0x800fffffffffffff 0x41aceb088b68e804 0x8000000000000001 0x7ff0000000000000 0xfff0000000000000 0x0000000000000002 0x7ff0000000000000 0xa283951946f2fa9d 0xfff0000000000000 0x7ff0000000000000 0x8000000000000002 0xc0240926e70949ae 0x40240926e70949ae 0xbfe0acd00fe63b97 0x0000000000000000 nan 0x000fffffffffffff 0x3fb9a487337b59b3 0xc086006aa328e9c0 0x7ff0000000000000 0xbff2cd9fc44eb982 0xfff0000000000000 0x400108c3aabd6a60 0xc00d03cf63b6e19f 0x7ff0000000000000 0xbff2cd9fc44eb984 0xc00108c3aabd6a5f
  entry @sinh_433(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f64>> -> tile<f64>, token
    %r = sinh %a : tile<f64>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f64>>, tile<f64> -> token
    return
  }
  //% - entry: sinh_433
  //%   args:
  //%     - ptr: f64[]
  //%       in: 0xc330000000000000
  //%     - ptr: f64[]
  //%       out: 0xfff0000000000000
  //% - entry: sinh_433
  //%   args:
  //%     - ptr: f64[]
  //%       in: 0x8010000000000000
  //%     - ptr: f64[]
  //%       out: 0x8010000000000000
  //% - entry: sinh_433
  //%   args:
  //%     - ptr: f64[]
  //%       in: 0x4330000000000000
  //%     - ptr: f64[]
  //%       out: 0x7ff0000000000000
  entry @sinh_434(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xf64, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>, tile<i32> -> tile<1xf64>, token
    %r = sinh %a : tile<1xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf64, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf64>, partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: sinh_434
  //%   args:
  //%     - ptr: f64[1]
  //%       in: 0x3ff0000000000001
  //%     - ptr: f64[1]
  //%       out: 0x3ff2cd9fc44eb984
  entry @sinh_435(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf64, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>, tile<i32> -> tile<2x8xf64>, token
    %r = sinh %a : tile<2x8xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf64, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf64>, partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sinh_435
  //%   args:
  //%     - ptr: f64[2,8]
  //%       in: 0xfff0000000000000 0x4056200000000000 0x79fcfa1a0a160e04 0x727008111000def1 0xfff8000000000000 0xffefffffffffffff 0x3ff7ffffffffffff 0x7ff8000000000000 0xa5d0ce8664f11b89 0x0000000000000002 0xc02e000000000000 0x7fefffffffffffff 0xbff8000000000000 0xbfefffffffffffff 0xffdfffffffffffff 0xc01d000000000000
  //%     - ptr: f64[2,8]
  //%       out: 0xfff0000000000000 0x47d99b987155fe28 0x7ff0000000000000*2 nan 0xfff0000000000000 0x400108c3aabd6a5f nan 0xa5d0ce8664f11b89 0x0000000000000002 0xc138f0ccafad27f6 0x7ff0000000000000 0xc00108c3aabd6a60 0xbff2cd9fc44eb982 0xfff0000000000000 0xc086006aa328e9c0
  entry @sinh_436(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf64, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf64>, token
    %r = sinh %a : tile<4x1x2xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf64, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf64>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sinh_436
  //%   args:
  //%     - ptr: f64[4,1,2]
  //%       in: 0xfff8000000000000 0x0000000000000001 0x4034000000000000 0x79fcfa1a0a160e04 0x3ff8000000000000 0x3fe0000000000000 0x400fffffffffffff 0x8000000000000002
  //%     - ptr: f64[4,1,2]
  //%       out: nan 0x0000000000000001 0x41aceb088b68e804 0x7ff0000000000000 0x400108c3aabd6a60 0x3fe0acd00fe63b97 0x403b4a380370362d 0x8000000000000002
  entry @sinh_437(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf64>, token
    %r = sinh %a : tile<2x1x2x4xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf64>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sinh_437
  //%   args:
  //%     - ptr: f64[2,1,2,4]
  //%       in: 0x000fffffffffffff 0x7ff8000000000000 0xffdfffffffffffff 0x7fefffffffffffff 0x000fffffffffffff 0x4008000000000000 0x3ff0000000000001 0x3f50624dd2f1a9fc 0xbfefffffffffffff 0x3fb999999999999a 0x0000000000000000 0x3ff8000000000000 0x8000000000000001 0xc00fffffffffffff 0xa283951946f2fa9d 0x8000000000000000
  //%     - ptr: f64[2,1,2,4]
  //%       out: 0x000fffffffffffff nan 0xfff0000000000000 0x7ff0000000000000 0x000fffffffffffff 0x40240926e70949ae 0x3ff2cd9fc44eb984 0x3f50624e00c1c9e3 0xbff2cd9fc44eb982 0x3fb9a487337b59b3 0x0000000000000000 0x400108c3aabd6a60 0x8000000000000001 0xc03b4a380370362d 0xa283951946f2fa9d 0x8000000000000000
  entry @cosh_438(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xf64, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>, tile<i32> -> tile<64xf64>, token
    %r = cosh %a : tile<64xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf64, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf64>, partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: cosh_438
  //%   args:
  //%     - ptr: f64[64]
  //%       in: 0xffdfffffffffffff 0xbff7ffffffffffff 0xa5d0ce8664f11b89 0x7fefffffffffffff 0x8000000000000000 0x727008111000def1 0x3ff0000000000001 0xffefffffffffffff 0xd5961b7651219f89 0x8010000000000000 0x4008000000000000 0xc00fffffffffffff 0xe5829c36bbc0e154 0xa283951946f2fa9d 0xbff0000000000001 0x0000000000000002 0x4330000000000000 0x3fb999999999999a 0x3ff8000000000000 0x3fe0000000000000 0x400fffffffffffff 0x4000000000000000 0x800fffffffffffff 0x4034000000000000 0x0010000000000001 0x3fb999999999999a 0x0010000000000000 0x8000000000000001 0x79fcfa1a0a160e04 0x0000000000000001 0x3f50624dd2f1a9fc 0x3ff0000000000000 0xc01d000000000000 0xc008000000000000 0x7fdfffffffffffff 0xbfe0000000000000 0x800fffffffffffff 0x3ff0000000000001 0x3fefffffffffffff 0x0000000000000000 0xc008000000000000 0xfff0000000000000 0x4056200000000000 0x000fffffffffffff 0xbff0000000000000 0xffeffffffffffffe 0x3fe0000000000000 0x3ff7ffffffffffff 0x7ff8000000000000 0xfff8000000000000 0xe5829c36bbc0e154 0xc330000000000000 0x7feffffffffffffe 0xc02e000000000000 0x8000000000000002 0x8010000000000001 0xbff8000000000000 0x1d2e18b6c7541e4c 0xc000000000000000 0x7ff0000000000000 0x3ff0000000000000 0xbfefffffffffffff 0xe5829c36bbc0e154 0x2b29b2b0f1f91f40
  //%     - ptr: f64[64]
  //%       out: 0x7ff0000000000000 0x4002d1bc21e22021 0x3ff0000000000000 0x7ff0000000000000 0x3ff0000000000000 0x7ff0000000000000 0x3ff8b07551d9f551 0x7ff0000000000000*2 0x3ff0000000000000 0x402422a497d6185e 0x403b4ee858de3e7d 0x7ff0000000000000 0x3ff0000000000000 0x3ff8b07551d9f551 0x3ff0000000000000 0x7ff0000000000000 0x3ff0147f40224b38 0x4002d1bc21e22022 0x3ff20ac1862ae8d0 0x403b4ee858de3e7d 0x400e18fa0df2d9bc 0x3ff0000000000000 0x41aceb088b68e804 0x3ff0000000000000 0x3ff0147f40224b38 0x3ff0000000000000*2 0x7ff0000000000000 0x3ff0000000000000 0x3ff000008637bdc1 0x3ff8b07551d9f550 0x4086006c177ee7f2 0x402422a497d6185e 0x7ff0000000000000 0x3ff20ac1862ae8d0 0x3ff0000000000000 0x3ff8b07551d9f551 0x3ff8b07551d9f550 0x3ff0000000000000 0x402422a497d6185e 0x7ff0000000000000 0x47d99b987155fe28 0x3ff0000000000000 0x3ff8b07551d9f550 0x7ff0000000000000 0x3ff20ac1862ae8d0 0x4002d1bc21e22021 nan*2 0x7ff0000000000000*3 0x4138f0ccafad2d18 0x3ff0000000000000*2 0x4002d1bc21e22022 0x3ff0000000000000 0x400e18fa0df2d9bc 0x7ff0000000000000 0x3ff8b07551d9f550*2 0x7ff0000000000000 0x3ff0000000000000
  entry @cosh_439(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f64>> -> tile<f64>, token
    %r = cosh %a : tile<f64>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f64>>, tile<f64> -> token
    return
  }
  //% - entry: cosh_439
  //%   args:
  //%     - ptr: f64[]
  //%       in: 0xbff8000000000000
  //%     - ptr: f64[]
  //%       out: 0x4002d1bc21e22022
  //% - entry: cosh_439
  //%   args:
  //%     - ptr: f64[]
  //%       in: 0x8010000000000000
  //%     - ptr: f64[]
  //%       out: 0x3ff0000000000000
  //% - entry: cosh_439
  //%   args:
  //%     - ptr: f64[]
  //%       in: 0x0000000000000001
  //%     - ptr: f64[]
  //%       out: 0x3ff0000000000000
  entry @cosh_440(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xf64, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>, tile<i32> -> tile<1xf64>, token
    %r = cosh %a : tile<1xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf64, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf64>, partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: cosh_440
  //%   args:
  //%     - ptr: f64[1]
  //%       in: 0xa283951946f2fa9d
  //%     - ptr: f64[1]
  //%       out: 0x3ff0000000000000
  entry @cosh_441(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf64, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>, tile<i32> -> tile<2x8xf64>, token
    %r = cosh %a : tile<2x8xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf64, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf64>, partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: cosh_441
  //%   args:
  //%     - ptr: f64[2,8]
  //%       in: 0xfff8000000000000 0x0000000000000001 0xa5d0ce8664f11b89 0xfff0000000000000 0x8010000000000001 0x3ff7ffffffffffff 0x000fffffffffffff 0x3ff0000000000001 0x0010000000000000 0x800fffffffffffff 0x3fefffffffffffff 0xc330000000000000 0xffdfffffffffffff 0xa5d0ce8664f11b89 0x7fdfffffffffffff 0xbff0000000000000
  //%     - ptr: f64[2,8]
  //%       out: nan 0x3ff0000000000000*2 0x7ff0000000000000 0x3ff0000000000000 0x4002d1bc21e22021 0x3ff0000000000000 0x3ff8b07551d9f551 0x3ff0000000000000*2 0x3ff8b07551d9f550 0x7ff0000000000000*2 0x3ff0000000000000 0x7ff0000000000000 0x3ff8b07551d9f550
  entry @cosh_442(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf64, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf64>, token
    %r = cosh %a : tile<4x1x2xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf64, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf64>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: cosh_442
  //%   args:
  //%     - ptr: f64[4,1,2]
  //%       in: 0xfff8000000000000 0x7feffffffffffffe 0x3ff0000000000000 0xffdfffffffffffff 0x4008000000000000 0xc02e000000000000 0x3ff8000000000000 0x2b29b2b0f1f91f40
  //%     - ptr: f64[4,1,2]
  //%       out: nan 0x7ff0000000000000 0x3ff8b07551d9f550 0x7ff0000000000000 0x402422a497d6185e 0x4138f0ccafad2d18 0x4002d1bc21e22022 0x3ff0000000000000
  entry @cosh_443(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf64>, token
    %r = cosh %a : tile<2x1x2x4xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf64>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: cosh_443
  //%   args:
  //%     - ptr: f64[2,1,2,4]
  //%       in: 0xc008000000000000 0x4034000000000000 0xe5829c36bbc0e154 0x1d2e18b6c7541e4c 0xc00fffffffffffff 0x79fcfa1a0a160e04 0xbff7ffffffffffff 0xffeffffffffffffe 0x8010000000000000 0xd5961b7651219f89 0xa283951946f2fa9d 0x1d2e18b6c7541e4c 0x727008111000def1 0x8010000000000000 0xc01d000000000000 0x0010000000000000
  //%     - ptr: f64[2,1,2,4]
  //%       out: 0x402422a497d6185e 0x41aceb088b68e804 0x7ff0000000000000 0x3ff0000000000000 0x403b4ee858de3e7d 0x7ff0000000000000 0x4002d1bc21e22021 0x7ff0000000000000 0x3ff0000000000000 0x7ff0000000000000 0x3ff0000000000000*2 0x7ff0000000000000 0x3ff0000000000000 0x4086006c177ee7f2 0x3ff0000000000000
  entry @tanh_444(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xf64, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>, tile<i32> -> tile<64xf64>, token
    %r = tanh %a : tile<64xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf64, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf64>, partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: tanh_444
  //%   args:
  //%     - ptr: f64[64]
  //%       in: 0x3f50624dd2f1a9fc 0xffeffffffffffffe 0x0000000000000001 0x3ff0000000000001 0xbff7ffffffffffff 0x3ff7ffffffffffff 0xffefffffffffffff 0xbff0000000000001 0xbfefffffffffffff 0xbff0000000000001 0x7ff8000000000000 0x4034000000000000 0xa283951946f2fa9d 0x2b29b2b0f1f91f40 0x8000000000000001 0x7ff0000000000000 0x8000000000000000 0x3fefffffffffffff 0x4008000000000000 0xc330000000000000 0x727008111000def1 0xbff7ffffffffffff 0xffdfffffffffffff 0x4000000000000000 0x0000000000000002 0xe5829c36bbc0e154 0x727008111000def1 0xc000000000000000 0xfff8000000000000 0x000fffffffffffff 0xbff0000000000000 0xbff8000000000000 0x8010000000000001 0x3fe0000000000000 0x7fdfffffffffffff 0x8000000000000002 0xfff0000000000000 0xc008000000000000 0x4330000000000000 0x8000000000000002 0xc01d000000000000 0x79fcfa1a0a160e04 0x1d2e18b6c7541e4c 0x3ff0000000000000 0xc00fffffffffffff 0x0010000000000001 0x3ff8000000000000 0xfff8000000000000 0x400fffffffffffff 0xc02e000000000000 0x7fefffffffffffff 0xd5961b7651219f89 0x8010000000000000 0x4056200000000000 0x0010000000000000 0x0000000000000000 0x7feffffffffffffe 0xbfe0000000000000 0x3fb999999999999a 0x800fffffffffffff 0x4034000000000000 0xa5d0ce8664f11b89 0x8000000000000000 0x7fefffffffffffff
  //%     - ptr: f64[64]
  //%       out: 0x3f50624d77516ce2 0xbff0000000000000 0x0000000000000001 0x3fe85efab514f395 0xbfecf6f9786df577 0x3fecf6f9786df577 0xbff0000000000000 0xbfe85efab514f395 0xbfe85efab514f394 0xbfe85efab514f395 nan 0x3ff0000000000000 0xa283951946f2fa9d 0x2b29b2b0f1f91f40 0x8000000000000001 0x3ff0000000000000 0x8000000000000000 0x3fe85efab514f394 0x3fefd77d111a0b00 0xbff0000000000000 0x3ff0000000000000 0xbfecf6f9786df577 0xbff0000000000000 0x3feed9505e1bc3d4 0x0000000000000002 0xbff0000000000000 0x3ff0000000000000 0xbfeed9505e1bc3d4 nan 0x000fffffffffffff 0xbfe85efab514f394 0xbfecf6f9786df577 0x8010000000000001 0x3fdd9353d7568af3 0x3ff0000000000000 0x8000000000000002 0xbff0000000000000 0xbfefd77d111a0b00 0x3ff0000000000000 0x8000000000000002 0xbfeffffde2760a41 0x3ff0000000000000 0x1d2e18b6c7541e4c 0x3fe85efab514f394 0xbfeffa81708a0b42 0x0010000000000001 0x3fecf6f9786df577 nan 0x3feffa81708a0b42 0xbfeffffffffff96a 0x3ff0000000000000 0xbff0000000000000 0x8010000000000000 0x3ff0000000000000 0x0010000000000000 0x0000000000000000 0x3ff0000000000000 0xbfdd9353d7568af3 0x3fb983d7795f413a 0x800fffffffffffff 0x3ff0000000000000 0xa5d0ce8664f11b89 0x8000000000000000 0x3ff0000000000000
  entry @tanh_445(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f64>> -> tile<f64>, token
    %r = tanh %a : tile<f64>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f64>>, tile<f64> -> token
    return
  }
  //% - entry: tanh_445
  //%   args:
  //%     - ptr: f64[]
  //%       in: 0x8000000000000002
  //%     - ptr: f64[]
  //%       out: 0x8000000000000002
  //% - entry: tanh_445
  //%   args:
  //%     - ptr: f64[]
  //%       in: 0x7fdfffffffffffff
  //%     - ptr: f64[]
  //%       out: 0x3ff0000000000000
  //% - entry: tanh_445
  //%   args:
  //%     - ptr: f64[]
  //%       in: 0xbff0000000000001
  //%     - ptr: f64[]
  //%       out: 0xbfe85efab514f395
  entry @tanh_446(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xf64, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>, tile<i32> -> tile<1xf64>, token
    %r = tanh %a : tile<1xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf64, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf64>, partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: tanh_446
  //%   args:
  //%     - ptr: f64[1]
  //%       in: 0x8000000000000000
  //%     - ptr: f64[1]
  //%       out: 0x8000000000000000
  entry @tanh_447(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf64, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>, tile<i32> -> tile<2x8xf64>, token
    %r = tanh %a : tile<2x8xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf64, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf64>, partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: tanh_447
  //%   args:
  //%     - ptr: f64[2,8]
  //%       in: 0xc330000000000000 0x3fefffffffffffff 0xa5d0ce8664f11b89 0x8000000000000001 0xd5961b7651219f89 0x0000000000000000 0x3f50624dd2f1a9fc 0xffefffffffffffff 0xbfe0000000000000 0x727008111000def1 0x400fffffffffffff 0xc000000000000000 0x0010000000000000 0xbfe0000000000000 0x8010000000000001 0x3ff0000000000001
  //%     - ptr: f64[2,8]
  //%       out: 0xbff0000000000000 0x3fe85efab514f394 0xa5d0ce8664f11b89 0x8000000000000001 0xbff0000000000000 0x0000000000000000 0x3f50624d77516ce2 0xbff0000000000000 0xbfdd9353d7568af3 0x3ff0000000000000 0x3feffa81708a0b42 0xbfeed9505e1bc3d4 0x0010000000000000 0xbfdd9353d7568af3 0x8010000000000001 0x3fe85efab514f395
  entry @tanh_448(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf64, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf64>, token
    %r = tanh %a : tile<4x1x2xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf64, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf64>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: tanh_448
  //%   args:
  //%     - ptr: f64[4,1,2]
  //%       in: 0xbff0000000000001 0xe5829c36bbc0e154 0x8000000000000002 0x7fdfffffffffffff 0x4008000000000000 0x4330000000000000 0x8010000000000001 0x3ff8000000000000
  //%     - ptr: f64[4,1,2]
  //%       out: 0xbfe85efab514f395 0xbff0000000000000 0x8000000000000002 0x3ff0000000000000 0x3fefd77d111a0b00 0x3ff0000000000000 0x8010000000000001 0x3fecf6f9786df577
  entry @tanh_449(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf64>, token
    %r = tanh %a : tile<2x1x2x4xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf64>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: tanh_449
  //%   args:
  //%     - ptr: f64[2,1,2,4]
  //%       in: 0x0000000000000001 0x3fefffffffffffff 0xa283951946f2fa9d 0xfff0000000000000 0xffefffffffffffff 0xbff0000000000000 0x4034000000000000 0x8010000000000001 0xd5961b7651219f89 0xffeffffffffffffe 0x7ff0000000000000 0xbff7ffffffffffff 0xffdfffffffffffff 0x3ff7ffffffffffff 0x8000000000000001 0xc02e000000000000
  //%     - ptr: f64[2,1,2,4]
  //%       out: 0x0000000000000001 0x3fe85efab514f394 0xa283951946f2fa9d 0xbff0000000000000*2 0xbfe85efab514f394 0x3ff0000000000000 0x8010000000000001 0xbff0000000000000*2 0x3ff0000000000000 0xbfecf6f9786df577 0xbff0000000000000 0x3fecf6f9786df577 0x8000000000000001 0xbfeffffffffff96a
  entry @log_450(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xf64, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>, tile<i32> -> tile<64xf64>, token
    %r = log %a : tile<64xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf64, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf64>, partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: log_450
  //%   args:
  //%     - ptr: f64[64]
  //%       in: 0x800fffffffffffff 0x3ff7ffffffffffff 0x7fefffffffffffff 0xffeffffffffffffe 0x000fffffffffffff 0x8000000000000002 0xbff8000000000000 0x3fefffffffffffff 0x0000000000000001 0x7fdfffffffffffff 0xbff0000000000000 0x0010000000000001 0x400fffffffffffff 0x4330000000000000 0x3ff0000000000000 0x3fe0000000000000 0x4034000000000000 0x3fe0000000000000 0xfff8000000000000 0xa5d0ce8664f11b89 0xbff0000000000001 0xd5961b7651219f89 0x7feffffffffffffe 0x0000000000000000 0xc01d000000000000 0x4056200000000000 0x79fcfa1a0a160e04 0x800fffffffffffff 0x0010000000000000 0xc330000000000000 0x3ff0000000000001 0xe5829c36bbc0e154 0x7ff0000000000000 0x727008111000def1 0xc02e000000000000 0x3ff8000000000000 0xffdfffffffffffff 0xc00fffffffffffff 0x4008000000000000 0xbfe0000000000000 0x8010000000000001 0xc000000000000000 0xfff0000000000000 0x8010000000000000 0x1d2e18b6c7541e4c 0x2b29b2b0f1f91f40 0x7ff8000000000000 0x4000000000000000 0x3fb999999999999a 0x7fefffffffffffff 0x8000000000000000 0xa283951946f2fa9d 0x8000000000000001 0xbfefffffffffffff 0xffefffffffffffff 0x800fffffffffffff 0xbff8000000000000 0x7ff8000000000000 0xbff7ffffffffffff 0x8000000000000001 0x0000000000000002 0x3f50624dd2f1a9fc 0xc008000000000000 0x0000000000000000
  //%     - ptr: f64[64]
  //%       out: nan 0x3fd9f323ecbf9849 0x40862e42fefa39ef nan 0xc086232bdd7abcd2 nan*2 0xbca0000000000000 0xc0874385446d71c3 0x408628b76e3a7b61 nan 0xc086232bdd7abcd2 0x3ff62e42fefa39ef 0x404205966f2b4f12 0x0000000000000000 0xbfe62e42fefa39ef 0x4007f7427b73e391 0xbfe62e42fefa39ef nan*4 0x40862e42fefa39ef 0xfff0000000000000 nan 0x4011ee98389322fd 0x40841ead0c2ac0e1 nan 0xc086232bdd7abcd2 nan 0x3cafffffffffffff nan 0x7ff0000000000000 0x40818084e4b580f4 nan 0x3fd9f323ecbf984c nan*2 0x3ff193ea7aad030b nan*5 0xc0781737f191cc0b 0xc06ccb0392c4bb5d nan 0x3fe62e42fefa39ef 0xc0026bb1bbb55515 0x40862e42fefa39ef 0xfff0000000000000 nan*9 0xc0873df9b3adb335 0xc01ba18a998fffa0 nan 0xfff0000000000000
  entry @log_451(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f64>> -> tile<f64>, token
    %r = log %a : tile<f64>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f64>>, tile<f64> -> token
    return
  }
  //% - entry: log_451
  //%   args:
  //%     - ptr: f64[]
  //%       in: 0x3fe0000000000000
  //%     - ptr: f64[]
  //%       out: 0xbfe62e42fefa39ef
  //% - entry: log_451
  //%   args:
  //%     - ptr: f64[]
  //%       in: 0xc008000000000000
  //%     - ptr: f64[]
  //%       out: nan
  //% - entry: log_451
  //%   args:
  //%     - ptr: f64[]
  //%       in: 0x3f50624dd2f1a9fc
  //%     - ptr: f64[]
  //%       out: 0xc01ba18a998fffa0
  entry @log_452(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xf64, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>, tile<i32> -> tile<1xf64>, token
    %r = log %a : tile<1xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf64, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf64>, partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: log_452
  //%   args:
  //%     - ptr: f64[1]
  //%       in: 0xc008000000000000
  //%     - ptr: f64[1]
  //%       out: nan
  entry @log_453(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf64, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>, tile<i32> -> tile<2x8xf64>, token
    %r = log %a : tile<2x8xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf64, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf64>, partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: log_453
  //%   args:
  //%     - ptr: f64[2,8]
  //%       in: 0xc02e000000000000 0x7fefffffffffffff 0x0010000000000000 0x400fffffffffffff 0xfff8000000000000 0x3f50624dd2f1a9fc 0xbff0000000000000 0xbff8000000000000 0x8010000000000001 0xa283951946f2fa9d 0xc000000000000000 0x3fe0000000000000 0xffeffffffffffffe 0x400fffffffffffff 0x4008000000000000 0x0000000000000000
  //%     - ptr: f64[2,8]
  //%       out: nan 0x40862e42fefa39ef 0xc086232bdd7abcd2 0x3ff62e42fefa39ef nan 0xc01ba18a998fffa0 nan*5 0xbfe62e42fefa39ef nan 0x3ff62e42fefa39ef 0x3ff193ea7aad030b 0xfff0000000000000
  entry @log_454(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf64, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf64>, token
    %r = log %a : tile<4x1x2xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf64, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf64>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: log_454
  //%   args:
  //%     - ptr: f64[4,1,2]
  //%       in: 0xfff0000000000000 0x4330000000000000 0x79fcfa1a0a160e04 0x7ff8000000000000 0xffeffffffffffffe 0x800fffffffffffff 0x7ff0000000000000 0xc008000000000000
  //%     - ptr: f64[4,1,2]
  //%       out: nan 0x404205966f2b4f12 0x40841ead0c2ac0e1 nan*3 0x7ff0000000000000 nan
  entry @log_455(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf64>, token
    %r = log %a : tile<2x1x2x4xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf64>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: log_455
  //%   args:
  //%     - ptr: f64[2,1,2,4]
  //%       in: 0x4000000000000000 0xffefffffffffffff 0x0010000000000001 0x8000000000000002 0xe5829c36bbc0e154 0x800fffffffffffff 0xffdfffffffffffff 0x000fffffffffffff 0xd5961b7651219f89 0x4056200000000000 0x3f50624dd2f1a9fc 0x3fe0000000000000 0xc000000000000000 0x3fefffffffffffff 0x8000000000000000 0x3ff8000000000000
  //%     - ptr: f64[2,1,2,4]
  //%       out: 0x3fe62e42fefa39ef nan 0xc086232bdd7abcd2 nan*4 0xc086232bdd7abcd2 nan 0x4011ee98389322fd 0xc01ba18a998fffa0 0xbfe62e42fefa39ef nan 0xbca0000000000000 0xfff0000000000000 0x3fd9f323ecbf984c
  entry @log2_456(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xf64, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>, tile<i32> -> tile<64xf64>, token
    %r = log2 %a : tile<64xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf64, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf64>, partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: log2_456
  //%   args:
  //%     - ptr: f64[64]
  //%       in: 0x8010000000000001 0x8010000000000000 0x79fcfa1a0a160e04 0xbfefffffffffffff 0x8000000000000002 0x0010000000000000 0x3ff0000000000000 0x800fffffffffffff 0x3ff7ffffffffffff 0x1d2e18b6c7541e4c 0x4034000000000000 0x3f50624dd2f1a9fc 0xc330000000000000 0xd5961b7651219f89 0x3ff0000000000001 0xffeffffffffffffe 0x4000000000000000 0xe5829c36bbc0e154 0x4008000000000000 0xc02e000000000000 0x7fdfffffffffffff 0xffefffffffffffff 0x800fffffffffffff 0x0000000000000001 0xffdfffffffffffff 0xc01d000000000000 0x3ff8000000000000 0x3fb999999999999a 0x400fffffffffffff 0xbff0000000000001 0x8000000000000000 0x7ff8000000000000 0x8010000000000000 0xc000000000000000 0x4056200000000000 0x0010000000000001 0x7feffffffffffffe 0x0000000000000000 0xc00fffffffffffff 0xfff0000000000000 0x2b29b2b0f1f91f40 0x4330000000000000 0xfff8000000000000 0xc008000000000000 0xffeffffffffffffe 0x000fffffffffffff 0xa283951946f2fa9d 0x7ff0000000000000 0xbfe0000000000000 0x8000000000000001 0x7fefffffffffffff 0xa5d0ce8664f11b89 0x4330000000000000 0x8000000000000002 0xbff0000000000000 0xbff7ffffffffffff 0xc000000000000000 0x3fe0000000000000 0xc330000000000000 0x3fefffffffffffff 0xbff8000000000000 0x0010000000000000 0x727008111000def1 0x0000000000000002
  //%     - ptr: f64[64]
  //%       out: nan*2 0x408d06dacbf5aee4 nan*2 0xc08ff00000000000 0x0000000000000000 nan 0x3fe2b803473f7acf 0xc08160b532057cb5 0x401149a784bcd1b9 0xc023ee7b471b3a95 nan*2 0x3cb71547652b82fd nan 0x3ff0000000000000 nan 0x3ff95c01a39fbd68 nan 0x408ff80000000000 nan*2 0xc090c80000000000 nan*2 0x3fe2b803473f7ad1 0xc00a934f0979a371 0x3fffffffffffffff nan 0xfff0000000000000 nan*3 0x4019ded3fd442365 0xc08ff00000000000 0x4090000000000000 0xfff0000000000000 nan*2 0xc074c510094d8f5b 0x404a000000000000 nan*3 0xc08ff00000000000 nan 0x7ff0000000000000 nan*2 0x4090000000000000 nan 0x404a000000000000 nan*4 0xbff0000000000000 nan 0xbca71547652b82fe nan 0xc08ff00000000000 0x40894005d029ae11 0xc090c40000000000
  entry @log2_457(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f64>> -> tile<f64>, token
    %r = log2 %a : tile<f64>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f64>>, tile<f64> -> token
    return
  }
  //% - entry: log2_457
  //%   args:
  //%     - ptr: f64[]
  //%       in: 0x3ff0000000000001
  //%     - ptr: f64[]
  //%       out: 0x3cb71547652b82fd
  //% - entry: log2_457
  //%   args:
  //%     - ptr: f64[]
  //%       in: 0xbfe0000000000000
  //%     - ptr: f64[]
  //%       out: nan
  //% - entry: log2_457
  //%   args:
  //%     - ptr: f64[]
  //%       in: 0x3f50624dd2f1a9fc
  //%     - ptr: f64[]
  //%       out: 0xc023ee7b471b3a95
  entry @log2_458(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xf64, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>, tile<i32> -> tile<1xf64>, token
    %r = log2 %a : tile<1xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf64, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf64>, partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: log2_458
  //%   args:
  //%     - ptr: f64[1]
  //%       in: 0x0010000000000000
  //%     - ptr: f64[1]
  //%       out: 0xc08ff00000000000
  entry @log2_459(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf64, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>, tile<i32> -> tile<2x8xf64>, token
    %r = log2 %a : tile<2x8xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf64, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf64>, partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: log2_459
  //%   args:
  //%     - ptr: f64[2,8]
  //%       in: 0x0000000000000002 0x000fffffffffffff 0xbff8000000000000 0x4056200000000000 0x8000000000000002 0xbff7ffffffffffff 0xa5d0ce8664f11b89 0x3fe0000000000000 0x3ff0000000000001 0x800fffffffffffff 0xbff0000000000001 0x400fffffffffffff 0x3f50624dd2f1a9fc 0xc00fffffffffffff 0xe5829c36bbc0e154 0x727008111000def1
  //%     - ptr: f64[2,8]
  //%       out: 0xc090c40000000000 0xc08ff00000000000 nan 0x4019ded3fd442365 nan*3 0xbff0000000000000 0x3cb71547652b82fd nan*2 0x3fffffffffffffff 0xc023ee7b471b3a95 nan*2 0x40894005d029ae11
  entry @log2_460(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf64, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf64>, token
    %r = log2 %a : tile<4x1x2xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf64, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf64>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: log2_460
  //%   args:
  //%     - ptr: f64[4,1,2]
  //%       in: 0xfff0000000000000 0x0000000000000002 0xffefffffffffffff 0xbff0000000000001 0x0000000000000001 0x2b29b2b0f1f91f40 0x800fffffffffffff 0x4008000000000000
  //%     - ptr: f64[4,1,2]
  //%       out: nan 0xc090c40000000000 nan*2 0xc090c80000000000 0xc074c510094d8f5b nan 0x3ff95c01a39fbd68
  entry @log2_461(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf64>, token
    %r = log2 %a : tile<2x1x2x4xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf64>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: log2_461
  //%   args:
  //%     - ptr: f64[2,1,2,4]
  //%       in: 0x1d2e18b6c7541e4c 0x3fe0000000000000 0x7fdfffffffffffff 0x3ff7ffffffffffff 0x3f50624dd2f1a9fc 0x8000000000000000 0xc00fffffffffffff 0x7ff0000000000000 0x400fffffffffffff 0x7ff8000000000000 0x3ff0000000000000 0xffefffffffffffff 0xffeffffffffffffe 0xc02e000000000000 0x8000000000000001 0x79fcfa1a0a160e04
  //%     - ptr: f64[2,1,2,4]
  //%       out: 0xc08160b532057cb5 0xbff0000000000000 0x408ff80000000000 0x3fe2b803473f7acf 0xc023ee7b471b3a95 0xfff0000000000000 nan 0x7ff0000000000000 0x3fffffffffffffff nan 0x0000000000000000 nan*4 0x408d06dacbf5aee4
  entry @sin_462(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xf64, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>, tile<i32> -> tile<64xf64>, token
    %r = sin %a : tile<64xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf64, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf64>, partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: sin_462
  //%   args:
  //%     - ptr: f64[64]
  //%       in: 0x7fefffffffffffff 0xc01d000000000000 0xffdfffffffffffff 0xbff8000000000000 0x000fffffffffffff 0x800fffffffffffff 0x8000000000000001 0x400fffffffffffff 0x7ff8000000000000 0x8000000000000001 0x4056200000000000 0xc000000000000000 0xa5d0ce8664f11b89 0x8010000000000000 0xffdfffffffffffff 0x8000000000000000 0x4034000000000000 0x1d2e18b6c7541e4c 0x0010000000000000 0x7fdfffffffffffff 0x4008000000000000 0x3ff0000000000000 0xc00fffffffffffff 0xc330000000000000 0x8000000000000002 0xbff7ffffffffffff 0x7feffffffffffffe 0x3ff8000000000000 0x0000000000000000 0x3fb999999999999a 0x4000000000000000 0xc008000000000000 0xbff8000000000000*2 0x0000000000000002 0xc00fffffffffffff 0x4330000000000000 0xd5961b7651219f89 0xbff0000000000001 0x727008111000def1 0x3ff7ffffffffffff 0x3fe0000000000000 0xfff0000000000000 0xe5829c36bbc0e154 0x7fdfffffffffffff 0x0000000000000001 0xa5d0ce8664f11b89 0x3ff8000000000000 0xc02e000000000000 0x8010000000000001 0xfff8000000000000 0x79fcfa1a0a160e04 0xbff0000000000000 0x3f50624dd2f1a9fc 0x2b29b2b0f1f91f40 0xbfe0000000000000 0x3ff0000000000001 0xffeffffffffffffe 0xa283951946f2fa9d 0xffefffffffffffff 0xbfefffffffffffff 0x7ff0000000000000 0x0010000000000001 0x3fefffffffffffff
  //%     - ptr: f64[64]
  //%       out: 0x3f7452fc98b34e97 0xbfea56adb62a27b9 0xbfeffff98bb3443c 0xbfefeb7a9b2c6d8b 0x000fffffffffffff 0x800fffffffffffff 0x8000000000000001 0xbfe837b9dddc1eac nan 0x8000000000000001 0x3fe05379fee3a235 0xbfed18f6ead1b446 0xa5d0ce8664f11b89 0x8010000000000000 0xbfeffff98bb3443c 0x8000000000000000 0x3fed36d8f55d3ce0 0x1d2e18b6c7541e4c 0x0010000000000000 0x3feffff98bb3443c 0x3fc210386db6d55b 0x3feaed548f090cee 0x3fe837b9dddc1eac 0xbfebf996908bb506 0x8000000000000002 0xbfefeb7a9b2c6d8b 0x3fedaa3677c6ee8a 0x3fefeb7a9b2c6d8b 0x0000000000000000 0x3fb98eaecb8bcb2c 0x3fed18f6ead1b446 0xbfc210386db6d55b 0xbfefeb7a9b2c6d8b*2 0x0000000000000002 0x3fe837b9dddc1eac 0x3febf996908bb506 0x3fbc4272ba95041d 0xbfeaed548f090cef 0x3fefe8d3c0d6f1f3 0x3fefeb7a9b2c6d8b 0x3fdeaee8744b05f0 nan 0xbfeed574d64badd7 0x3feffff98bb3443c 0x0000000000000001 0xa5d0ce8664f11b89 0x3fefeb7a9b2c6d8b 0xbfe4cf2871cec2e8 0x8010000000000001 nan 0x3fede71f8876899d 0xbfeaed548f090cee 0x3f50624da5218a62 0x2b29b2b0f1f91f40 0xbfdeaee8744b05f0 0x3feaed548f090cef 0xbfedaa3677c6ee8a 0xa283951946f2fa9d 0xbf7452fc98b34e97 0xbfeaed548f090ced nan 0x0010000000000001 0x3feaed548f090ced
  entry @sin_463(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f64>> -> tile<f64>, token
    %r = sin %a : tile<f64>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f64>>, tile<f64> -> token
    return
  }
  //% - entry: sin_463
  //%   args:
  //%     - ptr: f64[]
  //%       in: 0xffeffffffffffffe
  //%     - ptr: f64[]
  //%       out: 0xbfedaa3677c6ee8a
  //% - entry: sin_463
  //%   args:
  //%     - ptr: f64[]
  //%       in: 0x0000000000000002
  //%     - ptr: f64[]
  //%       out: 0x0000000000000002
  //% - entry: sin_463
  //%   args:
  //%     - ptr: f64[]
  //%       in: 0x727008111000def1
  //%     - ptr: f64[]
  //%       out: 0x3fefe8d3c0d6f1f3
  entry @sin_464(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xf64, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>, tile<i32> -> tile<1xf64>, token
    %r = sin %a : tile<1xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf64, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf64>, partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: sin_464
  //%   args:
  //%     - ptr: f64[1]
  //%       in: 0xbff8000000000000
  //%     - ptr: f64[1]
  //%       out: 0xbfefeb7a9b2c6d8b
  entry @sin_465(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf64, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>, tile<i32> -> tile<2x8xf64>, token
    %r = sin %a : tile<2x8xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf64, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf64>, partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sin_465
  //%   args:
  //%     - ptr: f64[2,8]
  //%       in: 0xffeffffffffffffe 0x4330000000000000 0xffefffffffffffff 0xbfe0000000000000 0xbff0000000000001 0x3ff0000000000000 0xa5d0ce8664f11b89 0x4000000000000000 0xfff8000000000000 0xc330000000000000 0xe5829c36bbc0e154 0x0000000000000001 0xbfefffffffffffff 0x3ff8000000000000 0x0000000000000000 0xc008000000000000
  //%     - ptr: f64[2,8]
  //%       out: 0xbfedaa3677c6ee8a 0x3febf996908bb506 0xbf7452fc98b34e97 0xbfdeaee8744b05f0 0xbfeaed548f090cef 0x3feaed548f090cee 0xa5d0ce8664f11b89 0x3fed18f6ead1b446 nan 0xbfebf996908bb506 0xbfeed574d64badd7 0x0000000000000001 0xbfeaed548f090ced 0x3fefeb7a9b2c6d8b 0x0000000000000000 0xbfc210386db6d55b
  entry @sin_466(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf64, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf64>, token
    %r = sin %a : tile<4x1x2xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf64, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf64>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sin_466
  //%   args:
  //%     - ptr: f64[4,1,2]
  //%       in: 0x0010000000000001 0x7fefffffffffffff 0x0000000000000002 0x4000000000000000 0x7fefffffffffffff 0xc01d000000000000 0xc00fffffffffffff 0x0000000000000001
  //%     - ptr: f64[4,1,2]
  //%       out: 0x0010000000000001 0x3f7452fc98b34e97 0x0000000000000002 0x3fed18f6ead1b446 0x3f7452fc98b34e97 0xbfea56adb62a27b9 0x3fe837b9dddc1eac 0x0000000000000001
  entry @sin_467(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf64>, token
    %r = sin %a : tile<2x1x2x4xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf64>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sin_467
  //%   args:
  //%     - ptr: f64[2,1,2,4]
  //%       in: 0x8000000000000002 0x000fffffffffffff 0xbfe0000000000000 0x4000000000000000 0xbfefffffffffffff 0xc00fffffffffffff 0x400fffffffffffff 0x0010000000000001 0xc008000000000000 0xbff8000000000000 0x3ff0000000000000 0xc000000000000000 0x8000000000000000 0xa5d0ce8664f11b89 0x0000000000000001 0x7fdfffffffffffff
  //%     - ptr: f64[2,1,2,4]
  //%       out: 0x8000000000000002 0x000fffffffffffff 0xbfdeaee8744b05f0 0x3fed18f6ead1b446 0xbfeaed548f090ced 0x3fe837b9dddc1eac 0xbfe837b9dddc1eac 0x0010000000000001 0xbfc210386db6d55b 0xbfefeb7a9b2c6d8b 0x3feaed548f090cee 0xbfed18f6ead1b446 0x8000000000000000 0xa5d0ce8664f11b89 0x0000000000000001 0x3feffff98bb3443c
  entry @cos_468(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xf64, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>, tile<i32> -> tile<64xf64>, token
    %r = cos %a : tile<64xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf64, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf64>, partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: cos_468
  //%   args:
  //%     - ptr: f64[64]
  //%       in: 0xffeffffffffffffe 0xc330000000000000 0xc02e000000000000 0xbff0000000000000 0x3ff0000000000000 0x0000000000000002 0x4056200000000000 0x3fb999999999999a 0xc008000000000000 0x7fefffffffffffff 0x0000000000000000 0xe5829c36bbc0e154 0x0010000000000001 0xbff0000000000001 0xffefffffffffffff 0x7fefffffffffffff 0xffeffffffffffffe 0xfff8000000000000 0xbfefffffffffffff 0xc01d000000000000 0x8000000000000001 0x3ff0000000000001 0x8000000000000002 0x727008111000def1 0xbff8000000000000 0x7feffffffffffffe 0x2b29b2b0f1f91f40 0x0000000000000000 0x3ff8000000000000 0x0000000000000001 0xa5d0ce8664f11b89 0x4008000000000000 0xffdfffffffffffff 0x3fe0000000000000 0x7ff8000000000000 0x3f50624dd2f1a9fc 0x8010000000000001 0x3fb999999999999a 0xfff0000000000000 0x1d2e18b6c7541e4c 0xbff7ffffffffffff 0x3fefffffffffffff 0x3ff7ffffffffffff 0x4034000000000000 0x0010000000000000 0x000fffffffffffff 0xbfe0000000000000 0x8010000000000000 0x7ff0000000000000 0xa283951946f2fa9d 0x2b29b2b0f1f91f40 0x7ff0000000000000 0x4000000000000000 0x800fffffffffffff 0xc00fffffffffffff 0x4330000000000000 0xc000000000000000 0x8000000000000000 0x3ff0000000000001 0x7fdfffffffffffff 0x400fffffffffffff 0xd5961b7651219f89 0x79fcfa1a0a160e04 0x3ff0000000000001
  //%     - ptr: f64[64]
  //%       out: 0x3fd7ffdfb4c5308f 0xbfdf1300d681503f 0xbfe84f5d069ca4f3 0x3fe14a280fb5068c*2 0x3ff0000000000000 0x3feb85a025f8d5f8 0x3fefd712f9a817c1 0xbfefae04be85e5d2 0xbfefffe62ecfab75 0x3ff0000000000000 0x3fd11eca047f14ef 0x3ff0000000000000 0x3fe14a280fb5068a 0xbfefffe62ecfab75*2 0x3fd7ffdfb4c5308f nan 0x3fe14a280fb5068c 0x3fe22c6f50dc3fbe 0x3ff0000000000000 0x3fe14a280fb5068a 0x3ff0000000000000 0x3fb33ddca7dda648 0x3fb21bd54fc5f9a7 0x3fd7ffdfb4c5308f 0x3ff0000000000000*2 0x3fb21bd54fc5f9a7 0x3ff0000000000000*2 0xbfefae04be85e5d2 0x3f645300b2210ee6 0x3fec1528065b7d50 nan 0x3feffffef390876c 0x3ff0000000000000 0x3fefd712f9a817c1 nan 0x3ff0000000000000 0x3fb21bd54fc5f9b7 0x3fe14a280fb5068c 0x3fb21bd54fc5f9b7 0x3fda1e043964a83f 0x3ff0000000000000*2 0x3fec1528065b7d50 0x3ff0000000000000 nan 0x3ff0000000000000*2 nan 0xbfdaa22657537205 0x3ff0000000000000 0xbfe4eaa606db24c4 0xbfdf1300d681503f 0xbfdaa22657537205 0x3ff0000000000000 0x3fe14a280fb5068a 0x3f645300b2210ee6 0xbfe4eaa606db24c4 0xbfefcdef30342368 0xbfd6c9adddfbcc1f 0x3fe14a280fb5068a
  entry @cos_469(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f64>> -> tile<f64>, token
    %r = cos %a : tile<f64>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f64>>, tile<f64> -> token
    return
  }
  //% - entry: cos_469
  //%   args:
  //%     - ptr: f64[]
  //%       in: 0x0000000000000001
  //%     - ptr: f64[]
  //%       out: 0x3ff0000000000000
  //% - entry: cos_469
  //%   args:
  //%     - ptr: f64[]
  //%       in: 0x8000000000000002
  //%     - ptr: f64[]
  //%       out: 0x3ff0000000000000
  //% - entry: cos_469
  //%   args:
  //%     - ptr: f64[]
  //%       in: 0xc008000000000000
  //%     - ptr: f64[]
  //%       out: 0xbfefae04be85e5d2
  entry @cos_470(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xf64, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>, tile<i32> -> tile<1xf64>, token
    %r = cos %a : tile<1xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf64, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf64>, partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: cos_470
  //%   args:
  //%     - ptr: f64[1]
  //%       in: 0x4034000000000000
  //%     - ptr: f64[1]
  //%       out: 0x3fda1e043964a83f
  entry @cos_471(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf64, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>, tile<i32> -> tile<2x8xf64>, token
    %r = cos %a : tile<2x8xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf64, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf64>, partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: cos_471
  //%   args:
  //%     - ptr: f64[2,8]
  //%       in: 0x2b29b2b0f1f91f40 0x3fe0000000000000 0x0000000000000001 0x0000000000000000 0xffdfffffffffffff 0xbff8000000000000 0xbfe0000000000000 0xbff0000000000000 0x3fefffffffffffff 0x3ff7ffffffffffff 0x7ff8000000000000 0xbfefffffffffffff 0x8000000000000000 0xffefffffffffffff 0x7fdfffffffffffff 0x8000000000000000
  //%     - ptr: f64[2,8]
  //%       out: 0x3ff0000000000000 0x3fec1528065b7d50 0x3ff0000000000000*2 0x3f645300b2210ee6 0x3fb21bd54fc5f9a7 0x3fec1528065b7d50 0x3fe14a280fb5068c*2 0x3fb21bd54fc5f9b7 nan 0x3fe14a280fb5068c 0x3ff0000000000000 0xbfefffe62ecfab75 0x3f645300b2210ee6 0x3ff0000000000000
  entry @cos_472(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf64, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf64>, token
    %r = cos %a : tile<4x1x2xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf64, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf64>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: cos_472
  //%   args:
  //%     - ptr: f64[4,1,2]
  //%       in: 0x727008111000def1 0xffdfffffffffffff 0x8000000000000001 0xd5961b7651219f89 0xe5829c36bbc0e154 0xbff0000000000001 0x800fffffffffffff 0x727008111000def1
  //%     - ptr: f64[4,1,2]
  //%       out: 0x3fb33ddca7dda648 0x3f645300b2210ee6 0x3ff0000000000000 0xbfefcdef30342368 0x3fd11eca047f14ef 0x3fe14a280fb5068a 0x3ff0000000000000 0x3fb33ddca7dda648
  entry @cos_473(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf64>, token
    %r = cos %a : tile<2x1x2x4xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf64>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: cos_473
  //%   args:
  //%     - ptr: f64[2,1,2,4]
  //%       in: 0xe5829c36bbc0e154 0x4056200000000000 0x0000000000000002 0x727008111000def1 0xffdfffffffffffff 0xffefffffffffffff 0xc330000000000000 0x7feffffffffffffe 0x8000000000000000 0xc00fffffffffffff 0x0010000000000001 0x4034000000000000 0xbfe0000000000000 0xbff7ffffffffffff 0x7fefffffffffffff 0x0000000000000000
  //%     - ptr: f64[2,1,2,4]
  //%       out: 0x3fd11eca047f14ef 0x3feb85a025f8d5f8 0x3ff0000000000000 0x3fb33ddca7dda648 0x3f645300b2210ee6 0xbfefffe62ecfab75 0xbfdf1300d681503f 0x3fd7ffdfb4c5308f 0x3ff0000000000000 0xbfe4eaa606db24c4 0x3ff0000000000000 0x3fda1e043964a83f 0x3fec1528065b7d50 0x3fb21bd54fc5f9b7 0xbfefffe62ecfab75 0x3ff0000000000000
  entry @tan_474(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xf64, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>, tile<i32> -> tile<64xf64>, token
    %r = tan %a : tile<64xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf64, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf64>, partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: tan_474
  //%   args:
  //%     - ptr: f64[64]
  //%       in: 0x8000000000000001 0xbfefffffffffffff 0xc008000000000000 0x727008111000def1 0x7ff0000000000000 0xc02e000000000000 0xffeffffffffffffe 0x3ff8000000000000 0xbff0000000000001 0x8010000000000001 0xbff8000000000000 0x0010000000000001 0x7fefffffffffffff 0xfff8000000000000 0xd5961b7651219f89 0x7ff8000000000000 0x3fe0000000000000 0xbff8000000000000 0x0000000000000001 0xc008000000000000 0xc00fffffffffffff 0xc000000000000000 0x3ff0000000000000 0x4330000000000000 0x3ff0000000000001 0x0010000000000000 0x000fffffffffffff 0x400fffffffffffff 0x3fefffffffffffff 0xbff8000000000000 0xffdfffffffffffff 0x8000000000000000 0x4056200000000000 0xc330000000000000 0x4034000000000000 0x3ff7ffffffffffff 0x7fdfffffffffffff 0x4000000000000000 0x0000000000000002 0x8000000000000002 0x79fcfa1a0a160e04 0x8010000000000000 0xc01d000000000000 0x3f50624dd2f1a9fc 0x1d2e18b6c7541e4c 0x0000000000000000 0x7ff0000000000000 0x3ff7ffffffffffff 0x800fffffffffffff 0x4008000000000000 0x7ff0000000000000 0xfff0000000000000 0x3ff8000000000000 0xbfe0000000000000 0xa5d0ce8664f11b89 0x7feffffffffffffe 0x2b29b2b0f1f91f40 0x3fb999999999999a 0xbff7ffffffffffff 0xffefffffffffffff 0xffeffffffffffffe 0xa283951946f2fa9d 0xbff0000000000000 0xe5829c36bbc0e154
  //%     - ptr: f64[64]
  //%       out: 0x8000000000000001 0xbff8eb245cbee3a4 0x3fc23ef71254b86f 0x402a889f1f5fdc22 nan 0x3feb644c45cfce11 0xc003c6e9970f78b8 0x402c33ed50b88777 0xbff8eb245cbee3a9 0x8010000000000001 0xc02c33ed50b88777 0x0010000000000001 0xbf74530cfe729484 nan 0xbfbc6eef001f7318 nan 0x3fe17b4f5bf3474a 0xc02c33ed50b88777 0x0000000000000001 0x3fc23ef71254b86f 0xbff2866f9be4de0f 0x40017af62e0950f8 0x3ff8eb245cbee3a6 0xbffccef2838da5ca 0x3ff8eb245cbee3a9 0x0010000000000000 0x000fffffffffffff 0x3ff2866f9be4de0f 0x3ff8eb245cbee3a4 0xc02c33ed50b88777 0xc07931081443b214 0x8000000000000000 0x3fe2fb81f99ea650 0x3ffccef2838da5ca 0x4001e5b4a31aab84 0x402c33ed50b8875e 0x407931081443b214 0xc0017af62e0950f8 0x0000000000000002 0x8000000000000002 0xc004fee3def0aa0d 0x8010000000000000 0xbff7303fbb8a82ea 0x3f50624e2e91ebe4 0x1d2e18b6c7541e4c 0x0000000000000000 nan 0x402c33ed50b8875e 0x800fffffffffffff 0xbfc23ef71254b86f nan*2 0x402c33ed50b88777 0xbfe17b4f5bf3474a 0xa5d0ce8664f11b89 0x4003c6e9970f78b8 0x2b29b2b0f1f91f40 0x3fb9af8877430b80 0xc02c33ed50b8875e 0x3f74530cfe729484 0xc003c6e9970f78b8 0xa283951946f2fa9d 0xbff8eb245cbee3a6 0xc00cd0f218c72fd1
  entry @tan_475(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f64>> -> tile<f64>, token
    %r = tan %a : tile<f64>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f64>>, tile<f64> -> token
    return
  }
  //% - entry: tan_475
  //%   args:
  //%     - ptr: f64[]
  //%       in: 0x3ff8000000000000
  //%     - ptr: f64[]
  //%       out: 0x402c33ed50b88777
  //% - entry: tan_475
  //%   args:
  //%     - ptr: f64[]
  //%       in: 0x3ff8000000000000
  //%     - ptr: f64[]
  //%       out: 0x402c33ed50b88777
  //% - entry: tan_475
  //%   args:
  //%     - ptr: f64[]
  //%       in: 0xbff0000000000000
  //%     - ptr: f64[]
  //%       out: 0xbff8eb245cbee3a6
  entry @tan_476(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xf64, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>, tile<i32> -> tile<1xf64>, token
    %r = tan %a : tile<1xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf64, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf64>, partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: tan_476
  //%   args:
  //%     - ptr: f64[1]
  //%       in: 0x3f50624dd2f1a9fc
  //%     - ptr: f64[1]
  //%       out: 0x3f50624e2e91ebe4
  entry @tan_477(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf64, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>, tile<i32> -> tile<2x8xf64>, token
    %r = tan %a : tile<2x8xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf64, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf64>, partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: tan_477
  //%   args:
  //%     - ptr: f64[2,8]
  //%       in: 0x400fffffffffffff 0xffdfffffffffffff 0x4034000000000000 0x727008111000def1 0x7fdfffffffffffff 0x3ff0000000000000 0xc008000000000000 0x0000000000000002 0x7fefffffffffffff 0x7ff0000000000000 0x3fb999999999999a 0x8010000000000001 0xc02e000000000000 0x0010000000000000 0x3f50624dd2f1a9fc 0x4330000000000000
  //%     - ptr: f64[2,8]
  //%       out: 0x3ff2866f9be4de0f 0xc07931081443b214 0x4001e5b4a31aab84 0x402a889f1f5fdc22 0x407931081443b214 0x3ff8eb245cbee3a6 0x3fc23ef71254b86f 0x0000000000000002 0xbf74530cfe729484 nan 0x3fb9af8877430b80 0x8010000000000001 0x3feb644c45cfce11 0x0010000000000000 0x3f50624e2e91ebe4 0xbffccef2838da5ca
  entry @tan_478(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf64, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf64>, token
    %r = tan %a : tile<4x1x2xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf64, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf64>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: tan_478
  //%   args:
  //%     - ptr: f64[4,1,2]
  //%       in: 0x2b29b2b0f1f91f40 0x7fefffffffffffff 0x0010000000000000 0x8000000000000002 0x0000000000000000 0x8010000000000000 0xc008000000000000 0xfff8000000000000
  //%     - ptr: f64[4,1,2]
  //%       out: 0x2b29b2b0f1f91f40 0xbf74530cfe729484 0x0010000000000000 0x8000000000000002 0x0000000000000000 0x8010000000000000 0x3fc23ef71254b86f nan
  entry @tan_479(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf64>, token
    %r = tan %a : tile<2x1x2x4xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf64>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: tan_479
  //%   args:
  //%     - ptr: f64[2,1,2,4]
  //%       in: 0x3ff0000000000000 0x800fffffffffffff 0x2b29b2b0f1f91f40 0x7fefffffffffffff 0x7ff0000000000000 0xa5d0ce8664f11b89 0x1d2e18b6c7541e4c 0xc00fffffffffffff 0x0000000000000001 0xffeffffffffffffe 0x3fe0000000000000 0xbfe0000000000000 0x4008000000000000 0xc02e000000000000 0x8010000000000001 0xbff8000000000000
  //%     - ptr: f64[2,1,2,4]
  //%       out: 0x3ff8eb245cbee3a6 0x800fffffffffffff 0x2b29b2b0f1f91f40 0xbf74530cfe729484 nan 0xa5d0ce8664f11b89 0x1d2e18b6c7541e4c 0xbff2866f9be4de0f 0x0000000000000001 0xc003c6e9970f78b8 0x3fe17b4f5bf3474a 0xbfe17b4f5bf3474a 0xbfc23ef71254b86f 0x3feb644c45cfce11 0x8010000000000001 0xc02c33ed50b88777
  entry @rsqrt_480(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xf64, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>, tile<i32> -> tile<64xf64>, token
    %r = rsqrt %a : tile<64xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf64, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf64>, partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: rsqrt_480
  //%   args:
  //%     - ptr: f64[64]
  //%       in: 0x79fcfa1a0a160e04 0x8000000000000001 0x3fe0000000000000 0x4000000000000000 0x7feffffffffffffe 0xd5961b7651219f89 0xc000000000000000 0x0000000000000000 0xbff7ffffffffffff 0x3ff7ffffffffffff 0xffeffffffffffffe 0x7ff8000000000000 0x3ff8000000000000 0x8000000000000002 0x2b29b2b0f1f91f40 0x3f50624dd2f1a9fc 0x3fb999999999999a 0xc330000000000000 0xbfe0000000000000 0x7fefffffffffffff 0x1d2e18b6c7541e4c 0xc02e000000000000 0x400fffffffffffff 0xc01d000000000000 0x3ff0000000000001 0x8010000000000001 0x727008111000def1 0x3ff0000000000000 0x8010000000000000 0xc008000000000000 0x0010000000000001 0x3ff7ffffffffffff 0x4000000000000000 0x3ff0000000000000 0x0000000000000001 0x4034000000000000 0x2b29b2b0f1f91f40 0xffefffffffffffff 0xfff8000000000000 0xbfefffffffffffff 0x7ff0000000000000 0x800fffffffffffff 0x7fdfffffffffffff 0xbff8000000000000 0xc00fffffffffffff 0xa5d0ce8664f11b89 0xbff0000000000001 0x3fefffffffffffff 0xc00fffffffffffff 0xffefffffffffffff 0x4056200000000000 0xfff0000000000000 0x000fffffffffffff 0x7fefffffffffffff 0xe5829c36bbc0e154 0x4008000000000000 0x0010000000000000 0xa283951946f2fa9d 0x4330000000000000 0x8000000000000000 0xc00fffffffffffff 0xbff0000000000000 0x0000000000000002 0xffdfffffffffffff
  //%     - ptr: f64[64]
  //%       out: 0x22e7c74890e01faf nan 0x3ff6a09e667f3bcd 0x3fe6a09e667f3bcd 0x1ff0000000000001 nan*2 0x7ff0000000000000 nan 0x3fea20bd700c2c3f nan*2 0x3fea20bd700c2c3e nan 0x4a51dab9ce99fbaa 0x403f9f6e4990f227 0x40094c583ada5b52 nan*2 0x1ff0000000000000 0x51507f8a5bc88e48 nan 0x3fe0000000000000 nan 0x3fefffffffffffff nan 0x26aff7f1fb914720 0x3ff0000000000000 nan*2 0x5fdfffffffffffff 0x3fea20bd700c2c3f 0x3fe6a09e667f3bcd 0x3ff0000000000000 0x6180000000000000 0x3fcc9f25c5bfedd9 0x4a51dab9ce99fbaa nan*3 0x0000000000000000 nan 0x1ff6a09e667f3bcd nan*4 0x3ff0000000000000 nan*2 0x3fbb3665f091e651 nan 0x5fe0000000000001 0x1ff0000000000000 nan 0x3fe279a74590331c 0x5fe0000000000000 nan 0x3e50000000000000 0xfff0000000000000 nan*2 0x6176a09e667f3bcd nan
  entry @rsqrt_481(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f64>> -> tile<f64>, token
    %r = rsqrt %a : tile<f64>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f64>>, tile<f64> -> token
    return
  }
  //% - entry: rsqrt_481
  //%   args:
  //%     - ptr: f64[]
  //%       in: 0x000fffffffffffff
  //%     - ptr: f64[]
  //%       out: 0x5fe0000000000001
  //% - entry: rsqrt_481
  //%   args:
  //%     - ptr: f64[]
  //%       in: 0x3fe0000000000000
  //%     - ptr: f64[]
  //%       out: 0x3ff6a09e667f3bcd
  //% - entry: rsqrt_481
  //%   args:
  //%     - ptr: f64[]
  //%       in: 0xbff0000000000000
  //%     - ptr: f64[]
  //%       out: nan
  entry @rsqrt_482(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xf64, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>, tile<i32> -> tile<1xf64>, token
    %r = rsqrt %a : tile<1xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf64, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf64>, partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: rsqrt_482
  //%   args:
  //%     - ptr: f64[1]
  //%       in: 0x0010000000000001
  //%     - ptr: f64[1]
  //%       out: 0x5fdfffffffffffff
  entry @rsqrt_483(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf64, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>, tile<i32> -> tile<2x8xf64>, token
    %r = rsqrt %a : tile<2x8xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf64, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf64>, partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: rsqrt_483
  //%   args:
  //%     - ptr: f64[2,8]
  //%       in: 0x0000000000000002 0xffefffffffffffff 0xfff8000000000000 0xbff0000000000001 0xbfefffffffffffff 0x0010000000000000 0xc330000000000000 0xc00fffffffffffff 0x8010000000000001 0xa283951946f2fa9d 0xc01d000000000000 0xc02e000000000000 0x8000000000000002 0x7feffffffffffffe 0xc000000000000000 0xbff7ffffffffffff
  //%     - ptr: f64[2,8]
  //%       out: 0x6176a09e667f3bcd nan*4 0x5fe0000000000000 nan*7 0x1ff0000000000001 nan*2
  entry @rsqrt_484(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf64, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf64>, token
    %r = rsqrt %a : tile<4x1x2xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf64, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf64>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: rsqrt_484
  //%   args:
  //%     - ptr: f64[4,1,2]
  //%       in: 0xffdfffffffffffff 0xbfefffffffffffff 0x3fb999999999999a 0xc008000000000000 0x79fcfa1a0a160e04 0xfff8000000000000 0x3ff0000000000000 0xbff7ffffffffffff
  //%     - ptr: f64[4,1,2]
  //%       out: nan*2 0x40094c583ada5b52 nan 0x22e7c74890e01faf nan 0x3ff0000000000000 nan
  entry @rsqrt_485(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf64>, token
    %r = rsqrt %a : tile<2x1x2x4xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf64>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: rsqrt_485
  //%   args:
  //%     - ptr: f64[2,1,2,4]
  //%       in: 0x0000000000000001 0x3ff8000000000000 0xbfefffffffffffff 0x4000000000000000 0x3ff8000000000000 0x3f50624dd2f1a9fc 0x400fffffffffffff 0xc000000000000000 0xc01d000000000000 0xc00fffffffffffff 0xbff0000000000001 0x3ff0000000000000 0xe5829c36bbc0e154 0xfff8000000000000 0x8000000000000001 0xc008000000000000
  //%     - ptr: f64[2,1,2,4]
  //%       out: 0x6180000000000000 0x3fea20bd700c2c3e nan 0x3fe6a09e667f3bcd 0x3fea20bd700c2c3e 0x403f9f6e4990f227 0x3fe0000000000000 nan*4 0x3ff0000000000000 nan*4
  entry @sqrt_486(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xf64, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>, tile<i32> -> tile<64xf64>, token
    %r = sqrt %a : tile<64xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf64, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf64>, partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_486
  //%   args:
  //%     - ptr: f64[64]
  //%       in: 0x800fffffffffffff 0xbff0000000000001 0x3fe0000000000000 0x4008000000000000 0x1d2e18b6c7541e4c 0xa283951946f2fa9d 0xbff8000000000000 0xffefffffffffffff 0x8010000000000001 0x7feffffffffffffe 0xfff8000000000000 0x0000000000000002 0xc00fffffffffffff 0x2b29b2b0f1f91f40 0xbff7ffffffffffff 0x3fefffffffffffff 0xbfe0000000000000 0xc02e000000000000 0xc008000000000000 0x7fdfffffffffffff 0xffeffffffffffffe 0xbff8000000000000 0x2b29b2b0f1f91f40 0x7fefffffffffffff 0x7ff8000000000000 0x79fcfa1a0a160e04 0x7feffffffffffffe 0xffdfffffffffffff 0x8000000000000000 0x4330000000000000 0x8000000000000002 0xd5961b7651219f89 0xbfefffffffffffff 0x0000000000000001 0x0000000000000000 0x000fffffffffffff 0x4034000000000000 0xc01d000000000000 0xfff0000000000000 0xffeffffffffffffe 0x4056200000000000 0xe5829c36bbc0e154 0x3ff7ffffffffffff 0x7fefffffffffffff 0x400fffffffffffff 0x3ff0000000000001 0x3fb999999999999a 0xc330000000000000 0x4000000000000000 0x3ff0000000000000 0xc000000000000000 0x0010000000000001 0x3fefffffffffffff 0x7ff0000000000000 0x3f50624dd2f1a9fc 0x3fe0000000000000 0x8010000000000000 0xbff0000000000000 0xe5829c36bbc0e154 0x3ff8000000000000 0x8000000000000001 0xa5d0ce8664f11b89 0x0010000000000000 0x727008111000def1
  //%     - ptr: f64[64]
  //%       out: nan*2 0x3fe6a09e667f3bcd 0x3ffbb67ae8584caa 0x2e8f089f33f0914f nan*4 0x5fefffffffffffff nan 0x1e66a09e667f3bcd nan 0x358cad2919eb786a nan 0x3fefffffffffffff nan*3 0x5fe6a09e667f3bcc nan*2 0x358cad2919eb786a 0x5fefffffffffffff nan 0x5cf58837bf199280 0x5fefffffffffffff nan 0x8000000000000000 0x4190000000000000 nan*3 0x1e60000000000000 0x0000000000000000 0x1fffffffffffffff 0x4011e3779b97f4a8 nan*3 0x4022d09c7b54e03e nan 0x3ff3988e1409212e 0x5fefffffffffffff 0x3fffffffffffffff 0x3ff0000000000000 0x3fd43d136248490f nan 0x3ff6a09e667f3bcd 0x3ff0000000000000 nan 0x2000000000000000 0x3fefffffffffffff 0x7ff0000000000000 0x3fa030dc4ea03a72 0x3fe6a09e667f3bcd nan*3 0x3ff3988e1409212e nan*2 0x2000000000000000 0x5930040805fced3e
  entry @sqrt_487(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f64>> -> tile<f64>, token
    %r = sqrt %a : tile<f64>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f64>>, tile<f64> -> token
    return
  }
  //% - entry: sqrt_487
  //%   args:
  //%     - ptr: f64[]
  //%       in: 0xfff8000000000000
  //%     - ptr: f64[]
  //%       out: nan
  //% - entry: sqrt_487
  //%   args:
  //%     - ptr: f64[]
  //%       in: 0x4034000000000000
  //%     - ptr: f64[]
  //%       out: 0x4011e3779b97f4a8
  //% - entry: sqrt_487
  //%   args:
  //%     - ptr: f64[]
  //%       in: 0x8010000000000000
  //%     - ptr: f64[]
  //%       out: nan
  entry @sqrt_488(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xf64, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>, tile<i32> -> tile<1xf64>, token
    %r = sqrt %a : tile<1xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf64, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf64>, partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_488
  //%   args:
  //%     - ptr: f64[1]
  //%       in: 0xa5d0ce8664f11b89
  //%     - ptr: f64[1]
  //%       out: nan
  entry @sqrt_489(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf64, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>, tile<i32> -> tile<2x8xf64>, token
    %r = sqrt %a : tile<2x8xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf64, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf64>, partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_489
  //%   args:
  //%     - ptr: f64[2,8]
  //%       in: 0x0000000000000002 0x3ff8000000000000 0x8000000000000001 0xa5d0ce8664f11b89 0xffefffffffffffff 0x2b29b2b0f1f91f40 0x4000000000000000 0xffeffffffffffffe*2 0x3fefffffffffffff 0xc000000000000000 0x0010000000000001 0xa283951946f2fa9d 0xbff0000000000001 0x0010000000000001 0x4034000000000000
  //%     - ptr: f64[2,8]
  //%       out: 0x1e66a09e667f3bcd 0x3ff3988e1409212e nan*3 0x358cad2919eb786a 0x3ff6a09e667f3bcd nan*2 0x3fefffffffffffff nan 0x2000000000000000 nan*2 0x2000000000000000 0x4011e3779b97f4a8
  entry @sqrt_490(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf64, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf64>, token
    %r = sqrt %a : tile<4x1x2xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf64, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf64>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_490
  //%   args:
  //%     - ptr: f64[4,1,2]
  //%       in: 0x3f50624dd2f1a9fc 0x4008000000000000 0x7fdfffffffffffff 0xfff8000000000000 0x4330000000000000 0xffefffffffffffff 0x8000000000000000 0x3ff0000000000001
  //%     - ptr: f64[4,1,2]
  //%       out: 0x3fa030dc4ea03a72 0x3ffbb67ae8584caa 0x5fe6a09e667f3bcc nan 0x4190000000000000 nan 0x8000000000000000 0x3ff0000000000000
  entry @sqrt_491(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf64>, token
    %r = sqrt %a : tile<2x1x2x4xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf64>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_491
  //%   args:
  //%     - ptr: f64[2,1,2,4]
  //%       in: 0x7fdfffffffffffff 0xc008000000000000 0x3ff7ffffffffffff 0x4056200000000000 0x7ff0000000000000 0x0010000000000001 0xc000000000000000 0xfff8000000000000 0x4000000000000000 0x4034000000000000 0x3ff8000000000000 0xe5829c36bbc0e154 0xd5961b7651219f89 0xbff0000000000001 0x7feffffffffffffe 0x2b29b2b0f1f91f40
  //%     - ptr: f64[2,1,2,4]
  //%       out: 0x5fe6a09e667f3bcc nan 0x3ff3988e1409212e 0x4022d09c7b54e03e 0x7ff0000000000000 0x2000000000000000 nan*2 0x3ff6a09e667f3bcd 0x4011e3779b97f4a8 0x3ff3988e1409212e nan*3 0x5fefffffffffffff 0x358cad2919eb786a
  entry @sqrt_492(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xf64, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>, tile<i32> -> tile<64xf64>, token
    %r = sqrt %a rounding<zero> : tile<64xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf64, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf64>, partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_492
  //%   args:
  //%     - ptr: f64[64]
  //%       in: 0x8010000000000000 0xa5d0ce8664f11b89 0x79fcfa1a0a160e04 0x8000000000000000 0x727008111000def1 0xc330000000000000 0xe5829c36bbc0e154 0x4330000000000000 0x3ff7ffffffffffff 0xbff0000000000001 0xc00fffffffffffff 0x8000000000000002 0x8010000000000001 0x3ff0000000000000 0x4000000000000000 0xa283951946f2fa9d 0x0000000000000001 0xbff0000000000000 0x0000000000000001 0x0010000000000001 0xbfefffffffffffff 0x7fdfffffffffffff 0x0000000000000002 0x2b29b2b0f1f91f40 0xffeffffffffffffe 0x3ff0000000000000 0x3ff0000000000001 0xc01d000000000000 0xfff0000000000000 0x3fe0000000000000 0x800fffffffffffff 0x0010000000000000 0xfff8000000000000 0x4008000000000000 0x7ff8000000000000 0xffdfffffffffffff 0x4056200000000000 0x0000000000000000 0x3fefffffffffffff 0x7ff0000000000000 0xfff8000000000000 0x1d2e18b6c7541e4c 0x4008000000000000 0xbff8000000000000 0x7ff0000000000000 0x400fffffffffffff 0xffefffffffffffff 0xc008000000000000 0x3fefffffffffffff 0x4034000000000000 0x8000000000000001 0x3ff8000000000000 0x3fefffffffffffff 0xc02e000000000000 0x3fb999999999999a 0xbfe0000000000000 0xbff7ffffffffffff 0xc000000000000000 0x000fffffffffffff 0xffdfffffffffffff 0x3f50624dd2f1a9fc 0xd5961b7651219f89 0x7fefffffffffffff 0x7feffffffffffffe
  //%     - ptr: f64[64]
  //%       out: nan*2 0x5cf58837bf19927f 0x8000000000000000 0x5930040805fced3d nan*2 0x4190000000000000 0x3ff3988e1409212e nan*4 0x3ff0000000000000 0x3ff6a09e667f3bcc nan 0x1e60000000000000 nan 0x1e60000000000000 0x2000000000000000 nan 0x5fe6a09e667f3bcc 0x1e66a09e667f3bcc 0x358cad2919eb786a nan 0x3ff0000000000000*2 nan*2 0x3fe6a09e667f3bcc nan 0x2000000000000000 nan 0x3ffbb67ae8584caa nan*2 0x4022d09c7b54e03e 0x0000000000000000 0x3fefffffffffffff 0x7ff0000000000000 nan 0x2e8f089f33f0914e 0x3ffbb67ae8584caa nan 0x7ff0000000000000 0x3fffffffffffffff nan*2 0x3fefffffffffffff 0x4011e3779b97f4a7 nan 0x3ff3988e1409212e 0x3fefffffffffffff nan 0x3fd43d136248490f nan*3 0x1ffffffffffffffe nan 0x3fa030dc4ea03a72 nan 0x5fefffffffffffff 0x5feffffffffffffe
  entry @sqrt_493(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f64>> -> tile<f64>, token
    %r = sqrt %a rounding<zero> : tile<f64>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f64>>, tile<f64> -> token
    return
  }
  //% - entry: sqrt_493
  //%   args:
  //%     - ptr: f64[]
  //%       in: 0x8000000000000002
  //%     - ptr: f64[]
  //%       out: nan
  //% - entry: sqrt_493
  //%   args:
  //%     - ptr: f64[]
  //%       in: 0x3ff0000000000000
  //%     - ptr: f64[]
  //%       out: 0x3ff0000000000000
  //% - entry: sqrt_493
  //%   args:
  //%     - ptr: f64[]
  //%       in: 0xbff0000000000000
  //%     - ptr: f64[]
  //%       out: nan
  entry @sqrt_494(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xf64, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>, tile<i32> -> tile<1xf64>, token
    %r = sqrt %a rounding<zero> : tile<1xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf64, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf64>, partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_494
  //%   args:
  //%     - ptr: f64[1]
  //%       in: 0x0010000000000001
  //%     - ptr: f64[1]
  //%       out: 0x2000000000000000
  entry @sqrt_495(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf64, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>, tile<i32> -> tile<2x8xf64>, token
    %r = sqrt %a rounding<zero> : tile<2x8xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf64, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf64>, partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_495
  //%   args:
  //%     - ptr: f64[2,8]
  //%       in: 0xffefffffffffffff 0x3ff8000000000000 0xc02e000000000000 0xc01d000000000000 0x3ff7ffffffffffff 0x4000000000000000 0xd5961b7651219f89 0x3ff0000000000001 0xc330000000000000 0xc000000000000000 0x4056200000000000 0x000fffffffffffff 0x7ff8000000000000 0xc008000000000000 0x4008000000000000 0x800fffffffffffff
  //%     - ptr: f64[2,8]
  //%       out: nan 0x3ff3988e1409212e nan*2 0x3ff3988e1409212e 0x3ff6a09e667f3bcc nan 0x3ff0000000000000 nan*2 0x4022d09c7b54e03e 0x1ffffffffffffffe nan*2 0x3ffbb67ae8584caa nan
  entry @sqrt_496(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf64, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf64>, token
    %r = sqrt %a rounding<zero> : tile<4x1x2xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf64, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf64>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_496
  //%   args:
  //%     - ptr: f64[4,1,2]
  //%       in: 0xc008000000000000 0xbfe0000000000000 0x0000000000000001 0x3ff8000000000000 0xc00fffffffffffff 0x3fe0000000000000*2 0x7ff8000000000000
  //%     - ptr: f64[4,1,2]
  //%       out: nan*2 0x1e60000000000000 0x3ff3988e1409212e nan 0x3fe6a09e667f3bcc*2 nan
  entry @sqrt_497(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf64>, token
    %r = sqrt %a rounding<zero> : tile<2x1x2x4xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf64>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_497
  //%   args:
  //%     - ptr: f64[2,1,2,4]
  //%       in: 0x3fefffffffffffff 0x3fe0000000000000 0x3fefffffffffffff 0xbff7ffffffffffff 0x8000000000000001 0x727008111000def1 0xc000000000000000 0x800fffffffffffff 0xe5829c36bbc0e154 0x4330000000000000 0x000fffffffffffff 0x1d2e18b6c7541e4c 0x2b29b2b0f1f91f40 0x3fb999999999999a 0x0010000000000000 0xc02e000000000000
  //%     - ptr: f64[2,1,2,4]
  //%       out: 0x3fefffffffffffff 0x3fe6a09e667f3bcc 0x3fefffffffffffff nan*2 0x5930040805fced3d nan*3 0x4190000000000000 0x1ffffffffffffffe 0x2e8f089f33f0914e 0x358cad2919eb786a 0x3fd43d136248490f 0x2000000000000000 nan
  entry @sqrt_498(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xf64, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>, tile<i32> -> tile<64xf64>, token
    %r = sqrt %a rounding<negative_inf> : tile<64xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf64, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf64>, partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_498
  //%   args:
  //%     - ptr: f64[64]
  //%       in: 0xfff0000000000000 0x3ff8000000000000 0xa5d0ce8664f11b89 0xbff8000000000000 0x3f50624dd2f1a9fc 0x7fdfffffffffffff 0x7feffffffffffffe 0x0000000000000002 0x400fffffffffffff 0xc01d000000000000 0x8010000000000001 0xbff7ffffffffffff 0x3ff7ffffffffffff 0x3ff0000000000001 0xc330000000000000 0xbfefffffffffffff 0x4330000000000000 0xfff8000000000000 0xd5961b7651219f89 0x0010000000000001 0x3f50624dd2f1a9fc 0xc000000000000000 0x7ff0000000000000 0x800fffffffffffff 0xc02e000000000000 0x8010000000000000 0xffeffffffffffffe 0x8000000000000002 0x0010000000000000 0xa283951946f2fa9d 0x3ff0000000000000 0xbff0000000000001 0x4008000000000000 0xc00fffffffffffff 0xffdfffffffffffff 0x0000000000000000 0x727008111000def1 0xc008000000000000 0xbff0000000000000 0x000fffffffffffff 0x8000000000000001 0xbfe0000000000000 0x000fffffffffffff 0x400fffffffffffff 0x2b29b2b0f1f91f40 0x1d2e18b6c7541e4c 0xc00fffffffffffff 0xe5829c36bbc0e154 0x0010000000000000 0x4000000000000000 0x3fefffffffffffff 0x3fe0000000000000 0xbff0000000000000 0x79fcfa1a0a160e04 0x0000000000000001 0xffdfffffffffffff 0xa5d0ce8664f11b89 0x8000000000000000 0x3fb999999999999a 0x4056200000000000 0xffefffffffffffff 0x7fefffffffffffff 0x4034000000000000 0x7ff8000000000000
  //%     - ptr: f64[64]
  //%       out: nan 0x3ff3988e1409212e nan*2 0x3fa030dc4ea03a72 0x5fe6a09e667f3bcc 0x5feffffffffffffe 0x1e66a09e667f3bcc 0x3fffffffffffffff nan*3 0x3ff3988e1409212e 0x3ff0000000000000 nan*2 0x4190000000000000 nan*2 0x2000000000000000 0x3fa030dc4ea03a72 nan 0x7ff0000000000000 nan*5 0x2000000000000000 nan 0x3ff0000000000000 nan 0x3ffbb67ae8584caa nan*2 0x0000000000000000 0x5930040805fced3d nan*2 0x1ffffffffffffffe nan*2 0x1ffffffffffffffe 0x3fffffffffffffff 0x358cad2919eb786a 0x2e8f089f33f0914e nan*2 0x2000000000000000 0x3ff6a09e667f3bcc 0x3fefffffffffffff 0x3fe6a09e667f3bcc nan 0x5cf58837bf19927f 0x1e60000000000000 nan*2 0x8000000000000000 0x3fd43d136248490f 0x4022d09c7b54e03e nan 0x5fefffffffffffff 0x4011e3779b97f4a7 nan
  entry @sqrt_499(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f64>> -> tile<f64>, token
    %r = sqrt %a rounding<negative_inf> : tile<f64>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f64>>, tile<f64> -> token
    return
  }
  //% - entry: sqrt_499
  //%   args:
  //%     - ptr: f64[]
  //%       in: 0x3f50624dd2f1a9fc
  //%     - ptr: f64[]
  //%       out: 0x3fa030dc4ea03a72
  //% - entry: sqrt_499
  //%   args:
  //%     - ptr: f64[]
  //%       in: 0xbff0000000000000
  //%     - ptr: f64[]
  //%       out: nan
  //% - entry: sqrt_499
  //%   args:
  //%     - ptr: f64[]
  //%       in: 0x000fffffffffffff
  //%     - ptr: f64[]
  //%       out: 0x1ffffffffffffffe
  entry @sqrt_500(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xf64, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>, tile<i32> -> tile<1xf64>, token
    %r = sqrt %a rounding<negative_inf> : tile<1xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf64, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf64>, partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_500
  //%   args:
  //%     - ptr: f64[1]
  //%       in: 0x3ff8000000000000
  //%     - ptr: f64[1]
  //%       out: 0x3ff3988e1409212e
  entry @sqrt_501(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf64, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>, tile<i32> -> tile<2x8xf64>, token
    %r = sqrt %a rounding<negative_inf> : tile<2x8xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf64, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf64>, partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_501
  //%   args:
  //%     - ptr: f64[2,8]
  //%       in: 0x79fcfa1a0a160e04 0xbff8000000000000 0xa283951946f2fa9d 0x000fffffffffffff 0x2b29b2b0f1f91f40 0xffdfffffffffffff 0x800fffffffffffff 0xc01d000000000000 0xe5829c36bbc0e154 0x7fdfffffffffffff 0xbff0000000000000 0x3fefffffffffffff 0x400fffffffffffff 0xc00fffffffffffff 0x3fb999999999999a 0xc02e000000000000
  //%     - ptr: f64[2,8]
  //%       out: 0x5cf58837bf19927f nan*2 0x1ffffffffffffffe 0x358cad2919eb786a nan*4 0x5fe6a09e667f3bcc nan 0x3fefffffffffffff 0x3fffffffffffffff nan 0x3fd43d136248490f nan
  entry @sqrt_502(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf64, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf64>, token
    %r = sqrt %a rounding<negative_inf> : tile<4x1x2xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf64, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf64>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_502
  //%   args:
  //%     - ptr: f64[4,1,2]
  //%       in: 0xc00fffffffffffff 0x7fdfffffffffffff 0x3ff8000000000000 0xfff8000000000000 0x0000000000000000 0xffeffffffffffffe 0x0010000000000000 0x0000000000000001
  //%     - ptr: f64[4,1,2]
  //%       out: nan 0x5fe6a09e667f3bcc 0x3ff3988e1409212e nan 0x0000000000000000 nan 0x2000000000000000 0x1e60000000000000
  entry @sqrt_503(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf64>, token
    %r = sqrt %a rounding<negative_inf> : tile<2x1x2x4xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf64>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_503
  //%   args:
  //%     - ptr: f64[2,1,2,4]
  //%       in: 0xe5829c36bbc0e154 0x7fdfffffffffffff 0xa5d0ce8664f11b89 0x7feffffffffffffe 0x8000000000000001 0x800fffffffffffff 0xc02e000000000000 0x3ff0000000000001 0xc000000000000000 0x727008111000def1 0xfff0000000000000 0xc008000000000000 0xc02e000000000000 0x0010000000000000 0xbff0000000000001 0x3ff7ffffffffffff
  //%     - ptr: f64[2,1,2,4]
  //%       out: nan 0x5fe6a09e667f3bcc nan 0x5feffffffffffffe nan*3 0x3ff0000000000000 nan 0x5930040805fced3d nan*3 0x2000000000000000 nan 0x3ff3988e1409212e
  entry @sqrt_504(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xf64, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>, tile<i32> -> tile<64xf64>, token
    %r = sqrt %a rounding<positive_inf> : tile<64xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf64, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf64>, partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_504
  //%   args:
  //%     - ptr: f64[64]
  //%       in: 0x4034000000000000 0x3ff0000000000001 0x7fefffffffffffff 0x0010000000000001 0xc330000000000000 0x8010000000000001 0x0000000000000002 0xc008000000000000 0x3ff0000000000000 0x4330000000000000 0xffefffffffffffff 0x3fe0000000000000 0xbff0000000000001 0xd5961b7651219f89 0x3f50624dd2f1a9fc 0xc000000000000000 0x3fefffffffffffff 0x4056200000000000 0x800fffffffffffff 0xbff7ffffffffffff 0x8010000000000000 0xbff8000000000000 0x8010000000000000 0x4000000000000000 0xbff0000000000000 0x3fb999999999999a 0x1d2e18b6c7541e4c 0x8000000000000000 0x3ff7ffffffffffff 0x8000000000000001 0xbfefffffffffffff 0xffdfffffffffffff 0xc008000000000000 0xa283951946f2fa9d 0xbfe0000000000000 0xe5829c36bbc0e154 0x800fffffffffffff 0x3fe0000000000000 0xa5d0ce8664f11b89 0x7fdfffffffffffff 0xfff0000000000000 0x000fffffffffffff 0x8000000000000001 0x8000000000000002 0xbff8000000000000 0x400fffffffffffff 0xfff0000000000000 0x7feffffffffffffe 0x4008000000000000 0x727008111000def1 0x0010000000000000 0x2b29b2b0f1f91f40 0xc01d000000000000 0xffeffffffffffffe 0x79fcfa1a0a160e04 0x0000000000000001 0xfff8000000000000 0x3ff8000000000000 0xc00fffffffffffff 0x7ff0000000000000 0x0000000000000000 0xc02e000000000000 0xbfefffffffffffff 0x7ff8000000000000
  //%     - ptr: f64[64]
  //%       out: 0x4011e3779b97f4a8 0x3ff0000000000001 0x5ff0000000000000 0x2000000000000001 nan*2 0x1e66a09e667f3bcd nan 0x3ff0000000000000 0x4190000000000000 nan 0x3fe6a09e667f3bcd nan*2 0x3fa030dc4ea03a73 nan 0x3ff0000000000000 0x4022d09c7b54e03f nan*5 0x3ff6a09e667f3bcd nan 0x3fd43d1362484910 0x2e8f089f33f0914f 0x8000000000000000 0x3ff3988e1409212f nan*8 0x3fe6a09e667f3bcd nan 0x5fe6a09e667f3bcd nan 0x1fffffffffffffff nan*3 0x4000000000000000 nan 0x5fefffffffffffff 0x3ffbb67ae8584cab 0x5930040805fced3e 0x2000000000000000 0x358cad2919eb786b nan*2 0x5cf58837bf199280 0x1e60000000000000 nan 0x3ff3988e1409212f nan 0x7ff0000000000000 0x0000000000000000 nan*3
  entry @sqrt_505(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f64>> -> tile<f64>, token
    %r = sqrt %a rounding<positive_inf> : tile<f64>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f64>>, tile<f64> -> token
    return
  }
  //% - entry: sqrt_505
  //%   args:
  //%     - ptr: f64[]
  //%       in: 0xa283951946f2fa9d
  //%     - ptr: f64[]
  //%       out: nan
  //% - entry: sqrt_505
  //%   args:
  //%     - ptr: f64[]
  //%       in: 0xffeffffffffffffe
  //%     - ptr: f64[]
  //%       out: nan
  //% - entry: sqrt_505
  //%   args:
  //%     - ptr: f64[]
  //%       in: 0x7fdfffffffffffff
  //%     - ptr: f64[]
  //%       out: 0x5fe6a09e667f3bcd
  entry @sqrt_506(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xf64, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>, tile<i32> -> tile<1xf64>, token
    %r = sqrt %a rounding<positive_inf> : tile<1xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf64, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf64>, partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_506
  //%   args:
  //%     - ptr: f64[1]
  //%       in: 0x2b29b2b0f1f91f40
  //%     - ptr: f64[1]
  //%       out: 0x358cad2919eb786b
  entry @sqrt_507(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf64, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>, tile<i32> -> tile<2x8xf64>, token
    %r = sqrt %a rounding<positive_inf> : tile<2x8xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf64, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf64>, partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_507
  //%   args:
  //%     - ptr: f64[2,8]
  //%       in: 0x0000000000000001 0xbfefffffffffffff 0xd5961b7651219f89 0xffdfffffffffffff 0x8000000000000000 0x0000000000000000 0xbfefffffffffffff 0xc02e000000000000 0x79fcfa1a0a160e04 0x3ff8000000000000 0x4056200000000000 0xc01d000000000000 0x000fffffffffffff 0xffefffffffffffff 0x7ff8000000000000 0x3fefffffffffffff
  //%     - ptr: f64[2,8]
  //%       out: 0x1e60000000000000 nan*3 0x8000000000000000 0x0000000000000000 nan*2 0x5cf58837bf199280 0x3ff3988e1409212f 0x4022d09c7b54e03f nan 0x1fffffffffffffff nan*2 0x3ff0000000000000
  entry @sqrt_508(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf64, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf64>, token
    %r = sqrt %a rounding<positive_inf> : tile<4x1x2xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf64, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf64>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_508
  //%   args:
  //%     - ptr: f64[4,1,2]
  //%       in: 0x2b29b2b0f1f91f40 0x3fe0000000000000 0xa283951946f2fa9d 0x7feffffffffffffe 0x8000000000000002 0x7ff8000000000000 0xbfe0000000000000 0x79fcfa1a0a160e04
  //%     - ptr: f64[4,1,2]
  //%       out: 0x358cad2919eb786b 0x3fe6a09e667f3bcd nan 0x5fefffffffffffff nan*3 0x5cf58837bf199280
  entry @sqrt_509(%memory.a: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf64>, token
    %r = sqrt %a rounding<positive_inf> : tile<2x1x2x4xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf64>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: sqrt_509
  //%   args:
  //%     - ptr: f64[2,1,2,4]
  //%       in: 0x0010000000000000*2 0xffefffffffffffff 0x3fb999999999999a 0x8000000000000001 0x3fb999999999999a 0x3ff0000000000001 0x2b29b2b0f1f91f40 0x3fe0000000000000 0xa5d0ce8664f11b89 0x8010000000000001 0x0010000000000001 0x8000000000000000 0x0000000000000002 0x4034000000000000 0xa283951946f2fa9d
  //%     - ptr: f64[2,1,2,4]
  //%       out: 0x2000000000000000*2 nan 0x3fd43d1362484910 nan 0x3fd43d1362484910 0x3ff0000000000001 0x358cad2919eb786b 0x3fe6a09e667f3bcd nan*2 0x2000000000000001 0x8000000000000000 0x1e66a09e667f3bcd 0x4011e3779b97f4a8 nan
  entry @fpowf_510(%memory.a: tile<ptr<f64>>, %memory.b: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xf64, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>, tile<i32> -> tile<64xf64>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [64], strides = [1] : tensor_view<64xf64, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>, tile<i32> -> tile<64xf64>, token
    %r = fpowf %a, %b : tile<64xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf64, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf64>, partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowf_510
  //%   args:
  //%     - ptr: f64[64]
  //%       in: 0x3ff0000000000000 0xbfefffffffffffff 0xffeffffffffffffe 0x8000000000000000 0x3ff7ffffffffffff 0x0000000000000001 0x7ff0000000000000 0x0010000000000000 0xbff7ffffffffffff 0x3fefffffffffffff 0x4034000000000000 0xbff0000000000000 0x8000000000000001 0xbff8000000000000 0x3ff8000000000000 0x0000000000000002 0xfff0000000000000 0xc00fffffffffffff 0x4034000000000000 0xbfe0000000000000 0x1d2e18b6c7541e4c 0xc330000000000000 0x3ff0000000000001 0x79fcfa1a0a160e04 0xc01d000000000000 0x4330000000000000 0xe5829c36bbc0e154 0x4056200000000000 0x8010000000000000 0x800fffffffffffff 0x7fefffffffffffff 0x7ff8000000000000 0x3fe0000000000000 0x0000000000000000 0x727008111000def1 0xa283951946f2fa9d 0x000fffffffffffff 0x3fb999999999999a 0x0010000000000001 0xc008000000000000 0x7feffffffffffffe 0x400fffffffffffff*2 0x2b29b2b0f1f91f40 0xbff0000000000001 0xc000000000000000 0x4000000000000000 0x3ff0000000000000 0x4330000000000000 0x3f50624dd2f1a9fc 0x0010000000000001 0x8000000000000002 0xd5961b7651219f89 0x8010000000000001 0xc02e000000000000 0x7fdfffffffffffff 0x4008000000000000 0x0010000000000000 0xffdfffffffffffff 0xffefffffffffffff 0xfff8000000000000 0x727008111000def1 0xa5d0ce8664f11b89 0x0000000000000001
  //%     - ptr: f64[64]
  //%       in: 0xbfe0000000000000 0x4008000000000000 0x1d2e18b6c7541e4c 0xbff0000000000000 0x727008111000def1 0xc330000000000000 0x3fefffffffffffff 0x8010000000000001 0x8000000000000001 0xffdfffffffffffff 0xbff0000000000001 0x79fcfa1a0a160e04 0xc02e000000000000 0xfff0000000000000 0x3fb999999999999a 0x3ff0000000000000 0x8000000000000002 0x4330000000000000 0x4000000000000000 0xbff7ffffffffffff 0x3ff7ffffffffffff 0x4056200000000000 0x4034000000000000 0xc01d000000000000 0xc00fffffffffffff 0xbff0000000000000 0x0000000000000002 0xffefffffffffffff 0x3fe0000000000000 0x000fffffffffffff 0x3ff0000000000001 0xbfefffffffffffff 0xffefffffffffffff 0x4056200000000000 0x7ff0000000000000 0x7fdfffffffffffff 0x400fffffffffffff 0x800fffffffffffff 0xa283951946f2fa9d 0x3ff8000000000000 0x0000000000000000 0x3fb999999999999a 0x7fefffffffffffff 0xe5829c36bbc0e154 0xbff8000000000000 0xc00fffffffffffff 0x8010000000000000 0x3f50624dd2f1a9fc 0xc008000000000000 0xfff8000000000000 0xc000000000000000 0xa5d0ce8664f11b89 0x2b29b2b0f1f91f40 0x0000000000000002 0x7fdfffffffffffff 0x0010000000000001 0xd5961b7651219f89 0x8000000000000000 0x0010000000000000 0x0000000000000001 0x7feffffffffffffe 0xffeffffffffffffe 0x7ff8000000000000 0x000fffffffffffff
  //%     - ptr: f64[64]
  //%       out: 0x3ff0000000000000 0xbfeffffffffffffd nan 0xfff0000000000000 0x7ff0000000000000*3 0x3ff0000000000000 nan 0x7ff0000000000000 0x3fa9999999999995 0x3ff0000000000000 0xfff0000000000000 0x0000000000000000 0x3ff0a97dce72a0cb 0x0000000000000002 0x0000000000000000 0x7ff0000000000000 0x4079000000000000 nan 0x0bcd300cfa7128dd nan 0x3ff0000000000014 0x0000000000000000 nan 0x3cb0000000000000 nan 0x0000000000000000 nan*2 0x7ff0000000000000 nan 0x7ff0000000000000 0x0000000000000000 0x7ff0000000000000 0x0000000000000000*2 0x3ff0000000000000*2 nan 0x3ff0000000000000 0x3ff2611186bae675 0x7ff0000000000000*2 nan*2 0x3ff0000000000000*2 0x3630000000000000 nan 0x7ff0000000000000 nan*3 0x7ff0000000000000 0x3ff0000000000000 0x0000000000000000 0x3ff0000000000000 nan*3 0x0000000000000000 nan 0x3ff0000000000000
  entry @fpowf_511(%memory.a: tile<ptr<f64>>, %memory.b: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f64>> -> tile<f64>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<f64>> -> tile<f64>, token
    %r = fpowf %a, %b : tile<f64>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f64>>, tile<f64> -> token
    return
  }
  //% - entry: fpowf_511
  //%   args:
  //%     - ptr: f64[]
  //%       in: 0xbff0000000000001
  //%     - ptr: f64[]
  //%       in: 0x0010000000000000
  //%     - ptr: f64[]
  //%       out: nan
  //% - entry: fpowf_511
  //%   args:
  //%     - ptr: f64[]
  //%       in: 0xbff8000000000000
  //%     - ptr: f64[]
  //%       in: 0xffeffffffffffffe
  //%     - ptr: f64[]
  //%       out: 0x0000000000000000
  //% - entry: fpowf_511
  //%   args:
  //%     - ptr: f64[]
  //%       in: 0x3ff0000000000001
  //%     - ptr: f64[]
  //%       in: 0xc00fffffffffffff
  //%     - ptr: f64[]
  //%       out: 0x3feffffffffffff8
  entry @fpowf_512(%memory.a: tile<ptr<f64>>, %memory.b: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xf64, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>, tile<i32> -> tile<1xf64>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [1], strides = [1] : tensor_view<1xf64, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>, tile<i32> -> tile<1xf64>, token
    %r = fpowf %a, %b : tile<1xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf64, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf64>, partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowf_512
  //%   args:
  //%     - ptr: f64[1]
  //%       in: 0x8000000000000000
  //%     - ptr: f64[1]
  //%       in: 0xc02e000000000000
  //%     - ptr: f64[1]
  //%       out: 0xfff0000000000000
  entry @fpowf_513(%memory.a: tile<ptr<f64>>, %memory.b: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf64, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>, tile<i32> -> tile<2x8xf64>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf64, strides=[8,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>, tile<i32> -> tile<2x8xf64>, token
    %r = fpowf %a, %b : tile<2x8xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf64, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf64>, partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowf_513
  //%   args:
  //%     - ptr: f64[2,8]
  //%       in: 0xbff0000000000001 0x0000000000000000 0xa283951946f2fa9d 0xbfefffffffffffff 0x8000000000000001 0x3ff0000000000000 0x8000000000000002 0x3ff8000000000000 0x8010000000000000 0xc00fffffffffffff 0xc01d000000000000 0xe5829c36bbc0e154 0xd5961b7651219f89 0x727008111000def1 0x3fe0000000000000 0xffefffffffffffff
  //%     - ptr: f64[2,8]
  //%       in: 0x7fdfffffffffffff 0x3ff8000000000000 0xffdfffffffffffff 0xa5d0ce8664f11b89 0xfff8000000000000 0x1d2e18b6c7541e4c 0x0010000000000000 0x4330000000000000 0x3fe0000000000000 0xc330000000000000 0x8000000000000000 0x4008000000000000 0x3fefffffffffffff 0x4056200000000000 0x1d2e18b6c7541e4c 0x3fe0000000000000
  //%     - ptr: f64[2,8]
  //%       out: 0x7ff0000000000000 0x0000000000000000 0x7ff0000000000000 nan*2 0x3ff0000000000000 nan 0x7ff0000000000000 nan 0x0000000000000000 0x3ff0000000000000 0xfff0000000000000 nan 0x7ff0000000000000 0x3ff0000000000000 nan
  entry @fpowf_514(%memory.a: tile<ptr<f64>>, %memory.b: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf64, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf64>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf64, strides=[2,2,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf64>, token
    %r = fpowf %a, %b : tile<4x1x2xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf64, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf64>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowf_514
  //%   args:
  //%     - ptr: f64[4,1,2]
  //%       in: 0xc02e000000000000 0xffdfffffffffffff 0x0000000000000002 0x000fffffffffffff 0x4330000000000000 0xffeffffffffffffe 0x0000000000000001 0x2b29b2b0f1f91f40
  //%     - ptr: f64[4,1,2]
  //%       in: 0xc008000000000000 0x79fcfa1a0a160e04 0x000fffffffffffff 0x727008111000def1 0x3fe0000000000000 0xbfefffffffffffff 0x3fefffffffffffff 0x3fb999999999999a
  //%     - ptr: f64[4,1,2]
  //%       out: 0xbf336b06e70b7421 0x7ff0000000000000 0x3ff0000000000000 0x0000000000000000 0x4190000000000000 nan 0x0000000000000001 0x3ddb40d79a465c75
  entry @fpowf_515(%memory.a: tile<ptr<f64>>, %memory.b: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf64>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf64>, token
    %r = fpowf %a, %b : tile<2x1x2x4xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf64>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowf_515
  //%   args:
  //%     - ptr: f64[2,1,2,4]
  //%       in: 0x000fffffffffffff 0xc00fffffffffffff 0x7feffffffffffffe 0xfff0000000000000 0xc01d000000000000 0xffefffffffffffff 0x8000000000000000 0x3ff8000000000000 0x3fb999999999999a 0x2b29b2b0f1f91f40 0x0000000000000002 0x4034000000000000 0xc01d000000000000 0x3fe0000000000000 0x3ff7ffffffffffff 0x4330000000000000
  //%     - ptr: f64[2,1,2,4]
  //%       in: 0xc02e000000000000 0x3ff0000000000000 0x0000000000000001 0x1d2e18b6c7541e4c 0xffeffffffffffffe 0xd5961b7651219f89 0xc00fffffffffffff 0xbfefffffffffffff 0x3ff7ffffffffffff 0x7feffffffffffffe 0x4008000000000000 0x000fffffffffffff 0xbff0000000000000 0x8000000000000000 0x8010000000000000 0x3f50624dd2f1a9fc
  //%     - ptr: f64[2,1,2,4]
  //%       out: 0x7ff0000000000000 0xc00fffffffffffff 0x3ff0000000000000 0x7ff0000000000000 0x0000000000000000*2 0x7ff0000000000000 0x3fe5555555555556 0x3fa030dc4ea03a75 0x0000000000000000*2 0x3ff0000000000000 0xbfc1a7b9611a7b96 0x3ff0000000000000*2 0x3ff09653e4c9b5d5
  entry @atan2_516(%memory.a: tile<ptr<f64>>, %memory.b: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xf64, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>, tile<i32> -> tile<64xf64>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [64], strides = [1] : tensor_view<64xf64, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>, tile<i32> -> tile<64xf64>, token
    %r = atan2 %a, %b : tile<64xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf64, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf64>, partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: atan2_516
  //%   args:
  //%     - ptr: f64[64]
  //%       in: 0x0010000000000001 0x8000000000000001 0x8010000000000000 0x4008000000000000 0x3ff0000000000001 0xfff8000000000000 0x3fe0000000000000 0xffefffffffffffff 0x727008111000def1 0xc008000000000000 0x3fb999999999999a 0x400fffffffffffff 0x3f50624dd2f1a9fc 0x0000000000000001 0xfff0000000000000 0xbfe0000000000000 0x2b29b2b0f1f91f40 0xc000000000000000 0x0000000000000002 0x8010000000000001 0xe5829c36bbc0e154 0x4056200000000000 0xc01d000000000000 0xbff0000000000000 0xc330000000000000 0x0010000000000000 0x800fffffffffffff 0xfff8000000000000 0x7ff8000000000000 0xbfefffffffffffff 0x4034000000000000 0xfff0000000000000 0x3ff0000000000000 0x7ff0000000000000 0xc02e000000000000 0xbff8000000000000 0x7fefffffffffffff 0xa5d0ce8664f11b89 0xd5961b7651219f89 0xe5829c36bbc0e154 0x79fcfa1a0a160e04 0x8000000000000000 0x3ff8000000000000 0x7feffffffffffffe 0xbff7ffffffffffff 0xc00fffffffffffff 0x8000000000000002 0xa283951946f2fa9d 0x1d2e18b6c7541e4c 0x7fdfffffffffffff 0x4034000000000000 0x0000000000000000 0x8000000000000001 0x4000000000000000 0xffdfffffffffffff 0xbff0000000000001 0x3fefffffffffffff 0x7feffffffffffffe 0x7fdfffffffffffff 0x3ff7ffffffffffff 0x000fffffffffffff 0x4330000000000000 0xffeffffffffffffe 0x8010000000000000
  //%     - ptr: f64[64]
  //%       in: 0x7ff8000000000000 0x0000000000000002 0xd5961b7651219f89 0x2b29b2b0f1f91f40 0xa5d0ce8664f11b89 0xbfefffffffffffff 0xc00fffffffffffff 0xc000000000000000 0xbff0000000000000 0x3ff0000000000000 0x0000000000000000 0x3fe0000000000000 0x727008111000def1 0x3fefffffffffffff 0x8010000000000000 0x4008000000000000 0x8010000000000000 0x7fefffffffffffff 0xffeffffffffffffe 0x0000000000000001 0x4000000000000000 0xc330000000000000 0x800fffffffffffff 0x3fefffffffffffff 0xc02e000000000000 0xe5829c36bbc0e154 0xa283951946f2fa9d 0x7feffffffffffffe 0x400fffffffffffff 0x8000000000000002 0xffdfffffffffffff 0xfff8000000000000 0x79fcfa1a0a160e04 0x8000000000000000 0x3f50624dd2f1a9fc 0x3fefffffffffffff 0x1d2e18b6c7541e4c 0x3ff0000000000001 0xfff0000000000000 0x4056200000000000 0x000fffffffffffff 0xffefffffffffffff 0x400fffffffffffff 0xc01d000000000000 0x0010000000000001 0x8010000000000001 0xbff7ffffffffffff 0x3ff8000000000000 0x7ff0000000000000 0x4330000000000000 0xbff8000000000000 0x8000000000000001 0x3fb999999999999a 0x800fffffffffffff 0x4034000000000000 0xc008000000000000 0xbff0000000000001 0x8000000000000000 0xbfe0000000000000 0x8010000000000000 0x3ff7ffffffffffff 0x0010000000000000 0x7fdfffffffffffff 0x4056200000000000
  //%     - ptr: f64[64]
  //%       out: nan 0xbfddac670561bb4f 0xc00921fb54442d18 0x3ff921fb54442d18*2 nan 0x4008234d7f6ecb9d 0xbff921fb54442d18 0x3ff921fb54442d18 0xbff3fc176b7a8560 0x3ff921fb54442d18 0x3ff7249faa996a21 0x0cd05a0f5b38c978 0x0000000000000001 0xbff921fb54442d18 0xbfc52397843c9add 0x3ff921fb54442d18 0x8008000000000000 0x400921fb54442d18 0xbff921fb54442d17 0xbff921fb54442d18 0x400921fb54442cec 0xbff921fb54442d18 0xbfe921fb54442d19 0xbff921fb54442d27 0x400921fb54442d18 0xc00921fb54442d18 nan*2 0xbff921fb54442d18 0x400921fb54442d18 nan 0x05e1ab515f709f96 0x3ff921fb54442d18 0xbff921b56c91bbdf 0xbfef730bd281f69c 0x3ff921fb54442d18 0xa5d0ce8664f11b88 0xc00921fb54442d18 0xbff921fb54442d18 0x3ff921fb54442d18 0xc00921fb54442d18 0x3fd6f61941e4def1 0x3ff921fb54442d18 0xbff921fb54442d18*2 0xc00921fb54442d18 0xa27a1c21b3eea37c 0x0000000000000000 0x3ff921fb54442d18 0x3ffa549b919f658e 0x400921fb54442d18 0x800000000000000a 0x3ff921fb54442d18 0xbff921fb54442d18 0xc0068f095fdf593c 0x4002d97c7f3321d3 0x3ff921fb54442d18*3 0x000aaaaaaaaaaaaa 0x3ff921fb54442d18 0xbff1b6e192ebbe44 0x80002e4850fe8dbd
  entry @atan2_517(%memory.a: tile<ptr<f64>>, %memory.b: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f64>> -> tile<f64>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<f64>> -> tile<f64>, token
    %r = atan2 %a, %b : tile<f64>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f64>>, tile<f64> -> token
    return
  }
  //% - entry: atan2_517
  //%   args:
  //%     - ptr: f64[]
  //%       in: 0xbff8000000000000
  //%     - ptr: f64[]
  //%       in: 0x2b29b2b0f1f91f40
  //%     - ptr: f64[]
  //%       out: 0xbff921fb54442d18
  //% - entry: atan2_517
  //%   args:
  //%     - ptr: f64[]
  //%       in: 0x3ff0000000000001
  //%     - ptr: f64[]
  //%       in: 0x4056200000000000
  //%     - ptr: f64[]
  //%       out: 0x3f8723e7f52aab44
  //% - entry: atan2_517
  //%   args:
  //%     - ptr: f64[]
  //%       in: 0x727008111000def1
  //%     - ptr: f64[]
  //%       in: 0x0000000000000002
  //%     - ptr: f64[]
  //%       out: 0x3ff921fb54442d18
  entry @atan2_518(%memory.a: tile<ptr<f64>>, %memory.b: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xf64, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>, tile<i32> -> tile<1xf64>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [1], strides = [1] : tensor_view<1xf64, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>, tile<i32> -> tile<1xf64>, token
    %r = atan2 %a, %b : tile<1xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf64, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf64>, partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: atan2_518
  //%   args:
  //%     - ptr: f64[1]
  //%       in: 0xa283951946f2fa9d
  //%     - ptr: f64[1]
  //%       in: 0x3fb999999999999a
  //%     - ptr: f64[1]
  //%       out: 0xa2b87a5f98afb944
  entry @atan2_519(%memory.a: tile<ptr<f64>>, %memory.b: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf64, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>, tile<i32> -> tile<2x8xf64>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf64, strides=[8,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>, tile<i32> -> tile<2x8xf64>, token
    %r = atan2 %a, %b : tile<2x8xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf64, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf64>, partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: atan2_519
  //%   args:
  //%     - ptr: f64[2,8]
  //%       in: 0xc000000000000000 0xc330000000000000 0xa5d0ce8664f11b89 0x8010000000000001 0xbff0000000000001 0x3ff8000000000000 0x3fefffffffffffff 0x4000000000000000 0x3fb999999999999a 0x7ff0000000000000 0x8000000000000002 0x1d2e18b6c7541e4c 0xc02e000000000000 0x7fefffffffffffff 0xbfe0000000000000 0x0010000000000000
  //%     - ptr: f64[2,8]
  //%       in: 0xbff8000000000000 0x8000000000000001 0x3ff0000000000001 0xffeffffffffffffe 0xbfefffffffffffff 0xc00fffffffffffff 0x800fffffffffffff 0xc02e000000000000 0xc00fffffffffffff 0x0010000000000000 0x400fffffffffffff 0xa5d0ce8664f11b89 0xffdfffffffffffff 0xfff8000000000000 0xd5961b7651219f89 0x7ff0000000000000
  //%     - ptr: f64[2,8]
  //%       out: 0xc001b6e192ebbe44 0xbff921fb54442d18 0xa5d0ce8664f11b88 0xc00921fb54442d18 0xc002d97c7f3321d2 0x400643382c07913a 0x3ff921fb54442d18 0x4008128426c22f58 0x4008eecadbdade2f 0x3ff921fb54442d18 0x8000000000000001 0x400921fb54442d18 0xc00921fb54442d18 nan 0xc00921fb54442d18 0x0000000000000000
  entry @atan2_520(%memory.a: tile<ptr<f64>>, %memory.b: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf64, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf64>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf64, strides=[2,2,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf64>, token
    %r = atan2 %a, %b : tile<4x1x2xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf64, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf64>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: atan2_520
  //%   args:
  //%     - ptr: f64[4,1,2]
  //%       in: 0x3fe0000000000000 0x7ff0000000000000 0xc00fffffffffffff 0xc01d000000000000 0x4056200000000000 0xc008000000000000 0x3ff0000000000000 0x8010000000000001
  //%     - ptr: f64[4,1,2]
  //%       in: 0x4008000000000000 0x79fcfa1a0a160e04 0xa5d0ce8664f11b89 0x800fffffffffffff 0xbfefffffffffffff 0xffdfffffffffffff 0x0000000000000001 0x000fffffffffffff
  //%     - ptr: f64[4,1,2]
  //%       out: 0x3fc52397843c9add 0x3ff921fb54442d18 0xbff921fb54442d18*2 0x3ff95043242e826f 0xc00921fb54442d18 0x3ff921fb54442d18 0xbfe921fb54442d1a
  entry @atan2_521(%memory.a: tile<ptr<f64>>, %memory.b: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf64>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf64>, token
    %r = atan2 %a, %b : tile<2x1x2x4xf64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf64>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: atan2_521
  //%   args:
  //%     - ptr: f64[2,1,2,4]
  //%       in: 0xc330000000000000 0x0010000000000000 0x2b29b2b0f1f91f40 0x8010000000000001 0x3fb999999999999a*2 0xd5961b7651219f89 0x7ff8000000000000 0x0010000000000001 0xbfe0000000000000 0x8010000000000000 0xbfefffffffffffff 0xc008000000000000 0xc01d000000000000 0x79fcfa1a0a160e04 0x4056200000000000
  //%     - ptr: f64[2,1,2,4]
  //%       in: 0xc008000000000000 0x0010000000000001 0x0000000000000001 0xc000000000000000 0xffeffffffffffffe 0xd5961b7651219f89 0x8000000000000002 0x0000000000000000 0x0010000000000000 0xffefffffffffffff 0x0010000000000000 0x79fcfa1a0a160e04 0x4008000000000000 0x8010000000000000 0x3ff8000000000000 0x4034000000000000
  //%     - ptr: f64[2,1,2,4]
  //%       out: 0xbff921fb54442d1b 0x3fe921fb54442d17 0x3ff921fb54442d18 0xc00921fb54442d18 0x400921fb54442d18*2 0xbff921fb54442d18 nan 0x3fe921fb54442d19 0xc00921fb54442d18 0xbfe921fb54442d18 0x85e1ab515f709f95 0xbfe921fb54442d18 0xbff921fb54442d18 0x3ff921fb54442d18 0x3ff5939fc0d95589
  entry @fpowi_522(%memory.a: tile<ptr<f64>>, %memory.b: tile<ptr<i1>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xf64, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>, tile<i32> -> tile<64xf64>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [64], strides = [1] : tensor_view<64xi1, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(64), tensor_view<64xi1, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(64), tensor_view<64xi1, strides=[1]>>, tile<i32> -> tile<64xi1>, token
    %r = fpowi %a, %b : tile<64xf64>, tile<64xi1>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf64, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf64>, partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_522
  //%   args:
  //%     - ptr: f64[64]
  //%       in: 0xd5961b7651219f89 0xffefffffffffffff 0xc00fffffffffffff 0x8000000000000001 0xe5829c36bbc0e154 0x0000000000000001 0xc000000000000000 0x7ff0000000000000 0x4034000000000000 0x3ff0000000000001 0xffeffffffffffffe 0x4056200000000000 0xfff0000000000000 0x400fffffffffffff 0x727008111000def1 0x8000000000000002 0x7fdfffffffffffff 0xbff0000000000001 0x7ff0000000000000 0xa283951946f2fa9d 0x3fb999999999999a 0x7fefffffffffffff 0xd5961b7651219f89 0xc02e000000000000 0x4330000000000000 0xbfe0000000000000 0x3f50624dd2f1a9fc 0xbff8000000000000 0x0010000000000000 0x4008000000000000 0x3fe0000000000000 0x8000000000000000 0xbfefffffffffffff 0xc01d000000000000 0xc008000000000000 0x3ff0000000000000 0xffdfffffffffffff 0xc330000000000000 0xbff0000000000000 0x000fffffffffffff 0x0010000000000001 0x0000000000000000 0x3ff8000000000000 0x0000000000000002 0x0010000000000001 0xd5961b7651219f89 0xc330000000000000 0xbff7ffffffffffff 0x79fcfa1a0a160e04 0x7ff8000000000000 0x4000000000000000 0x8010000000000001 0x7feffffffffffffe 0x3ff7ffffffffffff 0x400fffffffffffff 0x8010000000000000 0x1d2e18b6c7541e4c 0xfff8000000000000 0x2b29b2b0f1f91f40 0x1d2e18b6c7541e4c 0xbff0000000000001 0x3fefffffffffffff 0xa5d0ce8664f11b89 0x800fffffffffffff
  //%     - ptr: i1[64]
  //%       in: 0 1 0*6 1*2 0 1*3 0 1*2 0*6 1*2 0*2 1 0 1 0 1 0*3 1 0*3 1 0 1 0*3 1*2 0 1*3 0*2 1*2 0*4 1 0*4
  //%     - ptr: f64[64]
  //%       out: 0x3ff0000000000000 0x8004000000000000 0x3ff0000000000000*6 0x3fa999999999999a 0x3feffffffffffffe 0x3ff0000000000000 0x3f8724287f46debc 0x8000000000000000 0x3fd0000000000001 0x3ff0000000000000 0xfff0000000000000 0x0008000000000000 0x3ff0000000000000*6 0xbfb1111111111111 0x3cb0000000000000 0x3ff0000000000000*2 0xbfe5555555555555 0x3ff0000000000000 0x3fd5555555555555 0x3ff0000000000000 0xfff0000000000000 0x3ff0000000000000*7 0x7fd0000000000001 0x3ff0000000000000 0x7ff0000000000000 0x3ff0000000000000*3 0xaa4728e88345c42d 0xbcb0000000000000 0x3ff0000000000000 0x05e1ab515f709f96 nan 0x3fe0000000000000 0x3ff0000000000000*2 0x3fe5555555555556 0x3fd0000000000001 0x3ff0000000000000*4 0x62b1030d60ae9db4 0x3ff0000000000000*4
  entry @fpowi_523(%memory.a: tile<ptr<f64>>, %memory.b: tile<ptr<i1>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f64>> -> tile<f64>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<i1>> -> tile<i1>, token
    %r = fpowi %a, %b : tile<f64>, tile<i1>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f64>>, tile<f64> -> token
    return
  }
  //% - entry: fpowi_523
  //%   args:
  //%     - ptr: f64[]
  //%       in: 0xd5961b7651219f89
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: f64[]
  //%       out: 0x3ff0000000000000
  //% - entry: fpowi_523
  //%   args:
  //%     - ptr: f64[]
  //%       in: 0x7feffffffffffffe
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: f64[]
  //%       out: 0x3ff0000000000000
  //% - entry: fpowi_523
  //%   args:
  //%     - ptr: f64[]
  //%       in: 0xfff8000000000000
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: f64[]
  //%       out: 0x3ff0000000000000
  entry @fpowi_524(%memory.a: tile<ptr<f64>>, %memory.b: tile<ptr<i1>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xf64, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>, tile<i32> -> tile<1xf64>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [1], strides = [1] : tensor_view<1xi1, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(1), tensor_view<1xi1, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(1), tensor_view<1xi1, strides=[1]>>, tile<i32> -> tile<1xi1>, token
    %r = fpowi %a, %b : tile<1xf64>, tile<1xi1>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf64, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf64>, partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_524
  //%   args:
  //%     - ptr: f64[1]
  //%       in: 0xbff7ffffffffffff
  //%     - ptr: i1[1]
  //%       in: 1
  //%     - ptr: f64[1]
  //%       out: 0xbfe5555555555556
  entry @fpowi_525(%memory.a: tile<ptr<f64>>, %memory.b: tile<ptr<i1>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf64, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>, tile<i32> -> tile<2x8xf64>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xi1, strides=[8,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x8), tensor_view<2x8xi1, strides=[8,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xi1, strides=[8,1]>>, tile<i32> -> tile<2x8xi1>, token
    %r = fpowi %a, %b : tile<2x8xf64>, tile<2x8xi1>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf64, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf64>, partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_525
  //%   args:
  //%     - ptr: f64[2,8]
  //%       in: 0x800fffffffffffff 0x2b29b2b0f1f91f40 0x4330000000000000 0x7feffffffffffffe 0x3fe0000000000000 0xbff7ffffffffffff 0xd5961b7651219f89 0x3ff7ffffffffffff 0xbff8000000000000 0xc000000000000000 0x4000000000000000 0x0000000000000000 0xc330000000000000 0x0010000000000001 0xc01d000000000000 0x4034000000000000
  //%     - ptr: i1[2,8]
  //%       in: 1*5 0 1 0*4 1*2 0*3
  //%     - ptr: f64[2,8]
  //%       out: 0xffd0000000000001 0x54b3ec78e6b2dee8 0x3cb0000000000000 0x0004000000000000 0x4000000000000000 0x3ff0000000000000 0xaa4728e88345c42d 0x3ff0000000000000*4 0x7ff0000000000000 0xbcb0000000000000 0x3ff0000000000000*3
  entry @fpowi_526(%memory.a: tile<ptr<f64>>, %memory.b: tile<ptr<i1>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf64, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf64>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xi1, strides=[2,2,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xi1, strides=[2,2,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xi1, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xi1>, token
    %r = fpowi %a, %b : tile<4x1x2xf64>, tile<4x1x2xi1>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf64, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf64>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_526
  //%   args:
  //%     - ptr: f64[4,1,2]
  //%       in: 0x0010000000000001 0x0010000000000000 0x8000000000000002 0xc330000000000000 0x7feffffffffffffe 0xc01d000000000000 0x3ff0000000000001 0x2b29b2b0f1f91f40
  //%     - ptr: i1[4,1,2]
  //%       in: 0*5 1*2 0
  //%     - ptr: f64[4,1,2]
  //%       out: 0x3ff0000000000000*5 0xbfc1a7b9611a7b96 0x3feffffffffffffe 0x3ff0000000000000
  entry @fpowi_527(%memory.a: tile<ptr<f64>>, %memory.b: tile<ptr<i1>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf64>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xi1, strides=[8,8,4,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi1, strides=[8,8,4,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi1, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xi1>, token
    %r = fpowi %a, %b : tile<2x1x2x4xf64>, tile<2x1x2x4xi1>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf64>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_527
  //%   args:
  //%     - ptr: f64[2,1,2,4]
  //%       in: 0xfff8000000000000 0x3ff0000000000001 0x2b29b2b0f1f91f40 0x8000000000000002 0xa283951946f2fa9d 0xbff7ffffffffffff 0x0010000000000001 0x3f50624dd2f1a9fc 0x3fe0000000000000 0x7feffffffffffffe 0x0010000000000000 0xfff0000000000000 0x0000000000000002 0x8010000000000000 0x7fdfffffffffffff 0x4000000000000000
  //%     - ptr: i1[2,1,2,4]
  //%       in: 1*4 0*2 1 0*3 1*3 0*2 1
  //%     - ptr: f64[2,1,2,4]
  //%       out: nan 0x3feffffffffffffe 0x54b3ec78e6b2dee8 0xfff0000000000000 0x3ff0000000000000*2 0x7fcffffffffffffe 0x3ff0000000000000*3 0x7fd0000000000000 0x8000000000000000 0x7ff0000000000000 0x3ff0000000000000*2 0x3fe0000000000000
  entry @fpowi_528(%memory.a: tile<ptr<f64>>, %memory.b: tile<ptr<i8>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xf64, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>, tile<i32> -> tile<64xf64>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [64], strides = [1] : tensor_view<64xi8, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(64), tensor_view<64xi8, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(64), tensor_view<64xi8, strides=[1]>>, tile<i32> -> tile<64xi8>, token
    %r = fpowi %a, %b : tile<64xf64>, tile<64xi8>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf64, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf64>, partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_528
  //%   args:
  //%     - ptr: f64[64]
  //%       in: 0x727008111000def1 0x3ff7ffffffffffff 0x3fefffffffffffff 0xbfe0000000000000 0xbff0000000000001 0x0000000000000002 0xbff0000000000000 0xa5d0ce8664f11b89 0x0000000000000001 0xc008000000000000 0xbfefffffffffffff 0x3ff0000000000001 0x7ff0000000000000 0xbff8000000000000 0x7fdfffffffffffff 0x4056200000000000 0x7feffffffffffffe 0xbff7ffffffffffff 0xbfe0000000000000 0x400fffffffffffff 0x4330000000000000 0x3f50624dd2f1a9fc 0xffeffffffffffffe 0x0010000000000000 0xc02e000000000000 0x1d2e18b6c7541e4c 0x4330000000000000 0x7ff8000000000000 0xa283951946f2fa9d 0x3fb999999999999a 0x000fffffffffffff 0xfff8000000000000 0x8000000000000002 0x7fefffffffffffff 0xc000000000000000 0xfff0000000000000 0xc008000000000000 0x0000000000000000 0x79fcfa1a0a160e04 0x8000000000000000 0x8010000000000000 0x4034000000000000 0xbfe0000000000000 0x0000000000000001 0x4008000000000000 0x3ff0000000000000 0xa283951946f2fa9d 0x8000000000000001 0xc01d000000000000 0x2b29b2b0f1f91f40*2 0xc00fffffffffffff 0x4034000000000000 0xd5961b7651219f89 0xc330000000000000 0x3fe0000000000000 0xffdfffffffffffff 0xe5829c36bbc0e154 0xffefffffffffffff 0x0010000000000001 0x800fffffffffffff 0x8010000000000001 0x3ff8000000000000 0x4000000000000000
  //%     - ptr: i8[64]
  //%       in: 0x02 0x05 0x07 0xb1 0x41 0x01 0xfe 0x64 0xfe 0x40 0x78 0x00 0x81 0xfe 0x40 0x81 0x01 0x05*2 0x07 0xb1 0xff 0x81 0xff 0x01 0x00 0xfd 0x40 0xb1 0xfe 0x03 0x7f 0xff 0x02 0x03 0x00 0x78 0x01 0x00 0x05 0x01 0xfe 0x05 0x03 0x07 0x01 0x40 0x05 0x00*2 0x05 0xfe 0x03 0xfd 0x41 0x15 0x80 0xfe 0x05 0xff 0x03 0x64 0x01 0x02
  //%     - ptr: f64[64]
  //%       out: 0x7ff0000000000000 0x401e5ffffffffffa 0x3feffffffffffff9 0xc4e0000000000000 0xbff0000000000041 0x0000000000000002 0x3ff0000000000000 0x0000000000000000 0x7ff0000000000000 0x4645ab6a57c7bc99 0x3fefffffffffff88 0x3ff0000000000000 0x0000000000000000 0x3fdc71c71c71c71c 0x7ff0000000000000 0x0c987d54044a6f53 0x7feffffffffffffe 0xc01e5ffffffffffa 0xbfa0000000000000 0x40cffffffffffff9 0x0000000000000000 0x408f400000000000 0x8000000000000000 0x7fd0000000000000 0xc02e000000000000 0x3ff0000000000000 0x3630000000000000 nan 0xfff0000000000000 0x4058ffffffffffff 0x0000000000000000 nan 0xfff0000000000000 0x7ff0000000000000 0xc020000000000000 0x3ff0000000000000 0x4bd2526a6da66fc5 0x0000000000000000 0x3ff0000000000000 0x8000000000000000 0x8010000000000000 0x3f647ae147ae147b 0xbfa0000000000000 0x0000000000000000 0x40a1160000000000 0x3ff0000000000000 0x0000000000000000 0x8000000000000000 0x3ff0000000000000*2 0x0000000000000000 0x3fb0000000000001 0x40bf400000000000 0x8000000610cbaff6 0xfff0000000000000 0x3ea0000000000000 0x0000000000000000*2 0xfff0000000000000 0x7fcffffffffffffe 0x8000000000000000 0x0000000000000000 0x3ff8000000000000 0x4010000000000000
  entry @fpowi_529(%memory.a: tile<ptr<f64>>, %memory.b: tile<ptr<i8>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f64>> -> tile<f64>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<i8>> -> tile<i8>, token
    %r = fpowi %a, %b : tile<f64>, tile<i8>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f64>>, tile<f64> -> token
    return
  }
  //% - entry: fpowi_529
  //%   args:
  //%     - ptr: f64[]
  //%       in: 0x2b29b2b0f1f91f40
  //%     - ptr: i8[]
  //%       in: 0x15
  //%     - ptr: f64[]
  //%       out: 0x0000000000000000
  //% - entry: fpowi_529
  //%   args:
  //%     - ptr: f64[]
  //%       in: 0x3ff0000000000000
  //%     - ptr: i8[]
  //%       in: 0x02
  //%     - ptr: f64[]
  //%       out: 0x3ff0000000000000
  //% - entry: fpowi_529
  //%   args:
  //%     - ptr: f64[]
  //%       in: 0x1d2e18b6c7541e4c
  //%     - ptr: i8[]
  //%       in: 0xff
  //%     - ptr: f64[]
  //%       out: 0x62b1030d60ae9db4
  entry @fpowi_530(%memory.a: tile<ptr<f64>>, %memory.b: tile<ptr<i8>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xf64, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>, tile<i32> -> tile<1xf64>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [1], strides = [1] : tensor_view<1xi8, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(1), tensor_view<1xi8, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(1), tensor_view<1xi8, strides=[1]>>, tile<i32> -> tile<1xi8>, token
    %r = fpowi %a, %b : tile<1xf64>, tile<1xi8>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf64, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf64>, partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_530
  //%   args:
  //%     - ptr: f64[1]
  //%       in: 0x3ff8000000000000
  //%     - ptr: i8[1]
  //%       in: 0x01
  //%     - ptr: f64[1]
  //%       out: 0x3ff8000000000000
  entry @fpowi_531(%memory.a: tile<ptr<f64>>, %memory.b: tile<ptr<i8>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf64, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>, tile<i32> -> tile<2x8xf64>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xi8, strides=[8,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x8), tensor_view<2x8xi8, strides=[8,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xi8, strides=[8,1]>>, tile<i32> -> tile<2x8xi8>, token
    %r = fpowi %a, %b : tile<2x8xf64>, tile<2x8xi8>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf64, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf64>, partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_531
  //%   args:
  //%     - ptr: f64[2,8]
  //%       in: 0x7feffffffffffffe 0x7fefffffffffffff 0xffeffffffffffffe 0xffefffffffffffff 0x3fefffffffffffff 0xbff0000000000001 0xbfefffffffffffff 0x4008000000000000 0x79fcfa1a0a160e04 0x8000000000000001 0xbff8000000000000 0xa5d0ce8664f11b89 0xe5829c36bbc0e154 0x3fe0000000000000 0xc02e000000000000 0x727008111000def1
  //%     - ptr: i8[2,8]
  //%       in: 0x02*2 0x07 0x03 0x01 0xfe 0x02 0x05 0xfe 0x64 0x41 0x7f 0xb1 0x80 0x78 0x01
  //%     - ptr: f64[2,8]
  //%       out: 0x7ff0000000000000*2 0xfff0000000000000*2 0x3fefffffffffffff 0x3feffffffffffffc 0x3feffffffffffffe 0x406e600000000000 0x0000000000000000*2 0xc250408fc1d5cd73 0x8000000000000000*2 0x47f0000000000000 0x5d3c61a05d31b70a 0x727008111000def1
  entry @fpowi_532(%memory.a: tile<ptr<f64>>, %memory.b: tile<ptr<i8>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf64, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf64>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xi8, strides=[2,2,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xi8, strides=[2,2,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xi8, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xi8>, token
    %r = fpowi %a, %b : tile<4x1x2xf64>, tile<4x1x2xi8>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf64, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf64>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_532
  //%   args:
  //%     - ptr: f64[4,1,2]
  //%       in: 0x7ff8000000000000 0x800fffffffffffff 0x8010000000000000 0x727008111000def1 0xfff0000000000000 0x0000000000000001 0xbff0000000000001 0x0010000000000001
  //%     - ptr: i8[4,1,2]
  //%       in: 0x01 0x05 0x81 0x07 0xff 0x00 0x40 0x80
  //%     - ptr: f64[4,1,2]
  //%       out: nan 0x8000000000000000 0xfff0000000000000 0x7ff0000000000000 0x8000000000000000 0x3ff0000000000000 0x3ff0000000000040 0x7ff0000000000000
  entry @fpowi_533(%memory.a: tile<ptr<f64>>, %memory.b: tile<ptr<i8>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf64>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xi8, strides=[8,8,4,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi8, strides=[8,8,4,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi8, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xi8>, token
    %r = fpowi %a, %b : tile<2x1x2x4xf64>, tile<2x1x2x4xi8>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf64>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_533
  //%   args:
  //%     - ptr: f64[2,1,2,4]
  //%       in: 0x4056200000000000 0x400fffffffffffff 0x7ff8000000000000 0xbff0000000000000 0xc330000000000000 0xc02e000000000000 0x8000000000000001 0xe5829c36bbc0e154 0xc00fffffffffffff 0x000fffffffffffff 0x0010000000000001 0x4008000000000000 0xffdfffffffffffff 0x0000000000000002 0xbfefffffffffffff 0xffeffffffffffffe
  //%     - ptr: i8[2,1,2,4]
  //%       in: 0x02 0x00 0x07 0xfe 0x41 0x05 0x03 0x78 0x80 0x40 0xfd 0x01 0x7f 0xfd 0x78 0x01
  //%     - ptr: f64[2,1,2,4]
  //%       out: 0x40be984000000000 0x3ff0000000000000 nan 0x3ff0000000000000 0xfff0000000000000 0xc1272c9e00000000 0x8000000000000000 0x7ff0000000000000 0x2ff0000000000040 0x0000000000000000 0x7ff0000000000000 0x4008000000000000 0xfff0000000000000 0x7ff0000000000000 0x3fefffffffffff88 0xffeffffffffffffe
  entry @fpowi_534(%memory.a: tile<ptr<f64>>, %memory.b: tile<ptr<i16>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xf64, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>, tile<i32> -> tile<64xf64>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [64], strides = [1] : tensor_view<64xi16, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(64), tensor_view<64xi16, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(64), tensor_view<64xi16, strides=[1]>>, tile<i32> -> tile<64xi16>, token
    %r = fpowi %a, %b : tile<64xf64>, tile<64xi16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf64, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf64>, partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_534
  //%   args:
  //%     - ptr: f64[64]
  //%       in: 0x4008000000000000 0x3f50624dd2f1a9fc 0x7ff0000000000000 0x8010000000000000 0xbff8000000000000 0x0000000000000000 0x8010000000000001 0x0010000000000001 0x0000000000000000 0x8000000000000002 0x3ff8000000000000 0x0000000000000002 0x800fffffffffffff 0x3fefffffffffffff 0x727008111000def1 0xa5d0ce8664f11b89 0xc008000000000000 0x4034000000000000 0x7fefffffffffffff 0xe5829c36bbc0e154 0x3ff0000000000000 0x7fdfffffffffffff 0xbff0000000000001 0x8000000000000001 0xd5961b7651219f89 0x3fb999999999999a 0x7ff8000000000000*2 0x3fe0000000000000 0x3ff7ffffffffffff 0x4330000000000000 0xbff8000000000000 0x000fffffffffffff 0x1d2e18b6c7541e4c 0x4056200000000000 0x800fffffffffffff 0xfff0000000000000 0xa283951946f2fa9d 0xffeffffffffffffe 0x0010000000000000 0xc02e000000000000 0xbfe0000000000000 0x3ff0000000000001 0x2b29b2b0f1f91f40 0xc01d000000000000 0x0000000000000001 0x400fffffffffffff 0x4000000000000000 0x400fffffffffffff 0x79fcfa1a0a160e04 0x7feffffffffffffe 0xc000000000000000 0xc330000000000000 0x3ff7ffffffffffff 0xffefffffffffffff 0x8000000000000000 0xbfefffffffffffff 0xbff0000000000000 0xffdfffffffffffff 0xbff0000000000001 0x4056200000000000 0xfff8000000000000 0xbff7ffffffffffff 0xc00fffffffffffff
  //%     - ptr: i16[64]
  //%       in: 0xbc8d 0xf982 0xbc8d 0xfffd 0x0000 0xf982 0xfffd 0x0007 0x0000 0x8001 0x0064 0x0001 0x8001 0xffff*2 0xbc8d 0x0003 0x0000 0x0002 0x0003 0x0001 0x0002 0x0001 0xf982 0x0002 0xfffe 0xffff 0x0007 0x0000 0x726c 0x0003 0xfffe 0x10fe 0x0064 0x0000 0x0003 0x0005 0x0001 0xfffd 0x7fff 0x0002 0x0003 0xffff 0xfffe 0xb68e 0xffff 0x7fff 0x0007 0x6efd 0x8000 0x0007 0x0003 0x8000 0x0001 0xfffe 0xfffd*2 0xbc8d 0x7fff 0x8000 0xfffe 0xb68e 0x0003 0x0000
  //%     - ptr: f64[64]
  //%       out: 0x0000000000000000 0x7ff0000000000000 0x0000000000000000 0xfff0000000000000 0x3ff0000000000000 0x7ff0000000000000 0xfff0000000000000 0x0000000000000000 0x3ff0000000000000 0xfff0000000000000 0x43969194f299cdda 0x0000000000000002 0xfff0000000000000 0x3ff0000000000001 0x0d6fefe5fe2ae97e 0xfff0000000000000 0xc03b000000000000 0x3ff0000000000000 0x7ff0000000000000 0xfff0000000000000 0x3ff0000000000000 0x7ff0000000000000 0xbff0000000000001 0x7ff0000000000000 0x6b3e8bb481d9367f 0x4058ffffffffffff nan*2 0x3ff0000000000000 0x7ff0000000000000 0x49b0000000000000 0x3fdc71c71c71c71c 0x0000000000000000*2 0x3ff0000000000000 0x8000000000000000 0xfff0000000000000 0xa283951946f2fa9d 0x8000000000000000 0x0000000000000000 0x406c200000000000 0xbfc0000000000000 0x3feffffffffffffe 0x6978cf46160fff90 0x0000000000000000 0x7ff0000000000000*2 0x4060000000000000 0x7ff0000000000000 0x0000000000000000 0x7ff0000000000000 0xc020000000000000 0x0000000000000000 0x3ff7ffffffffffff 0x0000000000000000 0xfff0000000000000 0xbff0000000000002 0xbff0000000000000 0xfff0000000000000 0x3fefffffffff0000 0x3f20bc2312477fcf nan 0xc00afffffffffffd 0x3ff0000000000000
  entry @fpowi_535(%memory.a: tile<ptr<f64>>, %memory.b: tile<ptr<i16>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f64>> -> tile<f64>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<i16>> -> tile<i16>, token
    %r = fpowi %a, %b : tile<f64>, tile<i16>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f64>>, tile<f64> -> token
    return
  }
  //% - entry: fpowi_535
  //%   args:
  //%     - ptr: f64[]
  //%       in: 0xffeffffffffffffe
  //%     - ptr: i16[]
  //%       in: 0x0000
  //%     - ptr: f64[]
  //%       out: 0x3ff0000000000000
  //% - entry: fpowi_535
  //%   args:
  //%     - ptr: f64[]
  //%       in: 0xffefffffffffffff
  //%     - ptr: i16[]
  //%       in: 0x0007
  //%     - ptr: f64[]
  //%       out: 0xfff0000000000000
  //% - entry: fpowi_535
  //%   args:
  //%     - ptr: f64[]
  //%       in: 0x0000000000000000
  //%     - ptr: i16[]
  //%       in: 0x0002
  //%     - ptr: f64[]
  //%       out: 0x0000000000000000
  entry @fpowi_536(%memory.a: tile<ptr<f64>>, %memory.b: tile<ptr<i16>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xf64, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>, tile<i32> -> tile<1xf64>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [1], strides = [1] : tensor_view<1xi16, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(1), tensor_view<1xi16, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(1), tensor_view<1xi16, strides=[1]>>, tile<i32> -> tile<1xi16>, token
    %r = fpowi %a, %b : tile<1xf64>, tile<1xi16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf64, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf64>, partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_536
  //%   args:
  //%     - ptr: f64[1]
  //%       in: 0x3fefffffffffffff
  //%     - ptr: i16[1]
  //%       in: 0x0002
  //%     - ptr: f64[1]
  //%       out: 0x3feffffffffffffe
  entry @fpowi_537(%memory.a: tile<ptr<f64>>, %memory.b: tile<ptr<i16>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf64, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>, tile<i32> -> tile<2x8xf64>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xi16, strides=[8,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x8), tensor_view<2x8xi16, strides=[8,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xi16, strides=[8,1]>>, tile<i32> -> tile<2x8xi16>, token
    %r = fpowi %a, %b : tile<2x8xf64>, tile<2x8xi16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf64, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf64>, partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_537
  //%   args:
  //%     - ptr: f64[2,8]
  //%       in: 0x0010000000000001 0x0010000000000000 0xd5961b7651219f89 0x8010000000000000 0x2b29b2b0f1f91f40 0xbff8000000000000 0x3ff8000000000000 0x0000000000000002 0x0010000000000000 0xbff0000000000001 0x4008000000000000 0x7feffffffffffffe 0x3ff7ffffffffffff 0x4034000000000000 0xffdfffffffffffff 0xbfefffffffffffff
  //%     - ptr: i16[2,8]
  //%       in: 0x0000*2 0x8000 0x726c 0x0003 0x10fe 0x0000 0x8001 0x0003 0x0001 0x0000 0x726c 0x0003 0x8001 0x0005 0xffff
  //%     - ptr: f64[2,8]
  //%       out: 0x3ff0000000000000*2 0x0000000000000000*2 0x01a092a9ecb60354 0x7ff0000000000000 0x3ff0000000000000 0x7ff0000000000000 0x0000000000000000 0xbff0000000000001 0x3ff0000000000000 0x7ff0000000000000 0x400afffffffffffd 0x0000000000000000 0xfff0000000000000 0xbff0000000000001
  entry @fpowi_538(%memory.a: tile<ptr<f64>>, %memory.b: tile<ptr<i16>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf64, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf64>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xi16, strides=[2,2,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xi16, strides=[2,2,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xi16, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xi16>, token
    %r = fpowi %a, %b : tile<4x1x2xf64>, tile<4x1x2xi16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf64, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf64>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_538
  //%   args:
  //%     - ptr: f64[4,1,2]
  //%       in: 0xfff0000000000000 0x0010000000000000 0xc01d000000000000*2 0x000fffffffffffff 0xc000000000000000 0xe5829c36bbc0e154 0x8000000000000000
  //%     - ptr: i16[4,1,2]
  //%       in: 0x8001 0xffff*2 0x0003 0xffff 0xfffd 0xbc8d 0x0001
  //%     - ptr: f64[4,1,2]
  //%       out: 0x8000000000000000 0x7fd0000000000000 0xbfc1a7b9611a7b96 0xc077d14000000000 0x7fd0000000000001 0xbfc0000000000000 0x8000000000000000*2
  entry @fpowi_539(%memory.a: tile<ptr<f64>>, %memory.b: tile<ptr<i16>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf64>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xi16, strides=[8,8,4,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi16, strides=[8,8,4,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi16, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xi16>, token
    %r = fpowi %a, %b : tile<2x1x2x4xf64>, tile<2x1x2x4xi16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf64>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_539
  //%   args:
  //%     - ptr: f64[2,1,2,4]
  //%       in: 0xc000000000000000 0x727008111000def1 0x7feffffffffffffe 0x3fefffffffffffff 0x3fb999999999999a 0xc01d000000000000 0x8000000000000001 0xfff0000000000000 0x4056200000000000 0x3ff8000000000000 0xbfefffffffffffff 0xbff0000000000000 0x3ff0000000000000 0x2b29b2b0f1f91f40 0x4008000000000000 0xbff7ffffffffffff
  //%     - ptr: i16[2,1,2,4]
  //%       in: 0x6efd 0x0002 0xffff 0xfffe 0xb68e 0x0001 0x8001 0x0001 0xbc8d 0x0002*2 0xffff 0x8000 0x0005 0x0000 0xbc8d
  //%     - ptr: f64[2,1,2,4]
  //%       out: 0xfff0000000000000 0x7ff0000000000000 0x0004000000000000 0x3ff0000000000001 0x7ff0000000000000 0xc01d000000000000 0xfff0000000000000*2 0x0000000000000000 0x4002000000000000 0x3feffffffffffffe 0xbff0000000000000 0x3ff0000000000000 0x0000000000000000 0x3ff0000000000000 0x8000000000000000
  entry @fpowi_540(%memory.a: tile<ptr<f64>>, %memory.b: tile<ptr<i32>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xf64, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>, tile<i32> -> tile<64xf64>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [64], strides = [1] : tensor_view<64xi32, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(64), tensor_view<64xi32, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(64), tensor_view<64xi32, strides=[1]>>, tile<i32> -> tile<64xi32>, token
    %r = fpowi %a, %b : tile<64xf64>, tile<64xi32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf64, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf64>, partition_view<tile=(64), tensor_view<64xf64, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_540
  //%   args:
  //%     - ptr: f64[64]
  //%       in: 0xbfefffffffffffff 0x7ff8000000000000 0x8010000000000000 0x2b29b2b0f1f91f40 0xd5961b7651219f89 0x4034000000000000 0x3ff0000000000001 0xc000000000000000 0xc01d000000000000 0x3fefffffffffffff 0x400fffffffffffff 0x0000000000000002 0x8000000000000002 0xc00fffffffffffff 0x3ff0000000000000 0xa283951946f2fa9d 0x8000000000000001 0x0010000000000000 0x79fcfa1a0a160e04 0xbff0000000000000 0x1d2e18b6c7541e4c 0xbff7ffffffffffff 0xc00fffffffffffff 0xffeffffffffffffe 0xc330000000000000 0x4056200000000000 0xc008000000000000 0x4008000000000000 0x7fefffffffffffff 0x7ff0000000000000 0x0010000000000001 0x4330000000000000 0x3fb999999999999a 0xfff0000000000000 0x8010000000000001 0x3fe0000000000000 0x0000000000000001 0xbfe0000000000000 0xbff7ffffffffffff 0xfff8000000000000 0x8000000000000000 0x4000000000000000 0x7fdfffffffffffff 0x0000000000000000 0x3f50624dd2f1a9fc 0x000fffffffffffff 0xe5829c36bbc0e154 0xfff0000000000000 0x7fefffffffffffff 0x727008111000def1 0xc02e000000000000 0x3ff7ffffffffffff 0x0000000000000002 0xffdfffffffffffff 0x800fffffffffffff 0xffefffffffffffff 0x8000000000000000 0x8000000000000001 0x3ff8000000000000 0xa5d0ce8664f11b89 0xbff8000000000000 0x4034000000000000 0xbff0000000000001 0x7feffffffffffffe
  //%     - ptr: i32[64]
  //%       in: 0x3f63b885 0xfffffffe 0x7fffffff 0x00000000 0x0a2ed947 0x80000000 0x2d216413 0xd0fb74ef 0xecca7db0 0x2d216413 0xecca7db0 0x00000003 0xd0fb74ef 0x00000002 0xfffffffe 0x00000003 0x00000000 0xfffffffe 0x00000064 0xfffffffe 0x00000001*2 0xecca7db0 0x2d216413 0x00000001 0x00000005 0xfffffffe 0x00000001 0x00000000 0x7fffffff 0x00000002 0x00000003 0x00000007 0xffffffff 0x00000007*2 0x00000003*2 0x0a2ed947 0x3f63b885 0x80000000 0x7fffffff 0x00000001 0xfffffffd 0x2d216413 0x80000001 0x00000000 0xfffffffe 0x80000000 0xffffffff 0x00000001 0x0a2ed947*2 0x00000002 0x00000064 0x3f63b885 0xfa351fa5 0x00000000 0x3f63b885 0x00000003 0x2d216413 0x00000003 0x00000001 0xffffffff
  //%     - ptr: f64[64]
  //%       out: 0xbfefffffc09c47ba nan 0x8000000000000000 0x3ff0000000000000 0xfff0000000000000 0x0000000000000000 0x3ff000002d216453 0x8000000000000000 0x0000000000000000 0x3fefffffd2de9c0d 0x0000000000000000*2 0xfff0000000000000 0x402ffffffffffffe 0x3ff0000000000000 0x8000000000000000 0x3ff0000000000000 0x7ff0000000000000*2 0x3ff0000000000000 0x1d2e18b6c7541e4c 0xbff7ffffffffffff 0x0000000000000000 0xfff0000000000000 0xc330000000000000 0x41f43974ceb88000 0x3fbc71c71c71c71c 0x4008000000000000 0x3ff0000000000000 0x7ff0000000000000 0x0000000000000000 0x49b0000000000000 0x3e7ad7f29abcaf4b 0x8000000000000000*2 0x3f80000000000000 0x0000000000000000 0xbfc0000000000000 0xfff0000000000000 nan 0x7ff0000000000000*2 0x7fdfffffffffffff 0x7ff0000000000000 0x0000000000000000 0x7ff0000000000000 0x3ff0000000000000 0x0000000000000000*2 0x0d6fefe5fe2ae97e 0xc02e000000000000 0x7ff0000000000000 0x0000000000000000 0x7ff0000000000000 0x0000000000000000 0xfff0000000000000*2 0x3ff0000000000000 0x7ff0000000000000 0x8000000000000000 0xfff0000000000000 0x40bf400000000000 0xbff0000000000001 0x0004000000000000
  entry @fpowi_541(%memory.a: tile<ptr<f64>>, %memory.b: tile<ptr<i32>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f64>> -> tile<f64>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<i32>> -> tile<i32>, token
    %r = fpowi %a, %b : tile<f64>, tile<i32>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f64>>, tile<f64> -> token
    return
  }
  //% - entry: fpowi_541
  //%   args:
  //%     - ptr: f64[]
  //%       in: 0xc008000000000000
  //%     - ptr: i32[]
  //%       in: 0x00000000
  //%     - ptr: f64[]
  //%       out: 0x3ff0000000000000
  //% - entry: fpowi_541
  //%   args:
  //%     - ptr: f64[]
  //%       in: 0x3ff0000000000000
  //%     - ptr: i32[]
  //%       in: 0x00000003
  //%     - ptr: f64[]
  //%       out: 0x3ff0000000000000
  //% - entry: fpowi_541
  //%   args:
  //%     - ptr: f64[]
  //%       in: 0x0000000000000002
  //%     - ptr: i32[]
  //%       in: 0xffffffff
  //%     - ptr: f64[]
  //%       out: 0x7ff0000000000000
  entry @fpowi_542(%memory.a: tile<ptr<f64>>, %memory.b: tile<ptr<i32>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xf64, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>, tile<i32> -> tile<1xf64>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [1], strides = [1] : tensor_view<1xi32, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(1), tensor_view<1xi32, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(1), tensor_view<1xi32, strides=[1]>>, tile<i32> -> tile<1xi32>, token
    %r = fpowi %a, %b : tile<1xf64>, tile<1xi32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf64, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf64>, partition_view<tile=(1), tensor_view<1xf64, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_542
  //%   args:
  //%     - ptr: f64[1]
  //%       in: 0xfff8000000000000
  //%     - ptr: i32[1]
  //%       in: 0x00000002
  //%     - ptr: f64[1]
  //%       out: nan
  entry @fpowi_543(%memory.a: tile<ptr<f64>>, %memory.b: tile<ptr<i32>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf64, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>, tile<i32> -> tile<2x8xf64>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xi32, strides=[8,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x8), tensor_view<2x8xi32, strides=[8,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xi32, strides=[8,1]>>, tile<i32> -> tile<2x8xi32>, token
    %r = fpowi %a, %b : tile<2x8xf64>, tile<2x8xi32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf64, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf64>, partition_view<tile=(2x8), tensor_view<2x8xf64, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_543
  //%   args:
  //%     - ptr: f64[2,8]
  //%       in: 0x3fefffffffffffff 0x3ff0000000000001 0x4008000000000000 0x4034000000000000 0x3ff0000000000000 0xbff7ffffffffffff 0x8010000000000000 0xffdfffffffffffff 0xc008000000000000 0x400fffffffffffff 0x727008111000def1 0xc02e000000000000 0x7ff0000000000000 0x0000000000000001 0xffeffffffffffffe 0xffdfffffffffffff
  //%     - ptr: i32[2,8]
  //%       in: 0x00000000 0xfffffffd 0x00000000 0xffffffff*2 0x00000001 0x00000064 0xfa351fa5 0x00000001 0x00000000 0x00000005 0x00000002 0xffffffff 0x0a2ed947 0x80000000 0x00000005
  //%     - ptr: f64[2,8]
  //%       out: 0x3ff0000000000000 0x3feffffffffffffa 0x3ff0000000000000 0x3fa999999999999a 0x3ff0000000000000 0xbff7ffffffffffff 0x0000000000000000 0x8000000000000000 0xc008000000000000 0x3ff0000000000000 0x7ff0000000000000 0x406c200000000000 0x0000000000000000*3 0xfff0000000000000
  entry @fpowi_544(%memory.a: tile<ptr<f64>>, %memory.b: tile<ptr<i32>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf64, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf64>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xi32, strides=[2,2,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xi32, strides=[2,2,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xi32, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xi32>, token
    %r = fpowi %a, %b : tile<4x1x2xf64>, tile<4x1x2xi32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf64, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf64>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf64, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_544
  //%   args:
  //%     - ptr: f64[4,1,2]
  //%       in: 0x0000000000000001 0xd5961b7651219f89 0x0010000000000000 0x7fdfffffffffffff 0x8000000000000002 0x0010000000000001 0xffeffffffffffffe 0x800fffffffffffff
  //%     - ptr: i32[4,1,2]
  //%       in: 0xecca7db0 0x00000003 0x80000001 0x00000001 0xecca7db0 0x00000005 0xfffffffd 0x2d216413
  //%     - ptr: f64[4,1,2]
  //%       out: 0x7ff0000000000000 0xfff0000000000000 0x7ff0000000000000 0x7fdfffffffffffff 0x7ff0000000000000 0x0000000000000000 0x8000000000000000*2
  entry @fpowi_545(%memory.a: tile<ptr<f64>>, %memory.b: tile<ptr<i32>>, %memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf64>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xi32, strides=[8,8,4,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi32, strides=[8,8,4,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xi32, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xi32>, token
    %r = fpowi %a, %b : tile<2x1x2x4xf64>, tile<2x1x2x4xi32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf64>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf64, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: fpowi_545
  //%   args:
  //%     - ptr: f64[2,1,2,4]
  //%       in: 0x3ff0000000000001 0x8000000000000001 0x8000000000000002 0xa283951946f2fa9d 0x4008000000000000 0x800fffffffffffff 0x0000000000000002 0xffdfffffffffffff 0x2b29b2b0f1f91f40 0xfff0000000000000 0x4000000000000000 0x000fffffffffffff 0x7ff8000000000000 0xc000000000000000 0x4330000000000000 0x7fdfffffffffffff
  //%     - ptr: i32[2,1,2,4]
  //%       in: 0xffffffff 0xfffffffe 0x00000000 0x00000002 0xffffffff 0xecca7db0 0x00000000 0x7fffffff 0x3f63b885 0x00000002 0x00000005 0x0a2ed947 0x00000064 0x00000000 0x00000002 0xfffffffe
  //%     - ptr: f64[2,1,2,4]
  //%       out: 0x3feffffffffffffe 0x7ff0000000000000 0x3ff0000000000000 0x0517f7896f726fa2 0x3fd5555555555555 0x7ff0000000000000 0x3ff0000000000000 0xfff0000000000000 0x0000000000000000 0x7ff0000000000000 0x4040000000000000 0x0000000000000000 nan 0x3ff0000000000000 0x4670000000000000 0x0000000000000000
  entry @divf_546(%memory.a: tile<ptr<f32>>, %memory.b: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> tile<64xf32>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> tile<64xf32>, token
    %r = divf %a, %b rounding<approx> : tile<64xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf32>, partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: divf_546
  //%   args:
  //%     - ptr: f32[64]
  //%       in: 0xebc2d42a 0x40000000 0x807fffff 0x80000002 0xff7ffffe 0x007fffff 0x00000002 0x7f800000 0x00800001 0x3fc00000 0x84602cd0 0xff800000 0x80000000 0xbfc00000 0x9f573617 0xff800000 0x80000000 0x4b000000 0x00000000 0xc6c26e30 0x3f7fffff 0x7fc00000 0xffc00000 0x3f800001 0x7f7fffff 0x00000001 0xbfbfffff 0x00800000 0xf267a37d 0x7effffff 0x3fbfffff 0xc07fffff 0x7fc00000 0x84602cd0 0x407fffff 0x7f7fffff 0xe8f2b785*2 0xff800000 0x407fffff 0xf267a37d 0x80000000 0x80800000 0x3f7fffff 0xd0fc5ee2 0xbfbfffff 0xbf800000 0x96d235fe 0x00000000 0xfeffffff 0x7f7ffffe 0xbfbfffff 0x7effffff 0xff7fffff 0xbf800001 0x3f800000 0x80000001 0x7f7ffffe 0xcb000000 0xbf800000 0xc6c26e30 0x80800001 0xc0000000 0xbf7fffff
  //%     - ptr: f32[64]
  //%       in: 0x84602cd0 0xd0fc5ee2 0x9f573617 0xebc2d42a 0x00800000 0xbfbfffff 0xff7ffffe 0x3f800001 0x3f800000 0x80800000 0x3f7fffff 0x9f573617 0x007fffff 0x7f800000 0x807fffff 0x7f7ffffe 0xff800000 0xd0fc5ee2 0x7effffff 0xffc00000 0x7effffff 0x7f800000 0xcb000000 0x80000001 0x3fbfffff 0x407fffff 0x80800001 0x3fc00000 0x4b000000 0x7f7fffff 0x807fffff 0xc6c26e30 0x00000002 0x96d235fe 0x4b000000 0xbf800001 0x3fc00000 0x00800001 0xe8f2b785 0x3f800000 0xbfc00000 0xc0000000 0x00000000 0xff7fffff 0xf267a37d 0xbf800000 0x80800001 0xbf7fffff 0x80000000 0x7fc00000 0x007fffff 0xc6c26e30 0x00000002 0x7f800000 0x7effffff 0x00000001 0x40000000 0x80000002 0xff7ffffe 0x407fffff 0x96d235fe 0xbf800001 0xc07fffff 0xfeffffff
  //%     - ptr: f32[64]
  //%       out: 0x7f800000 0xae81d73d 0x20984279 0x00000000 0xff800000 0x80555555 0x80000000 0x7f800000 0x00800001 0xfec00000 0x84602cd1 0x7f800000 0x80000000*2 0x5e573619 nan 0x00000000 0xb981d73d 0x00000000 nan 0x00000000 nan*2 0xff800000 0x7f2aaaab 0x00000000 0x7ebffffe 0x00555555 0xe6e7a37d 0x00000000 0xfec00001 0x39288886 nan 0x2d0880c0 0x34ffffff 0xff7ffffd 0xe8a1cfae 0xff800000 0x7f800000 0x407fffff 0x721a6cfe 0x00000000 0xff800000 0x80000000 0x1e0b74c9 0x3fbfffff 0x7e7ffffe 0x16d235ff nan*2 0x7f800000 0x387cccc8 0x7f800000 0x80000000*2 0x7f800000 0x80000000 0xff800000 0x00000000 0xbe800001 0x6f6cc83a 0x00800000 0x3f000001 0x00000000
  entry @divf_547(%memory.a: tile<ptr<f32>>, %memory.b: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f32>> -> tile<f32>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<f32>> -> tile<f32>, token
    %r = divf %a, %b rounding<approx> : tile<f32>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f32>>, tile<f32> -> token
    return
  }
  //% - entry: divf_547
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0xbfc00000
  //%     - ptr: f32[]
  //%       in: 0x00000001
  //%     - ptr: f32[]
  //%       out: 0xff800000
  //% - entry: divf_547
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0x80000001
  //%     - ptr: f32[]
  //%       in: 0xbf800000
  //%     - ptr: f32[]
  //%       out: 0x00000001
  //% - entry: divf_547
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0x3f800000
  //%     - ptr: f32[]
  //%       in: 0xc07fffff
  //%     - ptr: f32[]
  //%       out: 0xbe800001
  entry @divf_548(%memory.a: tile<ptr<f32>>, %memory.b: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xf32, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>, tile<i32> -> tile<1xf32>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [1], strides = [1] : tensor_view<1xf32, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>, tile<i32> -> tile<1xf32>, token
    %r = divf %a, %b rounding<approx> : tile<1xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf32>, partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: divf_548
  //%   args:
  //%     - ptr: f32[1]
  //%       in: 0x7effffff
  //%     - ptr: f32[1]
  //%       in: 0xff800000
  //%     - ptr: f32[1]
  //%       out: 0x80000000
  entry @divf_549(%memory.a: tile<ptr<f32>>, %memory.b: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf32, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>, tile<i32> -> tile<2x8xf32>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf32, strides=[8,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>, tile<i32> -> tile<2x8xf32>, token
    %r = divf %a, %b rounding<approx> : tile<2x8xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf32, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf32>, partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: divf_549
  //%   args:
  //%     - ptr: f32[2,8]
  //%       in: 0xff800000 0x3f7fffff 0x00000001 0xebc2d42a 0x40000000 0xbf800001 0x00800000 0x80000001 0xbf7fffff 0x9f573617 0xebc2d42a 0x3fbfffff 0x407fffff 0x3f800000 0xff7fffff 0xf267a37d
  //%     - ptr: f32[2,8]
  //%       in: 0x80000002 0x7f7fffff 0x40000000 0xff800000 0x80000000 0x7effffff 0x80800000 0x7effffff 0xf267a37d 0x00800001 0x80000000 0x3f7fffff 0xffc00000 0xbfbfffff 0xff7fffff 0x80800001
  //%     - ptr: f32[2,8]
  //%       out: 0x7f800000 0x00000000*3 0xff800000 0x80000000 0xbf800000 0x80000000 0x0c8d7633 0xde573615 0x7f800000 0x3fc00000 nan 0xbf2aaaac 0x00000000 0x7f800000
  entry @divf_550(%memory.a: tile<ptr<f32>>, %memory.b: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf32, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf32>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf32, strides=[2,2,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf32>, token
    %r = divf %a, %b rounding<approx> : tile<4x1x2xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf32, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf32>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: divf_550
  //%   args:
  //%     - ptr: f32[4,1,2]
  //%       in: 0xc6c26e30 0xbfc00000 0xfeffffff 0xbf7fffff 0x9f573617 0xbf800001 0x7effffff 0xc0000000
  //%     - ptr: f32[4,1,2]
  //%       in: 0xcb000000 0xd0fc5ee2 0xbf7fffff 0x3f800000 0xffc00000 0xf267a37d 0xbfbfffff 0x00000001
  //%     - ptr: f32[4,1,2]
  //%       out: 0x3b426e30 0x2e42c2dc 0x7f000000 0xbf7fffff nan 0x0c8d7635 0xfeaaaaab 0xff800000
  entry @divf_551(%memory.a: tile<ptr<f32>>, %memory.b: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf32>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf32>, token
    %r = divf %a, %b rounding<approx> : tile<2x1x2x4xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf32>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: divf_551
  //%   args:
  //%     - ptr: f32[2,1,2,4]
  //%       in: 0x00000000 0x7effffff 0xff7fffff 0x7fc00000 0xff800000 0x007fffff 0x84602cd0 0x80000000 0x80000001 0x4b000000 0x84602cd0 0x3f800001 0x40000000 0x3f800000 0x80800001 0x00800000
  //%     - ptr: f32[2,1,2,4]
  //%       in: 0x7f800000 0x7f7ffffe 0xd0fc5ee2 0x00800000 0xebc2d42a 0x84602cd0 0x00000001 0xe8f2b785 0x4b000000 0xc07fffff 0xbfbfffff 0x00000000 0x00000002 0x407fffff 0x007fffff 0xff800000
  //%     - ptr: f32[2,1,2,4]
  //%       out: 0x00000000*2 0x6e01d73d nan 0x7f800000 0xbb922be5 0xcee02cd0 0x00000000 0x80000000 0xca000001 0x04157336 0x7f800000*2 0x3e800001 0xbf800002 0x80000000
  entry @divf_552(%memory.a: tile<ptr<f32>>, %memory.b: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> tile<64xf32>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> tile<64xf32>, token
    %r = divf %a, %b rounding<approx> flush_to_zero : tile<64xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf32>, partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: divf_552
  //%   args:
  //%     - ptr: f32[64]
  //%       in: 0x84602cd0 0xc0000000 0x80000002 0x7f7fffff*2 0x007fffff 0x9f573617 0xbf7fffff 0x84602cd0 0x807fffff 0x80000001 0xf267a37d 0xfeffffff 0xffc00000 0xbfc00000 0x7effffff 0x00000000 0xbf800000 0xbf800001 0x4b000000 0x3f800001 0xcb000000 0x3fbfffff 0x80800001 0xc07fffff 0xd0fc5ee2 0xfeffffff 0x80000001 0x80800000 0x80000000 0x3f7fffff 0x407fffff 0x7f7fffff 0xbf800000 0xc6c26e30 0x40000000 0x00000001 0xff800000 0x00800000 0x00000002 0xe8f2b785 0xff7ffffe 0x80800001 0x3fc00000 0x7f800000 0x7f7ffffe 0x9f573617 0x7f7fffff 0x80000000 0xff7fffff 0x80800000 0xbfbfffff 0x807fffff 0x96d235fe 0xff800000 0x00800001 0x3f800000 0x7fc00000 0xbf7fffff 0x3fbfffff 0x7f7fffff 0x3f7fffff 0xebc2d42a 0x00000000
  //%     - ptr: f32[64]
  //%       in: 0xffc00000 0xfeffffff 0x96d235fe 0x80000001 0x7fc00000 0x00800000 0xbf800000 0x7f800000 0xe8f2b785 0xff7ffffe 0x7f7fffff 0xff800000 0x7f7ffffe 0xff7ffffe 0x3fbfffff 0xc6c26e30 0x00800000 0xff800000 0x3fc00000 0x80000001 0xf267a37d 0x00800001 0x3f800000 0x80000002 0xbf800000 0xff7ffffe 0x4b000000 0xbf800001 0xbfbfffff 0x84602cd0 0xbfc00000 0xc07fffff 0x9f573617 0x80000000 0xcb000000 0x00800000 0x007fffff 0x7effffff 0x00000000 0xbf7fffff 0x40000000 0x9f573617 0x4b000000 0x807fffff 0x3fbfffff 0x00000002 0x3f7fffff 0x40000000 0xc0000000 0x3f800001 0xc6c26e30 0x7fc00000 0x407fffff 0x80800001 0x80800000 0x84602cd0 0xff7fffff 0x80000000 0xf267a37d 0x00000001 0xebc2d42a 0x80000000 0xd0fc5ee2 0x4b000000
  //%     - ptr: f32[64]
  //%       out: nan 0x00000000*2 0xff800000 nan 0x00000000 0x1f573617 0x80000000 0x00000000*2 0x80000000 0x00000000 0x80000000 nan 0xbf800001 0xf7a88886 0x00000000*2 0xbf2aaaac 0xff800000 0x8c8d7635 0xff800000 0x3fbfffff 0x7f800000 0x407fffff 0x00000000 0xf37fffff 0x00000000*3 0xbf2aaaaa 0xbf800000 0xff800000 0x7f800000 0x3b426e30 0x7f000000 nan*2 0x7f800000 0x80000000 0xe872b785 0x7f800000 0x80000000 0xff800000 0x7f800000*2 0x9f573618 0x7effffff 0x00000000 0xff7ffffd 0x00000000 nan 0x80000000 0x55d235fc 0x7f800000 0xbb922be8 0x80000000 nan 0x0c8d7633 0x7f800000 0xd328304f 0xff800000 0x5a45a170 0x00000000
  entry @divf_553(%memory.a: tile<ptr<f32>>, %memory.b: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f32>> -> tile<f32>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<f32>> -> tile<f32>, token
    %r = divf %a, %b rounding<approx> flush_to_zero : tile<f32>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f32>>, tile<f32> -> token
    return
  }
  //% - entry: divf_553
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0xbfbfffff
  //%     - ptr: f32[]
  //%       in: 0xff7ffffe
  //%     - ptr: f32[]
  //%       out: 0x00000000
  //% - entry: divf_553
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0x00800001
  //%     - ptr: f32[]
  //%       in: 0x3fbfffff
  //%     - ptr: f32[]
  //%       out: 0x00000000
  //% - entry: divf_553
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0x3f7fffff
  //%     - ptr: f32[]
  //%       in: 0xbfbfffff
  //%     - ptr: f32[]
  //%       out: 0xbf2aaaab
  entry @divf_554(%memory.a: tile<ptr<f32>>, %memory.b: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xf32, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>, tile<i32> -> tile<1xf32>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [1], strides = [1] : tensor_view<1xf32, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>, tile<i32> -> tile<1xf32>, token
    %r = divf %a, %b rounding<approx> flush_to_zero : tile<1xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf32>, partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: divf_554
  //%   args:
  //%     - ptr: f32[1]
  //%       in: 0x00800000
  //%     - ptr: f32[1]
  //%       in: 0x80000002
  //%     - ptr: f32[1]
  //%       out: 0xff800000
  entry @divf_555(%memory.a: tile<ptr<f32>>, %memory.b: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf32, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>, tile<i32> -> tile<2x8xf32>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf32, strides=[8,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>, tile<i32> -> tile<2x8xf32>, token
    %r = divf %a, %b rounding<approx> flush_to_zero : tile<2x8xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf32, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf32>, partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: divf_555
  //%   args:
  //%     - ptr: f32[2,8]
  //%       in: 0x3f7fffff 0x3fbfffff 0x00000000 0x7effffff*2 0xcb000000 0x40000000 0x7f7fffff*2 0x00000000 0x407fffff 0xff7ffffe 0xc07fffff 0xc0000000 0x00800001 0x3f800001
  //%     - ptr: f32[2,8]
  //%       in: 0x80800001 0xfeffffff 0xcb000000 0x007fffff 0xbfc00000 0x7f800000 0x80000001 0x00000000 0xf267a37d 0xc0000000*2 0x80800001 0x3fbfffff 0x3f7fffff 0x96d235fe 0x80000002
  //%     - ptr: f32[2,8]
  //%       out: 0xfe7ffffd 0x80000000*2 0x7f800000 0xfeaaaaaa 0x80000000 0xff800000 0x7f800000 0xcc8d7633 0x80000000 0xbfffffff 0x7f800000 0xc02aaaab 0xc0000001 0xa91be1ae 0xff800000
  entry @divf_556(%memory.a: tile<ptr<f32>>, %memory.b: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf32, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf32>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf32, strides=[2,2,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf32>, token
    %r = divf %a, %b rounding<approx> flush_to_zero : tile<4x1x2xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf32, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf32>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: divf_556
  //%   args:
  //%     - ptr: f32[4,1,2]
  //%       in: 0x40000000 0x007fffff 0xc6c26e30 0x80000002 0xd0fc5ee2 0x3f7fffff 0xbfbfffff 0x84602cd0
  //%     - ptr: f32[4,1,2]
  //%       in: 0xe8f2b785 0x00800001 0x3f800000 0xff800000 0x80000002 0x7fc00000 0xc0000000 0xbfc00000
  //%     - ptr: f32[4,1,2]
  //%       out: 0x9687014a 0x00000000 0xc6c26e30 0x00000000 0x7f800000 nan 0x3f3fffff 0x04157335
  entry @divf_557(%memory.a: tile<ptr<f32>>, %memory.b: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf32>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf32>, token
    %r = divf %a, %b rounding<approx> flush_to_zero : tile<2x1x2x4xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf32>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: divf_557
  //%   args:
  //%     - ptr: f32[2,1,2,4]
  //%       in: 0x80000002 0xff7ffffe 0xebc2d42a 0xbfc00000 0xbf800001 0x7f7ffffe 0xc0000000 0xbf7fffff 0x3fc00000 0x7effffff 0xfeffffff 0x407fffff*2 0x00800001 0x40000000 0xff7fffff
  //%     - ptr: f32[2,1,2,4]
  //%       in: 0x40000000*2 0x80800001 0xe8f2b785 0x3f7fffff 0xe8f2b785 0x9f573617 0x007fffff 0x84602cd0 0x00800001 0x00800000 0x3fbfffff 0x00800000 0x96d235fe 0x80000001 0x80800000
  //%     - ptr: f32[2,1,2,4]
  //%       out: 0x80000000 0xfefffffe 0x7f800000 0x164a81ef 0xbf800002 0xd6070149 0x6018427a 0xff800000 0xfadb41da 0x7f800000 0xff800000 0x402aaaab 0x7f7fffff 0xa91be1ae 0xff800000 0x7f800000
  entry @divf_558(%memory.a: tile<ptr<f32>>, %memory.b: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> tile<64xf32>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> tile<64xf32>, token
    %r = divf %a, %b rounding<full> : tile<64xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf32>, partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: divf_558
  //%   args:
  //%     - ptr: f32[64]
  //%       in: 0xf267a37d 0xbfbfffff 0x7fc00000 0x807fffff 0x7f800000 0xff7ffffe 0xbf800001 0xcb000000 0xe8f2b785 0x96d235fe 0xbfc00000 0x00000001 0x40000000 0x7f7fffff 0xfeffffff 0xff7fffff 0x80000001 0x00000000 0xbfbfffff 0x00000001 0xbf800000 0xbf800001 0x3f800000 0xbfc00000 0x9f573617 0xc0000000 0x80000000 0xc07fffff 0x80800000 0x4b000000 0x00800000 0x7f7ffffe 0x00800000 0x00000001 0x3f800001 0x3f7fffff 0xff800000 0xe8f2b785 0xd0fc5ee2 0x7effffff 0x84602cd0 0xbf7fffff 0x00800000 0x00000002 0x407fffff 0x80800000 0x3fbfffff 0x3fc00000 0xffc00000 0x7f7ffffe 0x007fffff 0x80800000 0x80000002 0x80800001 0xbfbfffff 0xebc2d42a 0x00000002 0x80800001 0x00800001 0x7effffff 0xc07fffff 0x3fc00000 0xf267a37d 0xc6c26e30
  //%     - ptr: f32[64]
  //%       in: 0x4b000000 0xffc00000 0x3fbfffff 0x80800000 0x007fffff 0x00000000 0x00800000 0x00000001 0xc07fffff 0x3fc00000 0xbf7fffff 0xfeffffff 0x807fffff 0xbfc00000 0xe8f2b785 0xc6c26e30 0x96d235fe 0xd0fc5ee2 0xf267a37d 0xc0000000 0x3f800001 0x80800001 0x84602cd0 0x9f573617 0x3f7fffff 0x00000002 0x7effffff 0xcb000000 0x80000002 0xbf7fffff 0x7f7ffffe 0x407fffff 0x007fffff 0x3f800000 0xbf800001 0x00000000 0xebc2d42a 0x00800001 0x807fffff 0x80000000 0xf267a37d 0x80000001 0xbf800000 0xff7fffff 0xff7ffffe 0x84602cd0 0xc0000000 0xc07fffff 0x40000000 0xc07fffff 0x7f800000 0x7fc00000 0x3f7fffff 0xc6c26e30 0xbfbfffff 0x40000000 0x7fc00000 0x7f7fffff 0x7effffff 0x3f800000 0xff800000 0xe8f2b785 0x807fffff 0xbfbfffff
  //%     - ptr: f32[64]
  //%       out: 0xe6e7a37d nan*2 0x3f7ffffe 0x7f800000 0xff800000 0xfe800001 0xff800000 0x67f2b786 0x968c23ff 0x3fc00001 0x80000000 0xff000001 0xff2aaaaa 0x55870149 0x78288886 0x1d9be1ad 0x80000000 0x0cd4314c 0x80000000 0xbf7ffffe 0x7e800000 0xfa922be7 0x5fe463b7 0x9f573618 0xff800000 0x80000000 0x34ffffff 0x4a800000 0xcb000001 0x00000000 0x7e7fffff 0x3f800001 0x00000001 0xbf800000 0x7f800000*2 0xff800000 0x7f800000 0xff800000 0x00000000 0x7f800000 0x80800000 0x80000000 0x80800001 0x3b922be7 0xbf3fffff 0xbec00001 nan 0xfe7fffff 0x00000000 nan 0x80000002 0x00000151 0x3f800000 0xeb42d42a nan 0x80000000 0x00000000 0x7effffff 0x00000000 0x964a81ef 0x7f800000 0x46819ecb
  entry @divf_559(%memory.a: tile<ptr<f32>>, %memory.b: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f32>> -> tile<f32>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<f32>> -> tile<f32>, token
    %r = divf %a, %b rounding<full> : tile<f32>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f32>>, tile<f32> -> token
    return
  }
  //% - entry: divf_559
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0xcb000000
  //%     - ptr: f32[]
  //%       in: 0x00000002
  //%     - ptr: f32[]
  //%       out: 0xff800000
  //% - entry: divf_559
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0x3f7fffff
  //%     - ptr: f32[]
  //%       in: 0xc0000000
  //%     - ptr: f32[]
  //%       out: 0xbeffffff
  //% - entry: divf_559
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0xbf7fffff
  //%     - ptr: f32[]
  //%       in: 0xff7ffffe
  //%     - ptr: f32[]
  //%       out: 0x00200000
  entry @divf_560(%memory.a: tile<ptr<f32>>, %memory.b: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xf32, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>, tile<i32> -> tile<1xf32>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [1], strides = [1] : tensor_view<1xf32, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>, tile<i32> -> tile<1xf32>, token
    %r = divf %a, %b rounding<full> : tile<1xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf32>, partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: divf_560
  //%   args:
  //%     - ptr: f32[1]
  //%       in: 0x80000001
  //%     - ptr: f32[1]
  //%       in: 0x80000000
  //%     - ptr: f32[1]
  //%       out: 0x7f800000
  entry @divf_561(%memory.a: tile<ptr<f32>>, %memory.b: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf32, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>, tile<i32> -> tile<2x8xf32>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf32, strides=[8,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>, tile<i32> -> tile<2x8xf32>, token
    %r = divf %a, %b rounding<full> : tile<2x8xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf32, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf32>, partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: divf_561
  //%   args:
  //%     - ptr: f32[2,8]
  //%       in: 0x7f7ffffe 0xfeffffff 0x7fc00000 0x84602cd0 0x3f800000 0x80000000 0xe8f2b785 0x00000002 0xc07fffff 0xf267a37d 0xbfc00000 0x80800001 0x3f800000 0xc0000000 0xd0fc5ee2 0xff7ffffe
  //%     - ptr: f32[2,8]
  //%       in: 0x007fffff 0xbf800000 0xc0000000 0x7effffff 0xd0fc5ee2 0xbf7fffff 0xc07fffff 0x84602cd0 0xbfc00000 0x007fffff 0x00800000 0x00000002 0xe8f2b785 0xff7ffffe 0xbf800000 0xbfbfffff
  //%     - ptr: f32[2,8]
  //%       out: 0x7f800000 0x7effffff nan 0x80000000 0xae01d73d 0x00000000 0x67f2b786 0xb0922be7 0x402aaaaa 0xff800000 0xfec00000 0xca800001 0x9607014a 0x00400001 0x50fc5ee2 0x7f2aaaaa
  entry @divf_562(%memory.a: tile<ptr<f32>>, %memory.b: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf32, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf32>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf32, strides=[2,2,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf32>, token
    %r = divf %a, %b rounding<full> : tile<4x1x2xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf32, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf32>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: divf_562
  //%   args:
  //%     - ptr: f32[4,1,2]
  //%       in: 0x00000001 0x7fc00000 0xff800000 0xcb000000 0xd0fc5ee2 0xbfbfffff 0xbf800000 0xe8f2b785
  //%     - ptr: f32[4,1,2]
  //%       in: 0xbf800000 0x84602cd0 0xc0000000 0x84602cd0 0xcb000000 0x3fc00000 0x80000000 0x3f800000
  //%     - ptr: f32[4,1,2]
  //%       out: 0x80000001 nan 0x7f800000*2 0x457c5ee2 0xbf7fffff 0x7f800000 0xe8f2b785
  entry @divf_563(%memory.a: tile<ptr<f32>>, %memory.b: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf32>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf32>, token
    %r = divf %a, %b rounding<full> : tile<2x1x2x4xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf32>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: divf_563
  //%   args:
  //%     - ptr: f32[2,1,2,4]
  //%       in: 0x84602cd0 0xebc2d42a 0x3f7fffff 0x80800000 0xfeffffff 0x9f573617 0x80800001 0xff800000 0xc0000000 0x3fbfffff 0xc6c26e30 0x00800000 0xe8f2b785 0x80800001 0xbf800001 0xcb000000
  //%     - ptr: f32[2,1,2,4]
  //%       in: 0x807fffff 0x80000002 0x4b000000 0x3f800001 0xffc00000 0x80000002 0x84602cd0 0x7fc00000 0x7f7fffff 0x3f7fffff 0xbf800000 0xbf7fffff 0x407fffff 0x3f800000 0x00000002 0x007fffff
  //%     - ptr: f32[2,1,2,4]
  //%       out: 0x43602cd2 0x7f800000 0x33ffffff 0x807fffff nan 0x69573617 0x3b922be8 nan 0x80400000 0x3fc00000 0x46c26e30 0x80800001 0xe7f2b786 0x80800001 0xff800000*2
  entry @divf_564(%memory.a: tile<ptr<f32>>, %memory.b: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> tile<64xf32>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> tile<64xf32>, token
    %r = divf %a, %b rounding<full> flush_to_zero : tile<64xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<64xf32>, partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: divf_564
  //%   args:
  //%     - ptr: f32[64]
  //%       in: 0x7f7fffff 0xbfc00000 0x96d235fe 0x007fffff 0xbfc00000 0xff7fffff 0x00800000 0xc07fffff 0xbfbfffff 0x3fbfffff 0x40000000 0x00000000 0xf267a37d 0xc6c26e30 0xffc00000 0x80000002 0x00800001 0xbf7fffff 0xd0fc5ee2 0xcb000000 0x84602cd0 0xc07fffff 0x7fc00000 0x7effffff 0xfeffffff 0xebc2d42a 0x4b000000 0xbf7fffff 0x00000002*2 0x80000001 0x80000000 0xe8f2b785 0x9f573617 0x00000001 0x80800000 0x807fffff 0xbf800000 0xff7ffffe 0x80000000 0xc6c26e30 0x80800001 0xbfbfffff 0x7f7ffffe 0x3f7fffff 0x7f7fffff 0x3f800000 0xbf800001 0xbf800000 0xfeffffff 0x3fc00000 0xffc00000 0x3f800001 0xc0000000 0x407fffff 0xff800000 0xffc00000 0x00000000 0xe8f2b785 0x80800001 0xff7fffff 0x7f800000 0x807fffff 0xff7fffff
  //%     - ptr: f32[64]
  //%       in: 0xf267a37d 0x7effffff 0x3fbfffff 0x407fffff 0x00000001 0x3f7fffff 0xc6c26e30 0x4b000000 0x7f7ffffe 0x9f573617 0x7f7ffffe 0x7f7fffff 0x40000000 0x80000000 0x00800000 0x80800000 0x3fc00000 0x807fffff 0x84602cd0 0x807fffff 0x96d235fe 0x807fffff 0xf267a37d 0x80800001 0xff7fffff 0xbfc00000 0x96d235fe 0x007fffff 0xfeffffff 0xffc00000 0xd0fc5ee2 0xff800000 0xc07fffff 0x3f800000 0x7fc00000 0xff7ffffe 0xbf800001 0x00000000 0x00800001 0x3f800000 0x7f800000 0x00000001 0x00000002 0x4b000000 0xc0000000 0x80000001 0x3fbfffff 0xfeffffff 0x00000002 0xe8f2b785 0x80000002 0xbfc00000 0xebc2d42a 0x7effffff 0x407fffff 0x3f800001 0x9f573617 0xebc2d42a 0xbf7fffff 0x007fffff 0xcb000000 0xbf800000 0xbfbfffff 0x3f7fffff
  //%     - ptr: f32[64]
  //%       out: 0xcc8d7633 0x80000000 0x968c23ff 0x00000000 0xff800000*2 0x80000000 0xb4ffffff 0x80000000 0xdfe463b6 0x00000000*2 0xf1e7a37d 0x7f800000 nan 0x00000000*2 0x7f800000*3 0x2d0880c0 0x7f800000 nan 0xff800000 0x3f000000 0x6b81e2c7 0xf39be1ad 0xff800000 0x80000000 nan 0x00000000*2 0x67f2b786 0x9f573617 nan 0x00000000*2 0xff800000*2 0x80000000*2 0xff800000*2 0x73fffffe 0xbeffffff 0xff800000 0x3f2aaaac 0x00000000 0xff800000 0x55870149 0xff800000 nan 0x93283051 0x80800001 0x3f800000 0xff800000 nan 0x80000000 0x68f2b786 0xff800000 0x73ffffff 0xff800000 0x00000000 0xff800000
  entry @divf_565(%memory.a: tile<ptr<f32>>, %memory.b: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f32>> -> tile<f32>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<f32>> -> tile<f32>, token
    %r = divf %a, %b rounding<full> flush_to_zero : tile<f32>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f32>>, tile<f32> -> token
    return
  }
  //% - entry: divf_565
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0x7fc00000
  //%     - ptr: f32[]
  //%       in: 0xebc2d42a
  //%     - ptr: f32[]
  //%       out: nan
  //% - entry: divf_565
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0x40000000
  //%     - ptr: f32[]
  //%       in: 0x7fc00000
  //%     - ptr: f32[]
  //%       out: nan
  //% - entry: divf_565
  //%   args:
  //%     - ptr: f32[]
  //%       in: 0x7fc00000
  //%     - ptr: f32[]
  //%       in: 0xebc2d42a
  //%     - ptr: f32[]
  //%       out: nan
  entry @divf_566(%memory.a: tile<ptr<f32>>, %memory.b: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [1], strides = [1] : tensor_view<1xf32, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>, tile<i32> -> tile<1xf32>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [1], strides = [1] : tensor_view<1xf32, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>, tile<i32> -> tile<1xf32>, token
    %r = divf %a, %b rounding<full> flush_to_zero : tile<1xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [1], strides = [1] : tensor_view<1xf32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<1xf32>, partition_view<tile=(1), tensor_view<1xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: divf_566
  //%   args:
  //%     - ptr: f32[1]
  //%       in: 0x7effffff
  //%     - ptr: f32[1]
  //%       in: 0x3f800000
  //%     - ptr: f32[1]
  //%       out: 0x7effffff
  entry @divf_567(%memory.a: tile<ptr<f32>>, %memory.b: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf32, strides=[8,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>, tile<i32> -> tile<2x8xf32>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf32, strides=[8,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero] : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>, tile<i32> -> tile<2x8xf32>, token
    %r = divf %a, %b rounding<full> flush_to_zero : tile<2x8xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xf32, strides=[8,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x8xf32>, partition_view<tile=(2x8), tensor_view<2x8xf32, strides=[8,1]>>, tile<i32> -> token
    return
  }
  //% - entry: divf_567
  //%   args:
  //%     - ptr: f32[2,8]
  //%       in: 0x00000000 0x80800000 0x9f573617 0xbf7fffff 0x00800001 0x80000002 0xe8f2b785 0xbf800001 0xff7ffffe 0x807fffff 0xbf800000 0x7f800000 0x9f573617 0x007fffff 0x9f573617 0x7fc00000
  //%     - ptr: f32[2,8]
  //%       in: 0x80000001 0xd0fc5ee2 0x00000001 0xbf800000 0xebc2d42a 0x3f7fffff 0x9f573617 0x3f7fffff 0xe8f2b785 0xbfbfffff 0xf267a37d 0x4b000000 0x3fc00000 0x7f7ffffe 0x00800000 0xff800000
  //%     - ptr: f32[2,8]
  //%       out: nan 0x00000000 0xff800000 0x3f7fffff 0x80000000*2 0x7f800000 0xbf800002 0x56070149 0x00000000 0x0c8d7634 0x7f800000 0x9f0f7965 0x00000000 0xde573617 nan
  entry @divf_568(%memory.a: tile<ptr<f32>>, %memory.b: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf32, strides=[2,2,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf32>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf32, strides=[2,2,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero] : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>, tile<i32> -> tile<4x1x2xf32>, token
    %r = divf %a, %b rounding<full> flush_to_zero : tile<4x1x2xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4, 1, 2], strides = [2, 2, 1] : tensor_view<4x1x2xf32, strides=[2,2,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero] : tile<4x1x2xf32>, partition_view<tile=(4x1x2), tensor_view<4x1x2xf32, strides=[2,2,1]>>, tile<i32> -> token
    return
  }
  //% - entry: divf_568
  //%   args:
  //%     - ptr: f32[4,1,2]
  //%       in: 0x40000000 0x7effffff 0x3f7fffff 0x00000001 0xf267a37d 0xffc00000 0x3f800000 0x807fffff
  //%     - ptr: f32[4,1,2]
  //%       in: 0x7f800000 0xbfc00000 0xff7fffff 0x40000000 0x3f7fffff 0x00000001 0x84602cd0 0xbf7fffff
  //%     - ptr: f32[4,1,2]
  //%       out: 0x00000000 0xfeaaaaaa 0x80000000 0x00000000 0xf267a37e nan 0xfa922be7 0x00000000
  entry @divf_569(%memory.a: tile<ptr<f32>>, %memory.b: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf32>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero, %zero, %zero] : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>, tile<i32> -> tile<2x1x2x4xf32>, token
    %r = divf %a, %b rounding<full> flush_to_zero : tile<2x1x2x4xf32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 1, 2, 4], strides = [8, 8, 4, 1] : tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero, %zero, %zero] : tile<2x1x2x4xf32>, partition_view<tile=(2x1x2x4), tensor_view<2x1x2x4xf32, strides=[8,8,4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: divf_569
  //%   args:
  //%     - ptr: f32[2,1,2,4]
  //%       in: 0x00000001 0x84602cd0 0x00800001*2 0x3fc00000 0x00000001 0xbf7fffff 0x80000002 0x807fffff 0x3f7fffff*2 0x80000001 0xffc00000 0xbf7fffff 0xc07fffff 0x00800000
  //%     - ptr: f32[2,1,2,4]
  //%       in: 0x9f573617 0xff7fffff 0xbf7fffff 0xc6c26e30 0xcb000000 0x3f7fffff 0x80000001 0x7effffff 0x7f7fffff 0x00800001 0x3fbfffff 0x40000000 0x807fffff 0x3fc00000 0xe8f2b785 0xffc00000
  //%     - ptr: f32[2,1,2,4]
  //%       out: 0x80000000 0x00000000 0x80800002 0x80000000 0xb4400000 0x00000000 0x7f800000 0x80000000*2 0x7e7ffffd 0x3f2aaaab 0x80000000 nan 0xbf2aaaaa 0x17070149 nan
}
