//===- LargeShared.cpp - Shared memory beyond ptxas's limit ---------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Codegen/LargeShared.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Object/ELF.h"

using namespace llvm;
using namespace tessera;

namespace {

/// The pieces of ".shared .align 16 .b8 name[65536];".
struct Declaration {
  StringRef name;
  uint64_t bytes;
  /// The number of bytes, as a part of the text.
  StringRef digits;
};

} // namespace

static std::optional<Declaration> parseDeclaration(StringRef line) {
  if (!line.starts_with(".shared ") || !line.ends_with("];"))
    return std::nullopt;
  auto [head, digits] = line.drop_back(2).rsplit('[');
  Declaration declaration{head.rsplit(' ').second, 0, digits};
  if (digits.getAsInteger(10, declaration.bytes))
    return std::nullopt;
  return declaration;
}

/// Returns the kernel whose header begins in this line: ".visible .entry k(".
static std::optional<StringRef> parseEntry(StringRef line) {
  size_t at = line.find(".entry ");
  if (at == StringRef::npos)
    return std::nullopt;
  return line.substr(at).split(' ').second.take_until(
      [](char c) { return c == '(' || isSpace(c); });
}

/// True if the line contains the name as a whole word.
static bool names(StringRef line, StringRef name) {
  auto isPart = [](char c) { return isAlnum(c) || c == '_' || c == '$'; };
  for (size_t at = line.find(name); at != StringRef::npos;
       at = line.find(name, at + 1)) {
    StringRef before = line.take_front(at),
              after = line.substr(at + name.size());
    if ((before.empty() || !isPart(before.back())) &&
        (after.empty() || !isPart(after.front())))
      return true;
  }
  return false;
}

LargeShared::LargeShared(StringRef text, uint64_t limit, uint64_t max) {
  StringMap<uint64_t> excessOf;
  std::optional<StringRef> kernel;
  for (StringRef rest = text; !rest.empty();) {
    auto [line, after] = rest.split('\n');
    rest = after;
    auto declaration = parseDeclaration(line.trim());
    if (declaration && declaration->bytes > limit &&
        declaration->bytes <= max) {
      excessOf[declaration->name] = declaration->bytes - limit;
      ptx.append(line.begin(), declaration->digits.begin());
      ptx += std::to_string(limit);
      ptx.append(declaration->digits.end(), line.end());
    } else {
      ptx += line;
      if (auto entry = parseEntry(line))
        kernel = entry;
      if (kernel)
        for (const auto &[name, bytes] : excessOf)
          if (names(line, name))
            excess[*kernel] = bytes;
    }
    if (line.size() != text.size())
      ptx += '\n';
  }
}

//===----------------------------------------------------------------------===//
// The ELF file
//===----------------------------------------------------------------------===//

static Error unknownForm(const Twine &what) {
  return createStringError("the assembled code is not of a known form: " +
                           what);
}

/// The segment of shared memory: the one that is larger in memory than in the
/// file.
static Expected<const object::ELF64LE::Phdr *>
findSharedSegment(const object::ELFFile<object::ELF64LE> &file) {
  auto segments = file.program_headers();
  if (!segments)
    return segments.takeError();
  const object::ELF64LE::Phdr *found = nullptr;
  for (const object::ELF64LE::Phdr &segment : *segments) {
    if (segment.p_type != ELF::PT_LOAD || segment.p_memsz <= segment.p_filesz)
      continue;
    if (found)
      return unknownForm("it has two segments that may hold shared memory");
    found = &segment;
  }
  if (!found)
    return unknownForm("it has no segment for shared memory");
  return found;
}

Error LargeShared::restore(std::string &cubin) const {
  if (excess.empty())
    return Error::success();
  auto file = object::ELFFile<object::ELF64LE>::create(cubin);
  if (!file)
    return file.takeError();
  auto sections = file->sections();
  if (!sections)
    return sections.takeError();
  auto segment = findSharedSegment(*file);
  if (!segment)
    return segment.takeError();
  // Writes fields through the string, since the parsed file is a read-only view
  // of it.
  auto add = [&](const object::ELF64LE::Xword &field, uint64_t bytes) {
    size_t at = reinterpret_cast<const char *>(&field) - cubin.data();
    support::endian::write64le(cubin.data() + at, field + bytes);
  };
  unsigned numFound = 0;
  for (const object::ELF64LE::Shdr &section : *sections) {
    auto name = file->getSectionName(section);
    if (!name)
      return name.takeError();
    StringRef kernel = *name;
    if (section.sh_type != ELF::SHT_NOBITS ||
        !kernel.consume_front(".nv.shared.") || !excess.contains(kernel))
      continue;
    ++numFound;
    add(section.sh_size, getExcess(kernel));
    add((*segment)->p_memsz, getExcess(kernel));
  }
  if (numFound != excess.size())
    return unknownForm("it lacks shared memory of a kernel that has some");
  return Error::success();
}
