// A ring that the machine fills counts its turns as they are filled, by a number that
// grows where a condition holds. Where that is that the counter is below a bound, the
// verifier knows the stage that a copy fills, and so whether a product under way reads it.
//
// DEFINE: %{verify} = cuda-tile-opt - --pass-pipeline='builtin.module(tileas.kernel(tileas-verify-barriers))' -o /dev/null
// RUN: %{verify} < %s
//
// The product of the iteration before reads the stage that the copy fills: it is waited
// for.
// RUN: sed 's/leaving 1 /leaving 2 /' %s > %t.late
// RUN: not %{verify} < %t.late 2>&1 | FileCheck %s --implicit-check-not=error:
// With a stage less, the product that has just begun reads it.
// RUN: sed 's/stages = 3/stages = 2/' %s | not %{verify} 2>&1 | FileCheck %s
// So it does where the copy fills the stage of this iteration.
// RUN: sed 's/iter_args(%%number = %%filled/iter_args(%%number = %%c0/' %s | not %{verify} 2>&1 | FileCheck %s
// CHECK: error: 'tileas.tensor_copy' op changes what a product under way reads
//
// A bound on the loop bounds the condition, whatever else does.
// RUN: sed 's/= %%c0 to %%n step/= %%c0 to %%least step/' %s | %{verify}
// RUN: sed 's/= %%c0 to %%n step/= %%c0 to %%least step/' %t.late | not %{verify} 2>&1 | FileCheck %s
//
// Nothing is known of a number that may stay behind: the condition holds now and then, is
// not that of the number, has a bound that is none of the loop's or that changes, or has
// held before the loop where it holds in it, or not.
// RUN: sed 's/cmpi slt, %%i, %%end/cmpi ne, %%i, %%end/' %t.late | %{verify}
// RUN: sed 's/extui %%ahead/extui %%sometimes/' %t.late | %{verify}
// RUN: sed 's/= %%c0 to %%n step/= %%c0 to %%m step/' %t.late | %{verify}
// RUN: sed 's/= arith.subi %%n, %%c2/= arith.subi %%i, %%c2/' %t.late | %{verify}
// RUN: sed 's/cmpi sgt, %%n, %%c1/cmpi sgt, %%n, %%c3/' %t.late | %{verify}
// RUN: sed 's/cmpi sgt, %%n, %%c1/cmpi sgt, %%m, %%c1/' %t.late | %{verify}
//
// A loop may count in 64 bits, where a bound may be too low for the number of turns ahead
// to be one.
// RUN: sed -e 's/%%n: i32, %%m: i32/%%n: i64, %%m: i64/; s/\(constant [0-9] :\) i32/\1 i64/; /minsi\|maxsi\|cmpi\|subi/s/i32/i64/; s/) : i32 {/) : i64 {/; s/\[%%i/[%%j/; s/, %%i\]/, %%j]/' -e '/ step %%c1 /a %%j = arith.trunci %%i : i64 to i32' %s > %t.wide
// RUN: %{verify} < %t.wide
// RUN: sed 's/leaving 1 /leaving 2 /' %t.wide | not %{verify} 2>&1 | FileCheck %s
// RUN: sed 's/leaving 1 /leaving 2 /; s/%%c2 = arith.constant 2/%%c2 = arith.constant 9223372036854775807/; s/= %%c0 to %%n step/= %%c1 to %%n step/' %t.wide | %{verify}

!lhs = !tileas.buffer<64x32xf16>
!ring = !tileas.buffer<64x32xf16, stages = 3>
!phases = !tileas.buffer<!tileas.mbarrier<1>, stages = 3>
!rhs = !tileas.buffer<32x64xf16>
!sum = tensor<64x64xf32>
tileas.kernel @k(%p: !tileaa.ptr, %n: i32, %m: i32, %sometimes: i1)
    attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 16640, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c3 = arith.constant 3 : i32
  %row = arith.constant 1 : i64
  %rows = arith.constant 64 : i64
  %none = arith.constant dense<0.0> : !sum
  %spare = tileas.alloc_shared at 16512 : !tileas.buffer<!tileaa.ptr>
  %map = tileas.tensor_map %p extents[%rows, %rows] strides[%rows, %row] spare %spare : !tileas.tensor_map<!lhs>
  %a = tileas.alloc_shared at 0 : !ring
  %b = tileas.alloc_shared at 12288 : !rhs
  %full = tileas.alloc_shared at 16384 : !phases
  %some = arith.minsi %m, %n : i32
  %least = arith.maxsi %some, %c0 : i32
  %first = arith.cmpi sgt, %n, %c0 : i32
  %second = arith.cmpi sgt, %n, %c1 : i32
  %one = arith.extui %first : i1 to i32
  %other = arith.extui %second : i1 to i32
  %filled = arith.addi %one, %other : i32
  %start = tileas.pend %none : !tileas.pending<!sum>
  %last:2 = scf.for %i = %c0 to %n step %c1 iter_args(%number = %filled, %sum = %start) -> (i32, !tileas.pending<!sum>) : i32 {
    %end = arith.subi %n, %c2 : i32
    %ahead = arith.cmpi slt, %i, %end : i32
    %read = tileas.slice %a[%i] : !ring
    %acc = tileas.chain %sum : !tileas.pending<!sum>
    %next = tileas.wgmma %read as<f16>, %b as<f16>, %acc by [64, 64, 16] pending : !lhs, !rhs, !sum
    %retired = tileas.retire %next leaving 1 : !tileas.pending<!sum>
    tileas.barrier
    %to = tileas.slice %a[%number] : !ring
    tileas.tensor_copy %map[%i, %i] to %to if %ahead on %full[%number] : !tileas.tensor_map<!lhs>, !phases
    %growth = arith.extui %ahead : i1 to i32
    %grown = arith.addi %number, %growth : i32
    scf.yield %grown, %retired : i32, !tileas.pending<!sum>
  }
  %s = tileas.settle %last#1 : !tileas.pending<!sum>
  tileas.return
}
