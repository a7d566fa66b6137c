//===- Trace.h - A trace of calls -------------------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DRIVER_TRACE_H
#define TESSERA_LIB_DRIVER_TRACE_H

#include "Cuda.h"
#include <string>
#include <type_traits>

namespace tessera::driver {

/// True if TESSERA_DRIVER_TRACE names a file.
bool isTracing();
void writeTrace(const std::string &line);
std::string traceAddress(uint64_t value);

template <typename T> std::string traceArgument(T value) {
  if constexpr (std::is_same_v<T, const char *>)
    return value ? "\"" + std::string(value) + "\"" : "null";
  else if constexpr (std::is_pointer_v<T>)
    return value ? traceAddress(reinterpret_cast<uint64_t>(value)) : "null";
  else if constexpr (std::is_class_v<T>)
    return "{...}";
  else if constexpr (std::is_same_v<T, CUdeviceptr>)
    return value >> 32 ? traceAddress(value) : std::to_string(value);
  else
    return std::to_string(value);
}

/// Writes one call, for example `cuMemAlloc_v2(0x7ffd0, 64) = CUDA_SUCCESS`.
template <typename... Arguments>
void trace(const char *function, CUresult result, Arguments... arguments) {
  if (!isTracing())
    return;
  std::string text = function;
  const char *before = "(";
  ((text += before, text += traceArgument(arguments), before = ", "), ...);
  text += sizeof...(arguments) ? ") = " : "() = ";
  writeTrace(text + std::to_string(result));
}

} // namespace tessera::driver

#endif // TESSERA_LIB_DRIVER_TRACE_H
