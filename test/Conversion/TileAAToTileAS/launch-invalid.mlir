// What cannot be honoured is said, with the reason and a way out.

// RUN: cuda-tile-opt %s -split-input-file -verify-diagnostics --pass-pipeline='builtin.module(tileaa.entry(tileaa-plan-kernel),convert-tileaa-to-tileas)'

// expected-error @+1 {{entry 'nowhere': no GPU is named: give --gpu-name=sm_XX, or let the text say 'nv_tileaa.compute_capability' = XX : i32}}
tileaa.entry @nowhere() { tileaa.return }
// -----
// expected-error @+1 {{entry 'unknown': unknown GPU 'sm_1'}}
tileaa.entry @unknown() attributes {launch = #tileaa.launch<target = "sm_1">} { tileaa.return }
// -----
// expected-error @+1 {{entry 'crowded' asks for 'tt.num_warps' = 4, but a tile of it takes 512 registers of each of these 128 threads, and a thread has 255; ask for 16 warps, or use smaller tiles}}
tileaa.entry @crowded() attributes {launch = #tileaa.launch<target = "sm_90", warps = 4>} {
  %small = arith.constant dense<0.0> : tensor<8xf32>
  // expected-note @+1 {{the tile is computed here}}
  %large = arith.constant dense<0.0> : tensor<256x256xf32>
  tileaa.return
}
// -----
// expected-error @+1 {{entry 'wide' asks for 'tt.num_warps' = 4, but a tile of it takes 256 registers of each of these 128 threads, and a thread has 255; ask for 8 warps, or use smaller tiles}}
tileaa.entry @wide() attributes {launch = #tileaa.launch<target = "sm_90", warps = 4>} {
  // expected-note @+1 {{the tile is computed here}}
  %x = arith.constant dense<0.0> : tensor<16384xf64>
  tileaa.return
}
// -----
// expected-error @+1 {{and a thread has 255; use smaller tiles}}
tileaa.entry @hopeless() attributes {launch = #tileaa.launch<target = "sm_90", warps = 32>} {
  // expected-note @+1 {{the tile is computed here}}
  %x = arith.constant dense<0.0> : tensor<1048576xf32>
  tileaa.return
}
// -----
// expected-error @+1 {{needs a power of two of at most 32 warps, not 6}}
tileaa.entry @warps() attributes {launch = #tileaa.launch<warps = 6>} { tileaa.return }
// -----
// expected-error @+1 {{needs a cluster of three powers of two whose product is at most 16, not [2, 3, 1]}}
tileaa.entry @cluster() attributes {launch = #tileaa.launch<cluster = [2, 3, 1]>} { tileaa.return }
// -----
// expected-error @+1 {{needs a cluster of three powers of two whose product is at most 16, not [2, 2]}}
tileaa.entry @rank() attributes {launch = #tileaa.launch<cluster = [2, 2]>} { tileaa.return }
