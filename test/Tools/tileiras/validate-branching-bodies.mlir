// A branch by elements in the body of a reduction is a choice among what both of its ways
// leave, whichever order the elements meet in: each pass is proved.
//
// RUN: split-file %s %t
// RUN: tileiras %t/least.mlir --gpu-name=sm_90 --validate -o %t/out 2>&1 | FileCheck %s --check-prefixes=CHECK,PROVED --implicit-check-not=undecided
// RUN: tileiras %t/nested.mlir --gpu-name=sm_90 --validate -o %t/out 2>&1 | FileCheck %s --check-prefixes=CHECK,PROVED --implicit-check-not=undecided
//
// A body that is not associative takes other elements in each order, of which no one is
// wrong: with a branch and with a selection.
//
// RUN: tileiras %t/open.mlir --gpu-name=sm_90 --validate -o %t/out 2>&1 | FileCheck %s --check-prefixes=CHECK,OPEN
// RUN: tileiras %t/concrete.mlir --gpu-name=sm_90 --validate -o %t/out 2>&1 | FileCheck %s --check-prefixes=CHECK,OPEN
// RUN: tileiras %t/selected.mlir --gpu-name=sm_90 --validate -o %t/out 2>&1 | FileCheck %s --check-prefixes=CHECK,OPEN
// RUN: tileiras %t/crossed.mlir --gpu-name=sm_90 --validate -o %t/out 2>&1 | FileCheck %s --check-prefixes=CHECK,OPEN
//
// A promise holds where its branch is taken, and a token is no element.
//
// RUN: tileiras %t/promise.mlir --gpu-name=sm_90 --validate -o %t/out 2>&1 | FileCheck %s --check-prefix=RUNS
// RUN: tileiras %t/token.mlir --gpu-name=sm_90 --validate -o %t/out 2>&1 | FileCheck %s --check-prefix=RUNS
//
// RUNS-NOT: error
// RUNS: changes by passes proved
//
// CHECK: [[ALL:[0-9]+]] of [[ALL]] changes by passes proved
// PROVED: PTX: 1 of 1 launches store each element from the sources that the program gives it
// OPEN: PTX: 0 of 1 launches store each element from the sources that the program gives it
// OPEN: undecided: PTX: all:

//--- least.mlir
cuda_tile.module @kernels {
  entry @all(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %c: tile<ptr<i32>>) {
    %io = iota : tile<128xi32>
    %a1 = reshape %a : tile<ptr<i32>> -> tile<1xptr<i32>>
    %a2 = broadcast %a1 : tile<1xptr<i32>> -> tile<128xptr<i32>>
    %a3 = offset %a2, %io : tile<128xptr<i32>>, tile<128xi32> -> tile<128xptr<i32>>
    %x, %t0 = load_ptr_tko weak %a3 : tile<128xptr<i32>> -> tile<128xi32>, token
    %v, %w = reduce %x, %io dim=0 identities=[0 : i32, 0 : i32] : tile<128xi32>, tile<128xi32> -> tile<i32>, tile<i32> (%e: tile<i32>, %f: tile<i32>, %g: tile<i32>, %h: tile<i32>) {
      %p = cmpi less_than %e, %f, signed : tile<i32> -> tile<i1>
      %k, %l = if %p -> (tile<i32>, tile<i32>) {
        yield %e, %g : tile<i32>, tile<i32>
      } else {
        yield %f, %h : tile<i32>, tile<i32>
      }
      yield %l, %k : tile<i32>, tile<i32>
    }
    %v1 = reshape %v : tile<i32> -> tile<1xi32>
    %c1 = reshape %c : tile<ptr<i32>> -> tile<1xptr<i32>>
    %t2 = store_ptr_tko weak %c1, %v1 : tile<1xptr<i32>>, tile<1xi32> -> token
    return
  }
}

//--- nested.mlir
cuda_tile.module @kernels {
  entry @all(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %c: tile<ptr<i32>>) {
    %io = iota : tile<128xi32>
    %a1 = reshape %a : tile<ptr<i32>> -> tile<1xptr<i32>>
    %a2 = broadcast %a1 : tile<1xptr<i32>> -> tile<128xptr<i32>>
    %a3 = offset %a2, %io : tile<128xptr<i32>>, tile<128xi32> -> tile<128xptr<i32>>
    %x, %t0 = load_ptr_tko weak %a3 : tile<128xptr<i32>> -> tile<128xi32>, token
    %b1 = reshape %b : tile<ptr<i32>> -> tile<1xptr<i32>>
    %b2 = broadcast %b1 : tile<1xptr<i32>> -> tile<128xptr<i32>>
    %b3 = offset %b2, %io : tile<128xptr<i32>>, tile<128xi32> -> tile<128xptr<i32>>
    %y, %t1 = load_ptr_tko weak %b3 : tile<128xptr<i32>> -> tile<128xi32>, token
    %v, %w = reduce %x, %y dim=0 identities=[0 : i32, 0 : i32] : tile<128xi32>, tile<128xi32> -> tile<i32>, tile<i32> (%e: tile<i32>, %f: tile<i32>, %g: tile<i32>, %h: tile<i32>) {
      %p = cmpi less_than %e, %f, signed : tile<i32> -> tile<i1>
      %k, %l = if %p -> (tile<i32>, tile<i32>) {
        %p2 = cmpi less_than %g, %h, signed : tile<i32> -> tile<i1>
        %u = if %p2 -> (tile<i32>) {
          %w1 = muli %g, %h : tile<i32>
          yield %w1 : tile<i32>
        } else {
          yield %h : tile<i32>
        }
        yield %e, %u : tile<i32>, tile<i32>
      } else {
        yield %f, %h : tile<i32>, tile<i32>
      }
      yield %k, %l : tile<i32>, tile<i32>
    }
    %v1 = reshape %v : tile<i32> -> tile<1xi32>
    %c1 = reshape %c : tile<ptr<i32>> -> tile<1xptr<i32>>
    %t2 = store_ptr_tko weak %c1, %v1 : tile<1xptr<i32>>, tile<1xi32> -> token
    return
  }
}

//--- open.mlir
cuda_tile.module @kernels {
  entry @all(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %c: tile<ptr<i32>>) {
    %io = iota : tile<128xi32>
    %a1 = reshape %a : tile<ptr<i32>> -> tile<1xptr<i32>>
    %a2 = broadcast %a1 : tile<1xptr<i32>> -> tile<128xptr<i32>>
    %a3 = offset %a2, %io : tile<128xptr<i32>>, tile<128xi32> -> tile<128xptr<i32>>
    %x, %t0 = load_ptr_tko weak %a3 : tile<128xptr<i32>> -> tile<128xi32>, token
    %b1 = reshape %b : tile<ptr<i32>> -> tile<1xptr<i32>>
    %b2 = broadcast %b1 : tile<1xptr<i32>> -> tile<128xptr<i32>>
    %b3 = offset %b2, %io : tile<128xptr<i32>>, tile<128xi32> -> tile<128xptr<i32>>
    %y, %t1 = load_ptr_tko weak %b3 : tile<128xptr<i32>> -> tile<128xi32>, token
    %v, %w = reduce %x, %y dim=0 identities=[0 : i32, 0 : i32] : tile<128xi32>, tile<128xi32> -> tile<i32>, tile<i32> (%e: tile<i32>, %f: tile<i32>, %g: tile<i32>, %h: tile<i32>) {
      %p = cmpi less_than %g, %h, signed : tile<i32> -> tile<i1>
      %k = if %p -> (tile<i32>) {
        %q = addi %e, %g : tile<i32>
        yield %q : tile<i32>
      } else {
        yield %f : tile<i32>
      }
      %l = addi %g, %h : tile<i32>
      yield %k, %l : tile<i32>, tile<i32>
    }
    %v1 = reshape %v : tile<i32> -> tile<1xi32>
    %c1 = reshape %c : tile<ptr<i32>> -> tile<1xptr<i32>>
    %t2 = store_ptr_tko weak %c1, %v1 : tile<1xptr<i32>>, tile<1xi32> -> token
    return
  }
}

//--- concrete.mlir
cuda_tile.module @kernels {
  entry @all(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %c: tile<ptr<i32>>) {
    %io = iota : tile<128xi32>
    %a1 = reshape %a : tile<ptr<i32>> -> tile<1xptr<i32>>
    %a2 = broadcast %a1 : tile<1xptr<i32>> -> tile<128xptr<i32>>
    %a3 = offset %a2, %io : tile<128xptr<i32>>, tile<128xi32> -> tile<128xptr<i32>>
    %x, %t0 = load_ptr_tko weak %a3 : tile<128xptr<i32>> -> tile<128xi32>, token
    %v, %w = reduce %x, %io dim=0 identities=[0 : i32, 0 : i32] : tile<128xi32>, tile<128xi32> -> tile<i32>, tile<i32> (%e: tile<i32>, %f: tile<i32>, %g: tile<i32>, %h: tile<i32>) {
      %p = cmpi less_than %g, %h, signed : tile<i32> -> tile<i1>
      %k = if %p -> (tile<i32>) {
        %q = addi %e, %g : tile<i32>
        yield %q : tile<i32>
      } else {
        yield %f : tile<i32>
      }
      %l = addi %g, %h : tile<i32>
      yield %k, %l : tile<i32>, tile<i32>
    }
    %v1 = reshape %v : tile<i32> -> tile<1xi32>
    %c1 = reshape %c : tile<ptr<i32>> -> tile<1xptr<i32>>
    %t2 = store_ptr_tko weak %c1, %v1 : tile<1xptr<i32>>, tile<1xi32> -> token
    return
  }
}

//--- selected.mlir
cuda_tile.module @kernels {
  entry @all(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %c: tile<ptr<i32>>) {
    %io = iota : tile<128xi32>
    %a1 = reshape %a : tile<ptr<i32>> -> tile<1xptr<i32>>
    %a2 = broadcast %a1 : tile<1xptr<i32>> -> tile<128xptr<i32>>
    %a3 = offset %a2, %io : tile<128xptr<i32>>, tile<128xi32> -> tile<128xptr<i32>>
    %x, %t0 = load_ptr_tko weak %a3 : tile<128xptr<i32>> -> tile<128xi32>, token
    %v, %w = reduce %x, %io dim=0 identities=[0 : i32, 0 : i32] : tile<128xi32>, tile<128xi32> -> tile<i32>, tile<i32> (%e: tile<i32>, %f: tile<i32>, %g: tile<i32>, %h: tile<i32>) {
      %p = cmpi less_than %g, %h, signed : tile<i32> -> tile<i1>
      %q = addi %e, %g : tile<i32>
      %k = select %p, %q, %f : tile<i1>, tile<i32>
      %l = addi %g, %h : tile<i32>
      yield %k, %l : tile<i32>, tile<i32>
    }
    %v1 = reshape %v : tile<i32> -> tile<1xi32>
    %c1 = reshape %c : tile<ptr<i32>> -> tile<1xptr<i32>>
    %t2 = store_ptr_tko weak %c1, %v1 : tile<1xptr<i32>>, tile<1xi32> -> token
    return
  }
}

//--- crossed.mlir
cuda_tile.module @kernels {
  entry @all(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %c: tile<ptr<i32>>) {
    %io = iota : tile<128xi32>
    %a1 = reshape %a : tile<ptr<i32>> -> tile<1xptr<i32>>
    %a2 = broadcast %a1 : tile<1xptr<i32>> -> tile<128xptr<i32>>
    %a3 = offset %a2, %io : tile<128xptr<i32>>, tile<128xi32> -> tile<128xptr<i32>>
    %x, %t0 = load_ptr_tko weak %a3 : tile<128xptr<i32>> -> tile<128xi32>, token
    %b1 = reshape %b : tile<ptr<i32>> -> tile<1xptr<i32>>
    %b2 = broadcast %b1 : tile<1xptr<i32>> -> tile<128xptr<i32>>
    %b3 = offset %b2, %io : tile<128xptr<i32>>, tile<128xi32> -> tile<128xptr<i32>>
    %y, %t1 = load_ptr_tko weak %b3 : tile<128xptr<i32>> -> tile<128xi32>, token
    %zero = constant <i32: 0> : tile<i32>
    %v, %w = reduce %x, %y dim=0 identities=[0 : i32, 0 : i32] : tile<128xi32>, tile<128xi32> -> tile<i32>, tile<i32> (%e: tile<i32>, %f: tile<i32>, %g: tile<i32>, %h: tile<i32>) {
      %k = mini %e, %g signed : tile<i32>
      %l = mini %f, %h signed : tile<i32>
      yield %k, %l : tile<i32>, tile<i32>
    }
    %v1 = reshape %v : tile<i32> -> tile<1xi32>
    %c1 = reshape %c : tile<ptr<i32>> -> tile<1xptr<i32>>
    %t2 = store_ptr_tko weak %c1, %v1 : tile<1xptr<i32>>, tile<1xi32> -> token
    return
  }
}

//--- promise.mlir
cuda_tile.module @kernels {
  entry @all(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %c: tile<ptr<i32>>) {
    %io = iota : tile<128xi32>
    %a1 = reshape %a : tile<ptr<i32>> -> tile<1xptr<i32>>
    %a2 = broadcast %a1 : tile<1xptr<i32>> -> tile<128xptr<i32>>
    %a3 = offset %a2, %io : tile<128xptr<i32>>, tile<128xi32> -> tile<128xptr<i32>>
    %x, %t0 = load_ptr_tko weak %a3 : tile<128xptr<i32>> -> tile<128xi32>, token
    %b1 = reshape %b : tile<ptr<i32>> -> tile<1xptr<i32>>
    %b2 = broadcast %b1 : tile<1xptr<i32>> -> tile<128xptr<i32>>
    %b3 = offset %b2, %io : tile<128xptr<i32>>, tile<128xi32> -> tile<128xptr<i32>>
    %y, %t1 = load_ptr_tko weak %b3 : tile<128xptr<i32>> -> tile<128xi32>, token
    %zero = constant <i32: 0> : tile<i32>
    %v, %w = reduce %x, %y dim=0 identities=[0 : i32, 0 : i32] : tile<128xi32>, tile<128xi32> -> tile<i32>, tile<i32> (%e: tile<i32>, %f: tile<i32>, %g: tile<i32>, %h: tile<i32>) {
      %p = cmpi less_than %e, %zero, signed : tile<i32> -> tile<i1>
      %big = constant <i32: 2147483647> : tile<i32>
      %k = if %p -> (tile<i32>) {
        %z = addi %e, %big overflow<no_signed_wrap> : tile<i32>
        %m = maxi %z, %f signed : tile<i32>
        yield %m : tile<i32>
      } else {
        %m = maxi %e, %f signed : tile<i32>
        yield %m : tile<i32>
      }
      %l = addi %g, %h : tile<i32>
      yield %k, %l : tile<i32>, tile<i32>
    }
    %v1 = reshape %v : tile<i32> -> tile<1xi32>
    %c1 = reshape %c : tile<ptr<i32>> -> tile<1xptr<i32>>
    %t2 = store_ptr_tko weak %c1, %v1 : tile<1xptr<i32>>, tile<1xi32> -> token
    return
  }
}

//--- token.mlir
cuda_tile.module @kernels {
  entry @all(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %c: tile<ptr<i32>>) {
    %io = iota : tile<128xi32>
    %a1 = reshape %a : tile<ptr<i32>> -> tile<1xptr<i32>>
    %a2 = broadcast %a1 : tile<1xptr<i32>> -> tile<128xptr<i32>>
    %a3 = offset %a2, %io : tile<128xptr<i32>>, tile<128xi32> -> tile<128xptr<i32>>
    %x, %t0 = load_ptr_tko weak %a3 : tile<128xptr<i32>> -> tile<128xi32>, token
    %b1 = reshape %b : tile<ptr<i32>> -> tile<1xptr<i32>>
    %b2 = broadcast %b1 : tile<1xptr<i32>> -> tile<128xptr<i32>>
    %b3 = offset %b2, %io : tile<128xptr<i32>>, tile<128xi32> -> tile<128xptr<i32>>
    %y, %t1 = load_ptr_tko weak %b3 : tile<128xptr<i32>> -> tile<128xi32>, token
    %zero = constant <i32: 0> : tile<i32>
    %v, %w = reduce %x, %y dim=0 identities=[0 : i32, 0 : i32] : tile<128xi32>, tile<128xi32> -> tile<i32>, tile<i32> (%e: tile<i32>, %f: tile<i32>, %g: tile<i32>, %h: tile<i32>) {
      %p = cmpi less_than %e, %f, signed : tile<i32> -> tile<i1>
      %tk = if %p -> (token) {
        yield %t0 : token
      } else {
        yield %t1 : token
      }
      %k = mini %e, %f signed : tile<i32>
      %l = addi %g, %h : tile<i32>
      yield %k, %l : tile<i32>, tile<i32>
    }
    %v1 = reshape %v : tile<i32> -> tile<1xi32>
    %c1 = reshape %c : tile<ptr<i32>> -> tile<1xptr<i32>>
    %t2 = store_ptr_tko weak %c1, %v1 : tile<1xptr<i32>>, tile<1xi32> -> token
    return
  }
}
