// A load that is not weak is an effect: it stays where nobody uses its value or
// its token, and does not merge with another one.
//
// RUN: tileiras %s --emit=tileaa --gpu-name=sm_80 -O3 -o - | FileCheck %s --check-prefix=AA
// RUN: tileiras %s --emit=ptx --gpu-name=sm_80 -O1 -o - | FileCheck %s
// RUN: tileiras %s --emit=ptx --gpu-name=sm_80 -O3 -o - | FileCheck %s

// AA: tileaa.entry
// AA-NOT: ordering<weak>
// AA: tileaa.load {{.*}}ordering<relaxed>
// AA-NEXT: tileaa.load {{.*}}ordering<relaxed>
// AA: tileaa.load {{.*}}ordering<acquire>
// AA: tileaa.atomic<add> {{.*}}ordering<relaxed>
// AA: tileaa.return
// CHECK: ld.relaxed.gpu
// CHECK: ld.relaxed.gpu
// CHECK: ld.acquire.sys
// CHECK: atom.relaxed.gpu{{.*}}add
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %n: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %a, %t0 = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
    %b, %t1 = load_ptr_tko relaxed device %p : tile<ptr<i32>> -> tile<i32>, token
    %c, %t2 = load_ptr_tko relaxed device %p : tile<ptr<i32>> -> tile<i32>, token
    %yes = cmpi less_than %zero, %n, signed : tile<i32> -> tile<i1>
    if %yes {
      %d, %t3 = load_ptr_tko acquire sys %p : tile<ptr<i32>> -> tile<i32>, token
    }
    for %i in (%zero to %n, step %n) : tile<i32> {
      %e, %t4 = atomic_rmw_tko relaxed device %p, add, %zero : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    }
    return
  }
}
