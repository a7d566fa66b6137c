//===- Report.cpp - The report of a failed launch -------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report.h"
#include "../Async/TensorMemory.h"
#include "../Async/WarpGroups.h"
#include "../Decoder.h"
#include "../Grid/Block.h"
#include "Warp.h"
#include "tessera/Emulator/KernelName.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace tessera::ptx;

std::string tessera::ptx::formatDim(const Dim3 &d) {
  return "(" + std::to_string(d[0]) + "," + std::to_string(d[1]) + "," +
         std::to_string(d[2]) + ")";
}

std::string tessera::ptx::describeLocation(const Image &image, const Code &code,
                                           uint32_t pc) {
  const auto &instructions = code.syntax->instructions;
  if (instructions.empty())
    return image.module->filename;
  const Instruction &at =
      instructions[std::min<size_t>(pc, instructions.size() - 1)];
  return image.module->filename + ":" + std::to_string(at.location.line) + ":" +
         std::to_string(at.location.column);
}

std::string tessera::ptx::instructionText(const Code &code, uint32_t pc) {
  const auto &instructions = code.syntax->instructions;
  return pc < instructions.size() ? oneLine(instructions[pc].text) : "ret";
}

std::string tessera::ptx::describeInstruction(const Image &image,
                                              const Code &code, uint32_t pc) {
  return describeLocation(image, code, pc) + ": " + instructionText(code, pc);
}

static std::string describePlace(const Module &module,
                                 const SourcePlace &place) {
  auto file = module.sourceFiles.find(place.file);
  return file == module.sourceFiles.end()
             ? ""
             : file->second + ":" + std::to_string(place.line);
}

std::string tessera::ptx::describeSource(const Image &image, const Code &code,
                                         uint32_t pc) {
  if (pc >= code.syntax->instructions.size())
    return "";
  const Module &module = *image.module;
  const SourcePlace *place = &code.syntax->instructions[pc].source;
  std::string text = describePlace(module, *place);
  while (!text.empty() && place->caller >= 0) {
    place = &module.callers[place->caller];
    text += ", inlined at " + describePlace(module, *place);
  }
  return text;
}

std::string LaunchState::entryTitle() const {
  return shortKernelName(entryName);
}

std::string Block::describe(const Warp &warp) const {
  const Image &image = launch.image;
  const Fault &fault = warp.getFault();
  if (launch.host)
    return launch.host->name + ": error: " + fault.message;
  const Code &code = *fault.code;
  std::string text =
      describeLocation(image, code, fault.pc) + ": error: " + fault.message +
      "\n  instruction: " + instructionText(code, fault.pc) + "\n  thread " +
      formatDim(threadIndex(warp.number, fault.lane)) + " of block " +
      formatDim(index) + ", entry '" + launch.entryTitle() + "'";
  if (code.syntax->name != launch.entryName)
    text += ", function '" + shortKernelName(code.syntax->name) + "'";
  std::string source = describeSource(image, code, fault.pc);
  if (!source.empty())
    text += "\n  source: " + source;
  return text;
}

void Block::reportFault(const Warp &warp) {
  report = describe(warp);
  faultKind = warp.getFaultKind();
}

/// Names the asynchronous work of the block that a fragment waits for.
std::string Block::describeAsyncWait(const Warp &warp,
                                     const Fragment &fragment) const {
  const auto &instructions = fragment.frame->code->syntax->instructions;
  llvm::StringRef opcode = instructions[fragment.pc].opcode;
  if (opcode == "setmaxnreg")
    return "for registers: it has " + std::to_string(pool->owned[warp.number]) +
           " for each thread, and " + std::to_string(pool->free) +
           " more are free";
  if (opcode == "wgmma")
    return async->groupOf(warp).describeWait(warp);
  if (opcode == "tcgen05")
    return async->tensorMemory().describeWait();
  return async->describeWait(fragment);
}

/// True if the fragment waits at barrier.cluster.wait.
static bool isAtCluster(const Fragment &fragment) {
  const auto &instructions = fragment.frame->code->syntax->instructions;
  return fragment.pc < instructions.size() &&
         instructions[fragment.pc].opcode == "barrier";
}

/// The reason that a fragment waits, in parentheses; "" if it can run.
std::string Block::describeWait(const Warp &warp,
                                const Fragment &fragment) const {
  if (warp.fragments.isRunnable(fragment))
    return "";
  switch (fragment.wait) {
  case Fragment::Wait::None:
    return "";
  case Fragment::Wait::Collective:
  case Fragment::Wait::Aligned:
    return " (for other lanes of its warp)";
  case Fragment::Wait::Async:
    if (awaitsLaunches)
      return " (for a launch that its own depends on)";
    if (isAtCluster(fragment))
      return " (" + cluster->describeBarrier() + ")";
    return " (" + describeAsyncWait(warp, fragment) + ")";
  case Fragment::Wait::Barrier: {
    const Barrier &barrier = barriers[fragment.barrier];
    uint64_t count = 0;
    for (LaneMask lanes : barrier.arrived)
      count += llvm::popcount(lanes);
    return " (barrier " + std::to_string(fragment.barrier) + ": " +
           std::to_string(count) + " of " +
           std::to_string(barrier.expected ? barrier.expected : threads) +
           " threads have arrived)";
  }
  }
  return "";
}

/// The place that lanes of a warp poll, and its contents; "" if there is none.
static std::string describeLook(const LaunchState &launch, const Look &look) {
  if (!look.code)
    return "";
  std::string text = "\n    looks again and again at " +
                     describeInstruction(launch.image, *look.code, look.pc) +
                     ": " + std::to_string(look.size) + " bytes at " +
                     spaceName(look.space).str() + " address 0x" +
                     llvm::utohexstr(look.address, true);
  if (const Allocation *allocation = launch.memory.findAtOrBelow(look.address);
      allocation && allocation->contains(look.address, look.size) &&
      !isShared(look.space))
    text += " ('" + allocation->name + "' + " +
            std::to_string(look.address - allocation->address) + ")";
  uint64_t value = 0;
  std::memcpy(&value, look.place, std::min<size_t>(look.size, sizeof value));
  return text + ", which hold 0x" + llvm::utohexstr(value, true);
}

bool Block::looksOrWaits() const {
  return llvm::any_of(warps, [](const auto &warp) {
    return warp->memory.lastLook().code ||
           llvm::any_of(warp->fragments, [&](const auto &fragment) {
             return !warp->fragments.isRunnable(*fragment);
           });
  });
}

void Block::describeWarps(std::string &text, unsigned &left) const {
  // One warp may hand the polled value on to the others, so that its look tells
  // more than theirs.
  bool isTold = llvm::any_of(
      warps, [](const auto &warp) { return warp->memory.lastLook().isStrong; });
  for (const auto &warp : warps) {
    for (const auto &fragment : warp->fragments) {
      if (!left)
        return;
      --left;
      const Code &code = *fragment->frame->code;
      text +=
          "\n  block " + formatDim(index) + ", warp " +
          std::to_string(warp->number) + ", lanes 0x" +
          llvm::utohexstr(fragment->lanes, true) +
          (warp->fragments.isRunnable(*fragment) ? " are at " : " wait at ") +
          describeInstruction(launch.image, code, fragment->pc) +
          describeWait(*warp, *fragment);
      std::string source = describeSource(launch.image, code, fragment->pc);
      if (!source.empty())
        text += ", source: " + source;
    }
    const Look &look = warp->memory.lastLook();
    if (!warp->fragments.empty() && (look.isStrong || !isTold))
      text += describeLook(launch, look);
  }
}

void Block::reportDeadlock() {
  faultKind = LaunchFault::Timeout;
  report = describeLocation(launch.image, *launch.entry, 0) +
           ": error: deadlock in block " + formatDim(index) + " of entry '" +
           launch.entryTitle() + "': no warp can go on";
  unsigned all = UINT_MAX;
  describeWarps(report, all);
  for (unsigned i = 0; cluster && i != cluster->size(); ++i)
    if (const Block *other = cluster->block(i); other && other != this)
      other->describeWarps(report, all);
}

std::string Block::takeReport() { return std::move(report); }
