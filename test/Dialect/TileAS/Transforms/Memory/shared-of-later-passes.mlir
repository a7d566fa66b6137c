// The bytes of mbarriers and of the address of columns are counted before there are
// buffers for them: no kernel takes more shared memory in the end than when schedules
// choose the stages of its rings. An mbarrier that counts the bytes of copies by maps
// is aligned as others are.
//
// RUN: cuda-tile-opt %S/place-sums.mlir --pass-pipeline='builtin.module(tileas.kernel(tileas-allocate-shared))' | FileCheck %s --check-prefix=EARLY-SUMS
// RUN: cuda-tile-opt %S/place-sums.mlir --pass-pipeline='builtin.module(tileas.kernel(tileas-place-sums,tileas-allocate-shared))' | FileCheck %s --check-prefix=LATE-SUMS
// EARLY-SUMS: shared = 6176,
// LATE-SUMS: shared = 6168,
//
// RUN: cuda-tile-opt %S/../Rings/lower-rings-agents.mlir --pass-pipeline='builtin.module(tileas.kernel(tileas-allocate-shared))' | FileCheck %s --check-prefix=EARLY-AGENTS
// RUN: cuda-tile-opt %S/../Rings/lower-rings-agents.mlir --pass-pipeline='builtin.module(tileas.kernel(tileas-lower-rings,tileas-allocate-shared))' | FileCheck %s --check-prefix=LATE-AGENTS
// EARLY-AGENTS: shared = 2144,
// LATE-AGENTS: shared = 2136,
//
// RUN: cuda-tile-opt %S/../Rings/lower-rings-clusters.mlir --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tileas.kernel(tileas-lower-rings,tileas-allocate-shared))' | FileCheck %s --check-prefix=LATE-CTAS
// LATE-CTAS: shared = 32832,
