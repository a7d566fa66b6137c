//===- ProgramSections.cpp - Sources inside of a cubin --------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Codegen/ProgramSections.h"
#include "llvm/Object/ELF.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>

using namespace tessera;
using namespace llvm;
using Elf = object::ELF64LE;

static constexpr StringLiteral programName = ".tessera.program";
static constexpr StringLiteral ptxName = ".tessera.ptx";

static Expected<object::ELFFile<Elf>> readElf(StringRef cubin) {
  auto file = object::ELFFile<Elf>::create(cubin);
  if (!file)
    return file.takeError();
  const Elf::Ehdr &header = file->getHeader();
  if (header.e_ident[ELF::EI_CLASS] != ELF::ELFCLASS64 ||
      header.e_ident[ELF::EI_DATA] != ELF::ELFDATA2LSB)
    return createStringError("it is no ELF file of 64 bits, little-endian");
  return file;
}

Expected<ProgramSections> tessera::findProgramSections(StringRef cubin) {
  auto file = readElf(cubin);
  if (!file)
    return file.takeError();
  auto sections = file->sections();
  if (!sections)
    return sections.takeError();
  ProgramSections found;
  for (const Elf::Shdr &section : *sections) {
    auto name = file->getSectionName(section);
    if (!name)
      return name.takeError();
    StringRef *part = *name == programName ? &found.program
                      : *name == ptxName   ? &found.ptx
                                           : nullptr;
    if (!part)
      continue;
    auto bytes = file->getSectionContents(section);
    if (!bytes)
      return bytes.takeError();
    *part = toStringRef(*bytes);
  }
  return found;
}

namespace {
/// Appends to a file, each part at a multiple of 16 bytes.
class Appender {
public:
  explicit Appender(std::string &file) : file(file) {}
  /// Returns the offset of the bytes.
  uint64_t append(StringRef bytes) {
    file.resize(alignTo(file.size(), 16));
    uint64_t offset = file.size();
    file += bytes;
    return offset;
  }

private:
  std::string &file;
};
} // namespace

/// Appends the names, then the contents, then the headers of all sections: a
/// file has one table of headers, which has to move to grow.
Error tessera::addProgramSections(std::string &cubin,
                                  const ProgramSections &parts) {
  auto file = readElf(cubin);
  if (!file)
    return file.takeError();
  auto found = findProgramSections(cubin);
  if (!found)
    return found.takeError();
  if (!found->program.empty() || !found->ptx.empty())
    return createStringError("it carries a program already");
  auto sections = file->sections();
  if (!sections)
    return sections.takeError();
  Elf::Ehdr header = file->getHeader();
  std::vector<Elf::Shdr> headers(sections->begin(), sections->end());
  if (header.e_shstrndx >= headers.size() || headers.size() > 0xff00)
    return createStringError("its sections have no names");
  auto names = file->getSectionContents(headers[header.e_shstrndx]);
  if (!names)
    return names.takeError();
  std::string allNames = toStringRef(*names).str();

  Appender appender(cubin);
  auto add = [&](StringRef name, StringRef contents) {
    if (contents.empty())
      return;
    Elf::Shdr section;
    std::memset(&section, 0, sizeof section);
    section.sh_name = allNames.size();
    section.sh_type = ELF::SHT_PROGBITS;
    section.sh_offset = appender.append(contents);
    section.sh_size = contents.size();
    section.sh_addralign = 1;
    headers.push_back(section);
    allNames += name;
    allNames += '\0';
  };
  add(programName, parts.program);
  add(ptxName, parts.ptx);
  headers[header.e_shstrndx].sh_offset = appender.append(allNames);
  headers[header.e_shstrndx].sh_size = allNames.size();
  header.e_shoff =
      appender.append({reinterpret_cast<const char *>(headers.data()),
                       headers.size() * sizeof(Elf::Shdr)});
  header.e_shnum = headers.size();
  std::memcpy(cubin.data(), &header, sizeof header);
  return Error::success();
}
