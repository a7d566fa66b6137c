// A tile that shared memory cannot hold is printed in boxes of whole rows, here
// where as many blocks as the launch asks for leave each of them a few KiB. The
// text is what the interpreter prints, with each bracket and comma, and stages
// before and after print the same.
//
// RUN: tileiras %s --gpu-name=sm_90 --emit=tileas -o - | FileCheck %s
// RUN: sh -c 'set -e; args="--arg=i32:7 --gpu-name=sm_90"; cuda-tile-run %s $args --engine=interpret > %t.txt; FileCheck %s --check-prefix=TEXT < %t.txt; for o in 0 2; do cuda-tile-run %s $args --engine=emulate -O$o --check=all > %t.emulated.txt; cmp %t.txt %t.emulated.txt; done'
// RUN: cuda-tile-run %s --arg=i32:7 --gpu-name=sm_90 --engine=interpret --verify-each-semantically -O2 > %t.stages.txt
//
// CHECK: tileas.print "100%% of %d: ", %{{.*}} : i32{{$}}
// CHECK: tileas.print {{"\[\[%d"}}, %[[BOX:.*]] : !tileas.buffer<1x[[ROWS:[0-9]+]]x32xi32> inner 2
// CHECK: tileas.print ", %d", %[[BOX]] : !tileas.buffer<1x[[ROWS]]x32xi32> inner 2
// CHECK: tileas.print {{"\], \[%d"}}, %[[BOX]] : !tileas.buffer<1x[[ROWS]]x32xi32> inner 2
// CHECK: tileas.print {{"\]\]; \[%x"}}, %{{.*}} : !tileas.buffer<{{[0-9]+}}xi32> inner 1
// CHECK: tileas.print {{"\], %d\\0A"}}, %{{.*}} : i32
//
// TEXT: 100% of 7: {{\[\[\[}}7, 8, 9, {{.*}}, 38], [39, {{.*}}, 4102]]]; [7, 8, 9, a, b, {{.*}}, 1006], 7
cuda_tile.module @m {
  entry @k(%i: tile<i32>) {
    %n = iota : tile<4096xi32>
    %j = reshape %i : tile<i32> -> tile<1xi32>
    %k = broadcast %j : tile<1xi32> -> tile<4096xi32>
    %x = addi %n, %k : tile<4096xi32>
    %y = reshape %x : tile<4096xi32> -> tile<2x64x32xi32>
    %t = print_tko "100%% of %d: %d; %x, %d\n", %i, %y, %x, %i : tile<i32>, tile<2x64x32xi32>, tile<4096xi32>, tile<i32> -> token
    return
  } {nvvm.minctasm = 16 : i32}
}
