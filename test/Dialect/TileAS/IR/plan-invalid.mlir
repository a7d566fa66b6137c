// Plans that an SM has no room for.
//
// RUN: cuda-tile-opt %s -split-input-file -verify-diagnostics

// expected-error @below {{a plan has at least one block, and from 1 to 255 registers of a thread}}
#p = #tileas.plan<blocks = 0, registers = 64>

// -----

// expected-error @below {{a plan has at least one block, and from 1 to 255 registers of a thread}}
#p = #tileas.plan<blocks = 1, registers = 256>

// -----

// Four warps with 168 registers fit three times.
tileas.kernel @three() attributes {
    spec = #tileas.kernel_spec<target = "sm_80", warps = 4, plan = <blocks = 3, registers = 168>, shared = 0, frozen = true>} {
  tileas.return
}

// -----

// expected-error @below {{plans for 3 blocks, but a multiprocessor of sm_80 holds 2 of 4 warps with 169 registers of a thread and 0 bytes of shared memory}}
tileas.kernel @registers() attributes {
    spec = #tileas.kernel_spec<target = "sm_80", warps = 4, plan = <blocks = 3, registers = 169>, shared = 0, frozen = false>} {
  tileas.return
}

// -----

// expected-error @below {{plans for 5 blocks, but a multiprocessor of sm_80 holds 4 of 16 warps}}
tileas.kernel @warps() attributes {
    spec = #tileas.kernel_spec<target = "sm_80", warps = 16, plan = <blocks = 5, registers = 32>, shared = 0, frozen = false>} {
  tileas.return
}

// -----

// What buffers take is known when the spec is frozen.
tileas.kernel @open() attributes {
    spec = #tileas.kernel_spec<target = "sm_80", warps = 4, plan = <blocks = 3, registers = 64>, shared = 65536, frozen = false>} {
  tileas.return
}

// -----

// expected-error @below {{plans for 3 blocks, but a multiprocessor of sm_80 holds 2 of 4 warps with 64 registers of a thread and 65536 bytes of shared memory}}
tileas.kernel @shared() attributes {
    spec = #tileas.kernel_spec<target = "sm_80", warps = 4, plan = <blocks = 3, registers = 64>, shared = 65536, frozen = true>} {
  tileas.return
}
