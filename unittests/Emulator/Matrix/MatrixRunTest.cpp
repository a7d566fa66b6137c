//===- MatrixRunTest.cpp - Products that follow one another ---------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Products of one kind and with one A that follow one another are computed
// together. Random sequences of them, in which registers of D come again as any operand, leave
// the same bits as the same products with other instructions between them; also
// where a branch leads into a sequence, and where numbers are not finite.
//
//===----------------------------------------------------------------------===//

#include "MatrixHarness.h"
#include <random>

using namespace tessera::ptx;
using namespace tessera::ptx::test;

namespace {

constexpr unsigned registers = 24, lanes = 32;

class Sequence {
public:
  explicit Sequence(unsigned seed) : random(seed) {
    // The A and the kind of most are those of the one before.
    std::string a = some(4);
    const char *kind = someKind();
    for (unsigned i = 0, count = 2 + below(12); i != count; ++i) {
      if (!below(6))
        a = some(4);
      if (!below(6))
        kind = someKind();
      products.push_back("mma.sync.aligned." + (kind + (" " + some(4))) + ", " +
                         a + ", " + some(2) + ", " + some(4) + ";\n");
    }
    entry = below(static_cast<unsigned>(products.size()));
    words.resize(registers * lanes);
    const bool areFinite = below(4);
    for (uint32_t &word : words)
      word = areFinite ? half() | half() << 16 : random();
  }

  /// The registers after the products. `between` follows each of them. The second
  /// time, a branch leads into the middle.
  std::vector<uint32_t> run(const std::string &between) const {
    std::string body = ".reg .b32 %x<24>, %y;\nmul.lo.u32 %r1, %t, 4;\n"
                       "cvt.u64.u32 %rd4, %r1; add.s64 %rd5, %rd4, %rd0;\n"
                       "add.s64 %rd4, %rd4, %rd1; mov.u32 %r2, 0;\n";
    for (unsigned i = 0; i != registers; ++i)
      body += "ld.global.b32 %x" + std::to_string(i) + ", [%rd4+" +
              std::to_string(i * lanes * 4) + "];\n";
    for (unsigned i = 0; i != products.size(); ++i)
      body += (i == entry ? "MIDDLE:\n" : "") + products[i] + between;
    body += "add.u32 %r2, %r2, 1; setp.lt.u32 %p1, %r2, 2; @%p1 bra MIDDLE;\n";
    for (unsigned i = 0; i != registers; ++i)
      body += "st.global.b32 [%rd5+" + std::to_string(i * lanes * 4) + "], %x" +
              std::to_string(i) + ";\n";
    KernelRun launch(kernel(body));
    launch.zeros(words.size() * sizeof words.front()).array(words);
    launch.zeros(8).zeros(8);
    EXPECT_EQ(launch.launch(), "") << body;
    return launch.read<uint32_t>(0);
  }

private:
  unsigned below(unsigned count) { return random() % count; }
  /// One with four registers of A, two of B and four of C; of f16 half of the
  /// time.
  const char *someKind() {
    constexpr const char *kinds[] = {"m16n8k16.row.col.f32.f16.f16.f32",
                                     "m16n8k32.row.col.s32.s8.s8.s32",
                                     "m16n8k32.row.col.s32.u8.s8.s32",
                                     "m16n8k32.row.col.satfinite.s32.s8.s8.s32",
                                     "m16n8k64.row.col.s32.s4.u4.s32"};
    return kinds[below(2) ? 0 : 1 + below(4)];
  }
  /// A number of f16 between 1/16 and 2.
  uint32_t half() { return (random() & 0x83FF) | (11 + below(5)) << 10; }
  /// Registers in braces, from any one on.
  std::string some(unsigned count) {
    const unsigned first = below(registers - count + 1);
    std::string text;
    for (unsigned i = 0; i != count; ++i)
      text += (i ? ", %x" : "{%x") + std::to_string(first + i);
    return text + "}";
  }

  std::mt19937 random;
  std::vector<std::string> products;
  unsigned entry;
  std::vector<uint32_t> words;
};

TEST(MatrixRun, HasTheBitsOfProductsOneByOne) {
  for (unsigned seed = 0; seed != 300 && !::testing::Test::HasFailure();
       ++seed) {
    const Sequence sequence(seed);
    EXPECT_EQ(sequence.run(""), sequence.run("mov.u32 %y, 0;\n"))
        << "seed " << seed;
  }
}

/// Products of the same registers that differ by the sign of A, or by what
/// becomes of sums that are too large.
TEST(MatrixRun, ProductsOfAnotherKindEndIt) {
  std::string body = ".reg .b32 %x<12>, %a<4>, %b<2>, %c<4>;\n"
                     "mul.wide.u32 %rd4, %t, 12; add.s64 %rd4, %rd4, %rd0;\n";
  for (const char *name : {"%a0", "%a1", "%a2", "%a3"})
    body += std::string("mov.b32 ") + name + ", 0xFFFFFFFF;\n";
  for (const char *name : {"%b0", "%b1"})
    body += std::string("mov.b32 ") + name + ", 0x01010101;\n";
  for (const char *name : {"%c0", "%c1", "%c2", "%c3"})
    body += std::string("mov.b32 ") + name + ", 0x7FFFFFF0;\n";
  unsigned at = 0;
  for (const char *kind :
       {"s32.u8.s8.s32", "satfinite.s32.u8.s8.s32", "s32.s8.s8.s32"}) {
    body += std::string("mma.sync.aligned.m16n8k32.row.col.") + kind + " {";
    for (unsigned i = 0; i != 4; ++i)
      body += (i ? ", %x" : "%x") + std::to_string(at++);
    body += "}, {%a0, %a1, %a2, %a3}, {%b0, %b1}, {%c0, %c1, %c2, %c3};\n";
  }
  for (unsigned i = 0; i != 3; ++i)
    body += "st.global.b32 [%rd4+" + std::to_string(4 * i) + "], %x" +
            std::to_string(4 * i) + ";\n";
  KernelRun launch(kernel(body));
  launch.zeros(3 * lanes * sizeof(uint32_t)).zeros(8).zeros(8).zeros(8);
  EXPECT_EQ(launch.launch(), "") << body;
  const std::vector<uint32_t> results = launch.read<uint32_t>(0);
  for (unsigned lane = 0; lane != lanes; ++lane) {
    EXPECT_EQ(results[3 * lane], 0x7FFFFFF0 + 32 * 255u);
    EXPECT_EQ(results[3 * lane + 1], 0x7FFFFFFFu);
    EXPECT_EQ(results[3 * lane + 2], 0x7FFFFFF0 - 32u);
  }
}

} // namespace
