// RUN: cuda-tile-run --self-check %s
cuda_tile.module @control {
  entry @for_0(%memory.low: tile<ptr<i1>>, %memory.high: tile<ptr<i1>>, %memory.step: tile<ptr<i1>>, %memory.r: tile<ptr<i1>>, %memory.trips: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %low, %memory.low.loaded = load_ptr_tko weak %memory.low : tile<ptr<i1>> -> tile<i1>, token
    %high, %memory.high.loaded = load_ptr_tko weak %memory.high : tile<ptr<i1>> -> tile<i1>, token
    %step, %memory.step.loaded = load_ptr_tko weak %memory.step : tile<ptr<i1>> -> tile<i1>, token
    %none = constant <i1: 0> : tile<i1>
    %r, %trips = for %i in (%low to %high, step %step) : tile<i1> iter_values(%s = %none, %n = %zero) -> (tile<i1>, tile<i32>) {
      %next = addi %s, %i : tile<i1>
      %one = constant <i32: 1> : tile<i32>
      %more = addi %n, %one : tile<i32>
      continue %next, %more : tile<i1>, tile<i32>
    }
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<i1>>, tile<i1> -> token
    %memory.trips.stored = store_ptr_tko weak %memory.trips, %trips : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  //% - entry: for_0
  //%   args:
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: i1[]
  //%     - ptr: i32[]
  //%   error: 'must be positive'
  entry @for_1(%memory.low: tile<ptr<i1>>, %memory.high: tile<ptr<i1>>, %memory.step: tile<ptr<i1>>, %memory.r: tile<ptr<i1>>, %memory.trips: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %low, %memory.low.loaded = load_ptr_tko weak %memory.low : tile<ptr<i1>> -> tile<i1>, token
    %high, %memory.high.loaded = load_ptr_tko weak %memory.high : tile<ptr<i1>> -> tile<i1>, token
    %step, %memory.step.loaded = load_ptr_tko weak %memory.step : tile<ptr<i1>> -> tile<i1>, token
    %none = constant <i1: 0> : tile<i1>
    %r, %trips = for unsigned %i in (%low to %high, step %step) : tile<i1> iter_values(%s = %none, %n = %zero) -> (tile<i1>, tile<i32>) {
      %next = addi %s, %i : tile<i1>
      %one = constant <i32: 1> : tile<i32>
      %more = addi %n, %one : tile<i32>
      continue %next, %more : tile<i1>, tile<i32>
    }
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<i1>>, tile<i1> -> token
    %memory.trips.stored = store_ptr_tko weak %memory.trips, %trips : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  //% - entry: for_1
  //%   args:
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: i1[]
  //%     - ptr: i32[]
  //%   error: 'must be positive'
  //% - entry: for_0
  //%   args:
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: i1[]
  //%     - ptr: i32[]
  //%   error: 'must be positive'
  //% - entry: for_1
  //%   args:
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: i1[]
  //%     - ptr: i32[]
  //%   error: 'must be positive'
  //% - entry: for_0
  //%   args:
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: i1[]
  //%     - ptr: i32[]
  //%   error: 'must be positive'
  //% - entry: for_1
  //%   args:
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: i1[]
  //%     - ptr: i32[]
  //%   error: 'must be positive'
  entry @for_2(%memory.low: tile<ptr<i8>>, %memory.high: tile<ptr<i8>>, %memory.step: tile<ptr<i8>>, %memory.r: tile<ptr<i8>>, %memory.trips: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %low, %memory.low.loaded = load_ptr_tko weak %memory.low : tile<ptr<i8>> -> tile<i8>, token
    %high, %memory.high.loaded = load_ptr_tko weak %memory.high : tile<ptr<i8>> -> tile<i8>, token
    %step, %memory.step.loaded = load_ptr_tko weak %memory.step : tile<ptr<i8>> -> tile<i8>, token
    %none = constant <i8: 0> : tile<i8>
    %r, %trips = for %i in (%low to %high, step %step) : tile<i8> iter_values(%s = %none, %n = %zero) -> (tile<i8>, tile<i32>) {
      %next = addi %s, %i : tile<i8>
      %one = constant <i32: 1> : tile<i32>
      %more = addi %n, %one : tile<i32>
      continue %next, %more : tile<i8>, tile<i32>
    }
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<i8>>, tile<i8> -> token
    %memory.trips.stored = store_ptr_tko weak %memory.trips, %trips : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  //% - entry: for_2
  //%   args:
  //%     - ptr: i8[]
  //%       in: 0x00
  //%     - ptr: i8[]
  //%       in: 0x01
  //%     - ptr: i8[]
  //%       in: 0x01
  //%     - ptr: i8[]
  //%       out: 0x00
  //%     - ptr: i32[]
  //%       out: 0x00000001
  entry @for_3(%memory.low: tile<ptr<i8>>, %memory.high: tile<ptr<i8>>, %memory.step: tile<ptr<i8>>, %memory.r: tile<ptr<i8>>, %memory.trips: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %low, %memory.low.loaded = load_ptr_tko weak %memory.low : tile<ptr<i8>> -> tile<i8>, token
    %high, %memory.high.loaded = load_ptr_tko weak %memory.high : tile<ptr<i8>> -> tile<i8>, token
    %step, %memory.step.loaded = load_ptr_tko weak %memory.step : tile<ptr<i8>> -> tile<i8>, token
    %none = constant <i8: 0> : tile<i8>
    %r, %trips = for unsigned %i in (%low to %high, step %step) : tile<i8> iter_values(%s = %none, %n = %zero) -> (tile<i8>, tile<i32>) {
      %next = addi %s, %i : tile<i8>
      %one = constant <i32: 1> : tile<i32>
      %more = addi %n, %one : tile<i32>
      continue %next, %more : tile<i8>, tile<i32>
    }
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<i8>>, tile<i8> -> token
    %memory.trips.stored = store_ptr_tko weak %memory.trips, %trips : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  //% - entry: for_3
  //%   args:
  //%     - ptr: i8[]
  //%       in: 0x00
  //%     - ptr: i8[]
  //%       in: 0x01
  //%     - ptr: i8[]
  //%       in: 0x01
  //%     - ptr: i8[]
  //%       out: 0x00
  //%     - ptr: i32[]
  //%       out: 0x00000001
  //% - entry: for_2
  //%   args:
  //%     - ptr: i8[]
  //%       in: 0x01
  //%     - ptr: i8[]
  //%       in: 0x01
  //%     - ptr: i8[]
  //%       in: 0x01
  //%     - ptr: i8[]
  //%       out: 0x00
  //%     - ptr: i32[]
  //%       out: 0x00000000
  //% - entry: for_3
  //%   args:
  //%     - ptr: i8[]
  //%       in: 0x01
  //%     - ptr: i8[]
  //%       in: 0x01
  //%     - ptr: i8[]
  //%       in: 0x01
  //%     - ptr: i8[]
  //%       out: 0x00
  //%     - ptr: i32[]
  //%       out: 0x00000000
  //% - entry: for_2
  //%   args:
  //%     - ptr: i8[]
  //%       in: 0x00
  //%     - ptr: i8[]
  //%       in: 0x00
  //%     - ptr: i8[]
  //%       in: 0x01
  //%     - ptr: i8[]
  //%       out: 0x00
  //%     - ptr: i32[]
  //%       out: 0x00000000
  //% - entry: for_3
  //%   args:
  //%     - ptr: i8[]
  //%       in: 0x00
  //%     - ptr: i8[]
  //%       in: 0x00
  //%     - ptr: i8[]
  //%       in: 0x01
  //%     - ptr: i8[]
  //%       out: 0x00
  //%     - ptr: i32[]
  //%       out: 0x00000000
  //% - entry: for_2
  //%   args:
  //%     - ptr: i8[]
  //%       in: 0x00
  //%     - ptr: i8[]
  //%       in: 0x0a
  //%     - ptr: i8[]
  //%       in: 0x03
  //%     - ptr: i8[]
  //%       out: 0x12
  //%     - ptr: i32[]
  //%       out: 0x00000004
  //% - entry: for_3
  //%   args:
  //%     - ptr: i8[]
  //%       in: 0x00
  //%     - ptr: i8[]
  //%       in: 0x0a
  //%     - ptr: i8[]
  //%       in: 0x03
  //%     - ptr: i8[]
  //%       out: 0x12
  //%     - ptr: i32[]
  //%       out: 0x00000004
  //% - entry: for_2
  //%   args:
  //%     - ptr: i8[]
  //%       in: 0xfd
  //%     - ptr: i8[]
  //%       in: 0x04
  //%     - ptr: i8[]
  //%       in: 0x02
  //%     - ptr: i8[]
  //%       out: 0x00
  //%     - ptr: i32[]
  //%       out: 0x00000004
  //% - entry: for_3
  //%   args:
  //%     - ptr: i8[]
  //%       in: 0xfd
  //%     - ptr: i8[]
  //%       in: 0x04
  //%     - ptr: i8[]
  //%       in: 0x02
  //%     - ptr: i8[]
  //%       out: 0x00
  //%     - ptr: i32[]
  //%       out: 0x00000000
  //% - entry: for_2
  //%   args:
  //%     - ptr: i8[]
  //%       in: 0x05
  //%     - ptr: i8[]
  //%       in: 0xfb
  //%     - ptr: i8[]
  //%       in: 0x01
  //%     - ptr: i8[]
  //%       out: 0x00
  //%     - ptr: i32[]
  //%       out: 0x00000000
  //% - entry: for_3
  //%   args:
  //%     - ptr: i8[]
  //%       in: 0x05
  //%     - ptr: i8[]
  //%       in: 0xfb
  //%     - ptr: i8[]
  //%       in: 0x01
  //%     - ptr: i8[]
  //%       out: 0x85
  //%     - ptr: i32[]
  //%       out: 0x000000f6
  //% - entry: for_2
  //%   args:
  //%     - ptr: i8[]
  //%       in: 0x02
  //%     - ptr: i8[]
  //%       in: 0x07
  //%     - ptr: i8[]
  //%       in: 0x07
  //%     - ptr: i8[]
  //%       out: 0x02
  //%     - ptr: i32[]
  //%       out: 0x00000001
  //% - entry: for_3
  //%   args:
  //%     - ptr: i8[]
  //%       in: 0x02
  //%     - ptr: i8[]
  //%       in: 0x07
  //%     - ptr: i8[]
  //%       in: 0x07
  //%     - ptr: i8[]
  //%       out: 0x02
  //%     - ptr: i32[]
  //%       out: 0x00000001
  //% - entry: for_2
  //%   args:
  //%     - ptr: i8[]
  //%       in: 0xff
  //%     - ptr: i8[]
  //%       in: 0x03
  //%     - ptr: i8[]
  //%       in: 0x05
  //%     - ptr: i8[]
  //%       out: 0xff
  //%     - ptr: i32[]
  //%       out: 0x00000001
  //% - entry: for_3
  //%   args:
  //%     - ptr: i8[]
  //%       in: 0xff
  //%     - ptr: i8[]
  //%       in: 0x03
  //%     - ptr: i8[]
  //%       in: 0x05
  //%     - ptr: i8[]
  //%       out: 0x00
  //%     - ptr: i32[]
  //%       out: 0x00000000
  entry @for_4(%memory.low: tile<ptr<i16>>, %memory.high: tile<ptr<i16>>, %memory.step: tile<ptr<i16>>, %memory.r: tile<ptr<i16>>, %memory.trips: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %low, %memory.low.loaded = load_ptr_tko weak %memory.low : tile<ptr<i16>> -> tile<i16>, token
    %high, %memory.high.loaded = load_ptr_tko weak %memory.high : tile<ptr<i16>> -> tile<i16>, token
    %step, %memory.step.loaded = load_ptr_tko weak %memory.step : tile<ptr<i16>> -> tile<i16>, token
    %none = constant <i16: 0> : tile<i16>
    %r, %trips = for %i in (%low to %high, step %step) : tile<i16> iter_values(%s = %none, %n = %zero) -> (tile<i16>, tile<i32>) {
      %next = addi %s, %i : tile<i16>
      %one = constant <i32: 1> : tile<i32>
      %more = addi %n, %one : tile<i32>
      continue %next, %more : tile<i16>, tile<i32>
    }
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<i16>>, tile<i16> -> token
    %memory.trips.stored = store_ptr_tko weak %memory.trips, %trips : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  //% - entry: for_4
  //%   args:
  //%     - ptr: i16[]
  //%       in: 0x0000
  //%     - ptr: i16[]
  //%       in: 0x0001
  //%     - ptr: i16[]
  //%       in: 0x0001
  //%     - ptr: i16[]
  //%       out: 0x0000
  //%     - ptr: i32[]
  //%       out: 0x00000001
  entry @for_5(%memory.low: tile<ptr<i16>>, %memory.high: tile<ptr<i16>>, %memory.step: tile<ptr<i16>>, %memory.r: tile<ptr<i16>>, %memory.trips: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %low, %memory.low.loaded = load_ptr_tko weak %memory.low : tile<ptr<i16>> -> tile<i16>, token
    %high, %memory.high.loaded = load_ptr_tko weak %memory.high : tile<ptr<i16>> -> tile<i16>, token
    %step, %memory.step.loaded = load_ptr_tko weak %memory.step : tile<ptr<i16>> -> tile<i16>, token
    %none = constant <i16: 0> : tile<i16>
    %r, %trips = for unsigned %i in (%low to %high, step %step) : tile<i16> iter_values(%s = %none, %n = %zero) -> (tile<i16>, tile<i32>) {
      %next = addi %s, %i : tile<i16>
      %one = constant <i32: 1> : tile<i32>
      %more = addi %n, %one : tile<i32>
      continue %next, %more : tile<i16>, tile<i32>
    }
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<i16>>, tile<i16> -> token
    %memory.trips.stored = store_ptr_tko weak %memory.trips, %trips : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  //% - entry: for_5
  //%   args:
  //%     - ptr: i16[]
  //%       in: 0x0000
  //%     - ptr: i16[]
  //%       in: 0x0001
  //%     - ptr: i16[]
  //%       in: 0x0001
  //%     - ptr: i16[]
  //%       out: 0x0000
  //%     - ptr: i32[]
  //%       out: 0x00000001
  //% - entry: for_4
  //%   args:
  //%     - ptr: i16[]
  //%       in: 0x0001
  //%     - ptr: i16[]
  //%       in: 0x0001
  //%     - ptr: i16[]
  //%       in: 0x0001
  //%     - ptr: i16[]
  //%       out: 0x0000
  //%     - ptr: i32[]
  //%       out: 0x00000000
  //% - entry: for_5
  //%   args:
  //%     - ptr: i16[]
  //%       in: 0x0001
  //%     - ptr: i16[]
  //%       in: 0x0001
  //%     - ptr: i16[]
  //%       in: 0x0001
  //%     - ptr: i16[]
  //%       out: 0x0000
  //%     - ptr: i32[]
  //%       out: 0x00000000
  //% - entry: for_4
  //%   args:
  //%     - ptr: i16[]
  //%       in: 0x0000
  //%     - ptr: i16[]
  //%       in: 0x0000
  //%     - ptr: i16[]
  //%       in: 0x0001
  //%     - ptr: i16[]
  //%       out: 0x0000
  //%     - ptr: i32[]
  //%       out: 0x00000000
  //% - entry: for_5
  //%   args:
  //%     - ptr: i16[]
  //%       in: 0x0000
  //%     - ptr: i16[]
  //%       in: 0x0000
  //%     - ptr: i16[]
  //%       in: 0x0001
  //%     - ptr: i16[]
  //%       out: 0x0000
  //%     - ptr: i32[]
  //%       out: 0x00000000
  //% - entry: for_4
  //%   args:
  //%     - ptr: i16[]
  //%       in: 0x0000
  //%     - ptr: i16[]
  //%       in: 0x000a
  //%     - ptr: i16[]
  //%       in: 0x0003
  //%     - ptr: i16[]
  //%       out: 0x0012
  //%     - ptr: i32[]
  //%       out: 0x00000004
  //% - entry: for_5
  //%   args:
  //%     - ptr: i16[]
  //%       in: 0x0000
  //%     - ptr: i16[]
  //%       in: 0x000a
  //%     - ptr: i16[]
  //%       in: 0x0003
  //%     - ptr: i16[]
  //%       out: 0x0012
  //%     - ptr: i32[]
  //%       out: 0x00000004
  //% - entry: for_4
  //%   args:
  //%     - ptr: i16[]
  //%       in: 0xfffd
  //%     - ptr: i16[]
  //%       in: 0x0004
  //%     - ptr: i16[]
  //%       in: 0x0002
  //%     - ptr: i16[]
  //%       out: 0x0000
  //%     - ptr: i32[]
  //%       out: 0x00000004
  //% - entry: for_5
  //%   args:
  //%     - ptr: i16[]
  //%       in: 0xfffd
  //%     - ptr: i16[]
  //%       in: 0x0004
  //%     - ptr: i16[]
  //%       in: 0x0002
  //%     - ptr: i16[]
  //%       out: 0x0000
  //%     - ptr: i32[]
  //%       out: 0x00000000
  //% - entry: for_4
  //%   args:
  //%     - ptr: i16[]
  //%       in: 0x0005
  //%     - ptr: i16[]
  //%       in: 0xfffb
  //%     - ptr: i16[]
  //%       in: 0x0001
  //%     - ptr: i16[]
  //%       out: 0x0000
  //%     - ptr: i32[]
  //%       out: 0x00000000
  //% - entry: for_4
  //%   args:
  //%     - ptr: i16[]
  //%       in: 0x0002
  //%     - ptr: i16[]
  //%       in: 0x0007
  //%     - ptr: i16[]
  //%       in: 0x0007
  //%     - ptr: i16[]
  //%       out: 0x0002
  //%     - ptr: i32[]
  //%       out: 0x00000001
  //% - entry: for_5
  //%   args:
  //%     - ptr: i16[]
  //%       in: 0x0002
  //%     - ptr: i16[]
  //%       in: 0x0007
  //%     - ptr: i16[]
  //%       in: 0x0007
  //%     - ptr: i16[]
  //%       out: 0x0002
  //%     - ptr: i32[]
  //%       out: 0x00000001
  //% - entry: for_4
  //%   args:
  //%     - ptr: i16[]
  //%       in: 0xffff
  //%     - ptr: i16[]
  //%       in: 0x0003
  //%     - ptr: i16[]
  //%       in: 0x0005
  //%     - ptr: i16[]
  //%       out: 0xffff
  //%     - ptr: i32[]
  //%       out: 0x00000001
  //% - entry: for_5
  //%   args:
  //%     - ptr: i16[]
  //%       in: 0xffff
  //%     - ptr: i16[]
  //%       in: 0x0003
  //%     - ptr: i16[]
  //%       in: 0x0005
  //%     - ptr: i16[]
  //%       out: 0x0000
  //%     - ptr: i32[]
  //%       out: 0x00000000
  entry @for_6(%memory.low: tile<ptr<i32>>, %memory.high: tile<ptr<i32>>, %memory.step: tile<ptr<i32>>, %memory.r: tile<ptr<i32>>, %memory.trips: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %low, %memory.low.loaded = load_ptr_tko weak %memory.low : tile<ptr<i32>> -> tile<i32>, token
    %high, %memory.high.loaded = load_ptr_tko weak %memory.high : tile<ptr<i32>> -> tile<i32>, token
    %step, %memory.step.loaded = load_ptr_tko weak %memory.step : tile<ptr<i32>> -> tile<i32>, token
    %none = constant <i32: 0> : tile<i32>
    %r, %trips = for %i in (%low to %high, step %step) : tile<i32> iter_values(%s = %none, %n = %zero) -> (tile<i32>, tile<i32>) {
      %next = addi %s, %i : tile<i32>
      %one = constant <i32: 1> : tile<i32>
      %more = addi %n, %one : tile<i32>
      continue %next, %more : tile<i32>, tile<i32>
    }
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<i32>>, tile<i32> -> token
    %memory.trips.stored = store_ptr_tko weak %memory.trips, %trips : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  //% - entry: for_6
  //%   args:
  //%     - ptr: i32[]
  //%       in: 0x00000000
  //%     - ptr: i32[]
  //%       in: 0x00000001
  //%     - ptr: i32[]
  //%       in: 0x00000001
  //%     - ptr: i32[]
  //%       out: 0x00000000
  //%     - ptr: i32[]
  //%       out: 0x00000001
  entry @for_7(%memory.low: tile<ptr<i32>>, %memory.high: tile<ptr<i32>>, %memory.step: tile<ptr<i32>>, %memory.r: tile<ptr<i32>>, %memory.trips: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %low, %memory.low.loaded = load_ptr_tko weak %memory.low : tile<ptr<i32>> -> tile<i32>, token
    %high, %memory.high.loaded = load_ptr_tko weak %memory.high : tile<ptr<i32>> -> tile<i32>, token
    %step, %memory.step.loaded = load_ptr_tko weak %memory.step : tile<ptr<i32>> -> tile<i32>, token
    %none = constant <i32: 0> : tile<i32>
    %r, %trips = for unsigned %i in (%low to %high, step %step) : tile<i32> iter_values(%s = %none, %n = %zero) -> (tile<i32>, tile<i32>) {
      %next = addi %s, %i : tile<i32>
      %one = constant <i32: 1> : tile<i32>
      %more = addi %n, %one : tile<i32>
      continue %next, %more : tile<i32>, tile<i32>
    }
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<i32>>, tile<i32> -> token
    %memory.trips.stored = store_ptr_tko weak %memory.trips, %trips : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  //% - entry: for_7
  //%   args:
  //%     - ptr: i32[]
  //%       in: 0x00000000
  //%     - ptr: i32[]
  //%       in: 0x00000001
  //%     - ptr: i32[]
  //%       in: 0x00000001
  //%     - ptr: i32[]
  //%       out: 0x00000000
  //%     - ptr: i32[]
  //%       out: 0x00000001
  //% - entry: for_6
  //%   args:
  //%     - ptr: i32[]
  //%       in: 0x00000001
  //%     - ptr: i32[]
  //%       in: 0x00000001
  //%     - ptr: i32[]
  //%       in: 0x00000001
  //%     - ptr: i32[]
  //%       out: 0x00000000
  //%     - ptr: i32[]
  //%       out: 0x00000000
  //% - entry: for_7
  //%   args:
  //%     - ptr: i32[]
  //%       in: 0x00000001
  //%     - ptr: i32[]
  //%       in: 0x00000001
  //%     - ptr: i32[]
  //%       in: 0x00000001
  //%     - ptr: i32[]
  //%       out: 0x00000000
  //%     - ptr: i32[]
  //%       out: 0x00000000
  //% - entry: for_6
  //%   args:
  //%     - ptr: i32[]
  //%       in: 0x00000000
  //%     - ptr: i32[]
  //%       in: 0x00000000
  //%     - ptr: i32[]
  //%       in: 0x00000001
  //%     - ptr: i32[]
  //%       out: 0x00000000
  //%     - ptr: i32[]
  //%       out: 0x00000000
  //% - entry: for_7
  //%   args:
  //%     - ptr: i32[]
  //%       in: 0x00000000
  //%     - ptr: i32[]
  //%       in: 0x00000000
  //%     - ptr: i32[]
  //%       in: 0x00000001
  //%     - ptr: i32[]
  //%       out: 0x00000000
  //%     - ptr: i32[]
  //%       out: 0x00000000
  //% - entry: for_6
  //%   args:
  //%     - ptr: i32[]
  //%       in: 0x00000000
  //%     - ptr: i32[]
  //%       in: 0x0000000a
  //%     - ptr: i32[]
  //%       in: 0x00000003
  //%     - ptr: i32[]
  //%       out: 0x00000012
  //%     - ptr: i32[]
  //%       out: 0x00000004
  //% - entry: for_7
  //%   args:
  //%     - ptr: i32[]
  //%       in: 0x00000000
  //%     - ptr: i32[]
  //%       in: 0x0000000a
  //%     - ptr: i32[]
  //%       in: 0x00000003
  //%     - ptr: i32[]
  //%       out: 0x00000012
  //%     - ptr: i32[]
  //%       out: 0x00000004
  //% - entry: for_6
  //%   args:
  //%     - ptr: i32[]
  //%       in: 0xfffffffd
  //%     - ptr: i32[]
  //%       in: 0x00000004
  //%     - ptr: i32[]
  //%       in: 0x00000002
  //%     - ptr: i32[]
  //%       out: 0x00000000
  //%     - ptr: i32[]
  //%       out: 0x00000004
  //% - entry: for_7
  //%   args:
  //%     - ptr: i32[]
  //%       in: 0xfffffffd
  //%     - ptr: i32[]
  //%       in: 0x00000004
  //%     - ptr: i32[]
  //%       in: 0x00000002
  //%     - ptr: i32[]
  //%       out: 0x00000000
  //%     - ptr: i32[]
  //%       out: 0x00000000
  //% - entry: for_6
  //%   args:
  //%     - ptr: i32[]
  //%       in: 0x00000005
  //%     - ptr: i32[]
  //%       in: 0xfffffffb
  //%     - ptr: i32[]
  //%       in: 0x00000001
  //%     - ptr: i32[]
  //%       out: 0x00000000
  //%     - ptr: i32[]
  //%       out: 0x00000000
  //% - entry: for_6
  //%   args:
  //%     - ptr: i32[]
  //%       in: 0x00000002
  //%     - ptr: i32[]
  //%       in: 0x00000007
  //%     - ptr: i32[]
  //%       in: 0x00000007
  //%     - ptr: i32[]
  //%       out: 0x00000002
  //%     - ptr: i32[]
  //%       out: 0x00000001
  //% - entry: for_7
  //%   args:
  //%     - ptr: i32[]
  //%       in: 0x00000002
  //%     - ptr: i32[]
  //%       in: 0x00000007
  //%     - ptr: i32[]
  //%       in: 0x00000007
  //%     - ptr: i32[]
  //%       out: 0x00000002
  //%     - ptr: i32[]
  //%       out: 0x00000001
  //% - entry: for_6
  //%   args:
  //%     - ptr: i32[]
  //%       in: 0xffffffff
  //%     - ptr: i32[]
  //%       in: 0x00000003
  //%     - ptr: i32[]
  //%       in: 0x00000005
  //%     - ptr: i32[]
  //%       out: 0xffffffff
  //%     - ptr: i32[]
  //%       out: 0x00000001
  //% - entry: for_7
  //%   args:
  //%     - ptr: i32[]
  //%       in: 0xffffffff
  //%     - ptr: i32[]
  //%       in: 0x00000003
  //%     - ptr: i32[]
  //%       in: 0x00000005
  //%     - ptr: i32[]
  //%       out: 0x00000000
  //%     - ptr: i32[]
  //%       out: 0x00000000
  entry @for_8(%memory.low: tile<ptr<i64>>, %memory.high: tile<ptr<i64>>, %memory.step: tile<ptr<i64>>, %memory.r: tile<ptr<i64>>, %memory.trips: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %low, %memory.low.loaded = load_ptr_tko weak %memory.low : tile<ptr<i64>> -> tile<i64>, token
    %high, %memory.high.loaded = load_ptr_tko weak %memory.high : tile<ptr<i64>> -> tile<i64>, token
    %step, %memory.step.loaded = load_ptr_tko weak %memory.step : tile<ptr<i64>> -> tile<i64>, token
    %none = constant <i64: 0> : tile<i64>
    %r, %trips = for %i in (%low to %high, step %step) : tile<i64> iter_values(%s = %none, %n = %zero) -> (tile<i64>, tile<i32>) {
      %next = addi %s, %i : tile<i64>
      %one = constant <i32: 1> : tile<i32>
      %more = addi %n, %one : tile<i32>
      continue %next, %more : tile<i64>, tile<i32>
    }
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<i64>>, tile<i64> -> token
    %memory.trips.stored = store_ptr_tko weak %memory.trips, %trips : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  //% - entry: for_8
  //%   args:
  //%     - ptr: i64[]
  //%       in: 0x0000000000000000
  //%     - ptr: i64[]
  //%       in: 0x0000000000000001
  //%     - ptr: i64[]
  //%       in: 0x0000000000000001
  //%     - ptr: i64[]
  //%       out: 0x0000000000000000
  //%     - ptr: i32[]
  //%       out: 0x00000001
  entry @for_9(%memory.low: tile<ptr<i64>>, %memory.high: tile<ptr<i64>>, %memory.step: tile<ptr<i64>>, %memory.r: tile<ptr<i64>>, %memory.trips: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %low, %memory.low.loaded = load_ptr_tko weak %memory.low : tile<ptr<i64>> -> tile<i64>, token
    %high, %memory.high.loaded = load_ptr_tko weak %memory.high : tile<ptr<i64>> -> tile<i64>, token
    %step, %memory.step.loaded = load_ptr_tko weak %memory.step : tile<ptr<i64>> -> tile<i64>, token
    %none = constant <i64: 0> : tile<i64>
    %r, %trips = for unsigned %i in (%low to %high, step %step) : tile<i64> iter_values(%s = %none, %n = %zero) -> (tile<i64>, tile<i32>) {
      %next = addi %s, %i : tile<i64>
      %one = constant <i32: 1> : tile<i32>
      %more = addi %n, %one : tile<i32>
      continue %next, %more : tile<i64>, tile<i32>
    }
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<i64>>, tile<i64> -> token
    %memory.trips.stored = store_ptr_tko weak %memory.trips, %trips : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  //% - entry: for_9
  //%   args:
  //%     - ptr: i64[]
  //%       in: 0x0000000000000000
  //%     - ptr: i64[]
  //%       in: 0x0000000000000001
  //%     - ptr: i64[]
  //%       in: 0x0000000000000001
  //%     - ptr: i64[]
  //%       out: 0x0000000000000000
  //%     - ptr: i32[]
  //%       out: 0x00000001
  //% - entry: for_8
  //%   args:
  //%     - ptr: i64[]
  //%       in: 0x0000000000000001
  //%     - ptr: i64[]
  //%       in: 0x0000000000000001
  //%     - ptr: i64[]
  //%       in: 0x0000000000000001
  //%     - ptr: i64[]
  //%       out: 0x0000000000000000
  //%     - ptr: i32[]
  //%       out: 0x00000000
  //% - entry: for_9
  //%   args:
  //%     - ptr: i64[]
  //%       in: 0x0000000000000001
  //%     - ptr: i64[]
  //%       in: 0x0000000000000001
  //%     - ptr: i64[]
  //%       in: 0x0000000000000001
  //%     - ptr: i64[]
  //%       out: 0x0000000000000000
  //%     - ptr: i32[]
  //%       out: 0x00000000
  //% - entry: for_8
  //%   args:
  //%     - ptr: i64[]
  //%       in: 0x0000000000000000
  //%     - ptr: i64[]
  //%       in: 0x0000000000000000
  //%     - ptr: i64[]
  //%       in: 0x0000000000000001
  //%     - ptr: i64[]
  //%       out: 0x0000000000000000
  //%     - ptr: i32[]
  //%       out: 0x00000000
  //% - entry: for_9
  //%   args:
  //%     - ptr: i64[]
  //%       in: 0x0000000000000000
  //%     - ptr: i64[]
  //%       in: 0x0000000000000000
  //%     - ptr: i64[]
  //%       in: 0x0000000000000001
  //%     - ptr: i64[]
  //%       out: 0x0000000000000000
  //%     - ptr: i32[]
  //%       out: 0x00000000
  //% - entry: for_8
  //%   args:
  //%     - ptr: i64[]
  //%       in: 0x0000000000000000
  //%     - ptr: i64[]
  //%       in: 0x000000000000000a
  //%     - ptr: i64[]
  //%       in: 0x0000000000000003
  //%     - ptr: i64[]
  //%       out: 0x0000000000000012
  //%     - ptr: i32[]
  //%       out: 0x00000004
  //% - entry: for_9
  //%   args:
  //%     - ptr: i64[]
  //%       in: 0x0000000000000000
  //%     - ptr: i64[]
  //%       in: 0x000000000000000a
  //%     - ptr: i64[]
  //%       in: 0x0000000000000003
  //%     - ptr: i64[]
  //%       out: 0x0000000000000012
  //%     - ptr: i32[]
  //%       out: 0x00000004
  //% - entry: for_8
  //%   args:
  //%     - ptr: i64[]
  //%       in: 0xfffffffffffffffd
  //%     - ptr: i64[]
  //%       in: 0x0000000000000004
  //%     - ptr: i64[]
  //%       in: 0x0000000000000002
  //%     - ptr: i64[]
  //%       out: 0x0000000000000000
  //%     - ptr: i32[]
  //%       out: 0x00000004
  //% - entry: for_9
  //%   args:
  //%     - ptr: i64[]
  //%       in: 0xfffffffffffffffd
  //%     - ptr: i64[]
  //%       in: 0x0000000000000004
  //%     - ptr: i64[]
  //%       in: 0x0000000000000002
  //%     - ptr: i64[]
  //%       out: 0x0000000000000000
  //%     - ptr: i32[]
  //%       out: 0x00000000
  //% - entry: for_8
  //%   args:
  //%     - ptr: i64[]
  //%       in: 0x0000000000000005
  //%     - ptr: i64[]
  //%       in: 0xfffffffffffffffb
  //%     - ptr: i64[]
  //%       in: 0x0000000000000001
  //%     - ptr: i64[]
  //%       out: 0x0000000000000000
  //%     - ptr: i32[]
  //%       out: 0x00000000
  //% - entry: for_8
  //%   args:
  //%     - ptr: i64[]
  //%       in: 0x0000000000000002
  //%     - ptr: i64[]
  //%       in: 0x0000000000000007
  //%     - ptr: i64[]
  //%       in: 0x0000000000000007
  //%     - ptr: i64[]
  //%       out: 0x0000000000000002
  //%     - ptr: i32[]
  //%       out: 0x00000001
  //% - entry: for_9
  //%   args:
  //%     - ptr: i64[]
  //%       in: 0x0000000000000002
  //%     - ptr: i64[]
  //%       in: 0x0000000000000007
  //%     - ptr: i64[]
  //%       in: 0x0000000000000007
  //%     - ptr: i64[]
  //%       out: 0x0000000000000002
  //%     - ptr: i32[]
  //%       out: 0x00000001
  //% - entry: for_8
  //%   args:
  //%     - ptr: i64[]
  //%       in: 0xffffffffffffffff
  //%     - ptr: i64[]
  //%       in: 0x0000000000000003
  //%     - ptr: i64[]
  //%       in: 0x0000000000000005
  //%     - ptr: i64[]
  //%       out: 0xffffffffffffffff
  //%     - ptr: i32[]
  //%       out: 0x00000001
  //% - entry: for_9
  //%   args:
  //%     - ptr: i64[]
  //%       in: 0xffffffffffffffff
  //%     - ptr: i64[]
  //%       in: 0x0000000000000003
  //%     - ptr: i64[]
  //%       in: 0x0000000000000005
  //%     - ptr: i64[]
  //%       out: 0x0000000000000000
  //%     - ptr: i32[]
  //%       out: 0x00000000
  entry @loop_10(%memory.a: tile<ptr<i32>>, %memory.r: tile<ptr<i32>>, %memory.seven: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<i32>> -> tile<i32>, token
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %three = constant <i32: 3> : tile<i32>
    %r, %seven = loop iter_values(%x = %a, %n = %zero) : tile<i32>, tile<i32> -> tile<i32>, tile<i32> {
      %done = cmpi equal %x, %one, signed : tile<i32> -> tile<i1>
      %more = addi %n, %one : tile<i32>
      if %done {
        %k = muli %n, %three : tile<i32>
        break %n, %k : tile<i32>, tile<i32>
      } else {
        %odd = remi %x, %two signed : tile<i32>
        %isOdd = cmpi equal %odd, %one, signed : tile<i32> -> tile<i1>
        if %isOdd {
          %y = muli %x, %three : tile<i32>
          %z = addi %y, %one : tile<i32>
          continue %z, %more : tile<i32>, tile<i32>
        }
      }
      %half = divi %x, %two signed : tile<i32>
      continue %half, %more : tile<i32>, tile<i32>
    }
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<i32>>, tile<i32> -> token
    %memory.seven.stored = store_ptr_tko weak %memory.seven, %seven : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  //% - entry: loop_10
  //%   args:
  //%     - ptr: i32[]
  //%       in: 0x00000001
  //%     - ptr: i32[]
  //%       out: 0x00000000
  //%     - ptr: i32[]
  //%       out: 0x00000000
  //% - entry: loop_10
  //%   args:
  //%     - ptr: i32[]
  //%       in: 0x00000002
  //%     - ptr: i32[]
  //%       out: 0x00000001
  //%     - ptr: i32[]
  //%       out: 0x00000003
  //% - entry: loop_10
  //%   args:
  //%     - ptr: i32[]
  //%       in: 0x00000006
  //%     - ptr: i32[]
  //%       out: 0x00000008
  //%     - ptr: i32[]
  //%       out: 0x00000018
  //% - entry: loop_10
  //%   args:
  //%     - ptr: i32[]
  //%       in: 0x00000007
  //%     - ptr: i32[]
  //%       out: 0x00000010
  //%     - ptr: i32[]
  //%       out: 0x00000030
  //% - entry: loop_10
  //%   args:
  //%     - ptr: i32[]
  //%       in: 0x0000001b
  //%     - ptr: i32[]
  //%       out: 0x0000006f
  //%     - ptr: i32[]
  //%       out: 0x0000014d
  entry @loop_11(%memory.limit: tile<ptr<i32>>, %memory.r: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %limit, %memory.limit.loaded = load_ptr_tko weak %memory.limit : tile<ptr<i32>> -> tile<i32>, token
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %many = constant <i32: 100> : tile<i32>
    %r = loop iter_values(%outer = %zero) : tile<i32> -> tile<i32> {
      %sum = for %i in (%zero to %many, step %one) : tile<i32> iter_values(%s = %outer) -> (tile<i32>) {
        %even = remi %i, %two signed : tile<i32>
        %skip = cmpi equal %even, %zero, signed : tile<i32> -> tile<i1>
        if %skip {
          continue %s : tile<i32>
        }
        %full = cmpi greater_than %s, %limit, signed : tile<i32> -> tile<i1>
        %t = if %full -> (tile<i32>) {
          yield %s : tile<i32>
        } else {
          %u = addi %s, %i : tile<i32>
          yield %u : tile<i32>
        }
        continue %t : tile<i32>
      }
      %enough = cmpi greater_than %sum, %limit, signed : tile<i32> -> tile<i1>
      if %enough {
        break %sum : tile<i32>
      }
      continue %sum : tile<i32>
    }
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  //% - entry: loop_11
  //%   args:
  //%     - ptr: i32[]
  //%       in: 0x00000000
  //%     - ptr: i32[]
  //%       out: 0x00000001
  //% - entry: loop_11
  //%   args:
  //%     - ptr: i32[]
  //%       in: 0x0000000a
  //%     - ptr: i32[]
  //%       out: 0x00000010
  //% - entry: loop_11
  //%   args:
  //%     - ptr: i32[]
  //%       in: 0x000009c4
  //%     - ptr: i32[]
  //%       out: 0x000009c5
  //% - entry: loop_11
  //%   args:
  //%     - ptr: i32[]
  //%       in: 0x00002328
  //%     - ptr: i32[]
  //%       out: 0x0000233d
  entry @if_12(%memory.c: tile<ptr<i1>>, %memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<i1>>, %memory.r: tile<ptr<i1>>, %memory.q: tile<ptr<i1>>) {
    %zero = constant <i32: 0> : tile<i32>
    %c, %memory.c.loaded = load_ptr_tko weak %memory.c : tile<ptr<i1>> -> tile<i1>, token
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<i1>> -> tile<i1>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<i1>> -> tile<i1>, token
    %r, %q = if %c -> (tile<i1>, tile<i1>) {
      yield %a, %b : tile<i1>, tile<i1>
    } else {
      yield %b, %a : tile<i1>, tile<i1>
    }
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<i1>>, tile<i1> -> token
    %memory.q.stored = store_ptr_tko weak %memory.q, %q : tile<ptr<i1>>, tile<i1> -> token
    return
  }
  //% - entry: if_12
  //%   args:
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: i1[]
  //%       out: 1
  //%     - ptr: i1[]
  //%       out: 0
  //% - entry: if_12
  //%   args:
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: i1[]
  //%       out: 1
  //%     - ptr: i1[]
  //%       out: 1
  entry @if_13(%memory.c: tile<ptr<i1>>, %memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<i1>>, %memory.r: tile<ptr<i1>>, %memory.q: tile<ptr<i1>>) {
    %zero = constant <i32: 0> : tile<i32>
    %c, %memory.c.loaded = load_ptr_tko weak %memory.c : tile<ptr<i1>> -> tile<i1>, token
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 4], strides = [4, 1] : tensor_view<2x4xi1, strides=[4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x4), tensor_view<2x4xi1, strides=[4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x4), tensor_view<2x4xi1, strides=[4,1]>>, tile<i32> -> tile<2x4xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 4], strides = [4, 1] : tensor_view<2x4xi1, strides=[4,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x4), tensor_view<2x4xi1, strides=[4,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero] : partition_view<tile=(2x4), tensor_view<2x4xi1, strides=[4,1]>>, tile<i32> -> tile<2x4xi1>, token
    %r, %q = if %c -> (tile<2x4xi1>, tile<2x4xi1>) {
      yield %a, %b : tile<2x4xi1>, tile<2x4xi1>
    } else {
      yield %b, %a : tile<2x4xi1>, tile<2x4xi1>
    }
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 4], strides = [4, 1] : tensor_view<2x4xi1, strides=[4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x4), tensor_view<2x4xi1, strides=[4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x4xi1>, partition_view<tile=(2x4), tensor_view<2x4xi1, strides=[4,1]>>, tile<i32> -> token
    %memory.q.tensor = make_tensor_view %memory.q, shape = [2, 4], strides = [4, 1] : tensor_view<2x4xi1, strides=[4,1]>
    %memory.q.view = make_partition_view %memory.q.tensor : partition_view<tile=(2x4), tensor_view<2x4xi1, strides=[4,1]>>
    %memory.q.stored = store_view_tko weak %q, %memory.q.view[%zero, %zero] : tile<2x4xi1>, partition_view<tile=(2x4), tensor_view<2x4xi1, strides=[4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: if_13
  //%   args:
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: i1[2,4]
  //%       in: 1 0 1*6
  //%     - ptr: i1[2,4]
  //%       in: 0 1*2 0*4 1
  //%     - ptr: i1[2,4]
  //%       out: 0 1*2 0*4 1
  //%     - ptr: i1[2,4]
  //%       out: 1 0 1*6
  //% - entry: if_13
  //%   args:
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: i1[2,4]
  //%       in: 1*3 0*2 1 0 1
  //%     - ptr: i1[2,4]
  //%       in: 0 1 0 1 0*4
  //%     - ptr: i1[2,4]
  //%       out: 1*3 0*2 1 0 1
  //%     - ptr: i1[2,4]
  //%       out: 0 1 0 1 0*4
  entry @if_14(%memory.c: tile<ptr<i1>>, %memory.a: tile<ptr<i8>>, %memory.b: tile<ptr<i8>>, %memory.r: tile<ptr<i8>>, %memory.q: tile<ptr<i8>>) {
    %zero = constant <i32: 0> : tile<i32>
    %c, %memory.c.loaded = load_ptr_tko weak %memory.c : tile<ptr<i1>> -> tile<i1>, token
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<i8>> -> tile<i8>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<i8>> -> tile<i8>, token
    %r, %q = if %c -> (tile<i8>, tile<i8>) {
      yield %a, %b : tile<i8>, tile<i8>
    } else {
      yield %b, %a : tile<i8>, tile<i8>
    }
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<i8>>, tile<i8> -> token
    %memory.q.stored = store_ptr_tko weak %memory.q, %q : tile<ptr<i8>>, tile<i8> -> token
    return
  }
  //% - entry: if_14
  //%   args:
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: i8[]
  //%       in: 0xc0
  //%     - ptr: i8[]
  //%       in: 0xea
  //%     - ptr: i8[]
  //%       out: 0xea
  //%     - ptr: i8[]
  //%       out: 0xc0
  //% - entry: if_14
  //%   args:
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: i8[]
  //%       in: 0xc7
  //%     - ptr: i8[]
  //%       in: 0x44
  //%     - ptr: i8[]
  //%       out: 0xc7
  //%     - ptr: i8[]
  //%       out: 0x44
  entry @if_15(%memory.c: tile<ptr<i1>>, %memory.a: tile<ptr<i8>>, %memory.b: tile<ptr<i8>>, %memory.r: tile<ptr<i8>>, %memory.q: tile<ptr<i8>>) {
    %zero = constant <i32: 0> : tile<i32>
    %c, %memory.c.loaded = load_ptr_tko weak %memory.c : tile<ptr<i1>> -> tile<i1>, token
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 4], strides = [4, 1] : tensor_view<2x4xi8, strides=[4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x4), tensor_view<2x4xi8, strides=[4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x4), tensor_view<2x4xi8, strides=[4,1]>>, tile<i32> -> tile<2x4xi8>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 4], strides = [4, 1] : tensor_view<2x4xi8, strides=[4,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x4), tensor_view<2x4xi8, strides=[4,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero] : partition_view<tile=(2x4), tensor_view<2x4xi8, strides=[4,1]>>, tile<i32> -> tile<2x4xi8>, token
    %r, %q = if %c -> (tile<2x4xi8>, tile<2x4xi8>) {
      yield %a, %b : tile<2x4xi8>, tile<2x4xi8>
    } else {
      yield %b, %a : tile<2x4xi8>, tile<2x4xi8>
    }
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 4], strides = [4, 1] : tensor_view<2x4xi8, strides=[4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x4), tensor_view<2x4xi8, strides=[4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x4xi8>, partition_view<tile=(2x4), tensor_view<2x4xi8, strides=[4,1]>>, tile<i32> -> token
    %memory.q.tensor = make_tensor_view %memory.q, shape = [2, 4], strides = [4, 1] : tensor_view<2x4xi8, strides=[4,1]>
    %memory.q.view = make_partition_view %memory.q.tensor : partition_view<tile=(2x4), tensor_view<2x4xi8, strides=[4,1]>>
    %memory.q.stored = store_view_tko weak %q, %memory.q.view[%zero, %zero] : tile<2x4xi8>, partition_view<tile=(2x4), tensor_view<2x4xi8, strides=[4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: if_15
  //%   args:
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: i8[2,4]
  //%       in: 0xcc 0x8c 0xf5 0x4a 0x8b 0x95 0x01 0x13
  //%     - ptr: i8[2,4]
  //%       in: 0x58 0x02 0xa1 0x98 0xdb 0x69 0x85 0xff
  //%     - ptr: i8[2,4]
  //%       out: 0x58 0x02 0xa1 0x98 0xdb 0x69 0x85 0xff
  //%     - ptr: i8[2,4]
  //%       out: 0xcc 0x8c 0xf5 0x4a 0x8b 0x95 0x01 0x13
  //% - entry: if_15
  //%   args:
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: i8[2,4]
  //%       in: 0x4f 0x3b 0x69 0x2e 0xf8 0xe3 0x70 0xf8
  //%     - ptr: i8[2,4]
  //%       in: 0x3f 0xe6 0x0e 0xc1 0x12 0x24 0xae 0xe3
  //%     - ptr: i8[2,4]
  //%       out: 0x4f 0x3b 0x69 0x2e 0xf8 0xe3 0x70 0xf8
  //%     - ptr: i8[2,4]
  //%       out: 0x3f 0xe6 0x0e 0xc1 0x12 0x24 0xae 0xe3
  entry @if_16(%memory.c: tile<ptr<i1>>, %memory.a: tile<ptr<i16>>, %memory.b: tile<ptr<i16>>, %memory.r: tile<ptr<i16>>, %memory.q: tile<ptr<i16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %c, %memory.c.loaded = load_ptr_tko weak %memory.c : tile<ptr<i1>> -> tile<i1>, token
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<i16>> -> tile<i16>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<i16>> -> tile<i16>, token
    %r, %q = if %c -> (tile<i16>, tile<i16>) {
      yield %a, %b : tile<i16>, tile<i16>
    } else {
      yield %b, %a : tile<i16>, tile<i16>
    }
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<i16>>, tile<i16> -> token
    %memory.q.stored = store_ptr_tko weak %memory.q, %q : tile<ptr<i16>>, tile<i16> -> token
    return
  }
  //% - entry: if_16
  //%   args:
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: i16[]
  //%       in: 0x56c7
  //%     - ptr: i16[]
  //%       in: 0x33bd
  //%     - ptr: i16[]
  //%       out: 0x33bd
  //%     - ptr: i16[]
  //%       out: 0x56c7
  //% - entry: if_16
  //%   args:
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: i16[]
  //%       in: 0x7660
  //%     - ptr: i16[]
  //%       in: 0xbd95
  //%     - ptr: i16[]
  //%       out: 0x7660
  //%     - ptr: i16[]
  //%       out: 0xbd95
  entry @if_17(%memory.c: tile<ptr<i1>>, %memory.a: tile<ptr<i16>>, %memory.b: tile<ptr<i16>>, %memory.r: tile<ptr<i16>>, %memory.q: tile<ptr<i16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %c, %memory.c.loaded = load_ptr_tko weak %memory.c : tile<ptr<i1>> -> tile<i1>, token
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 4], strides = [4, 1] : tensor_view<2x4xi16, strides=[4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x4), tensor_view<2x4xi16, strides=[4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x4), tensor_view<2x4xi16, strides=[4,1]>>, tile<i32> -> tile<2x4xi16>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 4], strides = [4, 1] : tensor_view<2x4xi16, strides=[4,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x4), tensor_view<2x4xi16, strides=[4,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero] : partition_view<tile=(2x4), tensor_view<2x4xi16, strides=[4,1]>>, tile<i32> -> tile<2x4xi16>, token
    %r, %q = if %c -> (tile<2x4xi16>, tile<2x4xi16>) {
      yield %a, %b : tile<2x4xi16>, tile<2x4xi16>
    } else {
      yield %b, %a : tile<2x4xi16>, tile<2x4xi16>
    }
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 4], strides = [4, 1] : tensor_view<2x4xi16, strides=[4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x4), tensor_view<2x4xi16, strides=[4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x4xi16>, partition_view<tile=(2x4), tensor_view<2x4xi16, strides=[4,1]>>, tile<i32> -> token
    %memory.q.tensor = make_tensor_view %memory.q, shape = [2, 4], strides = [4, 1] : tensor_view<2x4xi16, strides=[4,1]>
    %memory.q.view = make_partition_view %memory.q.tensor : partition_view<tile=(2x4), tensor_view<2x4xi16, strides=[4,1]>>
    %memory.q.stored = store_view_tko weak %q, %memory.q.view[%zero, %zero] : tile<2x4xi16>, partition_view<tile=(2x4), tensor_view<2x4xi16, strides=[4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: if_17
  //%   args:
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: i16[2,4]
  //%       in: 0x2058 0x1550 0x293d 0x166a 0xe8c8 0xb511 0x75b0 0x5b5a
  //%     - ptr: i16[2,4]
  //%       in: 0x6657 0x6a5e 0x8ee9 0x3b78 0xd8d1 0xd4f8 0xa54b 0xbc8c
  //%     - ptr: i16[2,4]
  //%       out: 0x6657 0x6a5e 0x8ee9 0x3b78 0xd8d1 0xd4f8 0xa54b 0xbc8c
  //%     - ptr: i16[2,4]
  //%       out: 0x2058 0x1550 0x293d 0x166a 0xe8c8 0xb511 0x75b0 0x5b5a
  //% - entry: if_17
  //%   args:
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: i16[2,4]
  //%       in: 0x2cfc 0x436a 0x375e 0xc952 0x243f 0x0ec3 0xc861 0x8c21
  //%     - ptr: i16[2,4]
  //%       in: 0xd09b 0x4bc0 0xe763 0xd1b1 0xb5ba 0xfd9a 0xc1ec 0x245c
  //%     - ptr: i16[2,4]
  //%       out: 0x2cfc 0x436a 0x375e 0xc952 0x243f 0x0ec3 0xc861 0x8c21
  //%     - ptr: i16[2,4]
  //%       out: 0xd09b 0x4bc0 0xe763 0xd1b1 0xb5ba 0xfd9a 0xc1ec 0x245c
  entry @if_18(%memory.c: tile<ptr<i1>>, %memory.a: tile<ptr<i32>>, %memory.b: tile<ptr<i32>>, %memory.r: tile<ptr<i32>>, %memory.q: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %c, %memory.c.loaded = load_ptr_tko weak %memory.c : tile<ptr<i1>> -> tile<i1>, token
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<i32>> -> tile<i32>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<i32>> -> tile<i32>, token
    %r, %q = if %c -> (tile<i32>, tile<i32>) {
      yield %a, %b : tile<i32>, tile<i32>
    } else {
      yield %b, %a : tile<i32>, tile<i32>
    }
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<i32>>, tile<i32> -> token
    %memory.q.stored = store_ptr_tko weak %memory.q, %q : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  //% - entry: if_18
  //%   args:
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: i32[]
  //%       in: 0x26e04cf1
  //%     - ptr: i32[]
  //%       in: 0x860c373d
  //%     - ptr: i32[]
  //%       out: 0x860c373d
  //%     - ptr: i32[]
  //%       out: 0x26e04cf1
  //% - entry: if_18
  //%   args:
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: i32[]
  //%       in: 0xb7136159
  //%     - ptr: i32[]
  //%       in: 0xf7709b65
  //%     - ptr: i32[]
  //%       out: 0xb7136159
  //%     - ptr: i32[]
  //%       out: 0xf7709b65
  entry @if_19(%memory.c: tile<ptr<i1>>, %memory.a: tile<ptr<i32>>, %memory.b: tile<ptr<i32>>, %memory.r: tile<ptr<i32>>, %memory.q: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %c, %memory.c.loaded = load_ptr_tko weak %memory.c : tile<ptr<i1>> -> tile<i1>, token
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 4], strides = [4, 1] : tensor_view<2x4xi32, strides=[4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x4), tensor_view<2x4xi32, strides=[4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x4), tensor_view<2x4xi32, strides=[4,1]>>, tile<i32> -> tile<2x4xi32>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 4], strides = [4, 1] : tensor_view<2x4xi32, strides=[4,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x4), tensor_view<2x4xi32, strides=[4,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero] : partition_view<tile=(2x4), tensor_view<2x4xi32, strides=[4,1]>>, tile<i32> -> tile<2x4xi32>, token
    %r, %q = if %c -> (tile<2x4xi32>, tile<2x4xi32>) {
      yield %a, %b : tile<2x4xi32>, tile<2x4xi32>
    } else {
      yield %b, %a : tile<2x4xi32>, tile<2x4xi32>
    }
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 4], strides = [4, 1] : tensor_view<2x4xi32, strides=[4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x4), tensor_view<2x4xi32, strides=[4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x4xi32>, partition_view<tile=(2x4), tensor_view<2x4xi32, strides=[4,1]>>, tile<i32> -> token
    %memory.q.tensor = make_tensor_view %memory.q, shape = [2, 4], strides = [4, 1] : tensor_view<2x4xi32, strides=[4,1]>
    %memory.q.view = make_partition_view %memory.q.tensor : partition_view<tile=(2x4), tensor_view<2x4xi32, strides=[4,1]>>
    %memory.q.stored = store_view_tko weak %q, %memory.q.view[%zero, %zero] : tile<2x4xi32>, partition_view<tile=(2x4), tensor_view<2x4xi32, strides=[4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: if_19
  //%   args:
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: i32[2,4]
  //%       in: 0x13257229 0xe84bf90a 0x7aa1c9d4 0xfe8d2205 0x644e305c 0x69862fd0 0x79f482f3 0x7acbdd04
  //%     - ptr: i32[2,4]
  //%       in: 0xafef1051 0xc7b61e4a 0x4947197f 0xa3406f9b 0x600a3e36 0x381fe7c9 0x7d90b35b 0xd4e5d929
  //%     - ptr: i32[2,4]
  //%       out: 0xafef1051 0xc7b61e4a 0x4947197f 0xa3406f9b 0x600a3e36 0x381fe7c9 0x7d90b35b 0xd4e5d929
  //%     - ptr: i32[2,4]
  //%       out: 0x13257229 0xe84bf90a 0x7aa1c9d4 0xfe8d2205 0x644e305c 0x69862fd0 0x79f482f3 0x7acbdd04
  //% - entry: if_19
  //%   args:
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: i32[2,4]
  //%       in: 0x029ac50c 0xfc44aa82 0x9cb78ca2 0x1b44e0a7 0x67551206 0x2182db92 0xb6ddf85a 0xd4bcf6f7
  //%     - ptr: i32[2,4]
  //%       in: 0x4b64af00 0xa0c9468a 0xb7bc9f5a 0xac5b1765 0xf0ba9aec 0x721c0dae 0x14909015 0x65693f2c
  //%     - ptr: i32[2,4]
  //%       out: 0x029ac50c 0xfc44aa82 0x9cb78ca2 0x1b44e0a7 0x67551206 0x2182db92 0xb6ddf85a 0xd4bcf6f7
  //%     - ptr: i32[2,4]
  //%       out: 0x4b64af00 0xa0c9468a 0xb7bc9f5a 0xac5b1765 0xf0ba9aec 0x721c0dae 0x14909015 0x65693f2c
  entry @if_20(%memory.c: tile<ptr<i1>>, %memory.a: tile<ptr<i64>>, %memory.b: tile<ptr<i64>>, %memory.r: tile<ptr<i64>>, %memory.q: tile<ptr<i64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %c, %memory.c.loaded = load_ptr_tko weak %memory.c : tile<ptr<i1>> -> tile<i1>, token
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<i64>> -> tile<i64>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<i64>> -> tile<i64>, token
    %r, %q = if %c -> (tile<i64>, tile<i64>) {
      yield %a, %b : tile<i64>, tile<i64>
    } else {
      yield %b, %a : tile<i64>, tile<i64>
    }
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<i64>>, tile<i64> -> token
    %memory.q.stored = store_ptr_tko weak %memory.q, %q : tile<ptr<i64>>, tile<i64> -> token
    return
  }
  //% - entry: if_20
  //%   args:
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: i64[]
  //%       in: 0x34ed35e43fa2a7f8
  //%     - ptr: i64[]
  //%       in: 0x0ceb5eea37800ab8
  //%     - ptr: i64[]
  //%       out: 0x0ceb5eea37800ab8
  //%     - ptr: i64[]
  //%       out: 0x34ed35e43fa2a7f8
  //% - entry: if_20
  //%   args:
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: i64[]
  //%       in: 0xaa7f0c61d09a9892
  //%     - ptr: i64[]
  //%       in: 0x71d0d1989e4bfdb4
  //%     - ptr: i64[]
  //%       out: 0xaa7f0c61d09a9892
  //%     - ptr: i64[]
  //%       out: 0x71d0d1989e4bfdb4
  entry @if_21(%memory.c: tile<ptr<i1>>, %memory.a: tile<ptr<i64>>, %memory.b: tile<ptr<i64>>, %memory.r: tile<ptr<i64>>, %memory.q: tile<ptr<i64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %c, %memory.c.loaded = load_ptr_tko weak %memory.c : tile<ptr<i1>> -> tile<i1>, token
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 4], strides = [4, 1] : tensor_view<2x4xi64, strides=[4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x4), tensor_view<2x4xi64, strides=[4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x4), tensor_view<2x4xi64, strides=[4,1]>>, tile<i32> -> tile<2x4xi64>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 4], strides = [4, 1] : tensor_view<2x4xi64, strides=[4,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x4), tensor_view<2x4xi64, strides=[4,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero] : partition_view<tile=(2x4), tensor_view<2x4xi64, strides=[4,1]>>, tile<i32> -> tile<2x4xi64>, token
    %r, %q = if %c -> (tile<2x4xi64>, tile<2x4xi64>) {
      yield %a, %b : tile<2x4xi64>, tile<2x4xi64>
    } else {
      yield %b, %a : tile<2x4xi64>, tile<2x4xi64>
    }
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 4], strides = [4, 1] : tensor_view<2x4xi64, strides=[4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x4), tensor_view<2x4xi64, strides=[4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x4xi64>, partition_view<tile=(2x4), tensor_view<2x4xi64, strides=[4,1]>>, tile<i32> -> token
    %memory.q.tensor = make_tensor_view %memory.q, shape = [2, 4], strides = [4, 1] : tensor_view<2x4xi64, strides=[4,1]>
    %memory.q.view = make_partition_view %memory.q.tensor : partition_view<tile=(2x4), tensor_view<2x4xi64, strides=[4,1]>>
    %memory.q.stored = store_view_tko weak %q, %memory.q.view[%zero, %zero] : tile<2x4xi64>, partition_view<tile=(2x4), tensor_view<2x4xi64, strides=[4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: if_21
  //%   args:
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: i64[2,4]
  //%       in: 0x91a002463aab52bc 0x6aec7ca305ea3aae 0xc1b3106202f8b719 0x1a624cfa3161a600 0x43117dc7dc8e3c21 0xa28fef51ff34d04e 0xaa241557744ed9a9 0x0dfb0dd0eeab9532
  //%     - ptr: i64[2,4]
  //%       in: 0x4ccdd885cc18231b 0x12c66a66273e04bb 0x339a7cb1300f1173 0x6ad654a82288b790 0xc4e114d8fd0a599f 0x059df34121743d53 0x0f699f7fb2bcc379 0x665d4c9153b575d9
  //%     - ptr: i64[2,4]
  //%       out: 0x4ccdd885cc18231b 0x12c66a66273e04bb 0x339a7cb1300f1173 0x6ad654a82288b790 0xc4e114d8fd0a599f 0x059df34121743d53 0x0f699f7fb2bcc379 0x665d4c9153b575d9
  //%     - ptr: i64[2,4]
  //%       out: 0x91a002463aab52bc 0x6aec7ca305ea3aae 0xc1b3106202f8b719 0x1a624cfa3161a600 0x43117dc7dc8e3c21 0xa28fef51ff34d04e 0xaa241557744ed9a9 0x0dfb0dd0eeab9532
  //% - entry: if_21
  //%   args:
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: i64[2,4]
  //%       in: 0x50e601d8ed187817 0x2752f1eb15697348 0x7dedfe018ad50a08 0x6de4ba7e7769014e 0xfcfc2bae00dbfd82 0xe976ae61d4c4f1f5 0xa9a17010ba032071 0xbe051f8bae841e13
  //%     - ptr: i64[2,4]
  //%       in: 0xe4d4013dda75c8f1 0x9be92d607e17557c 0xddc35a88e00dcab0 0x5da9927d1befb86b 0x535f257613cc1bf2 0xd84a47124b5f46d7 0x2a63c8d667f5d95c 0xc476179a0bb47f8d
  //%     - ptr: i64[2,4]
  //%       out: 0x50e601d8ed187817 0x2752f1eb15697348 0x7dedfe018ad50a08 0x6de4ba7e7769014e 0xfcfc2bae00dbfd82 0xe976ae61d4c4f1f5 0xa9a17010ba032071 0xbe051f8bae841e13
  //%     - ptr: i64[2,4]
  //%       out: 0xe4d4013dda75c8f1 0x9be92d607e17557c 0xddc35a88e00dcab0 0x5da9927d1befb86b 0x535f257613cc1bf2 0xd84a47124b5f46d7 0x2a63c8d667f5d95c 0xc476179a0bb47f8d
  entry @if_22(%memory.c: tile<ptr<i1>>, %memory.a: tile<ptr<f16>>, %memory.b: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>, %memory.q: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %c, %memory.c.loaded = load_ptr_tko weak %memory.c : tile<ptr<i1>> -> tile<i1>, token
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f16>> -> tile<f16>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<f16>> -> tile<f16>, token
    %r, %q = if %c -> (tile<f16>, tile<f16>) {
      yield %a, %b : tile<f16>, tile<f16>
    } else {
      yield %b, %a : tile<f16>, tile<f16>
    }
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f16>>, tile<f16> -> token
    %memory.q.stored = store_ptr_tko weak %memory.q, %q : tile<ptr<f16>>, tile<f16> -> token
    return
  }
  //% - entry: if_22
  //%   args:
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: f16[]
  //%       in: 0xd50f
  //%     - ptr: f16[]
  //%       in: 0xb53b
  //%     - ptr: f16[]
  //%       out: 0xb53b
  //%     - ptr: f16[]
  //%       out: 0xd50f
  //% - entry: if_22
  //%   args:
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: f16[]
  //%       in: 0x08f8
  //%     - ptr: f16[]
  //%       in: 0xd1aa
  //%     - ptr: f16[]
  //%       out: 0x08f8
  //%     - ptr: f16[]
  //%       out: 0xd1aa
  entry @if_23(%memory.c: tile<ptr<i1>>, %memory.a: tile<ptr<f16>>, %memory.b: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>, %memory.q: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %c, %memory.c.loaded = load_ptr_tko weak %memory.c : tile<ptr<i1>> -> tile<i1>, token
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 4], strides = [4, 1] : tensor_view<2x4xf16, strides=[4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x4), tensor_view<2x4xf16, strides=[4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x4), tensor_view<2x4xf16, strides=[4,1]>>, tile<i32> -> tile<2x4xf16>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 4], strides = [4, 1] : tensor_view<2x4xf16, strides=[4,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x4), tensor_view<2x4xf16, strides=[4,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero] : partition_view<tile=(2x4), tensor_view<2x4xf16, strides=[4,1]>>, tile<i32> -> tile<2x4xf16>, token
    %r, %q = if %c -> (tile<2x4xf16>, tile<2x4xf16>) {
      yield %a, %b : tile<2x4xf16>, tile<2x4xf16>
    } else {
      yield %b, %a : tile<2x4xf16>, tile<2x4xf16>
    }
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 4], strides = [4, 1] : tensor_view<2x4xf16, strides=[4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x4), tensor_view<2x4xf16, strides=[4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x4xf16>, partition_view<tile=(2x4), tensor_view<2x4xf16, strides=[4,1]>>, tile<i32> -> token
    %memory.q.tensor = make_tensor_view %memory.q, shape = [2, 4], strides = [4, 1] : tensor_view<2x4xf16, strides=[4,1]>
    %memory.q.view = make_partition_view %memory.q.tensor : partition_view<tile=(2x4), tensor_view<2x4xf16, strides=[4,1]>>
    %memory.q.stored = store_view_tko weak %q, %memory.q.view[%zero, %zero] : tile<2x4xf16>, partition_view<tile=(2x4), tensor_view<2x4xf16, strides=[4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: if_23
  //%   args:
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: f16[2,4]
  //%       in: 0x9121 0xab2a 0x207d 0xa19a 0x7266 0x84b0 0xe53e 0x5ad7
  //%     - ptr: f16[2,4]
  //%       in: 0xbc34 0x0e75 0x7f4c 0xeec7 0xb847 0x19a0 0xb311 0x7ad9
  //%     - ptr: f16[2,4]
  //%       out: 0xbc34 0x0e75 0x7f4c 0xeec7 0xb847 0x19a0 0xb311 0x7ad9
  //%     - ptr: f16[2,4]
  //%       out: 0x9121 0xab2a 0x207d 0xa19a 0x7266 0x84b0 0xe53e 0x5ad7
  //% - entry: if_23
  //%   args:
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: f16[2,4]
  //%       in: 0xb92e 0xd01b 0xf99c 0xb4a0 0xf7fa 0xc843 0x4740 0x72c1
  //%     - ptr: f16[2,4]
  //%       in: 0x05bb 0x99e6 0xe78a 0x2ebd 0xea9e 0x8fc9 0xa786 0xf2dc
  //%     - ptr: f16[2,4]
  //%       out: 0xb92e 0xd01b 0xf99c 0xb4a0 0xf7fa 0xc843 0x4740 0x72c1
  //%     - ptr: f16[2,4]
  //%       out: 0x05bb 0x99e6 0xe78a 0x2ebd 0xea9e 0x8fc9 0xa786 0xf2dc
  entry @if_24(%memory.c: tile<ptr<i1>>, %memory.a: tile<ptr<bf16>>, %memory.b: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>, %memory.q: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %c, %memory.c.loaded = load_ptr_tko weak %memory.c : tile<ptr<i1>> -> tile<i1>, token
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<bf16>> -> tile<bf16>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<bf16>> -> tile<bf16>, token
    %r, %q = if %c -> (tile<bf16>, tile<bf16>) {
      yield %a, %b : tile<bf16>, tile<bf16>
    } else {
      yield %b, %a : tile<bf16>, tile<bf16>
    }
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<bf16>>, tile<bf16> -> token
    %memory.q.stored = store_ptr_tko weak %memory.q, %q : tile<ptr<bf16>>, tile<bf16> -> token
    return
  }
  //% - entry: if_24
  //%   args:
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: bf16[]
  //%       in: 0x4ea7
  //%     - ptr: bf16[]
  //%       in: 0xe309
  //%     - ptr: bf16[]
  //%       out: 0xe309
  //%     - ptr: bf16[]
  //%       out: 0x4ea7
  //% - entry: if_24
  //%   args:
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: bf16[]
  //%       in: 0x242b
  //%     - ptr: bf16[]
  //%       in: 0x059a
  //%     - ptr: bf16[]
  //%       out: 0x242b
  //%     - ptr: bf16[]
  //%       out: 0x059a
  entry @if_25(%memory.c: tile<ptr<i1>>, %memory.a: tile<ptr<bf16>>, %memory.b: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>, %memory.q: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %c, %memory.c.loaded = load_ptr_tko weak %memory.c : tile<ptr<i1>> -> tile<i1>, token
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 4], strides = [4, 1] : tensor_view<2x4xbf16, strides=[4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x4), tensor_view<2x4xbf16, strides=[4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x4), tensor_view<2x4xbf16, strides=[4,1]>>, tile<i32> -> tile<2x4xbf16>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 4], strides = [4, 1] : tensor_view<2x4xbf16, strides=[4,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x4), tensor_view<2x4xbf16, strides=[4,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero] : partition_view<tile=(2x4), tensor_view<2x4xbf16, strides=[4,1]>>, tile<i32> -> tile<2x4xbf16>, token
    %r, %q = if %c -> (tile<2x4xbf16>, tile<2x4xbf16>) {
      yield %a, %b : tile<2x4xbf16>, tile<2x4xbf16>
    } else {
      yield %b, %a : tile<2x4xbf16>, tile<2x4xbf16>
    }
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 4], strides = [4, 1] : tensor_view<2x4xbf16, strides=[4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x4), tensor_view<2x4xbf16, strides=[4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x4xbf16>, partition_view<tile=(2x4), tensor_view<2x4xbf16, strides=[4,1]>>, tile<i32> -> token
    %memory.q.tensor = make_tensor_view %memory.q, shape = [2, 4], strides = [4, 1] : tensor_view<2x4xbf16, strides=[4,1]>
    %memory.q.view = make_partition_view %memory.q.tensor : partition_view<tile=(2x4), tensor_view<2x4xbf16, strides=[4,1]>>
    %memory.q.stored = store_view_tko weak %q, %memory.q.view[%zero, %zero] : tile<2x4xbf16>, partition_view<tile=(2x4), tensor_view<2x4xbf16, strides=[4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: if_25
  //%   args:
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: bf16[2,4]
  //%       in: 0xc4a2 0x2737 0xfa39 0xeced 0x38b0 0x60cd 0x053e 0xb349
  //%     - ptr: bf16[2,4]
  //%       in: 0xc5bb 0xe09e 0x90a5 0xd3c2 0x1e85 0xa134 0x9df8 0x0340
  //%     - ptr: bf16[2,4]
  //%       out: 0xc5bb 0xe09e 0x90a5 0xd3c2 0x1e85 0xa134 0x9df8 0x0340
  //%     - ptr: bf16[2,4]
  //%       out: 0xc4a2 0x2737 0xfa39 0xeced 0x38b0 0x60cd 0x053e 0xb349
  //% - entry: if_25
  //%   args:
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: bf16[2,4]
  //%       in: 0x5c05 0x4221 0x0b62 0x92b1 0xd2ae 0x27db 0xfae8 0x19e4
  //%     - ptr: bf16[2,4]
  //%       in: 0x0a0a 0x77f3 0xf629 0xfe54 0xfd17 0x37a1 0xf59a 0xfd34
  //%     - ptr: bf16[2,4]
  //%       out: 0x5c05 0x4221 0x0b62 0x92b1 0xd2ae 0x27db 0xfae8 0x19e4
  //%     - ptr: bf16[2,4]
  //%       out: 0x0a0a 0x77f3 0xf629 0xfe54 0xfd17 0x37a1 0xf59a 0xfd34
  entry @if_26(%memory.c: tile<ptr<i1>>, %memory.a: tile<ptr<f32>>, %memory.b: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>, %memory.q: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %c, %memory.c.loaded = load_ptr_tko weak %memory.c : tile<ptr<i1>> -> tile<i1>, token
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f32>> -> tile<f32>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<f32>> -> tile<f32>, token
    %r, %q = if %c -> (tile<f32>, tile<f32>) {
      yield %a, %b : tile<f32>, tile<f32>
    } else {
      yield %b, %a : tile<f32>, tile<f32>
    }
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f32>>, tile<f32> -> token
    %memory.q.stored = store_ptr_tko weak %memory.q, %q : tile<ptr<f32>>, tile<f32> -> token
    return
  }
  //% - entry: if_26
  //%   args:
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: f32[]
  //%       in: 0x5db352df
  //%     - ptr: f32[]
  //%       in: 0xfd9f90ca
  //%     - ptr: f32[]
  //%       out: 0xfd9f90ca
  //%     - ptr: f32[]
  //%       out: 0x5db352df
  //% - entry: if_26
  //%   args:
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: f32[]
  //%       in: 0xe37f9394
  //%     - ptr: f32[]
  //%       in: 0x6b3858cd
  //%     - ptr: f32[]
  //%       out: 0xe37f9394
  //%     - ptr: f32[]
  //%       out: 0x6b3858cd
  entry @if_27(%memory.c: tile<ptr<i1>>, %memory.a: tile<ptr<f32>>, %memory.b: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>, %memory.q: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %c, %memory.c.loaded = load_ptr_tko weak %memory.c : tile<ptr<i1>> -> tile<i1>, token
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 4], strides = [4, 1] : tensor_view<2x4xf32, strides=[4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x4), tensor_view<2x4xf32, strides=[4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x4), tensor_view<2x4xf32, strides=[4,1]>>, tile<i32> -> tile<2x4xf32>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 4], strides = [4, 1] : tensor_view<2x4xf32, strides=[4,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x4), tensor_view<2x4xf32, strides=[4,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero] : partition_view<tile=(2x4), tensor_view<2x4xf32, strides=[4,1]>>, tile<i32> -> tile<2x4xf32>, token
    %r, %q = if %c -> (tile<2x4xf32>, tile<2x4xf32>) {
      yield %a, %b : tile<2x4xf32>, tile<2x4xf32>
    } else {
      yield %b, %a : tile<2x4xf32>, tile<2x4xf32>
    }
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 4], strides = [4, 1] : tensor_view<2x4xf32, strides=[4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x4), tensor_view<2x4xf32, strides=[4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x4xf32>, partition_view<tile=(2x4), tensor_view<2x4xf32, strides=[4,1]>>, tile<i32> -> token
    %memory.q.tensor = make_tensor_view %memory.q, shape = [2, 4], strides = [4, 1] : tensor_view<2x4xf32, strides=[4,1]>
    %memory.q.view = make_partition_view %memory.q.tensor : partition_view<tile=(2x4), tensor_view<2x4xf32, strides=[4,1]>>
    %memory.q.stored = store_view_tko weak %q, %memory.q.view[%zero, %zero] : tile<2x4xf32>, partition_view<tile=(2x4), tensor_view<2x4xf32, strides=[4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: if_27
  //%   args:
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: f32[2,4]
  //%       in: 0x0423f133 0x1f5dd867 0x3a0a03e0 0x4fab7956 0xcff20aff 0xe6d0be0c 0xffa0911b 0xd70774fa
  //%     - ptr: f32[2,4]
  //%       in: 0xf04850ce 0xf20b54e9 0x2f433437 0x43c01b0e 0x9d56ecf4 0xc0b0444b 0xb2df8264 0x9103b4be
  //%     - ptr: f32[2,4]
  //%       out: 0xf04850ce 0xf20b54e9 0x2f433437 0x43c01b0e 0x9d56ecf4 0xc0b0444b 0xb2df8264 0x9103b4be
  //%     - ptr: f32[2,4]
  //%       out: 0x0423f133 0x1f5dd867 0x3a0a03e0 0x4fab7956 0xcff20aff 0xe6d0be0c 0xffa0911b 0xd70774fa
  //% - entry: if_27
  //%   args:
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: f32[2,4]
  //%       in: 0xe33de189 0x682bbda8 0xc11b6169 0x912cb3a6 0xa5eab031 0xd5fb9a0b 0x88f6a930 0x5f096cb0
  //%     - ptr: f32[2,4]
  //%       in: 0xcff63c15 0x5bff8a9a 0x9b137402 0x39144c81 0xead72aaf 0x26081c24 0x69434c60 0xc09dc333
  //%     - ptr: f32[2,4]
  //%       out: 0xe33de189 0x682bbda8 0xc11b6169 0x912cb3a6 0xa5eab031 0xd5fb9a0b 0x88f6a930 0x5f096cb0
  //%     - ptr: f32[2,4]
  //%       out: 0xcff63c15 0x5bff8a9a 0x9b137402 0x39144c81 0xead72aaf 0x26081c24 0x69434c60 0xc09dc333
  entry @if_28(%memory.c: tile<ptr<i1>>, %memory.a: tile<ptr<f64>>, %memory.b: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>, %memory.q: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %c, %memory.c.loaded = load_ptr_tko weak %memory.c : tile<ptr<i1>> -> tile<i1>, token
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f64>> -> tile<f64>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<f64>> -> tile<f64>, token
    %r, %q = if %c -> (tile<f64>, tile<f64>) {
      yield %a, %b : tile<f64>, tile<f64>
    } else {
      yield %b, %a : tile<f64>, tile<f64>
    }
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f64>>, tile<f64> -> token
    %memory.q.stored = store_ptr_tko weak %memory.q, %q : tile<ptr<f64>>, tile<f64> -> token
    return
  }
  //% - entry: if_28
  //%   args:
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: f64[]
  //%       in: 0xe695eeef6ad2b5b5
  //%     - ptr: f64[]
  //%       in: 0xae8802406bdb733b
  //%     - ptr: f64[]
  //%       out: 0xae8802406bdb733b
  //%     - ptr: f64[]
  //%       out: 0xe695eeef6ad2b5b5
  //% - entry: if_28
  //%   args:
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: f64[]
  //%       in: 0x6e6dcec6413f8ac9
  //%     - ptr: f64[]
  //%       in: 0xd9e916881808afdc
  //%     - ptr: f64[]
  //%       out: 0x6e6dcec6413f8ac9
  //%     - ptr: f64[]
  //%       out: 0xd9e916881808afdc
  entry @if_29(%memory.c: tile<ptr<i1>>, %memory.a: tile<ptr<f64>>, %memory.b: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>, %memory.q: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %c, %memory.c.loaded = load_ptr_tko weak %memory.c : tile<ptr<i1>> -> tile<i1>, token
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 4], strides = [4, 1] : tensor_view<2x4xf64, strides=[4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x4), tensor_view<2x4xf64, strides=[4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x4), tensor_view<2x4xf64, strides=[4,1]>>, tile<i32> -> tile<2x4xf64>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 4], strides = [4, 1] : tensor_view<2x4xf64, strides=[4,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x4), tensor_view<2x4xf64, strides=[4,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero] : partition_view<tile=(2x4), tensor_view<2x4xf64, strides=[4,1]>>, tile<i32> -> tile<2x4xf64>, token
    %r, %q = if %c -> (tile<2x4xf64>, tile<2x4xf64>) {
      yield %a, %b : tile<2x4xf64>, tile<2x4xf64>
    } else {
      yield %b, %a : tile<2x4xf64>, tile<2x4xf64>
    }
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 4], strides = [4, 1] : tensor_view<2x4xf64, strides=[4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x4), tensor_view<2x4xf64, strides=[4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x4xf64>, partition_view<tile=(2x4), tensor_view<2x4xf64, strides=[4,1]>>, tile<i32> -> token
    %memory.q.tensor = make_tensor_view %memory.q, shape = [2, 4], strides = [4, 1] : tensor_view<2x4xf64, strides=[4,1]>
    %memory.q.view = make_partition_view %memory.q.tensor : partition_view<tile=(2x4), tensor_view<2x4xf64, strides=[4,1]>>
    %memory.q.stored = store_view_tko weak %q, %memory.q.view[%zero, %zero] : tile<2x4xf64>, partition_view<tile=(2x4), tensor_view<2x4xf64, strides=[4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: if_29
  //%   args:
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: f64[2,4]
  //%       in: 0x5ddd68b0ec1ec38f 0x7105776137303acc 0x387d11da46205aab 0xd1247d9af82d4d77 0x05c2a02f986ba4c9 0xffe43b472ed06bb7 0xea5b0f584b56311c 0xf2152dba26ee5db8
  //%     - ptr: f64[2,4]
  //%       in: 0x5b7ae15a4c054696 0xcba0b57fccc52133 0x79f6070c499fef7f 0x19be19f858c76cbf 0x43a6743fac0244e6 0xb4cdfba0d28d1cf4 0x7f3ff6e4f1578f18 0x36cf667edc425752
  //%     - ptr: f64[2,4]
  //%       out: 0x5b7ae15a4c054696 0xcba0b57fccc52133 0x79f6070c499fef7f 0x19be19f858c76cbf 0x43a6743fac0244e6 0xb4cdfba0d28d1cf4 0x7f3ff6e4f1578f18 0x36cf667edc425752
  //%     - ptr: f64[2,4]
  //%       out: 0x5ddd68b0ec1ec38f 0x7105776137303acc 0x387d11da46205aab 0xd1247d9af82d4d77 0x05c2a02f986ba4c9 0xffe43b472ed06bb7 0xea5b0f584b56311c 0xf2152dba26ee5db8
  //% - entry: if_29
  //%   args:
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: f64[2,4]
  //%       in: 0xc1c1e72844ad26ca 0x9df299f7d8a7bf88 0x9414521888f9c891 0xd7a7536a75706f69 0xe4bb33f73f66634a 0x8f7a080626a29e9b 0xb3844e2b2641d501 0xa822879ebb604702
  //%     - ptr: f64[2,4]
  //%       in: 0xd013bcc9b530c86f 0x695e7c09035902e4 0x83bcf7f4cdcdb866 0x0d1a47d9a88baee9 0xbfa96fbb8ca22ff8 0xdf6cb558c8b047f7 0x0ece32dd528ed525 0x224f3f1d630e2da3
  //%     - ptr: f64[2,4]
  //%       out: 0xc1c1e72844ad26ca 0x9df299f7d8a7bf88 0x9414521888f9c891 0xd7a7536a75706f69 0xe4bb33f73f66634a 0x8f7a080626a29e9b 0xb3844e2b2641d501 0xa822879ebb604702
  //%     - ptr: f64[2,4]
  //%       out: 0xd013bcc9b530c86f 0x695e7c09035902e4 0x83bcf7f4cdcdb866 0x0d1a47d9a88baee9 0xbfa96fbb8ca22ff8 0xdf6cb558c8b047f7 0x0ece32dd528ed525 0x224f3f1d630e2da3
  entry @if_30(%memory.c: tile<ptr<i1>>, %memory.a: tile<ptr<tf32>>, %memory.b: tile<ptr<tf32>>, %memory.r: tile<ptr<tf32>>, %memory.q: tile<ptr<tf32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %c, %memory.c.loaded = load_ptr_tko weak %memory.c : tile<ptr<i1>> -> tile<i1>, token
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<tf32>> -> tile<tf32>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<tf32>> -> tile<tf32>, token
    %r, %q = if %c -> (tile<tf32>, tile<tf32>) {
      yield %a, %b : tile<tf32>, tile<tf32>
    } else {
      yield %b, %a : tile<tf32>, tile<tf32>
    }
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<tf32>>, tile<tf32> -> token
    %memory.q.stored = store_ptr_tko weak %memory.q, %q : tile<ptr<tf32>>, tile<tf32> -> token
    return
  }
  //% - entry: if_30
  //%   args:
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: tf32[]
  //%       in: 0x5d6b2000
  //%     - ptr: tf32[]
  //%       in: 0xcdd0c000
  //%     - ptr: tf32[]
  //%       out: 0xcdd0c000
  //%     - ptr: tf32[]
  //%       out: 0x5d6b2000
  //% - entry: if_30
  //%   args:
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: tf32[]
  //%       in: 0x5eb86000
  //%     - ptr: tf32[]
  //%       in: 0x2ddec000
  //%     - ptr: tf32[]
  //%       out: 0x5eb86000
  //%     - ptr: tf32[]
  //%       out: 0x2ddec000
  entry @if_31(%memory.c: tile<ptr<i1>>, %memory.a: tile<ptr<tf32>>, %memory.b: tile<ptr<tf32>>, %memory.r: tile<ptr<tf32>>, %memory.q: tile<ptr<tf32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %c, %memory.c.loaded = load_ptr_tko weak %memory.c : tile<ptr<i1>> -> tile<i1>, token
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 4], strides = [4, 1] : tensor_view<2x4xtf32, strides=[4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x4), tensor_view<2x4xtf32, strides=[4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x4), tensor_view<2x4xtf32, strides=[4,1]>>, tile<i32> -> tile<2x4xtf32>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 4], strides = [4, 1] : tensor_view<2x4xtf32, strides=[4,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x4), tensor_view<2x4xtf32, strides=[4,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero] : partition_view<tile=(2x4), tensor_view<2x4xtf32, strides=[4,1]>>, tile<i32> -> tile<2x4xtf32>, token
    %r, %q = if %c -> (tile<2x4xtf32>, tile<2x4xtf32>) {
      yield %a, %b : tile<2x4xtf32>, tile<2x4xtf32>
    } else {
      yield %b, %a : tile<2x4xtf32>, tile<2x4xtf32>
    }
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 4], strides = [4, 1] : tensor_view<2x4xtf32, strides=[4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x4), tensor_view<2x4xtf32, strides=[4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x4xtf32>, partition_view<tile=(2x4), tensor_view<2x4xtf32, strides=[4,1]>>, tile<i32> -> token
    %memory.q.tensor = make_tensor_view %memory.q, shape = [2, 4], strides = [4, 1] : tensor_view<2x4xtf32, strides=[4,1]>
    %memory.q.view = make_partition_view %memory.q.tensor : partition_view<tile=(2x4), tensor_view<2x4xtf32, strides=[4,1]>>
    %memory.q.stored = store_view_tko weak %q, %memory.q.view[%zero, %zero] : tile<2x4xtf32>, partition_view<tile=(2x4), tensor_view<2x4xtf32, strides=[4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: if_31
  //%   args:
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: tf32[2,4]
  //%       in: 0x7ea0a000 0x6ae32000 0x01510000 0xe5634000 0xedb6a000 0x392dc000 0x5bef2000 0x3c340000
  //%     - ptr: tf32[2,4]
  //%       in: 0x7f0f8000 0xca152000 0xb600c000 0xc24aa000 0x9082c000 0x355f4000 0xc69fe000 0x1ed42000
  //%     - ptr: tf32[2,4]
  //%       out: 0x7f0f8000 0xca152000 0xb600c000 0xc24aa000 0x9082c000 0x355f4000 0xc69fe000 0x1ed42000
  //%     - ptr: tf32[2,4]
  //%       out: 0x7ea0a000 0x6ae32000 0x01510000 0xe5634000 0xedb6a000 0x392dc000 0x5bef2000 0x3c340000
  //% - entry: if_31
  //%   args:
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: tf32[2,4]
  //%       in: 0x5b5fa000 0x360ce000 0xfb82e000 0xb9472000 0x7888a000 0x700d0000 0x87326000 0xb8aa6000
  //%     - ptr: tf32[2,4]
  //%       in: 0xaa374000 0xfeff2000 0x833e8000 0x0a8a2000 0x498ac000 0x6b122000 0x318fe000 0xb905a000
  //%     - ptr: tf32[2,4]
  //%       out: 0x5b5fa000 0x360ce000 0xfb82e000 0xb9472000 0x7888a000 0x700d0000 0x87326000 0xb8aa6000
  //%     - ptr: tf32[2,4]
  //%       out: 0xaa374000 0xfeff2000 0x833e8000 0x0a8a2000 0x498ac000 0x6b122000 0x318fe000 0xb905a000
  entry @if_32(%memory.c: tile<ptr<i1>>, %memory.a: tile<ptr<f8E4M3FN>>, %memory.b: tile<ptr<f8E4M3FN>>, %memory.r: tile<ptr<f8E4M3FN>>, %memory.q: tile<ptr<f8E4M3FN>>) {
    %zero = constant <i32: 0> : tile<i32>
    %c, %memory.c.loaded = load_ptr_tko weak %memory.c : tile<ptr<i1>> -> tile<i1>, token
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f8E4M3FN>> -> tile<f8E4M3FN>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<f8E4M3FN>> -> tile<f8E4M3FN>, token
    %r, %q = if %c -> (tile<f8E4M3FN>, tile<f8E4M3FN>) {
      yield %a, %b : tile<f8E4M3FN>, tile<f8E4M3FN>
    } else {
      yield %b, %a : tile<f8E4M3FN>, tile<f8E4M3FN>
    }
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f8E4M3FN>>, tile<f8E4M3FN> -> token
    %memory.q.stored = store_ptr_tko weak %memory.q, %q : tile<ptr<f8E4M3FN>>, tile<f8E4M3FN> -> token
    return
  }
  //% - entry: if_32
  //%   args:
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: f8E4M3FN[]
  //%       in: 0x18
  //%     - ptr: f8E4M3FN[]
  //%       in: 0xeb
  //%     - ptr: f8E4M3FN[]
  //%       out: 0xeb
  //%     - ptr: f8E4M3FN[]
  //%       out: 0x18
  //% - entry: if_32
  //%   args:
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: f8E4M3FN[]
  //%       in: 0xfe
  //%     - ptr: f8E4M3FN[]
  //%       in: 0xa1
  //%     - ptr: f8E4M3FN[]
  //%       out: 0xfe
  //%     - ptr: f8E4M3FN[]
  //%       out: 0xa1
  entry @if_33(%memory.c: tile<ptr<i1>>, %memory.a: tile<ptr<f8E4M3FN>>, %memory.b: tile<ptr<f8E4M3FN>>, %memory.r: tile<ptr<f8E4M3FN>>, %memory.q: tile<ptr<f8E4M3FN>>) {
    %zero = constant <i32: 0> : tile<i32>
    %c, %memory.c.loaded = load_ptr_tko weak %memory.c : tile<ptr<i1>> -> tile<i1>, token
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 4], strides = [4, 1] : tensor_view<2x4xf8E4M3FN, strides=[4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x4), tensor_view<2x4xf8E4M3FN, strides=[4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x4), tensor_view<2x4xf8E4M3FN, strides=[4,1]>>, tile<i32> -> tile<2x4xf8E4M3FN>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 4], strides = [4, 1] : tensor_view<2x4xf8E4M3FN, strides=[4,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x4), tensor_view<2x4xf8E4M3FN, strides=[4,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero] : partition_view<tile=(2x4), tensor_view<2x4xf8E4M3FN, strides=[4,1]>>, tile<i32> -> tile<2x4xf8E4M3FN>, token
    %r, %q = if %c -> (tile<2x4xf8E4M3FN>, tile<2x4xf8E4M3FN>) {
      yield %a, %b : tile<2x4xf8E4M3FN>, tile<2x4xf8E4M3FN>
    } else {
      yield %b, %a : tile<2x4xf8E4M3FN>, tile<2x4xf8E4M3FN>
    }
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 4], strides = [4, 1] : tensor_view<2x4xf8E4M3FN, strides=[4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x4), tensor_view<2x4xf8E4M3FN, strides=[4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x4xf8E4M3FN>, partition_view<tile=(2x4), tensor_view<2x4xf8E4M3FN, strides=[4,1]>>, tile<i32> -> token
    %memory.q.tensor = make_tensor_view %memory.q, shape = [2, 4], strides = [4, 1] : tensor_view<2x4xf8E4M3FN, strides=[4,1]>
    %memory.q.view = make_partition_view %memory.q.tensor : partition_view<tile=(2x4), tensor_view<2x4xf8E4M3FN, strides=[4,1]>>
    %memory.q.stored = store_view_tko weak %q, %memory.q.view[%zero, %zero] : tile<2x4xf8E4M3FN>, partition_view<tile=(2x4), tensor_view<2x4xf8E4M3FN, strides=[4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: if_33
  //%   args:
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: f8E4M3FN[2,4]
  //%       in: 0x2c 0x3a 0x18 0x6f 0xc2 0x42 0xf4 0xea
  //%     - ptr: f8E4M3FN[2,4]
  //%       in: 0x15 0x64 0x96 0xf8 0xc6 0x68 0x66 0x87
  //%     - ptr: f8E4M3FN[2,4]
  //%       out: 0x15 0x64 0x96 0xf8 0xc6 0x68 0x66 0x87
  //%     - ptr: f8E4M3FN[2,4]
  //%       out: 0x2c 0x3a 0x18 0x6f 0xc2 0x42 0xf4 0xea
  //% - entry: if_33
  //%   args:
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: f8E4M3FN[2,4]
  //%       in: 0x38*2 0x7d 0x6d 0x9f 0xaf 0xc2 0x3a
  //%     - ptr: f8E4M3FN[2,4]
  //%       in: 0xb4 0xcb 0xd4 0x6d 0xba 0x59 0xeb 0xfe
  //%     - ptr: f8E4M3FN[2,4]
  //%       out: 0x38*2 0x7d 0x6d 0x9f 0xaf 0xc2 0x3a
  //%     - ptr: f8E4M3FN[2,4]
  //%       out: 0xb4 0xcb 0xd4 0x6d 0xba 0x59 0xeb 0xfe
  entry @if_34(%memory.c: tile<ptr<i1>>, %memory.a: tile<ptr<f8E5M2>>, %memory.b: tile<ptr<f8E5M2>>, %memory.r: tile<ptr<f8E5M2>>, %memory.q: tile<ptr<f8E5M2>>) {
    %zero = constant <i32: 0> : tile<i32>
    %c, %memory.c.loaded = load_ptr_tko weak %memory.c : tile<ptr<i1>> -> tile<i1>, token
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f8E5M2>> -> tile<f8E5M2>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<f8E5M2>> -> tile<f8E5M2>, token
    %r, %q = if %c -> (tile<f8E5M2>, tile<f8E5M2>) {
      yield %a, %b : tile<f8E5M2>, tile<f8E5M2>
    } else {
      yield %b, %a : tile<f8E5M2>, tile<f8E5M2>
    }
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f8E5M2>>, tile<f8E5M2> -> token
    %memory.q.stored = store_ptr_tko weak %memory.q, %q : tile<ptr<f8E5M2>>, tile<f8E5M2> -> token
    return
  }
  //% - entry: if_34
  //%   args:
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: f8E5M2[]
  //%       in: 0xc8
  //%     - ptr: f8E5M2[]
  //%       in: 0xe1
  //%     - ptr: f8E5M2[]
  //%       out: 0xe1
  //%     - ptr: f8E5M2[]
  //%       out: 0xc8
  //% - entry: if_34
  //%   args:
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: f8E5M2[]
  //%       in: 0x8c
  //%     - ptr: f8E5M2[]
  //%       in: 0xc7
  //%     - ptr: f8E5M2[]
  //%       out: 0x8c
  //%     - ptr: f8E5M2[]
  //%       out: 0xc7
  entry @if_35(%memory.c: tile<ptr<i1>>, %memory.a: tile<ptr<f8E5M2>>, %memory.b: tile<ptr<f8E5M2>>, %memory.r: tile<ptr<f8E5M2>>, %memory.q: tile<ptr<f8E5M2>>) {
    %zero = constant <i32: 0> : tile<i32>
    %c, %memory.c.loaded = load_ptr_tko weak %memory.c : tile<ptr<i1>> -> tile<i1>, token
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 4], strides = [4, 1] : tensor_view<2x4xf8E5M2, strides=[4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x4), tensor_view<2x4xf8E5M2, strides=[4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x4), tensor_view<2x4xf8E5M2, strides=[4,1]>>, tile<i32> -> tile<2x4xf8E5M2>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 4], strides = [4, 1] : tensor_view<2x4xf8E5M2, strides=[4,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x4), tensor_view<2x4xf8E5M2, strides=[4,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero] : partition_view<tile=(2x4), tensor_view<2x4xf8E5M2, strides=[4,1]>>, tile<i32> -> tile<2x4xf8E5M2>, token
    %r, %q = if %c -> (tile<2x4xf8E5M2>, tile<2x4xf8E5M2>) {
      yield %a, %b : tile<2x4xf8E5M2>, tile<2x4xf8E5M2>
    } else {
      yield %b, %a : tile<2x4xf8E5M2>, tile<2x4xf8E5M2>
    }
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 4], strides = [4, 1] : tensor_view<2x4xf8E5M2, strides=[4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x4), tensor_view<2x4xf8E5M2, strides=[4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x4xf8E5M2>, partition_view<tile=(2x4), tensor_view<2x4xf8E5M2, strides=[4,1]>>, tile<i32> -> token
    %memory.q.tensor = make_tensor_view %memory.q, shape = [2, 4], strides = [4, 1] : tensor_view<2x4xf8E5M2, strides=[4,1]>
    %memory.q.view = make_partition_view %memory.q.tensor : partition_view<tile=(2x4), tensor_view<2x4xf8E5M2, strides=[4,1]>>
    %memory.q.stored = store_view_tko weak %q, %memory.q.view[%zero, %zero] : tile<2x4xf8E5M2>, partition_view<tile=(2x4), tensor_view<2x4xf8E5M2, strides=[4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: if_35
  //%   args:
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: f8E5M2[2,4]
  //%       in: 0xd0 0x7e 0x31 0x6e 0xd5 0x2c 0x8f 0x01
  //%     - ptr: f8E5M2[2,4]
  //%       in: 0xef 0x39 0xba 0xce 0xa9 0x4e 0x50 0xbf
  //%     - ptr: f8E5M2[2,4]
  //%       out: 0xef 0x39 0xba 0xce 0xa9 0x4e 0x50 0xbf
  //%     - ptr: f8E5M2[2,4]
  //%       out: 0xd0 0x7e 0x31 0x6e 0xd5 0x2c 0x8f 0x01
  //% - entry: if_35
  //%   args:
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: f8E5M2[2,4]
  //%       in: 0xad 0x17 0xb8 0xc4 0x13 0x8b 0xf9 0x27
  //%     - ptr: f8E5M2[2,4]
  //%       in: 0x01 0xcc 0xcb 0x83 0x52 0x8f 0x04 0x8b
  //%     - ptr: f8E5M2[2,4]
  //%       out: 0xad 0x17 0xb8 0xc4 0x13 0x8b 0xf9 0x27
  //%     - ptr: f8E5M2[2,4]
  //%       out: 0x01 0xcc 0xcb 0x83 0x52 0x8f 0x04 0x8b
  entry @if_36(%memory.c: tile<ptr<i1>>, %memory.a: tile<ptr<f8E8M0FNU>>, %memory.b: tile<ptr<f8E8M0FNU>>, %memory.r: tile<ptr<f8E8M0FNU>>, %memory.q: tile<ptr<f8E8M0FNU>>) {
    %zero = constant <i32: 0> : tile<i32>
    %c, %memory.c.loaded = load_ptr_tko weak %memory.c : tile<ptr<i1>> -> tile<i1>, token
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f8E8M0FNU>> -> tile<f8E8M0FNU>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<f8E8M0FNU>> -> tile<f8E8M0FNU>, token
    %r, %q = if %c -> (tile<f8E8M0FNU>, tile<f8E8M0FNU>) {
      yield %a, %b : tile<f8E8M0FNU>, tile<f8E8M0FNU>
    } else {
      yield %b, %a : tile<f8E8M0FNU>, tile<f8E8M0FNU>
    }
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f8E8M0FNU>>, tile<f8E8M0FNU> -> token
    %memory.q.stored = store_ptr_tko weak %memory.q, %q : tile<ptr<f8E8M0FNU>>, tile<f8E8M0FNU> -> token
    return
  }
  //% - entry: if_36
  //%   args:
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: f8E8M0FNU[]
  //%       in: 0x96
  //%     - ptr: f8E8M0FNU[]
  //%       in: 0xe9
  //%     - ptr: f8E8M0FNU[]
  //%       out: 0xe9
  //%     - ptr: f8E8M0FNU[]
  //%       out: 0x96
  //% - entry: if_36
  //%   args:
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: f8E8M0FNU[]
  //%       in: 0xe2
  //%     - ptr: f8E8M0FNU[]
  //%       in: 0xea
  //%     - ptr: f8E8M0FNU[]
  //%       out: 0xe2
  //%     - ptr: f8E8M0FNU[]
  //%       out: 0xea
  entry @if_37(%memory.c: tile<ptr<i1>>, %memory.a: tile<ptr<f8E8M0FNU>>, %memory.b: tile<ptr<f8E8M0FNU>>, %memory.r: tile<ptr<f8E8M0FNU>>, %memory.q: tile<ptr<f8E8M0FNU>>) {
    %zero = constant <i32: 0> : tile<i32>
    %c, %memory.c.loaded = load_ptr_tko weak %memory.c : tile<ptr<i1>> -> tile<i1>, token
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 4], strides = [4, 1] : tensor_view<2x4xf8E8M0FNU, strides=[4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x4), tensor_view<2x4xf8E8M0FNU, strides=[4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x4), tensor_view<2x4xf8E8M0FNU, strides=[4,1]>>, tile<i32> -> tile<2x4xf8E8M0FNU>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 4], strides = [4, 1] : tensor_view<2x4xf8E8M0FNU, strides=[4,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x4), tensor_view<2x4xf8E8M0FNU, strides=[4,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero] : partition_view<tile=(2x4), tensor_view<2x4xf8E8M0FNU, strides=[4,1]>>, tile<i32> -> tile<2x4xf8E8M0FNU>, token
    %r, %q = if %c -> (tile<2x4xf8E8M0FNU>, tile<2x4xf8E8M0FNU>) {
      yield %a, %b : tile<2x4xf8E8M0FNU>, tile<2x4xf8E8M0FNU>
    } else {
      yield %b, %a : tile<2x4xf8E8M0FNU>, tile<2x4xf8E8M0FNU>
    }
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 4], strides = [4, 1] : tensor_view<2x4xf8E8M0FNU, strides=[4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x4), tensor_view<2x4xf8E8M0FNU, strides=[4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x4xf8E8M0FNU>, partition_view<tile=(2x4), tensor_view<2x4xf8E8M0FNU, strides=[4,1]>>, tile<i32> -> token
    %memory.q.tensor = make_tensor_view %memory.q, shape = [2, 4], strides = [4, 1] : tensor_view<2x4xf8E8M0FNU, strides=[4,1]>
    %memory.q.view = make_partition_view %memory.q.tensor : partition_view<tile=(2x4), tensor_view<2x4xf8E8M0FNU, strides=[4,1]>>
    %memory.q.stored = store_view_tko weak %q, %memory.q.view[%zero, %zero] : tile<2x4xf8E8M0FNU>, partition_view<tile=(2x4), tensor_view<2x4xf8E8M0FNU, strides=[4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: if_37
  //%   args:
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: f8E8M0FNU[2,4]
  //%       in: 0x45 0x52 0x2b 0x78 0xd0 0xb9 0x62 0x8d
  //%     - ptr: f8E8M0FNU[2,4]
  //%       in: 0xfc 0x39 0x85 0xc7 0x6d 0xce 0x4d 0xe9
  //%     - ptr: f8E8M0FNU[2,4]
  //%       out: 0xfc 0x39 0x85 0xc7 0x6d 0xce 0x4d 0xe9
  //%     - ptr: f8E8M0FNU[2,4]
  //%       out: 0x45 0x52 0x2b 0x78 0xd0 0xb9 0x62 0x8d
  //% - entry: if_37
  //%   args:
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: f8E8M0FNU[2,4]
  //%       in: 0x70 0x62 0x4b 0x72 0xdc 0xe0 0x7c 0x28
  //%     - ptr: f8E8M0FNU[2,4]
  //%       in: 0x7d 0xa1 0xa3 0x40 0xc8 0xa8 0x95 0xb3
  //%     - ptr: f8E8M0FNU[2,4]
  //%       out: 0x70 0x62 0x4b 0x72 0xdc 0xe0 0x7c 0x28
  //%     - ptr: f8E8M0FNU[2,4]
  //%       out: 0x7d 0xa1 0xa3 0x40 0xc8 0xa8 0x95 0xb3
  entry @if_38(%memory.c: tile<ptr<i1>>, %memory.a: tile<ptr<f8E5M3FNU>>, %memory.b: tile<ptr<f8E5M3FNU>>, %memory.r: tile<ptr<f8E5M3FNU>>, %memory.q: tile<ptr<f8E5M3FNU>>) {
    %zero = constant <i32: 0> : tile<i32>
    %c, %memory.c.loaded = load_ptr_tko weak %memory.c : tile<ptr<i1>> -> tile<i1>, token
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<f8E5M3FNU>> -> tile<f8E5M3FNU>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<f8E5M3FNU>> -> tile<f8E5M3FNU>, token
    %r, %q = if %c -> (tile<f8E5M3FNU>, tile<f8E5M3FNU>) {
      yield %a, %b : tile<f8E5M3FNU>, tile<f8E5M3FNU>
    } else {
      yield %b, %a : tile<f8E5M3FNU>, tile<f8E5M3FNU>
    }
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<f8E5M3FNU>>, tile<f8E5M3FNU> -> token
    %memory.q.stored = store_ptr_tko weak %memory.q, %q : tile<ptr<f8E5M3FNU>>, tile<f8E5M3FNU> -> token
    return
  }
  //% - entry: if_38
  //%   args:
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: f8E5M3FNU[]
  //%       in: 0x4d
  //%     - ptr: f8E5M3FNU[]
  //%       in: 0x78
  //%     - ptr: f8E5M3FNU[]
  //%       out: 0x78
  //%     - ptr: f8E5M3FNU[]
  //%       out: 0x4d
  //% - entry: if_38
  //%   args:
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: f8E5M3FNU[]
  //%       in: 0xf5
  //%     - ptr: f8E5M3FNU[]
  //%       in: 0x9d
  //%     - ptr: f8E5M3FNU[]
  //%       out: 0xf5
  //%     - ptr: f8E5M3FNU[]
  //%       out: 0x9d
  entry @if_39(%memory.c: tile<ptr<i1>>, %memory.a: tile<ptr<f8E5M3FNU>>, %memory.b: tile<ptr<f8E5M3FNU>>, %memory.r: tile<ptr<f8E5M3FNU>>, %memory.q: tile<ptr<f8E5M3FNU>>) {
    %zero = constant <i32: 0> : tile<i32>
    %c, %memory.c.loaded = load_ptr_tko weak %memory.c : tile<ptr<i1>> -> tile<i1>, token
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 4], strides = [4, 1] : tensor_view<2x4xf8E5M3FNU, strides=[4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x4), tensor_view<2x4xf8E5M3FNU, strides=[4,1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x4), tensor_view<2x4xf8E5M3FNU, strides=[4,1]>>, tile<i32> -> tile<2x4xf8E5M3FNU>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 4], strides = [4, 1] : tensor_view<2x4xf8E5M3FNU, strides=[4,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x4), tensor_view<2x4xf8E5M3FNU, strides=[4,1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero] : partition_view<tile=(2x4), tensor_view<2x4xf8E5M3FNU, strides=[4,1]>>, tile<i32> -> tile<2x4xf8E5M3FNU>, token
    %r, %q = if %c -> (tile<2x4xf8E5M3FNU>, tile<2x4xf8E5M3FNU>) {
      yield %a, %b : tile<2x4xf8E5M3FNU>, tile<2x4xf8E5M3FNU>
    } else {
      yield %b, %a : tile<2x4xf8E5M3FNU>, tile<2x4xf8E5M3FNU>
    }
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 4], strides = [4, 1] : tensor_view<2x4xf8E5M3FNU, strides=[4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x4), tensor_view<2x4xf8E5M3FNU, strides=[4,1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero, %zero] : tile<2x4xf8E5M3FNU>, partition_view<tile=(2x4), tensor_view<2x4xf8E5M3FNU, strides=[4,1]>>, tile<i32> -> token
    %memory.q.tensor = make_tensor_view %memory.q, shape = [2, 4], strides = [4, 1] : tensor_view<2x4xf8E5M3FNU, strides=[4,1]>
    %memory.q.view = make_partition_view %memory.q.tensor : partition_view<tile=(2x4), tensor_view<2x4xf8E5M3FNU, strides=[4,1]>>
    %memory.q.stored = store_view_tko weak %q, %memory.q.view[%zero, %zero] : tile<2x4xf8E5M3FNU>, partition_view<tile=(2x4), tensor_view<2x4xf8E5M3FNU, strides=[4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: if_39
  //%   args:
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: f8E5M3FNU[2,4]
  //%       in: 0x98 0x01 0x96 0x29 0xb4 0xe0 0x30 0x21
  //%     - ptr: f8E5M3FNU[2,4]
  //%       in: 0xb7 0xc9 0xfb 0x08 0x60 0x23 0xc1 0x6c
  //%     - ptr: f8E5M3FNU[2,4]
  //%       out: 0xb7 0xc9 0xfb 0x08 0x60 0x23 0xc1 0x6c
  //%     - ptr: f8E5M3FNU[2,4]
  //%       out: 0x98 0x01 0x96 0x29 0xb4 0xe0 0x30 0x21
  //% - entry: if_39
  //%   args:
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: f8E5M3FNU[2,4]
  //%       in: 0x37 0x30 0xb5 0xc7 0x01 0x9d 0x70 0xbb
  //%     - ptr: f8E5M3FNU[2,4]
  //%       in: 0x79 0xa9 0xe8 0x32 0x55 0x94 0x37 0xd6
  //%     - ptr: f8E5M3FNU[2,4]
  //%       out: 0x37 0x30 0xb5 0xc7 0x01 0x9d 0x70 0xbb
  //%     - ptr: f8E5M3FNU[2,4]
  //%       out: 0x79 0xa9 0xe8 0x32 0x55 0x94 0x37 0xd6
  entry @if_40(%memory.c: tile<ptr<i1>>, %memory.a: tile<ptr<i8>>, %memory.b: tile<ptr<i8>>, %memory.r: tile<ptr<i8>>, %memory.q: tile<ptr<i8>>) {
    %zero = constant <i32: 0> : tile<i32>
    %c, %memory.c.loaded = load_ptr_tko weak %memory.c : tile<ptr<i1>> -> tile<i1>, token
    %a.raw, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<i8>> -> tile<i8>, token
    %a = trunci %a.raw : tile<i8> -> tile<i4>
    %b.raw, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<i8>> -> tile<i8>, token
    %b = trunci %b.raw : tile<i8> -> tile<i4>
    %r, %q = if %c -> (tile<i4>, tile<i4>) {
      yield %a, %b : tile<i4>, tile<i4>
    } else {
      yield %b, %a : tile<i4>, tile<i4>
    }
    %r.raw = exti %r unsigned : tile<i4> -> tile<i8>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r.raw : tile<ptr<i8>>, tile<i8> -> token
    %q.raw = exti %q unsigned : tile<i4> -> tile<i8>
    %memory.q.stored = store_ptr_tko weak %memory.q, %q.raw : tile<ptr<i8>>, tile<i8> -> token
    return
  }
  //% - entry: if_40
  //%   args:
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: i8[]
  //%       in: 0x05
  //%     - ptr: i8[]
  //%       in: 0x08
  //%     - ptr: i8[]
  //%       out: 0x08
  //%     - ptr: i8[]
  //%       out: 0x05
  //% - entry: if_40
  //%   args:
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: i8[]
  //%       in: 0x05
  //%     - ptr: i8[]
  //%       in: 0x05
  //%     - ptr: i8[]
  //%       out: 0x05
  //%     - ptr: i8[]
  //%       out: 0x05
  entry @if_41(%memory.c: tile<ptr<i1>>, %memory.a: tile<ptr<i8>>, %memory.b: tile<ptr<i8>>, %memory.r: tile<ptr<i8>>, %memory.q: tile<ptr<i8>>) {
    %zero = constant <i32: 0> : tile<i32>
    %c, %memory.c.loaded = load_ptr_tko weak %memory.c : tile<ptr<i1>> -> tile<i1>, token
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 4], strides = [4, 1] : tensor_view<2x4xi8, strides=[4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x4), tensor_view<2x4xi8, strides=[4,1]>>
    %a.raw, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x4), tensor_view<2x4xi8, strides=[4,1]>>, tile<i32> -> tile<2x4xi8>, token
    %a = trunci %a.raw : tile<2x4xi8> -> tile<2x4xi4>
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 4], strides = [4, 1] : tensor_view<2x4xi8, strides=[4,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x4), tensor_view<2x4xi8, strides=[4,1]>>
    %b.raw, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero] : partition_view<tile=(2x4), tensor_view<2x4xi8, strides=[4,1]>>, tile<i32> -> tile<2x4xi8>, token
    %b = trunci %b.raw : tile<2x4xi8> -> tile<2x4xi4>
    %r, %q = if %c -> (tile<2x4xi4>, tile<2x4xi4>) {
      yield %a, %b : tile<2x4xi4>, tile<2x4xi4>
    } else {
      yield %b, %a : tile<2x4xi4>, tile<2x4xi4>
    }
    %r.raw = exti %r unsigned : tile<2x4xi4> -> tile<2x4xi8>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 4], strides = [4, 1] : tensor_view<2x4xi8, strides=[4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x4), tensor_view<2x4xi8, strides=[4,1]>>
    %memory.r.stored = store_view_tko weak %r.raw, %memory.r.view[%zero, %zero] : tile<2x4xi8>, partition_view<tile=(2x4), tensor_view<2x4xi8, strides=[4,1]>>, tile<i32> -> token
    %q.raw = exti %q unsigned : tile<2x4xi4> -> tile<2x4xi8>
    %memory.q.tensor = make_tensor_view %memory.q, shape = [2, 4], strides = [4, 1] : tensor_view<2x4xi8, strides=[4,1]>
    %memory.q.view = make_partition_view %memory.q.tensor : partition_view<tile=(2x4), tensor_view<2x4xi8, strides=[4,1]>>
    %memory.q.stored = store_view_tko weak %q.raw, %memory.q.view[%zero, %zero] : tile<2x4xi8>, partition_view<tile=(2x4), tensor_view<2x4xi8, strides=[4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: if_41
  //%   args:
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: i8[2,4]
  //%       in: 0x07*2 0x02 0x0d 0x01 0x03 0x00 0x0e
  //%     - ptr: i8[2,4]
  //%       in: 0x05 0x01 0x02 0x01 0x09 0x0f 0x02 0x03
  //%     - ptr: i8[2,4]
  //%       out: 0x05 0x01 0x02 0x01 0x09 0x0f 0x02 0x03
  //%     - ptr: i8[2,4]
  //%       out: 0x07*2 0x02 0x0d 0x01 0x03 0x00 0x0e
  //% - entry: if_41
  //%   args:
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: i8[2,4]
  //%       in: 0x00*3 0x0d 0x0a 0x08 0x06 0x00
  //%     - ptr: i8[2,4]
  //%       in: 0x01 0x09 0x02 0x00 0x05 0x0a 0x04*2
  //%     - ptr: i8[2,4]
  //%       out: 0x00*3 0x0d 0x0a 0x08 0x06 0x00
  //%     - ptr: i8[2,4]
  //%       out: 0x01 0x09 0x02 0x00 0x05 0x0a 0x04*2
  entry @if_42(%memory.c: tile<ptr<i1>>, %memory.a: tile<ptr<i64>>, %memory.b: tile<ptr<i64>>, %memory.r: tile<ptr<i64>>, %memory.q: tile<ptr<i64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %c, %memory.c.loaded = load_ptr_tko weak %memory.c : tile<ptr<i1>> -> tile<i1>, token
    %a.raw, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<i64>> -> tile<i64>, token
    %a = int_to_ptr %a.raw : tile<i64> -> tile<ptr<i32>>
    %b.raw, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<i64>> -> tile<i64>, token
    %b = int_to_ptr %b.raw : tile<i64> -> tile<ptr<i32>>
    %r, %q = if %c -> (tile<ptr<i32>>, tile<ptr<i32>>) {
      yield %a, %b : tile<ptr<i32>>, tile<ptr<i32>>
    } else {
      yield %b, %a : tile<ptr<i32>>, tile<ptr<i32>>
    }
    %r.raw = ptr_to_int %r : tile<ptr<i32>> -> tile<i64>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r.raw : tile<ptr<i64>>, tile<i64> -> token
    %q.raw = ptr_to_int %q : tile<ptr<i32>> -> tile<i64>
    %memory.q.stored = store_ptr_tko weak %memory.q, %q.raw : tile<ptr<i64>>, tile<i64> -> token
    return
  }
  //% - entry: if_42
  //%   args:
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: i64[]
  //%       in: 0x82ae724957c20d7b
  //%     - ptr: i64[]
  //%       in: 0xed189ae50019e3ac
  //%     - ptr: i64[]
  //%       out: 0xed189ae50019e3ac
  //%     - ptr: i64[]
  //%       out: 0x82ae724957c20d7b
  //% - entry: if_42
  //%   args:
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: i64[]
  //%       in: 0x6a1ecaf3b9539894
  //%     - ptr: i64[]
  //%       in: 0x4092d2b9e485ad02
  //%     - ptr: i64[]
  //%       out: 0x6a1ecaf3b9539894
  //%     - ptr: i64[]
  //%       out: 0x4092d2b9e485ad02
  entry @if_43(%memory.c: tile<ptr<i1>>, %memory.a: tile<ptr<i64>>, %memory.b: tile<ptr<i64>>, %memory.r: tile<ptr<i64>>, %memory.q: tile<ptr<i64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %c, %memory.c.loaded = load_ptr_tko weak %memory.c : tile<ptr<i1>> -> tile<i1>, token
    %memory.a.tensor = make_tensor_view %memory.a, shape = [2, 4], strides = [4, 1] : tensor_view<2x4xi64, strides=[4,1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(2x4), tensor_view<2x4xi64, strides=[4,1]>>
    %a.raw, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero, %zero] : partition_view<tile=(2x4), tensor_view<2x4xi64, strides=[4,1]>>, tile<i32> -> tile<2x4xi64>, token
    %a = int_to_ptr %a.raw : tile<2x4xi64> -> tile<2x4xptr<i32>>
    %memory.b.tensor = make_tensor_view %memory.b, shape = [2, 4], strides = [4, 1] : tensor_view<2x4xi64, strides=[4,1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(2x4), tensor_view<2x4xi64, strides=[4,1]>>
    %b.raw, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero, %zero] : partition_view<tile=(2x4), tensor_view<2x4xi64, strides=[4,1]>>, tile<i32> -> tile<2x4xi64>, token
    %b = int_to_ptr %b.raw : tile<2x4xi64> -> tile<2x4xptr<i32>>
    %r, %q = if %c -> (tile<2x4xptr<i32>>, tile<2x4xptr<i32>>) {
      yield %a, %b : tile<2x4xptr<i32>>, tile<2x4xptr<i32>>
    } else {
      yield %b, %a : tile<2x4xptr<i32>>, tile<2x4xptr<i32>>
    }
    %r.raw = ptr_to_int %r : tile<2x4xptr<i32>> -> tile<2x4xi64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [2, 4], strides = [4, 1] : tensor_view<2x4xi64, strides=[4,1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(2x4), tensor_view<2x4xi64, strides=[4,1]>>
    %memory.r.stored = store_view_tko weak %r.raw, %memory.r.view[%zero, %zero] : tile<2x4xi64>, partition_view<tile=(2x4), tensor_view<2x4xi64, strides=[4,1]>>, tile<i32> -> token
    %q.raw = ptr_to_int %q : tile<2x4xptr<i32>> -> tile<2x4xi64>
    %memory.q.tensor = make_tensor_view %memory.q, shape = [2, 4], strides = [4, 1] : tensor_view<2x4xi64, strides=[4,1]>
    %memory.q.view = make_partition_view %memory.q.tensor : partition_view<tile=(2x4), tensor_view<2x4xi64, strides=[4,1]>>
    %memory.q.stored = store_view_tko weak %q.raw, %memory.q.view[%zero, %zero] : tile<2x4xi64>, partition_view<tile=(2x4), tensor_view<2x4xi64, strides=[4,1]>>, tile<i32> -> token
    return
  }
  //% - entry: if_43
  //%   args:
  //%     - ptr: i1[]
  //%       in: 0
  //%     - ptr: i64[2,4]
  //%       in: 0x7e3d1d7b9b595f0e 0x4dfc0ab559c3f422 0x7996aa7ac88c86be 0x2d1dcbaad0c29563 0x5542d27fe1e06322 0x909b5f41a5c5ebe6 0x6e809e122057754d 0x7213d78c27817de4
  //%     - ptr: i64[2,4]
  //%       in: 0xc3d445bd5a7af0ee 0x3b92bdc1ba15b0e9 0x047fc685c95a385e 0x97e48e5dc1148bd7 0x40b52fef827fbe75 0x0950f8a04919de04 0xc04d6bb98900392b 0xe42245033f83e97b
  //%     - ptr: i64[2,4]
  //%       out: 0xc3d445bd5a7af0ee 0x3b92bdc1ba15b0e9 0x047fc685c95a385e 0x97e48e5dc1148bd7 0x40b52fef827fbe75 0x0950f8a04919de04 0xc04d6bb98900392b 0xe42245033f83e97b
  //%     - ptr: i64[2,4]
  //%       out: 0x7e3d1d7b9b595f0e 0x4dfc0ab559c3f422 0x7996aa7ac88c86be 0x2d1dcbaad0c29563 0x5542d27fe1e06322 0x909b5f41a5c5ebe6 0x6e809e122057754d 0x7213d78c27817de4
  //% - entry: if_43
  //%   args:
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: i64[2,4]
  //%       in: 0xa9c0df98c6235b1c 0x311ebff3dc69e5bc 0xc2c08a9653eda1ee 0xf46c48652e3a8ec7 0x5ad1df0cc1ad170f 0x4681d4e18198ab11 0x49ddb37013d09b5b 0x1077c94aa5cc51a6
  //%     - ptr: i64[2,4]
  //%       in: 0xd54c4727587d28a5 0x1d33d2404e907812 0xadd3f5af9a71b4f7 0x68cfb97ec4682624 0xad31157bddd9ff13 0x89178655e27aa037 0x701bff1c0a34972c 0x6608117f8abcdf7e
  //%     - ptr: i64[2,4]
  //%       out: 0xa9c0df98c6235b1c 0x311ebff3dc69e5bc 0xc2c08a9653eda1ee 0xf46c48652e3a8ec7 0x5ad1df0cc1ad170f 0x4681d4e18198ab11 0x49ddb37013d09b5b 0x1077c94aa5cc51a6
  //%     - ptr: i64[2,4]
  //%       out: 0xd54c4727587d28a5 0x1d33d2404e907812 0xadd3f5af9a71b4f7 0x68cfb97ec4682624 0xad31157bddd9ff13 0x89178655e27aa037 0x701bff1c0a34972c 0x6608117f8abcdf7e
  entry @get_tile_block_id_44(%memory: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %nx, %ny, %nz = get_num_tile_blocks : tile<i32>
    %a = muli %z, %ny : tile<i32>
    %b = addi %a, %y : tile<i32>
    %c = muli %b, %nx : tile<i32>
    %d = addi %c, %x : tile<i32>
    %p = offset %memory, %d : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %k = store_ptr_tko weak %p, %x : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  //% - entry: get_tile_block_id_44
  //%   grid: [1]
  //%   args:
  //%     - ptr: i32[1]
  //%       out: 0x00000000
  entry @get_num_tile_blocks_45(%memory: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %nx, %ny, %nz = get_num_tile_blocks : tile<i32>
    %a = muli %z, %ny : tile<i32>
    %b = addi %a, %y : tile<i32>
    %c = muli %b, %nx : tile<i32>
    %d = addi %c, %x : tile<i32>
    %p = offset %memory, %d : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %k = store_ptr_tko weak %p, %nx : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  //% - entry: get_num_tile_blocks_45
  //%   grid: [1]
  //%   args:
  //%     - ptr: i32[1]
  //%       out: 0x00000001
  entry @get_tile_block_id_46(%memory: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %nx, %ny, %nz = get_num_tile_blocks : tile<i32>
    %a = muli %z, %ny : tile<i32>
    %b = addi %a, %y : tile<i32>
    %c = muli %b, %nx : tile<i32>
    %d = addi %c, %x : tile<i32>
    %p = offset %memory, %d : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %k = store_ptr_tko weak %p, %y : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  //% - entry: get_tile_block_id_46
  //%   grid: [1]
  //%   args:
  //%     - ptr: i32[1]
  //%       out: 0x00000000
  entry @get_num_tile_blocks_47(%memory: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %nx, %ny, %nz = get_num_tile_blocks : tile<i32>
    %a = muli %z, %ny : tile<i32>
    %b = addi %a, %y : tile<i32>
    %c = muli %b, %nx : tile<i32>
    %d = addi %c, %x : tile<i32>
    %p = offset %memory, %d : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %k = store_ptr_tko weak %p, %ny : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  //% - entry: get_num_tile_blocks_47
  //%   grid: [1]
  //%   args:
  //%     - ptr: i32[1]
  //%       out: 0x00000001
  entry @get_tile_block_id_48(%memory: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %nx, %ny, %nz = get_num_tile_blocks : tile<i32>
    %a = muli %z, %ny : tile<i32>
    %b = addi %a, %y : tile<i32>
    %c = muli %b, %nx : tile<i32>
    %d = addi %c, %x : tile<i32>
    %p = offset %memory, %d : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %k = store_ptr_tko weak %p, %z : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  //% - entry: get_tile_block_id_48
  //%   grid: [1]
  //%   args:
  //%     - ptr: i32[1]
  //%       out: 0x00000000
  entry @get_num_tile_blocks_49(%memory: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %nx, %ny, %nz = get_num_tile_blocks : tile<i32>
    %a = muli %z, %ny : tile<i32>
    %b = addi %a, %y : tile<i32>
    %c = muli %b, %nx : tile<i32>
    %d = addi %c, %x : tile<i32>
    %p = offset %memory, %d : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %k = store_ptr_tko weak %p, %nz : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  //% - entry: get_num_tile_blocks_49
  //%   grid: [1]
  //%   args:
  //%     - ptr: i32[1]
  //%       out: 0x00000001
  //% - entry: get_tile_block_id_44
  //%   grid: [7]
  //%   args:
  //%     - ptr: i32[7]
  //%       out: 0x00000000 0x00000001 0x00000002 0x00000003 0x00000004 0x00000005 0x00000006
  //% - entry: get_num_tile_blocks_45
  //%   grid: [7]
  //%   args:
  //%     - ptr: i32[7]
  //%       out: 0x00000007*7
  //% - entry: get_tile_block_id_46
  //%   grid: [7]
  //%   args:
  //%     - ptr: i32[7]
  //%       out: 0x00000000*7
  //% - entry: get_num_tile_blocks_47
  //%   grid: [7]
  //%   args:
  //%     - ptr: i32[7]
  //%       out: 0x00000001*7
  //% - entry: get_tile_block_id_48
  //%   grid: [7]
  //%   args:
  //%     - ptr: i32[7]
  //%       out: 0x00000000*7
  //% - entry: get_num_tile_blocks_49
  //%   grid: [7]
  //%   args:
  //%     - ptr: i32[7]
  //%       out: 0x00000001*7
  //% - entry: get_tile_block_id_44
  //%   grid: [3, 2]
  //%   args:
  //%     - ptr: i32[6]
  //%       out: 0x00000000 0x00000001 0x00000002 0x00000000 0x00000001 0x00000002
  //% - entry: get_num_tile_blocks_45
  //%   grid: [3, 2]
  //%   args:
  //%     - ptr: i32[6]
  //%       out: 0x00000003*6
  //% - entry: get_tile_block_id_46
  //%   grid: [3, 2]
  //%   args:
  //%     - ptr: i32[6]
  //%       out: 0x00000000*3 0x00000001*3
  //% - entry: get_num_tile_blocks_47
  //%   grid: [3, 2]
  //%   args:
  //%     - ptr: i32[6]
  //%       out: 0x00000002*6
  //% - entry: get_tile_block_id_48
  //%   grid: [3, 2]
  //%   args:
  //%     - ptr: i32[6]
  //%       out: 0x00000000*6
  //% - entry: get_num_tile_blocks_49
  //%   grid: [3, 2]
  //%   args:
  //%     - ptr: i32[6]
  //%       out: 0x00000001*6
  //% - entry: get_tile_block_id_44
  //%   grid: [2, 3, 4]
  //%   args:
  //%     - ptr: i32[24]
  //%       out: 0x00000000 0x00000001 0x00000000 0x00000001 0x00000000 0x00000001 0x00000000 0x00000001 0x00000000 0x00000001 0x00000000 0x00000001 0x00000000 0x00000001 0x00000000 0x00000001 0x00000000 0x00000001 0x00000000 0x00000001 0x00000000 0x00000001 0x00000000 0x00000001
  //% - entry: get_num_tile_blocks_45
  //%   grid: [2, 3, 4]
  //%   args:
  //%     - ptr: i32[24]
  //%       out: 0x00000002*24
  //% - entry: get_tile_block_id_46
  //%   grid: [2, 3, 4]
  //%   args:
  //%     - ptr: i32[24]
  //%       out: 0x00000000*2 0x00000001*2 0x00000002*2 0x00000000*2 0x00000001*2 0x00000002*2 0x00000000*2 0x00000001*2 0x00000002*2 0x00000000*2 0x00000001*2 0x00000002*2
  //% - entry: get_num_tile_blocks_47
  //%   grid: [2, 3, 4]
  //%   args:
  //%     - ptr: i32[24]
  //%       out: 0x00000003*24
  //% - entry: get_tile_block_id_48
  //%   grid: [2, 3, 4]
  //%   args:
  //%     - ptr: i32[24]
  //%       out: 0x00000000*6 0x00000001*6 0x00000002*6 0x00000003*6
  //% - entry: get_num_tile_blocks_49
  //%   grid: [2, 3, 4]
  //%   args:
  //%     - ptr: i32[24]
  //%       out: 0x00000004*24
  //% - entry: get_tile_block_id_44
  //%   grid: [1, 1, 5]
  //%   args:
  //%     - ptr: i32[5]
  //%       out: 0x00000000*5
  //% - entry: get_num_tile_blocks_45
  //%   grid: [1, 1, 5]
  //%   args:
  //%     - ptr: i32[5]
  //%       out: 0x00000001*5
  //% - entry: get_tile_block_id_46
  //%   grid: [1, 1, 5]
  //%   args:
  //%     - ptr: i32[5]
  //%       out: 0x00000000*5
  //% - entry: get_num_tile_blocks_47
  //%   grid: [1, 1, 5]
  //%   args:
  //%     - ptr: i32[5]
  //%       out: 0x00000001*5
  //% - entry: get_tile_block_id_48
  //%   grid: [1, 1, 5]
  //%   args:
  //%     - ptr: i32[5]
  //%       out: 0x00000000 0x00000001 0x00000002 0x00000003 0x00000004
  //% - entry: get_num_tile_blocks_49
  //%   grid: [1, 1, 5]
  //%   args:
  //%     - ptr: i32[5]
  //%       out: 0x00000005*5
  global @table_i1 <i1: [-1, 0, -1, 0, 0, -1, 0, 0]> : tile<8xi1>
  entry @get_global_50(%memory.r: tile<ptr<i1>>) {
    %zero = constant <i32: 0> : tile<i32>
    %g = get_global @table_i1 : tile<ptr<i1>>
    %offsets = iota : tile<8xi32>
    %p.one = reshape %g : tile<ptr<i1>> -> tile<1xptr<i1>>
    %p.all = broadcast %p.one : tile<1xptr<i1>> -> tile<8xptr<i1>>
    %p = offset %p.all, %offsets : tile<8xptr<i1>>, tile<8xi32> -> tile<8xptr<i1>>
    %r, %k = load_ptr_tko weak %p : tile<8xptr<i1>> -> tile<8xi1>, token
    %memory.r.tensor = make_tensor_view %memory.r, shape = [8], strides = [1] : tensor_view<8xi1, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(8), tensor_view<8xi1, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<8xi1>, partition_view<tile=(8), tensor_view<8xi1, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: get_global_50
  //%   args:
  //%     - ptr: i1[8]
  //%       out: 1 0 1 0*2 1 0*2
  entry @alloca_51(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<i1>>, %memory.r: tile<ptr<i1>>, %memory.s: tile<ptr<i1>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4], strides = [1] : tensor_view<4xi1, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4), tensor_view<4xi1, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(4), tensor_view<4xi1, strides=[1]>>, tile<i32> -> tile<4xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [4], strides = [1] : tensor_view<4xi1, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(4), tensor_view<4xi1, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(4), tensor_view<4xi1, strides=[1]>>, tile<i32> -> tile<4xi1>, token
    %m = alloca num_elem = 4, alignment = 16 : tile<ptr<i1>>
    %n = alloca num_elem = 4, alignment = 64 : tile<ptr<i1>>
    %offsets = iota : tile<4xi32>
    %p.one = reshape %m : tile<ptr<i1>> -> tile<1xptr<i1>>
    %p.all = broadcast %p.one : tile<1xptr<i1>> -> tile<4xptr<i1>>
    %p = offset %p.all, %offsets : tile<4xptr<i1>>, tile<4xi32> -> tile<4xptr<i1>>
    %q.one = reshape %n : tile<ptr<i1>> -> tile<1xptr<i1>>
    %q.all = broadcast %q.one : tile<1xptr<i1>> -> tile<4xptr<i1>>
    %q = offset %q.all, %offsets : tile<4xptr<i1>>, tile<4xi32> -> tile<4xptr<i1>>
    %k0 = store_ptr_tko weak %p, %a : tile<4xptr<i1>>, tile<4xi1> -> token
    %k1 = store_ptr_tko weak %q, %b : tile<4xptr<i1>>, tile<4xi1> -> token
    %k2 = join_tokens %k0, %k1 : token
    %r, %k3 = load_ptr_tko weak %p token=%k2 : tile<4xptr<i1>> -> tile<4xi1>, token
    %s, %k4 = load_ptr_tko weak %q token=%k2 : tile<4xptr<i1>> -> tile<4xi1>, token
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4], strides = [1] : tensor_view<4xi1, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4), tensor_view<4xi1, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<4xi1>, partition_view<tile=(4), tensor_view<4xi1, strides=[1]>>, tile<i32> -> token
    %memory.s.tensor = make_tensor_view %memory.s, shape = [4], strides = [1] : tensor_view<4xi1, strides=[1]>
    %memory.s.view = make_partition_view %memory.s.tensor : partition_view<tile=(4), tensor_view<4xi1, strides=[1]>>
    %memory.s.stored = store_view_tko weak %s, %memory.s.view[%zero] : tile<4xi1>, partition_view<tile=(4), tensor_view<4xi1, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: alloca_51
  //%   args:
  //%     - ptr: i1[4]
  //%       in: 0*2 1*2
  //%     - ptr: i1[4]
  //%       in: 1 0*3
  //%     - ptr: i1[4]
  //%       out: 0*2 1*2
  //%     - ptr: i1[4]
  //%       out: 1 0*3
  entry @alloca_52(%memory.a: tile<ptr<i1>>, %memory.b: tile<ptr<i1>>, %memory.r: tile<ptr<i1>>, %memory.s: tile<ptr<i1>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4], strides = [1] : tensor_view<4xi1, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4), tensor_view<4xi1, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(4), tensor_view<4xi1, strides=[1]>>, tile<i32> -> tile<4xi1>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [4], strides = [1] : tensor_view<4xi1, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(4), tensor_view<4xi1, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(4), tensor_view<4xi1, strides=[1]>>, tile<i32> -> tile<4xi1>, token
    %m = alloca num_elem = 4, alignment = 16 global : tile<ptr<i1>>
    %n = alloca num_elem = 4, alignment = 64 global : tile<ptr<i1>>
    %offsets = iota : tile<4xi32>
    %p.one = reshape %m : tile<ptr<i1>> -> tile<1xptr<i1>>
    %p.all = broadcast %p.one : tile<1xptr<i1>> -> tile<4xptr<i1>>
    %p = offset %p.all, %offsets : tile<4xptr<i1>>, tile<4xi32> -> tile<4xptr<i1>>
    %q.one = reshape %n : tile<ptr<i1>> -> tile<1xptr<i1>>
    %q.all = broadcast %q.one : tile<1xptr<i1>> -> tile<4xptr<i1>>
    %q = offset %q.all, %offsets : tile<4xptr<i1>>, tile<4xi32> -> tile<4xptr<i1>>
    %k0 = store_ptr_tko weak %p, %a : tile<4xptr<i1>>, tile<4xi1> -> token
    %k1 = store_ptr_tko weak %q, %b : tile<4xptr<i1>>, tile<4xi1> -> token
    %k2 = join_tokens %k0, %k1 : token
    %r, %k3 = load_ptr_tko weak %p token=%k2 : tile<4xptr<i1>> -> tile<4xi1>, token
    %s, %k4 = load_ptr_tko weak %q token=%k2 : tile<4xptr<i1>> -> tile<4xi1>, token
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4], strides = [1] : tensor_view<4xi1, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4), tensor_view<4xi1, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<4xi1>, partition_view<tile=(4), tensor_view<4xi1, strides=[1]>>, tile<i32> -> token
    %memory.s.tensor = make_tensor_view %memory.s, shape = [4], strides = [1] : tensor_view<4xi1, strides=[1]>
    %memory.s.view = make_partition_view %memory.s.tensor : partition_view<tile=(4), tensor_view<4xi1, strides=[1]>>
    %memory.s.stored = store_view_tko weak %s, %memory.s.view[%zero] : tile<4xi1>, partition_view<tile=(4), tensor_view<4xi1, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: alloca_52
  //%   args:
  //%     - ptr: i1[4]
  //%       in: 0*2 1*2
  //%     - ptr: i1[4]
  //%       in: 1 0*3
  //%     - ptr: i1[4]
  //%       out: 0*2 1*2
  //%     - ptr: i1[4]
  //%       out: 1 0*3
  global @table_i8 <i8: [-128, 3, 1, 2, 21, 5, -79, 0]> : tile<8xi8>
  entry @get_global_53(%memory.r: tile<ptr<i8>>) {
    %zero = constant <i32: 0> : tile<i32>
    %g = get_global @table_i8 : tile<ptr<i8>>
    %offsets = iota : tile<8xi32>
    %p.one = reshape %g : tile<ptr<i8>> -> tile<1xptr<i8>>
    %p.all = broadcast %p.one : tile<1xptr<i8>> -> tile<8xptr<i8>>
    %p = offset %p.all, %offsets : tile<8xptr<i8>>, tile<8xi32> -> tile<8xptr<i8>>
    %r, %k = load_ptr_tko weak %p : tile<8xptr<i8>> -> tile<8xi8>, token
    %memory.r.tensor = make_tensor_view %memory.r, shape = [8], strides = [1] : tensor_view<8xi8, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(8), tensor_view<8xi8, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<8xi8>, partition_view<tile=(8), tensor_view<8xi8, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: get_global_53
  //%   args:
  //%     - ptr: i8[8]
  //%       out: 0x80 0x03 0x01 0x02 0x15 0x05 0xb1 0x00
  entry @alloca_54(%memory.a: tile<ptr<i8>>, %memory.b: tile<ptr<i8>>, %memory.r: tile<ptr<i8>>, %memory.s: tile<ptr<i8>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4], strides = [1] : tensor_view<4xi8, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4), tensor_view<4xi8, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(4), tensor_view<4xi8, strides=[1]>>, tile<i32> -> tile<4xi8>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [4], strides = [1] : tensor_view<4xi8, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(4), tensor_view<4xi8, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(4), tensor_view<4xi8, strides=[1]>>, tile<i32> -> tile<4xi8>, token
    %m = alloca num_elem = 4, alignment = 16 : tile<ptr<i8>>
    %n = alloca num_elem = 4, alignment = 64 : tile<ptr<i8>>
    %offsets = iota : tile<4xi32>
    %p.one = reshape %m : tile<ptr<i8>> -> tile<1xptr<i8>>
    %p.all = broadcast %p.one : tile<1xptr<i8>> -> tile<4xptr<i8>>
    %p = offset %p.all, %offsets : tile<4xptr<i8>>, tile<4xi32> -> tile<4xptr<i8>>
    %q.one = reshape %n : tile<ptr<i8>> -> tile<1xptr<i8>>
    %q.all = broadcast %q.one : tile<1xptr<i8>> -> tile<4xptr<i8>>
    %q = offset %q.all, %offsets : tile<4xptr<i8>>, tile<4xi32> -> tile<4xptr<i8>>
    %k0 = store_ptr_tko weak %p, %a : tile<4xptr<i8>>, tile<4xi8> -> token
    %k1 = store_ptr_tko weak %q, %b : tile<4xptr<i8>>, tile<4xi8> -> token
    %k2 = join_tokens %k0, %k1 : token
    %r, %k3 = load_ptr_tko weak %p token=%k2 : tile<4xptr<i8>> -> tile<4xi8>, token
    %s, %k4 = load_ptr_tko weak %q token=%k2 : tile<4xptr<i8>> -> tile<4xi8>, token
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4], strides = [1] : tensor_view<4xi8, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4), tensor_view<4xi8, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<4xi8>, partition_view<tile=(4), tensor_view<4xi8, strides=[1]>>, tile<i32> -> token
    %memory.s.tensor = make_tensor_view %memory.s, shape = [4], strides = [1] : tensor_view<4xi8, strides=[1]>
    %memory.s.view = make_partition_view %memory.s.tensor : partition_view<tile=(4), tensor_view<4xi8, strides=[1]>>
    %memory.s.stored = store_view_tko weak %s, %memory.s.view[%zero] : tile<4xi8>, partition_view<tile=(4), tensor_view<4xi8, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: alloca_54
  //%   args:
  //%     - ptr: i8[4]
  //%       in: 0x81*3 0xb1
  //%     - ptr: i8[4]
  //%       in: 0x64 0x03 0x64 0x40
  //%     - ptr: i8[4]
  //%       out: 0x81*3 0xb1
  //%     - ptr: i8[4]
  //%       out: 0x64 0x03 0x64 0x40
  entry @alloca_55(%memory.a: tile<ptr<i8>>, %memory.b: tile<ptr<i8>>, %memory.r: tile<ptr<i8>>, %memory.s: tile<ptr<i8>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4], strides = [1] : tensor_view<4xi8, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4), tensor_view<4xi8, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(4), tensor_view<4xi8, strides=[1]>>, tile<i32> -> tile<4xi8>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [4], strides = [1] : tensor_view<4xi8, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(4), tensor_view<4xi8, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(4), tensor_view<4xi8, strides=[1]>>, tile<i32> -> tile<4xi8>, token
    %m = alloca num_elem = 4, alignment = 16 global : tile<ptr<i8>>
    %n = alloca num_elem = 4, alignment = 64 global : tile<ptr<i8>>
    %offsets = iota : tile<4xi32>
    %p.one = reshape %m : tile<ptr<i8>> -> tile<1xptr<i8>>
    %p.all = broadcast %p.one : tile<1xptr<i8>> -> tile<4xptr<i8>>
    %p = offset %p.all, %offsets : tile<4xptr<i8>>, tile<4xi32> -> tile<4xptr<i8>>
    %q.one = reshape %n : tile<ptr<i8>> -> tile<1xptr<i8>>
    %q.all = broadcast %q.one : tile<1xptr<i8>> -> tile<4xptr<i8>>
    %q = offset %q.all, %offsets : tile<4xptr<i8>>, tile<4xi32> -> tile<4xptr<i8>>
    %k0 = store_ptr_tko weak %p, %a : tile<4xptr<i8>>, tile<4xi8> -> token
    %k1 = store_ptr_tko weak %q, %b : tile<4xptr<i8>>, tile<4xi8> -> token
    %k2 = join_tokens %k0, %k1 : token
    %r, %k3 = load_ptr_tko weak %p token=%k2 : tile<4xptr<i8>> -> tile<4xi8>, token
    %s, %k4 = load_ptr_tko weak %q token=%k2 : tile<4xptr<i8>> -> tile<4xi8>, token
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4], strides = [1] : tensor_view<4xi8, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4), tensor_view<4xi8, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<4xi8>, partition_view<tile=(4), tensor_view<4xi8, strides=[1]>>, tile<i32> -> token
    %memory.s.tensor = make_tensor_view %memory.s, shape = [4], strides = [1] : tensor_view<4xi8, strides=[1]>
    %memory.s.view = make_partition_view %memory.s.tensor : partition_view<tile=(4), tensor_view<4xi8, strides=[1]>>
    %memory.s.stored = store_view_tko weak %s, %memory.s.view[%zero] : tile<4xi8>, partition_view<tile=(4), tensor_view<4xi8, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: alloca_55
  //%   args:
  //%     - ptr: i8[4]
  //%       in: 0x81*3 0xb1
  //%     - ptr: i8[4]
  //%       in: 0x64 0x03 0x64 0x40
  //%     - ptr: i8[4]
  //%       out: 0x81*3 0xb1
  //%     - ptr: i8[4]
  //%       out: 0x64 0x03 0x64 0x40
  global @table_i16 <i16: [-32768, 2, 100, 100, -2, 3, 3, 3]> : tile<8xi16>
  entry @get_global_56(%memory.r: tile<ptr<i16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %g = get_global @table_i16 : tile<ptr<i16>>
    %offsets = iota : tile<8xi32>
    %p.one = reshape %g : tile<ptr<i16>> -> tile<1xptr<i16>>
    %p.all = broadcast %p.one : tile<1xptr<i16>> -> tile<8xptr<i16>>
    %p = offset %p.all, %offsets : tile<8xptr<i16>>, tile<8xi32> -> tile<8xptr<i16>>
    %r, %k = load_ptr_tko weak %p : tile<8xptr<i16>> -> tile<8xi16>, token
    %memory.r.tensor = make_tensor_view %memory.r, shape = [8], strides = [1] : tensor_view<8xi16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(8), tensor_view<8xi16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<8xi16>, partition_view<tile=(8), tensor_view<8xi16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: get_global_56
  //%   args:
  //%     - ptr: i16[8]
  //%       out: 0x8000 0x0002 0x0064*2 0xfffe 0x0003*3
  entry @alloca_57(%memory.a: tile<ptr<i16>>, %memory.b: tile<ptr<i16>>, %memory.r: tile<ptr<i16>>, %memory.s: tile<ptr<i16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4], strides = [1] : tensor_view<4xi16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4), tensor_view<4xi16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(4), tensor_view<4xi16, strides=[1]>>, tile<i32> -> tile<4xi16>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [4], strides = [1] : tensor_view<4xi16, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(4), tensor_view<4xi16, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(4), tensor_view<4xi16, strides=[1]>>, tile<i32> -> tile<4xi16>, token
    %m = alloca num_elem = 4, alignment = 16 : tile<ptr<i16>>
    %n = alloca num_elem = 4, alignment = 64 : tile<ptr<i16>>
    %offsets = iota : tile<4xi32>
    %p.one = reshape %m : tile<ptr<i16>> -> tile<1xptr<i16>>
    %p.all = broadcast %p.one : tile<1xptr<i16>> -> tile<4xptr<i16>>
    %p = offset %p.all, %offsets : tile<4xptr<i16>>, tile<4xi32> -> tile<4xptr<i16>>
    %q.one = reshape %n : tile<ptr<i16>> -> tile<1xptr<i16>>
    %q.all = broadcast %q.one : tile<1xptr<i16>> -> tile<4xptr<i16>>
    %q = offset %q.all, %offsets : tile<4xptr<i16>>, tile<4xi32> -> tile<4xptr<i16>>
    %k0 = store_ptr_tko weak %p, %a : tile<4xptr<i16>>, tile<4xi16> -> token
    %k1 = store_ptr_tko weak %q, %b : tile<4xptr<i16>>, tile<4xi16> -> token
    %k2 = join_tokens %k0, %k1 : token
    %r, %k3 = load_ptr_tko weak %p token=%k2 : tile<4xptr<i16>> -> tile<4xi16>, token
    %s, %k4 = load_ptr_tko weak %q token=%k2 : tile<4xptr<i16>> -> tile<4xi16>, token
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4], strides = [1] : tensor_view<4xi16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4), tensor_view<4xi16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<4xi16>, partition_view<tile=(4), tensor_view<4xi16, strides=[1]>>, tile<i32> -> token
    %memory.s.tensor = make_tensor_view %memory.s, shape = [4], strides = [1] : tensor_view<4xi16, strides=[1]>
    %memory.s.view = make_partition_view %memory.s.tensor : partition_view<tile=(4), tensor_view<4xi16, strides=[1]>>
    %memory.s.stored = store_view_tko weak %s, %memory.s.view[%zero] : tile<4xi16>, partition_view<tile=(4), tensor_view<4xi16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: alloca_57
  //%   args:
  //%     - ptr: i16[4]
  //%       in: 0xffff 0xbc8d 0x0003 0x7fff
  //%     - ptr: i16[4]
  //%       in: 0x0002 0xfffe*2 0xf982
  //%     - ptr: i16[4]
  //%       out: 0xffff 0xbc8d 0x0003 0x7fff
  //%     - ptr: i16[4]
  //%       out: 0x0002 0xfffe*2 0xf982
  entry @alloca_58(%memory.a: tile<ptr<i16>>, %memory.b: tile<ptr<i16>>, %memory.r: tile<ptr<i16>>, %memory.s: tile<ptr<i16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4], strides = [1] : tensor_view<4xi16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4), tensor_view<4xi16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(4), tensor_view<4xi16, strides=[1]>>, tile<i32> -> tile<4xi16>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [4], strides = [1] : tensor_view<4xi16, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(4), tensor_view<4xi16, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(4), tensor_view<4xi16, strides=[1]>>, tile<i32> -> tile<4xi16>, token
    %m = alloca num_elem = 4, alignment = 16 global : tile<ptr<i16>>
    %n = alloca num_elem = 4, alignment = 64 global : tile<ptr<i16>>
    %offsets = iota : tile<4xi32>
    %p.one = reshape %m : tile<ptr<i16>> -> tile<1xptr<i16>>
    %p.all = broadcast %p.one : tile<1xptr<i16>> -> tile<4xptr<i16>>
    %p = offset %p.all, %offsets : tile<4xptr<i16>>, tile<4xi32> -> tile<4xptr<i16>>
    %q.one = reshape %n : tile<ptr<i16>> -> tile<1xptr<i16>>
    %q.all = broadcast %q.one : tile<1xptr<i16>> -> tile<4xptr<i16>>
    %q = offset %q.all, %offsets : tile<4xptr<i16>>, tile<4xi32> -> tile<4xptr<i16>>
    %k0 = store_ptr_tko weak %p, %a : tile<4xptr<i16>>, tile<4xi16> -> token
    %k1 = store_ptr_tko weak %q, %b : tile<4xptr<i16>>, tile<4xi16> -> token
    %k2 = join_tokens %k0, %k1 : token
    %r, %k3 = load_ptr_tko weak %p token=%k2 : tile<4xptr<i16>> -> tile<4xi16>, token
    %s, %k4 = load_ptr_tko weak %q token=%k2 : tile<4xptr<i16>> -> tile<4xi16>, token
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4], strides = [1] : tensor_view<4xi16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4), tensor_view<4xi16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<4xi16>, partition_view<tile=(4), tensor_view<4xi16, strides=[1]>>, tile<i32> -> token
    %memory.s.tensor = make_tensor_view %memory.s, shape = [4], strides = [1] : tensor_view<4xi16, strides=[1]>
    %memory.s.view = make_partition_view %memory.s.tensor : partition_view<tile=(4), tensor_view<4xi16, strides=[1]>>
    %memory.s.stored = store_view_tko weak %s, %memory.s.view[%zero] : tile<4xi16>, partition_view<tile=(4), tensor_view<4xi16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: alloca_58
  //%   args:
  //%     - ptr: i16[4]
  //%       in: 0xffff 0xbc8d 0x0003 0x7fff
  //%     - ptr: i16[4]
  //%       in: 0x0002 0xfffe*2 0xf982
  //%     - ptr: i16[4]
  //%       out: 0xffff 0xbc8d 0x0003 0x7fff
  //%     - ptr: i16[4]
  //%       out: 0x0002 0xfffe*2 0xf982
  global @table_i32 <i32: [2147483647, 1063499909, -788826897, 7, 1063499909, -1, 1063499909, -2]> : tile<8xi32>
  entry @get_global_59(%memory.r: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %g = get_global @table_i32 : tile<ptr<i32>>
    %offsets = iota : tile<8xi32>
    %p.one = reshape %g : tile<ptr<i32>> -> tile<1xptr<i32>>
    %p.all = broadcast %p.one : tile<1xptr<i32>> -> tile<8xptr<i32>>
    %p = offset %p.all, %offsets : tile<8xptr<i32>>, tile<8xi32> -> tile<8xptr<i32>>
    %r, %k = load_ptr_tko weak %p : tile<8xptr<i32>> -> tile<8xi32>, token
    %memory.r.tensor = make_tensor_view %memory.r, shape = [8], strides = [1] : tensor_view<8xi32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(8), tensor_view<8xi32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<8xi32>, partition_view<tile=(8), tensor_view<8xi32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: get_global_59
  //%   args:
  //%     - ptr: i32[8]
  //%       out: 0x7fffffff 0x3f63b885 0xd0fb74ef 0x00000007 0x3f63b885 0xffffffff 0x3f63b885 0xfffffffe
  entry @alloca_60(%memory.a: tile<ptr<i32>>, %memory.b: tile<ptr<i32>>, %memory.r: tile<ptr<i32>>, %memory.s: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4], strides = [1] : tensor_view<4xi32, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>, tile<i32> -> tile<4xi32>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [4], strides = [1] : tensor_view<4xi32, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>, tile<i32> -> tile<4xi32>, token
    %m = alloca num_elem = 4, alignment = 16 : tile<ptr<i32>>
    %n = alloca num_elem = 4, alignment = 64 : tile<ptr<i32>>
    %offsets = iota : tile<4xi32>
    %p.one = reshape %m : tile<ptr<i32>> -> tile<1xptr<i32>>
    %p.all = broadcast %p.one : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %p = offset %p.all, %offsets : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %q.one = reshape %n : tile<ptr<i32>> -> tile<1xptr<i32>>
    %q.all = broadcast %q.one : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %q = offset %q.all, %offsets : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %k0 = store_ptr_tko weak %p, %a : tile<4xptr<i32>>, tile<4xi32> -> token
    %k1 = store_ptr_tko weak %q, %b : tile<4xptr<i32>>, tile<4xi32> -> token
    %k2 = join_tokens %k0, %k1 : token
    %r, %k3 = load_ptr_tko weak %p token=%k2 : tile<4xptr<i32>> -> tile<4xi32>, token
    %s, %k4 = load_ptr_tko weak %q token=%k2 : tile<4xptr<i32>> -> tile<4xi32>, token
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4], strides = [1] : tensor_view<4xi32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<4xi32>, partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>, tile<i32> -> token
    %memory.s.tensor = make_tensor_view %memory.s, shape = [4], strides = [1] : tensor_view<4xi32, strides=[1]>
    %memory.s.view = make_partition_view %memory.s.tensor : partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>
    %memory.s.stored = store_view_tko weak %s, %memory.s.view[%zero] : tile<4xi32>, partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: alloca_60
  //%   args:
  //%     - ptr: i32[4]
  //%       in: 0x80000001 0x00000000 0x7fffffff*2
  //%     - ptr: i32[4]
  //%       in: 0x00000003 0x80000001 0x00000003 0x80000001
  //%     - ptr: i32[4]
  //%       out: 0x80000001 0x00000000 0x7fffffff*2
  //%     - ptr: i32[4]
  //%       out: 0x00000003 0x80000001 0x00000003 0x80000001
  entry @alloca_61(%memory.a: tile<ptr<i32>>, %memory.b: tile<ptr<i32>>, %memory.r: tile<ptr<i32>>, %memory.s: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4], strides = [1] : tensor_view<4xi32, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>, tile<i32> -> tile<4xi32>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [4], strides = [1] : tensor_view<4xi32, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>, tile<i32> -> tile<4xi32>, token
    %m = alloca num_elem = 4, alignment = 16 global : tile<ptr<i32>>
    %n = alloca num_elem = 4, alignment = 64 global : tile<ptr<i32>>
    %offsets = iota : tile<4xi32>
    %p.one = reshape %m : tile<ptr<i32>> -> tile<1xptr<i32>>
    %p.all = broadcast %p.one : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %p = offset %p.all, %offsets : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %q.one = reshape %n : tile<ptr<i32>> -> tile<1xptr<i32>>
    %q.all = broadcast %q.one : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %q = offset %q.all, %offsets : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %k0 = store_ptr_tko weak %p, %a : tile<4xptr<i32>>, tile<4xi32> -> token
    %k1 = store_ptr_tko weak %q, %b : tile<4xptr<i32>>, tile<4xi32> -> token
    %k2 = join_tokens %k0, %k1 : token
    %r, %k3 = load_ptr_tko weak %p token=%k2 : tile<4xptr<i32>> -> tile<4xi32>, token
    %s, %k4 = load_ptr_tko weak %q token=%k2 : tile<4xptr<i32>> -> tile<4xi32>, token
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4], strides = [1] : tensor_view<4xi32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<4xi32>, partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>, tile<i32> -> token
    %memory.s.tensor = make_tensor_view %memory.s, shape = [4], strides = [1] : tensor_view<4xi32, strides=[1]>
    %memory.s.view = make_partition_view %memory.s.tensor : partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>
    %memory.s.stored = store_view_tko weak %s, %memory.s.view[%zero] : tile<4xi32>, partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: alloca_61
  //%   args:
  //%     - ptr: i32[4]
  //%       in: 0x80000001 0x00000000 0x7fffffff*2
  //%     - ptr: i32[4]
  //%       in: 0x00000003 0x80000001 0x00000003 0x80000001
  //%     - ptr: i32[4]
  //%       out: 0x80000001 0x00000000 0x7fffffff*2
  //%     - ptr: i32[4]
  //%       out: 0x00000003 0x80000001 0x00000003 0x80000001
  global @table_i64 <i64: [-2, 100, -7757116681842174235, 9223372036854775807, -390070687246271774, 3, 9223372036854775807, -1]> : tile<8xi64>
  entry @get_global_62(%memory.r: tile<ptr<i64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %g = get_global @table_i64 : tile<ptr<i64>>
    %offsets = iota : tile<8xi32>
    %p.one = reshape %g : tile<ptr<i64>> -> tile<1xptr<i64>>
    %p.all = broadcast %p.one : tile<1xptr<i64>> -> tile<8xptr<i64>>
    %p = offset %p.all, %offsets : tile<8xptr<i64>>, tile<8xi32> -> tile<8xptr<i64>>
    %r, %k = load_ptr_tko weak %p : tile<8xptr<i64>> -> tile<8xi64>, token
    %memory.r.tensor = make_tensor_view %memory.r, shape = [8], strides = [1] : tensor_view<8xi64, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(8), tensor_view<8xi64, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<8xi64>, partition_view<tile=(8), tensor_view<8xi64, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: get_global_62
  //%   args:
  //%     - ptr: i64[8]
  //%       out: 0xfffffffffffffffe 0x0000000000000064 0x94592f7a118a56e5 0x7fffffffffffffff 0xfa9630c6d164bae2 0x0000000000000003 0x7fffffffffffffff 0xffffffffffffffff
  entry @alloca_63(%memory.a: tile<ptr<i64>>, %memory.b: tile<ptr<i64>>, %memory.r: tile<ptr<i64>>, %memory.s: tile<ptr<i64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4], strides = [1] : tensor_view<4xi64, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4), tensor_view<4xi64, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(4), tensor_view<4xi64, strides=[1]>>, tile<i32> -> tile<4xi64>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [4], strides = [1] : tensor_view<4xi64, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(4), tensor_view<4xi64, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(4), tensor_view<4xi64, strides=[1]>>, tile<i32> -> tile<4xi64>, token
    %m = alloca num_elem = 4, alignment = 16 : tile<ptr<i64>>
    %n = alloca num_elem = 4, alignment = 64 : tile<ptr<i64>>
    %offsets = iota : tile<4xi32>
    %p.one = reshape %m : tile<ptr<i64>> -> tile<1xptr<i64>>
    %p.all = broadcast %p.one : tile<1xptr<i64>> -> tile<4xptr<i64>>
    %p = offset %p.all, %offsets : tile<4xptr<i64>>, tile<4xi32> -> tile<4xptr<i64>>
    %q.one = reshape %n : tile<ptr<i64>> -> tile<1xptr<i64>>
    %q.all = broadcast %q.one : tile<1xptr<i64>> -> tile<4xptr<i64>>
    %q = offset %q.all, %offsets : tile<4xptr<i64>>, tile<4xi32> -> tile<4xptr<i64>>
    %k0 = store_ptr_tko weak %p, %a : tile<4xptr<i64>>, tile<4xi64> -> token
    %k1 = store_ptr_tko weak %q, %b : tile<4xptr<i64>>, tile<4xi64> -> token
    %k2 = join_tokens %k0, %k1 : token
    %r, %k3 = load_ptr_tko weak %p token=%k2 : tile<4xptr<i64>> -> tile<4xi64>, token
    %s, %k4 = load_ptr_tko weak %q token=%k2 : tile<4xptr<i64>> -> tile<4xi64>, token
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4], strides = [1] : tensor_view<4xi64, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4), tensor_view<4xi64, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<4xi64>, partition_view<tile=(4), tensor_view<4xi64, strides=[1]>>, tile<i32> -> token
    %memory.s.tensor = make_tensor_view %memory.s, shape = [4], strides = [1] : tensor_view<4xi64, strides=[1]>
    %memory.s.view = make_partition_view %memory.s.tensor : partition_view<tile=(4), tensor_view<4xi64, strides=[1]>>
    %memory.s.stored = store_view_tko weak %s, %memory.s.view[%zero] : tile<4xi64>, partition_view<tile=(4), tensor_view<4xi64, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: alloca_63
  //%   args:
  //%     - ptr: i64[4]
  //%       in: 0x0000000000000000 0x7fffffffffffffff 0xfa9630c6d164bae2 0x0000000000000007
  //%     - ptr: i64[4]
  //%       in: 0x0000000000000003 0x8000000000000000 0x0000000000000003*2
  //%     - ptr: i64[4]
  //%       out: 0x0000000000000000 0x7fffffffffffffff 0xfa9630c6d164bae2 0x0000000000000007
  //%     - ptr: i64[4]
  //%       out: 0x0000000000000003 0x8000000000000000 0x0000000000000003*2
  entry @alloca_64(%memory.a: tile<ptr<i64>>, %memory.b: tile<ptr<i64>>, %memory.r: tile<ptr<i64>>, %memory.s: tile<ptr<i64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4], strides = [1] : tensor_view<4xi64, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4), tensor_view<4xi64, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(4), tensor_view<4xi64, strides=[1]>>, tile<i32> -> tile<4xi64>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [4], strides = [1] : tensor_view<4xi64, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(4), tensor_view<4xi64, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(4), tensor_view<4xi64, strides=[1]>>, tile<i32> -> tile<4xi64>, token
    %m = alloca num_elem = 4, alignment = 16 global : tile<ptr<i64>>
    %n = alloca num_elem = 4, alignment = 64 global : tile<ptr<i64>>
    %offsets = iota : tile<4xi32>
    %p.one = reshape %m : tile<ptr<i64>> -> tile<1xptr<i64>>
    %p.all = broadcast %p.one : tile<1xptr<i64>> -> tile<4xptr<i64>>
    %p = offset %p.all, %offsets : tile<4xptr<i64>>, tile<4xi32> -> tile<4xptr<i64>>
    %q.one = reshape %n : tile<ptr<i64>> -> tile<1xptr<i64>>
    %q.all = broadcast %q.one : tile<1xptr<i64>> -> tile<4xptr<i64>>
    %q = offset %q.all, %offsets : tile<4xptr<i64>>, tile<4xi32> -> tile<4xptr<i64>>
    %k0 = store_ptr_tko weak %p, %a : tile<4xptr<i64>>, tile<4xi64> -> token
    %k1 = store_ptr_tko weak %q, %b : tile<4xptr<i64>>, tile<4xi64> -> token
    %k2 = join_tokens %k0, %k1 : token
    %r, %k3 = load_ptr_tko weak %p token=%k2 : tile<4xptr<i64>> -> tile<4xi64>, token
    %s, %k4 = load_ptr_tko weak %q token=%k2 : tile<4xptr<i64>> -> tile<4xi64>, token
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4], strides = [1] : tensor_view<4xi64, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4), tensor_view<4xi64, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<4xi64>, partition_view<tile=(4), tensor_view<4xi64, strides=[1]>>, tile<i32> -> token
    %memory.s.tensor = make_tensor_view %memory.s, shape = [4], strides = [1] : tensor_view<4xi64, strides=[1]>
    %memory.s.view = make_partition_view %memory.s.tensor : partition_view<tile=(4), tensor_view<4xi64, strides=[1]>>
    %memory.s.stored = store_view_tko weak %s, %memory.s.view[%zero] : tile<4xi64>, partition_view<tile=(4), tensor_view<4xi64, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: alloca_64
  //%   args:
  //%     - ptr: i64[4]
  //%       in: 0x0000000000000000 0x7fffffffffffffff 0xfa9630c6d164bae2 0x0000000000000007
  //%     - ptr: i64[4]
  //%       in: 0x0000000000000003 0x8000000000000000 0x0000000000000003*2
  //%     - ptr: i64[4]
  //%       out: 0x0000000000000000 0x7fffffffffffffff 0xfa9630c6d164bae2 0x0000000000000007
  //%     - ptr: i64[4]
  //%       out: 0x0000000000000003 0x8000000000000000 0x0000000000000003*2
  global @table_f16 <f16: [0x3C01, 0x3DFF, 0x8400, 0x3C01, 0x8400, 0xBBFF, 0x0002, 0x7BFE]> : tile<8xf16>
  entry @get_global_65(%memory.r: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %g = get_global @table_f16 : tile<ptr<f16>>
    %offsets = iota : tile<8xi32>
    %p.one = reshape %g : tile<ptr<f16>> -> tile<1xptr<f16>>
    %p.all = broadcast %p.one : tile<1xptr<f16>> -> tile<8xptr<f16>>
    %p = offset %p.all, %offsets : tile<8xptr<f16>>, tile<8xi32> -> tile<8xptr<f16>>
    %r, %k = load_ptr_tko weak %p : tile<8xptr<f16>> -> tile<8xf16>, token
    %memory.r.tensor = make_tensor_view %memory.r, shape = [8], strides = [1] : tensor_view<8xf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(8), tensor_view<8xf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<8xf16>, partition_view<tile=(8), tensor_view<8xf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: get_global_65
  //%   args:
  //%     - ptr: f16[8]
  //%       out: 0x3c01 0x3dff 0x8400 0x3c01 0x8400 0xbbff 0x0002 0x7bfe
  entry @alloca_66(%memory.a: tile<ptr<f16>>, %memory.b: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>, %memory.s: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4], strides = [1] : tensor_view<4xf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4), tensor_view<4xf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(4), tensor_view<4xf16, strides=[1]>>, tile<i32> -> tile<4xf16>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [4], strides = [1] : tensor_view<4xf16, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(4), tensor_view<4xf16, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(4), tensor_view<4xf16, strides=[1]>>, tile<i32> -> tile<4xf16>, token
    %m = alloca num_elem = 4, alignment = 16 : tile<ptr<f16>>
    %n = alloca num_elem = 4, alignment = 64 : tile<ptr<f16>>
    %offsets = iota : tile<4xi32>
    %p.one = reshape %m : tile<ptr<f16>> -> tile<1xptr<f16>>
    %p.all = broadcast %p.one : tile<1xptr<f16>> -> tile<4xptr<f16>>
    %p = offset %p.all, %offsets : tile<4xptr<f16>>, tile<4xi32> -> tile<4xptr<f16>>
    %q.one = reshape %n : tile<ptr<f16>> -> tile<1xptr<f16>>
    %q.all = broadcast %q.one : tile<1xptr<f16>> -> tile<4xptr<f16>>
    %q = offset %q.all, %offsets : tile<4xptr<f16>>, tile<4xi32> -> tile<4xptr<f16>>
    %k0 = store_ptr_tko weak %p, %a : tile<4xptr<f16>>, tile<4xf16> -> token
    %k1 = store_ptr_tko weak %q, %b : tile<4xptr<f16>>, tile<4xf16> -> token
    %k2 = join_tokens %k0, %k1 : token
    %r, %k3 = load_ptr_tko weak %p token=%k2 : tile<4xptr<f16>> -> tile<4xf16>, token
    %s, %k4 = load_ptr_tko weak %q token=%k2 : tile<4xptr<f16>> -> tile<4xf16>, token
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4], strides = [1] : tensor_view<4xf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4), tensor_view<4xf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<4xf16>, partition_view<tile=(4), tensor_view<4xf16, strides=[1]>>, tile<i32> -> token
    %memory.s.tensor = make_tensor_view %memory.s, shape = [4], strides = [1] : tensor_view<4xf16, strides=[1]>
    %memory.s.view = make_partition_view %memory.s.tensor : partition_view<tile=(4), tensor_view<4xf16, strides=[1]>>
    %memory.s.stored = store_view_tko weak %s, %memory.s.view[%zero] : tile<4xf16>, partition_view<tile=(4), tensor_view<4xf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: alloca_66
  //%   args:
  //%     - ptr: f16[4]
  //%       in: 0x3c01 0xf404 0x3c01 0xfc00
  //%     - ptr: f16[4]
  //%       in: 0x3bff 0x7e00 0x77ff 0x0000
  //%     - ptr: f16[4]
  //%       out: 0x3c01 0xf404 0x3c01 0xfc00
  //%     - ptr: f16[4]
  //%       out: 0x3bff 0x7e00 0x77ff 0x0000
  entry @alloca_67(%memory.a: tile<ptr<f16>>, %memory.b: tile<ptr<f16>>, %memory.r: tile<ptr<f16>>, %memory.s: tile<ptr<f16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4], strides = [1] : tensor_view<4xf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4), tensor_view<4xf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(4), tensor_view<4xf16, strides=[1]>>, tile<i32> -> tile<4xf16>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [4], strides = [1] : tensor_view<4xf16, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(4), tensor_view<4xf16, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(4), tensor_view<4xf16, strides=[1]>>, tile<i32> -> tile<4xf16>, token
    %m = alloca num_elem = 4, alignment = 16 global : tile<ptr<f16>>
    %n = alloca num_elem = 4, alignment = 64 global : tile<ptr<f16>>
    %offsets = iota : tile<4xi32>
    %p.one = reshape %m : tile<ptr<f16>> -> tile<1xptr<f16>>
    %p.all = broadcast %p.one : tile<1xptr<f16>> -> tile<4xptr<f16>>
    %p = offset %p.all, %offsets : tile<4xptr<f16>>, tile<4xi32> -> tile<4xptr<f16>>
    %q.one = reshape %n : tile<ptr<f16>> -> tile<1xptr<f16>>
    %q.all = broadcast %q.one : tile<1xptr<f16>> -> tile<4xptr<f16>>
    %q = offset %q.all, %offsets : tile<4xptr<f16>>, tile<4xi32> -> tile<4xptr<f16>>
    %k0 = store_ptr_tko weak %p, %a : tile<4xptr<f16>>, tile<4xf16> -> token
    %k1 = store_ptr_tko weak %q, %b : tile<4xptr<f16>>, tile<4xf16> -> token
    %k2 = join_tokens %k0, %k1 : token
    %r, %k3 = load_ptr_tko weak %p token=%k2 : tile<4xptr<f16>> -> tile<4xf16>, token
    %s, %k4 = load_ptr_tko weak %q token=%k2 : tile<4xptr<f16>> -> tile<4xf16>, token
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4], strides = [1] : tensor_view<4xf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4), tensor_view<4xf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<4xf16>, partition_view<tile=(4), tensor_view<4xf16, strides=[1]>>, tile<i32> -> token
    %memory.s.tensor = make_tensor_view %memory.s, shape = [4], strides = [1] : tensor_view<4xf16, strides=[1]>
    %memory.s.view = make_partition_view %memory.s.tensor : partition_view<tile=(4), tensor_view<4xf16, strides=[1]>>
    %memory.s.stored = store_view_tko weak %s, %memory.s.view[%zero] : tile<4xf16>, partition_view<tile=(4), tensor_view<4xf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: alloca_67
  //%   args:
  //%     - ptr: f16[4]
  //%       in: 0x3c01 0xf404 0x3c01 0xfc00
  //%     - ptr: f16[4]
  //%       in: 0x3bff 0x7e00 0x77ff 0x0000
  //%     - ptr: f16[4]
  //%       out: 0x3c01 0xf404 0x3c01 0xfc00
  //%     - ptr: f16[4]
  //%       out: 0x3bff 0x7e00 0x77ff 0x0000
  global @table_bf16 <bf16: [0x3FC0, 0x0002, 0x407F, 0xD6F5, 0x8001, 0x5055, 0x7FC0, 0x0001]> : tile<8xbf16>
  entry @get_global_68(%memory.r: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %g = get_global @table_bf16 : tile<ptr<bf16>>
    %offsets = iota : tile<8xi32>
    %p.one = reshape %g : tile<ptr<bf16>> -> tile<1xptr<bf16>>
    %p.all = broadcast %p.one : tile<1xptr<bf16>> -> tile<8xptr<bf16>>
    %p = offset %p.all, %offsets : tile<8xptr<bf16>>, tile<8xi32> -> tile<8xptr<bf16>>
    %r, %k = load_ptr_tko weak %p : tile<8xptr<bf16>> -> tile<8xbf16>, token
    %memory.r.tensor = make_tensor_view %memory.r, shape = [8], strides = [1] : tensor_view<8xbf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(8), tensor_view<8xbf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<8xbf16>, partition_view<tile=(8), tensor_view<8xbf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: get_global_68
  //%   args:
  //%     - ptr: bf16[8]
  //%       out: 0x3fc0 0x0002 0x407f 0xd6f5 0x8001 0x5055 0x7fc0 0x0001
  entry @alloca_69(%memory.a: tile<ptr<bf16>>, %memory.b: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>, %memory.s: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4], strides = [1] : tensor_view<4xbf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4), tensor_view<4xbf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(4), tensor_view<4xbf16, strides=[1]>>, tile<i32> -> tile<4xbf16>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [4], strides = [1] : tensor_view<4xbf16, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(4), tensor_view<4xbf16, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(4), tensor_view<4xbf16, strides=[1]>>, tile<i32> -> tile<4xbf16>, token
    %m = alloca num_elem = 4, alignment = 16 : tile<ptr<bf16>>
    %n = alloca num_elem = 4, alignment = 64 : tile<ptr<bf16>>
    %offsets = iota : tile<4xi32>
    %p.one = reshape %m : tile<ptr<bf16>> -> tile<1xptr<bf16>>
    %p.all = broadcast %p.one : tile<1xptr<bf16>> -> tile<4xptr<bf16>>
    %p = offset %p.all, %offsets : tile<4xptr<bf16>>, tile<4xi32> -> tile<4xptr<bf16>>
    %q.one = reshape %n : tile<ptr<bf16>> -> tile<1xptr<bf16>>
    %q.all = broadcast %q.one : tile<1xptr<bf16>> -> tile<4xptr<bf16>>
    %q = offset %q.all, %offsets : tile<4xptr<bf16>>, tile<4xi32> -> tile<4xptr<bf16>>
    %k0 = store_ptr_tko weak %p, %a : tile<4xptr<bf16>>, tile<4xbf16> -> token
    %k1 = store_ptr_tko weak %q, %b : tile<4xptr<bf16>>, tile<4xbf16> -> token
    %k2 = join_tokens %k0, %k1 : token
    %r, %k3 = load_ptr_tko weak %p token=%k2 : tile<4xptr<bf16>> -> tile<4xbf16>, token
    %s, %k4 = load_ptr_tko weak %q token=%k2 : tile<4xptr<bf16>> -> tile<4xbf16>, token
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4], strides = [1] : tensor_view<4xbf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4), tensor_view<4xbf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<4xbf16>, partition_view<tile=(4), tensor_view<4xbf16, strides=[1]>>, tile<i32> -> token
    %memory.s.tensor = make_tensor_view %memory.s, shape = [4], strides = [1] : tensor_view<4xbf16, strides=[1]>
    %memory.s.view = make_partition_view %memory.s.tensor : partition_view<tile=(4), tensor_view<4xbf16, strides=[1]>>
    %memory.s.stored = store_view_tko weak %s, %memory.s.view[%zero] : tile<4xbf16>, partition_view<tile=(4), tensor_view<4xbf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: alloca_69
  //%   args:
  //%     - ptr: bf16[4]
  //%       in: 0xfeff 0x8081 0xffc0 0x407f
  //%     - ptr: bf16[4]
  //%       in: 0x8002 0x0001 0x007f 0x8081
  //%     - ptr: bf16[4]
  //%       out: 0xfeff 0x8081 0xffc0 0x407f
  //%     - ptr: bf16[4]
  //%       out: 0x8002 0x0001 0x007f 0x8081
  entry @alloca_70(%memory.a: tile<ptr<bf16>>, %memory.b: tile<ptr<bf16>>, %memory.r: tile<ptr<bf16>>, %memory.s: tile<ptr<bf16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4], strides = [1] : tensor_view<4xbf16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4), tensor_view<4xbf16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(4), tensor_view<4xbf16, strides=[1]>>, tile<i32> -> tile<4xbf16>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [4], strides = [1] : tensor_view<4xbf16, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(4), tensor_view<4xbf16, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(4), tensor_view<4xbf16, strides=[1]>>, tile<i32> -> tile<4xbf16>, token
    %m = alloca num_elem = 4, alignment = 16 global : tile<ptr<bf16>>
    %n = alloca num_elem = 4, alignment = 64 global : tile<ptr<bf16>>
    %offsets = iota : tile<4xi32>
    %p.one = reshape %m : tile<ptr<bf16>> -> tile<1xptr<bf16>>
    %p.all = broadcast %p.one : tile<1xptr<bf16>> -> tile<4xptr<bf16>>
    %p = offset %p.all, %offsets : tile<4xptr<bf16>>, tile<4xi32> -> tile<4xptr<bf16>>
    %q.one = reshape %n : tile<ptr<bf16>> -> tile<1xptr<bf16>>
    %q.all = broadcast %q.one : tile<1xptr<bf16>> -> tile<4xptr<bf16>>
    %q = offset %q.all, %offsets : tile<4xptr<bf16>>, tile<4xi32> -> tile<4xptr<bf16>>
    %k0 = store_ptr_tko weak %p, %a : tile<4xptr<bf16>>, tile<4xbf16> -> token
    %k1 = store_ptr_tko weak %q, %b : tile<4xptr<bf16>>, tile<4xbf16> -> token
    %k2 = join_tokens %k0, %k1 : token
    %r, %k3 = load_ptr_tko weak %p token=%k2 : tile<4xptr<bf16>> -> tile<4xbf16>, token
    %s, %k4 = load_ptr_tko weak %q token=%k2 : tile<4xptr<bf16>> -> tile<4xbf16>, token
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4], strides = [1] : tensor_view<4xbf16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4), tensor_view<4xbf16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<4xbf16>, partition_view<tile=(4), tensor_view<4xbf16, strides=[1]>>, tile<i32> -> token
    %memory.s.tensor = make_tensor_view %memory.s, shape = [4], strides = [1] : tensor_view<4xbf16, strides=[1]>
    %memory.s.view = make_partition_view %memory.s.tensor : partition_view<tile=(4), tensor_view<4xbf16, strides=[1]>>
    %memory.s.stored = store_view_tko weak %s, %memory.s.view[%zero] : tile<4xbf16>, partition_view<tile=(4), tensor_view<4xbf16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: alloca_70
  //%   args:
  //%     - ptr: bf16[4]
  //%       in: 0xfeff 0x8081 0xffc0 0x407f
  //%     - ptr: bf16[4]
  //%       in: 0x8002 0x0001 0x007f 0x8081
  //%     - ptr: bf16[4]
  //%       out: 0xfeff 0x8081 0xffc0 0x407f
  //%     - ptr: bf16[4]
  //%       out: 0x8002 0x0001 0x007f 0x8081
  global @table_f32 <f32: [0xBF7FFFFF, 0xFF7FFFFE, 0x80000001, 0xC07FFFFF, 0x9F573617, 0x00800000, 0x7F7FFFFF, 0x007FFFFF]> : tile<8xf32>
  entry @get_global_71(%memory.r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %g = get_global @table_f32 : tile<ptr<f32>>
    %offsets = iota : tile<8xi32>
    %p.one = reshape %g : tile<ptr<f32>> -> tile<1xptr<f32>>
    %p.all = broadcast %p.one : tile<1xptr<f32>> -> tile<8xptr<f32>>
    %p = offset %p.all, %offsets : tile<8xptr<f32>>, tile<8xi32> -> tile<8xptr<f32>>
    %r, %k = load_ptr_tko weak %p : tile<8xptr<f32>> -> tile<8xf32>, token
    %memory.r.tensor = make_tensor_view %memory.r, shape = [8], strides = [1] : tensor_view<8xf32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(8), tensor_view<8xf32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<8xf32>, partition_view<tile=(8), tensor_view<8xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: get_global_71
  //%   args:
  //%     - ptr: f32[8]
  //%       out: 0xbf7fffff 0xff7ffffe 0x80000001 0xc07fffff 0x9f573617 0x00800000 0x7f7fffff 0x007fffff
  entry @alloca_72(%memory.a: tile<ptr<f32>>, %memory.b: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>, %memory.s: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4], strides = [1] : tensor_view<4xf32, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>, tile<i32> -> tile<4xf32>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [4], strides = [1] : tensor_view<4xf32, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>, tile<i32> -> tile<4xf32>, token
    %m = alloca num_elem = 4, alignment = 16 : tile<ptr<f32>>
    %n = alloca num_elem = 4, alignment = 64 : tile<ptr<f32>>
    %offsets = iota : tile<4xi32>
    %p.one = reshape %m : tile<ptr<f32>> -> tile<1xptr<f32>>
    %p.all = broadcast %p.one : tile<1xptr<f32>> -> tile<4xptr<f32>>
    %p = offset %p.all, %offsets : tile<4xptr<f32>>, tile<4xi32> -> tile<4xptr<f32>>
    %q.one = reshape %n : tile<ptr<f32>> -> tile<1xptr<f32>>
    %q.all = broadcast %q.one : tile<1xptr<f32>> -> tile<4xptr<f32>>
    %q = offset %q.all, %offsets : tile<4xptr<f32>>, tile<4xi32> -> tile<4xptr<f32>>
    %k0 = store_ptr_tko weak %p, %a : tile<4xptr<f32>>, tile<4xf32> -> token
    %k1 = store_ptr_tko weak %q, %b : tile<4xptr<f32>>, tile<4xf32> -> token
    %k2 = join_tokens %k0, %k1 : token
    %r, %k3 = load_ptr_tko weak %p token=%k2 : tile<4xptr<f32>> -> tile<4xf32>, token
    %s, %k4 = load_ptr_tko weak %q token=%k2 : tile<4xptr<f32>> -> tile<4xf32>, token
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4], strides = [1] : tensor_view<4xf32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<4xf32>, partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>, tile<i32> -> token
    %memory.s.tensor = make_tensor_view %memory.s, shape = [4], strides = [1] : tensor_view<4xf32, strides=[1]>
    %memory.s.view = make_partition_view %memory.s.tensor : partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>
    %memory.s.stored = store_view_tko weak %s, %memory.s.view[%zero] : tile<4xf32>, partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: alloca_72
  //%   args:
  //%     - ptr: f32[4]
  //%       in: 0x3fbfffff 0xe8f2b785 0x3fc00000 0x40000000
  //%     - ptr: f32[4]
  //%       in: 0x7f7ffffe 0x40000000 0x80800001 0xe8f2b785
  //%     - ptr: f32[4]
  //%       out: 0x3fbfffff 0xe8f2b785 0x3fc00000 0x40000000
  //%     - ptr: f32[4]
  //%       out: 0x7f7ffffe 0x40000000 0x80800001 0xe8f2b785
  entry @alloca_73(%memory.a: tile<ptr<f32>>, %memory.b: tile<ptr<f32>>, %memory.r: tile<ptr<f32>>, %memory.s: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4], strides = [1] : tensor_view<4xf32, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>, tile<i32> -> tile<4xf32>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [4], strides = [1] : tensor_view<4xf32, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>, tile<i32> -> tile<4xf32>, token
    %m = alloca num_elem = 4, alignment = 16 global : tile<ptr<f32>>
    %n = alloca num_elem = 4, alignment = 64 global : tile<ptr<f32>>
    %offsets = iota : tile<4xi32>
    %p.one = reshape %m : tile<ptr<f32>> -> tile<1xptr<f32>>
    %p.all = broadcast %p.one : tile<1xptr<f32>> -> tile<4xptr<f32>>
    %p = offset %p.all, %offsets : tile<4xptr<f32>>, tile<4xi32> -> tile<4xptr<f32>>
    %q.one = reshape %n : tile<ptr<f32>> -> tile<1xptr<f32>>
    %q.all = broadcast %q.one : tile<1xptr<f32>> -> tile<4xptr<f32>>
    %q = offset %q.all, %offsets : tile<4xptr<f32>>, tile<4xi32> -> tile<4xptr<f32>>
    %k0 = store_ptr_tko weak %p, %a : tile<4xptr<f32>>, tile<4xf32> -> token
    %k1 = store_ptr_tko weak %q, %b : tile<4xptr<f32>>, tile<4xf32> -> token
    %k2 = join_tokens %k0, %k1 : token
    %r, %k3 = load_ptr_tko weak %p token=%k2 : tile<4xptr<f32>> -> tile<4xf32>, token
    %s, %k4 = load_ptr_tko weak %q token=%k2 : tile<4xptr<f32>> -> tile<4xf32>, token
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4], strides = [1] : tensor_view<4xf32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<4xf32>, partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>, tile<i32> -> token
    %memory.s.tensor = make_tensor_view %memory.s, shape = [4], strides = [1] : tensor_view<4xf32, strides=[1]>
    %memory.s.view = make_partition_view %memory.s.tensor : partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>
    %memory.s.stored = store_view_tko weak %s, %memory.s.view[%zero] : tile<4xf32>, partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: alloca_73
  //%   args:
  //%     - ptr: f32[4]
  //%       in: 0x3fbfffff 0xe8f2b785 0x3fc00000 0x40000000
  //%     - ptr: f32[4]
  //%       in: 0x7f7ffffe 0x40000000 0x80800001 0xe8f2b785
  //%     - ptr: f32[4]
  //%       out: 0x3fbfffff 0xe8f2b785 0x3fc00000 0x40000000
  //%     - ptr: f32[4]
  //%       out: 0x7f7ffffe 0x40000000 0x80800001 0xe8f2b785
  global @table_f64 <f64: [0x79FCFA1A0A160E04, 0x800FFFFFFFFFFFFF, 0x8000000000000000, 0x0000000000000001, 0x2B29B2B0F1F91F40, 0xE5829C36BBC0E154, 0x8010000000000001, 0x7FF8000000000000]> : tile<8xf64>
  entry @get_global_74(%memory.r: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %g = get_global @table_f64 : tile<ptr<f64>>
    %offsets = iota : tile<8xi32>
    %p.one = reshape %g : tile<ptr<f64>> -> tile<1xptr<f64>>
    %p.all = broadcast %p.one : tile<1xptr<f64>> -> tile<8xptr<f64>>
    %p = offset %p.all, %offsets : tile<8xptr<f64>>, tile<8xi32> -> tile<8xptr<f64>>
    %r, %k = load_ptr_tko weak %p : tile<8xptr<f64>> -> tile<8xf64>, token
    %memory.r.tensor = make_tensor_view %memory.r, shape = [8], strides = [1] : tensor_view<8xf64, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(8), tensor_view<8xf64, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<8xf64>, partition_view<tile=(8), tensor_view<8xf64, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: get_global_74
  //%   args:
  //%     - ptr: f64[8]
  //%       out: 0x79fcfa1a0a160e04 0x800fffffffffffff 0x8000000000000000 0x0000000000000001 0x2b29b2b0f1f91f40 0xe5829c36bbc0e154 0x8010000000000001 0x7ff8000000000000
  entry @alloca_75(%memory.a: tile<ptr<f64>>, %memory.b: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>, %memory.s: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4], strides = [1] : tensor_view<4xf64, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4), tensor_view<4xf64, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(4), tensor_view<4xf64, strides=[1]>>, tile<i32> -> tile<4xf64>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [4], strides = [1] : tensor_view<4xf64, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(4), tensor_view<4xf64, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(4), tensor_view<4xf64, strides=[1]>>, tile<i32> -> tile<4xf64>, token
    %m = alloca num_elem = 4, alignment = 16 : tile<ptr<f64>>
    %n = alloca num_elem = 4, alignment = 64 : tile<ptr<f64>>
    %offsets = iota : tile<4xi32>
    %p.one = reshape %m : tile<ptr<f64>> -> tile<1xptr<f64>>
    %p.all = broadcast %p.one : tile<1xptr<f64>> -> tile<4xptr<f64>>
    %p = offset %p.all, %offsets : tile<4xptr<f64>>, tile<4xi32> -> tile<4xptr<f64>>
    %q.one = reshape %n : tile<ptr<f64>> -> tile<1xptr<f64>>
    %q.all = broadcast %q.one : tile<1xptr<f64>> -> tile<4xptr<f64>>
    %q = offset %q.all, %offsets : tile<4xptr<f64>>, tile<4xi32> -> tile<4xptr<f64>>
    %k0 = store_ptr_tko weak %p, %a : tile<4xptr<f64>>, tile<4xf64> -> token
    %k1 = store_ptr_tko weak %q, %b : tile<4xptr<f64>>, tile<4xf64> -> token
    %k2 = join_tokens %k0, %k1 : token
    %r, %k3 = load_ptr_tko weak %p token=%k2 : tile<4xptr<f64>> -> tile<4xf64>, token
    %s, %k4 = load_ptr_tko weak %q token=%k2 : tile<4xptr<f64>> -> tile<4xf64>, token
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4], strides = [1] : tensor_view<4xf64, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4), tensor_view<4xf64, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<4xf64>, partition_view<tile=(4), tensor_view<4xf64, strides=[1]>>, tile<i32> -> token
    %memory.s.tensor = make_tensor_view %memory.s, shape = [4], strides = [1] : tensor_view<4xf64, strides=[1]>
    %memory.s.view = make_partition_view %memory.s.tensor : partition_view<tile=(4), tensor_view<4xf64, strides=[1]>>
    %memory.s.stored = store_view_tko weak %s, %memory.s.view[%zero] : tile<4xf64>, partition_view<tile=(4), tensor_view<4xf64, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: alloca_75
  //%   args:
  //%     - ptr: f64[4]
  //%       in: 0x727008111000def1 0x0010000000000000 0x3ff7ffffffffffff 0xc330000000000000
  //%     - ptr: f64[4]
  //%       in: 0x8000000000000000 0x727008111000def1 0x2b29b2b0f1f91f40 0x0000000000000000
  //%     - ptr: f64[4]
  //%       out: 0x727008111000def1 0x0010000000000000 0x3ff7ffffffffffff 0xc330000000000000
  //%     - ptr: f64[4]
  //%       out: 0x8000000000000000 0x727008111000def1 0x2b29b2b0f1f91f40 0x0000000000000000
  entry @alloca_76(%memory.a: tile<ptr<f64>>, %memory.b: tile<ptr<f64>>, %memory.r: tile<ptr<f64>>, %memory.s: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4], strides = [1] : tensor_view<4xf64, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4), tensor_view<4xf64, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(4), tensor_view<4xf64, strides=[1]>>, tile<i32> -> tile<4xf64>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [4], strides = [1] : tensor_view<4xf64, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(4), tensor_view<4xf64, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(4), tensor_view<4xf64, strides=[1]>>, tile<i32> -> tile<4xf64>, token
    %m = alloca num_elem = 4, alignment = 16 global : tile<ptr<f64>>
    %n = alloca num_elem = 4, alignment = 64 global : tile<ptr<f64>>
    %offsets = iota : tile<4xi32>
    %p.one = reshape %m : tile<ptr<f64>> -> tile<1xptr<f64>>
    %p.all = broadcast %p.one : tile<1xptr<f64>> -> tile<4xptr<f64>>
    %p = offset %p.all, %offsets : tile<4xptr<f64>>, tile<4xi32> -> tile<4xptr<f64>>
    %q.one = reshape %n : tile<ptr<f64>> -> tile<1xptr<f64>>
    %q.all = broadcast %q.one : tile<1xptr<f64>> -> tile<4xptr<f64>>
    %q = offset %q.all, %offsets : tile<4xptr<f64>>, tile<4xi32> -> tile<4xptr<f64>>
    %k0 = store_ptr_tko weak %p, %a : tile<4xptr<f64>>, tile<4xf64> -> token
    %k1 = store_ptr_tko weak %q, %b : tile<4xptr<f64>>, tile<4xf64> -> token
    %k2 = join_tokens %k0, %k1 : token
    %r, %k3 = load_ptr_tko weak %p token=%k2 : tile<4xptr<f64>> -> tile<4xf64>, token
    %s, %k4 = load_ptr_tko weak %q token=%k2 : tile<4xptr<f64>> -> tile<4xf64>, token
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4], strides = [1] : tensor_view<4xf64, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4), tensor_view<4xf64, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<4xf64>, partition_view<tile=(4), tensor_view<4xf64, strides=[1]>>, tile<i32> -> token
    %memory.s.tensor = make_tensor_view %memory.s, shape = [4], strides = [1] : tensor_view<4xf64, strides=[1]>
    %memory.s.view = make_partition_view %memory.s.tensor : partition_view<tile=(4), tensor_view<4xf64, strides=[1]>>
    %memory.s.stored = store_view_tko weak %s, %memory.s.view[%zero] : tile<4xf64>, partition_view<tile=(4), tensor_view<4xf64, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: alloca_76
  //%   args:
  //%     - ptr: f64[4]
  //%       in: 0x727008111000def1 0x0010000000000000 0x3ff7ffffffffffff 0xc330000000000000
  //%     - ptr: f64[4]
  //%       in: 0x8000000000000000 0x727008111000def1 0x2b29b2b0f1f91f40 0x0000000000000000
  //%     - ptr: f64[4]
  //%       out: 0x727008111000def1 0x0010000000000000 0x3ff7ffffffffffff 0xc330000000000000
  //%     - ptr: f64[4]
  //%       out: 0x8000000000000000 0x727008111000def1 0x2b29b2b0f1f91f40 0x0000000000000000
  global @table_tf32 <tf32: [0x401E5, 0x3FC00, 0x1FE00, 0x3F7FF, 0x7FBFF, 0x603FF, 0x091AF, 0x5FBFF]> : tile<8xtf32>
  entry @get_global_77(%memory.r: tile<ptr<tf32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %g = get_global @table_tf32 : tile<ptr<tf32>>
    %offsets = iota : tile<8xi32>
    %p.one = reshape %g : tile<ptr<tf32>> -> tile<1xptr<tf32>>
    %p.all = broadcast %p.one : tile<1xptr<tf32>> -> tile<8xptr<tf32>>
    %p = offset %p.all, %offsets : tile<8xptr<tf32>>, tile<8xi32> -> tile<8xptr<tf32>>
    %r, %k = load_ptr_tko weak %p : tile<8xptr<tf32>> -> tile<8xtf32>, token
    %memory.r.tensor = make_tensor_view %memory.r, shape = [8], strides = [1] : tensor_view<8xtf32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(8), tensor_view<8xtf32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<8xtf32>, partition_view<tile=(8), tensor_view<8xtf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: get_global_77
  //%   args:
  //%     - ptr: tf32[8]
  //%       out: 0x803ca000 0x7f800000 0x3fc00000 0x7effe000 0xff7fe000 0xc07fe000 0x1235e000 0xbf7fe000
  entry @alloca_78(%memory.a: tile<ptr<tf32>>, %memory.b: tile<ptr<tf32>>, %memory.r: tile<ptr<tf32>>, %memory.s: tile<ptr<tf32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4], strides = [1] : tensor_view<4xtf32, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4), tensor_view<4xtf32, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(4), tensor_view<4xtf32, strides=[1]>>, tile<i32> -> tile<4xtf32>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [4], strides = [1] : tensor_view<4xtf32, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(4), tensor_view<4xtf32, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(4), tensor_view<4xtf32, strides=[1]>>, tile<i32> -> tile<4xtf32>, token
    %m = alloca num_elem = 4, alignment = 16 : tile<ptr<tf32>>
    %n = alloca num_elem = 4, alignment = 64 : tile<ptr<tf32>>
    %offsets = iota : tile<4xi32>
    %p.one = reshape %m : tile<ptr<tf32>> -> tile<1xptr<tf32>>
    %p.all = broadcast %p.one : tile<1xptr<tf32>> -> tile<4xptr<tf32>>
    %p = offset %p.all, %offsets : tile<4xptr<tf32>>, tile<4xi32> -> tile<4xptr<tf32>>
    %q.one = reshape %n : tile<ptr<tf32>> -> tile<1xptr<tf32>>
    %q.all = broadcast %q.one : tile<1xptr<tf32>> -> tile<4xptr<tf32>>
    %q = offset %q.all, %offsets : tile<4xptr<tf32>>, tile<4xi32> -> tile<4xptr<tf32>>
    %k0 = store_ptr_tko weak %p, %a : tile<4xptr<tf32>>, tile<4xtf32> -> token
    %k1 = store_ptr_tko weak %q, %b : tile<4xptr<tf32>>, tile<4xtf32> -> token
    %k2 = join_tokens %k0, %k1 : token
    %r, %k3 = load_ptr_tko weak %p token=%k2 : tile<4xptr<tf32>> -> tile<4xtf32>, token
    %s, %k4 = load_ptr_tko weak %q token=%k2 : tile<4xptr<tf32>> -> tile<4xtf32>, token
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4], strides = [1] : tensor_view<4xtf32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4), tensor_view<4xtf32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<4xtf32>, partition_view<tile=(4), tensor_view<4xtf32, strides=[1]>>, tile<i32> -> token
    %memory.s.tensor = make_tensor_view %memory.s, shape = [4], strides = [1] : tensor_view<4xtf32, strides=[1]>
    %memory.s.view = make_partition_view %memory.s.tensor : partition_view<tile=(4), tensor_view<4xtf32, strides=[1]>>
    %memory.s.stored = store_view_tko weak %s, %memory.s.view[%zero] : tile<4xtf32>, partition_view<tile=(4), tensor_view<4xtf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: alloca_78
  //%   args:
  //%     - ptr: tf32[4]
  //%       in: 0x1bbf2000 0x40000000 0x7f7fc000 0x80800000
  //%     - ptr: tf32[4]
  //%       in: 0xf284a000 0xc4800000 0xbf7fe000 0x00004000
  //%     - ptr: tf32[4]
  //%       out: 0x1bbf2000 0x40000000 0x7f7fc000 0x80800000
  //%     - ptr: tf32[4]
  //%       out: 0xf284a000 0xc4800000 0xbf7fe000 0x00004000
  entry @alloca_79(%memory.a: tile<ptr<tf32>>, %memory.b: tile<ptr<tf32>>, %memory.r: tile<ptr<tf32>>, %memory.s: tile<ptr<tf32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4], strides = [1] : tensor_view<4xtf32, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4), tensor_view<4xtf32, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(4), tensor_view<4xtf32, strides=[1]>>, tile<i32> -> tile<4xtf32>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [4], strides = [1] : tensor_view<4xtf32, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(4), tensor_view<4xtf32, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(4), tensor_view<4xtf32, strides=[1]>>, tile<i32> -> tile<4xtf32>, token
    %m = alloca num_elem = 4, alignment = 16 global : tile<ptr<tf32>>
    %n = alloca num_elem = 4, alignment = 64 global : tile<ptr<tf32>>
    %offsets = iota : tile<4xi32>
    %p.one = reshape %m : tile<ptr<tf32>> -> tile<1xptr<tf32>>
    %p.all = broadcast %p.one : tile<1xptr<tf32>> -> tile<4xptr<tf32>>
    %p = offset %p.all, %offsets : tile<4xptr<tf32>>, tile<4xi32> -> tile<4xptr<tf32>>
    %q.one = reshape %n : tile<ptr<tf32>> -> tile<1xptr<tf32>>
    %q.all = broadcast %q.one : tile<1xptr<tf32>> -> tile<4xptr<tf32>>
    %q = offset %q.all, %offsets : tile<4xptr<tf32>>, tile<4xi32> -> tile<4xptr<tf32>>
    %k0 = store_ptr_tko weak %p, %a : tile<4xptr<tf32>>, tile<4xtf32> -> token
    %k1 = store_ptr_tko weak %q, %b : tile<4xptr<tf32>>, tile<4xtf32> -> token
    %k2 = join_tokens %k0, %k1 : token
    %r, %k3 = load_ptr_tko weak %p token=%k2 : tile<4xptr<tf32>> -> tile<4xtf32>, token
    %s, %k4 = load_ptr_tko weak %q token=%k2 : tile<4xptr<tf32>> -> tile<4xtf32>, token
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4], strides = [1] : tensor_view<4xtf32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4), tensor_view<4xtf32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<4xtf32>, partition_view<tile=(4), tensor_view<4xtf32, strides=[1]>>, tile<i32> -> token
    %memory.s.tensor = make_tensor_view %memory.s, shape = [4], strides = [1] : tensor_view<4xtf32, strides=[1]>
    %memory.s.view = make_partition_view %memory.s.tensor : partition_view<tile=(4), tensor_view<4xtf32, strides=[1]>>
    %memory.s.stored = store_view_tko weak %s, %memory.s.view[%zero] : tile<4xtf32>, partition_view<tile=(4), tensor_view<4xtf32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: alloca_79
  //%   args:
  //%     - ptr: tf32[4]
  //%       in: 0x1bbf2000 0x40000000 0x7f7fc000 0x80800000
  //%     - ptr: tf32[4]
  //%       in: 0xf284a000 0xc4800000 0xbf7fe000 0x00004000
  //%     - ptr: tf32[4]
  //%       out: 0x1bbf2000 0x40000000 0x7f7fc000 0x80800000
  //%     - ptr: tf32[4]
  //%       out: 0xf284a000 0xc4800000 0xbf7fe000 0x00004000
  global @table_f8E4M3FN <f8E4M3FN: [0xC7, 0xFD, 0x82, 0x3F, 0xFF, 0xF5, 0x37, 0x9D]> : tile<8xf8E4M3FN>
  entry @get_global_80(%memory.r: tile<ptr<f8E4M3FN>>) {
    %zero = constant <i32: 0> : tile<i32>
    %g = get_global @table_f8E4M3FN : tile<ptr<f8E4M3FN>>
    %offsets = iota : tile<8xi32>
    %p.one = reshape %g : tile<ptr<f8E4M3FN>> -> tile<1xptr<f8E4M3FN>>
    %p.all = broadcast %p.one : tile<1xptr<f8E4M3FN>> -> tile<8xptr<f8E4M3FN>>
    %p = offset %p.all, %offsets : tile<8xptr<f8E4M3FN>>, tile<8xi32> -> tile<8xptr<f8E4M3FN>>
    %r, %k = load_ptr_tko weak %p : tile<8xptr<f8E4M3FN>> -> tile<8xf8E4M3FN>, token
    %memory.r.tensor = make_tensor_view %memory.r, shape = [8], strides = [1] : tensor_view<8xf8E4M3FN, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(8), tensor_view<8xf8E4M3FN, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<8xf8E4M3FN>, partition_view<tile=(8), tensor_view<8xf8E4M3FN, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: get_global_80
  //%   args:
  //%     - ptr: f8E4M3FN[8]
  //%       out: 0xc7 0xfd 0x82 0x3f 0xff 0xf5 0x37 0x9d
  entry @alloca_81(%memory.a: tile<ptr<f8E4M3FN>>, %memory.b: tile<ptr<f8E4M3FN>>, %memory.r: tile<ptr<f8E4M3FN>>, %memory.s: tile<ptr<f8E4M3FN>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4], strides = [1] : tensor_view<4xf8E4M3FN, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4), tensor_view<4xf8E4M3FN, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(4), tensor_view<4xf8E4M3FN, strides=[1]>>, tile<i32> -> tile<4xf8E4M3FN>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [4], strides = [1] : tensor_view<4xf8E4M3FN, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(4), tensor_view<4xf8E4M3FN, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(4), tensor_view<4xf8E4M3FN, strides=[1]>>, tile<i32> -> tile<4xf8E4M3FN>, token
    %m = alloca num_elem = 4, alignment = 16 : tile<ptr<f8E4M3FN>>
    %n = alloca num_elem = 4, alignment = 64 : tile<ptr<f8E4M3FN>>
    %offsets = iota : tile<4xi32>
    %p.one = reshape %m : tile<ptr<f8E4M3FN>> -> tile<1xptr<f8E4M3FN>>
    %p.all = broadcast %p.one : tile<1xptr<f8E4M3FN>> -> tile<4xptr<f8E4M3FN>>
    %p = offset %p.all, %offsets : tile<4xptr<f8E4M3FN>>, tile<4xi32> -> tile<4xptr<f8E4M3FN>>
    %q.one = reshape %n : tile<ptr<f8E4M3FN>> -> tile<1xptr<f8E4M3FN>>
    %q.all = broadcast %q.one : tile<1xptr<f8E4M3FN>> -> tile<4xptr<f8E4M3FN>>
    %q = offset %q.all, %offsets : tile<4xptr<f8E4M3FN>>, tile<4xi32> -> tile<4xptr<f8E4M3FN>>
    %k0 = store_ptr_tko weak %p, %a : tile<4xptr<f8E4M3FN>>, tile<4xf8E4M3FN> -> token
    %k1 = store_ptr_tko weak %q, %b : tile<4xptr<f8E4M3FN>>, tile<4xf8E4M3FN> -> token
    %k2 = join_tokens %k0, %k1 : token
    %r, %k3 = load_ptr_tko weak %p token=%k2 : tile<4xptr<f8E4M3FN>> -> tile<4xf8E4M3FN>, token
    %s, %k4 = load_ptr_tko weak %q token=%k2 : tile<4xptr<f8E4M3FN>> -> tile<4xf8E4M3FN>, token
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4], strides = [1] : tensor_view<4xf8E4M3FN, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4), tensor_view<4xf8E4M3FN, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<4xf8E4M3FN>, partition_view<tile=(4), tensor_view<4xf8E4M3FN, strides=[1]>>, tile<i32> -> token
    %memory.s.tensor = make_tensor_view %memory.s, shape = [4], strides = [1] : tensor_view<4xf8E4M3FN, strides=[1]>
    %memory.s.view = make_partition_view %memory.s.tensor : partition_view<tile=(4), tensor_view<4xf8E4M3FN, strides=[1]>>
    %memory.s.stored = store_view_tko weak %s, %memory.s.view[%zero] : tile<4xf8E4M3FN>, partition_view<tile=(4), tensor_view<4xf8E4M3FN, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: alloca_81
  //%   args:
  //%     - ptr: f8E4M3FN[4]
  //%       in: 0x9d 0x02 0x9d 0xbf
  //%     - ptr: f8E4M3FN[4]
  //%       in: 0x81 0x50 0xd0 0x89
  //%     - ptr: f8E4M3FN[4]
  //%       out: 0x9d 0x02 0x9d 0xbf
  //%     - ptr: f8E4M3FN[4]
  //%       out: 0x81 0x50 0xd0 0x89
  entry @alloca_82(%memory.a: tile<ptr<f8E4M3FN>>, %memory.b: tile<ptr<f8E4M3FN>>, %memory.r: tile<ptr<f8E4M3FN>>, %memory.s: tile<ptr<f8E4M3FN>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4], strides = [1] : tensor_view<4xf8E4M3FN, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4), tensor_view<4xf8E4M3FN, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(4), tensor_view<4xf8E4M3FN, strides=[1]>>, tile<i32> -> tile<4xf8E4M3FN>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [4], strides = [1] : tensor_view<4xf8E4M3FN, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(4), tensor_view<4xf8E4M3FN, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(4), tensor_view<4xf8E4M3FN, strides=[1]>>, tile<i32> -> tile<4xf8E4M3FN>, token
    %m = alloca num_elem = 4, alignment = 16 global : tile<ptr<f8E4M3FN>>
    %n = alloca num_elem = 4, alignment = 64 global : tile<ptr<f8E4M3FN>>
    %offsets = iota : tile<4xi32>
    %p.one = reshape %m : tile<ptr<f8E4M3FN>> -> tile<1xptr<f8E4M3FN>>
    %p.all = broadcast %p.one : tile<1xptr<f8E4M3FN>> -> tile<4xptr<f8E4M3FN>>
    %p = offset %p.all, %offsets : tile<4xptr<f8E4M3FN>>, tile<4xi32> -> tile<4xptr<f8E4M3FN>>
    %q.one = reshape %n : tile<ptr<f8E4M3FN>> -> tile<1xptr<f8E4M3FN>>
    %q.all = broadcast %q.one : tile<1xptr<f8E4M3FN>> -> tile<4xptr<f8E4M3FN>>
    %q = offset %q.all, %offsets : tile<4xptr<f8E4M3FN>>, tile<4xi32> -> tile<4xptr<f8E4M3FN>>
    %k0 = store_ptr_tko weak %p, %a : tile<4xptr<f8E4M3FN>>, tile<4xf8E4M3FN> -> token
    %k1 = store_ptr_tko weak %q, %b : tile<4xptr<f8E4M3FN>>, tile<4xf8E4M3FN> -> token
    %k2 = join_tokens %k0, %k1 : token
    %r, %k3 = load_ptr_tko weak %p token=%k2 : tile<4xptr<f8E4M3FN>> -> tile<4xf8E4M3FN>, token
    %s, %k4 = load_ptr_tko weak %q token=%k2 : tile<4xptr<f8E4M3FN>> -> tile<4xf8E4M3FN>, token
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4], strides = [1] : tensor_view<4xf8E4M3FN, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4), tensor_view<4xf8E4M3FN, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<4xf8E4M3FN>, partition_view<tile=(4), tensor_view<4xf8E4M3FN, strides=[1]>>, tile<i32> -> token
    %memory.s.tensor = make_tensor_view %memory.s, shape = [4], strides = [1] : tensor_view<4xf8E4M3FN, strides=[1]>
    %memory.s.view = make_partition_view %memory.s.tensor : partition_view<tile=(4), tensor_view<4xf8E4M3FN, strides=[1]>>
    %memory.s.stored = store_view_tko weak %s, %memory.s.view[%zero] : tile<4xf8E4M3FN>, partition_view<tile=(4), tensor_view<4xf8E4M3FN, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: alloca_82
  //%   args:
  //%     - ptr: f8E4M3FN[4]
  //%       in: 0x9d 0x02 0x9d 0xbf
  //%     - ptr: f8E4M3FN[4]
  //%       in: 0x81 0x50 0xd0 0x89
  //%     - ptr: f8E4M3FN[4]
  //%       out: 0x9d 0x02 0x9d 0xbf
  //%     - ptr: f8E4M3FN[4]
  //%       out: 0x81 0x50 0xd0 0x89
  global @table_f8E5M2 <f8E5M2: [0x83, 0x3D, 0xC0, 0x9D, 0x05, 0xA7, 0xA7, 0xC0]> : tile<8xf8E5M2>
  entry @get_global_83(%memory.r: tile<ptr<f8E5M2>>) {
    %zero = constant <i32: 0> : tile<i32>
    %g = get_global @table_f8E5M2 : tile<ptr<f8E5M2>>
    %offsets = iota : tile<8xi32>
    %p.one = reshape %g : tile<ptr<f8E5M2>> -> tile<1xptr<f8E5M2>>
    %p.all = broadcast %p.one : tile<1xptr<f8E5M2>> -> tile<8xptr<f8E5M2>>
    %p = offset %p.all, %offsets : tile<8xptr<f8E5M2>>, tile<8xi32> -> tile<8xptr<f8E5M2>>
    %r, %k = load_ptr_tko weak %p : tile<8xptr<f8E5M2>> -> tile<8xf8E5M2>, token
    %memory.r.tensor = make_tensor_view %memory.r, shape = [8], strides = [1] : tensor_view<8xf8E5M2, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(8), tensor_view<8xf8E5M2, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<8xf8E5M2>, partition_view<tile=(8), tensor_view<8xf8E5M2, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: get_global_83
  //%   args:
  //%     - ptr: f8E5M2[8]
  //%       out: 0x83 0x3d 0xc0 0x9d 0x05 0xa7*2 0xc0
  entry @alloca_84(%memory.a: tile<ptr<f8E5M2>>, %memory.b: tile<ptr<f8E5M2>>, %memory.r: tile<ptr<f8E5M2>>, %memory.s: tile<ptr<f8E5M2>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4], strides = [1] : tensor_view<4xf8E5M2, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4), tensor_view<4xf8E5M2, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(4), tensor_view<4xf8E5M2, strides=[1]>>, tile<i32> -> tile<4xf8E5M2>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [4], strides = [1] : tensor_view<4xf8E5M2, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(4), tensor_view<4xf8E5M2, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(4), tensor_view<4xf8E5M2, strides=[1]>>, tile<i32> -> tile<4xf8E5M2>, token
    %m = alloca num_elem = 4, alignment = 16 : tile<ptr<f8E5M2>>
    %n = alloca num_elem = 4, alignment = 64 : tile<ptr<f8E5M2>>
    %offsets = iota : tile<4xi32>
    %p.one = reshape %m : tile<ptr<f8E5M2>> -> tile<1xptr<f8E5M2>>
    %p.all = broadcast %p.one : tile<1xptr<f8E5M2>> -> tile<4xptr<f8E5M2>>
    %p = offset %p.all, %offsets : tile<4xptr<f8E5M2>>, tile<4xi32> -> tile<4xptr<f8E5M2>>
    %q.one = reshape %n : tile<ptr<f8E5M2>> -> tile<1xptr<f8E5M2>>
    %q.all = broadcast %q.one : tile<1xptr<f8E5M2>> -> tile<4xptr<f8E5M2>>
    %q = offset %q.all, %offsets : tile<4xptr<f8E5M2>>, tile<4xi32> -> tile<4xptr<f8E5M2>>
    %k0 = store_ptr_tko weak %p, %a : tile<4xptr<f8E5M2>>, tile<4xf8E5M2> -> token
    %k1 = store_ptr_tko weak %q, %b : tile<4xptr<f8E5M2>>, tile<4xf8E5M2> -> token
    %k2 = join_tokens %k0, %k1 : token
    %r, %k3 = load_ptr_tko weak %p token=%k2 : tile<4xptr<f8E5M2>> -> tile<4xf8E5M2>, token
    %s, %k4 = load_ptr_tko weak %q token=%k2 : tile<4xptr<f8E5M2>> -> tile<4xf8E5M2>, token
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4], strides = [1] : tensor_view<4xf8E5M2, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4), tensor_view<4xf8E5M2, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<4xf8E5M2>, partition_view<tile=(4), tensor_view<4xf8E5M2, strides=[1]>>, tile<i32> -> token
    %memory.s.tensor = make_tensor_view %memory.s, shape = [4], strides = [1] : tensor_view<4xf8E5M2, strides=[1]>
    %memory.s.view = make_partition_view %memory.s.tensor : partition_view<tile=(4), tensor_view<4xf8E5M2, strides=[1]>>
    %memory.s.stored = store_view_tko weak %s, %memory.s.view[%zero] : tile<4xf8E5M2>, partition_view<tile=(4), tensor_view<4xf8E5M2, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: alloca_84
  //%   args:
  //%     - ptr: f8E5M2[4]
  //%       in: 0xbc 0x40 0x04 0x81
  //%     - ptr: f8E5M2[4]
  //%       in: 0x83 0x85 0x3d 0x00
  //%     - ptr: f8E5M2[4]
  //%       out: 0xbc 0x40 0x04 0x81
  //%     - ptr: f8E5M2[4]
  //%       out: 0x83 0x85 0x3d 0x00
  entry @alloca_85(%memory.a: tile<ptr<f8E5M2>>, %memory.b: tile<ptr<f8E5M2>>, %memory.r: tile<ptr<f8E5M2>>, %memory.s: tile<ptr<f8E5M2>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4], strides = [1] : tensor_view<4xf8E5M2, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4), tensor_view<4xf8E5M2, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(4), tensor_view<4xf8E5M2, strides=[1]>>, tile<i32> -> tile<4xf8E5M2>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [4], strides = [1] : tensor_view<4xf8E5M2, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(4), tensor_view<4xf8E5M2, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(4), tensor_view<4xf8E5M2, strides=[1]>>, tile<i32> -> tile<4xf8E5M2>, token
    %m = alloca num_elem = 4, alignment = 16 global : tile<ptr<f8E5M2>>
    %n = alloca num_elem = 4, alignment = 64 global : tile<ptr<f8E5M2>>
    %offsets = iota : tile<4xi32>
    %p.one = reshape %m : tile<ptr<f8E5M2>> -> tile<1xptr<f8E5M2>>
    %p.all = broadcast %p.one : tile<1xptr<f8E5M2>> -> tile<4xptr<f8E5M2>>
    %p = offset %p.all, %offsets : tile<4xptr<f8E5M2>>, tile<4xi32> -> tile<4xptr<f8E5M2>>
    %q.one = reshape %n : tile<ptr<f8E5M2>> -> tile<1xptr<f8E5M2>>
    %q.all = broadcast %q.one : tile<1xptr<f8E5M2>> -> tile<4xptr<f8E5M2>>
    %q = offset %q.all, %offsets : tile<4xptr<f8E5M2>>, tile<4xi32> -> tile<4xptr<f8E5M2>>
    %k0 = store_ptr_tko weak %p, %a : tile<4xptr<f8E5M2>>, tile<4xf8E5M2> -> token
    %k1 = store_ptr_tko weak %q, %b : tile<4xptr<f8E5M2>>, tile<4xf8E5M2> -> token
    %k2 = join_tokens %k0, %k1 : token
    %r, %k3 = load_ptr_tko weak %p token=%k2 : tile<4xptr<f8E5M2>> -> tile<4xf8E5M2>, token
    %s, %k4 = load_ptr_tko weak %q token=%k2 : tile<4xptr<f8E5M2>> -> tile<4xf8E5M2>, token
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4], strides = [1] : tensor_view<4xf8E5M2, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4), tensor_view<4xf8E5M2, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<4xf8E5M2>, partition_view<tile=(4), tensor_view<4xf8E5M2, strides=[1]>>, tile<i32> -> token
    %memory.s.tensor = make_tensor_view %memory.s, shape = [4], strides = [1] : tensor_view<4xf8E5M2, strides=[1]>
    %memory.s.view = make_partition_view %memory.s.tensor : partition_view<tile=(4), tensor_view<4xf8E5M2, strides=[1]>>
    %memory.s.stored = store_view_tko weak %s, %memory.s.view[%zero] : tile<4xf8E5M2>, partition_view<tile=(4), tensor_view<4xf8E5M2, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: alloca_85
  //%   args:
  //%     - ptr: f8E5M2[4]
  //%       in: 0xbc 0x40 0x04 0x81
  //%     - ptr: f8E5M2[4]
  //%       in: 0x83 0x85 0x3d 0x00
  //%     - ptr: f8E5M2[4]
  //%       out: 0xbc 0x40 0x04 0x81
  //%     - ptr: f8E5M2[4]
  //%       out: 0x83 0x85 0x3d 0x00
  global @table_f8E8M0FNU <f8E8M0FNU: [0x50, 0x00, 0x00, 0x79, 0xFF, 0x00, 0xE9, 0xFE]> : tile<8xf8E8M0FNU>
  entry @get_global_86(%memory.r: tile<ptr<f8E8M0FNU>>) {
    %zero = constant <i32: 0> : tile<i32>
    %g = get_global @table_f8E8M0FNU : tile<ptr<f8E8M0FNU>>
    %offsets = iota : tile<8xi32>
    %p.one = reshape %g : tile<ptr<f8E8M0FNU>> -> tile<1xptr<f8E8M0FNU>>
    %p.all = broadcast %p.one : tile<1xptr<f8E8M0FNU>> -> tile<8xptr<f8E8M0FNU>>
    %p = offset %p.all, %offsets : tile<8xptr<f8E8M0FNU>>, tile<8xi32> -> tile<8xptr<f8E8M0FNU>>
    %r, %k = load_ptr_tko weak %p : tile<8xptr<f8E8M0FNU>> -> tile<8xf8E8M0FNU>, token
    %memory.r.tensor = make_tensor_view %memory.r, shape = [8], strides = [1] : tensor_view<8xf8E8M0FNU, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(8), tensor_view<8xf8E8M0FNU, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<8xf8E8M0FNU>, partition_view<tile=(8), tensor_view<8xf8E8M0FNU, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: get_global_86
  //%   args:
  //%     - ptr: f8E8M0FNU[8]
  //%       out: 0x50 0x00*2 0x79 0xff 0x00 0xe9 0xfe
  entry @alloca_87(%memory.a: tile<ptr<f8E8M0FNU>>, %memory.b: tile<ptr<f8E8M0FNU>>, %memory.r: tile<ptr<f8E8M0FNU>>, %memory.s: tile<ptr<f8E8M0FNU>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4], strides = [1] : tensor_view<4xf8E8M0FNU, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4), tensor_view<4xf8E8M0FNU, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(4), tensor_view<4xf8E8M0FNU, strides=[1]>>, tile<i32> -> tile<4xf8E8M0FNU>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [4], strides = [1] : tensor_view<4xf8E8M0FNU, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(4), tensor_view<4xf8E8M0FNU, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(4), tensor_view<4xf8E8M0FNU, strides=[1]>>, tile<i32> -> tile<4xf8E8M0FNU>, token
    %m = alloca num_elem = 4, alignment = 16 : tile<ptr<f8E8M0FNU>>
    %n = alloca num_elem = 4, alignment = 64 : tile<ptr<f8E8M0FNU>>
    %offsets = iota : tile<4xi32>
    %p.one = reshape %m : tile<ptr<f8E8M0FNU>> -> tile<1xptr<f8E8M0FNU>>
    %p.all = broadcast %p.one : tile<1xptr<f8E8M0FNU>> -> tile<4xptr<f8E8M0FNU>>
    %p = offset %p.all, %offsets : tile<4xptr<f8E8M0FNU>>, tile<4xi32> -> tile<4xptr<f8E8M0FNU>>
    %q.one = reshape %n : tile<ptr<f8E8M0FNU>> -> tile<1xptr<f8E8M0FNU>>
    %q.all = broadcast %q.one : tile<1xptr<f8E8M0FNU>> -> tile<4xptr<f8E8M0FNU>>
    %q = offset %q.all, %offsets : tile<4xptr<f8E8M0FNU>>, tile<4xi32> -> tile<4xptr<f8E8M0FNU>>
    %k0 = store_ptr_tko weak %p, %a : tile<4xptr<f8E8M0FNU>>, tile<4xf8E8M0FNU> -> token
    %k1 = store_ptr_tko weak %q, %b : tile<4xptr<f8E8M0FNU>>, tile<4xf8E8M0FNU> -> token
    %k2 = join_tokens %k0, %k1 : token
    %r, %k3 = load_ptr_tko weak %p token=%k2 : tile<4xptr<f8E8M0FNU>> -> tile<4xf8E8M0FNU>, token
    %s, %k4 = load_ptr_tko weak %q token=%k2 : tile<4xptr<f8E8M0FNU>> -> tile<4xf8E8M0FNU>, token
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4], strides = [1] : tensor_view<4xf8E8M0FNU, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4), tensor_view<4xf8E8M0FNU, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<4xf8E8M0FNU>, partition_view<tile=(4), tensor_view<4xf8E8M0FNU, strides=[1]>>, tile<i32> -> token
    %memory.s.tensor = make_tensor_view %memory.s, shape = [4], strides = [1] : tensor_view<4xf8E8M0FNU, strides=[1]>
    %memory.s.view = make_partition_view %memory.s.tensor : partition_view<tile=(4), tensor_view<4xf8E8M0FNU, strides=[1]>>
    %memory.s.stored = store_view_tko weak %s, %memory.s.view[%zero] : tile<4xf8E8M0FNU>, partition_view<tile=(4), tensor_view<4xf8E8M0FNU, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: alloca_87
  //%   args:
  //%     - ptr: f8E8M0FNU[4]
  //%       in: 0x02*2 0x7e 0x02
  //%     - ptr: f8E8M0FNU[4]
  //%       in: 0x7b 0x7f*2 0xfe
  //%     - ptr: f8E8M0FNU[4]
  //%       out: 0x02*2 0x7e 0x02
  //%     - ptr: f8E8M0FNU[4]
  //%       out: 0x7b 0x7f*2 0xfe
  entry @alloca_88(%memory.a: tile<ptr<f8E8M0FNU>>, %memory.b: tile<ptr<f8E8M0FNU>>, %memory.r: tile<ptr<f8E8M0FNU>>, %memory.s: tile<ptr<f8E8M0FNU>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4], strides = [1] : tensor_view<4xf8E8M0FNU, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4), tensor_view<4xf8E8M0FNU, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(4), tensor_view<4xf8E8M0FNU, strides=[1]>>, tile<i32> -> tile<4xf8E8M0FNU>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [4], strides = [1] : tensor_view<4xf8E8M0FNU, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(4), tensor_view<4xf8E8M0FNU, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(4), tensor_view<4xf8E8M0FNU, strides=[1]>>, tile<i32> -> tile<4xf8E8M0FNU>, token
    %m = alloca num_elem = 4, alignment = 16 global : tile<ptr<f8E8M0FNU>>
    %n = alloca num_elem = 4, alignment = 64 global : tile<ptr<f8E8M0FNU>>
    %offsets = iota : tile<4xi32>
    %p.one = reshape %m : tile<ptr<f8E8M0FNU>> -> tile<1xptr<f8E8M0FNU>>
    %p.all = broadcast %p.one : tile<1xptr<f8E8M0FNU>> -> tile<4xptr<f8E8M0FNU>>
    %p = offset %p.all, %offsets : tile<4xptr<f8E8M0FNU>>, tile<4xi32> -> tile<4xptr<f8E8M0FNU>>
    %q.one = reshape %n : tile<ptr<f8E8M0FNU>> -> tile<1xptr<f8E8M0FNU>>
    %q.all = broadcast %q.one : tile<1xptr<f8E8M0FNU>> -> tile<4xptr<f8E8M0FNU>>
    %q = offset %q.all, %offsets : tile<4xptr<f8E8M0FNU>>, tile<4xi32> -> tile<4xptr<f8E8M0FNU>>
    %k0 = store_ptr_tko weak %p, %a : tile<4xptr<f8E8M0FNU>>, tile<4xf8E8M0FNU> -> token
    %k1 = store_ptr_tko weak %q, %b : tile<4xptr<f8E8M0FNU>>, tile<4xf8E8M0FNU> -> token
    %k2 = join_tokens %k0, %k1 : token
    %r, %k3 = load_ptr_tko weak %p token=%k2 : tile<4xptr<f8E8M0FNU>> -> tile<4xf8E8M0FNU>, token
    %s, %k4 = load_ptr_tko weak %q token=%k2 : tile<4xptr<f8E8M0FNU>> -> tile<4xf8E8M0FNU>, token
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4], strides = [1] : tensor_view<4xf8E8M0FNU, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4), tensor_view<4xf8E8M0FNU, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<4xf8E8M0FNU>, partition_view<tile=(4), tensor_view<4xf8E8M0FNU, strides=[1]>>, tile<i32> -> token
    %memory.s.tensor = make_tensor_view %memory.s, shape = [4], strides = [1] : tensor_view<4xf8E8M0FNU, strides=[1]>
    %memory.s.view = make_partition_view %memory.s.tensor : partition_view<tile=(4), tensor_view<4xf8E8M0FNU, strides=[1]>>
    %memory.s.stored = store_view_tko weak %s, %memory.s.view[%zero] : tile<4xf8E8M0FNU>, partition_view<tile=(4), tensor_view<4xf8E8M0FNU, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: alloca_88
  //%   args:
  //%     - ptr: f8E8M0FNU[4]
  //%       in: 0x02*2 0x7e 0x02
  //%     - ptr: f8E8M0FNU[4]
  //%       in: 0x7b 0x7f*2 0xfe
  //%     - ptr: f8E8M0FNU[4]
  //%       out: 0x02*2 0x7e 0x02
  //%     - ptr: f8E8M0FNU[4]
  //%       out: 0x7b 0x7f*2 0xfe
  global @table_f8E5M3FNU <f8E5M3FNU: [0x78, 0x80, 0x80, 0xFE, 0x09, 0x76, 0x02, 0x7C]> : tile<8xf8E5M3FNU>
  entry @get_global_89(%memory.r: tile<ptr<f8E5M3FNU>>) {
    %zero = constant <i32: 0> : tile<i32>
    %g = get_global @table_f8E5M3FNU : tile<ptr<f8E5M3FNU>>
    %offsets = iota : tile<8xi32>
    %p.one = reshape %g : tile<ptr<f8E5M3FNU>> -> tile<1xptr<f8E5M3FNU>>
    %p.all = broadcast %p.one : tile<1xptr<f8E5M3FNU>> -> tile<8xptr<f8E5M3FNU>>
    %p = offset %p.all, %offsets : tile<8xptr<f8E5M3FNU>>, tile<8xi32> -> tile<8xptr<f8E5M3FNU>>
    %r, %k = load_ptr_tko weak %p : tile<8xptr<f8E5M3FNU>> -> tile<8xf8E5M3FNU>, token
    %memory.r.tensor = make_tensor_view %memory.r, shape = [8], strides = [1] : tensor_view<8xf8E5M3FNU, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(8), tensor_view<8xf8E5M3FNU, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<8xf8E5M3FNU>, partition_view<tile=(8), tensor_view<8xf8E5M3FNU, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: get_global_89
  //%   args:
  //%     - ptr: f8E5M3FNU[8]
  //%       out: 0x78 0x80*2 0xfe 0x09 0x76 0x02 0x7c
  entry @alloca_90(%memory.a: tile<ptr<f8E5M3FNU>>, %memory.b: tile<ptr<f8E5M3FNU>>, %memory.r: tile<ptr<f8E5M3FNU>>, %memory.s: tile<ptr<f8E5M3FNU>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4], strides = [1] : tensor_view<4xf8E5M3FNU, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4), tensor_view<4xf8E5M3FNU, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(4), tensor_view<4xf8E5M3FNU, strides=[1]>>, tile<i32> -> tile<4xf8E5M3FNU>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [4], strides = [1] : tensor_view<4xf8E5M3FNU, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(4), tensor_view<4xf8E5M3FNU, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(4), tensor_view<4xf8E5M3FNU, strides=[1]>>, tile<i32> -> tile<4xf8E5M3FNU>, token
    %m = alloca num_elem = 4, alignment = 16 : tile<ptr<f8E5M3FNU>>
    %n = alloca num_elem = 4, alignment = 64 : tile<ptr<f8E5M3FNU>>
    %offsets = iota : tile<4xi32>
    %p.one = reshape %m : tile<ptr<f8E5M3FNU>> -> tile<1xptr<f8E5M3FNU>>
    %p.all = broadcast %p.one : tile<1xptr<f8E5M3FNU>> -> tile<4xptr<f8E5M3FNU>>
    %p = offset %p.all, %offsets : tile<4xptr<f8E5M3FNU>>, tile<4xi32> -> tile<4xptr<f8E5M3FNU>>
    %q.one = reshape %n : tile<ptr<f8E5M3FNU>> -> tile<1xptr<f8E5M3FNU>>
    %q.all = broadcast %q.one : tile<1xptr<f8E5M3FNU>> -> tile<4xptr<f8E5M3FNU>>
    %q = offset %q.all, %offsets : tile<4xptr<f8E5M3FNU>>, tile<4xi32> -> tile<4xptr<f8E5M3FNU>>
    %k0 = store_ptr_tko weak %p, %a : tile<4xptr<f8E5M3FNU>>, tile<4xf8E5M3FNU> -> token
    %k1 = store_ptr_tko weak %q, %b : tile<4xptr<f8E5M3FNU>>, tile<4xf8E5M3FNU> -> token
    %k2 = join_tokens %k0, %k1 : token
    %r, %k3 = load_ptr_tko weak %p token=%k2 : tile<4xptr<f8E5M3FNU>> -> tile<4xf8E5M3FNU>, token
    %s, %k4 = load_ptr_tko weak %q token=%k2 : tile<4xptr<f8E5M3FNU>> -> tile<4xf8E5M3FNU>, token
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4], strides = [1] : tensor_view<4xf8E5M3FNU, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4), tensor_view<4xf8E5M3FNU, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<4xf8E5M3FNU>, partition_view<tile=(4), tensor_view<4xf8E5M3FNU, strides=[1]>>, tile<i32> -> token
    %memory.s.tensor = make_tensor_view %memory.s, shape = [4], strides = [1] : tensor_view<4xf8E5M3FNU, strides=[1]>
    %memory.s.view = make_partition_view %memory.s.tensor : partition_view<tile=(4), tensor_view<4xf8E5M3FNU, strides=[1]>>
    %memory.s.stored = store_view_tko weak %s, %memory.s.view[%zero] : tile<4xf8E5M3FNU>, partition_view<tile=(4), tensor_view<4xf8E5M3FNU, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: alloca_90
  //%   args:
  //%     - ptr: f8E5M3FNU[4]
  //%       in: 0x78 0x7c 0x1e 0x7c
  //%     - ptr: f8E5M3FNU[4]
  //%       in: 0x4e 0x7c 0x09 0x08
  //%     - ptr: f8E5M3FNU[4]
  //%       out: 0x78 0x7c 0x1e 0x7c
  //%     - ptr: f8E5M3FNU[4]
  //%       out: 0x4e 0x7c 0x09 0x08
  entry @alloca_91(%memory.a: tile<ptr<f8E5M3FNU>>, %memory.b: tile<ptr<f8E5M3FNU>>, %memory.r: tile<ptr<f8E5M3FNU>>, %memory.s: tile<ptr<f8E5M3FNU>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [4], strides = [1] : tensor_view<4xf8E5M3FNU, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(4), tensor_view<4xf8E5M3FNU, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(4), tensor_view<4xf8E5M3FNU, strides=[1]>>, tile<i32> -> tile<4xf8E5M3FNU>, token
    %memory.b.tensor = make_tensor_view %memory.b, shape = [4], strides = [1] : tensor_view<4xf8E5M3FNU, strides=[1]>
    %memory.b.view = make_partition_view %memory.b.tensor : partition_view<tile=(4), tensor_view<4xf8E5M3FNU, strides=[1]>>
    %b, %memory.b.loaded = load_view_tko weak %memory.b.view[%zero] : partition_view<tile=(4), tensor_view<4xf8E5M3FNU, strides=[1]>>, tile<i32> -> tile<4xf8E5M3FNU>, token
    %m = alloca num_elem = 4, alignment = 16 global : tile<ptr<f8E5M3FNU>>
    %n = alloca num_elem = 4, alignment = 64 global : tile<ptr<f8E5M3FNU>>
    %offsets = iota : tile<4xi32>
    %p.one = reshape %m : tile<ptr<f8E5M3FNU>> -> tile<1xptr<f8E5M3FNU>>
    %p.all = broadcast %p.one : tile<1xptr<f8E5M3FNU>> -> tile<4xptr<f8E5M3FNU>>
    %p = offset %p.all, %offsets : tile<4xptr<f8E5M3FNU>>, tile<4xi32> -> tile<4xptr<f8E5M3FNU>>
    %q.one = reshape %n : tile<ptr<f8E5M3FNU>> -> tile<1xptr<f8E5M3FNU>>
    %q.all = broadcast %q.one : tile<1xptr<f8E5M3FNU>> -> tile<4xptr<f8E5M3FNU>>
    %q = offset %q.all, %offsets : tile<4xptr<f8E5M3FNU>>, tile<4xi32> -> tile<4xptr<f8E5M3FNU>>
    %k0 = store_ptr_tko weak %p, %a : tile<4xptr<f8E5M3FNU>>, tile<4xf8E5M3FNU> -> token
    %k1 = store_ptr_tko weak %q, %b : tile<4xptr<f8E5M3FNU>>, tile<4xf8E5M3FNU> -> token
    %k2 = join_tokens %k0, %k1 : token
    %r, %k3 = load_ptr_tko weak %p token=%k2 : tile<4xptr<f8E5M3FNU>> -> tile<4xf8E5M3FNU>, token
    %s, %k4 = load_ptr_tko weak %q token=%k2 : tile<4xptr<f8E5M3FNU>> -> tile<4xf8E5M3FNU>, token
    %memory.r.tensor = make_tensor_view %memory.r, shape = [4], strides = [1] : tensor_view<4xf8E5M3FNU, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(4), tensor_view<4xf8E5M3FNU, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<4xf8E5M3FNU>, partition_view<tile=(4), tensor_view<4xf8E5M3FNU, strides=[1]>>, tile<i32> -> token
    %memory.s.tensor = make_tensor_view %memory.s, shape = [4], strides = [1] : tensor_view<4xf8E5M3FNU, strides=[1]>
    %memory.s.view = make_partition_view %memory.s.tensor : partition_view<tile=(4), tensor_view<4xf8E5M3FNU, strides=[1]>>
    %memory.s.stored = store_view_tko weak %s, %memory.s.view[%zero] : tile<4xf8E5M3FNU>, partition_view<tile=(4), tensor_view<4xf8E5M3FNU, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: alloca_91
  //%   args:
  //%     - ptr: f8E5M3FNU[4]
  //%       in: 0x78 0x7c 0x1e 0x7c
  //%     - ptr: f8E5M3FNU[4]
  //%       in: 0x4e 0x7c 0x09 0x08
  //%     - ptr: f8E5M3FNU[4]
  //%       out: 0x78 0x7c 0x1e 0x7c
  //%     - ptr: f8E5M3FNU[4]
  //%       out: 0x4e 0x7c 0x09 0x08
  entry @make_token_92(%memory: tile<ptr<i32>>, %memory.a: tile<ptr<i32>>, %memory.r: tile<ptr<i32>>, %memory.x: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<i32>> -> tile<i32>, token
    %k0 = make_token : token
    %x, %k1 = load_ptr_tko weak %memory token=%k0 : tile<ptr<i32>> -> tile<i32>, token
    %k2 = join_tokens %k0, %k1 : token
    %k3 = store_ptr_tko weak %memory, %a token=%k2 : tile<ptr<i32>>, tile<i32> -> token
    %r, %k4 = load_ptr_tko weak %memory token=%k3 : tile<ptr<i32>> -> tile<i32>, token
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<i32>>, tile<i32> -> token
    %memory.x.stored = store_ptr_tko weak %memory.x, %x : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  //% - entry: make_token_92
  //%   args:
  //%     - ptr: i32[1]
  //%       in: 0x00000005
  //%       out: 0x00000007
  //%     - ptr: i32[]
  //%       in: 0x00000007
  //%     - ptr: i32[]
  //%       out: 0x00000007
  //%     - ptr: i32[]
  //%       out: 0x00000005
  entry @join_tokens_93(%memory: tile<ptr<i32>>, %memory.a: tile<ptr<i32>>, %memory.r: tile<ptr<i32>>, %memory.x: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<i32>> -> tile<i32>, token
    %k0 = make_token : token
    %x, %k1 = load_ptr_tko weak %memory token=%k0 : tile<ptr<i32>> -> tile<i32>, token
    %k2 = join_tokens %k1, %k1 : token
    %k3 = store_ptr_tko weak %memory, %a token=%k2 : tile<ptr<i32>>, tile<i32> -> token
    %r, %k4 = load_ptr_tko weak %memory token=%k3 : tile<ptr<i32>> -> tile<i32>, token
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<i32>>, tile<i32> -> token
    %memory.x.stored = store_ptr_tko weak %memory.x, %x : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  //% - entry: join_tokens_93
  //%   args:
  //%     - ptr: i32[1]
  //%       in: 0x00000005
  //%       out: 0x00000007
  //%     - ptr: i32[]
  //%       in: 0x00000007
  //%     - ptr: i32[]
  //%       out: 0x00000007
  //%     - ptr: i32[]
  //%       out: 0x00000005
  entry @gdc_wait_tko_94(%memory: tile<ptr<i32>>, %memory.a: tile<ptr<i32>>, %memory.r: tile<ptr<i32>>, %memory.x: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<i32>> -> tile<i32>, token
    %k0 = make_token : token
    %x, %k1 = load_ptr_tko weak %memory token=%k0 : tile<ptr<i32>> -> tile<i32>, token
    %k2 = gdc_wait_tko token = %k1 -> token
    %k3 = store_ptr_tko weak %memory, %a token=%k2 : tile<ptr<i32>>, tile<i32> -> token
    %r, %k4 = load_ptr_tko weak %memory token=%k3 : tile<ptr<i32>> -> tile<i32>, token
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<i32>>, tile<i32> -> token
    %memory.x.stored = store_ptr_tko weak %memory.x, %x : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  //% - entry: gdc_wait_tko_94
  //%   args:
  //%     - ptr: i32[1]
  //%       in: 0x00000005
  //%       out: 0x00000007
  //%     - ptr: i32[]
  //%       in: 0x00000007
  //%     - ptr: i32[]
  //%       out: 0x00000007
  //%     - ptr: i32[]
  //%       out: 0x00000005
  entry @gdc_launch_dependents_tko_95(%memory: tile<ptr<i32>>, %memory.a: tile<ptr<i32>>, %memory.r: tile<ptr<i32>>, %memory.x: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<i32>> -> tile<i32>, token
    %k0 = make_token : token
    %x, %k1 = load_ptr_tko weak %memory token=%k0 : tile<ptr<i32>> -> tile<i32>, token
    %k2 = gdc_launch_dependents_tko token = %k1 -> token
    %k3 = store_ptr_tko weak %memory, %a token=%k2 : tile<ptr<i32>>, tile<i32> -> token
    %r, %k4 = load_ptr_tko weak %memory token=%k3 : tile<ptr<i32>> -> tile<i32>, token
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<i32>>, tile<i32> -> token
    %memory.x.stored = store_ptr_tko weak %memory.x, %x : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  //% - entry: gdc_launch_dependents_tko_95
  //%   args:
  //%     - ptr: i32[1]
  //%       in: 0x00000005
  //%       out: 0x00000007
  //%     - ptr: i32[]
  //%       in: 0x00000007
  //%     - ptr: i32[]
  //%       out: 0x00000007
  //%     - ptr: i32[]
  //%       out: 0x00000005
  entry @memory_fence_alias_tko_96(%memory: tile<ptr<i32>>, %memory.a: tile<ptr<i32>>, %memory.r: tile<ptr<i32>>, %memory.x: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<i32>> -> tile<i32>, token
    %k0 = make_token : token
    %x, %k1 = load_ptr_tko weak %memory token=%k0 : tile<ptr<i32>> -> tile<i32>, token
    %k2 = memory_fence_alias_tko %k1
    %k3 = store_ptr_tko weak %memory, %a token=%k2 : tile<ptr<i32>>, tile<i32> -> token
    %r, %k4 = load_ptr_tko weak %memory token=%k3 : tile<ptr<i32>> -> tile<i32>, token
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<i32>>, tile<i32> -> token
    %memory.x.stored = store_ptr_tko weak %memory.x, %x : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  //% - entry: memory_fence_alias_tko_96
  //%   args:
  //%     - ptr: i32[1]
  //%       in: 0x00000005
  //%       out: 0x00000007
  //%     - ptr: i32[]
  //%       in: 0x00000007
  //%     - ptr: i32[]
  //%       out: 0x00000007
  //%     - ptr: i32[]
  //%       out: 0x00000005
  entry @assume_97(%memory.a: tile<ptr<i1>>, %memory.r: tile<ptr<i1>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<i1>> -> tile<i1>, token
    %r = assume bounded<?, ?>, %a : tile<i1>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<i1>>, tile<i1> -> token
    return
  }
  //% - entry: assume_97
  //%   args:
  //%     - ptr: i1[]
  //%       in: 1
  //%     - ptr: i1[]
  //%       out: 1
  entry @assume_98(%memory.a: tile<ptr<i1>>, %memory.r: tile<ptr<i1>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [8], strides = [1] : tensor_view<8xi1, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(8), tensor_view<8xi1, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(8), tensor_view<8xi1, strides=[1]>>, tile<i32> -> tile<8xi1>, token
    %r = assume bounded<?, ?>, %a : tile<8xi1>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [8], strides = [1] : tensor_view<8xi1, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(8), tensor_view<8xi1, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<8xi1>, partition_view<tile=(8), tensor_view<8xi1, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: assume_98
  //%   args:
  //%     - ptr: i1[8]
  //%       in: 1*8
  //%     - ptr: i1[8]
  //%       out: 1*8
  entry @assume_99(%memory.a: tile<ptr<i1>>, %memory.r: tile<ptr<i1>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [8], strides = [1] : tensor_view<8xi1, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(8), tensor_view<8xi1, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(8), tensor_view<8xi1, strides=[1]>>, tile<i32> -> tile<8xi1>, token
    %r = assume same_elements<[8]>, %a : tile<8xi1>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [8], strides = [1] : tensor_view<8xi1, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(8), tensor_view<8xi1, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<8xi1>, partition_view<tile=(8), tensor_view<8xi1, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: assume_99
  //%   args:
  //%     - ptr: i1[8]
  //%       in: 1*8
  //%     - ptr: i1[8]
  //%       out: 1*8
  entry @assume_100(%memory.a: tile<ptr<i8>>, %memory.r: tile<ptr<i8>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<i8>> -> tile<i8>, token
    %r = assume bounded<0, ?>, %a : tile<i8>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<i8>>, tile<i8> -> token
    return
  }
  //% - entry: assume_100
  //%   args:
  //%     - ptr: i8[]
  //%       in: 0x60
  //%     - ptr: i8[]
  //%       out: 0x60
  entry @assume_101(%memory.a: tile<ptr<i8>>, %memory.r: tile<ptr<i8>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<i8>> -> tile<i8>, token
    %r = assume div_by<32>, %a : tile<i8>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<i8>>, tile<i8> -> token
    return
  }
  //% - entry: assume_101
  //%   args:
  //%     - ptr: i8[]
  //%       in: 0x60
  //%     - ptr: i8[]
  //%       out: 0x60
  entry @assume_102(%memory.a: tile<ptr<i8>>, %memory.r: tile<ptr<i8>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [8], strides = [1] : tensor_view<8xi8, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(8), tensor_view<8xi8, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(8), tensor_view<8xi8, strides=[1]>>, tile<i32> -> tile<8xi8>, token
    %r = assume bounded<0, ?>, %a : tile<8xi8>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [8], strides = [1] : tensor_view<8xi8, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(8), tensor_view<8xi8, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<8xi8>, partition_view<tile=(8), tensor_view<8xi8, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: assume_102
  //%   args:
  //%     - ptr: i8[8]
  //%       in: 0x60*8
  //%     - ptr: i8[8]
  //%       out: 0x60*8
  entry @assume_103(%memory.a: tile<ptr<i8>>, %memory.r: tile<ptr<i8>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [8], strides = [1] : tensor_view<8xi8, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(8), tensor_view<8xi8, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(8), tensor_view<8xi8, strides=[1]>>, tile<i32> -> tile<8xi8>, token
    %r = assume div_by<32>, %a : tile<8xi8>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [8], strides = [1] : tensor_view<8xi8, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(8), tensor_view<8xi8, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<8xi8>, partition_view<tile=(8), tensor_view<8xi8, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: assume_103
  //%   args:
  //%     - ptr: i8[8]
  //%       in: 0x60*8
  //%     - ptr: i8[8]
  //%       out: 0x60*8
  entry @assume_104(%memory.a: tile<ptr<i8>>, %memory.r: tile<ptr<i8>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [8], strides = [1] : tensor_view<8xi8, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(8), tensor_view<8xi8, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(8), tensor_view<8xi8, strides=[1]>>, tile<i32> -> tile<8xi8>, token
    %r = assume same_elements<[8]>, %a : tile<8xi8>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [8], strides = [1] : tensor_view<8xi8, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(8), tensor_view<8xi8, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<8xi8>, partition_view<tile=(8), tensor_view<8xi8, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: assume_104
  //%   args:
  //%     - ptr: i8[8]
  //%       in: 0x60*8
  //%     - ptr: i8[8]
  //%       out: 0x60*8
  entry @assume_105(%memory.a: tile<ptr<i16>>, %memory.r: tile<ptr<i16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<i16>> -> tile<i16>, token
    %r = assume bounded<0, ?>, %a : tile<i16>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<i16>>, tile<i16> -> token
    return
  }
  //% - entry: assume_105
  //%   args:
  //%     - ptr: i16[]
  //%       in: 0x0060
  //%     - ptr: i16[]
  //%       out: 0x0060
  entry @assume_106(%memory.a: tile<ptr<i16>>, %memory.r: tile<ptr<i16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<i16>> -> tile<i16>, token
    %r = assume div_by<32>, %a : tile<i16>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<i16>>, tile<i16> -> token
    return
  }
  //% - entry: assume_106
  //%   args:
  //%     - ptr: i16[]
  //%       in: 0x0060
  //%     - ptr: i16[]
  //%       out: 0x0060
  entry @assume_107(%memory.a: tile<ptr<i16>>, %memory.r: tile<ptr<i16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [8], strides = [1] : tensor_view<8xi16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(8), tensor_view<8xi16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(8), tensor_view<8xi16, strides=[1]>>, tile<i32> -> tile<8xi16>, token
    %r = assume bounded<0, ?>, %a : tile<8xi16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [8], strides = [1] : tensor_view<8xi16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(8), tensor_view<8xi16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<8xi16>, partition_view<tile=(8), tensor_view<8xi16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: assume_107
  //%   args:
  //%     - ptr: i16[8]
  //%       in: 0x0060*8
  //%     - ptr: i16[8]
  //%       out: 0x0060*8
  entry @assume_108(%memory.a: tile<ptr<i16>>, %memory.r: tile<ptr<i16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [8], strides = [1] : tensor_view<8xi16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(8), tensor_view<8xi16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(8), tensor_view<8xi16, strides=[1]>>, tile<i32> -> tile<8xi16>, token
    %r = assume div_by<32>, %a : tile<8xi16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [8], strides = [1] : tensor_view<8xi16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(8), tensor_view<8xi16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<8xi16>, partition_view<tile=(8), tensor_view<8xi16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: assume_108
  //%   args:
  //%     - ptr: i16[8]
  //%       in: 0x0060*8
  //%     - ptr: i16[8]
  //%       out: 0x0060*8
  entry @assume_109(%memory.a: tile<ptr<i16>>, %memory.r: tile<ptr<i16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [8], strides = [1] : tensor_view<8xi16, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(8), tensor_view<8xi16, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(8), tensor_view<8xi16, strides=[1]>>, tile<i32> -> tile<8xi16>, token
    %r = assume same_elements<[8]>, %a : tile<8xi16>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [8], strides = [1] : tensor_view<8xi16, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(8), tensor_view<8xi16, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<8xi16>, partition_view<tile=(8), tensor_view<8xi16, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: assume_109
  //%   args:
  //%     - ptr: i16[8]
  //%       in: 0x0060*8
  //%     - ptr: i16[8]
  //%       out: 0x0060*8
  entry @assume_110(%memory.a: tile<ptr<i32>>, %memory.r: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<i32>> -> tile<i32>, token
    %r = assume bounded<0, ?>, %a : tile<i32>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  //% - entry: assume_110
  //%   args:
  //%     - ptr: i32[]
  //%       in: 0x00000060
  //%     - ptr: i32[]
  //%       out: 0x00000060
  entry @assume_111(%memory.a: tile<ptr<i32>>, %memory.r: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<i32>> -> tile<i32>, token
    %r = assume div_by<32>, %a : tile<i32>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  //% - entry: assume_111
  //%   args:
  //%     - ptr: i32[]
  //%       in: 0x00000060
  //%     - ptr: i32[]
  //%       out: 0x00000060
  entry @assume_112(%memory.a: tile<ptr<i32>>, %memory.r: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [8], strides = [1] : tensor_view<8xi32, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(8), tensor_view<8xi32, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(8), tensor_view<8xi32, strides=[1]>>, tile<i32> -> tile<8xi32>, token
    %r = assume bounded<0, ?>, %a : tile<8xi32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [8], strides = [1] : tensor_view<8xi32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(8), tensor_view<8xi32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<8xi32>, partition_view<tile=(8), tensor_view<8xi32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: assume_112
  //%   args:
  //%     - ptr: i32[8]
  //%       in: 0x00000060*8
  //%     - ptr: i32[8]
  //%       out: 0x00000060*8
  entry @assume_113(%memory.a: tile<ptr<i32>>, %memory.r: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [8], strides = [1] : tensor_view<8xi32, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(8), tensor_view<8xi32, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(8), tensor_view<8xi32, strides=[1]>>, tile<i32> -> tile<8xi32>, token
    %r = assume div_by<32>, %a : tile<8xi32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [8], strides = [1] : tensor_view<8xi32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(8), tensor_view<8xi32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<8xi32>, partition_view<tile=(8), tensor_view<8xi32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: assume_113
  //%   args:
  //%     - ptr: i32[8]
  //%       in: 0x00000060*8
  //%     - ptr: i32[8]
  //%       out: 0x00000060*8
  entry @assume_114(%memory.a: tile<ptr<i32>>, %memory.r: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [8], strides = [1] : tensor_view<8xi32, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(8), tensor_view<8xi32, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(8), tensor_view<8xi32, strides=[1]>>, tile<i32> -> tile<8xi32>, token
    %r = assume same_elements<[8]>, %a : tile<8xi32>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [8], strides = [1] : tensor_view<8xi32, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(8), tensor_view<8xi32, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<8xi32>, partition_view<tile=(8), tensor_view<8xi32, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: assume_114
  //%   args:
  //%     - ptr: i32[8]
  //%       in: 0x00000060*8
  //%     - ptr: i32[8]
  //%       out: 0x00000060*8
  entry @assume_115(%memory.a: tile<ptr<i64>>, %memory.r: tile<ptr<i64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<i64>> -> tile<i64>, token
    %r = assume bounded<0, ?>, %a : tile<i64>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<i64>>, tile<i64> -> token
    return
  }
  //% - entry: assume_115
  //%   args:
  //%     - ptr: i64[]
  //%       in: 0x0000000000000060
  //%     - ptr: i64[]
  //%       out: 0x0000000000000060
  entry @assume_116(%memory.a: tile<ptr<i64>>, %memory.r: tile<ptr<i64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<i64>> -> tile<i64>, token
    %r = assume div_by<32>, %a : tile<i64>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<i64>>, tile<i64> -> token
    return
  }
  //% - entry: assume_116
  //%   args:
  //%     - ptr: i64[]
  //%       in: 0x0000000000000060
  //%     - ptr: i64[]
  //%       out: 0x0000000000000060
  entry @assume_117(%memory.a: tile<ptr<i64>>, %memory.r: tile<ptr<i64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [8], strides = [1] : tensor_view<8xi64, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(8), tensor_view<8xi64, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(8), tensor_view<8xi64, strides=[1]>>, tile<i32> -> tile<8xi64>, token
    %r = assume bounded<0, ?>, %a : tile<8xi64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [8], strides = [1] : tensor_view<8xi64, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(8), tensor_view<8xi64, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<8xi64>, partition_view<tile=(8), tensor_view<8xi64, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: assume_117
  //%   args:
  //%     - ptr: i64[8]
  //%       in: 0x0000000000000060*8
  //%     - ptr: i64[8]
  //%       out: 0x0000000000000060*8
  entry @assume_118(%memory.a: tile<ptr<i64>>, %memory.r: tile<ptr<i64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [8], strides = [1] : tensor_view<8xi64, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(8), tensor_view<8xi64, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(8), tensor_view<8xi64, strides=[1]>>, tile<i32> -> tile<8xi64>, token
    %r = assume div_by<32>, %a : tile<8xi64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [8], strides = [1] : tensor_view<8xi64, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(8), tensor_view<8xi64, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<8xi64>, partition_view<tile=(8), tensor_view<8xi64, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: assume_118
  //%   args:
  //%     - ptr: i64[8]
  //%       in: 0x0000000000000060*8
  //%     - ptr: i64[8]
  //%       out: 0x0000000000000060*8
  entry @assume_119(%memory.a: tile<ptr<i64>>, %memory.r: tile<ptr<i64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %memory.a.tensor = make_tensor_view %memory.a, shape = [8], strides = [1] : tensor_view<8xi64, strides=[1]>
    %memory.a.view = make_partition_view %memory.a.tensor : partition_view<tile=(8), tensor_view<8xi64, strides=[1]>>
    %a, %memory.a.loaded = load_view_tko weak %memory.a.view[%zero] : partition_view<tile=(8), tensor_view<8xi64, strides=[1]>>, tile<i32> -> tile<8xi64>, token
    %r = assume same_elements<[8]>, %a : tile<8xi64>
    %memory.r.tensor = make_tensor_view %memory.r, shape = [8], strides = [1] : tensor_view<8xi64, strides=[1]>
    %memory.r.view = make_partition_view %memory.r.tensor : partition_view<tile=(8), tensor_view<8xi64, strides=[1]>>
    %memory.r.stored = store_view_tko weak %r, %memory.r.view[%zero] : tile<8xi64>, partition_view<tile=(8), tensor_view<8xi64, strides=[1]>>, tile<i32> -> token
    return
  }
  //% - entry: assume_119
  //%   args:
  //%     - ptr: i64[8]
  //%       in: 0x0000000000000060*8
  //%     - ptr: i64[8]
  //%       out: 0x0000000000000060*8
  entry @divi_120(%memory.a: tile<ptr<i8>>, %memory.b: tile<ptr<i8>>, %memory.r: tile<ptr<i8>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<i8>> -> tile<i8>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<i8>> -> tile<i8>, token
    %r = divi %a, %b signed : tile<i8>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<i8>>, tile<i8> -> token
    return
  }
  //% - entry: divi_120
  //%   args:
  //%     - ptr: i8[]
  //%       in: 0x05
  //%     - ptr: i8[]
  //%       in: 0x00
  //%     - ptr: i8[]
  //%   error: 'zero'
  entry @remi_121(%memory.a: tile<ptr<i8>>, %memory.b: tile<ptr<i8>>, %memory.r: tile<ptr<i8>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<i8>> -> tile<i8>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<i8>> -> tile<i8>, token
    %r = remi %a, %b unsigned : tile<i8>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<i8>>, tile<i8> -> token
    return
  }
  //% - entry: remi_121
  //%   args:
  //%     - ptr: i8[]
  //%       in: 0x05
  //%     - ptr: i8[]
  //%       in: 0x00
  //%     - ptr: i8[]
  //%   error: 'zero'
  //% - entry: divi_120
  //%   args:
  //%     - ptr: i8[]
  //%       in: 0x80
  //%     - ptr: i8[]
  //%       in: 0xff
  //%     - ptr: i8[]
  //%   error: 'least signed number'
  entry @addi_122(%memory.a: tile<ptr<i8>>, %memory.b: tile<ptr<i8>>, %memory.r: tile<ptr<i8>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<i8>> -> tile<i8>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<i8>> -> tile<i8>, token
    %r = addi %a, %b overflow<no_signed_wrap> : tile<i8>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<i8>>, tile<i8> -> token
    return
  }
  //% - entry: addi_122
  //%   args:
  //%     - ptr: i8[]
  //%       in: 0x7f
  //%     - ptr: i8[]
  //%       in: 0x01
  //%     - ptr: i8[]
  //%   error: 'wrap'
  entry @subi_123(%memory.a: tile<ptr<i8>>, %memory.b: tile<ptr<i8>>, %memory.r: tile<ptr<i8>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<i8>> -> tile<i8>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<i8>> -> tile<i8>, token
    %r = subi %a, %b overflow<no_signed_wrap> : tile<i8>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<i8>>, tile<i8> -> token
    return
  }
  //% - entry: subi_123
  //%   args:
  //%     - ptr: i8[]
  //%       in: 0x80
  //%     - ptr: i8[]
  //%       in: 0x01
  //%     - ptr: i8[]
  //%   error: 'wrap'
  entry @muli_124(%memory.a: tile<ptr<i8>>, %memory.b: tile<ptr<i8>>, %memory.r: tile<ptr<i8>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<i8>> -> tile<i8>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<i8>> -> tile<i8>, token
    %r = muli %a, %b overflow<no_signed_wrap> : tile<i8>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<i8>>, tile<i8> -> token
    return
  }
  //% - entry: muli_124
  //%   args:
  //%     - ptr: i8[]
  //%       in: 0x7f
  //%     - ptr: i8[]
  //%       in: 0x02
  //%     - ptr: i8[]
  //%   error: 'wrap'
  entry @assume_125(%memory.a: tile<ptr<i8>>, %memory.b: tile<ptr<i8>>, %memory.r: tile<ptr<i8>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<i8>> -> tile<i8>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<i8>> -> tile<i8>, token
    %r = assume div_by<8>, %a : tile<i8>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<i8>>, tile<i8> -> token
    return
  }
  //% - entry: assume_125
  //%   args:
  //%     - ptr: i8[]
  //%       in: 0x0c
  //%     - ptr: i8[]
  //%       in: 0x00
  //%     - ptr: i8[]
  //%   error: 'multiple of 8'
  entry @assume_126(%memory.a: tile<ptr<i8>>, %memory.b: tile<ptr<i8>>, %memory.r: tile<ptr<i8>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<i8>> -> tile<i8>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<i8>> -> tile<i8>, token
    %r = assume bounded<0, 9>, %a : tile<i8>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<i8>>, tile<i8> -> token
    return
  }
  //% - entry: assume_126
  //%   args:
  //%     - ptr: i8[]
  //%       in: 0x0a
  //%     - ptr: i8[]
  //%       in: 0x00
  //%     - ptr: i8[]
  //%   error: 'at most 9'
  entry @divi_127(%memory.a: tile<ptr<i32>>, %memory.b: tile<ptr<i32>>, %memory.r: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<i32>> -> tile<i32>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<i32>> -> tile<i32>, token
    %r = divi %a, %b signed : tile<i32>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  //% - entry: divi_127
  //%   args:
  //%     - ptr: i32[]
  //%       in: 0x00000005
  //%     - ptr: i32[]
  //%       in: 0x00000000
  //%     - ptr: i32[]
  //%   error: 'zero'
  entry @remi_128(%memory.a: tile<ptr<i32>>, %memory.b: tile<ptr<i32>>, %memory.r: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<i32>> -> tile<i32>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<i32>> -> tile<i32>, token
    %r = remi %a, %b unsigned : tile<i32>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  //% - entry: remi_128
  //%   args:
  //%     - ptr: i32[]
  //%       in: 0x00000005
  //%     - ptr: i32[]
  //%       in: 0x00000000
  //%     - ptr: i32[]
  //%   error: 'zero'
  //% - entry: divi_127
  //%   args:
  //%     - ptr: i32[]
  //%       in: 0x80000000
  //%     - ptr: i32[]
  //%       in: 0xffffffff
  //%     - ptr: i32[]
  //%   error: 'least signed number'
  entry @addi_129(%memory.a: tile<ptr<i32>>, %memory.b: tile<ptr<i32>>, %memory.r: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<i32>> -> tile<i32>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<i32>> -> tile<i32>, token
    %r = addi %a, %b overflow<no_signed_wrap> : tile<i32>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  //% - entry: addi_129
  //%   args:
  //%     - ptr: i32[]
  //%       in: 0x7fffffff
  //%     - ptr: i32[]
  //%       in: 0x00000001
  //%     - ptr: i32[]
  //%   error: 'wrap'
  entry @subi_130(%memory.a: tile<ptr<i32>>, %memory.b: tile<ptr<i32>>, %memory.r: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<i32>> -> tile<i32>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<i32>> -> tile<i32>, token
    %r = subi %a, %b overflow<no_signed_wrap> : tile<i32>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  //% - entry: subi_130
  //%   args:
  //%     - ptr: i32[]
  //%       in: 0x80000000
  //%     - ptr: i32[]
  //%       in: 0x00000001
  //%     - ptr: i32[]
  //%   error: 'wrap'
  entry @muli_131(%memory.a: tile<ptr<i32>>, %memory.b: tile<ptr<i32>>, %memory.r: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<i32>> -> tile<i32>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<i32>> -> tile<i32>, token
    %r = muli %a, %b overflow<no_signed_wrap> : tile<i32>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  //% - entry: muli_131
  //%   args:
  //%     - ptr: i32[]
  //%       in: 0x7fffffff
  //%     - ptr: i32[]
  //%       in: 0x00000002
  //%     - ptr: i32[]
  //%   error: 'wrap'
  entry @assume_132(%memory.a: tile<ptr<i32>>, %memory.b: tile<ptr<i32>>, %memory.r: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<i32>> -> tile<i32>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<i32>> -> tile<i32>, token
    %r = assume div_by<8>, %a : tile<i32>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  //% - entry: assume_132
  //%   args:
  //%     - ptr: i32[]
  //%       in: 0x0000000c
  //%     - ptr: i32[]
  //%       in: 0x00000000
  //%     - ptr: i32[]
  //%   error: 'multiple of 8'
  entry @assume_133(%memory.a: tile<ptr<i32>>, %memory.b: tile<ptr<i32>>, %memory.r: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<i32>> -> tile<i32>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<i32>> -> tile<i32>, token
    %r = assume bounded<0, 9>, %a : tile<i32>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  //% - entry: assume_133
  //%   args:
  //%     - ptr: i32[]
  //%       in: 0x0000000a
  //%     - ptr: i32[]
  //%       in: 0x00000000
  //%     - ptr: i32[]
  //%   error: 'at most 9'
  entry @divi_134(%memory.a: tile<ptr<i64>>, %memory.b: tile<ptr<i64>>, %memory.r: tile<ptr<i64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<i64>> -> tile<i64>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<i64>> -> tile<i64>, token
    %r = divi %a, %b signed : tile<i64>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<i64>>, tile<i64> -> token
    return
  }
  //% - entry: divi_134
  //%   args:
  //%     - ptr: i64[]
  //%       in: 0x0000000000000005
  //%     - ptr: i64[]
  //%       in: 0x0000000000000000
  //%     - ptr: i64[]
  //%   error: 'zero'
  entry @remi_135(%memory.a: tile<ptr<i64>>, %memory.b: tile<ptr<i64>>, %memory.r: tile<ptr<i64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<i64>> -> tile<i64>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<i64>> -> tile<i64>, token
    %r = remi %a, %b unsigned : tile<i64>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<i64>>, tile<i64> -> token
    return
  }
  //% - entry: remi_135
  //%   args:
  //%     - ptr: i64[]
  //%       in: 0x0000000000000005
  //%     - ptr: i64[]
  //%       in: 0x0000000000000000
  //%     - ptr: i64[]
  //%   error: 'zero'
  //% - entry: divi_134
  //%   args:
  //%     - ptr: i64[]
  //%       in: 0x8000000000000000
  //%     - ptr: i64[]
  //%       in: 0xffffffffffffffff
  //%     - ptr: i64[]
  //%   error: 'least signed number'
  entry @addi_136(%memory.a: tile<ptr<i64>>, %memory.b: tile<ptr<i64>>, %memory.r: tile<ptr<i64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<i64>> -> tile<i64>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<i64>> -> tile<i64>, token
    %r = addi %a, %b overflow<no_signed_wrap> : tile<i64>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<i64>>, tile<i64> -> token
    return
  }
  //% - entry: addi_136
  //%   args:
  //%     - ptr: i64[]
  //%       in: 0x7fffffffffffffff
  //%     - ptr: i64[]
  //%       in: 0x0000000000000001
  //%     - ptr: i64[]
  //%   error: 'wrap'
  entry @subi_137(%memory.a: tile<ptr<i64>>, %memory.b: tile<ptr<i64>>, %memory.r: tile<ptr<i64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<i64>> -> tile<i64>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<i64>> -> tile<i64>, token
    %r = subi %a, %b overflow<no_signed_wrap> : tile<i64>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<i64>>, tile<i64> -> token
    return
  }
  //% - entry: subi_137
  //%   args:
  //%     - ptr: i64[]
  //%       in: 0x8000000000000000
  //%     - ptr: i64[]
  //%       in: 0x0000000000000001
  //%     - ptr: i64[]
  //%   error: 'wrap'
  entry @muli_138(%memory.a: tile<ptr<i64>>, %memory.b: tile<ptr<i64>>, %memory.r: tile<ptr<i64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<i64>> -> tile<i64>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<i64>> -> tile<i64>, token
    %r = muli %a, %b overflow<no_signed_wrap> : tile<i64>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<i64>>, tile<i64> -> token
    return
  }
  //% - entry: muli_138
  //%   args:
  //%     - ptr: i64[]
  //%       in: 0x7fffffffffffffff
  //%     - ptr: i64[]
  //%       in: 0x0000000000000002
  //%     - ptr: i64[]
  //%   error: 'wrap'
  entry @assume_139(%memory.a: tile<ptr<i64>>, %memory.b: tile<ptr<i64>>, %memory.r: tile<ptr<i64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<i64>> -> tile<i64>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<i64>> -> tile<i64>, token
    %r = assume div_by<8>, %a : tile<i64>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<i64>>, tile<i64> -> token
    return
  }
  //% - entry: assume_139
  //%   args:
  //%     - ptr: i64[]
  //%       in: 0x000000000000000c
  //%     - ptr: i64[]
  //%       in: 0x0000000000000000
  //%     - ptr: i64[]
  //%   error: 'multiple of 8'
  entry @assume_140(%memory.a: tile<ptr<i64>>, %memory.b: tile<ptr<i64>>, %memory.r: tile<ptr<i64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %memory.a.loaded = load_ptr_tko weak %memory.a : tile<ptr<i64>> -> tile<i64>, token
    %b, %memory.b.loaded = load_ptr_tko weak %memory.b : tile<ptr<i64>> -> tile<i64>, token
    %r = assume bounded<0, 9>, %a : tile<i64>
    %memory.r.stored = store_ptr_tko weak %memory.r, %r : tile<ptr<i64>>, tile<i64> -> token
    return
  }
  //% - entry: assume_140
  //%   args:
  //%     - ptr: i64[]
  //%       in: 0x000000000000000a
  //%     - ptr: i64[]
  //%       in: 0x0000000000000000
  //%     - ptr: i64[]
  //%   error: 'at most 9'
}
