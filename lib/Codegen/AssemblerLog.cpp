//===- AssemblerLog.cpp - Parses the output of ptxas ----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lines are of these kinds:
//
//   ptxas info    : Compiling entry function 'k' for 'sm_90a'
//   ptxas info    : Function properties for k
//       8 bytes stack frame, 4 bytes spill stores, 4 bytes spill loads
//   ptxas info    : Used 8 registers, used 1 barriers, 512 bytes smem
//   ptxas info    : (C7512) Potential Performance Loss: … in the function 'k'
//   ptxas kernel.ptx, line 9; error   : Unknown modifier '.bogus'
//   ptxas error   : Entry function 'k' uses too much shared data (0x… …)
//   ptxas fatal   : Ptx assembly aborted due to errors
//
//===----------------------------------------------------------------------===//

#include "tessera/Codegen/Assembler.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace tessera {

namespace {
class LogParser {
public:
  AssemblerLog take() {
    // They may come before the kernel that they name.
    for (KernelResources &kernel : log.kernels) {
      std::string end = "function '" + kernel.kernel + "'";
      kernel.advisories =
          count_if(log.messages, [&](const AssemblerMessage &each) {
            return each.severity == AssemblerMessage::Severity::Info &&
                   StringRef(each.text).ends_with(end);
          });
    }
    return std::move(log);
  }

  void parseLine(StringRef line) {
    if (!line.consume_front("ptxas ")) {
      parseProperties(line);
      return;
    }
    unsigned number = takePosition(line);
    auto [severity, text] = line.split(':');
    severity = severity.trim();
    text = text.trim();
    if (severity == "info")
      parseInfo(text);
    else if (severity == "warning")
      add(AssemblerMessage::Severity::Warning, text, number);
    else if (severity == "error" || severity == "fatal")
      add(AssemblerMessage::Severity::Error, text, number);
  }

private:
  /// Removes `file, line N; ` from the front and returns N, or 0 when the line
  /// begins with a severity.
  static unsigned takePosition(StringRef &line) {
    for (StringRef severity : {"info ", "warning ", "error ", "fatal "})
      if (line.starts_with(severity))
        return 0;
    StringRef head = line.split("; ").first;
    size_t at = head.rfind(", line ");
    unsigned number = 0;
    if (at == StringRef::npos ||
        head.drop_front(at).ltrim(", line").getAsInteger(10, number))
      return 0;
    line = line.drop_front(head.size()).ltrim("; ");
    return number;
  }

  void add(AssemblerMessage::Severity severity, StringRef text, unsigned line) {
    log.messages.push_back({severity, text.str(), line});
  }

  void parseInfo(StringRef text) {
    if (text.consume_front("Compiling entry function '")) {
      log.kernels.emplace_back();
      log.kernels.back().kernel = text.split('\'').first.str();
    } else if (text.starts_with("Used ")) {
      parseProperties(text);
    } else if (text.starts_with("(C")) {
      // An advisory: something in the program costs speed.
      add(AssemblerMessage::Severity::Info, text, 0);
    }
  }

  /// Reads a list such as `Used 8 registers, used 1 barriers, 512 bytes smem`.
  void parseProperties(StringRef list) {
    if (log.kernels.empty())
      return;
    KernelResources &kernel = log.kernels.back();
    for (StringRef item : split(list, ',')) {
      item = item.trim();
      if (!item.consume_front("Used "))
        item.consume_front("used ");
      uint64_t number;
      if (item.consumeInteger(10, number))
        continue;
      item = item.ltrim();
      if (item == "registers")
        kernel.registers = number;
      else if (item == "barriers")
        kernel.barriers = number;
      else if (item == "bytes smem")
        kernel.sharedBytes = number;
      else if (item == "bytes stack frame")
        kernel.stackBytes = number;
      else if (item == "bytes spill stores")
        kernel.spillStoreBytes = number;
      else if (item == "bytes spill loads")
        kernel.spillLoadBytes = number;
    }
  }

  AssemblerLog log;
};
} // namespace

std::optional<std::string> findRefusalByAge(const AssemblerLog &log) {
  for (const AssemblerMessage &message : log.messages) {
    StringRef text = message.text;
    if (text.starts_with("Unsupported .version") ||
        (text.starts_with("Value 'sm_") &&
         text.contains("is not defined for option 'gpu-name'")))
      return message.text;
  }
  return std::nullopt;
}

bool lacksMemory(StringRef said) {
  return any_of(
      ArrayRef<StringRef>{"out of memory", "bad_alloc",
                          "memory allocation fail", "cannot allocate memory"},
      [&](StringRef text) { return said.contains_insensitive(text); });
}

AssemblerLog parseAssemblerLog(StringRef text) {
  LogParser parser;
  for (StringRef line : split(text, '\n'))
    parser.parseLine(line.rtrim());
  return parser.take();
}

} // namespace tessera
