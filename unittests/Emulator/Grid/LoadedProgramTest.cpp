//===- LoadedProgramTest.cpp - Variables that outlive a launch ------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Harness.h"
#include <gmock/gmock.h>

using namespace tessera::ptx;
using namespace tessera::ptx::test;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

/// Adds a constant to a variable, found by its address in another one.
const std::string counting = kernel(R"(
  ld.global.u64 %rd4, [place];
  ld.u32 %r1, [%rd4];
  ld.const.u32 %r2, [step];
  add.u32 %r1, %r1, %r2;
  st.u32 [%rd4], %r1;
)",
                                    R"(
.visible .const .u32 step = 2;
.visible .global .u32 count = 5;
.global .u64 place = generic(count);
.visible .global .align 16 .f32 table[3] = {0f3F800000};
)");

class LoadedPrograms : public testing::Test {
protected:
  Program program = llvm::cantFail(Program::parse(counting, "test.ptx"));
  GlobalMemory memory;

  std::unique_ptr<LoadedProgram> load(LoadedProgram::Allocate allocate = {}) {
    return llvm::cantFail(
        LoadedProgram::load(program.image(), memory, std::move(allocate)));
  }
  LoadedProgram::Global find(const LoadedProgram &loaded,
                             const std::string &name) {
    for (const LoadedProgram::Global &global : loaded.getGlobals())
      if (global.name == name)
        return global;
    ADD_FAILURE() << "no variable " << name;
    return {name, 0, 0};
  }
  template <typename T>
  T read(const LoadedProgram &loaded, const std::string &name) {
    T value = 0;
    llvm::cantFail(
        memory.read(find(loaded, name).address,
                    {reinterpret_cast<uint8_t *>(&value), sizeof(T)}));
    return value;
  }
  /// The error's text, "" on success.
  std::string launch(const LoadedProgram &loaded) {
    LaunchRequest request;
    request.program = &program;
    request.entry = "k";
    request.parameters.resize(32);
    request.config.checks = Checks::all();
    request.config.block = {1, 1, 1};
    request.loaded = &loaded;
    auto statistics = launchConcurrently({request}, memory);
    return statistics ? "" : llvm::toString(statistics.takeError());
  }
};

TEST_F(LoadedPrograms, VariablesKeepTheirValuesFromLaunchToLaunch) {
  auto loaded = load();
  for (uint32_t expected : {7, 9, 11}) {
    ASSERT_EQ(launch(*loaded), "");
    EXPECT_EQ(read<uint32_t>(*loaded, "count"), expected);
  }
}

TEST_F(LoadedPrograms, EachLoadHasVariablesOfItsOwn) {
  auto first = load(), second = load();
  ASSERT_EQ(launch(*first), "");
  EXPECT_EQ(read<uint32_t>(*first, "count"), 7u);
  EXPECT_EQ(read<uint32_t>(*second, "count"), 5u);
  ASSERT_EQ(launch(*second), "");
  EXPECT_EQ(read<uint32_t>(*second, "count"), 7u);
}

TEST_F(LoadedPrograms, TheHostSeesThem) {
  auto loaded = load();
  std::vector<std::string> names;
  for (const LoadedProgram::Global &global : loaded->getGlobals())
    names.push_back(global.name);
  EXPECT_THAT(names, ElementsAre("step", "count", "place", "table"));
  EXPECT_EQ(find(*loaded, "table").size, 12u);
  EXPECT_EQ(find(*loaded, "table").address % 16, 0u);
  EXPECT_EQ(read<float>(*loaded, "table"), 1.0f);
  EXPECT_EQ(read<uint64_t>(*loaded, "place"), find(*loaded, "count").address);
  // The next launch reads a value that the host writes.
  const uint8_t hundred[] = {100, 0, 0, 0};
  llvm::cantFail(memory.write(find(*loaded, "count").address, hundred));
  ASSERT_EQ(launch(*loaded), "");
  EXPECT_EQ(read<uint32_t>(*loaded, "count"), 102u);
}

TEST_F(LoadedPrograms, MemoryIsGivenBack) {
  auto loaded = load();
  uint64_t address = find(*loaded, "count").address;
  uint8_t byte;
  llvm::cantFail(memory.read(address, byte));
  loaded.reset();
  EXPECT_THAT(llvm::toString(memory.read(address, byte)),
              HasSubstr("nothing is allocated"));
}

TEST_F(LoadedPrograms, NoRoomIsAnError) {
  auto loaded = LoadedProgram::load(
      program.image(), memory,
      [](uint64_t, llvm::StringRef name, uint64_t, bool) {
        return llvm::createStringError("no room for '" + name + "'");
      });
  ASSERT_FALSE(static_cast<bool>(loaded));
  EXPECT_EQ(llvm::toString(loaded.takeError()), "no room for 'step'");
}

} // namespace
