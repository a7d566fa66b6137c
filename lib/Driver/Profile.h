//===- Profile.h - What each kernel of a program did ------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// TESSERA_PROFILE: the launches of each kernel and what the emulator counted in
// them, told when the process ends.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DRIVER_PROFILE_H
#define TESSERA_LIB_DRIVER_PROFILE_H

#include "tessera-c/Device.h"
#include <map>
#include <string>
#include <vector>

namespace tessera::driver {

class Profile {
public:
  /// Keeps a profile of what `device` runs from now on, which goes to the file
  /// TARGET as JSON when the process ends; "-": to standard error as a table;
  /// empty: there is none.
  void begin(TesseraDevice device, const std::string &target);
  /// Adds the launch that the device ran last, of several the one of this
  /// number, whether it came to its end or not.
  void add(const std::string &kernel, uint64_t blocks, bool ran,
           size_t number = 0);

private:
  struct Kernel {
    uint64_t launches = 0, failed = 0, blocks = 0;
    /// Sums over the launches that were counted, in the engine's order; the
    /// interpreter counts nothing.
    std::vector<std::pair<std::string, uint64_t>> counters;

    uint64_t get(const char *counter) const;
  };

  void write() const;
  std::string makeTable() const;
  std::string makeJson() const;

  TesseraDevice device = {nullptr};
  /// Empty: nothing is kept.
  std::string target;
  /// Of the process that keeps it: children of a fork end, too.
  int process = 0;
  std::map<std::string, Kernel> kernels;
};

} // namespace tessera::driver

#endif // TESSERA_LIB_DRIVER_PROFILE_H
