//===- EscapedText.h - Text that a terminal shows and obeys not -*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names of files, kernels and options are any bytes, and messages quote them. A
// terminal takes some bytes for commands: to move, to hide what stands there,
// to answer. Here they become text, `\x1b` for the escape character. UTF-8
// stays as it is; a byte that is no UTF-8 is written as a number, too.
//
// Tools write messages to `messages()`, and never to llvm::errs().
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_SUPPORT_ESCAPEDTEXT_H
#define TESSERA_SUPPORT_ESCAPEDTEXT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <pthread.h>
#include <string>

namespace tessera {

/// Returns `text` with control characters as text, except ends of lines and
/// tabulators. To escape twice is to escape once.
std::string escapeControls(llvm::StringRef text);

/// The same for a name, which ends no line: `\n` becomes `\x0a`.
std::string escapeName(llvm::StringRef name);

/// The same for JSON, without loss: what JSON permits to stand as it is becomes
/// an escape sequence of JSON.
std::string escapeJson(llvm::StringRef json);

/// Puts a blank in the place of each control character, for a line of which
/// columns are counted.
std::string blankControls(llvm::StringRef line);

/// Escapes what is written to it, and hands it on at once.
class EscapingStream : public llvm::raw_ostream {
public:
  explicit EscapingStream(llvm::raw_ostream &os)
      : raw_ostream(/*unbuffered=*/true), os(os) {}
  ~EscapingStream() override;

private:
  void write_impl(const char *bytes, size_t count) override;
  uint64_t current_pos() const override { return os.tell(); }

  llvm::raw_ostream &os;
  /// The beginning of a character of UTF-8.
  std::string pending;
};

/// Standard error, escaped.
llvm::raw_ostream &messages();

/// While one lives, everything that is written to standard error is escaped,
/// by whomever: for code of LLVM, which takes no stream for its messages. The
/// rest is written at the end of the process, too, and at a crash.
class StandardErrorFilter {
public:
  StandardErrorFilter();
  ~StandardErrorFilter() { finish(); }
  StandardErrorFilter(const StandardErrorFilter &) = delete;
  StandardErrorFilter &operator=(const StandardErrorFilter &) = delete;

  void finish();
  /// The descriptor behind the filter, for a process that ends at once.
  static int descriptor();

private:
  bool startPump(int from, int to);

  bool isRunning = false;
  int source = -1, target = -1;
  pthread_t pump;
};

} // namespace tessera

#endif // TESSERA_SUPPORT_ESCAPEDTEXT_H
