// On GPUs whose tensor memory takes scales, a product stays one in scaled blocks where
// tcgen05.mma can be planned for it, as it is or in slices that leave columns for scales; a
// remark says why another one becomes products without scales.
//
// RUN: cuda-tile-opt %s -convert-cuda-tile-to-tileaa=gpu-name=sm_100 --split-input-file | FileCheck %s
// RUN: cuda-tile-opt %s -convert-cuda-tile-to-tileaa="gpu-name=sm_100 warp-groups=false" --split-input-file | FileCheck %s --check-prefix=NONE
// RUN: tileiras %s --gpu-name=sm_100 --remarks=tensorcore --emit=ptx -o %t.ptx | FileCheck %s --check-prefix=REMARK

// NONE-NOT: scaled(

// REMARK: alone:
// REMARK: Passed: RemarkTensorCoreMMA, Remark: tcgen05.mma.m128n128k32 of e4m3 in scaled blocks
// REMARK: apart:
// REMARK: Missed: RemarkMatrixUnit, Reason: {{.*}}, but reads floats of 4 bits as they lie in memory, side by side along K, and here they do not
// REMARK: large:
// REMARK: Passed: RemarkTensorCoreMMA, Remark: tcgen05.mma.m128n256k32 of e4m3 in scaled blocks
// REMARK: low:
// REMARK: Missed: RemarkMatrixUnit, Reason: {{.*}}, but takes the scales of 128 columns and four blocks of K, or of 64 and eight
// REMARK: twice:
// REMARK: Missed: RemarkMatrixUnit, Reason: {{.*}}, but has room for 512 columns of sums and scales

cuda_tile.module @m {
  // CHECK-LABEL: tileaa.entry @alone(
  // CHECK: tileaa.mma {{.*}} scaled(
  entry @alone(%p: tile<ptr<f8E4M3FN>>, %q: tile<ptr<f8E8M0FNU>>, %r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %acc = constant <f32: 0.0> : tile<128x128xf32>
    %av = make_tensor_view %p, shape = [128, 128], strides = [128, 1] : tensor_view<128x128xf8E4M3FN, strides=[128,1]>
    %sv = make_tensor_view %q, shape = [128, 4], strides = [4, 1] : tensor_view<128x4xf8E8M0FNU, strides=[4,1]>
    %cv = make_tensor_view %r, shape = [128, 128], strides = [128, 1] : tensor_view<128x128xf32, strides=[128,1]>
    %a = make_partition_view %av : partition_view<tile=(128x128), tensor_view<128x128xf8E4M3FN, strides=[128,1]>>
    %s = make_partition_view %sv : partition_view<tile=(128x4), tensor_view<128x4xf8E8M0FNU, strides=[4,1]>>
    %c = make_partition_view %cv : partition_view<tile=(128x128), tensor_view<128x128xf32, strides=[128,1]>>
    %x, %t0 = load_view_tko weak %a[%zero, %zero] : partition_view<tile=(128x128), tensor_view<128x128xf8E4M3FN, strides=[128,1]>>, tile<i32> -> tile<128x128xf8E4M3FN>, token
    %u, %t1 = load_view_tko weak %s[%zero, %zero] : partition_view<tile=(128x4), tensor_view<128x4xf8E8M0FNU, strides=[4,1]>>, tile<i32> -> tile<128x4xf8E8M0FNU>, token
    %v = permute %u [1, 0] : tile<128x4xf8E8M0FNU> -> tile<4x128xf8E8M0FNU>
    %d = mmaf_scaled %x, %x, %acc, %u, %v : tile<128x128xf8E4M3FN>, tile<128x128xf8E4M3FN>, tile<128x128xf32>, tile<128x4xf8E8M0FNU>, tile<4x128xf8E8M0FNU>
    %t2 = store_view_tko weak %d, %c[%zero, %zero] : tile<128x128xf32>, partition_view<tile=(128x128), tensor_view<128x128xf32, strides=[128,1]>>, tile<i32> -> token
    return
  }

  // CHECK-LABEL: tileaa.entry @low(
  // CHECK-NOT: scaled(
  entry @low(%p: tile<ptr<f8E4M3FN>>, %q: tile<ptr<f8E8M0FNU>>, %r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %acc = constant <f32: 0.0> : tile<64x64xf32>
    %av = make_tensor_view %p, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf8E4M3FN, strides=[64,1]>
    %cv = make_tensor_view %r, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
    %a = make_partition_view %av : partition_view<tile=(64x64), tensor_view<64x64xf8E4M3FN, strides=[64,1]>>
    %c = make_partition_view %cv : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
    %x, %t0 = load_view_tko weak %a[%zero, %zero] : partition_view<tile=(64x64), tensor_view<64x64xf8E4M3FN, strides=[64,1]>>, tile<i32> -> tile<64x64xf8E4M3FN>, token
    %u = constant <f8E8M0FNU: 1.0> : tile<64x2xf8E8M0FNU>
    %v = constant <f8E8M0FNU: 1.0> : tile<2x64xf8E8M0FNU>
    %d = mmaf_scaled %x, %x, %acc, %u, %v : tile<64x64xf8E4M3FN>, tile<64x64xf8E4M3FN>, tile<64x64xf32>, tile<64x2xf8E8M0FNU>, tile<2x64xf8E8M0FNU>
    %t2 = store_view_tko weak %d, %c[%zero, %zero] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }

  // CHECK-LABEL: tileaa.entry @apart(
  // CHECK-NOT: scaled(
  entry @apart(%p: tile<ptr<f4E2M1FN>>, %r: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %acc = constant <f32: 0.0> : tile<128x128xf32>
    %av = make_tensor_view %p, shape = [128, 128], strides = [1, 128] : tensor_view<128x128xf4E2M1FN, strides=[1,128]>
    %cv = make_tensor_view %r, shape = [128, 128], strides = [128, 1] : tensor_view<128x128xf32, strides=[128,1]>
    %a = make_partition_view %av : partition_view<tile=(128x128), tensor_view<128x128xf4E2M1FN, strides=[1,128]>>
    %c = make_partition_view %cv : partition_view<tile=(128x128), tensor_view<128x128xf32, strides=[128,1]>>
    %x, %t0 = load_view_tko weak %a[%zero, %zero] : partition_view<tile=(128x128), tensor_view<128x128xf4E2M1FN, strides=[1,128]>>, tile<i32> -> tile<128x128xf4E2M1FN>, token
    %u = constant <f8E8M0FNU: 1.0> : tile<128x4xf8E8M0FNU>
    %v = constant <f8E8M0FNU: 1.0> : tile<4x128xf8E8M0FNU>
    %d = mmaf_scaled %x, %x, %acc, %u, %v : tile<128x128xf4E2M1FN>, tile<128x128xf4E2M1FN>, tile<128x128xf32>, tile<128x4xf8E8M0FNU>, tile<4x128xf8E8M0FNU>
    %t2 = store_view_tko weak %d, %c[%zero, %zero] : tile<128x128xf32>, partition_view<tile=(128x128), tensor_view<128x128xf32, strides=[128,1]>>, tile<i32> -> token
    return
  }

  // CHECK-LABEL: tileaa.entry @large(
  // CHECK: tileaa.mma {{.*}} scaled(
  entry @large(%p: tile<ptr<f8E4M3FN>>, %q: tile<ptr<f8E8M0FNU>>, %r: tile<ptr<f32>>, %end: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %none = constant <f32: 0.0> : tile<256x256xf32>
    %av = make_tensor_view %p, shape = [256, 1024], strides = [1024, 1] : tensor_view<256x1024xf8E4M3FN, strides=[1024,1]>
    %sv = make_tensor_view %q, shape = [256, 32], strides = [32, 1] : tensor_view<256x32xf8E8M0FNU, strides=[32,1]>
    %cv = make_tensor_view %r, shape = [512, 256], strides = [256, 1] : tensor_view<512x256xf32, strides=[256,1]>
    %a = make_partition_view %av : partition_view<tile=(256x128), tensor_view<256x1024xf8E4M3FN, strides=[1024,1]>>
    %s = make_partition_view %sv : partition_view<tile=(256x4), tensor_view<256x32xf8E8M0FNU, strides=[32,1]>>
    %c = make_partition_view %cv : partition_view<tile=(256x256), tensor_view<512x256xf32, strides=[256,1]>>
    %d = for %k in (%zero to %end, step %one) : tile<i32> iter_values(%acc = %none) -> (tile<256x256xf32>) {
      %x, %t0 = load_view_tko weak %a[%zero, %k] : partition_view<tile=(256x128), tensor_view<256x1024xf8E4M3FN, strides=[1024,1]>>, tile<i32> -> tile<256x128xf8E4M3FN>, token
      %u, %t1 = load_view_tko weak %s[%zero, %k] : partition_view<tile=(256x4), tensor_view<256x32xf8E8M0FNU, strides=[32,1]>>, tile<i32> -> tile<256x4xf8E8M0FNU>, token
      %y = permute %x [1, 0] : tile<256x128xf8E4M3FN> -> tile<128x256xf8E4M3FN>
      %v = permute %u [1, 0] : tile<256x4xf8E8M0FNU> -> tile<4x256xf8E8M0FNU>
      %e = mmaf_scaled %x, %y, %acc, %u, %v : tile<256x128xf8E4M3FN>, tile<128x256xf8E4M3FN>, tile<256x256xf32>, tile<256x4xf8E8M0FNU>, tile<4x256xf8E8M0FNU>
      continue %e : tile<256x256xf32>
    }
    %t2 = store_view_tko weak %d, %c[%zero, %zero] : tile<256x256xf32>, partition_view<tile=(256x256), tensor_view<512x256xf32, strides=[256,1]>>, tile<i32> -> token
    return
  }

  // CHECK-LABEL: tileaa.entry @twice(
  // CHECK-NOT: scaled(
  entry @twice(%p: tile<ptr<f8E4M3FN>>, %q: tile<ptr<f8E8M0FNU>>, %r: tile<ptr<f32>>, %end: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %none = constant <f32: 0.0> : tile<256x256xf32>
    %av = make_tensor_view %p, shape = [256, 1024], strides = [1024, 1] : tensor_view<256x1024xf8E4M3FN, strides=[1024,1]>
    %sv = make_tensor_view %q, shape = [256, 32], strides = [32, 1] : tensor_view<256x32xf8E8M0FNU, strides=[32,1]>
    %cv = make_tensor_view %r, shape = [512, 256], strides = [256, 1] : tensor_view<512x256xf32, strides=[256,1]>
    %a = make_partition_view %av : partition_view<tile=(256x128), tensor_view<256x1024xf8E4M3FN, strides=[1024,1]>>
    %s = make_partition_view %sv : partition_view<tile=(256x4), tensor_view<256x32xf8E8M0FNU, strides=[32,1]>>
    %c = make_partition_view %cv : partition_view<tile=(256x256), tensor_view<512x256xf32, strides=[256,1]>>
    %d = for %k in (%zero to %end, step %one) : tile<i32> iter_values(%acc = %none) -> (tile<256x256xf32>) {
      %x, %t0 = load_view_tko weak %a[%zero, %k] : partition_view<tile=(256x128), tensor_view<256x1024xf8E4M3FN, strides=[1024,1]>>, tile<i32> -> tile<256x128xf8E4M3FN>, token
      %u, %t1 = load_view_tko weak %s[%zero, %k] : partition_view<tile=(256x4), tensor_view<256x32xf8E8M0FNU, strides=[32,1]>>, tile<i32> -> tile<256x4xf8E8M0FNU>, token
      %y = permute %x [1, 0] : tile<256x128xf8E4M3FN> -> tile<128x256xf8E4M3FN>
      %v = permute %u [1, 0] : tile<256x4xf8E8M0FNU> -> tile<4x256xf8E8M0FNU>
      %e = mmaf_scaled %x, %y, %acc, %u, %v : tile<256x128xf8E4M3FN>, tile<128x256xf8E4M3FN>, tile<256x256xf32>, tile<256x4xf8E8M0FNU>, tile<4x256xf8E8M0FNU>
      continue %e : tile<256x256xf32>
    }
    %t2 = store_view_tko weak %d, %c[%zero, %zero] : tile<256x256xf32>, partition_view<tile=(256x256), tensor_view<512x256xf32, strides=[256,1]>>, tile<i32> -> token
    %t3 = store_view_tko weak %d, %c[%one, %zero] : tile<256x256xf32>, partition_view<tile=(256x256), tensor_view<512x256xf32, strides=[256,1]>>, tile<i32> -> token
    return
  }
}
