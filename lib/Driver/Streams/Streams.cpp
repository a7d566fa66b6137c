//===- Streams.cpp - Streams and events -----------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Driver.h"
#include "../Functions.h"

using namespace tessera::driver;

//===----------------------------------------------------------------------===//
// Streams
//===----------------------------------------------------------------------===//

CUresult api::cuStreamCreateWithPriority(CUstream *handle, unsigned flags,
                                         int priority) {
  Driver &driver = Driver::get();
  Context *context;
  if (!handle || (flags & ~CU_STREAM_NON_BLOCKING))
    return CUDA_ERROR_INVALID_VALUE;
  CU_CHECK(driver.requireContext(context));
  auto stream = std::make_shared<Stream>();
  stream->context = context;
  stream->flags = flags;
  stream->priority = priority < -5 ? -5 : priority > 0 ? 0 : priority;
  stream->id = ++driver.lastId;
  *handle = stream->handle = driver.streams.add(stream);
  return CUDA_SUCCESS;
}

CUresult api::cuStreamCreate(CUstream *handle, unsigned flags) {
  return cuStreamCreateWithPriority(handle, flags, 0);
}

/// Work that is in the stream still runs to its end.
CUresult api::cuStreamDestroy_v2(CUstream handle) {
  Driver &driver = Driver::get();
  const Stream *stream = driver.streams.find(handle);
  if (!stream)
    return CUDA_ERROR_INVALID_HANDLE;
  // A capture that began in this stream cannot end.
  endCapture(*stream);
  driver.streams.remove(handle);
  return CUDA_SUCCESS;
}
CUresult api::cuStreamDestroy(CUstream stream) {
  return cuStreamDestroy_v2(stream);
}

CUresult api::cuStreamQuery(CUstream handle) {
  Driver &driver = Driver::get();
  Stream *stream;
  CU_CHECK(driver.requireStream(handle, stream));
  CU_CHECK(refuseWaiting(*stream));
  Context *context = stream->context;
  TaskRef last = stream->last;
  // A program that polls must see the work end at some time.
  if (last && !last->isDone())
    driver.tasks.advance();
  CU_CHECK(context->error);
  return last && !last->isDone() ? CUDA_ERROR_NOT_READY : CUDA_SUCCESS;
}

CUresult api::cuStreamSynchronize(CUstream handle) {
  Stream *stream;
  CU_CHECK(Driver::get().requireStream(handle, stream));
  CU_CHECK(refuseWaiting(*stream));
  return Driver::get().synchronize(*stream);
}

CUresult api::cuStreamWaitEvent(CUstream handle, CUevent eventHandle,
                                unsigned flags) {
  Driver &driver = Driver::get();
  Stream *stream;
  CU_CHECK(driver.requireStream(handle, stream));
  Event *event = driver.events.find(eventHandle);
  if (!event)
    return CUDA_ERROR_INVALID_HANDLE;
  if (flags > 1)
    return CUDA_ERROR_INVALID_VALUE;
  if (stream->capture || event->capture)
    return captureWait(*stream, *event, eventHandle,
                       flags & CU_EVENT_WAIT_EXTERNAL);
  if (std::shared_ptr<SharedEvent> shared = event->shared)
    if (uint64_t number = shared->last(); !shared->isDone(number))
      return driver.enqueue(*stream, [shared, number] {
        Driver::get().callOut([&] { shared->wait(number); });
        return CUDA_SUCCESS;
      });
  if (!event->record)
    return CUDA_SUCCESS;
  return driver.enqueue(*stream, {}, {event->record});
}

CUresult api::cuLaunchHostFunc(CUstream handle, CUhostFn function,
                               void *userData) {
  Stream *stream;
  HostCall call{{function, userData}};
  CU_CHECK(check(call));
  CU_CHECK(Driver::get().requireStream(handle, stream));
  return Driver::get().submit(*stream, call);
}

CUresult tessera::driver::check(const HostCall &call) {
  return call.how.fn ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult tessera::driver::run(const HostCall &call) {
  Driver::get().callOut([&] { call.how.fn(call.how.userData); });
  return CUDA_SUCCESS;
}

CUresult api::cuStreamAddCallback(CUstream handle, CUstreamCallback callback,
                                  void *userData, unsigned flags) {
  Stream *stream;
  if (!callback || flags)
    return CUDA_ERROR_INVALID_VALUE;
  CU_CHECK(Driver::get().requireStream(handle, stream));
  CU_CHECK(refuseInCapture(stream->capture));
  return Driver::get().enqueue(*stream, [=] {
    Driver::get().callOut([&] { callback(handle, CUDA_SUCCESS, userData); });
    return CUDA_SUCCESS;
  });
}

/// Reads a property of a stream, even if its context has an error.
template <typename T, typename Fn>
static CUresult describe(CUstream handle, T *value, Fn of) {
  Stream *stream = nullptr;
  if (!value)
    return CUDA_ERROR_INVALID_VALUE;
  CUresult found = Driver::get().requireStream(handle, stream);
  if (!stream)
    return found;
  *value = of(*stream);
  return CUDA_SUCCESS;
}

CUresult api::cuStreamGetPriority(CUstream handle, int *priority) {
  return describe(handle, priority, [](Stream &s) { return s.priority; });
}
CUresult api::cuStreamGetFlags(CUstream handle, unsigned *flags) {
  return describe(handle, flags, [](Stream &s) { return s.flags; });
}
CUresult api::cuStreamGetCtx(CUstream handle, CUcontext *context) {
  return describe(handle, context, [](Stream &s) { return s.context->handle; });
}
CUresult api::cuStreamGetId(CUstream handle, unsigned long long *id) {
  return describe(handle, id, [](Stream &s) { return s.id; });
}

//===----------------------------------------------------------------------===//
// Events
//===----------------------------------------------------------------------===//

CUresult api::cuEventCreate(CUevent *handle, unsigned flags) {
  Driver &driver = Driver::get();
  Context *context;
  constexpr unsigned known =
      CU_EVENT_BLOCKING_SYNC | CU_EVENT_DISABLE_TIMING | CU_EVENT_INTERPROCESS;
  bool isShared = flags & CU_EVENT_INTERPROCESS;
  if (!handle || (flags & ~known) ||
      (isShared && !(flags & CU_EVENT_DISABLE_TIMING)))
    return CUDA_ERROR_INVALID_VALUE;
  CU_CHECK(driver.requireContext(context));
  // Only a program that reads the time pays for counting.
  if (driver.isModelled && !(flags & CU_EVENT_DISABLE_TIMING))
    tesseraDeviceSetCounters(driver.device, true);
  auto event = std::make_shared<Event>();
  event->context = context;
  event->flags = flags;
  if (isShared && !(event->shared = SharedEvent::make()))
    return CUDA_ERROR_OUT_OF_MEMORY;
  *handle = driver.events.add(event);
  return CUDA_SUCCESS;
}

CUresult api::cuEventDestroy_v2(CUevent handle) {
  return Driver::get().events.remove(handle) ? CUDA_SUCCESS
                                             : CUDA_ERROR_INVALID_HANDLE;
}
CUresult api::cuEventDestroy(CUevent event) { return cuEventDestroy_v2(event); }

static CUresult findEvent(CUevent handle, Event *&event) {
  event = Driver::get().events.find(handle);
  return event ? event->context->error : CUDA_ERROR_INVALID_HANDLE;
}

/// Finds an event whose last record is not in a capture.
static CUresult findRecorded(CUevent handle, Event *&event) {
  CU_CHECK(findEvent(handle, event));
  if (!event->capture)
    return CUDA_SUCCESS;
  event->capture.capture->isInvalidated = true;
  return CUDA_ERROR_CAPTURED_EVENT;
}

/// Graphs neither record events that processes share nor wait for them.
static CUresult findOfGraph(CUevent handle) {
  Event *event;
  CU_CHECK(findEvent(handle, event));
  return event->shared ? CUDA_ERROR_NOT_SUPPORTED : CUDA_SUCCESS;
}
CUresult tessera::driver::check(const EventWait &wait) {
  return findOfGraph(wait.event);
}
CUresult tessera::driver::check(const EventRecord &record) {
  return findOfGraph(record.event);
}

/// Records an event that processes share: all before it in its stream has been
/// done when this returns.
static CUresult recordShared(Event &event, Stream &stream) {
  Driver &driver = Driver::get();
  std::shared_ptr<SharedEvent> shared = event.shared;
  uint64_t number = shared->begin();
  TaskRef record;
  CUresult result = driver.enqueue(stream, {}, {}, &record);
  event.record = record;
  if (record)
    driver.tasks.finish(record);
  shared->end(number);
  return result;
}

CUresult api::cuEventRecordWithFlags(CUevent handle, CUstream streamHandle,
                                     unsigned flags) {
  Event *event;
  Stream *stream;
  CU_CHECK(findEvent(handle, event));
  CU_CHECK(Driver::get().requireStream(streamHandle, stream));
  if (flags > 1)
    return CUDA_ERROR_INVALID_VALUE;
  if (stream->context != event->context)
    return CUDA_ERROR_INVALID_HANDLE;
  if (stream->capture)
    return flags & CU_EVENT_RECORD_EXTERNAL
               ? Driver::get().submit(*stream, EventRecord{handle})
               : captureRecord(*stream, *event);
  event->capture = {};
  return event->shared ? recordShared(*event, *stream)
                       : Driver::get().enqueue(*stream, {}, {}, &event->record);
}

CUresult api::cuEventRecord(CUevent handle, CUstream stream) {
  return cuEventRecordWithFlags(handle, stream, 0);
}

CUresult api::cuEventQuery(CUevent handle) {
  Event *event;
  CU_CHECK(findRecorded(handle, event));
  CU_CHECK(refuseUnsafe());
  if (event->shared && !event->shared->isDone(event->shared->last()))
    return CUDA_ERROR_NOT_READY;
  TaskRef record = event->record;
  if (record && !record->isDone())
    Driver::get().tasks.advance();
  return record && !record->isDone() ? CUDA_ERROR_NOT_READY : CUDA_SUCCESS;
}

CUresult api::cuEventSynchronize(CUevent handle) {
  Event *event;
  CU_CHECK(findRecorded(handle, event));
  CU_CHECK(refuseUnsafe());
  Context *context = event->context;
  if (TaskRef record = event->record)
    Driver::get().tasks.finish(record);
  if (std::shared_ptr<SharedEvent> shared = event->shared)
    Driver::get().callOut([&] { shared->wait(shared->last()); });
  return context->takeError();
}

CUresult api::cuEventElapsedTime(float *milliseconds, CUevent fromHandle,
                                 CUevent toHandle) {
  Event *from, *to;
  if (!milliseconds)
    return CUDA_ERROR_INVALID_VALUE;
  CU_CHECK(findRecorded(fromHandle, from));
  CU_CHECK(findRecorded(toHandle, to));
  if (!from->record || !to->record ||
      ((from->flags | to->flags) & CU_EVENT_DISABLE_TIMING))
    return CUDA_ERROR_INVALID_HANDLE;
  if (!from->record->isDone() || !to->record->isDone())
    return CUDA_ERROR_NOT_READY;
  *milliseconds = float((to->record->time - from->record->time) / 1000);
  Driver::get().tellOfClock();
  return CUDA_SUCCESS;
}
CUresult api::cuEventElapsedTime_v2(float *milliseconds, CUevent from,
                                    CUevent to) {
  return cuEventElapsedTime(milliseconds, from, to);
}
