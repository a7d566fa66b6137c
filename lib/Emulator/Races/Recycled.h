//===- Recycled.h - Memory of short-lived objects ---------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clocks make and drop millions of rows and nodes, of two sizes. Each thread of
// the host keeps the memory of some that are gone, for the next ones.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_RACES_RECYCLED_H
#define TESSERA_LIB_EMULATOR_RACES_RECYCLED_H

#include "llvm/Support/Compiler.h"
#include <cstddef>
#include <new>

namespace tessera::ptx::races {

/// A class whose objects are made in such memory, whichever thread drops them.
template <typename Derived> class Recycled {
public:
  static void *operator new(size_t size) {
    Room &room = roomOfThread();
    if (LLVM_UNLIKELY(!room.first))
      return ::operator new(size);
    Place *place = room.first;
    room.first = place->next;
    ++room.left;
    return place;
  }
  static void operator delete(void *gone) {
    Room &room = roomOfThread();
    if (LLVM_UNLIKELY(!room.left))
      return ::operator delete(gone);
    --room.left;
    room.first = new (gone) Place{room.first};
  }
  /// Objects made in place, such as copies on the stack, take no such memory.
  static void *operator new(size_t, void *place) { return place; }

private:
  struct Place {
    Place *next;
  };
  /// Sanitizers see each object come and go.
  static constexpr unsigned most = LLVM_ADDRESS_SANITIZER_BUILD ? 0 : 4096;
  struct Room {
    Place *first = nullptr;
    unsigned left = most;

    ~Room() {
      left = 0;
      while (Place *place = first) {
        first = place->next;
        ::operator delete(place);
      }
    }
  };
  static Room &roomOfThread() {
    static thread_local Room room;
    return room;
  }
};

} // namespace tessera::ptx::races

#endif // TESSERA_LIB_EMULATOR_RACES_RECYCLED_H
