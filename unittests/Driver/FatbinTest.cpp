//===- FatbinTest.cpp - Modules in the form that nvcc embeds --------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/MemoryBuffer.h"

namespace {

class FatbinTest : public DriverTest {
protected:
  static constexpr uint64_t plain = 0x11, lz4 = 0x2011, zstd = 0x8011;

  template <typename T> static void append(std::string &to, T value) {
    to.append(reinterpret_cast<const char *>(&value), sizeof value);
  }

  /// An entry with PTX (kind 1), machine code (kind 2) or Tile IR (kind 128).
  static std::string entry(std::string payload, unsigned architecture,
                           uint64_t flags, uint64_t unpacked,
                           uint16_t kind = 1) {
    std::string bytes;
    uint32_t packed = flags == plain ? 0 : payload.size();
    payload.resize((payload.size() + 8) / 8 * 8);
    append<uint16_t>(bytes, kind);
    append<uint16_t>(bytes, 0x101);
    append<uint32_t>(bytes, 64);
    append<uint64_t>(bytes, payload.size());
    append<uint32_t>(bytes, packed);
    append<uint32_t>(bytes, 64);
    append<uint32_t>(bytes, 0x90000);
    append<uint32_t>(bytes, architecture);
    append<uint64_t>(bytes, 0);
    append<uint64_t>(bytes, flags);
    append<uint64_t>(bytes, 0);
    append<uint64_t>(bytes, unpacked);
    return bytes + payload;
  }

  static std::string fatbin(const std::string &entries) {
    std::string bytes;
    append<uint32_t>(bytes, 0xba55ed50);
    append<uint32_t>(bytes, 0x100001);
    append<uint64_t>(bytes, entries.size());
    return bytes + entries;
  }

  /// An LZ4 block of literals, except for the newlines at its beginning: one
  /// literal, and a match for the 7 behind it.
  static std::string pack(const std::string &text) {
    std::string block = {0x13, '\n', 1, 0};
    block += '\xf0';
    size_t rest = text.size() - 15;
    for (; rest >= 255; rest -= 255)
      block += '\xff';
    return block + char(rest) + text;
  }

  static std::string packZstd(const std::string &text) {
    llvm::SmallVector<uint8_t, 0> packed;
    llvm::compression::zstd::compress(
        {reinterpret_cast<const uint8_t *>(text.data()), text.size()}, packed);
    return {packed.begin(), packed.end()};
  }

  CUresult load(const std::string &image) {
    CUmodule module;
    return cuModuleLoadFatBinary(&module, image.data());
  }

  void expectAdd(CUmodule module) {
    CUfunction function;
    EXPECT_EQ(cuModuleGetFunction(&function, module, "add"), CUDA_SUCCESS);
  }

  const std::string text = kernels;
  const std::string newlines = std::string(8, '\n');
};

TEST_F(FatbinTest, TakesPtxAsItIsAndCompressed) {
  std::vector<std::string> images = {
      fatbin(entry(text, 80, plain, 0)),
      fatbin(entry(pack(text), 80, lz4, text.size() + 8))};
  if (llvm::compression::zstd::isAvailable())
    images.push_back(fatbin(entry(packZstd(text), 80, zstd, text.size())));
  for (const std::string &image : images) {
    CUmodule module;
    ASSERT_EQ(cuModuleLoadData(&module, image.data()), CUDA_SUCCESS);
    expectAdd(module);
    struct {
      uint32_t magic = 0x466243b1, version = 1;
      const void *data;
      void *none = nullptr;
    } wrapper;
    wrapper.data = image.data();
    ASSERT_EQ(cuModuleLoadFatBinary(&module, &wrapper), CUDA_SUCCESS);
    expectAdd(module);
    CUlibrary library;
    ASSERT_EQ(cuLibraryLoadData(&library, image.data(), nullptr, nullptr, 0,
                                nullptr, nullptr, 0),
              CUDA_SUCCESS);
    EXPECT_EQ(cuLibraryUnload(library), CUDA_SUCCESS);
  }
}

TEST_F(FatbinTest, ChoosesTheNewestThatTheDeviceRuns) {
  std::string wrong = "this is no PTX";
  std::string machine = entry("code", 90, plain, 0, 2);
  EXPECT_EQ(
      load(fatbin(entry(wrong, 75, plain, 0) + machine +
                  entry(text, 80, plain, 0) + entry(wrong, 100, plain, 0))),
      CUDA_SUCCESS);
  testing::internal::CaptureStderr();
  EXPECT_EQ(load(fatbin(machine + entry(text, 100, plain, 0))),
            CUDA_ERROR_NO_BINARY_FOR_GPU);
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "tessera: a fatbin holds no program for sm_90, only machine code "
            "for sm_90, PTX for compute_100: nvcc -gencode "
            "arch=compute_90,code=compute_90 adds the PTX that runs here\n");
}

TEST_F(FatbinTest, TakesTileIrWhateverItsGpu) {
  auto file = llvm::MemoryBuffer::getFile(
      TESSERA_SOURCE_DIR "/test/Bytecode/Inputs/vadd13.1.tile");
  ASSERT_TRUE(bool(file));
  std::string program = (*file)->getBuffer().str();
  std::string machine = entry("code", 120, plain, 0, 2);
  CUmodule module;
  std::string image = fatbin(entry(program, 120, plain, 0, 128) + machine);
  ASSERT_EQ(cuModuleLoadData(&module, image.data()), CUDA_SUCCESS);
  unsigned count = 0;
  EXPECT_EQ(cuModuleGetFunctionCount(&count, module), CUDA_SUCCESS);
  EXPECT_EQ(count, 1u);
  EXPECT_EQ(load(fatbin(entry(text, 120, plain, 0, 128))),
            CUDA_ERROR_INVALID_IMAGE);
}

TEST_F(FatbinTest, RefusesWhatCannotBeUnpacked) {
  testing::internal::CaptureStderr();
  std::string block = pack(text);
  uint64_t size = text.size() + 8;
  auto expectInvalid = [&](const std::string &payload, uint64_t flags,
                           uint64_t unpacked) {
    EXPECT_EQ(load(fatbin(entry(payload, 80, flags, unpacked))),
              CUDA_ERROR_INVALID_IMAGE);
  };
  // Too few bytes or too many, a match ahead of the beginning, an end within
  // a distance or a length.
  expectInvalid(block, lz4, size - 1);
  expectInvalid(block, lz4, size + 1);
  expectInvalid(block, lz4, uint64_t(1) << 60);
  expectInvalid(block.substr(0, block.size() / 2), lz4, size);
  expectInvalid({0x13, '\n', 2, 0}, lz4, 8);
  expectInvalid({0x13, '\n', 1}, lz4, 8);
  expectInvalid({char(0xf0), char(0xff)}, lz4, 8);
  expectInvalid("no zstd", zstd, 100);
  if (llvm::compression::zstd::isAvailable())
    expectInvalid(packZstd(text), zstd, text.size() + 1);
  // An entry that leaves the fatbin.
  std::string image = fatbin(entry(text, 80, plain, 0));
  image[16 + 9] ^= 0x40;
  EXPECT_EQ(load(image), CUDA_ERROR_INVALID_IMAGE);
  EXPECT_NE(testing::internal::GetCapturedStderr().find("cannot be unpacked"),
            std::string::npos);
}

} // namespace
