//===- Generator.h - The state that the rules of the smith share *- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the generator: what is in scope, what is known of it, and
// how a rule gets operands of which it may rely on something. A rule emits one
// kind of operation; Rules.h has their table.
//
// C++ leaves open in which order the arguments of a call are evaluated: what
// draws numbers or emits operations stands in statements of its own.
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

/// Whether a tile has more elements than those of small programs.
inline bool isLargeTile(int64_t elements) { return elements > 256; }

/// Whether two elements share a byte of memory.
inline bool isHalfByte(Format format) {
  return numerics::bitWidth(format) == 4;
}

/// A tile and what is known of its elements.
struct Operand {
  Value value;
  Fact fact;

  cuda_tile::TileType type() const {
    return llvm::cast<cuda_tile::TileType>(value.getType());
  }
  Format format() const;
  Shape shape() const { return Shape(type().getShape()); }
};

/// A place for a tile: what goes through it has the type and satisfies the
/// fact.
struct Slot {
  Format format;
  Shape shape;
  Fact fact;
  /// Whether the tile has pointers to elements of inputs, of this format.
  bool isPointer = false;
};

/// Memory that programs only read.
struct Input {
  Format format;
  Fact fact;
  /// What it lies behind: a parameter, or the global of this name.
  Value parameter;
  std::string global;
  /// As many as accesses have needed so far.
  int64_t elements = 0;
};

/// Memory of one tile block alone, initialised, whose accesses form one chain
/// of tokens: none races with another.
struct Buffer {
  /// To the first element; null for the printer, of which only the order
  /// matters.
  Value pointer;
  Format format = Format::I32;
  int64_t elements = 0;
  /// Of what is stored.
  Fact fact;
  /// After all accesses so far; null where there was none.
  Value token;
  /// Whether the region at hand may not touch it, as it does not hand on its
  /// token.
  bool locked = false;
};

/// Memory of a parameter on which the launch before this one has worked. Who
/// has waited for its end may read it.
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

/// The innermost loop around the place at hand.
struct Loop {
  bool isFor;
  /// Whether nothing but its end leaves the body.
  bool isClosed = false;
  /// What `continue` and `break` hand over, before the tokens of `buffers`.
  std::vector<Slot> carried, results;
  std::vector<unsigned> buffers;
  /// What counts the iterations.
  Operand counter;
  /// Of a `loop`: the next count, the first of the carried values.
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
  /// Makes a value known to later rules.
  void define(Value value, const Fact &fact) { pool.push_back({value, fact}); }

  Type elementType(Format format);
  cuda_tile::TileType tileType(Format format, llvm::ArrayRef<int64_t> shape) {
    return cuda_tile::TileType::get(shape, elementType(format));
  }
  /// A scalar pointer to elements of the format.
  cuda_tile::TileType pointerType(Format format);
  cuda_tile::TileType slotType(const Slot &slot);
  Type tokenType() { return builder.getType<cuda_tile::TokenType>(); }

  /// Whether the version of the program has what came with 13.`minor`.
  bool has(unsigned minor) const { return version.minor >= minor; }
  bool isExact() const { return options.data == Data::Exact; }
  /// Whether a sum whose order is open is to be exact: always in exact
  /// programs, now and then in others.
  bool wantsExact() { return isExact() || rng.chance(30); }

  //===--------------------------------------------------------------------===//
  // Choosing
  //===--------------------------------------------------------------------===//

  /// An integer format of arithmetic: i1 to i64.
  Format anyInt();
  /// A float format of arithmetic: f16, bf16, f32 or f64.
  Format anyFloat();
  /// Either, or one that is only converted.
  Format anyFormat();
  /// Of indices, extents and offsets: one that has the numbers up to `most`.
  /// i1 as well, which these read without a sign, where `isUnsigned`.
  Format indexFormat(int64_t most, bool isUnsigned);
  /// A shape of rank 0 to 4, small but in large programs.
  Shape anyShape();
  /// One of rank `least` or more.
  Shape anyShape(unsigned least);
  /// What fresh data of the format satisfies.
  Fact dataFact(Format format);
  /// What a value may satisfy that crosses a region or lies in memory.
  Fact slotFact(Format format);

  //===--------------------------------------------------------------------===//
  // Operands
  //===--------------------------------------------------------------------===//

  /// A value of that type, from the scope if there is one.
  Operand choose(Format format, llvm::ArrayRef<int64_t> shape);
  /// Any value of the scope that `fits`, later ones more often; null if none.
  Operand find(llvm::function_ref<bool(const Operand &)> fits);
  /// One of that type of which the fact holds.
  Operand conform(const Slot &slot);
  /// Fresh data: a constant, or loaded.
  Operand fresh(Format format, llvm::ArrayRef<int64_t> shape, const Fact &fact);
  Operand literal(Format format, llvm::ArrayRef<int64_t> shape,
                  const Fact &fact);
  /// All elements are `number`.
  Operand splat(Format format, llvm::ArrayRef<int64_t> shape, int64_t number);
  Operand scalar(Format format, int64_t number) {
    return splat(format, {}, number);
  }
  /// A number that folds know: 0, 1, -1, an end of the range.
  Operand special(Format format, llvm::ArrayRef<int64_t> shape);
  /// 0, 1, ..., in row-major order.
  Operand count(Format format, llvm::ArrayRef<int64_t> shape);
  /// The same elements or some of them, repeated where there are too few.
  Operand adapt(Operand operand, llvm::ArrayRef<int64_t> shape);
  Operand reshape(Operand operand, llvm::ArrayRef<int64_t> shape);
  /// The value itself where it is within the bounds, else one made from it.
  Operand bound(Operand operand, int64_t lo, int64_t hi);
  /// An integer tile of numbers within bounds.
  Operand boundedInt(Format format, llvm::ArrayRef<int64_t> shape, int64_t lo,
                     int64_t hi);
  /// An index from 0 to `most`, read without a sign.
  Operand boundedIndex(Format format, int64_t most);
  /// A float tile of integers within bounds; without -0 if so asked.
  Operand boundedFloat(Format format, llvm::ArrayRef<int64_t> shape, int64_t lo,
                       int64_t hi, bool negZero = true);
  /// The elements of a literal, drawn.
  mlir::ElementsAttr drawLiteral(Format format, llvm::ArrayRef<int64_t> shape,
                                 const Fact &fact);
  uint64_t drawBits(Format format, const Fact &fact);
  /// Elements as memory holds them.
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
  /// A tile of pointers to elements of inputs: one of the scope, or a new one.
  Value choosePointers(Format format, llvm::ArrayRef<int64_t> shape);
  /// Where the part of this tile block begins in memory that has room for
  /// `elements` for each.
  Value ownPart(Value pointer, int64_t elements);
  /// `pointer` moved by as many elements.
  Value advance(Value pointer, Value offset);
  /// `pointer` moved by as many elements, of half a byte an even number.
  Value advanceWhole(Value pointer, Value elements);
  /// A tile of pointers to the elements that `indices` name.
  Value pointersTo(Value pointer, Operand indices);
  /// Room for results: as many elements for each tile block (of half a byte,
  /// an even number), from a multiple of `alignment` bytes on. Nothing has been
  /// stored there, nor will be by another rule.
  Value reserve(Format format, int64_t elements, int64_t alignment = 1);
  /// Stores the value in a place of its own for each tile block. Not in loops.
  void output(Operand operand);
  /// The token of a buffer as an operand, of which there may be none.
  Value tokenOf(Buffer &buffer);
  /// Some buffer that the region may touch and that `fits`; null if none.
  Buffer *findBuffer(llvm::function_ref<bool(const Buffer &)> fits);
  /// The same, or a new one of the format; null if there cannot be one here.
  Buffer *requireBuffer(llvm::function_ref<bool(const Buffer &)> fits,
                        Format format);

  /// New globals stand here, before all entries.
  void setInsertionPointForGlobals();
  /// The name of a global, which no other entry has.
  std::string globalName(llvm::StringRef kind, unsigned number) const {
    return prefix + kind.str() + std::to_string(number);
  }
  /// The parameter of this number on which the launch before has worked.
  Legacy legacyOf(unsigned number);

  //===--------------------------------------------------------------------===//
  // Structure
  //===--------------------------------------------------------------------===//

  /// Emits by as many rules.
  void steps(unsigned number);
  /// Takes up to `most` steps from what is left.
  unsigned takeSteps(unsigned most);
  /// Whether large tiles may be made, as there is something left to spend.
  bool mayBeLarge() const { return isLarge && allowance > 0; }
  /// Takes the elements that an operation at the place at hand reads and makes,
  /// each time that it runs, from what a run may cost.
  void charge(mlir::Operation *op);
  void charge(int64_t elements) { allowance -= elements * repeats * numBlocks; }
  /// Whether each place in the code at hand runs at most once.
  bool runsOnce() const { return repeats == 1; }

  Random rng;
  const Options options;
  mlir::OpBuilder builder;
  mlir::Location loc;
  BytecodeVersion version;
  Launch launch;

  std::vector<Operand> pool;
  /// Tiles of pointers to elements of inputs, which anybody may load.
  std::vector<Value> pointers;
  std::vector<Buffer> buffers;
  std::vector<Counter> counters;
  std::vector<Loop> loops;
  std::vector<Legacy> legacies;
  /// After the launch before this one; null where there is none.
  Value waited;
  /// The number of the tile block, x fastest, and of all of them.
  Operand blockNumber;
  int64_t numBlocks = 1;
  /// How often the place at hand may run, at most.
  int64_t repeats = 1;
  unsigned depth = 0, stepsLeft = 0, numScratches = 0;
  /// Of the innermost branch around the place at hand; null outside of any.
  Value condition;
  /// Whether `return` may stand at the place at hand.
  bool mayReturn = true;
  /// Whether the program has large tiles, and how many elements a run may still
  /// work on.
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

  /// A module and an entry, whose classes the rules need not know.
  mlir::Operation *module = nullptr, *entry = nullptr;
  /// Before the names of globals.
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

/// What a region may change of the scope is put back when it ends.
class RegionScope {
public:
  /// Only the buffers of these numbers may be touched within.
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
