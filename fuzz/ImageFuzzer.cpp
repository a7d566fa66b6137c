//===- ImageFuzzer.cpp - Any bytes as an image of the driver --------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bytes are read as an image of their size, and as one at an address at the
// end of what may be read. The first gives all that the second gives. One input
// in some dozens goes on to the engines with what is read: the bytes are
// linked, and loaded as a file. Both give a program or both give an error, of
// those that the manual names.
//
//===----------------------------------------------------------------------===//

#include "DriverCalls.h"
#include "Images/Image.h"
#include "llvm/Support/xxhash.h"
#include <cstring>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

static bool isNamed(CUresult result) {
  return result == CUDA_SUCCESS || result == CUDA_ERROR_INVALID_IMAGE ||
         result == CUDA_ERROR_INVALID_PTX ||
         result == CUDA_ERROR_NO_BINARY_FOR_GPU;
}

using namespace tessera::driver;

/// The image where nobody may read behind it.
static CUresult findInPlace(const uint8_t *bytes, size_t size,
                            std::string &program) {
  constexpr size_t most = 1 << 16;
  static char *const end = [] {
    void *pages = mmap(nullptr, 2 * most, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    REQUIRE(pages != MAP_FAILED);
    REQUIRE(!mprotect(static_cast<char *>(pages) + most, most, PROT_NONE));
    return static_cast<char *>(pages) + most;
  }();
  REQUIRE(size <= most);
  memcpy(end - size, bytes, size);
  return findProgram(ImageBytes(end - size), program);
}

/// True if it holds an address, which is followed where it is in place: it may be
/// that of memory which the sanitizer guards.
static bool isWrapper(const uint8_t *bytes, size_t size) {
  constexpr uint32_t magic = 0x466243B1;
  return size >= sizeof magic && !memcmp(bytes, &magic, sizeof magic);
}

static CUresult link(const uint8_t *bytes, size_t size) {
  CUlinkState state;
  void *image;
  size_t linked;
  REQUIRE(cuLinkCreate_v2(0, nullptr, nullptr, &state) == CUDA_SUCCESS);
  CUresult result = cuLinkAddData_v2(state, CU_JIT_INPUT_FATBINARY,
                                     const_cast<uint8_t *>(bytes), size,
                                     nullptr, 0, nullptr, nullptr);
  if (result == CUDA_SUCCESS)
    result = cuLinkComplete(state, &image, &linked);
  REQUIRE(cuLinkDestroy(state) == CUDA_SUCCESS);
  return result;
}

static CUresult loadFile(const uint8_t *bytes, size_t size) {
  static const int fd = memfd_create("image", 0);
  static const std::string path = "/proc/self/fd/" + std::to_string(fd);
  REQUIRE(ftruncate(fd, 0) == 0 && pwrite(fd, bytes, size, 0) == ssize_t(size));
  CUmodule module;
  CUresult result = cuModuleLoad(&module, path.c_str());
  if (result == CUDA_SUCCESS)
    REQUIRE(cuModuleUnload(module) == CUDA_SUCCESS);
  return result;
}

extern "C" int LLVMFuzzerInitialize(int *, char ***) {
  setenv("TESSERA_CACHE", "off", 1);
  CUcontext context;
  REQUIRE(cuInit(0) == CUDA_SUCCESS);
  REQUIRE(cuDevicePrimaryCtxRetain(&context, 0) == CUDA_SUCCESS);
  REQUIRE(cuCtxSetCurrent(context) == CUDA_SUCCESS);
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  // A program takes the engines a hundred times as long as the image.
  constexpr uint64_t oneIn = 64;
  if (!size)
    return 0;
  std::string program, inPlace;
  CUresult found = findProgram(ImageBytes(bytes, size), program);
  REQUIRE(isNamed(found) && (found != CUDA_SUCCESS || !program.empty()));
  if (!isWrapper(bytes, size)) {
    CUresult placed = findInPlace(bytes, size, inPlace);
    REQUIRE(isNamed(placed));
    REQUIRE(placed != CUDA_SUCCESS ||
            (found == CUDA_SUCCESS && inPlace == program));
  }
  if (llvm::xxh3_64bits({bytes, size}) % oneIn != 0)
    return 0;
  CUresult linked = link(bytes, size), loaded = loadFile(bytes, size);
  REQUIRE(isNamed(linked) && isNamed(loaded));
  REQUIRE((linked == CUDA_SUCCESS) == (loaded == CUDA_SUCCESS));
  REQUIRE(found == CUDA_SUCCESS || linked != CUDA_SUCCESS);
  return 0;
}
