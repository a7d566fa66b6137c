//===- RacesRowsTest.cpp - Races of lanes beside counters of threads ------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random programs whose lanes access neighbouring elements, in order, the other
// way round, in rows with swizzles, or all of them one, with barriers of some
// lanes and of the block between. Whether any of two accesses race does not
// depend on the order in which warps run, and is computed here from a counter
// for each pair of threads and all accesses of each byte.
//
//===----------------------------------------------------------------------===//

#include "Harness.h"
#include <map>
#include <random>
#include <set>

using namespace tessera::ptx;
using namespace tessera::ptx::test;

namespace {

constexpr unsigned mostThreads = 64, bytes = 5120;

struct Step {
  enum Kind { Read, Write, WarpBarrier, Barrier } kind;
  unsigned warp;
  uint32_t mask;
  unsigned base, size; ///< of an element, in bytes
  unsigned distance;   ///< from one lane's element to the next one's
  enum Pattern { Forward, Backward, Swizzled, One } pattern;

  /// Elements that lie in as many rows, each elsewhere in its row.
  unsigned swizzle(unsigned lane) const {
    return pattern == Swizzled ? size * (lane / 2 % (distance / size)) : 0;
  }
  unsigned addressOf(unsigned lane) const {
    return base + swizzle(lane) +
           distance * (pattern == Backward ? 31 - lane
                       : pattern == One    ? 0
                                           : lane);
  }
};

class Rows {
public:
  explicit Rows(unsigned seed) : random(seed) {
    threads = below(4) ? mostThreads : 40;
    shift = below(2) ? 0 : 1 + below(31);
    for (unsigned i = 0, count = 2 + below(10); i != count; ++i)
      steps.push_back(step());
  }

  std::string text() const {
    std::string body = "and.b32 %r1, %t, 31; shr.b32 %r2, %t, 5;\n"
                       "sub.u32 %r3, 31, %r1; mov.u32 %r4, m;\n";
    for (const Step &s : steps)
      body += textOf(s);
    return kernel(body,
                  ".shared .align 16 .b8 m[" + std::to_string(bytes) + "];\n");
  }

  bool hasRace() {
    for (unsigned i = 0; i != steps.size(); ++i)
      if (perform(steps[i]))
        return true;
    return false;
  }

  unsigned threads;

private:
  unsigned below(unsigned count) { return random() % count; }

  uint32_t mask() {
    switch (below(4)) {
    case 0:
      return random() | 1;
    case 1:
      return 0xFFu << below(24);
    default:
      return ~0u;
    }
  }

  Step step() {
    Step s;
    unsigned kind = below(10);
    s.kind = kind < 3   ? Step::Read
             : kind < 6 ? Step::Write
             : kind < 7 ? Step::WarpBarrier
                        : Step::Barrier;
    s.warp = below(2);
    s.mask = mask();
    s.size = 1u << below(5);
    s.distance = s.size << (below(2) ? 0 : below(4));
    unsigned pattern = below(10);
    s.pattern = pattern < 6   ? Step::Forward
                : pattern < 7 ? Step::Backward
                : pattern < 9 ? Step::Swizzled
                              : Step::One;
    if (s.kind == Step::Write && s.pattern == Step::One)
      s.pattern = Step::Forward;
    s.base = 16 * (below(2) + (below(4) ? 0 : shift));
    return s;
  }

  static std::string textOf(const Step &s) {
    if (s.kind == Step::Barrier)
      return "bar.sync 0;\n";
    std::string mask = std::to_string(s.mask);
    std::string text = "shr.u32 %r5, " + mask +
                       ", %r1; and.b32 %r5, %r5, 1;\n"
                       "setp.ne.u32 %p1, %r5, 0; setp.eq.and.u32 %p1, %r2, " +
                       std::to_string(s.warp) + ", %p1;\n";
    if (s.kind == Step::WarpBarrier)
      return text + "@%p1 bar.warp.sync " + mask + ";\n";
    std::string lane = s.pattern == Step::Backward ? "%r3"
                       : s.pattern == Step::One    ? "0"
                                                   : "%r1";
    text += "mad.lo.u32 %r6, " + std::to_string(s.distance) + ", " + lane +
            ", %r4;\n";
    if (s.pattern == Step::Swizzled)
      text += "shr.u32 %r5, %r1, 1; and.b32 %r5, %r5, " +
              std::to_string(s.distance / s.size - 1) +
              "; mad.lo.u32 %r6, %r5, " + std::to_string(s.size) + ", %r6;\n";
    text += "@%p1 ";
    std::string at = "[%r6+" + std::to_string(s.base) + "]";
    bool isRead = s.kind == Step::Read;
    std::string type = s.size == 1   ? ".shared.u8 "
                       : s.size == 2 ? ".shared.u16 "
                       : s.size == 4 ? ".shared.u32 "
                       : s.size == 8 ? ".shared.b64 "
                                     : ".shared.v4.u32 ";
    std::string data = s.size == 8    ? "%rd5"
                       : s.size == 16 ? "{%r7, %r8, %r9, %r10}"
                                      : "%r7";
    return text +
           (isRead ? "ld" + type + data + ", " + at
                   : "st" + type + at + ", " + data) +
           ";\n";
  }

  /// What a thread knows of the steps of each thread.
  using Known = std::array<unsigned, mostThreads>;
  struct Access {
    unsigned thread, time;
    bool isWrite;
  };

  void meet(const std::vector<unsigned> &group) {
    Known joined = {};
    for (unsigned thread : group)
      for (unsigned other = 0; other != mostThreads; ++other)
        joined[other] = std::max(joined[other], known[thread][other]);
    for (unsigned thread : group)
      known[thread] = joined;
  }

  bool perform(const Step &s) {
    std::vector<unsigned> group;
    for (unsigned thread = 0; thread != threads; ++thread)
      if (s.kind == Step::Barrier ||
          (thread / 32 == s.warp && s.mask >> thread % 32 & 1))
        group.push_back(thread);
    if (s.kind == Step::WarpBarrier || s.kind == Step::Barrier) {
      meet(group);
      return false;
    }
    bool isWrite = s.kind == Step::Write;
    for (unsigned thread : group) {
      unsigned time = ++known[thread][thread];
      for (unsigned i = 0; i != s.size; ++i) {
        auto &accesses = all[s.addressOf(thread % 32) + i];
        for (const Access &a : accesses)
          if ((a.isWrite || isWrite) && known[thread][a.thread] < a.time)
            return true;
        accesses.push_back({thread, time, isWrite});
      }
    }
    return false;
  }

  std::mt19937 random;
  unsigned shift;
  std::vector<Step> steps;
  std::array<Known, mostThreads> known = {};
  std::array<std::vector<Access>, bytes> all; // by byte
};

TEST(RacesRows, VerdictsAreThoseOfCounters) {
  unsigned racy = 0, clean = 0;
  for (unsigned seed = 0; seed != 10000 && !::testing::Test::HasFailure();
       ++seed) {
    Rows rows(seed);
    KernelRun run(rows.text());
    run.zeros(8).zeros(8).zeros(8).zeros(8);
    run.config.checks.race = run.config.checks.sameValue = true;
    run.config.warps = seed % 2 ? OrderPolicy::Random : OrderPolicy::Fair;
    run.config.seed = seed;
    std::string error = run.launch({1, 1, 1}, {rows.threads, 1, 1});
    bool hasRace = rows.hasRace();
    ++(hasRace ? racy : clean);
    EXPECT_EQ(hasRace, error.find("data race") != std::string::npos)
        << "seed " << seed << "\n"
        << error << "\n"
        << rows.text();
    EXPECT_EQ(hasRace, !error.empty()) << error;
  }
  // That the programs were worth it.
  EXPECT_GT(racy, 500u);
  EXPECT_GT(clean, 500u);
}

/// Loads of one instruction at places without order, again and again, so that
/// words get chains of their own; then one thread writes one word, and races
/// with whoever else has read it.
TEST(RacesRows, LoadsWithoutOrderKeepTheirReaders) {
  constexpr unsigned words = 1024, rounds = 24;
  unsigned racy = 0, clean = 0;
  for (unsigned seed = 0; seed != 400 && !::testing::Test::HasFailure();
       ++seed) {
    std::mt19937 random(seed);
    const unsigned factor = random() | 1, start = random();
    std::map<unsigned, std::set<unsigned>> readers; // by word
    for (unsigned round = 0; round != rounds; ++round)
      for (unsigned thread = 0; thread != mostThreads; ++thread)
        readers[((thread + mostThreads * round) * factor + start) >> 20 &
                (words - 1)]
            .insert(thread);
    const unsigned writer = random() % mostThreads;
    unsigned word = random() % words;
    auto hasRace = [&] {
      std::set<unsigned> others = readers[word];
      others.erase(writer);
      return !others.empty();
    };
    // Of the words that have been read, a half by the writer alone if by any.
    for (unsigned i = 0; i != words && seed % 2 && hasRace(); ++i)
      word = (word + 1) % words;
    KernelRun run(kernel(
        "mov.u32 %r1, 0; mov.u32 %r4, m;\n"
        "L: mad.lo.u32 %r5, %r1, " +
            std::to_string(mostThreads) + ", %t; mad.lo.u32 %r5, %r5, " +
            std::to_string(factor) + ", " + std::to_string(start) +
            "; shr.u32 %r5, %r5, 18; and.b32 %r5, %r5, 4092;\n"
            "add.u32 %r5, %r5, %r4; ld.shared.u32 %r6, [%r5];\n"
            "add.u32 %r1, %r1, 1; setp.lt.u32 %p1, %r1, " +
            std::to_string(rounds) + "; @%p1 bra L;\nsetp.eq.u32 %p1, %t, " +
            std::to_string(writer) + "; @%p1 st.shared.u32 [%r4+" +
            std::to_string(4 * word) + "], 7;\n",
        ".shared .align 16 .b8 m[4096];\n"));
    run.zeros(8).zeros(8).zeros(8).zeros(8);
    run.config.checks.race = true;
    run.config.warps = seed % 4 < 2 ? OrderPolicy::Random : OrderPolicy::Fair;
    run.config.seed = seed;
    std::string error = run.launch({1, 1, 1}, {mostThreads, 1, 1});
    ++(hasRace() ? racy : clean);
    EXPECT_EQ(hasRace(), error.find("data race") != std::string::npos)
        << "seed " << seed << "\n"
        << error;
    EXPECT_EQ(hasRace(), !error.empty()) << error;
  }
  EXPECT_GT(racy, 50u);
  EXPECT_GT(clean, 50u);
}

} // namespace
