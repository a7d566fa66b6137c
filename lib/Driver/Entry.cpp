//===- Entry.cpp - The symbols of the library -----------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver.h"
#include "Functions.h"
#include "Trace.h"
#include <atomic>
#include <cerrno>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>

using namespace tessera::driver;

#define CU_EXPORT extern "C" __attribute__((visibility("default")))

//===----------------------------------------------------------------------===//
// The trace
//===----------------------------------------------------------------------===//

static FILE *traceFile() {
  static FILE *file = []() -> FILE * {
    const char *name = getenv("TESSERA_DRIVER_TRACE");
    if (!name || !*name)
      return nullptr;
    FILE *opened = fopen(name, "a");
    if (!opened)
      tellUser("TESSERA_DRIVER_TRACE: '" + std::string(name) +
               "' cannot be written: " + strerror(errno));
    return opened;
  }();
  return file;
}

bool tessera::driver::isTracing() { return traceFile(); }

std::string tessera::driver::traceAddress(uint64_t value) {
  char text[24];
  snprintf(text, sizeof text, "0x%" PRIx64, value);
  return text;
}

void tessera::driver::writeTrace(const std::string &line) {
  // One write, as other threads and processes may write, too.
  fputs((escaped(line) + "\n").c_str(), traceFile());
  fflush(traceFile());
}

//===----------------------------------------------------------------------===//
// Entry points
//===----------------------------------------------------------------------===//

/// Runs the function of an entry point, under the checks that all of them need.
template <typename Fn> static CUresult enter(bool isPerThread, Fn function) {
  Driver &driver = Driver::get();
  if (Driver::isForked)
    return CUDA_ERROR_NOT_INITIALIZED;
  // CUDA Driver API, cuLaunchHostFunc: a host function must not call the
  // driver.
  if (Driver::isCallingOut)
    return CUDA_ERROR_NOT_PERMITTED;
  std::lock_guard<std::mutex> guard(driver.lock);
  if (!driver.isInitialized())
    return CUDA_ERROR_NOT_INITIALIZED;
  Driver::isPerThread = isPerThread;
  return runWithinMemory(function);
}

namespace {
/// The errors that the reference manual names for each function.
namespace named {
#define CU_RETURNS(SYMBOL, ...)                                                \
  constexpr CUresult SYMBOL[] = {CUDA_SUCCESS, ##__VA_ARGS__};
#include "Returns.def"
} // namespace named
} // namespace

/// Replaces the errors for a wrong handle or device by CUDA_ERROR_INVALID_VALUE
/// in functions for which the manual does not name those errors.
template <size_t N>
static constexpr CUresult asNamed(CUresult result, const CUresult (&named)[N]) {
  if (result != CUDA_ERROR_INVALID_HANDLE &&
      result != CUDA_ERROR_INVALID_DEVICE)
    return result;
  for (CUresult each : named)
    if (each == result)
      return result;
  return CUDA_ERROR_INVALID_VALUE;
}

/// The file that CALLER is in, as it was loaded.
static std::string fileOf(const void *caller) {
  Dl_info info = {};
  bool isKnown = dladdr(caller, &info) && info.dli_fname;
  return isKnown ? info.dli_fname : "the program";
}

/// Says why NVIDIA's runtime ends here, and what to do. It is in the file that
/// CALLER is in.
static std::string tellOfRuntime(const void *caller) {
  std::string file = fileOf(caller);
  auto isIn = [&](const char *part) {
    return file.find(part) != std::string::npos;
  };
  const char *holds = " holds";
  const char *remedy =
      "linked with `nvcc -cudart shared` (the default of nvcc under `tessera "
      "run`; CMAKE_CUDA_RUNTIME_LIBRARY=Shared for cmake), it has ours";
  if (isIn("/libcudart.so.")) {
    holds = " is";
    remedy = "`tessera run` offers another of the same name, which is found "
             "first unless a file is loaded by its path";
  } else if (isIn("/site-packages/") || isIn("/dist-packages/")) {
    remedy = "it belongs to a package of Python that is linked already: arrays "
             "of numpy and tensors of torch take the place of this package's";
  }
  return file + holds +
         " NVIDIA's runtime, which needs NVIDIA's driver (cuGetExportTable); " +
         remedy;
}

/// True for a caller that goes on without NVIDIA's tables: NVRTC asks for one where it
/// compiles.
static bool goesOnWithoutTables(const void *caller) {
  return fileOf(caller).find("/libnvrtc") != std::string::npos;
}

static CUresult refuse(const char *name, std::atomic<bool> &wasSaid,
                       const void *caller) {
  bool isTable = !strcmp(name, "cuGetExportTable");
  if (!(isTable && goesOnWithoutTables(caller)) && !wasSaid.exchange(true))
    tellUser(isTable
                 ? tellOfRuntime(caller)
                 : std::string(name) +
                       " is not there: it returns CUDA_ERROR_NOT_SUPPORTED");
  trace(name, CUDA_ERROR_NOT_SUPPORTED);
  return CUDA_ERROR_NOT_SUPPORTED;
}

#define CU_TRACED(TEXT, SYMBOL, CALL, ARGUMENTS)                               \
  CUresult result = asNamed(CALL, named::SYMBOL);                              \
  std::apply([&](auto... each) { trace(TEXT, result, each...); },              \
             std::make_tuple ARGUMENTS);                                       \
  return result;

#define CU_FREE_FUNCTION(SYMBOL, NAME, SINCE, PARAMETERS, ARGUMENTS)           \
  CU_EXPORT CUresult SYMBOL PARAMETERS {                                       \
    CU_TRACED(#SYMBOL, SYMBOL, api::SYMBOL ARGUMENTS, ARGUMENTS)               \
  }
#define CU_FUNCTION(SYMBOL, NAME, SINCE, PARAMETERS, ARGUMENTS)                \
  CU_EXPORT CUresult SYMBOL PARAMETERS {                                       \
    CU_TRACED(#SYMBOL, SYMBOL,                                                 \
              enter(false, [&] { return api::SYMBOL ARGUMENTS; }), ARGUMENTS)  \
  }
#define CU_STREAM_FUNCTION(SYMBOL, NAME, SINCE, SUFFIX, PARAMETERS, ARGUMENTS) \
  CU_FUNCTION(SYMBOL, NAME, SINCE, PARAMETERS, ARGUMENTS)                      \
  CU_EXPORT CUresult SYMBOL##_##SUFFIX PARAMETERS {                            \
    CU_TRACED(#SYMBOL "_" #SUFFIX, SYMBOL,                                     \
              enter(true, [&] { return api::SYMBOL ARGUMENTS; }), ARGUMENTS)   \
  }
// Declared without parameters: a function that reads no argument may be called
// with any.
#define CU_MISSING(SYMBOL, NAME, SINCE)                                        \
  CU_EXPORT CUresult SYMBOL() {                                                \
    static std::atomic<bool> wasSaid;                                          \
    return refuse(#SYMBOL, wasSaid, __builtin_return_address(0));              \
  }
#include "Api.def"

//===----------------------------------------------------------------------===//
// cuGetProcAddress
//===----------------------------------------------------------------------===//

namespace {
struct Row {
  const char *name;
  int since;
  void *function;
  /// The variant whose default stream is that of the thread; null if it is the
  /// same function.
  void *perThread;
};
} // namespace

static const Row rows[] = {
#define CU_ROW(SYMBOL, NAME, SINCE, PER_THREAD)                                \
  {#NAME, SINCE, reinterpret_cast<void *>(&SYMBOL), PER_THREAD},
#define CU_FUNCTION(SYMBOL, NAME, SINCE, PARAMETERS, ARGUMENTS)                \
  CU_ROW(SYMBOL, NAME, SINCE, nullptr)
#define CU_STREAM_FUNCTION(SYMBOL, NAME, SINCE, SUFFIX, PARAMETERS, ARGUMENTS) \
  CU_ROW(SYMBOL, NAME, SINCE, reinterpret_cast<void *>(&SYMBOL##_##SUFFIX))
#define CU_MISSING(SYMBOL, NAME, SINCE) CU_ROW(SYMBOL, NAME, SINCE, nullptr)
#include "Api.def"
#undef CU_ROW
};

CUresult api::cuGetProcAddress_v2(const char *symbol, void **function,
                                  int version, uint64_t flags,
                                  CUdriverProcAddressQueryResult *status) {
  constexpr uint64_t known = CU_GET_PROC_ADDRESS_LEGACY_STREAM |
                             CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM;
  if (!symbol || !function || (flags & ~known) || flags == known)
    return CUDA_ERROR_INVALID_VALUE;
  *function = nullptr;
  auto answer = CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
  int newest = -1;
  for (const Row &row : rows) {
    if (strcmp(row.name, symbol) != 0)
      continue;
    if (row.since > version) {
      if (!*function)
        answer = CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT;
      continue;
    }
    if (row.since < newest)
      continue;
    newest = row.since;
    answer = CU_GET_PROC_ADDRESS_SUCCESS;
    bool isPerThread = flags & CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM;
    *function = isPerThread && row.perThread ? row.perThread : row.function;
  }
  if (status)
    *status = answer;
  return *function ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

CUresult api::cuGetProcAddress(const char *symbol, void **function, int version,
                               uint64_t flags) {
  return cuGetProcAddress_v2(symbol, function, version, flags, nullptr);
}
