//===- PtxFuzzer.cpp - Any text for the emulator's parser of PTX ----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Asserted for every input: a program, or an error that begins with a line and
// a column of the input. Half of the inputs are used unchanged. The others
// become the body of an entry with declared registers, so that a text which
// begins with an instruction can be a program.
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include "PtxText.h"
#include "tessera/Emulator/Program.h"
#include "llvm/ADT/StringExtras.h"

using namespace tessera;
using tessera::fuzz::check;

/// "input:", a line of the text, ":", a column, ": error: ".
static bool hasPlace(llvm::StringRef message, llvm::StringRef text) {
  size_t line = 0, column = 0;
  return message.consume_front("input:") && !message.consumeInteger(10, line) &&
         message.consume_front(":") && !message.consumeInteger(10, column) &&
         message.starts_with(": error: ") && column > 0 && line > 0 &&
         line <= text.count('\n') + 1;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string text = fuzz::moduleOf(data, size);
  auto program = ptx::Program::parse(text, "input");
  if (!program)
    check(hasPlace(llvm::toString(program.takeError()), text),
          "an error without a place");
  return 0;
}
