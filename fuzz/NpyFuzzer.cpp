//===- NpyFuzzer.cpp - Any bytes as an array of numpy --------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bytes are an array or an error that says something. An array that is written is
// read as the same array.
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include "tessera/Runtime/Npy.h"

using namespace tessera::runtime;
using tessera::fuzz::check;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  auto array = parseNpy({reinterpret_cast<const char *>(bytes), size});
  if (!array) {
    check(!llvm::toString(array.takeError()).empty(), "an error without text");
    return 0;
  }
  check(array->data.size() <= size, "more elements than there are bytes");
  if (array->getNumElements() > 0)
    (void)array->getIndex(array->getNumElements() - 1);
  check(array->getStrides().size() == array->shape.size(), "other strides");
  std::string written = printNpy(*array);
  auto again = parseNpy(written);
  if (!again) {
    llvm::consumeError(again.takeError());
    check(false, "what was written is not read");
  }
  check(again->shape == array->shape && again->descr == array->descr &&
            again->fortranOrder == array->fortranOrder &&
            printNpy(*again) == written,
        "what was written is another array");
  return 0;
}
