//===- Json.cpp - The facts of kernels as data ----------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Support/JSON.h"
#include "tessera/Report/KernelReport.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace tessera;
using namespace tessera::report;
using llvm::StringRef;
using llvm::json::OStream;

/// Replaces invalid UTF-8, which names of files may contain.
static std::string clean(StringRef text) { return llvm::json::fixUTF8(text); }

/// Rounds to digits that are the same on every host.
static double rounded(double value) { return std::round(value * 100) / 100; }

static void writePlace(OStream &json, const Place &place) {
  if (place.line == 0)
    return;
  json.attribute("file", clean(place.file));
  json.attribute("line", place.line);
  if (place.column)
    json.attribute("column", place.column);
}

/// An array of objects.
template <typename Facts, typename Fn>
static void writeAll(OStream &json, StringRef name, const Facts &facts,
                     Fn write) {
  json.attributeArray(name, [&] {
    for (const auto &fact : facts)
      json.object([&] { write(fact); });
  });
}

static void writeLayout(OStream &json, const LayoutFact &layout) {
  std::string text;
  llvm::raw_string_ostream(text) << layout.map;
  json.attribute("tile", layout.tile);
  json.attribute("layout", text);
  for (Dim dim : {kRegister, kLane, kWarp})
    if (layout.map.hasInDim(dim))
      json.attribute((dim.getName() + "s").str(), layout.map.getInDimSize(dim));
  json.attribute("uses", layout.uses);
  writePlace(json, layout.place);
}

static void writeBuffer(OStream &json, const BufferFact &buffer) {
  json.attribute("type", buffer.type);
  json.attribute("stages", buffer.stages);
  json.attribute("offset", buffer.offset);
  json.attribute("bytes", buffer.bytes);
  json.attribute("first_step", buffer.begin);
  json.attribute("last_step", buffer.end);
  writePlace(json, buffer.place);
}

static void writeAccess(OStream &json, const AccessFact &access) {
  json.attribute("kind", access.kind);
  if (!access.parameter.empty())
    json.attribute("parameter", clean(access.parameter));
  json.attribute("tile", access.tile);
  json.attribute("bytes_per_thread", access.bytes);
  json.attribute("masked", access.isMasked);
  json.attribute("count", access.count);
  if (!access.reason.empty())
    json.attribute("why_not_wider", clean(access.reason));
  if (!access.suggestion.empty())
    json.attribute("suggestion", clean(access.suggestion));
  writePlace(json, access.place);
}

static void writeSharedAccess(OStream &json, const SharedAccessFact &access) {
  json.attribute("kind", access.kind);
  json.attribute("tile", access.tile);
  json.attribute("bytes_per_thread", access.bytes);
  json.attribute("wavefronts", access.wavefronts);
  json.attribute("wavefronts_ideal", access.ideal);
  json.attribute("count", access.count);
  writePlace(json, access.place);
}

static void writeLoopOp(OStream &json, const LoopOp &op, bool isScheduled) {
  json.attribute("op", op.name);
  json.attribute("unit", op.unit);
  json.attribute("cycles", rounded(op.cycles));
  if (isScheduled) {
    json.attribute("stage", op.stage);
    json.attribute("start", op.start);
  }
  writePlace(json, op.place);
}

static void writeLoop(OStream &json, const LoopFact &loop) {
  writePlace(json, loop.place);
  json.attribute("depth", loop.depth);
  json.attribute("first_step", loop.begin);
  json.attribute("last_step", loop.end);
  if (loop.trips)
    json.attribute("trips", *loop.trips);
  json.attribute("iterations_ahead", loop.ahead);
  json.attribute("barriers", loop.barriers);
  if (loop.schedule)
    json.attributeObject("schedule", [&] {
      json.attribute("interval", loop.schedule->interval);
      json.attribute("stages", loop.schedule->stages);
      json.attribute("minimal", loop.schedule->isMinimal);
    });
  if (!loop.parts.empty()) {
    json.attribute("cycles", rounded(loop.parts.front().cycles));
    json.attribute("limit", loop.parts.front().unit);
  }
  writeAll(json, "units", loop.parts, [&](const LoopPart &part) {
    json.attribute("unit", part.unit);
    json.attribute("cycles", rounded(part.cycles));
    json.attribute("basis", getBasisName(part.basis));
  });
  writeAll(json, "ops", loop.ops, [&](const LoopOp &op) {
    writeLoopOp(json, op, /*isScheduled=*/loop.schedule.has_value());
  });
  if (!loop.handover.empty())
    writeAll(json, "handover", loop.handover, [&](const LoopOp &op) {
      writeLoopOp(json, op, /*isScheduled=*/true);
    });
}

template <typename Fact>
static void writeChoice(OStream &json, const Fact &candidate) {
  json.attribute("chosen", candidate.isChosen);
  json.attribute("reason", clean(candidate.reason));
}

static void writeCandidate(OStream &json, const WarpCandidateFact &candidate) {
  json.attribute("warps", candidate.warps);
  json.attribute("sum_registers", candidate.sumRegisters);
  json.attribute("tile_registers", candidate.tileRegisters);
  json.attribute("tensor_cycles", candidate.tensorCycles);
  json.attribute("shared_cycles", candidate.sharedCycles);
  json.attribute("blocks", candidate.blocks);
  writeChoice(json, candidate);
}

static void writeCandidate(OStream &json, const CopyCandidateFact &candidate) {
  json.attribute("copy_warps", candidate.copyWarps);
  json.attribute("unit_cycles", candidate.unitCycles);
  json.attribute("thread_cycles", candidate.threadCycles);
  json.attribute("cycles", candidate.cycles);
  json.attribute("registers", candidate.registers);
  json.attribute("blocks", candidate.blocks);
  writeChoice(json, candidate);
}

static void writeCandidate(OStream &json, const StageCandidateFact &candidate) {
  json.attribute("stages", candidate.stages);
  json.attribute("blocks", candidate.blocks);
  json.attribute("interval", candidate.interval);
  writeChoice(json, candidate);
  writePlace(json, candidate.place);
}

static void writeCandidate(OStream &json,
                           const InstructionCandidateFact &candidate) {
  json.attribute("instruction", candidate.instruction);
  if (candidate.cycles)
    json.attribute("cycles", candidate.cycles);
  writeChoice(json, candidate);
  writePlace(json, candidate.place);
}

static void writeRemark(OStream &json, const ReportedRemark &remark) {
  json.attribute("kind", remark.kind);
  json.attribute("name", remark.name);
  json.attribute("category", remark.category);
  writePlace(json, {remark.file, remark.line, remark.column});
  json.attributeObject("arguments", [&] {
    for (const auto &[key, value] : remark.arguments)
      json.attribute(key, clean(value));
  });
}

static void writeParts(OStream &json, llvm::ArrayRef<bound::BoundPart> parts) {
  writeAll(json, "units", parts, [&](const bound::BoundPart &part) {
    json.attribute("unit", part.name);
    json.attribute("cycles", rounded(part.cycles));
    json.attribute("basis", getBasisName(part.basis));
  });
}

static void writeLine(OStream &json, const LineWork &line) {
  writePlace(json, line.place);
  json.attribute("instructions", line.ptx.size());
  json.attribute("classes", line.classes);
  writeParts(json, line.parts);
}

static void writeVerdict(OStream &json, const KernelFacts &kernel) {
  const Verdict &verdict = *kernel.verdict;
  json.attribute("board", verdict.board->name);
  json.attribute("part", verdict.isLoop ? "loop" : "kernel");
  writePlace(json, verdict.place);
  json.attribute("blocks", verdict.blocks);
  if (!verdict.parts.empty()) {
    json.attribute("limit", verdict.parts.front().name);
    json.attribute("cycles", rounded(verdict.getCycles()));
  }
  if (!verdict.roof.empty()) {
    json.attribute("roof", verdict.roof);
    json.attribute("share_of_roof", rounded(verdict.getShareOfRoof()));
  }
  if (verdict.inFlight) {
    json.attribute("bytes_in_flight", verdict.inFlight->bytes);
    json.attribute("bytes_needed_in_flight", verdict.inFlight->needed);
  }
  writeParts(json, verdict.parts);
  writeAll(json, "changes", verdict.changes, [&](const Change &change) {
    json.attribute("gain", rounded(change.gain));
    json.attribute("reason", clean(change.reason));
    json.attribute("advice", clean(change.advice));
    writePlace(json, change.place);
  });
  writeAll(json, "lines", verdict.lines,
           [&](const LineWork &line) { writeLine(json, line); });
  json.attributeArray("text", [&] {
    for (const std::string &sentence : describeVerdict(kernel))
      json.value(clean(sentence));
  });
}

static void writeKernel(OStream &json, const KernelFacts &kernel) {
  json.attribute("name", clean(kernel.name));
  json.attribute("gpu", kernel.target);
  writePlace(json, kernel.place);
  json.attribute("warps", kernel.warps);
  json.attribute("shared_bytes", kernel.sharedBytes);
  if (kernel.plan)
    json.attributeObject("plan", [&] {
      json.attribute("blocks", kernel.plan->blocks);
      json.attribute("registers", kernel.plan->registers);
    });
  auto write = [&](const auto &each) { writeCandidate(json, each); };
  writeAll(json, "warp_candidates", kernel.warpCandidates, write);
  writeAll(json, "copy_candidates", kernel.copyCandidates, write);
  writeAll(json, "stage_candidates", kernel.stageCandidates, write);
  writeAll(json, "instruction_candidates", kernel.instructionCandidates, write);
  json.attribute("steps", kernel.steps);
  if (const std::optional<KernelResources> &used = kernel.resources) {
    json.attribute("registers", used->registers);
    json.attribute("spill_bytes", used->spillStoreBytes + used->spillLoadBytes);
    json.attribute("resident_warps", used->residentWarps);
    json.attribute("max_resident_warps", used->maxResidentWarps);
    json.attribute("occupancy_limit", kernel.occupancyLimit);
  }
  if (kernel.verdict)
    json.attributeObject("verdict", [&] { writeVerdict(json, kernel); });
  writeAll(json, "loops", kernel.loops,
           [&](const LoopFact &loop) { writeLoop(json, loop); });
  writeAll(json, "accesses", kernel.accesses,
           [&](const AccessFact &access) { writeAccess(json, access); });
  writeAll(
      json, "shared_accesses", kernel.sharedAccesses,
      [&](const SharedAccessFact &each) { writeSharedAccess(json, each); });
  writeAll(json, "shared_memory", kernel.buffers,
           [&](const BufferFact &buffer) { writeBuffer(json, buffer); });
  writeAll(json, "layouts", kernel.layouts,
           [&](const LayoutFact &layout) { writeLayout(json, layout); });
  writeAll(json, "remarks", kernel.remarks,
           [&](const ReportedRemark &remark) { writeRemark(json, remark); });
}

std::string KernelReport::toJson() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  OStream json(os, 1);
  json.object([&] {
    json.attribute("schema", 1);
    writeAll(json, "kernels", kernels,
             [&](const KernelFacts &kernel) { writeKernel(json, kernel); });
  });
  json.flush();
  os << '\n';
  return text;
}
