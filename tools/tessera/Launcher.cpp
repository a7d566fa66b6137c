//===- Launcher.cpp - Functions that launch the kernels of a file ---------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile kernel is launched with one thread of a block, no dynamic shared
// memory, and its parameters in order. A program has to get right their number,
// order and types, which a function with typed parameters says.
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "tessera/Runtime/Kernel.h"
#include "tessera/Support/CommandLine.h"
#include "tessera/Support/EscapedText.h"
#include "tessera/Support/MessageOptions.h"
#include "tessera/Support/OutputFile.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include <cstring>

using namespace llvm;
using namespace tessera;
using numerics::Format;
using runtime::Kernel;
using runtime::ParameterType;

namespace {
enum class Language { C, Python };

/// The type of a parameter in both languages.
struct Spelling {
  StringRef c, python;
};

struct Entry {
  std::string symbol, identifier;
  std::vector<ParameterType> parameters;
};
} // namespace

/// Floats that C does not have are passed as their bits.
static Spelling spell(const ParameterType &type) {
  if (type.isPointer.value_or(false))
    return {"CUdeviceptr", "c_uint64"};
  if (type.format == Format::F32)
    return {"float", "c_float"};
  if (type.format == Format::F64)
    return {"double", "c_double"};
  bool isInteger = StringRef(type.text).starts_with("tile<i");
  switch (type.bytes) {
  case 1:
    return isInteger ? Spelling{"int8_t", "c_int8"}
                     : Spelling{"uint8_t", "c_uint8"};
  case 2:
    return isInteger ? Spelling{"int16_t", "c_int16"}
                     : Spelling{"uint16_t", "c_uint16"};
  case 4:
    return isInteger ? Spelling{"int32_t", "c_int32"}
                     : Spelling{"uint32_t", "c_uint32"};
  default:
    return isInteger ? Spelling{"int64_t", "c_int64"}
                     : Spelling{"uint64_t", "c_uint64"};
  }
}

/// The symbol with "_" for all that no identifier has.
static std::string identifierOf(StringRef symbol) {
  std::string name = symbol.str();
  for (char &c : name)
    if (!isAlnum(c))
      c = '_';
  return isDigit(name.front()) ? "_" + name : name;
}

/// "p0, p1, ", each by `print`.
template <typename Fn>
static std::string list(const Entry &entry, StringRef separator, Fn print) {
  std::vector<std::string> parts;
  for (const auto &[number, type] : enumerate(entry.parameters))
    parts.push_back(print("p" + std::to_string(number), type));
  return join(parts, separator);
}

/// The name in the source behind that of a parameter, as `, x.shape[0]`; empty
/// if it is not known, or could end a comment.
static std::string sourceName(const ParameterType &type) {
  bool isPlain = all_of(type.name, [](char c) {
    return isAlnum(c) || StringRef("_.[]").contains(c);
  });
  return type.name.empty() || !isPlain ? "" : ", " + type.name;
}

/// The name of a file for a comment of C and a string of Python, with "_" for
/// what could end either.
static std::string nameInComment(StringRef file) {
  std::string name = sys::path::filename(file).str();
  const bool isText = json::isUTF8(name);
  for (char &c : name)
    if (isASCII(c) ? !isPrint(c) || strchr("\"\\*", c) : !isText)
      c = '_';
  return name;
}

static std::string describe(const Entry &entry, StringRef indent) {
  return list(entry, "\n",
              [&](const std::string &name, const ParameterType &t) {
                return (indent + name + sourceName(t) + ": " + t.text).str();
              });
}

//===----------------------------------------------------------------------===//
// C
//===----------------------------------------------------------------------===//

static void printC(raw_ostream &os, const Entry &entry) {
  os << "\n/* Launches \"" << entry.symbol
     << "\", a function of the cubin, with a grid of tile blocks.\n"
     << describe(entry, " *   ") << (entry.parameters.empty() ? "" : "\n")
     << " */\nstatic inline CUresult launch_" << entry.identifier
     << "(\n    CUfunction function, unsigned gridX, unsigned gridY, unsigned "
        "gridZ,\n    CUstream stream"
     << list(entry, "",
             [](const std::string &name, const ParameterType &type) {
               return (",\n    " + spell(type).c + " " + name).str();
             })
     << ") {\n";
  bool hasAny = !entry.parameters.empty();
  if (hasAny)
    os << "  void *parameters[] = {"
       << list(entry, ", ",
               [](const std::string &name, const ParameterType &) {
                 return "&" + name;
               })
       << "};\n";
  os << "  return cuLaunchKernel(function, gridX, gridY, gridZ, 1, 1, 1, 0, "
        "stream,\n                        "
     << (hasAny ? "parameters" : "NULL") << ", NULL);\n}\n";
}

static std::string makeC(StringRef file, ArrayRef<Entry> entries) {
  std::string text;
  raw_string_ostream os(text);
  std::string guard =
      StringRef(identifierOf(sys::path::stem(file))).upper() + "_LAUNCHER_H";
  os << "/* Launches of the kernels of " << file
     << ", made by `tessera launcher`. */\n\n#ifndef " << guard << "\n#define "
     << guard
     << "\n\n#include <cuda.h>\n#include <stddef.h>\n#include "
        "<stdint.h>\n";
  for (const Entry &entry : entries)
    printC(os, entry);
  os << "\n#endif\n";
  return text;
}

//===----------------------------------------------------------------------===//
// Python
//===----------------------------------------------------------------------===//

static constexpr StringLiteral pythonHead = R"(
import ctypes

cuda = ctypes.CDLL("libcuda.so.1")


def call(name, *arguments):
    """Call a function of the driver, and raise if it fails."""
    result = getattr(cuda, name)(*arguments)
    if result:
        text = ctypes.c_char_p()
        cuda.cuGetErrorName(result, ctypes.byref(text))
        raise RuntimeError(f"{name}: {text.value.decode()}")


def load(cubin):
    """Load the bytes of a cubin into the current context."""
    module = ctypes.c_void_p()
    call("cuModuleLoadData", ctypes.byref(module), cubin)
    return module


def launch(module, symbol, grid, stream, values):
    function = ctypes.c_void_p()
    call("cuModuleGetFunction", ctypes.byref(function), module, symbol)
    x, y, z = (*grid, 1, 1)[:3]
    parameters = (ctypes.c_void_p * len(values))(*map(ctypes.addressof, values))
    call("cuLaunchKernel", function, x, y, z, 1, 1, 1, 0, stream, parameters, None)
)";

static void printPython(raw_ostream &os, const Entry &entry) {
  os << "\n\ndef launch_" << entry.identifier << "(module, grid"
     << list(entry, "",
             [](const std::string &name, const ParameterType &) {
               return ", " + name;
             })
     << ", stream=None):\n    \"\"\"Launch a grid of up to three numbers of "
        "tile "
        "blocks.\n\n"
     << describe(entry, "    ") << (entry.parameters.empty() ? "" : "\n")
     << "    \"\"\"\n    values = ["
     << list(entry, ", ",
             [](const std::string &name, const ParameterType &type) {
               return ("ctypes." + spell(type).python + "(" + name + ")").str();
             })
     << "]\n    launch(module, b\"" << entry.symbol
     << "\", grid, stream, values)\n";
}

static std::string makePython(StringRef file, ArrayRef<Entry> entries) {
  std::string text;
  raw_string_ostream os(text);
  os << "\"\"\"Launches of the kernels of " << file
     << ", made by `tessera launcher`.\n\nPointers are numbers: addresses of "
        "the "
        "device.\n\"\"\"\n"
     << pythonHead;
  for (const Entry &entry : entries)
    printPython(os, entry);
  return text;
}

//===----------------------------------------------------------------------===//
// The command
//===----------------------------------------------------------------------===//

/// The entries; an error if some cannot be told apart.
static Expected<std::vector<Entry>> findEntries(const Kernel &kernel) {
  std::vector<Entry> entries;
  StringSet<> identifiers;
  for (const std::string &symbol : kernel.getEntries()) {
    entries.push_back(
        {symbol, identifierOf(symbol), kernel.getNamedParameters(symbol)});
    bool isPlain = all_of(
        symbol, [](char c) { return isPrint(c) && !strchr("\"\\*", c); });
    if (isPlain && identifiers.insert(entries.back().identifier).second)
      continue;
    return createStringError(
        "no function can be named after entry '" + escapeControls(symbol) +
        "'; give it a name of letters, digits and _ that no other has");
  }
  return entries;
}

int launcher_main(int argc, char **argv) {
  static char name[] = "tessera launcher";
  argv[0] = name;
  cl::OptionCategory category{"Options"};
  cl::opt<std::string> input{cl::Positional, cl::Required, cl::cat(category),
                             cl::desc("<bytecode or text>")};
  cl::opt<Language> language{
      "language", cl::cat(category), cl::init(Language::C),
      cl::desc("The language of the functions:"),
      cl::values(clEnumValN(Language::C, "c", "a header (the default)"),
                 clEnumValN(Language::Python, "python", "a module"))};
  FileNameOption output{"o", cl::cat(category), cl::value_desc("file"),
                        cl::init("-"),
                        cl::desc("Where they go (-: standard output)")};
  MessageOptions log{category};
  cl::HideUnrelatedOptions(category);
  parseCommandLine(argc, argv,
                   "Makes functions that launch the kernels of a program\n");
  std::string said;
  raw_string_ostream os(said);
  std::unique_ptr<Kernel> kernel = Kernel::load(input, os);
  log.pass(said);
  if (!kernel)
    return 1;
  if (!kernel->isTileIR())
    return log.fail("'" + input +
                    "' is no Tile IR, of which alone it is known how "
                    "it is launched");
  Expected<std::vector<Entry>> entries = findEntries(*kernel);
  if (!entries)
    return log.fail(entries.takeError());
  std::string file = nameInComment(input);
  std::string text = language == Language::C ? makeC(file, *entries)
                                             : makePython(file, *entries);
  if (output == "-") {
    outs() << text;
    return 0;
  }
  if (Error error = writeFileAtomically(output, text))
    return log.fail(std::move(error));
  return 0;
}
