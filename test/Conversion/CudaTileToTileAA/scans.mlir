// A scan is log2(n) steps; in each the later block of a pair takes the total of the
// earlier one.
//
// RUN: cuda-tile-opt %s -convert-cuda-tile-to-tileaa | FileCheck %s

cuda_tile.module @m {
  // CHECK-LABEL: @forwards(
  entry @forwards() {
    // CHECK: %[[X:.*]] = tileaa.iota : tensor<4xi32>
    %x = iota : tile<4xi32>
    // Pairs of one element each: the second takes the first.
    // CHECK: arith.constant dense<1> : tensor<2xi32>
    // CHECK: %[[ONE:.*]] = tileaa.reshape %[[X]] : tensor<4xi32> -> tensor<2x2x1xi32>
    // CHECK: %[[BOTH:.*]] = tileaa.reduce %[[ONE]] dim 1
    // CHECK: arith.xori
    // CHECK: %[[SUM:.*]] = arith.addi %{{.*}}, %{{.*}} : tensor<2x2x1xi32>
    // CHECK: %[[STEP:.*]] = arith.select %{{.*}}, %[[SUM]], %{{.*}} : tensor<2x2x1xi1>
    // Pairs of two: totals are not needed after it.
    // CHECK: tileaa.reshape %[[STEP]] : tensor<2x2x1xi32> -> tensor<1x2x2xi32>
    // CHECK: arith.addi %{{.*}} : tensor<1x2x2xi32>
    // CHECK-NOT: arith.addi
    // CHECK: tileaa.reshape %{{.*}} : tensor<1x2x2xi32> -> tensor<4xi32>
    %y = scan %x dim=0 reverse=false identities=[0 : i32] : tile<4xi32> -> tile<4xi32> (%e: tile<i32>, %acc: tile<i32>) {
      %r = addi %e, %acc : tile<i32>
      yield %r : tile<i32>
    }
    return
  }

  // Threads hold blocks of four neighbours of an aligned row. Each has one total, and six
  // steps on these make what is before it. The identity is the first operand.
  // CHECK-LABEL: @blocks(
  entry @blocks(%p: tile<ptr<i32>>) {
    %aligned = assume div_by<16>, %p : tile<ptr<i32>>
    %view = make_tensor_view %aligned, shape = [256], strides = [1] : tensor_view<256xi32, strides=[1]>
    %part = make_partition_view %view : partition_view<tile=(256), tensor_view<256xi32, strides=[1]>>
    %zero = constant <i32: 0> : tile<i32>
    %x, %t = load_view_tko weak %part[%zero] : partition_view<tile=(256), tensor_view<256xi32, strides=[1]>>, tile<i32> -> tile<256xi32>, token
    // CHECK: arith.addi %{{.*}} : tensor<128x2x1xi32>
    // CHECK: arith.addi %{{.*}} : tensor<64x2x2xi32>
    // CHECK-NOT: 256x
    // CHECK: %[[TOTALS:.*]] = tileaa.reduce %{{.*}} dim 1 {{.*}} tensor<64x4xi32> -> tensor<64xi32>
    // CHECK: arith.ori
    // CHECK: %[[FIRST:.*]] = arith.constant dense<0> : tensor<64xi32>
    // CHECK: tileaa.reshape %[[FIRST]]
    // CHECK: arith.addi %{{.*}} : tensor<1x2x32xi32>
    // CHECK-NOT: 4x2x32x
    // CHECK: %[[BEFORE:.*]] = tileaa.broadcast %{{.*}} : tensor<64x1xi32> -> tensor<64x4xi32>
    // CHECK: arith.addi {{.*}}%[[BEFORE]]{{.*}} : tensor<64x4xi32>
    %y = scan %x dim=0 reverse=false identities=[0 : i32] : tile<256xi32> -> tile<256xi32> (%e: tile<i32>, %acc: tile<i32>) {
      %r = addi %e, %acc : tile<i32>
      yield %r : tile<i32>
    }
    %s = store_view_tko weak %y, %part[%zero] : tile<256xi32>, partition_view<tile=(256), tensor_view<256xi32, strides=[1]>>, tile<i32> -> token
    return
  }

  // Accesses to a row that may begin anywhere give lanes the neighbours: steps of all.
  // CHECK-LABEL: @lanes(
  entry @lanes(%p: tile<ptr<i32>>) {
    %view = make_tensor_view %p, shape = [256], strides = [1] : tensor_view<256xi32, strides=[1]>
    %part = make_partition_view %view : partition_view<tile=(256), tensor_view<256xi32, strides=[1]>>
    %zero = constant <i32: 0> : tile<i32>
    %x, %t = load_view_tko weak %part[%zero] : partition_view<tile=(256), tensor_view<256xi32, strides=[1]>>, tile<i32> -> tile<256xi32>, token
    // CHECK-NOT: arith.ori
    // CHECK: arith.addi %{{.*}} : tensor<1x2x128xi32>
    %y = scan %x dim=0 reverse=false identities=[0 : i32] : tile<256xi32> -> tile<256xi32> (%e: tile<i32>, %acc: tile<i32>) {
      %r = addi %e, %acc : tile<i32>
      yield %r : tile<i32>
    }
    %s = store_view_tko weak %y, %part[%zero] : tile<256xi32>, partition_view<tile=(256), tensor_view<256xi32, strides=[1]>>, tile<i32> -> token
    return
  }

  // Where threads have four blocks' worth of elements each, totals go on alone whoever has
  // the neighbours, here of lines of 8 elements.
  // CHECK-LABEL: @trip(
  entry @trip() {
    %i = iota : tile<2048xi32>
    %x = reshape %i : tile<2048xi32> -> tile<256x8xi32>
    // CHECK: arith.addi %{{.*}} : tensor<64x2x2x8xi32>
    // CHECK: tileaa.reduce %{{.*}} dim 1 {{.*}} tensor<64x4x8xi32> -> tensor<64x8xi32>
    // CHECK: arith.ori
    // CHECK: arith.addi %{{.*}} : tensor<1x2x32x8xi32>
    // CHECK: arith.addi {{.*}} : tensor<64x4x8xi32>
    %y = scan %x dim=0 reverse=false identities=[0 : i32] : tile<256x8xi32> -> tile<256x8xi32> (%e: tile<i32>, %acc: tile<i32>) {
      %r = addi %e, %acc : tile<i32>
      yield %r : tile<i32>
    }
    // Of half as many elements the steps of all are less work.
    // CHECK-NOT: arith.ori
    // CHECK: arith.addi %{{.*}} : tensor<1x2x64x8xi32>
    %j = iota : tile<1024xi32>
    %z = reshape %j : tile<1024xi32> -> tile<128x8xi32>
    %w = scan %z dim=0 reverse=false identities=[0 : i32] : tile<128x8xi32> -> tile<128x8xi32> (%e: tile<i32>, %acc: tile<i32>) {
      %r = addi %e, %acc : tile<i32>
      yield %r : tile<i32>
    }
    return
  }

  // A body that need not commute: before the two rows of a pair are combined, they
  // change places in the earlier one.
  // CHECK-LABEL: @ordered(
  entry @ordered() {
    %x = iota : tile<4xi32>
    // CHECK: %[[LATER:.*]] = tileaa.broadcast %{{.*}} : tensor<1x2x1xi1> -> tensor<2x2x1xi1>
    // CHECK: %[[OTHER:.*]] = arith.xori %{{.*}}, %[[OWN:.*]] : tensor<2x2x1xi32>
    // CHECK: arith.subi %[[OTHER]], %{{.*}} : tensor<2x2x1xi32>
    // CHECK: %[[BEFORE:.*]] = arith.select %[[LATER]], %[[OTHER]], %[[OWN]]
    // CHECK: %[[AFTER:.*]] = arith.select %[[LATER]], %[[OWN]], %[[OTHER]]
    // CHECK: arith.subi %[[BEFORE]], %[[AFTER]] : tensor<2x2x1xi32>
    // CHECK: arith.subi %{{.*}} : tensor<1x2x2xi32>
    // CHECK-NOT: arith.subi
    %y = scan %x dim=0 reverse=false identities=[0 : i32] : tile<4xi32> -> tile<4xi32> (%before: tile<i32>, %now: tile<i32>) {
      %r = subi %before, %now : tile<i32>
      yield %r : tile<i32>
    }
    return
  }

  // Backwards the first row is the later one.
  // CHECK-LABEL: @backwards(
  entry @backwards() {
    %x = constant <f32: 1.0> : tile<2xf32>
    // CHECK: arith.constant dense<0> : tensor<2xi32>
    // CHECK: tileaa.addf
    %y = scan %x dim=0 reverse=true identities=[0.0 : f32] : tile<2xf32> -> tile<2xf32> (%e: tile<f32>, %acc: tile<f32>) {
      %r = addf %e, %acc rounding<nearest_even> : tile<f32>
      yield %r : tile<f32>
    }
    return
  }

  // A branch that only some elements take is run for all, and a select takes what it
  // makes; one that all take or none stays a branch, and a count that is the same for
  // all a loop.
  // CHECK-LABEL: @control(
  entry @control(%all: tile<i1>, %n: tile<i32>) {
    %x = iota : tile<2xi32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    // CHECK: %[[MORE:.*]] = arith.cmpi sgt, %[[E:.*]], %[[ACC:.*]] : tensor<1x2x1xi32>
    // CHECK-NOT: scf.if
    // CHECK: arith.select %[[MORE]], {{.*}} : tensor<1x2x1xi1>, tensor<1x2x1xi32>
    %y = scan %x dim=0 reverse=false identities=[0 : i32] : tile<2xi32> -> tile<2xi32> (%e: tile<i32>, %acc: tile<i32>) {
      %c = cmpi greater_than %e, %acc, signed : tile<i32> -> tile<i1>
      %r = if %c -> (tile<i32>) {
        yield %e : tile<i32>
      } else {
        yield %acc : tile<i32>
      }
      yield %r : tile<i32>
    }
    // CHECK: scf.if %{{.*}} -> (tensor<1x2x1xi32>)
    // CHECK: arith.addi
    // CHECK: arith.muli
    %z = scan %y dim=0 reverse=false identities=[0 : i32] : tile<2xi32> -> tile<2xi32> (%e: tile<i32>, %acc: tile<i32>) {
      %r = if %all -> (tile<i32>) {
        %sum = addi %e, %acc : tile<i32>
        yield %sum : tile<i32>
      } else {
        %product = muli %e, %acc : tile<i32>
        yield %product : tile<i32>
      }
      yield %r : tile<i32>
    }
    // CHECK: scf.for {{.*}} -> (tensor<1x2x1xi32>)
    // CHECK: arith.maxsi
    %w = scan %z dim=0 reverse=false identities=[0 : i32] : tile<2xi32> -> tile<2xi32> (%e: tile<i32>, %acc: tile<i32>) {
      %r = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%a = %acc) -> (tile<i32>) {
        %b = maxi %a, %e signed : tile<i32>
        continue %b : tile<i32>
      }
      yield %r : tile<i32>
    }
    return
  }

  // A loop that runs as often as an element says stays one of each thread, in the body of a
  // reduction of pairs that come with their places.
  // CHECK-LABEL: @own_ways(
  entry @own_ways() {
    %x = iota : tile<2xi32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    // CHECK: tileaa.reduce %{{.*}}, %{{.*}} dim 3 {{.*}}tensor<1x2x1x2xi32>
    // CHECK: ^{{.*}}(%[[X:.*]]: i32, %[[Y:.*]]: i32, %[[I:.*]]: i32, %[[J:.*]]: i32):
    // CHECK: %[[ORDER:.*]] = arith.cmpi slt, %[[I]], %[[J]] : i32
    // CHECK-DAG: %[[BEFORE:.*]] = arith.select %[[ORDER]], %[[X]], %[[Y]] : i32
    // CHECK-DAG: %[[AFTER:.*]] = arith.select %[[ORDER]], %[[Y]], %[[X]] : i32
    // CHECK: scf.if
    // CHECK: scf.for %{{.*}} = %{{.*}} to %[[AFTER]] {{.*}} iter_args(%{{.*}} = %[[BEFORE]])
    %y = scan %x dim=0 reverse=false identities=[0 : i32] : tile<2xi32> -> tile<2xi32> (%acc: tile<i32>, %e: tile<i32>) {
      %r = for %i in (%zero to %e, step %one) : tile<i32> iter_values(%a = %acc) -> (tile<i32>) {
        %b = addi %a, %a : tile<i32>
        continue %b : tile<i32>
      }
      yield %r : tile<i32>
    }
    return
  }
}
