//===- LaunchNotes.h - What notes say of a launch's pointers ----*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A message of an engine has addresses. These notes say what they are to the
// program: memory that a parameter of the launch points to, that has been
// freed, or that is another device's.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DRIVER_LAUNCHNOTES_H
#define TESSERA_LIB_DRIVER_LAUNCHNOTES_H

#include "Driver.h"
#include <cstring>

namespace tessera::driver {

/// Calls ACTION(number, address) for each parameter of a launch that has the
/// size of an address.
template <typename Fn>
void forEachAddress(const Function &function, const Values &values, Fn action) {
  for (intptr_t i = 0; i < function.info.numParameters; ++i) {
    uint64_t offset, bytes, address;
    (void)tesseraModuleGetParameter(function.module->program, function.entry, i,
                                    &offset, &bytes);
    if (bytes != sizeof address)
      continue;
    memcpy(&address, values.each[i], sizeof address);
    action(i, address);
  }
}

/// Calls ACTION(number, address, allocation) for each that is the address of
/// memory.
template <typename Fn>
void forEachPointer(const Function &function, const Values &values, Fn action) {
  forEachAddress(function, values, [&](intptr_t i, uint64_t address) {
    if (const Allocation *to = Driver::get().memory.find(address))
      action(i, address, *to);
  });
}

/// "parameter 2, dst (.param .u64) of 'scale'": the number, the name that the
/// kernel's author has given it, if that is known, and the type.
std::string describeParameter(const Function &function, intptr_t i);

/// "memory of device 1, and the launch is on device 0: …"
std::string describePeer(const Allocation &to, const Context &context);

/// Says of addresses in a message that memory of another device is there.
void tellPeers(const Context &context, const std::string &message);

/// Launches that ran together, and what each of them was given.
struct Launched {
  const Function *function;
  const Values *values;
};

/// Says which memory the parameters of launches point to, for a message that
/// names addresses: those that point to what is at one, or to the memory that
/// was there and has been freed. If none does, an access of global memory by a
/// single launch that is not allowed, by ERROR, may have begun at any of them.
void tellPointers(const std::vector<Launched> &launches,
                  const std::string &message, CUresult error);

} // namespace tessera::driver

#endif // TESSERA_LIB_DRIVER_LAUNCHNOTES_H
