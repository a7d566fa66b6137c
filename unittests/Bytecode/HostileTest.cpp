//===- HostileTest.cpp - Files made to hurt the reader --------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// No file makes the reader take more than 64 times its size of memory, or time
// that grows faster than the file. Findings of the fuzz targets stay covered:
// the files of test/Bytecode/hostile are read for ever.
//
//===----------------------------------------------------------------------===//

#include "../../fuzz/HeapMeter.h"
#include "BytecodeTest.h"
#include "mlir/IR/OperationSupport.h"

using namespace tessera;
using namespace tessera::bytecode;
using namespace tessera::test;
using testing::HasSubstr;

namespace {

// Indices into the types of `fileOf`.
enum : uint8_t { sig, token, i32, tileI32, i1, tileI1 };

const std::vector<Bytes> types = {
    noArguments,    {0x11}, {3},
    {0x0D, i32, 0}, {0},    Bytes{0x0D, i1, 1} + le(1 << 24, 8)};

/// `count` times the same bytes.
Bytes repeat(size_t count, const Bytes &bytes) {
  Bytes out;
  out.reserve(count * bytes.size());
  for (size_t i = 0; i < count; ++i)
    out.insert(out.end(), bytes.begin(), bytes.end());
  return out;
}

/// A file with one entry that holds the ops.
Bytes fileOf(const Bytes &ops) {
  return FileBuilder().strings({"k"}).types(types).entry(ops + returnOp).end();
}

/// Growth of the context that does not depend on the file.
constexpr size_t kConstant = 1 << 18;

class Hostile : public BytecodeTest {
protected:
  Hostile() { (void)read(noop); }

  /// Reads, and compares the memory used with the size of the file; returns the
  /// errors, or nothing.
  std::string readWithin(llvm::StringRef bytes) {
    Module module;
    size_t peak;
    {
      HeapMeter meter;
      module = read(bytes);
      peak = meter.peak();
    }
    EXPECT_LE(peak, kHeapPerByte * bytes.size() + kConstant)
        << double(peak) / bytes.size() << " bytes for each byte";
    std::string errors = takeErrors();
    EXPECT_EQ(bool(module), errors.empty()) << errors;
    return errors;
  }
  std::string readWithin(const Bytes &bytes) { return readWithin(str(bytes)); }
};

} // namespace

//===----------------------------------------------------------------------===//
// Much of one thing
//===----------------------------------------------------------------------===//

TEST_F(Hostile, OrdinaryFilesAreFarBelowTheBound) {
  for (const std::string &path : samples())
    EXPECT_EQ(readWithin(load(path)), "") << path;
}

TEST_F(Hostile, TheSmallestOps) {
  readWithin(fileOf(repeat(200000, {0x44, token})));
}

TEST_F(Hostile, OpsWhoseVerifierFails) {
  // Only the first entry is used, but all could be.
  Bytes constant = {0x10, tileI32, 0};
  Bytes file =
      FileBuilder()
          .strings({"k"})
          .types(types)
          .constants({Bytes{4} + le(7, 4)})
          .entry(constant + repeat(100000, {0x4F, tileI32, 0}) + returnOp)
          .end();
  EXPECT_THAT(readWithin(file), HasSubstr("in entry 'k', op #1 (negf)"));
}

TEST_F(Hostile, Operands) {
  readWithin(fileOf(Bytes{0x44, token} + Bytes{0x3C, 1, token} +
                    varint(300000) + Bytes(300000, 0)));
}

TEST_F(Hostile, Results) {
  readWithin(fileOf(Bytes{0x41} + varint(300000) + Bytes(300000, tileI32) +
                    Bytes{0, 1, 1, 0, 1, 0x0A, 0, 0}));
}

TEST_F(Hostile, BlockArguments) {
  readWithin(fileOf(Bytes{0x41, 0, 0, 1, 1} + varint(300000) +
                    Bytes(300000, tileI32) + Bytes{1, 0x0A, 0, 0}));
}

TEST_F(Hostile, Blocks) {
  readWithin(fileOf(Bytes{0x41, 0, 0, 1} + varint(50000) +
                    repeat(50000, {0, 1, 0x0A, 0, 0})));
}

TEST_F(Hostile, Globals) {
  Bytes file = FileBuilder()
                   .strings({"k"})
                   .types({noArguments, {3}, Bytes{0x0D, 1, 1} + le(1, 8)})
                   .constants({Bytes{4} + le(7, 4)})
                   .section(6, varint(50000) + repeat(50000, {0, 2, 0, 4}))
                   .entry(returnOp)
                   .end();
  EXPECT_NE(readWithin(file), "");
}

TEST_F(Hostile, LongNamesOfGlobals) {
  Bytes file = FileBuilder()
                   .strings({std::string(50000, 'g')})
                   .types({noArguments, {3}, Bytes{0x0D, 1, 1} + le(1, 8)})
                   .constants({Bytes{4} + le(7, 4)})
                   .section(6, varint(2000) + repeat(2000, {0, 2, 0, 4}))
                   .entry(returnOp)
                   .end();
  EXPECT_NE(readWithin(file), "");
}

TEST_F(Hostile, SplatsStaySplats) {
  // Sixteen million booleans of one byte, under many types of that size.
  std::vector<Bytes> tiles = {noArguments, {0}};
  Bytes ops;
  for (unsigned shift = 0; shift <= 12; ++shift) {
    ops = ops + Bytes{0x10, uint8_t(tiles.size()), 0};
    tiles.push_back(Bytes{0x0D, 1, 2} + le(uint64_t(1) << (24 - shift), 8) +
                    le(uint64_t(1) << shift, 8));
  }
  Bytes file = FileBuilder()
                   .strings({"k"})
                   .types(tiles)
                   .constants({{1, 0xFF}})
                   .entry(ops + returnOp)
                   .end();
  EXPECT_EQ(readWithin(file), "");
}

TEST_F(Hostile, AsManyArgumentsAsALaunchHasRoomFor) {
  Bytes file =
      FileBuilder()
          .strings({"k"})
          .types({Bytes{0x10} + varint(4095) + Bytes(4095, 2) + Bytes{0},
                  {3},
                  {0x0D, 1, 0}})
          .section(2, Bytes{1, 0, 0, 2, 0, 3} + returnOp, 8)
          .end();
  EXPECT_EQ(readWithin(file), "");
}

//===----------------------------------------------------------------------===//
// One thing used again and again
//===----------------------------------------------------------------------===//

TEST_F(Hostile, OneLargeSignatureOfManyEntries) {
  // Ten thousand arguments for each of five thousand entries.
  Bytes line = Bytes{0, 0, 2, 0, 3} + returnOp;
  Bytes file =
      FileBuilder()
          .strings({"k"})
          .types({Bytes{0x10} + varint(10000) + Bytes(10000, 2) + Bytes{0},
                  {3},
                  {0x0D, 1, 0}})
          .section(2, varint(5000) + repeat(5000, line), 8)
          .end();
  EXPECT_THAT(readWithin(file), HasSubstr("used again and again"));
}

TEST_F(Hostile, SignaturesOfSignatures) {
  // Each signature is twice as long as the one before; so would be its text.
  std::vector<Bytes> doubled = {noArguments};
  for (uint8_t i = 1; i < 60; ++i)
    doubled.push_back({0x10, 2, uint8_t(i - 1), uint8_t(i - 1), 0});
  std::reverse(doubled.begin(), doubled.end());
  for (Bytes &type : doubled)
    if (type.size() == 5)
      type[2] = type[3] = uint8_t(59 - type[2]);
  EXPECT_THAT(
      readWithin(
          FileBuilder().strings({"k"}).types(doubled).entry(returnOp).end()),
      HasSubstr("a signature holds another signature"));
}

TEST_F(Hostile, OneLargeTypeManyTimesInAnAttribute) {
  // The error about hints of a target that are no dictionary prints them in
  // full.
  std::vector<Bytes> large = {
      noArguments, {7}, Bytes{0x0D, 1} + varint(5000) + repeat(5000, le(1, 8))};
  Bytes hints = Bytes{0x0B, 1, 0, 6} + varint(20000) + repeat(20000, {4, 2});
  EXPECT_THAT(readWithin(FileBuilder()
                             .strings({"k"})
                             .types(large)
                             .entry(returnOp, 6, hints)
                             .end()),
              HasSubstr("used again and again"));
}

TEST_F(Hostile, StringsThatShareTheirBytes) {
  // Every string extends from its own first byte to the end of the next one.
  const size_t count = 5000, length = 50000;
  Bytes table = varint(count);
  pad(table, 4);
  for (size_t i = 0; i < count; ++i)
    table = table + le(i % 2 ? length - i : i, 4);
  Bytes ops;
  for (size_t i = 0; i + 1 < count; i += 2)
    ops = ops + Bytes{0x2C, 1} + varint(i);
  Bytes file = FileBuilder()
                   .section(1, table + Bytes(length, 's'), 4)
                   .types({noArguments, {3}})
                   .entry(ops + returnOp)
                   .end();
  EXPECT_THAT(readWithin(file), HasSubstr("used again and again"));
}

//===----------------------------------------------------------------------===//
// Counts and depth
//===----------------------------------------------------------------------===//

TEST_F(Hostile, ArraysInArraysThatClaimAllThatIsLeft) {
  // Sixty nested arrays, each of as many elements as bytes follow.
  Bytes hints, filler(100000, 3);
  for (unsigned i = 0; i < 60; ++i)
    hints = hints + Bytes{6} + varint(filler.size());
  hints = Bytes{0x0B, 1, 0} + hints + filler;
  Bytes file = FileBuilder()
                   .strings({"k"})
                   .types({noArguments})
                   .entry(returnOp, 6, hints)
                   .end();
  EXPECT_NE(readWithin(file), "");
}

TEST_F(Hostile, AttributesThatNestTooDeep) {
  for (unsigned depth : {60, 70, 100000}) {
    Bytes hints = Bytes{0x0B, 1, 0} + repeat(depth, {6, 1}) + Bytes{3, 1};
    Bytes file = FileBuilder()
                     .strings({"k"})
                     .types({noArguments})
                     .entry(returnOp, 6, hints)
                     .end();
    std::string error = readWithin(file);
    EXPECT_EQ(llvm::StringRef(error).contains("nest deeper than 64"),
              depth > 64)
        << error;
  }
}

TEST_F(Hostile, EnumCasesThatJoinedLater) {
  // ftof in 13.3, with a rounding that only 13.4 has.
  Bytes file = FileBuilder(3)
                   .strings({"k"})
                   .types({noArguments, {7}, {0x0D, 1, 0}, {5}, {0x0D, 3, 0}})
                   .constants({Bytes{4} + le(0, 4)})
                   .entry(Bytes{0x10, 2, 0, 0x2A, 4, 7, 0} + returnOp)
                   .end();
  EXPECT_THAT(readWithin(file),
              HasSubstr("nearest_away needs bytecode version 13.4"));
}

//===----------------------------------------------------------------------===//
// Findings of the fuzz targets
//===----------------------------------------------------------------------===//

TEST_F(Hostile, Findings) {
  std::vector<std::string> paths =
      filesIn(TESSERA_SOURCE_DIR "/test/Bytecode/hostile", ".tile");
  EXPECT_FALSE(paths.empty());
  for (const std::string &path : paths) {
    SCOPED_TRACE(path);
    std::string bytes = load(path);
    if (!readWithin(bytes).empty())
      continue;
    Module module = read(bytes);
    for (BytecodeVersion version : supportedBytecodeVersions()) {
      std::string written = write(*module, version);
      std::string errors = takeErrors();
      ASSERT_EQ(written.empty(), !errors.empty());
      if (written.empty())
        continue;
      Module copy = read(written);
      ASSERT_TRUE(copy) << takeErrors();
      EXPECT_TRUE(mlir::OperationEquivalence::isEquivalentTo(
          *module, *copy, mlir::OperationEquivalence::None));
    }
  }
}
