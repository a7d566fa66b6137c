//===- MatrixMoveTest.cpp - Matrices between memory and registers ---------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ldmatrix, stmatrix, movmatrix: patterns written by one are read by another,
// and compared with the tables of PTX ISA.
//
//===----------------------------------------------------------------------===//

#include "MatrixHarness.h"
#include <random>

using namespace tessera::ptx;
using namespace tessera::ptx::test;

namespace {

const char *const sharedBuffer = ".shared .align 128 .b8 buffer[4096];\n";

/// Copies 2 KiB from p1 to shared memory, runs `body` with the base of the
/// buffer in %r40 and the lane's row (16 bytes each) in %r41, and copies %r0 ..
/// %r3 to p0, lane after lane.
std::string rowsKernel(const std::string &body) {
  return kernel(R"(
  mov.u32 %r40, buffer; mad.lo.u32 %r41, %t, 16, %r40;
  mad.wide.u32 %rd10, %t, 64, %rd1; mad.lo.u32 %r42, %t, 64, %r40;
  ld.global.v4.u32 {%r0, %r1, %r2, %r3}, [%rd10];
  st.shared.v4.u32 [%r42], {%r0, %r1, %r2, %r3};
  ld.global.v4.u32 {%r0, %r1, %r2, %r3}, [%rd10+16];
  st.shared.v4.u32 [%r42+16], {%r0, %r1, %r2, %r3};
  ld.global.v4.u32 {%r0, %r1, %r2, %r3}, [%rd10+32];
  st.shared.v4.u32 [%r42+32], {%r0, %r1, %r2, %r3};
  ld.global.v4.u32 {%r0, %r1, %r2, %r3}, [%rd10+48];
  st.shared.v4.u32 [%r42+48], {%r0, %r1, %r2, %r3};
  mov.u32 %r0, 0; mov.u32 %r1, 0; mov.u32 %r2, 0; mov.u32 %r3, 0;
  bar.sync 0;
)" + body + R"(
  mad.wide.u32 %rd11, %t, 16, %rd0;
  st.global.v4.u32 [%rd11], {%r0, %r1, %r2, %r3};)",
                sharedBuffer);
}

/// Elements 0, 1, 2 ...
std::vector<uint16_t> countedHalves() {
  std::vector<uint16_t> halves(1024);
  for (unsigned i = 0; i != halves.size(); ++i)
    halves[i] = static_cast<uint16_t>(i);
  return halves;
}

std::vector<uint32_t> runRows(const std::string &body,
                              const std::string &target = "sm_90a") {
  KernelRun run(withTarget(rowsKernel(body), target));
  run.zeros(32 * 16).array(countedHalves());
  EXPECT_EQ(run.launch(), "") << body;
  return run.read<uint32_t>(0);
}

std::string rowsError(const std::string &body) {
  KernelRun run(rowsKernel(body));
  run.zeros(32 * 16).array(countedHalves());
  return run.launch();
}

uint32_t pair(unsigned low, unsigned high) { return low | high << 16; }

} // namespace

/// PTX ISA, section "ldmatrix": lane l has elements 2 (l % 4) and the next one
/// of row l / 4; rows of matrix i come from lanes 8 i to 8 i + 7.
TEST(EmulatorMatrixMove, LoadRows) {
  for (auto [count, name, list] : {std::tuple(1u, "x1", "{%r0}"),
                                   {2u, "x2", "{%r0, %r1}"},
                                   {4u, "x4", "{%r0, %r1, %r2, %r3}"}})
    for (const char *space : {".shared", ".shared::cta", ""})
      for (bool isTransposed : {false, true}) {
        std::string address = "%r41";
        std::string body = "mov.u32 %r43, %r41;";
        if (!*space) {
          body = "mov.u64 %rd13, buffer; cvta.shared.u64 %rd12, %rd13; "
                 "mad.wide.u32 %rd12, %t, 16, %rd12;";
          address = "%rd12";
        }
        std::vector<uint32_t> d =
            runRows(body + "ldmatrix.sync.aligned.m8n8." + name +
                    (isTransposed ? ".trans" : "") + space + ".b16 " + list +
                    ", [" + address + "];");
        for (unsigned lane = 0; lane != 32; ++lane)
          for (unsigned i = 0; i != 4; ++i) {
            unsigned first = lane % 4 * 2, row = lane / 4;
            uint32_t expected = isTransposed
                                    ? pair(64 * i + 8 * first + row,
                                           64 * i + 8 * (first + 1) + row)
                                    : pair(64 * i + 8 * row + first,
                                           64 * i + 8 * row + first + 1);
            EXPECT_EQ(d[4 * lane + i], i < count ? expected : 0)
                << name << space << " lane " << lane;
          }
      }
}

/// Rows may lie anywhere: here in reverse, and not next to one another.
TEST(EmulatorMatrixMove, LoadScatteredRows) {
  std::vector<uint32_t> d =
      runRows("sub.u32 %r43, 31, %t; mad.lo.u32 %r43, %r43, 48, %r40;"
              "ldmatrix.sync.aligned.m8n8.x4.shared.b16 "
              "{%r0, %r1, %r2, %r3}, [%r43];");
  for (unsigned lane = 0; lane != 32; ++lane)
    for (unsigned i = 0; i != 4; ++i) {
      unsigned row = 31 - (8 * i + lane / 4), first = 24 * row + lane % 4 * 2;
      EXPECT_EQ(d[4 * lane + i], pair(first, first + 1));
    }
}

/// Lanes that give no address may hold any value there.
TEST(EmulatorMatrixMove, OtherLanesGiveNoAddress) {
  std::vector<uint32_t> d =
      runRows("setp.lt.u32 %p1, %t, 8; selp.u32 %r43, %r41, 7, %p1;"
              "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r0}, [%r43];");
  EXPECT_EQ(d[4 * 31], pair(62, 63));
}

/// Except on sm_75.
TEST(EmulatorMatrixMove, TuringNeedsAllAddresses) {
  auto errorOf = [](const char *target, const char *other) {
    KernelRun run(withTarget(
        rowsKernel(
            std::string("setp.lt.u32 %p1, %t, 8; selp.u32 %r43, %r41, ") +
            other +
            ", %p1; ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r0}, "
            "[%r43];"),
        target));
    run.zeros(32 * 16).array(countedHalves());
    return run.launch();
  };
  EXPECT_EQ(errorOf("sm_80", "7"), "");
  EXPECT_EQ(errorOf("sm_75", "%r41"), "");
  EXPECT_NE(errorOf("sm_75", "7").find("misaligned"), std::string::npos);
  EXPECT_NE(errorOf("sm_75", "0x100000").find("out of bounds"),
            std::string::npos);
}

TEST(EmulatorMatrixMove, StoreRows) {
  for (bool isLoadTransposed : {false, true})
    for (bool isStoreTransposed : {false, true}) {
      std::string load = isLoadTransposed ? ".trans" : "";
      std::string store = isStoreTransposed ? ".trans" : "";
      // Stored data are read back as plain numbers.
      std::vector<uint32_t> d =
          runRows("ldmatrix.sync.aligned.m8n8.x4" + load +
                  ".shared.b16 {%r0, %r1, %r2, %r3}, [%r41]; bar.sync 0;"
                  "stmatrix.sync.aligned.m8n8.x4" +
                  store +
                  ".shared.b16 [%r41], {%r0, %r1, %r2, %r3}; bar.sync 0;"
                  "ld.shared.v4.u32 {%r0, %r1, %r2, %r3}, [%r41];");
      for (unsigned i = 0; i != 128; ++i) {
        unsigned matrix = i / 32, row = i % 32 / 4, column = i % 4 * 2;
        uint32_t expected = isLoadTransposed == isStoreTransposed
                                ? pair(2 * i, 2 * i + 1)
                                : pair(64 * matrix + 8 * column + row,
                                       64 * matrix + 8 * (column + 1) + row);
        EXPECT_EQ(d[i], expected) << load << store << i;
      }
    }
}

TEST(EmulatorMatrixMove, StoreFewerRows) {
  std::vector<uint32_t> d = runRows(
      "mov.u32 %r4, 0xFFFFFFFF;"
      "stmatrix.sync.aligned.m8n8.x1.shared.b16 [%r41], {%r4}; bar.sync 0;"
      "ld.shared.v4.u32 {%r0, %r1, %r2, %r3}, [%r41];");
  for (unsigned i = 0; i != 128; ++i)
    EXPECT_EQ(d[i], i < 32 ? 0xFFFFFFFFu : pair(2 * i, 2 * i + 1));
}

//===----------------------------------------------------------------------===//
// Bytes
//===----------------------------------------------------------------------===//

namespace {

/// Byte i of the buffer is a number that differs from its neighbours.
unsigned markOf(unsigned i) { return (i * 37 + i / 256) & 0xFF; }

std::vector<uint8_t> markedBytes() {
  std::vector<uint8_t> bytes(2048);
  for (unsigned i = 0; i != bytes.size(); ++i)
    bytes[i] = static_cast<uint8_t>(markOf(i));
  return bytes;
}

std::vector<uint32_t> runMarked(const std::string &body) {
  KernelRun run(withTarget(rowsKernel(body), "sm_120a"));
  run.zeros(32 * 16).array(markedBytes());
  EXPECT_EQ(run.launch(), "") << body;
  return run.read<uint32_t>(0);
}

/// Element `column` of a row of packed elements, bit by bit.
unsigned elementAt(unsigned row, unsigned column, unsigned bits) {
  unsigned value = 0;
  for (unsigned b = 0; b != bits; ++b) {
    unsigned bit = column * bits + b;
    value |= (markOf(16 * row + bit / 8) >> bit % 8 & 1) << b;
  }
  return value;
}

unsigned byteOf(const std::vector<uint32_t> &d, unsigned lane, unsigned r,
                unsigned i) {
  return d[4 * lane + r] >> (8 * i) & 0xFF;
}

const std::tuple<unsigned, const char *> byteFormats[] = {
    {8, "b8"}, {6, "b8x16.b6x16_p32"}, {4, "b8x16.b4x16_p64"}};
const char *const lists[] = {"", "{%r0}", "{%r0, %r1}", "",
                             "{%r0, %r1, %r2, %r3}"};

} // namespace

/// "Each thread in a warp loads 4 consecutive columns": the ISA's figure of
/// 8x16.
TEST(EmulatorMatrixMove, LoadPackedRows) {
  for (auto [bits, type] : byteFormats)
    for (unsigned count : {1u, 2u, 4u}) {
      if (bits == 8)
        continue;
      std::vector<uint32_t> d =
          runMarked("ldmatrix.sync.aligned.m8n16.x" + std::to_string(count) +
                    ".shared." + type + " " + lists[count] + ", [%r41];");
      for (unsigned lane = 0; lane != 32; ++lane)
        for (unsigned i = 0; i != 4 * count; ++i)
          EXPECT_EQ(
              byteOf(d, lane, i / 4, i % 4),
              elementAt(8 * (i / 4) + lane / 4, lane % 4 * 4 + i % 4, bits))
              << type << count << " lane " << lane << " byte " << i;
    }
}

/// .s8.s4: rows of 8 bytes, each element with its sign.
TEST(EmulatorMatrixMove, LoadSignedNibbles) {
  auto textOf = [](unsigned count, const char *space, const char *version) {
    return withVersion(
        kernel(".shared .align 16 .b8 rows[1024]; .reg .b32 %q<5>;\n"
               "mov.u32 %r40, rows; mad.lo.u32 %r41, %t, 8, %r40;\n"
               "mul.wide.u32 %rd4, %t, 8; add.u64 %rd5, %rd1, %rd4;\n"
               "ld.global.b64 %rd6, [%rd5]; st.shared.b64 [%r41], %rd6;\n"
               "mov.b32 %q1, 0; mov.b32 %q2, 0; mov.b32 %q3, 0; bar.sync 0;\n"
               "ldmatrix.sync.aligned.m8n16.x" +
               std::to_string(count) + space + ".s8.s4 " +
               std::string("{%q0, %q1, %q2, %q3").substr(0, 5 * count - 1) +
               "}, [%r41];\n"
               "mul.wide.u32 %rd4, %t, 16; add.u64 %rd5, %rd0, %rd4;\n"
               "st.global.v4.b32 [%rd5], {%q0, %q1, %q2, %q3};"),
        version);
  };
  std::mt19937 random(4);
  std::vector<uint8_t> rows(32 * 8);
  for (uint8_t &byte : rows)
    byte = static_cast<uint8_t>(random());
  for (unsigned count : {1u, 2u, 4u}) {
    KernelRun run(textOf(count, ".shared::cta", "9.4"));
    run.zeros(32 * 16).array(rows);
    ASSERT_EQ(run.launch(), "");
    std::vector<int8_t> d = run.read<int8_t>(0);
    for (unsigned lane = 0; lane != 32; ++lane)
      for (unsigned i = 0; i != 16; ++i) {
        unsigned row = 8 * (i / 4) + lane / 4, column = lane % 4 * 4 + i % 4;
        int byte = rows[8 * row + column / 2];
        int element = column % 2 ? byte / 16 : byte % 16;
        int expected = element < 8 ? element : element - 16;
        EXPECT_EQ(d[16 * lane + i], i < 4 * count ? expected : 0)
            << count << " lane " << lane << " byte " << i;
      }
  }
  EXPECT_NE(parseError(textOf(1, ".shared", "9.3")).find("needs .version 9.4"),
            std::string::npos);
}

/// "... across 2 rows": addresses lead to columns of the matrix, and a register
/// has four of them.
TEST(EmulatorMatrixMove, LoadByteColumns) {
  for (auto [bits, type] : byteFormats)
    for (unsigned count : {1u, 2u}) {
      std::vector<uint32_t> d = runMarked(
          "ldmatrix.sync.aligned.m16n16.x" + std::to_string(count) +
          ".trans.shared." + type + " " + lists[2 * count] + ", [%r41];");
      for (unsigned lane = 0; lane != 32; ++lane)
        for (unsigned matrix = 0; matrix != count; ++matrix)
          for (unsigned row : {lane / 4, lane / 4 + 8})
            for (unsigned i = 0; i != 4; ++i)
              EXPECT_EQ(byteOf(d, lane, 2 * matrix + row / 8, i),
                        elementAt(16 * matrix + lane % 4 * 4 + i, row, bits))
                  << type << count << " lane " << lane;
    }
}

/// CUTLASS rearranges the two registers (SM100_U8x8_LDSM_T): bytes 0 and 1 of
/// both, then bytes 2 and 3, then match its layout of threads and values, with
/// the strides ((256, 8), (128, 64, 1024)) in bits of rows that lanes ((2, 2,
/// 4), (128, 1024, 256)) give.
TEST(EmulatorMatrixMove, ByteColumnsAsInCutlass) {
  std::vector<uint32_t> d = runMarked(
      "ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8 {%r0, %r1}, [%r41];"
      "prmt.b32 %r2, %r0, %r1, 0x5410; prmt.b32 %r3, %r0, %r1, 0x7632;");
  for (unsigned lane = 0; lane != 32; ++lane)
    for (unsigned i = 0; i != 8; ++i) {
      unsigned bit = 256 * (lane % 4) + 8 * (lane / 4) + 128 * (i & 1) +
                     64 * (i >> 1 & 1) + 1024 * (i >> 2);
      unsigned from = (bit >> 7 & 1) + (bit >> 10 & 1) * 2 + (bit >> 8 & 3) * 4;
      EXPECT_EQ(byteOf(d, lane, 2 + i / 4, i % 4),
                markOf(16 * from + bit % 128 / 8));
    }
}

/// A register has two neighbours of row l / 4 and two of the eighth row after
/// it, and the matrix is stored by columns: an accumulator of mma.m16n8.
TEST(EmulatorMatrixMove, StoreByteColumns) {
  for (unsigned count : {1u, 2u, 4u}) {
    std::vector<uint32_t> d = runMarked(
        "ld.shared.v4.u32 {%r0, %r1, %r2, %r3}, [%r41]; bar.sync 0;"
        "stmatrix.sync.aligned.m16n8.x" +
        std::to_string(count) + ".trans.shared.b8 [%r41], " + lists[count] +
        "; bar.sync 0; ld.shared.v4.u32 {%r0, %r1, %r2, %r3}, [%r41];");
    auto storedAt = [&](unsigned matrix, unsigned row, unsigned column) {
      unsigned at = 16 * (8 * matrix + column) + row;
      return d[at / 4] >> (at % 4 * 8) & 0xFF;
    };
    for (unsigned lane = 0; lane != 32; ++lane)
      for (unsigned i = 0; i != 4 * count; ++i)
        EXPECT_EQ(storedAt(i / 4, lane / 4 + (i % 4 < 2 ? 0 : 8),
                           lane % 4 * 2 + i % 2),
                  markOf(16 * lane + i))
            << count << " lane " << lane << " byte " << i;
    // Rows behind the last are unchanged.
    for (unsigned i = 32 * count; i != 128; ++i)
      EXPECT_EQ(d[i] & 0xFF, markOf(4 * i));
  }
}

/// Lanes behind the last row give no address, and rows are checked.
TEST(EmulatorMatrixMove, ByteRowsAreChecked) {
  auto errorOf = [](const std::string &body) {
    KernelRun run(withTarget(rowsKernel(body), "sm_100a"));
    run.config.checks = Checks::all();
    run.zeros(32 * 16).array(markedBytes());
    return run.launch();
  };
  std::string load = "ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8 {%r0, "
                     "%r1}, [%r43];";
  EXPECT_EQ(
      errorOf("setp.lt.u32 %p1, %t, 16; selp.u32 %r43, %r41, 7, %p1;" + load),
      "");
  EXPECT_NE(
      errorOf("setp.lt.u32 %p1, %t, 15; selp.u32 %r43, %r41, 7, %p1;" + load)
          .find("misaligned; the address must be a multiple of 16"),
      std::string::npos);
  // Half of a row of 4-bit elements is padding, which need not be written.
  std::string rows = "mad.lo.u32 %r43, %t, 16, %r40; add.u32 %r43, %r43, 2048;"
                     "mov.u32 %r4, 0x76543210; ";
  std::string packed = "bar.sync 0; ldmatrix.sync.aligned.m8n16.x4.shared.b8x16"
                       ".b4x16_p64 {%r0, %r1, %r2, %r3}, [%r43];";
  EXPECT_EQ(errorOf(rows + "st.shared.v2.u32 [%r43], {%r4, %r4};" + packed),
            "");
  EXPECT_NE(errorOf(rows + "st.shared.u32 [%r43], %r4;" + packed)
                .find("nobody has written"),
            std::string::npos);
}

//===----------------------------------------------------------------------===//
// Transposition in registers
//===----------------------------------------------------------------------===//

/// movmatrix and ldmatrix.trans transpose alike.
TEST(EmulatorMatrixMove, Transpose) {
  std::vector<uint32_t> d =
      runRows("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r0}, [%r41];"
              "movmatrix.sync.aligned.m8n8.trans.b16 %r1, %r0;"
              "ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%r2}, [%r41];"
              "movmatrix.sync.aligned.m8n8.trans.b16 %r3, %r1;");
  for (unsigned lane = 0; lane != 32; ++lane) {
    unsigned first = lane % 4 * 2, row = lane / 4;
    EXPECT_EQ(d[4 * lane + 1], pair(8 * first + row, 8 * first + 8 + row));
    EXPECT_EQ(d[4 * lane + 1], d[4 * lane + 2]);
    EXPECT_EQ(d[4 * lane + 3], d[4 * lane]);
  }
}

/// A matrix through ldmatrix, mma with the identity, and stmatrix.
TEST(EmulatorMatrixMove, ThroughTheIdentity) {
  std::string text = kernel(R"(
  mov.u32 %r40, buffer; mad.lo.u32 %r41, %t, 16, %r40;
  mad.wide.u32 %rd10, %t, 16, %rd1;
  ld.global.v4.u32 {%r0, %r1, %r2, %r3}, [%rd10];
  st.shared.v4.u32 [%r41], {%r0, %r1, %r2, %r3};
  mad.wide.u32 %rd10, %t, 8, %rd2;
  ld.global.v2.u32 {%r10, %r11}, [%rd10];
  bar.sync 0;
  // Matrices 0 .. 3 are rows 0-7 and 8-15, columns 0-7 and 8-15 of A.
  ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r0, %r1, %r2, %r3}, [%r41];
  mov.u32 %r4, 0;
  mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16
    {%r20, %r21}, {%r0, %r1, %r2, %r3}, {%r10, %r11}, {%r4, %r4};
  bar.sync 0;
  stmatrix.sync.aligned.m8n8.x2.shared.b16 [%r41], {%r20, %r21};
  bar.sync 0;
  ld.shared.v4.u32 {%r0, %r1, %r2, %r3}, [%r41];
  mad.wide.u32 %rd10, %t, 16, %rd0;
  st.global.v4.u32 [%rd10], {%r0, %r1, %r2, %r3};)",
                            sharedBuffer);
  std::vector<uint16_t> a;
  for (unsigned i = 0; i != 256; ++i)
    a.push_back(static_cast<uint16_t>(encode("f16", i)));
  // B picks columns 8 to 15 of A: rows 8 to 15 of B are the identity, and its
  // registers hold rows 2t, 2t+1 and 2t+8, 2t+9 of column g.
  std::vector<uint32_t> b;
  for (unsigned lane = 0; lane != 32; ++lane) {
    b.push_back(0);
    unsigned t = lane % 4, g = lane / 4;
    b.push_back((2 * t == g ? 0x3C00u : 0) |
                (2 * t + 1 == g ? 0x3C000000u : 0));
  }
  KernelRun run(text);
  run.zeros(512).array(a).array(b);
  ASSERT_EQ(run.launch(), "");
  std::vector<uint16_t> d = run.read<uint16_t>(0);
  for (unsigned i = 0; i != 128; ++i) // two matrices: rows 0-7 and 8-15
    EXPECT_EQ(decode("f16", d[i]), 128 + i) << i;
}

//===----------------------------------------------------------------------===//
// Faults
//===----------------------------------------------------------------------===//

TEST(EmulatorMatrixMove, RowsAreChecked) {
  std::string load = "ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%r0, %r1}, ";
  EXPECT_NE(rowsError("add.u32 %r41, %r41, 8;" + load + "[%r41];")
                .find("misaligned; the address must be a multiple of 16"),
            std::string::npos);
  EXPECT_NE(rowsError(load + "[%r41+3850];").find("misaligned"),
            std::string::npos);
  EXPECT_NE(rowsError(load + "[%r41+3856];").find("out of bounds"),
            std::string::npos);
  EXPECT_EQ(rowsError(load + "[%r41+3840];"), "");
  EXPECT_NE(rowsError("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%r41+4080], "
                      "{%r0, %r1, %r2, %r3};")
                .find("store of 16 bytes"),
            std::string::npos);
  EXPECT_NE(rowsError("ldmatrix.sync.aligned.m8n8.x1.b16 {%r0}, [%rd1];")
                .find("does not lie in shared memory"),
            std::string::npos);
}

/// A row that is out of bounds is reported for the lane that gave it.
TEST(EmulatorMatrixMove, TheLaneOfARowIsNamed) {
  std::string error =
      rowsError("setp.eq.u32 %p1, %t, 13; selp.u32 %r41, 0x100000, %r41, %p1;"
                "ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%r0, %r1}, [%r41];");
  EXPECT_NE(error.find("13"), std::string::npos) << error;
  EXPECT_NE(error.find("ldmatrix"), std::string::npos) << error;
}

/// All lanes have to be present.
TEST(EmulatorMatrixMove, TheWholeWarpIsNeeded) {
  std::string load = "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r0}, [%r41];";
  EXPECT_NE(rowsError("setp.lt.u32 %p1, %t, 16; @%p1 " + load).find("aligned"),
            std::string::npos);
  EXPECT_NE(rowsError("setp.lt.u32 %p1, %t, 16; @%p1 exit;" + load)
                .find("all 32 lanes"),
            std::string::npos);
  // Lanes that come on other paths meet.
  EXPECT_EQ(
      rowsError("setp.lt.u32 %p1, %t, 16; @%p1 bra A; add.u32 %r5, %r5, 1;"
                "A: " +
                load),
      "");
}

/// The checkers see each row, of loads and of stores.
TEST(EmulatorMatrixMove, CheckersSeeRows) {
  // Two warps write 512 bytes each, and meet the other one's.
  auto errorOf = [](const std::string &body, bool seesUnwritten = true) {
    KernelRun run(kernel("mov.u32 %r40, buffer; mad.lo.u32 %r41, %t, 16, %r40;"
                         "xor.b32 %r42, %t, 32; mad.lo.u32 %r42, %r42, 16, "
                         "%r40; mov.u32 %r0, 1;" +
                             body,
                         sharedBuffer));
    run.config.checks = Checks::all();
    run.config.checks.memory = seesUnwritten;
    run.config.checks.benign = true; // the loaded values are dead
    run.zeros(64);
    return run.launch({1, 1, 1}, {64, 1, 1});
  };
  auto expectPart = [](const std::string &text, const char *part) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
  };
  std::string write = "st.shared.v4.u32 [%r41], {%r0, %r0, %r0, %r0};";
  std::string load = "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r1, %r2, %r3, "
                     "%r4}, [%r42];";
  // Other bytes than those of `write`: equal ones are no race.
  std::string store = "mov.u32 %r5, 0x70007; "
                      "stmatrix.sync.aligned.m8n8.x4.shared.b16 [%r42], {%r5, "
                      "%r5, %r5, %r5};";
  EXPECT_EQ(errorOf(write + "bar.sync 0;" + load), "");
  EXPECT_EQ(errorOf(write + "bar.sync 0;" + store), "");
  expectPart(errorOf(write + load, false), "race");
  expectPart(errorOf(write + store), "race");
  std::string loadOwn = load;
  loadOwn.replace(loadOwn.find("%r42"), 4, "%r41");
  expectPart(errorOf(write + "bar.sync 0;" + store + loadOwn), "race");
  EXPECT_EQ(errorOf(write + "bar.sync 0;" + store + load), "");
  EXPECT_EQ(errorOf(load), "");
  expectPart(errorOf(load + "setp.ne.u32 %p1, %r3, 0; @%p1 trap;"),
             "nobody has written");
  EXPECT_EQ(errorOf(store + "bar.sync 0;" + load), "");
}

TEST(EmulatorMatrixMove, RefusedForms) {
  auto errorOf = [](const std::string &body, const char *target = "sm_120a") {
    return parseError(withTarget(kernel(body), target));
  };
  auto expect = [&](const std::string &body, const char *message,
                    const char *target = "sm_120a") {
    std::string error = errorOf(body, target);
    EXPECT_NE(error.find(message), std::string::npos) << body << error;
    EXPECT_NE(error.find("test.ptx:"), std::string::npos) << error;
  };
  expect("ldmatrix.sync.aligned.m16n16.x1.shared.b8 {%r0, %r1}, [%r2];",
         "this shape needs .trans");
  expect("ldmatrix.sync.aligned.m16n16.x4.trans.shared.b8 {%r0, %r1}, [%r2];",
         "the number of matrices is needed: .x1 or .x2");
  expect("ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8 {%r0}, [%r2];",
         "needs 2 registers, not 1");
  expect("ldmatrix.sync.aligned.m8n16.x1.shared.b8 {%r0}, [%r2];",
         "shape and type do not fit");
  expect("ldmatrix.sync.aligned.m8n8.x1.shared.b8 {%r0}, [%r2];",
         "shape and type do not fit: .m8n8 is of .b16");
  expect("ldmatrix.sync.aligned.x1.shared.b8 {%r0}, [%r2];",
         "the shape is needed: .m8n8, .m8n16 or .m16n16");
  expect("stmatrix.sync.aligned.m16n8.x1.shared.b8 [%r2], {%r0};",
         "this shape needs .trans");
  expect("stmatrix.sync.aligned.m16n8.x1.trans.shared.b8 [%r2], {%r0};",
         "variant", "sm_120");
  expect("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%r2], {%r0};",
         "needs .target sm_90", "sm_89");
  expect("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r0}, [%r2];",
         "needs .target sm_75", "sm_70");
  expect("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%r0}, [%r2];",
         "needs 2 registers, not 1");
  expect("ldmatrix.sync.aligned.m8n8.x1.global.b16 {%r0}, [%rd2];",
         "must lie in shared memory");
  expect("ldmatrix.sync.aligned.m8n8.shared.b16 {%r0}, [%r2];",
         "the number of matrices");
  expect("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%rd0}, [%r2];", "32 bits");
  expect("movmatrix.sync.aligned.m8n8.b16 %r0, %r1;", "needs .trans");
  expect("ldmatrix.aligned.m8n8.x1.shared.b16 {%r0}, [%r2];", "needs .sync");
}
