//===- ReaderTest.cpp - Valid and invalid files ---------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BytecodeTest.h"
#include "tessera/Bytecode/Container/Tags.h"

using namespace tessera;
using namespace tessera::bytecode;
using namespace tessera::test;
using testing::HasSubstr;
using testing::StartsWith;

namespace {

// Indices into the types of `body`.
enum : uint8_t { sig, i32, tileI32, token, i1, tileI1x16, f32, tileF32, ptr };

/// A file with some types, one entry without arguments and the given ops.
Bytes body(const Bytes &ops, uint8_t minor = 1) {
  return FileBuilder(minor)
      .strings({"k", "%d"})
      .types({noArguments,
              {3},
              Bytes{0x0D, i32, 0},
              {0x11},
              {0},
              Bytes{0x0D, i1, 1} + le(16, 8),
              {7},
              Bytes{0x0D, f32, 0},
              minor >= 4 ? Bytes{0x0C, 0, f32} : Bytes{0x0C, f32}})
      .constants({Bytes{4} + le(7, 4),
                  {1, 0xFF},
                  {2, 0x01, 0x80},
                  Bytes{16} + Bytes(15, 0) + Bytes{9},
                  {3, 0, 0, 0}})
      .entry(ops + returnOp)
      .end();
}

const Bytes seven = {0x10, tileI32, 0};
const Bytes newToken = {0x44, token};

class Reader : public BytecodeTest {
protected:
  /// The text of the module with `ops`.
  std::string textOf(const Bytes &ops, uint8_t minor = 1) {
    Module module = read(body(ops, minor));
    return module ? print(*module) : takeErrors();
  }
  std::string errorIn(const Bytes &ops, uint8_t minor = 1) {
    return errorOf(body(ops, minor));
  }
};

} // namespace

TEST_F(Reader, ErrorsSayWhere) {
  // The body begins at the opcode of the first op.
  EXPECT_THAT(errorIn(seven + Bytes{0x7F}),
              HasSubstr("in entry 'k', op #1: unknown opcode 0x7f"));
  EXPECT_THAT(errorIn(Bytes{0x7F}), StartsWith("input.tile: error: "));
  EXPECT_THAT(errorIn(seven + Bytes{0x10, tileI32, 9}),
              HasSubstr("in entry 'k', op #1 (constant): constant index 9 is "
                        "out of range: there are 5"));
}

TEST_F(Reader, FilesOfOtherKinds) {
  EXPECT_THAT(errorOf({}), HasSubstr("the file is empty (byte 0x0)"));
  EXPECT_THAT(errorOf(text("ML\xEFR....")), HasSubstr("MLIR's own bytecode"));
  EXPECT_THAT(errorOf(text("module { }")), HasSubstr("this is text"));
  EXPECT_TRUE(looksLikeMLIRBytecode("ML\xEFR...."));
  EXPECT_FALSE(looksLikeMLIRBytecode(str(noop)));
  EXPECT_TRUE(isTileIRBytecode(str(noop)));
  EXPECT_FALSE(isTileIRBytecode("\x7FTileI"));
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

TEST_F(Reader, OpcodesAndVersions) {
  EXPECT_THAT(errorIn({0x16}), HasSubstr("(entry): the op cannot stand in a "
                                         "function"));
  EXPECT_THAT(errorIn({0x80}), HasSubstr("unknown opcode 0x"));
  EXPECT_THAT(errorIn(Bytes(12, 0xFF)), HasSubstr("an opcode"));
}

TEST_F(Reader, Values) {
  EXPECT_THAT(errorIn(seven + Bytes{0x4F, tileF32, 1}),
              HasSubstr("value index 1 is out of range: there are 1"));
  EXPECT_THAT(errorIn(Bytes{0x4F, tileF32, 0}),
              HasSubstr("value index 0 is out of range: there are 0"));
}

TEST_F(Reader, ResultTypes) {
  EXPECT_THAT(errorIn({0x10, 99, 0}), HasSubstr("type of a result index 99"));
  // print_tko of 13.1 has no results, that of 13.2 has one.
  EXPECT_THAT(errorIn({0x55, 1, token, 1, 0}),
              HasSubstr("the op has 0 results, not 1"));
  EXPECT_THAT(errorIn({0x55, 0, 0, 1, 0}, 2),
              HasSubstr("the op has 1 results, not 0"));
  EXPECT_THAT(errorIn({0x5C, 1, tileI32, 0}),
              HasSubstr("the op has 0 results, not 1"));
}

TEST_F(Reader, PrintOf13_1TakesNoNumber) {
  // The op after it still sees value 0 as the constant.
  EXPECT_THAT(textOf(seven + Bytes{0x55, 0, 1, 1, 0, 0x50, tileI32, 0}),
              HasSubstr("negi %"));
  EXPECT_THAT(textOf(seven + Bytes{0x55, 1, token, 0, 1, 1, 0}, 2),
              HasSubstr("print_tko \"%d\""));
  // In 13.2 the token is value 1.
  EXPECT_THAT(
      textOf(seven + newToken +
                 Bytes{0x55, 1, token, 1, 1, 1, 0, 1, 0x3C, 1, token, 2, 1, 2},
             2),
      HasSubstr("print_tko"));
}

TEST_F(Reader, FlagsWord) {
  // ftoi has one from 13.4 on, addf always.
  EXPECT_THAT(errorIn(seven + newToken + Bytes{0x55, 1, token, 2, 1, 0}, 2),
              HasSubstr("the flags word 0x2 has bits that mean nothing"));
}

TEST_F(Reader, Enums) {
  // divi: result, signedness, rounding.
  EXPECT_THAT(errorIn(seven + Bytes{0x15, tileI32, 2, 1, 0, 0}),
              HasSubstr("has no case 2"));
}

TEST_F(Reader, NegiReadsTheDefaultBefore13_2) {
  EXPECT_THAT(textOf(seven + Bytes{0x50, tileI32, 0}), HasSubstr("negi %"));
  EXPECT_THAT(textOf(seven + Bytes{0x50, tileI32, 1, 0}, 2),
              HasSubstr("overflow<no_signed_wrap>"));
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

TEST_F(Reader, BooleanConstants) {
  auto constant = [](uint8_t index) { return Bytes{0x10, tileI1x16, index}; };
  for (uint8_t minor : {1, 4}) {
    EXPECT_THAT(textOf(constant(1), minor), HasSubstr("<i1: true>"));
    EXPECT_THAT(textOf(constant(2), minor),
                HasSubstr("[true, false, false, false, false, false, false, "
                          "false, false, false, false, false, false, false, "
                          "false, true]"));
    // The format has no form with a byte for each boolean.
    EXPECT_THAT(errorIn(constant(3), minor),
                HasSubstr("a constant of 16 booleans has 16 bytes"));
    EXPECT_THAT(errorIn(constant(4), minor),
                HasSubstr("a constant of 16 booleans has 3 bytes"));
  }
}

TEST_F(Reader, ConstantsOfTheWrongSize) {
  EXPECT_THAT(errorIn({0x10, tileI32, 1}),
              HasSubstr("constant 1 has 1 bytes, not 4 or 4"));
  EXPECT_THAT(errorIn({0x10, token, 0}), HasSubstr("not of a tile of numbers"));
}

TEST_F(Reader, ConstantsOfF8E5M3FNU) {
  // The type's tag takes two bytes.
  auto file = [&](const Bytes &constant) {
    return FileBuilder(4)
        .strings({"k"})
        .types({noArguments,
                {0x82, 0x01},
                Bytes{0x0D, 1, 1} + le(2, 8) + Bytes{0}})
        .constants({constant})
        .entry(Bytes{0x10, 2, 0} + returnOp)
        .end();
  };
  Module module = read(file({2, 0x78, 0xFF}));
  ASSERT_TRUE(module) << takeErrors();
  EXPECT_THAT(print(*module),
              HasSubstr("constant <fnv8E5M3FNU: [1.000000e+00, 0xFF]>"));
  // One byte for all.
  module = read(file({1, 0xFE}));
  ASSERT_TRUE(module) << takeErrors();
  EXPECT_THAT(print(*module),
              HasSubstr("constant <fnv8E5M3FNU: 1.146880e+05>"));
  EXPECT_THAT(errorOf(file({3, 1, 2, 3})),
              HasSubstr("constant 0 has 3 bytes, not 1 or 2"));
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

namespace {
Bytes withTypes(const std::vector<Bytes> &types, uint8_t minor = 1) {
  return FileBuilder(minor).strings({"k"}).types(types).entry(returnOp).end();
}
} // namespace

TEST_F(Reader, TypesMayReferForward) {
  Module module = read(withTypes({{0x10, 1, 1, 0}, {0x0D, 2, 0}, {3}}));
  ASSERT_TRUE(module) << takeErrors();
  EXPECT_THAT(print(*module), HasSubstr("tile<i32>"));
}

TEST_F(Reader, TypesInACircle) {
  EXPECT_THAT(errorOf(withTypes({{0x10, 1, 0, 0}})),
              HasSubstr("type 0 contains itself"));
  EXPECT_THAT(errorOf(withTypes({{0x10, 1, 1, 0}, {0x0C, 2}, {0x0D, 1, 0}})),
              HasSubstr("contains itself"));
}

TEST_F(Reader, TypesThatNestTooDeep) {
  std::vector<Bytes> types;
  for (uint8_t i = 0; i < 100; ++i)
    types.push_back({0x10, 1, uint8_t(i + 1), 0});
  types.push_back({3});
  EXPECT_THAT(errorOf(withTypes(types)),
              HasSubstr("types nest deeper than 64"));
}

TEST_F(Reader, UnknownAndNewerTypes) {
  EXPECT_THAT(errorOf(withTypes({{0x17}})), HasSubstr("unknown type tag 23"));
  EXPECT_THAT(errorOf(withTypes({{0x10, 1, 1, 0}, {0x12}})),
              HasSubstr("type f8E8M0FNU needs bytecode version 13.2, but the "
                        "file has 13.1"));
  EXPECT_THAT(errorOf(withTypes({{3}})),
              HasSubstr("the signature is not a function type"));
  // An entry that nothing refers to is not decoded.
  EXPECT_TRUE(read(withTypes({noArguments, {0x17}})));
}

TEST_F(Reader, TypesOfWrongShape) {
  EXPECT_THAT(
      errorOf(withTypes({{0x10, 1, 1, 0}, Bytes{0x0D, 2, 1} + le(3, 8), {3}})),
      HasSubstr("byte 0x"));
  EXPECT_THAT(
      errorOf(withTypes(
          {{0x10, 1, 1, 0}, Bytes{0x0D, 2, 1} + le(uint64_t(-8), 8), {3}})),
      HasSubstr("byte 0x"));
  EXPECT_THAT(errorOf(withTypes({{0x10, 1, 1, 0}, {0x0D, 2, 0x7F}, {3}})),
              HasSubstr("127 the shape do not fit"));
}

TEST_F(Reader, PointerFlagsFrom13_4On) {
  std::vector<Bytes> types = {{0x10, 1, 1, 0}, {0x0D, 2, 0}};
  auto file = [&](const Bytes &pointer, uint8_t minor) {
    return withTypes({types[0], types[1], pointer, {7}}, minor);
  };
  Module older = read(file({0x0C, 3}, 3));
  Module absent = read(file({0x0C, 0, 3}, 4));
  Module none = read(file({0x0C, 1, 3, 0}, 4));
  ASSERT_TRUE(older && absent && none) << takeErrors();
  EXPECT_EQ(print(*older), print(*absent));
  EXPECT_THAT(print(*none), HasSubstr("ptr<f32, <none>>"));
  EXPECT_THAT(errorOf(file({0x0C, 2, 3}, 4)),
              HasSubstr("unknown flags 2 of a type"));
  EXPECT_THAT(errorOf(file({0x0C, 1, 3, 1}, 4)),
              HasSubstr("pointer attribute = unicast needs bytecode "
                        "version 13.5, but the file has 13.4"));
}

TEST_F(Reader, PointersToHalfBytesHaveRank0From13_5On) {
  auto file = [&](uint8_t rank, uint8_t minor) {
    Bytes tile = {0x0D, 2, rank};
    Bytes pointer = minor < 4 ? Bytes{0x0C, 3} : Bytes{0x0C, 0, 3};
    return withTypes({{0x10, 1, 1, 0},
                      tile + (rank ? le(2, 8) : Bytes()),
                      pointer,
                      {uint8_t(TypeTag::F4E2M1FN)}},
                     minor);
  };
  EXPECT_TRUE(read(file(0, 5))) << takeErrors();
  // Before 13.5 the type itself is valid, but not as an argument.
  EXPECT_THAT(errorOf(file(1, 4)), HasSubstr("must be a scalar tile"));
  EXPECT_THAT(errorOf(file(1, 5)),
              HasSubstr("a tile of pointers to f4E2M1FN must have rank 0"));
}

TEST_F(Reader, TheResultsOfAnEntry) {
  EXPECT_THAT(errorOf(withTypes({{0x10, 0, 1, 1}, {3}})),
              HasSubstr("entry 'k' has results"));
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

TEST_F(Reader, Regions) {
  // loop: results, operands, regions, blocks, arguments, ops.
  const Bytes breakOp = {0x0A, 0, 0};
  EXPECT_THAT(textOf(Bytes{0x41, 0, 0, 1, 1, 0, 1} + breakOp),
              HasSubstr("loop"));
  EXPECT_THAT(errorIn(Bytes{0x41, 0, 0, 2, 1, 0, 1} + breakOp),
              HasSubstr("(loop): the op has 1 regions, not 2"));
  EXPECT_THAT(errorIn({0x41, 0, 0, 1, 1, 0, 0}),
              HasSubstr("a block has no ops"));
  // The error is that of the inner op.
  EXPECT_THAT(errorIn({0x41, 0, 0, 1, 1, 0, 1, 0x0A, 0, 1, 5}),
              HasSubstr("in entry 'k', op #1 (break): value index 5"));
}

TEST_F(Reader, RegionsThatNestTooDeep) {
  Bytes ops;
  for (int i = 0; i < 1000; ++i)
    ops = ops + Bytes{0x41, 0, 0, 1, 1, 0, 1};
  EXPECT_THAT(errorIn(ops), HasSubstr("regions nest deeper than 64"));
}

TEST_F(Reader, NumbersOfABlockAreFreeAfterIt) {
  // Inside the loop, value 0 is its own constant; after it, value 0 does not
  // exist.
  Bytes loop = Bytes{0x41, 0, 0, 1, 1, 0, 2} + seven + Bytes{0x0A, 0, 0};
  EXPECT_THAT(textOf(loop), HasSubstr("constant"));
  EXPECT_THAT(errorIn(loop + Bytes{0x50, tileI32, 0}),
              HasSubstr("value index 0 is out of range: there are 0"));
}

//===----------------------------------------------------------------------===//
// The whole module
//===----------------------------------------------------------------------===//

TEST_F(Reader, WhatIsReadIsVerified) {
  // negf of an integer.
  std::string error = errorIn(seven + Bytes{0x4F, tileI32, 0});
  EXPECT_THAT(error, HasSubstr("in entry 'k', op #1 (negf)"));
  EXPECT_THAT(error, HasSubstr("(byte 0x"));
  // Two entries of one name.
  Bytes line = Bytes{0, 0, 2, 0, 3} + returnOp;
  EXPECT_THAT(errorOf(FileBuilder()
                          .strings({"k"})
                          .types({noArguments})
                          .section(2, Bytes{2} + line + line, 8)
                          .end()),
              HasSubstr("redefinition of symbol"));
}

TEST_F(Reader, HintsOfAnEntry) {
  auto file = [](const Bytes &hints) {
    return FileBuilder()
        .strings({"k", "sm_100", "occupancy"})
        .types({noArguments, {3}})
        .entry(returnOp, 6, hints)
        .end();
  };
  Module module = read(file({0x0B, 1, 1, 0x0A, 1, 2, 1, 1, 4}));
  ASSERT_TRUE(module) << takeErrors();
  EXPECT_THAT(print(*module), HasSubstr("occupancy = 4"));
  module = read(file({0x0B, 0}));
  ASSERT_TRUE(module) << takeErrors();
  EXPECT_THAT(print(*module), testing::Not(HasSubstr("hints")));
  EXPECT_THAT(errorOf(file({0x0A, 0})), HasSubstr("are no optimization hints"));
  EXPECT_THAT(errorOf(file({0x0B, 2, 1, 0x0A, 0, 1, 0x0A, 0})),
              HasSubstr("'sm_100' occurs twice"));
}

TEST_F(Reader, AttributesOfArgumentsFrom13_5On) {
  // Strings: k, a key with the prefix of a dialect, one without.
  auto file = [](const Bytes &attributes) {
    return FileBuilder(5)
        .strings({"k", "test.note", "note"})
        .types({{0x10, 1, 1, 0}, {0x0D, 2, 0}, {3}})
        .entry(returnOp, 2, Bytes{0x0B, 0} + attributes)
        .end();
  };
  Module module = read(file({6, 1, 0x0A, 1, 1, 1, 2, 7}));
  ASSERT_TRUE(module) << takeErrors();
  EXPECT_THAT(print(*module), HasSubstr("tile<i32> {test.note = 7 : i32}"));
  module = read(file({6, 1, 0x0A, 1, 1, 0x0D, 2}));
  ASSERT_TRUE(module) << takeErrors();
  EXPECT_THAT(
      print(*module),
      HasSubstr("{test.note = #cuda_tile.multimem_reduction_kind<max>}"));
  std::string bytes = write(*module, v13_5);
  Module copy = read(bytes);
  ASSERT_TRUE(copy) << takeErrors();
  EXPECT_EQ(print(*copy), print(*module));
  for (const Bytes &none : {Bytes{6, 0}, Bytes{6, 1, 0x0A, 0}}) {
    module = read(file(none));
    ASSERT_TRUE(module) << takeErrors();
    EXPECT_THAT(print(*module), HasSubstr("tile<i32>) {"));
  }
  for (const Bytes &wrong :
       {Bytes{0x0A, 0}, Bytes{6, 1, 3, 1}, Bytes{6, 2, 0x0A, 0, 0x0A, 0}})
    EXPECT_THAT(errorOf(file(wrong)),
                HasSubstr("the attributes of the arguments of entry 'k' are no "
                          "dictionary for each argument"));
  EXPECT_THAT(errorOf(file({6, 1, 0x0A, 1, 2, 1, 2, 7})),
              HasSubstr("arguments may only have dialect attributes"));
}

TEST_F(Reader, OpsOfPreviews) {
  for (uint8_t minor : {1, 5})
    EXPECT_THAT(errorIn({0x82, 0x80, 1, 0}, minor),
                HasSubstr("opcode 0x4002 is one of a preview: it needs the "
                          "preview feature 'preview=simt', which is not "
                          "supported"));
}

//===----------------------------------------------------------------------===//
// Files that need more memory than they have bytes
//===----------------------------------------------------------------------===//

TEST_F(Reader, TypesThatShareTheirBytes) {
  // Every second entry is the whole data: a tile and four thousand unused
  // bytes. With 2000 such entries the file would be read 2000 times.
  Bytes large = Bytes{0x0D, 1, 0} + Bytes(4000, 0);
  Bytes signature = Bytes{0x10} + varint(2000);
  for (unsigned i = 0; i < 2000; ++i)
    signature = signature + varint(3 + 2 * i);
  signature.push_back(0);
  Bytes number = {3};
  size_t small = signature.size() + number.size();
  Bytes table = varint(4002);
  pad(table, 4);
  table = table + le(0, 4) + le(signature.size(), 4);
  for (unsigned i = 0; i < 4000; ++i)
    table = table + le(i % 2 ? small : small + large.size(), 4);
  Bytes file = FileBuilder()
                   .strings({"k"})
                   .section(5, table + signature + number + large, 4)
                   .entry(returnOp)
                   .end();
  EXPECT_THAT(errorOf(file),
              HasSubstr("too much of it is used again and again"));
}

TEST_F(Reader, LongNamesAreNotRepeated) {
  Bytes ops;
  for (unsigned i = 0; i < 500; ++i)
    ops = ops + newToken;
  Bytes file = FileBuilder()
                   .strings({std::string(100000, 'k')})
                   .types({noArguments, {}, {}, {0x11}})
                   .entry(ops + Bytes{0x7F})
                   .end();
  std::string error = errorOf(file);
  EXPECT_THAT(error, HasSubstr("in entry '" + std::string(64, 'k') +
                               "...', op #500: unknown opcode"));
}

TEST_F(Reader, AConstantOfManyUsesIsMadeOnce) {
  // Decoded again at each use, it would exceed the budget.
  Bytes numbers = varint(4096) + Bytes(4095, 7) + Bytes{8}, ops;
  for (unsigned i = 0; i < 2000; ++i)
    ops = ops + Bytes{0x10, 1, 0};
  EXPECT_TRUE(
      read(FileBuilder()
               .strings({"k"})
               .types({noArguments, Bytes{0x0D, 2, 1} + le(1024, 8), {3}})
               .constants({numbers})
               .entry(ops + returnOp)
               .end()))
      << takeErrors();
}

//===----------------------------------------------------------------------===//
// Tags
//===----------------------------------------------------------------------===//

TEST(Tags, AgreeWithTheRecordsOfTheDialect) {
  auto check = [](llvm::StringRef name, uint64_t tag, llvm::StringRef since) {
    const TypeTagInfo *info = lookupTypeTag(tag);
    ASSERT_TRUE(info) << name.str();
    EXPECT_EQ(info->name, name);
    EXPECT_EQ(info->since.str(), since) << name.str();
  };
#define TYPE_TAG(name, tag, since) check(name, tag, since);
#define ATTRIBUTE_TAG(name, tag) EXPECT_EQ(uint64_t(AttributeTag::name), tag);
#include "BytecodeTags.inc"
}

TEST(Tags, AreDistinctAndInOrder) {
  EXPECT_TRUE(llvm::is_sorted(allTypeTags(),
                              [](const TypeTagInfo &a, const TypeTagInfo &b) {
                                return a.tag <= b.tag ? a.tag < b.tag : false;
                              }));
  EXPECT_EQ(allTypeTags().size(), 24u);
}
