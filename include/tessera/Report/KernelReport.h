//===- KernelReport.h - Facts about compiled kernels ------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The facts that `tileiras --report` writes, as JSON or as one page of HTML:
//
//   KernelReport report;
//   options.visitKernels = [&](mlir::ModuleOp m) { report.collect(m); };
//   ... compile, giving RemarkCollector `report.remarkSink()` ...
//   report.addResources(result.kernels);
//   report.finish(result.linedPtx); // CompileOptions::wantsLinedPtx
//   writeFileAtomically(path, report.toHtml());
//
// Layouts, buffers, accesses and loops are read from the kernels at the end of
// tileas, where all of them are decided. Reasons come from remarks, registers
// and spills from ptxas.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_REPORT_KERNELREPORT_H
#define TESSERA_REPORT_KERNELREPORT_H

#include "mlir/IR/BuiltinOps.h"
#include "tessera/Codegen/Assembler.h"
#include "tessera/Compiler/Remarks.h"
#include "tessera/Layout/LinearLayout.h"
#include "tessera/Report/Verdict.h"
#include "tessera/Target/MachineModel.h"
#include <optional>
#include <string>
#include <vector>

namespace tessera::report {

/// A layout, with the first tile that has it.
struct LayoutFact {
  /// Such as "64x32xf16".
  std::string tile;
  LinearLayout map;
  unsigned uses = 0;
  Place place;
};

/// A buffer in shared memory.
struct BufferFact {
  std::string type;
  int64_t offset = 0, bytes = 0, stages = 1;
  /// Live range of the buffer, in steps of the kernel in program order.
  unsigned begin = 0, end = 0;
  Place place;
};

/// An access to global memory.
struct AccessFact {
  /// "load", "store", "atomic", "async_copy".
  std::string kind, tile;
  /// The name of the parameter that points to the memory; empty if it is not
  /// known.
  std::string parameter;
  /// Bytes that one instruction of a thread accesses.
  int64_t bytes = 0;
  bool isMasked = false;
  Place place;
  /// Number of times that the kernel has this access, for example again in the
  /// prologue of a loop.
  unsigned count = 1;
  /// The reason that the access is not wider, if it could be, and advice.
  std::string reason, suggestion;
};

/// An access of a warp to shared memory.
struct SharedAccessFact {
  /// "shared_store", "shared_load", "async_copy", "ldmatrix".
  std::string kind, tile;
  /// Bytes that one instruction of a thread accesses.
  int64_t bytes = 0;
  /// Passes of the banks for all instructions of the first warp, and the number
  /// of passes without bank conflicts.
  unsigned wavefronts = 0, ideal = 0;
  Place place;
  unsigned count = 1;
};

/// The cycles for which one iteration of a loop occupies one unit of an SM, for
/// one block.
struct LoopPart {
  std::string unit;
  double cycles = 0;
  Basis basis = Basis::Published;
};

/// An op of a loop that occupies a unit.
struct LoopOp {
  std::string name, unit;
  double cycles = 0;
  Place place;
  /// The start of the op, if the loop has a schedule: intervals after the start
  /// of its iteration, and cycles within an interval.
  int64_t stage = 0, start = 0;
};

/// An op of tileas and its place, whatever it costs.
struct PlacedOp {
  /// Without its dialect if that is tileas: "mma", "arith.addi".
  std::string name;
  Place place;
};

/// The overlap of a loop's iterations; see `#tileas.schedule`.
struct LoopSchedule {
  /// Initiation interval in cycles.
  int64_t interval = 1;
  int64_t stages = 1;
  /// True if no shorter interval exists, by the machine model.
  bool isMinimal = false;
};

struct LoopFact {
  Place place;
  unsigned depth = 0;
  /// Warps of a block that run it; fewer than those of the kernel where some
  /// only copy.
  unsigned warps = 1;
  /// First and last step of the loop, counted as for buffers.
  unsigned begin = 0, end = 0;
  std::optional<int64_t> trips;
  std::optional<LoopSchedule> schedule;
  /// Number of iterations by which copies run ahead of their use; 0 if they do
  /// not.
  int64_t ahead = 0;
  unsigned barriers = 0;
  /// Ops that are in no inner loop, each name once for a place.
  std::vector<PlacedOp> body;
  std::vector<LoopOp> ops;
  /// The units, longest occupied first.
  std::vector<LoopPart> parts;
  /// For a loop over tiles that begins the next tile before it finishes this
  /// one: the ops after its inner loop, with cycles from the end of the inner
  /// loop. Stage 0 begins the next tile, stage 1 finishes this one.
  std::vector<LoopOp> handover;
};

/// The residency that schedules count on; see `#tileas.plan`.
struct PlanFact {
  /// Number of blocks of the kernel that an SM holds at once; their iterations
  /// interleave.
  unsigned blocks = 1;
  /// Registers of a thread, by estimate.
  unsigned registers = 1;
};

/// A number of warps that the plan of a kernel considered.
struct WarpCandidateFact {
  unsigned warps = 0;
  /// Registers of a thread: of the sums of products, and of the largest other
  /// tile.
  unsigned sumRegisters = 0, tileRegisters = 0;
  /// Cycles for which the products of a block occupy the tensor cores of an SM,
  /// and the banks of shared memory.
  unsigned tensorCycles = 0, sharedCycles = 0;
  /// The most blocks that an SM has registers for.
  unsigned blocks = 0;
  bool isChosen = false;
  std::string reason;
};

/// A number of warps that only copy, considered by the plan of a kernel.
struct CopyCandidateFact {
  unsigned copyWarps = 0;
  /// Cycles of one iteration of the loop of products: of the busiest unit of an
  /// SM, of a block that has an SM for itself, and from the end of one iteration
  /// on the SM to that of the next.
  unsigned unitCycles = 0, threadCycles = 0, cycles = 0;
  /// Registers of a thread, and blocks of which an SM has room for these.
  unsigned registers = 0, blocks = 0;
  bool isChosen = false;
  std::string reason;
};

/// A number of stages of a loop's rings, considered by the schedule of the loop.
struct StageCandidateFact {
  unsigned stages = 0;
  /// Blocks of an SM that have room for as many, and the cycles from one
  /// iteration to the next where these share the SM.
  unsigned blocks = 0, interval = 0;
  bool isChosen = false;
  std::string reason;
  Place place;
};

/// An instruction that the plan of a kernel considered for a product.
struct InstructionCandidateFact {
  std::string instruction;
  /// Cycles for which the product occupies the unit of an SM; 0 if unknown.
  unsigned cycles = 0;
  bool isChosen = false;
  std::string reason;
  Place place;
};

struct KernelFacts {
  std::string name, target;
  Place place;
  unsigned warps = 0;
  int64_t sharedBytes = 0;
  /// None if no loop has a schedule.
  std::optional<PlanFact> plan;
  std::vector<WarpCandidateFact> warpCandidates;
  std::vector<CopyCandidateFact> copyCandidates;
  std::vector<StageCandidateFact> stageCandidates;
  std::vector<InstructionCandidateFact> instructionCandidates;
  unsigned steps = 0;
  std::vector<LayoutFact> layouts;
  std::vector<BufferFact> buffers;
  std::vector<AccessFact> accesses;
  std::vector<SharedAccessFact> sharedAccesses;
  std::vector<LoopFact> loops;
  /// Ops in no loop, as of a loop.
  std::vector<PlacedOp> body;
  std::vector<ReportedRemark> remarks;
  /// Present only if machine code was made.
  std::optional<KernelResources> resources;
  /// The resource that keeps an SM from holding more blocks: "warps", "blocks",
  /// "registers", "shared memory" or "tensor memory". Empty without machine code.
  std::string occupancyLimit;
  /// None without PTX, and for a GPU of which no board is known.
  std::optional<Verdict> verdict;
};

/// "file.py:12", without folders; "" if the line is not known.
std::string shortenPlace(const Place &place);

class KernelReport {
public:
  /// Replaces the facts by those of all kernels of a module at the end of
  /// tileas. If remarks are enabled, it also emits some: the least time of
  /// loops, and bank conflicts.
  void collect(mlir::ModuleOp module);
  /// The list that RemarkCollector fills.
  std::vector<ReportedRemark> &remarkSink() { return remarks; }
  void addResources(llvm::ArrayRef<KernelResources> resources);

  /// Assigns the remarks to the kernels and accesses that they are about, and
  /// judges the kernels by their PTX; see `judge`. Empty PTX gives no verdicts.
  void finish(llvm::StringRef ptx);

  std::string toJson() const;
  /// One self-contained page.
  std::string toHtml() const;

  llvm::ArrayRef<KernelFacts> getKernels() const { return kernels; }

private:
  std::vector<KernelFacts> kernels;
  std::vector<ReportedRemark> remarks;
};

} // namespace tessera::report

#endif // TESSERA_REPORT_KERNELREPORT_H
