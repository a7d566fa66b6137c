//===- Access.h - Checked access to global memory --------------*- C++ -*--===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_INTERPRETER_ACCESS_H
#define TESSERA_LIB_INTERPRETER_ACCESS_H

#include "Frame.h"
#include "tessera/Dialect/CudaTile/IR/Dialect.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>

namespace tessera::interp {

/// The place of an element: a byte, and for 4 bits its low or high half.
struct Place {
  uint64_t address;
  bool isHighHalf = false;
};

/// The place `elements` elements of this format behind another; none if it is
/// not below 2^63, as the specification demands of addresses.
std::optional<Place> placeBehind(Place first, uint64_t elements, Format format);

/// A place without memory, to which every element is aligned.
inline constexpr Place beyondAllAddresses{uint64_t(1) << 63};

/// The place of element `index` in a run whose elements lie `stride` apart;
/// `beyondAllAddresses` if it is not below 2^63.
Place placeInRun(Place first, uint64_t index, uint64_t stride, Format format);

/// The ordering of an access in terms of the memory model, whichever dialect
/// its operation is of.
struct AccessOrder {
  bool isWeak = true, acquires = false, releases = false;
  /// True if its scope is only its own tile block.
  bool isLocal = false;
  /// Null if it takes no token.
  mlir::Value token;
  /// True if nothing is ordered after it.
  bool isLast = false;
};

/// The order of an operation that accesses memory; none for any other.
std::optional<AccessOrder> getAccessOrder(mlir::Operation *op);

/// \name Operands of accesses
/// @{

/// The tile of an optional operand, or null if it is left out.
inline const Tile *optionalTile(mlir::Value value, Frame &frame) {
  return value ? &frame.tile(value) : nullptr;
}

/// Calls `access(i, count)` for elements whose mask is 1, once for each run of
/// pointers to neighbours, and `skip(i)` for each of the others.
template <typename Fn, typename Skip>
llvm::LogicalResult forEachRun(Frame &frame, const Tile &pointers,
                               const Tile *mask, unsigned bytes, Fn access,
                               Skip skip) {
  int64_t size = pointers.size();
  Order order = frame.choices.orderOf(size);
  auto isOn = [&](int64_t i) { return !mask || (*mask)[i]; };
  for (int64_t k = 0; k < size;) {
    int64_t i = order[k++], first = i;
    if (!isOn(i)) {
      skip(i);
      continue;
    }
    while (k < size && order[k] == i + 1 && isOn(i + 1) &&
           pointers[i + 1] == pointers[i] + bytes)
      i = order[k++];
    if (llvm::failed(access(first, i + 1 - first)))
      return llvm::failure();
  }
  return llvm::success();
}
/// @}

/// The accesses by one execution of a memory operation. Each element is an
/// access of its own (Tile IR specification, "Memory model"): `weak` ones are
/// plain copies; all others are atomic on the host, too, in an order that is at
/// least as strong.
///
/// A violation that a check finds is a fault of the frame. With the checks off,
/// an access outside of all allocations reads an unspecified value and writes
/// nothing, and a misaligned access is split.
class Access {
public:
  enum class Use { Load, Store, Update };

  /// `elements` is the number of elements that may be accessed.
  Access(mlir::Operation *op, Frame &frame, Format format, Use use,
         int64_t elements);

  /// Fails for elements of 4 bits, which pointers cannot address.
  llvm::LogicalResult checkAddressable();

  /// \name `count` elements of `tile` from `index` on, at places from `first`
  /// on that lie `stride` elements apart
  /// @{
  llvm::LogicalResult load(Tile &tile, int64_t index, int64_t count,
                           Place first, uint64_t stride = 1);
  llvm::LogicalResult store(const Tile &tile, int64_t index, int64_t count,
                            Place first, uint64_t stride = 1);
  /// @}

  /// Replaces the element at a place by `change` of its bits, in one atomic
  /// step, and returns the old bits. `index` and `shape` name the element of
  /// the tile for messages.
  /// In a run on symbolic memory, `termOf` gives the new term of the element,
  /// from the old one.
  using TermOf = llvm::function_ref<Element(const Element &old)>;
  llvm::FailureOr<Element> update(Place place, llvm::ArrayRef<int64_t> shape,
                                  int64_t index,
                                  llvm::function_ref<uint64_t(uint64_t)> change,
                                  TermOf termOf);

  /// The operation's result token, after all accesses.
  Token getToken() const;

private:
  /// Elements of a tile side by side in memory.
  struct Run {
    llvm::ArrayRef<int64_t> shape;
    int64_t index, count;
    Place first;
  };
  using Guard = std::unique_lock<std::mutex>;

  void watch(const AccessOrder &order, int64_t elements);

  uint64_t bytesOf(const Run &run) const { return run.count * bytes; }
  GlobalMemory::Use memoryUse() const {
    return use == Use::Load ? GlobalMemory::Use::Read
                            : GlobalMemory::Use::Write;
  }

  /// The bytes of one element; empty if it is out of bounds and that is not
  /// checked.
  llvm::FailureOr<GlobalMemory::Range> locate(const Run &element);
  /// Checks the order of accesses, and that they read written memory. The guard
  /// is held until a strong access is over.
  llvm::LogicalResult check(const Run &run, GlobalMemory::Range range,
                            Guard &guard);
  llvm::LogicalResult checkRaces(const Run &run, Guard &guard);
  /// The bytes of weak accesses that can be copied at once; empty if they have
  /// to be accessed one by one.
  GlobalMemory::Range locateAtOnce(const Run &elements, uint64_t stride);

  llvm::LogicalResult loadElement(Tile &tile, int64_t index, Place place);
  llvm::LogicalResult storeElement(const Tile &tile, int64_t index,
                                   Place place);
  llvm::LogicalResult observed(const Run &elements, uint64_t stride);
  void loadTerms(Tile &tile, int64_t index, int64_t count, Place first,
                 uint64_t stride);
  void storeTerms(const Tile &tile, int64_t index, int64_t count, Place first,
                  uint64_t stride);
  unsigned countHalves() const {
    return std::max(1u, numerics::bitWidth(format) == 4 ? 1 : 2 * bytes);
  }
  uint64_t read(uint8_t *host);
  void write(uint8_t *host, uint64_t bits);
  uint64_t replace(uint8_t *host,
                   llvm::function_ref<uint64_t(uint64_t)> change);

  mlir::Operation *op;
  Frame &frame;
  Format format;
  unsigned bytes;
  Use use;
  bool isWeak;
  std::optional<RaceDetector::Run> run;
};

/// Replaces each element i whose mask is 1 by `change` of its bits and i, in
/// any order, and returns all old values. For other elements, `otherwise` gives
/// the value. `value` has the shape and format of the elements.
llvm::FailureOr<Tile> updateEach(
    Access &access, Frame &frame, const Tile &pointers, const Tile *mask,
    const Tile &value, llvm::function_ref<uint64_t(uint64_t, int64_t)> change,
    llvm::function_ref<Element(TermTable &, const Element &, int64_t)> termOf,
    llvm::function_ref<uint64_t(int64_t)> otherwise);

/// A token ordered after all of these tokens; after nothing if there are none.
Token joinTokens(mlir::ValueRange tokens, const Frame &frame);

/// The new value of an element by an atomic operation of this mode.
uint64_t modify(cuda_tile::AtomicRMWMode mode, Format format, uint64_t old,
                uint64_t arg);

/// The new element by such an operation, in a run on symbolic memory.
Element modify(cuda_tile::AtomicRMWMode mode, TermTable &table,
               const Element &old, const Element &arg);

/// The new element by a compare-and-swap.
Element compareAndSwap(TermTable &table, const Element &old,
                       const Element &compare, const Element &value);

} // namespace tessera::interp

#endif // TESSERA_LIB_INTERPRETER_ACCESS_H
