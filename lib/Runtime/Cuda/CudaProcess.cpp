//===- CudaProcess.cpp - The GPU through another process ------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A request is a sequence of little-endian 64-bit words. A word that counts
// bytes has these behind it.
//
//===----------------------------------------------------------------------===//

#include "CudaProcess.h"
#include "tessera/Support/ChildProcess.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/DataExtractor.h"
#include "llvm/Support/EndianStream.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace tessera;
using namespace tessera::runtime;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

// Defined by the linker if the program has a dynamic section.
extern "C" [[gnu::weak, gnu::visibility("hidden")]] const char _DYNAMIC[];

bool tessera::runtime::canLoadLibraries() { return _DYNAMIC != nullptr; }

//===----------------------------------------------------------------------===//
// The request
//===----------------------------------------------------------------------===//

namespace {
class RequestWriter {
public:
  void word(uint64_t value) { writer.write(value); }

  void bytes(StringRef value) {
    word(value.size());
    os << value;
  }

  void value(const ParameterValue &value) {
    word(value.buffer ? *value.buffer + 1 : 0);
    word(value.bits);
    word(value.structure ? value.structure->bytes : 0);
    if (!value.structure)
      return;
    word(value.structure->members.size());
    for (const auto &[place, member] : value.structure->members) {
      word(place);
      word(member.getBytes());
      word(member.buffer ? *member.buffer + 1 : 0);
      word(member.bits);
    }
  }

  void buffer(const Buffer &buffer) {
    word(buffer.bytes);
    word(buffer.wanted);
    word(buffer.contents.has_value());
    if (buffer.contents)
      bytes(llvm::toStringRef(*buffer.contents));
    word(buffer.pointers.size());
    for (const auto &[offset, pointer] : buffer.pointers) {
      word(offset);
      value(pointer);
    }
  }

  std::string text;

private:
  llvm::raw_string_ostream os{text};
  llvm::support::endian::Writer writer{os, llvm::endianness::little};
};

/// Returns zeros and empty lists once the input is too short.
class RequestReader {
public:
  explicit RequestReader(StringRef text) : data(text, true, 8) {}

  uint64_t word() { return data.getU64(cursor); }
  StringRef bytes() { return data.getBytes(cursor, word()); }

  ParameterValue value() {
    ParameterValue value;
    if (uint64_t buffer = word())
      value.buffer = buffer - 1;
    value.bits = word();
    uint64_t size = word();
    if (!size || !cursor)
      return value;
    auto structure = std::make_shared<StructureValue>();
    structure->bytes = size;
    for (uint64_t count = word(); count && cursor; --count)
      structure->members.push_back(member());
    value.structure = std::move(structure);
    return value;
  }

  /// Only the size of the format counts from here on.
  std::pair<uint64_t, ParameterValue> member() {
    uint64_t place = word(), size = word();
    ParameterValue value;
    value.format = size == 1   ? Format::I8
                   : size == 2 ? Format::I16
                   : size == 4 ? Format::I32
                               : Format::I64;
    if (uint64_t buffer = word())
      value.buffer = buffer - 1;
    value.bits = word();
    return {place, value};
  }

  Buffer buffer() {
    Buffer buffer;
    buffer.bytes = word();
    buffer.wanted = word();
    if (word())
      buffer.contents = llvm::arrayRefFromStringRef(bytes()).vec();
    for (uint64_t count = word(); count && cursor; --count) {
      uint64_t offset = word();
      buffer.pointers.emplace_back(offset, value());
    }
    return buffer;
  }

  /// Reads a list whose length is the next word.
  template <typename T> std::vector<T> list(T (RequestReader::*read)()) {
    std::vector<T> result;
    for (uint64_t count = word(); count && cursor; --count)
      result.push_back((this->*read)());
    return result;
  }

  Error takeError() { return cursor.takeError(); }

private:
  llvm::DataExtractor data;
  llvm::DataExtractor::Cursor cursor{0};
};
} // namespace

std::string tessera::runtime::writeRequest(StringRef image,
                                           std::array<uint32_t, 3> block,
                                           const Launch &launch) {
  RequestWriter writer;
  writer.bytes(image);
  writer.bytes(launch.entry);
  for (uint32_t length : launch.grid)
    writer.word(length);
  for (uint32_t length : block)
    writer.word(length);
  writer.word(launch.dynamicSharedBytes);
  writer.word(launch.timedLaunches);
  writer.word(launch.parameters.size());
  for (const ParameterValue &value : launch.parameters)
    writer.value(value);
  writer.word(launch.buffers.size());
  for (const Buffer &buffer : launch.buffers)
    writer.buffer(buffer);
  return std::move(writer.text);
}

Expected<LaunchRequest> tessera::runtime::readRequest(StringRef text) {
  RequestReader reader(text);
  LaunchRequest request;
  request.image = reader.bytes().str();
  request.launch.entry = reader.bytes().str();
  for (uint32_t &length : request.launch.grid)
    length = reader.word();
  for (uint32_t &length : request.block)
    length = reader.word();
  request.launch.dynamicSharedBytes = reader.word();
  request.launch.timedLaunches = reader.word();
  request.launch.parameters = reader.list(&RequestReader::value);
  request.launch.buffers = reader.list(&RequestReader::buffer);
  if (Error error = reader.takeError())
    return std::move(error);
  return std::move(request);
}

//===----------------------------------------------------------------------===//
// The caller's end
//===----------------------------------------------------------------------===//

namespace {
class RemoteDevice : public CudaDevice {
public:
  explicit RemoteDevice(std::string program) : program(std::move(program)) {}
  StringRef getGpuName() const override { return gpuName; }
  Error launch(StringRef image, std::array<uint32_t, 3> block,
               Launch &launch) override;

  Error findGpuName() { return ask("").moveInto(gpuName); }

private:
  Expected<std::string> ask(StringRef request);

  std::string program, gpuName;
  std::unique_ptr<ChildServer> server;
};
} // namespace

/// Asks the process of the last launch or, if it has ended, another.
Expected<std::string> RemoteDevice::ask(StringRef request) {
  if (server && !server->isListening())
    server.reset();
  if (!server)
    if (Error error = ChildServer::start({program}).moveInto(server))
      return llvm::createStringError(
          llvm::toString(std::move(error)) +
          "; it loads the CUDA driver, and is installed with this program");
  return server->ask(request);
}

Error RemoteDevice::launch(StringRef image, std::array<uint32_t, 3> block,
                           Launch &launch) {
  Expected<std::string> reply = ask(writeRequest(image, block, launch));
  if (!reply)
    return reply.takeError();
  const size_t bytesOfTimes = launch.timedLaunches * sizeof(float);
  uint64_t expected = bytesOfTimes;
  for (const Buffer &buffer : launch.buffers)
    expected += buffer.wanted ? buffer.bytes : 0;
  if (reply->size() != expected)
    return llvm::createStringError(program + " is of another version");
  launch.microseconds.resize(launch.timedLaunches);
  memcpy(launch.microseconds.data(), reply->data(), bytesOfTimes);
  StringRef rest = StringRef(*reply).drop_front(bytesOfTimes);
  for (Buffer &buffer : launch.buffers) {
    if (!buffer.wanted)
      continue;
    llvm::copy(rest.take_front(buffer.bytes), buffer.makeContents().begin());
    rest = rest.drop_front(buffer.bytes);
  }
  return Error::success();
}

Expected<std::unique_ptr<CudaDevice>> tessera::runtime::openInAnotherProcess() {
  llvm::SmallString<128> path;
  if (std::error_code error = llvm::sys::fs::real_path("/proc/self/exe", path))
    return llvm::createStringError(
        error, "cannot find the folder of this program, where tessera-cuda "
               "lies: /proc/self/exe: " +
                   error.message());
  llvm::sys::path::remove_filename(path);
  llvm::sys::path::append(path, "tessera-cuda");
  auto device = std::make_unique<RemoteDevice>(path.str().str());
  if (Error error = device->findGpuName())
    return std::move(error);
  return std::move(device);
}
