//===- RacesBytesTest.cpp - Races of bytes, halves and words --------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random programs whose lanes load and store bytes, halves and words of a few
// places, with few values and with barriers of the block and of lanes. A
// relaxed counter, which orders nothing, gives the steps one order in time.
// Races are computed here from all accesses of each byte.
//
//===----------------------------------------------------------------------===//

#include "../Harness.h"
#include "RacesClocks.h"
#include "llvm/ADT/STLExtras.h"
#include <gmock/gmock.h>
#include <random>

using namespace tessera::ptx;
using namespace tessera::ptx::test;

namespace {

constexpr unsigned threads = 64, bytes = 144;

/// All accesses of a byte, in the order of time.
struct Byte {
  std::vector<TimedAccess> accesses;
  /// The first store of the present value, and that value; 0: never stored.
  size_t first = 0;
  unsigned value = 0;
};

/// Decides about races byte by byte, with nothing forgotten.
class Memory {
public:
  /// `isStrict`: stores of one value race, too.
  explicit Memory(bool isStrict) : isStrict(isStrict) {}

  Clocks clocks = Clocks(threads);

  /// True if a load races with an earlier store.
  bool load(unsigned thread, unsigned start, unsigned size) {
    const unsigned time = clocks.tick(thread);
    for (unsigned at = start; at != start + size; ++at) {
      Byte &byte = all[at];
      const llvm::ArrayRef<TimedAccess> accesses = byte.accesses;
      auto isFollowed = [&](const TimedAccess &a) {
        return a.isWrite && clocks.follows(thread, a);
      };
      auto isUnordered = [&](const TimedAccess &a) {
        return a.isWrite && !clocks.follows(thread, a);
      };
      const bool followsValue =
          byte.value &&
          llvm::any_of(accesses.drop_front(byte.first), isFollowed);
      if (llvm::any_of(accesses, isUnordered) && (isStrict || !followsValue))
        return true;
      byte.accesses.push_back({thread, time, false});
    }
    return false;
  }

  /// True if a store of equal bytes races with an earlier access.
  bool store(unsigned thread, unsigned start, unsigned size, unsigned value) {
    const unsigned time = clocks.tick(thread);
    auto isUnordered = [&](const TimedAccess &a) {
      return !clocks.follows(thread, a);
    };
    auto stored = llvm::MutableArrayRef(all).slice(start, size);
    const bool isRace = llvm::any_of(stored, [&](const Byte &byte) {
      return llvm::any_of(byte.accesses, isUnordered);
    });
    const bool isRepeat = llvm::all_of(
        stored, [&](const Byte &byte) { return byte.value == value; });
    for (Byte &byte : stored) {
      // Single bytes are compared only where the whole would race.
      const bool joins =
          !isStrict && (isRace || isRepeat) && byte.value == value;
      if (!joins) {
        byte.first = byte.accesses.size();
        byte.value = value;
      }
      if (llvm::any_of(llvm::ArrayRef(byte.accesses).take_front(byte.first),
                       isUnordered))
        return true;
      byte.accesses.push_back({thread, time, true});
    }
    return false;
  }

private:
  bool isStrict;
  std::vector<Byte> all = std::vector<Byte>(bytes);
};

struct Step {
  enum Kind { Load, Store, WarpBarrier, Barrier } kind;
  unsigned warp;
  uint32_t mask;           ///< lanes
  unsigned base, distance; ///< of lanes' elements
  unsigned size, value;
};

class Bytes {
public:
  explicit Bytes(unsigned seed) : random(seed) {
    isShared = below(2);
    isStrict = below(3) == 0;
    values = 1 + below(3);
    const unsigned choices[] = {1, 4, 32};
    lanes = choices[below(3)];
    const bool isOne = lanes == 1;
    words = 1 + below(isOne ? 1 : 4);
    sizes = 1 + below(isOne ? 2 : 3);
    barriers = isOne ? below(2) : 1 + below(6);
    for (unsigned i = 0, count = 4 + below(60); i != count; ++i)
      steps.push_back(step());
    steps.push_back(step());
    steps.back().warp = 1;
  }

  std::string text() const {
    std::string body = "and.b32 %r1, %t, 31; shr.b32 %r2, %t, 5;\n"
                       "mov.u64 %rd4, " +
                       std::string(isShared ? "m" : "%rd1") + ";\n";
    unsigned number = 0;
    for (const Step &s : steps)
      body += textOf(s, number);
    return kernel(body,
                  ".shared .align 16 .b8 m[" + std::to_string(bytes) + "];\n");
  }

  bool hasRace() const {
    Memory memory(isStrict);
    return llvm::any_of(steps,
                        [&](const Step &s) { return perform(memory, s); });
  }

  bool isStrict;

private:
  unsigned below(unsigned count) { return random() % count; }

  Step step() {
    Step s;
    s.kind = below(8) < barriers
                 ? (below(4) ? Step::Barrier : Step::WarpBarrier)
             : below(4) ? Step::Store
                        : Step::Load;
    // One lane makes many steps in a row, so that a word has many records.
    s.warp = lanes == 1 ? 0 : below(2);
    s.mask = below(3) ? ~0u : random() | 1;
    if (lanes < 32)
      s.mask &= (1u << lanes) - 1;
    if (lanes < 32 && below(2))
      s.mask = 1u << below(lanes);
    s.size = 1u << below(sizes);
    s.distance = below(2) ? s.size : 4;
    s.base = 4 * below(words) + s.size * below(4 / s.size);
    s.value = 1 + below(values);
    return s;
  }

  /// The counter in p0 has the number of the next access.
  std::string textOf(const Step &s, unsigned &number) const {
    if (s.kind == Step::Barrier)
      return "bar.sync 0;\n";
    const std::string now = std::to_string(number++);
    const std::string mask = std::to_string(s.mask);
    const std::string type = (isShared ? ".shared.u" : ".global.u") +
                             std::to_string(8 * s.size) + " ";
    const std::string at = "[%rd5+" + std::to_string(s.base) + "]";
    std::string what =
        s.kind == Step::Load ? "ld" + type + "%r9, " + at
        : s.kind == Step::Store
            ? "st" + type + at + ", " + std::to_string(s.value * 0x01010101)
            : "bar.warp.sync " + mask;
    return "setp.ne.u32 %p1, %r2, " + std::to_string(s.warp) +
           "; @%p1 bra NEXT" + now + ";\nWAIT" + now +
           ": ld.relaxed.gpu.global.u32 %r3, [%rd0]; setp.ne.u32 %p1, %r3, " +
           now + "; @%p1 bra WAIT" + now + ";\nshr.u32 %r4, " + mask +
           ", %r1; and.b32 %r4, %r4, 1; setp.ne.u32 %p2, %r4, 0;\n"
           "mul.wide.u32 %rd5, %r1, " +
           std::to_string(s.distance) + "; add.u64 %rd5, %rd5, %rd4;\n@%p2 " +
           what +
           ";\nadd.u32 %r3, %r3, 1; setp.eq.u32 %p1, %r1, 0;\n"
           "@%p1 st.relaxed.gpu.global.u32 [%rd0], %r3;\nNEXT" +
           now + ":\n";
  }

  static bool perform(Memory &memory, const Step &s) {
    std::vector<unsigned> group;
    for (unsigned thread = 0; thread != threads; ++thread)
      if (s.kind == Step::Barrier ||
          (thread / 32 == s.warp && s.mask >> thread % 32 & 1))
        group.push_back(thread);
    if (s.kind == Step::WarpBarrier || s.kind == Step::Barrier) {
      memory.clocks.meet(group);
      return false;
    }
    return llvm::any_of(group, [&](unsigned thread) {
      const unsigned at = s.base + s.distance * (thread % 32);
      return s.kind == Step::Load ? memory.load(thread, at, s.size)
                                  : memory.store(thread, at, s.size, s.value);
    });
  }

  std::mt19937 random;
  bool isShared;
  unsigned values, lanes, words, sizes, barriers;
  std::vector<Step> steps;
};

TEST(RacesBytes, VerdictsAreThoseOfEachByte) {
  unsigned racy = 0, clean = 0;
  for (unsigned seed = 0; seed != 6000 && !::testing::Test::HasFailure();
       ++seed) {
    const Bytes program(seed);
    KernelRun run(program.text());
    run.zeros(8).zeros(bytes).zeros(8).zeros(8);
    run.config.checks.race = run.config.checks.benign = true;
    run.config.checks.sameValue = program.isStrict;
    run.config.seed = seed;
    run.config.stepLimit = 1 << 20;
    const std::string error = run.launch({1, 1, 1}, {threads, 1, 1});
    const bool hasRace = program.hasRace();
    ++(hasRace ? racy : clean);
    EXPECT_EQ(hasRace, error.find("data race") != std::string::npos)
        << "seed " << seed << "\n"
        << error << "\n"
        << program.text();
    EXPECT_EQ(hasRace, !error.empty()) << error;
  }
  // The test needs enough programs of both kinds.
  EXPECT_GT(racy, 1000u);
  EXPECT_GT(clean, 1000u);
}

/// A store that repeats one which all threads of the block follow stands for it:
/// a bulk copy needs a fence behind the second, and a thread that follows neither
/// the second nor the fence may load the value, but not store another one.
TEST(RacesBytes, RepeatsStandForStoresThatAllFollow) {
  auto launch = [](const std::string &after) {
    KernelRun run(kernel("mov.u32 %r1, m; add.u32 %r2, %r1, %at;\n"
                         "xor.b32 %r3, %at, 128; add.u32 %r3, %r3, %r1;\n"
                         "setp.ne.u32 %p1, %t, 0; setp.eq.u32 %p2, %t, 40;\n"
                         "st.shared.u32 [%r2], 0x07070707;\n" +
                             after,
                         ".shared .align 16 .b8 m[256];\n"));
    run.zeros(256);
    run.config.checks.race = true;
    return run.launch({1, 1, 1}, {threads, 1, 1});
  };
  const std::string fence = "fence.proxy.async.shared::cta;\n",
                    barrier = "bar.sync 0;\n",
                    copy = "@%p1 bra DONE;\n"
                           "cp.async.bulk.global.shared::cta.bulk_group [%rd0],"
                           " [%r1], 256;\ncp.async.bulk.commit_group;\n"
                           "cp.async.bulk.wait_group 0;\nDONE:\n";
  const auto isProxyRace = testing::HasSubstr("another proxy");
  for (const char *repeat :
       {"st.shared.u32 [%r3], 0x07070707;\n", "st.shared.u8 [%r3+2], 7;\n",
        "st.shared.u16 [%r3], 0x0707; st.shared.u8 [%r3], 7;\n"}) {
    EXPECT_EQ(launch(barrier + repeat + fence + barrier + copy), "");
    EXPECT_THAT(launch(barrier + repeat + barrier + copy), isProxyRace);
    EXPECT_THAT(launch(fence + barrier + repeat + barrier + copy), isProxyRace);
    // Thread 40 repeats what thread 8 has stored, and its neighbours load it.
    const std::string one = barrier + "@%p2 " + repeat;
    EXPECT_EQ(launch(one + "ld.shared.u32 %r4, [%r1+32];\n" + one), "");
    EXPECT_THAT(launch(one + "@!%p1 st.shared.u32 [%r1+32], 9;\n"),
                testing::HasSubstr("data race"));
  }
}

} // namespace
