// The distance from a bound to the split may be more than half of all numbers, and the
// counter behind the last one below the split may wrap. Both loops together count what
// the loop has counted.
//
// RUN: cuda-tile-opt %s --loop-split -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: sh -c 'set -e; for bounds in "-2147483648 2147483647 1073741825" "-2147483648 2147483647 2147483647" "-2147483648 5 3" "0 2147483647 2147483647" "-3 2147483647 2" "7 2147483647 -2147483648"; do set -- $bounds; cuda-tile-run %s --arg=i32:$1 --arg=i32:$2 --arg=i32:$3 > %t.whole; cuda-tile-run %t.mlir --arg=i32:$1 --arg=i32:$2 --arg=i32:$3 | diff %t.whole -; done'

cuda_tile.module @m {
  // CHECK-LABEL: entry @k
  // CHECK-COUNT-2: for
  entry @k(%lb: tile<i32>, %ub: tile<i32>, %n: tile<i32>) {
    %step = constant <i32: 1073741823> : tile<i32>
    for %i in (%lb to %ub, step %step) : tile<i32> {
      %c = cmpi less_than %i, %n, signed : tile<i32> -> tile<i1>
      if %c {
        print_tko "early %d\n", %i : tile<i32> -> token
      } else {
        print_tko "late %d\n", %i : tile<i32> -> token
      }
      continue
    }
    return
  }
}
