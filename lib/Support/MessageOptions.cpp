//===- MessageOptions.cpp - How a tool writes its messages ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Support/MessageOptions.h"

using namespace llvm;

namespace tessera {

MessageOptions::MessageOptions(cl::OptionCategory &category, bool hasJson)
    : form("diagnostics-format", cl::init(DiagnosticFormat::Text),
           cl::cat(category), cl::desc("How to write errors and warnings:"),
           cl::values(clEnumValN(DiagnosticFormat::Text, "text",
                                 "as compilers do (the default)"),
                      clEnumValN(DiagnosticFormat::Json, "json",
                                 "as an object of JSON on a line for each"))) {
  if (hasJson)
    json.emplace("json", cl::cat(category),
                 cl::desc("Same as --diagnostics-format=json"));
}

DiagnosticFormat MessageOptions::format() const {
  return json && *json ? DiagnosticFormat::Json : form.getValue();
}

void MessageOptions::say(mlir::DiagnosticSeverity severity,
                         const Twine &message) const {
  PlainDiagnostic plain;
  plain.severity = severity;
  plain.message = message.str();
  DiagnosticPrinter(messages(), format()).print(plain);
}

void MessageOptions::tell(const Twine &message) const {
  if (isJson())
    say(mlir::DiagnosticSeverity::Remark, message);
  else
    messages() << message << '\n';
}

void MessageOptions::pass(StringRef text) const {
  if (!isJson())
    messages() << text;
  else
    for (json::Object &object : toJson(parseDiagnostics(text)))
      printJson(std::move(object), messages());
}

int MessageOptions::fail(const Twine &message, int exitCode) const {
  say(mlir::DiagnosticSeverity::Error, message);
  return exitCode;
}

int MessageOptions::fail(Error error, int exitCode) const {
  std::string text = toString(std::move(error));
  // Readers of programs put the place ahead of their message. In a sentence that quotes
  // another message, that one's place stands behind a colon.
  std::vector<PlainDiagnostic> parts = parseDiagnostics(text);
  if (parts.empty() || parts.front().line == 0 ||
      StringRef(parts.front().file).contains(": "))
    return fail(text, exitCode);
  for (const PlainDiagnostic &part : parts)
    DiagnosticPrinter(messages(), format()).print(part);
  return exitCode;
}

} // namespace tessera
