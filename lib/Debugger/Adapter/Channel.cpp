//===- Channel.cpp - Messages of the Debug Adapter Protocol ---------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Channel.h"
#include "llvm/Support/raw_ostream.h"
#include <cerrno>
#include <poll.h>
#include <unistd.h>

using namespace tessera::debug;
namespace json = llvm::json;
using llvm::Expected;
using llvm::StringRef;

/// Waits for more bytes; false at the end of the input.
bool Channel::fill() {
  char buffer[4096];
  ssize_t count;
  do
    count = ::read(STDIN_FILENO, buffer, sizeof buffer);
  while (count < 0 && errno == EINTR);
  if (count > 0)
    pending.append(buffer, count);
  return count > 0;
}

bool Channel::hasInput() const {
  pollfd input = {STDIN_FILENO, POLLIN, 0};
  return !pending.empty() || poll(&input, 1, /*timeout=*/0) > 0;
}

Expected<std::optional<json::Object>> Channel::read() {
  size_t headEnd;
  while ((headEnd = pending.find("\r\n\r\n")) == std::string::npos)
    if (!fill()) {
      if (pending.empty())
        return std::nullopt;
      return llvm::createStringError("the input ends inside of a header");
    }
  StringRef head = StringRef(pending).take_front(headEnd);
  size_t length = 0;
  // More than any client sends.
  constexpr size_t most = 64 << 20;
  llvm::SmallVector<StringRef> lines;
  head.split(lines, "\r\n");
  bool isGood = false;
  for (StringRef line : lines)
    if (line.consume_front_insensitive("content-length:"))
      isGood = !line.trim().getAsInteger(10, length) && length <= most;
  if (!isGood)
    return llvm::createStringError(
        "a message begins with 'Content-Length: N', and not with '" + head +
        "'");
  size_t begin = headEnd + 4;
  while (pending.size() < begin + length)
    if (!fill())
      return llvm::createStringError("the input ends inside of a message");
  Expected<json::Value> value =
      json::parse(StringRef(pending).substr(begin, length));
  pending.erase(0, begin + length);
  if (!value)
    return value.takeError();
  if (json::Object *object = value->getAsObject())
    return std::move(*object);
  return llvm::createStringError("a message is an object");
}

void Channel::send(json::Object message) {
  message["seq"] = ++lastSeq;
  std::string text;
  llvm::raw_string_ostream(text) << json::Value(std::move(message));
  llvm::outs() << "Content-Length: " << text.size() << "\r\n\r\n" << text;
  llvm::outs().flush();
}

static json::Object answer(const json::Object &request, bool isSuccess) {
  return json::Object{{"type", "response"},
                      {"request_seq", request.getInteger("seq").value_or(0)},
                      {"command", request.getString("command").value_or("")},
                      {"success", isSuccess}};
}

void Channel::respond(const json::Object &request, json::Value body) {
  json::Object message = answer(request, true);
  message["body"] = std::move(body);
  send(std::move(message));
}

void Channel::refuse(const json::Object &request, StringRef why) {
  json::Object message = answer(request, false);
  message["message"] = json::fixUTF8(why);
  // Editors show the text of the error; the protocol means `message` for
  // programs.
  message["body"] = json::Object{
      {"error", json::Object{{"id", 1}, {"format", json::fixUTF8(why)}}}};
  send(std::move(message));
}

void Channel::sendEvent(StringRef name, json::Value body) {
  send(json::Object{{"type", "event"}, {"event", name}, {"body", body}});
}
