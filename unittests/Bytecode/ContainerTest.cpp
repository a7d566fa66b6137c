//===- ContainerTest.cpp - The sections of a bytecode file ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Bytecode/Container/Container.h"
#include "FileBuilder.h"
#include "llvm/ADT/StringExtras.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace tessera;
using namespace tessera::bytecode;
using namespace tessera::test;
using testing::HasSubstr;

namespace {

/// The error of decoding `bytes`; empty if there is none.
std::string errorOf(const Bytes &bytes) {
  FormatError error;
  bool decoded = Container::parse(bytes, error) != nullptr;
  EXPECT_EQ(decoded, error.message.empty());
  return decoded ? "" : error.str();
}

/// A file with all required sections and one more.
Bytes withSection(uint8_t id, const Bytes &payload, unsigned alignment,
                  uint8_t minor = 1) {
  return FileBuilder(minor)
      .strings({"k"})
      .types({noArguments})
      .entry(returnOp)
      .section(id, payload, alignment)
      .end();
}

} // namespace

TEST(Container, TheWorkedExample) {
  FormatError error;
  auto file = Container::parse(noop, error);
  ASSERT_TRUE(file) << error.str();
  EXPECT_EQ(file->version(), v13_1);
  ASSERT_EQ(file->functions().size(), 1u);
  EXPECT_EQ(file->functions()[0].name, "noop");
  EXPECT_EQ(file->functions()[0].body.left(), 3u);
  EXPECT_EQ(file->functions()[0].body.fileOffset(), 0x16u);
  EXPECT_EQ(file->types().size(), 1u);
  EXPECT_EQ(file->constants().size(), 0u);
}

TEST(Container, SectionsInAnyOrder) {
  Bytes strings = table({text("k")}, 4), types = table({noArguments}, 4);
  Bytes function = Bytes{1, 0, 0, 2, 0, 3} + returnOp;
  std::vector<std::tuple<int, Bytes, int>> parts = {
      {1, strings, 4}, {2, function, 8}, {5, types, 4}};
  std::sort(parts.begin(), parts.end());
  do {
    FileBuilder builder;
    for (auto &[id, payload, alignment] : parts)
      builder.section(id, payload, alignment);
    EXPECT_EQ(errorOf(builder.end()), "");
  } while (std::next_permutation(parts.begin(), parts.end()));
}

//===----------------------------------------------------------------------===//
// Header
//===----------------------------------------------------------------------===//

TEST(Container, WhatIsNoBytecode) {
  EXPECT_EQ(errorOf({}), "byte 0x0: the file is empty");
  EXPECT_THAT(errorOf(text("ML\xEFR\x01 and more")),
              HasSubstr("MLIR's own bytecode"));
  EXPECT_THAT(errorOf(text("cuda_tile.module @m {\n}\n")),
              HasSubstr("this is text"));
  EXPECT_THAT(errorOf(Bytes(64, 0xFF)), HasSubstr("does not begin with"));
}

TEST(Container, TruncatedHeader) {
  Bytes header(noop.begin(), noop.begin() + 12);
  for (size_t size = 1; size < 12; ++size)
    EXPECT_THAT(errorOf(Bytes(header.begin(), header.begin() + size)),
                HasSubstr("are left"));
}

TEST(Container, Versions) {
  Bytes file = noop;
  for (unsigned minor = 0; minor < 256; ++minor) {
    file[9] = uint8_t(minor);
    if (minor >= 1 && minor <= 4)
      EXPECT_EQ(errorOf(file), "");
    else if (minor == 5) // It has another function table.
      EXPECT_EQ(errorOf(FileBuilder(minor)
                            .strings({"k"})
                            .types({noArguments})
                            .entry(returnOp)
                            .end()),
                "");
    else
      EXPECT_EQ(errorOf(file),
                "byte 0x8: bytecode version 13." + std::to_string(minor) +
                    " is not supported; known versions are 13.1, 13.2, 13.3, "
                    "13.4, 13.5");
  }
  file[9] = 1;
  file[8] = 12;
  EXPECT_THAT(errorOf(file), HasSubstr("version 12.1 is not supported"));
}

TEST(Container, TagsOfTheHeader) {
  for (uint8_t minor : {1, 4, 5}) {
    Bytes file = FileBuilder(minor)
                     .strings({"k"})
                     .types({noArguments})
                     .entry(returnOp)
                     .end();
    for (unsigned bit = 0; bit < 16; ++bit) {
      Bytes tagged = file;
      tagged[10 + bit / 8] |= 1 << (bit % 8);
      std::string error = errorOf(tagged);
      if (bit > 0)
        EXPECT_EQ(error, "byte 0xa: the tag 0x" +
                             llvm::utohexstr(1u << bit, true) +
                             " of the file has bits that mean nothing");
      else if (minor < 5)
        EXPECT_EQ(error, "byte 0xa: preview content needs bytecode version "
                         "13.5, but the file has 13." +
                             std::to_string(minor));
      else
        EXPECT_EQ(error, "byte 0xa: the file holds preview content: it needs "
                         "the preview feature 'preview=simt', which is not "
                         "supported");
    }
  }
}

TEST(Version, Parse) {
  EXPECT_EQ(BytecodeVersion::parse("13.3"), v13_3);
  EXPECT_EQ(BytecodeVersion::parse("13.4")->str(), "13.4");
  for (const char *wrong : {"", "13", "13.", ".1", "13.1.0", "13.x", "-13.1",
                            "13.256", "+13.1", " 13.1"})
    EXPECT_FALSE(BytecodeVersion::parse(wrong)) << wrong;
}

TEST(Version, Require) {
  EXPECT_EQ(llvm::cantFail(requireBytecodeVersion("13.4")), v13_4);
  for (const char *wrong : {"", "13.6", "12.1", "13.1.0"})
    EXPECT_EQ(llvm::toString(requireBytecodeVersion(wrong).takeError()),
              "there is no bytecode version '" + std::string(wrong) +
                  "', only 13.1, 13.2, 13.3, 13.4, 13.5");
}

//===----------------------------------------------------------------------===//
// Sections
//===----------------------------------------------------------------------===//

TEST(Container, SectionLongerThanTheFile) {
  Bytes file =
      FileBuilder().strings({}).bytes + Bytes{5} + varint(900) + Bytes(12, 0);
  EXPECT_THAT(errorOf(file), HasSubstr("section 5 claims 900 bytes but 12 "
                                       "are left"));
  Bytes huge = FileBuilder().bytes + Bytes{5} + varint(UINT64_MAX);
  EXPECT_THAT(errorOf(huge), HasSubstr("claims 18446744073709551615 bytes"));
}

TEST(Container, SectionHeads) {
  EXPECT_THAT(errorOf(withSection(8, {}, 1)), HasSubstr("unknown section 8"));
  EXPECT_THAT(errorOf(withSection(0x7F, {}, 1)),
              HasSubstr("unknown section 127"));
  EXPECT_THAT(errorOf(withSection(1, {0}, 4)), HasSubstr("occurs twice"));
  EXPECT_THAT(errorOf(FileBuilder().bytes + Bytes{0x80}),
              HasSubstr("the end marker claims an alignment"));
  EXPECT_THAT(errorOf(FileBuilder().bytes + Bytes{0x81, 0, 3}),
              HasSubstr("not a power of two"));
  EXPECT_THAT(errorOf(FileBuilder().bytes + Bytes{0x81, 0, 0}),
              HasSubstr("not a power of two"));
  EXPECT_THAT(errorOf(FileBuilder().bytes + Bytes{0x82, 0, 4}),
              HasSubstr("must be aligned to 8 bytes, not to 4"));
  EXPECT_THAT(errorOf(FileBuilder().bytes + Bytes{0x01, 0}),
              HasSubstr("must be aligned to 4 bytes, not to 1"));
  EXPECT_THAT(errorOf(FileBuilder().bytes + Bytes{0x81, 0} + varint(1 << 20)),
              HasSubstr("padding before the string section"));
}

TEST(Container, TheEnd) {
  EXPECT_THAT(errorOf(FileBuilder().bytes),
              HasSubstr("the next section or the end marker is missing"));
  EXPECT_THAT(errorOf(noop + Bytes{0}),
              HasSubstr("1 bytes follow the end marker"));
}

TEST(Container, MissingSections) {
  EXPECT_THAT(errorOf(FileBuilder().end()),
              HasSubstr("the string section is missing"));
  EXPECT_THAT(errorOf(FileBuilder().strings({"k"}).end()),
              HasSubstr("the function section is missing"));
  // Without functions the types may be missing.
  EXPECT_EQ(errorOf(FileBuilder().strings({}).section(2, {0}, 8).end()), "");
  EXPECT_THAT(errorOf(FileBuilder().strings({"k"}).entry(returnOp).end()),
              HasSubstr("type index 0 is out of range: there are 0"));
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

TEST(Container, TablesThatDoNotFit) {
  Bytes tooMany = varint(5) + Bytes(15, 0);
  EXPECT_THAT(errorOf(withSection(4, tooMany, 8)),
              HasSubstr("5 constant entries do not fit in the 15 bytes"));
  auto withStrings = [](const Bytes &payload) {
    return errorOf(
        FileBuilder().section(1, payload, 4).section(2, {0}, 8).end());
  };
  EXPECT_THAT(withStrings(varint(UINT32_MAX)),
              HasSubstr("4294967295 string entries do not fit"));
  // The padding before the offsets is checked, too.
  EXPECT_THAT(
      withStrings({1, 0, 0, 0, 0}),
      HasSubstr("the offset table of the string entries takes 4 bytes but 1 "
                "are left"));
}

TEST(Container, OffsetsThatRunBackwards) {
  Bytes strings = Bytes{2, 0, 0, 0} + le(3, 4) + le(1, 4) + text("abcd");
  Bytes file = FileBuilder()
                   .section(1, strings, 4)
                   .types({noArguments})
                   .entry(returnOp)
                   .end();
  EXPECT_THAT(errorOf(file), HasSubstr("string entry 0 reaches from offset 3 "
                                       "to 1 of 4 bytes"));
  Bytes beyond = Bytes{1, 0, 0, 0} + le(5, 4) + text("abcd");
  EXPECT_THAT(errorOf(FileBuilder()
                          .section(1, beyond, 4)
                          .types({noArguments})
                          .entry(returnOp)
                          .end()),
              HasSubstr("reaches from offset 5"));
}

TEST(Container, EntriesNeedNotBeSorted) {
  // String 0 would end before it begins, but only string 1, "ab", is used.
  Bytes strings = Bytes{2, 0, 0, 0} + le(2, 4) + le(0, 4) + text("ab");
  Bytes function = Bytes{1, 1, 0, 2, 0, 3} + returnOp;
  FormatError error;
  Bytes bytes = FileBuilder()
                    .section(1, strings, 4)
                    .types({noArguments})
                    .section(2, function, 8)
                    .end();
  auto file = Container::parse(bytes, error);
  ASSERT_TRUE(file) << error.str();
  EXPECT_EQ(file->functions()[0].name, "ab");
}

TEST(Container, Constants) {
  FormatError error;
  Bytes bytes = FileBuilder()
                    .strings({})
                    .section(2, {0}, 8)
                    .constants({{2, 0xAA, 0xBB}, {3, 0xAA}})
                    .end();
  auto file = Container::parse(bytes, error);
  ASSERT_TRUE(file) << error.str();
  llvm::ArrayRef<uint8_t> data;
  ASSERT_TRUE(succeeded(file->constant(0, data)));
  EXPECT_EQ(data, llvm::ArrayRef<uint8_t>({0xAA, 0xBB}));
  EXPECT_TRUE(failed(file->constant(1, data)));
  EXPECT_THAT(error.str(), HasSubstr("constant 1 takes 3 bytes but 1 are "
                                     "left"));
}

//===----------------------------------------------------------------------===//
// Functions, globals, producer
//===----------------------------------------------------------------------===//

static Bytes withEntry(const Bytes &line, uint8_t minor = 1) {
  return FileBuilder(minor)
      .strings({"k", ""})
      .types({noArguments, {3}})
      .section(2, line, 8)
      .end();
}

TEST(Container, FunctionLines) {
  EXPECT_EQ(errorOf(withEntry(Bytes{1, 0, 0, 2, 0, 3} + returnOp)), "");
  EXPECT_THAT(errorOf(withEntry({1, 9, 0, 2, 0, 3})),
              HasSubstr("index 9 is out of range"));
  EXPECT_THAT(errorOf(withEntry({1, 1, 0, 2, 0, 0})),
              HasSubstr("a function has an empty name"));
  EXPECT_THAT(errorOf(withEntry({1, 0, 2, 2, 0, 0})),
              HasSubstr("type index 2 is out of range"));
  EXPECT_THAT(errorOf(withEntry({1, 0, 0, 0, 0, 0})),
              HasSubstr("'k' is not a kernel entry"));
  EXPECT_THAT(errorOf(withEntry({1, 0, 0, 2, 1, 0})),
              HasSubstr("location index 1 is out of range"));
  EXPECT_THAT(errorOf(withEntry({1, 0, 0, 2, 0, 4, 0, 0, 0})),
              HasSubstr("the body of 'k' takes 4 bytes but 3 are left"));
  EXPECT_THAT(errorOf(withEntry({2, 0, 0, 2, 0, 0})),
              HasSubstr("2 functions do not fit"));
}

TEST(Container, UnknownFunctionFlagsFrom13_4On) {
  Bytes line = Bytes{1, 0, 0, 0x0A, 0, 3} + returnOp;
  EXPECT_EQ(errorOf(withEntry(line, 3)), "");
  EXPECT_THAT(errorOf(withEntry(line, 4)),
              HasSubstr("unknown function flags 0xa"));
}

TEST(Container, FunctionLinesFrom13_5On) {
  auto file = [](uint8_t flags, const Bytes &attributes) {
    return withEntry(
        Bytes{1, 0, 0, flags, 0} + attributes + Bytes{3} + returnOp, 5);
  };
  const Bytes none = {0x0B, 0, 6, 0};
  EXPECT_EQ(errorOf(file(2, none)), "");
  // One dictionary: k = 7 : i8.
  EXPECT_EQ(errorOf(file(2, {0x0B, 0, 6, 1, 0x0A, 1, 0, 1, 1, 7})), "");
  EXPECT_THAT(errorOf(file(2, {})), HasSubstr("attribute tag 0 cannot stand"));
  EXPECT_THAT(errorOf(file(0x12, none)),
              HasSubstr("unknown function flags 0x12"));
  EXPECT_THAT(errorOf(file(6, none)),
              HasSubstr("function 'k' is implemented elsewhere; it needs the "
                        "preview feature 'preview=simt', which is not "
                        "supported"));
  EXPECT_THAT(errorOf(file(8, none)),
              HasSubstr("'k' has a form that only tests have"));
  EXPECT_THAT(errorOf(file(0x0E, none)),
              HasSubstr("'k' has a form that is reserved"));
  EXPECT_THAT(errorOf(file(0, none)),
              HasSubstr("'k' is not a kernel entry; it needs the preview "
                        "feature 'preview=simt'"));
}

TEST(Container, KernelsAreNotPrivate) {
  for (uint8_t minor : {1, 4, 5})
    EXPECT_THAT(errorOf(FileBuilder(minor)
                            .strings({"k"})
                            .types({noArguments})
                            .entry(returnOp, 3)
                            .end()),
                HasSubstr("kernel 'k' is private"));
}

TEST(Container, HintsOfAFunctionAreSteppedOver) {
  auto file = [](const Bytes &hints) {
    return withEntry(Bytes{1, 0, 0, 6, 0} + hints + Bytes{3} + returnOp);
  };
  EXPECT_EQ(errorOf(file({0x0B, 0})), "");
  // k = {k = 7 : i32}, k = true, k = "k", k = [i32 type].
  EXPECT_EQ(errorOf(file({0x0B, 1, 0, 0x0A, 4, 0, 1, 1, 7, 0,
                          3,    1, 0, 5,    0, 0, 6, 1, 4, 1})),
            "");
  EXPECT_THAT(errorOf(file({0x0B, 1, 0, 0x0E})),
              HasSubstr("attribute tag 14 cannot stand in the hints"));
  EXPECT_THAT(errorOf(file({0x0B, 1, 0, 1, 0, 7})),
              HasSubstr("none of a number"));
  Bytes deep;
  for (int i = 0; i < 100; ++i)
    deep = deep + Bytes{6, 1};
  EXPECT_THAT(errorOf(file(deep + Bytes(8, 0))),
              HasSubstr("attributes nest deeper than 64"));
}

TEST(Container, Globals) {
  auto file = [](uint8_t minor, const Bytes &line) {
    return FileBuilder(minor)
        .strings({"g"})
        .types({{3}})
        .constants({{1, 0}})
        .section(2, {0}, 8)
        .section(6, Bytes{1} + line)
        .end();
  };
  FormatError error;
  Bytes bytes = file(3, {0, 0, 0, 16, 1, 1});
  auto container = Container::parse(bytes, error);
  ASSERT_TRUE(container) << error.str();
  const GlobalRecord &global = container->globals()[0];
  EXPECT_EQ(global.name, "g");
  EXPECT_EQ(global.alignment, 16u);
  EXPECT_TRUE(global.isPrivate);
  EXPECT_TRUE(global.isConstant);
  EXPECT_EQ(errorOf(file(2, {0, 0, 0, 16})), "");
  EXPECT_THAT(errorOf(file(3, {0, 0, 0, 16})),
              HasSubstr("visibility index is missing"));
  EXPECT_THAT(errorOf(file(3, {0, 0, 0, 16, 2, 0})),
              HasSubstr("visibility index 2"));
  EXPECT_THAT(errorOf(file(1, {1, 0, 0, 16})), HasSubstr("out of range"));
  EXPECT_THAT(errorOf(file(1, {0, 1, 0, 16})), HasSubstr("type index 1"));
  EXPECT_THAT(errorOf(file(1, {0, 0, 1, 16})), HasSubstr("constant index 1"));
}

TEST(Container, Producer) {
  FormatError error;
  Bytes bytes = FileBuilder(3)
                    .strings({"me 1.0"})
                    .section(2, {0}, 8)
                    .section(7, {0})
                    .end();
  auto file = Container::parse(bytes, error);
  ASSERT_TRUE(file) << error.str();
  EXPECT_EQ(file->producer(), "me 1.0");
  EXPECT_THAT(errorOf(withSection(7, {3}, 1)),
              HasSubstr("the producer, as a string, index 3"));
}

//===----------------------------------------------------------------------===//
// Debug section
//===----------------------------------------------------------------------===//

TEST(Container, DebugTable) {
  FormatError error;
  Bytes bytes = withSection(3, debugSection({0, 2}, {1, 0, 1}, {{0}}), 8);
  auto file = Container::parse(bytes, error);
  ASSERT_TRUE(file) << error.str();
  const DebugTable &debug = file->debug();
  ASSERT_EQ(debug.numFunctions(), 2u);
  size_t first, last;
  ASSERT_TRUE(succeeded(debug.slots(0, first, last)));
  EXPECT_EQ(std::make_pair(first, last), std::make_pair(size_t(0), size_t(2)));
  ASSERT_TRUE(succeeded(debug.slots(1, first, last)));
  EXPECT_EQ(std::make_pair(first, last), std::make_pair(size_t(2), size_t(3)));
  EXPECT_EQ(debug.slot(2), 1u);
  EXPECT_EQ(debug.entries().size(), 1u);
}

TEST(Container, DebugTableErrors) {
  FormatError error;
  Bytes bytes = withSection(3, debugSection({2, 1, 9}, {1, 0, 1}, {}), 8);
  auto file = Container::parse(bytes, error);
  ASSERT_TRUE(file) << error.str();
  size_t first, last;
  for (size_t function : {0, 1, 2})
    EXPECT_TRUE(failed(file->debug().slots(function, first, last)));
  EXPECT_THAT(error.str(), HasSubstr("location slots of function 0"));
  EXPECT_THAT(errorOf(withSection(3, {}, 8)), HasSubstr("missing"));
  EXPECT_THAT(errorOf(withSection(3, varint(1000), 8)),
              HasSubstr("do not fit"));
}

//===----------------------------------------------------------------------===//
// Any bytes
//===----------------------------------------------------------------------===//

TEST(Container, TruncationIsAlwaysAnError) {
  for (size_t size = 0; size < noop.size(); ++size)
    EXPECT_NE(errorOf(Bytes(noop.begin(), noop.begin() + size)), "") << size;
}

TEST(Container, BitFlipsAndRandomBytesGiveAnAnswer) {
  // The result may be a container or an error: this only looks for crashes.
  Bytes rich = FileBuilder(4)
                   .strings({"k", "g"})
                   .types({noArguments, {3}})
                   .constants({{1, 0}})
                   .section(6, {1, 1, 1, 0, 0, 0, 0})
                   .section(3, debugSection({0}, {0, 0}, {{0}}), 8)
                   .section(2, Bytes{1, 0, 0, 6, 1, 0x0B, 0, 3} + returnOp, 8)
                   .section(7, {0})
                   .end();
  ASSERT_EQ(errorOf(rich), "");
  for (size_t bit = 0; bit < rich.size() * 8; ++bit) {
    Bytes flipped = rich;
    flipped[bit / 8] ^= uint8_t(1 << (bit % 8));
    (void)errorOf(flipped);
  }
  uint64_t state = 1;
  for (int round = 0; round < 20000; ++round) {
    Bytes random = rich;
    for (int i = 0; i < 4; ++i) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      random[12 + (state >> 40) % (random.size() - 12)] = uint8_t(state >> 33);
    }
    (void)errorOf(random);
  }
}
