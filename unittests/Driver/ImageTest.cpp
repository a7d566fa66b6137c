//===- ImageTest.cpp - Images that are damaged ----------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Any bytes give a module or an error. From a file the driver knows their
// number; from an address it has to find the end.
//
//===----------------------------------------------------------------------===//

#include "Harness.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cstring>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

template <typename T> void append(std::string &to, const T &value) {
  to.append(reinterpret_cast<const char *>(&value), sizeof value);
}

/// A cubin that carries PTX, after the form of tileiras --carry-program.
std::string makeCubin(const std::string &ptx) {
  const char names[] = "\0.shstrtab\0.tessera.ptx\0.text.k\0";
  llvm::ELF::Elf64_Ehdr header = {};
  memcpy(header.e_ident, llvm::ELF::ElfMagic, 4);
  header.e_ident[llvm::ELF::EI_CLASS] = llvm::ELF::ELFCLASS64;
  header.e_ident[llvm::ELF::EI_DATA] = llvm::ELF::ELFDATA2LSB;
  header.e_machine = llvm::ELF::EM_CUDA;
  header.e_shentsize = sizeof(llvm::ELF::Elf64_Shdr);
  header.e_shnum = 4;
  header.e_shstrndx = 1;
  std::string body;
  llvm::ELF::Elf64_Shdr sections[4] = {};
  auto add = [&](unsigned number, unsigned name, unsigned type,
                 const std::string &contents) {
    llvm::ELF::Elf64_Shdr &section = sections[number];
    section.sh_name = name;
    section.sh_type = type;
    section.sh_offset = sizeof header + body.size();
    section.sh_size = contents.size();
    section.sh_addralign = 1;
    body += contents;
    body.resize((body.size() + 15) / 16 * 16);
  };
  add(1, 1, llvm::ELF::SHT_STRTAB, {names, sizeof names});
  add(2, 11, llvm::ELF::SHT_PROGBITS, ptx);
  add(3, 24, llvm::ELF::SHT_PROGBITS, "machine code");
  header.e_shoff = sizeof header + body.size();
  std::string file;
  append(file, header);
  file += body;
  append(file, sections);
  return file;
}

/// A fatbin with one entry of PTX, plain or compressed.
std::string makeFatbin(std::string payload, uint64_t flags, uint64_t unpacked) {
  struct {
    uint16_t kind = 1, version = 0x101;
    uint32_t headerBytes = 64;
    uint64_t bytes;
    uint32_t packed, unused = 64;
    uint32_t release = 0x90000, architecture = 80;
    uint64_t unused2 = 0, flags, unused3 = 0, unpacked;
  } entry;
  static_assert(sizeof entry == 64);
  entry.packed = payload.size();
  payload.resize((payload.size() + 8) / 8 * 8);
  entry.bytes = payload.size();
  entry.flags = flags;
  entry.unpacked = unpacked;
  std::string image;
  append<uint32_t>(image, 0xba55ed50);
  append<uint32_t>(image, 0x100001);
  append<uint64_t>(image, sizeof entry + payload.size());
  append(image, entry);
  return image + payload;
}

std::string packZstd(const std::string &text) {
  llvm::SmallVector<uint8_t, 0> packed;
  llvm::compression::zstd::compress(llvm::arrayRefFromStringRef(text), packed);
  return {packed.begin(), packed.end()};
}

std::string readBytecode() {
  auto file = llvm::MemoryBuffer::getFile(
      TESSERA_SOURCE_DIR "/test/Bytecode/Inputs/vadd13.1.tile");
  return file ? (*file)->getBuffer().str() : "";
}

/// Bytes at the end of a page, followed by an inaccessible page.
class LastPage {
public:
  explicit LastPage(const std::string &bytes)
      : pages((bytes.size() + page - 1) / page * page),
        memory(static_cast<char *>(mmap(nullptr, pages + page, PROT_NONE,
                                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))) {
    mprotect(memory, pages, PROT_READ | PROT_WRITE);
    memcpy(memory + pages - bytes.size(), bytes.data(), bytes.size());
    begin = memory + pages - bytes.size();
  }
  LastPage(const LastPage &) = delete;
  ~LastPage() { munmap(memory, pages + page); }

  const char *begin;

private:
  static constexpr size_t page = 4096;
  size_t pages;
  char *memory;
};

class ImageTest : public DriverTest {
protected:
  void SetUp() override {
    DriverTest::SetUp();
    testing::internal::CaptureStderr();
  }
  void TearDown() override {
    (void)testing::internal::GetCapturedStderr();
    DriverTest::TearDown();
  }

  static CUresult drop(CUresult result, CUmodule module) {
    return result == CUDA_SUCCESS ? cuModuleUnload(module) : result;
  }
  /// Loads the image from a file.
  static CUresult loadFile(const std::string &image) {
    int fd = memfd_create("image", 0);
    EXPECT_EQ(write(fd, image.data(), image.size()), ssize_t(image.size()));
    std::string path = "/proc/self/fd/" + std::to_string(fd);
    CUmodule module;
    CUresult result = drop(cuModuleLoad(&module, path.c_str()), module);
    CUlibrary library;
    CUresult other = cuLibraryLoadFromFile(&library, path.c_str(), nullptr,
                                           nullptr, 0, nullptr, nullptr, 0);
    if (other == CUDA_SUCCESS)
      other = cuLibraryUnload(library);
    EXPECT_EQ(result, other);
    close(fd);
    return result;
  }
  /// Loads the image from an address, with inaccessible memory behind it.
  static CUresult loadAddress(const std::string &image) {
    LastPage memory(image);
    CUmodule module;
    return drop(cuModuleLoadData(&module, memory.begin), module);
  }
  static CUresult link(std::string image) {
    CUlinkState state;
    void *linked;
    size_t bytes;
    EXPECT_EQ(cuLinkCreate_v2(0, nullptr, nullptr, &state), CUDA_SUCCESS);
    CUresult result =
        cuLinkAddData_v2(state, CU_JIT_INPUT_CUBIN, image.data(), image.size(),
                         nullptr, 0, nullptr, nullptr);
    if (result == CUDA_SUCCESS)
      result = cuLinkComplete(state, &linked, &bytes);
    EXPECT_EQ(cuLinkDestroy(state), CUDA_SUCCESS);
    return result;
  }

  /// True if the result is success or an error for a bad image.
  static bool answers(CUresult result) {
    return llvm::is_contained({CUDA_SUCCESS, CUDA_ERROR_INVALID_IMAGE,
                               CUDA_ERROR_INVALID_PTX, CUDA_ERROR_INVALID_VALUE,
                               CUDA_ERROR_NO_BINARY_FOR_GPU},
                              result);
  }

  const std::string text = kernels, bytecode = readBytecode();
  /// The step in bytes between tested lengths: readers of text and bytecode
  /// have tests of their own for their contents.
  size_t strideIn(const std::string &image) {
    return image == text || image == bytecode ? 41 : 1;
  }
  std::vector<std::string> images() {
    std::vector<std::string> all = {text, makeCubin(text),
                                    makeFatbin(text, 0x11, 0), bytecode};
    if (llvm::compression::zstd::isAvailable())
      all.push_back(makeFatbin(packZstd(text), 0x8011, text.size()));
    return all;
  }
};

TEST_F(ImageTest, TakesEachFormEveryWay) {
  for (const std::string &image : images()) {
    EXPECT_EQ(loadFile(image), CUDA_SUCCESS);
    EXPECT_EQ(link(image), CUDA_SUCCESS);
    EXPECT_EQ(loadAddress(image + '\0'), CUDA_SUCCESS);
  }
}

/// All formats but text contain their own length.
TEST_F(ImageTest, RefusesWhatIsCutOff) {
  for (const std::string &image : images()) {
    bool isText = image == text;
    for (size_t size = 0; size < image.size(); size += size < 300 ? 1 : 37) {
      std::string part = image.substr(0, size);
      CUresult file = loadFile(part), linked = link(part);
      EXPECT_TRUE(answers(file) && answers(linked)) << size;
      EXPECT_TRUE(isText || file != CUDA_SUCCESS) << size;
      EXPECT_TRUE(isText || linked != CUDA_SUCCESS) << size;
      EXPECT_EQ(loadAddress(part), CUDA_ERROR_INVALID_IMAGE) << size;
    }
  }
}

TEST_F(ImageTest, AnswersToEveryBitFlippedInWhatDescribesIt) {
  for (std::string image : images())
    for (size_t byte = 0, stride = strideIn(image); byte < image.size();
         byte += stride) {
      // All bytes of the header and the tables, and some of the contents.
      if (byte > 200 && byte < image.size() - 256 && byte % 41)
        continue;
      for (unsigned bit = 0; bit < 8; ++bit) {
        image[byte] ^= char(1 << bit);
        EXPECT_TRUE(answers(link(image))) << byte << ' ' << bit;
        EXPECT_TRUE(answers(loadAddress(image))) << byte << ' ' << bit;
        image[byte] ^= char(1 << bit);
      }
    }
}

/// Each field of up to 8 bytes at its limits, where sums overflow.
TEST_F(ImageTest, AnswersToFieldsAtTheirLimits) {
  for (std::string image : images())
    for (size_t at = 0, stride = strideIn(image);
         at + 8 <= std::min<size_t>(image.size(), 128); at += stride)
      for (uint64_t value : {uint64_t(0), uint64_t(1) << 31, uint64_t(1) << 63,
                             UINT64_MAX, UINT64_MAX - 63})
        for (unsigned bytes : {2, 4, 8}) {
          std::string old = image.substr(at, bytes);
          memcpy(&image[at], &value, bytes);
          EXPECT_TRUE(answers(link(image))) << at << ' ' << value;
          EXPECT_TRUE(answers(loadAddress(image))) << at << ' ' << value;
          image.replace(at, bytes, old);
        }
}

TEST_F(ImageTest, RefusesWhatIsNone) {
  for (const char *bytes :
       {"", "\x7f",
        "\x7f"
        "ELF",
        "\x7fTileIR", "\x7f?", "\x50\xed\x55\xba", "\xb1\x43\x62\x46"})
    EXPECT_EQ(loadFile(bytes), CUDA_ERROR_INVALID_IMAGE);
  // A wrapper of a fatbin that is nowhere, and of one within itself.
  struct {
    uint32_t magic = 0x466243b1, version = 1;
    const void *data;
    void *none = nullptr;
  } wrapper;
  CUmodule module;
  auto self = reinterpret_cast<uint64_t>(&wrapper);
  for (uint64_t address : {uint64_t(0), uint64_t(64), UINT64_MAX - 7, self}) {
    wrapper.data = reinterpret_cast<void *>(address);
    EXPECT_EQ(cuModuleLoadData(&module, &wrapper), CUDA_ERROR_INVALID_IMAGE);
  }
}

TEST_F(ImageTest, RefusesFilesThatAreNoModules) {
  CUmodule module;
  EXPECT_EQ(cuModuleLoad(&module, "/no/such/file"), CUDA_ERROR_FILE_NOT_FOUND);
  EXPECT_EQ(cuModuleLoad(&module, "/"), CUDA_ERROR_FILE_NOT_FOUND);
  EXPECT_EQ(cuModuleLoad(&module, "/dev/null"), CUDA_ERROR_INVALID_IMAGE);
  EXPECT_EQ(cuModuleLoad(&module, ""), CUDA_ERROR_FILE_NOT_FOUND);
}

} // namespace
