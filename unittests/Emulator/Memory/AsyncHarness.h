//===- AsyncHarness.h - Kernels whose copies take their time --------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A right program must give the same result whenever its operations take place.
// A program that lacks a wait must give a wrong result each time that they take
// place as late as possible.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_UNITTESTS_EMULATOR_MEMORY_ASYNCHARNESS_H
#define TESSERA_UNITTESTS_EMULATOR_MEMORY_ASYNCHARNESS_H

#include "../Harness.h"

namespace tessera::ptx::test {

using u32 = uint32_t;
using Words = std::vector<u32>;

/// 1000, 1001, … in p1.
inline Words numbers(u32 count) {
  Words values(count);
  for (u32 i = 0; i != count; ++i)
    values[i] = 1000 + i;
  return values;
}

/// Checks for wrong kernels, which most checks would stop.
inline Checks onlySync() {
  Checks checks;
  checks.sync = true;
  return checks;
}

struct Schedule {
  AsyncPolicy policy = AsyncPolicy::Eager;
  uint64_t seed = 0;
  OrderPolicy warps = OrderPolicy::Fair;
};

/// One launch: p0 gets one word for each thread, p1 holds numbers(1024).
struct Outcome {
  Words results, sources;
  std::string error;
};

inline Outcome runOnce(const std::string &body, const std::string &shared,
                       u32 threads, Schedule schedule,
                       const Checks &checks = onlySync()) {
  KernelRun run(withVersion(kernel(body, shared), "9.4"));
  run.zeros(4 * threads).array(numbers(1024)).zeros(4096).zeros(4096);
  run.config.async = schedule.policy;
  run.config.seed = schedule.seed;
  run.config.warps = schedule.warps;
  run.config.checks = checks;
  run.config.stepLimit = 1 << 20;
  Outcome outcome;
  outcome.error = run.launch({1, 1, 1}, {threads, 1, 1});
  outcome.results = run.read<u32>(0);
  outcome.sources = run.read<u32>(1);
  return outcome;
}

inline const std::string buffer = ".shared .align 128 .b8 buffer[8192];\n"
                                  ".shared .align 8 .b64 bar[8];\n";
/// %r10: address of this thread's word in the buffer; %rd10: in p1; %rd11: in
/// p0.
inline const std::string addresses = R"(
  mov.u32 %r9, buffer; add.u32 %r10, %r9, %at;
  cvt.u64.u32 %rd9, %at; add.u64 %rd10, %rd1, %rd9; add.u64 %rd11, %rd0, %rd9;
)";
/// Stores the thread's word of the buffer to p0.
inline const std::string report = R"(
  ld.shared.u32 %r8, [%r10]; st.global.u32 [%rd11], %r8;
)";

template <typename F>
void expectEach(const std::string &body, u32 threads, Schedule schedule, F f,
                const Checks &checks = onlySync()) {
  Outcome outcome =
      runOnce(addresses + body, buffer, threads, schedule, checks);
  ASSERT_EQ(outcome.error, "") << body;
  for (u32 i = 0; i != threads; ++i)
    ASSERT_EQ(outcome.results[i], static_cast<u32>(f(i)))
        << "thread " << i << ", policy " << int(schedule.policy) << ", seed "
        << schedule.seed << body;
}

/// Expects the same result at all times: for 200 seeds of random times between
/// issue and wait, in half of them with warps in random order.
template <typename F>
void expectAlways(const std::string &body, u32 threads, F f) {
  expectEach(body, threads, {AsyncPolicy::Eager, 0}, f, Checks::all());
  expectEach(body, threads, {AsyncPolicy::Lazy, 0}, f, Checks::all());
  for (uint64_t seed = 0; seed != 200 && !testing::Test::HasFailure(); ++seed) {
    OrderPolicy warps = seed % 2 ? OrderPolicy::Random : OrderPolicy::Fair;
    AsyncPolicy policy =
        seed % 4 == 3 ? AsyncPolicy::Lazy : AsyncPolicy::Random;
    expectEach(body, threads, {policy, seed, warps}, f,
               seed % 8 < 4 ? Checks::all() : onlySync());
  }
}

/// The check finds the race whenever the operations take place.
inline void expectRace(const std::string &body, u32 threads) {
  Checks checks = onlySync();
  checks.race = true;
  for (AsyncPolicy policy :
       {AsyncPolicy::Eager, AsyncPolicy::Lazy, AsyncPolicy::Random}) {
    Outcome outcome =
        runOnce(addresses + body, buffer, threads, {policy, 0}, checks);
    EXPECT_NE(outcome.error.find("data race"), std::string::npos)
        << outcome.error << body;
  }
}

/// Expects `right` if operations take place at once, `wrong` if late, and both
/// among random times.
template <typename F, typename G>
void expectMissing(const std::string &body, u32 threads, F right, G wrong) {
  expectEach(body, threads, {AsyncPolicy::Eager, 0}, right);
  for (uint64_t seed = 0; seed != 20; ++seed)
    expectEach(body, threads, {AsyncPolicy::Lazy, seed}, wrong);
  bool seenRight = false, seenWrong = false;
  for (uint64_t seed = 0; seed != 200; ++seed) {
    Outcome outcome =
        runOnce(addresses + body, buffer, threads, {AsyncPolicy::Random, seed});
    ASSERT_EQ(outcome.error, "");
    for (u32 i = 0; i != threads; ++i) {
      seenRight |= outcome.results[i] == u32(right(i));
      seenWrong |= outcome.results[i] == u32(wrong(i));
    }
  }
  EXPECT_TRUE(seenRight) << body;
  EXPECT_TRUE(seenWrong) << body;
  expectRace(body, threads);
}

inline std::string errorOf(const std::string &body,
                           Schedule schedule = {AsyncPolicy::Eager, 0},
                           u32 threads = 1) {
  return runOnce(addresses + body, buffer, threads, schedule).error;
}

inline void expectError(const std::string &body, const std::string &message) {
  for (AsyncPolicy policy :
       {AsyncPolicy::Eager, AsyncPolicy::Lazy, AsyncPolicy::Random}) {
    std::string error = errorOf(body, {policy, 0});
    EXPECT_NE(error.find(message), std::string::npos) << error << body;
  }
}

inline void expectRefused(const std::string &body, const std::string &message) {
  std::string error = parseError(kernel(body, buffer));
  EXPECT_NE(error.find(message), std::string::npos) << error << body;
}

inline u32 number(u32 i) { return 1000 + i; }
inline u32 zero(u32) { return 0; }

/// A loop until a phase of the mbarrier at %r11 is complete.
inline std::string waitFor(u32 parity, const std::string &label,
                           const std::string &form = "try_wait.parity") {
  return label + ": mbarrier." + form + ".shared::cta.b64 %p8, [%r11], " +
         std::to_string(parity) + ";\n@!%p8 bra " + label + ";\n";
}

} // namespace tessera::ptx::test

#endif // TESSERA_UNITTESTS_EMULATOR_MEMORY_ASYNCHARNESS_H
