// What cannot be compiled is reported where it stands, all of it at once.
// RUN: cuda-tile-opt %s "-convert-cuda-tile-to-tileaa=simplify=false" -split-input-file -verify-diagnostics

cuda_tile.module @a {
}
// expected-error @+1 {{is the second in its file: compile one cuda_tile.module at a time}}
cuda_tile.module @b {
}
