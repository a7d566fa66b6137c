//===- ChildProcess.cpp - A program that ends when we do ------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// llvm/Support/Program.h starts programs too, but leaves them running when a
// signal ends the parent: a client's time-out, Ctrl-C, a batch system.
//
//===----------------------------------------------------------------------===//

#include "tessera/Support/ChildProcess.h"

#include "llvm/Support/Errno.h"
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;
using sys::RetryAfterSignal;

namespace tessera {

static Error systemError(StringRef what) {
  std::error_code error(errno, std::generic_category());
  return createStringError(error, what + ": " + error.message());
}

//===----------------------------------------------------------------------===//
// Files in memory
//===----------------------------------------------------------------------===//

Expected<MemoryFile> MemoryFile::create(const char *name, StringRef contents) {
  int fd = memfd_create(name, MFD_CLOEXEC);
  if (fd < 0)
    return systemError("cannot make a file in memory");
  MemoryFile file(fd);
  while (!contents.empty()) {
    ssize_t written =
        RetryAfterSignal(-1, ::write, fd, contents.data(), contents.size());
    if (written < 0)
      return systemError("cannot fill a file in memory");
    contents = contents.drop_front(written);
  }
  lseek(fd, 0, SEEK_SET);
  return std::move(file);
}

MemoryFile::~MemoryFile() {
  if (fd >= 0)
    close(fd);
}

Expected<std::string> MemoryFile::read() const {
  struct stat status;
  if (fstat(fd, &status))
    return systemError("cannot read a file in memory");
  std::string contents(status.st_size, '\0');
  for (size_t at = 0; at < contents.size();) {
    ssize_t length = RetryAfterSignal(-1, ::pread, fd, contents.data() + at,
                                      contents.size() - at, off_t(at));
    if (length <= 0)
      return systemError("cannot read a file in memory");
    at += length;
  }
  return contents;
}

//===----------------------------------------------------------------------===//
// The child
//===----------------------------------------------------------------------===//

/// The descriptor of the first file in the child, after the standard streams.
static constexpr int firstFile = 3;

std::string childFileName(unsigned index) {
  return "/dev/fd/" + std::to_string(firstFile + index);
}

bool hasChildFiles() { return access("/dev/fd", X_OK) == 0; }

/// Gives the files their numbers. They are first moved to higher numbers,
/// because one may have the number of another. Only async-signal-safe functions
/// may be called here: other threads of the parent may hold locks.
static bool arrangeFiles(const int *files, int *moved, size_t count, int log) {
  int above = firstFile + static_cast<int>(count);
  for (size_t i = 0; i < count; ++i)
    if ((moved[i] = fcntl(files[i], F_DUPFD_CLOEXEC, above)) < 0)
      return false;
  if ((log = fcntl(log, F_DUPFD_CLOEXEC, above)) < 0)
    return false;
  int empty = open("/dev/null", O_RDONLY);
  if (empty < 0 || dup2(empty, STDIN_FILENO) < 0 ||
      dup2(log, STDOUT_FILENO) < 0 || dup2(log, STDERR_FILENO) < 0)
    return false;
  for (size_t i = 0; i < count; ++i)
    if (dup2(moved[i], firstFile + static_cast<int>(i)) < 0)
      return false;
  return true;
}

/// Runs in the child between fork and exec. If exec fails, the error goes to
/// the parent through `report`.
[[noreturn]] static void becomeProgram(char **arguments, const int *files,
                                       int *moved, size_t count, int log,
                                       pid_t parent, int report) {
  report = fcntl(report, F_DUPFD_CLOEXEC, firstFile + static_cast<int>(count));
  // The kernel sends the signal when the parent's thread ends, so it must not
  // have ended before.
  if (report >= 0 && prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 &&
      getppid() == parent && arrangeFiles(files, moved, count, log))
    execv(arguments[0], arguments);
  int error = errno;
  [[maybe_unused]] ssize_t written = write(report, &error, sizeof(error));
  _exit(127);
}

static ProcessEnd waitFor(pid_t child, int report) {
  int error = 0, status = 0;
  ssize_t length = RetryAfterSignal(-1, ::read, report, &error, sizeof(error));
  RetryAfterSignal(-1, ::waitpid, child, &status, 0);
  if (length == sizeof(error))
    return {ProcessEnd::Kind::NotStarted, error, sys::StrError(error)};
  if (WIFEXITED(status))
    return {ProcessEnd::Kind::Exited, WEXITSTATUS(status), ""};
  const char *name = sigdescr_np(WTERMSIG(status));
  return {ProcessEnd::Kind::Killed, WTERMSIG(status),
          name ? name : "signal " + std::to_string(WTERMSIG(status))};
}

ProcessEnd runChildProcess(ArrayRef<std::string> arguments,
                           const MemoryFile &log,
                           ArrayRef<const MemoryFile *> files) {
  SmallVector<char *> argv;
  for (const std::string &argument : arguments)
    argv.push_back(const_cast<char *>(argument.c_str()));
  argv.push_back(nullptr);
  SmallVector<int> descriptors, moved(files.size());
  for (const MemoryFile *file : files)
    descriptors.push_back(file->getDescriptor());

  int report[2];
  if (pipe2(report, O_CLOEXEC))
    return {ProcessEnd::Kind::NotStarted, errno, sys::StrError()};
  pid_t parent = getpid(), child = fork();
  if (child == 0)
    becomeProgram(argv.data(), descriptors.data(), moved.data(), files.size(),
                  log.getDescriptor(), parent, report[1]);
  int error = errno;
  close(report[1]);
  ProcessEnd end = child < 0 ? ProcessEnd{ProcessEnd::Kind::NotStarted, error,
                                          sys::StrError(error)}
                             : waitFor(child, report[0]);
  close(report[0]);
  return end;
}

} // namespace tessera
