//===- Loader.cpp - Places what launches name -----------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Loader.h"
#include "Cluster.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace tessera::ptx;

Loader::~Loader() {
  for (uint64_t address : owned)
    llvm::consumeError(memory.free(address));
}

llvm::Error Loader::load(LaunchState &launch) {
  if (!llvm::is_contained(loaded, &launch.image)) {
    loaded.push_back(&launch.image);
    if (llvm::Error error = allocateVariables(launch.image))
      return error;
  }
  if (llvm::Error error = allocateWorkspace(launch))
    return error;
  layOutShared(launch);
  resolveConstants(launch);
  return llvm::Error::success();
}

llvm::Error Loader::allocateVariables(const Image &image) {
  for (const Variable &variable : image.module->variables) {
    if (variable.space == Space::Shared || variable.isExtern)
      continue;
    auto address =
        memory.allocate(variable.size, variable.name, variable.alignment,
                        variable.space == Space::Const);
    if (!address)
      return address.takeError();
    owned.push_back(*address);
    addresses[&variable] = *address;
    // PTX ISA, section "Initializers": without one, it is zero.
    memory.markWritten(*address);
  }
  for (const Variable &variable : image.module->variables)
    if (!variable.initializers.empty())
      if (llvm::Error error = initialize(variable))
        return error;
  return llvm::Error::success();
}

llvm::Error Loader::initialize(const Variable &variable) {
  unsigned width = byteWidth(variable.type);
  std::vector<uint8_t> bytes((variable.initializers.back().index + 1) * width);
  for (const Initializer &cell : variable.initializers) {
    uint64_t value = cell.value;
    if (cell.kind == Initializer::Kind::Address) {
      Relocation symbol;
      symbol.addend = cell.value;
      symbol.variable = cell.variable;
      symbol.function = cell.function;
      value = symbolAddress(symbol);
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

/// Memory that code finds without naming it: what cooperative groups know as
/// the workspace of the grid (its size and a barrier), and malloc's heap.
llvm::Error Loader::allocateWorkspace(LaunchState &launch) {
  bool usesGrid = false, usesHeap = false;
  for (const Code &code : launch.image.codes) {
    usesHeap |= code.builtin == Builtin::Malloc;
    for (auto [special, slot] : code.specials)
      usesGrid |= special == Special::EnvReg1 || special == Special::EnvReg2;
  }
  auto allocate = [&](uint64_t size, const char *name,
                      uint64_t &address) -> llvm::Error {
    auto allocated = memory.allocate(size, name);
    if (!allocated)
      return allocated.takeError();
    owned.push_back(address = *allocated);
    return llvm::Error::success();
  };
  if (usesGrid)
    if (llvm::Error error =
            allocate(8, "the workspace of the grid", launch.gridWorkspace))
      return error;
  if (usesGrid)
    memory.markWritten(launch.gridWorkspace);
  uint64_t heap = 0;
  if (usesHeap) {
    if (llvm::Error error =
            allocate(Heap::size, "the heap of the device", heap))
      return error;
    launch.heap = std::make_unique<Heap>(heap);
  }
  return llvm::Error::success();
}

static bool usesReservedShared(const LaunchState &launch) {
  for (const Code &code : launch.image.codes)
    for (auto [special, slot] : code.specials)
      if (special == Special::ReservedShared0 ||
          special == Special::ReservedShared1 ||
          special == Special::ReservedSharedEnd)
        return true;
  return false;
}

/// What the system has reserved, shared variables that the entry reaches, then
/// dynamic shared memory.
void Loader::layOutShared(LaunchState &launch) {
  constexpr uint64_t systemBytes = 1024; // of a block on sm_80 and later
  uint64_t begin = usesReservedShared(launch) ? systemBytes : 0;
  uint64_t end = begin, dynamicAlignment = 16;
  std::vector<const Variable *> dynamic;
  for (const Variable *variable : launch.entry->sharedVariables) {
    if (variable->isExtern) {
      dynamic.push_back(variable);
      dynamicAlignment = std::max(dynamicAlignment, variable->alignment);
      continue;
    }
    end = llvm::alignTo(end, variable->alignment);
    addresses[variable] = end;
    end += variable->size;
  }
  if (!dynamic.empty())
    end = llvm::alignTo(end, dynamicAlignment);
  for (const Variable *variable : dynamic)
    addresses[variable] = end;
  launch.reservedSharedBytes = begin;
  launch.sharedBytes =
      llvm::SaturatingAdd(end - begin, launch.config.dynamicSharedBytes);
  for (const Variable *variable : launch.entry->sharedVariables)
    launch.sharedVariables.push_back({addresses.lookup(variable), variable});
}

uint64_t Loader::symbolAddress(const Relocation &relocation) const {
  if (relocation.function)
    return functionBase + relocation.function->number * functionStride +
           relocation.addend;
  return addresses.lookup(relocation.variable) + relocation.addend;
}

/// Addresses of shared variables have the rank of their block.
void Loader::resolveConstants(LaunchState &launch) const {
  launch.constants.resize(launch.clusterSize());
  for (unsigned rank = 0; rank != launch.clusterSize(); ++rank)
    for (const Code &code : launch.image.codes)
      launch.constants[rank].push_back(constantsOf(code, rank));
}

LaneBuffer Loader::constantsOf(const Code &code, unsigned rank) const {
  LaneBuffer buffer(code.constants.size());
  if (!code.constants.empty())
    std::memcpy(buffer.data(), code.constants.data(), code.constants.size());
  for (const Relocation &relocation : code.relocations) {
    uint64_t value = symbolAddress(relocation);
    if (relocation.variable && relocation.variable->space == Space::Shared)
      value += uint64_t(rank) << clusterRankShift;
    for (unsigned lane = 0; lane != warpSize; ++lane) {
      uint8_t *at = buffer.data() + relocation.offset;
      if (relocation.width == 64)
        reinterpret_cast<uint64_t *>(at)[lane] = value;
      else
        reinterpret_cast<uint32_t *>(at)[lane] = static_cast<uint32_t>(value);
    }
  }
  return buffer;
}
