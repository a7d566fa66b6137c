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
#include <string_view>

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

/// "points to byte 0 of 256 at 0x…"
static std::string describePlace(uint64_t address, uint64_t begin,
                                 uint64_t bytes) {
  char text[100];
  snprintf(text, sizeof text,
           "points to byte %" PRIu64 " of %" PRIu64 " at 0x%" PRIx64,
           address - begin, bytes, begin);
  return text;
}

namespace {
/// The notes on one message, each of them once.
class Notes {
public:
  Notes(const std::vector<Launched> &launches, const std::string &message)
      : launches(launches), addresses(addressesIn(message)),
        fault(addresses.empty() ? 0 : addresses.front()) {}

  bool tellFreed();
  void tellNowhere();
  bool tellNamed();
  void tellAll();

private:
  void tell(const Function &function, intptr_t i, const std::string &what) {
    std::string note = "note: " + describeParameter(function, i) + " " + what;
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
  /// The address of the access that is not allowed, the first in a message.
  uint64_t fault;
  std::vector<std::string> told;
};
} // namespace

/// Says that what is at the address of the access has been freed, and which
/// parameters point to it. Returns false if none does.
bool Notes::tellFreed() {
  const FreedMemory *freed = Driver::get().memory.findFreed(fault);
  if (!freed)
    return false;
  auto place = [&](uint64_t address) {
    return describePlace(address, freed->address, freed->bytes) +
           ", which has been freed";
  };
  for (const Launched &launch : launches)
    forEachAddress(*launch.function, *launch.values,
                   [&](intptr_t i, uint64_t to) {
                     if (to - freed->address < freed->bytes)
                       tell(*launch.function, i, place(to));
                   });
  if (told.empty())
    tellUser("note: the address " + place(fault));
  return !told.empty();
}

/// True of a parameter that is said to be a pointer; PTX does not say so.
static bool isPointer(const Function &function, intptr_t i) {
  MlirStringRef type = tesseraModuleGetParameterType(function.module->program,
                                                     function.entry, i);
  return std::string_view(type.data, type.length).substr(0, 8) == "tile<ptr";
}

/// Says which parameters point to nothing, where the address of the access may
/// have been made from them.
void Notes::tellNowhere() {
  // Longer than arrays are, and far less than lies between those of a process.
  constexpr uint64_t longest = 1ull << 32;
  auto describe = [](uint64_t to, bool isPointer) -> std::string {
    if (!to)
      return isPointer ? "is null" : "is 0";
    char text[80];
    snprintf(text, sizeof text,
             "is 0x%" PRIx64 ", where there is no memory of the device", to);
    return text;
  };
  for (const Launched &launch : launches)
    forEachAddress(*launch.function, *launch.values,
                   [&](intptr_t i, uint64_t to) {
                     bool pointer = isPointer(*launch.function, i);
                     if ((pointer || !to) && fault - to < longest &&
                         !Driver::get().memory.find(to))
                       tell(*launch.function, i, describe(to, pointer));
                   });
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
  if (error == CUDA_ERROR_ILLEGAL_ADDRESS) {
    if (notes.tellFreed())
      return;
    notes.tellNowhere();
  }
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
