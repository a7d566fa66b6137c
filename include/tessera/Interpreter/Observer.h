//===- Observer.h - Watches tile blocks operation by operation --*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares what a debugger sees of a launch: every operation of every
// tile block before it runs, the values of the tile blocks that have started,
// and findings. A launch without an observer pays nothing for it
// (docs/rationale/interpreter/debugging.md).
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_INTERPRETER_OBSERVER_H
#define TESSERA_INTERPRETER_OBSERVER_H

#include "mlir/IR/Location.h"
#include "mlir/IR/Value.h"
#include "tessera/Numerics/Format.h"
#include <array>
#include <string>
#include <variant>
#include <vector>

namespace tessera::interp {

class Frame;

/// The elements of a tile in row-major order, each in the bytes of its storage
/// form, little endian. Addresses are elements of format i64.
struct TileContents {
  numerics::Format format;
  std::vector<int64_t> shape;
  std::vector<uint8_t> bytes;
};

/// A view: a tensor in memory, whole or cut into tiles.
struct ViewContents {
  /// The address of the first element.
  uint64_t base;
  numerics::Format format;
  /// Extents, and distances of neighbours in elements.
  std::vector<uint64_t> shape, strides;
  /// For a view that is cut: the extents of a tile, and the number of tile
  /// indices along each dimension of it. Empty for a whole tensor.
  std::vector<int64_t> tileShape;
  std::vector<uint64_t> indexSpace;
};

/// A token, or the end of a copy: it orders, and holds nothing to show.
struct TokenContents {};

/// A stage of a buffer, a ring, or the end of a phase of tileas, in words.
struct PlaceContents {
  std::string text;
};

/// The contents of a value; none of one that is not computed yet.
using Contents = std::variant<std::monostate, TileContents, ViewContents,
                              TokenContents, PlaceContents>;

/// A tile block that has started and not ended. Valid as long as the observer
/// has not been told of its end.
class ObservedBlock {
public:
  explicit ObservedBlock(Frame &frame) : frame(&frame) {}

  /// Its number in the grid, x fastest, and its coordinates.
  uint64_t getNumber() const;
  std::array<uint32_t, 3> getPosition() const;

  /// The contents of a value of the running entry.
  Contents read(mlir::Value value) const;
  /// Replaces a tile by one of the same shape and format; false, and nothing
  /// happens, if the value is no tile, or another one.
  bool write(mlir::Value value, const TileContents &contents);

  /// Copies memory as this tile block sees it; false, with nothing copied, if
  /// the bytes do not all lie in one allocation.
  bool readMemory(uint64_t address, llvm::MutableArrayRef<uint8_t> bytes) const;
  /// The place of an address in words: "8 bytes into 'x' (64 bytes)".
  std::string describe(uint64_t address) const;

private:
  Frame *frame;
};

/// Undefined behaviour, a failed assertion, or a violation of a check.
struct Finding {
  mlir::Location location;
  std::string message;
  /// Further places involved.
  std::vector<std::pair<mlir::Location, std::string>> notes;
};

/// Called by the launch whose configuration points to it, which then runs on
/// one thread of the host, so that the same seed gives the same calls. Must
/// outlive the launch.
class Observer {
public:
  virtual ~Observer() = default;

  /// A tile block starts; its arguments are there.
  virtual void started(ObservedBlock block) {}
  /// A tile block is about to run this operation. Returns false to end the
  /// launch, which then fails without a message.
  virtual bool before(ObservedBlock block, mlir::Operation *op) = 0;
  /// The last operation announced has led to this; its values are still there.
  virtual void found(ObservedBlock block, const Finding &finding) {}
  /// A tile block has run to its end, or stops for good.
  virtual void ended(ObservedBlock block) {}
};

} // namespace tessera::interp

#endif // TESSERA_INTERPRETER_OBSERVER_H
