//===- Generator.h - The state that the rules of the smith share *- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the generator: the values in scope, the facts about them,
// and the means by which a rule gets operands with the facts that it needs. A
// rule emits one kind of operation; Rules.h has their table.
//
// C++ leaves open in which order the arguments of a call are evaluated: each
// call that draws numbers or emits operations is therefore a statement of its
// own.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_SMITH_GENERATOR_H
#define TESSERA_LIB_SMITH_GENERATOR_H

#include "Fact.h"
#include "Random.h"

#include "tessera/Dialect/CudaTile/IR/Numerics.h"
#include "tessera/Smith/Launch.h"
#include "tessera/Smith/Smith.h"

#include "mlir/IR/Builders.h"

namespace tessera::cuda_tile {
class EntryOp;
class ModuleOp;
} // namespace tessera::cuda_tile

namespace tessera::smith {

using mlir::Type;
using mlir::Value;
using Shape = llvm::SmallVector<int64_t, 4>;

int64_t numElements(llvm::ArrayRef<int64_t> shape);

/// True if a tile has more elements than small programs use.
inline bool isLargeTile(int64_t elements) { return elements > 256; }

/// True if two elements share a byte of memory.
inline bool isHalfByte(Format format) {
  return numerics::bitWidth(format) == 4;
}

/// A tile and the fact about its elements.
struct Operand {
  Value value;
  Fact fact;

  cuda_tile::TileType type() const {
    return llvm::cast<cuda_tile::TileType>(value.getType());
  }
  Format format() const;
  Shape shape() const { return Shape(type().getShape()); }
};

/// The type of a tile that crosses a region or lies in memory, and the fact
/// that it satisfies.
struct Slot {
  Format format;
  Shape shape;
  Fact fact;
  /// True if the tile has pointers to elements of inputs, of this format.
  bool isPointer = false;
};

/// Memory that the program only reads.
struct Input {
  Format format;
  Fact fact;
  /// The pointer to it: a parameter, or the global of this name.
  Value parameter;
  std::string global;
  /// The number of elements that accesses have needed so far.
  int64_t elements = 0;
};

/// Initialised memory that only one tile block uses. One chain of tokens orders
/// its accesses, so that none races with another.
struct Buffer {
  /// The pointer to the first element; null for the printer, of which only the
  /// order matters.
  Value pointer;
  Format format = Format::I32;
  int64_t elements = 0;
  /// The fact about stored values.
  Fact fact;
  /// The token after all accesses so far; null if there were none.
  Value token;
  /// True if the current region may not access it, because the region does not
  /// pass its token on.
  bool locked = false;
};

/// Memory of a parameter that the launch before this one has worked on. Code
/// that has waited for the end of that launch may read it.
struct Legacy {
  Value pointer;
  Format format;
  int64_t elements;
};

/// Memory that all tile blocks change by one commutative atomic operation.
struct Counter {
  Value parameter;
  Format format;
  cuda_tile::AtomicRMWMode mode;
  int64_t elements;
};

/// The innermost loop around the current place.
struct Loop {
  bool isFor;
  /// True if only its end leaves the body.
  bool isClosed = false;
  /// The values that `continue` and `break` pass on, before the tokens of
  /// `buffers`.
  std::vector<Slot> carried, results;
  std::vector<unsigned> buffers;
  /// The counter of iterations.
  Operand counter;
  /// For a `loop`: the next count, which is the first carried value.
  Value next;
};

class Generator {
public:
  Generator(mlir::MLIRContext *context, const Options &options);
  /// Makes the program.
  mlir::OwningOpRef<mlir::Operation *> run();

  //===--------------------------------------------------------------------===//
  // Emitting
  //===--------------------------------------------------------------------===//

  template <typename Op, typename... Args> Op make(Args &&...args) {
    auto op = Op::create(builder, loc, std::forward<Args>(args)...);
    charge(op.getOperation());
    return op;
  }
  /// Makes a value available to later rules.
  void define(Value value, const Fact &fact) { pool.push_back({value, fact}); }

  Type elementType(Format format);
  cuda_tile::TileType tileType(Format format, llvm::ArrayRef<int64_t> shape) {
    return cuda_tile::TileType::get(shape, elementType(format));
  }
  /// A scalar pointer to elements of the format.
  cuda_tile::TileType pointerType(Format format);
  cuda_tile::TileType slotType(const Slot &slot);
  Type tokenType() { return builder.getType<cuda_tile::TokenType>(); }

  /// True if the program's version has the features of 13.`minor`.
  bool has(unsigned minor) const { return version.minor >= minor; }
  bool isExact() const { return options.data == Data::Exact; }
  /// True if a sum in open order must be exact: always in exact programs,
  /// sometimes in others.
  bool wantsExact() { return isExact() || rng.chance(30); }

  //===--------------------------------------------------------------------===//
  // Choosing
  //===--------------------------------------------------------------------===//

  /// An integer format of arithmetic: i1 to i64.
  Format anyInt();
  /// A float format of arithmetic: f16, bf16, f32 or f64.
  Format anyFloat();
  /// Any of these, or a format without arithmetic.
  Format anyFormat();
  /// A format for indices, extents and offsets that has the numbers up to
  /// `most`; with `isUnsigned` also i1, which such operands read as unsigned.
  Format indexFormat(int64_t most, bool isUnsigned);
  /// A shape of rank 0 to 4, small except in large programs.
  Shape anyShape();
  /// A shape of rank `least` or more.
  Shape anyShape(unsigned least);
  /// The fact about fresh data of the format.
  Fact dataFact(Format format);
  /// Draws a fact for a value that crosses a region or lies in memory.
  Fact slotFact(Format format);

  //===--------------------------------------------------------------------===//
  // Operands
  //===--------------------------------------------------------------------===//

  /// A value of that type, from the scope if there is one there.
  Operand choose(Format format, llvm::ArrayRef<int64_t> shape);
  /// A random value in scope that `fits`, later ones more often; null if there
  /// is none.
  Operand find(llvm::function_ref<bool(const Operand &)> fits);
  /// A value of the slot's type for which its fact holds.
  Operand conform(const Slot &slot);
  /// Fresh data: a constant, or a loaded value.
  Operand fresh(Format format, llvm::ArrayRef<int64_t> shape, const Fact &fact);
  Operand literal(Format format, llvm::ArrayRef<int64_t> shape,
                  const Fact &fact);
  /// A tile whose elements all are `number`.
  Operand splat(Format format, llvm::ArrayRef<int64_t> shape, int64_t number);
  Operand scalar(Format format, int64_t number) {
    return splat(format, {}, number);
  }
  /// A tile of a number that folds treat specially: 0, 1, -1, an end of the
  /// range.
  Operand special(Format format, llvm::ArrayRef<int64_t> shape);
  /// A tile of 0, 1, ..., in row-major order.
  Operand count(Format format, llvm::ArrayRef<int64_t> shape);
  /// A tile of this shape from the same elements, or from some of them,
  /// repeated if there are too few.
  Operand adapt(Operand operand, llvm::ArrayRef<int64_t> shape);
  Operand reshape(Operand operand, llvm::ArrayRef<int64_t> shape);
  /// The value itself if it is within the bounds, else one made from it.
  Operand bound(Operand operand, int64_t lo, int64_t hi);
  /// An integer tile of numbers within bounds.
  Operand boundedInt(Format format, llvm::ArrayRef<int64_t> shape, int64_t lo,
                     int64_t hi);
  /// An index from 0 to `most`, read without a sign.
  Operand boundedIndex(Format format, int64_t most);
  /// A float tile of integers within bounds; without -0 if so asked.
  Operand boundedFloat(Format format, llvm::ArrayRef<int64_t> shape, int64_t lo,
                       int64_t hi, bool negZero = true);
  /// Random elements of a literal.
  mlir::ElementsAttr drawLiteral(Format format, llvm::ArrayRef<int64_t> shape,
                                 const Fact &fact);
  uint64_t drawBits(Format format, const Fact &fact);
  /// Random elements in the form of memory.
  std::vector<uint8_t> drawBytes(Format format, int64_t elements,
                                 const Fact &fact);

  //===--------------------------------------------------------------------===//
  // Memory
  //===--------------------------------------------------------------------===//

  /// A new parameter that points to memory with these contents.
  Value addMemory(Format format, int64_t elements, const Fact &fact);
  Value addMemory(Format format, std::vector<uint8_t> bytes);
  Value addMemory(cuda_tile::TileType pointer, std::vector<uint8_t> bytes);
  /// A new parameter, a number of which the fact holds.
  Value addNumber(Format format, const Fact &fact);
  /// A pointer to an input of at least as many elements.
  Value inputPointer(Format format, int64_t elements, Fact &fact);
  /// A tile of pointers to elements of inputs, from the scope or new.
  Value choosePointers(Format format, llvm::ArrayRef<int64_t> shape);
  /// The beginning of this tile block's part of memory that has `elements` for
  /// each.
  Value ownPart(Value pointer, int64_t elements);
  /// `pointer` moved by `offset` elements.
  Value advance(Value pointer, Value offset);
  /// `pointer` moved by `elements` elements: an even number if they are of 4
  /// bits.
  Value advanceWhole(Value pointer, Value elements);
  /// A tile of pointers to the elements that `indices` name.
  Value pointersTo(Value pointer, Operand indices);
  /// Memory for results, with so many elements for each tile block (an even
  /// number if they are of 4 bits), at a multiple of `alignment` bytes. No
  /// other rule stores there.
  Value reserve(Format format, int64_t elements, int64_t alignment = 1);
  /// Stores the value in a place of its own for each tile block. Not in loops.
  void output(Operand operand);
  /// The token of a buffer as an operand; null if there is none.
  Value tokenOf(Buffer &buffer);
  /// A random buffer that the region may access and that `fits`; null if there
  /// is none.
  Buffer *findBuffer(llvm::function_ref<bool(const Buffer &)> fits);
  /// The same, or a new buffer of the format; null if none can be made here.
  Buffer *requireBuffer(llvm::function_ref<bool(const Buffer &)> fits,
                        Format format);

  /// Moves to the place for new globals, before all entries.
  void setInsertionPointForGlobals();
  /// The name of a global, unique among all entries.
  std::string globalName(llvm::StringRef kind, unsigned number) const {
    return prefix + kind.str() + std::to_string(number);
  }
  /// The parameter of this number, which the launch before has worked on.
  Legacy legacyOf(unsigned number);

  //===--------------------------------------------------------------------===//
  // Structure
  //===--------------------------------------------------------------------===//

  /// Emits this number of rules.
  void steps(unsigned number);
  /// Takes up to `most` steps from what is left.
  unsigned takeSteps(unsigned most);
  /// True if large tiles may be made: some of the allowance is left.
  bool mayBeLarge() const { return isLarge && allowance > 0; }
  /// Takes the elements that an operation here reads and makes, times the
  /// number of its executions, from the allowance of a run.
  void charge(mlir::Operation *op);
  void charge(int64_t elements) { allowance -= elements * repeats * numBlocks; }
  /// True if each place in the current code runs at most once.
  bool runsOnce() const { return repeats == 1; }

  Random rng;
  const Options options;
  mlir::OpBuilder builder;
  mlir::Location loc;
  BytecodeVersion version;
  Launch launch;

  std::vector<Operand> pool;
  /// Tiles of pointers to elements of inputs, which any rule may load.
  std::vector<Value> pointers;
  std::vector<Buffer> buffers;
  std::vector<Counter> counters;
  std::vector<Loop> loops;
  std::vector<Legacy> legacies;
  /// The token after the launch before this one; null if there is none.
  Value waited;
  /// The number of the tile block, x fastest, and the number of all tile
  /// blocks.
  Operand blockNumber;
  int64_t numBlocks = 1;
  /// The maximum number of executions of the current place.
  int64_t repeats = 1;
  unsigned depth = 0, stepsLeft = 0, numScratches = 0;
  /// A condition that is known at the place at hand, by the innermost branch
  /// around it or by one before it that leaves; null where there is none.
  Value condition;
  /// True if `return` may stand at the place at hand.
  bool mayReturn = true;
  /// True if hints shall ask for a cluster of few CTAs for each tile block.
  bool wantsCluster = false;
  /// True if the program has large tiles; and the number of elements that a run
  /// may still process.
  bool isLarge = false;
  int64_t allowance = int64_t(1) << 20;

private:
  void begin(llvm::StringRef name);
  void emitSteps();
  void finish();
  void emitBody();
  void addDependent();
  void follow(const Generator &first);
  Operand makeFloatBound(Operand operand, int64_t lo, int64_t hi);
  Operand convertBound(Format format, llvm::ArrayRef<int64_t> shape, int64_t lo,
                       int64_t hi);

  cuda_tile::ModuleOp getModule() const;
  cuda_tile::EntryOp getEntry() const;

  /// The module and the entry, whose classes the rules need not know.
  mlir::Operation *module = nullptr, *entry = nullptr;
  /// The prefix of the names of globals.
  std::string prefix;
  std::vector<Format> intFormats, floatFormats, otherFormats;
  std::vector<Shape> shapes, largeShapes;
  std::vector<Input> inputs;
  /// Memory for results, one parameter for each format.
  std::vector<std::pair<Format, Value>> outputs;
};

/// While it lives, numbers come from a stream of this name: whatever is drawn,
/// those behind it are the same.
class StreamScope {
public:
  StreamScope(Generator &g, llvm::StringRef name)
      : g(g), inner(g.rng.stream(name)), outer(g.rng) {
    g.rng = inner;
  }
  ~StreamScope() { g.rng = outer; }

private:
  Generator &g;
  Random inner, outer;
};

/// Anything that a region may change of the scope is put back when it ends.
class RegionScope {
public:
  /// Only the buffers of these numbers may be accessed within the region.
  RegionScope(Generator &g, llvm::ArrayRef<unsigned> open, int64_t repeats = 1);
  ~RegionScope();

private:
  Generator &g;
  size_t numValues, numPointers;
  std::vector<Buffer> buffers;
  int64_t repeats;
  Value condition;
  bool mayReturn;
};

} // namespace tessera::smith

#endif // TESSERA_LIB_SMITH_GENERATOR_H
