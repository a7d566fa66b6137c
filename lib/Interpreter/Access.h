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

/// Where an element lies: at a byte, and one of 4 bits in its low or high half.
struct Place {
  uint64_t address;
  bool isHighHalf = false;
};

/// The place so many elements of this format behind another; nothing if it is
/// not below 2^63, as the specification demands of addresses.
std::optional<Place> placeBehind(Place first, uint64_t elements, Format format);

/// No memory lies there, and every element is aligned to it.
inline constexpr Place beyondAllAddresses{uint64_t(1) << 63};

/// The place of element `index` of those that lie `stride` apart. One that
/// is not below 2^63 is `beyondAllAddresses`.
Place placeInRun(Place first, uint64_t index, uint64_t stride, Format format);

/// How an access is ordered with others, in the words of the memory model,
/// whichever dialect its operation is of.
struct AccessOrder {
  bool isWeak = true, acquires = false, releases = false;
  /// Whether its scope is its tile block alone.
  bool isLocal = false;
  /// Null where it takes none.
  mlir::Value token;
  /// Whether nothing is ordered after it.
  bool isLast = false;
};

/// That of an operation that accesses memory; nothing for any other.
std::optional<AccessOrder> getAccessOrder(mlir::Operation *op);

/// \name Operands of accesses
/// @{

/// The tile of an optional operand, or null where it is left out.
inline const Tile *optionalTile(mlir::Value value, Frame &frame) {
  return value ? &frame.tile(value) : nullptr;
}

/// Calls `access(i, count)` for elements where the mask is 1, those with
/// pointers to neighbours together, and `skip(i)` for each of the others.
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

/// The accesses of one run of a memory operation. Each element is an access of
/// its own (Tile IR specification, "Memory model"): `weak` ones are plain
/// copies, all others atomic on the host, too, in an order that is at least as
/// strong.
///
/// What the checks find is a fault of the frame. Where they are off, an access
/// outside of all allocations reads an unspecified value and writes nothing,
/// and a misaligned one is several.
class Access {
public:
  enum class Use { Load, Store, Update };

  /// `elements` is the number of elements that may be accessed.
  Access(mlir::Operation *op, Frame &frame, Format format, Use use,
         int64_t elements);

  /// Fails for elements of 4 bits, to which pointers cannot point.
  llvm::LogicalResult checkAddressable();

  /// \name `count` elements of `tile` from `index` on, at places from `first`
  /// on that lie `stride` elements apart
  /// @{
  llvm::LogicalResult load(Tile &tile, int64_t index, int64_t count,
                           Place first, uint64_t stride = 1);
  llvm::LogicalResult store(const Tile &tile, int64_t index, int64_t count,
                            Place first, uint64_t stride = 1);
  /// @}

  /// Replaces the element at a place by `change` of its bits, all in one atomic
  /// step, and returns what it was. `index` and `shape` say for which element
  /// of a tile that is.
  llvm::FailureOr<uint64_t>
  update(Place place, llvm::ArrayRef<int64_t> shape, int64_t index,
         llvm::function_ref<uint64_t(uint64_t)> change);

  /// What the operation's result token holds after all accesses.
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

  /// Where one element lies: nowhere, if it is out of bounds and that is not
  /// checked.
  llvm::FailureOr<GlobalMemory::Range> locate(const Run &element);
  /// Checks the order of accesses, and that they read what somebody wrote. The
  /// guard is held until a strong access is over.
  llvm::LogicalResult check(const Run &run, GlobalMemory::Range range,
                            Guard &guard);
  llvm::LogicalResult checkRaces(const Run &run, Guard &guard);
  /// The bytes of weak accesses that can be copied at once; none if they have
  /// to go one by one.
  GlobalMemory::Range locateAtOnce(const Run &elements, uint64_t stride);

  llvm::LogicalResult loadElement(Tile &tile, int64_t index, Place place);
  llvm::LogicalResult storeElement(const Tile &tile, int64_t index,
                                   Place place);
  llvm::LogicalResult observed(const Run &elements, uint64_t stride);
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
/// any order, and returns what they all were; of the others `otherwise` says.
/// `value` has the shape and format of the elements.
llvm::FailureOr<Tile>
updateEach(Access &access, Frame &frame, const Tile &pointers, const Tile *mask,
           const Tile &value,
           llvm::function_ref<uint64_t(uint64_t, int64_t)> change,
           llvm::function_ref<uint64_t(int64_t)> otherwise);

/// What comes after all of these tokens; after nothing if there are none.
Token joinTokens(mlir::ValueRange tokens, const Frame &frame);

/// What an atomic operation of this mode makes of an element.
uint64_t modify(cuda_tile::AtomicRMWMode mode, Format format, uint64_t old,
                uint64_t arg);

} // namespace tessera::interp

#endif // TESSERA_LIB_INTERPRETER_ACCESS_H
