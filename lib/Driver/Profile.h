//===- Profile.h - A profile of each kernel ---------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// TESSERA_PROFILE: the launches of each kernel with the emulator's counters,
// written when the process ends.
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
  /// Records a profile of all that `device` runs from now on. When the process
  /// ends, it goes to the file `target` as JSON, or for "-" to standard error
  /// as a table. An empty `target` records none.
  void begin(TesseraDevice device, const std::string &target);
  /// Adds the last launch of the device, whether it succeeded or not; where
  /// several ran together, the one with this number.
  void add(const std::string &kernel, uint64_t blocks, bool ran,
           size_t number = 0);
  /// Later launches are added only while it is on, as it is at first.
  void setOn(bool on) { isOn = on; }

private:
  struct Kernel {
    uint64_t launches = 0, failed = 0, blocks = 0;
    /// Sums over all launches with counters, in the engine's order. The
    /// interpreter counts nothing.
    std::vector<std::pair<std::string, uint64_t>> counters;

    /// The sum of the modelled times of those launches, and the unit that
    /// limits the longest of them.
    double microseconds = 0, longest = 0;
    std::string limit;

    uint64_t get(const char *counter) const;
  };

  void write() const;
  std::string makeTable() const;
  std::string makeJson() const;

  TesseraDevice device = {nullptr};
  /// Empty if nothing is recorded.
  std::string target;
  bool isOn = true;
  /// The process that records the profile: children by fork end, too, and must
  /// not write it.
  int process = 0;
  std::map<std::string, Kernel> kernels;
};

} // namespace tessera::driver

#endif // TESSERA_LIB_DRIVER_PROFILE_H
