//===- TensorCoreTest.cpp - Tensor memory, and products in it -------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, section "TensorCore 5th Generation Family Instructions". Sums of
// these numbers are exact, so that D is compared bit for bit. The figures of
// data movement are those of CUTLASS 4.2 (cute/atom/copy_traits_sm100.hpp).
//
//===----------------------------------------------------------------------===//

#include "WarpGroupHarness.h"
#include <cmath>
#include <map>
#include <random>

using namespace tessera::ptx;
using namespace tessera::ptx::test;

namespace {

constexpr unsigned threads = 128, sharedBytes = 98304;
constexpr unsigned aStart = 0, bStart = 32768;
using Words = std::vector<uint32_t>;

/// Bits of a number.
unsigned widthOf(const std::string &type) {
  return type == "e2m3" || type == "e3m2" ? 6
         : type == "e2m1"                 ? 4
                                          : bitsOf(type);
}

struct TensorCase : GroupCase {
  unsigned m = 128;
  unsigned scale = 0; ///< of D
  Words disabled;     ///< four words, or none

  unsigned container() const {
    return a == "tf32" ? 32 : widthOf(a) > 8 ? 16 : 8;
  }
  unsigned depth() const { return 256 / container(); }
  std::string kind() const {
    return container() == 16   ? "f16"
           : container() == 32 ? "tf32"
           : d == "s32"        ? "i8"
                               : "f8f6f4";
  }
  uint32_t descriptor() const;
};

uint32_t TensorCase::descriptor() const {
  const std::map<std::string, uint32_t> codes = {
      {"f16", 0},  {"bf16", 1}, {"tf32", 2}, {"e4m3", 0}, {"e5m2", 1},
      {"e2m3", 3}, {"e3m2", 4}, {"e2m1", 5}, {"u8", 0},   {"s8", 1}};
  const std::map<std::string, uint32_t> results = {
      {"f16", 0}, {"f32", 1}, {"s32", 2}};
  return results.at(d) << 4 | codes.at(a) << 7 | codes.at(b) << 10 |
         uint32_t(negatesA) << 13 | uint32_t(negatesB) << 14 |
         uint32_t(isAOuterMajor) << 15 | uint32_t(isBOuterMajor) << 16 |
         n / 8 << 17 | m / 16 << 24;
}

/// The descriptor of wgmma, in the form of tcgen05.
uint64_t toTensorCore(uint64_t descriptor) {
  constexpr uint64_t modes[] = {0, 2, 4, 6};
  return (descriptor & ((uint64_t(1) << 62) - 1)) | uint64_t(1) << 46 |
         modes[descriptor >> 62] << 61;
}

std::string range(const char *name, unsigned first, unsigned count) {
  std::string text = "{";
  for (unsigned i = 0; i != count; ++i)
    text += (i ? ", %" : "%") + std::string(name) + std::to_string(first + i);
  return text + "}";
}

const std::string prologue = R"(
  .reg .b32 %w<128>, %tm, %warp, %lane, %dm, %am;
  .reg .b64 %da, %db;
  shr.u32 %warp, %t, 5;
  mov.u32 %r20, address; mov.u32 %r21, bar;
  setp.eq.u32 %p5, %warp, 0; setp.eq.u32 %p6, %t, 0;
  @%p6 mbarrier.init.shared::cta.b64 [%r21], 1;
  @%p5 tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%r20], 512;
  @%p5 tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;
  bar.sync 0;
  ld.shared.b32 %tm, [%r20];
  shl.b32 %lane, %warp, 21;
  add.u32 %dm, %tm, %lane;
)";
const std::string epilogue = R"(
  bar.sync 0;
  @%p5 tcgen05.dealloc.cta_group::1.sync.aligned.b32 %tm, 512;
)";
const std::string variables = ".shared .b32 address;\n.shared .b64 bar;\n";
const std::string commitAndWait = R"(
  @%p6 tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%r21];
WAIT:
  mbarrier.try_wait.parity.shared::cta.b64 %p7, [%r21], 0;
  @!%p7 bra WAIT;
  tcgen05.fence::after_thread_sync;
)";

std::string tensorKernel(const std::string &body,
                         const std::string &more = "") {
  std::string text = kernel(body, more + variables);
  return withTarget(text, "sm_100a");
}

std::string multiplyText(const TensorCase &test, uint64_t a, uint64_t b) {
  std::string columns = std::to_string(test.n);
  std::string text = prologue + "  mov.u64 %da, " +
                     std::to_string(toTensorCore(a)) + ";\n  mov.u64 %db, " +
                     std::to_string(toTensorCore(b)) + R"(;
  shl.b32 %r1, %t, 4; mov.u32 %r7, s;
COPY:
  cvt.u64.u32 %rd4, %r1; add.u64 %rd4, %rd4, %rd1;
  ld.global.v4.u32 {%r2, %r3, %r4, %r5}, [%rd4];
  add.u32 %r6, %r7, %r1;
  st.shared.v4.u32 [%r6], {%r2, %r3, %r4, %r5};
  add.u32 %r1, %r1, 2048;
  setp.lt.u32 %p1, %r1, )" +
                     std::to_string(sharedBytes) + R"(;
  @%p1 bra COPY;
  mad.wide.u32 %rd5, %t, 32, %rd2;
  ld.global.v4.b32 {%w0, %w1, %w2, %w3}, [%rd5];
  ld.global.v4.b32 {%w4, %w5, %w6, %w7}, [%rd5+16];
  tcgen05.st.sync.aligned.32x32b.x8.b32 [%dm+256], {%w0, %w1, %w2, %w3, %w4, %w5, %w6, %w7};
  mad.wide.u32 %rd6, %t, 4 * )" +
                     columns + ", %rd3;\n";
  for (unsigned i = 0; i != test.n; i += 8) {
    for (unsigned j = 0; j != 8; ++j)
      text += "  ld.global.b32 %w" + std::to_string(j) + ", [%rd6+" +
              std::to_string(4 * (i + j)) + "];\n";
    text += "  tcgen05.st.sync.aligned.32x32b.x8.b32 [%dm+" +
            std::to_string(i) + "], " + range("w", 0, 8) + ";\n";
  }
  std::string mask = test.disabled.empty() ? "" : "{";
  for (size_t i = 0; i != test.disabled.size(); ++i)
    mask += (i ? ", " : "") + std::to_string(test.disabled[i]);
  mask += test.disabled.empty() ? "" : "}, ";
  text += R"(  tcgen05.wait::st.sync.aligned;
  tcgen05.fence::before_thread_sync;
  fence.proxy.async;
  bar.sync 0;
  tcgen05.fence::after_thread_sync;
  add.u32 %am, %tm, 256;
  @%p6 tcgen05.mma.cta_group::1.kind::)" +
          test.kind() + " [%tm], " + (test.isAInRegisters ? "[%am]" : "%da") +
          ", %db, " + std::to_string(test.descriptor()) + ", " + mask +
          (test.accumulates ? "1" : "0") +
          (test.scale ? ", " + std::to_string(test.scale) : "") + ";\n" +
          commitAndWait + "  mad.wide.u32 %rd6, %t, 4 * " + columns +
          ", %rd0;\n";
  for (unsigned i = 0; i != test.n; i += 8) {
    text += "  tcgen05.ld.sync.aligned.32x32b.x8.b32 " + range("w", 0, 8) +
            ", [%dm+" + std::to_string(i) +
            "];\n  tcgen05.wait::ld.sync.aligned;\n";
    for (unsigned j = 0; j != 8; ++j)
      text += "  st.global.b32 [%rd6+" + std::to_string(4 * (i + j)) + "], %w" +
              std::to_string(j) + ";\n";
  }
  return tensorKernel(text + epilogue, ".shared .align 1024 .b8 s[" +
                                           std::to_string(sharedBytes) +
                                           "];\n");
}

/// The row of D in a lane of tensor memory; -1 for none.
int rowOf(const TensorCase &test, unsigned lane) {
  if (test.m == 128)
    return static_cast<int>(lane);
  return lane % 32 < 16 ? static_cast<int>(lane / 32 * 16 + lane % 32) : -1;
}

/// Packs numbers of less than 8 bits at the start of their cells.
void packCells(const std::string &type, const SharedImage &image,
               std::vector<uint8_t> &shared) {
  unsigned width = widthOf(type);
  if (width >= 8)
    return;
  for (auto [address, byte] : image.bytes) {
    if (address % 16)
      continue;
    std::vector<bool> bits;
    for (unsigned i = 0; i != 16; ++i)
      for (unsigned b = 0; b != width; ++b)
        bits.push_back(shared[address + i] >> b & 1);
    for (unsigned i = 0; i != 128; ++i) {
      uint8_t &at = shared[address + i / 8];
      at = static_cast<uint8_t>(at & ~(1u << i % 8));
      if (i < bits.size() ? bits[i] : i % 3 == 0)
        at = static_cast<uint8_t>(at | 1u << i % 8);
    }
  }
}

uint32_t rawOf(const std::string &type, double value) {
  const std::map<std::string, std::pair<int, int>> small = {
      {"e2m3", {2, 3}}, {"e3m2", {3, 2}}, {"e2m1", {2, 1}}};
  auto it = small.find(type);
  if (it == small.end())
    return static_cast<uint32_t>(encode(type, value));
  return encodeSmall(it->second.first, it->second.second, value);
}

void expectRight(const TensorCase &test, uint64_t seed,
                 const std::function<void(LaunchConfig &)> &configure = {}) {
  unsigned k = test.depth(), bits = test.container();
  std::mt19937_64 random(seed);
  auto fill = [&](NumberMatrix &matrix, const std::string &type) {
    int width = type == "u8" || type == "s8" ? 256 : 9;
    int least = type == "u8" ? 0 : type == "s8" ? -128 : -4;
    for (double &value : matrix.values)
      value = static_cast<int>(random() % width) + least;
  };
  NumberMatrix a(test.m, k), b(k, test.n), c(test.m, test.n);
  fill(a, test.a);
  fill(b, test.b);
  for (double &value : c.values)
    value = static_cast<double>(static_cast<int>(random() % 17) - 8) * 16;
  SharedImage left(test.m, k, bits, test.isAOuterMajor, test.swizzleA, aStart,
                   [&](unsigned row, unsigned column) {
                     return rawOf(test.a, a.at({row, column}));
                   });
  SharedImage right(test.n, k, bits, test.isBOuterMajor, test.swizzleB, bStart,
                    [&](unsigned column, unsigned row) {
                      return rawOf(test.b, b.at({row, column}));
                    });
  std::vector<uint8_t> shared(sharedBytes, 0xEE);
  for (const SharedImage *image : {&left, &right})
    for (auto [address, byte] : image->bytes)
      shared.at(address) = byte;
  packCells(test.a, left, shared);
  packCells(test.b, right, shared);
  Words inMemory(threads * 8), sums(threads * test.n);
  for (unsigned lane = 0; lane != threads; ++lane) {
    int row = rowOf(test, lane);
    if (row < 0)
      continue;
    for (unsigned i = 0; i != k; ++i)
      inMemory[lane * 8 + i * bits / 32] |=
          rawOf(test.a, a.at({unsigned(row), i})) << i * bits % 32;
    for (unsigned i = 0; i != test.n; ++i)
      sums[lane * test.n + i] =
          static_cast<uint32_t>(encode(test.d, c.at({unsigned(row), i})));
  }
  KernelRun run(multiplyText(test, left.descriptor, right.descriptor));
  run.zeros(4 * sums.size()).array(shared).array(inMemory).array(sums);
  run.config.checks = Checks::all();
  if (configure)
    configure(run.config);
  ASSERT_EQ(run.launch({1, 1, 1}, {threads, 1, 1}), "") << test.kind();
  NumberMatrix start = c;
  for (double &value : start.values)
    value = test.accumulates ? value / (1 << test.scale) : 0;
  for (double &value : a.values)
    value *= test.negatesA != test.negatesB ? -1 : 1;
  NumberMatrix expected = multiplyAdd(a, b, start);
  Words actual = run.read<uint32_t>(0);
  for (unsigned lane = 0; lane != threads; ++lane) {
    int row = rowOf(test, lane);
    bool isDisabled =
        !test.disabled.empty() && test.disabled[lane / 32] >> lane % 32 & 1;
    for (unsigned i = 0; row >= 0 && i != test.n; ++i)
      ASSERT_EQ(decode(test.d, actual[lane * test.n + i]),
                (isDisabled ? c : expected).at({unsigned(row), i}))
          << test.kind() << " " << test.a << " " << test.b << " m " << test.m
          << " n " << test.n << " lane " << lane << " column " << i
          << " swizzles " << test.swizzleA << " " << test.swizzleB << " "
          << test.isAOuterMajor << test.isBOuterMajor;
  }
}

TensorCase makeCase(const char *d, const char *a, const char *b) {
  TensorCase test;
  test.d = d;
  test.a = a;
  test.b = b;
  test.n = 16;
  return test;
}

constexpr unsigned swizzles[] = {0, 32, 64, 128};
const char *const allTypes[][3] = {
    {"f32", "f16", "f16"},   {"f16", "f16", "f16"},   {"f32", "bf16", "bf16"},
    {"f32", "tf32", "tf32"}, {"f32", "e4m3", "e5m2"}, {"f16", "e5m2", "e4m3"},
    {"s32", "s8", "u8"},     {"s32", "u8", "s8"}};

} // namespace

TEST(TensorCore, EveryShape) {
  for (const auto &types : allTypes)
    for (unsigned n = 8; n <= 256; n += 8) {
      TensorCase test = makeCase(types[0], types[1], types[2]);
      test.n = n;
      if (test.isInteger() && n > 32 && n % 16)
        continue;
      test.m = n / 8 % 2 ? 64 : 128;
      test.swizzleA = swizzles[n / 16 % 4];
      test.swizzleB = swizzles[n / 64 % 4];
      test.isAInRegisters = n / 32 % 2;
      expectRight(test, n);
    }
}

TEST(TensorCore, EveryLayout) {
  for (const char *type : {"f16", "e4m3"})
    for (unsigned modes = 0; modes != 64; ++modes) {
      TensorCase test = makeCase("f32", type, type);
      test.n = 48;
      test.swizzleA = swizzles[modes % 4];
      test.swizzleB = swizzles[modes / 4 % 4];
      test.isAOuterMajor = modes / 16 % 2;
      test.isBOuterMajor = modes / 32;
      expectRight(test, modes);
    }
}

TEST(TensorCore, SmallFloats) {
  const char *types[] = {"e4m3", "e5m2", "e2m3", "e3m2", "e2m1"};
  for (const char *a : types)
    for (const char *b : types)
      for (unsigned swizzle : swizzles) {
        TensorCase test = makeCase("f32", a, b);
        test.swizzleA = test.swizzleB = swizzle;
        expectRight(test, swizzle);
      }
}

TEST(TensorCore, Modes) {
  for (const auto &types : allTypes)
    for (unsigned modes = 0; modes != 16; ++modes) {
      TensorCase test = makeCase(types[0], types[1], types[2]);
      test.negatesA = modes % 2 && !test.isInteger();
      test.negatesB = modes / 2 % 2 && !test.isInteger();
      test.accumulates = modes / 4 % 2;
      if (modes / 8)
        test.disabled = {0x0000FFFF, 0x12345678, 0, 0xFFFFFFFF};
      if (test.accumulates && test.container() >= 16)
        test.scale = modes % 4;
      expectRight(test, modes);
    }
}

TEST(TensorCore, AnyMoment) {
  for (AsyncPolicy policy :
       {AsyncPolicy::Eager, AsyncPolicy::Lazy, AsyncPolicy::Random})
    for (uint64_t seed = 0; seed != 10; ++seed) {
      const auto &types = allTypes[seed % std::size(allTypes)];
      expectRight(makeCase(types[0], types[1], types[2]), seed,
                  [&](LaunchConfig &config) {
                    config.async = policy;
                    config.seed = seed;
                    config.warps =
                        seed % 2 ? OrderPolicy::Random : OrderPolicy::Fair;
                  });
    }
}

/// The figures, as bits of 16 or 32 lanes one after the other.
TEST(TensorCore, Movements) {
  struct Figure {
    const char *shape;
    unsigned lanes, bitsOfLane;
    Modes thread, value; ///< strides in columns of one repetition's lanes
  };
  const Figure figures[] = {
      {"32x32b", 32, 32, {{32, 1}}, {{1, 0}}},
      {"16x64b", 16, 64, {{2, 16}, {2, 1}, {8, 2}}, {{1, 0}}},
      {"16x128b", 16, 128, {{4, 1}, {8, 4}}, {{2, 32}}},
      {"16x256b", 16, 256, {{4, 2}, {8, 8}}, {{2, 1}, {2, 64}}}};
  for (const Figure &figure : figures)
    for (unsigned times : {1u, 2u, 4u, 16u}) {
      unsigned columns = figure.bitsOfLane / 32;
      unsigned each = figure.lanes * columns / 32, count = each * times;
      std::string registers = range("w", 0, count);
      std::string how = std::string("sync.aligned.") + figure.shape + ".x" +
                        std::to_string(times);
      // With 16 lanes, stores go to lanes from 16 on.
      std::string place = figure.lanes == 16 ? "%r30" : "%dm";
      std::string text = prologue + "  add.u32 %r30, %dm, 0x100000;\n";
      for (unsigned r = 0; r != count; ++r)
        text += "  mad.lo.u32 %w" + std::to_string(r) + ", %t, 1000, " +
                std::to_string(r) + ";\n";
      text += "  tcgen05.st." + how + ".b32 [" + place + "], " + registers +
              ";\n  tcgen05.wait::st.sync.aligned;\n  tcgen05.ld." + how +
              ".b32 " + registers + ", [" + place +
              "];\n  tcgen05.wait::ld.sync.aligned;\n";
      for (unsigned r = 0; r != count; ++r)
        text += "  mad.lo.u32 %r1, %t, 1000, " + std::to_string(r) +
                "; setp.ne.u32 %p1, %r1, %w" + std::to_string(r) +
                "; @%p1 trap;\n";
      // Reads the elements of each lane by another shape.
      text += "  mul.wide.u32 %rd5, %t, 4; add.u64 %rd5, %rd5, %rd0;\n";
      for (unsigned c = 0; c != columns * times; ++c)
        text += "  tcgen05.ld.sync.aligned.32x32b.x1.b32 {%r2}, [%dm+" +
                std::to_string(c) + "];\n  st.global.b32 [%rd5+" +
                std::to_string(512 * c) + "], %r2;\n";
      text += "  tcgen05.wait::ld.sync.aligned;\n";
      KernelRun run(tensorKernel(text + epilogue));
      run.zeros(512 * columns * times);
      run.config.checks.sync = true;
      ASSERT_EQ(run.launch({1, 1, 1}, {threads, 1, 1}), "") << figure.shape;
      Words words = run.read<uint32_t>(0);
      for (unsigned t = 0; t != threads; ++t)
        for (unsigned r = 0; r != count; ++r) {
          unsigned at = offsetOf(figure.thread, t % 32) +
                        offsetOf(figure.value, r % each);
          unsigned lane = at / columns + t / 32 * 32 + (32 - figure.lanes);
          unsigned column = at % columns + r / each * columns;
          ASSERT_EQ(words[128 * column + lane], t * 1000 + r)
              << figure.shape << " x" << times;
        }
    }
}

TEST(TensorCore, HalvesAndPacks) {
  const std::string text = prologue + R"(
    mad.lo.u32 %w0, %t, 65537, 5; mad.lo.u32 %w1, %t, 65537, 6;
    tcgen05.st.sync.aligned.32x32b.x2.unpack::16b.b32 [%dm], {%w0, %w1};
    tcgen05.wait::st.sync.aligned;
    tcgen05.ld.sync.aligned.32x32b.x4.b32 {%w2, %w3, %w4, %w5}, [%dm];
    tcgen05.ld.sync.aligned.32x32b.x2.pack::16b.b32 {%w6, %w7}, [%dm];
    tcgen05.ld.sync.aligned.16x32bx2.x2.b32 {%w8, %w9}, [%dm], 2;
    tcgen05.wait::ld.sync.aligned;
    mul.wide.u32 %rd5, %t, 32; add.u64 %rd5, %rd5, %rd0;
    st.global.v4.b32 [%rd5], {%w2, %w3, %w4, %w5};
    st.global.v4.b32 [%rd5+16], {%w6, %w7, %w8, %w9};
  )" + epilogue;
  KernelRun run(tensorKernel(text));
  run.zeros(32 * threads);
  run.config.checks = Checks::all();
  ASSERT_EQ(run.launch({1, 1, 1}, {threads, 1, 1}), "");
  Words words = run.read<uint32_t>(0);
  for (uint32_t t = 0; t != threads; ++t) {
    auto stored = [](uint32_t lane) {
      return Words{lane + 5, lane, lane + 6, lane};
    };
    uint32_t lane = t / 32 * 32 + t % 16, half = t % 32 / 16 * 2;
    Words expected = stored(t);
    expected.push_back(t * 65537 + 5);
    expected.push_back(t * 65537 + 6);
    expected.push_back(stored(lane)[half]);
    expected.push_back(stored(lane)[half + 1]);
    ASSERT_EQ(Words(&words[t * 8], &words[t * 8] + 8), expected) << t;
  }
}

namespace {

/// Expects the report in every schedule.
void expectReport(const std::string &body, const std::string &part) {
  for (AsyncPolicy policy :
       {AsyncPolicy::Eager, AsyncPolicy::Lazy, AsyncPolicy::Random})
    for (uint64_t seed = 0; seed != 6; ++seed) {
      KernelRun run(tensorKernel(body, ".shared .align 1024 .b8 s[16384];\n"));
      run.zeros(4096);
      run.config.async = policy;
      run.config.seed = seed;
      run.config.warps = seed ? OrderPolicy::Random : OrderPolicy::Fair;
      run.config.checks.sync = true;
      run.config.stepLimit = 1 << 20;
      std::string error = run.launch({1, 1, 1}, {threads, 1, 1});
      if (part.empty())
        ASSERT_EQ(error, "") << body;
      else
        ASSERT_NE(error.find(part), std::string::npos) << body << error;
    }
}

const std::string descriptors = R"(
  mov.u32 %r9, s;
  mov.u64 %da, 0x0000400800400000; mov.u64 %db, 0x0000400800080200;
)";
/// f32 += f16 * f16 of 128 x 16.
const std::string product =
    "@%p6 tcgen05.mma.cta_group::1.kind::f16 [%tm], %da, %db, 0x8040010, 0;\n";
/// Subtracts the same product, which has the same shape; and one of another
/// shape.
const std::string negated =
    "@%p6 tcgen05.mma.cta_group::1.kind::f16 [%tm], %da, %db, 0x8042010, 1;\n";
const std::string narrower =
    "@%p6 tcgen05.mma.cta_group::1.kind::f16 [%tm], %da, %db, 0x8020010, 0;\n";
const std::string load =
    "tcgen05.ld.sync.aligned.32x32b.x1.b32 {%w0}, [%dm];\n";
const std::string store =
    "tcgen05.st.sync.aligned.32x32b.x1.b32 [%dm], {%t};\n";
const std::string waitLoad = "tcgen05.wait::ld.sync.aligned;\n";
const std::string waitStore = "tcgen05.wait::st.sync.aligned;\n";

} // namespace

TEST(TensorCore, WaitsThatAreMissing) {
  std::string start = prologue + descriptors;
  expectReport(start + product + commitAndWait + load + waitLoad + epilogue,
               "");
  expectReport(start + product + product + commitAndWait + load + waitLoad +
                   epilogue,
               "");
  expectReport(start + product + negated + commitAndWait + load + waitLoad +
                   epilogue,
               "");
  expectReport(start + product + narrower + commitAndWait + epilogue,
               "writes is in use by a product that is not known to be over");
  expectReport(start + product + "bar.sync 0;\n" + load + waitLoad + epilogue,
               "reads is in use by a product that is not known to be over");
  expectReport(start + product + "bar.sync 0;\n" + store + waitStore + epilogue,
               "writes is in use by a product that is not known to be over");
  expectReport(start + product + epilogue,
               "writes is in use by a product that is not known to be over");
  expectReport(start + store + load + waitLoad + epilogue,
               "reads is in use by a store that is not known to be over");
  expectReport(start + store + waitStore + load + "bar.sync 0;\n" + product +
                   commitAndWait + epilogue,
               "writes is in use by a load that is not known to be over");
  expectReport(start + store + waitStore + load + waitLoad + "bar.sync 0;\n" +
                   product + commitAndWait + epilogue,
               "");
}

TEST(TensorCore, Allocation) {
  auto alloc = [](const char *columns) {
    return "@%p5 tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 "
           "[%r20], " +
           std::string(columns) + ";\n";
  };
  auto free = [](const char *address, const char *columns) {
    return "@%p5 tcgen05.dealloc.cta_group::1.sync.aligned.b32 " +
           std::string(address) + ", " + columns + ";\n";
  };
  std::string start = prologue;
  std::string relinquish =
      "  @%p5 tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;\n";
  std::string mine = start;
  mine.erase(mine.find(relinquish), relinquish.size());
  expectReport(start, "512 columns of tensor memory that it has allocated");
  expectReport(start + epilogue + free("%tm", "512"),
               "no allocation of tensor memory begins at 0x0");
  expectReport(start + free("%tm", "256"), "has 512 columns, not 256");
  expectReport(start + alloc("32"), "given up its right to allocate");
  expectReport(mine + alloc("32"), "for tensor memory: 512 of 512 columns");
  expectReport(mine + free("%tm", "512") + alloc("48"), "not 48");
  expectReport(mine + free("%tm", "512") + alloc("64") + alloc("128"),
               "may not allocate more columns of tensor memory");
  expectReport(mine + free("%tm", "512") + alloc("64") + alloc("32") +
                   free("0", "64") + free("64", "32"),
               "");
  expectReport(mine + free("%tm", "512") + alloc("64") + "bar.sync 0;\n" +
                   "add.u32 %dm, %dm, 64;\n" + store + waitStore,
               "columns 64 to 64 of tensor memory lie in no allocation");
  expectReport(start + "xor.b32 %dm, %dm, 0x200000;\n" + store + waitStore,
               "of tensor memory, by an address with the first of 32 of them");
}

TEST(TensorCore, InstructionDescriptors) {
  auto with = [](const char *descriptor) {
    return prologue + descriptors +
           "@%p6 tcgen05.mma.cta_group::1.kind::f16 [%tm], %da, %db, " +
           descriptor + ", 0;\n" + commitAndWait + epilogue;
  };
  expectReport(with("0x8040010"), "");
  expectReport(with("0x8040014"), "asks for a sparse product");
  expectReport(with("0x8040050"), "has reserved bits");
  expectReport(with("0x8040020"), "names types");
  expectReport(with("0x8040090"), "names types");
  expectReport(with("0x2040010"), "names a shape");
  expectReport(with("0x8040018"), "has a mode");
  expectReport(prologue + descriptors + "mov.u64 %da, 0x800400000;\n" +
                   product + commitAndWait + epilogue,
               "has not the constant 0b001");
}
