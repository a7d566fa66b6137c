//===- LaunchNotes.cpp - What notes say of a launch's pointers ------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchNotes.h"
#include "tessera/Emulator/KernelName.h"
#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>

using namespace tessera;
using namespace tessera::driver;

std::string tessera::driver::describeParameter(const Function &function,
                                               intptr_t i) {
  TesseraModule program = function.module->program;
  MlirStringRef name =
      tesseraModuleGetParameterName(program, function.entry, i);
  MlirStringRef type =
      tesseraModuleGetParameterType(program, function.entry, i);
  std::string text = "parameter " + std::to_string(i + 1);
  if (name.length)
    text += ", " + std::string(name.data, name.length);
  return text + " (" + std::string(type.data, type.length) + ") of '" +
         shortKernelName(function.name) + "'";
}

std::string tessera::driver::describePeer(const Allocation &to,
                                          const Context &context) {
  return "memory of device " + std::to_string(to.device) +
         ", and the launch is on device " + std::to_string(context.device) +
         ": cuCtxEnablePeerAccess gives the access";
}

/// The numbers in a message that may be addresses, in its order.
static std::vector<uint64_t> addressesIn(const std::string &message) {
  std::vector<uint64_t> addresses;
  for (size_t at = message.find("0x"); at != std::string::npos;
       at = message.find("0x", at + 2))
    addresses.push_back(strtoull(message.c_str() + at, nullptr, 16));
  return addresses;
}

void tessera::driver::tellPeers(const Context &context,
                                const std::string &message) {
  for (uint64_t address : addressesIn(message)) {
    const Allocation *there = Driver::get().memory.find(address);
    if (!there || !there->isHidden)
      continue;
    tellUser("note: this is " + describePeer(*there, context));
    return;
  }
}

/// "byte 0 of 256 at 0x…"
static std::string describePlace(uint64_t address, uint64_t begin,
                                 uint64_t bytes) {
  char text[100];
  snprintf(text, sizeof text, "byte %" PRIu64 " of %" PRIu64 " at 0x%" PRIx64,
           address - begin, bytes, begin);
  return text;
}

namespace {
/// The notes on one message, each of them once.
class Notes {
public:
  Notes(const std::vector<Launched> &launches, const std::string &message)
      : launches(launches), addresses(addressesIn(message)) {}

  bool tellFreed();
  bool tellNamed();
  void tellAll();

private:
  void tell(const Function &function, intptr_t i, const std::string &what) {
    std::string note =
        "note: " + describeParameter(function, i) + " points to " + what;
    if (std::find(told.begin(), told.end(), note) != told.end())
      return;
    tellUser(note);
    told.push_back(note);
  }

  /// True if the message has an address of an allocation: of its memory, of its
  /// beginning as the nearest one, or of its end.
  bool names(const Allocation &allocation) const {
    return std::any_of(
        addresses.begin(), addresses.end(), [&](uint64_t address) {
          return address - allocation.address <= allocation.bytes;
        });
  }

  const std::vector<Launched> &launches;
  std::vector<uint64_t> addresses;
  std::vector<std::string> told;
};
} // namespace

/// Says of the first address that was memory that it has been freed, and of
/// which parameters that is true. Returns false if it is true of none.
bool Notes::tellFreed() {
  const Memory &memory = Driver::get().memory;
  for (uint64_t address : addresses) {
    const FreedMemory *freed = memory.findFreed(address);
    if (!freed)
      continue;
    for (const Launched &launch : launches)
      forEachAddress(*launch.function, *launch.values,
                     [&](intptr_t i, uint64_t to) {
                       if (to - freed->address < freed->bytes)
                         tell(*launch.function, i,
                              describePlace(to, freed->address, freed->bytes) +
                                  ", which has been freed");
                     });
    if (told.empty())
      tellUser("note: the address is " +
               describePlace(address, freed->address, freed->bytes) +
               ", which has been freed");
    return !told.empty();
  }
  return false;
}

bool Notes::tellNamed() {
  for (const Launched &launch : launches)
    forEachPointer(*launch.function, *launch.values,
                   [&](intptr_t i, uint64_t address, const Allocation &to) {
                     if (names(to))
                       tell(*launch.function, i,
                            describePlace(address, to.address, to.bytes));
                   });
  return !told.empty();
}

void Notes::tellAll() {
  for (const Launched &launch : launches)
    forEachPointer(*launch.function, *launch.values,
                   [&](intptr_t i, uint64_t address, const Allocation &to) {
                     tell(*launch.function, i,
                          describePlace(address, to.address, to.bytes));
                   });
}

void tessera::driver::tellPointers(const std::vector<Launched> &launches,
                                   const std::string &message, CUresult error) {
  Notes notes(launches, message);
  if (error == CUDA_ERROR_ILLEGAL_ADDRESS && notes.tellFreed())
    return;
  if (notes.tellNamed() || launches.size() != 1)
    return;
  auto has = [&](const char *text) {
    return message.find(text) != std::string::npos;
  };
  bool isWild = error == CUDA_ERROR_ILLEGAL_ADDRESS ||
                error == CUDA_ERROR_MISALIGNED_ADDRESS;
  if (isWild && (has("global address 0x") || has("generic address 0x")))
    notes.tellAll();
}
