// The factors of a product in scaled blocks, which tcgen05.mma takes from shared memory alone, as
// it does their scales, are 256 KiB: they and the scales are cut along K, for a chain of products.
//
// RUN: tileiras %s --gpu-name=sm_100 --emit=tileas -o - | FileCheck %s
// RUN: cuda-tile-run --self-check %s --engine=emulate --gpu-name=sm_100
// RUN: cuda-tile-run --self-check %s --engine=emulate --gpu-name=sm_100 -O1

// CHECK: scf.for
// CHECK-DAG: tileas.store_box %{{.*}}[0, 512]
// CHECK-DAG: tileas.store_box %{{.*}}[512, 0]
// CHECK-DAG: tileas.store_box %{{.*}}[0, 16]
// CHECK-DAG: tileas.store_box %{{.*}}[16, 0]
// CHECK: tileas.tcgen05_mma

cuda_tile.module @m {
  entry @k(%x: tile<ptr<f8E4M3FN>>, %y: tile<ptr<f8E4M3FN>>, %s: tile<ptr<f8E8M0FNU>>, %r: tile<ptr<f8E8M0FNU>>, %n: tile<i32>, %o: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %xt = make_tensor_view %x, shape = [128, 1024], strides = [1024, 1] : tensor_view<128x1024xf8E4M3FN, strides=[1024,1]>
    %xv = make_partition_view %xt : partition_view<tile=(128x1024), tensor_view<128x1024xf8E4M3FN, strides=[1024,1]>>
    %xx, %xk = load_view_tko weak %xv[%zero, %zero] : partition_view<tile=(128x1024), tensor_view<128x1024xf8E4M3FN, strides=[1024,1]>>, tile<i32> -> tile<128x1024xf8E4M3FN>, token
    %yt = make_tensor_view %y, shape = [1024, 128], strides = [128, 1] : tensor_view<1024x128xf8E4M3FN, strides=[128,1]>
    %yv = make_partition_view %yt : partition_view<tile=(1024x128), tensor_view<1024x128xf8E4M3FN, strides=[128,1]>>
    %yx, %yk = load_view_tko weak %yv[%zero, %zero] : partition_view<tile=(1024x128), tensor_view<1024x128xf8E4M3FN, strides=[128,1]>>, tile<i32> -> tile<1024x128xf8E4M3FN>, token
    %st = make_tensor_view %s, shape = [128, 32], strides = [32, 1] : tensor_view<128x32xf8E8M0FNU, strides=[32,1]>
    %sv = make_partition_view %st : partition_view<tile=(128x32), tensor_view<128x32xf8E8M0FNU, strides=[32,1]>>
    %sx, %sk = load_view_tko weak %sv[%zero, %zero] : partition_view<tile=(128x32), tensor_view<128x32xf8E8M0FNU, strides=[32,1]>>, tile<i32> -> tile<128x32xf8E8M0FNU>, token
    %rt = make_tensor_view %r, shape = [32, 128], strides = [128, 1] : tensor_view<32x128xf8E8M0FNU, strides=[128,1]>
    %rv = make_partition_view %rt : partition_view<tile=(32x128), tensor_view<32x128xf8E8M0FNU, strides=[128,1]>>
    %rx, %rk = load_view_tko weak %rv[%zero, %zero] : partition_view<tile=(32x128), tensor_view<32x128xf8E8M0FNU, strides=[128,1]>>, tile<i32> -> tile<32x128xf8E8M0FNU>, token
    %start = constant <f32: 0.0> : tile<128x128xf32>
    %sum = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%acc = %start) -> (tile<128x128xf32>) {
      %p = mmaf_scaled %xx, %yx, %acc, %sx, %rx : tile<128x1024xf8E4M3FN>, tile<1024x128xf8E4M3FN>, tile<128x128xf32>, tile<128x32xf8E8M0FNU>, tile<32x128xf8E8M0FNU>
      continue %p : tile<128x128xf32>
    }
    %ot = make_tensor_view %o, shape = [128, 128], strides = [128, 1] : tensor_view<128x128xf32, strides=[128,1]>
    %ov = make_partition_view %ot : partition_view<tile=(128x128), tensor_view<128x128xf32, strides=[128,1]>>
    %end = store_view_tko weak %sum, %ov[%zero, %zero] : tile<128x128xf32>, partition_view<tile=(128x128), tensor_view<128x128xf32, strides=[128,1]>>, tile<i32> -> token
    return
  }
}
//% - entry: k
//%   args:
//%   - ptr: f8E4M3FN[128,1024]
//%     in: 1*131072
//%   - ptr: f8E4M3FN[1024,128]
//%     in: 2*131072
//%   - ptr: f8E8M0FNU[128,32]
//%     in: 2*4096
//%   - ptr: f8E8M0FNU[32,128]
//%     in: 1*2048 4*2048
//%   - i32:3
//%   - ptr: f32[128,128]
//%     in: 0*16384
//%     out: 30720*16384
