// RUN: cuda-tile-opt %s -verify-diagnostics --convert-tileaa-to-tileas=gpu-name=sm_90

// expected-error @+1 {{entry 'k': the program says that it is for sm_100, but --gpu-name says sm_90: drop one of them}}
tileaa.entry @k() attributes {launch = #tileaa.launch<target = "sm_100">} { tileaa.return }
