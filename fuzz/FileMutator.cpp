//===- FileMutator.cpp - Changing a bytecode file part by part ------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FileMutator.h"
#include <algorithm>
#include <cstring>

extern "C" {
/// libFuzzer's built-in mutation of plain bytes.
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t maxSize);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t maxSize,
                               unsigned seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *first, size_t firstSize,
                                 const uint8_t *second, size_t secondSize,
                                 uint8_t *out, size_t maxSize, unsigned seed);
}

namespace tessera::fuzz {

//===----------------------------------------------------------------------===//
// Splitting and joining
//===----------------------------------------------------------------------===//

static constexpr size_t kHeaderSize = 12;
static constexpr uint8_t kFunctionSection = 2, kConstantSection = 4;
static constexpr uint8_t kHasHints = 4;

namespace {
/// Reads forward, and records a read beyond the end.
struct Input {
  const uint8_t *data;
  size_t size, position = 0;
  bool ok = true;

  size_t left() const { return size - position; }
  uint64_t varint() {
    uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      if (position == size)
        break;
      uint8_t byte = data[position++];
      value |= uint64_t(byte & 0x7F) << shift;
      if (!(byte & 0x80))
        return value;
    }
    ok = false;
    return 0;
  }
  Bytes take(uint64_t count) {
    if (count > left())
      ok = false;
    count = std::min<uint64_t>(count, left());
    Bytes out(data + position, data + position + count);
    position += count;
    return out;
  }
  void align(uint64_t alignment) {
    take((alignment - position % alignment) % alignment);
  }
};
} // namespace

static void append(Bytes &out, const Bytes &more) {
  out.insert(out.end(), more.begin(), more.end());
}

static void appendVarint(Bytes &out, uint64_t value) {
  for (; value >= 0x80; value >>= 7)
    out.push_back(uint8_t(value) | 0x80);
  out.push_back(uint8_t(value));
}

static void pad(Bytes &out, uint64_t alignment) {
  while (out.size() % alignment)
    out.push_back(0xCB);
}

std::optional<FileParts> FileParts::split(const uint8_t *data, size_t size) {
  FileParts parts;
  Input in{data, size};
  parts.header = in.take(kHeaderSize);
  while (in.ok && in.left()) {
    uint8_t head = in.take(1)[0];
    if (head == 0)
      return parts;
    SectionPart section{uint8_t(head & 0x7F), 1, {}};
    uint64_t length = in.varint();
    if (head & 0x80)
      section.alignment = in.varint();
    if (!section.alignment || section.alignment > 4096)
      return std::nullopt;
    in.align(section.alignment);
    section.payload = in.take(length);
    parts.sections.push_back(std::move(section));
  }
  return std::nullopt;
}

Bytes FileParts::join() const {
  Bytes out = header;
  for (const SectionPart &section : sections) {
    out.push_back(section.id | (section.alignment > 1 ? 0x80 : 0));
    appendVarint(out, section.payload.size());
    if (section.alignment > 1) {
      appendVarint(out, section.alignment);
      pad(out, section.alignment);
    }
    append(out, section.payload);
  }
  out.push_back(0);
  return out;
}

std::optional<TableParts> TableParts::split(const Bytes &payload,
                                            unsigned width) {
  Input in{payload.data(), payload.size()};
  uint64_t count = in.varint();
  if (!in.ok || count > in.left() / width)
    return std::nullopt;
  in.align(width);
  std::vector<uint64_t> offsets(count + 1);
  for (uint64_t i = 0; i < count; ++i) {
    Bytes bytes = in.take(width);
    if (!in.ok)
      return std::nullopt;
    std::memcpy(&offsets[i], bytes.data(), width);
  }
  offsets[count] = in.left();
  TableParts parts;
  for (uint64_t i = 0; i < count; ++i) {
    if (offsets[i] > offsets[i + 1] || offsets[i + 1] > offsets[count])
      return std::nullopt;
    const uint8_t *start = payload.data() + in.position;
    parts.entries.emplace_back(start + offsets[i], start + offsets[i + 1]);
  }
  return parts;
}

Bytes TableParts::join(unsigned width) const {
  Bytes out;
  appendVarint(out, entries.size());
  pad(out, width);
  uint64_t offset = 0;
  for (const Bytes &entry : entries) {
    for (unsigned i = 0; i < width; ++i)
      out.push_back(uint8_t(offset >> (8 * i)));
    offset += entry.size();
  }
  for (const Bytes &entry : entries)
    append(out, entry);
  return out;
}

std::optional<FunctionParts> FunctionParts::split(const Bytes &payload) {
  Input in{payload.data(), payload.size()};
  FunctionParts parts;
  for (uint64_t count = in.varint(); in.ok && count; --count) {
    size_t start = in.position;
    in.varint(); // name
    in.varint(); // signature
    Bytes flags = in.take(1);
    if (!in.ok || (flags[0] & kHasHints))
      return std::nullopt;
    in.varint(); // location
    // Files of 13.5 have hints and attributes of arguments, mostly empty ones.
    static constexpr uint8_t noAttributes[] = {0x0B, 0, 0x06, 0};
    if (payload.size() - in.position >= sizeof(noAttributes) &&
        std::equal(std::begin(noAttributes), std::end(noAttributes),
                   payload.begin() + in.position))
      in.take(sizeof(noAttributes));
    Function function;
    function.head.assign(payload.data() + start, payload.data() + in.position);
    function.body = in.take(in.varint());
    parts.functions.push_back(std::move(function));
  }
  return in.ok ? std::optional(parts) : std::nullopt;
}

Bytes FunctionParts::join() const {
  Bytes out;
  appendVarint(out, functions.size());
  for (const Function &function : functions) {
    append(out, function.head);
    appendVarint(out, function.body.size());
    append(out, function.body);
  }
  return out;
}

//===----------------------------------------------------------------------===//
// Changes
//===----------------------------------------------------------------------===//

static size_t below(Random &random, size_t limit) {
  return limit ? random() % limit : 0;
}

/// Applies any change that libFuzzer makes to plain bytes.
static void mutateBytes(Bytes &bytes) {
  size_t size = bytes.size();
  bytes.resize(size + 16);
  bytes.resize(LLVMFuzzerMutate(bytes.data(), size, bytes.size()));
}

/// Copies or moves a run of bytes of `from` into `bytes`. It may happen to be
/// whole ops.
static void splice(Bytes &bytes, const Bytes &from, Random &random) {
  size_t start = below(random, from.size());
  size_t length = below(random, std::min<size_t>(from.size() - start, 32) + 1);
  Bytes run(from.begin() + start, from.begin() + start + length);
  auto at = bytes.begin() + below(random, bytes.size() + 1);
  if (random() % 2 && size_t(bytes.end() - at) >= length)
    std::copy(run.begin(), run.end(), at);
  else
    bytes.insert(at, run.begin(), run.end());
}

/// Changes an item of a list, or the list.
template <typename T, typename Change>
static void mutateList(std::vector<T> &list, Random &random, Change change) {
  size_t i = below(random, list.size()), j = below(random, list.size());
  switch (list.empty() ? 0 : random() % 8) {
  case 0:
    list.emplace_back();
    break;
  case 1:
    list.erase(list.begin() + i);
    break;
  case 2:
    list.insert(list.begin() + i, T(list[j]));
    break;
  case 3:
    std::swap(list[i], list[j]);
    break;
  default:
    change(list[i]);
  }
}

static void mutateFunctions(SectionPart &section, Random &random) {
  std::optional<FunctionParts> parts = FunctionParts::split(section.payload);
  if (!parts)
    return mutateBytes(section.payload);
  Bytes all;
  for (const FunctionParts::Function &function : parts->functions)
    append(all, function.body);
  mutateList(parts->functions, random, [&](FunctionParts::Function &function) {
    switch (random() % 8) {
    case 0:
      return mutateBytes(function.head);
    case 1:
    case 2:
    case 3:
      return splice(function.body, all, random);
    default:
      return mutateBytes(function.body);
    }
  });
  section.payload = parts->join();
}

static void mutateSection(SectionPart &section, Random &random) {
  unsigned width = section.id == kConstantSection ? 8 : 4;
  std::optional<TableParts> table;
  if (random() % 8 == 0)
    return mutateBytes(section.payload);
  if (section.id == kFunctionSection)
    return mutateFunctions(section, random);
  if (section.id > 5 || !(table = TableParts::split(section.payload, width)))
    return mutateBytes(section.payload);
  mutateList(table->entries, random, mutateBytes);
  section.payload = table->join(width);
}

static void mutateFile(FileParts &file, Random &random) {
  switch (random() % 32) {
  case 0:
    mutateBytes(file.header);
    break;
  case 1:
    if (file.header.size() > 9)
      file.header[9] = uint8_t(1 + random() % 4);
    break;
  case 2:
    mutateList(file.sections, random, [&](SectionPart &section) {
      section.alignment = uint64_t(1) << random() % 7;
    });
    break;
  default:
    if (!file.sections.empty())
      mutateSection(file.sections[below(random, file.sections.size())], random);
  }
}

/// Puts one section of `other` into `file`, or some of its bytes.
static void cross(FileParts &file, const FileParts &other, Random &random) {
  if (other.sections.empty())
    return;
  const SectionPart &from =
      other.sections[below(random, other.sections.size())];
  for (SectionPart &section : file.sections) {
    if (section.id != from.id)
      continue;
    std::optional<FunctionParts> left, right;
    if (random() % 4 && section.id == kFunctionSection &&
        (left = FunctionParts::split(section.payload)) &&
        (right = FunctionParts::split(from.payload)) &&
        !left->functions.empty() && !right->functions.empty()) {
      splice(left->functions[below(random, left->functions.size())].body,
             right->functions[below(random, right->functions.size())].body,
             random);
      section.payload = left->join();
    } else {
      section.payload = from.payload;
    }
    return;
  }
  file.sections.push_back(from);
}

static size_t store(const Bytes &bytes, uint8_t *out, size_t maxSize) {
  size_t size = std::min(bytes.size(), maxSize);
  std::copy_n(bytes.begin(), size, out);
  return size;
}

} // namespace tessera::fuzz

using namespace tessera::fuzz;

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t maxSize,
                               unsigned seed) {
  Random random(seed);
  std::optional<FileParts> file = FileParts::split(data, size);
  if (!file || random() % 16 == 0)
    return LLVMFuzzerMutate(data, size, maxSize);
  for (unsigned changes = 1 + random() % 3; changes; --changes)
    mutateFile(*file, random);
  return store(file->join(), data, maxSize);
}

size_t LLVMFuzzerCustomCrossOver(const uint8_t *first, size_t firstSize,
                                 const uint8_t *second, size_t secondSize,
                                 uint8_t *out, size_t maxSize, unsigned seed) {
  Random random(seed);
  std::optional<FileParts> file = FileParts::split(first, firstSize);
  std::optional<FileParts> other = FileParts::split(second, secondSize);
  if (!file || !other)
    return 0;
  cross(*file, *other, random);
  return store(file->join(), out, maxSize);
}
