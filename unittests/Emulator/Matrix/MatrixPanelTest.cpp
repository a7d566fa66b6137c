//===- MatrixPanelTest.cpp - Products that are computed together ----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Products of one kind of some fragments of A with some of B are computed together,
// by the last of them. Random sequences of them, in which registers of D come again as any
// operand, with other instructions between them, leave the same bits as the same products one by
// one; also where a branch leads into a sequence, where numbers are not finite, and where the
// shadow of a value that nobody has written begins or ends among them.
//
//===----------------------------------------------------------------------===//

#include "MatrixHarness.h"
#include <random>

using namespace tessera::ptx;
using namespace tessera::ptx::test;

namespace {

constexpr unsigned registers = 112, lanes = 32;
/// An instruction at which panels end.
const std::string meeting = "bar.warp.sync 0xffffffff;\n";

/// Random products over these registers.
class Sequence {
public:
  Sequence(unsigned seed, bool isGrid) : random(seed) {
    if (isGrid)
      addGrid();
    else
      addSome();
    entry = below(static_cast<unsigned>(products.size()));
    words.resize(registers * lanes);
    const bool areFinite = below(4);
    for (uint32_t &word : words)
      word = areFinite ? half() | half() << 16 : random();
  }

  /// The registers after the products and what stands between them. `after`
  /// follows each. The second time, a branch leads into the middle.
  std::vector<uint32_t> run(const std::string &after,
                            Checks checks = Checks::none()) const {
    std::string body = ".reg .b32 %x<112>, %y, %z;\nmul.lo.u32 %r1, %t, 4;\n"
                       "mov.u32 %y, 0;\n"
                       "cvt.u64.u32 %rd4, %r1; add.s64 %rd5, %rd4, %rd0;\n"
                       "add.s64 %rd4, %rd4, %rd1; mov.u32 %r2, 0;\n";
    for (unsigned i = 0; i != registers; ++i)
      body += "ld.global.b32 %x" + std::to_string(i) + ", [%rd4+" +
              std::to_string(i * lanes * 4) + "];\n";
    for (unsigned i = 0; i != products.size(); ++i)
      body += (i == entry ? "MIDDLE:\n" : "") + products[i] + after;
    body += "add.u32 %r2, %r2, 1; setp.lt.u32 %p1, %r2, 2; @%p1 bra MIDDLE;\n";
    for (unsigned i = 0; i <= registers; ++i)
      body += "st.global.b32 [%rd5+" + std::to_string(i * lanes * 4) + "], " +
              (i == registers ? "%y" : "%x" + std::to_string(i)) + ";\n";
    KernelRun launch(kernel(body, ".shared .b32 unwritten;\n"));
    launch.config.checks = checks;
    launch.zeros((registers + 1) * lanes * sizeof words.front()).array(words);
    launch.zeros(8).zeros(8);
    EXPECT_EQ(launch.launch(), "") << body;
    return launch.read<uint32_t>(0);
  }

private:
  /// A kind of products with four registers of A and two of B.
  struct Kind {
    const char *text;
    unsigned accumulators; ///< registers of C, and of D
  };
  /// Products of any registers: the A and the kind of most are those of the one
  /// before.
  void addSome() {
    std::string a = some(4);
    Kind kind = someKind();
    for (unsigned i = 0, count = 2 + below(12); i != count; ++i) {
      if (!below(6))
        a = some(4);
      if (!below(6))
        kind = someKind();
      add(kind, some(kind.accumulators), a, some(2), some(kind.accumulators));
    }
  }
  /// Products of some fragments of A with some of B, more than a panel has of either,
  /// in either order, with other registers for most of D.
  void addGrid() {
    constexpr unsigned firstOfB = 20, firstOfD = 40;
    const unsigned rows = 1 + below(5);
    const unsigned columns = 1 + below(rows == 1 ? 10 : 3);
    const bool areRowsFirst = below(2);
    Kind kind = someKind();
    for (unsigned i = 0; i != rows * columns; ++i) {
      const unsigned row = areRowsFirst ? i % rows : i / columns;
      const unsigned column = areRowsFirst ? i / rows : i % columns;
      const unsigned place = firstOfD + 4 * i, count = kind.accumulators;
      const unsigned other = registers - 4 * (1 + below(2));
      add(kind, below(30) ? from(place, count) : some(count), from(4 * row, 4),
          from(firstOfB + 2 * column, 2),
          from(below(2) ? place : other, count));
    }
  }
  void add(Kind kind, const std::string &d, const std::string &a,
           const std::string &b, const std::string &c) {
    products.push_back(std::string("mma.sync.aligned.") + kind.text + " " + d +
                       ", " + a + ", " + b + ", " + c + ";\n" + someStep());
  }
  /// Mostly nothing; or what leaves the registers alone, or changes one of them;
  /// or a value that nobody has written, of which a bit is used that is no part
  /// of it.
  std::string someStep() {
    const std::string one = "%x" + std::to_string(below(registers));
    switch (below(16)) {
    case 0:
    case 1:
      return "add.u32 %y, %y, 1;\n";
    case 2:
      return "mov.b32 " + one + ", %y;\n";
    case 3:
      return "xor.b32 %y, %y, " + one + ";\n";
    case 4:
      return "ld.shared.b32 %z, [unwritten]; and.b32 %z, %z, 0; add.u32 %y, "
             "%y, %z;\n";
    default:
      return "";
    }
  }
  unsigned below(unsigned count) { return random() % count; }
  /// One of them, of f16 half of the time.
  Kind someKind() {
    constexpr Kind kinds[] = {{"m16n8k16.row.col.f32.f16.f16.f32", 4},
                              {"m16n8k16.row.col.f16.f16.f16.f16", 2},
                              {"m16n8k8.row.col.f32.tf32.tf32.f32", 4},
                              {"m16n8k32.row.col.s32.s8.s8.s32", 4},
                              {"m16n8k32.row.col.s32.u8.s8.s32", 4},
                              {"m16n8k32.row.col.satfinite.s32.s8.s8.s32", 4},
                              {"m16n8k64.row.col.s32.s4.u4.s32", 4}};
    return kinds[below(2) ? 0 : 1 + below(6)];
  }
  /// A number of f16 between 1/16 and 2.
  uint32_t half() { return (random() & 0x83FF) | (11 + below(5)) << 10; }
  /// Registers in braces, from any of the first ones on.
  std::string some(unsigned count) {
    return from(below(24 - count + 1), count);
  }
  static std::string from(unsigned first, unsigned count) {
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

TEST(MatrixPanel, HasTheBitsOfProductsOneByOne) {
  for (unsigned seed = 0; seed != 400 && !::testing::Test::HasFailure();
       ++seed) {
    const Sequence sequence(seed, /*isGrid=*/seed % 2);
    const std::vector<uint32_t> expected = sequence.run(meeting);
    EXPECT_EQ(sequence.run(""), expected) << "seed " << seed;
    EXPECT_EQ(sequence.run("", Checks::all()), expected) << "seed " << seed;
  }
}

/// Products of the same registers that differ by the sign of A, or by what
/// becomes of sums that are too large.
TEST(MatrixPanel, ProductsOfAnotherKindEndIt) {
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
