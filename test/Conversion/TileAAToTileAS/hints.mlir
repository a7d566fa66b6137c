// A hint chooses the number of warps, behind what the front end fixed.
//
// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileaa.entry(tileaa-plan-kernel{gpu-name=sm_90}),convert-tileaa-to-tileas)' --mlir-print-local-scope | FileCheck %s

// CHECK: @hint() {{.*}}warps = 8,
tileaa.entry @hint() attributes {hints = #tileaa.entry_hints<warps = 8>} { tileaa.return }
// CHECK: @fixed() {{.*}}warps = 16,
tileaa.entry @fixed() attributes {launch = #tileaa.launch<warps = 16>, hints = #tileaa.entry_hints<warps = 8>} { tileaa.return }
// CHECK: @other_hint() {{.*}}warps = 1,
tileaa.entry @other_hint() attributes {hints = #tileaa.entry_hints<occupancy = 2>} { tileaa.return }
