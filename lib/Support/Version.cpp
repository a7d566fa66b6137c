//===- Version.cpp - The version of Tessera -------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Support/Version.h"

#include "tessera/Support/Config.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include <link.h>

using namespace llvm;

namespace tessera {

/// Returns the descriptor of the GNU build ID among the notes, or nothing.
static ArrayRef<uint8_t> findBuildId(ArrayRef<uint8_t> notes) {
  while (notes.size() >= sizeof(ElfW(Nhdr))) {
    const auto *note = reinterpret_cast<const ElfW(Nhdr) *>(notes.data());
    size_t name = sizeof(*note), nameEnd = name + alignTo(note->n_namesz, 4);
    size_t end = nameEnd + alignTo(note->n_descsz, 4);
    if (end > notes.size())
      break;
    if (note->n_type == NT_GNU_BUILD_ID &&
        toStringRef(notes.slice(name, note->n_namesz)) == StringRef("GNU", 4))
      return notes.slice(nameEnd, note->n_descsz);
    notes = notes.drop_front(end);
  }
  return {};
}

/// True if one of the segments of `object` has this address.
static bool holds(const dl_phdr_info &object, uintptr_t address) {
  for (unsigned i = 0; i < object.dlpi_phnum; ++i) {
    const ElfW(Phdr) &segment = object.dlpi_phdr[i];
    if (segment.p_type == PT_LOAD &&
        address - object.dlpi_addr - segment.p_vaddr < segment.p_memsz)
      return true;
  }
  return false;
}

std::string codeBuildId() {
  // The loader has its lock during the call, and keeps it if that ends by an
  // exception: nothing is allocated in there.
  ArrayRef<uint8_t> id;
  dl_iterate_phdr(
      [](dl_phdr_info *object, size_t, void *result) {
        if (!holds(*object, reinterpret_cast<uintptr_t>(&codeBuildId)))
          return 0;
        for (unsigned i = 0; i < object->dlpi_phnum; ++i) {
          const ElfW(Phdr) &segment = object->dlpi_phdr[i];
          if (segment.p_type != PT_NOTE)
            continue;
          ArrayRef<uint8_t> notes(reinterpret_cast<const uint8_t *>(
                                      object->dlpi_addr + segment.p_vaddr),
                                  segment.p_memsz);
          if (ArrayRef<uint8_t> found = findBuildId(notes); !found.empty()) {
            *static_cast<ArrayRef<uint8_t> *>(result) = found;
            break;
          }
        }
        return 1;
      },
      &id);
  return toHex(id, /*LowerCase=*/true);
}

void printVersion(StringRef tool, raw_ostream &os) {
  os << tool << ": Tessera " TESSERA_VERSION
     << ", the open compiler for CUDA Tile IR (LLVM " LLVM_VERSION_STRING ")\n"
     << "Cuda compilation tools, release " TESSERA_TILE_IR_VERSION
        ", V" TESSERA_TILE_IR_VERSION "."
     << TESSERA_VERSION_NUMBER << '\n'
     << "Build " << codeBuildId() << '\n';
}

} // namespace tessera
