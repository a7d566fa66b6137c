//===- CasesFuzzer.cpp - Any bytes as cases of cuda-tile-run -------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bytes are cases in comments, or an error is said. The text of a case's
// arguments, and each line as an option of a saved case, are read likewise.
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include "tessera/Runtime/Argument.h"
#include "tessera/Runtime/Cases.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace tessera::runtime;
using llvm::StringRef;
using tessera::fuzz::check;

template <typename T> static bool judge(llvm::Expected<T> value) {
  if (value)
    return true;
  check(!llvm::toString(value.takeError()).empty(), "an error without text");
  return false;
}

/// True if the text names a file: none is read here.
static bool namesFile(StringRef text) {
  return !text.contains("new:") && !text.contains('@') &&
         (text.starts_with("ptr") || text.starts_with("array"));
}

static void judgeArgument(StringRef text) {
  if (!namesFile(text))
    judge(parseArgument(text));
}

/// As the options of a saved case are written, one in a line.
static void judgeOption(StringRef line) {
  auto [name, value] = line.split('=');
  if (name == "--arg")
    judgeArgument(value);
  else if (name == "--memory" && value.contains("=new:"))
    judge(parseMemory(value));
  else if (name == "--buffer" && value.contains("=new:"))
    judge(parseBuffer(value));
  else if (name == "--link")
    judge(parseLink(value));
  else if (name == "--written")
    judge(parseWritten(value));
  else if (name == "--variable")
    judge(parseVariable(value));
}

static void judgeElements(const std::optional<std::string> &text) {
  constexpr uint64_t count = 64;
  if (!text)
    return;
  auto elements = parseElements(tessera::numerics::Format::F16, count, *text);
  if (elements)
    check(elements->size() == count, "other than as many elements");
  judge(std::move(elements));
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  std::string text(reinterpret_cast<const char *>(bytes), size);
  for (StringRef line : llvm::split(text, '\n'))
    judgeOption(line);
  std::string said;
  llvm::raw_string_ostream errors(said);
  auto cases = readCases(llvm::MemoryBufferRef(text, "k.mlir"), errors);
  check(cases.has_value() == said.empty(), "cases and an error, or neither");
  if (!cases)
    return 0;
  for (const Case &each : *cases)
    for (const CaseArgument &argument : each.arguments) {
      judgeArgument(argument.scalar);
      judgeElements(argument.array.before);
      judgeElements(argument.array.after);
    }
  return 0;
}
