// Masks of loops with products tell up to which iteration they are true, or false,
// everywhere, or from which one on.
//
// RUN: cuda-tile-opt %s --cuda-tile-uniform-masks | FileCheck %s

// CHECK-LABEL: cuda_tile.module @uniform
cuda_tile.module @uniform {
  // The mask of attention: all 8 keys are below the first row's query up to 7 before.
  // CHECK-LABEL: entry @causal
  entry @causal(%row: tile<i32>, %n: tile<i32>) {
    %a = constant <f32: 1.0> : tile<8x8xf32>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %c8 = constant <i32: 8> : tile<i32>
    %none = constant <f32: 0.0> : tile<8x8xf32>
    %inf = constant <f32: 0xFF800000> : tile<8x8xf32>
    %iota = iota : tile<8xi32>
    %r1 = reshape %row : tile<i32> -> tile<1x1xi32>
    %rows1 = reshape %iota : tile<8xi32> -> tile<8x1xi32>
    %r8 = broadcast %r1 : tile<1x1xi32> -> tile<8x1xi32>
    %rows = addi %r8, %rows1 : tile<8x1xi32>
    %rows8 = broadcast %rows : tile<8x1xi32> -> tile<8x8xi32>
    %columns = reshape %iota : tile<8xi32> -> tile<1x8xi32>
    // 8 * %i + 7 <= %row
    // CHECK: %[[SIX:.*]] = constant <i32: 6>
    // CHECK: %[[REST:.*]] = subi %{{.*}}, %[[SIX]]
    // CHECK: %[[SPLIT:.*]] = divi %[[REST]], %{{.*}} signed rounding<positive_inf>
    // CHECK: %[[END:.*]] = mini
    // CHECK: %{{.*}} = for %[[I:.*]] in
    // CHECK: %[[MASK:.*]] = cmpi less_than_or_equal
    // CHECK-NEXT: %[[ALL:.*]] = cmpi less_than %[[I]], %[[END]], signed
    // CHECK-NEXT: %[[ONE:.*]] = reshape %[[ALL]] : tile<i1> -> tile<1x1xi1>
    // CHECK-NEXT: %[[TILE:.*]] = broadcast %[[ONE]] : tile<1x1xi1> -> tile<8x8xi1>
    // CHECK-NEXT: %[[EITHER:.*]] = ori %[[MASK]], %[[TILE]]
    // CHECK-NEXT: select %[[EITHER]],
    %x = for %i in (%c0 to %n, step %c1) : tile<i32> iter_values(%acc = %none) -> (tile<8x8xf32>) {
      %s = mmaf %a, %a, %none : tile<8x8xf32>, tile<8x8xf32>, tile<8x8xf32>
      %start = muli %i, %c8 : tile<i32>
      %s1 = reshape %start : tile<i32> -> tile<1x1xi32>
      %s8 = broadcast %s1 : tile<1x1xi32> -> tile<1x8xi32>
      %keys = addi %s8, %columns : tile<1x8xi32>
      %keys8 = broadcast %keys : tile<1x8xi32> -> tile<8x8xi32>
      %mask = cmpi less_than_or_equal %keys8, %rows8, signed : tile<8x8xi32> -> tile<8x8xi1>
      %masked = select %mask, %s, %inf : tile<8x8xi1>, tile<8x8xf32>
      %next = maxf %acc, %masked : tile<8x8xf32>
      continue %next : tile<8x8xf32>
    }
    return
  }

  // Two masks that choose together, one of them by columns alone: each tells its end.
  // CHECK-LABEL: entry @together
  // CHECK: %[[END0:.*]] = mini
  // CHECK: %[[END1:.*]] = mini
  // CHECK: for %[[I:.*]] in
  // CHECK: %[[MASK0:.*]] = cmpi less_than %{{.*}}, %{{.*}}, signed : tile<1x8xi32>
  // CHECK-NEXT: %[[ALL0:.*]] = cmpi less_than %[[I]], %[[END0]], signed
  // CHECK: %[[EITHER0:.*]] = ori %[[MASK0]], %{{.*}} : tile<1x8xi1>
  // CHECK: %[[WIDE0:.*]] = broadcast %[[EITHER0]]
  // CHECK: %[[MASK1:.*]] = cmpi less_than_or_equal
  // CHECK-NEXT: %[[ALL1:.*]] = cmpi less_than %[[I]], %[[END1]], signed
  // CHECK: %[[EITHER1:.*]] = ori %[[MASK1]], %{{.*}} : tile<8x8xi1>
  // CHECK: %[[BOTH:.*]] = andi %[[WIDE0]], %[[EITHER1]]
  // CHECK-NEXT: select %[[BOTH]],
  entry @together(%row: tile<i32>, %n: tile<i32>, %length: tile<i32>) {
    %a = constant <f32: 1.0> : tile<8x8xf32>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %c8 = constant <i32: 8> : tile<i32>
    %none = constant <f32: 0.0> : tile<8x8xf32>
    %inf = constant <f32: 0xFF800000> : tile<8x8xf32>
    %iota = iota : tile<8xi32>
    %columns = reshape %iota : tile<8xi32> -> tile<1x8xi32>
    %r1 = reshape %row : tile<i32> -> tile<1x1xi32>
    %r8 = broadcast %r1 : tile<1x1xi32> -> tile<8x8xi32>
    %l1 = reshape %length : tile<i32> -> tile<1x1xi32>
    %l8 = broadcast %l1 : tile<1x1xi32> -> tile<1x8xi32>
    %x = for %i in (%c0 to %n, step %c1) : tile<i32> iter_values(%acc = %none) -> (tile<8x8xf32>) {
      %s = mmaf %a, %a, %none : tile<8x8xf32>, tile<8x8xf32>, tile<8x8xf32>
      %start = muli %i, %c8 : tile<i32>
      %s1 = reshape %start : tile<i32> -> tile<1x1xi32>
      %s8 = broadcast %s1 : tile<1x1xi32> -> tile<1x8xi32>
      %keys = addi %s8, %columns : tile<1x8xi32>
      %inside = cmpi less_than %keys, %l8, signed : tile<1x8xi32> -> tile<1x8xi1>
      %inside8 = broadcast %inside : tile<1x8xi1> -> tile<8x8xi1>
      %keys8 = broadcast %keys : tile<1x8xi32> -> tile<8x8xi32>
      %mask = cmpi less_than_or_equal %keys8, %r8, signed : tile<8x8xi32> -> tile<8x8xi1>
      %both = andi %inside8, %mask : tile<8x8xi1>
      %masked = select %both, %s, %inf : tile<8x8xi1>, tile<8x8xf32>
      %next = maxf %acc, %masked : tile<8x8xf32>
      continue %next : tile<8x8xf32>
    }
    return
  }

  // Attention in a window writes down who is left out: keys behind the query, of which
  // rows and start are two scalars, and those too long before it. The first are none in
  // early iterations, the others in late ones: 8 * %i >= %start + %row + 7 - 64, if the
  // lesser side is no less than the least number and the counter not above 2^28 - 1.
  // CHECK-LABEL: entry @left_out
  // CHECK: %[[BOUND:.*]] = addi
  // CHECK: divi %{{.*}} rounding<positive_inf>
  // CHECK: %[[END:.*]] = mini
  // CHECK: %[[LEAST:.*]] = constant <i32: -2147483584>
  // CHECK: cmpi greater_than_or_equal %{{.*}}, %[[LEAST]], signed
  // CHECK: %[[MOST:.*]] = constant <i32: 268435456>
  // CHECK: %[[FITS:.*]] = cmpi less_than_or_equal %[[N:.*]], %[[MOST]], signed
  // CHECK: %[[KNOWN:.*]] = andi %{{.*}}, %[[FITS]]
  // CHECK: select %[[KNOWN]], %{{.*}}, %[[N]] : tile<i1>, tile<i32>
  // CHECK: %[[BEGIN:.*]] = maxi
  // CHECK: for %[[I:.*]] in
  // CHECK: %[[BEHIND:.*]] = cmpi greater_than %
  // CHECK-NEXT: %[[LATE:.*]] = cmpi greater_than_or_equal %[[I]], %[[END]], signed : tile<i32>
  // CHECK: %[[MASK:.*]] = andi %[[BEHIND]], %{{.*}} : tile<8x8xi1>
  // CHECK: %[[OLD:.*]] = cmpi less_than %{{.*}} : tile<8x8xi32>
  // CHECK-NEXT: %[[EARLY:.*]] = cmpi less_than %[[I]], %[[BEGIN]], signed : tile<i32>
  // CHECK: %[[WINDOW:.*]] = andi %[[OLD]], %{{.*}} : tile<8x8xi1>
  // CHECK: ori %[[MASK]], %[[WINDOW]]
  entry @left_out(%row: tile<i32>, %start: tile<i32>, %n: tile<i32>) {
    %a = constant <f32: 1.0> : tile<8x8xf32>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %c8 = constant <i32: 8> : tile<i32>
    %window = constant <i32: 64> : tile<8x8xi32>
    %none = constant <f32: 0.0> : tile<8x8xf32>
    %iota = iota : tile<8xi32>
    %rows1 = reshape %iota : tile<8xi32> -> tile<8x1xi32>
    %columns = reshape %iota : tile<8xi32> -> tile<1x8xi32>
    %r1 = reshape %row : tile<i32> -> tile<1x1xi32>
    %r8 = broadcast %r1 : tile<1x1xi32> -> tile<8x1xi32>
    %rows = addi %r8, %rows1 : tile<8x1xi32>
    %b1 = reshape %start : tile<i32> -> tile<1x1xi32>
    %b8 = broadcast %b1 : tile<1x1xi32> -> tile<8x1xi32>
    %queries = addi %b8, %rows : tile<8x1xi32>
    %queries8 = broadcast %queries : tile<8x1xi32> -> tile<8x8xi32>
    %oldest = subi %queries8, %window : tile<8x8xi32>
    %x = for %i in (%c0 to %n, step %c1) : tile<i32> iter_values(%acc = %none) -> (tile<8x8xf32>) {
      %s = mmaf %a, %a, %none : tile<8x8xf32>, tile<8x8xf32>, tile<8x8xf32>
      %first = muli %i, %c8 : tile<i32>
      %s1 = reshape %first : tile<i32> -> tile<1x1xi32>
      %s8 = broadcast %s1 : tile<1x1xi32> -> tile<1x8xi32>
      %keys = addi %s8, %columns : tile<1x8xi32>
      %keys8 = broadcast %keys : tile<1x8xi32> -> tile<8x8xi32>
      %behind = cmpi greater_than %keys8, %queries8, signed : tile<8x8xi32> -> tile<8x8xi1>
      %old = cmpi less_than %keys8, %oldest, signed : tile<8x8xi32> -> tile<8x8xi1>
      %out = ori %behind, %old : tile<8x8xi1>
      %masked = select %out, %none, %s : tile<8x8xi1>, tile<8x8xf32>
      %next = maxf %acc, %masked : tile<8x8xf32>
      continue %next : tile<8x8xf32>
    }
    return
  }

  // The first part of a window, as a front end has split it, with a step of 8 from where it
  // is told to: differences of keys and queries from -64 on are kept, which are those of late
  // iterations, up to 0. The latter seem to be all, as the queries are where the loop ends: if
  // that is not so, all iterations come before the late ones.
  // CHECK-LABEL: entry @window
  // CHECK: maxi %{{.*}}, %arg1 signed
  // CHECK: %[[BEGIN:.*]] = maxi %{{.*}}, %arg1 signed
  // CHECK: %[[ALL:.*]] = cmpi greater_than_or_equal %{{.*}}, %arg2, signed
  // CHECK: %[[OTHER:.*]] = select %[[ALL]], %arg1, %arg2
  // CHECK: for %[[I:.*]] in (%arg1 to %arg2, step
  // CHECK: %[[OLD:.*]] = cmpi greater_than_or_equal %{{.*}} : tile<8x8xi32>
  // CHECK-NEXT: cmpi greater_than_or_equal %[[I]], %[[BEGIN]], signed
  // CHECK: ori %[[OLD]],
  // CHECK: %[[BEHIND:.*]] = cmpi less_than_or_equal %{{.*}} : tile<8x8xi32>
  // CHECK-NEXT: cmpi greater_than_or_equal %[[I]], %[[OTHER]], signed
  // CHECK: ori %[[BEHIND]],
  entry @window(%p: tile<ptr<f32>>, %first: tile<i32>, %row: tile<i32>) {
    %a = constant <f32: 1.0> : tile<8x8xf32>
    %c8 = constant <i32: 8> : tile<i32>
    %oldest = constant <i32: -64> : tile<8x8xi32>
    %latest = constant <i32: 0> : tile<8x8xi32>
    %none = constant <f32: 0.0> : tile<8x8xf32>
    %iota = iota : tile<8xi32>
    %rows1 = reshape %iota : tile<8xi32> -> tile<8x1xi32>
    %columns = reshape %iota : tile<8xi32> -> tile<1x8xi32>
    %r1 = reshape %row : tile<i32> -> tile<1x1xi32>
    %r8 = broadcast %r1 : tile<1x1xi32> -> tile<8x1xi32>
    %rows = addi %r8, %rows1 : tile<8x1xi32>
    %rows8 = broadcast %rows : tile<8x1xi32> -> tile<8x8xi32>
    %x = for %i in (%first to %row, step %c8) : tile<i32> iter_values(%acc = %none) -> (tile<8x8xf32>) {
      %s = mmaf %a, %a, %none : tile<8x8xf32>, tile<8x8xf32>, tile<8x8xf32>
      %s1 = reshape %i : tile<i32> -> tile<1x1xi32>
      %s8 = broadcast %s1 : tile<1x1xi32> -> tile<1x8xi32>
      %keys = addi %s8, %columns : tile<1x8xi32>
      %keys8 = broadcast %keys : tile<1x8xi32> -> tile<8x8xi32>
      %distance = subi %keys8, %rows8 : tile<8x8xi32>
      %new = cmpi greater_than_or_equal %distance, %oldest, signed : tile<8x8xi32> -> tile<8x8xi1>
      %before = cmpi less_than_or_equal %distance, %latest, signed : tile<8x8xi32> -> tile<8x8xi1>
      %both = andi %new, %before : tile<8x8xi1>
      %masked = select %both, %s, %none : tile<8x8xi1>, tile<8x8xf32>
      %next = maxf %acc, %masked : tile<8x8xf32>
      continue %next : tile<8x8xf32>
    }
    return
  }

  // Keys from some number on: what the iteration has computed is kept in late iterations, and
  // nothing in early ones, in which the mask is known as well.
  // CHECK-LABEL: entry @padded
  // CHECK: %[[BEGIN:.*]] = maxi
  // CHECK: for %[[I:.*]] in
  // CHECK: cmpi greater_than_or_equal %{{.*}} : tile<8x8xi32>
  // CHECK-NEXT: cmpi greater_than_or_equal %[[I]], %[[BEGIN]], signed
  // CHECK: ori
  entry @padded(%start: tile<i32>, %n: tile<i32>) {
    %a = constant <f32: 1.0> : tile<8x8xf32>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %c8 = constant <i32: 8> : tile<i32>
    %none = constant <f32: 0.0> : tile<8x8xf32>
    %iota = iota : tile<8xi32>
    %columns = reshape %iota : tile<8xi32> -> tile<1x8xi32>
    %b1 = reshape %start : tile<i32> -> tile<1x1xi32>
    %b8 = broadcast %b1 : tile<1x1xi32> -> tile<8x8xi32>
    %x = for %i in (%c0 to %n, step %c1) : tile<i32> iter_values(%acc = %none) -> (tile<8x8xf32>) {
      %s = mmaf %a, %a, %none : tile<8x8xf32>, tile<8x8xf32>, tile<8x8xf32>
      %first = muli %i, %c8 : tile<i32>
      %s1 = reshape %first : tile<i32> -> tile<1x1xi32>
      %s8 = broadcast %s1 : tile<1x1xi32> -> tile<1x8xi32>
      %keys = addi %s8, %columns : tile<1x8xi32>
      %keys8 = broadcast %keys : tile<1x8xi32> -> tile<8x8xi32>
      %mask = cmpi greater_than_or_equal %keys8, %b8, signed : tile<8x8xi32> -> tile<8x8xi1>
      %masked = select %mask, %s, %none : tile<8x8xi1>, tile<8x8xf32>
      %next = maxf %acc, %masked : tile<8x8xf32>
      continue %next : tile<8x8xf32>
    }
    return
  }

  // Loops that are not split behind the schedule, and masks that are more than a
  // choice of elements.
  // CHECK-LABEL: entry @others
  // CHECK-NOT: ori
  // CHECK: return
  entry @others(%p0: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>) {
    %a = constant <f32: 1.0> : tile<8x8xf32>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %c2 = constant <i32: 2> : tile<i32>
    %p1 = reshape %p0 : tile<ptr<f32>> -> tile<1xptr<f32>>
    %p = broadcast %p1 : tile<1xptr<f32>> -> tile<8xptr<f32>>
    %none = constant <f32: 0.0> : tile<8x8xf32>
    %zeros = constant <f32: 0.0> : tile<8xf32>
    %iota = iota : tile<8xi32>
    %m1 = reshape %m : tile<i32> -> tile<1xi32>
    %m8 = broadcast %m1 : tile<1xi32> -> tile<8xi32>
    %n1 = reshape %n : tile<i32> -> tile<1xi32>
    %n8 = broadcast %n1 : tile<1xi32> -> tile<8xi32>
    // No product.
    for %i in (%c0 to %n, step %c1) : tile<i32> {
      %i1 = reshape %i : tile<i32> -> tile<1xi32>
      %i8 = broadcast %i1 : tile<1xi32> -> tile<8xi32>
      %at = addi %i8, %iota : tile<8xi32>
      %mask = cmpi less_than %at, %m8, signed : tile<8xi32> -> tile<8xi1>
      %x = select %mask, %iota, %m8 : tile<8xi1>, tile<8xi32>
    }
    // Steps that nobody knows.
    for %i in (%c0 to %n, step %m) : tile<i32> {
      %s = mmaf %a, %a, %none : tile<8x8xf32>, tile<8x8xf32>, tile<8x8xf32>
      %i1 = reshape %i : tile<i32> -> tile<1xi32>
      %i8 = broadcast %i1 : tile<1xi32> -> tile<8xi32>
      %at = addi %i8, %iota : tile<8xi32>
      %mask = cmpi less_than %at, %m8, signed : tile<8xi32> -> tile<8xi1>
      %x = select %mask, %iota, %m8 : tile<8xi1>, tile<8xi32>
    }
    // A loop that compares without sign.
    for unsigned %i in (%c0 to %n, step %c1) : tile<i32> {
      %s = mmaf %a, %a, %none : tile<8x8xf32>, tile<8x8xf32>, tile<8x8xf32>
      %i1 = reshape %i : tile<i32> -> tile<1xi32>
      %i8 = broadcast %i1 : tile<1xi32> -> tile<8xi32>
      %at = addi %i8, %iota : tile<8xi32>
      %mask = cmpi less_than %at, %m8, unsigned : tile<8xi32> -> tile<8xi1>
      %x = select %mask, %iota, %m8 : tile<8xi1>, tile<8xi32>
    }
    // Two iterations, by the distance of the bounds.
    %m2 = addi %m, %c2 : tile<i32>
    for %i in (%m to %m2, step %c1) : tile<i32> {
      %s = mmaf %a, %a, %none : tile<8x8xf32>, tile<8x8xf32>, tile<8x8xf32>
      %i1 = reshape %i : tile<i32> -> tile<1xi32>
      %i8 = broadcast %i1 : tile<1xi32> -> tile<8xi32>
      %at = addi %i8, %iota : tile<8xi32>
      %mask = cmpi greater_than %at, %n8, signed : tile<8xi32> -> tile<8xi1>
      %x = select %mask, %at, %n8 : tile<8xi1>, tile<8xi32>
    }
    // The second part of a loop that was split.
    for %i in (%m to %n, step %c1) : tile<i32> {
      %s = mmaf %a, %a, %none : tile<8x8xf32>, tile<8x8xf32>, tile<8x8xf32>
      %i1 = reshape %i : tile<i32> -> tile<1xi32>
      %i8 = broadcast %i1 : tile<1xi32> -> tile<8xi32>
      %at = addi %i8, %iota : tile<8xi32>
      %mask = cmpi less_than %at, %m8, signed : tile<8xi32> -> tile<8xi1>
      %x = select %mask, %iota, %m8 : tile<8xi1>, tile<8xi32>
    }
    // The mask of an access, which chooses as well, with another; a bound from the
    // loop.
    for %i in (%c0 to %n, step %c1) : tile<i32> {
      %s = mmaf %a, %a, %none : tile<8x8xf32>, tile<8x8xf32>, tile<8x8xf32>
      %i1 = reshape %i : tile<i32> -> tile<1xi32>
      %i8 = broadcast %i1 : tile<1xi32> -> tile<8xi32>
      %at = addi %i8, %iota : tile<8xi32>
      %mask = cmpi less_than %at, %m8, signed : tile<8xi32> -> tile<8xi1>
      store_ptr_tko weak %p, %zeros, %mask : tile<8xptr<f32>>, tile<8xf32>, tile<8xi1> -> token
      %l, %t = load_ptr_tko weak %p : tile<8xptr<f32>> -> tile<8xf32>, token
      %limit = ftoi %l signed : tile<8xf32> -> tile<8xi32>
      %moving = cmpi less_than %at, %limit, signed : tile<8xi32> -> tile<8xi1>
      %x = select %moving, %iota, %m8 : tile<8xi1>, tile<8xi32>
      %also = cmpi less_than %at, %n8, signed : tile<8xi32> -> tile<8xi1>
      %both = andi %mask, %also : tile<8xi1>
      store_ptr_tko weak %p, %zeros, %both : tile<8xptr<f32>>, tile<8xf32>, tile<8xi1> -> token
      %z = select %both, %iota, %m8 : tile<8xi1>, tile<8xi32>
    }
    return
  }
}
