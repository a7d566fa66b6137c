//===- CommandLine.cpp - Options that are known, or refused ---------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Support/CommandLine.h"

#include "tessera/Support/ChildProcess.h"
#include "tessera/Support/Diagnostics.h"
#include "tessera/Support/EscapedText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>
#include <unistd.h>

using namespace llvm;

namespace tessera {

using OptionMap = DenseMap<StringRef, cl::Option *>;

/// True if an option begins the argument whose value follows without a sign, as
/// in `-O3`.
static bool beginsWithPrefixOption(StringRef name, const OptionMap &options) {
  for (size_t length = name.size() - 1; length; --length)
    if (cl::Option *option = options.lookup(name.take_front(length)))
      if (option->getFormattingFlag() == cl::Prefix ||
          option->getFormattingFlag() == cl::AlwaysPrefix)
        return true;
  return false;
}

/// The listed option with the nearest name; empty if none is near.
static StringRef findNearest(StringRef name, const OptionMap &options) {
  StringRef best;
  unsigned bestDistance = name.size() / 3 + 1;
  for (const auto &[known, option] : options) {
    if (option->getOptionHiddenFlag() != cl::NotHidden || known.size() < 2)
      continue;
    unsigned distance =
        name.edit_distance(known, /*AllowReplacements=*/true, bestDistance);
    // Among equally near names the smallest, because the map has no order.
    if (distance < bestDistance || (distance == bestDistance && known < best)) {
      best = known;
      bestDistance = distance;
    }
  }
  return best;
}

static void complain(StringRef tool, StringRef argument, StringRef name,
                     const OptionMap &options) {
  messages() << escapeName(tool) << ": Unknown command line argument '"
             << escapeName(argument) << "'.  Try: '" << escapeName(tool)
             << " --help'\n";
  if (StringRef nearest = findNearest(name, options); !nearest.empty())
    messages() << escapeName(tool) << ": Did you mean '--" << nearest << "'?\n";
}

void refuseUnknownOptions(int argc, char **argv, ArrayRef<StringRef> others) {
  const OptionMap &options = cl::getRegisteredOptions();
  bool areKnown = true;
  for (int i = 1; i < argc; ++i) {
    StringRef argument = argv[i], name = argument;
    if (argument == "--")
      break;
    if (!name.consume_front("-") || name.empty())
      continue;
    name.consume_front("-");
    auto [key, value] = name.split('=');
    if (cl::Option *option = options.lookup(key)) {
      // The next argument is its value, even if it begins with a dash.
      if (key == name && option->getValueExpectedFlag() == cl::ValueRequired)
        ++i;
      continue;
    }
    // llvm::cl adds -h during parsing, if the tool has no -h of its own.
    if (key == "h" || is_contained(others, key) ||
        beginsWithPrefixOption(key, options))
      continue;
    complain(sys::path::filename(argv[0]), argument, key, options);
    areKnown = false;
  }
  if (!areKnown)
    std::exit(1);
}

bool FileNameParser::parse(cl::Option &option, StringRef, StringRef text,
                           std::string &name) {
  if (text.empty())
    return option.error("the name is empty; name a file, or leave the option "
                        "out");
  name = text.str();
  return false;
}

//===----------------------------------------------------------------------===//
// Errors as JSON
//===----------------------------------------------------------------------===//

namespace {
/// Keeps what is written to standard error while one lives, and then writes it
/// as JSON. LLVM's code takes no stream for a wrong value.
class ErrorsAsJson {
public:
  explicit ErrorsAsJson(StringRef tool);
  ~ErrorsAsJson();
  ErrorsAsJson(const ErrorsAsJson &) = delete;
  ErrorsAsJson &operator=(const ErrorsAsJson &) = delete;

private:
  /// Begins each message of LLVM.
  std::string prefix;
  std::optional<MemoryFile> kept;
  int standardError = -1;
};
} // namespace

ErrorsAsJson::ErrorsAsJson(StringRef tool) : prefix((tool + ": ").str()) {
  Expected<MemoryFile> file = MemoryFile::create("messages");
  if (!file) {
    consumeError(file.takeError());
    return;
  }
  kept.emplace(std::move(*file));
  standardError = dup(STDERR_FILENO);
  dup2(kept->getDescriptor(), STDERR_FILENO);
}

ErrorsAsJson::~ErrorsAsJson() {
  if (!kept)
    return;
  dup2(standardError, STDERR_FILENO);
  close(standardError);
  Expected<std::string> text = kept->read();
  if (!text) {
    consumeError(text.takeError());
    return;
  }
  std::string plain;
  for (StringRef line : split(StringRef(*text).rtrim('\n'), '\n')) {
    if (line.consume_front(prefix))
      plain += line.starts_with("Did you mean") ? "note: " : "error: ";
    plain += (line + "\n").str();
  }
  for (llvm::json::Object &object : toJson(parseDiagnostics(plain)))
    printJson(std::move(object), messages());
}

/// True if arguments ask for messages as JSON by options of MessageOptions,
/// which are not parsed at that time.
static bool askForJson(ArrayRef<char *> arguments, const OptionMap &options) {
  for (size_t i = 0; i < arguments.size(); ++i) {
    StringRef name = arguments[i];
    if (name == "--")
      break;
    if (!name.consume_front("-"))
      continue;
    name.consume_front("-");
    auto [key, value] = name.split('=');
    cl::Option *option = options.lookup(key);
    if (!option)
      continue;
    bool takesValue = option->getValueExpectedFlag() == cl::ValueRequired;
    if (key == name && takesValue && i + 1 < arguments.size())
      value = arguments[++i];
    if (takesValue ? value == "json" &&
                         (key == "diagnostics-format" || key == "error-format")
                   : name == "json")
      return true;
  }
  return false;
}

void parseCommandLine(int argc, char **argv, StringRef overview) {
  messages(); // lives longer than what writes to it at the end of the process
  static std::optional<ErrorsAsJson> errors;
  if (askForJson(ArrayRef(argv + 1, argc - 1), cl::getRegisteredOptions()))
    errors.emplace(sys::path::filename(argv[0]));
  scope_exit end([] { errors.reset(); });
  refuseUnknownOptions(argc, argv);
  // llvm::cl prints a wrong value unescaped, even one from a response file.
  std::optional<StandardErrorFilter> filter;
  if (any_of(ArrayRef(argv, argc), [](StringRef argument) {
        return argument.starts_with("@") ||
               escapeControls(argument) != argument;
      }))
    filter.emplace();
  cl::ParseCommandLineOptions(argc, argv, overview);
}

Error checkPreviewFeatures(ArrayRef<std::string> features) {
  for (const std::string &feature : features)
    if (feature != "simt")
      return createStringError("there is no preview feature '" + feature +
                               "'; 'simt' is the one that is known");
  return Error::success();
}

} // namespace tessera
