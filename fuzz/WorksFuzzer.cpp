//===- WorksFuzzer.cpp - Any bytes as a list of works --------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bytes are works, or an error is said. Works that are written are read as the
// same works.
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include "tessera/Runtime/Works.h"
#include "llvm/Support/raw_ostream.h"

using namespace tessera::runtime;
using tessera::fuzz::check;

static std::optional<std::vector<WorkText>> parse(llvm::StringRef text) {
  std::string said;
  llvm::raw_string_ostream errors(said);
  auto works = parseWorks(llvm::MemoryBufferRef(text, "works"), errors);
  check(works.has_value() == said.empty(), "works and an error, or neither");
  return works;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  // A buffer of YAML ends with a zero.
  std::string text(reinterpret_cast<const char *>(bytes), size);
  auto works = parse(text);
  if (!works)
    return 0;
  for (const WorkText &work : *works)
    for (const std::string &edge : work.after)
      llvm::consumeError(parseEdge(edge).takeError());
  std::string written = writeWorks(*works);
  auto again = parse(written);
  check(again.has_value(), "what was written is not read");
  check(writeWorks(*again) == written, "what was written is another list");
  return 0;
}
