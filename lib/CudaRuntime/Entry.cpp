//===- Entry.cpp - The symbols of the library -----------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime.h"
#include <atomic>
#include <cstdio>
#include <utility>

using namespace tessera::runtime;

#define RT_EXPORT extern "C" __attribute__((visibility("default")))

//===----------------------------------------------------------------------===//
// The last error
//===----------------------------------------------------------------------===//

static thread_local cudaError last = cudaSuccess;

cudaError tessera::runtime::note(cudaError error) {
  // CUDA Runtime API, cudaStreamQuery: work that is under way is no error.
  if (error != cudaSuccess && error != cudaErrorNotReady)
    last = error;
  return error;
}

cudaError api::cudaGetLastError() { return std::exchange(last, cudaSuccess); }
cudaError api::cudaPeekAtLastError() { return last; }

namespace {
struct ErrorRow {
  int number;
  const char *name, *text;
};
} // namespace

static const ErrorRow *findError(int number) {
  static const ErrorRow rows[] = {
#define RT_ERROR(NAME, NUMBER) {NUMBER, #NAME, nullptr},
#define RT_OWN_ERROR(NAME, NUMBER, TEXT) {NUMBER, #NAME, TEXT},
#include "Errors.def"
  };
  for (const ErrorRow &row : rows)
    if (row.number == number)
      return &row;
  return nullptr;
}

RT_EXPORT const char *cudaGetErrorName(int error) {
  const ErrorRow *row = findError(error);
  return row ? row->name : "unrecognized error code";
}

RT_EXPORT const char *cudaGetErrorString(int error) {
  const ErrorRow *row = findError(error);
  const char *text = row ? row->text : "unrecognized error code";
  if (!text)
    cuGetErrorString(CUresult(error), &text);
  return text;
}

//===----------------------------------------------------------------------===//
// Entry points
//===----------------------------------------------------------------------===//

template <typename Fn> static cudaError enter(Fn function) {
  cudaError error = useContext();
  return note(error != cudaSuccess ? error : cudaError(function()));
}

static cudaError refuse(const char *name, std::atomic<bool> &wasSaid) {
  if (!wasSaid.exchange(true))
    fprintf(stderr,
            "tessera: %s is not there: it returns "
            "cudaErrorNotSupported\n",
            name);
  return note(cudaErrorNotSupported);
}

/// The stream that a null handle stands for in functions with the suffix.
static CUstream byDefault(CUstream stream) {
  return stream ? stream : CU_STREAM_PER_THREAD;
}

#define RT_DEFINE(SYMBOL, PARAMETERS, CALL)                                    \
  RT_EXPORT cudaError SYMBOL PARAMETERS {                                      \
    return enter([&] { return CALL; });                                        \
  }

#define RT_FORWARD(NAME, DRIVER, PARAMETERS, ARGUMENTS)                        \
  RT_DEFINE(NAME, PARAMETERS, DRIVER ARGUMENTS)
#define RT_STREAM_FORWARD(NAME, DRIVER, SUFFIX, PARAMETERS, ARGUMENTS)         \
  RT_DEFINE(NAME, PARAMETERS, DRIVER ARGUMENTS)                                \
  RT_DEFINE(NAME##_##SUFFIX, PARAMETERS, DRIVER##_##SUFFIX ARGUMENTS)
#define RT_FREE_FUNCTION(NAME, PARAMETERS, ARGUMENTS)                          \
  RT_EXPORT cudaError NAME PARAMETERS { return api::NAME ARGUMENTS; }
#define RT_FUNCTION(NAME, PARAMETERS, ARGUMENTS)                               \
  RT_DEFINE(NAME, PARAMETERS, api::NAME ARGUMENTS)
#define RT_STREAM_FUNCTION(NAME, PARAMETERS, ARGUMENTS)                        \
  RT_DEFINE(NAME, PARAMETERS, api::NAME ARGUMENTS)                             \
  RT_EXPORT cudaError NAME##_ptsz PARAMETERS {                                 \
    stream = byDefault(stream);                                                \
    return enter([&] { return api::NAME ARGUMENTS; });                         \
  }
#define RT_STRIP(...) __VA_ARGS__
#define RT_DEFAULT_FUNCTION(NAME, SUFFIX, PARAMETERS, ARGUMENTS)               \
  RT_DEFINE(NAME, PARAMETERS, api::NAME(CU_STREAM_LEGACY, RT_STRIP ARGUMENTS)) \
  RT_DEFINE(NAME##_##SUFFIX, PARAMETERS,                                       \
            api::NAME(CU_STREAM_PER_THREAD, RT_STRIP ARGUMENTS))
// Declared without parameters: a function that reads no argument may be called
// with any.
#define RT_MISSING(NAME)                                                       \
  RT_EXPORT cudaError NAME() {                                                 \
    static std::atomic<bool> wasSaid;                                          \
    return refuse(#NAME, wasSaid);                                             \
  }
#include "Runtime.def"

//===----------------------------------------------------------------------===//
// Versions
//===----------------------------------------------------------------------===//

static constexpr int version = CUDART_MAJOR >= 13 ? 13000 : 12090;

cudaError api::cudaRuntimeGetVersion(int *result) {
  if (!result)
    return note(cudaErrorInvalidValue);
  *result = version;
  return cudaSuccess;
}

cudaError api::cudaDriverGetVersion(int *result) {
  return note(toError(cuDriverGetVersion(result)));
}

cudaError
api::cudaGetDriverEntryPointByVersion(const char *symbol, void **function,
                                      unsigned since, unsigned long long flags,
                                      CUdriverProcAddressQueryResult *status) {
  CUdriverProcAddressQueryResult answer = CU_GET_PROC_ADDRESS_SUCCESS;
  CUresult result =
      cuGetProcAddress_v2(symbol, function, int(since), flags, &answer);
  // CUDA Runtime API: an unknown name is an answer, and no error.
  if (result == CUDA_ERROR_NOT_FOUND)
    result = CUDA_SUCCESS;
  if (status)
    *status = answer;
  return note(toError(result));
}

cudaError api::cudaGetDriverEntryPoint(const char *symbol, void **function,
                                       unsigned long long flags,
                                       CUdriverProcAddressQueryResult *status) {
  return api::cudaGetDriverEntryPointByVersion(symbol, function, version, flags,
                                               status);
}

RT_EXPORT cudaError cudaGetDriverEntryPointByVersion_ptsz(
    const char *symbol, void **function, unsigned since,
    unsigned long long flags, CUdriverProcAddressQueryResult *status) {
  if (!flags)
    flags = CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM;
  return api::cudaGetDriverEntryPointByVersion(symbol, function, since, flags,
                                               status);
}
RT_EXPORT cudaError cudaGetDriverEntryPoint_ptsz(
    const char *symbol, void **function, unsigned long long flags,
    CUdriverProcAddressQueryResult *status) {
  return cudaGetDriverEntryPointByVersion_ptsz(symbol, function, version, flags,
                                               status);
}

RT_EXPORT cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z,
                                                      int w, int kind) {
  return {x, y, z, w, kind};
}
