//===- MachineListing.cpp - Machine code that nvdisasm lists --------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Bound/MachineListing.h"
#include "llvm/ADT/StringExtras.h"

using namespace tessera::bound;
using llvm::StringRef;

/// Reads the second word of an instruction: "/* 0x000fe200000001ff */".
static void readControl(StringRef line, MachineInstruction &instruction) {
  uint64_t word = 0;
  if (!line.consume_front("/* 0x") || line.consumeInteger(16, word))
    return;
  // Bit 105 of the instruction is bit 41 of its second word.
  uint64_t control = word >> 41;
  auto scoreboard = [&](unsigned bit) -> std::optional<unsigned> {
    unsigned number = control >> bit & 7;
    return number < numScoreboards ? std::optional(number) : std::nullopt;
  };
  instruction.stall = control & 15;
  instruction.resultScoreboard = scoreboard(5);
  instruction.operandScoreboard = scoreboard(8);
  instruction.waits = control >> 11 & 63;
}

/// Reads "/*0010*/ @P0 IMAD.MOV R1, RZ, RZ, R2 ;".
static std::optional<MachineInstruction> readInstruction(StringRef line) {
  MachineInstruction instruction;
  if (!line.consume_front("/*") ||
      line.consumeInteger(16, instruction.address) || !line.consume_front("*/"))
    return std::nullopt;
  line = line.ltrim();
  StringRef guard, opcode;
  if (line.starts_with("@")) {
    std::tie(guard, line) = line.split(' ');
    line = line.ltrim();
  }
  line = line.split(';').first;
  std::tie(opcode, line) = line.split(' ');
  if (opcode.empty() || !llvm::isUpper(opcode.front()))
    return std::nullopt;
  instruction.guard = guard.str();
  instruction.opcode = opcode.str();
  instruction.operands = line.trim().str();
  return instruction;
}

const MachineKernel *MachineListing::find(StringRef name) const {
  for (const MachineKernel &kernel : kernels)
    if (kernel.name == name)
      return &kernel;
  return nullptr;
}

/// Reads a line of a kernel: a label, an instruction, or its second word.
static void readLine(StringRef line, MachineKernel &kernel) {
  if (line.starts_with(".L") && line.ends_with(":"))
    kernel.labels[line.drop_back()] = uint32_t(kernel.code.size());
  else if (auto instruction = readInstruction(line))
    kernel.code.push_back(std::move(*instruction));
  else if (!kernel.code.empty())
    readControl(line, kernel.code.back());
}

MachineListing tessera::bound::parseMachineListing(StringRef text) {
  MachineListing listing;
  bool isCode = false;
  while (!text.empty()) {
    StringRef line;
    std::tie(line, text) = text.split('\n');
    line = line.trim();
    if (line.consume_front(".target")) {
      listing.target = line.trim().str();
    } else if (line.consume_front(".section\t")) {
      isCode = line.consume_front(".text.");
      if (isCode)
        listing.kernels.push_back(
            {line.take_until([](char c) { return c == ','; }).str(), {}, {}});
    } else if (isCode) {
      readLine(line, listing.kernels.back());
    }
  }
  return listing;
}
