// A loop of which one block fits an SM loads the rows of the next iteration before
// it sums those of this one, as memory would be idle meanwhile. Blocks of which
// many fit fill the time of one another, and keep their registers.
//
// RUN: tileiras %s --gpu-name=sm_80 --emit=tileas | FileCheck %s
// RUN: tileiras %s --gpu-name=sm_80 --emit=ptx | FileCheck %s --check-prefix=PTX
// RUN: %python %S/Inputs/rows.py %t-x.npy "<f2" 11 4096
// RUN: %python %S/Inputs/rows.py %t-w.npy "<f4" 4096
// RUN: cuda-tile-run %s --entry=alone --grid=2 --arg=ptr:%t-x.npy --arg=ptr:%t-w.npy --arg=ptr:new:f16[11,4096] --arg=i32:11 --gpu-name=sm_80 --compare=emulate --check=all
// RUN: cuda-tile-run %s --entry=alone --grid=1 --arg=ptr:%t-x.npy --arg=ptr:%t-w.npy --arg=ptr:new:f16[11,4096] --arg=i32:0 --gpu-name=sm_80 --compare=emulate --check=all

cuda_tile.module @m {
  // CHECK-LABEL: tileas.kernel @alone(
  // CHECK: tileas.load %arg0{{.*}} if %
  // CHECK: scf.for
  // CHECK: tileas.load %arg0{{.*}} if %
  // CHECK: tileas.warp_reduce
  // CHECK: tileas.return
  //
  // Where all rows exist, loads have no predicates: 8 before the loop, and in it.
  // PTX-LABEL: .entry alone(
  // PTX-COUNT-16: {{^[[:space:]]}}ld.global.v4.b32
  // PTX: .entry among_others(
  entry @alone(%x: tile<ptr<f16>>, %w: tile<ptr<f32>>, %y: tile<ptr<f16>>, %rows: tile<i32>) {
    %c0 = constant <i32: 0> : tile<i32>
    %xp = assume div_by<16>, %x : tile<ptr<f16>>
    %yp = assume div_by<16>, %y : tile<ptr<f16>>
    %n = assume bounded<0, ?>, %rows : tile<i32>
    %xv = make_tensor_view %xp, shape = [%n, 4096], strides = [4096, 1] : tile<i32> -> tensor_view<?x4096xf16, strides=[4096,1]>
    %xw = make_partition_view %xv : partition_view<tile=(4x4096), padding_value = zero, tensor_view<?x4096xf16, strides=[4096,1]>>
    %yv = make_tensor_view %yp, shape = [%n, 4096], strides = [4096, 1] : tile<i32> -> tensor_view<?x4096xf16, strides=[4096,1]>
    %yw = make_partition_view %yv : partition_view<tile=(4x4096), tensor_view<?x4096xf16, strides=[4096,1]>>
    %wv = make_tensor_view %w, shape = [4096], strides = [1] : tensor_view<4096xf32, strides=[1]>
    %ww = make_partition_view %wv : partition_view<tile=(4096), tensor_view<4096xf32, strides=[1]>>
    %weight, %t0 = load_view_tko weak %ww[%c0] : partition_view<tile=(4096), tensor_view<4096xf32, strides=[1]>>, tile<i32> -> tile<4096xf32>, token
    %row = reshape %weight : tile<4096xf32> -> tile<1x4096xf32>
    %weights = broadcast %row : tile<1x4096xf32> -> tile<4x4096xf32>
    %first, %by, %bz = get_tile_block_id : tile<i32>
    %step, %gy, %gz = get_num_tile_blocks : tile<i32>
    %tile = constant <i32: 4> : tile<i32>
    %tiles = divi %n, %tile unsigned rounding<positive_inf> : tile<i32>
    for %i in (%first to %tiles, step %step) : tile<i32> {
      %part, %t1 = load_view_tko weak %xw[%i, %c0] : partition_view<tile=(4x4096), padding_value = zero, tensor_view<?x4096xf16, strides=[4096,1]>>, tile<i32> -> tile<4x4096xf16>, token
      %wide = ftof %part : tile<4x4096xf16> -> tile<4x4096xf32>
      %square = mulf %wide, %wide rounding<nearest_even> : tile<4x4096xf32>
      %sum = reduce %square dim=1 identities=[0.0 : f32] : tile<4x4096xf32> -> tile<4xf32>
        (%a: tile<f32>, %b: tile<f32>) {
          %s = addf %a, %b rounding<nearest_even> : tile<f32>
          yield %s : tile<f32>
        }
      %column = reshape %sum : tile<4xf32> -> tile<4x1xf32>
      %sums = broadcast %column : tile<4x1xf32> -> tile<4x4096xf32>
      %scaled = mulf %wide, %sums rounding<nearest_even> : tile<4x4096xf32>
      %weighted = mulf %scaled, %weights rounding<nearest_even> : tile<4x4096xf32>
      %result = ftof %weighted : tile<4x4096xf32> -> tile<4x4096xf16>
      %t2 = store_view_tko weak %result, %yw[%i, %c0] : tile<4x4096xf16>, partition_view<tile=(4x4096), tensor_view<?x4096xf16, strides=[4096,1]>>, tile<i32> -> token
    }
    return
  }

  // CHECK-LABEL: tileas.kernel @among_others(
  // CHECK-NOT: tileas.load {{.*}} if %
  // CHECK: tileas.return
  entry @among_others(%x: tile<ptr<f16>>, %w: tile<ptr<f32>>, %y: tile<ptr<f16>>, %rows: tile<i32>) {
    %c0 = constant <i32: 0> : tile<i32>
    %xp = assume div_by<16>, %x : tile<ptr<f16>>
    %yp = assume div_by<16>, %y : tile<ptr<f16>>
    %n = assume bounded<0, ?>, %rows : tile<i32>
    %xv = make_tensor_view %xp, shape = [%n, 1024], strides = [1024, 1] : tile<i32> -> tensor_view<?x1024xf16, strides=[1024,1]>
    %xw = make_partition_view %xv : partition_view<tile=(1x1024), padding_value = zero, tensor_view<?x1024xf16, strides=[1024,1]>>
    %yv = make_tensor_view %yp, shape = [%n, 1024], strides = [1024, 1] : tile<i32> -> tensor_view<?x1024xf16, strides=[1024,1]>
    %yw = make_partition_view %yv : partition_view<tile=(1x1024), tensor_view<?x1024xf16, strides=[1024,1]>>
    %wv = make_tensor_view %w, shape = [1024], strides = [1] : tensor_view<1024xf32, strides=[1]>
    %ww = make_partition_view %wv : partition_view<tile=(1024), tensor_view<1024xf32, strides=[1]>>
    %weight, %t0 = load_view_tko weak %ww[%c0] : partition_view<tile=(1024), tensor_view<1024xf32, strides=[1]>>, tile<i32> -> tile<1024xf32>, token
    %row = reshape %weight : tile<1024xf32> -> tile<1x1024xf32>
    %weights = broadcast %row : tile<1x1024xf32> -> tile<1x1024xf32>
    %first, %by, %bz = get_tile_block_id : tile<i32>
    %step, %gy, %gz = get_num_tile_blocks : tile<i32>
    %tile = constant <i32: 1> : tile<i32>
    %tiles = divi %n, %tile unsigned rounding<positive_inf> : tile<i32>
    for %i in (%first to %tiles, step %step) : tile<i32> {
      %part, %t1 = load_view_tko weak %xw[%i, %c0] : partition_view<tile=(1x1024), padding_value = zero, tensor_view<?x1024xf16, strides=[1024,1]>>, tile<i32> -> tile<1x1024xf16>, token
      %wide = ftof %part : tile<1x1024xf16> -> tile<1x1024xf32>
      %square = mulf %wide, %wide rounding<nearest_even> : tile<1x1024xf32>
      %sum = reduce %square dim=1 identities=[0.0 : f32] : tile<1x1024xf32> -> tile<1xf32>
        (%a: tile<f32>, %b: tile<f32>) {
          %s = addf %a, %b rounding<nearest_even> : tile<f32>
          yield %s : tile<f32>
        }
      %column = reshape %sum : tile<1xf32> -> tile<1x1xf32>
      %sums = broadcast %column : tile<1x1xf32> -> tile<1x1024xf32>
      %scaled = mulf %wide, %sums rounding<nearest_even> : tile<1x1024xf32>
      %weighted = mulf %scaled, %weights rounding<nearest_even> : tile<1x1024xf32>
      %result = ftof %weighted : tile<1x1024xf32> -> tile<1x1024xf16>
      %t2 = store_view_tko weak %result, %yw[%i, %c0] : tile<1x1024xf16>, partition_view<tile=(1x1024), tensor_view<?x1024xf16, strides=[1024,1]>>, tile<i32> -> token
    }
    return
  }
}
