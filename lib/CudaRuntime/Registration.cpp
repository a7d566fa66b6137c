//===- Registration.cpp - What programs of nvcc tell of themselves --------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Before `main`, each object of nvcc gives its fatbin, and the names of the
// kernels and variables in it (crt/host_runtime.h). A fatbin is loaded when one
// of them is first asked for: programs hold kernels that never run. Nothing is
// unloaded when the program ends: the driver may have ended before.
//
//===----------------------------------------------------------------------===//

#include "Runtime.h"
#include <cstdint>
#include <mutex>
#include <unordered_map>
#include <vector>

using namespace tessera::runtime;

#define RT_EXPORT extern "C" __attribute__((visibility("default")))

namespace {

/// The wrapper around a fatbin, of fatbinary_section.h. In version 2 the fatbin
/// is what nvlink has made of those in `prelinked`, which ends with null.
struct FatbinWrapper {
  static constexpr uint32_t linked = 2;
  uint32_t magic, version;
  const void *data;
  const void *const *prelinked;
};

struct Program {
  const FatbinWrapper *image;
  bool wasLoaded = false;
  cudaError error = cudaSuccess;
  CUlibrary library = nullptr;
  /// The pointers of the host to managed variables, and their names.
  std::vector<std::pair<void **, const char *>> managed;
  /// The functions and variables of the host that it has registered.
  std::vector<const void *> registered;
};

struct Symbol {
  Program *program;
  const char *name; ///< in the program's image
  CUkernel kernel = nullptr;
};

} // namespace

/// Guards all of the following, and the loading of programs.
static std::mutex &lock() {
  static auto *mutex = new std::mutex;
  return *mutex;
}
using Symbols = std::unordered_map<const void *, Symbol>;
static Symbols &kernels() {
  static auto *symbols = new Symbols;
  return *symbols;
}
static Symbols &variables() {
  static auto *symbols = new Symbols;
  return *symbols;
}

//===----------------------------------------------------------------------===//
// Loading
//===----------------------------------------------------------------------===//

/// Links the PTX that nvlink has linked as machine code.
static CUresult loadLinked(const FatbinWrapper &image, CUlibrary &library) {
  CUlinkState link;
  CUresult result = cuLinkCreate_v2(0, nullptr, nullptr, &link);
  for (auto *each = image.prelinked; result == CUDA_SUCCESS && *each; ++each)
    result = cuLinkAddData_v2(link, CU_JIT_INPUT_FATBINARY,
                              const_cast<void *>(*each), SIZE_MAX, nullptr, 0,
                              nullptr, nullptr);
  void *linked;
  size_t bytes;
  if (result == CUDA_SUCCESS)
    result = cuLinkComplete(link, &linked, &bytes);
  if (result == CUDA_SUCCESS)
    result = cuLibraryLoadData(&library, linked, nullptr, nullptr, 0, nullptr,
                               nullptr, 0);
  cuLinkDestroy(link);
  return result;
}

static cudaError load(Program &program) {
  if (program.wasLoaded)
    return program.error;
  program.wasLoaded = true;
  const FatbinWrapper &image = *program.image;
  CUresult result = image.version == FatbinWrapper::linked
                        ? loadLinked(image, program.library)
                        : cuLibraryLoadData(&program.library, &image, nullptr,
                                            nullptr, 0, nullptr, nullptr, 0);
  for (auto &[pointer, name] : program.managed) {
    CUdeviceptr address;
    size_t bytes;
    if (result == CUDA_SUCCESS)
      result = cuLibraryGetGlobal(&address, &bytes, program.library, name);
    if (result == CUDA_SUCCESS)
      *pointer = reinterpret_cast<void *>(address);
  }
  return program.error = toError(result);
}

cudaError tessera::runtime::findKernel(const void *symbol,
                                       CUfunction &function) {
  std::lock_guard<std::mutex> guard(lock());
  auto found = kernels().find(symbol);
  if (found == kernels().end()) {
    // CUDA Runtime API, cudaLaunchKernel: a cudaKernel_t or a cudaFunction_t
    // may stand for a function of the host.
    auto *handle = static_cast<CUkernel>(const_cast<void *>(symbol));
    return cuKernelGetFunction(&function, handle) == CUDA_SUCCESS
               ? cudaSuccess
               : cudaErrorInvalidDeviceFunction;
  }
  Symbol &kernel = found->second;
  RT_CHECK(load(*kernel.program));
  if (!kernel.kernel &&
      cuLibraryGetKernel(&kernel.kernel, kernel.program->library,
                         kernel.name) != CUDA_SUCCESS)
    return cudaErrorInvalidDeviceFunction;
  return toError(cuKernelGetFunction(&function, kernel.kernel));
}

cudaError tessera::runtime::findVariable(const void *symbol,
                                         CUdeviceptr &address, size_t &bytes) {
  std::lock_guard<std::mutex> guard(lock());
  auto found = variables().find(symbol);
  if (found == variables().end())
    return cudaErrorInvalidSymbol;
  const Symbol &variable = found->second;
  RT_CHECK(load(*variable.program));
  return cuLibraryGetGlobal(&address, &bytes, variable.program->library,
                            variable.name) == CUDA_SUCCESS
             ? cudaSuccess
             : cudaErrorInvalidSymbol;
}

//===----------------------------------------------------------------------===//
// What the compiler calls
//===----------------------------------------------------------------------===//

static Program &programOf(void **handle) {
  return *reinterpret_cast<Program *>(handle);
}

RT_EXPORT void **__cudaRegisterFatBinary(const void *image) {
  auto *program = new Program;
  program->image = static_cast<const FatbinWrapper *>(image);
  return reinterpret_cast<void **>(program);
}

RT_EXPORT void __cudaRegisterFatBinaryEnd(void **) {}

RT_EXPORT void __cudaUnregisterFatBinary(void **handle) {
  std::lock_guard<std::mutex> guard(lock());
  Program &program = programOf(handle);
  for (const void *symbol : program.registered)
    for (Symbols *symbols : {&kernels(), &variables()})
      if (auto it = symbols->find(symbol);
          it != symbols->end() && it->second.program == &program)
        symbols->erase(it);
  delete &program;
}

RT_EXPORT char __cudaInitModule(void **handle) {
  if (note(useContext()) != cudaSuccess)
    return false;
  std::lock_guard<std::mutex> guard(lock());
  return note(load(programOf(handle))) == cudaSuccess;
}

static void add(Symbols &symbols, Program &program, const void *symbol,
                const char *name) {
  symbols[symbol] = {&program, name};
  program.registered.push_back(symbol);
}

RT_EXPORT void __cudaRegisterFunction(void **handle, const char *hostFunction,
                                      char *, const char *name, int, void *,
                                      void *, void *, void *, int *) {
  std::lock_guard<std::mutex> guard(lock());
  add(kernels(), programOf(handle), hostFunction, name);
}

RT_EXPORT void __cudaRegisterVar(void **handle, char *hostVariable, char *,
                                 const char *name, int, size_t, int, int) {
  std::lock_guard<std::mutex> guard(lock());
  add(variables(), programOf(handle), hostVariable, name);
}

RT_EXPORT void __cudaRegisterManagedVar(void **handle, void **hostPointer,
                                        char *, const char *name, int, size_t,
                                        int, int) {
  std::lock_guard<std::mutex> guard(lock());
  add(variables(), programOf(handle), hostPointer, name);
  programOf(handle).managed.emplace_back(hostPointer, name);
}

//===----------------------------------------------------------------------===//
// Configurations of calls
//===----------------------------------------------------------------------===//

namespace {
/// The part of a call in <<<…>>>.
struct Configuration {
  dim3 grid, block;
  size_t sharedBytes;
  CUstream stream;
};
} // namespace

static thread_local std::vector<Configuration> configurations;

RT_EXPORT unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block,
                                               size_t sharedBytes,
                                               CUstream stream) {
  configurations.push_back({grid, block, sharedBytes, stream});
  return 0;
}

RT_EXPORT cudaError __cudaPopCallConfiguration(dim3 *grid, dim3 *block,
                                               size_t *sharedBytes,
                                               CUstream *stream) {
  if (configurations.empty())
    return note(cudaErrorMissingConfiguration);
  const Configuration &last = configurations.back();
  *grid = last.grid;
  *block = last.block;
  *sharedBytes = last.sharedBytes;
  *stream = last.stream;
  configurations.pop_back();
  return cudaSuccess;
}
