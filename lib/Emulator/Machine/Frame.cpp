//===- Frame.cpp - Registers of an activation of a function ---------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frame.h"
#include "llvm/ADT/STLExtras.h"
#include <memory>
#include <new>
#include <utility>

using namespace tessera::ptx;

/// Buffers not in use, of the sizes used last.
class LaneBufferPool::Buffers {
public:
  ~Buffers() {
    for (List &list : lists)
      list.clear();
  }

  uint8_t *take(size_t size) {
    for (List &list : lists)
      if (list.size == size && !list.buffers.empty())
        return list.buffers.pop_back_val();
    return allocate(size);
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
      return free(bytes);
    list->buffers.push_back(bytes);
  }

  static uint8_t *allocate(size_t size) {
    return static_cast<uint8_t *>(::operator new(size + 1, alignment));
  }
  static void free(uint8_t *bytes) { ::operator delete(bytes, alignment); }

private:
  /// Limit on the kept bytes of one size: frames of one function.
  static constexpr size_t mostBytes = 4 << 20;
  static constexpr std::align_val_t alignment{64};

  struct List {
    size_t size = 0;
    llvm::SmallVector<uint8_t *, 0> buffers;

    void clear() {
      for (uint8_t *bytes : buffers)
        free(bytes);
      buffers.clear();
    }
  };
  std::array<List, 4> lists;
  size_t next = 0;
};

/// The pool of this thread. A pool with a destructor of its own would be
/// registered at the first use, for which glibc ends the process where there is
/// no memory.
static thread_local LaneBufferPool::Buffers *pool = nullptr;

LaneBufferPool::LaneBufferPool()
    : own(std::make_unique<Buffers>()), outer(std::exchange(pool, own.get())) {}

LaneBufferPool::~LaneBufferPool() { pool = outer; }

uint8_t *LaneBuffer::take(size_t size) {
  return pool ? pool->take(size) : LaneBufferPool::Buffers::allocate(size);
}

void LaneBuffer::giveBack(uint8_t *bytes, size_t size) {
  if (pool)
    pool->giveBack(bytes, size);
  else
    LaneBufferPool::Buffers::free(bytes);
}
