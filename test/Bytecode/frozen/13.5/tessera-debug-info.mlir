cuda_tile.module @kernels {
  entry @none() {
    return loc(#loc)
  } loc(#loc)
  entry @k(%arg0: tile<i32> loc(#loc)) {
    for %arg1 in (%arg0 to %arg0, step %arg0) : tile<i32> {
      %0 = addi %arg0, %arg0 : tile<i32> loc(#loc8)
      %1 = subi %0, %arg0 : tile<i32> loc(#loc8)
      %2 = muli %1, %arg0 : tile<i32> loc(#loc6)
      %3 = absi %2 : tile<i32> loc(#loc)
      %4 = negi %3 : tile<i32> loc(#loc10)
      %5 = muli %4, %arg0 : tile<i32> loc(#loc)
    } loc(#loc6)
    return loc(#loc)
  } loc(#loc5)
} loc(#loc)
#di_file = #cuda_tile.di_file<"a.py" in "/d">
#loc = loc(unknown)
#loc1 = loc("a.py":1:1)
#loc2 = loc("a.py":7:8)
#loc3 = loc("a.py":8:9)
#loc4 = loc("a.py":21:1)
#di_compile_unit = #cuda_tile.di_compile_unit<file = #di_file>
#di_subprogram = #cuda_tile.di_subprogram<file = #di_file, line = 1, name = "scale", linkageName = "k", compileUnit = #di_compile_unit, scopeLine = 2>
#di_subprogram1 = #cuda_tile.di_subprogram<file = #di_file, line = 20, name = "helper", linkageName = "helper@a", compileUnit = #di_compile_unit>
#di_lexical_block = #cuda_tile.di_lexical_block<scope = #di_subprogram, file = #di_file, line = 3, column = 4>
#loc5 = #cuda_tile.di_loc<#loc1 in #di_subprogram>
#loc6 = #cuda_tile.di_loc<#loc2 in #di_subprogram>
#loc7 = #cuda_tile.di_loc<#loc4 in #di_subprogram1>
#loc8 = #cuda_tile.di_loc<#loc3 in #di_lexical_block>
#loc9 = loc(callsite(#loc at #loc6))
#loc10 = loc(callsite(#loc7 at #loc9))

