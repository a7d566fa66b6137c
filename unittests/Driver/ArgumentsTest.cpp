//===- ArgumentsTest.cpp - Every entry point with bad arguments -----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each function of the table is called with what the kinds of its parameters
// allow: no pointers, or such to zeros; handles that are none, that no call
// gave out, that have been destroyed, or are of another kind; small numbers,
// but addresses and sizes that are 0: host memory that is none may crash a
// program. None of the calls may, each returns an error of CUDA, and a bad
// handle is refused.
//
//===----------------------------------------------------------------------===//

#include "Harness.h"
#include <cstring>
#include <tuple>

namespace {

/// What the parameters of a call get.
struct Arguments {
  bool hasPointers;
  uintptr_t handle;
  unsigned number;
};

template <typename T, typename = void> struct IsHandle : std::false_type {};
/// A pointer to what nobody defines.
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
    } else {
      return sizeof(T) == 8 ? T() : static_cast<T>(arguments.number);
    }
  }

  template <typename... Parameters>
  void call(const char *name, CUresult (*function)(Parameters...),
            const Arguments &arguments) {
    handles = pointers = 0;
    memset(zeros, 0, sizeof zeros);
    // In the order of the parameters, as braces are.
    std::tuple<Parameters...> values{make<Parameters>(arguments)...};
    CUresult result = std::apply(function, values);
    const char *text;
    EXPECT_EQ(cuGetErrorName(result, &text), CUDA_SUCCESS) << name;
    bool isBad = arguments.handle && !isOfAKind;
    refused += handles && isBad;
    if (handles && isBad)
      EXPECT_TRUE(result != CUDA_SUCCESS && result != CUDA_ERROR_NOT_SUPPORTED)
          << name << " takes a bad handle";
    // The call may have ended the context, or made another one current.
    ASSERT_EQ(cuDevicePrimaryCtxRetain(&context, 0), CUDA_SUCCESS) << name;
    ASSERT_EQ(cuCtxSetCurrent(context), CUDA_SUCCESS) << name;
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

  /// A handle of one kind is right for some functions.
  bool isOfAKind = false;
  unsigned handles = 0, pointers = 0, refused = 0;
  alignas(16) char zeros[12][4096];
};

TEST_F(ArgumentsTest, NoHandles) { callAll(0); }

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
