// RUN: cuda-tile-opt %s -convert-cuda-tile-to-tileaa | cuda-tile-opt | FileCheck %s

cuda_tile.module @m {
  // A promise about overflow stays one.
  // CHECK-LABEL: tileaa.entry @wrapping(
  // CHECK-SAME: %[[A:.*]]: i32, %[[B:.*]]: i32)
  entry @wrapping(%a: tile<i32>, %b: tile<i32>) {
    // CHECK: arith.addi %[[A]], %[[B]] : i32
    %0 = addi %a, %b : tile<i32>
    // CHECK: arith.subi %[[A]], %[[B]] overflow<nsw> : i32
    %1 = subi %a, %b overflow<no_signed_wrap> : tile<i32>
    // CHECK: arith.muli %[[A]], %[[B]] overflow<nuw> : i32
    %2 = muli %a, %b overflow<no_unsigned_wrap> : tile<i32>
    // An amount from the width on gives zero, but would be poison in arith.
    // CHECK: %[[IN:.*]] = arith.cmpi ult, %[[B]], %{{.*}} : i32
    // CHECK: %[[AMOUNT:.*]] = arith.select %[[IN]], %[[B]], %[[NONE:.*]] : i32
    // CHECK: %[[SHIFTED:.*]] = arith.shli %[[A]], %[[AMOUNT]] overflow<nsw, nuw> : i32
    // CHECK: arith.select %[[IN]], %[[SHIFTED]], %[[NONE]] : i32
    %3 = shli %a, %b overflow<no_wrap> : tile<i32>
    // CHECK: %[[ZERO:.*]] = arith.constant 0 : i32
    // CHECK: arith.subi %[[ZERO]], %[[A]] overflow<nsw> : i32
    %4 = negi %a overflow<no_signed_wrap> : tile<i32>
    // The smallest value keeps its bits: no promise on the difference.
    // CHECK: %[[NEG:.*]] = arith.subi %{{.*}}, %[[A]] : i32
    // CHECK: arith.maxsi %[[A]], %[[NEG]] : i32
    %5 = absi %a : tile<i32>
    return
  }

  // A boolean shifted by its width is false, or its own sign.
  // CHECK-LABEL: tileaa.entry @booleans(
  // CHECK-SAME: %[[A:.*]]: i1, %[[B:.*]]: i1)
  entry @booleans(%a: tile<i1>, %b: tile<i1>) {
    // CHECK: %[[TRUE:.*]] = arith.constant true
    // CHECK: %[[KEPT:.*]] = arith.xori %[[B]], %[[TRUE]] : i1
    // CHECK: %[[LEFT:.*]] = arith.andi %[[A]], %[[KEPT]] : i1
    %0 = shli %a, %b : tile<i1>
    // CHECK: %[[RIGHT:.*]] = arith.andi %[[A]], %{{.*}} : i1
    %1 = shri %a, %b unsigned : tile<i1>
    // CHECK: arith.ori %[[LEFT]], %[[RIGHT]]
    %2 = ori %0, %1 : tile<i1>
    // CHECK: arith.ori %{{.*}}, %[[A]]
    %3 = shri %a, %b signed : tile<i1>
    %4 = ori %2, %3 : tile<i1>
    return
  }

  // CHECK-LABEL: tileaa.entry @signed(
  entry @signed(%a: tile<i8>, %b: tile<i8>) {
    // CHECK: %[[AMOUNT:.*]] = arith.minui
    // CHECK: arith.shrsi %{{.*}}, %[[AMOUNT]]
    %0 = shri %a, %b signed : tile<i8>
    // CHECK: arith.shrui
    %1 = shri %a, %b unsigned : tile<i8>
    // CHECK: arith.maxsi
    %2 = maxi %a, %b signed : tile<i8>
    // CHECK: arith.maxui
    %3 = maxi %a, %b unsigned : tile<i8>
    // CHECK: arith.minsi
    %4 = mini %a, %b signed : tile<i8>
    // CHECK: arith.minui
    %5 = mini %a, %b unsigned : tile<i8>
    // CHECK: %[[LOW:.*]], %[[HIGH:.*]] = arith.mului_extended %{{.*}}, %{{.*}} : i8
    // CHECK: tileaa.print "%d", %[[HIGH]]
    %6 = mulhii %a, %b : tile<i8>
    print_tko "%d", %6 : tile<i8> -> token
    return
  }

  // CHECK-LABEL: tileaa.entry @quotients(
  entry @quotients(%a: tile<i32>, %b: tile<i32>) {
    // CHECK: arith.divsi
    %0 = divi %a, %b signed : tile<i32>
    // CHECK: arith.divui
    %1 = divi %a, %b unsigned : tile<i32>
    // CHECK: arith.floordivsi
    %2 = divi %a, %b signed rounding<negative_inf> : tile<i32>
    // CHECK: arith.ceildivsi
    %3 = divi %a, %b signed rounding<positive_inf> : tile<i32>
    // CHECK: arith.ceildivui
    %4 = divi %a, %b unsigned rounding<positive_inf> : tile<i32>
    // CHECK: arith.remui
    %5 = remi %a, %b unsigned : tile<i32>
    return
  }

  // The smallest value rem -1 is 0, which arith.remsi does not define: the
  // divisor becomes 1, unless it is known not to be -1.
  // CHECK-LABEL: tileaa.entry @remainder_by_minus_one(
  // CHECK-SAME: %[[B:.*]]: i32)
  entry @remainder_by_minus_one(%b: tile<i32>) {
    %a = constant <i32: [1, 2]> : tile<2xi32>
    %ones = reshape %b : tile<i32> -> tile<1xi32>
    %bs = broadcast %ones : tile<1xi32> -> tile<2xi32>
    // CHECK: %[[BS:.*]] = tileaa.broadcast %{{.*}} : tensor<1xi32> -> tensor<2xi32>
    // CHECK: %[[M:.*]] = arith.constant dense<-1> : tensor<2xi32>
    // CHECK: %[[EQ:.*]] = arith.cmpi eq, %[[BS]], %[[M]] : tensor<2xi32>
    // CHECK: %[[ONE:.*]] = arith.constant dense<1> : tensor<2xi32>
    // CHECK: %[[SAFE:.*]] = arith.select %[[EQ]], %[[ONE]], %[[BS]]
    // CHECK: arith.remsi %{{.*}}, %[[SAFE]] : tensor<2xi32>
    %0 = remi %a, %bs signed : tile<2xi32>
    // CHECK: %[[SEVEN:.*]] = arith.constant dense<7>
    // CHECK-NEXT: arith.remsi %{{.*}}, %[[SEVEN]]
    %seven = constant <i32: 7> : tile<2xi32>
    %1 = remi %a, %seven signed : tile<2xi32>
    return
  }

  // CHECK-LABEL: tileaa.entry @comparisons(
  entry @comparisons(%a: tile<i32>, %b: tile<i32>) {
    // CHECK: arith.cmpi eq
    %0 = cmpi equal %a, %b, signed : tile<i32> -> tile<i1>
    // CHECK: arith.cmpi ne
    %1 = cmpi not_equal %a, %b, unsigned : tile<i32> -> tile<i1>
    // CHECK: arith.cmpi slt
    %2 = cmpi less_than %a, %b, signed : tile<i32> -> tile<i1>
    // CHECK: arith.cmpi ult
    %3 = cmpi less_than %a, %b, unsigned : tile<i32> -> tile<i1>
    // CHECK: arith.cmpi sle
    %4 = cmpi less_than_or_equal %a, %b, signed : tile<i32> -> tile<i1>
    // CHECK: arith.cmpi ule
    %5 = cmpi less_than_or_equal %a, %b, unsigned : tile<i32> -> tile<i1>
    // CHECK: arith.cmpi sgt
    %6 = cmpi greater_than %a, %b, signed : tile<i32> -> tile<i1>
    // CHECK: arith.cmpi ugt
    %7 = cmpi greater_than %a, %b, unsigned : tile<i32> -> tile<i1>
    // CHECK: arith.cmpi sge
    %8 = cmpi greater_than_or_equal %a, %b, signed : tile<i32> -> tile<i1>
    // CHECK: arith.cmpi uge
    %9 = cmpi greater_than_or_equal %a, %b, unsigned : tile<i32> -> tile<i1>
    return
  }

  // CHECK-LABEL: tileaa.entry @bits(
  entry @bits() {
    %a = constant <i1: [1, 0]> : tile<2xi1>
    // CHECK: arith.andi %{{.*}} : tensor<2xi1>
    %0 = andi %a, %a : tile<2xi1>
    // CHECK: arith.ori
    %1 = ori %a, %a : tile<2xi1>
    // CHECK: arith.xori
    %2 = xori %a, %a : tile<2xi1>
    // CHECK: arith.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<2xi1>, tensor<2xi1>
    %3 = select %0, %1, %2 : tile<2xi1>, tile<2xi1>
    return
  }
}
