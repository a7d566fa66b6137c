//===- CudaProcessTest.cpp - Tests of launches through another process ----===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The test of the whole channel, with a driver:
// test/Tools/cuda-tile-run/engines/cuda-engine.test
//
//===----------------------------------------------------------------------===//

#include "Cuda/CudaProcess.h"
#include "gmock/gmock.h"

using namespace tessera;
using namespace tessera::runtime;

/// A launch with no field at its default.
static Launch makeLaunch() {
  Launch launch;
  launch.entry = "k";
  launch.grid = {2, 3, 4};
  launch.dynamicSharedBytes = 48;
  launch.parameters = {{1, Format::I64, 8}, {std::nullopt, Format::I32, 7}};
  auto structure = std::make_shared<StructureValue>();
  structure->bytes = 16;
  structure->members = {{0, {std::nullopt, Format::I16, 9}},
                        {8, {0, Format::I64, 24}}};
  launch.parameters.emplace_back().structure = std::move(structure);
  launch.buffers.resize(2);
  launch.buffers[0].bytes = 3;
  launch.buffers[0].contents = std::vector<uint8_t>{1, 2, 3};
  launch.buffers[0].wanted = false;
  launch.buffers[1].bytes = uint64_t(1) << 33;
  launch.buffers[1].pointers = {{16, {0, Format::I64, 2}}};
  return launch;
}

TEST(CudaProcessTest, ARequestIsReadAsItWasWritten) {
  std::string text = writeRequest("the image", {5, 6, 7}, makeLaunch());
  llvm::Expected<LaunchRequest> request = readRequest(text);
  ASSERT_TRUE(bool(request)) << llvm::toString(request.takeError());
  EXPECT_EQ(request->image, "the image");
  EXPECT_THAT(request->block, testing::ElementsAre(5, 6, 7));
  EXPECT_EQ(request->launch.entry, "k");
  EXPECT_THAT(request->launch.grid, testing::ElementsAre(2, 3, 4));
  std::vector<uint8_t> bytes(16);
  request->launch.parameters.back().writeTo(bytes, {0x100, 0x200});
  EXPECT_THAT(bytes, testing::ElementsAre(9, 0, 0, 0, 0, 0, 0, 0, 0x18, 1, 0, 0,
                                          0, 0, 0, 0));
  // The text has every field.
  EXPECT_EQ(writeRequest(request->image, request->block, request->launch),
            text);
}

TEST(CudaProcessTest, ARequestThatEndsEarlyIsAnError) {
  std::string text = writeRequest("the image", {5, 6, 7}, makeLaunch());
  for (size_t length = 0; length < text.size(); ++length) {
    llvm::Expected<LaunchRequest> request =
        readRequest(llvm::StringRef(text).take_front(length));
    EXPECT_FALSE(bool(request)) << length;
    llvm::consumeError(request.takeError());
  }
}

TEST(CudaProcessTest, AProgramWithADynamicLinkerLoadsTheDriverItself) {
  EXPECT_TRUE(canLoadLibraries());
}
