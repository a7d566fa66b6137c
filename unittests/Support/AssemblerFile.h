//===- AssemblerFile.h - Files that say they are ptxas ----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_UNITTESTS_SUPPORT_ASSEMBLERFILE_H
#define TESSERA_UNITTESTS_SUPPORT_ASSEMBLERFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/BinaryFormat/ELF.h"
#include <cstring>
#include <string>

namespace tessera::testing_support {

/// An ELF file that cannot run, with `constants` in the section .rodata.
inline std::string makeAssemblerFile(llvm::StringRef constants) {
  namespace ELF = llvm::ELF;
  static constexpr char names[] = "\0.rodata";
  ELF::Elf64_Ehdr header = {};
  std::memcpy(header.e_ident, ELF::ElfMagic, 4);
  header.e_ident[ELF::EI_CLASS] = ELF::ELFCLASS64;
  header.e_ident[ELF::EI_DATA] = ELF::ELFDATA2LSB;
  header.e_shoff = sizeof(header);
  header.e_shentsize = sizeof(ELF::Elf64_Shdr);
  header.e_shnum = 3;
  header.e_shstrndx = 2;
  ELF::Elf64_Shdr sections[3] = {};
  sections[1].sh_name = 1;
  sections[1].sh_type = ELF::SHT_PROGBITS;
  sections[1].sh_offset = sizeof(header) + sizeof(sections) + sizeof(names);
  sections[1].sh_size = constants.size();
  sections[2].sh_type = ELF::SHT_STRTAB;
  sections[2].sh_offset = sizeof(header) + sizeof(sections);
  sections[2].sh_size = sizeof(names);
  std::string file(reinterpret_cast<const char *>(&header), sizeof(header));
  file.append(reinterpret_cast<const char *>(sections), sizeof(sections));
  file.append(names, sizeof(names));
  return file + constants.str();
}

} // namespace tessera::testing_support

#endif // TESSERA_UNITTESTS_SUPPORT_ASSEMBLERFILE_H
