// RUN: cuda-tile-opt %s -verify-diagnostics --pass-pipeline='builtin.module(tileaa.entry(tileaa-plan-kernel{gpu-name=sm_90}),convert-tileaa-to-tileas)'

// expected-error @+1 {{entry 'k': the program says that it is for sm_100, but --gpu-name says sm_90: drop one of them}}
tileaa.entry @k() attributes {launch = #tileaa.launch<target = "sm_100">} { tileaa.return }
