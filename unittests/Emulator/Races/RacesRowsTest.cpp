//===- RacesRowsTest.cpp - Races of lanes beside counters of threads ------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random programs whose lanes access neighbouring elements, in order, in
// reverse, in rows with swizzles, in parts of rows, or all of them one element,
// with barriers of some lanes and of the block between. Races do not depend on the order in
// which warps run, and are computed here from a counter for each pair of
// threads and all accesses of each byte.
//
//===----------------------------------------------------------------------===//

#include "../Harness.h"
#include "RacesClocks.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <numeric>
#include <random>
#include <set>

using namespace tessera::ptx;
using namespace tessera::ptx::test;

namespace {

constexpr unsigned mostThreads = 64, bytes = 5120;

/// A vector clock for each thread, and all accesses of each byte.
class Counters {
public:
  Counters(unsigned threads, size_t bytes) : clocks(threads), all(bytes) {}

  void meet(const std::vector<unsigned> &group) { clocks.meet(group); }

  /// True if a thread's access races with an earlier one.
  bool access(unsigned thread, size_t first, size_t size, bool isWrite) {
    unsigned time = clocks.tick(thread);
    for (size_t byte = first; byte != first + size; ++byte) {
      for (const TimedAccess &a : all[byte])
        if ((a.isWrite || isWrite) && !clocks.follows(thread, a))
          return true;
      all[byte].push_back({thread, time, isWrite});
    }
    return false;
  }

private:
  Clocks clocks;
  std::vector<std::vector<TimedAccess>> all; // by byte
};

struct Step {
  enum Kind { Read, Write, WarpBarrier, Barrier } kind;
  unsigned warp;
  uint32_t mask;
  unsigned base, size; ///< of an element, in bytes
  unsigned distance;   ///< from one lane's element to the next one's
  enum Pattern {
    Forward,
    Backward,
    Swizzled,
    Parts,
    Paired,
    Columns,
    Groups, ///< several lanes of each have one element
    One
  } pattern;
  /// The logarithm of the lanes of Parts, Columns and Groups.
  unsigned runLog = 0;
  /// Columns of odd rows change places; Groups are of neighbours.
  bool isMoved = false;

  /// Elements in as many rows, each at another place of its row.
  unsigned swizzle(unsigned lane) const {
    return pattern == Swizzled ? size * (lane / 2 % (distance / size)) : 0;
  }
  unsigned addressOf(unsigned lane) const {
    const unsigned run = 1u << runLog;
    if (pattern == Parts)
      return base + lane % run * size + lane / run * distance;
    if (pattern == Columns)
      return base + lane % run * distance +
             (lane / run ^ (isMoved ? lane % run % 2 : 0)) * size;
    if (pattern == Groups)
      return base + (isMoved ? lane / run : lane % run) * distance;
    if (pattern == Paired)
      return base + lane / 8 * distance + (lane % 8 ^ lane / 8 * 2) * size;
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
    if (s.kind == Step::Read && s.pattern == Step::One && below(4)) {
      s.pattern = Step::Groups;
      s.runLog = 1 + below(4);
      s.isMoved = below(2);
      s.distance = s.size << below(5);
    }
    if (s.kind == Step::Write && s.pattern == Step::One)
      s.pattern = Step::Forward;
    // Lanes that each store a part of a word, at a distance from their neighbours.
    if (s.pattern == Step::Swizzled && s.size < 4) {
      s.pattern = Step::Columns;
      s.runLog = s.size == 1 ? 3 : 4;
      s.distance = 64 << below(2);
      s.isMoved = below(2);
      s.mask = below(4) ? ~0u : s.mask;
    }
    if (s.pattern == Step::Swizzled && s.size >= 4 && below(2)) {
      s.pattern = Step::Columns;
      s.runLog = 1 + below(4);
      s.distance = std::max((32 >> s.runLog) * s.size, 64u << below(3));
      s.isMoved = below(2);
      s.mask = below(4) ? ~0u : s.mask;
      if (s.size == 4 && below(2)) {
        s.runLog = 2;
        s.distance = 1024;
      }
    }
    if (s.pattern == Step::Swizzled && s.size >= 4 && below(2)) {
      s.pattern = s.size < 16 || below(3) ? Step::Parts : Step::Paired;
      s.runLog = s.size < 16 ? 2 : 1 + below(4);
      s.distance =
          s.pattern == Step::Paired ? 128 : s.size << s.runLog << below(3);
      s.mask = below(4) ? ~0u : s.mask;
    }
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
    if (s.pattern == Step::Parts || s.pattern == Step::Paired ||
        s.pattern == Step::Columns || s.pattern == Step::Groups)
      return text + addressOfPart(s) + "@%p1 " + accessOf(s);
    std::string lane = s.pattern == Step::Backward ? "%r3"
                       : s.pattern == Step::One    ? "0"
                                                   : "%r1";
    text += "mad.lo.u32 %r6, " + std::to_string(s.distance) + ", " + lane +
            ", %r4;\n";
    if (s.pattern == Step::Swizzled)
      text += "shr.u32 %r5, %r1, 1; and.b32 %r5, %r5, " +
              std::to_string(s.distance / s.size - 1) +
              "; mad.lo.u32 %r6, %r5, " + std::to_string(s.size) + ", %r6;\n";
    return text + "@%p1 " + accessOf(s);
  }

  /// Sets %r6 for the lane %r1.
  static std::string addressOfPart(const Step &s) {
    const std::string distance = std::to_string(s.distance);
    if (s.pattern == Step::Columns)
      return "and.b32 %r6, %r1, " + std::to_string((1u << s.runLog) - 1) +
             "; and.b32 %r5, %r6, " + std::to_string(s.isMoved) +
             "; shr.u32 %r11, %r1, " + std::to_string(s.runLog) +
             "; xor.b32 %r5, %r5, %r11;\nmad.lo.u32 %r6, %r6, " + distance +
             ", %r4; mad.lo.u32 %r6, %r5, " + std::to_string(s.size) +
             ", %r6;\n";
    if (s.pattern == Step::Groups)
      return (s.isMoved ? "shr.u32 %r5, %r1, " + std::to_string(s.runLog)
                        : "and.b32 %r5, %r1, " +
                              std::to_string((1u << s.runLog) - 1)) +
             "; mad.lo.u32 %r6, %r5, " + distance + ", %r4;\n";
    if (s.pattern == Step::Paired)
      return "shr.u32 %r5, %r1, 3; mad.lo.u32 %r6, %r5, " + distance +
             ", %r4;\nshl.b32 %r5, %r5, 1; xor.b32 %r5, %r5, %r1;\n"
             "and.b32 %r5, %r5, 7; mad.lo.u32 %r6, %r5, 16, %r6;\n";
    return "shr.u32 %r5, %r1, " + std::to_string(s.runLog) +
           "; mad.lo.u32 %r6, %r5, " + distance + ", %r4;\nand.b32 %r5, %r1, " +
           std::to_string((1u << s.runLog) - 1) + "; mad.lo.u32 %r6, %r5, " +
           std::to_string(s.size) + ", %r6;\n";
  }

  static std::string accessOf(const Step &s) {
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
    return (isRead ? "ld" + type + data + ", " + at
                   : "st" + type + at + ", " + data) +
           ";\n";
  }

  bool perform(const Step &s) {
    std::vector<unsigned> group;
    for (unsigned thread = 0; thread != threads; ++thread)
      if (s.kind == Step::Barrier ||
          (thread / 32 == s.warp && s.mask >> thread % 32 & 1))
        group.push_back(thread);
    if (s.kind == Step::WarpBarrier || s.kind == Step::Barrier) {
      counters.meet(group);
      return false;
    }
    return llvm::any_of(group, [&](unsigned thread) {
      return counters.access(thread, s.addressOf(thread % 32), s.size,
                             s.kind == Step::Write);
    });
  }

  std::mt19937 random;
  unsigned shift;
  std::vector<Step> steps;
  Counters counters = {mostThreads, bytes};
};

TEST(RacesRows, VerdictsAreThoseOfCounters) {
  unsigned racy = 0, clean = 0;
  for (unsigned seed = 0; seed != 10000 && !::testing::Test::HasFailure();
       ++seed) {
    Rows rows(seed);
    KernelRun run(rows.text());
    run.zeros(8).zeros(8).zeros(8).zeros(8);
    run.config.checks.race = run.config.checks.sameValue = true;
    run.config.checks.benign = true;
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
  // The test needs enough programs of both kinds.
  EXPECT_GT(racy, 500u);
  EXPECT_GT(clean, 500u);
}

/// Loads of one instruction at unordered places, again and again, so that words
/// get chains of their own. Then one thread writes one word, and races with
/// every other reader of it.
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
    // For odd seeds, the word is one that only the writer has read, if any.
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
    run.config.checks.race = run.config.checks.benign = true;
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

/// Warps read one word again and again, each time in another epoch, and one
/// thread writes it in the end.
TEST(RacesRows, ReadersOfOneWordStay) {
  for (unsigned rounds : {1, 15, 16, 17, 31, 32, 33, 100})
    for (const char *between : {"", "bar.sync 0;\n"}) {
      KernelRun run(kernel(
          "mov.u32 %r1, 0;\nL: ld.global.u32 %r2, [%rd0];\n"
          "bar.warp.sync -1; add.u32 %r1, %r1, 1; setp.lt.u32 %p1, %r1, " +
          std::to_string(rounds) + "; @%p1 bra L;\n" + between +
          "setp.eq.u32 %p1, %t, 37; @%p1 st.global.u32 [%rd0], %r2;\n"));
      run.zeros(8).zeros(8).zeros(8).zeros(8);
      run.config.checks.race = run.config.checks.benign = true;
      const std::string error = run.launch({1, 1, 1}, {128, 1, 1});
      EXPECT_EQ(!*between, error.find("data race") != std::string::npos)
          << rounds << " rounds\n"
          << error;
      EXPECT_EQ(!*between, !error.empty()) << error;
    }
}

/// A loop whose lanes load and store elements at unordered places, mostly each
/// its own, so that steps of lanes are remembered. One thread accesses an
/// element before it, after which one lane has another history, and one after
/// it.
class Scattered {
public:
  explicit Scattered(unsigned seed) : random(seed) {
    isShared = below(3) == 0;
    blocks = isShared ? 1 : 1 + below(2);
    size = 1u << below(5);
    // With an even factor, lanes share elements.
    factor = below(8) ? 2 * below(elements / 2) + 1 : below(elements);
    stride = below(3) ? 0 : below(elements);
    mask = below(2) ? ~0u : random();
    hasNeighbours = below(4) == 0;
    sync = below(4);
    isLong = sync == OfOneWarp && !stride && below(6) == 0;
    rounds = isLong ? 300 : 2 + below(6);
    for (Single *single : {&first, &last})
      *single = {below(4) != 0, below(2) == 0, below(threads()),
                 below(elements), below(std::max(size / 4, 1u))};
    if (below(2))
      last.element = elementOf(last.thread, rounds - 1);
    if (below(4))
      first.element = elementOf(first.thread, 0);
  }

  std::string launch(unsigned seed) const {
    KernelRun run(text());
    run.zeros(elements * 16).zeros(8).zeros(8).zeros(8);
    run.config.checks.race = run.config.checks.benign = true;
    run.config.checks.memory = !isShared && seed % 2;
    // Bytes and halves will have one value.
    run.config.checks.sameValue = size < 4 || seed % 3 == 0;
    run.config.warps = seed % 4 < 2 ? OrderPolicy::Random : OrderPolicy::Fair;
    run.config.hostThreads = seed % 4 < 2 ? 1 : blocks;
    run.config.seed = seed;
    run.config.stepLimit = 1 << 20;
    return run.launch({blocks, 1, 1}, {mostThreads, 1, 1});
  }

  bool hasRace() const {
    Counters counters(threads(), size_t(elements) * size);
    if (perform(counters, first))
      return true;
    for (unsigned round = 0; round != rounds; ++round) {
      for (unsigned thread = 0; thread != threads(); ++thread) {
        if (!(mask >> thread % 32 & 1))
          continue;
        unsigned at = elementOf(thread, round);
        if (counters.access(thread, at * size, size, false) ||
            counters.access(thread, at * size, size, true))
          return true;
        at = (at + 1) % elements;
        if (hasNeighbours && counters.access(thread, at * size, size, false))
          return true;
      }
      for (unsigned start = 0; start != threads(); start += mostThreads) {
        if (sync == OfBlock)
          counters.meet(range(start, start + mostThreads));
        else if (sync == OfOneWarp)
          counters.meet(range(start + 32, start + mostThreads));
      }
    }
    return perform(counters, last);
  }

  std::string text() const {
    std::string typed = isShared ? ".shared" : ".global";
    typed += size == 1   ? ".u8 "
             : size == 2 ? ".u16 "
             : size == 4 ? ".u32 "
             : size == 8 ? ".b64 "
                         : ".v4.u32 ";
    std::string loaded = size == 8    ? "%rd6"
                         : size == 16 ? "{%r20, %r21, %r22, %r23}"
                                      : "%r20";
    std::string stored = size == 8    ? "%rd7"
                         : size == 16 ? "{%r7, %r7, %r7, %r7}"
                                      : "%r7";
    auto load = [&](const std::string &at) {
      return " ld" + typed + loaded + ", [" + at + "];\n";
    };
    auto store = [&](const std::string &at) {
      return " st" + typed + "[" + at + "], " + stored + ";\n";
    };
    auto single = [&](const Single &s) {
      if (!s.is)
        return std::string();
      std::string at =
          ", [%rd4+" + std::to_string(s.element * size + 4 * s.word) + "]";
      std::string space = isShared ? "shared" : "global";
      std::string type = ".u" + std::to_string(8 * std::min(size, 4u));
      return "setp.eq.u32 %p1, %r2, " + std::to_string(s.thread) + "; @%p1 " +
             (s.isWrite ? "st." + space + type + at.substr(1) + ", %r7;\n"
                        : "ld." + space + type + " %r20" + at + ";\n");
    };
    std::string address = "mul.lo.u32 %r4, %r3, " + std::to_string(size) +
                          "; cvt.u64.u32 %rd5, %r4; add.u64 %rd5, %rd5, "
                          "%rd4;\n";
    std::string wrap =
        "and.b32 %r3, %r3, " + std::to_string(elements - 1) + ";\n";
    return kernel(
        "mov.u32 %r1, %ctaid.x; mad.lo.u32 %r2, %r1, " +
            std::to_string(mostThreads) + ", %t; mov.u32 %r7, 999999;\n" +
            "mov.b64 %rd7, 999999; mov.u64 %rd4, " + (isShared ? "m" : "%rd0") +
            ";\n" + single(first) +
            // The round, the element, whether the lane takes part, the value.
            "mov.u32 %r1, 0;\nL: mul.lo.u32 %r3, %r1, " +
            std::to_string(stride) + "; mad.lo.u32 %r3, %r2, " +
            std::to_string(factor) + ", %r3; " + wrap + address +
            "and.b32 %r5, %t, 31; shr.u32 %r5, " + std::to_string(mask) +
            ", %r5; and.b32 %r5, %r5, 1; setp.ne.u32 %p2, %r5, 0;\n"
            "mad.lo.u32 %r7, %r1, 131, %r2; add.u32 %r7, %r7, 1;\n"
            "cvt.u64.u32 %rd7, %r7;\n@%p2" +
            load("%rd5") + "@%p2" + store("%rd5") +
            (hasNeighbours ? "add.u32 %r3, %r3, 1; " + wrap + address + "@%p2" +
                                 load("%rd5")
                           : "") +
            (sync == OfBlock     ? "bar.sync 0;\n"
             : sync == OfOneWarp ? "setp.ge.u32 %p3, %t, 32; @%p3 "
                                   "bar.warp.sync -1;\n"
                                 : "") +
            "add.u32 %r1, %r1, 1; setp.lt.u32 %p1, %r1, " +
            std::to_string(rounds) + "; @%p1 bra L;\n" +
            "mov.u32 %r7, 888888; mov.b64 %rd7, 888888;\n" + single(last),
        ".shared .align 16 .b8 m[4096];\n");
  }

  bool isLong;

private:
  static constexpr unsigned elements = 128;
  enum Sync { OfBlock, OfOneWarp }; // or none
  struct Single {
    bool is, isWrite;
    unsigned thread, element;
    unsigned word; ///< of the element, which is all that it accesses
  };

  unsigned below(unsigned count) { return random() % count; }
  unsigned threads() const { return blocks * mostThreads; }
  unsigned elementOf(unsigned thread, unsigned round) const {
    return (thread * factor + round * stride) % elements;
  }
  static std::vector<unsigned> range(unsigned first, unsigned end) {
    std::vector<unsigned> all(end - first);
    std::iota(all.begin(), all.end(), first);
    return all;
  }
  bool perform(Counters &counters, const Single &s) const {
    return s.is && counters.access(s.thread, s.element * size + 4 * s.word,
                                   std::min(size, 4u), s.isWrite);
  }

  std::mt19937 random;
  bool isShared, hasNeighbours;
  unsigned blocks, size, factor, stride, mask, sync, rounds;
  Single first, last;
};

TEST(RacesRows, ElementsWithoutOrder) {
  unsigned racy = 0, clean = 0, cleanAndLong = 0;
  for (unsigned seed = 0; seed != 1500 && !::testing::Test::HasFailure();
       ++seed) {
    Scattered program(seed);
    std::string error = program.launch(seed);
    bool hasRace = program.hasRace();
    ++(hasRace ? racy : clean);
    cleanAndLong += !hasRace && program.isLong;
    EXPECT_EQ(hasRace, error.find("data race") != std::string::npos)
        << "seed " << seed << "\n"
        << error << "\n"
        << program.text();
    EXPECT_EQ(hasRace, !error.empty()) << error;
  }
  EXPECT_GT(racy, 300u);
  EXPECT_GT(clean, 300u);
  EXPECT_GT(cleanAndLong, 5u); // chains were collected on the way
}

/// One instruction stores to shared and then to global memory: the step of a
/// word of the one says nothing about the other.
TEST(RacesRows, GenericStoresToTwoMemories) {
  for (bool isRace : {false, true}) {
    KernelRun run(kernel(
        "mov.u64 %rd4, m; cvta.shared.u64 %rd4, %rd4; mov.u64 %rd5, %rd0;\n"
        "setp.eq.u32 %p1, %t, 5; @%p1 st.global.u32 [%rd5+64], 7;\n"
        "setp.eq.u32 %p2, %t, 0; mov.u32 %r1, 0;\n"
        "L: @%p2 st.u32 [%rd4], 9; mov.u64 %rd4, %rd5;\n"
        "add.u32 %r1, %r1, 1; setp.lt.u32 %p3, %r1, 2; @%p3 bra L;\n" +
            std::string(isRace ? "" : "bar.warp.sync -1;\n") +
            "@%p1 ld.global.u32 %r2, [%rd5];\n",
        ".shared .align 16 .b8 m[64];\n"));
    run.zeros(128).zeros(8).zeros(8).zeros(8);
    run.config.checks.race = run.config.checks.benign = true;
    std::string error = run.launch();
    EXPECT_EQ(isRace, error.find("data race") != std::string::npos) << error;
    EXPECT_EQ(isRace, !error.empty()) << error;
  }
}

/// Steps of lanes at unordered places are remembered and repeated before it is
/// known that two lanes now have one place.
TEST(RacesRows, LanesMeetWhereTheyHaveNotMetBefore) {
  for (unsigned value : {7, 8}) {
    KernelRun run(kernel(
        "mul.lo.u32 %r4, %t, 12; cvt.u64.u32 %rd4, %r4;\n"
        "add.u64 %rd4, %rd4, %rd0; st.global.u32 [%rd4], 7;\n"
        "setp.eq.u32 %p1, %t, 5; mov.u64 %rd5, %rd4; mov.u32 %r5, 7;\n"
        "mov.u32 %r1, 0;\n"
        "L: setp.eq.and.u32 %p2, %r1, 7, %p1; @%p2 add.u64 %rd5, %rd0, 108;\n"
        "@%p2 mov.u32 %r5, " +
        std::to_string(value) +
        ";\nld.global.u32 %r6, [%rd4]; st.global.u32 [%rd5], %r5;\n"
        "add.u32 %r1, %r1, 1; setp.lt.u32 %p3, %r1, 8; @%p3 bra L;\n"));
    run.zeros(12 * 32).zeros(8).zeros(8).zeros(8);
    run.config.checks.race = run.config.checks.benign = true;
    std::string error = run.launch();
    const std::string message = "lanes of one store write different values";
    EXPECT_EQ(value == 8, error.find(message) != std::string::npos) << error;
    EXPECT_EQ(value == 8, !error.empty()) << error;
  }
}

} // namespace
