// A clamp to what lies between -0 and 1 leaves -0 of what is below; the saturation
// of PTX, for which LLVM takes it, would leave +0. One that begins at 0 may be a
// saturation.
//
// RUN: cuda-tile-run --self-check %s
// RUN: cuda-tile-run --self-check %s --engine=emulate --gpu-name=sm_75 -O0
// RUN: cuda-tile-run --self-check %s --engine=emulate --gpu-name=sm_90 -O1
// RUN: cuda-tile-run --self-check %s --engine=emulate --gpu-name=sm_120 -O3

cuda_tile.module @m {
  entry @negative_f16(%x: tile<ptr<f16>>, %y: tile<ptr<f16>>) {
    %a, %t = load_ptr_tko weak %x : tile<ptr<f16>> -> tile<f16>, token
    %zero = constant <f16: -0.0> : tile<f16>
    %one = constant <f16: 1.0> : tile<f16>
    %b = maxf %a, %zero : tile<f16>
    %c = minf %b, %one : tile<f16>
    %s = store_ptr_tko weak %y, %c : tile<ptr<f16>>, tile<f16> -> token
    return
  }
  //% - entry: negative_f16
  //%   args:
  //%     - ptr: f16[1]
  //%       in: -5
  //%     - ptr: f16[1]
  //%       out: -0
  entry @positive_f16(%x: tile<ptr<f16>>, %y: tile<ptr<f16>>) {
    %a, %t = load_ptr_tko weak %x : tile<ptr<f16>> -> tile<f16>, token
    %zero = constant <f16: 0.0> : tile<f16>
    %one = constant <f16: 1.0> : tile<f16>
    %b = maxf %a, %zero : tile<f16>
    %c = minf %b, %one : tile<f16>
    %s = store_ptr_tko weak %y, %c : tile<ptr<f16>>, tile<f16> -> token
    return
  }
  //% - entry: positive_f16
  //%   args:
  //%     - ptr: f16[1]
  //%       in: -5
  //%     - ptr: f16[1]
  //%       out: 0
  entry @negative_bf16(%x: tile<ptr<bf16>>, %y: tile<ptr<bf16>>) {
    %a, %t = load_ptr_tko weak %x : tile<ptr<bf16>> -> tile<bf16>, token
    %zero = constant <bf16: -0.0> : tile<bf16>
    %one = constant <bf16: 1.0> : tile<bf16>
    %b = maxf %a, %zero : tile<bf16>
    %c = minf %b, %one : tile<bf16>
    %s = store_ptr_tko weak %y, %c : tile<ptr<bf16>>, tile<bf16> -> token
    return
  }
  //% - entry: negative_bf16
  //%   args:
  //%     - ptr: bf16[1]
  //%       in: -5
  //%     - ptr: bf16[1]
  //%       out: -0
  entry @positive_bf16(%x: tile<ptr<bf16>>, %y: tile<ptr<bf16>>) {
    %a, %t = load_ptr_tko weak %x : tile<ptr<bf16>> -> tile<bf16>, token
    %zero = constant <bf16: 0.0> : tile<bf16>
    %one = constant <bf16: 1.0> : tile<bf16>
    %b = maxf %a, %zero : tile<bf16>
    %c = minf %b, %one : tile<bf16>
    %s = store_ptr_tko weak %y, %c : tile<ptr<bf16>>, tile<bf16> -> token
    return
  }
  //% - entry: positive_bf16
  //%   args:
  //%     - ptr: bf16[1]
  //%       in: -5
  //%     - ptr: bf16[1]
  //%       out: 0
  entry @negative_f32(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>) {
    %a, %t = load_ptr_tko weak %x : tile<ptr<f32>> -> tile<f32>, token
    %zero = constant <f32: -0.0> : tile<f32>
    %one = constant <f32: 1.0> : tile<f32>
    %b = maxf %a, %zero : tile<f32>
    %c = minf %b, %one : tile<f32>
    %s = store_ptr_tko weak %y, %c : tile<ptr<f32>>, tile<f32> -> token
    return
  }
  //% - entry: negative_f32
  //%   args:
  //%     - ptr: f32[1]
  //%       in: -5
  //%     - ptr: f32[1]
  //%       out: -0
  entry @positive_f32(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>) {
    %a, %t = load_ptr_tko weak %x : tile<ptr<f32>> -> tile<f32>, token
    %zero = constant <f32: 0.0> : tile<f32>
    %one = constant <f32: 1.0> : tile<f32>
    %b = maxf %a, %zero : tile<f32>
    %c = minf %b, %one : tile<f32>
    %s = store_ptr_tko weak %y, %c : tile<ptr<f32>>, tile<f32> -> token
    return
  }
  //% - entry: positive_f32
  //%   args:
  //%     - ptr: f32[1]
  //%       in: -5
  //%     - ptr: f32[1]
  //%       out: 0
  entry @negative_f64(%x: tile<ptr<f64>>, %y: tile<ptr<f64>>) {
    %a, %t = load_ptr_tko weak %x : tile<ptr<f64>> -> tile<f64>, token
    %zero = constant <f64: -0.0> : tile<f64>
    %one = constant <f64: 1.0> : tile<f64>
    %b = maxf %a, %zero : tile<f64>
    %c = minf %b, %one : tile<f64>
    %s = store_ptr_tko weak %y, %c : tile<ptr<f64>>, tile<f64> -> token
    return
  }
  //% - entry: negative_f64
  //%   args:
  //%     - ptr: f64[1]
  //%       in: -5
  //%     - ptr: f64[1]
  //%       out: -0
  entry @positive_f64(%x: tile<ptr<f64>>, %y: tile<ptr<f64>>) {
    %a, %t = load_ptr_tko weak %x : tile<ptr<f64>> -> tile<f64>, token
    %zero = constant <f64: 0.0> : tile<f64>
    %one = constant <f64: 1.0> : tile<f64>
    %b = maxf %a, %zero : tile<f64>
    %c = minf %b, %one : tile<f64>
    %s = store_ptr_tko weak %y, %c : tile<ptr<f64>>, tile<f64> -> token
    return
  }
  //% - entry: positive_f64
  //%   args:
  //%     - ptr: f64[1]
  //%       in: -5
  //%     - ptr: f64[1]
  //%       out: 0
}
