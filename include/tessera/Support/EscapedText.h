//===- EscapedText.h - Text without commands for a terminal -----*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names of files, kernels and options are any bytes, and messages quote them. A
// terminal obeys some bytes as commands: to move the cursor, to hide text, to
// send an answer. Here they become text, `\x1b` for the escape character. UTF-8
// stays as it is; a byte that is no UTF-8 becomes a number, too.
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

/// Returns `text` with control characters as text, except newlines and tabs.
/// Escaping twice gives the same as escaping once.
std::string escapeControls(llvm::StringRef text);

/// The same for a name, which must not contain newlines: `\n` becomes `\x0a`.
std::string escapeName(llvm::StringRef name);

/// The same for JSON, without loss: control characters that JSON permits raw
/// become its escape sequences.
std::string escapeJson(llvm::StringRef json);

/// Replaces each control character by a blank, for a line in which columns are
/// counted.
std::string blankControls(llvm::StringRef line);

/// A stream that escapes all text and passes it on at once.
class EscapingStream : public llvm::raw_ostream {
public:
  explicit EscapingStream(llvm::raw_ostream &os)
      : raw_ostream(/*unbuffered=*/true), os(os) {}
  ~EscapingStream() override;

private:
  void write_impl(const char *bytes, size_t count) override;
  uint64_t current_pos() const override { return os.tell(); }

  llvm::raw_ostream &os;
  /// The beginning of a UTF-8 character whose rest has not come yet.
  std::string pending;
};

/// Standard error, escaped.
llvm::raw_ostream &messages();

/// Escapes everything that is written to standard error while one lives, by any
/// code: LLVM's own code takes no stream for its messages. The rest is also
/// written at the end of the process, and at a crash.
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
