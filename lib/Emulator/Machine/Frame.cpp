//===- Frame.cpp - Registers of an activation of a function ---------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frame.h"
#include "llvm/ADT/STLExtras.h"
#include <new>

using namespace tessera::ptx;

namespace {

/// Buffers not in use, of the sizes used last.
class FreeBuffers {
public:
  ~FreeBuffers() {
    for (List &list : lists)
      list.clear();
  }

  uint8_t *take(size_t size) {
    for (List &list : lists)
      if (list.size == size && !list.buffers.empty())
        return list.buffers.pop_back_val();
    return static_cast<uint8_t *>(::operator new(size + 1, alignment));
  }

  void giveBack(uint8_t *bytes, size_t size) {
    List *list = llvm::find_if(
        lists, [&](const List &known) { return known.size == size; });
    if (list == lists.end()) {
      list = &lists[next++ % lists.size()];
      list->clear();
      list->size = size;
    }
    if ((list->buffers.size() + 1) * size > mostBytes)
      return ::operator delete(bytes, alignment);
    list->buffers.push_back(bytes);
  }

private:
  /// Limit on the kept bytes of one size: frames of one function.
  static constexpr size_t mostBytes = 4 << 20;
  static constexpr std::align_val_t alignment{64};

  struct List {
    size_t size = 0;
    llvm::SmallVector<uint8_t *, 0> buffers;

    void clear() {
      for (uint8_t *bytes : buffers)
        ::operator delete(bytes, alignment);
      buffers.clear();
    }
  };
  std::array<List, 4> lists;
  size_t next = 0;
};

} // namespace

static thread_local FreeBuffers freeBuffers;

uint8_t *LaneBuffer::take(size_t size) { return freeBuffers.take(size); }

void LaneBuffer::giveBack(uint8_t *bytes, size_t size) {
  freeBuffers.giveBack(bytes, size);
}
