//===- CommandLine.cpp - Options that are known, or refused ---------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Support/CommandLine.h"

#include "tessera/Support/EscapedText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>

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

void parseCommandLine(int argc, char **argv, StringRef overview) {
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
