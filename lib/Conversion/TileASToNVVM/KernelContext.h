//===- KernelContext.h - Lane, warp and coordinates of a thread -*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEASTONVVM_KERNELCONTEXT_H
#define TESSERA_LIB_CONVERSION_TILEASTONVVM_KERNELCONTEXT_H

#include "Emitters/DeviceRuntime.h"
#include "Emitters/PowerGuards.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Transforms/DialectConversion.h"
#include "tessera/Dialect/TileAS/IR/Dialect.h"
#include "tessera/Target/TargetInfo.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <deque>

namespace tessera::tileas {

class KernelContext;

/// Where one thread stands among those that execute a program together: all of
/// the kernel, or those of its agent. Its lane, its warp among theirs, and what
/// follows from them for each layout are computed once, at the start of the
/// kernel, on first demand.
class AgentContext {
public:
  /// Warps from `firstWarp` on, whose threads meet at a barrier with so many of the
  /// CTA.
  AgentContext(KernelContext &kernel, unsigned firstWarp, unsigned warps,
               unsigned barrier, unsigned threadsOfBarrier);

  KernelContext &getKernel() const { return kernel; }

  /// Where a map from "register", "lane" and "warp" sends register 0 of this
  /// thread: an i32 for each output dimension.
  llvm::ArrayRef<mlir::Value> apply(const LinearLayout &map);

  /// The same of a map to one dimension from "warp" alone, in a uniform register.
  /// ptxas does not know that the number of a thread divided by 32 is the same in all
  /// threads of a warp, and would move what follows from it to such a register wherever
  /// an instruction takes one.
  mlir::Value applyToWarp(const LinearLayout &map);

  /// True if this thread owns the elements that it holds of a value; null where
  /// every thread does. The first thread owns a scalar.
  mlir::Value getOwnerPredicate(mlir::Type value);

  /// True if these bits of the thread's lane are zero; null where there are
  /// none.
  mlir::Value isLaneZero(uint64_t mask);

  /// True if this thread's warp has a number among theirs; null if there is no
  /// other.
  mlir::Value isWarp(unsigned number);

  /// True if this thread is one of them.
  mlir::Value isMember();

  /// True if this thread is the one of a warp of theirs that is always chosen. ptxas
  /// knows of `elect.sync` that there is one; of another predicate it makes a loop over
  /// the lanes for which it is true. Threads of a warp are together for certain at the
  /// start of the kernel: in a loop ptxas would have them meet before each election, and
  /// compute apart what they have in common.
  mlir::Value isElected(unsigned number = 0);

  /// True if this thread is the chosen one of one of their first `count` warps.
  mlir::Value isElectedOfFirstWarps(unsigned count);

  /// True if this thread is of their first `count` warps, some of several.
  mlir::Value isOfFirstWarps(unsigned count);

  unsigned getNumThreads() const { return warps * kWarpSize; }

  /// The barrier at which the threads meet, of the 16 of a CTA.
  unsigned getBarrier() const { return barrier; }
  /// Has the threads meet there, with those of agents that are together with theirs.
  void meet(mlir::OpBuilder &builder, mlir::Location loc) const;
  /// True for an agent whose barriers are for the threads of others, too.
  bool isTogether() const { return threadsOfBarrier != getNumThreads(); }
  /// All threads that come to a barrier.
  unsigned getThreadsOfBarrier() const { return threadsOfBarrier; }

private:
  /// XOR of bits of `position` moved to where the bases of `inDim` send them
  /// along `outDim`; null if none goes there.
  mlir::Value moveBits(mlir::Value position, const LinearLayout &layout,
                       Dim inDim, Dim outDim);
  mlir::Value isZero(mlir::Value position, uint64_t mask);

  KernelContext &kernel;
  unsigned warps, barrier, threadsOfBarrier;
  mlir::Value lane, warp;
  std::deque<std::pair<LinearLayout, llvm::SmallVector<mlir::Value>>> applied;
  /// Values in uniform registers, by what each thread of a warp has computed.
  llvm::DenseMap<mlir::Value, mlir::Value> ofWarp;
  llvm::DenseMap<std::pair<uint64_t, uint64_t>, mlir::Value> ownerPredicates;
};

/// The values that the threads of a kernel share.
class KernelContext {
public:
  KernelContext(KernelOpInterface kernel, const TargetInfo &target,
                DeviceRuntime &runtime);

  const TargetInfo &getTarget() const { return target; }
  mlir::MLIRContext *getContext() const { return kernel->getContext(); }
  llvm::StringRef getName() { return kernel.getName(); }
  KernelSpecAttr getSpec() const { return spec; }
  /// The runtime functions that all kernels of the module share.
  DeviceRuntime &getRuntime() const { return runtime; }
  /// The module, which holds tables as symbols.
  mlir::ModuleOp getModule() const {
    return kernel->getParentOfType<mlir::ModuleOp>();
  }

  /// A name for a table of constants that the module does not use yet.
  std::string getUnusedTableName();

  /// The threads that execute an op, also while its agent is converted.
  AgentContext &getAgent(mlir::Operation *op);

  /// True if an op that writes a buffer by the async proxy has to be ordered
  /// behind what threads have written to these bytes.
  bool needsProxyFence(mlir::Operation *op) const {
    return fenced.contains(op);
  }

  /// True if the sum of a product by warp groups needs other registers than
  /// those that the instructions update.
  bool leavesItsRegisters(mlir::Operation *product) const {
    return leaving.contains(product);
  }

  /// The way in which powers of two are guarded.
  const PowerGuards &getPowerGuards() const { return powerGuards; }

  /// The number of pairs of powers of which one is computed by arithmetic; 0 where none is.
  unsigned getPairsPerPolynomial() const { return pairsPerPolynomial; }

  /// True if the program makes exponents of a tile of guarded powers minus
  /// infinity.
  bool hasMaskedExponents(mlir::Operation *power) const {
    return masked.contains(power);
  }

  /// The number of the operand by which a guarded multiplication scales the other one;
  /// nothing for other ops.
  std::optional<unsigned> getGuardedFactor(mlir::Operation *op) const {
    auto found = guardedFactors.find(op);
    return found == guardedFactors.end() ? std::nullopt
                                         : std::optional(found->second);
  }

  /// The number of tensor maps of the kernel.
  int64_t getNumTensorMaps() const { return numTensorMaps; }

  /// The warp, among those that execute the op, which begins a copy or looks
  /// for a tensor map. Maps are those of warps in turn, so that they are looked
  /// for side by side; and copies by a map are begun by the warp that has found
  /// it.
  unsigned getCopyingWarp(mlir::Operation *op) const {
    return copyingWarps.lookup(op);
  }

  /// The number of warps, from the first on, that begin copies by the machine.
  unsigned countCopyingWarps() const;

  /// The mbarriers at which the threads that multiply for a pair of CTAs meet in turn,
  /// and the variable of a thread that counts how often it has.
  struct PairMeeting {
    BufferType type;
    mlir::Value mbarriers, turn;
  };
  /// Nothing in a kernel whose CTAs multiply apart, and before its tensor memory is
  /// converted.
  const std::optional<PairMeeting> &getPairMeeting() const { return meeting; }
  void setPairMeeting(PairMeeting place) { meeting = place; }

  /// True if the kernel multiplies matrices.
  bool multiplies() const { return products; }

  /// The start of the kernel's static shared memory, a pointer of address space
  /// 3.
  mlir::Value getSharedMemory();

private:
  friend class AgentContext;

  mlir::Value constant(int64_t value);
  /// True if this thread is the one of its warp that is always chosen.
  mlir::Value isElected();
  mlir::Location getLoc() { return kernel->getLoc(); }

  mlir::FunctionOpInterface kernel;
  KernelSpecAttr spec;
  const TargetInfo &target;
  DeviceRuntime &runtime;
  /// Inserts at the end of the values computed at the start of the kernel.
  mlir::OpBuilder builder;
  mlir::Value thread, shared, elected;
  std::optional<PairMeeting> meeting;
  /// The first stands for all threads; then come the agents.
  std::deque<AgentContext> agents;
  /// By the block that is an agent's program.
  llvm::DenseMap<mlir::Block *, AgentContext *> agentOf;
  unsigned nextTable = 0;
  /// The ops that write bytes of shared memory by the async proxy which threads
  /// write themselves, too.
  llvm::SmallPtrSet<mlir::Operation *, 4> fenced;
  /// The products whose sums other values displace from their registers.
  llvm::SmallPtrSet<mlir::Operation *, 4> leaving;
  /// The powers of two of which some exponents are masked.
  llvm::SmallPtrSet<mlir::Operation *, 4> masked;
  PowerGuards powerGuards;
  unsigned pairsPerPolynomial;
  llvm::SmallDenseMap<mlir::Operation *, unsigned> guardedFactors;
  bool products;
  int64_t sharedAlignment, numTensorMaps;
  /// By tensor map, and by copy with one; the first warp begins all others.
  llvm::DenseMap<mlir::Operation *, unsigned> copyingWarps;
};

/// The images of all registers of this thread under a map from "register",
/// "lane" and "warp": element coordinates of a layout, or offsets in memory.
/// The contribution of the thread is a value, computed once; that of a register
/// is a constant. An image is the XOR of both.
class ThreadMap {
public:
  ThreadMap(AgentContext &agent, const LinearLayout &map);

  int64_t getNumRegisters() const { return constants.size() / start.size(); }
  /// The contributions of the thread and of a register to a dimension.
  mlir::Value getStart(unsigned dim) const { return start[dim]; }
  int32_t getConstant(int64_t reg, unsigned dim) const {
    return constants[reg * start.size() + dim];
  }
  /// The bits of a register's constant that the thread may have, too, and the
  /// remaining bits, for which XOR is the same as addition.
  int32_t getShared(int64_t reg, unsigned dim) const {
    return getConstant(reg, dim) & threadBits[dim];
  }
  int32_t getAdded(int64_t reg, unsigned dim) const {
    return getConstant(reg, dim) & ~threadBits[dim];
  }
  /// The bits that the thread may contribute to a dimension.
  int32_t getThreadBits(unsigned dim) const { return threadBits[dim]; }
  /// True if XOR with every constant is the same as addition.
  bool isSum() const;

  /// The XOR of both contributions, an i32.
  mlir::Value get(mlir::OpBuilder &builder, mlir::Location loc, int64_t reg,
                  unsigned dim) const;

private:
  llvm::SmallVector<mlir::Value> start;
  llvm::SmallVector<int32_t> constants, threadBits;
};

} // namespace tessera::tileas

#endif // TESSERA_LIB_CONVERSION_TILEASTONVVM_KERNELCONTEXT_H
