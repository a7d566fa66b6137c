//===- KernelReport.h - What became of each kernel --------------*- C++ -*-===//
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
//   writeFileAtomically(path, report.toHtml());
//
// What is said of layouts, buffers, accesses and loops is read off the kernels
// at the end of tileas, where all of it is decided; why something is as it is
// comes from remarks; registers and spills come from ptxas.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_REPORT_KERNELREPORT_H
#define TESSERA_REPORT_KERNELREPORT_H

#include "mlir/IR/BuiltinOps.h"
#include "tessera/Codegen/Assembler.h"
#include "tessera/Compiler/Remarks.h"
#include "tessera/Layout/LinearLayout.h"
#include "tessera/Target/MachineModel.h"
#include <optional>
#include <string>
#include <vector>

namespace tessera::report {

/// A place in the source of the front end; without a line where none is known.
struct Place {
  std::string file;
  unsigned line = 0, column = 0;
};

/// A layout, and the first tile that lies in it.
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
  /// Steps of the kernel, in the order of the program, between which it holds
  /// something.
  unsigned begin = 0, end = 0;
  Place place;
};

/// An access to global memory.
struct AccessFact {
  /// "load", "store", "atomic", "async_copy".
  std::string kind, tile;
  /// What one instruction of a thread takes.
  int64_t bytes = 0;
  bool isMasked = false;
  Place place;
  /// How often the kernel has it, as in the prologue of a loop.
  unsigned count = 1;
  /// Why it does not take more, if it could.
  std::string reason, suggestion;
};

/// An access of a warp to shared memory.
struct SharedAccessFact {
  /// "shared_store", "shared_load", "async_copy", "ldmatrix".
  std::string kind, tile;
  /// What one instruction of a thread takes.
  int64_t bytes = 0;
  /// Passes of the banks for all instructions of the first warp, and as many
  /// as these would be without conflicts.
  unsigned wavefronts = 0, ideal = 0;
  Place place;
  unsigned count = 1;
};

/// What a loop keeps one unit of an SM busy with in an iteration of one block.
struct LoopPart {
  std::string unit;
  double cycles = 0;
  Basis basis = Basis::Published;
};

/// An op of a loop that keeps a unit busy.
struct LoopOp {
  std::string name, unit;
  double cycles = 0;
  Place place;
  /// Where a loop has a schedule: so many intervals after its iteration begins,
  /// and so many cycles into an interval.
  int64_t stage = 0, start = 0;
};

/// How the iterations of a loop overlap; see `#tileas.schedule`.
struct LoopSchedule {
  /// In cycles.
  int64_t interval = 1;
  int64_t stages = 1;
  /// Of the kernel that an SM holds at once, which take turns.
  int64_t blocks = 1;
  /// Whether no shorter interval exists, by the machine model.
  bool isMinimal = false;
};

struct LoopFact {
  Place place;
  unsigned depth = 0;
  /// Steps of the kernel, as of buffers.
  unsigned begin = 0, end = 0;
  std::optional<int64_t> trips;
  std::optional<LoopSchedule> schedule;
  /// Iterations that copies are ahead of what needs them; 0 if they are not.
  int64_t ahead = 0;
  unsigned barriers = 0;
  std::vector<LoopOp> ops;
  /// Longest first.
  std::vector<LoopPart> parts;
  /// Of a loop over tiles whose next tile is begun before this one is finished,
  /// what stands behind its inner loop, with cycles from the end of that: in
  /// stage 0 what begins the next tile, in stage 1 what finishes this one.
  std::vector<LoopOp> handover;
};

struct KernelFacts {
  std::string name, target;
  Place place;
  unsigned warps = 0;
  int64_t sharedBytes = 0;
  unsigned steps = 0;
  std::vector<LayoutFact> layouts;
  std::vector<BufferFact> buffers;
  std::vector<AccessFact> accesses;
  std::vector<SharedAccessFact> sharedAccesses;
  std::vector<LoopFact> loops;
  std::vector<ReportedRemark> remarks;
  /// Of machine code only.
  std::optional<KernelResources> resources;
  /// What keeps an SM from holding more blocks: "warps", "blocks", "registers"
  /// or "shared memory"; of machine code only.
  std::string occupancyLimit;
};

class KernelReport {
public:
  /// Takes the facts of all kernels of a module at the end of tileas, in place
  /// of those that were there. Where remarks are wanted, it says in some what
  /// loops take at least and where banks of shared memory conflict.
  void collect(mlir::ModuleOp module);
  /// What RemarkCollector gives remarks to.
  std::vector<ReportedRemark> &remarkSink() { return remarks; }
  void addResources(llvm::ArrayRef<KernelResources> resources);

  /// Hands remarks to the kernels and accesses that they are about.
  void finish();

  std::string toJson() const;
  /// One page that needs nothing beside it.
  std::string toHtml() const;

  llvm::ArrayRef<KernelFacts> getKernels() const { return kernels; }

private:
  std::vector<KernelFacts> kernels;
  std::vector<ReportedRemark> remarks;
};

} // namespace tessera::report

#endif // TESSERA_REPORT_KERNELREPORT_H
