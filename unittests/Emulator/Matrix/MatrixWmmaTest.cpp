//===- MatrixWmmaTest.cpp - wmma of every shape and type ------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matrices in memory are loaded, multiplied and stored; fragments are opaque,
// so that only memory is compared. PTX ISA, section "Matrix Fragments for
// WMMA", gives the number of registers of a fragment.
//
//===----------------------------------------------------------------------===//

#include "MatrixHarness.h"
#include <array>
#include <random>

using namespace tessera::ptx;
using namespace tessera::ptx::test;

namespace {

struct WmmaShape {
  const char *name;
  unsigned m, n, k;
};
constexpr WmmaShape largeShapes[] = {{"m16n16k16", 16, 16, 16},
                                     {"m8n32k16", 8, 32, 16},
                                     {"m32n8k16", 32, 8, 16}};

struct Case {
  WmmaShape shape;
  std::string d, a, b, c;
  unsigned aRegisters, bRegisters, cRegisters, dRegisters;
  std::string before, after; ///< modifiers before .sync, and after the types
};

/// The layout of a matrix in memory.
struct Storage {
  bool isColumnMajor = false;
  unsigned padding = 0; ///< elements between the rows
  bool hasStride() const { return padding != 0; }
};

unsigned leadingOf(const NumberMatrix &matrix, Storage storage) {
  return (storage.isColumnMajor ? matrix.rows : matrix.columns) +
         storage.padding;
}

size_t indexOf(const NumberMatrix &matrix, Storage storage, Place p) {
  auto [row, column] = p;
  return size_t(leadingOf(matrix, storage)) *
             (storage.isColumnMajor ? column : row) +
         (storage.isColumnMajor ? row : column);
}

std::vector<uint8_t> toMemory(const std::string &type,
                              const NumberMatrix &matrix, Storage storage) {
  unsigned bits = bitsOf(type);
  size_t lines = storage.isColumnMajor ? matrix.columns : matrix.rows;
  std::vector<uint8_t> bytes(lines * leadingOf(matrix, storage) * bits / 8);
  for (unsigned i = 0; i != matrix.rows; ++i)
    for (unsigned j = 0; j != matrix.columns; ++j) {
      size_t at = indexOf(matrix, storage, {i, j}) * bits;
      uint64_t value = encode(type, matrix.at({i, j}));
      for (unsigned b = 0; b != bits; ++b)
        bytes[(at + b) / 8] |= (value >> b & 1) << ((at + b) % 8);
    }
  return bytes;
}

NumberMatrix fromMemory(const std::string &type,
                        const std::vector<uint8_t> &bytes, unsigned rows,
                        unsigned columns, Storage storage) {
  NumberMatrix matrix(rows, columns);
  unsigned size = bitsOf(type) / 8;
  for (unsigned i = 0; i != rows; ++i)
    for (unsigned j = 0; j != columns; ++j) {
      uint64_t value = 0;
      size_t at = indexOf(matrix, storage, {i, j}) * size;
      for (unsigned b = 0; b != size; ++b)
        value |= uint64_t(bytes[at + b]) << (8 * b);
      matrix.at({i, j}) = decode(type, value);
    }
  return matrix;
}

std::string registers(const char *name, unsigned count) {
  std::string list = "{";
  for (unsigned i = 0; i != count; ++i)
    list += (i ? ", %" : "%") + std::string(name) + std::to_string(i);
  return list + "}";
}

std::string orderOf(Storage storage) {
  return storage.isColumnMajor ? ".col" : ".row";
}

/// `wmma.load` or `wmma.store` of a matrix at a parameter.
std::string transfer(const std::string &role, const WmmaShape &shape,
                     Storage storage, const std::string &space,
                     const std::string &type, const std::string &list,
                     const std::string &address, const NumberMatrix &matrix) {
  bool isLoad = role != "d";
  std::string text =
      (isLoad ? "wmma.load." : "wmma.store.") + role + ".sync.aligned" +
      orderOf(storage) + "." + shape.name + space + "." + type + " " +
      (isLoad ? list + ", [" + address + "]" : "[" + address + "], " + list);
  if (storage.hasStride())
    text += ", " + std::to_string(leadingOf(matrix, storage));
  return text + ";\n";
}

NumberMatrix randomMatrix(std::mt19937 &random, const std::string &type,
                          unsigned rows, unsigned columns) {
  NumberMatrix matrix(rows, columns);
  int least = type[0] == 'u' || type == "b1" ? 0 : -4;
  int largest = type == "b1" ? 1 : 4;
  for (double &value : matrix.values)
    value = least + static_cast<int>(random() % (largest - least + 1));
  return matrix;
}

std::string declarations(const Case &test) {
  std::string type = test.a == "f64" ? "b64" : "b32";
  return "  .reg ." + type + " %ma<8>, %mb<8>, %mc<8>, %md<8>;\n";
}

/// The orders of A, B, C and D in memory.
using Storages = std::array<Storage, 4>;

/// D of an instruction whose matrices lie in `space`.
NumberMatrix run(const Case &test, const NumberMatrix &a, const NumberMatrix &b,
                 const NumberMatrix &c, const Storages &storages,
                 const std::string &space, const std::string &target) {
  const WmmaShape &s = test.shape;
  auto [aStorage, bStorage, cStorage, dStorage] = storages;
  NumberMatrix d(s.m, s.n);
  std::string types = test.a == "f16"
                          ? test.d + "." + test.c
                          : test.d + "." + test.a + "." + test.b + "." + test.c;
  std::string body = declarations(test) +
                     transfer("a", s, aStorage, space, test.a,
                              registers("ma", test.aRegisters), "%rd1", a) +
                     transfer("b", s, bStorage, space, test.b,
                              registers("mb", test.bRegisters), "%rd2", b) +
                     transfer("c", s, cStorage, space, test.c,
                              registers("mc", test.cRegisters), "%rd3", c) +
                     "  wmma.mma" + test.before + ".sync.aligned" +
                     orderOf(aStorage) + orderOf(bStorage) + "." + s.name +
                     "." + types + test.after + " " +
                     registers("md", test.dRegisters) + ", " +
                     registers("ma", test.aRegisters) + ", " +
                     registers("mb", test.bRegisters) + ", " +
                     registers("mc", test.cRegisters) + ";\n" +
                     transfer("d", s, dStorage, space, test.d,
                              registers("md", test.dRegisters), "%rd0", d);
  KernelRun launch(withTarget(kernel(body), target));
  launch.zeros(toMemory(test.d, d, dStorage).size())
      .array(toMemory(test.a, a, aStorage))
      .array(toMemory(test.b, b, bStorage))
      .array(toMemory(test.c, c, cStorage));
  EXPECT_EQ(launch.launch(), "") << body;
  return fromMemory(test.d, launch.read<uint8_t>(0), s.m, s.n, dStorage);
}

void check(const Case &test, const Storages &storages,
           const std::string &space = ".global") {
  std::mt19937 random(5);
  const WmmaShape &s = test.shape;
  NumberMatrix a = randomMatrix(random, test.a, s.m, s.k);
  NumberMatrix b = randomMatrix(random, test.b, s.k, s.n);
  NumberMatrix c = randomMatrix(random, test.c, s.m, s.n);
  NumberMatrix expected = multiplyAdd(a, b, c);
  if (test.before == ".xor.popc")
    for (unsigned i = 0; i != s.m; ++i)
      for (unsigned j = 0; j != s.n; ++j) {
        double &sum = expected.at({i, j}) = c.at({i, j});
        for (unsigned k = 0; k != s.k; ++k)
          sum += a.at({i, k}) != b.at({k, j});
      }
  NumberMatrix d = run(test, a, b, c, storages, space, "sm_90a");
  EXPECT_EQ(d.values, expected.values) << s.name << " " << test.a;
}

/// Checks every order of each matrix, with `padding` elements between rows.
void checkOrders(const Case &test, unsigned padding) {
  for (unsigned orders = 0; orders != 16; ++orders) {
    Storages storages;
    for (unsigned i = 0; i != 4; ++i)
      storages[i].isColumnMajor = orders >> i & 1;
    check(test, storages, orders % 2 ? ".global" : "");
    for (Storage &storage : storages)
      storage.padding = padding;
    check(test, storages);
  }
}

} // namespace

TEST(EmulatorWmma, Halves) {
  for (const WmmaShape &shape : largeShapes)
    for (const char *c : {"f16", "f32"})
      for (const char *d : {"f16", "f32"})
        checkOrders({shape, d, "f16", "f16", c, 8, 8, c[1] == '1' ? 4u : 8u,
                     d[1] == '1' ? 4u : 8u, "", ""},
                    8);
}

TEST(EmulatorWmma, Bfloats) {
  unsigned a[] = {4, 2, 8}, b[] = {4, 8, 2};
  for (unsigned i = 0; i != 3; ++i)
    checkOrders({largeShapes[i], "f32", "bf16", "bf16", "f32", a[i], b[i], 8, 8,
                 "", ""},
                8);
}

static const Case tf32 = {
    {"m16n16k8", 16, 16, 8}, "f32", "tf32", "tf32", "f32", 4, 4, 8, 8, "", ""};

TEST(EmulatorWmma, Tf32) { checkOrders(tf32, 4); }

/// Hardware of sm_90 adds four products of a wmma of tf32 at once, though eight
/// of an mma: a small one behind large ones that cancel is not lost.
TEST(EmulatorWmma, Tf32IsAddedByFours) {
  auto sum = [](unsigned place, const char *target) {
    NumberMatrix a(16, 8), b(8, 16), c(16, 16);
    a.at({0, 0}) = 0x1p12, b.at({0, 0}) = 0x1p12;
    a.at({0, 1}) = -0x1p12, b.at({1, 0}) = 0x1p12;
    a.at({0, place}) = 0x1p-12, b.at({place, 0}) = 0x1p-12;
    return run(tf32, a, b, c, {}, ".global", target).at({0, 0});
  };
  for (const char *target : {"sm_80", "sm_90", "sm_100", "sm_120"}) {
    EXPECT_EQ(sum(3, target), 0) << target;
    EXPECT_EQ(sum(4, target), 0x1p-24) << target;
  }
}

TEST(EmulatorWmma, Doubles) {
  for (const char *rounding : {"", ".rn", ".rz", ".rm", ".rp"})
    checkOrders({{"m8n8k4", 8, 8, 4},
                 "f64",
                 "f64",
                 "f64",
                 "f64",
                 1,
                 1,
                 2,
                 2,
                 "",
                 rounding},
                2);
}

TEST(EmulatorWmma, Bytes) {
  unsigned a[] = {2, 1, 4}, b[] = {2, 4, 1};
  for (unsigned i = 0; i != 3; ++i)
    for (const char *type : {"s8", "u8"})
      for (const char *after : {"", ".satfinite"})
        checkOrders({largeShapes[i], "s32", type, type, "s32", a[i], b[i], 8, 8,
                     "", after},
                    16);
}

TEST(EmulatorWmma, NarrowElements) {
  Storage row, column, wideRow, wideColumn;
  column.isColumnMajor = wideColumn.isColumnMajor = true;
  wideRow.padding = wideColumn.padding = 128;
  for (const char *type : {"s4", "u4"}) {
    Case test = {
        {"m8n8k32", 8, 8, 32}, "s32", type, type, "s32", 1, 1, 2, 2, "", ""};
    check(test, {row, column, row, column});
    check(test, {wideRow, wideColumn, column, row});
  }
  for (const char *before : {".xor.popc", ".and.popc"}) {
    Case test = {{"m8n8k128", 8, 8, 128},
                 "s32",
                 "b1",
                 "b1",
                 "s32",
                 1,
                 1,
                 2,
                 2,
                 before,
                 ""};
    check(test, {row, column, row, column});
    check(test, {wideRow, wideColumn, column, row});
  }
}

/// A load and a store of accumulators leave memory unchanged; a fragment in
/// shared memory is like one in global memory.
TEST(EmulatorWmma, ThroughSharedMemory) {
  KernelRun run(kernel(R"(
  .reg .b32 %mc<8>;
  mov.u32 %r0, buffer;
  wmma.load.c.sync.aligned.row.m16n16k16.global.f32
    {%mc0, %mc1, %mc2, %mc3, %mc4, %mc5, %mc6, %mc7}, [%rd1];
  wmma.store.d.sync.aligned.col.m16n16k16.shared.f32 [%r0],
    {%mc0, %mc1, %mc2, %mc3, %mc4, %mc5, %mc6, %mc7}, 20;
  bar.sync 0;
  wmma.load.c.sync.aligned.row.m16n16k16.shared::cta.f32
    {%mc0, %mc1, %mc2, %mc3, %mc4, %mc5, %mc6, %mc7}, [%r0], 20;
  wmma.store.d.sync.aligned.row.m16n16k16.global.f32 [%rd0],
    {%mc0, %mc1, %mc2, %mc3, %mc4, %mc5, %mc6, %mc7};)",
                       ".shared .align 32 .b8 buffer[1280];\n"));
  std::vector<uint32_t> numbers;
  for (uint32_t i = 0; i != 256; ++i)
    numbers.push_back(i);
  run.zeros(1024).array(numbers);
  ASSERT_EQ(run.launch(), "");
  std::vector<uint32_t> d = run.read<uint32_t>(0);
  for (uint32_t i = 0; i != 256; ++i)
    EXPECT_EQ(d[i], i % 16 * 16 + i / 16);
}

/// Registers of f16 accumulators hold, in order, the same elements as those of
/// f32.
TEST(EmulatorWmma, HalvesLieWhereSinglesDo) {
  for (const WmmaShape &shape : largeShapes) {
    NumberMatrix matrix(shape.m, shape.n);
    for (size_t i = 0; i != matrix.values.size(); ++i)
      matrix.values[i] = static_cast<double>(i);
    std::string body = "  .reg .b32 %ma<8>, %mc<8>; .reg .b16 %q<8>;\n";
    body += transfer("c", shape, {}, ".global", "f16", registers("ma", 4),
                     "%rd1", matrix);
    for (unsigned i = 0; i != 4; ++i) {
      std::string low = "%q" + std::to_string(2 * i);
      std::string high = "%q" + std::to_string(2 * i + 1);
      body += "mov.b32 {" + low + ", " + high + "}, %ma" + std::to_string(i) +
              "; cvt.f32.f16 %mc" + std::to_string(2 * i) + ", " + low +
              "; cvt.f32.f16 %mc" + std::to_string(2 * i + 1) + ", " + high +
              ";\n";
    }
    body += transfer("d", shape, {}, ".global", "f32", registers("mc", 8),
                     "%rd0", matrix);
    KernelRun run(kernel(body));
    run.zeros(1024).array(toMemory("f16", matrix, {}));
    ASSERT_EQ(run.launch(), "");
    NumberMatrix d =
        fromMemory("f32", run.read<uint8_t>(0), shape.m, shape.n, {});
    EXPECT_EQ(d.values, matrix.values);
  }
}

/// All registers of a multiplicand may be changed in the same way.
TEST(EmulatorWmma, MultiplicandsCanBeScaled) {
  std::string body = "  .reg .b32 %ma<8>, %mb<8>, %mc<8>, %two, %zero;\n"
                     "  mov.b32 %two, 0x40004000; mov.b32 %zero, 0;\n";
  WmmaShape shape = largeShapes[0];
  NumberMatrix a(16, 16), b(16, 16), c(16, 16);
  for (unsigned i = 0; i != 16; ++i)
    for (unsigned j = 0; j != 16; ++j) {
      a.at({i, j}) = i + 16 * j;
      b.at({i, j}) = i == j;
    }
  body +=
      transfer("a", shape, {}, ".global", "f16", registers("ma", 8), "%rd1", a);
  body +=
      transfer("b", shape, {}, ".global", "f16", registers("mb", 8), "%rd2", b);
  for (unsigned i = 0; i != 8; ++i)
    body += "mul.f16x2 %ma" + std::to_string(i) + ", %ma" + std::to_string(i) +
            ", %two;\n";
  body += "wmma.mma.sync.aligned.row.row.m16n16k16.f32.f32 " +
          registers("mc", 8) + ", " + registers("ma", 8) + ", " +
          registers("mb", 8) +
          ", {%zero, %zero, %zero, %zero, %zero, %zero, %zero, %zero};\n";
  body +=
      transfer("d", shape, {}, ".global", "f32", registers("mc", 8), "%rd0", c);
  KernelRun run(kernel(body));
  run.zeros(1024).array(toMemory("f16", a, {})).array(toMemory("f16", b, {}));
  ASSERT_EQ(run.launch(), "");
  c = fromMemory("f32", run.read<uint8_t>(0), 16, 16, {});
  for (unsigned i = 0; i != 256; ++i)
    EXPECT_EQ(c.values[i], 2 * a.values[i]);
}

/// f16 results of f32 accumulators are rounded once, at the end.
TEST(EmulatorWmma, HalvesOfSingleSums) {
  NumberMatrix a(16, 16), b(16, 16), c(16, 16);
  for (unsigned i = 0; i != 16; ++i)
    for (unsigned j = 0; j != 16; ++j) {
      a.at({i, j}) = j == 0 || j == 8;
      b.at({i, j}) = 1;
      c.at({i, j}) = 2047.5;
    }
  // 2047.5 is not an f16; 2048.5 + 1 rounds to 2050, but to 2048 if rounded in
  // between.
  WmmaShape shape = largeShapes[0];
  std::string body = "  .reg .b32 %ma<8>, %mb<8>, %mc<8>, %md<4>;\n";
  body +=
      transfer("a", shape, {}, ".global", "f16", registers("ma", 8), "%rd1", a);
  body +=
      transfer("b", shape, {}, ".global", "f16", registers("mb", 8), "%rd2", b);
  body +=
      transfer("c", shape, {}, ".global", "f32", registers("mc", 8), "%rd3", c);
  body += "wmma.mma.sync.aligned.row.row.m16n16k16.f16.f32 " +
          registers("md", 4) + ", " + registers("ma", 8) + ", " +
          registers("mb", 8) + ", " + registers("mc", 8) + ";\n";
  body +=
      transfer("d", shape, {}, ".global", "f16", registers("md", 4), "%rd0", c);
  KernelRun run(withTarget(kernel(body), "sm_80"));
  run.zeros(512)
      .array(toMemory("f16", a, {}))
      .array(toMemory("f16", b, {}))
      .array(toMemory("f32", c, {}));
  ASSERT_EQ(run.launch(), "");
  for (uint16_t bits : run.read<uint16_t>(0))
    EXPECT_EQ(decode("f16", bits), 2050);
}

//===----------------------------------------------------------------------===//
// Faults and refusals
//===----------------------------------------------------------------------===//

namespace {

std::string loadError(const std::string &operands,
                      const std::string &before = "") {
  KernelRun run(kernel("  .reg .b32 %ma<8>; .reg .u32 %s;\n" + before +
                       "  wmma.load.a.sync.aligned.row.m16n16k16.f16 " +
                       registers("ma", 8) + ", " + operands + ";"));
  run.zeros(64).array(std::vector<uint16_t>(16 * 24 + 16));
  return run.launch();
}

void expectPart(const std::string &text, const char *part) {
  EXPECT_NE(text.find(part), std::string::npos) << text;
}

} // namespace

TEST(EmulatorWmma, PlacesAreChecked) {
  EXPECT_EQ(loadError("[%rd1]"), "");
  EXPECT_EQ(loadError("[%rd1], 24"), "");
  expectPart(loadError("[%rd1+16]"), "must be a multiple of 32");
  expectPart(loadError("[%rd1], 20"), "a stride of 40 bytes does not fit");
  expectPart(loadError("[%rd1], 8"), "at least 32");
  expectPart(loadError("[%rd1], 32"), "out of bounds");
  expectPart(loadError("[%rd1], %s", "add.u32 %s, %t, 16;"),
             "one address and one stride");
  expectPart(loadError("[%rd4]", "mad.wide.u32 %rd4, %t, 32, %rd1;"),
             "one address and one stride");
}

TEST(EmulatorWmma, RefusedForms) {
  auto expect = [](const std::string &body, const char *message,
                   const char *target = "sm_120a") {
    std::string error = parseError(withTarget(
        kernel("  .reg .b32 %ma<8>, %mb<8>, %mc<8>, %md<8>;\n" + body),
        target));
    expectPart(error, message);
    expectPart(error, "test.ptx:");
  };
  std::string mma = "mma.sync.aligned.", four = "{%ma0, %ma1, %ma2, %ma3}",
              operands = " {%md0, %md1, %md2, %md3}, " + four +
                         ", {%mb0, %mb1}, {%mc0, %mc1, %mc2, %mc3};";
  expect(
      "mma.sp.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%md0, %md1, %md2, "
      "%md3}, {%ma0, %ma1}, {%mb0, %mb1}, {%mc0, %mc1, %mc2, %mc3}, %r0, 0;",
      "sparse");
  expect("mma.sp::ordered_metadata.sync.aligned.m16n8k16.row.col.f32.f16.f16."
         "f32 {%md0, %md1, %md2, %md3}, {%ma0, %ma1}, {%mb0, %mb1}, {%mc0, "
         "%mc1, %mc2, "
         "%mc3}, %r0, 0;",
         "sparse");
  expect(mma + "m16n8k16.row.row.f32.f16.f16.f32" + operands,
         "A must be .row here and B .col");
  expect(mma + "m16n8k16.row.f32.f16.f16.f32" + operands, "orders of A and B");
  expect(mma + "m16n8k32.row.col.f32.f16.f16.f32" + operands,
         "shape and types do not fit");
  expect(mma + "m16n8k16.row.col.f32.f16.bf16.f32" + operands,
         "shape and types do not fit");
  expect(mma + "m16n8k16.row.col.f16.f16.f16.f32" + operands,
         "shape and types do not fit");
  expect(mma + "m16n8k16.row.col.f32.bf16.bf16" + operands,
         "the types of D, A, B and C");
  expect(mma + "m16n8k16.row.col.f32.f16.f16.f32 {%md0, %md1, %md2}, " + four +
             ", {%mb0, %mb1}, {%mc0, %mc1, %mc2, %mc3};",
         "operand 1 needs 4 registers, not 3");
  expect(mma + "m16n8k16.row.col.f32.f16.f16.f32 {%md0, %md1, %md2, 5}, " +
             four + ", {%mb0, %mb1}, {%mc0, %mc1, %mc2, %mc3};",
         "must be made of registers");
  expect(mma + "m16n8k16.row.col.f32.f16.f16.f32" + operands,
         "needs .target sm_80", "sm_75");
  expect(mma + "m16n8k32.row.col.f32.e4m3.e4m3.f32" + operands,
         "needs .target sm_89", "sm_86");
  expect(mma + "m8n8k128.row.col.s32.b1.b1.s32 {%md0, %md1}, {%ma0}, {%mb0}, "
               "{%mc0, %mc1};",
         ".and or .xor");
  expect(mma + "m8n8k128.row.col.s32.b1.b1.s32.and.popc {%md0, %md1}, {%ma0}, "
               "{%mb0}, {%mc0, %mc1};",
         "needs .target sm_80", "sm_75");
  expect(mma + "m16n8k16.row.col.satfinite.f32.f16.f16.f32" + operands,
         "unknown: ");
  expect("wmma.load.a.sync.aligned.row.m16n8k16.f16 {%ma0}, [%rd0];",
         "shape and type do not fit");
  expect("wmma.load.a.sync.aligned.col.m8n8k32.s4 {%ma0}, [%rd0];",
         "A must be .row here and B .col");
  expect("wmma.load.a.sync.aligned.row.m16n16k16.f16 {%ma0, %ma1}, [%rd0];",
         "needs 8 registers, not 2");
  expect("wmma.load.a.sync.aligned.m16n16k16.f16 {%ma0, %ma1}, [%rd0];",
         "the order of the matrix");
  expect("wmma.load.a.sync.aligned.row.m16n16k16.local.f16 {%ma0, %ma1, %ma2, "
         "%ma3, %ma4, %ma5, %ma6, %ma7}, [%rd0];",
         "global or shared memory");
  expect("wmma.mma.sync.aligned.row.col.m16n16k16.s32.s8.u8.s32 {%md0, %md1, "
         "%md2, %md3, %md4, %md5, %md6, %md7}, {%ma0, %ma1}, {%mb0, %mb1}, "
         "{%mc0, %mc1, "
         "%mc2, %mc3, %mc4, %mc5, %mc6, %mc7};",
         "shape and types do not fit");
}

/// All lanes have to be present, and to come together.
TEST(EmulatorWmma, TheWholeWarpIsNeeded) {
  std::string mma = "mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 {%r1, "
                    "%r2}, {%r3}, {%r4}, {%r5, %r6};";
  auto errorOf = [&](const std::string &before, Dim3 block = {32, 1, 1}) {
    KernelRun run(kernel(before + mma));
    run.zeros(64);
    return run.launch({1, 1, 1}, block);
  };
  EXPECT_EQ(errorOf(""), "");
  expectPart(errorOf("setp.lt.u32 %p1, %t, 16; @%p1 "), "part of its warp");
  expectPart(errorOf("setp.lt.u32 %p1, %t, 16; @%p1 exit;"), "all 32 lanes");
  expectPart(errorOf("", {16, 1, 1}), "all 32 lanes");
  EXPECT_EQ(errorOf("setp.lt.u32 %p1, %t, 16; @%p1 bra A; add.u32 %r3, %r3, "
                    "1; A: "),
            "");
}
