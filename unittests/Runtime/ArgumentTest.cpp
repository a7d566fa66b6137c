//===- ArgumentTest.cpp - What a kernel is launched with ------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Runtime/Argument.h"
#include "llvm/Support/FileSystem.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace tessera;
using namespace tessera::runtime;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {
/// A test with a .npy file of its own.
class ArgumentTest : public testing::Test {
protected:
  void write(const char *descr, unsigned bytes, std::vector<int64_t> shape) {
    llvm::SmallString<128> path;
    ASSERT_FALSE(
        llvm::sys::fs::createTemporaryFile("tessera-argument", "npy", path));
    file = std::string(path);
    NpyArray array;
    array.descr = descr;
    array.elementBytes = bytes;
    array.shape = std::move(shape);
    array.data.resize(array.getNumElements() * bytes);
    llvm::Error error = writeNpy(file, array);
    ASSERT_FALSE(bool(error)) << llvm::toString(std::move(error));
  }
  void TearDown() override {
    if (!file.empty())
      llvm::sys::fs::remove(file);
  }
  std::string file;
};
} // namespace

static ParameterType pointerTo(Format format) {
  return {("tile<ptr<" + numerics::name(format) + ">>").str(), 8, true, format};
}
static ParameterType scalar(Format format) {
  return {("tile<" + numerics::name(format) + ">").str(),
          numerics::storageBytes(format), false, format};
}

static Argument parse(const std::string &text) {
  llvm::Expected<Argument> argument = parseArgument(text);
  if (argument)
    return std::move(*argument);
  ADD_FAILURE() << llvm::toString(argument.takeError());
  return {};
}

static std::string parseError(const std::string &text) {
  llvm::Expected<Argument> argument = parseArgument(text);
  return argument ? "(no error)" : llvm::toString(argument.takeError());
}

static std::string bindError(std::vector<Argument> arguments,
                             std::vector<ParameterType> parameters) {
  Launch launch;
  launch.entry = "kernel";
  llvm::Error error = bindArguments(arguments, parameters, launch);
  return error ? llvm::toString(std::move(error)) : "(no error)";
}

TEST_F(ArgumentTest, AnArrayIsPointerLengthsAndStrides) {
  write("<f4", 4, {3, 5});
  std::vector<Argument> arguments = {parse("array:" + file), parse("bf16:1.5")};
  Launch launch;
  launch.entry = "kernel";
  llvm::Error error = bindArguments(
      arguments,
      {pointerTo(Format::F32), scalar(Format::I32), scalar(Format::I32),
       scalar(Format::I32), scalar(Format::I32), scalar(Format::BF16)},
      launch);
  ASSERT_FALSE(bool(error)) << llvm::toString(std::move(error));
  ASSERT_EQ(launch.buffers.size(), 1u);
  EXPECT_EQ(launch.buffers[0].bytes, 60u);
  EXPECT_EQ(launch.parameters[0].buffer, 0u);
  std::vector<uint64_t> rest;
  for (size_t i = 1; i < launch.parameters.size(); ++i)
    rest.push_back(launch.parameters[i].bits);
  EXPECT_THAT(rest, ElementsAre(3, 5, 5, 1, 0x3fc0));
}

TEST_F(ArgumentTest, RawBytesTakeTheTypeThatIsNamedOrAskedFor) {
  write("<V2", 2, {4});
  EXPECT_EQ(parse("ptr:" + file).array.format, std::nullopt);
  EXPECT_EQ(parse("ptr:" + file + ":bfloat16").array.format, Format::BF16);
  std::vector<Argument> arguments = {parse("ptr:" + file)};
  Launch launch;
  llvm::Error error =
      bindArguments(arguments, {pointerTo(Format::BF16)}, launch);
  ASSERT_FALSE(bool(error)) << llvm::toString(std::move(error));
  EXPECT_EQ(arguments[0].array.format, Format::BF16);
  EXPECT_THAT(
      bindError({parse("ptr:" + file)}, {pointerTo(Format::F32)}),
      HasSubstr("its elements ('<V2') have 2 bytes, those of f32 have 4"));
  EXPECT_THAT(parseError("ptr:" + file + ":f32"),
              HasSubstr("have 2 bytes, those of f32 have 4"));
}

TEST_F(ArgumentTest, NamesWhatDoesNotMatch) {
  write("<f4", 4, {4});
  EXPECT_THAT(bindError({parse("ptr:" + file)}, {pointerTo(Format::F16)}),
              HasSubstr("is a pointer to f32, but parameter 0 of 'kernel' is "
                        "tile<ptr<f16>>"));
  EXPECT_THAT(bindError({parse("i32:1")}, {pointerTo(Format::F16)}),
              HasSubstr("argument 0 (i32:1) is no pointer"));
  EXPECT_THAT(bindError({parse("ptr:" + file)}, {scalar(Format::I64)}),
              HasSubstr("is a pointer, but"));
  EXPECT_THAT(bindError({parse("i32:1")}, {scalar(Format::I64)}),
              HasSubstr("4 bytes"));
  EXPECT_THAT(bindError({parse("i32:1")}, {scalar(Format::F32)}),
              HasSubstr("argument 0 (i32:1) is of type i32"));
  EXPECT_THAT(bindError({parse("i32:1")}, {}),
              HasSubstr("takes 0 parameters, but the arguments make 1"));
  EXPECT_THAT(bindError({parse("array:" + file)}, {pointerTo(Format::F32)}),
              HasSubstr("takes 1 parameters, but the arguments make 3"));
}

TEST_F(ArgumentTest, AnUntypedParameterTakesAnythingOfItsSize) {
  ParameterType word{".param .b32", 4, std::nullopt, std::nullopt};
  EXPECT_EQ(bindError({parse("f32:1")}, {word}), "(no error)");
  EXPECT_THAT(bindError({parse("f64:1")}, {word}), HasSubstr("8 bytes"));
}

TEST(Argument, NewMemoryTakesNoneOfTheHost) {
  std::vector<Argument> arguments = {parse("array:new:f16[3000000,5]")};
  EXPECT_TRUE(arguments[0].array.data.empty());
  Launch launch;
  llvm::Error error = bindArguments(arguments,
                                    {pointerTo(Format::F16),
                                     scalar(Format::I32), scalar(Format::I32),
                                     scalar(Format::I32), scalar(Format::I32)},
                                    launch);
  ASSERT_FALSE(bool(error)) << llvm::toString(std::move(error));
  ASSERT_EQ(launch.buffers.size(), 1u);
  EXPECT_EQ(launch.buffers[0].bytes, 30000000u);
  EXPECT_FALSE(launch.buffers[0].contents);
  EXPECT_EQ(launch.parameters[1].bits, 3000000u);
}

TEST(Argument, SaysWhatItTakes) {
  EXPECT_THAT(parseError("5"), HasSubstr("ptr:FILE.npy"));
  EXPECT_THAT(parseError("i33:5"), HasSubstr("i32"));
  EXPECT_THAT(parseError("i32:five"), HasSubstr("not an integer"));
  EXPECT_THAT(parseError("ptr:"), HasSubstr("missing"));
  EXPECT_THAT(parseError("ptr:no/such.npy"), HasSubstr("cannot read"));
}
