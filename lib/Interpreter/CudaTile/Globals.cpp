//===- Globals.cpp - The globals of a module in memory --------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The laws are those of section "Globals and constants" of the Tile IR
// specification.
//
//===----------------------------------------------------------------------===//

#include "../Value.h"
#include "tessera/Dialect/CudaTile/IR/CudaTile.h"
#include "tessera/Interpreter/Interpreter.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::interp;

LoadedModule::LoadedModule(Operation *module, GlobalMemory &memory)
    : module(module), memory(&memory) {}

/// Two elements of 4 bits share a byte in memory, the even one in its low half.
static std::vector<uint8_t> bytesInMemory(const Tile &tile) {
  if (tile.width() != 4)
    return {tile.data(), tile.data() + tile.size() * tile.elementBytes()};
  std::vector<uint8_t> bytes((tile.size() + 1) / 2);
  for (int64_t i = 0; i < tile.size(); ++i)
    bytes[i / 2] |= tile[i] << i % 2 * 4;
  return bytes;
}

/// The globals of a module; only cuda_tile has any.
static auto globalsOf(Operation *module) {
  return module->getRegion(0).getOps<cuda_tile::GlobalOp>();
}

FailureOr<LoadedModule> LoadedModule::load(Operation *module,
                                           GlobalMemory &memory) {
  LoadedModule loaded(module, memory);
  for (auto global : globalsOf(module)) {
    std::vector<uint8_t> bytes = bytesInMemory(tileOf(global.getValue()));
    uint64_t alignment = std::max<uint64_t>(global.getAlignment(), 1);
    uint64_t address =
        memory.allocate(bytes.size(), global.getSymName(), alignment);
    if (!address || !memory.write(address, bytes))
      return global.emitError() << "there is not enough memory for the global";
    if (global.getConstant())
      memory.makeConstant(address);
    loaded.globals[global.getSymName()] = address;
  }
  return loaded;
}

std::optional<uint64_t> LoadedModule::addressOf(StringRef name) const {
  for (auto global : globalsOf(module))
    if (global.getSymName() == name &&
        global.getSymbolVisibility() == cuda_tile::SymbolVisibility::Public)
      return globals.lookup(name);
  return std::nullopt;
}
