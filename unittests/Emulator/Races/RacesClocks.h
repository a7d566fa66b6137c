//===- RacesClocks.h - Counters for each pair of threads --------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Vector clocks without any saving, beside which tests put the race checker.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_UNITTESTS_EMULATOR_RACES_RACESCLOCKS_H
#define TESSERA_UNITTESTS_EMULATOR_RACES_RACESCLOCKS_H

#include <algorithm>
#include <vector>

namespace tessera::ptx::test {

/// An access of a thread to a byte.
struct TimedAccess {
  unsigned thread, time;
  bool isWrite;
};

class Clocks {
public:
  explicit Clocks(unsigned threads)
      : known(threads, std::vector<unsigned>(threads)) {}

  /// A barrier of some threads.
  void meet(const std::vector<unsigned> &group) {
    std::vector<unsigned> joined(known.size());
    for (unsigned thread : group)
      for (unsigned other = 0; other != known.size(); ++other)
        joined[other] = std::max(joined[other], known[thread][other]);
    for (unsigned thread : group)
      known[thread] = joined;
  }
  /// The time of a thread's next access.
  unsigned tick(unsigned thread) { return ++known[thread][thread]; }
  /// True if an earlier access comes before the thread's next one.
  bool follows(unsigned thread, const TimedAccess &earlier) const {
    return known[thread][earlier.thread] >= earlier.time;
  }

private:
  std::vector<std::vector<unsigned>> known;
};

} // namespace tessera::ptx::test

#endif // TESSERA_UNITTESTS_EMULATOR_RACES_RACESCLOCKS_H
