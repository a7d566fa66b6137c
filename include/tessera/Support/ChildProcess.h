//===- ChildProcess.h - A program that ends when we do ----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_SUPPORT_CHILDPROCESS_H
#define TESSERA_SUPPORT_CHILDPROCESS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>
#include <utility>

namespace tessera {

/// A file in memory without a name: it disappears when the process ends,
/// however it ends, and needs no writable folder.
class MemoryFile {
public:
  /// `name` is shown by tools that inspect a process, such as lsof.
  static llvm::Expected<MemoryFile> create(const char *name,
                                           llvm::StringRef contents = {});
  MemoryFile(MemoryFile &&other) : fd(std::exchange(other.fd, -1)) {}
  MemoryFile &operator=(MemoryFile &&) = delete;
  ~MemoryFile();

  /// All that any process has written to it.
  llvm::Expected<std::string> read() const;

  int getDescriptor() const { return fd; }

private:
  explicit MemoryFile(int fd) : fd(fd) {}

  int fd;
};

/// The end of a process: an exit code of 0 to 255, or another end. For a
/// program that did not start, `code` is the system's error number; for one
/// that was killed, the number of the signal.
struct ProcessEnd {
  enum class Kind { Exited, NotStarted, Killed } kind;
  int code = 0;
  /// For NotStarted and Killed: the reason in words.
  std::string reason;
};

/// Runs `arguments`, of which the first is the path of the program, to its end.
/// Its standard input is empty; both its output streams go to `log`. `files[i]`
/// is open in the program and called `childFileName(i)`. On Linux the program
/// is killed when the calling process ends, by whatever signal; and when the
/// TimeLimit of the calling thread is over.
ProcessEnd runChildProcess(llvm::ArrayRef<std::string> arguments,
                           const MemoryFile &log,
                           llvm::ArrayRef<const MemoryFile *> files = {});

/// The end of a program, and what it wrote to both its output streams.
struct ProcessOutput {
  ProcessEnd end;
  std::string said;
};

/// Runs `arguments` as `runChildProcess` does, and keeps what the program says.
/// An error is one of memory, or of reading that.
llvm::Expected<ProcessOutput>
runForOutput(llvm::ArrayRef<std::string> arguments,
             llvm::ArrayRef<const MemoryFile *> files = {});

/// A program that answers requests, one after the other, until this object
/// goes. It calls `serveParent`. The text of its output streams is kept for the
/// error of a request that it does not answer.
class ChildServer {
public:
  /// Starts `arguments`, of which the first is the path of the program.
  static llvm::Expected<std::unique_ptr<ChildServer>>
  start(llvm::ArrayRef<std::string> arguments);
  ChildServer(const ChildServer &) = delete;
  ChildServer &operator=(const ChildServer &) = delete;
  ~ChildServer();

  /// Returns the answer. If the program ends instead, the error is what it said
  /// or, if it was killed, by what; such a server can be asked no more.
  llvm::Expected<std::string> ask(llvm::StringRef request);

  /// False once the program has ended, or stopped listening.
  bool isListening() const;

private:
  ChildServer(std::string program, MemoryFile log)
      : program(std::move(program)), log(std::move(log)) {}
  llvm::Error describeEnd();

  std::string program;
  MemoryFile log;
  int process = -1, channel = -1;
};

/// In a program that a ChildServer starts: answers each request until the
/// parent has no more. An error of `answer` is returned at once. A program that
/// was started by hand gets an error which names `parent`.
llvm::Error serveParent(
    llvm::StringRef parent,
    llvm::function_ref<llvm::Expected<std::string>(llvm::StringRef)> answer);

/// The path under which a child process finds the file `index`, the same in
/// each run: "/dev/fd/3". Valid only if `hasChildFiles`.
std::string childFileName(unsigned index);

/// True if open files have names, which requires /proc to be mounted.
bool hasChildFiles();

} // namespace tessera

#endif // TESSERA_SUPPORT_CHILDPROCESS_H
