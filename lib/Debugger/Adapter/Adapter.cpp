//===- Adapter.cpp - The debugger in an editor ----------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Implements the Debug Adapter Protocol, version 1.70 of its specification
// (microsoft.github.io/debug-adapter-protocol).
//
//===----------------------------------------------------------------------===//

#include "Channel.h"
#include "Content.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"

using namespace tessera;
using namespace tessera::debug;
namespace json = llvm::json;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

namespace {
class Adapter : public FrontEnd {
public:
  explicit Adapter(MakeSubject makeSubject) : makeSubject(makeSubject) {}

  /// Serves one session.
  Error serve();

  Move stopped(Session &session, Reason reason) override;
  bool wantsPause(Session &session) override;
  void printed(StringRef text) override { sendOutput(text, "stdout"); }

private:
  using Handler = void (Adapter::*)(const json::Object &request,
                                    const json::Object &arguments);

  bool readRequest(json::Object &request);
  std::optional<Move> handle(const json::Object &request);
  std::optional<Move> parseMove(StringRef command,
                                const json::Object &arguments) const;
  void sendStopped(Session &session, Reason reason);
  void sendOutput(StringRef text, StringRef category);
  void finish(const json::Object &request,
              const std::optional<json::Value> &body);
  void finish(const json::Object &request, Expected<json::Value> body);

  void initialize(const json::Object &request, const json::Object &arguments);
  void launch(const json::Object &request, const json::Object &arguments);
  void setBreakpoints(const json::Object &request,
                      const json::Object &arguments);
  void acknowledge(const json::Object &request, const json::Object &arguments);
  void threads(const json::Object &request, const json::Object &arguments);
  void stackTrace(const json::Object &request, const json::Object &arguments);
  void scopes(const json::Object &request, const json::Object &arguments);
  void variables(const json::Object &request, const json::Object &arguments);
  void evaluate(const json::Object &request, const json::Object &arguments);
  void setVariable(const json::Object &request, const json::Object &arguments);
  void exceptionInfo(const json::Object &request,
                     const json::Object &arguments);

  MakeSubject makeSubject;
  Channel channel;
  std::unique_ptr<Session> session;
  std::unique_ptr<Inspector> inspector;
  std::unique_ptr<Content> content;
  bool stopsOnEntry = false, isConfigured = false;
  /// The client has gone, or asked for a pause, while the launch ran.
  bool hasLeft = false, isPaused = false;
  /// The client broke the protocol.
  std::string failure;
};
} // namespace

static int64_t numberOf(const json::Object &object, StringRef name) {
  return object.getInteger(name).value_or(0);
}

//===----------------------------------------------------------------------===//
// Requests
//===----------------------------------------------------------------------===//

/// False if there will be no other one.
bool Adapter::readRequest(json::Object &request) {
  Expected<std::optional<json::Object>> message = channel.read();
  if (!message)
    failure = llvm::toString(message.takeError());
  else if (*message)
    request = std::move(**message);
  hasLeft |= !failure.empty() || !message || !*message;
  return !hasLeft;
}

void Adapter::finish(const json::Object &request,
                     const std::optional<json::Value> &body) {
  if (body)
    channel.respond(request, *body);
  else
    channel.refuse(request, "there is nothing of this number any more");
}

void Adapter::finish(const json::Object &request, Expected<json::Value> body) {
  if (body)
    channel.respond(request, std::move(*body));
  else
    channel.refuse(request, llvm::toString(body.takeError()));
}

/// Answers a request. Returns a move if it asks for one.
std::optional<Move> Adapter::handle(const json::Object &request) {
  static constexpr struct {
    llvm::StringLiteral command;
    Handler run;
    bool needsSession;
  } handlers[] = {
      {"initialize", &Adapter::initialize, false},
      {"launch", &Adapter::launch, false},
      {"setBreakpoints", &Adapter::setBreakpoints, true},
      {"setFunctionBreakpoints", &Adapter::acknowledge, false},
      {"setExceptionBreakpoints", &Adapter::acknowledge, false},
      {"configurationDone", &Adapter::acknowledge, true},
      {"threads", &Adapter::threads, true},
      {"stackTrace", &Adapter::stackTrace, true},
      {"scopes", &Adapter::scopes, true},
      {"variables", &Adapter::variables, true},
      {"evaluate", &Adapter::evaluate, true},
      {"setVariable", &Adapter::setVariable, true},
      {"exceptionInfo", &Adapter::exceptionInfo, true},
  };
  StringRef command = request.getString("command").value_or("");
  static const json::Object none;
  const json::Object *given = request.getObject("arguments");
  const json::Object &arguments = given ? *given : none;
  if (command == "disconnect" || command == "terminate") {
    channel.respond(request, json::Object{});
    hasLeft = true;
    return Move::Quit;
  }
  for (const auto &each : handlers) {
    if (each.command != command)
      continue;
    if (each.needsSession && !session)
      channel.refuse(request, "nothing has been launched");
    else
      (this->*each.run)(request, arguments);
    isConfigured |= command == "configurationDone" && session;
    return std::nullopt;
  }
  if (command == "pause") {
    channel.respond(request, json::Object{});
    isPaused = true;
    return std::nullopt;
  }
  std::optional<Move> move = parseMove(command, arguments);
  if (!move || !session) {
    channel.refuse(request, ("there is no request '" + command + "'").str());
    return std::nullopt;
  }
  session->chooseBlock(numberOf(arguments, "threadId") - 1);
  channel.respond(request, json::Object{{"allThreadsContinued", true}});
  return move;
}

std::optional<Move> Adapter::parseMove(StringRef command,
                                       const json::Object &arguments) const {
  bool isOne = arguments.getString("granularity") == "instruction";
  return llvm::StringSwitch<std::optional<Move>>(command)
      .Case("continue", Move::Continue)
      .Case("next", isOne ? Move::Step : Move::Next)
      .Case("stepIn", Move::Step)
      .Case("stepOut", Move::Out)
      .Case("stepBack", isOne ? Move::Back : Move::BackLine)
      .Case("reverseContinue", Move::BackToBreakpoint)
      .Case("restart", Move::Restart)
      .Default(std::nullopt);
}

void Adapter::acknowledge(const json::Object &request, const json::Object &) {
  channel.respond(request, json::Object{});
}

void Adapter::initialize(const json::Object &request, const json::Object &) {
  json::Object can;
  for (StringRef feature :
       {"supportsConfigurationDoneRequest", "supportsConditionalBreakpoints",
        "supportsStepBack", "supportsSetVariable", "supportsRestartRequest",
        "supportsSteppingGranularity", "supportsEvaluateForHovers",
        "supportsTerminateRequest", "supportsExceptionInfoRequest"})
    can[feature] = true;
  channel.respond(request, std::move(can));
}

/// `program` is the kernel, `args` the options of cuda-tile-run.
void Adapter::launch(const json::Object &request,
                     const json::Object &arguments) {
  std::vector<std::string> line;
  if (auto program = arguments.getString("program"))
    line.push_back(program->str());
  if (const json::Array *args = arguments.getArray("args"))
    for (const json::Value &each : *args)
      line.push_back(each.getAsString().value_or("").str());
  if (auto folder = arguments.getString("cwd"))
    (void)llvm::sys::fs::set_current_path(*folder);
  stopsOnEntry = arguments.getBoolean("stopOnEntry").value_or(false);
  if (session || line.empty())
    return channel.refuse(request, session ? "a launch is on already"
                                           : "'program' names no kernel");
  Expected<Subject> subject = makeSubject(line);
  if (!subject)
    return channel.refuse(request, llvm::toString(subject.takeError()));
  auto made = Session::create(std::move(*subject));
  if (!made)
    return channel.refuse(request, llvm::toString(made.takeError()));
  session = std::move(*made);
  inspector = std::make_unique<Inspector>(*session);
  content = std::make_unique<Content>(*session, *inspector);
  channel.respond(request, json::Object{});
  channel.sendEvent("initialized", json::Object{});
}

//===----------------------------------------------------------------------===//
// Breakpoints
//===----------------------------------------------------------------------===//

void Adapter::setBreakpoints(const json::Object &request,
                             const json::Object &arguments) {
  const json::Object *source = arguments.getObject("source");
  StringRef path = source ? source->getString("path").value_or("") : "";
  session->removeBreakpoints(path);
  json::Array answers;
  if (const json::Array *wanted = arguments.getArray("breakpoints"))
    for (const json::Value &each : *wanted) {
      const json::Object *object = each.getAsObject();
      if (!object)
        continue;
      StringRef block = object->getString("condition").value_or("");
      Expected<Breakpoint> added = inspector->addBreakpoint(
          path.str() + ":" + std::to_string(numberOf(*object, "line")), block);
      if (added)
        answers.push_back(json::Object{{"id", added->number},
                                       {"verified", true},
                                       {"line", added->place.line},
                                       {"source", sourceOf(added->place)}});
      else
        answers.push_back(
            json::Object{{"verified", false},
                         {"message", llvm::toString(added.takeError())}});
    }
  channel.respond(request, json::Object{{"breakpoints", std::move(answers)}});
}

//===----------------------------------------------------------------------===//
// What there is to see
//===----------------------------------------------------------------------===//

void Adapter::threads(const json::Object &request, const json::Object &) {
  channel.respond(request, content->threads());
}

void Adapter::stackTrace(const json::Object &request,
                         const json::Object &arguments) {
  channel.respond(request,
                  content->stackTrace(numberOf(arguments, "threadId")));
}

void Adapter::scopes(const json::Object &request,
                     const json::Object &arguments) {
  finish(request, content->scopes(numberOf(arguments, "frameId")));
}

void Adapter::variables(const json::Object &request,
                        const json::Object &arguments) {
  finish(request, content->variables(numberOf(arguments, "variablesReference"),
                                     numberOf(arguments, "start"),
                                     numberOf(arguments, "count")));
}

/// In the console, a command of the terminal as well.
void Adapter::evaluate(const json::Object &request,
                       const json::Object &arguments) {
  StringRef expression = arguments.getString("expression").value_or("");
  int64_t frame = numberOf(arguments, "frameId");
  std::string text;
  llvm::raw_string_ostream os(text);
  content->chooseFrame(frame);
  if (arguments.getString("context") == "repl" &&
      inspector->run(expression, os))
    return channel.respond(
        request,
        json::Object{{"result", json::fixUTF8(StringRef(text).rtrim())},
                     {"variablesReference", 0}});
  finish(request, content->evaluate(expression, frame));
}

void Adapter::setVariable(const json::Object &request,
                          const json::Object &arguments) {
  finish(request,
         content->setVariable(numberOf(arguments, "variablesReference"),
                              arguments.getString("name").value_or(""),
                              arguments.getString("value").value_or("")));
}

void Adapter::exceptionInfo(const json::Object &request, const json::Object &) {
  const interp::Finding *finding = session->getFinding();
  if (!finding)
    return channel.refuse(request, "nothing has been found");
  std::string details = finding->message;
  for (const auto &[location, text] : finding->notes)
    details += "\n" + text;
  channel.respond(request, json::Object{{"exceptionId", "finding"},
                                        {"description", details},
                                        {"breakMode", "always"}});
}

//===----------------------------------------------------------------------===//
// The course of the launch
//===----------------------------------------------------------------------===//

void Adapter::sendOutput(StringRef text, StringRef category) {
  channel.sendEvent("output", json::Object{{"category", category},
                                           {"output", json::fixUTF8(text)}});
}

void Adapter::sendStopped(Session &session, Reason reason) {
  static constexpr llvm::StringLiteral reasons[] = {
      "entry", "step", "breakpoint", "exception", "pause"};
  json::Object event{{"reason", reasons[size_t(reason)]},
                     {"allThreadsStopped", true}};
  if (LiveBlock *live = session.getBlock())
    event["threadId"] = int64_t(live->block.getNumber()) + 1;
  if (reason == Reason::Finding) {
    event["description"] = "Finding";
    event["text"] = session.getFinding()->message;
  }
  channel.sendEvent("stopped", std::move(event));
}

Move Adapter::stopped(Session &session, Reason reason) {
  if (hasLeft)
    return Move::Quit;
  content->clear();
  isPaused = false;
  if (reason == Reason::End) {
    if (!session.getErrors().empty())
      sendOutput(session.getErrors(), "stderr");
    channel.sendEvent(
        "exited", json::Object{{"exitCode", session.hasSucceeded() ? 0 : 1}});
    channel.sendEvent("terminated", json::Object{});
    return Move::Quit;
  }
  sendStopped(session, reason);
  json::Object request;
  while (readRequest(request))
    if (std::optional<Move> move = handle(request))
      return *move;
  return Move::Quit;
}

/// Answers what comes while the launch runs.
bool Adapter::wantsPause(Session &) {
  json::Object request;
  while (!hasLeft && channel.hasInput() && readRequest(request))
    if (handle(request))
      break;
  return hasLeft || isPaused;
}

Error Adapter::serve() {
  json::Object request;
  while (!isConfigured && !hasLeft && readRequest(request))
    (void)handle(request);
  if (isConfigured && !hasLeft)
    session->run(*this, stopsOnEntry ? Move::Step : Move::Continue);
  // The client says when it has seen the end.
  while (!hasLeft && readRequest(request))
    (void)handle(request);
  if (!failure.empty())
    return llvm::createStringError(failure);
  return Error::success();
}

Error debug::serveDebugAdapter(MakeSubject makeSubject) {
  return Adapter(makeSubject).serve();
}
