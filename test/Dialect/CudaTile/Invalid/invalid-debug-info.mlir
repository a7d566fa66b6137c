// Scopes that break one rule each. An error stands at the place in the source,
// not in this file.
//
// RUN: not cuda-tile-opt %s -split-input-file 2>&1 | FileCheck %s

#file = #cuda_tile.di_file<"a.py" in "">
#cu = #cuda_tile.di_compile_unit<file = #file>
#sp = #cuda_tile.di_subprogram<file = #file, line = 1, name = "k", linkageName = "k", compileUnit = #cu>
#block = #cuda_tile.di_lexical_block<scope = #sp, file = #file, line = 2>
cuda_tile.module @m {
  // CHECK: a.py:1:1: error: 'cuda_tile.entry' op must have a di_subprogram as its debug info scope, found a di_lexical_block
  entry @k() { } loc(#cuda_tile.di_loc<loc("a.py":1:1) in #block>)
}

// -----

#file = #cuda_tile.di_file<"a.py" in "">
#cu = #cuda_tile.di_compile_unit<file = #file>
#sp = #cuda_tile.di_subprogram<file = #file, line = 1, name = "k", linkageName = "other", compileUnit = #cu>
cuda_tile.module @m {
  // CHECK: a.py:1:1: error: 'cuda_tile.entry' op must have the linkage name of its debug info scope, which is 'other'
  entry @k() { } loc(#cuda_tile.di_loc<loc("a.py":1:1) in #sp>)
}

// -----

#file = #cuda_tile.di_file<"a.py" in "">
#cu = #cuda_tile.di_compile_unit<file = #file>
#sp = #cuda_tile.di_subprogram<file = #file, line = 1, name = "k", linkageName = "k", compileUnit = #cu>
cuda_tile.module @m {
  entry @k(%a: tile<f32>) {
    // CHECK: a.py:2:1: error: 'cuda_tile.negf' op has the debug info scope 'k', but 'k', which holds the op, has none; give both a scope, or none
    %0 = negf %a : tile<f32> loc(#cuda_tile.di_loc<loc("a.py":2:1) in #sp>)
    return
  }
}

// -----

// The scope of an op is that of another function.
#file = #cuda_tile.di_file<"a.py" in "">
#cu = #cuda_tile.di_compile_unit<file = #file>
#sp = #cuda_tile.di_subprogram<file = #file, line = 1, name = "k", linkageName = "k", compileUnit = #cu>
#helper = #cuda_tile.di_subprogram<file = #file, line = 9, name = "h", linkageName = "h", compileUnit = #cu>
#block = #cuda_tile.di_lexical_block<scope = #helper, file = #file, line = 2>
cuda_tile.module @m {
  entry @k(%a: tile<i32>) {
    for %i in (%a to %a, step %a) : tile<i32> {
      // CHECK: a.py:10:1: error: 'cuda_tile.absi' op has the debug info scope 'h', but 'k', which holds the op, lies in 'k'; what was inlined needs a callsite location
      %0 = absi %a : tile<i32> loc(#cuda_tile.di_loc<loc("a.py":10:1) in #block>)
      continue
    }
    return
  } loc(#cuda_tile.di_loc<loc("a.py":1:1) in #sp>)
}

// -----

// The outermost caller is what counts.
#file = #cuda_tile.di_file<"a.py" in "">
#cu = #cuda_tile.di_compile_unit<file = #file>
#sp = #cuda_tile.di_subprogram<file = #file, line = 1, name = "k", linkageName = "k", compileUnit = #cu>
#helper = #cuda_tile.di_subprogram<file = #file, line = 9, name = "h", linkageName = "h", compileUnit = #cu>
#here = #cuda_tile.di_loc<loc("a.py":2:1) in #sp>
#there = #cuda_tile.di_loc<loc("a.py":10:1) in #helper>
cuda_tile.module @m {
  entry @k(%a: tile<i32>) {
    %0 = absi %a : tile<i32> loc(callsite(#there at callsite(#there at #here)))
    // CHECK: a.py:2:1: error: 'cuda_tile.absi' op has the debug info scope 'h'
    %1 = absi %a : tile<i32> loc(callsite(#here at callsite(#here at #there)))
    return
  } loc(#cuda_tile.di_loc<loc("a.py":1:1) in #sp>)
}

// -----

#file = #cuda_tile.di_file<"a.py" in "">
#cu = #cuda_tile.di_compile_unit<file = #file>
#sp = #cuda_tile.di_subprogram<file = #file, line = 1, name = "g", linkageName = "g", compileUnit = #cu>
cuda_tile.module @m {
  // CHECK: a.py:1:1: error: 'cuda_tile.global' op must not have a debug info scope; only functions and what they hold lie in one
  global @g <i32: 7> : tile<1xi32> loc(#cuda_tile.di_loc<loc("a.py":1:1) in #sp>)
}

// -----

// Of several places the first with a scope counts.
#file = #cuda_tile.di_file<"a.py" in "">
#cu = #cuda_tile.di_compile_unit<file = #file>
#sp = #cuda_tile.di_subprogram<file = #file, line = 1, name = "k", linkageName = "k", compileUnit = #cu>
#here = #cuda_tile.di_loc<loc("a.py":2:1) in #sp>
cuda_tile.module @m {
  entry @k(%a: tile<i32>) {
    // CHECK: a.py:9:1: error: 'cuda_tile.absi' op has the debug info scope 'k', but 'k', which holds the op, has none
    %0 = absi %a : tile<i32> loc(fused["a.py":9:1, "n"(fused<"x">["a.py":9:1, #here])])
    return
  } loc("a.py":1:1)
}
