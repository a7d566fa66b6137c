// A loop that nobody has proved to end is kept, at every stage and level, also
// where it only reads and nobody uses its tokens: the store behind it must not
// happen before.
//
// RUN: tileiras %s --emit=tileaa --gpu-name=sm_80 -O1 -o - | FileCheck %s --check-prefix=LOOP
// RUN: tileiras %s --emit=tileas --gpu-name=sm_80 -O3 -o - | FileCheck %s --check-prefix=LOOP
// RUN: tileiras %s --emit=ptx --gpu-name=sm_80 -O0 -o - | FileCheck %s --check-prefix=PTX
// RUN: tileiras %s --emit=ptx --gpu-name=sm_80 -O1 -o - | FileCheck %s --check-prefix=PTX
// RUN: tileiras %s --emit=ptx --gpu-name=sm_90 -O2 -o - | FileCheck %s --check-prefix=PTX
// RUN: tileiras %s --emit=ptx --gpu-name=sm_120 -O3 -o - | FileCheck %s --check-prefix=PTX

// LOOP-COUNT-12: tileaa.keep_loop

cuda_tile.module @m {
  // PTX-LABEL: .entry none(
  // PTX: [[HEAD:\$L.*]]:
  // PTX: bra{{.*}} [[HEAD]];
  entry @none(%p: tile<ptr<i32>>, %q: tile<ptr<i32>>, %n: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %yes = cmpi less_than %zero, %n, signed : tile<i32> -> tile<i1>
    loop {
      %v = addi %zero, %zero : tile<i32>
      %c = cmpi not_equal %v, %zero, signed : tile<i32> -> tile<i1>
      if %c { break }
      continue
    }
    %t1 = store_ptr_tko weak %q, %one : tile<ptr<i32>>, tile<i32> -> token
    return
  }

  // PTX-LABEL: .entry weak(
  // PTX: [[HEAD:\$L.*]]:
  // PTX: bra{{.*}} [[HEAD]];
  // PTX: st.global
  // PTX: ret;
  entry @weak(%p: tile<ptr<i32>>, %q: tile<ptr<i32>>, %n: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %yes = cmpi less_than %zero, %n, signed : tile<i32> -> tile<i1>
    loop {
      %v, %t = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
      %c = cmpi not_equal %v, %zero, signed : tile<i32> -> tile<i1>
      if %c { break }
      continue
    }
    %t1 = store_ptr_tko weak %q, %one : tile<ptr<i32>>, tile<i32> -> token
    return
  }

  // PTX-LABEL: .entry relaxed(
  // PTX: [[HEAD:\$L.*]]:
  // PTX: bra{{.*}} [[HEAD]];
  // PTX: st.global
  // PTX: ret;
  entry @relaxed(%p: tile<ptr<i32>>, %q: tile<ptr<i32>>, %n: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %yes = cmpi less_than %zero, %n, signed : tile<i32> -> tile<i1>
    loop {
      %v, %t = load_ptr_tko relaxed device %p : tile<ptr<i32>> -> tile<i32>, token
      %c = cmpi not_equal %v, %zero, signed : tile<i32> -> tile<i1>
      if %c { break }
      continue
    }
    %t1 = store_ptr_tko weak %q, %one : tile<ptr<i32>>, tile<i32> -> token
    return
  }

  // PTX-LABEL: .entry acquire_block(
  // PTX: [[HEAD:\$L.*]]:
  // PTX: bra{{.*}} [[HEAD]];
  // PTX: st.global
  // PTX: ret;
  entry @acquire_block(%p: tile<ptr<i32>>, %q: tile<ptr<i32>>, %n: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %yes = cmpi less_than %zero, %n, signed : tile<i32> -> tile<i1>
    loop {
      %v, %t = load_ptr_tko acquire tl_blk %p : tile<ptr<i32>> -> tile<i32>, token
      %c = cmpi not_equal %v, %zero, signed : tile<i32> -> tile<i1>
      if %c { break }
      continue
    }
    %t1 = store_ptr_tko weak %q, %one : tile<ptr<i32>>, tile<i32> -> token
    return
  }

  // PTX-LABEL: .entry acquire_sys(
  // PTX: [[HEAD:\$L.*]]:
  // PTX: bra{{.*}} [[HEAD]];
  // PTX: st.global
  // PTX: ret;
  entry @acquire_sys(%p: tile<ptr<i32>>, %q: tile<ptr<i32>>, %n: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %yes = cmpi less_than %zero, %n, signed : tile<i32> -> tile<i1>
    loop {
      %v, %t = load_ptr_tko acquire sys %p : tile<ptr<i32>> -> tile<i32>, token
      %c = cmpi not_equal %v, %zero, signed : tile<i32> -> tile<i1>
      if %c { break }
      continue
    }
    %t1 = store_ptr_tko weak %q, %one : tile<ptr<i32>>, tile<i32> -> token
    return
  }

  // PTX-LABEL: .entry acquire(
  // PTX: [[HEAD:\$L.*]]:
  // PTX: bra{{.*}} [[HEAD]];
  // PTX: st.global
  // PTX: ret;
  entry @acquire(%p: tile<ptr<i32>>, %q: tile<ptr<i32>>, %n: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %yes = cmpi less_than %zero, %n, signed : tile<i32> -> tile<i1>
    loop {
      %v, %t = load_ptr_tko acquire device %p : tile<ptr<i32>> -> tile<i32>, token
      %c = cmpi not_equal %v, %zero, signed : tile<i32> -> tile<i1>
      if %c { break }
      continue
    }
    %t1 = store_ptr_tko weak %q, %one : tile<ptr<i32>>, tile<i32> -> token
    return
  }

  // PTX-LABEL: .entry acquire_in_if(
  // PTX: ld.
  // PTX: bra
  // PTX: st.global
  // PTX: ret;
  entry @acquire_in_if(%p: tile<ptr<i32>>, %q: tile<ptr<i32>>, %n: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %yes = cmpi less_than %zero, %n, signed : tile<i32> -> tile<i1>
    if %yes {
    loop {
      %v, %t = load_ptr_tko acquire device %p : tile<ptr<i32>> -> tile<i32>, token
      %c = cmpi not_equal %v, %zero, signed : tile<i32> -> tile<i1>
      if %c { break }
      continue
    }
    }
    %t1 = store_ptr_tko weak %q, %one : tile<ptr<i32>>, tile<i32> -> token
    return
  }

  // PTX-LABEL: .entry acquire_in_for(
  // PTX: ld.
  // PTX: bra
  // PTX: st.global
  // PTX: ret;
  entry @acquire_in_for(%p: tile<ptr<i32>>, %q: tile<ptr<i32>>, %n: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %yes = cmpi less_than %zero, %n, signed : tile<i32> -> tile<i1>
    for %i in (%zero to %n, step %one) : tile<i32> {
    loop {
      %v, %t = load_ptr_tko acquire device %p : tile<ptr<i32>> -> tile<i32>, token
      %c = cmpi not_equal %v, %zero, signed : tile<i32> -> tile<i1>
      if %c { break }
      continue
    }
    }
    %t1 = store_ptr_tko weak %q, %one : tile<ptr<i32>>, tile<i32> -> token
    return
  }

  // PTX-LABEL: .entry relaxed_in_loop(
  // PTX: ld.
  // PTX: bra
  // PTX: st.global
  // PTX: ret;
  entry @relaxed_in_loop(%p: tile<ptr<i32>>, %q: tile<ptr<i32>>, %n: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %yes = cmpi less_than %zero, %n, signed : tile<i32> -> tile<i1>
    loop {
    loop {
      %v, %t = load_ptr_tko relaxed device %p : tile<ptr<i32>> -> tile<i32>, token
      %c = cmpi not_equal %v, %zero, signed : tile<i32> -> tile<i1>
      if %c { break }
      continue
    }
    break
    }
    %t1 = store_ptr_tko weak %q, %one : tile<ptr<i32>>, tile<i32> -> token
    return
  }

  // PTX-LABEL: .entry weak_in_for(
  // PTX: ld.
  // PTX: bra
  // PTX: st.global
  // PTX: ret;
  entry @weak_in_for(%p: tile<ptr<i32>>, %q: tile<ptr<i32>>, %n: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %yes = cmpi less_than %zero, %n, signed : tile<i32> -> tile<i1>
    for %i in (%zero to %n, step %one) : tile<i32> {
    loop {
      %v, %t = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
      %c = cmpi not_equal %v, %zero, signed : tile<i32> -> tile<i1>
      if %c { break }
      continue
    }
    }
    %t1 = store_ptr_tko weak %q, %one : tile<ptr<i32>>, tile<i32> -> token
    return
  }

  // PTX-LABEL: .entry add(
  // PTX: [[HEAD:\$L.*]]:
  // PTX: bra{{.*}} [[HEAD]];
  // PTX: st.global
  // PTX: ret;
  entry @add(%p: tile<ptr<i32>>, %q: tile<ptr<i32>>, %n: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %yes = cmpi less_than %zero, %n, signed : tile<i32> -> tile<i1>
    loop {
      %v, %t = atomic_rmw_tko acq_rel device %p, add, %zero : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
      %c = cmpi not_equal %v, %zero, signed : tile<i32> -> tile<i1>
      if %c { break }
      continue
    }
    %t1 = store_ptr_tko weak %q, %one : tile<ptr<i32>>, tile<i32> -> token
    return
  }

  // PTX-LABEL: .entry cas(
  // PTX: [[HEAD:\$L.*]]:
  // PTX: bra{{.*}} [[HEAD]];
  // PTX: st.global
  // PTX: ret;
  entry @cas(%p: tile<ptr<i32>>, %q: tile<ptr<i32>>, %n: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %yes = cmpi less_than %zero, %n, signed : tile<i32> -> tile<i1>
    loop {
      %v, %t = atomic_cas_tko relaxed device %p, %zero, %zero : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
      %c = cmpi not_equal %v, %zero, signed : tile<i32> -> tile<i1>
      if %c { break }
      continue
    }
    %t1 = store_ptr_tko weak %q, %one : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
