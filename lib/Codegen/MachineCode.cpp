//===- MachineCode.cpp - Checks and reads the assembler's output ----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Codegen/MachineCode.h"
#include "tessera/Target/TargetInfo.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Object/ELF.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"

using namespace tessera;
using namespace llvm;
using Elf = object::ELF64LE;

static Error wrongAt(uint64_t offset, const Twine &what) {
  return createStringError("byte " + Twine(offset) + ": " + what);
}

/// Returns an error if the range of bytes given at `offset` ends beyond the
/// file.
static Error checkInside(uint64_t offset, const Twine &name, uint64_t begin,
                         uint64_t bytes, uint64_t fileBytes) {
  if (begin <= fileBytes && bytes <= fileBytes - begin)
    return Error::success();
  return wrongAt(offset, name + " is to have " + Twine(bytes) +
                             " bytes from byte " + Twine(begin) +
                             " on, but the file has only " + Twine(fileBytes));
}

static Error checkHeader(const Elf::Ehdr &header) {
  if (!header.checkMagic())
    return wrongAt(0, "an ELF file begins with \\x7fELF");
  if (header.getFileClass() != ELF::ELFCLASS64 ||
      header.getDataEncoding() != ELF::ELFDATA2LSB)
    return wrongAt(ELF::EI_CLASS,
                   "it is no ELF file of 64 bits, little-endian");
  if (header.e_machine != ELF::EM_CUDA)
    return wrongAt(offsetof(Elf::Ehdr, e_machine),
                   "its code is for machine " + Twine(header.e_machine) +
                       ", and that of NVIDIA's GPUs for " +
                       Twine(unsigned(ELF::EM_CUDA)));
  if (!header.e_shoff)
    return wrongAt(offsetof(Elf::Ehdr, e_shoff), "it has no sections");
  if (header.e_shentsize != sizeof(Elf::Shdr) ||
      (header.e_phnum && header.e_phentsize != sizeof(Elf::Phdr)))
    return wrongAt(offsetof(Elf::Ehdr, e_shentsize),
                   "its tables have entries of unknown sizes");
  return Error::success();
}

/// Checks that the tables themselves lie inside of the file, before they are
/// read.
static Error checkTables(StringRef cubin, const Elf::Ehdr &header) {
  if (Error error = checkInside(
          offsetof(Elf::Ehdr, e_phoff), "the table of segments", header.e_phoff,
          uint64_t(header.e_phnum) * sizeof(Elf::Phdr), cubin.size()))
    return error;
  return checkInside(
      offsetof(Elf::Ehdr, e_shoff), "the table of sections", header.e_shoff,
      std::max<uint64_t>(header.e_shnum, 1) * sizeof(Elf::Shdr), cubin.size());
}

static Error checkSections(StringRef cubin, const object::ELFFile<Elf> &file) {
  auto sections = file.sections();
  if (!sections)
    return sections.takeError();
  for (const Elf::Shdr &section : *sections) {
    auto name = file.getSectionName(section);
    if (!name)
      return name.takeError();
    uint64_t at = reinterpret_cast<const char *>(&section) - cubin.data();
    if (section.sh_type != ELF::SHT_NOBITS && section.sh_type != ELF::SHT_NULL)
      if (Error error =
              checkInside(at, "the section '" + *name + "'", section.sh_offset,
                          section.sh_size, cubin.size()))
        return error;
  }
  return Error::success();
}

static Error checkSegments(StringRef cubin, const object::ELFFile<Elf> &file) {
  auto segments = file.program_headers();
  if (!segments)
    return segments.takeError();
  for (const Elf::Phdr &segment : *segments) {
    uint64_t at = reinterpret_cast<const char *>(&segment) - cubin.data();
    if (Error error = checkInside(at, "a segment", segment.p_offset,
                                  segment.p_filesz, cubin.size()))
      return error;
  }
  return Error::success();
}

Error tessera::checkMachineCode(StringRef cubin) {
  if (cubin.size() < sizeof(Elf::Ehdr))
    return wrongAt(cubin.size(), "the file ends inside the header of ELF");
  auto file = object::ELFFile<Elf>::create(cubin);
  if (!file)
    return file.takeError();
  const Elf::Ehdr &header = file->getHeader();
  if (Error error = checkHeader(header))
    return error;
  if (Error error = checkTables(cubin, header))
    return error;
  if (Error error = checkSections(cubin, *file))
    return error;
  return checkSegments(cubin, *file);
}

//===----------------------------------------------------------------------===//
// The maker
//===----------------------------------------------------------------------===//

/// The text at an offset, up to a zero.
static StringRef textAt(StringRef bytes, uint64_t offset) {
  return bytes.substr(offset).split('\0').first;
}

/// The contents of a section; empty if the file has none of this name.
static StringRef findSection(StringRef cubin, StringRef wanted) {
  auto file = cantFail(object::ELFFile<Elf>::create(cubin));
  for (const Elf::Shdr &section : cantFail(file.sections())) {
    if (cantFail(file.getSectionName(section)) != wanted)
      continue;
    if (auto contents = file.getSectionContents(section))
      return toStringRef(*contents);
    else
      consumeError(contents.takeError());
  }
  return "";
}

/// A note has a header of three words and the name "NVIDIA Corp" of 12 bytes.
/// Then come six words, of which the third and fourth are the offsets of the
/// program's name and version in the text behind them.
std::string tessera::describeMaker(StringRef cubin) {
  constexpr size_t header = 24, words = 24;
  if (Error error = checkMachineCode(cubin)) {
    consumeError(std::move(error));
    return "";
  }
  StringRef note = findSection(cubin, ".note.nv.tkinfo");
  if (note.size() < header + words)
    return "";
  const char *word = note.data() + header;
  StringRef text = note.drop_front(header + words);
  StringRef name = textAt(text, support::endian::read32le(word + 8));
  StringRef version = textAt(text, support::endian::read32le(word + 12));
  return (name + ", " + version).str();
}

//===----------------------------------------------------------------------===//
// Resources
//===----------------------------------------------------------------------===//

/// Calls ADD(attribute, words) for each attribute of a section .nv.info whose
/// value is words of 32 bits. An attribute begins with the form of its value, its
/// number, and 16 bits that are the value or, in the last form, its size.
template <typename Fn>
static void forEachAttribute(ArrayRef<uint8_t> info, Fn add) {
  constexpr uint8_t sizedForm = 4;
  while (info.size() >= 4) {
    uint8_t form = info[0], attribute = info[1];
    uint64_t size = form == sizedForm ? support::endian::read16le(&info[2]) : 0;
    info = info.drop_front(4);
    if (size > info.size())
      return;
    SmallVector<uint32_t, 4> words;
    for (uint64_t at = 0; at + 4 <= size; at += 4)
      words.push_back(support::endian::read32le(&info[at]));
    add(attribute, words);
    info = info.drop_front(size);
  }
}

/// The extents of a block, as .reqntid or else .maxntid of the PTX gave them.
static unsigned readThreads(StringRef info) {
  // As cuobjdump calls them: EIATTR_MAX_THREADS and EIATTR_REQNTID.
  constexpr uint8_t maxThreads = 0x05, requiredThreads = 0x10;
  uint64_t threads = 0;
  forEachAttribute(arrayRefFromStringRef(info), [&](uint8_t attribute,
                                                    ArrayRef<uint32_t> words) {
    bool isMost = attribute == maxThreads && threads == 0;
    if (words.size() == 3 && (isMost || attribute == requiredThreads))
      threads =
          SaturatingMultiply<uint64_t>(uint64_t(words[0]) * words[1], words[2]);
  });
  return threads <= Capacities::maxThreadsPerBlock ? unsigned(threads) : 0;
}

Expected<StringMap<MachineResources>>
tessera::readMachineResources(StringRef cubin) {
  if (Error error = checkMachineCode(cubin))
    return error;
  // As cuobjdump calls them: EIATTR_FRAME_SIZE and EIATTR_REGCOUNT.
  constexpr uint8_t frameSize = 0x11, registerCount = 0x2f;
  // In st_other of a kernel's symbol: STO_CUDA_ENTRY.
  constexpr uint8_t entryFlag = 0x10;
  StringMap<MachineResources> resources;
  auto file = cantFail(object::ELFFile<Elf>::create(cubin));
  for (const Elf::Shdr &section : cantFail(file.sections())) {
    if (cantFail(file.getSectionName(section)) != ".nv.info")
      continue;
    auto info = file.getSectionContents(section);
    if (!info)
      return info.takeError();
    auto table = file.getSection(section.sh_link);
    if (!table)
      return table.takeError();
    auto names = file.getStringTableForSymtab(**table);
    if (!names)
      return names.takeError();
    auto symbols = file.symbols(*table);
    if (!symbols)
      return symbols.takeError();
    // An attribute gives a symbol a number.
    forEachAttribute(*info, [&](uint8_t attribute, ArrayRef<uint32_t> words) {
      // Functions that kernels call have numbers as well.
      if (words.size() != 2 || words[0] >= symbols->size() ||
          !((*symbols)[words[0]].st_other & entryFlag))
        return;
      auto name = (*symbols)[words[0]].getName(*names);
      if (!name)
        return consumeError(name.takeError());
      if (attribute == registerCount)
        resources[*name].registers = words[1];
      if (attribute == frameSize)
        resources[*name].localBytes = words[1];
    });
  }
  for (auto &[name, kernel] : resources)
    kernel.threads =
        readThreads(findSection(cubin, (".nv.info." + name).str()));
  return resources;
}
