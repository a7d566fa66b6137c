//===- ContainerFuzzer.cpp - Any bytes for the container decoder ----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The outer form of bytecode alone, without MLIR. Asserted: null comes with an
// error that lies inside the file, and no more than 64 times the input's size
// plus kConstant bytes are ever allocated. Every entry of every table is read,
// even if nothing refers to it.
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include "tessera/Bytecode/Container/Container.h"

using namespace tessera::bytecode;
using tessera::fuzz::check;

/// The Container itself, and the text of one error.
static constexpr size_t kConstant = 4096;

static void lookAtEntries(const EntryTable &table, size_t fileSize) {
  for (size_t i = 0; i < table.size(); ++i) {
    Cursor entry;
    if (succeeded(table.entry(i, entry)))
      check(entry.fileOffset() + entry.left() <= fileSize,
            "an entry reaches beyond the file");
  }
}

static void lookAtDebug(const DebugTable &debug, size_t fileSize) {
  [[maybe_unused]] static volatile uint64_t sink;
  for (size_t i = 0; i < debug.numFunctions(); ++i) {
    size_t first, last;
    if (succeeded(debug.slots(i, first, last)))
      sink = debug.slot(first) + debug.slot(last - 1);
  }
  lookAtEntries(debug.entries(), fileSize);
}

static void lookAtEverything(const Container &file) {
  for (uint32_t i = 0; i < file.numStrings(); ++i) {
    llvm::StringRef string;
    if (succeeded(file.string(i, string)))
      check(string.size() <= file.size(), "a string is larger than the file");
  }
  for (uint32_t i = 0; i < file.constants().size(); ++i) {
    llvm::ArrayRef<uint8_t> bytes;
    if (succeeded(file.constant(i, bytes)))
      check(bytes.size() <= file.size(), "a constant is larger than the file");
  }
  lookAtEntries(file.types(), file.size());
  lookAtEntries(file.constants(), file.size());
  lookAtDebug(file.debug(), file.size());
  for (const FunctionRecord &function : file.functions())
    check(function.signature < file.types().size() &&
              function.body.fileOffset() + function.body.left() <= file.size(),
          "a function reaches beyond its file");
  for (const GlobalRecord &global : file.globals())
    check(global.type < file.types().size() &&
              global.constant < file.constants().size(),
          "a global refers to what is not there");
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  tessera::HeapMeter meter;
  FormatError error;
  std::unique_ptr<Container> file =
      Container::parse(llvm::ArrayRef(data, size), error);
  check(bool(file) != bool(error),
        "null without an error, or an error beside a container");
  if (file)
    lookAtEverything(*file);
  check(error.offset <= size, "an error beyond the end of the file");
  tessera::fuzz::checkHeap(meter, size, kConstant);
  return 0;
}
