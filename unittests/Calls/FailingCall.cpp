//===- FailingCall.cpp - A program of which one system call fails ---------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FailingCall.h"
#include "llvm/ADT/STLExtras.h"
#include <cerrno>
#include <csignal>
#include <cstring>
#include <elf.h>
#include <fcntl.h>
#include <set>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace tessera;

const std::vector<CallKind> &tessera::callKinds() {
  static const std::vector<CallKind> kinds = {
      {"open", {SYS_open, SYS_openat}, EMFILE},
      {"read", {SYS_read, SYS_pread64}, EIO},
      {"write", {SYS_write, SYS_pwrite64, SYS_writev}, ENOSPC},
      {"rename", {SYS_rename, SYS_renameat, SYS_renameat2}, EIO},
      {"map", {SYS_mmap}, ENOMEM},
      {"memory-file", {SYS_memfd_create}, EMFILE},
      {"pipe", {SYS_pipe, SYS_pipe2}, EMFILE},
      {"fork", {SYS_fork, SYS_vfork, SYS_clone, SYS_clone3}, EAGAIN},
      {"run", {SYS_execve}, EACCES},
  };
  return kinds;
}

namespace {
/// The exit status of a process that cannot be traced, which no tool has.
constexpr int isUntraceable = 113;

/// Follows a program and all that it starts.
class Tracer {
public:
  Tracer(const CallKind &kind, unsigned number, pid_t program, bool runs)
      : kind(kind), number(number), program(program), runs(runs) {}
  TracedEnd follow();

private:
  void goOn(pid_t task, int signal = 0);
  void begin(pid_t task);
  void refuse(pid_t task, const char *what);
  void stopped(pid_t task, int status);
  void judgeCall(pid_t task);

  const CallKind &kind;
  const unsigned number;
  const pid_t program;
  /// True from the moment on at which the program itself runs.
  bool runs;
  unsigned seen = 0;
  /// Tasks that have begun, those that run another program, and those in a call
  /// that fails.
  std::set<pid_t> known, foreign, failing;
  TracedEnd end;
};
} // namespace

/// Lets the parent trace this process, from a stop on. A signal ends it where
/// it takes a minute. No stop without a tracer, which none would end.
static void beTraced(const std::string &log) {
  const int file =
      open(log.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  dup2(open("/dev/null", O_RDONLY | O_CLOEXEC), STDIN_FILENO);
  dup2(file, STDOUT_FILENO);
  dup2(file, STDERR_FILENO);
  alarm(60);
  if (ptrace(PTRACE_TRACEME, 0, nullptr, nullptr))
    _exit(isUntraceable);
  raise(SIGSTOP);
}

/// Ends a task that cannot be followed, so that none waits for it. One that has
/// ended meanwhile is none of these.
void Tracer::refuse(pid_t task, const char *what) {
  const int error = errno;
  if (error == ESRCH)
    return;
  if (end.refusal.empty())
    end.refusal = std::string(what) + ": " + std::strerror(error);
  kill(task, SIGKILL);
}

void Tracer::goOn(pid_t task, int signal) {
  if (ptrace(PTRACE_SYSCALL, task, nullptr, signal))
    refuse(task, "a task does not go on");
}

void Tracer::begin(pid_t task) {
  if (ptrace(PTRACE_SETOPTIONS, task, nullptr,
             PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACECLONE | PTRACE_O_TRACEFORK |
                 PTRACE_O_TRACEVFORK | PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL))
    refuse(task, "no tracing of system calls");
}

/// At the beginning or the end of a system call. One that is to fail has no
/// number that the system knows, and then the error as its result.
void Tracer::judgeCall(pid_t task) {
  __ptrace_syscall_info info;
  if (ptrace(PTRACE_GET_SYSCALL_INFO, task, sizeof info, &info) <= 0)
    return refuse(task, "no look at a system call");
  user_regs_struct registers;
  if (ptrace(PTRACE_GETREGS, task, nullptr, &registers))
    return refuse(task, "no look at registers");
  if (info.op == PTRACE_SYSCALL_INFO_EXIT && failing.erase(task)) {
    registers.rax = -uint64_t(kind.error);
    if (ptrace(PTRACE_SETREGS, task, nullptr, &registers))
      refuse(task, "no change of registers");
  }
  if (info.op != PTRACE_SYSCALL_INFO_ENTRY || !runs || foreign.count(task) ||
      !llvm::is_contained(kind.numbers, long(info.entry.nr)) ||
      ++seen != number)
    return;
  registers.orig_rax = ~uint64_t(0);
  if (ptrace(PTRACE_SETREGS, task, nullptr, &registers))
    return refuse(task, "no change of registers");
  end.hasFailed = true;
  failing.insert(task);
}

void Tracer::stopped(pid_t task, int status) {
  const int signal = WSTOPSIG(status);
  const int event = status >> 16;
  if (signal == (SIGTRAP | 0x80)) {
    judgeCall(task);
    return goOn(task);
  }
  if (event == PTRACE_EVENT_EXEC) {
    if (task != program || std::exchange(runs, true))
      foreign.insert(task);
    return goOn(task);
  }
  // Each new task begins with a stop of its own, which is no signal.
  const bool isNew = known.insert(task).second;
  goOn(task, event || (isNew && signal == SIGSTOP) ? 0 : signal);
}

TracedEnd Tracer::follow() {
  int status;
  while (pid_t task = waitpid(-1, &status, __WALL)) {
    if (task < 0)
      break;
    if (WIFSTOPPED(status)) {
      if (known.empty())
        begin(task);
      stopped(task, status);
    } else if (task == program) {
      end.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
      end.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    }
  }
  if (program < 0)
    end.refusal = "no process begins";
  else if (end.status == isUntraceable && end.refusal.empty())
    end.refusal = "a process cannot be traced";
  return end;
}

TracedEnd tessera::runWithFailingCall(const std::vector<std::string> &command,
                                      const CallKind &kind, unsigned number,
                                      const std::string &log) {
  std::vector<char *> words;
  for (const std::string &word : command)
    words.push_back(const_cast<char *>(word.c_str()));
  words.push_back(nullptr);
  const pid_t program = fork();
  if (program == 0) {
    beTraced(log);
    execv(words.front(), words.data());
    _exit(127);
  }
  return Tracer(kind, number, program, /*runs=*/false).follow();
}

TracedEnd tessera::runWithFailingCall(const std::function<int()> &function,
                                      const CallKind &kind, unsigned number,
                                      const std::string &log) {
  const pid_t program = fork();
  if (program == 0) {
    beTraced(log);
    _exit(function());
  }
  return Tracer(kind, number, program, /*runs=*/true).follow();
}
