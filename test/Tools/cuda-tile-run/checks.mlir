// What each check finds, in a line of its own with the place; a second place
// follows as a note.
//
// DEFINE: %{run} = cuda-tile-run %s --arg=ptr:new:i32[4]
// RUN: not %{run} --entry=race --grid=2 2>&1 | FileCheck %s --check-prefix=RACE
// RUN: not %{run} --entry=race --grid=2 --check=race 2>&1 | FileCheck %s --check-prefix=RACE
// RUN: %{run} --entry=race --grid=2 --check=memory,assume,init
// RUN: not %{run} --entry=init 2>&1 | FileCheck %s --check-prefix=INIT
// RUN: %{run} --entry=init --check=memory,race,assume
// RUN: not %{run} --entry=assume 2>&1 | FileCheck %s --check-prefix=ASSUME
// RUN: %{run} --entry=assume --check=memory,race,init
// RUN: not %{run} --entry=memory 2>&1 | FileCheck %s --check-prefix=MEMORY
// RUN: %{run} --entry=memory --check=none

cuda_tile.module @m {
  // RACE: {{^}}{{.*}}checks.mlir:[[#@LINE+8]]:{{[0-9]+}}: error: data race
  // RACE-NEXT: {{^}}{{.*}}checks.mlir:[[#@LINE+5]]:{{[0-9]+}}: note: here is the weak store
  entry @race(%p: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %isFirst = cmpi equal %x, %y, signed : tile<i32> -> tile<i1>
    if %isFirst {
      %t = store_ptr_tko weak %p, %x : tile<ptr<i32>>, tile<i32> -> token
    } else {
      %v, %t = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
    }
    return
  }

  // INIT: {{^}}{{.*}}checks.mlir:[[#@LINE+3]]:{{[0-9]+}}: error:
  // INIT-SAME: 'argument 0 (ptr:new:i32[4])'
  entry @init(%p: tile<ptr<i32>>) {
    %x, %t = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
    return
  }

  // ASSUME: {{^}}{{.*}}checks.mlir:[[#@LINE+3]]:{{[0-9]+}}: error: assumed 5 to be
  entry @assume(%p: tile<ptr<i32>>) {
    %five = constant <i32: 5> : tile<i32>
    %x = assume div_by<2>, %five : tile<i32>
    return
  }

  // MEMORY: {{^}}{{.*}}checks.mlir:[[#@LINE+4]]:{{[0-9]+}}: error: out-of-bounds load
  entry @memory(%p: tile<ptr<i32>>) {
    %four = constant <i32: 4> : tile<i32>
    %q = offset %p, %four : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %x, %t = load_ptr_tko weak %q : tile<ptr<i32>> -> tile<i32>, token
    return
  }
}
