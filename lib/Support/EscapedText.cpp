//===- EscapedText.cpp - Text without commands for a terminal -------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Support/EscapedText.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/Signals.h"
#include <atomic>
#include <cstdlib>
#include <fcntl.h>
#include <mutex>
#include <optional>
#include <unistd.h>

using namespace llvm;

namespace tessera {

//===----------------------------------------------------------------------===//
// One character
//===----------------------------------------------------------------------===//

namespace {
/// A UTF-8 character at the beginning of a text, or a byte that is none.
struct Head {
  size_t bytes = 1;
  /// True if the text ends within the character.
  bool isCut = false;
  bool isValid = true;
  /// The code point of a control character: those of ASCII, DEL, and those from
  /// U+0080 on. U+009B begins a command, like ESC [.
  std::optional<unsigned> control;
};
} // namespace

static Head readHead(StringRef text) {
  Head head;
  unsigned char first = text.front();
  if (first < 0x80) {
    if (first < 0x20 || first == 0x7f)
      head.control = first;
    return head;
  }
  head.bytes = getNumBytesForUTF8(first);
  const auto *bytes = reinterpret_cast<const UTF8 *>(text.data());
  if (head.bytes > text.size()) {
    StringRef rest = text.drop_front();
    head.isCut = first >= 0xc2 && first <= 0xf4 &&
                 all_of(rest, [](char c) { return (c & 0xc0) == 0x80; });
    head.isValid = false;
  } else {
    head.isValid = isLegalUTF8Sequence(bytes, bytes + head.bytes);
  }
  if (!head.isValid)
    head.bytes = head.isCut ? text.size() : 1;
  else if (first == 0xc2 && (unsigned char)text[1] < 0xa0)
    head.control = (unsigned char)text[1];
  return head;
}

namespace {
/// The form in which control characters are written.
struct Form {
  /// Control characters that stay as they are.
  StringLiteral kept;
  /// The text ahead of the number.
  StringLiteral mark;
  bool hasNumber = true;
};
} // namespace

static constexpr Form ofText = {"\n\t", "\\x"}, ofName = {"", "\\x"},
                      ofJson = {"\n\t", "\\u00"},
                      ofExcerpt = {"\t", " ", /*hasNumber=*/false};

template <typename Write>
static void writeByte(unsigned byte, const Form &form, Write write) {
  const char digits[] = {hexdigit(byte >> 4, /*LowerCase=*/true),
                         hexdigit(byte & 15, /*LowerCase=*/true)};
  write(form.mark);
  if (form.hasNumber)
    write(StringRef(digits, 2));
}

/// Calls `write` with the characters of `text`, or their replacements. Returns
/// the incomplete character at the end, if there is one.
template <typename Write>
static StringRef escape(StringRef text, const Form &form, Write write) {
  while (!text.empty()) {
    Head head = readHead(text);
    if (head.isCut)
      return text;
    StringRef character = text.take_front(head.bytes);
    text = text.drop_front(head.bytes);
    if (head.control && !form.kept.contains(character))
      writeByte(*head.control, form, write);
    else if (head.isValid)
      write(character);
    else
      writeByte((unsigned char)character.front(), form, write);
  }
  return text;
}

static std::string escapeAll(StringRef text, const Form &form) {
  std::string escaped;
  auto write = [&](StringRef piece) { escaped += piece; };
  // Nothing continues the incomplete character: its bytes are written as
  // numbers.
  for (unsigned char byte : escape(text, form, write))
    writeByte(byte, form, write);
  return escaped;
}

std::string escapeControls(StringRef text) { return escapeAll(text, ofText); }

std::string escapeName(StringRef name) { return escapeAll(name, ofName); }

std::string escapeJson(StringRef json) { return escapeAll(json, ofJson); }

std::string blankControls(StringRef line) { return escapeAll(line, ofExcerpt); }

//===----------------------------------------------------------------------===//
// Streams
//===----------------------------------------------------------------------===//

void EscapingStream::write_impl(const char *bytes, size_t count) {
  // Several threads may write messages at once, as to standard error.
  static std::mutex mutex;
  std::lock_guard<std::mutex> guard(mutex);
  std::string text = std::exchange(pending, "");
  text.append(bytes, count);
  std::string escaped;
  pending = escape(text, ofText, [&](StringRef piece) { escaped += piece; });
  os << escaped;
}

EscapingStream::~EscapingStream() {
  os << escapeControls(std::exchange(pending, ""));
}

raw_ostream &messages() {
  // Never destroyed: a process may write while it ends.
  static auto &stream = *new EscapingStream(errs());
  return stream;
}

//===----------------------------------------------------------------------===//
// The filter
//===----------------------------------------------------------------------===//

/// The filter before standard error.
static std::atomic<StandardErrorFilter *> activeFilter{nullptr};

static void writeTo(int descriptor, StringRef text) {
  while (!text.empty()) {
    ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno != EINTR)
      return;
    text = text.drop_front(std::max<ssize_t>(written, 0));
  }
}

/// Copies from the pipe, escaped. It allocates nothing, because the process may
/// have crashed within malloc.
static void pumpEscaped(int from, int to) {
  char bytes[4096];
  size_t kept = 0;
  for (;;) {
    ssize_t count = ::read(from, bytes + kept, sizeof bytes - kept);
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      break;
    char escaped[4 * sizeof bytes];
    size_t size = 0;
    StringRef rest =
        escape({bytes, kept + size_t(count)}, ofText, [&](StringRef piece) {
          size = copy(piece, escaped + size) - escaped;
        });
    writeTo(to, {escaped, size});
    kept = copy(rest, bytes) - bytes;
  }
  for (unsigned char byte : StringRef(bytes, kept))
    writeByte(byte, ofText, [&](StringRef piece) { writeTo(to, piece); });
  ::close(from);
}

static void finishActiveFilter() {
  if (StandardErrorFilter *filter = activeFilter.exchange(nullptr))
    filter->finish();
}

/// The pump is a plain thread: std::thread ends the process if no thread can be
/// created.
bool StandardErrorFilter::startPump(int from, int to) {
  source = from;
  target = to;
  auto run = [](void *filter) -> void * {
    auto *self = static_cast<StandardErrorFilter *>(filter);
    pumpEscaped(self->source, self->target);
    return nullptr;
  };
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 256 << 10);
  isRunning = pthread_create(&pump, &attributes, run, this) == 0;
  pthread_attr_destroy(&attributes);
  return isRunning;
}

StandardErrorFilter::StandardErrorFilter() {
  int ends[2];
  if (activeFilter.load() || ::pipe2(ends, O_CLOEXEC))
    return;
  int real = ::fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  if (real < 0 || !startPump(ends[0], real)) {
    for (int descriptor : {ends[0], ends[1], real})
      ::close(descriptor);
    return;
  }
  ::dup2(ends[1], STDERR_FILENO);
  ::close(ends[1]);
  activeFilter = this;
  [[maybe_unused]] static bool isRegistered = [] {
    std::atexit(finishActiveFilter);
    sys::AddSignalHandler([](void *) { finishActiveFilter(); }, nullptr);
    return true;
  }();
}

void StandardErrorFilter::finish() {
  if (!std::exchange(isRunning, false))
    return;
  activeFilter = nullptr;
  // Closes the last writer of the pipe, so that its reader sees the end.
  ::dup2(target, STDERR_FILENO);
  pthread_join(pump, nullptr);
  ::close(target);
}

int StandardErrorFilter::descriptor() {
  StandardErrorFilter *filter = activeFilter.load();
  return filter ? filter->target : STDERR_FILENO;
}

} // namespace tessera
