//===- Supervisor.cpp - Looks after launches that take long ---------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Runtime/Supervisor.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <cmath>

using namespace tessera;
using namespace tessera::runtime;
using llvm::StringRef;

/// Seconds before the first line, and the longest pause between two.
static constexpr double firstBeat = 10, longestPause = 60;

static double hostSeconds() {
  using namespace std::chrono;
  return duration<double>(steady_clock::now().time_since_epoch()).count();
}

Supervisor::Supervisor(Clock clock)
    : clock(clock ? std::move(clock) : hostSeconds) {}

void Supervisor::watch(EngineOptions &options) {
  options.interpret.progress = options.emulate.progress =
      [this](uint64_t ended, uint64_t all, uint64_t steps) {
        return look(ended, all, steps);
      };
}

static std::string describeSeconds(double seconds) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format("%g", seconds);
  return text + (seconds == 1 ? " second" : " seconds");
}

std::string Supervisor::look(uint64_t ended, uint64_t all, uint64_t steps) {
  if (wasInterrupted())
    return "the launch was interrupted";
  double now = clock();
  if (steps == 0) {
    start = now;
    nextBeat = firstBeat;
  }
  double seconds = now - start;
  if (limit && seconds >= limit)
    return "the launch has run for " + describeSeconds(limit) +
           ", its time limit, without coming to its end; if it only takes "
           "long, give a higher limit";
  if (heartbeat && seconds >= nextBeat) {
    *heartbeat << name << ": running for " << uint64_t(seconds) << " s, "
               << ended << " of " << all << " blocks done, " << steps
               << " steps\n";
    heartbeat->flush();
    nextBeat = seconds + std::min(seconds, longestPause);
  }
  return "";
}

llvm::Expected<double> tessera::runtime::parseTimeLimit(StringRef text) {
  double seconds;
  if (text.getAsDouble(seconds) || !(seconds > 0) || !std::isfinite(seconds))
    return llvm::createStringError(
        "'" + text + "' is no time limit, a number of seconds greater than 0");
  return seconds;
}
