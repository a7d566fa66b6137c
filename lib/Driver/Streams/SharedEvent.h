//===- SharedEvent.h - The part of an event that processes share *- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Records of an event have numbers, which a file without a name counts. While
// the work that a record comes after is not done, the process that recorded has
// a lock on the byte of that number, and whoever waits for the record waits for
// the lock. The host takes away the locks of a process that ends, so that nobody
// waits for it.
//
// A record brings about all that it comes after before its call returns, since
// another process cannot make this one run its tasks. A wait is for a record
// whose call began before: so waits do not form a cycle.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DRIVER_STREAMS_SHAREDEVENT_H
#define TESSERA_LIB_DRIVER_STREAMS_SHAREDEVENT_H

#include "../Processes.h"
#include <atomic>
#include <memory>

namespace tessera::driver {

class SharedEvent {
public:
  /// Null if the host has no file for it.
  static std::shared_ptr<SharedEvent> make();
  /// The event of a handle; null if its process has ended or destroyed it.
  static std::shared_ptr<SharedEvent> open(const FileHandle &handle);
  ~SharedEvent();
  SharedEvent(const SharedEvent &) = delete;
  SharedEvent &operator=(const SharedEvent &) = delete;

  FileHandle handle() const;
  /// Begins a record, and returns its number; `end` ends it.
  uint64_t begin();
  void end(uint64_t number);
  /// The number of the last record, of any process; 0 before the first.
  uint64_t last() const { return *records; }
  bool isDone(uint64_t number) const;
  /// Blocks until a record of another process is done.
  void wait(uint64_t number) const;

private:
  SharedEvent(int file, std::atomic<uint64_t> *records)
      : file(file), records(records) {}
  static std::shared_ptr<SharedEvent> map(int file);

  int file;
  /// In the file.
  std::atomic<uint64_t> *records;
};

} // namespace tessera::driver

#endif // TESSERA_LIB_DRIVER_STREAMS_SHAREDEVENT_H
