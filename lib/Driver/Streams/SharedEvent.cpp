//===- SharedEvent.cpp - The part of an event that processes share --------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedEvent.h"
#include "../Driver.h"
#include "../Functions.h"
#include <cerrno>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

using namespace tessera::driver;

static constexpr uint64_t fileBytes = sizeof(std::atomic<uint64_t>);

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

/// Owns the file from now on.
std::shared_ptr<SharedEvent> SharedEvent::map(int file) {
  void *memory = file < 0 ? MAP_FAILED
                          : mmap(nullptr, fileBytes, PROT_READ | PROT_WRITE,
                                 MAP_SHARED, file, 0);
  if (memory != MAP_FAILED)
    return std::shared_ptr<SharedEvent>(
        new SharedEvent(file, static_cast<std::atomic<uint64_t> *>(memory)));
  if (file >= 0)
    close(file);
  return nullptr;
}

std::shared_ptr<SharedEvent> SharedEvent::make() {
  int file = memfd_create("tessera", MFD_CLOEXEC);
  if (file >= 0 && ftruncate(file, fileBytes) != 0) {
    close(file);
    return nullptr;
  }
  return map(file);
}

std::shared_ptr<SharedEvent> SharedEvent::open(const FileHandle &handle) {
  return map(handle.open());
}

SharedEvent::~SharedEvent() {
  munmap(records, fileBytes);
  close(file);
}

FileHandle SharedEvent::handle() const {
  return FileHandle::of(SharedKind::Event, file, fileBytes);
}

//===----------------------------------------------------------------------===//
// Records
//===----------------------------------------------------------------------===//

/// Does something about the lock of a record. Locks belong to the open file, so
/// that they hold among the events of one process as well.
static struct flock control(int file, int command, int type, uint64_t number) {
  struct flock lock = {};
  lock.l_type = short(type);
  lock.l_whence = SEEK_SET;
  lock.l_start = off_t(number);
  lock.l_len = 1;
  while (fcntl(file, command, &lock) != 0 && errno == EINTR)
    continue;
  return lock;
}

uint64_t SharedEvent::begin() {
  uint64_t number = ++*records;
  control(file, F_OFD_SETLK, F_WRLCK, number);
  return number;
}

void SharedEvent::end(uint64_t number) {
  control(file, F_OFD_SETLK, F_UNLCK, number);
}

bool SharedEvent::isDone(uint64_t number) const {
  return !number ||
         control(file, F_OFD_GETLK, F_RDLCK, number).l_type == F_UNLCK;
}

void SharedEvent::wait(uint64_t number) const {
  if (isDone(number))
    return;
  control(file, F_OFD_SETLKW, F_RDLCK, number);
  control(file, F_OFD_SETLK, F_UNLCK, number);
}

//===----------------------------------------------------------------------===//
// Handles
//===----------------------------------------------------------------------===//

CUresult api::cuIpcGetEventHandle(CUipcEventHandle *handle, CUevent from) {
  Driver &driver = Driver::get();
  Context *context;
  const Event *event = driver.events.find(from);
  if (!handle)
    return CUDA_ERROR_INVALID_VALUE;
  CU_CHECK(driver.requireContext(context));
  if (!event || !event->shared)
    return CUDA_ERROR_INVALID_HANDLE;
  *handle = toApi<CUipcEventHandle>(event->shared->handle());
  return CUDA_SUCCESS;
}

CUresult api::cuIpcOpenEventHandle(CUevent *event, CUipcEventHandle from) {
  Driver &driver = Driver::get();
  Context *context;
  FileHandle handle = fromApi(from);
  if (!event)
    return CUDA_ERROR_INVALID_VALUE;
  CU_CHECK(driver.requireContext(context));
  CU_CHECK(handle.check(SharedKind::Event));
  auto made = std::make_shared<Event>();
  made->context = context;
  made->flags = CU_EVENT_DISABLE_TIMING;
  made->shared = SharedEvent::open(handle);
  if (!made->shared)
    return CUDA_ERROR_MAP_FAILED;
  *event = driver.events.add(made);
  return CUDA_SUCCESS;
}
