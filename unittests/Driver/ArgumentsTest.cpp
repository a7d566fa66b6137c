//===- ArgumentsTest.cpp - Every entry point with bad arguments -----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each function of the table is called with many arguments for each kind of
// parameter: null pointers and pointers to zeros; handles that are null, made
// up, destroyed, or of another kind; small numbers, for sizes and addresses,
// too. None of the calls crashes, each returns an error that the reference
// manual names for its function (Returns.def), and a bad handle is refused.
//
//===----------------------------------------------------------------------===//

#include "Harness.h"
#include <cstring>
#include <map>
#include <set>
#include <tuple>

namespace {

/// The errors that the manual names for each function, by their symbols.
const std::map<std::string, std::set<CUresult>> namedErrors = {
#define CU_RETURNS(SYMBOL, ...) {#SYMBOL, {CUDA_SUCCESS, ##__VA_ARGS__}},
#include "Returns.def"
};

/// Errors that GPUs return, but the lists of the manual omit.
const std::set<std::pair<std::string, CUresult>> unlistedErrors = {
    {"cuGetProcAddress", CUDA_ERROR_NOT_FOUND},
    {"cuGetProcAddress_v2", CUDA_ERROR_NOT_FOUND},
    {"cuModuleLoadData", CUDA_ERROR_INVALID_IMAGE},
    {"cuModuleLoadDataEx", CUDA_ERROR_INVALID_IMAGE},
    {"cuModuleLoadFatBinary", CUDA_ERROR_INVALID_IMAGE},
    {"cuLibraryLoadData", CUDA_ERROR_INVALID_IMAGE},
    {"cuLibraryLoadFromFile", CUDA_ERROR_FILE_NOT_FOUND},
    {"cuStreamBeginCapture", CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED},
    {"cuStreamBeginCapture_v2", CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED},
    {"cuStreamEndCapture", CUDA_ERROR_ILLEGAL_STATE},
};

/// True if a function may return this. The manual does not list errors about
/// null arguments and missing contexts for each function, nor can it list
/// features that this driver lacks.
bool isNamed(const char *symbol, CUresult result) {
  return namedErrors.at(symbol).count(result) ||
         unlistedErrors.count({symbol, result}) ||
         result == CUDA_ERROR_INVALID_VALUE ||
         result == CUDA_ERROR_INVALID_CONTEXT ||
         result == CUDA_ERROR_NOT_SUPPORTED;
}

/// The values for the parameters of a call.
struct Arguments {
  bool hasPointers;
  uintptr_t handle;
  unsigned number;
};

template <typename T, typename = void> struct IsHandle : std::false_type {};
/// A pointer to an undefined class.
template <typename T>
struct IsHandle<T *, std::enable_if_t<std::is_class_v<T>>> {
  template <typename U, size_t = sizeof(U)> static std::false_type find(U *);
  static std::true_type find(...);
  static constexpr bool value =
      decltype(find(static_cast<T *>(nullptr)))::value;
};

class ArgumentsTest : public DriverTest {
protected:
  template <typename T> T make(const Arguments &arguments) {
    if constexpr (IsHandle<T>::value) {
      ++handles;
      return reinterpret_cast<T>(arguments.handle);
    } else if constexpr (std::is_pointer_v<T>) {
      using Pointee = std::remove_pointer_t<T>;
      if (std::is_function_v<Pointee> || !arguments.hasPointers)
        return nullptr;
      return reinterpret_cast<T>(zeros[pointers++]);
    } else if constexpr (std::is_class_v<T>) { // as a handle for processes
      return {};
    } else {
      return static_cast<T>(arguments.number);
    }
  }

  template <typename... Parameters>
  void call(const char *name, CUresult (*function)(Parameters...),
            const Arguments &arguments) {
    handles = pointers = 0;
    memset(zeros, 0, sizeof zeros);
    // Braces evaluate in the order of the parameters.
    std::tuple<Parameters...> values{make<Parameters>(arguments)...};
    CUresult result = std::apply(function, values);
    const char *text;
    EXPECT_EQ(cuGetErrorName(result, &text), CUDA_SUCCESS) << name;
    EXPECT_TRUE(isNamed(name, result)) << name << " returns " << text;
    bool isBad = arguments.handle && !isOfAKind;
    refused += handles && isBad;
    if (handles && isBad)
      EXPECT_TRUE(result != CUDA_SUCCESS && result != CUDA_ERROR_NOT_SUPPORTED)
          << name << " takes a bad handle";
    // The call may have ended the context, or made another one current.
    ASSERT_EQ(cuDevicePrimaryCtxRetain(&context, 0), CUDA_SUCCESS) << name;
    ASSERT_EQ(cuCtxSetCurrent(hasContext ? context : nullptr), CUDA_SUCCESS)
        << name;
  }

  void callAll(uintptr_t handle) {
    for (bool hasPointers : {false, true})
      for (unsigned number : {0, 1, 7}) {
        Arguments arguments = {hasPointers, handle, number};
#define CU_FUNCTION(SYMBOL, NAME, SINCE, PARAMETERS, ARGUMENTS)                \
  call(#SYMBOL, &SYMBOL, arguments);
#include "Api.def"
      }
  }

  /// True if the handles are valid, of one kind: right for some functions.
  bool isOfAKind = false;
  bool hasContext = true;
  unsigned handles = 0, pointers = 0, refused = 0;
  alignas(16) char zeros[12][4096];
};

TEST_F(ArgumentsTest, NoHandles) { callAll(0); }

TEST_F(ArgumentsTest, NoContext) {
  hasContext = false;
  ASSERT_EQ(cuCtxSetCurrent(nullptr), CUDA_SUCCESS);
  callAll(0);
}

TEST_F(ArgumentsTest, ForeignHandles) {
  callAll(0x1234560);
  // Most functions take a handle.
  EXPECT_GT(refused, 6 * 150u);
}

TEST_F(ArgumentsTest, DestroyedHandles) {
  CUstream stream;
  ASSERT_EQ(cuStreamCreate(&stream, 0), CUDA_SUCCESS);
  ASSERT_EQ(cuStreamDestroy_v2(stream), CUDA_SUCCESS);
  callAll(reinterpret_cast<uintptr_t>(stream));
}

TEST_F(ArgumentsTest, HandlesOfAnotherKind) {
  isOfAKind = true;
  CUevent event;
  ASSERT_EQ(cuEventCreate(&event, 0), CUDA_SUCCESS);
  callAll(reinterpret_cast<uintptr_t>(event));
}

} // namespace
