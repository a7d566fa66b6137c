// Control flow and reductions that break one rule each.
//
// RUN: cuda-tile-opt %s -split-input-file -verify-diagnostics -allow-unregistered-dialect

cuda_tile.module @m {
  entry @k(%c: tile<i1>, %a: tile<i32>) {
    // expected-error@+1 {{with results must have an else branch}}
    %0 = if %c -> (tile<i32>) { yield %a : tile<i32> }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%c: tile<i1>, %a: tile<i32>) {
    %0 = if %c -> (tile<i32>) {
      yield %a : tile<i32>
    } else {
      // expected-error@+1 {{operands must have the types ('!cuda_tile.tile<i32>'), found ('!cuda_tile.tile<i1>')}}
      yield %c : tile<i1>
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%c: tile<i1>, %p: tile<ptr<f32>>) {
    %v = make_tensor_view %p, shape = [8], strides = [1] : tensor_view<8xf32, strides=[1]>
    // expected-error@+1 {{result 0 must not be a view}}
    %0 = if %c -> (tensor_view<8xf32, strides=[1]>) {
      yield %v : tensor_view<8xf32, strides=[1]>
    } else {
      yield %v : tensor_view<8xf32, strides=[1]>
    }
  }
}

// -----

cuda_tile.module @m {
  // expected-note@+1 {{prior use here}}
  entry @k(%c: tile<i32>) {
    // expected-error@+1 {{expects different type than prior uses}}
    if %c { }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%n: tile<i32>, %c: tile<i1>) {
    // expected-error@+1 {{the first branch must end in 'yield', 'continue', 'break' or 'return'}}
    "cuda_tile.if"(%c) ({
      "test.end"() : () -> ()
    }, {}) : (!cuda_tile.tile<i1>) -> ()
  }
}

// -----

cuda_tile.module @m {
  entry @k(%n: tile<i32>, %p: tile<ptr<f32>>) {
    %v = make_tensor_view %p, shape = [8], strides = [1] : tensor_view<8xf32, strides=[1]>
    // expected-error@+1 {{iteration value 0 must not be a view}}
    %0 = for %i in (%n to %n, step %n) : tile<i32> iter_values(%x = %v) -> (tensor_view<8xf32, strides=[1]>) {
      continue %x : tensor_view<8xf32, strides=[1]>
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%n: tile<i32>) {
    // expected-error@+1 {{expected one type for each of the 1 iteration values, found 0}}
    for %i in (%n to %n, step %n) : tile<i32> iter_values(%x = %n) { }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%n: tile<i32>, %m: tile<i64>) {
    // expected-error@+1 {{the arguments of the body must have the types ('!cuda_tile.tile<i32>'), found ('!cuda_tile.tile<i64>')}}
    "cuda_tile.for"(%n, %n, %n) ({
    ^bb0(%i: !cuda_tile.tile<i64>):
      "cuda_tile.continue"() : () -> ()
    }) : (!cuda_tile.tile<i32>, !cuda_tile.tile<i32>, !cuda_tile.tile<i32>) -> ()
  }
}

// -----

cuda_tile.module @m {
  entry @k(%n: tile<i32>, %m: tile<i64>) {
    // expected-error@+1 {{all of {lowerBound, upperBound, step} have same type}}
    "cuda_tile.for"(%n, %m, %n) ({
    ^bb0(%i: !cuda_tile.tile<i32>):
      "cuda_tile.continue"() : () -> ()
    }) : (!cuda_tile.tile<i32>, !cuda_tile.tile<i64>, !cuda_tile.tile<i32>) -> ()
  }
}

// -----

cuda_tile.module @m {
  entry @k(%n: tile<i32>, %m: tile<i64>) {
    // expected-error@+1 {{results must have the types ('!cuda_tile.tile<i32>'), found ('!cuda_tile.tile<i64>')}}
    %0 = "cuda_tile.for"(%n, %n, %n, %n) ({
    ^bb0(%i: !cuda_tile.tile<i32>, %x: !cuda_tile.tile<i32>):
      "cuda_tile.continue"(%x) : (!cuda_tile.tile<i32>) -> ()
    }) : (!cuda_tile.tile<i32>, !cuda_tile.tile<i32>, !cuda_tile.tile<i32>, !cuda_tile.tile<i32>) -> !cuda_tile.tile<i64>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%n: tile<f32>) {
    // expected-error@+1 {{operand #0 must be scalar tile of i1 or i8 or i16 or i32 or i64}}
    for %i in (%n to %n, step %n) : tile<f32> { }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%n: tile<i32>) {
    // expected-error@+2 {{expects regions to end with 'cuda_tile.continue', found 'test.end'}}
    // expected-note@+1 {{in custom textual format, the absence of terminator implies 'cuda_tile.continue'}}
    "cuda_tile.for"(%n, %n, %n) ({
    ^bb0(%i: !cuda_tile.tile<i32>):
      "test.end"() : () -> ()
    }) : (!cuda_tile.tile<i32>, !cuda_tile.tile<i32>, !cuda_tile.tile<i32>) -> ()
  }
}

// -----

cuda_tile.module @m {
  entry @k(%n: tile<i32>, %c: tile<i1>) {
    for %i in (%n to %n, step %n) : tile<i32> {
      if %c {
        // expected-error@+1 {{must stand in an 'entry', with nothing but 'if' and 'loop' in between}}
        return
      }
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%n: tile<i32>, %c: tile<i1>) {
    for %i in (%n to %n, step %n) : tile<i32> {
      loop {
        if %c {
          // expected-error@+1 {{must stand in an 'entry', with nothing but 'if' and 'loop' in between}}
          return
        }
        break
      }
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%n: tile<i32>) {
    // expected-error@+1 {{must not have operands: an entry has no results}}
    return %n : tile<i32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%n: tile<i32>, %c: tile<i1>) {
    loop {
      for %i in (%n to %n, step %n) : tile<i32> {
        if %c {
          // expected-error@+1 {{must stand in a 'loop', with nothing but 'if' in between}}
          break
        }
      }
      break
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%n: tile<i32>) {
    %0 = loop : tile<i32> {
      // expected-error@+1 {{operands must have the types ('!cuda_tile.tile<i32>'), found ()}}
      break
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%n: tile<i32>) {
    %0:9 = loop : tile<i32>, tile<i32>, tile<i32>, tile<i32>, tile<i32>, tile<i32>, tile<i32>, tile<i32>, tile<i32> {
      // expected-error@+1 {{operands must be 9 values, found 0}}
      break
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%n: tile<i32>, %f: tile<f32>) {
    %0:9 = loop : tile<i32>, tile<i32>, tile<i32>, tile<i32>, tile<i32>, tile<i32>, tile<i32>, tile<i32>, tile<i32> {
      // expected-error@+1 {{operands must have type '!cuda_tile.tile<i32>' at position 2, found '!cuda_tile.tile<f32>'}}
      break %n, %n, %f, %n, %n, %n, %n, %n, %n : tile<i32>, tile<i32>, tile<f32>, tile<i32>, tile<i32>, tile<i32>, tile<i32>, tile<i32>, tile<i32>
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%n: tile<i32>, %c: tile<i1>) {
    if %c {
      // expected-error@+1 {{must stand in a 'for' or 'loop', with nothing but 'if' in between}}
      continue
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%n: tile<i32>, %f: tile<f32>) {
    %0 = for %i in (%n to %n, step %n) : tile<i32> iter_values(%x = %f) -> (tile<f32>) {
      // expected-error@+1 {{operands must have the types ('!cuda_tile.tile<f32>'), found ('!cuda_tile.tile<i32>')}}
      continue %i : tile<i32>
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%n: tile<i32>, %f: tile<f32>) {
    %0 = loop iter_values(%x = %n) : tile<i32> -> tile<f32> {
      // expected-error@+1 {{operands must have the types ('!cuda_tile.tile<i32>'), found ('!cuda_tile.tile<f32>')}}
      continue %f : tile<f32>
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%n: tile<i32>) {
    // expected-error@+1 {{must stand directly in an 'if', 'reduce' or 'scan'}}
    yield
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>) {
    %v = make_tensor_view %p, shape = [8], strides = [1] : tensor_view<8xf32, strides=[1]>
    // expected-error@+1 {{iteration value 0 must not be a view}}
    loop iter_values(%x = %v) : tensor_view<8xf32, strides=[1]> {
      break
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>) {
    %v = make_tensor_view %p, shape = [8], strides = [1] : tensor_view<8xf32, strides=[1]>
    // expected-error@+1 {{result 0 must not be a view}}
    %0 = loop : tensor_view<8xf32, strides=[1]> {
      break %v : tensor_view<8xf32, strides=[1]>
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%n: tile<i32>) {
    // expected-error@+1 {{the arguments of the body must have the types ('!cuda_tile.tile<i32>'), found ()}}
    "cuda_tile.loop"(%n) ({
      "cuda_tile.break"() : () -> ()
    }) : (!cuda_tile.tile<i32>) -> ()
  }
}

// -----

cuda_tile.module @m {
  entry @k(%n: tile<i32>) {
    // expected-error@+1 {{the body must end in 'continue', 'break' or 'return'}}
    "cuda_tile.loop"() ({
      "test.end"() : () -> ()
    }) : () -> ()
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %m = constant <f32: 1.0> : tile<8xf32>
    // expected-error@+1 {{dim must name one of the 1 dimensions of the operands, found 1}}
    %0 = reduce %m dim=1 identities=[0.0 : f32] : tile<8xf32> -> tile<f32> (%e: tile<f32>, %a: tile<f32>) {
      yield %e : tile<f32>
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %m = constant <f32: 1.0> : tile<8xf32>
    // expected-error@+1 {{dim must name one of the 1 dimensions of the operands, found -1}}
    %0 = reduce %m dim=-1 identities=[0.0 : f32] : tile<8xf32> -> tile<f32> (%e: tile<f32>, %a: tile<f32>) {
      yield %e : tile<f32>
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    // expected-error@+1 {{needs at least one operand}}
    "cuda_tile.reduce"() ({
      "cuda_tile.yield"() : () -> ()
    }) {dim = 0 : i32, identities = []} : () -> ()
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %m = constant <f32: 1.0> : tile<8xf32>
    // expected-error@+1 {{needs one result and one identity for each of the 1 operands, found 1 results and 2 identities}}
    %0 = reduce %m dim=0 identities=[0.0 : f32, 0.0 : f32] : tile<8xf32> -> tile<f32> (%e: tile<f32>, %a: tile<f32>) {
      yield %e : tile<f32>
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %m = constant <f32: 1.0> : tile<8xf32>
    // expected-error@+1 {{result 0 must be '!cuda_tile.tile<f32>', found '!cuda_tile.tile<8xf32>'}}
    %0 = reduce %m dim=0 identities=[0.0 : f32] : tile<8xf32> -> tile<8xf32> (%e: tile<f32>, %a: tile<f32>) {
      yield %e : tile<f32>
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %m = constant <f32: 1.0> : tile<8xf32>
    %n = constant <f32: 1.0> : tile<4xf32>
    // expected-error@+1 {{operand 1 must have the shape of the first operand, found '!cuda_tile.tile<4xf32>'}}
    %0:2 = reduce %m, %n dim=0 identities=[0.0 : f32, 0.0 : f32] : tile<8xf32>, tile<4xf32> -> tile<f32>, tile<f32> (%e: tile<f32>, %a: tile<f32>, %f: tile<f32>, %b: tile<f32>) {
      yield %e, %f : tile<f32>, tile<f32>
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %m = constant <f32: 1.0> : tile<8xf32>
    // expected-error@+1 {{identity 0 must have the element type 'f32' of its operand, found 'i32'}}
    %0 = reduce %m dim=0 identities=[0 : i32] : tile<8xf32> -> tile<f32> (%e: tile<f32>, %a: tile<f32>) {
      yield %e : tile<f32>
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %m = constant <f32: 1.0> : tile<8xf32>
    // expected-error@+1 {{identity 0 must be a number such as 0.0 : f32, found "zero"}}
    %0 = reduce %m dim=0 identities=["zero"] : tile<8xf32> -> tile<f32> (%e: tile<f32>, %a: tile<f32>) {
      yield %e : tile<f32>
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %m = constant <f32: 1.0> : tile<8xf32>
    // expected-error@+1 {{the arguments of the body must have the types ('!cuda_tile.tile<f32>', '!cuda_tile.tile<f32>'), found ('!cuda_tile.tile<f32>')}}
    %0 = reduce %m dim=0 identities=[0.0 : f32] : tile<8xf32> -> tile<f32> (%e: tile<f32>) {
      yield %e : tile<f32>
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %m = constant <f32: 1.0> : tile<8xf32>
    %0 = reduce %m dim=0 identities=[0.0 : f32] : tile<8xf32> -> tile<f32> (%e: tile<f32>, %a: tile<f32>) {
      // expected-error@+1 {{operands must have the types ('!cuda_tile.tile<f32>'), found ()}}
      yield
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %m = constant <f32: 1.0> : tile<8xf32>
    %0 = reduce %m dim=0 identities=[0.0 : f32] : tile<8xf32> -> tile<f32> (%e: tile<f32>, %a: tile<f32>) {
      // expected-error@+1 {{has memory effects, which the body of a 'reduce' must not have}}
      %t = print_tko "%f", %e : tile<f32> -> token
      yield %e : tile<f32>
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %m = constant <i32: 1> : tile<8xi32>
    // Divisions have no effects, so they are legal here.
    %0 = reduce %m dim=0 identities=[1 : i32] : tile<8xi32> -> tile<i32> (%e: tile<i32>, %a: tile<i32>) {
      %q = divi %e, %a signed : tile<i32>
      yield %q : tile<i32>
    }
    // The f16 of an identity may stand for a bf16.
    %h = constant <bf16: 1.0> : tile<8xbf16>
    %1 = reduce %h dim=0 identities=[1.0 : f16] : tile<8xbf16> -> tile<bf16> (%e: tile<bf16>, %a: tile<bf16>) {
      yield %e : tile<bf16>
    }
  }
}
