// Agents fill and read rings: one copies four slices of each of three tiles, one
// adds up those of a tile, one looks for the largest of all, and one stores the
// sums, which come by a ring of their own. Rings begin again with each tile.
//
// Each verb is left out, exchanged with its neighbour, or of another turn.
//
// RUN: %python %S/twins.py %s

#l = #tileas.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = []>
#w = #tileas.layout<register = [[32]], lane = [[1], [2], [4], [8], [16]], warp = [[64]]>
tileas.kernel @sums(%p: !tileaa.ptr, %q: !tileaa.ptr, %r: !tileaa.ptr, %n: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 5, shared = 2560, frozen = true>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c4 = arith.constant 4 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 128 : i64
  %all = arith.constant 1536 : i64
  %ofSums = arith.constant 384 : i64
  %tiles = tileas.alloc_shared at 0 : <128xi32, stages = 3>
  %ring = tileas.ring %tiles : <!tileas.buffer<128xi32, stages = 3>>
  %outTiles = tileas.alloc_shared at 1536 : <128xi32, stages = 2>
  %out = tileas.ring %outTiles : <!tileas.buffer<128xi32, stages = 2>>
  tileas.agents
    agent "load" warps 1 {
      scf.for %t = %c0 to %n step %c1 : i32 {
        %first = arith.muli %t, %c4 : i32
        //twin acquired-once (fills a stage of a ring that is not between|to acquire|commits turn 1 of a ring, which nobody has acquired): %first = arith.muli %t, %c4 : i32 %to = tileas.acquire %ring[%c0] : <!tileas.buffer<128xi32, stages = 3>>
        scf.for %i = %c0 to %c4 step %c1 : i32 {
          %slice = arith.addi %first, %i : i32
          %wide = arith.extsi %slice : i32 to i64
          %start = arith.muli %wide, %size : i64
          %to = tileas.acquire %ring[%i] : <!tileas.buffer<128xi32, stages = 3>>
          //twin acquired-once (fills a stage of a ring that is not between|to acquire|commits turn 1 of a ring, which nobody has acquired): remove
          //twin acquired-again (waits here to acquire turn 0 of a ring, where turn 1 is next|commits turn 1 of a ring, which nobody has acquired): %to = tileas.acquire %ring[%c0] : <!tileas.buffer<128xi32, stages = 3>>
          //twin acquired-late (commits turn 0 of a ring, which nobody has acquired): %late = arith.addi %i, %c1 : i32 %to = tileas.acquire %ring[%late] : <!tileas.buffer<128xi32, stages = 3>>
          //twin skipped (waits here for turn 1 of a ring, which nobody has filled): %late = arith.muli %i, %c2 : i32 %to = tileas.acquire %ring[%late] : <!tileas.buffer<128xi32, stages = 3>>
          %copy = tileas.async_copy %p[%start] extents [%all] strides [%one] to %to {tile = tensor<128xi32, #l>, width = 4 : i64} : !tileaa.ptr, !tileas.buffer<128xi32>
          //twin committed-before (uses a stage behind its commit): tileas.commit %ring[%i] : <!tileas.buffer<128xi32, stages = 3>> %copy = tileas.async_copy %p[%start] extents [%all] strides [%one] to %to {tile = tensor<128xi32, #l>, width = 4 : i64} : !tileaa.ptr, !tileas.buffer<128xi32>
          //twin never-copied (holds nothing): %never = arith.constant false %copy = tileas.async_copy %p[%start] extents [%all] strides [%one] if %never to %to {tile = tensor<128xi32, #l>, width = 4 : i64} : !tileaa.ptr, !tileas.buffer<128xi32>
          //twin copied-for-none (leaves out a turn of a ring whose stage has been copied to): %always = arith.constant true %copy = tileas.async_copy %p[%start] extents [%all] strides [%one] if %always to %to {tile = tensor<128xi32, #l>, width = 4 : i64} : !tileaa.ptr, !tileas.buffer<128xi32>
          //twin left-out (waits here for turn 0 of a ring, which nobody has filled): %never = arith.constant false %copy = tileas.async_copy %p[%start] extents [%all] strides [%one] if %never to %to {tile = tensor<128xi32, #l>, width = 4 : i64} : !tileaa.ptr, !tileas.buffer<128xi32>
          tileas.commit %ring[%i] after %copy : <!tileas.buffer<128xi32, stages = 3>>
          //twin committed-before (uses a stage behind its commit): remove
          //twin left-out (waits here for turn 0 of a ring, which nobody has filled): tileas.commit %ring[%i] after %copy if %never : <!tileas.buffer<128xi32, stages = 3>>
          //twin copied-for-none (leaves out a turn of a ring whose stage has been copied to): %none = arith.constant false tileas.commit %ring[%i] after %copy if %none : <!tileas.buffer<128xi32, stages = 3>>
          //twin never-committed (waits here for turn 0 of a ring, which nobody has filled and committed): remove
          //twin skipped (waits here for turn 1 of a ring, which nobody has filled): tileas.commit %ring[%late] after %copy : <!tileas.buffer<128xi32, stages = 3>>
          //twin not-for-none (has a condition, and a copy of its turn has none): %none = arith.constant false tileas.commit %ring[%i] after %copy if %none : <!tileas.buffer<128xi32, stages = 3>>
          //twin committed-another (comes before the acquire of its turn): %late = arith.addi %i, %c1 : i32 tileas.commit %ring[%late] after %copy : <!tileas.buffer<128xi32, stages = 3>>
          //twin committed-twice (commits turn 0 of a ring, which nobody has acquired): tileas.commit %ring[%i] after %copy : <!tileas.buffer<128xi32, stages = 3>> tileas.commit %ring[%i] after %copy : <!tileas.buffer<128xi32, stages = 3>>
          //twin names-no-copy (holds nothing): tileas.commit %ring[%i] : <!tileas.buffer<128xi32, stages = 3>>
          //twin filler-releases (releases turn 0 of a ring, which nobody has waited for): tileas.commit %ring[%i] after %copy : <!tileas.buffer<128xi32, stages = 3>> tileas.release %ring[%i] : <!tileas.buffer<128xi32, stages = 3>>
        }
      }
    }
    agent "add" warps 2 {
      %none = arith.constant dense<0> : tensor<128xi32, #w>
      scf.for %t = %c0 to %n step %c1 : i32 {
        //twin waited-once (reads a stage of a ring that is not between|releases turn 1 of a ring, which nobody has waited for): scf.for %t = %c0 to %n step %c1 : i32 { %from = tileas.wait %ring[%c0] : <!tileas.buffer<128xi32, stages = 3>>
        %sum = scf.for %i = %c0 to %c4 step %c1 iter_args(%acc = %none) -> (tensor<128xi32, #w>) : i32 {
          %from = tileas.wait %ring[%i] : <!tileas.buffer<128xi32, stages = 3>>
          //twin waited-once (reads a stage of a ring that is not between|releases turn 1 of a ring, which nobody has waited for): remove
          //twin waited-again (waits here for turn 0 of a ring, which nobody has filled|releases turn 1 of a ring): %from = tileas.wait %ring[%c0] : <!tileas.buffer<128xi32, stages = 3>>
          //twin waited-ahead (waits for turn 1 of a ring before turn 0|releases turn 0 of a ring|waits here for turn 1 of a ring): %next = arith.addi %i, %c1 : i32 %from = tileas.wait %ring[%next] : <!tileas.buffer<128xi32, stages = 3>>
          %x = tileas.shared_load %from : <128xi32> -> tensor<128xi32, #w>
          //twin released-before (uses a stage behind its release): tileas.release %ring[%i] : <!tileas.buffer<128xi32, stages = 3>> %x = tileas.shared_load %from : <128xi32> -> tensor<128xi32, #w>
          tileas.release %ring[%i] : <!tileas.buffer<128xi32, stages = 3>>
          //twin released-before (uses a stage behind its release): remove
          //twin never-released (waits here to acquire turn 3 of a ring, since turn 0 has not been released from its stage by 'add'): remove
          //twin released-another (comes before the wait of its turn): %next = arith.addi %i, %c1 : i32 tileas.release %ring[%next] : <!tileas.buffer<128xi32, stages = 3>>
          //twin released-twice (releases turn 0 of a ring, which nobody has waited for): tileas.release %ring[%i] : <!tileas.buffer<128xi32, stages = 3>> tileas.release %ring[%i] : <!tileas.buffer<128xi32, stages = 3>>
          %s = arith.addi %acc, %x : tensor<128xi32, #w>
          scf.yield %s : tensor<128xi32, #w>
        }
        %to = tileas.acquire %out[%t] : <!tileas.buffer<128xi32, stages = 2>>
        //twin acquired-other-ring (fills a ring that others fill, too): %to = tileas.acquire %ring[%t] : <!tileas.buffer<128xi32, stages = 3>>
        //twin stored-ahead (commits turn 0 of a ring, which nobody has acquired): %ahead = arith.addi %t, %c1 : i32 %to = tileas.acquire %out[%ahead] : <!tileas.buffer<128xi32, stages = 2>>
        tileas.shared_store %sum to %to : tensor<128xi32, #w>, <128xi32>
        //twin never-stored (holds nothing): remove
        //twin stored-behind (uses a stage behind its commit): tileas.commit %out[%t] : <!tileas.buffer<128xi32, stages = 2>> tileas.shared_store %sum to %to : tensor<128xi32, #w>, <128xi32>
        tileas.commit %out[%t] : <!tileas.buffer<128xi32, stages = 2>>
        //twin stored-behind (uses a stage behind its commit): remove
        //twin store-not-committed (waits here for turn 0 of a ring, which nobody has filled and committed): remove
      }
    }
    agent "most" warps 1 {
      %none = arith.constant dense<0> : tensor<128xi32, #l>
      %most = scf.for %t = %c0 to %n step %c1 iter_args(%before = %none) -> (tensor<128xi32, #l>) : i32 {
        %ofTile = scf.for %i = %c0 to %c4 step %c1 iter_args(%acc = %before) -> (tensor<128xi32, #l>) : i32 {
          %from = tileas.wait %ring[%i] : <!tileas.buffer<128xi32, stages = 3>>
          %x = tileas.shared_load %from : <128xi32> -> tensor<128xi32, #l>
          tileas.release %ring[%i] : <!tileas.buffer<128xi32, stages = 3>>
          //twin one-never-releases (since turn 0 has not been released from its stage by 'most'): remove
          %s = arith.maxsi %acc, %x : tensor<128xi32, #l>
          scf.yield %s : tensor<128xi32, #l>
        }
        scf.yield %ofTile : tensor<128xi32, #l>
      }
      %u = tileas.store %most to %r[%zero] extents [%size] strides [%one] by<owner> : tensor<128xi32, #l>, !tileaa.ptr
    }
    agent "store" warps 1 {
      scf.for %t = %c0 to %n step %c1 : i32 {
        %wide = arith.extsi %t : i32 to i64
        %start = arith.muli %wide, %size : i64
        %from = tileas.wait %out[%t] : <!tileas.buffer<128xi32, stages = 2>>
        //twin stores-ahead (waits for turn 1 of a ring before turn 0|waits here for turn 1 of a ring|releases turn 0 of a ring): %ahead = arith.addi %t, %c1 : i32 %from = tileas.wait %out[%ahead] : <!tileas.buffer<128xi32, stages = 2>>
        //twin waits-for-other-ring (expected|releases turn 0 of a ring|has not been released from its stage by 'store'): %from = tileas.wait %ring[%t] : <!tileas.buffer<128xi32, stages = 3>>
        %x = tileas.shared_load %from : <128xi32> -> tensor<128xi32, #l>
        tileas.release %out[%t] : <!tileas.buffer<128xi32, stages = 2>>
        //twin out-not-released (waits here to acquire turn 2 of a ring, since turn 0 has not been released from its stage by 'store'): remove
        %u = tileas.store %x to %q[%start] extents [%ofSums] strides [%one] by<owner> : tensor<128xi32, #l>, !tileaa.ptr
      }
    }
  tileas.return
}
//% - entry: sums
//%   args:
//%     - ptr: i32[1536]
//%       in: 0..127 1*128 2*128 3*128 4*128 5*128 6*128 7*128 8*128 9*128 10*128 11*128
//%     - ptr: i32[384]
//%       out: 6..133 22*128 38*128
//%     - ptr: i32[128]
//%       out: 11*12 12..127
//%     - i32:3
