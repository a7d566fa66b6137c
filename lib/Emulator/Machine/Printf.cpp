//===- Printf.cpp - vprintf and __assertfail ------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CUDA's device printf passes a format and a buffer in which each argument has
// its natural alignment; integers shorter than int were promoted.
//
//===----------------------------------------------------------------------===//

#include "../Grid/Block.h"
#include "Builtins.h"
#include "Lanes.h"
#include "Warp.h"
#include "tessera/Emulator/KernelName.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdio>

using namespace tessera::ptx;

namespace {

/// A message longer than this is a mistake of the kernel.
constexpr size_t longestText = 1 << 20;
constexpr int widestField = 4096;

/// Formats one message of one lane.
class Formatter {
public:
  Formatter(Warp &warp, unsigned lane, uint64_t arguments)
      : warp(warp), lane(lane), next(arguments) {}

  bool format(llvm::StringRef format);
  std::string text;
  unsigned argumentCount = 0;

private:
  bool readArgument(unsigned size, uint64_t &value);
  bool formatOne(llvm::StringRef format, size_t &position);
  bool parseNumber(llvm::StringRef format, size_t &position, std::string &spec);

  Warp &warp;
  unsigned lane;
  uint64_t next;
};

} // namespace

/// A string in device memory; false after a fault.
static bool readString(Warp &warp, unsigned lane, uint64_t address,
                       std::string &text) {
  while (text.size() < longestText) {
    const uint8_t *at =
        warp.memory.resolve(Space::Generic, address++, 1, lane, Access::Load);
    if (!at)
      return false;
    if (!*at)
      return true;
    text += static_cast<char>(*at);
  }
  return true;
}

bool Formatter::readArgument(unsigned size, uint64_t &value) {
  next = (next + size - 1) & ~uint64_t(size - 1);
  const uint8_t *at =
      warp.memory.resolve(Space::Generic, next, size, lane, Access::Load);
  if (!at)
    return false;
  value = 0;
  std::memcpy(&value, at, size);
  next += size;
  ++argumentCount;
  return true;
}

/// A width or a precision: digits, or * from the arguments.
bool Formatter::parseNumber(llvm::StringRef format, size_t &position,
                            std::string &spec) {
  int64_t number = 0;
  if (position < format.size() && format[position] == '*') {
    ++position;
    uint64_t value;
    if (!readArgument(4, value))
      return false;
    number = static_cast<int32_t>(value);
  } else {
    size_t start = position;
    while (position < format.size() && llvm::isDigit(format[position]))
      if (number = number * 10 + (format[position++] - '0');
          number > widestField)
        number = widestField;
    if (start == position)
      return true;
  }
  if (number > widestField || number < -widestField)
    number = widestField;
  spec += std::to_string(number);
  return true;
}

template <typename T>
static std::string printValue(const std::string &spec, T value) {
  int size = std::snprintf(nullptr, 0, spec.c_str(), value);
  std::string text(size < 0 ? 0 : size + 1, '\0');
  if (size >= 0)
    std::snprintf(text.data(), text.size(), spec.c_str(), value);
  if (!text.empty())
    text.pop_back();
  return text;
}

/// The conversion that starts after '%'.
bool Formatter::formatOne(llvm::StringRef format, size_t &position) {
  size_t start = position;
  std::string spec = "%";
  while (position < format.size() &&
         llvm::StringRef("-+ #0").contains(format[position]))
    spec += format[position++];
  if (!parseNumber(format, position, spec))
    return false;
  if (position < format.size() && format[position] == '.') {
    const size_t before = spec.size();
    spec += '.';
    ++position;
    if (!parseNumber(format, position, spec))
      return false;
    // C, section "fprintf": one that is negative counts as none.
    if (llvm::StringRef(spec).substr(before).contains('-'))
      spec.resize(before);
  }
  size_t lengthStart = position;
  while (position < format.size() &&
         llvm::StringRef("hljztL").contains(format[position]))
    ++position;
  llvm::StringRef length = format.slice(lengthStart, position);
  char conversion = position < format.size() ? format[position++] : '\0';
  bool isLong = length == "l" || length == "ll" || length == "j" ||
                length == "z" || length == "t";
  uint64_t value = 0;
  switch (conversion) {
  case '%':
    text += '%';
    return true;
  case 'd':
  case 'i':
    if (!readArgument(isLong ? 8 : 4, value))
      return false;
    if (!isLong)
      value = static_cast<uint64_t>(int64_t(static_cast<int32_t>(value)));
    if (length == "h")
      value = static_cast<uint64_t>(int64_t(static_cast<int16_t>(value)));
    if (length == "hh")
      value = static_cast<uint64_t>(int64_t(static_cast<int8_t>(value)));
    text += printValue(spec + "lld", static_cast<long long>(value));
    return true;
  case 'u':
  case 'x':
  case 'X':
  case 'o':
    if (!readArgument(isLong ? 8 : 4, value))
      return false;
    if (length == "h")
      value &= 0xFFFF;
    if (length == "hh")
      value &= 0xFF;
    text += printValue(spec + "ll" + conversion,
                       static_cast<unsigned long long>(value));
    return true;
  case 'c':
    if (!readArgument(4, value))
      return false;
    text += printValue(spec + "c", static_cast<int>(value));
    return true;
  case 'p':
    if (!readArgument(8, value))
      return false;
    text += "0x" + llvm::utohexstr(value, /*LowerCase=*/true);
    return true;
  case 's': {
    std::string string;
    if (!readArgument(8, value) || !readString(warp, lane, value, string))
      return false;
    text += printValue(spec + "s", string.c_str());
    return true;
  }
  case 'e':
  case 'E':
  case 'f':
  case 'F':
  case 'g':
  case 'G':
  case 'a':
  case 'A':
    if (!readArgument(8, value))
      return false;
    text += printValue(spec + conversion, bitsToDouble(value));
    return true;
  default:
    // Not a conversion: the text is printed as it is.
    text += '%';
    text += format.slice(start, position);
    return true;
  }
}

bool Formatter::format(llvm::StringRef format) {
  for (size_t i = 0; i < format.size() && text.size() < longestText;) {
    if (format[i] != '%') {
      text += format[i++];
      continue;
    }
    ++i;
    if (!formatOne(format, i))
      return false;
  }
  return true;
}

void tessera::ptx::callPrintf(Warp &warp, const Inst &inst, LaneMask mask) {
  const Instruction &call = callSyntax(warp, inst);
  for (; mask; mask &= mask - 1) {
    unsigned lane = firstLane(mask);
    const uint64_t address = callArgument(warp, call, 0, lane);
    // CUDA C++ Programming Guide, section "Formatted Output".
    if (!address) {
      setCallResult(warp, call, lane, ~uint64_t(0));
      continue;
    }
    std::string format;
    if (!readString(warp, lane, address, format))
      return;
    Formatter formatter(warp, lane, callArgument(warp, call, 1, lane));
    if (!formatter.format(format))
      return;
    warp.block.launch.print(formatter.text);
    setCallResult(warp, call, lane, formatter.argumentCount);
  }
}

void tessera::ptx::callAssertFail(Warp &warp, const Inst &inst, LaneMask mask) {
  const Instruction &call = callSyntax(warp, inst);
  unsigned first = firstLane(mask);
  std::string firstText;
  for (; mask; mask &= mask - 1) {
    unsigned lane = firstLane(mask);
    std::string message, file, function;
    if (!readString(warp, lane, callArgument(warp, call, 0, lane), message) ||
        !readString(warp, lane, callArgument(warp, call, 1, lane), file) ||
        !readString(warp, lane, callArgument(warp, call, 3, lane), function))
      return;
    auto line = static_cast<uint32_t>(callArgument(warp, call, 2, lane));
    Dim3 thread = warp.block.threadIndex(warp.number, lane);
    const Dim3 &block = warp.block.index;
    std::string text;
    llvm::raw_string_ostream(text)
        << file << ":" << line << ": " << function << ": block: [" << block[0]
        << "," << block[1] << "," << block[2] << "], thread: [" << thread[0]
        << "," << thread[1] << "," << thread[2] << "] Assertion `" << message
        << "` failed.\n";
    warp.block.launch.reportAssertion(text);
    if (lane == first)
      firstText = file + ":" + std::to_string(line) + ": assertion `" +
                  message + "` of '" + shortKernelName(function) + "' failed";
  }
  warp.fault(LaunchFault::Assert, first, firstText);
}
