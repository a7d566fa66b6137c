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

#include "tessera/Dialect/CudaTile/IR/Ops/Program/Globals.h"
#include "../Value.h"
#include "tessera/Dialect/TileAA/IR/Ops/Globals.h"
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

namespace {
/// A global of any stage.
struct Global {
  Operation *op;
  StringRef name;
  TypedAttr value;
  uint64_t alignment;
  bool isConstant, isPublic;
};
} // namespace

static std::vector<Global> globalsOf(Operation *module) {
  std::vector<Global> globals;
  for (Operation &op : module->getRegion(0).getOps()) {
    if (auto global = dyn_cast<cuda_tile::GlobalOp>(op))
      globals.push_back({&op, global.getSymName(), global.getValue(),
                         uint64_t(global.getAlignment()), global.getConstant(),
                         global.getSymbolVisibility() ==
                             cuda_tile::SymbolVisibility::Public});
    else if (auto global = dyn_cast<tileaa::GlobalOp>(op))
      globals.push_back({&op, global.getSymName(), global.getElements(),
                         global.getAlignment(), global.getConstant(),
                         !global.getHidden()});
  }
  return globals;
}

FailureOr<LoadedModule> LoadedModule::load(Operation *module,
                                           GlobalMemory &memory) {
  LoadedModule loaded(module, memory);
  for (const Global &global : globalsOf(module)) {
    std::vector<uint8_t> bytes = bytesInMemory(tileOf(global.value));
    uint64_t alignment = std::max<uint64_t>(global.alignment, 1);
    uint64_t address = memory.allocate(bytes.size(), global.name, alignment);
    if (!address || !memory.write(address, bytes))
      return global.op->emitError()
             << "there is not enough memory for the global";
    if (global.isConstant)
      memory.makeConstant(address);
    loaded.globals[global.name] = address;
  }
  return loaded;
}

std::optional<uint64_t> LoadedModule::addressOf(StringRef name) const {
  for (const Global &global : globalsOf(module))
    if (global.name == name && global.isPublic)
      return globals.lookup(name);
  return std::nullopt;
}

std::vector<LoadedModule::PublicGlobal> LoadedModule::getPublicGlobals() const {
  std::vector<PublicGlobal> result;
  for (const Global &global : globalsOf(module)) {
    if (!global.isPublic)
      continue;
    Tile value = tileOf(global.value);
    result.push_back({global.name, value.getFormat(),
                      globals.lookup(global.name),
                      bytesInMemory(value).size()});
  }
  return result;
}
