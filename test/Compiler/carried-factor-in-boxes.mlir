// A factor that a loop carries lies in registers and has no op that makes it. The
// other factor takes all of the shared memory of an SM of sm_75, so that it is
// moved in boxes.
//
// RUN: tileiras %s --emit=tileas --gpu-name=sm_75 -O1 -o - | FileCheck %s
// RUN: cuda-tile-run %s --engine=emulate --compare=interpret --check=all --gpu-name=sm_75 -O1 --arg=i32:3 --arg=ptr:new:f64[8192] --arg=ptr:new:f64[64] --arg=ptr:new:f64[128]
// RUN: cuda-tile-run %s --verify-each-semantically --gpu-name=sm_75 --arg=i32:3 --arg=ptr:new:f64[8192] --arg=ptr:new:f64[64] --arg=ptr:new:f64[128]

// CHECK: scf.for
// CHECK: tileas.store_box
// CHECK: tileas.mma
cuda_tile.module @m {
  entry @carried(%n: tile<i32>, %p: tile<ptr<f64>>, %w: tile<ptr<f64>>, %q: tile<ptr<f64>>) {
    %i = iota : tile<8192xi32>
    %mask = constant <i32: 15> : tile<8192xi32>
    %bits = andi %i, %mask : tile<8192xi32>
    %numbers = reshape %bits : tile<8192xi32> -> tile<128x64xi32>
    %x0 = itof %numbers signed rounding<nearest_even> : tile<128x64xi32> -> tile<128x64xf64>
    %p1 = reshape %p : tile<ptr<f64>> -> tile<1xptr<f64>>
    %p2 = broadcast %p1 : tile<1xptr<f64>> -> tile<8192xptr<f64>>
    %p3 = offset %p2, %i : tile<8192xptr<f64>>, tile<8192xi32> -> tile<8192xptr<f64>>
    %pp = reshape %p3 : tile<8192xptr<f64>> -> tile<128x64xptr<f64>>
    %k = iota : tile<64xi32>
    %w1 = reshape %w : tile<ptr<f64>> -> tile<1xptr<f64>>
    %w2 = broadcast %w1 : tile<1xptr<f64>> -> tile<64xptr<f64>>
    %w3 = offset %w2, %k : tile<64xptr<f64>>, tile<64xi32> -> tile<64xptr<f64>>
    %ww = reshape %w3 : tile<64xptr<f64>> -> tile<64x1xptr<f64>>
    %y0 = itof %k signed rounding<nearest_even> : tile<64xi32> -> tile<64xf64>
    %y1 = reshape %y0 : tile<64xf64> -> tile<64x1xf64>
    %r = iota : tile<128xi32>
    %q1 = reshape %q : tile<ptr<f64>> -> tile<1xptr<f64>>
    %q2 = broadcast %q1 : tile<1xptr<f64>> -> tile<128xptr<f64>>
    %q3 = offset %q2, %r : tile<128xptr<f64>>, tile<128xi32> -> tile<128xptr<f64>>
    %qq = reshape %q3 : tile<128xptr<f64>> -> tile<128x1xptr<f64>>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %t0 = store_ptr_tko weak %pp, %x0 : tile<128x64xptr<f64>>, tile<128x64xf64> -> token
    %t1 = store_ptr_tko weak %ww, %y1 : tile<64x1xptr<f64>>, tile<64x1xf64> -> token
    %sum0 = constant <f64: 0.0> : tile<128x1xf64>
    %first = constant <f64: 1.0> : tile<64x1xf64>
    %all:2 = for %j in (%zero to %n, step %one) : tile<i32> iter_values(%sum = %sum0, %y = %first) -> (tile<128x1xf64>, tile<64x1xf64>) {
      %x, %tx = load_ptr_tko weak %pp token=%t0 : tile<128x64xptr<f64>> -> tile<128x64xf64>, token
      %next, %ty = load_ptr_tko weak %ww token=%t1 : tile<64x1xptr<f64>> -> tile<64x1xf64>, token
      %s = mmaf %x, %y, %sum : tile<128x64xf64>, tile<64x1xf64>, tile<128x1xf64>
      continue %s, %next : tile<128x1xf64>, tile<64x1xf64>
    }
    %t2 = store_ptr_tko weak %qq, %all#0 : tile<128x1xptr<f64>>, tile<128x1xf64> -> token
    return
  }
}
