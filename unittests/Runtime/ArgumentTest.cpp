//===- ArgumentTest.cpp - Arguments of a kernel ---------------------------===//
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
    array.data = Bytes(array.getNumElements() * bytes);
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

TEST_F(ArgumentTest, AnArrayIsHeldOnce) {
  write("<f4", 4, {1000});
  std::vector<Argument> arguments = {parse("ptr:" + file)};
  const uint8_t *bytes = arguments[0].array.data.data();
  Launch launch;
  llvm::Error error =
      bindArguments(arguments, {pointerTo(Format::F32)}, launch);
  ASSERT_FALSE(bool(error)) << llvm::toString(std::move(error));
  ASSERT_TRUE(launch.buffers[0].contents);
  EXPECT_EQ(launch.buffers[0].contents->data(), bytes);
  EXPECT_TRUE(arguments[0].array.data.empty());
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

TEST_F(ArgumentTest, LengthsAndStridesAreAsWideAsTheirParameters) {
  std::vector<Argument> arguments = {parse("array:new:f16[3,5]")};
  ParameterType word{".param .u64", 8, std::nullopt, std::nullopt};
  Launch launch;
  llvm::Error error =
      bindArguments(arguments,
                    {pointerTo(Format::F16), scalar(Format::I64),
                     scalar(Format::I32), word, scalar(Format::I32)},
                    launch);
  ASSERT_FALSE(bool(error)) << llvm::toString(std::move(error));
  std::vector<Format> formats;
  for (const ParameterValue &value : launch.parameters)
    formats.push_back(value.format);
  EXPECT_THAT(llvm::ArrayRef(formats).drop_front(),
              ElementsAre(Format::I64, Format::I32, Format::I64, Format::I32));

  std::vector<ParameterType> wide = {pointerTo(Format::I8), scalar(Format::I64),
                                     scalar(Format::I64)};
  EXPECT_EQ(bindError({parse("array:new:i8[3000000000]")}, wide), "(no error)");
  std::vector<ParameterType> narrow = {
      pointerTo(Format::I8), scalar(Format::I32), scalar(Format::I64)};
  EXPECT_THAT(bindError({parse("array:new:i8[3000000000]")}, narrow),
              HasSubstr("its length 0 is 3000000000, which does not fit in an "
                        "i32"));
}

TEST_F(ArgumentTest, ViewsLieInNamedMemory) {
  write("<f4", 4, {4, 6});
  std::vector<NamedMemory> memories;
  memories.push_back(llvm::cantFail(parseMemory("other=new:i8[5]")));
  memories.push_back(llvm::cantFail(parseMemory("x=" + file)));
  std::vector<Argument> arguments = {parse("ptr:@x"), parse("ptr:@x+7"),
                                     parse("array:@x+2[3,2;6,1]"),
                                     parse("list:@x+20[2,2],@x")};
  ParameterType f32 = pointerTo(Format::F32), i32 = scalar(Format::I32);
  Launch launch;
  llvm::Error error = bindArguments(
      arguments,
      {f32, f32, f32, i32, i32, i32, i32, pointerTo(Format::I64), i32}, launch,
      memories);
  ASSERT_FALSE(bool(error)) << llvm::toString(std::move(error));
  ASSERT_EQ(launch.buffers.size(), 3u);
  std::vector<uint64_t> addresses = {1000, 2000, 3000};
  std::vector<uint64_t> values;
  for (const ParameterValue &value : launch.parameters)
    values.push_back(value.getBits(addresses));
  EXPECT_THAT(values, ElementsAre(2000, 2028, 2008, 3, 2, 6, 1, 3000, 2));

  // The list has the address, the lengths and the strides of each array.
  Bytes memory = *launch.buffers[2].contents;
  llvm::cantFail(writeLists(
      launch, addresses, [&](uint64_t address, llvm::ArrayRef<uint8_t> bytes) {
        llvm::copy(bytes, memory.begin() + (address - 3000));
        return llvm::Error::success();
      }));
  std::vector<uint64_t> words(memory.size() / 8);
  std::memcpy(words.data(), memory.data(), memory.size());
  EXPECT_THAT(words, ElementsAre(2080, 2, 2, 2, 1, 2000, 4, 6, 6, 1));
  EXPECT_THAT(arraysOfBuffers(arguments, memories),
              ElementsAre(&memories[0].array, &memories[1].array, nullptr));
}

TEST_F(ArgumentTest, ViewsStayInTheirMemory) {
  auto errorOf = [](const std::string &view) {
    std::vector<NamedMemory> memories;
    memories.push_back(llvm::cantFail(parseMemory("x=new:i8[24]")));
    std::vector<Argument> arguments = {parse(view)};
    Launch launch;
    launch.entry = "kernel";
    return llvm::toString(bindArguments(arguments, {}, launch, memories));
  };
  EXPECT_THAT(errorOf("array:@x[4,6]"), HasSubstr("takes 0 parameters"));
  EXPECT_THAT(errorOf("array:@x+8[3,2;7,1]"), HasSubstr("takes 0 parameters"));
  EXPECT_THAT(errorOf("array:@x+30[0]"), HasSubstr("needs 30 elements"));
  EXPECT_THAT(errorOf("array:@x+9[3,2;7,2]"),
              HasSubstr("needs 26 elements of the memory 'x', which has 24"));
  EXPECT_THAT(errorOf("array:@x[9223372036854775807,9223372036854775807]"),
              HasSubstr("more than 2^62"));
  EXPECT_THAT(errorOf("ptr:@x+25"), HasSubstr("needs 25 elements"));
  EXPECT_THAT(errorOf("ptr:@y"),
              HasSubstr("there is no memory 'y'; name it with --memory=y="));
  for (const char *text :
       {"ptr:@x[3]", "ptr:@", "array:@x[1,2;3]", "array:@x+", "array:@x[1",
        "list:x", "list:", "list:@x,x", "array:@x[-1]", "ptr:@0"})
    EXPECT_NE(parseError(text), "(no error)") << text;
  EXPECT_TRUE(llvm::errorToBool(parseMemory("3=new:i8[2]").takeError()));
  EXPECT_TRUE(llvm::errorToBool(parseMemory("x").takeError()));
}

TEST(Argument, SaysWhatItTakes) {
  EXPECT_THAT(parseError("5"), HasSubstr("ptr:FILE.npy"));
  EXPECT_THAT(parseError("i33:5"), HasSubstr("i32"));
  EXPECT_THAT(parseError("i32:five"), HasSubstr("not an integer"));
  EXPECT_THAT(parseError("ptr:"), HasSubstr("missing"));
  EXPECT_THAT(parseError("ptr:no/such.npy"), HasSubstr("cannot read"));
}

TEST_F(ArgumentTest, TensorMapsDescribeViews) {
  using Element = tessera::ptx::TensorMap::Element;
  std::vector<NamedMemory> memories;
  memories.push_back(llvm::cantFail(parseMemory("x=new:f16[4,6,64]")));
  auto bind = [&](const std::string &text, Launch &launch) {
    std::vector<Argument> arguments = {parse(text)};
    std::vector<ParameterType> parameters = {
        {".param .b8[128]", 128, std::nullopt, std::nullopt}};
    launch.entry = "kernel";
    return llvm::toString(
        bindArguments(arguments, parameters, launch, memories));
  };
  Launch launch;
  ASSERT_EQ(bind("tensormap:@x+64[3,6,32;384,64,1]:box=1,2,16:step=1,2,1:"
                 "swizzle=128:atom=32:fill=nan",
                 launch),
            "");
  const ParameterValue &value = launch.parameters.front();
  ASSERT_TRUE(value.map);
  EXPECT_EQ(value.bits, 128u);
  EXPECT_EQ(value.getBytes(), 128u);
  const tessera::ptx::TensorMap &map = *value.map;
  EXPECT_EQ(map.rank, 3u);
  EXPECT_EQ(map.element, Element::F16);
  EXPECT_EQ(map.dims[0], 32u);
  EXPECT_EQ(map.dims[1], 6u);
  EXPECT_EQ(map.dims[2], 3u);
  EXPECT_EQ(map.strides[0], 128u);
  EXPECT_EQ(map.strides[1], 768u);
  EXPECT_EQ(map.box[0], 16u);
  EXPECT_EQ(map.box[1], 2u);
  EXPECT_EQ(map.elementStrides[1], 2u);
  EXPECT_EQ(map.swizzle, 3u);
  EXPECT_EQ(map.atomicity, 1u);
  EXPECT_TRUE(map.fillsNan);
  Launch images;
  ASSERT_EQ(bind("tensormap:@x:lower=-1:upper=-1:channels=32:pixels=8:type=u16",
                 images),
            "");
  EXPECT_EQ(images.parameters.front().map->lower[0], -1);
  EXPECT_EQ(images.parameters.front().map->element, Element::U16);
  Launch wide;
  ASSERT_EQ(
      bind("tensormap:@x:wide=w128:lower=-300:channels=32:swizzle=64", wide),
      "");
  EXPECT_EQ(wide.parameters.front().map->mode,
            tessera::ptx::TensorMap::Mode::Im2colW128);
  EXPECT_EQ(wide.parameters.front().map->lower[0], -300);
  // Two images of 4 slices of 3 x 8 pixels.
  Launch slices;
  ASSERT_EQ(bind("tensormap:@x[2,4,3,8,8]:interleave=16:box=1,3,8,16", slices),
            "");
  const tessera::ptx::TensorMap &sliced = *slices.parameters.front().map;
  EXPECT_EQ(sliced.rank, 4u);
  EXPECT_EQ(sliced.dims[0], 32u);
  EXPECT_EQ(sliced.dims[1], 8u);
  EXPECT_EQ(sliced.dims[2], 3u);
  EXPECT_EQ(sliced.dims[3], 2u);
  EXPECT_EQ(sliced.strides[0], 16u);
  EXPECT_EQ(sliced.strides[1], 128u);
  EXPECT_EQ(sliced.strides[2], 1536u);
  Launch wrong;
  EXPECT_NE(bind("tensormap:@x[2,4,3,16,4]:interleave=16:box=1,3,8,16", wrong)
                .find("a slice of channels has 8 bytes, not 16"),
            std::string::npos);
  EXPECT_NE(bind("tensormap:@x[2,3,3,8,8;768,256,64,8,1]:interleave=16:"
                 "box=1,3,8,16",
                 wrong)
                .find("lies right behind the one before it"),
            std::string::npos);
  EXPECT_NE(bind("tensormap:@x:box=1,2,3", wrong).find("no multiple of 16"),
            std::string::npos);
  EXPECT_NE(bind("tensormap:@y:box=1,2,16", wrong).find("no memory 'y'"),
            std::string::npos);
  EXPECT_NE(bind("tensormap:@x[4,6,64;1,64,2]:box=1,2,16", wrong)
                .find("side by side"),
            std::string::npos);
  EXPECT_NE(parseError("tensormap:x.npy:box=8").find("named memory"),
            std::string::npos);
  EXPECT_NE(parseError("tensormap:@x:bax=8").find("no part of a tensor map"),
            std::string::npos);
}

TEST_F(ArgumentTest, StructuresAreLaidOutAsInC) {
  std::vector<NamedMemory> memories;
  memories.push_back(llvm::cantFail(parseMemory("x=new:f16[4,6,64]")));
  auto bind = [&](const std::string &text, unsigned bytes, Launch &launch,
                  std::optional<bool> isPointer = std::nullopt) {
    std::vector<Argument> arguments = {parse(text)};
    std::vector<ParameterType> parameters = {
        {".param .b8[" + std::to_string(bytes) + "]", bytes, isPointer,
         std::nullopt}};
    launch.entry = "kernel";
    return llvm::toString(
        bindArguments(arguments, parameters, launch, memories));
  };
  // { char; float; T *; struct { short; int; }; char; }
  Launch launch;
  ASSERT_EQ(bind("struct:i8:1,f32:1.0,ptr:@x+4,{i16:2,i32:3},i8:4", 32, launch),
            "");
  std::vector<uint8_t> bytes(32);
  launch.parameters.front().writeTo(bytes, {0x1000});
  EXPECT_EQ(bytes, (std::vector<uint8_t>{1, 0, 0, 0, 0, 0, 0x80, 0x3F, 8, 16, 0,
                                         0, 0, 0, 0, 0, 2, 0,    0,    0, 3,  0,
                                         0, 0, 4, 0, 0, 0, 0,    0,    0, 0}));
  // A tensor map has commas of its own, and 64 bytes of alignment.
  Launch maps;
  ASSERT_EQ(
      bind("struct:i32:7,tensormap:@x:box=1,2,16:swizzle=32,i64:5", 256, maps),
      "");
  const auto &members = maps.parameters.front().structure->members;
  ASSERT_EQ(members.size(), 3u);
  EXPECT_EQ(members[1].first, 64u);
  EXPECT_EQ(members[1].second.map->box[1], 2u);
  EXPECT_EQ(members[2].first, 192u);
  Launch aligned;
  EXPECT_EQ(bind("struct:align=16,i32:1,{align=8,i8:2}", 16, aligned), "");
  EXPECT_EQ(aligned.parameters.front().structure->members[1].first, 8u);

  Launch wrong;
  EXPECT_THAT(bind("struct:i8:1,i64:2", 12, wrong),
              HasSubstr("is 16 bytes, but parameter 0 of 'kernel' is .param "
                        ".b8[12]"));
  EXPECT_THAT(bind("struct:i32:1", 4, wrong, false), HasSubstr("a structure"));
  EXPECT_THAT(bind("struct:ptr:@y", 8, wrong), HasSubstr("no memory 'y'"));
  EXPECT_THAT(parseError("struct:"), HasSubstr("is no member of a structure"));
  EXPECT_THAT(parseError("struct:5"), HasSubstr("is no member of a structure"));
  EXPECT_THAT(parseError("struct:align=3,i8:1"), HasSubstr("no power of two"));
  EXPECT_THAT(parseError("struct:i8:1,{i8:2"), HasSubstr("no } at its end"));
  EXPECT_THAT(parseError("struct:i8:five"), HasSubstr("not an integer"));
  EXPECT_THAT(parseError("struct:ptr:new:f32[4]"), HasSubstr("named memory"));
}
