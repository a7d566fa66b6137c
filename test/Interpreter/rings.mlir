// A loop adds up the tiles of a ring of three stages, into which it copies each an
// iteration before.
//
// RUN: %python %S/twins.py %s

#l = #tileas.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = []>
tileas.kernel @sum(%p: !tileaa.ptr, %q: !tileaa.ptr, %n: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_80", warps = 1, shared = 1536, frozen = true>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 128 : i64
  %all = arith.constant 1280 : i64
  %none = arith.constant dense<0> : tensor<128xi32, #l>
  %tiles = tileas.alloc_shared at 0 : <128xi32, stages = 3>
  %ring = tileas.ring %tiles : <!tileas.buffer<128xi32, stages = 3>>
  %to0 = tileas.acquire %ring[%c0] : <!tileas.buffer<128xi32, stages = 3>>
  %copy0 = tileas.async_copy %p[%zero] extents [%all] strides [%one] to %to0 {tile = tensor<128xi32, #l>, width = 4 : i64} : !tileaa.ptr, !tileas.buffer<128xi32>
  tileas.commit %ring[%c0] after %copy0 : <!tileas.buffer<128xi32, stages = 3>>
  //twin never-full (waits for ever for turn 0 of a ring, which nobody has filled and committed): remove
  //twin full-twice (commits turn 0 of a ring, which nobody has acquired): tileas.commit %ring[%c0] after %copy0 : <!tileas.buffer<128xi32, stages = 3>> tileas.commit %ring[%c0] after %copy0 : <!tileas.buffer<128xi32, stages = 3>>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none) -> (tensor<128xi32, #l>) : i32 {
    %from = tileas.wait %ring[%i] : <!tileas.buffer<128xi32, stages = 3>>
    //twin early-read (comes before the commit of its turn): %early = arith.addi %i, %c1 : i32 %from = tileas.wait %ring[%early] : <!tileas.buffer<128xi32, stages = 3>>
    %next = arith.addi %i, %c1 : i32
    //twin skipped (waits for ever to acquire turn 2 of a ring, where turn 1 is next): %two = arith.addi %c1, %c1 : i32 %next = arith.addi %i, %two : i32
    //twin acquired-again (waits for ever to acquire turn 0 of a ring, where turn 1 is next): %next = arith.muli %i, %c1 : i32
    %to = tileas.acquire %ring[%next] : <!tileas.buffer<128xi32, stages = 3>>
    %wide = arith.extsi %next : i32 to i64
    %start = arith.muli %wide, %size : i64
    %isThere = arith.cmpi slt, %next, %n : i32
    %copy = tileas.async_copy %p[%start] extents [%all] strides [%one] if %isThere to %to {tile = tensor<128xi32, #l>, width = 4 : i64} : !tileaa.ptr, !tileas.buffer<128xi32>
    //twin filled-while-read (fills a stage of a ring that is not between its 'acquire' and its 'commit'): %copy = tileas.async_copy %p[%start] extents [%all] strides [%one] if %isThere to %from {tile = tensor<128xi32, #l>, width = 4 : i64} : !tileaa.ptr, !tileas.buffer<128xi32>
    tileas.commit %ring[%next] after %copy if %isThere : <!tileas.buffer<128xi32, stages = 3>>
    //twin nothing-named (holds nothing): tileas.commit %ring[%next] : <!tileas.buffer<128xi32, stages = 3>>
    %x = tileas.shared_load %from : <128xi32> -> tensor<128xi32, #l>
    //twin released-before (uses a stage behind its release): tileas.release %ring[%i] : <!tileas.buffer<128xi32, stages = 3>> %x = tileas.shared_load %from : <128xi32> -> tensor<128xi32, #l>
    //twin read-while-filled (uses a stage behind its commit): %x = tileas.shared_load %to : <128xi32> -> tensor<128xi32, #l>
    tileas.release %ring[%i] : <!tileas.buffer<128xi32, stages = 3>>
    //twin released-before (uses a stage behind its release): remove
    //twin never-free (waits for ever to acquire turn 3 of a ring, since turn 0 has not been released): remove
    //twin other-released (releases turn 1 of a ring, which nobody has waited for): %one_on = arith.maxsi %next, %c1 : i32 tileas.release %ring[%one_on] : <!tileas.buffer<128xi32, stages = 3>>
    %s = arith.addi %acc, %x : tensor<128xi32, #l>
    scf.yield %s : tensor<128xi32, #l>
  }
  %t = tileas.store %sum to %q[%zero] extents [%size] strides [%one] by<owner> : tensor<128xi32, #l>, !tileaa.ptr
  tileas.return
}
//% - entry: sum
//%   args:
//%     - ptr: i32[1280]
//%       in: 0..127 1*128 2*128 3*128 4*128 5*128 6*128 7*128 8*128 9*128
//%     - ptr: i32[128]
//%       out: 45..172
//%     - i32:10
