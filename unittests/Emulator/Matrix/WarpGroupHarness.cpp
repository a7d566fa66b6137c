//===- WarpGroupHarness.cpp - Runs one product of a warp group in tests ---===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WarpGroupHarness.h"
#include <cmath>
#include <random>

using namespace tessera::ptx;
using namespace tessera::ptx::test;

static constexpr unsigned rows = 64, threads = 128;
static constexpr unsigned aStart = 0, bStart = 16384, sharedBytes = 81920;

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

SharedImage::SharedImage(
    unsigned outer, unsigned k, unsigned bits, bool isOuterMajor,
    unsigned swizzle, unsigned start,
    const std::function<uint32_t(unsigned, unsigned)> &element) {
  unsigned bytesOfElement = bits / 8, t = 16 / bytesOfElement;
  unsigned w = swizzle ? swizzle / 16 : 1;
  // In elements; pieces follow one another with some space between.
  unsigned piece = 8 * w * t, room = swizzle ? 1024 / bytesOfElement : piece;
  unsigned sbo = std::max(piece, room), lbo = sbo * 40;
  Modes i, j;
  constexpr unsigned many = 1024;
  if (isOuterMajor) {
    unsigned kGroups = k / 8, outerPieces = outer * bytesOfElement / 16 / w + 1;
    if (swizzle) {
      lbo = sbo * kGroups;
      i = {{t, 1}, {w, t}, {many, lbo}};
      j = {{8, w * t}, {many, sbo}};
    } else {
      lbo = sbo * outerPieces;
      i = {{t, 1}, {1, t}, {many, sbo}};
      j = {{8, t}, {many, lbo}};
    }
  } else {
    i = {{8, w * t}, {many, sbo}};
    j = {{t, 1}, {many, swizzle ? t : lbo}};
    if (swizzle)
      lbo = t; // not used
  }
  for (unsigned x = 0; x != outer; ++x)
    for (unsigned y = 0; y != k; ++y) {
      unsigned address =
          start + (offsetOf(i, x) + offsetOf(j, y)) * bytesOfElement;
      // Swizzle<B, 4, 3>
      unsigned mask = swizzle / 16 ? swizzle / 16 - 1 : 0;
      address ^= (address >> 7 & mask) << 4;
      uint32_t value = element(x, y);
      for (unsigned b = 0; b != bytesOfElement; ++b)
        bytes.push_back({address + b, static_cast<uint8_t>(value >> (8 * b))});
    }
  uint64_t mode = swizzle == 128  ? 1
                  : swizzle == 64 ? 2
                  : swizzle == 32 ? 3
                                  : 0;
  auto field = [&](unsigned elements) {
    return uint64_t(elements * bytesOfElement >> 4);
  };
  descriptor = start >> 4 | field(lbo) << 16 | field(sbo) << 32 | mode << 62;
}

/// Row and column of value v of a thread of the group, in 64 x k or 64 x n.
static Place fragmentPlace(const Modes &thread, const Modes &value, unsigned t,
                           unsigned v) {
  unsigned place = offsetOf(thread, t) + offsetOf(value, v);
  return {place % rows, place / rows};
}

static Place accumulatorPlace(unsigned t, unsigned v) {
  // CLayout_64xN
  return fragmentPlace({{4, 128}, {8, 1}, {4, 16}},
                       {{2, 64}, {2, 8}, {32, 512}}, t, v);
}

/// For A, whose columns are elements or words of single bits.
static Place multiplicandPlace(unsigned bits, unsigned t, unsigned v) {
  switch (bits) {
  case 32: // ALayout_64x8
    return fragmentPlace({{4, 64}, {8, 1}, {4, 16}}, {{2, 8}, {2, 256}}, t, v);
  case 16: // ALayout_64x16
    return fragmentPlace({{4, 128}, {8, 1}, {4, 16}},
                         {{2, 64}, {2, 8}, {2, 512}}, t, v);
  default: // ALayout_64x32
    return fragmentPlace({{4, 256}, {8, 1}, {4, 16}},
                         {{4, 64}, {2, 8}, {2, 1024}}, t, v);
  }
}

/// The place in a sparse A at which the metadata in a thread's value v begin.
static Place metadataPlace(unsigned bits, unsigned t, unsigned v) {
  switch (bits) {
  case 32: // ELayout_64x16
    return fragmentPlace({{2, 512}, {2, 0}, {8, 1}, {4, 16}}, {{8, 64}, {2, 8}},
                         t, v);
  case 16: // ELayout_64x32
    return fragmentPlace({{2, 1024}, {2, 0}, {8, 1}, {4, 16}},
                         {{16, 64}, {2, 8}}, t, v);
  default: // ELayout_64x64
    return fragmentPlace({{2, 8}, {2, 2048}, {8, 1}, {4, 16}}, {{32, 64}}, t,
                         v);
  }
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

std::string GroupCase::mnemonic() const {
  std::string shape = "m64n" + std::to_string(n) + "k" + std::to_string(k());
  return "wgmma.mma_async" + std::string(isSparse ? ".sp" : "") +
         ".sync.aligned." + shape + "." + d + "." + a + "." + b +
         (saturates ? ".satfinite" : "") + (isBits() ? ".and.popc" : "");
}

std::string GroupCase::operands() const {
  std::string text = "{";
  for (unsigned i = 0; i != n / (d == "f16" ? 4 : 2); ++i)
    text += (i ? ", %acc" : "%acc") + std::to_string(i);
  text += "}, ";
  text += isAInRegisters ? "{%a0, %a1, %a2, %a3}" : "%da";
  text += ", %db, ";
  if (isSparse)
    text += "%meta, " + std::to_string(selector) + ", ";
  text += accumulates ? "1" : "0";
  if (isInteger())
    return text;
  text += negatesA ? ", -1" : ", 1";
  text += negatesB ? ", -1" : ", 1";
  if (bits() != 16)
    return text;
  if (!isAInRegisters)
    text += isAOuterMajor ? ", 1" : ", 0";
  return text + (isBOuterMajor ? ", 1" : ", 0");
}

std::string GroupCase::describe() const {
  return mnemonic() + " " + operands() + ", swizzles " +
         std::to_string(swizzleA) + " and " + std::to_string(swizzleB);
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

GroupNumbers::GroupNumbers(const GroupCase &test, uint64_t seed)
    : a(rows, test.k()), b(test.k(), test.n), c(rows, test.n), stored(rows) {
  std::mt19937_64 random(seed);
  auto number = [&](const std::string &type) {
    int width = type == "b1"     ? 2
                : type[0] == 'u' ? 256
                : type == "s8"   ? 256
                                 : 9;
    int least = type[0] == 'u' || type == "b1" ? 0 : type == "s8" ? -128 : -4;
    return static_cast<double>(static_cast<int>(random() % width) + least);
  };
  for (double &value : a.values)
    value = number(test.a);
  for (double &value : b.values)
    value = number(test.b);
  for (double &value : c.values)
    value = static_cast<double>(static_cast<int>(random() % 17) - 8);
  if (!test.isSparse)
    return;
  // In each chunk some stay: two of four, or one of two.
  unsigned chunk = test.bits() == 32 ? 2 : 4;
  for (unsigned row = 0; row != rows; ++row)
    for (unsigned first = 0; first != test.k(); first += chunk) {
      unsigned one = random() % chunk, other = one;
      while (chunk == 4 && other == one)
        other = random() % chunk;
      for (unsigned i = 0; i != chunk; ++i)
        if (i != one && i != other)
          a.at({row, first + i}) = 0;
      stored[row].push_back(first + std::min(one, other));
      if (chunk == 4)
        stored[row].push_back(first + std::max(one, other));
    }
}

NumberMatrix test::expectedOf(const GroupCase &test,
                              const GroupNumbers &numbers) {
  NumberMatrix c = numbers.c;
  if (!test.accumulates)
    std::fill(c.values.begin(), c.values.end(), 0);
  NumberMatrix a = numbers.a;
  for (double &value : a.values)
    value *= test.negatesA != test.negatesB ? -1 : 1;
  return multiplyAdd(a, numbers.b, c);
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

static std::string kernelOf(const GroupCase &test, unsigned dWords,
                            uint64_t aDescriptor, uint64_t bDescriptor) {
  std::string words = std::to_string(dWords);
  std::string body = "  .reg .b32 %acc<128>, %a<4>, %meta;\n"
                     "  .reg .b64 %da, %db;\n"
                     "  mov.u64 %da, " +
                     std::to_string(aDescriptor) + ";\n  mov.u64 %db, " +
                     std::to_string(bDescriptor) + ";\n";
  body += R"(
  shl.b32 %r1, %t, 4;
  mov.u32 %r7, s;
COPY:
  cvt.u64.u32 %rd4, %r1;
  add.u64 %rd4, %rd4, %rd1;
  ld.global.v4.u32 {%r2, %r3, %r4, %r5}, [%rd4];
  add.u32 %r6, %r7, %r1;
  st.shared.v4.u32 [%r6], {%r2, %r3, %r4, %r5};
  add.u32 %r1, %r1, 2048;
  setp.lt.u32 %p1, %r1, )" +
          std::to_string(sharedBytes) + R"(;
  @%p1 bra COPY;
  fence.proxy.async;
  bar.sync 0;
  mad.wide.u32 %rd5, %t, 20, %rd2;
)";
  for (unsigned i = 0; i != 4; ++i)
    body += "  ld.global.u32 %a" + std::to_string(i) + ", [%rd5+" +
            std::to_string(4 * i) + "];\n";
  body += "  ld.global.u32 %meta, [%rd5+16];\n  mad.wide.u32 %rd6, %t, 4 * " +
          words + ", %rd3;\n";
  for (unsigned i = 0; i != dWords; ++i)
    body += "  ld.global.u32 %acc" + std::to_string(i) + ", [%rd6+" +
            std::to_string(4 * i) + "];\n";
  body += "  wgmma.fence.sync.aligned;\n  " + test.mnemonic() + " " +
          test.operands() +
          ";\n  wgmma.commit_group.sync.aligned;\n"
          "  wgmma.wait_group.sync.aligned 0;\n"
          "  mad.wide.u32 %rd6, %t, 4 * " +
          words + ", %rd0;\n";
  for (unsigned i = 0; i != dWords; ++i)
    body += "  st.global.u32 [%rd6+" + std::to_string(4 * i) + "], %acc" +
            std::to_string(i) + ";\n";
  return kernel(body, ".shared .align 1024 .b8 s[" +
                          std::to_string(sharedBytes) + "];\n");
}

NumberMatrix
test::runGroup(const GroupCase &test, const GroupNumbers &numbers,
               std::string &error,
               const std::function<void(LaunchConfig &)> &configure,
               CounterValues *counted) {
  unsigned bits = test.isBits() ? 32 : test.bits(), perBit = bits / test.bits();
  unsigned k = test.k() / perBit, kOfA = test.isSparse ? k / 2 : k;
  // 32 single bits are one element.
  auto element = [&](const NumberMatrix &matrix, const std::string &type,
                     Place p, bool isColumn) {
    uint32_t value = 0;
    if (!test.isBits())
      return static_cast<uint32_t>(encode(type, matrix.at(p)));
    for (unsigned i = 0; i != 32; ++i) {
      unsigned along = (isColumn ? p.first : p.second) * 32 + i;
      double bit =
          matrix.at(isColumn ? Place{along, p.second} : Place{p.first, along});
      value |= uint32_t(bit != 0) << i;
    }
    return value;
  };
  auto ofA = [&](unsigned row, unsigned column) {
    if (test.isSparse)
      column = numbers.stored[row][column];
    return element(numbers.a, test.a, {row, column}, false);
  };
  SharedImage a(rows, kOfA, bits, test.isAOuterMajor, test.swizzleA, aStart,
                ofA);
  SharedImage b(test.n, k, bits, test.isBOuterMajor, test.swizzleB, bStart,
                [&](unsigned column, unsigned row) {
                  return element(numbers.b, test.b, {row, column}, true);
                });
  std::vector<uint8_t> shared(sharedBytes, 0xEE);
  for (const SharedImage *image : {&a, &b})
    for (auto [address, byte] : image->bytes)
      shared.at(address) = byte;
  // A's fragment, and metadata.
  std::vector<uint32_t> fragments(threads * 5);
  for (unsigned t = 0; t != threads; ++t) {
    for (unsigned v = 0; v != 128 / bits; ++v) {
      auto [row, column] = multiplicandPlace(bits, t, v);
      fragments[t * 5 + v * bits / 32] |= ofA(row, column) << (v * bits % 32);
    }
    bool hasMetadata = bits == 8 || t / 2 % 2 == test.selector;
    unsigned chunk = bits == 32 ? 2 : 4, kept = chunk / 2;
    for (unsigned i = 0; test.isSparse && i != 8; ++i) {
      auto [row, column] = metadataPlace(bits, t, i * chunk);
      const auto &stored = numbers.stored[row];
      unsigned first = stored[column / chunk * kept] % chunk;
      unsigned nibble = chunk == 2
                            ? (first ? 14 : 4)
                            : first | stored[column / 4 * 2 + 1] % 4 << 2;
      fragments[t * 5 + 4] |= (hasMetadata ? nibble : 15) << (4 * i);
    }
  }
  bool isHalf = test.d == "f16";
  unsigned dWords = test.n / (isHalf ? 4 : 2), values = test.n / 2;
  std::vector<uint32_t> accumulators(threads * dWords);
  unsigned dBits = isHalf ? 16 : 32;
  for (unsigned t = 0; t != threads; ++t)
    for (unsigned v = 0; v != values; ++v)
      accumulators[t * dWords + v * dBits / 32] |=
          static_cast<uint32_t>(
              encode(test.d, numbers.c.at(accumulatorPlace(t, v))))
          << (v * dBits % 32);
  KernelRun run(kernelOf(test, dWords, a.descriptor, b.descriptor));
  run.zeros(4 * accumulators.size())
      .array(shared)
      .array(fragments)
      .array(accumulators);
  run.config.checks = Checks::all();
  if (configure)
    configure(run.config);
  run.config.wantsCounters = counted != nullptr;
  error = run.launch({1, 1, 1}, {threads, 1, 1});
  if (counted && run.statistics.counters)
    *counted = run.statistics.counters->totals();
  NumberMatrix d(rows, test.n);
  auto words = run.read<uint32_t>(0);
  for (unsigned t = 0; t != threads; ++t)
    for (unsigned v = 0; v != values; ++v) {
      uint32_t value = words[t * dWords + v * dBits / 32] >> (v * dBits % 32);
      d.at(accumulatorPlace(t, v)) =
          decode(test.d, isHalf ? value & 0xFFFF : value);
    }
  return d;
}
