//===- MatrixRunTest.cpp - Products that follow one another ---------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Products with one A that follow one another are computed together. Random
// sequences of them, in which registers of D come again as any operand, leave
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
    // The A of most is that of the one before.
    std::string a = some(4);
    for (unsigned i = 0, count = 2 + below(12); i != count; ++i) {
      if (!below(6))
        a = some(4);
      products.push_back("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 " +
                         some(4) + ", " + a + ", " + some(2) + ", " + some(4) +
                         ";\n");
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

} // namespace
