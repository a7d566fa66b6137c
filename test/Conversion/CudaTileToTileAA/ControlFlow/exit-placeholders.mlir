// A loop whose exit is nested hands over results that are not there yet: zeros,
// of f8E5M3FNU too, of which MLIR knows no numbers.
//
// RUN: cuda-tile-opt %s --convert-cuda-tile-to-tileaa | FileCheck %s
// RUN: tileiras --gpu-name=sm_80 --emit=ptx %s -o %t.ptx

// CHECK-LABEL: tileaa.entry @k
// CHECK: scf.while
cuda_tile.module @m {
  entry @k(%c: tile<i1>, %p: tile<ptr<f8E5M3FNU>>, %x: tile<f8E5M3FNU>, %q: tile<ptr<i8>>) {
    %r, %s = loop iter_values(%y = %x) : tile<f8E5M3FNU> -> tile<f8E5M3FNU>, tile<ptr<i8>> {
      if %c {
        break %y, %q : tile<f8E5M3FNU>, tile<ptr<i8>>
      }
      continue %x : tile<f8E5M3FNU>
    }
    %t = store_ptr_tko weak %p, %r : tile<ptr<f8E5M3FNU>>, tile<f8E5M3FNU> -> token
  }
}
