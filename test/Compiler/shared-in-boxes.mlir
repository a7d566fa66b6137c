// Where shared memory is too small for a tile, it changes threads box by box: a
// scan, a transpose that meets another layout, an extract at a place that is
// known at run time, what one thread has read for all, and factors of products in
// loops. With 16 tile blocks on each SM, one has 9 KiB.
//
// RUN: tileiras %s --emit=tileas --gpu-name=sm_80 -O0 -o - | FileCheck %s
// RUN: cuda-tile-run %s --entry=scanned --engine=emulate --compare=interpret --check=all --gpu-name=sm_80 -O0 --arg=ptr:new:f64[2048] --arg=ptr:new:f64[2048]
// RUN: cuda-tile-run %s --entry=scanned --engine=emulate --compare=interpret --check=all --gpu-name=sm_80 -O3 --arg=ptr:new:f64[2048] --arg=ptr:new:f64[2048]
// RUN: cuda-tile-run %s --entry=scanned --verify-each-semantically --gpu-name=sm_80 --arg=ptr:new:f64[2048] --arg=ptr:new:f64[2048]
// RUN: cuda-tile-run %s --entry=transposed --engine=emulate --compare=interpret --check=all --gpu-name=sm_80 -O0 --arg=ptr:new:f32[4096] --arg=ptr:new:f32[4096]
// RUN: cuda-tile-run %s --entry=transposed --engine=emulate --compare=interpret --check=all --gpu-name=sm_80 -O3 --arg=ptr:new:f32[4096] --arg=ptr:new:f32[4096]
// RUN: cuda-tile-run %s --entry=transposed --verify-each-semantically --gpu-name=sm_80 --arg=ptr:new:f32[4096] --arg=ptr:new:f32[4096]
// RUN: cuda-tile-run %s --entry=extracted --engine=emulate --compare=interpret --check=all --gpu-name=sm_80 -O0 --arg=ptr:new:f32[4096] --arg=ptr:new:f32[512] --arg=i32:1
// RUN: cuda-tile-run %s --entry=extracted --engine=emulate --compare=interpret --check=all --gpu-name=sm_80 -O3 --arg=ptr:new:f32[4096] --arg=ptr:new:f32[512] --arg=i32:1
// RUN: cuda-tile-run %s --entry=extracted --verify-each-semantically --gpu-name=sm_80 --arg=ptr:new:f32[4096] --arg=ptr:new:f32[512] --arg=i32:1
// RUN: cuda-tile-run %s --entry=published --engine=emulate --compare=interpret --check=all --gpu-name=sm_80 -O0 --arg=ptr:new:i32[4096] --arg=ptr:new:i32[4096]
// RUN: cuda-tile-run %s --entry=published --engine=emulate --compare=interpret --check=all --gpu-name=sm_80 -O3 --arg=ptr:new:i32[4096] --arg=ptr:new:i32[4096]
// RUN: cuda-tile-run %s --entry=published --verify-each-semantically --gpu-name=sm_80 --arg=ptr:new:i32[4096] --arg=ptr:new:i32[4096]
// RUN: cuda-tile-run %s --entry=factor_in_loop --engine=emulate --compare=interpret --check=all --gpu-name=sm_80 -O0 --arg=i32:2 --arg=ptr:new:bf16[4096] --arg=ptr:new:bf16[8192] --arg=ptr:new:f32[512]
// RUN: cuda-tile-run %s --entry=factor_in_loop --engine=emulate --compare=interpret --check=all --gpu-name=sm_80 -O3 --arg=i32:2 --arg=ptr:new:bf16[4096] --arg=ptr:new:bf16[8192] --arg=ptr:new:f32[512]
// RUN: cuda-tile-run %s --entry=factor_in_loop --verify-each-semantically --gpu-name=sm_80 --arg=i32:2 --arg=ptr:new:bf16[4096] --arg=ptr:new:bf16[8192] --arg=ptr:new:f32[512]
// RUN: cuda-tile-run %s --entry=factors_in_loop --engine=emulate --compare=interpret --check=all --gpu-name=sm_80 -O0 --arg=i32:2 --arg=ptr:new:bf16[4096] --arg=ptr:new:bf16[8192] --arg=ptr:new:f32[512]
// RUN: cuda-tile-run %s --entry=factors_in_loop --engine=emulate --compare=interpret --check=all --gpu-name=sm_80 -O3 --arg=i32:2 --arg=ptr:new:bf16[4096] --arg=ptr:new:bf16[8192] --arg=ptr:new:f32[512]
// RUN: cuda-tile-run %s --entry=factors_in_loop --verify-each-semantically --gpu-name=sm_80 --arg=i32:2 --arg=ptr:new:bf16[4096] --arg=ptr:new:bf16[8192] --arg=ptr:new:f32[512]
// RUN: cuda-tile-run %s --entry=wide_factors --engine=emulate --compare=interpret --check=all --gpu-name=sm_80 -O0 --arg=i32:2 --arg=ptr:new:f32[2048] --arg=ptr:new:f32[4096] --arg=ptr:new:f32[512]
// RUN: cuda-tile-run %s --entry=wide_factors --engine=emulate --compare=interpret --check=all --gpu-name=sm_80 -O3 --arg=i32:2 --arg=ptr:new:f32[2048] --arg=ptr:new:f32[4096] --arg=ptr:new:f32[512]
// RUN: cuda-tile-run %s --entry=wide_factors --verify-each-semantically --gpu-name=sm_80 --arg=i32:2 --arg=ptr:new:f32[2048] --arg=ptr:new:f32[4096] --arg=ptr:new:f32[512]

cuda_tile.module @m {
  // CHECK-LABEL: tileas.kernel @scanned(
  // CHECK: tileas.store_box
  // CHECK: tileas.barrier
  // CHECK: tileas.load_box {{.*}} into
  entry @scanned(%p: tile<ptr<f64>>, %q: tile<ptr<f64>>) {
    %i2048 = iota : tile<2048xi32>
    %k2048 = constant <i32: 7> : tile<2048xi32>
    %l2048 = constant <i32: 63> : tile<2048xi32>
    %a2048 = muli %i2048, %k2048 : tile<2048xi32>
    %b2048 = andi %a2048, %l2048 : tile<2048xi32>
    %c2048 = reshape %b2048 : tile<2048xi32> -> tile<4x512xi32>
    %x0 = itof %c2048 signed rounding<nearest_even> : tile<4x512xi32> -> tile<4x512xf64>
    %pp1 = reshape %p : tile<ptr<f64>> -> tile<1xptr<f64>>
    %pp2 = broadcast %pp1 : tile<1xptr<f64>> -> tile<2048xptr<f64>>
    %pp3 = offset %pp2, %i2048 : tile<2048xptr<f64>>, tile<2048xi32> -> tile<2048xptr<f64>>
    %pp = reshape %pp3 : tile<2048xptr<f64>> -> tile<4x512xptr<f64>>
    %qq1 = reshape %q : tile<ptr<f64>> -> tile<1xptr<f64>>
    %qq2 = broadcast %qq1 : tile<1xptr<f64>> -> tile<2048xptr<f64>>
    %qq3 = offset %qq2, %i2048 : tile<2048xptr<f64>>, tile<2048xi32> -> tile<2048xptr<f64>>
    %qq = reshape %qq3 : tile<2048xptr<f64>> -> tile<4x512xptr<f64>>
    %t0 = store_ptr_tko weak %pp, %x0 : tile<4x512xptr<f64>>, tile<4x512xf64> -> token
    %x, %t1 = load_ptr_tko weak %pp token=%t0 : tile<4x512xptr<f64>> -> tile<4x512xf64>, token
    %s = scan %x dim=0 reverse=false identities=[0.0 : f64] : tile<4x512xf64> -> tile<4x512xf64> (%a: tile<f64>, %b: tile<f64>) {
      %c = addf %a, %b : tile<f64>
      yield %c : tile<f64>
    }
    %t2 = store_ptr_tko weak %qq, %s : tile<4x512xptr<f64>>, tile<4x512xf64> -> token
    return
  } {nvvm.minctasm = 16 : i32}

  // CHECK-LABEL: tileas.kernel @transposed(
  // CHECK: tileas.load_box {{.*}} into
  entry @transposed(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>) {
    %i4096 = iota : tile<4096xi32>
    %k4096 = constant <i32: 7> : tile<4096xi32>
    %l4096 = constant <i32: 63> : tile<4096xi32>
    %a4096 = muli %i4096, %k4096 : tile<4096xi32>
    %b4096 = andi %a4096, %l4096 : tile<4096xi32>
    %c4096 = reshape %b4096 : tile<4096xi32> -> tile<64x64xi32>
    %x0 = itof %c4096 signed rounding<nearest_even> : tile<64x64xi32> -> tile<64x64xf32>
    %pp1 = reshape %p : tile<ptr<f32>> -> tile<1xptr<f32>>
    %pp2 = broadcast %pp1 : tile<1xptr<f32>> -> tile<4096xptr<f32>>
    %pp3 = offset %pp2, %i4096 : tile<4096xptr<f32>>, tile<4096xi32> -> tile<4096xptr<f32>>
    %pp = reshape %pp3 : tile<4096xptr<f32>> -> tile<64x64xptr<f32>>
    %qq1 = reshape %q : tile<ptr<f32>> -> tile<1xptr<f32>>
    %qq2 = broadcast %qq1 : tile<1xptr<f32>> -> tile<4096xptr<f32>>
    %qq3 = offset %qq2, %i4096 : tile<4096xptr<f32>>, tile<4096xi32> -> tile<4096xptr<f32>>
    %qq = reshape %qq3 : tile<4096xptr<f32>> -> tile<64x64xptr<f32>>
    %t0 = store_ptr_tko weak %pp, %x0 : tile<64x64xptr<f32>>, tile<64x64xf32> -> token
    %x, %t1 = load_ptr_tko weak %pp token=%t0 : tile<64x64xptr<f32>> -> tile<64x64xf32>, token
    %y = permute %x [1, 0] : tile<64x64xf32> -> tile<64x64xf32>
    %s = addf %x, %y : tile<64x64xf32>
    %t2 = store_ptr_tko weak %qq, %s : tile<64x64xptr<f32>>, tile<64x64xf32> -> token
    return
  } {nvvm.minctasm = 16 : i32}

  entry @extracted(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %r: tile<i32>) {
    %i4096 = iota : tile<4096xi32>
    %k4096 = constant <i32: 7> : tile<4096xi32>
    %l4096 = constant <i32: 63> : tile<4096xi32>
    %a4096 = muli %i4096, %k4096 : tile<4096xi32>
    %b4096 = andi %a4096, %l4096 : tile<4096xi32>
    %c4096 = reshape %b4096 : tile<4096xi32> -> tile<64x64xi32>
    %x0 = itof %c4096 signed rounding<nearest_even> : tile<64x64xi32> -> tile<64x64xf32>
    %pp1 = reshape %p : tile<ptr<f32>> -> tile<1xptr<f32>>
    %pp2 = broadcast %pp1 : tile<1xptr<f32>> -> tile<4096xptr<f32>>
    %pp3 = offset %pp2, %i4096 : tile<4096xptr<f32>>, tile<4096xi32> -> tile<4096xptr<f32>>
    %pp = reshape %pp3 : tile<4096xptr<f32>> -> tile<64x64xptr<f32>>
    %i512 = iota : tile<512xi32>
    %k512 = constant <i32: 7> : tile<512xi32>
    %l512 = constant <i32: 63> : tile<512xi32>
    %a512 = muli %i512, %k512 : tile<512xi32>
    %b512 = andi %a512, %l512 : tile<512xi32>
    %c512 = reshape %b512 : tile<512xi32> -> tile<16x32xi32>
    %unused = itof %c512 signed rounding<nearest_even> : tile<16x32xi32> -> tile<16x32xf32>
    %qq1 = reshape %q : tile<ptr<f32>> -> tile<1xptr<f32>>
    %qq2 = broadcast %qq1 : tile<1xptr<f32>> -> tile<512xptr<f32>>
    %qq3 = offset %qq2, %i512 : tile<512xptr<f32>>, tile<512xi32> -> tile<512xptr<f32>>
    %qq = reshape %qq3 : tile<512xptr<f32>> -> tile<16x32xptr<f32>>
    %t0 = store_ptr_tko weak %pp, %x0 : tile<64x64xptr<f32>>, tile<64x64xf32> -> token
    %x, %t1 = load_ptr_tko weak %pp token=%t0 : tile<64x64xptr<f32>> -> tile<64x64xf32>, token
    %s = extract %x[%r, %r] : tile<64x64xf32> -> tile<16x32xf32>
    %t2 = store_ptr_tko weak %qq, %s : tile<16x32xptr<f32>>, tile<16x32xf32> -> token
    return
  } {nvvm.minctasm = 16 : i32}

  // CHECK-LABEL: tileas.kernel @published(
  // CHECK: tileas.load_box {{.*}} into
  entry @published(%p: tile<ptr<i32>>, %q: tile<ptr<i32>>) {
    %i4096 = iota : tile<4096xi32>
    %k4096 = constant <i32: 7> : tile<4096xi32>
    %l4096 = constant <i32: 63> : tile<4096xi32>
    %a4096 = muli %i4096, %k4096 : tile<4096xi32>
    %b4096 = andi %a4096, %l4096 : tile<4096xi32>
    %c4096 = reshape %b4096 : tile<4096xi32> -> tile<64x64xi32>
    %x0 = addi %c4096, %c4096 : tile<64x64xi32>
    %pp1 = reshape %p : tile<ptr<i32>> -> tile<1xptr<i32>>
    %pp2 = broadcast %pp1 : tile<1xptr<i32>> -> tile<4096xptr<i32>>
    %pp3 = offset %pp2, %i4096 : tile<4096xptr<i32>>, tile<4096xi32> -> tile<4096xptr<i32>>
    %pp = reshape %pp3 : tile<4096xptr<i32>> -> tile<64x64xptr<i32>>
    %qq1 = reshape %q : tile<ptr<i32>> -> tile<1xptr<i32>>
    %qq2 = broadcast %qq1 : tile<1xptr<i32>> -> tile<4096xptr<i32>>
    %qq3 = offset %qq2, %i4096 : tile<4096xptr<i32>>, tile<4096xi32> -> tile<4096xptr<i32>>
    %qq = reshape %qq3 : tile<4096xptr<i32>> -> tile<64x64xptr<i32>>
    %t0 = store_ptr_tko relaxed device %pp, %x0 : tile<64x64xptr<i32>>, tile<64x64xi32> -> token
    %x, %t1 = load_ptr_tko relaxed device %pp token=%t0 : tile<64x64xptr<i32>> -> tile<64x64xi32>, token
    %y = permute %x [1, 0] : tile<64x64xi32> -> tile<64x64xi32>
    %s = addi %x, %y : tile<64x64xi32>
    %t2 = store_ptr_tko weak %qq, %s : tile<64x64xptr<i32>>, tile<64x64xi32> -> token
    return
  } {nvvm.minctasm = 16 : i32}

  // CHECK-LABEL: tileas.kernel @factor_in_loop(
  // CHECK: scf.for
  // CHECK: tileas.store_box
  // CHECK: tileas.barrier
  // CHECK: tileas.mma {{.*}} along
  // CHECK: tileas.barrier
  // CHECK: tileas.store_box
  entry @factor_in_loop(%n: tile<i32>, %p: tile<ptr<bf16>>, %w: tile<ptr<bf16>>, %q: tile<ptr<f32>>) {
    %i4096 = iota : tile<4096xi32>
    %k4096 = constant <i32: 7> : tile<4096xi32>
    %l4096 = constant <i32: 7> : tile<4096xi32>
    %a4096 = muli %i4096, %k4096 : tile<4096xi32>
    %b4096 = andi %a4096, %l4096 : tile<4096xi32>
    %c4096 = reshape %b4096 : tile<4096xi32> -> tile<16x256xi32>
    %x0 = itof %c4096 signed rounding<nearest_even> : tile<16x256xi32> -> tile<16x256xbf16>
    %i8192 = iota : tile<8192xi32>
    %k8192 = constant <i32: 7> : tile<8192xi32>
    %l8192 = constant <i32: 7> : tile<8192xi32>
    %a8192 = muli %i8192, %k8192 : tile<8192xi32>
    %b8192 = andi %a8192, %l8192 : tile<8192xi32>
    %c8192 = reshape %b8192 : tile<8192xi32> -> tile<256x32xi32>
    %y0 = itof %c8192 signed rounding<nearest_even> : tile<256x32xi32> -> tile<256x32xbf16>
    %i512 = iota : tile<512xi32>
    %k512 = constant <i32: 7> : tile<512xi32>
    %l512 = constant <i32: 63> : tile<512xi32>
    %a512 = muli %i512, %k512 : tile<512xi32>
    %b512 = andi %a512, %l512 : tile<512xi32>
    %c512 = reshape %b512 : tile<512xi32> -> tile<16x32xi32>
    %z0 = itof %c512 signed rounding<nearest_even> : tile<16x32xi32> -> tile<16x32xf32>
    %pp1 = reshape %p : tile<ptr<bf16>> -> tile<1xptr<bf16>>
    %pp2 = broadcast %pp1 : tile<1xptr<bf16>> -> tile<4096xptr<bf16>>
    %pp3 = offset %pp2, %i4096 : tile<4096xptr<bf16>>, tile<4096xi32> -> tile<4096xptr<bf16>>
    %pp = reshape %pp3 : tile<4096xptr<bf16>> -> tile<16x256xptr<bf16>>
    %ww1 = reshape %w : tile<ptr<bf16>> -> tile<1xptr<bf16>>
    %ww2 = broadcast %ww1 : tile<1xptr<bf16>> -> tile<8192xptr<bf16>>
    %ww3 = offset %ww2, %i8192 : tile<8192xptr<bf16>>, tile<8192xi32> -> tile<8192xptr<bf16>>
    %ww = reshape %ww3 : tile<8192xptr<bf16>> -> tile<256x32xptr<bf16>>
    %qq1 = reshape %q : tile<ptr<f32>> -> tile<1xptr<f32>>
    %qq2 = broadcast %qq1 : tile<1xptr<f32>> -> tile<512xptr<f32>>
    %qq3 = offset %qq2, %i512 : tile<512xptr<f32>>, tile<512xi32> -> tile<512xptr<f32>>
    %qq = reshape %qq3 : tile<512xptr<f32>> -> tile<16x32xptr<f32>>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %t0 = store_ptr_tko weak %pp, %x0 : tile<16x256xptr<bf16>>, tile<16x256xbf16> -> token
    %t1 = store_ptr_tko weak %ww, %y0 : tile<256x32xptr<bf16>>, tile<256x32xbf16> -> token
    %start = constant <f32: 0.0> : tile<16x32xf32>
    %x, %tx = load_ptr_tko weak %pp token=%t0 : tile<16x256xptr<bf16>> -> tile<16x256xbf16>, token
    %sum = for %j in (%zero to %n, step %one) : tile<i32> iter_values(%acc = %start) -> (tile<16x32xf32>) {
      %y, %ty = load_ptr_tko weak %ww token=%t1 : tile<256x32xptr<bf16>> -> tile<256x32xbf16>, token
      %r = mmaf %x, %y, %acc : tile<16x256xbf16>, tile<256x32xbf16>, tile<16x32xf32>
      continue %r : tile<16x32xf32>
    }
    %t2 = store_ptr_tko weak %qq, %sum : tile<16x32xptr<f32>>, tile<16x32xf32> -> token
    return
  } {nvvm.minctasm = 16 : i32}

  // CHECK-LABEL: tileas.kernel @factors_in_loop(
  // CHECK: scf.for
  // CHECK: tileas.store_box
  // CHECK: tileas.barrier
  // CHECK: tileas.mma {{.*}} along
  // CHECK: tileas.barrier
  // CHECK: tileas.store_box
  entry @factors_in_loop(%n: tile<i32>, %p: tile<ptr<bf16>>, %w: tile<ptr<bf16>>, %q: tile<ptr<f32>>) {
    %i4096 = iota : tile<4096xi32>
    %k4096 = constant <i32: 7> : tile<4096xi32>
    %l4096 = constant <i32: 7> : tile<4096xi32>
    %a4096 = muli %i4096, %k4096 : tile<4096xi32>
    %b4096 = andi %a4096, %l4096 : tile<4096xi32>
    %c4096 = reshape %b4096 : tile<4096xi32> -> tile<16x256xi32>
    %x0 = itof %c4096 signed rounding<nearest_even> : tile<16x256xi32> -> tile<16x256xbf16>
    %i8192 = iota : tile<8192xi32>
    %k8192 = constant <i32: 7> : tile<8192xi32>
    %l8192 = constant <i32: 7> : tile<8192xi32>
    %a8192 = muli %i8192, %k8192 : tile<8192xi32>
    %b8192 = andi %a8192, %l8192 : tile<8192xi32>
    %c8192 = reshape %b8192 : tile<8192xi32> -> tile<256x32xi32>
    %y0 = itof %c8192 signed rounding<nearest_even> : tile<256x32xi32> -> tile<256x32xbf16>
    %i512 = iota : tile<512xi32>
    %k512 = constant <i32: 7> : tile<512xi32>
    %l512 = constant <i32: 63> : tile<512xi32>
    %a512 = muli %i512, %k512 : tile<512xi32>
    %b512 = andi %a512, %l512 : tile<512xi32>
    %c512 = reshape %b512 : tile<512xi32> -> tile<16x32xi32>
    %z0 = itof %c512 signed rounding<nearest_even> : tile<16x32xi32> -> tile<16x32xf32>
    %pp1 = reshape %p : tile<ptr<bf16>> -> tile<1xptr<bf16>>
    %pp2 = broadcast %pp1 : tile<1xptr<bf16>> -> tile<4096xptr<bf16>>
    %pp3 = offset %pp2, %i4096 : tile<4096xptr<bf16>>, tile<4096xi32> -> tile<4096xptr<bf16>>
    %pp = reshape %pp3 : tile<4096xptr<bf16>> -> tile<16x256xptr<bf16>>
    %ww1 = reshape %w : tile<ptr<bf16>> -> tile<1xptr<bf16>>
    %ww2 = broadcast %ww1 : tile<1xptr<bf16>> -> tile<8192xptr<bf16>>
    %ww3 = offset %ww2, %i8192 : tile<8192xptr<bf16>>, tile<8192xi32> -> tile<8192xptr<bf16>>
    %ww = reshape %ww3 : tile<8192xptr<bf16>> -> tile<256x32xptr<bf16>>
    %qq1 = reshape %q : tile<ptr<f32>> -> tile<1xptr<f32>>
    %qq2 = broadcast %qq1 : tile<1xptr<f32>> -> tile<512xptr<f32>>
    %qq3 = offset %qq2, %i512 : tile<512xptr<f32>>, tile<512xi32> -> tile<512xptr<f32>>
    %qq = reshape %qq3 : tile<512xptr<f32>> -> tile<16x32xptr<f32>>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %t0 = store_ptr_tko weak %pp, %x0 : tile<16x256xptr<bf16>>, tile<16x256xbf16> -> token
    %t1 = store_ptr_tko weak %ww, %y0 : tile<256x32xptr<bf16>>, tile<256x32xbf16> -> token
    %start = constant <f32: 0.0> : tile<16x32xf32>
    %sum = for %j in (%zero to %n, step %one) : tile<i32> iter_values(%acc = %start) -> (tile<16x32xf32>) {
      %x, %tx = load_ptr_tko weak %pp token=%t0 : tile<16x256xptr<bf16>> -> tile<16x256xbf16>, token
      %y, %ty = load_ptr_tko weak %ww token=%t1 : tile<256x32xptr<bf16>> -> tile<256x32xbf16>, token
      %r = mmaf %x, %y, %acc : tile<16x256xbf16>, tile<256x32xbf16>, tile<16x32xf32>
      continue %r : tile<16x32xf32>
    }
    %t2 = store_ptr_tko weak %qq, %sum : tile<16x32xptr<f32>>, tile<16x32xf32> -> token
    return
  } {nvvm.minctasm = 16 : i32}

  // CHECK-LABEL: tileas.kernel @wide_factors(
  // CHECK: scf.for
  // CHECK: tileas.store_box
  // CHECK: tileas.barrier
  // CHECK: tileas.mma {{.*}} along
  // CHECK: tileas.barrier
  // CHECK: tileas.store_box
  entry @wide_factors(%n: tile<i32>, %p: tile<ptr<f32>>, %w: tile<ptr<f32>>, %q: tile<ptr<f32>>) {
    %i2048 = iota : tile<2048xi32>
    %k2048 = constant <i32: 7> : tile<2048xi32>
    %l2048 = constant <i32: 7> : tile<2048xi32>
    %a2048 = muli %i2048, %k2048 : tile<2048xi32>
    %b2048 = andi %a2048, %l2048 : tile<2048xi32>
    %c2048 = reshape %b2048 : tile<2048xi32> -> tile<16x128xi32>
    %x0 = itof %c2048 signed rounding<nearest_even> : tile<16x128xi32> -> tile<16x128xf32>
    %i4096 = iota : tile<4096xi32>
    %k4096 = constant <i32: 7> : tile<4096xi32>
    %l4096 = constant <i32: 7> : tile<4096xi32>
    %a4096 = muli %i4096, %k4096 : tile<4096xi32>
    %b4096 = andi %a4096, %l4096 : tile<4096xi32>
    %c4096 = reshape %b4096 : tile<4096xi32> -> tile<128x32xi32>
    %y0 = itof %c4096 signed rounding<nearest_even> : tile<128x32xi32> -> tile<128x32xf32>
    %i512 = iota : tile<512xi32>
    %k512 = constant <i32: 7> : tile<512xi32>
    %l512 = constant <i32: 63> : tile<512xi32>
    %a512 = muli %i512, %k512 : tile<512xi32>
    %b512 = andi %a512, %l512 : tile<512xi32>
    %c512 = reshape %b512 : tile<512xi32> -> tile<16x32xi32>
    %z0 = itof %c512 signed rounding<nearest_even> : tile<16x32xi32> -> tile<16x32xf32>
    %pp1 = reshape %p : tile<ptr<f32>> -> tile<1xptr<f32>>
    %pp2 = broadcast %pp1 : tile<1xptr<f32>> -> tile<2048xptr<f32>>
    %pp3 = offset %pp2, %i2048 : tile<2048xptr<f32>>, tile<2048xi32> -> tile<2048xptr<f32>>
    %pp = reshape %pp3 : tile<2048xptr<f32>> -> tile<16x128xptr<f32>>
    %ww1 = reshape %w : tile<ptr<f32>> -> tile<1xptr<f32>>
    %ww2 = broadcast %ww1 : tile<1xptr<f32>> -> tile<4096xptr<f32>>
    %ww3 = offset %ww2, %i4096 : tile<4096xptr<f32>>, tile<4096xi32> -> tile<4096xptr<f32>>
    %ww = reshape %ww3 : tile<4096xptr<f32>> -> tile<128x32xptr<f32>>
    %qq1 = reshape %q : tile<ptr<f32>> -> tile<1xptr<f32>>
    %qq2 = broadcast %qq1 : tile<1xptr<f32>> -> tile<512xptr<f32>>
    %qq3 = offset %qq2, %i512 : tile<512xptr<f32>>, tile<512xi32> -> tile<512xptr<f32>>
    %qq = reshape %qq3 : tile<512xptr<f32>> -> tile<16x32xptr<f32>>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %t0 = store_ptr_tko weak %pp, %x0 : tile<16x128xptr<f32>>, tile<16x128xf32> -> token
    %t1 = store_ptr_tko weak %ww, %y0 : tile<128x32xptr<f32>>, tile<128x32xf32> -> token
    %start = constant <f32: 0.0> : tile<16x32xf32>
    %x, %tx = load_ptr_tko weak %pp token=%t0 : tile<16x128xptr<f32>> -> tile<16x128xf32>, token
    %sum = for %j in (%zero to %n, step %one) : tile<i32> iter_values(%acc = %start) -> (tile<16x32xf32>) {
      %y, %ty = load_ptr_tko weak %ww token=%t1 : tile<128x32xptr<f32>> -> tile<128x32xf32>, token
      %r = mmaf %x, %y, %acc : tile<16x128xf32>, tile<128x32xf32>, tile<16x32xf32>
      continue %r : tile<16x32xf32>
    }
    %t2 = store_ptr_tko weak %qq, %sum : tile<16x32xptr<f32>>, tile<16x32xf32> -> token
    return
  } {nvvm.minctasm = 16 : i32}
}
