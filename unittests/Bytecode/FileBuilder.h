//===- FileBuilder.h - Bytecode files made by hand ------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file builds files from the bytes of their parts, right or wrong,
// independently of the writer.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_UNITTESTS_BYTECODE_FILEBUILDER_H
#define TESSERA_UNITTESTS_BYTECODE_FILEBUILDER_H

#include <cstdint>
#include <string>
#include <vector>

namespace tessera::test {

using Bytes = std::vector<uint8_t>;

inline Bytes operator+(Bytes left, const Bytes &right) {
  left.insert(left.end(), right.begin(), right.end());
  return left;
}

inline Bytes text(const std::string &s) { return Bytes(s.begin(), s.end()); }

inline Bytes varint(uint64_t value) {
  Bytes out;
  for (; value >= 0x80; value >>= 7)
    out.push_back(uint8_t(value) | 0x80);
  out.push_back(uint8_t(value));
  return out;
}

inline Bytes le(uint64_t value, unsigned width) {
  Bytes out;
  for (unsigned i = 0; i < width; ++i)
    out.push_back(uint8_t(value >> (8 * i)));
  return out;
}

inline void pad(Bytes &bytes, size_t alignment) {
  while (bytes.size() % alignment)
    bytes.push_back(0xCB);
}

/// `varint n; pad; offsets; entries`.
inline Bytes table(const std::vector<Bytes> &entries, unsigned width) {
  Bytes out = varint(entries.size()), data;
  pad(out, width);
  for (const Bytes &entry : entries) {
    out = out + le(data.size(), width);
    data = data + entry;
  }
  return out + data;
}

/// `varint functions; starts; varint slots; slots; entries`.
inline Bytes debugSection(const std::vector<uint32_t> &starts,
                          const std::vector<uint64_t> &slots,
                          const std::vector<Bytes> &entries) {
  Bytes out = varint(starts.size());
  pad(out, 4);
  for (uint32_t start : starts)
    out = out + le(start, 4);
  out = out + varint(slots.size());
  pad(out, 8);
  for (uint64_t slot : slots)
    out = out + le(slot, 8);
  return out + table(entries, 4);
}

/// A file section by section.
class FileBuilder {
public:
  explicit FileBuilder(uint8_t minor = 1)
      : bytes(text("\x7FTileIR") + Bytes{0, 13, minor, 0, 0}), minor(minor) {}

  FileBuilder &section(uint8_t id, const Bytes &payload,
                       unsigned alignment = 1) {
    bytes.push_back(id | (alignment > 1 ? 0x80 : 0));
    bytes = bytes + varint(payload.size());
    if (alignment > 1) {
      bytes = bytes + varint(alignment);
      pad(bytes, alignment);
    }
    bytes = bytes + payload;
    return *this;
  }
  FileBuilder &strings(const std::vector<std::string> &list) {
    std::vector<Bytes> entries;
    for (const std::string &s : list)
      entries.push_back(text(s));
    return section(1, table(entries, 4), 4);
  }
  FileBuilder &types(const std::vector<Bytes> &entries) {
    return section(5, table(entries, 4), 4);
  }
  FileBuilder &constants(const std::vector<Bytes> &entries) {
    return section(4, table(entries, 8), 8);
  }
  /// One entry named string 0, with type 0 as signature. `attributes` are those
  /// of the version: hints, or from 13.5 on hints and an array.
  FileBuilder &entry(const Bytes &body, uint8_t flags = 2,
                     Bytes attributes = {}, uint8_t location = 0) {
    if (minor >= 5 && attributes.empty())
      attributes = {0x0B, 0, 6, 0};
    return section(2,
                   Bytes{1, 0, 0, flags, location} + attributes +
                       varint(body.size()) + body,
                   8);
  }
  Bytes end() const { return bytes + Bytes{0}; }

  Bytes bytes;
  uint8_t minor;
};

/// The signature `() -> ()`.
inline const Bytes noArguments = {0x10, 0, 0};
/// `return`.
inline const Bytes returnOp = {0x5C, 0, 0};

/// The empty kernel @noop of version 13.1, as in the description of the format.
inline const Bytes noop = {
    0x7F, 0x54, 0x69, 0x6C, 0x65, 0x49, 0x52, 0x00, 0x0D, 0x01, 0x00,
    0x00, 0x82, 0x10, 0x08, 0xCB, 0x01, 0x00, 0x00, 0x02, 0x00, 0x03,
    0x5C, 0x00, 0x00, 0xCB, 0xCB, 0xCB, 0xCB, 0xCB, 0xCB, 0xCB, 0x85,
    0x0B, 0x04, 0xCB, 0x01, 0xCB, 0xCB, 0xCB, 0x00, 0x00, 0x00, 0x00,
    0x10, 0x00, 0x00, 0x81, 0x0C, 0x04, 0xCB, 0xCB, 0x01, 0xCB, 0xCB,
    0xCB, 0x00, 0x00, 0x00, 0x00, 0x6E, 0x6F, 0x6F, 0x70, 0x00};

} // namespace tessera::test

#endif // TESSERA_UNITTESTS_BYTECODE_FILEBUILDER_H
