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

#include "tessera/Support/TimeLimit.h"
#include "llvm/Support/Errno.h"
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <optional>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
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
                                       std::optional<pid_t> parent,
                                       int report) {
  report = fcntl(report, F_DUPFD_CLOEXEC, firstFile + static_cast<int>(count));
  // The kernel sends the signal when the parent's thread ends, so it must not
  // have ended before.
  bool dies = !parent ||
              (prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && getppid() == *parent);
  if (report >= 0 && dies && arrangeFiles(files, moved, count, log))
    execv(arguments[0], arguments);
  int error = errno;
  [[maybe_unused]] ssize_t written = write(report, &error, sizeof(error));
  _exit(127);
}

namespace {
/// A child that was forked; `error` is the system's if it could not start.
struct Started {
  pid_t child = -1;
  int error = 0;
};
} // namespace

/// Starts a program and waits until it has begun, or could not. With
/// `endsWithThread`, it is killed when the calling thread ends.
static Started startProgram(ArrayRef<std::string> arguments,
                            const MemoryFile &log, ArrayRef<int> files,
                            bool endsWithThread) {
  SmallVector<char *> argv;
  for (const std::string &argument : arguments)
    argv.push_back(const_cast<char *>(argument.c_str()));
  argv.push_back(nullptr);
  SmallVector<int> moved(files.size());

  int report[2];
  if (pipe2(report, O_CLOEXEC))
    return {-1, errno};
  std::optional<pid_t> parent;
  if (endsWithThread)
    parent = getpid();
  pid_t child = fork();
  if (child == 0)
    becomeProgram(argv.data(), files.data(), moved.data(), files.size(),
                  log.getDescriptor(), parent, report[1]);
  int error = child < 0 ? errno : 0;
  close(report[1]);
  if (child > 0)
    RetryAfterSignal(-1, ::read, report[0], &error, sizeof(error));
  close(report[0]);
  return {child, error};
}

/// Kills the child unless it ends by itself in time. Waiting for a process up to
/// a time takes a newer kernel than we ask for, so this looks now and then.
static void killWhenLate(pid_t child, TimeLimit::Clock::time_point end) {
  constexpr timespec pause{0, 2'000'000};
  siginfo_t info;
  do {
    info.si_pid = 0;
    if (waitid(P_PID, child, &info, WEXITED | WNOHANG | WNOWAIT) ||
        info.si_pid == child)
      return;
    nanosleep(&pause, nullptr);
  } while (TimeLimit::Clock::now() < end);
  kill(child, SIGKILL);
}

static ProcessEnd waitFor(Started started) {
  int status = 0;
  if (started.child > 0)
    RetryAfterSignal(-1, ::waitpid, started.child, &status, 0);
  if (started.error)
    return {ProcessEnd::Kind::NotStarted, started.error,
            sys::StrError(started.error)};
  if (WIFEXITED(status))
    return {ProcessEnd::Kind::Exited, WEXITSTATUS(status), ""};
  const char *name = sigdescr_np(WTERMSIG(status));
  return {ProcessEnd::Kind::Killed, WTERMSIG(status),
          name ? name : "signal " + std::to_string(WTERMSIG(status))};
}

ProcessEnd runChildProcess(ArrayRef<std::string> arguments,
                           const MemoryFile &log,
                           ArrayRef<const MemoryFile *> files) {
  SmallVector<int> descriptors;
  for (const MemoryFile *file : files)
    descriptors.push_back(file->getDescriptor());
  Started started =
      startProgram(arguments, log, descriptors, /*endsWithThread=*/true);
  std::optional<TimeLimit::Clock::time_point> end = TimeLimit::end();
  if (end && !started.error)
    killWhenLate(started.child, *end);
  return waitFor(started);
}

Expected<ProcessOutput> runForOutput(ArrayRef<std::string> arguments,
                                     ArrayRef<const MemoryFile *> files) {
  Expected<MemoryFile> log = MemoryFile::create("log");
  if (!log)
    return log.takeError();
  ProcessEnd end = runChildProcess(arguments, *log, files);
  Expected<std::string> said = log->read();
  if (!said)
    return said.takeError();
  return ProcessOutput{std::move(end), std::move(*said)};
}

//===----------------------------------------------------------------------===//
// A child that answers
//===----------------------------------------------------------------------===//
//
// A message is its length, in the bytes of a uint64_t here, and its text.

/// Sends all of a message's bytes. A reader that is gone is an error and raises
/// no signal.
static Error sendBytes(int channel, StringRef bytes) {
  while (!bytes.empty()) {
    ssize_t sent = RetryAfterSignal(-1, ::send, channel, bytes.data(),
                                    bytes.size(), MSG_NOSIGNAL);
    if (sent < 0)
      return systemError("cannot send a message");
    bytes = bytes.drop_front(sent);
  }
  return Error::success();
}

static Error sendMessage(int channel, StringRef text) {
  uint64_t length = text.size();
  StringRef head(reinterpret_cast<const char *>(&length), sizeof(length));
  if (Error error = sendBytes(channel, head))
    return error;
  return sendBytes(channel, text);
}

/// True if all of `bytes` were received, false if the sender is gone.
static bool receiveBytes(int channel, MutableArrayRef<char> bytes) {
  while (!bytes.empty()) {
    ssize_t length =
        RetryAfterSignal(-1, ::recv, channel, bytes.data(), bytes.size(), 0);
    if (length <= 0)
      return false;
    bytes = bytes.drop_front(length);
  }
  return true;
}

static std::optional<std::string> receiveMessage(int channel) {
  uint64_t length = 0;
  if (!receiveBytes(channel,
                    {reinterpret_cast<char *>(&length), sizeof(length)}))
    return std::nullopt;
  std::string text(length, '\0');
  if (!receiveBytes(channel, {text.data(), text.size()}))
    return std::nullopt;
  return text;
}

Expected<std::unique_ptr<ChildServer>>
ChildServer::start(ArrayRef<std::string> arguments) {
  Expected<MemoryFile> log = MemoryFile::create("log");
  if (!log)
    return log.takeError();
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
    return systemError("cannot make a channel to another process");
  // Another thread may go on asking; the child ends with the channel.
  Started started =
      startProgram(arguments, *log, {ends[1]}, /*endsWithThread=*/false);
  close(ends[1]);
  if (started.error) {
    close(ends[0]);
    return createStringError(arguments.front() +
                             " cannot be started: " + waitFor(started).reason);
  }
  std::unique_ptr<ChildServer> server(
      new ChildServer(arguments.front(), std::move(*log)));
  server->process = started.child;
  server->channel = ends[0];
  return std::move(server);
}

ChildServer::~ChildServer() {
  close(channel);
  if (process > 0)
    waitFor({process});
}

bool ChildServer::isListening() const {
  pollfd state{channel, POLLIN, 0};
  // Between answers, all that can be read is the end.
  return process > 0 && RetryAfterSignal(-1, ::poll, &state, 1, 0) == 0;
}

Error ChildServer::describeEnd() {
  // It may have closed the channel alone, and go on.
  siginfo_t info{};
  shutdown(channel, SHUT_RDWR);
  for (int look = 0; look < 100 && !info.si_pid; ++look) {
    waitid(P_PID, process, &info, WEXITED | WNOHANG | WNOWAIT);
    timespec pause{0, 10'000'000};
    if (!info.si_pid)
      nanosleep(&pause, nullptr);
  }
  if (!info.si_pid)
    kill(process, SIGKILL);
  ProcessEnd end = waitFor({std::exchange(process, -1)});
  if (end.kind == ProcessEnd::Kind::Killed)
    return createStringError(program +
                             " was ended by the system: " + end.reason);
  Expected<std::string> said = log.read();
  if (!said)
    return said.takeError();
  StringRef text = StringRef(*said).trim();
  return createStringError(text.empty() ? program + " ended without an answer"
                                        : text.str());
}

Expected<std::string> ChildServer::ask(StringRef request) {
  // A child that is gone is described below, by how it ended.
  consumeError(sendMessage(channel, request));
  if (std::optional<std::string> answer = receiveMessage(channel))
    return std::move(*answer);
  return describeEnd();
}

/// Ends this process with its parent, whatever it is busy with then.
static void endWithParent() {
  pollfd state{firstFile, POLLRDHUP, 0};
  RetryAfterSignal(-1, ::poll, &state, 1, -1);
  _exit(1);
}

Error serveParent(StringRef parent,
                  function_ref<Expected<std::string>(StringRef)> answer) {
  struct stat status;
  if (fstat(firstFile, &status) || !S_ISSOCK(status.st_mode))
    return createStringError(parent + " starts this program, and asks it");
  std::thread(endWithParent).detach();
  while (std::optional<std::string> request = receiveMessage(firstFile)) {
    Expected<std::string> text = answer(*request);
    if (!text)
      return text.takeError();
    if (Error error = sendMessage(firstFile, *text))
      return error;
  }
  return Error::success();
}

} // namespace tessera
