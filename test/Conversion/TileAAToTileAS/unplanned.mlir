// The conversion decides on nothing.
//
// RUN: cuda-tile-opt %s -split-input-file -verify-diagnostics --convert-tileaa-to-tileas

// expected-error @+1 {{entry 'nothing' has no launch with a target and warps; run tileaa-plan-kernel before convert-tileaa-to-tileas}}
tileaa.entry @nothing() { tileaa.return }
// -----
// expected-error @+1 {{entry 'some' has no launch with a target and warps}}
tileaa.entry @some() attributes {launch = #tileaa.launch<target = "sm_80">} { tileaa.return }
