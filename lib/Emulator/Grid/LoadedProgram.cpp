//===- LoadedProgram.cpp - The variables of a program in memory -----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Loader.h"
#include "tessera/Emulator/Launch.h"

using namespace tessera::ptx;

uint64_t tessera::ptx::addressOfSymbol(const Relocation &symbol,
                                       const LoadedProgram &program) {
  if (symbol.function)
    return functionBase + symbol.function->number * functionStride +
           symbol.addend;
  return program.addressOf(symbol.variable) + symbol.addend;
}

LoadedProgram::~LoadedProgram() {
  for (uint64_t address : owned)
    llvm::consumeError(memory.free(address));
}

llvm::Expected<std::unique_ptr<LoadedProgram>>
LoadedProgram::load(const Image &image, GlobalMemory &memory,
                    Allocate allocate) {
  std::unique_ptr<LoadedProgram> program(new LoadedProgram(image, memory));
  if (!allocate)
    allocate = [&memory, owned = &program->owned](
                   uint64_t size, llvm::StringRef name, uint64_t alignment,
                   bool isConstant) -> llvm::Expected<uint64_t> {
      auto address = memory.allocate(size, name, alignment, isConstant);
      if (!address)
        return address;
      owned->push_back(*address);
      // PTX ISA, section "Initializers": without one, a variable is zero.
      memory.markWritten(*address);
      return address;
    };
  if (llvm::Error error = program->allocateVariables(allocate))
    return std::move(error);
  return program;
}

llvm::Error LoadedProgram::allocateVariables(const Allocate &allocate) {
  for (const Variable &variable : image.module->variables) {
    if (variable.space == Space::Shared || variable.isExtern)
      continue;
    auto address = allocate(variable.size, variable.name, variable.alignment,
                            variable.space == Space::Const);
    if (!address)
      return address.takeError();
    addresses[&variable] = *address;
  }
  for (const Variable &variable : image.module->variables)
    if (!variable.initializers.empty())
      if (llvm::Error error = initialize(variable))
        return error;
  return llvm::Error::success();
}

llvm::Error LoadedProgram::initialize(const Variable &variable) {
  unsigned width = byteWidth(variable.type);
  std::vector<uint8_t> bytes((variable.initializers.back().index + 1) * width);
  for (const Initializer &cell : variable.initializers) {
    uint64_t value = cell.value;
    if (cell.kind == Initializer::Kind::Address) {
      Relocation symbol;
      symbol.addend = cell.value;
      symbol.variable = cell.variable;
      symbol.function = cell.function;
      value = addressOfSymbol(symbol, *this);
      if (cell.isMasked)
        value = value >> cell.maskShift & 0xFF;
    } else if (cell.kind == Initializer::Kind::Float64 && width == 4) {
      value =
          convertFloat(doubleFormat, singleFormat, value, Rounding::Nearest);
    } else if (cell.kind == Initializer::Kind::Float32 && width == 8) {
      value =
          convertFloat(singleFormat, doubleFormat, value, Rounding::Nearest);
    }
    for (unsigned b = 0; b != width && b != 8; ++b)
      bytes[cell.index * width + b] = static_cast<uint8_t>(value >> (8 * b));
  }
  return memory.write(addresses.lookup(&variable), bytes);
}

std::vector<LoadedProgram::Global> LoadedProgram::getGlobals() const {
  std::vector<Global> globals;
  for (const Variable &variable : image.module->variables)
    if (uint64_t address = addressOf(&variable))
      globals.push_back({variable.name, address, variable.size});
  return globals;
}
