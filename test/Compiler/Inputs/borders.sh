#!/bin/sh
# borders.sh PROGRAM FOLDER: compiles PROGRAM whole and through the text of each
# stage, in FOLDER, and fails unless the PTX is the same. The text carries its
# locations, because a failed assertion prints its place.
set -e
program=$1
cd "$2"
for gpu in sm_75 sm_90 sm_120; do
  for level in 0 3; do
    options="--gpu-name=$gpu -O$level --mlir-print-debuginfo"
    tileiras $options "$program" --emit=ptx -o whole.ptx
    text=$program
    for stage in cuda-tile tileaa tileas nvvm; do
      tileiras $options "$text" --emit=$stage -o $stage.mlir
      text=$stage.mlir
      rm -f through.ptx
      tileiras $options "$text" --emit=ptx -o through.ptx
      cmp whole.ptx through.ptx
    done
  done
done
