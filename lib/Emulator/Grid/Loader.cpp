//===- Loader.cpp - Places the symbols of launches ------------------------===//
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

llvm::Error Loader::load(LaunchState &launch, const LoadedProgram *program) {
  if (!program)
    if (llvm::Error error = loadAnew(launch.image).moveInto(program))
      return error;
  if (llvm::Error error = allocateWorkspace(launch))
    return error;
  layOutShared(launch);
  resolveConstants(launch, *program);
  return llvm::Error::success();
}

llvm::Expected<const LoadedProgram *> Loader::loadAnew(const Image &image) {
  for (const auto &program : loaded)
    if (&program->getImage() == &image)
      return program.get();
  auto program = LoadedProgram::load(image, memory);
  if (!program)
    return program.takeError();
  loaded.push_back(std::move(*program));
  return loaded.back().get();
}

/// Allocates memory that code accesses without a symbol: the workspace of the
/// grid that cooperative groups use (its size and a barrier), and malloc's
/// heap.
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
    launch.heap = std::make_unique<Heap>(heap, launch.config.checks.memory);
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

/// Order in shared memory: the system's reserved bytes, shared variables that
/// the entry reaches, dynamic shared memory.
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

uint64_t Loader::symbolAddress(const Relocation &relocation,
                               const LoadedProgram &program) const {
  if (relocation.function || relocation.variable->space != Space::Shared)
    return addressOfSymbol(relocation, program);
  return addresses.lookup(relocation.variable) + relocation.addend;
}

/// The first address of a .const variable.
static uint64_t constantBaseOf(const LoadedProgram &program) {
  uint64_t base = ~uint64_t(0);
  for (const Variable &variable : program.getImage().module->variables)
    if (uint64_t address = program.addressOf(&variable);
        address && variable.space == Space::Const)
      base = std::min(base, address);
  return base;
}

/// Addresses of shared variables carry the rank of their block.
void Loader::resolveConstants(LaunchState &launch,
                              const LoadedProgram &program) const {
  launch.constantBase = constantBaseOf(program);
  launch.constants.resize(launch.largestCluster());
  for (unsigned rank = 0; rank != launch.largestCluster(); ++rank)
    for (const Code &code : launch.image.codes)
      launch.constants[rank].push_back(constantsOf(code, rank, program));
}

LaneBuffer Loader::constantsOf(const Code &code, unsigned rank,
                               const LoadedProgram &program) const {
  LaneBuffer buffer(code.constants.size());
  if (!code.constants.empty())
    std::memcpy(buffer.data(), code.constants.data(), code.constants.size());
  for (const Relocation &relocation : code.relocations) {
    uint64_t value = symbolAddress(relocation, program);
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
