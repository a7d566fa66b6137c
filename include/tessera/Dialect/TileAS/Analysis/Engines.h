//===- Engines.h - What passes ask of engines -------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_ANALYSIS_ENGINES_H
#define TESSERA_DIALECT_TILEAS_ANALYSIS_ENGINES_H

#include "tessera/Dialect/TileAS/IR/Dialect.h"
#include "tessera/Layout/MatrixFragments.h"
#include "tessera/Target/MachineModel.h"
#include <string>

namespace mlir {
class DialectRegistry;
}

namespace tessera::tileas {

/// The parts of an SM that an op may keep busy: the pipes of the machine model,
/// and what lies behind that of memory.
struct Unit {
  /// A pipe, or one of those below.
  unsigned number;

  Unit(Pipe pipe) : number(unsigned(pipe)) {}
  /// The banks of shared memory.
  static Unit banks() { return Unit(numPipes); }
  /// The port to the L2 cache.
  static Unit l2Port() { return Unit(numPipes + 1); }
  /// The unit of a number that one of these has.
  static Unit fromNumber(unsigned number) { return Unit(number); }

  /// "tensor", "shared memory", ...
  llvm::StringRef getName() const;
  bool operator==(Unit other) const { return number == other.number; }

private:
  explicit Unit(unsigned number) : number(number) {}
};

/// A unit of an SM, and for how many cycles an op of one block keeps it busy.
struct OpCost {
  /// The part of the op: its name, or "ldmatrix".
  std::string name;
  Unit unit;
  double cycles;
  Basis basis;
  /// True if the op cannot take less. Otherwise it is what it takes if ptxas
  /// makes nothing better of it, as a comparison may become part of what uses
  /// it.
  bool isLeast = true;
};

/// The way threads read an operand from shared memory.
struct SharedRead {
  /// "ldmatrix" or "shared_load".
  llvm::StringRef name;
  /// From register, lane and warp to the coordinates of the operand.
  LinearLayout places;
  /// Elements of a row that must lie side by side in the buffer.
  int64_t row = 1;
  /// True if it does not matter in which registers they come.
  bool isOrderFree = false;

  /// The offsets that the threads read of a buffer with these offsets (a map
  /// from coordinates), if the read can be made.
  std::optional<LinearLayout> getOffsets(const LinearLayout &buffer) const;
};

/// Where a product takes an operand from, or leaves its sum.
struct OperandPlace {
  enum class Kind { Registers, Shared, Tensor };

  Kind kind;
  /// The layout of the tile in registers, or of the buffer. Null where a buffer
  /// may have any layout that suits `read`.
  LayoutAttr layout;
  /// The way threads read it from shared memory; nothing where the machine
  /// does.
  std::optional<SharedRead> read = std::nullopt;
  /// True if what lies in registers has been loaded for this product alone, and
  /// is waited for.
  bool isLoadedForIt = false;
  /// True if threads read it before the product, which takes it from registers.
  bool isReadBefore = false;
};

} // namespace tessera::tileas

#include "tessera/Dialect/TileAS/Analysis/EngineInterfaces.h.inc"

namespace tessera::tileas {

/// Has the ops of arith, tileaa and tileas answer both interfaces.
void registerEngines(mlir::DialectRegistry &registry);

/// The way threads read a tile from a buffer: `ldmatrix` transposes bytes of
/// which they could not read four at once.
SharedRead getSharedRead(BufferType buffer, mlir::RankedTensorType tile);

/// The places of an operand of a product beside its sum; none where that has no layout
/// yet.
llvm::SmallVector<OperandPlace> getOperandPlaces(ProductOpInterface product,
                                                 mlir::OpOperand &operand);

/// The side whose factor an operand is; nothing for others.
std::optional<MatrixSide> getFactorSide(ProductOpInterface product,
                                        mlir::OpOperand &operand);

/// The length of a factor along K, a part of which a product may multiply.
int64_t getFactorDepth(tileaa::ProductOpInterface product, MatrixSide side);

/// True for a product that cannot be cut along K as it is: parts read their
/// parts of a factor from memory alone.
bool hasFactorInRegisters(tileaa::ProductOpInterface product);

/// True for a product that tensor cores multiply.
bool isOfTensorCores(mlir::Operation *op);

/// True for a product whose factors warps read to registers, where its warp waits
/// for each of the instructions.
bool isOfFragments(mlir::Operation *op);

/// True for a product that warp groups multiply, with a right factor that the machine
/// reads.
bool isOfWarpGroups(mlir::Operation *op);

/// True for a product whose sum lies in tensor memory, so that it takes registers only
/// where other ops have it.
bool hasSumInTensorMemory(mlir::Operation *op);

/// True for a loop all of whose products one thread begins, in branches and loops of
/// its body, too.
bool multipliesInTensorMemory(mlir::scf::ForOp loop);

/// True if threads read a sum of tensor memory in the loop that makes it.
bool readsSums(mlir::scf::ForOp loop);

/// The number of elements of K behind any of which a product may be cut as it
/// is, as both factors of all parts are read from memory; 0 where it may not.
int64_t getStepOfCuts(ProductOpInterface product);

/// Where along K the part that a product multiplies begins and ends; all of K
/// without one.
std::pair<int64_t, int64_t>
getMultipliedPart(tileaa::ProductOpInterface product);

/// The type of the first `depth` columns or rows of a factor along K, as the
/// product takes them from registers.
mlir::RankedTensorType getBeginning(ProductOpInterface product,
                                    mlir::OpOperand &factor, int64_t depth);

/// The layout in which a product takes an operand from registers; null where it
/// does not. The sum lies in `sum`.
LayoutAttr getRegisterLayout(ProductOpInterface product,
                             mlir::OpOperand &operand, LayoutAttr sum);
/// The same among the places of the operand.
LayoutAttr getRegisterLayout(llvm::ArrayRef<OperandPlace> places);

/// The way of an operand from registers in one layout through shared memory to
/// a product: the layout of the buffer, and what its accesses cost, as
/// `getSharedAccessCost` counts.
struct FactorTrip {
  LinearLayout buffer;
  int64_t cost;
};

/// The cheapest way to one of these places for elements of `bytes` bytes;
/// nothing where none is in shared memory. Where `cp.async` could copy the tile
/// in pieces of some elements (see `chooseCopiedLayout`), the buffer is one
/// that it can copy to, unless the accesses cost more than twice as much then.
std::optional<FactorTrip> planTrip(llvm::ArrayRef<OperandPlace> places,
                                   const LinearLayout &from, int64_t bytes,
                                   int64_t piece = 0);

} // namespace tessera::tileas

#endif // TESSERA_DIALECT_TILEAS_ANALYSIS_ENGINES_H
