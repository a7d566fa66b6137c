//===- FailingCall.h - A program of which one system call fails -*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program is run under ptrace, as debuggers run one, so that any program can
// be judged, whichever libraries it is linked with.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_UNITTESTS_CALLS_FAILINGCALL_H
#define TESSERA_UNITTESTS_CALLS_FAILINGCALL_H

#include <functional>
#include <string>
#include <vector>

namespace tessera {

/// A kind of system calls, and the error by which one of them fails.
struct CallKind {
  const char *name;
  std::vector<long> numbers;
  int error;
};

/// Calls by which programs open, read, write, rename and map files, start
/// threads and processes, and run others.
const std::vector<CallKind> &callKinds();

/// The end of a program.
struct TracedEnd {
  /// The exit status; -1 if a signal has ended it.
  int status = -1;
  int signal = 0;
  /// True if it has made the call that was to fail.
  bool hasFailed = false;
  /// The reason for which the system does not let it be traced, in words; "" if
  /// it does. Nothing of the program has run then, or it was ended.
  std::string refusal;
};

/// Runs a program whose call of that number, from 1 on, of this kind fails.
/// Counts those of its threads and of what it forks, but none of a program that
/// these run in their place. Its messages go to the file `log`.
TracedEnd runWithFailingCall(const std::vector<std::string> &command,
                             const CallKind &kind, unsigned number,
                             const std::string &log);

/// The same for a function in a process of its own, which ends with the status
/// that it returns.
TracedEnd runWithFailingCall(const std::function<int()> &function,
                             const CallKind &kind, unsigned number,
                             const std::string &log);

} // namespace tessera

#endif // TESSERA_UNITTESTS_CALLS_FAILINGCALL_H
