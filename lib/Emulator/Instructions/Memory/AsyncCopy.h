//===- AsyncCopy.h - Common parts of copies of all sizes ------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_INSTRUCTIONS_MEMORY_ASYNCCOPY_H
#define TESSERA_LIB_EMULATOR_INSTRUCTIONS_MEMORY_ASYNCCOPY_H

#include "../../Async/Async.h"
#include "../../Grid/Block.h"
#include "../../Machine/Lanes.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera::ptx {

/// Copies bytes; bytes that the source lacks become zero.
class CopyOperation : public AsyncOperation {
public:
  using AsyncOperation::AsyncOperation;

  void read() override {
    data.assign(size, rest);
    origin.noteNothing(data.data(), size);
    if (!sourceSize)
      return;
    std::memcpy(data.data() + sourceAt, from, sourceSize);
    origin.noteCopy(data.data() + sourceAt, from, sourceSize);
  }
  void write() override {
    if (byteMask == 0xFFFF) {
      if (size)
        std::memcpy(to, data.data(), size);
      origin.noteCopy(to, data.data(), size);
    } else {
      for (uint32_t i = 0; i != size; ++i)
        if (byteMask >> (i % 16) & 1) {
          to[i] = data[i];
          origin.noteCopy(to + i, &data[i], 1);
        }
    }
    data.clear();
  }

  const uint8_t *from = nullptr;
  uint8_t *to = nullptr;
  uint32_t size = 0;
  uint32_t sourceAt = 0; ///< offset of the source's bytes in the destination
  uint32_t sourceSize = 0;
  uint8_t rest = 0;           ///< fills the destination's other bytes
  uint16_t byteMask = 0xFFFF; ///< a bit for each of 16 bytes: copied or not

private:
  llvm::SmallVector<uint8_t, 16> data;
};

/// Adds an address operand of a space to the instruction's list, in four words:
/// the slot, 1 if it is 64 bits wide, and the offset in two.
bool listAddress(InstructionDecoder &d, size_t i, Space space);
/// Starts the list with the destination and the source.
bool listAddresses(InstructionDecoder &d, Space to, Space from);
/// A lane's address at a position of the list.
uint64_t listedAddress(const Warp &warp, const Inst &inst, unsigned position,
                       unsigned lane);

/// Gives a lane a part in a bulk store that another one has begun, if it names
/// the same one by `isSame(lane)`, as each would write the same. False if none
/// of `begun` is.
template <typename IsSame>
bool shareStore(AsyncUnit &async, llvm::ArrayRef<AsyncReference> begun,
                const AsyncOrigin &origin, IsSame isSame) {
  auto same = llvm::find_if(begun, [&](const AsyncReference &other) {
    return isSame(other->origin.lane);
  });
  if (same == begun.end())
    return false;
  async.share(*same, origin.lane, /*isBulk=*/true);
  return true;
}

/// The host's address of `size` bytes that a copy reads or writes; null after a
/// fault. The address must be a multiple of `alignment`.
uint8_t *resolveRange(const AsyncOrigin &origin, Space space, uint64_t address,
                      uint64_t size, uint64_t alignment, Access access);

/// An access of an operation, for the race checker.
struct AsyncAccess {
  Access kind;
  Space space;
  uint64_t address;
  uint64_t size;
  /// The bytes are written with unspecified contents, so that they still count
  /// as unwritten if they did before.
  bool isBeside = false;
  uint8_t turn = 0; ///< as RaceChecker::accessAsync has it
};

void tellRaces(AsyncOperation &operation, Proxy proxy,
               llvm::ArrayRef<AsyncAccess> accesses);

// Groups, of bulk operations or of others.

template <bool isBulk>
void commitLanes(Warp &warp, const Inst &, LaneMask mask) {
  if (AsyncUnit &async = warp.block.asyncUnit(); async.isTracking())
    async.commitGroups(warp, mask, isBulk);
}

/// Completes the groups that it waits for, so that it never holds its lanes.
template <bool isBulk>
void waitLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  if (AsyncUnit &async = warp.block.asyncUnit(); async.isTracking())
    async.waitForGroups(warp, mask, isBulk,
                        static_cast<uint64_t>(inst.immediate),
                        /*readsOnly=*/inst.isNegated);
}

/// .multicast::cluster, in PTX 9.4 also with the width of its mask.
inline bool takeMulticast(InstructionDecoder &d) {
  return d.take("multicast::cluster") ||
         (d.function.module.version >= 94 && d.take("multicast::cluster::16b"));
}

/// wait_group, after all its modifiers were taken.
bool decodeGroupWait(InstructionDecoder &d, Handler handler);

/// cp.async.bulk and cp.reduce.async.bulk (BulkCopy.cpp), after .async and
/// .bulk, or .reduce, were taken.
bool decodeBulkCopy(InstructionDecoder &d);
bool decodeBulkReduction(InstructionDecoder &d);
/// st.bulk, after .bulk was taken.
bool decodeBulkZeros(InstructionDecoder &d);

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_INSTRUCTIONS_MEMORY_ASYNCCOPY_H
