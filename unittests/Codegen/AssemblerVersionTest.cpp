//===- AssemblerVersionTest.cpp - The version in the file of ptxas --------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Codegen/Assembler.h"

#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace tessera;

namespace {

constexpr StringLiteral line("Cuda compilation tools, release 13.0, V");

/// An ELF file that cannot run, with `constants` in the section .rodata.
std::string makeFile(StringRef constants) {
  static constexpr char names[] = "\0.rodata";
  ELF::Elf64_Ehdr header = {};
  memcpy(header.e_ident, ELF::ElfMagic, 4);
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

/// The version that is found in a file of `contents`.
std::string versionOf(StringRef contents) {
  SmallString<64> path;
  EXPECT_FALSE(sys::fs::createTemporaryFile("ptxas", "", path));
  FileRemover remover(path);
  std::error_code error;
  {
    raw_fd_ostream os(path, error);
    os << contents;
  }
  EXPECT_FALSE(error);
  EXPECT_FALSE(sys::fs::setPermissions(path, sys::fs::owner_all));
  return assemblerVersion(path);
}

TEST(AssemblerVersionTest, IsReadFromTheFile) {
  std::string known = (line + "13.0.88\n").str();
  EXPECT_EQ(versionOf(makeFile("a" + known + "b")), "13.0.88");
  EXPECT_EQ(versionOf(makeFile(known + '\0' + known)), "13.0.88");
}

TEST(AssemblerVersionTest, FilesThatDoNotTellAreStarted) {
  EXPECT_EQ(versionOf(("#!/bin/sh\necho '" + line + "13.0.88'\n").str()),
            "13.0.88");
}

TEST(AssemblerVersionTest, NothingIsGuessed) {
  EXPECT_EQ(versionOf(makeFile("no version")), "unknown");
  EXPECT_EQ(versionOf(makeFile(line)), "unknown");
  EXPECT_EQ(versionOf(makeFile((line + "%s").str())), "unknown");
  // A table of sections behind the end.
  EXPECT_EQ(
      versionOf(StringRef(makeFile((line + "13.0.88").str())).take_front(100)),
      "unknown");
}

} // namespace
