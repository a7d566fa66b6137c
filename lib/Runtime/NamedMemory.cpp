//===- NamedMemory.cpp - Named memories and their contents ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Runtime/Argument.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Endian.h"

using namespace tessera;
using namespace tessera::runtime;
using llvm::Error;
using llvm::StringRef;
using llvm::Twine;

llvm::Expected<NamedMemory>
tessera::runtime::parseMulticast(StringRef text,
                                 llvm::ArrayRef<NamedMemory> memories) {
  auto [name, list] = text.split('=');
  if (name.empty() || list.empty())
    return llvm::createStringError("'" + text +
                                   "' is not of the form NAME=MEMORY,MEMORY");
  NamedMemory object;
  object.text = text.str();
  object.name = name.str();
  object.isNew = true;
  for (StringRef each : llvm::split(list, ',')) {
    const auto *memory = llvm::find_if(
        memories, [&](const NamedMemory &one) { return one.name == each; });
    if (memory == memories.end() || !memory->participants.empty())
      return llvm::createStringError("there is no memory '" + each + "'");
    object.participants.push_back(memory - memories.begin());
  }
  const NamedMemory &owner = memories[object.participants.front()];
  const NpyArray &first = owner.array;
  auto countBytes = [](const NpyArray &array) {
    return array.getNumElements() * array.elementBytes;
  };
  for (unsigned number : object.participants)
    if (const NamedMemory &memory = memories[number];
        countBytes(memory.array) != countBytes(first))
      return llvm::createStringError(
          "'" + memory.name + "' has " + Twine(countBytes(memory.array)) +
          " bytes, and '" + owner.name + "' has " + Twine(countBytes(first)));
  object.isBytes = owner.isBytes;
  object.array.descr = first.descr;
  object.array.format = first.format;
  object.array.elementBytes = first.elementBytes;
  object.array.shape = first.shape;
  return std::move(object);
}

Error tessera::runtime::addLinks(llvm::ArrayRef<MemoryLink> links,
                                 llvm::ArrayRef<NamedMemory> memories,
                                 Launch &launch) {
  for (const MemoryLink &link : links) {
    auto fail = [&](const Twine &what) {
      return llvm::createStringError("--link=" + link.text + ": " + what);
    };
    auto find = [&](StringRef name) {
      return llvm::find_if(memories, [&](const NamedMemory &memory) {
        return memory.name == name;
      });
    };
    const auto *from = find(link.from), *to = find(link.to);
    if (from == memories.end() || to == memories.end())
      return fail("there is no memory '" +
                  (from == memories.end() ? link.from : link.to) + "'");
    Buffer &buffer = launch.buffers[from - memories.begin()];
    ParameterValue pointer;
    pointer.buffer = to - memories.begin();
    pointer.bits = link.offset;
    if (link.at % 8 || link.at > buffer.bytes || buffer.bytes - link.at < 8)
      return fail("a pointer takes 8 bytes at a multiple of 8, and '" +
                  link.from + "' has " + Twine(buffer.bytes));
    if (link.offset > launch.buffers[*pointer.buffer].bytes)
      return fail("'" + link.to + "' has " +
                  Twine(launch.buffers[*pointer.buffer].bytes) + " bytes");
    buffer.pointers.emplace_back(link.at, pointer);
  }
  return Error::success();
}

Error tessera::runtime::addWritten(llvm::ArrayRef<WrittenRange> ranges,
                                   llvm::ArrayRef<NamedMemory> memories,
                                   Launch &launch) {
  for (const WrittenRange &range : ranges) {
    auto fail = [&](const Twine &what) {
      return llvm::createStringError("--written=" + range.text + ": " + what);
    };
    const auto *memory = llvm::find_if(memories, [&](const NamedMemory &each) {
      return each.name == range.memory;
    });
    if (memory == memories.end())
      return fail("there is no memory '" + range.memory + "'");
    Buffer &buffer = launch.buffers[memory - memories.begin()];
    if (!buffer.contents)
      return fail("nobody has written '" + range.memory + "'");
    if (range.first > buffer.bytes || range.count > buffer.bytes - range.first)
      return fail("'" + range.memory + "' has " + Twine(buffer.bytes) +
                  " bytes");
    if (!buffer.written)
      buffer.written.emplace();
    buffer.written->emplace_back(range.first, range.count);
  }
  return Error::success();
}

Error tessera::runtime::addVariables(llvm::ArrayRef<PlacedVariable> variables,
                                     llvm::ArrayRef<NamedMemory> memories,
                                     Launch &launch) {
  for (const PlacedVariable &variable : variables) {
    const auto *memory = llvm::find_if(memories, [&](const NamedMemory &each) {
      return each.name == variable.memory;
    });
    if (memory == memories.end())
      return llvm::createStringError("--variable=" + variable.text +
                                     ": there is no memory '" +
                                     variable.memory + "'");
    launch.variables.emplace_back(variable.name, memory - memories.begin());
  }
  return Error::success();
}

void tessera::runtime::clearLinks(Launch &launch) {
  for (Buffer &buffer : launch.buffers)
    for (const auto &[byte, pointer] : buffer.pointers)
      if (buffer.contents)
        std::fill_n(buffer.contents->begin() + byte, 8, 0);
}

void tessera::runtime::markRanges(
    const Launch &launch, llvm::ArrayRef<uint64_t> addresses,
    llvm::function_ref<void(uint64_t, uint64_t)> mark) {
  for (auto [buffer, address] : llvm::zip(launch.buffers, addresses))
    if (buffer.written)
      for (auto [first, count] : *buffer.written)
        if (count)
          mark(address + first, count);
}

Error tessera::runtime::writeLists(
    const Launch &launch, llvm::ArrayRef<uint64_t> addresses,
    llvm::function_ref<Error(uint64_t, llvm::ArrayRef<uint8_t>)> write) {
  for (auto [buffer, address] : llvm::zip(launch.buffers, addresses))
    for (const auto &[byte, pointer] : buffer.pointers) {
      uint8_t bytes[8];
      llvm::support::endian::write64le(bytes, pointer.getBits(addresses));
      if (Error error = write(address + byte, bytes))
        return error;
    }
  return Error::success();
}
