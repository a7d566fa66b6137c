// What the front end fixed comes before hints, and these before the compiler's
// choice; what it says of the scheduler and the assembler stays with the kernel.

// RUN: cuda-tile-opt %s --pass-pipeline='builtin.module(tileaa.entry(tileaa-plan-kernel{gpu-name=sm_90}),convert-tileaa-to-tileas)' --mlir-print-local-scope | FileCheck %s

// CHECK: @all() {{.*}}<target = "sm_90", warps = 8, cluster = [2, 1, 1], stages = 3, persistent = true, max_registers = 128, min_ctas_per_sm = 2, max_cluster_rank = 4, fixed_warps = true, shared = 0, frozen = false>
tileaa.entry @all() attributes {launch = #tileaa.launch<target = "sm_90", warps = 8, cluster = [2, 1, 1], stages = 3, persistent = true, max_registers = 128, min_ctas_per_sm = 2, max_cluster_rank = 4>} { tileaa.return }
// CHECK: @before_hint() {{.*}}warps = 16,
tileaa.entry @before_hint() attributes {launch = #tileaa.launch<warps = 16>, hints = #tileaa.entry_hints<warps = 8>} { tileaa.return }
// CHECK: @hint() {{.*}}warps = 8, cluster = [2, 1, 1],
tileaa.entry @hint() attributes {launch = #tileaa.launch<cluster = [2, 1, 1]>, hints = #tileaa.entry_hints<warps = 8>} { tileaa.return }
// A variant of the same GPU: the option decides.
// CHECK: @variant() {{.*}}target = "sm_90", warps = 1,
tileaa.entry @variant() attributes {launch = #tileaa.launch<target = "sm_90a", warps = 1>} { tileaa.return }

// The compiler would give this tile 32 warps.
// CHECK: @large() {{.*}}warps = 16,
tileaa.entry @large() attributes {launch = #tileaa.launch<warps = 16>} {
  %x = arith.constant dense<0.0> : tensor<256x256xf32>
  tileaa.return
}
// CHECK: @largest() {{.*}}warps = 32,
tileaa.entry @largest() {
  %x = arith.constant dense<0.0> : tensor<256x256xf32>
  tileaa.return
}
// CHECK: @bytes() {{.*}}warps = 8,
tileaa.entry @bytes() attributes {launch = #tileaa.launch<warps = 8>} {
  %x = arith.constant dense<0> : tensor<32768xi8>
  tileaa.return
}
