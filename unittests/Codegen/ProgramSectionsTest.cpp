//===- ProgramSectionsTest.cpp - The sources in a cubin -------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Codegen/ProgramSections.h"
#include "llvm/BinaryFormat/ELF.h"
#include "gtest/gtest.h"
#include <cstring>

using namespace tessera;
using namespace llvm;

namespace {

/// A file with a header and only the section of names.
std::string makeFile() {
  const char names[] = "\0.shstrtab";
  ELF::Elf64_Ehdr header = {};
  std::memcpy(header.e_ident, ELF::ElfMagic, 4);
  header.e_ident[ELF::EI_CLASS] = ELF::ELFCLASS64;
  header.e_ident[ELF::EI_DATA] = ELF::ELFDATA2LSB;
  header.e_ehsize = sizeof header;
  header.e_shentsize = sizeof(ELF::Elf64_Shdr);
  header.e_shnum = 2;
  header.e_shstrndx = 1;
  header.e_shoff = sizeof header + 16;
  ELF::Elf64_Shdr sections[2] = {};
  sections[1].sh_name = 1;
  sections[1].sh_type = ELF::SHT_STRTAB;
  sections[1].sh_offset = sizeof header;
  sections[1].sh_size = sizeof names;
  std::string file(reinterpret_cast<const char *>(&header), sizeof header);
  file.append(names, sizeof names);
  file.resize(header.e_shoff);
  file.append(reinterpret_cast<const char *>(sections), sizeof sections);
  return file;
}

TEST(ProgramSectionsTest, AreFoundAgain) {
  std::string file = makeFile(), before = file;
  ASSERT_FALSE(errorToBool(addProgramSections(file, {"the program", "ptx"})));
  auto found = findProgramSections(file);
  ASSERT_TRUE(bool(found));
  EXPECT_EQ(found->program, "the program");
  EXPECT_EQ(found->ptx, "ptx");
  // All bytes behind the header are unchanged.
  EXPECT_EQ(file.substr(sizeof(ELF::Elf64_Ehdr),
                        before.size() - sizeof(ELF::Elf64_Ehdr)),
            before.substr(sizeof(ELF::Elf64_Ehdr)));
  EXPECT_EQ(toString(addProgramSections(file, {"more", ""})),
            "it carries a program already");
}

TEST(ProgramSectionsTest, AreNotThere) {
  std::string file = makeFile();
  auto found = findProgramSections(file);
  ASSERT_TRUE(bool(found));
  EXPECT_TRUE(found->program.empty() && found->ptx.empty());
}

TEST(ProgramSectionsTest, RefuseWhatIsNoElfFile) {
  std::string file = "no machine code";
  EXPECT_TRUE(errorToBool(addProgramSections(file, {"a", "b"})));
  EXPECT_TRUE(errorToBool(findProgramSections("").takeError()));
  // A file cut off anywhere is read or refused.
  std::string whole = makeFile();
  ASSERT_FALSE(errorToBool(addProgramSections(whole, {"program", "ptx"})));
  for (size_t size = 0; size < whole.size(); ++size)
    consumeError(
        findProgramSections(StringRef(whole).take_front(size)).takeError());
}

} // namespace
